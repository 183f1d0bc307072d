"""Plan the marches of a movement phase: groups, goals, columns and reinforcements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ardennes.games.wave_of_terror.rules.model.orders import Enter, Move
from ardennes.games.wave_of_terror.rules.model.position import NEAR, occupied
from ardennes.games.wave_of_terror.rules.model.state import IN_COLUMN, MOVED, NOT_YET, WaveState
from ardennes.games.wave_of_terror.rules.movement.moves import EXIT_WORD
from ardennes.games.wave_of_terror.rules.movement.reinforcements import ahead_of, check_enter
from ardennes.games.wave_of_terror.rules.movement.search import Routes, routes
from ardennes.games.wave_of_terror.rules.movement.stacking import judge
from ardennes.games.wave_of_terror.schema.terms import CLEAR_SKIES, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.players.toolkit.fields import FAR
from ardennes.players.wave_of_terror.ground import Field, kind_of
from ardennes.players.wave_of_terror.look import Look

# Units, a hex, the movement points from it to the goal -> a score; the lowest is best.
Score = Callable[[Sequence[int], int, int], float]
ENTRIES_TRIED = 8


class Want(NamedTuple):
    """Hexes that a unit should reach, and why."""

    goals: int
    why: str
    firm: bool = False  # ignores danger
    entry: int = -1  # the planned entry hex of a reinforcement


class Task(NamedTuple):
    """Units that move together to a goal."""

    units: tuple[int, ...]
    want: Want


def tasks_of(look: Look, wants: Mapping[int, Want]) -> list[Task]:
    """Return the tasks in their order, the nearest to its goal first.

    Units of one hex with the same goal and pace move together.
    """
    w, s = look.w, look.s
    groups: dict[tuple[int, int, int, int, int], list[int]] = {}
    for unit, want in wants.items():
        cell = s.where[unit]
        groups.setdefault((cell, want.goals, *_pace(w, s, unit)), []).append(unit)
    tasks = []
    for units in groups.values():
        for part in _stacks(w, units):
            tasks.append(Task(part, wants[part[0]]))
    return sorted(tasks, key=lambda task: _turn(look, task))


def _pace(w: World, s: WaveState, unit: int) -> tuple[int, int, int]:
    """Return a key; units with the same key move together.

    KG Peiper moves together, artillery by itself, and reinforcements by parent.
    """
    if unit in s.kg:
        return -2, 0, 0
    if w.artillery[unit]:
        return -1, unit, 0
    if s.where[unit] < 0:
        return 0, w.parent[unit], 0
    return 1, w.movement[unit], kind_of(w, unit)


def _turn(look: Look, task: Task) -> tuple[bool, int, int]:
    """Return the sort key of a task: units on the map first, then reinforcements, each nearest first."""
    unit = task.units[0]
    cell = look.s.where[unit]
    if cell < 0:
        return True, 0, unit
    if task.want.goals >> cell & 1:
        return False, 0, unit
    goals = task.want.goals
    if not goals & goals - 1:
        return False, look.w.grid.distance(cell, goals.bit_length() - 1), unit
    return False, look.marches.for_unit(goals, unit, cell)[cell], unit


def _stacks(w: World, units: Sequence[int]) -> list[tuple[int, ...]]:
    """Split the units into groups that may share a hex."""
    parts: list[list[int]] = []
    for unit in units:
        if parts and not judge(w, [*parts[-1], unit]):
            parts[-1].append(unit)
        else:
            parts.append([unit])
    return [tuple(part) for part in parts]


class Step(NamedTuple):
    """The result of a task: an order, or None if the units stay; and further tasks."""

    order: Move | Enter | None
    more: tuple[Task, ...] = ()


def only_march(units: Sequence[int], cell: int, field: int) -> float:
    """Return the score of a hex for units that ignore danger."""
    return float(field)


def carry_out(look: Look, s: WaveState, task: Task, score: Score) -> Step:
    """Return the task's order in the current position."""
    if s.where[task.units[0]] == NOT_YET:
        return _come_in(look, s, task)
    if task.want.goals & ~look.w.board.exit_stretch & 1 << s.where[task.units[0]]:
        return Step(None)  # already there
    field = _field(look, s, task)
    result = _best(look, s, task.units, field, only_march if task.want.firm else score)
    if result is None:
        stuck = len(task.units) > 1 and not set(task.units) & set(s.kg) and field[s.where[task.units[0]]] > 0
        return Step(None, tuple(Task((unit,), task.want) for unit in task.units) if stuck else ())
    return Step(result)


