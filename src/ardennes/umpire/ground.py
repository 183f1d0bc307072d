"""Questions about the ground war: a march, a battle, supporting artillery."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

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
    HEX_KM,
    NO_BOUND,
    RESULTS,
    ResultRow,
    Sheet,
    load_sheet,
)
from ardennes.games.playsheet.schema.terms import FOOT, MODES, TACTICAL, TERRAINS, TOWED
from ardennes.kernel.contract import Refusal
from ardennes.umpire.show import amount, marked
from ardennes.umpire.topic import FLAG, MANY, Answer, Field, Row, Said, Step, Topic

ATTACKERS_MARKS, DEFENDERS_MARKS = ("prepared", "marched"), ("defended", "dug-in", "marched", "no-supply")


def chance_rows(run: Callable[[Roll], str]) -> list[Row]:
    """Every outcome with its exact chance, as bars."""
    return rows_of(chances(run))


def rows_of(found: Mapping[str, Fraction]) -> list[Row]:
    """Outcomes and their chances as bars."""
    width = max(5, *(len(str(chance)) for chance in found.values()))
    return [
        Row(what, f"{float(chance):6.1%}  {chance!s:<{width}}", float(chance),
            {"chance": str(chance), "percent": round(100 * float(chance), 2)})
        for what, chance in found.items()
    ]  # fmt: skip


def summed(found: Mapping[int, Fraction], times: int) -> dict[int, Fraction]:
    """The sum of so many counts, each with these chances."""
    total = {0: Fraction(1)}
    for _ in range(times):
        more: dict[int, Fraction] = {}
        for before, likely in total.items():
            for count, chance in found.items():
                more[before + count] = more.get(before + count, Fraction(0)) + likely * chance
        total = more
    return dict(sorted(total.items()))


def reading(*keys: str) -> Field:
    """The field for other readings of the sheet that matter to a question."""
    about = f"Another reading of the sheet, KEY=VALUE; keys: {', '.join(keys)}."
    return Field("reading", about, words.reading(*keys), MANY)


# Marches


def _row(said: Said, mode: int) -> int:
    """The row of the movement table; a flag that means nothing for these troops is most likely a mistake."""
    troops = said["troops"]
    for flag, able in (("trucks", FOOT), ("off-road", TOWED)):
        if said.flag(flag) and troops != able:
            raise UserError(f"--{flag} is for {movement.TROOPS[able]}, not for {movement.TROOPS[troops]}.")
    return movement.moving_row(troops, mode, said.flag("trucks"), said.flag("no-supply"))


def _march(said: Said, mode: int) -> March | Refusal:
    return march(
        load_sheet(), _row(said, mode), mode, said.many("leg"), night=said.flag("night"),
        step_km=said.number("hex-km"), no_supply=said.flag("no-supply"), off_road=said.flag("off-road"),
    )  # fmt: skip


def _move(said: Said, roll: Roll) -> Answer:
    sheet, mode = load_sheet(), said["mode"]
    found = _march(said, mode)
    if isinstance(found, Refusal):
        raise UserError(str(found))
    row = _row(said, mode)
    working = []
    for stretch in found.stretches:
        river = " over a river without a bridge" if stretch.leg.river else ""
        what = f"{amount(stretch.km)} of {stretch.leg.km} km {TERRAINS[stretch.leg.terrain]}{river}"
        rules = ["OPS-MOVE-1", "OPS-MOVE-4"]
        rules += ["OPS-MOVE-14"] if stretch.leg.river else []
        rules += ["OPS-MOVE-13"] if said.flag("night") else []
        working.append(
            Step(what, f"{stretch.time} of a turn ({amount(stretch.reach)} km a turn)", ", ".join(rules))
        )
    if said.flag("off-road"):
        working.append(Step("the first step to the road", str(movement.towed_start(sheet)), "OPS-MOVE-17"))
    if row != said["troops"]:
        working.append(Step("on trucks", "motorised row", "OPS-UNIT-7"))
    elif said.flag("trucks"):
        why = "without SP" if said.flag("no-supply") else "in tactical mode"
        working.append(Step(f"no trucks {why}", "", "OPS-SUP-5" if said.flag("no-supply") else "OPS-UNIT-7"))
    if movement.time_limit(sheet, row, said.flag("no-supply")) < movement.WHOLE:
        limit = movement.time_limit(sheet, row, True)
        working.append(Step("vehicles without SP", f"{limit} of a turn at most", "OPS-SUP-5"))
    fresh = movement.may_attack(sheet, found.used)
    hexes = f" = {amount(found.km / said.number('hex-km'))} hexes" if said.number("hex-km") else ""
    kilometres = marked(
        (f"{movement.words(MODES[at])} {sheet.km[row][said.many('leg')[0].terrain][at] or '-'}", at == mode)
        for at in range(len(MODES))
    )
    attack = "may still attack this turn" if fresh else "cannot start an attack this turn"
    return Answer(
        f"Movement: {movement.TROOPS[row]}, {words.MODES[mode]}{', night' if said.flag('night') else ''}",
        tuple(working),
        f"{kilometres} (km on {TERRAINS[said.many('leg')[0].terrain]})",
        "OPS-MOVE-1",
        f"{amount(found.km)} km{hexes}, used {found.used} of the turn"
        + ("" if found.whole else "; the route is longer than that"),
        (Step(attack, "", "OPS-MOVE-11"),),
        {"km": str(found.km), "used": str(found.used), "whole_route": found.whole, "may_attack": fresh},
    )


def _other_modes(said: Said) -> list[Row]:
    rows = []
    for mode, name in enumerate(words.MODES):
        found = _march(said, mode)
        if isinstance(found, Refusal):
            rows.append(Row(name, f"not possible ({found.rule})", 0, {"refused": found.rule}))
        else:
            value = f"{amount(found.km)} km, used {found.used}"
            rows.append(Row(name, value, float(found.used), {"km": str(found.km), "used": str(found.used)}))
    return rows


MOVE = Topic(
    "move",
    "How far a unit comes in one turn, and what it uses.",
    """How far a unit comes in one turn over given ground, how much of the turn it uses, and whether it may
