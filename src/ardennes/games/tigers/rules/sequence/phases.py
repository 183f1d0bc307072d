"""The sequence of play (TIA-SEQ): what each phase does by itself and what it asks."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.dice import Dice
from ardennes.games.tigers.rules.air import operations
from ardennes.games.tigers.rules.combat.disruption import disrupt, eliminate, recover
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.events import PhaseBegan
from ardennes.games.tigers.rules.model.position import derived
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement import reinforcements
from ardennes.games.tigers.rules.movement.bridges import return_markers
from ardennes.games.tigers.rules.movement.fuel import delay_limit
from ardennes.games.tigers.rules.movement.stacking import cures
from ardennes.games.tigers.rules.movement.supply import in_supply
from ardennes.games.tigers.rules.outcome.victory import allied_seven, end_game, final_level
from ardennes.games.tigers.rules.sequence import setup
from ardennes.games.tigers.rules.sequence.decisions import DECISIONS
from ardennes.games.tigers.rules.sequence.turn_order import SETUP, TURN, current_phase
from ardennes.games.tigers.rules.sequence.weather import begin_weather
from ardennes.games.tigers.rules.special import peiper
from ardennes.games.tigers.schema.terms import ALLIED, DUMP, GERMAN, SIDES, VDH
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import board_of
from ardennes.kernel.contract import Events

Enter = Callable[[World, TigersState, int, Dice, Events], None]


def settle(w: World, s: TigersState, dice: Dice, events: Events) -> None:
    """Continue until a player must decide or the game is over."""
    while not s.over:
        if not s.stack:
            next_phase(w, s, dice, events)
        elif not DECISIONS[type(s.stack[-1])].moot(w, s, s.stack[-1], dice, events):
            return


def next_phase(w: World, s: TigersState, dice: Dice, events: Events) -> None:
    if s.phase + 1 < len(TURN if s.turn else SETUP):
        s.phase += 1
    else:
        s.turn += 1
        s.phase = 0
    enter_phase(w, s, dice, events)


def enter_phase(w: World, s: TigersState, dice: Dice, events: Events) -> None:
    phase = current_phase(s)
    if s.turn:
        events.append(PhaseBegan(s.turn, SIDES[phase.side], phase.title))
    PHASES[phase.name](w, s, phase.side, dice, events)


def _asks(frame: Callable[[int], st.AnyFrame]) -> Enter:
    """Return a phase that only asks its player."""
    return lambda w, s, side, dice, events: s.stack.append(frame(side))


# Set-up


def _hide_dump(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    if w.dump >= 0:
        s.stack.append(st.HidingDump(side))


def _choose_setup(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    """Ask for the kind of set-up; short scenarios have the historical one, TIA-SHORT-2."""
    if w.part is None:
        s.stack.append(st.ChoosingSetup(side))


def _hosts(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    """Ask for the hexes of the Tigers and Skorzeny one by one, TIA-SETUP-4."""
    s.stack += [st.Hosting(side, u) for u in (w.skorzeny, w.tiger_506, w.tiger_501) if u >= 0]


def _relocate(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    if s.free_setup and w.first_infantry >= 0:
        s.stack.append(st.Relocating(side))


def _drop(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    setup.note_ss_in_south(w, s)
    if w.heydte >= 0:
        s.stack.append(st.Dropping(side))


# A game-turn


def _weather(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    return_markers(w, s, events)
    s.road_users = 0
    begin_weather(w, s, side, dice, events)


def _reinforcements(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    """Begin a player-turn; Ruthlessness may be invoked first, once in the game, TIA-SS-1."""
    for unit in w.of_side[side]:
        s.status[unit] &= ~st.TURN_FLAGS
        s.spent[unit] = 0
    if side == GERMAN:
        peiper.forget_turn(w, s)
        reinforcements.check_meuse(w, s)
    s.stack.append(st.Reinforcing(side))
    if side == GERMAN and w.has_ss and not s.ruthless_turn:
        s.stack.append(st.Swearing(side))


def _movement(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    """Ask for moves, except the Germans' first in turn 1, TIA-SETUP-10."""
    for unit in w.of_side[side]:
        s.status[unit] &= ~st.MOVED_NOW
    if not (s.turn == 1 and side == GERMAN and not current_phase(s).second):
        s.stack.append(st.Moving(side))


