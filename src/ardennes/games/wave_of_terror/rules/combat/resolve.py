"""One battle from its declaration to the last advance (WOT-10.4, WOT-10.24)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import msgspec

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.combat import advance, artillery, losses
from ardennes.games.wave_of_terror.rules.combat.declare import attack_offers, check_attack
from ardennes.games.wave_of_terror.rules.combat.odds import automatic, losses_at, odds_name, odds_of_battle
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.events import BattleDeclared, BattleResult, GunsRolled, OddsSet
from ardennes.games.wave_of_terror.rules.model.orders import Attack, Commit, End, ShowTop
from ardennes.games.wave_of_terror.rules.model.position import units_at, wipe
from ardennes.games.wave_of_terror.rules.model.rolls import roll
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement import stacking
from ardennes.games.wave_of_terror.rules.movement.supply import feed
from ardennes.games.wave_of_terror.rules.special.aerial_supply import wishes_of
from ardennes.games.wave_of_terror.rules.special.british import (
    british_used,
    check_commit,
    commit,
    commit_offers,
)
from ardennes.games.wave_of_terror.schema.terms import ALLIED, SIDES
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Events
from ardennes.kernel.deciding import Deeds, UntilEnd, no_die
from ardennes.kernel.offers import Offer

Stage = Callable[[World, WaveState, Dice, Events], None]


def attacker(w: World, s: WaveState) -> int:
    """Return the side that attacks."""
    return w.side[s.fought.attackers[0]]


def begin_phase(w: World, s: WaveState, side: int) -> None:
    """Begin a combat phase; no unit has attacked or been attacked yet, WOT-10.3."""
    s.attacked = []
    s.stack.append(f.Fighting(side))


def end_phase(w: World, s: WaveState, side: int) -> None:
    s.stack.pop()
    s.attacked = []
    wipe(w, s, side, f.ATTACKED)


def continue_battle(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """Run the battle until a side has something to decide or it is over."""
    while s.battle is not None and isinstance(s.stack[-1], f.Fighting):
        stage = s.battle.stage
        s.battle = msgspec.structs.replace(s.battle, stage=stage + 1)
        STAGES[stage](w, s, dice, events)


def _guns(attack: bool) -> Stage:
    def stage(w: World, s: WaveState, dice: Dice, events: Events) -> None:
        side = attacker(w, s) if attack else 1 - attacker(w, s)
        if artillery.seems_ready(w, s, side, attack):
            s.stack.append(f.Supporting(side, attack))

    return stage


def _aircraft(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    if artillery.may_fly(s):
        s.stack.append(f.Flying(ALLIED))


def _bombard(
    w: World, s: WaveState, guns: Sequence[int], side: int, dice: Dice, events: Events
) -> tuple[int, ...]:
    """Roll a new die for each artillery unit, WOT-10.23."""
    if not guns:
        return ()
    place = w.grid.label(s.fought.target)
    faces = tuple(
        roll(s, dice, events, f"{w.ids[unit]} at {place}", "WOT-10.23", f"fire of {w.units[unit].name}")
        for unit in guns
    )
    events.append(GunsRolled(SIDES[side], faces))
    return faces


def _resolve(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """Resolve the battle: artillery dice, odds, shifts, limits, the die, WOT-10.5, WOT-10.6, WOT-10.7,
    WOT-10.8."""
    b = s.fought
    side = attacker(w, s)
    attack_dice = _bombard(w, s, b.attack_guns, side, dice, events)
    defence_dice = _bombard(w, s, b.defence_guns, 1 - side, dice, events)
    b = msgspec.structs.replace(b, attack_dice=attack_dice, defence_dice=defence_dice)
    result = odds_of_battle(w, s, b)
    place = w.grid.label(b.target)
    column = odds_name(result.position)
    raw = odds_name(result.raw)
    events.append(OddsSet(place, result.attack, result.defense, raw, result.shifts, column))
    die, text = 0, f"battle {w.at_place(b.target)}"
    if automatic(w, result.position) is None:
        die = roll(s, dice, events, f"battle of {place}", "WOT-10.8", text)
    attacker_loss, defender_loss = losses_at(w, result.position, die)
    events.append(BattleResult(place, die, attacker_loss, defender_loss))
    s.battle = msgspec.structs.replace(b, attacker_loss=attacker_loss, defender_loss=defender_loss)


def _losses(attacking: bool) -> Stage:
    def stage(w: World, s: WaveState, dice: Dice, events: Events) -> None:
        """Ask the owner to split the losses, unless there is only one way, WOT-10.9."""
        units, loss = losses.involved(w, s, attacking), s.fought.due(attacking)
        if not loss:
            return
        if losses.Bill(s, units, loss).ways > 1:
            s.stack.append(f.Losing(attacker(w, s) if attacking else 1 - attacker(w, s), attacking))
        else:
            place = w.grid.label(s.fought.target)
            steps = losses.usual(w, s, units, loss)
            losses.take_losses(w, s, steps, place, losses.Losses.rule, events)

    return stage


def _advance(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """Ask whether attackers advance, if the hex is empty; defenders never advance, WOT-10.26."""
    if advance.able(w, s, s.fought):
        s.stack.append(f.Advancing(attacker(w, s)))


def _over(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """End the battle; the stacks are hidden again, WOT-7.3."""
    s.battle = None


STAGES: tuple[Stage, ...] = (
    _guns(attack=True),
    _guns(attack=False),
    _aircraft,
    _resolve,
    _losses(attacking=True),
    _losses(attacking=False),
    _advance,
    _over,
)


def declare(w: World, s: WaveState, order: Attack, dice: Dice, events: Events) -> None:
    """Begin a battle: open the stacks (WOT-7.3) and check the attackers' supply one by one (WOT-6.2).

    Artillery that is attacked is DONE.
    """
    target = w.grid.at(order.hex)
    attackers = tuple(sorted(w.by_id[name] for name in order.units))
    events.append(BattleDeclared(order.hex, w.names(attackers), w.names(units_at(w, s, target))))
    for unit in attackers:
        s.marks[unit] |= f.ATTACKED
        british_used(w, s, unit, target, dice, events)
    s.attacked.append(target)
    artillery.attacked(w, s, target)
    hungry = feed(w, s, attackers, events, wishes_of(w, order))
    s.battle = f.Battle(target, attackers, tuple(hungry))


class CombatPhase(UntilEnd[World, WaveState, f.Fighting]):
    """Declare battles one by one; British units may be committed, WOT-8.5."""

    kind, rule = "fight", "WOT-10.1"
    deeds: ClassVar[Deeds] = {
        Attack: (check_attack, declare),
        Commit: (check_commit, no_die(commit)),
        ShowTop: (stacking.check_top, no_die(stacking.apply_top)),
    }
    answers = (*deeds, End)
    asks, done = "Declare an attack, or end the combat phase.", "End combat"

    def orders(self, w: World, s: WaveState, frame: f.Fighting) -> Sequence[Offer]:
        side = frame.side
        return [*attack_offers(w, s, side), *commit_offers(w, s, side), *stacking.top_offers(w, s, side)]

    def end(self, w: World, s: WaveState, frame: f.Fighting, dice: Dice, events: Events) -> None:
        end_phase(w, s, frame.side)
