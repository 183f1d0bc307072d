"""The orders of an operation phase: moves, modes, forts, plots, flags, exits (BTA-7.0, BTA-7.3)."""

from __future__ import annotations

import pytest

from ardennes.dice import NoDice
from ardennes.games.breakthrough.rules.combat.declare import targets_of
from ardennes.games.breakthrough.rules.model.events import AttackPlotted, Exited, ModeChanged, Moved
from ardennes.games.breakthrough.rules.model.orders import (
    END,
    AdvanceFlag,
    ChangeMode,
    Exit,
    Fortify,
    Move,
    Plot,
)
from ardennes.games.breakthrough.rules.model.state import (
    ADVANCE,
    AMERICAN_FIRST,
    AMERICAN_SECOND,
    EXITED,
    GERMAN_FIRST,
    GERMAN_SECOND,
    PLOTTED,
    Gone,
    Plotted,
)
from ardennes.games.breakthrough.rules.movement.stance import fortify_cost, mode_cost
from ardennes.games.breakthrough.rules.sequence import operations
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, ISOLATED, NORMAL, TRAVEL, UNSUPPLIED
from ardennes.kernel.contract import Event, Order
from tests.rules.breakthrough.field import Field

INF, INF2, ARM, VG, VG2, PZ, PZGR, ENG, US_ENG = (
    "US-82-504", "US-82-505", "US-7A-CCA", "GE-12VG-27", "GE-12VG-48", "GE-116PZ-16", "GE-116PZ-156",
    "GE-ENG-ISS", "US-1102-ENG",
)  # fmt: skip


def refused(field: Field, order: Order) -> str:
    """Return the rule against the order, or nothing."""
    refusal = operations.DECISION.check(field.w, field.s, field.s.acting, order)
    return refusal.rule if refusal else ""


def give(field: Field, order: Order) -> list[Event]:
    assert refused(field, order) == ""
    events: list[Event] = []
    operations.DECISION.apply(field.w, field.s, field.s.acting, order, NoDice(), events)
    return events


def test_a_move_walks_every_hex() -> None:
    """BTA-7.5a, BTA-7.8b."""
    field = Field(phase=GERMAN_SECOND)
    unit = field.put(VG, "20,10", points=12, fort=2)
    (event,) = give(field, Move(VG, ("20,9", "20,8")))
    assert event == Moved(GERMAN, VG, ("20,10", "20,9", "20,8"), 8, 4)
    assert event.seen_by(AMERICAN) == Moved(GERMAN, VG, ("20,10", "20,9", "20,8"), -1, -1)
    s = field.s
    assert (s.where[unit], s.points[unit], s.fort[unit], s.efficiency[unit]) == (field.cell("20,8"), 4, 0, 98)
    assert s.german >> field.cell("20,9") & 1
    assert refused(field, Move(VG, ("20,7", "20,6"))) == "BTA-7.5a"
    s.points[unit] = 5
    assert refused(field, Move(VG, ("20,7", "20,6"))) == "BTA-7.5b"


def test_a_unit_that_turns_back_walks_its_own_tracks() -> None:
    """The hex it took is its own, and the bridge has one more crossing, BTA-6.7f."""
    field = Field(phase=GERMAN_SECOND, bridges=["20,10/20,9"])
    there_and_back = ("20,9", "20,10", "20,9")
    unit = field.put(PZ, "20,10", points=24, mode=TRAVEL)
    (event,) = give(field, Move(PZ, there_and_back))
    assert isinstance(event, Moved)
    assert event.cost == (1 + 1) + (1 + 2) + (1 + 4)
    assert field.s.crossings == [3]
    step_by_step = Field(phase=GERMAN_SECOND, bridges=["20,10/20,9"])
    step_by_step.put(PZ, "20,10", points=24, mode=TRAVEL)
    for label in there_and_back:
        give(step_by_step, Move(PZ, (label,)))
    assert step_by_step.s.points[unit] == field.s.points[unit] == 14


