"""The organization phase: artillery, replacements, formations and bridges (BTA-6.4, BTA-6.5, BTA-6.6,
BTA-6.7)."""

from __future__ import annotations

from random import Random

import pytest

from ardennes.dice import ScriptedDice, SealedDice, seed_from_number
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.model.events import ArtilleryMoved, BridgeBlown, BuiltUp, PoolChanged
from ardennes.games.breakthrough.rules.model.orders import (
    END,
    AirDrop,
    Artillery,
    Blow,
    BreakDown,
    Build,
    BuildUp,
    Replace,
)
from ardennes.games.breakthrough.rules.model.position import parts_of, stack_at, stacking
from ardennes.games.breakthrough.rules.model.state import (
    ADVANCE,
    BLEW,
    INTERDICTED,
    MERGED,
    ORGANIZATION,
    UNFORMED,
    BreakthroughState,
)
from ardennes.games.breakthrough.rules.movement import bridges
from ardennes.games.breakthrough.rules.organization import artillery, phase, replacements
from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    GERMAN,
    ISOLATED,
    NORMAL,
    SUPPLIED,
    TRAVEL,
    UNSUPPLIED,
)
from ardennes.kernel.contract import Event, Order
from ardennes.kernel.offers import Branch, holds, orders
from tests.rules.breakthrough.board import Field

GAME = Breakthrough()
W = GAME.world
R422, R423, R424 = "US-106-422", "US-106-423", "US-106-424"
DIV106 = "US-106-DIV"


def pool(corps: str) -> int:
    return next(p.index for p in W.pools if p.corps == corps)


def organizing(day: int = 20, side: int = AMERICAN) -> Field:
    field = Field(day)
    field.s.phase, field.s.acting = ORGANIZATION, side
    replacements.hand_out(W, field.s)
    field.s.pools = [100] * len(W.pools)
    return field


def refused(s: BreakthroughState, order: Order) -> str:
    """Return the rule that refuses the order; empty if it is legal."""
    refusal = GAME.check(s, s.acting, order)
    return "" if refusal is None else refusal.rule


def give(s: BreakthroughState, order: Order, *dice: int) -> list[Event]:
    assert refused(s, order) == ""
    return GAME.apply(s, s.acting, order, ScriptedDice(list(dice)))


# Artillery


def test_artillery_comes_from_the_corps_and_goes_back_to_it() -> None:
    """BTA-6.4a; the pool is that of the division's corps by the table, BTA-6.4g, BTA-13.4."""
    f = organizing()
    unit = f.put(R424, "16,25")
    events = give(f.s, Artillery(R424, 30))
    assert (f.s.artillery[unit], f.s.pools[pool("XVII")]) == (30, 70)
    assert events == [ArtilleryMoved(AMERICAN, R424, 30, 30, 70)]
    give(f.s, Artillery(R424, -12))
    assert (f.s.artillery[unit], f.s.pools[pool("XVII")]) == (18, 82)


@pytest.mark.parametrize(
    ("unit", "day", "most"),
    [
        (R424, 20, 30),
        (DIV106, 20, 60),
        ("GE-26VG-39", 18, 33),
        ("GE-26VG-39", 19, 15),
        ("GE-116PZ-DIV", 20, 30),
        ("US-ENG", 20, 0),
    ],
)
def test_most_artillery_a_unit_may_hold(unit: str, day: int, most: int) -> None:
    f = organizing(day)
    if unit == DIV106:
        number = f.division(unit, "16,25", (R422, R424))
    elif unit == "GE-116PZ-DIV":
        number = f.division(unit, "16,25", ("GE-116PZ-60", "GE-116PZ-156"))
    elif unit == "US-ENG":
        number = next(u.index for u in W.units if u.label == "1102 ENG")
        f.put(W.units[number].id, "16,25")
    else:
        number = f.put(unit, "16,25")
    assert artillery.maximum(W, f.s, number) == most


