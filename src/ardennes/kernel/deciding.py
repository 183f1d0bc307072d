"""Decisions that lie on a stack: how each kind is put, answered and carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from ardennes.dice import Dice
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.offers import Offer

W = TypeVar("W")
S = TypeVar("S")


class Handler(NamedTuple, Generic[W, S]):
    """One kind of decision. `apply` takes its frame off the stack when the decision is over."""

    kind: str
    rule: str
    prompt: Callable[[W, S, Any], str]
    answers: tuple[type[Order], ...]
    offers: Callable[[W, S, Any], Sequence[Offer]]
    check: Callable[[W, S, Any, Any], Refusal | None]
    apply: Callable[[W, S, Any, Any, Dice, list[Event]], None]


def says(text: str) -> Callable[[Any, Any, Any], str]:
    """A prompt that is always the same."""
    return lambda w, s, frame: text


def fine(w: object, s: object, frame: object, order: object) -> Refusal | None:
    """A check that has nothing against any answer."""
    return None


def others_turn(rule: str, decider: str, kind: str) -> Refusal:
    """Why a side may not answer what the other side is asked."""
    return Refusal(rule, f"The {decider} player decides now: {kind}.")


def no_answer(rule: str, prompt: str, answers: Iterable[type[Order]], what: str = "That") -> Refusal:
    """Why an order is no answer to what is asked."""
    names = ", ".join(str(kind.__struct_config__.tag) for kind in answers)
    return Refusal(rule, f"{what} is not what is decided now: {prompt}", f"Answer with: {names}.")
