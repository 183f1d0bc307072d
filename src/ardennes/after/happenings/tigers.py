"""The events of Tigers in the Ardennes that make turning points."""

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
from ardennes.games.tigers.rules.model import events as e
from ardennes.games.tigers.rules.outcome.victory import WINNING_QUARTERS
from ardennes.kernel.contract import Event, Rolled

DIVISION = 4  # quarters


def _exited(teller: Teller, events: Sequence[e.Exited]) -> str:
    out = [event.unit for event in events if event.quarters]
    unsupplied = [event.unit for event in events if not event.quarters]
    total, needed = events[-1].total / DIVISION, WINNING_QUARTERS // DIVISION
    words = []
    if out:
        divisions = f"{total:g} {'division is' if total == 1 else 'divisions are'}"
        words.append(
            f"{teller.units(out)} left the map over the Meuse: {divisions} out in supply, and {needed} win."
        )
    if unsupplied:
        words.append(f"{teller.units(unsupplied)} left the map without counting.")
    return " ".join(words)


KINDS: Kinds = {
    e.GameOver: Kind(Rank.END, ended),
    e.Exited: Kind(Rank.DECISIVE, _exited),
    e.DumpTaken: Kind(Rank.DECISIVE, lines),
    e.DumpDestroyed: Kind(Rank.DECISIVE, lines),
    e.DumpRevealed: Kind(Rank.NOTABLE, lines),
    e.FuelDelayed: Kind(Rank.NOTABLE, lines),
    e.HeydteLanded: Kind(Rank.NOTABLE, lines),
    e.BridgeGone: Kind(Rank.NOTABLE, lines),
    e.BridgeBuilt: Kind(Rank.NOTABLE, lines),
    e.BridgeTaken: Kind(Rank.NOTABLE, lines),
    e.BridgeRestored: Kind(Rank.NOTABLE, lines),
    e.RuthlessnessInvoked: Kind(Rank.NOTABLE, lines),
    e.Eliminated: Kind(Rank.MINOR, lines),
    e.Disrupted: Kind(Rank.MINOR, lines),
    e.Recovered: Kind(Rank.MINOR, lines),
    e.Retreated: Kind(Rank.MINOR, lines),
    e.Advanced: Kind(Rank.MINOR, lines),
    e.CombatResult: Kind(Rank.MINOR, lines),
    e.StoodFast: Kind(Rank.MINOR, lines),
    e.EntrenchmentLost: Kind(Rank.MINOR, lines),
    e.Entrenched: Kind(Rank.MINOR, lines),
    e.Entered: Kind(Rank.MINOR, arrived),
    e.EdgeChanged: Kind(Rank.MINOR, lines),
    e.Split: Kind(Rank.MINOR, lines),
    e.Combined: Kind(Rank.MINOR, lines),
    e.BrokeDown: Kind(Rank.MINOR, lines),
    e.Attached: Kind(Rank.MINOR, lines),
    e.Moved: Kind(Rank.MINOR, moved),
    e.AirResult: Kind(Rank.MINOR, lines),
    e.InterceptionResult: Kind(Rank.MINOR, lines),
    e.AirDowned: Kind(Rank.MINOR, lines),
    e.MarkerReturned: Kind(Rank.MINOR, lines),
    e.WorkFailed: Kind(Rank.MINOR, lines),
    e.WeatherSet: Kind(Rank.MINOR, lines),
    e.Placed: Kind(Rank.MINOR, lines),
    e.SetupChosen: Kind(Rank.MINOR, lines),
    e.PhaseBegan: Kind(Rank.TIME, time_passed),
}

ANNOUNCED: frozenset[type[Event]] = frozenset(
    {
        Rolled, e.AttackDeclared, e.AttackCancelled, e.AttackVoid, e.OddsSet, e.EffectChosen, e.DistanceNamed,
        e.AirCommitted, e.DumpHidden,
    }
)  # fmt: skip
