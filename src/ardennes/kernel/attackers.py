"""Suggest attackers for a hex that a player points at, by one measure for all games.

The measure picks the smallest legal group that takes the hex in at least two throws of three. Among several
such groups it prefers the one that creates the fewest obligations, then the best column. If no group can take
the hex, it picks the strongest group that may attack. If none may attack, it picks all free units, so that
the odds show the reason. A game says which groups are legal and how a group would fare. Units that are needed
for another attack are not free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from ardennes.kernel.names import Army

ENOUGH = Fraction(2, 3)  # two thirds of all throws
MOST_TRIED = 120  # groups compared before the strongest units are simply added one by one

Group = tuple[int, ...]


class Fares(NamedTuple):
    """The prospects of a group."""

    takes: Fraction  # chance to take the hex
    column: float  # how good the odds are
    burden: int = 0  # other attacks that this one would make mandatory


Judge = Callable[[Group], Fares | None]  # None: the group may not attack


def proposed(
    army: Army,
    named: Iterable[str],
    free: Iterable[int],
    strength: Callable[[int], float],
    judge: Judge,
    tries: int = MOST_TRIED,
) -> list[str]:
    """Return the suggested attackers: the named units, as far as they are free, and the others needed."""
    able = set(free)
    must = [unit for name in named if (unit := army.by_id.get(name)) in able]
    group = _group(must, able, strength, judge, tries) or sorted(able)
    return [army.units[unit].id for unit in group]


def _group(
    must: Sequence[int], free: set[int], strength: Callable[[int], float], judge: Judge, tries: int
) -> Group:
    """Return the starting group, which includes `must`; empty if no group may attack."""
    pool = sorted((unit for unit in free if unit not in must), key=lambda unit: (-strength(unit), unit))
    candidates: dict[Group, Fares] = {}

    def weigh(more: Group) -> Fares | None:
        group = tuple(sorted((*must, *more)))
        result = judge(group)
        if result is not None:
            candidates[group] = result
        return result

    for size in range(0 if must else 1, len(pool) + 1):
        enough = False
        for more in combinations(pool, size):
            if tries <= 0:
                break
            tries -= 1
            fares = weigh(more)
            enough = enough or (fares is not None and fares.takes >= ENOUGH)
        if enough or tries <= 0:
            break
    if not any(fares.takes >= ENOUGH for fares in candidates.values()):
        _strongest(pool, weigh)
    return _best(candidates, strength)


def _strongest(pool: Sequence[int], weigh: Callable[[Group], Fares | None]) -> None:
    """Add strong units one by one, as long as they may attack together. If no group with the strongest unit
    may attack, try groups without it.
    """
    for first in range(len(pool)):
        group: Group = ()
        legal = False
        for unit in pool[first:]:
            fares = weigh((*group, unit))
            if fares is None and legal:
                continue
            group, legal = (*group, unit), fares is not None
            if fares is not None and fares.takes >= ENOUGH:
                return
        if legal:
            return


def _best(candidates: dict[Group, Fares], strength: Callable[[int], float]) -> Group:
    if not candidates:
        return ()
    good = {group: fares for group, fares in candidates.items() if fares.takes >= ENOUGH}
    if good:
        fewest = min(map(len, good))
        return min(
            (group for group in good if len(group) == fewest),
            key=lambda group: (good[group].burden, -good[group].column, sum(map(strength, group)), group),
        )
    return max(candidates, key=lambda group: (candidates[group].takes, candidates[group].column, -len(group)))
