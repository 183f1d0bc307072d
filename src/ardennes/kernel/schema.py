"""Data files that load and check themselves: a table or a section is a struct, its fields are the columns.

A type says what may stand in a field, and what an error message expects:

    int, float                    a number, with bounds: Annotated[int, Meta(ge=0, le=9)]
    bool                          yes or no in a table, true or false in TOML
    str, Name                     a text; a text that is not empty
    Literal["a", "b"]             one of these words
    Annotated[int, OneOf(WORDS)]  one of these words, kept as its number
    Annotated[X, Cell(...)]       anything else
    tuple[X, ...]                 words with spaces between them; in TOML a list
    X | None                      may be empty
    Annotated[str, Refers("hex")] a name out of another file; `check_references` compares them
    another Record                a table in a TOML file
    Annotated[X, WORKED] = ...    not a column: computed from others by the reader of the file

Constraints on several fields are checked in `__post_init__` with `self.fail`, those on several rows by the
reader of the rows.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    NoReturn,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from ardennes.kernel.datafile import (
    DataFileError,
    Noted,
    Row,
    Section,
    Source,
    one_of,
    read_table,
    read_toml,
    unique,
)
from ardennes.numbers import LARGEST, whole_number
from ardennes.words import closest

Name = Annotated[str, msgspec.Meta(min_length=1)]
Status = Literal["source", "deduced", "reading", "reconstructed"]


class OneOf(NamedTuple):
    """One word of a list; the program stores its index."""

    words: Sequence[str]


class Word(NamedTuple):
    """One word of a list, for records that the program also makes with other words."""

    words: Sequence[str]


class Cell(NamedTuple):
    """A field with a custom parser, which raises ValueError for an invalid value."""

    read: Callable[[Any], Any]
    expected: str
    form: Form | None = None  # if it is more than `expected` says


class Refers(NamedTuple):
    """A name that another file defines: of a hex, a place, a unit. An empty cell refers to nothing.

    The loader compares the names, with `check_references` or with a custom check.
    """

    to: str


HexName = Annotated[str, Refers("hex")]
PlaceName = Annotated[str, Refers("place")]
UnitName = Annotated[str, Refers("unit")]
RuleName = Annotated[str, Refers("rule")]


class Known(NamedTuple):
    """The names that a reference may be, and how an error describes them."""

    names: Collection[str]
    expected: str


WORKED = "computed"  # marks a field that is not a column


# Layouts of a file: a record per line, a value per line, one record, or a record per table.
ROWS, VALUES, RECORD, SECTIONS = "rows", "values", "record", "sections"


def _note(source: Source, layout: str, kind: type[Record]) -> None:
    if isinstance(source, Noted):
        source.note(source.name, layout, kind)


class Place(NamedTuple):
    """The location of a record, for errors that name two records."""

    row: Row | Section | None = None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a CSV file or a table of a TOML file."""

    for_readers: ClassVar[tuple[str, ...]] = ()  # columns that the program ignores

    place: Place = msgspec.field(default=Place(), name="(place)")  # alternative names of a column

    def fail(self, field: str, expected: str, found: str | None = None, hint: str = "") -> NoReturn:
        """Raise an error with file, line and field; a record made in code has only its field."""
        row, column = self.place.row, _columns(type(self))[field].name
        if row is None:
            raise DataFileError(
                type(self).__name__, f"field {column}", found or str(getattr(self, field)), expected, hint
            )
        row.fail(column, expected, found, hint)

    @property
    def line(self) -> int:
        return self.place.row.line if isinstance(self.place.row, Row) else 0


R = TypeVar("R", bound=Record)


def read_records(source: Source, kind: type[R], *once: Sequence[str]) -> list[R]:
    """Read a CSV file whose columns are exactly the fields of the struct, in any order.

    No two rows may be the same in the columns listed together in `once`.
    """
    rows = _rows(source, kind)
    for columns in once:
        unique(rows, *columns)
    return [record_of(row, kind) for row in rows]


def read_each(source: Source, kind: type[R], column: str, wanted: Sequence[str]) -> dict[str, R]:
    """Read rows by a column that has each of the wanted words once and no others, in that order."""
    if isinstance(source, Noted):
        source.note(source.name, ROWS, kind, {column: tuple(wanted)})
    named = _each_once(_rows(source, kind), column, wanted)
    return {word: record_of(row, kind) for word, row in named.items()}


def read_values(source: Source, kind: type[R], named: str, *more: str) -> R:
    """Read a CSV file with a row for each field of the struct: column `named` has the field, `value` its
    value.
    """
    _note(source, VALUES, kind)
    columns = {column.name: (field, column) for field, column in _columns(kind).items()}
    rows = _each_once(read_table(source, (named, "value", *more)), named, tuple(columns))
    values = {}
    for name, row in rows.items():
        field, column = columns[name]
        values[field] = _read(row, "value", column)
    return kind(**values)


