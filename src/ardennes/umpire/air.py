"""Questions about the air: support, reconnaissance, dogfights, flak, interdiction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

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
    LOSS,
    ODDS,
    OUTCOMES,
    RECCE_COLUMNS,
    SITUATIONS,
    load_sheet,
)
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, SIDES, TERRAINS
from ardennes.umpire.ground import chance_rows, reading, rows_of, summed
from ardennes.umpire.show import amount, faces, marked
from ardennes.umpire.topic import FLAG, MANY, Answer, Field, Row, Said, Step, Topic

NOTHING = "nothing"

# Support


def _support(said: Said, roll: Roll) -> Answer:
    sheet, readings = load_sheet(), words.readings(said.many("reading"))
    counts = words.by_type(said.many("squadrons"))
    working = []
    for kind, count in counts.items():
        level = air_support.level(sheet, kind, count, readings)
        working.append(Step(f"{count} {plain(kind)}", LEVELS[level], air_support.RULES[kind]))
    if len(counts) > 1:
        working.append(Step("the best level alone counts", "", "OPS-AIR-5"))
    best = air_support.best_level(sheet, counts, readings)
    kind = max(counts, key=lambda name: air_support.level(sheet, name, counts[name], readings))
    cells = [
        (f"{low}+ {LEVELS[level]}" if low is not None else f"- {LEVELS[level]}", level == best)
        for low, level in air_support.bounds(sheet, kind, readings)
    ]
    return Answer(
        "Air support of a battle", tuple(working), f"{plain(kind)}: {marked(cells)}", "OPS-AIR-4",
        f"{LEVELS[best]}, {amount(air_support.bonus(sheet, best), sign=True)} to the side",
        facts={"level": LEVELS[best], "bonus": air_support.bonus(sheet, best)},
    )  # fmt: skip


def _by_squadrons(said: Said) -> list[Row]:
    sheet, readings = load_sheet(), words.readings(said.many("reading"))
    rows = []
    for kind in words.by_type(said.many("squadrons")):
        for low, level in air_support.bounds(sheet, kind, readings):
            if low is not None:
                bonus = air_support.bonus(sheet, level)
                what = f"{low} or more {plain(kind)}"
                rows.append(Row(what, f"{LEVELS[level]} +{bonus}", bonus / 10, {"bonus": bonus}))
    return rows


AIR_SUPPORT = Topic(
    "air-support",
    "The level of air support and its bonus.",
    """The level of the squadrons that reached one battle, and what it adds to their side. Rolls no dice;
--what-if lists how many squadrons each level needs.

Example: three German ground-attack squadrons:

    ardennes umpire air-support --squadrons "3 german-ga"
""",
    (
        Field("squadrons", f"How many of what: {', '.join(words.AIRCRAFT)}.", words.squadrons, MANY, least=1,
              example="3 allied-ga"),
        reading("heavy_two_is_apocalyptic"),
    ),
    _support,
    _by_squadrons,
    dice=False,
)  # fmt: skip


# Reconnaissance


def _report(text: str) -> str:
    return NOTHING if text == "none" else text.replace("+", ", ")


def _recce(said: Said, roll: Roll) -> Answer:
    sheet, terrain = load_sheet(), said["ground"]
    column = reconnaissance.column(said["target"] == 0, said.flag("moving"))
    title = f"Air reconnaissance: {plain(RECCE_COLUMNS[column]).removesuffix(' open')}"
    cover = reconnaissance.in_cover(terrain, said.flag("armoured"), said.flag("by-road"))
    if cover:
        step = Step(f"in cover ({TERRAINS[terrain]})", "not rolled for", "OPS-RECCE-8")
        return Answer(title, (step,), "no roll", "", NOTHING, facts={"report": "none", "cover": True})
    crowd = said.number("units-in-hex")
    die = roll("reconnaissance")
    read = reconnaissance.counted_die(sheet, die, crowd)
    working = [Step("in the open", "", "OPS-RECCE-2, OPS-RECCE-8")]
    if terrain and said.flag("armoured"):
        working.append(Step("armoured vehicles get no cover in a town", "", "OPS-RECCE-9"))
    if read != die:
        working.append(Step(f"{crowd} units in the hex", "+1 to the die", "OPS-RECCE-7"))
    found = reconnaissance.report(sheet, column, die, crowd)
    return Answer(
        title, tuple(working), faces([_report(text) for text in sheet.recce[column]], read),
        reconnaissance.COLUMN_RULES[column], _report(found), facts={"report": found, "cover": False},
    )  # fmt: skip


RECCE = Topic(
    "recce",
    "What a recce squadron reports of one unit.",
    """What a recce squadron over the zone reports of one enemy unit: nothing, spotted, or its direction, type
