"""Report where the atlas and the rulebook's pins disagree."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from ardennes.atlas import geodata
from ardennes.atlas.geography import Geography
from ardennes.atlas.pins import Pins, Side
from ardennes.atlas.spec import MapSpec
from ardennes.atlas.tables import MapTables


def differences(spec: MapSpec, land: Geography, pins: Pins, tables: MapTables) -> list[str]:
    """Return one line per subject: how much agrees, and what only one of the two has."""
    lines = []
    for layer in spec.layers:
        if layer.ground == "built":
            continue  # the atlas has no town areas to compare with
        shown = {cell for cell, share in land.shares[layer.name].items() if share >= layer.share}
        pinned = {spec.grid.at(row.hex) for row in tables.hexes if layer.name in row.terrain.split("_")}
        lines.append(_compared(f"{layer.name} hexes", _hexes(spec, pinned), _hexes(spec, shown)))
    held = {spec.grid.at(row.hex) for row in tables.hexes if row.side == "german"}
    behind = {cell for cell, share in land.german.items() if share >= 0.5}
    lines.append(_compared("German hexes", _hexes(spec, held), _hexes(spec, behind)))
    for river in spec.rivers:
        mapped = {(row.hex_a, row.hex_b) for row in tables.sides if row.river == river}
        result = {side for side, name in land.rivers.items() if name == river}
        lines.append(_compared(f"{river} hexsides", _rows(mapped), _sides(spec, result)))
    roads = {(row.hex_a, row.hex_b) for row in tables.sides if row.road != "no"}
    lines.append(_compared("road hexsides", _rows(roads), _sides(spec, land.roads)))
    lines.append(_places(spec, pins))
    return lines


def _compared(what: str, mapped: set[str], atlas: set[str]) -> str:
    both = len(mapped & atlas)
    text = f"{what}: {len(mapped)} on the map, {len(atlas)} by the atlas, {both} the same"
    for title, only in (("only on the map", mapped - atlas), ("only by the atlas", atlas - mapped)):
        if only:
            text += f"; {title}: {' '.join(sorted(only, key=lambda label: (len(label), label)))}"
    return text


def _hexes(spec: MapSpec, cells: Iterable[int]) -> set[str]:
    return {spec.grid.label(cell) for cell in cells}


def _rows(sides: Iterable[tuple[str, str]]) -> set[str]:
    return {"/".join(sorted(side, key=lambda label: (len(label), label))) for side in sides}


def _sides(spec: MapSpec, sides: Iterable[Side]) -> set[str]:
    return _rows((spec.grid.label(a), spec.grid.label(b)) for a, b in sides)


def _places(spec: MapSpec, pins: Pins) -> str:
    """Report how far each pinned place is from the center of its hex, and which are in another hex."""
    far = []
    known = 0
    for pin in pins.places:
        place = geodata.place(pin.label) or geodata.place(pin.name)
        if place is None:
            continue
        known += 1
        spot = spec.fit.plane(place.lon, place.lat)
        x, y = spec.plane.centres[pin.cell]
        cell = spec.plane.hex_at(spot)
        if cell != pin.cell:
            there = spec.grid.label(cell) if cell is not None else "off the map"
            far.append(
                (hypot(spot[0] - x, spot[1] - y), f"{pin.name} {spec.grid.label(pin.cell)} (atlas {there})")
            )
    text = f"places: {len(pins.places)} on the map, {known} found in the atlas, "
    text += f"{known - len(far)} in the same hex"
    return text + ("; moved: " + ", ".join(name for _, name in sorted(far, reverse=True)) if far else "")
