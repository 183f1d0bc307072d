"""Bridges: blown when the enemy reaches them (WOT-9.14) and repaired (WOT-9.15, WOT-9.16, WOT-5.5)."""

from __future__ import annotations

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model.events import BridgeRepaired, DemolitionTried, RepairBegun
from ardennes.games.wave_of_terror.rules.model.orders import Demolish, Repair
from ardennes.games.wave_of_terror.rules.model.position import forget_lines, holder
from ardennes.games.wave_of_terror.rules.model.rolls import roll
from ardennes.games.wave_of_terror.rules.model.state import Demolishing, WaveState
from ardennes.games.wave_of_terror.rules.movement import supply
from ardennes.games.wave_of_terror.rules.special import aerial_supply
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events, Refusal
from ardennes.kernel.deciding import Deciding, Lasting
from ardennes.kernel.offers import Offer
from ardennes.words import counted, listed


def set_down(s: WaveState, bridges: int, down: bool) -> None:
    """Destroy or repair bridges; the only place that does, so that cached supply lines are cleared."""
    s.blown = s.blown | bridges if down else s.blown & ~bridges
    forget_lines(s)


# Demolition


def bridges_at_risk(w: World, s: WaveState, side: int, cell: int) -> list[int]:
    """Return the bridges that the other side may try to blow when a unit of this side enters the hex.

    A bridge must be intact, held at both ends by the other side, and not tried this turn; from turn 2 on
    (WOT-9.14, WOT-5.8). Call it before the hex changes hands.
    """
    if not s.variant.full or s.turn < w.limits.demolition_from or holder(s, cell) == side:
        return []
    shut = s.blown | s.tried
    return [
        bridge
        for bridge in w.ground.bridges_of[cell]
        if not shut >> bridge & 1 and all(holder(s, end) != side for end in w.board.bridges[bridge].ends)
    ]


def no_demolition(w: World, s: WaveState) -> Refusal:
    """Return why no bridge can be blown now, WOT-9.14."""
    if not s.variant.full:
        return Refusal("WOT-9.14", "Bridges cannot be blown in the basic game.")
    if s.turn < w.limits.demolition_from:  # WOT-5.8
        return Refusal("WOT-9.14", f"Bridges can be blown only from turn {w.limits.demolition_from} on.")
    tried = listed([f"the {w.bridge_text(bridge)}" for bridge in bits(s.tried)])
    facts = "You can try to blow a bridge once a turn, when the enemy reaches it while you hold both ends."
    return Refusal("WOT-9.14", f"{facts} Already tried this turn: {tried}." if tried else facts)


def ask(w: World, s: WaveState, side: int, bridges: list[int], cell: int) -> None:
    """Let the other side decide about the bridges one by one, in this order."""
    for bridge in reversed(bridges):
        s.stack.append(Demolishing(1 - side, bridge, cell))


def engineers_near(w: World, s: WaveState, cell: int) -> list[int]:
    """Return the US engineers within two hexes."""
    return [
        unit
        for unit in w.engineers
        if s.where[unit] >= 0 and w.grid.distance(s.where[unit], cell) <= w.limits.engineer_reach
    ]


def engineer_near(w: World, s: WaveState, cell: int, wishes: supply.Wishes = supply.AUTOMATIC) -> int:
    """Return a supplied US engineer within two hexes, or -1.

    Engineers with a supply line come first, then those that can draw on aerial supply, ordered ones before
    others.
    """
    near = engineers_near(w, s, cell)
    for unit in near:
        if supply.in_supply(w, s, unit):
            return unit
    able = [unit for unit in near if wishes.get(unit) != supply.DRY and supply.could_be_fed(w, s, unit)]
    return next((unit for unit in able if unit in wishes), able[0] if able else -1)


def engineers_to_supply(w: World, s: WaveState, frame: Demolishing) -> list[int]:
    """Return engineers that can help only if one of them draws on aerial supply now, WOT-6.15."""
    if frame.side != ALLIED or not s.markers:
        return []
    near = engineers_near(w, s, frame.abutment)
    asked = supply.thirsty(w, s, near)
    fed = any(unit not in asked and supply.could_be_fed(w, s, unit) for unit in near)
    return [] if fed else asked


def needed(w: World, s: WaveState, frame: Demolishing, wishes: supply.Wishes = supply.AUTOMATIC) -> int:
    """Return the lowest die that blows the bridge: 6, or 5 with US engineers near, against a German,
    WOT-9.14."""
    helped = frame.side == ALLIED and engineer_near(w, s, frame.abutment, wishes) >= 0
    return w.limits.demolition_engineers if helped else w.limits.demolition


