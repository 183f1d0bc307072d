"""A server that kills itself at one numbered point of one operation. For tests only.

Points lie before and after each statement and each commit of the database driver, and before and after an
answer. Only this module provides them; the server of `ardennes serve` does not know it. Run as a program, it
loads everything once and then forks: each line of JSON on its input (`Plan`) starts a real server process,
which takes a fraction of a second, and its id is printed.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Engine, event
from sqlalchemy.engine.default import DefaultDialect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "x-crash-operation"  # marks the requests whose points are counted
REQUEST, START, REPAIR = "request", "start", "repair"  # scopes; any other is a prefix of a thread's name
LONGEST_STATEMENT = 60  # characters of it in the trace


class Plan(msgspec.Struct):
    """A server to start, and where it kills itself. `point` 0: nowhere, the points are only recorded."""

    said: str  # file into which the server writes its port, or why it does not start
    database: str
    scope: str = REQUEST
    point: int = 0
    trace: str = ""  # file for the points passed
    ahead: str = ""  # file with the seconds by which the machine's clock is ahead
    settings: dict[str, Any] = {}


class Points:
    """Count the points of one operation, and kill the process at the requested one."""

    def __init__(self, plan: Plan) -> None:
        self._scope = plan.scope
        self._last = plan.point
        self._trace = os.open(plan.trace, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) if plan.trace else -1
        self._count = 0
        self._one = threading.Lock()
        self._inside: ContextVar[bool] = ContextVar("inside", default=False)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Count what is done here, and in the threads started from here."""
        token = self._inside.set(True)
        try:
            yield
        finally:
            self._inside.reset(token)

    def passing(self, words: str) -> None:
        """Pass a point, if it belongs to the operation."""
        if not self._inside.get() and not threading.current_thread().name.startswith(self._scope):
            return
        with self._one:
            self._count += 1
            if self._trace >= 0:
                os.write(self._trace, f"{words}\n".encode())
            if self._count == self._last:
                os.kill(os.getpid(), signal.SIGKILL)
                time.sleep(60)  # the signal is being delivered

    def hook(self) -> None:
        """Instrument the database driver of this process."""

        def words(statement: str) -> str:
            return " ".join(statement.split())[:LONGEST_STATEMENT]

        def before(db: Any, cursor: Any, statement: str, *_: Any) -> None:
            self.passing(f"before {words(statement)}")

        def after(db: Any, cursor: Any, statement: str, *_: Any) -> None:
            self.passing(f"after {words(statement)}")

        event.listen(Engine, "before_cursor_execute", before)
        event.listen(Engine, "after_cursor_execute", after)
        commit: Callable[[DefaultDialect, Any], None] = DefaultDialect.do_commit

        def do_commit(dialect: DefaultDialect, connection: Any) -> None:
            self.passing("before COMMIT")
            commit(dialect, connection)
            self.passing("after COMMIT")

        setattr(DefaultDialect, "do_commit", do_commit)  # noqa: B010 (a method is replaced)


class Crashing:
    """Count the marked requests, and the points around their answers."""

    def __init__(self, app: ASGIApp, points: Points) -> None:
        self._app = app
        self._points = points

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        marked = any(name.decode() == HEADER for name, _ in scope.get("headers", ()))
        if scope["type"] != "http" or not marked:
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._points.passing("before the answer")
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                self._points.passing("after the answer")

        with self._points.inside():
            await self._app(scope, receive, sending)


def wall_clock(file: str) -> Callable[[], float]:
    """The machine's clock, plus the seconds in a file."""
    real, path = time.time, Path(file)

    def now() -> float:
        return real() + float(path.read_text(encoding="ascii") or 0)

    return now


def say(plan: Plan, **words: Any) -> None:
    """Send the starter of the server a message, atomically."""
    part = Path(f"{plan.said}.part")
    part.write_bytes(msgspec.json.encode(words))
    part.rename(plan.said)


def serve(plan: Plan) -> None:
    """Run a server as planned, until killed."""
    from ardennes.commands.serve import listen
    from ardennes.errors import UserError
    from ardennes.server.app import create_app
    from ardennes.server.http.connections import server_of
    from ardennes.server.settings import Settings

    if plan.ahead:
        setattr(time, "time", wall_clock(plan.ahead))  # noqa: B010 (mypy knows that modules are not changed)
    points = Points(plan)
    points.hook()
    listening = listen("127.0.0.1", 0)
    settings = Settings(database=plan.database, **plan.settings)
    try:
        if plan.scope == START:
            with points.inside():
                app = create_app(settings)
        else:
            app = create_app(settings)
    except UserError as error:
        say(plan, error=str(error))
        return
    app.add_middleware(Crashing, points=points)
    server = server_of(app, log_level="error")
    say(plan, port=listening.getsockname()[1])
    server.run(sockets=[listening])


def repair(plan: Plan) -> None:
    """Run `ardennes doctor --repair`: repair every damaged match."""
    from ardennes.server.matches.service import Room
    from ardennes.server.storage import health_check
    from ardennes.server.storage.repair import repair_match
    from ardennes.server.storage.sql import Store

    points = Points(plan)
    points.hook()
    store = Store(plan.database)
    for one in health_check.thorough(Room(store), store):
        with points.inside():
            repair_match(store, one.match)
    store.close()
    say(plan, port=0)


def warm_up(games: tuple[str, ...]) -> None:
    """Load what servers load, so that they need not after the fork."""
    import psycopg  # noqa: F401 (for PostgreSQL)

    from ardennes.games import find_game, table_of
    from ardennes.server.app import create_app
    from ardennes.server.http.connections import server_of
    from ardennes.server.settings import Settings, sqlite_address

    for game in games:
        table_of(find_game(game))
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(database=sqlite_address(Path(folder))))
        server_of(app).config.load()
        app.state.store.close()
        for desk in app.state.house.computers._desks:
            desk.end()


def forge(games: tuple[str, ...]) -> None:
    """Fork a server for each plan on the input, until the input ends. Servers still running then end too, so
    that none remains when the writer of the plans is killed.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system buries them
    warm_up(games)
    assert threading.active_count() == 1, "a process with threads cannot be forked"
    gc.freeze()  # searching shared memory would copy it

    lives, held = os.pipe()  # the pipe ends when this process has ended
    os.write(1, b"0\n")
    for line in sys.stdin.buffer:
        plan = msgspec.json.decode(line, type=Plan)
        process = os.fork()
        if process:
            os.write(1, f"{process}\n".encode())
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.close(held)
        threading.Thread(target=_end_with, args=(lives,), daemon=True).start()
        for descriptor, flags in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
            os.close(descriptor)
            os.open(os.devnull, flags)
        try:
            (repair if plan.scope == REPAIR else serve)(plan)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)


def _end_with(lives: int) -> None:
    os.read(lives, 1)
    os._exit(0)


if __name__ == "__main__":
    forge(tuple(sys.argv[1:]))
