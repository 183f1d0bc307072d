"""Decisions of both sides while combats are resolved (digest 6.1: Q18 to Q24)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.dice import Dice
from ardennes.games.tigers.rules import advance, attacks, bridges, combat, retreat
from ardennes.games.tigers.rules import orders as o
from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.deciding import battle_of, places
from ardennes.games.tigers.rules.results import RETREATS
from ardennes.games.tigers.rules.state import TigersState
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.deciding import Handler, fine, says
from ardennes.kernel.offers import Offer

YES_NO = (True, False)


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
        need = combat.losses_due(w, s, battle_of(s))
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
    here, flight = source, retreat.Flight(w, s, b, unit, source)
    for at, to in enumerate(path):
        direction = w.grid.direction(here, to)
        if direction is None:
            return Refusal("TIA-RET-1", f"{w.grid.label(to)} is not adjacent to {w.grid.label(here)}.")
        refusal = retreat.step_refusal(w, s, b, unit, source, here, direction)
        if refusal is not None:
            return refusal
        left = max(0, least - at - 1)
        if to not in flight.preferred(here, left, at + 1 == len(path)):
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


COMBAT_DECISIONS: dict[type[f.Frame], Handler[World, TigersState]] = {
    f.ChoosingFight: Handler(
        "fight",
        "TIA-CRT-18",
        says("Choose the next attack to resolve, or cancel one."),
        (o.Fight, o.Cancel),
        lambda w, s, fr: attacks.fight_offers(w, s),
        _check_fight,
        _fight,
    ),
    f.StandingFast: Handler(
        "no retreat",
        "TIA-CRT-20",
        lambda w, s, fr: f"No Retreat! in {places(w, s)}?",
        (o.StandFast,),
        lambda w, s, fr: [o.StandFast(yes) for yes in YES_NO],
        fine,
        _stand,
    ),
    f.ChoosingEffect: Handler(
        "effect",
        "TIA-CRT-15",
        says("D/AE: which of the two takes effect?"),
        (o.ChooseEffect,),
        lambda w, s, fr: [o.ChooseEffect("D"), o.ChooseEffect("AE")],
        _check_effect,
        _effect,
    ),
    f.TakingLosses: Handler(
        "losses",
        "TIA-CRT-14",
        says("Which attackers are lost?"),
        (o.Lose,),
        _lose_offers,
        _check_lose,
        _lose,
    ),
    f.BlowingUp: Handler(
        "blow bridge",
        "TIA-BRIDGE-11",
        says("Destroy a bridge the failed attack came over?"),
        (o.BlowUp, o.End),
        _blow_offers,
        _check_blow,
        _blow,
    ),
    f.NamingDistance: Handler(
        "distance",
        "TIA-CRT-9",
        lambda w, s, fr: f"{battle_of(s).result}: how many hexes do the defenders of {places(w, s)} retreat?",
        (o.NameDistance,),
        _distance_offers,
        _check_distance,
        _distance,
    ),
    f.Retreating: Handler(
        "retreat",
        "TIA-RET-12",
        says("Give your beaten units their routes."),
        (o.Retreat,),
        _retreat_offers,
        _check_retreat,
        _retreat,
    ),
    f.Advancing: Handler(
        "advance",
        "TIA-ADV-1",
        says("Advance after combat, then end."),
        (o.Advance, o.End),
        _advance_offers,
        _check_advance,
        _advance,
    ),
}
