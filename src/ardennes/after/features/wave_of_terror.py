"""Wave of Terror as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.after.features.reading import Fed, Piece, Reading
from ardennes.games.wave_of_terror.rules.model.position import held, holder
from ardennes.games.wave_of_terror.rules.model.state import RESOLUTION, Losing, WaveState
from ardennes.games.wave_of_terror.rules.movement.supply import traced
from ardennes.games.wave_of_terror.rules.outcome.victory import beyond_the_meuse, counted, enemy_cities
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits, by_hex

BELOW = 1.5  # steps of a unit that lies below the top of an enemy stack, in a view
COUPLETS = 2


class Positions(Reading[World, WaveState]):
    more = (
        "city points",
        "St. Vith German",
        "units west of the Meuse",
        "German points",
        "other points",
        "bridges down",
        "German armour",
    )

    def places(self) -> Sequence[int]:
        return self.w.part_cells or list(bits(self.w.board.cities))

    def needs(self) -> int:
        return self.w.part.needs if self.w.part is not None else 0

    def exits(self) -> Sequence[int]:
        return list(bits(self.w.board.exit_stretch & self.w.grid.mask))

    def place(self, cell: int) -> str:
        return self.w.board.names[cell]

    def pieces(self, s: WaveState) -> Iterable[Piece]:
        side, steps = self.w.side, s.steps
        seen: list[Piece] = [
            (side[unit], cell, steps[unit]) for unit, cell in enumerate(s.where) if cell >= 0
        ]
        if s.unseen:
            holds = {cell: side for side, cell, _ in seen}
            seen += [(holds.get(cell, ALLIED), cell, BELOW * count) for cell, count in s.unseen]
        return seen

    def german(self, s: WaveState) -> int:
        return held(self.w, s, GERMAN)

    def margin(self, s: WaveState) -> float:
        if self.w.part is not None:
            return sum(holder(s, cell) == GERMAN for cell in self.w.part_cells) - self.w.part.needs
        german, allied = counted(s, s.variant.bid)
        return (german - allied) / 20

    def fed(self, s: WaveState, pieces: Sequence[Piece]) -> Iterable[Fed]:
        lines = [by_hex(self.w.grid.size, traced(self.w, s, side)) for side in (GERMAN, ALLIED)]
        return [(side, cell, points, lines[side][cell]) for side, cell, points in pieces]

    def due(self, s: WaveState) -> tuple[float, float]:
        """The attacker takes his losses first, WOT-10.9."""
        b = s.battle
        frame = next((frame for frame in s.stack if isinstance(frame, Losing)), None)
        if b is None or frame is None:
            return 0.0, 0.0
        attacker, defender = b.due(True) if frame.attacker else 0, b.due(False)
        if self.w.side[b.attackers[0]] == GERMAN:
            return float(attacker), float(defender)
        return float(defender), float(attacker)

    def mover(self, s: WaveState) -> int:
        return {GERMAN: 1, ALLIED: -1}.get(s.acting, 0)

    def own(self, s: WaveState, pieces: Sequence[Piece]) -> Sequence[float]:
        w = self.w
        cities = [enemy_cities(w, s, side).bit_count() * w.limits.city_points for side in (GERMAN, ALLIED)]
        german, allied = counted(s, s.variant.bid)
        armour = sum(
            s.steps[unit] for unit in w.of_side[GERMAN] if s.where[unit] >= 0 and w.movement[unit] >= 8
        )
        st_vith = holder(s, w.board.st_vith) == GERMAN if w.board.st_vith in w.grid else False
        return (
            (cities[0] - cities[1]) / 20, float(st_vith), beyond_the_meuse(w, s) / 10, german / 100,
            allied / 100, s.blown.bit_count() / max(1, len(w.board.bridges)), armour / 100,
        )  # fmt: skip

    def elapsed(self, s: WaveState) -> float:
        done = s.couplet - 1 if s.couplet > 0 else 0
        second = 0.5 * (s.acting == ALLIED) if s.step <= RESOLUTION else 1.0
        return min(1.0, max(0.0, s.turn - 1 + (done + second) / COUPLETS) / self.w.turns)
