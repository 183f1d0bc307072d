"""High and broken ground, moor and lakes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ardennes.atlas.art.curves import number, pair
from ardennes.atlas.art.placing import Boxes
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.shapes import blob, real_area, scatter, shape_path
from ardennes.atlas.art.theme import Theme
from ardennes.atlas.project import Point


def relief(scene: Scene, theme: Theme) -> str:
    """Draw high and broken ground as in reality: a tint, and small hachures on the steepest parts.

    If the rules have rough hexes, those are drawn instead, and no similar tint is used.
    """
    if scene.layers_of("broken") or scene.layers_of("ridge"):
        return ""
    heights = shape_path(real_area(scene, "heights", 4))
    broken = shape_path(real_area(scene, "broken", 4))
    hills = _hills(theme, scatter(real_area(scene, "deep", 3), 27, Random(44)))
    return (
        f'<path d="{heights}" fill="{theme.height}" opacity=".5"/>'
        f'<path d="{broken}" fill="{theme.broken}" fill-rule="evenodd" opacity=".7"/>{hills}'
    )


def rough(scene: Scene, theme: Theme, layer: str, quiet: Boxes) -> str:
    """Draw rough or ridge hexes: one soft tinted area with scattered hill signs."""
    cells = scene.hexes_with(layer)
    if not cells:
        return ""
    area = blob(scene, cells, 23)
    spots = [spot for spot in scatter(area.buffer(-8), 27, Random(44)) if not quiet.hold(spot)]
    return (
        f'<path d="{shape_path(area)}" fill="{theme.broken}" fill-rule="evenodd" '
        f'stroke="{theme.broken_ink}" stroke-opacity=".35" stroke-width="1.4"/>{_hills(theme, spots)}'
    )


def _hills(theme: Theme, spots: Sequence[Point]) -> str:
    """Draw small hill signs with two strokes below each, facing left or right."""
    rng = Random(16)
    uses = "".join(f'<use href="#h{rng.randrange(2)}" x="{x:.0f}" y="{y:.0f}"/>' for x, y in spots)
    ink = f'fill="none" stroke="{theme.broken_ink}" stroke-width="1.2" stroke-linecap="round"'
    return f"<g {ink}>{uses}</g>"


def hill_symbols() -> str:
    """Return the two hill signs that _hills uses."""
    drawn = []
    for kind, s in enumerate((-1.25, 1.25)):
        t = abs(s)
        drawn.append(
            f'<path id="h{kind}" d="M{number(-4.5 * s)} 0'
            f"q{number(3.2 * s)} {number(-4.6 * t)} {number(7.8 * s)} {number(-0.7 * t)}"
            f"m{number(-6.2 * s)} {number(1.9 * t)}l{number(-0.9 * s)} {number(2.4 * t)}"
            f'm{number(3.3 * s)} {number(-2.6 * t)}v{number(2.7 * t)}"/>'
        )
    return "".join(drawn)


def lakes(scene: Scene, theme: Theme) -> str:
    path = shape_path(real_area(scene, "lakes", 0))
    return f'<path d="{path}" fill="{theme.lake}" stroke="{theme.river_case}" stroke-width=".8"/>'


def moor(scene: Scene, theme: Theme, layer: str, quiet: Boxes) -> str:
    """Draw moor: a dull tint, pools and tufts of cotton grass."""
    cells = scene.hexes_with(layer)
    if not cells:
        return ""
    area = blob(scene, cells, 31)
    rng = Random(9)
    wide = quiet.grown(6)
    tufts, pools = [], []
    for x, y in scatter(area.buffer(-7), 17, rng):
        if wide.hold((x, y)):
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
