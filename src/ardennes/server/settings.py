"""How a server is set up: everything that can be set, where it is read from, and where matches are kept."""

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
TOKEN_VARIABLE = "ARDENNES_TOKEN"  # of the environment
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,}")
MOST_WORKERS = 4


def count(words: str, least: int = 1) -> Meta:
    return Meta(ge=least, description=words)


def rate(words: str) -> Meta:
    return Meta(gt=0, description=words)


def tells(words: str) -> Meta:
    return Meta(description=words)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be set; the defaults suit one person's own machine."""

    database: Annotated[str, tells("where the matches are kept; empty: in the data folder")] = ""
    token: Annotated[str, tells("opens the lobby; empty: one is made and kept in the data folder")] = ""
    hosts: Annotated[
        tuple[str, ...], tells("names besides localhost under which the server may be called")
    ] = ()
    proxies: Annotated[
        tuple[str, ...], tells("addresses of reverse proxies that are believed when they name the client")
    ] = ()

    # Connections
    most_connections: Annotated[int, count("connections in all, as far as the system's files suffice")] = 4000
    most_connections_an_address: Annotated[
        int, count("of one client address, and never more than half of all; named proxies may take all")
    ] = 1000
    header_seconds: Annotated[float, rate("for the head of a request to arrive")] = 15.0
    body_seconds: Annotated[float, rate("for its body to arrive")] = 60.0
    answer_seconds: Annotated[float, rate("for a client to take more of its answer")] = 30.0
    idle_seconds: Annotated[float, rate("until a connection without a request is closed")] = 75.0

    # Requests
    requests_a_second: Annotated[float, rate("of one client address, on average")] = 400.0
    burst: Annotated[int, count("of them at once")] = 800
    cpu_a_second: Annotated[
        float, rate("milliseconds of processor time for one seat and all matches forked from it, on average")
    ] = 500.0
    cpu_burst: Annotated[int, count("of them at once")] = 8000
    most_requests_at_once: Annotated[int, count("that are worked on for one seat; the others wait")] = 2
    body_limit: Annotated[int, count("bytes of a request")] = 64 * 1024
    import_limit: Annotated[int, count("bytes of a match file")] = 16 * 1024 * 1024

    # Matches
    most_matches: Annotated[int, count("matches in all")] = 2000
    most_live: Annotated[int, count("of them held in memory at once, within live_bytes")] = 2000
    live_bytes: Annotated[int, count("that matches may take in memory, about")] = 512 * 1024 * 1024
    grace: Annotated[
        float, rate("seconds after the start in which no turn is handed in because its time is over")
    ] = 60.0
    most_forks_a_seat: Annotated[
        int, count("matches forked from one seat, and from the seats of those forks", 0)
    ] = 50
    made_a_second: Annotated[float, rate("matches made, imported or forked by one client address")] = 5.0
    made_burst: Annotated[int, count("of them at once")] = 40
    most_trials: Annotated[int, count("cases tried at once; the oldest makes room for a new one")] = 60
    trial_seconds: Annotated[float, rate("after which a case nobody has looked at is put away")] = 3600.0
    most_setups: Annotated[int, count("set-ups kept in all", 0)] = 5000
    most_setups_an_owner: Annotated[int, count("set-ups in one browser's drawer", 0)] = 50
    most_setups_a_seat: Annotated[
        int, count("set-ups kept from one seat, whatever the drawer, and from the seats of its forks", 0)
    ] = 100

    # Sockets and messages
    most_sockets: Annotated[int, count("live sockets in all", 0)] = 2000
    most_sockets_a_match: Annotated[int, count("of one match; half of them for those who watch", 0)] = 400
    most_sockets_a_seat: Annotated[int, count("of one seat", 0)] = 40
    most_sockets_a_person: Annotated[int, count("of one seat and all matches forked from it", 0)] = 200
    sockets_a_second: Annotated[
        float, rate("live sockets opened for one seat and the matches forked from it")
    ] = 2.0
    sockets_burst: Annotated[int, count("of them at once")] = 60
    socket_frames_a_second: Annotated[float, rate("frames one live socket may send, pings among them")] = 5.0
    socket_frames_burst: Annotated[int, count("of them at once")] = 40
    socket_bytes_a_second: Annotated[float, rate("bytes one live socket may send")] = 2048.0
    socket_bytes_burst: Annotated[int, count("of them at once", 4200)] = 16384
    most_messages_a_side: Annotated[int, count("messages of one side of a match", 0)] = 4000
    messages_a_second: Annotated[float, rate("of one commander")] = 0.5
    messages_burst: Annotated[int, count("of them at once")] = 20

    # Thinking
    workers: Annotated[int, count("processes in which computer players think; 0: by the processors", 0)] = 0
    deadline: Annotated[float, rate("seconds a computer player may think about one order")] = 30.0
    hints_a_second: Annotated[float, rate("of one seat and the matches forked from it; one at a time")] = 0.5
    hints_burst: Annotated[int, count("of them at once")] = 10
    most_hints_waiting: Annotated[int, count("of all seats together")] = 50
    marches_a_second: Annotated[
        float, rate("plans for several units, of one seat and the matches forked from it")
    ] = 3.0
    marches_burst: Annotated[int, count("of them at once")] = 20
    march_deadline: Annotated[float, rate("seconds such a plan may take")] = 5.0
    most_hints_a_person: Annotated[
        int, count("hints and plans waiting, of one seat and all matches forked from it")
    ] = 4
    most_reports_waiting: Annotated[int, count("accounts and reports, of everybody together")] = 40
    most_reports_a_person: Annotated[
        int, count("of them waiting for one seat and the seats of matches forked from it")
    ] = 8
    most_deep_reports_a_person: Annotated[
        int, count("deep reports under way for one seat and the seats of matches forked from it")
    ] = 2
    deep_report_idle_seconds: Annotated[
        float, rate("after which a deep report ends that no page asks about")
    ] = 300.0
    report_deadline: Annotated[float, rate("seconds the account of a finished match may take")] = 600.0

    clock: Callable[[], float] | None = None  # by which turns with a time limit are over; none: a steady one

    def __post_init__(self) -> None:
        proxies_of(self)
        for host in self.hosts:
            if parse_host(host) is None:
                raise UserError(f"{host!r} is not a name of a server: write it such as table.example.org")
        if self.token and not TOKEN.fullmatch(self.token):
            raise UserError(
                "the lobby's token must be 16 letters, digits, - or _ at least, so that nobody guesses it"
            )

    @property
    def thinkers(self) -> int:
        """How many processes think."""
        return self.workers or max(1, min(MOST_WORKERS, (os.cpu_count() or 2) - 1))


