"""The page of a run's report that compares its games with 1944 (docs/explanation/history.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ardennes.charts.drawing import Drawing, number
from ardennes.charts.intervals import wilson
from ardennes.history import chronicle
from ardennes.lab import charts, history
from ardennes.lab.experiment import Configuration
from ardennes.lab.findings import campaigns, measured, men_of
from ardennes.lab.history_report import PART, turn_told
from ardennes.lab.page import Figure, Page, write
from ardennes.lab.record import Campaign
from ardennes.lab.run import SIDES, Run
from ardennes.lab.tables import Tables
from ardennes.words import counted

PAGE = "history.html"
TOP_EXCHANGE = 10.0  # limit of the drawing; a day with almost no losses on one side would flatten all others
DRAWN = 3  # configurations with separate figures; the CSV has all
EVENINGS = (18, 20, 22, 24, 26, 27)
WORDS = ("German", "Allied")
BESIDE = ("Monschau", "Spa", "Stavelot", "Saint-Vith", "Houffalize", "Bastogne", "Ettelbruck")


class Games(NamedTuple):
    """The games of a configuration, compared with history."""

    config: Configuration
    played: list[Campaign]
    men: tuple[int, int]  # men per strength point, German and Allied


def on_whole_front(game: str, one: Configuration) -> bool:
    measuring = measured(game, one)
    return measuring is not None and len(history.hexes_in_play(game, measuring)) == len(chronicle.hexes(game))


def write_history(run: Run, tables: Tables, folder: Path, about: tuple[str, str]) -> bool:
    """Write the page into the report's folder; False if no finished game can be compared."""
    game = run.about.game
    result = [
        Games(one, played, men_of(game, one))
        for one in run.experiment.configurations
        if (played := campaigns(tables, game, one)) and any(campaign.ground for campaign in played)
    ]
    if result:
        whole = [one for one in result if history.whole_front(game, one.played)]
        page = Page(
            PAGE, "The games beside 1944", about, _lead(game, result[0]), link=("index.html", "Results")
        )
        write(folder, page, [*_ground(game, result), *(_losses(whole) if whole else ()), _attacks(result)])
    return bool(result)


def _lead(game: str, first: Games) -> str:
    result = history.skills(game, first.played)
    mean, (_, low, high) = result.mean, result.interval
    sentences = [
        f"{first.config.name.capitalize()}: the mean campaign has a skill of {mean.skill:.2f} "
        f"({low:.2f} to {high:.2f}) over {counted(len(first.played), 'game')}, single games "
        f"{result.single.told(2)}: 1 is 1944, 0 a front that does not move, {mean.ceiling:.2f} the best "
        f"where each hex is one side's. It overreaches by {mean.overreach:.2f} and falls short by "
        f"{mean.shortfall:.2f} of a place and evening."
    ]
    if not history.whole_front(game, first.played):
        return " ".join((*sentences, PART))
    for side, word in enumerate(WORDS):
        was, now = history.total_losses(first.played, side)
        sentences.append(
            f"The {word} side loses {now.mean / was:.1f} times the men of 1944 on the days played."
        )
    turns = history.exchange_turns(first.played)
    sentences.append(
        f"Germans lost for an Ally turn in 1944 on {turn_told(turns.history)}; "
        f"in the games on {turn_told(turns.games)}."
    )
    return " ".join(sentences)


