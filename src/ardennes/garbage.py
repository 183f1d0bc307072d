"""How often Python searches for garbage that refers to itself."""

from __future__ import annotations

import gc

FRESH, YOUNG, OLD = 50_000, 20, 20


def search_seldom() -> None:
    """Games make next to none, and hold many objects that stay: searching as often as Python does by itself
    takes up to a seventh of a game between two staffs. For processes that play."""
    gc.set_threshold(FRESH, YOUNG, OLD)
