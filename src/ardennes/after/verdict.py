"""When a match was decided. One function says it, for the end page, the report and the terminal alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.after.account import Account, Decided, Moment, Swing
from ardennes.games import measuring_for
from ardennes.kernel.match import Match
from ardennes.kernel.measures import Measures


def deciding_day(match: Match[Any], account: Account) -> Decided | None:
    """Return the day that decided a finished match; None for a draw, or where no single day did.

    With a model it is the largest turning point towards the winner that was never lost again: the chance of
    the winner did not fall back to where it stood before. Without a model it is the day on which the score
    changed most for the winner.
    """
    result = match.result()
    if result is None or result.winner is None:
        return None
    if account.trust is None:
        return _by_score(match, result.winner)
    return _by_chance(account.swings, account.curve, result.winner)


def _by_chance(swings: Sequence[Swing], curve: Sequence[Moment], winner: int) -> Decided | None:
    sign = 1 if winner == 0 else -1

    def lasted(swing: Swing) -> bool:
        before, _ = _chances(swing)
        return all(sign * (worth - before) > 0 for worth in _later(swing, swings, curve))

    def gain(swing: Swing) -> float:
        before, after = _chances(swing)
        return sign * (after - before)

    lasting = [one for one in swings if gain(one) > 0 and lasted(one)]
    if not lasting:
        return None
    best = max(lasting, key=gain)
    return Decided(best.day, best.order, best.until, "chance")


def _chances(swing: Swing) -> tuple[float, float]:
    """The chances before and after a turning point: by play where it was checked, else by the model."""
    return (swing.check.before, swing.check.after) if swing.check else (swing.before, swing.after)


def _later(swing: Swing, swings: Sequence[Swing], curve: Sequence[Moment]) -> list[float]:
    """The chances from the end of a turning point on; those of play where it was checked."""
    if swing.check is None:
        return [one.win + one.draw / 2 for one in curve if one.order >= swing.until]
    later = [one.check for one in swings if one.check is not None and one.order >= swing.until]
    return [swing.check.after, *(worth for check in later for worth in (check.before, check.after))]


def _by_score(match: Match[Any], winner: int) -> Decided | None:
    measuring = measuring_for(match.game, match.state_at(0))
    if measuring is None:
        return None
    ends: dict[int, int] = {}  # by day: orders given by its evening
    closed = 0
    for order, (_, events, state) in enumerate(match.replay(), 1):
        measuring.happened(state, events, not match.game.to_move(state))
        evenings = measuring.found.evenings
        ends |= {evening.day: order for evening in evenings[closed:]}
        closed = len(evenings)
    gains = _gains(measuring.found, winner, measuring.german)
    day = max(gains, key=lambda one: (gains[one], -one))
    begins = max((order for other, order in ends.items() if other < day), default=0)
    return Decided(day, begins, ends[day], "score")


def _gains(found: Measures, winner: int, german: int) -> dict[int, float]:
    """Return what each day brought the winner: in margin, or in men where the margin never helped it."""
    rows = [row for row in found.turns if row.side == german]
    sign = 1 if winner == german else -1
    gains: dict[int, float] = {row.day: 0.0 for row in rows}
    before = rows[0].margin
    for row in rows:
        gains[row.day] += sign * (row.margin - before)
        before = row.margin
    if max(gains.values()) <= 0:
        for row in found.turns:
            gains[row.day] += row.men if row.side != winner else -row.men
    return gains
