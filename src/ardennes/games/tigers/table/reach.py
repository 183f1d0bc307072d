"""Where a unit of Tigers may go, for the client: every way with its order, and ways drawn by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.explain.why_not import order_for
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.movement.allowance import omf_half
from ardennes.games.tigers.rules.movement.moves import attachments, begin, check_end, routes
from ardennes.games.tigers.rules.movement.search import Route as RouteFound
from ardennes.games.tigers.rules.movement.step import Walk, Walker, explain, mf, walk_on
from ardennes.games.tigers.schema.terms import TIGER
from ardennes.games.tigers.schema.world import EXIT, World
from ardennes.games.tigers.table.choices import first_unit
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.offers import orders
from ardennes.kernel.table import no_route, own
from ardennes.kernel.wire import Route, Way

MARCHES = f.Moving | f.OnTheWay | f.PeiperGoesOn
SIGNS = {"road mode": "r", "bonus": "+"}  # behind the movement points left


class Mode(NamedTuple):
    """How a unit sets out: on a Tiger's bonus, or with units attached to Peiper."""

    name: str
    omb: bool
    attach: tuple[str, ...]


class Arrival(NamedTuple):
    """The end of a way drawn by hand, with the fields of a RouteFound that the client needs."""

    order: o.Move
    cell: int
    spent: int
    can_attack: bool
    road_end: bool


def reach(game: Tigers, view: f.TigersState, side: int, unit: str) -> list[Way]:
    """Return every hex that the unit may go to in the open decision."""
    w, index = game.world, own(game, view, side, unit)
    if index is None:
        return []
    if isinstance(view.stack[-1], MARCHES):
        result = []
        for mode in _modes(w, view, index):
            ways = [_way(w, view, index, r, mode.name) for r in routes(w, view, index, mode.omb, mode.attach)]
            result += _ask_which(ways, index == w.peiper)
        return result
    return [
        _placing(game, view, order)
        for offer in game.offers(view, side)
        if first_unit(w, offer) == unit and not isinstance(offer, o.OtherEdge | o.BreakDown)
        for order in orders([offer])
    ]


def route(game: Tigers, view: f.TigersState, side: int, unit: str, path: Sequence[str], mode: str) -> Route:
    """Return how far the drawn way leads, the orders that follow all of it, or the refusal."""
    w, index = game.world, own(game, view, side, unit)
    cells = [EXIT if step == "exit" else w.grid.find(step) for step in path]
    known = [cell for cell in cells if cell is not None]
    if index is None or not known or len(known) < len(cells):
        return no_route(_wrong(w, index, path))
    if not isinstance(view.stack[-1], MARCHES):
        if result := [way for way in reach(game, view, side, unit) if way.path == list(path)]:
            return Route(list(path), result, None)
        return no_route(game.check(view, side, _along(w, view, index, path)))
    chosen = next((m for m in _modes(w, view, index) if m.name == mode), Mode("", False, ()))
    begun = begin(w, view, o.Move(unit, (), chosen.omb, chosen.attach))
    if isinstance(begun, Refusal):
        return no_route(begun)
    gone, ways, refusal = _follow(w, view, begun, known, chosen)
    arrivals = _ask_which([_way(w, view, index, r, chosen.name) for r in ways], index == w.peiper)
    return Route(list(path[:gone]), arrivals, refusal)


def _follow(
    w: World, view: f.TigersState, begun: tuple[Walker, Walk], cells: Sequence[int], mode: Mode
) -> tuple[int, list[Arrival], Refusal | None]:
    """Walk along exactly these hexes, at normal and at road rate where both are possible."""
    who, start = begun
    walks: list[tuple[Walk, tuple[str, ...]]] = [(start, ())]
    for count, to in enumerate(cells):
        name = "exit" if to == EXIT else w.grid.label(to)
        best: dict[tuple[bool, bool], tuple[Walk, tuple[str, ...]]] = {}
        for at, path in walks:
            for text in (name, f"{name}r"):
                on = walk_on(w, view, who, at, to, text != name) if text in w.steps else None
                if isinstance(on, Walk):
                    key = (on.road, on.rode)
                    if key not in best or on.spent < best[key][0].spent:
                        best[key] = (on, (*path, text))
        if not best:
            at, _ = min(walks, key=lambda walk: walk[0].spent)
            why = walk_on(w, view, who, at, to, False)
            assert isinstance(why, int)
            return count, [], explain(w, view, who, at, to, False, why)
        walks = list(best.values())
    joining = [w.by_id[name] for name in mode.attach]
    ways: dict[tuple[bool, bool], Arrival] = {}  # the cheapest of each kind of arrival
    refusal = None
    for at, path in sorted(walks, key=lambda walk: walk[0].spent):
        no = check_end(w, view, who, at, joining)
        if no is None:
            fresh = not at.road and at.spent <= who.omf and not mode.omb
            order = o.Move(w.units[who.unit].id, path, mode.omb, mode.attach)
            ways.setdefault((fresh, at.road), Arrival(order, at.cell, at.spent, fresh, at.road))
        refusal = refusal or no
    return len(cells), list(ways.values()), None if ways else refusal


