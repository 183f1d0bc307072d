"""An error in the map files of Wave of Terror gives file, line and remedy."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ardennes.games.wave_of_terror.schema.map import load_board
from ardennes.games.wave_of_terror.schema.terms import data_file
from ardennes.kernel.datafile import DataFileError


def own_copy(folder: Path) -> None:
    """A designer's folder with the files of the map."""
    for name in ("map/hexes.csv", "map/hexsides.csv", "waters.csv", "blown_bridges.csv"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(str(data_file(name)), folder / name)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("map/hexes.csv", "\nE3119,", "\nX3119,", r"line \d+, hex: found 'X3119'; expected a sheet"),
        ("map/hexes.csv", "\nE1005,", "\nW3805,", r"hex: found 'W3805'; expected the joined column"),
        ("map/hexes.csv", "E2033,clear", "E2033,swamp", r"terrain: found 'swamp'; expected 'clear'"),
        ("map/hexsides.csv", ",Meuse,", ",Maas,", r"line \d+, river: found 'Maas'; expected a water"),
        ("waters.csv", "Meuse,major", "Meuse,great", r"line \d+, class: found 'great'; expected 'major'"),
        (
            "blown_bridges.csv",
            "E3435,E3534",
            "E3434,E3534",
            r"blown_bridges\.csv, line \d+, allied_hex: found 'E3434'; expected a bridge of map/",
        ),
        (
            "blown_bridges.csv",
            "E3435,E3534",
            "E3433,E3539",
            r"blown_bridges\.csv, line \d+, german_hex: found 'E3539'; expected a hex that touches E3433",
        ),
    ],
)
def test_a_broken_map_is_reported_by_line_and_remedy(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    own_copy(tmp_path)
    text = (tmp_path / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataFileError, match=message):
        load_board(tmp_path)


@pytest.mark.parametrize("what", ["blocked", "edge_road"])
def test_what_cannot_be_is_refused(tmp_path: Path, what: str) -> None:
    """WOT-MAP-43, WOT-MAP-44: a blocked hexside on the front, a road that leaves the map in its middle."""
    own_copy(tmp_path)
    file = tmp_path / ("map/hexsides.csv" if what == "blocked" else "map/hexes.csv")
    lines = file.read_text(encoding="utf-8").split("\n")
    column = lines[0].split(",").index(what)
    start = "E3900,E4000," if what == "blocked" else "E2033,"
    at = next(k for k, line in enumerate(lines) if line.startswith(start))
    fields = lines[at].split(",")
    lines[at] = ",".join([*fields[:column], "yes", *fields[column + 1 :]])
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataFileError, match=rf"line {at + 1}, {what}: found 'yes'; expected"):
        load_board(tmp_path)
