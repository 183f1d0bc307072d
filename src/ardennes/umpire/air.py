"""Questions about the air: support, reconnaissance, dogfights, flak, interdiction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ardennes.errors import UserError
from ardennes.games.playsheet.rules.tables import (
    air_support,
    artillery,
    fighters,
    flak,
    interdiction,
    reconnaissance,
)
from ardennes.games.playsheet.rules.tables import parse as words
from ardennes.games.playsheet.rules.tables.chances import chances
from ardennes.games.playsheet.rules.tables.combat import Roll
from ardennes.games.playsheet.rules.tables.movement import words as plain
from ardennes.games.playsheet.schema.sheet import (
    DAMAGE,
    FLAK,
    INTERDICTION_CLASSES,
    LEVELS,
    LIGHT,
    LOSE,
    LOSS,
    ODDS,
    OUTCOMES,
    RECCE_COLUMNS,
    SITUATIONS,
    WIN,
    Sheet,
    load_sheet,
)
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, SIDES, TERRAINS
from ardennes.umpire import fields, team_reports
from ardennes.umpire.fields import Battery, Flight, Flown
from ardennes.umpire.ground import ARTILLERY, FIGHT, MOVE, SCORE, added, chance_rows, rows_of, summed
from ardennes.umpire.output import amount, faces, marked
from ardennes.umpire.question import MANY, OURS, PRINTED, Answer, Field, Question, Row, Step, Values
from ardennes.umpire.roster import Roster
from ardennes.words import counted

NOTHING = "nothing"

# Support


def _counts(values: Values) -> dict[str, int]:
    flown: Sequence[Flown] = values.many("squadrons")
    return words.by_type((one.kind, one.number) for one in flown)


def _support(values: Values, roll: Roll) -> Answer:
    sheet, readings = load_sheet(), words.readings(values.many("reading"))
    counts, working = _counts(values), []
    for kind, count in counts.items():
        level = air_support.level(sheet, kind, count, readings)
        overlap = kind == air_support.HEAVY_BOMBER and count == 2  # the printed ranges share it
        origin = OURS if overlap else PRINTED
        working.append(Step(f"{count} {plain(kind)}", LEVELS[level], air_support.RULES[kind], origin=origin))
    if len(counts) > 1:
        working.append(Step("the best level alone counts", "", "OPS-AIR-5", origin=OURS))
    best = air_support.best_level(sheet, counts, readings)
    kind = max(counts, key=lambda name: air_support.level(sheet, name, counts[name], readings))
    cells = [
        (f"{low}+ {LEVELS[level]}" if low is not None else f"- {LEVELS[level]}", level == best)
        for low, level in air_support.bounds(sheet, kind, readings)
    ]
    result = f"{LEVELS[best]}, {amount(air_support.bonus(sheet, best), sign=True)} to the side"
    return Answer(
        "Air support of a battle", tuple(working), f"{plain(kind)}: {marked(cells)}", "OPS-AIR-4", result,
        facts={"level": LEVELS[best], "bonus": air_support.bonus(sheet, best)}, summary=result,
    )  # fmt: skip


def _by_squadrons(values: Values) -> list[Row]:
    sheet, readings = load_sheet(), words.readings(values.many("reading"))
    rows = []
    for kind in _counts(values):
        for low, level in air_support.bounds(sheet, kind, readings):
            if low is not None:
                bonus = air_support.bonus(sheet, level)
                what = f"{low} or more {plain(kind)}"
                rows.append(Row(what, f"{LEVELS[level]} +{bonus}", bonus / 10, {"bonus": bonus}))
    return rows


AIR_SUPPORT = Question(
    "air-support",
    "The level of air support and its bonus.",
    """The level of the squadrons that reached one battle, and what it adds to their side. Aircraft by the
names of the sheet work too: typhoon and spitfire are Allied ground attack, fortress and lancaster heavy
bombers. It rolls no dice; --what-if lists how many squadrons each level needs.

Example: three German ground-attack squadrons:

    ardennes umpire air-support --squadrons "3 german-ga"
