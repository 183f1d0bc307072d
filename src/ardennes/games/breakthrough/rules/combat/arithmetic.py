"""The arithmetic of a combat line by line, for the odds before it and the report after it (BTA-8.2a,
BTA-8.2b, BTA-8.2c).

A side is told the lines of its own units; of the other side's it sees what BTA-8.0b shows.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from ardennes.games.breakthrough.rules.combat.odds import Modified, Odds
from ardennes.games.breakthrough.rules.model.events import Reckoned
from ardennes.games.breakthrough.rules.model.state import BreakthroughState, Fight, Reckoning
from ardennes.games.breakthrough.schema.terms import TOWN
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Events

PLOTTED = " (plotted)"


def plain_number(value: Fraction | float) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def unit_lines(w: World, m: Modified, tail: str = "") -> list[tuple[str, str, str]]:
    """A unit's strength, each of its factors, and what comes of them."""
    name = w.units[m.unit].label  # positions keep these lines
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


def in_full(w: World, said: str) -> str:
    """What a line says, with the name of a unit for what its counter says."""
    sign, label = ("= ", said[2:]) if said.startswith("= ") else ("", said)
    unit = w.by_label.get(label.removesuffix(PLOTTED))
    return f"{sign}{unit.name}{PLOTTED if label.endswith(PLOTTED) else ''}" if unit else said


def attack_lines(w: World, odds: Odds, plotted: Collection[int] = ()) -> Reckoning:
    """The attackers and what counts of their artillery."""
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


def defence_lines(w: World, odds: Odds) -> Reckoning:
    """The defenders and their artillery."""
    lines: list[tuple[str, str, str]] = []
    for m in odds.defenders:
        lines += unit_lines(w, m)
    if odds.defender_artillery:
        lines.append(("Artillery", f"+{odds.defender_artillery}", "BTA-8.2c"))
    return tuple(lines)


def report(w: World, s: BreakthroughState, odds: Odds, fight: Fight, events: Events) -> None:
    """Keep what a combat was reckoned from until the next combats, and tell each side its own part of it."""
    s.fights.append(fight)
    place = w.grid.label(fight.cell)
    for side in (fight.side, 1 - fight.side):
        attacking = side == fight.side
        lines = attack_lines(w, odds) if attacking else defence_lines(w, odds)
        s.reckonings[side] = (*s.reckonings[side], lines)
        events.append(Reckoned(side, place, attacking, lines))


def forget(s: BreakthroughState) -> None:
    """New combats are about to be fought."""
    s.fights = []
    s.reckonings = [(), ()]
