"""Case files: set up the position at the start of a phase from the `given` table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

import msgspec

from ardennes.cases.fields import Fields
from ardennes.cases.model import CaseDice, Table, options_of, world_of_ours
from ardennes.cases.remember import once_for
from ardennes.games.breakthrough.cases.board import BOARD_FIELDS, BreakthroughNames, board_of_case, read_draw
from ardennes.games.breakthrough.cases.units import NUMBERS, Army, place, read_units
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model import state as f
from ardennes.games.breakthrough.rules.model.position import forget_stacks, give_hexes, lift, occupied, on_map
from ardennes.games.breakthrough.rules.model.state import Award, BreakthroughState, Gone, Plotted, Variant
from ardennes.games.breakthrough.rules.movement.allowance import first_allowance
from ardennes.games.breakthrough.rules.movement.supply import states_of
from ardennes.games.breakthrough.rules.organization.artillery import pools_on
from ardennes.games.breakthrough.rules.sequence.phases import OPERATIONS, TITLES, enter, run
from ardennes.games.breakthrough.rules.sequence.setup import opening
from ardennes.games.breakthrough.rules.sequence.weather import air_points
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.ground import Ground
from ardennes.games.breakthrough.schema.load import load_last_seven
from ardennes.games.breakthrough.schema.tables import Constants, load_constants
from ardennes.games.breakthrough.schema.world import World, printed_world
from ardennes.kernel.contract import Events
from ardennes.numbers import whole_number

SUPPLIES = ("all", "traced", "none")
STATE_FIELDS = ("weather", "control", "bridges", "crossings", "pools", "air", "interdiction", "replacements",
                "ledger", "exited", "cancelled", "plots", "supplied")  # fmt: skip
GIVEN_FIELDS = ("scenario", "day", "turn", "phase", "options", "constants", "units", "dice", "other_dice",
                "other_draws", *BOARD_FIELDS, *STATE_FIELDS)  # fmt: skip
BARE_DAY = 20
SUPPLY_WORDS: Mapping[str, int] = {"all": terms.SUPPLIED, "none": terms.UNSUPPLIED}
POOL_NAMES = ("infantry", "armored")

# Phases by name. In a phase that both sides have, the side's name comes first, BTA-2.3.
PHASES = {"turn start": f.TURN_START} | {title: phase for phase, title in enumerate(TITLES) if phase}
SYNONYMS = {
    "us": "american", "ge": "german", "1st": "first", "2nd": "second", "weather": "turn start",
    "reinforcements": "reinforcement", "organisation": "organization", "operations": "operation",
    "move": "operation", "movement": "operation", "fight": "combat", "end": "final supply",
}  # fmt: skip


def phase_number(words: str) -> tuple[int, int | None] | None:
    """Return the phase that a text or number names, and the side that acts in a shared phase.

    Return None if there is no such phase, BTA-2.3.
    """
    named = [word for word in words.lower().split() if word != "phase"]
    plain = " ".join(SYNONYMS.get(word, word) for word in named)
    if plain.isdigit():
        number = whole_number(plain)
        return (number, None) if number in PHASES.values() and number is not None else None
    side = next((n for n, name in enumerate(terms.SIDES) if plain.startswith(f"{name} ")), None)
    shared = plain.removeprefix(f"{terms.SIDES[side]} ") if side is not None else plain
    if shared in ("air", "organization", "set-up"):
        return PHASES[shared], side
    if side is not None and "first" not in plain and "second" not in plain:
        plain = f"{terms.SIDES[side]} first {shared}"
    return (PHASES[plain], None) if plain in PHASES else None


def phase_names() -> list[str]:
    """Return all names of phases that a case may use."""
    shared = [f"{side} {phase}" for phase in ("air", "organization") for side in reversed(terms.SIDES)]
    return [*PHASES, *shared]


@once_for(BOARD_FIELDS)
def ground_of_case(given: Fields) -> Ground:
    """Return the ground of a case's map, computed once for each map."""
    return World(board=board_of_case(given)).ground


def world_of_case(given: Fields) -> tuple[World, Army]:
    """Return the world of a case and the units it lists."""
    if ours := world_of_ours(given, printed_world(), BOARD_FIELDS):
        return ours, read_units(given, ours.board)
    board = board_of_case(given)
    army = read_units(given, board)
    world = World(
        board=board,
        units=tuple(army.units.values()),
        divisions=tuple(army.divisions),
        constants=_constants(given.table("constants")),
        last_seven=load_last_seven(),
        ground=ground_of_case(given),
    )
    return world, army


def _constants(fields: Fields) -> Constants:
    """Return the reconstructed constants with the values that the case replaces."""
    known = load_constants()
    names = {name.upper(): name for name in known.__struct_fields__ if name != "place"}
    fields.only(names)
    changed: dict[str, Fraction] = {}
    for name, value in fields.values.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            fields.wrong(name, "a number")
        changed[names[name]] = Fraction(str(value))
    return msgspec.structs.replace(known, **changed)


