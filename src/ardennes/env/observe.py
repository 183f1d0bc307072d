"""What a side knows, as arrays: planes by hex, rows by unit, facts of the game, rows by choice.

Everything is read from the side's view, through the facts that every game describes (`facts.py`) and the
stage of its table, so it can contain nothing hidden. Numbers are squashed to -1 to 1, Booleans are 1 and 0,
and a word is encoded as a vector of signs. Shapes depend only on the game and its scenario.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from math import log
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ardennes.env.walk import Walk
from ardennes.games import table_of
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.facts import Fact, Facts
from ardennes.kernel.head import GameHead
from ardennes.kernel.offers import Branch, Offer, sample
from ardennes.kernel.wire import BoardState, Hex, Stage
from ardennes.lab.dice import dice_for

Array = NDArray[Any]
Observation = dict[str, Array]
Spot = tuple[int, int]  # row and column of a plane

LARGEST = log(1001)  # 1,000 and anything above is encoded as 1
CODE = 16  # signs in the code of a word
TRAIL = 4  # choices remembered on the way to an order: the first three and the last
# The first columns of a unit, before the facts of its game; and those of a choice, before its word.
OWN_UNIT = ("own", "on_map", "waiting", "at_row", "at_column", "printed")
CHOICE = ("order", "next_page", "hex", "row", "column", "unit", "unit_row", "unit_column", "own", "strength",
          "number")  # fmt: skip
MOST_ORDERS = 2_000  # in which units are placed, if the map begins empty


def squash(numbers: Any) -> Any:
    """Squash numbers to between -1 and 1, with small ones well apart: 1 is 0.1, 10 is 0.35, 100 is 0.67."""
    return np.sign(numbers) * np.minimum(np.log1p(np.abs(numbers)) / LARGEST, 1.0)


@cache
def code(word: str) -> tuple[float, ...]:
    """Encode a word as signs: different words have different codes, which differ in about half
    of the signs.
    """
    mixed = crc32(word.encode()) * 0x9E3779B1
    return tuple(1.0 if mixed >> 8 >> bit & 1 else -1.0 for bit in range(CODE))


class Column(NamedTuple):
    """A fact that is encoded as one number."""

    key: str
    fact: Fact
    flag: bool  # a Boolean: encoded as it is


def numbers_of(book: Facts, w: Any, s: Any, things: Iterable[Any]) -> list[Column]:
    """Return the facts of a book that are numbers or Booleans."""
    things = list(things)
    result = []
    for fact in book.facts:
        kinds = {type(fact.of(w, s, thing)) for thing in things}
        if kinds <= {bool}:
            result.append(Column(fact.key, fact, True))
        elif kinds <= {bool, int, float, Fraction}:
            result.append(Column(fact.key, fact, False))
    return result


def spots_of(stage: Stage, ground: Sequence[Hex]) -> dict[str, Spot]:
    """Return each hex's place in a plane.

    Every other column (or row) of the map is half a hex lower (or farther right); the plane ignores this.
    """
    flat = stage.map.hex == "flat"
    along, across = [
        [h.x if axis else h.y for h in ground] for axis in ((True, False) if flat else (False, True))
    ]
    lines = {at: n for n, at in enumerate(sorted({round(x, 1) for x in along}))}
    apart = min(b - a for a, b in itertools.pairwise(sorted({round(y, 1) for y in across}))) * 2
    least = min(across)
    result = {}
    for hex_, x, y in zip(ground, along, across, strict=True):
        line, step = lines[round(x, 1)], round((y - least) / apart - 0.25)
        result[hex_.id] = (step, line) if flat else (line, step)
    return result


class Observer:
    """Make the arrays of a game and scenario."""

    def __init__(self, game: AnyGame, scenario: str, options: Mapping[str, Any], slots: int) -> None:
        self.game, self.slots = game, slots
        self.books: dict[str, Facts] = import_module(f"ardennes.games.{game.id}.facts").FACTS
        assert isinstance(game, GameHead)
        self.world: Any = game.world
        table = table_of(game)
        self.stage = table.stage()
        state = _with_units(game, scenario, options)
        side = game.to_move(state)[0]
        view = game.view(state, side)
        board = table.board(view, side)
        hexes = set(board.ground) or {hex_.id for hex_ in self.stage.hexes}
        ground = [hex_ for hex_ in self.stage.hexes if hex_.id in hexes]
        self.spots = spots_of(self.stage, ground)
        self.shape = tuple(1 + max(spot[axis] for spot in self.spots.values()) for axis in (0, 1))
        self.unit_ids = list(self.stage.units)
        self.unit_row = {name: row for row, name in enumerate(self.unit_ids)}
        self._plan_units(view)
        self._plan_planes(view, ground, board)
        self.state_names = [name for name, _ in self._state_values(view, side)]
        count = len(self.unit_ids)
        self.space = spaces.Dict({
            "planes": _box(len(self.plane_names), *self.shape),
            "units": _box(count, len(self.unit_names)),
            "state": _box(len(self.state_names)),
            "choices": _box(slots, len(CHOICE) + CODE),
            "trail": _box(TRAIL, len(CHOICE) + CODE),
        })  # fmt: skip

    @property
    def names(self) -> dict[str, list[str]]:
        """Describe each plane and column."""
        words = [f"word_{n}" for n in range(CODE)]
        return {
            "planes": self.plane_names,
            "units": self.unit_names,
            "state": self.state_names,
            "choices": [*CHOICE, *words],
            "trail": [*CHOICE, *words],
        }

    def position(self, view: Any, side: int) -> Observation:
        """Return everything except the choices."""
        units, placed = self._units(view, side)
        return {"planes": self._planes(view, side, placed), "units": units, "state": self._state(view, side)}

    # Units

    def _plan_units(self, view: Any) -> None:
        book = self.books["units"]
        find = book.find
        assert find is not None
        self.things = [find(self.world, view, name) for name in self.unit_ids]
        self.whose = [self.stage.sides.index(unit.side) for unit in self.stage.units.values()]
        self.strength = squash(np.array([unit.factor for unit in self.stage.units.values()], np.float32))
        self.place = next(fact for fact in book.facts if fact.key == "hex")
        on_map = [t for t in self.things if self.place.of(self.world, view, t) in self.spots]
        self.unit_facts = numbers_of(book, self.world, view, on_map)
        self.unit_names = [*OWN_UNIT, *(column.key for column in self.unit_facts)]
        self.to_squash = [len(OWN_UNIT) + n for n, column in enumerate(self.unit_facts) if not column.flag]

    def _units(self, view: Any, side: int) -> tuple[Array, list[tuple[int, Spot]]]:
        """Return the rows of all units, and the positions of those on the map."""
        w, place, facts = self.world, self.place.of, [column.fact.of for column in self.unit_facts]
        result = np.zeros((len(self.unit_ids), len(self.unit_names)), np.float32)
        result[:, 0] = [1.0 if whose == side else -1.0 for whose in self.whose]
        placed, values = list[tuple[int, Spot]](), list[list[Any]]()
        for row, thing in enumerate(self.things):
            where = place(w, view, thing)
            spot = self.spots.get(where)
            if spot is not None:
                placed.append((row, spot))
                values.append([of(w, view, thing) for of in facts])
            elif where == "waiting":
                result[row, 2] = 1.0
        if placed:
            rows = [row for row, _ in placed]
            result[rows, len(OWN_UNIT) :] = np.array(values, np.float32)
            result[:, self.to_squash] = squash(result[:, self.to_squash])
            result[rows, 1] = 1.0
            result[rows, 3:5] = [self._scaled(spot) for _, spot in placed]
            result[rows, 5] = self.strength[rows]
        return result, placed

    def _scaled(self, spot: Spot) -> tuple[float, float]:
        """Return a position on the map, each coordinate from 0 to 1."""
        return (spot[0] + 1) / (self.shape[0] + 1), (spot[1] + 1) / (self.shape[1] + 1)

    # Planes

    def _plan_planes(self, view: Any, ground: Sequence[Hex], board: BoardState) -> None:
        w, book = self.world, self.books["hexes"]
        find = book.find
        assert find is not None
        self.rows = np.array([spot[0] for spot in self.spots.values()])
        self.columns = np.array([spot[1] for spot in self.spots.values()])
        self.cells = [find(w, view, hex_.id) for hex_ in ground]
        self.cell_at = dict(zip(self.spots.values(), self.cells, strict=True))
        self.signs = [cache(_whose_of(own, self.game.sides)) for own in self.game.sides]
        keys = [fact.key for fact in book.facts]
        self.control = next(book.facts[keys.index(key)] for key in ("control", "held") if key in keys)
        self.hex_facts = numbers_of(book, w, view, self.cells)
        self._plan_bridges(view, board)
        grounds = sorted({_ground(hex_) for hex_ in ground})
        decide = {goal.hex for goal in board.victory}
        still: dict[str, Callable[[Hex], float]] = {"on_map": lambda hex_: 1.0}
        still |= {name: _is_ground(name) for name in grounds}
        still |= {
            "roads": lambda hex_: len(hex_.roads) / 6,
            "rivers": lambda hex_: len(hex_.rivers) / 6,
            "exit": lambda hex_: float(hex_.exit),
            "victory": lambda hex_: float(hex_.id in decide),
        }
        self.still = np.zeros((len(still), *self.shape), np.float32)
        for plane, of in enumerate(still.values()):
            self.still[plane, self.rows, self.columns] = [of(hex_) for hex_ in ground]
        self.plane_names = [
            *still, "own_units", "other_units", "own_strength", "other_strength", "control",
            "bridges_standing", "bridges_down", "reports", *(column.key for column in self.hex_facts),
        ]  # fmt: skip

    def _plan_bridges(self, view: Any, board: BoardState) -> None:
        """Return both hexes of every bridge, and the fact that says whether it is intact, as the side
        believes.
        """
        book = self.books["bridges"]
        find = book.find
        assert find is not None
        facts = {fact.key: fact for fact in book.facts}
        self.bridge_facts = [facts.get(f"{name}_believes", facts["intact"]) for name in self.game.sides]
        ends = [(bridge.id, *bridge.id.split("/")) for bridge in board.bridges]
        self.bridges = [
            (find(self.world, view, name), self.spots[a], self.spots[b])
            for name, a, b in ends
            if a in self.spots and b in self.spots
        ]

    def _planes(self, view: Any, side: int, placed: Sequence[tuple[int, Spot]]) -> Array:
        w, at = self.world, (self.rows, self.columns)
        planes = np.zeros((len(self.plane_names), *self.shape), np.float32)
        first = len(self.still)
        planes[:first] = self.still
        for row, (line, column) in placed:
            plane = first if self.whose[row] == side else first + 1
            planes[plane, line, column] += 0.1
            planes[plane + 2, line, column] += self.strength[row]
        np.clip(planes, -1.0, 1.0, out=planes)
        held, signs = self.control.of, self.signs[side]
        planes[first + 4][at] = [signs(held(w, view, cell)) for cell in self.cells]
        stands = self.bridge_facts[side].of
        for bridge, *ends in self.bridges:
            plane = first + 5 if stands(w, view, bridge) else first + 6
            for line, column in ends:
                planes[plane, line, column] = 1.0
        for report in self._reports(view, side):
            if report["hex"] in self.spots:
                line, column = self.spots[report["hex"]]
                newer = 1.0 / (1.0 + max(0, report["age"]))
                planes[first + 7, line, column] = max(newer, planes[first + 7, line, column])
        for plane, (_, fact, flag) in enumerate(self.hex_facts, first + 8):
            if flag:
                planes[plane][at] = [fact.of(w, view, cell) for cell in self.cells]
                continue
            for line, column in {spot for _, spot in placed}:  # amounts at the hexes of units
                planes[plane, line, column] = squash(float(fact.of(w, view, self.cell_at[line, column])))
        return planes

    def _reports(self, view: Any, side: int) -> list[dict[str, Any]]:
        """Add reports of enemy units, if the game has them."""
        book = self.books.get("reports")
        reports: list[dict[str, Any]] = (
            book.value(self.world, view, None, self.game.sides[side]) if book else []
        )
        return reports

    # The game

    def _state(self, view: Any, side: int) -> Array:
        values = [value for _, value in self._state_values(view, side)]
        return np.array(values, np.float32)

    def _state_values(self, view: Any, side: int) -> list[tuple[str, float]]:
        """Return the side, the decision, and the facts of the game."""
        own, other = self.game.sides[side], self.game.sides[1 - side]
        asked = next((one.kind for one in self.game.decisions(view) if one.side == side), "")
        result = [("side", float(side)), *_coded("decision", asked)]
        for fact in self.books["state"].facts:
            value = fact.of(self.world, view, None)
            if isinstance(value, dict) and set(value) == {own, other}:
                result.append((f"{fact.key}_own", float(squash(_size(value[own])))))
                result.append((f"{fact.key}_other", float(squash(_size(value[other])))))
            elif isinstance(value, str):
                result += _coded(fact.key, value)
            else:
                result.append(
                    (fact.key, float(value) if isinstance(value, bool) else float(squash(_size(value))))
                )
        return result

    # Choices

    def choices(self, walk: Walk | None, observation: Observation) -> tuple[Array, Array]:
        """Return a row for each slot, and one for each choice made on the way to this order."""
        width = len(CHOICE) + CODE
        rows, trail = np.zeros((self.slots, width), np.float32), np.zeros((TRAIL, width), np.float32)
        if walk is None:
            return rows, trail
        units = observation["units"]
        result = [
            (slot, self._choice(offer, units)) for slot, offer in enumerate(walk.page) if offer is not None
        ]
        if result:
            rows[[slot for slot, _ in result]] = [row for _, row in result]
        if walk.paged:
            rows[-1, CHOICE.index("next_page")] = 1.0
        taken = walk.trail if len(walk.trail) <= TRAIL else [*walk.trail[: TRAIL - 1], walk.trail[-1]]
        for at, offer in enumerate(taken):
            trail[at] = self._choice(offer, units)
        return rows, trail

    def _choice(self, offer: Offer, units: Array) -> list[float]:
        if isinstance(offer, Branch):
            word, names, number, order = (
                offer.key.partition(" ")[0],
                [offer.key, *offer.key.split()],
                0.0,
                0.0,
            )
        else:
            word, order = str(offer.__struct_config__.tag), 1.0
            values = list(_flat(msgspec.structs.astuple(offer)))
            names = [value for value in values if isinstance(value, str)]
            number = float(squash(sum(value for value in values if isinstance(value, int))))
        unit = next((self.unit_row[name] for name in names if name in self.unit_row), None)
        spot = next((self.spots[name] for name in reversed(names) if name in self.spots), None)
        row = [order, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, number]
        if spot is not None:
            row[2:5] = 1.0, *self._scaled(spot)
        if unit is not None:
            of = units[unit]
            row[5:10] = (
                (unit + 1) / len(self.unit_ids),
                float(of[3]),
                float(of[4]),
                float(of[0]),
                float(self.strength[unit]),
            )
        named = unit is not None or spot is not None
        return [*row, *(code("unit" if unit is not None else "hex") if named and not order else code(word))]


def _with_units(game: AnyGame, scenario: str, options: Mapping[str, Any]) -> Any:
    """Return a position with units on the map, which shows which facts are numbers."""
    dice, rng = dice_for("keyed", 0), Random(0)
    state = game.start(scenario, options, dice)
    table = table_of(game)
    for _ in range(MOST_ORDERS):
        side = game.to_move(state)[0]
        view = game.view(state, side)
        if table.board(view, side).units:
            return state
        order = sample(game.offers(view, side), rng)
        assert order is not None
        game.apply(state, side, order, dice)
    raise ValueError(f"no unit of {game.name} has entered the map in {MOST_ORDERS} orders")


def _box(*shape: int) -> spaces.Box:
    return spaces.Box(-1.0, 1.0, shape, np.float32)


def _ground(hex_: Hex) -> str:
    return hex_.terrain.partition(" · ")[0]


def _is_ground(name: str) -> Callable[[Hex], float]:
    return lambda hex_: float(_ground(hex_) == name)


def _whose_of(own: str, sides: Sequence[str]) -> Callable[[Any], float]:
    """Return the value of holding a hex: 1 for the own side, -1 for the other, 0 for nobody or both."""

    def sign(held: Any) -> float:
        holders = (held,) if isinstance(held, str) else held
        return float(sum(1 if one == own else -1 for one in holders if one in sides))

    return sign


def _size(value: Any) -> float:
    """Return a number itself, or the size of a collection."""
    if isinstance(value, bool | int | float | Fraction):
        return float(value)
    if isinstance(value, dict) and all(isinstance(one, int) for one in value.values()):
        return float(sum(value.values()))
    return float(len(value))


def _coded(key: str, word: str) -> list[tuple[str, float]]:
    return [(f"{key}_{n}", sign) for n, sign in enumerate(code(word))]


def _flat(values: Iterable[Any]) -> Iterable[Any]:
    for value in values:
        if isinstance(value, tuple | list):
            yield from _flat(value)
        else:
            yield value
