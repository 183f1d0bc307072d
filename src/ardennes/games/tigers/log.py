"""The log of Tigers: one line for each event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ardennes.games.tigers.rules.combat.results import MEANING
from ardennes.games.tigers.rules.model import events as e
from ardennes.games.tigers.rules.movement.step import mf
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Event, Rolled
from ardennes.kernel.names import at_hex, between, from_to, hex_text, hex_texts
from ardennes.kernel.names import unit_name as _unit
from ardennes.kernel.parts import verdict
from ardennes.words import counted, does, listed

Words = Callable[[World, Any], str]
FLIGHTS = {"resupply": "supplies", "interception": "intercepts"}  # by mission; the others bomb
WORKS = {"build": "build a", "blow": "blow up the", "dismantle": "dismantle the"}  # what engineers try


def _air(w: World, name: str) -> str:
    return w.air_units[w.air_by_id[name]].name


def _units(w: World, units: Iterable[str]) -> str:
    return listed([_unit(w, unit) for unit in units]) or "No unit"


def _odds(w: World, x: e.OddsSet) -> str:
    shifts = ", ".join((x.raw, *(f"{name} {value:+d}" for name, value in x.shifts)))
    ratio = f"{shifts} is {x.column}" if x.shifts else x.column
    return (
        f"{_units(w, x.attackers)} {does(len(x.attackers), 'attack')} {hex_texts(w, x.targets)}: "
        f"{x.attack} against {x.defence}, {ratio}."
    )


def _landing(w: World, x: e.HeydteLanded) -> str:
    if not x.hex:
        return f"Von der Heydte's drop on {hex_text(w, x.target)} fails: the group is lost."
    off = "" if x.hex == x.target else f", off target {hex_text(w, x.target)}"
    return f"Von der Heydte lands {at_hex(w, x.hex)}{off}."


def _moved(w: World, x: e.Moved) -> str:
    mode = ", in road mode" if x.road_mode else ""
    return f"{_unit(w, x.unit)} moves {from_to(w, x.path)} ({mf(x.half_mf)} MF{mode})."


def _exited(w: World, x: e.Exited) -> str:
    worth = f"worth {x.quarters / 4:g} of a division" if x.quarters else "which counts for nothing"
    return f"{_unit(w, x.unit)} leaves the map from {hex_text(w, x.hex)}, {worth}; total {x.total / 4:g}."


def _result(w: World, x: e.CombatResult) -> str:
    die = f"rolled {x.shown or x.die}" if x.die else "no roll"
    code = "" if x.result == "-" else f"{x.result}, "
    return f"{hex_texts(w, x.targets)}: {x.column}, {die}: {code}{MEANING[x.result]}."


def _target(w: World, name: str) -> str:
    if name in w.by_id:
        return _unit(w, name)
    if name == "dump":
        return "the fuel dump"
    return f"the bridge {between(w, name)}" if "/" in name else hex_text(w, name)


def _downed(w: World, x: e.AirDowned) -> str:
    return f"{_air(w, x.air)} is shot down, " + (f"back on turn {x.back}." if x.back else "lost for good.")


def _committed(w: World, x: e.AirCommitted) -> str:
    enemy = _air(w, x.target) if x.target in w.air_by_id else _target(w, x.target)
    return f"{_air(w, x.air)} {FLIGHTS.get(x.mission, 'bombs')} {enemy}."


def _phase(w: World, x: e.PhaseBegan) -> str:
    test = " test" if x.phase.endswith("victory") else ""
    return f"Turn {x.turn}: {x.phase.capitalize()}{test}."


def _over(w: World, x: e.GameOver) -> str:
    if w.part is not None:
        return verdict(w.part, x.level)
    return f"{x.level} ({counted(x.points, 'point')}) [{x.rule}]."


LINES: dict[type[Event], Words] = {
    Rolled: lambda w, x: f"Die {x.die}: {x.what} [{x.rule}].",
    e.PhaseBegan: _phase,
    e.WeatherSet: lambda w, x: f"Turn {x.turn}: {x.weather}{', after a prayer' if x.prayed else ''}.",
    e.DumpHidden: lambda w, x: (
        f"The fuel dump is hidden {at_hex(w, x.hex)}." if x.hex else "The fuel dump is hidden."
    ),
    e.DumpRevealed: lambda w, x: f"The fuel dump is discovered {at_hex(w, x.hex)}.",
    e.DumpTaken: lambda w, x: f"The fuel dump {at_hex(w, x.hex)} is now {x.by.capitalize()}.",
    e.DumpDestroyed: lambda w, x: f"The fuel dump {at_hex(w, x.hex)} burns.",
    e.FuelDelayed: lambda w, x: f"Captured fuel delays the German fuel limit to turn {x.until}.",
    e.SetupChosen: lambda w, x: f"The Germans choose the {x.kind} set-up.",
    e.Placed: lambda w, x: (
        f"{_unit(w, x.unit)} is placed {at_hex(w, x.hex)}{', entrenched' if x.entrenched else ''}."
    ),
    e.HeydteLanded: _landing,
    e.RuthlessnessInvoked: lambda w, x: (
        f"The Germans invoke Ruthlessness on turn {x.turn}; GI rage follows on later turns."
    ),
    e.Entered: lambda w, x: f"{_unit(w, x.unit)} enters {at_hex(w, x.hex)} ({mf(x.half_mf)} MF).",
    e.EdgeChanged: lambda w, x: f"{_unit(w, x.unit)} will enter by another edge, from turn {x.turn}.",
    e.Split: lambda w, x: f"{_unit(w, x.unit)} breaks down into {len(x.commands)} combat commands.",
    e.Combined: lambda w, x: f"Three combat commands form {_unit(w, x.unit)}.",
    e.Moved: _moved,
    e.Exited: _exited,
    e.BrokeDown: lambda w, x: f"{_unit(w, x.unit)} breaks down {at_hex(w, x.hex)}.",
    e.Disrupted: lambda w, x: f"{_unit(w, x.unit)} is Disrupted [{x.rule}].",
    e.Recovered: lambda w, x: f"{_unit(w, x.unit)} recovers.",
    e.Entrenched: lambda w, x: f"{_unit(w, x.unit)} entrenches.",
    e.EntrenchmentLost: lambda w, x: f"{_unit(w, x.unit)} loses its entrenchment [{x.rule}].",
    e.Eliminated: lambda w, x: f"{_unit(w, x.unit)} is eliminated {at_hex(w, x.hex)} [{x.rule}].",
    e.Attached: lambda w, x: (
        f"{_units(w, x.units)} {'is' if len(x.units) == 1 else 'are'} attached to Peiper."
    ),
    e.AttackDeclared: lambda w, x: f"{_units(w, x.attackers)} will attack {hex_texts(w, x.targets)}.",
    e.AttackCancelled: lambda w, x: f"The attack on {hex_texts(w, x.targets)} is cancelled.",
    e.AttackVoid: lambda w, x: f"The attack on {hex_texts(w, x.targets)} is no longer possible.",
    e.OddsSet: _odds,
    e.StoodFast: lambda w, x: f"No Retreat! The defenders of {hex_texts(w, x.targets)} must hold.",
    e.CombatResult: _result,
    e.EffectChosen: lambda w, x: f"The {x.side.capitalize()} player chooses {x.effect}.",
    e.DistanceNamed: lambda w, x: (
        f"The attacker demands a retreat of {counted(x.hexes, 'hex', 'hexes')}."
        if x.hexes
        else "The attacker demands no retreat."
    ),
    e.Retreated: lambda w, x: f"{_unit(w, x.unit)} retreats {from_to(w, x.path)}.",
    e.Advanced: lambda w, x: f"{_unit(w, x.unit)} advances {from_to(w, x.path)}.",
    e.AirCommitted: _committed,
    e.InterceptionResult: lambda w, x: f"{_air(w, x.air)} meets {_air(w, x.enemy)}: {x.result}.",
    e.AirResult: lambda w, x: (
        f"{_air(w, x.air)} against {_target(w, x.target)} ({x.column}): "
        f"rolled {x.shown or x.die}, {'no effect' if x.result == '-' else x.result}."
    ),
    e.AirDowned: _downed,
    e.BridgeBuilt: lambda w, x: f"{x.side.capitalize()} engineers build a bridge {between(w, x.bridge)}.",
    e.BridgeGone: lambda w, x: f"The bridge {between(w, x.bridge)} is {x.how} [{x.rule}].",
    e.BridgeTaken: lambda w, x: f"The bridge {between(w, x.bridge)} is now {x.side.capitalize()}.",
    e.BridgeRestored: lambda w, x: (
        f"The bridge {between(w, x.bridge)} is restored, in {x.side.capitalize()} hands."
    ),
    e.MarkerReturned: lambda w, x: f"An engineer bridge is back in the {x.side.capitalize()} pool.",
    e.WorkFailed: lambda w, x: f"The attempt to {WORKS[x.work]} bridge {between(w, x.bridge)} fails.",
    e.GameOver: _over,
}
