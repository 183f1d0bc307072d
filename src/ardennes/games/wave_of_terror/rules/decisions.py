"""Every decision of the game (section F of the rulebook) by the frame that asks for it."""

from __future__ import annotations

from ardennes.games.wave_of_terror.rules.decide_combat import COMBAT_DECISIONS
from ardennes.games.wave_of_terror.rules.decide_moves import MOVE_DECISIONS
from ardennes.games.wave_of_terror.rules.decide_setup import SETUP_DECISIONS

HANDLERS = {
    **SETUP_DECISIONS,
    **MOVE_DECISIONS,
    **COMBAT_DECISIONS,
}
