"""Show the start of a turn of Breakthrough: the effects of the weather, and how the side wins."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.outcome.victory import score, thresholds
from ardennes.games.breakthrough.rules.sequence.weather import frozen
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel import parts_shown
from ardennes.kernel.wire import Morning


def morning(w: World, s: BreakthroughState, side: int | None, before: str) -> Morning | None:
    """Return the card at the start of a turn, or None for bystanders."""
    if side is None:
        return None
    air = f"Air points: American {s.air[terms.AMERICAN]}, German {s.air[terms.GERMAN]}."
    sky = f"{air} The ground is frozen." if frozen(w, s.day) else air
    if w.part is not None:
        end = f"{w.part.last_day} December"
        return Morning(sky, parts_shown.wins(w.part, side == terms.GERMAN, end), before)
    levels = dict(thresholds(w, s.scenario))
    german, draw = levels["German Tactical"], levels["Draw"]
    now = f"The German score is {score(s)}"
    if side == terms.GERMAN:
        how = "Take towns, destroy American units, exit the map."
        return Morning(sky, f"{now}; you win with {german} or more. {how}", before)
    return Morning(sky, f"{now}; you win below {draw}. Hold the towns, destroy German units.", before)