def test_artillery_orders_that_are_refused() -> None:
    f = organizing()
    f.put(R424, "16,25", artillery=10)
    f.put(R423, "17,25", supply=UNSUPPLIED)
    f.put(R422, "18,25", supply=ISOLATED, artillery=5)
    engineers = next(u.id for u in W.units if u.label == "1102 ENG")
    f.put(engineers, "16,24")
    assert refused(f.s, Artillery(R424, 21)) == "BTA-6.4b"
    assert refused(f.s, Artillery(R424, 0)) == "BTA-6.4b"
    assert refused(f.s, Artillery(R424, -11)) == "BTA-6.4a"
    assert refused(f.s, Artillery(R423, 1)) == "BTA-4.3a"
    assert refused(f.s, Artillery(R422, -5)) == "BTA-4.3a"
    assert refused(f.s, Artillery(engineers, 1)) == "BTA-6.4a"
    f.s.pools[pool("XVII")] = 4
    assert refused(f.s, Artillery(R424, 5)) == "BTA-6.4a"
    assert artillery.room(W, f.s, W.by_id[R424]) == 4


def test_half_the_artillery_goes_back_with_every_hex() -> None:
    f = organizing()
    unit = f.put(R424, "16,25", artillery=30)
    f.s.pools[pool("XVII")] = 0
    saved, returned = [], []
    for _ in range(3):
        before = f.s.pools[pool("XVII")]
        artillery.give_back_half(W, f.s, unit)
        saved.append(f.s.artillery[unit])
        returned.append(f.s.pools[pool("XVII")] - before)
    assert saved == [15, 7, 3]
    assert returned == [15, 8, 4]


def test_all_artillery_returns_whatever_the_supply() -> None:
    f = organizing()
    f.put(R424, "16,25", artillery=9, supply=ISOLATED)
    f.put("GE-26VG-39", "17,27", artillery=6)
    artillery.return_all(W, f.s)
    assert not any(f.s.artillery)
    assert (f.s.pools[pool("XVII")], f.s.pools[pool("XLVII")]) == (109, 106)


def test_german_pools_shrink_in_the_first_days_as_tabled() -> None:
    """BTA-6.4f."""
    f = organizing()
    s = f.s
    s.pools = artillery.pools_on(W, 3, 16)
    visited = {corps: [s.pools[pool(corps)]] for corps in ("LXVII", "ISS", "IISS", "LXVI", "LXXXV")}
    events: list[Event] = []
    for day in (17, 18, 19, 20):
        s.turn = day - 15
        artillery.change_pools(W, s, events)
        for corps, points in visited.items():
            points.append(s.pools[pool(corps)])
    assert visited == {
        "LXVII": [65, 59, 53, 50, 50],
        "ISS": [130, 117, 104, 98, 98],
        "IISS": [0, 0, 0, 15, 15],
        "LXVI": [25, 23, 21, 20, 20],
        "LXXXV": [55, 50, 45, 43, 43],
    }
    assert PoolChanged(AMERICAN, "V", 30, 145) in events


def test_a_pool_never_falls_below_nothing() -> None:
    f = organizing(17)
    f.s.pools[pool("ISS")] = 5
    artillery.change_pools(W, f.s, [])
    assert f.s.pools[pool("ISS")] == 0


# Replacements


def test_replacements_fill_a_unit_up_to_its_printed_strength() -> None:
    f = organizing(19)
    unit = f.put(R424, "16,25", strength=34)
    assert replacements.room(W, f.s, unit) == 6
    assert refused(f.s, Replace(R424, 7)) == "BTA-6.5"
    give(f.s, Replace(R424, 6))
    assert f.s.strength[unit] == 40
    assert f.s.replacements == [10, 15, 9, 10]
    assert refused(f.s, Replace(R424, 1)) == "BTA-6.5"


