"""How the veteran chooses between plans of known value; random dice decide what its playouts show."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import Any

import pytest

from ardennes.players.search.adapter import Adapter
from ardennes.players.search.playout import Course
from ardennes.players.search.veteran import CLEAR, Plan, Veteran

ORDERS = 10  # of a playout
POSITIONS = 300


class Thrown(Adapter):
    def worth(self, game: Any, state: float, result: Any, side: int) -> float:
        return state


class Simulated(Veteran):
    """A search in a position: the staff's plan wins with some chance, most others with a little less."""

    def __init__(self, work: int, seed: int, chances: dict[str, float]) -> None:
        self.game: Any = None
        self.side, self.seed, self.work, self.clear, self.spent = 0, seed, work, CLEAR, 0
        self.adapter = Thrown()
        self.chances = chances

    def orders(self, view: Any, plan: Plan) -> tuple[Any, ...]:
        return (plan.name,)

    def playout(self, view: Any, plan: Plan, number: int, most: int) -> Course:
        """The dice are the same for all plans, but half of the time they are for another battle."""
        self.spent += ORDERS
        own = Random(f"{self.seed} {number} {plan.name}")
        die = own if own.random() < 0.5 else Random(f"{self.seed} {number}")
        return Course(0.95 if die.random() < self.chances[plan.name] else 0.05, ORDERS, None, True)


def gain(work: int, spread: float) -> float:
    """Return the mean gain in winning chance when a plan is chosen with this budget."""
    gains = []
    for seed in range(POSITIONS):
        rng = Random(f"position {seed}")
        usual = rng.uniform(0.2, 0.8)
        others = {f"plan {n}": min(0.98, max(0.02, usual + rng.gauss(-0.05, spread))) for n in range(9)}
        search = Simulated(work, seed, {"staff": usual} | others)
        own, *plans = (Plan(name, None, {}) for name in search.chances)  # type: ignore[arg-type]
        best = search.found(None, [own], iter(plans)) if search.doubtful(None, own) else own
        gains.append(search.chances[best.name] - usual)
    return fmean(gains)


@pytest.mark.long
def test_more_work_is_never_worse() -> None:
    """Fourfold and sixteenfold."""
    little, more, most = (gain(ORDERS * playouts, 0.15) for playouts in (16, 64, 256))
    assert little > 0
    assert more > 1.4 * little
    assert most > 1.4 * more


def test_plans_that_hardly_differ_do_no_harm() -> None:
    assert gain(ORDERS * 40, 0.02) > -0.02
