"""Dice that fall in every battle as is best for the Germans: how far luck alone can carry them.

Only the dice of battles are chosen; weather, supply, fuel, air and bridges stay as the seed has them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ardennes.dice import Dice
from ardennes.errors import UserError
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.schema.terms import GERMAN as BREAKTHROUGH_GERMAN
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.schema.terms import GERMAN as PLAYSHEET_GERMAN
from ardennes.kernel.contract import AnyGame
from ardennes.lab.dice import dice_for

BEST = "best_german"  # the kind of dice, beside those of lab/dice.py

Best = Callable[[str, int], int | None]  # (key of a die, its faces): the best face, or None for any other die
Position = Callable[[], Any]  # the state before the order that is carried out


class BestDice:
    """The dice of a seed, with the best face for the Germans wherever a battle is decided."""

    def __init__(self, dice: Dice, best: Best) -> None:
        self._dice, self._best = dice, best

    def roll(self, index: int, key: str, sides: int = 6) -> int:
        return self._best(key, sides) or self._dice.roll(index, key, sides)


def best_dice(game: AnyGame, seed: int, position: Position) -> BestDice:
    """Return the dice of a game with this seed; raise UserError for a game whose dice are not known here."""
    if game.id not in _BEST:
        raise UserError(f"{game.name} has no {BEST!r} dice; these games have: {', '.join(_BEST)}")
    return BestDice(dice_for("keyed", seed), _BEST[game.id](game, position))


RETREAT = re.compile(r": does (\S+) (?:retreat from|surrender in) ")
LOSSES = re.compile(r": the (attackers|defenders)' losses at (\S+)$")
COMBAT = re.compile(r" (\d{4}): (combat|retirement)$")


def _breakthrough(game: AnyGame, position: Position) -> Best:
    """Americans retreat and surrender, Germans do not, BTA-8.4a, BTA-4.3b. Attackers lose as little as they
    can, since high losses of attackers bring the Germans fewer points. After that, American defenders lose as
    much as they can and German ones as little, BTA-8.3a."""
    assert isinstance(game, Breakthrough)
    w = game.world
    germans = w.of_side[BREAKTHROUGH_GERMAN]

    def best(key: str, sides: int) -> int | None:
        if match := RETREAT.search(key):
            return sides if w.by_id[match[1]] in germans else 1
        if match := LOSSES.search(key):
            spared = match[1] == "attackers" or _stands(position(), germans, w.grid.at(match[2]))
            return 1 if spared else sides
        return None

    return best


def _playsheet(game: AnyGame, position: Position) -> Best:
    """The combat die is high where Germans attack and low where they defend, OPS-COMBAT-2. Beaten Allies
    retire as near as they can and Germans as far, OPS-COMBAT-18: Allies that retire far hold the places
    behind the front, and the Germans get no points at all."""
    assert isinstance(game, Playsheet)
    w = game.world
    germans = w.of_side[PLAYSHEET_GERMAN]

    def best(key: str, sides: int) -> int | None:
        if match := COMBAT.search(key):
            german = _stands(position(), germans, w.cell_of(match[1]))
            return sides if german == (match[2] == "retirement") else 1
        return None

    return best


def _stands(state: Any, units: Iterable[int], cell: int) -> bool:
    """Return whether one of the units is in the hex; then the enemy attacks it there."""
    return any(state.where[unit] == cell for unit in units)


_BEST: dict[str, Callable[[AnyGame, Position], Best]] = {
    "breakthrough": _breakthrough,
    "playsheet": _playsheet,
}
