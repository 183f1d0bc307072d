"""What happened in 1944 on the day being played: a few sentences and the front line on the game's map.

It is the same in every match. A game in which this would reveal hidden positions has no such layer, so it
gets no history.
"""

from __future__ import annotations

from ardennes.games import find_game, table_of
from ardennes.history import chronicle
from ardennes.kernel.table import HISTORY
from ardennes.server.api.schemas import FrontLine, History, HistoryDay

SURE = ("high", "medium")


def history(game: str) -> History:
    if HISTORY not in table_of(find_game(game)).stage().layers:
        return History({})
    return History({chronicle.date_in_full(day): _day(game, day) for day in chronicle.told_days()})


def _day(game: str, day: int) -> HistoryDay:
    rows = sorted((row for row in chronicle.lines(game) if row.day == day), key=lambda row: row.order)
    front = [
        FrontLine(
            [round(number) for point in row.points for number in point], not row.order, row.confidence in SURE
        )
        for row in rows
    ]
    return HistoryDay(chronicle.on_this_day(day), front)