def test_replacements_that_are_refused() -> None:
    f = organizing(19)
    f.put(R422, "18,25", strength=30, supply=UNSUPPLIED)
    f.put(R423, "17,25", strength=10)
    for name in ("US-TD-A", "US-28-bn1"):
        f.put(name, "16,24" if name == "US-TD-A" else "15,23", strength=5)
    assert {refused(f.s, Replace(n, 1)) for n in (R422, "US-TD-A", "US-28-bn1")} == {"BTA-6.5"}
    assert refused(f.s, Replace(R423, 0)) == "BTA-6.5"
    assert refused(f.s, Replace(R423, 16)) == "BTA-6.5"
    f.s.turn = 3  # 18 December
    assert refused(f.s, Replace(R423, 1)) == "BTA-6.5"


def test_a_divisional_unit_takes_the_points_of_its_division() -> None:
    f = organizing(19, GERMAN)
    parts = tuple(W.units[i].id for i in W.units[W.by_id["GE-5FJ-DIV"]].components)
    unit = f.division("GE-5FJ-DIV", "5,25", parts, strength=90)
    assert replacements.ceiling(W, f.s, unit) == 104
    assert replacements.room(W, f.s, unit) == 10
    give(f.s, Replace("GE-5FJ-DIV", 10))
    assert f.s.replacements[:2] == [0, 15]


# Formations


def three_of_106() -> Field:
    f = organizing()
    f.put(R422, "16,25", strength=30, efficiency=80, fort=2, points=9, artillery=10)
    f.put(R423, "16,25", strength=20, efficiency=60, fort=1, points=4, artillery=30, supply=UNSUPPLIED)
    f.put(R424, "16,25", strength=40, efficiency=91, fort=0, points=18, mode=TRAVEL, marks=ADVANCE | BLEW)
    return f


def test_build_up_adds_and_averages() -> None:
    f = three_of_106()
    s, unit = f.s, W.by_id[DIV106]
    events = give(s, BuildUp(R422, (R423, R424)))
    assert s.strength[unit] == 90
    assert s.efficiency[unit] == 80  # (2400 + 1200 + 3640) / 90 = 80.4
    assert s.fort[unit] == 1
    assert s.points[unit] == 4
    assert s.artillery[unit] == 40
    assert (s.mode[unit], s.supply[unit]) == (NORMAL, SUPPLIED)
    assert s.marks[unit] == ADVANCE | BLEW
    assert stacking(W, s, unit) == 3
    assert stack_at(W, s, s.where[unit]) == [unit]
    assert all(s.where[W.by_id[name]] == MERGED for name in (R422, R423, R424))
    assert events == [BuiltUp(DIV106, (R422, R423, R424), "16,25")]


def test_supply_is_that_of_the_unit_in_command() -> None:
    f = three_of_106()
    give(f.s, BuildUp(R423, (R422,)))
    assert f.s.supply[W.by_id[DIV106]] == UNSUPPLIED


def test_points_doubled_by_trucks_are_carried_by_half() -> None:
    f = three_of_106()
    f.s.points[W.by_id[R423]] = 12
    give(f.s, BuildUp(R424, (R423,)))
    assert f.s.points[W.by_id[DIV106]] == 9


def test_artillery_above_the_limit_goes_back() -> None:
    f = organizing(20, GERMAN)
    for name in ("GE-26VG-39", "GE-26VG-77"):
        f.put(name, "8,24", artillery=20)
    give(f.s, BuildUp("GE-26VG-39", ("GE-26VG-77",)))
    assert f.s.artillery[W.by_id["GE-26VG-DIV"]] == 30
    assert f.s.pools[pool("XLVII")] == 110


def test_the_divisional_unit_takes_the_place_of_the_commander() -> None:
    f = organizing()
    other = f.put("US-28-bn1", "16,25")
    f.put(R422, "16,25")
    f.put(R424, "16,25")
    give(f.s, BuildUp(R424, (R422,)))
    whole = W.by_id[DIV106]
    assert stack_at(W, f.s, f.cell("16,25")) == [other, whole]
    give(f.s, BreakDown(DIV106))
    assert stack_at(W, f.s, f.cell("16,25")) == [other, W.by_id[R422], W.by_id[R424]]


