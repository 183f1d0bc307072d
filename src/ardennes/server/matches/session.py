"""A match in memory: the engine's match, the outcome of each order, and the lock for changes."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, overload

import msgspec

from ardennes.kernel.commanders import Commander
from ardennes.kernel.contract import AnyGame, Event
from ardennes.kernel.match import Entry, Fork, Match, Setting, settle_options
from ardennes.server.storage.integrity import UNREADABLE, CannotOpen, Damaged, OtherRules, reason
from ardennes.server.storage.models import Header, Line, Seat, Snapshot, Standing

VIEWS = 2  # per seat: the one the client has, and the next


class NotAllowed(Exception):
    """An action that a seat may not take; the message says why."""


class NotNow(NotAllowed):
    """An action that is possible only in another state of the match."""


class SeatTaken(NotNow):
    """Another player holds the seat by a link."""

    def __init__(self, words: str = "Another player holds this seat through a link.") -> None:
        super().__init__(words)


Giver = tuple[int, tuple[str, ...]]  # a commander's number, and the units or squadrons the order is for


class Told(msgspec.Struct, frozen=True):
    """All events of an order, with a computer player's reason."""

    seq: int
    events: tuple[Event, ...]
    why: str = ""
    hushed: tuple[int, ...] = ()  # by side: changes so far that other sides do not know of; empty: none
    giver: Giver | None = None  # on a divided side

    def number(self, side: int | None) -> int:
        """Return the change's number as a seat counts it."""
        return as_counted(self.seq, self.hushed, side)


# A log entry and what it was made from: the outcome; its number, visibility and giver.
KnownEntry = tuple[Told, tuple[int, bool, str], Any]


class SentView(NamedTuple):
    """A view that was sent to a seat."""

    tag: str  # identifies the position it was made from
    version: str  # identifies its content: equal versions mean equal bytes
    body: msgspec.Raw


class Telling(Sequence[Told]):
    """The outcomes of all orders, decoded when they are first read: a match is opened often, its log rarely
    read whole.
    """

    def __init__(self, game: AnyGame, match: str, told: Iterable[Told | Line]) -> None:
        self._game = game
        self._match = match
        self._told = list(told)

    def __len__(self) -> int:
        return len(self._told)

    @overload
    def __getitem__(self, at: int) -> Told: ...
    @overload
    def __getitem__(self, at: slice) -> list[Told]: ...
    def __getitem__(self, at: int | slice) -> Told | list[Told]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self._told)))]
        result = self._told[at]
        if isinstance(result, Line):
            number = at % len(self._told) + 1
            try:
                result = self._told[at] = read_told(self._game, result)
            except UNREADABLE as error:
                raise Damaged(
                    self._match, f"the outcome of order {number} cannot be read ({reason(error)})"
                ) from None
        return result

    def append(self, outcome: Told) -> None:
        self._told.append(outcome)

    def without(self, places: Sequence[int]) -> Telling:
        remaining = (outcome for at, outcome in enumerate(self._told) if at not in places)
        return Telling(self._game, self._match, remaining)


def read_told(game: AnyGame, line: Line) -> Told:
    return Told(
        line.seq,
        tuple(map(game.read_event, msgspec.json.decode(line.events))),
        line.why,
        read_hushed(line.hushed),
        msgspec.json.decode(line.giver, type=Giver) if line.giver else None,
    )


def as_counted(seq: int, hushed: Sequence[int], side: int | None) -> int:
    """Return a change's number as a side counts it: without the other side's hidden changes, which it must
    not notice.
    """
    return seq - sum(count for other, count in enumerate(hushed) if other != side)


class KeptFork(msgspec.Struct, array_like=True):
    first: int
    seed: str
    nonces: tuple[str, ...] = ()


class KeptSetting(msgspec.Struct):
    """A match's setting in its JSON form."""

    scenario: str
    options: dict[str, Any]
    seed: str
    nonces: tuple[str, ...]
    forks: tuple[KeptFork, ...]
    known: str = ""