def test_a_unit_may_come_back_to_a_hex_it_filled() -> None:
    """BTA-7.6j, BTA-7.6k: it does not stack with itself."""
    field = Field(roads=["20,10/20,9"])
    for name in (INF, INF2, ARM):
        field.put(name, "20,10", points=9)
    field.s.mode[field.unit(INF)] = TRAVEL
    assert refused(field, Move(INF, ("20,9", "20,10"))) == ""
    assert refused(field, Move(INF2, ("20,9", "20,10"))) == ""


def test_an_engineer_wades_at_its_own_rate_on_the_way() -> None:
    """BTA-7.6i: also when it has left the hex where it was."""
    field = Field(rivers=["20,9/20,8"])
    field.put(US_ENG, "20,10", points=9)
    (event,) = give(field, Move(US_ENG, ("20,9", "20,8")))
    assert isinstance(event, Moved)
    assert event.cost == 3 + 3 + 3


def test_the_minimum_move_is_the_first_and_last() -> None:
    """BTA-7.5b."""
    field = Field(phase=GERMAN_SECOND)
    unit = field.put(VG, "20,10", points=2)
    assert refused(field, Move(VG, ("20,9", "20,8"))) == "BTA-7.5a"
    give(field, Move(VG, ("20,9",)))
    assert field.s.points[unit] == 0
    field.s.points[unit] = 2
    assert refused(field, Move(VG, ("20,8",))) == "BTA-7.5b"


def test_who_may_move() -> None:
    field = Field(day=16, phase=GERMAN_FIRST)
    field.put(VG, "20,10", points=12)
    field.put(INF, "20,9", points=9)
    assert refused(field, Move(VG, ("20,11",))) == "BTA-2.4c"
    assert refused(field, Plot(VG, "20,9")) == ""
    assert refused(field, Fortify(VG)) == ""
    assert refused(field, ChangeMode(VG, True)) == ""
    assert refused(field, Move(INF, ("20,8",))) == "BTA-7.0"
    assert refused(field, Move("GE-12VG-89", ("20,11",))) == "BTA-7.0"
    assert refused(field, Move(VG, ())) == "BTA-7.3"
    field.s.phase = GERMAN_SECOND
    assert refused(field, Move(VG, ("20,11",))) == ""
    field.s.phase, field.s.turn = GERMAN_FIRST, 2
    assert refused(field, Move(VG, ("20,11",))) == ""
    field.s.points[field.unit(VG)] = 0
    assert refused(field, Move(VG, ("20,11",))) == "BTA-7.5a"
    assert refused(field, END) == ""


def test_mode_costs() -> None:
    """BTA-7.7a."""
    field = Field()
    units = [field.put(name, f"20,{at}") for at, name in enumerate((ARM, INF, PZ, VG), 5)]
    assert [mode_cost(field.w, field.s, unit, True) for unit in units] == [10, 6, 7, 3]
    assert [mode_cost(field.w, field.s, unit, False) for unit in units] == [10, 12, 7, 3]


def test_trucks_double_what_is_left() -> None:
    """BTA-7.7b."""
    field = Field()
    unit = field.put(INF, "20,10", points=9)
    (event,) = give(field, ChangeMode(INF, True))
    assert event == ModeChanged(AMERICAN, INF, True, 6)
    assert event.seen_by(GERMAN) == ModeChanged(AMERICAN, INF, True, -1)
    assert (field.s.mode[unit], field.s.points[unit]) == (TRAVEL, 6)
    field.s.points[unit] = 11
    assert refused(field, ChangeMode(INF, False)) == "BTA-7.7a"
    field.s.points[unit] = 18
    give(field, ChangeMode(INF, False))
    assert (field.s.mode[unit], field.s.points[unit]) == (NORMAL, 6)


def test_a_change_of_mode_keeps_the_fort() -> None:
    """BTA-7.8b."""
    field = Field(phase=GERMAN_SECOND)
    unit = field.put(VG, "20,10", points=12, fort=3)
    give(field, ChangeMode(VG, True))
    give(field, ChangeMode(VG, False))
    assert (field.s.points[unit], field.s.fort[unit]) == (6, 3)


