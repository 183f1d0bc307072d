"""The line on which a field of a TOML file stands, for messages: TOML's own reader does not keep it.

A field is named as messages name it: `stop.games`, `vary[2].level[1].name`, `given.units[4]`; items of a list
are counted from 1.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Mapping
from pathlib import Path

_PASSED = re.compile(r"(?:\s|#[^\n]*)*")
_BETWEEN = re.compile(r"[ \t]*")
_TEXT = re.compile(
    r'"""(?:\\.|[^\\])*?"""+|' r"'''.*?'''+|" r'"(?:\\.|[^"\\])*"|' r"'[^']*'",
    re.DOTALL,
)
_PLAIN_KEY = re.compile(r"[\w-]+")
_PLAIN_VALUE = re.compile(r"[^,\]}#\n]*")


def lines_of(text: str) -> dict[str, int]:
    """By field: its line, counted from 1; of a table or list that is written in parts, the first. The text
    must be valid TOML."""
    return _Scan(text).found


def written(lines: Mapping[str, int], field: str) -> str:
    """The field, or the innermost table or list around it that is written; empty where there is none."""
    while field and field not in lines:
        field = field[: max(field.rfind("."), field.rfind("["), 0)]
    return field


def place(file: str, field: str) -> str:
    """Where a field stands, for a message: file, line and field. A file that cannot be read has no lines."""
    try:
        lines = lines_of(Path(file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return f"{file}, field {field}"
    line = lines.get(written(lines, field))
    return f"{file}, line {line}, field {field}" if line else f"{file}, field {field}"


class _Scan:
    """A walk through the text that only looks for keys."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.ends = [at for at, sign in enumerate(text) if sign == "\n"]
        self.found: dict[str, int] = {}
        self.tables: dict[str, int] = {}  # of each list [[...]]: how many so far
        table = ""
        while self._pass() < len(text):
            if self._take("[["):
                table = self._heading(another=True)
            elif self._take("["):
                table = self._heading(another=False)
            else:
                self._pair(table)

    def _pass(self, what: re.Pattern[str] = _PASSED) -> int:
        """Go past blanks, and where several lines are allowed past comments."""
        self.at = self._match(what).end()
        return self.at

    def _match(self, what: re.Pattern[str]) -> re.Match[str]:
        found = what.match(self.text, self.at)
        assert found is not None, "the text is valid TOML"
        return found

    def _take(self, signs: str) -> bool:
        here = self.text.startswith(signs, self.at)
        self.at += len(signs) if here else 0
        return here

    def _closed(self, sign: str) -> bool:
        """Is a list or table at its end? Else what stands before its next item is passed."""
        self._pass()
        self._take(",")
        self._pass()
        return self._take(sign)

    def _note(self, field: str, at: int) -> None:
        self.found.setdefault(field, bisect_left(self.ends, at) + 1)

    def _heading(self, another: bool) -> str:
        """The table that follows; a list on the way to it stands for its last item."""
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
        """A key and its value."""
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