class Live:
    """A match in memory; use it only under its lock. `dead`: the store has newer data, so reopen it."""

    def __init__(self, header: Header, match: Match[Any], told: Telling, weight: int) -> None:
        self.id = header.id
        self.header = header
        self.match = match
        self.game: AnyGame = match.game
        self.told = told
        self.seq = header.seq
        self.hushed: tuple[int, ...] = read_hushed(header.hushed)
        self.weight = weight  # bytes in memory, approximately
        self.lock = threading.RLock()
        self.dead = False
        self.trouble = ""  # why the computer player is stuck
        self.fingerprint = (-1, "")  # of the journal at that number; computed when needed
        # The last sent views by side and commander. Seats do not share them: one seat's requests must not
        # change another's answers.
        self.views: dict[tuple[int | None, int | None], list[SentView]] = {}
        # By seat and place in the journal: the end of the log as last sent.
        self.tails: dict[tuple[int | None, bool], dict[int, KnownEntry]] = {}

    def put(self, team: Sequence[Commander], standing: Standing | None = None) -> None:
        """Replace these commanders, and the standing if given."""
        new = {(one.side, one.number): one for one in team}
        all_ = tuple(new.get((one.side, one.number), one) for one in self.header.commanders)
        now = standing or self.header.standing
        self.header = msgspec.structs.replace(self.header, commanders=all_, standing=now)

    def lines(self) -> list[Line]:
        """Return all orders in their stored form."""
        return [line_of(entry, outcome) for entry, outcome in zip(self.match.journal, self.told, strict=True)]

    def number(self, side: int | None) -> int:
        """Return the number of the last change a seat knows of; its orders carry this number."""
        return as_counted(self.seq, self.hushed, side)

    def numbers(self) -> tuple[int, ...]:
        """Return `number` for every side, and last for watchers."""
        return (*(self.number(side) for side in range(len(self.game.sides))), self.number(None))

    def shown(self, open_: bool) -> int:
        """Return how many orders have a visible outcome.

        An end reveals everything, so a fork keeps its last order back until the match it was forked from is
        over too.
        """
        return self.match.seq - (self.match.result() is not None and not open_)

    def state_shown(self, open_: bool) -> Any:
        """Return the position that views are made of: the last one before the end while the end is kept
        back.
        """
        shown = self.shown(open_)
        return self.match.state if shown == self.match.seq else self.match.state_at(shown)

    def known(self, side: int | None, open_: bool) -> Sequence[int]:
        """Return the journal positions of the orders a seat knows of."""
        if open_:
            return range(self.match.seq)
        journal, state = self.match.journal, self.match.state
        return [
            at
            for at, entry in enumerate(journal)
            if entry.side == side or not (entry.order.quiet and entry.order.quiet_in(state))
        ]

    def hush(self, side: int) -> None:
        """Count one more change that only this side knows of."""
        counts = self.hushed or (0,) * len(self.game.sides)
        self.hushed = (*counts[:side], counts[side] + 1, *counts[side + 1 :])


def keep_setting(setting: Setting) -> str:
    saved = KeptSetting(
        setting.scenario,
        setting.options,
        setting.seed.hex(),
        setting.nonces,
        tuple(KeptFork(fork.first, fork.seed.hex(), fork.nonces) for fork in setting.forks),
        setting.known,
    )
    return msgspec.json.encode(saved).decode()


def settled(game: AnyGame, text: str) -> Setting:
    """Parse a match's setting and add the default of every missing option. Raise UserError for an unknown
    option or value.
    """
    setting = read_setting(text)
    return msgspec.structs.replace(setting, options=settle_options(game, setting.options))


def read_setting(text: str) -> Setting:
    saved = msgspec.json.decode(text, type=KeptSetting)
    forks = tuple(Fork(fork.first, bytes.fromhex(fork.seed), fork.nonces) for fork in saved.forks)
    return Setting(saved.scenario, saved.options, bytes.fromhex(saved.seed), saved.nonces, forks, saved.known)


def standing_of(match: Match[Any]) -> Standing:
    """Return where a match stands. Turn, side to move and result are public in every game."""
    result = match.result()
    plain = None
    if result is not None:
        plain = msgspec.to_builtins(result)
        plain["winner"] = None if result.winner is None else match.game.sides[result.winner]
    return Standing(match.game.phase_mark(match.state)[0], match.game.to_move(match.state), plain)


def line_of(entry: Entry, outcome: Told) -> Line:
    return Line(
        outcome.seq,
        entry.side,
        msgspec.json.encode(entry.order).decode(),
        entry.digest,
        entry.rolls,
        entry.final,
        msgspec.json.encode(outcome.events).decode(),
        outcome.why,
        keep_hushed(outcome.hushed),
        msgspec.json.encode(outcome.giver).decode() if outcome.giver else "",
    )


def keep_hushed(hushed: Sequence[int]) -> str:
    return msgspec.json.encode(hushed).decode() if hushed else ""


def read_hushed(text: str) -> tuple[int, ...]:
    return msgspec.json.decode(text, type=tuple[int, ...]) if text else ()


def snapshot_of(match: Match[Any]) -> str:
    return msgspec.json.encode(match.state.record()).decode()


