"""The events of Breakthrough in the Ardennes that make turning points."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.after.happenings.kinds import (
    Kind,
    Kinds,
    Rank,
    Teller,
    arrived,
    ended,
    lines,
    moved,
    time_passed,
)
from ardennes.games.breakthrough.rules.model import events as e
from ardennes.kernel.contract import Event, Rolled
from ardennes.words import counted


def _exited(teller: Teller, events: Sequence[e.Exited]) -> str:
    units = [event.unit for event in events]
    strength = sum(event.strength for event in events)
    return f"{teller.units(units)} left the map with {counted(strength, 'strength point')}."


def _surrendered(teller: Teller, events: Sequence[e.Surrendered]) -> str:
    return f"{teller.units(event.unit for event in events)} surrendered {teller.where(events[0].hex)}."


def _scored(teller: Teller, events: Sequence[e.Scored]) -> str:
    total = sum(event.points for event in events)
    return f"The German score changed by {total:+,} points.".replace("-", "−")


def _unsupplied(teller: Teller, events: Sequence[e.SupplyFound]) -> str:
    units = [unit for event in events for unit in (*event.unsupplied, *event.isolated)]
    return f"Out of supply: {teller.units(units)}." if units else "All units were in supply."


KINDS: Kinds = {
    e.GameOver: Kind(Rank.END, ended),
    e.Exited: Kind(Rank.DECISIVE, _exited),
    e.Surrendered: Kind(Rank.DECISIVE, _surrendered),
    e.BridgeBlown: Kind(Rank.NOTABLE, lines),
    e.BridgeBuilt: Kind(Rank.NOTABLE, lines),
    e.Dropped: Kind(Rank.NOTABLE, lines),
    e.Cancelled: Kind(Rank.NOTABLE, lines),
    e.Scored: Kind(Rank.MINOR, _scored),
    e.Fought: Kind(Rank.MINOR, lines),
    e.Worn: Kind(Rank.MINOR, lines),
    e.Eliminated: Kind(Rank.MINOR, lines),
    e.Retreated: Kind(Rank.MINOR, lines),
    e.StoodFast: Kind(Rank.MINOR, lines),
    e.Advanced: Kind(Rank.MINOR, lines),
    e.GroundAttacked: Kind(Rank.MINOR, lines),
    e.UnitsInterdicted: Kind(Rank.MINOR, lines),
    e.SupplyFound: Kind(Rank.MINOR, _unsupplied),
    e.Rested: Kind(Rank.MINOR, lines),
    e.Replaced: Kind(Rank.MINOR, lines),
    e.Arrived: Kind(Rank.MINOR, arrived),
    e.Delayed: Kind(Rank.MINOR, lines),
    e.PoolChanged: Kind(Rank.MINOR, lines),
    e.ArtilleryMoved: Kind(Rank.MINOR, lines),
    e.BuiltUp: Kind(Rank.MINOR, lines),
    e.BrokenDown: Kind(Rank.MINOR, lines),
    e.PointsGiven: Kind(Rank.MINOR, lines),
    e.Placed: Kind(Rank.MINOR, lines),
    e.Moved: Kind(Rank.MINOR, moved),
    e.ModeChanged: Kind(Rank.MINOR, lines),
    e.Fortified: Kind(Rank.MINOR, lines),
    e.AirSpent: Kind(Rank.MINOR, lines),
    e.TurnBegan: Kind(Rank.TIME, time_passed),
    e.PhaseBegan: Kind(Rank.TIME, time_passed),
}

ANNOUNCED: frozenset[type[Event]] = frozenset(
    {Rolled, e.Drawn, e.StrengthsExplained, e.AttackPlotted, e.FlagSet}
)
