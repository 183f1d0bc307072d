"""Read what people write: a unit, guns, squadrons, a leg. An error names the words that are allowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
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
    "heavy-mixed": {"tank": True, "infantry": True, "heavy": True},
    "recce": {},
    "guns": {"combat": False},
    "flak": {"combat": False},
}
MARKS = {
    "prepared": "prepared", "defended": "defended", "dug-in": "dug_in", "marched": "marched",
    "no-supply": "no_supply",
}  # fmt: skip
# Other words for the same: those of the printed sheet, and what people say at the table.
KIND_WORDS = {
    "foot": "infantry", "horse-drawn": "infantry", "horse-drawn-infantry": "infantry", "inf": "infantry",
    "motorised-infantry": "infantry", "mechanised-infantry": "infantry", "panzergrenadiers": "infantry",
    "light-infantry": "light", "para": "light", "paras": "light", "paratroops": "light", "engineers": "light",
    "tanks": "tank", "armour": "tank", "panzer": "tank", "panzers": "tank", "spg": "tank", "spgs": "tank",
    "heavy-tanks": "heavy-tank", "tiger": "heavy-tank", "tigers": "heavy-tank",
    "combat-command": "mixed", "kampfgruppe": "mixed", "tanks-with-infantry": "mixed",
    "heavy-tanks-with-infantry": "heavy-mixed", "heavy-tanks-and-infantry": "heavy-mixed",
    "tanks-and-infantry": "mixed", "reconnaissance": "recce", "recon": "recce", "light-tanks": "recce",
    "artillery": "guns", "gun": "guns", "anti-aircraft": "flak", "aa": "flak",
}  # fmt: skip
MARK_WORDS = {
    "entrenched": "dug-in", "dug": "dug-in", "defend": "defended", "column": "marched",
    "marching": "marched", "no-sp": "no-supply", "unsupplied": "no-supply",
}  # fmt: skip
TROOP_WORDS = {
    "infantry": "foot", "horse-drawn": "foot", "horse-drawn-infantry": "foot", "para": "foot",
    "paras": "foot", "paratroops": "foot", "on-foot": "foot", "mechanised": "mech", "motorised": "mech",
    "mechanised-infantry": "mech", "motorised-infantry": "mech", "tank": "tanks", "armour": "tanks",
    "spg": "tanks", "spgs": "tanks", "panzers": "tanks", "artillery": "towed", "guns": "towed",
    "towed-artillery": "towed", "motor-towed": "towed", "motor-towed-artillery": "towed",
    "reconnaissance": "recce", "recon": "recce", "light-tanks": "recce",
}  # fmt: skip
MODE_WORDS = {"road-column": "road", "column": "road", "deployed": "tactical", "nontactical": "non-tactical"}
GROUND_WORDS = {
    "open": "clear", "fields": "clear", "open-country": "clear", "close": "rough", "close-country": "rough",
    "broken": "rough", "broken-ground": "rough", "hills": "rough", "wood": "forest", "woods": "forest",
    "built-up": "town", "built-up-area": "town", "village": "town", "city": "town", "moor": "marsh",
    "bog": "marsh", "swamp": "marsh",
}  # fmt: skip
GUN_WORDS = {"infantry-gun": "infantry-guns", "rockets": "rocket"}
AIRCRAFT_WORDS = {
    "german": "german-ga", "focke-wulf": "german-ga", "fw-190": "german-ga", "stuka": "german-ga",
    "allied": "allied-ga", "spitfire": "allied-ga", "typhoon": "allied-ga", "mustang": "allied-ga",
    "thunderbolt": "allied-ga", "lightning": "allied-ga",
    "heavy": "heavy-bomber", "hvy-bomber": "heavy-bomber",
    "fortress": "heavy-bomber", "liberator": "heavy-bomber", "lancaster": "heavy-bomber",
    "halifax": "heavy-bomber", "stirling": "heavy-bomber",
}  # fmt: skip
FILLERS = ("a", "an", "at", "km", "over", "the", "with", "across", "battalion", "battalions", "squadron",
           "squadrons", "sqn", "sqns")  # fmt: skip
PARTS_OF_KM = {"½": ".5", "¼": ".25", "¾": ".75"}
MOST = 999
DISTANCE = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3})?", re.ASCII)


class Force(NamedTuple):
    """Squadrons or battalions on an area."""

    number: int
    name: str
    force: int  # class of the interdiction table


def plain(word: str) -> str:
    """Return a word without capitals, with hyphens for spaces and underscores."""
    return "-".join(word.lower().replace("_", " ").split())


def among(
    word: str, allowed: Collection[str], what: str, also: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return one of the allowed words; `also` has other words for them, and plurals are allowed."""
    wanted = plain(word)
    for form in (wanted, wanted.removesuffix("s"), wanted.removesuffix("es")):
        result = form if form in allowed else also.get(form)
        if result is not None:
            return result
    hint = closest(wanted, (*allowed, *also))
    raise UserError(f"{word!r} is not {what}.{hint} There are: {', '.join(allowed)}.")


