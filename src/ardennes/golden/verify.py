"""Replay golden files of every kind and report the first difference of each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ardennes.golden import counts, play, rules, wording
from ardennes.golden.file import FOLDER, PLAY, RULES, WORDING, Lines
from ardennes.golden.matches import Difference
from ardennes.kernel.contract import AnyGame

REPLAY: dict[str, Callable[[Lines, AnyGame], tuple[int, Difference | None]]] = {
    RULES: rules.replay,
    WORDING: wording.replay,
    PLAY: play.replay,
}


def verify(path: Path, find_game: Callable[[str], AnyGame]) -> tuple[str, int, Difference | None]:
    """Replay a golden file; return its name, how many orders it has, and the first difference."""
    golden = Lines(path).head()
    count, difference = REPLAY[golden.kind](Lines(path), find_game(golden.recipe.game))
    return golden.full_name, count, difference


def verify_counts(folder: Path = FOLDER) -> list[str]:
    """Count legal orders again; return a line for each position where the counts differ."""
    return [
        f"rules/counts.txt: legal orders after order {at.orders} of {at.match}\n"
        f"    recorded  {at.counts}\n    now       {now}"
        for at in counts.read(folder)
        if (now := counts.count(folder, at)) != at.counts
    ]
