"""Games beside 1944: whose the ground and the places were on each evening, what both sides lost, how attacks
fared by the ratio of forces. The same for every game, from its measures and the tables of ardennes.history.

One game is one sample: what is asked is where history falls in the spread of many.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from typing import Any, NamedTuple

from ardennes.hexes import bits
from ardennes.history import facts
from ardennes.kernel.measures import Measuring
from ardennes.lab.record import Campaign
from ardennes.lab.statistics import percentile

BAND = 0.1  # degrees of latitude of one line of that picture
BAND_KM = 111.2 * BAND
BOTH = GERMAN, ALLIED = 0, 1  # the places of the sides in pairs, whatever their numbers in the game


class Spread(NamedTuple):
    """How a figure came out over many games."""

    games: int
    mean: float
    low: float  # a tenth of the games lie below it
    middle: float
    high: float  # a tenth above

    def __str__(self) -> str:
        return self.told(0)

    def told(self, places: int) -> str:
        if not self.games:
            return "-"
        values = (f"{value:,.{places}f}" for value in (self.mean, self.low, self.high))
        mean, low, high = (value.replace("-", "−") for value in values)
        return f"{mean} ({low} to {high})"


def spread(values: Sequence[float]) -> Spread:
    mean = sum(values) / len(values) if values else 0.0
    return Spread(len(values), mean, *(percentile(values, share) for share in (0.1, 0.5, 0.9)))


# One game


def hexes_in_play(game: str, seen: Measuring[Any, Any]) -> dict[int, int]:
    """By row of the game's table: the number of the hex in a match, where it is in play."""
    cells = ((number, seen.cell(row.hex)) for number, row in enumerate(facts.hexes(game)))
    return {number: cell for number, cell in cells if cell is not None}


def campaign_of(game: str, seen: Measuring[Any, Any]) -> Campaign:
    """What is kept of a game that has been measured to its end."""
    cells = hexes_in_play(game, seen)
    covers = sum(1 << row for row in cells)
    order = (seen.german, 1 - seen.german)
    lost: dict[int, tuple[int, int]] = {}
    present: dict[int, tuple[int, int]] = {}
    for day in dict.fromkeys(row.day for row in seen.found.turns):
        rows = [[row for row in seen.found.turns if row.day == day and row.side == side] for side in order]
        german, allied = (sum(row.men for row in mine) for mine in rows)
        lost[day] = german, allied
        men = [mine[-1].strength * seen.men[side] for mine, side in zip(rows, order, strict=True)]
        present[day] = men[GERMAN], men[ALLIED]
    ground = {}
    for day in lost:
        evening = seen.found.evening(day)
        if evening is not None and day in facts.EVENINGS:
            held = evening.german
            there = (row for row, cell in cells.items() if held >> cell & 1)
            ground[day] = f"{sum(1 << row for row in there):x}"
    return Campaign(f"{covers:x}", ground, lost, present, _attacks(seen))


def _attacks(seen: Measuring[Any, Any]) -> tuple[tuple[int, int], ...]:
    """Those of a game at its rates; one has failed where defenders hold."""
    men = seen.men
    return attacks_by_ratio(
        (battle.attack * men[battle.side], battle.defence * men[1 - battle.side], 1, int(not battle.cleared))
        for battle in seen.found.battles
    )


def attacks_by_ratio(attacks: Iterable[tuple[int, int, int, int]]) -> tuple[tuple[int, int], ...]:
    """(men attacking, men defending, attacks, failed) by row of the table of 1944: attacks, failed. What
    meets nobody is no attack."""
    rows = facts.attacks()
    found = [[0, 0] for _ in rows]
    for attack, defence, cases, failed in attacks:
        if attack and defence:
            row = max(number for number, one in enumerate(rows) if one.least <= attack / defence)
            found[row][0] += cases
            found[row][1] += failed
    return tuple((cases, failed) for cases, failed in found)


# Places


