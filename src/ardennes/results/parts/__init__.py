"""Every part of the published figures."""

from __future__ import annotations

from ardennes.results.parts import (
    balance,
    characters,
    history,
    lab_example,
    learning,
    reconstruction,
    scenarios,
    speed,
    tactics,
    thinking,
)

PARTS = (
    scenarios.PART,
    balance.PART,
    characters.PART,
    tactics.PART,
    history.PART,
    lab_example.PART,
    learning.PART,
    speed.PART,
    thinking.PART,
    reconstruction.PART,  # last: it takes many hours
)
