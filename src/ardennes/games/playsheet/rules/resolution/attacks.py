"""The combat steps: first attacks, counter-attacks, overruns, second fights (OPS-FIGHT-6,
OPS-FIGHT-7, OPS-FIGHT-8, OPS-FIGHT-9)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ardennes.games.playsheet.rules.knowledge import reports
from ardennes.games.playsheet.rules.model.orders import Attack, Defend, Move
from ardennes.games.playsheet.rules.model.state import IMMOBILISED, MOVED, STOPPED
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.resolution import battles, bridges
from ardennes.games.playsheet.rules.resolution.battles import Engagement
from ardennes.games.playsheet.rules.resolution.march import ONWARD, OVERRUN, March, arrive, next_step
from ardennes.games.playsheet.rules.resolution.notebook import Turn, lapse
from ardennes.games.playsheet.rules.tables.movement import overrun_time, parts
from ardennes.games.playsheet.schema.terms import HALF, MODES, TACTICAL, TURN

NONE = -1


def first_step(turn: Turn) -> tuple[list[Engagement], list[March]]:
    """Resolve COMBAT_1 and return its battles and the marches that follow in MOVE_B."""
    aims: dict[int, list[int]] = {}
    unopposed: dict[int, list[int]] = {}
    for unit, order in enumerate(turn.orders):
        if turn.s.where[unit] < 0 or not isinstance(order, Attack | Move):
            continue
        target = aim(turn, unit)
        if target == NONE:
            continue
        side = turn.w.units[unit].side
        (aims if turn.holds(target, 1 - side) else unopposed).setdefault(target, []).append(unit)
    result = battles.fight(turn, aims, battles.FIRST)
    _follow(turn, result, HALF)
    marches = [march for e in result for march in _begin_overrun(turn, e)]
    for target in sorted(unopposed):
        marches += _walk_in(turn, target, unopposed[target])
    return result, marches


def _follow(turn: Turn, fought: Sequence[Engagement], clock: int) -> None:
    """Advance the attackers that won and do not overrun, OPS-FIGHT-9."""
    for e in fought:
        if battles.won(turn, e):
            ready = [u for u in e.attackers if u not in e.overrunning and battles.may_advance(turn, u)]
            battles.advance(turn, ready, e.target, clock)


def aim(turn: Turn, unit: int) -> int:
    """Return the hex that a unit attacks in the first combat step; NONE if it attacks none."""
    order = turn.orders[unit]
    if isinstance(order, Attack):
        target, why, rule = _aim_of_attack(turn, unit, order)
    elif isinstance(order, Move) and order.on_contact == "attack" and order.mode == MODES[TACTICAL]:
        target, why, rule = _aim_of_move(turn, unit)
    else:
        return NONE
    if target != NONE:
        why, rule = _cannot_fight(turn, unit, target)
        target = NONE if why else target
    if why:
        lapse(turn, unit, why, rule)
    return target


def _aim_of_attack(turn: Turn, unit: int, order: Attack) -> tuple[int, str, str]:
    """Return the aim of an ATTACK: its target, else the enemy there that stopped the unit, OPS-FIGHT-8."""
    w, s = turn.w, turn.s
    target = w.cell_of(order.target)
    if w.distance(s.where[unit], target) == 1:
        return target, "", ""
    hexes = _stopping_hexes(turn, unit)
    instead = [cell for cell in hexes if w.distance(cell, target) == 1]
    if instead:
        return min(instead), "", ""
    if hexes:
        return NONE, "the enemy stopped it before it reached its target", "OPS-FIGHT-8"
    return NONE, "", ""  # still on its way


def _aim_of_move(turn: Turn, unit: int) -> tuple[int, str, str]:
    """Return the aim of a move with attack on contact: the next hex of its route, else the lowest."""
    hexes = _stopping_hexes(turn, unit)
    if not hexes:
        return NONE, "", ""
    ahead = turn.ahead[unit]
    held = ahead >= 0 and turn.holds(ahead, 1 - turn.w.units[unit].side)
    return (ahead if held else min(hexes)), "", ""


def _stopping_hexes(turn: Turn, unit: int) -> list[int]:
    """Return the hexes next to the unit with enemies that stopped it."""
    s = turn.s
    if not s.marks[unit] & STOPPED:
        return []
    result = {s.where[enemy] for enemy in turn.stoppers.get(unit, ()) if s.where[enemy] >= 0}
    return sorted(cell for cell in result if turn.w.distance(cell, s.where[unit]) == 1)


def _cannot_fight(turn: Turn, unit: int, target: int) -> tuple[str, str]:
    """Return why a unit cannot attack the target next to it, and the rule; empty if it can."""
    w, s = turn.w, turn.s
    if not routes.in_time(s.used[unit]):
        return "it moved for more than half the turn", "OPS-MOVE-11"
    if not routes.can_attack_across(w, w.units[unit].row, s.where[unit], target, s.blown):
        return "the river to its target has no bridge", "OPS-FIGHT-1"
    if s.sp[unit] == 0 and turn.holds(target, 1 - w.units[unit].side):
        return "it has no supply points", "OPS-FIGHT-2"
    return "", ""


def _begin_overrun(turn: Turn, e: Engagement) -> list[March]:
    """Return the marches of units that overrun, from half time on, OPS-COMBAT-28."""
    s, marches = turn.s, []
    for unit in e.overrunning:
        order = turn.orders[unit]
        if s.where[unit] < 0 or not isinstance(order, Attack):
            continue
        turn.stoppers.pop(unit, None)  # enemies that stopped it before the attack do not stop it now
        limit = s.used[unit] + parts(overrun_time(turn.w.sheet, Fraction(s.used[unit], TURN)))
        marches.append(_set_out(turn, unit, order.onward, limit, OVERRUN, frozenset(e.defenders)))
    return marches


def _set_out(
    turn: Turn, unit: int, way: Sequence[str], limit: int, kind: int, beaten: frozenset[int] = frozenset()
) -> March:
    """Return a march that begins at half time; with an empty route it is over at once."""
    w, s = turn.w, turn.s
    row, route = routes.row_of(w, s, unit, TACTICAL), tuple(w.cell_of(label) for label in way)
    since, spent = HALF, s.used[unit]
    march = March(unit, route, TACTICAL, row, HALF, limit, kind, since=since, spent=spent, beaten=beaten)
    next_step(turn, march)
    return march


def _walk_in(turn: Turn, target: int, units: Sequence[int]) -> list[March]:
    """Enter an empty target hex without a battle, and continue along the onward route, OPS-FIGHT-7."""
    w, s, marches = turn.w, turn.s, []
    # No enemy was beaten there, so this is a move; immobilised units cannot move, OPS-INT-8, OPS-MOVE-16.
    ready = [unit for unit in units if battles.may_advance(turn, unit) and not s.marks[unit] & IMMOBILISED]
    entered = battles.advance(turn, ready, target, HALF)
    near, since = turn.enemies_near(target, w.units[units[0]].side), len(turn.events)
    for unit in entered:
        s.marks[unit] |= MOVED | (STOPPED if near else 0)
        for enemy in near:
            reports.contact(turn, unit, enemy)
    reports.sort_reports(turn, since)
    for unit in units:
        order = turn.orders[unit]
        onward = order.onward[1:] if isinstance(order, Attack) and unit in entered and not near else ()
        marches.append(_set_out(turn, unit, onward, routes.time_limit(w, s, unit), ONWARD))
    return marches


def counter_step(turn: Turn, fought: Sequence[Engagement]) -> list[Engagement]:
    """Resolve COUNTER: counter-attacks that result and order allow, OPS-FIGHT-6."""
    aims: dict[int, list[int]] = {}
    for e in fought:
        if not e.fought.row.counter_attack:
            continue
        ready = [unit for unit in e.defenders if _counters(turn, unit)]
        for unit in ready:
            _close_up(turn, unit, e)
        target = _counter_target(turn, e, ready)
        if target != NONE:
            units = [u for u in ready if _can_strike(turn, u, target)]
            aims.setdefault(target, []).extend(units)
    result = battles.fight(turn, aims, battles.COUNTER)
    _follow(turn, result, HALF)
    return result


def _counters(turn: Turn, unit: int) -> bool:
    order, s = turn.orders[unit], turn.s
    wants = isinstance(order, Defend) and order.counter_attack
    return wants and s.where[unit] >= 0 and turn.w.units[unit].combat and s.sp[unit] > 0


def _can_strike(turn: Turn, unit: int, target: int) -> bool:
    w, s = turn.w, turn.s
    if w.distance(s.where[unit], target) != 1:
        return False
    return routes.can_attack_across(w, w.units[unit].row, s.where[unit], target, s.blown)


def _enemy_hexes(turn: Turn, e: Engagement) -> set[int]:
    """Return the hexes that the attackers of the battle are in now."""
    return {turn.s.where[unit] for unit in e.attackers if turn.s.where[unit] >= 0}


def _close_up(turn: Turn, unit: int, e: Engagement) -> None:
    """Move a unit next to one of its attackers by one step, which takes no time."""
    w, s = turn.w, turn.s
    enemies = _enemy_hexes(turn, e)
    here = s.where[unit]
    if s.marks[unit] & IMMOBILISED or any(w.distance(here, cell) == 1 for cell in enemies):
        return
    for there in sorted(cell for cell in w.neighbours[here] if cell >= 0):
        if (
            not bridges.dry(w, here, there, s.blown)
            or turn.holds(there, 1 - w.units[unit].side)
            or not turn.has_room(there, unit)
        ):
            continue
        if any(w.distance(there, cell) == 1 for cell in enemies):
            arrive(turn, unit, there, HALF, "counter")
            return


def _counter_target(turn: Turn, e: Engagement, ready: Sequence[int]) -> int:
    """Return the hex with the most attackers that a counter-attacker is next to; of equals the lowest."""
    where = turn.s.where
    best, choice = 0, NONE
    for cell in sorted(_enemy_hexes(turn, e)):
        count = sum(where[unit] == cell for unit in e.attackers)
        if count > best and any(_can_strike(turn, unit, cell) for unit in ready):
            best, choice = count, cell
    return choice


def second_step(turn: Turn, fought: Sequence[Engagement], marches: Sequence[March]) -> list[Engagement]:
    """Resolve COMBAT_2: the second fights of units that overran, OPS-COMBAT-28."""
    again = {unit for e in fought if e.fought.row.fight_again for unit in e.attackers}
    aims: dict[int, list[int]] = {}
    for march in marches:
        order, unit = turn.orders[march.unit], march.unit
        if march.kind != OVERRUN or unit not in again or turn.s.where[unit] < 0:
            continue
        if not isinstance(order, Attack) or not order.fight_again or turn.s.sp[unit] == 0:
            continue
        target = _second_target(turn, march)
        if target != NONE and _can_strike(turn, unit, target):
            aims.setdefault(target, []).append(unit)
    result = battles.fight(turn, aims, battles.SECOND)
    _follow(turn, result, TURN)
    return result


def _second_target(turn: Turn, march: March) -> int:
    """Return the next hex of the route if an enemy is in it, else the lowest of an enemy that stopped it."""
    side = turn.w.units[march.unit].side
    if march.next < len(march.route) and turn.holds(march.route[march.next], 1 - side):
        return march.route[march.next]
    hexes = _stopping_hexes(turn, march.unit)
    return hexes[0] if hexes else NONE
