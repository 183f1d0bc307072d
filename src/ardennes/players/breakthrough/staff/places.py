"""The staff in a scenario of ours, which so many of its places at the end win, BTA-SHORT-3, and nothing else.

No town brings points by the day and nobody leaves the map, so that whatever the staff would do for points
alone is left undone: pickets and posts far behind, regiments spared, enemies destroyed for their own sake.
"""

from __future__ import annotations

from ardennes.games.breakthrough.rules.combat.declare import SECOND_PHASES
from ardennes.games.breakthrough.rules.model.position import occupied, owned, stack_at
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, Town
from ardennes.hexes import bits, board_of
from ardennes.players.breakthrough import organize
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.breakthrough.staff.american import AHEAD, EFFORT, AmericanStaff
from ardennes.players.breakthrough.staff.battle import Post, Taste
from ardennes.players.breakthrough.staff.common import SECTIONS, Staff, nearer
from ardennes.players.breakthrough.staff.german import GermanStaff
from ardennes.players.breakthrough.staff.last_evening import ride
from ardennes.players.breakthrough.staff.missions import NEARBY, Mission
from ardennes.players.toolkit.weights import Weights

EVERYBODY = 1e9  # strength wanted where nobody is turned away
EVENING = 0.3  # days of march that the second phase of a day still allows
LATE = 0.05  # what a place is worth to who comes there only after the end
PLACE = 100.0  # what a place that wins is worth; all else is reckoned against it


class PlacesStaff(Staff):
    """What both sides share."""

    def care(self, tables: dict[str, Weights]) -> None:
        super().care(tables)
        self.own = tables[f"{SECTIONS[self.side]}_places"]

    @property
    def wanted(self) -> int:
        """How many places this side must own at the end."""
        part = self.w.part
        assert part is not None
        return part.needs if self.side == GERMAN else len(part.places) - part.needs + 1

    def at_stake(self, draft: Draft, cell: int) -> float:
        """What a place is worth now: all that are needed alike, one to spare less. Of too many of our own
        those in danger are to spare."""
        mine = owned(self.w, draft.s, self.side)
        held = sorted((self.menace[town], town) for town in self.town_at if mine >> town & 1)
        if mine >> cell & 1:
            needed = (self.menace[cell], cell) in held[: self.wanted]
        else:
            needed = len(held) < self.wanted
        return PLACE if needed else PLACE * self.own["spare"]

    def to_come(self, draft: Draft, town: Town, days: float = 0.0) -> float:
        """A place counts at the end alone: who comes later might as well stay away."""
        in_time = days <= draft.turns_left + (draft.s.phase not in SECOND_PHASES) * EVENING
        return self.at_stake(draft, town.cell) * (1.0 if in_time else LATE)

    def rest(self, draft: Draft) -> list[Mission]:
        """Nobody is spared for later: there is none."""
        return []

    def taste(self, draft: Draft) -> Taste:
        b, k, tomorrow = self.battle, self.own, draft.turns_left > 0
        return Taste(
            ground=lambda cell: self.ground(draft, cell),
            price=lambda post: self.price(draft, post),
            kill=k["kill"],
            loss=k["loss"],
            count=0.0,
            least_odds=k["least_odds"],
            least=k["least"] if tomorrow else 0.0,
            tired=int(b["tired"]) if tomorrow else 0,
        )

    def rings(self, draft: Draft) -> list[Mission]:
        """Who starves tomorrow holds his place today."""
        return []

    def bounty(self, draft: Draft, stack: list[int]) -> float:
        """Enemies are worth little but the way they bar; no points are counted."""
        return self.own["hunt"] * sum(draft.s.strength[u] for u in stack)

    def _follow(self, draft: Draft) -> Mission:
        """Who is wanted nowhere goes where the places are decided."""
        open_ = [c for c in self.town_at if not owned(self.w, draft.s, self.side) >> c & 1]
        goals = board_of(open_ or self.town_at)
        return Mission(goals, EVERYBODY, lambda unit, days: 1 / (10 + days), "after the others")


