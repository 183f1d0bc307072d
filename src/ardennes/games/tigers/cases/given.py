"""Case files: from a `given` to a position at the start of a phase."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.cases.fields import Fields
from ardennes.cases.model import Table, options_of, six_sided
from ardennes.cases.remember import once_for
from ardennes.games.tigers.cases.board import BOARD_FIELDS, TigersNames, board_of_case
from ardennes.games.tigers.cases.units import place, read_units, supply_of
from ardennes.games.tigers.facts import BRIDGE_KINDS
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model.state import DEAD, NOT_YET, TigersState, Variant
from ardennes.games.tigers.rules.sequence.phases import enter_phase, settle
from ardennes.games.tigers.rules.sequence.setup import opening
from ardennes.games.tigers.rules.sequence.turn_order import SETUP, TURN
from ardennes.games.tigers.schema.map import Board
from ardennes.games.tigers.schema.tables import load_scenarios
from ardennes.games.tigers.schema.terms import ALLIED, COMBAT_COMMAND, GERMAN, SIDES, WEATHERS
from ardennes.games.tigers.schema.units import Unit
from ardennes.games.tigers.schema.world import Survey, World
from ardennes.hexes import board_of
from ardennes.kernel.contract import Events

PARTS = {id_: one for id_, one in load_scenarios().items() if one.rule}  # short scenarios
SCENARIOS = ("bare", "historical", *PARTS)
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


@once_for(BOARD_FIELDS)
def map_of_case(given: Fields) -> tuple[Board, Survey]:
    board = board_of_case(given, None)
    return board, Survey(board)


def lay_out(given: Fields) -> Table:
    """The situation a case begins with."""
    given.only(GIVEN_FIELDS)
    scenario = given.choice("scenario", "a scenario", SCENARIOS, "bare")
    part = PARTS.get(scenario)
    board, survey = map_of_case(given) if part is None else (board_of_case(given, part), None)
    units, placed = read_units(given, board)
    supply = _forced_supply(given, units, placed)
    world = World(board=board, units=units, forced_supply=supply, part=part, survey=survey)
    game = Tigers(world)
    state = opening(world, Variant.of(options_of(given, game)))
    historical = scenario != "bare"
    _set_phase(given, state, historical)
    _begin_with(world, state, historical)
    names = TigersNames(board, world)
    for fields, unit in placed:
        place(names, state, fields, unit.index)
    _set_facts(given, names, state)
    _set_control(given, names, state)
    _set_bridges(given, names, state)
    _set_dump(given, names, state)
    _set_air(given, names, state)
    _set_peiper(given, names, state)
    dice = six_sided(given)
    events: Events = []
    enter_phase(world, state, dice, events)
    if not state.stack:
        settle(world, state, dice, events)
    return Table(game, state, dice)


def _forced_supply(given: Fields, units: Sequence[Unit], told: list[tuple[Fields, Unit]]) -> dict[int, bool]:
    """`supplied` for all, and each unit's own word."""
    usual = "all" if given.raw("terrain") == "clear" else "traced"
    common = given.choice("supplied", "a way to settle supply", SUPPLIES, usual)
    forced = {} if common == "traced" else {unit.index: common == "all" for unit in units}
    own = {unit.index: supply_of(fields) for fields, unit in told}
    return forced | {unit: supplied for unit, supplied in own.items() if supplied is not None}


def _set_phase(given: Fields, state: TigersState, historical: bool) -> None:
    state.turn = given.whole("turn", 0, 12, 1 if historical else 5)
    if state.turn == 0:
        state.phase = given.index("phase", "a phase of the set-up", list(SETUP_PHASES), 0)
        return
    words = given.text("phase", "german declaration" if state.turn == 1 else "german movement")
    number = phase_number(words)
    if number is None:
        given.unknown("phase", words, "a phase", phase_names())
    state.phase = number


def _begin_with(world: World, state: TigersState, historical: bool) -> None:
    """Bare: nobody but the case's units; historical: the printed set-up, changed by them."""
    for unit in world.units:
        if not historical:
            state.where[unit.index] = NOT_YET if unit.kind == COMBAT_COMMAND else DEAD
            state.status[unit.index] = 0
        elif (
            unit.free_placement
            and world.in_play[unit.index]
            and (state.turn or state.phase > SETUP_PHASES["hosts"])
        ):
            state.where[unit.index] = DEAD if unit.start_hex is None else unit.start_hex
    if historical and state.turn and world.heydte >= 0:
        state.where[world.heydte] = DEAD
    if historical and world.dump >= 0 and (state.turn or state.phase > SETUP_PHASES["hide dump"]):
        state.where[world.dump] = world.board.hex_of["Spa"]


