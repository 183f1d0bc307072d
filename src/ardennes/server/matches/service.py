"""Matches: create, open, play, undo and fork them, each under a separate lock.

An order is acknowledged only after the store has saved it. If the store refuses or fails, the match in memory
is dropped and reopened from the store, so memory never runs ahead of saved data.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import cache
from typing import Any

import msgspec

from ardennes.dice import new_seed, seed_from_number
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game
from ardennes.kernel import savefile
from ardennes.kernel.commanders import CHIEF, LONGEST_NAME, Commander, HandsIn, begun_anew, make_team
from ardennes.kernel.contract import AnyGame, Event, Order
from ardennes.kernel.match import CHOSEN, FILE, SERVER, CannotUndo, Match, Setting, new_match
from ardennes.kernel.visibility import hides
from ardennes.players.api import player_names
from ardennes.server.clock import SteadyClock
from ardennes.server.command.permissions import check, own_places, why_no_undo
from ardennes.server.matches.dice_shares import NoShare, Wanted, asked, promised, shown, takes_shares
from ardennes.server.matches.session import (
    Live,
    NotAllowed,
    NotNow,
    Told,
    agreeing,
    examine,
    keep_hushed,
    keep_setting,
    line_of,
    open_match,
    snapshot_of,
    standing_of,
    tell_again,
    weight,
)
from ardennes.server.storage.integrity import REMEDY, CannotOpen, Damage, Damaged, OtherRules
from ardennes.server.storage.models import (
    SNAPSHOT_EVERY,
    Header,
    Line,
    NewMatch,
    NoSuchMatch,
    Overtaken,
    Seat,
    Standing,
    Taking,
)
from ardennes.server.storage.protocol import MatchStore, PlayStore, RemoteStore

HERE = ("me", "beside")  # people at this screen
INVITED = "invited"
PEOPLE = (*HERE, INVITED)  # ... and people who join by a link
WATCH = "watch"
# name and formations of each commander, the commander-in-chief first
Asked = Sequence[tuple[str, Sequence[str]]]
Listener = Callable[[str, tuple[int, ...]], None]  # (match, its numbers by seat; empty: deleted)


MOST_FORKS = 200  # in a chain; each makes the match slower to read
NEEDS_SERVER = "You cannot invite people to a match without a server: play at one screen, or start Ardennes."
OTHER_GAME = "it is a match of"
FIXED_WEIGHT = 450_000  # bytes of a match in memory besides its orders: positions and sent views

log = logging.getLogger("ardennes.server")


class LiveMatches:
    """Matches in memory, each opened and played under a separate lock."""

    store: PlayStore

    def __init__(
        self,
        store: PlayStore,
        *,
        most_live: int = 2000,
        live_bytes: int = 512 * 1024 * 1024,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.store = store
        self.clock = SteadyClock() if clock is None else clock
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._most_live = most_live
        self._live_bytes = live_bytes
        self._weight = 0  # of all live matches
        self._shelf = threading.Lock()  # for the dict of live matches
        # by match, so that two threads do not open the same one
        self._opening = [threading.Lock() for _ in range(1024)]
        self._troubles: dict[str, str] = {}  # by match: why the computer player is stuck
        self.listeners: list[Listener] = []
        self.game = cache(find_game)

    # Opening

    @contextmanager
    def at(self, match: str, known: int | None = None) -> Iterator[Live]:
        """Yield the match as saved now, under its lock. `known`: its number, if the caller has just read it.

        Memory is never ahead of the store, so a number above the known one is newer and just as good.
        """
        while True:
            live = self._find(match)
            with live.lock:
                if not live.dead and live.seq >= (self._known_seq(match) if known is None else known):
                    try:
                        yield live
                    except Damaged as error:  # in a part that was not read before
                        self.forget(live)
                        self.report_damage(error)
                        raise
                    return
                self.forget(live)

    def _known_seq(self, match: str) -> int:
        try:
            return self.store.seq(match)
        except NoSuchMatch:
            self.drop(match)
            raise

    def _find(self, match: str) -> Live:
        with self._shelf:
            live = self._live.get(match)
            if live is not None:
                self._live.move_to_end(match)
                return live
        with self._opening[hash(match) % len(self._opening)]:
            with self._shelf:
                live = self._live.get(match)
            if live is None:
                live = self._open(match)
                with self._shelf:
                    self._live[match] = live
                    self._weight += live.weight + FIXED_WEIGHT
                    self._make_room()
            return live

    def _make_room(self) -> None:
        """Drop the least recently used matches until the rest fits. Called with the lock of the dict; one
        match always stays.
        """
        while len(self._live) > 1 and (len(self._live) > self._most_live or self._weight > self._live_bytes):
            self._put_away(next(iter(self._live)))

    def _put_away(self, match: str) -> Live | None:
        live = self._live.pop(match, None)
        if live is not None:
            self._weight -= live.weight + FIXED_WEIGHT
        return live

    def _open(self, match: str) -> Live:
        """Open a match that is not in memory. Here all matches exist only in memory, so raise NoSuchMatch."""
        raise NoSuchMatch(match)

    def report_damage(self, error: Damaged) -> None:
        """Log that a match cannot be read."""
        log.error("match %s is set apart: %s", error.match, error.what)

    def forget(self, live: Live) -> None:
        """Drop a match from memory, so that it is reopened from the store."""
        live.dead = True
        with self._shelf:
            if self._live.get(live.id) is live:
                self._put_away(live.id)

    def drop(self, match: str) -> None:
        """Drop a match that was deleted or rewritten. If another thread is opening it, wait: that thread has
        read the old data.
        """
        with self._opening[hash(match) % len(self._opening)], self._shelf:
            live = self._put_away(match)
        if live is not None:
            live.dead = True

    def tell_trouble(self, match: str, words: str) -> None:
        """Set why the computer player is stuck; empty: it is not. Does not use the store."""
        if words:
            self._troubles[match] = words
        else:
            self._troubles.pop(match, None)
        with self._shelf:
            live = self._live.get(match)
        if live is not None:
            live.trouble = words

    # Playing

    def play(self, live: Live, side: int, order: Order, why: str = "", by: int | None = None) -> list[Event]:
        """Give an order and save it; return its events. Call this under the match's lock.

        Raise Refused if it is illegal; then nothing changes. `by` is the commander who gives it on a divided
        side.
        """
        giver = check(live, side, by, order)
        events = live.match.play(side, order)
        number = live.match.seq
        quiet = order.quiet_in(live.match.state)
        if quiet:
            live.hush(side)
        outcome = Told(live.seq + 1, tuple(events), why, live.hushed, giver)
        team = () if quiet else begun_anew(live.header.team(side))
        with self._kept(live):
            snapshot = snapshot_of(live.match) if number % SNAPSHOT_EVERY == 0 else None
            line = line_of(live.match.journal[-1], outcome)
            standing = self._standing(live)
            self.store.append(live.id, live.seq, number, line, standing, snapshot, quiet, team)
        live.told.append(outcome)
        live.put(team, standing)
        with self._shelf:
            if not live.dead and self._live.get(live.id) is live:
                self._weight += weight(line)
                live.weight += weight(line)
        self._moved(live)
        return events

    def take_back(self, live: Live, side: int, whole_phase: bool, by: int | None = None) -> None:
        """Undo the last order or the whole phase. Raise CannotUndo if that is not possible. Call this under
        the match's lock.
        """
        match = live.match
        reason = why_no_undo(live, side, by)
        if reason:
            raise CannotUndo(reason)
        places = match.to_take_back(side, whole_phase=whole_phase)
        if live.header.team(side):
            places = own_places(live, places, by)
        quiet = all(match.journal[at].order.quiet_in(match.state) for at in places)
        if quiet:
            live.hush(side)
        match.take_back(places)
        outcomes = live.told.without(places)
        first = places[0]
        after = [line_of(entry, t) for entry, t in zip(match.journal[first:], outcomes[first:], strict=True)]
        with self._kept(live):
            standing = self._standing(live)
            self.store.cut(live.id, live.seq, first, standing, after, keep_hushed(live.hushed), quiet)
        live.told = outcomes
        live.tails.clear()
        live.put((), standing)
        self._moved(live)

    def _standing(self, live: Live) -> Standing:
        """Return where the match stands now; a new turn restarts its time limit."""
        now = standing_of(live.match)
        return next_due(now, live.header.standing, live.header.minutes, self.clock())

    def asks(self, live: Live, side: int | None, commander: int | None) -> Wanted:
        """Return what a seat may add to the dice now."""
        return asked(live, _takes_shares(live.header, live.match.setting), side, commander)

    @contextmanager
    def _kept(self, live: Live) -> Iterator[None]:
        """Drop the match from memory if saving fails, since memory may then differ from the store."""
        try:
            yield
        except BaseException:
            self.forget(live)
            raise

    def _moved(self, live: Live) -> None:
        live.seq += 1
        self.tell_trouble(live.id, "")
        live.trouble = ""
        self._changed(live.id, live.numbers())

    def _changed(self, match: str, numbers: tuple[int, ...]) -> None:
        for listener in self.listeners:
            listener(match, numbers)

    def is_open(self, live: Live) -> bool:
        """Return whether the match is over, so that nothing in it is secret any more."""
        return live.match.result() is not None


class Room(LiveMatches):
    """All matches of a store."""

    store: MatchStore

    def __init__(
        self,
        store: MatchStore,
        *,
        most_live: int = 2000,
        live_bytes: int = 512 * 1024 * 1024,
        most_matches: int = 2000,
        clock: Callable[[], float] | None = None,
        remedy: str = REMEDY,
        dice: str = SERVER,
    ) -> None:
        super().__init__(store, most_live=most_live, live_bytes=live_bytes, clock=clock)
        self.remedy = remedy  # the command that repairs a damaged match
        self._dice = dice  # who could know the dice
        self._most_matches = most_matches
        # by match: its number, and why it cannot be continued
        self._other_rules: dict[str, tuple[int, OtherRules]] = {}
        self._examined: dict[str, tuple[Header, str]] = {}  # by match: the fault at the last check
        self.listed: dict[str, tuple[Header, bool, Any]] = {}  # by match: its entry in the lobby

    # Opening

    def _open(self, match: str) -> Live:
        try:
            header, lines, saved = self.store.load(match)
            self._raise_again(header)
            live = open_match(self._game_of(header), header, lines, saved)
        except Damaged as error:
            self.report_damage(error)
            raise
        except OtherRules as error:
            with self._shelf:
                self._other_rules[match] = (header.seq, error)
            raise
        if live.header.rules != header.rules:
            # another process was faster, or the next time will do
            with suppress(Overtaken, *self.store.failures):
                self._keep_agreeing(header, live.match, live.lines())
        live.trouble = self._troubles.get(match, "")
        return live

    def _raise_again(self, header: Header) -> None:
        """Raise the error of a match that cannot be continued again. Finding it needs a replay of the whole
        match.
        """
        with self._shelf:
            seq, error = self._other_rules.get(header.id, (-1, None))
        if error is not None and seq == header.seq:
            raise error

    def carry_over(self, match: str) -> None:
        """Continue a match of another rules version from the last order with the same outcome under this
        version.

        Later orders are copied aside and undone. Dice are new from there on, since the players have seen the
        old ones. Every seat stays with its player.
        """
        header, lines, _ = self.store.load(match)
        game = self._game_of(header)
        if header.rules == game.version:
            raise NotNow("This match uses the present rules already: there is nothing to carry over.")
        agreed, outcomes = agreeing(game, header, lines)
        if len(outcomes) < len(lines):
            agreed = agreed.fork(agreed.seq, new_seed(), self._dice)
        self._keep_agreeing(header, agreed, outcomes, moves=True)
        with self._shelf:
            self._other_rules.pop(match, None)
        self.drop(match)
        with self.at(match) as live:
            self._changed(match, live.numbers())

    def _keep_agreeing(
        self, header: Header, match: Match[Any], lines: Sequence[Line], *, moves: bool = False
    ) -> None:
        """Save a match of another rules version as one of this version."""
        standing = next_due(standing_of(match), header.standing, header.minutes, self.clock())
        team = [one for side in range(len(match.game.sides)) for one in begun_anew(header.team(side))]
        self.store.carry_over(
            header,
            match.game.version,
            keep_setting(match.setting),
            lines,
            standing,
            (match.seq, snapshot_of(match)),
            team if moves else (),
            moves=moves,
        )

    def _game_of(self, header: Header) -> AnyGame:
        if header.game not in GAMES:
            raise CannotOpen(f"This match cannot be opened: {no_such_game(header.game)}.")
        return self.game(header.game)

    def header(self, match: str) -> Header:
        """Return a match without its orders. Raise CannotOpen if it cannot be read."""
        header = self.store.header(match)
        wrong = examine(self._game_of(header), header)
        if wrong:
            raise Damaged(match, wrong)
        return header

    def report_damage(self, error: Damaged) -> None:
        """Log a match that cannot be read, and mark it."""
        super().report_damage(error)
        self.set_apart(Damage(error.match, "", error.what))

    def set_apart(self, one: Damage) -> None:
        """Mark a damaged match, so that every request gets the same answer; if the store cannot be written,
        do it later. A game that this program lacks is not damage.
        """
        with suppress(*self.store.failures):
            if not one.what.startswith(OTHER_GAME):
                self.store.mark(one.match, one.what)

    # Making

    def make(
        self,
        game_id: str,
        seats: Mapping[str, str],
        *,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        name: str | None = None,
        seed: int | None = None,
        teams: Mapping[str, Asked] | None = None,
        minutes: int | None = None,
    ) -> str:
        """Create a match and return its id. Raise UserError if a setting is wrong."""
        game = self.game(game_id)
        chosen = seats_of(game, seats, seed)
        commanders = commanders_of(game, chosen, teams or {})
        if minutes is not None and not isinstance(game, HandsIn):
            raise UserError(f"{game.name} has no orders to hand in, so its turns have no time limit.")
        dice = new_seed() if seed is None else seed_from_number(seed)
        match = new_match(game, scenario, options, dice, known=self._dice if seed is None else CHOSEN)
        return self._add(match, chosen, name, commanders=commanders, minutes=minutes)

    def take_in(self, data: bytes, seats: Mapping[str, str], name: str | None) -> str:
        """Import a match file and return the match's id. Every order is replayed; a file that does not replay
        is refused.
        """
        match = savefile.from_bytes(data, self.game, "the match file", replay=True)
        chosen = seats_of(match.game, seats, None)
        if len(match.setting.forks) > MOST_FORKS:
            raise UserError(
                f"The match file was forked {len(match.setting.forks)} times in a row; the limit is "
                f"{MOST_FORKS}."
            )
        if match.result() is None and INVITED in seats.values():
            # The owner of the file knows its dice, so the invited player needs new ones.
            match = match.fork(match.seq, new_seed(), self._dice)
        else:
            match.setting = msgspec.structs.replace(match.setting, known=FILE)
        return self._add(match, chosen, name)

    def fork(
        self, match: str, side: int | None, at: int, seats: Mapping[str, str] | None, name: str | None
    ) -> str:
        """Create a match from the first `at` orders, with new dice from there on, and return its id."""
        with self.at(match) as live:
            known = live.known(side, self.is_open(live))
            if not 0 <= at <= len(known):
                raise UserError(f"This match has orders 0 to {len(known)}; there is no {at}.")
            given = known[at - 1] + 1 if at else 0
            self._may_fork(live, side, given, seats)
            if len(live.match.setting.forks) >= MOST_FORKS:
                raise NotAllowed(
                    f"This match is the {MOST_FORKS}th fork in a row: fork an earlier one instead."
                )
            other = live.match.fork(given, new_seed(), self._dice)
            reasons = [outcome.why for outcome in live.told[:given]]
            # Computer players get new seeds too, so that the fork does not repeat their secret decisions.
            chosen = seats_of(live.game, seats or seat_names(live.header, live.game), None)
            name = name or f"{live.header.name[:60]}, from order {at}"
        return self._add(other, chosen, name, match, reasons)

    def _may_fork(self, live: Live, side: int | None, at: int, seats: Mapping[str, str] | None) -> None:
        """Refuse a fork that would show its maker what is still hidden from that side in this match."""
        if self.is_open(live) or not self.hides(live, side, at):
            return
        if seats is not None and dict(seats) != seat_names(live.header, live.game):
            raise NotAllowed(
                "Something is hidden from your side here: until the match is over, a fork keeps its players."
            )
        if side is None or any(s.who in PEOPLE for s in live.header.seats if s.side != side):
            raise NotAllowed(
                "Something is hidden from your side here: until the match is over, you cannot fork it "
                "while another person plays it too."
            )

    def hides(self, live: Live, side: int | None, at: int) -> bool:
        """Return whether anything is hidden from the side after `at` orders, or at the last position it may
        see.
        """
        return hides(live.game, live.match.state_at(min(at, live.shown(self.is_open(live)))), side)

    def _add(
        self,
        match: Match[Any],
        chosen: tuple[Seat, ...],
        name: str | None,
        forked_from: str | None = None,
        reasons: list[str] | None = None,
        commanders: tuple[Commander, ...] = (),
        minutes: int | None = None,
    ) -> str:
        if self.store.count() >= self._most_matches:
            raise NotAllowed(f"There are {self._most_matches} matches already; delete one first.")
        new = NewMatch(
            id=secrets.token_hex(10),
            name=tidy_name(name) or f"{match.game.name}, {datetime.now():%d %B %Y %H:%M}",
            game=match.game.id,
            rules=match.game.version,
            setting=keep_setting(match.setting),
            start=match.start_digest,
            forked_from=forked_from,
            standing=next_due(standing_of(match), None, minutes, self.clock()),
            seats=chosen,
            commanders=commanders,
            minutes=minutes,
        )
        outcomes = tell_again(match, reasons or [])
        lines = [line_of(entry, t) for entry, t in zip(match.journal, outcomes, strict=True)]
        snapshots = [(match.seq, snapshot_of(match))] if match.seq else []
        self.store.add(new, lines, snapshots)
        last = outcomes[-1] if outcomes else Told(0, ())
        self._changed(new.id, tuple(last.number(side) for side in (*range(len(chosen)), None)))
        return new.id

    # Players on several machines

    def remote(self) -> RemoteStore:
        """Return the store's part for players on several machines; NotAllowed if it has none."""
        if self.store.remote is None:
            raise NotAllowed(NEEDS_SERVER)
        return self.store.remote

    def command(
        self,
        live: Live,
        side: int,
        team: Sequence[Commander],
        taking: Taking | None = None,
    ) -> None:
        """Save the commanders of a side and seat a player among them; only that side is notified.

        Call this under the match's lock.
        """
        remote = self.remote()
        live.hush(side)
        with self._kept(live):
            remote.command(live.id, live.seq, keep_hushed(live.hushed), team, taking)
        live.put(team)
        self._moved(live)

    def seat_changed(self, match: str) -> None:
        """Notify everybody that the seat of a whole side was taken from its holder."""
        with suppress(CannotOpen), self.at(match) as live:
            self._changed(match, live.numbers())

    def share(self, live: Live, side: int, commander: int | None, promise: str, nonce: str) -> None:
        """Save a player's promised or revealed share in the dice. Raise NotAllowed if it is refused.

        Call this under the match's lock. Replacing a promise does not change the match's number.
        """
        if not _takes_shares(live.header, live.match.setting) or commander not in (None, CHIEF):
            raise NotAllowed("Nothing is added to the dice of this match.")
        try:
            share, setting = (promised(live, side, promise), None) if promise else shown(live, side, nonce)
        except NoShare as error:
            raise NotAllowed(str(error)) from None
        with self._kept(live):
            news = bool(nonce) or side not in {one.side for one in live.header.shares}
            text = None if setting is None else keep_setting(setting)
            self.remote().share(live.id, live.seq if news else None, share, text)
        if news:
            self._moved(live)
        self.forget(live)  # reopened with its shares and dice

    # The lobby

    def rename(self, match: str, name: str) -> None:
        name = tidy_name(name)
        if not name:
            raise UserError("A name needs at least one letter or digit that can be seen.")
        self.store.rename(match, name)
        self.drop(match)

    def remove(self, match: str) -> None:
        self.store.remove(match)
        self.drop(match)
        self._changed(match, ())

    def is_open(self, live: Live) -> bool:
        """Return whether the match and every match it was forked from are over, so that nothing is secret any
        more.

        The store knows the ancestors: they change when a match in between is deleted.
        """
        over = super().is_open(live)
        return over and (live.header.forked_from is None or not self.store.running_above(live.id))

    def look(self) -> tuple[list[Header], list[Damage]]:
        """Return every match for the lobby, and the damaged ones."""
        result, broken = self.store.look()
        sound: list[Header] = []
        examined: dict[str, tuple[Header, str]] = {}
        for header in result:
            before = self._examined.get(header.id)
            wrong = before[1] if before is not None and before[0] is header else self._wrong(header)
            examined[header.id] = header, wrong
            if wrong:
                broken.append(Damage(header.id, header.name, wrong))
            else:
                sound.append(header)
        self._examined = examined
        return sound, broken

    def _wrong(self, header: Header) -> str:
        """Return what is wrong with a match's header; empty if nothing is."""
        if header.game not in GAMES:
            return no_such_game(header.game)
        return examine(self.game(header.game), header)

    def waiting_for_computers(self) -> list[str]:
        """Return the matches in which a computer player is to move."""
        return [
            header.id
            for header in self.look()[0]
            if any(header.seats[side].who not in PEOPLE for side in header.standing.to_move)
        ]


