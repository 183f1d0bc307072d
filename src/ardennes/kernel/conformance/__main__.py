"""`python -m ardennes.kernel.conformance GAME --games 2000`: play many random games, with a progress bar."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name
from time import monotonic
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ardennes.errors import UserError
from ardennes.kernel.conformance import LEVELS, MAX_ORDERS, Report, run, setting_of
from ardennes.kernel.contract import AnyGame

BATCH = 10  # games a worker plays before it reports


@dataclass(frozen=True)
class Task:
    """The settings shared by all batches of seeds."""

    game: str
    scenario: str | None
    level: str
    vary_options: bool
    max_orders: int
    folder: Path

    def play(self, seeds: range) -> Report:
        return run(
            find(self.game),
            self.scenario,
            seeds=seeds,
            level=self.level,
            vary_options=self.vary_options,
            max_orders=self.max_orders,
            stop_after=len(seeds),
            folder=self.folder,
        )


def find(game: str) -> AnyGame:
    # The kernel names no game; this command looks one up by name, as the command line does.
    result: AnyGame = resolve_name("ardennes.games:find_game")(game)
    return result


def batches(first: int, games: int) -> Iterator[range]:
    for start in range(first, first + games, BATCH):
        yield range(start, min(start + BATCH, first + games))


def reports(task: Task, first: int, games: int, workers: int) -> Iterator[Report]:
    """Yield the report of each batch as it finishes."""
    if workers == 1:
        yield from map(task.play, batches(first, games))
        return
    left, waiting = batches(first, games), set[Future[Report]]()
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            while True:
                while len(waiting) <= workers and (seeds := next(left, None)) is not None:
                    waiting.add(pool.submit(task.play, seeds))
                if not waiting:
                    return
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def main(
    game: Annotated[str, typer.Argument(help="Which game.")],
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 2000,
    first: Annotated[int, typer.Option(min=0, help="The first seed; the others follow it.")] = 0,
    level: Annotated[str, typer.Option(help=f"How thorough to be: {', '.join(LEVELS)}.")] = "sweep",
    scenario: Annotated[str | None, typer.Option(help="Only this scenario; without it all in turn.")] = None,
    vary_options: Annotated[bool, typer.Option("--vary-options", help="Draw the options by seed.")] = False,
    workers: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    max_orders: Annotated[int, typer.Option(min=1, help="A longer game counts as endless.")] = MAX_ORDERS,
    stop_after: Annotated[int, typer.Option(min=1, help="Stop after so many faults.")] = 1,
    folder: Annotated[Path, typer.Option(help="Where cases of faults are written.")] = Path("faults"),
) -> None:
    """Play random legal games to their end and examine states on the way; exit 1 on a fault.

    Stop it at any time with Ctrl-C: it reports its findings so far.
    """
    try:
        if level not in LEVELS:
            raise UserError(f"There is no level {level!r}; there are: {', '.join(LEVELS)}.")
        setting_of(find(game), first, scenario, {}, vary_options)
    except UserError as error:
        print(f"conformance: {error}", file=sys.stderr)
        raise typer.Exit(2) from None
    task = Task(game, scenario, level, vary_options, max_orders, folder)
    total, started = Report(game), monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with suppress(KeyboardInterrupt), Progress(*columns, console=Console(stderr=True)) as bar:
        shown = bar.add_task(f"{game}, {level}", total=games)
        for report in reports(task, first, games, workers):
            total.add(report)
            bar.update(shown, completed=total.games)
            if len(total.faults) >= stop_after:
                break
    total.seconds = monotonic() - started
    print(total)
    if total.faults:
        print(f"the cases are in {folder}")
        raise typer.Exit(1)


if __name__ == "__main__":
    from ardennes.kernel.conformance import __main__ as by_name  # so that worker processes find its types

    typer.run(by_name.main)
