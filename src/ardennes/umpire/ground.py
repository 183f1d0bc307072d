"""Questions about the ground war: a march, a battle, supporting artillery."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ardennes.errors import UserError
from ardennes.games.playsheet.rules.tables import air_support, artillery, combat, movement
from ardennes.games.playsheet.rules.tables import parse as words
from ardennes.games.playsheet.rules.tables.chances import chances
from ardennes.games.playsheet.rules.tables.combat import (
    Battle,
    BattleSide,
    BattleUnit,
    Fought,
    Line,
    Roll,
    SideSum,
)
from ardennes.games.playsheet.rules.tables.movement import March, march
from ardennes.games.playsheet.schema.sheet import (
    NO_BOUND,
    RESULTS,
    ResultRow,
    Sheet,
    load_sheet,
)
from ardennes.games.playsheet.schema.terms import FOOT, MODES, TERRAINS, TOWED
from ardennes.kernel.contract import Refusal
from ardennes.umpire import fields, team_reports
from ardennes.umpire.fields import Battery
from ardennes.umpire.output import amount, marked
from ardennes.umpire.question import (
    HOUSE,
    MANY,
    ONE,
    OURS,
    PRINTED,
    Answer,
    Field,
    Question,
    Row,
    Step,
    Values,
)
from ardennes.umpire.roster import Roster

ATTACKERS_MARKS, DEFENDERS_MARKS = ("prepared", "marched"), ("defended", "dug-in", "marched", "no-supply")


def chance_rows(run: Callable[[Roll], str]) -> list[Row]:
    """Return every outcome with its exact chance, as bars."""
    return rows_of(chances(run))


def rows_of(result: Mapping[str, Fraction]) -> list[Row]:
    """Return outcomes and their chances as bars."""
    width = max(5, *(len(str(chance)) for chance in result.values()))
    return [
        Row(what, f"{float(chance):6.1%}  {chance!s:<{width}}", float(chance),
            {"chance": str(chance), "percent": round(100 * float(chance), 2)})
        for what, chance in result.items()
    ]  # fmt: skip


def added(first: Mapping[int, Fraction], second: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Return the chances of the sum of two counts."""
    more: dict[int, Fraction] = {}
    for before, likely in first.items():
        for count, chance in second.items():
            more[before + count] = more.get(before + count, Fraction(0)) + likely * chance
    return dict(sorted(more.items()))


def summed(result: Mapping[int, Fraction], times: int) -> dict[int, Fraction]:
    """Return the chances of the sum of several equal counts."""
    total = {0: Fraction(1)}
    for _ in range(times):
        total = added(total, result)
    return total


# Marches


def _row(values: Values, mode: int) -> int:
    """Return the row of the movement table; refuse flags that mean nothing for these troops."""
    troops = values["troops"].row
    for flag, able in (("trucks", FOOT), ("off-road", TOWED)):
        if values.flag(flag) and troops != able:
            raise UserError(f"{flag} is for {movement.TROOPS[able]}, not for {movement.TROOPS[troops]}.")
    return movement.moving_row(troops, mode, values.flag("trucks"), _no_supply(values))


def _no_supply(values: Values) -> bool:
    return values.flag("no-supply") or values["troops"].no_supply


def _march(values: Values, mode: int) -> March | Refusal:
    return march(
        load_sheet(), _row(values, mode), mode, values.many("leg"), night=values.flag("night"),
        step_km=values.number("hex-km"), no_supply=_no_supply(values), off_road=values.flag("off-road"),
        used=max(values["used"], values["troops"].used),
    )  # fmt: skip


