"""Build what a player can click at Wave of Terror now: units, hexes, hexsides, targets and buttons with
orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

import msgspec

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.combat import advance, declare, losses
from ardennes.games.wave_of_terror.rules.combat.artillery import Artillery, ready_guns
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.position import best_top, units_at
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement import reinforcements
from ardennes.games.wave_of_terror.rules.movement.moves import halted
from ardennes.games.wave_of_terror.rules.movement.stacking import room
from ardennes.games.wave_of_terror.rules.sequence import setup
from ardennes.games.wave_of_terror.rules.special import markers
from ardennes.games.wave_of_terror.rules.special.kampfgruppe_peiper import leave_offers
from ardennes.games.wave_of_terror.rules.special.markers import REAL
from ardennes.games.wave_of_terror.schema.terms import ALLIED, TERRAINS
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Offer, orders
from ardennes.kernel.table import Plain, choice, entry, idle, own, sort_in
from ardennes.kernel.wire import Choices, Panel, Parting, Pickable, Picker, PickSet, Target
from ardennes.words import counted

MOST_ORDERS = 300  # the most single orders that a client gets
ON_CARD = 24  # units to be placed that are shown at a time


def choices(game: WaveOfTerror, view: WaveState, side: int) -> Choices:
    """Return the open decision and everything the side can do in it."""
    decisions = game.decisions(view)
    result = idle(decisions[0] if decisions else None)
    asked = game.asked_of(view, side)
    if asked is None:
        return result
    w, frame = game.world, asked.frame
    result.mine = True
    result.answers = view.turn > 0 and side != view.acting >= 0
    match frame:
        case f.SettingUp():
            _setting_up(w, view, side, result)
        case f.Moving():
            _moving(w, view, side, result)
        case f.Fighting():
            _fighting(w, view, side, result)
        case f.Supporting():
            _supporting(w, view, frame, result)
        case f.Losing():
            result.picker = _steps(w, view, frame)
        case f.Advancing():
            result.picker = _advancing(game, view)
            result.look = [result.picker.hex]
        case f.Demolishing():
            result.look = list(w.labels([frame.abutment, *w.board.bridges[frame.bridge].ends]))
    for order in _listed(w, view, frame, asked.deciding.offers(w, view, frame)):
        if not isinstance(order, o.End):
            _sort(result, game, view, order)
    if o.End in asked.deciding.answers:
        result.end = game.check(view, side, o.END)
        if result.end is None:
            result.buttons.append(choice(game.label(view, o.END), o.END))
    # Conceding has a separate panel, WOT-4.2.
    concede = entry(game.label(view, o.Concede()), o.Concede())
    result.panels.append(Panel("concede", "Concede", "campaign", buttons=[concede]))
    return result


def _sort(result: Choices, game: WaveOfTerror, view: WaveState, order: Order) -> None:
    """Put an order under the hex or hexside it names, or among the buttons; a repair is in both places."""
    one, spots = choice(game.label(view, order), order), game.wording.spots(game.world, view, order)
    sort_in(result, one, spots)
    if not spots.hexes:
        result.buttons.append(one)


def _listed(w: World, s: WaveState, frame: f.AnyFrame, offers: Sequence[Offer]) -> Iterable[Order]:
    """Return the orders that are listed one by one, the most usual first."""
    if isinstance(frame, f.SettingUp | f.Moving | f.Fighting):
        few = [order for order in offers if not isinstance(order, Branch)]
        return [*few, *markers.depot_offers(w, s)] if frame == f.SettingUp(ALLIED) else few
    if isinstance(frame, f.Supporting):
        return _numbers_of_guns(w, s, frame)
    if isinstance(frame, f.Interdicting | f.Dropping):
        return [order for order in offers if not isinstance(order, Branch)]
    if isinstance(frame, f.Advancing):
        split = advance.parts(s, strongest := _all_that_fit(w, s))
        return [o.Advance(w.names(strongest), w.names(split[0]) if split else ())] if strongest else []
    listed = list(islice(orders(offers), MOST_ORDERS))
    if isinstance(frame, f.Losing):
        usual = losses.Losses().usual(w, s, frame)
        return [usual, *(order for order in listed if order != usual)]
    return listed


def _setting_up(w: World, s: WaveState, side: int, result: Choices) -> None:
    """List units to place all at once as in history or one by one, and POL markers by hex, WOT-3.4,
    WOT-3.7."""
    result.keeps_setup = True
    able = setup.starters(w, s, side)
    missing = [unit for unit in able if s.where[unit] < 0]
    result.units = list(w.names(able))
    result.card = list(w.names(missing[:ON_CARD]))


def _moving(w: World, s: WaveState, side: int, result: Choices) -> None:
    """List units that can still move, and those that wait to enter, WOT-7.10, WOT-8.1."""
    here = [unit for unit in w.of_side[side] if s.where[unit] >= 0 and halted(w, s, unit) is None]
    waiting = reinforcements.waiting(w, s, side)
    result.units = list(w.names([*here, *waiting]))
    result.card = list(w.names(waiting[:ON_CARD]))
    fresh = sum(not s.marks[unit] & f.MOVED for unit in here)
    if fresh or waiting:
        still = f"{counted(fresh, 'unit')} {'has' if fresh == 1 else 'have'} not moved." if fresh else ""
        late = f"{counted(len(waiting), 'reinforcement')} can still enter." if waiting else ""
        result.leaves = f"{still} {late}".strip()


def _fighting(w: World, s: WaveState, side: int, result: Choices) -> None:
    """List the hexes that may be attacked, with all possible attackers and the best group."""
    for target in bits(declare.targets(w, s, side)):
        units = declare.attackers_of(w, s, side, target)
        if units:
            result.targets.append(_target(w, target, units, _strongest(w, s, units), owed=False))
    left = len(result.targets)
    if left:
        result.leaves = f"You can still attack {counted(left, 'hex', 'hexes')}."


def _target(w: World, cell: int, units: Sequence[int], first: Sequence[int], *, owed: bool) -> Target:
    return Target(w.grid.label(cell), list(w.names(units)), owed, with_=[], first=list(w.names(first)))


def _factor(w: World, s: WaveState) -> Callable[[int], int]:
    return lambda unit: w.attack[unit][s.steps[unit]]


def _strongest(w: World, s: WaveState, units: Sequence[int]) -> list[int]:
    """Return the strongest units that may attack together: one parent and independents, WOT-10.16,
    WOT-10.17."""
    if not s.variant.full:
        return list(units)
    factor = _factor(w, s)
    alone = sorted((u for u in units if w.parent[u] < 0), key=lambda u: (-factor(u), u))
    by_parent: dict[int, list[int]] = {}
    for unit in units:
        if w.parent[unit] >= 0:
            by_parent.setdefault(w.parent[unit], []).append(unit)
    best = max(by_parent.values(), key=lambda group: sum(map(factor, group)), default=[])
    return sorted([*best, *alone[: w.limits.attack_independents]])


def _supporting(w: World, s: WaveState, frame: f.Supporting, result: Choices) -> None:
    """Let the player select guns in range at the battle's hex, WOT-10.22."""
    guns = ready_guns(w, s, frame.side, frame.attack)
    if guns:
        most = w.limits.guns[frame.side]
        result.targets.append(_target(w, s.fought.target, guns, guns[:most], owed=True))


