"""Case files: what a case may expect of a position of Tigers in the Ardennes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.cases.ask import Facts
from ardennes.cases.fields import Fields
from ardennes.cases.match import differences
from ardennes.cases.model import Mismatch
from ardennes.errors import UserError
from ardennes.games.tigers.cases.board import read_hex, read_hexside
from ardennes.games.tigers.cases.units import FLAGS, PLACES
from ardennes.games.tigers.rules.air import may_fly
from ardennes.games.tigers.rules.peiper import attached
from ardennes.games.tigers.rules.position import units_at
from ardennes.games.tigers.rules.sequence_of_play import current_phase
from ardennes.games.tigers.rules.state import (
    CANCELLED,
    FOUGHT,
    NO_BRIDGE,
    PENDING,
    PRE_BUILT,
    VOID,
    TigersState,
)
from ardennes.games.tigers.rules.supply import in_supply
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SIDES, WEATHERS
from ardennes.games.tigers.schema.world import World
from ardennes.games.tigers.words import air_named, unit_named

EXPECTATIONS = {
    "units": "units by id: hex, supplied, spent, factor, and each status",
    "hexes": "hexes by number or place: control and the units in them",
    "bridges": "river hexsides: intact, kind, owner",
    "state": "turn, phase, weather, markers, fuel, exits and other facts of the game",
    "dump": "the fuel dump: hex, known, owner, taken_once",
    "air": "air units by id: back, flown, available",
}
ATTACK_STATUS = {PENDING: "pending", FOUGHT: "fought", CANCELLED: "cancelled", VOID: "void"}
BRIDGE_NAMES = ("none", "pre_built", "german_engineers", "allied_engineers")
SHORT_FORMS = {"units": "hex", "hexes": "control", "bridges": "kind"}


def mf_number(half: int) -> float | int:
    """Half-points as a case writes them: 3 or 3.5."""
    return half // 2 if half % 2 == 0 else half / 2


def unit_facts(w: World, s: TigersState, unit: int) -> Facts:
    cell = s.where[unit]
    away = {code: word for word, code in PLACES.items()}
    facts: dict[str, Any] = {
        "hex": w.grid.label(cell) if cell >= 0 else away[cell],
        "supplied": cell >= 0 and in_supply(w, s, unit),
        "spent": mf_number(s.spent[unit]),
        "arrival": s.arrival[unit],
        "factor": w.factor[unit],
        "name": w.units[unit].name,
    }
    for word, flag in FLAGS.items():
        facts[word] = s.status[unit] & flag == flag
    return facts


def hex_facts(w: World, s: TigersState, cell: int) -> Facts:
    return {
        "control": SIDES[ALLIED if s.held >> cell & 1 else GERMAN],
        "german": frozenset(w.ids(units_at(w, s, cell, GERMAN))),
        "allied": frozenset(w.ids(units_at(w, s, cell, ALLIED))),
    }


def bridge_facts(w: World, s: TigersState, river: int) -> Facts:
    kind = s.bridge[river]
    return {
        "intact": kind != NO_BRIDGE,
        "kind": BRIDGE_NAMES[kind],
        "owner": SIDES[s.bridge_owner[river]],
        "engineers": kind not in (NO_BRIDGE, PRE_BUILT),
    }


def state_facts(w: World, s: TigersState) -> Facts:
    users = [u.id for u in w.units if s.road_users >> u.index & 1]
    return {
        "turn": s.turn,
        "phase": current_phase(s).title,
        "weather": WEATHERS[s.weather],
        "prayer_used": s.prayer_used,
        "ruthless_turn": s.ruthless_turn,
        "fuel_from": s.fuel_from,
        "exited": s.exited / 4,
        "early_allies": s.early_allies,
        "meuse_reached": s.meuse_reached,
        "free_setup": s.free_setup,
        "markers": {side: s.markers[n] for n, side in enumerate(SIDES)},
        "returning": [{"turn": turn, "side": SIDES[who]} for turn, who in s.returning if who < len(SIDES)],
        "road_users": frozenset(users),
        "attacks": [
            {
                "targets": list(w.labels(attack.targets)),
                "attackers": frozenset(w.ids(attack.attackers)),
                "status": ATTACK_STATUS[attack.status],
                "owed": attack.owed,
            }
            for attack in s.attacks
        ],
        "peiper": {
            "attacks": s.kgp_attacks,
            "acted": s.kgp_acted,
            "stopped": s.kgp_stopped,
            "advanced": s.kgp_advanced,
            "attached": frozenset(w.ids(attached(w, s))),
            "tiger_limit": mf_number(s.kgp_tiger_limit),
        },
        "rolls": s.rolls,
    }


def dump_facts(w: World, s: TigersState) -> Facts:
    cell = s.where[w.dump]
    return {
        "hex": w.grid.label(cell) if cell >= 0 else "none",
        "known": s.dump_known,
        "owner": SIDES[s.dump_owner],
        "taken_once": s.dump_taken_once,
    }


def air_facts(w: World, s: TigersState, air: int) -> Facts:
    return {
        "back": s.air_back[air],
        "flown": s.air_flown[air],
        "available": may_fly(w, s, air) is None,
    }


def compare(w: World, s: TigersState, name: str, expect: Fields) -> list[Mismatch]:
    """One expectation of the position."""
    wanted = expect.table(name)
    if name == "state":
        return _compare(wanted, "state", wanted.values, state_facts(w, s))
    if name == "dump":
        return _compare(wanted, "dump", wanted.values, dump_facts(w, s))
    found: list[Mismatch] = []
    for key in wanted.values:
        one = _in_full(name, wanted, key)
        found += _compare(one, f"{name}.{key}", one.values, FACTS_OF[name](w, s, wanted, key))
    return found


def _in_full(name: str, wanted: Fields, key: str) -> Fields:
    """A short form written out: a unit's hex, a hex's control, a bridge's kind."""
    value = wanted.raw(key)
    if not isinstance(value, str) or name not in SHORT_FORMS:
        return wanted.table(key)
    full: dict[str, Any] = {SHORT_FORMS[name]: value}
    if name == "bridges" and value == "intact":
        full = {"intact": True}
    return Fields(wanted.file, wanted.case, wanted.at(key), full)


def _compare(fields: Fields, at: str, wanted: Facts, facts: Facts) -> list[Mismatch]:
    fields.only(list(facts))
    return differences(at, wanted, facts)


def _of_unit(w: World, s: TigersState, fields: Fields, name: str) -> Facts:
    try:
        return unit_facts(w, s, w.by_id[unit_named(w, name)])
    except UserError as error:
        fields.fail(name, str(error))


def _of_hex(w: World, s: TigersState, fields: Fields, name: str) -> Facts:
    return hex_facts(w, s, read_hex(w.grid, fields, name, name, w.board))


def _of_bridge(w: World, s: TigersState, fields: Fields, name: str) -> Facts:
    a, b = read_hexside(w.grid, fields, name, name)
    river = w.bridge_by_name.get(f"{w.grid.label(a)}/{w.grid.label(b)}")
    if river is None:
        fields.fail(name, "no river lies on this hexside.")
    return bridge_facts(w, s, river)


def _of_air(w: World, s: TigersState, fields: Fields, name: str) -> Facts:
    try:
        return air_facts(w, s, w.air_by_id[air_named(w, name)])
    except UserError as error:
        fields.fail(name, str(error))


FACTS_OF: dict[str, Callable[[World, TigersState, Fields, str], Facts]] = {
    "units": _of_unit,
    "hexes": _of_hex,
    "bridges": _of_bridge,
    "air": _of_air,
}
