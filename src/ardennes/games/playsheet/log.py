"""The log of the playsheet: one line for each event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ardennes.games.playsheet.rules.model import events as e
from ardennes.games.playsheet.rules.model.orders import Fly, OfUnit
from ardennes.games.playsheet.schema.names import squadron_name
from ardennes.games.playsheet.schema.terms import SIDES, turn_of, turn_words
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.words import (
    WINDS,
    WORDING,
    doing,
    enemies_met,
    percent,
    reported,
    squadrons,
    target_text,
    zone_text,
)
from ardennes.games.playsheet.words import words as order_words
from ardennes.kernel.contract import Event
from ardennes.kernel.names import at_hex, hex_text
from ardennes.words import counted, listed

Words = Callable[[World, Any], str]

PHASES = {
    "AIR_FIGHT": "Air combat",
    "AIR_STRIKE": "Flak and air strikes",
    "AIR_DROP": "Drops and air supply",
    "MOVE_A": "Movement in the first half of the turn",
    "COMBAT_1": "Attacks",
    "COUNTER": "Counter-attacks",
    "MOVE_B": "Movement in the second half of the turn",
    "COMBAT_2": "Second fights",
    "OBSERVE": "Observation",
    "SUPPLY": "Supply",
    "TURN_END": "End of the turn",
}
WAYS = {  # before a hex
    "move": "reaches",
    "advance": "advances to",
    "overrun": "overruns the enemy and reaches",
    "retire": "retires to",
    "thrown_back": "is thrown back to",
    "counter": "moves up to",
    "drop": "lands",
}
SOURCES = {
    "opening": "known before the battle",
    "contact": "in contact",
    "recce": "seen by reconnaissance",
    "air": "seen from the air",
    "combat": "met in battle",
}
MISSIONS = {
    "COVER": "Fighter cover over",
    "CLOSE_SUPPORT": "Close support",
    "AIR_INTERDICT": "Interdiction of",
    "AIR_SUPPRESS": "Flak suppression in",
    "RECONNOITRE": "Reconnaissance of",
    "TRANSPORT": "Drop",
}


def tell(w: World, event: Event) -> str:
    """Return the line of an event that the reader may know."""
    return LINES[type(event)](w, event)


def words(name: str) -> str:
    return name.replace("_", " ")


def _units(w: World, ids: Iterable[str]) -> str:
    return listed([w.name_of(id_) for id_ in ids])


def _wrote(w: World, x: e.Wrote) -> str:
    order = WORDING.parse(w, x.what)
    if isinstance(order, OfUnit):
        return f"New order for {w.name_of(order.unit)}: {doing(w, None, order)}."
    if isinstance(order, Fly):
        return f"New mission for {squadrons(order.squadrons)}: {doing(w, None, order)}."
    return f"{order_words(w, None, order)}."


def _struck(w: World, x: e.Struck) -> str:
    what = "attachments" if x.attachments else "orders"
    return f"Cancelled {what}: {listed([*map(w.name_of, x.units), *filter(None, [squadrons(x.squadrons)])])}."


def _turn(w: World, x: e.TurnBegan) -> str:
    turn = turn_of(x.turn)
    assert turn is not None, x.turn
    return f"Turn {x.turn}, {turn_words(turn)}. Weather: {x.weather}."


def _stepped(w: World, x: e.Stepped) -> str:
    where = at_hex(w, x.hex) if x.how == "drop" else hex_text(w, x.hex)
    return f"{w.name_of(x.unit)} {WAYS[x.how]} {where} at {percent(x.clock)} % of the turn."


def _sighted(w: World, x: e.Sighted) -> str:
    enemy = reported(w, x.type, x.size, "", x.formation)
    moving = f", moving {WINDS[x.direction]}" if x.direction else ""
    return f"{enemy[0].upper()}{enemy[1:]} {at_hex(w, x.hex)}{moving}: {SOURCES[x.source]}."


def _fought(w: World, x: e.Fought) -> str:
    attackers = SIDES[x.to if x.attacking else 1 - x.to].capitalize()
    enemy = f"{'against' if x.attacking else 'by'} {enemies_met(w, x.enemy)}"
    own, losses = SIDES[x.to].capitalize(), _losses(w, x)
    retired = [WINDS.get(point, point) for point in x.retired.split(" and ") if point]
    after = f" The enemy retires to the {listed(retired)}." if retired else ""
    return (
        f"{attackers} attack {at_hex(w, x.hex)} {enemy}: {words(x.result)}. "
        + (f"{own} losses: {losses}." if losses else f"No {own} losses.")
        + after
    )


def _losses(w: World, x: e.Fought) -> str:
    parts = []
    for unit, status, sp in zip(x.own, x.status_lost, x.sp_lost, strict=True):
        lost = [counted(status, "status point")] if status else []
        lost += [counted(sp, "supply point")] if sp else []
        if lost:
            parts.append(f"{w.name_of(unit)} loses {listed(lost)}")
    return "; ".join(parts)


def _amount(value: str) -> str:
    """Return an exact value, like 21/2, as a decimal number."""
    whole, _, part = value.partition("/")
    return f"{int(whole) / int(part):g}" if part else whole


def _battle(w: World, x: e.Battle) -> str:
    return (
        f"{PHASES.get(x.step, x.step)} {at_hex(w, x.hex)}: "
        f"{_units(w, x.attackers)} against {_units(w, x.defenders)}. "
        f"Attack {_amount(x.attack)}, defence {_amount(x.defence)}, die {x.die}: "
        f"score {x.score} in {x.column} terrain, {words(x.result)}."
    )


def _shelled(w: World, x: e.Shelled) -> str:
    effects = [word for word, hit in (("is immobilised", x.immobilised), ("loses a step", x.step)) if hit]
    return f"{w.name_of(x.unit)} comes under interdiction {at_hex(w, x.hex)} and {listed(effects)}."


def _left(w: World, x: e.Left) -> str:
    counts = "which counts for victory" if x.counted else "which does not count: it is out of supply"
    return f"{w.name_of(x.unit)} leaves the map with status {x.status}, {counts}."


def _air_fought(w: World, x: e.AirFought) -> str:
    lost = f"loses {listed([squadron_name(one) for one in x.lost])}" if x.lost else "loses nothing"
    shot = f"{counted(x.claimed, 'enemy squadron')} shot down"
    return f"Air combat over {zone_text(x.zone)}: the {SIDES[x.to].capitalize()} side {lost}; {shot}."


def _flew(w: World, x: e.Flew) -> str:
    how = "flown" if x.reached else "lost on the way"
    mission = f"{MISSIONS.get(x.task, x.task)} {target_text(w, x.task, x.target)}"
    return f"{mission} by {squadrons(x.squadrons)}: {how}."


def _delivered(w: World, x: e.Delivered) -> str:
    drawn = [f"{w.name_of(unit)} takes {sp}" for unit, sp in x.sp]
    drop = f"Air supply {at_hex(w, x.hex)}: {counted(x.brought, 'supply point')}"
    return f"{drop}; {listed(drawn) or 'no unit takes any'}."


def _landed(w: World, x: e.Landed) -> str:
    if not x.status:
        return f"The airborne group dropped {at_hex(w, x.hex)} is scattered and lost."
    return f"The airborne group lands {at_hex(w, x.hex)} with status {x.status}."


def _issued(w: World, x: e.Issued) -> str:
    drawn = sum(sp for _, sp in x.drawn)
    out = f" Out of supply: {_units(w, x.out)}." if x.out else ""
    issue = counted(x.issue, "supply point")
    return f"Supply: {counted(len(x.drawn), 'unit')} received {drawn} of {issue}.{out}"


def _over(w: World, x: e.GameOver) -> str:
    if x.level.endswith("victory"):  # a short scenario, OPS-SHORT-3
        return f"{x.level}: the Germans hold {counted(x.points, 'place')}."
    level = "A draw" if x.level == "draw" else f"{x.level} victory"
    lines = "; ".join(f"{what} {points:+d}" for what, points in x.ledger)
    points = counted(x.points, "German point")
    return f"{level}: {points}" + (f" ({lines})." if lines else ".")


def _suppressed(w: World, x: e.Suppressed) -> str:
    step = " It loses a step." if x.step else ""
    return f"{w.name_of(x.unit)} is bombarded {at_hex(w, x.hex)} and cannot fire this turn.{step}"


LINES: dict[type[Event], Words] = {
    e.Die: lambda w, x: f"Die {x.die}: {x.what} [{x.rule}].",
    e.Wrote: _wrote,
    e.Struck: _struck,
    e.Sealed: lambda w, x: f"The {x.side.capitalize()} orders are sealed.",
    e.TurnBegan: _turn,
    e.PhaseBegan: lambda w, x: f"{PHASES[x.phase]}.",
    e.Arrived: lambda w, x: f"{w.name_of(x.unit)} arrives {at_hex(w, x.hex)}.",
    e.Delayed: lambda w, x: (
        f"{w.name_of(x.unit)} cannot enter: all its entry hexes are blocked or full. It waits a day "
        "[OPS-UNIT-11]."
    ),
    e.Replaced: lambda w, x: f"{squadron_name(x.squadron)} returns with replacements.",
    e.Stepped: _stepped,
    e.Halted: lambda w, x: f"{w.name_of(x.unit)} stops {at_hex(w, x.hex)}: {x.why} [{x.rule}].",
    e.Lapsed: lambda w, x: f"{w.name_of(x.unit)} does not carry out its order: {x.why} [{x.rule}].",
    e.Left: _left,
    e.Sighted: _sighted,
    e.Fought: _fought,
    e.Battle: _battle,
    e.Lost: lambda w, x: f"{w.name_of(x.unit)} is destroyed {at_hex(w, x.hex)}: {x.why}.",
    e.Shelled: _shelled,
    e.BridgeBlown: lambda w, x: f"The {w.bridge_text(x.hexside)} is down.",
    e.BridgeStands: lambda w, x: f"The {w.bridge_text(x.hexside)} is intact: {x.why}.",
    e.BridgeBuilt: lambda w, x: f"Engineers rebuild the {w.bridge_text(x.hexside)}.",
    e.DumpBurned: lambda w, x: f"The fuel dump {at_hex(w, x.hex)} burns.",
    e.DumpTaken: lambda w, x: (
        f"The fuel dump {at_hex(w, x.hex)} is captured: {counted(x.sp, 'supply point')} for the next issue."
    ),
    e.AirFought: _air_fought,
    e.AirLost: lambda w, x: f"{squadron_name(x.squadron)} is {'lost' if x.lost else 'damaged'}: {x.why}.",
    e.Flew: _flew,
    e.AirClaimed: lambda w, x: (
        f"{zone_text(x.zone).capitalize()}: {counted(x.squadrons, 'enemy squadron')} shot down."
    ),
    e.Suppressed: _suppressed,
    e.Delivered: _delivered,
    e.Landed: _landed,
    e.DropSeen: lambda w, x: f"Enemy transport aircraft made a drop near {hex_text(w, x.hex)}.",
    e.Issued: _issued,
    e.OutOfSupply: lambda w, x: f"Out of supply: {_units(w, x.units)}.",
    e.Recovered: lambda w, x: f"{w.name_of(x.unit)} has rested and regains 1 status point.",
    e.Joined: lambda w, x: f"{w.name_of(x.unit)} now belongs to {w.formation_text(x.division)}.",
    e.PlaceTaken: lambda w, x: f"The {SIDES[x.to].capitalize()} side takes {hex_text(w, x.hex)}.",
    e.GameOver: _over,
}
