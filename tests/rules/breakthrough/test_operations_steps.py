"""One step: what it costs and what forbids it (BTA-7.5a, BTA-7.5b, BTA-7.6a, BTA-7.6b, BTA-7.6c, BTA-7.6d,
BTA-7.6e, BTA-7.6f, BTA-7.6g, BTA-7.6h, BTA-7.6i, BTA-7.6j, BTA-7.6k, BTA-7.7d, BTA-6.7e, BTA-6.7f)."""

from __future__ import annotations

import pytest

from ardennes.games.breakthrough.rules.model.state import MOVED
from ardennes.games.breakthrough.rules.movement.moves import enter_hex
from ardennes.games.breakthrough.rules.movement.step import Walk, may_enter, may_stand, step, step_cost
from ardennes.games.breakthrough.schema.terms import NORMAL, TRAVEL
from ardennes.kernel.contract import Refusal
from tests.rules.breakthrough.field import Field

INF, INF2, ARM, VG, PZ, PZGR, ENG, US_ENG = (
    "US-82-504", "US-82-505", "US-7A-CCA", "GE-12VG-27", "GE-116PZ-16", "GE-116PZ-156", "GE-ENG-ISS",
    "US-1102-ENG",
)  # fmt: skip
HERE, THERE = "20,10", "20,9"
SIDE = f"{HERE}/{THERE}"


def cost(field: Field, unit: int, to: str = THERE, frm: str = HERE, zones: bool = True) -> int:
    return step_cost(field.w, field.s, unit, field.cell(frm), field.cell(to), zones).total


def take(
    field: Field, unit: int, points: int, to: str = THERE, moved: bool = False, frm: str = HERE
) -> int | str:
    """Points left, or the rule against it."""
    on = step(field.w, field.s, unit, field.cell(frm), field.cell(to), points, moved)
    return on.rule if isinstance(on, Refusal) else on.points


def against(field: Field, unit: int, to: str = THERE, frm: str = HERE) -> str:
    refusal = may_enter(field.w, field.s, unit, field.cell(frm), field.cell(to))
    return refusal.rule if refusal else ""


@pytest.mark.parametrize(("day", "costs"), [(20, [3, 6, 4, 8]), (24, [3, 4, 4, 6])])
def test_terrain_and_freeze(day: int, costs: list[int]) -> None:
    """BTA-13.5, BTA-9.0c."""
    for kind, points in zip(("clear", "rough", "town", "forest"), costs, strict=True):
        field = Field(day, terrain={THERE: kind})
        assert cost(field, field.put(PZ, HERE), THERE) - 1 == points  # 1: American ground
        assert cost(field, field.put(INF, "20,8"), THERE, "20,8") - 2 == 3  # 2: next to the enemy


def test_roads_in_travel_mode_only() -> None:
    """BTA-7.6h, BTA-7.7d."""
    field = Field(26, terrain={"20,9": "forest", "20,8": "town"}, roads=["20,10/20,9", "20,9/20,8"])
    unit = field.put(ARM, HERE, mode=TRAVEL)
    assert cost(field, unit) == 1
    assert cost(field, unit, "20,8", "20,9") == 2
    assert against(field, unit, "21,10") == "BTA-7.7d"
    field.s.mode[unit] = NORMAL
    assert cost(field, unit) == 6
    assert against(field, unit, "21,10") == ""


def test_zones_leave_and_enter() -> None:
    """BTA-7.6b."""
    field = Field(terrain={THERE: "forest"})
    field.put(VG, "20,7")
    unit = field.put(INF, HERE)
    field.give(True, THERE)
    assert cost(field, unit) == 3 + 1
    field.put(VG, "21,7")  # now 20,8 and 20,9's neighbour 21,8 ... 20,9 is still outside
    assert cost(field, unit, "20,8", "20,9") == 3 + 2
    parts = step_cost(field.w, field.s, unit, field.cell("20,8"), field.cell("20,9")).parts
    assert [(part.what, part.points, part.rule) for part in parts] == [
        ("forest", 3, "BTA-13.5"),
        ("enemy hex", 1, "BTA-13.5"),
        ("leaving an enemy zone", 4, "BTA-7.6b"),
    ]
    assert cost(field, unit, "20,9", "20,8", zones=False) == 4


