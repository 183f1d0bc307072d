"""Case files: the named calculations. Each asks the engine's own functions; none knows a rule itself."""

from __future__ import annotations

from collections.abc import Mapping

from ardennes.cases.fields import Fields
from ardennes.cases.model import Table
from ardennes.games.breakthrough import casebook_combat, casebook_facts, casebook_field, casebook_map
from ardennes.games.breakthrough.casebook_ask import Ask, Calculation, Facts

CALCULATIONS: Mapping[str, Calculation] = {
    **casebook_map.CALCULATIONS,
    **casebook_field.CALCULATIONS,
    **casebook_combat.CALCULATIONS,
    **casebook_facts.CALCULATIONS,
}


def calculate(table: Table, name: str, arguments: Fields) -> Facts:
    """Run a named calculation on the position as it is now."""
    calculation = CALCULATIONS[name]
    arguments.only(calculation.arguments)
    return calculation.run(Ask(table.game.world, table.state, table, arguments))  # type: ignore[attr-defined]
