"""Units that are lost, and the points their loss is worth (BTA-8.3d, BTA-10.1d)."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.events import Eliminated, Scored, Surrendered
from ardennes.games.breakthrough.rules.position import lift, parts_of
from ardennes.games.breakthrough.rules.state import DEAD, Award, BreakthroughState
from ardennes.games.breakthrough.schema.terms import AMERICAN
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Event


def award(s: BreakthroughState, turn: int, source: str, what: str, points: int, events: list[Event]) -> None:
    """A line of the score ledger."""
    s.ledger.append(Award(turn, source, what, points))
    events.append(Scored(source, what, points))


def loss_points(w: World, s: BreakthroughState, unit: int) -> int:
    """What the loss of a unit adds to the German score: each stacking point; engineers and battalions do
    not count, BTA-10.1d."""
    counting = sum(w.units[part].counts for part in parts_of(w, s, unit))
    return counting * w.tables.points["us_elim" if w.side[unit] == AMERICAN else "ge_elim"]


def eliminate(
    w: World, s: BreakthroughState, unit: int, events: list[Event], *, surrendered: bool = False
) -> None:
    """The unit is gone for good, with its parts and all the artillery it held, BTA-8.3d, BTA-6.4e."""
    kind = w.units[unit]
    told = Surrendered if surrendered else Eliminated
    events.append(told(kind.id, w.grid.label(s.where[unit])))
    points = loss_points(w, s, unit)
    for part in parts_of(w, s, unit):
        if part != unit:
            s.where[part] = DEAD
            s.inside[part] = -1
            s.strength[part] = s.known[part] = 0
    lift(w, s, unit, DEAD)
    s.strength[unit] = s.known[unit] = s.artillery[unit] = s.points[unit] = s.marks[unit] = s.fort[unit] = 0
    if points:
        source = "us_elim" if kind.side == AMERICAN else "ge_elim"
        award(s, s.turn, source, kind.id, points, events)


def lose_strength(w: World, s: BreakthroughState, unit: int, loss: int, events: list[Event]) -> bool:
    """Strength points lost; False when nothing is left of the unit, BTA-8.3d."""
    s.strength[unit] -= loss
    if s.strength[unit] > 0:
        return True
    eliminate(w, s, unit, events)
    return False
