"""Figures of the lab's report as SVG: labels on the data instead of legends, and always with uncertainty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ardennes.charts.drawing import SIDE_COLOURS, Drawing, Scale, number, ticks
from ardennes.charts.intervals import Interval
from ardennes.history.chronicle import DECEMBER
from ardennes.words import counted

WIDE, HALF = 1120, 544
LEFT = 200  # left edge of the plot, after the labels
TOP = 20
STEP = 34  # distance between bars
HIGHEST = 12  # dots stacked above each other
MOST_DOTS = 120  # maximum of games drawn one by one


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
    """A difference with half its interval; pale if it may be zero."""

    label: str
    pairs: int
    mean: float
    half: float
    verdict: str


def change_bars(title: str, changes: Sequence[Change]) -> Drawing:
    """Draw the differences of one measure on one scale."""
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
        text = f"{number(one.mean, sign=True)} ± {number(one.half)}"
        drawing.text(WIDE, y + (5 if clear else -1), text, "bold" if clear else "", "end")
        if not clear:
            drawing.text(WIDE, y + 15, one.verdict, "soft", "end")
    return drawing


def strips(
    groups: Sequence[tuple[str, Sequence[float]]], what: str, history: Sequence[float | None] = ()
) -> Drawing:
    """Draw whole numbers, a strip per group: a dot per game, or columns for many; a tick at the median; a
    dashed line for 1944.
    """
    values = [value for _, result in groups for value in result]
    values += [was for was in history if was is not None]
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low == high:
        low, high = low - 1, high + 1
    bins = min(60, int(high - low) + 1)
    piles = [
        Counter(min(bins - 1, int((v - low) / (high - low) * bins)) for v in result) for _, result in groups
    ]
    tallest = max((max(pile.values(), default=1) for pile in piles), default=1)
    dotted = max((len(result) for _, result in groups), default=0) <= MOST_DOTS
    tall = tallest * 10 + 34 if dotted and tallest <= HIGHEST else 120
    unit = (tall - 34) / tallest
    drawing = Drawing(WIDE, tall * len(groups) + 30, what)
    across = Scale(low, high, LEFT + 160, WIDE - 60)
    for row, ((label, result), pile) in enumerate(zip(groups, piles, strict=True)):
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
        if result:
            middle = across(sorted(result)[(len(result) - 1) // 2])
            drawing.line(middle, floor_y, middle, floor_y + 8, "var(--mark)", 3)
        if row < len(history) and (was := history[row]) is not None:
            drawing.dashed([(across(was), floor_y), (across(was), floor_y - tall + 26)])
            drawing.text(across(was) + 5, floor_y - tall + 32, "1944", "bold place")
    for tick in ticks(low, high, 12 if high - low > 12 else int(high - low) + 1):
        drawing.text(across(tick), tall * len(groups) + 24, number(tick), "soft", "middle")
    return drawing


class Day(NamedTuple):
    """A figure on one day: its mean, and the 10th and 90th percentile of the games."""

    day: int
    mean: float
    low: float
    high: float


def days(
    title: str,
    side: str,
    rows: Sequence[Day],
    top: float,
    span: tuple[int, int],
    history: Sequence[tuple[int, float]] = (),
) -> Drawing:
    """Draw a figure by day with the band of 8 games in 10; dashed: 1944."""
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
    band = [(along(one.day), up(one.low)) for one in rows] + [
        (along(one.day), up(one.high)) for one in reversed(rows)
    ]
    drawing.path(band, colour, filled=True)
    drawing.path([(along(one.day), up(one.mean)) for one in rows], colour)
    for one in rows:
        drawing.dot(along(one.day), up(one.mean), 3, colour)
    if history:
        points = [(along(day), up(min(value, top))) for day, value in history]
        drawing.dashed(points)
        apart = abs(points[-1][1] - up(rows[-1].mean)) > 14 if rows else True
        low = points[-1][1] + 5 if apart else min(points[-1][1] + 18, 154)  # above the dates
        drawing.text(points[-1][0] + 8, low, "1944", "bold place")
        if rows:
            y = up(rows[-1].mean) + 5 if apart else low - 15
            drawing.text(along(rows[-1].day) + 8, y, "games", f"bold place {side}")
    return drawing


def _date(day: int, first: bool) -> str:
    """Format a day of December 1944, or of January after it."""
    return f"{day} Dec" if first else str(day if day <= DECEMBER else day - DECEMBER)


class Odds(NamedTuple):
    """The results of attacks at some odds."""

    odds: str
    battles: int
    taken: int
    interval: Interval


def odds_points(title: str, side: str, rows: Sequence[Odds]) -> Drawing:
    """Draw the share of attacks that took the hex, by odds."""
    drawing = Drawing(HALF, 214, title)
    up = Scale(0, 100, 140, 34)
    drawing.text(60, 14, title, f"bold {side}")
    for tick in (0, 50, 100):
        drawing.line(60, up(tick), HALF, up(tick))
        drawing.text(50, up(tick) + 5, f"{tick} %" if tick == 100 else str(tick), "soft", "end")
    drawing.text(0, 184, "battles", "soft")
    step = (HALF - 80) / max(1, len(rows))
    for at, one in enumerate(rows):
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
    """Draw battles by odds (across) and result (down); each column shows shares of its battles."""
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


class Ribbon(NamedTuple):
    """How far west the Germans are at a latitude: the games, and 1944."""

    latitude: float
    low: float
    middle: float
    high: float
    history: float | None


RIBBONS = 6  # evenings next to each other


def ribbons(
    title: str, evenings: Sequence[tuple[str, Sequence[Ribbon]]], places: Sequence[tuple[str, float]]
) -> Drawing:
    """Draw kilometres gained by latitude, north on top and west to the left, a panel per evening."""
    rows = [one for _, result in evenings for one in result]
    ends = [v for one in rows for v in (one.low, one.high, one.history) if v is not None]
    far, back = max([*ends, 10.0]), min([*ends, 0.0])
    south, north = min(one.latitude for one in rows), max(one.latitude for one in rows)
    left, gap, bottom = 110, 26, 330
    wide = (WIDE - left - 30 - gap * (RIBBONS - 1)) / RIBBONS
    drawing = Drawing(WIDE, bottom + 34, title)
    drawing.text(0, 14, title, "bold")
    up = Scale(south, north, bottom - 12, 70)
    last_named = 0.0
    for name, latitude in sorted(places, key=lambda place: -place[1]):
        if south <= latitude <= north and up(latitude) > last_named + 15:
            last_named = up(latitude)
            drawing.text(left - 14, last_named + 5, name, "", "end")
    for at, (date, result) in enumerate(evenings):
        across = Scale(far, back, left + at * (wide + gap), left + at * (wide + gap) + wide)
        drawing.text(across.start, 44, date, "bold")
        for tick in ticks(back, far):
            drawing.line(across(tick), 58, across(tick), bottom)
            last = " km" if at == len(evenings) - 1 and tick == 0 else ""
            drawing.text(across(tick), bottom + 20, number(tick) + last, "soft", "middle")
        edge = [(across(one.low), up(one.latitude)) for one in result]
        edge += [(across(one.high), up(one.latitude)) for one in reversed(result)]
        drawing.path(edge, "var(--german)", filled=True)
        drawing.path([(across(one.middle), up(one.latitude)) for one in result], "var(--german)")
        known = [(across(one.history), up(one.latitude)) for one in result if one.history is not None]
        drawing.dashed(known)
        if at == len(evenings) - 1 and known:
            x, y = min(known)
            drawing.text(x - 4, y - 8, "1944", "bold place", "middle")
            middle = result[-1]
            drawing.text(across(middle.middle), 62, "games", "bold place german", "middle")
    return drawing


class Beside(NamedTuple):
    """A figure of the games with its spread, and that of 1944."""

    label: str
    side: str
    middle: float
    low: float
    high: float
    history: float | None
    told: str  # at the end of its line


def beside(title: str, rows: Sequence[Beside], unit: str) -> Drawing:
    """Draw a bar per figure; the thin line is its spread or interval, the thick tick is 1944."""
    top = TOP + 20
    bottom = top + STEP * len(rows)
    drawing = Drawing(WIDE, bottom + 30, title)
    drawing.text(0, TOP, title, "bold")
    ends = [value for one in rows for value in (one.high, one.history) if value is not None]
    high = max([*ends, 0.0]) or 1.0
    across = Scale(0, high, LEFT + 120, WIDE - 280)
    for tick in ticks(0, high):
        drawing.line(across(tick), top - 8, across(tick), bottom)
        drawing.text(across(tick), bottom + 18, number(tick) + (unit if tick == 0 else ""), "soft", "middle")
    for row, one in enumerate(rows):
        y = top + STEP * row + 12
        drawing.text(across.start - 10, y + 5, one.label, "", "end")
        drawing.box(across(0), y - 9, across(one.middle) - across(0), 18, SIDE_COLOURS[one.side])
        drawing.interval(across(one.low), across(one.high), y)
        if one.history is not None:
            x = across(one.history)
            drawing.line(x, y - 14, x, y + 14, "var(--mark)", 5)
        drawing.text(WIDE, y + 5, one.told, "", "end")
    return drawing


class Kept(NamedTuple):
    """The expected and the actual loss of some battles."""

    promised: float
    came: float
    half: float  # of the 95 % interval
    battles: int


def calibration(title: str, side: str, rows: Sequence[Kept]) -> Drawing:
    """Draw actual against expected losses; on the dashed line they are equal."""
    tall = 330
    drawing = Drawing(HALF, tall, title)
    high = max([*(one.promised for one in rows), *(one.came + one.half for one in rows)], default=1) or 1.0
    across, up = Scale(0, high, 70, HALF - 40), Scale(0, high, tall - 60, 36)
    drawing.text(70, 14, title, f"bold {side}")
    for tick in ticks(0, high):
        drawing.line(70, up(tick), HALF - 40, up(tick))
        drawing.text(60, up(tick) + 5, number(tick), "soft", "end")
        drawing.text(across(tick), tall - 40, number(tick), "soft", "middle")
    drawing.text(HALF - 40, tall - 18, "promised", "soft", "end")
    drawing.text(76, 38, "came", "soft")
    drawing.dashed([(across(0), up(0)), (across(high), up(high))])
    for one in rows:
        drawing.line(across(one.promised), up(max(0.0, one.came - one.half)), across(one.promised),
                     up(one.came + one.half), "var(--mark)", 2)  # fmt: skip
        drawing.dot(across(one.promised), up(one.came), 5, SIDE_COLOURS[side])
    return drawing
