"""How a side's written orders are displayed, and losses of a unit that is already destroyed."""

from __future__ import annotations

import pytest

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.knowledge.reports import heading
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.events import Lost
from ardennes.games.playsheet.rules.model.state import ADJACENT, DEAD, NOT_YET
from ardennes.games.playsheet.rules.orders.routes import Times, times
from ardennes.games.playsheet.rules.resolution.notebook import lose
from ardennes.games.playsheet.schema.terms import HALF, POINTS, SIDES, TURN, turn_of
from ardennes.kernel.match import new_match
from tests.rules.playsheet.field import bare_world, notebook, placed, told

UNIT = "US-2-9"


def test_a_destroyed_unit_is_lost_once() -> None:  # OPS-COMBAT-32
    w = bare_world()
    turn = notebook(w, placed(w, {UNIT: "2529"}))
    unit = w.by_id[UNIT]
    assert not lose(turn, unit, turn.s.status[unit] - 1, "first")
    assert lose(turn, unit, 1, "second")
    assert not lose(turn, unit, 1, "third")
    assert (turn.s.status[unit], turn.s.where[unit]) == (0, DEAD)
    assert [(lost.unit, lost.hex) for lost in told(turn, Lost) if isinstance(lost, Lost)] == [(UNIT, "2529")]


@pytest.mark.parametrize(("marks", "start"), [(0, 0), (ADJACENT, HALF)])
def test_times_of_a_written_move(marks: int, start: int) -> None:  # OPS-SIM-7, OPS-MOVE-4
    w = bare_world()
    s = placed(w, {UNIT: "2529"}, turn_of("17D") or 0)
    unit = w.by_id[UNIT]
    s.marks[unit] = marks
    one, two = (times(w, s, unit, o.Move(UNIT, "tactical", route)) for route in (("2530",), ("2530", "2531")))
    assert one is not None
    assert two == Times(start, 2 * one.taken)
    assert one.start == start
    assert 0 < one.taken < TURN
    assert times(w, s, unit, o.Rest(UNIT)) is None


def test_a_unit_that_was_not_on_the_map_has_no_heading() -> None:  # OPS-RECCE-10
    w = bare_world()
    there = w.cell_of("2529")
    assert [heading(w, a, b) for a, b in ((NOT_YET, there), (there, DEAD), (there, there))] == [-1, -1, -1]
    assert heading(w, there, w.cell_of("2530")) == POINTS.index("S")


def test_the_prompt_names_side_and_turn() -> None:
    match = new_match(Playsheet(), seed=bytes(32))
    prompts = {decision.side: decision.prompt for decision in match.game.decisions(match.state)}
    assert prompts
    for side, prompt in prompts.items():
        assert prompt == f"{SIDES[side].capitalize()} orders for the day of 16 December"
