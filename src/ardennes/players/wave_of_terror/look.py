"""A position as a player looks at it: its units, the enemy's strength around, marches, supply."""

from __future__ import annotations

from functools import cached_property

from ardennes.games.wave_of_terror.rules.combat.odds import defense_of, terrain_shifts
from ardennes.games.wave_of_terror.rules.model.position import derived, enemies_by_hex
from ardennes.games.wave_of_terror.rules.model.state import UNSEEN, WaveState
from ardennes.games.wave_of_terror.rules.movement.supply import traced
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.players.wave_of_terror.ground import Marches, Ways

REACH = 3  # hexes within which an enemy is thought to strike next


class Look:
    """What a phase is planned on; made anew for each phase."""

    def __init__(self, w: World, s: WaveState, side: int, ways: Ways, before: Look | None = None) -> None:
        self.w, self.s, self.side, self.enemy = w, s, side, 1 - side
        self.d = derived(w, s)
        self.marches = Marches(w, s, side, ways)
        self.theirs = Marches(w, s, 1 - side, ways)
        self._strength: dict[int, int] = {}
        # By hex, pace and kind: hexes beside an enemy that can be come to. It is asked before the order of
        # the phases is chosen and when the march begins; in between nobody moves.
        self.reaches: dict[tuple[int, ...], int] = {}
        if before is not None and _position(before.s) == _position(s):
            self.reaches = before.reaches

    @cached_property
    def mine(self) -> list[int]:
        """Own units on the map."""
        where = self.s.where
        return [unit for unit in self.w.of_side[self.side] if where[unit] >= 0]

    @cached_property
    def foes(self) -> list[int]:
        """Hexes with enemy units."""
        return list(bits(self.d.occupied[self.enemy]))

    @cached_property
    def met(self) -> bytes:
        return enemies_by_hex(self.w, self.s, self.side)

    @cached_property
    def supplied(self) -> int:
        """Hexes with a supply line of ours; everywhere in the basic game."""
        return traced(self.w, self.s, self.side) if self.s.variant.full else self.w.grid.mask

    @cached_property
    def usual_attack(self) -> int:
        """The attack factor of an enemy unit that is not seen, in the average."""
        w = self.w
        hidden = [w.units[u].attack for u in w.of_side[self.enemy] if self.s.where[u] == UNSEEN]
        return -(-sum(hidden) // len(hidden)) if hidden else 0

    def attack_of(self, cell: int) -> int:
        """The attack factors of the enemies in a hex, as far as they can be known."""
        known = sum(self.w.attack[u][self.s.steps[u]] for u in self.d.stacks.get(cell, ()))
        return known + self.usual_attack * self._unseen.get(cell, 0)

    @cached_property
    def _unseen(self) -> dict[int, int]:
        return dict(self.s.unseen)

    @cached_property
    def threat(self) -> list[int]:
        """By hex: the enemy attack factors within reach of it."""
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
        """Defense factors in a hex."""
        result = self._strength.get(cell)
        if result is None:
            result = self._strength[cell] = defense_of(self.w, self.s, cell)
        return result

    def cover(self, cell: int) -> int:
        """Columns the hex gives its defender of our side."""
        return -sum(line.columns for line in terrain_shifts(self.w, cell, self.side))

    def place(self, cell: int) -> str:
        """A hex in words."""
        return self.w.board.names[cell] or self.w.grid.label(cell)


def _position(s: WaveState) -> tuple[object, ...]:
    """What changes within a turn that marches rest on."""
    return s.turn, s.couplet, s.acting, s.blown, s.interdicted, s.drawn, s.where, s.marks, s.steps
