"""The view of a side: the position without what it may not know (OPS-SPOT, OPS-SIM-8, OPS-BRDG-1).

The view is a state of the same type. It has the side's units, order sheet and held ground, bridges and places
as the side believes, and reports without the umpire's unit numbers. `COVERED` lists every field of the state,
so that a new field cannot be forgotten.
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
    # The number of dice would reveal unseen battles, OPS-SPOT-7. Reports hold what a side learned in fights.
    UMPIRES: ("rolls", "reported", "fought"),
}  # fmt: skip


def view(w: World, s: PlaysheetState, side: int | None) -> PlaysheetState:
    """Return what a side may know (None: a spectator); after the end that is everything."""
    if s.over:
        return s.clone()
    result = s.clone()
    for enemy in (ALLIED, GERMAN):
        if enemy != side:
            for name, run, mask in _masks(w, enemy):
                getattr(result, name)[run] = mask
            result.supply_order[enemy] = SupplyOrder()
    result.rolls = 0
    result.reported = [0] * len(result.reported)
    result.fought = []
    if side != ALLIED:
        result.allied_ground = result.allied_thinks_german = 0
        result.allied_thinks_blown = w.start_blown
    if side != GERMAN:
        result.german_ground = result.german_thinks_german = result.bonus = result.exited = 0
        result.german_thinks_blown = w.start_blown
    result.blown = w.start_blown if side is None else believed_blown(s, side)
    result.places = _places(s, side)
    result.dumps = [
        state.UNKNOWN if side is None else dump_known(w, s, side, dump) for dump in range(len(s.dumps))
    ]
    result.reports = [msgspec.structs.replace(r, unit=-1) for r in s.reports if r.to == side]
    return result


@functools.lru_cache(maxsize=64)
def _masks(w: World, enemy: int) -> tuple[tuple[str, slice, list[Any]], ...]:
    """Return the values that replace a side's columns in the view of others: only the order of battle.

    Both sides know the order of battle. Units of a side are mostly adjacent, so columns are replaced by runs.
    """
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
    """Split whole numbers in order into runs without gaps."""
    result: list[list[int]] = []
    for index in indices:
        if result and result[-1][-1] == index - 1:
            result[-1].append(index)
        else:
            result.append([index])
    return result


def _places(s: PlaysheetState, side: int | None) -> list[int]:
    """Return which side holds each place, as the side believes from its entries and reports."""
    german = 0 if side is None else s.german_thinks_german if side == GERMAN else s.allied_thinks_german
    return [GERMAN if german >> place & 1 else ALLIED for place in range(len(s.places))]


# Twins: states that a side cannot distinguish from this one


def hidden_twins(w: World, s: PlaysheetState, side: int) -> Sequence[PlaysheetState]:
    """Return states that differ from this one only in facts that the side may not know."""
    if s.over:
        return ()
    return [twin for change in _CHANGES if (twin := change(w, s, side)) is not None]


def _some(w: World, s: PlaysheetState, side: int) -> list[int]:
    """Return the enemy's units, beginning with a different one at different moments."""
    units = w.of_side[1 - side]
    first = (31 * s.turn + sum(order is not None for order in s.sheet)) % len(units)
    return [*units[first:], *units[:first]]


def _unit_elsewhere(w: World, s: PlaysheetState, side: int) -> PlaysheetState | None:
    """Move an enemy unit and change its strength."""
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
    """Remove an enemy unit from the map."""
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
    """Change the enemy's order sheet and plans."""
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
    """Change the true state of a bridge, and the enemy's belief."""
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
    """Lose enemy squadrons and change the enemy's reports."""
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
