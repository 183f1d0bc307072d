"""The kit of a game: where its parts are. A part is imported only when it is first used."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """What the lobby says about a game."""

    about: Annotated[str, Meta(description="what it is like to play, in one sentence")]
    scale: Annotated[str, Meta(description="what a counter represents")]
    complexity: Annotated[int, Meta(ge=1, le=5, description="complexity, from 1 (simple) to 5")]
    tasks: Annotated[dict[str, str], Meta(description="by side: its task")]
    offers: Annotated[str, Meta(description="the side a person is offered first")] = "german"
    start: Annotated[bool, Meta(description="recommended as a first game")] = False


class Kit(NamedTuple):
    """The parts of one game, each as "module:name"; empty if the game has no such part."""

    game: str  # a class that implements Game of kernel/contract.py, made without arguments
    table: str  # a class that implements Table of kernel/table.py, made with the game
    casebook: str  # the casebook
    players: dict[str, str]  # name -> factory of a computer player
    card: Card
    watcher: str = ""  # measures how a side plays, for the lab
    set_up: str = ""  # the order that sets a side up as in history, if a match begins with an empty map
    measures: str = ""  # a class of kernel/measures.py, made with the game and the state at the start


def part(where: str) -> Any:
    """Return the object at "module:name"."""
    return resolve_name(where)


LEVELS = ("cadet", "veteran")  # difficulty levels of the staff, in every game


def players_of(package: str, *proved: str) -> dict[str, str]:
    """Return the players that every game has: one module each in the game's package of players, the levels of
    its staff, and the other levels and characters that have proved themselves in it.
    """
    scripts = ("rush", "turtle", "end_run", "cutter")
    result = {"random": "ardennes.players.random_player:make", "staff": f"{package}.staff.player:make"}
    result |= {name: f"{package}.scripts.{name}:make" for name in scripts}
    return result | {level: f"ardennes.players.levels:{level}" for level in (*LEVELS, *proved)}
