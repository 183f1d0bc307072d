"""Orders that delete others from the sheet: any choice of units and squadrons, each reached in one way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ardennes.dice import ScriptedDice
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import GERMAN, WEATHERS, turn_of
from ardennes.kernel.offers import Branch, Offer, holds, orders
from tests.rules.playsheet.field import placed

UNITS = ("GE-12VG-27", "GE-12VG-48", "GE-26VG-39", "GE-26VG-77", "GE-2PZ-3")
SQUADRONS = ("german-fighter-01", "german-fighter-02", "german-fighter-03")
GAME = Playsheet()


@pytest.fixture(scope="module")
def state() -> PlaysheetState:
    """Return the German sheet of a clear day, with an order for each of these."""
    hexes = dict(zip(UNITS, ("2527", "2528", "2427", "2428", "2627"), strict=True))
    s = placed(GAME.world, hexes, turn_of("18D") or 0)
    s.weather = WEATHERS.index("clear")
    for order in (*map(o.Rest, UNITS), *(o.Cover((squadron,), 7) for squadron in SQUADRONS)):
        assert GAME.check(s, GERMAN, order) is None
        GAME.apply(s, GERMAN, order, ScriptedDice(()))
    return s


def take_backs(s: PlaysheetState) -> Branch:
    """Return the offers of all orders that delete others."""
    order = o.TakeBack(UNITS[:1])
    (branch,) = [b for b in GAME.offers(s, GERMAN) if isinstance(b, Branch) and b.may_hold(order)]
    return branch


def branches_to(offers: Sequence[Offer], order: o.TakeBack) -> int:
    """Return how many branches a search for the order opens."""
    ways = [offer for offer in offers if isinstance(offer, Branch) and offer.may_hold(order)]
    return len(ways) + sum(branches_to(way.offers(), order) for way in ways)


def test_every_choice_is_offered_once_and_only_those(state: PlaysheetState) -> None:
    every = [order for order in orders(take_backs(state).offers()) if isinstance(order, o.TakeBack)]
    assert len(every) == len(set(every)) == 2 ** (len(UNITS) + len(SQUADRONS)) - 1
    for order in every:
        assert GAME.check(state, GERMAN, order) is None


@pytest.mark.parametrize(
    ("units", "squadrons"),
    [(UNITS, SQUADRONS), (UNITS[3:], SQUADRONS[2:]), (UNITS[1:2], ()), ((), SQUADRONS[1:]), (UNITS, ())],
)
def test_a_search_for_one_opens_one_branch_a_name(
    state: PlaysheetState, units: tuple[str, ...], squadrons: tuple[str, ...]
) -> None:
    """All subsets of a sheet are too many to search: every branch says at once what it contains."""
    order = o.TakeBack(units, squadrons)
    assert holds([take_backs(state)], order)
    names = len(units) + len(squadrons)
    assert branches_to(take_backs(state).offers(), order) == 1 + names  # 1: orders, not attachments