def check_references(records: Iterable[Record], known: Mapping[str, Known]) -> None:
    """Refuse a name that no other file defines, and suggest the nearest defined one."""
    for record in records:
        for field, to in _references(type(record)):
            value = getattr(record, field)
            for name in value if isinstance(value, tuple) else (value,):
                if name and name not in known[to].names:
                    refuse_name(record, field, name, known[to])


def records_in(record: Record) -> Iterator[Record]:
    """Yield a record and all records in its fields."""
    yield record
    for field in _columns(type(record)):
        value = getattr(record, field)
        if isinstance(value, Record):
            yield from records_in(value)


def refuse_name(record: Record, field: str, name: str, known: Known) -> NoReturn:
    """Raise an error for an unknown name, with the nearest known name."""
    record.fail(field, known.expected, f"'{name}'", closest(name, known.names))


@functools.cache
def _references(kind: type[Record]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a record type that refer to other files, and what they refer to."""
    return tuple(
        (field, column.form.refers) for field, column in _columns(kind).items() if column.form.refers
    )


def _each_once(rows: Sequence[Row], field: str, wanted: Sequence[str]) -> dict[str, Row]:
    """Return the rows by a field that has each of the wanted words once and no others, in that order."""
    unique(rows, field)
    result = {wanted[row.choice(field, wanted)]: row for row in rows}
    for word in wanted:
        if word not in result:
            rows[-1].fail(field, f"a row for '{word}' too", "none")
    return {word: result[word] for word in wanted}


def _rows(source: Source, kind: type[Record]) -> list[Row]:
    _note(source, ROWS, kind)
    return read_table(source, (*(column.name for column in _columns(kind).values()), *kind.for_readers))


def record_of(row: Row, kind: type[R]) -> R:
    """Read one row as a record."""
    cells, values, column = row.fields, {}, None
    try:
        for field, column in _columns(kind).items():
            values[field] = column.read(cells[column.name])
    except ValueError:
        assert column is not None
        row.fail(column.name, column.expected, hint=_nearest(cells[column.name], column.form))
    return kind(place=Place(row), **values)


def _nearest(cell: str, form: Form) -> str:
    """Return the valid word nearest to the first invalid one in a cell."""
    wrong = next((word for word in (cell.split() if form.many else [cell]) if word not in form.words), "")
    return closest(wrong, form.words) if form.words else ""


def _read(row: Row, name: str, column: _Column) -> Any:
    """Read the cell of a column; an error uses the column's name."""
    try:
        return column.read(row.fields[name])
    except ValueError:
        row.fail(name, column.expected, hint=_nearest(row.fields[name], column.form))


def read_record(source: Source, kind: type[R]) -> R:
    """Read a TOML file as a record, with its tables as nested records."""
    _note(source, RECORD, kind)
    return _from_section(read_toml(source), kind)


def read_sections(source: Source, kind: type[R]) -> dict[str, R]:
    """Read a TOML file of similar tables, by their names."""
    _note(source, SECTIONS, kind)
    return {key: _from_section(section, kind) for key, section in read_toml(source).sections()}


def _from_section(section: Section, kind: type[R]) -> R:
    columns = _columns(kind)
    section.only([column.name for column in columns.values()])
    values: dict[str, Any] = {}
    for field, column in columns.items():
        if column.record is not None:
            values[field] = _from_section(section.section(column.name), column.record)
        elif column.name in section.values:
            try:
                values[field] = column.take(section.values[column.name])
            except ValueError:
                value = section.values[column.name]
                words = " ".join(map(str, value)) if isinstance(value, list) else str(value)
                section.fail(column.name, column.in_toml, hint=_nearest(words, column.form))
        elif column.needed:
            section.fail(column.name, column.in_toml, "nothing")
    return kind(place=Place(section), **values)


class Form(NamedTuple):
    """What a field may contain, for lists of all fields."""

    kind: str  # whole, number, yes/no, text, word, name, other, table
    low: float | None = None
    high: float | None = None
    words: tuple[str, ...] = ()  # the allowed values of a word
    refers: str = ""  # what a name refers to
    many: bool = False  # several values separated by spaces; in TOML a list
    empty: bool = False  # may be empty


class _Column(NamedTuple):
    """How one field is read: a cell of a table is text, a TOML value already has its type."""

    name: str
    expected: str
    in_toml: str
    read: Callable[[str], Any]  # ValueError if it is invalid
    take: Callable[[Any], Any]
    needed: bool
    form: Form
    record: type[Record] | None = None


class _Reader(NamedTuple):
    expected: str  # from a table
    read: Callable[[str], Any]  # ValueError if it is invalid
    take: Callable[[Any], Any]
    form: Form
    in_toml: str = ""  # what an error says is expected, if that differs


@functools.cache
def _columns(kind: type[Record]) -> Mapping[str, _Column]:
    hints = get_type_hints(kind, include_extras=True)
    result: dict[str, _Column] = {}
    for field in msgspec.structs.fields(kind):
        if field.name == "place":
            continue
        hint = hints[field.name]
        if WORKED in getattr(hint, "__metadata__", ()):
            continue
        if isinstance(hint, type) and issubclass(hint, Record):
            result[field.name] = _Column(
                field.encode_name, "a table", "a table", _no_cell, _no_cell, True, Form("table"), hint
            )
            continue
        reader = _reader(hint)
        result[field.name] = _Column(
            field.encode_name,
            reader.expected,
            reader.in_toml or reader.expected,
            reader.read,
            reader.take,
            field.required,
            reader.form,
        )
    return result


class FieldOf(NamedTuple):
    """One field of a record type, as it is written in a file."""

    name: str
    form: Form
    expected: str  # as text
    needed: bool


def fields_of(kind: type[Record], toml: bool = False) -> list[FieldOf]:
    """Return every field of a record type that a file has; a nested field by its path, `air.snow.german`."""
    result = []
    for column in _columns(kind).values():
        if column.record is not None:
            inner = fields_of(column.record, toml)
            result += [field._replace(name=f"{column.name}.{field.name}") for field in inner]
        else:
            expected = column.in_toml if toml else column.expected
            result.append(FieldOf(column.name, column.form, expected, column.needed))
    return result


def _no_cell(value: object) -> Any:
    raise ValueError  # a cell cannot hold a table


def _reader(hint: Any) -> _Reader:
    """Return how a type is read from text and from TOML."""
    origin, meta = get_origin(hint), list[Any]()
    if origin is Annotated:
        hint, *meta = get_args(hint)
        origin = get_origin(hint)
    for note in meta:
        if isinstance(note, Cell):
            return _Reader(note.expected, note.read, note.read, note.form or Form("other"))
        if isinstance(note, Refers):
            plain = _plain_reader(str, msgspec.Meta())
            return plain._replace(expected=f"the name of a {note.to}", form=Form("name", refers=note.to))
        if isinstance(note, Word):
            return _word_reader({word: word for word in note.words})
        if isinstance(note, OneOf):
            return _word_reader(dict(zip(note.words, range(len(note.words)), strict=True)))
    if origin is Literal:
        return _word_reader({word: word for word in get_args(hint)})
    if origin in (Union, types.UnionType):
        inner = _reader(next(arg for arg in get_args(hint) if arg is not type(None)))
        return _Reader(
            f"{inner.expected}, or nothing",
            lambda text: inner.read(text) if text else None,
            inner.take,
            inner.form._replace(empty=True),
        )
    if origin is tuple:
        inner = _reader(get_args(hint)[0])
        return _Reader(
            f"words, each {inner.expected}",
            lambda text: tuple(inner.read(word) for word in text.split()),
            lambda value: tuple(inner.take(item) for item in _listed(value)),
            inner.form._replace(many=True, empty=True),
            f"a list, each {inner.in_toml or inner.expected}",
        )
    return _plain_reader(
        hint, next((note for note in meta if isinstance(note, msgspec.Meta)), msgspec.Meta())
    )


def _plain_reader(kind: Any, meta: msgspec.Meta) -> _Reader:
    if kind is bool:
        yes = _word_reader({"yes": True, "no": False})
        return _Reader(
            yes.expected, yes.read, lambda value: _of_type(value, bool), Form("yes/no"), "true or false"
        )
    if kind is int or kind is float:
        low, high = meta.ge, meta.le
        what = "a whole number" if kind is int else "a number"
        bounds = (
            "" if low is None else f" from {low:g} to {high:g}" if high is not None else f" from {low:g} on"
        )

        def bounded(value: Any) -> Any:
            if not (value == value and (low is None or value >= low) and (high is None or value <= high)):
                raise ValueError
            return value

        read = _whole if kind is int else float
        allowed = (int,) if kind is int else (int, float)
        return _Reader(
            what + bounds,
            lambda text: bounded(read(text)),
            lambda value: bounded(_of_type(value, *allowed)),
            Form("whole" if kind is int else "number", low, high),
        )
    least = meta.min_length or 0
    expected = "some text" if least else "a text"

    def text_of(value: Any) -> str:
        if len(_of_type(value, str)) < least:
            raise ValueError
        return str(value)

    form = Form("text", empty=not least)
    return _Reader(expected, text_of if least else str, text_of, form)  # a cell is text


def _word_reader(meant: Mapping[str, Any]) -> _Reader:
    def read(word: Any) -> Any:
        if not isinstance(word, str) or word not in meant:
            raise ValueError
        return meant[word]

    words = tuple(word for word in meant if word)
    return _Reader(one_of(tuple(meant)), read, read, Form("word", words=words, empty="" in meant))


def _of_type(value: Any, *kinds: type) -> Any:
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise ValueError
    return value


def _listed(value: Any) -> list[Any]:
    result: list[Any] = _of_type(value, list)
    return result


def _whole(text: str) -> int:
    number = whole_number(text, -LARGEST, LARGEST)
    if number is None:
        raise ValueError
    return number
