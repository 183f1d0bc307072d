"""Case files: the units of a case, printed or made up, written as texts or tables."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from ardennes.cases.fields import Fields
from ardennes.cases.units import UnitWords, is_printed, number, place_of, unit_fields, whole_or_text
from ardennes.games.breakthrough.cases.board import OTHER_SIDES, BreakthroughNames
from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model import position
from ardennes.games.breakthrough.rules.model import state as f
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.load import load_pools, load_units
from ardennes.games.breakthrough.schema.terms import Board, Division, Unit
from ardennes.games.breakthrough.schema.world import World

FLAGS = {"flag": f.ADVANCE, "moved": f.MOVED, "blew": f.BLEW, "interdicted": f.INTERDICTED}
PLACES = {"waiting": f.NOT_YET, "delayed": f.NOT_YET, "dead": f.DEAD, "exited": f.EXITED, "inside": f.MERGED,
          "cancelled": f.CANCELLED}  # fmt: skip
MODE_WORDS = ("travel", "normal")
KIND_WORDS = {
    **{kind.lower(): kind for kind in terms.KINDS if kind != "TD"},
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
    "day": (terms.FIRST_DAY, 27),
}
SHORT = {"eff": "efficiency", "op": "points"}
PRINT_FIELDS = ("side", "kind", "size", "combat", "division", "corps", "asterisk")  # of a made-up unit
TEXT_FIELDS = ("entry", "edge", "division", "corps", "parts")
UNIT_FIELDS = ("id", "hex", *PLACES, *FLAGS, *MODE_WORDS, *terms.SUPPLY_STATES, *NUMBERS, *TEXT_FIELDS,
               *PRINT_FIELDS)  # fmt: skip
WORDS = UnitWords(
    'a text like "US-99-394 at 25,28" or a table like { id = "US-99-394" }',
    UNIT_FIELDS,
    flags=(*PLACES, *FLAGS, *MODE_WORDS, *terms.SUPPLY_STATES),
    pairs={
        **dict.fromkeys(NUMBERS, whole_or_text),
        **dict.fromkeys(TEXT_FIELDS, str),
        "parts": lambda value: value.split(","),
    },
    made_up={
        **{word: ("side", word) for word in (*terms.SIDES, *OTHER_SIDES)},
        **{word: ("kind", word) for word in KIND_WORDS},
        **{word: ("size", word) for word in terms.SIZES if word != "engineer"},
        "asterisk": ("asterisk", True),
    },
    figure=number("combat"),
    figures=("a strength",),
    same=lambda word: SHORT.get(word.lower(), word.lower()),
    long_places=True,
    either=(MODE_WORDS, terms.SUPPLY_STATES),
    gone=("dead", "exited", "cancelled"),
    marks=(*FLAGS, "travel"),
    only_made_up=PRINT_FIELDS,
)


@dataclass
class Army:
    """All units of a case's world: first the printed ones, then made-up units and their divisions."""

    units: dict[str, Unit]
    divisions: list[Division]
    listed: list[Fields] = field(default_factory=list)  # the fields of each unit in the case


def read_units(given: Fields, board: Board) -> Army:
    """Return the units of a case; fail if a unit is placed in a hex and inside a division."""
    units, divisions = load_units()
    army = Army({unit.id: unit for unit in units}, list(divisions), unit_fields(given, WORDS))
    made_up = []
    for fields in army.listed:
        if "kind" in fields and not is_printed(fields, army.units, WORDS):
            army.units[fields.text("id")] = _made_up(fields, army, board)
            made_up.append(fields)
    _form_divisions(army, [fields for fields in made_up if "division" in fields])
    placed = {fields.text("id") for fields in army.listed if "hex" in fields}
    for fields in army.listed:  # by now the divisional units of made-up divisions are known too
        if fields not in made_up:
            is_printed(fields, army.units, WORDS)
        army.units[fields.text("id")] = _changed(fields, army.units[fields.text("id")], board)
        for part in placed.intersection(fields.texts("parts")):
            fields.fail("parts", f"{part} is also placed in a hex; remove it here or there.")
    return army


def _made_up(fields: Fields, army: Army, board: Board) -> Unit:
    """Return a made-up unit that copies what the case leaves out from a printed unit of its kind."""
    side = BreakthroughNames(board).side(fields, "side")
    word = fields.choice("kind", "a kind of unit", KIND_WORDS)
    kind = terms.KINDS.index(KIND_WORDS[word])
    usual = terms.ENGINEERS if kind == terms.ENG else terms.BATTALION if word == "td" else terms.REGIMENT
    size = fields.index("size", "a size", terms.SIZES[: terms.DIVISION], usual)
    alone = size in (terms.BRIGADE, terms.BATTALION)
    own = [unit for unit in load_units()[0] if unit.side == side and not unit.components]
    models = [unit for unit in own if unit.kind == kind]
    if not models:
        kinds = sorted({terms.KINDS[unit.kind] for unit in own})
        fields.fail(
            "kind",
            f"the {terms.SIDES[side]} side has no {terms.KINDS[kind]} units; it has {', '.join(kinds)}.",
        )
    # Panzer brigades and battalions have a separate allowance, BTA-7.4a.
    model = next(
        (u for u in models if kind == terms.PZ and alone == (u.size in (terms.BRIGADE, terms.BATTALION))),
        models[0],
    )
    regiment = next((u for u in models if u.size == terms.REGIMENT and u.replacements), model)
    return replace(
        model,
        index=len(army.units),
        id=fields.text("id"),
        name=fields.text("id"),
        division=-1,
        corps=fields.text("corps", ""),
        size=size,
        combat=fields.whole("combat", 1, 9999),
        combat_two_player=fields.whole("combat", 1, 9999),
        day=terms.FIRST_DAY,
        hex=board.grid.cells[0],
        entry_edge=-1,
        asterisk=fields.flag("asterisk", side == terms.GERMAN),
        replacements=regiment.replacements if size == terms.REGIMENT and "division" in fields else 0,
        counts=size in (terms.REGIMENT, terms.BRIGADE),
        fort=0,
        dec16=1.0,
        dec17=1.0,
    )


