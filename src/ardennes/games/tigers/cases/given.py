"""Case files: from a `given` to a position at the start of a phase."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.cases.fields import Fields
from ardennes.cases.model import CaseDice, Table
from ardennes.errors import UserError
from ardennes.games.tigers.cases.board import (
    BOARD_FIELDS,
    board_of_case,
    meant,
    read_hex,
    read_hexes,
)
from ardennes.games.tigers.cases.units import Placed, read_units
from ardennes.games.tigers.facts import BRIDGE_KINDS, river_named
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.sequence import enter_phase, settle
from ardennes.games.tigers.rules.sequence_of_play import SETUP, TURN
from ardennes.games.tigers.rules.setup import opening
from ardennes.games.tigers.rules.state import DEAD, NOT_YET, TigersState, Variant
from ardennes.games.tigers.schema.terms import ALLIED, COMBAT_COMMAND, GERMAN, SIDES, WEATHERS
from ardennes.games.tigers.schema.units import Unit
from ardennes.games.tigers.schema.world import World
from ardennes.games.tigers.words import air_named, unit_named
from ardennes.kernel.contract import Event
from ardennes.kernel.match import settle_options

SCENARIOS = ("bare", "historical")
SUPPLIES = ("traced", "all", "none")
WEATHER_WORDS = {"snow": 0, "fog": 1, "morning fog": 1, "clear": 2}
STATE_FIELDS = ("weather", "ruthless_turn", "fuel_from", "prayer_used", "meuse_reached", "early_allies",
                "exited", "markers", "returning", "bridges", "control", "dump", "air", "peiper", "road_users",
                "free_setup")  # fmt: skip
GIVEN_FIELDS = ("scenario", "turn", "phase", "options", "supplied", "units", "dice", "other_dice",
                *BOARD_FIELDS, *STATE_FIELDS)  # fmt: skip

SYNONYMS = {
    "move": "movement", "moves": "movement", "declare": "declaration", "declarations": "declaration",
    "blitz": "second", "blitzkrieg": "second", "breakthrough": "second", "reinforcement": "reinforcements",
    "bridge": "bridges", "fight": "combat", "fights": "combat", "entrench": "entrenching", "us": "allied",
}  # fmt: skip
PHASES = {phase.title: number for number, phase in enumerate(TURN)}
SETUP_PHASES = {phase.name: number for number, phase in enumerate(SETUP)}


def phase_number(words: str) -> int | None:
    """The place of a phase in the game-turn, by its title or a synonym; None: there is no such phase."""
    plain = [SYNONYMS.get(word, word) for word in words.lower().split()]
    title = " ".join(plain)
    if title == "weather":
        title = "allied weather"
    if title.endswith(" supply"):
        title += " flights"  # the supply phase begins with the flights that may still save units
    return PHASES.get(title)


def phase_names() -> list[str]:
    return ["weather", *(title for title in PHASES if title != "allied weather"), *SETUP_PHASES]


def lay_out(given: Fields) -> Table:
    """The situation a case begins with."""
    given.only(GIVEN_FIELDS)
    board = board_of_case(given)
    units, placed = read_units(given, board)
    world = World(board=board, units=units, forced_supply=_forced_supply(given, units, placed))
    game = Tigers(world)
    try:
        options = settle_options(game, given.table("options").values)
    except UserError as error:
        given.fail("options", str(error))
    state = opening(world, Variant(**options))
    historical = given.choice("scenario", "a scenario", SCENARIOS, "bare") == "historical"
    _set_phase(given, state, historical)
    _place_units(world, state, placed, historical)
    _set_facts(given, world, state)
    dice = CaseDice(given.wholes("dice", 1, 6), given.whole("other_dice", 0, 6, 0))
    events: list[Event] = []
    enter_phase(world, state, dice, events)
    if not state.stack:
        settle(world, state, dice, events)
    return Table(game, state, dice)


def _forced_supply(given: Fields, units: Sequence[Unit], placed: list[Placed]) -> dict[int, bool]:
    """`supplied` for all, and each unit's own word."""
    usual = "all" if given.raw("terrain") == "clear" else "traced"
    common = given.choice("supplied", "a way to settle supply", SUPPLIES, usual)
    forced = {} if common == "traced" else {unit.index: common == "all" for unit in units}
    return forced | {spot.unit.index: spot.supplied for spot in placed if spot.supplied is not None}


def _set_phase(given: Fields, state: TigersState, historical: bool) -> None:
    state.turn = given.whole("turn", 0, 12, 1 if historical else 5)
    if state.turn == 0:
        name = given.choice("phase", "a phase of the set-up", SETUP_PHASES, "hide dump")
        state.phase = SETUP_PHASES[name]
        return
    words = given.text("phase", "german declaration" if state.turn == 1 else "german movement")
    number = phase_number(words)
    if number is None:
        given.unknown("phase", words, "a phase", phase_names())
    state.phase = number


def _place_units(world: World, state: TigersState, placed: list[Placed], historical: bool) -> None:
    """Bare: nothing but the case's units; historical: the printed set-up, changed by them."""
    for unit in world.units:
        if not historical:
            state.where[unit.index] = NOT_YET if unit.kind == COMBAT_COMMAND else DEAD
            state.status[unit.index] = 0
        elif unit.free_placement and (state.turn or state.phase > SETUP_PHASES["hosts"]):
            state.where[unit.index] = DEAD if unit.start_hex is None else unit.start_hex
    if historical and state.turn:
        state.where[world.heydte] = DEAD
    if historical and (state.turn or state.phase > SETUP_PHASES["hide dump"]):
        state.where[world.dump] = world.board.hex_of["Spa"]
    for spot in placed:
        state.where[spot.unit.index] = spot.cell
        if spot.arrival is not None:
            state.arrival[spot.unit.index] = spot.arrival
        state.status[spot.unit.index] = spot.flags
        state.spent[spot.unit.index] = spot.spent


