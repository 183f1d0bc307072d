"""Compare another version of the project on the same positions: the time of views, orders and plans.

    git worktree add ../before COMMIT
    python -m bench.before record orders.json
    python -m bench.before compare orders.json ../before/src src

`record` saves the orders of games between staffs. `compare` gives them again with either version, in turn,
and at every phase a fresh staff plans it. It prints both times, in thousandths of a fixed loop's time, the
minimum of several rounds, and the speedup. If the rules differ, a game is followed as long as its orders are
legal in both.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any

import msgspec

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games import find_game
from ardennes.kernel.contract import in_scenario
from ardennes.kernel.match import settle_options
from ardennes.players.api import make_player
from bench.measure import fixed_loop

GAMES = (
    ("tigers", "campaign"), ("tigers", "st_vith"), ("tigers", "peiper"),
    ("breakthrough", "twelve"), ("breakthrough", "losheim"),
    ("wave_of_terror", "full"), ("wave_of_terror", "elsenborn"), ("wave_of_terror", "skyline"),
    ("playsheet", "full"), ("playsheet", "lxvi_corps"), ("playsheet", "xlvii_corps"),
)  # fmt: skip
SEEDS = (502, 501)  # the first game of each is not counted: it includes what is computed once per map
LEAST, MOST, ROUNDS = 50, 450, 3
EVERY = 5  # orders between two runs of the fixed loop
WHAT = ("view", "check", "carry out", "plan a phase")


def begin(game_id: str, scenario: str, seed: int) -> tuple[Any, Any, Any]:
    whole: Any = find_game(game_id)
    known = [one.id for one in whole.scenarios]
    scenario = scenario if scenario in known else known[0]
    game, dice = in_scenario(whole, scenario), SealedDice(seed_from_number(seed))
    return game, dice, game.start(scenario, settle_options(game, {}), dice)


def record(file: Path) -> None:
    games = []
    for (game_id, scenario), seed in product(GAMES, SEEDS):
        game, dice, s = begin(game_id, scenario, seed)
        players = [make_player("staff", game, side, seed) for side in range(len(game.sides))]
        orders: list[Any] = []
        while len(orders) < MOST and (sides := game.to_move(s)):
            order, _ = players[sides[0]].act(game.view(s, sides[0]), sides[0])
            orders.append((sides[0], msgspec.to_builtins(order)))
            game.apply(s, sides[0], order, dice)
        games.append((game_id, scenario, seed, orders))
    file.write_text(json.dumps(games), encoding="utf-8")


def spent(file: Path) -> dict[str, list[float]]:
    """Return by game: orders followed, phases planned, and the time of each of WHAT in units of a fixed loop
    that runs in between, so that a busy machine gives the same result.
    """
    result: dict[str, list[float]] = {}
    for game_id, scenario, seed, orders in json.loads(file.read_text(encoding="utf-8")):
        game, dice, s = begin(game_id, scenario, seed)
        given, planned, last, times, loops = 0, 0, None, [0.0] * len(WHAT), list[float]()
        for side, plain in orders:
            began = process_time()
            view = game.view(s, side)
            start = process_time()
            order = game.read_order(plain)
            read = process_time()
            if side not in game.to_move(s) or game.check(view, side, order) is not None:
                break
            checked = process_time()
            if (side, game.phase_mark(s)) != last:
                last, player = (side, game.phase_mark(s)), make_player("staff", game, side, seed)
                planning = process_time()
                player.act(view, side)
                planned, times[3] = planned + 1, times[3] + process_time() - planning
            applying = process_time()
            game.apply(s, side, order, dice)
            for at, time in enumerate((start - began, checked - read, process_time() - applying)):
                times[at] += time
            given += 1
            if given % EVERY == 0:
                looping = process_time()
                fixed_loop()
                loops.append(process_time() - looping)
        result[f"{game_id} {scenario} {seed}"] = [
            given,
            planned,
            *(time / fmean(loops or [1.0]) for time in times),
        ]
    return result


def timed(tree: str, file: Path) -> dict[str, list[float]]:
    """Run `spent` with the version in a source folder, in a separate process."""
    paths = os.pathsep.join([str(Path(tree).resolve()), str(Path(__file__).resolve().parents[1])])
    run = [sys.executable, "-m", "bench.before", "time", str(file)]
    env = {**os.environ, "PYTHONPATH": paths}
    output = subprocess.run(run, env=env, check=True, capture_output=True).stdout
    result: dict[str, list[float]] = json.loads(output)
    return result


def compare(file: Path, trees: list[str]) -> None:
    legal = timed(trees[0], file)
    games = json.loads(file.read_text(encoding="utf-8"))
    for game in games:
        del game[3][int(legal["{} {} {}".format(*game)][0]) :]
    common = file.with_suffix(".common.json")
    remaining = [game for game in games if len(game[3]) >= LEAST]
    common.write_text(json.dumps(remaining), encoding="utf-8")
    least: list[dict[str, list[float]]] = [{}, {}]
    for number in range(2 * ROUNDS):
        at = (number + number // 2) % 2  # alternate which runs first
        for name, figures in timed(trees[at], common).items():
            known = least[at].setdefault(name, figures)
            least[at][name] = [*figures[:2], *map(min, known[2:], figures[2:])]
    print("| game, scenario | orders, phases |", " | ".join(WHAT), "|")
    print("|---" * (2 + len(WHAT)) + "|")
    for name in (name for name in least[0] if name.endswith(f" {SEEDS[-1]}")):
        (given, planned, *old), (_, _, *new) = (side[name] for side in least)
        counts = [given, given, given, planned]
        cells = [
            f"{1000 * a / n:.3g}, {1000 * b / n:.3g}, **{a / b:.1f}**"
            for a, b, n in zip(old, new, counts, strict=True)
        ]
        print(f"| {name} | {given:.0f}, {planned:.0f} |", " | ".join(cells), "|")


if __name__ == "__main__":
    what, path, *rest = sys.argv[1:]
    if what == "record":
        record(Path(path))
    elif what == "time":
        print(json.dumps(spent(Path(path))))
    else:
        compare(Path(path), rest)
