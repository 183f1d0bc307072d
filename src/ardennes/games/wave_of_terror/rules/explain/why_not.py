"""Explain why a unit of Wave of Terror cannot do something, with the functions that check its orders."""

from __future__ import annotations

from ardennes.games.wave_of_terror.rules.combat.declare import truce, unit_refusal
from ardennes.games.wave_of_terror.rules.model.orders import ChooseOrder, Demolish, Fly, Interdict, Reform
from ardennes.games.wave_of_terror.rules.model.position import occupied
from ardennes.games.wave_of_terror.rules.model.state import Demolishing, Flying, Reforming, WaveState
from ardennes.games.wave_of_terror.rules.movement.bridges import no_demolition
from ardennes.games.wave_of_terror.rules.movement.moves import halted, set_out
from ardennes.games.wave_of_terror.rules.movement.reinforcements import no_reform
from ardennes.games.wave_of_terror.rules.movement.search import routes
from ardennes.games.wave_of_terror.rules.movement.step import Walk, explain, walk_on
from ardennes.games.wave_of_terror.rules.sequence.phases import must_fight_first, no_phase_order_choice
from ardennes.games.wave_of_terror.rules.special.markers import no_aircraft
from ardennes.games.wave_of_terror.schema.terms import CLEAR_SKIES
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.why_not import against_going


def against_move(w: World, s: WaveState, unit: int, cell: int) -> list[Refusal]:
    """Return why the unit cannot move to the hex; empty if it can or is already there."""
    if s.where[unit] == cell:
        return []
    begun = set_out(w, s, w.side[unit], (unit,), False)
    if isinstance(begun, Refusal):
        return [begun]
    result = routes(w, s, (unit,))
    if cell in result:
        return []
    who, start = begun
    walks = [start, *(Walk(at, result.left(at), False) for at in result)]

    def judge(at: Walk, to: int) -> Refusal | None:
        why = walk_on(who, at, w.ground.way_to[at.cell][to])
        return explain(who, at, to, why, passing=to != cell) if isinstance(why, int) else None

    return against_going(w.grid, walks, cell, judge, "WOT-9.2", w.place)


def against_attack(w: World, s: WaveState, side: int, cell: int) -> list[Refusal]:
    """Return why no unit can attack this hex; empty if one can."""
    there = w.place(cell)
    if truce(s, side):
        return [Refusal("WOT-5.8", "The Allies cannot attack in the first couplet of turn 1.")]
    if not occupied(w, s, 1 - side) >> cell & 1:
        return [Refusal("WOT-10.1", f"{there} has no enemy unit.")]
    if cell in s.attacked:
        return [Refusal("WOT-10.3", f"{there} has already been attacked in this phase.")]
    beside = [u for u in w.of_side[side] if s.where[u] >= 0 and w.grid.adjacent(s.where[u], cell)]
    if not beside:
        return [Refusal("WOT-10.1", f"None of your units is adjacent to {there}.")]
    result = [unit_refusal(w, s, side, unit, cell) for unit in beside]
    return list(dict.fromkeys(refusal for refusal in result if refusal is not None))


def lapsed(w: World, s: WaveState, side: int, order: Order) -> Refusal | None:
    """Return why no side may give such an order now, if a specific rule says so."""
    asked = s.stack[-1]
    match order:
        case ChooseOrder(fight_first=False) if must_fight_first(s, side):
            return no_phase_order_choice()
        case Fly() if s.variant.full and s.attacked and not isinstance(asked, Flying):
            facts = "You can send an aircraft only when asked, after the artillery for a battle is declared."
            return Refusal("WOT-10.14", facts)
        case Demolish() if not isinstance(asked, Demolishing):
            return no_demolition(w, s)
        case Reform() if not isinstance(asked, Reforming):
            return no_reform(w, s)
        case Interdict() if s.weather == CLEAR_SKIES and not s.aircraft:
            return no_aircraft(s)
    return None


def units_in_reach(w: World, s: WaveState, side: int, cell: int) -> list[tuple[int, int]]:
    """Return the side's units that can move to the hex now and their remaining points, most points first."""
    result = []
    for unit in w.of_side[side]:
        here = s.where[unit]
        if here < 0 or here == cell or w.grid.distance(here, cell) > w.movement[unit]:
            continue
        if halted(w, s, unit) is None:
            ways = routes(w, s, (unit,))
            if cell in ways and ways.may_halt(cell):
                result.append((-ways.left(cell), unit))
    return [(unit, -left) for left, unit in sorted(result)]
