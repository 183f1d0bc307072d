"""The route for what is at stake in the open decision, computed from what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from ardennes.after.stakes import MOST_ANSWERS, Answer, Result, Stakes, stakes_of
from ardennes.games import table_of
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.defending import Defends, Fate
from ardennes.server.api import schemas
from ardennes.server.http.responses import Response, answer
from ardennes.server.http.router import Router, doc
from ardennes.server.matches import views
from ardennes.server.routes.context import Asks
from ardennes.server.routes.match import look_of

router = Router(prefix="/api/matches/{match_id}", tags=["match"])

LOOKS = ("lost", "back", "retreat", "hold", "untouched")  # from the worst


@router.get("/stakes", **doc("What is at stake in the decision", {200: schemas.StakesAnswer}, seat=True))
def stakes(asks: Asks) -> Response:
    match, side, known, commander = asks.player()
    with asks.room.at(match, known) as live:
        scenario = live.match.setting.scenario
        now = views.moment(asks.room, live, side, commander)
    look = look_of(asks)
    choices = views.choices_of(table_of(look.game), now)
    if not choices.mine or look.command is not None:
        return answer(schemas.StakesAnswer(look.seq, True))
    compared = stakes_of(look.game, look.view, side, scenario)
    ask = compared.asks or not choices.weighed
    return answer(_answer_of(look.seq, look.game, look.view, compared, ask))


def _answer_of(seq: int, game: AnyGame, view: Any, compared: Stakes, ask: bool) -> schemas.StakesAnswer:
    result = schemas.StakesAnswer(seq, ask)
    result.points = None if compared.points is None else round(compared.points)
    if compared.gold is not None:
        best = compared.answers[compared.gold]
        result.best, result.label = msgspec.to_builtins(best.order), best.label
    table = table_of(game)
    if (
        not isinstance(table, Defends)
        or table.battle_mark(view) is None
        or len(compared.answers) > MOST_ANSWERS
    ):
        return result
    if any(one.fate is None for each in compared.answers for one in each.results):
        return result
    by_die = all(len(one.dice) <= 1 for each in compared.answers for one in each.results)
    result.rows = [_row(each, by_die) for each in compared.answers]
    result.gold = compared.gold
    result.odds, result.reason = table.reason(view)
    return result


def _row(each: Answer, by_die: bool) -> schemas.DefenceRow:
    runs = _runs(each.results) if by_die and len(each.results) > 1 else _merged(each.results)
    percents = in_percent([sum(one.chance for one in run) for run in runs])
    fates = [_fate(one) for one in each.results]
    return schemas.DefenceRow(
        each.id,
        each.label,
        msgspec.to_builtins(each.order),
        [
            schemas.DefenceRun(*_fate(run[0])[:3], percent, _faces(run, by_die))
            for run, percent in zip(runs, percents, strict=True)
        ],
        held=_share(each.results, [fate.held for fate in fates]),
        lost=_share(each.results, [fate.lost > 0 for fate in fates]),
        most=max(fate.lost for fate in fates),
        win=None if each.win is None else round(100 * each.win),
        to=sorted({hex_ for fate in fates for hex_ in fate.to}),
    )


def _fate(one: Result) -> Fate:
    assert one.fate is not None
    return one.fate


def _words(one: Result) -> tuple[str, ...]:
    return _fate(one)[:3]


def _faces(run: Sequence[Result], by_die: bool) -> list[int]:
    return [die for one in run for die in one.dice] if by_die else []


def _runs(results: Sequence[Result]) -> list[list[Result]]:
    """Return neighbouring faces of the die with the same consequence together."""
    return [list(run) for _, run in groupby(results, _words)]


def _merged(results: Sequence[Result]) -> list[list[Result]]:
    """Return all results with the same consequence together, the worst first."""
    ranked = sorted(results, key=lambda one: (LOOKS.index(_fate(one).look), _words(one)))
    return [list(run) for _, run in groupby(ranked, _words)]


def _share(results: Sequence[Result], which: Sequence[bool]) -> int:
    return round(100 * sum(one.chance for one, yes in zip(results, which, strict=True) if yes))


def in_percent(chances: Sequence[float]) -> list[int]:
    """Round chances to whole percents that add to 100: the largest remainders are rounded up."""
    result = [int(100 * chance + 1e-9) for chance in chances]
    by_rest = sorted(range(len(chances)), key=lambda at: result[at] - 100 * chances[at])
    for at in by_rest[: 100 - sum(result)]:
        result[at] += 1
    return result
