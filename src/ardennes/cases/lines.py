"""The line of a case file in which a field stands, for messages: TOML's reader does not keep it."""

from __future__ import annotations

import re
from pathlib import Path

PART = re.compile(r"([^.\[]+)(?:\[(\d+)\])?")  # of a field's name; units[2]: the second of `units`


def line_of(file: str, case: str, field: str) -> int:
    """Counted from 1; 0 where the file or the case in it cannot be found."""
    try:
        text = Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return 0
    found = re.search(rf"^\s*id\s*=\s*[\"']{re.escape(case)}[\"']", text, re.MULTILINE) if case else None
    if found is None:
        return 0
    begin, end = text.rfind("[[case]]", 0, found.start()), text.find("[[case]]", found.end())
    stretches = ((begin, end if end >= 0 else len(text)), (0, text.find("[[case]]")))
    # What all cases of the file share stands above them.
    _, at = max((_find(text, field, *stretch) for stretch in stretches), key=lambda found: found[0])
    return text.count("\n", 0, at if at >= 0 else found.end()) + 1


def _find(text: str, field: str, begin: int, end: int) -> tuple[int, int]:
    """How many parts of a field's name are written in a stretch, and where the last of them stands."""
    count, at = 0, -1
    for name, item in PART.findall(field):
        found = re.compile(rf"(?<![\w/-])[\"']?{re.escape(name)}[\"']?\s*[=\].]").search(text, begin, end)
        if found is None:
            break
        count, at, begin = count + 1, found.start(), found.end() - 1
        if count == 1:  # up to the heading of another table of the case
            other = re.compile(rf"^\[(?!(case\.)?{re.escape(name)}\b)", re.MULTILINE).search(text, begin, end)
            end = other.start() if other else end
        if item:
            at = begin = _item(text, begin, end, int(item))
    return count, at


def _item(text: str, at: int, end: int, number: int) -> int:
    """Where an item of the list behind a key begins."""
    depth, count, quote = 0, 1, ""
    for place in range(at, end):
        sign = text[place]
        if quote:
            quote = "" if sign == quote else quote
        elif depth == 1 and count == number and not sign.isspace() and sign != ",":
            return place
        else:
            quote = sign if sign in "\"'" else ""
            depth += (sign in "[{") - (sign in "]}")
            count += depth == 1 and sign == ","
    return at
