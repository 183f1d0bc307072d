"""Steps, stacks and columns (WOT-7.1, WOT-7.2, WOT-7.3, WOT-7.4, WOT-7.5, WOT-7.6, WOT-7.7, WOT-7.8, WOT-7.9,
WOT-7.10, WOT-9.1, WOT-9.2, WOT-9.3, WOT-9.4, WOT-9.5, WOT-9.6, WOT-9.7, WOT-9.8, WOT-9.9, WOT-9.10, WOT-9.11,
WOT-9.12, WOT-9.17, WOT-9.18, WOT-4.3)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ardennes.games.wave_of_terror.rules.model.events import Moved
from ardennes.games.wave_of_terror.rules.model.orders import Move
from ardennes.games.wave_of_terror.rules.model.position import derived, holder
from ardennes.games.wave_of_terror.rules.model.state import CLOSED, DONE, TOP, Depot, Marker
from ardennes.games.wave_of_terror.rules.movement import moves
from ardennes.games.wave_of_terror.rules.movement.step import may_cross
from ardennes.games.wave_of_terror.schema.terms import ALLIED, CLEAR_SKIES, GERMAN
from tests.rules.wave_of_terror.field import Field

VG, PZ, INF, GUN = "G-26-1", "G-1SS-1", "G-12SS-1", "G-ART-1"
US, TROOP = "A-1-1", "A-14R-1"
COLUMN_ROAD = [  # north to south along column 20, and to the east edge
    *(f"E20{r:02}/E20{r + 1:02}" for r in range(14)),
    *(f"E{c}00/E{c + 1}00" for c in range(20, 24)),
]


def move(*units: str, by: str, column: bool = False) -> Move:
    return Move(units, tuple(by.split()), column)


@pytest.mark.parametrize(("kind", "cost"), [("clear", 2), ("forest", 2), ("ridge", 3), ("marsh", 3)])
def test_terrain(kind: str, cost: int) -> None:
    """WOT-9.7: MF 4 infantry."""
    field = Field(terrain={"E2106": kind})
    field.put("E2105", VG)
    [event] = field.do(move(VG, by="E2106"))
    assert isinstance(event, Moved)
    assert (event.spent, event.path, field.at(VG)) == (cost, ("E2105", "E2106"), "E2106")


def test_towns_and_cities_cost_nothing() -> None:
    """WOT-9.6, WOT-9.11: the natural terrain alone."""
    for place in ("town", "city"):
        field = Field(terrain={"E2106": "ridge"}, places={"E2106": place})
        field.put("E2105", INF)
        [event, *_] = field.do(move(INF, by="E2106"))
        assert isinstance(event, Moved)
        assert event.spent == 3


def test_road_ridge_clear_takes_six() -> None:
    """WV-59, WOT-2.12."""
    field = Field(terrain={"E2107": "ridge"}, roads=["E2105/E2106"])
    field.put("E2105", INF)
    [event] = field.do(move(INF, by="E2106 E2107 E2108"))
    assert isinstance(event, Moved)
    assert event.spent == 6
    assert field.why_not(move(INF, by="E2109")) == "WOT-9.2"
    field = Field(terrain={"E2107": "ridge"})
    field.put("E2105", INF)
    assert field.why_not(move(INF, by="E2106 E2107 E2108")) == "WOT-9.2"  # no road: 2 + 3 + 2


def test_no_entry_into_an_enemy_hex_nor_a_jump() -> None:
    """WOT-9.4, WOT-9.1."""
    field = Field()
    field.put("E2105", VG)
    field.put("E2106", GUN.replace("G-", "A-"))
    assert field.why_not(move(VG, by="E2106")) == "WOT-9.4"
    assert field.why_not(move(VG, by="E2108")) == "WOT-9.1"
    assert field.why_not(move(US, by="E2108")) == "WOT-9.1"  # not on the map, or not the side's


def test_blocked_hexside() -> None:
    """WV-60, WOT-9.8."""
    field = Field(sides={"E2105/E2106": "blocked"})
    field.put("E2105", VG, INF)
    field.do(move(VG, by="E2106"))
    assert field.why_not(move(VG, by="E2107")) == "WOT-9.8"  # stopped
    assert field.why_not(move(INF, by="E2106")) == "WOT-9.8"
    field = Field(sides={"E2105/E2106": "blocked"})
    field.put("E2104", VG)
    assert field.why_not(move(VG, by="E2105 E2106")) == "WOT-9.8"
    field.do(move(VG, by="E2105"))
    assert field.why_not(move(VG, by="E2106")) == "WOT-9.8"


def test_blocked_hexside_is_closed_to_a_fast_unit_out_of_supply() -> None:
    """WV-60: the printed MF counts."""
    field = Field(ALLIED, sides={"E1705/E1706": "blocked"}, places={"E1704": "town"})
    field.put("E1705", US)
    for ring in ("E1704", "E1604", "E1605", "E1706", "E1804", "E1805"):
        field.give(GERMAN, ring)
    assert field.why_not(move(US, by="E1706")) == "WOT-9.8"


def test_improvised_crossing() -> None:
    """WV-61, WV-97, WOT-9.10, WOT-2.9."""
    field = Field(sides={"E2105/E2106": "minor"})
    field.put("E2105", PZ, INF, "G-1SS-3")
    assert field.why_not(move(PZ, by="E2106")) == "WOT-9.10"
    assert field.why_not(move(PZ, "G-1SS-3", by="E2106")) == "WOT-9.10"
    field.do(move(INF, by="E2106"))
    assert field.why_not(move(INF, by="E2107")) == "WOT-9.10"
    field = Field(bridges={"E2105/E2106": True}, turn=1)
    field.put("E2105", VG, PZ)
    assert field.why_not(move(PZ, by="E2106")) == "WOT-9.10"
    assert field.why_not(move(VG, by="E2106")) == ""


def test_major_river_and_lake_need_a_bridge() -> None:
    """WOT-9.9, WOT-9.13."""
    for water in ("major", "lake"):
        field = Field(sides={"E2105/E2106": water}, bridges={"E2205/E2206": False})
        field.put("E2105", VG)
        assert field.why_not(move(VG, by="E2106")) == "WOT-9.9"
    field = Field(sides={"E2105/E2106": "major"}, bridges={"E2105/E2106": False})
    field.put("E2105", PZ)
    assert field.why_not(move(PZ, by="E2106")) == ""
    field.s.blown = 1
    assert field.why_not(move(PZ, by="E2106")) == "WOT-9.9"


def test_marsh_only_by_road_for_fast_units() -> None:
    """WV-100, section D.1."""
    field = Field(terrain={"E2106": "marsh", "E2206": "marsh"}, roads=["E2105/E2106"])
    field.put("E2105", INF, VG)
    assert field.why_not(move(INF, by="E2106")) == ""
    assert field.why_not(move(INF, by="E2206")) == "WOT-9.7"
    assert field.why_not(move(VG, by="E2206")) == ""
    cells = field.cell("E2105"), field.cell("E2206")
    refusal = may_cross(field.w, field.s, field.unit(INF), *cells)
    assert refusal is not None
    assert may_cross(field.w, field.s, field.unit(VG), *cells) is None


def test_minimum_move() -> None:
    """WOT-9.3: the whole allowance for one hex, at the start only."""
    field = Field(terrain={"E2106": "ridge", "E2108": "ridge"})
    field.put("E2105", GUN)
    field.do(move(GUN, by="E2106"))
    field = Field(turn=4, terrain={"E2107": "ridge"})
    field.put("E2105", VG)
    assert field.why_not(move(VG, by="E2106 E2107")) == "WOT-9.2"


def test_stacking_at_every_moment() -> None:
    """WV-73, WV-74, WV-75."""
    field = Field()
    field.put("E2105", "G-I-1")
    field.put("E2106", "G-I-2", "G-I-3", "G-I-4")
    assert field.why_not(move("G-I-1", by="E2106")) == "WOT-7.6"
    field = Field()
    field.put("E2105", INF)
    field.put("E2106", "G-I-1", "G-I-2", "G-I-3")
    assert field.why_not(move(INF, by="E2106")) == ""
    field.put("E2106", "G-12SS-2")
    assert field.why_not(move(INF, by="E2106 E2107")) == "WOT-7.2"
    field.put("E2205", GUN)
    assert field.why_not(move(INF, by="E2205")) == "WOT-7.4"
    assert field.why_not(move(GUN, by="E2105")) == "WOT-7.4"


def test_any_parents_stack_together_and_markers_do_not_count() -> None:
    """WOT-7.5, WOT-7.8."""
    field = Field()
    field.put("E2105", INF)
    field.put("E2106", VG, PZ, "G-I-1")
    field.s.depots = [Depot(field.cell("E2106"), 0)]
    field.s.markers = [Marker(field.cell("E2106"), 30)]
    assert field.why_not(move(INF, by="E2106")) == ""


def test_a_stack_starts_in_one_hex_and_drops_units() -> None:
    """WV-78, WOT-7.9, WOT-7.10."""
    field = Field(roads=COLUMN_ROAD)
    field.put("E2003", PZ, VG)
    field.put("E2004", INF)
    assert field.why_not(move(PZ, INF, by="E2005")) == "WOT-7.9"
    field.do(move(PZ, VG, by="E2004 E2005 E2006 E2007"))
    assert field.why_not(move(PZ, VG, by="E2008")) == "WOT-9.2"
    field.do(move(PZ, by="E2008 E2009"))
    assert field.why_not(move(PZ, by="E2010 E2011")) == "WOT-9.2"  # 7 - 6 = 1 left
    field.do(move(INF, by="E2005"))  # another hex: the earlier ones are finished
    assert field.why_not(move(PZ, by="E2010")) == "WOT-7.10"
    assert field.s.marks[field.unit(VG)] & CLOSED


def test_units_that_met_on_the_way_continue_together_only_if_they_began_together() -> None:
    """WOT-7.9, WOT-7.10."""
    field = Field(roads=COLUMN_ROAD)
    field.put("E2003", INF, "G-12SS-2")
    field.put("E2005", "G-12SS-3")
    field.do(move(INF, by="E2004 E2005"))
    field.do(move("G-12SS-2", by="E2004 E2005"))
    assert field.why_not(move(INF, "G-12SS-3", by="E2006")) == "WOT-7.9"
    field.do(move(INF, "G-12SS-2", by="E2006"))
    assert field.s.spent[field.unit(INF)] == 3


def test_artillery_that_moved_is_done() -> None:
    """WOT-5.7."""
    field = Field(roads=COLUMN_ROAD)
    field.put("E2003", GUN)
    field.do(move(GUN, by="E2004"))
    field.do(move(GUN, by="E2005"))  # still under way
    moves.end_phase(field.w, field.s, GERMAN)
    assert field.s.marks[field.unit(GUN)] & DONE
    moves.begin_phase(field.w, field.s, GERMAN)
    assert field.why_not(move(GUN, by="E2006")) == "WOT-5.7"


def test_column_doubles_the_allowance() -> None:
    """WV-62, WOT-9.17."""
    field = Field(roads=COLUMN_ROAD)
    field.put("E2003", VG)
    assert field.why_not(move(VG, by="E2004 E2005 E2006 E2007 E2008")) == "WOT-9.2"
    way = " ".join(f"E20{r:02}" for r in range(4, 12))
    assert field.why_not(move(VG, by=way, column=True)) == ""
    assert field.why_not(move(VG, by=way + " E2012", column=True)) == "WOT-9.2"
    assert field.why_not(move(VG, by="E2103", column=True)) == "WOT-9.17"
    field.put("E1908", US)
    assert field.why_not(move(VG, by=way, column=True)) == "WOT-9.17"
    field.do(move(VG, by="E2004 E2005", column=True))
    assert field.why_not(move(VG, by="E2105")) == "WOT-9.17"  # all or nothing
    field.put("E1904", "A-1-2")
    field.put("E2004", INF)
    assert field.why_not(move(INF, by="E2003", column=True)) == "WOT-9.17"


@pytest.mark.parametrize(("turn", "couplet", "hexes"), [(3, 1, 15), (3, 2, 15), (4, 1, 10)])
def test_the_101st_on_turn_3(turn: int, couplet: int, hexes: int) -> None:
    """WV-64, WV-63, WOT-9.17e, WOT-E-6: the long way down one column and up the next."""
    down = [f"E16{r:02}" for r in range(15)]
    up = [f"E17{r:02}" for r in range(13, -1, -1)]
    way = down + up
    field = Field(
        ALLIED,
        turn=turn,
        couplet=couplet,
        weather=CLEAR_SKIES,
        roads=[f"{a}/{b}" for a, b in pairwise(way)],
    )
    field.put("E1600", "A-101-1")
    path = way[1 : hexes + 1]
    assert field.why_not(move("A-101-1", by=" ".join(path), column=True)) == ""
    assert field.why_not(move("A-101-1", by=" ".join(way[1 : hexes + 2]), column=True)) == "WOT-9.2"


def test_who_may_not_use_columns() -> None:
    """WV-63, WV-65, WOT-5.8, WOT-9.17."""
    to = move(VG, by="E2004", column=True)
    for facts, rule in (
        ({"weather": CLEAR_SKIES}, "WOT-9.17"),
        ({"turn": 1}, "WOT-5.8"),
        ({"turn": 1, "couplet": 2}, ""),
        ({"profile": "basic"}, "WOT-9.17"),
        ({}, ""),
    ):
        field = Field(roads=COLUMN_ROAD, **facts)
        field.put("E2003", VG)
        assert field.why_not(to) == rule
    field.put("E2003", GUN)
    assert field.why_not(move(GUN, by="E2004", column=True)) == "WOT-9.17"


def test_interdiction() -> None:
    """WV-66, WV-104, WOT-9.18."""
    field = Field(terrain={"E2005": "ridge"}, roads=COLUMN_ROAD)
    field.put("E2003", INF)
    field.s.interdicted = 1 << field.cell("E2004")
    assert field.why_not(move(INF, by="E2004", column=True)) == "WOT-9.17"
    field.do(move(INF, by="E2004 E2005"))
    assert field.s.spent[field.unit(INF)] == 2 + 3
    field.put("E2004", "G-12SS-2")
    assert field.why_not(move("G-12SS-2", by="E2003", column=True)) == "WOT-9.17"


def test_leaving_the_map_wins() -> None:
    """WV-91, WV-104, WOT-4.3, WOT-9.5."""
    field = Field(
        turn=7, roads=["E1000/E1001", *(f"E{c}0{1 - c % 2}/E{c + 1}0{c % 2}" for c in range(10, 24))]
    )
    line = field.w.board.road
    field.put("E1001", PZ)
    field.s.german |= line
    field.put("E1003", INF)
    assert field.why_not(move(INF, by="exit")) == "WOT-4.3"  # no road leaves the map there
    field.s.interdicted = 1 << field.cell("E1000")
    assert field.why_not(move(PZ, by="E1000 exit")) == "WOT-4.3"
    field.s.interdicted = 0
    field.s.struck = 1 << field.unit(PZ)
    assert field.why_not(move(PZ, by="E1000 exit")) == "WOT-4.3"
    field.s.struck = 0
    field.put("E2210", VG)
    assert field.why_not(move(VG, by="exit")) == "WOT-9.5"
    field.do(move(PZ, by="E1000 exit"))
    assert (field.s.over, field.s.winner) == ("german strategic", GERMAN)


def test_control_goes_with_the_boots() -> None:
    """WOT-3.11."""
    field = Field(turn=1)
    field.put("E2005", INF)
    field.do(move(INF, by="E1905 E1806"))
    assert [holder(field.s, field.cell(label)) for label in ("E1905", "E1806", "E1805")] == [
        GERMAN,
        GERMAN,
        ALLIED,
    ]


def test_tops_and_what_is_kept_of_a_position() -> None:
    """WOT-7.3: one unit lies on top of each stack; what is derived stays true."""
    field = Field(roads=COLUMN_ROAD)
    field.put("E2003", INF, "G-12SS-2")
    field.put("E2005", "G-12SS-3", GUN.replace("ART-1", "I-1"))
    before = field.s.clone()
    field.do(move(INF, by="E2004 E2005"))
    fresh = field.s.clone()
    fresh.follows = None
    for position in (field.s, fresh):
        saved = derived(field.w, position)
        assert saved.stacks[field.cell("E2005")] == sorted(map(field.unit, (INF, "G-12SS-3", "G-I-1")))
        assert field.labels(saved.occupied[GERMAN]) == {"E2003", "E2005"}
    for label in ("E2003", "E2005"):
        tops = [u for u in derived(field.w, field.s).stacks[field.cell(label)] if field.s.marks[u] & TOP]
        assert len(tops) == 1
    assert derived(field.w, before).stacks[field.cell("E2003")] == sorted(map(field.unit, (INF, "G-12SS-2")))


def test_units_that_move_are_named_each_once() -> None:
    """WOT-9.1"""
    field = Field(roads=["E2002/E2003"])
    field.put("E2002", "G-1SS-3", "G-1SS-4")
    assert field.why_not(Move(("G-1SS-3", "G-1SS-4"), ("E2003",))) == ""
    assert field.why_not(Move((), ("E2003",))) == "WOT-9.1"
    assert field.why_not(Move(("G-1SS-3", "G-1SS-3"), ("E2003",))) == "WOT-9.1"
