"""The log of a match as every seat reads it: no entry without words, no trace of a quiet order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.kernel.contract import Event
from ardennes.kernel.match import Match
from ardennes.kernel.visibility import visible_events
from ardennes.server.matches.views import lines_of


class Logged:
    """Watches a match that is played again (`ardennes.golden.rules`), and reads its log with all eyes."""

    def __init__(self) -> None:
        self.read = 0  # entries

    def __call__(self, match: Match[Any], events: Sequence[Event]) -> None:
        if match.seq == 0:
            return
        game, entry = match.game, match.journal[-1]
        for eyes in (*range(len(game.sides)), None):
            seen = visible_events(game, events, eyes)
            reader = "watch" if eyes is None else game.sides[eyes]
            where = f"order {match.seq} ({entry.order}) as {reader} sees it"
            if entry.order.quiet_in(match.state) and eyes != entry.side:
                assert seen == [], f"{where}: a quiet order is told"
                continue
            lines = lines_of(game, entry, seen)
            assert lines, f"{where}: an entry without a line"
            assert all(line.strip() for line in lines), f"{where}: a line without words"
            assert "{" not in lines[0] or seen, f"{where}: {lines[0]}"
            self.read += 1
