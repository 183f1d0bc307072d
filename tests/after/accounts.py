"""Handmade accounts for tests of their presentation: without a model, light and deep."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ardennes.after.account import (
    Account,
    Check,
    Fortune,
    Judgement,
    LuckDay,
    Moment,
    Swing,
    Throw,
    Trust,
    Verdicts,
)
from ardennes.after.course import fingerprint
from ardennes.after.summary import follow
from ardennes.after.verdict import deciding_day
from ardennes.kernel.match import Match

VERSIONS = {"game": "a game", "rules": "1", "engine": "test"}
STEPS = (0.05, -0.08, 0.12)  # of the curve, repeated


def account_of(match: Match[Any], kind: Literal["none", "light", "deep"]) -> Account:
    if kind == "none":
        return with_decision(match, Account(fingerprint(match), VERSIONS, (), None, (), ()))
    outcome = follow(match)
    curve, win = [], 0.4
    for evening, dusk in zip(outcome.seen.found.evenings, outcome.dusks, strict=True):
        for at, step in enumerate(STEPS):
            win = min(0.9, max(0.1, win + step))
            order = max(0, dusk.order - 9 + 3 * at)
            curve.append(
                Moment(
                    order, evening.turn, evening.day, "moves", win, 0.1 * (1 - win), win - 0.05, win + 0.05
                )
            )
    result = match.result()
    assert result is not None
    end = 1.0 if result.winner == 0 else 0.0
    curve.append(
        Moment(match.seq, evening.turn, evening.day, "", end, float(result.winner is None), end, end)
    )
    battles = outcome.seen.found.battles
    throws = tuple(
        Throw(
            at,
            one.turn,
            one.day,
            one.side,
            "Bastogne",
            one.hexes[0],
            "They attacked at 3 : 1",
            "rolled 2",
            gain,
            0.1,
            0.3,
            at > 0,
        )
        for at, (one, gain) in enumerate(zip(battles, (0.12, -0.08, 0.05), strict=False))
    )
    days = (LuckDay(16, 0.02, 0.03), LuckDay(17, -0.11, 0.09))
    bins = (*range(1, 14), *range(12, 0, -1))
    luck = tuple(
        Fortune(side, sign * -0.11, 0.03, 0.17, 20, 0.6, throws, days, bins, 0.5)
        for side, sign in ((0, 1), (1, -1))
    )
    first, last = curve[0], curve[4]
    change = last.win - first.win
    swing = Swing(
        first.order, last.order, last.day, f"{last.day} December, Bastogne", "Two regiments were destroyed.",
        first.win, last.win, (change + 0.02, -0.05), 0.03, last.order, "Attack Bastogne",
        Check(0.35, 0.6, 0.05, 60) if kind == "deep" else None,
    )  # fmt: skip
    verdicts: Verdicts | None = None
    dropped: tuple[Swing, ...] = ()
    if kind == "deep":
        weak = Check(0.5, 0.51, 0.03, 60)
        dropped = (msgspec.structs.replace(swing, name="20 December, Wiltz", check=weak),)
        one = battles[0]
        better = ("They stood idle", "attack with both", "86 chances in 100 to clear the hex.")
        reported = (match.seq // 2, one.side, one.day, "Bastogne")
        missed = Judgement(*reported, "missed chance", *better, 0.04, 0.01, 40, (), one.hexes, one.attackers)
        unclear = Judgement(
            *reported, "no clear difference", *better, 0.01, 0.02, 10, (), one.hexes, one.attackers
        )
        verdicts = Verdicts(6, 1, (missed, unclear))
    trust = Trust("a model 1", 400, "the staff and others", 80, 0.12, 0.21, evening.day - 1)
    account = Account(fingerprint(match), VERSIONS, tuple(curve), trust, luck, (swing,), verdicts)
    account = msgspec.structs.replace(account, dropped=dropped)
    return with_decision(match, account)


def with_decision(match: Match[Any], account: Account) -> Account:
    return msgspec.structs.replace(account, decided=deciding_day(match, account))
