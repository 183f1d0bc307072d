"""`ardennes doctor`: check the installation and, with --repair, repair damaged matches without deleting."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import sys
import webbrowser
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ardennes import __version__
from ardennes.commands.serve import PORT
from ardennes.errors import UserError
from ardennes.server.settings import DATABASE_FILE, data_folder, sqlite_address

if TYPE_CHECKING:
    from ardennes.server.storage.sql import Store

NOT_SOUND = 1
SPEED_SECONDS = 0.25  # of each game
LEAST_FREE = 100 * 1024 * 1024  # bytes of the disk
LEAST_PYTHON = (3, 11)
PARTS = ("fastapi", "uvicorn", "msgspec", "sqlalchemy", "psycopg", "websockets", "typer", "rich")


class Finding(NamedTuple):
    """One line of the report; what is not sound says what to do."""

    what: str
    words: str
    sound: bool = True
    public: str = ""  # what strangers may read of it; else all


def command(
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Repair what is damaged. Nothing is deleted; each step is reported."),
    ] = False,
    data: Annotated[
        Path | None, typer.Option("--data", help="The folder of the matches; your data folder by default.")
    ] = None,
    database: Annotated[
        str, typer.Option("--database", help="Check this database instead: postgresql://user@host/name.")
    ] = "",
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="The port to check.")] = PORT,
) -> int:
    """Check the installation: program, port, browser, folder, database, every match, speed.

    The last lines are for bug reports and contain no names of players or matches and no passwords. The exit
    code is 1 if something is wrong.

    `--repair` repairs damaged matches as far as their journals allow. It first copies everything it changes
    (to the table `kept`, and a damaged file as a whole), so nothing is lost. Stop the server first. A match
    that can't be repaired stays set aside with the reason.

    Examples:

    * `ardennes doctor`

    * `ardennes doctor --repair`

    * `ardennes doctor --database postgresql://me@localhost/ardennes` looks at a database elsewhere
    """
    folder = data or data_folder()
    result = [*_program(), _port(port), _browser()]
    if not database:
        result.append(_folder(folder))
    _tell(result)
    if not database and not (folder / DATABASE_FILE).exists():
        kept = [_told(Finding("Database", "none yet; ardennes serve creates it at the first start"))]
    else:
        kept = list(_database(database or sqlite_address(folder), repair=repair))
    speed = [_speed()]
    _tell(speed)
    result += [*kept, *speed]
    print("\nSend this with a bug report (no names, no passwords):")
    for line in report(result):
        print(f"  {line}")
    return 0 if all(one.sound for one in result) else NOT_SOUND


def _tell(found: list[Finding]) -> None:
    for one in found:
        print(f"{'  ok' if one.sound else '  !!'}  {one.what + ':':<12} {one.words}", flush=True)


def _program() -> list[Finding]:
    python = f"Python {platform.python_version()} ({platform.python_implementation()})"
    machine = f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} processors"
    parts = ", ".join(f"{part} {_version(part)}" for part in PARTS)
    return [
        Finding("Ardennes", f"{__version__}, {python}", sys.version_info >= LEAST_PYTHON),
        Finding("Platform", machine),
        Finding("Parts", parts),
    ]


def _version(part: str) -> str:
    try:
        return version(part)
    except PackageNotFoundError:
        return "not installed"


def _port(port: int) -> Finding:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
        if os.name == "posix":
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError as error:
            words = (
                f"{port} cannot be used: {error.strerror}. If Ardennes is already running, that is fine; else"
            )
            return Finding("Port", f"{words} choose another with ardennes serve --port", sound=False)
    return Finding("Port", f"{port} is free")


def _browser() -> Finding:
    try:
        name = getattr(webbrowser.get(), "name", "") or "the system's own"
    except webbrowser.Error:
        words = "none found; open the address that ardennes serve prints in a browser"
        return Finding("Browser", words)
    return Finding("Browser", Path(name).name)


def _folder(folder: Path) -> Finding:
    there = folder if folder.exists() else next(parent for parent in folder.parents if parent.exists())
    free = shutil.disk_usage(there).free
    room = f"{free // 2**20:,} MB free"
    words = f"{folder}, {room}"
    if not os.access(there, os.W_OK | os.X_OK):
        remedy = f"{words}: not writable; choose another with --data"
        return Finding("Folder", remedy, False, "it cannot be written")
    if free < LEAST_FREE:
        return Finding("Folder", f"{words}: make room on the disk", False, room)
    if os.name == "posix" and folder.exists() and folder.stat().st_mode & 0o077:
        words += f"; other users can read it: chmod 700 {folder}"
    return Finding("Folder", words, True, room)


# The database


def _database(address: str, *, repair: bool) -> Iterator[Finding]:
    """What is to be said of the matches, told as it is found."""
    from ardennes.server.storage import health_check
    from ardennes.server.storage.integrity import REMEDY
    from ardennes.server.storage.sql import Store

    try:
        store = Store(address, alone=repair)
    except UserError as error:
        yield _told(Finding("Database", str(error), False, "it cannot be used"))
        return
    try:
        kind = store.kind
        size = f", {store.file.stat().st_size / 2**20:.1f} MB" if store.file is not None else ""
        faults = health_check.faults(store, thorough=True)
        if faults and repair:
            store = _salvaged(store, address)
            faults = health_check.faults(store, thorough=True)
        words = f"{kind}{size}, {store.count()} matches"
        if faults:
            words += f"; damaged: {'; '.join(faults[:3])}. To repair: {REMEDY}"
            yield _told(Finding("Database", words, sound=False))
            return
        yield _told(Finding("Database", words))
        yield from _matches(store, repair=repair)
    finally:
        store.close()


def _told(one: Finding) -> Finding:
    _tell([one])
    return one


def _salvaged(store: Store, address: str) -> Store:
    from ardennes.server.storage.repair import salvage
    from ardennes.server.storage.sql import Store

    assert store.file is not None
    file = store.file
    store.close()
    salvage(file, lambda words: print(f"      repair: {words}", flush=True))
    return Store(address, alone=True)


def _matches(store: Store, *, repair: bool) -> Iterator[Finding]:
    from ardennes.server.matches.service import Room
    from ardennes.server.storage import health_check
    from ardennes.server.storage.integrity import REMEDY

    room = Room(store)
    broken = health_check.thorough(room, store)
    if not broken:
        yield _told(Finding("Matches", "all readable"))
        return
    for one in broken:
        print(f"  !!  Match {one.match} ({one.name}): {one.what}", flush=True)
        if repair:
            room.set_apart(one)
            _repair(store, one.match)
    left = health_check.thorough(room, store)
    if not left:
        yield _told(Finding("Matches", f"{len(broken)} repaired; all readable"))
        return
    words = f"{len(left)} set aside, {len(broken) - len(left)} repaired; nothing was deleted"
    yield _told(Finding("Matches", words if repair else f"{words}. To repair: {REMEDY}", sound=False))


def _repair(store: Store, match: str) -> None:
    from ardennes.server.storage.repair import CannotRepair, repair_match

    try:
        for words in repair_match(store, match) or ["no damage found; the match is available again"]:
            print(f"      repair: {words}", flush=True)
    except CannotRepair as error:
        print(f"      not repaired: {error}. The match stays set aside and unchanged", flush=True)


# Speed


def _speed() -> Finding:
    """Orders a second of random play, the game's own work and nothing else."""
    from ardennes.games import GAMES

    return Finding("Engine", ", ".join(f"{game} {_orders_a_second(game):,.0f} orders/s" for game in GAMES))


def _orders_a_second(name: str) -> float:
    from ardennes.games import find_game
    from ardennes.kernel.match import new_match
    from ardennes.kernel.offers import sample

    game, rng, given = find_game(name), Random(1), 0
    match = new_match(game, seed=bytes(32))
    begun = perf_counter()
    while perf_counter() - begun < SPEED_SECONDS:
        if match.result() is not None:
            match = new_match(game, seed=bytes(32))
        side = game.to_move(match.state)[0]
        order = sample(game.offers(game.view(match.state, side), side), rng)
        assert order is not None
        match.play(side, order)
        given += 1
    return given / (perf_counter() - begun)


def report(found: list[Finding]) -> Iterator[str]:
    """The findings as they may be shown to others: without a home folder, an address or a password."""
    home = str(Path.home())
    for one in found:
        words = (one.public or one.words).replace(home, "~")
        yield f"{one.what}: {words}{'' if one.sound else ' (NOT SOUND)'}"
