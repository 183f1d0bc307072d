"""Compare games with 1944: who held the ground and the places on each evening, what both sides lost, and how
attacks fared by the ratio of forces.

It works the same way for every game, from its measures and the tables of ardennes.history. One game is one
sample: the question is where history lies in the spread of many games.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp, log
from random import Random
from typing import Any, NamedTuple

from ardennes.hexes import bits
from ardennes.history import chronicle
from ardennes.kernel.measures import Measuring
from ardennes.lab.record import Campaign
from ardennes.lab.statistics import percentile

BAND = 0.1  # degrees of latitude per line of the front picture
BAND_KM = 111.2 * BAND
BOTH = GERMAN, ALLIED = 0, 1  # index of the sides in pairs, whatever their numbers in the game


class Spread(NamedTuple):
    """A figure over many games."""

    games: int
    mean: float
    low: float  # 10th percentile of the games
    middle: float
    high: float  # 90th percentile

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


def hexes_in_play(game: str, measuring: Measuring[Any, Any]) -> dict[int, int]:
    """Return the number of the hex in a match by row of the game's table, for hexes in play."""
    cells = ((number, measuring.cell(row.hex)) for number, row in enumerate(chronicle.hexes(game)))
    return {number: cell for number, cell in cells if cell is not None}


def campaign_of(game: str, measuring: Measuring[Any, Any]) -> Campaign:
    """Return what is stored of a game that has been measured to its end."""
    cells = hexes_in_play(game, measuring)
    covers = sum(1 << row for row in cells)
    order = (measuring.german, 1 - measuring.german)
    lost: dict[int, tuple[int, int]] = {}
    present: dict[int, tuple[int, int]] = {}
    for day in dict.fromkeys(row.day for row in measuring.found.turns):
        rows = [
            [row for row in measuring.found.turns if row.day == day and row.side == side] for side in order
        ]
        german, allied = (sum(row.men for row in mine) for mine in rows)
        lost[day] = german, allied
        men = [mine[-1].strength * measuring.men[side] for mine, side in zip(rows, order, strict=True)]
        present[day] = men[GERMAN], men[ALLIED]
    ground = {}
    for day in lost:
        evening = measuring.found.evening(day)
        if evening is not None and day in chronicle.EVENINGS:
            held = evening.german
            there = (row for row, cell in cells.items() if held >> cell & 1)
            ground[day] = f"{sum(1 << row for row in there):x}"
    return Campaign(f"{covers:x}", ground, lost, present, _attacks(measuring))


def _attacks(measuring: Measuring[Any, Any]) -> tuple[tuple[int, int], ...]:
    """Return the attacks of a game at its rates of men; one has failed if defenders hold."""
    men = measuring.men
    return attacks_by_ratio(
        (battle.attack * men[battle.side], battle.defence * men[1 - battle.side], 1, int(not battle.cleared))
        for battle in measuring.found.battles
    )


def attacks_by_ratio(attacks: Iterable[tuple[int, int, int, int]]) -> tuple[tuple[int, int], ...]:
    """Return by row of the table of 1944: attacks, failed.

    `fought` has (men attacking, men defending, attacks, failed). An attack that meets nobody does not count.
    """
    rows = chronicle.attacks()
    result = [[0, 0] for _ in rows]
    for attack, defence, cases, failed in attacks:
        if attack and defence:
            row = max(number for number, one in enumerate(rows) if one.least <= attack / defence)
            result[row][0] += cases
            result[row][1] += failed
    return tuple((cases, failed) for cases, failed in result)


# Places


@functools.cache
def place_hexes(game: str) -> dict[int, tuple[float, ...]]:
    """Return by row of the game's table how German the places in the hex were on each evening, on average."""
    by_name = {place.name: place for place in chronicle.places()}
    result = {}
    for number, row in enumerate(chronicle.hexes(game)):
        if row.places:
            days = zip(*(by_name[name].evenings for name in row.places), strict=True)
            result[number] = tuple(sum(map(chronicle.WORTH.__getitem__, day)) / len(day) for day in days)
    return result


