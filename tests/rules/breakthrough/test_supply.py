"""Supply: traces, isolation, the Supply Phase step by step (BTA-4.0), and arrivals (BTA-5.0)."""

from __future__ import annotations

import functools
from dataclasses import replace

import pytest

from ardennes.dice import NoDice, ScriptedDice
from ardennes.games.breakthrough.rules.model.events import (
    Arrived,
    Cancelled,
    Delayed,
    Drawn,
    ModeChanged,
    SupplyFound,
)
from ardennes.games.breakthrough.rules.model.state import (
    BLEW,
    CANCELLED,
    EXITED,
    MOVED,
    BreakthroughState,
    Gone,
    Variant,
)
from ardennes.games.breakthrough.rules.movement.reinforcements import (
    cancellations_owed,
    due,
    entry_cell,
    reinforcement_phase,
)
from ardennes.games.breakthrough.rules.movement.roads import supplied_roads
from ardennes.games.breakthrough.rules.movement.supply import automatic, states_of, supply_phase, traced
from ardennes.games.breakthrough.rules.sequence.setup import opening
from ardennes.games.breakthrough.schema.map import load_board
from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    EAST,
    FOREST,
    GERMAN,
    ISOLATED,
    NORMAL,
    SUPPLIED,
    TRAVEL,
    UNSUPPLIED,
    WEST,
)
from ardennes.games.breakthrough.schema.world import World, printed_world
from ardennes.hexes import COMPASS_EAST_UP, OFF_MAP, board_of, make_grid, opposite
from ardennes.kernel.contract import Event
from tests.rules.breakthrough.board import Field

# The drawing of 13.7: owners by column from y = 0 on; G German, A American.
DRAWING = {1: "AGAG", 2: "GGAAA", 3: "AAAG", 4: "AGAAA", 5: "AGGA", 6: "AAAA"}
LINKS = (
    ("1,0", "1,1"), ("1,1", "1,2"), ("1,2", "1,3"), ("3,0", "2,1"), ("3,0", "4,1"), ("5,3", "6,3"),
    ("5,3", "4,4"),
)  # fmt: skip
AMERICANS = {"1": "1,0", "2": "2,3", "3": "3,1", "4": "4,2", "5": "6,1", "6": "6,3"}
GERMANS = {"A": "1,3", "B": "2,1", "C": "5,1", "D": "5,2"}
AMERICAN_NAMES = ("US-2-9", "US-2-23", "US-2-38", "US-99-393", "US-99-394", "US-99-395")
GERMAN_NAMES = ("GE-26VG-39", "GE-26VG-77", "GE-26VG-78")
DIVISION, REGIMENT = "GE-116PZ-DIV", "GE-12VG-27"


@functools.cache
def drawing() -> World:
    coords = [(x, y) for x, owners in DRAWING.items() for y in range(len(owners))]
    grid = make_grid(coords, pushed="odd", label=lambda x, y: f"{x},{y}", compass=COMPASS_EAST_UP)
    links = [0] * 6
    for a, b in LINKS:
        direction = grid.direction(grid.at(a), grid.at(b))
        assert direction is not None, f"{a} and {b} do not touch"
        links[direction] |= 1 << grid.at(a)
        links[opposite(direction)] |= 1 << grid.at(b)
    german = board_of(
        grid.at(f"{x},{y}") for x, owners in DRAWING.items() for y, who in enumerate(owners) if who == "G"
    )
    board = replace(
        load_board(),
        grid=grid,
        terrain=(FOREST,) * grid.size,
        place=("",) * grid.size,
        road=board_of(grid.at(label) for link in LINKS for label in link),
        links=tuple(links),
        rivers=(0,) * 6,
        river_names={},
        bridges=(),
        bridge_at={},
        german16=german,
        german21=german,
        zone=0,
        edge_roads=(
            *((grid.at(label), WEST, AMERICAN) for label in ("1,0", "3,0", "4,4")),
            (grid.at("1,3"), EAST, GERMAN),
        ),
        exits=0,
        towns=(),
    )
    return World(board=board)


