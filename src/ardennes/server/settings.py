"""The server's settings: what can be set, where it is read from, and where matches are stored."""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from ardennes.errors import UserError
from ardennes.kernel.datafile import DataFileError, listed, read_text
from ardennes.server.http.hosts import parse_host
from ardennes.toml_lines import TomlFault, lines_of, read_toml_text
from ardennes.words import closest

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
DATABASE_FILE = "matches.sqlite"
TOKEN_FILE = "lobby-token"
TOKEN_VARIABLE = "ARDENNES_TOKEN"  # environment variable
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,}")
MOST_WORKERS = 4


def count(words: str, least: int = 1) -> Meta:
    return Meta(ge=least, description=words)


def rate(words: str) -> Meta:
    return Meta(gt=0, description=words)


def tells(words: str) -> Meta:
    return Meta(description=words)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings; the defaults suit a server on a player's own machine."""

    database: Annotated[
        str, tells("address of the database with the matches; empty: a file in the data folder")
    ] = ""
    token: Annotated[
        str, tells("token that opens the lobby; empty: generated once and saved in the data folder")
    ] = ""
    hosts: Annotated[
        tuple[str, ...], tells("host names besides localhost under which clients may call the server")
    ] = ()
    proxies: Annotated[
        tuple[str, ...], tells("addresses of trusted reverse proxies, which name the client's address")
    ] = ()

    # Connections
    most_connections: Annotated[
        int, count("open connections in total, if the limit of open files allows it")
    ] = 4000
    most_connections_an_address: Annotated[
        int,
        count(
            "open connections per client address, at most half of the total; trusted "
            "proxies have no such limit"
        ),
    ] = 1000
    header_seconds: Annotated[float, rate("time limit for the head of a request")] = 15.0
    body_seconds: Annotated[float, rate("time limit for the body of a request")] = 60.0
    answer_seconds: Annotated[float, rate("time limit for a client to read more of its answer")] = 30.0
    idle_seconds: Annotated[float, rate("idle connections are closed after this time")] = 75.0

    # Requests
    requests_a_second: Annotated[float, rate("requests per client address, on average")] = 400.0
    burst: Annotated[int, count("requests per client address in a burst")] = 800
    cpu_a_second: Annotated[
        float,
        rate("milliseconds of CPU time per second for a seat and all matches forked from it, on average"),
    ] = 500.0
    cpu_burst: Annotated[int, count("milliseconds of CPU time in a burst")] = 8000
    most_requests_at_once: Annotated[
        int, count("requests of a seat processed at the same time; the rest wait")
    ] = 2
    body_limit: Annotated[int, count("largest request body in bytes")] = 64 * 1024
    import_limit: Annotated[int, count("largest match file in bytes")] = 16 * 1024 * 1024

    # Matches
    most_matches: Annotated[int, count("matches in the database")] = 2000
    most_live: Annotated[int, count("matches in memory at the same time, within live_bytes")] = 2000
    live_bytes: Annotated[int, count("memory for matches in bytes, approximately")] = 512 * 1024 * 1024
    grace: Annotated[float, rate("seconds after the start in which expired turns are not handed in yet")] = (
        60.0
    )
    most_forks_a_seat: Annotated[
        int, count("matches forked from a seat, including forks of those forks", 0)
    ] = 50
    made_a_second: Annotated[float, rate("matches created, imported or forked per client address")] = 5.0
    made_burst: Annotated[int, count("matches per client address in a burst")] = 40
    most_trials: Annotated[int, count("open boards for trying cases; a new one closes the oldest")] = 60
    trial_seconds: Annotated[float, rate("boards for cases that nobody uses are closed after this time")] = (
        3600.0
    )
    most_setups: Annotated[int, count("saved set-ups in total", 0)] = 5000
    most_setups_an_owner: Annotated[int, count("saved set-ups per browser", 0)] = 50
    most_setups_a_seat: Annotated[
        int, count("set-ups saved from a seat, from any browser, including the seats of its forks", 0)
    ] = 100

    # Sockets and messages
    most_sockets: Annotated[int, count("live sockets in total", 0)] = 2000
    most_sockets_a_match: Annotated[int, count("live sockets per match; watchers get at most half", 0)] = 400
    most_sockets_a_seat: Annotated[int, count("live sockets per seat", 0)] = 40
    most_sockets_a_person: Annotated[
        int, count("live sockets for a seat and all matches forked from it", 0)
    ] = 200
    sockets_a_second: Annotated[
        float, rate("live sockets that a seat and the matches forked from it may open")
    ] = 2.0
    sockets_burst: Annotated[int, count("live sockets in a burst")] = 60
    socket_frames_a_second: Annotated[
        float, rate("frames a client may send on a live socket, including pings")
    ] = 5.0
    socket_frames_burst: Annotated[int, count("frames in a burst")] = 40
    socket_bytes_a_second: Annotated[float, rate("bytes a client may send on a live socket")] = 2048.0
    socket_bytes_burst: Annotated[int, count("bytes in a burst", 4200)] = 16384
    most_messages_a_side: Annotated[int, count("messages per side of a match", 0)] = 4000
    messages_a_second: Annotated[float, rate("messages per commander")] = 0.5
    messages_burst: Annotated[int, count("messages in a burst")] = 20

    # Thinking
    workers: Annotated[
        int, count("worker processes for computer players; 0: chosen by the number of CPUs", 0)
    ] = 0
    deadline: Annotated[float, rate("seconds a computer player may think about one order")] = 30.0
    hints_a_second: Annotated[
        float, rate("hints for a seat and the matches forked from it; one at a time")
    ] = 0.5
    hints_burst: Annotated[int, count("hints in a burst")] = 10
    most_hints_waiting: Annotated[int, count("waiting hints and plans in total")] = 50
    marches_a_second: Annotated[
        float, rate("march plans for several units, for a seat and the matches forked from it")
    ] = 3.0
    marches_burst: Annotated[int, count("march plans in a burst")] = 20
    march_deadline: Annotated[float, rate("time limit for a march plan")] = 5.0
    most_hints_a_person: Annotated[
        int, count("waiting hints and plans for a seat and all matches forked from it")
    ] = 4
    most_reports_waiting: Annotated[int, count("waiting analyses and reports in total")] = 40
    most_reports_a_person: Annotated[
        int, count("waiting analyses and reports for a seat and the matches forked from it")
    ] = 8
    most_deep_reports_a_person: Annotated[
        int, count("deep reports in progress for a seat and the matches forked from it")
    ] = 2
    deep_report_idle_seconds: Annotated[
        float, rate("a deep report is cancelled when no page has asked about it for this time")
    ] = 300.0
    report_deadline: Annotated[float, rate("time limit for the analysis of a finished match")] = 600.0

    # Source of the time for turns with a time limit; None: a SteadyClock.
    clock: Callable[[], float] | None = None

    def __post_init__(self) -> None:
        proxies_of(self)
        for host in self.hosts:
            if parse_host(host) is None:
                raise UserError(f"{host!r} is not a name of a server: write it like table.example.org")
        if self.token and not TOKEN.fullmatch(self.token):
            raise UserError(
                "the lobby's token must have at least 16 characters out of letters, digits, "
                "- and _, so that nobody can guess it"
            )

    @property
    def thinkers(self) -> int:
        """Return the number of worker processes for computer players."""
        return self.workers or max(1, min(MOST_WORKERS, (os.cpu_count() or 2) - 1))


