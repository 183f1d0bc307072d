"""Fit the value models of the analysis (src/ardennes/after/data) to games of mixed computer players.

    python scripts/fit_value.py play GAMES    plays the games of the plan and keeps one file of each in GAMES
    python scripts/fit_value.py fit GAMES     fits all models, writes them and their tests

`play` continues where it stopped. `fit` writes data/GAME.toml and the tables between the marks of
docs/explanation/analysis.md; the same games give the same files.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from io import StringIO
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
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

ROOT = Path(__file__).resolve().parents[1]
TABLES = ROOT / "docs" / "results" / "value_models"
VERSION = "2"
Array = NDArray[np.float64]
Whole = NDArray[np.int64]

# The sample, games by scenario: most where they are cheap, some of every whole map.
PLAN = {
    ("tigers", "campaign"): 60, ("tigers", "bastogne"): 320, ("tigers", "peiper"): 320,
    ("tigers", "st_vith"): 320, ("breakthrough", "twelve"): 5, ("breakthrough", "first_seven"): 5,
    ("breakthrough", "last_seven"): 4, ("breakthrough", "last_seven_free"): 2,
    ("breakthrough", "losheim"): 120, ("breakthrough", "clervaux"): 120, ("playsheet", "full"): 12,
    ("playsheet", "short"): 16, ("playsheet", "xlvii_corps"): 100, ("playsheet", "lxvi_corps"): 100,
    ("wave_of_terror", "campaign"): 8, ("wave_of_terror", "elsenborn"): 80,
    ("wave_of_terror", "skyline"): 60, ("wave_of_terror", "st_vith"): 60,
}  # fmt: skip
FIRST_SEED = 2_000_000
# The German and the other player, in this cyclic order: few pairings, so that each has enough games for a
# separate test, and the staff on one side of all of them.
CYCLE = tuple(
    tuple(pair.split())
    for pair in (
        "staff staff", "staff cadet", "cadet staff", "staff rush", "staff turtle", "rush staff",
        "staff cutter", "staff staff", "turtle staff", "staff cadet", "end_run staff", "staff staff",
        "staff rush", "cadet staff", "staff turtle", "rush staff", "staff cadet", "random staff",
        "staff cutter", "staff staff",
    )
)  # fmt: skip
# Scenarios that share a model, which distinguishes them by one term.
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
ROUNDS = 200  # maximum number of steps of a fit
COMMON = 4.0  # penalty that holds what the models of a game share near zero
PENALTIES = (50.0, 200.0)  # penalty that holds a model near what they share; the best on held-out games
STRENGTH = 0.05  # ... and the strengths of players, relative to that
STAFF = "staff"  # the player relative to which strengths are given
FEWEST = 8  # minimum games of a model
BOUNDS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)  # bins of the forecast, in the tables
SPLIT = 24  # minimum games of an outcome to distinguish it by margin
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


def play(folder: Path, minutes: float, without: Sequence[str]) -> None:
    """Play missing games of the plan, always of the scenario that is farthest behind, until all exist or the
    CPU time is used up.
    """
    folder.mkdir(parents=True, exist_ok=True)
    number = {key: 0 for key in PLAN if "/".join(key) not in without}
    until = time.process_time() + 60 * minutes
    while time.process_time() < until:
        key = min(number, key=lambda key: (number[key] + 0.5) / PLAN[key])
        if number[key] >= PLAN[key]:
            return
        message = play_one(folder, *key, number[key])
        number[key] += 1
        if message:
            print(f"{time.process_time():.0f} s: {' '.join(key)} {number[key]} {message}", flush=True)


def play_one(folder: Path, game_id: str, scenario: str, number: int) -> str:
    """Play a game of a scenario by its number; return an empty text if it exists."""
    seed = FIRST_SEED + 10_000 * list(PLAN).index((game_id, scenario)) + number
    path = folder / f"{game_id}-{scenario}-{seed}.msgpack"
    if path.exists():
        return ""
    game, pair = find_game(game_id), CYCLE[number % len(CYCLE)]
    german, other = pair if game.sides[0] == "german" else pair[::-1]
    table = set_table(game, (german, other), seed, scenario=scenario, options={}, dice="sealed")
    try:
        result = play_on(table, LONGEST)
    except Exception as error:  # a game that fails is left out, with a message
        return f"{pair} FAILED {error!r}"
    journal = [(side, msgspec.to_builtins(order)) for side, order in table.journal]
    record = Kept(
        game_id, scenario, seed, (german, other), table.options, journal, result.winner, result.margin,
        result.points,
    )  # fmt: skip
    path.write_bytes(msgspec.msgpack.encode(record))
    return f"{german} {other} {result.winner} {result.margin}"


# Rows


class Row(msgspec.Struct, array_like=True):
    """A position of a game."""

    elapsed: float
    day: int
    tested: bool  # a phase began: the curve of a match shows these positions
    numbers: list[float]
    views: list[list[float]]


class Rows(msgspec.Struct):
    """The positions of a game and its result."""

    scenario: str
    players: tuple[str, str]
    outcome: int  # 0: the Germans lost, 1: draw, 2: they won
    margin: int
    rows: list[Row]


def rows_of(path: Path) -> Rows:
    record = msgspec.msgpack.decode(path.read_bytes(), type=Kept)
    match = new_match(find_game(record.game), record.scenario, record.options, seed_from_number(record.seed))
    game, reading, state = match.game, reading_of(match.game), match.state.clone()
    measuring = measuring_for(game, state)
    assert measuring is not None
    rng = Random(record.seed)
    last, rolls = game.phase_mark(state), state.rolls
    phases, thrown = [state.clone()], []
    for side, plain in record.journal:
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
    for tested, result in ((True, marks), (False, rng.sample(thrown, min(AFTER_DICE, len(thrown))))):
        for position in result:
            views = (
                [game.view(position, s) for s in range(len(game.sides))] if reading.hidden and tested else []
            )
            day = max(FIRST_DAY, measuring.day(game.phase_mark(position)[0] - (record.game == "playsheet")))
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
    outcome = 1 if record.winner is None else 2 * int(record.winner == german)
    return Rows(record.scenario, record.players, outcome, record.margin, rows)


def all_rows(folder: Path, game_id: str, scenario: str) -> list[Rows]:
    result = []
    for path in sorted(folder.glob(f"{game_id}-{scenario}-*.msgpack")):
        cache = path.with_suffix(".rows")
        if not cache.exists():
            cache.write_bytes(msgspec.msgpack.encode(rows_of(path)))
        result.append(msgspec.msgpack.decode(cache.read_bytes(), type=Rows))
    return result


# Fitting


@dataclass
class Sample:
    """Rows as arrays; every game has the same weight, however many rows it has."""

    numbers: Array
    elapsed: Array
    scenario: Whole
    game: Whole
    outcome: Whole
    category: Whole
    tested: NDArray[np.bool_]
    day: Whole
    weight: Array
    german: Whole  # the players: index in a list of names, and the index after the last for the staff
    other: Whole

    def of(self, games: Iterable[int]) -> Sample:
        """Return the rows of some games; a game named twice counts twice."""
        times = Counter(games)
        counted = np.array([times.get(int(g), 0) for g in self.game], dtype=float)
        keep = counted > 0
        result = Sample(*(getattr(self, one.name)[keep] for one in fields(Sample)))
        result.weight = result.weight * counted[keep]
        return result

    @staticmethod
    def together(parts: Sequence[Sample]) -> Sample:
        """Merge the rows of several models of a game: scenarios are numbered on, and outcomes are only lost,
        drawn and won.
        """
        result = Sample(*(np.concatenate([getattr(x, one.name) for x in parts]) for one in fields(Sample)))
        before = np.cumsum([0, *(int(x.scenario.max()) + 1 for x in parts)])
        result.scenario = np.concatenate([x.scenario + n for x, n in zip(parts, before, strict=False)])
        result.category = np.searchsorted(np.unique(result.outcome), result.outcome)
        return result


def categories(games: Sequence[Rows]) -> tuple[list[int], int, int]:
    """Return a finer order of outcomes than lost, drawn, won: by margin within each.

    (by game, the first that is drawn, the first that is won)
    """
    result, firsts, start = [0] * len(games), [], 0
    for outcome in range(3):
        sign = -1 if outcome == 2 else 1  # victories from the greatest down: mirrored defeats
        of = [(sign * g.margin, at) for at, g in enumerate(games) if g.outcome == outcome]
        margins = sorted(margin for margin, _ in of)
        firsts.append(start)
        parts = min(3, max(1, len(of) // SPLIT)) if of else 0
        for margin, at in of:
            middle = (bisect_left(margins, margin) + bisect_right(margins, margin)) / 2
            part = min(parts - 1, int(middle * parts / len(of)))
            result[at] = start + (part if sign > 0 else parts - 1 - part)
        start += parts
    used = sorted(set(result))
    again = {old: new for new, old in enumerate(used)}
    draw = sum(1 for old in used if old < firsts[1])
    win = sum(1 for old in used if old < firsts[2])
    return [again[old] for old in result], draw, win


@dataclass
class Family:
    """The games of a model."""

    name: str
    scenarios: list[str]
    games: list[Rows]
    names: tuple[list[str], list[str]]  # the German and the other players, without the staff

    def __post_init__(self) -> None:
        self.categories, self.draw, self.win = categories(self.games)
        self.cuts = max(1, *self.categories)
        order = list(range(len(self.games)))
        Random(7).shuffle(order)
        self.folds = [order[fold::FOLDS] for fold in range(FOLDS)]

    def sample(self, seat: int | None) -> Sample:
        """The true positions, or what a side saw of them."""
        lines: list[tuple[Any, ...]] = []
        for number, game in enumerate(self.games):
            rows = [row for row in game.rows if seat is None or row.views]
            who = [_place(name, names) for name, names in zip(game.players, self.names, strict=True)]
            for row in rows:
                values = row.numbers if seat is None else row.views[seat]
                lines.append(
                    (values, row.elapsed, self.scenarios.index(game.scenario), number, game.outcome,
                     self.categories[number], row.tested, row.day, 1 / len(rows), *who)
                )  # fmt: skip
        columns = zip(*lines, strict=True)
        return Sample(*(np.array(column) for column in columns))

    def form(self, x: Sample) -> Form:
        names = (len(self.names[0]), len(self.names[1]))
        return Form(x.numbers.shape[1], *names, len(self.scenarios), self.cuts)


def _place(name: str, names: Sequence[str]) -> int:
    return names.index(name) if name in names else len(names)


@dataclass(frozen=True)
class Form:
    """The layout of a fit's parameters in one array. The models of a game share its head."""

    width: int  # number of features
    germans: int
    others: int
    scenarios: int
    cuts: int

    @property
    def head(self) -> int:
        return 2 * self.width + self.germans + self.others + 2

    def parts(self, values: Array) -> list[Array]:
        """early, late, german, other, (time, steep), scenario, (first cut, steps of the other cuts)."""
        sizes = (self.width, self.width, self.germans, self.others, 2, self.scenarios)
        return np.split(values, np.cumsum(sizes))

    def fresh(self, head: Array | None = None) -> Array:
        values = np.zeros(self.head + self.scenarios + self.cuts)
        values[self.head + self.scenarios] = -0.5 * self.cuts
        if head is not None:
            values[: self.head] = head
        return values

    def levels(self, values: Array) -> Array:
        """Return the thresholds: above level k the Germans do at least as well as category k + 1."""
        tail = values[self.head + self.scenarios :]
        return np.concatenate([tail[:1], tail[0] + np.cumsum(np.exp(tail[1:]))])

    def held(self, penalty: float) -> Array:
        """Return the penalty of each parameter."""
        firm = np.ones(self.head + self.scenarios + self.cuts)
        firm[: 2 * self.width] = penalty
        firm[2 * self.width : self.head - 2] = penalty * STRENGTH
        firm[self.head + self.scenarios :] = 0
        return firm

    def lead(self, values: Array, x: Sample, scaled: Array) -> tuple[Array, Array]:
        """Return how far the Germans are ahead, and how sharply that decides."""
        early, late, german, other, (time_, steep), scenario, _ = self.parts(values)
        lead = (1 - x.elapsed) * (scaled @ early + np.append(german, 0)[x.german])
        lead += (1 - x.elapsed) * np.append(other, 0)[x.other]
        lead += x.elapsed * (scaled @ late + time_) + scenario[x.scenario]
        return lead, np.exp(steep * x.elapsed)

    def above(self, values: Array, x: Sample, scaled: Array, level: float) -> Array:
        lead, sharp = self.lead(values, x, scaled)
        return _logistic(sharp * (lead - level))


