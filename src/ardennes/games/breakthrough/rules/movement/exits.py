"""Leave the map for good (BTA-7.10a, BTA-7.10b, BTA-7.10c)."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.combat.declare import check_unplotted
from ardennes.games.breakthrough.rules.model.events import Exited
from ardennes.games.breakthrough.rules.model.position import lift
from ardennes.games.breakthrough.rules.model.state import EXITED, BreakthroughState, Gone
from ardennes.games.breakthrough.rules.organization.artillery import give_back_all
from ardennes.games.breakthrough.schema.terms import GERMAN
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events, Refusal
from ardennes.words import counted, listed


def exit_cost(w: World) -> int:
    """Return the operation points that leaving the map costs."""
    return int(w.constants.exit_op_cost)


def check_exit(w: World, s: BreakthroughState, unit: int) -> Refusal | None:
    """Return why the unit cannot leave the map, or None.

    German units leave from an exit hex, in any mode and state of supply, BTA-7.10a, BTA-MAP-39.
    """
    info = w.units[unit]
    if info.side != GERMAN:
        return Refusal("BTA-7.10a", "Only German units leave the map.")
    if not w.board.exits >> s.where[unit] & 1:
        facts = f"{w.hex_text(s.where[unit])} is not an exit hex."
        exits = listed([w.hex_text(cell) for cell in bits(w.board.exits)], "or")
        return Refusal("BTA-7.10a", facts, f"Exit from {exits}.")
    plotted = check_unplotted(w, s, unit)
    if plotted is not None:
        return Refusal(
            "BTA-7.10a", f"{plotted.facts} It cannot leave the map in this phase ({plotted.rule})."
        )
    if s.points[unit] < max(1, exit_cost(w)):
        cost = counted(max(1, exit_cost(w)), "point")
        facts = f"Leaving the map costs {cost}; {info.name} has {s.points[unit]}."
        return Refusal("BTA-7.10a", facts)
    return None


def leave_map(w: World, s: BreakthroughState, unit: int, events: Events) -> None:
    """Take the unit off the map and return its artillery to the pool; the hex stays German.

    Its points are counted at the end (BTA-7.10b), and its strength cancels American reinforcements
    (BTA-7.10c).
    """
    cell = s.where[unit]
    give_back_all(w, s, unit)
    s.points[unit] -= exit_cost(w)
    s.gone.append(Gone(unit, s.turn, s.strength[unit], cell))
    lift(w, s, unit, EXITED)
    events.append(Exited(GERMAN, w.units[unit].id, w.grid.label(cell), s.strength[unit]))
