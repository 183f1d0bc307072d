"""The sequence of play (BTA-2.3): the program runs its own phases, and the others wait for their side."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.breakthrough.rules.air import missions
from ardennes.games.breakthrough.rules.combat.resolve import fight_all
from ardennes.games.breakthrough.rules.model import state as f
from ardennes.games.breakthrough.rules.model.events import PhaseBegan
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement.reinforcements import reinforcement_phase
from ardennes.games.breakthrough.rules.movement.supply import supply_phase
from ardennes.games.breakthrough.rules.organization import replacements
from ardennes.games.breakthrough.rules.outcome.victory import end_game, last_turn
from ardennes.games.breakthrough.rules.sequence import operations
from ardennes.games.breakthrough.rules.sequence.weather import begin_turn
from ardennes.games.breakthrough.schema.terms import AMERICAN, FIRST_DAY, GERMAN, SIDES
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events

NOBODY = -1
TITLES = (
    "start of the turn", "air", "supply", "reinforcement", "organization", "american first operation",
    "american first combat", "german first operation", "german first combat", "american second operation",
    "american second combat", "german second operation", "german second combat", "final supply", "set-up",
)  # fmt: skip
OPERATIONS = {
    f.AMERICAN_FIRST: AMERICAN,
    f.GERMAN_FIRST: GERMAN,
    f.AMERICAN_SECOND: AMERICAN,
    f.GERMAN_SECOND: GERMAN,
}
COMBATS = {phase + 1: side for phase, side in OPERATIONS.items()}  # each after its operation phase
ORDER = (AMERICAN, GERMAN)  # in the phases both sides have, BTA-2.3


def phase_title(phase: int) -> str:
    """Return the title of a phase."""
    return TITLES[phase]


def run(w: World, s: BreakthroughState, dice: Dice, events: Events) -> None:
    """Run phases until a side has something to decide, or the game is over."""
    while s.acting == NOBODY and not s.over:
        enter(w, s, dice, events, next_phase(w, s))


def next_phase(w: World, s: BreakthroughState) -> int:
    """Return the phase that follows; after the last one of a day, the next turn or the end, BTA-10.2a."""
    if s.phase == f.BEFORE and w.scenarios[s.scenario].free:
        return f.SETTING_UP
    if s.phase == f.SETTING_UP:
        return f.TURN_START
    if s.phase == f.TURN_START and not opens_with_air(w, s):
        return f.SUPPLY
    if s.phase != f.GERMAN_SECOND_COMBAT:
        return s.phase + 1
    return f.FINAL_SUPPLY if s.turn >= last_turn(w, s) else f.TURN_START


def opens_with_air(w: World, s: BreakthroughState) -> bool:
    """Return whether the turn opens with the Air Phase; scenarios of 16 December open with supply,
    BTA-2.1d."""
    played = w.scenarios[s.scenario]
    return s.day != played.first_day or played.enters == "air"


def enter(
    w: World, s: BreakthroughState, dice: Dice, events: Events, phase: int, acting: int | None = None
) -> None:
    """Begin a phase; `acting` is the side whose part begins in a phase that both sides have."""
    if phase == f.TURN_START and s.phase == f.GERMAN_SECOND_COMBAT:
        s.turn += 1
    s.phase, s.acting = phase, NOBODY
    if phase in OPERATIONS:
        _ask(s, events, OPERATIONS[phase])
        operations.begin(w, s, OPERATIONS[phase], events)
    elif phase in COMBATS:
        if s.plots:
            _announce(s, events)
        fight_all(w, s, COMBATS[phase], dice, events)
    elif phase == f.TURN_START:
        begin_turn(w, s, dice, events)
    elif phase in (f.AIR, f.SETTING_UP):
        _ask_next(w, s, dice, events, ORDER if acting is None else ORDER[ORDER.index(acting) :])
    elif phase == f.SUPPLY:
        _announce(s, events)
        supply_phase(w, s, dice, events)
    elif phase == f.REINFORCEMENT:
        _announce(s, events)
        reinforcement_phase(w, s, events)
    elif phase == f.ORGANIZATION:
        replacements.hand_out(w, s)
        _ask_next(w, s, dice, events, ORDER if acting is None else ORDER[ORDER.index(acting) :])
    else:
        _announce(s, events)
        end_game(w, s, events)


def end_part(w: World, s: BreakthroughState, dice: Dice, events: Events) -> None:
    """End the acting side's part: the other side decides next, or the next phase begins."""
    side, s.acting = s.acting, NOBODY
    if s.phase in (f.AIR, f.ORGANIZATION, f.SETTING_UP):
        if s.phase == f.ORGANIZATION:
            s.air[side] = 0  # unspent points vanish, BTA-3.5
        _ask_next(w, s, dice, events, ORDER[ORDER.index(side) + 1 :])
    run(w, s, dice, events)


def _ask_next(w: World, s: BreakthroughState, dice: Dice, events: Events, sides: tuple[int, ...]) -> None:
    """Ask the first of the sides that takes part in this phase; if none does, finish the phase."""
    for side in sides:
        if takes_part(s, side):
            _ask(s, events, side)
            return
    if s.phase == f.AIR:
        missions.resolve_interdiction(w, s, dice, events)
    elif s.phase == f.ORGANIZATION:
        replacements.lapse(s)


def takes_part(s: BreakthroughState, side: int) -> bool:
    """Return whether the side takes part in the phase; the Air Phase needs air points, BTA-3.2."""
    if s.phase == f.AIR:
        return s.air[side] > 0
    return organizes(s, side)


def organizes(s: BreakthroughState, side: int) -> bool:
    """Return whether the side has an organization phase: the Americans have none on the 16th, BTA-2.4a."""
    return side == GERMAN or s.day != FIRST_DAY


def _ask(s: BreakthroughState, events: Events, side: int) -> None:
    s.acting = side
    _announce(s, events)


def _announce(s: BreakthroughState, events: Events) -> None:
    side = SIDES[s.acting] if s.acting >= 0 else ""
    events.append(PhaseBegan(s.turn, TITLES[s.phase], side))
