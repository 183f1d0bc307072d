"""Parse TOML that people write, with the line of every error and of every field, which TOML's own parser does
not keep.

A field is named as in error messages: `stop.games`, `vary[2].level[1].name`, `given.units[4]`; list items are
counted from 1.
"""

from __future__ import annotations

import math
import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

LONG_NUMBER = re.compile(r"[0-9_]{1000,}")
SMALLEST, LARGEST = -(2**63), 2**63 - 1  # range of whole numbers, limited by TOML itself
_PASSED = re.compile(r"(?:\s|#[^\n]*)*")
_BETWEEN = re.compile(r"[ \t]*")
_TEXT = re.compile(
    r'"""(?:\\.|[^\\])*?"""+|' r"'''.*?'''+|" r'"(?:\\.|[^"\\])*"|' r"'[^']*'",
    re.DOTALL,
)
_PLAIN_KEY = re.compile(r"[\w-]+")
_PLAIN_VALUE = re.compile(r"[^,\]}#\n]*")


class TomlFault(Exception):
    """An invalid TOML text; `line` counts from 1, or is 0 if unknown."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line

    @property
    def place(self) -> str:
        """Return the line as a suffix for the file name."""
        return f", line {self.line}" if self.line else ""


class _Wrong(NamedTuple):
    field: str
    words: str


def read_toml_text(text: str) -> dict[str, Any]:
    """Parse a TOML text; TomlFault says what is wrong with it, for any reason."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        result = re.search(r"line (\d+)", str(error))
        last = len(text.splitlines())  # an error at the end of a file has no line
        raise TomlFault(int(result[1]) if result else last, f"invalid TOML ({error})") from None
    except RecursionError:
        raise TomlFault(0, "tables or lists nested too deeply") from None
    except ValueError:  # Python does not parse numbers of thousands of digits
        long = LONG_NUMBER.search(text)
        line = text.count("\n", 0, long.start()) + 1 if long else 0
        raise TomlFault(line, "a number with too many digits") from None
    wrong = next(_unusable(values, ""), None)
    if wrong is not None:
        lines = lines_of(text)
        raise TomlFault(lines.get(written(lines, wrong.field), 0), f"{wrong.field} is {wrong.words}")
    return values


def _unusable(value: Any, field: str) -> Iterator[_Wrong]:
    """Find numbers that no field accepts."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _unusable(part, f"{field}.{key}" if field else key)
    elif isinstance(value, list):
        for number, part in enumerate(value, 1):
            yield from _unusable(part, f"{field}[{number}]")
    elif isinstance(value, float) and not math.isfinite(value):
        yield _Wrong(field, f"{value}, not a finite number")
    elif isinstance(value, int) and not SMALLEST <= value <= LARGEST:
        yield _Wrong(field, "a number with too many digits")


def lines_of(text: str) -> dict[str, int]:
    """Return the line of each field, counted from 1; for a table or list written in parts, the first. The
    text must be valid TOML.
    """
    return _Scan(text).found


def written(lines: Mapping[str, int], field: str) -> str:
    """Return the field, or the innermost table or list around it that is in the
    file; empty if there is none.
    """
    while field and field not in lines:
        field = field[: max(field.rfind("."), field.rfind("["), 0)]
    return field


def place(file: str, field: str) -> str:
    """Return where a field is, for a message: file, line and field. A file that
    cannot be read has no lines.
    """
    try:
        lines = lines_of(Path(file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, RecursionError):
        return f"{file}, field {field}"
    line = lines.get(written(lines, field))
    return f"{file}, line {line}, field {field}" if line else f"{file}, field {field}"


class _Scan:
    """A scan of the text that only looks for keys."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.ends = [at for at, sign in enumerate(text) if sign == "\n"]
        self.found: dict[str, int] = {}
        self.tables: dict[str, int] = {}  # number of tables so far in each list [[...]]
        table = ""
        while self._pass() < len(text):
            if self._take("[["):
                table = self._heading(another=True)
            elif self._take("["):
                table = self._heading(another=False)
            else:
                self._pair(table)

    def _pass(self, what: re.Pattern[str] = _PASSED) -> int:
        """Skip blanks and, if several lines are allowed, comments."""
        self.at = self._match(what).end()
        return self.at

    def _match(self, what: re.Pattern[str]) -> re.Match[str]:
        result = what.match(self.text, self.at)
        assert result is not None, "the text is valid TOML"
        return result

    def _take(self, signs: str) -> bool:
        here = self.text.startswith(signs, self.at)
        self.at += len(signs) if here else 0
        return here

    def _closed(self, sign: str) -> bool:
        """Return whether a list or table ends here; if not, skip to its next item."""
        self._pass()
        self._take(",")
        self._pass()
        return self._take(sign)

    def _note(self, field: str, at: int) -> None:
        self.found.setdefault(field, bisect_left(self.ends, at) + 1)

    def _heading(self, another: bool) -> str:
        """Return the table that follows; a list in its path stands for its last item."""
        begin, path = self.at, ""
        keys = self._keys()
        for number, key in enumerate(keys, 1):
            path = f"{path}.{key}" if path else key
            self._note(path, begin)
            if another and number == len(keys):
                self.tables[path] = self.tables.get(path, 0) + 1
            if path in self.tables:
                path += f"[{self.tables[path]}]"
                self._note(path, begin)
        self.at = self.text.index("]]" if another else "]", self.at) + (2 if another else 1)
        return path

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._pass(_BETWEEN)
            if self.text[self.at] in "\"'":
                written = self._match(_TEXT)
                keys.append(tomllib.loads(f"key = {written[0]}")["key"])
            else:
                written = self._match(_PLAIN_KEY)
                keys.append(written[0])
            self.at = written.end()
            self._pass(_BETWEEN)
            if not self._take("."):
                return keys

    def _pair(self, table: str) -> None:
        """Scan a key and its value."""
        begin, path = self.at, table
        for key in self._keys():
            path = f"{path}.{key}" if path else key
            self._note(path, begin)
        self._take("=")
        self._value(path)

    def _value(self, path: str) -> None:
        self._pass(_BETWEEN)
        if self._take("["):
            number = 0
            while not self._closed("]"):
                number += 1
                self._note(f"{path}[{number}]", self.at)
                self._value(f"{path}[{number}]")
        elif self._take("{"):
            while not self._closed("}"):
                self._pair(path)
        else:
            what = _TEXT if self.text[self.at] in "\"'" else _PLAIN_VALUE
            self.at = self._match(what).end()
