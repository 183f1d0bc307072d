"""`python -m ardennes.kernel.conformance GAME --games 2000`: many random games, with a progress bar."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from pkgutil import resolve_name
from time import monotonic
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ardennes.errors import UserError
from ardennes.kernel.conformance import LEVELS, MAX_ORDERS, Report, run
from ardennes.kernel.contract import AnyGame

BATCH = 10  # games a worker plays before it reports


def find(game: str) -> AnyGame:
    # The kernel knows no game; this command looks one up by name, as the command line does.
    found: AnyGame = resolve_name("ardennes.games:find_game")(game)
    return found


def play_batch(
    game: str, scenario: str | None, seeds: range, level: str, vary: bool, most: int, folder: Path
) -> Report:
    """The seeds of one batch, in whatever process."""
    return run(
        find(game),
        scenario,
        seeds=seeds,
        level=level,
        vary_options=vary,
        max_orders=most,
        stop_after=len(seeds),
        folder=folder,
    )


def batches(first: int, games: int) -> Iterator[range]:
    for start in range(first, first + games, BATCH):
        yield range(start, min(start + BATCH, first + games))


def main(
    game: Annotated[str, typer.Argument(help="Which game.")],
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 2000,
    first: Annotated[int, typer.Option(min=0, help="The first seed; the others follow it.")] = 0,
    level: Annotated[str, typer.Option(help=f"How hard to look: {', '.join(LEVELS)}.")] = "sweep",
    scenario: Annotated[str | None, typer.Option(help="Only this scenario; without it all in turn.")] = None,
    vary_options: Annotated[bool, typer.Option("--vary-options", help="Draw the options by seed.")] = False,
    workers: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    max_orders: Annotated[int, typer.Option(min=1, help="A longer game counts as endless.")] = MAX_ORDERS,
    stop_after: Annotated[int, typer.Option(min=1, help="Stop after so many faults.")] = 1,
    folder: Annotated[Path, typer.Option(help="Where cases of faults are written.")] = Path("faults"),
) -> None:
    """Play random legal games to their end and examine states on the way; exit 1 on a fault."""
    try:
        if level not in LEVELS:
            raise UserError(f"There is no level {level!r}; there are: {', '.join(LEVELS)}.")
        find(game)
    except UserError as error:
        print(f"conformance: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    report, started = Report(game), monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        Progress(*columns, console=Console(stderr=True)) as bar,
        ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool,
    ):
        task = bar.add_task(f"{game}, {level}", total=games)
        waiting: set[Future[Report]] = set()
        left = batches(first, games)
        while len(report.faults) < stop_after:
            while len(waiting) < workers + 1 and (seeds := next(left, None)) is not None:
                given = (game, scenario, seeds, level, vary_options, max_orders, folder)
                waiting.add(pool.submit(play_batch, *given))
            if not waiting:
                break
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                report.add(future.result())
            bar.update(task, completed=report.games)
        for future in waiting:
            future.cancel()
    report.seconds = monotonic() - started
    print(report)
    if report.faults:
        print(f"the cases are in {folder}/")
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
