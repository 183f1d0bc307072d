"""Read one table of a case file; an error names file, case, field and allowed values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NoReturn, ParamSpec, TypeVar

from ardennes.cases.lines import line_of
from ardennes.errors import UserError
from ardennes.kernel.datafile import Values, listed, mistake
from ardennes.words import closest

P = ParamSpec("P")
T = TypeVar("T")
MOST = 10**6  # any countable thing


class CaseError(UserError):
    """A case file is invalid."""

    def __init__(self, file: str, case: str, field: str, message: str, line: int = 0) -> None:
        line = line or line_of(file, case, field)
        parts = (file, line and f"line {line}", case and f"case {case}", field and f"field {field}")
        place = ", ".join(part for part in parts if part)
        super().__init__(f"{place}: {message}")
        self.file, self.case, self.field, self.message = file, case, field, message


class Fields(Values):
    """One table of a case, read field by field."""

    __slots__ = ("case",)

    def __init__(self, file: str, case: str, path: str, values: Mapping[str, Any]) -> None:
        super().__init__(file, path, values)
        self.case = case

    def __bool__(self) -> bool:
        return bool(self.values)

    def fail(self, name: str, message: str) -> NoReturn:
        raise CaseError(self.file, self.case, self.at(name), message)

    def _tell(self, name: str, found: str, expected: str, hint: str) -> NoReturn:
        self.fail(name, mistake(found, expected, hint))

    def unknown(self, name: str, word: object, what: str, allowed: Collection[str]) -> NoReturn:
        """Raise an error about a word that is not allowed."""
        self.wrong(name, f"{what}, one of {listed(allowed)}", repr(word), closest(str(word), allowed))

    def raw(self, name: str, default: Any = None) -> Any:
        return self.values.get(name, default)

    def parts(self, name: str, parts: int, expected: str, default: float | None = None) -> int:
        """Read a number in fractions of a whole (3.5 is seven halves)."""
        value = self.values.get(name, default)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 <= value <= MOST or value * parts % 1:
            self.wrong(name, expected)
        return int(value * parts)

    def halves(self, name: str, default: float | None = None) -> int:
        return self.parts(name, 2, "a number of whole or half points, like 3 or 3.5", default)

    def choice(self, name: str, what: str, allowed: Collection[str], default: str | None = None) -> str:
        """Read one of the allowed words, ignoring case."""
        value = self.text(name, default)
        if value in allowed:
            return value
        same = [word for word in allowed if word.lower() == value.lower()]
        return same[0] if same else self.unknown(name, value, what, allowed)

    def index(
        self, name: str, what: str, allowed: tuple[str, ...] | list[str], default: int | None = None
    ) -> int:
        """Return the index of a word among the allowed ones."""
        return allowed.index(self.choice(name, what, allowed, None if default is None else allowed[default]))

    def words(
        self, name: str, what: str, allowed: Collection[str], either: Collection[Collection[str]] = ()
    ) -> list[str]:
        """Read several allowed words from one text. Some exclude each other; `none` excludes all others."""
        said = self.text(name).lower().split()
        for word in said:
            if word not in allowed:
                self.unknown(name, word, what, allowed)
        for group in (*either, *(("none", word) for word in allowed)):
            both = [word for word in dict.fromkeys(said) if word in group]
            if len(both) > 1:
                self.fail(name, f"it cannot be both {both[0]} and {both[1]}; leave one of them out.")
        return said

    def flags(self, names: Collection[str]) -> list[str]:
        """Return the flags that are true."""
        return [name for name in names if self.flag(name, False)]

    def meant(self, name: str, find: Callable[P, T], *words: P.args, **more: P.kwargs) -> T:
        """Convert words by a function; an error of the function gets the name of the field."""
        try:
            return find(*words, **more)
        except UserError as error:
            self.fail(name, str(error))

    def items(self, name: str) -> list[Any]:
        """Return a list; a missing field is an empty one."""
        value = self.values.get(name, [])
        if not isinstance(value, list):
            self.wrong(name, "a list in square brackets")
        return value

    def texts(self, name: str) -> list[str]:
        """Return a list of texts; a single text is a list of one."""
        value = self.values.get(name, [])
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.wrong(name, 'a list of texts, like ["a", "b"]')
        return list(value)

    def wholes(self, name: str, low: int, high: int) -> list[int]:
        value = self.values.get(name, [])
        fits = isinstance(value, list) and all(
            isinstance(item, int) and not isinstance(item, bool) and low <= item <= high for item in value
        )
        if not fits:
            self.wrong(name, f"a list of whole numbers from {low} to {high}")
        return list(value)

    def table(self, name: str, only: Collection[str] = ()) -> Fields:
        """Return a nested table, with certain fields if they are named; a missing one is empty."""
        value = self.values.get(name, {})
        if not isinstance(value, dict):
            self.wrong(name, f"a table, like {{ ... }} or [case.{self.at(name)}]")
        result = Fields(self.file, self.case, self.at(name), value)
        if only:
            result.only(only)
        return result

    def tables(self, name: str, only: Collection[str] = ()) -> list[Fields]:
        """Return a list of nested tables; a missing field is an empty one."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.wrong(name, "a list of tables, like [{ ... }, { ... }]")
        named = {f"{name}[{number}]": item for number, item in enumerate(value, 1)}
        return [Fields(self.file, self.case, self.path, named).table(at, only) for at in named]
