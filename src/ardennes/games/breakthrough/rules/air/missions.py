"""The Air Phase: interdiction and ground attacks; air drops later in the turn (BTA-3)."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.dice import Dice
from ardennes.games.breakthrough.rules.combat.casualties import lose_strength
from ardennes.games.breakthrough.rules.combat.efficiency import disrupt
from ardennes.games.breakthrough.rules.model.events import AirSpent, Dropped, GroundAttacked, UnitsInterdicted
from ardennes.games.breakthrough.rules.model.orders import (
    END,
    AirDrop,
    AnyOrder,
    End,
    GroundAttack,
    Interdict,
)
from ardennes.games.breakthrough.rules.model.position import occupied, on_map, stack_at
from ardennes.games.breakthrough.rules.model.rolls import chance
from ardennes.games.breakthrough.rules.model.state import INTERDICTED, BreakthroughState
from ardennes.games.breakthrough.rules.movement.allowance import first_allowance
from ardennes.games.breakthrough.rules.sequence.decision_base import PhaseDecision
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, SIDES
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.deciding import Lasting
from ardennes.kernel.names import at_hex
from ardennes.kernel.offers import Offer, of_kind
from ardennes.words import counted


class AirPhase(PhaseDecision):
    """Spend air points one at a time: on interdiction, on a ground attack, or keep them for air drops,
    BTA-3.2."""

    kind = "air"
    rule = "BTA-3.2"
    answers = (Interdict, GroundAttack, End)
    standing = "Air points"

    def lasting(self, w: World, s: BreakthroughState, side: int) -> Sequence[Lasting]:
        return [Lasting("keep", "keep them for air drops", END)]

    def prompt(self, w: World, s: BreakthroughState, side: int) -> str:
        left = s.air[side]
        sky = terms.WEATHERS[s.weather].capitalize()
        points = counted(left, "air point")
        return f"{sky}. Spend {points}: interdict, attack a hex, or keep them for air drops."

    def offers(self, w: World, s: BreakthroughState, side: int) -> list[Offer]:
        result: list[Offer] = [END]
        if s.air[side]:
            result.append(Interdict())

            def attacks() -> Sequence[Offer]:
                return [GroundAttack(w.grid.label(cell)) for cell in bits(occupied(w, s, 1 - side))]

            result.append(of_kind(GroundAttack, attacks, "ground attack"))
        return result

    def refusal(self, w: World, s: BreakthroughState, side: int, order: AnyOrder) -> Refusal | None:
        if not s.air[side]:
            return _no_points(side, "BTA-3.2")
        if isinstance(order, GroundAttack) and not occupied(w, s, 1 - side) >> w.grid.at(order.hex) & 1:
            facts = f"There is no enemy unit {at_hex(w, order.hex)} to attack (BTA-3.4)."
            return Refusal("BTA-3.2", facts, "Choose a hex with an enemy unit.")
        return None

    def carry_out(
        self, w: World, s: BreakthroughState, side: int, order: AnyOrder, dice: Dice, events: Events
    ) -> None:
        """Spend one point; resolve a ground attack at once, BTA-3.2."""
        s.air[side] -= 1
        if isinstance(order, Interdict):
            s.interdiction[side] += 1
            events.append(AirSpent(SIDES[side], s.air[side]))
        elif isinstance(order, GroundAttack):
            for unit in list(stack_at(w, s, w.grid.at(order.hex))):
                strike(w, s, unit, dice, events)


DECISION = AirPhase()


def _no_points(side: int, rule: str) -> Refusal:
    whose = "BTA-3.1a" if side == AMERICAN else "BTA-3.1b"
    return Refusal(rule, f"The {SIDES[side].capitalize()} side has no air points left this turn ({whose}).")


def strike(w: World, s: BreakthroughState, unit: int, dice: Dice, events: Events) -> None:
    """Resolve a ground attack on one unit: it may be disrupted, and strafed if it is in travel mode,
    BTA-3.4."""
    name, place = w.units[unit].id, w.grid.label(s.where[unit])
    left = s.air[1 - w.side[unit]]  # distinguishes two attacks in one turn
    key, limits, shown = f"air attack on {name}, {left} points left", w.limits, w.units[unit].name
    what, percent = f"disruption of {shown} from the air", limits.ground_attack_disrupt_pct
    disrupted = chance(s, dice, events, f"{key}: disrupted", what, "BTA-3.4", percent)
    strafed = False
    if s.mode[unit] == terms.TRAVEL:
        what, percent = f"strafing of {shown} from the air", limits.ground_attack_strafe_pct
        strafed = chance(s, dice, events, f"{key}: strafed", what, "BTA-3.4", percent)
    loss = strafing_loss(w, s.strength[unit]) if strafed else 0
    events.append(GroundAttacked(w.side[unit], name, place, disrupted, strafed, loss))
    if disrupted:
        disrupt(w, s, unit)
    if strafed:
        s.mode[unit] = terms.NORMAL  # costs no points
        lose_strength(w, s, unit, loss, events)


def strafing_loss(w: World, strength: int) -> int:
    """Return the strength lost: a part of it, rounded down, at least one point, BTA-3.4."""
    return max(1, strength * w.limits.strafe_strength_loss_pct // 100)


def interdiction_chance(w: World, points: int) -> int:
    """Return the chance in percent that an enemy unit is interdicted, BTA-3.3."""
    c = w.constants
    return int(min(c.interdict_pct_cap, c.interdict_pct_per_point * points))


def resolve_interdiction(w: World, s: BreakthroughState, dice: Dice, events: Events) -> None:
    """Roll for each unit of a side against which points were spent, in chart order.

    Both sides have finished by then. Only the owner learns which units are hit, BTA-3.3.
    """
    for side in (AMERICAN, GERMAN):
        percent = interdiction_chance(w, s.interdiction[1 - side])
        if not percent:
            continue
        hit = []
        for unit in on_map(w, s, side):
            key, what = f"interdiction of {w.units[unit].id}", f"interdiction of {w.units[unit].name}"
            if chance(s, dice, events, key, what, "BTA-3.3", percent, side):
                s.marks[unit] |= INTERDICTED
                hit.append(unit)
        events.append(UnitsInterdicted(side, w.names(hit)))


# Air drops, in the Unit Organization Phase


def droppable(w: World, s: BreakthroughState, side: int) -> list[int]:
    """Return the hexes with a friendly unit that is not supplied and that a drop would help, BTA-3.5."""
    if not s.air[side]:
        return []
    return sorted({s.where[u] for u in w.of_side[side] if s.where[u] >= 0 and s.supply[u] != terms.SUPPLIED})


def check_drop(w: World, s: BreakthroughState, side: int, order: AirDrop) -> Refusal | None:
    """Return why the side cannot drop supplies on the hex, or None."""
    if not s.air[side]:
        return _no_points(side, "BTA-3.5")
    units = stack_at(w, s, w.grid.at(order.hex))
    if not units or w.side[units[0]] != side:
        facts = f"There is no friendly unit {at_hex(w, order.hex)}."
        return Refusal("BTA-3.5", facts, "Choose a hex with a friendly unit that is not supplied.")
    if all(s.supply[unit] == terms.SUPPLIED for unit in units):
        facts = f"All units {at_hex(w, order.hex)} are supplied already."
        return Refusal("BTA-3.5", facts, "Choose a hex with a friendly unit that is not supplied.")
    return None


def do_drop(w: World, s: BreakthroughState, order: AirDrop, events: Events) -> None:
    """Raise every unsupplied unit in the hex by one state, and add the difference of the first allowances,
    BTA-3.5."""
    side = s.acting
    s.air[side] -= 1
    units = [unit for unit in stack_at(w, s, w.grid.at(order.hex)) if s.supply[unit] != terms.SUPPLIED]
    for unit in units:
        old = s.supply[unit]
        new = old - 1
        more = first_allowance(w, s, unit, supply=new) - first_allowance(w, s, unit, supply=old)
        s.supply[unit] = new
        s.points[unit] += more
    states = tuple(terms.SUPPLY_STATES[s.supply[unit]] for unit in units)
    events.append(Dropped(side, order.hex, w.names(units), states))
