"""Case files: the named calculations. Each calls the engine's functions; none contains a rule."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Annotated

from ardennes.cases import ask
from ardennes.cases.ask import Facts, Hex, Hexside, Side, Unit, told, whole, wholes
from ardennes.games.wave_of_terror.cases.board import WaveNames, printed_sides
from ardennes.games.wave_of_terror.facts import COUNTERS
from ardennes.games.wave_of_terror.rules.combat import artillery, odds
from ardennes.games.wave_of_terror.rules.combat.losses import Bill, splits, usual
from ardennes.games.wave_of_terror.rules.model.orders import Support
from ardennes.games.wave_of_terror.rules.model.position import lift, units_at
from ardennes.games.wave_of_terror.rules.model.state import Battle, Demolishing, WaveState
from ardennes.games.wave_of_terror.rules.movement import bridges, moves, supply
from ardennes.games.wave_of_terror.rules.movement.search import routes
from ardennes.games.wave_of_terror.rules.movement.stacking import judge
from ardennes.games.wave_of_terror.rules.movement.step import allowance, may_cross, step_cost, walker
from ardennes.games.wave_of_terror.rules.outcome import victory
from ardennes.games.wave_of_terror.rules.sequence import setup, weather
from ardennes.games.wave_of_terror.rules.special import markers
from ardennes.games.wave_of_terror.rules.special.kampfgruppe_peiper import moves_as_one
from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.map import load_board
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Refusal

Stack = Annotated[tuple[int, ...], WaveNames.stack]
Bridge = Annotated[int, WaveNames.bridge]
Die = Annotated[int, whole(1, 6)]
Factors = Annotated[int, whole(0, 999)]
Points = Annotated[int, whole(0, 9999)]
EAST_SHEET, WEST_SHEET, JOINED = "E", "W", "E10"
AROUND = ("N", "NE", "SE", "S", "SW", "NW")
FITS = ("legal", "too many", "too many independents", "artillery not alone")


class Question(ask.GridQuestion[World, WaveState]):
    """Answer the calculations that a case of Wave of Terror can ask for."""

    no_rule = "none"

    def names_now(self) -> WaveNames:
        return WaveNames(self.w.board, self.w, self.s.acting)

    # The map and the counters

    def map(self) -> Facts:
        """Counts of the whole map.

        Return `hexes`, `east_sheet`, `west_sheet`, `bridges`, `blown_at_start`, `front_hexsides`,
        `front_blocked`, `front_major`, `front_german`, `front_allied` (hexes at the front), `west_wall`,
        `cities`, `liege`, `exits`, `depot_hexes`.
        """
        board, grid = self.w.board, self.w.grid
        labels, kinds = [grid.label(cell) for cell in grid.cells], self._front_kinds()
        joined = sum(label.startswith(JOINED) for label in labels)
        return {
            "hexes": len(labels),
            "east_sheet": sum(label[0] == EAST_SHEET for label in labels),
            "west_sheet": sum(label[0] == WEST_SHEET for label in labels) + joined,
            "bridges": len(board.bridges),
            "blown_at_start": frozenset(bridge.name for bridge in board.bridges if bridge.blown),
            "front_hexsides": len(kinds),
            "front_blocked": kinds.count(terms.BLOCKED),
            "front_major": kinds.count(terms.MAJOR),
            "front_german": board.front[0].bit_count(),
            "front_allied": board.front[1].bit_count(),
            "west_wall": board.west_wall.bit_count(),
            "cities": self.labels(board.cities),
            "liege": self.labels(board.liege),
            "exits": board.exit_stretch.bit_count(),
            "depot_hexes": markers.depot_hexes(self.w).bit_count(),
        }

    def _front_kinds(self, from_row: int = 0) -> list[int]:
        """Return the kind of each hexside of the starting front that touches that row or one south of it."""
        board, grid = self.w.board, self.w.grid
        return [
            board.hexsides[cell][way]
            for cell in bits(board.front[0])
            for way, other in enumerate(grid.neighbours[cell])
            if self._allied(other) and max(grid.row[cell], grid.row[other]) >= from_row
        ]

    def _allied(self, cell: int) -> bool:
        return cell >= 0 and not self.w.board.german_side >> cell & 1

    def front(self, from_row: Annotated[int, whole(0, 44)] = 0) -> Facts:
        """Return front `hexsides` at that row or south of it, `minor` rivers among them."""
        kinds = self._front_kinds(from_row)
        return {"hexsides": len(kinds), "minor": kinds.count(terms.MINOR)}

    def hexsides(self) -> Facts:
        """The number of hexsides of each kind on the map.

        Return number of `blocked`, `major`, `lake`, `minor`.
        """
        kinds = [side.kind for side in printed_sides(self.w.board)]
        return {name: kinds.count(kind) for kind, name in enumerate(terms.HEXSIDES) if kind != terms.PLAIN}

    def places(self, names: list[str]) -> Facts:
        """Return `hexes` (name -> hex)."""
        printed = WaveNames(load_board())
        hexes = {name: printed.hex(self.arguments, "names", name) for name in names}
        return {"hexes": {name: printed.board.grid.label(cell) for name, cell in hexes.items()}}

    def terrain(self, hex: Hex) -> Facts:
        """The features of a hex.

        Return `terrain`, `place`, `name`, `road`, `edge_road`, `side`, `on_front`, `west_wall`,
        `west_of_meuse`, `exit`, `sources` (sides), `entries` (areas).
        """
        board = self.w.board
        bitboards = {
            "road": board.road,
            "edge_road": board.edge_roads,
            "on_front": board.front[0] | board.front[1],
            "west_wall": board.west_wall,
            "west_of_meuse": board.west_of_meuse,
            "exit": board.exit_stretch,
        }
        sources = zip(terms.SIDES, board.sources, strict=True)
        entries = zip(terms.ENTRIES, board.entries, strict=True)
        return {
            "terrain": terms.TERRAINS[board.terrain[hex]],
            "place": terms.PLACES[board.place[hex]] or "none",
            "name": board.names[hex],
            "side": terms.SIDES[self._allied(hex)],
            **{name: bool(hexes >> hex & 1) for name, hexes in bitboards.items()},
            "sources": frozenset(name for name, hexes in sources if hexes >> hex & 1),
            "entries": frozenset(name for name, hexes in entries if hexes >> hex & 1),
        }

    def hexside(self, hexside: Hexside) -> Facts:
        """Return `kind`, `road`, `bridge`."""
        board, (a, b) = self.w.board, hexside
        way = board.grid.neighbours[a].index(b)
        return {
            "kind": terms.HEXSIDES[board.hexsides[a][way]] or "plain",
            "road": bool(board.links[way] >> a & 1),
            "bridge": board.grid.hexside(a, b) in board.bridge_at,
        }

    def unit(self, unit: Unit) -> Facts:
        """The values on a counter.

        Return `side`, `nation`, `parent`, `kind`, `factors`, `reduced`, `steps`, `heavy`, `motorized`,
        `setup`, `radius`, `turn`, `entry`, `optional`.
        """
        return self.printed(COUNTERS, self.w.units[unit])

    def force(self, side: Side, parent: str = "") -> Facts:
        """The units of a side, or of one of its parent organisations.

        Return `units`, `artillery`, `one_step`, `heavy`, `independent`, `anywhere` (marked A), `starting`.

        Arguments: `side`; `parent`.
        """
        units = [unit for unit in self.w.units if unit.side == side]
        if parent:
            parents = self.w.parent_by_id[side]
            own = parents[self.arguments.choice("parent", "a parent organisation", parents)]
            units = [unit for unit in units if unit.parent == own]
        return {
            "units": len(units),
            "artillery": sum(unit.artillery for unit in units),
            "one_step": frozenset(unit.id for unit in units if unit.steps == 1 and not unit.artillery),
            "heavy": sum(unit.heavy for unit in units),
            "independent": sum(unit.parent < 0 and not unit.artillery for unit in units),
            "anywhere": sum(unit.setup_hex == terms.ANYWHERE for unit in units),
            "starting": sum(unit.setup_hex != -1 for unit in units),
        }

    def setup(self, unit: Unit) -> Facts:
        """Where a starting unit may be placed.

        Return `hexes` for its set-up.
        """
        return {"hexes": self.labels(setup.area(self.w, self.s, unit))}

    # Tables

    def results(self, position: Annotated[int, whole(-20, 20)], die: Die = 1) -> Facts:
        """The losses for a column (as a position: 1:1 is 0) and a die.

        Return `column`, `attacker`, `defender`, `automatic`.

        Arguments: `position` (1:1 is 0), `die`.
        """
        attacker, defender = odds.losses_at(self.w, position, die)
        beyond = not self.w.tables.lowest <= position <= self.w.tables.highest
        column = odds.odds_name(position)
        return {"column": column, "attacker": attacker, "defender": defender, "automatic": beyond}

    def results_table(self) -> Facts:
        """Properties of the whole Combat Results Table.

        Return `columns`, `least_from_even` (smallest loss from 1:1 up), `no_loss_below_even` (results without
        defender loss, by column), `monotone`.
        """
        columns = sorted(self.w.tables.crt.items())
        even = [pair for position, column in columns if position >= 0 for pair in column]
        under = [column for position, column in columns if position < 0]
        better = itertools.pairwise(column for _, column in columns)
        return {
            "columns": [odds.odds_name(position) for position, _ in columns],
            "least_from_even": min(min(pair) for pair in even),
            "no_loss_below_even": [sum(defender == 0 for _, defender in column) for column in under],
            # A better column never costs the attacker more nor the defender less.
            "monotone": all(
                b[0] <= a[0] and b[1] >= a[1]
                for lower, higher in better
                for a, b in zip(lower, higher, strict=True)
            ),
        }

    def weather(self, turn: Annotated[int, whole(1, terms.TURNS)], die: Die = 1) -> Facts:
        """Return `weather`, `always` (overcast without a die).

        Arguments: `turn`, `die`.
        """
        sky = terms.WEATHERS[weather.weather_on(self.w, turn, die)]
        return {"weather": sky, "always": self.w.tables.overcast[turn] is None}

    def supply_problems(self, roll: Annotated[int, whole(2, 12)]) -> Facts:
        """Return `parents`."""
        return {"parents": frozenset(self.w.tables.supply_problems[roll])}

    def victory(self, german: Points, allied: Points) -> Facts:
        """The degree of victory for these points.

        Return `winner`, `degree`.

        Arguments: `german`, `allied` (points).
        """
        s = self.s.clone()
        s.points = [german, allied]
        winner, degree = victory.by_points(self.w, s)
        return {"winner": terms.SIDES[winner] if winner is not None else "none", "degree": degree}

    def score(self) -> Facts:
        """What the position would score if the game ended now.

        Return `german_cities`, `allied_cities`, `beyond_meuse`, `foothold`.
        """
        w, s = self.w, self.s
        return {
            "german_cities": self.labels(victory.enemy_cities(w, s, terms.GERMAN)),
            "allied_cities": self.labels(victory.enemy_cities(w, s, terms.ALLIED)),
            "beyond_meuse": victory.beyond_the_meuse(w, s),
            "foothold": victory.foothold(w, s),
        }

    # Movement and supply

    def supply(self, unit: Unit) -> Facts:
        """Whether and how a unit is in supply.

        Return `supplied` (normal supply), `automatic`, `struck`, `line`, `could_be_fed`, `marker` it would
        use.
        """
        w, s, cell = self.w, self.s, self.s.where[unit]
        marker = supply.may_draw(w, s, unit)
        return {
            "supplied": supply.in_supply(w, s, unit),
            "automatic": supply.automatic(w, s, unit),
            "struck": supply.struck(s, unit),
            "line": cell >= 0 and supply.hex_in_supply(w, s, w.side[unit], cell),
            "could_be_fed": supply.could_be_fed(w, s, unit),
            "marker": w.grid.label(marker) if marker >= 0 else "none",
        }

    def supplied_hexes(self, side: Side, hexes: list[str]) -> Facts:
        """Which of the hexes have a supply line for a side.

        Return `supplied`, `cut_off`.

        Arguments: `side`, `hexes`.
        """
        traced = supply.traced(self.w, self.s, side)
        cells = {label: self.names.hex(self.arguments, "hexes", label) for label in hexes}
        result = frozenset(label for label, cell in cells.items() if traced >> cell & 1)
        return {"supplied": result, "cut_off": frozenset(hexes) - result}

    def fed(self, units: Annotated[list[int], WaveNames.units]) -> Facts:
        """Which units are supplied if they are checked one after another.

        Return number `fed`, `hungry` units.

        Arguments: `units`, in this order.
        """
        result = supply.hungry(self.w, self.s, units)
        return {"hungry": frozenset(self.w.names(result)), "fed": len(units) - len(result)}

    def allowance(self, units: Stack, column: bool = False) -> Facts:
        """The movement points of units that move together.

        Return `points` of the slowest, `kg`.
        """
        w, s, kg = self.w, self.s, moves_as_one(self.s, units)
        points = [
            allowance(w, s, unit, hungry=bool(supply.hungry(w, s, (unit,))), column=column, kg=kg)
            for unit in units
        ]
        return {"points": min(points), "kg": kg}

    def step(self, units: Stack, to: Hex, column: bool = False) -> Facts:
        """One step of units: its cost and rule, or the rule that forbids it.

        Return `legal`, `cost`, `what`, `rule`.
        """
        w, s, kg = self.w, self.s, moves_as_one(self.s, units)
        who = walker(w, s, units, column=column, kg=kg, hungry=supply.hungry(w, s, units))
        result = step_cost(who, s.where[units[0]], to)
        if isinstance(result, Refusal):
            return {"legal": False, "cost": 0, "what": "none", "rule": result.rule}
        return {"legal": True, "cost": result.points, "what": result.what, "rule": result.rule}

    def reach(self, units: Stack, column: bool = False) -> Facts:
        """The hexes that units can reach now.

        Return `hexes`, `count`, `left` (hex -> points).
        """
        result = routes(self.w, self.s, units, column)
        left = {self.w.grid.label(cell): result.left(cell) for cell in result if result.may_halt(cell)}
        return {"hexes": frozenset(left), "count": len(left), "left": left}

    def column(self, unit: Unit) -> Facts:
        """Whether a unit may set out in column.

        Return `legal`, `rule`.
        """
        return self.verdict(moves.check_column(self.w, self.s, unit, max(-1, self.s.where[unit])))

    def stack(self, units: Stack) -> Facts:
        """Whether these units may share a hex.

        Return `verdict`: legal, too many, too many independents, artillery not alone.
        """
        return {"verdict": FITS[abs(judge(self.w, units))]}

    def demolition(self, side: Side, hex: Hex) -> Facts:
        """The bridges that may be blown when a side enters a hex, and the die needed.

        Return `bridges` that may be blown, `needed` die.

        Arguments: `side` that enters, `hex`.
        """
        at_risk = bridges.bridges_at_risk(self.w, self.s, side, hex)
        return {
            "bridges": frozenset(self.w.board.bridges[bridge].name for bridge in at_risk),
            "needed": bridges.needed(self.w, self.s, Demolishing(1 - side, -1, hex)),
        }

    def repair(self, side: Side, bridge: Bridge) -> Facts:
        """Return `legal`, `rule`.

        Arguments: `side`, `bridge`.
        """
        return self.verdict(bridges.check_repair(self.w, self.s, side, bridge))

    # Combat

    def ratio(self, attack: Factors, defense: Factors, shift: Annotated[int, whole(-9, 9)] = 0) -> Facts:
        """The column for two sums and a net shift, and whether a die is rolled.

        Return `raw`, `column`, `automatic` (`"4/0"`, or none).
        """
        raw = odds.ratio(attack, defense)
        beyond = odds.automatic(self.w, raw + shift)
        return {
            "raw": odds.odds_name(raw),
            "column": odds.odds_name(raw + shift),
            "automatic": f"{beyond[0]}/{beyond[1]}" if beyond else "none",
        }

    def odds(self, attackers: Stack, hex: Hex, aircraft: bool = False) -> Facts:
        """The battle without artillery and aircraft.

        Return `attack`, `whole`, `halved`, `quartered` (sums before division), `defense`, `raw`, `shifts`
        (name -> columns to the right), `column`.
        """
        w, s = self.w, self.s
        result = odds.strength(w, s, attackers, hex, supply.hungry(w, s, attackers))
        defense = odds.defense_of(w, s, hex)
        battle = odds.odds(result.total, defense, odds.shifts_of(w, s, attackers, hex, aircraft))
        return {
            "attack": result.total,
            **told(result, "whole", "halved", "quartered"),
            "defense": defense,
            "raw": odds.odds_name(battle.raw),
            "shifts": {shift.what: shift.columns for shift in battle.shifts},
            "column": odds.odds_name(battle.position),
        }

    def concentric(self, hex: Hex, directions: Annotated[list[int], wholes(0, 5)]) -> Facts:
        """Whether attackers in these directions around a hex get the concentric shift.

        Return `shift`.

        Arguments: `hex`, `directions` (0 north, clockwise).
        """
        grid = self.w.grid
        ways = [grid.compass.index(AROUND[number]) for number in directions]
        return {"shift": odds.concentric(self.w, {grid.neighbours[hex][way] for way in ways}, hex)}

    def guns(self, attackers: Stack, hex: Hex, side: Side, guns: Stack) -> Facts:
        """Whether these artillery units may support a side of a battle.

        Return `legal`, `rule`, `ready`.

        Arguments: `attackers`, `hex`, supported `side`, `guns`.
        """
        w, s, attack = self.w, self.s.clone(), self.w.side[attackers[0]] == side
        s.battle = Battle(hex, attackers)
        refusal = artillery.check_support(w, s, side, attack, Support(w.names(guns)))
        ready = artillery.ready_guns(w, s, side, attack)
        return {**self.verdict(refusal), "ready": frozenset(w.names(ready))}

    def losses(self, units: Stack, loss: Annotated[int, whole(1, 9)]) -> Facts:
        """All ways to lose the steps, and the usual one.

        Return `ways`, `splits`, `usual`.
        """
        return {
            "ways": Bill(self.s, units, loss).ways,
            "splits": [self._joined(split) for split in splits(self.s, units, loss)],
            "usual": self._joined(usual(self.w, self.s, units, loss)),
        }

    def _joined(self, units: Sequence[int]) -> str:
        return " ".join(self.w.names(units))

    def advance(self, attackers: Stack, hex: Hex) -> Facts:
        """The attackers that could enter the hex if it were empty.

        Return `able` (units that could enter).
        """
        w, s = self.w, self.s.clone()
        for unit in list(units_at(w, s, hex)):
            lift(w, s, unit)
        able = [unit for unit in attackers if may_cross(w, s, unit, s.where[unit], hex) is None]
        return {"able": frozenset(w.names(able))}