def _move(values: Values, roll: Roll) -> Answer:
    sheet, mode = load_sheet(), values["mode"]
    result = _march(values, mode)
    if isinstance(result, Refusal):
        raise UserError(str(result))
    row, troops, first = _row(values, mode), values["troops"], values.many("leg")[0].terrain
    fresh = movement.may_attack(sheet, result.used)
    hexes = f" = {amount(result.km / values.number('hex-km'))} hexes" if values.number("hex-km") else ""
    kilometres = marked(
        (f"{movement.words(MODES[at])} {sheet.km[row][first][at] or '-'}", at == mode)
        for at in range(len(MODES))
    )
    attack = "may still attack this turn" if fresh else "cannot start an attack this turn"
    outcome = f"{fields.parse_km(_plain(result.km))} km{hexes}, used {result.used} of the turn"
    return Answer(
        f"Movement: {movement.TROOPS[row]}, {words.MODES[mode]}{', night' if values.flag('night') else ''}",
        tuple(_march_working(values, result, row)),
        f"{kilometres} (km on {TERRAINS[first]})",
        "OPS-MOVE-1",
        outcome + ("" if result.whole else "; the route is longer than that"),
        (Step(attack, "", "OPS-MOVE-11"),),
        {"km": str(result.km), "used": str(result.used), "whole_route": result.whole, "may_attack": fresh,
         "unit": troops.id, "mode": MODES[mode]},
        f"{outcome}; {attack}",
        hear={"mover": team_reports.march_report(values.roster.label(troops.id) or "Your troops",
                                       fields.parse_km(_plain(result.km)), str(result.used), fresh)},
    )  # fmt: skip


def _plain(km: Fraction) -> Fraction | int:
    return int(km) if km.denominator == 1 else km


def _march_working(values: Values, result: March, row: int) -> list[Step]:
    """Return the lines of a march."""
    sheet, troops, working = load_sheet(), values["troops"], []
    before = max(values["used"], troops.used)
    if before:
        working.append(Step("used before", f"{before} of a turn"))
    for stretch in result.stretches:
        river = " over a river without a bridge" if stretch.leg.river else ""
        km = fields.parse_km(_plain(Fraction(stretch.leg.km)))
        what = f"{fields.parse_km(_plain(stretch.km))} of {km} km {TERRAINS[stretch.leg.terrain]}{river}"
        rules = ["OPS-MOVE-1", "OPS-MOVE-4"]
        rules += ["OPS-MOVE-14"] if stretch.leg.river else []
        rules += ["OPS-MOVE-13"] if values.flag("night") else []
        value = f"{stretch.time} of a turn ({amount(stretch.reach)} km a turn)"
        working.append(Step(what, value, ", ".join(rules), origin=OURS if stretch.leg.river else PRINTED))
    if values.flag("off-road"):
        start = str(movement.towed_start(sheet))
        working.append(Step("the first step to the road", start, "OPS-MOVE-17", origin=OURS))
    if row != troops.row:
        working.append(Step("on trucks", "motorised row", "OPS-UNIT-7", origin=OURS))
    elif values.flag("trucks"):
        without, rule = (
            ("without SP", "OPS-SUP-5") if _no_supply(values) else ("in tactical mode", "OPS-UNIT-7")
        )
        working.append(Step(f"no trucks {without}", "", rule, origin=OURS))
    if movement.time_limit(sheet, row, _no_supply(values)) < movement.WHOLE:
        limit = movement.time_limit(sheet, row, True)
        working.append(Step("vehicles without SP", f"{limit} of a turn at most", "OPS-SUP-5", origin=OURS))
    return working


def _other_modes(values: Values) -> list[Row]:
    rows = []
    for mode, name in enumerate(words.MODES):
        result = _march(values, mode)
        if isinstance(result, Refusal):
            rows.append(Row(name, f"not possible ({result.rule})", 0, {"refused": result.rule}))
        else:
            value = f"{fields.parse_km(_plain(result.km))} km, used {result.used}"
            rows.append(
                Row(name, value, float(result.used), {"km": str(result.km), "used": str(result.used)})
            )
    return rows


class Troops(NamedTuple):
    """The troops that move: a class, or a unit of the roster."""

    row: int
    id: str = ""
    used: Fraction = Fraction(0)
    no_supply: bool = False


