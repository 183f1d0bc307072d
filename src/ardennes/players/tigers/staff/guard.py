"""The exit-race alarm: which Germans could leave the map next turn, and who could stop them where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ardennes.games.tigers.rules.model.position import clear_flag, derived, put
from ardennes.games.tigers.rules.model.state import DEAD, DISRUPTED, TURN_FLAGS, Moving, TigersState
from ardennes.games.tigers.rules.movement.moves import routes
from ardennes.games.tigers.rules.movement.search import Route
from ardennes.games.tigers.rules.movement.supply import in_supply
from ardennes.games.tigers.rules.sequence.turn_order import TURN
from ardennes.games.tigers.rules.special.peiper import forget_turn
from ardennes.games.tigers.schema.terms import DIVISION, GERMAN
from ardennes.games.tigers.schema.world import EXIT, World
from ardennes.hexes import bits
from ardennes.players.tigers.staff.ground import ExitRace, exit_worth

NEAR = 1.6  # turns: whoever is nearer by the field is looked at exactly
AT_FIRST = 3.0  # the same in the first turns: the field takes guards for walls, and they must not go away
FIRST_TURNS = 3
MOST_GUARDS = 4
MOST_CELLS = 16  # within somebody's reach that are tried
GERMAN_MOVEMENT = next(i for i, p in enumerate(TURN) if p.name == "movement" and p.side == GERMAN)


def next_german_turn(w: World, s: TigersState) -> TigersState:
    """The position as the Germans would find it at their next move if the Allies did nothing more."""
    then = s.clone()
    then.variant = msgspec.structs.replace(s.variant, weak_contact_lapses=True)
    then.turn = min(s.turn + 1, w.turns)
    then.phase = GERMAN_MOVEMENT
    then.stack = [Moving(GERMAN)]
    then.attacks, then.battle = [], None
    forget_turn(w, then)
    for unit in w.of_side[GERMAN]:
        then.status[unit] &= ~TURN_FLAGS
        then.spent[unit] = 0
        if then.where[unit] >= 0 and then.status[unit] & DISRUPTED and in_supply(w, then, unit):
            clear_flag(w, then, unit, DISRUPTED)
    return then


def leavers(w: World, then: TigersState, suspects: Iterable[int]) -> list[int]:
    """Those of the suspects that could leave the map at once."""
    return [u for u in suspects if not then.status[u] & DISRUPTED and routes(w, then, u, only=EXIT)]


def worth_of(w: World, units: Iterable[int]) -> float:
    """In divisions."""
    return sum(exit_worth(w, unit) for unit in units)


class Alarm:
    """Looks one German turn ahead and bars the exits."""

    def __init__(self, w: World, s: TigersState, race: ExitRace) -> None:
        self.w, self.s, self.race = w, s, race
        near = AT_FIRST if s.turn <= FIRST_TURNS else NEAR
        self.suspects = [
            u
            for u in w.of_side[GERMAN]
            if s.where[u] >= 0 and exit_worth(w, u) and race.turns(u, s.where[u]) < near
        ]
        self.then = next_german_turn(w, s) if self.suspects else s
        self.out = leavers(w, self.then, self.suspects) if self.suspects else []
        self.worth = worth_of(w, self.out)

    def cells(self) -> list[int]:
        """Hexes from which the exits might be barred: the exits and the last stretch of the ways there."""
        w, race = self.w, self.race
        result = list(bits(w.board.exit_full))
        for unit in self.suspects:
            result += race.way(unit, self.s.where[unit])[:0:-1]
        closed = derived(w, self.s).combat[GERMAN]
        return [c for c in dict.fromkeys(result) if not closed >> c & 1]

    def guards(
        self, reach: Mapping[int, Sequence[Route]], contacts: Sequence[int], here: Iterable[int]
    ) -> list[tuple[int, int]]:
        """(unit, hex) placements that leave the Germans the least to leave with."""
        w = self.w
        chosen: list[tuple[int, int]] = []
        free = [u for u in here if w.units[u].combat]
        near = {self.s.where[u] for u in free} | {r.cell for u in free for r in reach.get(u, ())}
        cells = [cell for cell in self.cells() if cell in near][:MOST_CELLS] if self.worth > 0 else []
        while self.worth > 0 and len(chosen) < MOST_GUARDS:
            best: tuple[float, int, int, int] | None = None
            for cell in cells:
                unit = self._best_unit(cell, free, reach, contacts)
                if unit is None:
                    continue
                left = self._with(unit, cell, self.suspects)
                key = (left, -w.factor[unit], cell, unit)
                if left < self.worth and (best is None or key < best):
                    best = key
            if best is None:
                break
            left, _, cell, unit = best
            chosen.append((unit, cell))
            free.remove(unit)
            put(w, self.then, unit, cell)
            self.out = leavers(w, self.then, self.suspects)
            self.worth = left
        return chosen

    def pinned(self, units: Iterable[int]) -> list[int]:
        """Those of the units that must stay lest more Germans get out, should all the others go: the nearest
        to the exits, for two who bar a way together are needed no less than one."""
        w, then = self.w, self.then
        barred = [u for u in self.suspects if u not in self.out]  # who gets out does so without them too
        exits = list(bits(w.exits))
        if not barred or not exits:
            return []

        def far(unit: int) -> int:
            return min(map(w.apart[then.where[unit]].__getitem__, exits))

        stay, stood = [], {u: then.where[u] for u in units}
        for unit in sorted(stood, key=lambda u: (-far(u), u)):
            put(w, then, unit, DEAD)
            if leavers(w, then, barred):
                put(w, then, unit, stood[unit])
                stay.append(unit)
        for unit, cell in stood.items():
            put(w, then, unit, cell)
        return stay

    def opens(self, unit: int, cell: int) -> bool:
        """Would more Germans get out if the unit stood there instead?"""
        return bool(self.suspects) and self._with(unit, cell, self.suspects) > self.worth

    def _with(self, unit: int, cell: int, suspects: Iterable[int]) -> float:
        """Divisions' worth of the suspects that could leave if the unit stood there."""
        before = self.then.where[unit]
        put(self.w, self.then, unit, cell)
        left = leavers(self.w, self.then, suspects)
        put(self.w, self.then, unit, before)
        return worth_of(self.w, left)

    def _best_unit(
        self, cell: int, free: list[int], reach: Mapping[int, Sequence[Route]], contacts: Sequence[int]
    ) -> int | None:
        """The strongest that can stand there unhurried; divisions first, for their zones."""
        w, s = self.w, self.s
        able = [
            u
            for u in free
            if s.where[u] == cell
            or (not contacts[cell] and any(r.cell == cell and not r.road_end for r in reach.get(u, ())))
        ]
        if not able:
            able = [u for u in free if not contacts[cell] and any(r.cell == cell for r in reach.get(u, ()))]
        rank = {u: (w.units[u].size != DIVISION, -w.factor[u], u) for u in able}
        return min(able, key=rank.__getitem__, default=None)
