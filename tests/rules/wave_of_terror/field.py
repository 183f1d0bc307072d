"""An artificial map for tests of Wave of Terror: open terrain, with units of the test.

Columns 10 to 24 and rows 00 to 14 of the east sheet; the north, west and south edges supply the Allies, the
east edge the Germans.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ardennes.dice import Dice, NoDice, ScriptedDice
from ardennes.games.wave_of_terror.rules.model.position import place
from ardennes.games.wave_of_terror.rules.model.state import FIRST, Moving, Variant
from ardennes.games.wave_of_terror.rules.movement import moves
from ardennes.games.wave_of_terror.rules.movement.offers import MovementPhase
from ardennes.games.wave_of_terror.rules.sequence.decisions import DECISIONS
from ardennes.games.wave_of_terror.rules.sequence.setup import opening
from ardennes.games.wave_of_terror.schema.load import load_limits, load_tables
from ardennes.games.wave_of_terror.schema.terms import (
    ALLIED,
    ARMY,
    BRITISH,
    EAST,
    GERMAN,
    HEXSIDES,
    KINDS,
    MINOR,
    NORTH,
    PLACES,
    SS,
    TERRAINS,
    US,
    Board,
    Bridge,
    Parent,
    Unit,
)
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import COMPASS_SOUTH_UP, Grid, bits, board_of, make_grid
from ardennes.kernel.contract import Event, Order, Refusal

MOVEMENT = MovementPhase()
TABLES, LIMITS = load_tables(), load_limits()

FIRST_COLUMN, LAST_COLUMN, LAST_ROW = 10, 24, 14


@functools.cache
def small_grid() -> Grid:
    hexes = [(c, r) for c in range(FIRST_COLUMN, LAST_COLUMN + 1) for r in range(LAST_ROW + 1)]
    return make_grid(hexes, pushed="odd", label=lambda c, r: f"E{c:02}{r:02}", compass=COMPASS_SOUTH_UP)


def made_up_board(
    terrain: Mapping[str, str],
    places: Mapping[str, str],
    roads: Iterable[str],
    sides: Mapping[str, str],
    bridges: Mapping[str, bool],
    west_of_meuse: int,
) -> Board:
    """All clear except what is named: hexes by name; roads, hexsides (blocked, major, lake, minor) and
    bridges (True: blown at the start; a bridge is road and, unless said otherwise, minor river) by pairs.
    """
    grid = small_grid()
    kinds, towns = [0] * grid.size, [0] * grid.size
    for label, kind in terrain.items():
        kinds[grid.at(label)] = TERRAINS.index(kind)
    for label, kind in places.items():
        towns[grid.at(label)] = PLACES.index(kind)
    links, across = [0] * 6, [[0] * 6 for _ in range(grid.size)]
    for pair in [*roads, *bridges]:
        for one, direction in _both(grid, pair):
            links[direction] |= 1 << one
    for pair, kind in {**dict.fromkeys(bridges, "minor"), **sides}.items():
        for one, direction in _both(grid, pair):
            across[one][direction] = HEXSIDES.index(kind)
    made = tuple(Bridge(i, pair, _ends(grid, pair), blown) for i, (pair, blown) in enumerate(bridges.items()))
    road = functools.reduce(int.__or__, links, 0)
    column, row = grid.column, grid.row
    north = board_of(cell for cell in grid.cells if row[cell] == 0)
    west = board_of(cell for cell in grid.cells if column[cell] == FIRST_COLUMN)
    south = board_of(cell for cell in grid.cells if row[cell] == LAST_ROW)
    east = board_of(cell for cell in grid.cells if column[cell] == LAST_COLUMN)
    german_side = board_of(cell for cell in grid.cells if grid.column[cell] >= 20)
    return Board(
        grid=grid,
        terrain=tuple(kinds),
        place=tuple(towns),
        names=("",) * grid.size,
        road=road,
        links=tuple(links),
        hexsides=tuple(map(tuple, across)),
        bridges=made,
        bridge_at={grid.hexside(*bridge.ends): bridge.index for bridge in made},
        german_side=german_side,
        front=(0, 0),
        west_wall=0,
        west_of_meuse=west_of_meuse,
        edge_roads=road & (north | west | south | east),
        entries=(north, west, south, east, north | west),
        exit_stretch=north | west,
        sources=(east, (north | west | south) & ~east),
        liege=1 << grid.at("E1212"),
        st_vith=grid.at("E1802"),
        pol_centre=grid.at("E1408"),
        cities=board_of(cell for cell in grid.cells if PLACES[towns[cell]] == "city"),
        alias={},
    )


def _ends(grid: Grid, pair: str) -> tuple[int, int]:
    a, b = pair.split("/")
    return grid.at(a), grid.at(b)


def _both(grid: Grid, pair: str) -> list[tuple[int, int]]:
    a, b = _ends(grid, pair)
    there, back = grid.direction(a, b), grid.direction(b, a)
    assert there is not None, pair
    assert back is not None
    return [(a, there), (b, back)]


# name -> (side, nation, parent, kind, MF, heavy, turn, entry, optional)
Row = tuple[int, int, str, str, int, bool, int, int, str]


def _row(side: int, parent: str, kind: str, mf: int, **more: Any) -> Row:
    nation = US if side == ALLIED else (SS if "SS" in parent else ARMY)
    facts = {"nation": nation, "heavy": False, "turn": 0, "entry": -1, "optional": "", **more}
    return (side, facts["nation"], parent, kind, mf, facts["heavy"], facts["turn"], facts["entry"],
            facts["optional"])  # fmt: skip


ROSTER: dict[str, Row] = {
    **{f"G-1SS-{n}": _row(GERMAN, "1SS", "panzer" if n < 3 else "infantry", 7 if n < 3 else 6, heavy=n < 3)
       for n in range(1, 7)},
    **{f"G-12SS-{n}": _row(GERMAN, "12SS", "infantry", 6) for n in range(1, 6)},
    **{f"G-26-{n}": _row(GERMAN, "26", "infantry", 4) for n in range(1, 6)},
    **{f"G-I-{n}": _row(GERMAN, "", "assault gun", 6) for n in range(1, 6)},
    **{f"G-ART-{n}": _row(GERMAN, "", "artillery", 3) for n in range(1, 3)},
    **{f"G-10SS-{n}": _row(GERMAN, "10SS", "infantry", 6, turn=5, entry=EAST, optional="10SS")
       for n in range(1, 3)},
    "G-11-1": _row(GERMAN, "11", "infantry", 6, turn=5, entry=EAST, optional="11"),
    "G-FGB-1": _row(GERMAN, "FGB", "infantry", 6, turn=7, entry=EAST),
    **{f"A-1-{n}": _row(ALLIED, "1", "infantry", 5) for n in range(1, 13)},
    **{f"A-30-{n}": _row(ALLIED, "30", "infantry", 5, turn=2, entry=NORTH) for n in range(1, 10)},
    **{f"A-101-{n}": _row(ALLIED, "101", "parachute", 5) for n in range(1, 3)},
    **{f"A-14R-{n}": _row(ALLIED, "14R", "recon-cavalry", 9) for n in range(1, 4)},
    "A-14R-4": _row(ALLIED, "14R", "recon-cavalry", 9, optional="aside"),
    **{f"A-5A-{n}": _row(ALLIED, "5A", "armor", 7, turn=1, entry=NORTH, optional="5A-1") for n in (1, 2)},
    **{f"A-5A-{n}": _row(ALLIED, "5A", "armor", 7, turn=8, entry=NORTH, optional="5A-8") for n in (3, 4)},
    **{f"A-IND-{n}": _row(ALLIED, "", "engineer", 5) for n in range(1, 3)},
    **{f"A-ART-{n}": _row(ALLIED, "", "artillery", 6) for n in range(1, 4)},
    **{f"A-43-{n}": _row(ALLIED, "43", "infantry", 5, nation=BRITISH) for n in range(1, 3)},
    "A-51-1": _row(ALLIED, "51", "infantry", 5, nation=BRITISH),
    "A-29B-1": _row(ALLIED, "29B", "armor", 7, nation=BRITISH),
    "A-BART-1": _row(ALLIED, "", "artillery", 6, nation=BRITISH),
}  # fmt: skip


@functools.cache
def roster() -> tuple[tuple[Unit, ...], tuple[Parent, ...]]:
    labels = list(dict.fromkeys((row[0], row[2]) for row in ROSTER.values() if row[2]))
    units = []
    for index, (name, row) in enumerate(ROSTER.items()):
        side, nation, parent, kind, mf, heavy, turn, entry, optional = row
        number = labels.index((side, parent)) if parent else -1
        troop = name in ("A-14R-1", "A-14R-2", "A-14R-3")
        steps, gun = 1 if troop or kind == "artillery" else 2, kind == "artillery"
        attack = 0 if gun else 6
        units.append(
            Unit(index=index, id=name, own=name, name=name, label=name, side=side, nation=nation,
                 parent=number, kind=KINDS.index(kind), attack=attack, defense=2 if gun else 6, movement=mf,
                 reduced_attack=attack - 1, reduced_defense=5, steps=steps, heavy=heavy, turn=turn,
                 entry=entry, optional=optional)
        )  # fmt: skip
    parents = tuple(_parent(i, side, label, units) for i, (side, label) in enumerate(labels))
    return tuple(units), parents


def _parent(index: int, side: int, label: str, units: Sequence[Unit]) -> Parent:
    own = [unit for unit in units if unit.parent == index]
    british = any(unit.nation == BRITISH for unit in own)
    return Parent(index, label, label, side, british, tuple(unit.index for unit in own))


class Field:
    """A world of a test's own and a position in it, in a movement phase."""

    def __init__(
        self,
        side: int = GERMAN,
        *,
        turn: int = 2,
        couplet: int = 1,
        weather: int = 0,
        profile: str = "full",
        terrain: Mapping[str, str] | None = None,
        places: Mapping[str, str] | None = None,
        roads: Sequence[str] = (),
        sides: Mapping[str, str] | None = None,
        bridges: Mapping[str, bool] | None = None,
        meuse: int = 0,
        dice: Sequence[int] = (),
        world: World | None = None,
    ) -> None:
        if world is None:
            grid = small_grid()
            west = board_of(cell for cell in grid.cells if grid.column[cell] <= meuse)
            board = made_up_board(terrain or {}, places or {}, roads, sides or {}, bridges or {}, west)
            units, parents = roster()
            world = World(board=board, units=units, parents=parents, tables=TABLES, limits=LIMITS)
        self.w = w = world
        self.side = side
        self.dice: Dice = ScriptedDice(dice) if dice else NoDice()
        self.s = s = opening(w, Variant(profile))
        s.turn, s.couplet, s.acting, s.step, s.weather = turn, couplet, side, FIRST, weather
        s.stack = [Moving(side)]
        moves.begin_phase(w, s, side)

    def cell(self, label: str) -> int:
        return self.w.grid.at(label)

    def unit(self, name: str) -> int:
        return self.w.by_id[name]

    def put(self, label: str, *names: str) -> None:
        """Units into a hex, which their side then controls."""
        for name in names:
            unit, cell = self.unit(name), self.cell(label)
            place(self.w, self.s, unit, cell)
            bit = 1 << cell
            self.s.german = self.s.german | bit if self.w.side[unit] == GERMAN else self.s.german & ~bit

    def give(self, side: int, *labels: str) -> None:
        for label in labels:
            bit = 1 << self.cell(label)
            self.s.german = self.s.german | bit if side == GERMAN else self.s.german & ~bit
        self.s.follows = None

    def at(self, name: str) -> str:
        where = self.s.where[self.unit(name)]
        return self.w.grid.label(where) if where >= 0 else ""

    def why_not(self, order: Order) -> str:
        """The rule against an order; empty where it is legal."""
        refusal = MOVEMENT.check(self.w, self.s, Moving(self.side), order)
        if isinstance(refusal, Refusal):
            assert refusal.facts
            return refusal.rule
        return ""

    def do(self, order: Order) -> list[Event]:
        """Give the order of the movement phase and carry it out."""
        assert (refusal := MOVEMENT.check(self.w, self.s, Moving(self.side), order)) is None, refusal
        events: list[Event] = []
        MOVEMENT.apply(self.w, self.s, Moving(self.side), order, self.dice, events)
        return events

    def answer(self, order: Order, dice: Dice | None = None) -> list[Event]:
        """Carry out the order that answers the decision on top of the stack."""
        frame, events = self.s.stack[-1], list[Event]()
        DECISIONS[type(frame)].apply(self.w, self.s, frame, order, dice or self.dice, events)
        return events

    def labels(self, board: int) -> set[str]:
        return {self.w.grid.label(cell) for cell in bits(board)}


MINOR_RIVER = HEXSIDES[MINOR]