def _read_troops(text: str, roster: Roster) -> Troops:
    if result := roster.find(text):
        id, unit = result[0], roster.units[result[0]]
        if unit.immobilised:
            raise UserError(f"{roster.label(id)} is immobilised and cannot move this turn. [OPS-INT-8]")
        row = words.TROOPS.index(unit.troops or "foot")
        return Troops(row, id, words.share(unit.used), not unit.sp)
    what = "a troop class"
    try:
        return Troops(words.TROOPS.index(words.among(text, words.TROOPS, what, words.TROOP_WORDS)))
    except UserError as error:
        raise UserError(f"{error}{roster.hint(text)}") from None


MOVE = Question(
    "move",
    "How far a unit moves in one turn, and the time it uses.",
    """How far a unit moves in one turn over given ground, how much of the turn it uses, and whether it may
still attack. It rolls no dice; --what-if shows the same route in all three modes.

Example: mechanised infantry, 6 km of forest and then open ground:

    ardennes umpire move --troops mech --mode tactical --leg "6 forest" --leg "40 clear"
""",
    (
        Field("troops", f"The troops: {', '.join(words.TROOPS)}, or a unit of the roster.", _read_troops,
              ONE, type="troops", choices=words.TROOPS),
        fields.choice("mode", "How they move", words.MODES, "a mode", words.MODE_WORDS, "tactical"),
        Field("leg", "A leg of the route: km, ground, and 'river' where it begins with an unbridged one.",
              fields.alone(words.leg), MANY, least=1, example="6 forest", type="leg"),
        fields.flag("night", "It is a night turn."),
        fields.share("used", "Part of the turn used already."),
        fields.flag("trucks", "The unit has truck lift and is in supply.", True, ("troops", "foot")),
        fields.flag("no-supply", "The unit has no supply points.", True),
        fields.flag("off-road", "Motor-towed guns that begin off the road.", True, ("troops", "towed")),
        fields.number("hex-km", "Only whole steps of so many km count; 0: any distance", 0, 50, "a step", "0",
                      True),
    ),
    _move,
    _other_modes,
    dice=False,
    step="movement",
)  # fmt: skip


# Battles


def _side(values: Values, name: str, marks: dict[str, bool]) -> BattleSide:
    given: list[BattleUnit] = list(values.many(name))
    _check_marks(given, name, values.roster)
    units = tuple(
        unit._replace(id=f"{at} {unit.id}", **marks)  # type: ignore[arg-type]
        for at, unit in enumerate(given, 1)
    )
    role = "attack" if name == "attacker" else "defence"
    sheet = load_sheet()
    guns = [artillery.support(sheet, battery.group) for battery in values.many(f"{role}-guns")]
    readings = words.readings(values.many("reading"))
    flown = words.by_type((one.kind, one.number) for one in values.many(f"{role}-air"))
    return BattleSide(
        units, sum(guns, Fraction(0)), air_support.best_level(sheet, flown, readings),
        values.number("advantage" if name == "attacker" else "defence-advantage"),
        tuple(values.many(f"{role}-modifier")),
    )  # fmt: skip


def _check_marks(units: Sequence[BattleUnit], name: str, roster: Roster) -> None:
    """Refuse guns and flak that attack, and marks that mean nothing on this side."""
    allowed = ATTACKERS_MARKS if name == "attacker" else DEFENDERS_MARKS
    for at, unit in enumerate(units):
        if name == "attacker" and not unit.combat:
            raise UserError(f"{name}: {unit.id!r} cannot attack. Name guns as attack-guns.")
        if not unit.status:
            raise UserError(f"{name}: {unit.id!r} has no status left and cannot fight. Leave it out.")
        if unit.id in roster.units:
            if unit.id in (other.id for other in units[:at]):
                raise UserError(f"{name}: {unit.id!r} is named twice. Name it once.")
            continue
        for mark, field in words.MARKS.items():
            if getattr(unit, field) and mark not in allowed:
                raise UserError(
                    f"{name}: {unit.id!r} cannot be {mark} on this side. Allowed: {', '.join(allowed)}."
                )