and size. A unit in forest or town is in cover and not rolled for, unless it moved in road column; armoured
vehicles get no cover in a town.

Example: a column of vehicles on the road, five units in the square:

    ardennes umpire recce --target vehicles --moving --by-road --units-in-hex 5 --die 4
""",
    (
        Field("target", "What is there: vehicles or infantry (with horse-drawn guns).",
              words.choice(("vehicles", "infantry"), "a target")),
        Field("moving", "It moved this turn.", kind=FLAG),
        Field("ground", f"Where it stands: {', '.join(TERRAINS)}.", words.ground, default="clear"),
        Field("armoured", "Tanks, combat command, recce or light tanks.", kind=FLAG),
        Field("by-road", "It moved in road column this turn.", kind=FLAG),
        Field("units-in-hex", "Units of its side in the same square.", words.number(1, 99, "a number"),
              default="1"),
    ),
    _recce,
    lambda said: chance_rows(lambda roll: _recce(said, roll).result),
)  # fmt: skip


# Dogfights

MISSIONS = ("serials", "bombers", "others")
NAMES = tuple(side.capitalize() for side in SIDES)


def _fly(said: Said, roll: Roll) -> Answer:
    sheet = load_sheet()
    strength = (said.number("allied"), said.number("german"))
    found = fighters.dogfight(sheet, strength, roll)
    effects: list[Step] = []
    table, working = "no roll", []
    rolled = found.attacker != fighters.NOBODY
    if not rolled:
        nobody = not any(strength)
        what = "no fighters of either side" if nobody else "no fighters against them"
        working.append(Step(what, "", "OPS-A2A-1" if nobody else "OPS-A2A-6"))
    else:
        rule = "OPS-A2A-1"
        working.append(
            Step(f"{strength[ALLIED]} Allied against {strength[GERMAN]} German squadrons", "", rule)
        )
        working.append(Step(f"the {NAMES[found.attacker]} side attacks", ODDS[found.odds - 1], "OPS-A2A-2"))
        table = faces([OUTCOMES[one] for one in sheet.fighter_combat[found.odds - 1]], found.die)
        for side, name in enumerate(NAMES):
            effects.append(Step(f"{name} fighters lost", str(found.losses[side]), "OPS-A2A-4, OPS-A2A-5"))
    shot: dict[str, dict[str, int]] = {}
    for side, name in enumerate(NAMES):
        prey = tuple(said.number(f"{SIDES[1 - side]}-{what}") for what in MISSIONS)
        if found.through[side]:
            down = fighters.shot_down(sheet, found.through[side], *prey)
            shot[NAMES[1 - side]] = dict(zip(MISSIONS, down, strict=True))
            told = ", ".join(f"{n} {what}" for n, what in zip(down, MISSIONS, strict=True))
            what = f"{found.through[side]} {name} squadrons break through and shoot down"
            effects.append(Step(what, told, "OPS-A2A-6, OPS-A2A-7"))
        elif any(prey):
            effects.append(Step(f"{name} fighters reach nothing", "", "OPS-A2A-8"))
    losses = f"Allied {found.losses[ALLIED]}, German {found.losses[GERMAN]} lost"
    won = (
        f"{OUTCOMES[found.outcome]} for the {NAMES[found.attacker]} side"
        if found.outcome >= 0
        else "unopposed"
        if any(strength)
        else "nobody there"
    )
    return Answer(
        "Air combat", tuple(working), table, "OPS-A2A-3" if rolled else "", f"{won}; {losses}",
        tuple(effects),
        {"outcome": OUTCOMES[found.outcome] if found.outcome >= 0 else "none", "losses": list(found.losses),
         "through": list(found.through), "shot_down": shot},
    )  # fmt: skip


def _dogfight_outcome(said: Said, roll: Roll) -> str:
    answer = _fly(said, roll)
    shot = answer.facts["shot_down"]
    told = [
        f"{number} {side} {what} shot down"
        for side, down in shot.items()
        for what, number in down.items()
        if number
    ]
    return "; ".join((answer.result, *told))


def _mission_fields() -> tuple[Field, ...]:
    about = {
        "serials": "transport serials",
        "bombers": "bomber squadrons",
        "others": "ground-attack and recce squadrons",
    }
    count = words.number(0, 99, "a number of squadrons")
    return tuple(
        Field(f"{side}-{what}", f"{side.capitalize()} {about[what]} in the zone.", count, default="0")
        for side in SIDES
        for what in MISSIONS
    )


DOGFIGHT = Topic(
    "dogfight",
    "Fighters against fighters, and who breaks through.",
    """Fighter squadrons of both sides in one zone: odds, result, losses, and what those who break through
