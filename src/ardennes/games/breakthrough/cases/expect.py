"""Case files: what a case may expect of a position of Breakthrough in the Ardennes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.cases.ask import Facts
from ardennes.cases.fields import Fields
from ardennes.cases.match import differences
from ardennes.cases.model import Mismatch
from ardennes.errors import UserError
from ardennes.games.breakthrough.cases.board import read_hex
from ardennes.games.breakthrough.cases.given import POOL_NAMES, bridge_named
from ardennes.games.breakthrough.cases.units import FLAGS, SHORT
from ardennes.games.breakthrough.rules.position import parts_of, stack_at, stacking
from ardennes.games.breakthrough.rules.sequence import phase_title
from ardennes.games.breakthrough.rules.state import (
    CANCELLED,
    DEAD,
    EXITED,
    MERGED,
    NOT_YET,
    PLOTTED,
    UNFORMED,
    BreakthroughState,
)
from ardennes.games.breakthrough.rules.victory import score
from ardennes.games.breakthrough.schema.terms import GERMAN, MODES, SIDES, SUPPLY_STATES, WEATHERS
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.words import unit_named

EXPECTATIONS = {
    "units": "units by id: hex, strength, efficiency, fort, artillery, points, mode, supply and marks",
    "hexes": "hexes by x,y or place: control and the units in them, in the order of the hex list",
    "bridges": "bridge sites: intact, crossings",
    "pools": "artillery points by corps",
    "state": "day, phase, weather, air points, replacements, score and other facts of the game",
}
AWAY = {
    NOT_YET: "waiting", DEAD: "dead", EXITED: "exited", MERGED: "inside", CANCELLED: "cancelled",
    UNFORMED: "unformed",
}  # fmt: skip
OTHER_NAMES = {**SHORT, "combat": "strength", "owner": "control"}
SHORT_FORMS = {"units": "hex", "hexes": "control"}


def unit_facts(w: World, s: BreakthroughState, unit: int) -> Facts:
    cell = s.where[unit]
    facts: dict[str, Any] = {
        "hex": w.grid.label(cell) if cell >= 0 else AWAY[cell],
        "name": w.units[unit].name,
        "strength": s.strength[unit],
        "efficiency": s.efficiency[unit],
        "fort": s.fort[unit],
        "artillery": s.artillery[unit],
        "points": s.points[unit],
        "mode": MODES[s.mode[unit]],
        "supply": SUPPLY_STATES[s.supply[unit]],
        "known": s.known[unit],
        "stack": stacking(w, s, unit),
        "parts": frozenset(w.names(parts_of(w, s, unit))) if w.units[unit].components else frozenset(),
        "inside": w.units[s.inside[unit]].id if s.inside[unit] >= 0 else "none",
        "plotted": bool(s.marks[unit] & PLOTTED),
        "delayed": unit in s.waiting,
    }
    for word, mark in FLAGS.items():
        facts[word] = bool(s.marks[unit] & mark)
    return facts


def hex_facts(w: World, s: BreakthroughState, cell: int) -> Facts:
    here = stack_at(w, s, cell)
    return {
        "control": SIDES[0 if s.german >> cell & 1 else 1],
        "units": list(w.names(here)),
        "german": frozenset(w.names([u for u in here if w.side[u] == GERMAN])),
        "american": frozenset(w.names([u for u in here if w.side[u] != GERMAN])),
    }


def bridge_facts(w: World, s: BreakthroughState, bridge: int) -> Facts:
    return {"intact": bool(s.bridges >> bridge & 1), "crossings": s.crossings[bridge]}


def state_facts(w: World, s: BreakthroughState) -> Facts:
    return {
        "day": s.day,
        "turn": s.turn,
        "phase": phase_title(s.phase),
        "acting": SIDES[s.acting] if s.acting >= 0 else "none",
        "weather": WEATHERS[s.weather],
        "air": {name: s.air[side] for side, name in enumerate(SIDES)},
        "interdiction": {name: s.interdiction[side] for side, name in enumerate(SIDES)},
        "replacements": {
            name: {pool: s.replacements[2 * side + n] for n, pool in enumerate(POOL_NAMES)}
            for side, name in enumerate(SIDES)
        },
        "waiting": list(w.names(s.waiting)),
        "cancelled": s.cancelled,
        "exited": {w.units[gone.unit].id: gone.strength for gone in s.gone},
        "plots": [f"{w.units[plot.unit].id} {w.grid.label(plot.target)}" for plot in s.plots],
        "score": score(s),
        "ledger": [
            {"day": a.turn + 15, "source": a.source, "what": a.what, "points": a.points} for a in s.ledger
        ],
        "over": s.over or "none",
        "rolls": s.rolls,
    }


def compare(w: World, s: BreakthroughState, name: str, expect: Fields) -> list[Mismatch]:
    """One expectation of the position."""
    wanted = expect.table(name)
    if name == "state":
        return _compare(wanted, "state", wanted.values, state_facts(w, s))
    if name == "pools":
        return _compare(wanted, "pools", wanted.values, {p.corps: s.pools[p.index] for p in w.pools})
    found: list[Mismatch] = []
    for key in wanted.values:
        one = _in_full(name, wanted, key)
        found += _compare(one, f"{name}.{key}", one.values, FACTS_OF[name](w, s, wanted, key))
    return found


def _in_full(name: str, wanted: Fields, key: str) -> Fields:
    """A short form written out (a unit's hex, a hex's owner, a bridge that stands or is down), and each fact
    under its usual name."""
    value = wanted.raw(key)
    if not isinstance(value, str):
        facts = {OTHER_NAMES.get(name, name): fact for name, fact in wanted.table(key).values.items()}
        return Fields(wanted.file, wanted.case, wanted.at(key), facts)
    if name == "bridges":
        up = wanted.choice(key, "the state of a bridge", ("intact", "blown")) == "intact"
        return Fields(wanted.file, wanted.case, wanted.at(key), {"intact": up})
    return Fields(wanted.file, wanted.case, wanted.at(key), {SHORT_FORMS[name]: value})


def _compare(fields: Fields, at: str, wanted: Facts, facts: Facts) -> list[Mismatch]:
    fields.only(list(facts))
    return differences(at, wanted, facts)


def _of_unit(w: World, s: BreakthroughState, fields: Fields, name: str) -> Facts:
    try:
        return unit_facts(w, s, w.by_id[unit_named(w, name)])
    except UserError as error:
        fields.fail(name, str(error))


def _of_hex(w: World, s: BreakthroughState, fields: Fields, name: str) -> Facts:
    return hex_facts(w, s, read_hex(w.grid, fields, name, name, w.board))


def _of_bridge(w: World, s: BreakthroughState, fields: Fields, name: str) -> Facts:
    return bridge_facts(w, s, bridge_named(w, fields, name, name))


FACTS_OF: dict[str, Callable[[World, BreakthroughState, Fields, str], Facts]] = {
    "units": _of_unit,
    "hexes": _of_hex,
    "bridges": _of_bridge,
}
