"""Breakthrough's players: legal, deterministic, honest about what is hidden, with a reason for everything."""

from __future__ import annotations

import functools
import itertools

import pytest

from ardennes.dice import KeyedDice, seed_from_number
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model.orders import END, Exit, Fortify, Plot
from ardennes.games.breakthrough.rules.model.position import on_map
from ardennes.games.breakthrough.rules.model.state import (
    AMERICAN_FIRST,
    AMERICAN_SECOND,
    GERMAN_FIRST,
    GERMAN_SECOND,
    BreakthroughState,
    Fight,
    Gone,
)
from ardennes.games.breakthrough.rules.movement.supply import traced
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, ISOLATED, SIDES, SUPPLIED
from ardennes.hexes import board_of
from ardennes.kernel.contract import Order
from ardennes.kernel.match import settle_options
from ardennes.kernel.reach import flood
from ardennes.lab.play import play_game
from ardennes.players.api import Player, make_player, player_names
from ardennes.players.breakthrough.draft import Draft, Memory
from ardennes.players.breakthrough.staff.common import WEIGHTS, Staff
from ardennes.players.breakthrough.staff.line import flank, pickets
from ardennes.players.breakthrough.staff.places import PLACE, AmericanPlaces, GermanPlaces, PlacesStaff
from ardennes.players.breakthrough.staff.player import staff_for
from ardennes.players.breakthrough.staff.reopening import Hungry, gain
from ardennes.players.toolkit.weights import Weights, load_weights
from tests.players.watched import Given, both, watch

pytestmark = pytest.mark.long  # whole turns and games

GAME = Breakthrough()
W = GAME.world
EXPLOITS = ("rush", "turtle", "end_run", "cutter")
SHORT = ("losheim", "clervaux")


def play(
    seats: list[Player], seed: int, turns: int, scenario: str = "twelve"
) -> tuple[list[Given], list[BreakthroughState]]:
    """Play some turns."""
    end = W.scenarios[scenario].first_day + turns
    return watch(GAME, seats, seed, scenario, lambda s: s.day >= end)


@functools.cache
def two_turns() -> tuple[list[Given], list[BreakthroughState]]:
    return play(both(GAME, "staff", 7), 7, 2)


def test_who_can_play() -> None:
    assert {"random", "staff", *EXPLOITS} <= set(player_names("breakthrough"))


def test_every_order_of_the_staff_is_legal_and_has_its_reason() -> None:
    given, _ = two_turns()
    assert {side for side, _, _ in given} == {GERMAN, AMERICAN}
    assert all(why.strip() for _, _, why in given)
    assert any(isinstance(order, Plot) and ":1" in why for _, order, why in given)


def test_the_same_seed_gives_the_same_orders() -> None:
    assert play(both(GAME, "staff", 7), 7, 2)[0] == two_turns()[0]


def test_what_is_hidden_changes_no_order_and_no_reason() -> None:
    compared = 0
    for s in two_turns()[1][::2]:
        side = GAME.to_move(s)[0]
        first = make_player("staff", GAME, side, 3).act(GAME.view(s, side), side)
        for world in GAME.hidden_twins(s, side):
            assert make_player("staff", GAME, side, 3).act(GAME.view(world, side), side) == first
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("name", EXPLOITS)
def test_exploit_players_give_legal_orders_with_reasons(name: str) -> None:
    given, _ = play(both(GAME, name, 3), 3, 2)
    assert all(why.strip() for _, _, why in given)
    assert any(isinstance(order, Plot) for _, order, _ in given) == (name != "turtle")


def test_the_turtle_digs_in() -> None:
    given, _ = play(both(GAME, "turtle", 4), 4, 2)
    assert {side for side, order, _ in given if isinstance(order, Fortify)} == {GERMAN, AMERICAN}


