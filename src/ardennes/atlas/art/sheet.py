"""The whole sheet: all layers in order, the border with degrees, title, legend and scale."""

from __future__ import annotations

import base64
from importlib.resources import files

from ardennes.atlas.art import names, war, water, ways
from ardennes.atlas.art.border import border, faded, veil
from ardennes.atlas.art.cliffs import cliffs
from ardennes.atlas.art.curves import number, pair, rectangle, straight
from ardennes.atlas.art.legend import strip
from ardennes.atlas.art.placing import Boxes
from ardennes.atlas.art.relief import hill_symbols, lakes, moor, relief, rough
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.theme import Theme
from ardennes.atlas.art.woods import tree_symbols, woods

_FONTS = (
    ("EB Garamond", 600, "normal", "eb-garamond-map-600-normal.woff2"),
    ("EB Garamond", 600, "italic", "eb-garamond-map-600-italic.woff2"),
    ("Barlow Condensed", 500, "normal", "barlow-condensed-map-500-normal.woff2"),
)


def draw(scene: Scene, theme: Theme) -> str:
    """Draw the sheet as one self-contained SVG."""
    frame = scene.frame
    w, h = number(frame.width), number(frame.height)
    inside = rectangle(frame.left, frame.top, frame.right, frame.bottom)
    laid = names.lay_names(scene)
    layers = (
        f'<rect {inside} fill="{theme.clear}"/>',
        faded(scene, relief(scene, theme)),
        _grounds(scene, theme, names.quiet_boxes(scene)),
        water.streams(scene, theme),
        lakes(scene, theme),
        names.regions(scene),
        veil(scene, theme),
        ways.houses(scene, theme),
        _grid(scene, theme),
        cliffs(scene, theme),
        water.rivers(scene, theme),
        ways.roads(scene, theme),
        ways.bridges(scene, theme),
        war.west_wall(scene, theme),
        war.front(scene, theme),
        names.hex_numbers(scene),
        water.river_names(scene),
        names.place_names(laid, theme),
        names.edge_names(scene),
        war.exits(scene, theme),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" '
        f'data-radius="{number(frame.radius)}" data-origin="{pair(frame.origin)}">'
        f"<title>{scene.spec.title}: the map</title><style>{_fonts()}{_styles(scene, theme)}</style>"
        f'<defs><clipPath id="m"><rect {inside}/></clipPath>{tree_symbols(theme)}{hill_symbols()}</defs>'
        f'<rect width="{w}" height="{h}" fill="{theme.page}"/>'
        f'<g clip-path="url(#m)">{"".join(layers)}</g>'
        f"{border(scene, theme)}{strip(scene, theme)}</svg>\n"
    )


def _grounds(scene: Scene, theme: Theme, quiet: Boxes) -> str:
    """Rough ground and moors below, woods above."""
    kinds = (("broken", rough), ("ridge", rough), ("moor", moor), ("forest", woods))
    return "".join(
        drawn(scene, theme, name, quiet) for ground, drawn in kinds for name in scene.layers_of(ground)
    )


def _fonts() -> str:
    faces = []
    for family, weight, style, file in _FONTS:
        data = files("ardennes.web").joinpath("fonts", file).read_bytes()
        faces.append(
            f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};"
            f"src:url(data:font/woff2;base64,{base64.b64encode(data).decode()})}}"
        )
    return "".join(faces)


def _styles(scene: Scene, theme: Theme) -> str:
    serif = "'EB Garamond',Georgia,serif"
    halo = f"paint-order:stroke;stroke:{theme.halo};stroke-linejoin:round"
    return (
        f".n{{font:500 {number(names.number_size(scene))}px 'Barlow Condensed',sans-serif;"
        f"fill:{theme.number}}}"
        f".t{{font-family:{serif};font-weight:600;text-anchor:middle;fill:{theme.ink};{halo};"
        "stroke-width:4.6px}"
        f".v{{font:italic 600 14.5px {serif};text-anchor:middle;fill:{theme.ink};{halo};stroke-width:3.4px;"
        "fill-opacity:.86}"
        f".r{{font-family:{serif};font-style:italic;font-weight:600;text-anchor:middle;fill:{theme.river_name};"
        f"{halo};stroke-width:3.6px;letter-spacing:1.4px}}"
        f".g{{font-family:{serif};font-weight:600;text-anchor:middle;fill:{theme.region};fill-opacity:.7}}"
        f".e{{font:italic 600 14.5px {serif};fill:{theme.ink};{halo};stroke-width:3px}}"
        ".x{font:500 15px 'Barlow Condensed',sans-serif;text-anchor:middle;fill:#FFF9E8}"
        f".b{{font:500 12px 'Barlow Condensed',sans-serif;fill:{theme.ink};text-anchor:middle}}"
        f".l{{font:500 15px 'Barlow Condensed',sans-serif;fill:{theme.ink}}}"
        f".s{{font:italic 600 17px {serif};fill:{theme.ink}}}"
        f".h{{font:600 37px {serif};fill:{theme.ink}}}"
    )


def _grid(scene: Scene, theme: Theme) -> str:
    """Draw every hexside once: full hexes would draw most of them twice and darker."""
    drawn = []
    drawn_sides = set()
    for cell in scene.spec.grid.cells:
        corners = scene.spec.plane.corners(cell)
        for k, corner in enumerate(corners):
            other = corners[(k + 1) % 6]
            side = (min(corner, other), max(corner, other))
            if side not in drawn_sides:
                drawn_sides.add(side)
                drawn.append(straight([scene.corner(corner), scene.corner(other)]))
    ink = f'stroke="{theme.grid}" stroke-opacity="{theme.grid_strength}"'
    return f'<path d="{"".join(drawn)}" fill="none" {ink} stroke-width="1.3" stroke-linecap="round"/>'
