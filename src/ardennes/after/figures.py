"""The graphs of the after-action report: chance, turning points, luck, battles, losses, the score."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from ardennes.after.account import Fortune, Judgement, Moment, Swing, Throw
from ardennes.after.summary import DayScore, LossDay
from ardennes.charts.drawing import Drawing, Scale, number, ticks
from ardennes.charts.intervals import wilson
from ardennes.kernel.measures import Battle
from ardennes.kernel.wire import Score

WIDE, HALF = 1120, 544
LEFT, RIGHT = 46, 110
# Odds put together, by the ratio they begin at.
ODDS = ((0.0, "to 1½ : 1"), (1.5, "2 : 1"), (2.5, "3 : 1"), (4.0, "5 : 1"), (6.5, "8 : 1"), (9.0, "10 : 1 +"))
RATIO = re.compile(r"^\D*(\d+):(\d+)$")
SIDES = "german", "allied"


def day_number(day: int, first: bool = False) -> str:
    if first:
        return f"{day} Dec" if day <= 31 else f"{day - 31} Jan"
    return f"{day - 31} Jan" if day == 32 else str(day if day <= 31 else day - 31)


class Along(NamedTuple):
    """Where the moments of a match lie from left to right: a day as wide as any other."""

    days: tuple[int, ...]
    places: tuple[float, ...]  # of the moments, in days from the first

    @property
    def scale(self) -> Scale:
        return Scale(0, max(1, len(self.days)), LEFT, WIDE - RIGHT)


def along(moments: Sequence[Moment]) -> Along:
    """The moments of a day share it evenly; the last moment is the end of the last day."""
    days = tuple(dict.fromkeys(moment.day for moment in moments))
    places: list[float] = []
    for day, group in groupby(moments[:-1], key=lambda moment: moment.day):
        of_day = list(group)
        places += [days.index(day) + at / len(of_day) for at in range(len(of_day))]
    return Along(days, (*places, float(len(days))))


class German(NamedTuple):
    """The German's chance at a moment, its band, and that of a draw."""

    win: float
    low: float
    high: float
    draw: float


def german_chance(moment: Moment, german: int) -> German:
    """The account tells the first side's; in one game that is not the German."""
    if german == 0:
        return German(moment.win, moment.low, moment.high, moment.draw)
    return German(
        1 - moment.win - moment.draw,
        max(0.0, 1 - moment.high - moment.draw),
        max(0.0, 1 - moment.low - moment.draw),
        moment.draw,
    )


def chance_curve(
    moments: Sequence[Moment], swings: Sequence[Swing], german: int, names: Sequence[str], doubtful: int
) -> Drawing:
    """The chances of both sides with a draw between them, the turning points named on the line."""
    drawing = Drawing(WIDE, 392, "Chance of victory over the match")
    place, up = along(moments), Scale(0, 1, 330, 34)
    x = [place.scale(at) for at in place.places]
    result = [german_chance(moment, german) for moment in moments]
    left, right = place.scale.start, place.scale.end
    drawing.area([(left, up(0)), (right, up(0)), (right, up(1)), (left, up(1))], "var(--allied)", 0.2)
    line = list(zip(x, [up(one.win + one.draw) for one in result], strict=True))
    drawing.area([(left, up(0)), *line, (right, up(0))], "var(--paper)", 1)
    drawing.area([(left, up(0)), *line, (right, up(0))], "var(--draw)", 0.3)
    win = list(zip(x, [up(one.win) for one in result], strict=True))
    drawing.area([(left, up(0)), *win, (right, up(0))], "var(--paper)", 1)
    drawing.area([(left, up(0)), *win, (right, up(0))], "var(--german)", 0.2)
    band = [(a, up(one.high)) for a, one in zip(x, result, strict=True)]
    band += [(a, up(one.low)) for a, one in reversed(list(zip(x, result, strict=True)))]
    drawing.area(band, "var(--german)", 0.28)
    for tick in (0, 25, 50, 75, 100):
        drawing.line(left, up(tick / 100), right, up(tick / 100))
        drawing.text(left - 8, up(tick / 100) + 5, f"{tick} %" if tick == 100 else str(tick), "soft", "end")
    drawing.path(line, "var(--allied)")
    drawing.path(win, "var(--german)")
    for at, day in enumerate(place.days):
        drawing.line(place.scale(at), up(0), place.scale(at), up(0) + 5)
        drawing.text(place.scale(at + 0.5), 352, day_number(day, at == 0), "soft", "middle")
    ends = [_end_of(swing, moments) for swing in swings]
    _areas_named(drawing, place, result, up, names, [x[at] for at in ends])
    if doubtful and doubtful >= place.days[0]:
        end = place.scale(sum(day <= doubtful for day in place.days))
        drawing.line(left, 26, end, 26, "var(--soft)", 2)
        drawing.text(left, 20, "up to here no better than the average of all games", "soft named")
    _turns_named(drawing, moments, x, result, swings, german, up)
    return drawing


