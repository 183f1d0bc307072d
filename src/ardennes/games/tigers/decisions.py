"""Every decision of the game (digest 6.1): what it asks, what may be answered, what the answer does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ardennes.dice import Dice
from ardennes.games.tigers import (
    advance,
    air,
    attacks,
    bridges,
    combat,
    entrenchment,
    moves,
    peiper,
    reinforcements,
    retreat,
    setup,
)
from ardennes.games.tigers import orders as o
from ardennes.games.tigers import state as f
from ardennes.games.tigers.events import RuthlessnessInvoked
from ardennes.games.tigers.results import RETREATS
from ardennes.games.tigers.sequence import end_declaration, set_weather
from ardennes.games.tigers.sequence_of_play import current_phase
from ardennes.games.tigers.stacking import cures
from ardennes.games.tigers.state import Battle, TigersState
from ardennes.games.tigers.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.offers import Offer

YES_NO = (True, False)


class Handler(NamedTuple):
    """How one kind of decision is put, answered and carried out."""

    kind: str
    rule: str
    prompt: Callable[[World, TigersState, Any], str]
    answers: tuple[type[Order], ...]
    offers: Callable[[World, TigersState, Any], Sequence[Offer]]
    check: Callable[[World, TigersState, Any, Any], Refusal | None]
    apply: Callable[[World, TigersState, Any, Any, Dice, list[Event]], None]


def battle_of(s: TigersState) -> Battle:
    assert s.battle is not None
    return s.battle


def _fine(w: World, s: TigersState, frame: Any, order: Any) -> Refusal | None:
    return None


def _places(w: World, s: TigersState) -> str:
    return ", ".join(w.labels(battle_of(s).targets))


# Set-up


def _hide_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    return [o.HideDump(w.grid.label(c)) for c in bits(w.board.dump_hexes)]


def _hide(w: World, s: TigersState, frame: Any, order: o.HideDump, dice: Dice, events: list[Event]) -> None:
    setup.apply_hide(w, s, order, events)
    s.stack.pop()


def _setup_kind(w: World, s: TigersState, frame: Any, order: o.ChooseSetup) -> Refusal | None:
    if order.kind not in ("historical", "free"):
        return Refusal("TIA-SETUP-5", f"The set-up is historical or free, not {order.kind!r}.")
    return None


def _setting_up(w: World, s: TigersState, frame: f.SettingUp, order: Order) -> Refusal | None:
    return setup.check_set_up(w, s, order) if isinstance(order, o.SetUp) else None


def _set_up(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.SetUp):
        setup.apply_set_up(w, s, order, events)
    else:
        s.stack.pop()


def _relocate(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Relocate):
        setup.apply_relocate(w, s, order, events)
    else:
        s.stack.pop()


# The start of a turn


def _pray(w: World, s: TigersState, frame: Any, order: o.Pray, dice: Dice, events: list[Event]) -> None:
    s.stack.pop()
    set_weather(w, s, order.yes, dice, events)


def _swear(w: World, s: TigersState, frame: Any, order: o.Ruthless, dice: Dice, events: list[Event]) -> None:
    s.stack.pop()
    if order.yes:
        s.ruthless_turn = s.turn
        events.append(RuthlessnessInvoked(s.turn))


def _check_reinforce(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    side = frame.side
    if isinstance(order, o.Enter):
        return reinforcements.check_enter(w, s, side, order)
    if isinstance(order, o.OtherEdge):
        return reinforcements.check_other_edge(w, s, side, order)
    if isinstance(order, o.BreakDown):
        return reinforcements.check_break_down(w, s, side, order)
    if isinstance(order, o.Combine):
        return reinforcements.check_combine(w, s, side, order)
    return None


def _reinforce(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Enter):
        reinforcements.apply_enter(w, s, order, events)
    elif isinstance(order, o.OtherEdge):
        reinforcements.apply_other_edge(w, s, order, events)
    elif isinstance(order, o.BreakDown):
        reinforcements.apply_break_down(w, s, order, events)
    elif isinstance(order, o.Combine):
        reinforcements.apply_combine(w, s, order, events)
    else:
        s.stack.pop()


# Movement


def _move_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    return [*moves.move_offers(w, s), o.END]


def _check_move(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return moves.check_move(w, s, order) if isinstance(order, o.Move) else None


def _move(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Move):
        moves.apply_move(w, s, order, dice, events)
    elif isinstance(frame, f.OnTheWay):
        moves.stop_here(w, s, events)
    else:
        s.stack.pop()


def _unstack_offers(w: World, s: TigersState, frame: f.Unstacking) -> Sequence[Offer]:
    return [o.Remove(w.ids(units)) for units in cures(w, s, frame.cell, frame.side)]


def _check_unstack(w: World, s: TigersState, frame: f.Unstacking, order: o.Remove) -> Refusal | None:
    if tuple(sorted(w.by_id[u] for u in order.units)) not in cures(w, s, frame.cell, frame.side):
        return Refusal("TIA-STACK-8", "Take away the fewest units that cure the stack.")
    return None


def _unstack(w: World, s: TigersState, frame: Any, order: o.Remove, dice: Dice, events: list[Event]) -> None:
    s.stack.pop()
    for unit in order.units:
        combat.eliminate(w, s, w.by_id[unit], "TIA-STACK-8", events)


# Declaring and flying


def _declare_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    found = attacks.attack_offers(w, s, frame.side)
    if attacks.check_end(w, s, frame.side) is None:
        found.append(o.END)
    return found


def _check_declare(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    if isinstance(order, o.Attack):
        return attacks.check_attack(w, s, frame.side, order)
    return attacks.check_end(w, s, frame.side)


def _declare(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Attack):
        attacks.apply_attack(w, s, order, dice, events)
    else:
        end_declaration(w, s)


def _bomb_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    return [*air.bomb_offers(w, s, frame.side), o.END]


def _check_bomb(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return air.check_bomb(w, s, frame.side, order) if isinstance(order, o.Bomb) else None


def _bomb(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Bomb):
        air.apply_bomb(w, s, order, events)
    else:
        s.stack.pop()


def _check_intercept(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return air.check_intercept(w, s, frame.side, order) if isinstance(order, o.Intercept) else None


def _intercept(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Intercept):
        air.apply_intercept(w, s, frame.side, order, events)
    else:
        s.stack.pop()


def _check_resupply(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return air.check_resupply(w, s, frame.side, order) if isinstance(order, o.Resupply) else None


def _resupply(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Resupply):
        air.commit(w, s, w.air_by_id[order.air], "resupply", w.grid.at(order.hex), order.hex, events)
    else:
        s.stack.pop()


def _order_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    return [o.OrderStack(units) for units in air.orders_of_stack(w, s, s.missions[0])]


def _order(
    w: World, s: TigersState, frame: Any, order: o.OrderStack, dice: Dice, events: list[Event]
) -> None:
    air.bomb_ordered(w, s, order, dice, events)


# Combat


def _check_fight(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    if isinstance(order, o.Cancel):
        return attacks.check_cancel(w, s, order)
    assert isinstance(order, o.Fight)
    return attacks.check_fight(w, s, order)


def _fight(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Cancel):
        attacks.apply_cancel(w, s, order, events)
    elif isinstance(order, o.Fight):
        combat.start_battle(w, s, order.attack, dice, events)


def _stand(w: World, s: TigersState, frame: Any, order: o.StandFast, dice: Dice, events: list[Event]) -> None:
    combat.stand_fast(w, s, order.yes, dice, events)


def _check_effect(w: World, s: TigersState, frame: Any, order: o.ChooseEffect) -> Refusal | None:
    return None if order.effect in ("D", "AE") else Refusal("TIA-CRT-15", "Choose D or AE.")


def _effect(
    w: World, s: TigersState, frame: Any, order: o.ChooseEffect, dice: Dice, events: list[Event]
) -> None:
    combat.choose_effect(w, s, order.effect, dice, events)


def _lose_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    return [o.Lose(w.ids(units)) for units in combat.losses_to_choose(w, s, battle_of(s))]


def _check_lose(w: World, s: TigersState, frame: Any, order: o.Lose) -> Refusal | None:
    chosen = tuple(sorted(w.by_id[u] for u in order.units))
    if chosen not in combat.losses_to_choose(w, s, battle_of(s)):
        need = sum(battle_of(s).defence)
        return Refusal("TIA-CRT-14", f"Take attackers worth {need}, and none that could be spared.")
    return None


def _lose(w: World, s: TigersState, frame: Any, order: o.Lose, dice: Dice, events: list[Event]) -> None:
    s.stack.pop()
    combat.take_losses(w, s, tuple(w.by_id[u] for u in order.units), events)
    combat.go_on(w, s, dice, events)


def _blow_offers(w: World, s: TigersState, frame: f.BlowingUp) -> Sequence[Offer]:
    return [*(o.BlowUp(w.bridge_names[r]) for r in frame.bridges), o.END]


def _check_blow(w: World, s: TigersState, frame: f.BlowingUp, order: Order) -> Refusal | None:
    if isinstance(order, o.BlowUp) and w.bridge_by_name[order.bridge] not in frame.bridges:
        return Refusal("TIA-BRIDGE-11", f"Nobody attacked across {order.bridge} over an intact bridge.")
    return None


def _blow(
    w: World, s: TigersState, frame: f.BlowingUp, order: Order, dice: Dice, events: list[Event]
) -> None:
    s.stack.pop()
    if isinstance(order, o.BlowUp):
        river = w.bridge_by_name[order.bridge]
        bridges.destroy(w, s, river, "blown", "TIA-BRIDGE-11", events)
        left = tuple(r for r in frame.bridges if r != river)
        if left:
            s.stack.append(f.BlowingUp(frame.side, left))
            return
    combat.go_on(w, s, dice, events)


def _distance_offers(w: World, s: TigersState, frame: f.NamingDistance) -> Sequence[Offer]:
    return [o.NameDistance(n) for n in range(frame.most + 1)]


def _check_distance(
    w: World, s: TigersState, frame: f.NamingDistance, order: o.NameDistance
) -> Refusal | None:
    if not 0 <= order.hexes <= frame.most:
        return Refusal(
            "TIA-CRT-9", f"On {battle_of(s).result} the distance is 0 to {RETREATS[battle_of(s).result]}."
        )
    return None


def _distance(
    w: World, s: TigersState, frame: Any, order: o.NameDistance, dice: Dice, events: list[Event]
) -> None:
    combat.name_distance(w, s, order.hexes, dice, events)


def _retreat_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    b = battle_of(s)
    return [
        o.Retreat(w.units[unit].id, w.labels(path))
        for unit, source in b.to_retreat
        for path in retreat.routes(w, s, b, unit, source)
    ]


def _check_retreat(w: World, s: TigersState, frame: Any, order: o.Retreat) -> Refusal | None:
    b = battle_of(s)
    unit = w.by_id[order.unit]
    source = dict(b.to_retreat).get(unit)
    if source is None:
        return Refusal("TIA-CRT-9", f"{w.units[unit].name} has no retreat to make.")
    path = tuple(w.grid.at(h) for h in order.path)
    least, most = retreat.span(w, s, b, unit)
    if not least <= len(path) <= most:
        rule = "TIA-CRT-9" if len(path) < least else "TIA-SETUP-3" if s.turn == 1 else "TIA-CRT-11"
        return Refusal(rule, f"{w.units[unit].name} retreats {least} to {most} hexes.")
    here = source
    for at, to in enumerate(path):
        direction = w.grid.direction(here, to)
        if direction is None:
            return Refusal("TIA-RET-1", f"{w.grid.label(to)} is not adjacent to {w.grid.label(here)}.")
        refusal = retreat.step_refusal(w, s, b, unit, source, here, direction)
        if refusal is not None:
            return refusal
        left = max(0, least - at - 1)
        if to not in retreat.preferred_steps(w, s, b, unit, source, here, left, at + 1 == len(path)):
            return Refusal(
                "TIA-RET-12", f"A better hex than {w.grid.label(to)} is open to {w.units[unit].name}."
            )
        here = to
    return None


def _retreat(w: World, s: TigersState, frame: Any, order: o.Retreat, dice: Dice, events: list[Event]) -> None:
    path = tuple(w.grid.at(h) for h in order.path)
    combat.retreat_on(w, s, w.by_id[order.unit], path, dice, events)


def _advance_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    found = advance.advance_offers(w, s, battle_of(s))
    if not advance.must_still_advance(w, s, battle_of(s)):
        found.append(o.END)
    return found


def _check_advance(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    b = battle_of(s)
    if isinstance(order, o.Advance):
        return advance.check_advance(w, s, b, order)
    if advance.must_still_advance(w, s, b):
        return Refusal("TIA-ADV-6", "The vacated hex must be occupied in strength.")
    return None


def _advance(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Advance):
        advance.apply_advance(w, s, order, dice, events)
    else:
        combat.finish_advance(w, s, dice, events)


# Peiper


def _leg_offers(w: World, s: TigersState, frame: f.PeiperGoesOn) -> Sequence[Offer]:
    found: list[Offer] = [] if frame.moved else moves.move_offers(w, s)
    if peiper.may_attack(w, s) is None:
        found += attacks.attack_offers(w, s, frame.side)
    if not attacks.leg_must_attack(w, s):
        found.append(o.END)
    return found


def _check_leg(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    if isinstance(order, o.Move):
        return moves.check_move(w, s, order)
    if isinstance(order, o.Attack):
        return attacks.check_attack(w, s, frame.side, order)
    if attacks.leg_must_attack(w, s):
        return Refusal("TIA-ZOC-12", "Peiper moved into contact and must attack.")
    return None


def _leg(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Move):
        moves.apply_move(w, s, order, dice, events)
        return
    s.stack.pop()
    if isinstance(order, o.Attack):
        number = attacks.apply_attack(w, s, order, dice, events)
        combat.start_battle(w, s, number, dice, events)


# The end of a player-turn


def _bridge_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    return [*bridges.work_offers(w, s, frame.side), o.END]


def _check_bridge(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return bridges.check_work(w, s, frame.side, order) if isinstance(order, o.BridgeWork) else None


def _bridge(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.BridgeWork):
        bridges.apply_work(w, s, frame.side, order, dice, events)
    else:
        s.stack.pop()


def _entrench_offers(w: World, s: TigersState, frame: Any) -> Sequence[Offer]:
    units = entrenchment.eligible(w, s, frame.side)
    return [o.EntrenchAll(), *(o.Entrench(w.units[u].id) for u in units), o.END]


def _check_entrench(w: World, s: TigersState, frame: Any, order: Order) -> Refusal | None:
    return entrenchment.check_entrench(w, s, frame.side, order) if isinstance(order, o.Entrench) else None


def _entrench(w: World, s: TigersState, frame: Any, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Entrench):
        entrenchment.entrench(w, s, w.by_id[order.unit], events)
        return
    s.stack.pop()
    if isinstance(order, o.EntrenchAll):
        for unit in entrenchment.eligible(w, s, frame.side):
            entrenchment.entrench(w, s, unit, events)


def _says(text: str) -> Callable[[World, TigersState, Any], str]:
    return lambda w, s, frame: text


def _step(text: str) -> Callable[[World, TigersState, Any], str]:
    def prompt(w: World, s: TigersState, frame: Any) -> str:
        return text + (" (second step: one OMF less)." if current_phase(s).second else ".")

    return prompt


HANDLERS: dict[type[f.Frame], Handler] = {
    f.HidingDump: Handler(
        "hide dump",
        "TIA-FUEL-2",
        _says("Hide the 1st Army fuel dump on Spa or beside it."),
        (o.HideDump,),
        _hide_offers,
        lambda w, s, fr, order: setup.check_hide(w, order),
        _hide,
    ),
    f.ChoosingSetup: Handler(
        "choose set-up",
        "TIA-SETUP-4",
        _says("Set up as in history, or freely."),
        (o.ChooseSetup,),
        lambda w, s, fr: [o.ChooseSetup("historical"), o.ChooseSetup("free")],
        _setup_kind,
        lambda w, s, fr, order, dice, ev: setup.choose_setup(w, s, order.kind, ev),
    ),
    f.SettingUp: Handler(
        "set up",
        "TIA-SETUP-5",
        _says("Place your divisions on your side of the line; end when they stand well."),
        (o.SetUp, o.End),
        lambda w, s, fr: [*setup.set_up_offers(w, s, fr.side), o.END],
        _setting_up,
        _set_up,
    ),
    f.Hosting: Handler(
        "place",
        "TIA-SETUP-4",
        lambda w, s, fr: f"Place {w.units[fr.unit].name} with any German unit.",
        (o.SetUp,),
        lambda w, s, fr: setup.set_up_offers(w, s, fr.side),
        lambda w, s, fr, order: setup.check_set_up(w, s, order),
        _set_up,
    ),
    f.Relocating: Handler(
        "relocate",
        "TIA-SETUP-5",
        _says("Move the 1st Infantry Division, entrenched, or leave it where it is."),
        (o.Relocate, o.End),
        lambda w, s, fr: [*setup.relocate_offers(w, s), o.END],
        lambda w, s, fr, order: setup.check_relocate(w, s, order) if isinstance(order, o.Relocate) else None,
        _relocate,
    ),
    f.Dropping: Handler(
        "drop",
        "TIA-SETUP-7",
        _says("Choose the hex behind Allied lines for von der Heydte's drop."),
        (o.Drop,),
        lambda w, s, fr: [o.Drop(w.grid.label(c)) for c in bits(w.board.allied_side)],
        lambda w, s, fr, order: setup.check_drop(w, order),
        lambda w, s, fr, order, dice, ev: setup.apply_drop(w, s, order, dice, ev),
    ),
    f.Praying: Handler(
        "pray",
        "TIA-WX-6",
        _says("Does Patton pray for weather, once in the game?"),
        (o.Pray,),
        lambda w, s, fr: [o.Pray(yes) for yes in YES_NO],
        _fine,
        _pray,
    ),
    f.Swearing: Handler(
        "ruthlessness",
        "TIA-SS-1",
        _says("Invoke Ruthlessness this turn, once in the game?"),
        (o.Ruthless,),
        lambda w, s, fr: [o.Ruthless(yes) for yes in YES_NO],
        _fine,
        _swear,
    ),
    f.Reinforcing: Handler(
        "reinforce",
        "TIA-REINF-1",
        _says("Bring in the units that are due; what is left waits."),
        (o.Enter, o.OtherEdge, o.BreakDown, o.Combine, o.End),
        lambda w, s, fr: [*reinforcements.reinforcement_offers(w, s, fr.side), o.END],
        _check_reinforce,
        _reinforce,
    ),
    f.Moving: Handler(
        "move",
        "TIA-SEQ-2",
        _step("Move your units, then end the movement"),
        (o.Move, o.End),
        _move_offers,
        _check_move,
        _move,
    ),
    f.OnTheWay: Handler(
        "go on",
        "TIA-BRIDGE-12",
        lambda w, s, fr: f"{w.units[fr.unit].name} was stopped: lead it elsewhere or stop.",
        (o.Move, o.End),
        _move_offers,
        _check_move,
        _move,
    ),
    f.Unstacking: Handler(
        "unstack",
        "TIA-STACK-8",
        lambda w, s, fr: f"Too many units in {w.grid.label(fr.cell)}: which are lost?",
        (o.Remove,),
        _unstack_offers,
        _check_unstack,
        _unstack,
    ),
    f.Declaring: Handler(
        "declare",
        "TIA-CRT-17",
        _step("Declare your attacks, then end the declarations"),
        (o.Attack, o.End),
        _declare_offers,
        _check_declare,
        _declare,
    ),
    f.Bombing: Handler(
        "bomb",
        "TIA-AIR-18",
        _says("Send air units against hexes or bridges, then end."),
        (o.Bomb, o.End),
        _bomb_offers,
        _check_bomb,
        _bomb,
    ),
    f.Intercepting: Handler(
        "intercept",
        "TIA-AIR-15",
        _says("Send interceptors against enemy flights, then end."),
        (o.Intercept, o.End),
        lambda w, s, fr: [*air.intercept_offers(w, s, fr.side), o.END],
        _check_intercept,
        _intercept,
    ),
    f.Ordering: Handler(
        "order stack",
        "TIA-AIR-3",
        _says("In which order do your bombed units stand?"),
        (o.OrderStack,),
        _order_offers,
        lambda w, s, fr, order: air.check_order_stack(w, s, s.missions[0], order),
        _order,
    ),
    f.Resupplying: Handler(
        "resupply",
        "TIA-AIR-16",
        _says("Fly supplies to your units, then end."),
        (o.Resupply, o.End),
        lambda w, s, fr: [*air.resupply_offers(w, s, fr.side), o.END],
        _check_resupply,
        _resupply,
    ),
    f.ChoosingFight: Handler(
        "fight",
        "TIA-CRT-18",
        _says("Choose the next attack to resolve, or cancel one."),
        (o.Fight, o.Cancel),
        lambda w, s, fr: attacks.fight_offers(w, s),
        _check_fight,
        _fight,
    ),
    f.StandingFast: Handler(
        "no retreat",
        "TIA-CRT-20",
        lambda w, s, fr: f"No Retreat! in {_places(w, s)}?",
        (o.StandFast,),
        lambda w, s, fr: [o.StandFast(yes) for yes in YES_NO],
        _fine,
        _stand,
    ),
    f.ChoosingEffect: Handler(
        "effect",
        "TIA-CRT-15",
        _says("D/AE: which of the two takes effect?"),
        (o.ChooseEffect,),
        lambda w, s, fr: [o.ChooseEffect("D"), o.ChooseEffect("AE")],
        _check_effect,
        _effect,
    ),
    f.TakingLosses: Handler(
        "losses",
        "TIA-CRT-14",
        _says("Which attackers are lost?"),
        (o.Lose,),
        _lose_offers,
        _check_lose,
        _lose,
    ),
    f.BlowingUp: Handler(
        "blow bridge",
        "TIA-BRIDGE-11",
        _says("Destroy a bridge the failed attack came over?"),
        (o.BlowUp, o.End),
        _blow_offers,
        _check_blow,
        _blow,
    ),
    f.NamingDistance: Handler(
        "distance",
        "TIA-CRT-9",
        lambda w, s, fr: (
            f"{battle_of(s).result}: how many hexes do the defenders of {_places(w, s)} retreat?"
        ),
        (o.NameDistance,),
        _distance_offers,
        _check_distance,
        _distance,
    ),
    f.Retreating: Handler(
        "retreat",
        "TIA-RET-12",
        _says("Give your beaten units their routes."),
        (o.Retreat,),
        _retreat_offers,
        _check_retreat,
        _retreat,
    ),
    f.Advancing: Handler(
        "advance",
        "TIA-ADV-1",
        _says("Advance after combat, then end."),
        (o.Advance, o.End),
        _advance_offers,
        _check_advance,
        _advance,
    ),
    f.PeiperGoesOn: Handler(
        "Peiper",
        "TIA-KGP-2",
        _says("Peiper goes on: move, attack or stop."),
        (o.Move, o.Attack, o.End),
        _leg_offers,
        _check_leg,
        _leg,
    ),
    f.Bridging: Handler(
        "bridges",
        "TIA-BRIDGE-3",
        _says("Build, dismantle or blow bridges, then end."),
        (o.BridgeWork, o.End),
        _bridge_offers,
        _check_bridge,
        _bridge,
    ),
    f.Entrenching: Handler(
        "entrench",
        "TIA-ENTR-1",
        _says("Which divisions dig in?"),
        (o.Entrench, o.EntrenchAll, o.End),
        _entrench_offers,
        _check_entrench,
        _entrench,
    ),
}
