"""Ground combat: every factor as a line with its rule, the score, the row, losses, retirement and overrun."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.playsheet.rules.tables.artillery import capped
from ardennes.games.playsheet.rules.tables.readings import STANDARD, Readings
from ardennes.games.playsheet.rules.tables.scale import nearest, strongest
from ardennes.games.playsheet.schema import sheet as tables
from ardennes.games.playsheet.schema.sheet import ResultRow, Sheet
from ardennes.games.playsheet.schema.terms import CLOSE, GROUND_OF, OPEN

Roll = Callable[[str], int]  # a d6 for what the words say

ENVELOPMENT, SURPRISE, DISORDERED = range(3)
ADVANTAGES = ("envelopment", "surprise", "disordered enemy")  # of all attackers
ADVANTAGE_RULES = ("OPS-ADV-1", "OPS-ADV-2", "OPS-ADV-3")
DUG_IN_RULE, RIVER_LINE_RULE = "OPS-ADV-4", "OPS-ADV-5"  # of the defenders
AIR_FACTORS = (
    "", "air_support_ordinary", "air_support_superior", "air_support_overwhelming", "air_support_apocalyptic",
)  # fmt: skip
COMBAT_DIE, RETIREMENT_DIE = "combat", "retirement"


class Line(NamedTuple):
    """One factor, which is added, or multiplied if `times` is set."""

    what: str
    amount: Fraction
    rule: str
    times: bool = False


class BattleUnit(NamedTuple):
    """A unit as the score counts it."""

    id: str
    status: int
    formation: str = ""
    combat: bool = True  # no artillery group, no flak unit
    tank: bool = False
    infantry: bool = False
    light: bool = False
    heavy: bool = False  # heavy tanks
    prepared: bool = False  # of an attacker, OPS-COMBAT-1
    defended: bool = False  # of a defender: carried out DEFEND in the turn before, OPS-COMBAT-4
    dug_in: bool = False  # of a defender, OPS-ADV-4
    marched: bool = False  # moved this turn in non-tactical or road-column mode, OPS-COMBAT-10
    no_supply: bool = False  # has 0 SP, OPS-SUP-5


class BattleSide(NamedTuple):
    """One side of a battle with its support."""

    units: tuple[BattleUnit, ...]
    artillery: Fraction = Fraction(0)  # before the cap
    air: int = tables.NO_AIR
    more_advantages: int = 0  # clear tactical advantages an umpire grants besides those of OPS-ADV
    modifiers: tuple[Line, ...] = ()  # what an umpire adds for a reason


class Battle(NamedTuple):
    """All units that attack one hex against all units in it."""

    attackers: BattleSide
    defenders: BattleSide
    terrain: int
    night: bool = False
    across_river: bool = False  # every attacking unit attacks across a river hexside, bridged or not
    advantages: tuple[int, ...] = ()  # of the attackers
    breakthrough: bool = False


class UnitSum(NamedTuple):
    """A unit factor with its lines, OPS-COMBAT-14."""

    unit: BattleUnit
    lines: tuple[Line, ...]
    factor: Fraction


class SideSum(NamedTuple):
    """A side's total: its units, and the lines that count once for the side."""

    units: tuple[UnitSum, ...]
    lines: tuple[Line, ...]
    total: Fraction


class Score(NamedTuple):
    """A battle calculated up to its die."""

    attack: SideSum
    defence: SideSum
    bad: bool  # the column, OPS-COMBAT-15


class Fought(NamedTuple):
    """A battle with its dice."""

    score: Score
    die: int
    exact: Fraction
    points: int
    row: ResultRow
    retire_dice: tuple[int, ...]
    retire_km: int
    overrun: bool
    attacker_loss: int  # a unit, the overrun's included


def has_tanks(side: BattleSide) -> bool:
    return any(unit.tank for unit in side.units)


def combined_arms(side: BattleSide, attacking: bool, readings: Readings = STANDARD) -> bool:
    """Does a side have combined arms: tanks and infantry, all prepared or having defended, OPS-COMBAT-4?"""
    if not has_tanks(side) or not any(unit.infantry for unit in side.units):
        return False
    if attacking:
        return all(unit.prepared for unit in side.units)
    return readings.defender_combined_arms and all(unit.defended for unit in side.units if unit.combat)


def unsupported(side: BattleSide) -> bool:
    """Is a side without tanks and artillery, OPS-COMBAT-9?"""
    return not has_tanks(side) and side.artillery <= 0


def bad_terrain(terrain: int, across_river: bool) -> bool:
    """Is the terrain bad: close country, marsh, or a river before every attacker, OPS-COMBAT-15?"""
    return GROUND_OF[terrain] != OPEN or across_river


def main_formation(side: BattleSide) -> str:
    """Return the main formation: most combat units, then highest status, then lowest id, OPS-COMBAT-12."""
    units = [unit for unit in side.units if unit.combat]
    if not units:
        return ""
    count = Counter(unit.formation for unit in units)
    status: Counter[str] = Counter()
    first: dict[str, str] = {}
    for unit in sorted(units, key=lambda unit: unit.id):
        status[unit.formation] += unit.status
        first.setdefault(unit.formation, unit.id)
    return min(count, key=lambda name: (-count[name], -status[name], first[name]))


