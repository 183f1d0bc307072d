"""The draft of an order sheet: the side's view, its picture of the enemy, and the orders so far."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache

from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model.state import ADJACENT, PlaysheetState
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.orders.ground import surprised
from ardennes.games.playsheet.rules.tables.combat import BattleUnit
from ardennes.games.playsheet.schema.terms import ROAD, TACTICAL, TURN
from ardennes.games.playsheet.schema.world import World
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import Order
from ardennes.kernel.reach import Reach
from ardennes.players.playsheet.picture import Picture
from ardennes.players.toolkit.fields import FAR, Flood, Links, Steps


class Draft:
    """The data for planning the orders of one turn."""

    def __init__(self, game: Playsheet, view: PlaysheetState, side: int, fade: float = 0.7) -> None:
        self.game, self.w, self.s, self.side = game, game.world, view, side
        self.night = self.w.is_night(view.turn)
        self.enemy = Picture(self.w, view, side, fade)
        self.units = [u for u in self.w.of_side[side] if view.where[u] >= 0]
        self.fighters = [u for u in self.units if self.w.units[u].combat]
        self.free = {u for u in self.units if not surprised(self.w, view, u)}
        self.sheet: dict[int, tuple[Order, str]] = {}  # by unit
        self.others: list[tuple[Order, str]] = []  # air orders, attachments, priority
        self.spare: list[str] = []  # ground-attack squadrons that no battle needs
        self.staying: Counter[int] = Counter(view.where[u] for u in self.fighters)  # stacks as planned
        self.in_range: dict[int, list[tuple[Fraction, int]]] = {}  # by target: the bonus of guns
        self.attackers: dict[
            tuple[int, int], BattleUnit
        ] = {}  # by unit and target: the unit as it would attack
        self._reach: dict[tuple[int, int], Reach] = {}
        self._fields: dict[tuple[int, int], Flood] = {}

    # The sheet

    def give(self, unit: int, order: Order, why: str) -> bool:
        """Write an order for a unit and return True if it is legal."""
        if self.game.check(self.s, self.side, order) is not None:
            return False
        self.sheet[unit] = (order, why)
        self.free.discard(unit)
        return True

    def fly(self, order: Order, why: str) -> bool:
        """Write an air order, attachment or priority and return True if it is legal."""
        if self.game.check(self.s, self.side, order) is not None:
            return False
        self.others.append((order, why))
        return True

    def moves_to(self, unit: int, cell: int) -> None:
        """Count the planned stacks."""
        if self.w.units[unit].combat:
            self.staying[self.s.where[unit]] -= 1
            self.staying[cell] += 1

    def room(self, unit: int, cell: int, marching: bool = False) -> bool:
        if cell == self.s.where[unit] or not self.w.units[unit].combat:
            return True
        limits = self.w.limits
        return self.staying[cell] < (limits.march_limit if marching else limits.stack_limit)

    # Units

    def id(self, unit: int) -> str:
        return self.w.units[unit].id

    def status(self, unit: int) -> int:
        return self.s.status[unit]

    def touching(self, unit: int) -> bool:
        """Is the unit next to an enemy combat unit? Its owner knows that."""
        return bool(self.s.marks[unit] & ADJACENT)

    def worn(self, unit: int) -> float:
        """Return the share of its starting status that a unit still has."""
        return self.s.status[unit] / self.w.units[unit].status

    # Ground

    def reach(self, unit: int, mode: int) -> Reach:
        key = (unit, mode)
        if key not in self._reach:
            late = TURN // 2 if routes.start_clock(self.w, self.s, unit) else TURN
            self._reach[key] = routes.reach(self.w, self.s, unit, mode, late)
        return self._reach[key]

    def field(self, row: int, goals: int, limit: int = FAR) -> list[int]:
        """Return the time from every hex to the nearest goal for a class of troops, over held roads.

        Beyond the limit the values are those of `Flood.upto`.
        """
        result = self._fields.get((row, goals))
        if result is None:
            starts = dict.fromkeys(bits(goals), 0)
            result = Flood(starts, self.links(row), [0] * self.w.size, self.shortest(row))
            self._fields[row, goals] = result
        return result.upto(limit)

    def shortest(self, row: int) -> int:
        """Return the time of the quickest step of a class on the map."""
        return _shortest(self.w, row)

    def links(self, row: int) -> Links:
        blown = routes.believed_blown(self.s, self.side)
        return links(self.w, row, blown, routes.ground_of(self.s, self.side))


@lru_cache(maxsize=24)
def links(w: World, row: int, blown: int, ground: int) -> Links:
    """By hex: the hexes from which a class can enter, and the time; on held roads it marches in column."""
    into = list(_steps_in(w, row, TACTICAL, blown))
    on_road = _steps_in_held(w, row, blown)
    for there in bits(ground & w.road_hex):
        into[there] = on_road[there]
    return into


@lru_cache(maxsize=64)
def _steps_in_held(w: World, row: int, blown: int) -> Links:
    """By hex with a road that the side holds: the steps into it, by road or not, whichever is quicker."""
    into, by_road = _steps_in(w, row, TACTICAL, blown), _steps_in(w, row, ROAD, blown)
    result: list[Steps] = [*_steps_in_held(w, row, 0)] if blown else [()] * w.size
    changed = board_of(end for bridge in bits(blown) for end in w.bridges[bridge].ends)
    for there in bits((changed if blown else w.road_hex) & w.road_hex):
        best = dict(into[there])
        for here, time in by_road[there]:
            best[here] = min(time, best.get(here, FAR))
        result[there] = tuple(best.items())
    return result


@lru_cache(maxsize=24)
def _shortest(w: World, row: int) -> int:
    ways = (_steps_in(w, row, mode, 0) for mode in (TACTICAL, ROAD))
    return min(time for into in ways for steps in into for _, time in steps)


@lru_cache(maxsize=64)
def _steps_in(w: World, row: int, mode: int, blown: int) -> Links:
    """By hex: the hexes from which a class can enter in a mode, and the time.

    For blown bridges only the steps between their ends are computed again.
    """
    table = routes.steps(w, row, mode, False)
    if not blown:
        into: list[list[tuple[int, int]]] = [[] for _ in range(w.size)]
        for here, steps in enumerate(table):
            for there, step in steps.items():
                into[there].append((here, step.time))
        return into
    corrected = [*_steps_in(w, row, mode, 0)]
    for bridge in bits(blown):
        a, b = w.bridges[bridge].ends
        for here, there in ((a, b), (b, a)):
            if there in table[here]:
                down = table[here][there].time_down
                old = [(cell, down if cell == here else time) for cell, time in corrected[there]]
                corrected[there] = [step for step in old if step[1] > 0]
    return corrected


def labels(w: World, cells: list[int]) -> tuple[str, ...]:
    return tuple(w.label(cell) for cell in cells)
