"""Small words that every game's log and table say in the same way."""

from __future__ import annotations


def counted(number: int, what: str) -> str:
    """1 point, 2 points."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def hex_of_place(label: str, place: str) -> str:
    """A hex with the place in it, if it has one."""
    return f"{place} ({label})" if place else label