def _logistic(x: Array) -> Array:
    return 1 / (1 + np.exp(-np.clip(x, -60, 60)))


@dataclass
class Task:
    """The input of a fit: rows, scaled features, and the prior mean and penalty of the parameters."""

    form: Form
    x: Sample
    scaled: Array
    expected: Array
    firm: Array

    def slope(self, values: Array) -> tuple[float, Array]:
        """Return the penalised loss and its gradient."""
        form, x, scaled = self.form, self.x, self.scaled
        lead, sharp = form.lead(values, x, scaled)
        levels = np.concatenate([[-1e3], form.levels(values), [1e3]])
        low, high = levels[x.category], levels[x.category + 1]
        up, down = _logistic(sharp * (lead - low)), _logistic(sharp * (lead - high))
        chance = np.maximum(up - down, 1e-9)
        bend_up, bend_down = up * (1 - up), down * (1 - down)
        by_lead = -x.weight * (bend_up - bend_down) / chance * sharp
        early_lead = by_lead * (1 - x.elapsed)
        inner, outer = np.abs(low) < 1e3, np.abs(high) < 1e3
        turn = np.where(inner, bend_up * (lead - np.where(inner, low, 0)), 0)
        turn -= np.where(outer, bend_down * (lead - np.where(outer, high, 0)), 0)
        by_level = np.zeros(form.cuts + 2)
        np.add.at(by_level, x.category, x.weight * bend_up / chance * sharp)
        np.add.at(by_level, x.category + 1, -x.weight * bend_down / chance * sharp)
        by_level = by_level[1:-1]
        steps = np.exp(values[form.head + form.scenarios + 1 :])
        gradient = np.concatenate(
            [
                scaled.T @ early_lead,
                scaled.T @ (by_lead * x.elapsed),
                np.bincount(x.german, early_lead, form.germans + 1)[:-1],
                np.bincount(x.other, early_lead, form.others + 1)[:-1],
                [by_lead @ x.elapsed, -(x.weight / chance * turn * sharp * x.elapsed).sum()],
                np.bincount(x.scenario, by_lead, form.scenarios),
                [by_level.sum()],
                steps * by_level[::-1].cumsum()[::-1][1:],
            ]
        )
        away = values - self.expected
        loss = float(-(x.weight * np.log(chance)).sum() + (self.firm * away**2).sum() / 2)
        return loss, gradient + self.firm * away

    def fitted(self, start: Array, rounds: int) -> Array:
        """Minimise by gradient descent with an estimate of the curvature (BFGS)."""
        values, (loss, gradient) = start, self.slope(start)
        inverse = np.eye(len(values)) / (1 + np.abs(gradient).max())
        for _ in range(rounds):
            step = -inverse @ gradient
            down, share = float(gradient @ step), 1.0
            fresh, after = self.slope(values + step)
            while fresh > loss + 1e-4 * share * down and share > 1e-6:
                share /= 2
                fresh, after = self.slope(values + share * step)
            if fresh >= loss - 1e-7:
                break
            moved, turned = share * step, after - gradient
            values, loss, gradient = values + moved, fresh, after
            if (curved := float(moved @ turned)) > 1e-10:
                part = np.eye(len(values)) - np.outer(moved, turned) / curved
                inverse = part @ inverse @ part.T + np.outer(moved, moved) / curved
        return values