@functools.cache
def place_hexes(game: str) -> dict[int, tuple[float, ...]]:
    """By row of the game's table: how German the places in the hex were on each evening, on average."""
    by_name = {place.name: place for place in facts.places()}
    found = {}
    for number, row in enumerate(facts.hexes(game)):
        if row.places:
            days = zip(*(by_name[name].evenings for name in row.places), strict=True)
            found[number] = tuple(sum(map(facts.WORTH.__getitem__, day)) / len(day) for day in days)
    return found


class Skill(NamedTuple):
    """How much nearer to 1944 than a front that does not move: 1 is history, 0 no better, below it worse."""

    skill: float
    error: float  # of the places that changed hands, on average over places and evenings
    still: float  # the same if nobody had moved
    hexes: int  # in which such places lie


def skill(game: str, covers: int, german: Mapping[int, Mapping[int, float]]) -> Skill:
    """Of a campaign that holds each hex so far German (0 to 1), by evening and row."""
    history = place_hexes(game)
    days = sorted(day for day in german if day in facts.EVENINGS)
    rows = [row for row, held in history.items() if covers >> row & 1 and len(set(held)) > 1]
    error = still = 0.0
    for day in days:
        for row in rows:
            was = history[row][day - facts.EVENINGS[0]]
            error += abs(german[day].get(row, 0.0) - was)
            still += was
    count = max(1, len(days) * len(rows))
    return Skill(1 - error / still if still else 0.0, error / count, still / count, len(rows))


def whole_front(game: str, campaigns: Sequence[Campaign]) -> bool:
    """Is the game played on all of its map? On a part of it losses cannot be laid beside those of 1944."""
    return int(campaigns[0].covers, 16).bit_count() == len(facts.hexes(game))


def grounds(campaigns: Sequence[Campaign]) -> list[dict[int, int]]:
    """By game and evening: the hexes the Germans hold. A game that ended early stays as it ended until the
    longest is over, or the later evenings would be those of the games that went on alone."""
    days = sorted({day for one in campaigns for day in one.ground})
    found = []
    for one in campaigns:
        boards = {day: int(board, 16) for day, board in one.ground.items()}
        for day in days:
            if day not in boards and day - 1 in boards:
                boards[day] = boards[day - 1]
        found.append(boards)
    return found


def _held(games: Sequence[Mapping[int, int]]) -> dict[int, dict[int, float]]:
    """By evening and row: the share of the games in which the hex is German."""
    found: dict[int, dict[int, float]] = {}
    for day in {day for boards in games for day in boards}:
        there = [boards[day] for boards in games if day in boards]
        count = Counter(row for board in there for row in bits(board))
        found[day] = {row: times / len(there) for row, times in count.items()}
    return found


def skills(game: str, campaigns: Sequence[Campaign]) -> tuple[Skill, Spread]:
    """Of the mean campaign, and of single games."""
    covers, games = int(campaigns[0].covers, 16), grounds(campaigns)
    return skill(game, covers, _held(games)), spread(single_skills(game, campaigns))


def single_skills(game: str, campaigns: Sequence[Campaign]) -> list[float]:
    covers = int(campaigns[0].covers, 16)
    return [skill(game, covers, _held([boards])).skill for boards in grounds(campaigns)]


# Ground


def _area(game: str, board: int) -> float:
    rows = facts.hexes(game)
    return sum(rows[row].km2 for row in bits(board))


def _started(game: str) -> int:
    return sum(1 << number for number, row in enumerate(facts.hexes(game)) if row.start == facts.GERMAN)


def front(game: str, day: int) -> int:
    """The hexes in German hands on an evening of 1944."""
    letter = day - facts.EVENINGS[0]
    rows = facts.hexes(game)
    return sum(1 << number for number, row in enumerate(rows) if row.evenings[letter] == facts.GERMAN)


def band_of(latitude: float) -> int:
    return int(latitude / BAND)


def bands(game: str, covers: int) -> list[int]:
    """The bands of latitude of the hexes in play, from the south."""
    rows = facts.hexes(game)
    return sorted({band_of(rows[row].lat) for row in bits(covers)})


