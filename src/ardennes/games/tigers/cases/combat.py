"""Case files: calculations about combat, by the engine's own functions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ardennes.cases.ask import Calculation, Facts
from ardennes.errors import UserError
from ardennes.games.tigers.cases.ask import Ask
from ardennes.games.tigers.rules.advance import advance_limit
from ardennes.games.tigers.rules.odds import defenders_at, hex_defence, odds_allow, odds_of
from ardennes.games.tigers.rules.position import stack_at
from ardennes.games.tigers.rules.results import RETREATS, for_unit, loses_entrenchment, loss_sets
from ardennes.games.tigers.rules.retreat import legal_steps, routes, surrounded
from ardennes.games.tigers.rules.state import Battle
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.games.tigers.words import WORDING

# Combat


def _odds(ask: Ask) -> Facts:
    attackers, targets = ask.units("attackers"), ask.hexes("targets")
    if not attackers or not targets:
        ask.arguments.wrong("attackers" if not attackers else "targets", "a list of at least one name")
    odds = odds_of(ask.w, ask.s, attackers, targets)
    columns = ask.w.tables.odds
    facts: dict[str, Any] = {
        "attack": odds.attack,
        "defence": odds.total_defence,
        "raw": columns[odds.raw] if odds.raw >= 0 else "below 1:5",
        "column": columns[odds.column] if odds.column >= 0 else "below 1:5",
        "shift": sum(line[1] for line in odds.shifts),
        "shifts": {rule: value for _, value, rule in odds.shifts},
        "shift_rules": frozenset(rule for _, _, rule in odds.shifts),
        "legal": odds_allow(ask.s, odds),
    }
    if "die" in ask.arguments:
        facts["result"] = ask.w.tables.crt[ask.die()][odds.column] if odds.column >= 0 else "none"
    return facts


def _defence(ask: Ask) -> Facts:
    """Of all units in a hex; without attackers nobody is known to cross the Siegfried Line."""
    attackers, cell = ask.units("attackers"), ask.hex()
    here = [unit for unit in stack_at(ask.w, ask.s, cell) if ask.w.units[unit].combat]
    side = ask.w.side[attackers[0]] if attackers else 1 - ask.w.side[here[0]] if here else GERMAN
    lines = hex_defence(ask.w, ask.s, cell, defenders_at(ask.w, ask.s, cell, side), attackers)
    by_rule: dict[str, int] = {}
    for _, value, rule in lines:
        by_rule[rule] = by_rule.get(rule, 0) + value
    return {"defence": sum(by_rule.values()), "by_rule": by_rule}


def _table(ask: Ask) -> Facts:
    columns = ask.w.tables.odds
    column = ask.arguments.choice("column", "a column", columns)
    return {"result": ask.w.tables.crt[ask.die()][columns.index(column)]}


def _convert(ask: Ask) -> Facts:
    """A result as it strikes one defender."""
    result = ask.arguments.choice("result", "a result", [*RETREATS, "DE", "-", "AD", "AE"])
    disrupted = ask.arguments.flag("disrupted", False)
    return {
        "outcome": for_unit(
            result,
            disrupted=disrupted,
            no_retreat=ask.arguments.flag("no_retreat", False),
            surrounded=ask.arguments.flag("surrounded", False),
            asked=ask.arguments.flag("asked", True),
        ),
        "loses_entrenchment": loses_entrenchment(result, disrupted=disrupted),
    }


def _losses(ask: Ask) -> Facts:
    """The sets of attackers an AE may take."""
    units = ask.units("attackers")
    sets = loss_sets([(u, ask.w.factor[u]) for u in units], ask.arguments.whole("defence", 0, 99))
    return {"sets": frozenset(" ".join(ask.w.ids(chosen)) for chosen in sets)}


def _battle(ask: Ask, attackers: list[int], target: int, distance: int) -> Battle:
    result = ask.arguments.choice("result", "a result", [*RETREATS, "DE"], "D1")
    return Battle(
        (target,), tuple(attackers), 0, (0,), 0, 0, result=result, distance=distance,
        no_retreat=ask.arguments.flag("no_retreat", False),
        retreated=ask.arguments.whole("retreated", 0, 3, 0),
    )  # fmt: skip


def _retreat(ask: Ask) -> Facts:
    """Where a defender may go, if these attackers got this result and named this distance."""
    unit, attackers = ask.unit(), ask.units("attackers")
    source = ask.s.where[unit]
    battle = _battle(ask, attackers, source, ask.arguments.whole("distance", 0, 3, 1))
    ways = routes(ask.w, ask.s, battle, unit, source)
    return {
        "legal_hexes": frozenset(ask.w.labels(legal_steps(ask.w, ask.s, battle, unit, source, source))),
        "first_hexes": frozenset(ask.w.grid.label(way[0]) for way in ways if way),
        "routes": frozenset(" ".join(ask.w.labels(way)) or "stay" for way in ways),
        "surrounded": surrounded(ask.w, ask.s, battle, unit),
    }


def _advance_limit(ask: Ask) -> Facts:
    unit = ask.unit()
    battle = _battle(ask, [unit], ask.s.where[unit], 0)
    return {"hexes": advance_limit(ask.w, ask.s, battle, unit)}


def _forecast(ask: Ask) -> Facts:
    """The exact chances of what comes of an order."""
    try:
        order = ask.table.game.tidy(WORDING.parse(ask.w, ask.arguments.text("order"), ask.s))
    except UserError as error:
        ask.arguments.fail("order", str(error))
    game, side = ask.table.game, ask.s.stack[-1].side if ask.s.stack else 0
    chances: dict[str, Fraction] = {}
    for chance in game.forecast(game.view(ask.s, side), side, order):
        chances[chance.outcome] = chances.get(chance.outcome, Fraction(0)) + chance.probability
    return {"chances": chances}


_BATTLE = ("result", "no_retreat", "retreated")
CALCULATIONS: Mapping[str, Calculation[Ask]] = {
    "odds": Calculation(("attackers", "targets", "die", "index"), _odds),
    "defence": Calculation(("hex", "attackers"), _defence),
    "table": Calculation(("column", "die", "index"), _table),
    "convert": Calculation(("result", "disrupted", "no_retreat", "surrounded", "asked"), _convert),
    "losses": Calculation(("attackers", "defence"), _losses),
    "retreat": Calculation(("unit", "attackers", "distance", *_BATTLE), _retreat),
    "advance_limit": Calculation(("unit", *_BATTLE), _advance_limit),
    "forecast": Calculation(("order",), _forecast),
}
