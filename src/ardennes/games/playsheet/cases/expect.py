"""Case files: what a case may expect of a position of the playsheet."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ardennes.cases.ask import Facts
from ardennes.cases.fields import Fields
from ardennes.cases.match import differences
from ardennes.cases.model import Mismatch
from ardennes.games.playsheet.cases.board import read_hex
from ardennes.games.playsheet.cases.given import DUMP_WORDS, SQUADRON_WORDS, bridge_at, unit_of
from ardennes.games.playsheet.cases.units import AWAY_WORDS, MARK_WORDS
from ardennes.games.playsheet.rules.planning import believed_blown, ground_of
from ardennes.games.playsheet.rules.reports import age, stale
from ardennes.games.playsheet.rules.state import (
    ADJACENT,
    EVERY_HEX,
    HIDDEN,
    MARCHED,
    NOTHING,
    RETIRED_BEFORE,
    SECRET,
    STOPPED,
    SUPPLIED,
    SUPPRESSED,
    UNKNOWN,
    WAS_ATTACKED,
    PlaysheetState,
    Report,
)
from ardennes.games.playsheet.schema.terms import (
    ALLIED,
    GERMAN,
    POINTS,
    REPORT_SIZES,
    REPORT_TYPES,
    SIDES,
    TURN,
    WEATHERS,
)
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.words import WORDING

EXPECTATIONS = {
    "units": "units by id: hex, status, SP, time used, order and marks",
    "hexes": "hexes by number or place: the units in them, who holds them as far as each side knows",
    "bridges": "bridges by the hexes they join: as they are, and as each side believes",
    "reports": "by side: the reports it has",
    "squadrons": "squadrons by id: fit, damaged or lost, and their mission",
    "state": "turn, weather, places, points and other facts of the game",
}
AWAY = {place: word for word, place in AWAY_WORDS.items()} | {HIDDEN: "hidden"}
MARKS = MARK_WORDS | {
    "supplied": SUPPLIED,
    "retired_before": RETIRED_BEFORE,
    "marched": MARCHED,
    "was_attacked": WAS_ATTACKED,
    "stopped": STOPPED,
    "suppressed": SUPPRESSED,
    "adjacent": ADJACENT,
}
SQUADRONS = {state: word for word, state in SQUADRON_WORDS.items()} | {SECRET: "secret"}
DUMPS = {state: word for word, state in DUMP_WORDS.items()} | {UNKNOWN: "unknown"}
SHORT_FORMS = {"units": "hex", "squadrons": "is"}


def unit_facts(w: World, s: PlaysheetState, unit: int) -> Facts:
    cell, order, prepared = s.where[unit], s.sheet[unit], s.prepared[unit]
    words = {NOTHING: "none", EVERY_HEX: "every"}
    facts: dict[str, Any] = {
        "hex": w.label(cell) if cell >= 0 else AWAY[cell],
        "status": s.status[unit],
        "sp": s.sp[unit],
        "used": Fraction(s.used[unit], TURN),
        "order": WORDING.write(order) if order else "none",
        "prepared": words.get(prepared) or w.label(prepared),
        "division": s.division[unit],
        "joining": s.joining[unit] or "none",
    }
    return facts | {word: bool(s.marks[unit] & mark) for word, mark in MARKS.items()}


def hex_facts(w: World, s: PlaysheetState, cell: int) -> Facts:
    here = frozenset(w.units[unit].id for unit, where in enumerate(s.where) if where == cell)
    held = {side: bool(ground_of(s, number) >> cell & 1) for number, side in enumerate(SIDES)}
    known: dict[str, Any] = {f"{side}_knows": [] for side in SIDES}
    for report in s.reports:
        if report.hex == cell:
            facts = report_facts(w, s, report)
            told = [facts[word] for word in ("type", "size", "direction", "formation")]
            known[f"{SIDES[report.to]}_knows"].append(" ".join(x for x in told if x != "none") or "spotted")
    return known | {"units": here, "held": frozenset(side for side, holds in held.items() if holds)}


def bridge_facts(w: World, s: PlaysheetState, bridge: int) -> Facts:
    believed = {side: not believed_blown(s, number) >> bridge & 1 for number, side in enumerate(SIDES)}
    return {"intact": not s.blown >> bridge & 1} | {f"{side}_believes": up for side, up in believed.items()}


def report_facts(w: World, s: PlaysheetState, report: Report) -> Facts:
    return {
        "hex": w.label(report.hex),
        "turn": w.turn_name(report.turn) if report.turn >= 0 else "before",
        "source": report.source,
        "type": REPORT_TYPES[report.type] if report.type >= 0 else "none",
        "size": REPORT_SIZES[report.size] if report.size >= 0 else "none",
        "direction": POINTS[report.direction] if report.direction >= 0 else "none",
        "formation": report.formation or "none",
        "age": age(s, report),
        "stale": stale(w, s, report),
    }


def squadron_facts(w: World, s: PlaysheetState, squadron: int) -> Facts:
    order = s.flights[squadron]
    return {"is": SQUADRONS[s.squadrons[squadron]], "mission": WORDING.write(order) if order else "none"}


def state_facts(w: World, s: PlaysheetState) -> Facts:
    label = w.label
    return {
        "turn": w.turn_name(s.turn),
        "weather": WEATHERS[s.weather],
        "sealed": frozenset(side for side, done in zip(SIDES, s.sealed, strict=True) if done),
        "german_places": frozenset(p.place for p in w.objectives if s.places[p.index] == GERMAN),
        "allied_sees_german": frozenset(
            p.place for p in w.objectives if s.allied_thinks_german >> p.index & 1
        ),
        "german_sees_german": frozenset(
            p.place for p in w.objectives if s.german_thinks_german >> p.index & 1
        ),
        "dumps": {label(cell): DUMPS[state] for cell, state in zip(w.dumps, s.dumps, strict=True)},
        "bonus": s.bonus,
        "exited": s.exited,
        "allied_supply_first": [w.units[unit].id for unit in s.supply_order[ALLIED].first],
        "german_supply_first": [w.units[unit].id for unit in s.supply_order[GERMAN].first],
        "allied_supply": list(s.supply_order[ALLIED].groups),
        "german_supply": list(s.supply_order[GERMAN].groups),
        "points": s.points,
        "over": s.over or "none",
        "rolls": s.rolls,
    }


def compare(w: World, s: PlaysheetState, name: str, expect: Fields) -> list[Mismatch]:
    """One expectation of the position."""
    wanted = expect.table(name)
    if name == "state":
        return _compare(wanted, "state", state_facts(w, s))
    if name == "reports":
        return _reports(w, s, wanted)
    found: list[Mismatch] = []
    for key in wanted.values:
        found += _compare(_in_full(name, wanted, key), f"{name}.{key}", FACTS_OF[name](w, s, wanted, key))
    return found


def _reports(w: World, s: PlaysheetState, wanted: Fields) -> list[Mismatch]:
    """All the reports of a side, each as a table of what is asked of it."""
    wanted.only(SIDES)
    found: list[Mismatch] = []
    for name in wanted.values:
        mine = [report_facts(w, s, r) for r in s.reports if r.to == SIDES.index(name)]
        asked = wanted.tables(name)
        for table in asked:
            if mine:
                table.only(list(mine[0]))
        found += differences(f"reports.{name}", [dict(table.values) for table in asked], mine)
    return found


def _in_full(name: str, wanted: Fields, key: str) -> Fields:
    """A short form written out: a unit's hex, a bridge that stands or is down, a squadron's state."""
    value = wanted.raw(key)
    if isinstance(value, int) and name == "units":  # a hex without its quotes
        value = f"{value:04}"
    if not isinstance(value, str) or name == "hexes":
        return wanted.table(key)
    if name == "bridges":
        up = wanted.choice(key, "the state of a bridge", ("intact", "blown")) == "intact"
        return Fields(wanted.file, wanted.case, wanted.at(key), {"intact": up})
    return Fields(wanted.file, wanted.case, wanted.at(key), {SHORT_FORMS[name]: value})


def _compare(fields: Fields, at: str, facts: Facts) -> list[Mismatch]:
    fields.only(list(facts))
    return differences(at, fields.values, facts)


def _squadron(w: World, fields: Fields, name: str) -> int:
    if name not in w.squadron_by_id:
        fields.unknown(name, name, "a squadron", list(w.squadron_by_id))
    return w.squadron_by_id[name]


FACTS_OF: dict[str, Callable[[World, PlaysheetState, Fields, str], Facts]] = {
    "units": lambda w, s, fields, name: unit_facts(w, s, unit_of(w, fields, name, name)),
    "hexes": lambda w, s, fields, name: hex_facts(w, s, read_hex(w.board, fields, name, name)),
    "bridges": lambda w, s, fields, name: bridge_facts(w, s, bridge_at(w, fields, name, name)),
    "squadrons": lambda w, s, fields, name: squadron_facts(w, s, _squadron(w, fields, name)),
}
