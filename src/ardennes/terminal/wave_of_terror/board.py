"""A part of the map in text: each hex four characters wide and two lines high, odd columns half a hex lower.

P 3   a stack: the kind of its strongest unit and how many lie there; Germans in capitals
i+2   of the enemy: what is seen, and how many more below it
f=    empty ground: forest, ridge, marsh, = where a road runs; towns by their first letters
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.text import Text

from ardennes.games.wave_of_terror.rules.position import units_at
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.terms import FOREST, GERMAN, KINDS, MARSH, NO_PLACE, RIDGE
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.terminal.screen import style
from ardennes.terminal.wave_of_terror.words import unseen_at

WIDE = 4  # characters of a hex
MARGIN = 4  # the number of the row
LETTERS = {
    "panzer": "p", "armor": "p", "mech inf": "g", "assault gun": "s", "tank destroyer": "t",
    "recon-cavalry": "r", "engineer": "e", "artillery": "a", "parachute": "f", "glider": "f",
}  # fmt: skip
Note = str  # what an overlay writes in a hex


class Signs(NamedTuple):
    """The characters of the map."""

    forest: str
    ridge: str
    marsh: str
    road: str


FANCY = Signs("♣", "^", "≈", "═")
ASCII = Signs("f", "^", "~", "=")
INK, FADED = "#2b2418", "#8a7d63"
PAPER = {FOREST: ("#c3d6a4", "#b4c0a6"), RIDGE: ("#e6dab4", "#d0ccbb"), MARSH: ("#cfe0dc", "#bccbc9")}
CLEAR = ("#f1e8d0", "#dcd9d0")
COUNTERS = (("#ffffff", "#4f5a54"), ("#ffffff", "#56682c"))
NOTED = ("#2b2418", "#f5c542")


class Window(NamedTuple):
    """The part of the map that is drawn: columns and rows, both ends included."""

    left: int
    right: int
    top: int
    bottom: int


def window(w: World, cell: int, columns: int, rows: int) -> Window:
    """So many columns and rows around a hex, within the map."""
    low, high = w.grid.columns
    first, last = w.grid.rows
    left = max(low, min(w.grid.column[cell] - columns // 2, high - columns + 1))
    top = max(first, min(w.grid.row[cell] - rows // 2, last - rows + 1))
    return Window(left, min(high, left + columns - 1), top, min(last, top + rows - 1))


def letter(w: World, unit: int) -> str:
    """The kind of a unit in a letter, Germans in capitals."""
    kind = LETTERS.get(KINDS[w.units[unit].kind], "i")
    return kind.upper() if w.side[unit] == GERMAN else kind


def _ground(w: World, s: WaveState, cell: int, signs: Signs) -> str:
    if w.board.place[cell] != NO_PLACE and w.board.names[cell]:
        return w.board.names[cell].replace("St. ", "S").replace(" ", "")[: WIDE - 1]
    sign = {FOREST: signs.forest, RIDGE: signs.ridge, MARSH: signs.marsh}.get(w.board.terrain[cell], " ")
    return sign + (signs.road if w.board.road >> cell & 1 else "")


def _block(w: World, s: WaveState, cell: int, signs: Signs, note: Note | None) -> tuple[str, str]:
    """What stands in a hex, and its style."""
    paper = PAPER.get(w.board.terrain[cell], CLEAR)[0 if not s.german >> cell & 1 else 1]
    if note is not None:
        return note, style(*NOTED, bold=True)
    stack = units_at(w, s, cell)
    if not stack:
        named = w.board.place[cell] != NO_PLACE
        return _ground(w, s, cell, signs), style(INK if named else FADED, paper, bold=named)
    strongest = max(stack, key=lambda unit: (w.attack[unit][s.steps[unit]], -unit))
    hidden = unseen_at(s, cell)
    count = f"+{hidden}" if hidden else str(len(stack)) if len(stack) > 1 else ""
    return f"{letter(w, strongest)}{count}", style(*COUNTERS[w.side[strongest]], bold=True)


def draw_map(
    w: World, s: WaveState, view: Window, signs: Signs, notes: Mapping[int, Note] | None = None
) -> list[Text]:
    """The window as lines, north up."""
    cells = {(w.grid.column[cell], w.grid.row[cell]): cell for cell in w.grid.cells}
    height = 2 * (view.bottom - view.top + 1) + 1
    lines = [
        Text(f"{view.top + at // 2:>3} " if at % 2 == 0 and at < height - 1 else " " * MARGIN)
        for at in range(height)
    ]
    head = Text(" " * MARGIN)
    for column in range(view.left, view.right + 1):
        some = next(
            (cells[column, row] for row in range(view.top, view.bottom + 1) if (column, row) in cells), None
        )
        head.append(f"{w.grid.label(some)[:3] if some is not None else '':<{WIDE}}")
        low = _pushed(w, column)
        blank = " " * WIDE
        if low:
            lines[0].append(blank)
        for row in range(view.top, view.bottom + 1):
            at = 2 * (row - view.top) + low
            cell = cells.get((column, row))
            if cell is None:
                words, look = "", ""
            else:
                words, look = _block(w, s, cell, signs, notes.get(cell) if notes else None)
            lines[at].append(f"{words[:WIDE]:<{WIDE}}", look)
            lines[at + 1].append(blank, look)
        if not low:
            lines[-1].append(blank)
    return [head, *lines]


def _pushed(w: World, column: int) -> int:
    """Is the column half a hex lower?"""
    return int((column % 2 == 1) == (w.grid.pushed == "odd"))


def legend(signs: Signs) -> str:
    """What the signs mean."""
    return (
        f"{signs.forest} forest, {signs.ridge} ridge, {signs.marsh} marsh, {signs.road} road | GERMAN, "
        "allied: p tanks, g mechanized, i infantry, f parachutists, r recon, e engineers, a artillery, "
        "s assault guns, t tank destroyers; then how many, +2: two more not seen | E31 and 19: hex E3119"
    )
