"""Reading data files (CSV and TOML) so that a mistake in one is told by file, line or field, and remedy."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from itertools import takewhile
from pathlib import Path
from typing import Any, NoReturn

from ardennes.errors import UserError

Source = Path | Traversable

YES_NO = ("yes", "no")


class DataFileError(UserError):
    """A data file says something the program cannot use."""

    def __init__(self, file: str, where: str, found: str, expected: str) -> None:
        place = f"{file}, {where}" if where else file
        super().__init__(f"{place}: found {found}; expected {expected}.")
        self.file, self.where, self.found, self.expected = file, where, found, expected


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a CSV table with its place, read field by field."""

    file: str
    line: int
    fields: Mapping[str, str]

    def fail(self, field: str, expected: str, found: str | None = None) -> NoReturn:
        shown = f"'{self.fields[field]}'" if found is None else found
        raise DataFileError(self.file, f"line {self.line}, {field}", shown, expected)

    def text(self, field: str) -> str:
        """The field as it stands; it may be empty."""
        return self.fields[field]

    def name(self, field: str) -> str:
        """A text that may not be empty."""
        if not self.fields[field]:
            self.fail(field, "some text", "nothing")
        return self.fields[field]

    def number(self, field: str, low: int, high: int) -> int:
        value = _whole(self.fields[field])
        if value is None or not low <= value <= high:
            self.fail(field, f"a whole number from {low} to {high}")
        return value

    def decimal(self, field: str, low: float, high: float) -> float:
        try:
            value = float(self.fields[field])
        except ValueError:
            self.fail(field, f"a number from {low:g} to {high:g}")
        if not low <= value <= high:
            self.fail(field, f"a number from {low:g} to {high:g}")
        return value

    def choice(self, field: str, allowed: Sequence[str]) -> int:
        """The position of the field's word among the allowed ones."""
        if self.fields[field] not in allowed:
            self.fail(field, one_of(allowed))
        return allowed.index(self.fields[field])

    def flag(self, field: str) -> bool:
        return self.choice(field, YES_NO) == 0

    def words(self, field: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """Words separated by spaces, each one of the allowed."""
        found = tuple(self.fields[field].split())
        for word in found:
            if word not in allowed:
                self.fail(field, f"words out of {one_of(allowed)}", f"'{word}'")
        return found


@dataclass(frozen=True, slots=True)
class Section:
    """One table of a TOML file with its place, read key by key."""

    file: str
    path: str
    values: Mapping[str, Any]

    def fail(self, key: str, expected: str, found: str | None = None) -> NoReturn:
        shown = _shown(self.values[key]) if found is None else found
        raise DataFileError(self.file, f"field {self.at(key)}", shown, expected)

    def at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def only(self, allowed: Sequence[str]) -> None:
        """Refuse a key nobody reads: it is most likely a misspelling."""
        for key in self.values:
            if key not in allowed:
                self.fail(key, f"one of the fields {', '.join(allowed)}", "a field of that name")

    def _get(self, key: str, expected: str) -> Any:
        if key not in self.values:
            self.fail(key, expected, "no such field")
        return self.values[key]

    def text(self, key: str) -> str:
        value = self._get(key, "a text in quotes")
        if not isinstance(value, str) or not value:
            self.fail(key, "a text in quotes")
        return value

    def number(self, key: str, low: int, high: int) -> int:
        expected = f"a whole number from {low} to {high}"
        value = self._get(key, expected)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.fail(key, expected)
        return value

    def flag(self, key: str) -> bool:
        value = self._get(key, "true or false")
        if not isinstance(value, bool):
            self.fail(key, "true or false")
        return value

    def choice(self, key: str, allowed: Sequence[str]) -> int:
        value = self._get(key, one_of(allowed))
        if value not in allowed:
            self.fail(key, one_of(allowed))
        return allowed.index(value)

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._get(key, "a list of texts")
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            self.fail(key, "a list of texts")
        return tuple(value)

    def section(self, key: str) -> Section:
        value = self._get(key, f"a table [{self.at(key)}]")
        if not isinstance(value, dict):
            self.fail(key, f"a table [{self.at(key)}]")
        return Section(self.file, self.at(key), value)

    def sections(self) -> Iterator[tuple[str, Section]]:
        for key in self.values:
            yield key, self.section(key)


def read_text(source: Source) -> str:
    """The whole file as text; unreadable files are told by name."""
    try:
        return source.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise DataFileError(str(source), "", "no such file", "a readable file of that name") from None
    except IsADirectoryError:
        raise DataFileError(str(source), "", "a folder", "a file") from None
    except PermissionError:
        raise DataFileError(str(source), "", "a file that may not be read", "a readable file") from None
    except UnicodeDecodeError as error:
        found = f"byte {error.start + 1}, which is not UTF-8 text"
        raise DataFileError(str(source), "", found, "a text file in UTF-8") from None


def read_table(source: Source, columns: Sequence[str]) -> list[Row]:
    """The rows of a CSV file that must have exactly these columns, in any order.

    Lines that begin with # above the column names say what the table is; they are passed over.
    """
    file = str(source)
    text = read_text(source).split("\n")
    remarks = sum(1 for _ in takewhile(lambda line: line.startswith("#"), text))
    reader = csv.reader(io.StringIO("\n".join(text[remarks:]), newline=""), strict=True)
    lines = _csv_lines(reader, file, remarks)
    at, header = next(lines, (remarks + 1, []))
    _check_header(file, at, header, columns)
    rows = []
    for line, fields in lines:
        if len(fields) != len(header):
            found = f"{_count(len(fields), 'field')}"
            raise DataFileError(file, f"line {line}", found, f"{len(header)}, as in the first line")
        rows.append(Row(file, line, dict(zip(header, (f.strip() for f in fields), strict=True))))
    if not rows:
        raise DataFileError(file, "", "no rows", "at least one row under the column names")
    return rows


def read_toml(source: Source) -> Section:
    """A TOML file as one section."""
    try:
        return Section(str(source), "", tomllib.loads(read_text(source)))
    except tomllib.TOMLDecodeError as error:
        raise DataFileError(str(source), "", f"a mistake in the TOML ({error})", "valid TOML") from None


def unique(rows: Iterable[Row], *fields: str) -> None:
    """Refuse a second row with the same value in the given fields, whatever its capitals."""
    seen: dict[tuple[str, ...], int] = {}
    for row in rows:
        key = tuple(row.fields[field].lower() for field in fields)
        if key in seen:
            row.fail(fields[-1], f"a value not yet used (line {seen[key]} has it)")
        seen[key] = row.line


def each_once(rows: Sequence[Row], field: str, wanted: Sequence[str]) -> dict[str, Row]:
    """The rows by a field that must have each of the wanted words once and no other, in their order."""
    unique(rows, field)
    found = {wanted[row.choice(field, wanted)]: row for row in rows}
    for word in wanted:
        if word not in found:
            rows[-1].fail(field, f"a row for '{word}' as well", "none")
    return {word: found[word] for word in wanted}


def one_of(allowed: Sequence[str]) -> str:
    """The allowed words for a message: 'a', 'b' or nothing."""
    shown = [f"'{word}'" if word else "nothing" for word in allowed]
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " or " + shown[-1]


def _csv_lines(reader: Any, file: str, above: int) -> Iterator[tuple[int, list[str]]]:
    """The lines that are not empty, numbered from the top of the file; `above` of it the reader never saw."""
    try:
        for fields in reader:
            if fields:
                yield above + reader.line_num, fields
    except csv.Error as error:
        raise DataFileError(
            file, f"line {above + reader.line_num}", f"broken quoting ({error})", "valid CSV"
        ) from None


def _check_header(file: str, line: int, header: Sequence[str], columns: Sequence[str]) -> None:
    if sorted(header) == sorted(columns):
        return
    missing = [c for c in columns if c not in header]
    foreign = [c for c in header if c not in columns]
    twice = sorted({c for c in header if header.count(c) > 1})
    found = "; ".join(
        f"{what} {', '.join(repr(n) for n in names)}"
        for what, names in (("no column", missing), ("unknown column", foreign), ("twice the column", twice))
        if names
    )
    raise DataFileError(file, f"line {line}", found, f"the columns {','.join(columns)}")


def _whole(text: str) -> int | None:
    sign, digits = (text[:1], text[1:]) if text[:1] in "+-" else ("", text)
    return int(sign + digits) if digits.isascii() and digits.isdigit() else None


def _shown(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else repr(value)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")
