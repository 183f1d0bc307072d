"""Names of units, hexes and bridges: parse what players type, and format names for people."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from ardennes.hexes import Grid
from ardennes.kernel.wording import BadText
from ardennes.words import counted, listed, plain


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
    """Return the ids that each lower-case word may mean."""
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


# Names of hexes

# By the edge that rows grow towards: the compass angles of the two directions that hexes are counted in.
ANGLES = {"N": (0, 60), "E": (90, 30), "S": (180, 120)}
RELATIVE = re.compile(r"[0-9]+ hex(es)? ")  # the name of a hex without a place
WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class NamedHexes(Protocol):
    """A world whose hexes have names."""

    @property
    def hex_names(self) -> Mapping[str, str]: ...  # by number


def hex_name(w: NamedHexes, number: str) -> str:
    """Return what a hex is called: its place, or "2 hexes east of St. Vith"; its number if it has no name."""
    return w.hex_names.get(number, number)


def hex_text(w: NamedHexes, number: str) -> str:
    """Return the name of a hex with its number behind it: "St. Vith (1408)".

    The page shows the number only on hover.
    """
    name = hex_name(w, number)
    return name if name == number else f"{name} ({number})"


def at_hex(w: NamedHexes, number: str) -> str:
    """Return where something is: "at St. Vith (1408)", "2 hexes east of St. Vith (1410)", "in 1410"."""
    name, text = hex_name(w, number), hex_text(w, number)
    if name == number:
        return f"in {number}"
    return text if RELATIVE.match(name) else f"at {text}"


def hex_texts(w: NamedHexes, numbers: Iterable[str], last: str = "and") -> str:
    """Return several hexes in a sentence: "Spa (908) and Malmedy (1008)"."""
    return listed([hex_text(w, number) for number in numbers], last)


def between(w: NamedHexes, hexside: str) -> str:
    """Return what a hexside is called: "between Huy (508) and 1 hex north of Huy (509)", from "508/509"."""
    a, b = hexside.split("/")
    return f"between {hex_text(w, a)} and {hex_text(w, b)}"


def from_to(w: NamedHexes, path: Sequence[str]) -> str:
    """Return where a way begins and ends: "from Spa (908) to Malmedy (1008)"; one hex: "at Spa (908)"."""
    if len(path) == 1:
        return at_hex(w, path[0])
    return f"from {hex_text(w, path[0])} to {hex_text(w, path[-1])}"


def names_on_grid(grid: Grid, places: Mapping[int, str]) -> dict[str, str]:
    """Return the names of the hexes of a grid by their numbers; `places` has the cells with a place."""
    axial = {cell: grid.axial(cell) for cell in grid.cells}
    on_map = {cell: place for cell, place in places.items() if cell in axial}
    names = name_hexes(axial, on_map, grid.compass[0])
    return {grid.label(cell): name for cell, name in names.items()}


def name_hexes(
    axial: Mapping[int, tuple[int, int]], places: Mapping[int, str], rows_grow: str
) -> dict[int, str]:
    """Return a different name for every hex: its place, or its distance and direction from a place.

    The nearest hexes of all places are named first, and of those as far away the ones that lie straightest in
    their direction. On a map without places no hex has a name.
    """
    names, used = dict(places), set(places.values())
    at = {where: cell for cell, where in axial.items()}
    radius = 0
    while places and len(names) < len(axial):
        radius += 1
        distance = counted(radius, "hex", "hexes")
        for _, wind, (across, along) in sorted(_ring(radius, ANGLES[rows_grow])):
            for place, name in places.items():
                q, r = axial[place]
                cell = at.get((q + across, r + along))
                words = f"{distance} {wind} of {name}"
                if cell is not None and cell not in names and words not in used:
                    names[cell] = words
                    used.add(words)
    return names


def _ring(radius: int, angles: tuple[int, int]) -> Iterator[tuple[float, str, tuple[int, int]]]:
    """Yield the steps to the hexes of a ring, each with its deviation from a compass direction and that
    direction.
    """
    along, across = map(math.radians, angles)
    for q in range(-radius, radius + 1):
        for r in range(max(-radius, -q - radius), min(radius, radius - q) + 1):
            if max(abs(q), abs(r), abs(q + r)) == radius:
                east = q * math.sin(across) + r * math.sin(along)
                north = q * math.cos(across) + r * math.cos(along)
                eighths = math.degrees(math.atan2(east, north)) / 45
                wind = round(eighths)
                yield round(abs(eighths - wind), 6), WINDS[wind % 8], (q, r)
