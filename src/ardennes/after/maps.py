"""Maps of the report, drawn over the quiet map, which the page holds once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from math import cos, pi, sin, sqrt

from ardennes.after.account import Judgement
from ardennes.after.ground import Sheet
from ardennes.after.summary import Followed, Summary
from ardennes.charts.page import MAP
from ardennes.hexes import bits
from ardennes.history import chronicle
from ardennes.kernel.front_line import Point
from ardennes.kernel.measures import Loss

FEW = 8  # evenings whose lines are all drawn alike; of more the labelled ones stand out
INK = ("#2C4A6B", "#B3A51D")  # the map keeps its colours by night: German, the other
EARLY, LATE = (150, 172, 196), (22, 44, 78)  # evenings from the first to the last
STYLES = {"heer": "#A5B0A8", "ss": "#32333C", "fj": "#8FA08F", "us": "#8B9B55", "us_airborne": "#7C8A4B"}


class MapFigure:
    """Marks on the quiet map; letters and lines are as large as on a sheet 802 pixels wide."""

    def __init__(self, frame: tuple[float, float, float, float], told: str, wide: float = 802) -> None:
        self.frame, self.told = frame, told
        self.unit = frame[2] / wide
        self._marks: list[str] = []

    def shape(self, path: str, fill: str, opacity: float, more: str = "") -> None:
        self._marks.append(f'<path d="{path}" fill="{fill}" fill-opacity="{opacity:.2f}"{more}/>')

    def line(self, path: str, colour: str, width: float, more: str = "") -> None:
        self._marks.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width * self.unit:.1f}" '
            f'stroke-linejoin="round" stroke-linecap="round"{more}/>'
        )

    def text(self, at: Point, words: str, kind: str = "", size: float = 14, anchor: str = "middle") -> None:
        """Letters with a pale rim."""
        self._marks.append(
            f'<text x="{at[0]:.0f}" y="{at[1]:.0f}" class="onmap {kind}" font-size="{size * self.unit:.1f}" '
            f'stroke-width="{3.4 * self.unit:.1f}" text-anchor="{anchor}">{escape(words)}</text>'
        )

    def disc(self, at: Point, radius: float, fill: str, more: str = "") -> None:
        self._marks.append(
            f'<circle cx="{at[0]:.0f}" cy="{at[1]:.0f}" r="{radius:.1f}" fill="{fill}"{more}/>'
        )

    def places(self, summary: Summary) -> None:
        for place in summary.places:
            self.text((place.at[0], place.at[1] + 13 * self.unit), place.name, "place", 14.5)

    def __str__(self) -> str:
        x, y, wide, high = self.frame
        return (
            f'<svg class="map" viewBox="{x:.0f} {y:.0f} {wide:.0f} {high:.0f}" role="img">'
            f'<title>{escape(self.told)}</title><use href="#{MAP}"/>{"".join(self._marks)}</svg>'
        )


def day_colour(at: int, of: int) -> str:
    """Evenings as one ramp, the first pale, the last dark."""
    share = at / max(1, of - 1)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(EARLY, LATE, strict=True))


def front_map(summary: Summary) -> MapFigure:
    """The front of every evening, the last one thick, 1944's dashed, and the ways of divisions."""
    figure = MapFigure(summary.frame, "The front on each evening compared with 1944, and the main advances")
    figure.shape(summary.held, INK[0], 0.13)
    for at, front in enumerate(summary.fronts):
        last = at == len(summary.fronts) - 1
        for path in front.paths:
            if last:
                figure.line(path, "#fbf5e1", 6, ' stroke-opacity=".8"')
            colour = day_colour(at, len(summary.fronts))
            if last:
                figure.line(path, colour, 3.4)
            else:  # of many evenings those stand out that are labelled
                named = front.label is not None or len(summary.fronts) <= FEW
                figure.line(path, colour, 1.5 if named else 1, f' stroke-opacity="{0.85 if named else 0.4}"')
    dashes = f' stroke-dasharray="{9 * figure.unit:.0f} {6 * figure.unit:.0f}"'
    for path in summary.then.paths:
        figure.line(path, "#1B1712", 2.4, dashes)
    for way in summary.advances:
        colour = INK[0] if way.side == summary.german else "#7A7410"
        figure.shape(way.path, colour, 0.8, f' stroke="#fbf5e1" stroke-width="{figure.unit:.1f}"')
    figure.places(summary)
    for at, front in enumerate(summary.fronts):
        if front.label is not None:
            colour = day_colour(at, len(summary.fronts))
            ring = f' stroke="{colour}" stroke-width="{1.4 * figure.unit:.1f}"'
            figure.disc(front.label, 10 * figure.unit, "#fffaf0", ring)
            x, y = front.label
            figure.text(
                (x, y + 4.5 * figure.unit), str(front.day if front.day < 32 else front.day - 31), "bold", 13
            )
    for way in summary.advances:
        kind = "german" if way.side == summary.german else "allied"
        figure.text((way.at[0], way.at[1] - 8 * figure.unit), way.name, f"bold {kind}", 13)
    return figure


