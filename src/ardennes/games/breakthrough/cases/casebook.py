"""Case files for Breakthrough in the Ardennes: orders, defaults, goals (docs/cases-breakthrough.md)."""

from __future__ import annotations

from ardennes.cases.frame import CasebookFrame, Test
from ardennes.cases.model import Table
from ardennes.games.breakthrough.cases import combat as casebook_combat
from ardennes.games.breakthrough.cases import expect as casebook_expect
from ardennes.games.breakthrough.cases import facts as casebook_facts
from ardennes.games.breakthrough.cases import field as casebook_field
from ardennes.games.breakthrough.cases import given as casebook_given
from ardennes.games.breakthrough.cases import map as casebook_map
from ardennes.games.breakthrough.cases.ask import Ask
from ardennes.games.breakthrough.game import ANSWERS, Breakthrough
from ardennes.games.breakthrough.rules.orders import END
from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.words import WORDING
from ardennes.kernel.contract import Order

GOALS = ("end", "day N", "day N PHASE", "turn N PHASE", "PHASE", "decision KIND")
CALCULATIONS = {
    **casebook_map.CALCULATIONS,
    **casebook_field.CALCULATIONS,
    **casebook_combat.CALCULATIONS,
    **casebook_facts.CALCULATIONS,
}


class BreakthroughCasebook(CasebookFrame):
    """What the case files of this game understand. A phase that can be decided in is asked, or does not take
    place, and nothing is carried out by itself that could be ordered."""

    def default(self, table: Table, side: int) -> Order:
        """A player who does nothing ends his phase."""
        return END

    def stretch(self, state: BreakthroughState) -> object:
        return state.turn

    def moment(self, table: Table, words: str) -> Test | None:
        """'day 21', 'day 21 air', 'german second operation'."""
        found = casebook_given.turn_and_phase(words)
        if found is None:
            return None
        turn, phase = found
        number, acting = phase or (0, None)
        before = table.before or table.state  # the last order may have led past the goal already
        due = turn if turn is not None else before.turn + (before.phase > number)

        def there(state: BreakthroughState) -> bool:
            if (state.turn, state.phase) == (due, number) and acting is not None:
                return state.acting == acting
            return bool(state.over) or (state.turn, state.phase) >= (due, number)

        return there


CASEBOOK = BreakthroughCasebook(
    Breakthrough(),
    casebook_given.lay_out,
    casebook_expect,
    CALCULATIONS,
    Ask,
    WORDING.parse,
    ANSWERS,
    (*GOALS, *casebook_given.phase_names()),
)
