"""Supply lines (WOT-6) and aerial supply.

A side's hexes with a supply line form one bitboard, computed with floods. The basic game has no supply: every
unit is always in supply.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ardennes.games.wave_of_terror.rules.model.events import Drew
from ardennes.games.wave_of_terror.rules.model.position import derived
from ardennes.games.wave_of_terror.rules.model.state import NOT_YET, Marker, WaveState
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events
from ardennes.kernel.reach import flood_links, spread

Wishes = Mapping[int, int]  # by unit: the hex of the marker that its owner chose, or DRY
DRY = -1  # draws on no marker
AUTOMATIC: Wishes = {}


def traced(w: World, s: WaveState, side: int) -> int:
    """Return the hexes from which a unit of the side could trace a supply line now, whatever is in the hex
    itself."""
    d = s.follows or derived(w, s)
    result = d.supply[side]
    if result is None:
        result = d.supply[side] = _trace(w, s, side)
    return result


def passable(w: World, s: WaveState, side: int) -> int:
    """Return the hexes that a line may enter: without enemy units (WOT-6.14) and enemy towns or cities
    (WOT-6.13)."""
    enemy_held = s.german if side == ALLIED else ~s.german
    return w.grid.mask & ~derived(w, s).occupied[1 - side] & ~(w.places & enemy_held)


def _trace(w: World, s: WaveState, side: int) -> int:
    """Return open sources (WOT-6.7, WOT-6.8), roads connected to them (WOT-6.6), and hexes within three of
    these.

    Lines and sources serve any number of units, WOT-6.9.
    """
    free = passable(w, s, side)
    sources = w.board.sources[side] & free
    roads = flood_links(w.grid, sources & w.board.road, free, open_roads(w, s))
    return _across_country(w, s, roads | sources, free, w.limits.supply_reach)


def open_roads(w: World, s: WaveState) -> tuple[int, ...]:
    """Return by direction the hexes from which a road leads that way, without blown bridges, WOT-6.11."""
    return _without_blown(w, s, w.board.links)


def open_ground(w: World, s: WaveState) -> tuple[int, ...]:
    """Return by direction the hexes from which neither water nor a blocked hexside bars the way.

    An intact bridge opens the way, WOT-6.6, WOT-6.10.
    """
    return _without_blown(w, s, w.ground.dry)


def _without_blown(w: World, s: WaveState, links: tuple[int, ...]) -> tuple[int, ...]:
    result = list(links)
    for bridge in bits(s.blown):
        for direction, bit in w.ground.over[bridge]:
            result[direction] &= ~bit
    return tuple(result)


def _across_country(w: World, s: WaveState, start: int, free: int, hexes: int) -> int:
    """Return the hexes at most this many hexes from the start.

    Only the hexside of the unit's own hex, the last from the source, may be blocked or unbridged water,
    WOT-6.10.
    """
    links = open_ground(w, s)
    result = edge = start
    for _ in range(hexes - 1):
        edge = spread(w.grid, edge, links) & free & ~result
        result |= edge
    return result | w.grid.ring(result)


def automatic(w: World, s: WaveState, unit: int) -> bool:
    """Return whether the unit is in supply without a line.

    In the basic game, on turn 1 (WOT-5.8), as an arrival (WOT-8.3), and in KG Peiper in its first turns
    (WOT-7.7).
    """
    if not s.variant.full or s.turn <= 1 or s.where[unit] == NOT_YET:
        return True
    return s.turn <= w.limits.kg_supply_through and unit in s.kg


def struck(s: WaveState, unit: int) -> bool:
    """Return whether the table of Supply Problems puts the unit out of supply for the whole turn,
    WOT-6.16."""
    return bool(s.struck >> unit & 1)


def in_supply(w: World, s: WaveState, unit: int) -> bool:
    """Return whether the unit is in normal supply: a legal line from a friendly source, or its equivalent.

    Rules: WOT-6.1, WOT-6.5. A struck unit without a line has only one penalty.
    """
    if automatic(w, s, unit):
        return True
    return not s.struck >> unit & 1 and bool(traced(w, s, w.side[unit]) >> s.where[unit] & 1)


def hex_in_supply(w: World, s: WaveState, side: int, cell: int) -> bool:
    """Return whether a unit of the side could trace a line in the hex; for repairs also on turn 1,
    WOT-9.15."""
    return bool(traced(w, s, side) >> cell & 1)


# From the air


def fed_from(w: World, s: WaveState, cell: int) -> int:
    """Return the hexes that an aerial supply marker can supply: at most five hexes over road and open ground,
    WOT-6.15."""
    d = derived(w, s)
    result = d.aerial.get(cell)
    if result is None:
        free = passable(w, s, ALLIED)
        start = 1 << cell & free
        result = _across_country(w, s, start, free, w.limits.marker_reach) if start else 0
        d.aerial[cell] = result
    return result


def appetite(w: World, s: WaveState, unit: int) -> int:
    """Return the steps that a unit draws; an artillery step counts two, WOT-6.15."""
    return s.steps[unit] * (w.limits.marker_gun_step if w.artillery[unit] else 1)


def feeding(w: World, s: WaveState, unit: int) -> int:
    """Return the marker that a unit drew on this turn and can still trace to, or -1, WOT-6.15."""
    for drawer, cell in s.drawn:
        if drawer == unit and any(marker.cell == cell for marker in s.markers):
            if fed_from(w, s, cell) >> s.where[unit] & 1:
                return cell
    return -1


def may_draw(w: World, s: WaveState, unit: int, left: dict[int, int] | None = None) -> int:
    """Return the marker that an Allied unit without a normal line would draw on now, or -1.

    It is the nearest with enough left, ties by name of the hex. `left` overrides what the markers have.
    """
    if not s.markers or w.side[unit] == GERMAN or s.where[unit] < 0:
        return -1
    wanted, here = appetite(w, s, unit), s.where[unit]
    near = [
        (w.grid.distance(marker.cell, here), w.grid.label(marker.cell), marker.cell)
        for marker in s.markers
        if (marker.left if left is None else left[marker.cell]) >= wanted
        and (unit, marker.cell) not in s.drawn  # charged once, at its first use
        and fed_from(w, s, marker.cell) >> here & 1
    ]
    return min(near)[2] if near else -1


def within_reach_of_marker(w: World, s: WaveState, unit: int) -> bool:
    """Return whether an Allied unit can trace to an aerial supply marker, even to one that is used up."""
    return w.side[unit] == ALLIED and any(
        fed_from(w, s, marker.cell) >> s.where[unit] & 1 for marker in s.markers
    )


def could_be_fed(w: World, s: WaveState, unit: int) -> bool:
    """Return whether the unit is in supply, already supplied from the air, or able to draw on a marker
    now."""
    return in_supply(w, s, unit) or feeding(w, s, unit) >= 0 or may_draw(w, s, unit) >= 0


def thirsty(w: World, s: WaveState, units: Iterable[int]) -> list[int]:
    """Return the units whose owner may choose a marker to draw on, or none, WOT-6.15."""
    if not s.markers:
        return []
    return [
        unit
        for unit in units
        if not in_supply(w, s, unit) and feeding(w, s, unit) < 0 and may_draw(w, s, unit) >= 0
    ]


def draws(w: World, s: WaveState, units: Sequence[int], wishes: Wishes = AUTOMATIC) -> dict[int, int]:
    """Return the units without a line and the marker that each draws on, or DRY, WOT-6.15.

    Units are checked one after another (WOT-6.2): first those with an order, then the others as `may_draw`
    chooses.
    """
    short = [unit for unit in units if not in_supply(w, s, unit) and feeding(w, s, unit) < 0]
    if not short or not s.markers:
        return dict.fromkeys(short, DRY)
    result, left = dict.fromkeys(short, DRY), {marker.cell: marker.left for marker in s.markers}
    for unit in sorted(short, key=lambda unit: unit not in wishes):
        cell = wishes[unit] if unit in wishes else may_draw(w, s, unit, left)
        result[unit] = cell
        if cell >= 0:
            left[cell] -= appetite(w, s, unit)
    return result


def hungry(w: World, s: WaveState, units: Sequence[int], wishes: Wishes = AUTOMATIC) -> list[int]:
    """Return the units that would be out of supply; asking draws nothing."""
    return [unit for unit, cell in draws(w, s, units, wishes).items() if cell == DRY]


def feed(
    w: World, s: WaveState, units: Sequence[int], events: Events, wishes: Wishes = AUTOMATIC
) -> list[int]:
    """Let units without a line draw on their markers, and return those that are out of supply (WOT-6.2)."""
    result = []
    for unit, cell in draws(w, s, units, wishes).items():
        if cell == DRY:
            result.append(unit)
            continue
        steps = appetite(w, s, unit)
        at = next(i for i, marker in enumerate(s.markers) if marker.cell == cell)
        s.markers[at] = Marker(cell, s.markers[at].left - steps)
        s.drawn.append((unit, cell))
        label = w.grid.label(cell)
        events.append(Drew(w.side[unit], w.units[unit].id, label, steps, s.markers[at].left))
    return result