""",
    (
        fields.squadrons("squadrons", f"How many of what: {', '.join(words.AIRCRAFT)}.", "3 allied-ga",
                         least=1),
        fields.reading("heavy_two_is_apocalyptic"),
    ),
    _support,
    _by_squadrons,
    dice=False,
    step="air",
)  # fmt: skip


# Reconnaissance


def _report(text: str) -> str:
    return NOTHING if text == "none" else text.replace("+", ", ")


class Target(NamedTuple):
    """Units of one kind in one square of the zone."""

    number: int
    vehicles: bool
    moving: bool
    terrain: int
    armoured: bool
    by_road: bool
    square: str
    name: str

    @property
    def column(self) -> int:
        return reconnaissance.column(self.vehicles, self.moving)

    @property
    def in_cover(self) -> bool:
        return reconnaissance.in_cover(self.terrain, self.armoured, self.by_road)


TARGETS = ("vehicles", "infantry", "armour", "moving", "armoured", "by-road", *TERRAINS)
TARGET_WORDS = {
    **words.GROUND_WORDS, "on-the-road": "by-road", "road": "by-road", "road-column": "by-road",
    "on-the-move": "moving", "tanks": "armour", "tank": "armour", "motorised": "vehicles",
    "mechanised": "vehicles", "guns": "vehicles", "artillery": "vehicles", "foot": "infantry",
    "paras": "infantry", "horse-drawn": "infantry", "recce": "armour", "moved": "moving",
}  # fmt: skip
ARMOURED = ("tank", "heavy-tank", "mixed", "heavy-mixed", "recce")


def _read_target(text: str, roster: Roster) -> Target:
    """'5 vehicles moving by-road in B4', 'I/304 town': what is there, and the square it shares."""
    before, _, square = text.partition(" in ")
    if words.plain(square) in (*TERRAINS, *TARGET_WORDS, "a-town", "a-wood", "the-open"):
        before, square = f"{before} {square.removeprefix('a ').removeprefix('the ')}", ""
    count, name, result = 1, "", roster.find(before)
    if result:
        id, rest = result
        unit, name = roster.units[id], roster.label(id)
        said = ["vehicles" if unit.troops != "foot" else "infantry"]
        said += ["armoured"] if unit.type in ARMOURED else []
        said += ["by-road", "moving"] if unit.marched else ["moving"] if unit.used != "0" else []
    else:
        rest, said = before.split(), []
        if rest and rest[0].isdigit():
            count, rest = words.whole(rest[0], 1, 99, "a number of units"), rest[1:]
    said += words.phrases(rest, TARGETS, "a target of reconnaissance", TARGET_WORDS)
    if not {"vehicles", "infantry", "armour"} & set(said):
        raise UserError(
            f"{text!r} does not say what is there: write vehicles, armour or infantry, then moving,"
            " by-road and the ground, like '3 vehicles moving by-road' or 'infantry town in B4'."
            + roster.hint(before)
        )
    terrains = [TERRAINS.index(word) for word in said if word in TERRAINS]
    return Target(count, "infantry" not in said, "moving" in said or "by-road" in said,
                  terrains[-1] if terrains else 0, "armour" in said or "armoured" in said, "by-road" in said,
                  square.strip(), name)  # fmt: skip


def _recce(values: Values, roll: Roll) -> Answer:
    sheet, targets, working = load_sheet(), values.many("target"), []
    reports: list[str] = []
    tables: list[str] = []
    covered = 0
    for target in targets:
        crowd = (
            sum(t.number for t in targets if t.square == target.square) if target.square else target.number
        )
        crowd = max(crowd, values.number("units-in-hex"))
        name = target.name or plain(RECCE_COLUMNS[target.column]).removesuffix(" open")
        name += f" in {target.square}" if target.square else ""
        if target.in_cover:
            covered += target.number
            step = Step(f"{name}: in cover ({TERRAINS[target.terrain]})", "not rolled for", "OPS-RECCE-8")
            working.append(step._replace(origin=OURS))
            continue
        if target.terrain and target.armoured:
            working.append(Step(f"{name}: armoured vehicles get no cover in a town", "", "OPS-RECCE-9"))
        for number in range(1, target.number + 1):
            one = f"{name}, unit {number}" if target.number > 1 else name
            what = "reconnaissance" if len(targets) == target.number == 1 else f"reconnaissance of {one}"
            dice = [roll(what) for _ in range(values.number("squadrons"))]
            die = reconnaissance.counted_die(sheet, max(dice), crowd)
            report = sheet.recce[target.column][die - 1]
            if die != max(dice):
                working.append(Step(f"{one}: {crowd} units in the square", "+1 to the die", "OPS-RECCE-7"))
            rule = reconnaissance.COLUMN_RULES[target.column]
            working.append(Step(f"{one}, die {max(dice)}", _report(report), f"OPS-RECCE-2, {rule}"))
            tables.append(faces([_report(text) for text in sheet.recce[target.column]], die))
            reports.append(report)
    return _recce_answer(targets, working, reports, tables, covered)


def _recce_answer(
    targets: Sequence[Target], working: list[Step], reports: list[str], tables: list[str], covered: int
) -> Answer:
    """Return the answer for a zone; the team's report holds only what the pilots saw."""
    squares = [t.square for t in targets if not t.in_cover for _ in range(t.number)]
    seen_in = [
        (square, _report(report)) for square, report in zip(squares, reports, strict=True) if report != "none"
    ]
    shown = "; ".join(map(_report, reports)) or NOTHING
    total = len(reports) + covered
    only = reports[0] if total == 1 and reports else "none"
    facts = {"reports": reports, "covered": covered, "report": only, "cover": covered == total}
    return Answer(
        "Air reconnaissance" + (f" of {total} units" if total > 1 else ""), tuple(working),
        " | ".join(dict.fromkeys(tables)) if len(reports) == 1 else "", "", shown, facts=facts,
        summary=shown, hear={"flyer": team_reports.recce_report(seen_in)},
    )  # fmt: skip