def loss_map(summary: Summary, sheet: Sheet, losses: Iterable[Loss], german: int) -> MapFigure:
    """Where strength was lost: circles as large as the loss, split between the sides."""
    figure = MapFigure(summary.frame, "Where strength was lost", 544)
    lost: dict[str, Counter[bool]] = {}
    for loss in losses:
        if loss.hex in sheet.cells:
            lost.setdefault(loss.hex, Counter())[loss.side == german] += loss.strength
    most = max((sum(both.values()) for both in lost.values()), default=1)
    for hex_, both in sorted(lost.items(), key=lambda pair: -sum(pair[1].values())):
        whole, at = sum(both.values()), sheet.spot(hex_)
        radius = 24 * figure.unit * sqrt(whole / most)
        rim = f' stroke="#fbf5e1" stroke-width="{figure.unit:.1f}"'
        figure.disc(at, radius, INK[1] if both[False] else INK[0], rim)
        if both[True] and both[False]:
            figure.shape(_slice(at, radius, both[True] / whole), INK[0], 1)
    figure.places(summary)
    return figure


def _slice(at: Point, radius: float, share: float) -> str:
    """The part of a circle, from its top on anticlockwise."""
    angle = -2 * pi * share
    x, y = at[0] + radius * sin(angle), at[1] - radius * cos(angle)
    large = int(share > 0.5)
    return (
        f"M{at[0]:.0f} {at[1]:.0f}L{at[0]:.0f} {at[1] - radius:.1f}A{radius:.1f} {radius:.1f} 0 {large} 0 "
        f"{x:.1f} {y:.1f}Z"
    )


def held_map(summary: Summary, found: Followed) -> MapFigure:
    """How many evenings ground that was the other side's on the 16th was German."""
    figure = MapFigure(summary.frame, "Evenings in German hands", 544)
    sheet, evenings = found.sheet, [e for day in found.days if (e := found.seen.found.evening(day))]
    count: Counter[int] = Counter(
        cell for evening in evenings for cell in bits(evening.german & sheet.ground)
    )
    start = {row.hex for row in chronicle.hexes(summary.game) if row.start == chronicle.GERMAN}
    for cell, times in sorted(count.items()):
        hex_ = sheet.ids[cell]
        strength = 0.1 if hex_ in start else 0.18 + 0.62 * times / len(evenings)
        figure.shape(sheet.outline(hex_), INK[0], strength)
    figure.places(summary)
    return figure


