"""What a side may not know is gone from its view (OPS-SPOT, OPS-SIM-8, OPS-BRDG-1).

The view is a state of the same kind. Own units, the own sheet, the own map of held ground, bridges and places
as believed, and reports without the umpire's unit numbers: nothing else is left. `COVERED` says what
becomes of every field of the state, so that a new field cannot be forgotten.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ardennes.games.playsheet.rules.model import state
from ardennes.games.playsheet.rules.model.orders import Defend, Rest
from ardennes.games.playsheet.rules.model.state import PlaysheetState, SupplyOrder
from ardennes.games.playsheet.rules.orders.ground import dump_known
from ardennes.games.playsheet.rules.orders.routes import believed_blown
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN
from ardennes.games.playsheet.schema.world import World

KNOWN, OF_UNITS, OF_SQUADRONS, OF_SIDE, OWN_SIGHT, UMPIRES = (
    "known to all", "own units only", "own squadrons only", "own side only", "as believed", "the umpire's",
)  # fmt: skip

COVERED: dict[str, tuple[str, ...]] = {
    KNOWN: ("readings", "last_turn", "turn", "weather", "sealed", "over", "winner", "points"),
    OF_UNITS: (
        "where", "began", "status", "sp", "marks", "used", "prepared", "division", "joining", "sheet",
        "last_sheet",
    ),
    OF_SQUADRONS: ("flights", "last_flights", "squadrons"),
    OF_SIDE: (
        "supply_order", "allied_thinks_blown", "german_thinks_blown", "allied_ground", "german_ground",
        "allied_thinks_german", "german_thinks_german", "bonus", "exited",  # the last two are German
    ),
    OWN_SIGHT: ("blown", "reports", "places", "dumps"),
    # How many dice fell tells of battles nobody saw, OPS-SPOT-7; that it was seen by somebody unseen is no
    # news to a unit; what fighting taught is in the reports.
    UMPIRES: ("rolls", "reported", "fought"),
}  # fmt: skip


def view(w: World, s: PlaysheetState, side: int | None) -> PlaysheetState:
    """What a side may know (None: a bystander); after the end everybody may know everything."""
    if s.over:
        return s.clone()
    seen = s.clone()
    for enemy in (ALLIED, GERMAN):
        if enemy != side:
            for name, run, mask in _masks(w, enemy):
                getattr(seen, name)[run] = mask
            seen.supply_order[enemy] = SupplyOrder()
    seen.rolls = 0
    seen.reported = [0] * len(seen.reported)
    seen.fought = []
    if side != ALLIED:
        seen.allied_ground = seen.allied_thinks_german = 0
        seen.allied_thinks_blown = w.start_blown
    if side != GERMAN:
        seen.german_ground = seen.german_thinks_german = seen.bonus = seen.exited = 0
        seen.german_thinks_blown = w.start_blown
    seen.blown = w.start_blown if side is None else believed_blown(s, side)
    seen.places = _places(s, side)
    seen.dumps = [
        state.UNKNOWN if side is None else dump_known(w, s, side, dump) for dump in range(len(s.dumps))
    ]
    seen.reports = [msgspec.structs.replace(r, unit=-1) for r in s.reports if r.to == side]
    return seen


@functools.lru_cache(maxsize=64)
def _masks(w: World, enemy: int) -> tuple[tuple[str, slice, list[Any]], ...]:
    """What stands in place of a side's columns in the view of others: only the order of battle, which both
    sides have read. Units of a side mostly lie together, so the columns are covered run by run."""
    of_units: dict[str, Callable[[int], Any]] = {
        "where": lambda unit: state.HIDDEN,
        "began": lambda unit: state.HIDDEN,
        "status": lambda unit: w.units[unit].status,
        "sp": lambda unit: 0,
        "marks": lambda unit: 0,
        "used": lambda unit: 0,
        "prepared": lambda unit: state.NOTHING,
        "division": lambda unit: w.units[unit].formation,
        "joining": lambda unit: "",
        "sheet": lambda unit: None,
        "last_sheet": lambda unit: None,
    }
    of_squadrons: dict[str, Callable[[int], Any]] = {
        "squadrons": lambda squadron: state.SECRET,
        "flights": lambda squadron: None,
        "last_flights": lambda squadron: None,
    }
    return tuple(
        (name, slice(run[0], run[-1] + 1), [mask(index) for index in run])
        for columns, indices in ((of_units, w.of_side[enemy]), (of_squadrons, w.squadrons_of[enemy]))
        for name, mask in columns.items()
        for run in _runs(indices)
    )


def _runs(indices: Sequence[int]) -> list[list[int]]:
    """Whole numbers in order, cut where one is missing."""
    result: list[list[int]] = []
    for index in indices:
        if result and result[-1][-1] == index - 1:
            result[-1].append(index)
        else:
            result.append([index])
    return result


def _places(s: PlaysheetState, side: int | None) -> list[int]:
    """Who holds the places, as the side believes: its own entries and the reports it had."""
    german = 0 if side is None else s.german_thinks_german if side == GERMAN else s.allied_thinks_german
    return [GERMAN if german >> place & 1 else ALLIED for place in range(len(s.places))]


# Twins: states that a side cannot tell from this one


def hidden_twins(w: World, s: PlaysheetState, side: int) -> Sequence[PlaysheetState]:
    """States that differ from this one only in what the side may not know."""
    if s.over:
        return ()
    return [twin for change in _CHANGES if (twin := change(w, s, side)) is not None]


def _some(w: World, s: PlaysheetState, side: int) -> list[int]:
    """The enemy's units, beginning with another one each time somebody asks at another moment."""
    units = w.of_side[1 - side]
    first = (31 * s.turn + sum(order is not None for order in s.sheet)) % len(units)
    return [*units[first:], *units[:first]]