class Skill(NamedTuple):
    """How much nearer to 1944 than a front that does not move: 1 is history, 0 no better, below it worse.

    All places count, those that never fell too: a game that takes them pays for it.
    """

    skill: float
    error: float  # mean over places and evenings; the sum of the next two
    overreach: float  # German in the game, and not in 1944
    shortfall: float  # German in 1944, and not in the game
    still: float  # the error if the front had not moved
    # the best skill if each hex belongs to one side: 1944 has contested places and shared hexes
    ceiling: float
    hexes: int  # hexes that contain the places


Ground = Mapping[int, Mapping[int, float]]  # by evening and row: how far a hex is German, 0 to 1


def skill(game: str, covers: int, german: Ground) -> Skill:
    """Score a campaign by how far each hex is German."""
    history, start = place_hexes(game), _started(game)
    days = sorted(day for day in german if day in chronicle.EVENINGS)
    rows = [row for row in history if covers >> row & 1]
    overreach = shortfall = still = least = 0.0
    for day in days:
        for row in rows:
            was = history[row][day - chronicle.EVENINGS[0]]
            more = german[day].get(row, 0.0) - was
            overreach += max(0.0, more)
            shortfall += max(0.0, -more)
            still += abs((start >> row & 1) - was)
            least += min(was, 1.0 - was)
    count, error = max(1, len(days) * len(rows)), overreach + shortfall
    return Skill(
        1 - error / still if still else 0.0,
        error / count,
        overreach / count,
        shortfall / count,
        still / count,
        1 - least / still if still else 0.0,
        len(rows),
    )


# Baseline campaigns without a game, against which any skill must be compared.


def nobody_moves(game: str) -> Ground:
    """Return the baseline in which every evening is as on the morning of the 16th: skill 0."""
    started = dict.fromkeys(bits(_started(game)), 1.0)
    return dict.fromkeys(chronicle.EVENINGS, started)


def germans_everywhere(game: str) -> Ground:
    """Return the baseline in which all places are German on the first evening."""
    return dict.fromkeys(chronicle.EVENINGS, dict.fromkeys(place_hexes(game), 1.0))


def persistence(game: str) -> Ground:
    """Return the baseline in which every evening repeats the evening before in 1944: the hardest to beat."""
    first, history = chronicle.EVENINGS[0], place_hexes(game)
    yesterday: dict[int, dict[int, float]] = {first: dict.fromkeys(bits(_started(game)), 1.0)}
    for day in chronicle.EVENINGS[1:]:
        yesterday[day] = {row: held[day - 1 - first] for row, held in history.items()}
    return yesterday


def best_yes_or_no(game: str) -> Ground:
    """Return the best possible baseline: 1944 with each hex on one side; half German counts as German."""
    first = chronicle.EVENINGS[0]
    return {
        day: {row: float(held[day - first] >= 0.5) for row, held in place_hexes(game).items()}
        for day in chronicle.EVENINGS
    }


BENCHMARKS = {
    "nobody moves": nobody_moves,
    "Germans everywhere at once": germans_everywhere,
    "1944, a day late": persistence,
    "1944, each hex one side's": best_yes_or_no,
}


def whole_front(game: str, campaigns: Sequence[Campaign]) -> bool:
    """Return whether the game is played on its whole map. Otherwise its losses cannot be compared with those
    of 1944.
    """
    return int(campaigns[0].covers, 16).bit_count() == len(chronicle.hexes(game))


def grounds(campaigns: Sequence[Campaign]) -> list[dict[int, int]]:
    """Return by game and evening the hexes that the Germans hold.

    A game that ended early stays as it ended until the longest is over. Otherwise the later evenings would
    show only the games that continued.
    """
    days = sorted({day for one in campaigns for day in one.ground})
    result = []
    for one in campaigns:
        boards = {day: int(board, 16) for day, board in one.ground.items()}
        for day in days:
            if day not in boards and day - 1 in boards:
                boards[day] = boards[day - 1]
        result.append(boards)
    return result


