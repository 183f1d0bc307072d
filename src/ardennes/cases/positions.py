"""Expectations of a position: the facts of a game, compared with the case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ardennes.cases.fields import Fields
from ardennes.cases.match import differences
from ardennes.cases.model import Mismatch
from ardennes.errors import UserError
from ardennes.kernel.facts import Facts, listed


class Positions:
    """Make the expectations of a game from its facts, by kind of subject: units, hexes, state ..."""

    def __init__(self, facts: Mapping[str, Facts]) -> None:
        self.facts = facts
        self.EXPECTATIONS = listed(facts)

    def compare(self, w: Any, s: Any, name: str, expect: Fields) -> list[Mismatch]:
        """Compare one expectation with the position."""
        wanted, book = expect.table(name), self.facts[name]
        if book.find is None:
            return _compare(book, w, s, None, wanted, name)
        result: list[Mismatch] = []
        for key in wanted.values:
            try:
                thing = book.find(w, s, key)
            except UserError as error:
                wanted.fail(key, str(error))
            result += _compare(book, w, s, thing, _in_full(book, wanted, key), f"{name}.{key}")
        return result


def _in_full(book: Facts, wanted: Fields, key: str) -> Fields:
    """Expand a short form, such as a unit's hex."""
    value = wanted.raw(key)
    if isinstance(value, dict) or not book.short:
        return wanted.table(key)
    if book.number and isinstance(value, int):
        value = format(value, book.number)
    said, full = (
        book.short_words.get(value, (book.short, value)) if isinstance(value, str) else (book.short, value)
    )
    return Fields(wanted.file, wanted.case, wanted.at(key), {said: full})


def _compare(book: Facts, w: Any, s: Any, thing: Any, wanted: Fields, at: str) -> list[Mismatch]:
    wanted.only(book.named())
    facts = {key: book.value(w, s, thing, key) for key in wanted.values}
    return differences(at, dict(wanted.values), facts)
