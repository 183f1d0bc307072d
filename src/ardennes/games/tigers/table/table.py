"""Tigers for the client: the position, the legal orders and the odds."""

from __future__ import annotations

import msgspec

from ardennes.games.tigers.facts import ATTACK_STATUS, UNITS, AttackStatus
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.combat.obligations import touches
from ardennes.games.tigers.rules.explain import why_not as why
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.model.position import derived, mustered
from ardennes.games.tigers.rules.movement.reinforcements import due_turn
from ardennes.games.tigers.rules.movement.supply import supplied_hexes
from ardennes.games.tigers.rules.movement.zones import covered, division_zones
from ardennes.games.tigers.rules.sequence.turn_order import SETUP, TURN, current_phase
from ardennes.games.tigers.schema.terms import ALLIED, SIDES, WEATHERS
from ardennes.games.tigers.schema.world import EXIT, World
from ardennes.games.tigers.table import panels, stage
from ardennes.games.tigers.table.battles import battles
from ardennes.games.tigers.table.choices import choices
from ardennes.games.tigers.table.morning import morning
from ardennes.games.tigers.table.odds import odds, propose
from ardennes.games.tigers.table.reach import MARCHES, reach, route
from ardennes.hexes import bits
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.map_art import map_of
from ardennes.kernel.names import hex_name
from ardennes.kernel.showing import the_day_before
from ardennes.kernel.table import HISTORY, GameTable, Parts, at_edge
from ardennes.kernel.wire import BoardState, Declared, Due, OffMap, Phase, Stage, UnitState

BY_HEX = f.Relocating | f.Dropping | f.HidingDump  # decisions about a hex without a unit


