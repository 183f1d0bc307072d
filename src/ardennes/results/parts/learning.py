"""The learner of docs/reference/env.md: what a learned plan gains over the unchanged staff."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from ardennes.errors import UserError
from ardennes.results.data import Row
from ardennes.results.part import Part, Work, markdown, version_key

EXAMPLE = Path(__file__).resolve().parents[4] / "examples" / "learn_plan.py"
GAME, SCENARIO, SIDE = "wave_of_terror", "skyline", "allied"
LESSONS = {"rush": ("rush",), "rush and staff": ("rush", "staff")}  # by name: the opponents learned from
OPPONENTS = ("rush", "staff", "stubborn", "end_run")  # compared against
LEARN_FROM = {"rush": 1_120_001, "rush and staff": 1_130_001}  # first seed
FIRST, GAMES = 1_140_001, 200  # of the new matches


def measure(work: Work) -> Sequence[Mapping[str, Any]]:
    return list(_rows(work))


def _rows(work: Work) -> Iterator[Mapping[str, Any]]:
    example = _load()
    version = version_key(GAME)
    for lesson, opponents in LESSONS.items():
        slug = lesson.replace(" ", "_")
        learn = partial(_learn, example, opponents, LEARN_FROM[lesson])
        knobs = work.cached(f"learning-{slug}-{version}", learn)
        for opponent in OPPONENTS:
            compare = partial(_compare, example, knobs, opponent)
            result = work.cached(f"learning-{slug}-against-{opponent}-{version}", compare)
            yield {
                "learned_against": lesson,
                "opponent": opponent,
                "met": "yes" if opponent in opponents else "no",
                "matches": GAMES,
                "turned": sum(1 for knob in knobs if knob),
                **{name.replace(" ", "_"): round(value, 3) for name, value in result.items()},
            }


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn_plan", EXAMPLE)
    if spec is None or spec.loader is None:
        raise UserError(f"cannot load {EXAMPLE}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _environment(opponent: str) -> Any:
    import ardennes.env  # needs the extra `env`

    return ardennes.env.plan(GAME, SIDE, opponent, SCENARIO, reward="margin")


def _learn(example: ModuleType, opponents: Sequence[str], first: int) -> list[float]:
    environments = [_environment(opponent) for opponent in opponents]
    return [float(knob) for knob in example.learn(environments, 4, 300, 16, first)]


def _compare(example: ModuleType, knobs: Sequence[float], opponent: str) -> dict[str, float]:
    import numpy as np

    result: dict[str, float] = example.compare(
        [_environment(opponent)], np.array(knobs), range(FIRST, FIRST + GAMES)
    )
    return result


def _table(rows: Sequence[Row]) -> list[str]:
    header = ("learned against", "opponent", "the staff", "the learned plan", "gained, 95 %")
    return markdown(header, (_cells(row) for row in rows))


def _cells(row: Row) -> tuple[str, ...]:
    opponent = f"`{row['opponent']}`" + ("" if row["met"] == "yes" else ", never met")
    staff = f"{float(row['staff']):+.2f} ({float(row['staff_won']):.0%} won)"
    learned = f"{float(row['learned']):+.2f} ({float(row['learned_won']):.0%} won)"
    gained = f"{float(row['gained']):+.2f} ± {float(row['error']):.2f}"
    return row["learned_against"], opponent, *(cell.replace("%", " %") for cell in (staff, learned)), gained


PART = Part(
    name="learning",
    about="what a learned plan gains over the staff on the Skyline Drive (about fifteen minutes)",
    games=(GAME,),
    seeds=f"{FIRST} to {FIRST + GAMES - 1}, learned from {', '.join(map(str, LEARN_FROM.values()))} on",
    measure=measure,
    tables={"learning": _table},
)
