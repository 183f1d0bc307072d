"""Who should attack a hex, when somebody only points at it: one measure for all games.

The smallest legal group that takes the hex in at least two throws of three, and of several such the one
that obliges to least and has the best column; where no group can, the strongest that may attack; where none
may, everybody free, so that the odds tell why not. A game says what is legal and how a group would fare;
those who have another attack to make are not among the free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from ardennes.kernel.names import Army

ENOUGH = Fraction(2, 3)  # of all throws
MOST_TRIED = 120  # groups looked at before the strongest units are simply added one by one

Group = tuple[int, ...]


class Fares(NamedTuple):
    """How a group would fare."""

    takes: Fraction  # the chance to take the hex
    column: float  # how good the odds are
    burden: int = 0  # so many other attacks it would oblige to


Judge = Callable[[Group], Fares | None]  # None: it may not attack


def proposed(
    army: Army,
    named: Iterable[str],
    free: Iterable[int],
    strength: Callable[[int], float],
    judge: Judge,
    tries: int = MOST_TRIED,
) -> list[str]:
    """Who should attack: those named, as far as they are free, and who else it takes."""
    able = set(free)
    must = [unit for name in named if (unit := army.by_id.get(name)) in able]
    group = _group(must, able, strength, judge, tries) or sorted(able)
    return [army.units[unit].id for unit in group]


def _group(
    must: Sequence[int], free: set[int], strength: Callable[[int], float], judge: Judge, tries: int
) -> Group:
    """The group to begin with; `must` are in it. Empty where no group may attack."""
    pool = sorted((unit for unit in free if unit not in must), key=lambda unit: (-strength(unit), unit))
    seen: dict[Group, Fares] = {}

    def weigh(more: Group) -> Fares | None:
        group = tuple(sorted((*must, *more)))
        result = judge(group)
        if result is not None:
            seen[group] = result
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
    if not any(fares.takes >= ENOUGH for fares in seen.values()):
        _strongest(pool, weigh)
    return _best(seen, strength)


def _strongest(pool: Sequence[int], weigh: Callable[[Group], Fares | None]) -> None:
    """One strong unit after the other, as long as they may attack together.

    Where no group with the strongest may attack, those without it are tried.
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


def _best(seen: dict[Group, Fares], strength: Callable[[int], float]) -> Group:
    if not seen:
        return ()
    good = {group: fares for group, fares in seen.items() if fares.takes >= ENOUGH}
    if good:
        fewest = min(map(len, good))
        return min(
            (group for group in good if len(group) == fewest),
            key=lambda group: (good[group].burden, -good[group].column, sum(map(strength, group)), group),
        )
    return max(seen, key=lambda group: (seen[group].takes, seen[group].column, -len(group)))