def _chances_of(values: Values) -> dict[str, Fraction]:
    return chances(lambda roll: _recce(values, roll).result)


def _recce_chances(values: Values) -> list[Row]:
    """Return the chances of each unit that is rolled for."""
    targets = [target for target in values.many("target") if not target.in_cover]
    if not targets:
        return [Row(NOTHING, "all in cover")]
    result: dict[str, Fraction] = {}
    for target in targets:
        crowd = (
            sum(t.number for t in targets if t.square == target.square) if target.square else target.number
        )
        single = values.replace(
            **{"target": [target._replace(number=1, square="")],
               "units-in-hex": max(crowd, values.number("units-in-hex"))}
        )  # fmt: skip
        name = target.name or plain(RECCE_COLUMNS[target.column]).removesuffix(" open")
        for what, chance in _chances_of(single).items():
            result[what if len(targets) == 1 else f"{name}: {what}"] = chance
    return rows_of(result)


RECCE = Question(
    "recce",
    "What recce squadrons report of a zone.",
    """What a recce squadron over the zone reports: for each enemy unit nothing, spotted, or its direction,
type and size. Name all units of the zone, those of one square with the same name after 'in'. A unit in
forest or town is in cover and not rolled for, unless it moved in road column; armoured vehicles get no
cover in a town.

Example: a column of five vehicle units on the road in square B4, and infantry in a wood:

    ardennes umpire recce --target "5 vehicles moving by-road in B4" --target "infantry wood" --die 4,2,6,1,3
""",
    (
        Field("target", "Enemy units: how many, vehicles, armour or infantry, moving, by-road, ground.",
              _read_target, MANY, least=1, example="3 vehicles moving", type="target"),
        fields.number("squadrons", "Squadrons over the zone; the better report counts", 1, 9,
                      "a number of squadrons", "1", True),
        fields.number("units-in-hex", "Units of its side in the same square, if more than are named", 0, 99,
                      "a number", "0", True),
    ),
    _recce,
    _recce_chances,
    step="air",
)  # fmt: skip