def ground(word: str) -> int:
    """Return a terrain; the sheet's words for ground are allowed too."""
    return TERRAINS.index(among(word, TERRAINS, "a kind of ground", GROUND_WORDS))


def choice(
    allowed: Sequence[str], what: str, also: Mapping[str, str] = MappingProxyType({})
) -> Callable[[str], int]:
    """Return a reader that returns the index of a word among the allowed ones."""
    return lambda word: allowed.index(among(word, allowed, what, also))


def whole(word: str, low: int = 0, high: int = MOST, what: str = "a number") -> int:
    number = whole_number(word.strip(), low, high)
    if number is None:
        raise UserError(f"{word!r} is not {what}: it must be a whole number from {low} to {high}.")
    return number


def score(word: str) -> int:
    """Return a score, which may be negative; the printed minus sign is allowed."""
    text = word.strip().replace("−", "-")
    number = whole_number(text, -MOST, MOST)
    if number is None:
        raise UserError(f"{word!r} is not a score: it must be a whole number, like 9 or -2.")
    return number


def number(low: int, high: int, what: str) -> Callable[[str], int]:
    return lambda word: whole(word, low, high, what)


def kilometres(word: str, what: str) -> Fraction | int:
    """Return a distance: 6, 7.5 km, 2½."""
    text = word.strip().lower().removesuffix("km").strip()
    if text[-1:] in PARTS_OF_KM:
        text = (text[:-1] or "0") + PARTS_OF_KM[text[-1]]
    if not DISTANCE.fullmatch(text):
        raise UserError(f"{word!r} is not {what}: it must be km from 0 to {MOST}, like 6 or 7.5.")
    km = Fraction(text)
    return int(km) if km.denominator == 1 else km


def _has_number(word: str) -> bool:
    return any(letter.isdigit() for letter in word)


def phrases(words: Sequence[str], allowed: Collection[str], what: str, also: Mapping[str, str]) -> list[str]:
    """Return the allowed words that several words say; the longest phrase counts: dug in, no supply."""
    result, at = [], 0
    while at < len(words):
        for length in (4, 3, 2, 1):
            phrase = plain(" ".join(words[at : at + length]))
            if length == 1 or phrase in allowed or phrase in also:
                result.append(among(phrase if length > 1 else words[at], allowed, what, also))
                at += length
                break
    return result


def marks(words: Sequence[str]) -> dict[str, bool]:
    """Return the marks of a unit by field: prepared, dug in, no supply."""
    return {MARKS[word]: True for word in phrases(words, MARKS, "a mark of a unit", MARK_WORDS)}


def unit(text: str) -> BattleUnit:
    """Return a unit from 'infantry 8 dug-in of 28': its kind, status, marks and formation."""
    before, result, formation = f" {text} ".partition(" of ")
    words = before.replace(",", " ").split()
    if len(words) < 2 or (result and not formation.strip()):
        raise UserError(
            f"{text!r} is not a unit: write a kind and its status, like 'infantry 8' or 'tank 9 of 2'."
            f" Kinds: {', '.join(KINDS)}. Marks: {', '.join(MARKS)}."
        )
    at = 0 if words[0].isdigit() else next((n for n in range(1, len(words)) if _has_number(words[n])), 1)
    kinds, rest = (words[:at], words[at + 1 :]) if at else (words[1:2], words[2:])  # "9 tanks" will do
    kind = KINDS[among(" ".join(kinds), KINDS, "a kind of unit", KIND_WORDS)]
    status = whole(words[at], 1, 99, "a status")
    made = BattleUnit(" ".join((*kinds, words[at])), status, formation.strip())
    return made._replace(**kind, **marks(rest))  # type: ignore[arg-type]


