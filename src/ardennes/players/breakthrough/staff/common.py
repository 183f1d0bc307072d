"""What both staffs share: weights, the value of towns, threats, and the order of an operation phase."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules.combat.odds import defence_of, printed
from ardennes.games.breakthrough.rules.model.position import occupied, owned, stack_at, stacking
from ardennes.games.breakthrough.rules.movement.supply import commanded, in_reach
from ardennes.games.breakthrough.schema.terms import GERMAN, ISOLATED, TRAVEL, Town
from ardennes.hexes import bits, board_of
from ardennes.players.breakthrough.command import Commander
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.breakthrough.staff.battle import Taste
from ardennes.players.breakthrough.staff.missions import NEARBY, Mission, assign, dismount, march
from ardennes.players.toolkit.fields import FAR, pressure
from ardennes.players.toolkit.weights import Weights, load_weights

WEIGHTS = "breakthrough"
STRIKE = (2, 3)  # hexes from which a unit without and with vehicles is thought to strike
CROWD = 3.0  # times its defence that is wanted round an enemy hex
IN_THE_WAY = 40.0  # half points it is thought to cost to stop on the road before a column
SETTLED = 3  # days after which an enemy unit is thought to stay where it is
SECTIONS = ("german", "american")


def always(value: float) -> Callable[[int, float], float]:
    return lambda unit, days: value


def nearer(value: float, haste: float = 1.0) -> Callable[[int, float], float]:
    """Worth the less the later a unit comes, the more so the more haste there is."""
    return lambda unit, days: value / (1 + haste * days)


def sooner(value: float) -> Callable[[int, float], float]:
    """For those at hand: worth much less the later a unit comes."""
    return nearer(value, 3.0)


class Staff(Commander):
    """Plays one side of one match."""

    name = "staff"
    keen = True

    def __init__(
        self, game: Breakthrough, side: int, seed: int, weights: dict[str, Weights] | None = None
    ) -> None:
        super().__init__(game, side, seed)
        self.care(weights or load_weights(WEIGHTS))
        self.town_at = {town.cell: town for town in self.w.board.towns}
        self.given: dict[int, Mission] = {}
        self.kept: dict[int, str] = {}  # by unit: what it was about to do in the phase before
        self.menace: list[int] = []

    def care(self, tables: dict[str, Weights]) -> None:
        """Take the weights that count for this side."""
        self.battle, self.weights = tables["battle"], tables[SECTIONS[self.side]]

    def to_come(self, draft: Draft, town: Town, days: float = 0.0) -> float:
        """Points a town still brings to who owns it after so many days, BTA-10.1a."""
        return max(0.0, town.turn * (draft.turns_left + 1 - int(days)) + town.end)

    def per_stacking_point(self, side: int) -> int:
        """Points for a stacking point of a side that is destroyed, BTA-10.1d."""
        return abs(self.w.tables.points["ge_elim" if side == GERMAN else "us_elim"])

    def threat(self, draft: Draft) -> list[int]:
        """By hex: the enemy strength that could strike it soon."""
        w, s = self.w, draft.s
        reach = {}
        for foe in draft.foes:
            key = s.where[foe], w.mobile[foe]
            if key not in reach:
                reach[key] = self._around(key[0], STRIKE[key[1]])
        return pressure(
            w.grid.size, ((s.strength[foe], reach[s.where[foe], w.mobile[foe]]) for foe in draft.foes)
        )

    def _around(self, cell: int, far: int) -> list[int]:
        result, edge = {cell}, {cell}
        for _ in range(far):
            edge = {n for c in edge for n in self.w.grid.neighbours[c] if n >= 0} - result
            result |= edge
        return sorted(result)

    def defence(self, draft: Draft, unit: int) -> float:
        """What a unit is worth in defence where it stands, with its guns."""
        return float(defence_of(self.w, draft.s, unit).total) + draft.s.artillery[unit]

    def taste(self, draft: Draft) -> Taste:
        """Tired units rest as long as there is a tomorrow; weak attacks are not made either, unless the enemy
        sits still and nobody need be fresh to meet him."""
        b, tomorrow = self.battle, draft.turns_left > 0
        spares = tomorrow and not self.memory.calm(draft.s)
        return Taste(
            ground=lambda cell: self.ground(draft, cell),
            price=lambda post: self.price(draft, post),
            kill=b["kill"],
            loss=b["loss"],
            count=b["count"],
            least_odds=self.weights["least_odds"],
            least=self.weights["least"] if spares else 0.0,
            tired=int(b["tired"]) if tomorrow else 0,
        )

    def operate(self, draft: Draft) -> None:
        """Missions first, since they say what an attack is worth; then attacks, marches, trenches."""
        if self.leaves:
            self.leave(draft)
        self.look(draft)
        wanted = [*self.missions(draft), *self.rest(draft), *self.rings(draft), *self.hunts(draft)]
        self.given = assign(draft, wanted, draft.mine(), self.kept, self.battle["loyal"])
        self.kept = {unit: mission.why for unit, mission in self.given.items()}
        self.evening(draft, draft.mine())
        self.pinned = self.encircled(draft)
        busy = self.fight(draft) | self.pinned.keys()
        free = [u for u in draft.mine() if u not in busy]
        late = [u for u in free if u in self.given]
        late.sort(key=lambda u: (draft.marches.cost(u, self.given[u].goals, self.given[u].limit), u))
        columns = self.columns(draft)
        stuck = self._march_all(draft, late, columns)
        aside = self._clear_roads(draft, stuck)
        self._march_all(draft, [u for u in stuck if u not in aside], columns)
        self.evening(draft, free)
        self.settle(draft, free)

    def evening(self, draft: Draft, units: list[int]) -> None:
        """What must be done before the day ends, by these units."""

    def encircled(self, draft: Draft) -> dict[int, int]:
        """Units that stay where they stand: the enemy hex each helps to ring."""
        return {}

    def columns(self, draft: Draft) -> int:
        """Hexes over which the columns come: who goes on foot keeps off the road there."""
        return 0

    def _march_all(self, draft: Draft, units: list[int], columns: int) -> list[int]:
        """Everybody towards his mission; those who stay on the road because they come no farther."""
        s, stuck = draft.s, []

        def in_the_way(cell: int, mode: int) -> float:
            return IN_THE_WAY if mode == TRAVEL and columns >> cell & 1 else 0.0

        for unit in units:
            mission = self.given[unit]
            moved = march(draft, unit, mission, None if self.w.mobile[unit] else in_the_way)
            if not moved and s.mode[unit] == TRAVEL and not mission.goals >> s.where[unit] & 1:
                stuck.append(unit)
            if self.leaves:
                self.leave(draft, [unit])
        return stuck

    def _clear_roads(self, draft: Draft, stuck: list[int]) -> set[int]:
        """Where two columns meet head-on the weaker unit leaves the road, who goes on foot before others, for
        nobody passes a unit in travel mode, BTA-7.6k. Those who left it."""
        s = draft.s
        ahead: dict[int, int] = {}
        for unit in stuck:
            mission = self.given[unit]
            way = draft.marches.way(unit, mission.goals, mission.limit)
            ahead[unit] = way[0] if way else -1
        aside: set[int] = set()
        for unit in sorted(stuck, key=lambda u: (self.w.mobile[u], s.strength[u], u)):
            against = [o for o in stuck if s.where[o] == ahead[unit] and ahead[o] == s.where[unit]]
            if any(s.mode[o] == TRAVEL for o in against) and dismount(draft, unit, "lets the others pass"):
                aside.add(unit)
        return aside

    def rest(self, draft: Draft) -> list[Mission]:
        """Units worn down that would be destroyed where they stand go to the nearest safe road."""
        w, s = self.w, draft.s
        safe = owned(w, s, self.side) & w.board.road & board_of(c for c in w.grid.cells if not self.menace[c])
        result = []
        for unit in draft.mine():
            full = printed(w, s, unit)
            if not w.units[unit].counts or s.strength[unit] >= self.battle["worn"] * full:
                continue
            if self.menace[s.where[unit]] and safe:
                worth = self.battle["rest"] * self.per_stacking_point(self.side) * stacking(w, s, unit)
                result.append(
                    Mission(safe, 1.0, always(worth), "is worn out and goes to the rear", FAR, unit)
                )
        return result

    def rings(self, draft: Draft) -> list[Mission]:
        """Enemy units that are cut off are surrounded, so that tomorrow they are isolated, BTA-4.2b."""
        w, s = self.w, draft.s
        reach, command = in_reach(w, s, 1 - self.side), commanded(w, s, 1 - self.side)
        foes, mine = occupied(w, s, 1 - self.side), occupied(w, s, self.side)
        result = []
        for cell in bits(foes & ~reach & ~command):
            near = w.grid.near[cell]
            beside = near & mine
            open_side = near & ~(beside | w.grid.ring(beside))
            if not open_side:
                continue
            free = near & ~foes
            closing = board_of(c for c in bits(free) if not open_side & ~(w.grid.near[c] | 1 << c))
            size = sum(stacking(w, s, u) for u in stack_at(w, s, cell))
            why = f"closes the ring round {draft.place(cell)}"
            worth = self.battle["ring"] * self.per_stacking_point(1 - self.side) * size
            result.append(Mission(closing or free, 10.0, nearer(worth), why, NEARBY))
        return result

    def hunts(self, draft: Draft) -> list[Mission]:
        """Every enemy unit in reach wants a crowd round it, since casualties grow with the square of an
        attack; the less the better it stands, unless it moves about or is surrounded."""
        w, s = self.w, draft.s
        foes = occupied(w, s, 1 - self.side)
        result = []
        for cell in bits(foes):
            stack = stack_at(w, s, cell)
            strength = sum(s.strength[u] for u in stack)
            worth = self.battle["hunt"] * self.bounty(draft, stack)
            defence = max(1.0, sum(self.defence(draft, u) for u in stack))
            if all(s.supply[u] == ISOLATED for u in stack):
                defence = strength / 2
            elif all(self.memory.days(s, u) >= SETTLED for u in stack):
                worth *= min(1.0, strength / defence) ** 2
                defence = strength
            need = CROWD * defence
            why = f"at the enemy at {draft.place(cell)}"
            result.append(Mission(w.grid.near[cell] & ~foes, need, sooner(worth), why, NEARBY))
        return result

    def bounty(self, draft: Draft, stack: list[int]) -> float:
        """What it would bring to destroy these enemies."""
        w, s = self.w, draft.s
        counts = sum(stacking(w, s, u) for u in stack if w.units[u].counts)
        strength = sum(s.strength[u] for u in stack)
        return float(self.battle["kill"] * strength + self.battle["count"] * counts)

    def look(self, draft: Draft) -> None:
        """What the plan of the phase needs to know."""

    def dug_in_early(self, draft: Draft, unit: int) -> bool:
        """Who is where it is wanted digs in at once."""
        mission = self.given.get(unit)
        at_home = mission is not None and bool(mission.goals >> draft.s.where[unit] & 1)
        return at_home and draft.s.mode[unit] != TRAVEL
