"""What a decision is made of: how it is put, answered and carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ardennes.dice import Dice
from ardennes.games.tigers.sequence_of_play import current_phase
from ardennes.games.tigers.state import Battle, TigersState
from ardennes.games.tigers.world import World
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.offers import Offer


class Handler(NamedTuple):
    """How one kind of decision is put, answered and carried out."""

    kind: str
    rule: str
    prompt: Callable[[World, TigersState, Any], str]
    answers: tuple[type[Order], ...]
    offers: Callable[[World, TigersState, Any], Sequence[Offer]]
    check: Callable[[World, TigersState, Any, Any], Refusal | None]
    apply: Callable[[World, TigersState, Any, Any, Dice, list[Event]], None]


def battle_of(s: TigersState) -> Battle:
    assert s.battle is not None
    return s.battle


def fine(w: World, s: TigersState, frame: Any, order: Any) -> Refusal | None:
    return None


def places(w: World, s: TigersState) -> str:
    return ", ".join(w.labels(battle_of(s).targets))


def says(text: str) -> Callable[[World, TigersState, Any], str]:
    return lambda w, s, frame: text


def step(text: str) -> Callable[[World, TigersState, Any], str]:
    def prompt(w: World, s: TigersState, frame: Any) -> str:
        return text + (" (second step: one OMF less)." if current_phase(s).second else ".")

    return prompt
