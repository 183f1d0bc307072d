"""OBSERVE from the air: recce squadrons over their zones, at the end of movement (OPS-RECCE)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.knowledge import reports
from ardennes.games.playsheet.rules.model.orders import Move, Reconnoitre, Support
from ardennes.games.playsheet.rules.model.state import MARCHED, MOVED
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.rules.tables import reconnaissance
from ardennes.games.playsheet.schema.names import squadron_name
from ardennes.games.playsheet.schema.terms import MODES, RECCE, ROAD


def run(turn: Turn) -> None:
    """Resolve zones, squadrons and units in order; of two squadrons the higher die counts, OPS-RECCE-10."""
    since = len(turn.events)
    zones: dict[int, list[int]] = {}
    for squadron, order in enumerate(turn.flights):
        if isinstance(order, Reconnoitre):
            zones.setdefault(order.zone, []).append(squadron)
    for zone in sorted(zones):
        best: dict[tuple[int, int], int] = {}
        for squadron in zones[zone]:
            for unit, die in _look(turn, squadron, zone):
                side = turn.w.squadrons[squadron].side
                best[side, unit] = max(die, best.get((side, unit), 0))
        _report(turn, best)
    reports.sort_reports(turn, since)


def _look(turn: Turn, squadron: int, zone: int) -> list[tuple[int, int]]:
    """Roll for one squadron: every enemy in its zone that is not in cover, OPS-RECCE-1, OPS-RECCE-2."""
    w, s = turn.w, turn.s
    result = []
    for unit in w.of_side[1 - w.squadrons[squadron].side]:
        cell = s.where[unit]
        if cell >= 0 and w.zone[cell] == zone and not covered(turn, unit):
            name = w.squadrons[squadron].id
            key = f"reconnaissance of {w.label(cell)} by {name}: {w.units[unit].id}"
            text = f"{squadron_name(name)} searches for {w.name(unit)} {w.at_hex(cell)}"
            result.append((unit, turn.roll(key, "OPS-RECCE-2", text)))
    return result


def covered(turn: Turn, unit: int) -> bool:
    """Does the ground hide the unit? OPS-RECCE-8, OPS-RECCE-9."""
    u, order = turn.w.units[unit], turn.orders[unit]
    in_column = isinstance(order, Move | Support) and order.mode == MODES[ROAD]
    by_road = in_column and bool(turn.s.marks[unit] & MARCHED)
    return reconnaissance.in_cover(turn.w.terrain[turn.s.where[unit]], u.tank or u.row == RECCE, by_road)


def _report(turn: Turn, best: dict[tuple[int, int], int]) -> None:
    """Report what was seen of each unit."""
    w, s = turn.w, turn.s
    for (side, unit), die in best.items():
        u, cell = w.units[unit], s.where[unit]
        on_trucks = unit in turn.trucks and bool(s.marks[unit] & MARCHED)
        column = reconnaissance.column(reconnaissance.vehicles(u.row, on_trucks), bool(s.marks[unit] & MOVED))
        words = reconnaissance.report(w.sheet, column, die, len(turn.units_in(cell, u.side)))
        if words == "none":
            continue
        learned = reconnaissance.learned(words)
        type_, size = "type" in learned, "size" in learned
        point = reports.heading(w, s.began[unit], cell) if "direction" in learned else -1
        reports.report(turn, side, unit, reports.AIR, type=type_, size=size, direction=point)
