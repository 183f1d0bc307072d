"""Rivers along hexsides with their names, and streams without an effect in the rules. Needs shapely."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from math import hypot

import shapely

from ardennes.atlas import geodata
from ardennes.atlas.art.curves import (
    beside,
    length,
    middle,
    number,
    sampled,
    soft,
    straight,
    towards,
    wobbled,
)
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.theme import Theme
from ardennes.atlas.frame import BLEED
from ardennes.atlas.plane import Corner
from ardennes.atlas.project import Point
from ardennes.kernel.datafile import Section

_WIDE, _NARROW, _CASING = 13.0, 8.0, 2.8
_BACK = 3.0  # hex radii within which a line that leaves the map is assumed to return
_NEAR_BANK = 22.0  # pixels within which a stream is assumed to be the river itself


def trails(links: Iterable[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """Join links end to end into as few lines as possible."""
    near: dict[Corner, list[Corner]] = {}
    for a, b in links:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    lines = []
    while near:
        ends = sorted(corner for corner in near if len(near[corner]) % 2) or sorted(near)
        line = [ends[0]]
        while line[-1] in near:
            here = line[-1]
            there = min(near[here], key=lambda corner: _bend(line, corner))
            for a, b in ((here, there), (there, here)):
                near[a].remove(b)
                if not near[a]:
                    del near[a]
            line.append(there)
        lines.append(line)
    return lines


def _bend(line: Sequence[Corner], corner: Corner) -> tuple[int, Corner]:
    """Return the angle by which continuing to a corner turns away from the line so far."""
    if len(line) < 2:
        return 0, corner
    (ax, ay), (bx, by) = line[-2], line[-1]
    return abs(corner[0] - bx - (bx - ax)) + abs(corner[1] - by - (by - ay)), corner


def course(
    scene: Scene,
    corners: Sequence[Corner],
    real: Sequence[Sequence[Point]],
    others: Sequence[Sequence[Corner]] = (),
) -> list[Point]:
    """Return the control points of a soft line along hexsides; off the map it follows the real line.

    If it returns at once as one of the `others`, the two are joined outside the map.
    """
    r = scene.frame.radius
    points = [scene.corner(corner) for corner in corners]
    pulls = [points[0]]
    for k in range(1, len(points)):
        ends = (min(corners[k - 1], corners[k]), max(corners[k - 1], corners[k]))
        row = scene.sides.get(scene.spec.plane.sides[ends])
        half = middle(points[k - 1], points[k])
        bridged = row is not None and row.road != "no"
        pulls.append(half if bridged else wobbled(half, 0.06 * r, 0.7 * r, 51))
        if k < len(points) - 1:
            inward = towards(points[k], middle(points[k - 1], points[k + 1]), 0.16)
            pulls.append(wobbled(inward, 0.05 * r, 0.6 * r, 57))
    pulls.append(points[-1])
    return [
        *_beyond(scene, corners[0], real, others)[::-1],
        *pulls,
        *_beyond(scene, corners[-1], real, others),
    ]


def _beyond(
    scene: Scene, corner: Corner, real: Sequence[Sequence[Point]], others: Sequence[Sequence[Corner]]
) -> list[Point]:
    """Return the points from a corner on the map's edge outward past the frame; none for a corner inside the
    map.
    """
    touching = _touching(scene, corner)
    if len(touching) == 3 or not real:
        return []
    x, y = scene.corner(corner)
    centres = [scene.frame.centre(cell) for cell in touching]
    away = (x - sum(c[0] for c in centres) / len(centres), y - sum(c[1] for c in centres) / len(centres))
    far = hypot(*away)
    straight_on = (away[0] / far, away[1] / far)
    back = _comes_back(scene, corner, others)
    if back is not None:
        half = middle((x, y), back)
        return [(half[0] + straight_on[0] * 0.7 * BLEED, half[1] + straight_on[1] * 0.7 * BLEED), back]
    dx, dy = _real_way(scene, (x, y), straight_on, real)
    reach = BLEED + 1.5 * scene.frame.radius
    return [(x + dx * reach * part, y + dy * reach * part) for part in (0.5, 1.0)]


def _comes_back(scene: Scene, corner: Corner, lines: Sequence[Sequence[Corner]]) -> Point | None:
    """Return where a line that leaves the map at a corner returns: the nearby end of another line, if no
    third is closer to it.
    """

    def next_to(start: Corner) -> tuple[float, Corner]:
        here = scene.corner(start)
        ends = [end for line in lines if start not in (line[0], line[-1]) for end in (line[0], line[-1])]
        rims = [end for end in ends if _at_rim(scene, end)]
        far = [(hypot(x - here[0], y - here[1]), end) for end in rims for x, y in (scene.corner(end),)]
        return min(far, default=(1e9, start))

    away, there = next_to(corner)
    if away >= _BACK * scene.frame.radius or next_to(there)[1] != corner:
        return None
    return scene.corner(there)


def _touching(scene: Scene, corner: Corner) -> list[int]:
    return [cell for cell in scene.spec.grid.cells if corner in scene.spec.plane.corners(cell)]


def _at_rim(scene: Scene, corner: Corner) -> bool:
    return len(_touching(scene, corner)) < 3


def _real_way(scene: Scene, at: Point, straight_on: Point, real: Sequence[Sequence[Point]]) -> Point:
    """Return the direction in which the real line continues past a point of the
    edge, if it leaves the map.
    """
    line = min(real, key=lambda points: min(hypot(p[0] - at[0], p[1] - at[1]) for p in points))
    here = min(range(len(line)), key=lambda k: hypot(line[k][0] - at[0], line[k][1] - at[1]))
    ways = []
    for onward in (line[here:], line[here::-1]):
        there = next(
            (p for p in onward if hypot(p[0] - line[here][0], p[1] - line[here][1]) > 70), onward[-1]
        )
        dx, dy = there[0] - line[here][0], there[1] - line[here][1]
        if (far := hypot(dx, dy)) > 20:
            ways.append(((dx * straight_on[0] + dy * straight_on[1]) / far, (dx / far, dy / far)))
    lean, way = max(ways, default=(0.0, straight_on))
    return way if lean > 0.3 else straight_on


def _real_courses(scene: Scene, river: str) -> list[list[Point]]:
    named = scene.spec.rivers.get(river, ())
    lines = [line for line in geodata.lines("rivers") if line.name in named]
    return [[scene.on_sheet(lon, lat) for lon, lat in line.points] for line in lines]


@cache
def river_lines(scene: Scene) -> dict[str, list[list[Point]]]:
    """Return the courses of every river as control points."""
    links: dict[str, list[tuple[Corner, Corner]]] = {}
    for side, row in scene.sides.items():
        if row.river:
            links.setdefault(row.river, []).append(scene.spec.plane.side(*side))
    return {
        name: [course(scene, trail, _real_courses(scene, name), result) for trail in result]
        for name, result in ((name, trails(sides)) for name, sides in links.items())
    }


@cache
def river_samples(scene: Scene) -> list[list[Point]]:
    """Return all river courses as lines of many points."""
    return [sampled(line) for lines in river_lines(scene).values() for line in lines]


def river_width(scene: Scene, river: str) -> float:
    if "wide" in scene.wishes.values:
        return _WIDE if river in scene.wishes.texts("wide") else _NARROW
    courses = scene.spec.rivers.get(river, ())
    great = any(line.name in courses and line.properties["rank"] == 1 for line in geodata.lines("rivers"))
    return _WIDE if great else _NARROW


def rivers(scene: Scene, theme: Theme) -> str:
    """Draw all casings first, so that rivers join without a seam."""
    courses, drawn = [], []
    for k, lines in enumerate(river_lines(scene).values()):
        courses.append(f'<path id="w{k}" d="{"".join(soft(line) for line in lines)}"/>')
    for extra, colour in ((_CASING, theme.river_case), (0.0, theme.river)):
        for k, name in enumerate(river_lines(scene)):
            wide = number(river_width(scene, name) + extra)
            drawn.append(f'<use href="#w{k}" stroke="{colour}" stroke-width="{wide}"/>')
    return (
        f"<defs>{''.join(courses)}</defs>"
        f'<g fill="none" stroke-linejoin="round" stroke-linecap="round">{"".join(drawn)}</g>'
    )


@cache
def _stream_paths(scene: Scene) -> dict[int, list[str]]:
    """Return the atlas's waters that are not rivers of the map, by rank."""
    mapped = river_samples(scene)
    named = {course for courses in scene.spec.rivers.values() for course in courses}
    paths: dict[int, list[str]] = {}
    for line in geodata.lines("rivers"):
        if line.properties["rank"] > 3:
            continue
        points = [scene.on_sheet(lon, lat) for lon, lat in line.points]
        # A river of the map is drawn already; draw only what is well away from its hexsides.
        for part in _apart(points, mapped, 3 * _NEAR_BANK if line.name in named else _NEAR_BANK):
            paths.setdefault(line.properties["rank"], []).append(soft(thinned(part, 6)))
    return paths


