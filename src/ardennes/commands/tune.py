"""`ardennes tune`: better weights for a staff, by games."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ardennes.commands.arena import setting_of
from ardennes.commands.simulate import BROKEN, STOPPED, Chosen, Workers, write_whole
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.lab.evolution import Point
from ardennes.lab.report import percent
from ardennes.lab.tune import TUNED, Gain, Told, Tuning, gains, started, tunable, tune, written
from ardennes.players.api import check_player
from ardennes.toml_lines import TomlFault, read_toml_text
from ardennes.words import counted


def command(
    game: Annotated[str, typer.Argument(help="Which game, for example tigers or breakthrough.")],
    scenario: Annotated[
        list[str] | None, typer.Option(help="May be repeated; the game's first one if left out.")
    ] = None,
    option: Chosen = None,
    against: Annotated[
        list[str] | None, typer.Option(help="An opponent; may be repeated. The staff if left out.")
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(help="Only weights whose name fits, such as 'battle.*'; may be repeated."),
    ] = None,
    generations: Annotated[int, typer.Option(help="How often candidates are drawn.", min=1, max=500)] = 15,
    candidates: Annotated[int, typer.Option(help="In a generation; 0: by weights.", min=0, max=200)] = 0,
    games: Annotated[
        int, typer.Option(help="Seeds a scenario and opponent in a generation, each from both sides.", min=1)
    ] = 4,
    reach: Annotated[float, typer.Option(help="How far a factor goes at first: 0.3 is a third.")] = 0.3,
    begin: Annotated[
        Path | None, typer.Option("--from", help="A doctrine this command wrote, to go on from.")
    ] = None,
    seed: Annotated[int, typer.Option(help="First seed of the tuning.", min=0)] = 1,
    confirm: Annotated[int, typer.Option(help="Seeds of the confirmation; 0: none.", min=0)] = 20,
    confirm_seed: Annotated[
        int | None, typer.Option(help="First seed of the confirmation; right after the tuning if left out.")
    ] = None,
    workers: Workers = 0,
    out: Annotated[Path, typer.Option(help="The doctrine that is written.")] = Path("tuned.toml"),
) -> int:
    """Search for better weights for the staff by playing games.

    CMA-ES draws candidates around the best so far; each plays the same seeds from both sides. The mean of
    the last generation is a doctrine (factors of the weights). It is then compared with the present staff on
    fresh seeds. Ctrl-C ends the search; the best result so far is confirmed and written.

    Put the result into weights.toml and let `ardennes arena` decide whether it replaces the staff.

    Examples:

    * `ardennes tune wave_of_terror --scenario skyline --against staff --against rush --only 'battle.*'`

    * `ardennes tune tigers --scenario st_vith --generations 3 --games 2 --confirm 6`
    """
    console = Console(highlight=False, soft_wrap=True)
    result = find_game(game)
    opponents = tuple(dict.fromkeys(against or ["staff"]))
    for name in opponents:
        check_player(name, result)
    chosen = [setting_of(result, one, option or []) for one in scenario or [result.scenarios[0].id]]
    scenarios = tuple(dict.fromkeys(name for name, _ in chosen))
    tuning = Tuning(game, scenarios, opponents, tunable(game, only or []), games, chosen[0][1])
    where = f"against {', '.join(opponents)} in {', '.join(scenarios)}"
    console.print(f"{counted(len(tuning.weights), 'weight')}, {where}.")
    processes = workers or os.cpu_count() or 1
    start = started(tuning, doctrine_in(begin)) if begin else tuning.plain
    steps = tune(tuning, start, generations, seed, reach, candidates, processes, partial(tell, console))
    try:
        best, stopped = last(steps, start, tuning, out, console)
    except BrokenProcessPool:
        console.print(f"A worker process died (killed, or out of memory); {out} has what was found before.")
        return BROKEN
    fresh = seed + generations * games if confirm_seed is None else confirm_seed
    won = gains(replace(tuning, games=confirm), best, fresh, processes) if confirm else []
    seeds = f"seeds {fresh} to {fresh + confirm - 1}:"
    if won:
        console.print(table(won))
    write_whole(out, written(tuning, best, [asked(), *([seeds, *map(line, won)] if won else [])]).encode())
    console.print(Text(f"{out}: a doctrine; the arena says whether it is better.", "bold"))
    return STOPPED if stopped else 0


def asked() -> str:
    return " ".join(["ardennes", *sys.argv[1:]])


def doctrine_in(path: Path) -> dict[str, float]:
    """The factors of a file; what is wrong with it is named."""
    try:
        result = read_toml_text(path.read_text("utf-8"))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except TomlFault as fault:
        raise UserError(f"{path}{fault.place}: {fault}") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: byte {error.start + 1} is not UTF-8 text") from None
    factors = result.get(TUNED)
    numbers = isinstance(factors, dict) and all(type(one) in (int, float) for one in factors.values())
    if not isinstance(factors, dict) or not numbers:
        raise UserError(f'{path} has no table [{TUNED}] of factors, such as "battle.kill" = 1.2')
    return factors


def last(
    steps: Iterable[Point], best: Point, tuning: Tuning, out: Path, console: Console
) -> tuple[Point, bool]:
    """The factors found in the end, each generation's written at once; and was it stopped?"""
    try:
        for best in steps:
            write_whole(out, written(tuning, best, [asked(), "not confirmed"]).encode())
    except KeyboardInterrupt:
        console.print("Stopped: what was found so far is confirmed; Ctrl-C again leaves it at that.")
        return best, True
    return best, False


def tell(console: Console, told: Told) -> None:
    console.print(
        f"generation {told.generation}: the staff {told.staff:.3f}, candidates {told.mean:.3f}, "
        f"the best {told.best:.3f}; reach {told.step:.2f}"
    )


def line(gain: Gain) -> str:
    low, high = gain.interval
    return (
        f"{gain.scenario} against {gain.against}: {gain.tuned:g} of {gain.games} won, "
        f"the staff {gain.staff:g}; gained {gain.worth:+.3f} a game ({low:+.3f} to {high:+.3f})"
    )


def table(won: list[Gain]) -> Table:
    result = Table(title="On fresh seeds", title_justify="left", show_edge=False, pad_edge=False)
    for name in ("scenario", "against", "games", "tuned", "the staff", "gained a game (95 %)"):
        result.add_column(name)
    for gain in won:
        low, high = gain.interval
        shares = (percent(share / gain.games) for share in (gain.tuned, gain.staff))
        gained = f"{gain.worth:+.3f} ({low:+.3f} to {high:+.3f})"
        result.add_row(gain.scenario, gain.against, str(gain.games), *shares, gained)
    return result
