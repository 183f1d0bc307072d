"""How a state begins in every game."""

from __future__ import annotations

from typing import Any, TypeVar, get_args, get_origin

import msgspec

from ardennes.kernel.contract import State

S = TypeVar("S", bound=State)


def untouched(kind: type[S], **given: Any) -> S:
    """A state in which nothing has happened yet: what is not given is 0, no, no text, nothing in a list."""
    fields = msgspec.structs.fields(kind)
    return kind(**{f.name: _nothing(f.type) for f in fields if f.name not in given}, **given)


def _nothing(kind: Any) -> Any:
    return None if type(None) in get_args(kind) else (get_origin(kind) or kind)()
