"""Show where units can go: alone, with stack or formation, in column; arrivals, set-up, and paths drawn by
hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.position import occupied, units_at
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement import reinforcements, stacking
from ardennes.games.wave_of_terror.rules.movement.moves import (
    EXIT_WORD,
    check_exit,
    check_halt,
    check_units,
    halted,
    set_out,
)
from ardennes.games.wave_of_terror.rules.movement.search import routes
from ardennes.games.wave_of_terror.rules.movement.step import Walk, explain, not_adjacent, walk_on
from ardennes.games.wave_of_terror.rules.movement.supply import AUTOMATIC, DRY, Wishes, thirsty
from ardennes.games.wave_of_terror.rules.sequence import setup
from ardennes.games.wave_of_terror.rules.special.aerial_supply import by_marker, written
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table.stage import COLUMN
from ardennes.games.wave_of_terror.words import WORDING
from ardennes.hexes import bits
from ardennes.kernel.contract import Refusal
from ardennes.kernel.table import no_route, own, put_there
from ardennes.kernel.wire import Route, Way
from ardennes.words import counted

STACK, FORMATION = "whole stack", "whole formation"
WITHOUT = "without aerial supply"


class Mode(NamedTuple):
    """A way to set out: the units that move together, and whether in column."""

    name: str
    units: tuple[int, ...]
    column: bool
    wishes: Wishes = AUTOMATIC  # what they draw on from the air, WOT-6.15


def reach(game: WaveOfTerror, view: WaveState, side: int, unit: str) -> list[Way]:
    """Return every hex that the unit may go to under the open decision, by mode."""
    w, index = game.world, own(game, view, side, unit)
    if index is None:
        return []
    frame = view.stack[-1]
    if isinstance(frame, f.SettingUp):
        return _placing(w, view, index)
    if not isinstance(frame, f.Moving):
        return []
    if view.where[index] == f.NOT_YET:
        return _entering(w, view, side, index)
    return [way for mode in modes(w, view, side, index) for way in _marching(w, view, mode)]


# On the march


def modes(w: World, s: WaveState, side: int, unit: int) -> list[Mode]:
    """Return the modes: the unit alone, with units of its parent, with its whole stack.

    Each also in column (WOT-9.17), without aerial supply, or with another marker than by default (WOT-6.15).
    """
    here = [u for u in units_at(w, s, s.where[unit]) if halted(w, s, u) is None]
    division = tuple(u for u in here if u == unit or (w.parent[u] == w.parent[unit] >= 0))
    groups = {"": (unit,), FORMATION: division, STACK: tuple(here)}
    if unit in s.kg:
        groups["KG Peiper"] = tuple(s.kg)
    result: list[Mode] = []
    listed: set[tuple[int, ...]] = set()
    for name, units in groups.items():
        if unit not in units or units in listed or check_units(w, s, side, units) is not None:
            continue
        listed.add(units)
        result.append(Mode(name, units, False))
        result.append(Mode(f"{name}, {COLUMN}" if name else COLUMN, units, True))
        fresh = [u for u in units if not s.marks[u] & f.MOVED]
        asked = thirsty(w, s, fresh)
        if asked:
            wished = [dict.fromkeys(asked, DRY), *by_marker(w, s, fresh)]
            result += [Mode(_aerial(w, name, wishes), units, False, wishes) for wishes in wished]
    return result


def _aerial(w: World, name: str, wishes: Wishes) -> str:
    """Return the name of a mode with these wishes about aerial supply."""
    cell = next(iter(wishes.values()))
    how = WITHOUT if cell == DRY else f"supplied from {w.place(cell)}"
    return f"{name}, {how}" if name else how


def _marching(w: World, s: WaveState, mode: Mode) -> list[Way]:
    result = routes(w, s, mode.units, mode.column, mode.wishes)
    ways = []
    for cell in result:
        path, left = result.path(cell), result.left(cell)
        if result.may_halt(cell):
            ways.append(_way(w, s, mode, path, left))
        if w.board.exit_stretch >> cell & 1 and result.may_exit(cell):
            ways.append(_way(w, s, mode, (*path, EXIT_WORD), left))
    return ways


def _way(w: World, s: WaveState, mode: Mode, path: tuple[str, ...], left: int) -> Way:
    order = o.Move(w.names(mode.units), path, mode.column, *written(w, mode.wishes))
    label = (
        "Leave the map and win the game"
        if path[-1] == EXIT_WORD
        else f"{counted(left, 'movement point')} left"
    )
    way = Way(path[-1], str(left), msgspec.to_builtins(order), mode.name, label, path=list(path))
    if mode.column:
        way.marks, way.sign = [COLUMN], "c"
    return way


# Arrivals and set-up


def _entering(w: World, s: WaveState, side: int, unit: int) -> list[Way]:
    """Return entries of the next stack of a file: the unit alone, or with as many of its formation as stack,
    WOT-8.3."""
    due = reinforcements.waiting(w, s, side)
    if unit not in due:
        return []
    area = w.board.entries[w.units[unit].entry] & ~occupied(w, s, 1 - side)
    alike = [u for u in due if w.parent[u] == w.parent[unit] and w.units[u].turn == w.units[unit].turn]
    ways = []
    for cell in bits(area):
        there = list(units_at(w, s, cell))
        together = [unit]
        for other in alike:
            if other != unit and not stacking.judge(w, [*together, other, *there]):
                together.append(other)
        for name, units in (("", [unit]), (FORMATION, sorted(together))):
            if name and len(units) == 1:
                continue
            for column in (False, True):
                order = o.Enter(w.names(units), w.grid.label(cell), column)
                if reinforcements.check_enter(w, s, side, order) is None:
                    mode = ", ".join(part for part in (name, COLUMN if column else "") if part)
                    ways.append(_into(w, s, order, mode))
    return ways


def _placing(w: World, s: WaveState, unit: int) -> list[Way]:
    """Return the set-up area of the unit, and of its stack, WOT-3.3."""
    side = w.side[unit]
    able = set(setup.starters(w, s, side))
    if unit not in able:
        return []
    here = s.where[unit]
    groups: dict[str, tuple[int, ...]] = {"": (unit,)}
    stack = tuple(u for u in units_at(w, s, here) if u in able) if here >= 0 else ()
    if len(stack) > 1:
        groups[STACK] = stack
    ways = []
    for name, units in groups.items():
        area = w.grid.mask
        for one in units:
            area &= setup.area(w, s, one)
        for cell in bits(area):
            if cell != here and setup.company_refusal(w, s, units, cell) is None:
                ways.append(_into(w, s, o.Place(w.names(units), w.grid.label(cell)), name))
    return ways


def _into(w: World, s: WaveState, order: o.Enter | o.Place, mode: str) -> Way:
    return put_there(order.hex, order, WORDING.label(w, s, order), mode)


# Paths drawn by hand


def route(game: WaveOfTerror, view: WaveState, side: int, unit: str, path: Sequence[str], mode: str) -> Route:
    """Check the drawn path step by step: how far it is legal, its order, or the refusal."""
    w, index = game.world, own(game, view, side, unit)
    wrong = next((step for step in path if step != EXIT_WORD and w.grid.find(step) is None), None)
    if index is None:
        return no_route(Refusal("WOT-9.1", "You cannot move this unit now."))
    if wrong is not None or not path:
        facts = f"There is no hex {wrong!r}." if wrong else "The move has no hex to go to."
        return no_route(Refusal("WOT-9.1", facts))
    if isinstance(view.stack[-1], f.Moving) and view.where[index] >= 0:
        chosen = next((m for m in modes(w, view, side, index) if m.name == mode), Mode("", (index,), False))
        return _follow(w, view, side, chosen, tuple(path))
    # Only the last hex counts.
    ways = [way for way in reach(game, view, side, unit) if way.hex == path[-1] and way.mode == mode]
    if ways:
        return Route(list(path), ways, None)
    order = o.Place if isinstance(view.stack[-1], f.SettingUp) else o.Enter
    return no_route(game.check(view, side, order((unit,), path[-1])))


def _follow(w: World, s: WaveState, side: int, mode: Mode, path: tuple[str, ...]) -> Route:
    begun = set_out(w, s, side, mode.units, mode.column, mode.wishes)
    if isinstance(begun, Refusal):
        return no_route(begun)
    who, at = begun
    refusal: Refusal | None = None
    gone = 0
    for step in path:
        if step == EXIT_WORD:
            refusal = check_exit(who, at)
        else:
            to = w.grid.at(step)
            way = w.ground.way_to[at.cell].get(to)
            on: Walk | int | None = None if way is None else walk_on(who, at, way)
            if isinstance(on, Walk):
                at = on
            else:
                refusal = not_adjacent(w, at.cell, to) if on is None else explain(who, at, to, on)
        if refusal is not None:
            break
        gone += 1
    if refusal is None and path[-1] != EXIT_WORD:
        refusal = check_halt(who, at.cell)
    ways = [_way(w, s, mode, path, at.left)] if refusal is None else []
    return Route(list(path[:gone]), ways, refusal)