@dataclass
class Scale:
    centre: Array
    spread: Array

    @staticmethod
    def of(x: Sample) -> Scale:
        centre = np.average(x.numbers, axis=0, weights=x.weight)
        spread = np.sqrt(np.average((x.numbers - centre) ** 2, axis=0, weights=x.weight))
        saved: Array = np.where(spread > 1e-3, spread, 1.0).astype(np.float64)
        return Scale(np.round(centre, 4), np.round(saved, 4))

    def scaled(self, x: Sample) -> Array:
        return np.clip((x.numbers - self.centre) / self.spread, -FARTHEST, FARTHEST)


def shared(families: Sequence[Family], parts: Sequence[Sample]) -> Array:
    """Return what the models of a game share, from all of its games: the head of their parameters."""
    x = Sample.together(parts)
    scaled = np.concatenate([Scale.of(one).scaled(one) for one in parts])
    names = (len(families[0].names[0]), len(families[0].names[1]))
    form = Form(x.numbers.shape[1], *names, int(x.scenario.max()) + 1, int(x.category.max()))
    start = form.fresh()
    return Task(form, x, scaled, 0 * start, form.held(COMMON)).fitted(start, ROUNDS)[: form.head]


def task_of(family: Family, x: Sample, scale: Scale, head: Array, penalty: float) -> tuple[Task, Array]:
    """Fit a model near what the models of the game share, starting there."""
    form = family.form(x)
    expected = form.fresh(head)
    return Task(form, x, scale.scaled(x), expected, form.held(penalty)), expected


