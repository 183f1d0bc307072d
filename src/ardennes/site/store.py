"""Matches saved in a browser: a `MatchStore` whose rows are in memory.

A call changes memory and notes what to write. `front.py` writes it in one transaction before it answers. If
another tab has changed the same match meanwhile, the transaction fails: memory is dropped, and the request
runs again. Every row has a number that increases with each write, which shows such changes.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from ardennes.kernel.commanders import Commander
from ardennes.kernel.nesting import TOO_DEEP, is_too_deep
from ardennes.server.storage.integrity import UNREADABLE, Damage, Damaged, reason
from ardennes.server.storage.models import (
    KEPT_SNAPSHOTS,
    SNAPSHOT_EVERY,
    TOKENS_A_SEAT,
    Header,
    Held,
    Line,
    NewMatch,
    NoSuchMatch,
    Overtaken,
    Snapshot,
    Standing,
    Taking,
    token_hash,
    wrong_length,
)

NOTE = "note:"  # prefix of the name of a text stored next to the matches

T = TypeVar("T")
# Numbers and texts as the browser stores them: None is a damaged one.
StoredNumber = int | float | None
StoredText = str | None
Numbered = Sequence[tuple[StoredNumber, StoredText]]


class Missing(Exception):
    """The orders of a match are needed but have not been read."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self.match = match


class Token(msgspec.Struct, frozen=True):
    hash: str
    side: int | None


class Row(msgspec.Struct, frozen=True):
    """A match without its orders, as it is stored."""

    header: Header
    tokens: tuple[Token, ...] = ()


class Write(msgspec.Struct):
    """The changes to write for one match; the browser's part is in page/keep.js."""

    match: str
    had: int | None  # the row's number when it was read; 0: it did not exist; None: it was damaged
    row: str | None = None  # None: the match is deleted
    cut: int | None = None  # orders and snapshots after this many are deleted first
    lines: list[tuple[int, str]] = []
    snapshots: list[tuple[int, str]] = []
    drop: list[int] = []  # snapshots


class Orders(msgspec.Struct):
    """The orders of a match in memory, and its snapshots."""

    lines: list[Line]
    snapshots: dict[int, str]