def _areas_named(
    drawing: Drawing,
    place: Along,
    found: Sequence[German],
    up: Scale,
    names: Sequence[str],
    written: Sequence[float],
) -> None:
    """Each area by its name, where it is tallest and nothing else is written."""
    x = [place.scale(at) for at in place.places]
    tall: list[tuple[str, str, Callable[[German], tuple[float, float]]]] = [
        (f"{names[0]} victory", "bold german", lambda one: (0.0, one.win)),
        ("draw", "bold soft", lambda one: (one.win, one.win + one.draw)),
        (f"{names[1]} victory", "bold allied", lambda one: (one.win + one.draw, 1.0)),
    ]
    inside = [at for at, spot in enumerate(x) if x[0] + 70 < spot < x[-1] - 70] or [len(x) // 2]
    inside = [at for at in inside if all(abs(x[at] - other) > 130 for other in written)] or inside
    for words, kind, of in tall:
        at = max(inside, key=lambda place: of(found[place])[1] - of(found[place])[0])
        low, high = of(found[at])
        if high - low > 0.1:
            drawing.text(x[at], up((low + high) / 2) + 5, words, f"{kind} halo", "middle")


def _end_of(swing: Swing, moments: Sequence[Moment]) -> int:
    """The moment a turning point ends with."""
    return next((n for n, moment in enumerate(moments) if moment.order >= swing.until), len(moments) - 1)


def _turns_named(
    drawing: Drawing,
    moments: Sequence[Moment],
    x: Sequence[float],
    found: Sequence[German],
    swings: Sequence[Swing],
    german: int,
    up: Scale,
) -> None:
    """Turning points as rings, with the day and the change beside them."""
    taken: list[tuple[float, float]] = []
    for swing in swings:
        at = _end_of(swing, moments)
        change = (swing.after - swing.before) * (1 if german == 0 else -1)
        spot = x[at], up(found[at].win)
        drawing.mark(*spot)
        right = spot[0] > WIDE * 0.6
        y = spot[1] + (-18 if spot[1] > 180 else 30)
        while any(abs(y - other) < 22 and abs(spot[0] - where) < 240 for where, other in taken):
            y += 24
        taken.append((spot[0], y))
        words = f"{day_number(swing.day, True)}: {number(round(100 * change), sign=True)}"
        name = swing.name.partition(", ")[2]
        anchor, dx = ("end", -12) if right else ("start", 12)
        drawing.text(spot[0] + dx, y, f"{words}{', ' + name if name else ''}", "bold halo named", anchor)


def score_curve(growth: Sequence[DayScore], score: Score, names: Sequence[str]) -> Drawing:
    """Where there is no model: the score if the match had ended then, over the levels of victory."""
    drawing = Drawing(WIDE, 330, "The score, if the match had ended then")
    values = [row.points if score.other is None else row.margin for row in growth]
    bounds = [one.least for one in score.levels if one.least is not None] if score.other is None else [0]
    low, high = min(0, *values, *bounds), max(1, *values, *bounds)
    up, days = Scale(low, high + (high - low) * 0.06, 280, 20), list(dict.fromkeys(row.day for row in growth))
    across = Scale(0, len(days), LEFT + 14, WIDE - RIGHT - 60)
    for tick in ticks(low, high):
        drawing.line(across.start, up(tick), across.end, up(tick))
        drawing.text(across.start - 8, up(tick) + 5, number(tick), "soft", "end")
    if score.other is None:
        below = 1e9
        for level in score.levels:
            if level.least is not None:
                drawing.line(across.start, up(level.least), across.end, up(level.least), "var(--draw)", 2)
                below = min(below - 17, up(level.least) + 5)
                drawing.text(across.end + 8, below, level.name, "soft")
    points = []
    for day, group in groupby(zip(growth, values, strict=True), key=lambda pair: pair[0].day):
        of_day = list(group)
        for at, (_, value) in enumerate(of_day, 1):
            points.append((across(days.index(day) + at / len(of_day)), up(value)))
    drawing.path(points, "var(--german)")
    for spot in points:
        drawing.dot(*spot, 4, "var(--german)")
    for at, day in enumerate(days):
        drawing.text(across(at + 0.5), 304, day_number(day, at == 0), "soft", "middle")
    return drawing


def swing_parts(swing: Swing, german: int, side: int, names: Sequence[str], reach: float) -> Drawing:
    """Whose a turning point was: orders of each side, and the dice, seen from a side."""
    drawing = Drawing(560, 78, f"{swing.name}: causes")
    sign = 1 if side == 0 else -1
    across = Scale(-reach, reach, 150, 520)
    parts = [
        (names[0], sign * swing.orders[side], side == german),
        (names[1], sign * swing.orders[1 - side], side != german),
    ]
    drawing.line(across(0), 0, across(0), 76, "var(--mark)")
    for row, (words, value, of_german) in enumerate(parts):
        _part(drawing, across, row, words, value, "var(--german)" if of_german else "var(--allied)")
    _part(drawing, across, 2, "dice", sign * swing.dice, "var(--soft)")
    return drawing


def _part(drawing: Drawing, across: Scale, row: int, words: str, value: float, colour: str) -> None:
    y = 4 + 25 * row
    ends = sorted((across(0), across(value)))
    drawing.text(132, y + 14, words, "soft", "end")
    drawing.box(ends[0], y, ends[1] - ends[0], 18, colour, 0.85)
    told = number(round(100 * value), sign=True)
    if value < 0:
        drawing.text(ends[0] - 6, y + 14, told, "bold", "end")
    else:
        drawing.text(ends[1] + 6, y + 14, told, "bold")


def redraw_chart(fortune: Fortune, german: bool) -> Drawing:
    """This match's throws thrown again and again; filled where it comes as good, or as bad, as it came."""
    drawing = Drawing(HALF, 236, "The same throws rolled 10,000 times")
    across = Scale(-fortune.reach, fortune.reach, 10, HALF - 10)
    wide, most = (across.end - across.start) / len(fortune.redraws), max(fortune.redraws)
    up, colour = Scale(0, most, 190, 52), f"var(--{SIDES[not german]})"
    for at, count in enumerate(fortune.redraws):
        left, right = across.start + at * wide, across.start + (at + 1) * wide
        middle = across.low + (at + 0.5) / len(fortune.redraws) * (across.high - across.low)
        as_rare = middle <= fortune.total if fortune.total < 0 else middle >= fortune.total
        drawing.box(
            left + 1,
            up(count),
            right - left - 2,
            up(0) - up(count),
            colour if as_rare else "var(--draw)",
            0.85 if as_rare else 0.5,
        )
    drawing.line(across.start, up(0), across.end, up(0), "var(--rim)")
    x = across(fortune.total)
    drawing.line(x, 36, x, up(0), "var(--mark)", 3)
    anchor, dx = ("start", 8) if x < HALF / 2 else ("end", -8)
    drawing.text(x + dx, 30, f"this match: {number(round(100 * fortune.total), sign=True)}", "bold", anchor)
    for tick in ticks(-fortune.reach, fortune.reach):
        drawing.text(across(tick), 208, number(round(100 * tick), sign=True), "soft", "middle")
    drawing.text(10, 228, "worse", "soft")
    drawing.text(HALF - 10, 228, "better, points of chance", "soft", "end")
    return drawing


def luck_days(fortune: Fortune) -> Drawing:
    """Luck added up by day, inside the band of 8 in 10 games."""
    drawing = Drawing(HALF, 236, "Total luck by day")
    rows = fortune.days
    most = max(0.01, *(max(abs(row.total), row.spread) for row in rows)) * 1.1
    up, across = Scale(-most, most, 196, 20), Scale(0, len(rows), 46, HALF - 74)
    for tick in ticks(-most, most, 3):
        drawing.line(across.start, up(tick), across.end, up(tick))
        drawing.text(38, up(tick) + 5, number(round(100 * tick), sign=True), "soft", "end")
    band = [(across(at), up(spread)) for at, spread in enumerate((0.0, *(row.spread for row in rows)))]
    drawing.area([*band, *((x, 2 * up(0) - y) for x, y in reversed(band))], "var(--draw)", 0.35)
    drawing.path(
        [(across(0), up(0)), *((across(at), up(row.total)) for at, row in enumerate(rows, 1))], "var(--mark)"
    )
    drawing.dot(across.end, up(rows[-1].total), 5, "var(--mark)")
    drawing.text(
        across.end + 10, up(rows[-1].total) + 5, number(round(100 * rows[-1].total), sign=True), "bold"
    )
    near = abs(up(rows[-1].total) - up(rows[-1].spread)) < 16  # then the band is named at its lower edge
    drawing.text(across.end + 10, up(-rows[-1].spread if near else rows[-1].spread) + 5, "8 in 10", "soft")
    for at, row in enumerate(rows):
        if len(rows) < 14 or at % 2 == 0:
            drawing.text(across(at + 0.5), 226, day_number(row.day), "soft", "middle")
    return drawing


def throw_line(throw: Throw, gain: float, german: bool, reach: float) -> Drawing:
    """What one throw brought, beside the mean of all dice."""
    drawing = Drawing(360, 34, "What the dice brought")
    across = Scale(-reach, reach, 10, 350)
    colour = "var(--german)" if german else "var(--allied)"
    drawing.line(across(0), 0, across(0), 34, "var(--rim)")
    drawing.line(across(0), 17, across(gain), 17, colour, 2)
    drawing.dot(across(gain), 17, 7, colour)
    return drawing


def worth_line(one: Judgement, reach: float) -> Drawing:
    """What a better plan is worth, with its 95 % interval."""
    drawing = Drawing(420, 46, "Worth of the better plan")
    across = Scale(-reach, reach, 20, 400)
    drawing.line(across(-reach), 26, across(reach), 26, "var(--rim)")
    drawing.line(across(0), 8, across(0), 32, "var(--mark)")
    half = 1.96 * one.error
    drawing.interval(across(max(-reach, one.worth - half)), across(min(reach, one.worth + half)), 16)
    drawing.dot(across(one.worth), 16, 6, "var(--mark)")
    for tick in ticks(-reach, reach, 4):
        drawing.text(across(tick), 44, number(round(100 * tick), sign=True), "soft", "middle")
    return drawing


def ratio_of(battle: Battle) -> float:
    """The odds of a battle as a ratio, by whatever the game says of them, else by strength."""
    if result := RATIO.match(battle.odds):
        return float(Fraction(int(result[1]), int(result[2])))
    try:
        return float(battle.odds)
    except ValueError:
        return battle.attack / battle.defence if battle.defence else ODDS[-1][0]


def odds_chart(title: str, german: bool, battles: Sequence[Battle]) -> Drawing:
    """The share of attacks that cleared the hex, by odds, with its interval; bars where the rules have it."""
    drawing = Drawing(HALF, 224, title)
    up, colour = Scale(0, 100, 152, 34), f"var(--{SIDES[not german]})"
    drawing.text(LEFT, 14, title, f"bold {SIDES[not german]}")
    for tick in (0, 50, 100):
        drawing.line(LEFT, up(tick), HALF, up(tick))
        drawing.text(LEFT - 8, up(tick) + 5, f"{tick} %" if tick == 100 else str(tick), "soft", "end")
    drawing.text(0, 198, "battles", "soft")
    step = (HALF - LEFT) / len(ODDS)
    for at, (least, words) in enumerate(ODDS):
        most = ODDS[at + 1][0] if at + 1 < len(ODDS) else float("inf")
        mine = [battle for battle in battles if least <= ratio_of(battle) < most]
        x = LEFT + step * (at + 0.5)
        drawing.text(x, 178, words, "", "middle")
        drawing.text(x, 198, str(len(mine)), "soft", "middle")
        if not mine:
            continue
        cleared = sum(battle.cleared for battle in mine)
        low, high = wilson(cleared, len(mine))
        drawing.line(x, up(100 * low), x, up(100 * high), colour, 2)
        drawing.dot(x, up(100 * cleared / len(mine)), 6, colour)
        if all(battle.chance is not None for battle in mine):
            promised = 100 * sum(battle.chance or 0.0 for battle in mine) / len(mine)
            drawing.line(x - 22, up(promised), x + 22, up(promised), "var(--mark)", 3)
    return drawing


def loss_chart(title: str, which: int, losses: Sequence[LossDay], top: float) -> Drawing:
    """Men lost by day, a tick across each bar where 1944 stood."""
    drawing = Drawing(HALF, 200, title)
    up, across = Scale(0, top, 158, 30), Scale(0, len(losses), 58, HALF)
    drawing.text(58, 14, title, f"bold {SIDES[which]}")
    for tick in ticks(0, top, 3):
        drawing.line(58, up(tick), HALF, up(tick))
        drawing.text(50, up(tick) + 5, f"{tick:,.0f}", "soft", "end")
    wide = (HALF - 58) / len(losses)
    for at, row in enumerate(losses):
        drawing.box(
            across(at) + 0.14 * wide,
            up(row.men[which]),
            0.72 * wide,
            up(0) - up(row.men[which]),
            f"var(--{SIDES[which]})",
        )
        if row.then is not None:
            y = up(row.then[which])
            drawing.line(across(at) + 0.04 * wide, y, across(at) + 0.96 * wide, y, "var(--mark)", 3)
        if len(losses) < 20 or at % 2 == 0:
            drawing.text(across(at + 0.5), 178, day_number(row.day), "soft", "middle")
    return drawing
