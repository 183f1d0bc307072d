"""Explain the strengths in a combat line by line, for the odds before it and the report after it.

Rules: BTA-8.2a, BTA-8.2b, BTA-8.2c. A side sees the lines of its own units; of the enemy it sees what
BTA-8.0b shows.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from ardennes.games.breakthrough.rules.combat.odds import Modified, Odds
from ardennes.games.breakthrough.rules.model.events import StrengthsExplained
from ardennes.games.breakthrough.rules.model.state import BreakthroughState, Fight, StrengthLines
from ardennes.games.breakthrough.schema.terms import TOWN
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events

PLOTTED = " (plotted)"


def plain_number(value: Fraction | float) -> str:
    """Format a number with at most two decimals."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def unit_lines(w: World, m: Modified, tail: str = "") -> list[tuple[str, str, str]]:
    """Return a unit's strength, each factor, and the modified strength."""
    name = w.units[m.unit].label  # the state stores these lines
    lines = [(f"{name}{tail}", str(m.strength), "BTA-13.2")]
    product = Fraction(1)
    for line in m.lines:
        product *= line.factor
        lines.append((f"– {line.what}", f"×{plain_number(line.factor)}", line.rule))
    if product > m.product:
        lines.append(("– at most threefold", f"×{plain_number(m.product)} in all", "BTA-8.2a"))
    if m.divisional != 1:
        lines.append(("– divisional unit", f"×{plain_number(m.divisional)}", "BTA-8.2b"))
    if len(lines) > 1:
        lines.append((f"= {name}", plain_number(m.total), "BTA-8.2a"))
    return lines


def with_full_names(w: World, line: str) -> str:
    """Return a line with the full name of a unit instead of its counter label."""
    sign, label = ("= ", line[2:]) if line.startswith("= ") else ("", line)
    unit = w.by_label.get(label.removesuffix(PLOTTED))
    return f"{sign}{unit.name}{PLOTTED if label.endswith(PLOTTED) else ''}" if unit else line


def attack_lines(w: World, odds: Odds, plotted: Collection[int] = ()) -> StrengthLines:
    """Return the lines of the attackers and of the artillery that counts for them."""
    lines: list[tuple[str, str, str]] = []
    for m in odds.attackers:
        lines += unit_lines(w, m, PLOTTED if m.unit in plotted else "")
    if odds.attacker_artillery:
        why = "" if odds.reduced_artillery == odds.attacker_artillery else ", reduced"
        if w.board.terrain[odds.cell] == TOWN:
            why = ", halved by the town"
        what = f"Artillery {odds.attacker_artillery}{why}"
        lines.append((what, f"+{plain_number(odds.reduced_artillery)}", "BTA-8.2c"))
    return tuple(lines)


def defence_lines(w: World, odds: Odds) -> StrengthLines:
    """Return the lines of the defenders and their artillery."""
    lines: list[tuple[str, str, str]] = []
    for m in odds.defenders:
        lines += unit_lines(w, m)
    if odds.defender_artillery:
        lines.append(("Artillery", f"+{odds.defender_artillery}", "BTA-8.2c"))
    return tuple(lines)


def report(w: World, s: BreakthroughState, odds: Odds, fight: Fight, events: Events) -> None:
    """Store the strengths of a combat until the next combats, and show each side its own part."""
    s.fights.append(fight)
    place = w.grid.label(fight.cell)
    for side in (fight.side, 1 - fight.side):
        attacking = side == fight.side
        lines = attack_lines(w, odds) if attacking else defence_lines(w, odds)
        s.reckonings[side] = (*s.reckonings[side], lines)
        events.append(StrengthsExplained(side, place, attacking, lines))


def forget(s: BreakthroughState) -> None:
    """Clear the stored combats before new ones are fought."""
    s.fights = []
    s.reckonings = [(), ()]
