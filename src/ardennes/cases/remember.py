"""Cache what follows from some fields of a case alone, because many cases use the same map."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from ardennes.cases.fields import Fields

T = TypeVar("T")
# maps and what is derived from them: a case file has few of them, a server opens cases of all files
KEPT = 12


def once_for(names: Sequence[str]) -> Callable[[Callable[[Fields], T]], Callable[[Fields], T]]:
    """Cache the result of a function by these fields of a case; an error in them is raised each time."""

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