def _held(games: Sequence[Mapping[int, int]]) -> dict[int, dict[int, float]]:
    """Return by evening and row the share of the games in which the hex is German."""
    result: dict[int, dict[int, float]] = {}
    for day in {day for boards in games for day in boards}:
        there = [boards[day] for boards in games if day in boards]
        count = Counter(row for board in there for row in bits(board))
        result[day] = {row: times / len(there) for row, times in count.items()}
    return result


def benchmarks(game: str, campaigns: Sequence[Campaign]) -> dict[str, Skill]:
    """Score the campaigns that need no game on the ground and the evenings of some games."""
    covers = int(campaigns[0].covers, 16)
    days = {day for boards in grounds(campaigns) for day in boards}
    return {
        name: skill(game, covers, {day: held for day, held in made(game).items() if day in days})
        for name, made in BENCHMARKS.items()
    }


class Interval(NamedTuple):
    """A figure of a sample of games with its 95 % bootstrap interval."""

    value: float
    low: float
    high: float


class Skills(NamedTuple):
    """The skill of a sample of games."""

    mean: Skill  # of the mean campaign
    interval: Interval  # of its skill
    single: Spread  # of single games
    single_mean: Interval


def skills(game: str, campaigns: Sequence[Campaign]) -> Skills:
    """Score the mean campaign and single games, each with its interval."""
    covers, games = int(campaigns[0].covers, 16), grounds(campaigns)
    mean, single = skill(game, covers, _held(games)), single_skills(game, campaigns)
    of_sample = _mean_skills(game, covers, games)
    return Skills(
        mean,
        bootstrap(len(games), mean.skill, of_sample),
        spread(single),
        bootstrap(
            len(games), sum(single) / len(single), lambda drawn: sum(single[at] for at in drawn) / len(drawn)
        ),
    )


RESAMPLES = 400


def bootstrap(games: int, value: float, of: Callable[[Sequence[int]], float]) -> Interval:
    """Return the 95 % bootstrap interval of a figure.

    The interval is mirrored at the figure (the basic bootstrap): a mean campaign of fewer different games is
    always worse, so a resample lies below the sample just as the sample lies below many games.
    """
    rng = Random(f"history {games}")
    drawn = sorted(of(rng.choices(range(games), k=games)) for _ in range(RESAMPLES))
    low, high = (percentile(drawn, share) for share in (0.025, 0.975))
    return Interval(value, 2 * value - high, 2 * value - low)


def _mean_skills(
    game: str, covers: int, games: Sequence[Mapping[int, int]]
) -> Callable[[Sequence[int]], float]:
    """Return a function that scores the mean campaign of some of the games, fast enough for many calls."""
    history, start = place_hexes(game), _started(game)
    still = 0.0
    cells: list[
        tuple[float, tuple[int, ...], tuple[int, ...]]
    ] = []  # 1944, games that know the day, German ones
    for day in sorted({day for boards in games for day in boards if day in chronicle.EVENINGS}):
        there = [at for at, boards in enumerate(games) if day in boards]
        for row in (row for row in history if covers >> row & 1):
            was = history[row][day - chronicle.EVENINGS[0]]
            still += abs((start >> row & 1) - was)
            cells.append((was, tuple(there), tuple(at for at in there if games[at][day] >> row & 1)))

    def score(drawn: Sequence[int]) -> float:
        times = Counter(drawn)
        error = 0.0
        known: dict[tuple[int, ...], int] = {}
        for was, there, german in cells:
            if there not in known:
                known[there] = sum(times[at] for at in there)
            if known[there]:
                error += abs(sum(times[at] for at in german) / known[there] - was)
        return 1 - error / still if still else 0.0

    return score


def single_skills(game: str, campaigns: Sequence[Campaign]) -> list[float]:
    return [one.skill for one in single_scores(game, campaigns)]