class GermanPlaces(PlacesStaff, GermanStaff):
    leaves = False

    def missions(self, draft: Draft) -> list[Mission]:
        return [*self._towns(draft), *self._bridges(draft), self._follow(draft)]

    def _towns(self, draft: Draft) -> list[Mission]:
        result, k, s = list[Mission](), self.own, draft.s
        mine = owned(self.w, s, GERMAN)
        for cell, town in self.town_at.items():
            place = draft.place(cell)
            if mine >> cell & 1:
                if self.menace[cell]:
                    value, need = (
                        k["hold"] * self.to_come(draft, town),
                        20.0 + k["garrison"] * self.menace[cell],
                    )
                    result.append(Mission(1 << cell, need, nearer(value), f"holds {place}"))
                continue
            garrison = sum(self.defence(draft, u) for u in stack_at(self.w, s, cell))
            need = k["crowd"] + 1.5 * garrison

            def seizing(unit: int, days: float, town: Town = town) -> float:
                return self.to_come(draft, town, days) / (1 + k["haste"] * days)

            result.append(Mission(1 << cell, need, seizing, f"on to {place}"))
        return result

    def _last_evening(self, draft: Draft) -> None:
        """Places that stand empty are ridden into; everybody else attacks."""
        self.given, self.pinned = {}, {}
        self.look(draft)
        ride(draft, draft.mine(), self.weights["ride"])
        busy = self.fight(draft)
        ride(draft, [u for u in draft.mine() if u not in busy], 1.0)

    def ground(self, draft: Draft, cell: int) -> float:
        worth = self.battle["ground"]
        if cell in self.town_at:
            worth += self.own["town"] * self.to_come(draft, self.town_at[cell])
        passing = self._traffic(draft).get(cell, 0.0)
        for near in bits(self.w.grid.near[cell]):
            passing += self._traffic(draft).get(near, 0.0) / 6
        return worth + self.own["traffic"] * min(400.0, passing)


class AmericanPlaces(PlacesStaff, AmericanStaff):
    def missions(self, draft: Draft) -> list[Mission]:
        return [*self._towns(draft), *self._blocks(draft), *self._rear(draft), self._follow(draft)]

    def _towns(self, draft: Draft) -> list[Mission]:
        result, k, s = list[Mission](), self.own, draft.s
        mine = owned(self.w, s, AMERICAN)
        for cell, town in self.town_at.items():
            place = draft.place(cell)
            if mine >> cell & 1:
                far = organize.nearest_foe(draft, cell)
                value = k["hold"] * self.to_come(draft, town) * (1.0 if far <= 4 else 4 / far)
                need = max(k["least_garrison"], min(k["most_garrison"], k["garrison"] * self.menace[cell]))
                result.append(Mission(1 << cell, need, nearer(value), f"holds {place}"))
                continue
            garrison = sum(self.defence(draft, u) for u in stack_at(self.w, s, cell))

            def retaking(unit: int, days: float, town: Town = town) -> float:
                return k["retake"] * self.to_come(draft, town, days) / (1 + 0.3 * days)

            result.append(Mission(1 << cell, 40.0 + 1.5 * garrison, retaking, f"to win back {place}"))
        return result

    def _blocks(self, draft: Draft) -> list[Mission]:
        """In front of the columns that make for the places, from their very heads on: there is no time to
        wait for them farther back."""
        w, s, k = self.w, draft.s, self.own
        weight: dict[int, float] = {}
        goals, foes = board_of(self.town_at), occupied(w, s, GERMAN)
        for foe in draft.foes:
            ahead = [c for c in self.theirs.way(foe, goals)[: AHEAD + 6] if not foes >> c & 1]
            for cell in ahead:
                weight[cell] = weight.get(cell, 0.0) + s.strength[foe]
        result = []
        for cell, strength in sorted(weight.items(), key=lambda x: (-x[1], x[0]))[:14]:
            value = k["delay"] * strength / 100
            result.append(
                Mission(1 << cell, 40.0, nearer(value, 2.0), f"bars the road at {draft.place(cell)}", NEARBY)
            )
        return result

    def ground(self, draft: Draft, cell: int) -> float:
        worth = self.battle["ground"]
        if cell in self.town_at:
            worth += self.own["town"] * self.to_come(draft, self.town_at[cell])
        return worth

    def price(self, draft: Draft, post: Post) -> float:
        """Who holds a place had better dig in there; to leave it is dearer still."""
        if draft.s.where[post.unit] not in self.town_at:
            return EFFORT
        return self.own["guard"] * (2 if post.hexes else 1)