def test_who_may_not_travel() -> None:
    field = Field()
    unit, other = field.put(INF, "20,10", points=9), field.put(INF2, "20,10", points=9)
    assert refused(field, ChangeMode(INF, False)) == "BTA-7.7a"
    field.s.mode[other] = TRAVEL
    assert refused(field, ChangeMode(INF, True)) == "BTA-7.6k"
    field.s.mode[other] = NORMAL
    field.s.supply[unit] = UNSUPPLIED
    assert refused(field, ChangeMode(INF, True)) == "BTA-7.7c"
    field.s.mode[unit] = TRAVEL  # out of fuel on the road: it may still leave travel mode
    field.s.points[unit] = 12
    assert refused(field, ChangeMode(INF, False)) == ""
    division = ("US-82-325G", "US-82-508")
    field.division("US-82-DIV", "20,12", division, points=9)
    assert refused(field, ChangeMode("US-82-DIV", True)) == "BTA-7.7c"


@pytest.mark.parametrize(
    ("name", "engineer", "costs"), [(INF, US_ENG, (6, 3, 12, 6)), (PZ, ENG, (10, 5, 20, 10))]
)
def test_fortify_costs(name: str, engineer: str, costs: tuple[int, ...]) -> None:
    """BTA-7.8a."""
    enemy = VG if name == INF else INF
    result = []
    for near in (False, True):
        for helped in (False, True):
            field = Field()
            unit = field.put(name, "20,10")
            if near:
                field.put(enemy, "20,9")
            if helped:
                field.put(engineer, "20,10")
            result.append(fortify_cost(field.w, field.s, unit))
    assert tuple(result) == costs


def test_fortifying() -> None:
    field = Field()
    unit = field.put(INF, "20,10", points=12)
    engineer = field.put(US_ENG, "20,10", points=3)
    field.s.mode[engineer] = TRAVEL
    assert fortify_cost(field.w, field.s, unit) == 6
    assert refused(field, Fortify(US_ENG)) == "BTA-7.8d"
    give(field, Fortify(INF))
    give(field, Fortify(INF))
    assert (field.s.fort[unit], field.s.points[unit]) == (2, 0)
    assert refused(field, Fortify(INF)) == "BTA-7.8a"
    field.s.points[unit], field.s.fort[unit] = 12, 5
    assert refused(field, Fortify(INF)) == "BTA-7.8a"
    field.s.fort[unit] = 0
    for state in (UNSUPPLIED, ISOLATED):
        field.s.supply[unit] = state
        assert refused(field, Fortify(INF)) == "BTA-7.8d"
    field.s.mode[engineer] = NORMAL
    give(field, Fortify(US_ENG))  # its own engineer
    assert field.s.points[engineer] == 0


def test_plotting_pays_at_once() -> None:
    """BTA-7.9a, BTA-7.9b."""
    field = Field(day=20, phase=GERMAN_FIRST)
    field.put(INF, "20,9")
    unit = field.put(VG, "20,10", points=12)
    (event,) = give(field, Plot(VG, "20,9"))
    assert event == AttackPlotted(GERMAN, VG, "20,9", 6)
    assert event.seen_by(AMERICAN) is None
    assert field.s.points[unit] == 6
    assert field.s.plots == [Plotted(unit, field.cell("20,9"))]
    for order in (Plot(VG, "20,9"), Move(VG, ("20,11",)), Fortify(VG), ChangeMode(VG, True)):
        assert refused(field, order) == "BTA-7.9b"
    assert refused(field, AdvanceFlag(VG, True)) == ""


def test_plotting_in_the_second_phase_takes_all() -> None:
    """BTA-7.9a."""
    field = Field(phase=GERMAN_SECOND)
    field.put(INF, "20,9")
    unit = field.put(VG, "20,10", points=15)
    give(field, Plot(VG, "20,9"))
    assert field.s.points[unit] == 0