def states_of_drawing(without: str = "", plain_d: bool = False, to_german: str = "") -> dict[str, str]:
    """The letters of the drawing and S, U or I for each."""
    field = Field(25, world=drawing())
    field.s.german = field.w.board.german16
    who: dict[int, str] = {}
    for (letter, label), name in zip(AMERICANS.items(), AMERICAN_NAMES, strict=True):
        if letter != without:
            who[field.put(name, label)] = letter
    for (letter, label), name in zip(GERMANS.items(), GERMAN_NAMES, strict=False):
        who[field.put(name, label)] = letter
    if plain_d:
        who[field.put(REGIMENT, GERMANS["D"])] = "D"
    else:
        who[field.division(DIVISION, GERMANS["D"], ("GE-116PZ-60", "GE-116PZ-156"))] = "D"
    if to_german:
        field.give(True, to_german)
    result = {**traced(field.w, field.s, GERMAN), **traced(field.w, field.s, AMERICAN)}
    return {who[unit]: "SUI"[state] for unit, state in result.items()}


EXAMPLE = {"1": "S", "2": "U", "3": "S", "4": "S", "5": "S", "6": "S", "A": "S", "B": "I", "C": "U", "D": "U"}


class TestDrawing:
    """The example of BTA-13.7."""

    def test_as_printed(self) -> None:
        assert states_of_drawing() == EXAMPLE  # BTA-T-43

    def test_without_a_divisional_unit_nobody_commands(self) -> None:
        assert states_of_drawing(plain_d=True) == {**EXAMPLE, "C": "I", "D": "I"}  # BTA-T-44

    def test_one_hex_opens_the_road(self) -> None:
        assert states_of_drawing(to_german="1,2") == {**EXAMPLE, "B": "S"}  # BTA-T-45

    def test_a_gap_in_the_ring(self) -> None:
        assert states_of_drawing(without="1") == {
            letter: state for letter, state in {**EXAMPLE, "B": "U"}.items() if letter != "1"
        }  # BTA-T-46


class TestPrintedMap:
    def start(self, scenario: str) -> BreakthroughState:
        return opening(printed_world(), Variant(), scenario)

    def test_everybody_traces_on_the_16th(self) -> None:
        """BTA-MAP-43, though supply is automatic that day."""
        s = self.start("twelve")
        for side in (GERMAN, AMERICAN):
            assert automatic(printed_world(), s, side)
            assert set(traced(printed_world(), s, side).values()) == {SUPPLIED}

    def test_the_21st(self) -> None:
        """All but the eight units in Bastogne and Piper are supplied, and nobody is isolated."""
        w, s = printed_world(), self.start("last_seven")
        german, american = states_of(w, s, GERMAN), states_of(w, s, AMERICAN)
        assert [w.units[u].id for u, state in german.items() if state] == ["GE-1SS-Piper"]
        out = [u for u, state in american.items() if state]
        assert len(out) == 8
        around = w.grid.at("7,13")
        assert all(w.grid.distance(s.where[u], around) <= 1 for u in out)
        assert ISOLATED not in {*german.values(), *american.values()}

    def test_a_blown_bridge_cuts_the_road(self) -> None:
        w, s = printed_world(), self.start("twelve")
        open_option = s.clone()
        open_option.variant = Variant(bridge_cuts_road=False)
        for state in (s, open_option):
            state.german = w.grid.mask  # the German owns everything
        s.bridges = open_option.bridges = 0
        cut, whole = supplied_roads(w, s, GERMAN), supplied_roads(w, open_option, GERMAN)
        assert cut != whole
        assert not cut & ~whole
        assert w.grid.at("7,13") not in [c for c in w.grid.cells if cut >> c & 1]  # Bastogne beyond the Our
        assert whole >> w.grid.at("7,13") & 1

    def test_zones_never_block(self) -> None:
        """BTA-T-42: two steps through an empty hex in an enemy zone."""
        field = Field(20)
        road = supplied_roads(field.w, field.s, AMERICAN)
        label = field.w.grid.label
        two_off = next(
            c for c in field.w.grid.cells
            if OFF_MAP not in field.w.grid.neighbours[c] and not (road | field.w.grid.ring(road)) >> c & 1
        )  # fmt: skip
        unit = field.put("US-2-9", label(two_off))
        others = iter((*GERMAN_NAMES, "GE-12VG-27", "GE-12VG-48", "GE-12VG-89"))
        way = field.w.grid.near[two_off] & field.w.grid.ring(road)
        for near in field.w.grid.neighbours[two_off]:
            if not way >> near & 1:
                field.put(next(others), label(near))
        assert traced(field.w, field.s, AMERICAN)[unit] == SUPPLIED


