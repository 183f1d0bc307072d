"""Case files: the units of a case, printed or made up, written as texts or tables."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ardennes.cases.fields import Fields
from ardennes.cases.units import UnitWords, is_printed, place_of, unit_fields, whole_or_text
from ardennes.games.wave_of_terror.cases.board import WaveNames
from ardennes.games.wave_of_terror.rules.model import position
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.terms import Unit
from ardennes.games.wave_of_terror.schema.world import World, printed_world

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
AWAY_WORDS = {"waiting": f.NOT_YET, "dead": f.DEAD, "exited": f.EXITED, "aside": f.ASIDE}
MARK_WORDS = {"done": f.DONE, "attacked": f.ATTACKED, "top": f.TOP}
FLAG_WORDS = ("reduced", "unsupplied", "heavy", "one_step")
PAIRS = ("parent", "turn", "entry", "optional")
MADE_UP = ("nation", "kind", "factors", "parent", "heavy", "one_step", "turn", "entry", "optional")
UNIT_FIELDS = ("id", "hex", *AWAY_WORDS, *MARK_WORDS, *FLAG_WORDS, *PAIRS, "nation", "kind", "factors")
FACTORS = re.compile(r"[0-9]{1,3}(-[0-9]{1,3}){1,2}")


def _as_one(kind: re.Match[str]) -> str:
    """Join a kind of two words: tank destroyer, mech inf."""
    return f"{kind[1]}_{kind[2]}".lower().replace("mech_infantry", "mech_inf")


WORDS = UnitWords(
    'a text like "G-1SS-01 at E4116" or a table like { id = "G-1SS-01" }',
    UNIT_FIELDS,
    flags=(*AWAY_WORDS, *MARK_WORDS, *FLAG_WORDS),
    pairs=dict.fromkeys(PAIRS, str) | {"turn": whole_or_text},
    made_up={
        **{word: ("nation", word) for word in NATION_WORDS},
        **{word: ("kind", word) for word in KIND_WORDS},
    },
    figure=lambda word: ("factors", word) if FACTORS.fullmatch(word) else None,
    figures=("6-7-6", "6-5"),
    prepared=lambda text: TWO_WORDS.sub(_as_one, text),
    marks=tuple(MARK_WORDS),
    needs="a nation, a kind and factors",
    only_made_up=MADE_UP,
)
GUN_FACTORS = ("0-2-3", "0-2-6")  # of an artillery unit of either side


@dataclass
class Army:
    """All units of a case's world: first the printed ones, then made-up units and their parents."""

    units: dict[str, Unit]
    parents: list[terms.Parent]
    listed: list[Fields]  # the fields of each unit in the case


def read_units(given: Fields) -> Army:
    """Return the units of a case."""
    printed = printed_world()
    army = Army({u.id: u for u in printed.units}, list(printed.parents), unit_fields(given, WORDS))
    for fields in army.listed:
        if not is_printed(fields, army.units, WORDS):
            _make_up(fields, army)
    return army


def _make_up(fields: Fields, army: Army) -> None:
    name = fields.text("id")
    nation = NATION_WORDS[fields.choice("nation", "a nation", NATION_WORDS)]
    side = terms.GERMAN if nation in (terms.ARMY, terms.SS) else terms.ALLIED
    kind = terms.KINDS.index(KIND_WORDS[fields.choice("kind", "a kind of unit", KIND_WORDS, "infantry")])
    attack, defense, movement = _factors(fields, side, kind)
    steps = 1 if kind == terms.ARTILLERY or fields.flag("one_step", False) else 2
    parent = _parent(fields, army, side, nation)
    enters = "turn" in fields
    unit = Unit(
        index=len(army.units),
        id=name,
        own=name,
        name=name,
        label=name,
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
        turn=fields.whole("turn", 1, 17) if enters else 0,
        entry=fields.index("entry", "an entry area", terms.ENTRIES) if enters else -1,
        optional=fields.text("optional", ""),
    )
    army.units[name] = unit
    if parent >= 0:
        old = army.parents[parent]
        army.parents[parent] = replace(old, units=(*old.units, unit.index))


def _factors(fields: Fields, side: int, kind: int) -> tuple[int, int, int]:
    """Return attack, defense and MF; two numbers are one factor for both, and the MF, WOT-2.11."""
    usual = GUN_FACTORS[side] if kind == terms.ARTILLERY else None
    text = fields.text("factors", usual)
    if not FACTORS.fullmatch(text):
        fields.wrong("factors", "attack-defense-MF like 6-7-6, or factor-MF like 6-5")
    numbers = [int(part) for part in text.split("-")]
    return (numbers[0], numbers[0], numbers[1]) if len(numbers) == 2 else (numbers[0], numbers[1], numbers[2])


def _parent(fields: Fields, army: Army, side: int, nation: int) -> int:
    """Return a printed or new parent organisation; without one the unit is independent, WOT-2.15."""
    if "parent" not in fields:
        return -1
    name = fields.text("parent")
    for parent in army.parents:
        if (parent.side, parent.id) == (side, name):
            return parent.index
    army.parents.append(terms.Parent(len(army.parents), name, name, side, nation == terms.BRITISH, ()))
    return army.parents[-1].index


def place(names: WaveNames, s: WaveState, fields: Fields) -> None:
    """Place a unit and set its values."""
    w: World = names.w
    unit = w.by_id[fields.text("id")]
    cell, reduced = place_of(fields, AWAY_WORDS, names), fields.flag("reduced", False)
    if cell >= 0:
        position.place(w, s, unit, cell)
    else:
        position.lift(w, s, unit, cell)
    if reduced and w.units[unit].steps < 2:
        fields.fail("reduced", f"{w.units[unit].id} has only one step and cannot be reduced; leave this out.")
    s.steps[unit] = w.units[unit].steps - reduced
    s.marks[unit] |= sum(MARK_WORDS[word] for word in fields.flags(MARK_WORDS) if word != "top")
    if fields.flag("unsupplied", False):
        s.struck |= 1 << unit
