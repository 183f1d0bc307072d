"""Count how often each pair of losses occurs over all draws of a combat (BTA-8.3a).

Both draws have a thousand faces. For each face of the first, a division gives the number of second faces that
cost the defender at least a certain loss. The million pairs are never enumerated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from ardennes.games.breakthrough.rules.combat.casualties import Stakes, guns_cost
from ardennes.games.breakthrough.rules.combat.odds import Odds
from ardennes.games.breakthrough.rules.model.rolls import FINE
from ardennes.games.breakthrough.rules.model.rounding import half_up
from ardennes.games.breakthrough.schema.world import World

DRAWS = FINE * FINE


@dataclass(frozen=True, slots=True)
class _Formula:
    """The casualties of BTA-8.3a in whole numbers.

    With faces i and j, counted from 0, the attacker loses (p + q i) / a and the defender (p + q i) (m + n j)
    / d strength points before artillery and rounding.
    """

    p: int
    q: int
    a: int
    m: int
    n: int
    d: int
    most: int  # the defender's loss is limited to this, rounded


def _formula(w: World, odds: Odds | Stakes) -> _Formula:
    c = w.constants
    low, span = odds.attacking * c.cas_const, odds.attacking * c.cas_rand / FINE
    a = lcm(low.denominator, span.denominator)
    first, slope = c.def_lo * odds.odds / a, c.def_span * odds.odds / (a * FINE)
    d = lcm(first.denominator, slope.denominator)
    return _Formula(
        p=int(low * a),
        q=int(span * a),
        a=a,
        m=int(first * d),
        n=int(slope * d),
        d=d,
        most=half_up(c.def_loss_cap * odds.defending),
    )


def _first_face(start: int, slope: int, wanted: int) -> int:
    """Return the first face from 0 with start + slope * face >= wanted, or FINE if there is none."""
    if start >= wanted:
        return 0
    if slope <= 0:
        return FINE
    return min(FINE, -((start - wanted) // slope))


def _at_least(f: _Formula, least: int, first: int, last: int) -> int:
    """Return how many pairs of faces cost the defender at least this loss before artillery.

    The first face runs from `first` up to, not including, `last`.
    """
    if least > f.most:
        return 0
    wanted = (2 * least - 1) * f.d  # half up: the loss is reached half a point below it
    top = 2 * (f.m + f.n * (FINE - 1))
    some = max(first, _first_face(f.p * top, f.q * top, wanted))
    every = min(last, max(some, _first_face(2 * f.p * f.m, 2 * f.q * f.m, wanted)))
    count = (last - every) * FINE
    if some < every:
        low, step, faces = 2 * (f.p + f.q * some), 2 * f.q, every - some
        losses = range(low, low + step * faces, step) if step else [low] * faces
        count += _second_faces(f, wanted, losses)
    return count


def _second_faces(f: _Formula, wanted: int, losses: Sequence[int]) -> int:
    """Return how many second faces j, summed over these losses, satisfy loss (m + n j) >= wanted.

    For each loss it is FINE + floor((loss m - wanted) / (loss n)). The printed constants let n divide m, so
    that one short division per loss is enough.
    """
    whole, rest = divmod(f.m, f.n)
    if rest:
        return FINE * len(losses) + sum([(loss * f.m - wanted) // (loss * f.n) for loss in losses])
    short = -wanted // f.n  # floor(floor(x / n) / loss) is floor(x / (n loss))
    return (FINE + whole) * len(losses) + sum([short // loss for loss in losses])


def count_losses(w: World, odds: Odds | Stakes) -> dict[tuple[int, int], int]:
    """Return (attacker's loss, defender's loss) -> how many of the million pairs of draws cause it."""
    f = _formula(w, odds)
    guns_a, guns_d = guns_cost(w, odds.defender_artillery, odds.reduced_artillery)
    result: dict[tuple[int, int], int] = {}
    first = 0
    while first < FINE:
        base = (2 * (f.p + f.q * first) + f.a) // (2 * f.a)
        last = _first_face(2 * f.p, 2 * f.q, (2 * base + 1) * f.a)
        attacker = min(odds.attacking, base + guns_a)
        loss = _loss_at(f, first, 0)
        more = (last - first) * FINE
        while more:
            fewer = _at_least(f, loss + 1, first, last)
            if more > fewer:
                key = attacker, min(odds.defending, loss + guns_d)
                result[key] = result.get(key, 0) + more - fewer
            loss, more = loss + 1, fewer
        first = last
    return result


def _loss_at(f: _Formula, i: int, j: int) -> int:
    return min(f.most, (2 * (f.p + f.q * i) * (f.m + f.n * j) + f.d) // (2 * f.d))