def streams(scene: Scene, theme: Theme) -> str:
    """Draw the other waters of the atlas as thin lines: they have no effect in the rules."""
    paths = _stream_paths(scene)
    drawn_paths = [
        f'<path d="{"".join(paths[rank])}" stroke-width="{ {1: 3.4, 2: 2.1}.get(rank, 1.5) }"/>'
        for rank in sorted(paths)
    ]
    return (
        f'<g fill="none" stroke="{theme.stream}" stroke-linecap="round" stroke-linejoin="round">'
        f"{''.join(drawn_paths)}</g>"
    )


def _apart(
    points: Sequence[Point], mapped: Sequence[Sequence[Point]], bank_width: float
) -> list[list[Point]]:
    """Return the parts of a stream that do not run along a river of the map, each ending at its bank."""
    parts: list[list[Point]] = [[]]
    banks = [bank for line in mapped for bank in line]
    nearest = shapely.STRtree(shapely.points(banks)).nearest(shapely.points(points))
    for point, result in zip(points, nearest, strict=True):
        bank = banks[result]
        near = hypot(point[0] - bank[0], point[1] - bank[1])
        if near > bank_width:
            if len(parts) > 1 and not parts[-1]:
                parts[-1].append(bank)
            parts[-1].append(point)
        elif parts[-1]:
            parts[-1].append(bank)
            parts.append([])
        elif len(parts) == 1:
            parts.append([])
    return [part for part in parts if len(part) > 1 and length(part) > 40]