def proxies_of(settings: Settings) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """The proxies that are believed; UserError names what is no address."""
    result = []
    for proxy in settings.proxies:
        try:
            result.append(ipaddress.ip_network(proxy))
        except ValueError:
            raise UserError(
                f"{proxy!r} is no address of a proxy: write it in numbers, such as 10.0.0.2 or 10.0.0.0/24"
            ) from None
    return result


class Setting(msgspec.Struct, frozen=True):
    """One of them, as people are told about it."""

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
        """The value, of the setting's own kind; ValueError where it will not do."""
        return msgspec.convert(value, Annotated[self.kind, self.meta])


def settable() -> dict[str, Setting]:
    """Everything a file or the command line may set, by name."""
    hints = get_type_hints(Settings, include_extras=True)
    result = {}
    for field in msgspec.structs.fields(Settings):
        if get_origin(hints[field.name]) is Annotated:
            kind, meta = get_args(hints[field.name])
            result[field.name] = Setting(field.name, kind, meta, field.default)
    return result


def read_settings(file: Path | None, words: Sequence[str] = ()) -> dict[str, Any]:
    """What a TOML file and `NAME=VALUE` on the command line set; the command line has the last word."""
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
    """A value as TOML has it; a text may go without its quotes."""
    try:
        return read_toml_text(f"value = {text}")["value"]
    except TomlFault:
        return text


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
    return f"sqlite:///{_own_file(folder, DATABASE_FILE)}"


def new_token() -> str:
    """For the lobby."""
    return secrets.token_urlsafe(32)


def kept_token(folder: Path) -> str:
    """The lobby's token, kept in a file that only this user reads, so that a bookmark works tomorrow too."""
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
            f"cannot keep matches in the folder {folder}: {error.strerror}; "
            "name another with --data or ARDENNES_DATA"
        ) from None
    return file