def single_scores(game: str, campaigns: Sequence[Campaign]) -> list[Skill]:
    """Score each game by itself."""
    covers = int(campaigns[0].covers, 16)
    return [skill(game, covers, _held([boards])) for boards in grounds(campaigns)]


# Ground


def _area(game: str, board: int) -> float:
    rows = chronicle.hexes(game)
    return sum(rows[row].km2 for row in bits(board))


def _started(game: str) -> int:
    return sum(
        1 << number for number, row in enumerate(chronicle.hexes(game)) if row.start == chronicle.GERMAN
    )


def front(game: str, day: int) -> int:
    """Return the hexes held by the Germans on an evening of 1944."""
    letter = day - chronicle.EVENINGS[0]
    rows = chronicle.hexes(game)
    return sum(1 << number for number, row in enumerate(rows) if row.evenings[letter] == chronicle.GERMAN)


def band_of(latitude: float) -> int:
    return int(latitude / BAND)


def bands(game: str, covers: int) -> list[int]:
    """Return the bands of latitude of the hexes in play, from the south."""
    rows = chronicle.hexes(game)
    return sorted({band_of(rows[row].lat) for row in bits(covers)})


def advance(game: str, board: int, band: int) -> float:
    """Return how far west of the line of the 16th the Germans hold the ground, in km, on
    average over a band.
    """
    rows, start = chronicle.hexes(game), _started(game)
    won, given = board & ~start, start & ~board
    inside = sum(1 << number for number, row in enumerate(rows) if band_of(row.lat) == band)
    return (_area(game, won & inside) - _area(game, given & inside)) / BAND_KM


def ground(game: str, covers: int, board: int, day: int) -> dict[str, float]:
    """Return the figures of an evening: ground gained, and ground held differently than in 1944, in km²."""
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
    history: tuple[float, float]  # percent of the men present lost per day, German and Allied
    games: tuple[Spread, Spread]
    exchange: float  # Germans lost for each of the Allies, 1944
    exchanged: Spread


def phase_losses(campaigns: Sequence[Campaign]) -> list[PhaseLosses]:
    """Return figures by phase of 1944; a game that ended early counts with the days it lasted."""
    result = []
    for phase in chronicle.PHASES:
        played = [day for day in phase.days if any(day in one.lost for one in campaigns)]
        if not played:
            continue
        there = [one for one in campaigns if any(day in one.lost for day in played)]
        was = [men_lost(day) for day in played]
        men = [[chronicle.strength(day, side == GERMAN) for side in BOTH] for day in played]
        german, allied = (_rate([day[side] for day in was], [day[side] for day in men]) for side in BOTH)
        sums = [
            [sum(one.lost[day][side] for day in played if day in one.lost) for side in BOTH] for one in there
        ]
        result.append(
            PhaseLosses(
                phase.name if len(played) == len(phase.days) else f"{phase.name}: {len(played)} days",
                (german, allied),
                (_rates(there, played, GERMAN), _rates(there, played, ALLIED)),
                sum(day[GERMAN] for day in was) / sum(day[ALLIED] for day in was),
                spread([germans / allies for germans, allies in sums if allies]),
            )
        )
    return result


def pooled_exchange(campaigns: Sequence[Campaign], days: Iterable[int]) -> float | None:
    """Return German losses per Allied loss on some days, all games together; None without Allied losses."""
    men = [one.lost[day] for one in campaigns for day in days if day in one.lost]
    german, allied = (sum(lost[side] for lost in men) for side in BOTH)
    return german / allied if allied else None


def men_lost(day: int) -> tuple[int, int]:
    """Return German and Allied losses of a day in 1944."""
    row = chronicle.losses()[day]
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
    """Return the days of the heaviest loss in 1944 and in the games, among the days that were played."""
    days = sorted({day for one in campaigns for day in one.lost})
    worst = max(days, key=lambda day: men_lost(day)[side])
    return worst, spread([worst_day(one, side) for one in campaigns])


