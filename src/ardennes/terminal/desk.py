"""What a game must bring to be played in the terminal, and how its desk is found."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ardennes.games import kit_of
from ardennes.kernel.contract import AnyGame, Event, Order, Refusal
from ardennes.kernel.kit import part
from ardennes.terminal.screen import Part, Screen

Lines = Sequence[Sequence[Part]]


class Query(NamedTuple):
    """A question a player may ask at any time: it changes nothing."""

    usage: str
    about: str
    run: Callable[[Any, int, Sequence[str]], None]  # (view, side, words after the name)


class Reading(Protocol):
    """What a text was taken for: an order (or none), what to say about it, and a question to ask first.

    The question may be answered with "with ..." in place of yes: the stem and that make a new line.
    """

    @property
    def order(self) -> Order | None: ...
    @property
    def lines(self) -> Lines: ...
    @property
    def question(self) -> str: ...
    @property
    def stem(self) -> str: ...


class Desk(Protocol):
    """The game's side of the terminal. It sees views only, so it cannot show what a side may not know."""

    @property
    def queries(self) -> Mapping[str, Query]: ...
    @property
    def order_help(self) -> Mapping[str, tuple[str, str]]:
        """First words of orders -> (usage, what it does)."""
        ...

    @property
    def names(self) -> Sequence[str]:
        """Names of units and places, for completion and suggestions."""
        ...

    def status(self, view: Any) -> Lines: ...
    def show_board(self, view: Any, side: int | None) -> None: ...
    def read(self, view: Any, side: int, text: str) -> Reading: ...
    def write(self, order: Order) -> str: ...
    def choices(self, view: Any, side: int) -> Sequence[tuple[str, Order]]:
        """A few legal orders with the short answer that stands for each; empty when there are many."""
        ...

    def background(self, view: Any, side: int) -> Lines:
        """What the player should see before answering the open decision."""
        ...

    def reword(self, refusal: Refusal) -> Refusal:
        """The refusal in the words a player types."""
        ...

    def board_key(self, view: Any, side: int) -> Hashable:
        """Changes when the side should see the whole board again; None when it need not now."""
        ...

    def is_heading(self, event: Event) -> bool:
        """Does the event only say that a new part of the turn begins?"""
        ...

    def is_silent(self, event: Event) -> bool:
        """Is the event not worth a line, because another one sums it up?"""
        ...

    def may_hear(self, view: Any, why: str, order: Order) -> bool:
        """May a player with this view hear why the other side gave the order?"""
        ...


def find_desk(game: AnyGame, screen: Screen, *, compact: bool) -> Desk:
    """The desk of a game."""
    desk: Desk = part(kit_of(game.id).desk)(game, screen, compact=compact)
    return desk
