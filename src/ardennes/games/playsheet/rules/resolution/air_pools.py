"""The weather, and the air pools: available squadrons, repairs and replacements (OPS-WX, OPS-POOL)."""

from __future__ import annotations

from ardennes.games.playsheet.rules.model.events import Replaced
from ardennes.games.playsheet.rules.model.state import DAMAGED, FIT, LOST, PlaysheetState
from ardennes.games.playsheet.rules.resolution.notebook import Turn
from ardennes.games.playsheet.schema.terms import AIR_RECCE, ALLIED, FIGHTER, GERMAN, GROUND_ATTACK, TRANSPORT
from ardennes.games.playsheet.schema.world import World


def roll_weather(turn: Turn) -> None:
    """Roll the weather of a Day turn, which lasts through the next Night turn, OPS-WX-1."""
    if not turn.night:
        die = turn.roll("weather", "OPS-WX-1")
        turn.s.weather = turn.w.weather[turn.w.date(turn.s.turn)][die - 1]


def there(w: World, s: PlaysheetState, squadron: int) -> bool:
    """Is the squadron available: its pool exists this turn, and it is not lost? OPS-POOL-3."""
    air = w.squadrons[squadron]
    return air.first <= s.turn <= air.last and s.squadrons[squadron] != LOST


def fit(w: World, s: PlaysheetState, side: int, pool: int) -> list[int]:
    """Return the undamaged squadrons of a pool, by id."""
    return [
        squadron
        for squadron in w.squadrons_of[side]
        if w.squadrons[squadron].pool == pool and s.squadrons[squadron] == FIT and there(w, s, squadron)
    ]


def may_fly(w: World, s: PlaysheetState, side: int, pool: int) -> int:
    """Return how many squadrons of a pool may fly this turn, OPS-WX-2."""
    ready = len(fit(w, s, side, pool))
    if w.is_night(s.turn):
        # Only the German drop flies at night, in any weather, OPS-DROP-1.
        return ready if (side, pool) == (GERMAN, TRANSPORT) else 0
    if pool == AIR_RECCE and not w.air_recce[s.weather]:
        return 0
    share = w.shares[s.weather][side]
    return max(int(ready * share), 1) if share and ready else 0


def turn_start(turn: Turn) -> None:
    """Repair squadrons after a turn on the ground, and bring Allied replacements, OPS-FLAK-8, OPS-POOL-3."""
    w, s = turn.w, turn.s
    for squadron, state in enumerate(s.squadrons):
        # A squadron damaged last turn flew in it, and stays on the ground for one turn.
        if state == DAMAGED and s.last_flights[squadron] is None:
            s.squadrons[squadron] = FIT
    if turn.night or w.date(s.turn) not in replacement_dates(w):
        return
    for pool in (FIGHTER, GROUND_ATTACK):
        lost = [q for q in w.squadrons_of[ALLIED] if w.squadrons[q].pool == pool and s.squadrons[q] == LOST]
        if lost:
            s.squadrons[lost[0]] = FIT
            turn.events.append(Replaced(ALLIED, w.squadrons[lost[0]].id))


def replacement_dates(w: World) -> range:
    """Return the days on which the Allies regain a fighter and a ground-attack squadron, OPS-POOL-3."""
    limits = w.limits
    return range(limits.replacements_first, limits.replacements_last + 1, limits.replacements_every)
