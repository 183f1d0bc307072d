"""The map in text, drawn from what the table says: a small block of lines a hex, north up or turned.

Hexes with a flat top stand in columns, every other column half a hex lower; hexes on their points stand in
rows, every other row half a hex to the right. A block shows, as far as it has room, number, ground, holder,
place, units; its first character and its southern (or upper) edge show what lies on the hexsides: a river,
a bridge over it, a road. German units are in capitals, Allied units in small letters, so that nothing hangs
on colour.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.text import Text

from ardennes.kernel.wire import BoardState, Hex, Stage, UnitState
from ardennes.terminal.names import Names
from ardennes.terminal.screen import style

MARGIN = 4  # the numbers beside the map
KEY_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")  # of keys 1 to 6, as the map lies on the screen
Segment = tuple[str, str]  # words, style
Note = tuple[str, bool]  # what an overlay writes in a hex, and whether it stands before units
LETTERS = {"armor": "p", "panzergrenadier": "g", "airborne": "f", "cavalry": "r", "recon": "r"}
KIND_WORDS = {"p": "tanks", "g": "grenadiers", "f": "parachutists", "r": "recon"}
GROUNDS = (  # what the words of the stage look like: forest and Hohe Venn together, then each by itself
    ("both", ("venn", "forest")), ("forest", ("forest",)), ("rough", ("rough",)), ("rough", ("ridge",)),
    ("marsh", ("marsh",)), ("marsh", ("venn",)), ("town", ("town",)),
)  # fmt: skip


class Signs(NamedTuple):
    """The characters of the map."""

    forest: str
    rough: str
    marsh: str
    both: str
    town: str
    road: str
    exit: str
    river_west: str
    bridge_west: str
    road_west: str
    river_flat: str
    bridge_flat: str
    road_flat: str


FANCY = Signs("♣", "^", "≈", "≋", "■", "═", "»", "║", "╫", "╌", "~", "╪", "╎")
ASCII = Signs("f", "^", "v", "w", "#", "=", ">", "|", "+", "-", "~", "+", ":")

# Both colours are always given, so that the map looks like paper on any terminal.
INK, FADED, BLUE, BROWN, GREEN = "#2b2418", "#8a7d63", "#2f6ea5", "#8c4a2f", "#3c6b2a"
PAPER = {  # by ground: of the Allies, of the Germans
    "": ("#f1e8d0", "#dcd9d0"),
    "forest": ("#c3d6a4", "#b4c0a6"),
    "rough": ("#e6dab4", "#d0ccbb"),
    "marsh": ("#d6d3a0", "#c4c2a0"),
    "both": ("#c9d3a0", "#b7be9e"),
    "town": ("#e8c7b0", "#d2b8ab"),
}
COUNTERS = {"german": ("#ffffff", "#4f5a54"), "uk": ("#2b2418", "#d2ac66")}
OTHERS = ("#ffffff", "#56682c")
NOTED = ("#2b2418", "#f5c542")


class Look(NamedTuple):
    """How large a hex is drawn: characters and lines."""

    width: int
    height: int


class Window(NamedTuple):
    """The part of the map that is drawn, in characters and lines of the whole."""

    left: int
    top: int
    width: int
    height: int


class Stack(NamedTuple):
    """The units a hex shows: those of the stronger side there, strongest first."""

    side: str
    units: Sequence[UnitState]


def capitals(side: str, words: str) -> str:
    """German in capitals, others in small letters."""
    return words.upper() if side == "german" else words.lower()


def ground_of(hex_: Hex) -> str:
    """The kind of ground, as the map knows it; empty for open ground."""
    return _ground(hex_.terrain)


@functools.cache  # a game has a few kinds; a map asks several times a hex
def _ground(terrain: str) -> str:
    words = terrain.lower().partition(" · ")[0]
    return next((kind for kind, said in GROUNDS if all(word in words for word in said)), "")


class TextMap:
    """The map of one game; it holds nothing that changes."""

    def __init__(self, stage: Stage, names: Names, *, turned: bool = False) -> None:
        """Lay out the hexes; `turned` takes the stage's other map, which has another edge at the top."""
        self.stage, self.names = stage, names
        self.hexes = {hex_.id: hex_ for hex_ in stage.hexes}
        art, places = stage.map, {hex_.id: (hex_.x, hex_.y) for hex_ in stage.hexes}
        if turned:
            assert stage.turned is not None
            art, places = stage.turned.map, {name: stage.turned.at[name] for name in self.hexes}
        self.flat = art.hex == "flat"
        number = max(7, max(len(hex_.id) for hex_ in stage.hexes) + 3)
        self.looks = (
            {"full": Look(number, 4), "wide": Look(number, 2), "compact": Look(4, 2)}
            if self.flat
            else {"full": Look(8, 3), "wide": Look(4, 2), "compact": Look(2, 1)}
        )
        long, short = 1.5 * art.radius, 3**0.5 / 2 * art.radius
        step = (long, short) if self.flat else (short, long)
        left, top = min(x for x, _ in places.values()), min(y for _, y in places.values())
        self._sizes: dict[Look, tuple[int, int]] = {}
        self.at = {
            name: (round((x - left) / step[0]), round((y - top) / step[1])) for name, (x, y) in places.items()
        }

    # Where hexes lie

    def corner(self, hex_: str, look: Look) -> tuple[int, int]:
        """The first character and line of a hex in the whole map."""
        x, y = self.at[hex_]
        half_w, half_h = look.width // 2, max(1, look.height // 2)
        return (x * look.width, y * half_h) if self.flat else (x * half_w, y * look.height)

    def size(self, look: Look) -> tuple[int, int]:
        if look not in self._sizes:
            corners = [self.corner(hex_, look) for hex_ in self.hexes]
            across, down = max(x for x, _ in corners), max(y for _, y in corners)
            self._sizes[look] = (across + look.width, down + look.height)
        return self._sizes[look]

    def compass(self, hex_: str, other: str) -> str:
        """The direction of a neighbour: NW, S ..."""
        (ax, ay), (bx, by) = self.at[hex_], self.at[other]
        return ("N" if by < ay else "S" if by > ay else "") + ("W" if bx < ax else "E" if bx > ax else "")

    def by_key(self, hex_: str, key: int) -> str | None:
        """Return the neighbour in the direction of a key, 1 to 6 clockwise from the top, BTA-MAP-4."""
        return self.to(hex_, KEY_DIRECTIONS[key - 1])

    def to(self, hex_: str, direction: str) -> str | None:
        return self._around[hex_].get(direction)

    @functools.cached_property
    def _around(self) -> dict[str, dict[str, str]]:
        """By hex, by direction: the neighbour there, the first where there are several."""
        near = {hex_.id: reversed(hex_.near) for hex_ in self.stage.hexes}
        return {hex_: {self.compass(hex_, other): other for other in near[hex_]} for hex_ in self.hexes}

    def window(self, look: Look, columns: int, lines: int, middle: str, edges: Sequence[str]) -> Window:
        """As much as fits around a hex, or at the edges that are named; only whole hexes."""
        across, down = self.size(look)
        columns = max(look.width * 3, min(across, columns // look.width * look.width))
        unit = max(1, look.height // 2) if self.flat else look.height
        lines = max(look.height * 3, min(down, lines // unit * unit))
        x, y = self.corner(middle, look)
        left = 0 if "west" in edges else across - columns if "east" in edges else x - columns // 2
        top = 0 if "north" in edges else down - lines if "south" in edges else y - lines // 2
        step = look.width if self.flat else look.width // 2
        left = max(0, min(left, across - columns)) // step * step
        return Window(left, max(0, min(top, down - lines)) // unit * unit, columns, lines)

    # Drawing

    def draw(
        self,
        board: BoardState,
        look: Look,
        part: Window,
        signs: Signs = FANCY,
        notes: Mapping[str, Note] | None = None,
        *,
        bare: bool = False,
    ) -> list[Text]:
        """The window as lines; `bare` leaves out units and reports, `notes` are written into hexes."""
        block = _Block(self, board, look, signs, notes or {}, bare)
        rows: dict[int, list[tuple[int, list[Segment]]]] = {at: [] for at in range(part.height)}
        heads: dict[int, str] = {}
        sides: dict[int, str] = {}
        for hex_ in self.hexes:
            x, y = self.corner(hex_, look)
            x, y = x - part.left, y - part.top
            if not (0 <= x <= part.width - look.width and 0 <= y <= part.height - look.height):
                continue
            for line, segments in enumerate(block.lines(hex_)):
                rows[y + line].append((x, segments))
            first, second = _number(hex_)
            heads.setdefault(x, first if self.flat else second)
            sides.setdefault(y + (look.height - 1 if not self.flat else 0), second if self.flat else first)
        numbered = look == self.looks["full"] or (self.flat and look == self.looks["wide"])
        drawn = [] if numbered else [self._head(heads, look)]
        for at in range(part.height):
            text = Text("" if numbered else f"{sides.get(at, ''):>{MARGIN - 1}} ")
            end = 0
            for x, segments in sorted(rows[at]):
                text.append(" " * (x - end))
                for words, name in segments:
                    text.append(words, name)
                end = x + look.width
            drawn.append(text)
        return drawn

    def _head(self, heads: Mapping[int, str], look: Look) -> Text:
        """The numbers of the columns; every other one where they do not all fit."""
        row, end = "", 0
        for x in sorted(heads):
            if x >= end and (self.flat or x % look.width == 0):
                row = row.ljust(x) + heads[x] + " "
                end = len(row)
        return Text(" " * MARGIN + row.rstrip())

    def legend(self, signs: Signs, look: Look) -> str:
        """What the signs mean, of what there is in this game."""
        result: dict[str, str] = {}
        for hex_ in self.stage.hexes:
            kind = ground_of(hex_)
            if kind:
                result.setdefault(kind, hex_.terrain.partition(" · ")[0])
        told = [f"{getattr(signs, kind)} {words}" for kind, words in result.items()]
        told += [f"{signs.road} road"] + [f"{signs.exit} exit"] * any(h.exit for h in self.stage.hexes)
        kinds = {KIND_WORDS.get(letter(u.glyph), u.glyph): letter(u.glyph) for u in self.stage.units.values()}
        units = ", ".join(f"{sign} {words}" for words, sign in kinds.items())
        corner = [mark for mark, sign in self.stage.signs.items() if sign.sign == "corner"]
        dug = [mark for mark, sign in self.stage.signs.items() if sign.sign == "trench"]
        marks = [f"! {' or '.join(corner)}"] * bool(corner) + [f"= {' or '.join(dug)}, # both"] * bool(dug)
        water = f"{signs.river_west} {signs.river_flat} river, {signs.bridge_west} {signs.bridge_flat} bridge"
        sides = f"{water}, {signs.road_west} {signs.road_flat} road on the hexsides"
        reports = " | ?2: two reported, (2): long ago" if self.stage.sheet else ""
        stack = f"{units}; then how {'many' if look == self.looks['compact'] else 'strong'}"
        if self.flat and look != self.looks["compact"]:
            stack = "G11x4: German, 11 points, 4 units"
        return (
            f"{', '.join(told)} | {sides} | GERMAN, others small: {stack}; {', '.join(marks)}, "
            f"? not supplied{reports}"
        )


def _number(hex_: str) -> tuple[str, str]:
    """A hex number in its two parts: 12 and 06, E31 and 19, 19 and 23."""
    first, comma, second = hex_.partition(",")
    return (first, second) if comma else (hex_[:-2], hex_[-2:])


def letter(glyph: str) -> str:
    return LETTERS.get(glyph, glyph[:1] or "?")


def strength(printed: str) -> int:
    """The first number on a counter: its combat strength."""
    result = re.match(r"\d+", printed)
    return int(result[0]) if result else 0


class _Block:
    """One hex after the other of a map: its lines, each exactly as wide as a block."""

    def __init__(
        self,
        map_: TextMap,
        board: BoardState,
        look: Look,
        signs: Signs,
        notes: Mapping[str, Note],
        bare: bool,
    ) -> None:
        self.map, self.board, self.look, self.signs, self.notes = map_, board, look, signs, notes
        self.bridged = {frozenset(bridge.id.split("/")) for bridge in board.bridges if bridge.state != "gone"}
        self.stacks: dict[str, list[UnitState]] = {}
        self.reports: dict[str, list[bool]] = {}
        self.tokens = {token.hex for token in board.tokens if token.hex}
        if not bare:
            for unit in board.units:
                self.stacks.setdefault(unit.hex, []).append(unit)
            for contact in board.contacts:
                self.reports.setdefault(contact.hex, []).append(contact.stale)

    # What is there

    def holder(self, hex_: Hex) -> str:
        return self.board.control.get(hex_.id, hex_.side)

    def stack(self, hex_: str) -> Stack | None:
        return stack_of(self.map.stage, self.stacks.get(hex_, []))

    def paper(self, hex_: Hex, colour: str = INK, *, bold: bool = False) -> str:
        kind = "town" if hex_.kind in ("city", "town") else ground_of(hex_)
        return style(colour, PAPER[kind][self.holder(hex_) == "german"], bold=bold)

    def lines(self, id_: str) -> list[list[Segment]]:
        hex_ = self.map.hexes[id_]
        return self._flat(hex_) if self.map.flat else self._pointed(hex_)

    def _flat(self, hex_: Hex) -> list[list[Segment]]:
        height = self.look.height
        if self.look == self.map.looks["full"]:
            inside = [self.number(hex_), self.place(hex_), self.unit(hex_), self.total(hex_)]
        elif self.look == self.map.looks["wide"]:
            inside = [self.number(hex_, marked=True), self.middle(hex_)]
        else:
            inside = [self.brief(hex_, self.look.width - 1), []]
        result = []
        for line, parts in enumerate(inside):
            upper = line < height // 2
            inner = line in (height // 2 - 1, height // 2)
            side = self.west(hex_, "NW" if upper else "SW", inner)
            last = line == height - 1
            result.append([side, *(self.south(hex_, parts) if last else self.filled(hex_, parts))])
        return result

    def _pointed(self, hex_: Hex) -> list[list[Segment]]:
        wide = self.look.width
        if self.look == self.map.looks["compact"]:
            return [self.padded(hex_, self.brief(hex_, wide), wide)]
        top = [*self.level(hex_, "NW", wide // 2), *self.level(hex_, "NE", wide - wide // 2)]
        side = self.west(hex_, "W", True)
        if self.look == self.map.looks["full"]:
            below = self.filled(hex_, self.middle(hex_))
            return [top, [side, *self.filled(hex_, self.number(hex_))], [(" ", self.paper(hex_)), *below]]
        inside = self.brief(hex_, wide)
        if sum(len(words) for words, _ in inside) >= wide:  # a strong stack hides its western hexside
            return [top, inside]
        return [top, [side, *self.filled(hex_, inside)]]

    def padded(self, hex_: Hex, parts: list[Segment], width: int) -> list[Segment]:
        used = sum(len(words) for words, _ in parts)
        return [*parts, (" " * (width - used), self.paper(hex_))]

    def filled(self, hex_: Hex, parts: list[Segment]) -> list[Segment]:
        """A line after its first character."""
        return self.padded(hex_, parts, self.look.width - 1)

    # Parts of a block

    def number(self, hex_: Hex, *, marked: bool = False) -> list[Segment]:
        holder = self.holder(hex_)[:1]
        stack = self.stack(hex_.id)
        if marked and stack is not None:
            holder = ("?" if hungry_of(stack) else mark_of(self.map.stage, stack)) or holder
        kind = ground_of(hex_)
        sign = getattr(self.signs, kind) if kind else " "
        width = self.look.width - 3
        return [
            (f"{hex_.id:<{width}}", self.paper(hex_)),
            (sign, self.paper(hex_, GREEN)),
            (self.signs.exit if hex_.exit and stack is None else holder, self.paper(hex_, FADED)),
        ]

    def place(self, hex_: Hex) -> list[Segment]:
        if not hex_.place:
            return []
        short = short_place(hex_.place, self.look.width - 1)
        if hex_.kind == "city":
            return [(short.upper(), self.paper(hex_, bold=True))]
        return [(short, self.paper(hex_, bold=True) if hex_.kind else self.paper(hex_, FADED))]

    def noted(self, hex_: Hex, width: int) -> list[Segment]:
        words, loud = self.notes[hex_.id]
        return [(words[:width], style(*NOTED, bold=True) if loud else self.paper(hex_, FADED))]

    def counter(self, stack: Stack, words: str) -> list[Segment]:
        look = self.map.stage.units[stack.units[0].id].style
        return [(words, style(*COUNTERS.get(look, COUNTERS.get(stack.side, OTHERS)), bold=True))]

    def reported(self, hex_: Hex) -> list[Segment]:
        """Reports of enemy units in the hex: how many, in brackets when all are old."""
        result = self.reports[hex_.id]
        words = f"({len(result)})" if all(result) else f"?{len(result)}"
        return [(words[: self.look.width], self.paper(hex_, "#a02020", bold=True))]

    def unit(self, hex_: Hex) -> list[Segment]:
        stack, width = self.stack(hex_.id), self.look.width - 1
        if stack is None:
            if hex_.id in self.notes:
                return self.noted(hex_, width)
            return self.reported(hex_) if hex_.id in self.reports else []
        name = capitals(stack.side, self.map.names.short(stack.units[0].id))
        words = name[: width - 1] + mark_of(self.map.stage, stack)
        return self.counter(stack, f"{words:<{width}}")

    def total(self, hex_: Hex) -> list[Segment]:
        stack = self.stack(hex_.id)
        if stack is None:
            return []
        if hex_.id in self.notes:
            return self.noted(hex_, self.look.width - 1)
        points = sum(strength(print_of(self.map.stage, unit)) for unit in stack.units)
        more = beyond(self.map.stage, stack) or ("?" if hungry_of(stack) else "")
        words = f"{stack.side[:1].upper()}{points}x{len(stack.units)}{more}"
        return self.counter(stack, words[: self.look.width - 1])

    def middle(self, hex_: Hex) -> list[Segment]:
        """The one line below the number: an overlay, the units, reports, or the place."""
        if hex_.id in self.notes:
            return self.noted(hex_, self.look.width - 1)
        stack, width = self.stack(hex_.id), self.look.width - 1
        if stack is None:
            return self.reported(hex_) if hex_.id in self.reports else self.place(hex_)
        count = beyond(self.map.stage, stack) or (str(len(stack.units)) if len(stack.units) > 1 else "")
        name = capitals(stack.side, self.map.names.short(stack.units[0].id))
        if len(name) + len(count) > width:
            return self.counter(stack, f"{self._stack_words(stack, width - 2)}x{len(stack.units)}"[:width])
        return self.counter(stack, f"{name:<{width - 1}}{count}" if count else name)

    def brief(self, hex_: Hex, width: int) -> list[Segment]:
        """All there is to say of a hex in a few characters."""
        stack, note = self.stack(hex_.id), self.notes.get(hex_.id)
        if note is not None and (note[1] or stack is None):
            return self.noted(hex_, width)
        if stack is not None:
            return self.counter(stack, self._stack_words(stack, width))
        if hex_.id in self.reports:
            return self.reported(hex_)
        if hex_.place and width > 2 and (hex_.kind or ground_of(hex_) == "town"):
            name = hex_.place.replace("St. ", "S").replace(" ", "")
            return [(name[:3], self.paper(hex_, bold=True))]
        kind = ground_of(hex_)
        sign = getattr(self.signs, kind) if kind else " "
        road = self.signs.road if hex_.roads else ""
        more = "*" if hex_.id in self.tokens else self.signs.exit if hex_.exit else ""
        return [((sign + road + more)[: max(2, width - 1)], self.paper(hex_, FADED))]

    def _stack_words(self, stack: Stack, width: int) -> str:
        top = self.map.stage.units[stack.units[0].id]
        sign = capitals(stack.side, letter(top.glyph))
        more = beyond(self.map.stage, stack)
        if width < 4 or more:  # how many; where there is more room, how strong
            return f"{sign}{more or (len(stack.units) if len(stack.units) > 1 else '')}"[:width]
        points = sum(strength(print_of(self.map.stage, unit)) for unit in stack.units)
        return f"{sign}{points}{'?' if hungry_of(stack) else ''}"[:width]

    # Hexsides

    def _crossing(self, hex_: Hex, other: str | None) -> str:
        """river, bridge, road or nothing."""
        if other is None:
            return ""
        if other in hex_.rivers:
            return "bridge" if frozenset((hex_.id, other)) in self.bridged else "river"
        return "road" if other in hex_.roads else ""

    def west(self, hex_: Hex, direction: str, inner: bool) -> Segment:
        """The hexside to the west on one line: a river; on the inner lines its bridge, or a road."""
        result = self._crossing(hex_, self.map.to(hex_.id, direction))
        if result in ("river", "bridge"):
            shown = self.signs.bridge_west if result == "bridge" and inner else self.signs.river_west
            return shown, self.paper(hex_, BLUE, bold=True)
        return (self.signs.road_west if result == "road" and inner else " "), self.paper(hex_, BROWN)

    def south(self, hex_: Hex, parts: list[Segment]) -> list[Segment]:
        """The last line: what is left of it shows the southern hexside."""
        room = self.look.width - 1 - sum(len(words) for words, _ in parts)
        return [*parts, *self.level(hex_, "S", room)]

    def level(self, hex_: Hex, direction: str, room: int) -> list[Segment]:
        result = self._crossing(hex_, self.map.to(hex_.id, direction)) if room else ""
        if result in ("river", "bridge"):
            water = self.signs.river_flat * room
            if result == "bridge":
                water = water[:-1] + self.signs.bridge_flat
            return [(water, self.paper(hex_, BLUE, bold=True))]
        if result == "road":
            return [(" " * (room - 1), self.paper(hex_)), (self.signs.road_flat, self.paper(hex_, BROWN))]
        return [(" " * room, self.paper(hex_))]


# Units on the map


def print_of(stage: Stage, unit: UnitState) -> str:
    return unit.print or stage.units[unit.id].print


def stack_of(stage: Stage, here: Sequence[UnitState]) -> Stack | None:
    """The stronger side in a hex, its units strongest first."""
    if not here:
        return None
    by_side: dict[str, list[UnitState]] = {}
    for unit in here:
        by_side.setdefault(stage.units[unit.id].side, []).append(unit)
    side = max(by_side, key=lambda name: sum(strength(print_of(stage, u)) for u in by_side[name]))
    return Stack(side, sorted(by_side[side], key=lambda u: -strength(print_of(stage, u))))


def mark_of(stage: Stage, stack: Stack) -> str:
    """! where a unit has a mark in its corner, = where one is dug in, # where both are."""
    looks = {stage.signs[mark].sign for unit in stack.units for mark in unit.marks if mark in stage.signs}
    corner, trench = "corner" in looks, "trench" in looks
    return "#" if corner and trench else "!" if corner else "=" if trench else ""


def beyond(stage: Stage, stack: Stack) -> str:
    """+2: two more lie below that are not seen."""
    signs = [stage.signs[m].letter for unit in stack.units for m in unit.marks if m in stage.signs]
    return next((sign for sign in signs if sign.startswith("+")), "")


def hungry(unit: UnitState) -> bool:
    """Does its sheet say that it is not supplied?"""
    return any("upply" in row.what and row.mark == "bad" for row in unit.sheet)


def hungry_of(stack: Stack) -> bool:
    return any(hungry(unit) for unit in stack.units)


def short_place(name: str, width: int) -> str:
    """A place name in a few letters."""
    name = name.split(" (")[0].replace("St. ", "St.")
    words = name.split()
    if len(name) <= width:
        return name
    if len(words) > 1 and len(words[0]) <= width - 1:
        return f"{words[0][0]}.{words[1][: width - 2]}"
    return name[: width - 1] + "."
