"""Kill a server before and after every statement and commit of every operation, and check the remaining data.

For each operation a first run counts its points. Then, for each point, a server on a fresh copy of the
prepared database is killed there and started again. The check (`Trial`):

- The match's history is sound (`history.py`), for answers, readers and live sockets alike.
- The database is as it was after one of the operation's commits, never between two.
- Every match can be opened and played again from its journal; nothing is marked as damaged.
- Seats, links and the time left are as before the operation or as after it, and the request can be repeated.
- The match continues.
"""

from __future__ import annotations

import http.client
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from email.utils import parsedate_to_datetime
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec
from sqlalchemy import create_engine, event, func, inspect, table, text
from sqlalchemy import select as sql_select
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from ardennes.server.matches.service import Room
from ardennes.server.storage import health_check
from ardennes.server.storage.engine import address_of, open_engine
from ardennes.server.storage.integrity import CannotOpen
from ardennes.server.storage.models import NoSuchMatch
from ardennes.server.storage.sql import Store
from ardennes.server.storage.tables import entries, matches
from tools.siege.client import CHECKOUT, Answer, Away, Client
from tools.siege.crash_operations import (
    FAR,
    MINUTES,
    OPERATIONS,
    After,
    Asks,
    Operation,
    Scene,
    canonical,
    database_of,
    named,
    next_order,
    tables,
)
from tools.siege.crashpoints import HEADER, REPAIR, REQUEST, START, Plan
from tools.siege.history import ACKNOWLEDGED, UNANSWERED, Final, Journal, Read, check
from tools.siege.plan import Round

TOKEN = "crash-points-lobby-token"
# Killed servers leave their worker processes' semaphores, of which Python warns.
FORGE = (sys.executable, "-W", "ignore::UserWarning", "-m", "tools.siege.crashpoints")
PATIENCE = 30.0  # seconds; the machine may be busy
GOES = 3.0  # seconds for a killed server to end
TRIES = 4
BY_ITSELF = 20.0  # seconds for the server's automatic work
SLACK = 20.0  # tolerance in seconds of the time left: the machine may be busy
DONE = (200, 201, 204, 410)


class Databases(Protocol):
    """A source of copies of prepared databases."""

    kind: str

    def empty(self) -> str:
        """Return the address of a new database."""
        ...

    def copy(self, address: str) -> str:
        """Return the address of a copy of a database that is not in use."""
        ...

    def drop(self, address: str) -> None: ...


class SqliteDatabases:
    """Files in a folder."""

    kind = "sqlite"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made = 0

    def empty(self) -> str:
        self._made += 1
        folder = self._folder / f"{self._made}"
        folder.mkdir()
        return f"sqlite:///{folder / 'matches.sqlite'}"

    def copy(self, address: str) -> str:
        made = self.empty()
        shutil.copytree(self._of(address), self._of(made), dirs_exist_ok=True)
        return made

    def drop(self, address: str) -> None:
        shutil.rmtree(self._of(address))

    @staticmethod
    def _of(address: str) -> Path:
        return Path(address.removeprefix("sqlite:///")).parent


class PostgresDatabases:
    """Databases of one PostgreSQL server; a prepared one is the template for its copies."""

    kind = "postgresql"

    def __init__(self, address: str) -> None:
        """`address` is a database whose user may create others."""
        self._url = address_of(address)
        self._engine = create_engine(self._url, isolation_level="AUTOCOMMIT")
        self._made = 0

    def empty(self) -> str:
        return self._make("")

    def copy(self, address: str) -> str:
        return self._make(f" TEMPLATE {self._name(address)}")

    def _make(self, more: str) -> str:
        self._made += 1
        name = f"crash_{os.getpid()}_{self._made}"
        self._run(f"CREATE DATABASE {name}{more}")
        return self._url.set(database=name).render_as_string(hide_password=False)

    def drop(self, address: str) -> None:
        self._run(f"DROP DATABASE IF EXISTS {self._name(address)} WITH (FORCE)")

    def _run(self, statement: str) -> None:
        with self._engine.connect() as db:
            db.execute(text(statement))

    @staticmethod
    def _name(address: str) -> str:
        return str(address_of(address).database)

    def close(self) -> None:
        self._engine.dispose()


