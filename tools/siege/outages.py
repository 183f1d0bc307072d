"""PostgreSQL fails under load, and the machine's clock is set while timed turns are played."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from email.utils import parsedate_to_datetime
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from ardennes.dice import seed_from_number
from ardennes.games import find_game
from ardennes.kernel.match import new_match
from ardennes.kernel.offers import sample
from tools.siege.client import Away
from tools.siege.crash_operations import MINUTES
from tools.siege.crashes import FORGE, TOKEN, Child, Forge
from tools.siege.fort import Fort
from tools.siege.history import ACKNOWLEDGED, UNANSWERED, Final, Read, Write, check
from tools.siege.plan import Round
from tools.siege.postgres import Postgres, find_postgres
from tools.siege.table import Table, make

PLAYERS = 2  # matches at once
ORDERS = 4000  # orders of a match, computed in advance
WARM, AFTER = 15, 10  # orders of each match before the outage, and after it
RECOVERS = 30.0  # seconds; the machine may be busy
OUTAGE = 8.0  # seconds
SMALL = 96 * 1024 * 1024  # bytes of the disk of a PostgreSQL server
START = Final(0, ())


def orders_of(seed: int) -> Iterator[tuple[str, Any]]:
    """Return the orders of a match of Tigers with known dice, each with its seat."""
    game = find_game("tigers")
    match, rng = new_match(game, seed=seed_from_number(seed)), Random(seed)
    while match.result() is None:
        side = game.to_move(match.state)[0]
        order = sample(game.offers(game.view(match.state, side), side), rng)
        assert order is not None
        match.play(side, order)
        yield game.sides[side], msgspec.to_builtins(order)


class Player(threading.Thread):
    """Play one match as fast as possible, and repeat what was not acknowledged."""

    def __init__(self, fort: Fort, seed: int, at: str) -> None:
        super().__init__(daemon=True)
        self.table: Table = make(fort, "tigers", seed=seed, at=at)
        self.table.timeout = 60.0
        self._orders = orders_of(seed)
        self.writes: list[Write] = []
        self.reads: list[Read] = []
        self.acknowledged = 0
        self.failures = 0  # answers of 503
        self.wrong: list[str] = []
        self.over = threading.Event()

    def run(self) -> None:
        for number, (seat, order) in enumerate(self._orders):
            while not self._give(number, seat, order):
                if self.over.wait(0.1):
                    return
            if self.over.is_set():
                return

    def _give(self, number: int, seat: str, order: Any) -> bool:
        """Send one order; return whether it is known to be carried out."""
        words = json.dumps(order, sort_keys=True)
        sent = time.monotonic()
        write = Write("player", number, (words,), outcome=UNANSWERED, sent=sent)
        try:
            answer = self.table.give(seat, order, number)
        except Away:
            self.writes.append(write)
            return False
        moment = time.monotonic()
        if answer.status == 200:
            data = answer.json()["seq"]
            done = write._replace(outcome=ACKNOWLEDGED, number=data, answered=moment)
            self.writes.append(done)
            self.acknowledged += 1
            return True
        if answer.status == 409:  # it was carried out before, and the answer was lost
            data = answer.json()["seq"]
            self.reads.append(Read("player", data, sent=sent, answered=moment))
            if data != number + 1:
                self.wrong.append(f"order {number + 1} was answered with number {data}")
            return True
        self.writes.append(write)
        self.failures += answer.status == 503
        if answer.status != 503 or "gain" not in answer.words:  # Try again
            self.wrong.append(f"order {number + 1} was answered {answer}")
        return False


class Watcher(threading.Thread):
    """A live socket, reopened whenever it breaks."""

    def __init__(self, player: Player, port: int) -> None:
        super().__init__(daemon=True)
        self._player = player
        self._port = port
        self.reads: list[Read] = []

    def run(self) -> None:
        table = self._player.table
        words = [Subprotocol("ardennes"), Subprotocol(f"seat.{table.tokens['german']}")]
        address = f"ws://127.0.0.1:{self._port}{table.path}/live"
        while not self._player.over.wait(0.05):
            with (
                suppress(ConnectionClosed, InvalidHandshake, OSError, EOFError),
                connect(address, subprotocols=words, open_timeout=60) as socket,
            ):
                while not self._player.over.is_set():
                    with suppress(TimeoutError):
                        self.reads.append(Read("socket", json.loads(socket.recv(0.2))["seq"]))


class Harm(NamedTuple):
    """An outage of PostgreSQL, and how it ends."""

    name: str
    begin: Callable[[Postgres], None]
    end: Callable[[Postgres], None]
    seconds: float = 1.0
    disk: int = 0
    seen: bool = True  # requests are answered with 503 meanwhile


def _admin(postgres: Postgres, *statements: str) -> None:
    url = postgres.address.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as db:
        for statement in statements:
            db.execute(text(statement))
    engine.dispose()


HANG_UP = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'player'"


def _limit(connections: int) -> Callable[[Postgres], None]:
    return lambda postgres: _admin(
        postgres,
        f"ALTER ROLE player CONNECTION LIMIT {connections}",
        *([HANG_UP] if connections >= 0 else []),
    )


def _fill(postgres: Postgres) -> None:
    with (postgres.folder / "ballast").open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1 << 9):
            with suppress(OSError):
                while file.write(bytes(size)) == size:
                    pass


def _free(postgres: Postgres) -> None:
    (postgres.folder / "ballast").unlink()
    with suppress(AssertionError):  # without room for its log it stops by itself
        postgres.start()


def _restart(postgres: Postgres) -> None:
    postgres.halt()
    postgres.start()


HARMS = (
    Harm("restarted", _restart, lambda _: None, 0.0, seen=False),
    Harm("gone for 8 s", Postgres.halt, Postgres.start, OUTAGE),
    Harm("silent for 8 s", lambda one: one.freeze(True), lambda one: one.freeze(False), OUTAGE, seen=False),
    Harm("out of connections", _limit(0), _limit(-1), 2.0),
    Harm("short of connections", _limit(2), _limit(-1), 2.0, seen=False),
    Harm("disk full", _fill, _free, 3.0, SMALL),
)


def outage(harm: Harm, fort: Callable[[str], Any], seed: int, say: Callable[[str], None]) -> dict[str, int]:
    """Cause an outage while matches are played, and report what was lost. OSError if the system does not
    permit the outage. `fort` makes a server on the database of an address.
    """
    postgres = Postgres(harm.disk)
    try:
        _admin(postgres, "CREATE ROLE player LOGIN", "CREATE DATABASE played OWNER player")
        address = f"postgresql://player@/played?host={postgres.folder}"
        with fort(address) as server:
            return _under_load(harm, postgres, server, seed, say)
    finally:
        postgres.stop()


def _under_load(
    harm: Harm, postgres: Postgres, fort: Fort, seed: int, say: Callable[[str], None]
) -> dict[str, int]:
    players = [Player(fort, seed + one, f"127.0.0.{2 + one}") for one in range(PLAYERS)]
    watchers = [Watcher(player, fort.port) for player in players]
    for thread in (*players, *watchers):
        thread.start()
    try:
        if not _all_reach(players, [WARM] * PLAYERS):
            say("the matches are not played before the harm")
        harm.begin(postgres)
        try:
            time.sleep(harm.seconds)
            looked = fort.client("127.0.0.9").ask("GET", "/")
            if looked.status != 200:
                say(f"the page itself is answered {looked}")
        finally:
            harm.end(postgres)
        if not _all_reach(players, [player.acknowledged + AFTER for player in players]):
            say(f"no order is taken {RECOVERS:g} s after the database was back")
    finally:
        for player in players:
            player.over.set()
        for thread in (*players, *watchers):
            thread.join(60.0)
    for player, watcher in zip(players, watchers, strict=True):
        for what in (*player.wrong[:3], *_history(player, watcher)):
            say(what)
    failures = sum(player.failures for player in players)
    if harm.seen and not failures:
        say("nobody was told that the database was away")
    return {"orders acknowledged": sum(player.acknowledged for player in players), "answers 503": failures}


def _all_reach(players: list[Player], orders: list[int]) -> bool:
    end = time.monotonic() + RECOVERS
    while any(player.acknowledged < many for player, many in zip(players, orders, strict=True)):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def _history(player: Player, watcher: Watcher) -> list[str]:
    """Compare the match at the end with what its player and its watcher saw."""
    table, orders = player.table, dict[int, str]()
    number = 0
    for seat in table.tokens:
        have, more = 0, True
        while more:
            page = table.ask(seat, "GET", f"/log?have={have}").json()
            number = max(number, page["seq"])
            for one in page["entries"]:
                if one["given"] is not None:
                    orders[one["order"]] = json.dumps(one["given"], sort_keys=True)
            have, more = have + len(page["entries"]), page["more"]
    final = Final(number, tuple(orders[at] for at in sorted(orders)))
    return check(player.writes, [*player.reads, *watcher.reads], final, START)


def postgres(now: Round) -> None:
    """Run one kind of outage after another."""
    if find_postgres() is None:
        now.skip("PostgreSQL: it is not installed")
        return
    count = now.number * len(HARMS)
    while now.go_on():
        harm = HARMS[count % len(HARMS)]
        count += 1

        @contextmanager
        def server(address: str) -> Iterator[Fort]:
            with now.fort(more=("--database", address)) as fort:
                yield fort

        def say(what: str, harm: Harm = harm) -> None:
            now.broke(f"PostgreSQL {harm.name}: {what[:120]}", harm.name, what)

        try:
            for what, many in outage(harm, server, now.rng.randrange(10**6), say).items():
                now.count(what, many)
            now.count(f"times {harm.name}")
        except OSError as error:
            now.skip(f"PostgreSQL {harm.name}: {error}")


# The clock


class SetClock:
    """The machine's clock, as seen by a server started by a forge."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "ahead"
        self.ahead = 0.0
        self.set(0.0)

    def set(self, by: float) -> None:
        self.ahead += by
        part = self.file.with_suffix(".part")
        part.write_text(f"{self.ahead}", encoding="ascii")
        part.rename(self.file)


