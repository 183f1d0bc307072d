"""Case files: from a `given` to a position at ORDERS."""

from __future__ import annotations

import msgspec

from ardennes.cases.fields import Fields
from ardennes.cases.model import CaseDice, Table
from ardennes.errors import UserError
from ardennes.games.playsheet.cases.board import (
    BOARD_FIELDS,
    board_of_case,
    read_hex,
    read_hexes,
    read_pair,
)
from ardennes.games.playsheet.cases.units import Army, read_units
from ardennes.games.playsheet.facts import DUMPS, SQUADRONS
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.reports import SOURCES, in_order, note_adjacent
from ardennes.games.playsheet.rules.setup import opening
from ardennes.games.playsheet.rules.sheet.readings import Readings
from ardennes.games.playsheet.rules.state import (
    NOT_YET,
    PlaysheetState,
    Report,
)
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.terms import turn_of
from ardennes.games.playsheet.schema.world import World, printed_world
from ardennes.games.playsheet.words import unit_named
from ardennes.kernel.match import settle_options

BARE = "bare"
SCENARIOS = (BARE, "full", "short")
STATE_FIELDS = (
    "weather", "held", "not_held", "reports", "reported", "fought", "bridges", "believed", "squadrons",
    "places", "dumps", "bonus", "exited",
)  # fmt: skip
GIVEN_FIELDS = ("scenario", "options", "turn", "units", "dice", "other_dice", *BOARD_FIELDS, *STATE_FIELDS)
USUAL_TURN = "18D"
HOLDING = ("all", "start")
LAST_TURN = 0b10  # of `reported`


def world_of_case(given: Fields) -> tuple[World, Army]:
    """The printed world where the case changes nothing of it."""
    printed, changed = printed_world(), any(name in given for name in BOARD_FIELDS)
    board = board_of_case(given) if changed else printed.board
    army = read_units(given, board, scenario_of(given) != BARE)
    units = army.in_order()
    if not changed and units == printed.units:
        return printed, army
    return World(board=board, units=units), army


def scenario_of(given: Fields) -> str:
    return given.choice("scenario", "a scenario", SCENARIOS, BARE)


def lay_out(given: Fields) -> Table:
    """The situation a case begins with."""
    given.only(GIVEN_FIELDS)
    world, army = world_of_case(given)
    game = Playsheet(world)
    try:
        options = settle_options(game, given.table("options").values)
    except UserError as error:
        given.fail("options", str(error))
    scenario = scenario_of(given)
    turns = terms.TURNS if scenario == BARE else world.scenarios[scenario].turns
    state = opening(world, msgspec.convert(dict(options), Readings), turns)
    turn = turn_of(given.text("turn", USUAL_TURN if scenario == BARE else "16D").upper())
    if turn is None or turn >= turns:
        given.wrong("turn", f"a turn from 16D to {world.turn_name(turns - 1)}")
    state.turn = turn
    if scenario == BARE:
        state.where = [NOT_YET] * len(state.where)
        state.reports, state.reported = [], [0] * len(state.reported)
    _place(world, state, army)
    state.weather = terms.WEATHERS.index(
        given.choice("weather", "a weather", terms.WEATHERS, terms.WEATHERS[0])
    )
    _set_ground(given, world, state)
    _set_bridges(given, world, state)
    _set_reports(given, world, state)
    _set_others(given, world, state)
    note_adjacent(world, state)
    dice = CaseDice(given.wholes("dice", 1, 6), given.whole("other_dice", 0, 6, 0))
    return Table(game, state, dice)


def _place(world: World, state: PlaysheetState, army: Army) -> None:
    for spot in army.spots:
        unit = world.by_id[spot.id]
        state.where[unit] = spot.cell
        state.marks[unit] = spot.marks
        state.status[unit], state.sp[unit] = spot.status, spot.sp
        state.prepared[unit] = spot.prepared
        state.reported[unit] = LAST_TURN if spot.seen else 0
        if spot.division:
            state.division[unit] = spot.division
    state.began = state.where[:]


def _set_ground(given: Fields, world: World, state: PlaysheetState) -> None:
    """What each side holds: everything, the start's, or lists by side; and what it does not."""
    everything = (1 << world.size) - 1
    bare = scenario_of(given) == BARE
    if isinstance(given.raw("held", ""), str):
        how = given.choice("held", "a way to hold ground", HOLDING, "all" if bare else "start")
        if how == "all":
            state.allied_ground = state.german_ground = everything
    else:
        held = given.table("held")
        held.only(terms.SIDES)
        for side in held.values:
            setattr(state, f"{side}_ground", read_hexes(world.board, held, side))
    lacking = given.table("not_held")
    lacking.only(terms.SIDES)
    for side in lacking.values:
        ground = getattr(state, f"{side}_ground") & ~read_hexes(world.board, lacking, side)
        setattr(state, f"{side}_ground", ground)


