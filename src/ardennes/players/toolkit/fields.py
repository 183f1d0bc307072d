"""Fields over the hexes: how far it is from everywhere to a goal, and who can strike where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

FAR = 1_000_000
Links = Sequence[Sequence[tuple[int, int]]]  # by hex: (hex at the other end, cost of the step)


def cost_field(
    goals: Mapping[int, int], into: Links, toll: Sequence[int], limit: int = FAR, shortest: int = 1
) -> list[int]:
    """The cheapest cost from every hex to a goal; `toll` is paid for entering a hex. Beyond the limit a hex
    may be left at FAR. No step costs less than `shortest`: hexes that lie as near together as that need not
    be put in order, so they wait in one bucket."""
    best = [FAR] * len(toll)
    buckets: dict[int, list[int]] = {}
    for cell, cost in goals.items():
        best[cell] = cost
        buckets.setdefault(cost // shortest, []).append(cell)
    keys = sorted(buckets)
    while keys and keys[0] * shortest <= limit:
        key = heappop(keys)
        for cell in buckets.pop(key):
            cost = best[cell]
            if cost // shortest != key or cost > limit:
                continue
            cost += toll[cell]
            for origin, step in into[cell]:
                total = cost + step
                if total < best[origin]:
                    best[origin] = total
                    bucket = buckets.get(total // shortest)
                    if bucket is None:
                        buckets[total // shortest] = [origin]
                        heappush(keys, total // shortest)
                    else:
                        bucket.append(origin)
    return best


def way_down(field: Sequence[int], start: int, out: Links, toll: Sequence[int]) -> list[int]:
    """The cheapest way from a hex to the goal, by the field that led there; both ends included.

    `out` lists the steps out of each hex: (hex one comes to, cost).
    """
    way = [start]
    while field[way[-1]] < FAR:
        here = way[-1]
        ahead = [c for c, cost in out[here] if field[c] + toll[c] + cost == field[here]]
        if not ahead:
            break
        way.append(min(ahead))
    return way


def turned(into: Links) -> list[list[tuple[int, int]]]:
    """Steps into each hex as steps out of each hex."""
    out: list[list[tuple[int, int]]] = [[] for _ in into]
    for cell, origins in enumerate(into):
        for origin, cost in origins:
            out[origin].append((cell, cost))
    return out


def pressure(size: int, strikers: Iterable[tuple[int, Iterable[int]]]) -> list[int]:
    """By hex: the strength that could strike it; a striker is (strength, hexes it could strike)."""
    total = [0] * size
    for strength, cells in strikers:
        for cell in cells:
            total[cell] += strength
    return total
