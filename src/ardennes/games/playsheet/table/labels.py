"""The orders of the playsheet in the players' words, and how the table names hexes, times and modes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ardennes.games.playsheet.log import percent, squadrons
from ardennes.games.playsheet.rules import orders as o
from ardennes.games.playsheet.rules.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import DUMP, EXIT, HALF, MODES
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Order

MODE_NAMES = dict(zip(MODES, ("tactical", "non-tactical", "road column"), strict=True))


def place(w: World, label: str) -> str:
    """A hex as players say it: with its place, where it has one."""
    cell = w.cell(label)
    name = w.board.places[cell] if cell is not None else ""
    return f"{name} ({label})" if name else label


def count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def arrival(start: int, time: int) -> str:
    """When a unit gets there, and what it can do then, OPS-MOVE-11, OPS-SIM-7."""
    said = f"there at {percent(start + time)} % of the turn"
    if start:
        said += ", since it sets out at half time"
    return said + (", too late to fight or fire" if time > HALF else "")


def words(w: World, s: PlaysheetState, order: Order) -> str:
    """An order as the players would say it."""
    said = doing(w, s, order)
    if isinstance(order, o.OfUnit):
        return f"{order.unit}: {said}"
    if isinstance(order, o.Fly):
        return f"{squadrons(order.squadrons)}: {said}"
    return said[:1].upper() + said[1:]


def doing(w: World, s: PlaysheetState, order: Order) -> str:
    """What is to be done, without saying by whom."""
    return _WORDS[type(order)](w, order)


def _move(w: World, x: o.Move) -> str:
    end = "off the map" if x.route[-1] == EXIT else f"to {place(w, x.route[-1])}"
    contact = ", attack on contact" if x.on_contact == "attack" else ""
    return f"move {end}, {MODE_NAMES.get(x.mode, x.mode)}{contact}"


def _attack(w: World, x: o.Attack) -> str:
    parts = [f"attack {place(w, x.target)}{_from(w, x.route)}"]
    if x.breakthrough:
        parts.append("breakthrough")
    if len(x.onward) > 1:
        parts.append(f"then on to {place(w, x.onward[-1])}")
    if not x.advance:
        parts.append("no advance")
    if x.breakthrough and not x.fight_again:
        parts.append("no second fight")
    return ", ".join(parts)


def _from(w: World, route: Sequence[str]) -> str:
    return f" from {place(w, route[-1])}" if route else ""


def _support(w: World, x: o.Support) -> str:
    moved = f", from {place(w, x.route[-1])}" if x.route else ""
    return f"support the {x.role} of {place(w, x.target)}{moved}"


def _demolish(w: World, x: o.Demolish) -> str:
    return "burn the fuel dump" if x.what == DUMP else f"blow the bridge {bridge(w, x.what)}"


def bridge(w: World, hexside: str) -> str:
    """A bridge with the place it is near to, where it has a name."""
    index = w.bridge_by_id.get(hexside)
    name = w.bridges[index].name if index is not None else ""
    return f"{hexside} ({name})" if name else hexside


def _transport(w: World, x: o.Transport) -> str:
    what = "drop supplies at" if x.load == "supplies" else f"drop {x.load} at"
    first = f", first for {', '.join(x.first)}" if x.first else ""
    return f"{what} {place(w, x.target)}{first}"


def _take_back(w: World, x: o.TakeBack) -> str:
    what = "the attachment of " if x.attachment else ""
    return f"strike {what}{', '.join((*x.units, *x.squadrons))} from the sheet"


Maker = Callable[[World, Any], str]
_WORDS: dict[type, Maker] = {
    o.Move: _move,
    o.Prepare: lambda w, x: f"prepare against {place(w, x.target)}{_from(w, x.route)}",
    o.Attack: _attack,
    o.Defend: lambda w, x: "defend, and counter-attack" if x.counter_attack else "defend",
    o.Support: _support,
    o.Interdict: lambda w, x: f"interdict the area of {place(w, x.anchor)}",
    o.Suppress: lambda w, x: f"suppress flak in the area of {place(w, x.anchor)}",
    o.Rest: lambda w, x: "rest",
    o.Demolish: _demolish,
    o.Bridge: lambda w, x: f"build the bridge {bridge(w, x.hexside)}",
    o.Attach: lambda w, x: f"join {x.division}",
    o.Cover: lambda w, x: f"cover zone {x.zone}",
    o.CloseSupport: lambda w, x: f"support the {x.role} of {place(w, x.target)}",
    o.AirInterdict: lambda w, x: f"interdict the area of {place(w, x.anchor)}",
    o.AirSuppress: lambda w, x: f"suppress flak in the area of {place(w, x.anchor)}",
    o.Reconnoitre: lambda w, x: f"reconnoitre zone {x.zone}",
    o.Transport: _transport,
    o.TakeBack: _take_back,
    o.Copy: lambda w, x: f"write last turn's orders{x.of and f' of {x.of}'} again",
    o.Priority: lambda w, x: f"supply {', then '.join(x.groups)}",
    o.Seal: lambda w, x: "seal the orders",
    o.Resign: lambda w, x: "resign the game",
}
