"""`ardennes tactics GAME`: how computer players fare in the tactical positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ardennes.commands.cases import casebook_of
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.lab import tactics
from ardennes.lab.report import percent
from ardennes.players.api import check_player

POSITIONS = Path(__file__).resolve().parents[3] / "tests" / "tactics"


def command(
    game: Annotated[str, typer.Argument(help="Which game, for example tigers or breakthrough.")],
    player: Annotated[
        list[str] | None, typer.Option(help="Who is asked; may be repeated. The staff if left out.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Only positions whose id or theme begins so; may be repeated.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Where the positions are; the project's own if left out.")
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Tell what happened where it was not solved.")
    ] = False,
) -> int:
    """Test computer players on tactical positions and count the solved ones by theme.

    Positions show a player's weaknesses. To test which player is better, use `ardennes arena`. The exit code
    is 0 however many are solved, and 2 if a position itself is wrong.

    Examples:

    * `ardennes tactics tigers --player staff`

    * `ardennes tactics tigers --player rush --only "guard the exit" -v`

    * `ardennes tactics tigers --player staff --player random --player rush` compares three players
    """
    result, players = find_game(game), player or ["staff"]
    for name in players:
        check_player(name, result)
    place = folder or POSITIONS / game
    if folder is None and not place.is_dir():
        raise UserError(
            "the positions are in the project's source tree; run this from a clone, or name a --folder"
        )
    positions = [p for p in tactics.read_positions(place) if wanted(p, only or [])]
    if not positions:
        raise UserError(
            f"no position begins with {' or '.join(only or [])}; themes: {', '.join(tactics.THEMES)}"
        )
    console = Console(highlight=False, soft_wrap=True)
    answers = {name: list(_asked(positions, name, console, verbose)) for name in players}
    console.print(_table(result.name, answers))
    return 0


def _asked(
    positions: list[tactics.Position], player: str, console: Console, verbose: bool
) -> Iterator[tactics.Answered]:
    """The answers of a player, each told as it comes."""
    book = casebook_of(positions[0].case.game)
    for position in positions:
        answer = tactics.ask(position, book, player)
        if answer.outcome.bad:
            raise UserError(answer.outcome.bad)
        told = "solved" if answer.solved else "NOT SOLVED"
        line = f"{told:<10}  {player}: {position.theme}: {position.case.id}"
        console.print(Text(line, "" if answer.solved else "bold"))
        if verbose and not answer.solved:
            console.print(Text("\n".join(failure(answer))))
        yield answer


def _table(game: str, answers: dict[str, list[tactics.Answered]]) -> Table:
    """Themes down, players across: how many positions each has solved."""
    table = Table(title=f"Solved: {game}", title_justify="left", show_edge=False, pad_edge=False)
    for name in ("theme", *answers):
        table.add_column(name)
    shares = {player: tactics.shares(result) for player, result in answers.items()}
    for theme in next(iter(shares.values())):
        table.add_row(theme, *("{} of {}".format(*result[theme]) for result in shares.values()))
    sums = [(sum(answer.solved for answer in result), len(result)) for result in answers.values()]
    table.add_row("all", *(f"{solved} of {asked}" for solved, asked in sums), style="bold")
    table.add_row("", *(percent(solved / asked) for solved, asked in sums))
    return table


def wanted(position: tactics.Position, only: list[str]) -> bool:
    names = (position.case.id.lower(), position.theme)
    return not only or any(name.startswith(word.lower()) for word in only for name in names)


def failure(answer: tactics.Answered) -> list[str]:
    lines = [f"    {answer.position.case.about}"]
    lines += [f"    {m.field}: expected {m.expected}, got {m.got}" for m in answer.outcome.mismatches]
    return [*lines, *(f"      {line}" for line in answer.outcome.told)]
