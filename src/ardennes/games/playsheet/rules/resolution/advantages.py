"""The clear tactical advantages of the attackers (OPS-ADV-1, OPS-ADV-2, OPS-ADV-3), on the true state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from ardennes.games.playsheet.rules.model.state import IMMOBILISED, RETIRED, RETIRED_BEFORE
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.rules.tables.combat import DISORDERED, ENVELOPMENT, SURPRISE
from ardennes.games.playsheet.rules.tables.readings import Readings
from ardennes.games.playsheet.schema.terms import GERMAN
from ardennes.games.playsheet.schema.world import World

LATELY = 0b110  # reported one or two turns ago
WIDE = 2  # hexes apart, with the option `envelopment` at wide
AROUND = 3  # hexes, no two of them neighbours, envelop a target like two opposite ones


def attackers_have(
    turn: Turn, target: int, attackers: Sequence[int], defenders: Sequence[int]
) -> tuple[int, ...]:
    """Return the advantages of the attackers in one battle."""
    result = []
    stood = {turn.s.where[unit] for unit in attackers}
    if enveloped(turn.w, turn.s.readings, target, stood):
        result.append(ENVELOPMENT)
    if surprising(turn, attackers):
        result.append(SURPRISE)
    if disordered(turn, defenders):
        result.append(DISORDERED)
    return tuple(result)


def enveloped(w: World, readings: Readings, target: int, hexes: Collection[int]) -> bool:
    """Do the attackers' hexes envelop the target? Two opposite hexes do, or three apart, OPS-ADV-1."""
    if readings.envelopment == "wide":
        return any(w.distance(a, b) >= WIDE for a, b in combinations(hexes, 2))
    around = w.neighbours[target]
    sides = {at for at, cell in enumerate(around) if cell in hexes}
    if any(at + 3 in sides for at in sides):
        return True
    return any(
        all(w.distance(a, b) > 1 for a, b in combinations(three, 2)) for three in combinations(hexes, AROUND)
    )


def surprising(turn: Turn, attackers: Sequence[int]) -> bool:
    """Do the attackers have surprise? They were unreported for two turns, or Germans on 16D, OPS-ADV-2."""
    s = turn.s
    if s.turn == 0 and turn.w.units[attackers[0]].side == GERMAN:
        return True
    return not any(s.reported[unit] & LATELY for unit in attackers)


def disordered(turn: Turn, defenders: Sequence[int]) -> bool:
    """Is every defender disordered: immobilised this turn, or retired this turn or last, OPS-ADV-3?"""
    return all(turn.s.marks[unit] & (IMMOBILISED | RETIRED | RETIRED_BEFORE) for unit in defenders)
