"""`ardennes arena`: is one computer player better than another?"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ardennes.commands.simulate import (
    BROKEN,
    STOPPED,
    Chosen,
    Faults,
    Scenario,
    Workers,
    write_whole,
)
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.match import check_scenario, settle_options
from ardennes.kernel.options import parse_options
from ardennes.lab import arena, arena_page
from ardennes.lab.arena import FLOOR, Result, Wish
from ardennes.lab.sequential import Bounds
from ardennes.players.api import check_player, player_names
from ardennes.words import counted

ALL = "all"
OWN = Path(__file__).resolve().parents[3] / "docs" / "arena"
TOLD_EVERY = 5  # pairs
FOLDERS = ("--folder", "--faults")  # options that name places of one machine
QUICK = (40, 10, 0.6)  # pairs of the test at most, of the confirmation at least, share that counts as better
USUAL = (400, 20, 0.55)


def command(
    a: Annotated[str, typer.Argument(help="The player to test.")] = "",
    b: Annotated[str, typer.Argument(help="The opponent.")] = "",
    game: Annotated[str, typer.Option(help="The game, for example tigers or breakthrough.")] = "tigers",
    scenario: Scenario = None,
    option: Chosen = None,
    against: Annotated[str, typer.Option(help="all: A plays every other player of the game.")] = "",
    champion: Annotated[
        str, typer.Option(help="With --against all: the player that A would replace.")
    ] = "staff",
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help="At most 40 pairs to tell 60 % from 50 %, instead of 400 pairs and 55 %."
        ),
    ] = False,
    pairs: Annotated[int, typer.Option(help="The most pairs to play; 0: the default.", min=0, max=5000)] = 0,
    seed: Annotated[
        int | None, typer.Option(help="The first seed of the test; fresh seeds by default.", min=0)
    ] = None,
    confirm_seed: Annotated[int | None, typer.Option(help="First seed of the confirmation.", min=0)] = None,
    workers: Workers = 0,
    ratings: Annotated[str, typer.Option(help="Show the ratings of this game without playing.")] = "",
    page: Annotated[bool, typer.Option("--page", help="Only rewrite the page and the ratings.")] = False,
    folder: Annotated[Path | None, typer.Option(help="The results; docs/arena by default.")] = None,
    faults: Faults = Path("faults"),
) -> int:
    """Test whether player A is better than player B, with as few games as possible.

    They play in pairs: each seed twice, with the sides swapped and the same luck in the same battle. Two
    sequential tests, on points and on the lead with the same side, decide when to stop. Then A must win
    again on fresh seeds. Results are saved with a page and ratings. The same command resumes after Ctrl-C.

    The exit code is 0 if A is better (with --against all: also in no matchup below 45 %), else 1.

    Examples:

    * `ardennes arena staff rush --game tigers --quick`

    * `ardennes arena staff --against all --champion rush --game breakthrough --scenario twelve --workers 4`

    * `ardennes arena --ratings tigers`
    """
    console = Console(highlight=False, soft_wrap=True)
    place = folder_of(folder)
    if ratings:
        return show_ratings(ratings, place, console)
    if page:
        write_page(place)
        return 0
    result = find_game(game)
    opponents = opponents_of(result, a, b, against, champion)
    limit, least, share = QUICK if quick else USUAL
    limit = pairs or limit
    chosen, options = setting_of(result, scenario, option or [])
    wishes = [
        Wish(
            result,
            chosen,
            options,
            (a, other),
            Bounds(share=share),
            limit,
            min(least, limit),
            seed,
            confirm_seed,
        )
        for other in opponents
    ]
    return contend(place, wishes, champion if against else b, workers or os.cpu_count() or 1, faults, console)


def setting_of(game: AnyGame, scenario: str | None, option: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """The scenario, and the options that are not at their default."""
    chosen = game.scenarios[0].id if scenario is None else scenario
    check_scenario(game, chosen)
    settled = settle_options(game, parse_options(game, option))
    usual = {spec.key: spec.default for spec in game.options}
    return chosen, {key: value for key, value in settled.items() if value != usual[key]}


def opponents_of(game: AnyGame, a: str, b: str, against: str, champion: str) -> list[str]:
    """Who is met; a mistake names what is right."""
    if against not in ("", ALL):
        raise UserError(f"--against can only be all, not {against!r}; for one opponent: ardennes arena A B")
    wanted = [a, champion] if against else [a, b]
    known = ", ".join(player_names(game.id))
    if not a or (not b and not against):
        raise UserError(f"name two players, or one and --against all; {game.name} has: {known}")
    if b and against:
        raise UserError(f"either a second player ({b}) or --against all, not both")
    for name in wanted:
        check_player(name, game)
    if wanted[0] == wanted[1]:
        raise UserError(f"{a} cannot meet itself: its pairs would all be even; {game.name} has: {known}")
    return [name for name in player_names(game.id) if name != a] if against else [b]


def folder_of(folder: Path | None) -> Path:
    """Where the results are kept."""
    if folder is None and not OWN.parent.is_dir():
        raise UserError(
            "the arena's results are in the project's source tree; name a folder of yours: --folder arena"
        )
    return OWN if folder is None else folder


def contend(
    place: Path, wishes: Sequence[Wish], champion: str, workers: int, faults: Path, console: Console
) -> int:
    """Play the contests, tell what came of them, and keep it; the exit code."""
    results, trouble = meet_all(place, wishes, workers, faults, console)
    if trouble:
        console.print(trouble)
        return STOPPED if trouble.startswith("Stopped") else BROKEN
    write_page(place)
    a = wishes[0].players[0]
    console.print(arena_page.matrix(f"{a}: {wishes[0].game.name}", results))
    return verdict(a, champion, results, console)


def meet_all(
    place: Path, wishes: Sequence[Wish], workers: int, faults: Path, console: Console
) -> tuple[list[Result], str]:
    """The contests one after another; and why they are not all there, if so."""
    results = []
    for wish in wishes:
        result = arena.unfinished(place, wish)
        if result is None:
            result = arena.begin(place, wish, ("ardennes", *portable(sys.argv[1:])))
        else:
            console.print(f"Resuming {result.path.name} after {counted(len(result.pairs), 'pair')}.")
            arena.go_on(result, faults)
        results.append(result)
        try:
            arena.play(result, workers, faults, partial(tell, console))
        except KeyboardInterrupt:
            return results, f"Stopped: {kept(result)}"
        except BrokenProcessPool:
            return (
                results,
                f"A worker process died (killed, or out of memory); try fewer workers: {kept(result)}",
            )
        assert result.end is not None
        who = " against ".join(wish.players)
        console.print(Text(f"{who}: {result.end.verdict}, {result.end.why}", "bold"))
    return results, ""


def kept(result: Result) -> str:
    return f"{counted(len(result.pairs), 'pair')} saved in {result.path}. Run the same command to resume."


def tell(console: Console, result: Result) -> None:
    """Now and then, how a contest stands."""
    if len(result.pairs) % TOLD_EVERY:
        return
    head, tests = result.head, result.tests
    phase = result.pairs[-1].phase
    found = arena.summary(result.sound(phase), head.sides)
    ratios = (
        f"; evidence {tests.points_ratio:+.1f} by points, {tests.lead_ratio:+.1f} by lead "
        f"({tests.bounds.reject:.1f} to {tests.bounds.accept:.1f})"
        if phase == "test"
        else ""
    )
    console.print(
        f"{' against '.join(head.players)}, {phase}: {arena_page.points(found)}, "
        f"{arena_page.better(found)}, lead {arena_page.lead(found)}{ratios}"
    )


def verdict(a: str, champion: str, results: Sequence[Result], console: Console) -> int:
    """May A take the champion's place?"""
    by_opponent = {result.head.players[1]: result for result in results}
    end = by_opponent[champion].end
    better = end is not None and end.verdict == "better"
    shares = {
        name: arena.summary(result.sound(), result.head.sides).share for name, result in by_opponent.items()
    }
    low = [f"{name} ({share:.0%})" for name, share in shares.items() if share < FLOOR]
    if better and not low:
        console.print(
            f"{a} is better than {champion}" + (" and may take its place." if len(results) > 1 else ".")
        )
        return 0
    reasons = [] if better else [f"it is not shown to be better than {champion}"]
    reasons += [f"it has less than {FLOOR:.0%} of the points against {', '.join(low)}"] if low else []
    console.print(f"{a} does not take the place of {champion}: {'; '.join(reasons)}.")
    return BROKEN


def show_ratings(game: str, place: Path, console: Console) -> int:
    found = find_game(game)
    results = arena.read_results(place, game)
    if not any(result.sound() for result in results):
        raise UserError(
            f"nobody has met in {found.name} yet; for example: ardennes arena staff rush --game {game}"
        )
    console.print(arena_page.ratings_table(found.name, results))
    return 0


def write_page(place: Path) -> None:
    """The page beside the results; the project's own results also give the lobby its ratings."""
    place.mkdir(parents=True, exist_ok=True)
    write_whole(place / "README.md", arena_page.page(place).encode())
    if place == OWN:
        file = Path(str(files("ardennes.players").joinpath("ratings.toml")))
        write_whole(file, arena_page.ratings_file(place).encode())


def portable(words: Sequence[str]) -> Iterator[str]:
    """A command as somebody else can give it: without the folders of one machine."""
    rest = iter(words)
    for word in rest:
        if word in FOLDERS:
            next(rest, None)
        elif not word.startswith(tuple(f"{name}=" for name in FOLDERS)):
            yield word
