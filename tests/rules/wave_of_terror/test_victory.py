"""Points, sudden death, the end of the game and its degrees (WOT-4; WV-87 to WV-93, WV-103)."""

from __future__ import annotations

import pytest

from ardennes.games.wave_of_terror.rules.model.events import GameOver, Scored
from ardennes.games.wave_of_terror.rules.model.orders import Concede, TakePoints
from ardennes.games.wave_of_terror.rules.model.state import ChoosingEnd
from ardennes.games.wave_of_terror.rules.outcome import victory
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import printed_world
from ardennes.kernel.contract import Event
from ardennes.kernel.parts import world_of_scenario
from tests.rules.wave_of_terror.battlefield import Battlefield

A, FOE = "G-1SS-3", "A-1-1"
ST_VITH = "E1802"


@pytest.mark.parametrize(
    ("points", "winner", "degree"),
    [((120, 60), GERMAN, "operational"), ((119, 60), GERMAN, "tactical"), ((60, 180), ALLIED, "strategic"),
     ((61, 60), GERMAN, "tactical"), ((60, 60), None, "draw"), ((0, 5), ALLIED, "strategic"),
     ((179, 60), GERMAN, "operational")],
)  # fmt: skip
def test_degrees(points: tuple[int, int], winner: int | None, degree: str) -> None:
    """WV-87."""
    field = Battlefield()
    field.s.points = list(points)
    assert victory.by_points(field.w, field.s) == (winner, degree)


def test_units_beyond_the_meuse_score_every_turn() -> None:
    """WV-89: in or out of supply, artillery too, counted again each turn."""
    field = Battlefield(meuse=14)
    field.put("E1207", A, "G-12SS-1")
    field.put("E1307", "G-ART-1")
    field.put("E1607", "G-12SS-2")
    for turn in (9, 10):
        field.s.turn = turn
        victory.end_of_turn(field.w, field.s, [])
    assert field.s.points == [6, 0]
    assert [award.points for award in field.s.ledger] == [3, 3]


@pytest.mark.parametrize("scenario", printed_world().scenarios)
def test_points_are_reported_where_they_count(scenario: str) -> None:
    """In a scenario of Ardennes only places decide, WOT-SHORT-3."""
    world, field = world_of_scenario(printed_world(), scenario), Battlefield()
    events: list[Event] = []
    victory.score(world, field.s, GERMAN, "1 step at Elsenborn", 1, "WOT-4.8", events)
    counts = not printed_world().scenarios[scenario].rule
    assert [event.total for event in events if isinstance(event, Scored)] == [1] * counts


def end(field: Battlefield) -> list[Event]:
    events: list[Event] = []
    field.s.stack.clear()
    victory.end_of_game(field.w, field.s, events)
    return events


def at_the_end(*, foothold: bool = True, german_st_vith: bool = True) -> Battlefield:
    """Turn 17, cities on both sides; a supplied German is west of the front or not."""
    field = Battlefield(turn=17, places={"E1604": "city", "E1606": "city", "E2208": "city"})
    if foothold:
        field.put("E1804", A)
    if german_st_vith:
        field.give(GERMAN, ST_VITH)
    return field


def test_cities_and_steps() -> None:
    """WV-88: 70 steps, three artillery units and two city hexes against 40."""
    field = at_the_end()
    field.s.points = [76, 40]
    field.give(GERMAN, "E1604", "E1606")
    events = end(field)
    assert field.s.points == [96, 40]
    assert [event.rule for event in events if isinstance(event, Scored)] == ["WOT-4.7", "WOT-4.7"]
    assert field.s.over == "german operational"
    result = victory.result_of(field.w, field.s)
    assert result is not None
    assert (result.winner, result.points, result.rule) == (GERMAN, 56, "WOT-4.18")


def test_allied_city_points() -> None:
    """WOT-4.7: on the enemy's side of the starting front only."""
    field = at_the_end()
    field.give(ALLIED, "E2208")
    end(field)
    assert field.s.points == [0, 10]


def test_no_foothold_is_an_allied_strategic_victory() -> None:
    """WV-93: even if control of St. Vith is German and the points are."""
    field = at_the_end(foothold=False)
    field.s.points = [200, 1]
    [over] = [event for event in end(field) if isinstance(event, GameOver)]
    assert (over.level, over.rule) == ("allied strategic", "WOT-4.4")


def test_a_struck_parent_is_no_foothold() -> None:
    """WV-103: the roll of turn 17 still counts."""
    field = at_the_end()
    field.s.struck = 1 << field.unit(A)
    end(field)
    assert field.s.over == "allied strategic"


def test_st_vith() -> None:
    """WV-92, WOT-4.5: the Allied player takes that victory or the points."""
    for take, level in ((True, "allied strategic"), (False, "allied operational")):
        field = at_the_end(german_st_vith=False)
        field.s.points = [50, 200]
        end(field)
        assert field.s.stack == [ChoosingEnd(ALLIED)]
        assert victory.best_end(field.w, field.s)
        field.order(TakePoints(take))
        assert field.s.over == level
    losing = at_the_end(german_st_vith=False)
    losing.s.points = [200, 50]
    end(losing)
    assert not victory.best_end(losing.w, losing.s)


def test_concession() -> None:
    """WOT-4.2: at any decision of the side, by nobody else."""
    field = Battlefield()
    assert field.game.check(field.s, ALLIED, Concede()) is not None
    field.order(Concede())
    assert field.s.over == "allied strategic"
    assert field.game.to_move(field.s) == ()
    refusal = field.game.check(field.s, GERMAN, Concede())
    assert refusal is not None
