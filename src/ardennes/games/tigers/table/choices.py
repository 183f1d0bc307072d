"""What a player of Tigers can click now: each legal order with its label, under what it concerns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.combat import declare
from ardennes.games.tigers.rules.combat.obligations import duties, unmet
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.model.position import units_at
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.stacking import cures
from ardennes.games.tigers.rules.sequence.turn_order import phasing
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer, orders
from ardennes.kernel.table import choice, idle, sort_in
from ardennes.kernel.wire import Choices, Target
from ardennes.words import counted

MOST_ORDERS = 2500  # single orders of one decision that a client gets at most
# Decisions in which the player picks a unit first, then a hex of `reach`.
BY_UNIT = f.Moving | f.OnTheWay | f.PeiperGoesOn | f.Advancing | f.Retreating | f.SettingUp | f.Reinforcing


def choices(game: Tigers, view: TigersState, side: int) -> Choices:
    """Return the units and targets of long decisions, and every order of short ones."""
    decisions = game.decisions(view)
    result = idle(decisions[0] if decisions else None)
    result.mine = any(d.side == side for d in decisions)
    result.answers = bool(decisions) and bool(view.turn) and decisions[0].side != phasing(view)
    if not result.mine:
        return result
    w, frame = game.world, view.stack[-1]
    offers = game.offers(view, side)
    if isinstance(frame, BY_UNIT):
        result.units = _able(w, offers)
        result.card = _card(view, w, frame, result.units)
    if isinstance(frame, f.Declaring | f.PeiperGoesOn):
        result.targets = _targets(w, view, side)
    for order in _listed(w, frame, offers):
        _sort(result, game, view, order)
    if not any(button.end for button in result.buttons):
        result.end = game.check(view, side, o.END)
    usual = _usual(w, frame)
    if usual in result.hexes:
        result.hexes = {usual: result.hexes.pop(usual), **result.hexes}
    if isinstance(frame, f.Ordering):
        result.arrange, result.buttons = result.buttons, []
    result.leaves = "\n".join(_leaves(w, view, side, frame, len(result.units)))
    return result


def _usual(w: World, frame: f.Frame) -> str:
    """Return the hex to list first: the counter's historical host, or Spa for the drop; empty for none."""
    if isinstance(frame, f.Hosting):
        start = w.units[frame.unit].start_hex
        return w.grid.label(start) if start is not None else ""
    return w.grid.label(w.board.hex_of["Spa"]) if isinstance(frame, f.Dropping) else ""


def _leaves(w: World, s: TigersState, side: int, frame: f.Frame, able: int) -> list[str]:
    """Return warnings before the phase ends: units that can still act, losses, required attacks."""
    lines: list[str] = []
    if able and isinstance(frame, f.Moving | f.Reinforcing):
        lines.append(f"{counted(able, 'unit')} can still act in this phase.")
    if isinstance(frame, f.Moving):
        for cell in dict.fromkeys(s.where[u] for u in w.of_side[side] if s.where[u] >= 0):
            gone = cures(w, s, cell, side)
            if gone:
                names = ", ".join(w.units[u].short for u in units_at(w, s, cell, side))
                lost = counted(len(gone[0]), "unit")
                lines.append(f"Too many units {w.at_place(cell)} ({names}): you lose {lost}. [TIA-STACK-8]")
        for unit, hexes in duties(w, s, side):
            lines.append(f"{w.units[unit].short} must attack {w.places(bits(hexes), 'or')}. [TIA-ZOC-12]")
    return lines


def _card(view: TigersState, w: World, frame: f.Frame, units: list[str]) -> list[str]:
    """Return the units to pick from the card: few that must act, or those not on the map."""
    if isinstance(frame, f.Retreating | f.Advancing | f.OnTheWay | f.PeiperGoesOn):
        return units
    return [unit for unit in units if view.where[w.by_id[unit]] < 0]


def _able(w: World, offers: Any) -> list[str]:
    """Return the units with at least one order."""
    result: dict[str, None] = {}
    for offer in offers:
        unit = first_unit(w, offer)
        if unit and unit not in result and not isinstance(offer, o.OtherEdge | o.BreakDown):
            if next(iter(orders([offer])), None) is not None:
                result[unit] = None
    return sorted(result)


def first_unit(w: World, offer: Offer) -> str:
    """Return the unit that an offer is about; empty if none."""
    unit = offer.key if isinstance(offer, Branch) else getattr(offer, "unit", "")
    return unit if unit in w.by_id else ""


def _targets(w: World, view: TigersState, side: int) -> list[Target]:
    """Return the hexes that may be attacked, with attackers and with other hexes of the same attack."""
    by_target = declare.possible_targets(w, view, side)
    owed, _ = unmet(w, view, side)
    return [
        Target(
            w.grid.label(target),
            list(w.ids(units)),
            bool(owed >> target & 1),
            [w.grid.label(t) for t, more in by_target.items() if t != target and set(more) & set(units)],
        )
        for target, units in by_target.items()
    ]


def _listed(w: World, frame: f.Frame, offers: Any) -> list[Order]:
    if isinstance(frame, f.Reinforcing):
        return [x for x in offers if not isinstance(x, o.Enter | Branch)]
    if isinstance(frame, f.Retreating):
        return [x for x in offers if isinstance(x, o.Retreat) and not x.path]
    if isinstance(frame, BY_UNIT | f.Declaring):
        return [x for x in offers if not isinstance(x, Branch)]
    return list(islice(_one_of_a_type(w, orders(offers)), MOST_ORDERS))


def _one_of_a_type(w: World, offers: Iterable[Order]) -> Iterator[Order]:
    """Yield one order for air units of the same type, which differ only in name."""
    known: set[tuple[Any, ...]] = set()
    for order in offers:
        if isinstance(order, o.Bomb | o.Resupply | o.Intercept):
            plain = msgspec.to_builtins(order) | {"air": w.air_units[w.air_by_id[order.air]].type}
            key = tuple(plain.values())
            if key in known:
                continue
            known.add(key)
        yield order


def _sort(into: Choices, game: Tigers, view: TigersState, order: Order) -> None:
    """Put an order under its hex or hexside, and among the buttons if they are few."""
    one = choice(game.label(view, order), order)
    few = isinstance(order, o.Fight | o.Cancel | o.Entrench | o.BlowUp | o.BridgeWork)
    if not sort_in(into, one, game.wording.spots(game.world, view, order)) or few:
        into.buttons.append(one)
