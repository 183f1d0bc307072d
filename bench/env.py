"""Benchmarks of the environments for machine learning: steps a second, with and without observations."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

import numpy as np

import ardennes.env
from ardennes.env.play import Play
from bench.measure import QUICK_SAMPLES, SAMPLES, Figure
from bench.positions import SEED

STEPS = 1_000  # steps of a sample, from the beginning of a campaign on
GAMES = ("tigers", "breakthrough", "wave_of_terror", "playsheet")
BLIND = "the same without observations"


def title() -> str:
    return "Environments for learning machines, one core, median"


def run(quick: bool, say: Callable[[str], None]) -> list[Figure]:
    samples = QUICK_SAMPLES if quick else SAMPLES
    figures = []
    for name in GAMES:
        say(f"{name}: one branch a step")
        play = Play(name)
        looking, blind = (
            median(steps_a_second(play, SEED + n, looking=looking) for n in range(samples))
            for looking in (True, False)
        )
        figures.append(Figure(f"{name}, by chance", "steps/s", looking, blind, BLIND, None, ""))
    say("tigers: one turn a step")
    figures.append(Figure("tigers, plans", "turns/s", median(plans(samples)), None, "", None, ""))
    return figures


def steps_a_second(play: Play, seed: int, *, looking: bool) -> float:
    """Make random choices for both sides."""
    rng = Random(seed)
    play.begin(seed)
    play.settle()
    began = process_time()
    for step in range(STEPS):
        if play.over:
            play.begin(seed + step)
            play.settle()
        side = next(iter(play.walks))
        if looking:
            play.observe(side)
        order = play.take(side, rng.choice(np.flatnonzero(play.mask(side)).tolist()))
        if order is not None:
            play.give(side, order)
            play.settle()
    return STEPS / (process_time() - began)


def plans(samples: int) -> list[float]:
    """Measure turns a second of the staff with neutral knobs, against the staff."""
    env = ardennes.env.plan("tigers", "german", "staff", "bastogne")
    result = []
    for seed in range(samples):
        env.reset(seed=seed)
        began, steps, over = process_time(), 0, False
        while not over:
            _, _, ended, cut, _ = env.step(np.zeros(len(env.knobs)))
            steps, over = steps + 1, ended or cut
        result.append(steps / (process_time() - began))
    return result
