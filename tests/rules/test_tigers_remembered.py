"""Cached data of a position equals fresh data; fast methods give the answers of plain ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games import table_of
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.combat.declare import any_attack, check_end, possible_targets
from ardennes.games.tigers.rules.combat.obligations import binding, duties, unmet
from ardennes.games.tigers.rules.combat.odds import defended, defenders_at
from ardennes.games.tigers.rules.model.orders import Attack
from ardennes.games.tigers.rules.model.position import (
    derived,
    fresh_divisions,
    meeting,
    moment,
    movers_here,
    put,
    road_open,
    stack_at,
    wet_sides,
)
from ardennes.games.tigers.rules.model.state import DEAD, Declaring, Moving, TigersState
from ardennes.games.tigers.rules.movement.bridges import works
from ardennes.games.tigers.rules.movement.moves import routes
from ardennes.games.tigers.rules.movement.reinforcements import reinforcement_offers
from ardennes.games.tigers.rules.movement.supply import line_from_west, supplied_hexes
from ardennes.games.tigers.rules.movement.zones import (
    any_zone,
    covered,
    division_zones,
    fresh_division_zone,
    supply_zone,
)
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.games.tigers.schema.world import EXIT
from ardennes.kernel.contract import Refused
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import only, sample
from tests.kernel.by_branches import sample_by_branches

GAME = Tigers()
W = GAME.world


def positions(seed: int) -> Iterator[TigersState]:
    """Return every position of a random game, with its caches."""
    dice, rng = SealedDice(seed_from_number(seed)), Random(seed)
    s = GAME.start("campaign", settle_options(GAME, {}), dice)
    while sides := GAME.to_move(s):
        yield s
        order = sample(GAME.offers(GAME.view(s, sides[0]), sides[0]), rng)
        assert order is not None
        GAME.apply(s, sides[0], order, dice)


def renewed(s: TigersState) -> TigersState:
    """Return the same position without caches."""
    return TigersState.from_record(s.record())


def picture(s: TigersState) -> list[object]:
    """Return all cached data of a position in a comparable form."""
    result: list[object] = [road_open(W, s), wet_sides(W, s), line_from_west(W, s), moment(W, s)]
    d = derived(W, s)
    result += [sorted(d.stacks.items()), d.fighters, d.combat]
    for side in (GERMAN, ALLIED):
        result += [board(W, s, side) for board in (fresh_divisions, covered, any_zone, supply_zone)]
        result += [fresh_division_zone(W, s, side), supplied_hexes(W, s, side), meeting(W, s, side)]
        result += [sorted(division_zones(W, s, side)), movers_here(W, s, side), duties(W, s, side)]
        result += [list(binding(W, s, side)), possible_targets(W, s, side), [*works(W, s, side)]]
        result.append(list(reinforcement_offers(W, s, side)))
        result += [unmet(W, s, side), check_end(W, s, side), table_of(GAME).board(s, side).units]
    return result


def test_what_is_remembered_is_what_would_be_computed_again() -> None:
    visited = set()
    for number, s in enumerate(positions(21)):
        if s.turn and number % 5 == 0:
            assert picture(s) == picture(renewed(s))
            visited.add(supplied_hexes(W, s, GERMAN))
    assert len(visited) > 20, "positions that are all the same prove nothing"


def test_what_need_not_be_asked_is_the_only_order_there_is() -> None:
    visited = set()
    for s in positions(26):
        if isinstance(s.stack[-1], Declaring):
            asked = GAME.asked_of(s, s.stack[-1].side)
            assert asked is not None
            order = asked.deciding.passes(W, s, asked.frame)
            assert order == only(asked.deciding.offers(W, s, asked.frame))
            visited.add((order is None, any_attack(W, s, asked.side)))
    assert (True, True) in visited


def test_hexes_are_defended_where_somebody_defends() -> None:
    for number, s in enumerate(positions(27)):
        if number % 20 == 0:
            for side in (GERMAN, ALLIED):
                cells = [cell for cell in W.grid.cells if defenders_at(W, s, cell, side)]
                assert cells == [cell for cell in W.grid.cells if defended(W, s, side) >> cell & 1]


def test_a_copy_may_be_changed_without_harm_to_what_is_known_of_the_state() -> None:
    tried = 0
    for number, s in enumerate(positions(22)):
        if s.turn and number % 40 == 0:
            before = picture(s)
            for copy in (GAME.view(s, GERMAN), s.clone()):
                for unit in W.of_side[GERMAN][::3]:
                    if copy.where[unit] >= 0:
                        put(W, copy, unit, DEAD)
                assert picture(copy) == picture(renewed(copy))
                tried += picture(copy) != before
            assert picture(s) == before
    assert tried > 10


def test_the_dump_is_no_part_of_what_a_view_shares() -> None:
    s = next(s for s in positions(23) if s.turn)
    dump = s.where[W.dump]
    assert W.dump in stack_at(W, s, dump)
    assert W.dump in stack_at(W, GAME.view(s, ALLIED), dump)
    assert W.dump not in stack_at(W, GAME.view(s, GERMAN), dump)


def test_moves_are_drawn_as_their_branches_would_be() -> None:
    drawn = set()
    for number, s in enumerate(positions(24)):
        frame = s.stack[-1]
        if isinstance(frame, Moving) and number % 7 == 0:
            offers = GAME.offers(s, frame.side)
            one, other = Random(number), Random(number)
            order = sample(offers, one)
            assert order == sample_by_branches(offers, other)
            assert one.random() == other.random(), "both have used up the same dice"
            drawn.add(order)
    assert len(drawn) > 20


def test_a_route_is_an_order_that_ends_where_it_says() -> None:
    checked = 0
    for number, s in enumerate(positions(25)):
        frame = s.stack[-1]
        if isinstance(frame, Moving) and number % 60 == 0:
            for unit in movers_here(W, s, frame.side):
                for route in routes(W, s, unit)[::9]:
                    assert GAME.check(s, frame.side, route.order) is None
                    cell, road = W.steps[route.order.path[-1]]
                    assert (cell, road and cell >= 0) == (route.cell, route.road_end)
                    checked += 1
    assert checked > 100


@pytest.mark.parametrize(
    ("targets", "attackers", "rule"),
    [
        (("110",), ("G-12SS",), "TIA-CRT-23"),
        ((), ("G-12SS",), "TIA-CRT-1"),
        (("1307",), (), "TIA-CRT-1"),
        (("1307",), ("US-101",), "TIA-CRT-1"),
        (("1307",), ("G-99SS",), "TIA-UNIT-1"),
        (("9999",), ("G-12SS",), "TIA-MAP-1"),
    ],
)
def test_odds_of_an_attack_that_is_none_are_refused(
    targets: tuple[str, ...], attackers: tuple[str, ...], rule: str
) -> None:
    s = next(s for s in positions(26) if s.turn)
    with pytest.raises(Refused) as caught:
        GAME.odds(s, Attack(targets, attackers))
    assert caught.value.refusal.rule == rule


@pytest.mark.long
def test_ways_to_one_hex_are_those_of_all_ways() -> None:
    """A search for one hex skips what cannot lead there; it must find exactly the same paths."""
    looked = 0
    for number, s in enumerate(positions(5)):
        frame = s.stack[-1]
        if not isinstance(frame, Moving) or number % 20:
            continue
        for unit in movers_here(W, s, frame.side)[::2]:
            result = routes(W, s, unit)
            for cell in {route.cell for route in result[::7]} | {EXIT}:
                only = routes(W, s, unit, only=cell)
                assert [r.order for r in only] == [r.order for r in result if r.cell == cell]
                looked += 1
    assert looked > 500
