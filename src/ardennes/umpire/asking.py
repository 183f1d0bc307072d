"""The umpire without flags: which question, then its fields one by one; a wrong answer is asked again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from ardennes.errors import UserError
from ardennes.umpire.rolling import Rolls
from ardennes.umpire.topic import FLAG, MANY, Field, Said, Topic

T = TypeVar("T")
YES, NO = ("y", "yes"), ("", "n", "no")
FACES = ("1", "2", "3", "4", "5", "6")


def ask(prompt: str) -> str:
    """One line; the end of the input leaves quietly."""
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


def choose(topics: Sequence[Topic]) -> Topic:
    """Which question?"""
    for number, topic in enumerate(topics, 1):
        print(f"  {number}  {topic.name:<12} {topic.summary}")

    def read(text: str) -> Topic:
        for number, topic in enumerate(topics, 1):
            if text.lower() in (topic.name, str(number)):
                return topic
        names = ", ".join(topic.name for topic in topics)
        raise UserError(f"{text!r} is no question; give a number from 1 to {len(topics)} or a name: {names}.")

    return until_right("Which question? ", read)


def fill(topic: Topic) -> Said:
    """The topic's fields, one by one. Empty: the default, or no more."""
    return Said({field.name: _field(field) for field in topic.fields})


def _field(field: Field) -> Any:
    about = field.about.rstrip(".")
    if field.kind == FLAG:
        return until_right(f"{about}? [y/N] ", _yes)
    if field.kind == MANY:
        return _list(field, about)
    shown = f" [{field.default}]" if field.default else ""
    return until_right(f"{about}{shown}: ", lambda text: _one(field, text))


def _one(field: Field, text: str) -> Any:
    if not text and field.default is None:
        raise UserError("An answer is needed here.")
    return field.read(text or field.default or "")


def _list(field: Field, about: str) -> list[Any]:
    found: list[Any] = []
    example = f", like {field.example}" if field.example else ""
    while True:
        more = "; empty line: no more" if len(found) >= field.least else ""
        text = until_right(f"{about}{example}{more}: ", lambda text: _item(field, text, len(found)))
        if text is None:
            return found
        found.append(text)


def _item(field: Field, text: str, already: int) -> Any:
    if not text and already >= field.least:
        return None
    if not text:
        raise UserError("At least one is needed.")
    return field.read(text)


def _yes(text: str) -> bool:
    if text.lower() not in YES + NO:
        raise UserError(f"{text!r} is neither yes nor no; write y or n.")
    return text.lower() in YES


def read_dice(text: str) -> tuple[int, ...]:
    """Dice as people write them: 3 5 or 3,5."""
    words = text.replace(",", " ").split()
    for word in words:
        if word not in FACES:
            raise UserError(f"{word!r} is not a die: a die shows 1 to 6.")
    return tuple(int(word) for word in words)


class AskedRolls(Rolls):
    """Each die is asked for when it is needed; an empty line lets the program roll it."""

    def __init__(self) -> None:
        super().__init__((), None)

    def __call__(self, what: str) -> int:
        own = super().__call__(what)
        given = until_right(f"Your die, {what} (empty line: the program rolls): ", self._read)
        value = own if given is None else given
        self.rolled[-1] = (what, value)
        return value

    def check(self) -> None:
        """No seed is told: it would not bring back the dice of the table."""
        self.seed = None

    @staticmethod
    def _read(text: str) -> int | None:
        dice = read_dice(text)
        if len(dice) > 1:
            raise UserError(f"One die at a time, please; {len(dice)} given.")
        return dice[0] if dice else None
