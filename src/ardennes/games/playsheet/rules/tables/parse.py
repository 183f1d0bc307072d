"""Reading what people write: a unit, guns, squadrons, a leg. A mistake is told with what is allowed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from ardennes.errors import UserError
from ardennes.games.playsheet.rules.tables.artillery import GUN_NAMES, Group
from ardennes.games.playsheet.rules.tables.combat import BattleUnit
from ardennes.games.playsheet.rules.tables.movement import Leg
from ardennes.games.playsheet.rules.tables.readings import STANDARD, Readings
from ardennes.games.playsheet.schema.sheet import INTERDICTION_CLASSES, SUPPORT_TYPES, load_sheet
from ardennes.games.playsheet.schema.terms import TERRAINS
from ardennes.kernel.mapfile import game_file
from ardennes.kernel.options import read_options
from ardennes.numbers import whole_number
from ardennes.words import closest

TROOPS = ("foot", "mech", "tanks", "towed", "recce")  # in the order of terms.CLASSES
MODES = ("tactical", "non-tactical", "road")  # in the order of terms.MODES
GUNS = tuple(name.replace("_", "-") for name in GUN_NAMES[1:])
AIRCRAFT = tuple(name.replace("_", "-") for name in SUPPORT_TYPES)
KINDS: Mapping[str, Mapping[str, bool]] = {
    "infantry": {"infantry": True},
    "light": {"infantry": True, "light": True},
    "tank": {"tank": True},
    "heavy-tank": {"tank": True, "heavy": True},
    "mixed": {"tank": True, "infantry": True},
    "recce": {},
    "guns": {"combat": False},
    "flak": {"combat": False},
}
MARKS = {
    "prepared": "prepared", "defended": "defended", "dug-in": "dug_in", "marched": "marched",
    "no-supply": "no_supply",
}  # fmt: skip
GROUND_WORDS = {
    "open": "clear", "close": "rough", "broken": "rough", "wood": "forest", "woods": "forest",
    "built-up": "town", "moor": "marsh",
}  # fmt: skip
MOST = 999


class Force(NamedTuple):
    """Squadrons or battalions on an area."""

    number: int
    name: str
    force: int  # class of the interdiction table


def among(word: str, allowed: Collection[str], what: str) -> str:
    """One of the allowed words, whatever its capitals; spaces and underscores will do for hyphens."""
    wanted = "-".join(word.lower().replace("_", " ").split())
    if wanted not in allowed:
        raise UserError(f"{word!r} is not {what}.{closest(wanted, allowed)} There are: {', '.join(allowed)}.")
    return wanted


def ground(word: str) -> int:
    """A terrain; the sheet's own words for ground will do."""
    said = "-".join(word.lower().replace("_", " ").split())
    return TERRAINS.index(among(GROUND_WORDS.get(said, word), TERRAINS, "a kind of ground"))


def choice(allowed: Sequence[str], what: str) -> Callable[[str], int]:
    """A reader that gives the place of a word among the allowed ones."""
    return lambda word: allowed.index(among(word, allowed, what))


def whole(word: str, low: int = 0, high: int = MOST, what: str = "a number") -> int:
    number = whole_number(word.strip(), low, high)
    if number is None:
        raise UserError(f"{word!r} is not {what}: it must be a whole number from {low} to {high}.")
    return number


def score(word: str) -> int:
    """A score, which may be below 0; the minus of the printed page will do."""
    text = word.strip().replace("−", "-")
    number = whole_number(text, -MOST, MOST)
    if number is None:
        raise UserError(f"{word!r} is not a score: it must be a whole number, like 9 or -2.")
    return number


def number(low: int, high: int, what: str) -> Callable[[str], int]:
    return lambda word: whole(word, low, high, what)


def kilometres(word: str, what: str) -> int:
    return whole(word.strip().lower().removesuffix("km"), 0, MOST, what)


def unit(text: str) -> BattleUnit:
    """'infantry 8 dug-in of 28': a kind, its status, its marks and the formation it belongs to."""
    before, found, formation = f" {text} ".partition(" of ")
    words = before.split()
    if len(words) < 2 or (found and not formation.strip()):
        raise UserError(
            f"{text!r} is not a unit: write a kind and its status, like 'infantry 8' or 'tank 9 of 2'."
            f" Kinds: {', '.join(KINDS)}. Marks: {', '.join(MARKS)}."
        )
    kind = KINDS[among(words[0], KINDS, "a kind of unit")]
    status = whole(words[1], 1, 99, "a status")
    marks = {MARKS[among(word, MARKS, "a mark of a unit")]: True for word in words[2:]}
    made = BattleUnit(" ".join(words[:2]), status, formation.strip())
    return made._replace(**kind, **marks)  # type: ignore[arg-type]


