"""Case files: calculations of the printed sheet and on positions. Each asks the rules, for it knows none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from ardennes.cases.ask import Calculation, Facts
from ardennes.errors import UserError
from ardennes.games.playsheet.cases.ask import Ask
from ardennes.games.playsheet.cases.board import read_hex
from ardennes.games.playsheet.facts import PRINTED
from ardennes.games.playsheet.rules import pools
from ardennes.games.playsheet.rules.advantages import enveloped
from ardennes.games.playsheet.rules.ground_orders import walk_route
from ardennes.games.playsheet.rules.planning import lifted, reach, start_clock, time_limit
from ardennes.games.playsheet.rules.reports import heading
from ardennes.games.playsheet.rules.sheet import (
    air_support,
    artillery,
    combat,
    fighters,
    flak,
    interdiction,
    movement,
    recce,
    scale,
    written,
)
from ardennes.games.playsheet.rules.sheet.combat import Battle, BattleSide, Roll
from ardennes.games.playsheet.rules.supply import in_supply
from ardennes.games.playsheet.rules.victory import ledger
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.sheet import (
    FLAK,
    FLAK_RESULTS,
    HEX_KM,
    INTERDICTION_CLASSES,
    INTERDICTION_RESULTS,
    LEVELS,
    LIGHT,
    ODDS,
    OUTCOMES,
    RESULTS,
    ResultRow,
)
from ardennes.games.playsheet.words import mode_named
from ardennes.kernel.contract import Refusal

T = TypeVar("T")
COLUMNS = ("normal", "bad")
MISSIONS = ("overflight", "supplies", "paras")
ADVANTAGES = tuple(name.replace(" ", "_") for name in combat.ADVANTAGES)
SHORT = {"disordered": "disordered_enemy"}
MOST = 99


def _read(ask: Ask, name: str, reader: Callable[[str], T]) -> list[T]:
    """A list of texts in the umpire's words; a mistake is told with its field."""
    found = []
    for text in ask.arguments.texts(name):
        try:
            found.append(reader(text))
        except UserError as error:
            ask.arguments.fail(name, str(error))
    return found


def _flag(ask: Ask, name: str) -> bool:
    return ask.arguments.flag(name, False)


def _number(ask: Ask, name: str, default: int | None = None) -> int:
    return ask.arguments.whole(name, 0, MOST, default)


def _ground(ask: Ask, default: str | None = "clear") -> int:
    word = ask.arguments.text("ground", default)
    try:
        return written.ground(word)
    except UserError:
        ask.arguments.unknown("ground", word, "a kind of ground", terms.TERRAINS)


def _dice(ask: Ask) -> Roll:
    """The dice of the case, in order."""
    left = ask.arguments.wholes("dice", 1, 6)

    def roll(what: str) -> int:
        if not left:
            ask.arguments.fail("dice", f"one more die is needed, for: {what}.")
        return left.pop(0)

    return roll


def _mode(ask: Ask) -> int:
    word = ask.arguments.text("mode", terms.MODES[0])
    found = mode_named(word)
    return (
        ask.arguments.unknown("mode", word, "a mode", terms.MODES)
        if found is None
        else terms.MODES.index(found)
    )


# Movement


def _march(ask: Ask) -> Facts:
    """How far a unit comes along a route in one turn."""
    mode = _mode(ask)
    troops = ask.choice("troops", "a troop class", written.TROOPS)
    row = movement.moving_row(troops, mode, _flag(ask, "trucks"), _flag(ask, "no_supply"))
    found = movement.march(
        ask.w.sheet,
        row,
        mode,
        _read(ask, "legs", written.leg),
        night=_flag(ask, "night"),
        no_supply=_flag(ask, "no_supply"),
        off_road=_flag(ask, "off_road"),
    )
    if isinstance(found, Refusal):
        return {"legal": False, "rule": found.rule, "hexes": 0, "used": Fraction(0), "may_attack": True}
    return {
        "legal": True,
        "rule": "none",
        "hexes": found.km / HEX_KM,
        "used": found.used,
        "may_attack": movement.may_attack(ask.w.sheet, found.used),
    }


# Combat


def _side(ask: Ask, name: str, role: str) -> BattleSide:
    sheet = ask.w.sheet
    units = _read(ask, name, written.unit)
    if not units:
        ask.arguments.wrong(name, "a list of at least one unit, like ['infantry 8']")
    named = tuple(unit._replace(id=f"{number:02}") for number, unit in enumerate(units))
    guns = sum(
        (artillery.support(sheet, one) for one in _read(ask, f"{role}_guns", written.guns)), Fraction(0)
    )
    flown = written.by_type(_read(ask, f"{role}_air", written.squadrons))
    return BattleSide(named, guns, air_support.best_level(sheet, flown, ask.s.readings))


