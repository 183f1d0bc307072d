"""Data files damaged at random: a game loads what is still valid, and reports every other file clearly.

More: ARDENNES_FUZZ_GAMES=400 ./test tests/fuzz/test_damaged_data.py, or --slow for sixteen times as much.
"""

from __future__ import annotations

import csv
import io
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ardennes.errors import UserError
from ardennes.games.breakthrough.schema.world import World as Breakthrough
from ardennes.games.playsheet.schema.world import World as Playsheet
from ardennes.games.tigers.schema.world import World as Tigers
from ardennes.games.wave_of_terror.schema.world import World as WaveOfTerror
from ardennes.kernel.options import read_options
from tests.data_copies import copied

ASKED = int(os.environ.get("ARDENNES_FUZZ_GAMES", "24"))
DAMAGES = ASKED // 2  # damaged files of a game in one test
PARTS = [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, 16))]
WORLDS: dict[str, Callable[[Path], Any]] = {
    "tigers": lambda folder: Tigers(folder=folder),
    "breakthrough": lambda folder: Breakthrough(folder=folder),
    "wave_of_terror": lambda folder: WaveOfTerror(folder=folder),
    "playsheet": lambda folder: Playsheet(folder=folder),
}
FOR_OTHERS = ("map.toml", "art.toml")  # read by the map compiler, not by the game
LONG = "9" * 5000
DEEP = "[" * 2000 + "]" * 2000
CELLS: tuple[str, ...] = ("", "x", "-1", "0", "7", "99", "99999", "nan", "1e999", "1/0", "½", "yes", "16,21")
CELLS += (LONG, f"-{LONG}", "-0", "٣", "1_000", "²", "\0")
VALUES: tuple[str, ...] = ('""', '"x"', "-1", "0", "99", "true", "[]", "{}", "1.5", "nan", '["a"]')
VALUES += (LONG, "1e999", "-0", "٣", "1_000", DEEP, '"\0"', "1" + "0" * 300)


def damaged(text: str, table: bool, rng: Random) -> tuple[str, bytes]:
    """Return a description of the damage, and the damaged file."""
    lines = text.splitlines()
    head = next(at for at, line in enumerate(lines) if not line.startswith("#"))
    body = range(head + 1, len(lines))
    kind = rng.randrange(12)
    at = rng.choice(body)
    if kind == 0:
        return "empty", b""
    if kind == 1:
        return "not text", b"\xff\xfe\x00" + text.encode()
    if kind == 2:
        return "cut off", text.encode()[: rng.randrange(len(text))]
    if kind == 3:
        return "no column names", "\n".join(lines[:head] + lines[head + 1 :]).encode()
    if kind == 4:
        return f"line {at + 1} twice", "\n".join([*lines, lines[at]]).encode()
    if kind < 8:
        return f"line {at + 1} gone: {lines[at]}", "\n".join(lines[:at] + lines[at + 1 :]).encode()
    if table:
        cells = next(csv.reader([lines[at]]), [""])
        cells[rng.randrange(len(cells))] = rng.choice(CELLS)
        out = io.StringIO()
        csv.writer(out, lineterminator="").writerow(cells)
        lines[at] = out.getvalue()
    elif "=" in lines[at]:
        lines[at] = f"{lines[at].partition('=')[0]}= {rng.choice(VALUES)}"
    return f"line {at + 1} is {lines[at]}", "\n".join(lines).encode()


def files(folder: Path) -> list[Path]:
    result = [path for path in sorted(folder.rglob("*")) if path.suffix in (".csv", ".toml")]
    return [path for path in result if path.name not in FOR_OTHERS and path.parent.name != "pins"]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", WORLDS)
def test_a_damaged_file_is_used_or_reported(game: str, part: int, tmp_path: Path) -> None:
    rng = Random(f"{game} {part} damaged")
    faults, reported = [], 0
    for number in range(DAMAGES):
        # Use a new folder every time, because data is cached by folder.
        folder = copied(game, tmp_path / str(number))
        path = rng.choice(files(folder))
        what, data = damaged(path.read_text(encoding="utf-8"), path.suffix == ".csv", rng)
        path.write_bytes(data)
        try:
            WORLDS[game](folder)
            read_options(folder / "options.toml")
        except UserError as error:
            reported += 1
            if str(folder) not in str(
                error
            ):  # the error may show in another file, but the message names a file
                faults.append(f"{path.relative_to(folder)}, {what}: no file is named: {error}")
        except Exception as error:
            faults.append(f"{path.relative_to(folder)}, {what}: {type(error).__name__}: {error}")
        shutil.rmtree(folder)
    assert not faults, "\n".join(faults)
    assert reported, "no damage was noticed"
