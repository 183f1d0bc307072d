"""A side's estimate of the enemy from its reports, without hidden facts."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.games.playsheet.rules.knowledge.estimate import as_believed, usual_status
from ardennes.games.playsheet.rules.knowledge.reports import age
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.tables.combat import BattleUnit
from ardennes.games.playsheet.schema.world import World


class Sighting(NamedTuple):
    """A reported enemy unit, with the usual starting status of such units."""

    hex: int
    age: int  # turns
    type: int  # -1: not known
    status: float
    dug_in: bool  # reported in this hex for some time, or since before the battle


class Picture:
    """The enemy as a side knows it."""

    def __init__(self, w: World, s: PlaysheetState, side: int, fade: float) -> None:
        self.w, self.side = w, side
        self.sightings = sightings(w, s, side)
        self.by_hex: dict[int, list[Sighting]] = {}
        for sighting in self.sightings:
            self.by_hex.setdefault(sighting.hex, []).append(sighting)
        self._near: dict[tuple[int, int], float] = {}
        self._nearest: dict[int, int] = {}
        self._defenders: dict[int, tuple[BattleUnit, ...]] = {}
        # Estimated strength in a hex; older reports count less.
        self.strength = {
            cell: sum(one.status * fade**one.age for one in here) for cell, here in self.by_hex.items()
        }

    def near(self, cell: int, hexes: int) -> float:
        """Return the strength reported within a distance."""
        result = self._near.get((cell, hexes))
        if result is None:
            distance = self.w.distance
            forces = [force for at, force in self.strength.items() if distance(at, cell) <= hexes]
            result = self._near[cell, hexes] = sum(forces)
        return result

    def nearest(self, cell: int) -> int:
        """Return the distance to the nearest report; a large number without one."""
        result = self._nearest.get(cell)
        if result is None:
            result = min([self.w.distance(at, cell) for at in self.strength], default=99)
            self._nearest[cell] = result
        return result

    def touches(self, cell: int) -> bool:
        """Is an enemy reported in the hex or next to it?"""
        return cell in self.strength or any(near in self.strength for near in self.w.near[cell])

    def defenders(self, cell: int) -> tuple[BattleUnit, ...]:
        """Return the reported units of a hex as the score counts them; old positions count as dug in."""
        result = self._defenders.get(cell)
        if result is None:
            result = self._defenders[cell] = tuple(
                as_believed(f"?{number}", one.status, one.type)._replace(
                    defended=one.dug_in, dug_in=one.dug_in
                )
                for number, one in enumerate(self.by_hex.get(cell, ()))
            )
        return result


def sightings(w: World, s: PlaysheetState, side: int) -> list[Sighting]:
    """Return each report as a unit."""
    mine = [r for r in s.reports if r.to == side]
    result = []
    for report in mine:
        guess = usual_status(w, 1 - side, report.type, report.size)
        old = age(s, report)
        since = min((r.turn for r in mine if r.hex == report.hex), default=report.turn)
        result.append(Sighting(report.hex, old, report.type, guess, since <= report.turn - 1 or since < 0))
    return result
