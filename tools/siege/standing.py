"""Recovery: kill -9, a full disk, a damaged database."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from tools.siege.client import Away
from tools.siege.fort import DidNotStart, Fort
from tools.siege.plan import Round
from tools.siege.table import Given, Order, Table, make, sides_of

LONGEST_WAIT = 5.0  # seconds of play between two kills
RESUMES = 20.0  # seconds within which a computer continues once the disk is free again

# kill -9


class Writer(threading.Thread):
    """Play one match as fast as possible until the server ends, and record what was acknowledged."""

    def __init__(self, table: Table, seed: str, done: list[Given]) -> None:
        super().__init__(daemon=True)
        self.table = table
        self.rng = random.Random(seed)
        self.done = done  # as acknowledged
        self.asked: list[Given] | None = None  # as it would be after the request without an answer
        self.acknowledged = 0
        self.wrong = ""

    def run(self) -> None:
        with suppress(Away):
            view: dict[str, Any] | None = self.table.view(next(iter(self.table.tokens)))
            while view is not None and view["to_move"]:
                seat = view["to_move"][0]
                view = self._one(seat, view if view["side"] == seat else self.table.view(seat))

    def _one(self, seat: str, view: dict[str, Any]) -> dict[str, Any] | None:
        """Give or undo one order; return the view after it."""
        own = [place for place, (who, _) in enumerate(self.done) if who == seat]
        if own and view["undo"] and self.rng.random() < 0.1:
            after = [one for place, one in enumerate(self.done) if place != own[-1]]
            return self._sure(after, "/undo", seat, {"seq": view["seq"]})
        for order in self.table.offered(seat, view, self.rng)[:8]:
            body = {"seq": view["seq"], "order": order}
            result = self._sure([*self.done, (seat, order)], "/orders", seat, body)
            if result is not None:
                return result
        return None

    def _sure(self, after: list[Given], path: str, seat: str, body: Any) -> dict[str, Any] | None:
        self.asked = after
        answer = self.table.ask(seat, "POST", path, body)
        self.asked = None
        if answer.status >= 500:
            self.wrong = f"{path} {body} {answer}"
        if answer.status != 200:
            return None
        self.acknowledged += 1
        self.done = after
        result: dict[str, Any] = answer.json()
        return result

    def check(self, now: Round) -> None:
        """Check after the restart that everything acknowledged is there, and nothing twice."""
        journals = {seat: self.table.journal(seat) for seat in self.table.tokens}
        allowed = [self.done] if self.asked is None else [self.done, self.asked]
        result = [one for one in allowed if journals == {seat: _of_seat(one, seat) for seat in journals}]
        asked = "" if self.asked is None else f", one request without an answer: {self.asked[-1:]}"
        request = f"{len(self.done)} orders stand{asked}; the last: {self.done[-3:]}"
        last = {seat: orders[-2:] for seat, orders in journals.items()}
        now.expect(bool(result), "an acknowledged order is lost, doubled or another", request, last)
        now.expect(not self.wrong, "an order was answered with a failure", self.wrong)
        self.done = result[0] if result else [(seat, order) for seat in journals for order in journals[seat]]


def _of_seat(given: list[Given], seat: str) -> list[Order]:
    return [order for who, order in given if who == seat]


def _after_some(now: Round, writers: list[Writer]) -> None:
    """Wait until some orders are acknowledged, fewer on a slow machine, and a random moment longer."""
    some, end = now.rng.randint(1, 60), time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end and any(writer.is_alive() for writer in writers):
        if sum(writer.acknowledged for writer in writers) >= some:
            break
        time.sleep(0.01)
    time.sleep(now.rng.uniform(0.0, 0.05))


def kills(now: Round) -> None:
    with now.fort() as fort:
        games = [now.rng.choice(("tigers", "breakthrough")), now.rng.choice(list(sides_of(fort)))]
        tables = [
            make(fort, game, at=f"127.0.0.{at}", seed=now.rng.randrange(10**6))
            for at, game in enumerate(games, 2)
        ]
        done: list[list[Given]] = [[] for _ in tables]
        while now.go_on():
            writers = [Writer(t, f"{now.rng.random()}", known) for t, known in zip(tables, done, strict=True)]
            for table in tables:
                table.view(next(iter(table.tokens)))  # already open, so that the time goes to orders
            for writer in writers:
                writer.start()
            _after_some(now, writers)
            fort.kill()
            for writer in writers:
                writer.join()
                now.count("orders acknowledged", writer.acknowledged)
            fort.start()
            now.count("kills")
            for writer in writers:
                writer.check(now)
            done = [writer.done for writer in writers]


# A full disk

SMALL_DISK = ("unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=6m tmpfs "$0" && exec "$@"')


def full_disk(fort: Fort) -> Callable[[], None]:
    """Fill the small disk of a server; the returned function frees it again."""
    ballast = Path(f"/proc/{fort.child.pid}/root{fort.folder}/ballast")
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1 << 9, 1):
            with suppress(OSError):
                while file.write(bytes(size)) == size:
                    pass
    return ballast.unlink


def failing_writes(fort: Fort) -> Callable[[], None]:
    """Forbid writing any file of the server beyond its first page; the returned function allows it again."""
    import resource

    before = resource.prlimit(fort.child.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(fort.child.pid, resource.RLIMIT_FSIZE, (4096, before[1]))

    def free() -> None:
        resource.prlimit(fort.child.pid, resource.RLIMIT_FSIZE, before)

    return free


def may_mount(folder: Path) -> bool:
    """Return whether this user may mount a small disk in a separate name space."""
    with suppress(OSError, subprocess.SubprocessError):
        return (
            subprocess.run([*SMALL_DISK, str(folder), "true"], capture_output=True, timeout=10).returncode
            == 0
        )
    return False


def may_limit() -> bool:
    """Return whether the system can keep another process from writing."""
    try:
        import resource
    except ImportError:
        return False
    return hasattr(resource, "prlimit")


def disk(now: Round) -> None:
    folder = now.folder()
    ways: list[tuple[str, tuple[str, ...], Callable[[Fort], Callable[[], None]]]] = []
    if may_mount(folder):
        ways.append(("full disks", (*SMALL_DISK, str(folder)), full_disk))
    else:
        now.skip("a full disk: no small disk may be mounted here (unshare -rm)")
    if may_limit():
        ways.append(("times that writes failed", (), failing_writes))
    else:
        now.skip("failing writes: this system has no prlimit")
    if not ways:
        return
    what, inside, harm = ways[now.number % len(ways)]
    with now.fort(folder, inside=inside) as fort:
        computers = make(fort, "breakthrough", "random")
        while now.go_on():
            people = make(fort, "breakthrough")  # a game in which the siege always finds a legal order
            known = people.play(now.rng, 5)
            free = harm(fort)
            now.count(what)
            try:
                known += _while_full(now, people)
            finally:
                free()
            _freed(now, people, computers, known)
            fort.owner("DELETE", people.path)


def _while_full(now: Round, people: Table) -> int:
    """Give orders while nothing can be written: each is refused with a message
    or saved, and reading works.
    """
    acknowledged = 0
    for _ in range(6):
        seat = people.view("german")["to_move"][0]
        view = people.view(seat)
        for order in people.offered(seat, view, now.rng)[:3]:
            answer = people.give(seat, order, view["seq"])
            now.count("orders without room")
            if answer.status == 200:
                acknowledged += 1
                break
            if answer.status == 503:
                now.expect(bool(answer.words), "a full disk is not reported clearly", order, answer)
                break
            now.expect(answer.status in (409, 422), "a full disk is answered with a failure", order, answer)
    looked = people.ask("german", "GET")
    now.expect(looked.status == 200, "nobody may look while the disk is full", "GET the match", looked)
    return acknowledged


def _freed(now: Round, people: Table, computers: Table, known: int) -> None:
    """Check after space is free again: orders are accepted, the computers continue."""
    end = time.monotonic() + RESUMES
    done = 0
    while not done and time.monotonic() < end:
        done = people.play(now.rng, 1)
    now.expect(
        bool(done),
        "no order is accepted after the disk was freed",
        "an order offered",
        people.ask("german", "GET"),
    )
    orders = sum(len(people.journal(seat)) for seat in people.tokens)
    now.expect(orders == known + done, "orders are lost after the disk was freed", f"{known + done}", orders)
    stood = computers.view("watch")
    while (
        time.monotonic() < end and stood["to_move"] and computers.view("watch")["orders"] == stood["orders"]
    ):
        time.sleep(0.1)
    after = computers.view("watch")
    now.expect(
        not after["to_move"] or after["orders"] > stood["orders"],
        "computers do not continue after the disk was freed",
        f"a match between computers, {RESUMES:g} s after",
        f"order {after['orders']}, trouble: {after['trouble']!r}",
    )


# A damaged database

NASTY: tuple[Any, ...] = (
    "", "null", "{}", "[]", "[null]", '"text"', "-1", "{", '{"do": "nothing"}', "[[[[",
    "[" * 5000 + "]" * 5000,
    "\0", "\ud7ff", b"\xff\xfe\x00bytes", 2**62, -(2**62), 1e308, float("inf"), "9" * 400, '{"scenario": 3}',
    "tigers", "x" * 100_000,
)  # fmt: skip
HARMED = ("matches", "entries", "snapshots", "seats", "entries", "matches")  # columns that store a match
KEYS = ("id", "match", "number", "side")
PAGES = 5  # damage the file itself, not a row, once in this many times


class Harm(NamedTuple):
    """One changed value of one row of one match."""

    table: str
    column: str
    row: int
    old: Any
    new: Any

    def __str__(self) -> str:
        return f"{self.table}.{self.column} = {str(self.new)[:80]!r} (was {str(self.old)[:80]!r})"


def damage(now: Round) -> None:
    folder = now.folder()
    with now.fort(folder) as fort:
        games = (now.rng.choice(("breakthrough", "wave_of_terror")), *sides_of(fort), "breakthrough")
        tables = [make(fort, game, seed=now.number) for game in games]
        for table, orders in zip(tables, (34, 3, 3, 3, 3, 3), strict=False):
            table.play(now.rng, orders)  # the first has a snapshot
    sound = folder.with_name(folder.name + "-sound")
    shutil.copytree(folder, sound)
    while now.go_on():
        if now.rng.randrange(PAGES) == 0 and now.result.counts["rows damaged"]:
            _renew(sound, folder)
            _page_damaged(now, fort)
        else:
            harms = {table.id: _harm(now.rng, sound / fort.database.name, table.id) for table in tables[:-1]}
            now.count("rows damaged", len(harms))
            _rows_damaged(now, fort, sound, harms, tables)


def _renew(sound: Path, folder: Path) -> None:
    shutil.rmtree(folder)
    shutil.copytree(sound, folder)


def _harm(rng: random.Random, database: Path, match: str) -> Harm:
    with closing(sqlite3.connect(database)) as db:
        while True:
            table = rng.choice(HARMED)
            columns = [column[1] for column in db.execute(f"PRAGMA table_info({table})")]
            column = rng.choice([name for name in columns if name not in KEYS])
            key = "id" if table == "matches" else "match"
            rows = db.execute(f"SELECT rowid, {column} FROM {table} WHERE {key} = ?", (match,)).fetchall()
            if rows:
                row, old = rng.choice(rows)
                new = rng.choice(NASTY) if rng.random() < 0.7 else _scrambled(rng, old)
                return Harm(table, column, row, old, new)


def _scrambled(rng: random.Random, old: Any) -> Any:
    """Return the value with a few characters changed."""
    if isinstance(old, str) and old:
        signs = list(old)
        for _ in range(3):
            signs[rng.randrange(len(signs))] = chr(rng.randrange(32, 127))
        return "".join(signs)
    return rng.randbytes(8)


def _rows_damaged(now: Round, fort: Fort, sound: Path, harms: dict[str, Harm], tables: list[Table]) -> None:
    """Damage some matches, not the others. Damage that affects everybody is tried again row by row."""
    _renew(sound, fort.folder)
    with closing(sqlite3.connect(fort.database)) as db:
        for harm in harms.values():
            db.execute(f"UPDATE {harm.table} SET {harm.column} = ? WHERE rowid = ?", (harm.new, harm.row))
        db.commit()
    everybody = ""
    try:
        fort.start()
        lobby = fort.owner("GET", "/api/matches")
        everybody = "" if lobby.status == 200 else f"closes the lobby|{lobby}"
        for table in tables:
            if table.id in harms:
                _ask_damaged(now, table, harms[table.id])
            elif table.play_one(now.rng) is None:
                everybody = f"stops another match|{table.ask(next(iter(table.tokens)), 'GET')}"
    except DidNotStart as error:
        everybody = f"keeps the server from starting|{error}"
    finally:
        if fort.alive():
            fort.stop()
    if everybody and len(harms) > 1:
        for match, harm in harms.items():
            _rows_damaged(now, fort, sound, {match: harm}, tables)
    elif everybody:
        what, _, answer = everybody.partition("|")
        now.broke(f"one damaged row {what}", next(iter(harms.values())), answer)


def _ask_damaged(now: Round, table: Table, harm: Harm) -> None:
    for seat in table.tokens:
        for path in ("", "/log", "/replay?at=1", "/export"):
            answer = table.ask(seat, "GET", path)
            now.count("questions to damaged matches")
            what = f"a damaged match answers {answer.status}"
            bad = answer.status >= 500 or (answer.status >= 400 and not answer.words)
            now.expect(not bad, what, f"GET {path} {harm}", answer)


def _page_damaged(now: Round, fort: Fort) -> None:
    """Damage bytes of the file itself: the server starts, or says clearly why not."""
    data = bytearray(fort.database.read_bytes())
    at = now.rng.choice(
        (0, now.rng.randrange(100), now.rng.randrange(4096), now.rng.randrange(len(data) - 64))
    )
    data[at : at + 64] = now.rng.randbytes(64)
    fort.database.write_bytes(data)
    now.count("files damaged")
    try:
        fort.start()
        fort.owner("GET", "/api/matches")
        fort.stop()
    except DidNotStart as error:
        in_words = "Traceback" not in str(error) and "ardennes:" in str(error)
        now.expect(in_words, "a damaged file is not reported clearly", f"64 bytes at {at}", error)
