"""What both staffs share: weights, the value of towns, threats, and the order of an operation phase."""

from __future__ import annotations

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.strength import defence_of
from ardennes.games.breakthrough.terms import TRAVEL, Town
from ardennes.players.breakthrough.battle import Taste
from ardennes.players.breakthrough.command import Commander
from ardennes.players.breakthrough.desk import Desk
from ardennes.players.breakthrough.missions import Mission, assign, march
from ardennes.players.toolkit.fields import pressure
from ardennes.players.toolkit.weights import Weights, load_weights

WEIGHTS = "breakthrough"
STRIKE = (2, 3)  # hexes from which a unit without and with vehicles is thought to strike
SECTIONS = ("german", "american")


class Staff(Commander):
    """Plays one side of one match."""

    name = "staff"

    def __init__(
        self, game: Breakthrough, side: int, seed: int, weights: dict[str, Weights] | None = None
    ) -> None:
        super().__init__(game, side, seed)
        tables = weights or load_weights(WEIGHTS)
        self.battle, self.weights = tables["battle"], tables[SECTIONS[side]]
        self.least_odds = self.weights["least_odds"]
        self.town_at = {town.cell: town for town in self.w.board.towns}
        self.given: dict[int, Mission] = {}

    def to_come(self, desk: Desk, town: Town, days: float = 0.0) -> float:
        """Points a town still brings to who owns it after so many days, BTA-10.1a."""
        return max(0.0, town.turn * (desk.turns_left + 1 - int(days)) + town.end)

    def threat(self, desk: Desk) -> list[int]:
        """By hex: the enemy strength that could strike it soon."""
        w, s = self.w, desk.s
        reach = {}
        for foe in desk.foes:
            key = s.where[foe], w.mobile[foe]
            if key not in reach:
                reach[key] = self._around(key[0], STRIKE[key[1]])
        return pressure(
            w.grid.size, ((s.strength[foe], reach[s.where[foe], w.mobile[foe]]) for foe in desk.foes)
        )

    def _around(self, cell: int, far: int) -> list[int]:
        found, edge = {cell}, {cell}
        for _ in range(far):
            edge = {n for c in edge for n in self.w.grid.neighbours[c] if n >= 0} - found
            found |= edge
        return sorted(found)

    def defence(self, desk: Desk, unit: int) -> float:
        """What a unit is worth in defence where it stands, with its guns."""
        return float(defence_of(self.w, desk.s, unit).total) + desk.s.artillery[unit]

    def taste(self, desk: Desk) -> Taste:
        b = self.battle
        return Taste(
            ground=lambda cell: self.ground(desk, cell),
            price=lambda post: self.price(desk, post),
            kill=b["kill"],
            loss=b["loss"],
            count=b["count"],
            least_odds=self.least_odds,
            least=b["least"],
            tired=int(b["tired"]),
        )

    def operate(self, desk: Desk) -> None:
        """Missions first, since they say what an attack is worth; then attacks, marches, trenches."""
        if self.leaves:
            self.leave(desk)
        self.look(desk)
        self.given = assign(desk, self.missions(desk), desk.mine())
        busy = self.fight(desk)
        free = [u for u in desk.mine() if u not in busy]
        late = [u for u in free if u in self.given]
        for unit in sorted(
            late, key=lambda u: (desk.marches.cost(u, self.given[u].goals, self.given[u].limit), u)
        ):
            march(desk, unit, self.given[unit])
            if self.leaves:
                self.leave(desk, [unit])
        self.settle(desk, free)

    def look(self, desk: Desk) -> None:
        """What the plan of the phase needs to know."""

    def dug_in_early(self, desk: Desk, unit: int) -> bool:
        """Who is where it is wanted digs in at once."""
        mission = self.given.get(unit)
        at_home = mission is not None and bool(mission.goals >> desk.s.where[unit] & 1)
        return at_home and desk.s.mode[unit] != TRAVEL
