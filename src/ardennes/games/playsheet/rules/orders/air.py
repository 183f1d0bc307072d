"""Checks of air orders (OPS-POOL, OPS-WX-2, OPS-DROP), on what the side knows."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import DAMAGED, LOST, NOT_YET, PlaysheetState
from ardennes.games.playsheet.rules.orders.ground import ROLES, check_hex
from ardennes.games.playsheet.rules.resolution import air_pools
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.names import pool_name, squadron_name
from ardennes.games.playsheet.schema.sheet import HEX_KM
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Refusal
from ardennes.words import listed

SUPPLIES, HEYDTE = LOADS = ("supplies", "GE-VDH")

# By mission: the pools that fly it, OPS-POOL-4.
FLOWN_BY: dict[type[o.Fly], frozenset[int]] = {
    o.Cover: frozenset({terms.FIGHTER}),
    o.CloseSupport: frozenset({terms.GROUND_ATTACK, terms.US_HEAVY, terms.RAF_HEAVY}),
    o.AirInterdict: frozenset({terms.GROUND_ATTACK, terms.MEDIUM_BOMBER, terms.US_HEAVY, terms.RAF_HEAVY}),
    o.AirSuppress: frozenset({terms.GROUND_ATTACK, terms.MEDIUM_BOMBER, terms.US_HEAVY, terms.RAF_HEAVY}),
    o.Reconnoitre: frozenset({terms.AIR_RECCE}),
    o.Transport: frozenset({terms.TRANSPORT}),
}


MISSION_NAMES: dict[type[o.Fly], str] = {
    o.Cover: "cover missions",
    o.CloseSupport: "close support",
    o.AirInterdict: "interdiction",
    o.AirSuppress: "flak suppression",
    o.Reconnoitre: "reconnaissance",
    o.Transport: "transport missions",
}


def task_name(kind: type[o.Fly]) -> str:
    """Return the code of a mission: CLOSE_SUPPORT."""
    return str(kind.__struct_config__.tag).upper()


def carries_group(order: o.Fly) -> bool:
    """Is it the German drop? That flies at night and in any weather, OPS-DROP-1."""
    return isinstance(order, o.Transport) and order.load == HEYDTE


def check_air(w: World, s: PlaysheetState, side: int, order: o.AirOrder) -> Refusal | None:
    """Return why an air order may not be written; None if it may."""
    if not order.squadrons:
        return Refusal("OPS-POOL-3", "The order names no squadron.", "Name at least one.")
    twice = [name for name, count in Counter(order.squadrons).items() if count > 1]
    if twice:
        facts = f"{_name(w, twice[0])} is named twice, but a squadron flies one mission a turn."
        return Refusal("OPS-POOL-3", facts, "Name it once.")
    for name in order.squadrons:
        if refused := check_squadron(w, s, side, name, type(order)):
            return refused
    return check_numbers(w, s, side, order) or check_mission(w, s, side, order)


def _name(w: World, name: str) -> str:
    return squadron_name(name) if name in w.squadron_by_id else repr(name)


def check_squadron(w: World, s: PlaysheetState, side: int, name: str, kind: type[o.Fly]) -> Refusal | None:
    """Return why this squadron cannot fly such a mission now; None if it can."""
    squadron = w.squadron_by_id.get(name)
    if squadron is None:
        facts = f"{name!r} is not a squadron."
        return Refusal("OPS-POOL-3", facts, "Write it like allied-ground_attack-07.")
    q, called = w.squadrons[squadron], squadron_name(name)
    if q.side != side:
        return Refusal(
            "OPS-POOL-3", f"{called} does not belong to the {terms.SIDES[side].capitalize()} side."
        )
    if s.squadrons[squadron] == LOST:
        return Refusal("OPS-POOL-3", f"{called} is lost.")
    if not air_pools.there(w, s, squadron):
        return Refusal("OPS-POOL-3", f"{called} is not available on {terms.turn_words(s.turn)}.")
    if s.squadrons[squadron] == DAMAGED:
        return Refusal("OPS-FLAK-8", f"{called} is damaged and cannot fly this turn.")
    if q.pool not in FLOWN_BY[kind]:
        able = listed([pool_name(pool, 2) for pool in sorted(FLOWN_BY[kind])], "or")
        facts = f"{called} cannot fly {MISSION_NAMES[kind]}."
        return Refusal("OPS-POOL-4", facts, f"Send {able}.")
    return None


def fit_for(w: World, s: PlaysheetState, side: int, kind: type[o.Fly]) -> list[int]:
    """Return the side's squadrons that can fly such a mission now, by id."""
    return sorted(squadron for pool in FLOWN_BY[kind] for squadron in air_pools.fit(w, s, side, pool))


