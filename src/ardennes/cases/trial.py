"""A case tried by hand: its position as a match, and its expectations next to the results there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ardennes.cases.expect import judge
from ardennes.cases.fields import Fields
from ardennes.cases.match import shown
from ardennes.cases.model import Case, Casebook, CaseDice, Table
from ardennes.cases.run import calculate, run_case
from ardennes.cases.session import Run, Step
from ardennes.dice import DiceError, SealedDice, new_seed
from ardennes.errors import UserError
from ardennes.kernel.contract import Event
from ardennes.kernel.match import Match, Setting

AS_EXPECTED = "as expected"
UNTIL = "until "


class Finding(NamedTuple):
    """One expectation of a case, and the result."""

    field: str
    expected: str
    got: str
    holds: bool


class TrialDice:
    """The dice of a case, with more dice for a player who continues or plays differently."""

    def __init__(self, dice: CaseDice) -> None:
        self._dice, self._others = dice, SealedDice(new_seed())

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        try:
            return self._dice.roll(index, key, sides)
        except DiceError:
            return self._others.roll(index, key, sides)


class Trial:
    """One case on a separate board. If it is played differently, nothing is compared."""

    def __init__(self, case: Case, book: Casebook) -> None:
        outcome = run_case(case, book)
        if outcome.bad:
            raise UserError(outcome.bad)
        self.case, self._book = case, book
        self.steps: tuple[Step, ...] = outcome.steps
        table = book.lay_out(case.given)
        for last in map(str, case.when.items("orders")[-1:]):
            if last.startswith(UNTIL):  # the match waits at the same point as the case
                book.goal(table, last.removeprefix(UNTIL))
        self._dice, self._opening = table.dice, list(table.opening)
        scenario, options = str(case.given.raw("scenario", "")), dict(case.given.raw("options", {}))
        self.match: Match[Any] = Match(
            table.game, Setting(scenario, options, new_seed()), TrialDice(table.dice), table.state
        )

    def given(self) -> int | None:
        """Return how many of the case's orders have been given; None: other orders were given."""
        played = [(entry.side, entry.order) for entry in self.match.journal]
        meant = [(step.side, step.order) for step in self.steps]
        return len(played) if played == meant[: len(played)] else None

    def findings(self, outcome: Sequence[Sequence[Event]]) -> list[Finding]:
        """Return the expectations of the case next to the results, once its orders have been given; none
        before that, or if other orders were given. `told` has the events of each order.
        """
        given, last = self.given(), self.steps[-1] if self.steps else None
        refused = last is not None and last.refusal is not None
        if given is None or given < len(self.steps) - refused:
            return []
        match = self.match
        before = match.state_at(max(given - 1, 0))
        run = Run(self.case, self._book, Table(match.game, match.state, self._dice, before, self._opening))
        run.before = match.state_at(0)
        run.events = [*self._opening, *(event for events in outcome for event in events)]
        run.mark = len(run.events) - (len(outcome[-1]) if outcome else 0)
        if last is not None and refused:
            run.refusal = last.refusal if last.passed else match.check(last.side, last.order)
        calculate(run)
        return findings(run)


def findings(run: Run) -> list[Finding]:
    """Return the expectations of a case, field by field, next to the results."""
    wrong, result = judge(run), []
    for name, value in run.case.expect.values.items():
        other = [one for one in wrong if re.match(rf"{re.escape(name)}(\W|$)", one.field)]
        if other:
            got = "; ".join(f"{one.field}: {one.got}" for one in other)
        elif name == "refusal":
            got = str(run.refusal)
        else:
            got = shown(run.calculated[name]) if name in run.calculated else AS_EXPECTED
        result.append(Finding(name, shown(value), got, not other))
    return result


def written(fields: Fields) -> str:
    """Format a table of a case as its file would, a line for each field."""
    return "\n".join(f"{name} = {shown(value)}" for name, value in fields.values.items())
