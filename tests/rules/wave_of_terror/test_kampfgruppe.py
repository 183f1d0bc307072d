"""Kampfgruppe Peiper (WOT-7.7)."""

from __future__ import annotations

import pytest

from ardennes.games.wave_of_terror.rules.combat.losses import Overstacking
from ardennes.games.wave_of_terror.rules.model.events import KampfgruppeGone
from ardennes.games.wave_of_terror.rules.model.orders import (
    Demolish,
    FormKampfgruppe,
    LeaveKampfgruppe,
    Lose,
    Move,
)
from ardennes.games.wave_of_terror.rules.model.state import Overstacked
from ardennes.games.wave_of_terror.rules.movement import moves, supply
from ardennes.games.wave_of_terror.rules.movement.step import left_of
from ardennes.games.wave_of_terror.rules.special import kampfgruppe_peiper
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Event
from tests.rules.wave_of_terror.field import Field

KG = tuple(f"G-1SS-{n}" for n in range(1, 5))  # two 8-9-7 heavy panzers, two MF 6 infantry
ROAD = [*(f"E20{r:02}/E20{r + 1:02}" for r in range(14)), *(f"E{c}00/E{c + 1}00" for c in range(20, 24))]
SOUTH = tuple(f"E20{r:02}" for r in range(3, 14))


def peiper(turn: int = 2, **facts: object) -> Field:
    """The Kampfgruppe in E2002 on a road that runs south along column 20."""
    field = Field(turn=turn, **{"roads": ROAD, **facts})  # type: ignore[arg-type]
    field.put("E2002", *KG)
    field.s.kg = tuple(map(field.unit, KG))
    return field


def test_forming() -> None:
    field, basic = Field(turn=0), Field(profile="basic")

    def refused(*names: str, at: Field = field) -> bool:
        return kampfgruppe_peiper.check_form(at.w, at.s, GERMAN, FormKampfgruppe(names)) is not None

    assert refused(*KG)  # not on the map
    field.put("E2002", *KG)
    assert not refused(*KG)
    assert refused(*KG[:3])
    assert refused(*KG[:3], KG[0])  # four names, three units
    assert refused(*KG, KG[0])
    field.put("E2002", "G-12SS-1")
    assert refused(*KG[:3], "G-12SS-1")
    field.put("E2003", KG[0])
    assert refused(*KG)
    assert refused(*KG, at=basic)
    field.put("E2002", KG[0])
    events: list[Event] = []
    kampfgruppe_peiper.form(field.w, field.s, FormKampfgruppe(KG), events)
    assert field.s.kg == tuple(sorted(map(field.unit, KG)))


def test_seven_points_heavy_and_in_supply() -> None:
    """WV-76."""
    field = peiper(sides={"E2002/E2102": "minor"})
    assert field.why_not(Move(KG, SOUTH[:7])) == ""
    assert field.why_not(Move(KG, SOUTH[:8])) == "WOT-9.2"
    assert field.why_not(Move(KG, SOUTH[:11], column=True)) == ""  # 14 in column
    assert field.why_not(Move(KG, ("E2102",))) == "WOT-9.10"
    field.put("E1606", *KG)  # no line there
    units = [field.unit(name) for name in KG]
    for turn, fed in ((2, True), (3, True), (4, False)):
        field.s.turn = turn
        assert all(supply.in_supply(field.w, field.s, unit) == fed for unit in units)
    assert field.why_not(Move(KG, ("E1607", "E1608"))) == "WOT-9.2"  # 3 points from turn 4 on


def test_it_passes_through_full_hexes_and_artillery_but_stops_elsewhere() -> None:
    """WV-75."""
    field = peiper()
    field.put("E2003", "G-26-1", "G-26-2", "G-26-3")
    field.put("E2004", "G-ART-1")
    assert field.why_not(Move(KG, ("E2003",))) == "WOT-7.1"
    assert field.why_not(Move(KG, ("E2003", "E2004"))) == "WOT-7.4"
    assert field.why_not(Move(KG[2:], ("E2003", "E2004", "E2005"))) == "WOT-7.2"
    field.do(Move(KG, ("E2003", "E2004", "E2005")))
    assert [field.at(name) for name in KG] == ["E2005"] * 4


