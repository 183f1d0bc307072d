"""Bridges: what each side knows of them, demolition, building (OPS-BRDG)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.model.events import BridgeBlown, BridgeBuilt, BridgeStands
from ardennes.games.playsheet.rules.model.orders import Bridge, Demolish
from ardennes.games.playsheet.rules.model.state import DEFENDED, PlaysheetState
from ardennes.games.playsheet.rules.orders.routes import believed_blown
from ardennes.games.playsheet.rules.resolution.notebook import Turn, carried_out, lapse
from ardennes.games.playsheet.schema.sheet import HEX_KM
from ardennes.games.playsheet.schema.terms import ALLIED, DUMP, GERMAN
from ardennes.games.playsheet.schema.world import World


def dry(w: World, a: int, b: int, blown: int) -> bool:
    """Can all units step to the neighbouring hex: no river, or an intact bridge? OPS-BRDG-1."""
    bridge = w.bridge_between(a, b)
    return not blown >> bridge & 1 if bridge >= 0 else not w.crossing(a, b)


def learn(turn: Turn, side: int, a: int, b: int) -> None:
    """Show a side the true state of the bridge between two hexes, and report news, OPS-BRDG-1."""
    bridge = turn.w.bridge_between(a, b)
    if bridge < 0 or not _now_knows(turn.s, side, bridge):
        return
    name = turn.w.bridges[bridge].id
    if turn.s.blown >> bridge & 1:
        turn.events.append(BridgeBlown(side, name))
    else:
        turn.events.append(BridgeStands(side, name, "our troops see it"))


def _now_knows(s: PlaysheetState, side: int, bridge: int) -> bool:
    """Set the side's belief of a bridge to the truth and return whether it was wrong before."""
    before = believed_blown(s, side)
    after = before & ~(1 << bridge) | s.blown & 1 << bridge
    if side == GERMAN:
        s.german_thinks_blown = after
    else:
        s.allied_thinks_blown = after
    return after != before


def observe(turn: Turn) -> None:
    """Show each side the bridges of the hexes its units are in, at OBSERVE, OPS-BRDG-1."""
    w, s = turn.w, turn.s
    for side in (ALLIED, GERMAN):
        wrong = believed_blown(s, side) ^ s.blown
        for bridge in w.bridges:
            if wrong >> bridge.index & 1 and any(turn.holds(end, side) for end in bridge.ends):
                learn(turn, side, *bridge.ends)


def enemy_near(turn: Turn, bridge: int, side: int) -> bool:
    """Is an enemy combat unit within 2 km of either hex of a bridge? OPS-BRDG-2, OPS-BRDG-3."""
    w, s = turn.w, turn.s
    reach = w.limits.bridge_near_km // HEX_KM
    return any(
        w.combat[unit] and s.where[unit] >= 0 and w.distance(end, s.where[unit]) <= reach
        for unit in w.of_side[1 - side]
        for end in w.bridges[bridge].ends
    )


def prepared_demolitions(turn: Turn) -> None:
    """Blow charges of units that defended last turn, before units move, OPS-BRDG-2."""
    for bridge, unit in _charges(turn):
        if turn.s.marks[unit] & DEFENDED:
            _blow(turn, bridge, unit)


def late_demolitions(turn: Turn) -> None:
    """Blow the other charges at the end of MOVE_B, if the units are still there, OPS-BRDG-2."""
    for bridge, unit in _charges(turn):
        if turn.s.marks[unit] & DEFENDED:
            continue
        if turn.s.where[unit] == turn.s.began[unit]:
            _blow(turn, bridge, unit)
        else:
            lapse(turn, unit, "it had to leave the bridge before the charges were ready", "OPS-BRDG-2")


def _charges(turn: Turn) -> list[tuple[int, int]]:
    """Return the bridges that units should blow, with the unit, by hexside and unit id."""
    w, result = turn.w, []
    for unit, order in enumerate(turn.orders):
        if isinstance(order, Demolish) and order.what != DUMP and turn.s.began[unit] >= 0:
            bridge = w.bridge_by_id.get(order.what, -1)
            if bridge >= 0 and turn.s.began[unit] in w.bridges[bridge].ends:
                result.append((bridge, unit))
    return sorted(result)


def _blow(turn: Turn, bridge: int, unit: int) -> None:
    """Roll for one charge; a bridge that is already down needs no die, OPS-BRDG-2."""
    w, s, side = turn.w, turn.s, turn.w.units[unit].side
    name = w.bridges[bridge].id
    if s.blown >> bridge & 1:
        learn(turn, side, *w.bridges[bridge].ends)
        lapse(turn, unit, f"the {w.bridge_text(name)} is already down", "OPS-BRDG-2")
        return
    limits = w.limits
    needed = limits.demolition_die_engineers if w.units[unit].engineer else limits.demolition_die
    text = f"{w.name(unit)} tries to blow up the {w.bridge_text(name)}"
    die = turn.roll(f"demolition of {name} by {w.units[unit].id}", "OPS-BRDG-2", text)
    if die - (limits.demolition_near_enemy if enemy_near(turn, bridge, side) else 0) >= needed:
        s.blown |= 1 << bridge
        _now_knows(s, side, bridge)
        turn.events.append(BridgeBlown(side, name))
    else:
        _now_knows(s, side, bridge)
        turn.events.append(BridgeStands(side, name, "the charge failed"))


def build(turn: Turn) -> None:
    """Finish bridges at TURN_END that engineers worked on undisturbed, OPS-BRDG-3."""
    w, s = turn.w, turn.s
    for unit, order in enumerate(turn.orders):
        if not isinstance(order, Bridge) or s.where[unit] < 0:
            continue
        bridge = w.bridge_by_id.get(order.hexside, -1)
        if bridge < 0 or s.began[unit] not in w.bridges[bridge].ends:
            continue
        side, name = w.units[unit].side, w.bridges[bridge].id
        if not carried_out(turn, unit):
            lapse(turn, unit, f"it could not stay at the {w.bridge_text(name)}", "OPS-BRDG-3")
        elif enemy_near(turn, bridge, side):
            lapse(
                turn, unit, f"an enemy combat unit is within 2 km of the {w.bridge_text(name)}", "OPS-BRDG-3"
            )
        else:
            s.blown &= ~(1 << bridge)
            _now_knows(s, side, bridge)
            turn.events.append(BridgeBuilt(side, name))