shoot down. With equal numbers the first die decides who attacks (1-3 the Allies); the next is the combat die.

Example: four German fighters meet two escorts of six transport serials:

    ardennes umpire dogfight --allied 2 --german 4 --allied-serials 6 --die 6
""",
    (
        Field("allied", "Allied fighter squadrons.", words.number(0, 99, "a number of squadrons")),
        Field("german", "German fighter squadrons.", words.number(0, 99, "a number of squadrons")),
        *_mission_fields(),
    ),
    _fly,
    lambda said: chance_rows(lambda roll: _dogfight_outcome(said, roll)),
)


# Flak

FLIGHTS = ("overflight", "supplies", "paras")


def _situations(said: Said) -> tuple[int, int]:
    """The column of heavy and of light flak, by what was said of each."""
    sheet, drop = load_sheet(), said["mission"] > 0
    found = []
    for name in FLAK:
        km = None if said[name] is None else int(said[name])
        over = said.flag(f"{name}-on-route") or (
            not drop and km is not None and km <= sheet.constants["flak_far_km"]
        )
        found.append(flak.situation(sheet, drop, km, over))
    return found[0], found[1]


def _flak(said: Said, roll: Roll) -> Answer:
    sheet, readings = load_sheet(), words.readings(said.many("reading"))
    situations, mission = _situations(said), said["mission"]
    shown = {0: NOTHING, DAMAGE: "damage", LOSS: "loss"}
    working, tables, tolls = [], [], []
    for at, name in enumerate(FLAK):
        where = plain(SITUATIONS[situations[at]]) if situations[at] != flak.NONE else "does not reach them"
        rule = flak.SITUATION_RULES[situations[at]] if situations[at] != flak.NONE else "OPS-FLAK-5"
        working.append(Step(f"{name} flak", where, rule))
    serials = said.number("serials")
    for number in range(1, serials + 1):
        bursts = flak.fire(sheet, situations, roll)
        tolls.append(flak.toll(burst.result for burst in bursts))
        for burst in bursts:
            told = faces([shown[one] for one in sheet.flak[burst.flak][burst.situation]], burst.die)
            tables.append(f"{FLAK[burst.flak]}: {told}")
            what = f"serial {number}, {FLAK[burst.flak]} flak, die {burst.die}"
            working.append(Step(what, shown[burst.result], flak.SITUATION_RULES[burst.situation]))
    found = flak.mission(sheet, tolls, readings)
    effects = _flak_effects(said, tolls, found)
    damage, lost = sum(toll.damage for toll in tolls), len(found.lost)
    return Answer(
        f"Flak against {serials} {'serial' if serials == 1 else 'serials'}: {FLIGHTS[mission]}",
        tuple(working), " | ".join(dict.fromkeys(tables)) or "no roll", "OPS-FLAK-1",
        f"{sum(toll.losses for toll in tolls)} loss, {damage} damage, {lost} lost", effects,
        {"losses": [toll.losses for toll in tolls], "damage": [toll.damage for toll in tolls], "lost": lost},
    )  # fmt: skip


def _flak_effects(said: Said, tolls: Sequence[flak.Toll], found: flak.Mission) -> tuple[Step, ...]:
    mission, carried = said["mission"], said.number("carried")
    steps = []
    for number, toll in enumerate(tolls, 1):
        if toll.losses and mission == FLIGHTS.index("paras"):
            steps.append(
                Step(f"serial {number}: carried unit", f"−{min(carried, toll.losses)} status", "OPS-FLAK-6")
            )
        elif toll.losses and mission == FLIGHTS.index("supplies"):
            steps.append(Step(f"serial {number}: its load", "lost", "OPS-FLAK-6"))
        if number - 1 in found.lost:
            steps.append(Step(f"serial {number}", "lost", "OPS-FLAK-8"))
        elif number - 1 in found.damaged:
            steps.append(Step(f"serial {number}", "damaged, cannot fly next turn", "OPS-FLAK-7, OPS-FLAK-8"))
    return tuple(steps)


def _flak_chances(said: Said) -> list[Row]:
    """What may happen to one serial; of several, how many are lost."""
    sheet, readings, serials = load_sheet(), words.readings(said.many("reading")), said.number("serials")
    single = Said({**said.values, "serials": 1})
    if serials == 1:
        return chance_rows(lambda roll: _flak(single, roll).result)
    pooled = readings.flak_damage == "pooled"
    each = chances(lambda roll: _flak(single, roll).result)

    def count(roll: Roll) -> int:
        found = _flak(single, roll).facts
        return int(found["damage"][0]) if pooled else int(found["lost"])

    lost: dict[str, Fraction] = {}
    for number, chance in summed(chances(count), serials).items():
        down = min(serials, flak.pooled(sheet, number)) if pooled else number
        what = f"of {serials} serials {down} lost"
        lost[what] = lost.get(what, Fraction(0)) + chance
    return rows_of({f"each serial: {what}": chance for what, chance in each.items()} | lost)


def _distance(word: str) -> int | None:
    return None if word == "" else words.kilometres(word, "a distance")


FLAK_TOPIC = Topic(
    "flak",
    "Flak against aircraft that fly over, land or drop.",
    """One die for each serial (or squadron) and each class of flak that reaches it, heavy before light. Give
