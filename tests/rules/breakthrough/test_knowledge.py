"""What a side may know of the other (BTA-8.0b)."""

from __future__ import annotations

import pytest

from ardennes.games.breakthrough.rules.model.knowledge import hidden_twins, view
from ardennes.games.breakthrough.rules.model.state import (
    ADVANCE,
    GERMAN_FIRST,
    PLOTTED,
    BreakthroughState,
    Gone,
    Plotted,
    Variant,
)
from ardennes.games.breakthrough.rules.sequence.setup import opening
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, SUPPLIED, TRAVEL, UNSUPPLIED
from ardennes.games.breakthrough.schema.world import printed_world
from tests.rules.breakthrough.board import Field


def position(show: bool = False) -> tuple[Field, int, int]:
    """A German who has plotted against an American; much about both is hidden."""
    field = Field(20, variant=Variant(show_strengths=show))
    german = field.put(
        "GE-26VG-39", "12,9", strength=17, efficiency=66, fort=2, artillery=9, points=4, mode=TRAVEL,
        supply=UNSUPPLIED, marks=ADVANCE | PLOTTED,
    )  # fmt: skip
    american = field.put("US-28-112", "12,8", strength=31, efficiency=55, fort=3, artillery=8, points=5)
    field.s.known[german], field.s.known[american] = 25, 45
    field.s.phase, field.s.acting = GERMAN_FIRST, GERMAN
    field.s.plots = [Plotted(german, field.cell("12,8"))]
    field.s.gone = [Gone(field.w.by_id["GE-1SS-Piper"], 5, 60, field.cell("14,0"))]
    field.s.replacements = [1, 2, 3, 4]
    return field, german, american


class TestView:
    def test_of_the_american(self) -> None:
        field, german, american = position()
        visible = view(field.w, field.s, AMERICAN)
        facts = (
            visible.strength[german],
            visible.efficiency[german],
            visible.fort[german],
            visible.supply[german],
        )
        assert facts == (25, 100, 0, SUPPLIED)
        assert (visible.artillery[german], visible.points[german], visible.marks[german]) == (0, 0, 0)
        assert (visible.where[german], visible.mode[german]) == (field.cell("12,9"), TRAVEL)
        assert visible.plots == []
        assert [gone.strength for gone in visible.gone] == [0]
        assert visible.replacements == [0, 0, 3, 4]
        assert {visible.pools[p.index] for p in field.w.pools if p.side == GERMAN} == {0}
        assert (visible.strength[american], visible.points[american]) == (31, 5)

    def test_of_the_german_its_own_plots_stay(self) -> None:
        field, german, american = position()
        visible = view(field.w, field.s, GERMAN)
        assert visible.plots == field.s.plots
        assert visible.strength[american] == 45
        assert (visible.strength[german], visible.marks[german]) == (17, ADVANCE | PLOTTED)

    def test_of_a_bystander(self) -> None:
        field, german, american = position()
        visible = view(field.w, field.s, None)
        assert (visible.strength[german], visible.strength[american], visible.plots) == (25, 45, [])

    def test_with_strengths_shown(self) -> None:
        field, german, _ = position(show=True)
        visible = view(field.w, field.s, AMERICAN)
        assert (visible.strength[german], visible.supply[german]) == (17, UNSUPPLIED)
        assert (visible.points[german], visible.artillery[german], visible.plots) == (0, 0, [])

    def test_after_the_game_everything(self) -> None:
        field, _, _ = position()
        field.s.over = "Draw"
        assert view(field.w, field.s, AMERICAN).digest() == field.s.digest()

    def test_the_state_is_left_alone(self) -> None:
        field, _, _ = position()
        before = field.s.digest()
        view(field.w, field.s, AMERICAN).strength[0] = 1
        assert field.s.digest() == before


@pytest.mark.parametrize("side", [GERMAN, AMERICAN, None])
@pytest.mark.parametrize("show", [False, True])
def test_twins_look_the_same(side: int | None, show: bool) -> None:
    field, _, _ = position(show)
    states: list[tuple[BreakthroughState, list[BreakthroughState]]] = [
        (field.s, list(hidden_twins(field.w, field.s, GERMAN if side is None else side)))
    ]
    start = opening(printed_world(), Variant(show_strengths=show), "last_seven")
    states.append((start, list(hidden_twins(printed_world(), start, GERMAN if side is None else side))))
    for state, twins in states:
        assert len({twin.digest() for twin in twins} | {state.digest()}) == len(twins) + 1
        visible = {view(field.w, twin, side).digest() for twin in [state, *twins]}
        assert len(visible) == 1
