"""Set-up on the printed map (WOT-3; WV-05 to WV-09)."""

from __future__ import annotations

import pytest

from ardennes.dice import NoDice
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.orders import (
    END,
    ArrangeStack,
    AutoSetup,
    FormKampfgruppe,
    Move,
    Place,
    PlacePol,
    ShowTop,
)
from ardennes.games.wave_of_terror.rules.model.state import ASIDE, SettingUp, WaveState
from ardennes.games.wave_of_terror.rules.sequence import setup
from ardennes.games.wave_of_terror.rules.special.markers import depot_hexes
from ardennes.games.wave_of_terror.schema.terms import ALLIED, BELGIAN, GERMAN
from ardennes.hexes import bits
from ardennes.kernel.contract import Event, Order

GAME = WaveOfTerror()
W = GAME.world


def start(profile: str = "full") -> WaveState:
    return GAME.start("campaign", {"profile": profile}, NoDice())


def give(s: WaveState, order: Order) -> list[Event]:
    side = GAME.to_move(s)[0]
    assert (refusal := GAME.check(s, side, order)) is None, refusal
    return GAME.apply(s, side, order, NoDice())


def rule(s: WaveState, order: Order) -> str:
    refusal = GAME.check(s, GAME.to_move(s)[0], order)
    return refusal.rule if refusal else ""


def area(s: WaveState, name: str) -> set[str]:
    return {W.grid.label(cell) for cell in bits(setup.area(W, s, W.by_id[name]))}


def test_areas() -> None:
    """WV-05, WV-06."""
    s = start()
    assert area(s, "G-1SS-01") == {"E4116", "E4117", "E4216", "E4217", "E4218"}
    two = [u.id for u in W.units if u.side == ALLIED and u.setup_hex == W.grid.at("E3610")]
    assert len(two) == 3
    assert area(s, two[0]) == {"E3609", "E3610", "E3710"}


def test_the_allied_player_sets_up_first_and_completely() -> None:
    """WOT-3.2, WOT-3.4."""
    s = start()
    assert s.stack == [SettingUp(ALLIED)]
    assert rule(s, END) == "WOT-3.7"
    give(s, AutoSetup())
    give(s, END)
    assert s.stack == [SettingUp(GERMAN)]
    assert rule(s, END) == "WOT-3.4"
    give(s, AutoSetup())
    give(s, END)
    assert (s.turn, s.couplet, s.acting, s.fight_first) == (1, 1, GERMAN, True)


@pytest.mark.parametrize("profile", ["full", "basic"])
def test_the_set_up_on_record_is_legal(profile: str) -> None:
    """WOT-3.3, WOT-3.4, WOT-3.5, WOT-3.6, WOT-3.7, WOT-3.8, WOT-7.1: also where the basic game wants the
    Belgians alone."""
    s = start(profile)
    for side in (ALLIED, GERMAN):
        give(s, AutoSetup())
        for unit in setup.starters(W, s, side):
            assert setup.area_refusal(W, s, unit, s.where[unit]) is None
            assert setup.company_refusal(W, s, (unit,), s.where[unit]) is None
        give(s, END)
    assert bool(s.kg) == (profile == "full")


def test_the_overlapping_column_has_two_names() -> None:
    """WOT-MAP-6: W38 is E10, in any order."""
    s = start()
    unit = next(u.id for u in W.units if u.side == ALLIED and u.setup_hex >= 0)
    assert GAME.tidy(Place((unit,), "W3810")) == Place((unit,), "E1010")
    assert GAME.tidy(Move((unit,), ("W3810", "E1110", "exit"))) == Move((unit,), ("E1010", "E1110", "exit"))
    assert rule(s, Place((unit,), "W3810")) == "WOT-3.3"
    assert rule(s, Place((unit,), "W3944")) == "WOT-2.3"


def test_where_a_unit_may_not_start() -> None:
    """WOT-3.1, WOT-3.3, WOT-3.5, WOT-3.6."""
    s = start()
    two = [u.id for u in W.units if u.side == ALLIED and u.setup_hex == W.grid.at("E3610")]
    assert rule(s, Place((two[0],), "E3610")) == ""
    assert rule(s, Place((two[0],), "E3509")) == "WOT-3.6"
    assert rule(s, Place((two[0],), "E3709")) == "WOT-3.5"
    assert rule(s, Place((two[0],), "E3412")) == "WOT-3.3"
    late = next(u.id for u in W.units if u.side == ALLIED and u.turn == 7)
    assert rule(s, Place((late,), "E3610")) == "WOT-3.1"
    assert rule(s, Place(("G-1SS-01",), "E4217")) == "WOT-3.1"
    give(s, Place((two[0],), "E3610"))
    assert rule(s, Place((two[0],), "E3610")) == "WOT-3.4"


