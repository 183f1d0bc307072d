"""Bridges: knowledge, demolition, building (OPS-BRDG)."""

from __future__ import annotations

import pytest

from ardennes.games.playsheet.rules.model.events import BridgeBlown, BridgeBuilt, BridgeStands, Lapsed
from ardennes.games.playsheet.rules.model.orders import Bridge, Demolish
from ardennes.games.playsheet.rules.model.state import DEFENDED, RETIRED
from ardennes.games.playsheet.rules.resolution.bridges import (
    build,
    dry,
    enemy_near,
    late_demolitions,
    learn,
    observe,
    prepared_demolitions,
)
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN
from ardennes.games.playsheet.schema.world import World
from tests.rules.playsheet.field import bare_world, column, notebook, placed, told

SIDE = "2529/2530"


@pytest.fixture(scope="module")
def w() -> World:
    return bare_world(roads=[column(25, 38, 20)], rivers=[SIDE, "2629/2630"])


def test_dry_shod(w: World) -> None:  # OPS-BRDG-1
    a, b, c, d = (w.cell_of(label) for label in ("2529", "2530", "2629", "2630"))
    assert dry(w, a, b, blown=0)
    assert not dry(w, a, b, blown=1)
    assert not dry(w, c, d, blown=0)
    assert dry(w, a, w.cell_of("2528"), blown=1)


@pytest.mark.parametrize(
    ("unit", "near", "die", "blown"),
    [
        ("US-2-9", True, 3, False),
        ("US-1102-ENG", True, 3, True),
        ("US-2-9", False, 3, True),
        ("US-2-9", False, 2, False),
        ("US-1102-ENG", False, 2, True),
        ("US-1102-ENG", False, 1, False),
    ],
)
def test_a_prepared_demolition(w: World, unit: str, near: bool, die: int, blown: bool) -> None:
    # OPS-BRDG-2, PV-86
    s = placed(w, {unit: "2530", **({"GE-26VG-39": "2528"} if near else {})})
    s.marks[w.by_id[unit]] = DEFENDED
    turn = notebook(w, s, [Demolish(unit, SIDE)], [die])
    prepared_demolitions(turn)
    assert bool(s.blown) == blown == bool(s.allied_thinks_blown)
    assert s.german_thinks_blown == 0
    kind = BridgeBlown if blown else BridgeStands
    assert len(told(turn, kind)) == 1
    late_demolitions(turn)  # no second try
    assert s.rolls == 1


def test_an_enemy_is_near_up_to_two_km_and_only_combat_units_count(w: World) -> None:  # OPS-BRDG-2
    bridge = w.bridge_by_id[SIDE]
    for label, near in (("2528", True), ("2531", True), ("2527", False), ("2532", False)):
        s = placed(w, {"US-2-9": "2530", "GE-26VG-39": label})
        assert enemy_near(notebook(w, s), bridge, ALLIED) == near
    s = placed(w, {"US-2-9": "2530", "GE-ART-ISS-F1": "2529"})
    assert not enemy_near(notebook(w, s), bridge, ALLIED)


def test_charges_not_ready_wait_for_the_end_of_the_moves(w: World) -> None:  # OPS-BRDG-2
    s = placed(w, {"US-2-9": "2530"})
    s.marks[w.by_id["US-2-9"]] = 0
    turn = notebook(w, s, [Demolish("US-2-9", SIDE)], [4])
    prepared_demolitions(turn)
    assert (s.blown, s.rolls) == (0, 0)
    late_demolitions(turn)
    assert (s.blown, s.rolls) == (1, 1)


def test_who_is_driven_off_blows_nothing(w: World) -> None:  # OPS-BRDG-2
    s = placed(w, {"US-2-9": "2530"})
    s.marks[w.by_id["US-2-9"]] = 0
    turn = notebook(w, s, [Demolish("US-2-9", SIDE)])
    turn.put(w.by_id["US-2-9"], w.cell_of("2527"))
    late_demolitions(turn)
    assert (s.blown, s.rolls) == (0, 0)
    assert [event.rule for event in told(turn, Lapsed) if isinstance(event, Lapsed)] == ["OPS-BRDG-2"]


def test_demolitions_go_by_hexside_and_never_twice() -> None:  # OPS-BRDG-2
    other = "2533/2534"
    w = bare_world(roads=[column(25, 38, 20)], rivers=[SIDE, other])
    s = placed(w, {"US-2-9": "2530", "US-2-23": "2533", "US-2-38": "2529"})
    for name in ("US-2-9", "US-2-23", "US-2-38"):
        s.marks[w.by_id[name]] = DEFENDED
    orders = [Demolish("US-2-23", other), Demolish("US-2-38", SIDE), Demolish("US-2-9", SIDE)]
    turn = notebook(w, s, orders, [6, 1])
    prepared_demolitions(turn)
    assert s.blown == 1 << w.bridge_by_id[SIDE]  # the six was for the lower hexside, the one for the other
    assert s.rolls == 2  # none for a bridge that is down


def test_a_side_learns_of_a_bridge_where_its_units_are(w: World) -> None:  # OPS-BRDG-1
    s = placed(w, {"US-2-9": "2530", "GE-26VG-39": "2527"})
    s.blown = 1
    turn = notebook(w, s)
    observe(turn)
    assert (s.allied_thinks_blown, s.german_thinks_blown) == (1, 0)
    assert told(turn, BridgeBlown) == [BridgeBlown(ALLIED, SIDE)]
    learn(turn, GERMAN, w.cell_of("2529"), w.cell_of("2530"))
    assert s.german_thinks_blown == 1
    observe(turn)
    assert len(told(turn, BridgeBlown)) == 2  # known facts are not reported again
    s.blown = 0
    observe(turn)
    assert (s.allied_thinks_blown, s.german_thinks_blown) == (0, 1)


@pytest.mark.parametrize(("spoil", "built"), [("", True), ("enemy", False), ("retired", False)])
def test_engineers_build(w: World, spoil: str, built: bool) -> None:  # OPS-BRDG-3
    s = placed(w, {"US-1102-ENG": "2530", **({"GE-26VG-39": "2629"} if spoil == "enemy" else {})})
    s.blown = s.allied_thinks_blown = s.german_thinks_blown = 1
    s.marks[w.by_id["US-1102-ENG"]] = RETIRED if spoil == "retired" else 0
    turn = notebook(w, s, [Bridge("US-1102-ENG", SIDE)])
    build(turn)
    assert (s.blown, s.allied_thinks_blown) == ((0, 0) if built else (1, 1))
    assert s.german_thinks_blown == 1
    assert len(told(turn, BridgeBuilt)) == built
    assert len(told(turn, Lapsed)) == (not built)
