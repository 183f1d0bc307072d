"""A small machine learns to turn the staff's knobs in minutes, by mutation and racing.

In each generation plans are drawn near the best one so far, with a few knobs turned otherwise. They race:
all play the same few matches, the better half plays as many again, and so on to the last two; the best so
far runs along to the end, so that whoever takes its place did better on the same dice. Every generation has
new matches. Then the plan is compared with the staff as it is, on matches nobody learned from, with the same
dice.

    python examples/learn_plan.py --save plan.json
    python examples/learn_plan.py --load plan.json --test 400

docs/env.md tells what came out.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ardennes.env
from ardennes.env.knobs import Plan

Knobs = NDArray[np.float64]

TURNED = 4  # knobs a new plan turns, at most
LAST = 2  # plans left when a race ends
TEST_SEEDS = 1_000_000  # beyond all seeds that are learned from


def play(env: Plan, knobs: Knobs, seed: int) -> float:
    """What one match brings, with the same knobs in every turn."""
    env.reset(seed=seed)
    reward, over = 0.0, False
    while not over:
        _, gained, ended, cut, _ = env.step(knobs)
        reward, over = reward + gained, ended or cut
    return reward


def rewards(env: Plan, knobs: Knobs, seeds: Sequence[int]) -> Knobs:
    return np.array([play(env, knobs, seed) for seed in seeds])


def mutant(best: Knobs, rng: np.random.Generator) -> Knobs:
    """The best plan with a few knobs put anywhere."""
    turned = rng.choice(len(best), rng.integers(1, TURNED + 1), replace=False)
    found = best.copy()
    found[turned] = rng.uniform(-1.0, 1.0, len(turned))
    return found


def race(env: Plan, plans: Sequence[Knobs], first: int, matches: int) -> tuple[int, float, int]:
    """Which plan wins, what it got a match, and the first seed nobody has played. The first plan runs to the
    end; where two are equal the earlier one is before."""
    running, played = list(range(len(plans))), 0
    worth = np.zeros(len(plans))
    while True:
        seeds = range(first + played, first + played + matches)
        for at in running:
            worth[at] += rewards(env, plans[at], seeds).sum()
        played += matches
        order = sorted(running, key=lambda at: -worth[at])
        if len(running) <= LAST:
            return order[0], worth[order[0]] / played, first + played
        best = order[: max(LAST, len(running) // 2)]
        running = sorted({0, *(best if 0 in best else best[:-1])})
        matches = played  # as many again


def learn(
    env: Plan,
    generations: int,
    population: int,
    matches: int,
    seed: int = 0,
    tell: Callable[[str], None] = print,
) -> Knobs:
    """The best plan after so many generations."""
    rng = np.random.default_rng(seed)
    best, first = np.zeros(len(env.knobs)), 0
    for generation in range(generations):
        plans = [best, *(mutant(best, rng) for _ in range(population - 1))]
        winner, worth, first = race(env, plans, first, matches)
        best = plans[winner]
        tell(f"generation {generation + 1}: {'another' if winner else 'the same'} plan, {worth:+.2f} a match")
    return best


def compare(env: Plan, knobs: Knobs, matches: int) -> dict[str, float]:
    """The plan beside the staff as it is, on new matches: mean rewards, and the difference with its error."""
    seeds = range(TEST_SEEDS, TEST_SEEDS + matches)
    staff, learned = rewards(env, np.zeros(len(env.knobs)), seeds), rewards(env, knobs, seeds)
    gained = learned - staff
    return {
        "staff": float(staff.mean()),
        "learned": float(learned.mean()),
        "gained": float(gained.mean()),
        "error": float(1.96 * gained.std(ddof=1) / len(gained) ** 0.5),
    }


def main(words: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--game", default="tigers")
    asked.add_argument("--scenario", default="bastogne")
    asked.add_argument("--side", default="allied")
    asked.add_argument("--opponent", default="rush")
    asked.add_argument("--generations", type=int, default=6)
    asked.add_argument("--population", type=int, default=32)
    asked.add_argument("--matches", type=int, default=4, help="that all plans of a generation play")
    asked.add_argument("--test", type=int, default=200, help="new matches to compare on")
    asked.add_argument("--save", type=Path, help="write the knobs to this file")
    asked.add_argument("--load", type=Path, help="learn nothing, take the knobs of this file")
    given: Any = asked.parse_args(words)
    env = ardennes.env.plan(given.game, given.side, given.opponent, given.scenario)
    began = time.process_time()
    if given.load is not None:
        turned = json.loads(given.load.read_text(encoding="utf-8"))
        knobs = np.array([turned[str(knob)] for knob in env.knobs])
    else:
        knobs = learn(env, given.generations, given.population, given.matches)
        print(f"learned in {time.process_time() - began:.0f} s of processor time")
    turned = {str(knob): round(float(at), 3) for knob, at in zip(env.knobs, knobs, strict=True)}
    print("turned:", ", ".join(f"{knob} {at:+.2f}" for knob, at in turned.items() if at) or "nothing")
    if given.save is not None:
        given.save.write_text(json.dumps(turned, indent=1) + "\n", encoding="utf-8")
    found = compare(env, knobs, given.test)
    print(
        f"on {given.test} new matches: staff {found['staff']:+.3f}, learned {found['learned']:+.3f}, "
        f"gained {found['gained']:+.3f} ± {found['error']:.3f}"
    )


if __name__ == "__main__":
    main()
