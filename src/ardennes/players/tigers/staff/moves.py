"""A movement step planned as a whole: attacks first, then everybody else."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ardennes.games.tigers.rules.combat.obligations import takes_part
from ardennes.games.tigers.rules.model.orders import Move
from ardennes.games.tigers.rules.model.position import derived, put, units_at
from ardennes.games.tigers.rules.model.state import AIR_SUPPLIED, DEAD, DISRUPTED, NO_BRIDGE, TigersState
from ardennes.games.tigers.rules.movement.allowance import omf_half
from ardennes.games.tigers.rules.movement.moves import routes
from ardennes.games.tigers.rules.movement.search import Route
from ardennes.games.tigers.rules.movement.stacking import stack_fits
from ardennes.games.tigers.rules.movement.step import may_move
from ardennes.games.tigers.rules.movement.supply import supplied_hexes
from ardennes.games.tigers.rules.sequence.turn_order import in_second_step
from ardennes.games.tigers.schema.terms import ALLIED, DIVISION, GERMAN, TIGER
from ardennes.games.tigers.schema.world import EXIT, World
from ardennes.hexes import bits
from ardennes.players.tigers.staff.battle import BattleJudge
from ardennes.players.tigers.staff.ground import contact_board, exit_race, exit_worth
from ardennes.players.tigers.staff.guard import FIRST_TURNS, Alarm
from ardennes.players.tigers.staff.outlook import Outlook
from ardennes.players.tigers.staff.supply import hungry, supply_gaps
from ardennes.players.toolkit.assignment import Demand, assign
from ardennes.players.toolkit.climb import Climber
from ardennes.players.toolkit.packages import Package, Packer, Post
from ardennes.players.toolkit.weights import Weights

HELD_AT = 2  # odds against which a town is thought safe enough on the last day
WARY = 2.0  # and how far the alarm goes then at least
FORT = 3  # divisions in the keystone
SECOND_STEP = 7  # phases from a movement step to the second one


class Intent(NamedTuple):
    """A move the staff means to make, and why."""

    unit: int
    cell: int
    attack: bool
    order: Move | None
    why: str


def scratch(view: TigersState) -> TigersState:
    """A copy to think on, where a weak unit may be thought beside the enemy before the strong ones come."""
    s = view.clone()
    s.variant = msgspec.structs.replace(s.variant, weak_contact_lapses=True)
    return s


class MovePlanner:
    """Plans one movement step of one side on a scratch copy of its view."""

    def __init__(
        self, w: World, view: TigersState, side: int, weights: dict[str, Weights], reach: bool = True
    ) -> None:
        self.w, self.side = w, side
        self.s = s = scratch(view)
        self.weights = weights
        self.look = Outlook(w, s, side, weights)
        self.routes: dict[int, list[Route]] = {}
        for unit in w.of_side[side]:
            if reach and s.where[unit] >= 0 and may_move(w, s, unit) is None:
                self.routes[unit] = routes(w, s, unit)
                if w.units[unit].kind == TIGER:
                    self.routes[unit] += routes(w, s, unit, True)
        self.packages: list[Package] = []
        self.reserved: set[int] = set()  # units with something better to do than to attack
        self._choices: dict[int, list[Route]] = {}
        self._planned: tuple[tuple[tuple[int, int], ...], int] | None = None

    def plan(self) -> list[Intent]:
        guards = self.bar_exits() + self.man_fort() if self.side == ALLIED else self.garrisons()
        self.packages = self.attacks()
        intents = guards + self.attack_intents()
        busy = {u for p in self.packages for u in p.units} | self.reserved
        for package in self.packages:
            for battle in package.battles:
                for post in battle.posts:
                    if post.cell != self.s.where[post.unit]:
                        self.look.load.setdefault(post.cell, []).append(post.unit)
                        self.look.leaving.add(post.unit)
        rest = [u for u in self.routes if u not in busy and (self.w.units[u].combat or u == self.w.skorzeny)]
        return intents + self.place(rest)

    def bar_exits(self) -> list[Intent]:
        """Before all else: nobody leaves the map next turn if it can be helped."""
        w, s = self.w, self.s
        if s.turn >= w.turns or not w.exits:
            return []
        alarm = Alarm(w, s, self.look.race)
        if not alarm.suspects:
            return []
        free = [u for u in w.of_side[ALLIED] if s.where[u] >= 0]
        result = []
        for unit, cell in alarm.guards(self.routes, self.look.contacts, free):
            self.reserved.add(unit)
            if cell != s.where[unit]:
                self.look.load.setdefault(cell, []).append(unit)
                self.look.leaving.add(unit)
                why = f"to block the way out {w.at_place(cell)}"
                result.append(Intent(unit, cell, False, self.route_to(unit, cell, False), why))
        if s.turn <= FIRST_TURNS:
            self.reserved.update(alarm.pinned([u for u in free if u not in self.reserved]))
        return result

    def keystone(self) -> int:
        """The victory town to be held at all costs: one is enough to deny the Germans theirs."""
        w, s = self.w, self.s
        ours = derived(w, s).combat[ALLIED]
        held = [c for c in self.look.towns if s.held >> c & 1 or ours >> c & 1]
        return min(held, key=lambda c: (w.grid.column[c], c), default=-1)

    def man_fort(self) -> list[Intent]:
        """Three divisions dig in at the keystone and stay there."""
        w, s, look = self.w, self.s, self.look
        fort = self.keystone()
        if fort < 0 or s.turn < 2:
            return []
        inside = [u for u in units_at(w, s, fort, ALLIED) if w.units[u].combat and u not in self.reserved]
        inside.sort(key=lambda u: (w.units[u].size != DIVISION, not w.units[u].entrenches, -w.factor[u], u))
        garrison = [u for u in inside if w.units[u].size == DIVISION][:FORT]
        free = [
            u
            for u in self.routes
            if u not in self.reserved
            and u not in garrison
            and w.units[u].size == DIVISION
            and look.march(u, s.where[u], fort) < 2.5
            and not (s.turn <= FIRST_TURNS and w.exits >> s.where[u] & 1)
        ]
        free.sort(key=lambda u: (round(look.march(u, s.where[u], fort)), not w.units[u].entrenches, u))
        result = []
        for unit in free:
            if len(garrison) >= FORT:
                break
            if not stack_fits(w, fort, [*garrison, unit]):
                continue
            garrison.append(unit)
            best, best_left = None, look.march(unit, s.where[unit], fort)
            for route in self.routes[unit]:
                if route.cell >= 0 and not look.contacts[route.cell] and self.stack_ok(unit, route.cell):
                    left = look.march(unit, route.cell, fort) + (0.3 if route.road_end else 0.0)
                    if left < best_left:
                        best, best_left = route, left
            if best is not None:
                look.load.setdefault(best.cell, []).append(unit)
                look.leaving.add(unit)
                why = f"to man the fort at {w.board.place_of[fort]}"
                result.append(Intent(unit, best.cell, False, best.order, why))
        self.reserved |= set(garrison)
        return result

    def garrisons(self) -> list[Intent]:
        """On the last day nobody leaves a town of victory that the Allies could walk into, and who can come
        to an empty one does: all of them count together, TIA-VIC-5."""
        w, s, look = self.w, self.s, self.look
        result: list[Intent] = []
        if s.turn < w.turns:
            return result
        foes = derived(w, s).combat[ALLIED]
        for cell in sorted((c for c in look.towns if not foes >> c & 1), key=lambda c: (-look.threat[c], c)):
            need = look.threat[cell] / HELD_AT
            inside = [u for u in units_at(w, s, cell, GERMAN) if w.units[u].combat and u not in self.reserved]
            for unit in sorted(inside, key=lambda u: (-w.factor[u], u)):
                if need > 0:
                    self.reserved.add(unit)
                    need -= w.factor[unit]
            able = [u for u in self.routes if u not in self.reserved and self._free_to_hold(u, cell)]
            for unit in sorted(able, key=lambda u: (s.where[u] in look.towns, -w.factor[u], u)):
                if need <= 0 or not self.stack_ok(unit, cell):
                    break
                need -= w.factor[unit]
                self.reserved.add(unit)
                look.load.setdefault(cell, []).append(unit)
                look.leaving.add(unit)
                why = f"to hold {w.board.place_of[cell]}"
                result.append(Intent(unit, cell, False, self.route_to(unit, cell, False), why))
        return result

    def _free_to_hold(self, unit: int, cell: int) -> bool:
        """Can it come to a town without owing an attack there, or else at least fight for it?"""
        contact = self.look.contacts[cell]
        return self.w.units[unit].combat and any(
            r.cell == cell and (not contact or r.can_attack) for r in self.routes[unit]
        )

    # Attacks

    def posts(self) -> dict[int, list[Post]]:
        """Target hex -> posts from which units could attack it this step."""
        w, s = self.w, self.s
        enemy = derived(w, s).fighters[1 - self.side]
        result: dict[int, list[Post]] = {}
        for unit in w.of_side[self.side]:
            if s.where[unit] < 0 or s.status[unit] & DISRUPTED or unit in self.reserved:
                continue
            places: dict[int, int] = {}
            if takes_part(w, s, unit) is None:
                places[s.where[unit]] = 0
            for route in self.routes.get(unit, ()):
                if route.cell >= 0 and route.can_attack and route.cell not in places:
                    places[route.cell] = route.spent
            for cell, spent in places.items():
                near = w.grid.near[cell] & enemy
                owed = self.look.contacts[cell] if cell != s.where[unit] else 0  # TIA-ZOC-12
                for target in bits(near & owed or near):
                    if self._can_strike(unit, cell, target, spent):
                        result.setdefault(target, []).append(Post(unit, cell))
        return result

    def _can_strike(self, unit: int, cell: int, target: int, spent: int) -> bool:
        w, s = self.w, self.s
        if not w.units[unit].mechanized:
            return True
        river = w.board.river_at[cell][w.grid.neighbours[cell].index(target)]
        if river < 0:
            return True
        if s.bridge[river] == NO_BRIDGE:
            return False
        return cell == s.where[unit] or spent + 2 <= omf_half(w, s, unit)

    def attacks(self) -> list[Package]:
        w, s = self.w, self.s
        still = [u for u in w.of_side[self.side] if s.where[u] >= 0 and u not in self.routes]
        self.judge = BattleJudge(
            w, s, self.side, self.weights["battle"], self.look.ground(), self.look.contacts, still
        )
        posts = self.posts()
        self.set_prices(posts)
        work = int(self.weights["work"]["battles"])
        packages = Packer(self.judge, posts, work).pack(self.weights["battle"]["least"])
        options: dict[int, list[tuple[int, int]]] = {}
        for target, group in posts.items():
            for post in group:
                options.setdefault(post.unit, []).append((target, post.cell))
        climber = Climber(self.judge, options, work=work)
        climber.take(packages)
        climber.climb(int(self.weights["work"]["sweeps"]))
        climber.drop_bad()
        whole = climber.package()
        return [whole] if whole is not None else []

    def set_prices(self, posts: dict[int, list[Post]]) -> None:
        """What each attacker gives up: the best place it could go to instead."""
        look, s = self.look, self.s
        best: dict[int, float] = {}
        for post in {p for group in posts.values() for p in group}:
            unit = post.unit
            if unit not in best:
                most = look.stand(unit, s.where[unit])
                for route in self.choices(unit) if self.weights["work"]["prices"] else ():
                    if route.cell == EXIT:
                        most = max(most, self.exit_value(unit, route))
                    elif not look.contacts[route.cell]:
                        most = max(most, look.stand(unit, route.cell, route.road_end, least=most))
                best[unit] = most
            self.judge.prices[post] = max(0.0, best[unit] - look.stand(unit, post.cell))

    def attack_intents(self) -> list[Intent]:
        """Moves into the posts, the strongest first, so that nobody arrives too weak."""
        w, s = self.w, self.s
        result = []
        for package in self.packages:
            posts: list[tuple[Post, str]] = []
            for battle in package.battles:
                column = self.judge.column(battle.target, battle.posts)
                odds = w.tables.odds[column] if column is not None else "poor odds"
                why = f"to attack {w.place(battle.target)} at {odds}"
                posts += [(post, why) for post in battle.posts]
            posts.sort(key=lambda x: (-w.factor[x[0].unit], x[0].unit))
            for post, why in posts:
                if post.cell != s.where[post.unit]:
                    order = self.route_to(post.unit, post.cell, True)
                    result.append(Intent(post.unit, post.cell, True, order, why))
        return result

    def route_to(self, unit: int, cell: int, attack: bool) -> Move | None:
        best: Route | None = None
        for route in self.routes.get(unit, ()):
            if route.cell == cell and (route.can_attack or not attack):
                if best is None or (route.road_end, route.spent) < (best.road_end, best.spent):
                    best = route
        return best.order if best else None

    # Everybody else

    def place(self, rest: list[int]) -> list[Intent]:
        """The best place for everybody who does not attack, one after the other."""
        w, s, look = self.w, self.s, self.look
        demands = self.demands()
        strength = {u: float(w.factor[u]) + 0.5 for u in rest}
        given = assign(demands, rest, strength, lambda u, d: 1.2 * look.march(u, s.where[u], d.cell))
        targets = {b.target for p in self.packages for b in p.battles}
        rest.sort(key=lambda u: (-(given[u].value if u in given else 0), look.race.turns(u, s.where[u]), u))
        result = []
        for unit in rest:
            mine = [given[unit]] if unit in given else []
            best_value, best = look.stand(unit, s.where[unit], False, mine) + 0.05, None
            for route in self.choices(unit):
                if route.cell == EXIT:
                    value = self.exit_value(unit, route)
                elif not self.stack_ok(unit, route.cell) or (
                    look.contacts[route.cell] and not self.last_gasp(unit, route)
                ):
                    continue
                else:
                    value = look.stand(unit, route.cell, route.road_end, mine, best_value)
                if value > best_value:
                    best_value, best = value, route
            if best is None or (self.side == GERMAN and self.hold_back(unit, best_value, targets)):
                continue
            look.leaving.add(unit)
            if best.cell >= 0:
                look.load.setdefault(best.cell, []).append(unit)
            result.append(Intent(unit, best.cell, False, best.order, self.reason(unit, best, mine)))
        return result

    def choices(self, unit: int) -> list[Route]:
        """Its routes that may be worth taking for their own sake: none into contact, but on the last day, and
        none that comes later to a hex it can end in out of road mode, for its value could not be higher."""
        result = self._choices.get(unit)
        if result is None:
            result, seen = [], set[int]()
            contacts, last_day = self.look.contacts, self.s.turn >= self.w.turns
            for route in self.routes.get(unit, ()):
                cell = route.cell
                if cell == EXIT or (contacts[cell] and last_day):
                    result.append(route)
                elif cell not in seen and not contacts[cell]:
                    result.append(route)
                    if not route.road_end:
                        seen.add(cell)
            self._choices[unit] = result
        return result

    def last_gasp(self, unit: int, route: Route) -> bool:
        """On the last day a town is entered whatever attack that entails."""
        if self.s.turn < self.w.turns or not route.can_attack or route.cell not in self.look.towns:
            return False
        if self.side == ALLIED:
            return not self.s.held >> route.cell & 1
        return not self.look.company(unit, route.cell)

    def reason(self, unit: int, route: Route, demands: list[Demand]) -> str:
        if route.cell == EXIT:
            return "leaves the map in supply"
        if demands:
            return demands[0].why
        if self.side == GERMAN:
            return f"towards the exits, {self.look.race.turns(unit, route.cell):.1f} turns off"
        return "to close with the enemy"

    def stack_ok(self, unit: int, cell: int) -> bool:
        return self.look.empty(cell) or stack_fits(self.w, cell, [*self.look.company(unit, cell), unit])

    def exit_value(self, unit: int, route: Route) -> float:
        """Leaving counts only in supply, TIA-VIC-1; what is planned so far may open the road."""
        if not exit_worth(self.w, unit):
            return -1000.0
        fed = self.s.status[unit] & AIR_SUPPLIED or self.planned_supply() >> self.exit_hex(unit, route) & 1
        return 1000.0 if fed else -1000.0

    def planned_supply(self) -> int:
        """Where the side will be in supply once the moves planned so far are made."""
        key = tuple(sorted((c, u) for c, units in self.look.load.items() for u in units))
        if self._planned is None or self._planned[0] != key:
            trial = self.s.clone()
            for cell, unit in key:
                put(self.w, trial, unit, cell)
            self._planned = (key, supplied_hexes(self.w, trial, self.side))
        return self._planned[1]

    def hold_back(self, unit: int, value: float, targets: set[int]) -> bool:
        """Wait for the second step when the attacks about to be made should open the way."""
        w, s = self.w, self.s
        if in_second_step(s) or not targets or not w.units[unit].mechanized:
            return False
        if not self.weights["work"]["ways"]:
            return False
        if min(map(w.apart[s.where[unit]].__getitem__, targets)) > 4:
            return False
        then = s.clone()
        for target in targets:
            for enemy in list(units_at(w, then, target, 1 - self.side)):
                put(w, then, enemy, DEAD)
        then.phase += SECOND_STEP
        race = exit_race(w, then)
        open_contacts = contact_board(w, then, self.side)
        best = 0.0
        k = self.look.k
        for route in routes(w, then, unit):
            if route.cell >= 0 and not open_contacts[route.cell]:
                turns = race.turns(unit, route.cell)
                best = max(best, k["race"] * (exit_worth(w, unit) or 0.3) * k["patience"] ** turns)
        return 0.6 * best + 0.4 * value > value * 1.1

    def demands(self) -> list[Demand]:
        return self.german_demands() if self.side == GERMAN else self.allied_demands()

    def german_demands(self) -> list[Demand]:
        w, s, k, look = self.w, self.s, self.look.k, self.look
        result = []
        for cell in look.towns:
            value = k["hold"] * (0.3 + look.late)
            verb = "to take" if s.held >> cell & 1 else "to hold"
            result.append(Demand(cell, 2.5, value, f"{verb} {w.board.place_of[cell]}"))
        return result + self.supply_demands()

    def supply_demands(self) -> list[Demand]:
        """Posts that open the road to the spearhead, dearest when it can leave the map this very step."""
        w, s, k, look = self.w, self.s, self.look.k, self.look
        goals: dict[int, float] = {}
        for unit in look.runners:
            for route in self.routes.get(unit, ()):
                if route.cell == EXIT:
                    last = self.exit_hex(unit, route)
                    goals[last] = goals.get(last, 0.0) + 10 * k["supply_post"] * exit_worth(w, unit)
        if not goals:
            goals = {s.where[u]: k["supply_post"] for u in look.spearhead}
        for unit in hungry(w, s, self.side):
            cell = s.where[unit]
            goals[cell] = goals.get(cell, 0.0) + k["supply_post"] * w.factor[unit] / 4
        result: dict[int, Demand] = {}
        for goal, value in goals.items():
            for cell in supply_gaps(w, s, self.side, goal) or ():
                if cell not in result or result[cell].value < value:
                    result[cell] = Demand(cell, 1.0, value, f"to keep the road to {w.place(goal)} open")
        return list(result.values())

    def exit_hex(self, unit: int, route: Route) -> int:
        path = route.order.path
        return self.w.grid.at(path[-2].removesuffix("r")) if len(path) > 1 else self.s.where[unit]

    def allied_demands(self) -> list[Demand]:
        return self.guard_demands() + self.town_demands()

    def guard_demands(self) -> list[Demand]:
        """A division at each end of the exits and where the spearhead is heading; more with the alarm."""
        w, s, k, look = self.w, self.s, self.look.k, self.look
        ready = max((look.race.turns(u, s.where[u]) for u in look.spearhead), default=99.0)
        if s.turn >= w.turns:
            return []
        alarm = max(WARY if s.turn <= FIRST_TURNS else 0.0, 3.0 - ready)
        value = k["guard"] * (0.2 + alarm / 2)
        wanted = {w.grid.at("210"): value, w.grid.at("511"): value}
        if alarm:
            for unit in look.runners:
                turns = look.race.turns(unit, s.where[unit])
                end = look.race.way(unit, s.where[unit])[-1]
                wanted[end] = max(wanted.get(end, 0.0), k["guard"] * (0.2 + max(0.0, 3.0 - turns) / 2))
        return [Demand(c, 3.5, v, f"to guard the exits {w.at_place(c)}") for c, v in wanted.items()]

    def town_demands(self) -> list[Demand]:
        """Hold what can be held, one town above all; take back the others before the end."""
        w, s, k, look = self.w, self.s, self.look.k, self.look
        late = look.late
        result = []
        for cell in look.towns:
            name = w.board.place_of[cell]
            if s.held >> cell & 1:
                value = k["hold"] * (1.0 + 2 * late)
                need = min(16.0, max(4.0, look.threat[cell] / 1.5))
                result.append(Demand(cell, need, value, f"to hold {name}"))
            else:
                value = k["retake"] * (0.2 + 3 * late**2)
                result.append(Demand(cell, 5.0 + 10 * late, value, f"to take {name} back"))
        return result
