"""Fits the value models of the analysis (src/ardennes/after/data) to games of mixed computer players.

    python scripts/fit_value.py play GAMES --minutes 50    plays games and keeps one file of each in GAMES
    python scripts/fit_value.py fit GAMES                  fits all models, writes them and their tests

Games are drawn so that each scenario gets its share of the processor time. `fit` writes data/GAME.toml and
the tables between the marks of docs/analysis.md; the same games give the same files.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ardennes.after.features.reading import reading_of
from ardennes.after.value import FARTHEST
from ardennes.dice import seed_from_number
from ardennes.games import find_game, measuring_for
from ardennes.kernel.match import new_match
from ardennes.lab.play import play_on, set_table
from ardennes.players.contract import player_names

ROOT = Path(__file__).resolve().parents[1]
VERSION = "1"
Array = NDArray[np.float64]

# Share of the processor time by scenario: whole maps take long and matter most.
SHARES = {
    ("tigers", "campaign"): 12, ("tigers", "bastogne"): 2, ("tigers", "peiper"): 2, ("tigers", "st_vith"): 2,
    ("breakthrough", "twelve"): 18, ("breakthrough", "first_seven"): 6, ("breakthrough", "last_seven"): 6,
    ("breakthrough", "last_seven_free"): 4, ("breakthrough", "losheim"): 3, ("breakthrough", "clervaux"): 3,
    ("playsheet", "full"): 9, ("playsheet", "short"): 3, ("playsheet", "xlvii_corps"): 2,
    ("playsheet", "lxvi_corps"): 2, ("wave_of_terror", "campaign"): 20, ("wave_of_terror", "elsenborn"): 2,
    ("wave_of_terror", "skyline"): 2, ("wave_of_terror", "st_vith"): 2,
}  # fmt: skip
# How often each player is drawn.
POOL = {
    "staff": 5.0, "cadet": 2.0, "rush": 1.2, "cutter": 1.2, "turtle": 1.0, "end_run": 1.0, "random": 0.6,
    "bold": 1.0, "methodical": 1.0, "stubborn": 1.0, "counter_puncher": 1.0,
}  # fmt: skip
# Scenarios that share a model, which tells them apart by one term.
FAMILIES: dict[str, dict[str, tuple[str, ...]]] = {
    "tigers": {
        "Tigers, the campaign": ("campaign",),
        "Tigers, Bastogne": ("bastogne",),
        "Tigers, Peiper": ("peiper",),
        "Tigers, St. Vith": ("st_vith",),
    },
    "breakthrough": {
        "Breakthrough, whole map": ("twelve", "first_seven", "last_seven", "last_seven_free"),
        "Breakthrough, short scenarios": ("losheim", "clervaux"),
    },
    "wave_of_terror": {
        "Wave of Terror, the campaign": ("campaign",),
        "Wave of Terror, Elsenborn": ("elsenborn",),
        "Wave of Terror, the Skyline Drive": ("skyline",),
        "Wave of Terror, St. Vith": ("st_vith",),
    },
    "playsheet": {
        "Playsheet, whole map": ("full", "short"),
        "Playsheet, XLVII Corps": ("xlvii_corps",),
        "Playsheet, LXVI Corps": ("lxvi_corps",),
    },
}
LONGEST = 6000  # orders
FIRST_DAY = 16  # of December
ROWS, AFTER_DICE = 60, 20  # rows of a game at the start of a phase, and after dice
FOLDS, REFITS = 5, 20
ROUNDS = 260  # steps of a fit that starts from nothing, in the tests
PENALTIES = (0.7, 3.0)
SPLIT = 24  # games of an outcome that are worth telling apart by their margin
MARKS = ("<!-- fitted: written by scripts/fit_value.py -->", "<!-- end of fitted -->")


class Kept(msgspec.Struct):
    """A game that was played."""

    game: str
    scenario: str
    seed: int
    players: tuple[str, str]
    options: dict[str, Any]
    journal: list[tuple[int, Any]]
    winner: int | None
    margin: int
    points: int


# Playing


def play(folder: Path, minutes: float) -> None:
    """Play until so much processor time is used up, always the scenario that is farthest behind its share."""
    folder.mkdir(parents=True, exist_ok=True)
    spent, number = dict.fromkeys(SHARES, 0.0), dict.fromkeys(SHARES, 0)
    until = time.process_time() + 60 * minutes
    while time.process_time() < until:
        key = min(SHARES, key=lambda key: (number[key] > 0, spent[key] / SHARES[key]))
        began = time.process_time()
        seed = 500_000 + 10_000 * list(SHARES).index(key) + number[key]
        number[key] += 1
        told = play_one(folder, *key, seed)
        spent[key] += time.process_time() - began
        print(f"{key[0]} {key[1]} {seed} {told}", flush=True)


def play_one(folder: Path, game_id: str, scenario: str, seed: int) -> str:
    path = folder / f"{game_id}-{scenario}-{seed}.msgpack"
    if path.exists():
        return "is there"
    names = [name for name in player_names(game_id) if name in POOL]
    rng = Random(f"after {game_id} {scenario} {seed}")
    one, other = rng.choices(names, [POOL[name] for name in names], k=2)
    table = set_table(find_game(game_id), (one, other), seed, scenario=scenario, options={}, dice="sealed")
    try:
        result = play_on(table, LONGEST)
    except Exception as error:  # a game that breaks is left out, and said so
        return f"{one} {other} FAILED {error!r}"
    journal = [(side, msgspec.to_builtins(order)) for side, order in table.journal]
    kept = Kept(
        game_id, scenario, seed, (one, other), table.options, journal, result.winner, result.margin,
        result.points,
    )  # fmt: skip
    path.write_bytes(msgspec.msgpack.encode(kept))
    return f"{one} {other} {result.winner} {result.margin}"


# Rows


class Row(msgspec.Struct, array_like=True):
    """A position of a game."""

    elapsed: float
    day: int
    tested: bool  # a phase began: the positions the curve of a match shows
    numbers: list[float]
    views: list[list[float]]


class Rows(msgspec.Struct):
    """The positions of a game and what it came to."""

    scenario: str
    players: tuple[str, str]
    outcome: int  # 0 the German lost, 1 draw, 2 he won
    margin: int
    rows: list[Row]


def rows_of(path: Path) -> Rows:
    kept = msgspec.msgpack.decode(path.read_bytes(), type=Kept)
    match = new_match(find_game(kept.game), kept.scenario, kept.options, seed_from_number(kept.seed))
    game, reading, state = match.game, reading_of(match.game), match.state.clone()
    measuring = measuring_for(game, state)
    assert measuring is not None
    rng = Random(kept.seed)
    last, rolls = game.phase_mark(state), state.rolls
    phases, thrown = [state.clone()], []
    for side, plain in kept.journal:
        game.apply(state, side, game.read_order(plain), match.dice)
        if not game.to_move(state):
            break
        if game.phase_mark(state) != last:
            last = game.phase_mark(state)
            phases.append(state.clone())
        elif state.rolls != rolls:
            thrown.append(state.clone())
        rolls = state.rolls
    marks = phases if len(phases) <= ROWS else rng.sample(phases, ROWS)
    rows = []
    for tested, found in ((True, marks), (False, rng.sample(thrown, min(AFTER_DICE, len(thrown))))):
        for position in found:
            views = (
                [game.view(position, s) for s in range(len(game.sides))] if reading.hidden and tested else []
            )
            day = max(FIRST_DAY, measuring.day(game.phase_mark(position)[0] - (kept.game == "playsheet")))
            rows.append(
                Row(
                    reading.elapsed(position),
                    day,
                    tested,
                    reading.of(position),
                    [reading.of(v) for v in views],
                )
            )
    german = game.sides.index("german")
    outcome = 1 if kept.winner is None else 2 * int(kept.winner == german)
    return Rows(kept.scenario, kept.players, outcome, kept.margin, rows)


def all_rows(folder: Path, game_id: str, scenario: str) -> list[Rows]:
    found = []
    for path in sorted(folder.glob(f"{game_id}-{scenario}-*.msgpack")):
        cache = path.with_suffix(".rows")
        if not cache.exists():
            cache.write_bytes(msgspec.msgpack.encode(rows_of(path)))
        found.append(msgspec.msgpack.decode(cache.read_bytes(), type=Rows))
    return found


# Fitting


@dataclass
class Sample:
    """Rows as arrays; a game counts once, however many rows it has."""

    numbers: Array
    elapsed: Array
    scenario: NDArray[np.int64]
    game: NDArray[np.int64]
    outcome: NDArray[np.int64]
    category: NDArray[np.int64]
    tested: NDArray[np.bool_]
    day: NDArray[np.int64]
    weight: Array

    def of(self, games: Iterable[int]) -> Sample:
        """The rows of some games; one that is named twice counts twice."""
        times = Counter(games)
        counted = np.array([times.get(int(g), 0) for g in self.game], dtype=float)
        keep = counted > 0
        return Sample(
            self.numbers[keep], self.elapsed[keep], self.scenario[keep], self.game[keep], self.outcome[keep],
            self.category[keep], self.tested[keep], self.day[keep], self.weight[keep] * counted[keep],
        )  # fmt: skip


def categories(games: Sequence[Rows]) -> tuple[list[int], int, int]:
    """A finer order of outcomes than lost, drawn, won: by margin inside each.

    (by game, the first that is drawn, the first that is won)
    """
    found, firsts, start = [0] * len(games), [], 0
    for outcome in range(3):
        of = sorted((g.margin, at) for at, g in enumerate(games) if g.outcome == outcome)
        firsts.append(start)
        parts = min(3, max(1, len(of) // SPLIT)) if of else 0
        for place, (_, at) in enumerate(of):
            found[at] = start + place * parts // len(of)
        start += parts
    used = sorted(set(found))
    again = {old: new for new, old in enumerate(used)}
    draw = sum(1 for old in used if old < firsts[1])
    win = sum(1 for old in used if old < firsts[2])
    return [again[old] for old in found], draw, win


def sample_of(games: Sequence[Rows], scenarios: Sequence[str], seen: int | None) -> tuple[Sample, int, int]:
    by_game, draw, win = categories(games)
    lines: list[tuple[Any, ...]] = []
    for number, game in enumerate(games):
        rows = [row for row in game.rows if seen is None or row.views]
        for row in rows:
            values = row.numbers if seen is None else row.views[seen]
            lines.append(
                (values, row.elapsed, scenarios.index(game.scenario), number, game.outcome, by_game[number],
                 row.tested, row.day, 1 / len(rows))
            )  # fmt: skip
    columns = list(zip(*lines, strict=True))
    return (
        Sample(
            np.array(columns[0], dtype=float), np.array(columns[1], dtype=float), np.array(columns[2]),
            np.array(columns[3]), np.array(columns[4]), np.array(columns[5]),
            np.array(columns[6], dtype=bool), np.array(columns[7]), np.array(columns[8], dtype=float),
        ),
        draw,
        win,
    )  # fmt: skip


@dataclass
class Fit:
    """Parameters in one array: early, late, scenario, time, steep, first cut, steps of the other cuts."""

    values: Array
    width: int  # numbers
    scenarios: int
    cuts: int

    @staticmethod
    def fresh(width: int, scenarios: int, cuts: int) -> Fit:
        values = np.zeros(2 * width + scenarios + 2 + cuts)
        values[2 * width + scenarios + 2] = -0.5 * cuts
        return Fit(values, width, scenarios, cuts)

    def levels(self) -> Array:
        """Above level k the German does at least as well as category k + 1."""
        tail = self.values[2 * self.width + self.scenarios + 2 :]
        return np.concatenate([tail[:1], tail[0] + np.cumsum(np.exp(tail[1:]))])

    def lead(self, x: Sample, scaled: Array) -> tuple[Array, Array]:
        w, n = self.width, self.scenarios
        early, late = self.values[:w], self.values[w : 2 * w]
        rest = 1 - x.elapsed
        lead = rest * (scaled @ early) + x.elapsed * (scaled @ late)
        lead += self.values[2 * w : 2 * w + n][x.scenario] + self.values[2 * w + n] * x.elapsed
        return lead, np.exp(self.values[2 * w + n + 1] * x.elapsed)

    def above(self, x: Sample, scaled: Array, level: float) -> Array:
        lead, sharp = self.lead(x, scaled)
        return _logistic(sharp * (lead - level))


def _logistic(x: Array) -> Array:
    return 1 / (1 + np.exp(-np.clip(x, -60, 60)))


def slope(fit: Fit, x: Sample, scaled: Array, penalty: float) -> tuple[float, Array]:
    """The penalised loss and its gradient."""
    w, n = fit.width, fit.scenarios
    lead, sharp = fit.lead(x, scaled)
    levels = np.concatenate([[-1e3], fit.levels(), [1e3]])
    low, high = levels[x.category], levels[x.category + 1]
    up, down = _logistic(sharp * (lead - low)), _logistic(sharp * (lead - high))
    chance = np.maximum(up - down, 1e-9)
    bend_up, bend_down = up * (1 - up), down * (1 - down)
    by_lead = -x.weight * (bend_up - bend_down) / chance * sharp
    grad = np.zeros_like(fit.values)
    grad[:w] = scaled.T @ (by_lead * (1 - x.elapsed))
    grad[w : 2 * w] = scaled.T @ (by_lead * x.elapsed)
    np.add.at(grad, 2 * w + x.scenario, by_lead)
    grad[2 * w + n] = float(by_lead @ x.elapsed)
    inner = np.abs(low) < 1e3
    outer = np.abs(high) < 1e3
    turn = np.where(inner, bend_up * (lead - np.where(inner, low, 0)), 0)
    turn -= np.where(outer, bend_down * (lead - np.where(outer, high, 0)), 0)
    grad[2 * w + n + 1] = float(-(x.weight / chance * turn * sharp * x.elapsed).sum())
    by_level = np.zeros(fit.cuts + 2)
    np.add.at(by_level, x.category, x.weight * bend_up / chance * sharp)
    np.add.at(by_level, x.category + 1, -x.weight * bend_down / chance * sharp)
    by_level = by_level[1:-1]
    grad[2 * w + n + 2] = by_level.sum()
    steps = np.exp(fit.values[2 * w + n + 3 :])
    for k in range(1, fit.cuts):
        grad[2 * w + n + 2 + k] = steps[k - 1] * by_level[k:].sum()
    loss = float(-(x.weight * np.log(chance)).sum())
    early, late = fit.values[:w], fit.values[w : 2 * w]
    loss += penalty * float((early**2).sum() + (late**2).sum()) / 2
    grad[:w] += penalty * early
    grad[w : 2 * w] += penalty * late
    tail = fit.values[2 * w : 2 * w + n + 2]
    loss += float((tail**2).sum()) / 2
    grad[2 * w : 2 * w + n + 2] += tail
    return loss, grad


def fitted(x: Sample, scaled: Array, penalty: float, start: Fit, rounds: int) -> Fit:
    """Gradient descent with momentum by weight (Adam): small, and good enough for so few weights."""
    fit = Fit(start.values.copy(), start.width, start.scenarios, start.cuts)
    mean, square = np.zeros_like(fit.values), np.zeros_like(fit.values)
    total = x.weight.sum()
    for at in range(1, rounds + 1):
        _, grad = slope(fit, x, scaled, penalty)
        grad /= total
        mean, square = 0.9 * mean + 0.1 * grad, 0.99 * square + 0.01 * grad**2
        step = 0.05 * (1 - at / (rounds + 1))
        fit.values -= step * (mean / (1 - 0.9**at)) / (np.sqrt(square / (1 - 0.99**at)) + 1e-8)
    return fit


@dataclass
class Scale:
    centre: Array
    spread: Array

    @staticmethod
    def of(x: Sample) -> Scale:
        centre = np.average(x.numbers, axis=0, weights=x.weight)
        spread = np.sqrt(np.average((x.numbers - centre) ** 2, axis=0, weights=x.weight))
        kept: Array = np.where(spread > 1e-3, spread, 1.0).astype(np.float64)
        return Scale(np.round(centre, 4), np.round(kept, 4))

    def scaled(self, x: Sample) -> Array:
        return np.clip((x.numbers - self.centre) / self.spread, -FARTHEST, FARTHEST)


@dataclass
class Held:
    """What the model says of games it was not fitted on, row by row: (German victory, draw), and the bare
    average of the games it was fitted on."""

    win: Array
    draw: Array
    mean_win: Array


def brier(said: Array, came: Array, weight: Array) -> float:
    return float(np.average((said - came) ** 2, weights=weight)) if len(said) else 0.0


def cross(x: Sample, draw: int, win: int, cuts: int, penalty: float, games: int, scenarios: int) -> Held:
    order = list(range(games))
    Random(7).shuffle(order)
    said_win, said_draw, mean = np.zeros(len(x.game)), np.zeros(len(x.game)), np.zeros(len(x.game))
    for fold in range(FOLDS):
        out = set(order[fold::FOLDS])
        kept = x.of(set(order) - out)
        scale = Scale.of(kept)
        fit = fitted(
            kept, scale.scaled(kept), penalty, Fit.fresh(x.numbers.shape[1], scenarios, cuts), ROUNDS
        )
        rows = np.isin(x.game, list(out))
        test = x.of(out)
        scaled = scale.scaled(test)
        at_least = [fit.above(test, scaled, level) for level in _two(fit, draw, win)]
        said_win[rows], said_draw[rows] = at_least[1], np.maximum(0, at_least[0] - at_least[1])
        for number in range(scenarios):
            of = kept.scenario == number
            share = np.average(kept.outcome[of] == 2, weights=kept.weight[of]) if of.any() else 0.5
            mean[rows & (x.scenario == number)] = share
    return Held(said_win, said_draw, mean)


def _two(fit: Fit, draw: int, win: int) -> tuple[float, float]:
    """The levels of a draw and of a victory; a side that never won in the sample is far from it."""
    levels = fit.levels()

    def at(place: int) -> float:
        if place <= 0:
            return float(levels[0] - 3) if len(levels) else -3.0
        return float(levels[place - 1]) if place <= len(levels) else float(levels[-1] + 3)

    return at(draw), at(win)


def curve_of(fit: Fit, draw: int, win: int) -> dict[str, Any]:
    w, n = fit.width, fit.scenarios
    low, high = _two(fit, draw, win)
    return {
        "early": _short(fit.values[:w]),
        "late": _short(fit.values[w : 2 * w]),
        "time": _short(fit.values[2 * w + n : 2 * w + n + 1])[0],
        "scenario": _short(fit.values[2 * w : 2 * w + n]),
        "draw": _short(np.array([low]))[0],
        "win": _short(np.array([high]))[0],
        "steep": _short(fit.values[2 * w + n + 1 : 2 * w + n + 2])[0],
    }


def _short(values: Array) -> list[float]:
    return [round(float(value), 4) for value in values]


def seen_of(
    x: Sample, draw: int, win: int, penalty: float, games: int, scenarios: int, refits: int
) -> dict[str, Any]:
    scale = Scale.of(x)
    scaled = scale.scaled(x)
    cuts = int(x.category.max()) if len(x.category) else 1
    fit = fitted(x, scaled, penalty, Fit.fresh(x.numbers.shape[1], scenarios, max(1, cuts)), 2 * ROUNDS)
    found: dict[str, Any] = {
        "centre": _short(scale.centre),
        "spread": _short(scale.spread),
        "curve": curve_of(fit, draw, win),
        "refits": [],
    }
    rng = Random(11)
    for _ in range(refits):
        drawn = x.of(rng.choices(range(games), k=games))
        again = fitted(drawn, scale.scaled(drawn), penalty, fit, ROUNDS // 2)
        found["refits"].append(curve_of(again, draw, win))
    return found


def doubtful(x: Sample, held: Held, scenario: int) -> int:
    """The last day of a stretch from the start on which the model is no better than the average."""
    rows = x.tested & (x.scenario == scenario)
    last = 0
    for day in sorted(set(x.day[rows].tolist())):
        of = rows & (x.day == day)
        came, weight = (x.outcome[of] == 2).astype(float), x.weight[of]
        if brier(held.win[of], came, weight) < brier(held.mean_win[of], came, weight):
            break
        last = int(day)
    return last


# Writing


def model_of(
    folder: Path, game_id: str, name: str, scenarios: Sequence[str]
) -> tuple[dict[str, Any], str, Predicted] | None:
    used = [scenario for scenario in scenarios if all_rows(folder, game_id, scenario)]
    games = [game for scenario in used for game in all_rows(folder, game_id, scenario)]
    if len(games) < 10 or len({game.outcome for game in games}) < 2:
        return None
    x, draw, win = sample_of(games, used, None)
    cuts = int(x.category.max())
    came = (x.outcome == 2).astype(float)
    tries = [(p, cross(x, draw, win, cuts, p, len(games), len(used))) for p in PENALTIES]
    rows = x.tested
    penalty, held = min(tries, key=lambda t: brier(t[1].win[rows], came[rows], x.weight[rows]))
    tested = {}
    for number, scenario in enumerate(used):
        of = rows & (x.scenario == number)
        tested[scenario] = {
            "games": len({int(g) for g in x.game[of]}),
            "brier": round(brier(held.win[of], came[of], x.weight[of]), 4),
            "average": round(brier(held.mean_win[of], came[of], x.weight[of]), 4),
            "doubtful_until": doubtful(x, held, number),
        }
    game = find_game(game_id, used[0])
    reading = reading_of(game)
    counts = Counter(player for g in games for player in g.players)
    views = []
    if reading.hidden:
        for side in range(len(game.sides)):
            v, d, h = sample_of(games, used, side)
            views.append(seen_of(v, d, h, penalty, len(games), len(used), 0))
    model = {
        "name": name,
        "version": VERSION,
        "rules": game.version,
        "scenarios": used,
        "numbers": list(reading.names),
        "games": len(games),
        "players": ", ".join(f"{player} {count}" for player, count in counts.most_common()),
        "tested": tested,
        "truth": seen_of(x, draw, win, penalty, len(games), len(used), REFITS),
        "views": views,
    }
    german = game.sides.index("german")
    pairs = [(g.players[german], g.players[1 - german]) for g in games]
    predicted = Predicted(held.win[rows], came[rows], x.weight[rows], x.game[rows], pairs)
    print(f"{name}: {len(games)} games, penalty {penalty}, {tested}", flush=True)
    return model, report(name, games, tested, penalty, predicted), predicted


@dataclass
class Predicted:
    """What was said of positions of games that the model had not seen, beside what came of them."""

    said: Array
    came: Array
    weight: Array
    game: NDArray[np.int64]
    pairs: list[tuple[str, str]]  # by game: who played the German and who the other side

    @staticmethod
    def together(parts: Sequence[Predicted]) -> Predicted:
        starts = np.cumsum([0, *(len(part.pairs) for part in parts)])
        games = [part.game + start for part, start in zip(parts, starts, strict=False)]
        return Predicted(
            np.concatenate([part.said for part in parts]),
            np.concatenate([part.came for part in parts]),
            np.concatenate([part.weight for part in parts]),
            np.concatenate(games),
            [pair for part in parts for pair in part.pairs],
        )

    def reliability(self) -> list[str]:
        """By what was said: how often it came."""
        lines = [
            "",
            "| chance said | positions | games | said on average | came | 95 % |",
            "|---|---|---|---|---|---|",
        ]
        for low, high in ((0, 0.1), (0.1, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.001)):
            of = (self.said >= low) & (self.said < high)
            count = len(set(self.game[of].tolist()))
            if not count:
                continue
            share = float(np.average(self.came[of], weights=self.weight[of]))
            said = float(np.average(self.said[of], weights=self.weight[of]))
            wide = 1.96 * sqrt(max(share * (1 - share), 0.25 / (count + 1)) / count)
            lines.append(
                f"| {100 * low:.0f} to {min(100, 100 * high):.0f} % | {int(of.sum())} | {count} "
                f"| {100 * said:.0f} % | {100 * share:.0f} % | ±{100 * wide:.0f} |"
            )
        return lines

    def pairings(self, most: int) -> list[str]:
        """By who played: what was said on average over the match, and how often it came."""
        lines = ["", "| German | other | games | said, mean of the match | came |", "|---|---|---|---|---|"]
        for pair, count in Counter(self.pairs).most_common(most):
            of = np.isin(self.game, [at for at, other in enumerate(self.pairs) if other == pair])
            said, came = (float(np.average(x[of], weights=self.weight[of])) for x in (self.said, self.came))
            lines.append(f"| {pair[0]} | {pair[1]} | {count} | {100 * said:.0f} % | {100 * came:.0f} % |")
        return lines


def report(name: str, games: Sequence[Rows], tested: dict[str, Any], penalty: float, p: Predicted) -> str:
    """The tests of a model as Markdown."""
    outcomes = Counter(g.outcome for g in games)
    lines = [
        f"### {name}",
        "",
        f"{len(games)} games: {outcomes[2]} German victories, {outcomes[1]} draws, {outcomes[0]} defeats; "
        f"penalty {penalty:g}.",
        "",
        "| scenario | games | Brier | of the average | doubtful until |",
        "|---|---|---|---|---|",
    ]
    for scenario, t in tested.items():
        until = f"{t['doubtful_until']} December" if t["doubtful_until"] else "never"
        lines.append(f"| {scenario} | {t['games']} | {t['brier']:.3f} | {t['average']:.3f} | {until} |")
    return "\n".join([*lines, *p.reliability(), *p.pairings(4), ""])


def toml_of(models: Sequence[dict[str, Any]]) -> str:
    """TOML by hand: tables of numbers, a line each."""
    lines = ["# Value models: written by scripts/fit_value.py, tested in docs/analysis.md; not to be edited."]
    for model in models:
        lines += ["", "[[model]]"]
        lines += [f"{key} = {_plain(value)}" for key, value in model.items() if not _nested(value)]
        for scenario, tested in model["tested"].items():
            lines += ["", f"[model.tested.{scenario}]", *(f"{k} = {_plain(v)}" for k, v in tested.items())]
        lines += _seen_lines("[model.truth]", "model.truth", model["truth"])
        for view in model["views"]:
            lines += _seen_lines("[[model.views]]", "model.views", view)
    return "\n".join([*lines, ""])


def _seen_lines(head: str, path: str, seen: dict[str, Any]) -> list[str]:
    lines = ["", head, f"centre = {_plain(seen['centre'])}", f"spread = {_plain(seen['spread'])}"]
    lines += ["", f"[{path}.curve]", *(f"{k} = {_plain(v)}" for k, v in seen["curve"].items())]
    for refit in seen["refits"]:
        lines += ["", f"[[{path}.refits]]", *(f"{k} = {_plain(v)}" for k, v in refit.items())]
    return lines


def _nested(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _plain(value: object) -> str:
    return msgspec.json.encode(value).decode()


def fit(folder: Path, wanted: Sequence[str]) -> None:
    told, all_said = [], []
    for game_id, families in FAMILIES.items():
        if wanted and game_id not in wanted:
            continue
        found = [model_of(folder, game_id, name, scenarios) for name, scenarios in families.items()]
        models = [model for model in found if model is not None]
        path = ROOT / "src" / "ardennes" / "after" / "data" / f"{game_id}.toml"
        path.write_text(toml_of([model for model, _, _ in models]), encoding="utf-8")
        told += [text for _, text, _ in models]
        all_said += [predicted for _, _, predicted in models]
    together = Predicted.together(all_said)
    head = [f"### All models together: {len(together.pairs)} games", *together.reliability()]
    told.insert(0, "\n".join([*head, *together.pairings(12), ""]))
    page = ROOT / "docs" / "analysis.md"
    if not wanted and page.exists():
        text = page.read_text(encoding="utf-8")
        before, _, rest = text.partition(MARKS[0])
        _, _, after = rest.partition(MARKS[1])
        page.write_text(
            f"{before}{MARKS[0]}\n\n" + "\n".join(told) + f"\n{MARKS[1]}{after}", encoding="utf-8"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=50.0, help="of processor time")
    parser.add_argument("--game", action="append", default=[], help="fit these only, and leave the page")
    args = parser.parse_args()
    if args.what == "play":
        play(args.folder, args.minutes)
    else:
        fit(args.folder, args.game)
    return 0


if __name__ == "__main__":
    sys.exit(main())
