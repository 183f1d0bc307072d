"""Case files: the units of a case, printed or made up, in words or as tables."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from ardennes.cases.fields import Fields
from ardennes.cases.units import UnitWords, number, place_of, unit_fields, whole_or_text
from ardennes.games.breakthrough.cases.board import SIDE_NAMES, read_hex, read_side
from ardennes.games.breakthrough.rules import state as f
from ardennes.games.breakthrough.schema.load import load_pools, load_units
from ardennes.games.breakthrough.schema.terms import (
    BATTALION,
    BRIGADE,
    DIVISION,
    EDGES,
    ENG,
    ENGINEERS,
    FIRST_DAY,
    KINDS,
    PZ,
    REGIMENT,
    SIDE_CODES,
    SIDES,
    SIZES,
    SUPPLY_STATES,
    Board,
    Division,
    Unit,
)

FLAGS = {"flag": f.ADVANCE, "moved": f.MOVED, "blew": f.BLEW, "interdicted": f.INTERDICTED}
PLACES = {"waiting": f.NOT_YET, "delayed": f.NOT_YET, "dead": f.DEAD, "exited": f.EXITED, "inside": f.MERGED,
          "cancelled": f.CANCELLED}  # fmt: skip
MODE_WORDS = ("travel", "normal")
KIND_WORDS = {
    **{kind.lower(): kind for kind in KINDS if kind != "TD"},
    "panzer": "PZ",
    "panzergrenadier": "PZGR",
    "pzgren": "PZGR",
    "recon": "RCN",
    "engineers": "ENG",
    "volksgrenadier": "VG",
    "armor": "ARM",
    "armored": "ARM",
    "cavalry": "CAV",
    "infantry": "INF",
    "airborne": "AB",
    "td": "ARM",  # tank destroyers are battalions of armor, BTA-13.2
}
NUMBERS = {
    "strength": (0, 9999),
    "efficiency": (40, 100),
    "fort": (0, 5),
    "artillery": (0, 99),
    "points": (0, 99),
    "unused": (0, 99),
    "known": (0, 9999),
    "day": (FIRST_DAY, 27),
}
SHORT = {"eff": "efficiency", "op": "points"}
PRINT_FIELDS = ("side", "kind", "size", "combat", "division", "corps", "asterisk")
TEXT_FIELDS = ("entry", "edge", "division", "corps", "parts")
UNIT_FIELDS = ("id", "hex", *PLACES, *FLAGS, *MODE_WORDS, *SUPPLY_STATES, *NUMBERS, "parts", "entry", "edge",
               *PRINT_FIELDS)  # fmt: skip
WORDS = UnitWords(
    'a text like "US-99-394 at 25,28" or a table like { id = "US-99-394" }',
    UNIT_FIELDS,
    flags=(*PLACES, *FLAGS, *MODE_WORDS, *SUPPLY_STATES),
    pairs={
        **dict.fromkeys(NUMBERS, whole_or_text),
        **dict.fromkeys(TEXT_FIELDS, str),
        "parts": lambda value: value.split(","),
    },
    made_up={
        **{word: ("side", word) for word in SIDE_NAMES},
        **{word: ("kind", word) for word in KIND_WORDS},
        **{word: ("size", word) for word in SIZES if word != "engineer"},
        "asterisk": ("asterisk", True),
    },
    figure=number("combat"),
    figures=("a strength",),
    same=lambda word: SHORT.get(word.lower(), word.lower()),
    long_places=True,
)


@dataclass
class Spot:
    """A unit of a case: where it stands and how it is; what is not said follows the rules."""

    unit: int
    cell: int
    delayed: bool = False
    marks: int = 0
    travel: bool = False
    supply: int | None = None
    numbers: dict[str, int] = field(default_factory=dict)
    parts: tuple[int, ...] = ()


@dataclass
class Army:
    """All units of a case's world: the printed ones first, made-up ones and their divisions behind them."""

    units: list[Unit]
    divisions: list[Division]
    spots: list[Spot] = field(default_factory=list)

    def find(self, name: str) -> Unit | None:
        return next((unit for unit in self.units if unit.id == name), None)


def read_units(given: Fields, board: Board) -> Army:
    units, divisions = load_units()
    army = Army(list(units), list(divisions))
    read: list[tuple[Fields, Unit]] = []
    later: list[Fields] = []
    for fields in unit_fields(given, WORDS):
        if army.find(fields.text("id")) is None and "kind" not in fields:
            later.append(fields)  # perhaps the divisional unit of a made-up division
            continue
        read.append((fields, _unit(fields, army, board)))
    _form_divisions(army, [fields for fields, _ in read])
    for fields in later:
        unit = army.find(fields.text("id"))
        if unit is None:
            fields.unknown(
                "id",
                fields.text("id"),
                "a unit (a made-up one needs a side, a kind and a strength)",
                [u.id for u in army.units],
            )
        read.append((fields, _changed(fields, army, unit, board)))
    army.spots += [_spot(fields, army, unit, board) for fields, unit in read]
    return army