still attack. Rolls no dice; --what-if shows the same route in all three modes.

Example: mechanised infantry, 6 km of forest and then open ground:

    ardennes umpire move --troops mech --mode tactical --leg "6 forest" --leg "40 clear"
""",
    (
        Field("troops", f"Who moves: {', '.join(words.TROOPS)}.",
              words.choice(words.TROOPS, "a troop class")),
        Field("mode", f"How: {', '.join(words.MODES)}.", words.choice(words.MODES, "a mode"),
              default=words.MODES[TACTICAL]),
        Field("leg", "A leg of the route: km, ground, and 'river' where it begins with an unbridged one.",
              words.leg, MANY, least=1, example="6 forest"),
        Field("night", "It is a night turn.", kind=FLAG),
        Field("trucks", "The unit has truck lift and is in supply.", kind=FLAG),
        Field("no-supply", "The unit has no supply points.", kind=FLAG),
        Field("off-road", "Motor-towed guns that begin off the road.", kind=FLAG),
        Field("hex-km", "Only whole steps of so many km count; 0: measured to the metre.",
              words.number(0, 50, "a step"), default=str(HEX_KM)),
    ),
    _move,
    _other_modes,
    dice=False,
)  # fmt: skip


# Battles


def _side(said: Said, name: str, marks: dict[str, bool]) -> BattleSide:
    given: list[BattleUnit] = list(said.many(name))
    _check_marks(given, name)
    units = tuple(
        unit._replace(id=f"{at} {unit.id}", **marks)  # type: ignore[arg-type]
        for at, unit in enumerate(given, 1)
    )
    role = "attack" if name == "attacker" else "defence"
    sheet = load_sheet()
    value = sum((artillery.support(sheet, group) for group in said.many(f"{role}-guns")), Fraction(0))
    readings = words.readings(said.many("reading"))
    return BattleSide(
        units, value, air_support.best_level(sheet, words.by_type(said.many(f"{role}-air")), readings)
    )


def _check_marks(units: list[BattleUnit], name: str) -> None:
    """Guns and flak only defend; a mark that has no meaning on this side is most likely a mistake."""
    allowed = ATTACKERS_MARKS if name == "attacker" else DEFENDERS_MARKS
    for unit in units:
        if name == "attacker" and not unit.combat:
            raise UserError(f"--{name}: {unit.id!r} cannot attack. Guns support one with --attack-guns.")
        for mark, field in words.MARKS.items():
            if getattr(unit, field) and mark not in allowed:
                raise UserError(
                    f"--{name}: {unit.id!r} cannot be {mark} on this side. Allowed: {', '.join(allowed)}."
                )


def _battle(said: Said) -> Battle:
    held = (
        ("envelopment", combat.ENVELOPMENT),
        ("surprise", combat.SURPRISE),
        ("disordered", combat.DISORDERED),
    )
    return Battle(
        _side(said, "attacker", {"prepared": True} if said.flag("prepared") else {}),
        _side(said, "defender", {
            **({"dug_in": True} if said.flag("dug-in") else {}),
            **({"defended": True} if said.flag("defended") else {}),
        }),
        said["ground"],
        night=said.flag("night"),
        across_river=said.flag("river"),
        advantages=tuple(code for name, code in held if said.flag(name)),
        breakthrough=said.flag("breakthrough"),
    )  # fmt: skip


def _line(line: Line, depth: int) -> Step:
    value = f"× {amount(line.amount)}" if line.times else amount(line.amount, sign=True)
    return Step(line.what, value, line.rule, depth)


def _working(name: str, found: SideSum) -> list[Step]:
    steps = [Step(name, amount(found.total), "OPS-COMBAT-2")]
    for unit in found.units:
        steps.append(Step(unit.unit.id.partition(" ")[2], amount(unit.factor), "", 2))
        if unit.lines:
            steps.append(Step("status", amount(unit.unit.status), "", 3))
            steps += [_line(line, 3) for line in unit.lines]
    return steps + [_line(line, 2) for line in found.lines]


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
    """What a row of the results does to both sides."""
    rule = f"OPS-COMBAT-{18 + row.result}"
    steps = [
        Step("each attacker", f"−{attacker_loss} status", rule),
        Step("each defender", f"−{row.defender_loss} status" if row.defender_loss else "loses nothing", rule),
    ]
    if row.sp_loss:
        steps.append(Step("each defender", f"−{row.sp_loss} SP", "OPS-COMBAT-30"))
    if retire_km:
        hexes = combat.retire_hexes(retire_km)
        steps.append(
            Step(
                "defenders retire",
                f"{retire_km} km = {hexes} hex{'es' if hexes > 1 else ''}",
                "OPS-COMBAT-29, OPS-GRID-3",
            )
        )
    if row.thrown_back:
        steps.append(Step("attackers are thrown back", "to their start line, or 1 km", rule))
    steps.append(Step("counter-attack", "allowed" if row.counter_attack else "not allowed", rule))
    return steps


def _overrun(battle: Battle, found: Fought) -> list[Step]:
    """Whether a breakthrough comes of it, or what it lacks."""
    row = found.row
    if found.overrun:
        again = "and may fight again" if row.fight_again else "and may not fight again"
        overrun_rule = f"OPS-COMBAT-23, OPS-COMBAT-{24 + row.result}"
        return [Step("overrun", f"half of the remaining move {again}", overrun_rule)]
    if battle.breakthrough:
        missing = combat.overrun_missing(battle) or (f"none on {movement.words(RESULTS[row.result])}",)
        why = f"needs {'; '.join(missing)}" if row.overrun else missing[-1]
        return [Step("no overrun", why, "OPS-COMBAT-23" if row.overrun else "OPS-COMBAT-27")]
    return []


def _fight(said: Said, roll: Roll) -> Answer:
    sheet, readings, battle = load_sheet(), words.readings(said.many("reading")), _battle(said)
    found = combat.fight(sheet, battle, roll, readings)
    attack, defence = found.score.attack, found.score.defence
    sums = f"{amount(attack.total)} − {amount(defence.total)} + {found.die} = {amount(found.exact)}"
    whole = f", counts as {amount(found.points)}" if found.exact != found.points else ""
    return Answer(
        f"Combat: {TERRAINS[battle.terrain]}{', night' if battle.night else ''}",
        (
            *_working("attack", attack),
            *_working("defence", defence),
            Step(f"score {sums}{whole}", "", "OPS-COMBAT-14"),
        ),
        _columns(sheet, found.score.bad, found.row.result),
        "OPS-COMBAT-15, " + ("OPS-COMBAT-17" if found.score.bad else "OPS-COMBAT-16"),
        movement.words(RESULTS[found.row.result]),
        (*_effects(found.row, found.attacker_loss, found.retire_km), *_overrun(battle, found)),
        {
            "attack": str(attack.total), "defence": str(defence.total), "score": found.points,
            "column": "bad" if found.score.bad else "normal", "result": RESULTS[found.row.result],
            "attacker_loss": found.attacker_loss, "defender_loss": found.row.defender_loss,
            "sp_loss": found.row.sp_loss, "retire_km": found.retire_km, "overrun": found.overrun,
            "counter_attack": found.row.counter_attack,
        },
    )  # fmt: skip


def _fight_chances(said: Said) -> list[Row]:
    sheet, readings, battle = load_sheet(), words.readings(said.many("reading")), _battle(said)
    worked = combat.score(sheet, battle, readings)

    def outcome(roll: Roll) -> str:
        found = combat.finish(sheet, battle, worked, roll, readings)
        retire = f", retire {found.retire_km} km" if found.retire_km else ""
        return movement.words(RESULTS[found.row.result]) + (", overrun" if found.overrun else "") + retire

    return chance_rows(outcome)


FIGHT = Topic(
    "fight",
    "A battle: every factor, the score, the result.",
    """A battle from its units to its result. A unit is a kind and its status, then marks, then its formation:
'infantry 8', 'tank 9 prepared of 2', 'infantry 7 dug-in of 28'. Kinds: infantry, light (infantry), tank,
heavy-tank, mixed (tanks and infantry in one unit), recce, guns, flak. Marks: prepared, defended, dug-in,
marched, no-supply. The first die is the combat die, the second (if the result names one) the retirement.

Example: a prepared attack of infantry and tanks on infantry in a forest, with the table's own die:

    ardennes umpire fight --attacker "infantry 8" --attacker "tank 9" --prepared --defender "infantry 8"
    --ground forest --die 3 --die 2
""",
    (
        Field("attacker", "An attacking unit.", words.unit, MANY, least=1, example="tank 9"),
        Field("defender", "A defending unit.", words.unit, MANY, least=1, example="infantry 8 dug-in"),
        Field("ground", f"The ground of the hex attacked: {', '.join(TERRAINS)}.", words.ground,
              default="clear"),
        Field("prepared", "All attackers are prepared.", kind=FLAG),
        Field("dug-in", "All defenders are dug in.", kind=FLAG),
        Field("defended", "All defenders carried out DEFEND in the turn before.", kind=FLAG),
        Field("river", "Every attacker attacks across a river.", kind=FLAG),
        Field("night", "It is a night turn.", kind=FLAG),
        Field("surprise", "The attackers have surprise.", kind=FLAG),
        Field("envelopment", "The attackers envelop the defenders.", kind=FLAG),
        Field("disordered", "Every defender was immobilised, or retired this turn or the turn before.",
              kind=FLAG),
        Field("breakthrough", "The attack carries a breakthrough order.", kind=FLAG),
        Field("attack-guns", "Artillery of the attackers: battalions, type, km.", words.guns, MANY,
              example="3 medium 10"),
        Field("defence-guns", "Artillery of the defenders: battalions, type, km.", words.guns, MANY,
              example="2 field 6"),
        Field("attack-air", "Squadrons that support the attackers.", words.squadrons, MANY,
              example="3 allied-ga"),
        Field("defence-air", "Squadrons that support the defenders.", words.squadrons, MANY,
              example="2 german-ga"),
        reading("score_rounding", "unit_factor_floor", "defender_combined_arms", "artillery_cap_per_unit",
                "heavy_two_is_apocalyptic", "total_success_open_retire"),
    ),
    _fight,
    _fight_chances,
)  # fmt: skip


# A score worked out by hand


def _score(said: Said, roll: Roll) -> Answer:
    sheet, readings, terrain = load_sheet(), words.readings(said.many("reading")), said["ground"]
    bad = combat.bad_terrain(terrain, said.flag("river"))
    row = combat.row_of(sheet, bad, said.number("score"))
    _, km = combat.roll_retirement(combat.retirement(row, terrain, readings), roll)
    result = movement.words(RESULTS[row.result])
    return Answer(
        f"Score {amount(said.number('score'))}: {TERRAINS[terrain]}",
        (Step("the column", "bad terrain" if bad else "normal terrain", "OPS-COMBAT-15"),),
        _columns(sheet, bad, row.result),
        "OPS-COMBAT-17" if bad else "OPS-COMBAT-16",
        result,
        tuple(_effects(row, row.attacker_loss, km)),
        {"column": "bad" if bad else "normal", "result": RESULTS[row.result], "retire_km": km},
    )


def _score_outcome(said: Said, roll: Roll) -> str:
    answer = _score(said, roll)
    km = answer.facts["retire_km"]
    return answer.result + (f", retire {km} km" if km else "")


SCORE = Topic(
    "score",
    "The result of a score worked out by hand.",
    """The row of the results for a score that is known already, with losses, retirement and counter-attack.
