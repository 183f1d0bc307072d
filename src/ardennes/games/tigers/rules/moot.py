"""Decisions with nothing to decide (digest 6.1): passed over, or taken where there is but one option.

An attack or advance that is owed, or an attack that has to be cancelled, stays the player's own to
order, be it the only option: the refusal of the rest says why.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from ardennes.dice import Dice
from ardennes.games.tigers.rules import air, peiper, reinforcements, setup
from ardennes.games.tigers.rules.advance import advance_offers
from ardennes.games.tigers.rules.attacks import (
    attack_offers,
    check_attack,
    check_end,
    fight_offers,
    fix_declarations,
    possible_targets,
)
from ardennes.games.tigers.rules.bridges import any_work
from ardennes.games.tigers.rules.combat import finish_advance, start_battle
from ardennes.games.tigers.rules.entrenchment import eligible
from ardennes.games.tigers.rules.marching import stop_here
from ardennes.games.tigers.rules.moves import begin, routes
from ardennes.games.tigers.rules.moves import check_end as check_move_end
from ardennes.games.tigers.rules.obligations import contact, duties
from ardennes.games.tigers.rules.odds import attack_allowed
from ardennes.games.tigers.rules.orders import Attack, Fight, Move, SetUp
from ardennes.games.tigers.rules.position import derived, movers_here
from ardennes.games.tigers.rules.reach import next_steps
from ardennes.games.tigers.rules.state import (
    ATTACKED,
    DISRUPTED,
    MOVED,
    MOVED_NOW,
    Advancing,
    Bombing,
    Bridging,
    ChoosingFight,
    Declaring,
    Entrenching,
    Hosting,
    Intercepting,
    Moving,
    OnTheWay,
    PeiperGoesOn,
    Reinforcing,
    Resupplying,
    SettingUp,
    TigersState,
)
from ardennes.games.tigers.schema.terms import TIGER
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.offers import Offer
from ardennes.kernel.offers import orders as all_orders

Moot = Callable[[World, TigersState, int, Dice, list[Event]], bool]


def moot(w: World, s: TigersState, dice: Dice, events: list[Event]) -> bool:
    """True when the top decision needed nobody and has been taken off the stack (or played)."""
    frame = s.stack[-1]
    test = MOOT.get(type(frame))
    return test is not None and test(w, s, frame.side, dice, events)


def _pop_if(s: TigersState, moot: bool) -> bool:
    if moot:
        s.stack.pop()
    return moot


def _two(offers: list[Offer]) -> list[Order]:
    """The first two orders of the tree: enough to know whether there is a choice."""
    return list(islice(all_orders(offers), 2))


# Set-up and reinforcements


def _setting_up(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    return _pop_if(s, not _two(setup.set_up_offers(w, s, side)))


def _hosting(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    hosts = _two(setup.set_up_offers(w, s, side))
    if len(hosts) != 1 or not isinstance(hosts[0], SetUp):
        return False
    setup.apply_set_up(w, s, hosts[0], events)
    return True


def _reinforcing(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    return _pop_if(s, reinforcements.nothing_to_do(w, s, side))


# Movement


def can_stir(w: World, s: TigersState, unit: int, omb: bool = False) -> bool:
    """Is there any legal move for the unit? Mostly the first step tells."""
    begun = begin(w, s, Move(w.units[unit].id, (), omb))
    if isinstance(begun, Refusal):
        return False
    who, at = begun
    stirs = False
    for _, on in next_steps(w, s, who, at):
        if check_move_end(w, s, who, on) is None:
            return True
        stirs = True
    return stirs and bool(routes(w, s, unit, omb))


def _moving(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    """Q11: no unit may move."""
    where, status = s.where, s.status
    doubtful = []
    near, away = w.grid.near, _away_from_enemy(w, s, side)
    for unit in movers_here(w, s, side):
        flags = status[unit]
        if not flags & (DISRUPTED | MOVED | ATTACKED):
            if _walks_free(w, s, unit, near[where[unit]], away):
                return False
            doubtful.append(unit)
        elif unit == w.peiper and not flags & (DISRUPTED | MOVED_NOW):
            doubtful.append(unit)
    return _pop_if(s, not any(can_stir(w, s, unit) for unit in doubtful))


def _away_from_enemy(w: World, s: TigersState, side: int) -> int:
    """Hexes neither with nor beside an enemy."""
    d = derived(w, s)
    away = d.away[1 - side]
    if away is None:
        enemy = d.fighters[1 - side]
        away = d.away[1 - side] = w.grid.mask & ~enemy & ~w.grid.ring(enemy)
    if s.dump_known and w.dump >= 0 and s.where[w.dump] >= 0:
        away &= ~(1 << s.where[w.dump] | w.grid.near[s.where[w.dump]])
    return away


def _walks_free(w: World, s: TigersState, unit: int, around: int, away: int) -> bool:
    """A quick yes: it stands away from the enemy, has a dry way that stays away from him, and nothing
    is charged to it yet. Then nobody needs it where it is and one step is always within its means."""
    cell = s.where[unit]
    if not away >> cell & 1 or not around & away or s.spent[unit] or w.units[unit].kind == TIGER:
        return False
    return not w.units[unit].mechanized or not w.rivers_of[cell]


def _on_the_way(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    frame = s.stack[-1]
    assert isinstance(frame, OnTheWay)
    if can_stir(w, s, frame.unit, frame.omb):
        return False
    stop_here(w, s, events)
    return True


# Declaring and flying


def any_attack(w: World, s: TigersState, side: int) -> bool:
    """Is there any attack that may be declared? One alone or all together mostly tells."""
    targets = possible_targets(w, s, side)
    if not s.kgp_attached and not isinstance(s.stack[-1], PeiperGoesOn) and not duties(w, s, side):
        for target, units in targets.items():
            for unit in units:  # it owes nobody else an attack
                if not contact(w, s, unit) & ~(1 << target) and attack_allowed(w, s, [unit], (target,)):
                    return True
    for target, units in targets.items():
        name = w.grid.label(target)
        for attackers in (units, *([unit] for unit in units)):
            if attack_allowed(w, s, attackers, (target,)):
                if check_attack(w, s, side, Attack((name,), w.ids(attackers))) is None:
                    return True
    return bool(targets) and bool(_two(attack_offers(w, s, side)))


def _declaring(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    """Q14: no legal attack. What is owed is looked at first: it takes less time than to find an attack."""
    if check_end(w, s, side) is not None or any_attack(w, s, side):
        return False
    end_declaration(w, s)
    return True


def end_declaration(w: World, s: TigersState) -> None:
    fix_declarations(w, s)
    s.stack.pop()


def _bombing(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    """Q15, Q26: none may fly."""
    return _pop_if(s, not air.ready(w, s, side))


def _intercepting(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    prey = any(w.air_units[m.air].side != side for m in s.missions)
    return _pop_if(s, not prey or not air.ready(w, s, side))


# Combat


def _choosing_fight(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    """Q18: one attack left and no way out of it: it is fought."""
    choices = fight_offers(w, s)
    if len(choices) == 1 and isinstance(choices[0], Fight):
        start_battle(w, s, choices[0].attack, dice, events)
        return True
    return _pop_if(s, not choices)


def _advancing(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    """Q24: nowhere to go."""
    assert s.battle is not None
    if advance_offers(w, s, s.battle):
        return False
    finish_advance(w, s, dice, events)
    return True


def _peiper_goes_on(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    """Q25: no way on and no attack left to him."""
    frame = s.stack[-1]
    assert isinstance(frame, PeiperGoesOn)
    if not peiper.can_go_on(w, s):
        return _pop_if(s, True)
    if not frame.moved and can_stir(w, s, w.peiper):
        return False
    return _pop_if(s, peiper.may_attack(w, s) is not None or not any_attack(w, s, side))


# The end of a player-turn


def _bridging(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    return _pop_if(s, not any_work(w, s, side))


def _entrenching(w: World, s: TigersState, side: int, dice: Dice, events: list[Event]) -> bool:
    return _pop_if(s, not eligible(w, s, side))


MOOT: dict[type, Moot] = {
    SettingUp: _setting_up,
    Hosting: _hosting,
    Moving: _moving,
    OnTheWay: _on_the_way,
    Declaring: _declaring,
    Bombing: _bombing,
    Resupplying: _bombing,
    Intercepting: _intercepting,
    ChoosingFight: _choosing_fight,
    Reinforcing: _reinforcing,
    Advancing: _advancing,
    PeiperGoesOn: _peiper_goes_on,
    Bridging: _bridging,
    Entrenching: _entrenching,
}
