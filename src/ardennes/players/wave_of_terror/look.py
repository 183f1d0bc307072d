"""A position as a computer player sees it: own units, enemy strength nearby, marches, supply."""

from __future__ import annotations

from functools import cached_property

from ardennes.games.wave_of_terror.rules.combat.odds import defense_of, terrain_shifts
from ardennes.games.wave_of_terror.rules.model.position import derived, enemies_by_hex
from ardennes.games.wave_of_terror.rules.model.state import UNSEEN, WaveState
from ardennes.games.wave_of_terror.rules.movement.supply import traced
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.players.wave_of_terror.ground import Marches, Ways

REACH = 3  # hexes within which an enemy is expected to attack next


class Look:
    """The position on which a phase is planned; each phase has a new one."""

    def __init__(self, w: World, s: WaveState, side: int, ways: Ways, before: Look | None = None) -> None:
        self.w, self.s, self.side, self.enemy = w, s, side, 1 - side
        self.d = derived(w, s)
        self.marches = Marches(w, s, side, ways)
        self.theirs = Marches(w, s, 1 - side, ways)
        self._strength: dict[int, int] = {}
        # By hex, pace and kind: hexes next to an enemy that can be reached. They are needed before the order
        # of the phases is chosen and when the march begins; no unit moves in between.
        self.reaches: dict[tuple[int, ...], int] = {}
        if before is not None and _position(before.s) == _position(s):
            self.reaches = before.reaches

    @cached_property
    def mine(self) -> list[int]:
        """The own units on the map."""
        where = self.s.where
        return [unit for unit in self.w.of_side[self.side] if where[unit] >= 0]

    @cached_property
    def foes(self) -> list[int]:
        """The hexes with enemy units."""
        return list(bits(self.d.occupied[self.enemy]))

    @cached_property
    def met(self) -> bytes:
        return enemies_by_hex(self.w, self.s, self.side)

    @cached_property
    def supplied(self) -> int:
        """The hexes with an own supply line; in the basic game all hexes."""
        return traced(self.w, self.s, self.side) if self.s.variant.full else self.w.grid.mask

    @cached_property
    def usual_attack(self) -> int:
        """The average attack factor of a hidden enemy unit."""
        w = self.w
        hidden = [w.units[u].attack for u in w.of_side[self.enemy] if self.s.where[u] == UNSEEN]
        return -(-sum(hidden) // len(hidden)) if hidden else 0

    def attack_of(self, cell: int) -> int:
        """Return the attack factors of the enemy units in a hex; hidden units count as average."""
        known = sum(self.w.attack[u][self.s.steps[u]] for u in self.d.stacks.get(cell, ()))
        return known + self.usual_attack * self._unseen.get(cell, 0)

    @cached_property
    def _unseen(self) -> dict[int, int]:
        return dict(self.s.unseen)

    @cached_property
    def threat(self) -> list[int]:
        """The enemy attack factors that can reach each hex."""
        grid, result = self.w.grid, [0] * self.w.grid.size
        for cell in self.foes:
            strength = self.attack_of(cell)
            if strength:
                board = 1 << cell
                for _ in range(REACH):
                    board |= grid.ring(board)
                for near in bits(board):
                    result[near] += strength
        return result

    def strength_at(self, cell: int) -> int:
        """Return the defense factors in a hex."""
        result = self._strength.get(cell)
        if result is None:
            result = self._strength[cell] = defense_of(self.w, self.s, cell)
        return result

    def cover(self, cell: int) -> int:
        """Return the columns by which the hex helps a defender of the own side."""
        return -sum(line.columns for line in terrain_shifts(self.w, cell, self.side))

    def place(self, cell: int) -> str:
        """Return the name of a hex with its number behind it."""
        return self.w.place(cell)

    def at_place(self, cell: int) -> str:
        """Return where something is: "at Bleialf (E3319)"."""
        return self.w.at_place(cell)


def _position(s: WaveState) -> tuple[object, ...]:
    """Return everything that changes within a turn and affects marches."""
    return s.turn, s.couplet, s.acting, s.blown, s.interdicted, s.drawn, s.where, s.marks, s.steps
