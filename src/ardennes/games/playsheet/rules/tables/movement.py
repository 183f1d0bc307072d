"""Movement: allowance in km, the time of a stretch, rivers, night, truck lift and the half-turn rule.

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
    """Return a word of the tables as people write it."""
    return name.replace("non_", "non-").replace("_", " ")


def moving_row(row: int, mode: int, trucks: bool, no_supply: bool = False) -> int:
    """Return the movement row of a unit: truck lift makes it motorised.

    Truck lift does not help in tactical mode, OPS-UNIT-7, or without SP, OPS-SUP-5.
    """
    return terms.MECH if trucks and not no_supply and row == terms.FOOT and mode != terms.TACTICAL else row


def check_mode(sheet: Sheet, row: int, mode: int, horse_guns: bool = False) -> Refusal | None:
    """Return why troops of this class cannot use this mode; None if they can, OPS-MOVE-8, OPS-UNIT-3."""
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
    return Refusal(rule, f"{who} cannot move in {words(terms.MODES[mode])} mode.", f"Use {modes} mode.")


def check_river(sheet: Sheet, row: int, mode: int) -> Refusal | None:
    """Return why this class cannot cross a river without a bridge; None if it can, OPS-MOVE-14."""
    if not sheet.fords[row]:
        facts = f"{TROOPS[row].capitalize()} cannot cross a river without a bridge."
        return Refusal("OPS-MOVE-14", facts, "Use a bridge.")
    if mode != terms.TACTICAL:
        facts = f"A river without a bridge cannot be crossed in {words(terms.MODES[mode])} mode."
        return Refusal("OPS-MOVE-14", facts, "Cross it in tactical mode, or use a bridge.")
    return None


def allowance(sheet: Sheet, row: int, terrain: int, mode: int, night: bool = False) -> Fraction:
    """Return the km of one turn, at night a quarter; 0 if the mode is illegal, OPS-MOVE-1, OPS-MOVE-13."""
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
    """Return the share of the turn that a distance over this ground takes, OPS-MOVE-4.

    A crossing without a bridge adds its own time, the same by day and by night, OPS-MOVE-14.
    """
    reach = allowance(sheet, row, terrain, mode, night)
    crossing = sheet.constants["river_crossing_time"] if river else Fraction(0)
    return Fraction(km) / reach + crossing


def towed_start(sheet: Sheet) -> Fraction:
    """Return the time of a first step of motor-towed troops onto a road, by day and by night, OPS-MOVE-17."""
    return sheet.constants["towed_start_time"]


def parts(time: Fraction) -> int:
    """Return a share of the turn in whole parts of it."""
    return (time * terms.TURN).__floor__()


def time_limit(sheet: Sheet, row: int, no_supply: bool = False) -> Fraction:
    """Return how much of the turn a unit may use: all of it; vehicles without SP a part, OPS-SUP-5."""
    return sheet.constants["unsupplied_move_share"] if no_supply and row != terms.FOOT else WHOLE


def may_attack(sheet: Sheet, used: Fraction) -> bool:
    """May a unit that used this time still attack or support an attack? OPS-MOVE-11."""
    return used <= sheet.modifiers["attack_allowed_if_time_used_at_most"]


def overrun_time(sheet: Sheet, used: Fraction) -> Fraction:
    """Return how much of the turn an overrun may use: half of the rest, OPS-COMBAT-24, OPS-COMBAT-28."""
    return (WHOLE - used) * sheet.modifiers["overrun_share_of_remaining_move"]


class Leg(NamedTuple):
    """A stretch of a route over one kind of ground; `river`: it begins with a river without a bridge."""

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
    """How far a unit moved in one turn, and the time it used."""

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
