"""Invalid data files are reported with file, line or field, what was found, and what is expected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ardennes.cases.fields import Fields
from ardennes.errors import UserError
from ardennes.kernel.datafile import (
    DataFileError,
    Row,
    Section,
    Values,
    one_of,
    read_table,
    read_toml,
    unique,
)

COLUMNS = ("id", "kind", "factor", "ss")
WHOLE, NUMBER = "a whole number from 0 to 9", "a number from 0 to 9"
GOOD = "id,kind,factor,ss\nA,armor,4,yes\nB,infantry,2,no\n"


def table(tmp_path: Path, text: str | bytes) -> list[Row]:
    path = tmp_path / "units.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_table(path, COLUMNS)


def row(tmp_path: Path, line: str) -> Row:
    return table(tmp_path, f"id,kind,factor,ss\nZ,armor,1,no\n{line}\n")[1]


def section(tmp_path: Path, text: str) -> Section:
    path = tmp_path / "numbers.toml"
    path.write_text(text)
    return read_toml(path)


def test_a_good_table_is_read_with_lines(tmp_path: Path) -> None:
    rows = table(tmp_path, GOOD)
    assert [(r.line, r.name("id"), r.number("factor", 0, 9), r.flag("ss")) for r in rows] == [
        (2, "A", 4, True),
        (3, "B", 2, False),
    ]
    assert rows[0].choice("kind", ("infantry", "armor")) == 1


def test_columns_may_stand_in_any_order_and_blank_lines_and_spaces_do_not_matter(tmp_path: Path) -> None:
    rows = table(tmp_path, "ss,id,factor,kind\n\nno, A ,4,armor\n")
    assert (rows[0].line, rows[0].name("id"), rows[0].text("kind")) == (3, "A", "armor")


def test_a_quoted_field_may_hold_commas_and_line_ends(tmp_path: Path) -> None:
    rows = table(tmp_path, 'id,kind,factor,ss\n"A, first\nhalf",armor,4,no\nB,armor,1,no\n')
    assert rows[0].name("id") == "A, first\nhalf"
    assert rows[1].line == 4


def test_remarks_may_stand_above_the_column_names(tmp_path: Path) -> None:
    rows = table(tmp_path, '# Units, "all" of them.\n# Reconstructed.\nid,kind,factor,ss\n#A,armor,4,no\n')
    assert (rows[0].line, rows[0].name("id")) == (4, "#A")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# Units.\nid,kind,factor\nA,armor,4\n", ["line 2", "no column 'ss'"]),
        ('# Units.\nid,kind,factor,ss\n"A"x,armor,4,no\n', ["line 3", "broken quoting"]),
        ("", ["line 1", "no column 'id', 'kind', 'factor', 'ss'", "the columns id,kind,factor,ss"]),
        ("id,kind,factor\nA,armor,4\n", ["line 1", "no column 'ss'"]),
        ("id,kind,factor,ss,colour\nA,armor,4,no,red\n", ["line 1", "unknown column 'colour'"]),
        ("id,kind,factor,ss,ss\nA,armor,4,no,no\n", ["line 1", "twice the column 'ss'"]),
        ("id,kind,factor,ss\n", ["no rows", "at least one row"]),
        ("id,kind,factor,ss\nA,armor,4,no\nB,armor\n", ["line 3", "2 fields", "expected 4"]),
        ('id,kind,factor,ss\n"A"x,armor,4,no\n', ["line 2", "broken quoting", "valid CSV"]),
        (b"id,kind,factor,ss\nA\xff,armor,4,no\n", ["byte 20", "not UTF-8", "UTF-8"]),
    ],
)
def test_a_broken_table(tmp_path: Path, text: str | bytes, words: list[str]) -> None:
    with pytest.raises(DataFileError) as caught:
        table(tmp_path, text)
    for word in ["units.csv", *words]:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("line", "read", "message"),
    [
        ("A,armor,many,no", lambda r: r.number("factor", 0, 9), f"'many'; expected {WHOLE}."),
        ("A,armor,10,no", lambda r: r.number("factor", 0, 9), f"'10'; expected {WHOLE}."),
        ("A,armor,1.5,no", lambda r: r.number("factor", 0, 9), f"'1.5'; expected {WHOLE}."),
        ("A,armor,-,no", lambda r: r.number("factor", 0, 9), f"'-'; expected {WHOLE}."),
        ("A,armor,x,no", lambda r: r.decimal("factor", 0, 9), f"'x'; expected {NUMBER}."),
        ("A,armor,9.5,no", lambda r: r.decimal("factor", 0, 9), f"'9.5'; expected {NUMBER}."),
        ("A,armor,nan,no", lambda r: r.decimal("factor", 0, 9), f"'nan'; expected {NUMBER}."),
        (",armor,1,no", lambda r: r.name("id"), "nothing; expected some text."),
        ("A,tank,1,no", lambda r: r.choice("kind", ("armor", "")), "'tank'; expected 'armor' or nothing."),
        ("A,armor,1,maybe", lambda r: r.flag("ss"), "'maybe'; expected 'yes' or 'no'."),
        ("A,red big,1,no", lambda r: r.words("kind", ("big",)), "'red'; expected words out of 'big'."),
    ],
)
def test_a_broken_field(tmp_path: Path, line: str, read: Callable[[Row], object], message: str) -> None:
    with pytest.raises(DataFileError) as caught:
        read(row(tmp_path, line))
    assert "units.csv, line 3, " in str(caught.value)
    assert str(caught.value).endswith(f": found {message}")


def test_numbers_with_a_sign_and_decimals_are_read(tmp_path: Path) -> None:
    assert row(tmp_path, "A,armor,-1,no").number("factor", -9, 9) == -1
    assert row(tmp_path, "A,armor,+1,no").number("factor", -9, 9) == 1
    assert row(tmp_path, "A,armor,0.5,no").decimal("factor", 0, 9) == 0.5


def test_doubles_are_refused_whatever_their_capitals(tmp_path: Path) -> None:
    rows = table(tmp_path, "id,kind,factor,ss\nA,armor,4,no\na,infantry,2,no\n")
    unique(rows, "kind")
    with pytest.raises(DataFileError, match=r"line 3, id: found 'a'; expected a value not yet used \(line 2"):
        unique(rows, "id")


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"gone\.csv: found no such file; expected a readable file"):
        read_table(tmp_path / "gone.csv", COLUMNS)
    with pytest.raises(DataFileError, match="found a folder; expected a file"):
        read_toml(tmp_path)


def test_a_data_file_error_is_an_error_for_the_user() -> None:
    assert issubclass(DataFileError, UserError)


TOML = 'turns = 12\nname = "x"\nopen = true\nlist = ["a", "b"]\n[air.snow]\ngerman = 1\n'


def test_a_good_toml_file(tmp_path: Path) -> None:
    top = section(tmp_path, TOML)
    assert top.number("turns", 1, 99) == 12
    assert top.text("name") == "x"
    assert top.flag("open")
    assert top.texts("list") == ("a", "b")
    assert top.choice("name", ("y", "x")) == 1
    assert [key for key, _ in top.section("air").sections()] == ["snow"]
    assert top.section("air").section("snow").number("german", 0, 9) == 1


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (
            lambda s: s.number("days", 1, 9),
            "field days: found nothing; expected a whole number from 1 to 9.",
        ),
        (lambda s: s.number("turns", 1, 9), "field turns: found 12; expected a whole number from 1 to 9."),
        (lambda s: s.number("open", 0, 9), f"field open: found True; expected {WHOLE}."),
        (lambda s: s.number("name", 0, 9), f"field name: found 'x'; expected {WHOLE}."),
        (lambda s: s.text("turns"), "field turns: found 12; expected a text in quotes."),
        (lambda s: s.flag("turns"), "field turns: found 12; expected true or false."),
        (lambda s: s.texts("name"), "field name: found 'x'; expected a list of texts."),
        (lambda s: s.choice("name", ("a", "b")), "field name: found 'x'; expected 'a' or 'b'."),
        (lambda s: s.section("turns"), "field turns: found 12; expected a table [turns]."),
        (
            lambda s: s.section("air").section("fog"),
            "field air.fog: found nothing; expected a table [air.fog].",
        ),
        (
            lambda s: s.section("air").section("snow").only(("allied",)),
            "field air.snow.german: found an unknown field; expected one of the fields allied.",
        ),
    ],
)
def test_a_broken_toml_field(tmp_path: Path, read: Callable[[Section], object], message: str) -> None:
    with pytest.raises(DataFileError) as caught:
        read(section(tmp_path, TOML))
    assert "numbers.toml, " in str(caught.value)
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize(
    "read",
    [
        lambda v: v.text("turns"),
        lambda v: v.text("gone"),
        lambda v: v.whole("turns", 1, 9),
        lambda v: v.flag("name"),
        lambda v: v.only(("turn", "name")),
    ],
)
def test_a_case_and_a_data_file_tell_a_mistake_in_the_same_words(read: Callable[[Values], object]) -> None:
    reported = []
    for values in (Section("x.toml", "top", {"turns": 12}), Fields("x.toml", "one", "top", {"turns": 12})):
        with pytest.raises(UserError) as caught:
            read(values)
        reported.append(str(caught.value).replace("case one, ", ""))
    assert reported[0] == reported[1]
    assert "x.toml, field top." in reported[0]


def test_broken_toml_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"numbers\.toml, line 2: found invalid TOML"):
        section(tmp_path, "turns = 12\nname = \n")


def test_words_for_a_message() -> None:
    assert one_of(("a",)) == "'a'"
    assert one_of(("a", "b", "")) == "'a', 'b' or nothing"
