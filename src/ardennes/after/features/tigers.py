"""Tigers in the Ardennes as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.after.features.reading import Fed, Piece, Reading
from ardennes.games.tigers.rules.model.state import DISRUPTED, ENTRENCHED, TakingLosses, TigersState
from ardennes.games.tigers.rules.movement.supply import supplied_hexes
from ardennes.games.tigers.rules.outcome.victory import WINNING_QUARTERS, holds
from ardennes.games.tigers.rules.sequence.turn_order import phasing
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits


class Positions(Reading[World, TigersState]):
    hidden = False  # only the dump is, and it is no unit that counts
    more = (
        "divisions out",
        "German disrupted",
        "other disrupted",
        "other entrenched",
        "places of the other side's high victory",
        "German fuel short",
        "retreats to come",
    )

    def places(self) -> Sequence[int]:
        return [self.w.board.hex_of[place] for place in self.w.german_places]

    def needs(self) -> int:
        return self.w.part.needs if self.w.part is not None else len(self.w.german_places)

    def exits(self) -> Sequence[int]:
        return list(bits(self.w.exits))

    def place(self, cell: int) -> str:
        return self.w.place_name(cell)

    def pieces(self, s: TigersState) -> Iterable[Piece]:
        w = self.w
        return [
            (w.side[unit], cell, w.factor[unit])
            for unit, cell in enumerate(s.where)
            if cell >= 0 and w.fights[unit]
        ]

    def german(self, s: TigersState) -> int:
        return self.w.grid.mask & ~s.held

    def margin(self, s: TigersState) -> float:
        held = sum(holds(self.w, s, GERMAN, place) for place in self.w.german_places)
        return max(held - self.needs(), (s.exited - WINNING_QUARTERS) / 2)

    def fed(self, s: TigersState, pieces: Sequence[Piece]) -> Iterable[Fed]:
        boards = [supplied_hexes(self.w, s, side) for side in (GERMAN, ALLIED)]
        return [(side, cell, points, boards[side] >> cell & 1) for side, cell, points in pieces]

    def due(self, s: TigersState) -> tuple[float, float]:
        """Attackers that have to die: as many factors as the defence, or all there are."""
        b = s.battle
        if b is None or not any(isinstance(frame, TakingLosses) for frame in s.stack):
            return 0.0, 0.0
        w = self.w
        loss = min(sum(b.defence), sum(w.factor[unit] for unit in b.attackers if s.where[unit] >= 0))
        return (loss, 0.0) if w.side[b.attackers[0]] == GERMAN else (0.0, loss)

    def mover(self, s: TigersState) -> int:
        return 0 if s.over or s.turn < 1 else 1 if phasing(s) == GERMAN else -1

    def own(self, s: TigersState, pieces: Sequence[Piece]) -> Sequence[float]:
        w = self.w
        marked = [0.0, 0.0, 0.0]
        for unit, cell in enumerate(s.where):
            if cell >= 0:
                flags = s.status[unit]
                if flags & DISRUPTED:
                    marked[w.side[unit]] += w.factor[unit] / 10
                if flags & ENTRENCHED and w.side[unit] == ALLIED:
                    marked[2] += w.factor[unit] / 10
        seven = sum(holds(w, s, ALLIED, place) for place in w.allied_places)
        back = sum(1 if w.side[unit] == ALLIED else -1 for unit, _ in s.battle.to_retreat) if s.battle else 0
        return (
            s.exited / 4,
            *marked,
            seven - len(w.allied_places),
            float(s.turn >= s.fuel_from),
            float(back),
        )

    def elapsed(self, s: TigersState) -> float:
        second = s.turn >= 1 and not s.over and phasing(s) == ALLIED
        return min(1.0, max(0.0, s.turn - 1 + 0.5 * second) / self.w.turns)