def test_zone_to_zone_must_be_paid_and_takes_all() -> None:
    """BTA-7.6c."""
    field = Field()
    field.put(VG, "21,9")  # next to both
    unit = field.put(INF, HERE)
    assert take(field, unit, 12) == 0
    assert take(field, unit, 9) == 0
    assert take(field, unit, 8) == "BTA-7.6c"
    refusal = step(field.w, field.s, unit, field.cell(HERE), field.cell(THERE), 8, False)
    assert isinstance(refusal, Refusal)
    assert "costs 9 points" in refusal.facts
    assert "has 8" in refusal.facts


def test_travel_mode_pays_zones_and_keeps_the_rest() -> None:
    """BTA-7.6c."""
    field = Field(roads=[SIDE])
    field.put(INF, "21,9")
    unit = field.put(PZ, HERE, mode=TRAVEL)
    field.give(True, THERE)
    assert cost(field, unit) == 1 + 6 + 2
    assert take(field, unit, 24) == 15


def test_the_150th_brigade_slips_through_until_the_17th() -> None:
    """BTA-7.6e."""
    field = Field(17)
    field.put(INF, "21,9")
    unit = field.put("GE-150-SK-SS", HERE)
    field.give(True, THERE)
    assert take(field, unit, 20) == 17
    assert take(field, unit, 2) == "BTA-7.5b"  # no minimum move next to an enemy all the same
    field.s.turn = 3
    assert cost(field, unit) == 9
    assert take(field, unit, 20) == 0


def test_bridge_traffic_counts_germans_alone() -> None:
    """BTA-6.7f."""
    field = Field(bridges=[SIDE])
    w, s = field.w, field.s
    names = ("GE-116PZ-16", "GE-1SS-1", "GE-1SS-2", "GE-12VG-27")
    paid = []
    field.give(True, THERE)
    for name in names:
        unit = field.put(name, HERE, mode=TRAVEL)
        paid.append(cost(field, unit))
        enter_hex(w, s, unit, field.cell(THERE))
        s.where[unit] = -1
        s.follows = None
    assert paid == [1, 3, 5, 7]
    assert s.crossings == [4]
    field.give(False, THERE)
    unit = field.put(INF, HERE, mode=TRAVEL)
    assert cost(field, unit) == 1
    enter_hex(w, s, unit, field.cell(THERE))
    assert s.crossings == [4]


def test_rivers_by_kind_and_engineer() -> None:
    """BTA-7.6i, BTA-6.7e."""
    field = Field(terrain={THERE: "rough"}, rivers=[SIDE, f"{HERE}/20,11"])
    field.give(True, THERE, "20,11")
    volks, grenadiers = field.put(VG, HERE), field.put(PZGR, HERE)
    assert cost(field, volks) == 8
    assert cost(field, grenadiers, "20,11") == 11
    engineer = field.put(ENG, THERE, mode=TRAVEL)
    assert cost(field, volks) == 6
    enter_hex(field.w, field.s, engineer, field.cell(HERE))
    assert cost(field, grenadiers, "20,11") == 7
    field.s.mode[engineer] = NORMAL
    assert cost(field, engineer) == 9
    field.s.turn = 9
    assert cost(field, engineer) == 7


def test_tanks_cross_at_bridges_in_travel_mode_alone() -> None:
    field = Field(bridges=[SIDE])
    field.put(ENG, THERE)
    unit = field.put(PZ, HERE)
    assert against(field, unit) == "BTA-6.7e"
    field.s.mode[unit] = TRAVEL
    assert against(field, unit) == ""
    field.s.bridges = 0
    assert against(field, unit) == "BTA-4.1d"


