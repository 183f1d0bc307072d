"""Computer players as a person meets them: name, sentence, emblem, how long a turn takes, how strong."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from ardennes.players.api import player_names

M = TypeVar("M")
Emblem = Literal["die", "flag", "arrow", "hedgehog", "road", "cut"]


class Character(msgspec.Struct, frozen=True):
    """A computer player as an opponent."""

    id: Annotated[str, Meta(description="names it in requests")]
    name: Annotated[str, Meta(description="what people call it")]
    about: Annotated[str, Meta(description="how it plays, in one sentence")]
    emblem: Annotated[Emblem, Meta(description="how its sign is drawn")]
    seconds: Annotated[float | None, Meta(description="a turn takes it so long; null: not measured")] = None
    ratings: Annotated[
        dict[str, int] | None, Meta(description="by side, the staff at 1500; null: not measured")
    ] = None


# In the order of the lobby; docs/reference/players.md tells more of them.
CHARACTERS = (
    Character("random", "Recruit", "Moves at random: an opponent to learn the controls with.", "die"),
    Character("cadet", "Cadet", "Neglects its flanks and changes its plans every day.", "flag"),
    Character("staff_lite", "Staff in a Hurry", "Plans like the Staff, but without double-checking.", "flag"),
    Character("staff", "The Staff", "Makes a sensible plan for every turn.", "flag"),
    Character("veteran", "Veteran", "Tries out several plans before choosing one.", "flag"),
    Character("bold", "The Bold", "Takes risks to gain ground.", "arrow"),
    Character("methodical", "The Methodical", "Attacks only when success is likely.", "flag"),
    Character("stubborn", "The Stubborn", "Clings to every town.", "hedgehog"),
    Character("counter_puncher", "The Counter-Puncher", "Waits for its chance and strikes back.", "arrow"),
    Character("turtle", "Hedgehog", "Digs in and lets you come.", "hedgehog"),
    Character("rush", "Hammer", "Attacks everything in reach.", "arrow"),
    Character("cutter", "Road Cutter", "Cuts your supply roads.", "cut"),
    Character("end_run", "Runner", "Dashes for the exits.", "road"),
)


def characters(game_id: str) -> list[Character]:
    """Who can play this game."""
    names, seconds = player_names(game_id), _seconds().get(game_id, {})
    by_side = _rated(game_id).sides

    def rated(name: str) -> dict[str, int] | None:
        return {side: ratings[name] for side, ratings in by_side.items() if name in ratings} or None

    return [
        msgspec.structs.replace(one, seconds=seconds.get(one.id), ratings=rated(one.id))
        for one in CHARACTERS
        if one.id in names
    ]


@cache
def _seconds() -> dict[str, dict[str, float]]:
    """By game and player, as measured."""
    return _measured("seconds.toml", dict[str, dict[str, float]])


def rated_in(game_id: str) -> str:
    """In which scenario the ratings of a game were found; empty where there are none."""
    return _rated(game_id).scenario


class Rated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the arena found in one scenario, by side and player."""

    scenario: str = ""
    sides: dict[str, dict[str, int]] = {}


@cache
def _ratings() -> dict[str, Rated]:
    return _measured("ratings.toml", dict[str, Rated])


def _rated(game_id: str) -> Rated:
    return _ratings().get(game_id, Rated())


def _measured(name: str, kind: type[M]) -> M:
    text = files("ardennes.players").joinpath(name).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), kind)
