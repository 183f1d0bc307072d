"""Save a failed game as a file that anybody can open: `ardennes verify FILE`, `ardennes play --load FILE`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from ardennes.dice import SealedDice, seed_from_number
from ardennes.kernel import savefile
from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.match import Fork, Match, Setting

SHARE = 4  # dice fixed by one fork; each more makes the search for a seed six times longer


def forks_that_show(faces: Sequence[tuple[int, int]]) -> tuple[Fork, ...]:
    """Return seeds, and the dice from which they apply, so that a sealed match shows exactly these (face,
    sides).

    A save file contains a sealed match; keyed dice are converted to it this way, a few dice per seed.
    """
    return tuple(
        Fork(first, _seed_for(faces[first : first + SHARE], first)) for first in range(0, len(faces), SHARE)
    )


def _seed_for(faces: Sequence[tuple[int, int]], first: int) -> bytes:
    for number in count():
        seed = seed_from_number(number)
        dice = SealedDice(seed)
        if all(dice.roll(first + i, "", sides) == face for i, (face, sides) in enumerate(faces)):
            return seed
    raise AssertionError("unreachable")


def match_of(
    game: AnyGame,
    scenario: str,
    options: dict[str, Any],
    seed: int,
    journal: Sequence[tuple[int, Order]],
    faces: Sequence[tuple[int, int]],
    *,
    sealed: bool,
) -> Match[Any]:
    """Return the game as a match: the same orders, the same dice."""
    forks = () if sealed else forks_that_show(faces)
    match: Match[Any] = Match(game, Setting(scenario, options, seed_from_number(seed), (), forks))
    for side, order in journal:
        match.play(side, order)
    return match


def write_fault(match: Match[Any], path: Path, failure: str, order: Order | None) -> None:
    """Save the game up to the order that failed, and a text file with the error next to it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    savefile.write(match, path)
    text = f"{failure}\n"
    if order is not None:
        text += f"\nThe next order: {msgspec.json.encode(order).decode()}\n"
    path.with_suffix(".txt").write_text(text, encoding="utf-8")