class Facts(NamedTuple):
    """The facts of a battle that concern every unit of a side."""

    attacking: bool
    combined: bool  # arms, OPS-COMBAT-4
    against_tanks: bool
    unsupported: bool
    advantages: tuple[int, ...]
    across_river: bool
    ground: int
    night: bool
    more_advantages: int = 0


def facts_of(battle: Battle, attacking: bool, readings: Readings) -> Facts:
    mine, enemy = battle.attackers, battle.defenders
    if not attacking:
        mine, enemy = enemy, mine
    return Facts(
        attacking,
        combined_arms(mine, attacking, readings),
        has_tanks(enemy),
        unsupported(mine),
        battle.advantages,
        battle.across_river,
        GROUND_OF[battle.terrain],
        battle.night,
        mine.more_advantages,
    )


def _additions(sheet: Sheet, unit: BattleUnit, facts: Facts) -> Iterator[Line]:
    """Return what is added to one unit, OPS-COMBAT-3, OPS-COMBAT-4, OPS-COMBAT-5, OPS-COMBAT-6, OPS-COMBAT-7,
    OPS-COMBAT-8, OPS-COMBAT-9."""
    attacking = facts.attacking

    def line(code: str, what: str, rule: str = "") -> Line:
        factor = sheet.factors[code]
        return Line(what, factor.value, f"{factor.rule}, {rule}" if rule else factor.rule)

    if attacking:
        for held in facts.advantages:
            yield line("tactical_advantage", ADVANTAGES[held], ADVANTAGE_RULES[held])
    else:
        if unit.dug_in:
            yield line("tactical_advantage", "dug in", DUG_IN_RULE)
        if facts.across_river:
            yield line("tactical_advantage", "river line", RIVER_LINE_RULE)
    if facts.more_advantages:
        number, one = facts.more_advantages, line("tactical_advantage", "clear tactical advantage")
        what = one.what if number == 1 else f"{number} clear tactical advantages"
        yield one._replace(what=what, amount=number * one.amount)
    if facts.combined:
        yield line("combined_arms", "combined arms")
    if attacking and unit.light:  # OPS-COMBAT-5
        yield line("light_infantry_attacking", "light infantry attacking")
    if attacking and not unit.prepared:  # OPS-COMBAT-6
        yield line("unprepared_attack", "not prepared")
    if unit.heavy and facts.against_tanks:  # OPS-COMBAT-7
        yield line("heavy_tanks_vs_tanks", "heavy tanks against tanks")
    if not attacking and facts.ground == CLOSE and facts.against_tanks:  # OPS-COMBAT-8
        yield line("defending_close_vs_tanks", "close country against tanks")
    open_infantry = unit.infantry and not unit.tank and facts.ground == OPEN
    if open_infantry and facts.against_tanks and facts.unsupported:
        yield line("unsupported_infantry_open_vs_tanks", "unsupported infantry in the open against tanks")


def _halvings(sheet: Sheet, unit: BattleUnit, facts: Facts) -> Iterator[Line]:
    """Return the multipliers of the unit factor, OPS-COMBAT-10, OPS-COMBAT-11, OPS-SUP-5."""
    for holds, code, what in (
        (unit.marched, "moving_non_tactically", "moving non-tactically"),
        (unit.tank and facts.night, "tanks_at_night", "tanks at night"),
    ):
        if holds:
            yield Line(what, sheet.factors[code].value, sheet.factors[code].rule, times=True)
    if unit.no_supply and not facts.attacking:
        yield Line("no supply", sheet.constants["unsupplied_multiplier"], "OPS-SUP-5", times=True)


@functools.lru_cache(maxsize=4096)  # the staffs weigh the same units in many battles
def unit_sum(sheet: Sheet, unit: BattleUnit, facts: Facts, floor: bool) -> UnitSum:
    """Return a unit factor: status, additions, at least `floor`, then halved, OPS-COMBAT-14 a to c."""
    added = tuple(_additions(sheet, unit, facts))
    factor = unit.status + sum((line.amount for line in added), Fraction(0))
    lines = list(added)
    if factor < 0 and floor:
        lines.append(Line("never below 0", -factor, "OPS-COMBAT-14"))
        factor = Fraction(0)
    for line in _halvings(sheet, unit, facts):
        factor *= line.amount
        lines.append(line)
    return UnitSum(unit, tuple(lines), factor)


def side_sum(sheet: Sheet, battle: Battle, attacking: bool, readings: Readings = STANDARD) -> SideSum:
    """Return a side's total with artillery, air support and other formations, OPS-COMBAT-14 d, e."""
    side = battle.attackers if attacking else battle.defenders
    return _side_sum(sheet, side, facts_of(battle, attacking, readings), readings)