class Forge:
    """The process that forks servers."""

    def __init__(self, folder: Path, games: Iterable[str], program: Sequence[str] = FORGE) -> None:
        command = [*program, *sorted(set(games))]
        with (folder / "log").open("wb") as log:  # for debugging
            self._child = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, cwd=CHECKOUT
            )
        self._folder = folder
        self._started = 0
        self._read()

    def _read(self) -> int:
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line:
            raise Away("the process that starts servers has ended")
        return int(line)

    def start(self, **plan: Any) -> Child:
        """Start a server; it may be killed before it has a port."""
        assert self._child.stdin is not None
        self._started += 1
        said = self._folder / f"said-{self._started}"
        self._child.stdin.write(msgspec.json.encode(Plan(str(said), **plan)) + b"\n")
        self._child.stdin.flush()
        return Child(self._read(), said)

    def close(self) -> None:
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.close()
        self._child.wait(PATIENCE)
        self._child.stdout.close()


class Child(Asks):
    """One server, as its clients and its starter see it."""

    def __init__(self, process: int, said: Path) -> None:
        self._process = process
        self._gone = False
        self._handle = -1  # a handle of this process, if the system has them, because its id may be reused
        if hasattr(os, "pidfd_open"):
            try:
                self._handle = os.pidfd_open(process)
            except ProcessLookupError:
                self._gone = True
        end = time.monotonic() + PATIENCE
        while not said.exists() and self.alive():
            if time.monotonic() > end:
                raise Away("a server did not start in time")
            time.sleep(0.002)
        words = json.loads(said.read_bytes()) if said.exists() else {}
        said.unlink(missing_ok=True)
        if "error" in words:
            raise Away(f"a server did not start: {words['error']}")
        self.port: int = words.get("port", 0)
        self._client = Client(self.port, timeout=PATIENCE)

    def alive(self) -> bool:
        if not self._gone:
            if self._handle >= 0:
                self._gone = bool(select.select([self._handle], [], [], 0)[0])
            else:
                try:
                    os.kill(self._process, 0)
                except ProcessLookupError:
                    self._gone = True
        return not self._gone

    def wait_gone(self, seconds: float = PATIENCE) -> bool:
        """Wait for the process to end; return whether it did."""
        end = time.monotonic() + seconds
        while self.alive():
            if time.monotonic() > end:
                return False
            time.sleep(0.002)
        self._client.close()
        return True

    def kill(self) -> None:
        if self.alive():
            with suppress(ProcessLookupError):
                if self._handle >= 0:
                    signal.pidfd_send_signal(self._handle, signal.SIGKILL)
                else:
                    os.kill(self._process, signal.SIGKILL)
        self.wait_gone()
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def owner(self, method: str, path: str, body: Any = None, *, counted: bool = False) -> Answer:
        return self._ask("Lobby", TOKEN, method, path, body, counted)

    def seat(self, token: str, method: str, path: str, body: Any = None, *, counted: bool = False) -> Answer:
        return self._ask("Seat", token, method, path, body, counted)

    def _ask(self, scheme: str, token: str, method: str, path: str, body: Any, counted: bool) -> Answer:
        headers = {"Authorization": f"{scheme} {token}", **({HEADER: "yes"} if counted else {})}
        return self._client.ask(method, path, body, headers=headers)

    def socket(self, scene: Scene, seat: str) -> AbstractContextManager[ClientConnection]:
        words = [Subprotocol("ardennes"), Subprotocol(f"seat.{scene.tokens[seat]}")]
        address = f"ws://127.0.0.1:{self.port}/api/matches/{scene.match}/live"
        return connect(address, subprotocols=words, open_timeout=PATIENCE, close_timeout=0.1)


class Listener:
    """A live socket and the numbers it received, until the server ends."""

    def __init__(self, child: Child, scene: Scene, seat: str) -> None:
        """Wait for the first number."""
        self.seat = seat
        self.numbers: list[int] = []
        self._first = threading.Event()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._listen, args=(child, scene), daemon=True)
        self._thread.start()
        self._first.wait(PATIENCE)

    def _listen(self, child: Child, scene: Scene) -> None:
        with suppress(ConnectionClosed, InvalidHandshake, OSError), child.socket(scene, self.seat) as socket:
            while not self._done.is_set():
                with suppress(TimeoutError):
                    self.numbers.append(int(json.loads(socket.recv(0.2))["seq"]))
                    self._first.set()

    def close(self) -> None:
        self._done.set()
        self._thread.join(PATIENCE)


