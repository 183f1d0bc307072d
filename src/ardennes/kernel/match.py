"""A match: game, scenario, options, seed and the journal of orders.

The state is the fold of the journal. Undo, restarting a phase, replay, fork and audit all follow from that;
snapshots only save time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple

import msgspec

from ardennes.dice import Dice, SealedDice, chained, commitment, new_seed
from ardennes.errors import UserError
from ardennes.kernel.contract import Event, Game, Options, Order, Refusal, Refused, Result, S, in_scenario
from ardennes.kernel.offered import Position
from ardennes.kernel.offers import Offer
from ardennes.words import closest

SNAPSHOT_EVERY = 64


class Entry(msgspec.Struct, frozen=True):
    """One order of the journal, the fingerprint of the state after it, and whether it can be undone."""

    side: int
    order: Order
    digest: str
    rolls: int  # dice rolled in the match after this order
    # a die was rolled, a hidden fact was revealed, a rule says so or the game ended: undo stops here
    final: bool


class Fork(NamedTuple):
    """From this die on the dice are different: from a new seed, or from the same seed with
    players' shares.
    """

    first: int
    seed: bytes
    nonces: tuple[str, ...] = ()


# who could know the dice beforehand; empty: the player who set up the match
SERVER, BROWSER, CHOSEN, FILE = "server", "browser", "chosen", "file"


class Setting(msgspec.Struct, frozen=True):
    """What a match consists of besides its orders."""

    scenario: str
    options: dict[str, Any]
    seed: bytes
    nonces: tuple[str, ...] = ()
    forks: tuple[Fork, ...] = ()
    known: str = ""  # origin of the last seed: SERVER, BROWSER, CHOSEN, FILE

    @property
    def last(self) -> Fork:
        """Return the dice to come."""
        return self.forks[-1] if self.forks else Fork(0, self.seed, self.nonces)


def dice_of(setting: Setting) -> Dice:
    """Return the dice that a setting determines, forks included."""
    first = SealedDice(setting.seed, setting.nonces)
    streams = [(fork.first, SealedDice(fork.seed, fork.nonces)) for fork in setting.forks]
    return _Streams([(0, first), *streams]) if streams else first


def promise_of(setting: Setting) -> str:
    """Return what is published about the dice: the hash of the seed, and what was promised after it."""
    promised = commitment(setting.seed)
    if setting.nonces:
        promised = chained(promised, 0, setting.seed, setting.nonces)
    for fork in setting.forks:
        promised = chained(promised, *fork)
    return promised


def with_shares(setting: Setting, first: int, nonces: Sequence[str]) -> Setting:
    """Return the setting with all players' shares in the dice, from a die on."""
    fork = Fork(first, setting.last.seed, tuple(nonces))
    return msgspec.structs.replace(setting, forks=(*setting.forks, fork))


def known_to(setting: Setting) -> str:
    """Return who could know the dice to come, as a continuation of "Dice known to"."""
    if setting.known == SERVER and setting.last.nonces:
        return "the server's owner alone; every player has a share in them"
    words = {
        SERVER: "the server's owner alone",
        BROWSER: "this browser alone",
        CHOSEN: "everybody: their seed was chosen",
        FILE: "everybody with the match file",
    }
    return words.get(setting.known, "the player who set up the match")


class CannotUndo(Exception):
    """The last order cannot be undone; the message says why."""


class ReplayError(UserError):
    """A journal did not reproduce the states it records."""


def settle_options(game: Game[Any], chosen: Options) -> dict[str, Any]:
    """Return all options with their values; an error for an unknown key or value lists the valid ones."""
    specs = {spec.key: spec for spec in game.options}
    for key, value in chosen.items():
        if key not in specs:
            known = ", ".join(sorted(specs)) or "none"
            raise UserError(f"{game.name} has no option {key!r}; it has: {known}.{closest(key, specs)}")
        if not any(type(value) is type(choice) and value == choice for choice in specs[key].choices):
            allowed = ", ".join(repr(c) for c in specs[key].choices)
            raise UserError(f"option {key!r} cannot be {value!r}; it can be: {allowed}")
    return {key: chosen.get(key, spec.default) for key, spec in specs.items()}


def check_scenario(game: Game[Any], scenario: str) -> None:
    known = [s.id for s in game.scenarios]
    if scenario not in known:
        hint = closest(scenario, known)
        raise UserError(f"{game.name} has no scenario {scenario!r}; it has: {', '.join(known)}.{hint}")


