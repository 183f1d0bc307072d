"""The display speed of a session, as section 6.1 of the Breakthrough manual has it (BTA-6.1)."""

from __future__ import annotations

DISPLAY_SECONDS = 0.5  # of one step
SLOWEST_DISPLAY = 10  # after which comes 0
