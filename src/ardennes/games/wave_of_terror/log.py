"""Format events as lines of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.games.wave_of_terror.rules.model import events as e
from ardennes.games.wave_of_terror.schema.terms import GERMAN, date_of
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.words import place
from ardennes.kernel.contract import Event, Rolled
from ardennes.kernel.names import unit_name as _unit
from ardennes.kernel.names import unit_names as names
from ardennes.kernel.parts import verdict
from ardennes.words import counted, die_told, does, listed

Words = Callable[[World, Any], str]


def _phase(w: World, x: e.PhaseBegan) -> str:
    if not x.side:
        return f"Turn {x.turn}, {date_of(x.turn).rpartition(' ')[0]}."
    return f"{x.side.capitalize()} {x.phase} phase, couplet {x.couplet}."


def _weather(w: World, x: e.WeatherSet) -> str:
    return f"Weather: {x.weather}." + (f" Allied aircraft: {x.aircraft}." if x.aircraft else "")


def _group(w: World, units: tuple[str, ...], count: int) -> str:
    """Name the known units and count the others."""
    if not units:
        return counted(count, "unit")
    more = count - len(units)
    return names(w, units) + (f" and {more} more" if more else "")


def _moved(w: World, x: e.Moved) -> str:
    column = " in column" if x.column else ""
    spent = f" ({x.spent} MP)" if x.spent >= 0 else ""
    return f"{_group(w, x.units, x.count)}{column}: {' - '.join(x.path)}{spent}."


def _entered(w: World, x: e.Entered) -> str:
    spent = f" ({x.spent} MP)" if x.spent >= 0 else ""
    return f"{_group(w, x.units, x.count)} {does(x.count, 'enter')} by {place(w, x.hex)}{spent}."


def _odds(w: World, x: e.OddsSet) -> str:
    shifts = "".join(f", {s.what} {abs(s.columns)}{'R' if s.columns > 0 else 'L'}" for s in x.shifts)
    return f"{place(w, x.hex)}: {x.attack} against {x.defense}, {x.raw}{shifts}: {x.column}."


def _result(w: World, x: e.BattleResult) -> str:
    how = f"die {x.die}" if x.die else "no die"
    return f"{place(w, x.hex)}, {how}: attacker loses {x.attacker_loss}, defender {x.defender_loss}."


def _demolition(w: World, x: e.DemolitionTried) -> str:
    done = "is blown" if x.down else "stands"
    return f"Demolition, {x.needed} or more: the bridge {x.bridge} {done}."


def _struck(w: World, x: e.ParentsStruck) -> str:
    numbers = w.parent_by_id[GERMAN]
    struck = listed([f"the {w.parents[numbers[parent]].name}" for parent in x.parents]) or "nobody"
    return f"Supply problems, dice {x.dice[0]} and {x.dice[1]}: {struck}."


def _over(w: World, x: e.GameOver) -> str:
    if w.part is not None and x.rule == w.part.rule:  # nobody has conceded
        return verdict(w.part, f"{x.level.partition(' ')[0].capitalize()} victory")
    level = "A draw" if x.level == "draw" else f"{x.level.capitalize()} victory"
    return f"{level}: German {x.german}, Allied {x.allied} points [{x.rule}]."


LINES: dict[type[Event], Words] = {
    Rolled: lambda w, x: die_told(
        x.die, x.what, x.rule, lambda word: _unit(w, word) if word in w.by_id else word
    ),
    e.PhaseBegan: _phase,
    e.WeatherSet: _weather,
    e.BaseplateLaunched: lambda w, x: "Operation Baseplate is launched: four Allied aircraft from now on.",
    e.UnitsPlaced: lambda w, x: f"{names(w, x.units)} set up in {place(w, x.hex)}.",
    e.SetUpDone: lambda w, x: f"The {x.side.capitalize()} set-up is complete.",
    e.DepotPlaced: lambda w, x: f"A {'real' if x.real else 'dummy'} POL marker lies in {place(w, x.hex)}.",
    e.DepotFound: lambda w, x: f"The POL marker in {place(w, x.hex)} is {'real' if x.real else 'a dummy'}.",
    e.DepotsRemoved: lambda w, x: f"POL markers removed: {', '.join(x.hexes)}.",
    e.KampfgruppeFormed: lambda w, x: f"KG Peiper is formed in {place(w, x.hex)}: {names(w, x.units)}.",
    e.LeftKampfgruppe: lambda w, x: (
        f"{names(w, x.units) if x.units else 'Units'} left KG Peiper in {place(w, x.hex)}."
    ),
    e.KampfgruppeGone: lambda w, x: f"KG Peiper is no more: {x.why}.",
    e.TopChosen: lambda w, x: f"{_unit(w, x.unit)} is on top in {place(w, x.hex)}.",
    e.TopLaid: lambda w, x: f"{_unit(w, x.unit)} is on top in {place(w, x.hex)}.",
    e.Interdicted: lambda w, x: f"Aircraft interdict {place(w, x.hex)}: {x.left} left.",
    e.SuppliesDropped: lambda w, x: f"Aerial supply in {place(w, x.hex)}.",
    e.SuppliesLost: lambda w, x: f"The aerial supply in {place(w, x.hex)} is lost.",
    e.Drew: lambda w, x: (
        f"{_unit(w, x.unit)} draws {counted(x.steps, 'step')} of aerial supply from {place(w, x.hex)}: "
        f"{x.left} left."
    ),
    e.ParentsStruck: _struck,
    e.SupplySecured: lambda w, x: f"{place(w, x.hex)}, {x.why}: no more supply problems.",
    e.OrderChosen: lambda w, x: (
        f"{x.side.capitalize()} segment: {'fight-move' if x.fight_first else 'move-fight'}."
    ),
    e.RepairBegun: lambda w, x: f"The bridge {x.bridge} is being repaired.",
    e.BridgeRepaired: lambda w, x: f"The bridge {x.bridge} is intact again.",
    e.DemolitionTried: _demolition,
    e.Moved: _moved,
    e.Entered: _entered,
    e.PlaceTaken: lambda w, x: f"{x.by.capitalize()} units take {x.place} ({x.hex}).",
    e.BritishCommitted: lambda w, x: f"British units may cross the Meuse: {x.what}.",
    e.BattleDeclared: lambda w, x: (
        f"{names(w, x.attackers)} {does(len(x.attackers), 'attack')} {place(w, x.hex)}, "
        f"held by {names(w, x.defenders)}."
    ),
    e.GunsDeclared: lambda w, x: f"{x.side.capitalize()} artillery: {names(w, x.units)}.",
    e.AircraftDeclared: lambda w, x: f"An aircraft joins the battle: {x.left} left.",
    e.GunsRolled: lambda w, x: (
        f"{x.side.capitalize()} bombardment: {' + '.join(map(str, x.dice))} = {sum(x.dice)}."
    ),
    e.OddsSet: _odds,
    e.BattleResult: _result,
    e.StepLost: lambda w, x: f"{_unit(w, x.unit)} loses a step.",
    e.Eliminated: lambda w, x: f"{_unit(w, x.unit)} is eliminated in {place(w, x.hex)}.",
    e.Advanced: lambda w, x: f"{names(w, x.units)} {does(len(x.units), 'advance')} into {place(w, x.hex)}.",
    e.Reformed: lambda w, x: f"The 14th Cavalry re-forms its squadron in {place(w, x.hex)}.",
    e.Exited: lambda w, x: f"{_unit(w, x.unit)} leaves the map from {place(w, x.hex)}.",
    e.Scored: lambda w, x: (
        f"{counted(x.points, 'point')} for the {x.side.capitalize()} side: "
        f"{x.what} (total {x.total}) [{x.rule}]."
    ),
    e.Conceded: lambda w, x: f"The {x.side.capitalize()} player concedes.",
    e.GameOver: _over,
}
