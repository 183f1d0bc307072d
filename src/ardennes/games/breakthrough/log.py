"""Format events as lines of the log. A figure below 0 is hidden from the reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.games.breakthrough.rules.combat.arithmetic import with_full_names
from ardennes.games.breakthrough.rules.model import events as e
from ardennes.games.breakthrough.schema.terms import FIRST_DAY
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Event, Rolled
from ardennes.kernel.names import unit_name as _unit
from ardennes.kernel.names import unit_names as _units
from ardennes.kernel.parts import verdict
from ardennes.words import counted, die_told, does, hex_of_place

Words = Callable[[World, Any], str]
# The sources of points, each with its rule.
SOURCES = {
    "town": ("town held", "BTA-10.1a"),
    "town_end": ("town held at the end", "BTA-10.1a"),
    "exit": ("exited", "BTA-10.1c"),
    "us_elim": ("American unit lost", "BTA-10.1d"),
    "ge_elim": ("German unit lost", "BTA-10.1d"),
    "strength_pct": ("strength left", "BTA-10.1e"),
    "road_hex": ("supplied roads beyond the Ourthe", "BTA-10.1f"),
    "bid": ("bid", "BTA-BID-1"),
    "opening": ("opening balance", "BTA-10.2c"),
}


def place(w: World, label: str) -> str:
    """A hex with the place in it."""
    cell = w.grid.find(label)
    return hex_of_place(label, w.board.place[cell] if cell is not None else "")


def _raised(words: str) -> str:
    return words[:1].upper() + words[1:]


def scored(w: World, what: str) -> str:
    """A line of the ledger names a unit, a town or a count."""
    return _unit(w, what) if what in w.by_id else what


def _die(w: World, x: Rolled) -> str:
    what = f"{x.what}?" if x.what.startswith("does ") else x.what.replace(", 1 points", ", 1 point")
    return die_told(f"{x.die} of {x.sides}", what, x.rule, lambda word: scored(w, word))


def _phase(w: World, x: e.PhaseBegan) -> str:
    words = x.phase if not x.side or x.phase.startswith(x.side) else f"{x.side} {x.phase}"
    return f"{x.turn + FIRST_DAY - 1} December: {_raised(words)} phase."


def _turn(w: World, x: e.TurnBegan) -> str:
    frost = ", the ground is frozen" if x.frozen_ground else ""
    air = ""
    if x.german_air or x.american_air:
        air = f" Air points: American {x.american_air}, German {x.german_air}."
    return f"Turn {x.turn}, {x.day} December: {x.weather}{frost}.{air}"


def _ground_attack(w: World, x: e.GroundAttacked) -> str:
    if not x.disrupted and not x.strafed:
        return f"Air attack on {_unit(w, x.unit)} in {place(w, x.hex)}: no effect."
    effects = ["disrupted"] if x.disrupted else []
    if x.strafed:
        effects.append(f"strafed, {counted(x.loss, 'point')} lost" if x.loss >= 0 else "strafed")
    return f"Air attack on {_unit(w, x.unit)} in {place(w, x.hex)}: {' and '.join(effects)}."


def _supply(w: World, x: e.SupplyFound) -> str:
    parts = [
        f"{word} {_units(w, units)}"
        for word, units in (
            ("unsupplied", x.unsupplied),
            ("isolated", x.isolated),
            ("out of fuel", x.out_of_fuel),
        )
        if units
    ]
    return f"Supply: {'; '.join(parts) or 'all units are supplied'}."


def _pool(w: World, x: e.PoolChanged) -> str:
    verb = "receives" if x.points > 0 else "loses"
    corps = next((p.name for p in w.pools if p.side == x.owner and p.corps == x.corps), x.corps)
    return f"{corps} {verb} {counted(abs(x.points), 'artillery point')}: {x.left} in the pool."


def _arrived(w: World, x: e.Arrived) -> str:
    instead = f" instead of {place(w, x.instead_of)}" if x.instead_of else ""
    return f"{_unit(w, x.unit)} arrives at {place(w, x.hex)}{instead}."


def _artillery(w: World, x: e.ArtilleryMoved) -> str:
    verb = "draws" if x.points > 0 else "returns"
    count = counted(abs(x.points), "artillery point")
    return f"{_unit(w, x.unit)} {verb} {count}: {x.held} held, {x.pool} in the pool."


def _blown(w: World, x: e.BridgeBlown) -> str:
    if x.down:
        return f"{_unit(w, x.unit)} blows the bridge {x.bridge}."
    return f"{_unit(w, x.unit)} fails to blow the bridge {x.bridge}."


def _moved(w: World, x: e.Moved) -> str:
    paid = f" ({counted(x.cost, 'point')}, {x.left} left)" if x.cost >= 0 else ""
    return f"{_unit(w, x.unit)} moves {' - '.join(x.path)}{paid}."


def _mode(w: World, x: e.ModeChanged) -> str:
    why = f": {x.why}" if x.why else ""
    left = f" ({x.left} points left)" if x.left >= 0 and not x.why else ""
    return f"{_unit(w, x.unit)} goes to {'travel' if x.travel else 'normal'} mode{left}{why}."


def _exited(w: World, x: e.Exited) -> str:
    strength = f" with strength {x.strength}" if x.strength >= 0 else ""
    return f"{_unit(w, x.unit)} leaves the map from {place(w, x.hex)}{strength}."


def _fought(w: World, x: e.Fought) -> str:
    return (
        f"{_units(w, x.attackers)} {does(len(x.attackers), 'attack')} {place(w, x.hex)}, "
        f"held by {_units(w, x.defenders)} (about {x.shown}): odds {x.odds / 100:.2f}, "
        f"attackers lose {x.attacker_loss}, defenders {x.defender_loss}."
    )


def _strengths(w: World, x: e.StrengthsExplained) -> str:
    battle = "attack on" if x.attacking else "defence of"
    lines = "; ".join(f"{with_full_names(w, what)} {value}" for what, value, _ in x.lines)
    return f"The {battle} {place(w, x.hex)}: {lines}."


def _worn(w: World, x: e.Worn) -> str:
    guns = f", {counted(x.artillery, 'artillery point')} lost" if x.artillery else ""
    return f"{_unit(w, x.unit)} loses {x.loss}: strength {x.strength}, efficiency {x.efficiency}{guns}."


def _retreated(w: World, x: e.Retreated) -> str:
    loss = f", losing {x.loss} more on the way" if x.loss else ""
    return f"{_unit(w, x.unit)} retreats {' - '.join(x.path)}{loss}."


def _built_up(w: World, x: e.BuiltUp) -> str:
    return f"{_units(w, x.parts)} build up to {_unit(w, x.unit)} in {place(w, x.hex)}."


LINES: dict[type[Event], Words] = {
    Rolled: _die,
    e.Drawn: _die,
    e.TurnBegan: _turn,
    e.PhaseBegan: _phase,
    e.AirSpent: lambda w, x: f"{x.side.capitalize()} interdiction: {counted(x.left, 'air point')} left.",
    e.UnitsInterdicted: lambda w, x: f"Interdicted: {_units(w, x.units)}.",
    e.GroundAttacked: _ground_attack,
    e.Dropped: lambda w, x: (
        "Supplies are dropped from the air."
        if not x.units
        else f"Supplies dropped on {place(w, x.hex)}: "
        + ", ".join(f"{_unit(w, u)} {state}" for u, state in zip(x.units, x.states, strict=True))
        + "."
    ),
    e.SupplyFound: _supply,
    e.Rested: lambda w, x: f"The units have rested or gone without: new efficiencies on {x.day} December.",
    e.PoolChanged: _pool,
    e.Arrived: _arrived,
    e.Delayed: lambda w, x: f"{_unit(w, x.unit)} is delayed: {x.why} [{x.rule}]",
    e.Cancelled: lambda w, x: f"{_unit(w, x.unit)} will not come: units have left the map [BTA-5.2b].",
    e.ArtilleryMoved: _artillery,
    e.Replaced: lambda w, x: (
        f"{_unit(w, x.unit)} takes {counted(x.points, 'replacement point')}: strength {x.strength}, "
        f"{x.left} left."
    ),
    e.BuiltUp: _built_up,
    e.BrokenDown: lambda w, x: (
        f"{_unit(w, x.unit)} breaks down in {place(w, x.hex)} into {_units(w, x.parts)}."
    ),
    e.BridgeBlown: _blown,
    e.BridgeBuilt: lambda w, x: f"{_unit(w, x.unit)} builds the bridge {x.bridge}.",
    e.PointsGiven: lambda w, x: (
        "16 December brings no second allowance; part of the operation points left over is kept."
        if x.none
        else f"The {'second' if x.second else 'first'} allowance of operation points is handed out."
    ),
    e.Placed: lambda w, x: f"{_unit(w, x.unit)} is put in {place(w, x.hex)} instead of {place(w, x.left)}.",
    e.Moved: _moved,
    e.ModeChanged: _mode,
    e.Fortified: lambda w, x: f"{_unit(w, x.unit)} digs in: level {x.level} ({x.left} points left).",
    e.AttackPlotted: lambda w, x: f"{_unit(w, x.unit)} will attack {place(w, x.hex)}.",
    e.FlagSet: lambda w, x: f"{_unit(w, x.unit)} will {'advance' if x.on else 'not advance'} after combat.",
    e.Exited: _exited,
    e.Surrendered: lambda w, x: f"{_unit(w, x.unit)} surrenders in {place(w, x.hex)}.",
    e.Fought: _fought,
    e.StrengthsExplained: _strengths,
    e.Worn: _worn,
    e.Eliminated: lambda w, x: f"{_unit(w, x.unit)} is eliminated in {place(w, x.hex)}.",
    e.Retreated: _retreated,
    e.StoodFast: lambda w, x: f"{_unit(w, x.unit)} stands in {place(w, x.hex)}: {x.why}; {x.loss} more lost.",
    e.Advanced: lambda w, x: f"{_unit(w, x.unit)} advances {' - '.join(x.path)}.",
    e.Scored: lambda w, x: f"{_raised(SOURCES[x.source][0])}: {scored(w, x.what)}, {x.points:+d} points.",
    e.GameOver: lambda w, x: (
        f"{x.level}: the German score is {x.score}." if w.part is None else verdict(w.part, x.level)
    ),
}
