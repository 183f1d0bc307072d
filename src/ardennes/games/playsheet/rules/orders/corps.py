"""The corps of a side with its army troops and its air force: what several commanders can share."""

from __future__ import annotations

import functools

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.commanders import Formation

ARMY, AIR = "army", "air"
NAMES = {ARMY: "Army troops", AIR: "Air force"}


def name_of(formation: str) -> str:
    return NAMES.get(formation) or f"{formation} Corps"


@functools.lru_cache(maxsize=16)
def formations(w: World, side: int) -> tuple[Formation, ...]:
    """The corps of a side, those without a corps, and its squadrons."""
    corps = sorted({w.units[unit].corps for unit in w.of_side[side]} - {""})
    return tuple(Formation(name, name_of(name)) for name in (*corps, ARMY, AIR))


def under(w: World, s: PlaysheetState, unit: int) -> str:
    """The corps a unit stands under: its own, or that of the division it is attached to, OPS-UNIT-13."""
    u = w.units[unit]
    return u.corps or w.divisions[u.side].get(s.division[unit], "") or ARMY


def formation_of(w: World, s: PlaysheetState, order: o.GroundOrder | o.AirOrder) -> str:
    """The formation an order of the sheet is for."""
    return AIR if isinstance(order, o.Fly) else under(w, s, w.by_id[order.unit])
