"""Describe briefly what an order changed in a position: `where 12: 45 -> 46; 13: 45 -> 46`."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ardennes.hexes import bits

BETWEEN = "; "
LONGEST = 60  # maximum length of a value that is shown in full
# characters shown of a longer value: of a new one, and of an old one, which was shown before
SHOWN, GONE = 40, 1


def changes(old: Mapping[str, Any], new: Mapping[str, Any], boards: Sequence[str]) -> list[str]:
    """Return one line for each field that differs, in the order of the fields; `boards` are sets of cells."""
    lines = []
    for name, value in new.items():
        if old[name] != value:
            parts = _cells(old[name], value) if name in boards else _parts("", old[name], value)
            lines.append(f"{name} {BETWEEN.join(parts)}")
    return lines


def _cells(a: str, b: str) -> Iterator[str]:
    """Compare boards of cells: those added and those removed."""
    old, new = int(a, 16), int(b, 16)
    yield from (f"+{cell}" for cell in bits(new & ~old))
    yield from (f"-{cell}" for cell in bits(old & ~new))


def _parts(path: str, a: Any, b: Any) -> Iterator[str]:
    """Yield the smallest parts of a value that differ, each with its path."""
    if isinstance(a, list) and isinstance(b, list):
        yield from _list_parts(path, a, b)
    elif isinstance(a, dict) and isinstance(b, dict):
        for key in (*a, *(key for key in b if key not in a)):
            if key not in a or key not in b or a[key] != b[key]:
                yield from _parts(_under(path, key), a.get(key), b.get(key))
    else:
        yield f"{path}{': ' if path else ''}{_short(_plain(a), GONE)} -> {_short(_plain(b))}"


def _list_parts(path: str, a: list[Any], b: list[Any]) -> Iterator[str]:
    """Compare lists of equal length item by item; otherwise show removed (-) and added (+) items with their
    index.
    """
    if len(a) == len(b):
        for place, (old, new) in enumerate(zip(a, b, strict=True)):
            if old != new:
                yield from _parts(_under(path, place), old, new)
        return
    old, new = list(map(_plain, a)), list(map(_plain, b))
    for sign, ours, others, shown in (("-", old, new, GONE), ("+", new, old, SHOWN)):
        left = Counter(others)
        for place, value in enumerate(ours):
            left[value] -= 1
            if left[value] < 0:
                yield f"{sign}{_under(path, place)}: {_short(value, shown)}"


def _short(value: str, shown: int = SHOWN) -> str:
    """Shorten a long value to its beginning and a fingerprint."""
    if len(value) <= LONGEST:
        return value
    return f"{value[:shown]}...{hashlib.blake2b(value.encode(), digest_size=4).hexdigest()}"


def _under(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def _plain(value: Any) -> str:
    return msgspec.json.encode(value).decode()
