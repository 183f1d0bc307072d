"""Roll dice in Breakthrough: count them, name them, and report them to both sides or to one."""

from __future__ import annotations

from fractions import Fraction

from ardennes.dice import Dice, roll_percent
from ardennes.games.breakthrough.rules.model.events import Drawn
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.kernel.contract import Events, Rolled

PERCENT = 100  # faces of the die for a chance
FINE = 1000  # faces of the die for a uniform draw

BOTH = -1  # the owner of a die that both sides see


def _key(s: BreakthroughState, key: str) -> str:
    return f"turn {s.turn} phase {s.phase}: {key}"


def _report(
    s: BreakthroughState, events: Events, face: int, what: str, rule: str, sides: int, owner: int
) -> None:
    s.rolls += 1
    if owner == BOTH:
        events.append(Rolled(face, what, rule, sides))
    else:
        events.append(Drawn(face, what, rule, sides, owner))


def die(
    s: BreakthroughState, dice: Dice, events: Events, key: str, what: str, rule: str, sides: int = PERCENT
) -> int:
    """Roll a die that both sides see and return its face.

    `key` names the die for the dice, `what` for the players; this holds for all functions here.
    """
    face = dice.roll(s.rolls, _key(s, key), sides)
    _report(s, events, face, what, rule, sides, BOTH)
    return face


def chance(
    s: BreakthroughState,
    dice: Dice,
    events: Events,
    key: str,
    what: str,
    rule: str,
    percent: Fraction | int,
    owner: int = BOTH,
) -> bool:
    """Roll whether something happens that has this chance in percent."""
    face = roll_percent(dice, s.rolls, _key(s, key), int(percent))
    _report(s, events, face, what, rule, PERCENT, owner)
    return face <= percent


def uniform(s: BreakthroughState, dice: Dice, events: Events, key: str, what: str, rule: str) -> Fraction:
    """Draw a number u with 0 <= u < 1, in thousandths."""
    return Fraction(die(s, dice, events, key, what, rule, FINE) - 1, FINE)


def face_of(u: Fraction) -> int:
    """Return the face of the die for a draw."""
    return int(u * FINE) + 1