@pytest.mark.parametrize(
    "scenario",
    [
        "losheim",
        "clervaux",
        pytest.param("first_seven", marks=pytest.mark.slow),
        pytest.param("last_seven", marks=pytest.mark.slow),
        pytest.param("last_seven_free", marks=pytest.mark.slow),
    ],
)
def test_staff_games_are_played_to_the_end_without_a_refusal(scenario: str) -> None:
    record = play_game(GAME, ("staff", "staff"), 5, scenario=scenario)
    assert not record.failure
    assert [side.refused for side in record.sides] == [0, 0]
    assert all("orders without a reason" not in side.counts for side in record.sides)


def on_an_exit(german: int) -> BreakthroughState:
    """A panzer regiment on the exit 14,0 on the 20th, and these hexes German."""
    s = GAME.start("twelve", settle_options(GAME, {}), KeyedDice(seed_from_number(1)))
    unit, cell = W.by_id["GE-2PZ-3"], W.grid.at("14,0")
    s.german = german | 1 << cell
    s.turn, s.phase, s.acting = 5, GERMAN_FIRST, GERMAN
    s.where[unit], s.points[unit] = cell, 20
    return BreakthroughState.from_record(s.record())


ALL_GERMAN = W.grid.mask & ~W.closed_to_german


@pytest.mark.parametrize("name", ["staff", "end_run"])
def test_a_german_on_an_open_exit_leaves(name: str) -> None:
    """A regiment on an exit whose road home is German; the staff waits if it is not."""
    s = on_an_exit(ALL_GERMAN)
    order, _ = make_player(name, GAME, GERMAN, 1).act(GAME.view(s, GERMAN), GERMAN)
    assert order == Exit("GE-2PZ-3")
    s = on_an_exit(W.board.german16)
    order, _ = make_player(name, GAME, GERMAN, 1).act(GAME.view(s, GERMAN), GERMAN)
    assert isinstance(order, Exit) == (name == "end_run")


def alone(turn: int, units: dict[str, str], german: int) -> BreakthroughState:
    """The German second operation of a turn with these units on the map and nobody else, all bridges up."""
    s = GAME.start("twelve", settle_options(GAME, {}), KeyedDice(seed_from_number(1)))
    s.bridges = (1 << len(W.board.bridges)) - 1
    s.where = [-1] * len(s.where)
    for name, label in units.items():
        s.where[W.by_id[name]], s.points[W.by_id[name]] = W.grid.at(label), 20
    s.german, s.turn, s.phase, s.acting = german, turn, GERMAN_SECOND, GERMAN
    return BreakthroughState.from_record(s.record())


def evening(s: BreakthroughState) -> tuple[list[Order], BreakthroughState]:
    """Return what the German staff orders in the phase, and the position before its combats."""
    staff, s, given = staff_for(GAME, GERMAN, 1), s.clone(), []
    while (order := staff.act(GAME.view(s, GERMAN), GERMAN)[0]) != END:
        GAME.apply(s, GERMAN, order, KeyedDice(seed_from_number(1)))
        given.append(order)
    return given, s


def test_a_garrison_is_ringed_in_the_evening_so_that_it_is_isolated_in_the_morning() -> None:
    """BTA-4.2b: Bastogne is supplied from the west; four regiments are east of it."""
    town = W.grid.at("7,13")
    west = board_of(c for c in W.grid.cells if W.grid.row[c] <= W.grid.row[town])
    ring = {"GE-2PZ-2": "8,14", "GE-2PZ-304": "5,14", "GE-LEHR-901": "6,15", "GE-LEHR-902": "9,14"}
    s = alone(6, {"US-101-501": "7,13", **ring}, ALL_GERMAN & ~west)
    garrison = W.by_id["US-101-501"]
    assert traced(W, s, AMERICAN)[garrison] == SUPPLIED
    _, then = evening(s)
    assert traced(W, then, AMERICAN)[garrison] == ISOLATED


def test_on_the_last_evening_what_scores_is_ridden_over_and_left_by() -> None:
    """An empty town next to one regiment, and exits with open roads in front of the other."""
    town, units = W.grid.at("7,13"), {"GE-2PZ-2": "8,14", "GE-2PZ-304": "29,16", "US-101-501": "1,2"}
    given, then = evening(alone(12, units, ALL_GERMAN & ~(1 << town)))
    assert then.german >> town & 1
    assert Exit("GE-2PZ-304") in given


