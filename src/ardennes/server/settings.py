"""How a server is set up, and where it keeps its matches."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from ardennes.errors import UserError

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
DATABASE_FILE = "matches.sqlite"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be set; the defaults suit one person's own machine."""

    database: str  # an SQLAlchemy address
    hosts: tuple[str, ...] = ()  # names besides loopback under which the server may be called
    workers: int = 1  # processes in which computer players think
    deadline: float = 30.0  # seconds a computer player may think about one order
    requests_a_second: float = 400.0  # of one client address, on average
    burst: int = 800
    made_a_second: float = 5.0  # matches made, imported or forked by one client address
    made_burst: int = 40
    messages_a_second: float = 0.5  # of one commander
    messages_burst: int = 20
    body_limit: int = 64 * 1024
    import_limit: int = 16 * 1024 * 1024
    most_matches: int = 2000
    most_live: int = 2000  # matches held in memory at once, within live_bytes
    clock: Callable[[], float] | None = None  # by which turns with a time limit are over; none: a steady one
    most_sockets: int = 2000
    most_sockets_a_match: int = 400
    live_bytes: int = 512 * 1024 * 1024  # that matches may take in memory, about
    grace: float = 60.0  # seconds after the start in which no turn is handed in because its time is over


def data_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The user's folder for matches by the rules of the platform; ARDENNES_DATA names another."""
    if named := environ.get("ARDENNES_DATA"):
        return Path(named)
    if platform == "win32":
        local = environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "Ardennes"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Ardennes"
    data = environ.get("XDG_DATA_HOME", "")
    return (Path(data) if data.startswith("/") else Path.home() / ".local" / "share") / "ardennes"


def sqlite_address(folder: Path) -> str:
    """The address of the database in a folder; both are made for this user's eyes only."""
    file = folder.absolute() / DATABASE_FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)
    except OSError as error:
        raise UserError(
            f"cannot keep matches in the folder {folder}: {error.strerror}; "
            "name another with --data or ARDENNES_DATA"
        ) from None
    return f"sqlite:///{file}"
