"""Format events as lines of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.games.wave_of_terror.rules.combat.chances import FACES
from ardennes.games.wave_of_terror.rules.model import events as e
from ardennes.games.wave_of_terror.rules.outcome.victory import award_text
from ardennes.games.wave_of_terror.rules.special.british import committed_text
from ardennes.games.wave_of_terror.schema.terms import GERMAN, SIDE_NAMES, SIDES, date_of
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.words import names
from ardennes.kernel.contract import Event, Rolled
from ardennes.kernel.names import at_hex, between, from_to, hex_text, hex_texts
from ardennes.kernel.names import unit_name as _unit
from ardennes.kernel.parts import verdict
from ardennes.words import counted, does, listed

Words = Callable[[World, Any], str]


def _phase(w: World, x: e.PhaseBegan) -> str:
    if not x.side:
        return f"Turn {x.turn}, {date_of(x.turn).rpartition(' ')[0]}."
    return f"{x.side.capitalize()} {x.phase} phase, couplet {x.couplet}."


def _weather(w: World, x: e.WeatherSet) -> str:
    air = f", and the Allies have {counted(x.aircraft, 'aircraft', 'aircraft')}" if x.aircraft else ""
    return f"The weather is {x.weather}{air}."


def _group(w: World, units: tuple[str, ...], count: int) -> str:
    """Name the known units and count the others."""
    if not units:
        return counted(count, "unit")
    more = count - len(units)
    return listed([*(_unit(w, unit) for unit in units), *([f"{more} more"] if more else [])])


def _points(spent: int) -> str:
    """Return the movement points spent; below 0 they are hidden from the reader."""
    return f" ({counted(spent, 'movement point')})" if spent >= 0 else ""


def _moved(w: World, x: e.Moved) -> str:
    column = " in column" if x.column else ""
    around = len(x.path) > 1 and x.path[0] == x.path[-1]
    path = f"out of {hex_text(w, x.path[0])} and back" if around else from_to(w, x.path)
    way = f"{does(x.count, 'move')} {path}{column}"
    return f"{_group(w, x.units, x.count)} {way}{_points(x.spent)}."


def _entered(w: World, x: e.Entered) -> str:
    units = f"{_group(w, x.units, x.count)} {does(x.count, 'enter')}"
    return f"{units} the map {at_hex(w, x.hex)}{_points(x.spent)}."


def _odds(w: World, x: e.OddsSet) -> str:
    shifts = "".join(f", {shift.what} {shift.columns:+d}" for shift in x.shifts)
    column = f"{shifts}: {x.column}" if shifts else ""
    return f"{hex_text(w, x.hex)}: attack {x.attack} against defense {x.defense} is {x.raw}{column}."


def _result(w: World, x: e.BattleResult) -> str:
    rolled = f"rolled {x.die}" if x.die else "no roll"
    return (
        f"{hex_text(w, x.hex)}: {rolled}. The attackers lose {_steps(x.attacker_loss)}, "
        f"the defenders {_steps(x.defender_loss)}."
    )


def _steps(count: int) -> str:
    return counted(count, "step") if count else "no steps"


def _aircraft_left(count: int) -> str:
    return f"The Allies have {counted(count, 'aircraft', 'aircraft') if count else 'no aircraft'} left."


def _demolition(w: World, x: e.DemolitionTried) -> str:
    if x.down:
        return f"The bridge {between(w, x.bridge)} is blown."
    least = "a 6" if x.needed == FACES else f"{x.needed} or more"
    return f"The attempt to blow the bridge {between(w, x.bridge)} fails. It needed {least}."


def _struck(w: World, x: e.ParentsStruck) -> str:
    numbers = w.parent_by_id[GERMAN]
    struck = listed([f"the {w.parents[numbers[parent]].name}" for parent in x.parents])
    effect = f"{struck} {does(len(x.parents), 'lose')} supply for this turn" if struck else "none this turn"
    return f"Supply problems, rolled {x.dice[0]} and {x.dice[1]}: {effect}."


def _left(w: World, x: e.LeftKampfgruppe) -> str:
    units = names(w, x.units) if x.units else "Some units"
    return f"{units} {does(len(x.units), 'leave')} KG Peiper {at_hex(w, x.hex)}."


def _top(w: World, x: e.TopChosen | e.TopLaid) -> str:
    return f"{_unit(w, x.unit)} is now on top of its stack {at_hex(w, x.hex)}."


def _over(w: World, x: e.GameOver) -> str:
    if w.part is not None and x.rule == w.part.rule:  # no side has conceded
        return verdict(w.part, f"{x.level.partition(' ')[0].capitalize()} victory")
    level = "A draw" if x.level == "draw" else f"{x.level.capitalize()} victory"
    return f"{level}. Points: German {x.german}, Allied {x.allied} [{x.rule}]."


LINES: dict[type[Event], Words] = {
    Rolled: lambda w, x: f"Die {x.die}: {x.what} [{x.rule}].",
    e.PhaseBegan: _phase,
    e.WeatherSet: _weather,
    e.BaseplateLaunched: lambda w, x: (
        "Operation Baseplate is launched. From now on the Allies have only "
        f"{counted(w.limits.aircraft_baseplate, 'aircraft', 'aircraft')}."
    ),
    e.UnitsPlaced: lambda w, x: f"{names(w, x.units)} {does(len(x.units), 'start')} {at_hex(w, x.hex)}.",
    e.SetUpDone: lambda w, x: f"The {x.side.capitalize()} set-up is complete.",
    e.DepotPlaced: lambda w, x: f"A {'real' if x.real else 'dummy'} fuel depot is placed {at_hex(w, x.hex)}.",
    e.DepotFound: lambda w, x: f"The fuel depot {at_hex(w, x.hex)} is {'real' if x.real else 'a dummy'}.",
    e.DepotsRemoved: lambda w, x: f"These fuel depots are removed: {hex_texts(w, x.hexes)}.",
    e.KampfgruppeFormed: lambda w, x: f"{names(w, x.units)} form KG Peiper {at_hex(w, x.hex)}.",
    e.LeftKampfgruppe: _left,
    e.KampfgruppeGone: lambda w, x: f"The marker of KG Peiper is removed, because {x.why}.",
    e.TopChosen: _top,
    e.TopLaid: _top,
    e.Interdicted: lambda w, x: (
        f"An aircraft interdicts the road {at_hex(w, x.hex)}. {_aircraft_left(x.left)}"
    ),
    e.SuppliesDropped: lambda w, x: f"An aerial supply marker is dropped {at_hex(w, x.hex)}.",
    e.SuppliesLost: lambda w, x: f"The aerial supply marker {at_hex(w, x.hex)} is lost.",
    e.Drew: lambda w, x: (
        f"{_unit(w, x.unit)} draws {counted(x.steps, 'step')} of aerial supply from {hex_text(w, x.hex)}, "
        f"which has {x.left} left."
    ),
    e.ParentsStruck: _struck,
    e.SupplySecured: lambda w, x: (
        f"The Germans take {x.why} {at_hex(w, x.hex)}. They have no more supply problems."
        if x.why.startswith("a ")
        else f"The Germans take {hex_text(w, x.hex)}. They have no more supply problems."
    ),
    e.OrderChosen: lambda w, x: (
        f"The {SIDE_NAMES[SIDES.index(x.side)]} "
        f"{'fight first, then move' if x.fight_first else 'move first, then fight'}."
    ),
    e.RepairBegun: lambda w, x: f"Repair of the bridge {between(w, x.bridge)} begins.",
    e.BridgeRepaired: lambda w, x: f"The bridge {between(w, x.bridge)} is repaired.",
    e.DemolitionTried: _demolition,
    e.Moved: _moved,
    e.Entered: _entered,
    e.PlaceTaken: lambda w, x: f"{x.by.capitalize()} units take {hex_text(w, x.hex)}.",
    e.BritishCommitted: lambda w, x: f"The {committed_text(w, x.what)} may now cross the Meuse.",
    e.BattleDeclared: lambda w, x: (
        f"{names(w, x.attackers)} {does(len(x.attackers), 'attack')} {names(w, x.defenders)} "
        f"{at_hex(w, x.hex)}."
    ),
    e.GunsDeclared: lambda w, x: f"{x.side.capitalize()} artillery joins the battle: {names(w, x.units)}.",
    e.AircraftDeclared: lambda w, x: f"An aircraft joins the battle. {_aircraft_left(x.left)}",
    e.GunsRolled: lambda w, x: (
        f"{x.side.capitalize()} artillery adds {' + '.join(map(str, x.dice))}"
        f"{f' = {sum(x.dice)}' if len(x.dice) > 1 else ''}."
    ),
    e.OddsSet: _odds,
    e.BattleResult: _result,
    e.StepLost: lambda w, x: f"{_unit(w, x.unit)} loses a step.",
    e.Eliminated: lambda w, x: f"{_unit(w, x.unit)} is eliminated {at_hex(w, x.hex)}.",
    e.Advanced: lambda w, x: f"{names(w, x.units)} {does(len(x.units), 'advance')} to {hex_text(w, x.hex)}.",
    e.Reformed: lambda w, x: f"The squadron of the 14th Cavalry re-forms {at_hex(w, x.hex)}.",
    e.Exited: lambda w, x: f"{_unit(w, x.unit)} leaves the map from {hex_text(w, x.hex)}.",
    e.Scored: lambda w, x: (
        f"{counted(x.points, 'point')} for the {SIDE_NAMES[SIDES.index(x.side)]}: "
        f"{award_text(w, x.what)} (total {x.total}) [{x.rule}]."
    ),
    e.Conceded: lambda w, x: f"The {x.side.capitalize()} player concedes.",
    e.GameOver: _over,
}
