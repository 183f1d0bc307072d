"""Reading one table of a case file, so that a mistake is told by file, case, field and what is allowed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NoReturn

from ardennes.errors import UserError
from ardennes.kernel.datafile import Values, listed, mistake
from ardennes.words import closest


class CaseError(UserError):
    """A case file says something that cannot be run."""

    def __init__(self, file: str, case: str, field: str, message: str) -> None:
        place = ", ".join(
            part for part in (file, case and f"case {case}", field and f"field {field}") if part
        )
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
        """A word that is none of the allowed ones."""
        self.wrong(name, f"{what}, one of {listed(allowed)}", repr(word), closest(str(word), allowed))

    def raw(self, name: str, default: Any = None) -> Any:
        return self.values.get(name, default)

    def halves(self, name: str, default: float | None = None) -> int:
        """A number of halves (3.5 is 7)."""
        value = self.values.get(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or value < 0 or value * 2 % 1:
            self.wrong(name, "a number of whole or half points, like 3 or 3.5")
        return int(value * 2)

    def choice(self, name: str, what: str, allowed: Collection[str], default: str | None = None) -> str:
        """One of the allowed words, in small letters or capitals."""
        value = self.text(name, default)
        if value in allowed:
            return value
        same = [word for word in allowed if word.lower() == value.lower()]
        return same[0] if same else self.unknown(name, value, what, allowed)

    def items(self, name: str) -> list[Any]:
        """A list; a field left out is an empty one."""
        value = self.values.get(name, [])
        if not isinstance(value, list):
            self.wrong(name, "a list in square brackets")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts; one text alone stands for a list of one."""
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

    def table(self, name: str) -> Fields:
        """A table of its own; a field left out is an empty one."""
        value = self.values.get(name, {})
        if not isinstance(value, dict):
            self.wrong(name, f"a table, like {{ ... }} or [case.{self.at(name)}]")
        return Fields(self.file, self.case, self.at(name), value)

    def tables(self, name: str) -> list[Fields]:
        """A list of tables; a field left out is an empty one."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.wrong(name, "a list of tables, like [{ ... }, { ... }]")
        return [
            Fields(self.file, self.case, f"{self.at(name)}[{number}]", item)
            for number, item in enumerate(value, 1)
        ]
