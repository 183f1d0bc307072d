"""Fields over the hexes: how far it is from everywhere to a goal, and who can strike where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

FAR = 1_000_000
STRIDE = 24  # how far a flood goes on before it looks whether it is there, in its shortest steps
Steps = Sequence[tuple[int, int]]  # (hex at the other end, cost of the step)
Links = Sequence[Steps]  # by hex


class Flood:
    """The cheapest cost from every hex to a goal, worked out as far as somebody looks; `toll` is paid for
    entering a hex. No step costs less than `shortest`: hexes that lie as near together as that need not be
    put in order, so they wait in one bucket. Steps that are not listed yet are found by `price`; nobody looks
    beyond the limit."""

    def __init__(
        self,
        goals: Mapping[int, int],
        into: Sequence[Steps | None],
        toll: Sequence[int],
        shortest: int = 1,
        price: Callable[[int], Steps] | None = None,
        limit: int = FAR,
    ) -> None:
        self._into, self._toll, self._shortest, self._price = into, toll, shortest, price
        self.limit = limit
        self.cost = [FAR] * len(toll)  # exact up to what is `spent`, beyond it FAR or too high
        self.spent: float = -1
        self._buckets: dict[int, list[int]] = {}
        for cell, cost in goals.items():
            self.cost[cell] = cost
            self._buckets.setdefault(cost // shortest, []).append(cell)
        self._keys = sorted(self._buckets)

    def upto(self, most: float) -> list[int]:
        """By hex: its cost, exact up to so much or the limit."""
        most = min(most, self.limit)
        if self._shortest == 1:
            self._in_order(most)
        else:
            self._in_bands(most)
        self.spent = max(self.spent, most if self._keys else FAR)
        return self.cost

    def _in_order(self, most: float) -> None:
        """A bucket for each cost. No other loop of the players is run through so often: nothing is in it that
        need not be."""
        best, buckets, keys = self.cost, self._buckets, self._keys
        into, toll, price = self._into, self._toll, self._price
        while keys and keys[0] <= most:
            key = heappop(keys)
            for cell in buckets.pop(key):
                if best[cell] != key:
                    continue  # it was come to in a cheaper way
                steps = into[cell]
                if steps is None:
                    assert price is not None
                    steps = price(cell)
                cost = key + toll[cell]
                for origin, step in steps:
                    total = cost + step
                    if total < best[origin]:
                        best[origin] = total
                        if total in buckets:
                            buckets[total].append(origin)
                        else:
                            buckets[total] = [origin]
                            heappush(keys, total)

    def _in_bands(self, most: float) -> None:
        """A bucket for costs less than a step apart."""
        best, buckets, keys, shortest = self.cost, self._buckets, self._keys, self._shortest
        into, toll, price = self._into, self._toll, self._price
        while keys and keys[0] * shortest <= most:
            key = heappop(keys)
            for cell in buckets.pop(key):
                cost = best[cell]
                if cost // shortest != key:
                    continue
                steps = into[cell]
                if steps is None:
                    assert price is not None
                    steps = price(cell)
                cost += toll[cell]
                for origin, step in steps:
                    total = cost + step
                    if total < best[origin]:
                        best[origin] = total
                        at = total // shortest
                        if at in buckets:
                            buckets[at].append(origin)
                        else:
                            buckets[at] = [origin]
                            heappush(keys, at)

    def at(self, cells: Sequence[int], most: int = FAR) -> int:
        """The cheapest of the hexes: exact up to so much or the limit."""
        cost, most = self.cost, min(most, self.limit)
        while True:
            best = min([cost[cell] for cell in cells], default=FAR)
            if best <= self.spent or self.spent >= most:
                return best
            self.upto(min(best, max(self.spent, 0) + STRIDE * self._shortest, most))


def cost_field(goals: Mapping[int, int], into: Links, toll: Sequence[int], limit: int = FAR) -> list[int]:
    """The cheapest cost from every hex to a goal; beyond the limit as `Flood.upto` says."""
    return Flood(goals, into, toll).upto(limit)


def eased_field(field: Sequence[int], eased: Sequence[int], into: Links, toll: Sequence[int]) -> list[int]:
    """The field once the toll of a few hexes has fallen to what it is now: only what is nearer for it is
    worked out anew."""
    best = [*field]
    heap = [(best[cell], cell) for cell in eased if best[cell] < FAR]
    heapify(heap)
    while heap:
        cost, cell = heappop(heap)
        if cost == best[cell]:
            cost += toll[cell]
            for origin, step in into[cell]:
                if cost + step < best[origin]:
                    best[origin] = cost + step
                    heappush(heap, (cost + step, origin))
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
