"""The kinds of events of a game, by how much they say about a turning point.

Every kind of event that can move the chances or end a match has a sentence here. `ANNOUNCED` of a game's
module lists the kinds that change nothing by themselves; the tests replay matches to check that.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from ardennes.after.features.reading import Reading
from ardennes.kernel.contract import AnyGame, Event, Result
from ardennes.kernel.kit import part
from ardennes.words import counted, listed

NAMED = 3  # units, places or events named in a sentence; the rest are counted
MOST_LINES = 2  # lines of the log quoted for one kind of event
MOST_NOTABLE = 2  # sentences of that rank for a day
LABEL = re.compile(r"(?:\b(in|at|from|on|into|to) )?(?<![\w(-])([A-Z]?\d{3,4})\b(?!\))")


class Rank(IntEnum):
    """How much a kind of event says: the lower, the sooner the account names it."""

    END = 0  # it ends the match
    DECISIVE = 1  # it is part of a victory condition, or may win at once
    NOTABLE = 2  # bridges, drops, supply: named in addition to losses and places
    MINOR = 3  # named only if a day had nothing else; losses and places have separate sentences
    TIME = 4  # a turn or a phase went by


class Teller(NamedTuple):
    """What sentences are made with."""

    game: AnyGame
    reading: Reading[Any, Any]
    result: Result

    def units(self, ids: Iterable[str]) -> str:
        """Name a few units and count the rest."""
        return some([self.reading.unit_name(unit) for unit in dict.fromkeys(ids)])

    def where(self, label: str) -> str:
        """Return "at Bastogne", or "near Wiltz"."""
        place = self.reading.where(label)
        return place if place.startswith("near ") else f"at {place}"

    def line(self, event: Event) -> str:
        """Return the line of the log, with places by name and without the rule."""
        words = re.sub(r" \[[^]]*\]", "", self.game.tell(event))
        return LABEL.sub(self._placed, words)

    def _placed(self, match: re.Match[str]) -> str:
        before, label = match[1], match[2]
        if self.reading.cell_of(label) is None:
            return match[0]
        place = self.reading.where(label)
        if place == label:
            return match[0]
        named = f"{place} ({label})"
        if place.startswith("near ") and before in ("in", "at", "on"):
            return named
        return f"{before} {named}" if before else named


Words = Callable[[Teller, Sequence[Any]], str]


class Kind(NamedTuple):
    rank: Rank
    words: Words


Kinds = Mapping[type[Event], Kind]


def some(names: Sequence[str]) -> str:
    """A, B, C and 4 more."""
    more = len(names) - NAMED
    return listed([*names[:NAMED], *([f"{more} more"] if more > 0 else [])])


def lines(teller: Teller, events: Sequence[Any]) -> str:
    """Tell events as the log does, a few of them."""
    told = list(dict.fromkeys(teller.line(event) for event in events))
    more = len(told) - MOST_LINES
    return " ".join([*told[:MOST_LINES], *([f"({more} more like it.)"] if more > 0 else [])])


def ended(teller: Teller, events: Sequence[Any]) -> str:
    """Say that the match ended, and by which result."""
    result = teller.result
    level = "" if result.summary.lower().startswith(result.level.lower()) else f"{result.level}. "
    return f"The match ended: {level}{result.summary}"


def time_passed(teller: Teller, events: Sequence[Any]) -> str:
    return "Time passed: nothing was lost and no place changed hands."


def moved(teller: Teller, events: Sequence[Any]) -> str:
    """Count the units that moved; name the one whose way was longest."""
    longest = max(events, key=lambda event: len(event.path))
    names = list(dict.fromkeys(unit for event in events for unit in _units(event)))
    first = teller.units(_units(longest)[:1])
    return f"{counted(len(names), 'unit')} moved, {first} farthest: {_to(teller, longest.path[-1])}."


def arrived(teller: Teller, events: Sequence[Any]) -> str:
    """Count the units that came onto the map, and name a few."""
    units = dict.fromkeys(event.unit for event in events)
    return f"{counted(len(units), 'unit')} arrived: {teller.units(units)}."


def went_in(teller: Teller, events: Sequence[Any]) -> str:
    """Say which units came into a hex."""
    names = [unit for event in events for unit in _units(event)]
    return f"{teller.units(names)} reached {_plain(teller, events[-1].hex)}."


def _units(event: Any) -> tuple[str, ...]:
    return (event.unit,) if hasattr(event, "unit") else tuple(event.units)


def _to(teller: Teller, label: str) -> str:
    place = teller.reading.where(label.rstrip("r"))
    return place if place.startswith("near ") else f"to {place}"


def _plain(teller: Teller, label: str) -> str:
    place = teller.reading.where(label)
    return f"a hex {place}" if place.startswith("near ") else place


def kinds_of(game_id: str) -> Kinds:
    """The kinds of a game that have a sentence."""
    result: Kinds = part(f"ardennes.after.happenings.{game_id}:KINDS")
    return result


class Happenings:
    """The events of a day, kind by kind."""

    def __init__(self, kinds: Kinds, events: Iterable[Event]) -> None:
        self.kinds = kinds
        self.by_kind: dict[type[Event], list[Event]] = defaultdict(list)
        for event in events:
            if type(event) in kinds:
                self.by_kind[type(event)].append(event)

    def sentences(self, teller: Teller, rank: Rank) -> list[str]:
        """One sentence for each kind of a rank that happened, in the order of the game's table."""
        there = [
            kind.words(teller, self.by_kind[type_])
            for type_, kind in self.kinds.items()
            if kind.rank == rank and self.by_kind.get(type_)
        ]
        return [words for words in dict.fromkeys(there) if words]
