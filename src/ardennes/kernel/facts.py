"""Facts of a position, each described once: case files read them by key, sheets and marks show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel.wire import Mark, Row


class Fact(NamedTuple):
    """One fact of a unit, a hex, a bridge or the game."""

    key: str  # name in cases
    of: Callable[[Any, Any, Any], Any]  # (world, state, thing)
    title: str = ""  # name on a sheet; without one it is on no sheet
    words: Callable[[Any, Any, Any], str] | None = None  # the value on a sheet; "" hides the row
    rule: str = ""
    tone: Callable[[Any], Mark] | None = None  # of the value: whether it is good or bad
    mark: str = ""  # mark on a counter while the fact is true
    hex: Callable[[Any, Any, Any], str] | None = None  # hex that a click on its row shows
    rows: Callable[[Any, Any, Any], list[Row]] | None = None  # on a sheet, if one row is not enough
    column: str = ""  # a column of the state; the fact is true if all of `bits` are set in it
    bits: int = 0


class Facts(msgspec.Struct, frozen=True, dict=True):
    """The facts of one kind of subject, and how a case names such a subject."""

    about: str
    facts: tuple[Fact, ...]
    find: Callable[[Any, Any, str], Any] | None = None  # (world, state, name); UserError if it does not exist
    short: str = ""  # the fact that is meant if a case gives a text instead of a table
    short_words: Mapping[str, tuple[str, Any]] = {}  # texts that mean another fact: intact -> (intact, True)
    other_keys: Mapping[str, str] = {}
    number: str = ""  # how a number given as the short form is converted to text: "04"

    def key(self, said: str) -> str:
        return self.other_keys.get(said, said)

    def named(self) -> list[str]:
        """Return every name that a case may use for one of the facts."""
        return [fact.key for fact in self.facts] + list(self.other_keys)

    def value(self, w: Any, s: Any, thing: Any, key: str) -> Any:
        return next(fact for fact in self.facts if fact.key == self.key(key)).of(w, s, thing)

    def sheet(self, w: Any, s: Any, thing: Any) -> list[Row]:
        """The rows of a sheet, in the order of the facts."""
        rows: list[Row] = []
        for fact in self._on_sheet:
            if fact.rows is not None:
                rows += fact.rows(w, s, thing)
            if not fact.title:
                continue
            said = str(fact.of(w, s, thing)) if fact.words is None else fact.words(w, s, thing)
            if not said:
                continue
            tone: Mark = fact.tone(fact.of(w, s, thing)) if fact.tone is not None else ""
            hex_ = fact.hex(w, s, thing) if fact.hex is not None else ""
            rows.append(Row(fact.title, said, fact.rule, hex_, mark=tone))
        return rows

    def marks(self, w: Any, s: Any, thing: Any) -> list[str]:
        """Return the current marks of the counter."""
        return [
            fact.mark
            for fact in self._marking
            if (
                getattr(s, fact.column)[thing] & fact.bits == fact.bits
                if fact.column
                else fact.of(w, s, thing)
            )
        ]

    # A board asks for the sheet and marks of every unit, so those facts are picked out once.

    @cached_property
    def _on_sheet(self) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.facts if fact.title or fact.rows is not None)

    @cached_property
    def _marking(self) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.facts if fact.mark)


def kept(*keys: str) -> tuple[Fact, ...]:
    """Make facts of the game from the state's fields of the same names."""

    def fact(key: str) -> Fact:
        return Fact(key, lambda w, s, _: getattr(s, key))

    return tuple(map(fact, keys))


def flags(words: Mapping[str, int], of: Callable[[Any, Any], int]) -> tuple[Fact, ...]:
    """Make a fact for each bit of a number in the state; it is true if all its bits are set."""

    def fact(key: str, bit: int) -> Fact:
        return Fact(key, lambda w, s, thing: of(s, thing) & bit == bit)

    return tuple(fact(key, bit) for key, bit in words.items())


def listed(books: Mapping[str, Facts]) -> dict[str, str]:
    """Describe each kind of subject for the list of what a case may expect."""
    return {name: book.about for name, book in books.items()}
