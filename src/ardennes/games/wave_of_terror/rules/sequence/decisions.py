"""Every decision of the game by its frame."""

from __future__ import annotations

from typing import Any

from ardennes.games.wave_of_terror.rules.combat.advance import AdvanceAfterCombat
from ardennes.games.wave_of_terror.rules.combat.artillery import Aircraft, Artillery
from ardennes.games.wave_of_terror.rules.combat.losses import Losses, Overstacking
from ardennes.games.wave_of_terror.rules.combat.resolve import CombatPhase
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.movement.bridges import Demolition
from ardennes.games.wave_of_terror.rules.movement.offers import MovementPhase
from ardennes.games.wave_of_terror.rules.movement.reinforcements import Reforming
from ardennes.games.wave_of_terror.rules.outcome.victory import EndOfGame
from ardennes.games.wave_of_terror.rules.sequence.phases import Declaration
from ardennes.games.wave_of_terror.rules.sequence.setup import SetUp
from ardennes.games.wave_of_terror.rules.special.markers import AerialSupply, Interdiction
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
