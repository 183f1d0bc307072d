"""Case files: calculations about unit actions, combat, the day and the score."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from ardennes.cases.ask import Facts, Hex, Side, Unit, Units, index, told, whole, wholes, word
from ardennes.games.breakthrough.cases.board import BreakthroughNames
from ardennes.games.breakthrough.cases.survey import Day, Survey
from ardennes.games.breakthrough.rules.air import missions
from ardennes.games.breakthrough.rules.combat import casualties, declare, efficiency, resolve, retreat
from ardennes.games.breakthrough.rules.combat.odds import Modified, Odds, attack_of, defence_of, odds_of
from ardennes.games.breakthrough.rules.model import position
from ardennes.games.breakthrough.rules.model.rounding import share_out
from ardennes.games.breakthrough.rules.model.state import MOVED, Gone
from ardennes.games.breakthrough.rules.movement import bridges, exits, moves, reinforcements, stance, supply
from ardennes.games.breakthrough.rules.movement import step as movement
from ardennes.games.breakthrough.rules.movement.allowance import (
    first_allowance,
    most_after_second,
    second_points,
)
from ardennes.games.breakthrough.rules.movement.roads import supplied_roads
from ardennes.games.breakthrough.rules.organization import artillery, replacements
from ardennes.games.breakthrough.rules.outcome import victory
from ardennes.games.breakthrough.rules.sequence import weather
from ardennes.games.breakthrough.rules.sequence.weather import air_points
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.words import WORDING
from ardennes.hexes import OFF_MAP, bits
from ardennes.kernel.contract import Refusal

Draw = Annotated[Fraction, BreakthroughNames.draw]
Points = Annotated[int, whole(0, 99)]
Loss = Annotated[int, whole(0, 999)]
Level = Annotated[int, whole(1, 4)]
Strength = Annotated[int, whole(1, 300)]
Before = Annotated[int, whole(1, 999)]  # strength before a combat
Mode = Annotated[int, index("a mode", terms.MODES)]
Supply = Annotated[int, index("a state of supply", terms.SUPPLY_STATES)]
Sky = Annotated[int, index("a weather", terms.WEATHERS)]


class Question(Survey):
    """Answer the calculations that a case of Breakthrough can ask for."""

    # Operation points, movement, modes, stacking, zones and supply.

    def allowance(
        self, unit: Unit, supply: Supply | None = None, mode: Mode | None = None, unused: Points | None = None
    ) -> Facts:
        """Operation points of the first and second allowance, in the unit's state or another one.

        Return `first`, `second` (with carry-over), `cap`.
        """
        w, s = self.w, self.s.clone()
        s.supply[unit] = s.supply[unit] if supply is None else supply
        s.mode[unit] = s.mode[unit] if mode is None else mode
        s.points[unit] = s.points[unit] if unused is None else unused
        return {
            "first": first_allowance(w, s, unit),
            "second": second_points(w, s, unit),
            "cap": most_after_second(w, s, unit),
        }

    def step(
        self, unit: Unit, to: Hex, points: Points | None = None, moved: bool | None = None, zones: bool = True
    ) -> Facts:
        """One step from the unit's hex with its current points.

        Return `legal`, `rule`, `cost`, `parts` (line -> points), `part_rules`, `left`.
        """
        w, s, frm = self.w, self.s, self.s.where[unit]
        points = s.points[unit] if points is None else points
        moved = bool(s.marks[unit] & MOVED) if moved is None else moved
        result = movement.step(w, s, unit, frm, to, points, moved)
        barred = movement.may_enter(w, s, unit, frm, to)
        cost = movement.step_cost(w, s, unit, frm, to, zones) if barred is None else None
        refused, left = (result, "none") if isinstance(result, Refusal) else (None, result.points)
        return {
            **self.verdict(refused),
            "cost": cost.total if cost else "none",
            "parts": {part.what: part.points for part in cost.parts} if cost else {},
            "part_rules": frozenset(part.rule for part in cost.parts) if cost else frozenset(),
            "left": left,
        }

    def steps(self, unit: Unit) -> Facts:
        """The cost of a step into each neighbouring hex, or the rule that forbids it at any cost.

        Return `cost` (neighbour -> points), `barred` (neighbour -> rule).
        """
        w, s, frm = self.w, self.s, self.s.where[unit]
        against = {to: movement.may_enter(w, s, unit, frm, to) for to in bits(w.grid.near[frm])}
        label = w.grid.label
        return {
            "cost": {
                label(to): movement.step_cost(w, s, unit, frm, to).total
                for to, refusal in against.items()
                if refusal is None
            },
            "barred": {label(to): refusal.rule for to, refusal in against.items() if refusal is not None},
        }

    def reach(self, unit: Unit) -> Facts:
        """Every hex the unit can move to now, with the points it would have left.

        Return `hexes`, points `left`.
        """
        result = moves.routes(self.w, self.s, unit)
        left = {self.w.grid.label(cell): result.left(cell) for cell in result}
        return {"hexes": frozenset(left), "left": left}

    def mode(self, unit: Unit, to: Mode) -> Facts:
        """Return `cost`, `legal`, `rule`.

        Arguments: `unit`, `to` (normal, travel).
        """
        w, s, travel = self.w, self.s, to == terms.TRAVEL
        cost = stance.mode_cost(w, s, unit, travel)
        return {"cost": cost, **self.verdict(stance.check_mode(w, s, unit, travel))}

    def fortify(self, unit: Unit) -> Facts:
        """Return `cost`, `legal`, `rule`."""
        cost = stance.fortify_cost(self.w, self.s, unit)
        return {"cost": cost, **self.verdict(stance.check_fortify(self.w, self.s, unit))}

    def exit(self, unit: Unit) -> Facts:
        """Return `cost`, `legal`, `rule`."""
        return {"cost": exits.exit_cost(self.w), **self.verdict(exits.check_exit(self.w, self.s, unit))}

    def targets(self, unit: Unit) -> Facts:
        """Hexes a unit may plot an attack on.

        Return `hexes` it may attack, `cost`.
        """
        hexes = self.w.labels(declare.targets_of(self.w, self.s, unit))
        return {"hexes": frozenset(hexes), "cost": declare.attack_cost(self.w, unit)}

    def stack(self, hex: Hex) -> Facts:
        """Return `points`, `units` (unit -> stacking points), `limit`."""
        here = position.stack_at(self.w, self.s, hex)
        return {
            "points": position.stack_points(self.w, self.s, here),
            "units": {self.w.units[unit].id: position.stacking(self.w, self.s, unit) for unit in here},
            "limit": self.w.limits.stacking_points_per_hex,
        }

    def zoc(self, side: Side, hex: Hex | None = None) -> Facts:
        """The zone of control of a side's units; `in_zoc`: is the hex in it?

        Return `hexes`; for the hex `in_zoc`.

        Arguments: `side`; `hex`.
        """
        hexes = self.labels(position.zone_of(self.w, self.s, side))
        if hex is None:
            return {"hexes": hexes}
        return {"hexes": hexes, "in_zoc": position.in_enemy_zone(self.w, self.s, 1 - side, hex)}

    def supply(self, unit: Unit | None = None, side: Side | None = None, traced: bool = False) -> Facts:
        """The supply state of a unit, or of all units of a side, without fuel rolls.

        Return of a unit `state`, `traced`, `surrounded`, `commanded`, `automatic`, `fuel_roll`; of a side
        `states`, `supplied`, `unsupplied`, `isolated`.

        Arguments: `unit`, or `side`; `traced` (without automatic supply).
        """
        w, s = self.w, self.s
        if unit is None:
            whose = self.names.side(self.arguments, "side") if side is None else side
            states = (supply.traced if traced else supply.states_of)(w, s, whose)
            named = {w.units[u].id: terms.SUPPLY_STATES[state] for u, state in states.items()}
            result = {word: frozenset(u for u in named if named[u] == word) for word in terms.SUPPLY_STATES}
            return {"states": named, **result}
        own, cell = w.side[unit], s.where[unit]
        return {
            "state": terms.SUPPLY_STATES[supply.states_of(w, s, own)[unit]],
            "traced": terms.SUPPLY_STATES[supply.traced(w, s, own)[unit]],
            "surrounded": supply.surrounded(w, s, own, cell),
            "commanded": bool(supply.commanded(w, s, own) >> cell & 1),
            "automatic": supply.automatic(w, s, own),
            "fuel_roll": supply.rolls_for_fuel(w, s, unit),
        }

    def supplied_roads(self, side: Side, hex: Hex | None = None) -> Facts:
        """Road hexes that are connected to an edge friendly to the side.

        Return `hexes`, `count`; for the hex `supplied`, `in_reach`, `owner`.

        Arguments: `side`; `hex`.
        """
        w, s = self.w, self.s
        hexes = supplied_roads(w, s, side)
        facts: dict[str, object] = {"hexes": self.labels(hexes), "count": hexes.bit_count()}
        if hex is not None:
            facts["supplied"] = bool(hexes >> hex & 1)
            facts["in_reach"] = bool(supply.in_reach(w, s, side) >> hex & 1)
            facts["owner"] = terms.SIDES[side if position.owned(w, s, side) >> hex & 1 else 1 - side]
        return facts

    # Combat.

    def strength(self, unit: Unit, against: Hex | None = None) -> Facts:
        """The modified strength of an attacker (`against` a hex) or of a defender in its own hex.

        Return `strength`, `factors`, `factor_rules`, `product` (limited), `divisional`, `modified`.

        Arguments: `unit`; `against` (hex to attack; else it defends).
        """
        w, s = self.w, self.s
        return _modified(defence_of(w, s, unit) if against is None else attack_of(w, s, unit, against))

    def _combat(self, attackers: list[int], target: int) -> Odds:
        defenders = list(position.stack_at(self.w, self.s, target))
        if not defenders:
            self.arguments.fail("hex", "there are no units in this hex.")
        return odds_of(self.w, self.s, attackers, target, defenders)

    def odds(self, attackers: Units, hex: Hex) -> Facts:
        """Return `attack`, `defence`, `odds`, `attacker_artillery`, `reduced_artillery`,
        `defender_artillery`, `attacker_loss_to_artillery`, `defender_loss_to_artillery`, `shown`,
        `attackers`, `defenders` (unit -> as `strength`).
        """
        w, odds = self.w, self._combat(attackers, hex)
        guns = casualties.guns_cost(w, odds.defender_artillery, odds.reduced_artillery)
        return {
            **told(odds, "attack", "defence", "odds"),
            **told(odds, "attacker_artillery", "reduced_artillery", "defender_artillery"),
            "attacker_loss_to_artillery": guns[0],
            "defender_loss_to_artillery": guns[1],
            "shown": resolve.shown_strength(w, odds.defending),
            "attackers": {w.units[m.unit].id: _modified(m) for m in odds.attackers},
            "defenders": {w.units[m.unit].id: _modified(m) for m in odds.defenders},
        }

    def losses(self, attackers: Units, hex: Hex, u1: Draw, u2: Draw) -> Facts:
        """The losses that two draws cause, and how each side shares them.

        Return `odds`, `attacker_base`, `defender_base`, `attacker_loss`, `defender_loss`, `shares`.
        """
        w, odds = self.w, self._combat(attackers, hex)
        base = casualties.base_losses(w, odds.attacking, odds.defending, odds.odds, u1, u2)
        lost = casualties.losses_at(w, odds, u1, u2)
        shares: dict[str, int] = {}
        for units, loss in zip((odds.attackers, odds.defenders), lost, strict=True):
            parts = share_out([m.strength for m in units], loss)
            shares.update(zip(w.names([m.unit for m in units]), parts, strict=True))
        return {
            "odds": odds.odds,
            "attacker_base": base[0],
            "defender_base": base[1],
            "attacker_loss": lost[0],
            "defender_loss": lost[1],
            "shares": shares,
        }

    def share(
        self, strengths: Annotated[list[int], wholes(0, 9999)], loss: Annotated[int, whole(0, 9999)]
    ) -> Facts:
        """Return `shares` by largest remainder."""
        return {"shares": share_out(strengths, loss)}

    def wear(self, strength: Before, loss: Loss, artillery: Points = 0) -> Facts:
        """The efficiency and artillery that a unit loses with its strength.

        Return efficiency lost by `attacker`, `defender`; `artillery` lost.
        """
        return {
            "attacker": efficiency.worn_by_combat(self.w, strength, loss, True),
            "defender": efficiency.worn_by_combat(self.w, strength, loss, False),
            "artillery": casualties.guns_lost(self.w, strength, loss, artillery),
        }

    def retreat_chance(
        self,
        strength: Before,
        loss: Loss,
        efficiency: Annotated[int, whole(40, 100)] = 100,
        fort: Annotated[int, whole(0, 5)] = 0,
    ) -> Facts:
        """Return `percent`.

        Arguments: `strength`, `loss`; `efficiency` (after it), `fort`.
        """
        return {"percent": retreat.retreat_chance(self.w, strength, loss, efficiency, fort)}

    def retreat(self, unit: Unit, attackers: Units) -> Facts:
        """The hexes a beaten unit may retreat to, and the one it takes.

        Return `legal_hexes`, chosen `hex`, `loss_standing`, `loss_in_zone`.
        """
        w, s, frm = self.w, self.s, self.s.where[unit]
        around = [to for to in w.grid.neighbours[frm] if to != OFF_MAP]
        legal = [to for to in around if movement.may_enter(w, s, unit, frm, to) is None]
        to = None
        if not retreat.no_way_back(w, frm):
            to = retreat.retreat_hex(w, s, unit, sorted({s.where[attacker] for attacker in attackers}))
        return {
            "legal_hexes": frozenset(w.labels(legal)),
            "hex": w.grid.label(to) if to is not None else "none",
            "loss_standing": retreat.extra_loss(s.strength[unit], w.constants.no_retreat_loss),
            "loss_in_zone": retreat.extra_loss(s.strength[unit], w.constants.zoc_retreat_loss),
        }

    def _with_total(self, chances: dict[str, Fraction]) -> dict[str, Any]:
        return {"chances": chances, "total": sum(chances.values(), Fraction(0))}

    def forecast(self, order: str) -> Facts:
        """The exact chances of the results of an order given now.

        Return `chances` (outcome -> `"7/20"`), `total`: of an order that rolls, or of the combat after a
        plot.
        """
        side = max(self.s.acting, 0)
        return self._with_total(self.chances(WORDING.parse, order, side, self.game.forecast))

    def preview(self, order: str) -> Facts:
        """The exact chances of the combat that a plot leads to.

        Return `chances` (outcome -> `"7/20"`), `total`: of an order that rolls, or of the combat after a
        plot.
        """
        side = max(self.s.acting, 0)
        return self._with_total(self.chances(WORDING.parse, order, side, self.game.preview))

    # Weather, air, artillery, replacements, bridges, arrivals and victory.

    def weather(self, day: Day | None = None, die: Annotated[int, whole(1, 100)] | None = None) -> Facts:
        """The chances of the weather on a day, and the weather that a die gives.

        Return `overcast`, `fog`, `clear` (percent), `frozen`, with a die `weather`.

        Arguments: `day`; `die`.
        """
        day = day or self.s.day
        facts: dict[str, object] = dict(zip(terms.WEATHERS, weather.chances_on(self.w, day), strict=True))
        if die is not None:
            facts["weather"] = terms.WEATHERS[weather.weather_on(self.w, day, die)]
        return {**facts, "frozen": weather.frozen(self.w, day)}

    def air_points(
        self, day: Day | None = None, level: Level | None = None, weather: Sky | None = None
    ) -> Facts:
        """Return `german`, `american`."""
        sky = self.s.weather if weather is None else weather
        level, day = level or self.s.variant.level, day or self.s.day
        return {name: air_points(self.w, level, day, sky, side) for side, name in enumerate(terms.SIDES)}

    def interdiction(self, points: Points) -> Facts:
        """Return `percent`."""
        return {"percent": missions.interdiction_chance(self.w, points)}

    def strafing(self, strength: Strength) -> Facts:
        """Return `loss`."""
        return {"loss": missions.strafing_loss(self.w, strength)}

    def artillery(self, unit: Unit) -> Facts:
        """The artillery a unit may hold and draw.

        Return `maximum`, `room` to draw, `corps`.
        """
        pool = artillery.pool_of(self.w, unit)
        return {
            "maximum": artillery.maximum(self.w, self.s, unit),
            "room": artillery.room(self.w, self.s, unit),
            "corps": self.w.pools[pool].corps if pool >= 0 else "none",
        }

    def pool(
        self,
        corps: Annotated[str, word("a corps", lambda w: [pool.corps for pool in w.pools])],
        level: Level | None = None,
        day: Day | None = None,
    ) -> Facts:
        """A corps' artillery pool at a level: at the start, and its change on a day.

        Return `start`, `change` on the day, `now`, `divisions`.
        """
        level = level or self.s.variant.level
        pool = next(pool.index for pool in self.w.pools if pool.corps == corps)
        return {
            "start": artillery.starting_pool(self.w, pool, level),
            "change": artillery.change_of(self.w, pool, level, day or self.s.day),
            "now": self.s.pools[pool],
            "divisions": frozenset(d.id for d in self.w.divisions if d.pool == pool),
        }

    def replacements(self, unit: Unit) -> Facts:
        """The replacement points a unit may take.

        Return `pool`, `ceiling`, `room`.
        """
        return {
            "pool": terms.POOL_WORDS[self.w.units[unit].replacements] or "none",
            "ceiling": replacements.ceiling(self.w, self.s, unit),
            "room": replacements.room(self.w, self.s, unit),
        }

    def blow(self, unit: Unit) -> Facts:
        """Return `cost`, `percent`."""
        return {"cost": bridges.blow_cost(self.w, unit), "percent": bridges.blow_chance(self.w, unit)}

    def arrival(self, unit: Unit) -> Facts:
        """The hex where a unit would enter now, and what prevents it from entering.

        Return entry `hex`, `full` (unit limit), `due`, `cancellable`.
        """
        cell = reinforcements.entry_cell(self.w, self.s, unit)
        return {
            "hex": self.w.grid.label(cell) if cell is not None else "none",
            "full": reinforcements.full_map(self.w, self.s, self.w.side[unit]) is not None,
            "due": unit in reinforcements.due(self.w, self.s),
            "cancellable": reinforcements.cancellable(self.w, unit),
        }

    def units_on_map(self, side: Side) -> Facts:
        """Return `count`, `limit`, `cancellations_owed`."""
        return {
            "count": len(position.on_map(self.w, self.s, side)),
            "limit": reinforcements.unit_limit(self.w, side),
            "cancellations_owed": reinforcements.cancellations_owed(self.w, self.s),
        }

    def victory(
        self,
        scores: Annotated[list[int], wholes(-9999, 9999)],
        scenario: Annotated[str, word("a scenario", lambda w: w.scenarios)] = "",
    ) -> Facts:
        """The levels of victory for some scores.

        Return `levels`.
        """
        played = scenario or self.s.scenario
        return {"levels": [victory.level_of(self.w, played, score) for score in scores]}

    def score(self) -> Facts:
        """The score so far, and what the position would add if the game ended today.

        Return `score`, `if_it_ended` (score if the game ended today), `german_percent`, `american_percent`,
        `towns`, `roads`, `road_hexes`, `at_end` (source -> points then).
        """
        w, s = self.w, self.s
        german, american = victory.percentages(w, s)
        ends = {"town_end": 0, "exit": 0}
        for award in victory.end_awards(w, s, s.turn):
            ends[award.source] = ends.get(award.source, 0) + award.points
        roads = victory.scoring_roads(w, s)
        return {
            "score": victory.score(s),
            "if_it_ended": victory.score_now(w, s, s.turn),
            "german_percent": german,
            "american_percent": american,
            "towns": frozenset(town.name for town in victory.german_towns(w, s)),
            "roads": roads.bit_count(),
            "road_hexes": self.labels(roads),
            "at_end": ends,
        }

    def exit_points(self, unit: Unit, day: Day, strength: Strength, hex: Hex) -> Facts:
        """The points for an exit, counted at the end of the scenario's last day.

        Return `points` at the end.
        """
        gone = Gone(unit, day - terms.FIRST_DAY + 1, strength, hex)
        return {"points": victory.exit_points(self.w, self.s, gone, victory.last_turn(self.w, self.s))}

    def loss_points(self, units: Units) -> Facts:
        """The points that the loss of units adds to the German score.

        Return `points` (unit -> points), `total`.
        """
        points = {self.w.units[unit].id: casualties.loss_points(self.w, self.s, unit) for unit in units}
        return {"points": points, "total": sum(points.values())}


def _modified(unit: Modified) -> dict[str, Any]:
    return {
        **told(unit, "strength", "product", "divisional"),
        "factors": {line.what: line.factor for line in unit.lines},
        "factor_rules": frozenset(line.rule for line in unit.lines),
        "modified": unit.total,
    }