def decision_map(found: Followed, one: Judgement) -> MapFigure:
    """What a decision was about: its units as counters, its targets in red."""
    sheet = found.sheet
    state = found.match.state_at(one.order)
    where = found.seen.where(state)
    hexes = [
        hex_ for hex_ in (*one.hexes, *(where.get(unit, "") for unit in one.units)) if hex_ in sheet.hexes
    ]
    spots = [sheet.spot(hex_) for hex_ in hexes] or [sheet.spot(next(iter(sheet.cells)))]
    reach = 3.2 * sheet.radius * 1.73
    x, y = (sum(spot[axis] for spot in spots) / len(spots) for axis in (0, 1))
    wide = 2 * max(reach, *(abs(spot[0] - x) + reach / 2 for spot in spots))
    figure = MapFigure((x - wide / 2, y - wide * 0.4, wide, wide * 0.8), f"{one.kind}: {one.where}", 330)
    named = [
        h
        for h in found.sheet.stage.hexes
        if h.place and abs(h.x - x) < wide / 2 and abs(h.y - y) < wide * 0.4
    ]
    _counters(figure, sheet, where, found, (x, y, wide))
    ring = f' stroke="#D7263D" stroke-width="{4 * figure.unit:.1f}"'
    for hex_ in one.hexes[:1]:
        if hex_ in sheet.hexes:
            figure.shape(sheet.outline(hex_), "none", 0, ring)
            for unit in one.units:
                if where.get(unit, "") in sheet.hexes:
                    figure.shape(
                        _wedge(sheet.spot(where[unit]), sheet.spot(hex_), sheet.radius), "#0B63CE", 1
                    )
    written: list[tuple[float, float, float]] = []  # the middle of a name, and half its length
    for near in named:
        half = 3.6 * figure.unit * len(near.place)
        if all(abs(near.x - a) > half + other or abs(near.y - b) > sheet.radius for a, b, other in written):
            figure.text((near.x, near.y + 0.95 * sheet.radius), near.place, "place", 14)
            written.append((near.x, near.y, half))
    return figure


def _counters(
    figure: MapFigure,
    sheet: Sheet,
    where: dict[str, str],
    found: Followed,
    window: tuple[float, float, float],
) -> None:
    """The strongest unit of each hex in the window, with the strength that lies there."""
    x, y, wide = window
    stacks: dict[str, list[str]] = {}
    for unit, hex_ in where.items():
        spot = sheet.spot(hex_) if hex_ in sheet.hexes else (1e9, 1e9)
        if abs(spot[0] - x) < wide / 2 + sheet.radius and abs(spot[1] - y) < wide / 2:
            stacks.setdefault(hex_, []).append(unit)
    size = 0.62 * sheet.radius
    for hex_, units in stacks.items():
        top = max((sheet.stage.units[unit] for unit in units), key=lambda unit: unit.factor)
        a, b = sheet.spot(hex_)
        fill = STYLES.get(top.style, INK[0] if top.side == sheet.stage.sides[sheet.german] else "#8B9B55")
        rim = f' stroke="#1B1712" stroke-width="{1.3 * figure.unit:.1f}"'
        box = f"M{a - size:.0f} {b - size:.0f}h{2 * size:.0f}v{2 * size:.0f}h{-2 * size:.0f}Z"
        figure.shape(box, fill, 1, rim)
        strength = sum(sheet.stage.units[unit].factor for unit in units)
        figure.text((a, b + 0.35 * size), str(strength), f"onunit {top.style}", 15)


def _wedge(start: Point, end: Point, radius: float) -> str:
    """From a unit towards its target."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    way = sqrt(dx * dx + dy * dy) or 1.0
    dx, dy = dx / way, dy / way
    a = start[0] + dx * 0.62 * radius, start[1] + dy * 0.62 * radius
    tip = end[0] - dx * 0.5 * radius, end[1] - dy * 0.5 * radius
    wide = 0.26 * radius
    return (
        f"M{a[0] - dy * wide:.0f} {a[1] + dx * wide:.0f}L{tip[0]:.0f} {tip[1]:.0f}"
        f"L{a[0] + dy * wide:.0f} {a[1] - dx * wide:.0f}Z"
    )