def _battle(ask: Ask) -> Battle:
    held = [SHORT.get(word, word) for word in ask.arguments.texts("advantages")]
    for word in held:
        if word not in ADVANTAGES:
            ask.arguments.unknown("advantages", word, "an advantage of the attackers", ADVANTAGES)
    return Battle(
        _side(ask, "attackers", "attack"),
        _side(ask, "defenders", "defence"),
        _ground(ask),
        night=_flag(ask, "night"),
        across_river=_flag(ask, "river"),
        advantages=tuple(ADVANTAGES.index(word) for word in held),
        breakthrough=_flag(ask, "breakthrough"),
    )


def _row(row: ResultRow) -> dict[str, Any]:
    return {
        "result": RESULTS[row.result],
        "defender_loss": row.defender_loss,
        "sp_loss": row.sp_loss,
        "counter_attack": row.counter_attack,
        "thrown_back": row.thrown_back,
        "fight_again": row.fight_again,
    }


def _fight(ask: Ask) -> Facts:
    """A battle; without dice only its totals."""
    sheet, battle = ask.w.sheet, _battle(ask)
    worked = combat.score(sheet, battle, ask.s.readings)
    facts: dict[str, Any] = {
        "attack": worked.attack.total,
        "defence": worked.defence.total,
        "attack_factors": [unit.factor for unit in worked.attack.units],
        "defence_factors": [unit.factor for unit in worked.defence.units],
        "column": COLUMNS[worked.bad],
        "rules": frozenset(_cited(worked)),
    }
    if "dice" in ask.arguments:
        found = combat.finish(sheet, battle, worked, _dice(ask), ask.s.readings)
        facts.update(
            _row(found.row), exact=found.exact, score=found.points, retire_km=found.retire_km,
            overrun=found.overrun, attacker_loss=found.attacker_loss,
        )  # fmt: skip
    return facts


def _cited(worked: combat.Score) -> list[str]:
    """The rules of every line of the sum."""
    lines = [
        line
        for side in (worked.attack, worked.defence)
        for line in (*side.lines, *(line for unit in side.units for line in unit.lines))
    ]
    return [rule for line in lines for rule in line.rule.split(", ")]


def _result_rows(ask: Ask) -> Facts:
    """The results of scores in one column."""
    bad = ask.choice("column", "a column", COLUMNS) == 1
    scores = ask.arguments.wholes("scores", -MOST, MOST)
    return {"results": [RESULTS[combat.row_of(ask.w.sheet, bad, score).result] for score in scores]}


def _retirement(ask: Ask) -> Facts:
    """A result: losses, and how far the defenders go from this ground with these dice."""
    row = ask.w.sheet.results[ask.choice("result", "a result", RESULTS)]
    printed = combat.retirement(row, _ground(ask), ask.s.readings)
    _, km = combat.roll_retirement(printed, _dice(ask))
    status, sp = ask.arguments.wholes("status", 0, MOST), ask.arguments.wholes("sp", 0, MOST)
    return {
        **_row(row),
        "attacker_loss": row.attacker_loss,
        "km": km,
        "hexes": combat.retire_hexes(km),
        "status_left": combat.take(status, row.defender_loss),
        "sp_left": combat.take(sp, row.sp_loss),
    }


def _overrun(ask: Ask) -> Facts:
    """Do these attackers overrun on this result, at what cost, and how far may they go on?"""
    sheet, battle = ask.w.sheet, _battle(ask)
    row = sheet.results[ask.choice("result", "a result", RESULTS)]
    overrun = row.overrun and not combat.overrun_missing(battle)
    used = written.share(ask.arguments.text("used", "0"))
    time = movement.overrun_time(sheet, used)
    step = movement.step_time(
        sheet, ask.choice("troops", "a troop class", written.TROOPS, "tanks"), _ground(ask), 0
    )
    return {
        "overrun": overrun,
        "attacker_loss": row.attacker_loss + (row.overrun_loss if overrun else 0),
        "fight_again": overrun and row.fight_again,
        "hexes": time // step if overrun else 0,
    }


# Artillery and air support


def _artillery(ask: Ask) -> Facts:
    """What artillery adds to a battle with so many combat units on its side."""
    groups = _read(ask, "guns", written.guns)
    total = sum((artillery.support(ask.w.sheet, group) for group in groups), Fraction(0))
    return {"support": total, "counts": artillery.capped(total, _number(ask, "units", 1), ask.s.readings)}