# Air combat

MISSIONS = ("serials", "bombers", "others")
NAMES = tuple(side.capitalize() for side in SIDES)


def _fly(values: Values, roll: Roll) -> Answer:
    sheet = load_sheet()
    strength = (values["allied"].number, values["german"].number)
    result = fighters.dogfight(sheet, strength, roll)
    prey = tuple(tuple(values[f"{side}-{what}"].number for what in MISSIONS) for side in SIDES)
    down = tuple(  # by the side that loses them
        fighters.shot_down(sheet, result.through[1 - side], *prey[side]) if result.through[1 - side] else None
        for side in (ALLIED, GERMAN)
    )
    working, effects, table = _air_working(sheet, strength, result)
    for side, name in enumerate(NAMES):
        shot = down[1 - side]
        if shot is not None:
            listed = ", ".join(f"{n} {what}" for n, what in zip(shot, MISSIONS, strict=True))
            what = f"{result.through[side]} {name} squadrons break through and shoot down"
            effects.append(Step(what, listed, "OPS-A2A-6, OPS-A2A-7"))
        elif any(prey[1 - side]):
            effects.append(Step(f"{name} fighters reach nothing", "", "OPS-A2A-8"))
    won = (
        (
            OUTCOMES[result.outcome]
            if result.outcome not in (WIN, LOSE)
            else f"{OUTCOMES[result.outcome]} for the {NAMES[result.attacker]} side"
        )
        if result.outcome >= 0
        else "unopposed"
        if any(strength)
        else "no fighters"
    )
    outcome = f"{won}; Allied {result.losses[ALLIED]}, German {result.losses[GERMAN]} lost"
    facts = {
        "outcome": OUTCOMES[result.outcome] if result.outcome >= 0 else "none", "losses": list(result.losses),
        "through": list(result.through),
        "shot_down": {NAMES[side]: dict(zip(MISSIONS, shot, strict=True))
                      for side, shot in enumerate(down) if shot is not None},
    }  # fmt: skip
    reports = {
        SIDES[side]: _air_report(side, strength, prey[side], prey[1 - side], result, down) for side in (0, 1)
    }
    rule = "OPS-A2A-3" if result.attacker != fighters.NOBODY else ""
    return Answer(
        "Air combat", tuple(working), table, rule, outcome,
        tuple(effects), facts, outcome, hear=reports,
    )  # fmt: skip


def _air_working(
    sheet: Sheet, strength: tuple[int, int], result: fighters.Dogfight
) -> tuple[list[Step], list[Step], str]:
    """Return the lines before the roll, the fighters lost, and the row that applies."""
    if result.attacker == fighters.NOBODY:
        nobody = not any(strength)
        what = "no fighters of either side" if nobody else "no fighters against them"
        return [Step(what, "", "OPS-A2A-1" if nobody else "OPS-A2A-6")], [], "no roll"
    against = f"{strength[ALLIED]} Allied against {strength[GERMAN]} German squadrons"
    equal = strength[ALLIED] == strength[GERMAN]
    working = [
        Step(against, "", "OPS-A2A-1"),
        Step(f"the {NAMES[result.attacker]} side attacks", ODDS[result.odds - 1], "OPS-A2A-2",
             origin=OURS if equal else PRINTED),
    ]  # fmt: skip
    effects = [
        Step(f"{name} fighters lost", str(result.losses[side]), "OPS-A2A-4, OPS-A2A-5")
        for side, name in enumerate(NAMES)
    ]
    table = faces([OUTCOMES[one] for one in sheet.fighter_combat[result.odds - 1]], result.die)
    return working, effects, table


