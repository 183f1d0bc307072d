"""What one may click at Wave of Terror now: units, hexes, hexsides, targets and buttons with their orders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import msgspec

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules import (
    arrivals,
    attacks,
    bridges,
    british,
    combat,
    losses,
    markers,
    setup,
)
from ardennes.games.wave_of_terror.rules import orders as o
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.artillery import ready_guns
from ardennes.games.wave_of_terror.rules.decisions import HANDLERS
from ardennes.games.wave_of_terror.rules.kampfgruppe import leave_offers
from ardennes.games.wave_of_terror.rules.moves import halted
from ardennes.games.wave_of_terror.rules.position import units_at
from ardennes.games.wave_of_terror.rules.state import MOVED, TOP, WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table.labels import count, entry
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import orders
from ardennes.kernel.table import Entry, Panel, Picker, Plain, idle, plain_refusal

MOST_ORDERS = 300  # a client is given so many single orders of a short decision at most
ON_CARD = 24  # units still to be placed that are shown at a time


def choices(game: WaveOfTerror, view: WaveState, side: int) -> Plain:
    """The decision that is open, and everything there is to it."""
    decisions = game.decisions(view)
    found = idle(None if not decisions else msgspec.to_builtins(decisions[0]))
    if not decisions or decisions[0].side != side:
        return found
    w, frame = game.world, view.stack[-1]
    found["mine"] = True
    found["answers"] = view.turn > 0 and side != view.acting >= 0
    match frame:
        case f.SettingUp():
            _setting_up(w, view, side, found)
        case f.Moving():
            _moving(w, view, side, found)
        case f.Fighting():
            _fighting(w, view, side, found)
        case f.Supporting(attack=attack):
            _supporting(w, view, side, attack, found)
        case f.Declaring():
            _declaring(w, view, side, found)
        case f.Interdicting():
            _by_hex(w, view, markers.interdict_offers(w, view, o.END), found)
        case f.Dropping():
            _by_hex(w, view, markers.drop_offers(w, view, o.END), found)
        case _:
            _short(w, view, frame, found)
    if o.End in HANDLERS[type(frame)].answers:
        refusal = game.check(view, side, o.END)
        found["end"] = plain_refusal(refusal)
        if refusal is None:
            found["buttons"].append(entry(w, view, o.END))
    found["panels"].append(_give_up(w, view))
    return found


def _give_up(w: World, s: WaveState) -> Panel:
    """WOT-4.2, out of the way."""
    order = entry(w, s, o.Concede())
    button: Entry = {"label": order["label"], "order": order["order"]}
    return {"id": "concede", "title": "Giving up", "tab": "campaign", "buttons": [button]}


def _setting_up(w: World, s: WaveState, side: int, found: Plain) -> None:
    """All at once as in history, or unit by unit; POL markers by their hexes, WOT-3.4, WOT-3.7."""
    found["keeps_setup"] = True
    able = setup.starters(w, s, side)
    missing = [unit for unit in able if s.where[unit] < 0]
    found["units"] = list(w.names(able))
    found["card"] = list(w.names(missing[:ON_CARD]))
    if setup.check_auto(w, s, side) is None:
        found["buttons"].append(entry(w, s, o.AutoSetup()))
    for offer in HANDLERS[f.SettingUp].offers(w, s, f.SettingUp(side)):
        if isinstance(offer, o.FormKampfgruppe):
            found["buttons"].append(entry(w, s, offer))
    if side == ALLIED and s.variant.full:
        for depot in markers.depot_offers(w, s):
            found["hexes"].setdefault(depot.hex, []).append(entry(w, s, depot))


def _moving(w: World, s: WaveState, side: int, found: Plain) -> None:
    """Units that are not finished, and those that wait to enter, WOT-7.10, WOT-8.1."""
    here = [unit for unit in w.of_side[side] if s.where[unit] >= 0 and halted(w, s, unit) is None]
    waiting = arrivals.waiting(w, s, side)
    found["units"] = list(w.names([*here, *waiting]))
    found["card"] = list(w.names(waiting[:ON_CARD]))
    found["buttons"] += [entry(w, s, order) for order in british.commit_offers(w, s, side)]
    fresh = sum(not s.marks[unit] & MOVED for unit in here)
    if fresh or waiting:
        late = f"; {count(len(waiting), 'arrival')} could enter" if waiting else ""
        found["leaves"] = f"{count(fresh, 'unit')} have not moved{late}."


def _fighting(w: World, s: WaveState, side: int, found: Plain) -> None:
    """The hexes that may be attacked: all who could take part, and those who go together best."""
    for target in bits(attacks.targets(w, s, side)):
        units = attacks.attackers_of(w, s, side, target)
        if units:
            found["targets"].append(
                {
                    "hex": w.grid.label(target),
                    "attackers": list(w.names(units)),
                    "first": list(w.names(strongest(w, s, units))),
                    "owed": False,
                    "with": [],
                }
            )
    found["buttons"] += [entry(w, s, order) for order in british.commit_offers(w, s, side)]
    left = len(found["targets"])
    if left:
        found["leaves"] = f"{left} hex{'' if left == 1 else 'es'} could still be attacked."


def strongest(w: World, s: WaveState, units: Sequence[int]) -> list[int]:
    """The strongest of those who may attack together: one parent and independents, WOT-10.16, WOT-10.17."""
    if not s.variant.full:
        return list(units)

    def factor(unit: int) -> int:
        return w.attack[unit][s.steps[unit]]

    alone = sorted((u for u in units if w.parent[u] < 0), key=lambda u: (-factor(u), u))
    by_parent: dict[int, list[int]] = {}
    for unit in units:
        if w.parent[unit] >= 0:
            by_parent.setdefault(w.parent[unit], []).append(unit)
    best = max(by_parent.values(), key=lambda group: sum(map(factor, group)), default=[])
    return sorted([*best, *alone[: w.limits.attack_independents]])


def _supporting(w: World, s: WaveState, side: int, attack: bool, found: Plain) -> None:
    """So many guns in range, or any of them picked at the battle's hex, WOT-10.22."""
    guns = ready_guns(w, s, side, attack)
    most = w.limits.guns[side]
    for number in range(1, min(most, len(guns)) + 1):
        order = o.Support(w.names(guns[:number]))
        if HANDLERS[f.Supporting].check(w, s, s.stack[-1], order) is None:
            found["buttons"].append(entry(w, s, order))
    found["buttons"].reverse()
    target = w.grid.label(combat.battle_of(s).target)
    if guns:
        found["targets"].append(
            {
                "hex": target,
                "attackers": list(w.names(guns)),
                "first": list(w.names(guns[:most])),
                "owed": True,
                "with": [],
            }
        )


