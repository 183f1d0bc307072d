"""Boards on which cases are tried: matches that exist only in memory; the oldest are closed for new ones."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence

from ardennes.cases.model import Case
from ardennes.cases.trial import Trial
from ardennes.games import kit_of
from ardennes.kernel.commanders import Commander
from ardennes.kernel.contract import Event
from ardennes.kernel.kit import part
from ardennes.server.matches.service import HERE, LiveMatches
from ardennes.server.matches.session import Live, Telling, keep_setting, standing_of
from ardennes.server.storage.models import (
    Header,
    Held,
    Line,
    NoSuchMatch,
    Overtaken,
    Seat,
    Standing,
    token_hash,
)

NOT_KEPT = "The board of a case is not saved. Start a match if you want to fork, share or save it."


class BoardStore:
    """The `PlayStore` of boards: numbers and tokens in memory. Orders are not saved."""

    failures = ()

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seqs: dict[str, int] = {}
        self._tokens: dict[str, Held] = {}

    def add(self, match: str) -> None:
        self._seqs[match] = 0

    def remove(self, match: str) -> None:
        with self._lock:
            self._seqs.pop(match, None)
            self._tokens = {token: held for token, held in self._tokens.items() if held.match != match}

    def __contains__(self, match: str) -> bool:
        return match in self._seqs

    def seq(self, match: str) -> int:
        if match not in self._seqs:
            raise NoSuchMatch(match)
        return self._seqs[match]

    def append(
        self,
        match: str,
        seen: int,
        number: int,
        line: Line,
        standing: Standing,
        kept: str | None = None,
        quiet: bool = False,
        team: Sequence[Commander] = (),
    ) -> None:
        self._move_on(match, seen)

    def cut(
        self,
        match: str,
        seen: int,
        orders: int,
        standing: Standing,
        after: Sequence[Line] = (),
        hushed: str = "",
        quiet: bool = False,
    ) -> None:
        self._move_on(match, seen)

    def _move_on(self, match: str, seen: int) -> None:
        with self._lock:
            if self.seq(match) != seen:
                raise Overtaken
            self._seqs[match] = seen + 1

    def add_token(self, token: str, match: str, side: int | None) -> None:
        with self._lock:
            self.seq(match)  # NoSuchMatch
            self._tokens[token_hash(token)] = Held(match, side, 0)

    def find_token(self, token: str) -> Held | None:
        held = self._tokens.get(token_hash(token))
        return None if held is None else held._replace(seq=self._seqs.get(held.match, 0))

    def why_ended(self, token: str, match: str) -> str:
        """Return an empty text: seats of a board never change hands."""
        return ""


class Trials(LiveMatches):
    """The boards on which cases are tried."""

    store: BoardStore

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] | None = None) -> None:
        super().__init__(BoardStore(), most_live=most, clock=clock)
        self._seconds = seconds
        self._trials: dict[str, Trial] = {}
        self._looked: dict[str, float] = {}  # time of the last request

    def __contains__(self, match: str) -> bool:
        return match in self.store

    def open(self, case: Case) -> tuple[str, Trial, dict[str, str]]:
        """Open a board with the case's position; return its id, the trial and a token for each side."""
        trial = Trial(case, part(kit_of(case.game).casebook))
        match, now = trial.match, self.clock()
        id_ = secrets.token_hex(10)
        header = Header(
            id=id_,
            name=case.id,
            game=case.game,
            rules=match.game.version,
            setting=keep_setting(match.setting),
            start=match.start_digest,
            forked_from=None,
            seq=0,
            orders=0,
            made=now,
            changed=now,
            hushed="",
            minutes=None,
            standing=standing_of(match),
            seats=tuple(Seat(side, HERE[side > 0]) for side in range(len(match.game.sides))),
        )
        self.store.add(id_)
        tokens = {word: secrets.token_urlsafe(32) for word in match.game.sides}
        for side, token in enumerate(tokens.values()):
            self.store.add_token(token, id_, side)
        live = Live(header, match, Telling(match.game, id_, ()), 0)
        with self._shelf:
            for old in [one for one, looked in self._looked.items() if looked < now - self._seconds]:
                self._put_away(old)
            self._trials[id_] = trial
            self._looked[id_] = now
            self._live[id_] = live
            self._weight += live.weight
            self._make_room()
        return id_, trial, tokens

    def trial(self, live: Live) -> tuple[Trial, list[tuple[Event, ...]]]:
        """Return the trial on a board, and the events of every order so far."""
        return self._trials[live.id], [outcome.events for outcome in live.told]

    def _find(self, match: str) -> Live:
        live = super()._find(match)
        self._looked[match] = self.clock()
        return live

    def _put_away(self, match: str) -> Live | None:
        """Close a board; it exists only in memory."""
        for known in (self._trials, self._looked):
            known.pop(match, None)
        self.store.remove(match)
        live = self._live.pop(match, None)
        if live is not None:
            self._weight -= live.weight
        return live