def _battle(values: Values) -> Battle:
    held = (
        ("envelopment", combat.ENVELOPMENT),
        ("surprise", combat.SURPRISE),
        ("disordered", combat.DISORDERED),
    )
    return Battle(
        _side(values, "attacker", {"prepared": True} if values.flag("prepared") else {}),
        _side(values, "defender", {
            **({"dug_in": True} if values.flag("dug-in") else {}),
            **({"defended": True} if values.flag("defended") else {}),
        }),
        values["ground"],
        night=values.flag("night"),
        across_river=values.flag("river"),
        advantages=tuple(code for name, code in held if values.flag(name)),
        breakthrough=values.flag("breakthrough") or values.flag("special"),
    )  # fmt: skip


def _line(line: Line, depth: int) -> Step:
    value = f"× {amount(line.amount)}" if line.times else amount(line.amount, sign=True)
    return Step(line.what, value, "" if line.rule == HOUSE else line.rule, depth, origin_of(line.rule))


OUR_RULES = ("OPS-ARTY-2", "OPS-ARTY-3", "OPS-SUP-5", "OPS-UNIT-5", "OPS-COMBAT-14")


def origin_of(rule: str) -> str:
    """Return whether a factor is printed, our reading or a house rule."""
    if rule == HOUSE:
        return HOUSE
    return OURS if any(one in OUR_RULES for one in rule.split(", ")) else PRINTED


SHEET_WORDS = {  # the factors as the sheet prints them
    "combined arms": "Combined Arms (prepared)",
    "light infantry attacking": "Light infantry attacking",
    "not prepared": "Unprepared attack",
    "heavy tanks against tanks": "Heavy tanks vs tanks",
    "close country against tanks": "Defending close country against tanks",
    "unsupported infantry in the open against tanks": "Unsupported infantry in open against tanks",
    "moving non-tactically": "× ½ unit factor moving non-tactically",
    "tanks at night": "× ½ unit factor tanks at night",
    "no supply": "× ½ unit factor without supply points",
    "never below 0": "A unit counts as 0 at least",
}
ADVANTAGE = "OPS-COMBAT-3"


def _in_sheet_words(line: Line, units: int) -> str:
    text = SHEET_WORDS.get(line.what, line.what[:1].upper() + line.what[1:])
    if line.rule.startswith(ADVANTAGE) and "clear tactical" not in line.what:
        text = f"Clear tactical advantage: {line.what}"
    if line.rule == "OPS-COMBAT-12":
        text = "Unit from another formation" + (f", {-line.amount // 2} units" if line.amount < -2 else "")
    if "air support" in line.what:
        text = text.removeprefix("Air support ").capitalize() + " air support"
    return text + (f", {units} units" if units > 1 else "")


def _side_ledger(name: str, result: SideSum, batteries: Sequence[Battery]) -> list[Step]:
    """Return a side's factors in the sheet's words, with equal ones together."""
    status = [unit.unit.status for unit in result.units]
    title = "Attacker's status" if name == "Attack" else "Defender's status"
    sums = ", " + " + ".join(map(str, status)) if len(status) > 1 else ""
    steps = [Step(title + sums, str(sum(status)), "OPS-COMBAT-2")]
    grouped: dict[tuple[str, str], tuple[Line, Fraction, int]] = {}
    for unit in result.units:
        factor = Fraction(unit.unit.status)
        for line in unit.lines:
            change = factor * (line.amount - 1) if line.times else line.amount
            factor += change
            _, before, count = grouped.get((line.what, line.rule), (line, Fraction(0), 0))
            grouped[line.what, line.rule] = (line, before + change, count + 1)
    for line, change, count in grouped.values():
        steps.append(_ledger_line(line, change, _in_sheet_words(line, count)))
    for line in result.lines:
        text = _in_sheet_words(line, 1)
        if line.what == "artillery":
            text = "Supporting artillery, " + "; ".join(battery.words for battery in batteries)
        steps.append(_ledger_line(line, line.amount, text))
    return [*steps, Step(name, amount(result.total), "OPS-COMBAT-2", 0)]


def _ledger_line(line: Line, change: Fraction, text: str) -> Step:
    rule = "" if line.rule == HOUSE else line.rule
    return Step(text, amount(change, sign=True), rule, origin=origin_of(line.rule))


