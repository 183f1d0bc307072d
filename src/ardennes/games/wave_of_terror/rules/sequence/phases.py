"""The sequence of play (WOT-5.1, WOT-5.2): the steps that run by themselves and those that ask a side."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.combat import artillery, declare, resolve
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.events import OrderChosen, PhaseBegan
from ardennes.games.wave_of_terror.rules.model.orders import ChooseOrder, Repair
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement import bridges, moves, reinforcements
from ardennes.games.wave_of_terror.rules.outcome import victory
from ardennes.games.wave_of_terror.rules.sequence import setup, weather
from ardennes.games.wave_of_terror.rules.special import kampfgruppe_peiper, markers
from ardennes.games.wave_of_terror.rules.special.british import commit_offers
from ardennes.games.wave_of_terror.schema.terms import ALLIED, CLEAR_SKIES, GERMAN, SIDES
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.deciding import Deciding, Lasting
from ardennes.kernel.offers import Offer

NOBODY = -1
MOVEMENT, COMBAT = "movement", "combat"


# When a combat phase without possible attacks stays open: never, after a battle, always.
EAGER, AFTER_BATTLES, PATIENT = range(3)


def settle(w: World, s: WaveState, dice: Dice, events: Events, patience: int = EAGER) -> None:
    """Run steps until a side has something to decide, or the game is over."""
    while not s.over:
        frame = s.stack[-1] if s.stack else None
        if isinstance(frame, f.Moving):
            return
        if frame is None:
            next_step(w, s, dice, events)
        elif isinstance(frame, f.Walking):
            moves.resume(w, s, dice, events)
        elif isinstance(frame, f.Fighting) and s.battle is not None:
            resolve.continue_battle(w, s, dice, events)
        elif _stays_open(s, patience) or not moot(w, s, events):
            return


def _stays_open(s: WaveState, patience: int) -> bool:
    """Return whether this is a combat phase that stays open even if no unit can attack."""
    if patience == EAGER or not isinstance(s.stack[-1], f.Fighting):
        return False
    return patience == PATIENT or bool(s.attacked)


def moot(w: World, s: WaveState, events: Events) -> bool:
    """Answer a decision that has a single answer, and return whether it had."""
    frame = s.stack[-1]
    if isinstance(frame, f.Fighting):
        pledged = bool(commit_offers(w, s, frame.side))
        if declare.targets(w, s, frame.side, pledged, as_seen=True):
            return False
        resolve.end_phase(w, s, frame.side)
        return True
    if isinstance(frame, f.Declaring) and must_fight_first(s, frame.side):
        choose_order(s, frame.side, True, events)
        return True
    if isinstance(frame, f.Interdicting) and not s.aircraft:
        s.stack.pop()
        return True
    if isinstance(frame, f.Dropping) and len(s.markers) >= w.limits.markers:
        s.stack.pop()
        return True
    return False


def must_fight_first(s: WaveState, side: int) -> bool:
    """Return whether the German side must take fight-move and repairs nothing, WOT-5.8 a, g.

    It must in the first couplet of turn 1.
    """
    return side == GERMAN and s.turn == 1 and s.couplet == 1


def no_phase_order_choice() -> Refusal:
    """Return the refusal of any other order of phases than fight-move, WOT-5.6."""
    facts = "The Germans must fight first in the first couplet of turn 1."
    return Refusal("WOT-5.8", facts, "Choose fight-move.")


class Declaration(Deciding[World, WaveState, f.Declaring]):
    """Declare repairs before a segment (WOT-9.15), then which of its phases comes first."""

    kind, rule, answers = "declaration", "WOT-5.6", (ChooseOrder, Repair)
    asks = "Declare bridge repairs, then choose to move first or to fight first."
    standing = "Move first or fight first"

    def lasting(self, w: World, s: WaveState, frame: f.Declaring) -> list[Lasting]:
        return [
            Lasting("move", "move first", ChooseOrder(False)),
            Lasting("fight", "fight first", ChooseOrder(True)),
        ]

    def offers(self, w: World, s: WaveState, frame: f.Declaring) -> list[Offer]:
        first = [True] if must_fight_first(s, frame.side) else [False, True]
        return [*map(ChooseOrder, first), *bridges.repair_offers(w, s, frame.side)]

    def usual(self, w: World, s: WaveState, frame: f.Declaring) -> ChooseOrder:
        return ChooseOrder(False)

    def check(
        self, w: World, s: WaveState, frame: f.Declaring, order: ChooseOrder | Repair
    ) -> Refusal | None:
        if isinstance(order, Repair):
            return bridges.check_repair(w, s, frame.side, w.bridge_by_name[order.bridge])
        if not order.fight_first and must_fight_first(s, frame.side):
            return no_phase_order_choice()
        return None

    def apply(
        self, w: World, s: WaveState, frame: f.Declaring, order: Order, dice: Dice, events: Events
    ) -> None:
        if isinstance(order, Repair):
            bridges.repair(w, s, frame.side, w.bridge_by_name[order.bridge], events)
        elif isinstance(order, ChooseOrder):
            choose_order(s, frame.side, order.fight_first, events)


def choose_order(s: WaveState, side: int, fight_first: bool, events: Events) -> None:
    """Set move-fight or fight-move for all units of the side in this segment, WOT-5.6."""
    s.stack.pop()
    s.fight_first = fight_first
    events.append(OrderChosen(SIDES[side], fight_first))


def next_step(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """Start the step after this one."""
    if s.step == f.SETUP:
        if s.acting == ALLIED:  # the Allied set-up is complete before the German one begins, WOT-3.2
            _set_up(s, GERMAN)
            return
        s.turn, s.step, s.acting = 1, f.TURN_START, NOBODY
    elif s.step == f.SUPPLY_PROBLEMS:
        _couplet(s, 1)
    elif s.step == f.RESOLUTION:
        if s.acting == GERMAN:
            s.acting, s.step = ALLIED, f.DECLARATION
        else:
            s.acting, s.step = NOBODY, f.RECOVERY
    elif s.step == f.RECOVERY and s.couplet == 1:
        _couplet(s, 2)
    elif s.step == f.TURN_END:
        s.turn, s.couplet, s.step = s.turn + 1, 0, f.TURN_START
    else:
        s.step += 1
    STEPS[s.step](w, s, dice, events)


def phase_of(s: WaveState) -> str:
    """Return the name of the movement or combat phase of a segment, or an empty text outside of them."""
    if s.step not in (f.FIRST, f.SECOND):
        return ""
    return COMBAT if s.fight_first == (s.step == f.FIRST) else MOVEMENT


def begin(w: World, s: WaveState) -> None:
    """Begin the game with the Allied set-up, WOT-3.2; a short scenario is set up as in history,
    WOT-SHORT-2."""
    if w.part is None:
        _set_up(s, ALLIED)
        return
    for side in (ALLIED, GERMAN):
        setup.set_up_all(w, s, side, [])
    s.acting = GERMAN


def _set_up(s: WaveState, side: int) -> None:
    s.step, s.acting = f.SETUP, side
    s.stack.append(f.SettingUp(side))


def _couplet(s: WaveState, number: int) -> None:
    """Begin a couplet; the German segment always comes first, WOT-5.2."""
    s.couplet, s.acting, s.step = number, GERMAN, f.DECLARATION
    bridges.begin_couplet(s)


def _turn_start(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    events.append(PhaseBegan(s.turn, 0, "", "turn"))
    bridges.begin_turn(s)
    reinforcements.test_free_entry(w, s)
    markers.remove_depots(w, s, events)


def _air(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """Ask for interdiction first, then for aerial supply, WOT-9.18, WOT-6.15."""
    if s.variant.full and s.weather == CLEAR_SKIES:
        s.stack += [f.Dropping(ALLIED), f.Interdicting(ALLIED)]


def _declaration(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    s.fight_first = False
    s.stack.append(f.Declaring(s.acting))


def _action(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """Begin the movement or combat phase; each segment has one of each, WOT-5.6."""
    side, phase = s.acting, phase_of(s)
    events.append(PhaseBegan(s.turn, s.couplet, SIDES[side], phase))
    if phase == COMBAT:
        resolve.begin_phase(w, s, side)
    else:
        moves.begin_phase(w, s, side)
        s.stack.append(f.Moving(side))


def _resolution(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    bridges.resolve(w, s, events)


def _recovery(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    artillery.recover(w, s)


def _turn_end(w: World, s: WaveState, dice: Dice, events: Events) -> None:
    """End the turn: points beyond the Meuse, the end of interdiction, aerial supply and Supply Problems, KG
    Peiper's die.

    After the last turn these end only after the result is decided, WOT-4.4.
    """
    victory.end_of_turn(w, s, events)
    if s.turn < w.turns:
        markers.end_of_turn(s)
    kampfgruppe_peiper.end_of_turn(w, s, dice, events)
    if s.turn >= w.turns:
        victory.end_of_game(w, s, events)


STEPS: dict[int, Callable[[World, WaveState, Dice, Events], None]] = {
    f.TURN_START: _turn_start,
    f.WEATHER: weather.set_weather,
    f.AIR: _air,
    f.SUPPLY_PROBLEMS: weather.supply_problems,
    f.DECLARATION: _declaration,
    f.FIRST: _action,
    f.SECOND: _action,
    f.RESOLUTION: _resolution,
    f.RECOVERY: _recovery,
    f.TURN_END: _turn_end,
}
