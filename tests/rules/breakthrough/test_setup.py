"""Set-up of the three scenarios (BTA-2.1, BTA-2.2, BTA-10.2c, BTA-13.2)."""

from __future__ import annotations

import pytest

from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model.position import on_map, stack_at, stack_points
from ardennes.games.breakthrough.rules.model.state import (
    ADVANCE,
    DEAD,
    NOT_YET,
    UNFORMED,
    BreakthroughState,
    Variant,
)
from ardennes.games.breakthrough.rules.movement.supply import traced
from ardennes.games.breakthrough.rules.organization.artillery import starting_pool
from ardennes.games.breakthrough.rules.outcome.victory import percentages, score
from ardennes.games.breakthrough.rules.sequence.setup import opening
from ardennes.games.breakthrough.schema.terms import AMERICAN, ENG, GERMAN, NORMAL, SUPPLIED, UNSUPPLIED
from ardennes.games.breakthrough.schema.world import printed_world

W = printed_world()
POOLS_DEC21 = {
    "V": 145, "VII": 60, "XVII": 90, "VIII": 85, "III": 0, "XII": 0,
    "LXVII": 50, "ISS": 98, "IISS": 15, "LXVI": 20, "XLVII": 58, "LVIII": 50, "LXXXV": 43,
}  # fmt: skip


def begin(scenario: str, **options: object) -> BreakthroughState:
    return opening(W, Variant(**options), scenario)  # type: ignore[arg-type]


def strength(s: BreakthroughState, side: int) -> int:
    return sum(s.strength[unit] for unit in on_map(W, s, side))


@pytest.mark.parametrize("scenario", ["first_seven", "twelve"])
def test_16_december_places_the_chart(scenario: str) -> None:
    s = begin(scenario)
    assert (len(on_map(W, s, AMERICAN)), len(on_map(W, s, GERMAN))) == (27, 59)
    assert (strength(s, AMERICAN), strength(s, GERMAN)) == (750, 1961)
    assert s.turn == 1
    assert s.day == 16
    assert score(s) == 0
    assert all(s.where[unit.index] == UNFORMED for unit in W.units if unit.divisional)


def test_fortifications_of_16_december() -> None:
    s = begin("twelve")
    forts = {name: s.fort[W.by_id[name]] for name in ("US-106-422", "US-2-9", "US-28-112", "US-99-393")}
    assert forts == {"US-106-422": 2, "US-2-9": 1, "US-28-112": 1, "US-99-393": 1}
    assert not any(s.fort[unit] for unit in on_map(W, s, GERMAN))


def test_three_bridges_of_the_our_are_down_on_16_december() -> None:
    s = begin("twelve")
    down = {bridge.name for bridge in W.board.bridges if not s.bridges >> bridge.index & 1}
    assert down == {"9,22/9,23", "7,23/7,24", "4,25/5,25"}


def test_two_bridges_are_down_on_21_december() -> None:
    s = begin("last_seven")
    down = {bridge.name for bridge in W.board.bridges if not s.bridges >> bridge.index & 1}
    assert down == {"23,17/24,17", "23,18/24,19"}


def test_21_december_places_the_line() -> None:
    s = begin("last_seven")
    units = [unit for unit in W.units if not unit.divisional]
    assert sum(s.where[u.index] >= 0 for u in units) == 119
    assert sum(s.where[u.index] == DEAD for u in units) == 7
    assert all(s.where[u.index] == NOT_YET for u in units if u.day >= 21)
    assert (strength(s, AMERICAN), strength(s, GERMAN)) == (1491, 2251)
    assert percentages(W, s) == (86, 79)
    assert score(s) == 175
    assert s.ledger[0].source == "opening"


@pytest.mark.parametrize("scenario", ["twelve", "last_seven"])
def test_everybody_starts_in_normal_mode_without_artillery_or_flag(scenario: str) -> None:
    s = begin(scenario)
    for unit in [*on_map(W, s, GERMAN), *on_map(W, s, AMERICAN)]:
        assert s.mode[unit] == NORMAL
        assert s.artillery[unit] == 0
        assert not s.marks[unit] & ADVANCE


