"""Woods: an outline that shows which hexes are forest, and enough trees to look natural. Needs shapely."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin
from random import Random
from typing import Any

import shapely

from ardennes.atlas.art.curves import pair, wobbled
from ardennes.atlas.art.placing import Boxes
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.shapes import blob, real_area, scatter, shape_path
from ardennes.atlas.art.theme import Theme

TREES = (3.4, 4.2, 4.9, 5.6)  # radii of the crowns
# Trees of one kind in one part of the sheet are one path of dots. An element for each of thousands of trees
# would take most of the browser's time for the map; one path for all would be processed for every tile of the
# screen.
PART = 500
SHADE = 'x=".6" y=".9"'  # offset of a crown's dark edge, to the lower right


def wooded(scene: Scene, layer: str) -> Any:
    """Return the area shown as wood: the hexes of forest, with a clearing for moor."""
    forest = scene.hexes_with(layer)
    area = blob(scene, forest, 7) if forest else shapely.Polygon()
    r = scene.frame.radius
    for moor in (other.name for other in scene.spec.layers if other.ground == "moor"):
        moors = scene.hexes_with(moor)
        for cell in set(forest) & set(moors):
            clearing = shapely.Point(scene.frame.centre(cell)).buffer(0.42 * r)
            for near in moors:
                if scene.spec.grid.adjacent(cell, near):  # the moor extends into the wood
                    way = shapely.LineString([scene.frame.centre(cell), scene.frame.centre(near)])
                    clearing = clearing.union(way.buffer(0.24 * r))
            ring = clearing.simplify(0.06 * r).exterior.coords[:-1]
            area = area.difference(shapely.Polygon([wobbled(p, 0.1 * r, 0.4 * r, 13) for p in ring]))
    return area


@cache
def _parts_of_woods(scene: Scene, layer: str, quiet: Boxes) -> tuple[str, str, tuple[str, ...]]:
    """Return the outline of a wood, its core, and its trees part by part, as SVG."""
    area = wooded(scene, layer)
    fine = 5 * 64 / scene.frame.radius  # the smaller the hexes, the less of the wood's edge is visible
    heart = shapely.intersection(real_area(scene, "forest", fine), area.buffer(-4)).buffer(0)
    shapely.prepare(heart)
    rng = Random(1944)
    trees = []
    for x, y in scatter(area.buffer(-6.5), 11.8, rng):
        thin = not heart.contains(shapely.Point(x, y)) and rng.random() < 0.3
        if not thin and not quiet.hold((x, y)):
            trees.append((y, x, rng.randrange(len(TREES))))
    return shape_path(area), shape_path(heart), _dots(layer, trees)


def _dots(layer: str, trees: Sequence[tuple[float, float, int]]) -> tuple[str, ...]:
    """Return trees, given as (y, x, kind), as paths: lines of length zero with round ends as crowns."""
    parts: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
    for y, x, kind in sorted(trees):
        spot = (round(x), round(y))
        parts.setdefault((spot[1] // PART, spot[0] // PART, kind), []).append(spot)
    drawn = []
    for at, ((_, _, kind), spots) in enumerate(sorted(parts.items())):
        before = [(0, 0), *spots]
        steps = "".join(f"m{pair((x - a, y - b))}h0" for (x, y), (a, b) in zip(spots, before, strict=False))
        drawn.append(f'<path id="{layer}-{at}" d="{steps}" stroke-width="{2 * TREES[kind]}"/>')
    return tuple(drawn)


def woods(scene: Scene, theme: Theme, layer: str, quiet: Boxes) -> str:
    """Draw one soft area for the hexes of forest, a darker core where the woods really are, and trees.

    No tree is drawn in the `quiet` boxes of names and numbers.
    """
    if not scene.hexes_with(layer):
        return ""
    edge, heart, trees = _parts_of_woods(scene, layer, quiet)
    rims = "".join(f'<use href="#{layer}-{at}" {SHADE}/>' for at in range(len(trees)))
    crowns = "".join(f'<use href="#{layer}-{at}"/>' for at in range(len(trees)))
    return (
        f'<defs><path id="w-{layer}" d="{edge}" fill-rule="evenodd"/>{"".join(trees)}</defs>'
        f'<use href="#w-{layer}" transform="translate(1.6 2.4)" fill="{theme.tree_ink}" opacity=".28"/>'
        f'<use href="#w-{layer}" fill="{theme.forest}" stroke="{theme.forest_edge}" stroke-width="1.8"/>'
        f'<path d="{heart}" fill="{theme.forest_deep}" fill-rule="evenodd"/>'
        f'<g fill="none" stroke-linecap="round" stroke="{theme.tree_ink}">{rims}</g>'
        f'<g fill="none" stroke-linecap="round" stroke="{theme.tree}">{crowns}</g>'
    )


def tree_symbols(theme: Theme) -> str:
    """Draw four trees of different sizes for the legend: a crown with a dark edge to the lower right."""
    drawn = []
    for kind, r in enumerate(TREES):
        a, b = (r * cos(0.05), r * sin(0.05)), (r * cos(0.66 * pi), r * sin(0.66 * pi))
        drawn.append(
            f'<g id="t{kind}"><circle r="{r}" fill="{theme.tree}"/>'
            f'<path d="M{pair(a)}A{r} {r} 0 0 1 {pair(b)}" fill="none" stroke="{theme.tree_ink}" '
            'stroke-width="1.25" stroke-linecap="round"/></g>'
        )
    return "".join(drawn)
