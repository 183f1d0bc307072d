"""Malformed orders: each gets a refusal that names a rule, never an error."""

from __future__ import annotations

import random
import typing
from typing import Any

import pytest

from ardennes.dice import KeyedDice, seed_from_number
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.sequence.decisions import DECISIONS
from ardennes.kernel.contract import Order
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import sample

GAME = Tigers()
WORLD = GAME.world
UNITS = [unit.id for unit in WORLD.units]
HEXES = [WORLD.grid.label(cell) for cell in WORLD.grid.cells]
AIR = [group.id for group in WORLD.air_units]
BRIDGES = list(WORLD.bridge_by_name)
ODD = ["", "x", "-1", "99999", "1206r", "exit", "exitr", "g-kgp", "dump", "1206/1207", "1206 " * 50]
NAMES = {
    **dict.fromkeys(("unit", "units", "into", "attackers", "attach", "commands"), UNITS),
    **dict.fromkeys(("hex", "targets"), HEXES),
    "path": [*HEXES, *(f"{hex}r" for hex in HEXES), "exit"],
    **dict.fromkeys(("air", "enemy"), AIR),
    "bridge": BRIDGES,
    "target": [*HEXES, *BRIDGES, "dump"],
    "work": ["build", "dismantle", "blow", "burn"],
    "kind": ["historical", "free"],
    "effect": ["D", "AE", "DE"],
}
KINDS: tuple[Any, ...] = typing.get_args(o.AnyOrder)


def _value(rng: random.Random, field: str, kind: Any) -> Any:
    """Return a value for a field of an order: usually a plausible name, sometimes anything."""
    if kind is bool:
        return rng.random() < 0.5
    if kind is int:
        return rng.choice([-(10**30), -1, 0, 1, 3, 99, 10**30])

    def name() -> str:
        return rng.choice(NAMES[field] if rng.random() < 0.85 else [*ODD, *UNITS, *HEXES])

    if kind is str:
        return name()
    several = [name() for _ in range(rng.choice([0, 1, 1, 2, 3, 300]))]
    return tuple(several + several[: rng.random() < 0.2])


def _strange_order(rng: random.Random, state: TigersState) -> Order:
    kinds = KINDS if rng.random() < 0.2 else DECISIONS[type(state.stack[-1])].answers
    kind = rng.choice(kinds)
    types = typing.get_type_hints(kind)
    order: Order = kind(**{field: _value(rng, field, types[field]) for field in kind.__struct_fields__})
    return order


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_strange_orders_are_refused_with_a_message(seed: int) -> None:
    rng, dice = random.Random(seed), KeyedDice(seed_from_number(seed))
    chosen = {"weak_contact_lapses": True, "advance_compulsory": True, "dae_choice": "defender"}
    state = GAME.start("campaign", settle_options(GAME, chosen if seed % 2 else {}), dice)
    rules, asked = GAME.rule_ids(), set()
    while GAME.result(state) is None:
        side = GAME.to_move(state)[0]
        view = GAME.view(state, side)
        before = view.digest()
        for _ in range(4):
            order = _strange_order(rng, view)
            refusal = GAME.check(view, side, order)
            if refusal is not None:
                assert refusal.rule in rules, (order, refusal)
                assert refusal.facts, order
            GAME.preview(view, side, order)
            assert GAME.tidy(GAME.tidy(order)) == GAME.tidy(order)
        assert view.digest() == before
        asked.add(type(state.stack[-1]))
        pick = sample(GAME.offers(state, side), rng)
        assert pick is not None
        GAME.apply(state, side, pick, dice)
    assert len(asked) > 15
