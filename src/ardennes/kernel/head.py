"""What games say of themselves in the same way: their options, their words read back, their rules."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from ardennes.kernel.contract import Decision, Event, OptionSpec, Order, State
from ardennes.kernel.deciding import Handler
from ardennes.kernel.mapfile import game_file
from ardennes.kernel.offers import Offer
from ardennes.kernel.options import read_options
from ardennes.kernel.rulebook import rule_ids

W = TypeVar("W")
S = TypeVar("S", bound=State)


@functools.cache
def printed_options(package: str) -> tuple[OptionSpec, ...]:
    """The choices made before a game, from its options.toml."""
    return tuple(read_options(game_file(package, "options.toml")).values())


class GameHead(Generic[W, S]):
    """A game that knows its world and is written down in a package with a rulebook and data."""

    package: ClassVar[str]
    orders: ClassVar[Any]  # the union of its kinds of order
    events: ClassVar[Any]
    state: type[S]
    world: W

    @property
    def options(self) -> Sequence[OptionSpec]:
        return printed_options(self.package)

    def read_order(self, plain: object) -> Order:
        order: Order = msgspec.convert(plain, self.orders)
        return order

    def read_event(self, plain: object) -> Event:
        event: Event = msgspec.convert(plain, self.events)
        return event

    def read_state(self, plain: Mapping[str, Any]) -> S:
        """A saved game goes on at the same decision."""
        return self.state.from_record(plain)

    def rule_ids(self) -> frozenset[str]:
        return rule_ids(self.package)


class Frame(Protocol):
    """A decision that lies open."""

    @property
    def side(self) -> int: ...


class Stacked(Protocol):
    """A state whose open decisions lie on a stack; the top one is decided now."""

    @property
    def stack(self) -> Sequence[Frame]: ...


class StackedGame(GameHead[W, S]):
    """A game whose decisions lie on a stack, each with its handler."""

    handlers: ClassVar[Mapping[Any, Handler[Any, Any]]]  # by the type of the frame

    def to_move(self, state: Stacked) -> tuple[int, ...]:
        return (state.stack[-1].side,) if state.stack else ()

    def decisions(self, state: Stacked) -> tuple[Decision, ...]:
        if not state.stack:
            return ()
        frame = state.stack[-1]
        handler = self.handlers[type(frame)]
        return (Decision(frame.side, handler.kind, handler.prompt(self.world, state, frame), handler.rule),)

    def offers(self, state: Stacked, side: int) -> Sequence[Offer]:
        if not state.stack or state.stack[-1].side != side:
            return ()
        frame = state.stack[-1]
        return self.handlers[type(frame)].offers(self.world, state, frame)