def advance(game: str, board: int, band: int) -> float:
    """How far west of the line of the 16th the Germans hold the ground, in km, on average over a band."""
    rows, start = facts.hexes(game), _started(game)
    won, given = board & ~start, start & ~board
    inside = sum(1 << number for number, row in enumerate(rows) if band_of(row.lat) == band)
    return (_area(game, won & inside) - _area(game, given & inside)) / BAND_KM


def ground(game: str, covers: int, board: int, day: int) -> dict[str, float]:
    """The figures of an evening: what was gained, and what is in other hands than in 1944, in km²."""
    was, start = front(game, day) & covers, _started(game) & covers
    return {
        "ground gained since the 16th, km²": _area(game, board) - _area(game, start),
        "German, but Allied in 1944, km²": _area(game, board & ~was),
        "Allied, but German in 1944, km²": _area(game, was & ~board),
    }


# Losses


class PhaseLosses(NamedTuple):
    """A part of the campaign, as far as it was played."""

    name: str
    history: tuple[float, float]  # percent of the men present lost a day, German and Allied
    games: tuple[Spread, Spread]
    exchange: float  # Germans lost for each of the Allies, 1944
    exchanged: Spread


def phase_losses(campaigns: Sequence[Campaign]) -> list[PhaseLosses]:
    """By phase of 1944; a game that ended early counts with the days it lasted."""
    found = []
    for phase in facts.PHASES:
        played = [day for day in phase.days if any(day in one.lost for one in campaigns)]
        if not played:
            continue
        there = [one for one in campaigns if any(day in one.lost for day in played)]
        was = [men_lost(day) for day in played]
        men = [[facts.strength(day, side == GERMAN) for side in BOTH] for day in played]
        german, allied = (_rate([day[side] for day in was], [day[side] for day in men]) for side in BOTH)
        sums = [
            [sum(one.lost[day][side] for day in played if day in one.lost) for side in BOTH] for one in there
        ]
        found.append(
            PhaseLosses(
                phase.name if len(played) == len(phase.days) else f"{phase.name}: {len(played)} days",
                (german, allied),
                (_rates(there, played, GERMAN), _rates(there, played, ALLIED)),
                sum(day[GERMAN] for day in was) / sum(day[ALLIED] for day in was),
                spread([germans / allies for germans, allies in sums if allies]),
            )
        )
    return found


def men_lost(day: int) -> tuple[int, int]:
    """German and Allied losses of a day in 1944."""
    row = facts.losses()[day]
    return row.german, row.allied


def _rate(lost: Sequence[float], present: Sequence[float]) -> float:
    return 100 * sum(lost) / sum(present) if sum(present) else 0.0


def _rates(campaigns: Sequence[Campaign], days: Sequence[int], side: int) -> Spread:
    values = []
    for one in campaigns:
        played = [day for day in days if day in one.lost]
        values.append(_rate([one.lost[d][side] for d in played], [one.present[d][side] for d in played]))
    return spread(values)


def worst_days(campaigns: Sequence[Campaign], side: int) -> tuple[int, Spread]:
    """(the day of the heaviest loss in 1944, in the games), of the days that were played."""
    days = sorted({day for one in campaigns for day in one.lost})
    worst = max(days, key=lambda day: men_lost(day)[side])
    return worst, spread([worst_day(one, side) for one in campaigns])


def worst_day(one: Campaign, side: int) -> int:
    """Of one game."""
    return max(one.lost, key=lambda day: one.lost[day][side])


def total_losses(campaigns: Sequence[Campaign], side: int) -> tuple[int, Spread]:
    """(men lost in 1944 on the days a game lasted, on average; in the games)."""
    was = [sum(men_lost(day)[side] for day in one.lost) for one in campaigns]
    games = [sum(lost[side] for lost in one.lost.values()) for one in campaigns]
    return round(sum(was) / len(was)), spread(games)


