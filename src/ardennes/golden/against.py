"""Replay a golden file with the code of another commit and compare both results."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.golden import replay_script, rules
from ardennes.golden.changes import changes
from ardennes.golden.file import Lines
from ardennes.golden.matches import Difference

REPOSITORY = Path(__file__).resolve().parents[3]
TIMEOUT = 300  # seconds


@contextmanager
def code_of(revision: str) -> Iterator[Path]:
    """Extract the package's source from a commit into a temporary folder."""
    done = subprocess.run(
        ["git", "-C", str(REPOSITORY), "archive", "--format=tar", revision, "src"],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise UserError(f"--against {revision}: git says: {done.stderr.decode().strip()}")
    with tempfile.TemporaryDirectory(prefix="ardennes-against-") as folder:
        with tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder, "src")


def compare(path: Path, difference: Difference, source: Path, revision: str) -> str:
    """Show both values of every field that differs after an order, or say why there are none."""
    golden = rules.read(Lines(path))
    job = _job(golden, difference.order)
    old, new = _states(job, source), _states(job, Path(rules.__file__).parents[2])
    if "failed" in old:
        return f"  {revision} cannot give these orders: {old['failed']}"
    if "failed" in new:
        return f"  after the order in {revision}\n" + "\n".join(f"    {line}" for line in _changes(old))
    if old["after"] == new["after"]:
        return f"  {revision} gives the same position as the present code; neither gives the recorded one."
    ours, theirs = _changed(new), _changed(old)
    lines = []
    for name in (*theirs, *(name for name in ours if name not in theirs)):
        if new["after"].get(name) != old["after"].get(name):
            lines += [
                f"  {name}",
                f"    {revision:<9} {theirs.get(name, 'unchanged')}",
                f"    now       {ours.get(name, 'unchanged')}",
            ]
    return "\n".join(lines)


def _job(golden: rules.RulesGolden, order: int) -> dict[str, Any]:
    recipe = golden.golden.recipe
    game = find_game(recipe.game)
    steps = golden.steps[: order or None]
    return {
        "game": recipe.game,
        "scenario": recipe.scenario,
        "options": recipe.options,
        "seed": recipe.seed,
        "orders": [
            [game.sides.index(step.given.side), msgspec.to_builtins(step.given.order(game))] for step in steps
        ],
    }


def _states(job: dict[str, Any], source: Path) -> dict[str, Any]:
    """Return the state before and after the last order, computed by the code of a folder."""
    done = subprocess.run(
        [sys.executable, "-c", Path(replay_script.__file__).read_text(encoding="utf-8")],
        input=msgspec.json.encode(job),
        env={"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    if done.returncode:
        return {"failed": done.stderr.decode().strip().rpartition("\n")[2]}
    states: dict[str, Any] = msgspec.json.decode(done.stdout)
    return states


def _changes(states: dict[str, Any]) -> list[str]:
    """What the last order changed. A field that one of the two does not have counts as null."""
    before, after = states["before"], states["after"]
    return changes({name: before.get(name) for name in after}, after, states["boards"])


def _changed(states: dict[str, Any]) -> dict[str, str]:
    return {line.split(" ", 1)[0]: line.partition(" ")[2] for line in _changes(states)}