def _stacking(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    """Check the stacking limit, which applies only now, TIA-STACK-7, TIA-STACK-8."""
    crowded = [cell for cell, units in derived(w, s).stacks.items() if len(units) > 1]
    for cell in sorted(crowded, reverse=True):
        choices = cures(w, s, cell, side)
        if len(choices) == 1:
            for unit in choices[0]:
                eliminate(w, s, unit, "TIA-STACK-8", events)
        elif choices:
            s.stack.append(st.Unstacking(side, cell))


def _declaration(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    s.attacks.clear()
    s.stack.append(st.Declaring(side))


def _air(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    """Ask for bombers of the phasing side and the other, then for interceptors likewise, TIA-AIR-18."""
    s.missions.clear()
    s.interceptions.clear()
    s.stack += [st.Intercepting(1 - side), st.Intercepting(side), st.Bombing(1 - side), st.Bombing(side)]


def _bombing(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    operations.resolve_interceptions(w, s, dice, events)
    operations.resolve_missions(w, s, dice, events)


def _recovery(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    """Let Disrupted, supplied units not under attack recover, TIA-DIS-5, TIA-DIS-6, TIA-DIS-7."""
    attacked = board_of(t for c in s.attacks for t in c.targets)
    for unit in w.of_side[side]:
        if s.where[unit] < 0 or not s.status[unit] & st.DISRUPTED:
            continue
        if attacked >> s.where[unit] & 1:
            s.status[unit] |= st.HELD_BACK
        else:
            recover(w, s, unit, events)


def _victory(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    """Test for victory; the tests that count come after the last Allied player-turn, TIA-VIC-8."""
    if s.turn < w.turns:
        return
    if side == GERMAN:
        end_game(w, s, final_level(w, s), events)
    elif s.variant.final_test_in_german_turn:
        s.allied_test = int(allied_seven(w, s))


def _supply_flights(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    if side == GERMAN:
        peiper.stop_for_good(w, s, events)
    s.missions.clear()
    s.interceptions.clear()
    for unit in w.of_side[side]:
        s.status[unit] &= ~st.AIR_SUPPLIED
    s.stack += [st.Intercepting(1 - side), st.Resupplying(side)]


def _supply(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    """Units out of supply now become Disrupted, TIA-SUPPLY-7."""
    operations.resolve_interceptions(w, s, dice, events)
    operations.resolve_missions(w, s, dice, events)
    for unit in w.of_side[side]:
        if s.where[unit] < 0 or s.status[unit] & st.DISRUPTED or w.units[unit].kind in (VDH, DUMP):
            continue
        if not in_supply(w, s, unit):
            disrupt(w, s, unit, "TIA-SUPPLY-7", events)
    if side == ALLIED:
        delay_limit(w, s, events)


def _bridges(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    s.bridge_tried.clear()
    s.stack.append(st.Bridging(side))


def _end(w: World, s: TigersState, side: int, dice: Dice, events: Events) -> None:
    """Von der Heydte and a lone Skorzeny under an Allied unit are rounded up, TIA-SETUP-8."""
    d = derived(w, s)
    for unit in (w.heydte, w.skorzeny):
        if unit >= 0 and s.where[unit] >= 0 and d.combat[ALLIED] >> s.where[unit] & 1:
            eliminate(w, s, unit, "TIA-SETUP-8", events)


PHASES: dict[str, Enter] = {
    "hide dump": _hide_dump,
    "set up": _choose_setup,
    "hosts": _hosts,
    "relocate": _relocate,
    "drop": _drop,
    "weather": _weather,
    "reinforcements": _reinforcements,
    "movement": _movement,
    "stacking": _stacking,
    "declaration": _declaration,
    "air": _air,
    "bombing": _bombing,
    "recovery": _recovery,
    "combat": _asks(st.ChoosingFight),
    "victory": _victory,
    "supply flights": _supply_flights,
    "supply": _supply,
    "bridges": _bridges,
    "entrenching": _asks(st.Entrenching),
    "end": _end,
}
