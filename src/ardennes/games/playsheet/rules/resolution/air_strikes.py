"""AIR_STRIKE: flak suppression, flak against all other missions, close support that arrives, and
interdicted areas (OPS-FLAK, OPS-INT, OPS-AIR-6)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.events import AirClaimed, AirLost, Flew, Suppressed
from ardennes.games.playsheet.rules.model.state import DAMAGED, LOST, SUPPRESSED
from ardennes.games.playsheet.rules.orders.air import task_name
from ardennes.games.playsheet.rules.resolution import flight_paths
from ardennes.games.playsheet.rules.resolution.notebook import Area, Turn, lapse, lose
from ardennes.games.playsheet.rules.tables import flak, interdiction
from ardennes.games.playsheet.rules.tables.combat import Roll
from ardennes.games.playsheet.rules.tables.flak import Toll
from ardennes.games.playsheet.schema.names import squadron_name
from ardennes.games.playsheet.schema.sheet import FLAK, INTERDICTION_CLASSES, LIGHT, STEP_LOSS, UNHURT
from ardennes.games.playsheet.schema.terms import SIDES

# After SUPPRESS, in the order of their dice.
TASKS = (o.CloseSupport, o.AirInterdict, o.Reconnoitre, o.Transport)


def run(turn: Turn) -> None:
    """Resolve suppression first, then flak against all other missions, task by task."""
    _fly(turn, o.AirSuppress)
    for area in _areas(turn, o.AirSuppress, o.Suppress):
        _suppress(turn, area)
    for task in TASKS:
        _fly(turn, task)
    for squadron, order in enumerate(turn.flights):
        if isinstance(order, o.CloseSupport):
            key = (turn.w.squadrons[squadron].side, turn.w.cell_of(order.target), order.role)
            turn.support.setdefault(key, []).append(squadron)
    turn.areas = _areas(turn, o.AirInterdict, o.Interdict)


# Flak


def guns(turn: Turn, side: int) -> tuple[frozenset[int], frozenset[int]]:
    """Return the hexes from which a side's heavy and light flak fires, without suppressed flak, OPS-INT-9."""
    w, s = turn.w, turn.s
    here = [unit for unit in w.of_side[side] if s.where[unit] >= 0]
    heavy = {s.where[u] for u in here if w.units[u].heavy_flak and not s.marks[u] & SUPPRESSED}
    light = {s.where[u] for u in here if w.units[u].light_flak} - turn.silent  # OPS-UNIT-8
    return frozenset(heavy), frozenset(light)


def situations(
    turn: Turn, side: int, order: o.AirOrder, batteries: Sequence[frozenset[int]]
) -> tuple[int, ...]:
    """Return the column of each class of enemy flak against a mission of this side, OPS-FLAK-5."""
    w, target = turn.w, flight_paths.target_of(turn.w, order)
    way, drop = flight_paths.way(w, side, target), isinstance(order, o.Transport)

    def fires_in(cells: frozenset[int]) -> int:
        km = min((w.km(target, cell) for cell in cells), default=None) if drop else None
        return flak.situation(w.sheet, drop, km, not way.isdisjoint(cells))

    return tuple(map(fires_in, batteries))


def _fly(turn: Turn, task: type[o.AirOrder]) -> None:
    """Resolve flak against all missions of one task, by squadron id, then the result of each mission."""
    batteries = [guns(turn, side) for side in range(len(SIDES))]
    tolls: dict[int, Toll] = {}
    for squadron, order in enumerate(turn.flights):
        if isinstance(order, task):
            side = turn.w.squadrons[squadron].side
            under = situations(turn, side, order, batteries[1 - side])
            bursts = flak.fire(turn.w.sheet, under, _roller(turn, squadron))
            results = [burst.result for burst in bursts]
            tolls[squadron] = flak.toll(results)
    for mission in _missions(turn, tolls):
        _settle(turn, mission, tolls)
    turn.tolls.update(tolls)


def _roller(turn: Turn, squadron: int) -> Roll:
    name = turn.w.squadrons[squadron].id
    return lambda what: turn.roll(
        f"{what} against {name}", "OPS-FLAK-1", f"{what} against {squadron_name(name)}"
    )


def _missions(turn: Turn, squadrons: dict[int, Toll]) -> list[list[int]]:
    """Group squadrons that fly together: of one side and with one order."""
    result: dict[tuple[int, o.AirOrder], list[int]] = {}
    for squadron in squadrons:
        order = turn.flights[squadron]
        if order is not None:
            result.setdefault((turn.w.squadrons[squadron].side, order), []).append(squadron)
    return list(result.values())


