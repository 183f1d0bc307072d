"""The German staff: towns that score, exits early and by few hexes, roads kept open behind them."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.games.breakthrough.rules.combat.declare import SECOND_PHASES
from ardennes.games.breakthrough.rules.model.position import occupied, owned, stack_at, stacking
from ardennes.games.breakthrough.rules.movement.bridges import intact
from ardennes.games.breakthrough.rules.movement.roads import supplied_roads
from ardennes.games.breakthrough.rules.movement.supply import commanded, in_reach
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import bits, board_of
from ardennes.kernel.reach import flood
from ardennes.players.breakthrough import organize
from ardennes.players.breakthrough.draft import Draft
from ardennes.players.breakthrough.staff.battle import Post
from ardennes.players.breakthrough.staff.common import SETTLED, Staff, nearer
from ardennes.players.breakthrough.staff.encircling import encircle
from ardennes.players.breakthrough.staff.last_evening import ride
from ardennes.players.breakthrough.staff.line import flank, pickets
from ardennes.players.breakthrough.staff.missions import NEARBY, Mission
from ardennes.players.breakthrough.staff.reopening import Hungry, reopen
from ardennes.players.toolkit.fields import FAR, cost_field, way_down

EXIT_ROOM = 900.0  # strength that makes for one exit
TAKEN, HELD = 6, 40  # a road hex of the enemy's on the way of a supply road, without and with a unit
EVERY = 4  # hexes between posts on a road
POSTS = 24  # missions on supply roads at most
FED = 1000.0  # strength fed over a road hex beyond which it counts no more
CONTAINED = 12  # enemy hexes that are watched
FEEDS = 150.0  # strength fed over a road that makes it worth a line
WATCH, NEAR = 10, 4  # hexes to the enemy within which a line is manned, and from which it is urgent
COLUMN = 16  # hexes ahead of a unit with vehicles that are kept clear for it
ERRAND = 0.3  # strength that must be fed for each point of who opens its road in the evening
GARRISON, POSTED = 100.0, 20.0  # and besides for who holds a town, or is where it is wanted
LAST_ERRAND = 1.0  # points that must be won by a march on the last evening
RINGING = 6.0  # points it costs to use a unit for a ring
EFFORT = 0.2  # what any attack costs a unit
BESIEGERS = 120.0  # strength that closes in on one hex
COMMANDED = 0.4  # what that is worth where the enemy stands beside a division
LONELY = 1  # enemy hexes near a road to an exit with which it is thought to stay open
DANGER = 4  # hexes from which an enemy unit endangers a road
Links = list[list[tuple[int, int]]]


class GermanStaff(Staff):
    leaves = True

    def look(self, draft: Draft) -> None:
        self.menace = self.threat(draft)
        self.raiders = [foe for foe in draft.foes if self.memory.days(draft.s, foe) < SETTLED]
        self.stake = self.exited(draft)
        self.traffic: dict[int, float] | None = None
        self.roads = self._roads_home(draft)
        self.load = self._load(draft)
        self.trust = {cell: self._trust(draft, cell) for cell in bits(self.w.board.exits)}

    def operate(self, draft: Draft) -> None:
        if draft.turns_left or draft.s.phase not in SECOND_PHASES:
            super().operate(draft)
        else:
            self._last_evening(draft)

    def _last_evening(self, draft: Draft) -> None:
        """What scores is opened, ridden over or left by; what can be destroyed is attacked."""
        self.given, self.pinned = {}, {}
        self.look(draft)
        reopen(draft, draft.mine(), lambda: self._cut_off(draft), lambda unit: LAST_ERRAND)
        ride(draft, draft.mine(), self.weights["ride"])
        busy = self.fight(draft)
        ride(draft, [u for u in draft.mine() if u not in busy], 1.0)

    def _cut_off(self, draft: Draft) -> list[Hungry]:
        """What scores only with an open road home, and where that is cut but nobody stands: used exits,
        BTA-10.1c, and roads of our own in the zone, BTA-10.1f."""
        w, s = self.w, draft.s
        self.roads = self._roads_home(draft)
        lost, foes = owned(w, s, AMERICAN), occupied(w, s, AMERICAN)
        fed, rate = supplied_roads(w, s, GERMAN), w.tables.points["road_hex"]
        worth = dict.fromkeys(bits(w.board.zone & w.board.road & ~fed & ~lost), float(rate))
        for cell, stake in self.exited(draft).items():
            if not fed >> cell & 1:
                worth[cell] = worth.get(cell, 0.0) + stake
        result: dict[int, float] = {}
        for cell, points in worth.items():
            way = board_of(self.road_home(cell))
            if way & lost and not way & foes:
                result[way & lost] = result.get(way & lost, 0.0) + points
        return [Hungry(points, cut) for cut, points in result.items()]

    def exited(self, draft: Draft) -> dict[int, float]:
        """By used exit: the points that hang on it, BTA-10.1c."""
        result: dict[int, float] = {}
        for gone in draft.s.gone:
            points = gone.strength // self.w.tables.points["exit"] * (draft.last - gone.turn + 1)
            result[gone.cell] = result.get(gone.cell, 0.0) + points
        return result

    def _trust(self, draft: Draft, cell: int) -> float:
        """The chance that the road behind an exit is German at the end: the less the more of the enemy
        stands on it or beside it, and good where hardly anybody is anywhere near."""
        w, s, k = self.w, draft.s, self.weights
        way = board_of(self.road_home(cell))
        foes, near = occupied(w, s, AMERICAN), way
        for _ in range(DANGER):
            near |= w.grid.ring(near)
        on_it, beside = (foes & way).bit_count(), (foes & w.grid.ring(way) & ~way).bit_count()
        lonely = (foes & near).bit_count() <= LONELY
        trust = k["lonely"] if lonely else k["calm"] if self.memory.calm(s) else k["exit"]
        return float(trust * k["blocked"] ** on_it * k["flank"] ** beside)

    def joins(self, draft: Draft, unit: int) -> bool:
        """Foot troops fight as a division; panzers keep their wheels, which a division may not use."""
        return not self.w.mobile[unit] and organize.beside_enemy(draft, unit)

    def may_leave(self, draft: Draft, unit: int) -> bool:
        """Only by a road that is open behind it, or on the last day when nobody can close it any more."""
        return bool(supplied_roads(self.w, draft.s, GERMAN) >> draft.s.where[unit] & 1)

    def missions(self, draft: Draft) -> list[Mission]:
        return [
            *self._exits(draft),
            *self._towns(draft),
            *self._roads(draft),
            *self._lifelines(draft),
            *self._contain(draft),
            *self._flanks(draft),
            *self._sieges(draft),
            *self._bridges(draft),
        ]

    def _exits(self, draft: Draft) -> list[Mission]:
        s = draft.s
        rate = self.w.tables.points["exit"]
        result = []
        for cell in bits(self.w.board.exits):
            trust = self.trust[cell]

            def worth(unit: int, days: float, trust: float = trust) -> float:
                left = draft.turns_left + 1 - days
                return trust * s.strength[unit] / rate * left if left > 0 else 0.0

            result.append(Mission(1 << cell, EXIT_ROOM, worth, f"to the exit {draft.label(cell)}"))
            if cell in self.stake:
                stake = self.weights["bar"] * self.stake[cell]
                need = 30.0 + self.menace[cell] / 2

                def bar(unit: int, days: float, stake: float = stake) -> float:
                    return stake / (1 + days) if not self.w.mobile[unit] else stake / (2 + days)

                result.append(Mission(1 << cell, need, bar, f"holds the exit {draft.label(cell)} open"))
        return result

    def _towns(self, draft: Draft) -> list[Mission]:
        result = []
        mine = owned(self.w, draft.s, GERMAN)
        for cell, town in self.town_at.items():
            place = draft.place(cell)
            if mine >> cell & 1:
                if not self._endangered(draft, cell):
                    continue
                value = self.weights["hold"] * self.to_come(draft, town)
                need = 20.0 + self.menace[cell] / 3
                result.append(Mission(1 << cell, need, nearer(value), f"holds {place}", NEARBY))
                continue
            garrison = sum(self.defence(draft, u) for u in stack_at(self.w, draft.s, cell))
            need = 40.0 + 1.2 * garrison

            def seizing(unit: int, days: float, cell: int = cell, need: float = need) -> float:
                value = self.weights["seize"] * self.to_come(draft, self.town_at[cell], days)
                return value * min(1.0, draft.s.strength[unit] / need) / (1 + self.weights["haste"] * days)

            result.append(Mission(1 << cell, need, seizing, f"on to {place}"))
        return result

    def _roads(self, draft: Draft) -> list[Mission]:
        """For each used exit the road home: hexes to win back, and posts along it."""
        result: list[Mission] = []
        open_roads = supplied_roads(self.w, draft.s, GERMAN)
        for cell, stake in self.stake.items():
            way = self.road_home(cell)
            if not open_roads >> cell & 1:
                value = self.weights["mend"] * stake
                for lost in (c for c in way if not owned(self.w, draft.s, GERMAN) >> c & 1):
                    why = f"opens the road at {draft.place(lost)}"
                    result.append(Mission(1 << lost, 40.0, nearer(value), why, NEARBY))
            value = self.weights["post"] * stake
            for at in range(EVERY, len(way), EVERY):
                why = f"guards the road at {draft.place(way[at])}"
                result.append(Mission(1 << way[at], 15.0, nearer(value), why, NEARBY))
        return result

    def _roads_home(self, draft: Draft) -> tuple[list[int], Links, list[int]]:
        """From everywhere the road to the east edge with the fewest hexes to win back."""
        w, s = self.w, draft.s
        enemy, foes = owned(w, s, AMERICAN), occupied(w, s, AMERICAN)
        toll = [1] * w.grid.size
        for board, dear in ((enemy, TAKEN), (foes, HELD)):
            for c in bits(board):
                toll[c] = 1 + dear
        links: Links = [[] for _ in range(w.grid.size)]
        for c in bits(w.board.road):
            for way in w.ground.roads[c]:
                down = way.bridge >= 0 and not intact(s, way.bridge)
                links[c].append((way.to, HELD if down else 0))
        return cost_field(dict.fromkeys(bits(w.edge[GERMAN]), 0), links, toll), links, toll

    def road_home(self, cell: int) -> list[int]:
        """The road from a hex to the east edge, both ends included."""
        field, links, toll = self.roads
        return way_down(field, cell, links, toll) if field[cell] < FAR else [cell]

    def _load(self, draft: Draft) -> dict[int, float]:
        """By road hex: the strength that is supplied over it."""
        load: dict[int, float] = {}
        for unit in draft.mine():
            for cell in self._supply_road(draft, unit):
                load[cell] = load.get(cell, 0.0) + draft.s.strength[unit]
        return load

    def _supply_road(self, draft: Draft, unit: int) -> list[int]:
        """The road over which a unit is or would be supplied; empty where none is near."""
        around = self._around(draft.s.where[unit], self.w.limits.supply_reach_hexes)
        near = [c for c in around if self.w.board.road >> c & 1]
        return self.road_home(min(near, key=lambda c: (self.roads[0][c], c))) if near else []

    def evening(self, draft: Draft, units: list[int]) -> None:
        """Roads that were only ridden over are opened again in the last phase before supply is traced."""
        s = draft.s
        traced = s.day + 1 > self.w.limits.ge_auto_supply_through and draft.turns_left
        if traced and s.phase in SECOND_PHASES:
            reopen(draft, units, lambda: self._hungry(draft), lambda unit: self._indispensable(draft, unit))

    def encircled(self, draft: Draft) -> dict[int, int]:
        if draft.s.phase not in SECOND_PHASES or not draft.turns_left:
            return {}

        def price(unit: int) -> float:
            return RINGING + (GARRISON if self._holds(draft, unit) else 0.0)

        return encircle(draft, draft.mine(), lambda cell: self._prey(draft, cell), price)

    def _prey(self, draft: Draft, cell: int) -> float:
        """What it is worth to have the enemy in a hex isolated tomorrow."""
        stack = stack_at(self.w, draft.s, cell)
        worth = self.bounty(draft, stack)
        if cell in self.town_at:
            worth += self.to_come(draft, self.town_at[cell], 1 + len(stack) / 2)
        return self.weights["encircle"] * worth

    def _holds(self, draft: Draft, unit: int) -> bool:
        """Is the unit in a town or an exit that it is to hold?"""
        mission = self.given.get(unit)
        return mission is not None and (
            mission.why.startswith("holds") and bool(mission.goals >> draft.s.where[unit] & 1)
        )

    def _hungry(self, draft: Draft) -> list[Hungry]:
        """Units that would not be supplied tomorrow, and where the road home is cut but nobody stands."""
        w, s = self.w, draft.s
        self.roads = self._roads_home(draft)
        fed, lost, foes = in_reach(w, s, GERMAN), owned(w, s, AMERICAN), occupied(w, s, AMERICAN)
        result = []
        for unit in draft.mine():
            if not fed >> s.where[unit] & 1:
                way = board_of(self._supply_road(draft, unit))
                if way & lost and not way & foes:
                    result.append(Hungry(s.strength[unit], way & lost))
        return result

    def _indispensable(self, draft: Draft, unit: int) -> float:
        """What it costs to send a unit about in the evening, as strength that is fed for it."""
        mission, s = self.given.get(unit), draft.s
        at_home = mission is not None and bool(mission.goals >> s.where[unit] & 1)
        price = ERRAND * s.strength[unit]
        if mission is not None and at_home:
            price += GARRISON if mission.why.startswith("holds") else POSTED
        return price

    def _lifelines(self, draft: Draft) -> list[Mission]:
        """Roads that feed the army: stretches to win back, and posts where they are in danger."""
        w, s, result = self.w, draft.s, list[Mission]()
        mine = owned(w, s, GERMAN)
        chosen: list[int] = []
        cut = board_of(self.load) & ~mine
        while cut:
            part = flood(w.grid, cut & -cut, cut)
            cut &= ~part
            value = self.weights["feed"] * min(FED, max(self.load[c] for c in bits(part)))
            why = f"opens the supply road at {draft.place(next(bits(part)))}"
            result.append(Mission(part, 40.0, nearer(value), why, NEARBY))
        for cell in sorted(self.load, key=lambda c: (-self.load[c], c)):
            if len(result) >= POSTS:
                break
            far = all(w.grid.distance(cell, c) > 2 for c in chosen)
            if mine >> cell & 1 and far and self._endangered(draft, cell):
                chosen.append(cell)
                value = self.weights["guard"] * min(FED, self.load[cell])
                why = f"guards the supply road at {draft.place(cell)}"
                result.append(Mission(1 << cell, 15.0, _on_foot(w, value), why, NEARBY))
        return result

    def _contain(self, draft: Draft) -> list[Mission]:
        """Enemy units from which the supply roads are in danger get infantry put beside them."""
        w, s = self.w, draft.s
        foes = occupied(w, s, AMERICAN)
        worth: dict[int, float] = {}
        for cell in sorted({s.where[foe] for foe in self.raiders}):
            fed = max((self.load.get(c, 0.0) for c in self._around(cell, DANGER)), default=0.0)
            if fed:
                strength = sum(s.strength[u] for u in stack_at(w, s, cell))
                worth[cell] = self.weights["contain"] * strength * min(1.0, fed / 400)
        result = []
        for cell in sorted(worth, key=lambda c: (-worth[c], c))[:CONTAINED]:
            strength = sum(s.strength[u] for u in stack_at(w, s, cell))
            around = w.grid.near[cell] & ~foes
            why = f"keeps the enemy at {draft.place(cell)} off the roads"
            result.append(Mission(around, 0.8 * strength, _on_foot(w, worth[cell]), why, NEARBY))
        return result

    def _sieges(self, draft: Draft) -> list[Mission]:
        """Where the enemy sits still he is closed in on: when no hex round him is his own any more he gets no
        supplies, and surrounded he gives up, BTA-4.3b."""
        w, s, result = self.w, draft.s, list[Mission]()
        if not self.memory.calm(s):
            return result
        foes, mine, command = occupied(w, s, AMERICAN), owned(w, s, GERMAN), commanded(w, s, AMERICAN)
        for cell in bits(foes):
            stack = stack_at(w, s, cell)
            if any(self.memory.days(s, unit) < SETTLED for unit in stack):
                continue
            size = sum(stacking(w, s, unit) for unit in stack if w.units[unit].counts)
            worth = float(self.per_stacking_point(AMERICAN) * size)
            if cell in self.town_at:
                worth += self.to_come(draft, self.town_at[cell]) / 2
            if command >> cell & 1:  # it may go hungry, but is never isolated, BTA-4.2c
                worth *= COMMANDED
            around = w.grid.near[cell] & ~foes
            why = f"closes in on {draft.place(cell)}"
            value = nearer(self.weights["siege"] * worth)
            result.append(Mission(around & ~mine or around, BESIEGERS, value, why, NEARBY))
        return result

    def _flanks(self, draft: Draft) -> list[Mission]:
        """Pickets on both flanks of the roads that feed the army, the more the nearer the enemy is."""
        w, s = self.w, draft.s
        roads = [cell for cell, fed in self.load.items() if fed >= FEEDS]
        on_foot = board_of(s.where[u] for u in draft.mine() if not w.mobile[u])
        comes = [s.where[foe] for foe in draft.foes] + list(bits(w.edge[AMERICAN]))
        result = []
        for north in (False, True):
            for cell in pickets(flank(w, s, GERMAN, roads, north), on_foot):
                far = min(w.grid.distance(cell, c) for c in comes)
                if far > WATCH or occupied(w, s, AMERICAN) >> cell & 1:
                    continue
                value = self.weights["line"] * min(1.0, NEAR / max(1, far))
                why = f"guards the {'northern' if north else 'southern'} flank at {draft.place(cell)}"
                result.append(Mission(1 << cell, 15.0 + self.menace[cell] / 6, _on_foot(w, value), why))
        return result

    def _endangered(self, draft: Draft, cell: int) -> bool:
        """Is an enemy near who moves about? Who has stood for days stays where he is."""
        where, far = draft.s.where, self.w.grid.distance
        return any(far(cell, where[foe]) <= DANGER for foe in self.raiders)

    def _bridges(self, draft: Draft) -> list[Mission]:
        """Engineers to bridges that are down, nearest to where the columns are."""
        result = []
        for bridge in self.w.board.bridges:
            if not intact(draft.s, bridge.index):
                why = f"to build the bridge of {bridge.label or bridge.name}"
                result.append(Mission(board_of(bridge.ends), 5.0, self._engineers, why, NEARBY))
        return result

    def _engineers(self, unit: int, days: float) -> float:
        return self.weights["bridge"] / (1 + days) if self.w.engineer[unit] else 0.0

    # What attacks are worth

    def _traffic(self, draft: Draft) -> dict[int, float]:
        """By hex: the strength whose march leads over it."""
        if self.traffic is None:
            self.traffic = {}
            for unit, mission in self.given.items():
                for cell in draft.marches.way(unit, mission.goals, mission.limit)[:12]:
                    self.traffic[cell] = self.traffic.get(cell, 0.0) + draft.s.strength[unit]
        return self.traffic

    def columns(self, draft: Draft) -> int:
        way = draft.marches.way
        mobile = [(u, m) for u, m in self.given.items() if self.w.mobile[u]]
        return board_of(cell for u, m in mobile for cell in way(u, m.goals, m.limit)[:COLUMN])

    def ground(self, draft: Draft, cell: int) -> float:
        worth = self.battle["ground"]
        if cell in self.town_at:
            worth += self.weights["town"] * self.to_come(draft, self.town_at[cell])
        passing = self._traffic(draft).get(cell, 0.0)
        for near in bits(self.w.grid.near[cell]):
            passing += self._traffic(draft).get(near, 0.0) / 6
        worth += self.weights["traffic"] * min(400.0, passing)
        worth += self.weights["feed"] * min(FED, self.load.get(cell, 0.0))
        return worth

    def price(self, draft: Draft, post: Post) -> float:
        return EFFORT

    def advances(self, draft: Draft, target: int, unit: int) -> bool:
        if unit in self.pinned:
            return self.pinned[unit] == target
        return not self._holds(draft, unit)


def _on_foot(w: World, value: float) -> Callable[[int, float], float]:
    """The same for units without vehicles; the others are wanted elsewhere."""
    return lambda unit, days: value / (1 + days) if not w.mobile[unit] else 0.3 * value / (1 + days)
