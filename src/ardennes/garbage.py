"""Configure how often Python searches for cyclic garbage."""

from __future__ import annotations

import gc

FRESH, YOUNG, OLD = 50_000, 20, 20


def search_seldom() -> None:
    """Search less often: games make almost no cyclic garbage, but have many long-lived objects.

    Python's default takes up to a seventh of the time of a game between two staffs. For processes that play.
    """
    gc.set_threshold(FRESH, YOUNG, OLD)