def _settle(turn: Turn, mission: list[int], tolls: dict[int, Toll]) -> None:
    """Apply damage and losses of a mission: lost squadrons do not strike, lost serials drop, OPS-FLAK-8."""
    w, s = turn.w, turn.s
    order = turn.flights[mission[0]]
    assert order is not None
    side = w.squadrons[mission[0]].side
    result = flak.mission(w.sheet, [tolls[squadron] for squadron in mission], s.readings)
    for at in sorted(result.lost | result.damaged):
        squadron, down = mission[at], at in result.lost
        s.squadrons[squadron] = LOST if down else DAMAGED
        turn.events.append(AirLost(side, w.squadrons[squadron].id, down, "hit by flak"))
        if down and not isinstance(order, o.Transport):
            turn.flights[squadron] = None
    if result.lost:
        turn.events.append(AirClaimed(1 - side, flight_paths.zone_of(w, order), len(result.lost)))
    _tell(turn, side, order, mission)


def _tell(turn: Turn, side: int, order: o.AirOrder, mission: list[int]) -> None:
    """Report to the owner which squadrons reached the target, OPS-SPOT-5."""
    for reached in (True, False):
        names = [
            turn.w.squadrons[squadron].id
            for squadron in mission
            if (turn.flights[squadron] is not None) is reached
        ]
        if names:
            where = f"zone {order.zone}" if isinstance(order, o.Reconnoitre) else _label(turn, order)
            turn.events.append(Flew(side, tuple(names), task_name(type(order)), where, reached))


def _label(turn: Turn, order: o.AirOrder) -> str:
    return turn.w.label(flight_paths.target_of(turn.w, order))


# Areas


def _areas(
    turn: Turn, task: type[o.AirInterdict] | type[o.AirSuppress], fire: type[o.Interdict] | type[o.Suppress]
) -> list[Area]:
    """Return the areas under attack by anchor; forces of one side on it add up, OPS-INT-7, OPS-INT-10."""
    w, counts = turn.w, dict[tuple[int, int], list[int]]()

    def add(side: int, anchor: str, force: int, number: int) -> None:
        empty = [0] * len(INTERDICTION_CLASSES)
        counts.setdefault((w.cell_of(anchor), side), empty)[force] += number

    for squadron, order in enumerate(turn.flights):
        if isinstance(order, task):
            air = w.squadrons[squadron]
            force = INTERDICTION_CLASSES.index(w.pools[air.side, air.pool].interdiction)
            add(air.side, order.anchor, force, 1)
    for unit, shelling in enumerate(turn.orders):
        if isinstance(shelling, fire) and _fires(turn, unit):
            add(w.units[unit].side, shelling.anchor, LIGHT, turn.s.status[unit])  # battalions, OPS-INT-3
    return [
        Area(side, anchor, row, frozenset(w.area(anchor)))
        for (anchor, side), there in sorted(counts.items())
        if (row := interdiction.area_row(w.sheet, there, turn.s.readings))
    ]


def _fires(turn: Turn, unit: int) -> bool:
    """Spend the SP of artillery that fires at an area; return False if it has too few, OPS-SUP-2."""
    s, cost = turn.s, turn.w.limits.fire_sp
    if s.where[unit] < 0:
        return False
    if s.sp[unit] < cost:
        lapse(turn, unit, "it has too few supply points to fire", "OPS-SUP-2")
        return False
    s.sp[unit] -= cost
    return True


def _suppress(turn: Turn, area: Area) -> None:
    """Roll for the flak units in the area, by unit id, OPS-INT-9."""
    w, s = turn.w, turn.s
    for unit in sorted(u for cell in area.cells for u in turn.at.get(cell, ())):
        if not w.units[unit].heavy_flak:
            continue
        key = f"suppression of {w.label(area.anchor)}: {w.units[unit].id}"
        text = f"suppression of {w.name(unit)} in the area {w.at_hex(area.anchor)}"
        die = turn.roll(key, "OPS-INT-9", text)
        effect = interdiction.effect(w.sheet, area.row, die)
        if effect == UNHURT:
            continue
        step = effect == STEP_LOSS
        s.marks[unit] |= SUPPRESSED
        turn.silent.add(s.where[unit])
        turn.events.append(Suppressed(w.units[unit].side, w.units[unit].id, w.label(s.where[unit]), step))
        if step:
            lose(turn, unit, 1, "bombed")


assert len(FLAK) == 2  # heavy and light, as `guns` gives them