class TestPhase:
    def field(self, day: int) -> Field:
        field = Field(day)
        field.give(True, *(f"{x},{y}" for x in range(9, 21) for y in range(20, 32)))
        return field

    def phase(self, field: Field, *faces: int) -> list[Event]:
        events: list[Event] = []
        dice = ScriptedDice(faces)
        supply_phase(field.w, field.s, dice, events)
        assert dice.left == 0
        return events

    def test_automatic_supply_of_the_german_ends_after_the_18th(self) -> None:
        for day, state in ((18, SUPPLIED), (19, UNSUPPLIED)):
            field = Field(day)
            unit = field.put("GE-116PZ-60", "12,8")
            self.phase(field)
            assert field.s.supply[unit] == state, day  # BTA-T-41

    def test_the_fuel_roll(self) -> None:
        for face, state in ((12, UNSUPPLIED), (13, SUPPLIED)):
            field = self.field(20)
            unit = field.put("GE-116PZ-60", "14,31", mode=TRAVEL)
            events = self.phase(field, face)
            assert field.s.supply[unit] == state  # BTA-T-48
            assert field.s.mode[unit] == TRAVEL  # BTA-T-47: fuel does not force it out
            assert field.s.points[unit] == (20 if state == SUPPLIED else 10)
            rolled = [e for e in events if isinstance(e, Drawn)]
            assert [e.seen_by(AMERICAN) for e in rolled] == [None]

    def test_no_fuel_roll_on_the_19th(self) -> None:
        field = self.field(19)
        unit = field.put("GE-116PZ-60", "14,31")
        self.phase(field)
        assert field.s.supply[unit] == SUPPLIED

    def test_by_option_only_mobile_units_roll(self) -> None:
        field = self.field(20)
        field.s.variant = Variant(fuel_mobile_only=True)
        field.put("GE-26VG-39", "14,31")
        self.phase(field)
        assert field.s.rolls == 0

    def test_a_failed_trace_ends_travel_mode(self) -> None:
        field = Field(21)
        unit = field.put("GE-116PZ-60", "12,8", mode=TRAVEL)
        events = self.phase(field)
        assert field.s.mode[unit] == NORMAL  # BTA-T-47
        assert [e.unit for e in events if isinstance(e, ModeChanged)] == ["GE-116PZ-60"]
        result = next(e for e in events if isinstance(e, SupplyFound) and e.owner == GERMAN)
        assert result.unsupplied == ("GE-116PZ-60",)

    def test_efficiency_by_rest_and_want(self) -> None:
        """BTA-8.1b, BTA-8.1c."""
        field = self.field(19)
        rested = field.put("GE-116PZ-60", "14,31", efficiency=60, points=7)
        field.put("US-2-9", "0,14", efficiency=98, points=9)
        lost = field.put("GE-26VG-39", "5,5", efficiency=44)
        self.phase(field)
        assert field.s.efficiency[rested] == 60 + 5 + 7
        assert field.s.efficiency[field.w.by_id["US-2-9"]] == 100
        assert field.s.efficiency[lost] == 40

    def test_the_first_turn_has_no_yesterday(self) -> None:
        field = self.field(16)
        unit = field.put("GE-116PZ-60", "14,31", efficiency=60, points=7)
        field.give(True, "19,23")
        self.phase(field)
        assert field.s.efficiency[unit] == 60
        assert field.s.ledger == []

    def test_marks_crossings_and_guns_are_reset(self) -> None:
        field = self.field(19)
        unit = field.put("GE-116PZ-60", "14,31", artillery=20, marks=MOVED | BLEW)
        pool = field.w.divisions[field.w.units[unit].division].pool
        field.s.crossings[0] = 3
        before = field.s.pools[pool]
        self.phase(field)
        assert field.s.marks[unit] == 0
        assert field.s.crossings[0] == 0
        assert field.s.artillery[unit] == 0
        lost = 3  # the German pool of 65 loses a twentieth on the 19th, rounded down
        assert field.s.pools[pool] == before + 20 - lost


