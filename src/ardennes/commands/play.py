"""`ardennes play`: a game in the terminal, against the computer or two people at one screen."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ardennes.dice import new_seed, seed_from_number
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.match import CHOSEN, Match, new_match
from ardennes.kernel.options import follow_people, parse_options
from ardennes.kernel.savefile import HUMAN
from ardennes.players.api import Player, make_player, player_names
from ardennes.players.stand_in import seat_player
from ardennes.terminal import saving
from ardennes.terminal.desk import Desk
from ardennes.terminal.screen import Screen, make_console
from ardennes.terminal.session import Session
from ardennes.terminal.verbs import option_rows

FAVOURITES = ("staff", "random")  # the computer that plays when none is named: the first there is


def command(
    game: Annotated[
        str, typer.Argument(help="The game: tigers, breakthrough, wave_of_terror or playsheet.")
    ] = "tigers",
    german: Annotated[str, typer.Option(help="Who plays the Germans: human, or a computer player.")] = "",
    allied: Annotated[
        str,
        typer.Option("--allied", "--american", help="Who plays the Allies: human, or a computer player."),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="A number that makes the dice repeatable.")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(help="A rule option, key=value; repeatable. list shows all options."),
    ] = None,
    scenario: Annotated[str, typer.Option(help="The scenario; the first one by default.")] = "",
    load: Annotated[str, typer.Option(help="Continue a saved match: a file, or last.")] = "",
    at: Annotated[
        int | None,
        typer.Option(help="With --load: start a new match after this many orders, with new dice.", min=0),
    ] = None,
    compact: Annotated[bool, typer.Option("--compact", help="A small map, two lines per hex.")] = False,
    top: Annotated[
        str,
        typer.Option(help="The edge at the top of the map: north, or west where the game has such a map."),
    ] = "north",
    plain: Annotated[
        bool, typer.Option("--plain", help="No colours, ASCII only, lists instead of the map.")
    ] = False,
) -> int:
    """Play in the terminal. By default you are the Germans and the computer is the Allies.

    Examples:

    * `ardennes play tigers`, `ardennes play breakthrough`

    * `ardennes play tigers --allied human`: you are the Allies

    * `ardennes play tigers --german human --allied human`: two people at one screen

    * `ardennes play tigers --option list`: show all options; `--option dae_choice=attacker` chooses one

    * `ardennes play tigers --load last`: continue your last match

    * `ardennes play tigers --load monday.json --at 36`: start again after 36 orders, with new dice

    * `ardennes play tigers --plain`: for screen readers and simple terminals
    """
    rules = find_game(game)
    plain = plain or os.environ.get("TERM") == "dumb" or not writes_unicode()
    screen = Screen(make_console(plain=plain), read_line, plain=plain, forget=forget_lines)
    if option == ["list"]:
        for row in option_rows(rules, {}, screen.width):
            screen.put(row)
        return 0
    names = names_of(rules, german, allied)
    match = _open(rules, load, at, scenario, seed, option or [], names)
    if load:
        names = names_kept(rules, german, allied, saving.seats_in(load, rules.id))
    desk = Desk(match.game, screen, compact=compact, top=top.lower())
    session = Session(
        match, seats_of(match, names), screen, desk, lambda side: adviser_of(match.game, side), seats_of
    )
    edit_lines([*desk.names, *desk.questions, *desk.order_help])
    try:
        return session.run()
    except OSError as error:  # the terminal is gone; the match is saved by itself as far as it was played
        raise UserError(f"Cannot write to the terminal: {error.strerror}.") from None


def writes_unicode() -> bool:
    encoding = (getattr(sys.stdout, "encoding", "") or "").lower()
    return encoding.startswith(("utf", "cp65001"))


def _open(
    game: AnyGame,
    load: str,
    at: int | None,
    scenario: str,
    seed: int | None,
    options: Sequence[str],
    names: Sequence[str],
) -> Match[Any]:
    """The match to play: a saved one, or a new one; some options follow from the sides persons play."""
    if load:
        if seed is not None or options or scenario:
            raise UserError("A saved match has its own seed, scenario and options. Use --load without them.")
        return saving.open_match(load, game.id, at)
    if at is not None:
        raise UserError("--at needs a saved match: add --load FILE.")
    people = [side for side, name in zip(game.sides, names, strict=True) if name == HUMAN]
    chosen = {**follow_people(game.options, people), **parse_options(game, options)}
    dice, known = (new_seed(), "") if seed is None else (seed_from_number(seed), CHOSEN)
    return new_match(game, scenario or None, chosen, dice, known=known)


def names_of(game: AnyGame, german: str, allied: str) -> list[str]:
    """Who plays each side. With one side named, the other is the opposite: a person or the computer."""
    computer = "" if german and allied else favourite(game)
    names = [german, allied]
    for at, other in ((0, 1), (1, 0)):
        if not names[at]:
            names[at] = (HUMAN if at == 0 else computer) if not names[other] else ""
            names[at] = names[at] or (computer if names[other] == HUMAN else HUMAN)
    return [names[0] if side == "german" else names[1] for side in game.sides]


def names_kept(game: AnyGame, german: str, allied: str, kept: Sequence[str]) -> list[str]:
    """Who plays each side of a saved match: those named now, else those who played when it was saved."""
    known = (HUMAN, *player_names(game.id))
    if len(kept) != len(game.sides) or any(name not in known for name in kept):
        return names_of(game, german, allied)
    now = [german if side == "german" else allied for side in game.sides]
    return [name or before for name, before in zip(now, kept, strict=True)]


def seats_of(match: Match[Any], names: Sequence[str]) -> dict[int, Player | None]:
    """A computer player, or nobody for a person, at each side."""
    game = match.game
    seats: dict[int, Player | None] = {}
    for side, name in enumerate(names):
        if name == HUMAN:
            seats[side] = None
            continue
        if name not in player_names(game.id):
            known = ", ".join((HUMAN, *player_names(game.id)))
            raise UserError(f"{name!r} cannot play the {game.sides[side]} side; there is: {known}.")
        seats[side] = seat_player(name, game, side, player_seed(match, side))
    return seats


def favourite(game: AnyGame) -> str:
    names = player_names(game.id)
    for name in (*FAVOURITES, *names):
        if name in names:
            return name
    raise UserError(
        f"{game.name} has no computer player; two people can play: --german human --allied human."
    )


def adviser_of(game: AnyGame, side: int) -> Player:
    """Who gives hints; its seed has nothing to do with the match's dice."""
    return make_player(favourite(game), game, side, side)


def player_seed(match: Match[Any], side: int) -> int:
    """A seed of its own for each computer player, fixed by the match's seed."""
    mixed = hashlib.blake2b(b"player %d" % side, key=match.setting.seed, digest_size=6)
    return int.from_bytes(mixed.digest(), "big")


def read_line(prompt: str) -> str:
    """One line from the keyboard, or from whatever stands in its place."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print(line)  # a transcript of piped commands shows what was asked
    return line


def forget_lines() -> None:
    """The next player must not find the last one's lines with the cursor keys."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()


def edit_lines(words: Sequence[str]) -> None:
    """Cursor keys, history and completion where the platform has them."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return
    known = sorted(set(words))

    def complete(text: str, state: int) -> str | None:
        result = [word for word in known if word.lower().startswith(text.lower())]
        return result[state] + " " if state < len(result) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ,")
    macos = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if macos else "tab: complete")
