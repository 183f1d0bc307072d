"""The battles of one combat step, from aims to losses and retirements (OPS-FIGHT-1, OPS-FIGHT-2, OPS-FIGHT-3,
OPS-FIGHT-4, OPS-FIGHT-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ardennes.games.playsheet.rules.knowledge import reports
from ardennes.games.playsheet.rules.model import events as ev
from ardennes.games.playsheet.rules.model import state
from ardennes.games.playsheet.rules.model.orders import Attack
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.resolution import advantages, support
from ardennes.games.playsheet.rules.resolution.march import arrive
from ardennes.games.playsheet.rules.resolution.notebook import Turn, lose
from ardennes.games.playsheet.rules.resolution.retirement import retire, throw_back
from ardennes.games.playsheet.rules.resolution.support import ATTACK, DEFENCE
from ardennes.games.playsheet.rules.tables import combat
from ardennes.games.playsheet.schema.sheet import RESULTS
from ardennes.games.playsheet.schema.terms import ALLIED, HALF, MECH, POINTS, REPORT_TYPES, TANKS
from ardennes.games.playsheet.schema.world import World

FIRST, COUNTER, SECOND = "COMBAT_1", "COUNTER", "COMBAT_2"
CLOCK = {FIRST: HALF, COUNTER: HALF, SECOND: 2 * HALF}


@dataclass(slots=True)
class Engagement:
    """All units that attack one hex against all units in it."""

    target: int
    side: int  # the attackers'
    attackers: list[int]
    defenders: list[int]
    stood: dict[int, int]  # by attacker: the hex it attacked from
    battle: combat.Battle
    fought: combat.Fought
    firing: list[int] = field(default_factory=list)
    overrunning: list[int] = field(default_factory=list)
    cost: dict[int, tuple[int, int]] = field(default_factory=dict)  # by unit: status and SP it lost
    back: dict[int, int] = field(default_factory=dict)  # by unit: status of that lost in retirement

    def took(self, unit: int, status: int, sp: int) -> None:
        """Record further losses of a unit."""
        before = self.cost.get(unit, (0, 0))
        self.cost[unit] = (before[0] + status, before[1] + sp)

    @property
    def attacking_hexes(self) -> set[int]:
        return set(self.stood.values())


def fight(turn: Turn, aims: Mapping[int, Sequence[int]], step: str) -> list[Engagement]:
    """Resolve all battles of a step from the state at its start, in order of target hex, OPS-FIGHT-4."""
    manned = {target: [u for u in units if turn.s.sp[u] > 0] for target, units in aims.items()}  # OPS-FIGHT-2
    manned = {target: units for target, units in manned.items() if units}
    result = [_engage(turn, target, sorted(manned[target]), manned, step) for target in sorted(manned)]
    since = len(turn.events)
    for engagement in result:
        _report_enemies(turn, engagement)
    reports.sort_reports(turn, since)
    for engagement in result:
        _take_losses(turn, engagement)
    for unit in sorted({unit for e in result for unit in e.cost}):
        lose(turn, unit, 0, "lost in battle")
    _go_back(turn, result, step)
    for engagement in result:
        _overrun(turn, engagement)
        _report(turn, engagement)
    return result


def is_prepared(w: World, s: PlaysheetState, unit: int, target: int) -> bool:
    """Is the unit prepared against the target or a hex next to it? OPS-COMBAT-1, OPS-UNIT-6."""
    mark = s.prepared[unit]
    return mark == state.EVERY_HEX or (mark != state.NOTHING and w.distance(mark, target) <= 1)


def attacker(w: World, s: PlaysheetState, unit: int, target: int) -> combat.BattleUnit:
    """Return a unit as it would attack by an order of this turn, which moves it tactically."""
    return fighter(w, s, unit, target, True, True)._replace(marched=False)


def fighter(
    w: World, s: PlaysheetState, unit: int, target: int, attacks_now: bool, attacking: bool
) -> combat.BattleUnit:
    """A unit as the score sees it now."""
    u = w.units[unit]
    marks = s.marks[unit]
    return combat.BattleUnit(
        u.id,
        s.status[unit],
        s.division[unit],
        u.combat,
        u.tank,
        u.infantry,
        u.light,
        u.heavy,
        prepared=attacking and is_prepared(w, s, unit, target),
        defended=bool(marks & state.DEFENDED),
        dug_in=bool(marks & state.DUG_IN) and not attacks_now,  # OPS-ADV-4
        marched=bool(marks & state.MARCHED),
        no_supply=s.sp[unit] == 0,
    )


def _engage(
    turn: Turn, target: int, attackers: list[int], aims: Mapping[int, Sequence[int]], step: str
) -> Engagement:
    """Resolve one battle up to its result."""
    w, s = turn.w, turn.s
    side = w.units[attackers[0]].side
    defenders = turn.units_in(target, 1 - side)
    busy = {unit for units in aims.values() for unit in units}
    orders = [turn.orders[unit] for unit in attackers]
    attack_guns, firing = support.guns_for(turn, side, target, ATTACK, busy, aims)
    defence_guns, answering = support.guns_for(turn, 1 - side, target, DEFENCE, busy | set(defenders), aims)
    battle = combat.Battle(
        combat.BattleSide(
            tuple(fighter(w, s, unit, target, True, True) for unit in attackers),
            attack_guns,
            support.aircraft_for(turn, side, target, ATTACK),
        ),
        combat.BattleSide(
            tuple(fighter(w, s, unit, target, unit in busy, False) for unit in defenders),
            defence_guns,
            support.aircraft_for(turn, 1 - side, target, DEFENCE),
        ),
        w.terrain[target],
        turn.night,
        all(w.crossing(s.where[unit], target) for unit in attackers),
        advantages.attackers_have(turn, target, attackers, defenders),
        step == FIRST and any(isinstance(order, Attack) and order.breakthrough for order in orders),
    )
    worked = combat.score(w.sheet, battle, s.readings)
    fought = combat.finish(
        w.sheet, battle, worked, lambda what: _roll(turn, step, target, what), s.readings,
    )  # fmt: skip
    stood = {unit: s.where[unit] for unit in attackers}
    engagement = Engagement(target, side, attackers, defenders, stood, battle, fought, [*firing, *answering])
    turn.events.append(_umpires_record(turn, engagement, step))
    return engagement


def _roll(turn: Turn, step: str, target: int, what: str) -> int:
    label, place = turn.w.label(target), turn.w.at_hex(target)
    return turn.roll(f"{step} {label}: {what}", "OPS-COMBAT-2", f"{what} {place}")


def _umpires_record(turn: Turn, e: Engagement, step: str) -> ev.Battle:
    w, fought = turn.w, e.fought
    lines = []
    for side, total in (("attack", fought.score.attack), ("defence", fought.score.defence)):
        for unit in total.units:
            lines.append((side, f"{unit.unit.id}: status", str(unit.unit.status), "OPS-COMBAT-2"))
            lines += [(side, f"{unit.unit.id}: {n.what}", _amount(n), n.rule) for n in unit.lines]
        lines += [(side, line.what, _amount(line), line.rule) for line in total.lines]
    return ev.Battle(
        w.label(e.target),
        step,
        tuple(w.units[unit].id for unit in e.attackers),
        tuple(w.units[unit].id for unit in e.defenders),
        str(fought.score.attack.total),
        str(fought.score.defence.total),
        fought.die,
        fought.points,
        "bad" if fought.score.bad else "normal",
        RESULTS[fought.row.result],
        tuple(lines),
    )


def _amount(line: combat.Line) -> str:
    return f"x{line.amount}" if line.times else f"{'+' if line.amount > 0 else ''}{line.amount}"


def _report_enemies(turn: Turn, e: Engagement) -> None:
    """Report to both sides the types and formations of the enemy's units in the battle, OPS-SPOT-4."""
    s = turn.s
    for mine in e.attackers:
        for enemy in e.defenders:
            pair = (mine, enemy) if e.side == ALLIED else (enemy, mine)
            if pair not in s.fought:
                s.fought.append(pair)
    s.fought.sort()
    for unit in e.attackers:
        reports.report(turn, 1 - e.side, unit, "combat", size=False, formation=True)
    for unit in e.defenders:
        reports.report(turn, e.side, unit, "combat", size=False, formation=True)


