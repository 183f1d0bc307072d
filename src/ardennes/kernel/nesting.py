"""Limit how deep JSON may be nested, before it is parsed.

A parser recurses at every bracket. A few kilobytes of brackets exhaust the stack, which crashes Python in a
browser. Matches, orders and set-ups are seven brackets deep at most.
"""

from __future__ import annotations

import re
from itertools import accumulate

DEEPEST = 64  # web/js/lib/nesting.js has it too
TOO_DEEP = f"brackets inside brackets more than {DEEPEST} deep"
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+\\?(?:"|\Z)', re.DOTALL)
# as signed bytes: opening brackets add a level, closing ones remove it
_STEP = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
_OTHERS = bytes(set(range(256)) - set(b"[{]}"))


def is_too_deep(text: bytes | str) -> bool:
    """Return whether a JSON text is nested more deeply than any text of Ardennes. Damaged text is allowed."""
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    if data.count(b"[") + data.count(b"{") <= DEEPEST:
        return False
    steps = _STRING.sub(b"", data).translate(_STEP, _OTHERS)
    return max(accumulate(memoryview(steps).cast("b")), default=0) > DEEPEST
