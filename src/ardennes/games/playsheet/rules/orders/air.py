"""May these squadrons fly this mission? (OPS-POOL, OPS-WX-2, OPS-DROP). Asked on what the side knows."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import DAMAGED, LOST, NOT_YET, PlaysheetState
from ardennes.games.playsheet.rules.orders.ground import ROLES, check_hex
from ardennes.games.playsheet.rules.resolution import air_pools
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.sheet import HEX_KM
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Refusal

SUPPLIES, HEYDTE = LOADS = ("supplies", "GE-VDH")

# Which pools fly which mission, OPS-POOL-4.
FLOWN_BY: dict[type[o.Fly], frozenset[int]] = {
    o.Cover: frozenset({terms.FIGHTER}),
    o.CloseSupport: frozenset({terms.GROUND_ATTACK, terms.US_HEAVY, terms.RAF_HEAVY}),
    o.AirInterdict: frozenset({terms.GROUND_ATTACK, terms.MEDIUM_BOMBER, terms.US_HEAVY, terms.RAF_HEAVY}),
    o.AirSuppress: frozenset({terms.GROUND_ATTACK, terms.MEDIUM_BOMBER, terms.US_HEAVY, terms.RAF_HEAVY}),
    o.Reconnoitre: frozenset({terms.AIR_RECCE}),
    o.Transport: frozenset({terms.TRANSPORT}),
}


def task_name(kind: type[o.Fly]) -> str:
    return str(kind.__struct_config__.tag).upper()


def words(pool: int) -> str:
    return terms.POOLS[pool].replace("_", " ")


def carries_group(order: o.Fly) -> bool:
    """The German drop, which flies at night and in any weather, OPS-DROP-1."""
    return isinstance(order, o.Transport) and order.load == HEYDTE


def check_air(w: World, s: PlaysheetState, side: int, order: o.AirOrder) -> Refusal | None:
    """Why an air order may not be written; None if it may."""
    if not order.squadrons:
        return Refusal("OPS-POOL-3", "No squadron is named.", "Name at least one.")
    twice = [name for name, count in Counter(order.squadrons).items() if count > 1]
    if twice:
        facts = f"{twice[0]} is named twice; a squadron flies one mission a turn."
        return Refusal("OPS-POOL-3", facts)
    for name in order.squadrons:
        if refused := check_squadron(w, s, side, name, type(order)):
            return refused
    return check_numbers(w, s, side, order) or check_mission(w, s, side, order)


def check_squadron(w: World, s: PlaysheetState, side: int, name: str, kind: type[o.Fly]) -> Refusal | None:
    """Is this a squadron of the side's that can fly such a mission now?"""
    squadron = w.squadron_by_id.get(name)
    if squadron is None:
        facts = f"There is no squadron {name!r}."
        return Refusal("OPS-POOL-3", facts, "Squadron ids are like allied-ground_attack-07.")
    q = w.squadrons[squadron]
    if q.side != side:
        return Refusal("OPS-POOL-3", f"{name} is not of the {terms.SIDES[side]} side.")
    if s.squadrons[squadron] == LOST:
        return Refusal("OPS-POOL-3", f"{name} is lost.")
    if not air_pools.there(w, s, squadron):
        return Refusal("OPS-POOL-3", f"The {words(q.pool)} pool is not there in {w.turn_name(s.turn)}.")
    if s.squadrons[squadron] == DAMAGED:
        return Refusal("OPS-FLAK-8", f"{name} is damaged and cannot fly this turn.")
    if q.pool not in FLOWN_BY[kind]:
        able = ", ".join(words(pool) for pool in sorted(FLOWN_BY[kind]))
        facts = f"{words(q.pool).capitalize()} squadrons do not fly {task_name(kind)}."
        return Refusal("OPS-POOL-4", facts, f"Those that do: {able}.")
    return None


def fit_for(w: World, s: PlaysheetState, side: int, kind: type[o.Fly]) -> list[int]:
    """The side's squadrons that can fly such a mission now, by id."""
    return sorted(squadron for pool in FLOWN_BY[kind] for squadron in air_pools.fit(w, s, side, pool))


def flying(w: World, s: PlaysheetState, side: int, besides: Iterable[int] = ()) -> Counter[int]:
    """By pool: how many squadrons have a mission on the sheet, those named left out."""
    out = set(besides)
    return Counter(
        w.squadrons[q].pool for q in w.squadrons_of[side] if s.flights[q] is not None and q not in out
    )


def check_numbers(w: World, s: PlaysheetState, side: int, order: o.AirOrder) -> Refusal | None:
    """Do more squadrons fly than the weather lets? OPS-WX-2."""
    if w.is_night(s.turn) and not carries_group(order):
        return Refusal("OPS-WX-2", "No air missions are flown at night.", "Fly by day.")
    wanted = [w.squadron_by_id[name] for name in order.squadrons]
    already = flying(w, s, side, wanted)
    for pool, count in sorted(Counter(w.squadrons[q].pool for q in wanted).items()):
        limit = air_pools.may_fly(w, s, side, pool)
        if already[pool] + count > limit:
            facts = (
                f"In this weather ({terms.WEATHERS[s.weather]}) {limit} {words(pool)} squadrons may fly; "
                f"{already[pool]} have a mission, and this would be {count} more."
            )
            return Refusal("OPS-WX-2", facts, "Name fewer, or take a mission back." if limit else "")
    return None


