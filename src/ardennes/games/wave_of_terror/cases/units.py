"""Case files: the units of a case, printed or made up, in words or as tables."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from ardennes.cases.fields import Fields
from ardennes.games.wave_of_terror.cases.board import read_hex
from ardennes.games.wave_of_terror.rules.state import ASIDE, ATTACKED, DEAD, DONE, EXITED, NOT_YET, TOP
from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.terms import Board, Unit
from ardennes.games.wave_of_terror.schema.world import printed_world

NATION_WORDS = {
    "german": terms.ARMY, "ss": terms.SS, "us": terms.US, "allied": terms.US, "british": terms.BRITISH,
    "french": terms.FRENCH, "belgian": terms.BELGIAN,
}  # fmt: skip
KIND_WORDS = {kind.replace(" ", "_"): kind for kind in terms.KINDS} | {
    "cavalry": "recon-cavalry",
    "recon": "recon-cavalry",
    "inf": "infantry",
    "volksgrenadier": "infantry",
    "tank": "armor",
}
TWO_WORDS = re.compile(r"\b(mech|assault|tank) (inf|infantry|gun|destroyer)\b", re.IGNORECASE)
AWAY_WORDS = {"waiting": NOT_YET, "dead": DEAD, "exited": EXITED, "aside": ASIDE}
MARK_WORDS = {"done": DONE, "attacked": ATTACKED, "top": TOP}
FLAG_WORDS = ("reduced", "unsupplied", "heavy", "one_step")
PAIRS = ("parent", "turn", "entry", "optional")
MADE_UP = ("nation", "kind", "factors", "parent", "heavy", "one_step", "turn", "entry", "optional")
UNIT_FIELDS = ("id", "hex", *AWAY_WORDS, *MARK_WORDS, *FLAG_WORDS, *PAIRS, "nation", "kind", "factors")
FACTORS = re.compile(r"\d+(-\d+){1,2}")
GUN_FACTORS = ("0-2-3", "0-2-6")  # of an artillery unit of either side


@dataclass
class Spot:
    """A unit of a case: where it stands and how it is."""

    unit: int
    cell: int
    marks: int
    reduced: bool
    unsupplied: bool


@dataclass
class Army:
    """All units of a case's world: the printed ones first, made-up ones and their parents behind them."""

    units: list[Unit]
    parents: list[terms.Parent]
    spots: list[Spot] = field(default_factory=list)

    def find(self, name: str) -> Unit | None:
        return next((unit for unit in self.units if unit.id == name), None)


def read_units(given: Fields, board: Board) -> Army:
    printed = printed_world()
    army = Army(list(printed.units), list(printed.parents))
    for number, item in enumerate(given.items("units"), 1):
        at = f"units[{number}]"
        values = _from_text(given, at, item) if isinstance(item, str) else item
        if not isinstance(values, dict):
            given.fail(at, 'a unit is a text like "G-1SS-01 at E4116" or a table like { id = "G-1SS-01" }.')
        fields = Fields(given.file, given.case, given.at(at), values)
        fields.only(UNIT_FIELDS)
        unit = _unit(fields, army)
        if any(spot.unit == unit.index for spot in army.spots):
            fields.fail("id", f"{unit.id} is placed twice.")
        army.spots.append(_spot(fields, unit, board))
    return army


def _from_text(given: Fields, at: str, text: str) -> dict[str, Any]:
    """'A: german infantry 6-7-6 parent=1SS at E3020 reduced' or 'G-1SS-01 at E4116' as a table."""
    name, colon, rest = text.partition(":") if ":" in text else text.strip().partition(" ")
    values: dict[str, Any] = {"id": name.strip()}
    words = iter(TWO_WORDS.sub(_as_one, rest).split())
    for word in words:
        lower = word.lower()
        key, equals, value = word.partition("=")
        if lower == "at":
            values["hex"] = next(words, "")
        elif equals and key.lower() in PAIRS:
            values[key.lower()] = int(value) if value.isdigit() and key.lower() == "turn" else value
        elif lower in (*AWAY_WORDS, *MARK_WORDS, *FLAG_WORDS):
            values[lower] = True
        elif colon and lower in NATION_WORDS:
            values["nation"] = lower
        elif colon and lower in KIND_WORDS:
            values["kind"] = lower
        elif colon and FACTORS.fullmatch(word):
            values["factors"] = word
        else:
            made_up = (*NATION_WORDS, *KIND_WORDS, "6-7-6", "6-5") if colon else ()
            states = (*AWAY_WORDS, *MARK_WORDS, *FLAG_WORDS, *(f"{pair}=..." for pair in PAIRS))
            given.unknown(at, word, f"a word for a unit (in {text!r})", ("at HEX", *made_up, *states))
    return values


