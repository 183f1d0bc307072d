"""Random legal orders through `match.offers` and `match.play`, compared with other projects.

python-chess and Catanatron are measured if they are installed: `pip install chess catanatron`. All play
random legal moves from the beginning, alternating in one run, so that a busy machine slows all equally.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

from ardennes.dice import seed_from_number
from ardennes.games import GAMES, find_game
from ardennes.kernel.match import new_match
from ardennes.kernel.offers import sample
from bench.measure import QUICK_SAMPLES, SAMPLES, Figure
from bench.positions import SEED

ORDERS = 1_500  # steps of one of our samples
GAMES_OF_CHESS, GAMES_OF_CATAN = 8, 3
NOT_INSTALLED = "chess and catanatron are not installed"


def title() -> str:
    return "Random legal orders through the documented interface, one core, median"


def run(quick: bool, say: Callable[[str], None]) -> list[Figure]:
    loops: dict[str, Callable[[int], tuple[int, float]]] = {
        name: _of_game(name) for name in GAMES
    } | _installed()
    measured: dict[str, list[float]] = {name: [] for name in loops}
    for number in range(QUICK_SAMPLES if quick else SAMPLES):
        for name, loop in loops.items():
            say(f"{name}, sample {number + 1}")
            count, seconds = loop(SEED + number)
            measured[name].append(count / seconds)
    medians = {name: median(values) for name, values in measured.items()}
    beside = "python-chess" if "python-chess" in medians else None
    return [
        Figure(
            name,
            "orders/s" if name in GAMES else "plies/s",
            value,
            medians[beside] if beside and beside != name else None,
            f"{beside}'s random plies in the same run",
            None,
            "" if beside else NOT_INSTALLED,
        )
        for name, value in medians.items()
    ]


def _of_game(name: str) -> Callable[[int], tuple[int, float]]:
    """Return a loop over a game as a reader of docs/tutorial/python.md would write it."""
    game = find_game(name)

    def loop(seed: int) -> tuple[int, float]:
        rng, count, began = Random(seed), 0, process_time()
        while count < ORDERS:
            match = new_match(game, game.scenarios[0].id, {}, seed_from_number(seed + count))
            while count < ORDERS and (sides := game.to_move(match.state)):
                order = sample(match.offers(sides[0]), rng)
                assert order is not None
                match.play(sides[0], order)
                count += 1
        return count, process_time() - began

    return loop


def _installed() -> dict[str, Callable[[int], tuple[int, float]]]:
    """Return the loops of the installed projects."""
    loops = {}
    for name, module, make in (("python-chess", "chess", _chess), ("Catanatron", "catanatron", _catan)):
        try:
            loops[name] = make(import_module(module))
        except ImportError:
            continue
    return loops


def _chess(chess: Any) -> Callable[[int], tuple[int, float]]:
    def loop(seed: int) -> tuple[int, float]:
        rng, count, began = Random(seed), 0, process_time()
        for _ in range(GAMES_OF_CHESS):
            board = chess.Board()
            while not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
                count += 1
        return count, process_time() - began

    return loop


def _catan(catanatron: Any) -> Callable[[int], tuple[int, float]]:
    colors = (catanatron.Color.RED, catanatron.Color.BLUE)

    def loop(seed: int) -> tuple[int, float]:
        count, began = 0, process_time()
        for number in range(GAMES_OF_CATAN):
            players = [catanatron.RandomPlayer(color) for color in colors]
            game = catanatron.Game(players, seed=seed + number)
            game.play()
            records = (
                game.state.action_records if hasattr(game.state, "action_records") else game.state.actions
            )
            count += len(records)
        return count, process_time() - began

    return loop