def test_breakdown_keeps_the_place_before_later_comers() -> None:
    f = organizing()
    f.division(DIV106, "16,25", (R422, R424))
    later = f.put("US-28-bn1", "16,25")
    give(f.s, BreakDown(DIV106))
    assert stack_at(W, f.s, f.cell("16,25")) == [W.by_id[R422], W.by_id[R424], later]


def test_a_third_regiment_joins_its_divisional_unit() -> None:
    f = organizing()
    f.division(DIV106, "16,25", (R422, R424), fort=2, points=9)
    f.put(R423, "16,25", fort=0, points=5)
    assert refused(f.s, BuildUp(DIV106, (R423,))) == ""
    give(f.s, BuildUp(R423, (DIV106,)))
    unit = W.by_id[DIV106]
    assert [W.units[part].id for part in parts_of(W, f.s, unit)] == [R422, R423, R424]
    assert (f.s.strength[unit], f.s.fort[unit], f.s.points[unit]) == (120, 1, 5)


def test_build_ups_that_are_refused() -> None:
    f = organizing()
    f.put(R422, "16,25")
    f.put(R424, "16,24")
    f.put("US-28-bn1", "16,25")
    f.put("US-28-112", "16,25")
    assert refused(f.s, BuildUp(R422, (R424,))) == "BTA-6.6a"  # another hex
    assert refused(f.s, BuildUp(R422, ("US-28-112",))) == "BTA-6.6f"  # the 28th has one regiment only
    assert refused(f.s, BuildUp("US-28-112", ("US-28-bn1",))) == "BTA-6.6f"
    assert refused(f.s, BuildUp(R422, ())) == "BTA-6.6a"
    assert refused(f.s, BuildUp(R422, (R422,))) == "BTA-6.6a"
    assert refused(f.s, BuildUp(R422, (R423,))) == "BTA-6.0"  # not on the map


def test_a_division_has_one_divisional_unit_at_a_time() -> None:
    f = organizing()
    names = [W.units[i].id for i in W.units[W.by_id["US-101-DIV"]].components]
    assert len(names) == 4
    f.division("US-101-DIV", "7,13", (names[0], names[1]))
    f.put(names[2], "8,14")
    f.put(names[3], "8,14")
    assert refused(f.s, BuildUp(names[2], (names[3],))) == "BTA-6.6a"


def test_a_divisional_unit_has_at_most_three_regiments() -> None:
    f = organizing()
    names = [W.units[i].id for i in W.units[W.by_id["US-101-DIV"]].components]
    f.division("US-101-DIV", "7,13", tuple(names[:3]))
    f.put(names[3], "7,13")  # more than the hex may hold; the rule on build-ups stands by itself
    assert refused(f.s, BuildUp(names[3], ("US-101-DIV",))) == "BTA-6.6a"


def test_breakdown_shares_strength_and_artillery_and_copies_the_rest() -> None:
    f = organizing(20, GERMAN)
    s = f.s
    parts = ("GE-116PZ-60", "GE-116PZ-156")
    printed = [W.units[W.by_id[name]].combat for name in parts]
    assert sorted(printed) == [45, 60]
    marks = ADVANCE | INTERDICTED
    f.division("GE-116PZ-DIV", "13,25", parts, strength=70, efficiency=77, fort=3, points=11, marks=marks)
    give(s, BreakDown("GE-116PZ-DIV"))
    numbers = [W.by_id[name] for name in parts]
    assert sorted(s.strength[n] for n in numbers) == [30, 40]
    for n in numbers:
        assert (s.efficiency[n], s.fort[n], s.points[n], s.marks[n]) == (77, 3, 11, marks)
        assert s.inside[n] == -1
    assert s.where[W.by_id["GE-116PZ-DIV"]] == UNFORMED


