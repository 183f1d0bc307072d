"""List the orders of the selected unit: sliders and buttons with costs and effects, and reasons for
refusals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.declare import targets_of
from ardennes.games.breakthrough.rules.model import orders as o
from ardennes.games.breakthrough.rules.model.knowledge import replacement_places
from ardennes.games.breakthrough.rules.model.position import on_map
from ardennes.games.breakthrough.rules.model.state import ADVANCE, ORGANIZATION, BreakthroughState
from ardennes.games.breakthrough.rules.movement import bridges
from ardennes.games.breakthrough.rules.movement.moves import may_move
from ardennes.games.breakthrough.rules.movement.reinforcements import unit_limit
from ardennes.games.breakthrough.rules.organization import artillery, formations, phase, replacements
from ardennes.games.breakthrough.rules.sequence import operations
from ardennes.games.breakthrough.rules.sequence.decision_base import PhaseDecision
from ardennes.games.breakthrough.rules.sequence.phases import OPERATIONS
from ardennes.games.breakthrough.schema.terms import GERMAN, POOL_WORDS, SUPPLIED, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.table.choices import button
from ardennes.games.breakthrough.table.reach import here
from ardennes.games.breakthrough.words import bridge_name
from ardennes.kernel.contract import Order
from ardennes.kernel.table import cannot, entry
from ardennes.kernel.wire import Entry, Panel, Row, Slider, Stop


def doings(game: Breakthrough, s: BreakthroughState, side: int, name: str) -> list[Panel]:
    """Return the panels of a unit under the open decision."""
    w, unit = game.world, here(game, s, side, name)
    if unit is not None and s.phase == ORGANIZATION:
        makers = (_guns, _men, _formation, _bridges, _drop)
        return [result for make in makers if (result := make(w, s, side, unit)) is not None]
    return [_operations(w, s, side, unit)] if unit is not None and s.phase in OPERATIONS else []


def _judged(
    w: World, s: BreakthroughState, side: int, decision: PhaseDecision, tried: Iterable[tuple[str, Order]]
) -> tuple[list[Row], list[Entry]]:
    """Return rows with the reasons against refused orders, and buttons for the others."""
    rows, buttons = list[Row](), list[Entry]()
    for what, order in tried:
        if refusal := decision.check(w, s, side, order):
            rows.append(cannot(what, refusal))
        else:
            buttons.append(button(w, s, order))
    return rows, buttons


def _operations(w: World, s: BreakthroughState, side: int, unit: int) -> Panel:
    """Return mode, digging in, the advance flag and leaving the map; moves and attacks are on the map
    itself."""
    name = w.units[unit].id
    tried: list[tuple[str, Order]] = [
        ("Mode", o.ChangeMode(name, s.mode[unit] != TRAVEL)),
        ("Dig in", o.Fortify(name)),
        ("Advance", o.AdvanceFlag(name, not s.marks[unit] & ADVANCE)),
    ]
    if side == GERMAN and w.board.exits >> s.where[unit] & 1:
        tried.append(("Leave the map", o.Exit(name)))
    rows, buttons = _judged(w, s, side, operations.DECISION, tried)
    buttons += [button(w, s, o.Plot(name, w.grid.label(cell))) for cell in targets_of(w, s, unit)]
    if stays := may_move(w, s, unit):
        rows.insert(0, cannot("Move", stays))
    return Panel("doings", "Orders", "orders", rows, buttons=buttons)


def _slider(label: str, at: int, stops: Sequence[tuple[str, Order]], rule: str) -> Slider:
    """Return a slider with an order at every stop but the current one."""
    made = [
        Stop(words, None if n == at else msgspec.to_builtins(order)) for n, (words, order) in enumerate(stops)
    ]
    return Slider(label, at, made, rule)


def _guns(w: World, s: BreakthroughState, side: int, unit: int) -> Panel:
    """Return a panel for artillery between the corps pool and the unit, BTA-6.4a, BTA-6.4b."""
    if refusal := artillery.may_transfer(w, s, unit):
        return Panel("artillery", "Artillery", "orders", [cannot("Not now", refusal)])
    pool = artillery.pool_of(w, unit)
    held, room, name = s.artillery[unit], artillery.room(w, s, unit), w.units[unit].id
    corps, left = w.pools[pool].name, s.pools[pool]
    if not held and not room:
        why = "the pool is empty" if not left else "this unit can hold no more"
        return Panel("artillery", "Artillery", "orders", [Row(corps, why, "BTA-6.4a")])
    stops = [
        (f"the unit holds {n}, the pool {left + held - n}", o.Artillery(name, n - held))
        for n in range(held + room + 1)
    ]
    slider = _slider(f"Artillery of {corps}", held, stops, "BTA-6.4b")
    most = entry(f"Draw the maximum: {held + room}", o.Artillery(name, room))
    return Panel("artillery", "Artillery", "orders", sliders=[slider], buttons=[most] if room else [])


def _men(w: World, s: BreakthroughState, side: int, unit: int) -> Panel:
    """Return a panel for replacements, with what both pools have left, BTA-6.5."""
    name, title = w.units[unit].id, "Replacements"
    if refusal := replacements.check_replace(w, s, side, o.Replace(name, 1)):
        return Panel("replacements", title, "orders", [cannot("Not now", refusal)])
    rows = [
        Row(word.capitalize(), f"{s.replacements[at]} left", "BTA-6.5")
        for word, at in zip(POOL_WORDS[1:], replacement_places(side), strict=True)
    ]
    room, strength = replacements.room(w, s, unit), s.strength[unit]
    stops = [
        (f"strength {strength + n}" if n else f"strength {strength}, no change", o.Replace(name, n))
        for n in range(room + 1)
    ]
    slider = _slider("Replacement points", 0, stops, "BTA-6.5")
    most = entry(f"Take all {room}", o.Replace(name, room))
    return Panel("replacements", title, "orders", rows, sliders=[slider], buttons=[most])


def _formation(w: World, s: BreakthroughState, side: int, unit: int) -> Panel | None:
    """Return a panel for build-ups with their results, breakdown, and the free slots, BTA-6.6a, BTA-6.6b,
    BTA-6.6c."""
    name = w.units[unit].id
    tried: list[tuple[str, Order]] = [
        ("Build up", o.BuildUp(name, w.names(partners))) for partners in formations.build_ups(w, s, unit)
    ]
    if w.units[unit].divisional:
        tried.append(("Break down", o.BreakDown(name)))
    if not tried:
        return None
    rows, buttons = _judged(w, s, side, phase.DECISION, tried)
    slots = f"{len(on_map(w, s, side))} of {unit_limit(w, side)}"
    rows.append(Row("Units on the map", slots, "BTA-5.2a"))
    return Panel("formation", "Formation", "orders", rows, buttons=buttons)


def _bridges(w: World, s: BreakthroughState, side: int, unit: int) -> Panel | None:
    """Return a panel for each bridge site of the hex: blow it, build it, or why not.

    Rules: BTA-6.7a, BTA-6.7b, BTA-6.7c, BTA-6.7d.
    """
    name, tried = w.units[unit].id, list[tuple[str, Order]]()
    for bridge in bridges.sites(w, s, unit):
        site = w.board.bridges[bridge].name
        order = o.Blow(name, site) if bridges.intact(s, bridge) else o.Build(name, site)
        tried.append((bridge_name(w, site), order))
    rows, buttons = _judged(w, s, side, phase.DECISION, tried)
    return Panel("bridges", "Bridges", "orders", rows, buttons=buttons) if tried else None


def _drop(w: World, s: BreakthroughState, side: int, unit: int) -> Panel | None:
    """Return a panel for an air drop on the unit's hex, BTA-3.5."""
    order = o.AirDrop(w.grid.label(s.where[unit]))
    if s.supply[unit] == SUPPLIED or phase.DECISION.check(w, s, side, order) is not None:
        return None
    left = Row("Air points", f"{s.air[side]} left", "BTA-3.5")
    return Panel("drop", "Air drop", "orders", [left], buttons=[button(w, s, order)])
