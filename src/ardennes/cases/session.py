"""A case in progress: orders parsed, checked and given, decisions answered by default."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from ardennes.cases.fields import Fields
from ardennes.cases.model import Case, Casebook, Mismatch, Table
from ardennes.dice import DiceError
from ardennes.errors import UserError
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.offers import holds

MOST_ANSWERS = 3000  # default answers before one order or goal


class Stop(Exception):
    """The case cannot continue: this expectation was not met."""

    def __init__(self, field: str, expected: str, got: str) -> None:
        super().__init__(got)
        self.mismatch = Mismatch(field, expected, got)


class Ruling(NamedTuple):
    """The answer to an order: the refusal, and whether the order is among the offers."""

    refusal: Refusal | None
    offered: bool


class Step(NamedTuple):
    """An order of a case that was given or refused."""

    side: int
    order: Order
    words: str  # the text in the case; empty: a default answer
    state: Any  # the position in which it was checked
    refusal: Refusal | None = None
    passed: bool = False  # nobody was asked for it: it was checked as if its decision had not been skipped


@dataclass
class Run:
    """A case in progress."""

    case: Case
    book: Casebook
    table: Table
    events: list[Event] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    refusal: Refusal | None = None
    calculated: dict[str, Any] = field(default_factory=dict)
    before: Any = None  # the position before the orders
    mark: int = 0  # events before the last order that was given

    def open_with(self, events: Sequence[Event]) -> None:
        """Return the events before the first order, which happened automatically."""
        self.events += events
        self.told += [f"    {self.table.game.tell(event)}" for event in events]

    def side_number(self, name: str, fields: Fields, at: str) -> int:
        sides = self.table.game.sides
        if name not in sides:
            fields.unknown(at, name, "a side", sides)
        return sides.index(name)

    def read(self, fields: Fields, at: str, plain: Any) -> tuple[int | None, Order]:
        """Parse an order as text or as a table, with its side if that is given."""
        side, words = None, plain
        if isinstance(plain, str):
            result = re.match(r"\s*(\w+)\s*:\s*(.+)", plain)
            if result:
                side, words = self.side_number(result[1], fields, at), result[2]
        if not isinstance(words, str | dict):
            fields.fail(at, f"{words!r} is not an order; write it as text, or as a table with `do`.")
        try:
            if isinstance(words, str):
                order = self.table.game.tidy(self.book.read_order(self.table, words))
            else:
                order = self.table.game.tidy(self.table.game.read_order(words))
            return self.book.owner(self.table, order) if side is None else side, order
        except UserError as error:
            fields.fail(at, f"{words!r}: {error}")
        except msgspec.ValidationError as error:
            fields.fail(at, f"{words!r} is not an order: {error}")

    def asks_for(self, state: Any, order: Order, side: int | None) -> bool:
        """Return whether a decision is open that such an order answers."""
        decisions = self.table.game.decisions(state)
        return any(self.book.suits(order, d) and side in (None, d.side) for d in decisions)

    def seat(self, state: Any, order: Order, side: int | None) -> int:
        """Return the side of an order: the one named, else the one asked for such an order."""
        if side is not None:
            return side
        decisions = self.table.game.decisions(state)
        for decision in decisions:
            if self.book.suits(order, decision):
                return decision.side
        return decisions[0].side if decisions else 0

    def rule_on(self, state: Any, order: Order, side: int | None) -> Ruling:
        """Check the order on the view of its side."""
        game = self.table.game
        seat = self.seat(state, order, side)
        view = game.view(state, seat)
        return Ruling(game.check(view, seat, order), holds(game.offers(view, seat), order))

    def ruling(self, order: Order, side: int | None) -> Ruling:
        """Check the order at the decision that asks for it: the present one, one skipped because nothing
        could be chosen, or the next one that default answers reach in this player-turn; otherwise now.
        """
        state = self.table.state
        if not self.asks_for(state, order, side):
            passed = self.book.passed_over(self.table, order)
            state = passed if passed is not None else self.next_asked(order, side)
        return self.rule_on(state, order, side)

    def next_asked(self, order: Order, side: int | None) -> Any:
        """Return the position in which such an order is next asked for, or the present one."""
        trial = Run(self.case, self.book, self.table.copy())
        stretch = self.book.stretch(self.table.state)
        try:
            for _ in range(MOST_ANSWERS):
                if not trial.table.game.decisions(trial.table.state):
                    break
                trial.answer()
                if self.book.stretch(trial.table.state) != stretch:
                    break
                if trial.asks_for(trial.table.state, order, side):
                    return trial.table.state
                passed = self.book.passed_over(trial.table, order)
                if passed is not None:
                    return passed
        except (DiceError, Stop):
            pass
        return self.table.state

    def refuse(self, step: Step) -> None:
        """Record that the last order was refused; the case may expect that."""
        self.steps.append(step)
        self.refusal = step.refusal
        self.told.append(f"{self.table.game.sides[step.side]}: {step.words}: refused: {step.refusal}")

    def give(self, side: int, order: Order, words: str = "") -> None:
        """Carry an order out; without text it is a default answer."""
        game, state = self.table.game, self.table.state.clone()
        self.steps.append(Step(side, order, words, self.table.state))
        events = game.apply(state, side, order, self.table.dice)
        self.table.before, self.table.state = self.table.state, state
        self.mark = len(self.events)
        self.events += events
        self.told.append(f"{game.sides[side]}: {words or f'(default) {msgspec.to_builtins(order)}'}")
        self.told += [f"    {game.tell(event)}" for event in events]

    def answer(self) -> str:
        """Answer one decision as a player who does nothing would; return its description."""
        game = self.table.game
        decision = game.decisions(self.table.state)[0]
        order = self.book.default(self.table, decision.side)
        refusal = game.check(game.view(self.table.state, decision.side), decision.side, order)
        if refusal is not None:
            raise Stop("default answer", f"a legal answer to {decision.kind}", f"{order}: {refusal}")
        self.give(decision.side, order)
        return decision.kind
