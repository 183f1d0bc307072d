"""What a question to the umpire is made of. The flags, the help page and the questions asked one by one
all come from the same fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ardennes.games.playsheet.rules.tables.combat import Roll

ONE, MANY, FLAG = range(3)


class Field(NamedTuple):
    """One thing the umpire must know."""

    name: str  # of the flag, without its dashes
    about: str  # for the help page and for asking
    read: Callable[[str], Any] = str  # UserError says what would be right
    kind: int = ONE
    default: str | None = None  # of ONE: None must be answered
    least: int = 0  # of MANY: how many answers are needed
    example: str = ""


class Step(NamedTuple):
    """A line of the working: what, how much, by which rules."""

    what: str
    value: str = ""
    rule: str = ""
    depth: int = 1


class Answer(NamedTuple):
    """What the umpire says."""

    title: str
    working: tuple[Step, ...]
    table: str  # the row of the printed table, what was read in brackets
    table_rule: str
    result: str
    effects: tuple[Step, ...] = ()
    facts: Mapping[str, Any] = {}

    @property
    def rules(self) -> list[str]:
        cited = [step.rule for step in (*self.working, *self.effects)] + [self.table_rule]
        return sorted({rule for text in cited for rule in text.split(", ") if rule}, key=_in_order)


class Row(NamedTuple):
    """One line of a what-if table: a bar of so many percent, or words alone."""

    what: str
    value: str
    share: float = 0.0
    facts: Mapping[str, Any] = {}


def _in_order(rule: str) -> tuple[str, int]:
    family, _, number = rule.rpartition("-")
    return family, int(number) if number.isdigit() else 0


class Said:
    """The answers to a topic's fields."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def flag(self, name: str) -> bool:
        return bool(self.values[name])

    def number(self, name: str) -> int:
        return int(self.values[name])

    def many(self, name: str) -> Sequence[Any]:
        found: Sequence[Any] = self.values[name]
        return found


class Topic(NamedTuple):
    """A kind of question: its fields, how it is answered and what would come of other dice or choices."""

    name: str
    summary: str
    help: str
    fields: tuple[Field, ...]
    answer: Callable[[Said, Roll], Answer]
    what_if: Callable[[Said], list[Row]]
    dice: bool = True  # does it roll any?