class Fault(NamedTuple):
    """Something that was wrong after a crash."""

    operation: str
    kind: str  # kind of database
    point: int
    at: str
    what: str

    def __str__(self) -> str:
        return f"{self.operation} on {self.kind}, point {self.point} ({self.at}): {self.what}"


class Prepared(NamedTuple):
    """An operation ready for a trial: a database that is not in use, and its points."""

    operation: Operation
    address: str
    scene: Scene
    points: list[str]
    start: Final


class Crashes:
    """Run trials of operations on one kind of database."""

    def __init__(self, folder: Path, databases: Databases, forge: Forge) -> None:
        self.trace = folder / "trace"
        self._databases = databases
        self._forge = forge
        self.faults: list[Fault] = []
        self.tried = 0
        self.unreached: list[str] = []
        self._states: dict[tuple[str, int], tuple[Rows, str]] = {}  # by operation and commits passed

    def prepare(self, operation: Operation) -> Prepared:
        """Return a database prepared for the operation, and the points of an uninterrupted run."""
        address = self._databases.empty()
        scene = Scene()
        if operation.name != "start on an empty database":
            with quick(address) as room:
                tables(room)
                scene = operation.prepare(room)
        ready = Prepared(operation, address, scene, [], look(address, scene.match).final)
        copy = self._databases.copy(address)
        trial = Trial(self, ready, copy, 0)
        try:
            trial.count()
        finally:
            trial.close()
        points = self.trace.read_text(encoding="utf-8").splitlines()
        self._databases.drop(copy)
        if operation.act is None and operation.scope not in (START, REPAIR):
            points = points[:FAR]
        return ready._replace(points=points)

    def _start(self, address: str, operation: Operation, *, counted: bool = True, **more: Any) -> Child:
        scope = operation.scope if counted else REQUEST
        settings = {**operation.settings, "token": TOKEN}
        return self._forge.start(database=address, scope=scope, settings=settings, **more)

    @staticmethod
    def _ask(child: Child, operation: Operation, scene: Scene) -> Answer | None:
        if operation.act is None:
            return None
        try:
            return operation.act(child, scene, True)
        except Away:
            return None

    def run(self, ready: Prepared, point: int) -> list[str]:
        """Kill a server at a point; return what is wrong afterwards.

        Threads take turns, so a run may pass fewer points than the one that counted them. Then retry, and
        finally record the point as not reached.
        """
        for _ in range(TRIES):
            result = self._try(ready, point)
            if result is not None:
                break
        else:
            self.unreached.append(f"{ready.operation.name}: {point} of {len(ready.points)}")
            return []
        self.tried += 1
        at = ready.points[point - 1]
        kind = self._databases.kind
        self.faults += [Fault(ready.operation.name, kind, point, at, what) for what in result]
        return result

    def _try(self, ready: Prepared, point: int) -> list[str] | None:
        """Return what is wrong after a crash; None if the point was not reached."""
        address = self._databases.copy(ready.address)
        trial = Trial(self, ready, address, point)
        result: list[str] = []
        try:
            result.extend(trial.faults())  # faults before an exception are kept
        except (Away, http.client.HTTPException, InvalidHandshake, ConnectionClosed) as error:
            result.append(f"a server that was not to be killed went away: {error}")
        except (CannotOpen, NoSuchMatch) as error:
            result.append(f"the match cannot be opened: {type(error).__name__} {error}")
        finally:
            trial.close()
        self._databases.drop(address)
        return result if trial.reached or result else None

    def finish(self, ready: Prepared) -> None:
        self._databases.drop(ready.address)

    def same_rows(self, ready: Prepared, commits: int, rows: Rows, at: str) -> str:
        """Compare the database with those of other runs after as many commits."""
        before, where = self._states.setdefault((ready.operation.name, commits), (rows, at))
        if before == rows:
            return ""
        return f"after {commits} commits the database has {rows}, and {before} when killed {where}"


GONE = Final(-1, ())
Rows = tuple[tuple[str, Any], ...]


class Left(NamedTuple):
    """Return the content of a database: rows by table, numbers by match, the timed turns, one match."""

    rows: Rows
    turns: dict[str, tuple[int, float]]
    final: Final