def flying(w: World, s: PlaysheetState, side: int, besides: Iterable[int] = ()) -> Counter[int]:
    """Count the squadrons with a mission on the sheet by pool, without those of `besides`."""
    out = set(besides)
    return Counter(
        w.squadrons[q].pool for q in w.squadrons_of[side] if s.flights[q] is not None and q not in out
    )


def check_numbers(w: World, s: PlaysheetState, side: int, order: o.AirOrder) -> Refusal | None:
    """Return a refusal if more squadrons would fly than the weather allows, OPS-WX-2."""
    if w.is_night(s.turn) and not carries_group(order):
        return Refusal("OPS-WX-2", "Aircraft do not fly at night.", "Order this mission by day.")
    wanted = [w.squadron_by_id[name] for name in order.squadrons]
    already = flying(w, s, side, wanted)
    for pool, count in sorted(Counter(w.squadrons[q].pool for q in wanted).items()):
        limit = air_pools.may_fly(w, s, side, pool)
        if already[pool] + count > limit:
            facts = (
                f"In {terms.WEATHERS[s.weather]} weather {limit} {pool_name(pool, limit)} may fly. "
                f"{already[pool]} {'has' if already[pool] == 1 else 'have'} a mission; this adds {count}."
            )
            return Refusal("OPS-WX-2", facts, "Name fewer, or cancel a mission." if limit else "")
    return None


def check_mission(w: World, s: PlaysheetState, side: int, order: o.AirOrder) -> Refusal | None:
    """Return what is wrong with the zone, hex, role or load of a mission; None if nothing is."""
    match order:
        case o.Cover(zone=zone) | o.Reconnoitre(zone=zone):
            if zone in w.zones:
                return None
            numbered = f"Name a zone from {w.zones[0]} to {w.zones[-1]}."
            return Refusal("OPS-GRID-5", f"The map has no air zone {zone}.", numbered)
        case o.CloseSupport(target=target, role=role):
            if role not in ROLES:
                return Refusal(
                    "OPS-ORD-2", f"{role!r} is not a side of the battle.", f"Write {' or '.join(ROLES)}."
                )
            return check_hex(w, target)
        case o.AirInterdict(anchor=anchor) | o.AirSuppress(anchor=anchor):
            return check_hex(w, anchor)
        case o.Transport():
            return check_hex(w, order.target) or _load(w, s, side, order)


def _load(w: World, s: PlaysheetState, side: int, order: o.Transport) -> Refusal | None:
    if order.load == HEYDTE:
        return check_drop_now(w, s, side) or _group(w, s, side, order)
    if order.load != SUPPLIES:
        return Refusal("OPS-DROP-2", f"{order.load!r} is not a load.", f"Write {' or '.join(LOADS)}.")
    if side != terms.ALLIED:
        return Refusal("OPS-DROP-2", "Only the Allies drop supplies.", f"Drop {w.name_of(HEYDTE)} instead.")
    return _fed_first(w, s, order)


