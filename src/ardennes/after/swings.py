"""Turning points: the days on which the curve moved most, whose they were, and what happened there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from ardennes.after.account import Swing
from ardennes.after.course import Course, Stretch
from ardennes.after.features.reading import Reading
from ardennes.after.happenings.kinds import (
    MOST_NOTABLE,
    Happenings,
    Rank,
    Teller,
    kinds_of,
    some,
    time_passed,
)
from ardennes.after.value import Value
from ardennes.kernel.match import Match
from ardennes.kernel.measures import Loss
from ardennes.words import counted

MOST = 3
CANDIDATES = 5  # of a deep account, which checks them by play and lists MOST at most
LEAST = 0.02  # a smaller change turns nothing


def date(day: int) -> str:
    """16 December; the 32nd is 1 January."""
    return f"{day} December" if day <= 31 else f"{day - 31} January"


def swings_of(match: Match[Any], course: Course, value: Value, most: int = MOST) -> tuple[Swing, ...]:
    """Return the largest turning points by the model, the earliest first."""
    by_day: dict[int, list[Stretch]] = defaultdict(list)
    for stretch in course.stretches:
        by_day[stretch.day].append(stretch)
    result = match.result()
    assert result is not None
    teller = Teller(match.game, value.reading, result)
    found = [_swing(day, stretches, course, value, teller) for day, stretches in by_day.items()]
    largest = sorted(found, key=lambda swing: (-abs(swing.after - swing.before), swing.order))[:most]
    turned = [swing for swing in largest if abs(swing.after - swing.before) >= LEAST]
    return tuple(
        _with_step(match, swing, by_day[swing.day], value)
        for swing in sorted(turned, key=lambda swing: swing.order)
    )


def _swing(day: int, stretches: Sequence[Stretch], course: Course, value: Value, teller: Teller) -> Swing:
    orders, dice = [0.0 for _ in value.game.sides], 0.0
    for stretch in stretches:
        mean = stretch.dice.mean.worth if stretch.dice else stretch.after.worth
        orders[stretch.side] += mean - stretch.before.worth
        dice += stretch.after.worth - mean
    reading = value.reading
    if reading.at_once:  # whose they are nobody can tell apart
        orders = [sum(orders) / len(orders) for _ in orders]
    before, after = round(stretches[0].before.worth, 6), round(stretches[-1].after.worth, 6)
    dice, parts = round(dice, 6), [round(part, 6) for part in orders]
    largest = max(range(len(parts)), key=lambda side: abs(parts[side]))
    parts[largest] += after - before - dice - sum(parts)  # what rounding left
    place = _place(stretches, reading, after - before)
    return Swing(
        stretches[0].first,
        stretches[-1].until,
        day,
        f"{date(day)}, {place}" if place else date(day),
        what_happened(day, course, value, teller),
        before,
        after,
        tuple(parts),
        dice,
        0,
        "",
    )


def _with_step(match: Match[Any], swing: Swing, stretches: Sequence[Stretch], value: Value) -> Swing:
    """Name the order of a turning point that changed the chance most: the one to look at."""
    sign = 1 if swing.after > swing.before else -1
    stretch = max(stretches, key=lambda one: sign * (one.after.worth - one.before.worth))
    game: Any = match.game
    state = match.state_at(stretch.first)
    best, step, text = float("-inf"), stretch.until, ""
    worth = value.worth(state)
    for at in range(stretch.first, stretch.until):
        entry = match.journal[at]
        label = str(game.label(state, entry.order))
        game.apply(state, entry.side, entry.order, match.dice)
        now = value.worth(state)
        if sign * (now - worth) > best:
            best, step, text = sign * (now - worth), at + 1, label
        worth = now
    return msgspec.structs.replace(swing, step=step, step_text=text)


def _place(stretches: Sequence[Stretch], reading: Reading[object, object], change: float) -> str:
    """Where most of the change came about."""
    moved: dict[str, float] = defaultdict(float)
    for stretch in stretches:
        if stretch.hex:
            name = reading.where(stretch.hex).removeprefix("near ")
            moved[name] += stretch.after.worth - stretch.before.worth
    sign = 1 if change >= 0 else -1
    return max(sorted(moved), key=lambda name: sign * moved[name], default="")


def what_happened(day: int, course: Course, value: Value, teller: Teller) -> str:
    """Tell a day: what ended or may end the match first, then garrisons, places, losses, the score."""
    happened = Happenings(kinds_of(value.game.id), course.events.get(day, ()))
    told = [*happened.sentences(teller, Rank.END), *happened.sentences(teller, Rank.DECISIVE)]
    told += _garrisons(day, course, value)
    told += _places(day, course, value)
    told += _losses(day, course, value)
    told += happened.sentences(teller, Rank.NOTABLE)[:MOST_NOTABLE]
    if not happened.sentences(teller, Rank.END):
        told += _level(day, course, value)
    if not told:
        told = happened.sentences(teller, Rank.MINOR)[:MOST_NOTABLE] or [time_passed(teller, ())]
    if value.reading.at_once:
        told.append(
            "Both sides' orders were carried out at the same time, so each side is credited with half of "
            "the change."
        )
    return " ".join(told)


def _garrisons(day: int, course: Course, value: Value) -> list[str]:
    """Places whose garrison was cut off from supply, or relieved."""
    later = [other for other in course.garrisons if other > day]
    if day not in course.garrisons or not later:
        return []
    began, ended = course.garrisons[day], course.garrisons[min(later)]
    german, other = _side_names(value)
    told = []
    for (side, place), supplied in sorted(ended.items()):
        if began.get((side, place), supplied) != supplied:
            whose = (german, other)[side]
            told.append(
                f"The {whose} garrison of {place} was {'relieved' if supplied else 'cut off from supply'}."
            )
    return told


def _side_names(value: Value) -> tuple[str, str]:
    """The German and the other side, as they are called."""
    german = value.game.sides.index("german")
    return "German", value.game.sides[1 - german].capitalize()


def _places(day: int, course: Course, value: Value) -> list[str]:
    """The places that changed hands."""
    began, ended = course.held.get(day, (frozenset(), frozenset()))
    german, other = _side_names(value)
    changed = ((german, ended - began), (other, began - ended))
    return [f"{some(sorted(places))} passed into {side} hands." for side, places in changed if places]


def _losses(day: int, course: Course, value: Value) -> list[str]:
    """What each side lost, and which unit most of it."""
    gone: dict[int, list[Loss]] = defaultdict(list)
    for loss in course.measures.losses:
        if loss.day == day:
            gone[loss.side].append(loss)
    told, reading = [], value.reading
    for side, losses in sorted(gone.items()):
        heaviest = max(losses, key=lambda loss: loss.strength)
        total, units = sum(loss.strength for loss in losses), len({loss.unit for loss in losses})
        side_name, most = value.game.sides[side].capitalize(), reading.unit_name(heaviest.unit)
        whose = f"{most}{_at(heaviest.hex, reading)}"
        more = f" in {counted(units, 'unit')}, mostly {whose}" if units > 1 else f": {whose}"
        told.append(f"The {side_name} side lost {total} strength{more}.")
    return told


def _level(day: int, course: Course, value: Value) -> list[str]:
    """The level of victory that the score crossed into, if the match had ended that evening."""
    rows = [row for row in course.measures.turns if value.game.sides[row.side] == "german"]
    last = {row.day: row for row in rows}
    for before, after in pairwise(last.values()):
        if after.day == day and after.level != before.level:
            return [f"If the match had ended then, the result would have been: {after.level}."]
    return []


def _at(hex_: str, reading: Reading[object, object]) -> str:
    where = reading.where(hex_) if hex_ else ""
    return f" {where}" if where.startswith("near") else f" at {where}" if where else ""
