"""The ground of a match as end page and report draw it: fronts, advances, names, on the game's sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist, hypot
from typing import Any, NamedTuple

from ardennes.charts.drawing import hex_path
from ardennes.hexes import board_of
from ardennes.history import chronicle
from ardennes.kernel.front_line import Point, front_lines
from ardennes.kernel.measures import Measuring
from ardennes.kernel.wire import Hex, Stage, Unit

SHORTEST = 8  # points of a line: what is shorter is a hex or two that a column drove through
MOST_PLACES = 16
GERMAN_ADVANCES, OTHER_ADVANCES = 5, 2
WORTH_SHOWING = 0.09  # of the width of the sheet that a division has come


class Dusk(NamedTuple):
    """The end of a turn: the orders given by then, where everybody stood and how strong."""

    order: int
    where: dict[str, str]
    book: dict[str, int]


class Sheet:
    """The map of a game in the measure of its drawing; the hexes of a match that are in play."""

    def __init__(self, stage: Stage, seen: Measuring[Any, Any]) -> None:
        self.stage, self.german = stage, seen.german
        self.radius = stage.map.radius
        self.hexes = {one.id: one for one in stage.hexes}
        self.cells = {one.id: cell for one in stage.hexes if (cell := seen.cell(one.id)) is not None}
        self.ids = {cell: hex_ for hex_, cell in self.cells.items()}
        self.ground = board_of(self.ids)
        self._near = {hex_: self.hexes[hex_].near for hex_ in self.cells}

    def spot(self, hex_: str) -> Point:
        return self.hexes[hex_].x, self.hexes[hex_].y

    def outline(self, hex_: str) -> str:
        """The hex as a path."""
        return hex_path(self.spot(hex_), self.radius, self.stage.map.hex == "pointy")

    @property
    def stroke(self) -> float:
        """A measure for lines and letters that look alike on every sheet."""
        return self.frame[2] / 34

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what is in play, on the sheet."""
        xs, ys = zip(*(self.spot(hex_) for hex_ in self.cells), strict=True)
        rim = 1.6 * self.radius
        (wide, high), left, top = self.stage.map.size, min(xs) - rim, min(ys) - rim
        left, top = max(0.0, left), max(0.0, top)
        return left, top, min(wide, max(xs) + rim) - left, min(high, max(ys) + rim) - top

    # Fronts

    def front(self, held: int) -> list[list[Point]]:
        """The lines of an evening, smoothed, without the traces of single columns."""
        shares = {hex_: float(held >> cell & 1) for hex_, cell in self.cells.items()}
        lines = front_lines(self._near, self.spot, shares)
        return [line for line in lines if len(line) >= SHORTEST] or lines[:1]

    def held_in_1944(self, day: int) -> int:
        """What was German on an evening, of the ground in play."""
        at = chronicle.EVENINGS.index(day)
        rows = chronicle.hexes(self.stage.game)
        return board_of(
            self.cells[row.hex]
            for row in rows
            if row.hex in self.cells and row.evenings[at] == chronicle.GERMAN
        )

    def label_spots(self, lines: Sequence[Sequence[Point]], last: Sequence[Point]) -> list[Point | None]:
        """For the longest line of each evening a point to write its day on, as far from other writing and
        from the last line as can be; None: there is no room."""
        taken: list[Point] = []
        result: list[Point | None] = []
        for line in lines:
            room = {
                point: min(
                    min((dist(point, other) for other in taken), default=1e9) / 3,
                    min((dist(point, other) for other in last), default=1e9),
                )
                for point in line[2:-2]
            }
            spot = max(room, key=room.__getitem__, default=None)
            result.append(spot if spot is not None and room[spot] > 0.9 * self.stroke else None)
            taken += [spot] if spot is not None and result[-1] else []
        return result

    # Names

    def places(self, counting: Iterable[str], written: Sequence[tuple[str, Point]] = ()) -> list[Hex]:
        """Places to name: those that count first, then those of the history, none too near to another or to
        what is written already; those that count stay."""
        counting = set(counting)
        known = {row.hex for row in chronicle.hexes(self.stage.game) if row.places}
        there = [one for one in self.stage.hexes if one.place and one.id in self.cells and self._fits(one)]
        order = sorted(
            there, key=lambda one: (one.place not in counting, one.kind != "city", one.id not in known)
        )
        chosen: list[Hex] = []
        for one in order:
            if len(chosen) >= MOST_PLACES or (one.place not in counting and one.id not in known):
                break
            others = [(other.place, (other.x, other.y)) for other in chosen]
            others += [
                (name, (x, y - 0.8 * self.stroke)) for name, (x, y) in written if one.place not in counting
            ]
            if not any(self._crowded(one, *other) for other in others):
                chosen.append(one)
        return chosen

    def _fits(self, one: Hex) -> bool:
        """Is the whole name on the sheet?"""
        left, _, wide, _ = self.frame
        half = 0.28 * self.stroke * len(one.place)
        return left + half < one.x < left + wide - half

    def _crowded(self, one: Hex, name: str, at: Point) -> bool:
        """Would the name of a place run into another?"""
        wide = 0.28 * self.stroke * (len(one.place) + len(name))
        return abs(one.x - at[0]) < wide and abs(one.y - at[1]) < 1.5 * self.stroke

    def near(self, hex_: str) -> str:
        """A hex in words: the place in it, or the nearest with the direction."""
        here = self.hexes[hex_]
        if here.place:
            return here.place
        named = [one for one in self.stage.hexes if one.place]
        close = min(named, key=lambda one: dist((one.x, one.y), (here.x, here.y)))
        return f"{compass(here.x - close.x, close.y - here.y)} of {close.place}"

    # Advances

    def advances(self, dusks: Sequence[Dusk]) -> list[Advance]:
        """The main ways of divisions, the German to their westernmost point, the others to their farthest."""
        result = [way for name, track in self._tracks(dusks).items() if (way := self._way(name, track))]
        result.sort(key=lambda way: -way.weight)
        chosen: list[Advance] = []
        for way in result:
            same = sum(one.german == way.german for one in chosen)
            crowded = any(
                dist(one.points[-1], way.points[-1]) < 3.5 * self.stroke
                or (
                    dist(one.points[0], way.points[0]) < 3 * self.stroke
                    and dist(one.points[-1], way.points[-1]) < 7 * self.stroke
                )
                for one in chosen
            )
            if same < (GERMAN_ADVANCES if way.german else OTHER_ADVANCES) and not crowded:
                chosen.append(way)
        return chosen

    def _tracks(self, dusks: Sequence[Dusk]) -> dict[tuple[bool, str], list[tuple[Point, int]]]:
        """By side and division: the middle of its strength at the end of each turn, and that strength."""
        german = self.stage.sides[self.german]
        tracks: dict[tuple[bool, str], list[tuple[Point, int]]] = {}
        for dusk in dusks:
            now: dict[tuple[bool, str], list[tuple[Point, int]]] = {}
            for unit, hex_ in dusk.where.items():
                division = division_of(self.stage.units[unit])
                strength = dusk.book.get(unit, 0)
                if division and strength and hex_ in self.hexes:
                    key = self.stage.units[unit].side == german, division
                    now.setdefault(key, []).append((self.spot(hex_), strength))
            for key, there in now.items():
                whole = sum(strength for _, strength in there)
                x, y = (sum(spot[axis] * strength for spot, strength in there) / whole for axis in (0, 1))
                tracks.setdefault(key, []).append(((x, y), whole))
        return tracks

    def _way(self, key: tuple[bool, str], track: Sequence[tuple[Point, int]]) -> Advance | None:
        german, name = key
        points = [point for point, _ in track]
        first = points[0]
        end = max(range(len(points)), key=lambda at: -points[at][0] if german else dist(first, points[at]))
        way, gone = thinned(points[: end + 1], self.radius), dist(first, points[end])
        dx = points[end][0] - first[0]
        backwards = dx > 0 if german else dx < -0.3 * gone  # to the rear
        if gone < WORTH_SHOWING * self.frame[2] or backwards or len(way) < 2:
            return None
        return Advance(german, name, way, gone * max(strength for _, strength in track) ** 0.5)