def left(child: Child, match: str, token: str) -> tuple[int, float]:
    """Return the turn, and the seconds of the page's countdown."""
    answer = child.seat(token, "GET", f"/api/matches/{match}")
    view = answer.json()
    return view["board"]["turn"], view["due"] - parsedate_to_datetime(answer.headers["date"]).timestamp()


def set_clock(
    folder: Path, rng: Random, turns: int, say: Callable[[str], None], program: Sequence[str] = FORGE
) -> dict[str, int]:
    """Play timed turns while the clock is set by hours, also while the server is down."""
    clock, forge = SetClock(folder), Forge(folder, ["playsheet"], program)
    database = f"sqlite:///{folder / 'clock.sqlite'}"
    settings = {"token": TOKEN, "grace": 0.05}

    def start() -> Child:
        return forge.start(database=database, ahead=str(clock.file), settings=settings)

    counts = {"turns": 0, "times the clock was set": 0, "restarts": 0}
    child = start()
    try:
        while counts["turns"] < turns:
            body = {"game": "playsheet", "scenario": "short", "minutes": MINUTES}
            made = child.owner(
                "POST", "/api/matches", {**body, "seats": {"german": "me", "allied": "me"}}
            ).json()
            for number in range(1, 5):
                before = time.monotonic()
                counts["times the clock was set"] += _seal_while_set(child, made, clock, rng)
                if counts["turns"] % 3 == 1:
                    child.kill()
                    clock.set(rng.choice((7200.0, -7200.0)))
                    counts["times the clock was set"] += 1
                    counts["restarts"] += 1
                    child = start()
                    time.sleep(0.3)  # a turn that seems to be over is handed in
                turn, seconds = left(child, made["id"], made["tokens"]["german"])
                took = time.monotonic() - before
                counts["turns"] += 1
                if turn != number + 1:
                    say(f"it is turn {turn}, and {number} turns were sealed")
                if not 60 * MINUTES - took - 2 <= seconds <= 60 * MINUTES + 2:
                    say(f"a new turn of {60 * MINUTES} s has {seconds:.0f} s left after {took:.1f} s")
    finally:
        child.kill()
        forge.close()
    return counts


