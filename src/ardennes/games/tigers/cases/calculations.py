"""Case files: what may be calculated on a position, by the engine's own functions."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from msgspec.structs import replace

from ardennes.cases import ask
from ardennes.cases.ask import Facts, Hex, Side, Unit, Units, word
from ardennes.cases.fields import Fields
from ardennes.games.tigers.cases.board import HEX_WORDS, TigersNames
from ardennes.games.tigers.facts import PRINTED, mf_number
from ardennes.games.tigers.rules.air.operations import air_column, flak_hits
from ardennes.games.tigers.rules.combat import entrenchment
from ardennes.games.tigers.rules.combat.advance import advance_limit
from ardennes.games.tigers.rules.combat.obligations import unmet
from ardennes.games.tigers.rules.combat.odds import defenders_at, hex_defence, odds_allow, odds_of
from ardennes.games.tigers.rules.combat.results import RETREATS, for_unit, loses_entrenchment, loss_sets
from ardennes.games.tigers.rules.combat.retreat import legal_steps, routes, surrounded
from ardennes.games.tigers.rules.model.position import stack_at
from ardennes.games.tigers.rules.model.state import Battle, Moving, TigersState
from ardennes.games.tigers.rules.movement import bridges, moves, reinforcements, supply, zones
from ardennes.games.tigers.rules.movement.allowance import fuel_limited, omb_half, omf_half
from ardennes.games.tigers.rules.movement.stacking import count_stack, cures, stack_fits
from ardennes.games.tigers.rules.movement.step import explain, starting_walk, walk_on, walker
from ardennes.games.tigers.rules.outcome import victory
from ardennes.games.tigers.rules.sequence import setup
from ardennes.games.tigers.rules.sequence.turn_order import phasing
from ardennes.games.tigers.rules.sequence.weather import weather_on
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SIDES, WEATHERS
from ardennes.games.tigers.schema.world import EXIT, World
from ardennes.games.tigers.words import WORDING

AnyUnits = Annotated[list[int], TigersNames.units]
Air = Annotated[int, TigersNames.air]
River = Annotated[int, TigersNames.river]
Result = Annotated[str, word("a result", [*RETREATS, "DE", "-", "AD", "AE"])]


def _die(names: object, fields: Fields) -> int:
    """The die on index A; on index B it is read from the other end, TIA-CRT-5."""
    die = fields.whole("die", 1, 6)
    return 7 - die if fields.choice("index", "a die index", ("A", "B"), "A") == "B" else die


def _result(names: object, fields: Fields) -> Battle:
    """A battle with a result for the defenders."""
    return Battle(
        (), (), 0, (0,), 0, 0,
        result=fields.choice("result", "a result", [*RETREATS, "DE"], "D1"),
        no_retreat=fields.flag("no_retreat", False),
        retreated=fields.whole("retreated", 0, 3, 0),
    )  # fmt: skip


Die = Annotated[int, ask.Together(("die", "index"), _die)]
Fought = Annotated[Battle, ask.Together(("result", "no_retreat", "retreated"), _result)]


class Question(ask.GridQuestion[World, TigersState]):
    """The calculations of Tigers."""

    def names_now(self) -> TigersNames:
        return TigersNames(self.w.board, self.w, phasing(self.s))

    # The map

    def terrain(self, hex: Hex) -> Facts:
        """Return `terrain` (list), `place`, `side`, `edges`, `edge_road`, `exit` (full, half, none),
        `dump_hex`, `meuse`, `stack_limit`.
        """
        board = self.w.board
        kinds = {"forest": board.forest, "venn": board.venn, "town": board.town, "city": board.city}
        words = [word for word in HEX_WORDS if kinds.get(word, 0) >> hex & 1]
        edges = {"N": board.north, "S": board.south, "W": board.west, "E": board.east}
        half = "half" if board.exit_half >> hex & 1 else "none"
        return {
            "terrain": frozenset(words or ["open"]),
            "place": board.place_of.get(hex, ""),
            "side": SIDES[ALLIED if board.allied_side >> hex & 1 else GERMAN],
            "edges": frozenset(edge for edge, hexes in edges.items() if hexes >> hex & 1),
            "edge_road": bool(board.edge_road >> hex & 1),
            "exit": "full" if board.exit_full >> hex & 1 else half,
            "dump_hex": bool(board.dump_hexes >> hex & 1),
            "meuse": bool(board.meuse >> hex & 1),
            "stack_limit": self.w.stack_limit[hex],
        }

    def hexside(self, hexside: ask.Hexside) -> Facts:
        """Return `river` (name), `road`, `bridge`, `siegfried`, `front`."""
        board, (a, b) = self.w.board, hexside
        way = self.w.grid.neighbours[a].index(b)
        river = board.river_at[a][way]
        return {
            "river": board.rivers[river].river if river >= 0 else "",
            "road": bool(board.road_dirs[a] >> way & 1),
            "bridge": river >= 0 and bool(self.s.bridge[river]),
            "siegfried": bool(board.siegfried_dirs[a] >> way & 1),
            "front": bool(board.front_dirs[a] >> way & 1),
        }

    def unit(self, unit: Unit) -> Facts:
        """Return `name`, `short`, `side`, `nation`, `kind`, `size` (division, sub-divisional, small),
        `factor`, `omf`, `ss`, `infantry_type`, `mechanized`, `pure_armor`, `combat`, `aa`, `entrenches`,
        `edge`, `starts_entrenched`.
        """
        return self.printed(PRINTED, unit)

    # Bridges, weather, air

    def bridge_chance(
        self, bridge: River, side: Side, work: Annotated[str, word("bridge work", bridges.WORKS)] = ""
    ) -> Facts:
        """Return `chance` (`"5/6"`), `legal`, `rule`.

        Arguments: `bridge`; `side`, `work` (build, dismantle, blow).
        """
        usual = bridges.BLOW if self.s.bridge[bridge] else bridges.BUILD
        refusal = bridges.work_refusal(self.w, self.s, side, work or usual, bridge)
        chance = Fraction(bridges.chance_of_work(self.w, self.s, side, bridge), 6)
        return {"chance": chance, **self.verdict(refusal)}

    def crossing_chance(self, side: Side) -> Facts:
        """Return `chance` that an undefended enemy bridge is not blown."""
        return {"chance": Fraction(bridges.crossing_chance(self.w, self.s, side), 6)}

    def weather(
        self, die: Die, turn: Annotated[int, ask.whole(3, 12)] | None = None, prayer: bool = False
    ) -> Facts:
        """Return `weather`.

        Arguments: `turn`, `die`; `index`, `prayer`.
        """
        return {"weather": WEATHERS[weather_on(self.w, turn or self.s.turn, die, prayer)]}

    def air_limits(self, weather: Annotated[int, ask.index("a weather", WEATHERS)]) -> Facts:
        """Return `german`, `allied` air units a turn (99: all)."""
        return dict(zip(SIDES, self.w.tables.air_limits[weather], strict=True))

    def air_attack(self, air: Air, unit: Unit, die: Die | None = None) -> Facts:
        """What one die of an air unit does to one ground unit.

        Return `column` (clear, cover), with a die `result`, `shot_down`.
        """
        column = air_column(self.w, self.s, unit)
        if die is None:
            return {"column": column}
        result = self.w.tables.air[column][die]
        city, aa = bool(self.w.board.city >> self.s.where[unit] & 1), self.w.units[unit].aa
        hit = result.startswith("AA") and flak_hits(self.w, self.s, air, result, aa, city)
        return {"column": column, "result": result, "shot_down": hit}

    def air_table(self, column: Annotated[str, word("a column", lambda w: w.tables.air)], die: Die) -> Facts:
        """Return `result`.

        Arguments: `column` (bridge, clear, cover, interception, resupply), `die`; `index`.
        """
        return {"result": self.w.tables.air[column][die]}

    # Reinforcements and victory

    def south_of_1407(self, hex: Hex) -> Facts:
        """Return `south`."""
        return {"south": setup.is_south(self.w, hex)}

    def arrival(self, unit: Unit) -> Facts:
        """Return `turn`, `due`."""
        due = unit in reinforcements.waiting(self.w, self.s, self.w.side[unit])
        return {"turn": reinforcements.due_turn(self.w, self.s, unit), "due": due}

    def entry(self, unit: Unit) -> Facts:
        """Return `hexes` it may enter."""
        return {"hexes": self.labels(reinforcements.entry_hexes(self.w, self.s, unit))}

    def exit_value(self, unit: Unit, hex: Hex) -> Facts:
        """Return `divisions`."""
        return {"divisions": victory.quarters_for(self.w, self.s, unit, hex) / 4}

    def victory(self) -> Facts:
        """What the end-of-game tests would say now.

        Return `level`, `points`, `rule` if the game ended now.
        """
        return ask.told(victory.RESULTS[victory.final_level(self.w, self.s)], "level", "points", "rule")

    # Stacking, movement, zones, supply

    def stack(self, hex: Hex, units: AnyUnits) -> Facts:
        """Return `fits`, `divisions`, `pure_armor`, `tigers`."""
        bodies, armor, tigers = count_stack(self.w, units)
        fits = stack_fits(self.w, hex, units)
        return {"fits": fits, "divisions": bodies, "pure_armor": armor, "tigers": tigers}

    def excess(self, hex: Hex, side: Side) -> Facts:
        """Return `sets` of units to remove."""
        return {"sets": frozenset(" ".join(self.w.ids(gone)) for gone in cures(self.w, self.s, hex, side))}

    def allowance(self, unit: Unit) -> Facts:
        """Return `omf`, `omb`, `total`, `spent`, `left` (MF), `fuel_limited`."""
        omf, omb, spent = omf_half(self.w, self.s, unit), omb_half(self.w, self.s, unit), self.s.spent[unit]
        halves = {"omf": omf, "omb": omb, "total": omf + omb, "spent": spent, "left": omf + omb - spent}
        short = self.w.side[unit] == GERMAN and fuel_limited(self.w, self.s)
        return {**{name: mf_number(half) for name, half in halves.items()}, "fuel_limited": short}

    def step(
        self, unit: Unit, to: Annotated[int, TigersNames.step], road: bool = False, omb: bool = False
    ) -> Facts:
        """One step of operational movement from the unit's hex.

        Return `legal`, `rule`, `mf`, `stops` of one step.

        Arguments: `unit`, `to` (a hex or `"exit"`); `road`, `omb`.
        """
        who, at = walker(self.w, self.s, unit, omb), starting_walk(self.s, unit)
        on = walk_on(self.w, self.s, who, at, to, road)
        if isinstance(on, int):
            refusal = explain(self.w, self.s, who, at, to, road, on)
            return {**self.verdict(refusal), "mf": "none", "stops": False}
        return {**self.verdict(None), "mf": mf_number(on.spent - at.spent), "stops": on.stopped}

    def reach(self, unit: Unit, omb: bool = False) -> Facts:
        """Every hex where the unit may end a move, with its cheapest cost.

        Return `hexes` where a move may end, `cost` (hex -> MF).
        """
        state, side = self.s.clone(), self.w.side[unit]
        if not state.stack or state.stack[-1].side != side:
            state.stack.append(Moving(side))
        ways = [way for way in moves.routes(self.w, state, unit, omb) if way.cell != EXIT]
        dearest_first = sorted(ways, key=lambda way: -way.spent)
        cost = {self.w.grid.label(way.cell): mf_number(way.spent) for way in dearest_first}
        return {"hexes": frozenset(cost), "cost": cost}

    def zoc(self, side: Side, hex: Hex | None = None) -> Facts:
        """The zones of a side that hinder movement, and those that block supply.

        Return `hexes` that stop enemy movement, `supply_hexes` that block enemy supply; for a hex `in_zoc`,
        `blocks_supply`.

        Arguments: `side`; `hex`.
        """
        move = zones.controlled(zones.division_zones(self.w, self.s, side))
        block = zones.supply_zone(self.w, self.s, side)
        result: dict[str, object] = {"hexes": self.labels(move), "supply_hexes": self.labels(block)}
        if hex is not None:
            result |= {"in_zoc": bool(move >> hex & 1), "blocks_supply": bool(block >> hex & 1)}
        return result

    def must_attack(self, side: Side) -> Facts:
        """Return `hexes` that must still be attacked, `units_owing` an attack, after the attacks declared."""
        hexes, idle = unmet(self.w, self.s, side)
        return {"hexes": self.labels(hexes), "units_owing": frozenset(self.w.ids(idle))}

    def supply(self, side: Side, unit: Unit | None = None, hex: Hex = -1) -> Facts:
        """Of a unit where it stands, or of any hex for a side.

        Return `supplied`, `hexes` to the road or edge (`"none"`: too far).

        Arguments: `unit`, or `hex` and `side`.
        """
        if unit is not None:
            side, hex = self.w.side[unit], self.s.where[unit]
            supplied = supply.in_supply(self.w, self.s, unit)
        else:
            supplied = bool(supply.supplied_hexes(self.w, self.s, side) >> hex & 1)
        return {"supplied": supplied, "hexes": supply.hexes_to_net(self.w, self.s, side, hex)}

    def supply_lines(self) -> Facts:
        """Of every unit on the map that needs supply: the hexes to its net, and who is out.

        Return `hexes` (unit -> number), `out` (units out of supply).
        """
        w, s = self.w, self.s
        on_map = [unit.index for unit in w.units if s.where[unit.index] >= 0 and unit.omf]
        lines = {w.units[u].id: supply.hexes_to_net(w, s, w.side[u], s.where[u]) for u in on_map}
        return {"hexes": lines, "out": frozenset(w.ids([u for u in on_map if not supply.in_supply(w, s, u)]))}

    def entrench(self, unit: Unit) -> Facts:
        """Return `may`, `rule`."""
        refusal = entrenchment.entrench_refusal(self.w, self.s, self.w.side[unit], unit)
        return self.verdict(refusal, "may")

    # Combat

    def odds(self, attackers: Units, targets: ask.Hexes, die: Die | None = None) -> Facts:
        """Return `attack`, `defence`, `raw` (column before shifts), `shift` (sum), `shifts` (rule -> value),
        `shift_rules`, `column`, `legal` (by the odds), with a die `result`; columns are `"3:2"` or `"below
        1:5"`.
        """
        odds, columns = odds_of(self.w, self.s, attackers, targets), self.w.tables.odds
        facts = {
            "attack": odds.attack,
            "defence": odds.total_defence,
            "raw": columns[odds.raw] if odds.raw >= 0 else "below 1:5",
            "column": columns[odds.column] if odds.column >= 0 else "below 1:5",
            "shift": sum(line[1] for line in odds.shifts),
            "shifts": {rule: value for _, value, rule in odds.shifts},
            "shift_rules": frozenset(rule for _, _, rule in odds.shifts),
            "legal": odds_allow(self.s, odds),
        }
        if die is not None:
            row = self.w.tables.crt[die]
            facts["result"] = row[odds.column] if odds.column >= 0 else "none"
        return facts

    def defence(self, hex: Hex, attackers: AnyUnits | None = None) -> Facts:
        """Of all units in a hex; without attackers nobody is known to cross the Siegfried Line.

        Return `defence`, `by_rule` (rule -> points).
        """
        w, s = self.w, self.s
        here = [unit for unit in stack_at(w, s, hex) if w.units[unit].combat]
        side = w.side[attackers[0]] if attackers else 1 - w.side[here[0]] if here else GERMAN
        by_rule: dict[str, int] = {}
        for _, value, rule in hex_defence(w, s, hex, defenders_at(w, s, hex, side), attackers or []):
            by_rule[rule] = by_rule.get(rule, 0) + value
        return {"defence": sum(by_rule.values()), "by_rule": by_rule}

    def table(self, column: Annotated[str, word("a column", lambda w: w.tables.odds)], die: Die) -> Facts:
        """Return `result` of the combat table."""
        return {"result": self.w.tables.crt[die][self.w.tables.odds.index(column)]}

    def convert(
        self,
        result: Result,
        disrupted: bool = False,
        no_retreat: bool = False,
        surrounded: bool = False,
        asked: bool = True,
    ) -> Facts:
        """A result as it strikes one defender.

        Return `outcome` for one defender (D, D1, D2, D3, DE ...), `loses_entrenchment`.
        """
        outcome = for_unit(
            result, disrupted=disrupted, no_retreat=no_retreat, surrounded=surrounded, asked=asked
        )
        return {"outcome": outcome, "loses_entrenchment": loses_entrenchment(result, disrupted=disrupted)}

    def losses(self, attackers: AnyUnits, defence: Annotated[int, ask.whole(0, 99)]) -> Facts:
        """The sets of attackers an AE may take.

        Return possible `sets` for AE, each `"X Y"`.
        """
        sets = loss_sets([(unit, self.w.factor[unit]) for unit in attackers], defence)
        return {"sets": frozenset(" ".join(self.w.ids(chosen)) for chosen in sets)}

    def retreat(
        self, unit: Unit, attackers: AnyUnits, battle: Fought, distance: Annotated[int, ask.whole(0, 3)] = 1
    ) -> Facts:
        """Where a defender may go, if these attackers got this result and named this distance.

        Return `legal_hexes` of the first step, `first_hexes` after the preferences, `routes` (`"907 806"`
        or `"stay"`), `surrounded`. D, D1 and D2 include routes up to 3 hexes; D3 is exact.

        Arguments: `unit`, `attackers`; `result` (D1), `distance` (1), `no_retreat`.
        """
        w, s, source = self.w, self.s, self.s.where[unit]
        b = replace(battle, targets=(source,), attackers=tuple(attackers), distance=distance)
        ways = routes(w, s, b, unit, source)
        return {
            "legal_hexes": frozenset(w.labels(legal_steps(w, s, b, unit, source, source))),
            "first_hexes": frozenset(w.grid.label(way[0]) for way in ways if way),
            "routes": frozenset(" ".join(w.labels(way)) or "stay" for way in ways),
            "surrounded": surrounded(w, s, b, unit),
        }

    def advance_limit(self, unit: Unit, battle: Fought) -> Facts:
        """Return `hexes`.

        Arguments: `unit`; `result`, `retreated` (by the defender).
        """
        b = replace(battle, targets=(self.s.where[unit],), attackers=(unit,))
        return {"hexes": advance_limit(self.w, self.s, b, unit)}

    def forecast(self, order: str) -> Facts:
        """Return `chances` (outcome -> `"1/6"`) of an order that rolls."""
        side = self.s.stack[-1].side if self.s.stack else GERMAN
        return {"chances": self.chances(WORDING.parse, order, side, self.game.forecast)}
