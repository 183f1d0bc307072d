"""Wave of Terror's table for clients: the position, the legal orders and the odds."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.wave_of_terror.facts import UNITS
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.explain.why_not import against_attack, against_move, units_in_reach
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.position import occupied
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement.supply import traced
from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table import panels
from ardennes.games.wave_of_terror.table import reach as ways
from ardennes.games.wave_of_terror.table.battles import battles
from ardennes.games.wave_of_terror.table.choices import choices, doings, placed
from ardennes.games.wave_of_terror.table.march import comers, march
from ardennes.games.wave_of_terror.table.morning import morning
from ardennes.games.wave_of_terror.table.odds import odds, propose
from ardennes.games.wave_of_terror.table.stage import factors, stage
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.showing import the_day_before
from ardennes.kernel.table import GameTable, Parts, Plain, at_edge, own
from ardennes.kernel.wire import BoardState, Comer, Due, March, OffMap, Phase, Stage, UnitState
from ardennes.words import listed

NAMED = 6  # the most units named in a refusal


class WaveOfTerrorTable(GameTable[WaveOfTerror, WaveState]):
    """Show positions and orders of Wave of Terror to the page and the terminal."""

    world: World
    parts = Parts(choices, ways.reach, ways.route, odds, propose, battles, doings)
    odds_rules = ("WOT-10.5, WOT-10.6", "WOT-10.7")
    setup_orders = (o.PlacePol, o.Place, o.ArrangeStack, o.FormKampfgruppe)

    def stage(self) -> Stage:
        return stage(self.game)

    def board(self, view: WaveState, side: int | None) -> BoardState:
        w = self.world
        result = self.game.result(view)
        return BoardState(
            view.turn,
            w.turns,
            date=self.date(view.turn),
            weather=terms.WEATHERS[view.weather],
            phase=None if view.over else self._phase(view),
            strip=panels.strip(view),
            stand=panels.stand(w, view),
            units=[self._unit(view, u) for u in range(len(w.units)) if view.where[u] >= 0],
            off_map=self._off_map(view),
            control=self.control(view.german, w.board.german_side, terms.GERMAN),
            bridges=panels.bridges(w, view),
            attacks=[],
            battle=panels.battle(w, view),
            victory=panels.victory(w, view),
            supply=self.by_side(traced, view),
            zoc=self.by_side(lambda w, s, side: w.grid.ring(occupied(w, s, side)), view),
            hidden=view.variant.full and not view.over,
            result=result,
            arrows=panels.arrows(w, view),
            panels=panels.panels(w, view),
            tokens=panels.tokens(w, view),
            morning=morning(w, view, side, the_day_before(view.turn, self.date, over=result is not None)),
            ground=[w.grid.label(cell) for cell in w.grid.cells] if w.part is not None else [],
        )

    def _phase(self, view: WaveState) -> Phase:
        setup, side = view.step == f.SETUP, terms.SIDES[view.acting] if view.acting >= 0 else ""
        mark = f"{view.couplet}.{view.acting}.{view.step}"
        return Phase(mark, panels.title(view), side, 2 if setup else 5, setup)

    def _unit(self, view: WaveState, unit: int) -> UnitState:
        w, hex_ = self.world, self.world.grid.label(view.where[unit])
        sheet, shown = UNITS.sheet(w, view, unit), factors(w, unit, view.steps[unit])
        return UnitState(w.units[unit].id, hex_, panels.marks(w, view, unit), sheet, shown)

    def _off_map(self, view: WaveState) -> OffMap:
        units, where = self.world.units, view.where
        due = [
            Due(u.id, max(u.turn, view.turn), terms.ENTRIES[u.entry])
            for u in units
            if where[u.index] == f.NOT_YET and u.turn > 0
        ]
        return self.gone(where, f.DEAD, f.EXITED, due)

    def date(self, turn: int) -> str:
        return terms.date_of(turn) if turn else "set-up"

    def enters(self, unit: str) -> str:
        return at_edge(terms.ENTRIES[self.world.units[self.world.by_id[unit]].entry])

    def march(self, view: WaveState, side: int, units: Sequence[str], hex_: str, mode: str) -> March:
        return march(self.game, view, side, units, hex_, mode)

    def comers(self, view: WaveState, side: int, hex_: str) -> list[Comer]:
        return comers(self.game, view, side, hex_)

    def setup_order(self, order: Order) -> Order:
        """Return the order; rules version 5 arranged stacks with the order that later phases use."""
        return o.ArrangeStack(order.unit) if isinstance(order, o.ShowTop) else order

    def sets_up(self, state: WaveState, side: int) -> bool:
        return bool(state.stack) and state.stack[-1] == f.SettingUp(side)

    def placed(self, view: WaveState, side: int) -> list[Plain]:
        return placed(self.world, view, side) if self.sets_up(view, side) else []

    def why(self, view: WaveState, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        w = self.world
        if hex_ is None or not view.stack:
            return []
        cell = w.grid.find(hex_)
        if cell is None:
            return [Refusal("WOT-2.3", f"There is no hex {hex_!r}.", "Write it like E3119 or W2210.")]
        frame = view.stack[-1]
        if frame.side != side:
            return [Refusal("WOT-5.2", f"The {terms.SIDES[frame.side]} player decides now.")]
        index = own(self.game, view, side, unit) if unit else None
        if isinstance(frame, f.Fighting):
            return against_attack(w, view, side, cell)
        if isinstance(frame, f.Moving):
            return self._why_move(view, side, index, cell)
        if isinstance(frame, f.SettingUp) and unit and index is not None:
            return self.refused(view, side, o.Place((unit,), hex_))
        if isinstance(frame, f.SettingUp):
            return self.refused(view, side, o.PlacePol(hex_, True)) if side == terms.ALLIED else []
        if isinstance(frame, f.Interdicting):
            return self.refused(view, side, o.Interdict(hex_))
        if isinstance(frame, f.Dropping):
            return self.refused(view, side, o.DropSupplies(hex_))
        return self.not_here(view, w.at_place(cell), "Choose one of the orders listed.")

    def _why_move(self, view: WaveState, side: int, unit: int | None, cell: int) -> list[Refusal]:
        """Return why this unit cannot reach the hex, and which units can."""
        w, there = self.world, self.world.place(cell)
        result: list[Refusal] = []
        if unit is not None and view.where[unit] >= 0:
            result = against_move(w, view, unit, cell)
            if not result:
                return []
        elif unit is not None:
            result = self.refused(view, side, o.Enter((w.units[unit].id,), w.grid.label(cell)))
        able = [w.units[unit].name for unit, _ in units_in_reach(w, view, side, cell)]
        if able:
            more = [f"{len(able) - NAMED} more"] if len(able) > NAMED else []
            facts = f"These units can reach {there} now: {listed([*able[:NAMED], *more])}."
            result.append(Refusal("WOT-9.1", facts, "Choose one of them."))
        elif unit is None:
            result.append(Refusal("WOT-9.1", f"None of your units can reach {there} now."))
        return result