def _shelling(ask: Ask) -> Facts:
    """May these guns interdict at that distance, and on which row?"""
    (group,) = _read(ask, "guns", written.guns)
    refused = artillery.check_interdict(ask.w.sheet, group.gun, group.km)
    row = interdiction.row_of(ask.w.sheet, LIGHT, group.battalions, ask.s.readings)
    return {
        "legal": refused is None,
        "rule": refused.rule if refused else "none",
        "row": 0 if refused else row,
    }


def _air_support(ask: Ask) -> Facts:
    level = air_support.best_level(
        ask.w.sheet, written.by_type(_read(ask, "squadrons", written.squadrons)), ask.s.readings
    )
    return {"level": LEVELS[level], "bonus": air_support.bonus(ask.w.sheet, level)}


# The air


def _air_report(ask: Ask) -> Facts:
    """What a recce squadron reports of one unit."""
    cover = recce.in_cover(_ground(ask), _flag(ask, "armoured"), _flag(ask, "by_road"))
    column = recce.column(
        ask.choice("target", "a target", ("vehicles", "infantry")) == 0, _flag(ask, "moving")
    )
    die = ask.arguments.whole("die", 1, 6)
    told = recce.report(ask.w.sheet, column, die, _number(ask, "units_in_hex", 1))
    return {"cover": cover, "report": "none" if cover else told}


def _dogfight(ask: Ask) -> Facts:
    """Fighters against fighters over a zone."""
    strength = (_number(ask, "allied"), _number(ask, "german"))
    found = fighters.dogfight(ask.w.sheet, strength, _dice(ask))
    rolled = found.attacker != fighters.NOBODY
    return {
        "attacker": terms.SIDES[found.attacker] if rolled else "none",
        "odds": ODDS[found.odds - 1] if rolled else "none",
        "outcome": OUTCOMES[found.outcome] if rolled else "none",
        "losses": dict(zip(terms.SIDES, found.losses, strict=True)),
        "through": dict(zip(terms.SIDES, found.through, strict=True)),
    }


def _shot_down(ask: Ask) -> Facts:
    """What squadrons that broke through shoot down."""
    prey = (_number(ask, name, 0) for name in ("serials", "bombers", "others"))
    return fighters.shot_down(ask.w.sheet, _number(ask, "through"), *prey)._asdict()


def _flak(ask: Ask) -> Facts:
    """Flak against one serial or squadron."""
    sheet, drop = ask.w.sheet, ask.choice("mission", "a mission", MISSIONS) > 0
    at = []
    for name in FLAK:
        km = _number(ask, name) if name in ask.arguments else None
        at.append(flak.situation(sheet, drop, km, _flag(ask, f"{name}_on_route")))
    bursts = flak.fire(sheet, at, _dice(ask))
    toll = flak.toll(burst.result for burst in bursts)
    return {
        "results": [FLAK_RESULTS[burst.result] for burst in bursts],
        "losses": toll.losses,
        "damage": toll.damage,
        "lost": bool(flak.mission(sheet, [toll], ask.s.readings).lost),
    }


def _interdiction(ask: Ask) -> Facts:
    """The row of forces on an area, and the effect of each die."""
    counts = [0] * len(INTERDICTION_CLASSES)
    for force in _read(ask, "forces", written.force):
        counts[force.force] += force.number
    row = interdiction.area_row(ask.w.sheet, counts, ask.s.readings)
    dice = ask.arguments.wholes("dice", 1, 6)
    return {
        "row": row,
        "effects": [INTERDICTION_RESULTS[interdiction.effect(ask.w.sheet, row, die)] for die in dice],
    }


# Scales


def _starting_status(ask: Ask) -> Facts:
    values = ask.arguments.wholes("values", 1, MOST)
    return {"status": [scale.starting_status(ask.w.sheet, value) for value in values]}


def _victory_level(ask: Ask) -> Facts:
    points = ask.arguments.wholes("points", -MOST, MOST)
    return {"levels": [scale.victory_level(ask.w.sheet, number, _flag(ask, "short")) for number in points]}


# On a position


def _route(ask: Ask) -> Facts:
    """What a route takes as planned, or the rule that forbids it."""
    unit, mode = ask.unit(), _mode(ask)
    found = walk_route(
        ask.w, ask.s, unit, mode, tuple(ask.arguments.texts("route")), terms.TURN, "OPS-MOVE-4"
    )
    if isinstance(found, Refusal):
        return {"legal": False, "rule": found.rule}
    return {
        "legal": True,
        "rule": "none",
        "end": ask.w.label(found.end),
        "used": Fraction(found.time, terms.TURN),
        "leaves": found.leaves,
    }