class Trial:
    """One crash and its aftermath."""

    def __init__(self, crashes: Crashes, ready: Prepared, address: str, point: int) -> None:
        self._crashes = crashes
        self._ready = ready
        self._operation = ready.operation
        self._scene = ready.scene
        self._address = address
        self._point = point
        self._children: list[Child] = []
        self._listeners: list[Listener] = []
        self._reads: list[Read] = []
        self.reached = False

    def close(self) -> None:
        for child in self._children:
            child.kill()
        for listener in self._listeners:
            listener.close()

    def _start(self, **more: Any) -> Child:
        child = self._crashes._start(self._address, self._operation, **more)
        self._children.append(child)
        return child

    def faults(self) -> Iterator[str]:
        before = look(self._address, "")
        answer, gone, moment = self._crash()
        self.reached = gone
        if not gone:
            return
        commits = self._crashes.trace.read_text(encoding="utf-8").count("after COMMIT")
        at = self._ready.points[self._point - 1]
        if wrong := self._crashes.same_rows(self._ready, commits, look(self._address, "").rows, at):
            yield wrong
        if self._operation.scope == REPAIR:
            self._start().wait_gone()  # repaired again, to the end
        child = self._start(counted=False)
        self._listen(child)
        yield from self._history(answer)
        yield from self._clock(child, before, moment)
        with quick(self._address) as room:
            yield from self._repeated(child, room, answer)
            if self._operation.scope == "computers":
                child.kill()  # otherwise the match changes while it is checked
            yield from self._sound(room)
            yield from self._continues(child, room)

    def count(self) -> None:
        """Run the operation without a crash."""
        answer, _, _ = self._crash()
        operation = self._operation
        if operation.act is None and operation.scope not in (START, REPAIR):
            self._wait_for_points()
        elif operation.act is not None and (answer is None or answer.status not in DONE):
            raise Away(f"{operation.name} was answered {answer}")

    def _wait_for_points(self) -> None:
        """Wait for the server's automatic work to finish or stop; it has no answer."""
        end, before = time.monotonic() + BY_ITSELF, -1
        while time.monotonic() < end:
            points = self._crashes.trace.read_text(encoding="utf-8").splitlines()
            if len(points) >= FAR or (len(points) == before and points.count("after COMMIT") >= 2):
                return
            before = len(points)
            time.sleep(0.5)

    def _crash(self) -> tuple[Answer | None, bool, float]:
        """Run the operation with its crash: return its answer, whether the
        server ended, and when it began.
        """
        operation, scene = self._operation, self._scene
        child = self._start(point=self._point, trace=str(self._crashes.trace))
        if operation.scope == REQUEST:
            self._listen(child)
        moment = time.monotonic()
        answer = self._crashes._ask(child, operation, scene)
        gone = bool(self._point) and child.wait_gone(BY_ITSELF if operation.act is None else GOES)
        for listener in self._listeners:
            listener.close()
        return answer, gone, moment

    def _listen(self, child: Child) -> None:
        """Read the match from each seat, and open a live socket for it."""
        scene = self._scene
        if not scene.match or scene.more.get("damaged"):
            return
        for seat, token in scene.tokens.items():
            answer = child.seat(token, "GET", f"/api/matches/{scene.match}")
            if answer.status == 200:
                self._reads.append(Read(seat, answer.json()["seq"], None))
                self._listeners.append(Listener(child, scene, seat))
        if not scene.quiet:
            self._reads += journals(child, scene)

    def _history(self, answer: Answer | None) -> Iterator[str]:
        """Compare the match with what its clients saw."""
        scene, operation = self._scene, self._operation
        if answer is not None and answer.status not in DONE:
            yield f"the request was answered {answer}"
        if not scene.match or scene.more.get("damaged"):
            return
        final, start = look(self._address, scene.match).final, self._ready.start
        reads = [Read(f"socket of {one.seat}", number) for one in self._listeners for number in one.numbers]
        if scene.quiet:  # seats count their own changes: the numbers never decrease
            last: dict[str, int] = {}
            for read in (*self._reads, *reads):
                if read.number < last.get(read.client, 0) or read.number > final.number:
                    yield f"{read.client} was told {read.number} after {last.get(read.client)}"
                last[read.client] = read.number
            self._reads, reads = [], []
        if operation.act is None or operation.name == "set-up used":  # many changes, each as it is
            yield from prefix(start, final)
            return
        writes = []
        if scene.write is not None:
            outcome = UNANSWERED if answer is None else ACKNOWLEDGED
            writes.append(scene.write._replace(outcome=outcome))
        if operation.name == "deletion" and (answer is not None or final == GONE):
            return
        yield from check(writes, [*self._reads, *reads], final, start)

    def _clock(self, child: Child, before: Left, moment: float) -> Iterator[str]:
        """Check that a turn keeps its end, and a new turn has its full time."""
        after = look(self._address, "")
        date = child.owner("GET", "/api/matches").headers["date"]
        now, elapsed = parsedate_to_datetime(date).timestamp(), time.monotonic() - moment
        for match, (turn, due) in after.turns.items():
            turn_before, due_before = before.turns.get(match, (0, 0.0))
            if turn_before == turn:
                if due != due_before:
                    yield f"turn {turn} ended at {due_before}, and ends at {due} after the crash"
            elif not -SLACK <= 60 * MINUTES - elapsed - (due - now) <= SLACK:
                yield f"a new turn of {60 * MINUTES} s has {due - now:.1f} s left after {elapsed:.1f} s"

    def _repeated(self, child: Child, room: Room, answer: Answer | None) -> Iterator[str]:
        """Repeat a request without an answer; then check its effects."""
        operation, scene = self._operation, self._scene
        acknowledged = answer is not None
        if operation.act is not None and answer is None:
            answer = operation.act(child, scene, False)
            if answer.status not in operation.again:
                yield f"the repeated request was answered {answer}"
                return
        if scene.write is not None:
            done, final = [scene.write._replace(outcome=ACKNOWLEDGED)], look(self._address, scene.match).final
            if operation.changes_again and not acknowledged and final.number > done[0].seen + 1:
                done.append(done[0]._replace(seen=done[0].seen + 1))
            yield from check(done, [], final, self._ready.start)
        if operation.act is None and operation.scope not in (START, REPAIR):
            time.sleep(0.1)
            end = time.monotonic() + BY_ITSELF
            while list(operation.verify(self._after(child, room, acknowledged, answer))):
                if time.monotonic() > end:
                    break
                time.sleep(0.1)
        yield from operation.verify(self._after(child, room, acknowledged, answer))

    def _after(self, child: Child, room: Room, acknowledged: bool, answer: Answer | None) -> After:
        return After(child, room, self._scene, acknowledged, answer)

    def _sound(self, room: Room) -> Iterator[str]:
        """Check that every match can be replayed from its journal."""
        if self._scene.more.get("damaged") and self._operation.scope != REPAIR:
            return
        for one in health_check.thorough(room, database_of(room)):
            yield f"match {one.match} is damaged: {one.what}"

    def _continues(self, child: Child, room: Room) -> Iterator[str]:
        """Check that the next order is accepted."""
        scene = self._scene
        if not scene.match or scene.more.get("damaged") or self._operation.name == "deletion":
            return
        if self._operation.scope == "computers":
            return  # computer players continue by themselves
        seat, order = next_order(room, scene.match, Random(2))
        token = scene.tokens.get(seat) or scene.tokens[f"{seat}:0"]
        with room.at(scene.match) as live:
            number = live.number(live.game.sides.index(seat))
        path = f"/api/matches/{scene.match}"
        answer = child.seat(token, "POST", f"{path}/orders", {"seq": number, "order": order})
        if answer.status in (403, 422) and scene.link:
            return  # another player has the seat now
        if answer.status not in (200, 422 if scene.quiet else 200):
            yield f"the match does not continue: {order} is answered {answer}"


