"""One battle from its declaration to the last advance, in the order of section C.9 (WOT-10.4, WOT-10.24)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules import advance, artillery, losses
from ardennes.games.wave_of_terror.rules.british import british_used
from ardennes.games.wave_of_terror.rules.drawing import wishes_of
from ardennes.games.wave_of_terror.rules.events import BattleDeclared, BattleResult, GunsRolled, OddsSet
from ardennes.games.wave_of_terror.rules.odds import automatic, losses_at, odds_name, odds_of_battle
from ardennes.games.wave_of_terror.rules.orders import Advance, Attack
from ardennes.games.wave_of_terror.rules.position import units_at, wipe
from ardennes.games.wave_of_terror.rules.rolls import roll
from ardennes.games.wave_of_terror.rules.state import (
    ATTACKED,
    Advancing,
    Battle,
    Fighting,
    Flying,
    Losing,
    Supporting,
    WaveState,
)
from ardennes.games.wave_of_terror.rules.supply import AUTOMATIC, Wishes, feed
from ardennes.games.wave_of_terror.schema.terms import ALLIED, SIDES
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Event


def battle_of(s: WaveState) -> Battle:
    assert s.battle is not None
    return s.battle


def attacking_side(w: World, b: Battle) -> int:
    return w.side[b.attackers[0]]


def involved(w: World, s: WaveState, b: Battle, attacker: bool) -> list[int]:
    """The units that take a side's losses: those that attacked, or all in the hex; artillery in support is
    not involved, WOT-10.9."""
    if attacker:
        return [unit for unit in b.attackers if s.where[unit] >= 0]
    return list(units_at(w, s, b.target))


def begin_phase(w: World, s: WaveState, side: int) -> None:
    """A combat phase: nobody has attacked or been attacked yet, WOT-10.3."""
    s.attacked = []
    s.stack.append(Fighting(side))


def end_phase(w: World, s: WaveState, side: int) -> None:
    s.stack.pop()
    s.attacked = []
    wipe(w, s, side, ATTACKED)


def declare(w: World, s: WaveState, order: Attack, dice: Dice, events: list[Event]) -> None:
    """A battle begins: stacks are open (WOT-7.3), attacked artillery is DONE, the attackers' supply is
    checked unit by unit (WOT-6.2)."""
    target = w.grid.at(order.hex)
    attackers = tuple(sorted(w.by_id[name] for name in order.units))
    events.append(BattleDeclared(order.hex, w.names(attackers), w.names(units_at(w, s, target))))
    for unit in attackers:
        s.marks[unit] |= ATTACKED
        british_used(w, s, unit, target, dice, events)
    s.attacked.append(target)
    artillery.attacked(w, s, target)
    hungry = feed(w, s, attackers, events, wishes_of(w, order))
    s.battle = Battle(target, attackers, tuple(hungry))


def go_on(w: World, s: WaveState, dice: Dice, events: list[Event]) -> None:
    """The battle goes on until somebody has something to decide or it is over."""
    while s.battle is not None and isinstance(s.stack[-1], Fighting):
        stage = s.battle.stage
        s.battle = msgspec.structs.replace(s.battle, stage=stage + 1)
        STAGES[stage](w, s, dice, events)


def _attack_guns(w: World, s: WaveState, dice: Dice, events: list[Event]) -> None:
    """The attacker declares first, WOT-10.24."""
    side = attacking_side(w, battle_of(s))
    if artillery.ready_guns(w, s, side, attack=True):
        s.stack.append(Supporting(side, attack=True))


def _defence_guns(w: World, s: WaveState, dice: Dice, events: list[Event]) -> None:
    side = 1 - attacking_side(w, battle_of(s))
    if artillery.ready_guns(w, s, side, attack=False):
        s.stack.append(Supporting(side, attack=False))


def _aircraft(w: World, s: WaveState, dice: Dice, events: list[Event]) -> None:
    if artillery.may_fly(s):
        s.stack.append(Flying(ALLIED))


def support(
    w: World,
    s: WaveState,
    frame: Supporting,
    units: Sequence[int],
    events: list[Event],
    wishes: Wishes = AUTOMATIC,
) -> None:
    """Artillery is declared for the battle; none is no artillery."""
    s.stack.pop()
    if not units:
        return
    guns = artillery.declare_guns(w, s, frame.side, units, events, wishes)
    if frame.attack:
        s.battle = msgspec.structs.replace(battle_of(s), attack_guns=guns)
    else:
        s.battle = msgspec.structs.replace(battle_of(s), defence_guns=guns)


def fly(w: World, s: WaveState, yes: bool, events: list[Event]) -> None:
    s.stack.pop()
    if yes:
        artillery.fly(s, events)
        s.battle = msgspec.structs.replace(battle_of(s), aircraft=True)


def _bombard(
    w: World, s: WaveState, guns: Sequence[int], side: int, dice: Dice, events: list[Event]
) -> tuple[int, ...]:
    """A die for each artillery unit, new every time, WOT-10.23."""
    if not guns:
        return ()
    place = w.grid.label(battle_of(s).target)
    faces = tuple(roll(s, dice, events, f"{w.units[unit].id} at {place}", "WOT-10.23") for unit in guns)
    events.append(GunsRolled(SIDES[side], faces))
    return faces


def _resolve(w: World, s: WaveState, dice: Dice, events: list[Event]) -> None:
    """Artillery dice, odds, shifts, limits, the die, WOT-10.5 to WOT-10.8."""
    b = battle_of(s)
    side = attacking_side(w, b)
    attack_dice = _bombard(w, s, b.attack_guns, side, dice, events)
    defence_dice = _bombard(w, s, b.defence_guns, 1 - side, dice, events)
    b = msgspec.structs.replace(b, attack_dice=attack_dice, defence_dice=defence_dice)
    found = odds_of_battle(w, s, b)
    place = w.grid.label(b.target)
    column = odds_name(found.position)
    raw = odds_name(found.raw)
    events.append(OddsSet(place, found.attack, found.defense, raw, found.shifts, column))
    die = 0 if automatic(w, found.position) else roll(s, dice, events, f"battle of {place}", "WOT-10.8")
    attacker_loss, defender_loss = losses_at(w, found.position, die)
    events.append(BattleResult(place, die, attacker_loss, defender_loss))
    s.battle = msgspec.structs.replace(b, attacker_loss=attacker_loss, defender_loss=defender_loss)


def due(b: Battle, attacker: bool) -> int:
    """Steps a side has to lose."""
    return b.attacker_loss if attacker else b.defender_loss


def _losses(attacker: bool) -> Callable[[World, WaveState, Dice, list[Event]], None]:
    def stage(w: World, s: WaveState, dice: Dice, events: list[Event]) -> None:
        """The owner spreads his losses; where there is one way only he is not asked, WOT-10.9."""
        b = battle_of(s)
        units = involved(w, s, b, attacker)
        loss = due(b, attacker)
        if not loss:
            return
        if losses.Bill(s, units, loss).ways > 1:
            side = attacking_side(w, b)
            s.stack.append(Losing(side if attacker else 1 - side, attacker))
        else:
            losses.take_losses(w, s, losses.usual(w, s, units, loss), w.grid.label(b.target), events)

    return stage


def lose(w: World, s: WaveState, steps: Sequence[int], events: list[Event]) -> None:
    s.stack.pop()
    losses.take_losses(w, s, steps, w.grid.label(battle_of(s).target), events)


def _advance(w: World, s: WaveState, dice: Dice, events: list[Event]) -> None:
    """Defenders never advance; the attackers may if the hex is empty, WOT-10.26."""
    b = battle_of(s)
    if advance.able(w, s, b):
        s.stack.append(Advancing(attacking_side(w, b)))


def go_in(w: World, s: WaveState, order: Advance | None, dice: Dice, events: list[Event]) -> None:
    s.stack.pop()
    if order is not None:
        advance.apply_advance(w, s, battle_of(s), order, dice, events)


def _over(w: World, s: WaveState, dice: Dice, events: list[Event]) -> None:
    """The battle is over and the stacks are hidden again, WOT-7.3."""
    s.battle = None


STAGES: tuple[Callable[[World, WaveState, Dice, list[Event]], None], ...] = (
    _attack_guns,
    _defence_guns,
    _aircraft,
    _resolve,
    _losses(attacker=True),
    _losses(attacker=False),
    _advance,
    _over,
)