def thinned(points: Sequence[Point], step: float) -> list[Point]:
    """Return the line without points nearer than `step` to the previous one; the ends stay."""
    points_left = [points[0]]
    for point in points[1:-1]:
        if hypot(point[0] - points_left[-1][0], point[1] - points_left[-1][1]) >= step:
            points_left.append(point)
    return [*points_left, points[-1]]


@cache
def river_name_paths(scene: Scene) -> list[tuple[list[Point], Section]]:
    """Return the base line of every river name of art.toml: a smoothed copy of
    the course, next to the water.
    """
    result = []
    lines = river_lines(scene)
    for k, entry in enumerate(scene.wishes.values.get("river_names", []), start=1):
        section = Section(scene.wishes.file, f"river_names {k}", entry)
        section.only(("text", "river", "from", "to", "away"))
        name = section.text("river")
        if name not in lines:
            section.fail("river", f"one of {', '.join(sorted(lines))}")
        line = max((sampled(pulls) for pulls in lines[name]), key=length)
        part = _stretch(line, float(entry["from"]), float(entry["to"]))
        if len(part) < 3:
            section.fail("to", "a longer stretch of the river")
        if part[0][0] > part[-1][0]:
            part.reverse()
        result.append((beside(_calmed(part), float(entry.get("away", -12))), section))
    return result


def river_names(scene: Scene) -> str:
    """Draw names in italics along the water."""
    drawn = []
    for k, (path, section) in enumerate(river_name_paths(scene), start=1):
        drawn.append(
            f'<path id="rn{k}" d="{straight(path)}" fill="none"/><text class="r" font-size="17">'
            f'<textPath href="#rn{k}" startOffset="50%">{section.text("text")}</textPath></text>'
        )
    return "".join(drawn)


def _stretch(line: Sequence[Point], start: float, end: float) -> list[Point]:
    """Return the part of a line between two shares of its length."""
    whole = length(line)
    stretch: list[Point] = []
    gone = 0.0
    for k, point in enumerate(line):
        if k:
            gone += hypot(point[0] - line[k - 1][0], point[1] - line[k - 1][1])
        if start * whole <= gone <= end * whole:
            stretch.append(point)
    return stretch


def _calmed(line: Sequence[Point], reach: int = 14) -> list[Point]:
    """Return a thinned running mean, so that letters on it do not collide."""
    calm = []
    for k in range(0, len(line), 4):
        near = line[max(0, k - reach) : k + reach + 1]
        calm.append((sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near)))
    return calm
