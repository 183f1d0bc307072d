"""The facts of Tigers, each described once: for case files, unit sheets and marks on counters."""

from __future__ import annotations

from typing import Any, Literal, get_args

from ardennes.errors import UserError
from ardennes.games.tigers.rules.air.operations import may_fly
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.model.position import units_at
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.step import mf
from ardennes.games.tigers.rules.movement.supply import hexes_to_net, in_supply
from ardennes.games.tigers.rules.sequence.turn_order import current_phase
from ardennes.games.tigers.rules.special.peiper import attached
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, KINDS, SIDES, WEATHERS
from ardennes.games.tigers.schema.world import World
from ardennes.games.tigers.words import air_named, bridge_named, hex_named, unit_named
from ardennes.kernel.facts import Fact, Facts, kept
from ardennes.kernel.wire import Row
from ardennes.words import counted

PLACES = {"waiting": f.NOT_YET, "dead": f.DEAD, "exited": f.EXITED, "split": f.SPLIT}
AWAY = {code: word for word, code in PLACES.items()}
FLAGS = {  # what a case calls a status -> its bits, and the mark on the counter
    "disrupted": (f.DISRUPTED, "disrupted"),
    "entrenched": (f.ENTRENCHED, "entrenched"),
    "moved": (f.MOVED, "moved"),
    "moved_now": (f.MOVED | f.MOVED_NOW, ""),
    "attacked": (f.ATTACKED, "attacked"),
    "omb_spent": (f.OMB_SPENT, "bonus spent"),
    "stirred": (f.STIRRED, ""),
    "held_back": (f.HELD_BACK, ""),
    "air_supplied": (f.AIR_SUPPLIED, "air supplied"),
    "any_edge": (f.ANY_EDGE, ""),
    "broken_down": (f.BROKEN_DOWN, "broken down"),
}
SIZES = ("division", "sub-divisional", "small")
AttackStatus = Literal["pending", "fought", "cancelled", "void"]
ATTACK_STATUS: tuple[AttackStatus, ...] = get_args(AttackStatus)  # as `state` numbers them
BRIDGE_KINDS = ("none", "pre_built", "german_engineers", "allied_engineers")  # as `state` numbers them


def mf_number(half: int) -> float | int:
    """Return half-points as a case writes them: 3 or 3.5."""
    return half // 2 if half % 2 == 0 else half / 2


def _place(w: World, s: TigersState, unit: int) -> str:
    return w.grid.label(s.where[unit]) if s.where[unit] >= 0 else AWAY[s.where[unit]]


def _supplied(w: World, s: TigersState, unit: int) -> bool:
    return s.where[unit] >= 0 and in_supply(w, s, unit)


def _supply_rows(w: World, s: TigersState, unit: int) -> list[Row]:
    if not w.fights[unit]:
        return []
    if not _supplied(w, s, unit):
        return [Row("Supply", "out of supply", "TIA-SUPPLY-1", mark="bad")]
    far = hexes_to_net(w, s, w.side[unit], s.where[unit])
    words = (
        "by air"
        if far is None
        else "on a supply road"
        if far == 0
        else f"{counted(far, 'hex', 'hexes')} from a supply road"
    )
    return [Row("Supply", words, "TIA-SUPPLY-1")]


def _spent(w: World, s: TigersState, unit: int) -> str:
    return f"{mf(s.spent[unit])} MF" if s.spent[unit] else ""


def _status(key: str, bits: int, mark: str) -> Fact:
    return Fact(key, lambda w, s, unit: s.status[unit] & bits == bits, mark=mark, column="status", bits=bits)


def _printed(key: str, title: str = "", rule: str = "") -> Fact:
    return Fact(key, lambda w, s, unit: getattr(w.units[unit], key), title, rule=rule)


# What is printed on a counter, or follows from it, and never changes.
PRINTED = Facts(
    "counters",
    (
        _printed("factor", "Combat factor", "TIA-CRT-1"),
        _printed("omf", "Movement allowance", "TIA-MOVE-1")._replace(
            words=lambda w, s, unit: f"{w.units[unit].omf} MF"
        ),
        *map(_printed, ("name", "short", "nation", "ss", "infantry_type", "mechanized", "pure_armor")),
        *map(_printed, ("combat", "aa", "entrenches", "edge", "starts_entrenched")),
        Fact("side", lambda w, s, unit: SIDES[w.side[unit]]),
        Fact("kind", lambda w, s, unit: KINDS[w.units[unit].kind]),
        Fact("size", lambda w, s, unit: SIZES[w.units[unit].size]),
    ),
)
UNITS = Facts(
    "units by id: hex, supplied, spent, factor, and each status",
    (
        Fact("hex", _place),
        Fact("spent", lambda w, s, unit: mf_number(s.spent[unit]), "Spent", _spent, "TIA-MOVE-1"),
        Fact("supplied", _supplied, rows=_supply_rows),
        Fact("arrival", lambda w, s, unit: s.arrival[unit]),
        _printed("factor"),
        _printed("name"),
        *(_status(key, bits, mark) for key, (bits, mark) in FLAGS.items()),
    ),
    find=lambda w, s, name: w.by_id[unit_named(w, name)],
    short="hex",
)


