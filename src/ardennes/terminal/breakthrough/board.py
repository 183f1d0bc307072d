"""The map in text: a row of hexes a line, north up, every other row half a hex to the right.

P105   a stack: the kind of its strongest unit and the strength of all; Germans in capitals
i40
^=     empty ground: terrain sign, = where a road runs; towns by their first letters
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.text import Text

from ardennes.games.breakthrough.rules.position import stack_at
from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import FOREST, GERMAN, KINDS, ROUGH, SUPPLIED, TOWN
from ardennes.games.breakthrough.schema.world import World
from ardennes.terminal.screen import style

WIDE, NARROW = 4, 2  # characters of a hex
MARGIN = 3  # the number of the row
LETTERS = {"PZ": "p", "ARM": "p", "PZGR": "g", "RCN": "r", "CAV": "r", "ENG": "e", "TD": "t"}
Note = tuple[str, bool]  # what an overlay writes in a hex, and whether it stands out


class Signs(NamedTuple):
    """The characters of the map."""

    rough: str
    forest: str
    town: str
    road: str


FANCY = Signs("^", "♣", "■", "═")
ASCII = Signs("^", "f", "#", "=")
INK, FADED = "#2b2418", "#8a7d63"
# Paper by terrain: of the American, of the German.
PAPER = {
    0: ("#f1e8d0", "#dcd9d0"),
    ROUGH: ("#e6dab4", "#d0ccbb"),
    TOWN: ("#e8c7b0", "#d2b8ab"),
    FOREST: ("#c3d6a4", "#b4c0a6"),
}
COUNTERS = (("#ffffff", "#4f5a54"), ("#ffffff", "#56682c"))
NOTED = ("#2b2418", "#f5c542")


class Look(NamedTuple):
    """How the map is drawn: the characters, how wide a hex, and which rows from west to east."""

    signs: Signs = FANCY
    wide: int = WIDE
    first: int = 0
    last: int = 99


def letter(w: World, unit: int) -> str:
    """The kind of a unit in a letter: p tanks, g Panzergrenadiers, i infantry, r recon, e engineers."""
    info = w.units[unit]
    kind = "d" if info.divisional else LETTERS.get(KINDS[info.kind], "i")
    return kind.upper() if info.side == GERMAN else kind


def _ground(w: World, cell: int, look: Look) -> str:
    """An empty hex."""
    terrain, place, signs = w.board.terrain[cell], w.board.place[cell], look.signs
    if terrain == TOWN and look.wide == WIDE and place:
        return place.replace("St. ", "S").replace(" ", "")[:WIDE]
    sign = {ROUGH: signs.rough, FOREST: signs.forest, TOWN: signs.town}.get(terrain, " ")
    return sign + (signs.road if w.board.road >> cell & 1 else "")


def _block(w: World, s: BreakthroughState, cell: int, look: Look, note: Note | None) -> tuple[str, str]:
    """What stands in a hex, and its style."""
    paper = PAPER[w.board.terrain[cell]][1 if s.german >> cell & 1 else 0]
    stack = stack_at(w, s, cell)
    if note is not None and (note[1] or not stack):
        return note[0], style(*NOTED, bold=True) if note[1] else style(FADED, paper)
    if not stack:
        named = w.board.terrain[cell] == TOWN
        return _ground(w, cell, look), style(INK if named else FADED, paper, bold=named)
    strongest = max(stack, key=lambda unit: s.strength[unit])
    total = sum(s.strength[unit] for unit in stack)
    hungry = "?" if any(s.supply[unit] != SUPPLIED for unit in stack) else ""
    fore, back = COUNTERS[w.side[strongest]]
    words = f"{letter(w, strongest)}{total}{hungry}" if look.wide == WIDE else letter(w, strongest)
    if look.wide == NARROW and len(stack) > 1:
        words += str(len(stack))
    return words, style(fore, back, bold=True)


def draw_map(
    w: World, s: BreakthroughState, look: Look, notes: Mapping[int, Note] | None = None
) -> list[Text]:
    """The map as lines, the northernmost row first."""
    grid, wide = w.grid, look.wide
    top, far = grid.columns[1], max(grid.row)
    first, last = max(0, look.first), min(far, look.last)
    head = Text(" " * MARGIN)
    for y in _span(first, last):
        head.append(f"{y:<{wide}}" if y % 2 == 0 or wide == WIDE else " " * wide)
    lines = [head]
    for x in range(top, grid.columns[0] - 1, -1):
        text = Text(f"{x:>2} ")
        text.append(" " * (wide // 2 if x % 2 else 0))
        for y in _span(first, last):
            cell = grid.find(f"{x},{y}")
            if cell is None:
                continue
            words, name = _block(w, s, cell, look, notes.get(cell) if notes else None)
            text.append(f"{words[:wide]:<{wide}}", name)
        lines.append(text)
    return lines


def _span(first: int, last: int) -> range:
    return range(first, last + 1)


def legend(look: Look) -> str:
    """What the signs mean."""
    x = look.signs
    return (
        f"{x.rough} rough, {x.forest} forest, {x.town} town, {x.road} road | GERMAN, american: p tanks, "
        "g grenadiers, i infantry, r recon, e engineers, t tank destroyers, d division; then the strength of "
        "the stack, ? not supplied | hex 19,23 is row 19, column 23"
    )
