"""Enemy units encircled in the evening. The German moves last before supply is traced, BTA-2.3: a ring closed
then is found closed, and who is isolated has no points that day and may give up whenever it is attacked,
BTA-4.3b, whatever walls it stands behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ardennes.games.breakthrough.rules.model.orders import ChangeMode, Move
from ardennes.games.breakthrough.rules.model.position import occupied, owned, stack_at
from ardennes.games.breakthrough.rules.model.state import PLOTTED
from ardennes.games.breakthrough.rules.movement.roads import open_links
from ardennes.games.breakthrough.rules.movement.supply import automatic, commanded, surrounded, traced
from ardennes.games.breakthrough.schema.terms import ISOLATED, TRAVEL
from ardennes.hexes import bits, board_of
from ardennes.kernel.reach import flood_links
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.breakthrough.staff.missions import either_way

MOST = 4  # marches at most for one ring
FARTHEST = 12  # hexes from which a unit is thought to come
DEAR = 10.0  # what is added to the price of a march before what it brings is divided by it


class Step(NamedTuple):
    """A march that tightens a ring."""

    unit: int
    mode: int
    cell: int


class Ring:
    """The hexes round an enemy stack: those not yet in the zone of a unit beside it, BTA-4.2b, and those over
    which it is still supplied, BTA-4.1b."""

    def __init__(self, draft: Draft, cell: int) -> None:
        w, s, foe = draft.w, draft.s, 1 - draft.side
        self.w, self.cell = w, cell
        self.near = w.grid.near[cell]
        self.foes = occupied(w, s, foe)
        self.theirs = owned(w, s, foe)
        self.beside = self.near & occupied(w, s, draft.side)
        roads = flood_links(w.grid, w.edge[foe], self.theirs & w.board.road & ~(1 << cell), open_links(w, s))
        self.fed = self.near & (roads | w.grid.ring(roads))

    def gaps(self, beside: int, swept: int) -> int:
        """How far from closed it is with these units beside the stack and these hexes entered."""
        uncovered = self.near & ~(beside | self.w.grid.ring(beside))
        open_side = self.fed & self.theirs & ~swept & ~beside
        return uncovered.bit_count() + open_side.bit_count()


def encircle(
    draft: Draft, units: Iterable[int], worth: Callable[[int], float], price: Callable[[int], float]
) -> dict[int, int]:
    """Close the rings that are worth more than they cost, the dearest first. By unit that stands in one: the
    hex it rings."""
    w, s, foe = draft.w, draft.s, 1 - draft.side
    kept: dict[int, int] = {}
    tomorrow = s.clone()
    tomorrow.turn += 1
    if automatic(w, tomorrow, foe):
        return kept
    movers = list(units)
    cells = {cell: worth(cell) for cell in bits(occupied(w, s, foe) & ~commanded(w, s, foe))}
    for cell in sorted(cells, key=lambda c: (-cells[c], c)):
        if cells[cell] <= 0:
            break
        ring = _close(draft, cell, [u for u in movers if u not in kept], cells[cell], price)
        kept.update((unit, cell) for unit in ring if unit not in kept)
    return kept


def _close(
    draft: Draft, cell: int, movers: list[int], worth: float, price: Callable[[int], float]
) -> set[int]:
    """The units of the ring round a hex, or nobody where it cannot be closed for what it is worth."""
    w, saved, given = draft.w, draft.s.clone(), len(draft.queue)
    used: set[int] = set()
    spent = 0.0
    for _ in range(MOST + 1):
        if _isolated(draft, cell):
            beside = w.grid.near[cell] & occupied(w, draft.s, draft.side)
            return {unit for c in bits(beside) for unit in stack_at(w, draft.s, c)}
        step = _best(draft, cell, [u for u in movers if u not in used], worth - spent, price)
        if step is None or not _march(draft, cell, step):
            break
        used.add(step.unit)
        spent += price(step.unit)
    draft.back(saved, given)
    return set()


def _isolated(draft: Draft, cell: int) -> bool:
    w, s, foe = draft.w, draft.s, 1 - draft.side
    if not surrounded(w, s, foe, cell):
        return False
    states = traced(w, s, foe)
    return all(states[u] == ISOLATED for u in stack_at(w, s, cell))


def _best(
    draft: Draft, cell: int, movers: list[int], left: float, price: Callable[[int], float]
) -> Step | None:
    """The march that tightens the ring most for what it costs."""
    w, s = draft.w, draft.s
    ring = Ring(draft, cell)
    now = ring.gaps(ring.beside, 0)
    best: tuple[float, float, int, int, Step] | None = None
    for unit in movers:
        cost, here = price(unit), s.where[unit]
        if cost >= left or s.marks[unit] & PLOTTED or not s.points[unit]:
            continue
        if w.grid.distance(here, cell) > FARTHEST:
            continue
        alone = len(stack_at(w, s, here)) == 1
        rest = ring.beside & ~(1 << here) if alone else ring.beside
        for mode, reach in either_way(draft, unit):
            for to in bits(ring.near & ~ring.foes):
                if to not in reach:
                    continue
                gain = now - ring.gaps(rest | 1 << to, board_of(reach.cells(to)))
                if gain <= 0:
                    continue
                key = (gain / (DEAR + cost), -cost - (mode == TRAVEL), -unit, -to, Step(unit, mode, to))
                if best is None or key[:4] > best[:4]:
                    best = key
    return best[4] if best else None


def _march(draft: Draft, cell: int, step: Step) -> bool:
    s = draft.s
    why = f"{draft.shown(step.unit)}: closes the ring round {draft.place(cell)} before night"
    if step.mode != s.mode[step.unit] and not draft.give(
        ChangeMode(draft.name(step.unit), step.mode == TRAVEL), why
    ):
        return False
    reach = draft.routes(step.unit)
    return step.cell in reach and draft.give(Move(draft.name(step.unit), reach.path(step.cell)), why)
