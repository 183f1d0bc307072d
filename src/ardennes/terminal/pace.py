"""The display speed of a session: how long battles and orders of the enemy stay on the screen (BTA-6.1)."""

from __future__ import annotations

DISPLAY_SECONDS = 0.5  # of one step
SLOWEST_DISPLAY = 10  # after which comes 0