def prefix(start: Final, final: Final) -> Iterator[str]:
    """Count the server's own changes to the journal, one number each."""
    if final.number < start.number:
        yield f"the match went back from {start.number} to {final.number}"


def journals(child: Child, scene: Scene) -> Iterator[Read]:
    """Return the whole journal, from the seats that each know their own orders."""
    orders: dict[int, str] = {}
    numbers = set()
    for token in scene.tokens.values():
        have, more = 0, True
        while more:
            answer = child.seat(token, "GET", f"/api/matches/{scene.match}/log?have={have}")
            if answer.status != 200:
                return
            page = answer.json()
            numbers.add(page["seq"])
            for one in page["entries"]:
                if one["given"] is not None:
                    orders[one["order"]] = canonical(one["given"])
            have, more = have + len(page["entries"]), page["more"]
    if len(numbers) == 1 and len(scene.tokens) == 2:
        journal: Journal = tuple(orders[number] for number in sorted(orders))
        yield Read("all seats", numbers.pop(), journal)


def look(address: str, match: str) -> Left:
    """Read the content of a database of any version without changing it."""
    engine = open_engine(address)
    rows: list[tuple[str, Any]] = []
    turns, final = {}, GONE
    with engine.connect() as db:
        there = inspect(db)
        for name in sorted(there.get_table_names()):
            rows.append((name, db.scalar(sql_select(func.count()).select_from(table(name)))))
        if "matches" in there.get_table_names():
            of = matches.c
            for one in db.execute(sql_select(of.id, of.seq, of.orders, of.turn)):
                rows.append((f"match with {one.orders} orders", (one.seq, one.turn)))
                if one.id == match:
                    given = (
                        sql_select(entries.c.given).where(entries.c.match == match).order_by(entries.c.number)
                    )
                    final = Final(one.seq, tuple(_order(words) for words in db.scalars(given)))
            if "due" in {column["name"] for column in there.get_columns("matches")}:
                timed = sql_select(of.id, of.turn, of.due).where(of.due.is_not(None))
                turns = {one.id: (one.turn, one.due) for one in db.execute(timed)}
    engine.dispose()
    return Left(tuple(sorted(rows)), turns, final)