class BrowserStore:
    """All matches of one browser, as far as they have been read."""

    failures = ()  # writing fails later, in front.py
    remote = None  # all players use this browser

    def __init__(self) -> None:
        self._rows: dict[str, Row] = {}
        self._broken: dict[str, Damage] = {}  # matches that cannot be read
        self._numbers: dict[str, int | None] = {}  # numbers of the rows, as read
        self._orders: dict[str, Orders] = {}
        self._notes: dict[str, str] = {}
        self._writes: dict[str, Write] = {}

    # What was read, and what is to be written

    def stale(self, numbers: Mapping[str, int | None]) -> list[str]:
        """Return the matches that must be read again, because their number changed; forget deleted ones."""
        for match in [one for one in self._numbers if one not in numbers]:
            self.forget(match)
        return [match for match, number in numbers.items() if self._numbers.get(match, 0) != number]

    def number(self, match: str) -> int | None:
        """Return the number of the row that was read; 0 if it did not exist."""
        return self._numbers.get(match, 0)

    def put(self, match: str, number: int | None, text: StoredText) -> None:
        """Load a row. A match that cannot be read is damaged, and its row stays as it is."""
        self.forget(match)
        self._numbers[match] = number
        if match.startswith(NOTE):
            self._notes[match] = text or ""
            return
        row: Row | None = None
        try:
            row = decode_stored(text, Row)
            check_depth(row.header.setting, row.header.hushed)
            what = _find_damage(match, number, row)
        except UNREADABLE:
            what = "its entry is missing" if text is None else "its entry cannot be read"
        if row is None or what:
            name = row.header.name if row and row.header.id == match else match
            self._broken[match] = Damage(match, name, what)
        else:
            self._rows[match] = row

    def put_orders(self, match: str, lines: Numbered, snapshots: Numbered) -> None:
        """Load orders and positions; Damaged says which cannot be read."""
        header = self.header(match)
        orders = [_read_line(match, number, *one) for number, one in enumerate(lines, 1)]
        if len(orders) != header.orders:
            raise Damaged(match, wrong_length(len(orders), header.orders))
        positions = dict(_read_snapshot(match, len(orders), *one) for one in snapshots)
        self._orders[match] = Orders(orders, positions)

    def forget(self, match: str) -> None:
        """Forget a match, so that it is read again the next time."""
        for known in (self._rows, self._broken, self._numbers, self._orders, self._notes, self._writes):
            known.pop(match, None)

    def writes(self) -> list[Write]:
        return list(self._writes.values())

    def written(self) -> list[str]:
        """Note that the changes were written; return the matches concerned."""
        done, self._writes = self._writes, {}
        for match, write in done.items():
            if write.row is not None:
                self._numbers[match] = (write.had or 0) + 1
        return list(done)

    def _note(self, match: str, row: Row | None) -> Write:
        had = self._numbers.get(match, 0)
        write = self._writes.setdefault(match, Write(match, had))
        if row is None:
            self.forget(match)
            self._writes[match] = write = Write(match, had)
        else:
            self._rows[match] = row
            self._numbers[match] = had
            write.row = msgspec.json.encode(row).decode()
        return write

    def note(self, name: str) -> str:
        """Return a text stored next to the matches; empty if there is none."""
        return self._notes.get(NOTE + name, "")

    def keep_note(self, name: str, text: str) -> None:
        name = NOTE + name
        had = self._numbers.setdefault(name, 0)
        self._notes[name] = text
        self._writes.setdefault(name, Write(name, had)).row = text

    def _row(self, match: str) -> Row:
        if match in self._broken:
            raise Damaged(match, self.damage(match))
        if match not in self._rows:
            raise NoSuchMatch(match)
        return self._rows[match]

    def _of(self, match: str) -> Orders:
        self._row(match)  # NoSuchMatch or Damaged is raised before orders that have not been read
        if match not in self._orders:
            raise Missing(match)
        return self._orders[match]

    # Matches

    def add(self, new: NewMatch, lines: Sequence[Line] = (), kept: Sequence[Snapshot] = ()) -> None:
        now = time.time()
        known = {name: getattr(new, name) for name in new.__struct_fields__}
        header = Header(
            **known,
            seq=lines[-1].seq if lines else 0,
            orders=len(lines),
            hushed=lines[-1].hushed if lines else "",
            made=now,
            changed=now,
        )
        write = self._note(new.id, Row(header))
        self._orders[new.id] = Orders([*lines], dict(kept))
        write.lines = [(n, _text(line)) for n, line in enumerate(lines, 1)]
        write.snapshots = [*kept]

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
        orders = self._of(match)
        write = self._move_on(match, seen, quiet, orders=number, standing=standing, hushed=line.hushed)
        orders.lines.append(line)
        write.lines.append((number, _text(line)))
        if kept is not None:
            orders.snapshots[number] = kept
            write.snapshots.append((number, kept))
            old = [n for n in orders.snapshots if n < number - KEPT_SNAPSHOTS * SNAPSHOT_EVERY]
            write.drop += old
            for n in old:
                del orders.snapshots[n]

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
        stored = self._of(match)
        count = orders + len(after)
        write = self._move_on(match, seen, quiet, orders=count, standing=standing, hushed=hushed)
        stored.lines[orders:] = after
        stored.snapshots = {n: state for n, state in stored.snapshots.items() if n <= orders}
        write.cut = orders if write.cut is None else min(write.cut, orders)
        write.lines = [(n, text) for n, text in write.lines if n <= orders]
        write.lines += [(n, _text(line)) for n, line in enumerate(after, orders + 1)]
        write.snapshots = [(n, state) for n, state in write.snapshots if n <= orders]

    def carry_over(
        self,
        header: Header,
        rules: str,
        setting: str,
        lines: Sequence[Line],
        standing: Standing,
        snapshot: Snapshot,
        team: Sequence[Commander] = (),
        *,
        moves: bool,
    ) -> None:
        match, orders = header.id, len(lines)
        known = {"rules": rules, "setting": setting, "orders": orders, "standing": standing}
        write = self._move_on(match, header.seq, not moves, **known, seq=header.seq + moves)
        number, state = snapshot
        self._orders[match] = Orders([*lines], {number: state} if number else {})
        write.cut = 0
        write.lines = [(n, _text(line)) for n, line in enumerate(lines, 1)]
        write.snapshots = [*self._orders[match].snapshots.items()]

    def _move_on(self, match: str, seen: int, quiet: bool, **new: Any) -> Write:
        row = self._row(match)
        if row.header.seq != seen:
            raise Overtaken
        if not quiet:
            new["changed"] = time.time()
        header = msgspec.structs.replace(row.header, **{"seq": seen + 1, **new})
        return self._note(match, msgspec.structs.replace(row, header=header))

    def seq(self, match: str) -> int:
        return self._row(match).header.seq

    def header(self, match: str) -> Header:
        return self._row(match).header

    def load(self, match: str) -> tuple[Header, list[Line], Snapshot | None]:
        header, orders = self.header(match), self._of(match)
        last = max(orders.snapshots, default=0)
        return header, [*orders.lines], (last, orders.snapshots[last]) if last else None

    def look(self) -> tuple[list[Header], list[Damage]]:
        sound = [row.header for row in self._rows.values()]
        return sorted(sound, key=lambda one: (-one.changed, one.id)), [*self._broken.values()]

    def damage(self, match: str) -> str:
        """Return what is wrong with a damaged match; empty for all others."""
        return self._broken[match].what if match in self._broken else ""

    def running_above(self, match: str) -> bool:
        visited = {match}
        at = self.header(match).forked_from
        while at is not None and at not in visited:
            visited.add(at)
            row = self._rows.get(at)
            if row is None:
                return at in self._broken
            if row.header.standing.result is None:
                return True
            at = row.header.forked_from
        return False

    def mark(self, match: str, what: str) -> None:
        """Mark a match as damaged until its row is read again; write nothing of it."""
        if row := self._rows.pop(match, None):
            self._broken[match] = Damage(match, row.header.name, what)

    def count(self) -> int:
        return len(self._rows) + len(self._broken)

    def rename(self, match: str, name: str) -> None:
        row = self._row(match)
        self._note(match, msgspec.structs.replace(row, header=msgspec.structs.replace(row.header, name=name)))

    def remove(self, match: str) -> None:
        """A damaged match can be deleted too: the user asked for it."""
        if match not in self._rows and match not in self._broken:
            raise NoSuchMatch(match)
        parent = self._rows[match].header.forked_from if match in self._rows else None
        for row in [one for one in self._rows.values() if one.header.forked_from == match]:
            header = msgspec.structs.replace(row.header, forked_from=parent)
            self._note(header.id, msgspec.structs.replace(row, header=header))
        self._note(match, None)

    # Tokens

    def add_token(self, token: str, match: str, side: int | None) -> None:
        row = self._row(match)
        mine = [one for one in row.tokens if one.side == side]
        others = [one for one in row.tokens if one.side != side]
        tokens = (*others, *mine[1 - TOKENS_A_SEAT :], Token(token_hash(token), side))
        self._note(match, msgspec.structs.replace(row, tokens=tokens))

    def take_seat(self, taking: Taking) -> bool:
        """Put a player into a seat; in a browser there are no links, so nobody loses a seat."""
        self.add_token(taking.token, taking.match, taking.side)
        return False

    def why_ended(self, token: str, match: str) -> str:
        return ""

    def find_token(self, token: str) -> Held | None:
        wanted = token_hash(token)
        for match, row in self._rows.items():
            for one in row.tokens:
                if one.hash == wanted:
                    return Held(match, one.side, row.header.seq)
        return None


