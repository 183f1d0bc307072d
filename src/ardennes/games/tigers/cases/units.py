"""Case files: the units of a case, printed or made up, in words or as tables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import msgspec

from ardennes.cases.fields import Fields
from ardennes.cases.units import UnitWords, number, place_of, unit_fields
from ardennes.games.tigers.cases.board import read_hex
from ardennes.games.tigers.facts import FLAGS, PLACES
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
PRINT_FIELDS = ("nation", "kind", "size", "factor", "ss", "arrival", "edge", "traits")
UNIT_FIELDS = ("id", "hex", *PLACES, *FLAGS, "supplied", "unsupplied", "spent", *PRINT_FIELDS)


def _amount(value: str) -> Any:
    """A number, whole or not, or the letters of an edge."""
    if not re.fullmatch(r"[\d.]+", value):
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
)


@dataclass
class Placed:
    """A unit of a case: what it is, where it stands, how it is."""

    unit: Unit
    cell: int
    flags: int = 0
    spent: int = 0
    supplied: bool | None = None
    arrival: int | None = None


def read_units(given: Fields, board: Board) -> tuple[tuple[Unit, ...], list[Placed]]:
    """All counters of the case's world (printed ones first) and those the case places."""
    counters = list(load_units(board))
    known = {unit.id: unit for unit in counters}
    placed: list[Placed] = []
    for fields in unit_fields(given, WORDS):
        unit = _unit(fields, known, len(counters), board)
        if unit.index == len(counters):
            counters.append(unit)
        counters[unit.index] = known[unit.id] = unit
        placed.append(_placed(fields, unit, board))
    return tuple(counters), placed


def _unit(fields: Fields, known: dict[str, Unit], index: int, board: Board) -> Unit:
    """The printed counter, with another factor if that is said, or a made-up one."""
    name = fields.text("id")
    printed = known.get(name)
    if printed is not None:
        for word in PRINT_FIELDS:
            if word in fields and word not in ("factor", "arrival", "edge"):
                fields.fail(word, f"{name} is a printed unit; only factor, arrival and edge can be changed.")
        factor = fields.whole("factor", 0, 99, printed.factor)
        edge = fields.choice("edge", "an edge", EDGES, printed.edge)
        return msgspec.structs.replace(printed, factor=factor, edge=edge)
    if "kind" not in fields and "factor" not in fields:
        fields.unknown(
            "id", name, "a printed unit (a made-up one needs nation, kind and factor)", list(known)
        )
    kind = KIND_WORDS[fields.choice("kind", "a kind of unit", KIND_WORDS)]
    nation = fields.choice("nation", "a nation", NATION_SIDE)
    size = fields.choice("size", "a size", SIZES, USUAL_SIZE.get(kind, "division"))
    arrival = fields.whole("arrival", 0, 12, 0)
    row = {
        "id": name,
        "side": NATION_SIDE[nation],
        "nation": nation,
        "name": name,
        "short": name,
        "kind": kind,
        "size": size,
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


def _placed(fields: Fields, unit: Unit, board: Board) -> Placed:
    cell = place_of(fields, PLACES, lambda said: read_hex(board.grid, fields, "hex", said, board))
    flags = 0
    for word, (flag, _) in FLAGS.items():
        if fields.flag(word, False):
            flags |= flag
    supplied = None
    if "supplied" in fields or "unsupplied" in fields:
        supplied = fields.flag("supplied", True) and not fields.flag("unsupplied", False)
    arrival = fields.whole("arrival", 0, 12) if "arrival" in fields else None
    return Placed(unit, cell, flags, fields.halves("spent", 0), supplied, arrival)