@pytest.mark.parametrize("north", [False, True])
def test_the_line_of_a_flank_parts_the_roads_from_that_side(north: bool) -> None:
    """Return the line from the west end of the roads to the east edge: a unit that does not cross it can
    reach the roads only from the other side.
    """
    s = two_turns()[1][-1]
    roads = [W.grid.at(label) for label in ("14,31", "13,30", "13,29", "12,29", "11,28", "11,27", "10,27")]
    tip = roads[-2 if north else -1]  # of the two hexes farthest west the one on that side
    line = [tip, *flank(W, s, GERMAN, roads, north)]
    assert all(W.grid.adjacent(a, b) for a, b in itertools.pairwise(line))
    assert set(line) & set(roads) == {tip}
    east = board_of(cell for cell in W.grid.cells if W.grid.row[cell] >= W.grid.row[tip])
    corner = 1 << W.grid.at("30,31" if north else "1,31")
    result = flood(W.grid, corner, east & ~board_of(line))
    assert result & corner
    assert not result & board_of(roads)


def test_pickets_stand_every_third_hex_and_make_use_of_who_stands_there() -> None:
    line = list(range(12))
    assert pickets([], 0) == []
    assert pickets(line, 0) == [1, 4, 7, 10]
    assert pickets(line, 1 << 3) == [1, 3, 6, 9]
    assert pickets(line, 1 << 2) == [2, 5, 8, 11]  # units already there are expected


def road(start: int, goals: int) -> list[int]:
    """Return a shortest path by road to any of the goals, both ends included."""
    ways = {start: [start]}
    for cell in (queue := [start]):
        if goals >> cell & 1:
            return ways[cell]
        for step in W.ground.roads[cell]:
            if step.to not in ways:
                ways[step.to] = [*ways[cell], step.to]
                queue.append(step.to)
    raise AssertionError("no road")


def ridden_over(phase: int) -> tuple[BreakthroughState, list[int]]:
    """The 20th: three regiments in Houffalize depend on one road, on which raiders were in two hexes and
    moved on; another regiment is on it behind them.
    """
    s = GAME.start("twelve", settle_options(GAME, {}), KeyedDice(seed_from_number(1)))
    way = road(W.grid.at("13,15"), W.edge[GERMAN])
    s.bridges = (1 << len(W.board.bridges)) - 1  # all intact
    for unit in range(len(W.units)):
        if W.side[unit] == AMERICAN:
            s.where[unit] = -1
        elif s.where[unit] >= 0:
            s.points[unit] = 0
    column = [W.by_id[name] for name in ("GE-2PZ-2", "GE-2PZ-3", "GE-2PZ-304")]
    for unit in column:
        s.where[unit] = way[0]
    guard = W.by_id["GE-LEHR-901"]
    s.where[guard], s.points[guard] = way[5], 12
    s.german = W.board.german16 | board_of(way) & ~board_of(way[2:4])
    s.turn, s.phase, s.acting = 5, phase, GERMAN
    return BreakthroughState.from_record(s.record()), column


def test_a_road_that_raiders_have_ridden_over_is_opened_before_supply_is_traced() -> None:
    """BTA-2.3: the German second operation is the last before the Supply Phase."""
    s, column = ridden_over(GERMAN_SECOND)
    assert all(traced(W, s, GERMAN)[unit] != SUPPLIED for unit in column)
    staff = make_player("staff", GAME, GERMAN, 1)
    reported = []
    while s.phase == GERMAN_SECOND:
        order, why = staff.act(GAME.view(s, GERMAN), GERMAN)
        reported.append(why)
        GAME.apply(s, GERMAN, order, KeyedDice(seed_from_number(1)))
        if order == END:
            break
    assert any("before night" in why for why in reported)
    assert all(traced(W, s, GERMAN)[unit] == SUPPLIED for unit in column)


