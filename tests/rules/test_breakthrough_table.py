"""Breakthrough's table: offers are legal, displayed values match the engine, nothing hidden leaks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import hypot
from random import Random
from typing import Any

import msgspec
import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games import table_of
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.arithmetic import with_full_names
from ardennes.games.breakthrough.rules.combat.chances import outlook
from ardennes.games.breakthrough.rules.model import orders as o
from ardennes.games.breakthrough.rules.model.position import place
from ardennes.games.breakthrough.rules.model.state import AIR, GERMAN_SECOND, ORGANIZATION, BreakthroughState
from ardennes.games.breakthrough.rules.movement.moves import routes
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, ISOLATED, SUPPLIED, UNSUPPLIED
from ardennes.games.breakthrough.table.odds import ratio
from ardennes.kernel.offers import sample
from ardennes.kernel.wire import Entry, Stop
from tests.rules.refused import rule_of

GAME = Breakthrough()
TABLE = table_of(GAME)
W = GAME.world


def begun(scenario: str = "first_seven", seed: int = 1, **options: Any) -> BreakthroughState:
    chosen = {spec.key: spec.default for spec in GAME.options} | options
    return GAME.start(scenario, chosen, SealedDice(seed_from_number(seed)))


def positions(scenario: str, seed: int, every: int, most: int) -> Iterator[BreakthroughState]:
    """Return positions of a random game: one in so many orders, and the first of every phase."""
    state, rng, dice = begun(scenario, seed), Random(seed), SealedDice(seed_from_number(seed))
    phases: set[tuple[int, ...]] = set()
    for number in range(most):
        if state.acting < 0:
            return
        mark = GAME.phase_mark(state)
        if number % every == 0 or mark not in phases:
            yield state
        phases.add(mark)
        order = sample(GAME.offers(GAME.view(state, state.acting), state.acting), rng)
        assert order is not None
        GAME.apply(state, state.acting, order, dice)


def offered(view: BreakthroughState, side: int) -> Iterator[dict[str, Any]]:
    """Return every order that the table offers ready to give."""
    choices = TABLE.choices(view, side)
    entries: list[Entry | Stop] = [*choices.buttons, *(e for es in choices.hexes.values() for e in es)]
    entries += [e for es in choices.sides.values() for e in es]
    panels = list(choices.panels)
    for unit in choices.units:
        panels += TABLE.doings(view, side, unit)
        yield from (way.order for way in TABLE.reach(view, side, unit)[:40])
    for panel in panels:
        entries += panel.buttons
        for slider in panel.sliders:
            assert [stop.order is None for stop in slider.stops].index(True) == slider.at
            entries += slider.stops
    yield from (entry.order for entry in entries if entry.order is not None)


@pytest.mark.long
@pytest.mark.parametrize(("scenario", "seed"), [("first_seven", 1), ("last_seven", 2), ("twelve", 3)])
def test_all_that_is_offered_may_be_given(scenario: str, seed: int) -> None:
    kinds = set()
    for state in positions(scenario, seed, 60, 700):
        view = GAME.view(state, state.acting)
        for plain in offered(view, state.acting):
            order = GAME.read_order(plain)
            assert GAME.check(view, state.acting, order) is None, plain
            assert TABLE.words(view, state.acting, plain)
            kinds.add(type(order))
    assert {o.End, o.Move, o.Artillery, o.ChangeMode, o.Fortify, o.AdvanceFlag, o.Plot, o.BuildUp} <= kinds
    assert o.Interdict in kinds or scenario == "first_seven"


@pytest.mark.long
def test_a_board_shows_nothing_that_its_seat_may_not_know() -> None:
    for state in positions("last_seven", 5, 90, 400):
        for side in (GERMAN, AMERICAN):
            own = GAME.view(state, side)
            answer = msgspec.json.encode([TABLE.board(own, side), TABLE.choices(own, side)])
            for twin in GAME.hidden_twins(state, side):
                view = GAME.view(twin, side)
                again = msgspec.json.encode([TABLE.board(view, side), TABLE.choices(view, side)])
                assert again == answer


def test_who_watches_sees_no_points_and_no_pools() -> None:
    board = TABLE.board(GAME.view(begun(), None), None)
    assert all("-" not in unit.print for unit in board.units)
    assert "pools" not in {panel.id for panel in board.panels}


@pytest.mark.parametrize("turned", [False, True])
def test_both_maps_lay_the_hexes_side_by_side(turned: bool) -> None:
    stage = TABLE.stage()
    assert stage.turned is not None
    map_ = stage.turned.map if turned else stage.map
    assert map_.hex == ("flat" if turned else "pointy")
    at = stage.turned.at if turned else {x.id: (x.x, x.y) for x in stage.hexes}
    for hex_ in stage.hexes:
        x, y = at[hex_.id]
        assert 0 < x < map_.size[0]
        assert 0 < y < map_.size[1]
        for near in hex_.near:
            assert hypot(at[near][0] - x, at[near][1] - y) == pytest.approx(map_.radius * 3**0.5, abs=0.2)
    bastogne, huy, elsenborn = at["7,13"], at["30,3"], at["27,25"]
    if turned:  # west at the top: Huy lies to the right of Bastogne, Elsenborn below Huy
        assert huy[0] > bastogne[0]
        assert elsenborn[1] > huy[1]
    else:
        assert huy[1] < bastogne[1]
        assert elsenborn[0] > huy[0]


def german_operations() -> BreakthroughState:
    """The German first operation phase of 16 December."""
    state, dice = begun(), SealedDice(seed_from_number(1))
    for _ in range(2):  # German organization, American operations
        GAME.apply(state, state.acting, o.END, dice)
    assert state.acting == GERMAN
    return state


def test_odds_are_the_engines_own_and_give_an_order_for_each_attacker() -> None:
    state = german_operations()
    view = GAME.view(state, GERMAN)
    target = next(t for t in TABLE.choices(view, GERMAN).targets if t.hex == "25,28")
    outcome = TABLE.odds(view, GERMAN, ["25,28"], target.attackers)
    units = [W.by_id[name] for name in target.attackers]
    ahead = outlook(W, view, units, W.grid.at("25,28"))
    assert ahead.odds is not None
    assert outcome.column == ratio(ahead.odds.odds)
    emptied = next(c.percent for c in outcome.chances if c.result == "emptied")
    assert Fraction(emptied) == pytest.approx(float(100 * ahead.emptied), abs=0.01)
    assert outcome.orders is not None
    assert [order["unit"] for order in outcome.orders] == target.attackers
    assert {line.rule for line in outcome.lines} >= {"BTA-13.2", "BTA-8.2a"}
    for order in outcome.orders:
        GAME.apply(state, GERMAN, GAME.read_order(order), SealedDice(seed_from_number(1)))
    board = TABLE.board(GAME.view(state, GERMAN), GERMAN)
    assert {(a.to, a.label) for a in board.arrows} == {("25,28", outcome.column)}
    assert TABLE.board(GAME.view(state, AMERICAN), AMERICAN).arrows == []


def test_who_ends_a_phase_is_reported_what_it_means() -> None:
    state, dice = begun(), SealedDice(seed_from_number(1))
    outcome = TABLE.choices(GAME.view(state, GERMAN), GERMAN).leaves
    assert outcome == "415 artillery points will stay unused in the pools today."
    state.replacements = [3, 0, 0, 0]
    state.turn, state.strength[W.by_id["GE-26VG-39"]] = 5, 20
    outcome = TABLE.choices(GAME.view(state, GERMAN), GERMAN).leaves
    assert outcome.endswith("\n3 infantry replacement points will be lost.")
    state = german_operations()
    for unit, target in (("GE-2PZ-304", "9,22"), ("GE-12VG-27", "25,28"), ("GE-2PZ-2", "9,22")):
        GAME.apply(state, GERMAN, o.Plot(unit, target), dice)
    lines = TABLE.choices(GAME.view(state, GERMAN), GERMAN).leaves.split("\n")
    assert lines[0] == "2 combats will be fought. This cannot be undone:"
    assert lines[1].startswith("Marnach (9,22): 304th Panzergrenadier Regiment (2nd Panzer), 2nd ")
    assert lines[2].startswith(
        "1 hex west of Udenbreth (25,28): 27th Grenadier Regiment (12th Volksgrenadier), odds 0."
    )
    assert lines[3].endswith("units can still act.")


def test_the_air_phase_says_what_a_point_can_do() -> None:
    state = next(s for s in positions("last_seven", 1, 1, 5) if s.phase == AIR)
    GAME.apply(state, state.acting, o.Interdict(), SealedDice(seed_from_number(1)))
    (panel,) = TABLE.choices(GAME.view(state, state.acting), state.acting).panels
    reported = {row.what: row.value for row in panel.rows}
    assert reported["Points left"] == str(state.air[state.acting])
    assert reported["Interdiction so far"] == "1 point: 10 % of enemy units lose half their points"


def test_the_first_morning_says_that_nobody_moves() -> None:
    state, dice = german_operations(), SealedDice(seed_from_number(1))
    (decision,) = GAME.decisions(state)
    assert "units cannot move yet" in decision.prompt
    while state.phase != GERMAN_SECOND:
        events = GAME.apply(state, state.acting, o.END, dice)
    (decision,) = GAME.decisions(state)
    assert "Move, change mode" in decision.prompt
    assert "There is no second allowance on 16 December" in " ".join(map(GAME.tell, events))


def test_odds_of_nonsense_are_refused_with_a_message() -> None:
    view = GAME.view(german_operations(), GERMAN)
    for targets, attackers, rule in (
        (["25,28"], ["GE-2PZ-3"], "BTA-7.9a"),
        (["99,99"], ["GE-2PZ-3"], "BTA-MAP-1"),
        (["25,28", "26,29"], ["GE-12VG-27"], "BTA-7.9b"),
        (["25,28"], ["US-99-394"], "BTA-7.0"),
    ):
        assert rule_of(TABLE.odds(view, GERMAN, targets, attackers)) == rule


def test_reach_is_where_the_engine_finds_a_way_and_ways_by_hand_are_judged() -> None:
    state, dice = german_operations(), SealedDice(seed_from_number(1))
    for _ in range(2):
        GAME.apply(state, state.acting, o.END, dice)
    view, unit = GAME.view(state, GERMAN), "GE-2PZ-3"
    result = routes(W, view, W.by_id[unit])
    assert {way.hex for way in TABLE.reach(view, GERMAN, unit)} == {W.grid.label(cell) for cell in result}
    way = TABLE.reach(view, GERMAN, unit)[0]
    assert way.path is not None
    judged = TABLE.route(view, GERMAN, unit, way.path, "")
    assert judged.refusal is None
    assert judged.ways[0].left == way.left
    blocked = TABLE.route(view, GERMAN, unit, ["9,23", "9,22"], "")
    assert blocked.ways == []
    assert rule_of(blocked).startswith("BTA-")
    assert TABLE.reach(view, AMERICAN, unit) == []
    assert rule_of(TABLE.route(view, AMERICAN, unit, way.path, "")) == "BTA-2.3"


def test_why_names_the_rule() -> None:
    state = german_operations()
    view = GAME.view(state, GERMAN)
    assert [r.rule for r in TABLE.why(view, GERMAN, "GE-2PZ-3", "9,26")] == ["BTA-2.4c"]
    assert [r.rule for r in TABLE.why(view, GERMAN, None, "7,13")] == ["BTA-7.9a"]
    assert [r.rule for r in TABLE.why(view, GERMAN, None, "99,1")] == ["BTA-MAP-1"]
    GAME.apply(state, GERMAN, o.Plot("GE-12VG-27", "25,28"), SealedDice(seed_from_number(1)))
    view = GAME.view(state, GERMAN)
    assert TABLE.why(view, GERMAN, "GE-12VG-27", "25,28")[0].rule == "BTA-7.9b"


def test_a_sheet_says_why_a_unit_is_not_supplied() -> None:
    state = next(s for s in positions("last_seven", 1, 1, 60) if s.phase == ORGANIZATION)
    own = [u for u in W.of_side[AMERICAN] if state.where[u] >= 0]
    unit = own[0]
    for supply, word in ((SUPPLIED, "supplied"), (UNSUPPLIED, "unsupplied"), (ISOLATED, "isolated")):
        state.supply[unit] = supply
        board = TABLE.board(GAME.view(state, AMERICAN), AMERICAN)
        shown = next(u for u in board.units if u.id == W.units[unit].id)
        rows = {row.what: row.value for row in shown.sheet}
        assert rows["Supply"].startswith(word)
        assert (word in shown.marks) == (supply != SUPPLIED)


def test_the_day_and_the_score_are_reported() -> None:
    state = begun("last_seven")
    panels = {p.id: p for p in TABLE.board(GAME.view(state, GERMAN), GERMAN).panels}
    assert panels["score"].rows[0].value == "175"
    assert panels["ledger"].rows[0].rule == "BTA-10.2c"
    assert panels["day"].rows[0].value in ("overcast", "fog")
    assert state.phase != AIR or state.air[state.acting]


def test_the_combats_fought_last_are_reported_to_each_side() -> None:
    state = next(s for s in positions("first_seven", 5, 1, 3000) if s.fights)
    for side in (GERMAN, AMERICAN, None):
        panels = {p.id: p for p in TABLE.board(GAME.view(state, side), side).panels}
        rows = panels["combats"].rows
        assert len({row.group for row in rows}) == len({fought.cell for fought in state.fights})
        first = [row.what for row in rows[:3]]
        assert first == ["Odds", "Lost", "Draws"]
        shown = [(row.what, row.value) for row in rows if row.what not in first]
        lines = state.reckonings[side] if side is not None else ()
        assert shown == [
            (with_full_names(W, what), value) for reported in lines for what, value, _ in reported
        ]
        assert bool(shown) == (side is not None)


def test_an_exit_tells_what_it_would_bring() -> None:
    state, dice = german_operations(), SealedDice(seed_from_number(1))
    for _ in range(2):
        GAME.apply(state, state.acting, o.END, dice)
    unit = W.by_id["GE-1SS-Piper"]
    place(W, state, unit, W.grid.at("14,0"))
    state.points[unit] = 1
    (panel,) = TABLE.doings(GAME.view(state, GERMAN), GERMAN, "GE-1SS-Piper")
    (leave,) = [entry for entry in panel.buttons if entry.order["do"] == "exit"]
    assert (
        "scores 196 if the road home stays open (28 a day for 7 days)" in leave.label
    )  # a third of 85, the turn of exit counted
    assert leave.label.endswith("and cancels 1 American reinforcement")
    assert {row.rule for row in panel.rows} >= {"BTA-7.7a", "BTA-7.8a"}  # no points for more


def test_when_it_is_over_everybody_sees_everything() -> None:
    state, dice = begun("last_seven", 8), SealedDice(seed_from_number(8))
    while state.acting >= 0:
        GAME.apply(state, state.acting, o.END, dice)
    boards = [TABLE.board(GAME.view(state, side), side) for side in (GERMAN, AMERICAN, None)]
    for board in boards:
        board.morning = None  # "you win": by side
    assert boards[0] == boards[1] == boards[2]
    assert boards[0].result is not None
    assert boards[0].result.level == state.over
    assert not boards[0].hidden
    assert TABLE.choices(GAME.view(state, GERMAN), GERMAN).mine is False
    ledger = next(panel for panel in boards[0].panels if panel.id == "ledger")
    assert sum(int(row.value) for row in ledger.rows) == sum(line.points for line in state.ledger)
