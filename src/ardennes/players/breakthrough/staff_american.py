"""The American staff: towns and exits held, columns delayed, no regiment lost for nothing."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.position import occupied, owned, stack_at
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, TRAVEL
from ardennes.hexes import bits, board_of
from ardennes.players.breakthrough import organize
from ardennes.players.breakthrough.battle import Post
from ardennes.players.breakthrough.desk import Desk
from ardennes.players.breakthrough.ground import Marches
from ardennes.players.breakthrough.missions import NEARBY, Mission
from ardennes.players.breakthrough.staff_common import Staff, always

BLOW_WITHIN = 4  # hexes: the enemy is so near a bridge that it is blown
BLOW_THROUGH = 23  # of December: later the bridges are wanted for the counter-attack
BELIEVED_EXIT = 40  # strength of a unit that has left, where it is not known
EFFORT = 0.3  # what any attack costs a unit
LEFT_OPEN = 50.0  # what it costs to leave a town or an exit for one
AHEAD = 3  # hexes in front of a column where it is barred


class AmericanStaff(Staff):
    def look(self, desk: Desk) -> None:
        self.menace = self.threat(desk)
        self.theirs = Marches(self.w, desk.s, GERMAN, self.memory.nets)

    def organize(self, desk: Desk) -> None:
        if desk.s.day <= BLOW_THROUGH:
            organize.blow_bridges(desk, lambda bridge: self._to_blow(desk, bridge))
        super().organize(desk)

    def _to_blow(self, desk: Desk, bridge: int) -> bool:
        a, b = self.w.board.bridges[bridge].ends
        near = min(organize.nearest_foe(desk, a), organize.nearest_foe(desk, b))
        return near <= BLOW_WITHIN

    def wants_bridge(self, desk: Desk, bridge: int) -> bool:
        return desk.s.day > BLOW_THROUGH

    def missions(self, desk: Desk) -> list[Mission]:
        return [*self._towns(desk), *self._exits(desk), *self._blocks(desk), *self._rear(desk)]

    def _towns(self, desk: Desk) -> list[Mission]:
        found = []
        mine = owned(self.w, desk.s, AMERICAN)
        for cell, town in self.town_at.items():
            place = desk.place(cell)
            if mine >> cell & 1:
                far = organize.nearest_foe(desk, cell)
                risk = 1.0 if far <= 4 else 4 / far
                value = self.weights["hold"] * self.to_come(desk, town) * risk
                need = max(35.0, min(150.0, self.menace[cell] / 2.2))

                def holding(unit: int, days: float, value: float = value) -> float:
                    return value / (1 + days)

                found.append(Mission(1 << cell, need, holding, f"holds {place}"))
                continue
            garrison = sum(self.defence(desk, u) for u in stack_at(self.w, desk.s, cell))

            def retaking(unit: int, days: float, cell: int = cell) -> float:
                value = self.weights["retake"] * self.to_come(desk, self.town_at[cell], days)
                return value / (1 + 0.3 * days)

            found.append(Mission(1 << cell, 40.0 + 1.5 * garrison, retaking, f"to win back {place}"))
        return found

    def _exits(self, desk: Desk) -> list[Mission]:
        """Exits in danger are barred; used ones are taken back, so that what has left counts nothing."""
        w, s = self.w, desk.s
        used: dict[int, float] = {}
        for gone in s.gone:
            points = (gone.strength or BELIEVED_EXIT) // w.tables.points["exit"] * (desk.last - gone.turn + 1)
            used[gone.cell] = used.get(gone.cell, 0.0) + points
        found = []
        for cell in bits(w.board.exits):
            danger = 0.0
            for foe in desk.foes:
                days = self.theirs.turns_back(foe, 1 << cell)
                if days < 2.5:
                    danger += s.strength[foe] / w.tables.points["exit"] * max(0.0, desk.turns_left + 1 - days)
            value = self.weights["bar"] * min(danger, 500.0) + self.weights["recover"] * used.get(cell, 0.0)
            if value > 0:

                def barring(unit: int, days: float, value: float = value) -> float:
                    return value / (1 + days)

                need = max(40.0, min(120.0, danger / 6))
                found.append(Mission(1 << cell, need, barring, f"bars the exit {desk.label(cell)}"))
        return found

    def _blocks(self, desk: Desk) -> list[Mission]:
        """In front of the columns that make for the exits: road hexes a few hexes ahead of them."""
        w, s = self.w, desk.s
        weight: dict[int, float] = {}
        for foe in desk.foes:
            way = self.theirs.way(foe, w.board.exits)
            ahead = [c for c in way[AHEAD : AHEAD + 6] if not occupied(w, s, GERMAN) >> c & 1]
            for cell in ahead[::2]:
                weight[cell] = weight.get(cell, 0.0) + s.strength[foe]
        found = []
        for cell, strength in sorted(weight.items(), key=lambda x: (-x[1], x[0]))[:14]:
            value = self.weights["delay"] * strength / 100

            def blocking(unit: int, days: float, value: float = value) -> float:
                return value / (1 + 2 * days)

            found.append(Mission(1 << cell, 40.0, blocking, f"bars the road at {desk.place(cell)}", NEARBY))
        return found

    def _rear(self, desk: Desk) -> list[Mission]:
        """Units that would be crushed where they stand fall back to the nearest town or road in the rear."""
        w, s = self.w, desk.s
        safe = board_of(c for c in bits(owned(w, s, AMERICAN) & w.board.road) if self.menace[c] == 0)
        if not safe:
            return []
        found = []
        for unit in desk.mine():
            cell = s.where[unit]
            if cell in self.town_at or s.mode[unit] == TRAVEL:
                continue
            held = sum(self.defence(desk, u) for u in stack_at(w, s, cell))
            if self.menace[cell] < self.weights["crushed"] * held:
                continue
            value = self.weights["rear"] * (50.0 + s.strength[unit])

            why = "falls back from where it would be crushed"
            found.append(Mission(safe, 1.0, always(value), why, NEARBY, unit))
        return found

    def ground(self, desk: Desk, cell: int) -> float:
        worth = self.battle["ground"]
        if cell in self.town_at:
            worth += self.weights["town"] * self.to_come(desk, self.town_at[cell])
        if self.w.board.exits >> cell & 1:
            worth += 60.0
        return worth

    def price(self, desk: Desk, post: Post) -> float:
        """Leaving a town or an exit for an attack."""
        here = desk.s.where[post.unit]
        leaves = post.hexes and (here in self.town_at or self.w.board.exits >> here & 1)
        return EFFORT + (LEFT_OPEN if leaves else 0.0)

    def advances(self, desk: Desk, target: int, unit: int) -> bool:
        """Not out of a town or an exit, and not for nothing."""
        here = desk.s.where[unit]
        if here in self.town_at or self.w.board.exits >> here & 1:
            return len(stack_at(self.w, desk.s, here)) > 1 and target in self.town_at
        return target in self.town_at or not desk.s.fort[unit]
