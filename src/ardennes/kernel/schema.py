"""Data files that load and check themselves: a table or a section is a struct, its fields are the columns.

A type says what may stand in a field, and so what a mistake is told to be:

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
    Annotated[X, WORKED] = ...    no column: worked out from others by whoever reads the file

What concerns several fields is checked in `__post_init__` with `self.fail`, what concerns several rows by
whoever reads them.
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
    """A word out of a list; the program keeps its number."""

    words: Sequence[str]


class Word(NamedTuple):
    """A word out of a list, where the program itself makes records with other words."""

    words: Sequence[str]


class Cell(NamedTuple):
    """A field read in its own way: ValueError where it will not do."""

    read: Callable[[Any], Any]
    expected: str
    form: Form | None = None  # where it is more than `expected` says


class Refers(NamedTuple):
    """A name that another file lists: of a hex, a place, a unit. Nothing in the cell refers to nothing.

    Whoever loads the file compares the names, with `check_references` or in a check that needs more.
    """

    to: str


HexName = Annotated[str, Refers("hex")]
PlaceName = Annotated[str, Refers("place")]
UnitName = Annotated[str, Refers("unit")]
RuleName = Annotated[str, Refers("rule")]


class Known(NamedTuple):
    """The names that a reference may be, and how a mistake describes them."""

    names: Collection[str]
    expected: str


WORKED = "worked out"  # marks a field that is no column


# Layouts of a file: a record a line, a value a line, one record, a record a table.
ROWS, VALUES, RECORD, SECTIONS = "rows", "values", "record", "sections"


def _note(source: Source, layout: str, kind: type[Record]) -> None:
    if isinstance(source, Noted):
        source.note(source.name, layout, kind)


class Place(NamedTuple):
    """Where a record stands, so that what contradicts another record can be told too."""

    row: Row | Section | None = None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a CSV file or a table of a TOML file."""

    for_readers: ClassVar[tuple[str, ...]] = ()  # columns the program has no use for

    place: Place = msgspec.field(default=Place(), name="(place)")  # a column may be called so too

    def fail(self, field: str, expected: str, found: str | None = None, hint: str = "") -> NoReturn:
        """Tell a mistake by file, line and field; a record made by hand has only its field."""
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
    """The rows of a CSV file that has just the fields of the struct as columns, in any order; no two rows are
    the same in the columns named together in `once`."""
    rows = _rows(source, kind)
    for columns in once:
        unique(rows, *columns)
    return [record_of(row, kind) for row in rows]


def read_each(source: Source, kind: type[R], column: str, wanted: Sequence[str]) -> dict[str, R]:
    """The rows by a column that has each of the wanted words once and no other, in their order."""
    if isinstance(source, Noted):
        source.note(source.name, ROWS, kind, {column: tuple(wanted)})
    named = _each_once(_rows(source, kind), column, wanted)
    return {word: record_of(row, kind) for word, row in named.items()}


def read_values(source: Source, kind: type[R], named: str, *more: str) -> R:
    """A CSV file with a row for each field of the struct: the column `named` says which, `value` what."""
    _note(source, VALUES, kind)
    columns = {column.name: (field, column) for field, column in _columns(kind).items()}
    rows = _each_once(read_table(source, (named, "value", *more)), named, tuple(columns))
    values = {}
    for name, row in rows.items():
        field, column = columns[name]
        values[field] = _read(row, "value", column)
    return kind(**values)


def check_references(records: Iterable[Record], known: Mapping[str, Known]) -> None:
    """Refuse a name that no other file lists, with the nearest one that is listed."""
    for record in records:
        for field, to in _references(type(record)):
            value = getattr(record, field)
            for name in value if isinstance(value, tuple) else (value,):
                if name and name not in known[to].names:
                    refuse_name(record, field, name, known[to])


def records_in(record: Record) -> Iterator[Record]:
    """A record and all records in its fields."""
    yield record
    for field in _columns(type(record)):
        value = getattr(record, field)
        if isinstance(value, Record):
            yield from records_in(value)


