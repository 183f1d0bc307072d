"""Every decision of the game (digest 6.1) by the frame that asks for it."""

from __future__ import annotations

from ardennes.games.tigers.rules.decide_combat import COMBAT_DECISIONS
from ardennes.games.tigers.rules.decide_moves import MOVE_DECISIONS
from ardennes.games.tigers.rules.decide_setup import SETUP_DECISIONS

HANDLERS = {
    **SETUP_DECISIONS,
    **MOVE_DECISIONS,
    **COMBAT_DECISIONS,
}
