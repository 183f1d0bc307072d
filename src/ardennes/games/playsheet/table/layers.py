"""Layers of the playsheet's map that can be switched on: how far guns reach, air zones, interdicted areas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ardennes.games.playsheet.rules import orders as o
from ardennes.games.playsheet.rules.state import IMMOBILISED, PlaysheetState
from ardennes.games.playsheet.schema.sheet import HEX_KM
from ardennes.games.playsheet.schema.terms import NO_GUN, Unit
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.words import squadrons
from ardennes.kernel.table import Area, Layer, Ring
from ardennes.words import counted

LAYERS: list[Layer] = [
    {"id": "rings", "label": "Guns", "key": "K"},
    {"id": "skies", "label": "Air zones", "key": "Y"},
    {"id": "areas", "label": "Interdicted", "key": "X"},
]


def rings(w: World, unit: Unit) -> list[Ring]:
    """How far a group's guns reach, OPS-ARTY-1: the effective range, and the long one where it has one."""
    if unit.gun == NO_GUN:
        return []
    found = w.sheet.ranges[unit.gun - 1]
    kinds = (("effective", found.effective), ("long", found.long))
    return [
        {"kind": kind, "hexes": km // HEX_KM, "words": f"{kind} range, {km} km"} for kind, km in kinds if km
    ]


def areas(w: World, s: PlaysheetState, side: int | None) -> list[Area]:
    """What a side interdicts this turn and interdicted last turn, and where it was caught itself, OPS-INT."""
    if side is None or s.over:
        return []
    return [
        *_fired(w, w.of_side[side], s.sheet, s.flights, w.squadrons_of[side], "now"),
        *_fired(w, w.of_side[side], s.last_sheet, s.last_flights, w.squadrons_of[side], "last"),
        *_caught(w, s, side),
    ]


def _fired(
    w: World,
    units: Iterable[int],
    sheet: Sequence[o.GroundOrder | None],
    flights: Sequence[o.AirOrder | None],
    flown: Iterable[int],
    when: str,
) -> Iterator[Area]:
    """Forces on the same area count together, OPS-INT-7: it is told once, with all of them."""
    guns: Counter[tuple[str, bool]] = Counter()
    planes: dict[tuple[str, bool], tuple[str, ...]] = {}
    for unit in units:
        match sheet[unit]:
            case (o.Interdict(anchor=anchor) | o.Suppress(anchor=anchor)) as order:
                guns[anchor, isinstance(order, o.Suppress)] += 1
    for mission in dict.fromkeys(flights[squadron] for squadron in flown):
        match mission:
            case o.AirInterdict(anchor=anchor) | o.AirSuppress(anchor=anchor):
                key = anchor, isinstance(mission, o.AirSuppress)
                planes[key] = (*planes.get(key, ()), *mission.squadrons)
    for key in sorted({*guns, *planes}):
        by = [counted(guns[key], "gun group")] if guns[key] else []
        if key in planes:
            by.append(squadrons(planes[key]))
        what = "flak suppressed" if key[1] else "interdicted"
        time = "this turn" if when == "now" else "last turn"
        hexes = [w.label(cell) for cell in w.area(w.cell_of(key[0]))]
        yield {"hexes": hexes, "when": when, "words": f"{what} {time} by {', '.join(by)}"}


def _caught(w: World, s: PlaysheetState, side: int) -> Iterator[Area]:
    """Units stopped by interdiction last turn: the enemy fired there, OPS-INT-8."""
    hurt = [u for u in w.of_side[side] if s.where[u] >= 0 and s.marks[u] & IMMOBILISED]
    for cell in sorted({s.where[unit] for unit in hurt}):
        names = ", ".join(w.units[u].id for u in hurt if s.where[u] == cell)
        yield {"hexes": [w.label(cell)], "when": "caught", "words": f"{names} caught here last turn"}
