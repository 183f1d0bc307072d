"""Make the position at ORDERS from the `given` of a case."""

from __future__ import annotations

import msgspec

from ardennes.cases.fields import Fields
from ardennes.cases.model import Table, options_of, six_sided, world_of_ours
from ardennes.games.playsheet.cases.board import BOARD_FIELDS, PlaysheetNames, board_of_case
from ardennes.games.playsheet.cases.units import place, read_units
from ardennes.games.playsheet.facts import DUMPS, SQUADRONS
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.knowledge.reports import SOURCES, in_order, note_adjacent
from ardennes.games.playsheet.rules.model.state import NOT_YET, PlaysheetState, Report
from ardennes.games.playsheet.rules.sequence.setup import opening
from ardennes.games.playsheet.rules.tables.readings import Readings
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.load import load_scenarios
from ardennes.games.playsheet.schema.terms import turn_of
from ardennes.games.playsheet.schema.world import World, printed_world

BARE = "bare"
SCENARIOS = (BARE, *load_scenarios())
STATE_FIELDS = (
    "weather", "held", "not_held", "reports", "reported", "fought", "bridges", "believed", "squadrons",
    "places", "dumps", "bonus", "exited",
)  # fmt: skip
GIVEN_FIELDS = ("scenario", "options", "turn", "units", "dice", "other_dice", *BOARD_FIELDS, *STATE_FIELDS)
USUAL_TURN = "18D"
HOLDING = ("all", "start")


def world_of_case(given: Fields) -> tuple[World, list[Fields]]:
    """Return the world of the case, and the fields of the units it places."""
    if short := world_of_ours(given, printed_world(), BOARD_FIELDS):
        return short, read_units(given, short.board, True)[1]
    printed, changed = printed_world(), any(name in given for name in BOARD_FIELDS)
    board = board_of_case(given) if changed else printed.board
    units, placed = read_units(given, board, scenario_of(given) != BARE)
    same = not changed and units == printed.units
    return printed if same else World(board=board, units=units), placed


def scenario_of(given: Fields) -> str:
    return given.choice("scenario", "a scenario", SCENARIOS, BARE)


def lay_out(given: Fields) -> Table:
    """Return the position with which a case begins."""
    given.only(GIVEN_FIELDS)
    world, placed = world_of_case(given)
    names, game = PlaysheetNames(world.board, world), Playsheet(world)
    scenario = scenario_of(given)
    turns = terms.TURNS if scenario == BARE else world.scenarios[scenario].turns
    state = opening(world, Readings.of(options_of(given, game)), turns)
    turn = turn_of(given.text("turn", USUAL_TURN if scenario == BARE else "16D").upper())
    if turn is None or turn >= turns:
        given.wrong("turn", f"a turn from 16D to {world.turn_name(turns - 1)}")
    state.turn = turn
    if scenario == BARE:
        state.where = [NOT_YET] * len(state.where)
        state.reports, state.reported = [], [0] * len(state.reported)
    for fields in placed:
        place(names, state, fields)
    state.began = state.where[:]
    state.weather = given.index("weather", "a weather", terms.WEATHERS, 0)
    _set_ground(given, names, state)
    _set_bridges(given, names, state)
    _set_reports(given, names, state)
    _set_others(given, names, state)
    note_adjacent(world, state)
    return Table(game, state, six_sided(given))


def _set_ground(given: Fields, names: PlaysheetNames, state: PlaysheetState) -> None:
    """Set the ground of each side: everything, that of the start, or lists; without `not_held`."""
    if isinstance(given.raw("held", ""), str):
        usual = "all" if scenario_of(given) == BARE else "start"
        if given.choice("held", "a way to hold ground", HOLDING, usual) == "all":
            state.allied_ground = state.german_ground = (1 << names.w.size) - 1
    else:
        held = given.table("held", only=terms.SIDES)
        for side in held.values:
            setattr(state, f"{side}_ground", names.hexes(held, side))
    lacking = given.table("not_held", only=terms.SIDES)
    for side in lacking.values:
        setattr(state, f"{side}_ground", getattr(state, f"{side}_ground") & ~names.hexes(lacking, side))