def test_depots_and_the_belgians() -> None:
    """WV-07, WOT-3.7."""
    s = start()
    spots = [W.grid.label(c) for c in bits(depot_hexes(W))]
    belgian = next(u.id for u in W.units if u.nation == BELGIAN)
    assert rule(s, Place((belgian,), spots[0])) == "WOT-3.7"
    give(s, PlacePol(spots[0], True))
    assert rule(s, PlacePol(spots[0], False)) == "WOT-3.7"
    assert rule(s, Place((belgian,), spots[0])) == ""
    give(s, PlacePol(spots[1], True))
    assert rule(s, PlacePol(spots[2], True)) == "WOT-3.7"
    far = next(c for c in W.grid.cells if W.grid.distance(c, W.board.pol_centre) == 4)
    assert rule(s, PlacePol(W.grid.label(far), False)) == "WOT-3.7"


@pytest.mark.parametrize("profile", ["full", "basic"])
def test_bridges_and_what_stays_in_the_box(profile: str) -> None:
    """WV-08, WV-09, WOT-3.9, WOT-3.10."""
    s = start(profile)
    assert s.blown.bit_count() == (13 if profile == "full" else 0)
    assert s.where[W.squadron] == ASIDE
    assert all((s.where[gun] == ASIDE) == (profile == "basic") for gun in W.guns)
    one_step = [u for u in W.units if u.steps == 1 and not u.artillery]
    assert len(one_step) == 3


def test_kampfgruppe() -> None:
    """WOT-7.7: four units of 1SS in one hex; to place one of them elsewhere undoes it."""
    s = start()
    give(s, AutoSetup())
    give(s, END)
    group = tuple(f"G-1SS-{n:02}" for n in (3, 4, 5, 6))
    give(s, Place(group, "E4217"))
    assert rule(s, FormKampfgruppe(group[:3])) == "WOT-7.7"
    give(s, FormKampfgruppe(group))
    assert len(s.kg) == 4
    assert rule(s, FormKampfgruppe(group)) == "WOT-7.7"
    give(s, Place(group[:1], "E4117"))
    assert not s.kg


def test_top_of_a_stack() -> None:
    """WOT-7.3: the best defense, unless the owner says otherwise."""
    s = start()
    give(s, AutoSetup())
    give(s, END)
    give(s, Place(("G-1SS-03", "G-1SS-04"), "E4217"))
    assert rule(s, ArrangeStack("G-1SS-03")) == "WOT-7.3"
    give(s, ArrangeStack("G-1SS-04"))
    assert rule(s, ArrangeStack("G-1SS-03")) == ""
    assert rule(start("basic"), ArrangeStack("G-1SS-03")) == "WOT-7.3"
    assert rule(s, ShowTop("G-1SS-03")) == "WOT-5.2", "the order of later phases, which the other side sees"


def test_a_set_up_is_reported_to_nobody_else_before_it_is_done() -> None:
    """WOT-3.2, WOT-7.3: neither units nor POL markers nor the KG, nor that a stack has been arranged."""
    s = start()
    group = tuple(f"G-1SS-{n:02}" for n in (3, 4, 5, 6))
    given: list[tuple[int, Order]] = [
        (ALLIED, PlacePol("E2414", False)),
        (ALLIED, AutoSetup()),
        (ALLIED, END),
        (GERMAN, Place(group, "E4217")),
        (GERMAN, FormKampfgruppe(group)),
        (GERMAN, ArrangeStack("G-1SS-05")),
        (GERMAN, AutoSetup()),
    ]
    for side, order in given:
        assert GAME.to_move(s) == (side,)
        before, events = GAME.view(s, 1 - side).digest(), give(s, order)
        received = [visible for event in events if (visible := event.seen_by(1 - side)) is not None]
        assert [event.seen_by(side) for event in events] == events
        if order == END:
            assert received == events
            continue
        assert GAME.view(s, 1 - side).digest() == before
        assert received == []
        assert order.quiet_in(s)
