"""Woods: which hexes are forest at a glance, and trees enough to believe it. Needs shapely."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from random import Random

import shapely

from ardennes.atlas.art.curves import pair
from ardennes.atlas.art.placing import Box
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.shapes import blob, real_area, scatter, shape_path
from ardennes.atlas.art.theme import Theme

TREES = (3.4, 4.2, 4.9, 5.6)  # radii of the crowns


def woods(scene: Scene, theme: Theme, layer: str, quiet: Sequence[Box]) -> str:
    """One soft area for the hexes of forest, a darker heart where the woods really stand, and trees.

    No tree stands in the `quiet` boxes of names and numbers.
    """
    cells = scene.hexes_with(layer)
    if not cells:
        return ""
    area = blob(scene, cells, 7)
    heart = shapely.intersection(real_area(scene, "forest", 5), area.buffer(-4)).buffer(0)
    shapely.prepare(heart)
    rng = Random(1944)
    trees = []
    for x, y in scatter(area.buffer(-6.5), 11.8, rng):
        thin = not heart.contains(shapely.Point(x, y)) and rng.random() < 0.3
        if not thin and not any(box.holds((x, y)) for box in quiet):
            trees.append((y, x, rng.randrange(len(TREES))))
    uses = "".join(f'<use href="#t{kind}" x="{x:.0f}" y="{y:.0f}"/>' for y, x, kind in sorted(trees))
    edge = shape_path(area)
    return (
        f'<path d="{edge}" transform="translate(1.6 2.4)" fill="{theme.tree_ink}" opacity=".28"/>'
        f'<path d="{edge}" fill="{theme.forest}" stroke="{theme.forest_edge}" stroke-width="1.8"/>'
        f'<path d="{shape_path(heart)}" fill="{theme.forest_deep}" fill-rule="evenodd"/>{uses}'
    )


def tree_symbols(theme: Theme) -> str:
    """Four trees of different size: a crown, its shadow, a dark rim to the lower right."""
    drawn = []
    for kind, r in enumerate(TREES):
        a, b = (r * cos(0.05), r * sin(0.05)), (r * cos(0.66 * pi), r * sin(0.66 * pi))
        drawn.append(
            f'<g id="t{kind}"><circle r="{r}" fill="{theme.tree}"/>'
            f'<path d="M{pair(a)}A{r} {r} 0 0 1 {pair(b)}" fill="none" stroke="{theme.tree_ink}" '
            'stroke-width="1.25" stroke-linecap="round"/></g>'
        )
    return "".join(drawn)
