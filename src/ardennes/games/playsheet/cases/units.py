"""The units of a case, printed or made up, as texts or tables."""

from __future__ import annotations

from typing import Any

import msgspec

from ardennes.cases.fields import Fields
from ardennes.cases.remember import once_for
from ardennes.cases.units import UnitWords, is_printed, number, place_of, unit_fields, whole_or_text
from ardennes.games.playsheet.cases.board import BOARD_FIELDS, PlaysheetNames, board_of_case
from ardennes.games.playsheet.facts import AWAY, MARKS
from ardennes.games.playsheet.rules.knowledge.reports import ARTILLERY
from ardennes.games.playsheet.rules.model.state import EVERY_HEX, NOTHING, SUPPLIED, PlaysheetState
from ardennes.games.playsheet.rules.orders.air import HEYDTE
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.load import load_units
from ardennes.games.playsheet.schema.map import Board
from ardennes.games.playsheet.schema.terms import Unit, turn_of

REGIMENT = 1  # of REPORT_SIZES

# By kind of made-up unit: movement row, type of report, and fields of Unit without their defaults.
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
    """Return the standard word for a word."""
    lower = word.lower().replace("-", "_")
    return OTHER_WORDS.get(lower, lower)


def _in_our_words(fields: Fields) -> Fields:
    """Return fields with the standard words for sides and kinds."""
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
    marks=GIVEN_MARKS,
    needs="a side, a kind and a status",
    only_made_up=MADE_UP,
)
PREPARED = {"": NOTHING, "every": EVERY_HEX}
LAST_TURN = 0b10  # of `reported`: a unit reported then has no surprise
USUAL_DIVISION = "the division"  # units of a case have one formation by default


@once_for(BOARD_FIELDS)
def _printed(given: Fields) -> dict[str, Unit]:
    return {unit.id: unit for unit in load_units(board_of_case(given))}


def read_units(given: Fields, board: Board, whole: bool) -> tuple[tuple[Unit, ...], list[Fields]]:
    """Return all units of a case (`whole`: with all printed ones), and the fields of those it places."""
    printed = _printed(given)
    units = dict(printed) if whole else {HEYDTE: printed[HEYDTE]}
    placed = [_in_our_words(fields) for fields in unit_fields(given, WORDS)]
    for fields in placed:
        name = fields.text("id")
        units[name] = printed[name] if is_printed(fields, printed, WORDS) else _made_up(fields, board)
    # Numbered by id, so that the lowest id is the lowest number, OPS-GRID-7.
    result = sorted(units.values(), key=lambda unit: unit.id)
    return tuple(msgspec.structs.replace(unit, index=index) for index, unit in enumerate(result)), placed


def _made_up(fields: Fields, board: Board) -> Unit:
    row, report_type, special = KINDS[fields.choice("kind", "a kind of unit", KINDS, "infantry")]
    size = fields.index("size", "a size", terms.REPORT_SIZES, REGIMENT)
    arrives = turn_of(fields.text("arrives")) if "arrives" in fields else terms.AT_START
    if arrives is None:
        fields.wrong("arrives", "a turn like 22D")
    usual: dict[str, Any] = {
        "tank": False, "infantry": False, "heavy": False, "engineer": False, "gun": 0, "heavy_flak": False,
    }  # fmt: skip
    flags = {flag: fields.flag(flag, bool(special.get(flag, False))) for flag in UNIT_FLAGS}
    return Unit(
        index=0,
        id=fields.text("id"),
        side=fields.index("side", "a side", terms.SIDES),
        formation=str(fields.raw("division", USUAL_DIVISION)),
        corps=str(fields.raw("corps", "")),
        kind=fields.text("kind", "infantry"),
        size=terms.REPORT_SIZES[size],
        report_type=report_type,
        report_size=size,
        status=fields.whole("status", 1, 30),
        row=row,
        arrives=arrives,
        hex=PlaysheetNames(board).hex(fields, "entry") if "entry" in fields else -1,
        **{**usual, **special, **flags},
    )


def place(names: PlaysheetNames, s: PlaysheetState, fields: Fields) -> None:
    """Where a unit stands and how it is."""
    unit = names.w.by_id[fields.text("id")]
    s.where[unit] = place_of(fields, AWAY, names)
    s.marks[unit] = sum(MARKS[word] for word in fields.flags(GIVEN_MARKS))
    if s.where[unit] >= 0 and not fields.flag(OUT, False):
        s.marks[unit] |= SUPPLIED
    printed = fields.whole("status", 0, 30, names.w.units[unit].status)
    s.status[unit], s.sp[unit] = fields.whole("now", 0, 30, printed), fields.whole("sp", 0, 3, 3)
    ready = fields.text("prepared", "")
    against = names.hex(fields, "prepared") if ready not in PREPARED else PREPARED[ready]
    s.prepared[unit] = against
    s.reported[unit] = 0 if fields.flag(UNSEEN, False) else LAST_TURN
    s.division[unit] = str(fields.raw("division", "")) or s.division[unit]