def guns(text: str) -> Group:
    """'3 medium 10': battalions, type, km to the hex attacked."""
    words = text.split()
    if len(words) != 3:
        raise UserError(
            f"{text!r} is not artillery: write battalions, type and km, like '3 medium 10'."
            f" Types: {', '.join(GUNS)}."
        )
    gun = GUNS.index(among(words[1], GUNS, "a type of artillery")) + 1
    return Group(gun, whole(words[0], 1, 99, "a number of battalions"), kilometres(words[2], "a distance"))


def squadrons(text: str) -> tuple[str, int]:
    """'3 allied-ga': squadrons and what they fly."""
    words = text.split(maxsplit=1)
    if len(words) != 2:
        raise UserError(
            f"{text!r} is not air support: write squadrons and what they fly, like '3 allied-ga'."
            f" There are: {', '.join(AIRCRAFT)}."
        )
    kind = SUPPORT_TYPES[AIRCRAFT.index(among(words[1], AIRCRAFT, "a kind of aircraft"))]
    return kind, whole(words[0], 1, 99, "a number of squadrons")


def by_type(flown: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Squadrons by what they fly, several mentions of one type together."""
    found: dict[str, int] = {}
    for kind, count in flown:
        found[kind] = found.get(kind, 0) + count
    return found


def leg(text: str) -> Leg:
    """'6 forest', '4 clear river': km, ground, and whether it begins with a river that has no bridge."""
    words = text.replace(":", " ").split()
    if len(words) not in (2, 3) or words[2:] not in ([], ["river"]):
        raise UserError(
            f"{text!r} is not a leg of a route: write km and ground, like '6 forest', and 'river' after it"
            f" where it begins with a crossing without a bridge. Ground: {', '.join(TERRAINS)}."
        )
    terrain = ground(words[1])
    return Leg(kilometres(words[0], "a distance"), terrain, len(words) == 3)


def force(text: str) -> Force:
    """'3 typhoon', '4 artillery', '2 heavy': how many, and an aircraft, artillery or a class of the table."""
    words = text.split(maxsplit=1)
    names = force_names()
    if len(words) != 2:
        raise UserError(
            f"{text!r} is not a force: write how many and what, like '3 typhoon' or '4 artillery'."
            f" There are: {', '.join(names)}."
        )
    name = among(words[1], names, "a force that interdicts")
    return Force(whole(words[0], 1, 99, "a number of squadrons or battalions"), name, names[name])


def force_names() -> dict[str, int]:
    """Every name a force may have, with its class: those of the table, and the classes themselves."""
    names = {}
    for said, at in load_sheet().forces.items():
        plain = said.lower().removesuffix(" squadron").removesuffix(" battalion")
        for name in plain.replace(" or ", "/").split("/"):
            names["-".join(name.split())] = at
    names.update({word: at for at, word in enumerate(INTERDICTION_CLASSES)})
    return names


def share(text: str) -> Fraction:
    """A part of a turn, like 7/15."""
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if not 0 <= found <= 1:
        raise UserError(f"{text!r} is not a part of a turn: write 0 to 1, like 7/15 or 0.5.")
    return found


def reading(*keys: str) -> Callable[[str], tuple[str, object]]:
    """A reader of KEY=VALUE, like score_rounding=nearest: one of these options of the game."""

    def read(text: str) -> tuple[str, object]:
        key, _, value = text.partition("=")
        if key not in keys:
            hint = closest(key, keys)
            raise UserError(f"{text!r} is no reading here.{hint} Write KEY=VALUE; keys: {', '.join(keys)}.")
        options = read_options(game_file("ardennes.games.playsheet", "options.toml"))
        choices = {str(one).lower(): one for one in options[key].choices}
        if value.lower() not in choices:
            raise UserError(f"{key} cannot be {value!r}; it is one of: {', '.join(choices)}.")
        return key, choices[value.lower()]

    return read


def readings(chosen: Sequence[tuple[str, object]]) -> Readings:
    """The sheet's readings with some of them chosen otherwise."""
    return msgspec.structs.replace(STANDARD, **dict(chosen))
