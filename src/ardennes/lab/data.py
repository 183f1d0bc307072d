"""List what an experiment can change in a game's data: every file, field and valid value, from the schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ardennes.games import find_game, measuring_for
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.datafile import Inventory, Section, one_of, read_table_as_it_is, read_toml
from ardennes.kernel.mapfile import game_file
from ardennes.kernel.match import new_match
from ardennes.kernel.schema import ROWS, SECTIONS, VALUES, FieldOf, Form, fields_of


class DataField(msgspec.Struct, frozen=True):
    """One column of a table, or one field of a TOML file."""

    name: str
    kind: str  # whole, number, yes/no, text, word, name, other
    expected: str  # as text
    low: float | None
    high: float | None
    words: tuple[str, ...]  # the only valid values
    refers_to: str  # a reference: to a hex, a place, a unit, a rule
    many: bool
    may_be_empty: bool
    # the present value, by table if the file has several; for a column the number of different values
    now: Any


class DataFile(msgspec.Struct, frozen=True):
    """One file of a game's data folder."""

    file: str
    layout: str  # rows, values, record, sections
    key: str  # the column or level that identifies what is changed
    rows: int  # rows of a table, tables of a TOML file
    fields: tuple[DataField, ...]


def changeable(game_id: str) -> list[DataFile]:
    """Return every file of a game that the program reads, with its fields."""
    game: Any = find_game(game_id)
    inventory = Inventory()
    again = type(game)(type(game.world)(folder=inventory))
    match = new_match(again)
    measuring_for(again, match.state)
    return [
        _file(game, name, layout, kind, inventory.keys[name])
        for name, (layout, kind) in sorted(inventory.notes.items())
    ]


def _file(game: AnyGame, name: str, layout: str, kind: Any, keys: Mapping[str, Sequence[str]]) -> DataFile:
    source = game_file(f"ardennes.games.{game.id}", name)
    result = [_as_key(one, keys) for one in fields_of(kind, toml=name.endswith(".toml"))]
    if name.endswith(".toml"):
        top = read_toml(source)
        tables = list(top.values) if layout == SECTIONS else []
        fields = [_field(one, _in_tables(top, one.name, tables)) for one in result]
        return DataFile(name, layout, "table" if tables else "", len(tables) or 1, tuple(fields))
    columns, rows = read_table_as_it_is(source)
    if layout == VALUES:
        value = columns.index("value")
        now = {row[0]: row[value] for row in rows}
        return DataFile(name, layout, columns[0], len(rows), tuple(_field(x, now[x.name]) for x in result))
    assert layout == ROWS, layout
    fields = [_field(one, len({row[columns.index(one.name)] for row in rows})) for one in result]
    return DataFile(name, layout, columns[0], len(rows), tuple(fields))


def _as_key(field: FieldOf, keys: Mapping[str, Sequence[str]]) -> FieldOf:
    """A column that has each of several words once."""
    words = keys.get(field.name)
    if words is None:
        return field
    return FieldOf(field.name, Form("word", words=tuple(words)), one_of(words), True)


def _field(field: FieldOf, now: Any) -> DataField:
    form = field.form
    return DataField(
        field.name,
        form.kind,
        str(field.expected),
        form.low,
        form.high,
        form.words,
        form.refers,
        form.many,
        form.empty or not field.needed,
        now,
    )


def _in_tables(top: Section, path: str, tables: Sequence[str]) -> Any:
    """Return the present value of a field; if all tables are alike, by table."""
    if tables:
        return {table: top.values[table][path] for table in tables if path in top.values[table]}
    value: Any = top.values
    for key in path.split("."):
        value = value[key]
    return value


def described(file: DataFile) -> str:
    """Describe a file in one line."""
    what = {
        "rows": f"{file.rows} rows, named by {file.key}",
        "values": f"{file.rows} rows with a value each, named by {file.key}",
        "record": "one value for each field",
        "sections": f"{file.rows} tables",
    }
    return what[file.layout]


def address(file: DataFile, field: DataField) -> str:
    """Return the keys below `[change]` that change a field."""
    if file.layout == VALUES:
        return f"{field.name}.value"
    return field.name


def present(file: DataFile, field: DataField) -> str:
    """Format the present value briefly."""
    if file.layout == ROWS:
        return f"{field.now} different"
    if file.layout == SECTIONS:
        return f"in {len(field.now)} of {file.rows} tables"
    return ", ".join(map(str, field.now)) if isinstance(field.now, list) else str(field.now)
