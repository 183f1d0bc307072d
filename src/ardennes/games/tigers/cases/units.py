"""Case files: the units of a case, printed or made up, in words or as tables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import msgspec

from ardennes.cases.fields import Fields
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
NUMBER = re.compile(r"(spent|arrival|edge|factor)=(\S+)$")


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
    for number, item in enumerate(given.items("units"), 1):
        at = f"units[{number}]"
        values = _from_text(given, at, item) if isinstance(item, str) else item
        if not isinstance(values, dict):
            given.fail(
                at, 'a unit is a text like "US-30 at 1006 disrupted" or a table like { id = "US-30", ... }.'
            )
        fields = Fields(given.file, given.case, given.at(at), values)
        fields.only(UNIT_FIELDS)
        unit = _unit(fields, known, len(counters), board)
        if unit.index == len(counters):
            counters.append(unit)
        counters[unit.index] = known[unit.id] = unit
        if any(p.unit.id == unit.id for p in placed):
            fields.fail("id", f"{unit.id} is placed twice.")
        placed.append(_placed(fields, unit, board))
    return tuple(counters), placed


def _from_text(given: Fields, at: str, text: str) -> dict[str, Any]:
    """'A: german ss armor 5 at 907 disrupted spent=2' or 'US-30 at 1006 entrenched' as a table."""
    name, colon, rest = text.partition(":") if ":" in text else text.strip().partition(" ")
    values: dict[str, Any] = {"id": name.strip()}
    words = iter(rest.split())
    for word in words:
        if word.lower() == "at":
            values["hex"] = next(words, "")
        elif not (colon == ":" and _print_word(word.lower(), values)) and not _status_word(
            word.lower(), values
        ):
            made_up = (*NATION_SIDE, "ss", *KIND_WORDS, *SIZES, "a factor") if colon == ":" else ()
            status = (*FLAGS, *PLACES, "supplied", "unsupplied", "spent=N", "arrival=N", "edge=N", "factor=N")
            given.unknown(at, word, f"a word for a unit (in {text!r})", ("at HEX", *made_up, *status))
    return values


def _print_word(word: str, values: dict[str, Any]) -> bool:
    """A word of a made-up counter: nation, kind, size, factor, ss."""
    if word in NATION_SIDE or word == "allied":
        values["nation"] = "us" if word == "allied" else word
    elif word == "ss":
        values["ss"] = True
    elif word in KIND_WORDS:
        values["kind"] = word
    elif word in SIZES:
        values["size"] = word
    elif word.isdigit():
        values["factor"] = int(word)
    else:
        return False
    return True


def _status_word(word: str, values: dict[str, Any]) -> bool:
    pair = NUMBER.match(word)
    if pair:
        number = float(pair[2]) if re.fullmatch(r"[\d.]+", pair[2]) else pair[2].upper()
        values[pair[1]] = int(number) if isinstance(number, float) and number.is_integer() else number
    elif word in (*FLAGS, *PLACES, "supplied", "unsupplied"):
        values[word] = True
    else:
        return False
    return True


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
    places = [word for word in PLACES if fields.flag(word, False)]
    if ("hex" in fields) + len(places) != 1:
        fields.fail("hex", f"say where {unit.id} is: a hex, or one of {', '.join(PLACES)}.")
    cell = read_hex(board.grid, fields, "hex", fields.raw("hex"), board) if not places else PLACES[places[0]]
    flags = 0
    for word, (flag, _) in FLAGS.items():
        if fields.flag(word, False):
            flags |= flag
    supplied = None
    if "supplied" in fields or "unsupplied" in fields:
        supplied = fields.flag("supplied", True) and not fields.flag("unsupplied", False)
    arrival = fields.whole("arrival", 0, 12) if "arrival" in fields else None
    return Placed(unit, cell, flags, fields.halves("spent", 0), supplied, arrival)