def lay_out(given: Fields) -> Table:
    """Return the position that a case begins with; fail on any value that does not fit."""
    given.only(GIVEN_FIELDS)
    world, army = world_of_case(given)
    names, game = BreakthroughNames(world.board, world), Breakthrough(world)
    scenario, bare = _scenario(given, world)
    state = opening(world, Variant.of(options_of(given, game)), scenario)
    timed = bare or any(name in given for name in ("phase", "day", "turn"))
    acting = _set_day(given, world, state, bare) if timed else None
    if bare:
        _clear(world, state)
    for fields in army.listed:
        place(names, state, fields)
    _set_facts(given, names, state)
    _set_ground(given, names, state)
    _set_score(given, names, state)
    _set_supply(given, world, state, army)
    points = _set_points(world, state, army)
    dice = CaseDice(_dice(given), given.whole("other_dice", 0, 100, 0), read_draw(given, "other_draws", 0.5))
    events: Events = []
    if timed:
        _begin(world, state, points, acting, dice, events)
    else:
        run(world, state, dice, events)
    return Table(game, state, dice, opening=tuple(events))


def _scenario(given: Fields, world: World) -> tuple[str, bool]:
    """Return the scenario and whether the map is bare. 'bare last_seven' is a bare map in that scenario."""
    words = given.text("scenario", "bare").lower().split()
    bare = words[:1] == ["bare"]
    name = "_".join(words[1:] if bare else words).removesuffix("_days") or "twelve"
    if name not in world.scenarios:
        allowed = [*world.scenarios, "bare", *(f"bare {id_}" for id_ in world.scenarios)]
        given.unknown("scenario", given.text("scenario"), "a scenario", allowed)
    return name, bare


def _set_day(given: Fields, world: World, state: BreakthroughState, bare: bool) -> int | None:
    """Set day and phase; return the side that acts in a phase both sides have."""
    played = world.scenarios[state.scenario]
    usual = max(BARE_DAY, played.first_day) if bare else played.first_day
    day = given.whole("day", terms.FIRST_DAY, 27, usual)
    if "turn" in given:
        day = given.whole("turn", 1, 12) + terms.FIRST_DAY - 1
    state.turn = day - terms.FIRST_DAY + 1
    words = given.raw("phase", "german first operation")
    result = phase_number(str(words))
    if result is None:
        given.unknown("phase", words, "a phase", phase_names())
    state.phase = result[0]
    state.pools = pools_on(world, state.variant.level, day + (state.phase > f.SUPPLY))
    return result[1]


def _clear(world: World, state: BreakthroughState) -> None:
    """Take all units off the map. Units that the case does not place never arrive."""
    for unit in world.units:
        lift(world, state, unit.index, f.UNFORMED if unit.components else f.CANCELLED)
        fresh = 0 if unit.components else printed(world, state, unit.index)
        state.strength[unit.index] = state.known[unit.index] = fresh
        state.efficiency[unit.index], state.fort[unit.index] = world.limits.efficiency_max, 0
    forget_stacks(state)  # made-up units of both sides stood in one hex


def _set_supply(given: Fields, world: World, state: BreakthroughState, army: Army) -> None:
    """Set the supply state of all units to `supplied`, then apply the state given for single units."""
    common = given.choice("supplied", "a way to settle supply", SUPPLIES, "all")
    for side in (terms.GERMAN, terms.AMERICAN):
        traced = states_of(world, state, side) if common == "traced" else {}
        for unit in on_map(world, state, side):
            state.supply[unit] = traced[unit] if traced else SUPPLY_WORDS[common]
    for fields in army.listed:
        for word in fields.flags(terms.SUPPLY_STATES)[:1]:
            state.supply[world.by_id[fields.text("id")]] = terms.SUPPLY_STATES.index(word)


def _set_points(world: World, state: BreakthroughState, army: Army) -> dict[int, int]:
    """Give every unit on the map its first allowance of the day, unless the case sets `unused` or `points`
    (BTA-7.4a).

    Return the `points` that the case sets.
    """
    for side in (terms.GERMAN, terms.AMERICAN):
        for unit in on_map(world, state, side):
            state.points[unit] = first_allowance(world, state, unit) if state.phase > f.SUPPLY else 0
    points = {}
    for fields in army.listed:
        unit = world.by_id[fields.text("id")]
        for name in ("points", "unused"):
            if name in fields:
                state.points[unit] = fields.whole(name, *NUMBERS[name])
        if "points" in fields:
            points[unit] = fields.whole("points", *NUMBERS["points"])
    return points