class Advance(NamedTuple):
    """The way of a division."""

    german: bool
    name: str
    points: list[Point]
    weight: float


def division_of(unit: Unit) -> str:
    """The division a unit belongs to, or is, as an arrow is called; guns stay behind and show no way."""
    return "" if unit.glyph == "artillery" else unit.division.removesuffix(" Division")


def compass(east: float, north: float) -> str:
    """A direction in words."""
    long, short = max(abs(east), abs(north)), min(abs(east), abs(north))
    words = ("north" if north > 0 else "south", "east" if east > 0 else "west")
    if short * 2.4 < long:
        return words[0] if abs(north) > abs(east) else words[1]
    return "-".join(words)


# Lines as SVG paths


def thinned(points: Sequence[Point], least: float) -> list[Point]:
    """Without points nearer to the one before than `least`; the ends stay."""
    kept = [points[0]]
    for point in points[1:-1]:
        if dist(point, kept[-1]) >= least:
            kept.append(point)
    return [*kept, points[-1]] if len(points) > 1 else kept


def soft_path(points: Sequence[Point]) -> str:
    """A line through the middles of its stretches, in whole pixels."""
    if len(points) < 3:
        return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points)
    path = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    for (ax, ay), (bx, by) in pairwise(points[1:]):
        path += f"Q{ax:.0f} {ay:.0f} {(ax + bx) / 2:.0f} {(ay + by) / 2:.0f}"
    return path + f"L{points[-1][0]:.0f} {points[-1][1]:.0f}"


def arrow_path(points: Sequence[Point], width: float) -> str:
    """A tapered arrow along a way: thin where it begins, `width` before its head."""
    line = _rounded(points)
    length = sum(dist(a, b) for a, b in pairwise(line))
    head, gone = min(2.6 * width, 0.4 * length), 0.0
    left, right = list[Point](), list[Point]()
    neck = line[0]
    for at, (a, b) in enumerate(pairwise(line)):
        step = dist(a, b) or 1.0
        if length - gone < head and at:
            break
        nx, ny = -(b[1] - a[1]) / step, (b[0] - a[0]) / step
        half = width * (0.2 + 0.3 * gone / length)
        left.append((a[0] + nx * half, a[1] + ny * half))
        right.append((a[0] - nx * half, a[1] - ny * half))
        gone, neck = gone + step, a
    tip = line[-1]
    way = hypot(tip[0] - neck[0], tip[1] - neck[1]) or 1.0
    nx, ny = -(tip[1] - neck[1]) / way, (tip[0] - neck[0]) / way
    wings = (
        [(neck[0] + nx * width * 1.15, neck[1] + ny * width * 1.15)],
        [(neck[0] - nx * width * 1.15, neck[1] - ny * width * 1.15)],
    )
    ring = [*left, *wings[0], tip, *wings[1], *reversed(right)]
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in ring) + "Z"


def _rounded(points: Sequence[Point], times: int = 3) -> list[Point]:
    """Corners cut again and again."""
    line = list(points)
    for _ in range(times):
        cut: list[Point] = [line[0]]
        for a, b in pairwise(line):
            cut += [_between(a, b, 0.25), _between(a, b, 0.75)]
        line = [*cut, line[-1]]
    return line


def _between(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
