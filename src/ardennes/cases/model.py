"""What a case is, and what a game must provide for cases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ardennes.cases.fields import Fields
from ardennes.dice import DiceError
from ardennes.kernel.contract import AnyGame, Decision, Event, Order
from ardennes.kernel.match import settle_options
from ardennes.kernel.parts import world_of_scenario

DRAW_SIDES = 1000


@dataclass(frozen=True)
class Case:
    """One question about the rules and its answer."""

    file: str
    id: str
    game: str
    rules: tuple[str, ...]
    about: str
    given: Fields
    when: Fields
    expect: Fields
    task: Fields  # empty for a tactical position, which asks a player


@dataclass(frozen=True)
class Mismatch:
    """An expectation that was not met."""

    field: str
    expected: str
    got: str


@dataclass(frozen=True)
class Outcome:
    """A case that was run; without mismatches it passed. `told` is the log on the way."""

    case: Case
    mismatches: tuple[Mismatch, ...] = ()
    told: tuple[str, ...] = ()
    bad: str = ""  # the case itself is invalid, so nothing was run
    calculated: Mapping[str, Any] = field(default_factory=dict)  # results of the calculation
    steps: tuple[Any, ...] = ()  # the orders as given (session.Step)

    @property
    def passed(self) -> bool:
        return not self.mismatches and not self.bad


def drawn(draw: float) -> int:
    """Return the face of the thousand-sided die for a draw from 0 to 1."""
    return round(draw * DRAW_SIDES) + 1


class CaseDice:
    """The dice of a case: those listed, in order, then one number for all others if given.

    A decimal is a draw from 0 to 1, rolled with a die of a thousand sides: 0.5 is its face 501.
    """

    def __init__(self, values: Sequence[int | float], others: int = 0, other_draws: float = 0.5) -> None:
        self.values, self.others, self.other_draws, self.used = list(values), others, other_draws, 0

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        if self.used >= len(self.values):
            if not self.others:
                raise DiceError(f"no die is left in given.dice; one more was rolled for: {key}")
            return drawn(self.other_draws) if sides == DRAW_SIDES else self.others
        value, number = self.values[self.used], self.used + 1
        if isinstance(value, float) != (sides == DRAW_SIDES):
            wanted = "a draw like 0.5" if sides == DRAW_SIDES else f"a whole number from 1 to {sides}"
            raise DiceError(f"die {number} of given.dice is {value}; {key} needs {wanted}")
        face = drawn(value) if isinstance(value, float) else value
        if not 1 <= face <= sides:
            raise DiceError(f"die {number} of given.dice is {value}; {key} needs 1 to {sides}")
        self.used += 1
        return face

    @property
    def left(self) -> int:
        return len(self.values) - self.used


def six_sided(given: Fields) -> CaseDice:
    """Dice of a game that uses dice of six sides."""
    return CaseDice(given.wholes("dice", 1, 6), given.whole("other_dice", 0, 6, 0))


def world_of_ours(given: Fields, printed: Any, board_fields: Iterable[str]) -> Any | None:
    """Return the world of the scenario of Ardennes that a case uses, with its map as it is; None: it uses
    none.
    """
    scenario = printed.scenarios.get(str(given.raw("scenario", "")))
    if scenario is None or not scenario.rule:
        return None
    for name in board_fields:
        if name in given:
            given.fail(name, "A scenario of Ardennes is played on the printed map.")
    return world_of_scenario(printed, given.text("scenario"))


def options_of(given: Fields, game: AnyGame) -> dict[str, Any]:
    """Return the options of a case; options that it does not name have the rulebook's default."""
    return dict(given.meant("options", settle_options, game, given.table("options").values))


@dataclass
class Table:
    """The test situation: a game, a position and the dice."""

    game: AnyGame
    state: Any
    dice: CaseDice
    before: Any = None  # the position before the last order
    opening: Sequence[Event] = ()  # what happened automatically while the position was set up

    def copy(self) -> Table:
        """Return a copy of the situation for a trial; dice that are not listed show a 1."""
        dice = CaseDice(self.dice.values, self.dice.others or 1, self.dice.other_draws)
        dice.used = self.dice.used
        return Table(self.game, self.state.clone(), dice, self.before)


class Casebook(Protocol):
    """What a game provides for case files."""

    @property
    def rule_ids(self) -> Collection[str]: ...

    @property
    def expectations(self) -> Mapping[str, str]:
        """Return the fields of `expect` that only this game has, each with its description."""
        ...

    def lay_out(self, given: Fields) -> Table: ...

    def impossible(self, table: Table) -> str:
        """Return why no play can lead to the test position; empty if it can."""
        ...

    def read_order(self, table: Table, text: str) -> Order:
        """Parse an order; UserError says what is wrong with it."""
        ...

    def default(self, table: Table, side: int) -> Order:
        """Return the order of a player who does nothing."""
        ...

    def suits(self, order: Order, decision: Decision) -> bool:
        """Return whether the decision asks for this kind of order."""
        ...

    def passed_over(self, table: Table, order: Order) -> Any | None:
        """Return the position with the skipped decision for such an order reopened; None if there was none. A
        decision is skipped if nothing could be chosen.
        """
        ...

    def owner(self, table: Table, order: Order) -> int | None:
        """Return the side that the text of an order names; None: the side that is asked for such an order."""
        ...

    def done_already(self, table: Table, order: Order, events: Sequence[Event]) -> bool:
        """Return whether these events show that the order was carried out automatically, without a choice."""
        ...

    def goal(self, table: Table, words: str) -> Callable[[Any], bool] | None:
        """Return a test for whether a state has reached the goal; None if there is no such goal.

        From then on the table's game stops there even if nothing can be decided.
        """
        ...

    def stretch(self, state: Any) -> object:
        """Default answers never go beyond one stretch (a player-turn) unless `until` says so."""
        ...

    @property
    def goals(self) -> Collection[str]:
        """Return the words that `until` understands, for messages."""
        ...

    @property
    def calculations(self) -> Collection[str]: ...

    def calculate(self, table: Table, name: str, arguments: Fields) -> Mapping[str, Any]:
        """Run a named calculation with the engine's functions."""
        ...

    def compare(self, table: Table, state: Any, name: str, expect: Fields) -> list[Mismatch]:
        """Check an expectation that only this game has, on a state or on a side's view of it."""
        ...
