"""Show a unit's reach: every hex with its order, paths drawn by hand, and a free set-up as orders to save."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model import orders as o
from ardennes.games.breakthrough.rules.model.position import ZONE, enemies_by_hex, on_map, place
from ardennes.games.breakthrough.rules.model.state import SETTING_UP, BreakthroughState
from ardennes.games.breakthrough.rules.movement.moves import may_move, routes, walk
from ardennes.games.breakthrough.rules.sequence import setup
from ardennes.games.breakthrough.rules.sequence.phases import OPERATIONS
from ardennes.games.breakthrough.schema.terms import NORMAL
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.words import WORDING
from ardennes.kernel.contract import Refusal
from ardennes.kernel.table import Plain, no_route, own, put_there
from ardennes.kernel.wire import Route, Way
from ardennes.words import counted

TIED = "from enemy zone to enemy zone: uses all points"


def here(game: Breakthrough, view: BreakthroughState, side: int, unit: str) -> int | None:
    """Return the unit if it is on the map and belongs to the side, else None."""
    index = own(game, view, side, unit)
    return index if index is not None and view.where[index] >= 0 else None


def reach(game: Breakthrough, view: BreakthroughState, side: int, unit: str) -> list[Way]:
    """Return every hex the unit may move to, by the route that leaves it the most points."""
    w, index = game.world, here(game, view, side, unit)
    if index is not None and view.phase == SETTING_UP:
        return [_put(w, view, index, cell) for cell in setup.places(w, view, index)]
    if index is None or view.phase not in OPERATIONS:
        return []
    result = routes(w, view, index)
    return [_way(w, view, index, result.cells(cell), result.left(cell)) for cell in result]


def route(
    game: Breakthrough, view: BreakthroughState, side: int, unit: str, path: Sequence[str], mode: str
) -> Route:
    """Check the drawn path step by step: how far it is legal, its order, or the refusal."""
    w, index = game.world, here(game, view, side, unit)
    cells = [cell for step in path if (cell := w.grid.find(step)) is not None]
    if index is not None and view.phase == SETTING_UP and len(cells) == len(path) > 0:
        if refused := setup.refuse(w, view, index, cells[-1]):
            return no_route(refused)
        return Route([path[-1]], [_put(w, view, index, cells[-1])], None)
    refusal = _wrong(w, view, index, path, len(cells))
    if refusal is not None or index is None:
        return no_route(refusal)
    walked = walk(w, view, index, cells)
    ways = [_way(w, view, index, cells, walked.at.points)] if walked.refusal is None else []
    return Route(list(path[: walked.steps]), ways, walked.refusal)


def _wrong(
    w: World, s: BreakthroughState, unit: int | None, path: Sequence[str], known: int
) -> Refusal | None:
    if unit is None or s.phase not in OPERATIONS:
        return Refusal("BTA-2.3", "You cannot move this unit now.", "Wait for your operation phase.")
    if not path:
        return Refusal("BTA-7.3", "The move has no steps.", "Draw the path to a neighbouring hex.")
    if known < len(path):
        wrong = next(step for step in path if w.grid.find(step) is None)
        return Refusal("BTA-MAP-1", f"There is no hex {wrong!r}.")
    return may_move(w, s, unit)


def _put(w: World, s: BreakthroughState, unit: int, cell: int) -> Way:
    order = o.Place(w.units[unit].id, w.grid.label(cell))
    return put_there(order.hex, order, WORDING.label(w, s, order))


def _way(w: World, s: BreakthroughState, unit: int, cells: Sequence[int], left: int) -> Way:
    met = enemies_by_hex(w, s, w.side[unit])
    before = cells[-2] if len(cells) > 1 else s.where[unit]
    tied = bool(met[before] & met[cells[-1]] & ZONE) and not left and s.mode[unit] == NORMAL
    path = tuple(w.grid.label(cell) for cell in cells)
    spent = s.points[unit] - left
    return Way(
        path[-1],
        left=str(left),
        order=msgspec.to_builtins(o.Move(w.units[unit].id, path)),
        mode="",
        label=TIED if tied else f"costs {counted(spent, 'point')}",
        marks=["tied"] if tied else [],
        sign="z" if tied else "",
        path=list(path),
    )


def placed(w: World, s: BreakthroughState, side: int) -> list[Plain]:
    """Return the orders that turn the line of 21 December into this set-up without overfilling a hex.

    A unit in the way of another one steps aside for a while.
    """
    trial = s.clone()
    wanted = {unit: s.where[unit] for unit in on_map(w, s, side)}
    for unit in wanted:
        place(w, trial, unit, setup.listed(w, unit))
    result: list[o.Place] = []

    def put(unit: int, cell: int) -> None:
        result.append(o.Place(w.units[unit].id, w.grid.label(cell)))
        place(w, trial, unit, cell)

    while left := [unit for unit, cell in wanted.items() if trial.where[unit] != cell]:
        ready = [unit for unit in left if setup.refuse(w, trial, unit, wanted[unit]) is None]
        for unit in ready[:1]:
            put(unit, wanted[unit])
        if not ready:
            put(left[0], setup.places(w, trial, left[0])[0])
    return [msgspec.to_builtins(order) for order in result]