def _order(words: str) -> str:
    """Decode an order of the journal; return it as it is if that fails."""
    try:
        return canonical(json.loads(words))
    except ValueError:
        return words


@contextmanager
def quick(address: str) -> Iterator[Room]:
    """Return a room of this process on a database; it does not wait for the disk."""
    store = Store(address)
    if store.file is not None:
        store._engine.dispose()
        event.listen(store._engine, "connect", lambda db, _: db.execute("PRAGMA synchronous = OFF").close())
    try:
        yield Room(store)
    finally:
        store.close()


# As an attack of the siege, and as a command


@contextmanager
def crashing(
    operations: Sequence[Operation], address: str = "", program: Sequence[str] = FORGE
) -> Iterator[Crashes]:
    """Return trials on SQLite, or on the PostgreSQL server at an address."""
    with tempfile.TemporaryDirectory(prefix="ardennes-crashes-") as name:
        folder = Path(name)
        (folder / "databases").mkdir()
        postgres = PostgresDatabases(address) if address else None
        forge = Forge(folder, {game for one in operations for game in one.games}, program)
        try:
            yield Crashes(folder, postgres or SqliteDatabases(folder / "databases"), forge)
        finally:
            forge.close()
            if postgres is not None:
                postgres.close()


def crashes(now: Round) -> None:
    """Try random points, each of a different operation; on SQLite."""
    if not hasattr(os, "fork"):
        now.skip("crash points: this system has no fork")
        return
    some = now.rng.sample(OPERATIONS, 6)
    with crashing(some) as tried:
        for operation in some:
            if not now.go_on():
                break
            ready = tried.prepare(operation)
            now.count("operations")
            now.fact(f"points of {operation.name}", f"{len(ready.points)}")
            for point in now.rng.sample(range(1, len(ready.points) + 1), min(4, len(ready.points))):
                for what in tried.run(ready, point):
                    now.broke(f"{operation.name}: {what[:100]}", ready.points[point - 1], what)
                now.count("crash points")
            tried.finish(ready)


ABOUT = """Kill a server before and after every statement and commit of every operation that writes, starts
it again, and checks the match's history, the database, seats and clocks. Starts its own servers on 127.0.0.1.
Exit code 1: something was lost, doubled or half done."""


def main(arguments: Sequence[str]) -> int:
    parser = ArgumentParser(prog="python -m tools.siege.crashes", description=ABOUT)
    names = [operation.name for operation in OPERATIONS]
    parser.add_argument("--only", action="append", choices=names, metavar="NAME", help="this operation alone")
    parser.add_argument("--list", action="store_true", help="the operations")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th point (1)")
    parser.add_argument(
        "--database", default="", help="a PostgreSQL server; it makes and drops databases crash_..."
    )
    chosen = parser.parse_args(arguments)
    if chosen.list:
        print("\n".join(names))
        return 0
    operations = named(chosen.only or ())
    points = 0
    with crashing(operations, chosen.database) as tried:
        for operation in operations:
            ready = tried.prepare(operation)
            points += len(ready.points)
            result = sum(len(tried.run(ready, at)) for at in range(1, len(ready.points) + 1, chosen.every))
            tried.finish(ready)
            print(f"{operation.name}: {len(ready.points)} points, {result} faults", flush=True)
        for fault in tried.faults:
            print(f"FAULT {fault}")
        print(
            f"{len(operations)} operations, {points} points, {tried.tried} tried, {len(tried.faults)} faults"
        )
    return int(bool(tried.faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
