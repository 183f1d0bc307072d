"""A recorded match played again where this runs: in a browser it must come out as it does everywhere."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec

from ardennes.games import find_game
from ardennes.golden.file import read
from ardennes.golden.replay import replay


class Recorded(msgspec.Struct, frozen=True):
    name: str
    text: str  # of a file of tests/golden


def golden(job: Recorded) -> str:
    """The first difference, in words; empty when there is none."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"{job.name}.golden")
        file.write_text(job.text, encoding="utf-8")
        difference = replay(read(file), find_game)
    return "" if difference is None else str(difference)
