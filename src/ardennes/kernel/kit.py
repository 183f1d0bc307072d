"""The kit of a game: where its parts are. A part is imported only when somebody asks for it."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any, NamedTuple


class Kit(NamedTuple):
    """The parts of one game, each as "module:name"; empty where the game has no such part."""

    game: str  # a class that fulfils Game of kernel/contract.py, made without arguments
    table: str  # a class that fulfils Table of kernel/table.py, made with the game
    casebook: str  # what its case files understand
    players: dict[str, str]  # name -> maker of a computer player
    watcher: str = ""  # counts how a side plays, for the lab
    history: str = ""  # compares many games with what happened in 1944, for the lab


def part(where: str) -> Any:
    """The part that stands at "module:name"."""
    return resolve_name(where)


def players_of(package: str) -> dict[str, str]:
    """The players every game has: a module each in the game's package of players."""
    names = ("staff", "rush", "turtle", "end_run", "cutter")
    return {"random": "ardennes.players.random_player:make"} | {n: f"{package}.{n}:make" for n in names}