def _field(look: Look, s: WaveState, task: Task) -> Field:
    """Return the movement costs of the unit that terrain hinders most."""
    unit = max(task.units, key=lambda u: kind_of(look.w, u))
    return look.marches.for_unit(task.want.goals, unit, s.where[unit])


def _best(look: Look, s: WaveState, units: tuple[int, ...], field: Field, score: Score) -> Move | None:
    w, here = look.w, s.where[units[0]]
    best, best_score, way, columned = here, score(units, here, field[here]), None, False
    for column in _modes(look, s, units):
        result = routes(w, s, units, column)
        if w.side[units[0]] == GERMAN:
            out = _exit(w, s, units, result, column)
            if out is not None:
                return out
        for cell in result:
            value = score(units, cell, field[cell])
            if value < best_score and (not s.kg or result.may_halt(cell)):
                best, best_score, way, columned = cell, value, result, column
    if way is None:
        return None
    return Move(w.names(units), way.path(best), columned)


def _modes(look: Look, s: WaveState, units: Sequence[int]) -> list[bool]:
    """Return the ways to move: without column, and in column if the rules may allow it, WOT-9.17."""
    marks = s.marks[units[0]]
    if marks & MOVED:
        return [bool(marks & IN_COLUMN)]
    w, here = look.w, s.where[units[0]]
    german = w.side[units[0]] == GERMAN
    able = (
        s.variant.full
        and not (s.turn == 1 and s.couplet == 1)
        and not (german and s.weather == CLEAR_SKIES)
        and w.board.road >> here & 1
        and not look.met[here] & NEAR
    )
    return [False, True] if able else [False]


def _exit(w: World, s: WaveState, units: tuple[int, ...], ways: Routes, column: bool) -> Move | None:
    """Return a move off the map, which wins the game, or None, WOT-4.3."""
    for cell in bits(w.board.exit_stretch & w.board.edge_roads):
        if (cell in ways or cell == s.where[units[0]]) and ways.may_exit(cell):
            path = ways.path(cell) if cell in ways else ()
            return Move(w.names(units), (*path, EXIT_WORD), column)
    return None


def _come_in(look: Look, s: WaveState, task: Task) -> Step:
    """Bring in the next stack of reinforcements by the hex nearest to its goal, WOT-8.3."""
    w, units = look.w, task.units
    field = _field(look, s, task)
    free = w.board.entries[w.units[units[0]].entry] & ~occupied(w, s, 1 - look.side)
    roads = w.board.edge_roads & ~s.interdicted

    def cost(cell: int) -> int:
        return field[cell] + ahead_of(s, cell) + (1 if roads >> cell & 1 else w.ground.cost[cell])

    nearest = sorted(bits(free), key=lambda c: (cost(c), c))
    fixed = [task.want.entry] if task.want.entry >= 0 else []
    fixed += [hex_ for parent, _, hex_ in s.entry_hex if parent == w.parent[units[0]]]
    fixed += [hex_ for parent, hex_ in s.entered_now if parent == w.parent[units[0]]]
    names = w.names(units)
    for cell in [*fixed, *nearest[:ENTRIES_TRIED]]:
        if field[cell] >= FAR and cell not in fixed:
            continue
        for column in (True, False):
            order = Enter(names, w.grid.label(cell), column)
            if (not column or _far_to_go(s, field, cell)) and check_enter(w, s, look.side, order) is None:
                return Step(order, (task,))
    if len(units) > 1:
        return Step(None, tuple(Task((unit,), task.want) for unit in units))
    return Step(None)


def _far_to_go(s: WaveState, field: Field, cell: int) -> bool:
    return s.variant.full and field[cell] > 0
