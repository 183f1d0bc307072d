"""Case files: the units of a case, printed or made up, in words or as tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from ardennes.cases.fields import Fields
from ardennes.cases.units import UnitWords, number, place_of, unit_fields, whole_or_text
from ardennes.games.playsheet.cases.board import read_hex
from ardennes.games.playsheet.facts import AWAY, MARKS
from ardennes.games.playsheet.rules.air_orders import HEYDTE
from ardennes.games.playsheet.rules.reports import ARTILLERY
from ardennes.games.playsheet.rules.state import (
    EVERY_HEX,
    NOTHING,
    SUPPLIED,
)
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.load import load_units
from ardennes.games.playsheet.schema.map import Board
from ardennes.games.playsheet.schema.terms import Unit, turn_of

REGIMENT = 1  # of REPORT_SIZES

# What a kind of made-up unit is: movement row, type of report, and fields of Unit that are not the usual.
KINDS: dict[str, tuple[int, int, dict[str, Any]]] = {
    "infantry": (terms.FOOT, 0, {"infantry": True}),
    "motorised": (terms.MECH, 1, {"infantry": True}),
    "tanks": (terms.TANKS, 2, {"tank": True}),
    "heavy_tanks": (terms.TANKS, 2, {"tank": True, "heavy": True}),
    "combat_command": (terms.TANKS, 2, {"tank": True, "infantry": True}),
    "recce": (terms.RECCE, 3, {}),
    "engineers": (terms.MECH, 1, {"infantry": True, "light": True, "engineer": True}),
    "field": (terms.TOWED, ARTILLERY, {"gun": terms.FIELD}),
    "medium": (terms.TOWED, ARTILLERY, {"gun": terms.MEDIUM}),
    "heavy": (terms.TOWED, ARTILLERY, {"gun": terms.HEAVY}),
    "rocket": (terms.TOWED, ARTILLERY, {"gun": terms.ROCKET}),
    "horse_guns": (terms.FOOT, ARTILLERY, {"gun": terms.FIELD}),
    "flak": (terms.TOWED, ARTILLERY, {"heavy_flak": True}),
}
OTHER_WORDS = {
    "us": "allied", "ge": "german", "tank": "tanks", "heavy_tank": "heavy_tanks", "mixed": "combat_command",
    "mech": "motorised", "mechanised": "motorised", "engineer": "engineers", "truck_lift": "trucks",
}  # fmt: skip
UNIT_FLAGS = ("light", "trucks", "light_flak", "surprised")  # of a made-up unit
GIVEN_MARKS = ("dug_in", "defended", "retired", "rested", "moved", "attacked", "immobilised")
OUT, UNSEEN = STATES = ("out_of_supply", "unseen")
NUMBERS = ("sp", "status", "now")
PAIRS = (*NUMBERS, "division", "corps", "prepared", "arrives", "entry", "size")
MADE_UP = ("side", "kind", "corps", "size", "arrives", "entry", *UNIT_FLAGS)
UNIT_FIELDS = ("id", "hex", "side", "kind", *AWAY, *GIVEN_MARKS, *STATES, *UNIT_FLAGS, *PAIRS)


def _ours(word: str) -> str:
    """A word as this page has it."""
    lower = word.lower().replace("-", "_")
    return OTHER_WORDS.get(lower, lower)


def _in_our_words(fields: Fields) -> Fields:
    """The same with other words for sides and kinds as this page has them."""
    said = {name: _ours(str(fields.raw(name))) for name in ("side", "kind") if name in fields}
    return Fields(fields.file, fields.case, fields.path, {**fields.values, **said})


WORDS = UnitWords(
    'a text like "US-28-112 at 4420" or a table like { id = "US-28-112" }',
    UNIT_FIELDS,
    flags=(*AWAY, *GIVEN_MARKS, *STATES),
    pairs=dict.fromkeys(PAIRS, str) | dict.fromkeys(NUMBERS, whole_or_text),
    made_up={
        **{word: ("side", word) for word in terms.SIDES},
        **{word: ("kind", word) for word in KINDS},
        **{word: (word, True) for word in UNIT_FLAGS},
    },
    figure=number("status"),
    figures=("8",),
    same=_ours,
)
USUAL_DIVISION = "the division"  # units of a case are of one formation unless it says otherwise


@dataclass
class Spot:
    """A unit of a case: where it stands and how it is."""

    id: str
    cell: int
    marks: int
    status: int  # now
    sp: int
    prepared: int
    division: str  # now; "" its own
    seen: bool  # was reported to the other side in the turn before, so that nobody is surprised


@dataclass
class Army:
    """The units of a case's world by id, and where they are put."""

    units: dict[str, Unit]
    spots: list[Spot] = field(default_factory=list)

    def in_order(self) -> tuple[Unit, ...]:
        """Numbered by id, so that the lowest id is the lowest number, OPS-GRID-7."""
        found = sorted(self.units.values(), key=lambda unit: unit.id)
        return tuple(msgspec.structs.replace(unit, index=index) for index, unit in enumerate(found))


