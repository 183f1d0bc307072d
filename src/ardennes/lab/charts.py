"""Figures of the lab's report as SVG: labels on the thing, no legends, uncertainty always drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import cos, radians, sqrt
from typing import NamedTuple

from ardennes.charts.drawing import SIDE_COLOURS, Drawing, Scale, number, ticks
from ardennes.charts.intervals import Interval
from ardennes.words import counted

WIDE, HALF = 1120, 544
LEFT = 200  # of the plot, where labels stand on the left
TOP = 20
STEP = 34  # from one bar to the next
KM = 111.2  # of a degree of latitude
HIGHEST = 12  # dots above one another
MOST_DOTS = 120  # games of a configuration drawn one by one


class Bar(NamedTuple):
    """A share with its interval."""

    label: str
    won: int
    games: int
    interval: Interval
    side: str


def share_bars(bars: Sequence[Bar]) -> Drawing:
    drawing = Drawing(WIDE, TOP + STEP * len(bars) + 24, "Shares of the games with 95 % intervals")
    across = Scale(0, 100, LEFT + 160, WIDE - 140)
    bottom = TOP + STEP * len(bars)
    for tick in range(0, 101, 25):
        drawing.line(across(tick), TOP - 8, across(tick), bottom)
        drawing.text(across(tick), bottom + 18, f"{tick} %" if tick == 100 else str(tick), "soft", "middle")
    for row, bar in enumerate(bars):
        y = TOP + STEP * row + 12
        drawing.text(across.start - 10, y + 5, bar.label, "", "end")
        share = 100 * bar.won / bar.games if bar.games else 0.0
        drawing.box(across(0), y - 10, across(share) - across(0), 20, SIDE_COLOURS[bar.side])
        low, high = (across(100 * end) for end in bar.interval)
        drawing.interval(low, high, y)
        drawing.text(high + 10, y + 5, f"{bar.won} of {bar.games}", "bold")
    return drawing


class Change(NamedTuple):
    """A difference with half its interval; pale where a verdict says that it may be none."""

    label: str
    pairs: int
    mean: float
    half: float
    verdict: str


def change_bars(title: str, changes: Sequence[Change]) -> Drawing:
    """Differences of one measure on one scale."""
    top = TOP + 20
    drawing = Drawing(WIDE, top + STEP * len(changes) + 30, f"{title}: differences with 95 % intervals")
    reach = max((abs(one.mean) + one.half for one in changes if one.half < float("inf")), default=0) or 1.0
    across = Scale(-reach, reach, 500, WIDE - 260)
    bottom = top + STEP * len(changes)
    drawing.text(0, TOP, title, "bold")
    for tick in ticks(-reach, reach):
        drawing.line(across(tick), top - 8, across(tick), bottom)
        drawing.text(across(tick), bottom + 18, number(tick, sign=True), "soft", "middle")
    drawing.line(across(0), top - 8, across(0), bottom, "var(--mark)")
    for row, one in enumerate(changes):
        y = top + STEP * row + 12
        clear = not one.verdict
        drawing.text(0, y + 5, one.label)
        drawing.text(440, y + 5, counted(one.pairs, "pair"), "soft", "end")
        ends = sorted((across(0), across(one.mean)))
        drawing.box(ends[0], y - 9, ends[1] - ends[0], 18, "var(--draw)", 0.9 if clear else 0.35)
        if one.half < float("inf"):
            drawing.interval(across(one.mean - one.half), across(one.mean + one.half), y)
        told = f"{number(one.mean, sign=True)} ± {number(one.half)}"
        drawing.text(WIDE, y - 1, told, "bold" if clear else "", "end")
        if not clear:
            drawing.text(WIDE, y + 15, one.verdict, "soft", "end")
    return drawing


def strips(groups: Sequence[tuple[str, Sequence[float]]], what: str) -> Drawing:
    """Whole numbers, a strip a group: a dot a game, or columns where there are many; a tick at the median."""
    values = [value for _, found in groups for value in found]
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low == high:
        low, high = low - 1, high + 1
    bins = min(60, int(high - low) + 1)
    piles = [
        Counter(min(bins - 1, int((v - low) / (high - low) * bins)) for v in found) for _, found in groups
    ]
    tallest = max((max(pile.values(), default=1) for pile in piles), default=1)
    dotted = max((len(found) for _, found in groups), default=0) <= MOST_DOTS
    tall = tallest * 10 + 34 if dotted and tallest <= HIGHEST else 120
    unit = (tall - 34) / tallest
    drawing = Drawing(WIDE, tall * len(groups) + 30, what)
    across = Scale(low, high, LEFT + 160, WIDE - 60)
    for row, ((label, found), pile) in enumerate(zip(groups, piles, strict=True)):
        floor_y = tall * (row + 1)
        drawing.line(across.start - 12, floor_y, across.end + 12, floor_y)
        drawing.text(across.start - 24, floor_y - 6, label, "", "end")
        for at, count in pile.items():
            x = (
                across.start + (at + 0.5) / bins * (across.end - across.start)
                if bins < high - low + 1
                else across(low + at)
            )
            if dotted and tallest <= HIGHEST:
                for place in range(count):
                    drawing.dot(x, floor_y - 6 - 10 * place, 4.2, "var(--soft)")
            else:
                drawing.box(x - 5, floor_y - unit * count, 10, unit * count, "var(--soft)")
            drawing.text(x, floor_y - unit * count - 7, str(count), "soft", "middle")
        if found:
            middle = across(sorted(found)[(len(found) - 1) // 2])
            drawing.line(middle, floor_y, middle, floor_y + 8, "var(--mark)", 3)
    for tick in ticks(low, high, 12 if high - low > 12 else int(high - low) + 1):
        drawing.text(across(tick), tall * len(groups) + 24, number(tick), "soft", "middle")
    return drawing


class Day(NamedTuple):
    """How a figure came out on a day: its mean, a tenth of the games below, a tenth above."""

    day: int
    mean: float
    low: float
    high: float


def days(title: str, side: str, found: Sequence[Day], top: float, span: tuple[int, int]) -> Drawing:
    """A mean by day with the band of 8 games in 10."""
    drawing = Drawing(HALF, 190, title)
    colour = SIDE_COLOURS[side]
    up = Scale(0, top or 1.0, 150, 34)
    along = Scale(span[0], max(span[1], span[0] + 1), 70, HALF - 60)
    drawing.text(70, 14, title, f"bold {side}")
    for tick in ticks(0, top or 1.0, 4):
        drawing.line(70, up(tick), HALF - 50, up(tick))
        drawing.text(60, up(tick) + 5, number(tick), "soft", "end")
    for day in range(span[0], span[1] + 1):
        drawing.text(along(day), 172, _date(day, day == span[0]), "soft", "middle")
    band = [(along(one.day), up(one.low)) for one in found] + [
        (along(one.day), up(one.high)) for one in reversed(found)
    ]
    drawing.path(band, colour, filled=True)
    drawing.path([(along(one.day), up(one.mean)) for one in found], colour)
    for one in found:
        drawing.dot(along(one.day), up(one.mean), 3, colour)
    return drawing


def _date(day: int, first: bool) -> str:
    """A day of December 1944, or of January after it."""
    return f"{day} Dec" if first else str(day if day <= 31 else day - 31)


class Odds(NamedTuple):
    """How attacks at some odds fared."""

    odds: str
    battles: int
    taken: int
    interval: Interval


def odds_points(title: str, side: str, found: Sequence[Odds]) -> Drawing:
    """The share of attacks that took the hex, by odds."""
    drawing = Drawing(HALF, 214, title)
    up = Scale(0, 100, 140, 34)
    drawing.text(60, 14, title, f"bold {side}")
    for tick in (0, 50, 100):
        drawing.line(60, up(tick), HALF, up(tick))
        drawing.text(50, up(tick) + 5, f"{tick} %" if tick == 100 else str(tick), "soft", "end")
    drawing.text(0, 184, "battles", "soft")
    step = (HALF - 80) / max(1, len(found))
    for at, one in enumerate(found):
        x = 70 + step * (at + 0.5)
        low, high = (up(100 * end) for end in one.interval)
        drawing.line(x, low, x, high, "var(--mark)", 2)
        drawing.dot(x, up(100 * one.taken / one.battles), 5, SIDE_COLOURS[side])
        drawing.text(x, 164, one.odds, "", "middle")
        drawing.text(x, 184, str(one.battles), "soft", "middle")
    return drawing


def results_grid(
    title: str, odds: Sequence[str], results: Sequence[str], counts: Counter[tuple[str, str]]
) -> Drawing:
    """Battles by odds (across) and result (down), each column as shares of its own."""
    step = min(90.0, (HALF - 70) / max(1, len(odds)))
    drawing = Drawing(HALF, 48 + 24 * len(results), title)
    drawing.text(0, 14, title, "bold")
    for across, one in enumerate(odds):
        x = 70 + step * across
        total = sum(counts[one, result] for result in results)
        drawing.text(x + step / 2, 36, one, "soft", "middle")
        for down, result in enumerate(results):
            count, y = counts[one, result], 44 + 24 * down
            if count:
                drawing.box(x + 1, y, step - 2, 22, "var(--soft)", 0.08 + 0.5 * count / total)
                drawing.text(x + step / 2, y + 16, str(count), "", "middle")
    for down, result in enumerate(results):
        drawing.text(60, 60 + 24 * down, result or "none", "", "end")
    return drawing


class Spot(NamedTuple):
    """A hex on the ground, how often it is German, and whether it was in 1944."""

    lat: float
    lon: float
    km2: float
    name: str  # of a place in it, to be written there
    share: float
    was: bool


GROUNDS = 3  # evenings side by side


def grounds(title: str, evenings: Sequence[tuple[int, Sequence[Spot]]]) -> Drawing:
    """Ground by evening, north on top: the darker a hex, the more games in which it is German; a ring where
    it was German in 1944."""
    spots = [spot for _, found in evenings for spot in found]
    wide, narrow = (WIDE - 40 * (GROUNDS - 1)) / GROUNDS, cos(radians(spots[0].lat))
    west, east = min(s.lon for s in spots), max(s.lon for s in spots)
    south, north = min(s.lat for s in spots), max(s.lat for s in spots)
    scale = min((wide - 60) / max(0.01, (east - west) * narrow), 420 / max(0.01, north - south))  # a degree
    drawing = Drawing(WIDE, 80 + (north - south) * scale, title)
    drawing.text(0, 14, title, "bold")
    for panel, (day, found) in enumerate(evenings):
        left = panel * (wide + 40) + 30
        drawing.text(
            left - 30, 38, f"{_date(day, True)}, evening" if day <= 31 else f"{day - 31} Jan, evening", "soft"
        )
        for spot in found:
            x, y = left + (spot.lon - west) * narrow * scale, 66 + (north - spot.lat) * scale
            radius = 0.46 * sqrt(spot.km2) / KM * scale
            drawing.dot(x, y, round(radius, 1), "var(--line)")
            drawing.dot(x, y, round(radius, 1), "var(--german)", spot.share)
            if spot.was:
                drawing.ring(x, y, radius)
        for spot in found:
            if spot.name:
                x, y = left + (spot.lon - west) * narrow * scale, 66 + (north - spot.lat) * scale
                drawing.text(x, y + 5, spot.name, "bold place", "middle")
    return drawing