@dataclass
class Held:
    """Return the model's forecast of games it was not fitted on, row by row: (German victory, draw), and the
    plain average of the games it was fitted on.
    """

    win: Array
    draw: Array
    mean_win: Array


def brier(said: Array, came: Array, weight: Array) -> float:
    return float(np.average((said - came) ** 2, weights=weight)) if len(said) else 0.0


def cross(families: Sequence[Family], samples: Sequence[Sample]) -> list[dict[float, Held]]:
    """Return by model and penalty: every game predicted from the games of the other folds, shared part
    included.
    """
    result: list[dict[float, Held]] = [
        {p: Held(*np.zeros((3, len(x.game)))) for p in PENALTIES} for x in samples
    ]
    for fold in range(FOLDS):
        chosen = [
            x.of(set(range(len(family.games))) - set(family.folds[fold]))
            for family, x in zip(families, samples, strict=True)
        ]
        head = shared(families, chosen)
        for family, x, known, by_penalty in zip(families, samples, chosen, result, strict=True):
            rows, test, scale = np.isin(x.game, family.folds[fold]), x.of(family.folds[fold]), Scale.of(known)
            for penalty, held in by_penalty.items():
                task, start = task_of(family, known, scale, head, penalty)
                values, scaled = task.fitted(start, ROUNDS), scale.scaled(test)
                at_least = [
                    task.form.above(values, test, scaled, level) for level in _two(family, task.form, values)
                ]
                held.win[rows], held.draw[rows] = at_least[1], np.maximum(0, at_least[0] - at_least[1])
                for number in range(len(family.scenarios)):
                    of = known.scenario == number
                    share = np.average(known.outcome[of] == 2, weights=known.weight[of]) if of.any() else 0.5
                    held.mean_win[rows & (x.scenario == number)] = share
    return result


