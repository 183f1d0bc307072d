"""Turning points: the days on which the curve moved most, whose they were, and what happened there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ardennes.after.account import Swing
from ardennes.after.course import Course, Stretch
from ardennes.after.features.reading import Reading
from ardennes.after.value import Value
from ardennes.kernel.measures import Loss
from ardennes.words import counted, listed

MOST = 3
LEAST = 0.02  # a smaller change turns nothing
NAMED = 3  # units and places named in a sentence; the rest are counted


def date(day: int) -> str:
    """16 December; the 32nd is 1 January."""
    return f"{day} December" if day <= 31 else f"{day - 31} January"


def swings_of(course: Course, value: Value) -> tuple[Swing, ...]:
    """The largest, the earliest first."""
    by_day: dict[int, list[Stretch]] = defaultdict(list)
    for stretch in course.stretches:
        by_day[stretch.day].append(stretch)
    found = [_swing(day, stretches, course, value) for day, stretches in by_day.items()]
    largest = sorted(found, key=lambda swing: (-abs(swing.after - swing.before), swing.order))[:MOST]
    turned = [swing for swing in largest if abs(swing.after - swing.before) >= LEAST]
    return tuple(sorted(turned, key=lambda swing: swing.order))


def _swing(day: int, stretches: Sequence[Stretch], course: Course, value: Value) -> Swing:
    orders, dice = [0.0 for _ in value.game.sides], 0.0
    for stretch in stretches:
        mean = stretch.dice.mean.win if stretch.dice else stretch.after.win
        orders[stretch.side] += mean - stretch.before.win
        dice += stretch.after.win - mean
    reading = value.reading
    if reading.at_once:  # whose they are nobody can tell apart
        orders = [sum(orders) / len(orders) for _ in orders]
    before, after = round(stretches[0].before.win, 6), round(stretches[-1].after.win, 6)
    dice, parts = round(dice, 6), [round(part, 6) for part in orders]
    largest = max(range(len(parts)), key=lambda side: abs(parts[side]))
    parts[largest] += after - before - dice - sum(parts)  # what rounding left
    place = _place(stretches, reading, after - before)
    return Swing(
        stretches[0].first,
        stretches[-1].until,
        day,
        f"{date(day)}, {place}" if place else date(day),
        _why(day, course, reading, value),
        before,
        after,
        tuple(parts),
        dice,
    )


def _place(stretches: Sequence[Stretch], reading: Reading[object, object], change: float) -> str:
    """Where most of the change came about."""
    moved: dict[str, float] = defaultdict(float)
    for stretch in stretches:
        if stretch.hex:
            name = reading.where(stretch.hex).removeprefix("near ")
            moved[name] += stretch.after.win - stretch.before.win
    sign = 1 if change >= 0 else -1
    return max(sorted(moved), key=lambda name: sign * moved[name], default="")


def _why(day: int, course: Course, reading: Reading[object, object], value: Value) -> str:
    """The places that changed hands and the units destroyed on a day."""
    sentences = []
    german = value.game.sides.index("german")
    began, ended = course.held.get(day, (frozenset(), frozenset()))
    other = value.game.sides[1 - german].capitalize()
    for who, places in (("German", ended - began), (other, began - ended)):
        if places:
            sentences.append(f"{_some(sorted(places))} became {who}.")
    gone: dict[int, list[Loss]] = defaultdict(list)
    for loss in course.measures.losses:
        if loss.day == day:
            gone[loss.side].append(loss)
    for side, losses in sorted(gone.items()):
        heaviest = max(losses, key=lambda loss: loss.strength)
        total, units = sum(loss.strength for loss in losses), len({loss.unit for loss in losses})
        who, most = value.game.sides[side].capitalize(), reading.unit_name(heaviest.unit)
        whose = f"{most}{_at(heaviest.hex, reading)}"
        more = f" in {counted(units, 'unit')}, most of it {whose}" if units > 1 else f": {whose}"
        sentences.append(f"The {who} side lost {total} strength{more}.")
    if reading.at_once:
        sentences.append("Both sides' orders were carried out at once: each is shown half of what they did.")
    return " ".join(sentences) or "Nothing was lost and no place changed hands."


def _at(hex_: str, reading: Reading[object, object]) -> str:
    where = reading.where(hex_) if hex_ else ""
    return f" {where}" if where.startswith("near") else f" at {where}" if where else ""


def _some(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return listed([*names[:NAMED], *([f"{more} more"] if more > 0 else [])])
