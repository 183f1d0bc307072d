"""Odds, shifts, limits, halvings (WOT-10.5, WOT-10.6, WOT-10.7, WOT-10.8, WOT-10.9, WOT-10.10, WOT-10.11,
WOT-10.12, WOT-10.13, WOT-10.14, WOT-10.15, WOT-10.25; WV-10 to WV-27, WV-39)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from ardennes.games.wave_of_terror.rules.combat import odds
from ardennes.games.wave_of_terror.schema.load import load_tables
from ardennes.games.wave_of_terror.schema.terms import ALLIED, FOREST, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from tests.data_copies import copied, edit
from tests.rules.wave_of_terror.battlefield import AROUND, HERE, Battlefield

A, B, C, D = "G-1SS-3", "G-1SS-4", "G-1SS-5", "G-1SS-6"
FOE = "A-1-1"


@pytest.mark.parametrize(
    ("attack", "defense", "name"),
    [
        (26, 7, "3:1"), (17, 9, "1:1"), (9, 9, "1:1"), (5, 11, "1:3"), (10, 11, "1:2"), (3, 13, "1:5"),
        (4, 16, "1:4"), (40, 5, "8:1"), (39, 5, "7:1"), (1, 1, "1:1"), (0, 2, "1:2"),
    ],
)  # fmt: skip
def test_ratio(attack: int, defense: int, name: str) -> None:
    """WV-10 to WV-13: rounded down above 1:1, up below."""
    assert odds.odds_name(odds.ratio(attack, defense)) == name


def final(
    attack: int, defense: int, *, terrain: str = "", place: str = "", first: bool = False, around: int = 1
) -> str:
    """The column of one unit of that strength in the first of so many opposite hexes."""
    field = Battlefield(
        factors={A: (attack, 5), B: (0, 5), FOE: (6, defense)},
        terrain={HERE: terrain} if terrain else {},
        places={HERE: place} if place else {},
        fight_first=first,
    )
    field.put(AROUND[0], A)
    if around > 1:
        field.put(AROUND[3], B)
    field.put(HERE, FOE)
    units = [field.unit(name) for name in (A, B)[:around]]
    shifts = odds.shifts_of(field.w, field.s, units, field.cell(HERE))
    total = odds.strength(field.w, field.s, units, field.cell(HERE)).total
    result = odds.odds(total, odds.defense_of(field.w, field.s, field.cell(HERE)), shifts)
    return odds.odds_name(result.position)


def test_shifts_and_limits() -> None:
    """WV-15 to WV-20: the shift is taken on the open scale, the limits come last."""
    assert final(19, 6, terrain="forest", place="town", first=True) == "2:1"
    assert final(12, 5, terrain="ridge", place="town") == "1:3"
    assert final(45, 5, terrain="ridge") == "7:1"
    assert final(15, 2, around=2) == "8:1"
    assert final(5, 18, terrain="forest") == "1:5"
    assert final(60, 5, terrain="ridge", place="city") == "8:1"
    assert final(12, 6, terrain="marsh") == "2:1"


@pytest.mark.parametrize(
    ("position", "die", "losses"),
    [(-4, 1, (4, 0)), (7, 6, (0, 4)), (1, 4, (1, 2)), (0, 1, (2, 1)), (2, 6, (1, 3)), (-1, 3, (2, 0)),
     (-1, 4, (2, 1)), (6, 1, (1, 2)), (12, 3, (0, 4)), (-9, 3, (4, 0))],
)  # fmt: skip
def test_results(position: int, die: int, losses: tuple[int, int]) -> None:
    """WV-12 to WV-14, WV-21."""
    assert odds.losses_at(Battlefield().w, position, die) == losses


def test_the_table_as_a_whole() -> None:
    """WV-22, and monotone: a better die or better odds never cost the attacker more nor the defender less."""
    crt = load_tables().crt
    for position, column in crt.items():
        zeros = [defender for _, defender in column].count(0)
        assert zeros == (3 if position < 0 else 0)
        assert position < 0 or all(min(result) >= 1 for result in column)
        better_odds = zip(column, crt.get(position + 1, column), strict=True)
        for worse, better in [*pairwise(column), *better_odds]:
            assert worse[0] >= better[0]
            assert worse[1] <= better[1]


def river_field() -> Battlefield:
    """Attack factors 5, 3, 3 in the north, across water with a bridge; 6 in the north-east over land."""
    field = Battlefield(
        factors={A: (5, 5), B: (3, 5), C: (3, 5), D: (6, 5)}, bridges={f"{AROUND[0]}/{HERE}": False}
    )
    field.put(AROUND[0], A, B, C)
    field.put(AROUND[1], D)
    field.put(HERE, FOE)
    return field


def test_one_division_for_all_that_is_halved() -> None:
    """WV-23 to WV-25: water and lack of supply share one sum; a unit with both is divided by four."""
    field = river_field()
    units = [field.unit(name) for name in (A, B, C, D)]
    target = field.cell(HERE)
    assert odds.strength(field.w, field.s, units, target) == (6, 11, 0, 11)
    hungry = Battlefield(factors={A: (5, 5), D: (7, 5)}, sides={f"{AROUND[0]}/{HERE}": "minor"})
    hungry.put(AROUND[0], A)
    hungry.put(AROUND[1], D)
    pair = [hungry.unit(A), hungry.unit(D)]
    assert odds.strength(hungry.w, hungry.s, pair, target, [hungry.unit(D)]).total == 6
    both = Battlefield(factors={A: (8, 5), D: (5, 5)}, sides={f"{AROUND[0]}/{HERE}": "blocked"})
    both.put(AROUND[0], A)
    both.put(AROUND[1], D)
    assert odds.strength(both.w, both.s, pair, target, pair).total == 4


@pytest.mark.parametrize("what", ["blocked", "minor", "major", "lake"])
def test_every_barred_hexside_halves(what: str) -> None:
    """WOT-10.13."""
    field = Battlefield(factors={A: (9, 5)}, sides={f"{AROUND[0]}/{HERE}": what})
    field.put(AROUND[0], A)
    assert odds.strength(field.w, field.s, [field.unit(A)], field.cell(HERE)).total == 4


def test_a_halved_sum_is_at_least_one() -> None:
    """WV-26, WOT-6.3."""
    field = Battlefield(factors={A: (1, 5)})
    field.put(AROUND[0], A)
    assert odds.strength(field.w, field.s, [field.unit(A)], field.cell(HERE), [field.unit(A)]).total == 1


@pytest.mark.parametrize(
    ("directions", "concentric"),
    [((0, 3), True), ((0, 2, 4), True), ((1, 3, 5), True), ((0, 1, 2), False), ((0, 1), False),
     ((5, 0, 1, 2), True), ((2,), False), ((0, 2), False)],
)  # fmt: skip
def test_concentric(directions: tuple[int, ...], concentric: bool) -> None:
    """WV-39; the basic game has no such shift, WOT-10.15."""
    for profile in ("full", "basic"):
        field = Battlefield(profile=profile)
        names = [f"G-12SS-{n}" for n in range(1, 5)]
        for name, direction in zip(names, directions, strict=False):
            field.put(AROUND[direction], name)
        units = [field.unit(name) for name, _ in zip(names, directions, strict=False)]
        rules = [line.rule for line in odds.shifts_of(field.w, field.s, units, field.cell(HERE))]
        assert ("WOT-10.15" in rules) == (concentric and profile == "full")


def test_west_wall_and_aircraft() -> None:
    """The West Wall serves German defenders only; an aircraft the Allies, attacking or not, WOT-10.14."""
    for side, wall in ((ALLIED, -1), (GERMAN, 0)):
        field = Battlefield(side, west_wall=[HERE])
        name = FOE if side == ALLIED else A
        field.put(AROUND[0], name)
        field.put(HERE, A if side == ALLIED else FOE)
        unit, target = [field.unit(name)], field.cell(HERE)
        plain = odds.shifts_of(field.w, field.s, unit, target)
        assert sum(line.columns for line in plain) == wall
        flown = odds.shifts_of(field.w, field.s, unit, target, aircraft=True)
        assert flown[-1].columns == (1 if side == ALLIED else -1)
        assert flown[-1].rule == "WOT-10.14"


def test_all_in_the_hex_defend_and_hunger_takes_nothing_from_defense() -> None:
    """WOT-10.3, WOT-6.4: a flipped unit counts its weaker side."""
    field = Battlefield(factors={FOE: (6, 5), "A-1-2": (6, 7)})
    field.put(HERE, FOE, "A-1-2")
    assert odds.defense_of(field.w, field.s, field.cell(HERE)) == 12
    field.s.steps[field.unit("A-1-2")] = 1
    assert odds.defense_of(field.w, field.s, field.cell(HERE)) == 11


def test_unseen_defenders_count_as_the_average() -> None:
    """WOT-7.3: what a side cannot see it estimates, the same whatever lies there."""
    field = Battlefield(factors={FOE: (6, 5), "A-1-2": (6, 9), "A-1-3": (6, 4)})
    field.put(HERE, "A-1-2", FOE)
    field.put("E1404", "A-1-3", "A-1-4")
    view = field.game.view(field.s, GERMAN)
    assert view.unseen
    assert field.top(HERE) == ["A-1-2"]
    visible = odds.defense_of(field.w, view, field.cell(HERE))
    assert visible == 9 + odds.average_unseen(field.w, view, ALLIED)


def test_whom_a_terrain_serves_is_data(tmp_path: Path) -> None:
    """A designer's West Wall serves any defender, and a designer's forest only German defenders."""
    folder = copied("wave_of_terror", tmp_path)
    edit(folder, "terrain.csv", "west_wall,,,1,no,yes", "west_wall,,,2,no,no")
    edit(folder, "terrain.csv", "forest,2,,1,no,no", "forest,2,,1,no,yes")
    world = World(folder=folder)
    target = next(
        cell for cell in world.grid.cells if world.board.west_wall >> cell & 1 and not world.board.place[cell]
    )
    world.board = replace(world.board, terrain=(FOREST,) * world.grid.size)
    reported = [odds.terrain_shifts(world, target, side) for side in (GERMAN, ALLIED)]
    assert [(line.what, line.columns) for line in reported[GERMAN]] == [("forest", -1), ("West Wall", -2)]
    assert [(line.what, line.columns) for line in reported[ALLIED]] == [("West Wall", -2)]