def check_mission(w: World, s: PlaysheetState, side: int, order: o.AirOrder) -> Refusal | None:
    """Zone, hex, role and load."""
    match order:
        case o.Cover(zone=zone) | o.Reconnoitre(zone=zone):
            if zone in w.zones:
                return None
            numbered = f"Zones are numbered {w.zones[0]} to {w.zones[-1]}."
            return Refusal("OPS-GRID-5", f"There is no air zone {zone}.", numbered)
        case o.CloseSupport(target=target, role=role):
            if role not in ROLES:
                return Refusal("OPS-ORD-2", f"There is no role {role!r}.", f"Say {' or '.join(ROLES)}.")
            return check_hex(w, target)
        case o.AirInterdict(anchor=anchor) | o.AirSuppress(anchor=anchor):
            return check_hex(w, anchor)
        case o.Transport():
            return check_hex(w, order.target) or _load(w, s, side, order)


def _load(w: World, s: PlaysheetState, side: int, order: o.Transport) -> Refusal | None:
    if order.load == HEYDTE:
        return check_drop_now(w, s, side) or _group(w, s, side, order)
    if order.load != SUPPLIES:
        return Refusal("OPS-DROP-2", f"{order.load!r} is no load.", f"Loads: {', '.join(LOADS)}.")
    if side != terms.ALLIED:
        return Refusal("OPS-DROP-2", "Only the Allies drop supplies.", "German serials carry GE-VDH.")
    return _fed_first(w, s, order)


def fed(w: World, s: PlaysheetState, target: int) -> list[int]:
    """The Allied units in or next to a drop hex, by id, OPS-DROP-2."""
    near = {target, *w.neighbours[target]}
    return [unit for unit in w.of_side[terms.ALLIED] if s.where[unit] in near and s.where[unit] >= 0]


def _fed_first(w: World, s: PlaysheetState, order: o.Transport) -> Refusal | None:
    target = w.cell_of(order.target)
    near = [w.units[unit].id for unit in fed(w, s, target)]
    if len(set(order.first)) < len(order.first):
        return Refusal("OPS-DROP-2", "A unit is named twice among those fed first.")
    for name in order.first:
        if name not in near:
            facts = f"{name} is no Allied unit in or next to {order.target}."
            return Refusal("OPS-DROP-2", facts, f"Units there: {', '.join(near) or 'none'}.")
    return None


def check_drop_now(w: World, s: PlaysheetState, side: int) -> Refusal | None:
    """May the German drop be ordered this turn? OPS-DROP-1."""
    if side != terms.GERMAN:
        return Refusal("OPS-DROP-1", f"{HEYDTE} is a German unit.", "Allied serials carry supplies.")
    if not w.in_play[w.by_id[HEYDTE]]:
        assert w.part is not None
        return Refusal(w.part.rule, f"{HEYDTE} is not in play in {w.part.name}.")
    nights = range(w.limits.drop_first_date, w.limits.drop_last_date + 1)
    if not w.is_night(s.turn) or w.date(s.turn) not in nights:
        when = " or ".join(f"{date}N" for date in nights)
        return Refusal("OPS-DROP-1", f"{HEYDTE} is dropped in {when}, not in {w.turn_name(s.turn)}.")
    if s.where[w.by_id[HEYDTE]] != NOT_YET:
        return Refusal("OPS-DROP-1", f"{HEYDTE} has been dropped; there is one drop.")
    return None


def _group(w: World, s: PlaysheetState, side: int, order: o.Transport) -> Refusal | None:
    needed = w.units[w.by_id[HEYDTE]].status
    if len(order.squadrons) != needed:
        facts = f"{HEYDTE} flies in {needed} serials together, and {len(order.squadrons)} are named."
        return Refusal("OPS-DROP-1", facts)
    if order.first:
        return Refusal("OPS-DROP-1", f"{HEYDTE} feeds nobody.", "Leave the list of units empty.")
    return check_drop_hex(w, s, order.target)


@functools.lru_cache(maxsize=8)
def drop_zone(w: World) -> frozenset[int]:
    """Every hex at most 40 km from a German-held hex of the start, OPS-DROP-1."""
    ground = w.start_ground[terms.GERMAN]
    seen = {cell for cell in range(len(w.terrain)) if ground >> cell & 1}
    edge = set(seen)
    for _ in range(w.limits.drop_km // HEX_KM):
        edge = {near for cell in edge for near in w.neighbours[cell] if near >= 0} - seen
        seen |= edge
    return frozenset(seen)


def check_drop_hex(w: World, s: PlaysheetState, target: str) -> Refusal | None:
    cell = w.cell_of(target)
    if cell not in drop_zone(w):
        facts = f"{target} is more than {w.limits.drop_km} km from the German lines of 16 December."
        return Refusal("OPS-DROP-1", facts)
    if any(report.to == terms.GERMAN and report.hex == cell for report in s.reports):
        return Refusal("OPS-DROP-1", f"An Allied unit is reported in {target}.", "Choose another hex.")
    return None
