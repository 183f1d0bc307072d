"""`veteran`: the staff proposes plans, playouts decide between them.

A plan is what the staff with other weights, or a player with one idea, would order in the phase that begins.
Plans that come to the same orders are one. Each is played on from the seat's view, the hidden part drawn, the
staff following, and what comes of it is compared on the same draws and the same dice. Who plays the enemy
there is whom he has looked like so far (reading.py). Half of the plans are dropped after each round. The
staff's own plan stays unless another is clearly better. Work is counted in orders, never timed.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from ardennes.kernel.contract import AnyGame, Order
from ardennes.kernel.flow import tried
from ardennes.players.api import Player, make_player
from ardennes.players.search.adapter import Adapter, adapter_of, staff_after, with_weights
from ardennes.players.search.doctrine import bent, doctrines_of, wild
from ardennes.players.search.playout import Course, Stop, after_turns, dice_of, play_on
from ardennes.players.search.reading import STAFF, Reading, Sight
from ardennes.players.toolkit.weights import Weights, load_weights
from ardennes.words import counted

CLEAR = 1.0  # standard errors by which another plan must be better than the staff's own
TRIFLE = 0.02  # of worth: not enough to leave the staff's plan for
LEAST = 4  # playouts of each, before anything is clear
SURE = 8  # playouts after which what always wins need not be weighed, nor what is far better prove itself
SURE_WORK = 0.25  # ... but of the work at most, before others are weighed
FAR_BETTER = 2.5  # times what is clear
FIRST = 2  # playouts of each plan, at least, before half of them are dropped
PLAYOUTS = 4  # of a plan in the mean, if half of them are dropped so often
LEAST_PLANS = 3  # weighed even if there is little work
WON = 0.93  # a share of playouts from which on there is nothing to gain
MOST_PLAYOUTS = 400  # of a plan; nobody has work for so many
WILD = 8  # proposals with weights drawn at random, if the others are too much alike
MOST_PLANS = 10  # that differ
LONGEST = 200  # orders of a plan that are compared
KEPT = 2  # chosen plans of its own that are proposed again
FADES = 0.5  # what a search leaves of how plans did in those before
READ = 2  # times that the enemy's last turn is foreseen as each player's, to see whose it was
READ_WORK = 0.2  # ... with so much work at most, beside that of the search
DOUBT = 4  # playouts that say nothing, when a plan's gain is noted

OWN = "the staff's plan"
# The names of plans in sentences: exploit players, and doctrines of the staff.
CALLED = {
    OWN: OWN,
    "rush": "an attack on everything in reach",
    "turtle": "digging in on the key ground",
    "end_run": "a dash along the open roads",
    "cutter": "a strike at the enemy's supply roads",
    "cadet": f"{OWN} without flank and rear guards",
    "staff_lite": f"a quick version of {OWN}",
    "no_attacks": f"{OWN} without attacks",
    "all_out": f"{OWN} with attacks at any cost",
    "bold": f"a bolder version of {OWN}",
    "methodical": f"{OWN} with only the surest attacks",
    "stubborn": f"{OWN} with towns held harder",
    "counter_puncher": f"{OWN} with stronger counter-attacks",
    "close_up": f"{OWN} with all units closing up",
    "fall_back": f"a more cautious version of {OWN}",
    "to_the_exits": f"{OWN} with more units sent to the exits",
    "for_the_towns": f"{OWN} with more units sent to the towns",
}


Answer = tuple[Order, str]


class Idea(NamedTuple):
    """A plan that may be proposed."""

    name: str
    weights: dict[str, Weights]
    script: str = ""  # the player with one idea; empty: the staff


@dataclass
class Plan:
    """A way to play on, and what came of it, playout by playout."""

    name: str
    player: Player
    weights: dict[str, Weights]
    orders: tuple[Order, ...] = ()  # what it orders in the phase
    worth: list[float] = field(default_factory=list)
    won: list[float | None] = field(default_factory=list)  # half for a draw; None: not played to the end
    ends: list[str] = field(default_factory=list)  # how it stood in the end, in words; empty: well
    begun: dict[str, tuple[Player, Answer]] = field(default_factory=dict)  # by view: see `begin`

    def begin(self, game: AnyGame, view: Any, side: int) -> tuple[Player, Answer]:
        """A player of its own who has just begun with the plan, and the first order: thought out once for all
        playouts, since they begin with the same view."""
        seen = view.digest()
        if seen not in self.begun:
            player = with_weights(game, self.player, {}, {})
            self.begun[seen] = player, player.act(view, side)
        player, answer = self.begun[seen]
        return with_weights(game, player, {}, {}), answer

    @property
    def mean(self) -> float:
        return fmean(self.worth) if self.worth else 0.0

    @property
    def chance(self) -> float:
        """The share of playouts won, or the worth where they are not played to the end."""
        won = [worth if one is None else one for one, worth in zip(self.won, self.worth, strict=True)]
        return fmean(won) if won else 0.0

    def called(self, own: Plan) -> str:
        """Name the plan in a sentence; one with random weights is described by its changed orders."""
        if self.name in CALLED:
            return CALLED[self.name]
        changed = len(set(self.orders) - set(own.orders))
        return f"{OWN} with {changed} of {len(self.orders)} orders changed"

    def gains(self, other: Plan) -> list[float]:
        """By how much it did better, playout by playout on the same dice."""
        return [a - b for a, b in zip(self.worth, other.worth, strict=False)]

    def share(self, playouts: int) -> str:
        """Say how the plan did in the first playouts."""
        won = [one for one in self.won[:playouts] if one is not None]
        if len(won) == playouts:
            return f"wins {sum(won):g} of {playouts}"
        return f"scores {fmean(self.worth[:playouts]):.0%}"


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
        self.news = ""  # the explanation of the last search, until an order gives it
        self.record: dict[str, float] = {}  # by plan: its gain in the searches so far, the older the less
        self.kept: list[Idea] = []  # plans drawn at random that were chosen, the last first
        self.reading = Reading(self.adapter.scripts)
        self.last: tuple[Any, Order] | None = None  # the latest order of a phase it planned, with its view
        self.enemies = self.reading.enemies(MOST_PLAYOUTS)  # by playout
        self.counters: dict[str, int] = {
            "searches": 0,
            "own plans": 0,
            "plans": 0,
            "playouts": 0,
            "not read": 0,
        }

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        moment = self.adapter.moment(view)
        if moment is not None and moment != self.moment:
            self.read(view)
            self.moment = moment
            self.search(view)
        order, why = self.lead.act(view, side)
        if moment is not None:
            self.last = view, order
        news, self.news = self.news, ""
        if news:
            return order, f"{why.rstrip('.')}. {news}"
        return order, f"{why} (plan: {self.plan})" if self.plan else why

    # Who sits opposite

    def read(self, view: Any) -> None:
        """Learn from what the enemy has done since the last phase that was planned."""
        seen = self.adapter.sight(self.game, view, self.side)
        if self.last is None or not seen:
            return
        try:
            foreseen = self.foreseen(*self.last)
        except (
            Exception
        ):  # what is hidden was drawn as it cannot be: nothing is learned, and the match goes on
            self.counters["not read"] += 1
            return
        self.reading.learn(seen, foreseen)

    def foreseen(self, view: Any, order: Order) -> list[tuple[str, Sight]]:
        """What the enemy would look like now if he were one player or another: the last order in a view is
        given again, and each of them answers, on the same draws and dice. Only rounds in which all have
        answered count. Empty: he had nothing to plan, or it takes too much work."""
        result, left = list[tuple[str, Sight]](), int(READ_WORK * self.work)
        for number in range(READ):
            mark = (self.seed, self.side, self.moment, "read", number)
            start = self.adapter.drawn(self.game, view, self.side, Random(f"drawn {mark}")).clone()
            self.game.apply(start, self.side, order, dice_of(*mark))
            sights = dict[str, Sight]()
            for name in self.reading.chances:
                seats = [with_weights(self.game, self.lead, {}, {})] * len(self.game.sides)
                seats[1 - self.side] = self.enemy(1 - self.side, number, name)
                answered = Answered(self)
                course = play_on(self.game, start, seats, dice_of(*mark), answered, left)
                left -= course.orders
                if not answered.enemy or not course.ended:
                    return result
                after = self.game.view(course.state, self.side)
                sights[name] = self.adapter.sight(self.game, after, self.side)
            result += sights.items()
        return result

    # The search

    def search(self, view: Any) -> None:
        own, trouble = self.proposal(OWN, self.plain), ""
        best, plans, ideas = own, [own], dict[str, Idea]()
        self.spent = 0
        self.enemies = self.reading.enemies(MOST_PLAYOUTS)
        try:
            if self.doubtful(view, own):
                ideas = {idea.name: idea for idea in self.asked()}
                best = self.found(view, plans, map(self.made, ideas.values()))
        except Exception as error:  # the staff's plan is there already, and the match goes on
            trouble = f"This is {OWN}, because the simulated games failed ({type(error).__name__})."
        self.counters["searches"] += 1
        self.counters["own plans"] += best is not own
        self.counters["plans"] += len(plans)
        self.news = trouble or self.explain(plans, best)
        self.plan = best.called(own) if best is not own else ""
        self.lead, self.weights = best.player, best.weights
        self.note(plans)
        if best.name in ideas and best.name not in CALLED:
            self.kept = [ideas[best.name], *(idea for idea in self.kept if idea.name != best.name)][:KEPT]

    def found(self, view: Any, plans: list[Plan], proposed: Iterator[Plan]) -> Plan:
        """The plan to follow. As many are weighed as the work will do for, and where none of them is better
        and work is left, others."""
        own = plans[0]
        cost = self.spent // len(own.worth)
        while True:
            most = len(plans) + self.affordable(cost) - 1
            batch = [own, *self.different(view, itertools.chain(plans, proposed), most)[len(plans) :]]
            plans += batch[1:]
            if len(batch) == 1:
                return own
            self.compare(view, batch)
            best = self.choice(batch)
            if best is not own or self.work - self.spent < LEAST * LEAST_PLANS * cost:
                return best

    def affordable(self, orders: int) -> int:
        """How many plans the work will do for, if a playout takes so many orders: with halving a plan takes a
        few of them in the mean until it is known which is best."""
        left = self.work - self.spent
        return min(MOST_PLANS, max(LEAST_PLANS, round(left / (PLAYOUTS * max(1, orders)))))

    def ideas(self) -> Iterator[Idea]:
        """Other plans than the staff's own: scripts, which differ most, doctrines, draws at random."""
        for name in self.adapter.scripts:
            yield Idea(name, self.plain, name)
        for doctrine in doctrines_of(self.game.id):
            yield Idea(doctrine.name, bent(self.plain, doctrine))
        rng = Random(f"{self.seed} {self.moment}")
        for number in range(WILD):
            yield Idea(f"draw {number} of {self.moment}", bent(self.plain, wild(self.plain, rng)))

    def asked(self) -> list[Idea]:
        """All ideas, those that did best in the searches before first."""
        return sorted([*self.kept, *self.ideas()], key=lambda idea: -self.record.get(idea.name, 0.0))

    def proposals(self) -> Iterator[Plan]:
        return map(self.made, self.ideas())

    def made(self, idea: Idea) -> Plan:
        if idea.script:
            return Plan(idea.name, make_player(idea.script, self.game, self.side, self.seed), idea.weights)
        return self.proposal(idea.name, idea.weights)

    def proposal(self, name: str, weights: dict[str, Weights]) -> Plan:
        staff = staff_after(self.game, self.side, self.seed, self.lead, self.weights, weights)
        return Plan(name, staff, weights)

    def different(self, view: Any, plans: Iterable[Plan], most: int) -> list[Plan]:
        """Plans whose orders differ, as far as they can be told before dice fall."""
        result: dict[tuple[Order, ...], Plan] = {}
        for plan in plans:
            plan.orders = plan.orders or self.orders(view, plan)
            if plan.orders or not result:  # a plan that cannot be made is none
                result.setdefault(plan.orders, plan)
            if len(result) >= most:
                break
        return list(result.values())

    def orders(self, view: Any, plan: Plan) -> tuple[Order, ...]:
        """What the plan orders in the phase, in whatever order, until a die falls or the phase is over."""
        game, now = self.game, view
        player: Player | None = None
        result: list[Order] = []
        while len(result) < LONGEST and self.adapter.moment(now) == self.moment:
            try:
                seen = game.view(now, self.side)
                if player is None:
                    player, (order, _) = plan.begin(game, seen, self.side)
                else:
                    order, _ = player.act(seen, self.side)
                legal = game.check(now, self.side, order) is None
                after = tried(game, now, self.side, order) if legal else None
            except Exception:
                return ()
            result.append(order)
            if after is None or self.side not in game.to_move(after):
                break
            now = after
        return tuple(sorted(result, key=repr))

    def doubtful(self, view: Any, own: Plan) -> bool:
        """Is there anything to gain, and work enough to find it? The staff's plan alone is played out, a few
        times if that is cheap: where it always wins nothing else need be weighed. On a large map a playout
        may take so long that nothing could become clear."""
        while len(own.worth) < SURE and (not own.worth or self.spent < SURE_WORK * self.work):
            if not self.weigh(view, own):
                return False
            wanted = (LEAST * LEAST_PLANS - len(own.worth)) * self.spent / len(own.worth)
            if wanted > self.work * 2 - self.spent:
                return False
        return len(own.worth) < SURE or own.chance < WON

    def compare(self, view: Any, plans: Sequence[Plan]) -> None:
        """Sequential halving: fewer and fewer plans, more and more playouts of each; the staff's plan may
        have some already."""
        alive, rounds, over = list(plans), max(1, ceil(log2(len(plans)))), 0
        begun = self.spent
        for stream in itertools.count():
            if stream and self.spent >= self.work:
                return
            for plan in alive:
                if len(plan.worth) <= stream and not self.weigh(view, plan):
                    for other in alive:  # none has an advantage
                        del other.worth[stream:], other.won[stream:], other.ends[stream:]
                    return
            if stream + 1 >= LEAST and self.settled(alive):
                return
            used = (self.spent - begun) * rounds
            if (stream + 1) % FIRST == 0 and used >= max(1, self.work - begun) * (over + 1):
                over += 1
                ranked = sorted(alive[1:], key=lambda plan: -plan.mean)
                alive = [alive[0], *ranked[: max(1, (len(alive) + 1) // 2 - 1)]]

    def settled(self, alive: Sequence[Plan]) -> bool:
        """Is there nothing left to find out? The staff's plan wins or is clearly the best, every plan loses,
        no plan makes a difference, or the last rival is far better."""
        own, *rivals = alive
        played = len(rivals[0].worth)
        if played >= SURE and (own.chance >= WON or all(plan.chance <= 1 - WON for plan in alive)):
            return True
        if all(not any(plan.gains(own)) or self.clearly(own.gains(plan)[:played]) for plan in rivals):
            return True
        return len(rivals) == 1 and played >= SURE and self.clearly(rivals[0].gains(own), FAR_BETTER)

    def weigh(self, view: Any, plan: Plan) -> bool:
        """Play the plan out once more, with the hidden part and the dice that all plans meet in this playout;
        False: no work is left."""
        left = self.work * 2 - self.spent
        course = self.playout(view, plan, len(plan.worth), left) if left > 0 else None
        if course is None or not course.ended:
            return False
        worth = self.adapter.worth(self.game, course.state, course.result, self.side)
        plan.worth.append(worth)
        won, told = None, ""
        if course.result:
            won = 0.5 if course.result.winner is None else float(course.result.winner == self.side)
        if worth < 0.5:
            told = course.result.summary if course.result else self.adapter.describe(self.game, course.state)
        plan.won.append(won)
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

    def enemy(self, side: int, number: int, name: str = "") -> Player:
        """Who plays the other side in a playout: whoever is named, else one he has looked like so far."""
        name = name or self.enemies[number % MOST_PLAYOUTS]
        if name != STAFF:
            return make_player(name, self.game, side, number)
        return self.adapter.staff(self.game, side, number, self.plain)

    def choice(self, plans: Sequence[Plan]) -> Plan:
        """The best plan of those weighed to the end, if it is clearly better than the staff's and that does
        not win anyway."""
        own, *rivals = plans
        most = max((len(plan.worth) for plan in rivals), default=0)
        last = [plan for plan in rivals if most >= LEAST and len(plan.worth) == most]
        best = max(last, key=lambda plan: plan.mean, default=own)
        gains = best.gains(own)
        better = best is not own and fmean(gains) > TRIFLE and self.clearly(gains)
        return best if better else own

    def clearly(self, gains: Sequence[float], times: float = 1.0) -> bool:
        """Are they more than chance explains? A playout in which both came out alike is added, so that a few
        that agree prove little."""
        gains = [0.0, *gains]
        return fmean(gains) > times * self.clear * pstdev(gains) / sqrt(len(gains))

    def note(self, plans: Sequence[Plan]) -> None:
        """Remember how plans did, for the next search."""
        own, *rivals = plans
        self.record = {name: gain * FADES for name, gain in self.record.items()}
        for plan in rivals:
            if gains := plan.gains(own):
                gain = sum(gains) / (len(gains) + DOUBT)
                self.record[plan.name] = self.record.get(plan.name, 0.0) + gain

    def explain(self, plans: Sequence[Plan], best: Plan) -> str:
        """Explain the choice in two to four sentences; all figures are those of the search."""
        own = plans[0]
        if len(own.worth) < LEAST:
            return f"This is {OWN}: the work budget is too small to compare others."
        compared = [plan for plan in plans if plan is not best and plan.worth]
        second = max(compared, key=lambda plan: (len(plan.worth), plan.mean), default=None)
        playouts = min(len(best.worth), len(second.worth) if second else len(best.worth))
        name, games = best.called(own), sum(len(plan.worth) for plan in plans)
        words = f"I compared {counted(len(plans), 'plan')} in {counted(games, 'simulated game')}. "
        words += f"{name[:1].upper()}{name[1:]} {best.share(playouts)}"
        words += f"; {second.called(own)} {second.share(playouts)}." if second else "."
        if bad := [end for end in best.ends if end]:
            worst = max(sorted(set(bad)), key=bad.count)
            words += f" The main risk, seen in {bad.count(worst)} of {len(best.worth)}: {worst}."
        if (enemy := self.reading.likeliest()) != STAFF:
            words += f" The enemy seems to play like {enemy}."
        return words


class Relay:
    """A plan for the phase that begins, and the staff from then on. It goes on with the plan's weights: the
    arena's figures are of playouts in which they stay."""

    name = "relay"
    checked: Order | None = None

    def __init__(self, veteran: Veteran, plan: Plan) -> None:
        self.veteran, self.plan = veteran, plan
        self.player: Player | None = None
        self.over = False

    def act(self, view: Any, side: int) -> tuple[Order, str]:
        v = self.veteran
        if self.player is None:
            self.player, answer = self.plan.begin(v.game, view, side)
            return answer
        if not self.over and v.adapter.moment(view) not in (None, v.moment):
            self.over = True
            staff = v.adapter.staff(v.game, side, v.seed, self.plan.weights)
            if type(self.player) is not type(staff):  # a player with one idea has had its phase
                self.player = staff
        answer = self.player.act(view, side)
        self.checked = getattr(self.player, "checked", None)
        return answer


class Answered:
    """Stops a playout where the side plans anew, and notes whether the enemy has planned anything before."""

    def __init__(self, veteran: Veteran) -> None:
        self.veteran, self.enemy = veteran, False

    def __call__(self, s: Any) -> bool:
        v, now = self.veteran, self.veteran.adapter.moment(s)
        if now is None:
            return False
        asked = v.game.to_move(s)
        self.enemy = self.enemy or 1 - v.side in asked
        return v.side in asked and now != v.moment
