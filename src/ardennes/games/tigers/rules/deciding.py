"""What the decisions of several chapters share: the battle asked about, and the words of a prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.games.tigers.rules.sequence_of_play import current_phase
from ardennes.games.tigers.rules.state import Battle, TigersState
from ardennes.games.tigers.schema.world import World


def battle_of(s: TigersState) -> Battle:
    assert s.battle is not None
    return s.battle


def places(w: World, s: TigersState) -> str:
    return ", ".join(w.labels(battle_of(s).targets))


def step(text: str) -> Callable[[World, TigersState, Any], str]:
    def prompt(w: World, s: TigersState, frame: Any) -> str:
        return text + (" (second step: one OMF less)." if current_phase(s).second else ".")

    return prompt