def _begin(
    world: World,
    state: BreakthroughState,
    points: Mapping[int, int],
    acting: int | None,
    dice: CaseDice,
    events: Events,
) -> None:
    """Enter the phase. `points` are the points in it, also after a second allowance."""
    plots, number = list(state.plots), state.phase
    enter(world, state, dice, events, number, acting)
    if number in OPERATIONS:
        state.plots = plots
        for plot in plots:
            state.marks[plot.unit] |= f.PLOTTED
    run(world, state, dice, events)
    if number in (f.AMERICAN_SECOND, f.GERMAN_SECOND):
        for unit, at_hand in points.items():
            state.points[unit] = at_hand


def _dice(given: Fields) -> list[int | float]:
    values = given.items("dice")
    fits = all(
        (isinstance(v, int) and not isinstance(v, bool) and 1 <= v <= 100)
        or (isinstance(v, float) and 0 <= v < 1)
        for v in values
    )
    if not fits:
        given.wrong("dice", "a list of rolls from 1 to 100 and draws from 0.0 to 0.999, like [40, 0.5]")
    return list(values)


def _set_facts(given: Fields, names: BreakthroughNames, state: BreakthroughState) -> None:
    world: World = names.w
    state.weather = given.index("weather", "a weather", terms.WEATHERS, state.weather)
    by_corps = {pool.corps: pool.index for pool in world.pools}
    pools = given.table("pools", only=by_corps)
    for corps in pools.values:
        state.pools[by_corps[corps]] = pools.whole(corps, 0, 999)
    air, spent = names.by_side(given.table("air")), names.by_side(given.table("interdiction"))
    replacements = names.by_side(given.table("replacements"))
    for side, name in enumerate(terms.SIDES):
        due = air_points(world, state.variant.level, state.day, state.weather, side)
        state.air[side] = air.whole(name, 0, 99, due if state.phase == f.AIR else 0)
        state.interdiction[side] = spent.whole(name, 0, 99, 0)
        own = replacements.table(name, only=POOL_NAMES)
        for number, pool in enumerate(POOL_NAMES, 2 * side):
            state.replacements[number] = own.whole(pool, 0, 99, state.replacements[number])
    for number, text in enumerate(given.texts("plots"), 1):
        name, _, target = text.rpartition(" ")
        at = f"plots[{number}]"
        unit = names.unit(given, at, name or " ")
        if state.where[unit] < 0:
            given.fail(at, f"{name} is not on the map, so it has plotted nothing; place it in a hex.")
        state.plots.append(Plotted(unit, names.hex(given, at, target)))


def _set_ground(given: Fields, names: BreakthroughNames, state: BreakthroughState) -> None:
    """Set hex owners and intact bridges."""
    w: World = names.w
    standing = [occupied(w, state, side) for side in (terms.GERMAN, terms.AMERICAN)]
    give_hexes(w, state, names.control(given, state.german, w.grid.mask, standing))
    every = (1 << len(w.board.bridges)) - 1
    state.bridges = every & ~names.blown(given.table("bridges"), every & ~state.bridges)
    crossings = given.table("crossings")
    for name in crossings.values:
        state.crossings[names.bridge(crossings, name, name)] = crossings.whole(name, 0, 99)


def _set_score(given: Fields, names: BreakthroughNames, state: BreakthroughState) -> None:
    world: World = names.w

    def turn_of(fields: Fields) -> int:
        return fields.whole("day", terms.FIRST_DAY, 27, state.day) - terms.FIRST_DAY + 1

    state.cancelled = given.whole("cancelled", 0, 99, state.cancelled)
    for award in given.tables("ledger", only=("day", "source", "what", "points")):
        source, what = award.text("source", "opening"), award.text("what", "")
        state.ledger.append(Award(turn_of(award), source, what, award.whole("points", -9999, 9999)))
    for gone in given.tables("exited", only=("unit", "day", "strength", "hex")):
        unit = names.unit(gone, "unit")
        if state.where[unit] >= 0:
            gone.fail("unit", f"{world.units[unit].id} is on the map; remove it here or there.")
        strength = gone.whole("strength", 1, 300, printed(world, state, unit))
        lift(world, state, unit, f.EXITED)
        state.gone.append(Gone(unit, turn_of(gone), strength, names.hex(gone, "hex")))


def turn_and_phase(words: str) -> tuple[int | None, tuple[int, int | None] | None] | None:
    """Read 'day 21', 'day 21 air' or 'german second operation'; return None if no phase has that name."""
    result = re.fullmatch(r"(?:(day|turn)\s+([0-9]{1,4}))?\s*(.*)", words.lower().strip())
    assert result is not None
    turn = int(result[2]) - (terms.FIRST_DAY - 1 if result[1] == "day" else 0) if result[1] else None
    phase = phase_number(result[3]) if result[3] else None
    if (result[3] and phase is None) or (turn is None and phase is None):
        return None
    return turn, phase
