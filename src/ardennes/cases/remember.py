"""Many cases lie on the same map: what follows from some of their fields alone is remembered a while."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from ardennes.cases.fields import Fields

T = TypeVar("T")
KEPT = 12  # of a map and what is made of it: a case file has few of them, a server opens cases of all files


def once_for(names: Sequence[str]) -> Callable[[Callable[[Fields], T]], Callable[[Fields], T]]:
    """Remember what a function makes of a case by these fields; a mistake in them is told each time."""

    def remember(work: Callable[[Fields], T]) -> Callable[[Fields], T]:
        known: OrderedDict[bytes, T] = OrderedDict()

        @functools.wraps(work)
        def found(given: Fields) -> T:
            said = msgspec.json.encode({name: given.values[name] for name in names if name in given})
            if said not in known:
                known[said] = work(given)
                if len(known) > KEPT:
                    known.popitem(last=False)
            known.move_to_end(said)
            return known[said]

        return found

    return remember