def _two(family: Family, form: Form, values: Array) -> tuple[float, float]:
    """Return the levels of a draw and of a victory; a side that never won in the sample is far from it."""
    levels = form.levels(values)

    def at(place: int) -> float:
        if place <= 0:
            return float(levels[0] - 3)
        return float(levels[place - 1]) if place <= len(levels) else float(levels[-1] + 3)

    return at(family.draw), at(family.win)


def curve_of(family: Family, form: Form, values: Array) -> dict[str, Any]:
    early, late, german, other, (time_, steep), scenario, _ = form.parts(values)
    low, high = _two(family, form, values)
    single = {"time": time_, "draw": low, "win": high, "steep": steep}
    lists = {"early": early, "late": late, "german": german, "other": other, "scenario": scenario}
    return {key: _short(value) for key, value in lists.items()} | {
        key: round(float(value), 4) for key, value in single.items()
    }


def _short(values: Array) -> list[float]:
    return [round(float(value), 4) for value in values]


def seen_of(family: Family, x: Sample, head: Array, penalty: float, refits: int) -> dict[str, Any]:
    scale = Scale.of(x)
    task, start = task_of(family, x, scale, head, penalty)
    values = task.fitted(start, ROUNDS)
    result: dict[str, Any] = {
        "centre": _short(scale.centre),
        "spread": _short(scale.spread),
        "curve": curve_of(family, task.form, values),
        "refits": [],
    }
    rng, games = Random(11), range(len(family.games))
    for _ in range(refits):
        drawn, _ = task_of(family, x.of(rng.choices(games, k=len(games))), scale, head, penalty)
        result["refits"].append(curve_of(family, task.form, drawn.fitted(values, ROUNDS)))
    return result


