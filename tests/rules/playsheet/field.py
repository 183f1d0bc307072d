"""A bare map for tests of the playsheet: clear terrain without rivers, with the
roads and units of the test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from ardennes.dice import ScriptedDice
from ardennes.games.playsheet.rules.model.orders import GroundOrder
from ardennes.games.playsheet.rules.model.state import NOT_YET, PlaysheetState
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.rules.sequence.setup import opening
from ardennes.games.playsheet.rules.tables.readings import Readings
from ardennes.games.playsheet.schema.map import Board, Pair, load_board, pair
from ardennes.games.playsheet.schema.terms import CLEAR
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Event


def column(number: int, first: int, last: int) -> str:
    """Return a road down a column as a route of labels."""
    step = 1 if last >= first else -1
    return " ".join(f"{number:02}{row:02}" for row in range(first, last + step, step))


def bare_board(roads: Sequence[str] = (), rivers: Sequence[str] = ()) -> Board:
    """The real grid, edges and objectives on clear ground; roads are routes, rivers hexsides 'a/b'."""
    board = load_board()
    return replace(
        board,
        terrain=(CLEAR,) * len(board.labels),
        roads=frozenset(_side(board, a, b) for road in roads for a, b in pairwise(road.split())),
        rivers={_side(board, *river.split("/")): "Our" for river in rivers},
        bridge_names={},
        down=frozenset(),
    )


def _side(board: Board, a: str, b: str) -> Pair:
    one, two = board.cells[a], board.cells[b]
    assert two in board.neighbours[one], f"{a} and {b} do not touch"
    return pair(one, two)


def bare_world(roads: Sequence[str] = (), rivers: Sequence[str] = ()) -> World:
    return World(board=bare_board(roads, rivers))


def placed(w: World, units: Mapping[str, str], turn: int = 0) -> PlaysheetState:
    """Put only these units on the map, each in its hex; all others have not arrived yet."""
    s = opening(w, Readings(), turns=24)
    s.turn, s.reports = turn, []
    for unit in range(len(w.units)):
        s.where[unit] = s.began[unit] = NOT_YET
    for name, label in units.items():
        s.where[w.by_id[name]] = s.began[w.by_id[name]] = w.cell_of(label)
    return s


def notebook(
    w: World, s: PlaysheetState, orders: Sequence[GroundOrder] = (), dice: Sequence[int] = ()
) -> Turn:
    """Return the umpire's notebook of a turn with these orders and these dice."""
    for order in orders:
        s.sheet[w.by_id[order.unit]] = order
    events: list[Event] = []
    return Turn(w, s, ScriptedDice(dice), events)


def told(turn: Turn, kind: type[Event]) -> list[Event]:
    return [event for event in turn.events if isinstance(event, kind)]
