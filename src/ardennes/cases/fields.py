"""Reading one table of a case file, so that a mistake is told by file, case, field and what is allowed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NoReturn

from ardennes.errors import UserError
from ardennes.words import closest


class CaseError(UserError):
    """A case file says something that cannot be run."""

    def __init__(self, file: str, case: str, field: str, message: str) -> None:
        place = ", ".join(
            part for part in (file, case and f"case {case}", field and f"field {field}") if part
        )
        super().__init__(f"{place}: {message}")
        self.file, self.case, self.field, self.message = file, case, field, message


def listed(words: Iterable[object], most: int = 60) -> str:
    """Words for a message; a long list is cut."""
    shown = [str(word) for word in words]
    more = f" ... ({len(shown)} in all)" if len(shown) > most else ""
    return ", ".join(shown[:most]) + more


class Fields:
    """One table of a case, read field by field."""

    def __init__(self, file: str, case: str, path: str, values: Mapping[str, Any]) -> None:
        self.file, self.case, self.path, self.values = file, case, path, values

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def __bool__(self) -> bool:
        return bool(self.values)

    def at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path and name else self.path or name

    def fail(self, name: str, message: str) -> NoReturn:
        raise CaseError(self.file, self.case, self.at(name), message)

    def unknown(self, name: str, word: object, what: str, allowed: Collection[str]) -> NoReturn:
        """A word that is none of the allowed ones."""
        hint = closest(str(word), allowed)
        self.fail(name, f"{word!r} is not {what}.{hint} Allowed: {listed(allowed)}.")

    def only(self, allowed: Collection[str]) -> None:
        """Refuse a field nobody reads: most likely it is misspelt."""
        for name in self.values:
            if name not in allowed:
                self.fail(
                    name, f"there is no such field.{closest(name, allowed)} Allowed: {listed(allowed)}."
                )

    def wrong(self, name: str, expected: str) -> NoReturn:
        if name not in self.values:
            self.fail(name, f"is missing; it must be {expected}.")
        self.fail(name, f"{self.values[name]!r} will not do; it must be {expected}.")

    def raw(self, name: str, default: Any = None) -> Any:
        return self.values.get(name, default)

    def text(self, name: str, default: str | None = None) -> str:
        value = self.values.get(name, default)
        if not isinstance(value, str):
            self.wrong(name, "a text in quotes")
        return value

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        value = self.values.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.wrong(name, f"a whole number from {low} to {high}")
        return value

    def halves(self, name: str, default: float | None = None) -> int:
        """A number of halves (3.5 is 7)."""
        value = self.values.get(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or value < 0 or value * 2 % 1:
            self.wrong(name, "a number of whole or half points, like 3 or 3.5")
        return int(value * 2)

    def flag(self, name: str, default: bool | None = None) -> bool:
        value = self.values.get(name, default)
        if not isinstance(value, bool):
            self.wrong(name, "true or false")
        return value

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
