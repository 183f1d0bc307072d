"""A small machine learns to turn the staff's knobs in minutes, by the cross-entropy method.

Each generation draws plans around a mean, plays each of them on the same few matches against the staff, and
moves the mean towards those that did best. Then the mean is compared with the staff as it is, on matches that
were not used to learn, with the same dice for both.

    python examples/learn_plan.py --generations 12 --save plan.json
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

FIRST_WIDTH = 0.2  # how far the first plans lie from the staff's own
LEAST_WIDTH = 0.05
STEP = 0.6  # how far the mean goes towards the best plans
ELITE = 0.25
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


def learn(
    env: Plan,
    generations: int,
    population: int,
    matches: int,
    seed: int = 0,
    tell: Callable[[str], None] = print,
) -> Knobs:
    """The mean of the plans after so many generations."""
    rng = np.random.default_rng(seed)
    count = len(env.knobs)
    mean, width = np.zeros(count), np.full(count, FIRST_WIDTH)
    for generation in range(generations):
        seeds = range(generation * matches, (generation + 1) * matches)
        drawn = rng.normal(0.0, 1.0, (population // 2, count))
        plans = np.clip(mean + width * np.concatenate([drawn, -drawn]), -1.0, 1.0)
        worth = np.array([rewards(env, plan, seeds).mean() for plan in plans])
        best = plans[np.argsort(-worth, kind="stable")[: max(2, int(ELITE * len(plans)))]]
        mean = mean + STEP * (best.mean(axis=0) - mean)
        width = np.maximum(LEAST_WIDTH, width + STEP * (best.std(axis=0) - width))
        tell(f"generation {generation + 1}: all {worth.mean():+.2f}, best {worth.max():+.2f}")
    return mean


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
    asked.add_argument("--scenario", default="st_vith")
    asked.add_argument("--side", default="german")
    asked.add_argument("--opponent", default="staff")
    asked.add_argument("--generations", type=int, default=12)
    asked.add_argument("--population", type=int, default=16)
    asked.add_argument("--matches", type=int, default=16, help="for each plan of a generation")
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
    if given.save is not None:
        turned = {str(knob): round(float(at), 3) for knob, at in zip(env.knobs, knobs, strict=True)}
        given.save.write_text(json.dumps(turned, indent=1) + "\n", encoding="utf-8")
    found = compare(env, knobs, given.test)
    print(
        f"on {given.test} new matches: staff {found['staff']:+.3f}, learned {found['learned']:+.3f}, "
        f"gained {found['gained']:+.3f} ± {found['error']:.3f}"
    )


if __name__ == "__main__":
    main()
