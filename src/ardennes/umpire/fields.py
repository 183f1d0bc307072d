"""The fields that several questions share: choices, numbers, distances, units, guns, aircraft, readings."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ardennes.errors import UserError
from ardennes.games.playsheet.rules.tables import parse
from ardennes.games.playsheet.rules.tables.artillery import Group
from ardennes.games.playsheet.rules.tables.combat import Line
from ardennes.games.playsheet.schema.terms import TERRAINS
from ardennes.umpire.question import FLAG, HOUSE, MANY, ONE, Field, Read
from ardennes.umpire.roster import Roster

MODIFIER = re.compile(r"([+-]?)([0-9]{1,2})(½?)(?:\s+(?:for\s+)?|\s*[:,]\s*)(\S.*)", re.ASCII)


def alone(read: Callable[[str], Any]) -> Read:
    """Return a reader that needs no roster."""
    return lambda text, roster: read(text)


def choice(
    name: str, about: str, allowed: Sequence[str], what: str, also: Mapping[str, str] | None = None,
    default: str | None = None, rare: bool = False,
) -> Field:  # fmt: skip
    """Return a field for one of several words."""
    read = alone(parse.choice(allowed, what, also or {}))
    return Field(name, f"{about}: {', '.join(allowed)}.", read, ONE, default, type="choice",
                 choices=tuple(allowed), rare=rare)  # fmt: skip


def ground(
    name: str = "ground", about: str = "The ground of the hex attacked", default: str = "clear"
) -> Field:
    return choice(name, about, TERRAINS, "a kind of ground", parse.GROUND_WORDS, default)


def number(
    name: str, about: str, low: int, high: int, what: str, default: str | None = None, rare: bool = False
) -> Field:
    """Return a field for a whole number."""
    return Field(name, about, alone(parse.number(low, high, what)), ONE, default, type="number", low=low,
                 high=high, rare=rare)  # fmt: skip


def flag(name: str, about: str, rare: bool = False, needs: tuple[str, ...] = ()) -> Field:
    return Field(name, about, kind=FLAG, rare=rare, needs=needs)


def distance(name: str, about: str, rare: bool = False) -> Field:
    """Return a field for a distance in km, which may be empty."""

    def read(text: str) -> Fraction | int | None:
        return None if not text.strip() else parse.kilometres(text, "a distance")

    return Field(name, about, alone(read), ONE, "", type="distance", rare=rare)


def units(name: str, about: str, example: str) -> Field:
    """Return a field for units of a battle, typed or from the roster."""
    read: Read = lambda text, roster: roster.battle_unit(text)  # noqa: E731
    return Field(name, about, read, MANY, least=1, example=example, type="unit")


class Battery(NamedTuple):
    """Guns at a distance, with their `id` if they are on the roster."""

    group: Group
    id: str = ""

    @property
    def words(self) -> str:
        km = parse_km(self.group.km)
        named = f"{self.group.battalions} {parse.GUNS[self.group.gun - 1]} at {km} km"
        return f"{self.id}, {named}" if self.id else named


def parse_km(km: Fraction | int) -> str:
    return str(km) if isinstance(km, int) else f"{float(km):g}"


def _read_guns(text: str, roster: Roster) -> Battery:
    result = roster.find(text)
    if result is None:
        return Battery(parse.guns(text))
    id, rest = result
    unit, rest = roster.units[id], [word for word in rest if word.lower() not in parse.FILLERS]
    if unit.type not in parse.GUNS:
        raise UserError(f"{id!r} is {unit.type}, not artillery. Types: {', '.join(parse.GUNS)}.")
    if len(rest) != 1 or not unit.status:
        raise UserError(f"{text!r}: write the km to the target after the unit, like '{id} 10'.")
    km = parse.kilometres(rest[0], "a distance")
    return Battery(Group(parse.GUNS.index(unit.type) + 1, unit.status, km), id)


def guns(name: str, about: str, example: str, least: int = 0, rare: bool = False) -> Field:
    return Field(name, about, _read_guns, MANY, least=least, example=example, type="guns", rare=rare)


class Flown(NamedTuple):
    """Squadrons that support a battle: the name as given, the row of the table, the number."""

    name: str
    kind: str
    number: int


def _read_squadrons(text: str, roster: Roster) -> Flown:
    if result := roster.aircraft(text):
        id, aircraft = result
        kind, count = parse.squadrons(f"{aircraft.squadrons} {aircraft.type}")
        return Flown(id, kind, count)
    kind, count = parse.squadrons(text)
    return Flown(text.split(maxsplit=1)[1], kind, count)


def squadrons(name: str, about: str, example: str, least: int = 0, rare: bool = False) -> Field:
    return Field(name, about, _read_squadrons, MANY, least=least, example=example, type="aircraft", rare=rare)


class Flight(NamedTuple):
    """A number of squadrons or serials, with their `id` if they are on the roster; some are `damaged`."""

    number: int
    id: str = ""
    damaged: int = 0


def flight(
    name: str, about: str, low: int, high: int, what: str, default: str | None = None, rare: bool = False
) -> Field:
    """Return a field for a number of aircraft, or a name from the roster."""

    def read(text: str, roster: Roster) -> Flight:
        if result := roster.aircraft(text):
            id, aircraft = result
            return Flight(parse.whole(str(aircraft.squadrons), low, high, what), id, aircraft.damaged)
        return Flight(parse.whole(text, low, high, what))

    return Field(name, about, read, ONE, default, type="flight", low=low, high=high, rare=rare)


def modifiers(name: str, about: str) -> Field:
    """Return a field for changes of the score that an umpire makes for a reason."""

    def read(text: str) -> Line:
        result = MODIFIER.fullmatch(text.strip().replace("−", "-"))
        if result is None:
            raise UserError(
                f"{text!r} is not a modifier: write a number and a reason, like '+2 fresh troops'."
            )
        sign, whole, half, reason = result.groups()
        amount = int(whole) + (Fraction(1, 2) if half else 0)
        return Line(reason, Fraction(-amount if sign == "-" else amount), HOUSE)

    return Field(name, about, alone(read), MANY, example="+2 fresh troops", type="modifier", rare=True)


def share(name: str, about: str, default: str = "0") -> Field:
    return Field(name, about, alone(parse.share), ONE, default, example="1/4", type="share", rare=True)


def reading(*keys: str) -> Field:
    """Return a field for other readings of the sheet."""
    about = f"Another reading of the sheet, as KEY=VALUE; keys: {', '.join(keys)}."
    return Field("reading", about, alone(parse.reading(*keys)), MANY, type="reading", choices=keys, rare=True)
