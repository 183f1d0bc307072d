"""The course of a match: one replay, valued where it matters.

A stretch is what one side ordered without a die falling, or one order with its dice. What a stretch changed
of the value belongs to the orders of its side and, where dice fell, to the dice: the value after the order
less its mean is theirs, the rest the order's.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ardennes.after.account import Moment
from ardennes.after.happenings.kinds import Rank, kinds_of
from ardennes.after.luck import Cast, cast
from ardennes.after.value import Chances, Value
from ardennes.errors import UserError
from ardennes.games import measuring_for
from ardennes.kernel.bids import KEY as BID
from ardennes.kernel.contract import Event, recorded_options
from ardennes.kernel.forecast import MOST_SEQUENCES
from ardennes.kernel.match import Entry, Match
from ardennes.kernel.measures import Battle, Measures, Measuring
from ardennes.players.search.playout import dice_of

PHASE = "PhaseBegan"
END = 99  # stands for the day after the last
Garrisons = dict[tuple[int, str], bool]


class Stretch(NamedTuple):
    first: int  # orders before it
    until: int  # orders when it is over
    turn: int
    day: int
    side: int
    before: Chances
    after: Chances
    dice: Cast | None
    hex: str  # where something happened last; empty where nothing did
    battle: Battle | None  # of the dice; of several the one that went farthest from its mean
    battles: int  # how many there were
    events: tuple[Event, ...]  # of an order with dice


class Course(NamedTuple):
    moments: tuple[Moment, ...]
    stretches: tuple[Stretch, ...]
    measures: Measures
    held: dict[int, tuple[frozenset[str], frozenset[str]]]  # by day: German places when it began and ended
    events: dict[int, list[Event]]  # by day
    garrisons: dict[int, Garrisons]  # when the day began; under END when the match was over


def check_over(match: Match[Any]) -> None:
    if match.result() is None:
        raise UserError(
            f"This match of {match.game.name} is not over after {match.seq} orders: an account would tell "
            "what its sides may not know. Play it to its end first."
        )


def ended_in_set_up(match: Match[Any]) -> UserError:
    """The error for a match that a side gave up before the first turn."""
    return UserError(
        f"This match of {match.game.name} ended while the armies were set up: no day was played, so there is "
        "nothing to report."
    )


def fingerprint(match: Match[Any]) -> str:
    """Of the journal: game, rules, setting, every order and every position."""
    result = hashlib.blake2b(digest_size=16)
    setting = match.setting
    options = recorded_options(type(match.state), setting.options)
    options.setdefault(BID, 0)  # fingerprints have contained a bid of 0 from the start
    head = [match.game.id, match.game.version, setting.scenario, options, match.start_digest]
    result.update(msgspec.json.encode(head, order="deterministic"))
    for entry in match.journal:
        result.update(msgspec.json.encode([entry.side, entry.order, entry.digest, entry.rolls]))
    return result.hexdigest()


def course_of(match: Match[Any], value: Value, samples: int, ways: int = MOST_SEQUENCES) -> Course:
    """Follow a match from its first order to its end. Dice that fall in more ways than so many are drawn."""
    check_over(match)
    return _Following(match, value, samples, ways).follow()


class _Following:
    def __init__(self, match: Match[Any], value: Value, samples: int, ways: int) -> None:
        self.match, self.game, self.value = match, match.game, value
        self.samples, self.ways = samples, ways
        self.state = match.state_at(0)
        measuring = measuring_for(match.game, self.state)
        assert measuring is not None, "a game with a model is measured"
        self.measuring: Measuring[Any, Any] = measuring
        self.moments: list[Moment] = []
        self.stretches: list[Stretch] = []
        self.held: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
        self.kinds = kinds_of(match.game.id)
        self.events: dict[int, list[Event]] = defaultdict(list)
        self.garrisons: dict[int, Garrisons] = {}
        self.mark = self.game.phase_mark(self.state)
        self.counted = self.mark[0] - measuring.turn  # people may count turns from another number
        self.began, self.hex, self.turn = 0, "", self.measuring.turn  # of the stretch under way
        self.now: Chances | None = None  # the value where it began; None in the set-up
        self.phase = ""  # as the last event called it

    def follow(self) -> Course:
        journal = self.match.journal
        self._begins(0)
        rolls = self.state.rolls
        for at, entry in enumerate(journal):
            if at > self.began and (entry.rolls != rolls or entry.side != journal[at - 1].side):
                self._close(at, journal[at - 1].side)
            if entry.rolls != rolls and self.now is not None:
                self._throw(at, entry)
            else:
                self._carry_out(at, entry)
            rolls = entry.rolls
        self._close(len(journal), journal[-1].side)
        if not self.moments:
            raise ended_in_set_up(self.match)
        return Course(tuple(self.moments), tuple(self.stretches), self.measuring.found, self.held,
                      self.events, self.garrisons)  # fmt: skip

    def _carry_out(self, at: int, entry: Entry) -> None:
        events = self.game.apply(self.state, entry.side, entry.order, self.match.dice)
        self._note(events)
        self._phases(at + 1, entry.side, events)

    def _throw(self, at: int, entry: Entry) -> None:
        """An order with dice: a stretch of its own."""
        before = self.now
        assert before is not None
        fights = len(self.measuring.found.battles)
        name = fingerprint_of(entry.digest, at)
        rolled, _ = cast(
            self.game, self.state, entry.side, entry.order, self.match.dice, self.value.chances,
            lambda number: dice_of("luck", name, number), self.samples, self.ways,
        )  # fmt: skip
        last = self.measuring.found.battles[-1].dice if fights else ()
        events = self.game.apply(self.state, entry.side, entry.order, self.match.dice)
        self._note(events)
        battles = self._fought(fights, last)
        if battles:
            self.hex = battles[0].hexes[0]
        self._add(at + 1, entry.side, before, rolled.came, rolled, battles, events)
        self._phases(at + 1, entry.side, events)

    def _fought(self, before: int, dice: tuple[int, ...]) -> list[Battle]:
        """The battles these dice were for, the one that went farthest from its mean first."""
        battles = self.measuring.found.battles
        result = battles[before:]
        if not result and battles and battles[-1].dice != dice:
            result = battles[-1:]
        return sorted(result, key=_upset, reverse=True)

    def _note(self, events: Sequence[Event]) -> None:
        turn = self.measuring.turn
        for event in events:
            began = self.measuring.turn_begun(event)
            turn = turn if began is None else began
            if not self.measuring.in_set_up(turn):
                self.events[self.measuring.day(turn)].append(event)
        lost = len(self.measuring.found.losses)
        self.measuring.happened(self.state, events, not self.game.to_move(self.state))
        for loss in self.measuring.found.losses[lost:]:
            self.hex = loss.hex or self.hex
        for event in events:
            kind = self.kinds.get(type(event))
            decisive = kind is not None and kind.rank <= Rank.DECISIVE
            hex_ = str(getattr(event, "hex", ""))
            if hex_ and (decisive or getattr(event, "place", "")):
                self.hex = hex_

    def _phases(self, at: int, side: int, events: Sequence[Event]) -> None:
        """Does a phase begin here? Then the curve has a point."""
        mark = self.game.phase_mark(self.state)
        if mark == self.mark and self.game.to_move(self.state):
            return
        self.mark = mark
        told = [e for e in events if type(e).__name__ == PHASE and hasattr(e, "turn")]
        self.phase = _words(told[-1]) if told else ""
        self._close(at, side)
        self._begins(at)

    def _begins(self, at: int) -> None:
        """A point of the curve; none while the armies are laid out."""
        over = not self.game.to_move(self.state)
        turn = self.measuring.turn
        if self.measuring.in_set_up(turn):
            return
        if self.now is None:
            self.now = self.value.chances(self.state)
        day = self.measuring.day(turn)
        german = frozenset(self.measuring.places(self.state, self.measuring.german))
        for last in list(self.held)[-1:]:  # a day ends as the next one begins
            self.held[last] = self.held[last][0], german
        self.held.setdefault(day, (german, german))
        if over or day not in self.garrisons:
            self.garrisons[END if over else day] = self.value.reading.garrisons(self.state)
        decided = self.game.decisions(self.state)
        phase = "The end" if over else self.phase or decided[0].kind.capitalize()
        win, draw = self.value.chances(self.state)
        low, high = self.value.band(self.state)
        self.moments.append(
            Moment(at, turn + self.counted, day, phase, _r(win), _r(draw), _r(low), _r(high),
                   tuple(map(_r, self.value.believed(self.state))))
        )  # fmt: skip

    def _close(self, at: int, side: int) -> None:
        """The stretch under way is over."""
        if at > self.began and self.now is not None:
            self._add(at, side, self.now, self.value.chances(self.state))
        self.began, self.turn = at, self.measuring.turn

    def _add(
        self, until: int, side: int, before: Chances, after: Chances, dice: Cast | None = None,
        battles: Sequence[Battle] = (), events: Sequence[Event] = (),
    ) -> None:  # fmt: skip
        day, battle = self.measuring.day(self.turn), battles[0] if battles else None
        turn = self.turn + self.counted
        self.stretches.append(
            Stretch(
                self.began, until, turn, day, side, before, after, dice, self.hex, battle, len(battles),
                tuple(events),
            )
        )  # fmt: skip
        self.began, self.hex, self.now, self.turn = until, "", after, self.measuring.turn


def fingerprint_of(digest: str, at: int) -> str:
    """Drawn dice depend on the position and the place in the journal, and on nothing else."""
    return f"{digest} {at}"


def _upset(battle: Battle) -> float:
    return abs(battle.losses[0] - battle.means[0]) + abs(battle.losses[1] - battle.means[1])


def _words(event: Any) -> str:
    side, phase = getattr(event, "side", ""), "start of the turn" if event.phase == "turn" else event.phase
    words = phase if not side or phase.lower().startswith(side.lower()) else f"{side} {phase}"
    return str(words[:1].upper() + words[1:])


def _r(number: float) -> float:
    """Rounded so that the same match gives the same account on every machine."""
    return round(number, 6)
