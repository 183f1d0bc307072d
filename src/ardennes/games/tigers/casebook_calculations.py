"""Case files: the named calculations. Each asks the engine's own functions; none knows a rule itself."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.cases.fields import Fields
from ardennes.cases.model import Table
from ardennes.games.tigers import casebook_combat, casebook_facts, casebook_field
from ardennes.games.tigers.casebook_ask import Ask, Calculation
from ardennes.games.tigers.casebook_expect import Facts

CALCULATIONS: Mapping[str, Calculation] = {
    **casebook_combat.CALCULATIONS,
    **casebook_field.CALCULATIONS,
    **casebook_facts.CALCULATIONS,
}


def calculate(table: Table, name: str, arguments: Fields) -> Facts:
    """Run a named calculation on the position as it is now."""
    calculation = CALCULATIONS[name]
    arguments.only(calculation.arguments)
    return calculation.run(Ask(table.game.world, table.state, table, arguments))  # type: ignore[attr-defined]
