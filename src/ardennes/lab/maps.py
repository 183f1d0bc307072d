"""Figures on the quiet map of a game: who holds the ground in many games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import NamedTuple

from ardennes.charts.drawing import Drawing, hex_path
from ardennes.charts.page import MAP
from ardennes.games import find_game, table_of
from ardennes.history import chronicle
from ardennes.kernel.front_line import front_lines
from ardennes.lab.charts import WIDE

ACROSS, GAP, HEAD = 3, 20, 46  # evenings in a row
TINTS = 10  # steps of the tint; all hexes of a step are one path
# The map keeps its colours in the dark theme, so its overlays do too.
GERMAN, INK, PALE = "#2C4A6B", "#1B1712", "#FFF9E8"


class Sheet(NamedTuple):
    """The drawing of a map and the positions of its hexes."""

    game: str
    radius: float
    pointy: bool
    at: dict[str, tuple[float, float]]
    near: dict[str, list[str]]


@cache
def sheet_of(game: str) -> Sheet:
    stage = table_of(find_game(game)).stage()
    return Sheet(
        game,
        stage.map.radius,
        stage.map.hex == "pointy",
        {one.id: (one.x, one.y) for one in stage.hexes},
        {one.id: one.near for one in stage.hexes},
    )


class Evening(NamedTuple):
    """How often each hex in play is German on an evening, and the names to write on the map."""

    day: int
    shares: Mapping[str, float]
    names: Mapping[str, str]  # by hex


def heat(title: str, game: str, evenings: Sequence[Evening]) -> Drawing:
    """Draw evenings next to each other: the darker a hex, the more games in which it is German; the line
    where half of them are; dashed: the front of 1944.
    """
    sheet = sheet_of(game)
    left, top, wide, tall = _crop(sheet, [hex_ for one in evenings for hex_ in one.shares])
    across = (WIDE - GAP * (ACROSS - 1)) / ACROSS
    high = across * tall / wide
    drawing = Drawing(WIDE, HEAD + high + 10, title)
    drawing.text(0, 14, title, "bold")
    for at, one in enumerate(evenings):
        x = at * (across + GAP)
        drawing.text(x, 38, f"{chronicle.date(one.day)}, evening", "soft")
        scale = wide / across  # map units per pixel of the figure
        inside = "".join(
            (
                f'<use href="#{MAP}"/>',
                _tints(sheet, one.shares),
                _front_of(game, one.day, scale),
                _half(sheet, one.shares, scale),
                _names(sheet, one.names, scale),
            )
        )
        drawing.raw(
            f'<svg x="{x:.1f}" y="{HEAD}" width="{across:.1f}" height="{high:.1f}" '
            f'viewBox="{left:.0f} {top:.0f} {wide:.0f} {tall:.0f}" style="overflow:hidden">{inside}</svg>'
        )
    return drawing


def _crop(sheet: Sheet, hexes: Sequence[str]) -> tuple[float, float, float, float]:
    spots = [sheet.at[hex_] for hex_ in hexes]
    edge = 1.3 * sheet.radius
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    left, top = min(xs) - edge, min(ys) - edge
    return left, top, max(xs) + edge - left, max(ys) + edge - top


def _tints(sheet: Sheet, shares: Mapping[str, float]) -> str:
    result: dict[int, list[str]] = {}
    for hex_, share in shares.items():
        if tint := round(share * TINTS):
            result.setdefault(tint, []).append(hex_path(sheet.at[hex_], sheet.radius, sheet.pointy))
    return "".join(
        f'<path d="{"".join(paths)}" fill="{GERMAN}" fill-opacity="{0.62 * tint / TINTS:.2f}"/>'
        for tint, paths in sorted(result.items())
    )


def _half(sheet: Sheet, shares: Mapping[str, float], scale: float) -> str:
    """Draw the line that encloses hexes which are German in more than half of the games."""
    lines = front_lines(sheet.near, sheet.at.__getitem__, shares)
    paths = "".join("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line) for line in lines)
    line = f'd="{paths}" fill="none" stroke-linecap="round"'
    return (
        f'<path {line} stroke="{PALE}" stroke-width="{5 * scale:.1f}"/>'
        f'<path {line} stroke="{GERMAN}" stroke-width="{2.6 * scale:.1f}"/>'
    )


def _front_of(game: str, day: int, scale: float) -> str:
    """Draw the front of 1944 on that evening; nothing if it is unknown."""
    line: list[chronicle.Point] = []
    pockets = []
    for row in sorted((row for row in chronicle.lines(game) if row.day == day), key=lambda row: row.order):
        if row.order:
            line += row.points[1 if line else 0 :]
        else:
            pockets.append(row.points)
    if not line:
        return ""
    paths = "".join(
        "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + end
        for points, end in ((line, ""), *((points, "Z") for points in pockets))
    )
    dash = f"{6 * scale:.1f} {4 * scale:.1f}"
    return (
        f'<path d="{paths}" fill="none" stroke="{PALE}" stroke-width="{4 * scale:.1f}" stroke-opacity=".7"/>'
        f'<path d="{paths}" fill="none" stroke="{INK}" stroke-width="{1.8 * scale:.1f}" '
        f'stroke-dasharray="{dash}"/>'
    )


def _names(sheet: Sheet, names: Mapping[str, str], scale: float) -> str:
    return "".join(
        f'<text x="{sheet.at[hex_][0]:.0f}" y="{sheet.at[hex_][1] + 5 * scale:.0f}" text-anchor="middle" '
        f'style="font-size:{13 * scale:.1f}px;fill:{INK};stroke:{PALE};stroke-width:{3.5 * scale:.1f}px;'
        f'paint-order:stroke;font-weight:700">{escape(name)}</text>'
        for hex_, name in names.items()
    )
