"""The playsheet's table over HTTP: offers are accepted, and nobody notices the other side write."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from ardennes.games import find_game, table_of
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model.state import MARCHED, PlaysheetState
from ardennes.games.playsheet.schema.terms import ALLIED, FINE, GERMAN
from ardennes.games.playsheet.table.table import PlaysheetTable
from ardennes.kernel.names import hex_text
from ardennes.kernel.wire import AirPage, Way
from tests.server.running import Player, Running

PEOPLE = {"german": "me", "allied": "beside"}
PANZER, GRENADIERS = "GE-116PZ-16", "GE-116PZ-156"  # next to the American front
TARGET = "4321"  # an American regiment is known to be there
SOME = 25  # of many orders offered


@pytest.fixture(scope="module")
def table() -> PlaysheetTable:
    game = find_game("playsheet")
    result = table_of(game)
    assert isinstance(result, PlaysheetTable)
    return result


def opening(table: PlaysheetTable, side: int, turn: int = 0, weather: int = 0) -> PlaysheetState:
    """Return the start as a side sees it, optionally on another day."""
    from ardennes.dice import KeyedDice

    game = table.game
    options = {option.key: option.default for option in game.options}
    state = game.start(game.scenarios[0].id, options, KeyedDice(bytes(32)))
    state.turn, state.weather = turn, weather
    return game.view(state, side)


def refused(game: Playsheet, view: PlaysheetState, side: int, plain: Any) -> str:
    refusal = game.check(view, side, game.read_order(plain))
    return "" if refusal is None else str(refusal)


def air(table: PlaysheetTable, view: PlaysheetState) -> AirPage:
    result = table.choices(view, ALLIED).air
    assert result is not None
    return result


def make(server: Running, **more: Any) -> Player:
    return server.make(PEOPLE, game="playsheet", seed=5, **more)


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_every_order_that_is_offered_is_accepted(table: PlaysheetTable, side: int) -> None:
    rng, view = Random(side), opening(table, side, turn=2)
    units = table.choices(view, side).units
    modes = set()
    for unit in rng.sample(units, 6):
        ways = table.reach(view, side, unit)
        for way in rng.sample(ways, min(SOME, len(ways))):
            assert refused(table.game, view, side, way.order) == "", way
            modes.add(way.mode)
        for panel in table.doings(view, side, unit):
            for button in panel.buttons:
                assert refused(table.game, view, side, button.order) == "", button
    assert len(modes) > 3


def test_the_time_of_a_way_is_that_of_its_route(table: PlaysheetTable) -> None:
    view = opening(table, GERMAN)
    ways = [w for w in table.reach(view, GERMAN, GRENADIERS) if w.mode == "tactical"]
    for way in Random(1).sample(ways, 10):
        drawn = table.route(view, GERMAN, GRENADIERS, way.order["route"], "tactical")
        assert drawn.refusal is None
        assert drawn.ways[0].left == way.left


def test_a_way_drawn_beyond_the_target_is_the_onward_route(table: PlaysheetTable) -> None:
    view = opening(table, GERMAN)
    written = table.odds(view, GERMAN, [TARGET], [PANZER]).order or {}
    drawn = table.route(view, GERMAN, PANZER, [*written["route"], TARGET, "4320"], "attack")
    assert drawn.refusal is None
    order = drawn.ways[0].order
    assert (order["target"], list(order["onward"])) == (TARGET, [TARGET, "4320"])
    assert order["route"] == written["route"]


def test_a_way_that_cannot_be_gone_is_judged_as_far_as_it_goes(table: PlaysheetTable) -> None:
    view = opening(table, GERMAN)
    drawn = table.route(view, GERMAN, GRENADIERS, ["4522", "4523", "0101"], "tactical")
    assert drawn.path == ["4522", "4523"]
    assert drawn.refusal is not None
    assert drawn.refusal.rule == "OPS-ORD-2"


def test_the_odds_are_those_of_the_sheet_against_what_is_reported(table: PlaysheetTable) -> None:
    view = opening(table, GERMAN)
    one = table.odds(view, GERMAN, [TARGET], [GRENADIERS])
    assert one.refusal is None
    # Panzergrenadiers of 10 with surprise; a regiment of the American average of 8 that may be dug in.
    assert (one.attack, one.defence, one.column) == ("12", "about 10", "2")
    assert sum(chance.percent for chance in one.chances) == pytest.approx(100, abs=0.1)
    both = table.odds(view, GERMAN, [TARGET], [GRENADIERS, PANZER])
    assert int(both.column) > int(one.column)
    assert {m.unit: m.column for m in one.more or ()}[PANZER] == both.column
    orders = both.orders or []
    assert [order["unit"] for order in orders] == [GRENADIERS, PANZER]
    for order in orders:
        assert refused(table.game, view, GERMAN, order) == ""


def test_last_turns_march_does_not_halve_this_turns_attack(table: PlaysheetTable) -> None:
    """The mark of a march stays visible; OPS-COMBAT-10 means the march of the turn of the combat."""
    view = opening(table, GERMAN)
    fresh = table.odds(view, GERMAN, [TARGET], [GRENADIERS])
    view.marks[table.game.world.by_id[GRENADIERS]] |= MARCHED
    assert table.odds(view, GERMAN, [TARGET], [GRENADIERS]).attack == fresh.attack == "12"


def test_the_air_page_sends_squadrons_by_task(table: PlaysheetTable) -> None:
    view = opening(table, ALLIED, turn=14, weather=FINE)
    pools = {pool.name: pool for pool in air(table, view).pools}
    attack = pools["ground-attack"]
    assert attack.flying == 0
    assert attack.may_fly == len(attack.free) > 3
    for pool in pools.values():
        for task in pool.tasks:
            value = 7 if task.by == "zone" else "4113"
            order = {**task.order, "squadrons": pool.free[:1], task.field: value}
            assert refused(table.game, view, ALLIED, order) == "", task
    night = opening(table, ALLIED, turn=15, weather=FINE)
    assert not any(pool.free for pool in air(table, night).pools)


def test_why_not_has_a_rule_for_each_mode(table: PlaysheetTable) -> None:
    view = opening(table, GERMAN)
    result = table.why(view, GERMAN, GRENADIERS, "2429")
    assert {refusal.rule for refusal in result} == {"OPS-MOVE-4", "OPS-MOVE-18"}
    surprised = opening(table, ALLIED)
    assert [r.rule for r in table.why(surprised, ALLIED, "US-106-422", "4914")] == ["OPS-UNIT-10"]


def test_nobody_hears_the_other_side_write(server: Running) -> None:
    match = make(server)
    before = match.get("allied").content
    log = match.get("allied", "/log").content
    view = match.view("german")
    order = next(w for w in match.get("german", "/reach", unit=PANZER).json()["reach"])["order"]
    match.done("german", order)
    match.done("german", {"do": "defend", "unit": GRENADIERS, "counter_attack": True})
    assert match.view("german")["seq"] == view["seq"] + 2
    assert match.get("allied").content == before
    assert match.get("allied", "/log").content == log


def test_a_sealed_side_waits_and_is_reported_only_that(server: Running) -> None:
    match = make(server)
    match.done("german", {"do": "seal"})
    german, allied = match.view("german"), match.view("allied")
    assert german["choices"]["mine"] is False
    assert german["choices"]["units"] == []
    assert match.get("german", "/reach", unit=PANZER).json()["reach"] == []
    assert "the German side has sealed" in allied["choices"]["decision"]["prompt"]
    assert [step["label"] for step in allied["board"]["strip"]] == ["Allied: writing", "German: sealed"]


def test_after_the_turn_each_side_has_its_own_report(server: Running) -> None:
    match = make(server)
    orders = match.post("german", "/odds", {"targets": [TARGET], "attackers": [GRENADIERS, PANZER]}).json()[
        "odds"
    ]
    for order in orders["orders"]:
        match.done("german", order)
    match.done("german", {"do": "seal"})
    match.done("allied", {"do": "seal"})
    reported = {seat: match.view(seat)["log_tail"][-1]["events"] for seat in PEOPLE}
    kinds = {seat: {event["event"] for event in events} for seat, events in reported.items()}
    assert {"stepped", "fought", "sighted", "phase"} <= kinds["german"]
    assert "stepped" not in {
        e["event"] for e in reported["allied"] if str(e.get("unit", "")).startswith("GE-")
    }
    for seat, side in (("german", GERMAN), ("allied", ALLIED)):
        assert not kinds[seat] & {"die", "battle"}
        assert all(event.get("to", side) == side for event in reported[seat])
    assert match.view("german")["board"]["turn"] == 2


def test_the_stage_knows_every_event_and_mark(table: PlaysheetTable) -> None:
    from ardennes.games.playsheet.rules.model.events import AnyEvent

    shown = table.stage().events
    kinds = {str(kind.__struct_config__.tag) for kind in AnyEvent.__args__}
    assert kinds - set(shown) == {"sealed", "game_over"}  # told as a line of the log, no more
    assert msgspec.json.encode(table.stage())


def test_the_umpires_picture_is_shown_only_when_the_match_is_over(server: Running) -> None:
    match = make(server)
    asked = {"targets": [TARGET], "attackers": [GRENADIERS]}
    match.done("german", match.post("german", "/odds", asked).json()["odds"]["order"])
    for seat in PEOPLE:
        match.done(seat, {"do": "seal"})

    def seen() -> tuple[set[str], set[str]]:
        """Return the units the German seat sees in the first moment, and the kinds of events it receives."""
        units = match.get("german", "/replay", at=1).json()["board"]["units"]
        entries = match.get("german", "/log").json()["entries"]
        return {unit["id"][:2] for unit in units}, {e["event"] for entry in entries for e in entry["events"]}

    sides, outcome = seen()
    assert sides == {"GE"}
    assert not outcome & {"battle", "die"}
    match.done("allied", {"do": "resign"})
    sides, outcome = seen()
    assert {"GE", "US"} <= sides
    assert {"battle", "die"} <= outcome


GUNS, TOWED_BY = "GE-ART-LVIII-M1", "road column"


def wrote(table: PlaysheetTable, view: PlaysheetState, side: int, plain: Any) -> None:
    """An order on the sheet of the view."""
    from ardennes.dice import KeyedDice

    order = table.game.read_order(plain)
    assert table.game.check(view, side, order) is None
    table.game.apply(view, side, order, KeyedDice(bytes(32)))


def marched(table: PlaysheetTable, view: PlaysheetState, most: int) -> Way:
    """The longest march of the guns that takes at most so many hundredths of the turn, written."""
    ways = [w for w in table.reach(view, GERMAN, GUNS) if w.mode == TOWED_BY]
    way = max((w for w in ways if int(w.left) <= most), key=lambda w: int(w.left))
    wrote(table, view, GERMAN, way.order)
    return way


def test_guns_move_first_and_fire_from_there(table: PlaysheetTable) -> None:
    view = opening(table, GERMAN)
    way = marched(table, view, 50)
    ways = table.reach(view, GERMAN, GUNS)
    place = hex_text(table.game.world, way.hex)
    after = [w for w in ways if w.mode == f"support an attack from {place}"]
    assert after
    for result in Random(2).sample(after, 10):
        order = result.order
        assert (order["do"], order["route"]) == ("support", way.order["route"])
        assert refused(table.game, view, GERMAN, order) == ""
        assert result.measure == "km"
    wrote(table, view, GERMAN, after[0].order)
    line = next(x for x in table.choices(view, GERMAN).sheet or () if x.unit == GUNS)
    assert f"from {place}" in line.words
    assert f"arrives at {way.left} %" in line.words
    shorter = way.order["route"][:1]
    drawn = table.route(view, GERMAN, GUNS, shorter, "support an attack")
    order = drawn.ways[0].order
    assert (order["target"], list(order["route"])) == (after[0].hex, list(shorter))


def test_guns_that_march_too_long_are_reported_why_they_cannot_fire(table: PlaysheetTable) -> None:
    view = opening(table, GERMAN)
    way = marched(table, view, 100)
    assert int(way.left) > 50
    modes = {w.mode for w in table.reach(view, GERMAN, GUNS)}
    place = hex_text(table.game.world, way.hex)
    assert f"support an attack from {place}" not in modes
    barred = next(p for p in table.doings(view, GERMAN, GUNS) if p.id == "cannot")
    row = next(row for row in barred.rows if row.what == f"Support from {place}")
    assert row.rule == "OPS-ORD-2"


def test_guns_out_of_range_say_so(table: PlaysheetTable) -> None:
    result = table.why(opening(table, GERMAN), GERMAN, GUNS, "2429")
    assert "OPS-ARTY-1" in {refusal.rule for refusal in result}


def test_who_is_fed_first_by_a_drop_is_pressed_in_turn(table: PlaysheetTable) -> None:
    view = opening(table, ALLIED, turn=14, weather=FINE)
    world = table.game.world
    near = sorted({u for u in world.of_side[ALLIED] if view.where[u] >= 0}, key=lambda u: view.where[u])
    cell = view.where[near[0]]
    for unit in near[1:3]:
        view.where[unit] = cell
    pool = next(p for p in air(table, view).pools if "transport" in p.name)
    drop = {"do": "transport", "squadrons": pool.free[:1], "load": "supplies", "target": world.label(cell)}
    wrote(table, view, ALLIED, drop)
    (mission,) = air(table, view).missions
    assert not any(button.on for button in mission.first)
    second = mission.first[1]
    wrote(table, view, ALLIED, second.order)
    (mission,) = air(table, view).missions
    assert [button.label for button in mission.first if button.on] == [f"1. {second.label}"]
    assert f"first for {second.label}" in mission.words
    wrote(table, view, ALLIED, mission.first[0].order)
    wrote(table, view, ALLIED, air(table, view).missions[0].first[1].order)
    (mission,) = air(table, view).missions
    assert [button.label for button in mission.first if button.on] == [f"1. {mission.first[0].label[3:]}"]


def test_layers_tell_ranges_and_areas_of_ones_own_alone(table: PlaysheetTable) -> None:
    stage = table.stage()
    assert [layer.id for layer in stage.layers] == ["rings", "skies", "areas"]
    assert [ring.kind for ring in stage.units[GUNS].rings] == ["effective", "long"]
    assert stage.units[GRENADIERS].rings == []
    view = opening(table, GERMAN)
    wrote(table, view, GERMAN, {"do": "interdict", "unit": "GE-ART-LVIII-F2", "anchor": "4321"})
    wrote(table, view, GERMAN, {"do": "interdict", "unit": "GE-ART-LVIII-F1", "anchor": "4321"})
    (area,) = table.board(view, GERMAN).areas
    assert (area.when, area.words) == ("now", "Interdicted this turn by 2 artillery groups")
    assert "4321" in area.hexes
    view.last_sheet, view.sheet = view.sheet, view.last_sheet
    assert [area.when for area in table.board(view, GERMAN).areas] == ["last"]
    assert table.board(table.game.view(view, ALLIED), ALLIED).areas == []


def test_the_log_of_a_match_that_is_over_is_read_to_its_end(server: Running) -> None:
    """Once all is open everybody counts all orders: page after page, none twice."""
    match = make(server)
    for unit in (PANZER, GRENADIERS):
        match.done("german", {"do": "rest", "unit": unit})
    match.done("allied", {"do": "seal"})
    match.done("german", {"do": "resign"})
    assert match.view("german")["over"]
    page = match.get("german", "/log", limit=2).json()
    result = [entry["order"] for entry in page["entries"]]
    while page["more"]:
        assert len(result) < 10
        last = page["entries"][-1]["seq"]
        page = match.get("german", "/log", limit=2, after=last, have=len(result)).json()
        result += [entry["order"] for entry in page["entries"]]
    assert result == [1, 2, 3, 4]