def bridge_at(world: World, fields: Fields, at: str, text: str) -> int:
    bridge = world.bridge_between(*read_pair(world.board, fields, at, text))
    if bridge < 0:
        fields.fail(at, "no bridge is there; given.sides can put one there.")
    return bridge


def _blown(world: World, bridges: Fields, before: int) -> int:
    for name in bridges.values:
        bit = 1 << bridge_at(world, bridges, name, name)
        down = bridges.choice(name, "the state of a bridge", ("intact", "blown")) == "blown"
        before = before | bit if down else before & ~bit
    return before


def _set_bridges(given: Fields, world: World, state: PlaysheetState) -> None:
    """The bridges as they are, which both sides know, unless `believed` says otherwise of a side."""
    state.blown = _blown(world, given.table("bridges"), state.blown)
    believed = given.table("believed")
    believed.only(terms.SIDES)
    for side in terms.SIDES:
        setattr(state, f"{side}_thinks_blown", _blown(world, believed.table(side), state.blown))


def unit_of(world: World, fields: Fields, at: str, name: str) -> int:
    try:
        return world.by_id[unit_named(world, name)]
    except UserError as error:
        fields.fail(at, str(error))


def _set_reports(given: Fields, world: World, state: PlaysheetState) -> None:
    table = given.table("reports")
    table.only(terms.SIDES)
    for name in table.values:
        side = terms.SIDES.index(name)
        state.reports += [_report(world, state, table, name, side, text) for text in table.texts(name)]
    state.reports = in_order(state.reports)
    reported = given.table("reported")
    for name in reported.values:
        ago = reported.whole(name, 1, 2)
        state.reported[unit_of(world, reported, name, name)] |= 1 << ago
    for pair in given.texts("fought"):
        names = pair.split()
        if len(names) != 2:
            given.fail("fought", f"{pair!r} is no pair of enemies; write their two ids.")
        a, b = sorted((unit_of(world, given, "fought", n) for n in names), key=lambda u: world.units[u].side)
        state.fought.append((a, b))


def _report(world: World, state: PlaysheetState, fields: Fields, at: str, side: int, text: str) -> Report:
    """'2010 infantry regiment W 17D contact': a hex, and any of what is known."""
    label, *words = text.split()
    hex = read_hex(world.board, fields, at, label)
    found = {"turn": state.turn - 1, "source": SOURCES[1], "type": -1, "size": -1, "direction": -1}
    for word in words:
        if word in terms.REPORT_TYPES:
            found["type"] = terms.REPORT_TYPES.index(word)
        elif word in terms.REPORT_SIZES:
            found["size"] = terms.REPORT_SIZES.index(word)
        elif word in terms.POINTS:
            found["direction"] = terms.POINTS.index(word)
        elif word in SOURCES:
            found["source"] = word
        elif turn_of(word) is not None:
            found["turn"] = turn_of(word)
        else:
            known = (*terms.REPORT_TYPES, *terms.REPORT_SIZES, *terms.POINTS, *SOURCES, "17D")
            fields.unknown(at, word, f"a word for a report (in {text!r})", known)
    here = [u for u in world.of_side[1 - side] if state.where[u] == hex]
    return msgspec.convert({"to": side, "unit": here[0] if here else -1, "hex": hex, **found}, Report)


def _set_others(given: Fields, world: World, state: PlaysheetState) -> None:
    squadrons = given.table("squadrons")
    for name in squadrons.values:
        if name not in world.squadron_by_id:
            squadrons.unknown(name, name, "a squadron", list(world.squadron_by_id))
        word = squadrons.choice(name, "the state of a squadron", SQUADRONS)
        state.squadrons[world.squadron_by_id[name]] = SQUADRONS[word]
    for name in given.texts("places"):
        hex = read_hex(world.board, given, "places", name)
        if hex not in world.objective_at:
            given.fail("places", f"{name!r} is no place that counts.")
        bit = 1 << world.objective_at[hex]
        state.places[world.objective_at[hex]] = terms.GERMAN
        state.allied_thinks_german |= bit
        state.german_thinks_german |= bit
    dumps = given.table("dumps")
    for name in dumps.values:
        hex = read_hex(world.board, dumps, name, name)
        if hex not in world.dumps:
            dumps.fail(name, "no dump is there.")
        state.dumps[world.dumps.index(hex)] = DUMPS[dumps.choice(name, "the state of a dump", DUMPS)]
    state.bonus = given.whole("bonus", 0, 999, 0)
    state.exited = given.whole("exited", 0, 999, 0)