def _air_report(
    side: int, strength: tuple[int, int], own: Sequence[int], enemy: Sequence[int], result: fighters.Dogfight,
    down: Sequence[fighters.Shot | None],
) -> team_reports.TeamReport:  # fmt: skip
    """Return one side's report of an air combat."""
    won = {WIN: 1, LOSE: -1}.get(result.outcome, 0) * (1 if result.attacker == side else -1)
    losses = zip(down[side] or (), MISSION_WORDS, strict=False)
    lost = [(number, what) for number, what in losses if number]
    reached = bool(result.through[side] and any(enemy))
    flies, met = bool(strength[side] + sum(own)), bool(strength[1 - side])
    return team_reports.air_combat_report(strength[side], result.losses[side], won, lost, flies, met, reached)


def _dogfight_outcome(values: Values, roll: Roll) -> str:
    answer = _fly(values, roll)
    shot = answer.facts["shot_down"]
    listed = [
        f"{number} {side} {what} shot down"
        for side, down in shot.items()
        for what, number in down.items()
        if number
    ]
    return "; ".join((answer.result, *listed))


MISSION_WORDS = ("transport serials", "bomber squadrons", "ground-attack and recce squadrons")


def _mission_fields() -> tuple[Field, ...]:
    return tuple(
        fields.flight(f"{side}-{what}", f"{side.capitalize()} {about} in the zone", 0, 99,
                      "a number of squadrons", "0", True)
        for side in SIDES
        for what, about in zip(MISSIONS, MISSION_WORDS, strict=True)
    )  # fmt: skip


DOGFIGHT = Question(
    "dogfight",
    "Fighters against fighters, and the losses of other aircraft.",
    """Fighter squadrons of both sides in one zone: odds, result, losses, and the aircraft that
fighters shoot down after they break through. With equal numbers the first die decides which side attacks
(1-3 the Allies); the next is the combat die.

Example: four German fighters meet two escorts of six transport serials:

    ardennes umpire dogfight --allied 2 --german 4 --allied-serials 6 --die 6
""",
    (
        fields.flight("allied", "Allied fighter squadrons", 0, 99, "a number of squadrons"),
        fields.flight("german", "German fighter squadrons", 0, 99, "a number of squadrons"),
        *_mission_fields(),
    ),
    _fly,
    lambda values: chance_rows(lambda roll: _dogfight_outcome(values, roll)),
    step="air",
)


# Flak

FLIGHTS = ("overflight", "supplies", "paras", "landing")
FLIGHT_WORDS = {
    "drop": "paras", "parachute": "paras", "paratroops": "paras", "air-landing": "landing",
    "gliders": "landing", "glider": "landing", "supply": "supplies", "resupply": "supplies",
    "bombers": "overflight", "fly-over": "overflight",
}  # fmt: skip
TROOPS_ABOARD = (FLIGHTS.index("paras"), FLIGHTS.index("landing"))
SHOWN = {0: NOTHING, DAMAGE: "damage", LOSS: "loss"}


def _situations(values: Values) -> tuple[int, int]:
    """Return the columns of heavy and of light flak."""
    sheet, drop = load_sheet(), values["mission"] > 0
    result = []
    for name in FLAK:
        km = values[name]
        over = values.flag(f"{name}-on-route") or (
            not drop and km is not None and km <= sheet.constants["flak_far_km"]
        )
        result.append(flak.situation(sheet, drop, km, over))
    return result[0], result[1]


def _damaged(values: Values) -> int:
    """Return the number of serials that were damaged before; they come first."""
    flight: Flight = values["serials"]
    damaged = max(values.number("damaged"), flight.damaged)
    if damaged > flight.number:
        raise UserError(f"damaged: {damaged} of {flight.number} serials cannot be damaged. Give fewer.")
    return damaged


