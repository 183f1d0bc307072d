"""The tables of an experiment as Parquet files, and SQL queries on them. Needs the extra `lab`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from ardennes.errors import UserError
from ardennes.lab.rows import KINDS, SCHEMA, GameRows, Row

try:
    import duckdb
    import pyarrow as pa
    import pyarrow.parquet as pq
except ModuleNotFoundError as error:
    if error.name not in ("duckdb", "pyarrow"):
        raise
    raise UserError(
        f"ardennes lab needs {error.name}, which is not installed; the extra lab brings it: "
        "pip install 'ardennes[lab]'"
    ) from error

PLAIN = {int: pa.int64(), float: pa.float64(), str: pa.string(), bool: pa.bool_()}


def schema_of(kind: type[Row]) -> pa.Schema:
    """Return the columns of a table: the fields of its struct."""
    hints = get_type_hints(kind)
    fields = [(name, _type_of(hints[name])) for name in kind.__struct_fields__]
    return pa.schema(fields, metadata={"ardennes_lab_schema": str(SCHEMA)})


def _type_of(hint: Any) -> pa.DataType:
    return pa.list_(PLAIN[get_args(hint)[0]]) if get_origin(hint) is tuple else PLAIN[hint]


def as_tables(games: Iterable[GameRows]) -> dict[str, pa.Table]:
    """Return the rows of games as tables, in the order of configuration, seed and swap."""
    games = sorted(games, key=lambda game: game.key)
    lists: tuple[Sequence[Row], ...] = (
        [game.game for game in games],
        [row for game in games for row in game.turns],
        [row for game in games for row in game.battles],
        [row for game in games for row in game.control],
    )
    result = {}
    for kind, rows in zip(KINDS, lists, strict=True):
        columns = {name: [getattr(row, name) for row in rows] for name in kind.__struct_fields__}
        result[kind.table] = pa.table(columns, schema_of(kind))
    return result


def write_tables(folder: Path, games: Iterable[GameRows]) -> None:
    for name, table in as_tables(games).items():
        pq.write_table(table, folder / f"{name}.parquet", compression="zstd")


def keys_of(file: Path) -> list[tuple[int, int, bool, str, int]]:
    """Return for a batch's games: configuration, seed, swapped, winner and margin."""
    if (result := pq.read_schema(file).metadata.get(b"ardennes_lab_schema")) != str(SCHEMA).encode():
        shown = result.decode() if result else "none"
        raise UserError(f"{file} has the schema {shown}; this version reads the schema {SCHEMA}")
    table = pq.read_table(file, columns=["config", "seed", "swapped", "winner", "margin"])
    return list(zip(*(column.to_pylist() for column in table.columns), strict=True))


class Answer(msgspec.Struct, frozen=True):
    """The result of an SQL query."""

    columns: list[str]
    rows: list[tuple[Any, ...]]


class Tables:
    """Query all rows: the Parquet files, and games that are not in one yet."""

    def __init__(self, batches: Sequence[Path], pending: Sequence[GameRows]) -> None:
        self._db = duckdb.connect()
        fresh = as_tables(pending)
        for kind in KINDS:
            self._db.register(f"fresh_{kind.table}", fresh[kind.table])
            files = ", ".join(_quoted(batch / f"{kind.table}.parquet") for batch in batches)
            older = f"select * from read_parquet([{files}]) union all by name " if batches else ""
            self._db.execute(f"create view {kind.table} as {older}select * from fresh_{kind.table}")

    def ask(self, sql: str, parameters: Sequence[object] = ()) -> Answer:
        try:
            result = self._db.execute(sql, list(parameters))
            return Answer([column[0] for column in result.description or ()], result.fetchall())
        except duckdb.Error as error:
            raise UserError(f"the query failed: {error}") from None


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
