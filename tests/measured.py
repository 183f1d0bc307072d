"""Check the rows of a match's measuring: do they add up?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ardennes.games import measuring_for
from ardennes.kernel.contract import Event
from ardennes.kernel.match import Match
from ardennes.kernel.measures import Measuring


class Measured:
    """Observe a replayed golden match (`ardennes.golden.rules`).

    After every order the strengths tracked from events must equal those of the position.
    """

    match: Match[Any]
    measuring: Measuring[Any, Any]

    def __call__(self, match: Match[Any], events: Sequence[Event]) -> None:
        if match.seq == 0:
            result = measuring_for(match.game, match.state)
            assert result is not None
            self.match, self.measuring = match, result
            return
        self.measuring.happened(match.state, events, match.result() is not None)
        same = self.measuring.book == self.measuring.strengths(match.state)
        assert same, f"order {match.seq}: {match.journal[-1].order}"


def adds_up(match: Match[Any], measuring: Measuring[Any, Any]) -> None:
    """Check that the losses equal the missing strength."""
    rows = measuring.found
    for side in range(len(measuring.sides)):
        mine = [row for row in rows.turns if row.side == side]
        for row in mine:
            gained = row.arrived + row.replaced + row.regrouped
            assert row.start + gained - row.exited - sum(row.lost.values()) == row.strength
        for before, after in pairwise(mine):
            assert before.strength == after.start
        lost = sum(sum(row.lost.values()) for row in mine)
        result = match.result()
        if result is not None:
            assert lost == sum(loss.strength for loss in rows.losses if loss.side == side)
            assert mine[-1].level == result.level
            assert mine[-1].points == result.points
            assert mine[-1].strength == sum(
                strength
                for unit, strength in measuring.strengths(match.state).items()
                if measuring.side_of(unit) == side
            )
    for battle in rows.battles:
        assert battle.attackers
        assert set(battle.attackers).isdisjoint(battle.defenders)
        assert all(loss >= 0 for loss in (*battle.losses, *battle.means))
        assert battle.losses[0] <= battle.attack
        if battle.taken:
            assert battle.cleared
