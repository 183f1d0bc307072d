"""What one may click at Tigers now: each legal order with its words, under what it concerns."""

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
from ardennes.games.tigers.words import place
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer, orders
from ardennes.kernel.table import choice, idle, sort_in
from ardennes.kernel.wire import Choices, Target
from ardennes.words import counted

MOST_ORDERS = 2500  # a client is given so many single orders of one decision at most
# Decisions where one picks a unit first, then one of the hexes `reach` tells.
BY_UNIT = f.Moving | f.OnTheWay | f.PeiperGoesOn | f.Advancing | f.Retreating | f.SettingUp | f.Reinforcing


def choices(game: Tigers, view: TigersState, side: int) -> Choices:
    """Units and targets of long decisions, every order of short ones."""
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
    """The hex named first where one must be named: the counter's own host, a drop on Spa."""
    if isinstance(frame, f.Hosting):
        start = w.units[frame.unit].start_hex
        return w.grid.label(start) if start is not None else ""
    return w.grid.label(w.board.hex_of["Spa"]) if isinstance(frame, f.Dropping) else ""


def _leaves(w: World, s: TigersState, side: int, frame: f.Frame, able: int) -> list[str]:
    """What should be known before the phase ends: who could still act, what would be lost, what is owed."""
    lines: list[str] = []
    if able and isinstance(frame, f.Moving | f.Reinforcing):
        lines.append(f"{counted(able, 'unit')} could still act in this phase.")
    if isinstance(frame, f.Moving):
        for cell in dict.fromkeys(s.where[u] for u in w.of_side[side] if s.where[u] >= 0):
            gone = cures(w, s, cell, side)
            if gone:
                names = ", ".join(w.units[u].short for u in units_at(w, s, cell, side))
                where = place(w, w.grid.label(cell))
                lines.append(f"Too many in {where} ({names}): {len(gone[0])} will be lost. [TIA-STACK-8]")
        owed = [
            f"{w.units[u].short} on {', '.join(w.labels(list(bits(hexes))))}"
            for u, hexes in duties(w, s, side)
        ]
        if owed:
            lines.append(f"Attacks owed so far: {'; '.join(owed)}. [TIA-ZOC-12]")
    return lines


def _card(view: TigersState, w: World, frame: f.Frame, units: list[str]) -> list[str]:
    """The units to be picked from the card: few that must act, or those that are not on the map."""
    if isinstance(frame, f.Retreating | f.Advancing | f.OnTheWay | f.PeiperGoesOn):
        return units
    return [unit for unit in units if view.where[w.by_id[unit]] < 0]


def _able(w: World, offers: Any) -> list[str]:
    """The units with at least one order to give."""
    result: dict[str, None] = {}
    for offer in offers:
        unit = first_unit(w, offer)
        if unit and unit not in result and not isinstance(offer, o.OtherEdge | o.BreakDown):
            if next(iter(orders([offer])), None) is not None:
                result[unit] = None
    return sorted(result)


def first_unit(w: World, offer: Offer) -> str:
    """The unit an offer is about, if it is about one."""
    unit = offer.key if isinstance(offer, Branch) else getattr(offer, "unit", "")
    return unit if unit in w.by_id else ""


def _targets(w: World, view: TigersState, side: int) -> list[Target]:
    """The hexes that may be attacked, by whom, and together with which others."""
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
    """Of air units that differ in nothing but their name, the first does: TIA-AIR knows their types only."""
    seen: set[tuple[Any, ...]] = set()
    for order in offers:
        if isinstance(order, o.Bomb | o.Resupply | o.Intercept):
            plain = msgspec.to_builtins(order) | {"air": w.air_units[w.air_by_id[order.air]].type}
            key = tuple(plain.values())
            if key in seen:
                continue
            seen.add(key)
        yield order


def _sort(found: Choices, game: Tigers, view: TigersState, order: Order) -> None:
    """An order under the hex or hexside it names, and among the buttons where there are few."""
    one = choice(game.label(view, order), order)
    few = isinstance(order, o.Fight | o.Cancel | o.Entrench | o.BlowUp | o.BridgeWork)
    if not sort_in(found, one, game.wording.spots(game.world, view, order)) or few:
        found.buttons.append(one)