def _flak(values: Values, roll: Roll) -> Answer:
    sheet, readings = load_sheet(), words.readings(values.many("reading"))
    situations, mission = _situations(values), values["mission"]
    serials, damaged = values["serials"].number, _damaged(values)
    working, tables, tolls = [], [], []
    for at, name in enumerate(FLAK):
        reached = situations[at] != flak.NONE
        where = plain(SITUATIONS[situations[at]]) if reached else "does not reach them"
        rule = flak.SITUATION_RULES[situations[at]] if reached else "OPS-FLAK-5"
        working.append(Step(f"{name} flak", where, rule))
    if damaged:
        working.append(Step("damaged before", f"serials 1 to {damaged}" if damaged > 1 else "serial 1"))
    for number in range(1, serials + 1):
        bursts = flak.fire(sheet, situations, roll)
        toll = flak.toll(burst.result for burst in bursts)
        tolls.append(toll._replace(damage=toll.damage + (number <= damaged)))
        for burst in bursts:
            row = faces([SHOWN[one] for one in sheet.flak[burst.flak][burst.situation]], burst.die)
            tables.append(f"{FLAK[burst.flak]}: {row}")
            what = f"serial {number}, {FLAK[burst.flak]} flak, die {burst.die}"
            working.append(Step(what, SHOWN[burst.result], flak.SITUATION_RULES[burst.situation]))
    result = flak.mission(sheet, tolls, readings)
    effects = _flak_effects(values, tolls, result)
    damage, lost = sum(toll.damage for toll in tolls) - damaged, len(result.lost)
    outcome = f"{sum(toll.losses for toll in tolls)} loss, {damage} damage, {lost} lost"
    several = len(dict.fromkeys(tables)) > len(FLAK)
    return Answer(
        f"Flak against {counted(serials, 'serial')}: {FLIGHTS[mission]}",
        tuple(working), "" if several else " | ".join(dict.fromkeys(tables)) or "no roll", "OPS-FLAK-1",
        outcome, effects,
        {"losses": [toll.losses for toll in tolls], "damage": [toll.damage for toll in tolls], "lost": lost,
         "damaged": len(result.damaged),
         "carried_loss": _carried_loss(values, tolls) if mission in TROOPS_ABOARD else 0},
        outcome,
        hear={"flyer": team_reports.flak_report([(e.what, e.value) for e in effects], FLIGHTS[mission])},
    )  # fmt: skip


def _carried_loss(values: Values, tolls: Sequence[flak.Toll]) -> int:
    carried = values.number("carried")
    return sum(min(carried, toll.losses) for toll in tolls)


def _flak_effects(values: Values, tolls: Sequence[flak.Toll], result: flak.Mission) -> tuple[Step, ...]:
    mission, carried = values["mission"], values.number("carried")
    steps = []
    for number, toll in enumerate(tolls, 1):
        if toll.losses and mission in TROOPS_ABOARD:
            steps.append(
                Step(f"serial {number}: carried unit", f"−{min(carried, toll.losses)} status", "OPS-FLAK-6")
            )
        elif toll.losses and mission == FLIGHTS.index("supplies"):
            steps.append(Step(f"serial {number}: its load", "lost", "OPS-FLAK-6", origin=OURS))
        if number - 1 in result.lost:
            steps.append(Step(f"serial {number}", "lost", "OPS-FLAK-8"))
        elif number - 1 in result.damaged:
            what = "damaged, cannot fly next turn"
            steps.append(Step(f"serial {number}", what, "OPS-FLAK-7, OPS-FLAK-8"))
    return tuple(steps)


def _flak_chances(values: Values) -> list[Row]:
    """Return the chances of one serial, and of several the number lost."""
    sheet, readings, serials = load_sheet(), words.readings(values.many("reading")), values["serials"].number
    damaged = _damaged(values)
    if serials == 1:
        return chance_rows(lambda roll: _flak(values, roll).result)
    pooled = readings.flak_damage == "pooled"
    total: dict[int, Fraction] = {0: Fraction(1)}
    result: dict[str, Fraction] = {}
    for hit, number in ((1, damaged), (0, serials - damaged)):
        if not number:
            continue
        single = values.replace(serials=Flight(1), damaged=hit)

        def count(roll: Roll, single: Values = single) -> int:
            facts = _flak(single, roll).facts
            return int(facts["damage"][0]) if pooled else int(facts["lost"])

        name = "each damaged serial" if hit else "each serial"
        outcomes = chances(lambda roll, single=single: _flak(single, roll).result)  # type: ignore[misc]
        result |= {f"{name}: {what}": chance for what, chance in outcomes.items()}
        total = added(total, summed(chances(count), number))
    lost: dict[str, Fraction] = {}
    for number, chance in total.items():
        down = min(serials, flak.pooled(sheet, number)) if pooled else number
        what = f"of {serials} serials {down} lost"
        lost[what] = lost.get(what, Fraction(0)) + chance
    return rows_of(result | lost)


