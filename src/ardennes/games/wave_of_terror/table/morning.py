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
    score = f"score {w.limits.city_points} points for each enemy city and 1 for each step destroyed"
    if side == GERMAN:
        aim = "Move one supplied unit off the map by an exit road to win at once."
    else:
        aim = "Keep supplied German units off the exit roads, and hold St. Vith."
    return Morning(sky, f"{aim} Otherwise {score}.", before)
