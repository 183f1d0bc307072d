"""Case files: the named calculations. Each asks the engine's own functions; none knows a rule itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ardennes.cases.ask import Calculation, Facts
from ardennes.games.wave_of_terror.cases import map as casebook_map
from ardennes.games.wave_of_terror.cases.ask import Ask
from ardennes.games.wave_of_terror.cases.given import bridge_at
from ardennes.games.wave_of_terror.rules import artillery, bridges, moves, odds, supply
from ardennes.games.wave_of_terror.rules.allowance import allowance
from ardennes.games.wave_of_terror.rules.kampfgruppe import moves_as_one
from ardennes.games.wave_of_terror.rules.losses import Bill, splits, usual
from ardennes.games.wave_of_terror.rules.movement import may_cross, step_cost, walker
from ardennes.games.wave_of_terror.rules.orders import Support
from ardennes.games.wave_of_terror.rules.position import lift, units_at
from ardennes.games.wave_of_terror.rules.routes import routes
from ardennes.games.wave_of_terror.rules.stacking import judge
from ardennes.games.wave_of_terror.rules.state import Battle, Demolishing
from ardennes.games.wave_of_terror.rules.supply import hungry
from ardennes.kernel.contract import Refusal

FITS = ("legal", "too many", "too many independents", "artillery not alone")


# Movement and supply


def _supply(ask: Ask) -> Facts:
    """Is a unit in supply, and by what?"""
    w, s, unit = ask.w, ask.s, ask.unit()
    marker = supply.may_draw(w, s, unit)
    return {
        "supplied": supply.in_supply(w, s, unit),
        "automatic": supply.automatic(w, s, unit),
        "struck": supply.struck(s, unit),
        "line": supply.hex_in_supply(w, s, w.side[unit], s.where[unit]) if s.where[unit] >= 0 else False,
        "could_be_fed": supply.could_be_fed(w, s, unit),
        "marker": w.grid.label(marker) if marker >= 0 else "none",
    }


def _supplied_hexes(ask: Ask) -> Facts:
    """Which of some hexes have a line for a side."""
    names = ask.arguments.texts("hexes")
    traced = supply.traced(ask.w, ask.s, ask.side())
    found = {name for name in names if traced >> ask.w.grid.at(name) & 1}
    return {"supplied": frozenset(found), "cut_off": frozenset(names) - found}


def _fed(ask: Ask) -> Facts:
    """Of units checked one after another, who is fed and who goes hungry."""
    units = [ask.w.by_id[name] for name in ask.arguments.texts("units")]
    found = supply.hungry(ask.w, ask.s, units)
    return {"hungry": frozenset(ask.w.names(found)), "fed": len(units) - len(found)}


def _allowance(ask: Ask) -> Facts:
    """The movement points of units that move together."""
    w, s, units = ask.w, ask.s, ask.units()
    kg = moves_as_one(s, units)
    points = [
        allowance(w, s, unit, hungry=bool(hungry(w, s, (unit,))), column=ask.flag("column"), kg=kg)
        for unit in units
    ]
    return {"points": min(points), "kg": kg}


def _step(ask: Ask) -> Facts:
    """One step of units: its cost and the rule, or the rule against it."""
    w, s, units = ask.w, ask.s, ask.units()
    kg = moves_as_one(s, units)
    who = walker(w, s, units, column=ask.flag("column"), kg=kg, hungry=hungry(w, s, units))
    found = step_cost(who, s.where[units[0]], ask.hex("to"))
    if isinstance(found, Refusal):
        return {"legal": False, "cost": 0, "what": "none", "rule": found.rule}
    return {"legal": True, "cost": found.points, "what": found.what, "rule": found.rule}


def _reach(ask: Ask) -> Facts:
    """Where units can go now."""
    w, units = ask.w, ask.units()
    found = routes(w, ask.s, units, ask.flag("column"))
    halts = [cell for cell in found if found.may_halt(cell)]
    return {
        "hexes": frozenset(map(w.grid.label, halts)),
        "count": len(halts),
        "left": {w.grid.label(cell): found.left(cell) for cell in halts},
    }


def _column(ask: Ask) -> Facts:
    """May a unit set out in column?"""
    unit = ask.unit()
    found = moves.check_column(ask.w, ask.s, unit, max(-1, ask.s.where[unit]))
    return {"legal": found is None, "rule": found.rule if found else "none"}


def _stack(ask: Ask) -> Facts:
    """May these units share a hex?"""
    return {"verdict": FITS[abs(judge(ask.w, ask.units()))]}


def _demolition(ask: Ask) -> Facts:
    """The bridges that may be blown when a side enters a hex, and the die that is needed."""
    w, s, side, cell = ask.w, ask.s, ask.side(), ask.hex()
    tempting = bridges.temptations(w, s, side, cell)
    return {
        "bridges": frozenset(w.board.bridges[bridge].name for bridge in tempting),
        "needed": bridges.needed(w, s, Demolishing(1 - side, -1, cell)),
    }


def _repair(ask: Ask) -> Facts:
    bridge = bridge_at(ask.w, ask.arguments, "bridge", ask.arguments.text("bridge"))
    found = bridges.check_repair(ask.w, ask.s, ask.side(), bridge)
    return {"legal": found is None, "rule": found.rule if found else "none"}


# Combat


def _ratio(ask: Ask) -> Facts:
    """Two sums and a net shift: the column and whether a die is rolled."""
    place = odds.ratio(ask.number("attack", 0, 999), ask.number("defense", 0, 999))
    position = place + ask.number("shift", -9, 9, 0)
    beyond = odds.automatic(ask.w, position)
    return {
        "raw": odds.odds_name(place),
        "column": odds.odds_name(position),
        "automatic": f"{beyond[0]}/{beyond[1]}" if beyond else "none",
    }


def _odds(ask: Ask) -> Facts:
    """The battle as it would be fought without artillery and aircraft."""
    w, s, units, target = ask.w, ask.s, ask.units("attackers"), ask.hex()
    found = odds.strength(w, s, units, target, hungry(w, s, units))
    aircraft = ask.flag("aircraft")
    defense = odds.defense_of(w, s, target)
    battle = odds.odds(found.total, defense, odds.shifts_of(w, s, units, target, aircraft))
    return {
        "attack": found.total,
        "whole": found.whole,
        "halved": found.halved,
        "quartered": found.quartered,
        "defense": defense,
        "raw": odds.odds_name(battle.raw),
        "shifts": {shift.what: shift.columns for shift in battle.shifts},
        "column": odds.odds_name(battle.position),
    }


def _concentric(ask: Ask) -> Facts:
    """Attackers in these directions (0 north, 1 north-east, and so on) around a hex."""
    grid, target = ask.w.grid, ask.hex()
    around = ("N", "NE", "SE", "S", "SW", "NW")
    ways = [grid.compass.index(around[n]) for n in ask.arguments.wholes("directions", 0, 5)]
    return {"shift": odds.concentric(ask.w, {grid.neighbours[target][way] for way in ways}, target)}


def _guns(ask: Ask) -> Facts:
    """May these artillery units support a side of a battle?"""
    w, s = ask.w, ask.s.clone()
    attackers = ask.units("attackers")
    s.battle = Battle(ask.hex(), attackers)
    side = ask.side()
    attack = w.side[attackers[0]] == side
    guns = ask.units("guns")
    found = artillery.check_support(w, s, side, attack, Support(w.names(guns)))
    ready = artillery.ready_guns(w, s, side, attack)
    return {
        "legal": found is None,
        "rule": found.rule if found else "none",
        "ready": frozenset(w.names(ready)),
    }


def _losses(ask: Ask) -> Facts:
    """Every way the steps may be lost, and the usual one."""
    w, s, units, loss = ask.w, ask.s, ask.units(), ask.number("loss", 1, 9)
    return {
        "ways": Bill(s, units, loss).ways,
        "splits": [_names(ask, split) for split in splits(s, units, loss)],
        "usual": _names(ask, usual(w, s, units, loss)),
    }


def _names(ask: Ask, units: Sequence[int]) -> str:
    return " ".join(ask.w.names(units))


def _advance(ask: Ask) -> Facts:
    """Who of the attackers could enter the hex, were it empty."""
    w, s, target = ask.w, ask.s.clone(), ask.hex()
    attackers = ask.units("attackers")
    for unit in list(units_at(w, s, target)):
        lift(w, s, unit)
    able = [unit for unit in attackers if may_cross(w, s, unit, s.where[unit], target) is None]
    return {"able": frozenset(w.names(able))}


CALCULATIONS: Mapping[str, Calculation[Ask]] = {
    **casebook_map.CALCULATIONS,
    "supply": Calculation(("unit",), _supply),
    "supplied_hexes": Calculation(("side", "hexes"), _supplied_hexes),
    "fed": Calculation(("units",), _fed),
    "allowance": Calculation(("units", "column"), _allowance),
    "step": Calculation(("units", "to", "column"), _step),
    "reach": Calculation(("units", "column"), _reach),
    "column": Calculation(("unit",), _column),
    "stack": Calculation(("units",), _stack),
    "demolition": Calculation(("side", "hex"), _demolition),
    "repair": Calculation(("side", "bridge"), _repair),
    "ratio": Calculation(("attack", "defense", "shift"), _ratio),
    "odds": Calculation(("attackers", "hex", "aircraft"), _odds),
    "concentric": Calculation(("hex", "directions"), _concentric),
    "guns": Calculation(("attackers", "hex", "side", "guns"), _guns),
    "losses": Calculation(("units", "loss"), _losses),
    "advance": Calculation(("attackers", "hex"), _advance),
}
