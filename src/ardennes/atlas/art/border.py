"""The rim of the sheet: the ruled border with degrees, the paler land beyond the hexes, where facts end."""

from __future__ import annotations

from math import ceil, floor

from ardennes.atlas.art.curves import number, rectangle, straight
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.theme import Theme
from ardennes.atlas.frame import Frame

_ATLAS = ((4.5, 49.48), (6.86, 50.83))  # what the atlas covers, longitude and latitude
_FADE = 130.0
_BAND = 7.0


def faded(scene: Scene, drawn: str) -> str:
    """Fades the real ground out where the atlas ends short of the sheet."""
    frame, fit = scene.frame, scene.spec.fit
    west, south = frame.pixel(fit.plane(*_ATLAS[0]))
    east, north = frame.pixel(fit.plane(*_ATLAS[1]))
    strips = (  # the gradient from dark to nothing, and the strip it lies on
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
    """Pales the land beyond the hexes."""
    frame = scene.frame
    window = rectangle(frame.left, frame.top, frame.right, frame.bottom)
    holes = "".join(straight(frame.outline(cell), closed=True) for cell in scene.spec.grid.cells)
    return (
        f'<mask id="o"><rect {window} fill="#fff"/><path d="{holes}" stroke="#000"/></mask>'
        f'<rect {window} fill="{theme.veil}" opacity=".6" mask="url(#o)"/>'
    )


def border(scene: Scene, theme: Theme) -> str:
    """Three ruled lines, black stretches of five minutes of arc, and every half degree in figures."""
    frame = scene.frame
    drawn = []
    for out, wide in ((0.0, 1.6), (_BAND, 1.6), (_BAND + 4, 0.8)):
        ring = rectangle(frame.left - out, frame.top - out, frame.right + out, frame.bottom + out)
        drawn.append(f'<rect {ring} fill="none" stroke="{theme.ink}" stroke-width="{wide}"/>')
    bars, figures = _longitudes(scene, frame)
    more_bars, more_figures = _latitudes(scene, frame)
    path = "".join(bars + more_bars)
    return f'{"".join(drawn + figures + more_figures)}<path d="{path}" fill="{theme.ink}"/>'


def _longitudes(scene: Scene, frame: Frame) -> tuple[list[str], list[str]]:
    fit = scene.spec.fit
    west, south = fit.ground(*frame.point((frame.left, frame.bottom)))
    east, _ = fit.ground(*frame.point((frame.right, frame.bottom)))
    bars, figures = [], []
    for k in range(floor(west * 12), ceil(east * 12)):
        here, there = (frame.pixel(fit.plane(n / 12, south))[0] for n in (k, k + 1))
        left, right = max(frame.left, here), min(frame.right, there)
        if k % 2 == 0:
            bars.append(_bar(left, frame.top - _BAND, right, frame.top))
            bars.append(_bar(left, frame.bottom, right, frame.bottom + _BAND))
        if k % 6 == 0 and west < k / 12 < east:
            figures.append(_degrees(k, "E", here, frame.top - _BAND - 8, 0))
    return bars, figures


def _latitudes(scene: Scene, frame: Frame) -> tuple[list[str], list[str]]:
    fit = scene.spec.fit
    west, south = fit.ground(*frame.point((frame.left, frame.bottom)))
    _, north = fit.ground(*frame.point((frame.left, frame.top)))
    bars, figures = [], []
    for k in range(floor(south * 12), ceil(north * 12)):
        here, there = (frame.pixel(fit.plane(west, n / 12))[1] for n in (k, k + 1))
        top, bottom = max(frame.top, there), min(frame.bottom, here)
        if k % 2 == 0:
            bars.append(_bar(frame.left - _BAND, top, frame.left, bottom))
            bars.append(_bar(frame.right, top, frame.right + _BAND, bottom))
        if k % 6 == 0 and south < k / 12 < north:
            figures.append(_degrees(k, "N", frame.left - _BAND - 8, here, -90))
            figures.append(_degrees(k, "N", frame.right + _BAND + 8, here, 90))
    return bars, figures


def _bar(left: float, top: float, right: float, bottom: float) -> str:
    return f"M{number(left)} {number(top)}H{number(right)}V{number(bottom)}H{number(left)}Z"


def _degrees(twelfths: int, letter: str, x: float, y: float, turn: int) -> str:
    whole, minutes = divmod(twelfths * 5, 60)
    text = f"{whole}°{minutes:02}’ {letter}" if minutes else f"{whole}° {letter}"
    spin = f' transform="rotate({turn} {number(x)} {number(y)})"' if turn else ""
    return f'<text class="b" x="{number(x)}" y="{number(y)}"{spin}>{text}</text>'
