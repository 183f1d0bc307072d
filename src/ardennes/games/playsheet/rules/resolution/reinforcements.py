"""Reinforcements: where and when they enter the map (OPS-UNIT-11)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.knowledge.reports import enter
from ardennes.games.playsheet.rules.model.events import Arrived, Delayed
from ardennes.games.playsheet.rules.model.state import NOT_YET, SUPPLIED
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.schema.map import load_board
from ardennes.games.playsheet.schema.world import World


def entries(w: World, unit: int) -> list[int]:
    """Return the entry hexes of a unit: its own, then the side's others of that edge, the nearest first."""
    home = w.units[unit].hex
    edge = entry_edge(w, unit)
    side = w.units[unit].side
    others = [e.hex for e in w.edges if e.edge == edge and e.side == side and e.hex != home]
    own = [home] if w.board.ground >> home & 1 else []  # OPS-SHORT-1
    return [*own, *sorted(others, key=lambda cell: (w.distance(home, cell), cell))]


def entry_edge(w: World, unit: int) -> int:
    """Return the edge where a unit enters, as printed; -1 for none."""
    printed = load_board(w.folder).edges if w.part is not None else w.edges
    return next((edge.edge for edge in printed if edge.hex == w.units[unit].hex), -1)


def open_to(turn: Turn, unit: int, cell: int) -> bool:
    """Can the unit enter here: no enemy in the hex or next to it, and room?"""
    enemy = 1 - turn.w.units[unit].side
    if turn.holds(cell, enemy) or any(turn.holds(near, enemy) for near in turn.w.near[cell]):
        return False
    return turn.has_room(cell, unit)


def arrive(turn: Turn) -> None:
    """Bring in the units that are due in a Day turn; those without a free entry hex wait for the next one."""
    w, s = turn.w, turn.s
    if turn.night:
        return
    for unit in range(len(w.units)):
        if s.where[unit] != NOT_YET or not w.in_play[unit] or not 0 < w.units[unit].arrives <= s.turn:
            continue
        cell = next((cell for cell in entries(w, unit) if open_to(turn, unit, cell)), -1)
        if cell < 0:
            turn.events.append(Delayed(w.units[unit].side, w.units[unit].id))
            continue
        turn.put(unit, cell)
        s.began[unit] = cell
        s.sp[unit] = w.limits.sp_limit  # OPS-UNIT-9
        s.marks[unit] = SUPPLIED  # it enters by a road that supplies its side
        enter(turn, unit, cell)
        turn.events.append(Arrived(w.units[unit].side, w.units[unit].id, w.label(cell)))
