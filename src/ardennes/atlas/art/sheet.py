"""The whole sheet: the layers in order, the ruled border with degrees, title, legend and scale."""

from __future__ import annotations

import base64
from importlib.resources import files
from math import ceil, floor

from ardennes.atlas.art import names, war, water, ways
from ardennes.atlas.art.curves import number, straight
from ardennes.atlas.art.legend import strip
from ardennes.atlas.art.placing import Box
from ardennes.atlas.art.relief import lakes, moor, relief
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.theme import Theme
from ardennes.atlas.art.woods import tree_symbols, woods

_FONTS = (
    ("EB Garamond", 600, "normal", "eb-garamond-map-600-normal.woff2"),
    ("EB Garamond", 600, "italic", "eb-garamond-map-600-italic.woff2"),
    ("Barlow Condensed", 500, "normal", "barlow-condensed-map-500-normal.woff2"),
)

_ATLAS = ((4.5, 49.48), (6.86, 50.83))  # what the atlas covers, longitude and latitude
_FADE = 130.0


def draw(scene: Scene, theme: Theme) -> str:
    """The sheet as one SVG that needs nothing beside it."""
    frame = scene.frame
    w, h = number(frame.width), number(frame.height)
    inside = (
        f'x="{number(frame.left)}" y="{number(frame.top)}" width="{number(frame.right - frame.left)}" '
        f'height="{number(frame.bottom - frame.top)}"'
    )
    laid = names.lay_names(scene)
    layers = (
        f'<rect {inside} fill="{theme.clear}"/>',
        _faded(scene, relief(scene, theme)),
        _grounds(scene, theme, names.quiet_boxes(scene, laid)),
        water.streams(scene, theme),
        lakes(scene, theme),
        names.regions(scene),
        _veil(scene, theme),
        ways.houses(scene, theme),
        _grid(scene, theme),
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
        f'data-radius="{number(frame.radius)}" data-origin="{number(frame.origin[0])} {number(frame.origin[1])}">'
        f"<title>{scene.spec.title}: the map</title><style>{_fonts()}{_styles(theme)}</style>"
        f'<defs><clipPath id="m"><rect {inside}/></clipPath>{tree_symbols(theme)}</defs>'
        f'<rect width="{w}" height="{h}" fill="{theme.page}"/>'
        f'<g clip-path="url(#m)">{"".join(layers)}</g>'
        f"{_border(scene, theme)}{strip(scene, theme)}</svg>\n"
    )


def _faded(scene: Scene, drawn: str) -> str:
    """Fades the real ground out where the atlas ends short of the sheet."""
    frame, fit = scene.frame, scene.spec.fit
    west, south = frame.pixel(fit.plane(*_ATLAS[0]))
    east, north = frame.pixel(fit.plane(*_ATLAS[1]))
    stops = '<stop stop-color="#000"/><stop offset="1" stop-color="#000" stop-opacity="0"/>'
    wide, high = number(frame.right - frame.left), number(frame.bottom - frame.top)
    shades = []
    for name, ends, at in (
        (
            "fe",
            'x1="1" x2="0" y2="0"',
            f'x="{number(east - _FADE)}" y="0" width="{number(_FADE)}" height="{number(frame.height)}"',
        ),
        (
            "fw",
            'x1="0" x2="1" y2="0"',
            f'x="{number(west)}" y="0" width="{number(_FADE)}" height="{number(frame.height)}"',
        ),
        (
            "fn",
            'x1="0" x2="0" y2="1"',
            f'x="0" y="{number(north)}" width="{number(frame.width)}" height="{number(_FADE)}"',
        ),
        (
            "fs",
            'x1="0" x2="0" y1="1" y2="0"',
            f'x="0" y="{number(south - _FADE)}" width="{number(frame.width)}" height="{number(_FADE)}"',
        ),
    ):
        shades.append(
            f'<linearGradient id="{name}" {ends}>{stops}</linearGradient><rect {at} fill="url(#{name})"/>'
        )
    return (
        f'<mask id="f"><rect x="{number(frame.left)}" y="{number(frame.top)}" width="{wide}" height="{high}" fill="#fff"/>'
        f'{"".join(shades)}</mask><g mask="url(#f)">{drawn}</g>'
    )