def doubtful(x: Sample, held: Held, scenario: int) -> int:
    """Return the last day of an initial period in which the model is not better than the average."""
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


def families_of(folder: Path, game_id: str) -> list[Family]:
    """Return the models of a game that can be fitted."""
    german = find_game(game_id).sides.index("german")
    result = {}
    for name, scenarios in FAMILIES[game_id].items():
        games = {scenario: all_rows(folder, game_id, scenario) for scenario in scenarios}
        used = [scenario for scenario in scenarios if games[scenario]]
        every = [game for scenario in used for game in games[scenario]]
        if german:  # players are labelled as German and other
            every = [msgspec.structs.replace(game, players=game.players[::-1]) for game in every]
        if len(every) >= FEWEST and len({game.outcome for game in every}) > 1:
            result[name] = used, every
    players = [game.players for _, every in result.values() for game in every]
    names = tuple(sorted({pair[side] for pair in players} - {STAFF}) for side in (0, 1))
    return [Family(name, used, every, (names[0], names[1])) for name, (used, every) in result.items()]


def models_of(folder: Path, game_id: str) -> list[tuple[dict[str, Any], list[Foretold], list[Reliable]]]:
    families = families_of(folder, game_id)
    if not families:
        return []
    reading = reading_of(find_game(game_id, families[0].scenarios[0]))
    seats = [None, *(range(2) if reading.hidden else ())]
    samples = {seat: [family.sample(seat) for family in families] for seat in seats}
    heads = {seat: shared(families, parts) for seat, parts in samples.items()}
    result = []
    for at, (family, tries) in enumerate(zip(families, cross(families, samples[None]), strict=True)):
        x = samples[None][at]
        came, rows = (x.outcome == 2).astype(float), x.tested
        penalty = min(tries, key=lambda p: brier(tries[p].win[rows], came[rows], x.weight[rows]))
        held, tested = tries[penalty], {}
        for number, scenario in enumerate(family.scenarios):
            of = rows & (x.scenario == number)
            tested[scenario] = {
                "games": len({int(g) for g in x.game[of]}),
                "brier": round(brier(held.win[of], came[of], x.weight[of]), 4),
                "average": round(brier(held.mean_win[of], came[of], x.weight[of]), 4),
                "doubtful_until": doubtful(x, held, number),
            }
        counts = Counter(player for g in family.games for player in g.players)
        model = {
            "name": family.name,
            "version": VERSION,
            "rules": reading.game.version,
            "scenarios": family.scenarios,
            "numbers": list(reading.names),
            "games": len(family.games),
            "players": ", ".join(f"{player} {count}" for player, count in counts.most_common()),
            "germans": family.names[0],
            "others": family.names[1],
            "tested": tested,
            "truth": seen_of(family, x, heads[None], penalty, REFITS),
            "views": [
                seen_of(family, samples[side][at], heads[side], penalty, 0)
                for side in seats
                if side is not None
            ],
        }
        print(f"{family.name}: {len(family.games)} games, penalty {penalty}, {tested}", flush=True)
        result.append((model, foretold(game_id, family, x, held), reliable(family.name, x, held)))
    return result


class Foretold(msgspec.Struct):
    """A game predicted by a model that had not seen it: a line of held_out.csv."""

    game: str
    scenario: str
    german: str
    other: str
    came: int  # 1 if the Germans won
    said: float  # the forecast of that, mean of the match
    first: float | None  # ... of its first third
    second: float | None
    last: float | None


