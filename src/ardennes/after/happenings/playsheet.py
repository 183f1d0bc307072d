"""The events of the Operational Playsheet that make turning points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.after.happenings.kinds import Kind, Kinds, Rank, Teller, arrived, ended, lines, time_passed
from ardennes.games.playsheet.rules.model import events as e
from ardennes.games.playsheet.schema.terms import SIDES
from ardennes.kernel.contract import Event
from ardennes.words import counted


def _left(teller: Teller, events: Sequence[e.Left]) -> str:
    counting = [event for event in events if event.counted]
    status = sum(event.status for event in counting)
    rest = f" with {counted(status, 'status point')} that count" if counting else ", none of it counting"
    return f"{teller.units(event.unit for event in events)} left the map{rest}."


def _taken(teller: Teller, events: Sequence[e.PlaceTaken]) -> str:
    last = {event.place: event.to for event in events}
    return " ".join(f"{SIDES[side].capitalize()} troops took {place}." for place, side in last.items())


def _dump_taken(teller: Teller, events: Sequence[e.DumpTaken]) -> str:
    supplies = sum(event.sp for event in events)
    return f"The Germans captured a fuel dump {teller.where(events[0].hex)}: {supplies} supply points."


def _reached(teller: Teller, events: Sequence[e.Stepped]) -> str:
    units = dict.fromkeys(event.unit for event in events)
    place = teller.reading.where(events[-1].hex)
    to = place if place.startswith("near ") else f"to {place}"
    return f"{counted(len(units), 'unit')} moved, {teller.units([events[-1].unit])} last: {to}."


def _unsupplied(teller: Teller, events: Sequence[e.OutOfSupply]) -> str:
    return f"Out of supply: {teller.units(unit for event in events for unit in event.units)}."


def _issued(teller: Teller, events: Sequence[Any]) -> str:
    drawn = sum(points for event in events for _, points in event.drawn)
    return f"{counted(drawn, 'supply point')} issued in the night."


KINDS: Kinds = {
    e.GameOver: Kind(Rank.END, ended),
    e.Left: Kind(Rank.DECISIVE, _left),
    e.PlaceTaken: Kind(Rank.MINOR, _taken),
    e.DumpTaken: Kind(Rank.DECISIVE, _dump_taken),
    e.DumpBurned: Kind(Rank.DECISIVE, lines),
    e.Landed: Kind(Rank.NOTABLE, lines),
    e.BridgeBlown: Kind(Rank.NOTABLE, lines),
    e.BridgeBuilt: Kind(Rank.NOTABLE, lines),
    e.OutOfSupply: Kind(Rank.NOTABLE, _unsupplied),
    e.Delivered: Kind(Rank.NOTABLE, lines),
    e.Lost: Kind(Rank.MINOR, lines),
    e.Battle: Kind(Rank.MINOR, lines),
    e.Fought: Kind(Rank.MINOR, lines),
    e.Shelled: Kind(Rank.MINOR, lines),
    e.Suppressed: Kind(Rank.MINOR, lines),
    e.Recovered: Kind(Rank.MINOR, lines),
    e.Arrived: Kind(Rank.MINOR, arrived),
    e.Stepped: Kind(Rank.MINOR, _reached),
    e.Halted: Kind(Rank.MINOR, lines),
    e.Lapsed: Kind(Rank.MINOR, lines),
    e.Delayed: Kind(Rank.MINOR, lines),
    e.Replaced: Kind(Rank.MINOR, lines),
    e.Issued: Kind(Rank.MINOR, _issued),
    e.Joined: Kind(Rank.MINOR, lines),
    e.AirFought: Kind(Rank.MINOR, lines),
    e.AirLost: Kind(Rank.MINOR, lines),
    e.AirClaimed: Kind(Rank.MINOR, lines),
    e.Flew: Kind(Rank.MINOR, lines),
    e.TurnBegan: Kind(Rank.TIME, time_passed),
    e.PhaseBegan: Kind(Rank.TIME, time_passed),
}

ANNOUNCED: frozenset[type[Event]] = frozenset(
    {e.Die, e.Wrote, e.Struck, e.Sealed, e.Sighted, e.BridgeStands, e.DropSeen}
)