def check_depth(*texts: str) -> None:
    if any(map(is_too_deep, texts)):
        raise ValueError(TOO_DEEP)


def decode_stored(text: StoredText, kind: type[T]) -> T:
    """Decode a text stored by the browser; raise an error of UNREADABLE if it is damaged."""
    if text is None:
        raise ValueError("it is missing")
    check_depth(text)
    return msgspec.json.decode(text, type=kind)


def _find_damage(match: str, number: int | None, row: Row) -> str:
    """Return what is wrong with a row that can be read; empty if nothing is."""
    if row.header.id != match:
        return f"its entry belongs to another match ({row.header.id[:40]})"
    return "the number of its entry is missing or wrong" if number is None else ""


def _read_line(match: str, wanted: int, number: StoredNumber, text: StoredText) -> Line:
    if number != wanted:
        raise Damaged(match, f"order {wanted} is missing")
    try:
        line = decode_stored(text, Line)
        check_depth(line.given, line.events, line.giver, line.hushed)
    except UNREADABLE as error:
        raise Damaged(match, f"order {wanted} cannot be read ({reason(error)})") from None
    return line


def _read_snapshot(match: str, orders: int, number: StoredNumber, text: StoredText) -> Snapshot:
    if text is None or not isinstance(number, int) or not 0 < number <= orders or is_too_deep(text):
        raise Damaged(match, f"its snapshot at order {number} cannot be read")
    return number, text


def _text(line: Line) -> str:
    return msgspec.json.encode(line).decode()
