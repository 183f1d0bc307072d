"""The strip under the map: title, legend and scale."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from ardennes.atlas.art.cliffs import blocked_sides, cliff
from ardennes.atlas.art.curves import number, rectangle
from ardennes.atlas.art.placing import text_width
from ardennes.atlas.art.scene import Scene
from ardennes.atlas.art.theme import Theme
from ardennes.atlas.frame import BORDER

Sign = Callable[[Theme], str]  # drawn around (0, 0) in a box 46 wide and 28 high
Shown = Callable[[Scene], bool]  # whether a map has this at all
_SCALE_WIDTH = 290.0


def strip(scene: Scene, theme: Theme) -> str:
    top = scene.frame.bottom + BORDER + 4
    left, right = scene.frame.left - 11, scene.frame.right + 11
    signs = left + max(440, text_width(scene.spec.title, 37) + 48)
    return (
        f'<g transform="translate({number(left)} {number(top)})">{_title(scene, theme)}</g>'
        f'<g transform="translate({number(signs)} {number(top + 6)})">{_legend(scene, theme)}</g>'
        f'<g transform="translate({number(right - 320)} {number(top + 10)})">{_scale(scene, theme)}</g>'
    )


def _title(scene: Scene, theme: Theme) -> str:
    rule = number(max(392, text_width(scene.spec.title, 37)))
    return (
        f'<text class="h" x="2" y="42">{scene.spec.title}</text>'
        f'<path d="M2 58H{rule}" stroke="{theme.ink}" stroke-width="1.6"/>'
        f'<path d="M2 62H{rule}" stroke="{theme.ink}" stroke-width=".7"/>'
        f'<text class="s" x="2" y="86">{scene.wishes.text("date")}</text>'
        f'<text class="s" x="2" y="110">One hex is {number(scene.km_across)} km across.</text>'
    )


def _tile(fill: str, edge: str, more: str = "") -> str:
    shape = f'x="-23" y="-13" width="46" height="26" rx="8" fill="{fill}" stroke="{edge}"'
    return f'<rect {shape} stroke-width="1.4"/>{more}'


def _wood(theme: Theme) -> str:
    trees = "".join(
        f'<use href="#t{kind}" x="{x}" y="{y}"/>'
        for kind, x, y in ((1, -13, -5), (3, -3, 4), (2, 10, -4), (0, -14, 6), (0, 15, 6))
    )
    return _tile(theme.forest, theme.forest_edge, trees)


def _moor(theme: Theme) -> str:
    tufts = "".join(
        f"M{x - 6} {y}h12M{x} {y}v-6M{x - 3} {y}l-2-4M{x + 3} {y}l2-4"
        for x, y in ((-11, 0), (10, -1), (0, 9))
    )
    return _tile(
        theme.moor, theme.moor_ink, f'<path d="{tufts}" stroke="{theme.moor_ink}" stroke-width="1.2"/>'
    )


def _houses(theme: Theme, count: int) -> str:
    spots = ((0, 0), (-9, -5), (9, 5), (-8, 6), (9, -6), (-18, 0), (18, 0), (0, -10), (0, 10))[:count]
    blocks = "".join(f"M{x - 4} {y - 3}h8v6h-8z" for x, y in spots)
    wide = 24 if count > 5 else 17
    return (
        f'<ellipse rx="{wide}" ry="14" fill="{theme.built_ground}"/><path d="{blocks}" fill="{theme.built}"/>'
    )


def _river(theme: Theme, width: float) -> str:
    course = "M-23 5C-12-8 0 10 23-4"
    return "".join(
        f'<path d="{course}" fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linecap="round"/>'
        for colour, wide in ((theme.river_case, width + 2.8), (theme.river, width))
    )


def _road(case: str, colour: str, outer: float, inner: float) -> str:
    way = "M-23 4C-10-6 6 8 23-3"
    return "".join(
        f'<path d="{way}" fill="none" stroke="{c}" stroke-width="{w}" stroke-linecap="round"/>'
        for c, w in ((case, outer), (colour, inner))
    )


def _bridge(theme: Theme) -> str:
    return (
        f'<path d="M0-14V14" stroke="{theme.river_case}" stroke-width="10.8"/>'
        f'<path d="M0-14V14" stroke="{theme.river}" stroke-width="8"/>'
        f'<path d="M-23 0H23" stroke="{theme.minor_case}" stroke-width="6.4"/>'
        f'<path d="M-23 0H23" stroke="{theme.minor}" stroke-width="3"/>'
        '<path d="M-13-9l4.5 3.8h17l4.5-3.8M-13 9l4.5-3.8h17l4.5 3.8" fill="none" '
        f'stroke="{theme.ink}" stroke-width="2"/>'
    )


def _front(theme: Theme) -> str:
    return f'<path d="M-24 0H24" stroke="{theme.front}" stroke-width="3" stroke-dasharray="13 7"/>'


def _wall(theme: Theme) -> str:
    teeth = "".join(f"M{x - 4.3} 5L{x} -3.2L{x + 4.3} 5Z" for x in (-17.4, -5.8, 5.8, 17.4))
    return f'<path d="{teeth}" fill="{theme.wall}" stroke="{theme.wall_edge}" stroke-width=".9"/>'


def _exit(theme: Theme) -> str:
    return f'<path d="M-15 0L-1-13V-8.500H15V8.500H-1V13Z" fill="{theme.exit}"/>'


def _valued_exit(theme: Theme) -> str:
    return f'{_exit(theme)}<text class="x" x="4" y="5.4">1</text>'


def _rough(theme: Theme) -> str:
    hills = "".join(
        f"M{x - 6} {y}q4-6 10-1m-8 2.400l-1.200 3m4.200-3.200v3.400" for x, y in ((-10, -2), (10, 1), (-1, 8))
    )
    ink = f'stroke="{theme.broken_ink}" stroke-width="1.2" fill="none"'
    return _tile(theme.broken, theme.broken_ink, f'<path d="{hills}" {ink}/>')


def _stream(theme: Theme) -> str:
    return f'<path d="M-23 5C-12-8 0 10 23-4" fill="none" stroke="{theme.stream}" stroke-width="2.1"/>'


def _village(theme: Theme) -> str:
    return f'<circle r="3.4" fill="{theme.halo}" stroke="{theme.built}" stroke-width="1.7"/>'


def _blocked(theme: Theme) -> str:
    return cliff([((-22.0, 0.0), (22.0, 0.0))], theme)


def _ground(kind: str) -> Shown:
    return lambda scene: bool(scene.layers_of(kind))


def _layer(name: str) -> Shown:
    return lambda scene: any(layer.name == name for layer in scene.spec.layers)


def _two_widths(scene: Scene) -> bool:
    """Return whether broad water has different rules than narrow water."""
    return "wide" in scene.wishes.values


def _place(kind: str) -> Shown:
    return lambda scene: any(pin.kind == kind for pin in scene.places)


def _exits(*values: str) -> Shown:
    return lambda scene: any(row.marks.get("exit") in values for row in scene.rows.values())


def _always(scene: Scene) -> bool:
    return True


SIGNS: tuple[tuple[str, Sign, Shown], ...] = (
    ("Forest", _wood, _ground("forest")),
    ("Rough", _rough, _ground("broken")),
    ("Ridge", _rough, _ground("ridge")),
    ("Hohe Venn", _moor, _layer("venn")),
    ("Marsh", _moor, _layer("marsh")),
    ("City", lambda theme: _houses(theme, 9), _place("city")),
    ("Town", lambda theme: _houses(theme, 5), _place("town")),
    ("Main road", lambda theme: _road(theme.main_case, theme.main, 5.6, 3.5), _always),
    ("Road", lambda theme: _road(theme.minor_case, theme.minor, 6.4, 3.0), _always),
    ("River", lambda theme: _river(theme, 8), lambda scene: "wide" not in scene.wishes.values),
    ("Minor river", lambda theme: _river(theme, 8), _two_widths),
    ("Major river or lake", lambda theme: _river(theme, 13), _two_widths),
    ("Blocked hexside", _blocked, lambda scene: bool(blocked_sides(scene))),
    ("Bridge", _bridge, _always),
    ("Front, 16 December", _front, _always),
    ("Siegfried Line", _wall, lambda scene: any(row.siegfried == "yes" for row in scene.tables.sides)),
    ("Exit and its value", _valued_exit, _exits("full", "half")),
    ("German exit", _exit, _exits("yes")),
    ("Stream, other place: no effect", lambda theme: _stream(theme) + _village(theme), _always),
)


def _legend(scene: Scene, theme: Theme) -> str:
    drawn = []
    for k, (text, sign) in enumerate((text, sign) for text, sign, shown in SIGNS if shown(scene)):
        column, row = divmod(k, 3)
        x, y = 26 + column * 190, 14 + row * 40
        drawn.append(f'<g transform="translate({x} {y})">{sign(theme)}</g>')
        drawn.append(f'<text class="l" x="{x + 34}" y="{y + 5}">{text}</text>')
    return "".join(drawn)


def _steps(per: float) -> tuple[int, ...]:
    """Return the labels of a scale bar that fits the strip."""
    step = max(size for size in (1, 2, 5, 10) if 3 * size * per <= _SCALE_WIDTH)
    return tuple(step * k for k in range(int(_SCALE_WIDTH / (step * per)) + 1))


def _scale(scene: Scene, theme: Theme) -> str:
    """Draw a bar in kilometres and one in miles."""
    per_km = scene.frame.hex_height / scene.km_across
    drawn = []
    for y, unit, per in ((14, "km", per_km), (62, "miles", per_km * 1.609)):
        steps = _steps(per)
        for k, (a, b) in enumerate(pairwise(steps)):
            fill = theme.ink if k % 2 == 0 else theme.halo
            bar = rectangle(a * per, y, b * per, y + 7)
            drawn.append(f'<rect {bar} fill="{fill}" stroke="{theme.ink}" stroke-width="1"/>')
        for step in steps:
            drawn.append(f'<text class="b" x="{number(step * per)}" y="{y + 22}">{step}</text>')
        drawn.append(f'<text class="b" x="{number(steps[-1] * per + 20)}" y="{y + 7}">{unit}</text>')
    return "".join(drawn)
