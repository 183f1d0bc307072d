"""Find the line of a field in a TOML text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ardennes.toml_lines import lines_of, place, written

TEXT = '''# a remark = 1
question = "a = b"  # not a key = 2
long = """
  inner = 1
  [no.table]"""
[stop]
games = 4
"look, out" = { every = 5, by.hand = [1, 2] }
[[vary]]
name = 'one ] = "'
values = [
  1,   # the first
  [2, 3], { deep = true },
]
[[vary.level]]
x.y = 1
[[vary.level]]
x = 2
[vary.level.change."crt.csv"]
6 = { "3:1" = "D1" }
[[vary]]
[[vary.level]]
x = 3
'''


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("question", 2),
        ("long", 3),
        ("stop", 6),
        ("stop.games", 7),
        ("stop.look, out.by.hand[2]", 8),
        ("vary", 9),
        ("vary[1].name", 10),
        ("vary[1].values[2][1]", 13),
        ("vary[1].values[3].deep", 13),
        ("vary[1].level[1].x.y", 16),
        ("vary[1].level[2].x", 18),
        ("vary[1].level[2].change.crt.csv.6.3:1", 20),
        ("vary[2]", 21),
        ("vary[2].level[1].x", 23),
    ],
)
def test_a_field_has_its_line(field: str, line: int) -> None:
    assert lines_of(TEXT)[field] == line


def test_what_is_in_texts_and_remarks_is_no_field() -> None:
    assert not any("inner" in field or "no.table" in field or "remark" in field for field in lines_of(TEXT))


def test_a_field_that_is_not_written_is_looked_for_around_it(tmp_path: Path) -> None:
    lines = lines_of(TEXT)
    assert written(lines, "stop.width") == "stop"
    assert written(lines, "vary[1].values[7]") == "vary[1].values"
    assert written(lines, "players[1].german") == ""
    file = tmp_path / "mine.toml"
    file.write_text(TEXT, encoding="utf-8")
    assert place(str(file), "vary[2].name") == f"{file}, line 21, field vary[2].name"
    assert place(str(file), "players") == f"{file}, field players"
    assert place("nowhere.toml", "stop") == "nowhere.toml, field stop"


def fields(value: Any, path: str = "") -> Iterator[str]:
    """Return every field of a file, as TOML's own parser finds them."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from fields(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for at, inner in enumerate(value, 1):
            yield from fields(inner, f"{path}[{at}]")


ROOT = Path(__file__).resolve().parents[1]
FILES = sorted(
    [*ROOT.glob("examples/*.toml"), *ROOT.glob("src/ardennes/games/*/data/*.toml"), ROOT / "pyproject.toml"]
)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_every_field_of_every_file_is_found(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert set(lines_of(text)) == set(fields(tomllib.loads(text)))
