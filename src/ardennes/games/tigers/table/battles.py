"""Battles of Tigers for the client: the six cells of the column, the die, the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from ardennes.games.tigers.rules.model.events import (
    AirCommitted,
    AirDowned,
    AirResult,
    CombatResult,
    OddsSet,
    StoodFast,
)
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
    """Return the battles and air strikes whose result is among the events; `before` has earlier ones, newest
    first."""
    earlier = list(before) if any(isinstance(event, AirResult) for event in events) else before
    return [
        _shown(w, at, event, chain(reversed(events[:at]), earlier))
        if isinstance(event, CombatResult)
        else _strike(w, at, event, events, chain(reversed(events[:at]), earlier))
        for at, event in enumerate(events)
        if isinstance(event, CombatResult) or (isinstance(event, AirResult) and event.column in STRIKES)
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


# Air strikes, TIA-AIR-3

STRIKES = {"clear": "in the open", "cover": "in cover", "bridge": "on the bridge"}
# By result of the air table: the label of its cell, how good it is for the aircraft, what it means.
AIR_RESULTS = {
    "D": ("Disr.", 0.45, "Disrupted"),
    "Bridge Bstd": ("gone", 0.7, "The bridge is destroyed"),
    "-": ("–", 0.0, "No effect"),
}
FLAK = ("flak", -0.6, "No effect, or the group is shot down by anti-aircraft fire")


def _strike(
    w: World, at: int, result: AirResult, events: Sequence[Event], earlier: Iterable[Event]
) -> BattleShow:
    faces = w.tables.air[result.column]
    mirrored = bool(result.shown) and result.shown != result.die
    cells = []
    for die in range(1, 7):
        label, tone, about = AIR_RESULTS.get(faces[die], FLAK)
        cells.append(Cell(label, 1, tone, about, 7 - die if mirrored else die))
    group, unit = w.air_units[w.air_by_id[result.air]], w.by_id.get(result.target)
    committed = (x.target for x in earlier if isinstance(x, AirCommitted) and x.air == result.air)
    target = next(committed, result.target) if unit is not None else result.target
    name = w.units[unit].name if unit is not None else "the target"
    downed = any(isinstance(x, AirDowned) and x.air == result.air for x in events[at:])
    title = AIR_RESULTS[result.result][2] if result.result in AIR_RESULTS else "Flak, but no effect"
    thrown = result.die - 1
    return BattleShow(
        at,
        [target.split("/")[0]],
        f"{group.name} is shot down" if downed else title,
        defenders=[result.target] if unit is not None else [],
        column=STRIKES[result.column],
        cells=cells,
        thrown=thrown,
        dice=[result.shown or result.die],
        words=f"{group.name} strikes {name}.",
        luck=as_well(cells, thrown),
    )
