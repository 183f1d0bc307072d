"""The chances of an attack: what each face of the die does to each defender (TIA-CRT)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ardennes.games.tigers.rules.combat import results
from ardennes.games.tigers.rules.combat.odds import defenders_at
from ardennes.games.tigers.rules.combat.retreat import surrounded
from ardennes.games.tigers.rules.model.state import DISRUPTED, Battle, TigersState
from ardennes.games.tigers.schema.terms import DUMP
from ardennes.games.tigers.schema.world import World


def face(w: World, view: TigersState, die: int, column: int) -> str:
    """Return the result of a die in a column."""
    return w.tables.crt[7 - die if view.variant.die_index == "B" else die][column]


def fates_of(
    w: World, s: TigersState, units: Sequence[int], cells: Sequence[int], column: int
) -> list[list[str]]:
    """Return, by face of the die, the result for each defender, without No Retreat! orders."""
    fight = Battle(tuple(cells), tuple(units), 0, (0,) * len(cells), column, 0)
    result = [u for c in cells for u in defenders_at(w, s, c, w.side[units[0]]) if w.units[u].kind != DUMP]
    states = [(bool(s.status[u] & DISRUPTED), surrounded(w, s, fight, u)) for u in result]
    return [
        [
            results.for_unit(face(w, s, die, column), disrupted=down, no_retreat=False, surrounded=stuck)
            for down, stuck in states
        ]
        for die in range(1, 7)
    ]


def takes(w: World, s: TigersState, units: Sequence[int], cells: Sequence[int], column: int) -> Fraction:
    """Return the chance that every defender leaves, without No Retreat! orders."""
    if column < 0:
        return Fraction(0)
    fates = fates_of(w, s, units, cells, column)
    return Fraction(sum(all(fate in results.LEAVES_HEX for fate in each) for each in fates), 6)