def _numbered(text: str, what: str, example: str, names: Iterable[str]) -> tuple[str, list[str]]:
    """Split '3 typhoon squadrons' into its number and the words after it, without words that say nothing."""
    words = [word for word in text.split() if word.lower() not in FILLERS]
    if len(words) < 2:
        raise UserError(f"{text!r} is not {what}: write {example}. There are: {', '.join(names)}.")
    return words[0], words[1:]


def guns(text: str) -> Group:
    """Return artillery from '3 medium 10': battalions, type, km to the hex attacked."""
    example = "battalions, type and km, like '3 medium 10'"
    number, words = _numbered(text, "artillery", example, GUNS)
    if len(words) < 2:
        raise UserError(f"{text!r} is not artillery: write {example}. There are: {', '.join(GUNS)}.")
    gun = GUNS.index(among(" ".join(words[:-1]), GUNS, "a type of artillery", GUN_WORDS)) + 1
    return Group(gun, whole(number, 1, 99, "a number of battalions"), kilometres(words[-1], "a distance"))


def squadrons(text: str) -> tuple[str, int]:
    """Return type and number of squadrons from '3 allied-ga' or '3 Typhoon squadrons'."""
    example = "squadrons and what they fly, like '3 allied-ga'"
    number, words = _numbered(text, "air support", example, AIRCRAFT)
    name = among(" ".join(words), AIRCRAFT, "a kind of aircraft", AIRCRAFT_WORDS)
    return SUPPORT_TYPES[AIRCRAFT.index(name)], whole(number, 1, 99, "a number of squadrons")


def by_type(flown: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return the number of squadrons by type."""
    result: dict[str, int] = {}
    for kind, count in flown:
        result[kind] = result.get(kind, 0) + count
    return result


def leg(text: str) -> Leg:
    """Return a leg from '6 forest' or '4 clear river': km, ground, and a river without a bridge first."""
    words = [word for word in text.replace(":", " ").split() if word.lower() not in (*FILLERS, "of")]
    river = len(words) > 2 and words[-1].lower() == "river"
    if len(words) < 2:
        raise UserError(
            f"{text!r} is not a leg of a route: write km and ground, like '6 forest', and 'river' after it"
            f" where it begins with a crossing without a bridge. Ground: {', '.join(TERRAINS)}."
        )
    terrain = ground(" ".join(words[1 : len(words) - river]))
    return Leg(kilometres(words[0], "a distance"), terrain, river)


def force(text: str) -> Force:
    """Return a force from '3 typhoon', '4 artillery' or '2 heavy': number, and aircraft, guns or class."""
    names = force_names()
    example = "how many and what, like '3 typhoon' or '4 artillery'"
    number, words = _numbered(text, "a force", example, names)
    name = among(" ".join(words), names, "a force that interdicts")
    return Force(whole(number, 1, 99, "a number of squadrons or battalions"), name, names[name])


def force_names() -> dict[str, int]:
    """Return the names of forces with their classes: those of the table, and the classes themselves."""
    names = {}
    for said, at in load_sheet().forces.items():
        plain = said.lower().removesuffix(" squadron").removesuffix(" battalion")
        for name in plain.replace(" or ", "/").split("/"):
            names["-".join(name.split())] = at
    names.update({word: at for at, word in enumerate(INTERDICTION_CLASSES)})
    return names


def share(text: str) -> Fraction:
    """Return a part of a turn, like 7/15."""
    try:
        result = Fraction(text)
    except (ValueError, ZeroDivisionError):
        result = Fraction(-1)
    if not 0 <= result <= 1:
        raise UserError(f"{text!r} is not a part of a turn: write 0 to 1, like 7/15 or 0.5.")
    return result


def reading(*keys: str) -> Callable[[str], tuple[str, object]]:
    """Return a reader of KEY=VALUE for these options, like score_rounding=nearest."""

    def read(text: str) -> tuple[str, object]:
        key, _, value = text.partition("=")
        if key not in keys:
            hint = closest(key, keys)
            raise UserError(
                f"{text!r} is not a reading of this question.{hint} Write KEY=VALUE; keys: {', '.join(keys)}."
            )
        options = read_options(game_file("ardennes.games.playsheet", "options.toml"))
        choices = {str(one).lower(): one for one in options[key].choices}
        if value.lower() not in choices:
            raise UserError(f"{key} cannot be {value!r}; it is one of: {', '.join(choices)}.")
        return key, choices[value.lower()]

    return read


def readings(chosen: Sequence[tuple[str, object]]) -> Readings:
    """Return the standard readings with some of them changed."""
    return msgspec.structs.replace(STANDARD, **dict(chosen))