def test_what_may_not_be_attacked() -> None:
    field = Field(phase=GERMAN_SECOND, roads=["20,10/20,9"], bridges=["20,10/20,11"])
    field.put(INF, "20,9")
    field.put(INF2, "20,11")
    field.put(ARM, "21,10")
    unit = field.put(VG, "20,10", points=6)
    assert refused(field, Plot(VG, "20,8")) == "BTA-7.9a"
    assert refused(field, Plot(VG, "21,9")) == "BTA-7.9a"
    targets = [field.w.grid.label(cell) for cell in targets_of(field.w, field.s, unit)]
    assert targets == ["20,9", "21,10", "20,11"]
    field.s.mode[unit] = TRAVEL
    assert refused(field, Plot(VG, "21,10")) == "BTA-7.9e"
    assert len(targets_of(field.w, field.s, unit)) == 2
    field.s.bridges = 0
    assert refused(field, Plot(VG, "20,11")) == "BTA-7.9e"
    field.s.points[unit] = 5
    assert refused(field, Plot(VG, "20,9")) == "BTA-7.9a"
    assert targets_of(field.w, field.s, unit) == []
    field.s.points[unit], field.s.supply[unit] = 6, ISOLATED
    assert refused(field, Plot(VG, "20,9")) == "BTA-4.3b"
    field.s.supply[unit] = UNSUPPLIED
    assert refused(field, Plot(VG, "20,9")) == ""


def test_units_attack_hexes_they_may_not_enter() -> None:
    """BTA-7.9e."""
    field = Field(phase=GERMAN_SECOND, rivers=["1,22/0,22"])
    field.put(INF, "0,22")
    field.put(PZ, "1,22", points=10)
    assert refused(field, Plot(PZ, "0,22")) == ""


def test_the_flag_is_kept_until_changed() -> None:
    field = Field(phase=GERMAN_FIRST)
    unit = field.put(VG, "20,10")
    assert refused(field, AdvanceFlag(VG, False)) == "BTA-7.9d"
    give(field, AdvanceFlag(VG, True))
    assert field.s.marks[unit] & ADVANCE
    operations.begin(field.w, field.s, GERMAN, [])
    assert field.s.marks[unit] & ADVANCE
    assert refused(field, AdvanceFlag(VG, True)) == "BTA-7.9d"
    give(field, AdvanceFlag(VG, False))
    assert not field.s.marks[unit] & ADVANCE


def test_a_phase_begins_with_nothing_plotted() -> None:
    field = Field(phase=AMERICAN_SECOND)
    unit = field.put(INF, "20,10", points=8, marks=PLOTTED)
    field.s.plots.append(Plotted(unit, field.cell("20,9")))
    operations.begin(field.w, field.s, AMERICAN, [])
    assert (field.s.plots, field.s.marks[unit], field.s.points[unit]) == ([], 0, 12)
    field.s.phase, field.s.points[unit] = AMERICAN_FIRST, 5
    operations.begin(field.w, field.s, AMERICAN, [])
    assert field.s.points[unit] == 5


def test_exits() -> None:
    """BTA-7.10a; the remaining part counts for BTA-7.10b and BTA-7.10c."""
    field = Field(phase=GERMAN_SECOND)
    unit = field.put(PZGR, "14,0", points=1, artillery=12)
    pool = field.w.divisions[field.w.units[unit].division].pool
    field.put(INF, "14,1")  # a zone costs nothing
    (event,) = give(field, Exit(PZGR))
    assert event == Exited(GERMAN, PZGR, "14,0", 60)
    assert event.seen_by(AMERICAN) == Exited(GERMAN, PZGR, "14,0", -1)
    s = field.s
    assert (s.where[unit], s.points[unit], s.pools[pool], s.artillery[unit]) == (EXITED, 0, 12, 0)
    assert s.gone == [Gone(unit, 5, 60, field.cell("14,0"))]
    assert s.german >> field.cell("14,0") & 1
    assert refused(field, Exit(PZGR)) == "BTA-7.0"


def test_who_may_not_exit() -> None:
    field = Field(phase=GERMAN_SECOND)
    unit = field.put(PZ, "14,0")
    assert refused(field, Exit(PZ)) == "BTA-7.10a"
    field.s.points[unit], field.s.marks[unit] = 5, PLOTTED
    assert refused(field, Exit(PZ)) == "BTA-7.10a"
    field.put(VG, "15,1", points=12)
    assert refused(field, Exit(VG)) == "BTA-7.10a"
    field.s.acting = AMERICAN
    field.put(INF, "19,0", points=9)
    assert refused(field, Exit(INF)) == "BTA-7.10a"