the distance in km of the nearest heavy and light flak: from the drop, or for an overflight from the line
of flight. Fighters on fighter missions are never rolled for.

Example: a parachute serial drops with heavy flak and light flak 2 km away:

    ardennes umpire flak --mission paras --heavy 2 --light 2 --die 5 --die 4
""",
    (
        Field("mission", f"What they do: {', '.join(FLIGHTS)}.", words.choice(FLIGHTS, "a mission"),
              default="overflight"),
        Field("heavy", "Km to the nearest heavy flak; none if left out.", _distance, default=""),
        Field("light", "Km to the nearest light flak; none if left out.", _distance, default=""),
        Field("heavy-on-route", "The way to the drop leads over heavy flak.", kind=FLAG),
        Field("light-on-route", "The way to the drop leads over light flak.", kind=FLAG),
        Field("serials", "Serials or squadrons.", words.number(1, 12, "a number of serials"), default="1"),
        Field("carried", "Status points of the unit on each serial.", words.number(0, 9, "a number"),
              default="1"),
        reading("flak_damage"),
    ),
    _flak,
    _flak_chances,
)  # fmt: skip


# Interdiction

EFFECTS = ("no effect", "immobilised", "step loss and immobilised")
SUPPRESSED = ("no effect", "suppressed", "step loss and suppressed")


def _interdict(said: Said, roll: Roll) -> Answer:
    sheet, readings = load_sheet(), words.readings(said.many("reading"))
    counts, working = [0] * len(INTERDICTION_CLASSES), []
    for force in said.many("force"):
        counts[force.force] += force.number
        name = INTERDICTION_CLASSES[force.force].upper()
        working.append(Step(f"{force.number} {force.name}", name, "OPS-INT-3"))
    for group in said.many("guns"):
        refused = artillery.check_interdict(sheet, group.gun, group.km)
        if refused:
            raise UserError(str(refused))
        counts[LIGHT] += group.battalions
        what = f"{group.battalions} {words.GUNS[group.gun - 1]} battalions at {group.km} km"
        working.append(Step(what, INTERDICTION_CLASSES[LIGHT].upper(), "OPS-ARTY-6, OPS-INT-3"))
    row = interdiction.area_row(sheet, counts, readings)
    if not row:
        raise UserError("Nobody interdicts: give at least one --force or --guns.")
    several = sum(map(bool, counts)) > 1
    working.append(Step("row", str(row), "OPS-INT-4, OPS-INT-5" + (", OPS-INT-10" if several else "")))
    shown = SUPPRESSED if said.flag("flak") else EFFECTS
    rolled = [roll(f"unit {number}") for number in range(1, said.number("units") + 1)]
    found = [shown[interdiction.effect(sheet, row, die)] for die in rolled]
    effects = [
        Step(f"unit {number}, die {die}", told, "OPS-INT-9" if said.flag("flak") else "OPS-INT-8")
        for number, (die, told) in enumerate(zip(rolled, found, strict=True), 1)
    ]
    cells = faces([shown[one] for one in sheet.effects[row - 1]], rolled[0] if len(rolled) == 1 else 0)
    return Answer(
        "Flak suppression" if said.flag("flak") else "Interdiction", tuple(working), f"row {row}: {cells}",
        "OPS-INT-6", "; ".join(found), tuple(effects), {"row": row, "effects": found},
    )  # fmt: skip


def _interdict_chances(said: Said) -> list[Row]:
    """What may happen to one unit; of several, how many lose a step."""
    units, single = said.number("units"), Said({**said.values, "units": 1})
    each = chances(lambda roll: _interdict(single, roll).result)
    if units == 1:
        return rows_of(each)
    step = chances(lambda roll: int("step loss" in _interdict(single, roll).result))
    several = summed(step, units).items()
    found = {f"each unit: {what}": chance for what, chance in each.items()}
    return rows_of(found | {f"of {units} units {n} with a step loss": chance for n, chance in several})


INTERDICT = Topic(
    "interdict",
    "Bombing, interdiction and flak suppression of an area.",
    """Squadrons or long-range artillery on an area of 4 km by 4 km: the row of the table, and a die for each
unit in the area. A force is a number and an aircraft (typhoon, lancaster ...), 'artillery', or a class
(light, medium, heavy).

Example: three Typhoon squadrons on an area with three units:

    ardennes umpire interdict --force "3 typhoon" --units 3 --die 6 --die 4 --die 2
""",
    (
        Field("force", "Squadrons or battalions: how many of what.", words.force, MANY, example="3 typhoon"),
        Field("guns", "Artillery with its distance: battalions, type, km to the area.", words.guns, MANY,
              example="4 field 12"),
        Field("units", "Units in the area to roll for.", words.number(1, 20, "a number of units"),
              default="1"),
        Field("flak", "Flak suppression: only flak units are rolled for.", kind=FLAG),
        reading("light_nine_row", "light_twelve_row", "heavy_two_row"),
    ),
    _interdict,
    _interdict_chances,
)  # fmt: skip