def _declaring(w: World, s: WaveState, side: int, found: Plain) -> None:
    found["buttons"] += [entry(w, s, o.ChooseOrder(first)) for first in (False, True)]
    for order in bridges.repair_offers(w, s, side):
        found["sides"].setdefault(order.bridge, []).append(entry(w, s, order))
        found["buttons"].append(entry(w, s, order))


def _by_hex(w: World, s: WaveState, offers: Sequence[object], found: Plain) -> None:
    for order in offers:
        if isinstance(order, o.Interdict | o.DropSupplies):
            found["hexes"].setdefault(order.hex, []).append(entry(w, s, order))


def _short(w: World, s: WaveState, frame: f.AnyFrame, found: Plain) -> None:
    """Every order as a button, what one would mostly do first."""
    handler = HANDLERS[type(frame)]
    listed: list[Order] = [
        order
        for order in islice(orders(handler.offers(w, s, frame)), MOST_ORDERS)
        if not isinstance(order, o.End | o.Concede)
    ]
    if isinstance(frame, f.Advancing):
        listed.sort(key=lambda order: -len(getattr(order, "units", ())))
    if isinstance(frame, f.Losing):
        b = combat.battle_of(s)
        units = combat.involved(w, s, b, frame.attacker)
        loss = combat.due(b, frame.attacker)
        usual = o.Lose(w.names(losses.usual(w, s, units, loss)))
        listed = [usual, *(order for order in listed if order != usual)]
        found["picker"] = _steps(w, s, units, loss, usual)
    if isinstance(frame, f.Demolishing):
        found["look"] = list(w.labels([frame.abutment, *w.board.bridges[frame.bridge].ends]))
    found["buttons"] += [entry(w, s, order) for order in listed]


def _steps(w: World, s: WaveState, units: Sequence[int], loss: int, usual: o.Lose) -> Picker:
    """Who loses how many steps, WOT-10.9: those who must flip in any case do."""
    bill = losses.Bill(s, units, loss)

    def words(unit: int) -> list[str]:
        return ["stands", "reduced", "lost"] if s.steps[unit] > 1 else ["stands", "lost"]

    number = len(usual.units)
    return {
        "title": f"{count(number, 'step')} to lose",
        "rule": "WOT-10.9",
        "units": [
            {"id": w.units[unit].id, "least": int(unit in bill.forced), "words": words(unit)}
            for unit in sorted(units)
        ],
        "count": number,
        "first": list(usual.units),
        "order": {"do": "lose"},
        "field": "units",
        "do": f"Lose {count(number, 'step')}",
    }


def doings(w: World, s: WaveState, side: int, unit: int) -> list[Panel]:
    """What else the unit may do: lie on top of its stack, leave the Kampfgruppe, WOT-7.3, WOT-7.7."""
    frame = s.stack[-1]
    handler = HANDLERS[type(frame)]
    found: list[Order] = []
    if o.ShowTop in handler.answers and s.variant.full and s.where[unit] >= 0 and not s.marks[unit] & TOP:
        if len(units_at(w, s, s.where[unit])) > 1:
            found.append(o.ShowTop(w.units[unit].id))
    if o.LeaveKampfgruppe in handler.answers and unit in s.kg:
        found += [x for x in leave_offers(w, s) if w.units[unit].id in x.units and len(x.units) == 1]
    legal = [order for order in found if handler.check(w, s, frame, order) is None]
    return (
        [{"id": "doings", "title": "Other orders", "tab": "orders", "buttons": _entries(w, s, legal)}]
        if (legal)
        else []
    )


def _entries(w: World, s: WaveState, found: Iterable[Order]) -> list[Entry]:
    made = [entry(w, s, order) for order in found]
    return [{"label": one["label"], "order": one["order"]} for one in made]