def test_who_sits_still_is_thought_calm_until_it_attacks() -> None:
    """A staff that joins a game later does not know it yet, and one attack is enough."""
    s = two_turns()[1][-1].clone()
    s.turn, s.fights = 5, []
    memory = Memory()
    memory.look(W, s, GERMAN, [])
    assert not memory.calm(s)
    s.turn = 8
    memory.look(W, s, GERMAN, [])
    assert memory.calm(s)
    s.fights = [Fight(GERMAN, W.grid.at("7,13"), 100, 50, (1, 1), (1, 1))]
    memory.look(W, s, GERMAN, [])
    assert memory.calm(s), "a side's attacks do not count for itself"
    s.fights = [Fight(AMERICAN, W.grid.at("7,13"), 100, 50, (1, 1), (1, 1))]
    memory.look(W, s, GERMAN, [])
    assert not memory.calm(s)


def test_gain_of_an_opened_road() -> None:
    """Full strength where the last hex is retaken, and less the more regiments stay cut off."""
    one, two = Hungry(40, 0b1), Hungry(50, 0b11)
    assert gain([one], 0b1) == 40 * (1.0 - 0.4)
    assert gain([one, two], 0b11) == 40 * (1.0 - 0.4) + 50 * (1.0 - 0.2)
    assert gain([two], 0b1) == pytest.approx(50 * (0.4 - 0.2))
    assert gain([one, two], 0b100) == 0


@functools.cache
def positions() -> tuple[BreakthroughState, ...]:
    """Positions where a weight may matter: the first days, a later battle, and a used exit whose road is cut,
    for both sides; in the one before the last the Americans have long been inactive (`still`).
    """
    cut = on_an_exit(W.board.german16)
    cut.gone.append(Gone(W.by_id["GE-2PZ-2"], 4, 50, W.grid.at("14,0")))
    late = play(both(GAME, "staff", 2), 2, 4, "last_seven")[1]
    used = late[-1].clone()
    used.gone.append(Gone(W.by_id["GE-2PZ-2"], used.turn - 1, 50, W.grid.at("14,0")))
    used.phase, used.acting = AMERICAN_FIRST, AMERICAN
    last = late[-1].clone()
    last.turn, last.phase, last.acting = 12, GERMAN_SECOND, GERMAN
    far = {"GE-2PZ-2": "8,14", "GE-2PZ-304": "29,16", "US-101-501": "1,2"}
    return (*two_turns()[1], *late, last, alone(6, far, ALL_GERMAN & ~W.board.road), cut, used)


def still(staff: Staff, s: BreakthroughState) -> None:
    """Make the staff remember that nobody has moved or attacked since the first day."""
    staff.memory.struck = 1
    staff.memory.stood = {unit: (s.where[unit], 1) for unit in on_map(W, s, AMERICAN)}


@functools.cache
def plan(at: int, side: int, changed: tuple[str, str, float] | None = None) -> list[Order]:
    """Return everything the staff would order in a stored position, with one weight changed."""
    weights = load_weights(WEIGHTS)
    if changed is not None:
        section, key, value = changed
        weights[section] = weights[section].replaced(**{key: value})
    return planned(at, side, weights)


def planned(at: int, side: int, weights: dict[str, Weights]) -> list[Order]:
    if at < 0:
        return in_short(-1 - at, weights)
    staff = staff_for(GAME, side, 1, weights)
    staff.kept = kept(at, side)
    if at == len(positions()) - 2:
        still(staff, positions()[at])
    first, _ = staff.act(GAME.view(positions()[at], side), side)
    return [first, *(order for order, _ in staff.queue)]


@functools.cache
def short_positions() -> tuple[tuple[Breakthrough, BreakthroughState], ...]:
    """The operation phases of a game of each short scenario, where places decide; the last ones first."""
    result = []
    for scenario in SHORT:
        game = GAME.in_scenario(scenario)
        states = watch(game, both(game, "staff", 6), 6, scenario, lambda s: False)[1]
        result += [(game, s) for s in reversed(states) if s.phase in OPERATIONS]
    return tuple(result)


