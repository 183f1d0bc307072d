"""A wide board to measure the table on: 2,400 hexes, 650 counters, two sides that move in turn.

It is not worth playing, but complete: orders are checked and carried out, and its reach is the kernel's,
through zones of control. Only the benchmarks use it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar

import msgspec

from ardennes.dice import Dice
from ardennes.hexes import OFF_MAP, Grid, bits, board_of, make_grid
from ardennes.kernel.contract import (
    Chance,
    Decision,
    Event,
    Options,
    OptionSpec,
    Order,
    Refusal,
    Result,
    Scenario,
    State,
)
from ardennes.kernel.offers import Branch, Offer
from ardennes.kernel.reach import Reach, reach

SIDES = ("german", "allied")
COLUMNS, ROWS, COUNTERS, TURNS, STACK = 60, 40, 650, 30, 3
SEED = 16121944
RULE = "WIDE-1"


class Move(Order, frozen=True, tag="move"):
    unit: str
    path: tuple[str, ...]


class End(Order, frozen=True, tag="end"):
    """End the movement."""


class Moved(Event, frozen=True, tag="moved"):
    unit: str
    path: tuple[str, ...]  # including the hex it started from


class Ended(Event, frozen=True, tag="ended"):
    turn: int
    side: int


AnyOrder = Move | End
AnyEvent = Moved | Ended


class Field(State):
    """Unit positions, who has moved, and whose turn it is."""

    rolls: int
    turn: int
    side: int
    at: list[int]
    moved: list[int]


class Ground:
    """The map and the counters: the same in every run."""

    def __init__(self) -> None:
        hexes = [(column, row) for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
        self.grid: Grid = make_grid(hexes, pushed="even", label=lambda c, r: f"{c:02}{r:02}")
        rng = Random(SEED)
        self.cost = {cell: rng.choice((1, 1, 1, 2, 2, 3)) for cell in self.grid.cells}
        self.units = [f"{'GA'[n % 2]}-{n:03}" for n in range(COUNTERS)]
        self.by_id = {unit: n for n, unit in enumerate(self.units)}
        self.factor = [rng.randint(1, 9) for _ in self.units]
        self.moves = [rng.randint(4, 14) for _ in self.units]
        self.start = self._deploy(rng)

    def _deploy(self, rng: Random) -> list[int]:
        """Place two fronts along the middle, dense behind it."""
        held: dict[int, list[int]] = {}
        places = []
        for unit in range(COUNTERS):
            while True:
                back = min(25, int(abs(rng.gauss(0, 9))))
                column = COLUMNS // 2 + (1 + back if unit % 2 == 0 else -back)
                cell = self.grid.at(f"{column:02}{rng.randint(1, ROWS):02}")
                stack = held.setdefault(cell, [])
                if len(stack) < STACK and all(other % 2 == unit % 2 for other in stack):
                    break
            stack.append(unit)
            places.append(cell)
        return places

    @cached_property
    def middle(self) -> int:
        """Return the hexes that are German at the start."""
        return board_of(c for c in self.grid.cells if self.grid.column[c] > COLUMNS // 2)


class Wide:
    """The rules of the wide board."""

    id = "wide"
    name = "A wide board"
    version = "1"
    sides = SIDES
    rule_prefix = "WIDE"
    scenarios: ClassVar[Sequence[Scenario]] = (Scenario("all", "Everybody", "All counters on the map."),)
    options: ClassVar[Sequence[OptionSpec]] = ()

    def __init__(self) -> None:
        self.ground = Ground()

    def start(self, scenario: str, options: Options, dice: Dice) -> Field:
        return Field(rolls=0, turn=1, side=0, at=self.ground.start[:], moved=[0] * COUNTERS)

    def to_move(self, state: Field) -> tuple[int, ...]:
        return (state.side,) if state.turn <= TURNS else ()

    def decisions(self, state: Field) -> tuple[Decision, ...]:
        return tuple(
            Decision(s, "move", "Move your units, then end the phase.", RULE) for s in self.to_move(state)
        )

    def zone(self, state: Field, side: int) -> int:
        """Return the hexes adjacent to a side's units."""
        grid = self.ground.grid
        return grid.ring(board_of(c for u, c in enumerate(state.at) if u % 2 == side)) & grid.mask

    def ways(self, state: Field, unit: int) -> Reach:
        """Return where a unit may go: not through the enemy, no further in its zone, not on a full stack."""
        ground, side = self.ground, unit % 2
        zone = self.zone(state, 1 - side)
        closed = board_of(c for u, c in enumerate(state.at) if u % 2 != side)

        def steps(cell: int, spent: int) -> list[tuple[int, int]]:
            if spent and zone >> cell & 1:
                return []
            near = ground.grid.neighbours[cell]
            return [(n, ground.cost[n]) for n in near if n != OFF_MAP and not closed >> n & 1]

        return reach(state.at[unit], ground.moves[unit], steps)

    def ends(self, state: Field, unit: int) -> dict[int, tuple[str, ...]]:
        """Return every hex where a unit may end its move, with the path to it."""
        result = self.ways(state, unit)
        count: dict[int, int] = {}
        for cell in state.at:
            count[cell] = count.get(cell, 0) + 1
        return {
            cell: tuple(self.ground.grid.label(c) for c in result.route(cell))
            for cell in result.came_from
            if count.get(cell, 0) < STACK
        }

    def ready(self, state: Field, side: int) -> list[int]:
        return [u for u in range(side, COUNTERS, 2) if not state.moved[u]]

    def offers(self, state: Field, side: int) -> Sequence[Offer]:
        if side not in self.to_move(state):
            return []
        return [End(), *(self._branch(state, unit) for unit in self.ready(state, side))]

    def _branch(self, state: Field, unit: int) -> Branch:
        name = self.ground.units[unit]
        return Branch(name, lambda: [Move(name, path) for path in self.ends(state, unit).values()])

    def check(self, state: Field, side: int, order: Order) -> Refusal | None:
        if side not in self.to_move(state):
            return Refusal(RULE, "It is not your turn.", "Wait for the other side.")
        if not isinstance(order, Move):
            return None
        unit = self.ground.by_id.get(order.unit)
        if unit is None or unit % 2 != side or state.moved[unit]:
            return Refusal(RULE, f"{order.unit} cannot move now.")
        if order.path not in self.ends(state, unit).values():
            return Refusal(RULE, f"{order.unit} cannot go that way.", "Choose a hex within reach.")
        return None

    def tidy(self, order: Order) -> Order:
        return order

    def apply(self, state: Field, side: int, order: Order, dice: Dice) -> list[Event]:
        if isinstance(order, Move):
            unit = self.ground.by_id[order.unit]
            way = (self.ground.grid.label(state.at[unit]), *order.path)
            state.at[unit] = self.ground.grid.at(order.path[-1])
            state.moved[unit] = 1
            return [Moved(order.unit, way)]
        ended = Ended(state.turn, side)
        state.turn, state.side, state.moved = state.turn + side, 1 - side, [0] * COUNTERS
        return [ended]

    def forecast(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        return ()

    def preview(self, state: Field, side: int, order: Order) -> tuple[Chance, ...]:
        return ()

    def view(self, state: Field, side: int | None) -> Field:
        return state.clone()

    def result(self, state: Field) -> Result | None:
        return None if state.turn <= TURNS else Result(None, "draw", 0, "The turns are over.", RULE, 0)

    def phase_mark(self, state: Field) -> tuple[int, ...]:
        return (state.turn, state.side)

    def read_order(self, plain: object) -> Order:
        order: Order = msgspec.convert(plain, AnyOrder)
        return order

    def read_event(self, plain: object) -> Event:
        event: Event = msgspec.convert(plain, AnyEvent)
        return event

    def read_state(self, plain: Mapping[str, Any]) -> Field:
        return Field.from_record(plain)

    def tell(self, event: Event) -> str:
        if isinstance(event, Moved):
            return f"{event.unit} moves from {event.path[0]} to {event.path[-1]}."
        assert isinstance(event, Ended)
        return f"The {SIDES[event.side]} side ends its movement of turn {event.turn}."

    def rule_ids(self) -> frozenset[str]:
        return frozenset({RULE})

    def hidden_twins(self, state: Field, side: int) -> Sequence[Field]:
        return []


def labels(grid: Grid, board: int) -> list[str]:
    """Return the hexes of a bitboard by name."""
    return [grid.label(cell) for cell in bits(board)]
