"""Why not? The refusals for a move, attack or retreat, from the same checks that make the offers."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.tigers.rules.combat.advance import peiper_may_advance
from ardennes.games.tigers.rules.combat.obligations import reaches, takes_part
from ardennes.games.tigers.rules.combat.retreat import Flight, better_hex, held_to_distance
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.moves import begin, check_end, routes
from ardennes.games.tigers.rules.movement.search import next_steps
from ardennes.games.tigers.rules.movement.step import Walk, Walker, explain, walk_on
from ardennes.games.tigers.rules.sequence.turn_order import current_phase, phasing
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.games.tigers.schema.world import EXIT, World
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.why_not import against_going


def against_move(
    w: World, view: TigersState, unit: int, cell: int, stem: o.Move | None = None
) -> list[Refusal]:
    """Return why the unit cannot move to the hex (or EXIT); empty if it can, or is there already."""
    attach = stem.attach if stem is not None else ()
    frame = view.stack[-1]
    omb = frame.omb if isinstance(frame, st.OnTheWay) else stem is not None and stem.omb
    begun = begin(w, view, o.Move(w.units[unit].id, (), omb, attach))
    if isinstance(begun, Refusal):
        return [begun]
    who, start = begun
    if start.cell == cell or any(r.cell == cell for r in routes(w, view, unit, omb, attach)):
        return []
    joining = [w.by_id[name] for name in attach]
    walks = _every_walk(w, view, who, start)
    ends = [check_end(w, view, who, at, joining) for at in walks if at.cell == cell and at.steps]
    result = [r for r in ends if r is not None] or _last_steps(w, view, who, walks, cell)
    return list(dict.fromkeys(result))


def _every_walk(w: World, view: TigersState, who: Walker, start: Walk) -> list[Walk]:
    """Return every position a move can pass through, cheapest first, whether or not it may end there."""
    best: dict[tuple[int, bool, bool], int] = {}
    buckets: list[list[Walk]] = [[] for _ in range(who.limit + 1)]
    result: list[Walk] = []
    if start.spent <= who.limit:
        buckets[start.spent].append(start)
    for bucket in buckets:
        for at in bucket:
            result.append(at)
            for _, on in next_steps(w, view, who, at):
                key = (on.cell, on.road, on.stopped)
                if on.spent < best.get(key, who.limit + 1):
                    best[key] = on.spent
                    buckets[on.spent].append(on)
    return result


def _last_steps(w: World, view: TigersState, who: Walker, walks: Sequence[Walk], cell: int) -> list[Refusal]:
    """Return why the steps that lead nearer are refused, from the nearest hexes that the unit reaches."""
    if cell == EXIT:
        tried = [_step_refusal(w, view, who, at, EXIT) for at in walks[:1]]
        return [refusal for refusal in tried if refusal is not None]
    standing = [at for at in walks if at.cell != EXIT]
    return against_going(
        w.grid, standing, cell, lambda at, to: _step_refusal(w, view, who, at, to), "TIA-MOVE-1", w.place
    )


def _step_refusal(w: World, view: TigersState, who: Walker, at: Walk, to: int) -> Refusal | None:
    why = walk_on(w, view, who, at, to, False)
    return explain(w, view, who, at, to, False, why) if isinstance(why, int) else None


def against_attack(w: World, view: TigersState, unit: int, cell: int) -> Refusal | None:
    """Return why the unit may not attack the hex from where it is; None if it may."""
    return takes_part(w, view, unit) or reaches(w, view, unit, cell)


def lapsed(w: World, s: TigersState, order: Order) -> Refusal | None:
    """Return why an order is no longer possible this turn, if a separate rule says so; else None."""
    # A combat phase may end with its last combat, so the order may refer to a combat just over.
    fought = current_phase(s).name == "combat" or any(combat.status == st.FOUGHT for combat in s.attacks)
    german_turn = s.turn > 0 and phasing(s) == GERMAN
    match order:
        case o.Pray() if s.prayer_used:
            return Refusal("TIA-WX-6", "Patton has prayed already, and prays only once in the game.")
        case o.Ruthless() if s.ruthless_turn:
            return Refusal(
                "TIA-SS-1", f"Ruthlessness was invoked on turn {s.ruthless_turn}, and only once in the game."
            )
        case o.Advance() if german_turn and s.kgp_attacks and _is_spent_peiper(w, s, order.unit):
            return Refusal("TIA-KGP-3", "Peiper has spent its movement points and the one extra hex.")
        case o.Retreat() if (
            german_turn and fought and held_to_distance(w, s, w.by_id[order.unit]) and order.path
        ):
            return Refusal(
                "TIA-SETUP-3", "In turn 1, U.S. units retreat exactly as far as the attacker asks."
            )
    return None


def _is_spent_peiper(w: World, s: TigersState, name: str) -> bool:
    return w.by_id[name] == w.peiper and not peiper_may_advance(w, s)


def against_retreat(w: World, view: TigersState, unit: int, cell: int) -> Refusal | None:
    """Return why a beaten unit may not retreat into a hex; None if it did not defend a hex beside it."""
    battle = view.battle
    source = dict(battle.to_retreat).get(unit) if battle is not None else None
    direction = w.grid.direction(source, cell) if source is not None else None
    if battle is None or source is None or direction is None:
        return None
    flight = Flight(w, view, battle, unit, source)
    return flight.refusal(source, direction) or better_hex(w, unit, cell)


def order_for(w: World, view: TigersState, unit: int, cell: int) -> Order | None:
    """Return the order that brings this unit to this hex in the open decision; None if there is none."""
    name, label = w.units[unit].id, w.grid.label(cell)
    match view.stack[-1]:
        case st.Reinforcing():
            return o.Enter(name, label)
        case st.SettingUp() | st.Hosting():
            return o.SetUp(name, label)
        case st.Retreating():
            return o.Retreat(name, (label,))
        case st.Advancing():
            return o.Advance(name, (label,))
        case st.Relocating():
            return o.Relocate(label)
        case st.Dropping():
            return o.Drop(label)
        case st.HidingDump():
            return o.HideDump(label)
        case st.Declaring():
            return o.Attack((label,), (name,))
    return None
