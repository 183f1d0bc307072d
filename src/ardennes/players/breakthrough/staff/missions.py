"""Missions: hexes that want units, each worth so much to each unit; who takes which, and the march there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from ardennes.games.breakthrough.rules.model.orders import ChangeMode, Move
from ardennes.games.breakthrough.rules.model.position import in_enemy_zone
from ardennes.games.breakthrough.rules.movement.allowance import TRUCK_FACTOR, trucks
from ardennes.games.breakthrough.rules.movement.stance import check_mode, mode_cost
from ardennes.games.breakthrough.schema.terms import NORMAL, TRAVEL
from ardennes.kernel.reach import Routes
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.toolkit.fields import FAR

NOTHING: Mapping[int, str] = {}
CAUGHT = 30  # half points a stop in travel mode beside the enemy is thought to cost


@dataclass(frozen=True)
class Mission:
    """Hexes to come to, how much strength is wanted there, and what it is worth to a unit that needs so
    many days to arrive."""

    goals: int
    strength: float
    worth: Callable[[int, float], float]
    why: str
    limit: int = FAR  # half points: from farther off nobody comes
    only: int = -1  # the one unit it is for; -1 for all


NEARBY = 110  # half points: the limit of missions for those at hand


def assign(
    draft: Draft,
    missions: Sequence[Mission],
    units: Sequence[int],
    kept: Mapping[int, str] = NOTHING,
    loyal: float = 0.0,
) -> dict[int, Mission]:
    """Unit -> mission: the dearest pairs first, until a mission has the strength it wants. What a unit was
    about to do (`kept`, by the mission's words) is worth more to it by the share `loyal`. A mission is worth
    no more to who comes later, so that few marches need to be measured."""
    bids: list[tuple[float, int, int, bool]] = []  # a bid may be too high until its march is measured
    for at, mission in enumerate(missions):
        able = units if mission.only < 0 else [u for u in units if u == mission.only]
        marches = draft.marches.least_turns(able, mission.goals, mission.limit)
        for unit, (days, exact) in zip(able, marches, strict=True):
            worth = mission.worth(unit, days)
            if worth > 0:
                bids.append((-worth * (1 + loyal * (kept.get(unit) == mission.why)), unit, at, exact))
    heapify(bids)
    wanted = [mission.strength for mission in missions]
    given: dict[int, Mission] = {}
    while bids and len(given) < len(units):
        _, unit, at, exact = heappop(bids)
        mission = missions[at]
        if unit in given or wanted[at] <= 0:
            continue
        if exact:
            given[unit] = mission
            wanted[at] -= draft.s.strength[unit]
            continue
        worth = mission.worth(unit, draft.marches.turns(unit, mission.goals, mission.limit))
        if worth > 0:
            heappush(bids, (-worth * (1 + loyal * (kept.get(unit) == mission.why)), unit, at, True))
    return given


def march(draft: Draft, unit: int, mission: Mission, stop: Callable[[int, int], float] | None = None) -> bool:
    """Bring the unit nearer to its goal as far as it comes in this phase, by road where that is quicker.
    `stop` says in half points how bad it is to stop in a hex in a mode."""
    s, w, size = draft.s, draft.w, draft.marches.size
    flood = draft.marches.field(mission.goals, unit, mission.limit)
    why = f"{draft.shown(unit)}: {mission.why}"
    here, mode = s.where[unit], s.mode[unit]
    flood.at([here + (size if mode == TRAVEL else 0)])
    field = flood.cost

    def cost(cell: int, mode: int) -> float:
        result: float = field[cell + (size if mode == TRAVEL else 0)]
        if mode == TRAVEL and in_enemy_zone(w, s, draft.side, cell):
            result += CAUGHT
        return result + (stop(cell, mode) if stop is not None else 0.0)

    stay = cost(here, mode)
    flood.upto(stay)  # what is farther from the goal is not gone to
    best = (stay, 0, here, mode)
    for other, reach in either_way(draft, unit):
        if other != mode:
            best = min(best, (cost(here, other) + 0.5, 1, here, other))
        for cell in reach:
            key = (cost(cell, other), 0 if other == mode else 1, cell, other)
            if key < best:
                best = key
    if best[0] >= min(stay, FAR):
        return False
    _, _, cell, wanted = best
    if wanted != mode and not draft.give(ChangeMode(draft.name(unit), wanted == TRAVEL), why):
        return False
    if cell == here:
        return wanted != mode
    reach = draft.routes(unit)
    return cell in reach and draft.give(Move(draft.name(unit), reach.path(cell)), why)


def either_way(draft: Draft, unit: int) -> Iterator[tuple[int, Routes]]:
    """(mode, where the unit can go in it): as it is, and after the change of mode if it may change."""
    s = draft.s
    mode, points = s.mode[unit], s.points[unit]
    yield mode, draft.routes(unit)
    if _would_change(draft, unit, mode != TRAVEL):
        _pretend(draft, unit, NORMAL if mode == TRAVEL else TRAVEL)
        reach = draft.routes(unit)
        changed = s.mode[unit]
        s.points[unit], s.mode[unit] = points, mode
        yield changed, reach


def _would_change(draft: Draft, unit: int, travel: bool) -> bool:
    return check_mode(draft.w, draft.s, unit, travel) is None


def _pretend(draft: Draft, unit: int, mode: int) -> None:
    """As if it had changed mode; the caller puts points and mode back."""
    s, w = draft.s, draft.w
    left = s.points[unit] - mode_cost(w, s, unit, mode == TRAVEL)
    s.points[unit] = left * TRUCK_FACTOR if mode == TRAVEL and trucks(w, unit) else left
    s.mode[unit] = mode


def dismount(draft: Draft, unit: int, why: str) -> bool:
    """Back to normal mode, if it can pay."""
    if draft.s.mode[unit] == NORMAL:
        return False
    return draft.give(ChangeMode(draft.name(unit), False), f"{draft.shown(unit)}: {why}")