def test_a_blown_bridge_may_carry_by_option() -> None:
    """BTA-4.1d."""
    field = Field(bridges=[SIDE], bridge_cuts_road=False)
    field.s.bridges = 0
    assert against(field, field.put(PZ, HERE, mode=TRAVEL)) == ""


def test_divisional_units_cross_by_the_kind_of_their_division() -> None:
    """BTA-6.6d, BTA-6.6e."""
    field = Field(bridges=[SIDE])
    field.give(True, THERE)
    tanks = field.division("GE-116PZ-DIV", HERE, ("GE-116PZ-60", "GE-116PZ-156"))
    refusal = may_enter(field.w, field.s, tanks, field.cell(HERE), field.cell(THERE))
    assert refusal is not None
    assert refusal.rule == "BTA-6.7e"
    assert "divisional" in refusal.facts
    field = Field(rivers=[SIDE])
    field.give(True, THERE)
    grenadiers = field.division("GE-3PZGR-DIV", HERE, ("GE-3PZGR-8", "GE-3PZGR-29"))
    field.put(ENG, HERE)
    assert cost(field, grenadiers) == 7


def test_minimum_move() -> None:
    field = Field()
    unit = field.put(VG, HERE)
    field.give(True, THERE)
    assert take(field, unit, 2) == 0
    assert take(field, unit, 2, moved=True) == "BTA-7.5b"
    assert take(field, unit, 0) == "BTA-7.5a"
    field.put(INF, "20,7")
    assert take(field, unit, 2) == 0
    field.put(INF2, "20,8")
    assert take(field, unit, 2) == "BTA-7.5b"


def test_stacking_counts_the_parts_of_a_division() -> None:
    field = Field()
    field.division("US-82-DIV", THERE, ("US-82-325G", "US-82-505", "US-82-508"))
    unit = field.put(INF, HERE)
    assert against(field, unit) == "BTA-7.6j"
    refusal = may_stand(field.w, field.s, unit, field.cell(THERE))
    assert refusal is not None
    assert "3 of 3 stacking points" in refusal.facts
    field.s.inside[field.unit("US-82-508")] = -1
    assert against(field, unit) == ""
    assert may_stand(field.w, field.s, unit, field.cell(THERE)) is None


def test_travel_mode_stacking() -> None:
    field = Field(roads=[SIDE])
    unit, other = field.put(INF, HERE, mode=TRAVEL), field.put(INF2, THERE)
    assert cost(field, unit) == 2
    field.s.mode[other] = TRAVEL
    assert against(field, unit) == "BTA-7.6k"
    field.s.mode[unit] = NORMAL
    assert against(field, unit) == ""
    assert cost(field, unit) == 3


def test_a_zone_reaches_a_hex_with_a_friendly_unit() -> None:
    """BTA-7.6a."""
    field = Field()
    field.put(VG, "20,8")
    field.put(INF2, THERE)
    assert cost(field, field.put(INF, HERE)) == 5


def test_column_0_is_closed_to_germans() -> None:
    """BTA-MAP-33, BTA-1.4c."""
    field = Field()
    unit, american = field.put(VG, "1,22"), field.put(INF, "1,10")
    assert against(field, unit, "0,22", "1,22") == "BTA-7.6f"
    assert against(field, american, "0,10", "1,10") == ""


def test_the_corridor() -> None:
    """BTA-MAP-34, BTA-2.1c."""
    field = Field(22)
    unit, starred = field.put(INF, "18,12"), field.put("US-28-112", "18,14")
    assert against(field, unit, "17,12", "18,12") == "BTA-7.6g"
    assert against(field, starred, "17,14", "18,14") == ""
    inside = field.put(INF2, "17,20")  # however it came there: it may leave but not go on inside
    assert against(field, inside, "17,19", "17,20") == "BTA-7.6g"
    assert against(field, inside, "18,20", "17,20") == ""
    field.s.turn = 8
    assert against(field, unit, "17,12", "18,12") == ""
    free = Field(22, historical=False)
    assert against(free, free.put(INF, "18,12"), "17,12", "18,12") == ""
    narrow = Field(22, corridor_from=13)
    unit = narrow.put(INF, "12,12")
    assert against(narrow, unit, "11,12", "12,12") == ""
    assert against(narrow, unit, "13,12", "12,12") == "BTA-7.6g"