def fight_ledger(values: Values) -> list[Step]:
    """Return the score of a battle before its die, line by line in the sheet's words."""
    worked = combat.score(load_sheet(), _battle(values), words.readings(values.many("reading")))
    return [
        *_side_ledger("Attack", worked.attack, values.many("attack-guns")),
        *_side_ledger("Defence", worked.defence, values.many("defence-guns")),
    ]


def _working(name: str, result: SideSum) -> list[Step]:
    steps = [Step(name, amount(result.total), "OPS-COMBAT-2")]
    for unit in result.units:
        steps.append(Step(unit.unit.id.partition(" ")[2], amount(unit.factor), "", 2))
        if unit.lines:
            steps.append(Step("status", amount(unit.unit.status), "", 3))
            steps += [_line(line, 3) for line in unit.lines]
    return steps + [_line(line, 2) for line in result.lines]


def _columns(sheet: Sheet, bad: bool, result: int) -> str:
    bounds = sheet.bad if bad else sheet.normal
    cells = [
        (
            f"{'less' if low in (None, NO_BOUND) else f'{low}+'} {movement.words(RESULTS[entry])}",
            entry == result,
        )
        for low, entry in reversed(bounds)
    ]
    return f"{'bad' if bad else 'normal'} terrain: {marked(cells)}"


def _effects(row: ResultRow, attacker_loss: int, retire_km: int) -> list[Step]:
    """Return the effects of a row of the results on both sides."""
    rule = f"OPS-COMBAT-{18 + row.result}"
    steps = [
        Step("each attacker", f"−{attacker_loss} status", rule),
        Step("each defender", f"−{row.defender_loss} status" if row.defender_loss else "loses nothing", rule),
    ]
    if row.sp_loss:
        steps.append(Step("each defender", f"−{row.sp_loss} SP", "OPS-COMBAT-30"))
    if retire_km:
        steps.append(Step("defenders retire", f"{retire_km} km", "OPS-COMBAT-29"))
    if row.thrown_back:
        steps.append(Step("attackers are thrown back", "to their start line, or 1 km", rule))
    steps.append(Step("counter-attack", "allowed" if row.counter_attack else "not allowed", rule))
    return steps


def _overrun(battle: Battle, result: Fought, without_order: bool) -> list[Step]:
    """Return the Special Results if they apply, else their missing conditions."""
    row = result.row
    if result.overrun:
        again = "and may fight again" if row.fight_again else "and may not fight again"
        overrun_rule = f"OPS-COMBAT-23, OPS-COMBAT-{24 + row.result}"
        origin = HOUSE if without_order else PRINTED
        return [Step("overrun", f"half of the remaining move {again}", overrun_rule, origin=origin)]
    missing = combat.overrun_missing(battle)
    if battle.breakthrough and not row.overrun:
        return [Step("no overrun", f"none on {movement.words(RESULTS[row.result])}", "OPS-COMBAT-27")]
    if row.overrun and (battle.breakthrough or len(missing) == 1):
        return [Step("no overrun", f"needs {'; '.join(missing)}", "OPS-COMBAT-23")]
    return []


def _fight(values: Values, roll: Roll) -> Answer:
    sheet, readings, battle = load_sheet(), words.readings(values.many("reading")), _battle(values)
    result = combat.fight(sheet, battle, roll, readings)
    attack, defence = result.score.attack, result.score.defence
    sums = f"{amount(attack.total)} − {amount(defence.total)} + {result.die} = {amount(result.exact)}"
    whole = f", counts as {amount(result.points)}" if result.exact != result.points else ""
    without_order = values.flag("special") and not values.flag("breakthrough")
    return Answer(
        f"Combat: {TERRAINS[battle.terrain]}{', night' if battle.night else ''}",
        (
            *_working("attack", attack),
            *_working("defence", defence),
            Step(f"score {sums}{whole}", "", "OPS-COMBAT-14", origin=OURS if whole else PRINTED),
        ),
        _columns(sheet, result.score.bad, result.row.result),
        "OPS-COMBAT-15, " + ("OPS-COMBAT-17" if result.score.bad else "OPS-COMBAT-16"),
        movement.words(RESULTS[result.row.result]),
        (
            *_effects(result.row, result.attacker_loss, result.retire_km),
            *_overrun(battle, result, without_order),
        ),
        {
            "attack": str(attack.total), "defence": str(defence.total), "score": result.points,
            "column": "bad" if result.score.bad else "normal", "result": RESULTS[result.row.result],
            "attacker_loss": result.attacker_loss, "defender_loss": result.row.defender_loss,
            "sp_loss": result.row.sp_loss, "retire_km": result.retire_km, "overrun": result.overrun,
            "fight_again": result.overrun and result.row.fight_again,
            "thrown_back": result.row.thrown_back, "counter_attack": result.row.counter_attack,
        },
        _summary(result),
        hear=_team_reports(values, battle, result),
    )  # fmt: skip


