"""The map in text: one small block of lines a hex, columns west to east, even columns half a row up.

    full block            compact block
     1206f a               1206f a      number, terrain, who holds it
     Spa                   106th=2      place, or strongest unit, marks, how many
     106th=
     A4x2?                              side, factors, number of units, ? when out of supply

The first character of each line is the western hexsides: a river, a bridge over it, or a road. The
last line of a block shows a river or a road on its southern side. German units are in capitals and
Allied units in small letters, so that nothing hangs on colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.text import Text

from ardennes.games.tigers.rules.position import bridged
from ardennes.games.tigers.rules.state import DISRUPTED, ENTRENCHED, TigersState
from ardennes.games.tigers.rules.supply import in_supply
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import DOWN, LEFT_DOWN, LEFT_UP, OFF_MAP
from ardennes.terminal.screen import style
from ardennes.terminal.tigers.words import NEED_NOTHING

WIDTH = 7  # of a block
FULL, COMPACT = 4, 2  # lines of a block

Segment = tuple[str, str]  # words, style
Note = tuple[str, bool]  # what an overlay writes in a hex, and whether it stands out


class Signs(NamedTuple):
    """The characters of the map."""

    forest: str
    venn: str
    venn_forest: str
    river_west: str
    bridge_west: str
    road_west: str
    river_south: str
    bridge_south: str
    road_south: str
    disrupted: str = "!"
    entrenched: str = "="
    both: str = "#"
    starving: str = "?"


FANCY = Signs("♣", "≈", "≋", "║", "╫", "╌", "~", "╪", "╎")
ASCII = Signs("f", "v", "w", "|", "+", "-", "~", "+", ":")

# Both colours are always given, so that the map looks like paper on any terminal.
INK, FADED, BLUE, BROWN = "#2b2418", "#8a7d63", "#2f6ea5", "#8c4a2f"
PAPER = {
    "open": ("#f1e8d0", "#eae0c5"),
    "forest": ("#c3d6a4", "#bacf9a"),
    "venn": ("#d6d3a0", "#cfcb97"),
    "city": ("#e8c7b0", "#e2bfa7"),
}
COUNTERS = {"german": ("#ffffff", "#4f5a54"), "us": ("#ffffff", "#56682c"), "british": ("#2b2418", "#d2ac66")}
NOTED = ("#2b2418", "#f5c542")


class Look(NamedTuple):
    """How the map is drawn."""

    signs: Signs = FANCY
    lines: int = FULL
    first: int = 1
    last: int = 99


FULL_LOOK = Look()


class Stack(NamedTuple):
    """The units a hex shows: those of the stronger side there, strongest first."""

    side: int
    units: list[int]


def stack_in(w: World, s: TigersState, cell: int) -> Stack | None:
    """Read from positions alone, so that only what the view holds can be shown."""
    here = [u for u, where in enumerate(s.where) if where == cell]
    if not here:
        return None
    strength = [sum(w.factor[u] for u in here if w.side[u] == side) for side in (GERMAN, ALLIED)]
    sides = {w.side[u] for u in here}
    side = (
        ALLIED if sides == {ALLIED} or (len(sides) == 2 and strength[ALLIED] >= strength[GERMAN]) else GERMAN
    )
    own = [u for u in here if w.side[u] == side]
    return Stack(side, sorted(own, key=lambda u: (-w.factor[u], u)))


def cased(w: World, unit: int) -> str:
    """What the counter shows: German in capitals, Allied in small letters."""
    info = w.units[unit]
    return info.short.upper() if info.side == GERMAN else info.short.lower()


def mark_of(s: TigersState, units: Sequence[int], signs: Signs) -> str:
    """Whether any of the units is Disrupted or entrenched."""
    flags = 0
    for unit in units:
        flags |= s.status[unit]
    if flags & DISRUPTED and flags & ENTRENCHED:
        return signs.both
    return signs.disrupted if flags & DISRUPTED else signs.entrenched if flags & ENTRENCHED else ""


def starving(w: World, s: TigersState, units: Sequence[int]) -> bool:
    """Is any of the units out of supply?"""
    return any(w.units[u].kind not in NEED_NOTHING and not in_supply(w, s, u) for u in units)


def short_place(name: str) -> str:
    """A place name in six letters."""
    name = name.split(" (")[0].replace("St. ", "St.")
    words = name.split()
    if len(name) <= WIDTH - 1:
        return name
    if len(words) > 1 and len(words[0]) <= 5:
        return f"{words[0][0]}.{words[1][: WIDTH - 3]}"
    return name[: WIDTH - 2] + "."


def terrain_sign(w: World, cell: int, signs: Signs) -> str:
    forest, venn = w.board.forest >> cell & 1, w.board.venn >> cell & 1
    if forest and venn:
        return signs.venn_forest
    return signs.forest if forest else signs.venn if venn else " "


class _Block:
    """One hex: its lines, each exactly as wide as a block."""

    def __init__(self, w: World, s: TigersState, cell: int, look: Look, note: Note | None) -> None:
        self.w, self.s, self.cell, self.look, self.note = w, s, cell, look, note
        self.signs = look.signs
        self.stack = stack_in(w, s, cell)
        self.starving = self.stack is not None and starving(w, s, self.stack.units)
        board = w.board
        bit = 1 << cell
        kind = "city" if board.city & bit else "venn" if board.venn & bit else "open"
        kind = "forest" if board.forest & bit and kind == "open" else kind
        self.paper = PAPER[kind][w.grid.column[cell] % 2]

    def ink(self, colour: str = INK, *, bold: bool = False) -> str:
        return style(colour, self.paper, bold=bold)

    def lines(self) -> list[list[Segment]]:
        if self.look.lines == COMPACT:
            return [
                [self.west(LEFT_UP, 1), *self.number(marked=True)],
                [self.west(LEFT_DOWN, 1), *self.south(self.middle())],
            ]
        place = self.place()
        return [
            [self.west(LEFT_UP, 0), *self.number()],
            [self.west(LEFT_UP, 1), *self.filled(place)],
            [self.west(LEFT_DOWN, 1), *self.filled(self.top_unit())],
            [self.west(LEFT_DOWN, 0), *self.south(self.total())],
        ]

    def filled(self, parts: list[Segment]) -> list[Segment]:
        """A line after its first character, padded to the width."""
        used = sum(len(words) for words, _ in parts)
        return [*parts, (" " * (WIDTH - 1 - used), self.ink())]

    def number(self, *, marked: bool = False) -> list[Segment]:
        holder = "a" if self.s.held >> self.cell & 1 else "g"
        if marked and self.stack is not None:
            mark = mark_of(self.s, self.stack.units, self.signs)
            holder = (self.signs.starving if self.starving else mark) or holder
        label = self.w.grid.label(self.cell)
        sign = terrain_sign(self.w, self.cell, self.signs)
        return [(f"{label:<4}", self.ink()), (sign, self.ink("#3c6b2a")), (holder, self.ink(FADED))]

    def place(self) -> list[Segment]:
        name = self.w.board.place_of.get(self.cell)
        if not name:
            return []
        bit = 1 << self.cell
        short = short_place(name)
        if self.w.board.city & bit:
            return [(short.upper(), self.ink(bold=True))]
        town = bool(self.w.board.town & bit)
        return [(short, self.ink(bold=town) if town else self.ink(FADED))]

    def noted(self) -> list[Segment]:
        assert self.note is not None
        words, loud = self.note
        return [(words[: WIDTH - 1], style(*NOTED, bold=True) if loud else self.ink(FADED))]

    def counter(self, words: str) -> list[Segment]:
        assert self.stack is not None
        fore, back = COUNTERS[self.w.units[self.stack.units[0]].nation]
        return [(words, style(fore, back, bold=True))]

    def top_unit(self) -> list[Segment]:
        if self.stack is None:
            return self.noted() if self.note else []
        words = cased(self.w, self.stack.units[0]) + mark_of(self.s, self.stack.units, self.signs)
        return self.counter(f"{words:<{WIDTH - 1}}")

    def total(self) -> list[Segment]:
        if self.note is not None and self.stack is not None:
            return self.noted()
        if self.stack is None:
            return []
        factors = sum(self.w.factor[u] for u in self.stack.units)
        hunger = self.signs.starving if self.starving else ""
        return self.counter(f"{'GA'[self.stack.side]}{factors}x{len(self.stack.units)}{hunger}")

    def middle(self) -> list[Segment]:
        """The one line of a compact block below its number."""
        if self.note is not None:
            return self.noted()
        if self.stack is None:
            return self.place()
        count = str(len(self.stack.units)) if len(self.stack.units) > 1 else ""
        return self.counter(f"{cased(self.w, self.stack.units[0]):<5}{count}")

    def west(self, direction: int, line: int) -> Segment:
        """The hexside to the west on one line: a river, its bridge, or a road on the inner line."""
        river = self.w.board.river_at[self.cell][direction]
        if river >= 0:
            bridge = line == 1 and bridged(self.s, river)
            return (self.signs.bridge_west if bridge else self.signs.river_west, self.ink(BLUE, bold=True))
        road = line == 1 and self.w.board.road_dirs[self.cell] >> direction & 1
        off_map = self.w.grid.neighbours[self.cell][direction] == OFF_MAP
        return (self.signs.road_west if road and not off_map else " ", self.ink(BROWN))

    def south(self, parts: list[Segment]) -> list[Segment]:
        """The last line: what is left of it shows the southern hexside."""
        used = sum(len(words) for words, _ in parts)
        room = WIDTH - 1 - used
        river = self.w.board.river_at[self.cell][DOWN]
        if river >= 0 and room:
            water = self.signs.river_south * room
            if bridged(self.s, river):
                water = water[:-1] + self.signs.bridge_south
            return [*parts, (water, self.ink(BLUE, bold=True))]
        if room and self.w.board.road_dirs[self.cell] >> DOWN & 1:
            return [*parts, (" " * (room - 1), self.ink()), (self.signs.road_south, self.ink(BROWN))]
        return [*parts, (" " * room, self.ink())]


def draw_map(
    w: World, s: TigersState, look: Look = FULL_LOOK, notes: Mapping[int, Note] | None = None
) -> list[Text]:
    """The map as lines; `notes` are written into hexes in place of nothing or of the stack's strength."""
    grid = w.grid
    first, last = max(look.first, grid.columns[0]), min(look.last, grid.columns[1])
    height = look.lines
    top = max(grid.position(c)[1] for c in grid.cells)
    rows: dict[int, dict[int, list[Segment]]] = {}
    for cell in grid.cells:
        column = grid.column[cell]
        if first <= column <= last:
            at = round((top - grid.position(cell)[1]) * height)
            note = notes.get(cell) if notes is not None else None
            for offset, segments in enumerate(_Block(w, s, cell, look, note).lines()):
                rows.setdefault(at + offset, {})[column] = segments
    drawn = []
    for at in sorted(rows):
        text = Text()
        for column in range(first, last + 1):
            for words, name in rows[at].get(column, [(" " * WIDTH, "")]):
                text.append(words, name)
        drawn.append(text)
    return drawn


def legend(look: Look) -> list[str]:
    """What the signs mean."""
    x = look.signs
    units = "G11x4: German, 11 factors, 4 units" if look.lines == FULL else "a number: units in the stack"
    return [
        f"{x.forest} forest, {x.venn} Hohe Venn, {x.venn_forest} both | a, g: held by | "
        f"GERMAN, allied | {x.disrupted} Disrupted, {x.entrenched} entrenched, {x.both} both, "
        f"{x.starving} unsupplied",
        f"{x.river_west} {x.river_south * 2} river, {x.bridge_west} {x.bridge_south} bridge, "
        f"{x.road_west} {x.road_south} road, on the hexsides to the west and south | {units}",
    ]
