"""The staff's attacks: for every reported enemy the group with the best expected value, with its guns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.playsheet.rules.model.orders import Prepare
from ardennes.games.playsheet.schema.sheet import BADLY_BEATEN, CONFUSED_COMBAT, RESULTS, TOTAL_SUCCESS
from ardennes.games.playsheet.schema.terms import FOOT, HALF, TACTICAL
from ardennes.players.playsheet.draft import Draft, labels
from ardennes.players.playsheet.guns import support, within_reach
from ardennes.players.playsheet.striking import Starter, attack_order, chances, score, starters
from ardennes.players.toolkit.weights import Weights
from ardennes.words import counted

PARTY = 8  # units at most in one attack
NEAR = {False: 5, True: 3}  # hexes that a unit covers by half time, in vehicles and on foot


class Package(NamedTuple):
    """A planned attack."""

    value: float
    target: int
    party: tuple[Starter, ...]
    guns: tuple[int, ...]
    likely: str  # the likeliest result, as text


def worth(draft: Draft, weights: Weights, target: int, party: int, odds: Sequence[float]) -> float:
    """Return the expected value of an attack in steps: enemy losses and ground, minus the side's losses."""
    w, enemies = draft.w, draft.enemy.by_hex[target]
    place = w.objective_at.get(target, -1)
    ground = weights["throw_back"] + (weights["place"] * w.objectives[place].points if place >= 0 else 0.0)
    ground += weights["road"] if w.road_hex >> target & 1 else 0.0
    total = -float(party)
    for result, chance in enumerate(odds):
        steps = 2 if result == TOTAL_SUCCESS else 0 if result == BADLY_BEATEN else 1
        won = result < CONFUSED_COMBAT
        total += chance * (steps * len(enemies) + (ground if won else 0.0))
    return total


def best_party(
    draft: Draft, weights: Weights, target: int, able: Sequence[Starter], ready: bool | None = None
) -> Package | None:
    """Return the attack with the best expected value, adding units from the strongest on."""
    party: list[Starter] = []
    best: Package | None = None
    crowd: Counter[int] = Counter()
    limit = draft.w.limits.stack_limit
    for start in sorted(able, key=lambda p: (-_weight(draft, p), p.unit)):
        there = draft.s.where[start.unit] == start.stand
        if len(party) >= PARTY or (not there and draft.staying[start.stand] + crowd[start.stand] >= limit):
            continue
        party.append(start)
        crowd[start.stand] += not there
        value, guns = within_reach(draft, target, len(party))
        margin, bad = score(draft, target, party, value, ready=ready, defence_guns=_their_guns(draft, target))
        odds = chances(draft, margin, bad)
        expected = worth(draft, weights, target, len(party), odds)
        if best is None or expected > best.value:
            likely = max(range(len(odds)), key=lambda r: (odds[r], -r))
            words = f"{RESULTS[likely].replace('_', ' ')} {odds[likely]:.0%}"
            best = Package(expected, target, tuple(party), tuple(guns), words)
    return best


def _weight(draft: Draft, start: Starter) -> float:
    unit = draft.w.units[start.unit]
    return (
        draft.status(start.unit)
        - (2 if unit.light else 0)
        - (draft.status(start.unit) / 2 if draft.night and unit.tank else 0)
    )


def _their_guns(draft: Draft, target: int) -> Fraction:
    """Return the estimated support of the defenders: half of the cap, as artillery is rarely reported."""
    return Fraction(len(draft.enemy.by_hex[target]))


def targets(draft: Draft, weights: Weights) -> list[int]:
    """Return the hexes with a recent report."""
    return sorted(
        cell for cell, here in draft.enemy.by_hex.items() if min(s.age for s in here) <= weights["oldest"]
    )


