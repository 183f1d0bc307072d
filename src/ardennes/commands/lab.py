"""`ardennes lab`: experiments from files."""

from __future__ import annotations

import csv
import functools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import click
import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ardennes.charts.drawing import number
from ardennes.commands.simulate import BROKEN, STOPPED, Workers
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.lab import bids, history_figures, history_report
from ardennes.lab import run as runs
from ardennes.lab.data import address, changeable, described, present
from ardennes.lab.designs import MORRIS
from ardennes.lab.findings import better, by_bid, campaigns, differences, effects, men_of, shares
from ardennes.lab.history import whole_front
from ardennes.lab.record import FAILED
from ardennes.lab.run_page import write_report
from ardennes.words import closest, counted, listed

PLACES = HERE, RAY = "here", "ray"
TELL_EVERY = 30.0  # seconds between two lines of progress where there is no terminal

On = Annotated[str, typer.Option(help="Where the games are played: here, or ray for a Ray cluster.")]
Address = Annotated[
    str,
    typer.Option(help="The cluster's address, host:port or auto; left out, one is started here."),
]
Folder = Annotated[Path, typer.Argument(help="The run's folder.")]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


@app.callback()
def command() -> None:
    """Play an experiment from a file; query, report and resume it.

    The file says what to play under which configurations, and when to stop. A run is a folder; you can kill
    it at any moment and resume it without playing a game twice. See docs/reference/lab.md.

    Examples:

    * `ardennes lab run examples/better_column.toml --out runs/column --workers 2`

    * `ardennes lab resume runs/column`

    * `ardennes lab report runs/column`

    * `ardennes lab history runs/column`

    * `ardennes lab sql runs/column "select odds, count(*) from battles group by odds"`
    """


@app.command("run")
def run_file(
    file: Annotated[Path, typer.Argument(help="The experiment, a TOML file.")],
    out: Annotated[Path | None, typer.Option(help="The run's folder; runs/NAME if left out.")] = None,
    workers: Workers = 0,
    on: On = HERE,
    address: Address = "",
) -> int:
    """Begin a run of an experiment and play it to its end."""
    hands = _hands(on, address)
    return _play(runs.begin(file, out or Path("runs") / file.stem), workers, hands)


@app.command()
def resume(run: Folder, workers: Workers = 0, on: On = HERE, address: Address = "") -> int:
    """Go on with a run that was stopped or killed."""
    return _play(runs.open_run(run), workers, _hands(on, address))


@app.command()
def show(run: Folder) -> int:
    """Say what a run has found so far."""
    _show(runs.open_run(run), Console(highlight=False))
    return 0


@app.command()
def report(run: Folder) -> int:
    """Write a run's report: one HTML page, and the numbers of every figure as CSV beside it."""
    print(f"Written: {write_report(runs.open_run(run))}")
    return 0


@app.command()
def history(
    run: Folder,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", help="Also write every figure as a row of this CSV file.")
    ] = None,
) -> int:
    """Compare a run's games with 1944: places, ground, losses, attacks."""
    result = runs.open_run(run)
    console, tables = Console(highlight=False), result.tables()
    rows = history_figures.facts_rows()
    for one in result.experiment.configurations:
        games = campaigns(tables, result.about.game, one)
        if not games:
            console.print(f"{one.name}: no game is finished.")
            continue
        console.print(f"[b]{one.name}[/b], {counted(len(games), 'game')}")
        rows += history_figures.figure_rows(result.about.game, one.name, result.about.rules, games)
        for part in history_report.tables(result.about.game, games):
            console.print(part)
        if whole_front(result.about.game, games):
            console.print()
            console.print(history_report.rate_table(games, men_of(result.about.game, one)))
        console.print()
    if csv_file is not None:
        history_figures.write_csv(rows, csv_file)
        console.print(f"Written: {csv_file}")
    return 0


@app.command("bids")
def even(run: Folder) -> int:
    """Say with which bid each configuration of a run would be even."""
    result = runs.open_run(run)
    console, tables, game = Console(highlight=False), result.tables(), find_game(result.about.game)
    for one in result.experiment.configurations:
        bids.asked(game, one.scenario)
        before = bids.on_record(game, one.scenario, one.options)
        console.print(f"[b]{one.name}[/b]", bids.shown(by_bid(tables, game.id, one), before), "", sep="\n")
    return 0


@app.command()
def data(
    game: Annotated[str, typer.Argument(help="The game.")],
    file: Annotated[str, typer.Option(help="Only this file, like constants.toml.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON, for programs.")] = False,
) -> int:
    """List everything an experiment can change in a game's data.

    Each field is listed with its valid values and its present value. In a table of rows, the present value
    is how many different values the column has.
    """
    files = changeable(find_game(game).id)
    if file:
        names = [one.file for one in files]
        if file not in names:
            raise UserError(
                f"{game} reads no file {file!r}.{closest(file, names)} Its files: {listed(names)}."
            )
        files = [one for one in files if one.file == file]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(files)).decode())
        return 0
    console = Console(highlight=False, markup=False)
    for one in files:
        console.print(f"{one.file}: {described(one)}", style="bold")
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
        table.add_column(overflow="fold", no_wrap=True)
        for field in one.fields:
            table.add_row(address(one, field), field.expected, f"now {present(one, field)}")
        console.print(table)
    return 0