def _summary(result: Fought) -> str:
    """Return the consequences in one line, for the umpire."""
    row = result.row
    parts = [f"Attackers −{result.attacker_loss} each"]
    parts.append(f"defenders −{row.defender_loss} each" if row.defender_loss else "defenders lose nothing")
    parts += [f"−{row.sp_loss} SP each"] if row.sp_loss else []
    parts += [f"retire {result.retire_km} km"] if result.retire_km else []
    parts += ["attackers thrown back to their start line, or 1 km"] if row.thrown_back else []
    parts += ["overrun"] if result.overrun else []
    return ", ".join(parts) + f". {'Counter-attack allowed' if row.counter_attack else 'No counter-attack'}."


def _team_reports(values: Values, battle: Battle, result: Fought) -> dict[str, team_reports.TeamReport]:
    """Return both teams' reports: each has its own numbers, and the arms and aircraft it met."""
    row, roster, place = result.row, values.roster, values["place"]
    mine = tuple(roster.label(unit.id) for unit in values.many("attacker"))
    theirs = tuple(roster.label(unit.id) for unit in values.many("defender"))
    armour = combat.mostly_armour(battle.attackers)
    order = battle.breakthrough
    lacks = (("your attack carried no breakthrough order",) if armour and not order else ()) + (
        ("your attack was not mostly armour",) if order and not armour else ()
    )
    left = bool(row.defender_loss) and not row.thrown_back and result.retire_km > 0
    attack = team_reports.FightView(
        place, team_reports.arms(battle.defenders.units), mine, result.attacker_loss, enemy_left=left,
        thrown_back=row.thrown_back, overrun=result.overrun, again=row.fight_again,
        enemy_aircraft=bool(battle.defenders.air), lacks=() if result.overrun or not left else lacks,
    )  # fmt: skip
    defence = team_reports.FightView(
        place, team_reports.arms(battle.attackers.units), theirs, row.defender_loss, row.sp_loss,
        result.retire_km,
        enemy_left=left, thrown_back=row.thrown_back, overrun=result.overrun, again=row.counter_attack,
        enemy_aircraft=bool(battle.attackers.air),
    )  # fmt: skip
    return {"attacker": team_reports.attack_report(attack), "defender": team_reports.defence_report(defence)}


def _fight_chances(values: Values) -> list[Row]:
    sheet, readings, battle = load_sheet(), words.readings(values.many("reading")), _battle(values)
    worked = combat.score(sheet, battle, readings)

    def outcome(roll: Roll) -> str:
        result = combat.finish(sheet, battle, worked, roll, readings)
        retire = f", retire {result.retire_km} km" if result.retire_km else ""
        return movement.words(RESULTS[result.row.result]) + (", overrun" if result.overrun else "") + retire

    return chance_rows(outcome)


