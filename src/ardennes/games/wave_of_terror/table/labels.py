"""The orders of Wave of Terror in the players' words, with the chance or the price where there is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ardennes.games.wave_of_terror.rules import orders as o
from ardennes.games.wave_of_terror.rules.bridges import needed
from ardennes.games.wave_of_terror.rules.decisions import HANDLERS
from ardennes.games.wave_of_terror.rules.drawing import draw_in, dry_in, wishes_of
from ardennes.games.wave_of_terror.rules.losses import points_for
from ardennes.games.wave_of_terror.rules.state import Demolishing, WaveState
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table.stage import place_name
from ardennes.kernel.contract import Order
from ardennes.kernel.table import Plain

FACES = 6
ENDS = {
    "set-up": "End set-up",
    "interdiction": "End interdiction",
    "aerial supply": "End aerial supply",
    "move": "End movement",
    "fight": "End combat",
    "artillery": "No artillery",
    "advance": "Nobody advances",
}


def words(w: World, s: WaveState, order: Order) -> str:
    """An order as the players would say it."""
    if isinstance(order, o.End):
        kind = HANDLERS[type(s.stack[-1])].kind if s.stack else ""
        return ENDS.get(kind, "Done")
    return WORDS[type(order)](w, s, order)


def entry(w: World, s: WaveState, order: Order) -> Plain:
    """An order ready to give, what to call it, and the units it is about."""
    return {
        "label": words(w, s, order),
        "order": msgspec.to_builtins(order),
        "end": isinstance(order, o.End),
        "units": list(getattr(order, "units", ())),
        "path": list(getattr(order, "path", ())),
    }


def names(w: World, ids: Sequence[str]) -> str:
    return ", ".join(w.units[w.by_id[name]].name for name in ids) or "nobody"


def count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _move(w: World, s: WaveState, x: o.Move) -> str:
    end = "off the map" if x.path[-1] == "exit" else f"to {place_name(w, x.path[-1])}"
    column = " in column" if x.column else ""
    return f"{names(w, x.units)} {end}{column}{aerial(w, x)}"


def aerial(w: World, x: Order) -> str:
    """What units draw on from the air, where the order says it, WOT-6.15."""
    told = [f", {names(w, dry_in(x))} without aerial supply"] if dry_in(x) else []
    for hex_ in dict.fromkeys(hex_ for _, hex_ in draw_in(x)):
        who = [unit for unit, at in draw_in(x) if at == hex_]
        told.append(f", {names(w, who)} supplied from {place_name(w, hex_)}")
    return "".join(told)


def _enter(w: World, s: WaveState, x: o.Enter) -> str:
    enters = "enters" if len(x.units) == 1 else "enter"
    return f"{names(w, x.units)} {enters} by {place_name(w, x.hex)}{' in column' if x.column else ''}"


def _attack(w: World, s: WaveState, x: o.Attack) -> str:
    return f"Attack {place_name(w, x.hex)} with {names(w, x.units)}{aerial(w, x)}"


def _lose(w: World, s: WaveState, x: o.Lose) -> str:
    """Who is flipped, who is lost, and the points the other side scores, WOT-4.8."""
    taken = Counter(w.by_id[name] for name in x.units)
    overstacked = s.battle is None  # whole units go then, WOT-7.2
    told = []
    points = 0
    for unit, steps in sorted(taken.items()):
        lost = s.steps[unit] if overstacked else steps
        points += points_for(w, unit, lost)
        what = "eliminated" if lost >= s.steps[unit] else "reduced"
        told.append(f"{w.units[unit].name} {what}")
    return f"{', '.join(told)} ({count(points, 'point')})"


def _demolish(w: World, s: WaveState, x: o.Demolish) -> str:
    if not x.yes:
        return "Leave the bridge"
    frame = s.stack[-1]
    if not isinstance(frame, Demolishing):
        return "Try to blow the bridge"
    least = needed(w, s, frame, wishes_of(w, x))
    return f"Try to blow the bridge: {least} or more ({FACES + 1 - least} in {FACES}){aerial(w, x)}"


def _advance(w: World, s: WaveState, x: o.Advance) -> str:
    keep = f"; {names(w, x.keep)} keep the KG marker" if x.keep else ""
    return f"Advance: {names(w, x.units)}{keep}"


Maker = Callable[[World, WaveState, Any], str]
WORDS: dict[type, Maker] = {
    o.Concede: lambda w, s, x: "Concede the game",
    o.AutoSetup: lambda w, s, x: "Set up all as in history",
    o.Place: lambda w, s, x: f"Place {names(w, x.units)} in {place_name(w, x.hex)}",
    o.PlacePol: lambda w, s, x: f"A {'real' if x.real else 'dummy'} POL marker in {place_name(w, x.hex)}",
    o.FormKampfgruppe: lambda w, s, x: f"Form KG Peiper: {names(w, x.units)}",
    o.ShowTop: lambda w, s, x: f"{names(w, (x.unit,))} on top of its stack",
    o.Interdict: lambda w, s, x: f"Interdict {place_name(w, x.hex)}",
    o.DropSupplies: lambda w, s, x: f"Aerial supply in {place_name(w, x.hex)}",
    o.ChooseOrder: lambda w, s, x: (
        "Fight first, then move: +1 column" if x.fight_first else "Move first, then fight"
    ),
    o.Repair: lambda w, s, x: f"Repair the bridge {x.bridge}",
    o.Move: _move,
    o.LeaveKampfgruppe: lambda w, s, x: f"{names(w, x.units)}: leave KG Peiper",
    o.Enter: _enter,
    o.Commit: lambda w, s, x: f"The British may cross the Meuse: {x.what}",
    o.Attack: _attack,
    o.Support: lambda w, s, x: (
        f"Bombard with {count(len(x.units), 'unit')}: {names(w, x.units)}{aerial(w, x)}"
    ),
    o.Fly: lambda w, s, x: f"Send an aircraft ({s.aircraft} left)" if x.yes else "No aircraft",
    o.Lose: _lose,
    o.Advance: _advance,
    o.Demolish: _demolish,
    o.Reform: lambda w, s, x: "Re-form the squadron" if x.yes else "Keep the three troops",
    o.TakePoints: lambda w, s, x: "Take the points" if x.yes else "Take the victory for St. Vith",
}
