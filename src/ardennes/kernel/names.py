"""Names of units, places and bridges: read as players type them, and written for the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from ardennes.kernel.wording import BadText
from ardennes.words import plain


class Army(Protocol):
    """A world that knows its units by name and by number."""

    @property
    def by_id(self) -> Mapping[str, int]: ...
    @property
    def units(self) -> Sequence[Any]: ...  # each with its id and name


def unit_name(w: Army, unit: str) -> str:
    """Return the full name of the unit with this id."""
    name: str = w.units[w.by_id[unit]].name
    return name


def unit_names(w: Army, units: Iterable[str]) -> str:
    """Return the full names of units as one line."""
    return ", ".join(unit_name(w, unit) for unit in units) or "nobody"


def ids_by_word(words: Iterable[tuple[str, Iterable[str]]]) -> dict[str, list[str]]:
    """Return the ids that each word, in lower case, may mean."""
    ids: dict[str, list[str]] = {}
    for name, known_as in words:
        for word in dict.fromkeys(map(str.lower, known_as)):
            ids.setdefault(word, []).append(name)
    return ids


def only_one(word: str, ids: Sequence[str]) -> str:
    """Return the only id that a word fits, or an empty text; refuse a word that fits several."""
    if len(ids) > 1:
        raise BadText(f"{word!r} could be {' or '.join(ids)}; write which.")
    return ids[0] if ids else ""


def places_named(word: str, places: Iterable[str]) -> list[int]:
    """Return the numbers of the places that a word names."""
    return [number for number, place in enumerate(places) if place and plain(place) == plain(word)]


def both_hexes(word: str, like: str, hex_named: Callable[[str], str]) -> tuple[str, str]:
    """Return the two hexes that a bridge joins, from "1105/1204"."""
    a, slash, b = word.partition("/")
    if not slash:
        raise BadText(f"A bridge is written as the two hexes it joins, like {like}, not {word!r}.")
    return hex_named(a), hex_named(b)
