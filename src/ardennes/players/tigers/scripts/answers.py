"""The exploit players' answers to everything but moving and declaring: set-up, air, combat, bridges."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ardennes.games.tigers.rules.air.operations import bomb_targets, ready
from ardennes.games.tigers.rules.combat.odds import odds_of
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.model.position import units_at
from ardennes.games.tigers.rules.model.state import DISRUPTED, PENDING, TigersState
from ardennes.games.tigers.rules.movement.bridges import works
from ardennes.games.tigers.rules.movement.reinforcements import check_other_edge, entry_hexes, waiting
from ardennes.games.tigers.rules.movement.supply import in_supply
from ardennes.games.tigers.rules.sequence.turn_order import phasing
from ardennes.games.tigers.schema.terms import ALLIED, DUMP, GERMAN, VDH
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import orders
from ardennes.players.tigers.scripts.ground import cover, fits, near_enemy, supplied

if TYPE_CHECKING:
    from ardennes.players.tigers.scripts.base import Exploit

Answer = tuple[Order, str]
PRAYER_TURN = 5
BLOW_WITHIN = 4  # hexes from a German to a Meuse bridge that had better go


# Set-up and the start of a turn


def hide_dump(p: Exploit, s: TigersState, frame: Any) -> Answer:
    """As far from the front as it may be."""
    grid = p.w.grid
    west = min(grid.column[c] for c in bits(p.w.board.dump_hexes))
    hexes = [c for c in bits(p.w.board.dump_hexes) if grid.column[c] <= west]
    return o.HideDump(grid.label(p.rng.choice(hexes))), "far from the front"


def choose_setup(p: Exploit, s: TigersState, frame: Any) -> Answer:
    return o.ChooseSetup("historical"), "as in history"


def host(p: Exploit, s: TigersState, frame: f.Hosting) -> Answer:
    unit = p.w.units[frame.unit]
    if unit.start_hex is not None:
        order = o.SetUp(unit.id, p.w.grid.label(unit.start_hex))
        if p.game.check(s, p.side, order) is None:
            return order, "as in history"
    return first(p, s, frame)


def drop(p: Exploit, s: TigersState, frame: Any) -> Answer:
    return o.Drop(p.w.grid.label(p.w.board.hex_of["Spa"])), "where the roads meet"


def pray(p: Exploit, s: TigersState, frame: Any) -> Answer:
    return o.Pray(s.turn >= PRAYER_TURN), "the weather matters now" if s.turn >= PRAYER_TURN else "later"


def swear(p: Exploit, s: TigersState, frame: Any) -> Answer:
    return o.Ruthless(False), "the price lasts longer than the gain"


def reinforce(p: Exploit, s: TigersState, frame: Any) -> Answer:
    """Everybody comes in where he is nearest to his goal; those shut out look for another edge."""
    w = p.w
    for unit in waiting(w, s, p.side):
        hexes = list(bits(entry_hexes(w, s, unit)))
        if hexes:
            best = min(hexes, key=lambda c: (not fits(w, s, unit, c), p.cost(s, unit, c), c))
            return o.Enter(w.units[unit].id, w.grid.label(best)), "nearest to its goal"
        other = o.OtherEdge(w.units[unit].id)
        if check_other_edge(w, s, p.side, other) is None:
            return other, "its own edge is closed"
    return o.END, "nobody else can come in"


def unstack(p: Exploit, s: TigersState, frame: Any) -> Answer:
    return cheapest(p, s, "the least that cures the stack")


def cheapest(p: Exploit, s: TigersState, why: str) -> Answer:
    """Of all offers that name units to lose, the one with the fewest factors."""
    w = p.w
    result = [x for x in orders(p.game.offers(s, p.side)) if isinstance(x, o.Lose | o.Remove)]
    return min(result, key=lambda x: (sum(w.factor[w.by_id[u]] for u in x.units), x.units)), why


# Air


def bomb(p: Exploit, s: TigersState, frame: Any) -> Answer:
    """Where ground combat comes next: defenders in one's own turn, attackers in the enemy's."""
    w = p.w
    flyers = ready(w, s, p.side)
    busy = {m.target for m in s.missions if m.kind == "hex" and w.air_units[m.air].side == p.side}
    pending = [c for c in s.attacks if c.status == PENDING]
    if phasing(s) == p.side:
        cells = [t for c in pending for t in c.targets]
    else:
        cells = [s.where[u] for c in pending for u in c.attackers if s.where[u] >= 0]
    fresh = [c for c in sorted(set(cells)) if c not in busy and _fresh(p, s, c)]
    if flyers and fresh:
        best = max(fresh, key=lambda c: (sum(w.factor[u] for u in bomb_targets(w, s, c, p.side)), -c))
        return o.Bomb(w.air_units[flyers[0]].id, w.grid.label(best)), "before the fighting there"
    return o.END, "no worthwhile target"


def _fresh(p: Exploit, s: TigersState, cell: int) -> bool:
    return any(not s.status[u] & DISRUPTED for u in bomb_targets(p.w, s, cell, p.side))


def intercept(p: Exploit, s: TigersState, frame: Any) -> Answer:
    """One interceptor for each enemy flight."""
    w = p.w
    chased = {number for _, number in s.interceptions}
    for number, mission in enumerate(s.missions):
        if w.air_units[mission.air].side != p.side and number not in chased:
            for air in ready(w, s, p.side):
                return o.Intercept(w.air_units[air].id, w.air_units[mission.air].id), "to stop it"
    return o.END, "nobody else to send"


def resupply(p: Exploit, s: TigersState, frame: Any) -> Answer:
    """The strongest stack that is cut off and has no flight yet."""
    w = p.w
    flown = {m.target for m in s.missions if m.kind == "resupply"}
    cut_off: dict[int, int] = {}
    for unit in w.of_side[p.side]:
        cell = s.where[unit]
        if cell >= 0 and w.units[unit].kind not in (VDH, DUMP) and not in_supply(w, s, unit):
            cut_off[cell] = cut_off.get(cell, 0) + w.factor[unit]
    hungry = [c for c in cut_off if c not in flown]
    if hungry:
        best = max(hungry, key=lambda c: (cut_off[c], -c))
        air = w.air_units[ready(w, s, p.side)[0]].id
        return o.Resupply(air, w.grid.label(best)), "it is cut off"
    return o.END, "nobody is cut off"


def first(p: Exploit, s: TigersState, frame: Any) -> Answer:
    return next(orders(p.game.offers(s, p.side))), "one as good as another"


# Combat


def fight(p: Exploit, s: TigersState, frame: Any) -> Answer:
    """The best odds first; what has become too weak is called off where that is allowed."""
    w = p.w
    result = list(p.game.offers(s, p.side))
    columns = {
        number: odds_of(
            w, s, [u for u in c.attackers if s.where[u] >= 0] or list(c.attackers), c.targets
        ).column
        for number, c in enumerate(s.attacks)
        if c.status == PENDING
    }
    for order in result:
        if isinstance(order, o.Cancel) and columns[order.attack] < p.least:
            return order, "too weak now"
    fights = [order for order in result if isinstance(order, o.Fight)]
    if fights:
        best = max(fights, key=lambda order: (columns[order.attack], -order.attack))
        return best, "the best odds first"
    order = result[0]
    assert isinstance(order, o.Cancel)
    return order, "it is no longer possible"


def stand_fast(p: Exploit, s: TigersState, frame: Any) -> Answer:
    if p.stands_fast(s):
        return o.StandFast(True), "this hex is worth a division"
    return o.StandFast(False), "ground can be won back, divisions cannot"


def choose_effect(p: Exploit, s: TigersState, frame: Any) -> Answer:
    assert s.battle is not None
    ours = p.w.side[s.battle.attackers[0]] == p.side
    return o.ChooseEffect("D" if ours else "AE"), "the other side's loss"


def lose(p: Exploit, s: TigersState, frame: Any) -> Answer:
    return cheapest(p, s, "the fewest factors")


def blow_up(p: Exploit, s: TigersState, frame: f.BlowingUp) -> Answer:
    return o.BlowUp(p.w.bridge_names[frame.bridges[0]]), "they came over it"


def name_distance(p: Exploit, s: TigersState, frame: f.NamingDistance) -> Answer:
    return o.NameDistance(frame.most), "out of the hex"


def retreat(p: Exploit, s: TigersState, frame: Any) -> Answer:
    """No farther than it must be, into supply and cover."""
    w = p.w

    def regret(order: o.Retreat) -> tuple[int, bool, bool, float]:
        unit = w.by_id[order.unit]
        cell = w.grid.at(order.path[-1]) if order.path else s.where[unit]
        danger = not supplied(w, s, p.side, cell)
        return (
            len(order.path),
            danger,
            not fits(w, s, unit, cell),
            p.cost(s, unit, cell) - cover(w, unit, cell),
        )

    result = [x for x in orders(p.game.offers(s, p.side)) if isinstance(x, o.Retreat)]
    return min(result, key=regret), "the shortest way into supply"


def advance(p: Exploit, s: TigersState, frame: Any) -> Answer:
    """Where the unit is better off than where it stands."""
    w = p.w

    def gain(order: o.Advance) -> float:
        unit, cell = w.by_id[order.unit], w.grid.at(order.path[-1])
        there = p.cost(s, unit, cell) + (0 if supplied(w, s, p.side, cell) else 4)
        there += 0 if fits(w, s, unit, cell) else 50
        return p.cost(s, unit, s.where[unit]) - there

    result = list(orders(p.game.offers(s, p.side)))
    steps = [x for x in result if isinstance(x, o.Advance)]
    best = max(steps, key=gain, default=None)
    if best is not None and (gain(best) > 0 or o.END not in result):
        return best, "nearer to its goal"
    return o.END, "the ground is not worth the disorder"


# The end of a player-turn


def bridges(p: Exploit, s: TigersState, frame: Any) -> Answer:
    """Germans mend the roads; the Allies blow the Meuse bridges before the Germans come."""
    w = p.w
    for order in works(w, s, p.side):
        assert isinstance(order, o.BridgeWork)
        river = w.board.rivers[w.bridge_by_name[order.bridge]]
        if order.work == "build" and p.wants_bridge(s, river.index):
            return order, "the road must be whole"
        if order.work == "blow" and p.side == ALLIED and river.river == "Meuse":
            if near_enemy(w, s, ALLIED, river.a, BLOW_WITHIN) and not _friends_beyond(p, s, river.a, river.b):
                return order, "before they reach it"
    return o.END, "no bridge is worth the work"


def _friends_beyond(p: Exploit, s: TigersState, a: int, b: int) -> bool:
    return any(units_at(p.w, s, cell, GERMAN) for cell in (a, b))


def entrench(p: Exploit, s: TigersState, frame: Any) -> Answer:
    return o.EntrenchAll(), "it costs nothing"


ANSWERS: dict[type[f.Frame], Callable[[Exploit, TigersState, Any], Answer]] = {
    f.HidingDump: hide_dump,
    f.ChoosingSetup: choose_setup,
    f.SettingUp: lambda p, s, frame: (o.END, "as it stands"),
    f.Hosting: host,
    f.Relocating: lambda p, s, frame: (o.END, "it stands well"),
    f.Dropping: drop,
    f.Praying: pray,
    f.Swearing: swear,
    f.Reinforcing: reinforce,
    f.Unstacking: unstack,
    f.Bombing: bomb,
    f.Intercepting: intercept,
    f.Ordering: first,
    f.Resupplying: resupply,
    f.ChoosingFight: fight,
    f.StandingFast: stand_fast,
    f.ChoosingEffect: choose_effect,
    f.TakingLosses: lose,
    f.BlowingUp: blow_up,
    f.NamingDistance: name_distance,
    f.Retreating: retreat,
    f.Advancing: advance,
    f.Bridging: bridges,
    f.Entrenching: entrench,
}
