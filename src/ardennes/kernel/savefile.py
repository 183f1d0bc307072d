"""Save files: a match as one JSON document that is valid as a whole, or refused."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from ardennes.dice import keeps_promise
from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame, State
from ardennes.kernel.match import Entry, Fork, Match, ReplayError, Setting, promise_of, settle_options
from ardennes.kernel.nesting import TOO_DEEP, is_too_deep

FORMAT = "ardennes-match"
FORMAT_VERSION = 2
ONE_PROMISE = 2  # from this version on the promise includes forks
SNAPSHOT_AFTER = 256  # shorter journals are fast to replay
HUMAN = "human"  # player of a side without a computer player
MAX_BYTES = 256 * 1024 * 1024


class SaveError(UserError):
    """An invalid save file; the file itself is left as it is."""


class OtherRules(SaveError):
    """A save of another rules version whose orders do not all agree; `match` has those that do."""

    def __init__(self, words: str, match: Match[Any] | None) -> None:
        super().__init__(words)
        self.match = match


class _Line(msgspec.Struct, array_like=True):
    side: int
    order: dict[str, Any]
    digest: str
    rolls: int
    final: bool


class _Fork(msgspec.Struct, array_like=True):
    first: int
    seed: str
    nonces: tuple[str, ...] = ()


class SaveFile(msgspec.Struct, kw_only=True):
    """The content of a save file, field by field."""

    format: str
    format_version: int
    game: str
    rules: str
    scenario: str
    options: dict[str, Any]
    commitment: str
    seed: str
    nonces: tuple[str, ...] = ()
    forks: tuple[_Fork, ...] = ()
    known: str = ""
    start: str
    journal: list[_Line]
    snapshot_at: int = 0
    snapshot: dict[str, Any] | None = None
    checksum: str = ""


def _checksum(save: SaveFile) -> str:
    body = msgspec.to_builtins(msgspec.structs.replace(save, checksum=""))
    if save.format_version < ONE_PROMISE:  # as the file's version defines it
        del body["known"]
        body["forks"] = [fork[:2] for fork in body["forks"]]
    return hashlib.blake2b(msgspec.json.encode(body, order="sorted"), digest_size=16).hexdigest()


def to_bytes(match: Match[Any], seats: Sequence[str] = ()) -> bytes:
    """Return the whole match as text, seed included: anyone with the file has the dice.

    The players of each side are written next to the match. They are not part of it, and the checksum leaves
    them out.
    """
    if not match.sealed:
        raise SaveError("a match with custom dice cannot be saved, because its seed does not determine them")
    lines = [_Line(e.side, msgspec.to_builtins(e.order), e.digest, e.rolls, e.final) for e in match.journal]
    snapshot: State | None = match.state if match.seq >= SNAPSHOT_AFTER else None
    save = SaveFile(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        game=match.game.id,
        rules=match.game.version,
        scenario=match.setting.scenario,
        options=match.setting.options,
        commitment=match.commitment,
        seed=match.setting.seed.hex(),
        nonces=match.setting.nonces,
        forks=tuple(_Fork(fork.first, fork.seed.hex(), fork.nonces) for fork in match.setting.forks),
        known=match.setting.known,
        start=match.start_digest,
        journal=lines,
        snapshot_at=match.seq if snapshot is not None else 0,
        snapshot=snapshot.record() if snapshot is not None else None,
    )
    save.checksum = _checksum(save)
    data = msgspec.json.encode(save)
    return data[:-1] + b',"seats":' + msgspec.json.encode(seats) + b"}" if seats else data


class _Beside(msgspec.Struct):
    seats: tuple[str, ...] = ()


def read_seats(data: bytes) -> tuple[str, ...]:
    """Return the player of each side, if the file says so."""
    if is_too_deep(data):
        return ()
    try:
        return msgspec.json.decode(data, type=_Beside).seats
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ()


def write(match: Match[Any], path: Path, seats: Sequence[str] = ()) -> None:
    """Save so that a crash at any moment leaves either the old file or the new one complete."""
    data = to_bytes(match, seats)
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise SaveError(f"cannot write in {path.parent}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise SaveError(
                f"cannot save {path}: {error.strerror}; an older save there is untouched"
            ) from None
        raise


def read_header(data: bytes, name: str) -> SaveFile:
    """Decode the file and check everything that does not need the rulebook."""
    if len(data) > MAX_BYTES:
        raise SaveError(f"{name} is larger than any match ({len(data)} bytes)")
    if is_too_deep(data):
        raise SaveError(f"{name} is not an Ardennes match: it has {TOO_DEEP}")
    try:
        loose = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise SaveError(f"{name} is not a whole save file: it is damaged or was cut short") from None
    if not isinstance(loose, dict) or loose.get("format") != FORMAT:
        raise SaveError(f"{name} is not an Ardennes match: its format is not {FORMAT!r})")
    version = loose.get("format_version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise SaveError(f"{name} is damaged: its save format is {version!r}, not a whole number from 1 up")
    if version > FORMAT_VERSION:
        raise SaveError(
            f"{name} was written by a newer Ardennes (save format {version}; this one reads up to "
            f"{FORMAT_VERSION}): update the program to open it"
        )
    try:
        save = msgspec.convert(loose, SaveFile)
        setting = _setting(save, save.options)
        checksum = _checksum(save)
    except (msgspec.ValidationError, ValueError, OverflowError) as error:
        raise SaveError(f"{name} is damaged: {error}") from None
    if checksum != save.checksum:
        raise SaveError(f"{name} is damaged: its checksum does not match its content")
    if save.format_version < ONE_PROMISE:
        honest = keeps_promise(setting.seed, save.commitment)
    else:
        honest = promise_of(setting) == save.commitment
    if not honest:
        raise SaveError(f"{name} has been changed: its seed is not the one promised at the start")
    return save


def _setting(save: SaveFile, options: dict[str, Any]) -> Setting:
    """Decode a seed; ValueError if it is not a hexadecimal number."""
    forks = tuple(Fork(fork.first, bytes.fromhex(fork.seed), fork.nonces) for fork in save.forks)
    return Setting(save.scenario, options, bytes.fromhex(save.seed), save.nonces, forks, save.known)


def from_bytes(
    data: bytes, find_game: Callable[[str], AnyGame], name: str = "the save file", *, replay: bool = False
) -> Match[Any]:
    """Open a match; SaveError or UserError says what is wrong. `replay` checks every order."""
    save = read_header(data, name)
    game = find_game(save.game)
    try:
        options = settle_options(game, save.options)
    except UserError as error:
        raise SaveError(f"{name}: {error}") from None
    try:
        match: Match[Any] = Match(game, _setting(save, options))
        if save.rules != game.version:
            _restore_under_new_rules(match, save, name)
            return match
        entries = [*_entries(save, game)]
        snapshot = None
        if save.snapshot is not None and not replay:
            snapshot = (save.snapshot_at, game.read_state(save.snapshot))
    except (msgspec.ValidationError, ValueError, OverflowError) as error:
        raise SaveError(f"{name} is damaged: {error}") from None
    if match.start_digest != save.start:
        raise SaveError(f"{name} has a different starting position than this program sets up")
    try:
        match.restore(entries, snapshot)  # without a snapshot this plays and compares every order
    except (ReplayError, OverflowError) as error:
        raise SaveError(f"{name} does not replay: {error}") from None
    return match


def _entries(save: SaveFile, game: AnyGame) -> Iterator[Entry]:
    for line in save.journal:
        yield Entry(line.side, game.read_order(line.order), line.digest, line.rolls, line.final)


def _restore_under_new_rules(match: Match[Any], save: SaveFile, name: str) -> None:
    """Replay a save of another rules version; OtherRules if an order gives a different result."""
    game = match.game
    made = f"{name} was made under rules version {save.rules} of {game.name}; this program has {game.version}"
    if match.start_digest != save.start:
        raise OtherRules(
            f"{made}, under which the starting position differs. Open it with the program that made it.",
            None,
        )
    reason = match.restore_agreeing(_entries(save, game))
    if reason:
        raise OtherRules(
            f"{made}, under which {reason}. The orders before it agree ({match.seq} of {len(save.journal)}). "
            f"Open it with the program that made it, or continue from there with new dice: "
            f"ardennes play {game.id} --load {name} --at {match.seq}",
            match,
        )


def read(path: Path, find_game: Callable[[str], AnyGame], *, replay: bool = False) -> Match[Any]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SaveError(f"{path.name} is larger than any match ({path.stat().st_size} bytes)")
        data = path.read_bytes()
    except OSError as error:
        raise SaveError(f"cannot read {path}: {error.strerror}") from None
    return from_bytes(data, find_game, path.name, replay=replay)
