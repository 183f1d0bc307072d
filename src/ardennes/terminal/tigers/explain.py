"""Why not? The refusal behind what cannot be done, with its rule, asked of the game itself."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.movement import mf
from ardennes.games.tigers.rules.moves import begin, routes
from ardennes.games.tigers.rules.orders import Attack, Move, Retreat
from ardennes.games.tigers.rules.retreat import step_refusal
from ardennes.games.tigers.rules.state import TigersState
from ardennes.games.tigers.rules.why import against_attack, against_move, order_for
from ardennes.games.tigers.schema.world import EXIT
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.offers import orders
from ardennes.terminal.refusals import told
from ardennes.terminal.screen import Part
from ardennes.terminal.tigers.words import hex_name, reword, typed

MOST_REASONS = 3
MOST_UNITS = 8
Lines = list[list[Part]]


def refusal_line(refusal: Refusal, before: str = "") -> list[Part]:
    """A refusal as people read it: facts, rule, way out."""
    return told(reword(refusal), before)


def why_move(game: Tigers, view: TigersState, unit: int, cell: int, stem: Move | None = None) -> Lines:
    """Why the unit cannot move to the hex, or how it can."""
    w = game.world
    info = w.units[unit]
    attach = stem.attach if stem is not None else ()
    frame = view.stack[-1]
    omb = frame.omb if isinstance(frame, f.OnTheWay) else stem is not None and stem.omb
    there = "off the map" if cell == EXIT else hex_name(w, cell)
    begun = begin(w, view, Move(info.id, (), omb, attach))
    if isinstance(begun, Refusal):
        return [refusal_line(begun)]
    ways = [r for r in routes(w, view, unit, omb, attach) if r.cell == cell]
    if ways:
        costs = "; ".join(f"{'-'.join(r.order.path)} for {mf(r.spent)} MF" for r in ways)
        return [[f"{info.name} can go to {there}: {costs}."]]
    if begun[1].cell == cell:
        return [[f"{info.name} is there already."]]
    reasons = against_move(w, view, unit, cell, stem)
    first = [*reasons[-1:], *reasons[:-1]][:MOST_REASONS]  # how near it comes is its last word
    head: list[Part] = [f"{info.name} cannot move to {there}:"]
    return [head, *(refusal_line(r, "  ") for r in first), *_attack_from(game, view, unit, cell)]


def _attack_from(game: Tigers, view: TigersState, unit: int, cell: int) -> Lines:
    """Where the unit could go to attack an enemy in the hex."""
    w = game.world
    if cell == EXIT or not any(
        view.where[u] == cell and w.units[u].combat for u in w.of_side[1 - w.side[unit]]
    ):
        return []
    near = sorted(
        {
            w.grid.label(r.cell)
            for r in routes(w, view, unit)
            if r.can_attack and r.cell != EXIT and w.grid.adjacent(r.cell, cell)
        }
    )
    return [[f"  It can move to {', '.join(near)} and attack from there."]] if near else []


def why_attack(game: Tigers, view: TigersState, side: int, cell: int) -> Lines:
    """Who beside the hex may attack it, and what keeps the others from it."""
    w = game.world
    lines: Lines = []
    for unit in w.of_side[side]:
        where = view.where[unit]
        if where < 0 or not w.grid.adjacent(where, cell):
            continue
        refusal = against_attack(w, view, unit, cell)
        short = w.units[unit].short
        if refusal is None:
            lines.append([f"  {short} in {w.grid.label(where)} can attack it."])
        else:
            lines.append(refusal_line(refusal, f"  {short} in {w.grid.label(where)}: "))
    if not lines:
        return [["  No unit of yours is beside it ", ("[TIA-CRT-23]", "rule")]]
    return lines


def why_hex(game: Tigers, view: TigersState, side: int, cell: int) -> Lines:
    """Why a hex cannot be attacked, or who can get there."""
    w = game.world
    frame = view.stack[-1]
    enemy = [u for u in w.of_side[1 - side] if view.where[u] == cell]
    if enemy:
        names = ", ".join(w.units[u].short for u in enemy)
        head: Lines = [[f"{hex_name(w, cell)} is held by {names}."]]
        if not isinstance(frame, f.Declaring | f.PeiperGoesOn):
            refusal = game.check(view, side, Attack((w.grid.label(cell),), ()))
            head += [refusal_line(refusal)] if refusal is not None else []
        return head + why_attack(game, view, side, cell)
    if not isinstance(frame, f.Moving | f.OnTheWay | f.PeiperGoesOn):
        return [
            [f"There is no enemy in {hex_name(w, cell)} to attack."],
            ["Name a unit too to ask about it: why 12SS 1307."],
        ]
    can: list[int] = []
    cannot: list[int] = []
    for unit in w.of_side[side]:
        if view.where[unit] >= 0 and view.where[unit] != cell:
            (can if any(r.cell == cell for r in routes(w, view, unit)) else cannot).append(unit)
    names = ", ".join(w.units[u].short for u in can) or "nobody"
    lines: Lines = [[f"{hex_name(w, cell)} can be reached by: {names}."]]
    cannot.sort(key=lambda u: w.grid.distance(view.where[u], cell))
    near = [u for u in cannot if w.grid.distance(view.where[u], cell) <= 2]
    for unit in near[:MOST_UNITS]:
        reason = why_move(game, view, unit, cell)
        lines.append([f"  {w.units[unit].short}: ", *_joined(reason[-1] if len(reason) == 1 else reason[1])])
    return lines


def _joined(parts: Sequence[Part]) -> list[Part]:
    first = parts[0]
    return [first.strip() + " " if isinstance(first, str) else first, *parts[1:]]


def why_unit_hex(game: Tigers, view: TigersState, side: int, unit: int, cell: int) -> Lines:
    """Why this unit cannot do what is being decided in that hex."""
    if isinstance(view.stack[-1], f.Moving | f.OnTheWay | f.PeiperGoesOn):
        return why_move(game, view, unit, cell)
    if isinstance(view.stack[-1], f.Retreating):
        return why_retreat(game, view, side, unit, cell)
    w = game.world
    order = order_for(w, view, unit, cell) or Move(w.units[unit].id, (w.grid.label(cell),))
    return why_order(game, view, side, order)


def why_retreat(game: Tigers, view: TigersState, side: int, unit: int, cell: int) -> Lines:
    """Whether a hex lies on a legal way back, or what is against stepping there first."""
    w = game.world
    name, label = w.units[unit].id, w.grid.label(cell)
    ways = [x for x in orders(game.offers(view, side)) if isinstance(x, Retreat) and x.unit == name]
    through = [typed(w, way) for way in ways if label in way.path]
    if through:
        return [[f"{hex_name(w, cell)} is on a legal way: {'; '.join(through)}."]]
    battle = view.battle
    source = dict(battle.to_retreat).get(unit) if battle is not None else None
    direction = w.grid.direction(source, cell) if source is not None else None
    if battle is not None and source is not None and direction is not None:
        refusal = step_refusal(w, view, battle, unit, source, source, direction)
        better = f"A better hex than {label} is open to {w.units[unit].name}."
        return [refusal_line(refusal or Refusal("TIA-RET-12", better))]
    return why_order(game, view, side, Retreat(name, (label,)))


def why_order(game: Tigers, view: TigersState, side: int, order: Order) -> Lines:
    """The refusal of a whole order, if there is one."""
    refusal = game.check(view, side, order)
    return [["That is legal now."]] if refusal is None else [refusal_line(refusal)]
