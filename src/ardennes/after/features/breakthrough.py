"""Breakthrough in the Ardennes as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.after.features.reading import Fed, Piece, Reading
from ardennes.games.breakthrough.rules.model.position import owned
from ardennes.games.breakthrough.rules.model.state import FINAL_SUPPLY, SETTING_UP, BreakthroughState
from ardennes.games.breakthrough.rules.outcome.victory import (
    end_awards,
    exit_points,
    german_towns,
    last_turn,
    score,
    thresholds,
)
from ardennes.games.breakthrough.schema.terms import FIRST_DAY, GERMAN, SUPPLIED
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import bits

POINTS = 300  # of the score: what the margin is counted in


class Positions(Reading[World, BreakthroughState]):
    more = (
        "towns held to the end",
        "exits held to the end",
        "percentage of strength and roads",
        "German efficiency",
        "other efficiency",
        "level",
        "other units next to towns held",
    )

    def places(self) -> Sequence[int]:
        return [town.cell for town in self.w.board.towns]

    def needs(self) -> int:
        return self.w.part.needs if self.w.part is not None else len(self.w.board.towns) // 2

    def exits(self) -> Sequence[int]:
        return list(bits(self.w.board.exits))

    def place(self, cell: int) -> str:
        return self.w.board.place[cell]

    def pieces(self, s: BreakthroughState) -> Iterable[Piece]:
        side, strength = self.w.side, s.strength
        return [(side[unit], cell, strength[unit]) for unit, cell in enumerate(s.where) if cell >= 0]

    def german(self, s: BreakthroughState) -> int:
        return owned(self.w, s, GERMAN)

    def margin(self, s: BreakthroughState) -> float:
        """Against the least score that is no American victory; in a scenario of ours by places."""
        if self.w.part is not None:
            return len(german_towns(self.w, s)) - self.w.part.needs
        drawn = [least for name, least in thresholds(self.w, s.scenario) if "Draw" in name]
        return (score(s) - drawn[0]) / POINTS

    def fed(self, s: BreakthroughState, pieces: Sequence[Piece]) -> Iterable[Fed]:
        units = [(unit, cell) for unit, cell in enumerate(s.where) if cell >= 0]
        return [(self.w.side[u], cell, s.strength[u], s.supply[u] == SUPPLIED) for u, cell in units]

    def mover(self, s: BreakthroughState) -> int:
        return {GERMAN: 1, 1 - GERMAN: -1}.get(s.acting, 0)

    def own(self, s: BreakthroughState, pieces: Sequence[Piece]) -> Sequence[float]:
        w = self.w
        towns = german_towns(w, s)
        last = last_turn(w, s)
        left = max(0, last - s.turn + 1)
        worn, every = [0.0, 0.0], [1.0, 1.0]
        for unit, cell in enumerate(s.where):
            if cell >= 0:
                side = w.side[unit]
                every[side] += s.strength[unit]
                worn[side] += s.strength[unit] * s.efficiency[unit] / 100
        whole = w.part is None
        held = sum(town.turn * left + town.end for town in towns) / POINTS if whole else 0.0
        out = sum(exit_points(w, s, gone, last) for gone in s.gone) / POINTS if whole else 0.0
        rest = (
            sum(a.points for a in end_awards(w, s, last) if a.source in ("strength_pct", "road_hex")) / POINTS
            if whole and not s.over
            else 0.0
        )
        beside = sum(
            1
            for side, cell, _ in pieces
            if side != GERMAN and any(w.grid.near[cell] >> town.cell & 1 for town in towns)
        )
        return (held, out, rest, worn[0] / every[0], worn[1] / every[1], s.variant.level - 3.0, beside / 10)

    def elapsed(self, s: BreakthroughState) -> float:
        first = self.w.scenarios[s.scenario].first_day - FIRST_DAY + 1
        last = last_turn(self.w, s)
        phase = 0 if s.phase == SETTING_UP or s.phase < 0 else s.phase
        return min(1.0, max(0.0, s.turn - first + phase / (FINAL_SUPPLY + 1)) / (last - first + 1))
