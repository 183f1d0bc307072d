"""What the staff sees in a position: fields worked out once, and the value of standing somewhere."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cached_property

from ardennes.games.tigers.rules.model.position import derived, units_at
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.supply import supplied_hexes
from ardennes.games.tigers.rules.outcome.victory import WINNING_QUARTERS
from ardennes.games.tigers.rules.sequence.turn_order import in_second_step
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.games.tigers.schema.world import World
from ardennes.hexes import OFF_MAP, bits
from ardennes.players.tigers.staff.battle import unit_worths
from ardennes.players.tigers.staff.ground import (
    FOOT_TURN,
    MECH_TURN,
    ExitRace,
    Facing,
    exit_race,
    exit_worth,
    facing,
    german_towns,
    steps_of,
)
from ardennes.players.tigers.staff.supply import hungry, relief
from ardennes.players.toolkit.assignment import Demand
from ardennes.players.toolkit.fields import FAR, way_down
from ardennes.players.toolkit.weights import Weights

SECOND_STEP = 0.5  # of a turn: what the second movement of a turn is worth
RESERVE_RUNNERS = 2.0  # divisions' worth that run besides those needed


class Outlook:
    """One side's look at one position (a scratch copy it may change)."""

    def __init__(self, w: World, s: TigersState, side: int, weights: dict[str, Weights]) -> None:
        self.w, self.s, self.side = w, s, side
        self.weights = weights
        self.k = weights["german" if side == GERMAN else "allied"]
        self.load: dict[int, list[int]] = {}  # by hex: units meant to come there
        self.leaving: set[int] = set()  # units meant to go
        self._marches: dict[tuple[int, bool], list[int]] = {}
        self._gaps: dict[int, int] = {}
        self._stands: dict[tuple[int, int], float] = {}  # what a hex is worth to a unit, whoever is there
        self._there: dict[int, list[int]] = {}  # own units by hex, as they stand
        self._drives: dict[int, float] = {}  # see `_drive`
        self._spots: dict[int, tuple[int, int, float, float]] = {}  # see `_spot`
        self.worths = unit_worths(w)

    @cached_property
    def race(self) -> ExitRace:
        return exit_race(self.w, self.s)

    @cached_property
    def patience(self) -> float:
        return self.k["patience"]

    @cached_property
    def time_left(self) -> float:
        """On the last day: turns in which somebody can still come to the exits after this step."""
        if self.s.turn < self.w.turns:
            return FAR
        return 0.0 if in_second_step(self.s) else SECOND_STEP

    @cached_property
    def threat(self) -> list[int]:
        return self.facing.threat(self.w, self.s)

    @cached_property
    def contacts(self) -> list[int]:
        return self.facing.contacts(self.w, self.s)

    @cached_property
    def supply(self) -> int:
        return supplied_hexes(self.w, self.s, self.side)

    @cached_property
    def towns(self) -> list[int]:
        return german_towns(self.w)

    @cached_property
    def facing(self) -> Facing:
        return facing(self.w, self.s, self.side)

    def march(self, unit: int, start: int, goal: int) -> float:
        """Turns the unit needs to a hex."""
        mech = self.w.units[unit].mechanized
        field = self._marches.get((goal, mech))
        if field is None:
            field = self._marches[goal, mech] = self.facing.march(self.w, self.s, goal, mech)
        return min(12.0, field[start] / (MECH_TURN if mech else FOOT_TURN))

    def way(self, unit: int, start: int, goal: int) -> list[int]:
        """The hexes of the unit's quickest way to a hex."""
        self.march(unit, start, goal)
        mech = self.w.units[unit].mechanized
        out = steps_of(self.w, self.s, self.side, mech).out
        return way_down(self._marches[goal, mech], start, out, self.facing.toll(self.w, self.s))

    @cached_property
    def spearhead(self) -> list[int]:
        """The Germans nearest to leaving the map, enough of them to win."""
        w, s = self.w, self.s
        runners = [u for u in w.of_side[GERMAN] if s.where[u] >= 0 and exit_worth(w, u) > 0]
        runners.sort(key=lambda u: (self.race.turns(u, s.where[u]), u))
        chosen, total = [], s.exited / 4
        for unit in runners:
            if total >= WINNING_QUARTERS / 4:
                break
            chosen.append(unit)
            total += exit_worth(w, unit)
        return chosen

    @cached_property
    def runners(self) -> frozenset[int]:
        """The spearhead and as many again behind it: those who race for the exits."""
        w, s = self.w, self.s
        able = [u for u in w.of_side[GERMAN] if s.where[u] >= 0 and exit_worth(w, u) > 0]
        able.sort(key=lambda u: (self.race.turns(u, s.where[u]), u))
        chosen, total = [], s.exited / 4
        for unit in able:
            if total >= WINNING_QUARTERS / 4 + RESERVE_RUNNERS:
                break
            chosen.append(unit)
            total += exit_worth(w, unit)
        return frozenset(chosen)

    def danger(self, race: ExitRace) -> float:
        """How near the Germans are to breaking out, in divisions' worth."""
        w, s = self.w, self.s
        near: float = sum(
            exit_worth(w, u) * float(self.k["patience"]) ** race.turns(u, s.where[u])
            for u in w.of_side[GERMAN]
            if s.where[u] >= 0
        )
        return near

    # What a hex is worth

    @cached_property
    def late(self) -> float:
        """How much of the game has gone by."""
        return self.s.turn / self.w.turns

    def stake(self, cell: int) -> float:
        """What it is worth now to hold a hex when the game ends: in a short scenario its places alone decide,
        TIA-SHORT-3."""
        if self.w.part is None or cell not in self.towns:
            return 0.0
        return float(self.k["place"]) * self.late**2

    def ground(self) -> list[float]:
        """What driving the enemy out of a hex is worth, beyond the loss to him."""
        value = self._german_ground() if self.side == GERMAN else self._allied_ground()
        starving = hungry(self.w, self.s, self.side)
        for cell, factors in relief(self.w, self.s, self.side, starving).items():
            value[cell] += self.k["relief"] * factors
        return value

    def _german_ground(self) -> list[float]:
        w, s, k = self.w, self.s, self.k
        value = [0.0] * w.grid.size
        spear = self.spearhead
        if not self.weights["work"]["ways"]:
            for cell in self.towns:
                value[cell] = k["town"] + self.stake(cell)
            return value
        runs = [(u, s.where[u]) for u in spear]
        for cell in bits(derived(w, s).combat[ALLIED]):
            value[cell] = k["open_way"] * self.race.saved(s, cell, runs) / max(1, len(spear))
            if cell in self.towns:
                value[cell] += k["town"] + self.stake(cell)
        return value

    def _allied_ground(self) -> list[float]:
        w, s, k = self.w, self.s, self.k
        value = [0.0] * w.grid.size
        places = {w.board.hex_of[p] for p in w.allied_places}
        for cell in bits(derived(w, s).combat[GERMAN]):
            near = sum(
                exit_worth(w, u) * k["patience"] ** self.race.turns(u, cell)
                for u in units_at(w, s, cell, GERMAN)
            )
            value[cell] = k["danger"] * near * 0.5
            if cell in self.towns:
                value[cell] += k["town"] * (1 + (2 * self.late) ** 2) + self.stake(cell)
            elif cell in places:
                value[cell] += k["town"] * 0.5
        return value

    # Standing somewhere

    def gap(self, cell: int) -> int:
        """Hexes to the nearest enemy."""
        if cell not in self._gaps:
            self._gaps[cell] = min(map(self.w.apart[cell].__getitem__, self.foes), default=2)
        return self._gaps[cell]

    @cached_property
    def foes(self) -> list[int]:
        """Hexes of enemy combat units."""
        w, s = self.w, self.s
        return sorted({s.where[u] for u in w.of_side[1 - self.side] if s.where[u] >= 0 and w.units[u].combat})

    def empty(self, cell: int) -> bool:
        """Does nobody stand there, nor is meant to come?"""
        return cell not in self.stacks and cell not in self.load

    def company(self, unit: int, cell: int) -> list[int]:
        """Who will stand there with the unit."""
        there = self._there.get(cell)
        if there is None:
            there = self._there[cell] = units_at(self.w, self.s, cell, self.side)
        here = [u for u in there if u not in self.leaving and u != unit]
        if cell in self.load:
            here += [u for u in self.load[cell] if u not in here and u != unit]
        return here

    @cached_property
    def stacks(self) -> Collection[int]:
        """Hexes where anybody stands; nobody moves while an outlook lasts."""
        return {*derived(self.w, self.s).stacks, self.s.where[self.w.dump]}

    def _spot(self, cell: int) -> tuple[int, int, float, float]:
        """What anybody meets in a hex: the threat, what the ground adds to a stack there, what it costs to be
        beaten there, what it costs to be out of supply."""
        w, k = self.w, self.k
        covered = (w.board.town | w.board.city | w.board.venn) >> cell & 1
        risk = k["exposure"] + (k["edge"] if OFF_MAP in w.grid.neighbours[cell] else 0.0)
        spot = self.threat[cell], covered, risk, 0.0 if self.supply >> cell & 1 else k["unsupplied"]
        self._spots[cell] = spot
        return spot

    def stand(
        self,
        unit: int,
        cell: int,
        road_end: bool = False,
        demands: Sequence[Demand] = (),
        least: float = -math.inf,
    ) -> float:
        """The value of the unit in the hex, with the demands it serves; `least` if it cannot be above it."""
        gain = self._stands.get((unit, cell))
        if gain is None:
            gain = self._german_stand(unit, cell) if self.side == GERMAN else self._allied_stand(unit, cell)
            self._stands[unit, cell] = gain
        served = 0.0
        if demands:
            patience = self.patience
            served = max([d.value * patience ** (2 * self.march(unit, cell, d.cell)) for d in demands])
        if served + gain <= least:  # the enemy and hunger only take from it
            return least
        threat, strength, risk, hunger = self._spots.get(cell) or self._spot(cell)
        hit = 0.0  # how likely a stack there is beaten next turn
        if threat:
            factor = self.w.factor
            strength += factor[unit]
            if cell in self.stacks or cell in self.load:
                strength += sum([factor[u] for u in self.company(unit, cell)])
            if threat > strength:
                hit = min(1.0, (threat / (strength or 1) - 1.0) / 4)
        if road_end:  # Disrupted until the enemy's step b
            hit = min(1.0, 1.5 * hit + 0.05)
        return -risk * self.worths[unit] * hit - hunger + served + gain

    def _german_stand(self, unit: int, cell: int) -> float:
        turns = self.race.turns(unit, cell)
        value = 0.0
        if turns <= self.time_left:
            value = (self._drives.get(unit) or self._drive(unit)) * self.patience**turns
        if cell in self.towns and self.s.held >> cell & 1:
            value += self.k["town"]
        return value

    def _drive(self, unit: int) -> float:
        """What it is worth to have the unit at the exits."""
        share = 1.0 if unit in self.runners else self.k["follow"]
        result = self._drives[unit] = self.k["race"] * share * (exit_worth(self.w, unit) or 0.3)
        return result

    def _allied_stand(self, unit: int, cell: int) -> float:
        s, k = self.s, self.k
        value = -k["close"] * max(0, self.gap(cell) - 2)
        if cell in self.towns and not s.held >> cell & 1:
            value += k["retake"] * (0.3 + 4 * self.late**3)
        return value