FIGHT = Question(
    "fight",
    "A battle: every factor, the score, the result.",
    """A battle from its units to its result. A unit is a kind and its status, then marks, then its formation:
'infantry 8', 'tank 9 prepared of 2', 'infantry 7 dug-in of 28'; with --game a unit of the roster will do.
Kinds: infantry, light (infantry), tank, heavy-tank, mixed (tanks and infantry in one unit), heavy-mixed,
recce, guns, flak. Marks: prepared, defended, dug-in, marched, no-supply. The first die is the combat die,
the second (if the result names one) the retirement. House rules: --advantage 2 gives the attackers two more
clear tactical advantages, --attack-modifier "+1 local guides" adds to their score for a reason.

Example: a prepared attack of infantry and tanks on infantry in a forest, with the table's own die:

    ardennes umpire fight --attacker "infantry 8" --attacker "tank 9" --prepared --defender "infantry 8"
    --ground forest --die 3 --die 2
""",
    (
        fields.units("attacker", "An attacking unit.", "tank 9"),
        fields.units("defender", "A defending unit.", "infantry 8 dug-in"),
        fields.ground(),
        fields.flag("prepared", "All attackers are prepared."),
        fields.flag("dug-in", "All defenders are dug in."),
        fields.flag("defended", "All defenders carried out DEFEND in the turn before.", True),
        fields.flag("river", "Every attacker attacks across a river.", True),
        fields.flag("night", "It is a night turn.", True),
        fields.flag("surprise", "The attackers have surprise.", True),
        fields.flag("envelopment", "The attackers envelop the defenders.", True),
        fields.flag("disordered", "Every defender was immobilised, or retired this turn or the turn before.",
                    True),
        fields.flag("breakthrough", "The attack carries a breakthrough order.", True),
        fields.flag("special", "House rule: Special Results without a breakthrough order.", True),
        fields.number("advantage", "More clear tactical advantages of the attackers", 0, 9, "a number", "0",
                      True),
        fields.number("defence-advantage", "More clear tactical advantages of the defenders", 0, 9,
                      "a number", "0", True),
        fields.modifiers("attack-modifier", "House rule: a modifier to the attack, with its reason."),
        fields.modifiers("defence-modifier", "House rule: a modifier to the defence, with its reason."),
        fields.guns("attack-guns", "Artillery of the attackers: battalions, type, km.", "3 medium 10",
                    rare=True),
        fields.guns("defence-guns", "Artillery of the defenders: battalions, type, km.", "2 field 6",
                    rare=True),
        fields.squadrons("attack-air", "Squadrons that support the attackers.", "3 allied-ga", rare=True),
        fields.squadrons("defence-air", "Squadrons that support the defenders.", "2 german-ga", rare=True),
        Field("place", "The name of the place, for the teams' reports.", default="", rare=True),
        fields.reading("score_rounding", "unit_factor_floor", "defender_combined_arms",
                       "artillery_cap_per_unit", "heavy_two_is_apocalyptic", "total_success_open_retire"),
    ),
    _fight,
    _fight_chances,
    ledger=fight_ledger,
)  # fmt: skip


# A score calculated by hand


def _score(values: Values, roll: Roll) -> Answer:
    sheet, readings, terrain = load_sheet(), words.readings(values.many("reading")), values["ground"]
    bad = combat.bad_terrain(terrain, values.flag("river"))
    row = combat.row_of(sheet, bad, values.number("score"))
    _, km = combat.roll_retirement(combat.retirement(row, terrain, readings), roll)
    result = movement.words(RESULTS[row.result])
    return Answer(
        f"Score {amount(values.number('score'))}: {TERRAINS[terrain]}",
        (Step("the column", "bad terrain" if bad else "normal terrain", "OPS-COMBAT-15"),),
        _columns(sheet, bad, row.result),
        "OPS-COMBAT-17" if bad else "OPS-COMBAT-16",
        result,
        (*_effects(row, row.attacker_loss, km), *_special(row)),
        {"column": "bad" if bad else "normal", "result": RESULTS[row.result], "retire_km": km},
    )


def _special(row: ResultRow) -> list[Step]:
    """Return the Special Results of a row, for umpires that grant them."""
    if not row.overrun:
        return [Step("no breakthrough", "", "OPS-COMBAT-27")]
    extra = f", each attacker −{row.overrun_loss} more" if row.overrun_loss else ""
    again = "may fight again" if row.fight_again else "may not fight again"
    rule = f"OPS-COMBAT-23, OPS-COMBAT-{24 + row.result}"
    what = f"if mostly armour with twice the status: overrun{extra}, {again}"
    return [Step(what, "", rule)]