def in_short(at: int, weights: dict[str, Weights]) -> list[Order]:
    """The same in a position of a short scenario."""
    game, s = short_positions()[at]
    staff = staff_for(game, s.acting, 1, weights)
    first, _ = staff.act(game.view(s, s.acting), s.acting)
    return [first, *(order for order, _ in staff.queue)]


@functools.cache
def kept(at: int, side: int) -> dict[int, str]:
    """What the units were about to do in the operation phase before."""
    for before in reversed(range(at)):
        s = positions()[before]
        if s.acting == side and s.phase in OPERATIONS:
            staff = staff_for(GAME, side, 1)
            staff.act(GAME.view(s, side), side)
            return staff.kept
    return {}


OPERATIONS = (GERMAN_SECOND, AMERICAN_SECOND, GERMAN_FIRST, AMERICAN_FIRST)
TELLING = (44, 43, 40, 39, 38)  # positions in which most weights change something


def test_every_weight_is_asked_for() -> None:
    weights = load_weights(WEIGHTS)
    for at in reversed(range(len(positions()))):
        s = positions()[at]
        if s.phase in OPERATIONS and any(set(table) - table.read for table in weights.values()):
            planned(at, s.acting, weights)
    for at in range(len(short_positions())):
        in_short(at, weights)
    assert {section: set(table) - table.read for section, table in weights.items()} == {
        section: set() for section in weights
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("section", "key"), [(section, key) for section, t in load_weights(WEIGHTS).items() for key in t]
)
def test_every_weight_changes_play(section: str, key: str) -> None:
    """Some position is planned differently with another weight; the most sensitive and late ones are tried
    first.
    """
    usual = load_weights(WEIGHTS)[section][key]
    if section.endswith("_places"):
        for at, (_, s) in enumerate(short_positions(), 1):
            if section == f"{SIDES[s.acting]}_places":
                for value in (1000 * usual, 0.0):
                    if plan(-at, s.acting) != plan(-at, s.acting, (section, key, value)):
                        return
        pytest.fail(f"{section}.{key} changes no order in any position of the short scenarios")
    for at in dict.fromkeys((*TELLING, *reversed(range(len(positions()))))):
        s = positions()[at]
        side = s.acting
        if s.phase not in OPERATIONS or (section != "battle" and (section == "german") != (side == GERMAN)):
            continue
        for value in (1000 * usual, 0.0):
            if plan(at, side) != plan(at, side, (section, key, value)):
                return
    pytest.fail(f"{section}.{key} changes no order in any of the positions")


def test_a_short_scenario_is_played_for_its_places() -> None:
    """From the world alone: a part of the map has places, the whole map has points."""
    assert isinstance(staff_for(GAME.in_scenario("losheim"), GERMAN, 1), GermanPlaces)
    assert isinstance(staff_for(GAME.in_scenario("clervaux"), AMERICAN, 1), AmericanPlaces)
    assert not isinstance(staff_for(GAME, GERMAN, 1), PlacesStaff)


@pytest.mark.parametrize(("german", "dear"), [((), 4), (("Schönberg",), 3), (("Schönberg", "Honsfeld"), 0)])
def test_who_has_the_places_it_needs_wants_another_one_less(german: tuple[str, ...], dear: int) -> None:
    """The Germans need two of four: as long as they have fewer, every other place is worth as much."""
    game = GAME.in_scenario("losheim")
    s = game.start("losheim", settle_options(game, {}), KeyedDice(seed_from_number(1)))
    places = {town.name: town.cell for town in game.world.board.towns}
    s.german |= board_of(places[name] for name in german)
    staff = staff_for(game, GERMAN, 1)
    assert isinstance(staff, GermanPlaces)
    draft = Draft(game, GERMAN, game.view(BreakthroughState.from_record(s.record()), GERMAN), Memory(), True)
    staff.look(draft)
    others = [staff.at_stake(draft, cell) for name, cell in places.items() if name not in german]
    assert sum(worth == PLACE for worth in others) == dear
    assert all(staff.at_stake(draft, places[name]) == PLACE for name in german), "none of these is to spare"