class TigersTable(GameTable[Tigers, f.TigersState]):
    world: World
    parts = Parts(choices, reach, route, odds, propose, battles)
    odds_rules = ("TIA-CRT-2", "TIA-CRT-6")

    def stage(self) -> Stage:
        w = self.world
        return Stage(
            self.game.id,
            self.game.name,
            list(SIDES),
            map_of("tigers"),
            [stage.hex_facts(w, cell) for cell in w.grid.cells],
            {u.id: stage.counter(w, u.index) for u in w.units},
            points="MF",
            prints=["combat factor", "movement allowance"],
            names={air.id: air.name for air in w.air_units},
            layers=[HISTORY],
            signs=stage.SIGNS,
            events=stage.EVENTS,
            results=stage.RESULTS,
            odds=list(w.tables.odds),
            crt=[list(row) for row in w.tables.crt[1:]],
            no_setup=w.part is not None,
            reports=stage.REPORTS,
        )

    def board(self, view: f.TigersState, side: int | None) -> BoardState:
        w = self.world
        result = self.game.result(view)
        return BoardState(
            turn=view.turn,
            turns=w.turns,
            date=self.date(view.turn),
            weather=WEATHERS[view.weather],
            phase=_phase(view),
            strip=panels.strip(w, view),
            units=self._units(view),
            off_map=self._off_map(view),
            control=self.control(view.held, w.board.allied_side, ALLIED),
            bridges=panels.bridges(w, view),
            attacks=[
                self._declared(view, side, number, combat) for number, combat in enumerate(view.attacks)
            ],
            battle=panels.battle(w, view),
            victory=panels.victory(w, view),
            supply=self.by_side(supplied_hexes, view),
            zoc=self.by_side(covered, view),
            hidden=w.dump >= 0 and not view.dump_known,
            result=result,
            arrows=panels.arrows(w, view),
            panels=panels.panels(w, view),
            stand=panels.stand(w, view),
            morning=morning(w, view, side, the_day_before(view.turn, self.date, over=result is not None)),
            ground=[w.grid.label(cell) for cell in w.grid.cells] if w.part is not None else [],
        )

    def _declared(self, view: f.TigersState, side: int | None, number: int, combat: f.Combat) -> Declared:
        """Return an attack and how to withdraw it: undone while attacks are declared, cancelled later."""
        w, waits = self.world, combat.status == f.PENDING
        names = w.labels(combat.targets), w.ids(combat.attackers)
        result = Declared(number, list(names[0]), list(names[1]), _status(view, number))
        if side is None or not waits or side not in self.game.to_move(view):
            return result
        if isinstance(view.stack[-1], f.Declaring):
            result.again = msgspec.to_builtins(o.Attack(*names))
        elif self.game.check(view, side, o.Cancel(number)) is None:
            result.withdraw = msgspec.to_builtins(o.Cancel(number))
        return result

    def _units(self, view: f.TigersState) -> list[UnitState]:
        """The counters on the map; those about which nothing has changed in this position are used again."""
        w, units = self.world, list[UnitState]()
        known = derived(w, view).known
        for unit, cell in enumerate(view.where):
            if cell >= 0:
                question = "counter", unit, cell, view.status[unit], view.spent[unit]
                if question not in known:
                    marks, sheet = UNITS.marks(w, view, unit), UNITS.sheet(w, view, unit)
                    known[question] = UnitState(w.units[unit].id, w.grid.labels[cell], marks, sheet)
                units.append(known[question])
        return units

    def _off_map(self, view: f.TigersState) -> OffMap:
        w = self.world

        def due() -> list[Due]:
            absent = [u for u in w.units if view.where[u.index] == f.NOT_YET and view.arrival[u.index]]
            return [Due(u.id, due_turn(w, view, u.index), u.edge) for u in absent]

        question = "due", view.turn, view.early_allies, view.meuse_reached, view.arrival.tobytes()
        return self.gone(view.where, f.DEAD, f.EXITED, mustered(w, view, question, due))

    def date(self, turn: int) -> str:
        return f"{self.world.constants.calendar.first_day - 1 + turn} December 1944" if turn else "set-up"

    def enters(self, unit: str) -> str:
        return at_edge(self.world.units[self.world.by_id[unit]].edge)

    def needs_supply(self, unit: str) -> bool:
        """Return False for von der Heydte and the dump."""
        return self.world.fights[self.world.by_id[unit]]

    def zones(self, view: f.TigersState, side: int) -> dict[str, list[str]]:
        """Only divisions have zones that hinder movement, TIA-ZOC-1."""
        w = self.world
        return {w.grid.label(cell): self.labels(zone) for cell, zone in division_zones(w, view, side)}

    def may_hear(self, view: f.TigersState, words: str, order: Order) -> bool:
        """Return False for words about the hidden dump or any of the seven hexes it may be in.

        All seven are treated alike, since leaving out only the true one would reveal it.
        """
        w = self.world
        if w.dump < 0 or view.dump_known or view.where[w.dump] >= 0:
            return True
        numbers = w.labels(list(bits(w.board.dump_hexes)))
        names = [hex_name(w, number).lower() for number in numbers]
        lower = words.lower()
        return not isinstance(order, o.HideDump) and not any(
            word in lower for word in ("dump", "fuel", *numbers, *names)
        )

    def why(self, view: f.TigersState, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        w = self.world
        if hex_ is None or not view.stack:
            return []
        cell = EXIT if hex_ == "exit" else w.grid.find(hex_)
        if cell is None:
            return [Refusal("TIA-MAP-1", f"{hex_!r} is not a hex on the map.")]
        index = w.by_id.get(unit) if unit else None
        frame = view.stack[-1]
        if index is None:
            return self._why_hex(view, side, cell)
        if isinstance(frame, MARCHES):
            return why.against_move(w, view, index, cell)
        barred = why.against_retreat(w, view, index, cell) if isinstance(frame, f.Retreating) else None
        if barred is not None and not any(
            hex_ in (way.path or ()) for way in self.reach(view, side, unit or "")
        ):
            return [barred]
        order = why.order_for(w, view, index, cell) if cell != EXIT else None
        return self.refused(view, side, order or o.Move(w.units[index].id, (hex_,)))

    def _where(self, cell: int) -> str:
        return "the exit" if cell == EXIT else self.world.place(cell)

    def _why_hex(self, view: f.TigersState, side: int, cell: int) -> list[Refusal]:
        """Return why nothing can be done with this hex now, with no unit picked."""
        w, frame = self.world, view.stack[-1]
        if isinstance(frame, BY_HEX) and cell != EXIT:
            order = why.order_for(w, view, -1, cell)
            return self.refused(view, side, order) if order else []
        if not isinstance(frame, f.Declaring | f.PeiperGoesOn):
            where = "off the map" if cell == EXIT else w.at_place(cell)
            return self.not_here(view, where, "Pick something that is lit, or one of the orders listed.")
        beside = [u for u in w.of_side[side] if cell != EXIT and touches(w, view, u, (cell,))]
        result = [r for r in (why.against_attack(w, view, u, cell) for u in beside) if r is not None]
        if not beside:
            result = [Refusal("TIA-CRT-23", f"None of your units is beside {self._where(cell)}.")]
        return list(dict.fromkeys(result))


def _phase(view: f.TigersState) -> Phase | None:
    if view.over:
        return None
    now = current_phase(view)
    of = len(TURN if view.turn else SETUP)
    return Phase(str(view.phase), now.title, SIDES[now.side], of, setup=not view.turn)


def _status(view: f.TigersState, number: int) -> AttackStatus:
    """Return the status of an attack; it is fought once its die is rolled, even if decisions follow."""
    thrown = view.battle is not None and view.battle.number == number and bool(view.battle.result)
    return "fought" if thrown else ATTACK_STATUS[view.attacks[number].status]
