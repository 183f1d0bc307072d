"""The quiet map under data overlays: without grid, numbers, trees, names or villages; roads and rivers pale.

It is drawn without shading and in whole pixels, so that a report can embed it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ardennes.atlas.art import war, water, ways
from ardennes.atlas.art.curves import number, pair, rectangle
from ardennes.atlas.art.relief import lakes
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.shapes import blob, real_area, shape_path
from ardennes.atlas.art.theme import PAPER, Theme
from ardennes.atlas.art.woods import wooded

QUIET = replace(
    PAPER,
    name="quiet",
    height="#EADDB8",
    broken="#E9DCB7",
    forest="#CBD8B5",
    moor="#E2DABB",
    lake="#B4D1E2",
    stream="#BBD6E6",
    river="#A3C9E1",
    river_case="#8DB8D3",
    minor="#D9C7A8",
    minor_case="#F6EFDB",
    main="#D9A294",
    main_case="#CE9385",
    built_ground="#E0BFAF",
    front="#6B6455",
)
_DECIMALS = re.compile(r"-?\d+\.\d+")
_TOWNS = {"city": 30, "town": 17}  # radius of a built-up area


def draw_quiet(scene: Scene) -> str:
    """Draw the sheet as one SVG with the coordinates of the full map."""
    frame, theme = scene.frame, QUIET
    w, h = number(frame.width), number(frame.height)
    inside = rectangle(frame.left, frame.top, frame.right, frame.bottom)
    layers = (
        f'<rect {inside} fill="{theme.clear}"/>',
        _grounds(scene, theme),
        water.streams(scene, theme),
        lakes(scene, theme),
        _towns(scene, theme),
        water.rivers(scene, theme),
        ways.roads(scene, theme),
        _front(scene, theme),
    )
    drawn = _DECIMALS.sub(lambda found: f"{float(found[0]):.0f}", "".join(layers[1:]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" '
        f'data-radius="{number(frame.radius)}" data-origin="{pair(frame.origin)}">'
        f"<title>{scene.spec.title}: the quiet map</title>"
        f'<defs><clipPath id="m"><rect {inside}/></clipPath></defs>'
        f'<rect width="{w}" height="{h}" fill="{theme.page}"/>'
        f'<g clip-path="url(#m)">{layers[0]}{drawn}</g></svg>\n'
    )


def _grounds(scene: Scene, theme: Theme) -> str:
    """Draw high and rough ground, moor and wood, each in one plain tint."""
    areas = []
    if not scene.layers_of("broken") and not scene.layers_of("ridge"):
        areas += [
            (real_area(scene, "heights", 6), theme.height),
            (real_area(scene, "broken", 6), theme.broken),
        ]
    for ground, seed, colour in (
        ("broken", 23, theme.broken),
        ("ridge", 23, theme.broken),
        ("moor", 31, theme.moor),
    ):
        cells = [cell for name in scene.layers_of(ground) for cell in scene.hexes_with(name)]
        areas += [(blob(scene, cells, seed), colour)] if cells else []
    areas += [(wooded(scene, name), theme.forest) for name in scene.layers_of("forest")]
    fine = scene.frame.radius / 12
    return "".join(
        f'<path d="{shape_path(area.simplify(fine))}" fill="{colour}" fill-rule="evenodd"/>'
        for area, colour in areas
        if not area.is_empty
    )


def _towns(scene: Scene, theme: Theme) -> str:
    spots = [(scene.frame.centre(pin.cell), _TOWNS.get(pin.kind, 0)) for pin in scene.places]
    return "".join(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{reach}" fill="{theme.built_ground}"/>'
        for (x, y), reach in spots
        if reach
    )


def _front(scene: Scene, theme: Theme) -> str:
    """Draw the front of the morning of 16 December as a thin line."""
    points = [line[::3] + line[-1:] for line in war.front_lines(scene)]
    lines = "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line) for line in points)
    return f'<path d="{lines}" fill="none" stroke="{theme.front}" stroke-width="3" stroke-dasharray="5 9"/>'
