"""What a case is, and what a game must bring along so that cases can be written about it."""

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
    task: Fields  # empty, unless a player is asked: a tactical position


@dataclass(frozen=True)
class Mismatch:
    """Something that came out otherwise."""

    field: str
    expected: str
    got: str


@dataclass(frozen=True)
class Outcome:
    """A case that was run; no mismatch means it passed. `told` says what happened on the way."""

    case: Case
    mismatches: tuple[Mismatch, ...] = ()
    told: tuple[str, ...] = ()
    bad: str = ""  # the case itself is wrong, so that nothing was run
    calculated: Mapping[str, Any] = field(default_factory=dict)  # results of the calculation
    steps: tuple[Any, ...] = ()  # the orders as they were given (session.Step)

    @property
    def passed(self) -> bool:
        return not self.mismatches and not self.bad


def drawn(draw: float) -> int:
    """The face of the thousand-sided die that stands for a draw from 0 to 1."""
    return round(draw * DRAW_SIDES) + 1


class CaseDice:
    """The dice of a case: those written down, in order, then one number for all others if it is given.

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
    """The dice of a game that is played with dice of six sides."""
    return CaseDice(given.wholes("dice", 1, 6), given.whole("other_dice", 0, 6, 0))


def world_of_ours(given: Fields, printed: Any, board_fields: Iterable[str]) -> Any | None:
    """The world of a scenario of ours that a case is set in, its map as it is; None: it is set in none."""
    scenario = printed.scenarios.get(str(given.raw("scenario", "")))
    if scenario is None or not scenario.rule:
        return None
    for name in board_fields:
        if name in given:
            given.fail(name, "A scenario of ours is played on the printed map.")
    return world_of_scenario(printed, given.text("scenario"))


def options_of(given: Fields, game: AnyGame) -> dict[str, Any]:
    """The options of a case, those it does not name as the rulebook has them."""
    return dict(given.meant("options", settle_options, game, given.table("options").values))


@dataclass
class Table:
    """The laid-out situation: a game, a position and the dice."""

    game: AnyGame
    state: Any
    dice: CaseDice
    before: Any = None  # the position before the last order
    opening: Sequence[Event] = ()  # what happened by itself while the position was laid out

    def copy(self) -> Table:
        """The same situation to try something on; dice not written down show a 1."""
        dice = CaseDice(self.dice.values, self.dice.others or 1, self.dice.other_draws)
        dice.used = self.dice.used
        return Table(self.game, self.state.clone(), dice, self.before)


class Casebook(Protocol):
    """A game's side of the case files."""

    @property
    def rule_ids(self) -> Collection[str]: ...

    @property
    def expectations(self) -> Mapping[str, str]:
        """Fields of `expect` only this game has, each with what it says."""
        ...

    def lay_out(self, given: Fields) -> Table: ...

    def impossible(self, table: Table) -> str:
        """Why no play can lead to the position that was laid out; empty: it can."""
        ...

    def read_order(self, table: Table, text: str) -> Order:
        """The order of a short text; UserError says what is wrong with it."""
        ...

    def default(self, table: Table, side: int) -> Order:
        """What a player who does nothing gets."""
        ...

    def suits(self, order: Order, decision: Decision) -> bool:
        """Is this the kind of order the decision asks for?"""
        ...

    def passed_over(self, table: Table, order: Order) -> Any | None:
        """The position as if a decision that such an order answers, passed over since the last order
        because nothing could be chosen, were open; None: there was none."""
        ...

    def owner(self, table: Table, order: Order) -> int | None:
        """The side an order is for where its words say so; None: the side that is asked for such an order."""
        ...

    def done_already(self, table: Table, order: Order, events: Sequence[Event]) -> bool:
        """Do these events tell that the order was carried out by itself, there being no choice?"""
        ...

    def goal(self, table: Table, words: str) -> Callable[[Any], bool] | None:
        """A test whether a state has come as far as the words say; None: there is no such goal. From then on
        the table's game waits there, though nothing could be decided."""
        ...

    def stretch(self, state: Any) -> object:
        """Default answers never lead out of one stretch (a player-turn) unless `until` says so."""
        ...

    @property
    def goals(self) -> Collection[str]:
        """Words `until` understands, for messages."""
        ...

    @property
    def calculations(self) -> Collection[str]: ...

    def calculate(self, table: Table, name: str, arguments: Fields) -> Mapping[str, Any]:
        """A named calculation, by the engine's own functions."""
        ...

    def compare(self, table: Table, state: Any, name: str, expect: Fields) -> list[Mismatch]:
        """One expectation of this game's own, checked on a state or on a side's view of it."""
        ...