@functools.lru_cache(maxsize=4096)  # parties grow unit by unit against the same defenders
def _side_sum(sheet: Sheet, side: BattleSide, facts: Facts, readings: Readings) -> SideSum:
    floor = readings.unit_factor_floor == "0"
    units = tuple([unit_sum(sheet, unit, facts, floor) for unit in side.units])
    lines = []
    guns = capped(side.artillery, sum(unit.combat for unit in side.units), readings)
    if guns:
        rule = "OPS-ARTY-2, OPS-ARTY-3" if guns < side.artillery else "OPS-ARTY-2"
        lines.append(Line("artillery", guns, rule))
    if side.air != tables.NO_AIR:  # once for the side, OPS-COMBAT-13
        factor = sheet.factors[AIR_FACTORS[side.air]]
        lines.append(Line(factor.code.replace("_", " "), factor.value, factor.rule))
    main = main_formation(side)
    strangers = sum(unit.combat and unit.formation != main for unit in side.units)
    if strangers:
        factor = sheet.factors["other_formation"]
        lines.append(Line(f"{strangers} from another formation", strangers * factor.value, factor.rule))
    lines += side.modifiers
    total = sum((unit.factor for unit in units), Fraction(0)) + sum((n.amount for n in lines), Fraction(0))
    return SideSum(units, tuple(lines), total)


def score(sheet: Sheet, battle: Battle, readings: Readings = STANDARD) -> Score:
    """Return the score of a battle before its die."""
    return Score(
        side_sum(sheet, battle, True, readings),
        side_sum(sheet, battle, False, readings),
        bad_terrain(battle.terrain, battle.across_river),
    )


def rounded(exact: Fraction, readings: Readings = STANDARD) -> int:
    """Return the score rounded to a whole number, OPS-COMBAT-14 g."""
    return nearest(exact) if readings.score_rounding == "nearest" else exact.__floor__()


def row_of(sheet: Sheet, bad: bool, points: int) -> ResultRow:
    """Return the row of the results, OPS-COMBAT-16, OPS-COMBAT-17."""
    return sheet.results[strongest(sheet.bad if bad else sheet.normal, points, tables.BADLY_BEATEN)]


def retirement(row: ResultRow, terrain: int, readings: Readings = STANDARD) -> str:
    """Return the printed distance (km, 1d3, 1d6) for the defenders' ground, OPS-COMBAT-29."""
    if GROUND_OF[terrain] != OPEN:
        return row.retire_close
    other = readings.total_success_open_retire
    if row.result == tables.TOTAL_SUCCESS and other != STANDARD.total_success_open_retire:
        return other
    return row.retire_open


def roll_retirement(printed: str, roll: Roll) -> tuple[tuple[int, ...], int]:
    """Roll a retirement and return its dice and km; a d3 is a d6 halved, rounded up."""
    count, _, sides = printed.partition("d")
    if not sides:
        return (), int(count)
    dice = tuple(roll(RETIREMENT_DIE) for _ in range(int(count)))
    return dice, sum((die + 1) // 2 if sides == "3" else die for die in dice)


def retire_hexes(km: int, hex_km: int = tables.HEX_KM) -> int:
    """Return a retirement in hexes, rounded up, OPS-GRID-3."""
    return -(-km // hex_km)


def mostly_armour(side: BattleSide) -> bool:
    """Do tanks hold more than half of the side's status? OPS-COMBAT-23."""
    return 2 * sum(u.status for u in side.units if u.tank) > sum(u.status for u in side.units)


def overrun_missing(battle: Battle) -> tuple[str, ...]:
    """Return the conditions of an overrun that do not hold, OPS-COMBAT-23."""
    attack = sum(unit.status for unit in battle.attackers.units)
    armour = sum(unit.status for unit in battle.attackers.units if unit.tank)
    defence = sum(unit.status for unit in battle.defenders.units)
    missing = []
    if not mostly_armour(battle.attackers):
        missing.append(f"mostly armour: tanks hold {armour} of {attack} status, more than half is needed")
    if attack < 2 * defence:
        missing.append(f"twice the status: {attack} against {defence}, {2 * defence} is needed")
    if not battle.breakthrough:
        missing.append("a breakthrough order")
    return tuple(missing)


def finish(sheet: Sheet, battle: Battle, worked: Score, roll: Roll, readings: Readings = STANDARD) -> Fought:
    """Roll for a calculated battle: the combat die, then the retirement die if there is one."""
    die = roll(COMBAT_DIE)
    exact = worked.attack.total - worked.defence.total + die
    points = rounded(exact, readings)
    row = row_of(sheet, worked.bad, points)
    dice, km = roll_retirement(retirement(row, battle.terrain, readings), roll)
    overrun = row.overrun and not overrun_missing(battle)
    loss = row.attacker_loss + (row.overrun_loss if overrun else 0)
    return Fought(worked, die, exact, points, row, dice, km, overrun, loss)


def fight(sheet: Sheet, battle: Battle, roll: Roll, readings: Readings = STANDARD) -> Fought:
    """Resolve a battle from its units to its result."""
    return finish(sheet, battle, score(sheet, battle, readings), roll, readings)


def take(values: Sequence[int], loss: int) -> tuple[int, ...]:
    """Return values of status or SP after a loss, at least 0, OPS-COMBAT-30, OPS-COMBAT-32."""
    return tuple(max(0, value - loss) for value in values)