def _ground(game: str, games: Sequence[Games]) -> Iterator[Figure]:
    rows: list[tuple[Any, ...]] = []
    groups = []
    for one in games:
        about = one.config.number, one.config.name
        mean = history.skills(game, one.played).mean
        single = history.single_scores(game, one.played)
        rows.append((*about, "mean campaign", *_score(mean)))
        rows += [(*about, "a game", *_score(score)) for score in single]
        rows += [
            (*about, name, *_score(score)) for name, score in history.benchmarks(game, one.played).items()
        ]
        groups.append((f"{one.config.name}: mean {mean.skill:.2f}", [100 * score.skill for score in single]))
    yield Figure(
        "skill",
        "Who held the places",
        "Skill of single games in hundredths, a dot a game, the thick tick at the median: 100 is 1944, 0 no "
        "better than a front that does not move. The mean campaign holds each hex as far as the share of the "
        "games that do. All places count, those that never fell too.",
        [charts.strips(groups[:DRAWN], "Skill of the places", [100.0])],
        ("configuration", "name", "of", "skill", "overreach", "shortfall", "ceiling"),
        rows,
    )
    rows = []
    drawings: list[Drawing] = []
    at = {place.name: place.lat for place in chronicle.places()}
    for one in games:
        covers, boards = int(one.played[0].covers, 16), history.grounds(one.played)
        played = sorted({day for board in boards for day in board})
        days = played if len(played) <= len(EVENINGS) else [day for day in EVENINGS if day in played]
        evenings = []
        for day in days:
            ribbons = []
            for band in history.bands(game, covers):
                reached = [history.advance(game, board[day], band) for board in boards if day in board]
                now = history.spread(reached)
                was = history.advance(game, history.front(game, day) & covers, band)
                latitude = (band + 0.5) * history.BAND
                rows.append((one.config.number, day, f"{latitude:.2f}", len(reached), *now[1:], was))
                ribbons.append(charts.Ribbon(latitude, now.low, now.middle, now.high, was))
            evenings.append((chronicle.date(day), ribbons))
        if len(drawings) < DRAWN and evenings:
            drawings.append(
                charts.ribbons(one.config.name, evenings, [(name, at[name]) for name in BESIDE if name in at])
            )
    yield Figure(
        "front",
        "The front against 1944",
        "Kilometres won west of the line of 16 December, by latitude, north on top. Band: 8 games of 10; "
        "line: the median; dashed: 1944.",
        drawings,
        ("configuration", "day", "latitude", "games", "mean", "tenth", "median", "nine_tenths", "in_1944"),
        rows,
    )


def _score(one: history.Skill) -> tuple[float, float, float, float]:
    return one.skill, one.overreach, one.shortfall, one.ceiling


def _losses(games: Sequence[Games]) -> Iterator[Figure]:
    rows: list[tuple[Any, ...]] = []
    drawings = []
    for one in games:
        bars = []
        for phase in history.phase_losses(one.played):
            for side, word in enumerate(WORDS):
                now, was = phase.games[side], phase.history[side]
                rows.append((one.config.number, phase.name, word, now.games, *now[1:], was))
                text = f"{now.mean:.1f} % ({now.low:.1f} to {now.high:.1f}); 1944 {was:.1f} %"
                bars.append(
                    charts.Beside(
                        f"{phase.name}, {word}", SIDES[side], now.mean, now.low, now.high, was, text
                    )
                )
        drawings.append(charts.beside(one.config.name, bars, " %"))
    yield Figure(
        "phases",
        "Losses as shares of strength",
        "Percent of the men present lost a day, by phase of 1944; the line across holds 8 games of 10, the "
        "thick tick is 1944. A share needs no rate of men a point.",
        drawings[:DRAWN],
        ("configuration", "phase", "side", "games", "mean", "tenth", "median", "nine_tenths", "in_1944"),
        rows,
    )
    rows, drawings = [], []
    for one in games:
        by_day = history.exchanges(one.played)
        turns = history.exchange_turns(one.played)
        rows += [
            (one.config.number, day.day, "" if day.games is None else day.games, *day.single[1:], day.history)
            for day in by_day
        ]
        days = [
            charts.Day(day.day, *(min(TOP_EXCHANGE, v) for v in (day.games, day.single.low, day.single.high)))
            for day in by_day
            if day.games is not None and day.single.games
        ]
        if days and len(drawings) < DRAWN:
            top = max(max(max(day.mean, day.high) for day in days), max(day.history for day in by_day))
            span = by_day[0].day, by_day[-1].day
            history_line = [(day.day, day.history) for day in by_day]
            title = f"{one.config.name}: turns {turn_told(turns.games)}; 1944 {turn_told(turns.history)}"
            drawings.append(charts.days(title, "german", days, top, span, history_line))
    yield Figure(
        "exchange",
        "Germans lost for each of the Allies",
        "Line: all games together; band: 8 of 10 single games in which both sides lost somebody; dashed: "
        "1944. "
        "The turn is where the days are best divided into two even stretches. What lies above "
        f"{TOP_EXCHANGE:g} is drawn there.",
        drawings,
        ("configuration", "day", "games", "mean", "tenth", "median", "nine_tenths", "in_1944"),
        rows,
    )
    yield _worst_days(games)
    yield _rates(games)


