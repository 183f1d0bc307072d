"""KampfGruppe Peiper: attacks, attached units, budget (TIA-KGP, TIA-SS-4, TIA-TIGER-4)."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.events import Attached, BrokeDown, Disrupted
from ardennes.games.tigers.rules.model.position import put, set_flag
from ardennes.games.tigers.rules.model.rolls import roll
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.allowance import omf_half
from ardennes.games.tigers.rules.sequence.turn_order import in_second_step
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Events, Refusal

BASIC_ATTACKS = 2  # TIA-KGP-1
TIGER_BIT, SKORZENY_BIT = 1, 2


def attached(w: World, s: TigersState) -> list[int]:
    """Return the units attached to Peiper now, TIA-KGP-8."""
    result = []
    if s.kgp_attached & TIGER_BIT:
        result.append(w.tiger_501)
    if s.kgp_attached & SKORZENY_BIT:
        result.append(w.skorzeny)
    return result


def group(w: World, s: TigersState, unit: int) -> list[int]:
    """Return the unit, and if it is Peiper the units attached."""
    return [unit, *attached(w, s)] if unit == w.peiper else [unit]


def may_attack(w: World, s: TigersState) -> Refusal | None:
    """Return why Peiper may not attack again; None if it may, TIA-KGP-1, TIA-KGP-4, TIA-SS-4."""
    name = w.units[w.peiper].name
    if s.status[w.peiper] & st.DISRUPTED:
        return Refusal("TIA-DIS-1", f"{name} is Disrupted and cannot attack.")
    if s.status[w.peiper] & st.OMB_SPENT:
        return Refusal("TIA-MOVE-4", f"{name} has spent its movement bonus and cannot attack this turn.")
    if s.variant.peiper_strict and s.kgp_attacks == 1 and not in_second_step(s):
        return Refusal("TIA-KGP-6", f"{name} may make its second attack only in the second step.")
    if s.variant.peiper_strict and s.kgp_stopped:
        return Refusal("TIA-KGP-6", f"{name} was stopped by a result worse than D and cannot attack again.")
    if s.kgp_attacks < BASIC_ATTACKS:
        return None
    if not s.ruthless_turn or s.turn < s.ruthless_turn:
        return Refusal("TIA-KGP-1", f"{name} has made both its attacks this turn.")
    if s.kgp_stopped:
        return Refusal("TIA-SS-4", f"{name} was stopped by a result worse than D and cannot attack again.")
    if s.spent[w.peiper] - s.kgp_mark < 2:
        return Refusal(
            "TIA-SS-4", f"{name} must spend 1 movement point before it attacks again.", "Move first."
        )
    return None


def may_attach(w: World, s: TigersState, unit: int) -> Refusal | None:
    """Return why this unit may not be attached now; None if it may, TIA-KGP-8."""
    name = w.units[unit].name
    if unit not in (w.tiger_501, w.skorzeny):
        return Refusal(
            "TIA-KGP-8", f"{name} cannot be attached to Peiper.", "Attach the 501. SS or Skorzeny."
        )
    if unit in attached(w, s):
        return Refusal("TIA-KGP-8", f"{name} is already attached.")
    if s.kgp_attacks or s.status[w.peiper] & st.MOVED:
        return Refusal(
            "TIA-KGP-8", "Peiper has already moved or attacked this turn: units are attached as it begins."
        )
    if s.where[unit] != s.where[w.peiper] or s.where[unit] < 0:
        return Refusal("TIA-KGP-8", f"{name} is not in Peiper's hex.")
    if s.status[unit] & (st.DISRUPTED | st.MOVED | st.ATTACKED):
        return Refusal("TIA-KGP-8", f"{name} is Disrupted or has already acted this turn.")
    return None


def attach(w: World, s: TigersState, units: list[int]) -> None:
    """Attach the units to Peiper."""
    for unit in units:
        s.kgp_attached |= TIGER_BIT if unit == w.tiger_501 else SKORZENY_BIT


def join(w: World, s: TigersState, names: tuple[str, ...], dice: Dice, events: Events) -> None:
    """Attach units as Peiper first moves or attacks; roll how far the 501. can go, TIA-TIGER-4."""
    joined = [w.by_id[name] for name in names]
    attach(w, s, joined)
    events.append(Attached(names))
    if w.tiger_501 in joined:
        die = roll(
            s, dice, events, "how far the attached 501. SS goes", "TIA-TIGER-4", "how far the 501. SS can go"
        )
        s.kgp_tiger_limit = 2 * min(4, die)


def detach(w: World, s: TigersState, unit: int) -> None:
    """End the unit's attachment to Peiper."""
    s.kgp_attached &= ~(TIGER_BIT if unit == w.tiger_501 else SKORZENY_BIT)


def leave_tiger_behind(w: World, s: TigersState, omf_spent: int, events: Events) -> None:
    """Leave the attached 501. behind, Disrupted, once Peiper goes farther than its die, TIA-TIGER-4."""
    if s.kgp_attached & TIGER_BIT and omf_spent > s.kgp_tiger_limit:
        detach(w, s, w.tiger_501)
        set_flag(w, s, w.tiger_501, st.DISRUPTED | st.BROKEN_DOWN | st.MOVED)
        info = w.units[w.tiger_501]
        events.append(BrokeDown(info.id, w.grid.label(s.where[w.tiger_501])))
        events.append(Disrupted(info.id, "TIA-TIGER-4"))


def march(w: World, s: TigersState, cell: int, spent: int, events: Events) -> None:
    """Move Peiper and the units attached into a hex; Peiper has then spent this many half-OMF."""
    leave_tiger_behind(w, s, min(spent, omf_half(w, s, w.peiper)), events)
    for unit in group(w, s, w.peiper):
        put(w, s, unit, cell)
        s.spent[unit] = spent
        set_flag(w, s, unit, st.MOVED | st.MOVED_NOW)


def stop_for_good(w: World, s: TigersState, events: Events) -> None:
    """End Peiper's moves and attacks, and Disrupt it for its advances, TIA-KGP-5, TIA-ADV-8."""
    if s.kgp_advanced:
        for unit in group(w, s, w.peiper):
            if s.where[unit] >= 0 and not s.status[unit] & st.DISRUPTED:
                set_flag(w, s, unit, st.DISRUPTED | st.STIRRED)
                events.append(Disrupted(w.units[unit].id, "TIA-KGP-5"))
    s.kgp_advanced = False
    s.kgp_attached = 0


def falls_out(w: World, s: TigersState, unit: int, events: Events) -> None:
    """End the attachment of a unit Disrupted or eliminated, or of all if it is Peiper, TIA-KGP-5,
    TIA-KGP-8."""
    if unit == w.peiper:
        stop_for_good(w, s, events)
    elif s.kgp_attached and unit in attached(w, s):
        detach(w, s, unit)


def can_go_on(w: World, s: TigersState) -> bool:
    """Has Peiper movement points or an attack left after a combat? TIA-KGP-2."""
    if w.peiper < 0 or s.where[w.peiper] < 0 or s.status[w.peiper] & st.DISRUPTED:
        return False
    return s.spent[w.peiper] < omf_half(w, s, w.peiper) or may_attack(w, s) is None


def forget_turn(w: World, s: TigersState) -> None:
    """Reset Peiper at the start of a German player-turn."""
    s.kgp_attacks = s.kgp_mark = s.kgp_attached = s.kgp_tiger_limit = 0
    s.kgp_acted = s.kgp_stopped = s.kgp_advanced = False
