"""What a side makes of its reports: how strong the enemy may be, and where. Nothing here knows the truth."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.games.playsheet.rules.knowledge.estimate import as_believed, usual_status
from ardennes.games.playsheet.rules.knowledge.reports import age
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.tables.combat import BattleUnit
from ardennes.games.playsheet.schema.world import World


class Sighting(NamedTuple):
    """An enemy unit as it was last reported, with the status such a unit began with."""

    hex: int
    age: int  # turns
    type: int  # -1: not learned
    status: float
    dug_in: bool  # reported in this hex for some time, or since before the battle


class Picture:
    """The enemy as a side knows him."""

    def __init__(self, w: World, s: PlaysheetState, side: int, fade: float) -> None:
        self.w, self.side = w, side
        self.sightings = sightings(w, s, side)
        self.by_hex: dict[int, list[Sighting]] = {}
        for seen in self.sightings:
            self.by_hex.setdefault(seen.hex, []).append(seen)
        self._near: dict[tuple[int, int], float] = {}
        self._nearest: dict[int, int] = {}
        self._defenders: dict[int, tuple[BattleUnit, ...]] = {}
        # Strength that may stand in a hex: older reports count less.
        self.strength = {
            cell: sum(seen.status * fade**seen.age for seen in result) for cell, result in self.by_hex.items()
        }

    def near(self, cell: int, hexes: int) -> float:
        """Strength reported within so many hexes."""
        result = self._near.get((cell, hexes))
        if result is None:
            distance = self.w.distance
            forces = [force for at, force in self.strength.items() if distance(at, cell) <= hexes]
            result = self._near[cell, hexes] = sum(forces)
        return result

    def nearest(self, cell: int) -> int:
        """Hexes to the nearest report; a large number where there is none."""
        result = self._nearest.get(cell)
        if result is None:
            result = min([self.w.distance(at, cell) for at in self.strength], default=99)
            self._nearest[cell] = result
        return result

    def touches(self, cell: int) -> bool:
        """Is an enemy reported next to the hex, or in it?"""
        return cell in self.strength or any(near in self.strength for near in self.w.near[cell])

    def defenders(self, cell: int) -> tuple[BattleUnit, ...]:
        """The units one would meet there, as the score sees them; the worst is believed of old positions."""
        result = self._defenders.get(cell)
        if result is None:
            result = self._defenders[cell] = tuple(
                as_believed(f"?{number}", seen.status, seen.type)._replace(
                    defended=seen.dug_in, dug_in=seen.dug_in
                )
                for number, seen in enumerate(self.by_hex.get(cell, ()))
            )
        return result


def sightings(w: World, s: PlaysheetState, side: int) -> list[Sighting]:
    """Each report as a unit; of several reports that may be one unit gone on, the newest."""
    mine = [r for r in s.reports if r.to == side]
    result = []
    for report in mine:
        guess = usual_status(w, 1 - side, report.type, report.size)
        old = age(s, report)
        since = min((r.turn for r in mine if r.hex == report.hex), default=report.turn)
        result.append(Sighting(report.hex, old, report.type, guess, since <= report.turn - 1 or since < 0))
    return result