def tell_again(match: Match[Any], reasons: Sequence[str] = ()) -> list[Told]:
    """Return the outcome of every order of an imported or forked match, by replaying it."""
    outcomes = []
    hushed = [0] * len(match.game.sides)
    for number, (entry, events, _) in enumerate(match.replay(), 1):
        why = reasons[number - 1] if number <= len(reasons) else ""
        hushed[entry.side] += entry.order.quiet_in(match.state)
        outcomes.append(Told(number, tuple(events), why, tuple(hushed) if any(hushed) else ()))
    return outcomes


def examine(game: AnyGame, header: Header) -> str:
    """Return what is wrong with a match's header; empty if all of it can be read."""
    if [seat.side for seat in header.seats] != [*range(len(game.sides))]:
        return f"it has {len(header.seats)} of its {len(game.sides)} seats"
    if not set(header.standing.to_move) <= {*range(len(game.sides))}:
        return "it waits for a side that does not exist"
    try:
        msgspec.convert(msgspec.to_builtins(header.seats), tuple[Seat, ...])
    except UNREADABLE as error:
        return f"its seats cannot be read ({reason(error)})"
    try:
        read_hushed(header.hushed)
        read_setting(header.setting)
    except UNREADABLE as error:
        return f"its setting cannot be read ({reason(error)})"
    return ""


def set_up(game: AnyGame, header: Header) -> Match[Any]:
    """Return the match before its first order. Raise CannotOpen if it cannot be set up."""
    wrong = examine(game, header)
    if wrong:
        raise Damaged(header.id, wrong)
    try:
        match: Match[Any] = Match(game, settled(game, header.setting))
    except UNREADABLE as error:
        raise Damaged(header.id, f"it cannot be set up ({reason(error)})") from None
    if match.start_digest != header.start:
        if header.rules != game.version:
            raise OtherRules(game, header, None)
        raise CannotOpen(
            "This match began from a starting position that this program does not have. "
            "Play it with the program that made it."
        )
    return match


def agreeing(game: AnyGame, header: Header, lines: Sequence[Line]) -> tuple[Match[Any], list[Line]]:
    """Return a match of another rules version up to the last order that has the same outcome now, with new
    events.
    """
    match = set_up(game, header)
    match.restore_agreeing(read_entry(game, line) for line in lines)
    new = []
    for line, entry, (_, events, _) in zip(lines, match.journal, match.replay(), strict=False):
        again = line_of(entry, Told(line.seq, tuple(events), line.why))
        new.append(msgspec.structs.replace(again, hushed=line.hushed, giver=line.giver))
    return match, new


def _open_under_new_rules(game: AnyGame, header: Header, lines: Sequence[Line]) -> Live:
    """Open a match of another rules version. Raise OtherRules unless every order has the same outcome."""
    match, new = agreeing(game, header, lines)
    if len(new) < len(lines):
        raise OtherRules(game, header, standing_of(match).turn)
    header = msgspec.structs.replace(header, rules=game.version)
    return Live(header, match, Telling(game, header.id, new), sum(map(weight, new)))


def read_entry(game: AnyGame, line: Line) -> Entry:
    order = game.read_order(msgspec.json.decode(line.given))
    return Entry(line.side, order, line.digest, line.rolls, line.final)


def open_match(game: AnyGame, header: Header, lines: Sequence[Line], saved: Snapshot | None) -> Live:
    """Return the match from its journal; the last snapshot saves most of the replay.

    A match of another rules version is replayed whole, and its header then has the present version.
    """
    if header.rules != game.version:
        return _open_under_new_rules(game, header, lines)
    match = set_up(game, header)
    journal: list[Entry] = []
    try:
        for line in lines:
            journal.append(read_entry(game, line))
    except UNREADABLE as error:
        raise Damaged(header.id, f"order {len(journal) + 1} cannot be read ({reason(error)})") from None
    try:
        snapshot = None if saved is None else (saved[0], game.read_state(msgspec.json.decode(saved[1])))
    except UNREADABLE as error:
        number = None if saved is None else saved[0]
        raise Damaged(header.id, f"its snapshot at order {number} cannot be read ({reason(error)})") from None
    try:
        match.restore(journal, snapshot)
    except UNREADABLE as error:
        raise Damaged(header.id, reason(error)) from None
    return Live(header, match, Telling(game, header.id, lines), sum(map(weight, lines)))


def weight(line: Line) -> int:
    """Return roughly how many bytes an order takes in memory."""
    return 300 + len(line.given) + len(line.events)
