"""The order of phases (TIA-SEQ): one list for set-up, one for a game-turn."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN, SIDES


class Phase(NamedTuple):
    """A phase, its player, and whether it belongs to the second move-and-fight step (step d)."""

    name: str
    side: int
    second: bool = False

    @property
    def title(self) -> str:
        return f"{SIDES[self.side]} {'second ' if self.second else ''}{self.name}"


SETUP = (
    Phase("hide dump", ALLIED),
    Phase("set up", GERMAN),
    Phase("hosts", GERMAN),
    Phase("relocate", ALLIED),
    Phase("drop", GERMAN),
)


def _player_turn(side: int) -> tuple[Phase, ...]:
    return (
        Phase("reinforcements", side),
        Phase("movement", side),
        Phase("stacking", side),
        Phase("declaration", side),
        Phase("air", side),
        Phase("bombing", side),
        Phase("recovery", 1 - side),
        Phase("combat", side),
        Phase("movement", side, True),
        Phase("stacking", side, True),
        Phase("declaration", side, True),
        Phase("air", side, True),
        Phase("bombing", side, True),
        Phase("combat", side, True),
    )


# TIA-SEQ-1, TIA-SEQ-2, TIA-SEQ-3; the Allied victory check comes before German supply, the German one
# after Allied. Supply is settled before bridges, TIA-SEQ-8; units are split freely between the two steps,
# TIA-SEQ-7.
TURN = (
    Phase("weather", ALLIED),
    *_player_turn(GERMAN),
    Phase("victory", ALLIED),
    Phase("supply flights", GERMAN),
    Phase("supply", GERMAN),
    Phase("bridges", GERMAN),
    Phase("entrenching", GERMAN),
    Phase("end", GERMAN),
    *_player_turn(ALLIED),
    Phase("supply flights", ALLIED),
    Phase("supply", ALLIED),
    Phase("bridges", ALLIED),
    Phase("entrenching", ALLIED),
    Phase("victory", GERMAN),
)
SECOND = tuple(phase.second for phase in TURN)
# In these phases the other side acts.
PHASING = tuple(1 - x.side if x.name in ("recovery", "victory") else x.side for x in TURN)


def current_phase(s: TigersState) -> Phase:
    return (TURN if s.turn else SETUP)[s.phase]


def in_second_step(s: TigersState) -> bool:
    return s.turn > 0 and SECOND[s.phase]


def phasing(s: TigersState) -> int:
    """Return the side whose player-turn it is."""
    return PHASING[s.phase] if s.turn else SETUP[s.phase].side


def second_step_words(s: TigersState) -> str:
    """Return what a prompt adds in step d, TIA-MOVE-5."""
    return " (second impulse: 1 movement point less)" if in_second_step(s) else ""