def _carried_unit(text: str, roster: Roster) -> str:
    if not text:
        return ""
    result = roster.find(text)
    if result is None:
        raise UserError(f"{text!r} is not a unit of the roster.{roster.hint(text)}")
    return result[0]


FLAK_QUESTION = Question(
    "flak",
    "Flak against aircraft that fly over, land or drop.",
    """One die for each serial (or squadron) and each class of flak that reaches it, heavy before light. Give
the distance in km of the nearest heavy and light flak: from the drop or landing, or for an overflight from
the line of flight. Fighters on fighter missions are never rolled for.

Example: a parachute serial drops with heavy flak and light flak 2 km away:

    ardennes umpire flak --mission paras --heavy 2 --light 2 --die 5 --die 4
""",
    (
        fields.choice("mission", "What they do", FLIGHTS, "a mission", FLIGHT_WORDS, "overflight"),
        fields.distance("heavy", "Km to the nearest heavy flak; none if left out."),
        fields.distance("light", "Km to the nearest light flak; none if left out."),
        fields.flag("heavy-on-route", "The way to the drop leads over heavy flak.", True),
        fields.flag("light-on-route", "The way to the drop leads over light flak.", True),
        fields.flight("serials", "Serials or squadrons", 1, 12, "a number of serials", "1"),
        fields.number("damaged", "Serials that were damaged before", 0, 12, "a number", "0", True),
        fields.number("carried", "Status points of the unit on each serial", 0, 9, "a number", "1", True),
        Field("carried-unit", "The unit of the roster that they carry.", _carried_unit, default="", rare=True,
              type="unit"),
        fields.reading("flak_damage"),
    ),
    _flak,
    _flak_chances,
    step="air",
)  # fmt: skip


# Interdiction

EFFECTS = ("no effect", "immobilised", "step loss and immobilised")
SUPPRESSED = ("no effect", "suppressed", "step loss and suppressed")
OUR_FORCES = ("thunderbolt", "lightning", "marauder", "havoc", "invader", "german-ground-attack")
UNCLEAR_COUNTS = ((9, 12), (), (2,))  # by class: in no printed range, or in two, OPS-INT-5


def _read_force(text: str, roster: Roster) -> words.Force:
    if result := roster.aircraft(text):
        id, aircraft = result
        named = {"german-ga": "german-ground-attack", "spitfire": "spitfire"}.get(
            aircraft.type, aircraft.type
        )
        if named in ("allied-ga", "heavy-bomber", "medium-bomber"):
            raise UserError(f"{id!r}: name the aircraft, for example '{aircraft.squadrons} typhoon'.")
        return words.force(f"{aircraft.squadrons} {named}")
    return words.force(text)


def _area_row(values: Values) -> tuple[int, list[Step]]:
    """Return the row for the forces on an area, and the lines that lead to it."""
    sheet, readings = load_sheet(), words.readings(values.many("reading"))
    counts, working = [0] * len(INTERDICTION_CLASSES), []
    for force in values.many("force"):
        counts[force.force] += force.number
        name = INTERDICTION_CLASSES[force.force].upper()
        origin = OURS if force.name in OUR_FORCES else PRINTED
        working.append(Step(f"{force.number} {force.name}", name, "OPS-INT-3", origin=origin))
    batteries: Sequence[Battery] = values.many("guns")
    for battery in batteries:
        refused = artillery.check_interdict(sheet, battery.group.gun, battery.group.km)
        if refused:
            raise UserError(str(refused))
        counts[LIGHT] += battery.group.battalions
        light = INTERDICTION_CLASSES[LIGHT].upper()
        working.append(Step(battery.words, light, "OPS-ARTY-6, OPS-INT-3"))
    row = interdiction.area_row(sheet, counts, readings)
    if not row:
        raise UserError("No force interdicts. Give at least one force or guns.")
    several = sum(map(bool, counts)) > 1
    unclear = any(count in UNCLEAR_COUNTS[force] for force, count in enumerate(counts))
    rule = "OPS-INT-4, OPS-INT-5" + (", OPS-INT-10" if several else "")
    working.append(Step("row", str(row), rule, origin=OURS if unclear or several else PRINTED))
    return row, working


