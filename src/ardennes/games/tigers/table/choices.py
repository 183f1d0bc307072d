"""What one may click at Tigers now: each legal order with its words, under what it concerns."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, cast

import msgspec

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules import attacks
from ardennes.games.tigers.rules import orders as o
from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.bridges import chance_of_work
from ardennes.games.tigers.rules.obligations import unmet
from ardennes.games.tigers.rules.odds import odds_of
from ardennes.games.tigers.rules.sequence_of_play import phasing
from ardennes.games.tigers.rules.state import TigersState
from ardennes.games.tigers.schema.world import World
from ardennes.games.tigers.table.panels import still_attacking
from ardennes.games.tigers.table.stage import place_name
from ardennes.games.tigers.words import write
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer, orders
from ardennes.kernel.table import Plain, idle, plain_refusal

MOST_ORDERS = 2500  # a client is given so many single orders of one decision at most
# Decisions where one picks a unit first, then one of the hexes `reach` tells.
BY_UNIT = f.Moving | f.OnTheWay | f.PeiperGoesOn | f.Advancing | f.Retreating | f.SettingUp | f.Reinforcing
ENDS: dict[str, str] = {
    "move": "End movement",
    "go on": "Stop here",
    "declare": "End declarations",
    "bomb": "End air missions",
    "intercept": "End interceptions",
    "resupply": "End supply flights",
    "advance": "End advance",
    "Peiper": "Peiper stops",
    "bridges": "End bridges",
    "entrench": "Nobody digs in",
    "reinforce": "End reinforcements",
    "set up": "End set-up",
    "relocate": "Leave it where it is",
    "blow bridge": "Let it stand",
}


def choices(game: Tigers, view: TigersState, side: int) -> Plain:
    """Units and targets of long decisions, every order of short ones."""
    decisions = game.decisions(view)
    mine = any(d.side == side for d in decisions)
    found = idle(None if not decisions else msgspec.to_builtins(decisions[0]))
    found["mine"] = mine
    found["answers"] = bool(decisions) and bool(view.turn) and decisions[0].side != phasing(view)
    if not mine:
        return found
    w, frame = game.world, view.stack[-1]
    offers = game.offers(view, side)
    if isinstance(frame, BY_UNIT):
        found["units"] = _able(w, offers)
        found["card"] = _card(view, w, frame, found["units"])
    if isinstance(frame, f.Declaring | f.PeiperGoesOn):
        found["targets"] = _targets(w, view, side)
    for order in _listed(frame, offers):
        _sort(found, w, view, order, decisions[0].kind)
    if not any(b["end"] for b in found["buttons"]):
        found["end"] = plain_refusal(game.check(view, side, o.END))
    if isinstance(frame, f.Ordering):
        found["arrange"] = found["buttons"]
        found["buttons"] = []
    left = len(found["units"])
    if left and isinstance(frame, f.Moving | f.Reinforcing):
        found["leaves"] = f"{left} unit{'' if left == 1 else 's'} could still act in this phase."
    return found


def _card(view: TigersState, w: World, frame: f.Frame, units: list[str]) -> list[str]:
    """The units to be picked from the card: few that must act, or those that are not on the map."""
    if isinstance(frame, f.Retreating | f.Advancing | f.OnTheWay | f.PeiperGoesOn):
        return units
    return [unit for unit in units if view.where[w.by_id[unit]] < 0]


def _able(w: World, offers: Any) -> list[str]:
    """The units with at least one order to give."""
    found: dict[str, None] = {}
    for offer in offers:
        unit = first_unit(w, offer)
        if unit and unit not in found and not isinstance(offer, o.OtherEdge | o.BreakDown):
            if next(iter(orders([offer])), None) is not None:
                found[unit] = None
    return sorted(found)


def first_unit(w: World, offer: Offer) -> str:
    """The unit an offer is about, if it is about one."""
    unit = offer.key if isinstance(offer, Branch) else getattr(offer, "unit", "")
    return unit if unit in w.by_id else ""


def _targets(w: World, view: TigersState, side: int) -> list[Plain]:
    """The hexes that may be attacked, by whom, and together with which others."""
    by_target = attacks.possible_targets(w, view, side)
    owed, _ = unmet(w, view, side)
    return [
        {
            "hex": w.grid.label(target),
            "attackers": w.ids(units),
            "owed": bool(owed >> target & 1),
            "with": [
                w.grid.label(t) for t, more in by_target.items() if t != target and set(more) & set(units)
            ],
        }
        for target, units in by_target.items()
    ]


def _listed(frame: f.Frame, offers: Any) -> list[Order]:
    if isinstance(frame, f.Reinforcing):
        return [x for x in offers if not isinstance(x, o.Enter | Branch)]
    if isinstance(frame, f.Retreating):
        return [x for x in offers if isinstance(x, o.Retreat) and not x.path]
    if isinstance(frame, BY_UNIT | f.Declaring):
        return [x for x in offers if not isinstance(x, Branch)]
    return list(islice(orders(offers), MOST_ORDERS))


def _sort(found: Plain, w: World, view: TigersState, order: Order, kind: str) -> None:
    """An order under the hex or hexside it names, and among the buttons where there are few."""
    entry = order_entry(w, view, order, kind)
    hexes, sides = _where(w, view, order)
    for hex_ in hexes:
        found["hexes"].setdefault(hex_, []).append(entry)
    for name in sides:
        found["sides"].setdefault(name, []).append(entry)
    if (not hexes and not sides) or isinstance(
        order, o.Fight | o.Cancel | o.Entrench | o.BlowUp | o.BridgeWork
    ):
        found["buttons"].append(entry)


def order_entry(w: World, view: TigersState, order: Order, kind: str = "") -> Plain:
    """An order ready to give, what to call it, and the units it is about."""
    ends = isinstance(order, o.End)
    make = WORDS.get(type(order))
    label = (
        ENDS.get(kind, "Done") if ends else make(w, view, order) if make else write(cast(o.AnyOrder, order))
    )
    return {
        "label": label,
        "order": msgspec.to_builtins(order),
        "end": ends,
        "units": list(getattr(order, "units", ())),
        "path": list(getattr(order, "path", ())),
    }


def _where(w: World, view: TigersState, order: Order) -> tuple[list[str], list[str]]:
    """The hexes and the hexsides where one would click for this order."""
    if isinstance(order, o.Fight | o.Cancel):
        return list(w.labels(view.attacks[order.attack].targets)), []
    if isinstance(order, o.Entrench):
        return [w.grid.label(view.where[w.by_id[order.unit]])], []
    if isinstance(order, o.BlowUp | o.BridgeWork):
        return [], [order.bridge]
    place = getattr(order, "hex", None) or getattr(order, "target", None)
    if place == "dump":
        place = w.grid.label(view.where[w.dump])
    if not isinstance(place, str):
        return [], []
    if w.grid.find(place) is not None:
        return [place], []
    return ([], [place]) if place in w.bridge_by_name else ([], [])


# Orders in the players' words.


def _short(w: World, name: str) -> str:
    return w.units[w.by_id[name]].short


def _names(w: World, names: tuple[str, ...]) -> str:
    return ", ".join(w.units[w.by_id[n]].name for n in names) or "nobody"


def _air(w: World, name: str) -> str:
    return w.air_units[w.air_by_id[name]].name


def _place(w: World, hex_: str) -> str:
    cell = w.grid.find(hex_)
    place = place_name(w, cell) if cell is not None else ""
    return f"{place} ({hex_})" if place else hex_


def _attack_words(w: World, view: TigersState, number: int, does: str) -> str:
    attack = view.attacks[number]
    units = still_attacking(w, view, attack)
    where = " and ".join(_place(w, t) for t in w.labels(attack.targets))
    if not units:
        return f"{does} {where}"
    column = odds_of(w, view, units, attack.targets).column
    odds = w.tables.odds[column] if column >= 0 else "below 1:5"
    return f"{does} {where}: {', '.join(w.units[u].short for u in units)} at {odds}"


def _work(w: World, view: TigersState, x: o.BridgeWork) -> str:
    side = view.stack[-1].side
    chance = chance_of_work(w, view, side, w.bridge_by_name[x.bridge])
    does = {"build": "Build a bridge", "dismantle": "Take up the bridge", "blow": "Blow the bridge"}[x.work]
    return f"{does} {x.bridge} ({chance} in 6)"


def _bomb(w: World, view: TigersState, x: o.Bomb) -> str:
    what = (
        "the fuel dump" if x.target == "dump" else f"the bridge {x.target}" if "/" in x.target else x.target
    )
    return f"{_air(w, x.air)} bombs {what}"


def _retreat(w: World, view: TigersState, x: o.Retreat) -> str:
    return f"{_short(w, x.unit)} stays" if not x.path else f"{_short(w, x.unit)} by {'-'.join(x.path)}"


def _move(w: World, view: TigersState, x: o.Move) -> str:
    """The unit, where it goes, and how."""
    end = "off the map" if x.path[-1].startswith("exit") else f"to {_place(w, x.path[-1].removesuffix('r'))}"
    by = f" by {'-'.join(x.path)}" if len(x.path) > 1 else ""
    how = " on its bonus" if x.omb else f", {_names(w, x.attach)} attached" if x.attach else ""
    return f"{_short(w, x.unit)} {end}{by}{how}"


def _attack(w: World, view: TigersState, x: o.Attack) -> str:
    where = " and ".join(_place(w, t) for t in x.targets)
    return f"Attack {where} with {', '.join(_short(w, u) for u in x.attackers)}"


Maker = Callable[[World, TigersState, Any], str]
WORDS: dict[type, Maker] = {
    o.Move: _move,
    o.Attack: _attack,
    o.HideDump: lambda w, s, x: f"Hide the dump in {_place(w, x.hex)}",
    o.ChooseSetup: lambda w, s, x: "Set up freely" if x.kind == "free" else "As in history",
    o.SetUp: lambda w, s, x: f"Place {_short(w, x.unit)} in {_place(w, x.hex)}",
    o.Relocate: lambda w, s, x: f"Move it to {_place(w, x.hex)}",
    o.Drop: lambda w, s, x: f"Drop on {_place(w, x.hex)}",
    o.Pray: lambda w, s, x: "Patton prays" if x.yes else "No prayer yet",
    o.Ruthless: lambda w, s, x: "Invoke Ruthlessness" if x.yes else "Not this turn",
    o.Enter: lambda w, s, x: f"{_short(w, x.unit)} enters at {_place(w, x.hex)}",
    o.OtherEdge: lambda w, s, x: f"{_short(w, x.unit)} comes by another edge",
    o.BreakDown: lambda w, s, x: f"Break down {_short(w, x.unit)}",
    o.Combine: lambda w, s, x: f"Form {_short(w, x.into)} of three combat commands",
    o.Remove: lambda w, s, x: f"Lose {_names(w, x.units)}",
    o.Bomb: _bomb,
    o.Intercept: lambda w, s, x: f"{_air(w, x.air)} against {_air(w, x.enemy)}",
    o.OrderStack: lambda w, s, x: "First " + ", then ".join(_short(w, u) for u in x.units),
    o.Resupply: lambda w, s, x: f"{_air(w, x.air)} supplies {_place(w, x.hex)}",
    o.Fight: lambda w, s, x: _attack_words(w, s, x.attack, "Attack"),
    o.Cancel: lambda w, s, x: _attack_words(w, s, x.attack, "Call off"),
    o.StandFast: lambda w, s, x: "No Retreat!" if x.yes else "They may retreat",
    o.ChooseEffect: lambda w, s, x: "Disruption" if x.effect == "D" else "Attackers lose",
    o.Lose: lambda w, s, x: f"Lose {_names(w, x.units)}",
    o.BlowUp: lambda w, s, x: f"Blow the bridge {x.bridge}",
    o.NameDistance: lambda w, s, x: f"{x.hexes} hex{'' if x.hexes == 1 else 'es'}",
    o.Retreat: _retreat,
    o.Advance: lambda w, s, x: f"{_short(w, x.unit)} by {'-'.join(x.path)}",
    o.BridgeWork: _work,
    o.Entrench: lambda w, s, x: f"{_short(w, x.unit)} digs in",
    o.EntrenchAll: lambda w, s, x: "All that may dig in",
}
