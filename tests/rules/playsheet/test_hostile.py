"""Malformed orders are refused by a rule, and nothing is changed (OPS-ORD-2, OPS-ORD-3)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ardennes.games.playsheet.schema.terms import GERMAN
from tests.rules.playsheet.random_play import game, opening

LONG = "x" * 10_000
FIGHTER = "german-fighter-01"
UNIT = "GE-18VG-293"

HOSTILE: list[dict[str, Any]] = [
    {"do": "rest", "unit": LONG},
    {"do": "rest", "unit": ""},
    {"do": "rest", "unit": "US-106-422"},
    {"do": "move", "unit": UNIT, "mode": "tactical", "route": []},
    {"do": "move", "unit": UNIT, "mode": "Tactical", "route": ["5013"]},
    {"do": "move", "unit": UNIT, "mode": "tactical", "route": ["5014"] * 100_000},
    {"do": "move", "unit": UNIT, "mode": "tactical", "route": ["EXIT"] * 3},
    {"do": "move", "unit": UNIT, "mode": "tactical", "route": ["２４２９"]},
    {"do": "move", "unit": UNIT, "mode": "tactical", "route": ["-1"], "on_contact": "attack"},
    {"do": "prepare", "unit": UNIT, "target": "EXIT"},
    {"do": "prepare", "unit": UNIT, "target": "2429", "route": ["EXIT"]},
    {"do": "attack", "unit": UNIT, "target": ""},
    {"do": "attack", "unit": UNIT, "target": "2429", "onward": ["2429", "2428"]},
    {"do": "attack", "unit": UNIT, "target": "5014", "onward": ["EXIT"]},
    {"do": "support", "unit": UNIT, "target": "2429", "role": "both"},
    {"do": "interdict", "unit": UNIT, "anchor": "2429"},
    {"do": "suppress", "unit": UNIT, "anchor": "9999"},
    {"do": "demolish", "unit": UNIT, "what": "2429/2430/2431"},
    {"do": "demolish", "unit": UNIT, "what": "/"},
    {"do": "bridge", "unit": UNIT, "hexside": "dump"},
    {"do": "attach", "unit": UNIT, "division": LONG},
    {"do": "cover", "squadrons": [FIGHTER], "zone": 10**30},
    {"do": "cover", "squadrons": [FIGHTER] * 1000, "zone": 1},
    {"do": "cover", "squadrons": [LONG], "zone": 1},
    {"do": "reconnoitre", "squadrons": [FIGHTER], "zone": -1},
    {"do": "transport", "squadrons": ["german-transport_serial-01"], "load": "gold", "target": "2429"},
    {"do": "take_back"},
    {"do": "take_back", "units": [UNIT] * 10_000, "squadrons": [FIGHTER] * 10_000},
    {"do": "take_back", "units": [UNIT], "attachment": True},
    {"do": "priority", "groups": []},
    {"do": "priority", "groups": ["tanks"] * 4},
    {"do": "priority", "groups": ["tanks", "vehicles", "infantry", "artillery"], "first": ["US-106-422"]},
    {"do": "copy"},
    {"do": "copy", "of": "LVIII"},
    {"do": "copy", "of": LONG},
]


@pytest.mark.parametrize("plain", HOSTILE, ids=range(len(HOSTILE)))
def test_it_is_refused_by_a_rule(plain: dict[str, Any]) -> None:
    state = opening(1)
    before = state.digest()
    order = game().read_order(plain)
    refusal = game().check(game().view(state, GERMAN), GERMAN, order)
    assert refusal is not None
    assert refusal.rule in game().rule_ids()
    assert refusal == game().check(state, GERMAN, order)
    assert state.digest() == before


UNREADABLE: list[object] = [
    {"do": "march", "unit": UNIT},
    {"do": "move", "unit": UNIT},
    {"do": "move", "unit": 7, "mode": "tactical", "route": ["2429"]},
    {"do": "move", "unit": UNIT, "mode": "tactical", "route": "2429"},
    {"do": "cover", "squadrons": [FIGHTER], "zone": "3"},
    {"do": "cover", "squadrons": FIGHTER, "zone": 3},
    {"do": "defend", "unit": UNIT, "counter_attack": "yes"},
    [],
    None,
]


@pytest.mark.parametrize("plain", UNREADABLE, ids=range(len(UNREADABLE)))
def test_it_is_no_order(plain: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        game().read_order(plain)
