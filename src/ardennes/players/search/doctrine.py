"""Doctrines: what a staff may care about more or less than usual, as factors of its weights."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import exp
from random import Random
from typing import NamedTuple

from ardennes.errors import UserError
from ardennes.players.toolkit.weights import WORK, Weights

SPREAD = 1.0  # of the logarithm of a factor drawn at random


class Doctrine(NamedTuple):
    name: str
    factors: Mapping[str, float]  # "section.weight" -> times what the staff gives it


def bent(tables: Mapping[str, Weights], doctrine: Doctrine) -> dict[str, Weights]:
    """The weights as the doctrine has them."""
    known = {f"{section}.{name}" for section, table in tables.items() for name in table}
    for weight in doctrine.factors:
        if weight not in known:
            told = f"doctrine {doctrine.name}: there is no weight {weight!r}"
            raise UserError(f"{told}; there are: {', '.join(sorted(known))}")
    result = dict(tables)
    for section, table in tables.items():
        changes = {
            name.removeprefix(f"{section}."): table.plain(name.removeprefix(f"{section}.")) * factor
            for name, factor in doctrine.factors.items()
            if name.startswith(f"{section}.")
        }
        result[section] = table.replaced(**changes)
    return result


def wild(tables: Mapping[str, Weights], rng: Random) -> Doctrine:
    """Every weight drawn about its usual value."""
    names = [f"{part}.{name}" for part in sorted(tables) if part != WORK for name in sorted(tables[part])]
    return Doctrine("", {name: exp(rng.gauss(0, SPREAD)) for name in names})


@cache
def doctrines_of(game_id: str) -> tuple[Doctrine, ...]:
    """The doctrines of a game's staff, from the file doctrines.toml beside it."""
    plain = tomllib.loads(files(f"ardennes.players.{game_id}").joinpath("doctrines.toml").read_text("utf-8"))
    return tuple(Doctrine(name, factors) for name, factors in plain.items())


def doctrine_of(game_id: str, name: str) -> Doctrine:
    return next(doctrine for doctrine in doctrines_of(game_id) if doctrine.name == name)