def ratio_told(row: facts.Attacks) -> str:
    """Which ratios of men a row of the table of attacks is for."""
    above = next((one.least for one in facts.attacks() if one.least > row.least), None)
    if above is None:
        return f"from {row.least:g} to one"
    return f"{row.least:g} to {above:g} to one" if row.least else f"under {above:g} to one"


def attack_shares(campaigns: Sequence[Campaign]) -> list[tuple[facts.Attacks, int, int]]:
    """(row of the table of 1944, attacks in the games, failed)."""
    found = []
    for number, row in enumerate(facts.attacks()):
        pairs = [one.attacks[number] for one in campaigns]
        found.append((row, sum(cases for cases, _ in pairs), sum(failed for _, failed in pairs)))
    return found


# The exchange of losses


class Exchange(NamedTuple):
    """Germans lost for each of the Allies on a day."""

    day: int
    history: float
    games: float | None  # all games together; None where no Ally was lost
    single: Spread  # games in which both sides lost somebody


def exchanges(campaigns: Sequence[Campaign]) -> list[Exchange]:
    found = []
    for day in sorted({day for one in campaigns for day in one.lost}):
        men = [one.lost[day] for one in campaigns if day in one.lost]
        german, allied = (sum(lost[side] for lost in men) for side in BOTH)
        was = men_lost(day)
        single = spread([lost[GERMAN] / lost[ALLIED] for lost in men if all(lost)])
        found.append(
            Exchange(day, was[GERMAN] / was[ALLIED], german / allied if german and allied else None, single)
        )
    return found


class Turn(NamedTuple):
    """A change of the exchange ratio: the first day of its new level, and both levels."""

    day: int
    before: float
    after: float


SHORTEST = 4  # days in which a turn can be told


def turn(ratios: Mapping[int, float]) -> Turn | None:
    """Where ratios by day are best divided into two even stretches, by least squares of their logarithms."""
    days = sorted(ratios)
    if len(days) < SHORTEST:
        return None
    found = []
    for at in range(1, len(days)):
        parts = [[log(ratios[day]) for day in part] for part in (days[:at], days[at:])]
        levels = [sum(part) / len(part) for part in parts]
        missed = sum(
            (value - level) ** 2 for part, level in zip(parts, levels, strict=True) for value in part
        )
        found.append((missed, Turn(days[at], exp(levels[0]), exp(levels[1]))))
    return min(found)[1]


class Turns(NamedTuple):
    """When the exchange ratio turned: in 1944, in the games together, in single ones."""

    history: Turn | None
    games: Turn | None
    single: Spread  # days


def exchange_turns(campaigns: Sequence[Campaign]) -> Turns:
    by_day = exchanges(campaigns)
    single = [
        turn({day: lost[GERMAN] / lost[ALLIED] for day, lost in one.lost.items() if all(lost)})
        for one in campaigns
    ]
    return Turns(
        turn({one.day: one.history for one in by_day}),
        turn({one.day: one.games for one in by_day if one.games is not None}),
        spread([float(one.day) for one in single if one is not None]),
    )


# What a lost point stands for


class LossRate(NamedTuple):
    """Men a lost point would have to stand for, so that the games lose as many as 1944."""

    phase: str  # empty: all days played
    men: float | None  # None: nobody was lost


def loss_rates(campaigns: Sequence[Campaign], side: int, men: int) -> list[LossRate]:
    """By phase, all games together; `men` is the rate their losses are told at. Where these differ much from
    phase to phase, no rate makes the games lose as 1944 did."""
    days = {phase.name: phase.days for phase in facts.PHASES} | {"": range(16, 48)}
    found = []
    for name, some in days.items():
        played = [(day, one.lost[day][side]) for one in campaigns for day in some if day in one.lost]
        if played:
            was, lost = sum(men_lost(day)[side] for day, _ in played), sum(lost for _, lost in played)
            found.append(LossRate(name, men * was / lost if lost else None))
    return found