def _score_outcome(values: Values, roll: Roll) -> str:
    answer = _score(values, roll)
    km = answer.facts["retire_km"]
    return answer.result + (f", retire {km} km" if km else "")


SCORE = Question(
    "score",
    "The result of a score calculated by hand.",
    """The row of the results for a known score, with losses, retirement, counter-attack and special results.
It rolls a die only if the row names one for the retirement.

Example: a score of 12 against a hex of forest:

    ardennes umpire score --score 12 --ground forest --die 5
""",
    (
        Field("score", "The score: attackers less defenders, plus the die, rounded down.",
              fields.alone(words.score), type="number", low=-99, high=99),
        fields.ground(),
        fields.flag("river", "Every attacker attacks across a river."),
        fields.reading("total_success_open_retire"),
    ),
    _score,
    lambda values: chance_rows(lambda roll: _score_outcome(values, roll)),
)  # fmt: skip


# Artillery


def _range(sheet: Sheet, group: artillery.Group) -> str:
    ranges = sheet.ranges[group.gun - 1]
    if group.km <= ranges.effective:
        return "effective range"
    return "long range" if group.km <= ranges.long else "out of range"


def _support(values: Values, roll: Roll) -> Answer:
    sheet, readings = load_sheet(), words.readings(values.many("reading"))
    working, printed, total = [], [], Fraction(0)
    for battery in values.many("guns"):
        value = artillery.support(sheet, battery.group)
        what = f"{battery.words}, {_range(sheet, battery.group)}"
        working.append(Step(what, amount(value, sign=True), "OPS-ARTY-1, OPS-ARTY-2", origin=OURS))
        total += value
    units = values.number("units")
    counted, most = artillery.capped(total, units, readings), artillery.cap(units, readings)
    if most is not None:
        what = f"at most, for {units} combat {'unit' if units == 1 else 'units'}"
        working.append(Step(what, amount(most, sign=True), "OPS-ARTY-3", origin=OURS))
    for gun in dict.fromkeys(battery.group.gun for battery in values.many("guns")):
        ranges = sheet.ranges[gun - 1]
        printed.append(
            f"{words.GUNS[gun - 1]}: effective {ranges.effective} km, long {ranges.long or 'n.a.'}"
        )
    result = f"{amount(counted, sign=True)} to the side in this battle"
    return Answer(
        "Supporting artillery", tuple(working), " | ".join(printed), "OPS-ARTY-1", result,
        facts={"support": str(total), "counts": str(counted)}, summary=result,
    )  # fmt: skip


def _at_other_ranges(values: Values) -> list[Row]:
    sheet = load_sheet()
    rows = []
    for group in (battery.group for battery in values.many("guns")):
        ranges = sheet.ranges[group.gun - 1]
        for km in sorted({1, ranges.effective, ranges.long, artillery.reach(sheet, group.gun) + 1} - {0}):
            value = artillery.support(sheet, group._replace(km=km))
            what = f"{group.battalions} {words.GUNS[group.gun - 1]} at {km} km"
            share = float(value / group.battalions)
            rows.append(Row(what, amount(value, sign=True), share, {"support": str(value)}))
    return rows


ARTILLERY = Question(
    "artillery",
    "What supporting artillery adds to a battle.",
    """What artillery adds to one battle: by type, distance to the hex attacked and number of battalions, with
the cap of +2 for each combat unit of its side. The sheet prints the ranges; the values are our reading.
It rolls no dice; --what-if shows the same guns at other ranges.

Example: three medium and two field battalions at 10 km support two attackers:

    ardennes umpire artillery --guns "3 medium 10" --guns "2 field 10" --units 2
""",
    (
        fields.guns("guns", "A group: battalions, type, km to the hex attacked.", "3 medium 10", least=1),
        fields.number("units", "Combat units of its side in the battle", 1, 99, "a number of units", "1"),
        fields.reading("artillery_cap_per_unit"),
    ),
    _support,
    _at_other_ranges,
    dice=False,
)  # fmt: skip
