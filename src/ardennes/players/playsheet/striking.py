"""Attacks: units that can reach a target, their score and its chances."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.playsheet.rules.model.orders import Attack
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.resolution.advantages import enveloped
from ardennes.games.playsheet.rules.resolution.battles import attacker
from ardennes.games.playsheet.rules.tables import combat
from ardennes.games.playsheet.schema.sheet import RESULTS, Sheet
from ardennes.games.playsheet.schema.terms import GERMAN, HALF, TACTICAL
from ardennes.players.playsheet.draft import Draft, labels


class Starter(NamedTuple):
    """A unit that can reach a hex next to a target in time."""

    unit: int
    stand: int
    time: int


def starters(draft: Draft, target: int, units: Sequence[int]) -> list[Starter]:
    """Return the units that can attack a hex this turn, each from the quickest hex with room."""
    w, s = draft.w, draft.s
    result = []
    blown = routes.believed_blown(s, draft.side)
    for unit in units:
        if unit not in draft.free or s.sp[unit] == 0:
            continue
        here = s.where[unit]
        if draft.touching(unit) and not draft.night and w.distance(here, target) > 2:
            continue  # it cannot leave before half time, OPS-SIM-7
        if w.distance(here, target) > 9:
            continue
        reach = draft.reach(unit, TACTICAL)
        best: tuple[int, int] | None = None
        for stand in w.near[target]:
            time = reach.cost.get(stand, HALF + 1)
            if time > HALF or stand in draft.enemy.strength or not draft.room(unit, stand):
                continue
            if not routes.can_attack_across(w, w.units[unit].row, stand, target, blown):
                continue
            if best is None or (time, stand) < best:
                best = (time, stand)
        if best is not None:
            result.append(Starter(unit, best[1], best[0]))
    return result


def fighter(draft: Draft, unit: int, target: int, ready: bool | None = None) -> combat.BattleUnit:
    """Return the unit as it would attack; `ready` overrides whether it is prepared."""
    result = draft.attackers.get((unit, target))
    if result is None:
        result = draft.attackers[unit, target] = attacker(draft.w, draft.s, unit, target)
    return result if ready is None else result._replace(prepared=ready)


def score(
    draft: Draft,
    target: int,
    party: Sequence[Starter],
    guns: Fraction,
    air: int = 0,
    ready: bool | None = None,
    defence_guns: Fraction = Fraction(0),
) -> tuple[Fraction, bool]:
    """Return attack minus defence before the die, as far as known, and whether the ground is bad."""
    w = draft.w
    across = all(w.crossing(start.stand, target) for start in party)
    surprise = (combat.SURPRISE,) if draft.s.turn == 0 and draft.side == GERMAN else ()
    around = {start.stand for start in party}
    envelops = (combat.ENVELOPMENT,) if enveloped(w, draft.s.readings, target, around) else ()
    battle = combat.Battle(
        combat.BattleSide(tuple(fighter(draft, p.unit, target, ready) for p in party), guns, air),
        combat.BattleSide(draft.enemy.defenders(target), defence_guns),
        w.terrain[target],
        draft.night,
        across,
        surprise + envelops,
    )
    worked = combat.score(w.sheet, battle, draft.s.readings)
    return worked.attack.total - worked.defence.total, worked.bad


def chances(draft: Draft, margin: Fraction, bad: bool) -> tuple[float, ...]:
    """Return the probability of each result, the best result first."""
    return _chances(draft.w.sheet, combat.rounded(margin, draft.s.readings), bad)


@functools.lru_cache(maxsize=512)
def _chances(sheet: Sheet, points: int, bad: bool) -> tuple[float, ...]:
    """Return the probabilities for a rounded score before the die."""
    counts = [0] * len(RESULTS)
    for die in range(1, 7):
        counts[combat.row_of(sheet, bad, points + die).result] += 1
    return tuple(count / 6 for count in counts)


def attack_order(draft: Draft, start: Starter, target: int, breakthrough: bool, onward: list[int]) -> Attack:
    here = draft.s.where[start.unit]
    route = (
        labels(draft.w, draft.reach(start.unit, TACTICAL).route(start.stand)) if start.stand != here else ()
    )
    return Attack(
        draft.id(start.unit),
        draft.w.label(target),
        route,
        breakthrough=breakthrough,
        onward=labels(draft.w, onward),
    )
