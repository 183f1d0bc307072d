"""Attacks: who can fall upon which hex, with what score, and what is expected of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ardennes.games.playsheet import planning
from ardennes.games.playsheet.battles import is_prepared
from ardennes.games.playsheet.orders import Attack, Prepare
from ardennes.games.playsheet.sheet import combat
from ardennes.games.playsheet.terms import GERMAN, HALF, TACTICAL
from ardennes.players.playsheet.desk import Desk, labels

# What a result is worth to the attackers, before losses: ground, the enemy thrown back, his steps.
SIDE_OF_HEX = 6


class Strike(NamedTuple):
    """An attack on one hex: who, from where, and how it stands."""

    target: int
    units: tuple[int, ...]
    stands: dict[int, int]  # by unit: the hex it attacks from
    margin: Fraction  # attack minus defence, before the die
    bad: bool
    value: float


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


def prepared(desk: Desk, unit: int, target: int) -> bool:
    return is_prepared(desk.w, desk.s, unit, target)


def fighter(desk: Desk, unit: int, target: int, ready: bool | None = None) -> combat.BattleUnit:
    u, s = desk.w.units[unit], desk.s
    return combat.BattleUnit(
        u.id,
        s.status[unit],
        s.division[unit],
        u.combat,
        u.tank,
        u.infantry,
        u.light,
        u.heavy,
        prepared=prepared(desk, unit, target) if ready is None else ready,
    )


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
    around = tuple({start.stand for start in party})
    envelops = (combat.ENVELOPMENT,) if _opposite(desk, target, around) else ()
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


def _opposite(desk: Desk, target: int, stands: Sequence[int]) -> bool:
    sides = {at for at, cell in enumerate(desk.w.neighbours[target]) if cell in stands}
    return any(at + SIDE_OF_HEX // 2 in sides for at in sides)


@lru_cache(maxsize=4096)
def _chances(margin: Fraction, bad: bool) -> tuple[float, ...]:
    """By result, the best first: its probability."""
    from ardennes.games.playsheet.sheet.tables import load_sheet

    counts = [0] * 5
    for die in range(1, 7):
        counts[combat.row_of(load_sheet(), bad, combat.rounded(margin + die)).result] += 1
    return tuple(count / 6 for count in counts)


def chances(margin: Fraction, bad: bool) -> tuple[float, ...]:
    return _chances(margin, bad)


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


def prepare(desk: Desk, unit: int, target: int, why: str) -> bool:
    """Make ready against a hex from where the unit stands."""
    return desk.give(unit, Prepare(desk.id(unit), desk.w.label(target)), why)