def no_such_game(name: str) -> str:
    return f"{OTHER_GAME} {name!r}, and this program has no such game; it has: {', '.join(GAMES)}"


def untold(headers: Sequence[Header], broken: Sequence[Damage] = ()) -> set[str]:
    """Return the matches whose end must stay secret: one they were forked from is unfinished or damaged."""
    parents = {header.id: header.forked_from for header in headers}
    secret = {header.id for header in headers if header.standing.result is None}
    secret |= {one.match for one in broken}
    result: dict[str, bool] = {}
    for match in parents:
        way: list[str] = []
        at: str | None = match
        while at in parents and at not in result and at not in way:
            way.append(at)
            at = parents[at]
        for one in reversed(way):
            above = parents[one]
            result[one] = above is not None and (above in secret or result.get(above, False))
    return {match for match, hidden in result.items() if hidden}


def seats_of(game: AnyGame, chosen: Mapping[str, str], seed: int | None) -> tuple[Seat, ...]:
    """Return who plays each side. Raise UserError unless every side is named."""
    known = (*PEOPLE, *player_names(game.id))
    for side in chosen:
        if side not in game.sides:
            raise UserError(f"{game.name} has no side {side!r}; it has: {', '.join(game.sides)}.")
    seats = []
    for number, side in enumerate(game.sides):
        who = chosen.get(side)
        if who not in known:
            asked = "nobody" if who is None else repr(who)
            raise UserError(f"The {side} side is played by {asked}; choose one of: {', '.join(known)}.")
        # A fixed seed also fixes the computer players, as in a simulation.
        own = secrets.randbits(31) if seed is None else 2 * seed % 2**62 + number
        seats.append(Seat(number, who, own))
    return tuple(seats)


