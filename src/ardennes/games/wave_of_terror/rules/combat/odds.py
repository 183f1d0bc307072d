"""The odds of a battle, line by line: sums, halvings, shifts, limits.

Rules: WOT-10.5, WOT-10.6, WOT-10.7, WOT-10.8, WOT-10.9, WOT-10.10, WOT-10.11, WOT-10.12, WOT-10.13,
WOT-10.14, WOT-10.15, WOT-10.25.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ardennes.games.wave_of_terror.rules.model.events import Shift
from ardennes.games.wave_of_terror.rules.model.position import units_at
from ardennes.games.wave_of_terror.rules.model.state import UNSEEN, Battle, WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED, PLACES, TERRAINS
from ardennes.games.wave_of_terror.schema.world import World


class Strength(NamedTuple):
    """The attack factors, grouped by how they count."""

    whole: int
    halved: int  # before the division
    quartered: int  # before the division
    total: int


class Odds(NamedTuple):
    """The arithmetic of one battle.

    Positions are columns on the scale of WOT-10.7: 1:1 is 0, 2:1 is 1, 1:2 is -1.
    """

    attack: int
    defense: int
    raw: int
    shifts: tuple[Shift, ...]
    position: int


def across(w: World, frm: int, target: int) -> bool:
    """Return whether an attack from the hex crosses water or a blocked hexside; a bridge does not help,
    WOT-10.12."""
    return target in w.ground.wet[frm]


def divided(total: int, by: int) -> int:
    """Return a sum of halved factors, divided once, rounded down, and at least 1, WOT-6.3."""
    return max(1, total // by)


def strength(
    w: World, s: WaveState, attackers: Sequence[int], target: int, hungry: Collection[int] = ()
) -> Strength:
    """Return the attackers' strength.

    All halved factors are divided once, and those halved twice are divided by four once, WOT-10.13, WOT-6.3.
    """
    whole = halved = quartered = 0
    some_halved = some_quartered = False
    for unit in attackers:
        factor = w.attack[unit][s.steps[unit]]
        reasons = across(w, s.where[unit], target) + (unit in hungry)
        if reasons == 0:
            whole += factor
        elif reasons == 1:
            halved += factor
            some_halved = True
        else:
            quartered += factor
            some_quartered = True
    total = whole
    if some_halved:
        total += divided(halved, 2)
    if some_quartered:
        total += divided(quartered, 4)
    return Strength(whole, halved, quartered, total)


def defense_of(w: World, s: WaveState, cell: int) -> int:
    """Return the defense factors of all units in the hex, WOT-10.3, in full even out of supply, WOT-6.4.

    Hidden units in an enemy stack count as the average of the hidden units of their side.
    """
    here = units_at(w, s, cell)
    total = sum([w.defense[unit][s.steps[unit]] for unit in here])
    for hidden, count in s.unseen:
        if hidden == cell and here:
            total += count * average_unseen(w, s, w.side[here[0]])
    return total


def average_unseen(w: World, s: WaveState, side: int) -> int:
    """Return the average defense of the side's hidden units, rounded up."""
    factors = [w.units[unit].defense for unit in w.of_side[side] if s.where[unit] == UNSEEN]
    return -(-sum(factors) // len(factors)) if factors else 0


def ratio(attack: int, defense: int) -> int:
    """Return the column for a ratio: rounded down in the attacker's favour (WOT-10.5), else up (WOT-10.6)."""
    attack, defense = max(1, attack), max(1, defense)
    return attack // defense - 1 if attack >= defense else 1 + -defense // attack


def odds_name(position: int) -> str:
    """Return the name of a column, like 3:1."""
    return f"{position + 1}:1" if position >= 0 else f"1:{1 - position}"


def position_of(name: str) -> int:
    """Return the column that has this name."""
    attackers, defenders = map(int, name.split(":"))
    return attackers - defenders


def concentric(w: World, cells: Collection[int], target: int) -> bool:
    """Return whether the attackers are in two opposite hexes, or in three with one hex between each,
    WOT-10.15.

    Four hexes always contain an opposite pair.
    """
    near = w.grid.neighbours[target]
    used = [cell in cells for cell in near]
    if any(used[i] and used[i + 3] for i in range(3)):
        return True
    return all(used[0::2]) or all(used[1::2])


def terrain_shifts(w: World, target: int, defender: int) -> list[Shift]:
    """Return the shifts for the defender's hex; all that apply add up, WOT-10.11."""
    board, tables = w.board, w.tables
    terrain, place = board.terrain[target], board.place[target]
    result = [
        (TERRAINS[terrain], tables.natural_shift[terrain], "WOT-10.11"),
        (PLACES[place], tables.place_shift[place], "WOT-10.11"),
    ]
    if board.west_wall >> target & 1:
        result.append(("West Wall", tables.west_wall_shift, "WOT-MAP-45"))
    return [Shift(what, -left[defender], rule) for what, left, rule in result if left[defender]]


def shifts_of(
    w: World, s: WaveState, attackers: Sequence[int], target: int, aircraft: bool = False
) -> tuple[Shift, ...]:
    """Return all shifts of a battle; those to the right are positive."""
    side = w.side[attackers[0]]
    lines = terrain_shifts(w, target, 1 - side)
    if s.variant.full and concentric(w, {s.where[unit] for unit in attackers}, target):
        lines.append(Shift("concentric assault", 1, "WOT-10.15"))
    if s.fight_first:
        lines.append(Shift("fight-move", 1, "WOT-10.25"))
    if aircraft:
        lines.append(Shift("aircraft", 1 if side == ALLIED else -1, "WOT-10.14"))
    return tuple(lines)


def odds(attack: int, defense: int, shifts: tuple[Shift, ...]) -> Odds:
    """Return the ratio on the open scale with its net shift; limits apply last, WOT-10.7."""
    raw = ratio(attack, defense)
    return Odds(attack, defense, raw, shifts, raw + sum([line.columns for line in shifts]))


def odds_of_battle(w: World, s: WaveState, b: Battle) -> Odds:
    """Return the odds of the current battle, with artillery dice, WOT-10.23."""
    attackers = b.attackers
    attack = strength(w, s, attackers, b.target, b.hungry).total + sum(b.attack_dice)
    defense = defense_of(w, s, b.target) + sum(b.defence_dice)
    return odds(attack, defense, shifts_of(w, s, attackers, b.target, b.aircraft))


def automatic(w: World, position: int) -> tuple[int, int] | None:
    """Return the losses beyond either end of the table, where no die is rolled, or None, WOT-10.7."""
    if position < w.tables.lowest:
        return w.tables.below
    return w.tables.above if position > w.tables.highest else None


def losses_at(w: World, position: int, die: int) -> tuple[int, int]:
    """Return the step losses (attacker's, defender's), WOT-10.8, WOT-10.9; 0 means none, WOT-10.10."""
    beyond = automatic(w, position)
    return w.tables.crt[position][die - 1] if beyond is None else beyond
