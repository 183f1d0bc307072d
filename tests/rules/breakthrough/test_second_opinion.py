"""Engine and second opinion agree on supply, steps and combats in positions of random games."""

from __future__ import annotations

from random import Random

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.declare import targets_of
from ardennes.games.breakthrough.rules.combat.resolve import fight_all
from ardennes.games.breakthrough.rules.model.orders import END, AdvanceFlag, End, Plot
from ardennes.games.breakthrough.rules.model.state import ADVANCE, BreakthroughState
from ardennes.games.breakthrough.rules.movement.step import may_enter, step_cost
from ardennes.games.breakthrough.rules.movement.supply import traced
from ardennes.games.breakthrough.rules.sequence.phases import OPERATIONS
from ardennes.games.breakthrough.schema.terms import SIDES
from ardennes.kernel.contract import Event
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import sample
from tests.rules.breakthrough.second_opinion import Combats, Opinion

GAME = Breakthrough()
W = GAME.world
COMPARED = ("where", "strength", "efficiency", "artillery", "points", "crossings", "pools", "german", "fort",
            "rolls")  # fmt: skip


class Player:
    """A game of random orders with many attacks."""

    def __init__(self, seed: int) -> None:
        self.rng, self.dice = Random(seed), SealedDice(seed_from_number(seed))
        scenario = ("twelve", "last_seven", "first_seven")[seed % 3]
        options = {"historical": seed % 2 == 0, "BLOWN_BRIDGE_CUTS_ROAD": seed % 4 != 3}
        self.s = GAME.start(scenario, settle_options(GAME, options), self.dice)
        self.fights = 0

    def orders(self, most: int) -> None:
        """Some random orders of the acting side, none of them its last."""
        side = self.s.acting
        for _ in range(self.rng.randrange(most)):
            order = sample(GAME.offers(self.s, side), self.rng)
            if order is not None and not isinstance(order, End):
                GAME.apply(self.s, side, order, self.dice)

    def attacks(self) -> None:
        side = self.s.acting
        units = [u for u in W.of_side[side] if self.s.where[u] >= 0]
        for unit in self.rng.sample(units, min(18, len(units))):
            name = W.units[unit].id
            if self.rng.random() < 0.5 and not self.s.marks[unit] & ADVANCE:
                GAME.apply(self.s, side, AdvanceFlag(name, True), self.dice)
            targets = targets_of(W, self.s, unit)
            if targets:
                GAME.apply(self.s, side, Plot(name, W.grid.label(self.rng.choice(targets))), self.dice)

    def phase(self) -> None:
        if self.s.phase in OPERATIONS:
            self.attacks()
            self.orders(20)
            if self.s.plots:
                self.compare_combats()
        else:
            self.orders(10)
        if self.s.acting >= 0:
            GAME.apply(self.s, self.s.acting, END, self.dice)

    def compare_combats(self) -> None:
        self.fights += len({plot.target for plot in self.s.plots})
        second = Combats(W, fresh(self.s), self.dice, self.s.rolls)
        second.fight_all()
        second.s.rolls = second.rolls
        first = self.s.clone()
        events: list[Event] = []
        fight_all(W, first, first.acting, self.dice, events)
        for name in COMPARED:
            assert getattr(first, name) == getattr(second.s, name), name
        awarded = sum(award.points for award in first.ledger[len(self.s.ledger) :])
        assert awarded == second.score

    def compare_map(self) -> None:
        """Supply of both sides, and the steps of some units."""
        second = Opinion(W, self.s)
        for side in range(len(SIDES)):
            assert traced(W, self.s, side) == second.states(side)
        units = [u for u in range(len(W.units)) if self.s.where[u] >= 0]
        for unit in self.rng.sample(units, min(12, len(units))):
            frm = self.s.where[unit]
            for to in second.around(frm):
                refusal = may_enter(W, self.s, unit, frm, to)
                cost = None if refusal else step_cost(W, self.s, unit, frm, to).total
                assert cost == second.cost(unit, frm, to), (W.units[unit].id, W.grid.label(to), refusal)


def fresh(state: BreakthroughState) -> BreakthroughState:
    """Return a copy without caches."""
    return BreakthroughState.from_record(state.record())


@pytest.mark.parametrize("seed", range(6))
def test_both_opinions_agree(seed: int) -> None:
    player = Player(seed)
    for turn in range(40):
        if player.s.over:
            break
        player.phase()
        if turn % 5 == 0 and not player.s.over:
            player.compare_map()
    assert player.fights > 10
