"""Start matches from recipes, and describe differences from the record."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.golden.file import Golden, Recipe
from ardennes.kernel.contract import AnyGame, Event
from ardennes.kernel.match import Match, Setting, settle_options

RECORD = "python -m ardennes.golden record"
SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
# Kinds of difference.
VERSION, OUTCOME, EVENTS, KNOWN, WORDS, ORDERS = ("version", "outcome", "events", "known", "words", "orders")

Watch = Callable[[Match[Any], Sequence[Event]], None]  # called at the start and after each order


class Pair(NamedTuple):
    """A recorded value and its present counterpart."""

    what: str
    recorded: str
    now: str


@dataclass(frozen=True)
class Difference:
    """The first order of a golden file whose result differs from the record."""

    name: str  # rules/tigers/staff
    kind: str
    where: str
    pairs: tuple[Pair, ...]
    remedy: str
    order: int = 0  # its number; 0 at the start, or if it does not matter
    fields: tuple[str, ...] = ()  # fields of the state that differ

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.where}"]
        for pair in self.pairs:
            lines += [f"  {pair.what}", f"    recorded  {pair.recorded}", f"    now       {pair.now}"]
        return "\n".join([*lines, f"  {self.remedy}"])


def no_watch(match: Match[Any], events: Sequence[Event]) -> None:
    """Do nothing."""


def new_game(game: AnyGame, recipe: Recipe) -> Match[Any]:
    """Return the match of a recipe before its first order."""
    options = settle_options(game, recipe.options)
    return Match(game, Setting(recipe.scenario, options, seed_from_number(recipe.seed)))


def position_digest(match: Match[Any]) -> str:
    return match.journal[-1].digest if match.journal else match.start_digest


def short_digest(data: bytes, length: int) -> str:
    """Return a short hash of a text."""
    number = int.from_bytes(hashlib.blake2b(data, digest_size=8).digest())
    signs = ""
    for _ in range(length):
        number, sign = divmod(number, len(SIGNS))
        signs += SIGNS[sign]
    return signs


def side_number(golden: Golden, game: AnyGame, side: str, where: str) -> int:
    if side not in game.sides:
        raise UserError(
            f"{golden.full_name}: {where}: write SIDE: ORDER; the sides are {', '.join(game.sides)}"
        )
    return game.sides.index(side)


def version_difference(golden: Golden, game: AnyGame) -> Difference | None:
    """Return the difference if a file was recorded under another rules version."""
    if golden.version == game.version:
        return None
    pair = Pair("rules version", golden.version or "none", game.version)
    remedy = f"The rules version changed: {record_again(golden)}"
    return Difference(golden.full_name, VERSION, "recorded under another rules version", (pair,), remedy)


def outcome_remedy(golden: Golden, game: AnyGame) -> str:
    return (
        "The outcome changed but the rules version did not: raise RULES_VERSION in "
        f"{type(game).__module__} or fix the code. After raising it, {record_again(golden)}"
    )


def record_again(golden: Golden) -> str:
    return f'record it again: {RECORD} {golden.full_name} --reason "..."'