def fed(w: World, s: PlaysheetState, target: int) -> list[int]:
    """Return the Allied units in or next to a drop hex, by id, OPS-DROP-2."""
    near = {target, *w.neighbours[target]}
    return [unit for unit in w.of_side[terms.ALLIED] if s.where[unit] in near and s.where[unit] >= 0]


def _fed_first(w: World, s: PlaysheetState, order: o.Transport) -> Refusal | None:
    target = w.cell_of(order.target)
    near = [w.units[unit].id for unit in fed(w, s, target)]
    if len(set(order.first)) < len(order.first):
        return Refusal("OPS-DROP-2", "A unit is named twice among those supplied first.", "Name it once.")
    for name in order.first:
        if name not in near:
            facts = f"{w.name_of(name)} is not an Allied unit in or next to {w.hex_text(target)}."
            able = listed([w.name_of(unit) for unit in near], "or")
            return Refusal("OPS-DROP-2", facts, f"Name {able}." if able else "")
    return None


def check_drop_now(w: World, s: PlaysheetState, side: int) -> Refusal | None:
    """Return why the German drop cannot be ordered this turn; None if it can, OPS-DROP-1."""
    if side != terms.GERMAN:
        return Refusal("OPS-DROP-1", f"{w.name_of(HEYDTE)} is a German unit.", "Drop supplies instead.")
    if not w.in_play[w.by_id[HEYDTE]]:
        assert w.part is not None
        return Refusal(w.part.rule, f"{w.name_of(HEYDTE)} is not in the scenario {w.part.name}.")
    nights = range(w.limits.drop_first_date, w.limits.drop_last_date + 1)
    if not w.is_night(s.turn) or w.date(s.turn) not in nights:
        when = " or ".join(f"{date}" for date in nights)
        facts = f"{w.name_of(HEYDTE)} can only be dropped on the night of {when} December."
        return Refusal("OPS-DROP-1", facts)
    if s.where[w.by_id[HEYDTE]] != NOT_YET:
        return Refusal("OPS-DROP-1", f"{w.name_of(HEYDTE)} has already been dropped.")
    return None


def _group(w: World, s: PlaysheetState, side: int, order: o.Transport) -> Refusal | None:
    needed = w.units[w.by_id[HEYDTE]].status
    if len(order.squadrons) != needed:
        named = len(order.squadrons)
        facts = f"{w.name_of(HEYDTE)} needs {needed} transport serials, but the order names {named}."
        return Refusal("OPS-DROP-1", facts, f"Name {needed}.")
    if order.first:
        return Refusal(
            "OPS-DROP-1", f"{w.name_of(HEYDTE)} brings no supplies.", "Name no units to supply first."
        )
    return check_drop_hex(w, s, order.target)


@functools.lru_cache(maxsize=8)
def drop_zone(w: World) -> frozenset[int]:
    """Return the hexes at most 40 km from ground that the Germans hold at the start, OPS-DROP-1."""
    ground = w.start_ground[terms.GERMAN]
    zone = {cell for cell in range(len(w.terrain)) if ground >> cell & 1}
    edge = set(zone)
    for _ in range(w.limits.drop_km // HEX_KM):
        edge = {near for cell in edge for near in w.neighbours[cell] if near >= 0} - zone
        zone |= edge
    return frozenset(zone)


def check_drop_hex(w: World, s: PlaysheetState, target: str) -> Refusal | None:
    """Return why the German drop cannot aim at this hex; None if it can, OPS-DROP-1."""
    cell = w.cell_of(target)
    if cell not in drop_zone(w):
        far = f"more than {w.limits.drop_km} km from the German lines of 16 December"
        return Refusal("OPS-DROP-1", f"{w.hex_text(cell)} is {far}.", "Choose a nearer hex.")
    if any(report.to == terms.GERMAN and report.hex == cell for report in s.reports):
        return Refusal("OPS-DROP-1", f"An Allied unit is reported {w.at_hex(cell)}.", "Choose another hex.")
    return None