def _set_bridges(given: Fields, names: PlaysheetNames, state: PlaysheetState) -> None:
    """Set the bridges, and what each side believes: the truth, unless `believed` differs."""
    state.blown = names.blown(given.table("bridges"), state.blown)
    believed = given.table("believed", only=terms.SIDES)
    for side in terms.SIDES:
        setattr(state, f"{side}_thinks_blown", names.blown(believed.table(side), state.blown))


def _set_reports(given: Fields, names: PlaysheetNames, state: PlaysheetState) -> None:
    table = given.table("reports", only=terms.SIDES)
    for name in table.values:
        state.reports += [_report(names, state, table, name, text) for text in table.texts(name)]
    state.reports = in_order(state.reports)
    reported = given.table("reported")
    for name in reported.values:
        state.reported[names.unit(reported, name, name)] |= 1 << reported.whole(name, 1, 2)
    for pair in given.texts("fought"):
        if len(pair.split()) != 2:
            given.fail("fought", f"{pair!r} is not a pair of enemies; write their two ids.")
        units = [names.unit(given, "fought", name) for name in pair.split()]
        a, b = sorted(units, key=lambda unit: names.w.units[unit].side)
        if names.w.units[a].side == names.w.units[b].side:
            given.fail("fought", f"{pair!r} are units of one side; write the ids of two enemies.")
        state.fought.append((a, b))


def _report(names: PlaysheetNames, state: PlaysheetState, fields: Fields, side: str, text: str) -> Report:
    """Return a report from a text like '2010 infantry regiment W 17D contact': a hex and known facts."""
    label, *words = text.split()
    hex, to = names.hex(fields, side, label), terms.SIDES.index(side)
    result: dict[str, object] = {
        "turn": state.turn - 1,
        "source": SOURCES[1],
        "type": -1,
        "size": -1,
        "direction": -1,
    }
    lists = {"type": terms.REPORT_TYPES, "size": terms.REPORT_SIZES, "direction": terms.POINTS}
    for word in words:
        fact: dict[str, object] = {name: known.index(word) for name, known in lists.items() if word in known}
        if word in SOURCES:
            fact = {"source": word}
        elif not fact and turn_of(word) is not None:
            fact = {"turn": turn_of(word)}
        if not fact:
            known = (*(word for words in lists.values() for word in words), *SOURCES, "17D")
            fields.unknown(side, word, f"a word for a report (in {text!r})", known)
        result.update(fact)
    here = [unit for unit in names.w.of_side[1 - to] if state.where[unit] == hex]
    return msgspec.convert({"to": to, "unit": here[0] if here else -1, "hex": hex, **result}, Report)


def _set_others(given: Fields, names: PlaysheetNames, state: PlaysheetState) -> None:
    world: World = names.w
    squadrons = given.table("squadrons", only=world.squadron_by_id)
    for name in squadrons.values:
        word = squadrons.choice(name, "the state of a squadron", SQUADRONS)
        state.squadrons[world.squadron_by_id[name]] = SQUADRONS[word]
    for name in given.texts("places"):
        hex = names.hex(given, "places", name)
        if hex not in world.objective_at:
            given.fail("places", f"{name!r} is not a place that scores.")
        bit = 1 << world.objective_at[hex]
        state.places[world.objective_at[hex]] = terms.GERMAN
        state.allied_thinks_german |= bit
        state.german_thinks_german |= bit
    dumps = given.table("dumps")
    for name in dumps.values:
        hex = names.hex(dumps, name, name)
        if hex not in world.dumps:
            dumps.fail(name, "this hex has no fuel dump.")
        state.dumps[world.dumps.index(hex)] = DUMPS[dumps.choice(name, "the state of a dump", DUMPS)]
    state.bonus = given.whole("bonus", 0, 999, 0)
    state.exited = given.whole("exited", 0, 999, 0)
