"""The edge of the sheet: the border with degrees, the paler land beyond the hexes, the fade where data ends.
Needs shapely.
"""

from __future__ import annotations

from math import ceil, floor

import shapely

from ardennes.atlas.art.curves import number, rectangle, straight
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.theme import Theme
from ardennes.atlas.frame import Frame

_ATLAS = ((4.5, 49.48), (6.86, 50.83))  # what the atlas covers, longitude and latitude
_FADE = 130.0
_BAND = 7.0


def faded(scene: Scene, drawn: str) -> str:
    """Fade the real ground out where the atlas ends before the sheet does."""
    frame, fit = scene.frame, scene.spec.fit
    corners = [frame.pixel(fit.plane(*corner)) for corner in _ATLAS]
    (west, east), (north, south) = (sorted(corner[k] for corner in corners) for k in (0, 1))
    strips = (  # the gradient from dark to transparent, and the strip it covers
        ("fe", 'x1="1" x2="0" y2="0"', (east - _FADE, 0, east, frame.height)),
        ("fw", 'x1="0" x2="1" y2="0"', (west, 0, west + _FADE, frame.height)),
        ("fn", 'x1="0" x2="0" y2="1"', (0, north, frame.width, north + _FADE)),
        ("fs", 'x1="0" x2="0" y1="1" y2="0"', (0, south - _FADE, frame.width, south)),
    )
    stops = '<stop stop-color="#000"/><stop offset="1" stop-color="#000" stop-opacity="0"/>'
    shades = "".join(
        f'<linearGradient id="{name}" {ends}>{stops}</linearGradient>'
        f'<rect {rectangle(*strip)} fill="url(#{name})"/>'
        for name, ends, strip in strips
    )
    window = rectangle(frame.left, frame.top, frame.right, frame.bottom)
    return f'<mask id="f"><rect {window} fill="#fff"/>{shades}</mask><g mask="url(#f)">{drawn}</g>'


def veil(scene: Scene, theme: Theme) -> str:
    """Draw the land beyond the hexes paler."""
    frame = scene.frame
    window = rectangle(frame.left, frame.top, frame.right, frame.bottom)
    hexes = shapely.union_all(
        [shapely.Polygon(frame.outline(cell)) for cell in scene.spec.grid.cells], grid_size=0.01
    )
    rims = [list(part.exterior.coords)[:-1] for part in shapely.get_parts(hexes)]
    hole = "".join(straight(rim, closed=True) for rim in rims)
    return (
        f'<mask id="o"><rect {window} fill="#fff"/><path d="{hole}" stroke="#000"/></mask>'
        f'<rect {window} fill="{theme.veil}" opacity=".6" mask="url(#o)"/>'
    )


def border(scene: Scene, theme: Theme) -> str:
    """Draw three ruled lines, black bars of five minutes of arc, and labels for every half degree."""
    frame = scene.frame
    drawn = []
    for out, wide in ((0.0, 1.6), (_BAND, 1.6), (_BAND + 4, 0.8)):
        ring = rectangle(frame.left - out, frame.top - out, frame.right + out, frame.bottom + out)
        drawn.append(f'<rect {ring} fill="none" stroke="{theme.ink}" stroke-width="{wide}"/>')
    bars, figures = _ruled(scene, frame, across=True)
    more_bars, more_figures = _ruled(scene, frame, across=False)
    path = "".join(bars + more_bars)
    return f'{"".join(drawn + figures + more_figures)}<path d="{path}" fill="{theme.ink}"/>'


def _ruled(scene: Scene, frame: Frame, across: bool) -> tuple[list[str], list[str]]:
    """Draw the bars and labels of the borders at the top and bottom (across), or at the left and right."""
    fit = scene.spec.fit
    counted = 0 if across == (frame.head == "north") else 1  # longitude or latitude along these borders
    start = fit.ground(*frame.point((frame.left, frame.bottom)))
    end = fit.ground(*frame.point((frame.right, frame.bottom) if across else (frame.left, frame.top)))
    low, high = sorted((start[counted], end[counted]))
    first, last = (frame.left, frame.right) if across else (frame.top, frame.bottom)

    def spot(twelfths: int) -> float:
        at = twelfths / 12
        lon, lat = (at, start[1]) if counted == 0 else (start[0], at)
        return frame.pixel(fit.plane(lon, lat))[0 if across else 1]

    bars, figures = [], []
    for k in range(floor(low * 12), ceil(high * 12)):
        here, there = spot(k), spot(k + 1)
        a, b = max(first, min(here, there)), min(last, max(here, there))
        if k % 2 == 0 and across:
            bars.append(_bar(a, frame.top - _BAND, b, frame.top))
            bars.append(_bar(a, frame.bottom, b, frame.bottom + _BAND))
        elif k % 2 == 0:
            bars.append(_bar(frame.left - _BAND, a, frame.left, b))
            bars.append(_bar(frame.right, a, frame.right + _BAND, b))
        if k % 6 == 0 and low < k / 12 < high:
            letter = "EN"[counted]
            if across:
                figures.append(_degrees(k, letter, here, frame.top - _BAND - 8, 0))
            else:
                figures.append(_degrees(k, letter, frame.left - _BAND - 8, here, -90))
                figures.append(_degrees(k, letter, frame.right + _BAND + 8, here, 90))
    return bars, figures


def _bar(left: float, top: float, right: float, bottom: float) -> str:
    return f"M{number(left)} {number(top)}H{number(right)}V{number(bottom)}H{number(left)}Z"


def _degrees(twelfths: int, letter: str, x: float, y: float, turn: int) -> str:
    whole, minutes = divmod(twelfths * 5, 60)
    text = f"{whole}°{minutes:02}’ {letter}" if minutes else f"{whole}° {letter}"
    spin = f' transform="rotate({turn} {number(x)} {number(y)})"' if turn else ""
    return f'<text class="b" x="{number(x)}" y="{number(y)}"{spin}>{text}</text>'
