"""Case files: the units of a case, printed or made up, in words or as tables."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from ardennes.cases.fields import Fields
from ardennes.cases.names import Names
from ardennes.cases.units import UnitWords, is_printed, number, place_of, unit_fields
from ardennes.games.tigers.facts import FLAGS, PLACES
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.schema.map import Board
from ardennes.games.tigers.schema.terms import KINDS
from ardennes.games.tigers.schema.units import EDGES, SIZES, Unit, load_units, unit_from_row
from ardennes.kernel.datafile import Row

KIND_WORDS = {
    **{kind: kind for kind in KINDS},
    "inf": "infantry",
    "vgd": "infantry",
    "volksgrenadier": "infantry",
    "airborne": "para",
    "parachute": "para",
    "pzgren": "panzergrenadier",
    "panzer": "armor",
    "cav": "cavalry",
    "cc": "combat_command",
}
USUAL_SIZE = {"cavalry": "group", "combat_command": "command", "tiger": "battalion", "skorzeny": "special",
              "vdh": "special", "dump": "special"}  # fmt: skip
NATION_SIDE = {"german": "german", "us": "allied", "british": "allied"}
UNIT_FIELDS = ("id", "hex", *PLACES, *FLAGS, "supplied", "unsupplied", "spent", "nation", "kind", "size",
               "factor", "ss", "arrival", "edge", "traits")  # fmt: skip


def _amount(value: str) -> Any:
    """Return a number, or the letters of an edge."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value):
        return value.upper()
    amount = float(value)
    return int(amount) if amount.is_integer() else amount


WORDS = UnitWords(
    'a text like "US-30 at 1006 disrupted" or a table like { id = "US-30", ... }',
    UNIT_FIELDS,
    flags=(*FLAGS, *PLACES, "supplied", "unsupplied"),
    pairs=dict.fromkeys(("spent", "arrival", "edge", "factor"), _amount),
    made_up={
        **{nation: ("nation", nation) for nation in NATION_SIDE},
        "allied": ("nation", "us"),
        "ss": ("ss", True),
        **{word: ("kind", word) for word in KIND_WORDS},
        **{word: ("size", word) for word in SIZES},
    },
    figure=number("factor"),
    figures=("a factor",),
    either=(("supplied", "unsupplied"),),
    marks=tuple(FLAGS),
    needs="a nation, a kind and a factor",
    only_made_up=("nation", "kind", "size", "ss", "traits"),
)


def read_units(given: Fields, board: Board) -> tuple[tuple[Unit, ...], list[tuple[Fields, Unit]]]:
    """Return all counters of the case's world (printed ones first), and the fields of those it places."""
    counters = {unit.id: unit for unit in load_units(board)}
    placed = unit_fields(given, WORDS)
    for fields in placed:
        known = is_printed(fields, counters, WORDS)
        name = fields.text("id")
        counters[name] = _changed(fields, counters[name]) if known else _made_up(fields, len(counters), board)
    return tuple(counters.values()), [(fields, counters[fields.text("id")]) for fields in placed]


def _changed(fields: Fields, printed: Unit) -> Unit:
    factor = fields.whole("factor", 0, 99, printed.factor)
    return msgspec.structs.replace(
        printed, factor=factor, edge=fields.choice("edge", "an edge", EDGES, printed.edge)
    )


def _made_up(fields: Fields, index: int, board: Board) -> Unit:
    name, nation = fields.text("id"), fields.choice("nation", "a nation", NATION_SIDE)
    kind = KIND_WORDS[fields.choice("kind", "a kind of unit", KIND_WORDS)]
    arrival = fields.whole("arrival", 0, 12, 0)
    row = {
        "id": name,
        "side": NATION_SIDE[nation],
        "nation": nation,
        "name": name,
        "short": name,
        "kind": kind,
        "size": fields.choice("size", "a size", SIZES, USUAL_SIZE.get(kind, "division")),
        "factor": str(fields.whole("factor", 0, 20)),
        "ss": "yes" if fields.flag("ss", False) else "no",
        "start_hex": "",
        "arrival": str(arrival),
        "edge": fields.choice("edge", "an edge", EDGES, "" if not arrival else "E"),
        "traits": " ".join(fields.texts("traits")),
        "status": "reconstructed",
        "notes": "",
    }
    return unit_from_row(index, Row(fields.file, 0, row), board)


def supply_of(fields: Fields) -> bool | None:
    """Return whether the case says that the unit is supplied; None if it says nothing."""
    if "supplied" not in fields and "unsupplied" not in fields:
        return None
    return fields.flag("supplied", True) and not fields.flag("unsupplied", False)


def place(names: Names, state: TigersState, fields: Fields, unit: int) -> None:
    """Set hex, status and points of the unit."""
    state.where[unit] = place_of(fields, PLACES, names)
    state.arrival[unit] = fields.whole("arrival", 0, 12, state.arrival[unit])
    state.status[unit] = 0
    for word in fields.flags(FLAGS):
        state.status[unit] |= FLAGS[word][0]
    state.spent[unit] = fields.halves("spent", 0)
