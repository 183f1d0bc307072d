"""Facts of a position, each described once: case files ask for them by key, sheets and marks show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from ardennes.kernel.wire import Mark, Row


class Fact(NamedTuple):
    """One fact of a unit, a hex, a bridge, or of the game."""

    key: str  # what a case calls it
    of: Callable[[Any, Any, Any], Any]  # (world, state, thing)
    title: str = ""  # what a sheet calls it; without one it is on no sheet
    words: Callable[[Any, Any, Any], str] | None = None  # the value on a sheet; "" leaves the row out
    rule: str = ""
    tone: Callable[[Any], Mark] | None = None  # of the value: is it good, is it bad?
    mark: str = ""  # what a counter is marked with while the fact is true
    hex: Callable[[Any, Any, Any], str] | None = None  # where a click on its row leads
    rows: Callable[[Any, Any, Any], list[Row]] | None = None  # on a sheet, where one row will not do
    column: str = ""  # a column of the state; the fact is true while all of `bits` are set in it
    bits: int = 0


class Facts(msgspec.Struct, frozen=True, dict=True):
    """The facts of one sort of thing, and how a case names such a thing."""

    about: str
    facts: tuple[Fact, ...]
    find: Callable[[Any, Any, str], Any] | None = None  # (world, state, name); UserError where there is none
    short: str = ""  # the fact that is meant where a case gives a text instead of a table
    short_words: Mapping[str, tuple[str, Any]] = {}  # texts that mean another fact: intact -> (intact, True)
    other_keys: Mapping[str, str] = {}
    number: str = ""  # how a short form given as a number is written out, where it means a text: "04"

    def key(self, said: str) -> str:
        return self.other_keys.get(said, said)

    def named(self) -> list[str]:
        """Everything a case may call one of the facts."""
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
        """What the counter is marked with now."""
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
    """Facts of the game that the state keeps under their own names."""

    def fact(key: str) -> Fact:
        return Fact(key, lambda w, s, _: getattr(s, key))

    return tuple(map(fact, keys))


def flags(words: Mapping[str, int], of: Callable[[Any, Any], int]) -> tuple[Fact, ...]:
    """A fact for each bit of a number that the state keeps of a thing: is all of it set?"""

    def fact(key: str, bit: int) -> Fact:
        return Fact(key, lambda w, s, thing: of(s, thing) & bit == bit)

    return tuple(fact(key, bit) for key, bit in words.items())


def listed(books: Mapping[str, Facts]) -> dict[str, str]:
    """What each sort of thing is about, for the list of what a case may expect."""
    return {name: book.about for name, book in books.items()}
