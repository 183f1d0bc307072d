"""Read what is chosen before a game: its options (options.toml) and its scenarios (scenarios.toml)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame, OptionSpec, Scenario
from ardennes.kernel.datafile import Section, Source, read_toml
from ardennes.kernel.parts import Described
from ardennes.kernel.schema import read_sections
from ardennes.words import closest

TRUE_WORDS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def read_options(source: Source, rules: Collection[str] | None = None) -> dict[str, OptionSpec]:
    """Read one table per option: name, rules changed, choices, default and a sentence about it. `rules` are
    those of the rulebook; others are refused.
    """
    result = {}
    for key, section in read_toml(source).sections():
        result[key] = _option(key, section)
        for rule in result[key].rules:
            if rules is not None and rule not in rules:
                section.fail("rules", "rules of the rulebook", f"'{rule}'", closest(rule, rules))
    return result


D = TypeVar("D", bound=Described)


def read_scenarios(source: Source, kind: type[D]) -> dict[str, D]:
    """Return the scenarios by id, the default first: one table per scenario, with a name and a sentence about
    it.
    """
    return read_sections(source, kind)


def listed_scenarios(scenarios: Mapping[str, Described]) -> tuple[Scenario, ...]:
    """Return the scenarios as the lobby lists them."""
    return tuple(Scenario(id_, one.name, one.about, one.minutes, one.rule) for id_, one in scenarios.items())


def parse_options(game: AnyGame, words: Iterable[str]) -> dict[str, Any]:
    """Read options written as key=value; the value must be one of the game's choices."""
    specs = {spec.key: spec for spec in game.options}
    chosen: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise UserError(f"An option is written as key=value, like dae_choice=attacker, not {word!r}.")
        chosen[key] = value
        if key in specs:
            same = [c for c in specs[key].choices if str(c).lower() == value.lower()]
            truth = [c for c in specs[key].choices if c is TRUE_WORDS.get(value.lower())]
            chosen[key] = (same or truth or [value])[0]
    return chosen


def _option(key: str, section: Section) -> OptionSpec:
    section.only(("name", "rules", "choices", "default", "about", "shown", "human"))
    choices = section.values.get("choices")
    if not isinstance(choices, list) or len({(type(choice), choice) for choice in choices}) < 2:
        section.fail("choices", "a list of two or more different choices", _absent(section, "choices"))
    if {type(choice) for choice in choices} not in ({bool}, {str}, {int}):
        section.fail("choices", "choices that are all texts, all whole numbers or all true/false")
    default = section.values.get("default")
    if default not in choices:
        section.fail("default", f"one of the choices {choices}", _absent(section, "default"))
    human = section.text("human") if "human" in section.values else ""
    if human and {type(choice) for choice in choices} != {bool}:
        section.fail("human", "only for an option that is true or false")
    shown = section.values.get("shown", False)
    if not isinstance(shown, bool):
        section.fail("shown", "true or false")
    return OptionSpec(
        key,
        tuple(choices),
        default,
        section.texts("rules"),
        section.text("about"),
        shown,
        human,
        section.text("name"),
    )


def follow_people(specs: Sequence[OptionSpec], people: Sequence[str]) -> dict[str, bool]:
    """Return the defaults that depend on which sides people play."""
    return {spec.key: spec.human in people for spec in specs if spec.human}


def _absent(section: Section, key: str) -> str | None:
    return None if key in section.values else "nothing"