def test_breakdown_needs_a_point_for_every_regiment_and_room_on_the_map() -> None:
    f = organizing(20, GERMAN)
    f.division("GE-116PZ-DIV", "13,25", ("GE-116PZ-60", "GE-116PZ-156"), strength=1)
    assert refused(f.s, BreakDown("GE-116PZ-DIV")) == "BTA-6.6c"
    f.s.strength[W.by_id["GE-116PZ-DIV"]] = 90
    assert refused(f.s, BreakDown("GE-116PZ-DIV")) == ""
    others = [u.id for u in W.units if u.side == GERMAN and not u.divisional and "116PZ" not in u.id]
    for cell, name in zip(W.grid.cells, others[: W.limits.ge_units_on_map - 1], strict=False):
        f.put(name, W.grid.label(cell))
    assert refused(f.s, BreakDown("GE-116PZ-DIV")) == "BTA-6.6b"
    assert refused(f.s, BreakDown("GE-26VG-39")) == "BTA-6.6b"  # not a divisional unit


# Bridges

DASBURG = "9,22/9,23"


def test_engineers_blow_a_bridge_with_50_and_lose_their_points_either_way() -> None:
    f = organizing(20)
    s, bridge = f.s, W.bridge_by_name[DASBURG]
    bridges.set_bridge(W, s, bridge, True)
    engineers = next(u for u in W.units if u.label == "1102 ENG")
    f.put(engineers.id, "9,22", points=9)
    f.put(R424, "9,22", points=9)
    assert bridges.blow_chance(W, engineers.index) == 50
    assert bridges.blow_chance(W, W.by_id[R424]) == 35
    give(s, Blow(R424, DASBURG), 36)
    assert bridges.intact(s, bridge)
    assert s.points[W.by_id[R424]] == 4
    assert refused(s, Blow(R424, DASBURG)) == "BTA-6.7d"
    events = give(s, Blow(engineers.id, "9,23/9,22"), 50)
    assert BridgeBlown(DASBURG, engineers.id, True) in events
    assert not bridges.intact(s, bridge)
    assert refused(s, Blow(engineers.id, DASBURG)) == "BTA-6.7a"


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"points": 4}, "BTA-6.7a"),
        ({"points": 9, "supply": UNSUPPLIED}, "BTA-6.7c"),
        ({"points": 9, "mode": TRAVEL}, "BTA-6.7c"),
        ({"points": 9}, ""),
    ],
)
def test_who_may_blow(facts: dict[str, int], rule: str) -> None:
    f = organizing(20)
    bridges.set_bridge(W, f.s, W.bridge_by_name[DASBURG], True)
    f.put(R424, "9,22", **facts)
    f.put("GE-26VG-39", "9,23")  # an enemy on the far bank does not stop it
    assert refused(f.s, Blow(R424, DASBURG)) == rule
    assert refused(f.s, Build(R424, DASBURG)) != ""


def test_a_mobile_unit_pays_fifteen() -> None:
    f = organizing(20, GERMAN)
    f.put("GE-116PZ-60", "9,23", points=14)
    bridges.set_bridge(W, f.s, W.bridge_by_name[DASBURG], True)
    assert refused(f.s, Blow("GE-116PZ-60", DASBURG)) == "BTA-6.7a"
    f.s.points[W.by_id["GE-116PZ-60"]] = 15
    assert refused(f.s, Blow("GE-116PZ-60", DASBURG)) == ""


def test_only_engineers_build_german_bridges_and_not_beside_an_enemy() -> None:
    f = organizing(16, GERMAN)
    s = f.s
    engineers = next(u.id for u in W.units if u.label == "ENG XLVII")
    f.put(engineers, "9,23", points=20)
    f.put("GE-26VG-39", "9,23", points=12)
    assert refused(s, Build("GE-26VG-39", DASBURG)) == "BTA-6.7b"
    f.put("US-28-bn5", "9,22")
    assert refused(s, Build(engineers, DASBURG)) == "BTA-6.7d"
    f.put("US-28-bn5", "9,20")
    give(s, Build(engineers, DASBURG))
    assert s.points[W.by_id[engineers]] == 0
    assert bridges.intact(s, W.bridge_by_name[DASBURG])
    assert refused(s, Build(engineers, DASBURG)) == "BTA-6.7a"