def _numbers_of_guns(w: World, s: WaveState, frame: f.Supporting) -> list[Order]:
    """Return orders for as many guns as allowed, then one less, and so on."""
    guns = ready_guns(w, s, frame.side, frame.attack)
    most = min(w.limits.guns[frame.side], len(guns))
    result = [o.Support(w.names(guns[:number])) for number in range(most, 0, -1)]
    return [order for order in result if Artillery().check(w, s, frame, order) is None]


def _steps(w: World, s: WaveState, frame: f.Losing) -> Picker:
    """Return a picker for the steps that each unit loses, with forced losses selected, WOT-10.9."""
    units, usual = losses.involved(w, s, frame.attacker), losses.Losses().usual(w, s, frame)
    bill = losses.Bill(s, units, s.fought.due(frame.attacker))

    def words(unit: int) -> list[str]:
        return ["no loss", "reduced", "lost"] if s.steps[unit] > 1 else ["no loss", "lost"]

    steps = counted(len(usual.units), "step")
    return Picker(
        f"Choose {steps} to lose",
        "WOT-10.9",
        [Pickable(w.units[unit].id, int(unit in bill.forced), words(unit)) for unit in sorted(units)],
        count=len(usual.units),
        first=list(usual.units),
        order={"do": "lose"},
        field="units",
        do=f"Lose {steps}",
    )


