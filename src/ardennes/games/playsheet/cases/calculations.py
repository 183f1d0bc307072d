"""Calculations of case files, on the printed sheet and on positions; the rules compute them."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from ardennes.cases import ask
from ardennes.cases.ask import Facts, Hex, Side, Unit
from ardennes.cases.fields import Fields
from ardennes.games.playsheet.cases.board import PlaysheetNames
from ardennes.games.playsheet.facts import PRINTED
from ardennes.games.playsheet.rules.knowledge.reports import heading
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders.ground import walk_route
from ardennes.games.playsheet.rules.orders.routes import lifted, reach, start_clock, time_limit
from ardennes.games.playsheet.rules.outcome.victory import ledger
from ardennes.games.playsheet.rules.resolution import air_pools
from ardennes.games.playsheet.rules.resolution.advantages import enveloped
from ardennes.games.playsheet.rules.resolution.supply import in_supply
from ardennes.games.playsheet.rules.tables import (
    air_support,
    artillery,
    combat,
    fighters,
    flak,
    interdiction,
    movement,
    parse,
    reconnaissance,
    scale,
)
from ardennes.games.playsheet.rules.tables.combat import Battle, BattleSide, Roll
from ardennes.games.playsheet.schema import sheet as printed
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.sheet import ResultRow
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.words import mode_named
from ardennes.kernel.contract import Refusal

COLUMNS = ("normal", "bad")
MISSIONS = ("overflight", "supplies", "paras")
ADVANTAGES = tuple(name.replace(" ", "_") for name in combat.ADVANTAGES)
SHORT = {"disordered": "disordered_enemy"}
BATTLE = (
    "attackers", "defenders", "ground", "night", "river", "advantages", "breakthrough", "attack_guns",
    "defence_guns", "attack_air", "defence_air",
)  # fmt: skip
MOST = 99
CLEAR = parse.ground("clear")


def _side(names: PlaysheetNames, fields: Fields, name: str, role: str) -> BattleSide:
    units = ask.each(parse.unit)(names, fields, name)
    if not units:
        fields.wrong(name, "a list of at least one unit, like ['infantry 8']")
    named = tuple(unit._replace(id=f"{number:02}") for number, unit in enumerate(units))
    guns = [
        artillery.support(names.w.sheet, one) for one in ask.each(parse.guns)(names, fields, f"{role}_guns")
    ]
    flown = parse.by_type(ask.each(parse.squadrons)(names, fields, f"{role}_air"))
    level = air_support.best_level(names.w.sheet, flown, names.readings)
    return BattleSide(named, sum(guns, Fraction(0)), level)


def _battle(names: PlaysheetNames, fields: Fields) -> Battle:
    advantages = [SHORT.get(word, word) for word in fields.texts("advantages")]
    for word in advantages:
        if word not in ADVANTAGES:
            fields.unknown("advantages", word, "an advantage of the attackers", ADVANTAGES)
    return Battle(
        _side(names, fields, "attackers", "attack"),
        _side(names, fields, "defenders", "defence"),
        fields.meant("ground", parse.ground, fields.text("ground", "clear")),
        night=fields.flag("night", False),
        across_river=fields.flag("river", False),
        advantages=tuple(ADVANTAGES.index(word) for word in advantages),
        breakthrough=fields.flag("breakthrough", False),
    )


def _dice(names: object, fields: Fields, name: str) -> Roll:
    """Return a roller with the dice of the case, in order."""
    left = fields.wholes(name, 1, 6)

    def roll(what: str) -> int:
        if not left:
            fields.fail(name, f"one more die is needed, for: {what}.")
        return left.pop(0)

    return roll


def _mode(names: object, fields: Fields, name: str) -> int:
    result = mode_named(fields.text(name))
    return (
        fields.unknown(name, fields.text(name), "a mode", terms.MODES)
        if result is None
        else terms.MODES.index(result)
    )


Fight = Annotated[Battle, ask.Together(BATTLE, _battle)]
Dice = Annotated[Roll, _dice]
Faces = Annotated[list[int], ask.wholes(1, 6)]
Mode = Annotated[int, _mode]
Ground = Annotated[int, ask.meaning(parse.ground)]
Troops = Annotated[int, ask.index("a troop class", parse.TROOPS)]
Result = Annotated[int, ask.index("a result", printed.RESULTS)]
Number = Annotated[int, ask.whole(0, MOST)]
Numbers = Annotated[list[int], ask.wholes(0, MOST)]
Scores = Annotated[list[int], ask.wholes(-MOST, MOST)]
Guns = Annotated[list[artillery.Group], ask.each(parse.guns)]


class Question(ask.Question[World, PlaysheetState]):
    """The calculations of the playsheet."""

    no_rule = "none"

    def names_now(self) -> PlaysheetNames:
        return PlaysheetNames(self.w.board, self.w, readings=self.s.readings)

    # Movement

    def march(
        self,
        troops: Troops,
        legs: Annotated[list[movement.Leg], ask.each(parse.leg)],
        mode: Mode = 0,
        night: bool = False,
        trucks: bool = False,
        no_supply: bool = False,
        off_road: bool = False,
    ) -> Facts:
        """How far a unit moves along a route in one turn.

        Return `legal`, `rule`, `hexes`, `used`, `may_attack`.

        Arguments: `troops` (foot, mech, tanks, towed, recce), `legs`; `mode` (tactical, non-tactical,
        road), `night`, `trucks`, `no_supply`, `off_road`.
        """
        sheet, row = self.w.sheet, movement.moving_row(troops, mode, trucks, no_supply)
        result = movement.march(sheet, row, mode, legs, night=night, no_supply=no_supply, off_road=off_road)
        if isinstance(result, Refusal):
            return {**self.verdict(result), "hexes": 0, "used": Fraction(0), "may_attack": True}
        hexes, fresh = result.km / printed.HEX_KM, movement.may_attack(sheet, result.used)
        return {**self.verdict(None), "hexes": hexes, "used": result.used, "may_attack": fresh}

    # Combat

    def fight(self, attackers: Fight, dice: Dice | None = None) -> Facts:
        """A battle; without dice only its totals.

        Return `attack`, `defence`, `attack_factors`, `defence_factors` (by unit), `column` (normal, bad),
        `rules`; with dice `exact`, `score`, `result`, `retire_km`, `overrun`, `attacker_loss`,
        `defender_loss`, `sp_loss`, `counter_attack`, `thrown_back`, `fight_again`.

        Arguments: `attackers`, `defenders`; `ground`, `night`, `river` (before every attacker),
        `advantages` (envelopment, surprise, disordered_enemy), `breakthrough`, `attack_guns`,
        `defence_guns`, `attack_air`, `defence_air`, `dice`.
        """
        sheet, readings = self.w.sheet, self.s.readings
        worked = combat.score(sheet, attackers, readings)
        facts = {
            "attack": worked.attack.total,
            "defence": worked.defence.total,
            "attack_factors": [unit.factor for unit in worked.attack.units],
            "defence_factors": [unit.factor for unit in worked.defence.units],
            "column": COLUMNS[worked.bad],
            "rules": frozenset(_cited(worked)),
        }
        if dice is None:
            return facts
        result = combat.finish(sheet, attackers, worked, dice, readings)
        more = ask.told(result, "exact", "retire_km", "overrun", "attacker_loss")
        return {**facts, **_row(result.row), **more, "score": result.points}

    def result_row(self, column: Annotated[int, ask.index("a column", COLUMNS)], scores: Scores) -> Facts:
        """The results of scores in one column.

        Return `results`.
        """
        rows = [combat.row_of(self.w.sheet, column == COLUMNS.index("bad"), score) for score in scores]
        return {"results": [printed.RESULTS[row.result] for row in rows]}

    def retirement(
        self, result: Result, dice: Dice, status: Numbers, sp: Numbers, ground: Ground = CLEAR
    ) -> Facts:
        """A result: losses, and how far the defenders go from this ground with these dice.

        Return `km`, `hexes`, `status_left`, `sp_left`, `attacker_loss`, `defender_loss`, `sp_loss`,
        `counter_attack`, `thrown_back`, `fight_again`, `result`.

        Arguments: `result`; `ground`, `dice`, `status`, `sp` (of the defenders).
        """
        row = self.w.sheet.results[result]
        _, km = combat.roll_retirement(combat.retirement(row, ground, self.s.readings), dice)
        return {
            **_row(row),
            "attacker_loss": row.attacker_loss,
            "km": km,
            "hexes": combat.retire_hexes(km),
            "status_left": combat.take(status, row.defender_loss),
            "sp_left": combat.take(sp, row.sp_loss),
        }

    def overrun(
        self,
        attackers: Fight,
        result: Result,
        used: Annotated[Fraction, ask.meaning(parse.share)] = Fraction(0),
        troops: Troops = terms.TANKS,
    ) -> Facts:
        """Do these attackers overrun on this result, at what cost, and how far may they go on?

        Return `overrun`, `attacker_loss`, `fight_again`, `hexes` it may still move.

        Arguments: as `fight` without dice, `result`; `used`, `troops`.
        """
        sheet, row = self.w.sheet, self.w.sheet.results[result]
        overrun = row.overrun and not combat.overrun_missing(attackers)
        time = movement.overrun_time(sheet, used)
        step = movement.step_time(sheet, troops, attackers.terrain, 0)
        return {
            "overrun": overrun,
            "attacker_loss": row.attacker_loss + (row.overrun_loss if overrun else 0),
            "fight_again": overrun and row.fight_again,
            "hexes": time // step if overrun else 0,
        }

    # Artillery and air support

    def artillery(self, guns: Guns, units: Number = 1) -> Facts:
        """What artillery adds to a battle with so many combat units on its side.

        Return `support`, `counts` (after the cap).

        Arguments: `guns`; `units` (combat units of the side).
        """
        total = sum((artillery.support(self.w.sheet, group) for group in guns), Fraction(0))
        return {"support": total, "counts": artillery.capped(total, units, self.s.readings)}

    def shelling(self, guns: Guns) -> Facts:
        """May these guns interdict at that distance, and on which row?

        Return `legal`, `rule`, `row` of the interdiction table.

        Arguments: `guns` (one group).
        """
        (group,) = guns
        refused = artillery.check_interdict(self.w.sheet, group.gun, group.km)
        row = interdiction.row_of(self.w.sheet, printed.LIGHT, group.battalions, self.s.readings)
        return {**self.verdict(refused), "row": 0 if refused else row}

    def air_support(self, squadrons: Annotated[list[tuple[str, int]], ask.each(parse.squadrons)]) -> Facts:
        """Return `level`, `bonus`."""
        level = air_support.best_level(self.w.sheet, parse.by_type(squadrons), self.s.readings)
        return {"level": printed.LEVELS[level], "bonus": air_support.bonus(self.w.sheet, level)}

    # The air

    def air_report(
        self,
        target: Annotated[int, ask.index("a target", ("vehicles", "infantry"))],
        die: Annotated[int, ask.whole(1, 6)],
        moving: bool = False,
        ground: Ground = CLEAR,
        armoured: bool = False,
        by_road: bool = False,
        units_in_hex: Number = 1,
    ) -> Facts:
        """What a recce squadron reports of one unit.

        Return `cover`, `report`.

        Arguments: `target` (vehicles, infantry), `die`; `moving`, `ground`, `armoured`, `by_road`,
        `units_in_hex`.
        """
        cover = reconnaissance.in_cover(ground, armoured, by_road)
        seen = reconnaissance.report(
            self.w.sheet, reconnaissance.column(target == 0, moving), die, units_in_hex
        )
        return {"cover": cover, "report": "none" if cover else seen}

    def dogfight(self, allied: Number, german: Number, dice: Dice) -> Facts:
        """Fighters against fighters over a zone.

        Return `attacker`, `odds`, `outcome`, `losses`, `through` (by side).
        """
        result = fighters.dogfight(self.w.sheet, (allied, german), dice)
        rolled = result.attacker != fighters.NOBODY
        return {
            "attacker": terms.SIDES[result.attacker] if rolled else "none",
            "odds": printed.ODDS[result.odds - 1] if rolled else "none",
            "outcome": printed.OUTCOMES[result.outcome] if rolled else "none",
            "losses": dict(zip(terms.SIDES, result.losses, strict=True)),
            "through": dict(zip(terms.SIDES, result.through, strict=True)),
        }

    def shot_down(
        self, through: Number, serials: Number = 0, bombers: Number = 0, others: Number = 0
    ) -> Facts:
        """What squadrons that broke through shoot down.

        Return `serials`, `bombers`, `others`.
        """
        return fighters.shot_down(self.w.sheet, through, serials, bombers, others)._asdict()

    def flak(
        self,
        mission: Annotated[int, ask.index("a mission", MISSIONS)],
        dice: Dice,
        heavy: Number | None = None,
        light: Number | None = None,
        heavy_on_route: bool = False,
        light_on_route: bool = False,
    ) -> Facts:
        """Flak against one serial or squadron.

        Return `results` (NE, DAM, LOSS), `losses`, `damage`, `lost`.

        Arguments: `mission` (overflight, supplies, paras); `heavy`, `light` (km), `heavy_on_route`,
        `light_on_route`, `dice`.
        """
        sheet, drop = self.w.sheet, mission != MISSIONS.index("overflight")
        near = ((heavy, heavy_on_route), (light, light_on_route))
        bursts = flak.fire(sheet, [flak.situation(sheet, drop, km, on_route) for km, on_route in near], dice)
        toll = flak.toll(burst.result for burst in bursts)
        return {
            "results": [printed.FLAK_RESULTS[burst.result] for burst in bursts],
            **ask.told(toll, "losses", "damage"),
            "lost": bool(flak.mission(sheet, [toll], self.s.readings).lost),
        }

    def interdiction(self, forces: Annotated[list[parse.Force], ask.each(parse.force)], dice: Faces) -> Facts:
        """The row of forces on an area, and the effect of each die.

        Return `row`, `effects` (NE, IMM, STEP).

        Arguments: `forces`; `dice`.
        """
        sheet, counts = self.w.sheet, [0] * len(printed.INTERDICTION_CLASSES)
        for force in forces:
            counts[force.force] += force.number
        row = interdiction.area_row(sheet, counts, self.s.readings)
        return {
            "row": row,
            "effects": [printed.INTERDICTION_RESULTS[interdiction.effect(sheet, row, die)] for die in dice],
        }

    # Scales

    def starting_status(self, values: Annotated[list[int], ask.wholes(1, MOST)]) -> Facts:
        """Return `status`."""
        return {"status": [scale.starting_status(self.w.sheet, value) for value in values]}

    def victory_level(self, points: Scores, short: bool = False) -> Facts:
        """Return `levels`."""
        return {"levels": [scale.victory_level(self.w.sheet, number, short) for number in points]}

    # On a position

    def route(self, unit: Unit, route: list[str], mode: Mode = 0) -> Facts:
        """What a route takes as planned, or the rule that forbids it.

        Return `legal`, `rule`, `end`, `used` (share of the turn), `leaves` (the map).

        Arguments: `unit`, `route`; `mode` (tactical, non_tactical or march, road_column or road).
        """
        result = walk_route(self.w, self.s, unit, mode, tuple(route), terms.TURN, "OPS-MOVE-4")
        if isinstance(result, Refusal):
            return self.verdict(result)
        end, used = self.w.label(result.end), Fraction(result.time, terms.TURN)
        return {**self.verdict(None), "end": end, "used": used, "leaves": result.leaves}

    def reach(self, unit: Unit, mode: Mode = 0) -> Facts:
        """Return `hexes`, `used` (hex -> share), `farthest` (hexes away), `lifted` (by trucks),
        `limit` of its time, `starts` (clock).
        """
        w, s = self.w, self.s
        result = reach(w, s, unit, mode).cost
        return {
            "hexes": frozenset(map(w.label, result)),
            "used": {w.label(cell): Fraction(time, terms.TURN) for cell, time in result.items()},
            "farthest": max(w.distance(s.where[unit], cell) for cell in result),
            "lifted": lifted(w, s, unit, mode),
            "limit": Fraction(time_limit(w, s, unit), terms.TURN),
            "starts": Fraction(start_clock(w, s, unit), terms.TURN),
        }

    def hex(self, hex: Hex) -> Facts:
        """Return `N`, `NE`, `SE`, `S`, `SW`, `NW`, `hex`, `terrain`, `ground` (open, close, marsh), `zone`,
        `road`, `axial`, `area` anchored there.
        """
        w = self.w
        around = zip(terms.DIRECTIONS, w.neighbours[hex], strict=True)
        return {
            **{way: w.label(near) if near >= 0 else "none" for way, near in around},
            "hex": w.label(hex),
            "terrain": terms.TERRAINS[w.terrain[hex]],
            "ground": terms.GROUNDS[w.ground[hex]],
            "zone": w.zone[hex],
            "road": bool(w.road_hex >> hex & 1),
            "axial": [w.q[hex], w.r[hex]],
            "area": frozenset(map(w.label, w.area(hex))),
        }

    def distance(self, from_: Hex, to: Hex) -> Facts:
        """Return `hexes`, `km`, `direction` (of the eight-point compass)."""
        point = heading(self.w, from_, to)
        direction = terms.POINTS[point] if point >= 0 else "none"
        return {"hexes": self.w.distance(from_, to), "km": self.w.km(from_, to), "direction": direction}

    def unit(self, unit: Unit) -> Facts:
        """Return `side`, `formation`, `corps`, `type`, `size`, `status`, `class`, `modes`, `gun`, `tank`,
        `infantry`, `light`, `heavy`, `engineer`, `light_flak`, `heavy_flak`, `trucks`, `surprised`,
        `combat`, `infantry_guns`, `arrives`, `hex`.
        """
        return self.printed(PRINTED, unit)

    def supplied(self, unit: Unit) -> Facts:
        """Is a unit in supply as things stand? OPS-SUP-3.

        Return `supplied`.
        """
        result = in_supply(self.w, self.s, self.w.units[unit].side)
        return {"supplied": bool(result[self.s.where[unit]])}

    def may_fly(self, side: Side, pool: Annotated[int, ask.index("an air pool", terms.POOLS)]) -> Facts:
        """Return `ready` squadrons, number that `may_fly`.

        Arguments: `side`, `pool`.
        """
        ready = air_pools.fit(self.w, self.s, side, pool)
        return {"ready": len(ready), "may_fly": air_pools.may_fly(self.w, self.s, side, pool)}

    def envelopment(self, target: Hex, from_: ask.Hexes) -> Facts:
        """Do attackers in these hexes envelop the target? OPS-ADV-1.

        Return `enveloped`.
        """
        return {"enveloped": enveloped(self.w, self.s.readings, target, set(from_))}

    def ledger(self) -> Facts:
        """Return `points`, `lines` (source -> points)."""
        lines = ledger(self.w, self.s)
        return {"points": sum(points for _, points in lines), "lines": dict(lines)}


def _row(row: ResultRow) -> dict[str, Any]:
    losses = ask.told(row, "defender_loss", "sp_loss", "counter_attack", "thrown_back", "fight_again")
    return {"result": printed.RESULTS[row.result], **losses}


def _cited(worked: combat.Score) -> list[str]:
    """The rules of every line of the sum."""
    lines = [
        line
        for side in (worked.attack, worked.defence)
        for line in (*side.lines, *(line for unit in side.units for line in unit.lines))
    ]
    return [rule for line in lines for rule in line.rule.split(", ")]
