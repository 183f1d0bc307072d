"""`veteran`: the staff proposes plans, playouts decide between them.

A plan is what the staff with other weights, or a player with one idea, would order in the phase that begins.
Plans that come to the same orders are one. Each is played on from the seat's view, the hidden part drawn, the
staff following on both sides, and what comes of it is compared on the same draws and the same dice. Half of
the plans are dropped after each round. The staff's own plan stays unless another is clearly better. Work is
counted in orders, never timed.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any

from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.flow import tried
from ardennes.players.adapter import Adapter, adapter_of, staff_after, with_weights
from ardennes.players.contract import Player, make_player
from ardennes.players.doctrine import bent, doctrines_of, wild
from ardennes.players.playout import Course, Stop, after_turns, dice_of, play_on
from ardennes.players.toolkit.weights import Weights, load_weights

CLEAR = 1.0  # standard errors by which another plan must be better than the staff's own
LEAST = 4  # playouts of each, before anything is clear
SURE = 8  # playouts after which a plan that is far better need not prove itself
FAR_BETTER = 2.5  # times what is clear
FIRST = 2  # playouts of each plan, at least, before half of them are dropped
PLAYOUTS = 4  # of a plan in the mean, if half of them are dropped so often
LEAST_PLANS = 3  # weighed even if there is little work
WON = 0.93  # a mean worth from which on there is nothing to gain
OTHERS = 3  # one playout in so many is against another enemy than the staff
WILD = 4  # proposals with weights drawn at random
MOST_PLANS = 10  # that differ
LONGEST = 200  # orders of a plan that are compared


@dataclass
class Plan:
    """A way to play on, and what came of it, playout by playout."""

    name: str
    player: Player
    weights: dict[str, Weights]
    worth: list[float] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)  # how playouts that went badly ended, in words

    @property
    def mean(self) -> float:
        return fmean(self.worth) if self.worth else 0.0


class Veteran:
    """Plays one side of one match."""

    def __init__(
        self, game: AnyGame, side: int, seed: int, work: int, clear: float = CLEAR, name: str = "veteran"
    ) -> None:
        self.name = name
        self.game, self.side, self.seed, self.work, self.clear = game, side, seed, work, clear
        self.adapter: Adapter = adapter_of(game)
        self.plain = load_weights(game.id)
        self.weights = self.plain
        self.lead = self.adapter.staff(game, side, seed, self.plain)
        self.moment: Hashable | None = None
        self.plan = ""  # the name of the plan it follows
        self.spent = 0  # orders given in playouts of the search under way
        self.news = ""  # what the last search found, until it is told
        self.counters: dict[str, int] = {"searches": 0, "own plans": 0, "plans": 0, "playouts": 0}

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        moment = self.adapter.moment(view)
        if moment is not None and moment != self.moment:
            self.moment = moment
            self.search(view)
        order, why = self.lead.act(view, side)
        told, self.news = self.news, ""
        return order, f"{why} ({told})" if told else f"{self.plan}: {why}" if self.plan else why

    # The search

    def search(self, view: Any) -> None:
        plans, trouble = [self.proposal("the staff's plan", self.plain)], ""
        self.spent = 0
        try:
            first = self.playout(view, plans[0], 0, self.work * 2)
            if first.ended:
                asked = itertools.chain(plans, self.proposals())
                plans = self.different(view, asked, self.affordable(first.orders))
            if len(plans) > 1:
                self.compare(view, plans, first)
        except Exception as error:  # the staff's plan is there already, and the match goes on
            trouble = f"the staff's plan, since the playouts failed ({type(error).__name__})"
        best = plans[0] if trouble else self.choice(plans)
        self.counters["searches"] += 1
        self.counters["own plans"] += best is not plans[0]
        self.counters["plans"] += len(plans)
        self.news = trouble or self.told(plans, best)
        self.plan = best.name if best is not plans[0] else ""
        self.lead, self.weights = best.player, best.weights

    def affordable(self, orders: int) -> int:
        """How many plans the work will do for, if a playout takes so many orders: with halving a plan takes a
        few of them in the mean until it is known which is best."""
        return min(MOST_PLANS, max(LEAST_PLANS, round(self.work / (PLAYOUTS * max(1, orders)))))

    def proposals(self) -> Iterator[Plan]:
        """Other plans than the staff's own: scripts, which differ most, doctrines, draws at random."""
        game, side = self.game, self.side
        for name in self.adapter.scripts:
            yield Plan(name.replace("_", " "), make_player(name, game, side, self.seed), self.plain)
        for doctrine in doctrines_of(game.id):
            yield self.proposal(doctrine.name.replace("_", " "), bent(self.plain, doctrine))
        rng = Random(f"{self.seed} {self.moment}")
        for number in range(WILD):
            yield self.proposal(f"idea {number + 1}", bent(self.plain, wild(self.plain, rng)))

    def proposal(self, name: str, weights: dict[str, Weights]) -> Plan:
        staff = staff_after(self.game, self.side, self.seed, self.lead, self.weights, weights)
        return Plan(name, staff, weights)

    def different(self, view: Any, plans: Iterable[Plan], most: int) -> list[Plan]:
        """Plans whose orders differ, as far as they can be told before dice fall."""
        found: dict[tuple[Order, ...], Plan] = {}
        for plan in plans:
            found.setdefault(self.orders(view, plan), plan)
            if len(found) >= most:
                break
        return list(found.values())

    def orders(self, view: Any, plan: Plan) -> tuple[Order, ...]:
        """What the plan orders in the phase, in whatever order, until a die falls or the phase is over."""
        game, player = self.game, with_weights(self.game, plan.player, {}, {})
        found: list[Order] = []
        now = view
        while len(found) < LONGEST and self.adapter.moment(now) == self.moment:
            try:
                order, _ = player.act(game.view(now, self.side), self.side)
                legal = game.check(now, self.side, order) is None
                after = tried(game, now, self.side, order) if legal else None
            except Exception:  # a plan that cannot be made is none
                return ()
            found.append(order)
            if after is None or self.side not in game.to_move(after):
                break
            now = after
        return tuple(sorted(found, key=repr))

    def compare(self, view: Any, plans: Sequence[Plan], first: Course) -> None:
        """Sequential halving: fewer and fewer plans, more and more playouts of each. The first playout of the
        first plan is there already."""
        alive = list(plans)
        rounds = max(1, ceil(log2(len(plans))))
        stream, over, courses = 0, 0, [first]
        while (stream == 0 or self.spent < self.work) and self.stream(view, alive, stream, courses):
            stream, courses = stream + 1, []
            if stream >= LEAST and self.settled(alive):
                return
            if stream % FIRST == 0 and self.spent * rounds >= self.work * (over + 1):
                over += 1
                ranked = sorted(alive[1:], key=lambda plan: -plan.mean)
                alive = [alive[0], *ranked[: max(1, (len(alive) + 1) // 2 - 1)]]

    def settled(self, alive: Sequence[Plan]) -> bool:
        """Is there nothing left to find out? The staff's plan wins or is clearly the best, every plan loses,
        no plan makes a difference, or the last rival is far better."""
        own, rivals = alive[0].worth, [plan.worth for plan in alive[1:]]
        if alive[0].mean >= WON or all(plan.mean <= 1 - WON for plan in alive):
            return True
        if all(worth == own or self.clearly(worth, own) for worth in rivals):
            return True
        return len(rivals) == 1 and len(own) >= SURE and self.clearly(own, rivals[0], FAR_BETTER)

    def stream(self, view: Any, plans: Sequence[Plan], number: int, courses: list[Course]) -> bool:
        """One playout of each plan that has none yet, with the same hidden part and the same dice; False: no
        work is left."""
        for plan in plans[len(courses) :]:
            left = self.work * 2 - self.spent
            course = self.playout(view, plan, number, left) if left > 0 else None
            if course is None or not course.ended:
                return False
            courses.append(course)
        for plan, course in zip(plans, courses, strict=True):
            worth = self.adapter.worth(self.game, course.state, course.result, self.side)
            plan.worth.append(worth)
            if worth < 0.5:
                told = course.result.summary if course.result else self.adapter.told(self.game, course.state)
                plan.ends.append(told)
        return True

    def playout(self, view: Any, plan: Plan, number: int, most: int) -> Course:
        game, mark = self.game, (self.seed, self.side, self.moment, number)
        start = self.adapter.drawn(game, view, self.side, Random(f"drawn {mark}"))
        seats: list[Player] = [self.enemy(side, number) for side in range(len(game.sides))]
        seats[self.side] = Relay(self, plan)
        course = play_on(game, start, seats, dice_of(*mark), self.horizon(start), most)
        self.spent += course.orders
        self.counters["playouts"] += 1
        return course

    def horizon(self, start: Any) -> Stop:
        """Where a playout is broken off and judged: when the side plans again, so many turns later; by then
        the enemy has answered each of its turns."""
        game, side, moment = self.game, self.side, self.adapter.moment
        passed, comes = (after_turns(game, start, self.adapter.budget(game)[1] + n) for n in (1, 0))
        return lambda s: passed(s) or (comes(s) and side in game.to_move(s) and moment(s) is not None)

    def enemy(self, side: int, number: int) -> Player:
        """Who plays the other side: the staff, but in every third playout a player with one idea, since
        nobody says that the enemy plays like a staff."""
        scripts = self.adapter.scripts
        if scripts and number % OTHERS == OTHERS - 1:
            return make_player(scripts[number // OTHERS % len(scripts)], self.game, side, number)
        return self.adapter.staff(self.game, side, number, self.plain)

    def choice(self, plans: Sequence[Plan]) -> Plan:
        """The best plan of those weighed to the end, if it is clearly better than the staff's."""
        own = plans[0]
        most = len(own.worth)
        last = [plan for plan in plans[1:] if most >= LEAST and len(plan.worth) == most]
        best = max(last, key=lambda plan: plan.mean, default=own)
        return best if best is not own and self.clearly(own.worth, best.worth) else own

    def clearly(self, one: Sequence[float], other: Sequence[float], times: float = 1.0) -> bool:
        """Is the other better, on the same dice, by more than chance explains? A playout in which both came
        out alike is added, so that a few that agree prove little."""
        gains = [0.0, *(b - a for a, b in zip(one, other, strict=True))]
        return fmean(gains) > times * self.clear * pstdev(gains) / sqrt(len(gains))

    def told(self, plans: Sequence[Plan], best: Plan) -> str:
        """The plans weighed, by how much one was preferred, and what is to be feared; all of it counted."""
        own = plans[0]
        if len(own.worth) < LEAST:
            short = len(plans) > 1 or self.spent >= self.work
            return "the staff's plan: the work was used up before others could be weighed" if short else ""
        rivals = [p for p in plans if p is not best and len(p.worth) == len(best.worth)]
        second = max(rivals, key=lambda plan: plan.mean, default=own)
        words = f"{len(plans)} plans weighed in {sum(len(p.worth) for p in plans)} playouts: "
        words += f"{best.name} {best.mean:.0%}"
        if second is not best:
            words += f", {second.name} {second.mean:.0%}"
        if best.ends:
            worst = max(sorted(set(best.ends)), key=best.ends.count)
            words += f"; feared in {best.ends.count(worst)} of {len(best.worth)}: {worst}"
        return words


class Relay:
    """A plan for the phase that begins, and the staff from then on."""

    name = "relay"

    def __init__(self, veteran: Veteran, plan: Plan) -> None:
        self.veteran, self.plan = veteran, plan
        self.player = with_weights(veteran.game, plan.player, {}, {})
        self.over = False

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        v = self.veteran
        if not self.over and v.adapter.moment(view) not in (None, v.moment):
            self.over = True
            self.player = staff_after(v.game, side, v.seed, self.player, self.plan.weights, v.plain)
        return self.player.act(view, side)