def test_who_moves_away_has_left_and_nobody_joins() -> None:
    """WOT-7.7: with its own MF less what is spent."""
    field = peiper()
    field.put("E2003", "G-1SS-5")
    field.do(Move(KG, SOUTH[:5]))  # E2007
    field.do(Move((KG[2],), ("E2008",)))
    assert field.s.kg == tuple(map(field.unit, (KG[0], KG[1], KG[3])))
    assert field.why_not(Move((KG[2],), ("E2009",))) == "WOT-9.2"  # MF 6, all spent
    assert field.why_not(Move((KG[0], KG[1], KG[3]), ("E2008", "E2009"))) == ""
    field = peiper()
    field.put("E2002", "G-I-1")
    assert field.why_not(Move((*KG, "G-I-1"), ("E2003",))) == "WOT-7.7"


def test_dropping_units_in_mid_move() -> None:
    """WOT-7.7, WOT-7.10."""
    field = peiper()
    field.do(Move(KG, SOUTH[:3]))
    assert field.why_not(LeaveKampfgruppe(("G-1SS-5",))) == "WOT-7.7"
    field.do(LeaveKampfgruppe((KG[3],)))
    assert [left_of(field.w, field.s, field.unit(name)) for name in KG] == [4, 4, 4, 3]
    field.do(Move(KG[:3], SOUTH[3:7]))
    assert (field.at(KG[3]), field.at(KG[0])) == ("E2005", "E2009")
    events = field.do(LeaveKampfgruppe(KG[:3]))
    assert field.s.kg == ()
    assert isinstance(events[-1], KampfgruppeGone)


@pytest.mark.parametrize(("turn", "die", "gone"), [(2, 0, False), (3, 5, False), (4, 6, True), (3, 6, True)])
def test_the_end_of_a_turn(turn: int, die: int, gone: bool) -> None:
    """WV-77."""
    field = peiper(turn, dice=[die] if die else ())
    kampfgruppe_peiper.end_of_turn(field.w, field.s, field.dice, [])
    assert (field.s.kg == ()) == gone
    assert field.at(KG[0]) == "E2002"


def test_losses() -> None:
    field = peiper()
    events: list[Event] = []
    for name in KG:
        kampfgruppe_peiper.remove_lost_unit(field.w, field.s, field.unit(name), events)
    assert (field.s.kg, len(events)) == ((), 1)


def test_stranded_in_a_full_hex_by_a_blown_bridge() -> None:
    """WOT-7.2, WOT-7.7: it may go on; if it stays, the owner says who is lost."""
    field = peiper(bridges={"E2003/E2004": False}, dice=[6], roads=[r for r in ROAD if r != "E2003/E2004"])
    field.put("E2003", "G-26-1", "G-26-2", "G-26-3")
    field.give(ALLIED, "E2003", "E2004")
    field.do(Move(KG, ("E2003", "E2004")))
    events: list[Event] = []
    events += field.answer(Demolish(True))
    moves.resume(field.w, field.s, field.dice, events)
    assert field.at(KG[0]) == "E2003"
    assert field.why_not(LeaveKampfgruppe(KG[:1])) == "WOT-7.7"
    assert field.why_not(Move(KG, ("E2002",))) == ""
    moves.end_phase(field.w, field.s, GERMAN)
    cell = field.cell("E2003")
    assert field.s.stack[-1] == Overstacked(GERMAN, cell)
    offered = Overstacking().offers(field.w, field.s, Overstacked(GERMAN, cell))
    assert len(offered) == 35  # three of the seven
    assert Overstacking().check(field.w, field.s, Overstacked(GERMAN, cell), offered[0]) is None
    assert Overstacking().check(field.w, field.s, Overstacked(GERMAN, cell), Lose(KG)) is not None
