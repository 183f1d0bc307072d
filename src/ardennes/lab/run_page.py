"""A run's report: one self-contained HTML page, with the numbers of every figure as CSV next to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ardennes.charts.drawing import number
from ardennes.charts.intervals import wilson
from ardennes.charts.page import kept_map
from ardennes.games import find_game
from ardennes.history import chronicle
from ardennes.lab import charts, history_page, maps
from ardennes.lab.designs import MORRIS
from ardennes.lab.experiment import MEASURES, Configuration
from ardennes.lab.findings import OUTCOMES, Difference, Shares, better, differences, effects, measured, shares
from ardennes.lab.history import hexes_in_play
from ardennes.lab.page import Figure, Page, write
from ardennes.lab.run import Run, left_at_most
from ardennes.lab.statistics import half_interval
from ardennes.lab.tables import Tables
from ardennes.words import counted

FOLDER, PAGE = "report", "index.html"
TORNADO = 20  # differences drawn per measure, the largest
DRAWN = 6  # at most this many configurations have separate figures; the CSV has all
SIDES = {"german": "German", "allied": "Allied"}
SHOWN = (18, 21, 24)  # evenings drawn if all of them were played, else the first, middle and last
FIGHTERS = ("attacker", "defender")
GROUPS = 8  # groups of battles, to compare expected and actual losses
WHO = {"german": "German wins", "allied": "Allied wins", "draw": "draws"}
# A game with odds columns is grouped by them; another by its ratio, or by the ratio of strengths.
ODDS = """
    with fought as (
        select *, coalesce(try_cast(odds as double), attack / nullif(defence, 0)) as ratio from battles
    )
    select *, case when odds like '%:%' or ratio is null then odds when ratio < 1 then 'under 1'
                   when ratio < 2 then '1 to 2' when ratio < 3 then '2 to 3' when ratio < 5 then '3 to 5'
                   when ratio < 8 then '5 to 8' else '8 and over' end as column_,
              case when odds like '%:%' then try_cast(split_part(odds, ':', 1) as double)
                                             / try_cast(split_part(odds, ':', 2) as double)
                   else ratio end as worth
    from fought"""


def write_report(run: Run) -> Path:
    """Write the report into the run's folder; return the path of its page."""
    folder = run.folder / FOLDER
    folder.mkdir(exist_ok=True)
    tables = run.tables()
    beside = history_page.write_history(run, tables, folder, about(run))
    link = (history_page.PAGE, "The games beside 1944") if beside else ("", "")
    head = Page(
        PAGE, run.experiment.question, about(run), _finding(run, tables), _sources(run), link,
        kept_map(run.about.game),
    )  # fmt: skip
    return write(folder, head, list(figures(run, tables)))


# Figures


def figures(run: Run, tables: Tables) -> Iterator[Figure]:
    configurations = run.experiment.configurations
    yield _results(tables, configurations)
    if run.experiment.design == MORRIS:
        yield _effects(run, tables)
    elif len(configurations) > 1:
        yield _differences(run, tables)
    yield from _spread(tables, configurations, "margins", "margin", "Margins",
                       "How many games ended so, above each pile; to the right is better for the German. "
                       "The thick tick is the median.")  # fmt: skip
    yield from _spread(tables, configurations, "length", "turns", "Length of the games", "Turns played.")
    yield _ground(run, tables)
    whole = all(history_page.on_whole_front(run.about.game, one) for one in configurations)
    yield _losses(tables, configurations, whole)
    yield _taken(tables, configurations)
    yield _kept(tables, configurations)
    if tables.ask("select count(*) from battles where result <> ''").rows[0][0]:
        yield _by_result(tables, configurations)  # not every game has names for results


def drawn_of(configurations: Sequence[Configuration]) -> Sequence[Configuration]:
    """Return the configurations with separate figures: all if there are few, else the first, the baseline of
    the others.
    """
    return configurations if len(configurations) <= DRAWN else configurations[:1]