def _seal_while_set(child: Child, made: dict[str, Any], clock: SetClock, rng: Random) -> int:
    """Seal both sides while the clock jumps; return how often it was set."""
    jumps, over, seed = [0], threading.Event(), rng.random()

    def jump() -> None:
        rng = Random(seed)
        while not over.wait(rng.uniform(0.0, 0.02)):
            clock.set(rng.choice((3600.0, -3600.0)))
            jumps[0] += 1

    thread = threading.Thread(target=jump, daemon=True)
    thread.start()
    for seat in ("german", "allied"):
        token, path = made["tokens"][seat], f"/api/matches/{made['id']}"
        number = child.seat(token, "GET", path).json()["seq"]
        child.seat(token, "POST", f"{path}/orders", {"seq": number, "order": {"do": "seal"}})
    over.set()
    thread.join()
    return jumps[0]


def clock(now: Round) -> None:
    """The machine's clock is set forward and back while turns with a time limit are played."""
    if not hasattr(os, "fork"):
        now.skip("the clock: this system has no fork")
        return
    while now.go_on():
        folder = Path(tempfile.mkdtemp(dir=now.folder()))
        result = set_clock(folder, now.rng, 8, lambda what: now.broke("the clock: " + what[:60], "", what))
        for what, many in result.items():
            now.count(what, many)
        shutil.rmtree(folder)
