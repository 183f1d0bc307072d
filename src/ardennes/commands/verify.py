"""`ardennes verify`: prove a saved match by playing it again."""

from __future__ import annotations

from pathlib import Path
from string import hexdigits
from time import perf_counter
from typing import Annotated, Any

import typer

from ardennes.dice import number_of
from ardennes.errors import UserError
from ardennes.kernel import savefile
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.match import Fork, Match, known_to

NO = 1  # the exit code for "looked, and the answer is no"
LEAST = 16  # signs of a promise that are enough to know it by


def command(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            help="Saved matches; with --golden paths, games, GAME/NAME or KIND/GAME/NAME (default: all).",
            metavar="match.json...",
        ),
    ] = None,
    golden: Annotated[
        bool, typer.Option("--golden", help="Check the golden files of the project instead of saved matches.")
    ] = False,
    against: Annotated[
        str,
        typer.Option(
            help="With --golden: a git commit; show its values next to today's where positions differ."
        ),
    ] = "",
    promise: Annotated[
        str,
        typer.Option(help="The promise of the dice that you were shown, at least its first 16 characters."),
    ] = "",
) -> int:
    """Check a saved match: play every order again and roll every die again.

    Checks that the seed is the one promised before the first die, that every order was legal, and that
    every position is as recorded. Says who could have known the dice. `ardennes analyse` shows the luck of
    each side.

    A file only proves that it fits its own promise. Compare that promise with the one you were shown, or
    pass yours with `--promise`. Forks, and dice with shares of several players, need `--promise`.

    With `--golden` the command replays the golden files of the source tree: rules (orders and positions),
    wording (events, log and what each side knows) and play (orders of computer players). It names the first
    order that differs and the changed fields of the state.

    Examples:

    * `ardennes verify match.json`

    * `ardennes verify match.json --promise 3fdd4e2beac6d78c`

    * `ardennes verify faults/tigers-seed12-crash.json` checks the save file of a fault

    * `ardennes verify --golden` replays all golden files

    * `ardennes verify --golden tigers wording` replays those of a game, and those of a kind

    * `ardennes verify --golden rules/tigers/staff --against main` shows values of the commit `main` too
    """
    if golden:
        return verify_golden(files or [], against)
    if not files:
        raise UserError("Name a saved match, or use --golden for the golden files of the project.")
    if promise and (len(promise) < LEAST or not set(promise) <= set(hexdigits)):
        raise UserError(f"A promise is a hexadecimal number. Give at least its first {LEAST} characters.")
    return max([verify_saved(Path(file), promise.lower()) for file in files])


def verify_golden(wanted: list[str], against: str = "") -> int:
    """Replay golden files, a line for each; NO when one differs."""
    from ardennes.golden import against as other  # only for those who ask for it
    from ardennes.golden.file import find
    from ardennes.golden.matches import Difference
    from ardennes.golden.verify import verify, verify_counts

    different: list[tuple[Path, Difference]] = []
    for path in find(wanted):
        began = perf_counter()
        name, count, difference = verify(path, find_game)
        if difference is None:
            took = perf_counter() - began
            print(f"{name}: {count} orders as recorded ({took:.1f} s)", flush=True)
        else:
            print(f"DIFFERENT {difference}", flush=True)
            different.append((path, difference))
    counts = [] if wanted else verify_counts()
    for line in counts:
        print(f"DIFFERENT {line}")
    positions = [(path, result) for path, result in different if result.fields or result.order]
    if against and positions:
        with other.code_of(against) as source:
            for path, difference in positions:
                if difference.name.startswith("rules/"):
                    print(f"{difference.name}: {difference.where}, in {against} and now")
                    print(other.compare(path, difference, source, against), flush=True)
    names = [*(difference.name for _, difference in different), *(["rules/counts.txt"] if counts else [])]
    print(f"{len(names)} different: {', '.join(names)}" if names else "All as recorded.")
    return NO if names else 0


def verify_saved(file: Path, promise: str = "") -> int:
    """Prove one saved match; NO when it cannot be proved."""
    if not file.is_file():
        raise UserError(f"There is no file {file}. Name a saved match.")
    try:
        match = savefile.read(file, find_game, replay=True)
        header = savefile.read_header(file.read_bytes(), file.name)
    except UserError as error:
        print(f"NOT VERIFIED: {str(error).rstrip('.')}.")
        return NO
    doubt = why_not_proved(match, header, promise)
    print(f"NOT VERIFIED: {file.name} replays, but {doubt}" if doubt else f"{file.name}: VERIFIED")
    if header.rules != match.game.version:
        print(f"  made under rules version {header.rules}; every order gives the same under this one")
    for name, words in facts(match):
        print(f"  {name:<12}{words}")
    if match.result() is not None:
        print(f"What the dice brought each side: ardennes analyse {file}")
    return NO if doubt else 0


def why_not_proved(match: Match[Any], header: savefile.SaveFile, promise: str) -> str:
    """Why a match that replays may still have other dice than those promised; empty where it cannot."""
    setting = match.setting
    if setting.forks and header.format_version < savefile.ONE_PROMISE:
        return f"nothing was promised of its dice from die {setting.forks[0].first + 1} on."
    if promise:
        return "" if match.commitment.startswith(promise) else f"its promise is another: {match.commitment}."
    if setting.forks or setting.nonces:
        first = setting.forks[0].first if setting.forks else 0
        return (
            f"from die {first + 1} on the dice are others than the first seed gives. "
            "Give the promise you were shown: --promise."
        )
    return ""


def find_game(name: str) -> AnyGame:
    from ardennes import games  # a game is loaded only when a file asks for it

    result: AnyGame = games.find_game(name)
    return result


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
        ("promise", f"{match.commitment}: compare it with the one you were shown"),
        ("dice known", f"to {knowing(match)}"),
        ("orders", f"{match.seq}, every one legal, every position as recorded"),
        ("dice", f"{match.state.rolls}, every one rolled again with the same face"),
        ("result", ended),
    ]
    seed = match.setting.seed
    for first, then, nonces in (Fork(0, seed, match.setting.nonces), *match.setting.forks):
        if then != seed:
            lines.insert(4, ("fork", f"the dice are those of another seed from die {first + 1} on"))
        if nonces:
            lines.insert(4, ("shares", f"of {len(nonces)} players in the dice from die {first + 1} on"))
        seed = then
    return lines


def knowing(match: Match[Any]) -> str:
    """Who could have known the dice: as the file says, and whether its seed can be found by trying."""
    setting = match.setting
    number = number_of([setting.seed, *(fork.seed for fork in setting.forks)])
    return known_to(setting) if number is None else f"everybody: a seed is the number {number}"
