"""The exploit players' common part: one idea each, and good sense in everything else.

They keep no plan beyond a step and look no deeper than one move: permanent opponents that punish a
single weakness. A subclass says where to go (`cost`), whom to attack (`prey`) and at which odds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.combat.declare import possible_targets
from ardennes.games.tigers.rules.combat.obligations import (
    contact,
    contact_at,
    declared,
    reaches,
    takes_part,
    unmet,
)
from ardennes.games.tigers.rules.combat.odds import odds_of
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.model.orders import END, Attack
from ardennes.games.tigers.rules.model.position import put, stack_at
from ardennes.games.tigers.rules.model.state import MOVED, TigersState
from ardennes.games.tigers.rules.movement.moves import routes
from ardennes.games.tigers.rules.movement.search import Route
from ardennes.games.tigers.rules.movement.step import may_move
from ardennes.games.tigers.rules.outcome.victory import quarters_for
from ardennes.games.tigers.rules.sequence.turn_order import current_phase, phasing
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.games.tigers.schema.world import EXIT
from ardennes.hexes import bits, board_of
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import sample
from ardennes.players.tigers.scripts.answers import ANSWERS
from ardennes.players.tigers.scripts.ground import (
    FORD,
    NO_FORD,
    cover,
    fits,
    links_of,
    march_field,
    near_enemy,
    supplied,
)
from ardennes.players.toolkit.random_choice import Lots

Answer = tuple[Order, str]
UNSUPPLIED = 6.0  # what it costs to stand out of supply, in half-MF of march
ROAD_END = 4.0  # to end in road mode near the enemy, TIA-ROAD-5
EXIT_GAIN = 500.0
LOOKS = ("reinforcements", "movement")  # phases of its own turn in which it looks at the whole map anew
TRIES = 12  # routes tried for a unit before it stays
COLUMNS = ("1:5", "1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1")


class Exploit:
    """One player of one side of one match."""

    name = "exploit"
    least = COLUMNS.index("1:1")  # the weakest column it attacks at of its own will
    enough = COLUMNS.index("3:1")  # a stronger attack is not made stronger still
    leaves = False  # does it leave the map where that counts?

    def __init__(self, game: Tigers, side: int, seed: int) -> None:
        self.game, self.w, self.side = game, game.world, side
        self.rng = Lots(seed)
        self.step = (-1, -1)
        self.reach: dict[int, list[Route]] = {}
        self.wishes: list[tuple[int, Route]] | None = None  # who goes where to attack, strongest first
        self.hunted = 0  # hexes to be attacked in this step
        self.stay: set[int] = set()
        self.plan: list[Attack] | None = None
        self.links = (links_of(self.w, False), links_of(self.w, True))
        self.fields: dict[tuple[int, bool], list[int]] = {}
        self.looked = (-1, -1)

    def act(self, view: Any, side: int) -> Answer:
        s: TigersState = view
        if (s.turn, s.phase) != self.step:
            self.step = (s.turn, s.phase)
            self.reach, self.wishes, self.hunted, self.stay, self.plan = {}, None, 0, set(), None
            if self.looked < (0, 0) or (phasing(s) == self.side and current_phase(s).name in LOOKS):
                self.looked = self.step
                self.fields = {}
                self.look(s)
        frame = s.stack[-1]
        if isinstance(frame, f.Moving):
            return self.move(s)
        if isinstance(frame, f.OnTheWay):
            return self.go_on(s, frame.unit)
        if isinstance(frame, f.Declaring):
            return self.declare(s)
        if isinstance(frame, f.PeiperGoesOn):
            return self.peiper(s, frame)
        return ANSWERS[type(frame)](self, s, frame)

    # What a subclass says

    def look(self, s: TigersState) -> None:
        """A new step begins: see how things stand."""

    def goals(self, s: TigersState, unit: int) -> int:
        """The hexes a unit makes for."""
        raise NotImplementedError

    def cost(self, s: TigersState, unit: int, cell: int) -> float:
        """How bad it is for the unit to stand there; it moves to where this is least."""
        return self.field(s, self.goals(s, unit), unit)[cell] - 0.5 * cover(self.w, unit, cell)

    def prey(self, s: TigersState) -> list[int]:
        """Enemy hexes it would attack, the dearest first."""
        raise NotImplementedError

    def content(self, s: TigersState, unit: int) -> bool:
        """Is the unit where it wants to be?"""
        return bool(self.goals(s, unit) >> s.where[unit] & 1)

    def wants_bridge(self, s: TigersState, river: int) -> bool:
        """Is a bridge worth a try there? The Germans need their roads whole."""
        return self.side == GERMAN and self.w.board.rivers[river].road

    def stands_fast(self, s: TigersState) -> bool:
        """No Retreat! in the battle about to be rolled?"""
        return False

    def field(self, s: TigersState, goals: int, unit: int) -> list[int]:
        """March costs to the nearest of the goals, as things stood when it last looked."""
        rides = self.w.units[unit].mechanized
        if (goals, rides) not in self.fields:
            ford = NO_FORD if rides else FORD
            result = march_field(self.w, s, goals, self.links[rides], ford, 1 - self.side)
            self.fields[goals, rides] = result
        return self.fields[goals, rides]

    # Moving

    def movers(self, s: TigersState) -> list[int]:
        """Units that may still move, those nearest to their goals first, so that they make room."""
        free = [u for u in self.w.of_side[self.side] if s.where[u] >= 0 and u not in self.stay]
        free = [u for u in free if may_move(self.w, s, u) is None]
        return sorted(free, key=lambda u: (self.cost(s, u, s.where[u]), u))

    def routes(self, s: TigersState, unit: int) -> list[Route]:
        if unit not in self.reach:
            self.reach[unit] = routes(self.w, s, unit)
        return self.reach[unit]

    def move(self, s: TigersState) -> Answer:
        if self.wishes is None:
            self.wishes = self.stalk(s)
        while self.wishes:
            unit, wish = self.wishes.pop(0)
            if self.game.check(s, self.side, wish.order) is not None:
                again = [r for r in routes(self.w, s, unit) if r.cell == wish.cell and r.can_attack]
                if not again:
                    continue
                wish = again[0]
            return wish.order, f"to attack {self.names(contact_at(self.w, s, self.side, wish.cell))}"
        for unit in self.movers(s):
            route = self.best_route(s, unit)
            if route is not None:
                self.reach.pop(unit)
                return route.order, self.why_go(s, unit, route)
            self.stay.add(unit)
        return END, "all units are in place"

    def why_go(self, s: TigersState, unit: int, route: Route) -> str:
        return "off the map, in supply" if route.cell == EXIT else f"{self.name}: nearer to its goal"

    def go_on(self, s: TigersState, unit: int) -> Answer:
        self.reach.pop(unit, None)
        route = self.best_route(s, unit)
        return (route.order, "by another route") if route is not None else (END, "no better route")

    def best_route(self, s: TigersState, unit: int) -> Route | None:
        """The best legal route that is better than staying."""
        here = self.cost(s, unit, s.where[unit])
        if self.content(s, unit) and not self.leaves:
            return None
        options = [(self.judge(s, unit, route), i) for i, route in enumerate(self.routes(s, unit))]
        for value, i in sorted(options)[:TRIES]:
            route = self.reach[unit][i]
            if value >= here - 0.5:
                return None
            if self.game.check(s, self.side, route.order) is None:
                return route
        return None

    def judge(self, s: TigersState, unit: int, route: Route) -> float:
        """The cost of a route's end, with what is wrong about ending there like that."""
        w, cell = self.w, route.cell
        if cell == EXIT:
            path = route.order.path
            last = w.steps[path[-2]][0] if len(path) > 1 else s.where[unit]
            counts = quarters_for(w, s, unit, last) if supplied(w, s, self.side, last) else 0
            gone = self.leaves and counts and self.worth_leaving(s, last)
            return -EXIT_GAIN * counts if gone else 2 * EXIT_GAIN
        if not fits(w, s, unit, cell):
            return 2 * EXIT_GAIN
        owed = contact_at(w, s, self.side, cell) if w.units[unit].combat else 0
        if owed and (owed & ~self.hunted or not route.can_attack):
            return 2 * EXIT_GAIN
        value = self.cost(s, unit, cell) - (2 if owed else 0)
        if not supplied(w, s, self.side, cell):
            value += UNSUPPLIED
        if route.road_end and near_enemy(w, s, self.side, cell, 3):
            value += ROAD_END
        return value

    def worth_leaving(self, s: TigersState, cell: int) -> bool:
        """Is this a hex to leave the map from?"""
        return True

    # Attacking

    def stalk(self, s: TigersState) -> list[tuple[int, Route]]:
        """Who goes where to attack: for each prey the strongest units that can come, until it is enough."""
        w, trial = self.w, s.clone()
        free = [u for u in self.movers(s) if w.units[u].combat and near_enemy(w, s, self.side, s.where[u], 8)]
        posted = [u for u in w.of_side[self.side] if s.where[u] >= 0 and takes_part(w, s, u) is None]
        wishes: list[tuple[int, Route]] = []
        for target in self.prey(s):
            group = [u for u in posted if u not in free and self.may_join(trial, u, target)]
            group += self.in_place(trial, free, target)
            came: list[tuple[int, Route]] = []
            for unit in sorted((u for u in free if u not in group), key=lambda u: (-w.factor[u], u)):
                if group and odds_of(w, trial, group, [target]).column >= self.enough:
                    break
                route = self.spot(trial, s, unit, target)
                if route is not None:
                    group.append(unit)
                    came.append((unit, route))
            if group and odds_of(w, trial, group, [target]).column >= self.least:
                wishes += came
                self.hunted |= 1 << target
                self.stay |= set(group)
                free = [u for u in free if u not in group]
                posted = [u for u in posted if u not in group]
            else:
                for unit, _ in came:
                    put(w, trial, unit, s.where[unit])
                    trial.status[unit], trial.spent[unit] = s.status[unit], s.spent[unit]
        return wishes

    def in_place(self, trial: TigersState, free: list[int], target: int) -> list[int]:
        return [u for u in free if takes_part(self.w, trial, u) is None and self.may_join(trial, u, target)]

    def may_join(self, trial: TigersState, unit: int, target: int) -> bool:
        """Beside the target, able to attack it, and beside no other division that nobody attacks."""
        w = self.w
        if not w.grid.near[target] >> trial.where[unit] & 1 or reaches(w, trial, unit, target) is not None:
            return False
        return not contact(w, trial, unit) & ~(self.hunted | 1 << target)

    def spot(self, trial: TigersState, s: TigersState, unit: int, target: int) -> Route | None:
        """Put the unit on the best hex from which it can join in an attack, if there is one."""
        w = self.w
        ring = w.grid.near[target]
        options = [r for r in self.routes(s, unit) if r.can_attack and r.cell >= 0 and ring >> r.cell & 1]
        for route in sorted(options, key=lambda r: (self.cost(s, unit, r.cell), r.spent)):
            if not fits(w, trial, unit, route.cell):
                continue
            put(w, trial, unit, route.cell)
            trial.status[unit] |= MOVED
            trial.spent[unit] = route.spent
            if self.may_join(trial, unit, target):
                return route
            put(w, trial, unit, s.where[unit])
            trial.status[unit], trial.spent[unit] = s.status[unit], s.spent[unit]
        return None

    def declare(self, s: TigersState) -> Answer:
        if self.plan is None:
            self.plan = self.choose(s)
        while self.plan:
            order = self.plan.pop(0)
            if self.game.check(s, self.side, order) is None:
                return order, self.why_attack(s, order)
        if self.game.check(s, self.side, END) is None:
            return END, "no more attacks"
        return self.least_bad(s)

    def why_attack(self, s: TigersState, order: Attack) -> str:
        odds = self.game.odds(s, order)
        return f"{odds.attack} against {odds.total_defence}: {self.w.tables.odds[max(0, odds.column)]}"

    def choose(self, s: TigersState) -> list[Attack]:
        """A set of attacks closed under what they oblige to, each at the wanted odds or owed (TIA-CRT-17)."""
        w = self.w
        can = possible_targets(w, s, self.side)
        owed, _ = unmet(w, s, self.side)
        wanted = [t for t in self.prey(s) if t in can]
        wanted += [t for t in can if owed >> t & 1 and t not in wanted]
        fixed = board_of(t for targets, _ in declared(s) for t in targets)
        while wanted:
            groups = self.share_out(s, can, wanted, fixed | board_of(wanted))
            columns = {t: odds_of(w, s, g, [t]).column if g else -1 for t, g in groups.items()}
            weak = [t for t in wanted if columns[t] < self.least and not owed >> t & 1]
            if not weak:
                return [Attack(w.labels((t,)), w.ids(sorted(groups[t]))) for t in wanted if groups[t]]
            wanted.remove(min(weak, key=lambda t: (columns[t], t)))
        return []

    def share_out(
        self, s: TigersState, can: dict[int, list[int]], wanted: list[int], covered: int
    ) -> dict[int, list[int]]:
        """Each unit to one of the wanted hexes it can attack, the strongest first, where most is missing."""
        w = self.w
        groups: dict[int, list[int]] = {t: [] for t in wanted}
        force = dict.fromkeys(wanted, 0)
        need = {t: max(1, sum(w.factor[u] for u in self.enemies_at(s, t))) for t in wanted}
        units = {u for t in wanted for u in can[t] if not contact(w, s, u) & ~covered}
        for unit in sorted(units, key=lambda u: (-w.factor[u], u)):
            open_to = [t for t in wanted if unit in can[t]]
            if not w.factor[unit]:
                open_to = [t for t in open_to if groups[t]]
            if open_to:
                target = min(open_to, key=lambda t: force[t] / need[t])
                groups[target].append(unit)
                force[target] += w.factor[unit]
        return groups

    def enemies_at(self, s: TigersState, cell: int) -> Iterator[int]:
        return (u for u in stack_at(self.w, s, cell) if self.w.side[u] != self.side)

    def least_bad(self, s: TigersState) -> Answer:
        """An attack is owed that was not planned: the best of a few legal ones."""
        offers = self.game.offers(s, self.side)
        result = [order for order in (sample(offers, self.rng) for _ in range(3)) if order is not None]
        attacks = [order for order in result if isinstance(order, Attack)]
        if not attacks:
            return result[0], "nothing else is left"
        best = max(attacks, key=lambda order: self.game.odds(s, order).column)
        return best, f"mandatory; {self.why_attack(s, best)}"

    def peiper(self, s: TigersState, frame: f.PeiperGoesOn) -> Answer:
        """Another attack if the odds are good, else on towards the goal, else stop."""
        w = self.w
        can = possible_targets(w, s, GERMAN)
        for target in self.prey(s):
            group = [u for u in can.get(target, []) if not contact(w, s, u) & ~(1 << target)]
            if w.peiper in group and odds_of(w, s, group, [target]).column >= self.least:
                order = Attack(w.labels((target,)), w.ids(sorted(group)))
                if self.game.check(s, self.side, order) is None:
                    return order, f"Peiper again: {self.why_attack(s, order)}"
        if not frame.moved:
            self.reach.pop(w.peiper, None)
            self.hunted = 0
            route = self.best_route(s, w.peiper)
            if route is not None:
                return route.order, "Peiper goes on"
        if self.game.check(s, self.side, END) is None:
            return END, "Peiper has done enough"
        return self.least_bad(s)

    def names(self, board: int) -> str:
        return ", ".join(self.w.labels(list(bits(board)))) or "nothing"
