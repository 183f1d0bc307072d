"""Decisions of both sides in a combat phase (section F of the rulebook), and the last one of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules import advance, artillery, attacks, british, combat, losses, victory
from ardennes.games.wave_of_terror.rules import orders as o
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.deciding import apply_top, check_top, top_offers
from ardennes.games.wave_of_terror.rules.drawing import wishes_of
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.deciding import Handler, fine, says
from ardennes.kernel.offers import Offer

YES_NO = (True, False)


def _place(w: World, s: WaveState) -> str:
    cell = combat.battle_of(s).target
    label = w.grid.label(cell)
    return f"{w.board.names[cell]} ({label})" if w.board.names[cell] else label


def _fight_offers(w: World, s: WaveState, frame: f.Fighting) -> Sequence[Offer]:
    return [
        *attacks.attack_offers(w, s, frame.side),
        *british.commit_offers(w, s, frame.side),
        *top_offers(w, s, frame.side),
        o.END,
    ]


def _check_fight(w: World, s: WaveState, frame: f.Fighting, order: Order) -> Refusal | None:
    if isinstance(order, o.Attack):
        return attacks.check_attack(w, s, frame.side, order)
    if isinstance(order, o.Commit):
        return british.check_commit(w, s, frame.side, order.what)
    if isinstance(order, o.ShowTop):
        return check_top(w, s, frame.side, order)
    return None


def _fight(w: World, s: WaveState, frame: f.Fighting, order: Order, dice: Dice, events: list[Event]) -> None:
    if isinstance(order, o.Attack):
        combat.declare(w, s, order, dice, events)
    elif isinstance(order, o.Commit):
        british.commit(w, s, order.what, events)
    elif isinstance(order, o.ShowTop):
        apply_top(w, s, order, events)
    else:
        combat.end_phase(w, s, frame.side)


def _ask_guns(w: World, s: WaveState, frame: f.Supporting) -> str:
    what = "the attack on" if frame.attack else "the defense of"
    most = w.limits.guns[frame.side]
    return f"Artillery for {what} {_place(w, s)}: up to {most} units, or none."


def _check_guns(w: World, s: WaveState, frame: f.Supporting, order: Order) -> Refusal | None:
    if isinstance(order, o.Support):
        return artillery.check_support(w, s, frame.side, frame.attack, order)
    return None


def _guns(w: World, s: WaveState, frame: f.Supporting, order: Order, dice: Dice, events: list[Event]) -> None:
    units = [w.by_id[name] for name in order.units] if isinstance(order, o.Support) else []
    combat.support(w, s, frame, units, events, wishes_of(w, order))


def _fly(w: World, s: WaveState, frame: f.Flying, order: o.Fly, dice: Dice, events: list[Event]) -> None:
    combat.fly(w, s, order.yes, events)


def _ask_losses(w: World, s: WaveState, frame: f.Losing) -> str:
    count = combat.due(combat.battle_of(s), frame.attacker)
    what = "Choose the step" if count == 1 else f"Choose the {count} steps"
    return f"{what} lost at {_place(w, s)}: flip full units first."


def _lose_offers(w: World, s: WaveState, frame: f.Losing) -> Sequence[Offer]:
    b = combat.battle_of(s)
    units = combat.involved(w, s, b, frame.attacker)
    return losses.lose_offers(w, s, units, combat.due(b, frame.attacker))


def _check_lose(w: World, s: WaveState, frame: f.Losing, order: o.Lose) -> Refusal | None:
    b = combat.battle_of(s)
    units = combat.involved(w, s, b, frame.attacker)
    return losses.check_lose(w, s, units, combat.due(b, frame.attacker), order)


def _lose(w: World, s: WaveState, frame: f.Losing, order: o.Lose, dice: Dice, events: list[Event]) -> None:
    combat.lose(w, s, sorted(w.by_id[name] for name in order.units), events)


def _check_advance(w: World, s: WaveState, frame: f.Advancing, order: Order) -> Refusal | None:
    if isinstance(order, o.Advance):
        return advance.check_advance(w, s, combat.battle_of(s), order)
    return None


def _advance(
    w: World, s: WaveState, frame: f.Advancing, order: Order, dice: Dice, events: list[Event]
) -> None:
    combat.go_in(w, s, order if isinstance(order, o.Advance) else None, dice, events)


def _end(
    w: World, s: WaveState, frame: f.ChoosingEnd, order: o.TakePoints, dice: Dice, events: list[Event]
) -> None:
    s.stack.pop()
    victory.choose_end(w, s, order.yes, events)


def _ask_end(w: World, s: WaveState, frame: f.ChoosingEnd) -> str:
    winner, degree = victory.by_points(w, s)
    told = "a draw" if winner is None else f"a {('German', 'Allied')[winner]} {degree} victory"
    return f"You hold St. Vith, an Allied operational victory. The points give {told}: take them instead?"


def _yes_no(kind: Any) -> Any:
    return lambda w, s, frame: [kind(yes) for yes in YES_NO]


COMBAT_DECISIONS: dict[type[f.Frame], Handler[World, WaveState]] = {
    f.Fighting: Handler(
        "fight",
        "WOT-10.1",
        says("Declare a battle, or end the combat phase."),
        (o.Attack, o.Commit, o.ShowTop, o.End),
        _fight_offers,
        _check_fight,
        _fight,
        done="End combat",
    ),
    f.Supporting: Handler(
        "artillery",
        "WOT-10.24",
        _ask_guns,
        (o.Support, o.End),
        lambda w, s, frame: artillery.support_offers(w, s, frame.side, frame.attack),
        _check_guns,
        _guns,
        done="No artillery",
    ),
    f.Flying: Handler(
        "aircraft",
        "WOT-10.14",
        lambda w, s, frame: f"An aircraft for the battle of {_place(w, s)}? {s.aircraft} left.",
        (o.Fly,),
        artillery.fly_offers,
        artillery.check_fly,
        _fly,
    ),
    f.Losing: Handler("losses", "WOT-10.9", _ask_losses, (o.Lose,), _lose_offers, _check_lose, _lose),
    f.Advancing: Handler(
        "advance",
        "WOT-10.26",
        lambda w, s, frame: f"Who advances into {_place(w, s)}?",
        (o.Advance, o.End),
        lambda w, s, frame: advance.advance_offers(w, s, combat.battle_of(s)),
        _check_advance,
        _advance,
        done="Nobody advances",
    ),
    f.ChoosingEnd: Handler(
        "end of the game", "WOT-4.5", _ask_end, (o.TakePoints,), _yes_no(o.TakePoints), fine, _end
    ),
}