def _worst_days(games: Sequence[Games]) -> Figure:
    rows, groups, was = [], [], []
    for one in games:
        for side, word in enumerate(WORDS):
            days = [history.worst_day(campaign, side) for campaign in one.played]
            history_day = history.worst_days(one.played, side)[0]
            rows += [
                (one.config.number, word, day, days.count(day), history_day) for day in sorted(set(days))
            ]
            groups.append((f"{word}: {one.config.name}", [float(day) for day in days]))
            was.append(float(history_day))
    return Figure(
        "worst_day",
        "The worst day",
        "On which day of December a side lost most, a dot a game; dashed: 1944, of the days played.",
        [charts.strips(groups[: 2 * DRAWN], "The worst day", was)],
        ("configuration", "side", "day", "games", "in_1944"),
        rows,
    )


def _rates(games: Sequence[Games]) -> Figure:
    rows, drawings = [], []
    for one in games:
        bars = []
        for side, word in enumerate(WORDS):
            for rate in history.loss_rates(one.played, side, one.men[side]):
                name = rate.phase or "all days"
                rows.append(
                    (one.config.number, word, name, "" if rate.men is None else rate.men, one.men[side])
                )
                if rate.men is not None:
                    text = f"{number(round(rate.men))}; on the map {number(one.men[side])}"
                    bars.append(
                        charts.Beside(
                            f"{name}, {word}", SIDES[side], rate.men, rate.men, rate.men, one.men[side], text
                        )
                    )
        drawings.append(charts.beside(one.config.name, bars, ""))
    return Figure(
        "rates",
        "What a lost point would have to stand for",
        "Men a lost strength point would be, were the games to lose as many as 1944, all games together; the "
        "thick tick is what a point on the map stands for (men.csv). Where the bars of a side differ much, "
        "no rate makes its losses those of 1944.",
        drawings[:DRAWN],
        ("configuration", "side", "phase", "men_a_lost_point", "men_a_point"),
        rows,
    )


def _attacks(games: Sequence[Games]) -> Figure:
    rows, drawings = [], []
    for one in games:
        bars = []
        for row, cases, failed in history.attack_shares(one.played):
            low, high = (100 * end for end in wilson(failed, cases))
            rows.append((one.config.number, row.least, cases, failed, low, high, row.cases, row.failed))
            if cases:
                share = 100 * failed / cases
                text = f"{share:.0f} % of {number(cases)}; 1944 {row.failed} % of {row.cases}"
                bars.append(
                    charts.Beside(
                        history.ratio_told(row),
                        "draw",
                        share,
                        low,
                        high,
                        row.failed,
                        text,
                    )
                )
        drawings.append(charts.beside(one.config.name, bars, " %"))
    return Figure(
        "failed_attacks",
        "Attacks that failed, by the ratio of men",
        "Attacks after which a defender held the hex, with the 95 % interval (Wilson); the thick tick is "
        "Europe in 1944 (116 engagements of divisions). One attack on a hex is less than an engagement of a "
        "division.",
        drawings[:DRAWN],
        ("configuration", "from_ratio", "attacks", "failed", "low", "high", "cases_1944", "failed_1944"),
        rows,
    )
