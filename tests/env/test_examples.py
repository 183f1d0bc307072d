"""The examples run: every cell of the notebook, and the learner."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ardennes.env

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.long
def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((EXAMPLES / "environments.ipynb").read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    names: dict[str, Any] = {}
    for cell in cells:
        exec(compile("".join(cell["source"]), f"cell {cell['id']}", "exec"), names)
    said = capsys.readouterr().out
    assert "is asked" in said
    assert names["env"].play.result is not None
    assert len(names["results"]) == 2


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (EXAMPLES.parent / "docs" / "reference" / "env.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    exec(compile(code, "docs/reference/env.md", "exec"), {})
    assert "the Germans needed" in capsys.readouterr().out


def test_the_learner_finds_what_little_knobs_bring_among_much_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Test the method itself, on artificial matches: four knobs have an effect, two in each direction, chance
    a larger one.
    """
    learner = runpy.run_path(str(EXAMPLES / "learn_plan.py"))
    worth = np.zeros(40)
    worth[[3, 11, 20, 39]] = (1.0, -1.0, 0.7, -0.7)

    def rewards(envs: Any, knobs: Any, seeds: Any) -> Any:
        # from the staff's settings, most changes make it worse
        harm = 0.2 * (np.abs(knobs) * (worth == 0)).sum()
        return np.array([knobs @ worth - harm + np.random.default_rng(seed).normal() for seed in seeds])

    monkeypatch.setitem(learner["learn"].__globals__, "rewards", rewards)
    envs = [SimpleNamespace(knobs=range(40))]
    result = learner["learn"](envs, 2, 300, 8, tell=lambda words: None)
    assert rewards(envs, result, range(10_000, 10_200)).mean() > 2.5
    assert result[3] == 1.0
    assert result[11] == -1.0


def test_a_trial_turns_a_few_knobs_to_other_positions() -> None:
    learner = runpy.run_path(str(EXAMPLES / "learn_plan.py"))
    best = np.tile([-1.0, 0.0, 1.0], 200)
    result = learner["trial"](best, np.random.default_rng(1))
    assert set(result) == {-1.0, 0.0, 1.0}
    assert 0.05 < (result != best).mean() < 0.15


def test_the_best_plan_so_far_runs_every_race_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lose the first match, and still be asked in the last; every plan plays the same matches."""
    learner = runpy.run_path(str(EXAMPLES / "learn_plan.py"))
    plans = [np.full(1, float(at)) for at in range(8)]
    asked: dict[int, list[int]] = {at: [] for at in range(8)}

    def rewards(envs: Any, knobs: Any, seeds: range) -> Any:
        asked[int(knobs[0])] += seeds
        return np.array([knobs[0] if seed == 0 else 10.0 - knobs[0] for seed in seeds])

    monkeypatch.setitem(learner["race"].__globals__, "rewards", rewards)
    winner, worth, first = learner["race"](None, plans, 0, 1)
    assert asked[0] == list(range(first)) == list(range(4))
    assert [len(seeds) for seeds in asked.values()] == [4, 1, 1, 1, 1, 4, 2, 2]
    assert (winner, worth) == (0, 30 / 4)


@pytest.mark.long
def test_the_learner_learns_and_tells_what_it_gained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learner = runpy.run_path(str(EXAMPLES / "learn_plan.py"))
    few = ["--rounds", "1", "--trials", "3", "--matches", "1", "--test", "2"]
    learner["main"]([*few, "--save", str(tmp_path / "plan.json")])
    said = capsys.readouterr().out
    assert "on 2 new matches against rush: staff" in said
    knobs = json.loads((tmp_path / "plan.json").read_text(encoding="utf-8"))
    assert len(knobs) == len(ardennes.env.plan("wave_of_terror", "allied", "rush", "skyline").knobs)
    learner["main"](["--load", str(tmp_path / "plan.json"), "--test", "2"])
    assert capsys.readouterr().out.splitlines()[-1] == said.splitlines()[-1]