def _reach(ask: Ask) -> Facts:
    unit, mode = ask.unit(), _mode(ask)
    found = reach(ask.w, ask.s, unit, mode).cost
    return {
        "hexes": frozenset(map(ask.w.label, found)),
        "used": {ask.w.label(cell): Fraction(time, terms.TURN) for cell, time in found.items()},
        "farthest": max(ask.w.distance(ask.s.where[unit], cell) for cell in found),
        "lifted": lifted(ask.w, ask.s, unit, mode),
        "limit": Fraction(time_limit(ask.w, ask.s, unit), terms.TURN),
        "starts": Fraction(start_clock(ask.w, ask.s, unit), terms.TURN),
    }


def _hex(ask: Ask) -> Facts:
    w, cell = ask.w, ask.hex()
    around = {
        name: w.label(near) if near >= 0 else "none"
        for name, near in zip(terms.DIRECTIONS, w.neighbours[cell], strict=True)
    }
    return around | {
        "hex": w.label(cell),
        "terrain": terms.TERRAINS[w.terrain[cell]],
        "ground": terms.GROUNDS[w.ground[cell]],
        "zone": w.zone[cell],
        "road": bool(w.road_hex >> cell & 1),
        "axial": [w.q[cell], w.r[cell]],
        "area": frozenset(map(w.label, w.area(cell))),
    }


def _distance(ask: Ask) -> Facts:
    a, b = ask.hex("from"), ask.hex("to")
    point = heading(ask.w, a, b)
    return {
        "hexes": ask.w.distance(a, b),
        "km": ask.w.km(a, b),
        "direction": terms.POINTS[point] if point >= 0 else "none",
    }


def _unit(ask: Ask) -> Facts:
    unit = ask.unit()
    return {fact.key: fact.of(ask.w, ask.s, unit) for fact in PRINTED.facts}


def _supplied(ask: Ask) -> Facts:
    """Is a unit in supply as things stand? OPS-SUP-3."""
    unit = ask.unit()
    found = in_supply(ask.w, ask.s, ask.w.units[unit].side)
    return {"supplied": bool(found[ask.s.where[unit]])}


def _may_fly(ask: Ask) -> Facts:
    side, pool = ask.side(), ask.choice("pool", "an air pool", terms.POOLS)
    ready = pools.fit(ask.w, ask.s, side, pool)
    return {"ready": len(ready), "may_fly": pools.may_fly(ask.w, ask.s, side, pool)}


def _ledger(ask: Ask) -> Facts:
    lines = ledger(ask.w, ask.s)
    return {"points": sum(points for _, points in lines), "lines": dict(lines)}


def _envelopment(ask: Ask) -> Facts:
    """Do attackers in these hexes envelop the target? OPS-ADV-1."""
    hexes = {read_hex(ask.w.board, ask.arguments, "from", label) for label in ask.arguments.texts("from")}
    return {"enveloped": enveloped(ask.w, ask.s.readings, ask.hex("target"), hexes)}


BATTLE = (
    "attackers", "defenders", "ground", "night", "river", "advantages", "breakthrough", "attack_guns",
    "defence_guns", "attack_air", "defence_air",
)  # fmt: skip
CALCULATIONS: Mapping[str, Calculation[Ask]] = {
    "march": Calculation(
        ("troops", "mode", "legs", "night", "trucks", "no_supply", "off_road"), _march
    ),
    "fight": Calculation((*BATTLE, "dice"), _fight),
    "result_row": Calculation(("column", "scores"), _result_rows),
    "retirement": Calculation(("result", "ground", "dice", "status", "sp"), _retirement),
    "overrun": Calculation((*BATTLE, "result", "used", "troops"), _overrun),
    "artillery": Calculation(("guns", "units"), _artillery),
    "shelling": Calculation(("guns",), _shelling),
    "air_support": Calculation(("squadrons",), _air_support),
    "air_report": Calculation(
        ("target", "moving", "ground", "armoured", "by_road", "units_in_hex", "die"), _air_report
    ),
    "dogfight": Calculation(("allied", "german", "dice"), _dogfight),
    "shot_down": Calculation(("through", "serials", "bombers", "others"), _shot_down),
    "flak": Calculation(
        ("mission", "heavy", "light", "heavy_on_route", "light_on_route", "dice"), _flak
    ),
    "interdiction": Calculation(("forces", "dice"), _interdiction),
    "starting_status": Calculation(("values",), _starting_status),
    "victory_level": Calculation(("points", "short"), _victory_level),
    "route": Calculation(("unit", "mode", "route"), _route),
    "reach": Calculation(("unit", "mode"), _reach),
    "hex": Calculation(("hex",), _hex),
    "distance": Calculation(("from", "to"), _distance),
    "unit": Calculation(("unit",), _unit),
    "supplied": Calculation(("unit",), _supplied),
    "may_fly": Calculation(("side", "pool"), _may_fly),
    "envelopment": Calculation(("target", "from"), _envelopment),
    "ledger": Calculation((), _ledger),
}  # fmt: skip
