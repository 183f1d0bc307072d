"""Random sequences of orders, undo, restart, forks and saves in a match, compared with a simple model."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from ardennes.dice import seed_from_number
from ardennes.kernel import match as match_module
from ardennes.kernel import savefile
from ardennes.kernel.contract import Order, Refused
from ardennes.kernel.match import CannotUndo, dice_of, new_match
from ardennes.kernel.offers import sample
from tests.kernel.toygame import Field, Outpost

seeds = st.integers(0, 1000)


class MatchMachine(RuleBasedStateMachine):
    """The model is the list of orders: the state is exactly what they give from the start."""

    @initialize(number=seeds, scenario=st.sampled_from(["short", "long"]))
    def begin(self, number: int, scenario: str) -> None:
        self.match = new_match(Outpost(), scenario, seed=seed_from_number(number))
        self.orders: list[tuple[int, Order]] = []
        self.rolls = [0]  # dice rolled after each order

    def from_nothing(self) -> Field:
        game, setting = self.match.game, self.match.setting
        dice = dice_of(setting)
        state = game.start(setting.scenario, setting.options, dice)
        for side, order in self.orders:
            game.apply(state, side, order, dice)
        return state

    def play(self, number: int) -> None:
        rng = Random(number)
        side = rng.choice(self.match.game.to_move(self.match.state))
        order = sample(self.match.game.offers(self.match.state, side), rng)
        assert order is not None
        self.match.play(side, order)
        self.orders.append((side, order))
        self.rolls.append(self.match.state.rolls)

    @precondition(lambda self: self.match.result() is None)
    @rule(number=seeds, count=st.integers(1, 6))
    def give_orders(self, number: int, count: int) -> None:
        for step in range(count):
            if self.match.result() is None:
                self.play(number + step)

    @rule(number=seeds)
    def give_a_bad_order(self, number: int) -> None:
        if not self.orders:
            return
        side, order = Random(number).choice(self.orders)
        if self.match.check(side, order) is not None:
            with pytest.raises(Refused):
                self.match.play(side, order)

    @rule(side=st.sampled_from([0, 1]))
    def undo(self, side: int) -> None:
        mine = bool(self.orders) and self.orders[-1][0] == side
        die = bool(self.orders) and self.rolls[-1] != self.rolls[-2]
        over = self.match.result() is not None
        try:
            taken = self.match.undo(side)
        except CannotUndo:
            assert not mine or die or over
        else:
            assert mine
            assert not die
            assert not over
            assert (side, taken) == self.orders.pop()
            self.rolls.pop()

    @rule(side=st.sampled_from([0, 1]))
    def restart(self, side: int) -> None:
        try:
            taken = self.match.restart_phase(side)
        except CannotUndo:
            return
        assert {giver for giver, _ in self.orders[-taken:]} == {side}
        assert self.rolls[-1] == self.rolls[-1 - taken]
        del self.orders[-taken:]
        del self.rolls[-taken:]

    @rule()
    def save_and_open(self) -> None:
        self.match = savefile.from_bytes(savefile.to_bytes(self.match), lambda _: Outpost())

    @rule(number=seeds, reseed=st.booleans())
    def go_on_in_a_fork(self, number: int, reseed: bool) -> None:
        seq = Random(number).randint(0, self.match.seq)
        self.match = self.match.fork(seq, seed_from_number(number) if reseed else None)
        del self.orders[seq:]
        del self.rolls[seq + 1 :]

    @invariant()
    def the_state_is_what_the_orders_give(self) -> None:
        if not hasattr(self, "match"):
            return
        assert [(entry.side, entry.order) for entry in self.match.journal] == self.orders
        assert [entry.rolls for entry in self.match.journal] == self.rolls[1:]
        assert self.match.state.digest() == self.from_nothing().digest()
        assert self.match.verify() == len(self.orders)


@pytest.mark.parametrize("examples", [50, pytest.param(150, marks=pytest.mark.slow)])
def test_a_match_is_its_orders_whatever_is_done_with_it(
    examples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Take snapshots early, so that a match of a few orders has some, in memory and in its save."""
    monkeypatch.setattr(match_module, "SNAPSHOT_EVERY", 3)
    monkeypatch.setattr(savefile, "SNAPSHOT_AFTER", 4)
    run_state_machine_as_test(MatchMachine, settings=settings(max_examples=examples, stateful_step_count=40))