class TestArrivals:
    def test_the_18th_in_chart_order(self) -> None:
        s = opening(printed_world(), Variant(), "twelve")
        s.turn = 3
        names = printed_world().names(due(printed_world(), s))
        assert names[:2] == ("US-7A-CCA", "US-7A-CCR")
        assert len(names) == 8

    def test_they_arrive_fresh_in_travel_mode(self) -> None:
        field = Field(19)
        events: list[Event] = []
        reinforcement_phase(field.w, field.s, events)
        unit = field.w.by_id["US-101-501"]
        assert field.s.where[unit] == field.w.units[unit].hex
        assert (field.s.mode[unit], field.s.efficiency[unit], field.s.points[unit]) == (TRAVEL, 100, 18)
        assert not [e for e in events if isinstance(e, Delayed | Cancelled)]

    def test_substitutes(self) -> None:
        """BTA-T-98."""
        for historical, name, day, expected in (
            (True, "US-82-325G", 19, "9,0"),
            (False, "US-82-325G", 19, "14,0"),
            (True, "US-1313-ENG", 20, "14,0"),
        ):
            field = Field(day, variant=Variant(historical=historical))
            field.put("GE-26VG-39", "19,0")
            for other in ("US-2-9", "US-2-23", "US-2-38"):
                field.put(other, "22,0")
            result = entry_cell(field.w, field.s, field.w.by_id[name])
            assert result == field.cell(expected), (name, historical)

    def full(self, day: int, side: int, count: int) -> Field:
        """A side with so many units on the map, far from every edge."""
        field = Field(day)
        cells = [c for c in field.w.grid.cells if 5 < field.w.grid.row[c] < 25 and field.w.grid.column[c] > 2]
        units = [u for u in field.w.of_side[side] if not field.w.units[u].divisional][::-1]
        units = [u for u in units if field.w.units[u].day != day]
        for unit, cell in zip(units[:count], cells, strict=False):
            field.put(field.w.units[unit].id, field.w.grid.label(cell))
        return field

    def test_the_unit_limit(self) -> None:
        field = self.full(21, AMERICAN, 56)  # BTA-T-75
        events: list[Event] = []
        reinforcement_phase(field.w, field.s, events)
        assert [e.unit for e in events if isinstance(e, Arrived)] == ["US-3A-CCA"]
        assert len([e for e in events if isinstance(e, Delayed) and e.rule == "BTA-5.2a"]) == 3
        assert len(field.s.waiting) == 3
        field.s.turn += 1
        waiting = list(field.s.waiting)
        assert due(field.w, field.s)[:3] == waiting

    @pytest.mark.parametrize(("strength", "owed"), [(49, 0), (50, 1), (85, 1), (145, 2)])
    def test_cancellations_owed(self, strength: int, owed: int) -> None:
        field = Field(21)
        field.s.gone = [Gone(field.w.by_id["GE-1SS-Piper"], 5, strength, field.cell("14,0"))]
        assert cancellations_owed(field.w, field.s) == owed  # BTA-T-77

    def test_the_next_one_in_the_north_or_west_is_cancelled(self) -> None:
        field = Field(21)
        field.s.where[field.w.by_id["GE-1SS-Piper"]] = EXITED
        field.s.gone = [Gone(field.w.by_id["GE-1SS-Piper"], 5, 85, field.cell("14,0"))]
        events: list[Event] = []
        reinforcement_phase(field.w, field.s, events)
        assert [e.unit for e in events if isinstance(e, Cancelled)] == ["US-3A-CCA"]
        assert field.s.where[field.w.by_id["US-3A-CCA"]] == CANCELLED
        assert cancellations_owed(field.w, field.s) == 0

    def test_no_dice(self) -> None:
        field = Field(17)
        supply_phase(field.w, field.s, NoDice(), [])
        assert field.s.rolls == 0
