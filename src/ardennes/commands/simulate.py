"""`ardennes simulate`: computer players play many games against each other."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.match import check_scenario, settle_options
from ardennes.kernel.options import parse_options
from ardennes.lab import bids
from ardennes.lab.dice import KINDS
from ardennes.lab.play import MAX_ORDERS, Task
from ardennes.lab.pool import Job, spread
from ardennes.lab.record import GameRecord, side_word
from ardennes.lab.report import Plan, document, tables, tell_troubles
from ardennes.players.api import check_player

BROKEN = 1  # exit code: some game was not finished
STOPPED = 130  # exit code: Ctrl-C

# What other commands that play many games ask for too.
Scenario = Annotated[str | None, typer.Option(help="The scenario; the first one by default.")]
Chosen = Annotated[
    list[str] | None, typer.Option(help="An option of the game, as key=value; may be repeated.")
]
Workers = Annotated[int, typer.Option(help="Worker processes; 0: one per core.", min=0)]
Faults = Annotated[Path, typer.Option(help="Folder for the save files of broken games.")]


def command(
    game: Annotated[str, typer.Argument(help="The game, for example tigers or breakthrough.")],
    german: Annotated[str, typer.Option(help="The player of the German side.")] = "random",
    allied: Annotated[str, typer.Option(help="The player of the Allied or American side.")] = "random",
    games: Annotated[int, typer.Option(help="The number of games.", min=1)] = 100,
    seed: Annotated[int, typer.Option(help="The first seed; later games use the next ones.", min=0)] = 1,
    workers: Workers = 0,
    json: Annotated[Path | None, typer.Option(help="Write all results to this file.")] = None,
    scenario: Scenario = None,
    option: Chosen = None,
    swap: Annotated[
        bool, typer.Option("--swap", help="Play every seed twice, the second time with the sides swapped.")
    ] = False,
    find_bid: Annotated[
        bool, typer.Option("--find-bid", help="Find the bid that would balance the scenario.")
    ] = False,
    dice: Annotated[
        str, typer.Option(help="keyed: the same luck in the same battle; sealed: as in a match.")
    ] = "keyed",
    max_orders: Annotated[
        int, typer.Option(help="Stop a game longer than this as broken.", min=1)
    ] = MAX_ORDERS,
    faults: Faults = Path("faults"),
) -> int:
    """Play many games between computer players and count the wins.

    Prints the wins of each side with 95 % confidence intervals, the levels of victory, the length of the
    games, and the players' speed and style. The same seeds give the same results with any number of
    workers. Ctrl-C prints the results so far.

    Examples:

    * `ardennes simulate tigers --german staff --allied random --games 20`

    * `ardennes simulate tigers --german staff --allied turtle --games 100 --swap --workers 4 --json out.json`

    * `ardennes simulate breakthrough --german staff --allied staff --scenario twelve --games 60 --find-bid`

    * `ardennes simulate tigers --german rush --games 1 --seed 7 --option any_road_disrupts=true`
    """
    result = find_game(game)
    plan = make_plan(result, (german, allied), games, seed, scenario, option or [], swap, dice)
    if json is not None:
        check_writable(json)
    judged = bids.asked(result, plan.scenario) if find_bid else ()
    task = Task(game, plan.scenario, plan.options, plan.players, plan.dice, max_orders, faults, judged)
    workers = workers or os.cpu_count() or 1
    began = perf_counter()
    records, trouble = play_all(task, jobs_of(plan), workers)
    seconds = perf_counter() - began
    console = Console(highlight=False)
    if records:
        console.print(tables(plan, records))
        if find_bid:
            points = bids.curve([record.by_bid for record in records if record.finished])
            console.print(bids.shown(points, bids.on_record(result, plan.scenario, plan.options)))
        console.print(f"\n{seconds:.1f} s with {workers} {'worker' if workers == 1 else 'workers'}")
        tell_troubles(records, console)
    if json is not None:
        write_whole(json, msgspec.json.format(msgspec.json.encode(document(plan, records, seconds, workers))))
    if trouble:
        console.print(trouble)
        return STOPPED if trouble.startswith("Stopped") else BROKEN
    return BROKEN if any(not r.finished for r in records) else 0


def make_plan(
    game: AnyGame,
    players: tuple[str, str],
    games: int,
    seed: int,
    scenario: str | None,
    option: Sequence[str],
    swap: bool,
    dice: str,
) -> Plan:
    """What is asked for, checked; a mistake names what is right."""
    for name in players:
        check_player(name, game)
    if dice not in KINDS:
        raise UserError(f"there are no {dice!r} dice; there are: {', '.join(KINDS)}")
    if swap and games % 2:
        raise UserError(f"--swap plays every seed twice: give an even number of games, not {games}")
    chosen = game.scenarios[0].id if scenario is None else scenario
    check_scenario(game, chosen)
    words = tuple(side_word(name) for name in game.sides)
    by_word = dict(zip(("german", "allied"), players, strict=True))
    return Plan(
        game=game.id,
        game_name=game.name,
        scenario=chosen,
        options=settle_options(game, parse_options(game, option)),
        sides=words,
        players=tuple(by_word[word] for word in words),
        seed=seed,
        games=games,
        swap=swap,
        dice=dice,
    )


def jobs_of(plan: Plan) -> list[Job]:
    if not plan.swap:
        return [(plan.seed + n, False) for n in range(plan.games)]
    return [(plan.seed + n // 2, n % 2 == 1) for n in range(plan.games)]


def play_all(task: Task, jobs: Sequence[Job], workers: int) -> tuple[list[GameRecord], str]:
    """Every game, ordered by seed whatever came in first; and why they are not all there, if so."""
    records: list[GameRecord] = []
    trouble = ""
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, disable=not screen.is_terminal, transient=True) as progress:
        bar = progress.add_task(" against ".join(task.players), total=len(jobs))
        try:
            for batch in spread(task.play, jobs, workers):
                records += batch
                progress.update(bar, advance=len(batch))
        except KeyboardInterrupt:
            trouble = f"Stopped: {len(records)} of {len(jobs)} games were played."
        except BrokenProcessPool:
            trouble = (
                f"A worker process died (killed, or out of memory): {len(records)} of {len(jobs)} games were "
                "played. Try fewer workers."
            )
    records.sort(key=lambda record: (record.seed, record.swapped))
    return records, trouble


def check_writable(path: Path) -> None:
    """Say before an hour of games, not after it, that the results cannot be written."""
    if path.is_dir():
        raise UserError(f"cannot write {path}: it is a folder; give the name of a file")
    if not path.parent.is_dir():
        raise UserError(f"cannot write {path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UserError(f"cannot write {path}: no permission")


def write_whole(path: Path, data: bytes) -> None:
    """The file is whole or as it was."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException as error:
        with suppress(OSError):
            Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise UserError(f"cannot write {path}: {error.strerror}") from None
        raise
