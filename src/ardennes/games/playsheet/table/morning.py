"""The beginning of a turn of the playsheet: the effect of the weather, and how the side wins."""

from __future__ import annotations

from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import GERMAN, turn_words
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel import parts_shown
from ardennes.kernel.wire import Morning


def morning(w: World, s: PlaysheetState, side: int | None) -> Morning | None:
    """Return the texts for the beginning of a turn; None for spectators."""
    if side is None:
        return None
    share = w.shares[s.weather][side]
    grounded = w.is_night(s.turn) or not share
    sky = "Aircraft cannot fly." if grounded else f"{_share(float(share))} of the aircraft can fly."
    if w.part is not None:
        return Morning(sky, parts_shown.wins(w.part, side == GERMAN, turn_words(s.last_turn)))
    best = max(w.objectives, key=lambda one: one.points)
    places = f"places such as {best.name} ({best.points} points)"
    if side == GERMAN:
        return Morning(sky, f"Score points: take {places}, and leave the map in the west.")
    return Morning(sky, f"Keep the German points low: hold {places}.")


def _share(share: float) -> str:
    return "All" if share >= 1 else f"{100 * share:.0f} %"
