"""Show the start of a turn of Wave of Terror: the effects of the weather, and how the side wins."""

from __future__ import annotations

from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.schema.terms import GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel import parts_shown
from ardennes.kernel.wire import Morning


def morning(w: World, s: WaveState, side: int | None, before: str) -> Morning | None:
    """Return the card at the start of a turn, or None for bystanders and set-up."""
    if side is None or not s.turn:
        return None
    sky = f"The Allies have {s.aircraft} aircraft." if s.aircraft else "No Allied aircraft fly."
    if w.part is not None:
        return Morning(sky, parts_shown.wins(w.part, side == GERMAN, f"turn {w.turns}"), before)
    cities = f"{w.limits.city_points} points for each enemy city, a point for each step destroyed"
    if side == GERMAN:
        return Morning(
            sky, f"One supplied unit off the map by an exit road wins at once. Else {cities}.", before
        )
    return Morning(
        sky, f"Keep every supplied German off the exit roads, and hold St. Vith. Else {cities}.", before
    )
