"""Attacks: who can fall upon which hex, with what score, and what is expected of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.playsheet.rules import planning
from ardennes.games.playsheet.rules.advantages import enveloped
from ardennes.games.playsheet.rules.battles import attacker
from ardennes.games.playsheet.rules.orders import Attack
from ardennes.games.playsheet.rules.sheet import combat
from ardennes.games.playsheet.schema.sheet import RESULTS
from ardennes.games.playsheet.schema.terms import GERMAN, HALF, TACTICAL
from ardennes.players.playsheet.desk import Desk, labels


class Starter(NamedTuple):
    """A unit that can be next to a target in time."""

    unit: int
    stand: int
    time: int


def starters(desk: Desk, target: int, units: Sequence[int]) -> list[Starter]:
    """Who can attack the hex this turn, and from where: the quickest place with room."""
    w, s = desk.w, desk.s
    found = []
    blown = planning.believed_blown(s, desk.side)
    for unit in units:
        if unit not in desk.free or s.sp[unit] == 0:
            continue
        here = s.where[unit]
        if desk.touching(unit) and not desk.night and w.distance(here, target) > 2:
            continue  # it could not leave before half time, OPS-SIM-7
        if w.distance(here, target) > 9:
            continue
        reach = desk.reach(unit, TACTICAL)
        best: tuple[int, int] | None = None
        for stand in w.near[target]:
            time = reach.cost.get(stand, HALF + 1)
            if time > HALF or stand in desk.enemy.strength or not desk.room(unit, stand):
                continue
            if not planning.can_attack_across(w, w.units[unit].row, stand, target, blown):
                continue
            if best is None or (time, stand) < best:
                best = (time, stand)
        if best is not None:
            found.append(Starter(unit, best[1], best[0]))
    return found


def fighter(desk: Desk, unit: int, target: int, ready: bool | None = None) -> combat.BattleUnit:
    """The unit as it would attack; `ready`: as if it were prepared, or not."""
    found = attacker(desk.w, desk.s, unit, target)
    return found if ready is None else found._replace(prepared=ready)


def score(
    desk: Desk,
    target: int,
    party: Sequence[Starter],
    guns: Fraction,
    air: int = 0,
    ready: bool | None = None,
    defence_guns: Fraction = Fraction(0),
) -> tuple[Fraction, bool]:
    """Attack minus defence before the die, as far as is known, and whether the ground is bad."""
    w = desk.w
    across = all(w.crossing(start.stand, target) for start in party)
    surprise = (combat.SURPRISE,) if desk.s.turn == 0 and desk.side == GERMAN else ()
    around = {start.stand for start in party}
    envelops = (combat.ENVELOPMENT,) if enveloped(w, desk.s.readings, target, around) else ()
    battle = combat.Battle(
        combat.BattleSide(tuple(fighter(desk, p.unit, target, ready) for p in party), guns, air),
        combat.BattleSide(desk.enemy.defenders(target), defence_guns),
        w.terrain[target],
        desk.night,
        across,
        surprise + envelops,
    )
    worked = combat.score(w.sheet, battle, desk.s.readings)
    return worked.attack.total - worked.defence.total, worked.bad


def chances(desk: Desk, margin: Fraction, bad: bool) -> tuple[float, ...]:
    """By result, the best first: its probability."""
    counts = [0] * len(RESULTS)
    for die in range(1, 7):
        points = combat.rounded(margin + die, desk.s.readings)
        counts[combat.row_of(desk.w.sheet, bad, points).result] += 1
    return tuple(count / 6 for count in counts)


def attack_order(desk: Desk, start: Starter, target: int, breakthrough: bool, onward: list[int]) -> Attack:
    here = desk.s.where[start.unit]
    route = labels(desk.w, desk.reach(start.unit, TACTICAL).route(start.stand)) if start.stand != here else ()
    return Attack(
        desk.id(start.unit),
        desk.w.label(target),
        route,
        breakthrough=breakthrough,
        onward=labels(desk.w, onward),
    )