def read_units(given: Fields, board: Board, whole: bool) -> Army:
    """The units named; `whole`: all the printed ones as well."""
    printed = {unit.id: unit for unit in load_units(board)}
    army = Army(dict(printed) if whole else {HEYDTE: printed[HEYDTE]})
    for fields in unit_fields(given, WORDS):
        unit = _unit(_in_our_words(fields), printed, board)
        army.units[unit.id] = unit
        army.spots.append(_spot(fields, unit, board))
    return army


def _unit(fields: Fields, printed: dict[str, Unit], board: Board) -> Unit:
    """The printed unit, or a made-up one."""
    name = fields.text("id")
    if name in printed:
        for word in MADE_UP:
            if word in fields:
                fields.fail(word, f"{name} is a printed unit; give a made-up one another name.")
        return printed[name]
    if "side" not in fields:
        what = "a unit (a made-up one needs a side, a kind and a status)"
        fields.unknown("id", name, what, list(printed))
    side = terms.SIDES.index(fields.choice("side", "a side", terms.SIDES))
    row, report_type, special = KINDS[fields.choice("kind", "a kind of unit", KINDS, "infantry")]
    corps = str(fields.raw("corps", ""))
    arrives = terms.AT_START
    if "arrives" in fields:
        found = turn_of(fields.text("arrives"))
        if found is None:
            fields.wrong("arrives", "a turn like 22D")
        arrives = found
    size = terms.REPORT_SIZES.index(
        fields.choice("size", "a size", terms.REPORT_SIZES, terms.REPORT_SIZES[REGIMENT])
    )
    usual: dict[str, Any] = {
        "tank": False, "infantry": False, "heavy": False, "engineer": False, "gun": 0, "heavy_flak": False,
    }  # fmt: skip
    flags = {flag: fields.flag(flag, bool(special.get(flag, False))) for flag in UNIT_FLAGS}
    return Unit(
        index=0,
        id=name,
        side=side,
        formation=str(fields.raw("division", USUAL_DIVISION)),
        corps=corps,
        kind=fields.text("kind", "infantry"),
        size=terms.REPORT_SIZES[size],
        report_type=report_type,
        report_size=size,
        status=fields.whole("status", 1, 30),
        row=row,
        arrives=arrives,
        hex=read_hex(board, fields, "entry", fields.text("entry")) if "entry" in fields else -1,
        **{**usual, **{key: value for key, value in special.items() if key not in flags}, **flags},
    )


def _spot(fields: Fields, unit: Unit, board: Board) -> Spot:
    cell = place_of(fields, AWAY, lambda said: read_hex(board, fields, "hex", said))
    marks = sum(MARKS[word] for word in GIVEN_MARKS if fields.flag(word, False))
    return Spot(
        unit.id,
        cell,
        marks | (0 if fields.flag(OUT, False) or cell < 0 else SUPPLIED),
        fields.whole("now", 0, 30, fields.whole("status", 0, 30, unit.status)),
        fields.whole("sp", 0, 3, 3),
        _prepared(fields, board),
        str(fields.raw("division", "")),
        not fields.flag(UNSEEN, False),
    )


def _prepared(fields: Fields, board: Board) -> int:
    words = fields.text("prepared", "")
    if words in ("", "every"):
        return EVERY_HEX if words else NOTHING
    return read_hex(board, fields, "prepared", words)
