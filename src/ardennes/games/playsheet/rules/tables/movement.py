"""Movement: allowance in km, the time a stretch takes, rivers, night, truck lift and the half-turn rule.

Time is an exact share of the turn. The engine counts the same time in whole parts (`terms.TURN` of them to
the turn): `Sheet.steps` holds the parts of one hex, `parts` turns a share into them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.sheet import HEX_KM, Sheet
from ardennes.kernel.contract import Refusal

WHOLE = Fraction(1)
TROOPS = (
    "foot troops", "mechanised or motorised troops", "tanks and self-propelled guns", "motor-towed guns",
    "reconnaissance and light tanks",
)  # fmt: skip


CLASS_RULES = ("OPS-MOVE-5", "OPS-MOVE-6", "OPS-MOVE-7", "OPS-MOVE-8", "OPS-MOVE-9")


def words(name: str) -> str:
    """A word of the tables as people write it."""
    return name.replace("non_", "non-").replace("_", " ")


def moving_row(row: int, mode: int, trucks: bool, no_supply: bool = False) -> int:
    """The row a unit moves by: with truck lift the motorised one, but not tactically, OPS-UNIT-7, and not
    without SP, OPS-SUP-5."""
    return terms.MECH if trucks and not no_supply and row == terms.FOOT and mode != terms.TACTICAL else row


def check_mode(sheet: Sheet, row: int, mode: int, horse_guns: bool = False) -> Refusal | None:
    """May troops of this class move in this mode at all? OPS-MOVE-8; horse-drawn artillery OPS-UNIT-3."""
    allowed = [
        at
        for at in range(len(terms.MODES))
        if sheet.km[row][0][at] and not (horse_guns and at == terms.TACTICAL)
    ]
    if mode in allowed:
        return None
    who = "Horse-drawn artillery" if horse_guns else TROOPS[row].capitalize()
    modes = " or ".join(words(terms.MODES[at]) for at in allowed)
    rule = "OPS-MOVE-8" if row == terms.TOWED else "OPS-UNIT-3" if horse_guns else "OPS-MOVE-1"
    return Refusal(rule, f"{who} cannot move in {words(terms.MODES[mode])} mode.", f"Allowed: {modes}.")


def check_river(sheet: Sheet, row: int, mode: int) -> Refusal | None:
    """May troops of this class cross a river where no bridge stands? OPS-MOVE-14."""
    if not sheet.fords[row]:
        facts = f"{TROOPS[row].capitalize()} cannot cross a river without a bridge ({CLASS_RULES[row]})."
        return Refusal("OPS-MOVE-14", facts, "Go by a bridge.")
    if mode != terms.TACTICAL:
        facts = f"A river without a bridge cannot be crossed in {words(terms.MODES[mode])} mode."
        return Refusal("OPS-MOVE-14", facts, "Cross it in tactical mode or by a bridge.")
    return None


def allowance(sheet: Sheet, row: int, terrain: int, mode: int, night: bool = False) -> Fraction:
    """Km in one turn, OPS-MOVE-1; a quarter at night, OPS-MOVE-13; 0 where the mode is not allowed."""
    share = sheet.modifiers["night_multiplier"] if night else WHOLE
    return sheet.km[row][terrain][mode] * share


def step_time(
    sheet: Sheet,
    row: int,
    terrain: int,
    mode: int,
    *,
    night: bool = False,
    km: Fraction | int = HEX_KM,
    river: bool = False,
) -> Fraction:
    """The share of the turn it takes to go so many km into this ground, OPS-MOVE-4.

    A crossing without a bridge adds its own time, the same by day and by night, OPS-MOVE-14.
    """
    reach = allowance(sheet, row, terrain, mode, night)
    crossing = sheet.constants["river_crossing_time"] if river else Fraction(0)
    return Fraction(km) / reach + crossing


def towed_start(sheet: Sheet) -> Fraction:
    """What the first step of motor-towed troops to a road takes, by day and by night, OPS-MOVE-17."""
    return sheet.constants["towed_start_time"]


def parts(time: Fraction) -> int:
    """A share of the turn in whole parts of it."""
    return (time * terms.TURN).__floor__()


def time_limit(sheet: Sheet, row: int, no_supply: bool = False) -> Fraction:
    """How much of the turn a unit may use: all of it, vehicles without SP only a part, OPS-SUP-5."""
    return sheet.constants["unsupplied_move_share"] if no_supply and row != terms.FOOT else WHOLE


def may_attack(sheet: Sheet, used: Fraction) -> bool:
    """Has the unit used at most half a turn, so that it may start an attack or support one? OPS-MOVE-11."""
    return used <= sheet.modifiers["attack_allowed_if_time_used_at_most"]


def overrun_time(sheet: Sheet, used: Fraction) -> Fraction:
    """How much of the turn an overrun move may use: half of what remains, OPS-COMBAT-24, OPS-COMBAT-28."""
    return (WHOLE - used) * sheet.modifiers["overrun_share_of_remaining_move"]


class Leg(NamedTuple):
    """A stretch of a route over one kind of ground; `river`: its first step crosses one without a bridge."""

    km: Fraction | int
    terrain: int
    river: bool = False


class Stretch(NamedTuple):
    """A leg as it was marched."""

    leg: Leg
    reach: Fraction  # km of a whole turn on this ground
    km: Fraction  # covered
    time: Fraction


class March(NamedTuple):
    """How far a unit came in one turn and what it used."""

    stretches: tuple[Stretch, ...]
    km: Fraction
    used: Fraction
    whole: bool  # the whole route was covered


def march(
    sheet: Sheet,
    row: int,
    mode: int,
    legs: Sequence[Leg],
    *,
    night: bool = False,
    step_km: int = HEX_KM,
    no_supply: bool = False,
    off_road: bool = False,
    used: Fraction = Fraction(0),
) -> March | Refusal:
    """Move along a route as far as the time lasts, whole steps only (0: to the last metre), OPS-MOVE-2.

    `off_road`: motor-towed troops begin with one step to a road, OPS-MOVE-17. `used`: time gone before.
    """
    refused = check_mode(sheet, row, mode)
    for leg in legs:
        refused = refused or (check_river(sheet, row, mode) if leg.river else None)
    if refused:
        return refused
    limit, stretches = time_limit(sheet, row, no_supply), []
    whole, first = True, off_road and row == terms.TOWED
    for leg in legs:
        reach = allowance(sheet, row, leg.terrain, mode, night)
        covered, time = Fraction(0), Fraction(0)
        while covered < leg.km and whole:
            km = min(Fraction(step_km or (HEX_KM if first else leg.km)), leg.km - covered)
            river = leg.river and covered == 0
            step = step_time(sheet, row, leg.terrain, mode, night=night, km=km, river=river)
            step = towed_start(sheet) if first else step
            left = max(Fraction(0), limit - used - time)
            if step > left:
                whole = False
                if step_km or first or step - km / reach > left:
                    break
                km, step = km - (step - left) * reach, left  # a part of the leg is covered
            covered, time, first = covered + km, time + step, False
        stretches.append(Stretch(leg, reach, covered, time))
        used += time
        if not whole:
            break
    return March(tuple(stretches), sum((s.km for s in stretches), Fraction(0)), used, whole)
