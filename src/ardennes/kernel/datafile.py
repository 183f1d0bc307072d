"""Read data files (CSV and TOML); an error names file, line or field, and the remedy."""

from __future__ import annotations

import csv
import functools
import inspect
import io
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from itertools import takewhile
from math import nan
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, ParamSpec, TypeVar

from ardennes.errors import UserError
from ardennes.numbers import LARGEST, whole_number
from ardennes.toml_lines import TomlFault, lines_of, read_toml_text, written
from ardennes.words import closest

Files = Path | Traversable  # a file or folder on disk or inside a package

YES_NO = ("yes", "no")


class DataFileError(UserError):
    """A data file contains something the program cannot use."""

    def __init__(self, file: str, where: str, found: str, expected: str, hint: str = "") -> None:
        place = f"{file}, {where}" if where else file
        super().__init__(f"{place}: {mistake(found, expected, hint)}")
        self.file, self.where, self.found, self.expected = file, where, found, expected


def mistake(found: str, expected: str, hint: str = "") -> str:
    """Format an error in a data file, after its location."""
    return f"found {found}; expected {expected}.{hint}"


class Values:
    """A table of values in a file, read by name; errors give location and remedy.

    A missing value is the default; without a default it is an error.
    """

    __slots__ = ("file", "path", "values")
    cells = False  # True: all values are text, as in a line of a CSV file

    def __init__(self, file: str, path: str, values: Mapping[str, Any]) -> None:
        self.file, self.path, self.values = file, path, values

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path and name else self.path or name

    def wrong(self, name: str, expected: str, found: str | None = None, hint: str = "") -> NoReturn:
        """Raise an error about the value."""
        if found is None:
            found = _shown(self.values[name]) if name in self.values else "nothing"
        if isinstance(expected, Choices) and not hint:
            hint = closest(str(self.values.get(name, "")), filter(None, expected.words))
        self._tell(name, found, expected, hint)

    def _tell(self, name: str, found: str, expected: str, hint: str) -> NoReturn:
        raise DataFileError(self.file, f"field {self.at(name)}", found, expected, hint)

    def only(self, allowed: Collection[str]) -> None:
        """Refuse an unknown field: it is probably a misspelling."""
        for name in self.values:
            if name not in allowed:
                expected = f"one of the fields {listed(allowed)}"
                self.wrong(name, expected, "an unknown field", closest(name, allowed))

    def text(self, name: str, default: str | None = None) -> str:
        value = self.values.get(name, default)
        if not isinstance(value, str):
            self.wrong(name, "a text in quotes")
        return value

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        value = self.values.get(name, default)
        if self.cells:
            value = _whole(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.wrong(name, f"a whole number from {low} to {high}")
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        value = self.values.get(name, default)
        if self.cells:
            value = {"yes": True, "no": False}.get(value)
        if not isinstance(value, bool):
            self.wrong(name, one_of(YES_NO) if self.cells else "true or false")
        return value


class Section(Values):
    """One table of a TOML file with its location, read key by key; every key must have a value."""

    __slots__ = ("text_of_file",)
    fail = Values.wrong

    def __init__(self, file: str, path: str, values: Mapping[str, Any], text_of_file: str = "") -> None:
        super().__init__(file, path, values)
        self.text_of_file = text_of_file  # returns the line of a field

    def _tell(self, name: str, found: str, expected: str, hint: str) -> NoReturn:
        field = self.at(name)
        lines = lines_of(self.text_of_file)
        line = lines.get(written(lines, field))
        where = f"line {line}, field {field}" if line else f"field {field}"
        raise DataFileError(self.file, where, found, expected, hint)

    def number(self, key: str, low: int, high: int) -> int:
        return self.whole(key, low, high)

    def text(self, key: str, default: str | None = None) -> str:
        return super().text(key, default) or self.wrong(key, "a text in quotes")

    def choice(self, key: str, allowed: Sequence[str]) -> int:
        """Return the position of the word among the allowed ones."""
        if self.values.get(key) not in allowed:
            self.wrong(key, one_of(allowed))
        return allowed.index(self.values[key])

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            self.wrong(key, "a list of texts")
        return tuple(value)

    def section(self, key: str) -> Section:
        value = self.values.get(key)
        if not isinstance(value, dict):
            self.wrong(key, f"a table [{self.at(key)}]")
        return Section(self.file, self.at(key), value, self.text_of_file)

    def tables(self, key: str) -> list[Section]:
        """Return the tables of a list [[key]], which may be missing."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.wrong(key, f"tables [[{self.at(key)}]]")
        return [
            Section(self.file, f"{self.at(key)}[{at}]", item, self.text_of_file)
            for at, item in enumerate(value, 1)
        ]

    def sections(self) -> Iterator[tuple[str, Section]]:
        for key in self.values:
            yield key, self.section(key)


class Row(Section):
    """One line of a CSV table with its location, read field by field."""

    __slots__ = ("line",)
    cells = True

    def __init__(self, file: str, line: int, fields: Mapping[str, str]) -> None:
        super().__init__(file, "", fields)
        self.line = line

    @property
    def fields(self) -> Mapping[str, str]:
        return self.values

    def _tell(self, name: str, found: str, expected: str, hint: str) -> NoReturn:
        raise DataFileError(self.file, f"line {self.line}, {name}", found, expected, hint)

    def text(self, field: str, default: str | None = None) -> str:
        """Return the field as it is; it may be empty."""
        return Values.text(self, field, default)

    def name(self, field: str) -> str:
        """Return a text that may not be empty."""
        return self.text(field) or self.wrong(field, "some text", "nothing")

    def decimal(self, field: str, low: float, high: float) -> float:
        try:
            value = float(self.text(field))
        except ValueError:
            value = nan
        if not low <= value <= high:
            self.wrong(field, f"a number from {low:g} to {high:g}")
        return value

    def words(self, field: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """Return words separated by spaces, each one of the allowed."""
        result = tuple(self.text(field).split())
        for word in result:
            if word not in allowed:
                self.wrong(field, f"words out of {one_of(allowed)}", f"'{word}'")
        return result


EVERY_ROW = "*"


class Changed(NamedTuple):
    """A data file with some cells changed when it is read; the file itself stays as it is."""

    source: Files
    edits: Section  # by row and column of a table, or by table and key of a TOML file

    def __str__(self) -> str:
        return f"{self.source} (as {self.edits.file} changes it)"

    def read_text(self, encoding: str) -> str:
        return self.source.read_text(encoding=encoding)

    def change_rows(self, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Put new cells into rows, each identified by its first column or by `column=value, column=value`."""
        rows = list(rows)
        for which, cells in self.edits.sections():
            wanted = self._wanted(which, columns)
            result = [row for row in rows if wanted.items() <= row.values.items()]
            if not result or (len(result) > 1 and which != EVERY_ROW):
                shown = "no such row" if not result else f"{len(result)} such rows"
                known = dict.fromkeys(", ".join(row.values[column] for column in wanted) for row in rows)
                self.edits.fail(
                    which, f"one row of {self.source.name} by {', '.join(wanted)}: {listed(known)}", shown
                )
            cells.only([column for column in columns if column not in wanted])
            for row in result:
                row.values = {**row.values, **{c: _as_cell(value) for c, value in cells.values.items()}}

    def _wanted(self, which: str, columns: Sequence[str]) -> dict[str, str]:
        if which == EVERY_ROW:
            return {}
        if "=" not in which:
            return {columns[0]: which}
        pairs = (part.partition("=") for part in which.split(","))
        wanted = {column.strip(): value.strip() for column, _, value in pairs}
        for column in wanted:
            if column not in columns:
                self.edits.fail(
                    which, f"columns out of {listed(columns)}", f"'{column}'", closest(column, columns)
                )
        return wanted

    def change_values(self, values: dict[str, Any], edits: Section | None = None) -> None:
        """Replace values, table by table."""
        edits = self.edits if edits is None else edits
        edits.only(values)
        for key, new in edits.values.items():
            if isinstance(values[key], dict):
                self.change_values(values[key], edits.section(key))
            else:
                values[key] = new


class Loaded(NamedTuple):
    """The result of a loader and the files it read."""

    found: Any
    asked: set[str]


class Overlay:
    """A game's data with some cells changed; it can be used in place of a designer's folder.

    No two are equal, so a loader reads the files again for each of them and never confuses them.
    """

    def __init__(self, changes: Section) -> None:
        self.changes = changes  # by file
        self.read: set[str] = set()  # files read so far
        self.kept: dict[Hashable, Loaded] = {}  # by loader and arguments

    def file(self, name: str, source: Files) -> Source:
        self.read.add(name)
        return Changed(source, self.changes.section(name)) if name in self.changes else source

    def changes_any(self, names: Iterable[str]) -> bool:
        return any(name in self.changes for name in names)

    def check(self) -> None:
        """Refuse a change to a file that was never read; call this when everything is loaded."""
        self.changes.only(sorted(self.read))


class Noted(NamedTuple):
    """A data file and how it is read: its record type and its layout."""

    source: Files
    name: str
    note: Callable[..., None]  # file, layout, record type, words of a column that has each of them once

    def __str__(self) -> str:
        return str(self.source)

    def read_text(self, encoding: str) -> str:
        return self.source.read_text(encoding=encoding)


class Inventory(Overlay):
    """A game's unchanged data; notes how each file is read, regardless of what was loaded before."""

    def __init__(self) -> None:
        super().__init__(Section("", "", {}))
        self.notes: dict[str, tuple[str, Any]] = {}  # by file: its layout and kind of record
        self.keys: dict[str, Mapping[str, Sequence[str]]] = {}  # by file and column: its only words

    def file(self, name: str, source: Files) -> Source:
        self.read.add(name)
        return Noted(source, name, self._note)

    def changes_any(self, names: Iterable[str]) -> bool:
        return True  # so that every loader reads its files again

    def _note(self, name: str, layout: str, kind: Any, keys: Mapping[str, Sequence[str]] = {}) -> None:
        self.notes[name] = (layout, kind)
        self.keys[name] = {**self.keys.get(name, {}), **keys}


Source = Files | Changed | Noted
Folder = Path | Overlay  # a designer's folder with the layout of a game's data, or changes to that data
P = ParamSpec("P")
T = TypeVar("T")


def kept(load: Callable[P, T]) -> Callable[P, T]:
    """Cache the result of a loader for a folder, its first argument.

    An overlay that changes none of the loader's files shares the result of the game's own data.
    """
    bind = inspect.signature(load).bind
    own = object()  # identifies the loader in the cache of an overlay
    files: dict[tuple[Any, ...], set[str]] = {}  # by the other arguments: its result for unchanged data
    made: Callable[..., T] = functools.cache(load)

    @functools.cache
    def plain(*args: P.args, **kwargs: P.kwargs) -> T:
        return made(*_settled(bind(*args, **kwargs)))

    def over(folder: Overlay, more: tuple[Any, ...]) -> Loaded:
        """Return the cached result for the overlay and all files that were read for it."""
        if more in files and not folder.changes_any(files[more]):
            return Loaded(made(None, *more), files[more])
        before, folder.read = folder.read, set()
        try:
            result = load(folder, *more)  # type: ignore[call-arg, arg-type]
        finally:
            asked, folder.read = folder.read, before
        if not folder.changes_any(asked):
            files[more] = asked
        return Loaded(result, asked)

    @functools.wraps(load)
    def found(*args: P.args, **kwargs: P.kwargs) -> T:
        if not isinstance(args[0] if args else kwargs.get("folder"), Overlay):
            return plain(*args, **kwargs)  # type: ignore[arg-type]
        folder, *more = _settled(bind(*args, **kwargs))
        key = (own, *more)
        if key not in folder.kept:
            folder.kept[key] = over(folder, tuple(more))
        # A loader that calls this one while it loads has read these files too.
        folder.read |= folder.kept[key].asked
        result: T = folder.kept[key].found
        return result

    return found


def _settled(given: inspect.BoundArguments) -> tuple[Any, ...]:
    given.apply_defaults()
    return given.args


def read_text(source: Source) -> str:
    """Return the whole file as text; an unreadable file is an error with its name."""
    try:
        return source.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise DataFileError(str(source), "", "no such file", "a readable file") from None
    except IsADirectoryError:
        raise DataFileError(str(source), "", "a folder", "a file") from None
    except PermissionError:
        raise DataFileError(str(source), "", "a file without read permission", "a readable file") from None
    except UnicodeDecodeError as error:
        result = f"byte {error.start + 1}, which is not UTF-8 text"
        raise DataFileError(str(source), "", result, "a text file in UTF-8") from None


def read_table(source: Source, columns: Sequence[str]) -> list[Row]:
    """Return the rows of a CSV file that must have exactly these columns, in any order.

    Lines above the column names that begin with # describe the table and are skipped.
    """
    file = str(source)
    lines = _lines_below_remarks(source)
    at, header = next(lines)
    _check_header(file, at, header, columns)
    rows = []
    for line, fields in lines:
        if len(fields) != len(header):
            result = f"{_count(len(fields), 'field')}"
            raise DataFileError(file, f"line {line}", result, f"{len(header)}, as in the first line")
        rows.append(Row(file, line, dict(zip(header, [f.strip() for f in fields], strict=True))))
    if isinstance(source, Changed):
        source.change_rows(header, rows)
    if not rows:
        raise DataFileError(file, "", "no rows", "at least one row under the column names")
    return rows


def read_table_as_it_is(source: Source) -> tuple[list[str], list[list[str]]]:
    """Return the column names of a CSV file and its lines, unchecked."""
    lines = _lines_below_remarks(source)
    return next(lines)[1], [fields for _, fields in lines]


def _lines_below_remarks(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Return the column names and then each line, with their numbers."""
    text = read_text(source).split("\n")
    remarks = sum(1 for _ in takewhile(lambda line: line.startswith("#"), text))
    reader = csv.reader(io.StringIO("\n".join(text[remarks:]), newline=""), strict=True)
    empty = True
    for line in _csv_lines(reader, str(source), remarks):
        empty = False
        yield line
    if empty:
        yield remarks + 1, []


def read_toml(source: Source) -> Section:
    """A TOML file as one section."""
    text = read_text(source)
    try:
        values = read_toml_text(text)
    except TomlFault as fault:
        line = f"line {fault.line}" if fault.line else ""
        raise DataFileError(str(source), line, str(fault), "valid TOML") from None
    if isinstance(source, Changed):
        source.change_values(values)
    return Section(str(source), "", values, text)


def unique(rows: Iterable[Row], *fields: str) -> None:
    """Refuse a second row with the same values in the given fields, ignoring case."""
    visited: dict[tuple[str, ...], int] = {}
    for row in rows:
        key = tuple([row.values[field].lower() for field in fields])
        if key in visited:
            row.fail(fields[-1], f"a value not yet used (line {visited[key]} has it)")
        visited[key] = row.line


class Choices(str):
    """A description of the allowed words that includes the words, so that an error can suggest the nearest
    one.
    """

    words: Sequence[str]


def one_of(allowed: Sequence[str]) -> Choices:
    """Return the allowed words for a message: 'a', 'b' or nothing."""
    shown = [f"'{word}'" if word else "nothing" for word in allowed]
    choices = Choices(shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " or " + shown[-1])
    choices.words = allowed
    return choices


def listed(words: Iterable[object], most: int = 60) -> str:
    """Join words for a message; shorten a long list."""
    shown = [str(word) for word in words]
    more = f" ... ({len(shown)} in all)" if len(shown) > most else ""
    return ", ".join(shown[:most]) + more


def _csv_lines(reader: Any, file: str, above: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are not empty, numbered from the top of the file; the reader has skipped `above`
    lines.
    """
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
    result = "; ".join(
        f"{what} {', '.join(repr(n) for n in names)}"
        for what, names in (("no column", missing), ("unknown column", foreign), ("twice the column", twice))
        if names
    )
    raise DataFileError(file, f"line {line}", result, f"the columns {','.join(columns)}")


def _whole(text: str) -> int | None:
    return whole_number(text, -LARGEST, LARGEST)


def _as_cell(value: Any) -> str:
    """Convert a TOML value to the text a table would contain."""
    return dict(zip((True, False), YES_NO, strict=True))[value] if isinstance(value, bool) else str(value)


def _shown(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else repr(value)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")