def test_a_division_needs_the_asterisk_of_every_regiment() -> None:
    field = Field(20)
    unit = field.division("US-106-DIV", "18,12", ("US-106-423", "US-106-424"))
    assert against(field, unit, "17,12", "18,12") == "BTA-7.6g"
    field.s.inside[field.unit("US-106-423")] = -1
    assert against(field, unit, "17,12", "18,12") == ""


def test_enemy_units_and_far_hexes() -> None:
    field = Field()
    unit = field.put(INF, HERE)
    field.put(VG, THERE)
    assert against(field, unit) == "BTA-7.9a"
    assert against(field, unit, "20,8") == "BTA-7.3"
    assert take(field, unit, 9, "20,7") == "BTA-7.3"
    with pytest.raises(ValueError, match="may not go"):
        cost(field, unit)


def test_entering_a_hex_changes_owner_fort_artillery_efficiency_and_marks() -> None:
    """BTA-1.4b, BTA-7.8b, BTA-6.4d, BTA-8.1b, BTA-7.5b, BTA-8.4e."""
    field = Field()
    w, s = field.w, field.s
    unit = field.put(VG, HERE, points=12, fort=3, artillery=30, efficiency=90)
    pool = w.divisions[w.units[unit].division].pool
    saved = []
    for to in ("20,9", "20,8", "20,7"):
        enter_hex(w, s, unit, field.cell(to))
        saved.append((s.artillery[unit], s.pools[pool]))
    assert saved == [(15, 15), (7, 23), (3, 27)]
    assert (s.fort[unit], s.efficiency[unit], s.points[unit]) == (0, 87, 12)
    assert s.marks[unit] & MOVED
    assert s.german >> field.cell("20,8") & 1
    enter_hex(w, s, unit, field.cell("20,8"), retreat=True, pay=True)
    assert (s.artillery[unit], s.efficiency[unit], s.points[unit]) == (3, 86, 9)
    s.points[unit] = 2
    enter_hex(w, s, unit, field.cell("20,9"), pay=True)
    assert (s.artillery[unit], s.points[unit]) == (1, 0)
    s.efficiency[unit] = 40
    enter_hex(w, s, unit, field.cell("20,10"))
    assert s.efficiency[unit] == 40  # never lower


def test_a_unit_in_normal_mode_wades_beside_the_bridge() -> None:
    """BTA-7.6i: a bridge gives it nothing, and its crossing is not counted, BTA-6.7f."""
    field = Field(bridges=[SIDE])
    field.give(True, THERE)
    unit = field.put(VG, HERE)
    assert cost(field, unit) == 3 + 5
    enter_hex(field.w, field.s, unit, field.cell(THERE))
    assert field.s.crossings == [0]


def test_retreats_and_advances_pay_no_zone() -> None:
    """BTA-8.4e."""
    field = Field()
    unit = field.put(INF, HERE, points=9)
    field.put(VG, "21,9")  # next to both hexes
    enter_hex(field.w, field.s, unit, field.cell(THERE), pay=True)
    assert field.s.points[unit] == 6


def test_travel_mode_wears_nobody_out() -> None:
    """BTA-7.7e."""
    field = Field(roads=[SIDE])
    unit = field.put(INF, HERE, mode=TRAVEL)
    enter_hex(field.w, field.s, unit, field.cell(THERE))
    assert field.s.efficiency[unit] == 100


def test_a_step_says_where_it_leaves_the_unit() -> None:
    field = Field()
    unit = field.put(INF, HERE)
    on = step(field.w, field.s, unit, field.cell(HERE), field.cell(THERE), 9, False)
    assert isinstance(on, Walk)
    assert (on.cell, on.points, on.moved) == (field.cell(THERE), 6, True)
