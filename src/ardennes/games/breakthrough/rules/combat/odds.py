"""Combat strength, printed and modified, artillery, and the odds (BTA-8.2a, BTA-8.2b, BTA-8.2c, BTA-13.6)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ardennes.games.breakthrough.rules.model.position import parts_of
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import AMERICAN, ISOLATED, TERRAINS, TOWN, TRAVEL, UNSUPPLIED
from ardennes.games.breakthrough.schema.world import World

ONE = Fraction(1)
DEFENDING, ATTACKING = 0, 1  # columns of the table of modifiers
TOWN_SHARE = Fraction(1, 2)  # of the attacker's artillery counts against a town, BTA-8.2c
FORT_SHARE = Fraction(1, 10)  # of it is lost for each level of fortification, BTA-8.2c


class Line(NamedTuple):
    """One factor on a unit's strength."""

    what: str
    factor: Fraction
    rule: str


class Modified(NamedTuple):
    """A unit's strength with its factors and the modified total."""

    unit: int
    strength: int
    lines: tuple[Line, ...]  # inside the limit
    product: Fraction  # of the lines, limited to three
    divisional: Fraction  # outside the limit, 1 for an ordinary unit
    total: Fraction


class Odds(NamedTuple):
    """Both sides of a combat, computed before any loss."""

    cell: int
    attackers: tuple[Modified, ...]
    defenders: tuple[Modified, ...]
    attacker_artillery: int
    reduced_artillery: Fraction  # the part that counts against town and fortification
    defender_artillery: int
    attack: Fraction
    defence: Fraction
    odds: Fraction

    @property
    def attacking(self) -> int:
        """Return the unmodified strength of the attackers."""
        return sum(m.strength for m in self.attackers)

    @property
    def defending(self) -> int:
        """Return the unmodified strength of the defenders."""
        return sum(m.strength for m in self.defenders)


def printed(w: World, s: BreakthroughState, unit: int) -> int:
    """Return the printed strength of a unit, or the sum over the parts of a divisional unit, BTA-13.2.

    In a two-player game American units have their low printed strength.
    """
    low = s.variant.two_player and w.side[unit] == AMERICAN
    if not w.units[unit].components:
        return w.units[unit].combat_two_player if low else w.units[unit].combat
    return sum(printed(w, s, part) for part in parts_of(w, s, unit))


def _common(w: World, s: BreakthroughState, unit: int, column: int) -> list[Line]:
    """Return the factors that attackers and defenders share: mode, efficiency, supply."""
    table = w.tables.modifiers
    lines = []
    if s.mode[unit] == TRAVEL:
        lines.append(Line("travel mode", table["travel_mode"][column], "BTA-7.7d"))
    if s.efficiency[unit] != w.limits.efficiency_max:
        share = table["efficiency"][column] * s.efficiency[unit]
        lines.append(Line(f"efficiency {s.efficiency[unit]}", share, "BTA-8.1a"))
    if s.supply[unit] == UNSUPPLIED:
        lines.append(Line("unsupplied", table["unsupplied"][column], "BTA-4.3a"))
    elif s.supply[unit] == ISOLATED:
        lines.append(Line("isolated", table["isolated"][column], "BTA-4.3b"))
    return lines


def defender_lines(w: World, s: BreakthroughState, unit: int) -> list[Line]:
    """Return the factors of a unit that defends its hex."""
    table = w.tables.modifiers
    terrain = TERRAINS[w.board.terrain[s.where[unit]]]
    lines = []
    if table[terrain][DEFENDING] != 1:
        lines.append(Line(terrain, table[terrain][DEFENDING], "BTA-8.2a"))
    if s.fort[unit]:
        share = 1 + table["fortification"][DEFENDING] * s.fort[unit]
        lines.append(Line(f"fortification {s.fort[unit]}", share, "BTA-7.8c"))
    return lines + _common(w, s, unit, DEFENDING)


def across_river(w: World, frm: int, to: int) -> bool:
    """Return whether a river runs between two neighbouring hexes, bridged or not."""
    direction = w.grid.direction(frm, to)
    return direction is not None and bool(w.board.rivers[direction] >> frm & 1)


def attacker_lines(w: World, s: BreakthroughState, unit: int, target: int) -> list[Line]:
    """Return the factors of a unit that attacks a neighbouring hex."""
    lines = []
    if across_river(w, s.where[unit], target):
        lines.append(Line("across a river", w.tables.modifiers["river"][ATTACKING], "BTA-8.2a"))
    return lines + _common(w, s, unit, ATTACKING)


def modified(w: World, s: BreakthroughState, unit: int, lines: Sequence[Line], column: int) -> Modified:
    """Return the unit's strength times its factors, limited to three.

    A divisional unit gets a quarter more, outside the limit, BTA-8.2a, BTA-8.2b, BTA-6.6d.
    """
    product = ONE
    for line in lines:
        product *= line.factor
    product = min(product, Fraction(w.limits.modifier_cap))
    divisional = w.tables.modifiers["divisional"][column] if w.units[unit].divisional else ONE
    strength = s.strength[unit]
    return Modified(unit, strength, tuple(lines), product, divisional, strength * product * divisional)


def defence_of(w: World, s: BreakthroughState, unit: int) -> Modified:
    """Return the modified strength of a unit that defends its hex."""
    return modified(w, s, unit, defender_lines(w, s, unit), DEFENDING)


def attack_of(w: World, s: BreakthroughState, unit: int, target: int) -> Modified:
    """Return the modified strength of a unit that attacks the hex."""
    return modified(w, s, unit, attacker_lines(w, s, unit, target), ATTACKING)


def reduced_artillery(
    w: World, s: BreakthroughState, points: int, target: int, defenders: Sequence[int]
) -> Fraction:
    """Return how many of the attackers' artillery points count, BTA-8.2c.

    Half of them against a town, and a tenth less for each level of fortification. The level is the mean of
    the defenders' levels, weighted by strength.
    """
    whole = sum(s.strength[unit] for unit in defenders)
    level = Fraction(sum(s.strength[unit] * s.fort[unit] for unit in defenders), whole) if whole else 0
    share = TOWN_SHARE if w.board.terrain[target] == TOWN else ONE
    return points * share * (1 - FORT_SHARE * level)


def odds_of(
    w: World, s: BreakthroughState, attackers: Sequence[int], target: int, defenders: Sequence[int]
) -> Odds:
    """Return the odds of a combat from the strengths and artillery before losses, BTA-8.2a, BTA-8.2b,
    BTA-8.2c."""
    attack = tuple(attack_of(w, s, unit, target) for unit in attackers)
    defence = tuple(defence_of(w, s, unit) for unit in defenders)
    guns = sum(s.artillery[unit] for unit in attackers)
    reduced = reduced_artillery(w, s, guns, target, defenders)
    against = sum(s.artillery[unit] for unit in defenders)
    strong = sum((m.total for m in attack), Fraction(0)) + reduced
    weak = sum((m.total for m in defence), Fraction(0)) + against
    return Odds(target, attack, defence, guns, reduced, against, strong, weak, strong / weak)
