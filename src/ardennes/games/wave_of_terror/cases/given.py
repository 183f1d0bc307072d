"""Case files: set up the position at the start of a phase from the `given` table."""

from __future__ import annotations

import re

from ardennes.cases.fields import Fields
from ardennes.cases.model import CaseDice, Table, options_of, six_sided, world_of_ours
from ardennes.cases.remember import once_for
from ardennes.games.wave_of_terror.cases.board import BOARD_FIELDS, WaveNames, board_of_case
from ardennes.games.wave_of_terror.cases.units import Army, place, read_units
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.position import best_top, derived, show_top
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.sequence import phases
from ardennes.games.wave_of_terror.rules.sequence.phases import COMBAT, MOVEMENT
from ardennes.games.wave_of_terror.rules.sequence.setup import opening, set_up_all
from ardennes.games.wave_of_terror.rules.special.british import choices
from ardennes.games.wave_of_terror.schema.ground import Ground, survey
from ardennes.games.wave_of_terror.schema.load import load_scenarios, load_tables
from ardennes.games.wave_of_terror.schema.terms import ALLIED, CLEAR_SKIES, GERMAN, SIDES, TURNS, WEATHERS
from ardennes.games.wave_of_terror.schema.world import World, printed_world
from ardennes.kernel.contract import Events

SCENARIOS = ("bare", *load_scenarios())
STATE_FIELDS = (
    "weather", "aircraft", "baseplate", "interdicted", "markers", "depots", "kg", "by_kg", "control",
    "bridges", "tried", "repairs", "repairs_now", "rolls_stopped", "committed", "free_entry", "paid",
    "points", "struck",
)  # fmt: skip
GIVEN_FIELDS = ("scenario", "options", "turn", "couplet", "phase", "order", "units", "dice", "other_dice",
                *BOARD_FIELDS, *STATE_FIELDS)  # fmt: skip
ORDERS = ("move-fight", "fight-move")
USUAL_TURN = 2

# Phases by name; the phases of a segment begin with the side.
SHARED_PHASES = {
    "turn start": f.TURN_START, "weather": f.WEATHER, "air": f.AIR, "supply problems": f.SUPPLY_PROBLEMS,
    "recovery": f.RECOVERY, "turn end": f.TURN_END,
}  # fmt: skip
SEGMENT_PHASES = ("set-up", "declaration", MOVEMENT, COMBAT, "resolution")
SYNONYMS = {"move": MOVEMENT, "fight": COMBAT, "setup": "set-up", "us": "allied"}


def phase_names() -> list[str]:
    """Return all names of phases that a case may use."""
    return [*SHARED_PHASES, *(f"{side} {phase}" for side in SIDES for phase in SEGMENT_PHASES)]


def read_phase(words: str) -> tuple[str, int] | None:
    """Return the phase that a text names and its side (-1: none), or None if there is no such phase."""
    plain = " ".join(SYNONYMS.get(word, word) for word in words.lower().split())
    if plain in SHARED_PHASES:
        return plain, -1
    side, _, phase = plain.partition(" ")
    return (phase, SIDES.index(side)) if side in SIDES and phase in SEGMENT_PHASES else None


def step_of(phase: str, fight_first: bool) -> int:
    """Return the step of the turn for a phase, WOT-5.2, WOT-5.6."""
    if phase in SHARED_PHASES:
        return SHARED_PHASES[phase]
    if phase in (MOVEMENT, COMBAT):
        return f.FIRST if fight_first == (phase == COMBAT) else f.SECOND
    return {"set-up": f.SETUP, "declaration": f.DECLARATION, "resolution": f.RESOLUTION}[phase]


@once_for(BOARD_FIELDS)
def ground_of_case(given: Fields) -> Ground:
    """Return the ground of the map that a case uses."""
    return survey(board_of_case(given), load_tables().costs)


def world_of_case(given: Fields) -> tuple[World, Army]:
    """Return the world of a case and its units; the printed world if the case does not change it."""
    if short := world_of_ours(given, printed_world(), BOARD_FIELDS):
        return short, read_units(given)
    printed, changed = printed_world(), any(name in given for name in BOARD_FIELDS)
    board = board_of_case(given) if changed else printed.board
    army = read_units(given)
    if not changed and len(army.units) == len(printed.units):
        return printed, army
    ground = ground_of_case(given) if changed else printed.ground
    units, parents = tuple(army.units.values()), tuple(army.parents)
    return World(board, units, parents, ground=ground, historical=printed.historical), army


def lay_out(given: Fields) -> Table:
    """Return the position that a case begins with; fail on any value that does not fit."""
    given.only(GIVEN_FIELDS)
    world, army = world_of_case(given)
    names, game = WaveNames(world.board, world), WaveOfTerror(world, phases.AFTER_BATTLES)
    state = opening(world, f.Variant.of(options_of(given, game)))
    phase, side = _set_time(given, state)
    if given.choice("scenario", "a scenario", SCENARIOS, "bare") == "bare":
        for unit in world.units:
            state.where[unit.index] = f.ASIDE
    elif phase != "set-up":
        for who in (ALLIED, GERMAN):
            set_up_all(world, state, who, [])
    elif side == GERMAN:
        set_up_all(world, state, ALLIED, [])
    for fields in army.listed:
        place(names, state, fields)
    _show_tops(world, state, army)
    _set_ground(given, names, state)
    _set_air(given, names, state)
    _set_history(given, names, state)
    dice, events = six_sided(given), Events()
    _begin(world, state, phase, side, dice, events)
    return Table(game, state, dice, opening=tuple(events))


