"""Cut supply roads opened again in the evening: the German moves last before supply is traced, BTA-2.3, so
that a road which a raider has only ridden over costs nothing if somebody marches over it after him."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from ardennes.games.breakthrough.rules.model.orders import ChangeMode, Move
from ardennes.games.breakthrough.rules.model.state import PLOTTED
from ardennes.games.breakthrough.schema.terms import ISOLATED, TRAVEL
from ardennes.hexes import bits, board_of
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.breakthrough.staff.missions import either_way

ROUNDS = 12  # marches at most in one evening
STILL = (1.0, 0.4, 0.2, 0.1)  # what counts of a unit with so many hexes of its road still cut


class Hungry(NamedTuple):
    """A unit that would be found without supply, and what its road lacks."""

    strength: float
    cut: int  # hexes of the enemy's on its road home, nobody in them


class Errand(NamedTuple):
    """A march over cut roads."""

    worth: float
    unit: int
    mode: int
    cell: int


def hope(left: int) -> float:
    return STILL[left] if left < len(STILL) else 0.0


def gain(hungry: Iterable[Hungry], opened: int) -> float:
    """The strength fed, in part where the road stays cut, when these hexes are won back."""
    total = 0.0
    for who in hungry:
        if won := (who.cut & opened).bit_count():
            cut = who.cut.bit_count()
            total += who.strength * (hope(cut - won) - hope(cut))
    return total


def reopen(
    draft: Draft,
    units: Iterable[int],
    hunger: Callable[[], list[Hungry]],
    price: Callable[[int], float],
) -> None:
    """Marches over cut roads, the best first, by whoever is dispensable and comes there today."""
    s = draft.s
    movers = [u for u in units if s.supply[u] != ISOLATED and not s.marks[u] & PLOTTED]
    for _ in range(ROUNDS):
        errands = list(_errands(draft, movers, hunger(), price))
        if not errands:
            return
        best = max(errands, key=lambda e: (e.worth, e.mode == s.mode[e.unit], -e.unit, -e.cell))
        _, unit, mode, cell = best
        why = f"{draft.shown(unit)}: opens the supply road at {draft.place(cell)} before night"
        if mode != s.mode[unit]:
            draft.give(ChangeMode(draft.name(unit), mode == TRAVEL), why)
        reach = draft.routes(unit)
        if cell not in reach or not draft.give(Move(draft.name(unit), reach.path(cell)), why):
            movers.remove(unit)


def _errands(
    draft: Draft, movers: list[int], hungry: list[Hungry], price: Callable[[int], float]
) -> Iterator[Errand]:
    """Every march that is worth more than it costs."""
    wanted = reduce(or_, (who.cut for who in hungry), 0)
    if not wanted:
        return
    for unit in movers:
        if not draft.s.points[unit]:
            continue
        for mode, reach in either_way(draft, unit):
            for cell in bits(wanted):
                if cell in reach:
                    worth = gain(hungry, board_of(reach.cells(cell)) & wanted) - price(unit)
                    if worth > 0:
                        yield Errand(worth, unit, mode, cell)
