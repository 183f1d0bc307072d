"""Battles of Tigers for the client: the six cells of the column, the die, the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from ardennes.games.tigers.rules.model.events import CombatResult, OddsSet, StoodFast
from ardennes.games.tigers.schema.world import World
from ardennes.games.tigers.table.stage import RESULTS
from ardennes.kernel.contract import Event
from ardennes.kernel.showing import as_well
from ardennes.kernel.wire import BattleShow, Cell

TITLES = {
    "DE": "The defenders are destroyed",
    "DD": "Rout, 3 hexes",
    "D3": "Retreat, 3 hexes",
    "D2": "Retreat, 2 hexes",
    "D1": "Retreat, 1 hex",
    "D": "The defenders hold, Disrupted",
    "-": "No effect",
    "AD": "The attackers are Disrupted",
    "D/AE": "Both sides suffer",
    "AE": "The attack is shattered",
}
STANDING = {
    "D1": "The defenders hold, Disrupted",
    **dict.fromkeys(("D2", "D3", "DD"), "The defenders are destroyed in place"),
}


def battles(w: World, events: Sequence[Event], before: Iterable[Event]) -> list[BattleShow]:
    """Return the battles whose result is among the events; `before` has earlier ones, newest first."""
    return [
        _shown(w, at, event, chain(reversed(events[:at]), before))
        for at, event in enumerate(events)
        if isinstance(event, CombatResult)
    ]


def _shown(w: World, at: int, result: CombatResult, earlier: Iterable[Event]) -> BattleShow:
    stood = False
    odds = None
    for event in earlier:
        stood |= isinstance(event, StoodFast)
        if isinstance(event, OddsSet) and event.targets == result.targets:
            odds = event
            break
    column = w.tables.odds.index(result.column)
    mirrored = bool(result.shown) and result.shown != result.die  # the die read on index B, TIA-CRT-5
    cells = [
        Cell(code, 1, RESULTS[code].tone, RESULTS[code].about, 7 - die if mirrored else die)
        for die in range(1, 7)
        for code in [w.tables.crt[die][column]]
    ]
    thrown = result.die - 1
    title = TITLES[result.result]
    return BattleShow(
        at,
        list(result.targets),
        STANDING.get(result.result, title) if stood else title,
        attackers=list(odds.attackers) if odds else [],
        sum=_sum(odds) if odds else "",
        column=result.column,
        cells=cells,
        thrown=thrown,
        dice=[result.shown or result.die] if result.die else [],
        words="No Retreat! was ordered." if stood else "",
        luck=as_well(cells, thrown),
    )


def _sum(odds: OddsSet) -> str:
    shifts = "".join(f", {what} {by:+d}" for what, by in odds.shifts)
    return f"{odds.attack} against {odds.defence}{shifts}"
