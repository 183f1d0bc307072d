"""The sheet's data files: an error gives file, line and what is expected."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ardennes.games.playsheet.rules.tables.scale import starting_status
from ardennes.games.playsheet.schema.sheet import load_sheet
from ardennes.kernel.datafile import DataFileError, read_table

DATA = Path(__file__).resolve().parents[3] / "src" / "ardennes" / "games" / "playsheet" / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in DATA.glob("*.csv"):
        shutil.copy(path, tmp_path)
    return tmp_path


def change(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("movement.csv", "motorised,close,18", "motorised,close,far", "a whole number from 1 to 500"),
        ("movement.csv", "tanks_spg,marsh,8,18,64,impossible\n", "", "a row for 'marsh' too"),
        ("movement_modifiers.csv", "1/4", "quarter", "a number or a fraction"),
        ("combat_factors.csv", "combined_arms,", "combined,", "'combined_arms'"),
        ("results.csv", "success,8-11,12-19,8", "success,8-11,12-19,eight", "a whole number from -99 to 99"),
        ("flak.csv", "light,landing_or_drop_within_2km,5-6,4,1-3,NE,NE,NE,DAM,LOSS,LOSS\n", "",
         "a row for light, 'landing_or_drop_within_2km' too"),
        ("interdiction.csv", "\n3,5-6", "\n4,5-6", "3, for rows are numbered"),
        ("fighter_combat.csv", "1,Lose", "1,Loose", "'Win', 'Draw' or 'Lose'"),
        ("air_recce.csv", "direction+type+size", "all", "'direction+type+size'"),
        ("sheet_constants.csv", "area_km,4,OPS-INT-2,printed\n", "", "a row for 'area_km' too"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported(folder: Path, name: str, old: str, new: str, message: str) -> None:
    change(folder, name, old, new)
    with pytest.raises(DataFileError) as error:
        load_sheet(folder)
    assert name in str(error.value)
    assert message in str(error.value)


def test_a_designers_copy_is_read(folder: Path) -> None:
    change(folder, "sheet_constants.csv", "combat_value_per_status,6", "combat_value_per_status,5")
    assert starting_status(load_sheet(folder), 45) == 9


def test_the_table_of_starting_status_is_the_rule() -> None:
    for row in read_table(DATA / "status_by_combat_value.csv", ("combat_value", "status")):
        value = row.number("combat_value", 1, 99)
        assert starting_status(load_sheet(), value) == row.number("status", 1, 99)