def plan_attacks(
    draft: Draft, weights: Weights, least: float, may: Callable[[int], bool], units: Sequence[int]
) -> list[Package]:
    """Write the attacks with enough value, the best first, and return them."""
    done: list[Package] = []
    left = [cell for cell in targets(draft, weights) if may(cell)]
    while left:
        result = []
        for cell in left:
            package = best_party(draft, weights, cell, starters(draft, cell, units))
            if package is not None and package.value >= least:
                result.append(package)
        if not result:
            break
        result.sort(key=lambda p: (-p.value, p.target))
        busy: set[int] = set()
        for package in result:  # plans that share units with a written one are made again
            if busy & {p.unit for p in package.party} or busy & set(package.guns):
                continue
            busy |= {p.unit for p in package.party} | set(package.guns)
            _write(draft, package)
            done.append(package)
            left.remove(package.target)
        left = [cell for cell in left if cell in {p.target for p in result}]
    return done


def _write(draft: Draft, package: Package) -> None:
    name, party = draft.w.hex_text(package.target), counted(len(package.party), "unit")
    why = f"attacks {name} with {party}: {package.likely}, expected value {package.value:+.1f}"
    for start in package.party:
        order = attack_order(
            draft, start, package.target, breakthrough=True, onward=beyond(draft, start, package)
        )
        plain = attack_order(draft, start, package.target, breakthrough=False, onward=[])
        if draft.give(start.unit, order, why) or draft.give(start.unit, plain, why):
            draft.moves_to(start.unit, start.stand)
    support(draft, package.guns, package.target, "attack", f"supports the attack on {name}")


def beyond(draft: Draft, start: Starter, package: Package) -> list[int]:
    """Return the onward route: the target and one hex beyond it, by road if possible."""
    w, target = draft.w, package.target
    ways = [
        cell
        for cell in w.near[target]
        if w.distance(cell, start.stand) == 2
        and cell not in draft.enemy.strength
        and not w.crossing(target, cell)
    ]
    ways.sort(key=lambda cell: (not w.road_between(target, cell), cell))
    return [target, *ways[:1]]


def plan_preparations(
    draft: Draft, weights: Weights, least: float, may: Callable[[int], bool], units: Sequence[int]
) -> None:
    """Prepare units against the best enemy that they can reach next turn."""
    w, wanted = draft.w, dict[int, list[int]]()
    for cell in targets(draft, weights):
        if may(cell):
            wanted[cell] = [
                u
                for u in units
                if u in draft.free
                and draft.s.sp[u] > 0
                and w.distance(draft.s.where[u], cell) <= NEAR[w.units[u].row == FOOT]
            ]
    values = {}
    for cell, near in wanted.items():
        party = [Starter(u, _stand(draft, u, cell), 0) for u in near]
        package = best_party(draft, weights, cell, party, ready=True) if party else None
        if package is not None and package.value >= least:
            values[cell] = package
    for cell in sorted(values, key=lambda at: (-values[at].value, at)):
        for start in values[cell].party:
            if start.unit in draft.free:
                why = f"prepares to attack {w.hex_text(cell)}"
                draft.give(
                    start.unit, Prepare(draft.id(start.unit), w.label(cell), _closer(draft, start)), why
                )


def _stand(draft: Draft, unit: int, target: int) -> int:
    """Return the hex next to the target that is nearest to the unit."""
    here = draft.s.where[unit]
    return min(draft.w.near[target], key=lambda cell: (draft.w.distance(cell, here), cell))


def _closer(draft: Draft, start: Starter) -> tuple[str, ...]:
    """Return a route next to the target, if it takes at most half a turn and there is room."""
    reach = draft.reach(start.unit, TACTICAL)
    here = draft.s.where[start.unit]
    if draft.touching(start.unit) or start.stand == here or reach.cost.get(start.stand, HALF + 1) > HALF:
        return ()
    if not draft.room(start.unit, start.stand) or start.stand in draft.enemy.strength:
        return ()
    draft.moves_to(start.unit, start.stand)
    return labels(draft.w, reach.route(start.stand))
