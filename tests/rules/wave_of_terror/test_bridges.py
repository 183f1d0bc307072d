"""Demolition and repair (WOT-9.14, WOT-9.15, WOT-9.16)."""

from __future__ import annotations

import pytest

from ardennes.games.wave_of_terror.rules.model.events import DemolitionTried
from ardennes.games.wave_of_terror.rules.model.orders import Demolish, Move
from ardennes.games.wave_of_terror.rules.model.state import Demolishing, Marker, Moving, Walking
from ardennes.games.wave_of_terror.rules.movement import bridges, moves
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Event
from tests.rules.wave_of_terror.field import Field

BRIDGE = "E1806/E1906"
ROAD = [f"E{c}06/E{c + 1}06" for c in range(10, 24) if c != 18]
INF, PZ = "G-12SS-1", "G-1SS-1"


def at_the_bridge(turn: int = 2, dice: tuple[int, ...] = (), profile: str = "full") -> Field:
    """A German in E2006; the Allies hold the bridge ahead of it and all beyond."""
    field = Field(turn=turn, roads=ROAD, bridges={BRIDGE: False}, dice=dice, profile=profile)
    field.put("E2006", INF)
    return field


def answer(field: Field, yes: bool) -> list[Event]:
    events: list[Event] = []
    events += field.answer(Demolish(yes))
    while isinstance(field.s.stack[-1], Walking):
        moves.resume(field.w, field.s, field.dice, events)
    return events


@pytest.mark.parametrize(
    ("die", "engineer", "down"),
    [(5, "E1706", True), (5, "E1606", False), (5, "", False), (6, "", True), (4, "E1706", False)],
)
def test_blown_in_the_enemys_face(die: int, engineer: str, down: bool) -> None:
    """WV-67: the engineer stands at distance 2 (E1706) or 3 (E1606) from the abutment entered."""
    field = at_the_bridge(dice=(die,))
    if engineer:
        field.put(engineer, "A-IND-1")
    field.do(Move((INF,), ("E1906", "E1806")))
    assert field.at(INF) == "E1906"
    assert field.s.stack[-1] == Demolishing(ALLIED, 0, field.cell("E1906"))
    events = answer(field, True)
    [tried] = [event for event in events if isinstance(event, DemolitionTried)]
    assert tried.down == down == bool(field.s.blown)
    assert field.at(INF) == ("E1906" if down else "E1806")
    assert field.s.stack == [Moving(GERMAN)]
    if down:
        assert field.why_not(Move((INF,), ("E1806",))) == "WOT-9.10"  # not at the start of its move
        assert field.why_not(Move((INF,), ("E1907",))) == ""  # it may continue elsewhere


def test_a_supplied_engineer_counts_from_the_air_too() -> None:
    """WOT-9.14, WOT-6.15."""
    field = at_the_bridge(dice=(5,))
    field.put("E1706", "A-IND-1")
    field.put("E1306", "G-26-1")
    for label in ("E1506", "E1507", "E1406"):
        field.put(label, f"G-26-{2 + ('E1506', 'E1507', 'E1406').index(label)}")
    assert bridges.engineer_near(field.w, field.s, field.cell("E1906")) == -1
    field.s.markers = [Marker(field.cell("E1606"), 30)]
    field.do(Move((INF,), ("E1906",)))
    answer(field, True)
    assert field.s.blown == 1
    assert field.s.drawn == [(field.unit("A-IND-1"), field.cell("E1606"))]


def test_when_nobody_is_asked() -> None:
    """WV-68, WOT-9.14, WOT-5.8."""
    for facts in ({"turn": 1}, {"profile": "basic"}):
        field = at_the_bridge(**facts)
        field.do(Move((INF,), ("E1906", "E1806")))
        assert field.at(INF) == "E1806"
    field = at_the_bridge(dice=(1,))
    field.do(Move((INF,), ("E1906",)))
    answer(field, True)
    assert field.s.tried == 1
    field.give(ALLIED, "E1906")
    field.do(Move((INF,), ("E1905", "E1906")))  # a second attempt in the same turn
    assert field.s.stack == [Moving(GERMAN)]
    bridges.begin_turn(field.s)
    assert field.s.tried == 0
    half = at_the_bridge()
    half.give(GERMAN, "E1806")
    half.do(Move((INF,), ("E1906",)))
    assert half.s.stack == [Moving(GERMAN)]


def test_declining_is_no_attempt() -> None:
    """WOT-9.14."""
    field = at_the_bridge()
    field.do(Move((INF,), ("E1906", "E1806")))
    assert answer(field, False)
    assert (field.at(INF), field.s.tried) == ("E1806", 0)