def _as_one(kind: re.Match[str]) -> str:
    """A kind of two words as one: tank destroyer, mech inf."""
    return f"{kind[1]}_{kind[2]}".lower().replace("mech_infantry", "mech_inf")


def _unit(fields: Fields, army: Army) -> Unit:
    """The printed unit, or a made-up one."""
    name = fields.text("id")
    printed = army.find(name)
    if printed is not None:
        for word in MADE_UP:
            if word in fields:
                fields.fail(word, f"{name} is a printed unit; give a made-up one another name.")
        return printed
    if "nation" not in fields:
        what = "a unit (a made-up one needs a nation, a kind and factors)"
        fields.unknown("id", name, what, [unit.id for unit in army.units])
    nation = NATION_WORDS[fields.choice("nation", "a nation", NATION_WORDS)]
    side = terms.GERMAN if nation in (terms.ARMY, terms.SS) else 1
    kind = terms.KINDS.index(KIND_WORDS[fields.choice("kind", "a kind of unit", KIND_WORDS, "infantry")])
    attack, defense, movement = _factors(fields, side, kind)
    steps = 1 if kind == terms.ARTILLERY or fields.flag("one_step", False) else 2
    parent = _parent(fields, army, side, nation)
    coming = "turn" in fields
    unit = Unit(
        index=len(army.units),
        id=name,
        name=name,
        side=side,
        nation=nation,
        parent=parent,
        kind=kind,
        attack=attack,
        defense=defense,
        movement=movement,
        reduced_attack=max(0, attack - 1) if steps > 1 else 0,
        reduced_defense=max(0, defense - 1) if steps > 1 else 0,
        steps=steps,
        heavy=fields.flag("heavy", False),
        turn=fields.whole("turn", 1, 17) if coming else 0,
        entry=terms.ENTRIES.index(fields.choice("entry", "an entry area", terms.ENTRIES)) if coming else -1,
        optional=fields.text("optional", ""),
    )
    army.units.append(unit)
    if parent >= 0:
        old = army.parents[parent]
        army.parents[parent] = replace(old, units=(*old.units, unit.index))
    return unit


def _factors(fields: Fields, side: int, kind: int) -> tuple[int, int, int]:
    """Attack, defense, MF; two numbers are one factor for both and the MF, WOT-2.11."""
    usual = GUN_FACTORS[side] if kind == terms.ARTILLERY else None
    text = fields.text("factors", usual)
    if not FACTORS.fullmatch(text):
        fields.wrong("factors", "attack-defense-MF like 6-7-6, or factor-MF like 6-5")
    numbers = [int(part) for part in text.split("-")]
    return (numbers[0], numbers[0], numbers[1]) if len(numbers) == 2 else (numbers[0], numbers[1], numbers[2])


def _parent(fields: Fields, army: Army, side: int, nation: int) -> int:
    """A printed or a new parent organisation; without one the unit is independent, WOT-2.15."""
    if "parent" not in fields:
        return -1
    name = fields.text("parent")
    for parent in army.parents:
        if (parent.side, parent.id) == (side, name):
            return parent.index
    army.parents.append(terms.Parent(len(army.parents), name, side, nation == terms.BRITISH, ()))
    return army.parents[-1].index


def _spot(fields: Fields, unit: Unit, board: Board) -> Spot:
    away = [word for word in AWAY_WORDS if fields.flag(word, False)]
    if ("hex" in fields) + len(away) != 1:
        fields.fail("hex", f"say where {unit.id} is: a hex, or one of {', '.join(AWAY_WORDS)}.")
    cell = AWAY_WORDS[away[0]] if away else read_hex(board, fields, "hex", fields.raw("hex"))
    marks = sum(mark for word, mark in MARK_WORDS.items() if fields.flag(word, False))
    reduced = fields.flag("reduced", False)
    if reduced and unit.steps < 2:
        fields.fail("reduced", f"{unit.id} has one step only.")
    return Spot(unit.index, cell, marks, reduced, fields.flag("unsupplied", False))
