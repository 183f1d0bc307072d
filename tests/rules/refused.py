"""What a table's answer refuses."""

from __future__ import annotations

from ardennes.kernel.wire import Odds, Route


def rule_of(outcome: Odds | Route) -> str:
    """Return the rule by which an attack or a hand-drawn path is refused."""
    assert outcome.refusal is not None
    return outcome.refusal.rule
