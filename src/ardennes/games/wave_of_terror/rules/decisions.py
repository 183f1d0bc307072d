"""Every decision of the game by the frame that asks for it."""

from __future__ import annotations

from typing import Any

from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.advance import AdvanceAfterCombat
from ardennes.games.wave_of_terror.rules.arrivals import Reforming
from ardennes.games.wave_of_terror.rules.artillery import Aircraft, Artillery
from ardennes.games.wave_of_terror.rules.bridges import Demolition
from ardennes.games.wave_of_terror.rules.combat import CombatPhase
from ardennes.games.wave_of_terror.rules.losses import Losses, Overstacking
from ardennes.games.wave_of_terror.rules.markers import AerialSupply, Interdiction
from ardennes.games.wave_of_terror.rules.move_phase import MovementPhase
from ardennes.games.wave_of_terror.rules.sequence import Declaration
from ardennes.games.wave_of_terror.rules.setup import SetUp
from ardennes.games.wave_of_terror.rules.victory import EndOfGame
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.deciding import Deciding

DECISIONS: dict[type[f.Frame], Deciding[World, f.WaveState, Any]] = {
    f.SettingUp: SetUp(),
    f.Declaring: Declaration(),
    f.Interdicting: Interdiction(),
    f.Dropping: AerialSupply(),
    f.Moving: MovementPhase(),
    f.Overstacked: Overstacking(),
    f.Demolishing: Demolition(),
    f.Reforming: Reforming(),
    f.Fighting: CombatPhase(),
    f.Supporting: Artillery(),
    f.Flying: Aircraft(),
    f.Losing: Losses(),
    f.Advancing: AdvanceAfterCombat(),
    f.ChoosingEnd: EndOfGame(),
}
