"""The American staff: towns and exits held, columns delayed, no regiment lost for nothing."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.model.position import occupied, owned, stack_at
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, TRAVEL
from ardennes.hexes import bits, board_of
from ardennes.players.breakthrough import organize
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.breakthrough.ground import Marches
from ardennes.players.breakthrough.staff.battle import Post
from ardennes.players.breakthrough.staff.common import Staff, always
from ardennes.players.breakthrough.staff.missions import NEARBY, Mission

BLOW_WITHIN = 4  # hexes: the enemy is so near a bridge that it is blown
BLOW_THROUGH = 23  # of December: later the bridges are wanted for the counter-attack
BELIEVED_EXIT = 40  # strength of a unit that has left, where it is not known
EFFORT = 0.3  # what any attack costs a unit
LEFT_OPEN = 50.0  # what it costs to leave a town or an exit for one
SOON = 2.5  # days in which an enemy unit endangers an exit
AHEAD = 3  # hexes in front of a column where it is barred


class AmericanStaff(Staff):
    def look(self, draft: Draft) -> None:
        self.menace = self.threat(draft)
        self.theirs = Marches(self.w, draft.s, GERMAN, self.memory.nets)

    def organize(self, draft: Draft) -> None:
        if draft.s.day <= BLOW_THROUGH:
            organize.blow_bridges(draft, lambda bridge: self._to_blow(draft, bridge))
        super().organize(draft)

    def _to_blow(self, draft: Draft, bridge: int) -> bool:
        a, b = self.w.board.bridges[bridge].ends
        near = min(organize.nearest_foe(draft, a), organize.nearest_foe(draft, b))
        return near <= BLOW_WITHIN

    def wants_bridge(self, draft: Draft, bridge: int) -> bool:
        return draft.s.day > BLOW_THROUGH

    def missions(self, draft: Draft) -> list[Mission]:
        return [*self._towns(draft), *self._exits(draft), *self._blocks(draft), *self._rear(draft)]

    def _towns(self, draft: Draft) -> list[Mission]:
        result = []
        mine = owned(self.w, draft.s, AMERICAN)
        for cell, town in self.town_at.items():
            place = draft.place(cell)
            if mine >> cell & 1:
                far = organize.nearest_foe(draft, cell)
                risk = 1.0 if far <= 4 else 4 / far
                value = self.weights["hold"] * self.to_come(draft, town) * risk
                need = max(35.0, min(150.0, self.menace[cell] / 2.2))

                def holding(unit: int, days: float, value: float = value) -> float:
                    return value / (1 + days)

                result.append(Mission(1 << cell, need, holding, f"holds {place}"))
                continue
            garrison = sum(self.defence(draft, u) for u in stack_at(self.w, draft.s, cell))

            def retaking(unit: int, days: float, cell: int = cell) -> float:
                value = self.weights["retake"] * self.to_come(draft, self.town_at[cell], days)
                return value / (1 + 0.3 * days)

            result.append(Mission(1 << cell, 40.0 + 1.5 * garrison, retaking, f"to win back {place}"))
        return result

    def _exits(self, draft: Draft) -> list[Mission]:
        """Exits in danger are barred; used ones are taken back, so that what has left counts nothing."""
        w, s = self.w, draft.s
        used: dict[int, float] = {}
        for gone in s.gone:
            points = (
                (gone.strength or BELIEVED_EXIT) // w.tables.points["exit"] * (draft.last - gone.turn + 1)
            )
            used[gone.cell] = used.get(gone.cell, 0.0) + points
        result = []
        for cell in bits(w.board.exits):
            danger = 0.0
            for foe in draft.foes:
                days = self.theirs.turns_back(foe, 1 << cell, SOON)
                if days < SOON:
                    danger += (
                        s.strength[foe] / w.tables.points["exit"] * max(0.0, draft.turns_left + 1 - days)
                    )
            value = self.weights["bar"] * min(danger, 500.0) + self.weights["recover"] * used.get(cell, 0.0)
            if value > 0:

                def barring(unit: int, days: float, value: float = value) -> float:
                    return value / (1 + days)

                need = max(40.0, min(120.0, danger / 6))
                result.append(Mission(1 << cell, need, barring, f"bars the exit {draft.label(cell)}"))
        return result

    def _blocks(self, draft: Draft) -> list[Mission]:
        """In front of the columns that make for the exits: road hexes a few hexes ahead of them."""
        w, s = self.w, draft.s
        weight: dict[int, float] = {}
        for foe in draft.foes:
            way = self.theirs.way(foe, w.board.exits)
            ahead = [c for c in way[AHEAD : AHEAD + 6] if not occupied(w, s, GERMAN) >> c & 1]
            for cell in ahead[::2]:
                weight[cell] = weight.get(cell, 0.0) + s.strength[foe]
        result = []
        for cell, strength in sorted(weight.items(), key=lambda x: (-x[1], x[0]))[:14]:
            value = self.weights["delay"] * strength / 100

            def blocking(unit: int, days: float, value: float = value) -> float:
                return value / (1 + 2 * days)

            result.append(Mission(1 << cell, 40.0, blocking, f"bars the road at {draft.place(cell)}", NEARBY))
        return result

    def _rear(self, draft: Draft) -> list[Mission]:
        """Units that would be crushed where they stand fall back to the nearest town or road in the rear."""
        w, s = self.w, draft.s
        safe = board_of(c for c in bits(owned(w, s, AMERICAN) & w.board.road) if self.menace[c] == 0)
        if not safe:
            return []
        result = []
        for unit in draft.mine():
            cell = s.where[unit]
            if cell in self.town_at or s.mode[unit] == TRAVEL:
                continue
            held = sum(self.defence(draft, u) for u in stack_at(w, s, cell))
            if self.menace[cell] < self.weights["crushed"] * held:
                continue
            value = self.weights["rear"] * (50.0 + s.strength[unit])

            why = "falls back from where it would be crushed"
            result.append(Mission(safe, 1.0, always(value), why, NEARBY, unit))
        return result

    def ground(self, draft: Draft, cell: int) -> float:
        worth = self.battle["ground"]
        if cell in self.town_at:
            worth += self.weights["town"] * self.to_come(draft, self.town_at[cell])
        if self.w.board.exits >> cell & 1:
            worth += 60.0
        return worth

    def price(self, draft: Draft, post: Post) -> float:
        """Leaving a town or an exit for an attack."""
        here = draft.s.where[post.unit]
        leaves = post.hexes and (here in self.town_at or self.w.board.exits >> here & 1)
        return EFFORT + (LEFT_OPEN if leaves else 0.0)

    def advances(self, draft: Draft, target: int, unit: int) -> bool:
        """Not out of a town or an exit, and not for nothing."""
        here = draft.s.where[unit]
        if here in self.town_at or self.w.board.exits >> here & 1:
            return len(stack_at(self.w, draft.s, here)) > 1 and target in self.town_at
        return target in self.town_at or not draft.s.fort[unit]