def proxies_of(settings: Settings) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Return the networks of the trusted proxies. Raise UserError if one is not an address."""
    result = []
    for proxy in settings.proxies:
        try:
            result.append(ipaddress.ip_network(proxy))
        except ValueError:
            raise UserError(
                f"{proxy!r} is not the address of a proxy: write a number such as 10.0.0.2 or 10.0.0.0/24"
            ) from None
    return result


class Setting(msgspec.Struct, frozen=True):
    """A setting as the documentation and error messages describe it."""

    name: str
    kind: Any
    meta: Meta
    default: Any

    @property
    def expected(self) -> str:
        if get_origin(self.kind) is tuple:
            return 'a list of texts, such as ["one", "two"]'
        if self.kind is str:
            return "a text in quotes"
        if self.meta.gt is not None:
            return f"a number above {self.meta.gt}"
        return f"a whole number of {self.meta.ge} or more"

    def read(self, value: Any) -> Any:
        """Return a value of the setting's type. Raise ValidationError if the value does not fit."""
        return msgspec.convert(value, Annotated[self.kind, self.meta])


def settable() -> dict[str, Setting]:
    """Return every setting that a file or the command line may change, by name."""
    hints = get_type_hints(Settings, include_extras=True)
    result = {}
    for field in msgspec.structs.fields(Settings):
        if get_origin(hints[field.name]) is Annotated:
            kind, meta = get_args(hints[field.name])
            result[field.name] = Setting(field.name, kind, meta, field.default)
    return result


def read_settings(file: Path | None, words: Sequence[str] = ()) -> dict[str, Any]:
    """Return the settings of a TOML file and of `NAME=VALUE` arguments; arguments win. Raise DataFileError if
    one is wrong.
    """
    result: dict[str, Any] = {}
    if file is not None:
        text = read_text(file)
        try:
            plain = read_toml_text(text)
        except TomlFault as fault:
            line = f"line {fault.line}" if fault.line else ""
            raise DataFileError(str(file), line, str(fault), "valid TOML") from None
        lines = lines_of(text)
        for name, value in plain.items():
            result[name] = _one(str(file), f"line {lines[name]}", name, value)
    for word in words:
        name, between, value = word.partition("=")
        if not between:
            raise DataFileError("--set", "", f"'{word}'", "NAME=VALUE, such as most_matches=500")
        result[name.strip()] = _one("--set", name.strip(), name.strip(), _value(value.strip()))
    return result


def _one(file: str, where: str, name: str, value: Any) -> Any:
    known = settable()
    if name not in known:
        hint = closest(name, known)
        raise DataFileError(file, where, f"the name '{name}'", f"one of {listed(known)}", hint)
    try:
        return known[name].read(value)
    except msgspec.ValidationError:
        raise DataFileError(file, where, f"{name} = {value!r}", known[name].expected) from None


def _value(text: str) -> Any:
    """Parse a TOML value; text may go without quotes."""
    try:
        return read_toml_text(f"value = {text}")["value"]
    except TomlFault:
        return text


def data_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return the user's folder for matches on this platform; ARDENNES_DATA overrides it."""
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
    """Return the address of the database in a folder. Create both, readable only by this user."""
    return f"sqlite:///{_own_file(folder, DATABASE_FILE)}"


def new_token() -> str:
    """Return a random token for the lobby."""
    return secrets.token_urlsafe(32)


def kept_token(folder: Path) -> str:
    """Return the lobby's token, saved in a file that only this user can read, so that bookmarks keep
    working.
    """
    file = _own_file(folder, TOKEN_FILE)
    result = read_text(file).strip()
    if not result:
        result = new_token()
        file.write_text(f"{result}\n", encoding="utf-8")
    return result


def _own_file(folder: Path, name: str) -> Path:
    file = folder.absolute() / name
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600)
    except OSError as error:
        raise UserError(
            f"cannot save matches in the folder {folder}: {error.strerror}; "
            "name another with --data or ARDENNES_DATA"
        ) from None
    return file
