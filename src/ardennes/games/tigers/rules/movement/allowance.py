"""How far a unit may go: OMF, OMB, the fuel limit and Peiper's budget (TIA-MOVE, TIA-FUEL-1, TIA-KGP)."""

from __future__ import annotations

from ardennes.games.tigers.rules.model.position import derived
from ardennes.games.tigers.rules.model.state import FUELLED, RATIONED, TigersState
from ardennes.games.tigers.rules.sequence.turn_order import in_second_step
from ardennes.games.tigers.schema.terms import GERMAN
from ardennes.games.tigers.schema.world import World


def dump_in_german_use(w: World, s: TigersState) -> bool:
    """Do the Germans occupy the captured, intact dump? TIA-FUEL-6."""
    if w.dump < 0 or s.dump_owner != GERMAN or s.where[w.dump] < 0:
        return False
    cell = s.where[w.dump]
    if s.variant.dump_control_suffices:
        return not s.held >> cell & 1
    return bool(derived(w, s).combat[GERMAN] >> cell & 1)


def fuel_limited(w: World, s: TigersState) -> bool:
    """Does the fuel limit bind German units that begin to move now? TIA-FUEL-1, TIA-FUEL-6."""
    if s.turn < s.fuel_from:
        return False
    if s.variant.dump_lifts_for_good and s.dump_taken_once:
        return False
    return not dump_in_german_use(w, s)


def fuel_flag(w: World, s: TigersState, unit: int) -> int:
    """Return the flag that fixes for the player-turn whether the fuel limit binds a unit that begins to move
    now; 0 for no flag, TIA-FUEL-6."""
    info = w.units[unit]
    if info.side != GERMAN or info.omf <= w.constants.fuel.limit_omf or s.turn < s.fuel_from:
        return 0
    if s.status[unit] & (RATIONED | FUELLED):
        return 0
    return RATIONED if fuel_limited(w, s) else FUELLED


def _rationed(w: World, s: TigersState, unit: int) -> bool:
    """Does the limit bind the unit? As when it began its move, or if it began now."""
    result = s.status[unit] & (RATIONED | FUELLED)
    return result == RATIONED if result else fuel_limited(w, s)


def omf_half(w: World, s: TigersState, unit: int) -> int:
    """Return the unit's OMF now, in half-points.

    The fuel limit applies first, then the unit loses one in the second step, TIA-MOVE-5. Peiper loses it only
    if it did nothing before step d, TIA-KGP-6.
    """
    info = w.units[unit]
    omf = info.omf
    if info.side == GERMAN and omf > w.constants.fuel.limit_omf and _rationed(w, s, unit):
        omf = w.constants.fuel.limit_omf
    if in_second_step(s) and not (unit == w.peiper and s.kgp_acted):
        omf -= w.constants.movement.second_phase_loss
    return max(0, 2 * omf)


def omb_half(w: World, s: TigersState, unit: int) -> int:
    """Return the bonus that the unit may still get, in half-points, TIA-MOVE-3; 0 for Peiper after an
    attack."""
    if unit == w.peiper and s.kgp_attacks:
        return 0
    return 2 * w.constants.movement.omb
