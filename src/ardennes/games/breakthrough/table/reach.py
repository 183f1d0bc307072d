"""Where a unit of Breakthrough may go, as a client is told: every hex with its order; ways drawn by hand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules import orders as o
from ardennes.games.breakthrough.rules import placing
from ardennes.games.breakthrough.rules.movement import Walk, explain, not_adjacent, walk_on, walker
from ardennes.games.breakthrough.rules.moves import may_move, routes, setting_out
from ardennes.games.breakthrough.rules.position import ZONE, enemies_by_hex
from ardennes.games.breakthrough.rules.sequence import OPERATIONS
from ardennes.games.breakthrough.rules.state import SETTING_UP, BreakthroughState
from ardennes.games.breakthrough.schema.terms import NORMAL
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.words import WORDING
from ardennes.kernel.contract import Refusal
from ardennes.kernel.table import Plain, plain_refusal, put_there
from ardennes.words import counted

TIED = "from enemy zone to enemy zone: its points are gone"


def own(w: World, s: BreakthroughState, side: int, unit: str) -> int | None:
    """The unit, when it is one's own, on the map, and one's own to give orders to."""
    index = w.by_id.get(unit)
    if index is None or s.acting != side or w.side[index] != side or s.where[index] < 0:
        return None
    return index


def reach(game: Breakthrough, view: BreakthroughState, side: int, unit: str) -> list[Plain]:
    """Every hex the unit may move to, by the way that leaves it the most points."""
    w, index = game.world, own(game.world, view, side, unit)
    if index is not None and view.phase == SETTING_UP:
        return [_put(w, view, index, cell) for cell in placing.places(w, view, index)]
    if index is None or view.phase not in OPERATIONS:
        return []
    found = routes(w, view, index)
    return [_way(w, view, index, found.cells(cell), found.left(cell)) for cell in found]


def route(
    game: Breakthrough, view: BreakthroughState, side: int, unit: str, path: Sequence[str], mode: str
) -> Plain:
    """The drawn way judged step by step: how far it goes, the order that goes it all, or the refusal."""
    w, index = game.world, own(game.world, view, side, unit)
    found: Plain = {"path": [], "ways": [], "refusal": None}
    cells = [cell for step in path if (cell := w.grid.find(step)) is not None]
    if index is not None and view.phase == SETTING_UP and len(cells) == len(path) > 0:
        refused = placing.refuse(w, view, index, cells[-1])
        found["refusal"] = plain_refusal(refused)
        if refused is None:
            found["path"], found["ways"] = [path[-1]], [_put(w, view, index, cells[-1])]
        return found
    refusal = _no_route(w, view, index, path, len(cells))
    if refusal is not None or index is None:
        found["refusal"] = plain_refusal(refusal)
        return found
    who, at = walker(w, view, index), setting_out(view, index)
    for gone, to in enumerate(cells):
        way = w.ground.way_to[at.cell].get(to)
        on: Walk | int | Refusal = not_adjacent(w, at.cell, to) if way is None else walk_on(who, at, way)
        if not isinstance(on, Walk):
            found["path"] = list(path[:gone])
            refusal = explain(who, at, to, on) if isinstance(on, int) else on
            found["refusal"] = plain_refusal(refusal)
            return found
        at = on
    found["path"] = list(path)
    found["ways"] = [_way(w, view, index, cells, at.points)]
    return found


def _no_route(
    w: World, s: BreakthroughState, unit: int | None, path: Sequence[str], known: int
) -> Refusal | None:
    if unit is None or s.phase not in OPERATIONS:
        return Refusal("BTA-2.3", "This unit is not yours to move now.", "Wait for your operation phase.")
    if not path:
        return Refusal("BTA-7.3", "A move needs at least one step.", "Draw on to a neighbouring hex.")
    if known < len(path):
        wrong = next(step for step in path if w.grid.find(step) is None)
        return Refusal("BTA-MAP-1", f"There is no hex {wrong!r}.")
    return may_move(w, s, unit)


def _put(w: World, s: BreakthroughState, unit: int, cell: int) -> Plain:
    order = o.Place(w.units[unit].id, w.grid.label(cell))
    return put_there(order.hex, order, WORDING.label(w, s, order))


def _way(w: World, s: BreakthroughState, unit: int, cells: Sequence[int], left: int) -> Plain:
    met = enemies_by_hex(w, s, w.side[unit])
    before = cells[-2] if len(cells) > 1 else s.where[unit]
    tied = bool(met[before] & met[cells[-1]] & ZONE) and not left and s.mode[unit] == NORMAL
    path = tuple(w.grid.label(cell) for cell in cells)
    spent = s.points[unit] - left
    return {
        "hex": path[-1],
        "left": str(left),
        "order": msgspec.to_builtins(o.Move(w.units[unit].id, path)),
        "marks": ["tied"] if tied else [],
        "sign": "z" if tied else "",
        "mode": "",
        "ask": False,
        "label": TIED if tied else f"for {counted(spent, 'point')}",
        "path": list(path),
    }
