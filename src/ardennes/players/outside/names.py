"""Names of players from outside, as commands take them.

`cmd:PROGRAM ARGS` is a program that speaks the line protocol; `cmd,seconds=30,megabytes=512:PROGRAM` changes
its limits. `module:Class` is a Python object called as (game, side, seed). A plain name is an entry point of
the group `ardennes.players` of an installed package, which names such an object.

They run code of somebody else, so only names typed by the user of this machine may reach these functions. The
server and saved matches use `players.api`, which knows the project's own players only.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, cast

from ardennes.errors import UserError
from ardennes.kernel.contract import AnyGame, Order
from ardennes.players.api import Maker, Player, check_player, is_own, make_player, player_names
from ardennes.players.outside.line_player import LinePlayer, printable
from ardennes.players.outside.process import Limits
from ardennes.players.stand_in import Fault, Seated

GROUP = "ardennes.players"
PROGRAM = re.compile(r"cmd((?:,[^:]*)?):(.*)", re.DOTALL)
OBJECT = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")
MOST = {"seconds": 3600, "megabytes": 65_536}
EXAMPLE = "cmd,seconds=30,megabytes=512:python3 my_player.py"


class FromPython:
    """A player written in Python outside the project."""

    def __init__(self, name: str, player: Player) -> None:
        self.name, self._player = name, player

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        try:
            order, why = self._player.act(view, side)
        except SystemExit:
            raise Fault("crash", "tried to end the program") from None
        if not isinstance(order, Order):
            raise Fault("illegal", f"gave {type(order).__name__} instead of an order")
        return order, printable(str(why))


def installed() -> dict[str, EntryPoint]:
    """Return the players of installed packages, by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def is_outside(name: str, game_id: str) -> bool:
    """Return whether the name has the form of a player from outside."""
    form = PROGRAM.fullmatch(name) or (
        OBJECT.fullmatch(name) and name.partition(":")[0] not in player_names(game_id)
    )
    return bool(form) or (not is_own(name, game_id) and name in installed())


def check_any_player(name: str, game: AnyGame) -> None:
    """Raise a UserError unless `name` is a player of the game or a usable one from outside."""
    if not is_own(name, game.id):
        _maker(name, game)


def make_any_player(name: str, game: AnyGame, side: int, seed: int, quiet: bool = True) -> Player:
    """Return the player called `name`; a stand-in decides where one from outside gives no legal order.

    `quiet` discards what a program writes to its error output.
    """
    if is_own(name, game.id):
        return make_player(name, game, side, seed)
    return seat_any_player(name, game, side, seed, quiet)


def seat_any_player(name: str, game: AnyGame, side: int, seed: int, quiet: bool = True) -> Seated:
    """Return the player called `name`, own or from outside, with a stand-in."""
    if is_own(name, game.id):
        return Seated(make_player(name, game, side, seed), game, seed)
    if match := PROGRAM.fullmatch(name):
        command, limits = parse_program(match[1], match[2])
        return Seated(LinePlayer(name, command, limits, game, side, seed, quiet), game, seed)
    try:
        player = _maker(name, game)(game, side, seed)
    except (Exception, SystemExit) as error:
        raise UserError(f"the player {name} could not be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(player, "act", None)):
        raise UserError(f"the player {name} has no method act(view, side); see docs/how-to/extend.md")
    return Seated(FromPython(name, player), game, seed)


def _maker(name: str, game: AnyGame) -> Maker:
    """Return what makes the player; a program has nothing to import, so it is only checked."""
    if match := PROGRAM.fullmatch(name):
        command, _ = parse_program(match[1], match[2])
        if shutil.which(command[0]) is None:
            raise UserError(f"the player {name} cannot start: there is no program {command[0]!r}")
        return make_nobody
    packages = installed()
    if name in packages:
        return _import(name, packages[name].value)
    if is_outside(name, game.id):
        return _import(name, name)
    try:
        check_player(name, game)
    except UserError as error:
        more = f" Installed packages have: {', '.join(packages)}." if packages else ""
        raise UserError(f"{error}{more}") from None
    raise AssertionError("unreachable: an own player is not looked up here")


def make_nobody(game: AnyGame, side: int, seed: int) -> Player:
    raise AssertionError("programs are made by seat_any_player")


def _import(name: str, where: str) -> Maker:
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)  # at the end, so that no file here replaces a module of Python
    try:
        result = resolve_name(where)
    except (Exception, SystemExit) as error:
        raise UserError(
            f"the player {name} cannot be imported from {where}: {type(error).__name__}: {error}"
        ) from error
    if not callable(result):
        raise UserError(f"the player {name} is not a class or function that takes (game, side, seed)")
    return cast(Maker, result)


def parse_program(settings: str, words: str) -> tuple[list[str], Limits]:
    """Return the command and its limits."""
    try:
        posix = os.name == "posix"  # elsewhere a backslash separates folders
        command = [word if posix else word.strip('"') for word in shlex.split(words, posix=posix)]
    except ValueError as error:
        raise UserError(f"cannot read the command {words!r}: {error}; for example: {EXAMPLE}") from None
    if not command:
        raise UserError(f"cmd: needs a program; for example: {EXAMPLE}")
    chosen = {}
    for setting in settings.split(",")[1:]:
        key, _, number = setting.partition("=")
        most = MOST.get(key, 0)
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= most):
            raise UserError(
                f"{setting!r} is not a limit; seconds (up to {MOST['seconds']}) and megabytes "
                f"(up to {MOST['megabytes']}) are whole numbers, for example: {EXAMPLE}"
            )
        chosen[key] = int(number)
    return command, Limits(**chosen)


def file_word(name: str) -> str:
    """Return the name as part of a file name. A player from outside gets a short hash, since its command
    may hold anything.
    """
    if not (PROGRAM.fullmatch(name) or OBJECT.fullmatch(name)):
        return name
    word = re.sub(r"[^\w.-]+", "_", name)[:40].strip("_")
    return f"{word}-{hashlib.blake2b(name.encode(), digest_size=3).hexdigest()}"


def dismiss(players: Iterable[object]) -> None:
    """End the programs among the players of a finished match."""
    for player in players:
        inner = player.player if isinstance(player, Seated) else player
        if isinstance(inner, LinePlayer):
            inner.close()