@pytest.mark.parametrize("scenario", ["twelve", "last_seven"])
def test_start_hexes_hold_one_side_and_at_most_three_stacking_points(scenario: str) -> None:
    s = begin(scenario)
    for cell in W.grid.cells:
        stack = stack_at(W, s, cell)
        assert len({W.side[unit] for unit in stack}) <= 1
        assert stack_points(W, s, stack) <= 3
        assert stack == sorted(stack), "the hex list begins in chart order"


@pytest.mark.parametrize("scenario", ["twelve", "last_seven"])
def test_anyone_who_stands_in_a_hex_owns_it(scenario: str) -> None:
    s = begin(scenario)
    for unit in [*on_map(W, s, GERMAN), *on_map(W, s, AMERICAN)]:
        assert bool(s.german >> s.where[unit] & 1) == (W.side[unit] == GERMAN)


def test_pools_of_21_december() -> None:
    s = begin("last_seven")
    assert {pool.corps: s.pools[pool.index] for pool in W.pools} == POOLS_DEC21


@pytest.mark.parametrize(("corps", "level", "points"), [("V", 2, 143), ("V", 1, 172), ("ISS", 4, 195)])
def test_levels_change_the_starting_pools(corps: str, level: int, points: int) -> None:
    pool = next(pool.index for pool in W.pools if pool.corps == corps)
    assert starting_pool(W, pool, level) == points == begin("twelve", level=level).pools[pool]


def test_levels_change_the_pools_of_21_december() -> None:
    s = begin("last_seven", level=4)
    pools = {pool.corps: s.pools[pool.index] for pool in W.pools}
    assert pools["LVIII"] == 97 - 9 - 9 - 4
    assert pools["IISS"] == 22
    assert pools["V"] == 145


def test_two_players_have_weak_american_engineers_and_tank_destroyers() -> None:
    s = begin("twelve", two_player=True)
    weak = [u for u in W.units if u.side == AMERICAN and (u.kind == ENG or u.label.startswith("TD"))]
    assert len(weak) == 11
    assert all(printed(W, s, u.index) == (5 if u.kind == ENG else 15) for u in weak)
    american = [unit.index for unit in W.units if unit.side == AMERICAN and not unit.divisional]
    assert sum(printed(W, s, unit) for unit in american) == 3090
    assert sum(printed(W, begin("twelve"), unit) for unit in american) == 3165


def test_two_players_cut_the_strengths_of_21_december() -> None:
    one, two = begin("last_seven"), begin("last_seven", two_player=True)
    cut = [W.units[u] for u in on_map(W, one, AMERICAN) if two.strength[u] < one.strength[u]]
    assert cut
    assert all(unit.kind == ENG or unit.label.startswith("TD") for unit in cut)
    assert all(two.strength[u] <= printed(W, two, u) for u in on_map(W, two, AMERICAN))


def test_everybody_traces_supply_on_16_december() -> None:
    s = begin("twelve")
    for side in (GERMAN, AMERICAN):
        assert set(traced(W, s, side).values()) == {SUPPLIED}


def test_bastogne_and_piper_are_unsupplied_on_21_december() -> None:
    s = begin("last_seven")
    american, german = traced(W, s, AMERICAN), traced(W, s, GERMAN)
    cut_off = [unit for unit, state in american.items() if state != SUPPLIED]
    pocket = {W.grid.at(label) for label in ("6,13", "6,14", "7,12", "7,13", "7,14", "8,13", "8,14")}
    assert len(cut_off) == 8
    assert {s.where[unit] for unit in cut_off} <= pocket
    assert {american[unit] for unit in cut_off} == {UNSUPPLIED}
    assert [W.units[u].id for u, state in german.items() if state != SUPPLIED] == ["GE-1SS-Piper"]
    assert german[W.by_id["GE-1SS-Piper"]] == UNSUPPLIED
