"""The places that count, as a side believes them held, and what each is worth."""

from __future__ import annotations

from ardennes.games.playsheet.schema.terms import GERMAN
from ardennes.players.playsheet.desk import Desk


def believed_german(desk: Desk, place: int) -> bool:
    """Does the side believe this place in German hands?"""
    s = desk.s
    return bool((s.german_thinks_german if desk.side == GERMAN else s.allied_thinks_german) >> place & 1)


def hostile_places(desk: Desk) -> list[int]:
    """Hexes of places that the side believes in the enemy's hands."""
    german = desk.side == GERMAN
    return [o.hex for o in desk.w.objectives if believed_german(desk, o.index) != german]


def ours(desk: Desk) -> list[int]:
    """Hexes of places that the side believes its own."""
    german = desk.side == GERMAN
    return [o.hex for o in desk.w.objectives if believed_german(desk, o.index) == german]
