"""The air forces: close support of planned battles, interdiction, cover, reconnaissance, drops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ardennes.games.playsheet.rules import pools
from ardennes.games.playsheet.rules.orders import AirInterdict, CloseSupport, Cover, Reconnoitre, Transport
from ardennes.games.playsheet.rules.state import FIT, SUPPLIED
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
from ardennes.players.playsheet.desk import Desk

ENOUGH = {ALLIED: 4, GERMAN: 3}  # squadrons that lift a battle by two levels, OPS-AIR-1, OPS-AIR-2
BOMBERS = (MEDIUM_BOMBER, US_HEAVY, RAF_HEAVY)


def ready(desk: Desk, pool: int) -> list[str]:
    """Squadrons of a pool that may fly this turn."""
    w, s = desk.w, desk.s
    most = pools.may_fly(w, s, desk.side, pool)
    fit = [
        w.squadrons[at].id
        for at in w.squadrons_of[desk.side]
        if w.squadrons[at].pool == pool and s.squadrons[at] == FIT and pools.there(w, s, at)
    ]
    return fit[:most]


def fly(desk: Desk, battles: Sequence[tuple[float, int, str]], drop: int = -1) -> None:
    """All missions of a turn. `battles`: (value, hex, role), `drop`: where paratroops are wanted."""
    if drop >= 0:
        serials = ready(desk, TRANSPORT)
        if serials:
            order = Transport(tuple(serials), "GE-VDH", desk.w.label(drop))
            desk.fly(order, "paratroops behind the enemy's front")
    if desk.night:
        return
    zones: Counter[int] = Counter()
    _close_support(desk, sorted(battles, reverse=True), zones)
    _interdict(desk, zones)
    _supplies(desk, zones)
    _look(desk)
    _cover(desk, zones)


def _close_support(desk: Desk, battles: Sequence[tuple[float, int, str]], zones: Counter[int]) -> None:
    squadrons, enough = ready(desk, GROUND_ATTACK), ENOUGH[desk.side]
    for _, cell, role in battles:
        flight, squadrons = squadrons[:enough], squadrons[enough:]
        if not flight:
            return
        why = f"{len(flight)} squadrons for the battle at {desk.w.label(cell)}"
        if desk.fly(CloseSupport(tuple(flight), desk.w.label(cell), role), why):
            zones[desk.w.zone[cell]] += len(flight)
    desk.spare = squadrons


def _targets(desk: Desk) -> list[int]:
    """Anchors of areas that hold most of the reported enemy and none of our own."""
    w, ours = desk.w, {desk.s.where[unit] for unit in desk.units}
    found = []
    for anchor in sorted({near for cell in desk.enemy.strength for near in (cell, *w.near[cell])}):
        area = w.area(anchor)
        worth = sum(desk.enemy.strength.get(cell, 0.0) for cell in area)
        if worth and not any(cell in ours for cell in area):
            found.append((worth, anchor))
    found.sort(key=lambda f: (-f[0], f[1]))
    chosen: list[int] = []
    for _, anchor in found:
        if all(w.distance(anchor, other) > 2 for other in chosen):
            chosen.append(anchor)
    return chosen


def _interdict(desk: Desk, zones: Counter[int]) -> None:
    flights = [ready(desk, pool) for pool in BOMBERS] + [list(desk.spare)]
    anchors = _targets(desk)
    for squadrons in flights:
        while squadrons and anchors:
            flight, squadrons = squadrons[:4], squadrons[4:]
            anchor = anchors.pop(0)
            why = f"{len(flight)} squadrons interdict {desk.w.label(anchor)}"
            if desk.fly(AirInterdict(tuple(flight), desk.w.label(anchor)), why):
                zones[desk.w.zone[anchor]] += len(flight)


def _supplies(desk: Desk, zones: Counter[int]) -> None:
    """Serials feed those whom no road feeds, OPS-DROP-2."""
    if desk.side != ALLIED:
        return
    hungry = Counter(
        desk.s.where[u] for u in desk.fighters if not desk.s.marks[u] & SUPPLIED and desk.s.sp[u] < 3
    )
    serials = ready(desk, TRANSPORT)
    if not hungry or not serials:
        return
    cell = min(hungry, key=lambda at: (-hungry[at], at))
    if desk.fly(Transport(tuple(serials), "supplies", desk.w.label(cell)), "supplies for those cut off"):
        zones[desk.w.zone[cell]] += len(serials)


def _look(desk: Desk) -> None:
    """Reconnaissance where our own front is and little is known."""
    squadrons = ready(desk, AIR_RECCE)
    ours = Counter(desk.w.zone[desk.s.where[unit]] for unit in desk.fighters)
    known = Counter(desk.w.zone[seen.hex] for seen in desk.enemy.sightings if seen.age == 0)
    for zone in sorted(ours, key=lambda z: (known[z] - ours[z], z)):
        if not squadrons:
            return
        desk.fly(Reconnoitre((squadrons.pop(0),), zone), f"what is in zone {zone}?")


def _cover(desk: Desk, zones: Counter[int]) -> None:
    """Fighters over our own missions, the larger the more."""
    squadrons = ready(desk, FIGHTER)
    if not zones:
        ours = Counter(desk.w.zone[desk.s.where[unit]] for unit in desk.fighters)
        zones = Counter(dict(ours.most_common(2)))
    wanted = sorted(zones, key=lambda z: (-zones[z], z))
    share = -(-len(squadrons) // len(wanted)) if wanted else 0
    for zone in wanted:
        flight, squadrons = squadrons[:share], squadrons[share:]
        if not flight:
            return
        desk.fly(Cover(tuple(flight), zone), f"{len(flight)} squadrons over zone {zone}")