def test_any_american_builds_but_not_without_points_or_away_from_the_site() -> None:
    f = organizing(20)
    f.put(R424, "9,22", points=0)
    f.put(R423, "9,20", points=9)
    assert refused(f.s, Build(R424, DASBURG)) == "BTA-6.7a"
    assert refused(f.s, Build(R423, DASBURG)) == "BTA-6.7a"
    f.s.points[W.by_id[R424]] = 1
    assert refused(f.s, Build(R424, DASBURG)) == ""


# The phase as a whole


def test_everything_offered_is_accepted_and_nothing_else() -> None:
    """Check all orders of the tree, and many artificial ones, over the organization phases of a game."""
    dice, rng, visible = SealedDice(seed_from_number(11)), Random(11), 0
    state = GAME.start("last_seven", {}, dice)
    while GAME.to_move(state) and state.turn < 9:
        side = state.acting
        if state.phase == ORGANIZATION:
            view = GAME.view(state, side)
            offers = GAME.offers(view, side)
            offered = set(orders(offers))
            assert END in offered
            assert all(GAME.check(view, side, order) is None for order in offered)
            for order in made_up(state, rng, 150):
                visible += 1
                assert (GAME.check(view, side, order) is None) == (order in offered), order
                assert holds(offers, order) == (order in offered)
            for order in rng.sample(sorted(offered - {END}, key=repr), 8):
                if GAME.check(state, side, order) is None:
                    GAME.apply(state, side, order, dice)
        GAME.apply(state, side, END, dice)
    assert visible > 500


def made_up(s: BreakthroughState, rng: Random, count: int) -> list[Order]:
    units = [unit for unit in range(len(W.units)) if s.where[unit] >= 0 or rng.random() < 0.1]
    result: list[Order] = []
    for _ in range(count):
        unit = rng.choice(units)
        name, cell = W.units[unit].id, s.where[unit]
        beside = [W.units[u].id for u in (stack_at(W, s, cell) if cell >= 0 else []) if u != unit]
        partners = tuple(sorted(rng.sample(beside, rng.randint(0, len(beside))), key=W.by_id.__getitem__))
        site = rng.choice(W.board.bridges)
        if cell >= 0 and W.bridge_dirs[cell]:
            site = W.board.bridges[rng.choice(list(W.bridge_dirs[cell].values()))]
        result.append(
            rng.choice(
                (
                    Artillery(name, rng.randint(-35, 35)),
                    Replace(name, rng.randint(-1, 20)),
                    BuildUp(name, partners),
                    BreakDown(name),
                    Blow(name, site.name),
                    Build(name, site.name),
                    AirDrop(W.grid.label(cell if cell >= 0 else 0)),
                )
            )
        )
    return result


def test_every_unit_of_a_stack_has_its_branch_and_the_end_comes_first() -> None:
    """BTA-6.1, BTA-6.2, BTA-6.3."""
    f = organizing()
    f.put(R422, "16,25")
    f.put(R424, "16,25")
    first, *branches = GAME.offers(f.s, AMERICAN)
    assert first == END
    assert [branch.key for branch in branches if isinstance(branch, Branch)] == [R422, R424]
    doing = {type(order) for branch in branches for order in orders([branch])}
    assert doing == {Artillery, BuildUp}


def test_the_prompt_names_the_side() -> None:
    f = organizing()
    assert phase.DECISION.prompt(W, f.s, f.s.acting).startswith("American organization")
    assert GAME.decisions(f.s)[0].rule == "BTA-6.0"
