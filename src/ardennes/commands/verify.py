"""`ardennes verify`: prove a saved match by playing it again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ardennes.errors import UserError
from ardennes.kernel import savefile
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.luck import Luck, luck_of
from ardennes.kernel.match import Match

NO = 1  # the exit code for "looked, and the answer is no"


def command(
    file: Annotated[Path, typer.Argument(help="A saved match.", metavar="match.json")],
) -> int:
    """Check a saved match: play every order again and roll every die again.

    The seed must be the one promised before the first die, every order legal when it was given, and
    the position after every order the one recorded. Ends with a luck report: each side's dice beside
    what fair dice show.

    Examples:

    * `ardennes verify match.json`

    * `ardennes verify faults/tigers-seed12-crash.json` opens the case of a fault
    """
    if not file.is_file():
        raise UserError(f"There is no file {file}; give the name of a saved match.")
    try:
        match = savefile.read(file, find_game, replay=True)
    except UserError as error:
        print(f"NOT VERIFIED: {str(error).rstrip('.')}.")
        return NO
    print(f"{file.name}: VERIFIED")
    for name, words in facts(match):
        print(f"  {name:<10}{words}")
    print("Luck: the mean of each side's dice beside that of fair dice")
    for line in luck_lines(match, luck_of(match)):
        print(f"  {line}")
    return 0


def find_game(name: str) -> AnyGame:
    from ardennes import games  # a game is loaded only when a file asks for it

    found: AnyGame = games.find_game(name)
    return found


def facts(match: Match[Any]) -> list[tuple[str, str]]:
    """What has been proved, line by line."""
    result = match.result()
    ended = "not over yet"
    if result is not None:
        winner = "a draw" if result.winner is None else f"the {match.game.sides[result.winner]} side wins"
        ended = f"{winner}: {result.summary}"
    lines = [
        ("game", f"{match.game.name}, rules version {match.game.version}"),
        ("scenario", match.setting.scenario),
        ("seed", f"is the one promised before the first die ({match.commitment[:16]}…)"),
        ("orders", f"{match.seq}, every one legal, every position as recorded"),
        ("dice", f"{match.state.rolls}, every one rolled again with the same face"),
        ("result", ended),
    ]
    if match.setting.nonces:
        lines.insert(3, ("nonces", f"{len(match.setting.nonces)} of the players, mixed into the dice"))
    if match.setting.forks:
        dice = ", ".join(str(die + 1) for die, _ in match.setting.forks)
        lines.insert(3, ("forks", f"the dice are those of another seed from die {dice} on"))
    return lines


def luck_lines(match: Match[Any], luck: list[Luck]) -> list[str]:
    """A small table: side, dice, rolled, expected, and how often chance goes that far."""
    lines = [f"{'side':<12}{'dice':>6}{'rolled':>9}{'expected':>10}{'difference':>12}   so far off by chance"]
    for side, dice in zip(match.game.sides, luck, strict=True):
        if not dice.dice:
            lines.append(f"{side:<12}{0:>6}{'-':>9}{'-':>10}{'-':>12}   -")
            continue
        difference = dice.mean - dice.expected_mean
        lines.append(
            f"{side:<12}{dice.dice:>6}{dice.mean:>9.2f}{dice.expected_mean:>10.2f}{difference:>+12.2f}"
            f"   {_percent(dice.by_chance)}"
        )
    return lines


def _percent(share: float) -> str:
    return "in less than 1 % of such matches" if share < 0.01 else f"in {share:.0%} of such matches"