def _all_that_fit(w: World, s: WaveState, formation: int | None = None) -> list[int]:
    """Return as many units as the hex holds: the strongest formation first and together, then by strength."""
    b = s.fought
    able = advance.able(w, s, b)
    factor = _factor(w, s)
    of_parent: dict[int, list[int]] = {}
    for unit in able:
        of_parent.setdefault(w.parent[unit], []).append(unit)
    totals = {parent: sum(map(factor, units)) for parent, units in of_parent.items() if parent >= 0}
    lead = max(totals, key=lambda parent: (totals[parent], -parent), default=-1)
    if formation is not None:
        lead, able = formation, of_parent.get(formation, [])
    result: list[int] = []
    for unit in sorted(able, key=lambda unit: (w.parent[unit] != lead, -factor(unit), unit)):
        if room(w, s, (*result, unit), b.target) is None:
            result.append(unit)
    return sorted(result)


def _advancing(game: WaveOfTerror, s: WaveState) -> Picker:
    """Return a picker for the units that enter the emptied hex, WOT-10.26."""
    w, b = game.world, s.fought
    target, first = w.grid.label(b.target), _all_that_fit(w, s)
    left = [unit for unit in b.attackers if s.where[unit] >= 0]
    refused = {unit: advance.unit_refusal(w, s, b, unit) for unit in left}
    parents = sorted({w.parent[unit] for unit, no in refused.items() if no is None and w.parent[unit] >= 0})
    sets = [PickSet("All that fit", list(w.names(first)))]
    for parent in parents if len(parents) > 1 else []:
        sets.append(PickSet(w.parents[parent].name, list(w.names(_all_that_fit(w, s, parent)))))
    kg = [unit for unit in s.kg if unit in left]
    return Picker(
        f"Advance to {w.place(b.target)}",
        "WOT-10.26",
        [
            Pickable(w.units[unit].id, 0, ["stays", "advances"], no.facts if no else "")
            for unit, no in sorted(refused.items())
        ],
        count=min(len(left), w.limits.stack),
        first=list(w.names(first)),
        order={"do": "advance"},
        field="units",
        do="Advance",
        least=0,
        about=f"{TERRAINS[w.board.terrain[b.target]].capitalize()}, at most {w.limits.stack} units",
        hex=target,
        noun="battalion",
        none=entry(game.label(s, o.END), o.END),
        sets=sets,
        parting=Parting(
            list(w.names(sorted(kg))),
            "keep",
            "KG Peiper splits. Which units keep its marker?",
            ("Those that advance", "Those that stay"),
        )
        if kg
        else None,
    )


def doings(game: WaveOfTerror, s: WaveState, side: int, name: str) -> list[Panel]:
    """Return the other orders of the unit: to the top of its stack, out of the Kampfgruppe, WOT-7.3,
    WOT-7.7."""
    w, unit, result = game.world, own(game, s, side, name), list[Order]()
    if unit is None:
        return []
    if s.variant.full and s.where[unit] >= 0 and not s.marks[unit] & f.TOP:
        if len(units_at(w, s, s.where[unit])) > 1:
            result.append((o.ArrangeStack if s.step == f.SETUP else o.ShowTop)(name))
    if unit in s.kg:
        result += [x for x in leave_offers(w, s) if x.units == (name,)]
    buttons = [entry(game.label(s, order), order) for order in result if game.check(s, side, order) is None]
    return [Panel("doings", "Other orders", "orders", buttons=buttons)] if buttons else []


def placed(w: World, s: WaveState, side: int) -> list[Plain]:
    """Return the orders that repeat this set-up.

    POL markers, stacks, chosen top units, the Kampfgruppe, WOT-3.3, WOT-3.7.
    """
    stacks: dict[int, list[int]] = {}
    for unit in setup.starters(w, s, side):
        if s.where[unit] >= 0:
            stacks.setdefault(s.where[unit], []).append(unit)
    result: list[Order] = []
    if side == ALLIED:  # before the Belgians, who are placed on one
        result += [o.PlacePol(w.grid.label(depot.cell), depot.real == REAL) for depot in s.depots]
    for cell, units in sorted(stacks.items()):
        result.append(o.Place(w.names(units), w.grid.label(cell)))
        top = next((unit for unit in units if s.marks[unit] & f.TOP), -1)
        if s.variant.full and top >= 0 and top != best_top(w, units):
            result.append(o.ArrangeStack(w.units[top].id))
    if s.kg and side != ALLIED:
        result.append(o.FormKampfgruppe(w.names(s.kg)))
    return [msgspec.to_builtins(order) for order in result]
