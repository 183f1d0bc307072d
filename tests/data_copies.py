"""Changed copies of a game's data folder, to test the loaders' messages."""

from __future__ import annotations

import shutil
from pathlib import Path

from ardennes.kernel import datafile

GAMES = Path(datafile.__file__).parents[1] / "games"


def copied(game: str, into: Path) -> Path:
    return Path(shutil.copytree(GAMES / game / "data", into / "data"))


def edit(folder: Path, name: str, old: str, new: str) -> None:
    """Change a text that occurs once in a file."""
    text = (folder / name).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} must stand once in {name}"
    (folder / name).write_text(text.replace(old, new), encoding="utf-8")