def _take_losses(turn: Turn, e: Engagement) -> None:
    """Take status and SP from both sides.

    OPS-COMBAT-18, OPS-COMBAT-19, OPS-COMBAT-20, OPS-COMBAT-21, OPS-COMBAT-22, OPS-COMBAT-30, OPS-COMBAT-31.
    """
    s, row = turn.s, e.fought.row
    for unit in e.attackers:
        s.marks[unit] = s.marks[unit] & ~state.DUG_IN | state.ATTACKED
        _take(turn, e, unit, row.attacker_loss, turn.w.limits.attack_sp)
    for unit in e.defenders:
        s.marks[unit] |= state.WAS_ATTACKED
        _take(turn, e, unit, row.defender_loss, row.sp_loss)
    support.pay(turn, e.firing)
    turn.fought_for |= {(e.side, e.target, ATTACK), (1 - e.side, e.target, DEFENCE)}


def _take(turn: Turn, e: Engagement, unit: int, status: int, sp: int) -> None:
    """Take status and SP from one unit, not below 0, and record the losses for its owner, OPS-SPOT-4."""
    s = turn.s
    status, sp = min(status, s.status[unit]), min(sp, s.sp[unit])
    s.status[unit] -= status
    s.sp[unit] -= sp
    e.took(unit, status, sp)


