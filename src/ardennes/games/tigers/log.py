"""Events as lines of the log, in the players' words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.games.tigers.rules.model import events as e
from ardennes.games.tigers.rules.movement.step import mf
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Event, Rolled
from ardennes.kernel.names import unit_name as _unit
from ardennes.kernel.names import unit_names as _units
from ardennes.kernel.parts import verdict
from ardennes.words import counted, die_told, does

Words = Callable[[World, Any], str]
WORKS = {
    "build": "building",
    "blow": "blowing up",
    "dismantle": "dismantling",
}  # what engineers do to a bridge


def _air(w: World, name: str) -> str:
    return w.air_units[w.air_by_id[name]].name


def _hexes(names: tuple[str, ...]) -> str:
    return " and ".join(names)


def _odds(w: World, x: e.OddsSet) -> str:
    shifts = "".join(f", {name} {value:+d}" for name, value in x.shifts)
    return (
        f"{_units(w, x.attackers)} {does(len(x.attackers), 'attack')} {_hexes(x.targets)}: "
        f"{x.attack} against {x.defence} is {x.raw}{shifts}: {x.column}."
    )


def _landing(w: World, x: e.HeydteLanded) -> str:
    if not x.hex:
        return f"Von der Heydte's drop on {x.target} fails: the group is lost."
    return f"Von der Heydte lands on {x.hex}" + (
        "." if x.hex == x.target else f", off his target {x.target}."
    )


def _moved(w: World, x: e.Moved) -> str:
    mode = ", in road mode" if x.road_mode else ""
    return f"{_unit(w, x.unit)} moves {'-'.join(x.path)} ({mf(x.half_mf)} MF{mode})."


def _exited(w: World, x: e.Exited) -> str:
    worth = f"worth {x.quarters / 4:g} division" if x.quarters else "which counts nothing"
    return f"{_unit(w, x.unit)} leaves the map from {x.hex}, {worth}; {x.total / 4:g} in all."


def _result(w: World, x: e.CombatResult) -> str:
    die = f"die {x.shown or x.die}" if x.die else "no die"
    return f"{_hexes(x.targets)}: {x.column}, {die}: {x.result}."


def _target(w: World, name: str) -> str:
    if name in w.by_id:
        return _unit(w, name)
    return "the fuel dump" if name == "dump" else name


def _downed(w: World, x: e.AirDowned) -> str:
    return f"{_air(w, x.air)} is shot down, " + (f"back on turn {x.back}." if x.back else "lost for good.")


def _die(w: World, x: Rolled) -> str:
    what = x.what
    for work, doing in WORKS.items():
        what = what.replace(f"to {work}", doing)
    return die_told(
        x.die, what, x.rule, lambda word: _air(w, word) if word in w.air_by_id else _target(w, word)
    )


def _phase(w: World, x: e.PhaseBegan) -> str:
    test = " test" if x.phase.endswith("victory") else ""  # nobody has won yet
    return f"Turn {x.turn}: {x.phase.capitalize()}{test}."


def _over(w: World, x: e.GameOver) -> str:
    if w.part is not None:
        return verdict(w.part, x.level)
    return f"{x.level} ({counted(x.points, 'point')}) [{x.rule}]."


LINES: dict[type[Event], Words] = {
    Rolled: _die,
    e.PhaseBegan: _phase,
    e.WeatherSet: lambda w, x: f"Turn {x.turn}: {x.weather}{', after a prayer' if x.prayed else ''}.",
    e.DumpHidden: lambda w, x: (
        f"The fuel dump is hidden in {x.hex}." if x.hex else "The fuel dump is hidden."
    ),
    e.DumpRevealed: lambda w, x: f"The fuel dump is discovered in {x.hex}.",
    e.DumpTaken: lambda w, x: f"The fuel dump in {x.hex} is {x.by.capitalize()} now.",
    e.DumpDestroyed: lambda w, x: f"The fuel dump in {x.hex} goes up in flames.",
    e.FuelDelayed: lambda w, x: f"Captured fuel: the German fuel limit starts on turn {x.until}.",
    e.SetupChosen: lambda w, x: f"The Germans choose the {x.kind} set-up.",
    e.Placed: lambda w, x: (
        f"{_unit(w, x.unit)} is placed in {x.hex}{', entrenched' if x.entrenched else ''}."
    ),
    e.HeydteLanded: _landing,
    e.RuthlessnessInvoked: lambda w, x: f"The SS is ruthless this turn ({x.turn}); the GIs will remember it.",
    e.Entered: lambda w, x: f"{_unit(w, x.unit)} enters at {x.hex} ({mf(x.half_mf)} MF).",
    e.EdgeChanged: lambda w, x: f"{_unit(w, x.unit)} will come by another edge, from turn {x.turn}.",
    e.Split: lambda w, x: f"{_unit(w, x.unit)} breaks down into {len(x.commands)} combat commands.",
    e.Combined: lambda w, x: f"Three combat commands form {_unit(w, x.unit)}.",
    e.Moved: _moved,
    e.Exited: _exited,
    e.BrokeDown: lambda w, x: f"{_unit(w, x.unit)} breaks down in {x.hex}.",
    e.Disrupted: lambda w, x: f"{_unit(w, x.unit)} is Disrupted [{x.rule}].",
    e.Recovered: lambda w, x: f"{_unit(w, x.unit)} recovers.",
    e.Entrenched: lambda w, x: f"{_unit(w, x.unit)} entrenches.",
    e.EntrenchmentLost: lambda w, x: f"{_unit(w, x.unit)} loses its entrenchment [{x.rule}].",
    e.Eliminated: lambda w, x: f"{_unit(w, x.unit)} is eliminated in {x.hex} [{x.rule}].",
    e.Attached: lambda w, x: f"{_units(w, x.units)} attached to Peiper.",
    e.AttackDeclared: lambda w, x: f"{_units(w, x.attackers)} will attack {_hexes(x.targets)}.",
    e.AttackCancelled: lambda w, x: f"The attack on {_hexes(x.targets)} is cancelled.",
    e.AttackVoid: lambda w, x: f"The attack on {_hexes(x.targets)} cannot be made any more.",
    e.OddsSet: _odds,
    e.StoodFast: lambda w, x: f"No Retreat! in {_hexes(x.targets)}.",
    e.CombatResult: _result,
    e.EffectChosen: lambda w, x: f"The {x.side.capitalize()} player chooses {x.effect}.",
    e.DistanceNamed: lambda w, x: f"The attacker asks for a retreat of {x.hexes}.",
    e.Retreated: lambda w, x: f"{_unit(w, x.unit)} retreats {'-'.join(x.path)}.",
    e.Advanced: lambda w, x: f"{_unit(w, x.unit)} advances {'-'.join(x.path)}.",
    e.AirCommitted: lambda w, x: f"{_air(w, x.air)}: {x.mission} {x.target}.",
    e.InterceptionResult: lambda w, x: f"{_air(w, x.air)} meets {_air(w, x.enemy)}: {x.result}.",
    e.AirResult: lambda w, x: (
        f"{_air(w, x.air)} against {_target(w, x.target)} ({x.column}), die {x.shown or x.die}: {x.result}."
    ),
    e.AirDowned: _downed,
    e.BridgeBuilt: lambda w, x: f"{x.side.capitalize()} engineers bridge {x.bridge}.",
    e.BridgeGone: lambda w, x: f"The bridge {x.bridge} is {x.how} [{x.rule}].",
    e.BridgeTaken: lambda w, x: f"The bridge {x.bridge} is {x.side.capitalize()} now.",
    e.BridgeRestored: lambda w, x: f"The bridge {x.bridge} stands again, in {x.side.capitalize()} hands.",
    e.MarkerReturned: lambda w, x: f"An engineer bridge is back in the {x.side.capitalize()} pool.",
    e.WorkFailed: lambda w, x: f"The attempt to {x.work} {x.bridge} fails.",
    e.GameOver: _over,
}
