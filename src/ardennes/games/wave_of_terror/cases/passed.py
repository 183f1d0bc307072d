"""Case files: decisions nobody was asked, since nothing could be chosen, opened again to be asked why."""

from __future__ import annotations

import msgspec

from ardennes.games.wave_of_terror.rules import orders
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.artillery import attacked
from ardennes.games.wave_of_terror.rules.sequence import must_fight_first
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Order


def passed_over(w: World, before: WaveState | None, now: WaveState, order: Order) -> WaveState | None:
    """The position as if the decision such an order answers, passed over since the last order, were open."""
    if isinstance(order, orders.ChooseOrder | orders.Repair):
        return _declaration(now)
    if before is None:
        return None
    if isinstance(order, orders.Attack):
        return _combat_phase(before, now)
    if isinstance(order, orders.Advance):
        return _advance(w, before, now)
    if isinstance(order, orders.Support | orders.Fly):
        return _support(w, before, now, order)
    return None


def _declaration(now: WaveState) -> WaveState | None:
    """In the first couplet of turn 1 the German declares nothing, WOT-5.8."""
    if not must_fight_first(now, now.acting) or now.step != f.FIRST or now.attacked or now.battle is not None:
        return None
    found = now.clone()
    found.step, found.stack = f.DECLARATION, [f.Declaring(GERMAN)]
    return found


def _combat_phase(before: WaveState, now: WaveState) -> WaveState | None:
    """A combat phase in which nobody could attack."""
    same = (before.turn, before.couplet) == (now.turn, now.couplet)
    if not same or not before.stack or (before.acting, before.step) == (now.acting, now.step):
        return None
    frame = before.stack[-1]
    second = isinstance(frame, f.Moving) and not before.fight_first
    if not second and not (
        isinstance(frame, f.Declaring) and now.fight_first and now.acting == before.acting
    ):
        return None
    found = now.clone()
    found.acting, found.step = before.acting, f.SECOND if second else f.FIRST
    found.stack = [f.Fighting(before.acting)]
    return found


def _battle(before: WaveState, now: WaveState) -> f.Battle | None:
    """The battle of the last order: one it went on with, or one it declared."""
    if before.battle is not None:
        return before.battle
    if not before.stack or not isinstance(before.stack[-1], f.Fighting) or before.attacked == now.attacked:
        return None
    new = [u for u, marks in enumerate(now.marks) if marks & f.ATTACKED and not before.marks[u] & f.ATTACKED]
    return f.Battle(now.attacked[-1], tuple(new)) if new and now.attacked else None


def _advance(w: World, before: WaveState, now: WaveState) -> WaveState | None:
    """Nobody could enter the hex, or it is not empty, WOT-10.26."""
    b = _battle(before, now)
    if b is None or now.battle is not None or not now.stack or not isinstance(now.stack[-1], f.Fighting):
        return None
    found = now.clone()
    found.battle = b
    found.stack.append(f.Advancing(w.side[b.attackers[0]]))
    return found


def _support(
    w: World, before: WaveState, now: WaveState, order: orders.Support | orders.Fly
) -> WaveState | None:
    """No artillery could bombard, no aircraft fly (WOT-10.18, WOT-10.14), when the battle was declared."""
    b = _battle(before, now)
    if b is None:
        return None
    found = before.clone()
    if before.battle is None:
        found.attacked.append(b.target)
        for unit in b.attackers:
            found.marks[unit] |= f.ATTACKED
        attacked(w, found, b.target)
    else:
        found.stack.pop()
    if isinstance(order, orders.Fly):
        found.battle = msgspec.structs.replace(b, aircraft=b.aircraft or now.aircraft < before.aircraft)
        found.aircraft = now.aircraft
        found.stack.append(f.Flying(ALLIED))
        return found
    sides = {w.side[w.by_id[name]] for name in order.units if name in w.by_id}
    if len(sides) != 1:
        return None
    side = sides.pop()
    found.battle = b
    found.stack.append(f.Supporting(side, side == w.side[b.attackers[0]]))
    return found