def _set_facts(given: Fields, world: World, state: TigersState) -> None:
    weather = given.text("weather", WEATHERS[state.weather]).lower()
    if weather not in WEATHER_WORDS:
        given.unknown("weather", weather, "a weather", WEATHERS)
    state.weather = WEATHER_WORDS[weather]
    state.ruthless_turn = given.whole("ruthless_turn", 0, 12, 0)
    state.fuel_from = given.whole("fuel_from", 0, 99, state.fuel_from)
    state.prayer_used = given.flag("prayer_used", False)
    state.meuse_reached = given.flag("meuse_reached", False)
    state.early_allies = given.flag("early_allies", False)
    state.free_setup = given.flag("free_setup", False)
    state.exited = _quarters(given, "exited")
    _set_control(given, world, state)
    _set_bridges(given, world, state)
    _set_dump(given, world, state)
    _set_air(given, world, state)
    _set_peiper(given, world, state)
    for name in given.texts("road_users"):
        state.road_users |= 1 << _unit(given, "road_users", world, name)


def _quarters(fields: Fields, name: str) -> int:
    """A number of quarter divisions, which is what exits are counted in (0.75 is 3)."""
    value = fields.raw(name, 0)
    if not isinstance(value, int | float) or isinstance(value, bool) or value < 0 or value * 4 % 1:
        fields.wrong(name, "a number of divisions in whole quarters, like 1 or 0.75")
    return int(value * 4)


def _unit(fields: Fields, at: str, world: World, name: str) -> int:
    return world.by_id[meant(fields, at, unit_named, world, name)]


def _set_control(given: Fields, world: World, state: TigersState) -> None:
    """Who holds a hex: the side of the front, then the units in it, then what the case says."""
    for unit in world.units:
        cell = state.where[unit.index]
        if cell >= 0 and unit.combat:
            state.held = state.held | 1 << cell if unit.side == ALLIED else state.held & ~(1 << cell)
    control = given.table("control")
    control.only(SIDES)
    state.held |= read_hexes(world.grid, control, "allied", world.board)
    state.held &= ~read_hexes(world.grid, control, "german", world.board)


def _set_bridges(given: Fields, world: World, state: TigersState) -> None:
    bridges = given.table("bridges")
    for name in bridges.values:
        river = meant(bridges, name, river_named, world, name)
        if isinstance(bridges.raw(name), str):
            state.bridge[river] = BRIDGE_KINDS.index(bridges.choice(name, "a kind of bridge", BRIDGE_KINDS))
            continue
        bridge = bridges.table(name)
        bridge.only(("kind", "owner"))
        if "kind" in bridge:
            state.bridge[river] = BRIDGE_KINDS.index(bridge.choice("kind", "a kind of bridge", BRIDGE_KINDS))
        if "owner" in bridge:
            state.bridge_owner[river] = SIDES.index(bridge.choice("owner", "a side", SIDES))
    markers = given.table("markers")
    markers.only(SIDES)
    for side, name in enumerate(SIDES):
        state.markers[side] = markers.whole(name, 0, 99, state.markers[side])
    coming = []
    for item in given.tables("returning"):
        item.only(("turn", "side"))
        coming.append((item.whole("turn", 1, 99), SIDES.index(item.choice("side", "a side", SIDES))))
    state.returning = tuple(coming)


def _set_dump(given: Fields, world: World, state: TigersState) -> None:
    if "dump" not in given:
        return
    dump = given.table("dump")
    dump.only(("hex", "owner", "known", "taken_once"))
    state.where[world.dump] = read_hex(world.grid, dump, "hex", dump.text("hex"), world.board)
    owner = SIDES.index(dump.choice("owner", "a side", SIDES, "allied"))
    state.dump_owner = owner
    state.dump_known = dump.flag("known", owner == GERMAN)
    state.dump_taken_once = dump.flag("taken_once", owner == GERMAN)


def _set_air(given: Fields, world: World, state: TigersState) -> None:
    air = given.table("air")
    for name in air.values:
        number = world.air_by_id[meant(air, name, air_named, world, name)]
        one = air.table(name)
        one.only(("back", "flown"))
        state.air_back[number] = one.whole("back", 0, 99, state.air_back[number])
        state.air_flown[number] = one.whole("flown", 0, 12, 0)


def _set_peiper(given: Fields, world: World, state: TigersState) -> None:
    peiper = given.table("peiper")
    peiper.only(("attacks", "acted", "stopped", "advanced", "attached", "tiger_limit", "mark"))
    state.kgp_attacks = peiper.whole("attacks", 0, 9, 0)
    state.kgp_acted = peiper.flag("acted", False)
    state.kgp_stopped = peiper.flag("stopped", False)
    state.kgp_advanced = peiper.flag("advanced", False)
    state.kgp_tiger_limit = peiper.halves("tiger_limit", 0)
    state.kgp_mark = peiper.halves("mark", 0)
    for name in peiper.texts("attached"):
        unit = _unit(peiper, "attached", world, name)
        if unit not in (world.tiger_501, world.skorzeny):
            peiper.fail("attached", f"{name} cannot be attached; G-501 and G-SKORZ can.")
        state.kgp_attached |= 1 if unit == world.tiger_501 else 2
