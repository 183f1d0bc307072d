"""Which routes a client is offered: one for each destination, and a second one that takes a place on the way.

A rule may allow more. Players can still type or draw any legal route.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from ardennes.kernel.wire import Way

PATHS = ("path", "route")  # fields of orders that contain a route
MOST_PLACES = 3  # places for which a second route is looked for


def revisits(start: str, path: Sequence[str]) -> bool:
    """Return whether a route comes back to a hex that it has left, the first one included."""
    steps = [start, *path]
    steps = [step for at, step in enumerate(steps) if not at or step != steps[at - 1]]
    return len(set(steps)) < len(steps)


def offered(start: str, ways: Iterable[Way], prizes: Collection[str]) -> list[Way]:
    """Return the ways to offer, in their order, then the second routes.

    `prizes` are the places that come under the side's control when a unit passes. Ways that differ in more
    than their route, such as the state on arrival, are different ways. A unit that must go and has no other
    route is offered all of them.
    """
    ways = list(ways)
    shortest: dict[Any, Way] = {}
    others: list[Way] = []
    for way in ways:
        if revisits(start, _path(way)) and not way.aims:
            continue
        known = shortest.setdefault(_kind(way), way)
        if known is way:
            continue
        if len(_path(way)) < len(_path(known)):
            shortest[_kind(way)], way = way, known
        others.append(way)
    if not shortest:
        return ways
    return [*shortest.values(), *_second(list(shortest.values()), others, prizes)]


def _second(first: Sequence[Way], others: Iterable[Way], prizes: Collection[str]) -> list[Way]:
    """Return for each destination the route that takes the most places besides those of the first route."""
    passed: dict[tuple[str, str], set[str]] = {}
    for way in first:
        passed.setdefault((way.hex, way.mode), set(_path(way)))  # the one that a click takes
    best: dict[tuple[str, str], tuple[tuple[int, int, int], Way]] = {}
    for way in others:
        key, path = (way.hex, way.mode), _path(way)
        takes = [step for step in path[:-1] if step in prizes and step not in passed[key]]
        rank = (len(way.marks), -len(takes), len(path))
        if takes and not way.aims and (key not in best or rank < best[key][0]):
            way.takes, way.ask = takes, False
            best[key] = (rank, way)
    return [way for _, way in best.values()]


def _path(way: Way) -> list[str]:
    return way.path if way.path is not None else list(way.order.get("route", ()))


def _kind(way: Way) -> Any:
    """Return what a way is apart from its route; two ways off the map differ by the hex they leave from."""
    order = {name: str(value) for name, value in way.order.items() if name not in PATHS}
    leaves = _path(way)[-2:-1] if way.hex == "exit" else ()
    if not any(name in way.order for name in PATHS):
        order["to"] = way.label  # units that are placed: each order is a different one
    return way.hex, way.mode, way.aims, tuple(way.marks), tuple(leaves), tuple(sorted(order.items()))
