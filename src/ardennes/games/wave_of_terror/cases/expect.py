"""Case files: what a case may expect of a position of Wave of Terror."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.cases.ask import Facts
from ardennes.cases.fields import Fields
from ardennes.cases.match import differences
from ardennes.cases.model import Mismatch
from ardennes.games.wave_of_terror.cases.board import read_hex
from ardennes.games.wave_of_terror.cases.given import bridge_at, step_of, unit_of
from ardennes.games.wave_of_terror.rules.allowance import left_of
from ardennes.games.wave_of_terror.rules.position import holder, units_at
from ardennes.games.wave_of_terror.rules.state import (
    ASIDE,
    ATTACKED,
    DEAD,
    DONE,
    EXITED,
    MOVED,
    NOT_YET,
    STOPPED,
    TOP,
    UNSEEN,
    WaveState,
)
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN, SIDES, WEATHERS
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits

EXPECTATIONS = {
    "units": "units by id: hex, steps, points left and marks",
    "hexes": "hexes by number or place: control and the units in them",
    "bridges": "bridges by the hexes they join: intact, tried, mending",
    "state": "turn, couplet, weather, aircraft, points and other facts of the game",
}
AWAY = {NOT_YET: "waiting", DEAD: "dead", EXITED: "exited", ASIDE: "aside", UNSEEN: "unseen"}
MARKS = {"done": DONE, "moved": MOVED, "stopped": STOPPED, "attacked": ATTACKED, "top": TOP}
SHORT_FORMS = {"units": "hex", "hexes": "control"}
FACES = {1: "real", 0: "dummy", -1: "hidden"}


def unit_facts(w: World, s: WaveState, unit: int) -> Facts:
    cell = s.where[unit]
    facts: dict[str, Any] = {
        "hex": w.grid.label(cell) if cell >= 0 else AWAY[cell],
        "steps": s.steps[unit],
        "left": left_of(w, s, unit),
        "struck": bool(s.struck >> unit & 1),
        "kg": unit in s.kg,
    }
    return facts | {word: bool(s.marks[unit] & mark) for word, mark in MARKS.items()}


def hex_facts(w: World, s: WaveState, cell: int) -> Facts:
    hidden = dict(s.unseen).get(cell, 0)
    here = units_at(w, s, cell)
    return {
        "control": SIDES[holder(s, cell)],
        "units": frozenset(w.names(here)),
        "count": len(here) + hidden,
        "by_kg": bool(s.by_kg >> cell & 1),
        "interdicted": bool(s.interdicted >> cell & 1),
    }


def bridge_facts(w: World, s: WaveState, bridge: int) -> Facts:
    return {
        "intact": not s.blown >> bridge & 1,
        "tried": bool(s.tried >> bridge & 1),
        "mending": bool(s.mending >> bridge & 1),
    }


def state_facts(w: World, s: WaveState) -> Facts:
    label = w.grid.label
    phases = [name for name in ("movement", "combat") if s.step == step_of(name, s.fight_first)]
    return {
        "turn": s.turn,
        "couplet": s.couplet,
        "acting": SIDES[s.acting] if s.acting >= 0 else "none",
        "phase": phases[0] if phases and s.acting >= 0 else "other",
        "order": "fight-move" if s.fight_first else "move-fight",
        "weather": WEATHERS[s.weather],
        "aircraft": s.aircraft,
        "baseplate": s.baseplate,
        "interdicted": frozenset(label(cell) for cell in bits(s.interdicted)),
        "markers": {label(marker.cell): marker.left for marker in s.markers},
        "depots": {label(depot.cell): FACES[depot.real] for depot in s.depots},
        "kg": frozenset(w.names(s.kg)),
        "repairs": s.repairs,
        "rolls_stopped": s.rolls_stopped,
        "committed": s.committed or "none",
        "free_entry": s.free_entry,
        "paid": frozenset(s.paid),
        "german": s.points[GERMAN],
        "allied": s.points[ALLIED],
        "ledger": [
            {"turn": award.turn, "side": SIDES[award.side], "points": award.points, "rule": award.rule}
            for award in s.ledger
        ],
        "over": s.over or "none",
        "rolls": s.rolls,
    }


def compare(w: World, s: WaveState, name: str, expect: Fields) -> list[Mismatch]:
    """One expectation of the position."""
    wanted = expect.table(name)
    if name == "state":
        return _compare(wanted, "state", state_facts(w, s))
    found: list[Mismatch] = []
    for key in wanted.values:
        found += _compare(_in_full(name, wanted, key), f"{name}.{key}", FACTS_OF[name](w, s, wanted, key))
    return found


def _in_full(name: str, wanted: Fields, key: str) -> Fields:
    """A short form written out: a unit's hex, a hex's controller, a bridge that stands or is down."""
    value = wanted.raw(key)
    if not isinstance(value, str):
        return wanted.table(key)
    if name == "bridges":
        up = wanted.choice(key, "the state of a bridge", ("intact", "blown")) == "intact"
        return Fields(wanted.file, wanted.case, wanted.at(key), {"intact": up})
    return Fields(wanted.file, wanted.case, wanted.at(key), {SHORT_FORMS[name]: value})


def _compare(fields: Fields, at: str, facts: Facts) -> list[Mismatch]:
    fields.only(list(facts))
    return differences(at, fields.values, facts)


FACTS_OF: dict[str, Callable[[World, WaveState, Fields, str], Facts]] = {
    "units": lambda w, s, fields, name: unit_facts(w, s, unit_of(w, fields, name, name)),
    "hexes": lambda w, s, fields, name: hex_facts(w, s, read_hex(w.board, fields, name, name)),
    "bridges": lambda w, s, fields, name: bridge_facts(w, s, bridge_at(w, fields, name, name)),
}