@app.command()
def sql(
    run: Folder,
    question: Annotated[str, typer.Argument(help="In SQL, of the tables games, turns, battles, control.")],
    as_csv: Annotated[bool, typer.Option("--csv", help="Answer as CSV.")] = False,
) -> int:
    """Ask a run's tables a question in SQL (DuckDB)."""
    answer = runs.open_run(run).tables().ask(question)
    if as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(answer.columns)
        writer.writerows(answer.rows)
    else:
        Console(highlight=False).print(_table(answer.columns, answer.rows))
    return 0


def _hands(on: str, address: str) -> runs.Hands | None:
    """Who plays, if not processes of this machine."""
    if on not in PLACES:
        raise UserError(f"games cannot be played on {on!r}; the places are: {', '.join(PLACES)}")
    if on == HERE:
        if address:
            raise UserError("--address is the address of a Ray cluster: say --on ray too")
        return None
    from ardennes.lab import on_ray

    return functools.partial(on_ray.spread, address=address)


def _play(run: runs.Run, workers: int, hands: runs.Hands | None) -> int:
    workers = workers or os.cpu_count() or 1
    console = Console(highlight=False)
    trouble = 0
    try:
        with _progress(len(run.done)) as told:
            runs.play(run, workers, told, hands)
    except KeyboardInterrupt:
        trouble = STOPPED
    except BrokenProcessPool:
        console.print("A worker process died (killed, or out of memory). Try fewer workers.")
        trouble = BROKEN
    _show(run, console)
    if trouble:
        console.print(f"Not finished: `ardennes lab resume {run.folder}` goes on.")
        return trouble
    failed = sum(winner == FAILED for winner, _ in run.done.values())
    if failed:
        console.print(f"{failed} games were not finished; they are saved in {run.folder / 'faults'}.")
    console.print(f"`ardennes lab report {run.folder}` writes the report.")
    return BROKEN if failed else 0


@contextmanager
def _progress(before: int) -> Iterator[Callable[[int, int], None]]:
    """How far it is, with the time left: a bar on a terminal, else a line now and then."""
    screen = Console(stderr=True)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    began = last = monotonic()
    with Progress(*columns, console=screen, disable=not screen.is_terminal, transient=True) as progress:
        bar = progress.add_task("games", completed=before)

        def told(played: int, most: int) -> None:
            nonlocal last
            progress.update(bar, completed=played, total=most)
            if not screen.is_terminal and monotonic() - last > TELL_EVERY:
                last = monotonic()
                left = (last - began) / (played - before) * (most - played) / 60
                screen.print(f"{played} of at most {most} games, {left:.0f} minutes left")

        yield told


def _show(run: runs.Run, console: Console) -> None:
    experiment, tables = run.experiment, run.tables()
    console.print(f"[b]{experiment.question}[/b]")
    console.print(
        f"{experiment.game}, rules {run.about.rules}, Ardennes {run.about.version}, code {run.about.code}, "
        f"data {run.about.data}: {len(run.done)} games"
    )
    left = runs.left_at_most(experiment, run.done)
    if left:
        console.print(f"Not finished: at most {left} games are left.")
    if not run.done:
        return
    result = [
        (s.name, s.games, *(f"{s.wins[side]} ({_percent(s.intervals[side])})" for side in s.wins), s.broken)
        for s in shares(tables)
    ]
    console.print(_table(("configuration", "games", "German wins", "Allied wins", "draws", "broken"), result))
    for pairs in better(run):
        console.print(f"{pairs.name}: {pairs}")
    if experiment.design == MORRIS:
        console.print("A step of each factor, wherever the others stand:")
        told = [
            (e.measure, e.factor, e.steps, f"{number(e.size)} ± {number(e.half)}", number(e.noise),
             number(e.mean, sign=True), number(e.sigma), e.verdict)
            for e in effects(tables, experiment)
        ]  # fmt: skip
        columns = ("measure", "factor", "steps", "size", "of none", "mean upward", "spread", "")
        console.print(_table(columns, told))
        return
    rows = [
        (d.measure, d.name, d.pairs, number(d.base), d.told, d.verdict)
        for d in differences(tables, experiment)
    ]
    if rows:
        first = experiment.configurations[0].name
        console.print(f"Against “{first}”, by the same seeds:")
        console.print(_table(("measure", "configuration", "games", first, "difference", ""), rows))


def _percent(interval: tuple[float, float]) -> str:
    return f"{interval[0]:.0%} to {interval[1]:.0%}"


def _table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Table:
    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    return table


def _group() -> click.Group:
    group = typer.main.get_command(app)
    assert isinstance(group, click.Group)
    return group


GROUP = _group()
