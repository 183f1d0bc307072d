"""The events of Wave of Terror that make turning points."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.after.happenings.kinds import (
    Kind,
    Kinds,
    Rank,
    Teller,
    ended,
    lines,
    moved,
    time_passed,
    went_in,
)
from ardennes.games.wave_of_terror.rules.model import events as e
from ardennes.kernel.contract import Event, Rolled
from ardennes.words import counted


def _exited(teller: Teller, events: Sequence[e.Exited]) -> str:
    units = [event.unit for event in events]
    return f"{teller.units(units)} left the map beyond the Meuse, {teller.where(events[-1].hex)}."


def _conceded(teller: Teller, events: Sequence[e.Conceded]) -> str:
    return f"The {events[0].side.capitalize()} side conceded."


def _scored(teller: Teller, events: Sequence[e.Scored]) -> str:
    sums: dict[str, int] = {}
    for event in events:
        sums[event.side] = sums.get(event.side, 0) + event.points
    told = (f"the {side.capitalize()} side {points:+d}" for side, points in sorted(sums.items()))
    return f"Points: {', '.join(told)}.".replace("-", "−")


def _depots(teller: Teller, events: Sequence[e.DepotFound]) -> str:
    """The fuel depots that were real; dummies only where none was."""
    return lines(teller, [event for event in events if event.real] or events)


def _demolitions(teller: Teller, events: Sequence[e.DemolitionTried]) -> str:
    return lines(teller, [event for event in events if event.down] or events)


def _steps(teller: Teller, events: Sequence[e.StepLost]) -> str:
    units = [event.unit for event in events]
    return f"{counted(len(events), 'step')} lost by {teller.units(units)}."


KINDS: Kinds = {
    e.GameOver: Kind(Rank.END, ended),
    e.Exited: Kind(Rank.DECISIVE, _exited),
    e.Conceded: Kind(Rank.DECISIVE, _conceded),
    e.DepotFound: Kind(Rank.DECISIVE, _depots),
    e.BritishCommitted: Kind(Rank.NOTABLE, lines),
    e.DemolitionTried: Kind(Rank.NOTABLE, _demolitions),
    e.BridgeRepaired: Kind(Rank.NOTABLE, lines),
    e.SupplySecured: Kind(Rank.NOTABLE, lines),
    e.SuppliesLost: Kind(Rank.NOTABLE, lines),
    e.KampfgruppeGone: Kind(Rank.NOTABLE, lines),
    e.BaseplateLaunched: Kind(Rank.NOTABLE, lines),
    e.ParentsStruck: Kind(Rank.NOTABLE, lines),
    e.PlaceTaken: Kind(Rank.MINOR, lines),
    e.Scored: Kind(Rank.MINOR, _scored),
    e.BattleResult: Kind(Rank.MINOR, lines),
    e.StepLost: Kind(Rank.MINOR, _steps),
    e.Eliminated: Kind(Rank.MINOR, lines),
    e.Advanced: Kind(Rank.MINOR, lines),
    e.Entered: Kind(Rank.MINOR, went_in),
    e.Moved: Kind(Rank.MINOR, moved),
    e.Reformed: Kind(Rank.MINOR, lines),
    e.SuppliesDropped: Kind(Rank.MINOR, lines),
    e.Drew: Kind(Rank.MINOR, lines),
    e.Interdicted: Kind(Rank.MINOR, lines),
    e.DepotsRemoved: Kind(Rank.MINOR, lines),
    e.KampfgruppeFormed: Kind(Rank.MINOR, lines),
    e.LeftKampfgruppe: Kind(Rank.MINOR, lines),
    e.RepairBegun: Kind(Rank.MINOR, lines),
    e.WeatherSet: Kind(Rank.MINOR, lines),
    e.UnitsPlaced: Kind(Rank.MINOR, lines),
    e.SetUpDone: Kind(Rank.TIME, time_passed),
    e.PhaseBegan: Kind(Rank.TIME, time_passed),
}

ANNOUNCED: frozenset[type[Event]] = frozenset(
    {
        Rolled, e.DepotPlaced, e.TopChosen, e.TopLaid, e.OrderChosen, e.BattleDeclared,
        e.GunsDeclared, e.AircraftDeclared, e.GunsRolled, e.OddsSet,
    }
)  # fmt: skip
