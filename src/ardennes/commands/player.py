"""`ardennes player`: check a computer player from outside, and list all players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import click
import typer
from rich.console import Console
from rich.text import Text

from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel.contract import AnyGame, Scenario
from ardennes.kernel.match import check_scenario
from ardennes.lab.play import NotOver, Table, play_on, set_table
from ardennes.players.api import is_own, player_names
from ardennes.players.outside import names
from ardennes.players.outside.line_player import PROTOCOL, LinePlayer, printable
from ardennes.players.outside.process import MOST_LINE, MOST_OUTPUT
from ardennes.players.stand_in import Seated
from ardennes.words import counted

OPPONENT = "random"  # it leads to more kinds of decisions than a good player
FAILED = 1
REMEDIES = {
    "start": "Run the command by itself. Use absolute paths or start from the same folder.",
    "time": "Flush the output after each line. For slow players raise the limit: cmd,seconds=60:PROGRAM.",
    "crash": "Run it by itself to see its error. It may need more memory: cmd,megabytes=4096:PROGRAM.",
    "flood": f"Write at most {MOST_LINE:,} bytes in a line and {MOST_OUTPUT:,} for a decision. "
    "Send messages for yourself to the error output.",
    "garbage": "Write one JSON object per line, and nothing else, to the output; begin with "
    f'{{"do":"hello","protocol":{PROTOCOL}}}.',
    "number": "Answer each decision once, and copy its number from the line that begins it.",
    "question": "Ask only for places that the last offers have, counted from 0; a path ends at an order.",
    "illegal": 'Give an order from the offers, or ask {"do":"why-not","order":...} before you give it.',
    "stopped": "Fix the mistakes above; a program that fails three times in a match is not started again.",
}

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


@app.callback()
def command() -> None:
    """Check a computer player from outside, or list all players.

    A player from outside is a program in any language that reads and writes JSON lines
    (`cmd:PROGRAM ARGS`), a Python class (`module:Class`), or a name that an installed package offers. Every
    command that takes a computer player takes these too. docs/reference/player-protocol.md describes the
    protocol.

    A program runs with your rights. Run only programs that you trust.

    Examples:

    * `ardennes player check "cmd:python3 examples/line_player.py"`

    * `ardennes player check "cmd,seconds=30,megabytes=512:./my_player" --game breakthrough`

    * `ardennes player list --game tigers`

    * `ardennes play tigers --allied "cmd:python3 examples/line_player.py"`

    * `ardennes arena "cmd:./my_player" staff --scenario peiper --quick --folder arena`
    """


@app.command("list")
def list_players(
    game: Annotated[str, typer.Option(help="The game, for example tigers or breakthrough.")] = "tigers",
) -> int:
    """List the players of a game, then those of installed packages."""
    for name in player_names(find_game(game).id):
        print(name)
    for name, entry in sorted(names.installed().items()):
        print(f"{name}  ({entry.value})")
    return 0


@app.command("check")
def check(
    player: Annotated[str, typer.Argument(help="The player: cmd:PROGRAM ARGS, module:Class, or a name.")],
    game: Annotated[str, typer.Option(help="The game, for example tigers or breakthrough.")] = "tigers",
    scenario: Annotated[str, typer.Option(help="The scenario; the shortest one by default.")] = "",
    orders: Annotated[int, typer.Option(help="The most orders of both sides in a match.", min=1)] = 150,
    seed: Annotated[int, typer.Option(help="The seed of the matches.", min=0)] = 1,
) -> int:
    """Let a player play both sides of a short scenario, and report its mistakes with their remedies.

    Each side is played twice with the same seed to find out whether the player is deterministic. What a
    program writes to its error output is shown. The exit code is 0 if there was no mistake, else 1.

    Examples:

    * `ardennes player check "cmd:sh examples/line_player.sh" --game playsheet`

    * `ardennes player check my_players:Careful --game tigers --scenario bastogne --orders 400`
    """
    rules = find_game(game)
    if is_own(player, rules.id):
        raise UserError(f"{player} is one of the project's own players; check one from outside")
    names.check_any_player(player, rules)
    chosen = scenario or shortest(rules).id
    check_scenario(rules, chosen)
    console = Console(highlight=False, soft_wrap=True)
    sides = range(len(rules.sides))
    right = [_one_side(player, rules, chosen, side, orders, seed, console) for side in sides]
    console.print(Text("The player made no mistakes." if all(right) else "The player made mistakes.", "bold"))
    return 0 if all(right) else FAILED


def shortest(game: AnyGame) -> Scenario:
    """Return the scenario that takes a person the least time."""
    return min(game.scenarios, key=lambda one: one.minutes or 10_000)


def _one_side(
    player: str, game: AnyGame, scenario: str, side: int, orders: int, seed: int, console: Console
) -> bool:
    """Play a side twice and report it; return whether all was right."""
    first, seated = _play(player, game, scenario, side, orders, seed)
    given = counted(first.orders[side], "decision")
    console.print(Text(f"{game.name}, {scenario}, {game.sides[side]} side: {given}", "bold"))
    inner = seated.player
    if isinstance(inner, LinePlayer) and inner.hello is not None and inner.hello.name:
        console.print(Text(f"  It calls itself {printable(inner.hello.name)!r}."))
    for line in mistakes(seated):
        console.print(Text(f"  {line}", "red"))
    if seated.faults:
        return False
    again, _ = _play(player, game, scenario, side, orders, seed)
    if first.journal != again.journal:
        pairs = enumerate(zip(first.journal, again.journal, strict=False), 1)
        at = next(number for number, (one, other) in pairs if one != other)
        console.print(
            f"  The same seed gave another order (number {at} of the match). Draw random numbers only from "
            "the seed in the line `game`, and do not decide by the clock.",
            style="red",
        )
        return False
    console.print(f"  All orders were legal. The same seed gave the same orders: {first.state.digest()}")
    return True


def _play(
    player: str, game: AnyGame, scenario: str, side: int, orders: int, seed: int
) -> tuple[Table, Seated]:
    table = set_table(game, [OPPONENT] * len(game.sides), seed, scenario=scenario, options=None, dice="keyed")
    seated = names.seat_any_player(player, table.game, side, 2 * seed + side, quiet=False)
    table.players = [seated if number == side else one for number, one in enumerate(table.players)]
    try:
        play_on(table, orders)
    except NotOver:
        pass
    finally:
        names.dismiss(table.players)
    return table, seated


def mistakes(seated: Seated) -> Iterator[str]:
    """Yield what went wrong, and what helps."""
    for kind, text in seated.examples.items():
        yield f"{counted(seated.faults[kind], 'time')}: the player {text}. {REMEDIES[kind]}"


def _group() -> click.Group:
    group = typer.main.get_command(app)
    assert isinstance(group, click.Group)
    return group


GROUP = _group()
