"""A map for tests of battles: the artificial terrain of `field`, custom factors, the printed tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from ardennes.dice import ScriptedDice
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.state import FIRST, SECOND, TOP, Fighting
from ardennes.games.wave_of_terror.schema.load import load_tables
from ardennes.games.wave_of_terror.schema.terms import GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Event, Order
from ardennes.kernel.offers import holds, orders
from tests.rules.wave_of_terror.field import LIMITS, Field

HERE = "E2007"  # the hex attacked in most tests; an even column
AROUND = ("E2006", "E2106", "E2107", "E2008", "E1907", "E1906")  # N, NE, SE, S, SW, NW
ROADS = [f"E{c}{row}/E{c + 1}{row}" for c in range(10, 24) for row in ("04", "11")]  # both sides' supply
FAR_AWAY = (("E2313", "G-26-5"), ("E2213", "A-1-12"))  # two units that could still fight keep the phase open
Factors = Mapping[str, tuple[int, int]]


class Battlefield(Field):
    """A combat phase. Factors are (attack, defense) of the full side; the other side is one point lower."""

    def __init__(
        self,
        side: int = GERMAN,
        *,
        factors: Factors | None = None,
        fight_first: bool = False,
        west_wall: Sequence[str] = (),
        dice: Sequence[int] = (),
        **facts: Any,
    ) -> None:
        super().__init__(side, **{"roads": ROADS, **facts})
        wall = sum(1 << self.cell(label) for label in west_wall)
        units = [_changed(unit, (factors or {}).get(unit.id)) for unit in self.w.units]
        board = replace(self.w.board, west_wall=wall)
        parents = self.w.parents
        self.w = World(board=board, units=units, parents=parents, tables=load_tables(), limits=LIMITS)
        self.game = WaveOfTerror(self.w)
        self.dice = ScriptedDice(dice)
        self.s.fight_first = fight_first
        self.s.step = FIRST if fight_first else SECOND
        self.s.stack = [Fighting(side)]
        for label, name in FAR_AWAY:
            self.put(label, name)

    def order(self, order: Order, side: int | None = None) -> list[Event]:
        """Carry out an order that must be legal and offered."""
        who = self.game.to_move(self.s)[0] if side is None else side
        refusal = self.game.check(self.s, who, order)
        assert refusal is None, refusal
        assert holds(self.game.offers(self.s, who), order)
        return self.game.apply(self.s, who, order, self.dice)

    def refused(self, order: Order) -> str:
        """Return the rule against the order, which must not be offered either; empty if it is legal."""
        who = self.game.to_move(self.s)[0]
        refusal = self.game.check(self.s, who, order)
        assert (refusal is None) == holds(self.game.offers(self.s, who), self.game.tidy(order))
        return refusal.rule if refusal else ""

    def offered(self) -> list[Order]:
        return list(orders(self.game.offers(self.s, self.game.to_move(self.s)[0])))

    def steps(self, *names: str) -> tuple[int, ...]:
        """Return the remaining steps; 0 for eliminated units."""
        return tuple(self.s.steps[self.unit(name)] for name in names)

    def top(self, label: str) -> list[str]:
        cell = self.cell(label)
        return [
            unit.id
            for unit in self.w.units
            if self.s.where[unit.index] == cell and self.s.marks[unit.index] & TOP
        ]


def _changed(unit: Any, factors: tuple[int, int] | None) -> Any:
    if factors is None:
        return unit
    attack, defense = factors
    return msgspec.structs.replace(
        unit, attack=attack, defense=defense, reduced_attack=attack - 1, reduced_defense=defense - 1
    )