def _results(tables: Tables, configurations: Sequence[Configuration]) -> Figure:
    bars, rows = [], []
    drawn = {one.number for one in drawn_of(configurations)}
    for one in shares(tables):
        for who in OUTCOMES:
            count, interval = one.wins[who], one.intervals[who]
            rows.append((one.config, one.name, who, count, one.games, *interval))
            if one.config in drawn and (count or who != "draw"):
                bars.append(charts.Bar(f"{one.name}: {WHO[who]}", count, one.games, interval, who))
    note = "Games finished. The line across is the 95 % interval (Wilson)."
    columns = ("configuration", "name", "outcome", "games", "of", "low", "high")
    return Figure("results", "Results", note, [charts.share_bars(bars)], columns, rows)


def _differences(run: Run, tables: Tables) -> Figure:
    first = run.experiment.configurations[0].name
    result = differences(tables, run.experiment)
    drawings = []
    for name in run.experiment.measures:
        mine = sorted(
            (one for one in result if one.measure == MEASURES[name]), key=lambda one: -abs(one.mean)
        )
        changes = [charts.Change(one.name, one.pairs, one.mean, one.half, one.verdict) for one in mine]
        drawings.append(charts.change_bars(MEASURES[name], changes[:TORNADO]))
    return Figure(
        "differences",
        f"What changes against “{first}”",
        "Mean difference by the same seeds, the largest first, with its 95 % interval. Pale bars cannot be "
        f"told from none. {_tried(len(result))}",
        drawings,
        ("measure", "configuration", "name", "pairs", "first", "difference", "half_interval"),
        [(d.measure, d.config, d.name, d.pairs, d.base, d.mean, d.half) for d in result],
    )


def _tried(differences: int) -> str:
    """Say how many differences were compared, and how many would look clear by chance."""
    looked = f"{counted(differences, 'difference')} looked at, each interval by itself"
    by_chance = differences / 20
    return (
        f"{looked}: about {by_chance:.0f} of them would look clear by chance."
        if by_chance >= 1
        else f"{looked}."
    )


def _effects(run: Run, tables: Tables) -> Figure:
    result = effects(tables, run.experiment)
    drawings = []
    for name in run.experiment.measures:
        mine = sorted((one for one in result if one.measure == MEASURES[name]), key=lambda one: -one.size)
        bars = [
            charts.Beside(
                one.factor, "draw", one.size, max(0.0, one.size - one.half), one.size + one.half, one.noise,
                f"{number(one.mean, sign=True)} a step up, spread {number(one.sigma)}"
                + (f"; {one.verdict}" if one.verdict else ""),
            )
            for one in mine
        ]  # fmt: skip
        drawings.append(charts.beside(MEASURES[name], bars, ""))
    return Figure(
        "effects",
        "What moves the games, wherever the rest stands",
        "Morris screening: the mean absolute change of the measure per step of one factor, with the 95 % "
        "interval over the steps. The thick tick is what a factor without effect would show, from so few "
        "games per step. If the spread is as large as the mean, the effect depends on the other factors.",
        drawings,
        ("measure", "factor", "steps", "mean", "size", "half_interval", "sigma", "noise"),
        result,
    )


def _spread(
    tables: Tables, configurations: Sequence[Configuration], name: str, column: str, title: str, note: str
) -> Iterator[Figure]:
    """Draw a measure; None if it repeats the results: won or lost, or every game of equal length."""
    rows = tables.ask(
        f"select config, variant, {column}, count(*) from games where winner <> '' group by all order by all"
    ).rows
    groups = [
        (one.name, [float(v) for config, _, v, games in rows if config == one.number for _ in range(games)])
        for one in drawn_of(configurations)
    ]
    if len({value for _, result in groups for value in result}) > 2:
        yield Figure(
            name,
            title,
            note,
            [charts.strips(groups, title)],
            ("configuration", "name", column, "games"),
            rows,
        )


