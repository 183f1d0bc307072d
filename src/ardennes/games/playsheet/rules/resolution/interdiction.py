"""Units under interdiction: when they roll, and the effects (OPS-INT-6, OPS-INT-7, OPS-INT-8)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.model.events import Shelled
from ardennes.games.playsheet.rules.model.state import IMMOBILISED
from ardennes.games.playsheet.rules.resolution.notebook import Area, Turn, lose
from ardennes.games.playsheet.rules.tables import interdiction
from ardennes.games.playsheet.schema.sheet import STEP_LOSS, UNHURT


def at_the_start(turn: Turn) -> None:
    """Roll for every unit in an area when movement begins, by anchor, then by unit id."""
    for number, area in _in_order(turn):
        for unit in sorted(u for cell in area.cells for u in turn.at.get(cell, ())):
            _roll(turn, number, area, unit)


def on_entering(turn: Turn, unit: int) -> None:
    """Roll for a unit that enters an area, once for each area and turn, OPS-INT-7."""
    for number, area in _in_order(turn):
        if turn.s.where[unit] in area.cells:
            _roll(turn, number, area, unit)


def _in_order(turn: Turn) -> list[tuple[int, Area]]:
    return sorted(enumerate(turn.areas), key=lambda area: (area[1].anchor, area[1].side))


def _roll(turn: Turn, number: int, area: Area, unit: int) -> None:
    w, s = turn.w, turn.s
    if (unit, number) in turn.shelled or s.where[unit] < 0:
        return
    turn.shelled.add((unit, number))
    key = f"interdiction of {w.label(area.anchor)}: {w.units[unit].id}"
    text = f"interdiction of {w.name(unit)} in the area {w.at_hex(area.anchor)}"
    die = turn.roll(key, "OPS-INT-6", text)
    effect = interdiction.effect(w.sheet, area.row, die)
    if effect == UNHURT:
        return
    s.marks[unit] |= IMMOBILISED
    step = effect == STEP_LOSS
    turn.events.append(Shelled(w.units[unit].side, w.units[unit].id, w.label(s.where[unit]), True, step))
    if step:
        lose(turn, unit, 1, "lost to interdiction")
