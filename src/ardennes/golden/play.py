"""Play goldens: what computer players order in a few matches, and the versions they were recorded under.

    1 allied
      hide_dump 909
    2 german
      choose_setup historical
    end

Replaying a file lets the players of its recipe play the match again. `play/versions.toml` says for each game
under which version of its players and rules its files were recorded, with a digest of them all: a change of
play must raise the number in `src/ardennes/players/versions.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from ardennes import players
from ardennes.errors import UserError
from ardennes.golden import matches
from ardennes.golden.file import END, ENDING, PLAY, Given, Golden, Lines, head_text
from ardennes.golden.matches import Difference, Pair, short_digest
from ardennes.golden.order_sources import computer_orders
from ardennes.golden.order_text import order_text
from ardennes.golden.rules import NOT_RECORDED
from ardennes.kernel.contract import AnyGame

RECORDED = "versions.toml"  # in the folder of the play goldens
PLAYERS = Path(players.__file__).parent / "versions.toml"
RECORDED_HEAD = """\
# Under which versions of its computer players and rules each game's play goldens were recorded, and a digest
# of the files. `python -m ardennes.golden record` writes this file.

"""


class PlayGolden(NamedTuple):
    golden: Golden
    orders: tuple[Given, ...]
    recorded: bool


class Versions(NamedTuple):
    """What the play goldens of a game were recorded under, and a digest of them."""

    players: int
    rules: str
    digest: str


def read(lines: Lines) -> PlayGolden:
    golden = lines.head()
    if not golden.recipe.players:
        lines.fail("the players of a match that computers play", 5)
    if lines.over:
        return PlayGolden(golden, (), recorded=False)
    orders = tuple(Given(n, side, text, line) for n, (side, line, text) in enumerate(lines.orders(), 1))
    lines.end()
    return PlayGolden(golden, orders, recorded=True)


def record(game: AnyGame, lines: Lines) -> str:
    """Let the players of a recipe play the match and return the file."""
    golden = read(lines).golden
    text, side = [head_text(PLAY, golden.recipe, "")], -1
    for number, (giver, order) in enumerate(computer_orders(game, golden.recipe), 1):
        if giver != side:
            side = giver
            text.append(f"{number} {game.sides[side]}")
        text.append(f"  {order_text(game, order)}")
    return "\n".join([*text, END, ""])


def replay(lines: Lines, game: AnyGame) -> tuple[int, Difference | None]:
    """Play a recipe again; return how many orders were recorded, and the first one that differs now."""
    old = read(lines)
    golden = old.golden
    if not old.recorded:
        raise UserError(NOT_RECORDED.format(golden.full_name))
    now = [
        (game.sides[side], order_text(game, order)) for side, order in computer_orders(game, golden.recipe)
    ]
    for number, (given, order) in enumerate(zip_longest(old.orders, now), 1):
        recorded = f"{given.side} {given.text}" if given else "none"
        is_now = " ".join(order) if order else "none"
        if recorded != is_now:
            remedy = (
                f"A computer player gives another order: fix the code or, if intended, raise {game.id} in "
                f"src/ardennes/players/{PLAYERS.name} and {matches.record_again(golden)}"
            )
            where = f"order {number}" + (f" (line {given.line})" if given else "")
            pair = Pair("order", recorded, is_now)
            return len(old.orders), Difference(
                golden.full_name, matches.ORDERS, where, (pair,), remedy, number
            )
    return len(old.orders), None


def digest_of(folder: Path, game: str) -> str:
    """A digest of the play goldens of a game."""
    paths = sorted((folder / PLAY / game).glob(f"*{ENDING}"))
    return short_digest(b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in paths), 8)


def recorded_versions(folder: Path) -> dict[str, Versions]:
    """What is recorded in the folder's versions.toml, by game."""
    file = folder / PLAY / RECORDED
    tables = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {game: Versions(**table) for game, table in tables.items()}


def write_versions(folder: Path, versions: Mapping[str, Versions]) -> None:
    lines = [
        f'{game} = {{ players = {of.players}, rules = "{of.rules}", digest = "{of.digest}" }}'
        for game, of in sorted(versions.items())
    ]
    text = RECORDED_HEAD + "\n".join(lines) + "\n"
    (folder / PLAY / RECORDED).write_text(text, encoding="utf-8", newline="\n")


def why_not_current(folder: Path, game: AnyGame, players_now: int) -> str:
    """Return what is wrong with the versions of a game's play goldens; empty if nothing is."""
    old = recorded_versions(folder).get(game.id)
    remedy = f'{matches.RECORD} {PLAY}/{game.id} --reason "..."'
    if old is None:
        return f"The play goldens of {game.id} have no entry in {PLAY}/{RECORDED}; record them: {remedy}"
    if old.players != players_now:
        return (
            f"The play goldens of {game.id} were recorded under version {old.players} of its players, "
            f"which is now {players_now}; record them: {remedy}"
        )
    if old.digest != digest_of(folder, game.id):
        return (
            f"The play goldens of {game.id} changed, but the version of its players did not: raise "
            f"{game.id} in src/ardennes/players/{PLAYERS.name} from {old.players} to {old.players + 1}, "
            f"then record them: {remedy}"
        )
    return ""


def numbers(file: Path = PLAYERS) -> dict[str, int]:
    """The versions of the computer players, by game, read now."""
    return dict(tomllib.loads(file.read_text(encoding="utf-8")))


def raise_numbers(games: Sequence[str], file: Path = PLAYERS) -> None:
    """Raise the versions of the computer players of some games by one."""
    text = file.read_text(encoding="utf-8")
    for game in games:
        old = numbers(file)[game]
        text = re.sub(rf"(?m)^{game} = {old}$", f"{game} = {old + 1}", text)
    file.write_text(text, encoding="utf-8", newline="\n")
