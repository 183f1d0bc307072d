"""Set-up (BTA-2.1a, BTA-2.2): a scenario as the program places it, before its first phase."""

from __future__ import annotations

from ardennes.games.breakthrough.rules.artillery import pools_on
from ardennes.games.breakthrough.rules.position import place
from ardennes.games.breakthrough.rules.state import (
    BEFORE,
    DEAD,
    NOT_YET,
    UNFORMED,
    Award,
    BreakthroughState,
    Variant,
)
from ardennes.games.breakthrough.rules.strength import printed
from ardennes.games.breakthrough.schema.tables import Played
from ardennes.games.breakthrough.schema.terms import FIRST_DAY, GERMAN, NORMAL, OVERCAST, SUPPLIED
from ardennes.games.breakthrough.schema.world import World

OPENING = "opening"  # the line of the ledger a scenario begins with


def opening(w: World, variant: Variant, scenario: str) -> BreakthroughState:
    """The state before the first phase of a scenario, nothing rolled yet."""
    played = w.scenarios[scenario]
    state = _nobody(w, variant, scenario)
    state.strength = [0 if u.divisional else printed(w, state, u.index) for u in w.units]
    state.known = state.strength[:]  # the order of battle is open to both, BTA-8.0b
    if played.dec21:
        _place_dec21(w, state)
        points = int(w.constants.opening_vp_last_seven)
        state.ledger.append(Award(state.turn, OPENING, "the days before the 21st", points))  # BTA-10.2c
    else:
        _place_chart(w, state)
    _give_hexes(w, state, played)
    return state


def _nobody(w: World, variant: Variant, scenario: str) -> BreakthroughState:
    """Map, pools and calendar of a scenario with nobody on the map yet."""
    count, played = len(w.units), w.scenarios[scenario]
    which = 1 if played.dec21 else 0
    return BreakthroughState(
        rolls=0,
        variant=variant,
        scenario=scenario,
        turn=played.first_day - FIRST_DAY + 1,
        phase=BEFORE,
        acting=-1,
        where=[UNFORMED if unit.divisional else NOT_YET for unit in w.units],
        came=[0] * count,
        strength=[0] * count,
        efficiency=[w.limits.efficiency_max] * count,
        fort=[0] * count,
        supply=[SUPPLIED] * count,
        mode=[NORMAL] * count,
        artillery=[0] * count,
        points=[0] * count,
        marks=[0] * count,
        inside=[-1] * count,
        known=[0] * count,
        serial=1,
        german=0,
        bridges=sum(bridge.intact[which] << bridge.index for bridge in w.board.bridges),
        crossings=[0] * len(w.board.bridges),
        pools=pools_on(w, variant.level, played.first_day),
        weather=OVERCAST,
        air=[0, 0],
        interdiction=[0, 0],
        replacements=[0, 0, 0, 0],
        waiting=[],
        cancelled=0,
        gone=[],
        plots=[],
        fights=[],
        reckonings=[(), ()],
        ledger=[],
        over="",
    )


def _give_hexes(w: World, state: BreakthroughState, played: Played) -> None:
    """Owners as the map tells them for the day; whoever stands in a hex owns it, BTA-MAP-42."""
    state.german = w.board.german21 if played.dec21 else w.board.german16
    for unit, cell in enumerate(state.where):
        if cell >= 0 and w.side[unit] == GERMAN:
            state.german |= 1 << cell
        elif cell >= 0:
            state.german &= ~(1 << cell)


def _place_chart(w: World, state: BreakthroughState) -> None:
    """All units dated 16 December, in chart order, with the fortifications of that day."""
    for unit in w.units:
        if unit.day == FIRST_DAY and unit.entry_edge < 0:
            place(w, state, unit.index, unit.hex)
            state.fort[unit.index] = unit.fort


def _place_dec21(w: World, state: BreakthroughState) -> None:
    """The line of 21 December; a strength above the low two-player value is cut to it, BTA-13.2."""
    for placed in sorted(w.last_seven, key=lambda placed: placed.unit):
        unit = placed.unit
        if placed.cell < 0:
            state.where[unit] = DEAD
            state.strength[unit] = state.known[unit] = 0
            continue
        place(w, state, unit, placed.cell)
        state.strength[unit] = min(placed.strength or 0, state.strength[unit])
        state.efficiency[unit] = placed.efficiency or 0
        state.fort[unit] = placed.fort or 0