def refuse_name(record: Record, field: str, name: str, known: Known) -> NoReturn:
    """A name that is not known: the mistake and the nearest known name."""
    record.fail(field, known.expected, f"'{name}'", closest(name, known.names))


@functools.cache
def _references(kind: type[Record]) -> tuple[tuple[str, str], ...]:
    """The fields of a kind of record that refer to other files, and to what."""
    return tuple(
        (field, column.form.refers) for field, column in _columns(kind).items() if column.form.refers
    )


def _each_once(rows: Sequence[Row], field: str, wanted: Sequence[str]) -> dict[str, Row]:
    """The rows by a field that has each of the wanted words once and no other, in their order."""
    unique(rows, field)
    result = {wanted[row.choice(field, wanted)]: row for row in rows}
    for word in wanted:
        if word not in result:
            rows[-1].fail(field, f"a row for '{word}' as well", "none")
    return {word: result[word] for word in wanted}


def _rows(source: Source, kind: type[Record]) -> list[Row]:
    _note(source, ROWS, kind)
    return read_table(source, (*(column.name for column in _columns(kind).values()), *kind.for_readers))


def record_of(row: Row, kind: type[R]) -> R:
    """One row as a record."""
    cells, values, column = row.fields, {}, None
    try:
        for field, column in _columns(kind).items():
            values[field] = column.read(cells[column.name])
    except ValueError:
        assert column is not None
        row.fail(column.name, column.expected, hint=_nearest(cells[column.name], column.form))
    return kind(place=Place(row), **values)


def _nearest(cell: str, form: Form) -> str:
    """The valid word that is nearest to the first one in a cell that is not valid."""
    wrong = next((word for word in (cell.split() if form.many else [cell]) if word not in form.words), "")
    return closest(wrong, form.words) if form.words else ""


def _read(row: Row, name: str, column: _Column) -> Any:
    """What the cell under a name says, told by that name where it will not do."""
    try:
        return column.read(row.fields[name])
    except ValueError:
        row.fail(name, column.expected, hint=_nearest(row.fields[name], column.form))


def read_record(source: Source, kind: type[R]) -> R:
    """A TOML file as a record, its tables as records in it."""
    _note(source, RECORD, kind)
    return _from_section(read_toml(source), kind)


def read_sections(source: Source, kind: type[R]) -> dict[str, R]:
    """A TOML file of tables that are all alike, by their names."""
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
            section.fail(column.name, column.in_toml, "no such field")
    return kind(place=Place(section), **values)


class Form(NamedTuple):
    """What may be in a field, for lists of all fields."""

    kind: str  # whole, number, yes/no, text, word, name, other, table
    low: float | None = None
    high: float | None = None
    words: tuple[str, ...] = ()  # the only values of a word
    refers: str = ""  # what a name is the name of
    many: bool = False  # several with spaces between them, in TOML a list
    empty: bool = False  # may be left empty


class _Column(NamedTuple):
    """How one field is read: a cell of a table is text, a value of TOML has its type already."""

    name: str
    expected: str
    in_toml: str
    read: Callable[[str], Any]  # ValueError where it will not do
    take: Callable[[Any], Any]
    needed: bool
    form: Form
    record: type[Record] | None = None


class _Reader(NamedTuple):
    expected: str  # in a table
    read: Callable[[str], Any]  # ValueError where it will not do
    take: Callable[[Any], Any]
    form: Form
    in_toml: str = ""  # what is expected there, where it is written otherwise


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
    """One field of a kind of record as it is written in a file."""

    name: str
    form: Form
    expected: str  # in words
    needed: bool


def fields_of(kind: type[Record], toml: bool = False) -> list[FieldOf]:
    """Every field of a kind of record that a file has; a record within it by its path, `air.snow.german`."""
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
    """How a type is read from text and taken from TOML."""
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
    return _Reader(expected, text_of if least else str, text_of, form)  # a cell is a text


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
