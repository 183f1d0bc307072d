"""Answer the decisions in a battle and in the other side's turn."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.wave_of_terror.rules.combat import advance, artillery, losses
from ardennes.games.wave_of_terror.rules.combat.chances import Outlook, outlook
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement import bridges
from ardennes.games.wave_of_terror.rules.movement.stacking import cures, room
from ardennes.games.wave_of_terror.rules.movement.supply import fed_from, in_supply
from ardennes.games.wave_of_terror.rules.outcome import victory
from ardennes.games.wave_of_terror.rules.special.markers import drop_hexes
from ardennes.games.wave_of_terror.schema.terms import ALLIED
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.players.wave_of_terror.battle import Taste
from ardennes.words import counted

Answer = tuple[Order, str]
MOST_SPLITS = 300  # most ways to spread losses that are compared


def worth(expected: Outlook, taste: Taste, target: int) -> float:
    """Return the average value of a battle to the attacker."""
    total = 0.0
    for (lost, killed), chance in expected.results.items():
        total += float(chance) * (taste.kill * min(killed, expected.defenders) - taste.loss * lost)
    return total + float(expected.emptied) * taste.ground(target)


def support(w: World, s: WaveState, frame: f.Supporting, taste: Taste, price: float) -> Answer:
    """Choose as many artillery units as are worth their price, the nearest first."""
    b = s.fought
    guns = artillery.ready_guns(w, s, frame.side, frame.attack)
    guns.sort(key=lambda gun: (w.grid.distance(s.where[gun], b.target), gun))
    guns = guns[: w.limits.guns[frame.side]]
    sign = 1 if frame.attack else -1
    best, best_value = 0, float("-inf")
    for count in range(len(guns) + 1):
        sides = (count, 0) if frame.attack else (len(b.attack_guns), count)
        value = sign * worth(
            outlook(w, s, b.attackers, b.target, sides, b.aircraft, b.hungry), taste, b.target
        )
        if value - price * count > best_value + 1e-9:
            best, best_value = count, value - price * count
    chosen = sorted(guns[:best])
    order = o.Support(w.names(chosen))
    if not chosen or artillery.check_support(w, s, frame.side, frame.attack, order) is not None:
        return o.END, "artillery would change little here"
    verb = "is" if best == 1 else "are"
    return order, f"{counted(best, 'artillery unit')} {verb} the best choice here"


def fly(w: World, s: WaveState, taste: Taste, price: float) -> Answer:
    """Send an aircraft if it changes the battle enough."""
    b = s.fought
    sign = 1 if w.side[b.attackers[0]] == ALLIED else -1
    guns = len(b.attack_guns), len(b.defence_guns)
    without, with_it = (
        worth(outlook(w, s, b.attackers, b.target, guns, yes, b.hungry), taste, b.target)
        for yes in (False, True)
    )
    gain = sign * (with_it - without)
    return o.Fly(gain > price), f"an aircraft is worth {gain:.1f} points here"


def lose(w: World, s: WaveState, frame: f.Losing) -> Answer:
    """Lose the steps that cost the fewest factors."""
    b = s.fought
    units, loss = losses.involved(w, s, frame.attacker), b.due(frame.attacker)
    if losses.Bill(s, units, loss).ways > MOST_SPLITS:
        return o.Lose(w.names(losses.usual(w, s, units, loss))), "the weakest units take the losses"
    split = min(losses.splits(s, units, loss), key=lambda steps: (_factors(w, s, steps), steps))
    return o.Lose(w.names(split)), "these steps cost the fewest factors"


def _factors(w: World, s: WaveState, steps: Sequence[int]) -> int:
    total = 0
    for unit in set(steps):
        before, after = s.steps[unit], s.steps[unit] - steps.count(unit)
        total += w.attack[unit][before] - w.attack[unit][after]
        total += w.defense[unit][before] - w.defense[unit][after]
    return total


def go_in(w: World, s: WaveState, wanted: Sequence[int], why: str) -> Answer:
    """Advance with as many of the units as may go together, in their order, WOT-10.26."""
    b = s.fought
    going: list[int] = []
    for unit in wanted:
        if room(w, s, (*going, unit), b.target) is None:
            going.append(unit)
    if not going:
        return o.END, "no unit is needed there"
    split = advance.parts(s, going)
    keep = () if split is None else w.names(max(split, key=len))
    return o.Advance(w.names(sorted(going)), keep), why


def trim(w: World, s: WaveState, frame: f.Overstacked) -> Answer:
    """Eliminate the weakest units of an overfull hex."""
    lost = min(cures(w, s, frame.cell), key=lambda units: (sum(w.units[u].defense for u in units), units))
    return o.Lose(w.names(lost)), "these are the weakest units of the stack"


def drop(w: World, s: WaveState) -> Answer:
    """Drop aerial supply where it reaches most steps without a supply line."""
    hungry: dict[int, int] = {}
    for unit in w.of_side[ALLIED]:
        if s.where[unit] >= 0 and not in_supply(w, s, unit):
            hungry[s.where[unit]] = hungry.get(s.where[unit], 0) + s.steps[unit]
    for marker in s.markers:
        for cell in list(hungry):
            if fed_from(w, s, marker.cell) >> cell & 1:
                del hungry[cell]
    best, most = -1, 0
    for cell in bits(drop_hexes(w, s)):
        if cell in hungry:
            reach = fed_from(w, s, cell)
            fed = min(w.limits.marker_steps, sum(n for at, n in hungry.items() if reach >> at & 1))
            if fed > most:
                best, most = cell, fed
    if best < 0:
        return o.END, "no other unit needs aerial supply"
    return o.DropSupplies(w.grid.label(best)), f"supplies {counted(most, 'step')} without a supply line"


def end(w: World, s: WaveState) -> Answer:
    return o.TakePoints(victory.best_end(w, s)), "this is the higher victory"


def repair(w: World, s: WaveState, side: int, rank: dict[int, float]) -> Answer | None:
    """Repair the bridge with the highest rank, if one can be repaired."""
    able = [bridge for bridge in bridges.repairable(w, s, side) if rank.get(bridge, 0.0) > 0]
    if not able:
        return None
    best = max(able, key=lambda bridge: (rank[bridge], -bridge))
    return o.Repair(w.board.bridges[best].name), "the march needs this bridge"
