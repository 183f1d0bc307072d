"""Small texts that every game's log and table share, and how names are compared."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Callable, Iterable, Sequence


def counted(number: int, what: str, many: str = "") -> str:
    """Return a number with its noun: 1 point, 2 points; `many` is a plural that does not end in s alone."""
    return f"{number} {what}" if number == 1 else f"{number} {many or what + 's'}"


def does(number: int, verb: str) -> str:
    """Return the verb form for a number: one attacks, two attack."""
    return f"{verb}s" if number == 1 else verb


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words: Spa, Huy and Dinant."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def hex_of_place(label: str, place: str) -> str:
    """Return a hex with the place in it, if it has one."""
    return f"{place} ({label})" if place else label


@functools.lru_cache(maxsize=16384)  # a word is compared with every place on a map
def plain(name: str) -> str:
    """Normalize a name for comparison: no capitals, spaces or punctuation."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def closest(word: str, known: Iterable[str], alike: float = 0.6, write: Callable[[str], str] = str) -> str:
    """Return ' Did you mean ...?' if a known word is similar, else an empty text."""
    by_lower = {name.lower(): name for name in known if name}
    near = difflib.get_close_matches(word.lower(), by_lower, n=3, cutoff=alike)
    names = dict.fromkeys(write(by_lower[name]) for name in near)
    return f" Did you mean {' or '.join(names)}?" if names else ""


def die_told(die: object, what: str, rule: str, named: Callable[[str], str]) -> str:
    """Describe a die for the log; `named` replaces a unit's id by its name, and keeps any other word."""
    words = (named(word.rstrip(",")) + word[len(word.rstrip(",")) :] for word in what.split(" "))
    return f"Die {die}: {' '.join(words)} [{rule}]."
