"""Format events as lines of the log. A figure below 0 is hidden from the reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ardennes.games.breakthrough.rules.combat.arithmetic import with_full_names
from ardennes.games.breakthrough.rules.model import events as e
from ardennes.games.breakthrough.schema.terms import FIRST_DAY, SIDES
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.contract import Event, Rolled
from ardennes.kernel.names import at_hex, hex_text
from ardennes.kernel.names import unit_name as _unit
from ardennes.kernel.names import unit_names as _units
from ardennes.kernel.parts import verdict
from ardennes.words import counted, does, listed

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


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _all_units(w: World, units: Sequence[str]) -> str:
    """Return the full names of units as "A, B and C"."""
    return listed([_unit(w, unit) for unit in units])


def _path(w: World, path: Sequence[str]) -> str:
    """Return the end of a path, and the places on the way."""
    places = w.places_on(path[1:-1])
    via = f" via {listed(places)}" if places else ""
    return f"to {hex_text(w, path[-1])}{via}"


def scored(w: World, what: str) -> str:
    """Return a ledger entry with the full name of a unit instead of its id."""
    return _unit(w, what) if what in w.by_id else what


def _die(w: World, x: Rolled) -> str:
    return f"Die {x.die} of {x.sides}: {x.what} [{x.rule}]."


def _phase(w: World, x: e.PhaseBegan) -> str:
    words = x.phase if not x.side or x.phase.startswith(x.side) else f"{x.side} {x.phase}"
    for side in SIDES:
        words = words.replace(side, side.capitalize())
    return f"{x.turn + FIRST_DAY - 1} December: {_capitalized(words)} phase."


def _turn(w: World, x: e.TurnBegan) -> str:
    frost = ", frozen ground" if x.frozen_ground else ""
    air = ""
    if x.german_air or x.american_air:
        air = f" Air points: American {x.american_air}, German {x.german_air}."
    return f"Turn {x.turn}, {x.day} December: {x.weather}{frost}.{air}"


def _ground_attack(w: World, x: e.GroundAttacked) -> str:
    what = f"Air attack on {_unit(w, x.unit)} {at_hex(w, x.hex)}"
    if not x.disrupted and not x.strafed:
        return f"{what}: no effect."
    effects = ["disrupted"] if x.disrupted else []
    if x.strafed:
        effects.append(f"strafed, {counted(x.loss, 'point')} lost" if x.loss >= 0 else "strafed")
    return f"{what}: {' and '.join(effects)}."


def _supply(w: World, x: e.SupplyFound) -> str:
    parts = [
        f"{word}: {_units(w, units)}"
        for word, units in (
            ("Unsupplied", x.unsupplied),
            ("Isolated", x.isolated),
            ("Out of fuel", x.out_of_fuel),
        )
        if units
    ]
    return f"{'. '.join(parts) or 'All units are supplied'}."


def _pool(w: World, x: e.PoolChanged) -> str:
    verb = "receives" if x.points > 0 else "loses"
    corps = next((p.name for p in w.pools if p.side == x.owner and p.corps == x.corps), x.corps)
    return f"{corps} {verb} {counted(abs(x.points), 'artillery point')}; its pool has {x.left}."


def _arrived(w: World, x: e.Arrived) -> str:
    instead = f", not {at_hex(w, x.instead_of)}" if x.instead_of else ""
    return f"{_unit(w, x.unit)} arrives {at_hex(w, x.hex)}{instead}."


def _artillery(w: World, x: e.ArtilleryMoved) -> str:
    verb = "draws" if x.points > 0 else "returns"
    count = counted(abs(x.points), "artillery point")
    return f"{_unit(w, x.unit)} {verb} {count}. It holds {x.held}; the pool has {x.pool}."


def _blown(w: World, x: e.BridgeBlown) -> str:
    verb = "blows" if x.down else "fails to blow"
    return f"{_unit(w, x.unit)} {verb} the {w.bridge_text(x.bridge)}."


def _moved(w: World, x: e.Moved) -> str:
    paid = f" ({counted(x.cost, 'point')}, {x.left} left)" if x.cost >= 0 else ""
    return f"{_unit(w, x.unit)} moves from {hex_text(w, x.path[0])} {_path(w, x.path)}{paid}."


def _mode(w: World, x: e.ModeChanged) -> str:
    why = f": {x.why}" if x.why else ""
    left = f" ({counted(x.left, 'point')} left)" if x.left >= 0 and not x.why else ""
    return f"{_unit(w, x.unit)} changes to {'travel' if x.travel else 'normal'} mode{left}{why}."


def _exited(w: World, x: e.Exited) -> str:
    strength = f" with strength {x.strength}" if x.strength >= 0 else ""
    return f"{_unit(w, x.unit)} leaves the map from {hex_text(w, x.hex)}{strength}."


def _fought(w: World, x: e.Fought) -> str:
    return (
        f"{_all_units(w, x.attackers)} {does(len(x.attackers), 'attack')} {_all_units(w, x.defenders)} "
        f"(strength about {x.shown}) {at_hex(w, x.hex)} at {x.odds / 100:.2f} : 1. "
        f"The attackers lose {x.attacker_loss}, the defenders {x.defender_loss}."
    )


def _strengths(w: World, x: e.StrengthsExplained) -> str:
    battle = "Strength of the attack" if x.attacking else "Strength of the defence"
    lines = "; ".join(f"{with_full_names(w, what)} {value}" for what, value, _ in x.lines)
    return f"{battle} {at_hex(w, x.hex)}: {lines}."


def _worn(w: World, x: e.Worn) -> str:
    guns = f" and {counted(x.artillery, 'artillery point')}" if x.artillery else ""
    left = f"now strength {x.strength}, efficiency {x.efficiency}"
    return f"{_unit(w, x.unit)} loses {counted(x.loss, 'strength point')}{guns}: {left}."


def _retreated(w: World, x: e.Retreated) -> str:
    loss = f" and loses {x.loss} more" if x.loss else ""
    return f"{_unit(w, x.unit)} falls back {_path(w, x.path)}{loss}."


def _built_up(w: World, x: e.BuiltUp) -> str:
    return f"{_all_units(w, x.parts)} form the {_unit(w, x.unit)} {at_hex(w, x.hex)}."


LINES: dict[type[Event], Words] = {
    Rolled: _die,
    e.Drawn: _die,
    e.TurnBegan: _turn,
    e.PhaseBegan: _phase,
    e.AirSpent: lambda w, x: (
        f"The {x.side.capitalize()} side spends an air point on interdiction ({x.left} left)."
    ),
    e.UnitsInterdicted: lambda w, x: f"Interdicted, with half their points: {_units(w, x.units)}.",
    e.GroundAttacked: _ground_attack,
    e.Dropped: lambda w, x: (
        "Supplies are dropped."
        if not x.units
        else f"Supplies are dropped {at_hex(w, x.hex)}: "
        + listed([f"{_unit(w, u)} is {state}" for u, state in zip(x.units, x.states, strict=True)])
        + "."
    ),
    e.SupplyFound: _supply,
    e.Rested: lambda w, x: f"All units rest or go without supply: new efficiencies on {x.day} December.",
    e.PoolChanged: _pool,
    e.Arrived: _arrived,
    e.Delayed: lambda w, x: f"{_unit(w, x.unit)} is delayed: {x.why} [{x.rule}]",
    e.Cancelled: lambda w, x: f"{_unit(w, x.unit)} is cancelled: German units have left the map [BTA-5.2b].",
    e.ArtilleryMoved: _artillery,
    e.Replaced: lambda w, x: (
        f"{_unit(w, x.unit)} takes {counted(x.points, 'replacement point')} ({x.left} left): now strength "
        f"{x.strength}."
    ),
    e.BuiltUp: _built_up,
    e.BrokenDown: lambda w, x: (
        f"{_unit(w, x.unit)} breaks down {at_hex(w, x.hex)} into {_all_units(w, x.parts)}."
    ),
    e.BridgeBlown: _blown,
    e.BridgeBuilt: lambda w, x: f"{_unit(w, x.unit)} builds the {w.bridge_text(x.bridge)}.",
    e.PointsGiven: lambda w, x: (
        "There is no second allowance on 16 December; units keep part of their unused points."
        if x.none
        else f"Units receive their {'second' if x.second else 'first'} allowance of operation points."
    ),
    e.Placed: lambda w, x: (
        f"{_unit(w, x.unit)} is placed {at_hex(w, x.hex)} instead of {hex_text(w, x.left)}."
    ),
    e.Moved: _moved,
    e.ModeChanged: _mode,
    e.Fortified: lambda w, x: (
        f"{_unit(w, x.unit)} digs in to level {x.level} ({counted(x.left, 'point')} left)."
    ),
    e.AttackPlotted: lambda w, x: f"{_unit(w, x.unit)} will attack {hex_text(w, x.hex)}.",
    e.FlagSet: lambda w, x: f"{_unit(w, x.unit)} will {'' if x.on else 'not '}advance after combat.",
    e.Exited: _exited,
    e.Surrendered: lambda w, x: f"{_unit(w, x.unit)} surrenders {at_hex(w, x.hex)}.",
    e.Fought: _fought,
    e.StrengthsExplained: _strengths,
    e.Worn: _worn,
    e.Eliminated: lambda w, x: f"{_unit(w, x.unit)} is eliminated {at_hex(w, x.hex)}.",
    e.Retreated: _retreated,
    e.StoodFast: lambda w, x: (
        f"{_unit(w, x.unit)} cannot retreat {at_hex(w, x.hex)}: {x.why}. It loses {x.loss} more."
    ),
    e.Advanced: lambda w, x: f"{_unit(w, x.unit)} advances {_path(w, x.path)}.",
    e.Scored: lambda w, x: (
        f"{_capitalized(SOURCES[x.source][0])}: {scored(w, x.what)}, {x.points:+d} "
        f"{'point' if abs(x.points) == 1 else 'points'}."
    ),
    e.GameOver: lambda w, x: (
        f"{x.level}: the German score is {x.score}." if w.part is None else verdict(w.part, x.level)
    ),
}