def _holding(side: int) -> Fact:
    return Fact(SIDES[side], lambda w, s, cell: frozenset(w.ids(units_at(w, s, cell, side))))


HEXES = Facts(
    "hexes by number or place: control and the units in them",
    (
        Fact("control", lambda w, s, cell: SIDES[ALLIED if s.held >> cell & 1 else GERMAN]),
        _holding(GERMAN),
        _holding(ALLIED),
    ),
    find=lambda w, s, name: w.grid.at(hex_named(w, name)),
    short="control",
)


def river_named(w: World, name: str) -> int:
    """Return the river side that a word like 806/807 means; raise UserError if there is none."""
    river = w.bridge_by_name.get(bridge_named(w, name))
    if river is None:
        raise UserError("this hexside has no river; add one with given.sides.")
    return river


BRIDGES = Facts(
    "river hexsides: intact, kind, owner",
    (
        Fact("intact", lambda w, s, river: s.bridge[river] != f.NO_BRIDGE),
        Fact("kind", lambda w, s, river: BRIDGE_KINDS[s.bridge[river]]),
        Fact("owner", lambda w, s, river: SIDES[s.bridge_owner[river]]),
        Fact("engineers", lambda w, s, river: s.bridge[river] not in (f.NO_BRIDGE, f.PRE_BUILT)),
    ),
    find=lambda w, s, name: river_named(w, name),
    short="kind",
    short_words={"intact": ("intact", True)},
)


def _attacks(w: World, s: TigersState, _: object) -> list[Any]:
    return [
        {
            "targets": list(w.labels(attack.targets)),
            "attackers": frozenset(w.ids(attack.attackers)),
            "status": ATTACK_STATUS[attack.status],
            "owed": attack.owed,
        }
        for attack in s.attacks
    ]


def _peiper(w: World, s: TigersState, _: object) -> dict[str, Any]:
    return {
        "attacks": s.kgp_attacks,
        "acted": s.kgp_acted,
        "stopped": s.kgp_stopped,
        "advanced": s.kgp_advanced,
        "attached": frozenset(w.ids(attached(w, s))),
        "tiger_limit": mf_number(s.kgp_tiger_limit),
    }


STATE = Facts(
    "turn, phase, weather, markers, fuel, exits and other facts of the game",
    (
        *kept("turn", "prayer_used", "ruthless_turn", "fuel_from", "early_allies", "meuse_reached"),
        *kept("free_setup", "rolls"),
        Fact("phase", lambda w, s, _: current_phase(s).title),
        Fact("weather", lambda w, s, _: WEATHERS[s.weather]),
        Fact("exited", lambda w, s, _: s.exited / 4),
        Fact("markers", lambda w, s, _: dict(zip(SIDES, s.markers, strict=True))),
        Fact("returning", lambda w, s, _: [
            {"turn": turn, "side": SIDES[who]} for turn, who in s.returning if who < len(SIDES)
        ]),
        Fact("road_users", lambda w, s, _: frozenset(u.id for u in w.units if s.road_users >> u.index & 1)),
        Fact("attacks", _attacks),
        Fact("peiper", _peiper),
    ),
)  # fmt: skip
DUMP = Facts(
    "the fuel dump: hex, known, owner, taken_once",
    (
        Fact("hex", lambda w, s, _: w.grid.label(s.where[w.dump]) if s.where[w.dump] >= 0 else "none"),
        Fact("known", lambda w, s, _: s.dump_known),
        Fact("owner", lambda w, s, _: SIDES[s.dump_owner]),
        Fact("taken_once", lambda w, s, _: s.dump_taken_once),
    ),
)
AIR = Facts(
    "air units by id: back, flown, available",
    (
        Fact("back", lambda w, s, air: s.air_back[air]),
        Fact("flown", lambda w, s, air: s.air_flown[air]),
        Fact("available", lambda w, s, air: may_fly(w, s, air) is None),
    ),
    find=lambda w, s, name: w.air_by_id[air_named(w, name)],
)
FACTS = {"units": UNITS, "hexes": HEXES, "bridges": BRIDGES, "state": STATE, "dump": DUMP, "air": AIR}