class Demolition(Deciding[World, WaveState, Demolishing]):
    """Decide whether to blow a bridge that the enemy has reached, once per bridge and turn."""

    kind, rule, answers = "demolition", "WOT-9.14", (Demolish,)
    standing = "Bridges that the enemy reaches"

    def lasting(self, w: World, s: WaveState, frame: Demolishing) -> list[Lasting]:
        return [
            Lasting("yes", "try to blow them", Demolish(True)),
            Lasting("no", "leave them intact", Demolish(False)),
        ]

    def prompt(self, w: World, s: WaveState, frame: Demolishing) -> str:
        return (
            f"The enemy has reached {w.place(frame.abutment)}. Try to blow the {w.bridge_text(frame.bridge)}?"
        )

    def offers(self, w: World, s: WaveState, frame: Demolishing) -> list[Offer]:
        def wished(wishes: supply.Wishes) -> list[Demolish]:
            order = Demolish(True, *aerial_supply.written(w, wishes))
            return [order] if len(order.draw) <= 1 else []

        asked = engineers_to_supply(w, s, frame)
        more_offers = aerial_supply.wish_offers(
            w, s, asked, wished, dry=True, holds=lambda x: isinstance(x, Demolish)
        )
        return [Demolish(True), Demolish(False), *more_offers]

    def usual(self, w: World, s: WaveState, frame: Demolishing) -> Demolish:
        return Demolish(True)

    def check(self, w: World, s: WaveState, frame: Demolishing, order: Demolish) -> Refusal | None:
        """Return why the engineers cannot draw on supply as ordered, or None; an attempt is always
        allowed."""
        if not order.yes and (order.dry or order.draw):
            facts = "Engineers draw on aerial supply only to blow the bridge."
            return Refusal("WOT-6.15", facts, "Leave out dry and draw.")
        if len(order.draw) > 1:
            facts = "One engineer unit with aerial supply is enough."
            return Refusal("WOT-6.15", facts, "Name one marker for one unit.")
        asked, wishes = engineers_to_supply(w, s, frame), aerial_supply.wishes_of(w, order)
        return aerial_supply.named_twice(w, order) or aerial_supply.wish_refusal(w, s, asked, wishes)

    def apply(
        self, w: World, s: WaveState, frame: Demolishing, order: Demolish, dice: Dice, events: Events
    ) -> None:
        s.stack.pop()
        if not order.yes:
            return
        bit, name = 1 << frame.bridge, w.board.bridges[frame.bridge].name
        s.tried |= bit
        wishes = aerial_supply.wishes_of(w, order)
        least = needed(w, s, frame, wishes)
        if least == w.limits.demolition_engineers:
            supply.feed(w, s, (engineer_near(w, s, frame.abutment, wishes),), events, wishes)
        text = f"blowing the {w.bridge_text(frame.bridge)}"
        down = roll(s, dice, events, f"demolition of {name}", "WOT-9.14", text) >= least
        if down:
            set_down(s, bit, True)
        events.append(DemolitionTried(name, down, least))


# Repair


def check_repair(w: World, s: WaveState, side: int, bridge: int) -> Refusal | None:
    """Return why the side cannot repair the bridge, or None, WOT-9.15.

    It must be blown, with both ends under control and a normal supply line to one of them. The German side
    has limits.
    """
    ends, name = w.board.bridges[bridge].ends, w.bridge_text(bridge)
    if not s.variant.full:
        return Refusal("WOT-9.15", "Bridges are always intact in the basic game.")
    if s.turn == 1 and s.couplet == 1:
        return Refusal("WOT-5.8", "Bridges cannot be repaired in the first couplet of turn 1.")
    if not s.blown >> bridge & 1:
        return Refusal("WOT-9.15", f"The {name} is intact.")
    if s.mending >> bridge & 1:
        return Refusal("WOT-9.15", f"The {name} is already being repaired.")
    lost = [end for end in ends if holder(s, end) != side]
    if lost:
        facts = f"You must control both ends of the bridge, but the enemy controls {w.place_list(lost)}."
        return Refusal("WOT-9.15", facts, "Move a unit there first.")
    if not any(supply.hex_in_supply(w, s, side, end) for end in ends):
        return Refusal("WOT-9.15", f"Neither end of the {name} has a supply line.")
    return _check_german(w, s, bridge) if side == GERMAN else None


def _check_german(w: World, s: WaveState, bridge: int) -> Refusal | None:
    site, limits = w.board.bridges[bridge], w.limits
    if s.repairs_now >= limits.repairs_couplet:
        repairs = counted(limits.repairs_couplet, "bridge repair")
        return Refusal("WOT-9.15", f"You have already declared {repairs} in this couplet, the most allowed.")
    if s.repairs >= limits.repairs_game:
        repairs = counted(limits.repairs_game, "bridge repair")
        return Refusal("WOT-9.15", f"You have already declared {repairs} in this game, the most allowed.")
    if all(s.by_kg >> end & 1 for end in site.ends):  # WOT-7.7
        facts = f"Only KG Peiper has entered the ends of the {w.bridge_text(bridge)}, which is not enough."
        return Refusal("WOT-9.16", facts, "Move another supplied unit through one of them.")
    return None


def repairable(w: World, s: WaveState, side: int) -> list[int]:
    """Return the bridges that the side may repair now."""
    return [bridge for bridge in bits(s.blown) if check_repair(w, s, side, bridge) is None]


def repair_offers(w: World, s: WaveState, side: int) -> list[Repair]:
    """Return the orders to repair bridges."""
    return [Repair(w.board.bridges[bridge].name) for bridge in repairable(w, s, side)]


def repair(w: World, s: WaveState, side: int, bridge: int, events: Events) -> None:
    """Begin a repair; the bridge is intact at the end of the segment."""
    s.mending |= 1 << bridge
    if side == GERMAN:
        s.repairs += 1
        s.repairs_now += 1
    events.append(RepairBegun(w.board.bridges[bridge].name))


def resolve(w: World, s: WaveState, events: Events) -> None:
    """Complete the repairs of a segment, WOT-9.15."""
    if not s.mending:
        return
    for bridge in bits(s.mending):
        events.append(BridgeRepaired(w.board.bridges[bridge].name))
    set_down(s, s.mending, False)
    s.mending = 0


def begin_couplet(s: WaveState) -> None:
    """Reset the number of German repairs in the couplet."""
    s.repairs_now = 0


def begin_turn(s: WaveState) -> None:
    """Allow every bridge to be tried again."""
    s.tried = 0
