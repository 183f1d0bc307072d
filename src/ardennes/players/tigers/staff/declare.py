"""Declaring attacks: what is worth fighting from where everybody stands, and what is owed."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.combat.declare import check_end, possible_targets
from ardennes.games.tigers.rules.combat.obligations import owes, unmet
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import orders as all_orders
from ardennes.players.tigers.staff.battle import BattleJudge
from ardennes.players.tigers.staff.moves import scratch
from ardennes.players.tigers.staff.outlook import Outlook
from ardennes.players.toolkit.climb import Climber
from ardennes.players.toolkit.packages import Packer, Post
from ardennes.players.toolkit.weights import Weights

Proposals = Iterator[tuple[Order, str]]
Mark = tuple[int, int]


def standing_judge(game: Tigers, view: TigersState, side: int, weights: dict[str, Weights]) -> BattleJudge:
    """A judge of battles fought from where the units stand."""
    w = game.world
    look = Outlook(w, scratch(view), side, weights)
    still = [u for u in w.of_side[side] if view.where[u] >= 0 and w.units[u].combat]
    return BattleJudge(w, look.s, side, weights["battle"], look.ground(), look.contacts, still)


def attack_order(game: Tigers, judge: BattleJudge, target: int, posts: tuple[Post, ...]) -> tuple[Order, str]:
    """The order and its reason: who, at which odds, what may come of it."""
    w = game.world
    names = " + ".join(w.units[p.unit].short for p in sorted(posts))
    label = w.grid.label(target)
    order = o.Attack((label,), w.ids(tuple(sorted(p.unit for p in posts))))
    return order, f"{names} attack {w.place(target)} {judge.forecast(target, posts)}"


class Declarer:
    """Plans the declarations of a step once and proposes them one by one."""

    def __init__(self, game: Tigers, side: int, weights: dict[str, Weights]) -> None:
        self.game, self.w, self.side, self.weights = game, game.world, side, weights
        self._mark: Mark | None = None
        self._plan: list[tuple[Order, str]] = []

    def proposals(self, view: TigersState) -> Proposals:
        if self._mark != (view.turn, view.phase):
            self._mark = (view.turn, view.phase)
            self._plan = self.plan(view)
        while self._plan:
            order, why = self._plan.pop(0)
            yield order, why
        if check_end(self.w, view, self.side) is not None:
            yield from self.owed(view)
        yield o.END, "no other attack is worth its risk"

    def plan(self, view: TigersState) -> list[tuple[Order, str]]:
        w = self.w
        judge = standing_judge(self.game, view, self.side, self.weights)
        by_target = possible_targets(w, view, self.side)
        duty = {u: owes(w, view, u) for units in by_target.values() for u in units}
        posts = {
            t: [Post(u, view.where[u]) for u in units if not duty[u] or duty[u] >> t & 1]
            for t, units in by_target.items()
        }
        covered = {t for c in view.attacks for t in c.targets}
        work = int(self.weights["work"]["declared"])
        packer = Packer(judge, posts, work)
        packer.covered |= covered
        packages = packer.pack(self.weights["battle"]["least"] / 2)
        options: dict[int, list[tuple[int, int]]] = {}
        for target, group in posts.items():
            for post in group:
                options.setdefault(post.unit, []).append((target, post.cell))
        climber = Climber(judge, options, [u for u in options if duty[u]], covered, work)
        climber.take(packages)
        climber.climb(int(self.weights["work"]["sweeps"]) + 1)
        climber.drop_bad()
        whole = climber.package()
        if whole is None:
            return []
        bound = [b for b in whole.battles if any(duty[p.unit] for p in b.posts)]
        rest = [b for b in whole.battles if b not in bound]
        return [attack_order(self.game, judge, b.target, b.posts) for b in bound + rest]

    def owed(self, view: TigersState) -> Proposals:
        """Attacks that must be made: with all that can join, then with fewer, then whatever is legal."""
        judge = standing_judge(self.game, view, self.side, self.weights)
        by_target = possible_targets(self.w, view, self.side)
        owed, idle = unmet(self.w, view, self.side)
        wanted = [t for t in bits(owed) if t in by_target]
        for unit in idle:
            wanted += [t for t in by_target if unit in by_target[t] and t not in wanted]
        for target in wanted:
            units = by_target[target]
            must = [u for u in units if u in idle]
            for group in (units, must or units, *([u] for u in units)):
                order, why = attack_order(
                    self.game, judge, target, tuple(Post(u, view.where[u]) for u in group)
                )
                if self.game.check(view, self.side, order) is None:
                    yield order, f"a mandatory attack: {why}"
        for order in all_orders(self.game.offers(view, self.side)):
            if isinstance(order, o.Attack):
                yield order, "a mandatory attack"