class Reliable(msgspec.Struct):
    """Results of positions with similar forecasts: a line of reliability.csv."""

    model: str
    low: float
    high: float
    positions: int
    games: int
    said: float
    came: float


def foretold(game_id: str, family: Family, x: Sample, held: Held) -> list[Foretold]:
    result, third = [], np.minimum(2, (3 * x.elapsed).astype(int))
    for number, game in enumerate(family.games):
        of = x.tested & (x.game == number)
        parts = [held.win[of & (third == part)] for part in range(3)]
        means = [round(float(part.mean()), 4) if len(part) else None for part in parts]
        said = round(float(held.win[of].mean()), 4)
        result.append(Foretold(game_id, game.scenario, *game.players, int(game.outcome == 2), said, *means))
    return result


def reliable(name: str, x: Sample, held: Held) -> list[Reliable]:
    """Return by forecast how often it came true. Each game counts once."""
    result = []
    for low, high in pairwise(BOUNDS):
        of = x.tested & (held.win >= low) & (held.win < (high if high < 1 else 2))
        if of.any():
            said, came = (
                round(float(np.average(values[of], weights=x.weight[of])), 4)
                for values in (held.win, x.outcome == 2)
            )
            games = len(set(x.game[of].tolist()))
            result.append(Reliable(name, low, high, int(of.sum()), games, said, came))
    return result


def difference(games: Sequence[Foretold]) -> tuple[float, float]:
    """Return forecast minus result, and the half-width of its 95 % interval."""
    away = [game.said - game.came for game in games]
    error = stdev(away) / sqrt(len(away)) if len(away) > 1 else 1.0
    return fmean(away), 1.96 * error


def told(models: Sequence[dict[str, Any]], games: Sequence[Foretold], curve: Sequence[Reliable]) -> str:
    """Format the tests as Markdown: by pairing, by forecast, by game."""
    names = dict.fromkeys(game.game for game in games)
    lines = [f"### By pairing: {len(games)} games", ""]
    lines += _head(
        "German",
        "other",
        "games",
        "said",
        "came",
        "difference",
        *(f"in {n.replace('_', ' ')}" for n in names),
    )
    for pair in dict.fromkeys(CYCLE):
        of = [game for game in games if (game.german, game.other) == pair]
        by_game = [_away([game for game in of if game.game == name], True) for name in names]
        said, came = (_percent(fmean(values)) for values in ([g.said for g in of], [g.came for g in of]))
        lines.append(_row(*pair, len(of), said, came, _away(of), *by_game))
    every = [[line for line in curve if line.low == low] for low in BOUNDS[:-1]]
    lines += ["", "### By forecast: all models", ""]
    lines += _head("chance said", "positions", "games", "said on average", "came", "95 %")
    lines += [_row(_between(of[0]), *_joined(of)) for of in every if of]
    for name in names:
        lines += ["", f"### {find_game(name).name}", ""]
        ranges = [f"{100 * low:.0f} to {100 * high:.0f} %" for low, high in pairwise(BOUNDS)]
        lines += _head("model", "games", "Brier", "of the average", "doubtful until", *ranges)
        for model in models:
            if model["game"] == name:
                mine = [line for line in curve if line.model == model["name"]]
                lines += _model_rows(model, {line.low: line for line in mine})
    return "\n".join(lines)


def _model_rows(model: dict[str, Any], curve: dict[float, Reliable]) -> list[str]:
    """Return a row per scenario; the calibration is in the first."""
    lines = []
    for at, (scenario, t) in enumerate(model["tested"].items()):
        name = model["name"] if len(model["tested"]) == 1 else f"{model['name']}: {scenario}"
        until = f"{t['doubtful_until']} December" if t["doubtful_until"] else "never"
        cells = [_came(curve[low]) if low in curve else "" for low in BOUNDS[:-1]]
        scores = f"{t['brier']:.3f}", f"{t['average']:.3f}"
        lines.append(_row(name, t["games"], *scores, until, *(cells if not at else [""] * len(cells))))
    return lines


