"""What a table's answer refuses."""

from __future__ import annotations

from ardennes.kernel.wire import Odds, Route


def rule_of(told: Odds | Route) -> str:
    """The rule by which an attack or a drawn way is refused."""
    assert told.refusal is not None
    return told.refusal.rule
