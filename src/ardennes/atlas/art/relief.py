"""High and broken ground, moor and lakes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ardennes.atlas.art.curves import number, pair
from ardennes.atlas.art.placing import Box
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.shapes import blob, real_area, scatter, shape_path
from ardennes.atlas.art.theme import Theme


def relief(scene: Scene, theme: Theme) -> str:
    """High ground and broken ground as they really lie: a tint, and little hachures on the steepest."""
    heights = shape_path(real_area(scene, "heights", 4))
    broken = shape_path(real_area(scene, "broken", 4))
    rng = Random(44)
    ink = "".join(_hill(x, y, rng) for x, y in scatter(real_area(scene, "deep", 3), 27, rng))
    return (
        f'<path d="{heights}" fill="{theme.height}" opacity=".5"/>'
        f'<path d="{broken}" fill="{theme.broken}" fill-rule="evenodd" opacity=".7"/>'
        f'<path d="{ink}" fill="none" stroke="{theme.broken_ink}" stroke-width="1.2" stroke-linecap="round"/>'
    )


def _hill(x: float, y: float, rng: Random) -> str:
    """A little brow with two strokes below it, facing left or right."""
    s = rng.choice((-1.25, 1.25))
    t = abs(s)
    return (
        f"M{pair((x - 4.5 * s, y))}q{number(3.2 * s)} {number(-4.6 * t)} {number(7.8 * s)} {number(-0.7 * t)}"
        f"m{number(-6.2 * s)} {number(1.9 * t)}l{number(-0.9 * s)} {number(2.4 * t)}"
        f"m{number(3.3 * s)} {number(-2.6 * t)}v{number(2.7 * t)}"
    )


def lakes(scene: Scene, theme: Theme) -> str:
    path = shape_path(real_area(scene, "lakes", 0))
    return f'<path d="{path}" fill="{theme.lake}" stroke="{theme.river_case}" stroke-width=".8"/>'


def moor(scene: Scene, theme: Theme, layer: str, quiet: Sequence[Box]) -> str:
    """Moor: a dull tint, pools and tufts of cotton grass."""
    cells = scene.hexes_with(layer)
    if not cells:
        return ""
    area = blob(scene, cells, 31)
    rng = Random(9)
    tufts, pools = [], []
    for x, y in scatter(area.buffer(-7), 17, rng):
        if any(box.grown(6).holds((x, y)) for box in quiet):
            continue
        if rng.random() < 0.22:
            w = rng.uniform(5, 9)
            pools.append(f"M{pair((x - w, y))}q{number(w)}-{number(w * 0.5)} {number(2 * w)} 0q{number(-w)} "
                         f"{number(w * 0.5)} {number(-2 * w)} 0z")  # fmt: skip
        else:
            tufts.append(f"M{pair((x - 6.5, y))}h13M{pair((x, y))}v-6.5m-3 6.5l-2-4.6m8 4.6l2-4.6")
    return (
        f'<path d="{shape_path(area)}" fill="{theme.moor}" stroke="{theme.moor_ink}" stroke-opacity=".55" '
        'stroke-width="1.3" stroke-dasharray="5 3.4"/>'
        f'<path d="{"".join(pools)}" fill="{theme.lake}"/>'
        f'<path d="{"".join(tufts)}" fill="none" stroke="{theme.moor_ink}" stroke-width="1.2" '
        'stroke-linecap="round"/>'
    )