def _go_back(turn: Turn, battles: Sequence[Engagement], step: str) -> None:
    """Retire or throw back units by battle and id; a unit due for both only retires, OPS-FIGHT-4."""
    s, clock = turn.s, CLOCK[step]
    retiring = turn.retiring = {unit for e in battles if e.fought.retire_km for unit in e.defenders}
    for e in battles:
        hexes = combat.retire_hexes(e.fought.retire_km)
        for unit in (*e.defenders, *e.attackers):
            before = s.status[unit]
            if s.where[unit] < 0:
                continue
            if hexes and unit in e.defenders:
                retire(turn, unit, hexes, e.attacking_hexes, clock)
            elif e.fought.row.thrown_back and unit in e.attackers and unit not in retiring:
                throw_back(turn, unit, e.target, step == FIRST, clock)
            e.back[unit] = before - s.status[unit]
            e.took(unit, e.back[unit], 0)


def advance(turn: Turn, units: Sequence[int], target: int, clock: int) -> list[int]:
    """Move units into a hex without enemies while there is room: tanks first, then by status, OPS-FIGHT-9."""
    w, s = turn.w, turn.s
    entered: list[int] = []
    for unit in sorted(units, key=lambda u: (not w.units[u].tank, -s.status[u], u)):
        if s.where[unit] < 0 or turn.holds(target, 1 - w.units[unit].side):
            continue
        across = routes.can_attack_across(w, w.units[unit].row, s.where[unit], target, s.blown)
        if across and turn.has_room(target, unit):
            arrive(turn, unit, target, clock, "advance")
            entered.append(unit)
    return entered


def won(turn: Turn, e: Engagement) -> bool:
    """Have the defenders left the hex?"""
    return bool(e.fought.retire_km) and not turn.holds(e.target, 1 - e.side)


def _overrunning(turn: Turn, e: Engagement) -> list[int]:
    """Return the units that overrun: all conditions hold and the defenders left, OPS-COMBAT-23,
    OPS-COMBAT-27."""
    w, s = turn.w, turn.s
    if not e.fought.overrun or not won(turn, e):
        return []
    result = []
    for unit in e.attackers:
        order = turn.orders[unit]
        if not isinstance(order, Attack) or not (order.breakthrough and order.onward):
            continue
        # An immobilised unit may attack, but an overrun is a move, OPS-INT-8.
        able = s.where[unit] >= 0 and unit not in turn.retiring and not s.marks[unit] & state.IMMOBILISED
        if able and w.units[unit].row in (TANKS, MECH) and w.cell_of(order.onward[0]) == e.target:
            result.append(unit)
    return result


def _overrun(turn: Turn, e: Engagement) -> None:
    """Record the units that overrun, and take the extra losses of all attackers, OPS-COMBAT-25,
    OPS-COMBAT-26."""
    e.overrunning = _overrunning(turn, e)
    loss = e.fought.row.overrun_loss if e.overrunning else 0
    for unit in e.attackers:
        if loss and turn.s.where[unit] >= 0:
            _take(turn, e, unit, loss, 0)
            lose(turn, unit, 0, "lost in the overrun")


def may_advance(turn: Turn, unit: int) -> bool:
    """May the unit advance? Its order says so, and it did not retire in this combat step, OPS-FIGHT-4."""
    order = turn.orders[unit]
    wants = order.advance if isinstance(order, Attack) else True
    return wants and turn.s.where[unit] >= 0 and unit not in turn.retiring


def _report(turn: Turn, e: Engagement) -> None:
    """Report to each side the result, its losses and the direction of the enemy's retirement, OPS-SPOT-4."""
    w, s = turn.w, turn.s
    for side, mine, theirs in ((e.side, e.attackers, e.defenders), (1 - e.side, e.defenders, e.attackers)):
        enemies = sorted(f"{REPORT_TYPES[w.units[u].report_type]} ({s.division[u]})" for u in theirs)
        place, result = w.label(e.target), RESULTS[e.fought.row.result]
        own = tuple(w.units[unit].id for unit in mine)
        status, sp = tuple(e.cost[unit][0] for unit in mine), tuple(e.cost[unit][1] for unit in mine)
        back, on_the_way = _way_back(turn, e, theirs), tuple(e.back.get(unit, 0) for unit in mine)
        attacking = side == e.side
        turn.events.append(
            ev.Fought(side, place, attacking, result, own, status, sp, tuple(enemies), back, on_the_way)
        )


def _way_back(turn: Turn, e: Engagement, units: Sequence[int]) -> str:
    """Return the directions in which units left a battle, in compass order; empty if none did."""
    s, result = turn.s, set[int]()
    for unit in units:
        stood = e.stood.get(unit, e.target)
        if s.where[unit] >= 0 and s.where[unit] != stood:
            result.add(reports.heading(turn.w, stood, s.where[unit]))
    return " and ".join(POINTS[point] for point in sorted(result))
