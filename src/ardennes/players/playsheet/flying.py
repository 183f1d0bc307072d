"""The air forces: close support of planned battles, interdiction, cover, reconnaissance, drops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ardennes.games.playsheet.rules.model.orders import (
    AirInterdict,
    CloseSupport,
    Cover,
    Reconnoitre,
    Transport,
)
from ardennes.games.playsheet.rules.model.state import FIT, SUPPLIED
from ardennes.games.playsheet.rules.resolution import air_pools
from ardennes.games.playsheet.schema.terms import (
    AIR_RECCE,
    ALLIED,
    FIGHTER,
    GERMAN,
    GROUND_ATTACK,
    MEDIUM_BOMBER,
    RAF_HEAVY,
    TRANSPORT,
    US_HEAVY,
)
from ardennes.players.playsheet.draft import Draft

ENOUGH = {ALLIED: 4, GERMAN: 3}  # squadrons that lift a battle by two levels, OPS-AIR-1, OPS-AIR-2
BOMBERS = (MEDIUM_BOMBER, US_HEAVY, RAF_HEAVY)


def ready(draft: Draft, pool: int) -> list[str]:
    """Return the squadrons of a pool that may fly this turn."""
    w, s = draft.w, draft.s
    most = air_pools.may_fly(w, s, draft.side, pool)
    fit = [
        w.squadrons[at].id
        for at in w.squadrons_of[draft.side]
        if w.squadrons[at].pool == pool and s.squadrons[at] == FIT and air_pools.there(w, s, at)
    ]
    return fit[:most]


def fly(draft: Draft, battles: Sequence[tuple[float, int, str]], drop: int = -1) -> None:
    """Write all missions of a turn. `battles`: value, hex and role; `drop`: the hex for paratroops, or -1."""
    if drop >= 0:
        serials = ready(draft, TRANSPORT)
        if serials:
            order = Transport(tuple(serials), "GE-VDH", draft.w.label(drop))
            draft.fly(order, "drops paratroops behind the enemy's front")
    if draft.night:
        return
    zones: Counter[int] = Counter()
    _close_support(draft, sorted(battles, reverse=True), zones)
    _interdict(draft, zones)
    _supplies(draft, zones)
    _look(draft)
    _cover(draft, zones)


def _close_support(draft: Draft, battles: Sequence[tuple[float, int, str]], zones: Counter[int]) -> None:
    squadrons, enough = ready(draft, GROUND_ATTACK), ENOUGH[draft.side]
    for _, cell, role in battles:
        flight, squadrons = squadrons[:enough], squadrons[enough:]
        if not flight:
            return
        why = f"supports the battle {draft.w.at_hex(cell)}"
        if draft.fly(CloseSupport(tuple(flight), draft.w.label(cell), role), why):
            zones[draft.w.zone[cell]] += len(flight)
    draft.spare = squadrons


def _targets(draft: Draft) -> list[int]:
    """Return anchors of areas with the most reported enemies and no unit of the side."""
    w, own = draft.w, {draft.s.where[unit] for unit in draft.units}
    result = []
    for anchor in sorted({near for cell in draft.enemy.strength for near in (cell, *w.near[cell])}):
        area = w.area(anchor)
        worth = sum(draft.enemy.strength.get(cell, 0.0) for cell in area)
        if worth and not any(cell in own for cell in area):
            result.append((worth, anchor))
    result.sort(key=lambda f: (-f[0], f[1]))
    chosen: list[int] = []
    for _, anchor in result:
        if all(w.distance(anchor, other) > 2 for other in chosen):
            chosen.append(anchor)
    return chosen


def _interdict(draft: Draft, zones: Counter[int]) -> None:
    flights = [ready(draft, pool) for pool in BOMBERS] + [list(draft.spare)]
    anchors = _targets(draft)
    for squadrons in flights:
        while squadrons and anchors:
            flight, squadrons = squadrons[:4], squadrons[4:]
            anchor = anchors.pop(0)
            why = f"interdicts enemies {draft.w.at_hex(anchor)}"
            if draft.fly(AirInterdict(tuple(flight), draft.w.label(anchor)), why):
                zones[draft.w.zone[anchor]] += len(flight)


def _supplies(draft: Draft, zones: Counter[int]) -> None:
    """Drop supplies for units that are cut off, OPS-DROP-2."""
    if draft.side != ALLIED:
        return
    cut_off = Counter(
        draft.s.where[u] for u in draft.fighters if not draft.s.marks[u] & SUPPLIED and draft.s.sp[u] < 3
    )
    serials = ready(draft, TRANSPORT)
    if not cut_off or not serials:
        return
    cell = min(cut_off, key=lambda at: (-cut_off[at], at))
    if draft.fly(
        Transport(tuple(serials), "supplies", draft.w.label(cell)), "supplies units that are cut off"
    ):
        zones[draft.w.zone[cell]] += len(serials)


def _look(draft: Draft) -> None:
    """Search zones with many units of the side and few reports."""
    squadrons = ready(draft, AIR_RECCE)
    ours = Counter(draft.w.zone[draft.s.where[unit]] for unit in draft.fighters)
    known = Counter(draft.w.zone[one.hex] for one in draft.enemy.sightings if one.age == 0)
    for zone in sorted(ours, key=lambda z: (known[z] - ours[z], z)):
        if not squadrons:
            return
        draft.fly(Reconnoitre((squadrons.pop(0),), zone), f"searches air zone {zone}")


def _cover(draft: Draft, zones: Counter[int]) -> None:
    """Send fighters over the side's missions, in order of size."""
    squadrons = ready(draft, FIGHTER)
    if not zones:
        ours = Counter(draft.w.zone[draft.s.where[unit]] for unit in draft.fighters)
        zones = Counter(dict(ours.most_common(2)))
    wanted = sorted(zones, key=lambda z: (-zones[z], z))
    share = -(-len(squadrons) // len(wanted)) if wanted else 0
    for zone in wanted:
        flight, squadrons = squadrons[:share], squadrons[share:]
        if not flight:
            return
        draft.fly(Cover(tuple(flight), zone), f"covers air zone {zone}")