def _unit_elsewhere(w: World, s: PlaysheetState, side: int) -> PlaysheetState | None:
    """An enemy unit stands somewhere else, with another strength."""
    held = {cell for cell in s.where if cell >= 0}
    for unit in _some(w, s, side):
        free = [cell for cell in w.within(s.where[unit], 3) if cell not in held] if s.where[unit] >= 0 else []
        if free:
            twin = s.clone()
            twin.where[unit] = free[-1]
            twin.status[unit] += 1
            twin.sp[unit] = 0 if s.sp[unit] else 1
            twin.marks[unit] ^= state.DUG_IN
            return twin
    return None


def _unit_gone(w: World, s: PlaysheetState, side: int) -> PlaysheetState | None:
    """An enemy unit on the map is not there at all."""
    for unit in reversed(_some(w, s, side)):
        if s.where[unit] >= 0:
            twin = s.clone()
            twin.where[unit] = state.DEAD
            twin.began[unit] = -1
            twin.prepared[unit] = state.NOTHING
            twin.reported[unit] ^= 1
            twin.division[unit] = "elsewhere"
            return twin
    return None


def _other_sheet(w: World, s: PlaysheetState, side: int) -> PlaysheetState | None:
    """The enemy has written something else, and other things are on his mind."""
    twin = s.clone()
    for unit in _some(w, s, side):
        if s.where[unit] >= 0:
            name = w.units[unit].id
            twin.sheet[unit] = Rest(name) if isinstance(s.sheet[unit], Defend) else Defend(name)
            twin.last_sheet[unit] = Rest(name)
            twin.joining[unit] = "another"
            twin.used[unit] += 1
            twin.supply_order[1 - side] = SupplyOrder(first=(unit,))
            return twin
    return None


def _other_bridges(w: World, s: PlaysheetState, side: int) -> PlaysheetState | None:
    """A bridge is in truth the other way, and the enemy believes so."""
    twin = s.clone()
    twin.blown ^= 1
    if side == ALLIED:
        twin.german_thinks_blown ^= 1
        twin.german_ground ^= 1
        twin.bonus += 1
        twin.exited += 1
        twin.german_thinks_german ^= 1
    else:
        twin.allied_thinks_blown ^= 1
        twin.allied_ground ^= 1
        twin.allied_thinks_german ^= 1
    twin.places[0] = 1 - twin.places[0]
    twin.rolls += 3
    return twin


def _other_air(w: World, s: PlaysheetState, side: int) -> PlaysheetState | None:
    """Enemy squadrons are lost, and his reports are others."""
    twin = s.clone()
    for squadron in w.squadrons_of[1 - side][:2]:
        twin.squadrons[squadron] = state.LOST
        twin.flights[squadron] = None
    twin.reports = [report for report in s.reports if report.to == side]
    twin.fought = s.fought[1:]
    return twin


_CHANGES: tuple[Callable[[World, PlaysheetState, int], PlaysheetState | None], ...] = (
    _unit_elsewhere, _unit_gone, _other_sheet, _other_bridges, _other_air,
)  # fmt: skip
