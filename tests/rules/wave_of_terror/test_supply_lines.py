"""Supply (WOT-6): lines, what cuts them, supply from the air, Supply Problems, and what they do to a move."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ardennes.games.wave_of_terror.rules.model.events import Drew, SupplySecured
from ardennes.games.wave_of_terror.rules.model.orders import Move
from ardennes.games.wave_of_terror.rules.model.position import place
from ardennes.games.wave_of_terror.rules.model.state import HUNGRY, Depot, Marker
from ardennes.games.wave_of_terror.rules.movement import supply
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Event
from tests.rules.wave_of_terror.field import Field

VG, PZ, INF, GUN, US = "G-26-1", "G-1SS-1", "G-12SS-1", "G-ART-1", "A-1-1"
ROAD = [f"E{c}06/E{c + 1}06" for c in range(14, 24)]  # east to west along row 06, to the east edge


def supplied(field: Field, unit: str, label: str) -> bool:
    """Return whether the unit would be in normal supply in the hex."""
    field.put(label, unit)
    return supply.in_supply(field.w, field.s, field.unit(unit))


def slow_trace(field: Field, side: int, unit_cell: int) -> bool:
    """Return the rule applied literally, without bitboards (WOT-6.6, WOT-6.10, WOT-6.11, WOT-6.12, WOT-6.13,
    WOT-6.14).
    """
    w, s = field.w, field.s
    free = supply.passable(w, s, side)

    def open_side(way_bridge: int, kind: int) -> bool:
        return kind == 0 or (way_bridge >= 0 and not s.blown >> way_bridge & 1)

    def on_road_to_source(cell: int) -> bool:
        visited, todo = {cell}, [cell]
        while todo:
            at = todo.pop()
            if w.board.sources[side] >> at & 1:
                return True
            for way in w.ground.ways[at]:
                down = way.bridge >= 0 and s.blown >> way.bridge & 1
                if way.link and not down and free >> way.to & 1 and way.to not in visited:
                    visited.add(way.to)
                    todo.append(way.to)
        return False

    def good(cell: int) -> bool:
        on_road = bool(w.board.road >> cell & 1)
        return bool(w.board.sources[side] >> cell & 1) or (on_road and on_road_to_source(cell))

    if free >> unit_cell & 1 and good(unit_cell):
        return True
    level = {unit_cell}
    for hexes in range(1, 4):
        level = {
            way.to
            for cell in level
            for way in w.ground.ways[cell]
            if free >> way.to & 1 and (hexes == 1 or open_side(way.bridge, way.side))
        }
        if any(good(cell) for cell in level):
            return True
    return False


def test_one_road_serves_any_number_and_leads_out_of_supply() -> None:
    """WOT-6.1, WOT-6.5, WOT-6.9, WOT-6.12."""
    field = Field(roads=ROAD)
    for n in range(1, 6):
        field.put("E1606" if n < 5 else "E1706", f"G-26-{n}")
        field.put("E1607" if n < 5 else "E1707", f"G-12SS-{n}")
    assert all(
        supply.in_supply(field.w, field.s, field.unit(f"G-{parent}-{n}"))
        for parent in ("26", "12SS")
        for n in range(1, 6)
    )
    field.do(Move((INF,), ("E1608", "E1609", "E1610")))  # where it will find no line
    assert not supply.in_supply(field.w, field.s, field.unit(INF))
    assert field.s.steps[field.unit(INF)] == 2  # which costs no step


def test_three_hexes_to_a_road() -> None:
    """WV-49."""
    field = Field(roads=ROAD)
    assert supplied(field, VG, "E1609")
    assert not supplied(field, VG, "E1610")
    assert supplied(field, VG, "E1606")


def test_three_hexes_to_a_source() -> None:
    """WV-53."""
    field = Field()
    assert supplied(field, VG, "E2106")
    assert not supplied(field, VG, "E2006")


def test_the_flood_agrees_with_the_rule_read_word_by_word() -> None:
    """Blown and intact bridges, rivers, blocked hexsides, enemy towns and units, both sides."""
    field = Field(
        roads=ROAD,
        sides={
            "E1605/E1606": "minor",
            "E1705/E1806": "blocked",
            "E1708/E1709": "minor",
            "E1805/E1806": "lake",
        },
        bridges={"E1906/E2006": True, "E2106/E2206": False, "E1506/E1507": True},
        places={"E2206": "town", "E1306": "city"},
    )
    field.put("E2307", US)
    field.put("E1308", VG)
    for towns in ((), ("E2206",), ("E2206", "E1306")):
        for blown in (0, 1, 5, 7):
            field.s.blown = blown
            field.give(ALLIED, "E2206", "E1306")
            field.give(GERMAN, *towns)
            for side in (GERMAN, ALLIED):
                wrong = [
                    field.w.grid.label(cell)
                    for cell in field.w.grid.cells
                    if supply.hex_in_supply(field.w, field.s, side, cell) != slow_trace(field, side, cell)
                    and supply.passable(field.w, field.s, side) >> cell & 1
                ]
                assert wrong == []


@pytest.mark.parametrize("blown", [True, False])
def test_one_barrier_on_the_own_hexside(blown: bool) -> None:
    """WV-50, WV-51, WOT-6.10, WOT-6.11: a river between columns 20 and 21, one bridge, a road behind it."""
    river = {f"E20{r:02}/E21{r + down:02}": "minor" for r in range(1, 15) for down in (-1, 0)}
    field = Field(
        roads=["E2106/E2206", "E2206/E2306", "E2306/E2406"],
        sides={**river, "E2000/E2100": "minor"},
        bridges={"E2006/E2106": blown},
    )
    assert supplied(field, VG, "E2006")
    assert supplied(field, VG, "E2008")  # over its own hexside, then one hex more
    assert supplied(field, VG, "E1906") != blown  # over the second hexside only by the bridge
    assert supplied(field, VG, "E1806") == (not blown)  # E2006 is then a road hex


def test_an_enemy_town_cuts_the_road() -> None:
    """WV-52, WOT-6.13."""
    field = Field(roads=ROAD, places={"E2006": "town"})
    assert supplied(field, VG, "E1606")
    field.give(ALLIED, "E2006")
    assert not supplied(field, VG, "E1606")
    field.put("E2106", INF)
    field.do(Move((INF,), ("E2006", "E1906")))
    assert supply.in_supply(field.w, field.s, field.unit(VG))


def test_an_enemy_unit_cuts_the_road_and_shuts_a_source() -> None:
    """WV-54, WOT-6.7, WOT-6.8, WOT-6.14: artillery too."""
    field = Field(ALLIED, roads=["E1800/E1801", "E1801/E1802", "E1802/E1803", "E1803/E1804", "E1804/E1805"])
    assert supplied(field, US, "E1805")
    field.put("E1800", GUN)
    assert not supplied(field, US, "E1805")
    place(field.w, field.s, field.unit(GUN), field.cell("E1900"))
    assert supplied(field, US, "E1805")
    field.put("E1803", VG)
    assert not supplied(field, US, "E1805")


def test_what_is_kept_is_traced_again_when_it_must() -> None:
    """Whatever changes, the cached answer is the one a fresh position gives."""
    field = Field(roads=ROAD, places={"E2006": "town"}, bridges={"E1806/E1906": False})
    field.put("E1606", VG)
    field.put("E1604", US)
    field.put("E2106", INF)
    steps: list[Callable[[], object]] = [
        lambda: field.do(Move((VG,), ("E1706",))),
        lambda: field.put("E2006", "A-1-2"),
        lambda: place(field.w, field.s, field.unit("A-1-2"), field.cell("E1704")),
        lambda: field.do(Move((INF,), ("E2006",))),
    ]
    for step in steps:
        for side in (GERMAN, ALLIED):
            supply.traced(field.w, field.s, side)
        step()
        fresh = field.s.clone()
        fresh.follows = None
        for side in (GERMAN, ALLIED):
            assert supply.traced(field.w, field.s, side) == supply.traced(field.w, fresh, side)


@pytest.mark.parametrize(("unit", "points"), [(PZ, 3), (VG, 3), (GUN, 3)])
def test_out_of_supply_a_unit_has_three_points(unit: str, points: int) -> None:
    """WV-55, WOT-6.3."""
    field = Field(roads=["E1606/E1706", "E1706/E1806", "E1806/E1906", "E1906/E2006"])
    field.put("E1606", unit)
    path = ("E1706", "E1806", "E1906", "E2006")
    assert field.why_not(Move((unit,), path[: points + 1])) == "WOT-9.2"
    field.do(Move((unit,), path[:points]))
    assert field.s.marks[field.unit(unit)] & HUNGRY
    basic = Field(profile="basic", roads=["E1606/E1706", "E1706/E1806", "E1806/E1906", "E1906/E2006"])
    basic.put("E1606", PZ)
    assert basic.why_not(Move((PZ,), path)) == ""


def test_struck_units_are_out_of_supply_once() -> None:
    """WV-56, WOT-6.16."""
    field = Field(turn=5, roads=ROAD)
    field.put("E2006", PZ, INF)
    field.s.struck = 1 << field.unit(PZ)
    assert not supply.in_supply(field.w, field.s, field.unit(PZ))
    assert supply.in_supply(field.w, field.s, field.unit(INF))
    assert field.why_not(Move((PZ,), ("E1906", "E1806", "E1706", "E1606"))) == "WOT-9.2"
    assert field.why_not(Move((PZ,), ("E1906", "E1806", "E1706"))) == ""
    assert field.why_not(Move((PZ,), ("E1906",), True)) == "WOT-9.17"


@pytest.mark.parametrize(
    ("real", "cut_off", "stopped"), [(0, False, False), (1, True, False), (1, False, True)]
)
def test_a_depot_taken(real: int, cut_off: bool, stopped: bool) -> None:
    """WV-57, WOT-6.16, WOT-6.17."""
    field = Field(roads=ROAD)
    field.put("E1606", INF)
    field.s.depots = [Depot(field.cell("E1506"), real)]
    if cut_off:
        field.put("E2006", US)
    events = field.do(Move((INF,), ("E1506",)))
    assert field.s.depots == []
    assert field.s.rolls_stopped == stopped
    assert any(isinstance(event, SupplySecured) for event in events) == stopped


def test_liege_taken_on_turn_1_counts_even_in_passing() -> None:
    """WOT-6.16."""
    field = Field(turn=1)
    field.put("E1213", INF)
    field.do(Move((INF,), ("E1212", "E1211")))
    assert field.s.rolls_stopped


# From the air


def airlift() -> Field:
    """An Allied pocket round E1607, no road, far from every edge, with one marker in E1607."""
    field = Field(ALLIED, turn=8, weather=1)
    field.s.markers = [Marker(field.cell("E1607"), 30)]
    return field


def test_a_marker_feeds_thirty_steps() -> None:
    """WV-58: twelve battalions and three artillery units, and no more."""
    field = airlift()
    hexes = ["E1605", "E1606", "E1607", "E1608", "E1704", "E1705"]
    for n in range(1, 13):
        field.put(hexes[(n - 1) // 4], f"A-1-{n}")
    for n, label in enumerate(("E1506", "E1507", "E1707"), 1):
        field.put(label, f"A-ART-{n}")
    field.put("E1508", "A-IND-1")
    events: list[Event] = []
    names = [*(f"A-1-{n}" for n in range(1, 13)), *(f"A-ART-{n}" for n in range(1, 4))]
    assert not any(supply.in_supply(field.w, field.s, field.unit(name)) for name in names)
    assert not supply.feed(field.w, field.s, [field.unit(name) for name in names], events)
    assert sum(event.steps for event in events if isinstance(event, Drew)) == 30
    assert supply.feed(field.w, field.s, [field.unit("A-IND-1")], events)
    assert not supply.feed(field.w, field.s, [field.unit("A-1-1")], events)  # charged once
    assert field.s.markers[0].left == 0


def test_artillery_draws_two_a_step_within_five_hexes() -> None:
    """WV-38, WOT-6.15."""
    field = airlift()
    field.put("E1610", "A-ART-1")
    field.s.markers = [Marker(field.cell("E1605"), 2)]
    assert supply.could_be_fed(field.w, field.s, field.unit("A-ART-1"))
    field.s.markers = [Marker(field.cell("E1604"), 30)]
    assert not supply.could_be_fed(field.w, field.s, field.unit("A-ART-1"))
    field.s.markers = [Marker(field.cell("E1605"), 1)]
    assert not supply.could_be_fed(field.w, field.s, field.unit("A-ART-1"))


def test_drawing_or_staying_dry_on_the_march() -> None:
    """WOT-6.15: the draw is made as the move begins; a dry unit has 3 points; no column by air."""
    field = airlift()
    field.put("E1607", "A-1-1", "A-1-2")
    far = ("E1608", "E1609")
    assert field.why_not(Move(("A-1-1",), far, dry=("A-1-1",))) == "WOT-9.2"
    assert field.why_not(Move(("A-1-1",), far, dry=("A-1-2",))) == "WOT-6.15"
    assert field.why_not(Move(("A-1-1",), ("E1608",), column=True)) == "WOT-9.17"
    events = field.do(Move(("A-1-1",), far))
    assert [event for event in events if isinstance(event, Drew)]
    assert field.s.drawn == [(field.unit("A-1-1"), field.cell("E1607"))]
    assert field.s.markers == [Marker(field.cell("E1607"), 28)]
    field.do(Move(("A-1-2",), ("E1608",), dry=("A-1-2",)))
    assert field.s.marks[field.unit("A-1-2")] & HUNGRY


def test_a_stack_shares_what_a_marker_has_left() -> None:
    """WOT-6.2: each unit of a stack is checked separately, one after another."""
    field = airlift()
    field.put("E1607", "A-1-1", "A-1-2")
    field.s.markers = [Marker(field.cell("E1607"), 3)]
    units = [field.unit("A-1-1"), field.unit("A-1-2")]
    assert supply.thirsty(field.w, field.s, units) == units
    assert supply.hungry(field.w, field.s, units) == [units[1]]
    assert field.why_not(Move(("A-1-1", "A-1-2"), ("E1608", "E1609"))) == "WOT-9.2"
    assert field.s.drawn == []


def test_a_german_in_the_hex_takes_the_marker_off() -> None:
    """WOT-6.15."""
    field = Field(turn=8, weather=1, roads=ROAD)
    field.put("E1606", INF)
    field.s.markers = [Marker(field.cell("E1506"), 30)]
    field.do(Move((INF,), ("E1506",)))
    assert field.s.markers == []


def test_sources() -> None:
    """WOT-6.7, WOT-6.8: each side by its own edges; a hex with an enemy unit is off."""
    field = Field()
    assert field.labels(field.w.board.sources[GERMAN]) == {f"E24{r:02}" for r in range(15)}
    assert supplied(field, VG, "E2106")
    for row in range(3, 10):
        field.put(f"E24{row:02}", f"A-1-{row}")
    assert not supplied(field, VG, "E2106")
