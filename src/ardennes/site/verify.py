"""Replay a rules golden in this Python: in a browser it must give the same positions as everywhere."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec

from ardennes.games import find_game
from ardennes.golden.file import Lines
from ardennes.golden.rules import replay


class Recorded(msgspec.Struct, frozen=True):
    name: str
    text: str  # of a file of tests/golden/rules


def golden(job: Recorded) -> str:
    """Describe the first difference; empty when there is none."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"{job.name}.golden")
        file.write_text(job.text, encoding="utf-8")
        lines = Lines(file)
        _, difference = replay(lines, find_game(Lines(file).head().recipe.game))
    return "" if difference is None else str(difference)