def _grounds(scene: Scene, theme: Theme, quiet: list[Box]) -> str:
    """Moors below, woods above."""
    moors = [layer.name for layer in scene.spec.layers if layer.ground == "moor"]
    forests = [layer.name for layer in scene.spec.layers if layer.ground == "forest"]
    return "".join(moor(scene, theme, name, quiet) for name in moors) + "".join(
        woods(scene, theme, name, quiet) for name in forests
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


def _styles(theme: Theme) -> str:
    serif = "'EB Garamond',Georgia,serif"
    halo = f"paint-order:stroke;stroke:{theme.halo};stroke-linejoin:round"
    return (
        f".n{{font:500 13px 'Barlow Condensed',sans-serif;fill:{theme.number}}}"
        f".t{{font-family:{serif};font-weight:600;text-anchor:middle;fill:{theme.ink};{halo};stroke-width:4.6px}}"
        f".v{{font:italic 600 14.5px {serif};text-anchor:middle;fill:{theme.ink};{halo};stroke-width:3.4px;"
        "fill-opacity:.86}"
        f".r{{font-family:{serif};font-style:italic;font-weight:600;text-anchor:middle;fill:{theme.river_name};"
        f"{halo};stroke-width:3.6px;letter-spacing:1.4px}}"
        f".g{{font-family:{serif};font-weight:600;text-anchor:middle;fill:{theme.region};fill-opacity:.62}}"
        f".e{{font:italic 600 14.5px {serif};fill:{theme.ink};{halo};stroke-width:3px}}"
        ".x{font:500 15px 'Barlow Condensed',sans-serif;text-anchor:middle;fill:#FFF9E8}"
        f".b{{font:500 12px 'Barlow Condensed',sans-serif;fill:{theme.ink};text-anchor:middle}}"
        f".l{{font:500 15px 'Barlow Condensed',sans-serif;fill:{theme.ink}}}"
        f".s{{font:italic 600 17px {serif};fill:{theme.ink}}}"
        f".h{{font:600 37px {serif};fill:{theme.ink}}}"
    )


def _grid(scene: Scene, theme: Theme) -> str:
    """Every hexside once: full hexes would draw most of them twice and darker."""
    drawn = []
    seen = set()
    for cell in scene.spec.grid.cells:
        corners = scene.spec.plane.corners(cell)
        for k, corner in enumerate(corners):
            other = corners[(k + 1) % 6]
            side = (min(corner, other), max(corner, other))
            if side not in seen:
                seen.add(side)
                drawn.append(straight([scene.corner(corner), scene.corner(other)]))
    return (
        f'<path d="{"".join(drawn)}" fill="none" stroke="{theme.grid}" stroke-opacity="{theme.grid_strength}" '
        'stroke-width="1.3" stroke-linecap="round"/>'
    )


def _veil(scene: Scene, theme: Theme) -> str:
    """Pales the land beyond the hexes."""
    frame = scene.frame
    around = [
        (frame.left, frame.top), (frame.right, frame.top), (frame.right, frame.bottom), (frame.left, frame.bottom)
    ]  # fmt: skip
    holes = "".join(straight(scene.frame.outline(cell), closed=True) for cell in scene.spec.grid.cells)
    return (
        f'<mask id="o"><path d="{straight(around, closed=True)}" fill="#fff"/><path d="{holes}" fill="#000" '
        f'stroke="#000"/></mask><path d="{straight(around, closed=True)}" fill="{theme.veil}" opacity=".6" '
        'mask="url(#o)"/>'
    )


def _border(scene: Scene, theme: Theme) -> str:
    """A ruled border whose black and white stretches are five minutes of arc, labelled by the half degree."""
    frame, fit = scene.frame, scene.spec.fit
    band = 7.0
    drawn = [
        f'<rect x="{number(frame.left - o)}" y="{number(frame.top - o)}" width="{number(frame.right - frame.left + 2 * o)}" '
        f'height="{number(frame.bottom - frame.top + 2 * o)}" fill="none" stroke="{theme.ink}" stroke-width="{wide}"/>'
        for o, wide in ((0.0, 1.6), (band, 1.6), (band + 4, 0.8))
    ]
    west, south = fit.ground(*frame.point((frame.left, frame.bottom)))
    east, north = fit.ground(*frame.point((frame.right, frame.top)))
    blocks = []
    for k in range(floor(west * 12), ceil(east * 12)):
        a = max(frame.left, frame.pixel(fit.plane(k / 12, south))[0])
        b = min(frame.right, frame.pixel(fit.plane((k + 1) / 12, south))[0])
        if k % 2 == 0 and b > a:
            blocks += [_bar(a, frame.top - band, b, frame.top), _bar(a, frame.bottom, b, frame.bottom + band)]
        if k % 6 == 0 and west < k / 12 < east:
            x = frame.pixel(fit.plane(k / 12, south))[0]
            drawn.append(_degrees(k, "E", x, frame.top - band - 8, 0))
    for k in range(floor(south * 12), ceil(north * 12)):
        b = min(frame.bottom, frame.pixel(fit.plane(west, k / 12))[1])
        a = max(frame.top, frame.pixel(fit.plane(west, (k + 1) / 12))[1])
        if k % 2 == 0 and b > a:
            blocks += [_bar(frame.left - band, a, frame.left, b), _bar(frame.right, a, frame.right + band, b)]
        if k % 6 == 0 and south < k / 12 < north:
            y = frame.pixel(fit.plane(west, k / 12))[1]
            drawn.append(_degrees(k, "N", frame.left - band - 8, y, -90))
            drawn.append(_degrees(k, "N", frame.right + band + 8, y, 90))
    return f'{"".join(drawn)}<path d="{"".join(blocks)}" fill="{theme.ink}"/>'


def _bar(left: float, top: float, right: float, bottom: float) -> str:
    return f"M{number(left)} {number(top)}H{number(right)}V{number(bottom)}H{number(left)}Z"


def _degrees(twelfths: int, letter: str, x: float, y: float, turn: int) -> str:
    whole, minutes = divmod(twelfths * 5, 60)
    text = f"{whole}°{minutes:02}’ {letter}" if minutes else f"{whole}° {letter}"
    spin = f' transform="rotate({turn} {number(x)} {number(y)})"' if turn else ""
    return f'<text class="b" x="{number(x)}" y="{number(y)}"{spin}>{text}</text>'
