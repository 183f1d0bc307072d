"""The attacks that the rules demand, shown before a move makes them necessary (TIA-ZOC-12)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ardennes.games.tigers.rules.combat import obligations as owed
from ardennes.games.tigers.rules.combat.declare import possible_targets
from ardennes.games.tigers.rules.combat.odds import defenders_at, known_odds
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.model.position import put
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.wire import Forced


def forced_by_stop(w: World, s: TigersState, unit: int, cell: int) -> list[Forced]:
    """Return the attacks that the unit must make if it stops in the hex able to attack."""
    side = w.side[unit]
    if not owed.contact_at(w, s, side, cell):
        return []
    after = s.clone()
    put(w, after, unit, cell)
    after.status[unit] |= f.MOVED | f.MOVED_NOW
    return [_one(w, after, side, target, [unit]) for target in bits(owed.owes(w, after, unit))]


def forced_now(w: World, s: TigersState, side: int) -> list[Forced]:
    """Return the attacks still to be declared that moved units or other attacks demand."""
    if isinstance(s.stack[-1], f.Moving):
        duties = owed.duties(w, s, side)
        hexes = 0
        for _, beside in duties:
            hexes |= beside
        return [_one(w, s, side, t, [u for u, beside in duties if beside >> t & 1]) for t in bits(hexes)]
    if not isinstance(s.stack[-1], f.Declaring | f.PeiperGoesOn):
        return []
    hexes, idle = owed.unmet(w, s, side)
    by_unit = {unit: owed.owes(w, s, unit) for unit in idle}
    for beside in by_unit.values():
        hexes |= beside if not hexes & beside else 0
    able = possible_targets(w, s, side)
    return [
        _one(w, s, side, t, [u for u in able.get(t, []) if by_unit.get(u, 0) >> t & 1] or able.get(t, []))
        for t in bits(hexes)
    ]


def is_demanded(w: World, s: TigersState, side: int, number: int) -> bool:
    """Return whether the rules demand this declared attack: without it one is missing."""
    without = s.clone()
    without.attacks[number] = msgspec.structs.replace(s.attacks[number], status=f.CANCELLED)
    missing, idle = owed.unmet(w, without, side)
    return bool(missing or idle)


def _one(w: World, s: TigersState, side: int, target: int, units: Sequence[int]) -> Forced:
    """Return the attack by these units, and the unit that would improve it most."""
    names = [w.units[unit].short for unit in defenders_at(w, s, target, side)]
    who = names[0] + (f" +{len(names) - 1}" if len(names) > 1 else "") if names else ""
    result = Forced(w.grid.label(target), who, "")
    if not units:
        return result
    column = known_odds(w, s, units, [target]).column
    result.odds = _column(w, column)
    joined = [u for u in possible_targets(w, s, side).get(target, []) if u not in units]
    best = max(joined, key=lambda u: (known_odds(w, s, [*units, u], [target]).column, -u), default=-1)
    if best >= 0 and (better := known_odds(w, s, [*units, best], [target]).column) > column:
        result.helper, result.better = w.units[best].id, _column(w, better)
    return result


def _column(w: World, column: int) -> str:
    return w.tables.odds[column] if column >= 0 else "below 1:5"
