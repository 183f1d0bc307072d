"""Where matches are saved: an automatic file after every order, and files the player names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ardennes.dice import new_seed
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import Match

KEPT = 20  # autosaves; the oldest are deleted
LAST = "last"  # the word for the newest of them


def folder() -> Path:
    """Return the folder of autosaves; ARDENNES_SAVES names another one."""
    named = os.environ.get("ARDENNES_SAVES")
    if named:
        return Path(named)
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "ardennes"


def autosave_path(match: Match[Any]) -> Path:
    """Return the autosave of a match: its name contains the beginning of the seal of its dice."""
    return folder() / f"{match.game.id}-{match.commitment[:8]}.json"


def autosaves(game_id: str) -> list[Path]:
    """Return the autosaves of the game, newest first."""
    try:
        result = [(path.stat().st_mtime, path) for path in folder().glob(f"{game_id}-????????.json")]
    except OSError:
        return []
    return [path for _, path in sorted(result, reverse=True)]


def autosave(match: Match[Any], seats: Sequence[str] = ()) -> Path:
    """Write the autosave of a match, or raise SaveError with the reason."""
    path = autosave_path(match)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise savefile.SaveError(f"cannot make the folder {path.parent}: {error.strerror}") from None
    fresh = not path.exists()
    savefile.write(match, path, seats)
    if fresh:
        for old in autosaves(match.game.id)[KEPT:]:
            old.unlink(missing_ok=True)
    return path


def named_file(name: str) -> Path:
    """Return the file a player names; .json is added if it has no suffix."""
    path = Path(name).expanduser()
    return path if path.suffix or path.is_dir() else path.with_suffix(".json")


def is_foreign(path: Path, match: Match[Any]) -> bool:
    """Whether the file is not an older save of this match."""
    try:
        save = savefile.read_header(path.read_bytes(), path.name)
    except (UserError, OSError):
        return True
    return save.commitment != match.commitment


def open_match(name: str, game_id: str, at: int | None = None) -> Match[Any]:
    """Open a match from a file, or the newest autosave.

    `at`: start a new match after that many orders of it, with new dice.
    """
    path = find(name, game_id)
    try:
        match = savefile.read(path, find_game)
    except savefile.OtherRules as error:
        if at is None or error.match is None or at > error.match.seq:
            raise
        match = error.match
    if match.game.id != game_id:
        raise UserError(f"{path.name} is a match of {match.game.name}, not of {game_id}.")
    return match if at is None else match.fork(at, new_seed())


def seats_in(name: str, game_id: str) -> tuple[str, ...]:
    """Return who played each side when the match was saved; empty if the file does not say."""
    return savefile.read_seats(find(name, game_id).read_bytes())


def find(name: str, game_id: str) -> Path:
    path = named_file(name) if not Path(name).expanduser().is_file() else Path(name).expanduser()
    if not path.is_file():
        if name != LAST:
            raise UserError(f"There is no file {path}.{_known(game_id)}")
        kept = autosaves(game_id)
        if not kept:
            raise UserError("No match has been saved yet.")
        path = kept[0]
    return path


def _known(game_id: str) -> str:
    kept = autosaves(game_id)
    return f" The newest autosave is {kept[0]}: type load last." if kept else ""