def _came(line: Reliable) -> str:
    return f"{_percent(line.said)} → {_percent(line.came)} ({line.games})"


def _joined(lines: Sequence[Reliable]) -> tuple[object, ...]:
    games = sum(line.games for line in lines)
    said, came = (
        sum(line.games * getattr(line, what) for line in lines) / games for what in ("said", "came")
    )
    wide = 1.96 * sqrt(max(came * (1 - came), 0.25 / (games + 1)) / games)
    positions = sum(line.positions for line in lines)
    return positions, games, _percent(said), _percent(came), f"±{100 * wide:.0f}"


def _between(line: Reliable) -> str:
    return f"{100 * line.low:.0f} to {100 * line.high:.0f} %"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _away(games: Sequence[Foretold], counted: bool = False) -> str:
    if len(games) < 2:
        return "–"
    mean, wide = difference(games)
    number = f" ({len(games)})" if counted else ""
    return f"{100 * mean:+.0f} ±{100 * wide:.0f}{number}".replace("-", "−")


def _head(*cells: object) -> list[str]:
    return [_row(*cells), _row(*("---" for _ in cells))]


def _row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def csv_of(lines: Sequence[msgspec.Struct]) -> str:
    """Format a line per record."""
    text, names = StringIO(), lines[0].__struct_fields__
    rows = [[getattr(line, name) for name in names] for line in lines]
    csv.writer(text, lineterminator="\n").writerows([names, *rows])
    return text.getvalue()


def toml_of(models: Sequence[dict[str, Any]]) -> str:
    """Format TOML: tables of numbers, a line each."""
    lines = ["# Written by scripts/fit_value.py; docs/explanation/analysis.md tests the models. Do not edit."]
    for model in models:
        lines += ["", "[[model]]"]
        lines += [f"{key} = {_plain(value)}" for key, value in model.items() if not _nested(value)]
        for scenario, tested in model["tested"].items():
            lines += ["", f"[model.tested.{scenario}]", *(f"{k} = {_plain(v)}" for k, v in tested.items())]
        lines += _seen_lines("[model.truth]", "model.truth", model["truth"])
        for view in model["views"]:
            lines += _seen_lines("[[model.views]]", "model.views", view)
    return "\n".join([*lines, ""])


def _seen_lines(head: str, path: str, views: dict[str, Any]) -> list[str]:
    lines = ["", head, f"centre = {_plain(views['centre'])}", f"spread = {_plain(views['spread'])}"]
    lines += ["", f"[{path}.curve]", *(f"{k} = {_plain(v)}" for k, v in views["curve"].items())]
    for refit in views["refits"]:
        lines += ["", f"[[{path}.refits]]", *(f"{k} = {_plain(v)}" for k, v in refit.items())]
    return lines


def _nested(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _plain(value: object) -> str:
    return msgspec.json.encode(value).decode()


def fit(folder: Path) -> None:
    models: list[dict[str, Any]] = []
    games: list[Foretold] = []
    curve: list[Reliable] = []
    for game_id in FAMILIES:
        result = models_of(folder, game_id)
        path = ROOT / "src" / "ardennes" / "after" / "data" / f"{game_id}.toml"
        path.write_text(toml_of([model for model, _, _ in result]), encoding="utf-8")
        for model, of_games, of_curve in result:
            models.append({**model, "game": game_id})
            games += of_games
            curve += of_curve
    (TABLES / "held_out.csv").write_text(csv_of(games), encoding="utf-8")
    (TABLES / "reliability.csv").write_text(csv_of(curve), encoding="utf-8")
    page = ROOT / "docs" / "explanation" / "analysis.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    text = told(models, games, curve)
    page.write_text(f"{before}{MARKS[0]}\n\n{text}\n\n{MARKS[1]}{after}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=600.0, help="limit of CPU time")
    parser.add_argument("--without", action="append", default=[], help="GAME/SCENARIO to skip")
    args = parser.parse_args()
    if args.what == "play":
        play(args.folder, args.minutes, args.without)
    else:
        fit(args.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
