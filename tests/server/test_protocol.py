"""Files generated from the structs of the wire are up to date and describe every field."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.kernel import wire
from ardennes.server.api import generate
from ardennes.server.api.generate import COMMAND, ROOT, own_fields, plain, script


@pytest.mark.parametrize("path", [generate.TYPES, generate.DOCUMENT, generate.SETTINGS], ids=lambda p: p.name)
def test_what_is_written_from_the_structs_is_not_stale(path: Path) -> None:
    name = path.relative_to(ROOT)
    assert path.read_text(encoding="utf-8") == generate.written()[path], f"{name} is stale: run `{COMMAND}`"


def test_every_struct_and_field_is_explained() -> None:
    """Described by a text, or by its struct."""
    kinds = [*generate.told(), *generate.asked(), *generate.answered()]
    assert [kind for kind in kinds if not generate.summary(kind)] == []
    fields = [(kind, field) for kind in kinds for field in own_fields(kind)]
    assert [
        (kind, field.name) for kind, field in fields if not field.words and "](#" not in plain(field.type)
    ] == []


def test_no_two_structs_have_one_name() -> None:
    names = [kind.__name__ for kind in (*generate.told(), *generate.asked(), *generate.answered())]
    assert len(names) == len(set(names))


def test_types_are_reported_in_both_languages() -> None:
    hints = {field.name: field for field in own_fields(wire.Stage)}
    said = {name: (script(field.type), plain(field.type), field.missing) for name, field in hints.items()}
    assert said["hexes"] == ("Hex[]", "list of [Hex](#hex)", False)
    assert said["march_modes"] == ("[string, string][]", "list of [text, text]", True)
    assert said["turned"] == ("Turned", "[Turned](#turned)", True)  # left out, never null
    assert script(dict[str, list[int | None]]) == "Record<string, (number | null)[]>"
