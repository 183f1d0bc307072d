"""Every decision of the game (digest 6.1) by the frame that asks for it."""

from __future__ import annotations

from ardennes.games.tigers.rules.decide_combat import COMBAT_DECISIONS
from ardennes.games.tigers.rules.decide_moves import MOVE_DECISIONS
from ardennes.games.tigers.rules.decide_setup import SETUP_DECISIONS

DONE = {
    "move": "End movement",
    "go on": "Stop here",
    "declare": "End declarations",
    "bomb": "End air missions",
    "intercept": "End interceptions",
    "resupply": "End supply flights",
    "advance": "End advance",
    "Peiper": "Peiper stops",
    "bridges": "End bridges",
    "entrench": "Nobody digs in",
    "reinforce": "End reinforcements",
    "set up": "End set-up",
    "relocate": "Leave it where it is",
    "blow bridge": "Let it stand",
}
HANDLERS = {
    frame: handler._replace(done=DONE.get(handler.kind, "Done"))
    for frame, handler in {**SETUP_DECISIONS, **MOVE_DECISIONS, **COMBAT_DECISIONS}.items()
}
