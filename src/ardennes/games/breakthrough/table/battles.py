"""Show the combats of Breakthrough to a client.

There is no combat table. The second of two draws decides how much the defenders lose for each point that the
attackers lose, BTA-8.3a. Its five fifths are shown as cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ardennes.games.breakthrough.rules.model.events import (
    Advanced,
    Eliminated,
    Fought,
    Retreated,
    StoodFast,
    Surrendered,
)
from ardennes.games.breakthrough.rules.model.rolls import FINE
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Event, Rolled
from ardennes.kernel.showing import number, share_of_throws
from ardennes.kernel.wire import BattleShow, Cell

FIFTHS = 5
TONES = (-0.6, -0.2, 0.2, 0.5, 0.9)  # how good each fifth of the second draw is for the attackers


def battles(w: World, events: Sequence[Event], before: Iterable[Event]) -> list[BattleShow]:
    """Return the combats among the events, ready to show."""
    result = [at for at, event in enumerate(events) if isinstance(event, Fought)]
    ends = [*result, len(events)][1:]
    return [_shown(w, events, at, end) for at, end in zip(result, ends, strict=True)]


def _shown(w: World, events: Sequence[Event], at: int, end: int) -> BattleShow:
    fought = events[at]
    assert isinstance(fought, Fought)
    draws = [
        event.die
        for event in events[max(0, at - 2) : at]
        if isinstance(event, Rolled) and event.sides == FINE
    ]
    cells = _cells(w)
    second = draws[-1] if len(draws) == 2 else 0
    return BattleShow(
        at,
        [fought.hex],
        _title(fought, events[at + 1 : end]),
        attackers=list(fought.attackers),
        defenders=list(fought.defenders),
        sum=f"against about {fought.shown}",
        column=f"{fought.odds / 100:.2f}",
        cells=cells,
        thrown=(second - 1) * FIFTHS // FINE if second else -1,
        dice=draws,
        sides=FINE,
        words=f"The attackers lose {fought.attacker_loss}, the defenders {fought.defender_loss}.",
        luck=share_of_throws(Fraction(FINE - second + 1, FINE)) if second else "",
    )


def _cells(w: World) -> list[Cell]:
    """Return a cell for each fifth of the second draw: the defenders' loss per point of attackers' loss and
    odds."""
    low, span = w.constants.def_lo, w.constants.def_span
    return [
        Cell(
            f"×{float(low + span * fifth / FIFTHS):.2g}",
            1,
            tone,
            "defenders lose the attackers' loss times the odds times this, or more",
        )
        for fifth, tone in enumerate(TONES)
    ]


def _title(fought: Fought, after: Sequence[Event]) -> str:
    """Return what happened to the defenders and the hex."""
    gone = [x for x in after if isinstance(x, (Eliminated, Surrendered)) and x.unit in fought.defenders]
    back = [x for x in after if isinstance(x, Retreated) and x.unit in fought.defenders]
    taken = any(isinstance(x, Advanced) and x.path[-1] == fought.hex for x in after)
    if taken and len(gone) == len(fought.defenders):
        return "Destroyed, and the hex is taken"
    if taken:
        return "They fall back; the hex is taken"
    if len(gone) + len(back) == len(fought.defenders):
        return "Destroyed" if not back else "They fall back"
    if gone or back:
        return f"{number(len(gone) + len(back)).capitalize()} of {number(len(fought.defenders))} give way"
    return "They stand fast" if any(isinstance(x, StoodFast) for x in after) else "They hold"
