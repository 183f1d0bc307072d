"""The tree of all orders that may be written: unit, kind of order, route step by step (OPS-ORD).

At the top are Seal, the units without an order and the open missions, each equally likely for random players:
a random sheet has an order for about half of the units. Orders that replace a written one, and orders that a
random player should not give, are set aside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders import ground as g
from ardennes.games.playsheet.rules.orders import routes as planning
from ardennes.games.playsheet.rules.orders.air_offers import missions
from ardennes.games.playsheet.rules.orders.sheet import sheet_keeping
from ardennes.games.playsheet.schema.sheet import HEX_KM
from ardennes.games.playsheet.schema.terms import EXIT, HALF, MODES, NO_GUN, TACTICAL, TURN
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import Branch, Each, Offer, leads_to, of_kind

NEAR = 2  # a random player prepares against hexes at most so far from the end of the route
Ends = Callable[[int, tuple[str, ...]], list[Offer]]  # the orders for a route that ends in a hex


def offers(w: World, s: PlaysheetState, side: int) -> Sequence[Offer]:
    """Return the top of the tree for a side that has not sealed its sheet."""
    first: list[Offer] = [o.Seal(), *missions(w, s, side), *sheet_keeping(w, s, side)]
    return Each(g.orderable(w, s, side), lambda unit: _unit(w, s, unit), first)


def _unit(w: World, s: PlaysheetState, unit: int) -> Branch:
    name = w.units[unit].id

    def kinds() -> list[Offer]:
        return list(_kinds(w, s, unit))

    def leads(order: Order) -> bool:
        return isinstance(order, o.OfUnit) and order.unit == name and not isinstance(order, o.Attach)

    return Branch(name, kinds, leads, aside=s.sheet[unit] is not None)


def _kinds(w: World, s: PlaysheetState, unit: int) -> Iterator[Offer]:
    """Yield the kinds of order a unit can get, in the order of the rulebook's table."""
    name = w.units[unit].id
    yield from _moves(w, s, unit)
    if g.check_fighter(w, s, unit) is None and TACTICAL in planning.modes_of(w, unit):
        yield of_kind(o.Prepare, lambda: _prepare(w, s, unit))
        yield of_kind(o.Attack, lambda: _attack(w, s, unit))
    yield o.Defend(name, False)
    yield o.Defend(name, True)
    if g.check_gunners(w, s, unit) is None:
        yield of_kind(o.Support, lambda: _support(w, s, unit))
    if g.shells_areas(w, s, unit):
        yield from _fire(w, s, unit)
    yield o.Rest(name)
    yield from g.works(w, s, unit)


# Routes


class _Routes:
    """The routes of one unit in one mode, and the orders for each."""

    __slots__ = ("ends", "field", "limit", "plan", "w")

    def __init__(self, w: World, plan: planning.Plan, limit: int, ends: Ends, field: str = "route") -> None:
        self.w, self.plan, self.limit, self.ends, self.field = w, plan, limit, ends, field

    def steps(self, here: int, spent: int, route: tuple[str, ...], fresh: bool = True) -> list[Offer]:
        """Return the next steps that can be ordered; steps back over the route are set aside."""
        result: list[Offer] = []
        for there in self.w.near[here]:
            time = planning.planned_time(self.w, self.plan, here, there, fresh and not route)
            if time > 0 and spent + time <= self.limit:
                result.append(self._step(there, spent + time, route))
        return result

    def _step(self, there: int, spent: int, route: tuple[str, ...]) -> Branch:
        label = self.w.label(there)
        longer = (*route, label)
        length, field = len(longer), self.field

        def expand() -> list[Offer]:
            return [*self.ends(there, longer), *self.steps(there, spent, longer)]

        def leads(order: Order) -> bool:
            result: tuple[str, ...] = getattr(order, field, ())
            return result[:length] == longer

        return Branch(label, expand, leads, aside=label in route)


def _routes(
    w: World, s: PlaysheetState, unit: int, mode: int, most: int, ends: Ends, field: str = "route"
) -> _Routes:
    limit, _ = g.limit_of(w, s, unit, most, "")
    return _Routes(w, planning.plan_of(w, s, unit, mode), limit, ends, field)


def _moves(w: World, s: PlaysheetState, unit: int) -> Iterator[Branch]:
    for mode in planning.modes_of(w, unit):
        yield _move(w, s, unit, mode)


def _move(w: World, s: PlaysheetState, unit: int, mode: int) -> Branch:
    name, word, here = w.units[unit].id, MODES[mode], s.where[unit]
    contacts = g.ON_CONTACT if g.attacks_on_contact(w, unit, mode) else g.ON_CONTACT[:1]
    limit, _ = g.limit_of(w, s, unit, TURN, "")
    plan = planning.plan_of(w, s, unit, mode)

    def ends(there: int, route: tuple[str, ...]) -> list[Offer]:
        result: list[Offer] = [o.Move(name, word, route, contact) for contact in contacts]
        time = planning.leaving_time(w, plan, there)
        if time > 0:
            spent = _time(w, plan, here, route)
            if spent + time <= limit:
                result += [o.Move(name, word, (*route, EXIT), contact) for contact in contacts]
        return result

    def expand() -> list[Offer]:
        first = [offer for offer in ends(here, ()) if isinstance(offer, o.Move) and offer.route]
        return [*first, *_Routes(w, plan, limit, ends).steps(here, 0, ())]

    return Branch(word, expand, lambda order: isinstance(order, o.Move) and order.mode == word)


