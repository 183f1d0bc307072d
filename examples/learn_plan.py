"""A small learner that tunes the staff's knobs in minutes.

Each round has two parts. In the trials, every match has a different plan: the best plan so far with a few
knobs at their maximum, their minimum, or neutral. One trial says little, but together they show what each
setting of each knob gains on average (a linear model, fitted by ridge regression over the trials of all
rounds). In the race, these plans compete: the best plan so far, the same with the most promising change, with
the two most promising, and so on. All play the same new matches; the better half plays as many again, until
two are left. The best so far competes to the end, so a plan that replaces it did better with the same dice.

Finally the plan is compared with the unchanged staff, on matches that were not used for learning. Several
opponents take turns, seed by seed.

    python examples/learn_plan.py --save plan.json
    python examples/learn_plan.py --load plan.json --opponents staff --test 400
    python examples/learn_plan.py --opponents rush staff --save both.json

docs/reference/env.md has the results.
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
from ardennes.words import counted

Knobs = NDArray[np.float64]
Envs = Sequence[Plan]  # one for each opponent

DOWN, REST, UP = POSITIONS = (-1.0, 0.0, 1.0)  # positions of a knob
TURNED = 0.1  # share of the knobs changed in a trial
RIDGE = 4.0  # prior matches without any gain for every setting
ADDED = (1, 2, 3, 4, 6, 8)  # changes that the plans of a race add to the best so far
LAST = 2  # plans left at the end of a race


def play(env: Plan, knobs: Knobs, seed: int) -> float:
    """Return the reward of one match with constant knobs."""
    env.reset(seed=seed)
    reward, over = 0.0, False
    while not over:
        _, gained, ended, cut, _ = env.step(knobs)
        reward, over = reward + gained, ended or cut
    return reward


def rewards(envs: Envs, knobs: Knobs, seeds: Sequence[int]) -> Knobs:
    return np.array([play(envs[seed % len(envs)], knobs, seed) for seed in seeds])


def trial(best: Knobs, rng: np.random.Generator) -> Knobs:
    """Return the best plan with a few knobs in one of their other two positions."""
    shift = rng.choice((1, 2), len(best)) * (rng.random(len(best)) < TURNED)
    return np.asarray((best + 1 + shift) % 3 - 1, float)


def gains(plans: Knobs, worth: Knobs) -> Knobs:
    """Return by position and knob: the estimated value of the knob there, relative to neutral."""
    there = np.hstack([plans == DOWN, plans == UP, np.ones((len(plans), 1))]).astype(float)
    penalty = RIDGE * np.eye(there.shape[1])
    penalty[-1, -1] = 0.0
    result = np.linalg.solve(there.T @ there + penalty, there.T @ worth)
    down, up = result[:-1].reshape(2, -1)
    return np.array([down, np.zeros_like(down), up])


def promising(best: Knobs, gained: Knobs) -> list[Knobs]:
    """Yield the best plan with one change, with two, and so on: each knob at its best position, the most
    promising first.
    """
    knobs = np.arange(len(best))
    goal = gained.argmax(axis=0)
    more = gained[goal, knobs] - gained[best.astype(int) + 1, knobs]
    result = []
    for count in ADDED:
        plan = best.copy()
        first = np.argsort(-more, kind="stable")[:count]
        plan[first] = goal[first] - 1.0
        result.append(plan)
    return result


def race(envs: Envs, plans: Sequence[Knobs], first: int, matches: int) -> tuple[int, float, int]:
    """Return the winning plan, its mean reward, and the next unused seed.

    The first plan stays to the end; of equal plans the earlier one wins.
    """
    running, played = list(range(len(plans))), 0
    worth = np.zeros(len(plans))
    while True:
        seeds = range(first + played, first + played + matches)
        for at in running:
            worth[at] += rewards(envs, plans[at], seeds).sum()
        played += matches
        order = sorted(running, key=lambda at: -worth[at])
        if len(running) <= LAST:
            return order[0], worth[order[0]] / played, first + played
        best = order[: max(LAST, len(running) // 2)]
        running = sorted({0, *(best if 0 in best else best[:-1])})
        matches = played  # play as many again


def learn(
    envs: Envs,
    rounds: int,
    trials: int,
    matches: int,
    first: int = 0,
    tell: Callable[[str], None] = print,
) -> Knobs:
    """Return the best plan after some rounds; it learns from seeds beginning with the first."""
    rng = np.random.default_rng(first)
    best = np.zeros(len(envs[0].knobs))
    plans, worth = np.empty((0, len(best))), np.empty(0)
    for number in range(rounds):
        new = np.array([trial(best, rng) for _ in range(trials)])
        got = [rewards(envs, plan, (first + at,))[0] for at, plan in enumerate(new)]
        plans, worth = np.vstack([plans, new]), np.append(worth, got)
        running = [best, *promising(best, gains(plans, worth))]
        winner, mean, first = race(envs, running, first + trials, matches)
        best = running[winner]
        added = f"{counted(ADDED[winner - 1], 'turn')} added" if winner else "the same plan"
        tell(f"round {number + 1}: trials {np.mean(got):+.2f} a match; {added}, {mean:+.2f} in the race")
    return best


def compare(envs: Envs, knobs: Knobs, seeds: Sequence[int]) -> dict[str, float]:
    """Compare the plan with the unchanged staff, with the same dice: mean rewards, shares won, and the
    difference with its standard error.
    """
    staff, learned = rewards(envs, np.zeros(len(knobs)), seeds), rewards(envs, knobs, seeds)
    gained = learned - staff
    return {
        "staff": float(staff.mean()),
        "learned": float(learned.mean()),
        "staff won": float((staff > 0).mean()),
        "learned won": float((learned > 0).mean()),
        "gained": float(gained.mean()),
        "error": float(1.96 * gained.std(ddof=1) / len(gained) ** 0.5),
    }


def main(words: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--game", default="wave_of_terror")
    asked.add_argument("--scenario", default="skyline")
    asked.add_argument("--side", default="allied")
    asked.add_argument("--opponents", nargs="+", default=["rush"])
    asked.add_argument("--reward", default="margin")
    asked.add_argument("--rounds", type=int, default=4)
    asked.add_argument(
        "--trials", type=int, default=300, help="matches of a round, each with a different plan"
    )
    asked.add_argument("--matches", type=int, default=16, help="matches that all plans of a race play")
    asked.add_argument("--first", type=int, default=720_001, help="first seed to learn from")
    asked.add_argument("--test", type=int, default=200, help="new matches to compare on")
    asked.add_argument("--test-first", type=int, default=730_001, help="first seed of the new matches")
    asked.add_argument("--save", type=Path, help="write the knobs to this file")
    asked.add_argument("--load", type=Path, help="skip learning and use the knobs of this file")
    given: Any = asked.parse_args(words)
    envs = [
        ardennes.env.plan(given.game, given.side, opponent, given.scenario, reward=given.reward)
        for opponent in given.opponents
    ]
    names = [str(knob) for knob in envs[0].knobs]
    began = time.process_time()
    if given.load is not None:
        turned = json.loads(given.load.read_text(encoding="utf-8"))
        knobs = np.array([turned[name] for name in names])
    else:
        knobs = learn(envs, given.rounds, given.trials, given.matches, given.first)
        print(f"learned in {time.process_time() - began:.0f} s of processor time")
    turned = {name: round(float(at), 3) for name, at in zip(names, knobs, strict=True)}
    print("turned:", ", ".join(f"{knob} {at:+g}" for knob, at in turned.items() if at) or "nothing")
    if given.save is not None:
        given.save.write_text(json.dumps(turned, indent=1) + "\n", encoding="utf-8")
    for opponent, env in zip(given.opponents, envs, strict=True):
        result = compare([env], knobs, range(given.test_first, given.test_first + given.test))
        print(
            f"on {given.test} new matches against {opponent}: "
            f"staff {result['staff']:+.3f} ({result['staff won']:.0%} won), "
            f"learned {result['learned']:+.3f} ({result['learned won']:.0%} won), "
            f"gained {result['gained']:+.3f} ± {result['error']:.3f}"
        )


if __name__ == "__main__":
    main()
