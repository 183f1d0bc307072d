"""`ardennes tactics GAME`: how a computer player fares in the tactical positions."""

from __future__ import annotations

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
from ardennes.players.contract import check_player

POSITIONS = Path(__file__).resolve().parents[3] / "tests" / "tactics"


def command(
    game: Annotated[str, typer.Argument(help="Which game, for example tigers or breakthrough.")],
    player: Annotated[str, typer.Option(help="Who is asked.")] = "staff",
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
    """Ask a computer player tactical positions, and say which it solves, by theme.

    A position shows where a player is weak. It never shows that one is better: that is for `ardennes arena`.
    The exit code is 0 however many are solved, 2 if a position itself is wrong.

    * `ardennes tactics tigers --player staff`

    * `ardennes tactics tigers --player rush --only "guard the exit" -v`
    """
    found = find_game(game)
    check_player(player, found)
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
    book, console = casebook_of(game), Console(highlight=False, soft_wrap=True)
    answers = []
    for position in positions:
        answer = tactics.ask(position, book, player)
        answers.append(answer)
        if answer.outcome.bad:
            raise UserError(answer.outcome.bad)
        told = "solved" if answer.solved else "NOT SOLVED"
        console.print(
            Text(f"{told:<10}  {position.theme}: {position.case.id}", "" if answer.solved else "bold")
        )
        if verbose and not answer.solved:
            console.print(Text("\n".join(failure(answer))))
    table = Table(title=f"{player}: {found.name}", title_justify="left", show_edge=False, pad_edge=False)
    for name in ("theme", "solved", "share"):
        table.add_column(name)
    for theme, (solved, asked) in tactics.shares(answers).items():
        table.add_row(theme, f"{solved} of {asked}", percent(solved / asked))
    total = sum(answer.solved for answer in answers)
    table.add_row("all", f"{total} of {len(answers)}", percent(total / len(answers)), style="bold")
    console.print(table)
    return 0


def wanted(position: tactics.Position, only: list[str]) -> bool:
    names = (position.case.id.lower(), position.theme)
    return not only or any(name.startswith(word.lower()) for word in only for name in names)


def failure(answer: tactics.Answered) -> list[str]:
    lines = [f"    {answer.position.case.about}"]
    lines += [f"    {m.field}: expected {m.expected}, got {m.got}" for m in answer.outcome.mismatches]
    return [*lines, *(f"      {line}" for line in answer.outcome.told)]