def _unit(fields: Fields, army: Army, board: Board) -> Unit:
    """The printed unit, or a made-up one like the printed ones of its kind."""
    printed = army.find(fields.text("id"))
    if printed is not None:
        for word in PRINT_FIELDS:
            if word in fields:
                fields.fail(word, f"{printed.id} is a printed unit; give a made-up one another name.")
        return _changed(fields, army, printed, board)
    side = read_side(fields, "side")
    word = fields.choice("kind", "a kind of unit", KIND_WORDS)
    kind = KINDS.index(KIND_WORDS[word])
    usual = SIZES[ENGINEERS if kind == ENG else BATTALION if word == "td" else REGIMENT]
    size = SIZES.index(fields.choice("size", "a size", SIZES[:DIVISION], usual))
    alone = size in (BRIGADE, BATTALION)
    models = [u for u in army.units[: _printed_rows()] if u.side == side and u.kind == kind]
    if not models:
        kinds = sorted({KINDS[u.kind] for u in army.units[: _printed_rows()] if u.side == side})
        fields.fail("kind", f"the {SIDES[side]} side has no {KINDS[kind]} units; it has {', '.join(kinds)}.")
    # Panzer brigades and battalions have an allowance of their own, BTA-7.4a.
    model = next((u for u in models if kind == PZ and alone == (u.size in (BRIGADE, BATTALION))), models[0])
    regiment = next((u for u in models if u.size == REGIMENT and u.replacements), model)
    unit = replace(
        model,
        index=len(army.units),
        id=fields.text("id"),
        name=fields.text("id"),
        division=-1,
        corps=fields.text("corps", ""),
        size=size,
        combat=fields.whole("combat", 1, 9999),
        combat_two_player=fields.whole("combat", 1, 9999),
        day=FIRST_DAY,
        hex=board.grid.cells[0],
        entry_edge=-1,
        asterisk=fields.flag("asterisk", side == 0),
        replacements=regiment.replacements if size == REGIMENT and "division" in fields else 0,
        counts=size in (REGIMENT, BRIGADE),
        fort=0,
        dec16=1.0,
        dec17=1.0,
    )
    army.units.append(unit)
    return _changed(fields, army, unit, board)


def _printed_rows() -> int:
    """Units of the chart, divisional units left out."""
    return sum(1 for unit in load_units()[0] if not unit.components)


def _changed(fields: Fields, army: Army, unit: Unit, board: Board) -> Unit:
    """Day, hex and edge of an arrival, where the case says them."""
    if "entry" in fields:
        unit = replace(unit, hex=read_hex(board.grid, fields, "entry", fields.text("entry"), board))
    if "edge" in fields:
        unit = replace(unit, entry_edge=EDGES.index(fields.choice("edge", "an edge", EDGES)))
    if "day" in fields:
        unit = replace(unit, day=fields.whole("day", *NUMBERS["day"]))
    army.units[unit.index] = unit
    return unit


def _form_divisions(army: Army, read: list[Fields]) -> None:
    """Made-up divisions out of the made-up units that name one; two regiments may build up."""
    names = dict.fromkeys(fields.text("division") for fields in read if "division" in fields)
    for name in names:
        members = [f for f in read if f.raw("division") == name]
        units = [unit for f in members if (unit := army.find(f.text("id"))) is not None]
        fields, first = members[0], units[0]
        if any(d.id == name for d in army.divisions):
            fields.fail("division", f"{name} is a printed division; give a made-up one another name.")
        pools = {pool.corps: pool.index for pool in load_pools() if pool.side == first.side}
        corps = fields.choice("corps", "a corps of that side", pools, next(iter(pools)))
        regiments = tuple(u.index for u in units if u.size == REGIMENT)
        builds = len(regiments) > 1
        model = _division_like(army, first)
        division = Division(
            index=len(army.divisions),
            id=name,
            name=name,
            side=first.side,
            pool=pools[corps],
            kind=model.kind,
            mobile=model.mobile,
            allowance=model.allowance,
            unit=len(army.units) if builds else -1,
            regiments=regiments if builds else (),
        )
        army.divisions.append(division)
        for unit in units:
            army.units[unit.index] = replace(unit, division=division.index, corps=corps)
        if builds:
            total = sum(army.units[i].combat for i in regiments)
            army.units.append(
                replace(
                    model,
                    index=len(army.units),
                    id=f"{SIDE_CODES[first.side]}-{name}-DIV",
                    name=f"{name} DIV",
                    division=division.index,
                    corps=corps,
                    combat=total,
                    combat_two_player=total,
                    dec16=1.0,
                    dec17=1.0,
                    components=regiments,
                )
            )


def _division_like(army: Army, unit: Unit) -> Unit:
    """A divisional unit of the same kind, or at least as mobile."""
    own = [u for u in army.units if u.components and u.side == unit.side]
    same = [u for u in own if u.kind == unit.kind]
    return next(iter(same), next(u for u in own if u.mobile == unit.mobile))


def _spot(fields: Fields, army: Army, unit: Unit, board: Board) -> Spot:
    cell = place_of(fields, PLACES, lambda said: read_hex(board.grid, fields, "hex", said, board))
    travel = fields.flag("travel", False)
    spot = Spot(unit.index, cell, delayed=fields.flag("delayed", False), travel=travel)
    for word, flag in FLAGS.items():
        if fields.flag(word, False):
            spot.marks |= flag
    states = [word for word in SUPPLY_STATES if fields.flag(word, False)]
    if states:
        spot.supply = SUPPLY_STATES.index(states[0])
    spot.numbers = {n: fields.whole(n, *NUMBERS[n]) for n in NUMBERS if n in fields and n != "day"}
    if unit.components:
        spot.parts = _parts(fields, army, unit)
    elif "parts" in fields:
        fields.fail("parts", f"{unit.id} is no divisional unit.")
    return spot


def _parts(fields: Fields, army: Army, unit: Unit) -> tuple[int, ...]:
    """The regiments in a divisional unit: those named, else the first three, BTA-6.6a."""
    own = {army.units[i].id: i for i in unit.components}
    named = fields.texts("parts")
    for name in named:
        if name not in own:
            fields.unknown("parts", name, f"a regiment of {unit.id}", own)
    return tuple(own[name] for name in named) or unit.components[:3]
