"""Every part of the published figures."""

from __future__ import annotations

from ardennes.results.parts import characters, scenarios, tactics

PARTS = (scenarios.PART, characters.PART, tactics.PART)
