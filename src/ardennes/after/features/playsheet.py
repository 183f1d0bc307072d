"""The Operational Playsheet as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ardennes.after.features.reading import Fed, Piece, Reading
from ardennes.games.playsheet.rules.model.state import DEAD, DUG_IN, SUPPLIED, PlaysheetState
from ardennes.games.playsheet.rules.outcome.victory import bounds_of, destroyed, german_places
from ardennes.games.playsheet.schema.names import unit_name
from ardennes.games.playsheet.schema.sheet import VICTORY
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN
from ardennes.games.playsheet.schema.world import World
from ardennes.hexes import board_of

REPORTED = 5.0  # the status a reported enemy is taken to have, in a view
FRESH = 3  # turns for which a report counts
DRAW = VICTORY.index("draw")


class Positions(Reading[World, PlaysheetState]):
    at_once = True
    more = (
        "points of places",
        "status that has left the map",
        "other units destroyed",
        "German units destroyed",
        "German supply points",
        "other supply points",
        "other dug in",
    )

    def cells(self) -> Sequence[int]:
        return self.w.hexes

    def distance(self) -> Callable[[int, int], int]:
        return self.w.distance

    def places(self) -> Sequence[int]:
        return [one.hex for one in self.w.objectives]

    def needs(self) -> int:
        return self.w.part.needs if self.w.part is not None else len(self.w.objectives) // 3

    def exits(self) -> Sequence[int]:
        return list(self.w.exits)

    def cell_of(self, label: str) -> int | None:
        return self.w.cell(label)

    def place(self, cell: int) -> str:
        return self.w.board.places[cell]

    def unit_name(self, unit: str) -> str:
        return unit_name(self.w.units[self.w.by_id[unit]])

    def pieces(self, s: PlaysheetState) -> Iterable[Piece]:
        w = self.w
        seen: list[Piece] = [
            (int(w.units[unit].side != GERMAN), cell, s.status[unit])
            for unit, cell in enumerate(s.where)
            if cell >= 0 and w.combat[unit]
        ]
        told = {(r.to, r.hex) for r in s.reports if r.unit < 0 and r.turn >= s.turn - FRESH}
        on_map = set(w.hexes)
        return seen + [(int(to == GERMAN), cell, REPORTED) for to, cell in sorted(told) if cell in on_map]

    def german(self, s: PlaysheetState) -> int:
        """By the places alone: whose a hex is, only the sides believe."""
        return board_of(one.hex for one in self.w.objectives if s.places[one.index] == GERMAN)

    def margin(self, s: PlaysheetState) -> float:
        """Against the least points that are no Allied victory; in a scenario of ours by places."""
        if self.w.part is not None:
            return len(german_places(self.w, s)) - self.w.part.needs
        return (self._points(s) - self._bound(s)) / 5

    def _bound(self, s: PlaysheetState) -> int:
        return next(least for least, level in bounds_of(self.w, s) if level == DRAW and least is not None)

    def _points(self, s: PlaysheetState) -> float:
        places = sum(one.points for one in self.w.objectives if s.places[one.index] == GERMAN)
        gone = destroyed(self.w, s, ALLIED) - destroyed(self.w, s, GERMAN)
        return places + s.exited // self.w.limits.exit_divisor + gone

    def fed(self, s: PlaysheetState, pieces: Sequence[Piece]) -> Iterable[Fed]:
        units = [(unit, cell) for unit, cell in enumerate(s.where) if cell >= 0]
        return [
            (int(self.w.units[u].side != GERMAN), cell, 1, bool(s.marks[u] & SUPPLIED)) for u, cell in units
        ]

    def unsupplied(self, s: PlaysheetState) -> Iterable[tuple[int, int]]:
        w = self.w
        return [
            (int(w.units[unit].side != GERMAN), cell)
            for unit, cell in enumerate(s.where)
            if cell >= 0 and w.combat[unit] and not s.marks[unit] & SUPPLIED
        ]

    def own(self, s: PlaysheetState, pieces: Sequence[Piece]) -> Sequence[float]:
        w = self.w
        stock = [0.0, 0.0]
        for unit, cell in enumerate(s.where):
            if cell >= 0:
                stock[int(w.units[unit].side != GERMAN)] += s.sp[unit]
        dug = sum(1 for unit in w.of_side[ALLIED] if s.where[unit] >= 0 and s.marks[unit] & DUG_IN)
        places = sum(one.points for one in w.objectives if s.places[one.index] == GERMAN)
        dead = [sum(s.where[unit] == DEAD for unit in w.of_side[side]) for side in (ALLIED, GERMAN)]
        return (places / 10, s.exited / 10, dead[0] / 5, dead[1] / 5, stock[0] / 50, stock[1] / 50, dug / 10)

    def elapsed(self, s: PlaysheetState) -> float:
        return min(1.0, s.turn / (s.last_turn + 1))