class Match(Generic[S]):
    """A match in progress. `play` is the only way to change it, `undo` the only way back."""

    def __init__(
        self, game: Game[S], setting: Setting, dice: Dice | None = None, start: S | None = None
    ) -> None:
        """`start` is a position to begin from in place of a scenario."""
        if start is None:
            check_scenario(game, setting.scenario)
            game = in_scenario(game, setting.scenario)
        self.game = game
        self.setting = setting
        self.sealed = dice is None  # nobody can verify custom dice, so such a match cannot be saved
        self.dice: Dice = _RememberedDice(dice) if dice is not None else dice_of(setting)
        self.state = game.start(setting.scenario, setting.options, self.dice) if start is None else start
        self.start_digest = self.state.digest()
        self._journal: list[Entry] = []
        # number of orders whose entries have a digest; later ones get it in `journal`
        self._fingerprinted = 0
        self._snapshots: dict[int, S] = {0: self.state.clone()}
        # None: not computed yet, because the match was opened from a later snapshot
        self._marks: list[tuple[int, ...] | None] = [game.phase_mark(self.state)]
        self._position = Position(self.state)

    @property
    def commitment(self) -> str:
        return promise_of(self.setting)

    @property
    def seq(self) -> int:
        """Return how many orders have been given; the next order has this number."""
        return len(self._journal)

    @property
    def journal(self) -> list[Entry]:
        """The orders so far. Fingerprints are computed here, when somebody first reads them.

        After each order this takes one fingerprint of the present state. If orders have been given since it
        was last read, they are replayed. Raise ReplayError if the replay ends in another state.
        """
        if self._fingerprinted < len(self._journal):
            self._take_fingerprints()
        return self._journal

    def _take_fingerprints(self) -> None:
        first, now = self._fingerprinted, self.state
        if first == self.seq - 1:
            self._fingerprint(first, now)
            return
        for _, _, state in self.replay(first):
            now = state
        if now.digest() != self.state.digest():
            raise ReplayError("replaying the match gives another position than the one on the board")

    def _fingerprint(self, at: int, state: S) -> Entry:
        """Return the entry at a place in the journal with the fingerprint of the state after it."""
        entry = self._journal[at]
        if not entry.digest:
            entry = self._journal[at] = msgspec.structs.replace(entry, digest=state.digest())
        if at == self._fingerprinted:
            self._fingerprinted += 1
        return entry

    def result(self) -> Result | None:
        position = self._here()
        return position.result if position.is_judged else self._result_in(position)

    def offers(self, side: int) -> Sequence[Offer]:
        """Return the side's legal orders as a tree; `play` need not check an order that comes out of it."""
        view = self._view(side)
        return self._position.remembered(side, self.game.offers(view, side))

    def offers_now(self, side: int) -> Callable[[], Sequence[Offer]]:
        """Return a function that computes `offers` of the present position, even if it is called later."""
        view = self._view(side)
        position = self._position
        return lambda: position.remembered(side, self.game.offers(view, side))

    def check(self, side: int, order: Order) -> Refusal | None:
        """Return the refusal computed on the side's own view, so that it cannot reveal a secret."""
        return self.game.check(self._view(side), side, order)

    def _result_in(self, position: Position[S]) -> Result | None:
        """Return the result in a position, computed once."""
        if not position.is_judged:
            position.result, position.is_judged = self.game.result(position.state), True
        return position.result

    def _here(self) -> Position[S]:
        """Return the cached results for the present state; a new state gets an empty cache."""
        if self._position.state is not self.state:
            self._position = Position(self.state)
        return self._position

    def _view(self, side: int) -> S:
        """Return the side's view of the present state, computed once. It never leaves the match."""
        views = self._here().views
        view = views.get(side)
        if view is None:
            view = views[side] = self.game.view(self.state, side)
        return view

    def play(self, side: int, order: Order) -> list[Event]:
        """Give an order, or raise Refused and leave the state unchanged."""
        if not self._here().was_offered(side, order):
            refusal = self.check(side, order)
            if refusal is not None:
                raise Refused(refusal)
        before = self.state.rolls
        after = self.state.clone()  # an error in the middle of an order must not leave the state half changed
        events = self.game.apply(after, side, order, self.dice)
        self._append(side, order, events, before, after)
        return events

    def _append(self, side: int, order: Order, events: Sequence[Event], rolls_before: int, after: S) -> None:
        """Add an order that was carried out to the journal: completely, or not at all if something fails."""
        position = Position(after)
        # the end reveals everything that was hidden: final in every game
        over = self._result_in(position) is not None
        final = over or after.rolls != rolls_before or order.irrevocable is not None
        for event in events:
            final = final or event.reveals or event.settles
        entry = Entry(side, order, "", after.rolls, final)
        mark = self.game.phase_mark(after)
        if (self.seq + 1) % SNAPSHOT_EVERY == 0:
            self._snapshots[self.seq + 1] = after.clone()
        self.state, self._position = after, position
        self._journal.append(entry)
        self._marks.append(mark)

    def why_no_undo(self, side: int) -> str:
        """Return why the side may not undo its last order; empty if it may."""
        if self.result() is not None:
            return "The match is over: nothing can be taken back."
        at = self._last_known(side, self.seq)
        if at < 0:
            return "Nothing has been done yet."
        last = self._journal[at]
        if last.side != side:
            return "The last order was the other side's."
        if last.order.irrevocable is not None:
            return str(last.order.irrevocable)
        if last.final:
            return "A die has been rolled or a hidden fact has come out: what is known cannot be unknown."
        if at < self.seq - 1 and self._mark(at) != self._mark(self.seq):
            return "The phase is over."  # quiet orders of the next phase depend on it
        return ""

    def _last_known(self, side: int, upto: int) -> int:
        """Return the place of the last order before `upto` that the side knows of; -1 if there is none."""
        at = upto - 1
        while at >= 0 and self._journal[at].side != side and self._journal[at].order.quiet_in(self.state):
            at -= 1
        return at

    def undo(self, side: int) -> Order:
        """Undo the side's last order; CannotUndo says why that is impossible."""
        (at,) = self.to_take_back(side, whole_phase=False)
        order = self._journal[at].order
        self.take_back((at,))
        return order

    def restart_phase(self, side: int) -> int:
        """Undo the side's orders of this phase as far as possible; return how many."""
        places = self.to_take_back(side, whole_phase=True)
        self.take_back(places)
        return len(places)

    def to_take_back(self, side: int, *, whole_phase: bool) -> tuple[int, ...]:
        """Return the places of the orders that undo or restart removes; CannotUndo says why
        there are none.
        """
        reason = self.why_no_undo(side)
        if reason:
            raise CannotUndo(reason)
        at = self._last_known(side, self.seq)
        if not whole_phase:
            return (at,)
        mark, places = self._mark(self.seq), list[int]()
        while at >= 0 and self._mark(at) == mark:
            entry = self._journal[at]
            if entry.side != side or entry.final or entry.order.irrevocable is not None:
                break
            places.append(at)
            at = self._last_known(side, at)
        if not places:
            raise CannotUndo("The phase has just begun: there is nothing to undo.")
        return tuple(reversed(places))

    def take_back(self, places: Sequence[int]) -> None:
        """Remove orders from the journal; give quiet orders that other sides gave since then again."""
        remaining = [entry for at, entry in enumerate(self._journal) if at > places[0] and at not in places]
        self._cut(places[0])
        for entry in remaining:
            before, after = self.state.rolls, self.state.clone()
            events = self.game.apply(after, entry.side, entry.order, self.dice)
            self._append(entry.side, entry.order, events, before, after)

    def _mark(self, seq: int) -> tuple[int, ...]:
        """Return the phase mark after the first `seq` orders."""
        if self._marks[seq] is None:
            self._recall()
        mark = self._marks[seq]
        assert mark is not None
        return mark

    def _recall(self) -> None:
        """Compute marks and snapshots of the orders before the snapshot this match was opened from."""
        state = self._snapshots[0].clone()
        for number, entry in enumerate(self._journal, 1):
            self.game.apply(state, entry.side, entry.order, self.dice)
            if self._marks[number] is not None:
                break
            self._marks[number] = self.game.phase_mark(state)
            if number % SNAPSHOT_EVERY == 0:
                self._snapshots[number] = state.clone()

    def _cut(self, seq: int) -> None:
        self.state = self.state_at(seq)
        del self._journal[seq:]
        self._fingerprinted = min(self._fingerprinted, seq)
        del self._marks[seq + 1 :]
        for at in [n for n in self._snapshots if n > seq]:
            del self._snapshots[at]

    def state_at(self, seq: int) -> S:
        """Return the state after the first `seq` orders.

        Snapshots are stored on the way, so that looking at successive moments replays few orders.
        """
        if not 0 <= seq <= self.seq:
            raise UserError(f"this match has orders 0 to {self.seq}, not {seq}")
        base = max(n for n in self._snapshots if n <= seq)
        state = self._snapshots[base].clone()
        for number, entry in enumerate(self._journal[base:seq], base + 1):
            self.game.apply(state, entry.side, entry.order, self.dice)
            if number % SNAPSHOT_EVERY == 0:
                self._snapshots[number] = state.clone()
        return state

    def replay(self, first: int = 0) -> Iterator[tuple[Entry, list[Event], S]]:
        """Yield every order from `first` on, with its events and the state after it (not to be changed)."""
        state = self.state_at(first)
        for at in range(first, self.seq):
            entry = self._journal[at]
            events = self.game.apply(state, entry.side, entry.order, self.dice)
            yield self._fingerprint(at, state), events, state

    def verify(self) -> int:
        """Replay the whole journal from the start, checking every order and fingerprint."""
        again = Match(self.game, self.setting, None if self.sealed else self.dice)
        if again.start_digest != self.start_digest:
            raise ReplayError("the starting position differs from the one recorded")
        again.restore(self.journal)
        return len(self._journal)

    def fork(self, seq: int, seed: bytes | None = None, known: str = "") -> Match[S]:
        """Return a new match with the first `seq` orders of this one.

        The dice already rolled stay. With another seed the later dice are new, so that a fork cannot predict
        a match in progress; `known` says where that seed comes from.
        """
        setting = self.setting
        dice = None if self.sealed else self.dice
        if seed is not None:
            die = self.state_at(seq).rolls
            setting = msgspec.structs.replace(setting, forks=(*setting.forks, Fork(die, seed)), known=known)
            dice = dice and _Streams([(0, dice), (die, SealedDice(seed))])
        other: Match[S] = Match(self.game, setting, dice)
        for entry in self._journal[:seq]:
            before = other.state.rolls
            after = other.state.clone()
            events = other.game.apply(after, entry.side, entry.order, other.dice)
            other._append(entry.side, entry.order, events, before, after)
        return other

    def restore(self, entries: Sequence[Entry], snapshot: tuple[int, S] | None = None) -> None:
        """Adopt a recorded journal; a snapshot with the right fingerprint saves replaying it."""
        start = 0
        if snapshot is not None:
            start, state = snapshot
            if not 0 < start <= len(entries) or state.digest() != entries[start - 1].digest:
                raise ReplayError(f"the snapshot at order {start} does not fit the journal")
            self._journal = list(entries[:start])
            self._fingerprinted = start
            if self.game.result(state) is not None:
                self._journal[-1] = msgspec.structs.replace(self._journal[-1], final=True)
            self._marks += [None] * (start - 1) + [self.game.phase_mark(state)]
            self._snapshots[start] = state.clone()
            self.state = state
        for number, entry in enumerate(entries[start:], start + 1):
            self._play_again(number, entry)

    def restore_agreeing(self, entries: Iterable[Entry]) -> str:
        """Adopt recorded orders while they give the recorded results; return why the next one does not.

        Orders of another rules version are read this way: those that agree are not affected by the change.
        """
        number = 0
        try:
            for number, entry in enumerate(entries, 1):
                self._play_again(number, entry)
        except ReplayError as error:
            self._cut(number - 1)
            return str(error)
        except (msgspec.MsgspecError, ValueError, OverflowError) as error:
            self._cut(min(self.seq, number))
            return f"order {self.seq + 1} cannot be read: {error}"
        return ""

    def _play_again(self, number: int, entry: Entry) -> None:
        """Give one recorded order and compare everything that the record says about it."""
        if not 0 <= entry.side < len(self.game.sides):
            raise ReplayError(f"order {number} is given by side {entry.side}, which does not exist")
        refusal = self.check(entry.side, entry.order)
        if refusal is not None:
            raise ReplayError(f"order {number} is not legal: {refusal}")
        before = self.state.rolls
        after = self.state.clone()
        events = self.game.apply(after, entry.side, entry.order, self.dice)
        self._append(entry.side, entry.order, events, before, after)
        again = self.journal[-1]
        if again.rolls != entry.rolls:
            raise ReplayError(f"after order {number} {again.rolls} dice were rolled, {entry.rolls} recorded")
        if again.digest != entry.digest:
            raise ReplayError(f"after order {number} the position differs from the one recorded")
        # An older program may have recorded an order as open to undo that is final now, such as an end.
        if entry.final and not again.final:
            raise ReplayError(f"order {number} is recorded as final, and it is not")


class _RememberedDice:
    """Dice that remember each roll by its index, so that a replay can roll any dice again."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._shown: dict[int, int] = {}

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        if index not in self._shown:
            self._shown[index] = self._dice.roll(index, key, sides)
        return self._shown[index]


class _Streams:
    """Streams of dice, each from a die on; if several apply, the last one counts."""

    def __init__(self, streams: Sequence[tuple[int, Dice]]) -> None:
        self._streams = tuple(reversed(streams))

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        dice = next(dice for first, dice in self._streams if index >= first)
        return dice.roll(index, key, sides)


def new_match(
    game: Game[S],
    scenario: str | None = None,
    options: Options | None = None,
    seed: bytes | None = None,
    nonces: Sequence[str] = (),
    known: str = "",
) -> Match[S]:
    """Begin a match with settled options."""
    setting = Setting(
        scenario if scenario is not None else game.scenarios[0].id,
        settle_options(game, options or {}),
        seed if seed is not None else new_seed(),
        tuple(nonces),
        known=known,
    )
    return Match(game, setting)
