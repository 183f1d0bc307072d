"""`ardennes bench`: speed, compared with reference implementations, budgets and
published figures of others.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console, Group
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table
from rich.text import Text

from ardennes.errors import UserError
from bench import breakthrough, tigers, wave_of_terror
from bench.measure import QUICK_SAMPLES, Effort, Figure
from bench.subject import Subject

MISSED = 1
SUBJECTS: dict[str, Callable[[], Subject]] = {
    "tigers": tigers.subject,
    "breakthrough": breakthrough.subject,
    "wave_of_terror": wave_of_terror.subject,
}
BENCHMARKS = ("random", "reach", "routes", "supply", "clone", "offers", "forecast", "open")
# Benchmarks that run only on request: they take long, and need Chromium (table, site) or the extra of their
# name (env, lab).
ASKED_FOR = ("table", "site", "env", "lab", "staff", "peers")


def command(
    only: Annotated[
        list[str] | None, typer.Argument(help=f"Which ones: {', '.join((*BENCHMARKS, *ASKED_FOR))}.")
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(help=f"Games to measure, one or more of {', '.join(SUBJECTS)}; default: all."),
    ] = None,
    everything: Annotated[
        bool,
        typer.Option(
            "--all", help="Include the tables in the browser, environments, experiments and staffs."
        ),
    ] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer samples.")] = False,
    json: Annotated[Path | None, typer.Option(help="Write the figures to this file.")] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail (exit code 1) when a budget is missed.")
    ] = False,
) -> int:
    """Measure speed, and compare it with plain implementations and budgets.

    Every figure is the median of several samples of CPU time on one core. The plain implementation is
    measured in the same run on the same position; both must give the same answer, or the run fails.

    Examples:

    * `ardennes bench`

    * `ardennes bench --game wave_of_terror random`

    * `ardennes bench --quick supply clone`

    * `ardennes bench --json bench.json`

    * `ardennes bench table` measures the page and the server in a real Chromium, in wall-clock time

    * `ardennes bench site` measures the static site in the same way

    * `ardennes bench env` measures the environments for learning machines

    * `ardennes bench lab` measures experiments: the cost of rows, and a query over ten million battles

    * `ardennes bench staff` measures whole games between two staffs

    * `ardennes bench peers` compares the documented loop with python-chess and Catanatron, if installed
    """
    names = list(only or ((*BENCHMARKS, *ASKED_FOR) if everything else BENCHMARKS))
    games = list(game or SUBJECTS)
    check_names("benchmark {!r}", names, (*BENCHMARKS, *ASKED_FOR))
    check_names("game {!r} to measure", games, tuple(SUBJECTS))
    if json is not None and not json.parent.is_dir():
        raise UserError(f"cannot write {json}: there is no folder {json.parent}")
    effort = Effort(QUICK_SAMPLES, 0.02) if quick else Effort()
    screen = Console(highlight=False)
    figures: list[Figure] = []
    for name in games:
        subject = SUBJECTS[name]()
        outcome = measure(subject, [name for name in names if name in subject.benchmarks], effort)
        if outcome:
            screen.print(table(outcome, f"{subject.title}, one core, median"), "")
        figures += outcome
    for name in (name for name in ASKED_FOR if name in names):
        module = import_module(f"bench.{name}")
        title = module.title()  # read before: shows the load of other programs
        outcome = module.run(quick, saying())
        screen.print(table(outcome, title))
        figures += outcome
    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode(document(figures, effort))))
    return MISSED if strict and any(figure.is_met is False for figure in figures) else 0


def check_names(what: str, names: Sequence[str], known: Sequence[str]) -> None:
    """Raise UserError for the first unknown name; `what` is a format for the name."""
    for name in names:
        if name not in known:
            raise UserError(f"there is no {what.format(name)}; there are: {', '.join(known)}")


def measure(subject: Subject, names: Sequence[str], effort: Effort) -> list[Figure]:
    figures: list[Figure] = []
    screen = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=screen, disable=not screen.is_terminal, transient=True) as progress:
        bar = progress.add_task("measuring", total=None)
        for name in names:
            progress.update(bar, description=f"measuring {subject.game.id}: {name}")
            figures.append(replace(subject.benchmarks[name](effort), game=subject.game.id))
    return figures


def saying() -> Callable[[str], None]:
    """Return the description of the present measurement."""
    screen = Console(stderr=True)
    return lambda words: screen.print(f"measuring: {words} ...", style="dim")


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.3f}"


def table(figures: Sequence[Figure], title: str) -> Group:
    """Print the figures, and below them published figures of others."""
    grid = Table(title=title, title_justify="left", show_edge=False)
    grid.add_column("what")
    for name in ("ours", "budget", "reference", ""):
        grid.add_column(name, justify="right", no_wrap=True)
    for f in figures:
        limit = ""
        if f.budget is not None:
            limit = f"{'≥' if f.more_is_better else '≤'} {number(f.budget)} {'met' if f.is_met else 'MISSED'}"
        style = "" if f.is_met is not False else "yellow"
        reference, times = "", ""
        if f.reference is not None and f.factor is not None:
            reference = number(f.reference)
            times = f"×{f.factor:.1f}"
        grid.add_row(f.name, f"{number(f.ours)} {f.unit}", Text(limit, style), reference, times)
    notes = [
        Text(f"{f.name}: the reference is {f.reference_is}.") for f in figures if f.reference is not None
    ]
    peers = [Text(f"{f.name}, elsewhere: {f.peers}.") for f in figures if f.peers]
    return Group(grid, Text(), *notes, Text(), *peers)


def document(figures: Sequence[Figure], effort: Effort) -> dict[str, Any]:
    """Return the figures for programs."""
    return {
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "samples": effort.samples,
        "figures": [
            {
                "game": f.game,
                "name": f.name,
                "unit": f.unit,
                "ours": f.ours,
                "budget": f.budget,
                "met": f.is_met,
                "reference": f.reference,
                "reference_is": f.reference_is,
                "times_as_fast": f.factor,
                "peers": f.peers,
            }
            for f in figures
        ],
    }