def _changed(fields: Fields, unit: Unit, board: Board) -> Unit:
    """Return the unit with the day, hex and edge of arrival that the case gives."""
    if "entry" in fields:
        unit = replace(unit, hex=BreakthroughNames(board).hex(fields, "entry"))
    if "edge" in fields:
        unit = replace(unit, entry_edge=fields.index("edge", "an edge", terms.EDGES))
    return replace(unit, day=fields.whole("day", *NUMBERS["day"])) if "day" in fields else unit


def _form_divisions(army: Army, units_listed: list[Fields]) -> None:
    """Form divisions of the made-up units that name one; two regiments may build up."""
    for name in dict.fromkeys(fields.text("division") for fields in units_listed):
        members = [fields for fields in units_listed if fields.raw("division") == name]
        units = [army.units[fields.text("id")] for fields in members]
        fields, first = members[0], units[0]
        if any(division.id == name for division in army.divisions):
            fields.fail("division", f"{name} is a printed division; give a made-up one another name.")
        pools = {pool.corps: pool.index for pool in load_pools() if pool.side == first.side}
        corps = fields.choice("corps", "a corps of that side", pools, next(iter(pools)))
        regiments = tuple(unit.index for unit in units if unit.size == terms.REGIMENT)
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
            army.units[unit.id] = replace(unit, division=division.index, corps=corps)
        if builds:
            id_, total = (
                f"{terms.SIDE_CODES[first.side]}-{name}-DIV",
                sum(u.combat for u in units if u.size == terms.REGIMENT),
            )
            army.units[id_] = replace(
                model,
                index=len(army.units),
                id=id_,
                name=f"{name} DIV",
                division=division.index,
                corps=corps,
                combat=total,
                combat_two_player=total,
                dec16=1.0,
                dec17=1.0,
                components=regiments,
            )


def _division_like(army: Army, unit: Unit) -> Unit:
    """Return a divisional unit of the same kind, or one with the same mobility."""
    own = [u for u in army.units.values() if u.components and u.side == unit.side]
    same = [u for u in own if u.kind == unit.kind]
    return next(iter(same), next(u for u in own if u.mobile == unit.mobile))


def place(names: BreakthroughNames, s: f.BreakthroughState, fields: Fields) -> None:
    """Place a unit and set its values; values that the case leaves out follow the rules."""
    w: World = names.w
    unit = w.by_id[fields.text("id")]
    cell, parts = place_of(fields, PLACES, names), _parts(fields, w, unit)
    if cell >= 0:
        position.place(w, s, unit, cell)
    else:
        position.lift(w, s, unit, cell)
    for part in parts:
        position.lift(w, s, part, f.MERGED)
        s.inside[part] = unit
        s.strength[part] = s.known[part] = 0
    if parts:
        s.known[unit], s.fort[unit] = printed(w, s, unit), 0

    def value(name: str, usual: int) -> int:
        return fields.whole(name, *NUMBERS[name], usual)

    s.strength[unit] = value("strength", printed(w, s, unit))
    s.efficiency[unit] = value("efficiency", s.efficiency[unit] or 100)
    s.fort[unit] = value("fort", s.fort[unit])
    s.artillery[unit] = value("artillery", 0)
    s.known[unit] = value("known", s.known[unit])
    s.mode[unit] = terms.TRAVEL if fields.flag("travel", False) else terms.NORMAL
    s.marks[unit] = sum(FLAGS[word] for word in fields.flags(FLAGS))
    if fields.flag("delayed", False):
        s.waiting.append(unit)


def _parts(fields: Fields, w: World, unit: int) -> tuple[int, ...]:
    """Return the regiments in a divisional unit: those named, else the first three, BTA-6.6a."""
    info = w.units[unit]
    if "parts" in fields and not info.components:
        fields.fail("parts", f"{info.id} is not a divisional unit.")
    own = {w.units[part].id: part for part in info.components}
    for name in fields.texts("parts"):
        if name not in own:
            fields.unknown("parts", name, f"a regiment of {info.id}", own)
    return tuple(own[name] for name in fields.texts("parts")) or info.components[:3]
