"""Reading the choices made before a game from its options.toml."""

from __future__ import annotations

from ardennes.kernel.contract import OptionSpec
from ardennes.kernel.datafile import Section, Source, read_toml


def read_options(source: Source) -> dict[str, OptionSpec]:
    """One table per option: the rules it changes, its choices, the default, and a sentence about it."""
    return {key: _option(key, section) for key, section in read_toml(source).sections()}


def _option(key: str, section: Section) -> OptionSpec:
    section.only(("rules", "choices", "default", "about"))
    choices = section.values.get("choices")
    if not isinstance(choices, list) or len({(type(choice), choice) for choice in choices}) < 2:
        section.fail("choices", "a list of two or more different choices", _absent(section, "choices"))
    if {type(choice) for choice in choices} not in ({bool}, {str}, {int}):
        section.fail("choices", "choices that are all texts, all whole numbers or all true/false")
    default = section.values.get("default")
    if default not in choices:
        section.fail("default", f"one of the choices {choices}", _absent(section, "default"))
    return OptionSpec(key, tuple(choices), default, section.texts("rules"), section.text("about"))


def _absent(section: Section, key: str) -> str | None:
    return None if key in section.values else "no such field"
