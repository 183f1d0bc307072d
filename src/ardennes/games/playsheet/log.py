"""The log: every event as one line in the players' words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ardennes.games.playsheet.rules.model import events as e
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.words import WORDING, in_names, percent, squadrons
from ardennes.games.playsheet.words import words as order_words
from ardennes.kernel.contract import Event
from ardennes.words import counted, die_told

Words = Callable[[Any], str]

PHASES = {
    "AIR_FIGHT": "Air combat",
    "AIR_STRIKE": "Flak, and the aircraft that come through",
    "AIR_DROP": "Drops and air supply",
    "MOVE_A": "Movement, the first half of the turn",
    "COMBAT_1": "Attacks",
    "COUNTER": "Counter-attacks",
    "MOVE_B": "Movement, the second half of the turn",
    "COMBAT_2": "Second fights",
    "OBSERVE": "Observation",
    "SUPPLY": "Supply",
    "TURN_END": "End of the turn",
}
WAYS = {
    "move": "reaches",
    "advance": "advances into",
    "overrun": "overruns into",
    "retire": "retires to",
    "thrown_back": "is thrown back to",
    "counter": "moves up to",
    "drop": "lands in",
}
SOURCES = {
    "opening": "known before the battle",
    "contact": "contact",
    "recce": "seen by reconnaissance",
    "air": "seen from the air",
    "combat": "met in battle",
}


def tell(w: World, event: Event) -> str:
    """One line for an event; what a side is told as nothing never comes here."""
    if isinstance(event, e.Wrote):
        return f"On the sheet: {order_words(w, None, WORDING.parse(w, event.what))}."
    return in_names(w, LINES[type(event)](event))


def words(name: str) -> str:
    return name.replace("_", " ")


def _list(names: Sequence[str]) -> str:
    return "; ".join(names) or "nobody"


def _sighted(x: e.Sighted) -> str:
    who = " ".join(word for word in (x.type, x.size) if word) or "unit"
    of = f" of {x.formation}" if x.formation else ""
    going = f", moving {x.direction}" if x.direction else ""
    return f"Enemy {who}{of} in {x.hex}{going} ({SOURCES[x.source]})."


def _fought(x: e.Fought) -> str:
    role = "Attack on" if x.attacking else "Defence of"
    losses = [
        f"{unit} -{status} status" + (f" -{sp} SP" if sp else "")
        for unit, status, sp in zip(x.own, x.status_lost, x.sp_lost, strict=True)
        if status or sp
    ]
    after = f" The enemy retires {x.retired}." if x.retired else ""
    own = f"own losses: {'; '.join(losses)}" if losses else "no losses of our own"
    return f"{role} {x.hex} against {_list(x.enemy)}: {words(x.result)}; {own}.{after}"


def _battle(x: e.Battle) -> str:
    who = f"{_list(x.attackers)} against {_list(x.defenders)}"
    sum_of = f"{x.attack} - {x.defence} + {x.die} = {x.score}"
    return f"{words(x.step)}, {x.hex}: {who}: {sum_of}, {words(x.column)}: {words(x.result)}."


def _shelled(x: e.Shelled) -> str:
    effects = [word for word, hit in (("loses a step", x.step), ("is immobilised", x.immobilised)) if hit]
    return f"{x.unit} is shelled in {x.hex}: it {' and '.join(effects) or 'is unhurt'}."


def _left(x: e.Left) -> str:
    return f"{x.unit} leaves the map with status {x.status}" + ("." if x.counted else ", out of supply.")


def _air_fought(x: e.AirFought) -> str:
    return f"Air combat over zone {x.zone}: lost {_list(x.lost)}; claimed {counted(x.claimed, 'squadron')}."


def _flew(x: e.Flew) -> str:
    how = "flown" if x.reached else "lost on the way"
    return f"{words(x.task).capitalize()} at {x.target} by {squadrons(x.squadrons)}: {how}."


def _delivered(x: e.Delivered) -> str:
    drawn = "; ".join(f"{unit} {sp} SP" for unit, sp in x.sp) or "nobody draws any"
    return f"Air supply at {x.hex}: {x.brought} SP came down; {drawn}."


def _landed(x: e.Landed) -> str:
    if not x.status:
        return f"The drop at {x.hex} is scattered and lost."
    return f"The group lands in {x.hex} with status {x.status}."


def _issued(x: e.Issued) -> str:
    drawn = sum(sp for _, sp in x.drawn)
    out = f" Out of supply: {_list(x.out)}." if x.out else ""
    return f"Supply: {drawn} of {x.issue} SP issued to {counted(len(x.drawn), 'unit')}.{out}"


def _over(x: e.GameOver) -> str:
    if x.level.endswith("victory"):  # of a scenario of ours, OPS-SHORT-3
        return f"{x.level}: {counted(x.points, 'place')} German."
    level = "A draw" if x.level == "draw" else f"{x.level} victory"
    lines = "; ".join(f"{what} {points:+d}" for what, points in x.ledger)
    return f"{level}: {x.points} German points" + (f" ({lines})." if lines else ".")


LINES: dict[type[Event], Words] = {
    e.Die: lambda x: die_told(x.die, x.what, x.rule, lambda word: PHASES.get(word, word)),
    e.Struck: lambda x: f"Struck from the sheet: {x.what}.",
    e.Sealed: lambda x: f"The {x.side.capitalize()} orders are sealed.",
    e.TurnBegan: lambda x: f"Turn {x.turn}, weather {x.weather}.",
    e.PhaseBegan: lambda x: f"{PHASES[x.phase]}.",
    e.Arrived: lambda x: f"{x.unit} arrives in {x.hex}.",
    e.Delayed: lambda x: f"{x.unit} finds every way in barred and waits a day [OPS-UNIT-11].",
    e.Replaced: lambda x: f"{x.squadron} is made up to strength and back.",
    e.Stepped: lambda x: f"{x.unit} {WAYS[x.how]} {x.hex} at {percent(x.clock)} % of the turn.",
    e.Halted: lambda x: f"{x.unit} stops in {x.hex}: {x.why} [{x.rule}].",
    e.Lapsed: lambda x: f"{x.unit} does not carry out its order: {x.why} [{x.rule}].",
    e.Left: _left,
    e.Sighted: _sighted,
    e.Fought: _fought,
    e.Battle: _battle,
    e.Lost: lambda x: f"{x.unit} is destroyed in {x.hex}: {x.why}.",
    e.Shelled: _shelled,
    e.BridgeBlown: lambda x: f"The bridge {x.hexside} is down.",
    e.BridgeStands: lambda x: f"The bridge {x.hexside} stands: {x.why}.",
    e.BridgeBuilt: lambda x: f"The bridge {x.hexside} is built.",
    e.DumpBurned: lambda x: f"The fuel dump in {x.hex} burns.",
    e.DumpTaken: lambda x: f"The fuel dump in {x.hex} is ours: {x.sp} SP for the next issue.",
    e.AirFought: _air_fought,
    e.AirLost: lambda x: f"{x.squadron} is {'lost' if x.lost else 'damaged'}: {x.why}.",
    e.Flew: _flew,
    e.AirClaimed: lambda x: f"Zone {x.zone}: {counted(x.squadrons, 'enemy squadron')} claimed destroyed.",
    e.Suppressed: lambda x: f"{x.unit} is bombed and cannot fire{', a step is lost' if x.step else ''}.",
    e.Delivered: _delivered,
    e.Landed: _landed,
    e.DropSeen: lambda x: f"Transport aircraft have dropped something near {x.hex}.",
    e.Issued: _issued,
    e.OutOfSupply: lambda x: f"Out of supply: {_list(x.units)}.",
    e.Recovered: lambda x: f"{x.unit} has rested and regains a step.",
    e.Joined: lambda x: f"{x.unit} is now of {x.division}.",
    e.PlaceTaken: lambda x: f"We hold {x.place} ({x.hex}).",
    e.GameOver: _over,
}
