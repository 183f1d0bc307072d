"""Air units as chips: each can be sent to a hex from one place on the page."""

from __future__ import annotations

import msgspec

from ardennes.games.tigers.rules.air.operations import (
    air_column,
    bomb_targets,
    classes,
    flak_hits,
    may_fly,
)
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.wire import Wing

FACES = range(1, 7)


def wings(w: World, s: TigersState, side: int) -> list[Wing]:
    """Return the side's air units; what bombing a hex achieves is the same for all of one type."""
    if not s.turn or s.over:
        return []
    flown = {mission.air: mission for mission in s.missions}
    by_type: dict[int, dict[str, int]] = {}
    result = []
    for air in w.air_units:
        if air.side != side:
            continue
        refusal = may_fly(w, s, air.index)
        mission = flown.get(air.index)
        if refusal is None and air.type not in by_type:
            by_type[air.type] = _chances(w, s, air.index)
        result.append(
            Wing(
                air.id,
                air.name,
                short(air.name),
                "" if refusal is None else refusal.facts,
                "TIA-AIR-3" if refusal is None else refusal.rule,
                w.grid.labels[mission.target] if mission is not None and mission.kind == "hex" else "",
                by_type[air.type] if refusal is None else {},
                "Disrupted",
                msgspec.to_builtins(o.Bomb(air.id, "")),
                "target",
            )
        )
    return result


def short(name: str) -> str:
    """Return a name for a chip: "SG 4" for "Luftwaffe unit 1 (SG 4)", "365th" for "365th Fighter Group"."""
    return name.partition("(")[2].rstrip(")") or name.split()[0]


def _chances(w: World, s: TigersState, air: int) -> dict[str, int]:
    """Return, by hex with enemy units, the chance in percent that bombing strikes a unit, TIA-AIR-3."""
    side = w.air_units[air].side
    cells = sorted({s.where[unit] for unit in w.of_side[1 - side] if s.where[unit] >= 0})
    return {w.grid.labels[cell]: _chance(w, s, air, cell) for cell in cells if bomb_targets(w, s, cell, side)}


def _chance(w: World, s: TigersState, air: int, cell: int) -> int:
    """Return the chance of at least one D, until the group is shot down, TIA-AIR-3, TIA-AIR-6."""
    first, rest = classes(w, s, cell, w.air_units[air].side)
    city, flying, home = bool(w.board.city >> cell & 1), 1.0, 0.0  # the chances of no D so far
    for unit in first + rest:
        results = [w.tables.air[air_column(w, s, unit)][die] for die in FACES]
        hits = sum(result == "D" for result in results) / len(results)
        shots = [result for result in results if result.startswith("AA")]
        downed = sum(flak_hits(w, s, air, shot, w.units[unit].aa, city) for shot in shots) / len(results)
        home += flying * downed
        flying *= 1 - hits - downed
    return round(100 * (1 - flying - home))
