"""The initial state, the same way in every game."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from ardennes.kernel.contract import State, numbers

S = TypeVar("S", bound=State)


def untouched(kind: type[S], **given: Any) -> S:
    """Make a state before anything has happened: fields not given are 0, False, "" or empty."""
    return kind(**{name: make() for name, make in _beginnings(kind) if name not in given}, **given)


@functools.cache
def _beginnings(kind: type[State]) -> tuple[tuple[str, Callable[[], Any]], ...]:
    """Return the empty value of each field. Finding it takes longer than making a state, so it is cached."""
    return tuple((field.name, _nothing(field.type)) for field in msgspec.structs.fields(kind))


def _nothing(kind: Any) -> Callable[[], Any]:
    if kind is array:
        return numbers
    return type(None) if type(None) in get_args(kind) else get_origin(kind) or kind
