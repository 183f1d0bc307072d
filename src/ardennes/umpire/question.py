"""Questions to the umpire and their fields, from which flags, help pages and forms are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ardennes.errors import UserError
from ardennes.games.playsheet.rules.tables.combat import Roll
from ardennes.umpire.records import FieldError
from ardennes.umpire.roster import Roster
from ardennes.umpire.team_reports import TeamReport

Read = Callable[[str, Roster], Any]  # raises UserError with the allowed values
ONE, MANY, FLAG = range(3)
PRINTED, OURS, HOUSE = "", "reading", "house rule"
ORIGIN_WORDS = {PRINTED: "", OURS: "not on the sheet: our reading", HOUSE: "not on the sheet: house rule"}


class Field(NamedTuple):
    """One value of a question."""

    name: str
    about: str  # a sentence for help pages
    read: Read = lambda text, roster: text
    kind: int = ONE
    default: str | None = None  # of ONE: None must be answered
    least: int = 0  # of MANY: how many answers are needed
    example: str = ""
    type: str = "text"  # which control a form shows
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    rare: bool = False  # the step-by-step dialogue asks it only on request
    needs: tuple[str, ...] = ()  # asked only if this field has one of the values after it


class Step(NamedTuple):
    """A line of the working: text, value and rules."""

    what: str
    value: str = ""
    rule: str = ""
    depth: int = 1
    origin: str = PRINTED


class Answer(NamedTuple):
    """The answer to a question."""

    title: str
    working: tuple[Step, ...]
    table: str  # the row of the printed table, the entry that applies in brackets
    table_rule: str
    result: str
    effects: tuple[Step, ...] = ()
    facts: Mapping[str, Any] = {}
    summary: str = ""  # one sentence with the consequences
    notes: tuple[str, ...] = ()
    hear: Mapping[str, TeamReport] = {}  # by role: the teams' reports

    @property
    def rules(self) -> list[str]:
        cited = [step.rule for step in (*self.working, *self.effects)] + [self.table_rule]
        return sorted({rule for text in cited for rule in text.split(", ") if rule}, key=_in_order)


class Row(NamedTuple):
    """One line of a what-if table: a chance as a bar, or only a text."""

    what: str
    value: str
    share: float = 0.0
    facts: Mapping[str, Any] = {}


def _in_order(rule: str) -> tuple[str, int]:
    family, _, number = rule.rpartition("-")
    return family, int(number) if number.isdigit() else 0


class Values:
    """The values of a question's fields, and the roster."""

    def __init__(self, values: Mapping[str, Any], roster: Roster) -> None:
        self.values = values
        self.roster = roster

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def flag(self, name: str) -> bool:
        return bool(self.values[name])

    def number(self, name: str) -> int:
        return int(self.values[name])

    def many(self, name: str) -> Sequence[Any]:
        result: Sequence[Any] = self.values[name]
        return result

    def replace(self, **changes: Any) -> Values:
        return Values({**self.values, **changes}, self.roster)


class Question(NamedTuple):
    """A kind of question: its fields, its answer, and the results of other dice or choices."""

    name: str
    summary: str
    help: str
    fields: tuple[Field, ...]
    answer: Callable[[Values, Roll], Answer]
    what_if: Callable[[Values], list[Row]]
    dice: bool = True  # does it roll dice?
    step: str = "fights"  # of the worksheet
    ledger: Callable[[Values], list[Step]] | None = None  # the score before its die, in the sheet's words

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)


def read_values(
    question: Question, given: Mapping[str, Any], roster: Roster | None = None, prefix: str = ""
) -> Values:
    """Read values from a form, a file or a command line; a missing field has its default."""
    roster = roster or Roster()
    names = [field.name for field in question.fields]
    for name in given:
        if name not in names:
            raise FieldError(name, f"not a field of {question.name}. Fields: {', '.join(names)}.", 0, prefix)
    values = {field.name: _read(field, given.get(field.name), roster, prefix) for field in question.fields}
    return Values(values, roster)


def _read(field: Field, raw: Any, roster: Roster, prefix: str) -> Any:
    if field.kind == FLAG:
        if raw is not None and not isinstance(raw, bool):
            raise FieldError(field.name, f"{raw!r} is neither true nor false.", 0, prefix)
        return bool(raw)
    if field.kind == ONE:
        text = field.default if raw is None or raw == "" else _text(field, raw, 0, prefix)
        if text is None:
            raise _missing(field, prefix)
        return _convert(field, text, roster, 0, prefix)
    items = [] if raw is None else [raw] if isinstance(raw, str) else raw
    if not isinstance(items, (list, tuple)):
        raise FieldError(field.name, f"{raw!r} is not a list.", 0, prefix)
    if len(items) < field.least:
        raise _missing(field, prefix)
    return [
        _convert(field, _text(field, item, at, prefix), roster, at, prefix)
        for at, item in enumerate(items, 1)
    ]


def _text(field: Field, raw: Any, item: int, prefix: str) -> str:
    if isinstance(raw, bool) or not isinstance(raw, (str, int, float)):
        raise FieldError(field.name, f"{str(raw)[:60]!r} is neither text nor a number.", item, prefix)
    return str(raw)


def _convert(field: Field, text: str, roster: Roster, item: int, prefix: str) -> Any:
    try:
        return field.read(text, roster)
    except UserError as error:
        raise FieldError(field.name, str(error), item, prefix) from None


def _missing(field: Field, prefix: str) -> FieldError:
    example = f", for example {prefix}{field.name} '{field.example}'" if field.example else ""
    return FieldError(field.name, f"missing: {field.about.rstrip('.')}{example}.", 0, prefix)


KIND_NAMES = ("one", "many", "flag")


def describe(question: Question) -> dict[str, Any]:
    """Return a question and its fields as JSON values, for a form."""
    return {
        "name": question.name,
        "summary": question.summary,
        "dice": question.dice,
        "step": question.step,
        "fields": [
            {
                "name": field.name,
                "label": field.name.replace("-", " ").capitalize(),
                "about": field.about,
                "kind": KIND_NAMES[field.kind],
                "type": "flag" if field.kind == FLAG else field.type,
                "required": (field.kind == ONE and field.default is None) or field.least > 0,
                "default": field.default,
                "choices": list(field.choices),
                "example": field.example,
                "rare": field.rare,
                **({"low": field.low, "high": field.high} if field.high else {}),
                **(
                    {"needs": {"field": field.needs[0], "values": list(field.needs[1:])}}
                    if field.needs
                    else {}
                ),
            }
            for field in question.fields
        ],
    }