def _time(w: World, plan: planning.Plan, start: int, route: tuple[str, ...]) -> int:
    """Return the time of a legal route."""
    spent, here = 0, start
    for number, label in enumerate(route):
        there = w.cell_of(label)
        spent, here = spent + planning.planned_time(w, plan, here, there, number == 0), there
    return spent


def _prepare(w: World, s: PlaysheetState, unit: int) -> list[Offer]:
    name = w.units[unit].id

    def ends(there: int, route: tuple[str, ...]) -> list[Offer]:
        near = w.within(there, NEAR)

        def targets(cells: Sequence[int]) -> list[Offer]:
            return [o.Prepare(name, w.label(cell), route) for cell in cells]

        def leads(order: Order) -> bool:
            return isinstance(order, o.Prepare) and order.route == route

        return [
            Branch("target", lambda: targets(near), leads),
            Branch("farther", lambda: targets([c for c in w.hexes if c not in near]), leads, aside=True),
        ]

    routes = _routes(w, s, unit, TACTICAL, HALF, ends)
    return [*ends(s.where[unit], ()), *routes.steps(s.where[unit], 0, ())]


def _attack(w: World, s: PlaysheetState, unit: int) -> list[Offer]:
    blown = planning.believed_blown(s, w.units[unit].side)

    def ends(there: int, route: tuple[str, ...]) -> list[Offer]:
        return [
            _target(w, s, unit, cell, route)
            for cell in w.near[there]
            if planning.can_attack_across(w, w.units[unit].row, there, cell, blown)
        ]

    routes = _routes(w, s, unit, TACTICAL, TURN, ends)
    return [*ends(s.where[unit], ()), *routes.steps(s.where[unit], 0, ())]


def _target(w: World, s: PlaysheetState, unit: int, target: int, route: tuple[str, ...]) -> Branch:
    name, label = w.units[unit].id, w.label(target)

    def ends(there: int, onward: tuple[str, ...]) -> list[Offer]:
        return [
            o.Attack(name, label, route, breakthrough, onward, again, advance)
            for breakthrough in (False, True)
            for again in (True, False)
            for advance in (True, False)
        ]

    def expand() -> list[Offer]:
        routes = _routes(w, s, unit, TACTICAL, TURN, ends, "onward")

        def onward() -> list[Offer]:
            return [*ends(target, (label,)), *routes.steps(target, 0, (label,))]

        return [*ends(target, ()), Branch("onward", onward, leads_to(o.Attack, onward=(label,)))]

    def leads(order: Order) -> bool:
        return isinstance(order, o.Attack) and order.target == label and order.route == route

    return Branch(f"at {label}", expand, leads)


# Guns


def _support(w: World, s: PlaysheetState, unit: int) -> list[Offer]:
    name, known = w.units[unit].id, reports_in(s, w.units[unit].side)
    hexes = g.longest(w, unit) // HEX_KM

    def ends_in(mode: str) -> Ends:
        def ends(there: int, route: tuple[str, ...]) -> list[Offer]:
            reachable = w.within(there, hexes)

            def targets(cells: Sequence[int]) -> list[Offer]:
                return [
                    o.Support(name, w.label(cell), role, mode, route) for cell in cells for role in g.ROLES
                ]

            def leads(order: Order) -> bool:
                return isinstance(order, o.Support) and (order.mode, order.route) == (mode, route)

            likely = [cell for cell in reachable if cell in known]
            rest = [cell for cell in reachable if cell not in known]
            branches: list[Offer] = [Branch("target", lambda: targets(rest), leads)]
            return [Branch("reported", lambda: targets(likely), leads), *branches] if likely else branches

        return ends

    result = ends_in("")(s.where[unit], ())
    if w.units[unit].gun != NO_GUN:
        result += [_guns_go(w, s, unit, mode, ends_in(MODES[mode])) for mode in planning.modes_of(w, unit)]
    return result


def _guns_go(w: World, s: PlaysheetState, unit: int, mode: int, ends: Ends) -> Branch:
    routes = _routes(w, s, unit, mode, HALF, ends)
    word = MODES[mode]
    return Branch(word, lambda: routes.steps(s.where[unit], 0, ()), leads_to(o.Support, mode=word))


def reports_in(s: PlaysheetState, side: int) -> set[int]:
    """Return the hexes in which a side has reports of enemies."""
    return {report.hex for report in s.reports if report.to == side}


def _fire(w: World, s: PlaysheetState, unit: int) -> Iterator[Branch]:
    """Yield INTERDICT and SUPPRESS for guns with a long range, OPS-ARTY-6."""
    u, here = w.units[unit], s.where[unit]

    def anchors(kind: type[o.Interdict] | type[o.Suppress]) -> list[Offer]:
        far = w.sheet.ranges[u.gun - 1].long // HEX_KM
        result = [kind(u.id, w.label(cell)) for cell in w.within(here, far)]
        # The anchor may be farther away than the nearest hex of its area.
        beyond = [
            kind(u.id, w.label(cell)) for cell in w.within(here, far + 2) if w.distance(here, cell) > far
        ]
        return [*result, *(order for order in beyond if g.check_ground(w, s, u.side, order) is None)]

    yield of_kind(o.Interdict, lambda: anchors(o.Interdict))
    yield of_kind(o.Suppress, lambda: anchors(o.Suppress))
