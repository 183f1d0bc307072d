"""Roads from hex to hex as smooth lines, bridges, and the houses of towns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin, sqrt
from random import Random

from ardennes.atlas.art.curves import middle, number, outward, pair, soft_ring, through, towards, wobbled
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.theme import Theme
from ardennes.atlas.art.water import river_width
from ardennes.atlas.frame import BLEED
from ardennes.atlas.geography import road_sides
from ardennes.atlas.pins import Side, side_key
from ardennes.atlas.project import Point

Node = int | tuple[str, int]  # a hex, or ("edge", hex): the road's end beyond the map
Link = tuple[Node, Node]

_GAP = 15.0  # distance from the water at which an interrupted road ends


@cache
def road_classes(scene: Scene) -> dict[Side, str]:
    """Return the class of every hexside with a road; the better one if several routes share it."""
    result: dict[Side, str] = {side: "minor" for side, row in scene.sides.items() if row.road != "no"}
    if "roads" not in scene.spec.complete:
        result.update((side, "main") for side, best in road_sides(scene.spec).items() if best == "main")
    for road in scene.roads:
        if road.road_class == "main":
            result.update(dict.fromkeys(road.sides, "main"))
    return result


def edge_ends(scene: Scene) -> dict[int, Point]:
    """Return where the road of an edge hex leaves the map, in pixels beyond the frame."""
    ends = {}
    for cell, row in scene.rows.items():
        if row.marks.get("edge_road") != "yes":
            continue
        x, y = scene.frame.centre(cell)
        dx, dy = outward(scene.sides_of_sheet(cell))
        reach = scene.frame.hex_height + BLEED + 40
        ends[cell] = (x + dx * reach, y + dy * reach)
    return ends


def _nodes(scene: Scene, ends: dict[int, Point]) -> dict[Node, Point]:
    """Return where roads pass through a hex: its center, or slightly inside the bend if nothing else is
    there.
    """
    near: dict[int, list[Point]] = {}
    for a, b in road_classes(scene):
        near.setdefault(a, []).append(scene.frame.centre(b))
        near.setdefault(b, []).append(scene.frame.centre(a))
    at: dict[Node, Point] = {}
    for cell, others in near.items():
        centre = scene.frame.centre(cell)
        around = others + ([ends[cell]] if cell in ends else [])
        if len(around) == 2 and not scene.rows[cell].place:
            centre = towards(centre, middle(*around), 0.2)
        at[cell] = centre
    for cell, end in ends.items():
        at["edge", cell] = end
    return at


def _strands(links: Sequence[Link], at: dict[Node, Point]) -> list[list[Node]]:
    """Join links into long lines: at a crossing the straightest pairs belong together."""
    touching: dict[Node, list[Link]] = {}
    for link in links:
        for node in link:
            touching.setdefault(node, []).append(link)
    follows: dict[tuple[Node, Link], Link] = {}
    for node, result in touching.items():
        pairs = sorted(
            (_straightness(at, node, one, two), i, j)
            for i, one in enumerate(result)
            for j, two in enumerate(result)
            if i < j
        )
        taken: set[int] = set()
        for bend, i, j in pairs:
            if bend < 0.6 and not taken & {i, j}:
                taken |= {i, j}
                follows[node, result[i]], follows[node, result[j]] = result[j], result[i]
    return _walked(links, follows)


def _straightness(at: dict[Node, Point], node: Node, one: Link, two: Link) -> float:
    """Return the cosine of the angle between two links at a node: -1 is straight on."""
    (x, y), (ax, ay), (bx, by) = at[node], at[_other(one, node)], at[_other(two, node)]
    dot = (ax - x) * (bx - x) + (ay - y) * (by - y)
    return dot / (hypot(ax - x, ay - y) * hypot(bx - x, by - y))


def _other(link: Link, node: Node) -> Node:
    return link[1] if link[0] == node else link[0]


def _walked(links: Sequence[Link], follows: dict[tuple[Node, Link], Link]) -> list[list[Node]]:
    done: set[Link] = set()
    strands = []
    for link in links:
        if link in done:
            continue
        strand = _onward(link, link[1], follows, done)
        done.discard(link)
        back = _onward(link, link[0], follows, done)
        strands.append(
            [*reversed(back[1:]), *strand] if back[0] == strand[0] else [*reversed(back), *strand[2:]]
        )
    return strands


def _onward(link: Link, node: Node, follows: dict[tuple[Node, Link], Link], done: set[Link]) -> list[Node]:
    """Return the nodes from a link on through `node` as long as a link follows."""
    way = [_other(link, node), node]
    done.add(link)
    while (node, link) in follows and follows[node, link] not in done:
        link = follows[node, link]
        node = _other(link, node)
        done.add(link)
        way.append(node)
    return way


def _pieces(scene: Scene, strand: Sequence[Node], at: dict[Node, Point]) -> list[list[Point]]:
    """Return the points of one line: over bridges exactly at the hexside's
    center, in two parts if it is cut.
    """
    pieces: list[list[Point]] = [[at[strand[0]]]]
    wave = scene.frame.radius
    for a, b in pairwise(strand):
        half = middle(at[a], at[b])
        row = scene.sides.get(side_key(a, b)) if isinstance(a, int) and isinstance(b, int) else None
        if row is None or not row.river:
            pieces[-1].append(wobbled(half, 0.13 * wave, 0.8 * wave, 71))
        else:
            half = scene.crossing((scene.spec.grid.at(row.hex_a), scene.spec.grid.at(row.hex_b)))
            far = hypot(at[b][0] - at[a][0], at[b][1] - at[a][1]) / 2
            if row.road == "interrupted":
                pieces[-1].append(towards(half, at[a], _GAP / far))
                pieces.append([towards(half, at[b], _GAP / far)])
            else:
                pieces[-1].append(half)
        pieces[-1].append(at[b])
    return pieces


@cache
def road_lines(scene: Scene) -> dict[str, list[list[Point]]]:
    """Return for each class the lines of its roads as control points."""
    classes = road_classes(scene)
    ends = edge_ends(scene)
    at = _nodes(scene, ends)
    lines: dict[str, list[list[Point]]] = {}
    for road_class in ("minor", "main"):
        links: list[Link] = [side for side in sorted(classes) if classes[side] == road_class]
        for cell in sorted(ends):
            best = "main" if any(classes[s] == "main" for s in classes if cell in s) else "minor"
            if best == road_class:
                links.append((cell, ("edge", cell)))
        lines[road_class] = [p for strand in _strands(links, at) for p in _pieces(scene, strand, at)]
    return lines


def roads(scene: Scene, theme: Theme) -> str:
    paths = {
        road_class: "".join(through(line, 1.0) for line in lines)
        for road_class, lines in road_lines(scene).items()
    }
    widths = (
        ("minor", theme.minor_case, 6.4),
        ("main", theme.main_case, 5.6),
        ("minor", theme.minor, 3.0),
        ("main", theme.main, 3.5),
    )
    lines = "".join(f'<path id="r-{road_class}" d="{path}"/>' for road_class, path in paths.items())
    drawn = "".join(
        f'<use href="#r-{road_class}" stroke="{colour}" stroke-width="{wide}"/>'
        for road_class, colour, wide in widths
    )
    return f'<defs>{lines}</defs><g fill="none" stroke-linecap="round" stroke-linejoin="round">{drawn}</g>'


def bridges(scene: Scene, theme: Theme) -> str:
    """Draw two parapets where a road crosses a river."""
    drawn = []
    for side, row in scene.sides.items():
        if row.bridge in ("intact", "down"):  # the table shows which are intact
            a, b = (scene.frame.centre(cell) for cell in side)
            turn = number(degrees(atan2(b[1] - a[1], b[0] - a[0])))
            half = river_width(scene, row.river) / 2 + 5
            drawn.append(
                f'<path transform="translate({pair(middle(a, b))}) rotate({turn})" '
                f'd="M{number(-half - 4)}-9l4.5 3.8h{number(2 * half - 1)}l4.5-3.8'
                f'M{number(-half - 4)} 9l4.5-3.8h{number(2 * half - 1)}l4.5 3.8"/>'
            )
    ink = f'fill="none" stroke="{theme.ink}" stroke-width="2"'
    return f'<g {ink} stroke-linejoin="round" stroke-linecap="round">{"".join(drawn)}</g>'


def houses(scene: Scene, theme: Theme) -> str:
    """Draw blocks of houses: a few for a town, many on a built-up area for a city."""
    drawn = []
    for pin in scene.places:
        if pin.kind not in ("city", "town"):
            continue
        x, y = scene.frame.centre(pin.cell)
        rng = Random(pin.cell)
        count, reach = (26, 33.0) if pin.kind == "city" else (10, 17.5)
        ground = reach + (11 if pin.kind == "city" else 8)
        rim = []
        for k in range(14):
            far = ground * rng.uniform(0.88, 1.1)
            rim.append((x + far * cos(2 * pi * k / 14), y + far * sin(2 * pi * k / 14)))
        drawn.append(f'<path d="{soft_ring(rim)}" fill="{theme.built_ground}" opacity=".78"/>')
        blocks = []
        for k in range(count):
            angle, far = k * 2.4 + 0.5, sqrt((k + 0.55) / count) * reach
            at = (x + cos(angle) * far, y + sin(angle) * far)
            wide, high, turn = rng.uniform(6.5, 10), rng.uniform(5, 6.6), rng.uniform(-0.6, 0.6)
            blocks.append(_block(at, wide, high, turn))
        drawn.append(f'<path d="{"".join(blocks)}" fill="{theme.built}"/>')
    return "".join(drawn)


def _block(at: Point, wide: float, high: float, turn: float) -> str:
    c, s = cos(turn), sin(turn)
    corners = [(-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2)]
    return "M" + "L".join(pair((at[0] + u * c - v * s, at[1] + u * s + v * c)) for u, v in corners) + "Z"
