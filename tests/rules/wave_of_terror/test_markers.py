"""POL depots, interdiction and aerial supply: where the markers may lie (WOT-3.7, WOT-6.15, WOT-9.18)."""

from __future__ import annotations

from ardennes.games.wave_of_terror.rules.model.events import DepotPlaced, DepotsRemoved
from ardennes.games.wave_of_terror.rules.model.orders import END, DropSupplies, Interdict, PlacePol
from ardennes.games.wave_of_terror.rules.model.state import Depot, Dropping, Interdicting, Marker
from ardennes.games.wave_of_terror.rules.special import markers
from ardennes.games.wave_of_terror.rules.special.markers import AerialSupply, Interdiction
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Event
from ardennes.kernel.offers import orders
from tests.rules.wave_of_terror.field import Field

INTERDICTING, DROPPING = Interdicting(ALLIED), Dropping(ALLIED)

ROAD = [f"E14{r:02}/E14{r + 1:02}" for r in range(3, 13)]  # through the centre, E1408


def test_depots() -> None:
    """WV-07: road hexes without a town within 3 of the centre, one a hex, two of each face."""
    field = Field(ALLIED, turn=0, roads=ROAD, places={"E1407": "town"})
    w, s = field.w, field.s

    def why(label: str, real: bool = True, side: int = ALLIED) -> bool:
        return markers.check_depot(w, s, side, PlacePol(label, real)) is not None

    assert not why("E1411")
    assert why("E1412")  # four hexes away
    assert why("E1407")  # a town
    assert why("E1511")  # no road
    assert why("E1411", side=GERMAN)
    events: list[Event] = []
    markers.place_depot(w, s, PlacePol("E1411", True), events)
    assert why("E1411", real=False)
    markers.place_depot(w, s, PlacePol("E1410", True), events)
    assert why("E1409")
    assert not why("E1409", real=False)
    offered = {(order.hex, order.real) for order in markers.depot_offers(w, s)}
    assert offered == {("E1405", False), ("E1406", False), ("E1408", False), ("E1409", False)}
    [first, _] = events
    assert first == DepotPlaced("E1411", 1)
    assert first.seen_by(GERMAN) is None


def test_the_basic_game_has_no_depots() -> None:
    """WOT-2.16."""
    field = Field(ALLIED, turn=0, roads=ROAD, profile="basic")
    assert markers.check_depot(field.w, field.s, ALLIED, PlacePol("E1411", True)) is not None
    assert markers.depot_offers(field.w, field.s) == []


def test_depots_are_gone_on_turn_6() -> None:
    """WOT-6.17."""
    field = Field(turn=5)
    field.s.depots = [Depot(field.cell("E1408"), 1)]
    events: list[Event] = []
    markers.remove_depots(field.w, field.s, events)
    assert not events
    field.s.turn = 6
    markers.remove_depots(field.w, field.s, events)
    assert events == [DepotsRemoved(("E1408",))]
    assert field.s.depots == []


def test_interdiction() -> None:
    """WOT-9.18: road hexes, one aircraft each."""
    field = Field(ALLIED, turn=8, weather=1, roads=ROAD)
    w, s = field.w, field.s
    s.aircraft = 2
    assert Interdiction().check(w, s, INTERDICTING, Interdict("E1511")) is not None
    events: list[Event] = []
    for label in ("E1410", "E1409"):
        assert Interdiction().check(w, s, INTERDICTING, Interdict(label)) is None
        Interdiction().apply(w, s, INTERDICTING, Interdict(label), field.dice, events)
        assert Interdiction().check(w, s, INTERDICTING, Interdict(label)) is not None
    assert s.aircraft == 0
    assert Interdiction().check(w, s, INTERDICTING, Interdict("E1408")) is not None
    assert list(orders(Interdiction().offers(w, s, INTERDICTING))) == [END]
    s.aircraft = 1
    result = list(orders(Interdiction().offers(w, s, INTERDICTING)))
    assert len(result) == 11 - 2 + 1
    assert all(Interdiction().check(w, s, INTERDICTING, o) is None for o in result)


def test_drops() -> None:
    """WOT-6.15."""
    field = Field(ALLIED, turn=8, weather=1, terrain={"E1606": "marsh", "E1607": "marsh"},
                  places={"E1607": "town"})  # fmt: skip
    w, s = field.w, field.s
    field.put("E1608", "G-26-1")
    assert AerialSupply().check(w, s, DROPPING, DropSupplies("E1606")) is not None
    assert AerialSupply().check(w, s, DROPPING, DropSupplies("E1608")) is not None
    for label in ("E1607", "E1609", "E1610"):
        assert AerialSupply().check(w, s, DROPPING, DropSupplies(label)) is None
        AerialSupply().apply(w, s, DROPPING, DropSupplies(label), field.dice, [])
        assert AerialSupply().check(w, s, DROPPING, DropSupplies(label)) is not None
    assert s.markers[0] == Marker(field.cell("E1607"), 30)
    assert AerialSupply().check(w, s, DROPPING, DropSupplies("E1611")) is not None
    s.markers.pop()
    result = list(orders(AerialSupply().offers(w, s, DROPPING)))
    assert len(result) == len(w.grid.cells) - 2 - 2 + 1  # marsh and the German; two markers; the end


def test_the_end_of_a_turn() -> None:
    """WOT-6.15, WOT-6.16, WOT-9.18."""
    field = Field(turn=8, roads=ROAD)
    s = field.s
    s.interdicted, s.struck, s.aircraft = 1 << field.cell("E1408"), 7, 3
    s.markers, s.drawn = [Marker(field.cell("E1607"), 3)], [(1, field.cell("E1607"))]
    markers.end_of_turn(s)
    assert (s.interdicted, s.struck, s.aircraft, s.markers, s.drawn) == (0, 0, 0, [], [])