def _set_time(given: Fields, state: WaveState) -> tuple[str, int]:
    words = given.text("phase", "german movement")
    result = read_phase(words)
    if result is None:
        given.unknown("phase", words, "a phase", phase_names())
    phase, side = result
    state.turn = 0 if phase == "set-up" else given.whole("turn", 1, TURNS, USUAL_TURN)
    usual = 0 if phase in SHARED_PHASES and phase not in ("recovery", "turn end") else 1
    state.couplet = given.whole("couplet", 1, 2, 2 if phase == "turn end" else usual or 1)
    if not usual or phase == "set-up":
        state.couplet = 0
    state.fight_first = _order(given, state, side)
    state.step, state.acting = step_of(phase, state.fight_first), side
    return phase, side


def _order(given: Fields, state: WaveState, side: int) -> bool:
    """Return whether the segment is fight-move; the German side has no choice in the first couplet,
    WOT-5.8."""
    forced = phases.must_fight_first(state, side)
    fight_first = given.choice("order", "an order of phases", ORDERS, ORDERS[forced]) == ORDERS[1]
    if forced and not fight_first:
        given.fail("order", "the Germans must fight first in couplet 1 of turn 1; leave this out.")
    return fight_first


def _show_tops(world: World, state: WaveState, army: Army) -> None:
    """Put the best unit of each stack on top, unless the case names another, WOT-7.3."""
    for stack in list(derived(world, state).stacks.values()):
        show_top(world, state, best_top(world, stack))
    shown: dict[int, str] = {}
    for fields in army.listed:
        if fields.flag("top", False):
            unit = world.by_id[fields.text("id")]
            other = shown.setdefault(state.where[unit], fields.text("id"))
            if other != fields.text("id"):
                fields.fail("top", f"{other} is already on top of this stack; leave one of the two out.")
            show_top(world, state, unit)


def _set_ground(given: Fields, names: WaveNames, state: WaveState) -> None:
    """Set controlled hexes and bridges."""
    standing = derived(names.w, state).occupied
    state.german = names.control(given, state.german, names.w.grid.mask, standing)
    state.by_kg = names.hexes(given, "by_kg")
    state.blown = names.blown(given.table("bridges"), state.blown)
    for name in given.texts("tried"):
        state.tried |= 1 << names.bridge(given, "tried", name)
    state.repairs = given.whole("repairs", 0, names.w.limits.repairs_game, 0)
    state.repairs_now = given.whole("repairs_now", 0, names.w.limits.repairs_couplet, 0)


def _set_air(given: Fields, names: WaveNames, state: WaveState) -> None:
    limits = names.w.limits
    state.weather = given.index("weather", "a weather", WEATHERS, 0)
    state.baseplate = given.flag("baseplate", False)
    most = limits.aircraft_baseplate if state.baseplate else limits.aircraft
    usual = most if state.weather == CLEAR_SKIES else 0
    state.aircraft = given.whole("aircraft", 0, limits.aircraft, usual)
    state.interdicted = names.hexes(given, "interdicted")
    markers = given.table("markers")
    for name in markers.values:
        left = markers.whole(name, 0, limits.marker_steps)
        state.markers.append(f.Marker(names.hex(markers, name, name), left))
    depots = given.table("depots")
    for name in depots.values:
        real = depots.index(name, "the face of a POL marker", ("dummy", "real"))
        state.depots.append(f.Depot(names.hex(depots, name, name), real))


def _set_history(given: Fields, names: WaveNames, state: WaveState) -> None:
    world: World = names.w
    if "kg" in given:
        state.kg = tuple(sorted(names.units(given, "kg")))
    parents = world.parent_by_id[GERMAN]
    for name in given.texts("struck"):
        if name not in parents:
            given.unknown("struck", name, "a German parent organisation", list(parents))
        for unit in world.parents[parents[name]].units:
            state.struck |= 1 << unit if state.where[unit] >= 0 else 0
    state.rolls_stopped = given.flag("rolls_stopped", False)
    state.committed = given.choice("committed", "British units to commit", ("", *choices(world)), "")
    state.free_entry = given.flag("free_entry", False)
    state.paid = tuple(given.texts("paid"))
    points = given.table("points", only=SIDES)
    state.points = [points.whole(side, 0, 9999, 0) for side in SIDES]


def _begin(world: World, state: WaveState, phase: str, side: int, dice: CaseDice, events: Events) -> None:
    """Enter the phase. A combat phase in which no unit can attack stays open, so that a case can ask why."""
    if state.step == f.SETUP:
        state.stack.append(f.SettingUp(side))
        return
    marks = state.marks[:]
    phases.STEPS[state.step](world, state, dice, events)
    if phase == COMBAT:
        state.marks = marks
    if not (state.stack and isinstance(state.stack[-1], f.Fighting)):
        phases.settle(world, state, dice, events)


def turn_and_phase(words: str) -> tuple[int | None, int | None, tuple[str, int] | None] | None:
    """Read 'turn 5', 'couplet 2', 'turn 5 couplet 2 allied combat' or 'recovery'; return None for other
    texts."""
    result = re.fullmatch(r"(?:turn ([0-9]{1,4}))?\s*(?:couplet ([0-9]))?\s*(.*)", words.lower().strip())
    assert result is not None
    turn, couplet = (int(text) if text else None for text in (result[1], result[2]))
    phase = read_phase(result[3]) if result[3] else None
    if (result[3] and phase is None) or (turn is None and couplet is None and phase is None):
        return None
    return turn, couplet, phase
