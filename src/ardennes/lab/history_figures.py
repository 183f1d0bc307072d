"""The figures of docs/explanation/history.md as rows and as tables.

`ardennes lab history RUN --csv FILE` writes the rows of a run. `python -m ardennes.results make history`
plays the games, writes docs/results/history.csv and fills the tables of the page.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ardennes.charts.intervals import wilson
from ardennes.errors import UserError
from ardennes.history import chronicle
from ardennes.lab import history
from ardennes.lab.findings import campaigns
from ardennes.lab.record import Campaign
from ardennes.lab.run import Run

SIDES = "German", "Allied"
WHOLE_RUN = "all games"  # name of an experiment's only configuration
NO_GAME = "1944"  # name of rows that follow from the facts alone
EXCHANGE_DAYS = (12, 17, 32)  # the days in which the change of 1944 is searched


class Row(NamedTuple):
    """One figure."""

    game: str  # id of the game; empty: of 1944 alone
    name: str  # the configuration, as its experiment names it
    rules: str  # version of the rules
    games: int
    figure: str
    of: str  # a side, a phase, a ratio; empty: the whole
    value: float
    low: float | None = None
    high: float | None = None
    range: str = ""  # meaning of low and high
    in_1944: float | None = None


RowMaker = Callable[..., Row]


def facts_rows() -> list[Row]:
    """Return the figures that need no game: the change of the exchange ratio and the skill of
    the baselines.
    """
    rows = []
    ratios = {day: men[0] / men[1] for day in chronicle.losses() for men in [history.men_lost(day)]}
    for days in EXCHANGE_DAYS:
        last = min(ratios) + days
        result = history.turn({day: ratio for day, ratio in ratios.items() if day < last})
        if result is not None:
            for figure, value in (("turn", result.day), ("before", result.before), ("after", result.after)):
                rows.append(Row("", NO_GAME, "", 0, f"exchange {figure}", f"{days} days", value))
    return rows


def benchmark_rows(game: str, name: str, rules: str, campaigns: Sequence[Campaign]) -> list[Row]:
    """Return the skill of the baselines on the ground and the evenings of a configuration."""
    return [
        Row(game, name, rules, 0, figure, of, value)
        for of, score in history.benchmarks(game, campaigns).items()
        for figure, value in (
            ("benchmark skill", score.skill),
            ("benchmark overreach", score.overreach),
            ("benchmark shortfall", score.shortfall),
        )
    ]


def figure_rows(game: str, name: str, rules: str, campaigns: Sequence[Campaign]) -> list[Row]:
    """Return every figure of a configuration that docs/explanation/history.md may print."""

    def row(
        figure: str, of: str, value: float, low: float | None = None, high: float | None = None,
        range_: str = "", in_1944: float | None = None,
    ) -> Row:  # fmt: skip
        return Row(game, name, rules, len(campaigns), figure, of, value, low, high, range_, in_1944)

    result = history.skills(game, campaigns)
    mean, single = result.mean, history.single_scores(game, campaigns)
    rows = [
        row("skill", "mean campaign", *result.interval, BOOTSTRAP),
        row("skill", "single games", *result.single_mean, BOOTSTRAP),
        row(
            "skill",
            "spread of single games",
            result.single.mean,
            result.single.low,
            result.single.high,
            TENTHS,
        ),
        row("ceiling", "", mean.ceiling),
        row("still", "", mean.still),
    ]
    for word in ("error", "overreach", "shortfall"):
        rows.append(row(word, "mean campaign", getattr(mean, word)))
        rows.append(row(word, "single games", sum(getattr(one, word) for one in single) / len(single)))
    rows += benchmark_rows(game, name, rules, campaigns)
    if history.whole_front(game, campaigns):
        rows += _loss_rows(row, campaigns)
    for attacks, cases, failed in history.attack_shares(campaigns):
        if cases:
            share, low_high, was = failed / cases, wilson(failed, cases), attacks.failed / 100
            rows.append(row("attacks failed", history.ratio_told(attacks), share, *low_high, WILSON, was))
    return rows


BOOTSTRAP, TENTHS, WILSON = "95 % bootstrap", "8 of 10 games", "95 % Wilson"


def _loss_rows(row: RowMaker, campaigns: Sequence[Campaign]) -> list[Row]:
    rows = []
    for side, word in enumerate(SIDES):
        was, now = history.total_losses(campaigns, side)
        rows.append(row("men lost", word, now.mean, now.low, now.high, TENTHS, was))
        day, worst = history.worst_days(campaigns, side)
        rows.append(row("worst day", word, worst.mean, worst.low, worst.high, TENTHS, day))
        rows += [
            row("lost point", f"{word}, {rate.phase}", rate.men)
            for rate in history.loss_rates(campaigns, side, 1)
            if rate.phase and rate.men is not None
        ]
    for losses in history.phase_losses(campaigns):
        phase = next(one for one in chronicle.PHASES if losses.name.startswith(one.name))
        single, pooled = losses.exchanged, history.pooled_exchange(campaigns, phase.days)
        if pooled is not None:
            rows.append(row("exchange", phase.name, pooled, in_1944=losses.exchange))
            rows.append(
                row("exchange of single games", phase.name, single.mean, single.low, single.high, TENTHS)
            )
    turns = history.exchange_turns(campaigns)
    if turns.games is not None and turns.history is not None:
        for figure in ("day", "before", "after"):
            rows.append(
                row(f"turn {figure}", "all games", getattr(turns.games, figure), None, None, "",
                    getattr(turns.history, figure))
            )  # fmt: skip
    return rows


# As CSV


def write_csv(rows: Iterable[Row], file: Path) -> None:
    """Write rows, numbers to six digits so that the same games give the same file."""
    try:
        with file.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.DictWriter(stream, Row._fields, lineterminator="\n")
            writer.writeheader()
            writer.writerows(map(as_cells, rows))
    except OSError as error:
        raise UserError(f"cannot write {file}: {error.strerror}") from None


def _cell(value: object) -> object:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else value


def read_csv(file: Path) -> list[Row]:
    """Read rows back; an error names the file and the line."""
    result = []
    with file.open(encoding="utf-8", newline="") as stream:
        for number, cells in enumerate(csv.DictReader(stream), 2):
            try:
                result.append(row_of(cells))
            except (KeyError, ValueError, TypeError) as error:
                raise UserError(f"{file}:{number}: not a row of figures ({error})") from None
    return result


def row_of(cells: Mapping[str, str]) -> Row:
    """Parse a row of CSV cells; raise KeyError or ValueError if it is invalid."""
    texts = (cells["game"], cells["name"], cells["rules"], int(cells["games"]))
    low, high, was = (_number(cells[key]) for key in ("low", "high", "in_1944"))
    return Row(*texts, cells["figure"], cells["of"], float(cells["value"]), low, high, cells["range"], was)


def as_cells(row: Row) -> dict[str, object]:
    """Return a row as CSV cells, numbers to six digits so that the same games give the same file."""
    return {name: _cell(value) for name, value in zip(Row._fields, row, strict=True)}


def run_rows(run: Run) -> list[Row]:
    """Return the figures of every configuration of a run."""
    data, about = run.tables(), run.about
    rows = []
    for one in run.experiment.configurations:
        if games := campaigns(data, about.game, one):
            rows += figure_rows(about.game, one.name, about.rules, games)
    return rows


def _number(text: str) -> float | None:
    return float(text) if text else None


# As tables


def tables(rows: Sequence[Row]) -> str:
    """The tables of docs/explanation/history.md, of every configuration in the rows."""
    groups = list(dict.fromkeys((row.game, row.name) for row in rows if row.game and row.games))
    parts = [
        "Skill of the places, with 95 % bootstrap intervals:",
        _skill_table(rows, groups),
        "Skill of campaigns that need no game:",
        _benchmark_table(rows, groups),
        "Men lost, in brackets 8 of 10 games, and 1944 on the days played:",
        _loss_table(rows, groups),
        "What a lost point would have to stand for, in percent of the men of a point on the map, so that the "
        "games lose as many men as 1944:",
        _lost_point_table(rows, groups),
        "Germans lost for each of the Allies, all games together, and when that turns:",
        _exchange_table(rows, groups),
        "Attacks that failed, with the 95 % interval, and Europe in 1944:",
        _attack_table(rows, groups),
    ]
    return "\n\n".join(parts)


def _find(rows: Sequence[Row], group: tuple[str, str], figure: str, of: str = "") -> Row | None:
    result = (row for row in rows if (row.game, row.name) == group and row.figure == figure and row.of == of)
    return next(result, None)


def _two(value: float | None) -> str:
    return "" if value is None else f"{round(value, 2) + 0.0:.2f}".replace("-", "−")


def _interval(row: Row | None) -> str:
    return "" if row is None else f"{_two(row.value)} ({_two(row.low)} to {_two(row.high)})"


def _skill_table(rows: Sequence[Row], groups: Sequence[tuple[str, str]]) -> str:
    head = (
        "| game | games | skill of the mean campaign | of single games | overreach | shortfall | ceiling |\n"
        "|---|---|---|---|---|---|---|"
    )
    lines = []
    for group in groups:
        mean, single = (_find(rows, group, "skill", of) for of in ("mean campaign", "single games"))
        if mean is None:
            continue
        cells = [_interval(mean), _interval(single)]
        for figure, of in (("overreach", "mean campaign"), ("shortfall", "mean campaign"), ("ceiling", "")):
            result = _find(rows, group, figure, of)
            cells.append(_two(result.value) if result else "")
        lines.append(f"| {_called(group)} | {mean.games} | {' | '.join(cells)} |")
    return "\n".join([head, *lines])


def _called(group: tuple[str, str]) -> str:
    game, name = group
    called = {"wave_of_terror": "Wave of Terror"}.get(game, game.capitalize())
    return called if name in ("", WHOLE_RUN) else f"{called}, {name.replace('_', ' ')}"


def _benchmark_table(rows: Sequence[Row], groups: Sequence[tuple[str, str]]) -> str:
    head = f"| game | {' | '.join(history.BENCHMARKS)} |\n|---|{'---|' * len(history.BENCHMARKS)}"
    lines = []
    for group in groups:
        result = [_find(rows, group, "benchmark skill", of) for of in history.BENCHMARKS]
        lines.append(f"| {_called(group)} | {' | '.join(_two(row.value) if row else '' for row in result)} |")
    return "\n".join([head, *lines])


def _loss_table(rows: Sequence[Row], groups: Sequence[tuple[str, str]]) -> str:
    head = "| game | German | in 1944 | Allied | in 1944 |\n|---|---|---|---|---|"
    lines = []
    for group in groups:
        lost = [row for side in SIDES if (row := _find(rows, group, "men lost", side))]
        if lost:
            cells = (f"{_thousands(row)} | {_round(row.in_1944)}" for row in lost)
            lines.append(f"| {_called(group)} | {' | '.join(cells)} |")
    return "\n".join([head, *lines])


def _lost_point_table(rows: Sequence[Row], groups: Sequence[tuple[str, str]]) -> str:
    """Return the men per lost point as a share of the nominal rate, by side: over all days, then by phase if
    measured.
    """
    phases = [phase.name for phase in chronicle.PHASES[:3] if any(row.figure == "lost point" for row in rows)]
    columns = ["game", *(f"{side}, {days}" for side in SIDES for days in ("all days", *phases))]
    lines = []
    for group in groups:
        lost = [row for side in SIDES if (row := _find(rows, group, "men lost", side))]
        cells = []
        for row in lost:
            by_phase = (_find(rows, group, "lost point", f"{row.of}, {phase}") for phase in phases)
            shares = [row.in_1944 / row.value if row.value and row.in_1944 is not None else None]
            shares += [result.value if result else None for result in by_phase]
            cells += ["" if share is None else f"{100 * share:.0f} %" for share in shares]
        if cells:
            lines.append(f"| {_called(group)} | {' | '.join(cells)} |")
    return "\n".join([f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}", *lines])


def _thousands(row: Row) -> str:
    return f"{_round(row.value)} ({_round(row.low)} to {_round(row.high)})"


def _round(men: float | None) -> str:
    return "" if men is None else f"{round(men, -3):,.0f}"


def _exchange_table(rows: Sequence[Row], groups: Sequence[tuple[str, str]]) -> str:
    """Return the exchange by phase and its change: first 1944 over that many days, then the games."""
    phases = [phase.name for phase in chronicle.PHASES[:3]]
    columns = ["", *phases, "turns on", "level before", "level after"]
    head = f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}"
    was = {row.of: row.in_1944 for row in rows if row.figure == "exchange"}
    lines = []
    for days in EXCHANGE_DAYS:
        turn = [
            _find(rows, ("", NO_GAME), f"exchange {figure}", f"{days} days")
            for figure in ("turn", "before", "after")
        ]
        shown = (
            [_one(was.get(phase)) for phase in phases] if days == EXCHANGE_DAYS[0] else ["" for _ in phases]
        )
        lines.append(f"| 1944, {days} days | {' | '.join((*shown, *_turn_cells(turn)))} |")
    for group in groups:
        by_phase = [_find(rows, group, "exchange", phase) for phase in phases]
        turn = [_find(rows, group, f"turn {figure}", "all games") for figure in ("day", "before", "after")]
        if any(by_phase):
            shown = [_one(row.value if row else None) for row in by_phase]
            lines.append(f"| {_called(group)} | {' | '.join((*shown, *_turn_cells(turn)))} |")
    return "\n".join([head, *lines])


def _one(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _turn_cells(turn: Sequence[Row | None]) -> list[str]:
    day, before, after = turn
    return [
        chronicle.date(round(day.value)) if day else "",
        *(_one(row.value if row else None) for row in (before, after)),
    ]


def _attack_table(rows: Sequence[Row], groups: Sequence[tuple[str, str]]) -> str:
    head = f"| ratio of men | 1944 | {' | '.join(map(_called, groups))} |\n|---|---|{'---|' * len(groups)}"
    lines = []
    for attacks in chronicle.attacks():
        ratio = history.ratio_told(attacks)
        cells = [_percent(_find(rows, group, "attacks failed", ratio)) for group in groups]
        lines.append(f"| {ratio} | {attacks.failed} % of {attacks.cases} | {' | '.join(cells)} |")
    return "\n".join([head, *lines])


def _percent(row: Row | None) -> str:
    if row is None or row.low is None or row.high is None:
        return ""
    return f"{100 * row.value:.0f} % ({100 * row.low:.0f} to {100 * row.high:.0f})"