def test_against_an_allied_mover_only_a_six() -> None:
    """WV-69."""
    field = Field(ALLIED, roads=ROAD, bridges={BRIDGE: False}, dice=[5])
    field.give(GERMAN, "E1806", "E1906")
    field.put("E1706", "A-1-1", "A-IND-1")
    field.do(Move(("A-1-1",), ("E1806",)))
    assert field.s.stack[-1] == Demolishing(GERMAN, 0, field.cell("E1806"))
    answer(field, True)
    assert not field.s.blown


def test_several_bridges_are_decided_one_by_one() -> None:
    """WOT-9.14."""
    field = Field(roads=ROAD, bridges={BRIDGE: False, "E1906/E1907": False}, dice=[6, 1])
    field.put("E2006", INF)
    field.do(Move((INF,), ("E1906", "E1907")))
    assert [frame for frame in field.s.stack if isinstance(frame, Demolishing)] == [
        Demolishing(ALLIED, 1, field.cell("E1906")),
        Demolishing(ALLIED, 0, field.cell("E1906")),
    ]
    field.answer(Demolish(True))
    answer(field, True)
    assert (field.s.blown, field.at(INF)) == (1, "E1907")


def broken(count: int = 5) -> Field:
    """Bridges down in German country, with the road to the east edge behind them."""
    pairs = [f"E22{r:02}/E23{r:02}" for r in range(1, count + 1)]
    return Field(bridges=dict.fromkeys(pairs, True))


def test_german_repairs() -> None:
    """WV-70, WV-71, WOT-9.15, WOT-5.5."""
    field = broken()
    w, s = field.w, field.s
    assert bridges.repairable(w, s, GERMAN) == [0, 1, 2, 3, 4]
    assert bridges.repairable(w, s, ALLIED) == []
    events: list[Event] = []
    for bridge in range(3):
        assert bridges.check_repair(w, s, GERMAN, bridge) is None
        bridges.repair(w, s, GERMAN, bridge, events)
    refusal = bridges.check_repair(w, s, GERMAN, 3)
    assert refusal is not None
    assert s.blown == 0b11111
    bridges.resolve(w, s, events)
    assert (s.blown, s.mending, s.repairs) == (0b11000, 0, 3)
    bridges.begin_couplet(s)
    assert bridges.repairable(w, s, GERMAN) == [3, 4]
    s.repairs = 20
    assert bridges.repairable(w, s, GERMAN) == []


def test_what_a_repair_needs() -> None:
    """WV-70, WV-97, WOT-9.15, WOT-5.8."""
    field = broken(1)
    w, s = field.w, field.s
    s.turn, s.couplet = 1, 1
    refusal = bridges.check_repair(w, s, GERMAN, 0)
    assert refusal is not None
    assert refusal.rule == "WOT-5.8"
    s.couplet = 2
    assert bridges.check_repair(w, s, GERMAN, 0) is None
    field.give(ALLIED, "E2201")
    assert bridges.check_repair(w, s, GERMAN, 0) is not None
    field.give(GERMAN, "E2201")
    s.blown = 0
    assert bridges.check_repair(w, s, GERMAN, 0) is not None
    far = Field(bridges={"E1806/E1906": True})
    far.give(GERMAN, "E1806", "E1906")
    assert bridges.check_repair(far.w, far.s, GERMAN, 0) is not None  # no line, also on turn 1
    far.s.turn, far.s.couplet = 1, 2
    assert bridges.check_repair(far.w, far.s, GERMAN, 0) is not None


def test_a_bridge_only_the_kampfgruppe_has_taken() -> None:
    """WV-72, WOT-9.16."""
    kg = tuple(f"G-1SS-{n}" for n in range(1, 5))
    field = Field(roads=ROAD, bridges={BRIDGE: True, "E1706/E1707": True}, turn=2)
    field.s.blown = 0b10
    field.put("E2006", *kg)
    field.s.kg = tuple(map(field.unit, kg))
    field.give(GERMAN, "E1807")
    field.do(Move(kg, ("E1906",)))
    field.answer(Demolish(False))
    field.do(Move(kg, ("E1806", "E1706")))
    field.s.blown = 0b11
    field.s.follows = None
    refusal = bridges.check_repair(field.w, field.s, GERMAN, 0)
    assert refusal is not None
    assert refusal.rule == "WOT-9.16"
    field.put("E2006", INF)
    field.do(Move((INF,), ("E1906",)))
    assert bridges.check_repair(field.w, field.s, GERMAN, 0) is None