A die is rolled only where the row names one for the retirement.

Example: a score of 12 against a hex of forest:

    ardennes umpire score --score 12 --ground forest --die 5
""",
    (
        Field("score", "The score: attackers less defenders, plus the die, rounded down.", words.score),
        Field("ground", f"The ground of the hex attacked: {', '.join(TERRAINS)}.", words.ground,
              default="clear"),
        Field("river", "Every attacker attacks across a river.", kind=FLAG),
        reading("total_success_open_retire"),
    ),
    _score,
    lambda said: chance_rows(lambda roll: _score_outcome(said, roll)),
)  # fmt: skip


# Artillery


def _range(sheet: Sheet, group: artillery.Group) -> str:
    ranges = sheet.ranges[group.gun - 1]
    if group.km <= ranges.effective:
        return "effective range"
    return "long range" if group.km <= ranges.long else "out of range"


def _support(said: Said, roll: Roll) -> Answer:
    sheet, readings = load_sheet(), words.readings(said.many("reading"))
    working = []
    total = Fraction(0)
    for group in said.many("guns"):
        value = artillery.support(sheet, group)
        what = f"{group.battalions} {words.GUNS[group.gun - 1]} at {group.km} km, {_range(sheet, group)}"
        working.append(Step(what, amount(value, sign=True), "OPS-ARTY-1, OPS-ARTY-2"))
        total += value
    units = said.number("units")
    counted, most = artillery.capped(total, units, readings), artillery.cap(units, readings)
    if most is not None:
        working.append(Step(f"at most, for {units} combat units", amount(most, sign=True), "OPS-ARTY-3"))
    printed = []
    for gun in dict.fromkeys(group.gun for group in said.many("guns")):
        ranges = sheet.ranges[gun - 1]
        printed.append(
            f"{words.GUNS[gun - 1]}: effective {ranges.effective} km, long {ranges.long or 'n.a.'}"
        )
    return Answer(
        "Supporting artillery",
        tuple(working),
        " | ".join(printed),
        "OPS-ARTY-1",
        f"{amount(counted, sign=True)} to the side in this battle",
        facts={"support": str(total), "counts": str(counted)},
    )


def _at_other_ranges(said: Said) -> list[Row]:
    sheet = load_sheet()
    rows = []
    for group in said.many("guns"):
        ranges = sheet.ranges[group.gun - 1]
        for km in sorted({1, ranges.effective, ranges.long, artillery.reach(sheet, group.gun) + 1} - {0}):
            value = artillery.support(sheet, group._replace(km=km))
            what = f"{group.battalions} {words.GUNS[group.gun - 1]} at {km} km"
            share = float(value / group.battalions)
            rows.append(Row(what, amount(value, sign=True), share, {"support": str(value)}))
    return rows


ARTILLERY = Topic(
    "artillery",
    "What supporting artillery adds to a battle.",
    """What artillery adds to one battle: by type, distance to the hex attacked and number of battalions, with
the cap of +2 for each combat unit of its side. Rolls no dice; --what-if shows the same guns at other ranges.

Example: three medium and two field battalions at 10 km support two attackers:

    ardennes umpire artillery --guns "3 medium 10" --guns "2 field 10" --units 2
""",
    (
        Field("guns", "A group: battalions, type, km to the hex attacked.", words.guns, MANY, least=1,
              example="3 medium 10"),
        Field("units", "Combat units of its side in the battle.", words.number(1, 99, "a number of units"),
              default="1"),
        reading("artillery_cap_per_unit"),
    ),
    _support,
    _at_other_ranges,
    dice=False,
)  # fmt: skip
