"""Data files of a game with one planted error, and the message when the game loads them."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ardennes.errors import UserError
from ardennes.games import find_game, measuring_for
from ardennes.kernel.datafile import Files, Overlay, Section, Source, read_text
from ardennes.kernel.mapfile import game_file
from ardennes.kernel.match import new_match
from ardennes.lab.data import DataField, DataFile

OFF_MAP = {"tigers": "9901", "breakthrough": "99,99", "wave_of_terror": "E9999", "playsheet": "9999"}
# Columns that give a new name, or a text that no rule reads.
FREE = (
    "about", "behind", "forces", "id", "label", "name", "notes", "place", "printed_name", "road", "short",
    "title", "unit", "why",
)  # fmt: skip


class Planted(Overlay):
    """Return a game's data with one file replaced."""

    def __init__(self, name: str, path: Path) -> None:
        super().__init__(Section("", "", {}))
        self.name, self.path = name, path

    def file(self, name: str, source: Files) -> Source:
        self.read.add(name)
        return self.path if name == self.name else source

    def changes_any(self, names: Iterable[str]) -> bool:
        return self.name in names


class Mistake(NamedTuple):
    """Return a wrong value for a field; `instead_of` is the name it was made from."""

    field: str
    value: Any
    instead_of: str = ""


def loaded(game: str, file: str, path: Path) -> Any:
    """Load the game with the file, as a match and its measures need it."""
    kind: Any = type(find_game(game))
    world: Any = type(find_game(game).world)  # type: ignore[attr-defined]
    result = kind(world(folder=Planted(file, path)))
    match = new_match(result)
    measuring_for(result, match.state)
    return result


def refusal(game: str, file: str, path: Path) -> str:
    """Return the loader's message; empty if it accepts the file."""
    try:
        loaded(game, file, path)
    except UserError as error:
        return str(error)
    return ""


# Tables


def table(game: str, name: str) -> tuple[int, list[list[str]]]:
    """Return the comments above a table, and its lines with the column names first."""
    text = read_text(game_file(f"ardennes.games.{game}", name))
    remarks = 0
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        remarks += 1
    return remarks, list(csv.reader(io.StringIO("\n".join(text.split("\n")[remarks:]))))


def mistakes(game: str, field: DataField, value: str) -> Iterator[Mistake]:
    """Return wrong values for a cell that contains `value`."""
    if field.kind in ("whole", "number"):
        yield Mistake(field.name, f"{-(10**9) if field.low is None else field.low - 1:.0f}")
        yield Mistake(field.name, f"{10**9 if field.high is None else field.high + 1:.0f}")
        yield Mistake(field.name, "many")
    elif field.kind == "yes/no":
        yield Mistake(field.name, "maybe")
    elif field.kind == "text" and field.name in FREE:
        return
    else:
        yield Mistake(field.name, f"{value or 'Q'}x", value.split(" ")[-1] if field.kind != "other" else "")
        if field.refers_to == "hex":
            yield Mistake(field.name, OFF_MAP[game])


def with_cell(rows: list[list[str]], at: int, column: str, value: str) -> str:
    """Return the table as text with one cell changed."""
    out = io.StringIO()
    changed = [[*row] for row in rows]
    changed[at][rows[0].index(column)] = value
    csv.writer(out, lineterminator="\n").writerows(changed)
    return out.getvalue()


def lines_of_interest(file: DataFile, rows: list[list[str]], field: DataField, every: bool) -> list[int]:
    """Return rows with something in the column: the first; with `every` the middle and the last too."""
    if file.layout == "values":
        return [next(at for at, row in enumerate(rows) if row[0] == field.name)]
    column = rows[0].index(field.name)
    filled = [at for at, row in enumerate(rows) if at and row[column]] or [1]
    return list(dict.fromkeys((filled[0], filled[len(filled) // 2], filled[-1]))) if every else filled[:1]


# Scenarios


def scenarios(game: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(read_text(game_file(f"ardennes.games.{game}", "scenarios.toml")))


def as_toml(tables: Mapping[str, Mapping[str, Any]]) -> str:
    lines = []
    for name, fields in tables.items():
        lines.append(f"[{name}]")
        lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()]
    return "\n".join(lines) + "\n"
