"""Parse the units of a case: texts such as "A: german armor 5 at 907 disrupted spent=2", or tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from ardennes.cases.fields import Fields
from ardennes.cases.names import Names
from ardennes.numbers import whole_number


class UnitWords(NamedTuple):
    """The vocabulary of a game for such a text."""

    example: str  # a unit as a text and as a table, for error messages
    fields: Collection[str]  # all fields that the table may have
    flags: Collection[str]  # words that are true if present
    pairs: Mapping[str, Callable[[str], Any]]  # name=value: how the value is parsed
    made_up: Mapping[str, tuple[str, Any]]  # words that define a made-up unit: the field and its value
    figure: Callable[[str], tuple[str, Any] | None]  # its strength, in the format of the counter
    figures: tuple[str, ...] = ("a number",)  # ... for error messages
    same: Callable[[str], str] = str.lower  # other spellings of a word
    prepared: Callable[[str], str] = str  # names of two words treated as one
    long_places: bool = False  # after "at" a place may have several words
    either: Collection[Collection[str]] = ()  # words of which only one can be true
    gone: Collection[str] = ("dead", "exited")  # locations of units that will not return
    marks: Collection[str] = ()  # words that cannot be true of such a unit
    needs: str = "a side, a kind and a strength"  # required parts of a made-up unit
    only_made_up: Collection[str] = ()  # fields that define a unit; those of a printed unit are known


def number(field: str) -> Callable[[str], tuple[str, Any] | None]:
    """Parse a strength that is an integer."""

    def read(word: str) -> tuple[str, Any] | None:
        value = whole_number(word)
        return None if value is None else (field, value)

    return read


def whole_or_text(value: str) -> Any:
    number = whole_number(value)
    return value if number is None else number


def unit_fields(given: Fields, words: UnitWords) -> list[Fields]:
    """Yield each unit of a case; no two have the same name."""
    result: dict[str, Fields] = {}
    for count, item in enumerate(given.items("units"), 1):
        at = f"units[{count}]"
        values = _from_text(given, at, item, words) if isinstance(item, str) else item
        if not isinstance(values, dict):
            given.fail(at, f"a unit is {words.example}.")
        fields = Fields(given.file, given.case, given.at(at), values)
        fields.only(words.fields)
        name = fields.text("id")
        if name in result:
            fields.fail("id", f"{name} is placed twice.")
        _hold_together(fields, words)
        result[name] = fields
    return list(result.values())


def _hold_together(fields: Fields, words: UnitWords) -> None:
    """Refuse words that contradict each other."""
    together = [fields.flags(group) for group in words.either]
    together += [[gone, mark] for gone in fields.flags(words.gone) for mark in fields.flags(words.marks)]
    for first, *others in filter(None, together):
        for other in others:
            fields.fail(other, f"{fields.text('id')} cannot be both {first} and {other}; leave one out.")


def _from_text(given: Fields, at: str, text: str, words: UnitWords) -> dict[str, Any]:
    name, colon, rest = text.partition(":") if ":" in text else text.strip().partition(" ")
    values: dict[str, Any] = {"id": name.strip()}
    said = iter(words.prepared(rest).split())
    for word in said:
        lower, (key, equals, value) = words.same(word), word.partition("=")
        key = words.same(key)
        figure = words.figure(word) if colon == ":" else None
        if lower == "at":
            values["hex"] = next(said, "")
        elif equals and key in words.pairs:
            values[key] = words.pairs[key](value)
        elif lower in words.flags:
            values[lower] = True
        elif colon == ":" and lower in words.made_up:
            field, meant = words.made_up[lower]
            values[field] = meant
        elif figure is not None:
            values[figure[0]] = figure[1]
        elif words.long_places and str(values.get("hex", "0"))[:1].isalpha():
            values["hex"] += f" {word}"
        else:
            made_up = (*words.made_up, *words.figures) if colon == ":" else ()
            known = ("at HEX", *made_up, *words.flags, *(f"{pair}=..." for pair in words.pairs))
            given.unknown(at, word, f"a word for a unit (in {text!r})", known)
    return values


def is_printed(fields: Fields, printed: Collection[str], words: UnitWords) -> bool:
    """Return whether it is a printed unit, or one that the case makes up."""
    name, made_up = fields.text("id"), [word for word in words.only_made_up if word in fields]
    if name in printed and made_up:
        fields.fail(made_up[0], f"{name} is a printed unit; give a made-up one another name.")
    if name not in printed and not made_up:
        fields.unknown("id", name, f"a unit (a made-up one needs {words.needs})", printed)
    return name in printed


def place_of(fields: Fields, away: Mapping[str, int], names: Names) -> int:
    """Return the hex of a unit, or the number for another location."""
    said = fields.flags(away)
    if ("hex" in fields) + len(said) != 1:
        fields.fail("hex", f"say where {fields.text('id')} is: a hex, or one of {', '.join(away)}.")
    return away[said[0]] if said else names.hex(fields, "hex")