def _set_facts(given: Fields, names: TigersNames, state: TigersState) -> None:
    weather = given.text("weather", WEATHERS[state.weather]).lower()
    if weather not in WEATHER_WORDS:
        given.unknown("weather", weather, "a weather", WEATHERS)
    state.weather = WEATHER_WORDS[weather]
    state.ruthless_turn = given.whole("ruthless_turn", 0, 12, 0)
    state.fuel_from = given.whole("fuel_from", 0, 99, state.fuel_from)
    for name in ("prayer_used", "meuse_reached", "early_allies", "free_setup"):
        setattr(state, name, given.flag(name, False))
    state.exited = given.parts("exited", 4, "a number of divisions in whole quarters, like 1 or 0.75", 0)
    state.road_users = board_of(names.units(given, "road_users"))


def _set_control(given: Fields, names: TigersNames, state: TigersState) -> None:
    """Set which side holds each hex: by the front, then by the case, then by the units in it."""
    everything, standing = names.w.grid.mask, [0, 0]
    for unit in names.w.units:
        if state.where[unit.index] >= 0 and unit.combat:
            standing[unit.side] |= 1 << state.where[unit.index]
    state.held = everything & ~names.control(given, everything & ~state.held, everything, standing)


def _set_bridges(given: Fields, names: TigersNames, state: TigersState) -> None:
    bridges = given.table("bridges")
    for name in bridges.values:
        river = names.river(bridges, name, name)
        short = isinstance(bridges.raw(name), str)
        bridge = bridges if short else bridges.table(name, only=("kind", "owner"))
        kind = name if short else "kind"
        state.bridge[river] = bridge.index(kind, "a kind of bridge", BRIDGE_KINDS, state.bridge[river])
        if not short:
            state.bridge_owner[river] = bridge.index("owner", "a side", SIDES, state.bridge_owner[river])
    markers = given.table("markers", only=SIDES)
    state.markers = [markers.whole(name, 0, 99, state.markers[side]) for side, name in enumerate(SIDES)]
    state.returning = tuple(
        (item.whole("turn", 1, 99), item.index("side", "a side", SIDES))
        for item in given.tables("returning", only=("turn", "side"))
    )


def _set_dump(given: Fields, names: TigersNames, state: TigersState) -> None:
    if "dump" not in given:
        return
    dump = given.table("dump", only=("hex", "owner", "known", "taken_once"))
    state.where[names.w.dump] = names.hex(dump, "hex")
    state.dump_owner = dump.index("owner", "a side", SIDES, ALLIED)
    captured = state.dump_owner == GERMAN
    state.dump_known, state.dump_taken_once = dump.flag("known", captured), dump.flag("taken_once", captured)


def _set_air(given: Fields, names: TigersNames, state: TigersState) -> None:
    air = given.table("air")
    for name in air.values:
        number, one = names.air(air, name, name), air.table(name, only=("back", "flown"))
        state.air_back[number] = one.whole("back", 0, 99, state.air_back[number])
        state.air_flown[number] = one.whole("flown", 0, 12, 0)


def _set_peiper(given: Fields, names: TigersNames, state: TigersState) -> None:
    fields = ("attacks", "acted", "stopped", "advanced", "attached", "tiger_limit", "mark")
    peiper = given.table("peiper", only=fields)
    state.kgp_attacks = peiper.whole("attacks", 0, 9, 0)
    for name in ("acted", "stopped", "advanced"):
        setattr(state, f"kgp_{name}", peiper.flag(name, False))
    state.kgp_tiger_limit, state.kgp_mark = peiper.halves("tiger_limit", 0), peiper.halves("mark", 0)
    for unit in names.units(peiper, "attached"):
        if unit not in (names.w.tiger_501, names.w.skorzeny):
            peiper.fail("attached", f"{names.w.units[unit].id} cannot be attached; G-501 and G-SKORZ can.")
        state.kgp_attached |= 1 if unit == names.w.tiger_501 else 2
