"""Records: a data file is read by the types of its fields, and an error gives location and remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from ardennes.kernel.datafile import DataFileError
from ardennes.kernel.schema import (
    WORKED,
    Cell,
    Name,
    OneOf,
    Record,
    read_each,
    read_record,
    read_records,
    read_sections,
    read_values,
)

SIDES = ("german", "allied")


def _halves(text: str) -> int:
    halves = 2 * float(text)
    if halves != int(halves):
        raise ValueError
    return int(halves)


class Counter(Record, frozen=True):
    id: Name
    side: Annotated[int, OneOf(SIDES)]
    size: Literal["division", "brigade"]
    factor: Annotated[int, msgspec.Meta(ge=0, le=20)]
    points: Annotated[int, Cell(_halves, "whole or half points, like 1 or 0.5")]
    motor: bool
    traits: tuple[Name, ...]
    notes: str
    edge: Literal["N", "S"] | None
    one_to_two: Name = msgspec.field(name="1:2")

    def __post_init__(self) -> None:
        if self.edge and not self.factor:
            self.fail("edge", "nothing for a unit without a factor")


class Movement(Record, frozen=True):
    bonus: Annotated[int, msgspec.Meta(ge=0, le=9)]
    rules: tuple[Name, ...]


class Constants(Record, frozen=True):
    turns: Annotated[int, msgspec.Meta(ge=1, le=99)]
    movement: Movement
    open: bool = False


HEAD = "id,side,size,factor,points,motor,traits,notes,edge,1:2\n"
GOOD = "A,allied,brigade,3,1.5,yes,fast bold,,N,D2\n"


def table(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "units.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_row_is_read_by_its_types(tmp_path: Path) -> None:
    (unit,) = read_records(table(tmp_path, HEAD + GOOD), Counter)
    assert (unit.id, unit.side, unit.size, unit.factor, unit.points) == ("A", 1, "brigade", 3, 3)
    assert (unit.motor, unit.traits, unit.notes, unit.edge, unit.one_to_two) == (
        True,
        ("fast", "bold"),
        "",
        "N",
        "D2",
    )
    assert unit.line == 2


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (",allied,brigade,3,1,yes,,,,D2", "line 2, id: found ''; expected some text"),
        ("A,british,brigade,3,1,yes,,,,D2", "line 2, side: found 'british'; expected 'german' or 'allied'"),
        ("A,allied,corps,3,1,yes,,,,D2", "line 2, size: found 'corps'; expected 'division' or 'brigade'"),
        (
            "A,allied,brigade,21,1,yes,,,,D2",
            "line 2, factor: found '21'; expected a whole number from 0 to 20",
        ),
        ("A,allied,brigade,1_0,1,yes,,,,D2", "line 2, factor: found '1_0'"),
        ("A,allied,brigade,3,0.3,yes,,,,D2", "line 2, points: found '0.3'; expected whole or half points"),
        ("A,allied,brigade,3,nan,yes,,,,D2", "line 2, points: found 'nan'"),
        ("A,allied,brigade,3,1,true,,,,D2", "line 2, motor: found 'true'; expected 'yes' or 'no'"),
        ("A,allied,brigade,3,1,yes,,,W,D2", "line 2, edge: found 'W'; expected 'N' or 'S', or nothing"),
        ("A,allied,brigade,0,1,yes,,,N,D2", "line 2, edge: found 'N'; expected nothing for a unit without"),
        ("A,allied,brigade,3,1,yes,,,,", "line 2, 1:2: found ''; expected some text"),
    ],
)
def test_a_mistake_in_a_row_gives_line_field_and_remedy(tmp_path: Path, row: str, message: str) -> None:
    with pytest.raises(DataFileError) as error:
        read_records(table(tmp_path, HEAD + row + "\n"), Counter)
    assert message in str(error.value)


def test_a_missing_column_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match="no column 'notes'"):
        read_records(table(tmp_path, HEAD.replace("notes,", "") + "A,allied,brigade,3,1,yes,,,D2\n"), Counter)


def toml(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "constants.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_toml_file_is_a_record_with_records_in_it(tmp_path: Path) -> None:
    result = read_record(
        toml(tmp_path, 'turns = 12\n[movement]\nbonus = 2\nrules = ["TIA-MOVE-3"]\n'), Constants
    )
    assert (result.turns, result.movement.bonus, result.movement.rules, result.open) == (
        12,
        2,
        ("TIA-MOVE-3",),
        False,
    )


def test_tables_that_are_alike_are_read_by_name(tmp_path: Path) -> None:
    text = "[road]\nbonus = 2\nrules = []\n[rail]\nbonus = 9\nrules = []\n"
    assert [(key, result.bonus) for key, result in read_sections(toml(tmp_path, text), Movement).items()] == [
        ("road", 2),
        ("rail", 9),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turns = 12\n", "field movement: found nothing; expected a table [movement]"),
        (
            "turns = 0\n[movement]\nbonus = 2\nrules = []\n",
            "field turns: found 0; expected a whole number from 1",
        ),
        ("turns = true\n[movement]\nbonus = 2\nrules = []\n", "field turns: found True"),
        ("turns = 1\n[movement]\nbonus = 2\n", "field movement.rules: found nothing"),
        (
            "turns = 1\n[movement]\nbonus = 2\nrules = [1]\n",
            "field movement.rules: found [1]; expected a list, each some text",
        ),
        (
            "turns = 1\nturn = 1\n[movement]\nbonus = 2\nrules = []\n",
            "field turn: found an unknown field",
        ),
        (
            "turns = 1\nopen = 1\n[movement]\nbonus = 2\nrules = []\n",
            "field open: found 1; expected true or false",
        ),
    ],
)
def test_a_mistake_in_toml_gives_field_and_remedy(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataFileError) as error:
        read_record(toml(tmp_path, text), Constants)
    assert message in str(error.value)


class Chance(Record, frozen=True):
    for_readers = ("why",)

    key: str
    percent: Annotated[int, msgspec.Meta(ge=0, le=100)]
    sure: Annotated[bool, WORKED] = False


def test_each_word_has_its_row_and_what_is_computed_is_no_column(tmp_path: Path) -> None:
    path = table(tmp_path, "key,why,percent\nfog,,30\nclear,dry,70\n")
    result = read_each(path, Chance, "key", ("clear", "fog"))
    assert [(word, row.percent, row.sure) for word, row in result.items()] == [
        ("clear", 70, False),
        ("fog", 30, False),
    ]
    with pytest.raises(DataFileError, match="a row for 'rain' too"):
        read_each(path, Chance, "key", ("clear", "fog", "rain"))
    with pytest.raises(DataFileError, match="line 3, percent: found '30'; expected a value not yet used"):
        read_records(table(tmp_path, "key,why,percent\nfog,,30\nclear,,30\n"), Chance, ("key",), ("percent",))


class Numbers(Record, frozen=True, rename="upper"):
    turns: Annotated[int, msgspec.Meta(ge=1, le=9)]
    place_of: Name


def test_a_row_for_each_field(tmp_path: Path) -> None:
    path = table(tmp_path, "name,value,rule\nPLACE_OF,Spa,R-1\nTURNS,7,R-2\n")
    result = read_values(path, Numbers, "name", "rule")
    assert (result.turns, result.place_of) == (7, "Spa")
    path = table(tmp_path, "name,value,rule\nPLACE_OF,Spa,R-1\nTURNS,70,R-2\n")
    with pytest.raises(DataFileError, match="line 3, value: found '70'; expected a whole number from 1 to 9"):
        read_values(path, Numbers, "name", "rule")