def _wrong(w: World, unit: int | None, path: Sequence[str]) -> Refusal:
    if unit is None:
        return Refusal("TIA-SEQ-1", "You cannot move this unit now.", "Wait for your phase.")
    wrong = next((step for step in path if step != "exit" and w.grid.find(step) is None), None)
    if wrong is None:
        return Refusal("TIA-MOVE-2", "The move has no step.", "Draw on to a neighbouring hex.")
    return Refusal("TIA-MAP-1", f"{wrong!r} is not a hex on the map.")


def _along(w: World, view: f.TigersState, unit: int, path: Sequence[str]) -> Order:
    """Return the order that such a way is in the open decision."""
    name, steps = w.units[unit].id, tuple(path)
    if isinstance(view.stack[-1], f.Retreating):
        return o.Retreat(name, steps)
    if isinstance(view.stack[-1], f.Advancing):
        return o.Advance(name, steps)
    cell = w.grid.find(path[-1])
    placed = order_for(w, view, unit, cell) if cell is not None else None
    return placed or o.Move(name, steps)


def _modes(w: World, view: f.TigersState, unit: int) -> list[Mode]:
    """Return every way to set out: plain, on a Tiger's bonus, with units attached to Peiper."""
    frame = view.stack[-1]
    if isinstance(frame, f.OnTheWay):
        return [Mode("", frame.omb, ())]
    modes = [Mode("", False, ())]
    if w.units[unit].kind == TIGER:
        modes.append(Mode("with its bonus", True, ()))
    if unit == w.peiper:
        for joined in attachments(w, view):
            names = " and ".join(w.units[w.by_id[n]].short for n in joined)
            modes.append(Mode(f"with {names} attached", False, joined))
    return modes


def _way(w: World, view: f.TigersState, unit: int, route: RouteFound | Arrival, mode: str) -> Way:
    marks = ["road mode"] if route.road_end else [] if route.can_attack else ["bonus"]
    said = {"road mode": "in road mode", "bonus": "with its bonus: cannot attack"}
    off = route.cell == EXIT
    order = route.order
    return Way(
        "exit" if off else w.grid.label(route.cell),
        left=mf(max(0, omf_half(w, view, unit) - route.spent)),
        order=msgspec.to_builtins(order),
        mode=mode,
        label="Leave the map" if off else said[marks[0]] if marks else "can attack",
        marks=marks,
        sign=SIGNS[marks[0]] if marks else "",
        path=[step.removesuffix("r") for step in order.path],
    )


def _placing(game: Tigers, view: f.TigersState, order: Order) -> Way:
    path = list(getattr(order, "path", ())) or [getattr(order, "hex", "").removesuffix("r")]
    plain, label = msgspec.to_builtins(order), game.label(view, order)
    return Way(path[-1], "", plain, "", label, ask=True, path=path)


def _ask_which(ways: list[Way], always: bool) -> list[Way]:
    """Sort arrivals by hex, the best first, and mark those about which the player must be asked."""
    by_hex: dict[str, list[Way]] = {}
    for way in ways:
        by_hex.setdefault(way.hex, []).append(way)
    for here in by_hex.values():
        here.sort(key=lambda way: bool(way.marks))
        for way in here:
            way.ask = len(here) > 1 and (always or bool(here[0].marks))
    return [way for here in by_hex.values() for way in here]