def _takes_shares(header: Header, setting: Setting) -> bool:
    return takes_shares(setting, [seat.who for seat in header.seats], INVITED, PEOPLE)


def next_due(now: Standing, before: Standing | None, minutes: int | None, clock: float) -> Standing:
    """Set when the turn ends, OPS-ORD-3: a new turn gets all its minutes, a finished game none."""
    if minutes is None or now.result is not None:
        return now
    same = before is not None and before.turn == now.turn
    return msgspec.structs.replace(now, due=before.due if before and same else clock + 60 * minutes)


def commanders_of(game: AnyGame, seats: Sequence[Seat], asked: Mapping[str, Asked]) -> tuple[Commander, ...]:
    """Return the commanders of the divided sides; only people can share a side."""
    result: list[Commander] = []
    for word, team in asked.items():
        if word not in game.sides:
            raise UserError(f"{game.name} has no side {word!r}; it has: {', '.join(game.sides)}.")
        side = game.sides.index(word)
        who = seats[side].who
        if who not in PEOPLE:
            raise UserError(
                f"The {word} side is played by the computer ({who}), which plays a whole "
                "side, never a part of "
                "one: give it to people, or do not divide it."
            )
        result += make_team(game, side, [(tidy_name(name)[:LONGEST_NAME], parts) for name, parts in team])
    return tuple(result)


def seat_names(header: Header, game: AnyGame) -> dict[str, str]:
    return {game.sides[s.side]: s.who for s in header.seats}


def tidy_name(name: str | None) -> str:
    """Return a name on one line, without invisible characters."""
    words = "".join(c if c.isprintable() else " " for c in name or "").split()
    return " ".join(words)[:80]


def read_order(game: AnyGame, plain: object) -> Order:
    """Parse an order. Raise UserError if its form is wrong."""
    try:
        return game.read_order(plain)
    except (msgspec.ValidationError, ValueError, OverflowError) as error:
        raise UserError(f"This is not an order of {game.name}: {error}.") from None
