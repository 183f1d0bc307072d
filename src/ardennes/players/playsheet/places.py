"""The places that score, as a side believes them to be held."""

from __future__ import annotations

from ardennes.games.playsheet.schema.terms import GERMAN
from ardennes.players.playsheet.draft import Draft


def believed_german(draft: Draft, place: int) -> bool:
    """Does the side believe that the Germans hold this place?"""
    s = draft.s
    return bool((s.german_thinks_german if draft.side == GERMAN else s.allied_thinks_german) >> place & 1)


def hostile_places(draft: Draft) -> list[int]:
    """Return the hexes of places that the side believes the enemy holds."""
    german = draft.side == GERMAN
    return [o.hex for o in draft.w.objectives if believed_german(draft, o.index) != german]


def ours(draft: Draft) -> list[int]:
    """Return the hexes of places that the side believes it holds."""
    german = draft.side == GERMAN
    return [o.hex for o in draft.w.objectives if believed_german(draft, o.index) == german]
