"""The map of the playsheet as text: a part of it, with own units and reports of the enemy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rich.text import Text

from ardennes.games.playsheet.rules.planning import ground_of
from ardennes.games.playsheet.rules.reports import stale
from ardennes.games.playsheet.rules.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import FOREST, MARSH, ROUGH, TOWN
from ardennes.games.playsheet.schema.world import World

WIDE, MARGIN = 5, 4
GROUND = {FOREST: "f", ROUGH: "^", MARSH: "~", TOWN: "#"}
HEAD_STYLE, OWN_STYLE, ENEMY_STYLE, OLD_STYLE = "dim", "bold black on white", "bold red", "red"
LEGEND = (
    "3: so many of your units; ?2: two enemy units reported, (2) if the report is old; f forest, ^ rough, "
    "~ marsh, # town, = road; a dot before it: ground you do not hold"
)


class Window(NamedTuple):
    """The part of the map that is drawn: columns and rows, both ends included."""

    left: int
    right: int
    top: int
    bottom: int


def window(w: World, cell: int, columns: int, rows: int) -> Window:
    """So many columns and rows around a hex, within the map."""
    column, row = divmod(cell, w.rows)
    left = max(0, min(column - columns // 2, w.board.columns - columns))
    top = max(0, min(row - rows // 2, w.rows - rows))
    return Window(left, min(w.board.columns, left + columns) - 1, top, min(w.rows, top + rows) - 1)


def draw_map(
    w: World, s: PlaysheetState, side: int, part: Window, notes: Mapping[int, str] | None = None
) -> list[Text]:
    """The window as lines, north up; odd columns lie half a hex lower, on the line below."""
    own: dict[int, int] = {}
    for unit in w.of_side[side]:
        own[s.where[unit]] = own.get(s.where[unit], 0) + 1
    seen: dict[int, list[bool]] = {}
    for report in s.reports:
        if report.to == side:
            seen.setdefault(report.hex, []).append(stale(w, s, report))
    head = Text(
        " " * MARGIN + "".join(f"{c:02}".ljust(WIDE) for c in range(part.left, part.right + 1)), HEAD_STYLE
    )
    lines = [head]
    for row in range(part.top, part.bottom + 1):
        for odd in (0, 1):
            line = Text((f"{row:02}" if not odd else "").ljust(MARGIN), HEAD_STYLE)
            for column in range(part.left, part.right + 1):
                shown = column % 2 == odd
                cell = column * w.rows + row
                line.append(*_hex(w, s, side, cell, own, seen, notes or {}) if shown else (" " * WIDE, ""))
            lines.append(line)
    return lines


def _hex(
    w: World,
    s: PlaysheetState,
    side: int,
    cell: int,
    own: Mapping[int, int],
    seen: Mapping[int, list[bool]],
    notes: Mapping[int, str],
) -> tuple[str, str]:
    """What stands in a hex, and its style."""
    if own.get(cell):
        return str(own[cell]).ljust(WIDE), OWN_STYLE
    if cell in seen:
        number = len(seen[cell])
        old = all(seen[cell])
        return (f"({number})" if old else f"?{number}").ljust(WIDE), OLD_STYLE if old else ENEMY_STYLE
    if cell in notes:
        return notes[cell].ljust(WIDE), "bold"
    strange = "" if ground_of(s, side) >> cell & 1 else "."
    road = "=" if w.road_hex >> cell & 1 else ""
    return (strange + GROUND.get(w.terrain[cell], "") + road).ljust(WIDE), ""
