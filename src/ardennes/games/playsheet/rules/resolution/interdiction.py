"""Units under interdiction: who rolls when, and what it does to them (OPS-INT-6, OPS-INT-7, OPS-INT-8)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.model.events import Shelled
from ardennes.games.playsheet.rules.model.state import IMMOBILISED
from ardennes.games.playsheet.rules.resolution.notebook import Area, Turn, lose
from ardennes.games.playsheet.rules.tables import interdiction
from ardennes.games.playsheet.schema.sheet import STEP_LOSS, UNHURT


def at_the_start(turn: Turn) -> None:
    """Every unit of either side that stands in an area as movement begins: by anchor, then unit id."""
    for number, area in _in_order(turn):
        for unit in sorted(u for cell in area.cells for u in turn.at.get(cell, ())):
            _roll(turn, number, area, unit)


def on_entering(turn: Turn, unit: int) -> None:
    """A unit that moves into an area, once for each area and turn, OPS-INT-7."""
    for number, area in _in_order(turn):
        if turn.s.where[unit] in area.cells:
            _roll(turn, number, area, unit)


def _in_order(turn: Turn) -> list[tuple[int, Area]]:
    return sorted(enumerate(turn.areas), key=lambda found: (found[1].anchor, found[1].side))


def _roll(turn: Turn, number: int, area: Area, unit: int) -> None:
    w, s = turn.w, turn.s
    if (unit, number) in turn.shelled or s.where[unit] < 0:
        return
    turn.shelled.add((unit, number))
    die = turn.roll(f"interdiction of {w.label(area.anchor)}: {w.units[unit].id}", "OPS-INT-6")
    effect = interdiction.effect(w.sheet, area.row, die)
    if effect == UNHURT:
        return
    s.marks[unit] |= IMMOBILISED
    step = effect == STEP_LOSS
    turn.events.append(Shelled(w.units[unit].side, w.units[unit].id, w.label(s.where[unit]), True, step))
    if step:
        lose(turn, unit, 1, "interdiction")
