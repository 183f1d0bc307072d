"""The event stream is complete: a reader of the events knows every unit's hex and state."""

from __future__ import annotations

import random

import pytest

from ardennes.dice import KeyedDice, seed_from_number
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model import events as e
from ardennes.games.tigers.rules.model.state import (
    DEAD,
    DISRUPTED,
    ENTRENCHED,
    EXITED,
    NO_BRIDGE,
    NOT_YET,
    SPLIT,
    OnTheWay,
    TigersState,
)
from ardennes.kernel.contract import Event
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import sample

GAME = Tigers()
WORLD = GAME.world
SHOWN = DISRUPTED | ENTRENCHED


class Onlooker:
    """Maintain a map from the events alone."""

    def __init__(self, state: TigersState) -> None:
        self.where = {u.id: state.where[u.index] for u in WORLD.units}
        self.status = {u.id: state.status[u.index] & SHOWN for u in WORLD.units}
        self.standing = {name for river, name in enumerate(WORLD.bridge_names) if state.bridge[river]}
        self.markers = dict(zip(GAME.sides, state.markers, strict=True))

    def see(self, event: Event) -> None:
        match event:
            case e.Placed(unit=unit, hex=hex, entrenched=entrenched):
                self.where[unit] = WORLD.grid.at(hex)
                self.status[unit] |= ENTRENCHED if entrenched else 0
            case e.Entered(unit=unit, hex=hex):
                self.where[unit] = WORLD.grid.at(hex)
            case e.BrokeDown(unit=unit, hex=hex):
                self.where[unit] = WORLD.grid.at(hex)
            case e.DumpHidden(hex=hex):
                self.where["US-DUMP"] = WORLD.grid.at(hex)
            case e.DumpDestroyed():
                self.where["US-DUMP"] = DEAD
            case e.HeydteLanded(hex=hex):
                self.where["G-VDH"] = WORLD.grid.at(hex) if hex else DEAD
            case e.Moved(unit=unit, path=path) | e.Retreated(unit=unit, path=path):
                self.where[unit] = WORLD.grid.at(path[-1])
            case e.Advanced(unit=unit, path=path):
                self.where[unit] = WORLD.grid.at(path[-1])
            case e.Exited(unit=unit):
                self.where[unit] = EXITED
            case e.Eliminated(unit=unit):
                self.where[unit], self.status[unit] = DEAD, 0
            case e.Split(unit=unit, commands=commands):
                for command in commands:
                    self.where[command], self.status[command] = self.where[unit], self.status[unit]
                self.where[unit], self.status[unit] = SPLIT, 0
            case e.Combined(commands=commands, unit=unit):
                self.where[unit] = self.where[commands[0]]
                self.status[unit] = max(self.status[command] for command in commands)
                for command in commands:
                    self.where[command], self.status[command] = NOT_YET, 0
            case _:
                self._see_more(event)

    def _see_more(self, event: Event) -> None:
        match event:
            case e.Disrupted(unit=unit):
                assert not self.status[unit] & DISRUPTED, f"{unit} is Disrupted twice: {event}"
                self.status[unit] |= DISRUPTED
            case e.Recovered(unit=unit):
                self.status[unit] &= ~DISRUPTED
            case e.Entrenched(unit=unit):
                self.status[unit] |= ENTRENCHED
            case e.EntrenchmentLost(unit=unit):
                self.status[unit] &= ~ENTRENCHED
            case e.BridgeBuilt(bridge=bridge, side=side):
                self.standing.add(bridge)
                self.markers[side] -= 1
            case e.BridgeGone(bridge=bridge):
                self.standing.remove(bridge)
            case e.BridgeRestored(bridge=bridge):
                self.standing.add(bridge)
            case e.MarkerReturned(side=side):
                self.markers[side] += 1

    def agrees_with(self, state: TigersState) -> None:
        top = state.stack[-1] if state.stack else None
        under_way = top.side if isinstance(top, OnTheWay) else -1  # its move is reported at its end
        for unit in WORLD.units:
            if unit.side != under_way:
                assert self.where[unit.id] == state.where[unit.index], unit.id
            assert self.status[unit.id] == state.status[unit.index] & SHOWN, unit.id
        standing = {name for r, name in enumerate(WORLD.bridge_names) if state.bridge[r] != NO_BRIDGE}
        assert self.standing == standing
        assert list(self.markers.values()) == state.markers


@pytest.mark.parametrize(
    "options", [{}, {"bridge_returns": True, "any_road_disrupts": True, "dae_choice": "attacker"}]
)
def test_events_tell_all_that_can_be_seen(options: dict[str, object]) -> None:
    for seed in range(2):
        rng, dice = random.Random(seed), KeyedDice(seed_from_number(seed))
        state = GAME.start("campaign", settle_options(GAME, options), dice)
        onlooker = Onlooker(state)
        while GAME.result(state) is None:
            side = GAME.to_move(state)[0]
            order = sample(GAME.offers(state, side), rng)
            assert order is not None
            for event in GAME.apply(state, side, order, dice):
                onlooker.see(event)
                assert GAME.tell(event)
            onlooker.agrees_with(state)
