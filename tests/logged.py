"""The log of a match as every seat reads it: no empty entry, no trace of a quiet order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.kernel.contract import Event
from ardennes.kernel.match import Match
from ardennes.kernel.visibility import visible_events
from ardennes.server.matches.views import lines_of


class Logged:
    """Observe a replayed match (`ardennes.golden.rules`), and read its log as every seat."""

    def __init__(self) -> None:
        self.read = 0  # entries

    def __call__(self, match: Match[Any], events: Sequence[Event]) -> None:
        if match.seq == 0:
            return
        game, entry = match.game, match.journal[-1]
        for eyes in (*range(len(game.sides)), None):
            visible = visible_events(game, events, eyes)
            reader = "watch" if eyes is None else game.sides[eyes]
            where = f"order {match.seq} ({entry.order}) as {reader} sees it"
            if entry.order.quiet_in(match.state) and eyes != entry.side:
                assert visible == [], f"{where}: a quiet order is told"
                continue
            lines = lines_of(game, entry, visible)
            assert lines, f"{where}: an entry without a line"
            assert all(line.strip() for line in lines), f"{where}: an empty line"
            assert "{" not in lines[0] or visible, f"{where}: {lines[0]}"
            self.read += 1