def worst_day(one: Campaign, side: int) -> int:
    """Return the worst day of one game."""
    return max(one.lost, key=lambda day: one.lost[day][side])


def total_losses(campaigns: Sequence[Campaign], side: int) -> tuple[int, Spread]:
    """Return the men lost in 1944 on the days a game lasted, on average, and those lost in the games."""
    was = [sum(men_lost(day)[side] for day in one.lost) for one in campaigns]
    games = [sum(lost[side] for lost in one.lost.values()) for one in campaigns]
    return round(sum(was) / len(was)), spread(games)


def ratio_told(row: chronicle.Attacks) -> str:
    """Return the ratios of men that a row of the table of attacks covers."""
    above = next((one.least for one in chronicle.attacks() if one.least > row.least), None)
    if above is None:
        return f"from {row.least:g} to one"
    return f"{row.least:g} to {above:g} to one" if row.least else f"under {above:g} to one"


def attack_shares(campaigns: Sequence[Campaign]) -> list[tuple[chronicle.Attacks, int, int]]:
    """Return by row of the table of 1944: the attacks in the games, and those that failed."""
    result = []
    for number, row in enumerate(chronicle.attacks()):
        pairs = [one.attacks[number] for one in campaigns]
        result.append((row, sum(cases for cases, _ in pairs), sum(failed for _, failed in pairs)))
    return result


# The exchange of losses


class Exchange(NamedTuple):
    """German losses per Allied loss on a day."""

    day: int
    history: float
    games: float | None  # all games together; None without Allied losses
    single: Spread  # games in which both sides had losses


def exchanges(campaigns: Sequence[Campaign]) -> list[Exchange]:
    result = []
    for day in sorted({day for one in campaigns for day in one.lost}):
        men = [one.lost[day] for one in campaigns if day in one.lost]
        german, allied = (sum(lost[side] for lost in men) for side in BOTH)
        was = men_lost(day)
        single = spread([lost[GERMAN] / lost[ALLIED] for lost in men if all(lost)])
        result.append(
            Exchange(day, was[GERMAN] / was[ALLIED], german / allied if german and allied else None, single)
        )
    return result


class Turn(NamedTuple):
    """A change of the exchange ratio: the first day of its new level, and both levels."""

    day: int
    before: float
    after: float


SHORTEST = 4  # days within which the change can be located


def turn(ratios: Mapping[int, float]) -> Turn | None:
    """Split ratios by day into two level stretches, by least squares of their logarithms."""
    days = sorted(ratios)
    if len(days) < SHORTEST:
        return None
    result = []
    for at in range(1, len(days)):
        parts = [[log(ratios[day]) for day in part] for part in (days[:at], days[at:])]
        levels = [sum(part) / len(part) for part in parts]
        missed = sum(
            (value - level) ** 2 for part, level in zip(parts, levels, strict=True) for value in part
        )
        result.append((missed, Turn(days[at], exp(levels[0]), exp(levels[1]))))
    return min(result)[1]


class Turns(NamedTuple):
    """The change of the exchange ratio: in 1944, in the games together, in single games."""

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


# Men per lost strength point


class LossRate(NamedTuple):
    """How many men a lost point would have to stand for to match the losses of 1944."""

    phase: str  # empty: all days played
    men: float | None  # None: no losses


def loss_rates(campaigns: Sequence[Campaign], side: int, men: int) -> list[LossRate]:
    """Return rates by phase, all games together; `men` is the present rate.

    If the results differ much between phases, no single rate makes the games lose as many men as 1944.
    """
    days = {phase.name: phase.days for phase in chronicle.PHASES} | {"": range(16, 48)}
    result = []
    for name, some in days.items():
        played = [(day, one.lost[day][side]) for one in campaigns for day in some if day in one.lost]
        if played:
            was, lost = sum(men_lost(day)[side] for day, _ in played), sum(lost for _, lost in played)
            result.append(LossRate(name, men * was / lost if lost else None))
    return result
