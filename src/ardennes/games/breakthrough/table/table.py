"""Breakthrough's table for clients: the position, the legal orders and the odds."""

from __future__ import annotations

from ardennes.games.breakthrough.facts import UNITS, known_sides, sheet
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.air import missions
from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.explain.why_not import against, against_attack
from ardennes.games.breakthrough.rules.model import state as f
from ardennes.games.breakthrough.rules.model.orders import GroundAttack, Place
from ardennes.games.breakthrough.rules.model.position import zone_of
from ardennes.games.breakthrough.rules.movement.supply import in_reach
from ardennes.games.breakthrough.rules.outcome.victory import last_turn
from ardennes.games.breakthrough.rules.sequence.phases import OPERATIONS, phase_title
from ardennes.games.breakthrough.rules.sequence.weather import frozen
from ardennes.games.breakthrough.schema.terms import EDGES, FIRST_DAY, GERMAN, SIDES, WEATHERS
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.table import panels, stage
from ardennes.games.breakthrough.table import reach as ways
from ardennes.games.breakthrough.table.battles import battles
from ardennes.games.breakthrough.table.choices import choices
from ardennes.games.breakthrough.table.doings import doings
from ardennes.games.breakthrough.table.morning import morning
from ardennes.games.breakthrough.table.odds import odds, propose
from ardennes.kernel.contract import Refusal
from ardennes.kernel.showing import the_day_before
from ardennes.kernel.table import HISTORY, GameTable, Parts, Plain, at_edge, listed
from ardennes.kernel.wire import BoardState, Declared, Due, OffMap, Phase, Stage, UnitState


class BreakthroughTable(GameTable[Breakthrough, f.BreakthroughState]):
    """Show positions and orders of Breakthrough to the page and the terminal."""

    world: World
    parts = Parts(choices, ways.reach, ways.route, odds, propose, battles, doings)
    odds_rules = ("", "BTA-8.3a")
    setup_orders = (Place,)

    def stage(self) -> Stage:
        w = self.world
        return Stage(
            self.game.id,
            self.game.name,
            list(SIDES),
            stage.map_art(False),
            [stage.hex_facts(w, cell) for cell in w.grid.cells],
            {u.id: stage.counter(w, u) for u in w.units},
            points="points",
            prints=["combat strength", "operation points left"],
            layers=[HISTORY],
            signs=stage.SIGNS,
            events=stage.EVENTS,
            results=stage.RESULTS,
            turned=stage.turned_map(w),
            keeps=True,
            no_setup=True,
            reports=stage.REPORTS,
        )

    def board(self, view: f.BreakthroughState, side: int | None) -> BoardState:
        w = self.world
        known = known_sides(view, side)
        result = self.game.result(view)
        return BoardState(
            turn=view.turn,
            turns=last_turn(w, view),
            date=self.date(view.turn),
            weather=WEATHERS[view.weather] + (", frozen ground" if frozen(w, view.day) else ""),
            phase=_phase(view),
            strip=panels.strip(view),
            stand=panels.stand(w, view),
            units=[self._unit(view, u, known) for u in range(len(w.units)) if view.where[u] >= 0],
            off_map=self._off_map(view),
            control=self.control(view.german, w.board.german16, GERMAN),
            bridges=panels.bridges(w, view),
            attacks=[
                Declared(number, [w.grid.label(target)], list(w.names(units)), "plotted")
                for number, (target, units) in enumerate(panels.plots(w, view).items())
            ],
            battle=None,
            victory=panels.victory(w, view),
            supply=self.by_side(in_reach, view),
            zoc=self.by_side(zone_of, view),
            hidden=not view.over,
            result=result,
            arrows=panels.arrows(w, view),
            panels=panels.panels(w, view, known),
            morning=morning(w, view, side, the_day_before(view.turn, self.date, over=result is not None)),
            ground=[w.grid.label(cell) for cell in w.grid.cells] if w.part is not None else [],
        )

    def _unit(self, view: f.BreakthroughState, unit: int, known: tuple[int, ...]) -> UnitState:
        w = self.world
        mine = w.side[unit] in known
        points = f"-{view.points[unit]}" if mine and not view.over else ""
        guess = "" if mine or view.variant.show_strengths else "?"
        return UnitState(
            w.units[unit].id,
            w.grid.label(view.where[unit]),
            UNITS.marks(w, view, unit),
            sheet(w, view, unit, known),
            f"{view.strength[unit]}{points}{guess}",
        )

    def _off_map(self, view: f.BreakthroughState) -> OffMap:
        w, last = self.world, last_turn(self.world, view)
        due = [
            Due(
                u.id,
                view.turn if u.index in view.waiting else u.day - FIRST_DAY + 1,
                EDGES[u.entry_edge],
                str(printed(w, view, u.index)),
            )
            for u in w.units
            if view.where[u.index] == f.NOT_YET and u.entry_edge >= 0 and w.in_play[u.index]
        ]
        return self.gone(view.where, f.DEAD, f.EXITED, (d for d in due if d.turn <= last))

    def date(self, turn: int) -> str:
        return f"{FIRST_DAY - 1 + turn} December 1944"

    def enters(self, unit: str) -> str:
        u = self.world.units[self.world.by_id[unit]]
        return f"{self.world.at_hex(u.hex)}, {at_edge(EDGES[u.entry_edge][0].upper())}"

    def sets_up(self, state: f.BreakthroughState, side: int) -> bool:
        return state.phase == f.SETTING_UP and state.acting == side

    def placed(self, view: f.BreakthroughState, side: int) -> list[Plain]:
        return ways.placed(self.world, view, side) if self.sets_up(view, side) else []

    def why(self, view: f.BreakthroughState, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        w = self.world
        if hex_ is None or view.acting < 0:
            return []
        cell = w.grid.find(hex_)
        if cell is None:
            return [Refusal("BTA-MAP-1", f"There is no hex {hex_!r}.")]
        index = ways.here(self.game, view, side, unit) if unit else None
        if view.phase in (*OPERATIONS, f.SETTING_UP) and view.acting == side and index is not None:
            return against(w, view, index, cell)
        if view.phase == f.AIR and view.acting == side:
            return listed(missions.DECISION.check(w, view, side, GroundAttack(hex_)))
        if view.phase in OPERATIONS and view.acting == side:
            return against_attack(w, view, side, cell)
        return self.not_here(view, self.world.at_hex(cell), "Select a unit to see its orders.")


def _phase(view: f.BreakthroughState) -> Phase | None:
    if view.over:
        return None
    side = SIDES[view.acting] if view.acting >= 0 else ""
    return Phase(str(view.phase), phase_title(view.phase), side, 12, setup=view.phase == f.SETTING_UP)