def _units_in_area(values: Values) -> list[str]:
    roster, named = values.roster, values.many("unit")
    return [roster.label(id) for id in named] or [f"unit {n}" for n in range(1, values.number("units") + 1)]


def _interdict(values: Values, roll: Roll) -> Answer:
    row, working = _area_row(values)
    sheet, suppress = load_sheet(), values.flag("flak")
    shown = SUPPRESSED if suppress else EFFECTS
    names = _units_in_area(values)
    rolled = [roll(name) for name in names]
    result = [shown[interdiction.effect(sheet, row, die)] for die in rolled]
    effects = [
        Step(f"{name}, die {die}", what, "OPS-INT-9" if suppress else "OPS-INT-8")
        for name, die, what in zip(names, rolled, result, strict=True)
    ]
    cells = faces([shown[one] for one in sheet.effects[row - 1]], rolled[0] if len(rolled) == 1 else 0)
    return Answer(
        "Flak suppression" if suppress else "Interdiction", tuple(working), f"row {row}: {cells}",
        "OPS-INT-6", "; ".join(result), tuple(effects), {"row": row, "effects": result}, "; ".join(result),
        hear={"bombed": team_reports.bombing_report(list(zip(names, result, strict=True)))},
    )  # fmt: skip


def _interdict_chances(values: Values) -> list[Row]:
    """Return the chances of one unit, and of several the number that lose a step."""
    units, single = len(_units_in_area(values)), values.replace(units=1, unit=[])
    each = chances(lambda roll: _interdict(single, roll).result)
    if units == 1:
        return rows_of(each)
    step = chances(lambda roll: int("step loss" in _interdict(single, roll).result))
    several = summed(step, units).items()
    result = {f"each unit: {what}": chance for what, chance in each.items()}
    return rows_of(result | {f"of {units} units {n} with a step loss": chance for n, chance in several})


INTERDICT = Question(
    "interdict",
    "Bombing, interdiction and flak suppression of an area.",
    """Squadrons or long-range artillery on an area of 4 km by 4 km: the row of the table, and a die for each
unit in the area. A force is a number and an aircraft (typhoon, lancaster ...), 'artillery', or a class
(light, medium, heavy).

Example: three Typhoon squadrons on an area with three units:

    ardennes umpire interdict --force "3 typhoon" --units 3 --die 6 --die 4 --die 2
""",
    (
        Field("force", "Squadrons or battalions: how many of what.", _read_force, MANY, example="3 typhoon",
              type="force"),
        fields.guns("guns", "Artillery with its distance: battalions, type, km to the area.", "4 field 12"),
        fields.number("units", "Units in the area to roll for", 1, 20, "a number of units", "1"),
        Field("unit", "A unit of the roster in the area.", _carried_unit, MANY, example="I/304", type="unit",
              rare=True),
        fields.flag("flak", "Flak suppression: only flak units are rolled for."),
        fields.reading("light_nine_row", "light_twelve_row", "heavy_two_row"),
    ),
    _interdict,
    _interdict_chances,
    step="air",
)  # fmt: skip


QUESTIONS = (MOVE, FIGHT, SCORE, ARTILLERY, AIR_SUPPORT, RECCE, DOGFIGHT, FLAK_QUESTION, INTERDICT)
