"""The umpire without flags: it asks what matters, and asks again after a wrong answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from ardennes.errors import UserError
from ardennes.umpire.dice import Rolls, read_dice
from ardennes.umpire.question import FLAG, MANY, Field, Question
from ardennes.umpire.roster import Roster
from ardennes.words import closest

T = TypeVar("T")
YES, NO = ("y", "yes"), ("", "n", "no")


def ask(prompt: str) -> str:
    """Read one line; the end of the input ends the program."""
    try:
        return input(prompt).strip()
    except EOFError:
        raise click.Abort from None


def until_right(prompt: str, read: Callable[[str], T]) -> T:
    """Ask until the answer can be used."""
    while True:
        try:
            return read(ask(prompt))
        except UserError as error:
            print(f"  {error}")


def choose(questions: Sequence[Question]) -> Question:
    """Ask which question."""
    for number, question in enumerate(questions, 1):
        print(f"  {number}  {question.name:<12} {question.summary}")

    def read(text: str) -> Question:
        for number, question in enumerate(questions, 1):
            if text.lower() in (question.name, str(number)):
                return question
        names = ", ".join(question.name for question in questions)
        hint = closest(text, [question.name for question in questions])
        raise UserError(
            f"{text!r} is not a question; give a number from 1 to {len(questions)} or a name: {names}.{hint}"
        )

    return until_right("Which question? ", read)


def fill(question: Question, roster: Roster) -> dict[str, Any]:
    """Ask for the usual fields one by one, then once which of the rare ones matter."""
    given: dict[str, Any] = {}
    for field in question.fields:
        if not field.rare and _matters(question, field, given, roster):
            given[field.name] = _field(field, roster)
    rare = [field for field in question.fields if field.rare and _matters(question, field, given, roster)]
    if not rare:
        return given
    names = {field.name: field for field in rare}
    wanted = until_right(
        f"Anything else? ({', '.join(names)}; empty line: no): ", lambda text: _pick(text, names)
    )
    for field in wanted:
        given[field.name] = True if field.kind == FLAG else _field(field, roster)
    return given


def _matters(question: Question, field: Field, given: dict[str, Any], roster: Roster) -> bool:
    """Does the field it depends on have one of the values that make it matter?"""
    if not field.needs:
        return True
    parent = question.field(field.needs[0])
    assert parent is not None
    value = parent.read(given[parent.name], roster)
    at = getattr(value, "row", value)
    return parent.choices[int(at or 0)] in field.needs[1:]


def _pick(text: str, fields: dict[str, Field]) -> list[Field]:
    chosen = []
    for word in text.replace(",", " ").split():
        if word.lower() not in fields:
            raise UserError(f"{word!r} is not one of them.{closest(word, fields)} Give names from the list.")
        chosen.append(fields[word.lower()])
    return chosen


def _field(field: Field, roster: Roster) -> Any:
    about = field.about.rstrip(".")
    if field.kind == FLAG:
        return until_right(f"{about}? [y/N] ", read_yes)
    if field.kind == MANY:
        return _list(field, about, roster)
    shown = f" [{field.default}]" if field.default else ""
    return until_right(f"{about}{shown}: ", lambda text: _one(field, text, roster))


def _one(field: Field, text: str, roster: Roster) -> str:
    """The text as it was typed, after a check that it can be read."""
    if not text and field.default is None:
        raise UserError("An answer is needed here.")
    field.read(text or field.default or "", roster)
    return text or field.default or ""


def _list(field: Field, about: str, roster: Roster) -> list[str]:
    result: list[str] = []
    example = f", like {field.example}" if field.example else ""
    while True:
        more = "; empty line: no more" if len(result) >= field.least else ""
        text = until_right(f"{about}{example}{more}: ", lambda text: _item(field, text, len(result), roster))
        if text is None:
            return result
        result.append(text)


def _item(field: Field, text: str, already: int, roster: Roster) -> str | None:
    if not text and already >= field.least:
        return None
    if not text:
        raise UserError("At least one is needed.")
    field.read(text, roster)
    return text


def read_yes(text: str) -> bool:
    if text.lower() not in YES + NO:
        raise UserError(f"{text!r} is neither yes nor no; write y or n.")
    return text.lower() in YES


class AskedRolls(Rolls):
    """Ask for each die when it is needed; an empty line lets the program roll it."""

    def __init__(self, seed: int) -> None:
        super().__init__((), seed)
        self.seed = None  # it would not bring back the dice of the table

    def __call__(self, what: str) -> int:
        own = super().__call__(what)
        given = until_right(f"Your die, {what} (empty line: the program rolls): ", self._read)
        value = own if given is None else given
        self.rolled[-1] = (what, value)
        return value

    @staticmethod
    def _read(text: str) -> int | None:
        dice = read_dice(text)
        if len(dice) > 1:
            raise UserError(f"One die at a time, please; {len(dice)} given.")
        return dice[0] if dice else None