def _ground(run: Run, tables: Tables) -> Figure:
    """Draw who holds the ground; a game that ended early stays as it ended."""
    every = [day for (day,) in tables.ask("select distinct day from control order by day").rows]
    spaced = {every[0], every[len(every) // 2], every[-1]} if every else set()
    days = [day for day in SHOWN if day in every] if set(SHOWN) <= set(every) else sorted(spaced)
    counting = tables.ask(
        """with boards as (
               select c.config, d.day, c.seed, c.swapped, arg_max(c.german, c.turn) as german
               from control c join (select unnest(?::int[]) as day) d on c.day <= d.day group by all),
           hexes as (select config, day, unnest(german) as hex from boards)
           select config, day, hex, count(*) from hexes group by all""",
        [days],
    ).rows
    held = {tuple(key): games for *key, games in counting}
    counted_for = {place for (place,) in tables.ask("select distinct unnest(places) from turns").rows}
    drawings, rows = [], []
    drawn = drawn_of(run.experiment.configurations)
    for one in run.experiment.configurations:
        games = sum(number == one.number for number, _, _ in run.done)
        measuring = measured(run.about.game, one)
        if measuring is None:
            continue
        hexes = [chronicle.hexes(run.about.game)[row] for row in hexes_in_play(run.about.game, measuring)]
        names = {
            row.hex: next(place for place in row.places if place in counted_for)
            for row in hexes
            if counted_for.intersection(row.places)
        }
        evenings = []
        for day in days:
            known = day in chronicle.EVENINGS
            german = {row.hex: held.get((one.number, day, row.hex), 0) / max(1, games) for row in hexes}
            for row in hexes:
                was = int(row.evenings[day - chronicle.EVENINGS[0]] == chronicle.GERMAN) if known else ""
                rows.append((one.number, day, row.hex, games, german[row.hex], was))
            evenings.append(maps.Evening(day, german, names))
        if one in drawn and evenings:
            drawings.append(maps.heat(one.name, run.about.game, evenings))
    return Figure(
        "ground",
        "The ground against 1944",
        "The darker a hex, the more games in which the Germans hold it in the evening; the blue line runs "
        "where half of them do. Dashed: the front of 1944. Named are the places that count for victory.",
        drawings,
        ("configuration", "day", "hex", "games", "german_share", "german_in_1944"),
        rows,
    )


def _losses(tables: Tables, configurations: Sequence[Configuration], whole: bool) -> Figure:
    rows = tables.ask(
        """with lost as (
               select config, seed, swapped, side, day, sum(men) as men from turns group by all)
           select config, side, day, count(*), avg(men), quantile_disc(men, 0.1), quantile_disc(men, 0.9)
           from lost group by all order by all"""
    ).rows
    numbers = {one.number for one in drawn_of(configurations)}
    drawn = [row for row in rows if row[0] in numbers]
    was = (
        {(d.day, side): getattr(d, side) for d in chronicle.losses().values() for side in SIDES}
        if whole
        else {}
    )
    top = max((row[-1] for row in drawn), default=0)
    span = min((row[2] for row in drawn), default=16), max((row[2] for row in drawn), default=17)
    drawings = []
    for one in drawn_of(configurations):
        for side, word in SIDES.items():
            result = [charts.Day(r[2], *r[4:]) for r in drawn if r[:2] == (one.number, side)]
            title = f"{word} losses, men a day: {one.name}"
            history = [(d.day, float(was[d.day, side])) for d in result if (d.day, side) in was]
            drawings.append(charts.days(title, side, result, float(top), span, history))
    part = "" if whole else " The game covers a part of the front, for which 1944 is not known."
    return Figure(
        "losses",
        "Losses by day",
        "Line: the mean; band: 8 games of 10. Men at the rate of the game's men.csv. A game counts on the "
        f"days it lasted.{part}",
        drawings,
        ("configuration", "side", "day", "games", "mean", "tenth", "nine_tenths", "in_1944"),
        [(*row, was.get((row[2], row[1]), "")) for row in rows],
    )


def _taken(tables: Tables, configurations: Sequence[Configuration]) -> Figure:
    rows = tables.ask(
        f"""select config, side, column_, min(worth), count(*), count(*) filter (taken),
                   count(*) filter (cleared), avg(attacker_loss), avg(defender_loss)
            from ({ODDS}) group by config, side, column_ order by config, side desc, 4"""
    ).rows
    drawings = []
    for one in drawn_of(configurations):
        for side, word in SIDES.items():
            result = [
                charts.Odds(odds, battles, taken, wilson(taken, battles))
                for config, who, odds, _, battles, taken, *_ in rows
                if (config, who) == (one.number, side)
            ]
            drawings.append(charts.odds_points(f"{word} attacks: {one.name}", side, result))
    return Figure(
        "attacks",
        "Attacks that took the hex, by odds",
        "The upright line is the 95 % interval (Wilson). Odds as the game's table calls them, or the ratio "
        "fought at.",
        drawings,
        (
            "configuration",
            "side",
            "odds",
            "ratio",
            "battles",
            "taken",
            "cleared",
            "attacker_loss",
            "defender_loss",
        ),
        rows,
    )


def _kept(tables: Tables, configurations: Sequence[Configuration]) -> Figure:
    """Return battles in groups of about equal size, by the table's average loss."""
    rows: list[tuple[Any, ...]] = []
    for one in configurations:
        for who in FIGHTERS:
            result = tables.ask(
                f"""with fought as (select round({who}_mean, 2) as mean, {who}_loss as loss,
                                           cume_dist() over (order by round({who}_mean, 2)) as share
                                    from battles where config = ?)
                    select avg(mean), avg(loss), stddev_samp(loss), count(*) from fought
                    group by ceil({GROUPS} * share) order by 1""",
                [one.number],
            ).rows
            rows += [(one.number, who, *row) for row in result]
    drawings = []
    for one in drawn_of(configurations):
        for who, side in zip(FIGHTERS, SIDES, strict=True):
            saved = [
                charts.Kept(mean, loss, half_interval(deviation, battles) if battles > 1 else 0.0, battles)
                for config, whose, mean, loss, deviation, battles in rows
                if (config, whose) == (one.number, who)
            ]
            drawings.append(charts.calibration(f"Losses of the {who}: {one.name}", side, saved))
    return Figure(
        "calibration",
        "What battles cost, against what the tables promise",
        f"Strength points a battle, in at most {GROUPS} groups of battles by what the combat table costs on "
        "average at their odds; a dot is what such battles cost, with its 95 % interval. On the dashed line "
        "the promise was kept. What retreats cost counts in what came, not in the promise.",
        drawings,
        ("configuration", "whose", "promised", "came", "deviation", "battles"),
        rows,
    )


def _by_result(tables: Tables, configurations: Sequence[Configuration]) -> Figure:
    rows = tables.ask(
        f"""select config, column_, min(worth), result, count(*), avg(defender_loss - attacker_loss)
            from ({ODDS}) group by config, column_, result order by config, 3, result"""
    ).rows
    worth = dict[str, list[float]]()
    for *_, result, games, gain in rows:
        worth.setdefault(result, []).append(gain * games)
    results = sorted(worth, key=lambda result: (-sum(worth[result]), result))
    drawings = []
    for one in drawn_of(configurations):
        mine = [row for row in rows if row[0] == one.number]
        odds = list(dict.fromkeys(row[1] for row in mine))
        counts = Counter({(row[1], row[3]): row[4] for row in mine})
        drawings.append(charts.results_grid(one.name, odds, results, counts))
    return Figure(
        "results_by_odds",
        "Battles by odds and result",
        "Battles of both sides; the darker a field, the greater its share of the battles at these odds.",
        drawings,
        ("configuration", "odds", "ratio", "result", "battles", "defender_less_attacker_loss"),
        rows,
    )


# The page


def about(run: Run) -> tuple[str, str]:
    """Describe what was played in one line: the game, and the number of games."""
    experiment = run.experiment
    game = find_game(run.about.game)
    names = {scenario.id: scenario.name for scenario in game.scenarios}
    scenarios = ", ".join(dict.fromkeys(names[one.scenario] for one in experiment.configurations))
    players = ", ".join(dict.fromkeys(f"{c.german} against {c.allied}" for c in experiment.configurations))
    seeds = [seed for _, seed, _ in run.done] or [experiment.first]
    what = f"{counted(len(run.done), 'game')} · {players} · seeds {min(seeds)} to {max(seeds)}"
    return f"Experiment · {game.name}, {scenarios}", what


def _finding(run: Run, tables: Tables) -> str:
    """Summarize the results in sentences."""
    result = shares(tables)
    many = len(result) > DRAWN
    sentences = [_share_told(one, len(result) > 1) for one in result[: 1 if many else DRAWN]]
    sentences += [f"With “{one.name}” {one}" if len(result) > 1 else f"{one}" for one in better(run)[:DRAWN]]
    if run.experiment.design == MORRIS:
        sentences.append(_effects_told(run, tables))
    else:
        sentences += _differences_told(run, tables, many)
    left = left_at_most(run.experiment, run.done)
    if left:
        sentences.append(f"The run is not finished: at most {counted(left, 'game')} are left.")
    return " ".join(sentences)


def _differences_told(run: Run, tables: Tables, many: bool) -> list[str]:
    first = run.experiment.configurations[0].name
    leading = MEASURES[run.experiment.measures[0]]  # the measure named first in the file is the question
    result = [one for one in differences(tables, run.experiment) if one.measure == leading]
    if not many:
        return [_difference_told(one, first) for one in result]
    clear = sorted((one for one in result if not one.verdict), key=lambda one: -abs(one.mean))
    named = "; ".join(f"{one.name} {one.told}" for one in clear[:DRAWN])
    text = f"{leading}: {len(clear)} of {len(result)} changes make a clear difference"
    return [f"{text}: {named}." if named else f"{text}."]


def _effects_told(run: Run, tables: Tables) -> str:
    leading = MEASURES[run.experiment.measures[0]]
    result = [one for one in effects(tables, run.experiment) if one.measure == leading]
    clear = sorted((one for one in result if not one.verdict), key=lambda one: -one.size)
    named = ", ".join(f"{one.factor} ({number(one.size)} a step)" for one in clear)
    text = f"{leading}: {len(clear)} of {len(result)} factors have a clear effect"
    return f"{text}: {named}." if named else f"{text}."


def _share_told(one: Shares, named: bool) -> str:
    low, high = one.intervals["german"]
    share = one.wins["german"] / one.games if one.games else 0.0
    who = f"With “{one.name}” the" if named else "The"
    draws = f" and draws {one.wins['draw']}" if one.wins["draw"] else ""
    broken = f" {counted(one.broken, 'game')} broke." if one.broken else ""
    return (
        f"{who} German wins {one.wins['german']} games of {one.games} ({100 * share:.0f} %, 95 % interval "
        f"{100 * low:.0f} to {100 * high:.0f}){draws}.{broken}"
    )


def _difference_told(one: Difference, first: str) -> str:
    verdict = f" ({one.verdict})" if one.verdict else ""
    return f"{one.measure}, {one.name} less {first}: {one.told}{verdict}."


def _sources(run: Run) -> str:
    """Describe how it was played, so that anybody can repeat it."""
    about, experiment = run.about, run.experiment
    stop = experiment.stop
    rules = [f"at most {stop.games} games a configuration"]
    if stop.width is not None:
        rules.append(f"enough when the interval of the German share is {stop.width:.0%} wide")
    if stop.sprt is not None:
        rules.append(
            f"enough when it is known whether the first player gets {stop.sprt.share:.0%} of the points"
        )
    rows = "".join(
        f"<tr><td>{one.number}</td><td>{escape(one.name)}</td><td>{escape(one.scenario)}</td>"
        f"<td>{escape(one.german)} against {escape(one.allied)}</td>"
        f"<td>{escape(', '.join(f'{k} = {v}' for k, v in one.options.items()) or 'as usual')}</td>"
        f"<td>{'<br>'.join(map(escape, changes_told(one.change))) or 'none'}</td>"
        f"<td><code>{one.overlay}</code></td></tr>"
        for one in experiment.configurations
    )
    many = len(experiment.configurations) > DRAWN
    drawn = " Figures show the first configuration; the CSV files have all." if many else ""
    return (
        "<section><h2>How it was played</h2>"
        f'<p class="small">Ardennes {about.version}, rules {about.rules}, code <code>{about.code}</code>, '
        f"data <code>{about.data}</code>, {experiment.dice} dice; {'; '.join(rules)}. Computers fought "
        f"every game: what they cannot do, the figures cannot show.{drawn}</p>"
        '<div class="wide"><table><tr><th></th><th>configuration</th><th>scenario</th>'
        "<th>players</th><th>options</th><th>changes to the data</th><th>fingerprint</th></tr>"
        f"{rows}</table></div></section>"
    )


def changes_told(change: Any, path: str = "") -> list[str]:
    """Return each changed cell with its path of file, row and column."""
    if not isinstance(change, dict):
        return [f"{path} = {change}"]
    return [line for key, inner in change.items() for line in changes_told(inner, f"{path} {key}".strip())]
