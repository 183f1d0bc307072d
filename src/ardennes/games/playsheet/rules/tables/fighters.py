"""Air combat: fighters against fighters, and the aircraft that they shoot down after a breakthrough."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ardennes.games.playsheet.rules.tables.combat import Roll
from ardennes.games.playsheet.rules.tables.scale import nearest
from ardennes.games.playsheet.schema.sheet import LOSE, ODDS, WIN, Sheet
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN

ATTACKER_DIE, FIGHTER_DIE = "who attacks in the air", "air combat"
NOBODY = -1


class Dogfight(NamedTuple):
    """Fighters against fighters."""

    attacker: int  # the side that rolled; NOBODY if one side had no fighters
    odds: int  # column, 1 to 6; 0 without a roll
    die: int
    outcome: int  # Win, Draw or Lose for the attacker; -1 without a roll
    losses: tuple[int, int]  # squadrons, by side
    through: tuple[int, int]  # squadrons that break through, by side


class Shot(NamedTuple):
    """The aircraft that squadrons shoot down after a breakthrough."""

    serials: int
    bombers: int
    others: int  # ground attack and reconnaissance


def odds(larger: int, smaller: int) -> int:
    """Return the column: larger by smaller side, rounded down, at most the last, OPS-A2A-2."""
    return min(larger // smaller, len(ODDS))


def outcome(sheet: Sheet, larger: int, smaller: int, die: int) -> int:
    """Return the result for the larger side: Win, Draw or Lose, OPS-A2A-3."""
    return sheet.fighter_combat[odds(larger, smaller) - 1][die - 1]


def losses(sheet: Sheet, result: int, attacker: int, defender: int) -> tuple[int, int]:
    """Return the losses of attacker and defender: a share of the other's number, OPS-A2A-4, OPS-A2A-5."""
    attackers, defenders = sheet.fighter_losses[result]
    return (
        min(attacker, nearest(Fraction(attackers * defender, 100))),
        min(defender, nearest(Fraction(defenders * attacker, 100))),
    )


def attacking_side(fighters: tuple[int, int], roll: Roll) -> int:
    """Return the larger side; for equal numbers a die decides, 1 to 3 the Allies, OPS-A2A-1."""
    if fighters[ALLIED] != fighters[GERMAN]:
        return ALLIED if fighters[ALLIED] > fighters[GERMAN] else GERMAN
    return ALLIED if roll(ATTACKER_DIE) <= 3 else GERMAN


def dogfight(sheet: Sheet, fighters: tuple[int, int], roll: Roll) -> Dogfight:
    """Resolve fighters in one zone; the winner, or a side alone, breaks through, OPS-A2A-6,
    OPS-A2A-8."""
    if not all(fighters):
        return Dogfight(NOBODY, 0, 0, -1, (0, 0), fighters)
    attacker = attacking_side(fighters, roll)
    defender = 1 - attacker
    larger, smaller = fighters[attacker], fighters[defender]
    die = roll(FIGHTER_DIE)
    result = outcome(sheet, larger, smaller, die)
    lost = losses(sheet, result, larger, smaller)
    left = (larger - lost[0] if result == WIN else 0, smaller - lost[1] if result == LOSE else 0)
    by_side = (lost, left) if attacker == ALLIED else (lost[::-1], left[::-1])
    return Dogfight(attacker, odds(larger, smaller), die, result, *by_side)


def shot_down(sheet: Sheet, through: int, serials: int, bombers: int = 0, others: int = 0) -> Shot:
    """Return the losses: transports first, then bombers, then other aircraft, OPS-A2A-6, OPS-A2A-7."""
    lost_serials = min((through * sheet.serials_each).__floor__(), serials)
    left = Fraction(through) - lost_serials / sheet.serials_each
    lost_bombers = min(nearest(left * sheet.bombers_each), bombers)
    left = max(Fraction(0), left - lost_bombers / sheet.bombers_each)
    return Shot(lost_serials, lost_bombers, min(nearest(left * sheet.bombers_each), others))
