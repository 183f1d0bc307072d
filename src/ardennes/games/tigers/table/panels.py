"""The panels of Tigers beside the map: situation, air, bridges, victory."""

from __future__ import annotations

from ardennes.games.tigers.rules.combat.declare import still_attacking
from ardennes.games.tigers.rules.combat.odds import known_odds
from ardennes.games.tigers.rules.model import state as f
from ardennes.games.tigers.rules.movement.reinforcements import due_turn
from ardennes.games.tigers.rules.outcome.victory import (
    RESULTS,
    WINNING_QUARTERS,
    allied_seven,
    final_level,
    german_held,
    holds,
)
from ardennes.games.tigers.rules.sequence.turn_order import SETUP, TURN, Phase, current_phase, phasing
from ardennes.games.tigers.schema.terms import AIR_TYPES, ALLIED, GERMAN, SIDES, WEATHERS
from ardennes.games.tigers.schema.world import World
from ardennes.kernel import parts_shown
from ardennes.kernel.names import hex_text, hex_texts
from ardennes.kernel.table import parts_of_strip
from ardennes.kernel.wire import Aim, Arrow, Battle, Bridge, Goal, Mark, Panel, Row, Stand, StripPart, Tally
from ardennes.words import counted, listed

BRIDGES = {
    f.NO_BRIDGE: "gone",
    f.PRE_BUILT: "intact",
    f.GERMAN_ENGINEERS: "engineers",
    f.ALLIED_ENGINEERS: "engineers",
}


def panels(w: World, view: f.TigersState) -> list[Panel]:
    """Return the panels for looking things up."""
    result = [
        Panel("setting", "Situation", "campaign", _setting(w, view)),
        Panel("air", "Air units", "campaign", _air(w, view)),
    ]
    changed = [
        _bridge(w, view, r.index)
        for r in w.board.rivers
        if view.bridge[r.index] != f.PRE_BUILT and (r.road or view.bridge[r.index])
    ]
    if changed:
        result.append(Panel("bridges", "Bridges", "campaign", changed))
    return result


def _setting(w: World, view: f.TigersState) -> list[Row]:
    """Return weather, fuel, engineers and other facts of this turn."""
    ruthless = "invoked this turn" if view.ruthless_turn == view.turn else f"turn {view.ruthless_turn}"
    pools = ", ".join(f"{SIDES[s].capitalize()} {view.markers[s]}" for s in (GERMAN, ALLIED))
    flights = " / ".join(str(n) for n in w.tables.air_limits[view.weather])
    dump = w.grid.label(view.where[w.dump]) if w.dump >= 0 and view.where[w.dump] >= 0 else ""
    where = f"{hex_text(w, dump)}, {SIDES[view.dump_owner].capitalize()}" if dump else "not found"
    return [
        Row("Weather", WEATHERS[view.weather], "TIA-WX-1"),
        Row("Flights, German / Allied", flights, "TIA-AIR-2"),
        Row("German fuel limit", f"from turn {view.fuel_from}", "TIA-FUEL-1"),
        Row("Engineer bridges left", pools, "TIA-BRIDGE-2"),
        *([Row("Ruthlessness", ruthless if view.ruthless_turn else "not invoked", "TIA-SS-1")] * w.has_ss),
        *([Row("Fuel dump", where, "TIA-FUEL-2", dump)] * (w.dump >= 0 or w.part is None)),
    ]


def _air(w: World, view: f.TigersState) -> list[Row]:
    rows: list[Row] = []
    for air in w.air_units:
        back = view.air_back[air.index]
        lost, away = back == f.LOST_FOR_GOOD, back > view.turn
        flown = view.air_flown[air.index] == view.turn
        state = "lost" if lost else f"back on turn {back}" if away else "flown" if flown else "ready"
        mark: Mark = "bad" if lost or away else "" if flown else "good"
        name, group = f"{air.name}, {AIR_TYPES[air.type]}", SIDES[air.side].capitalize()
        rows.append(Row(name, state, mark=mark, group=group))
    return rows


def _bridge(w: World, view: f.TigersState, river: int) -> Row:
    """Return the row of a bridge that is not as printed on the map."""
    name, state = w.bridge_names[river], view.bridge[river]
    owner = SIDES[view.bridge_owner[river]].capitalize()
    value = "destroyed" if state == f.NO_BRIDGE else f"engineer bridge, {owner}"
    return Row(hex_texts(w, name.split("/")), value, "TIA-BRIDGE-1", name.split("/")[0])


def bridges(w: World, view: f.TigersState) -> list[Bridge]:
    return [
        Bridge(w.bridge_names[r.index], BRIDGES[view.bridge[r.index]], SIDES[view.bridge_owner[r.index]])
        for r in w.board.rivers
        if r.road or view.bridge[r.index]
    ]


def victory(w: World, view: f.TigersState) -> list[Goal]:
    if w.part is not None:
        return parts_shown.goals(w.part, german_held(w, view), _places(w), SIDES[GERMAN], SIDES[ALLIED])
    exits = f"German exits: {view.exited / 4:g} of {counted(WINNING_QUARTERS // 4, 'division')}"
    return [
        Goal(exits, view.exited >= WINNING_QUARTERS, "TIA-VIC-1", SIDES[GERMAN]),
        *(
            Goal(place, held, rule, SIDES[side], _at(w, place), SIDES[side if held else 1 - side])
            for side, places, rule in (
                (GERMAN, w.german_places, "TIA-VIC-5"),
                (ALLIED, w.allied_places, "TIA-VIC-7"),
            )
            for place in places
            for held in (holds(w, view, side, place),)
        ),
    ]


def _at(w: World, place: str) -> str:
    return w.grid.labels[w.board.hex_of[place]]


def _places(w: World) -> list[str]:
    return [_at(w, place) for place in w.german_places]


def stand(w: World, view: f.TigersState) -> Stand:
    """Return the state of the goals: exits or towns for the Germans, what the Allies need instead,
    TIA-VIC."""
    if w.part is not None:
        return parts_shown.stand(w.part, german_held(w, view), _places(w), SIDES[GERMAN], SIDES[ALLIED])
    most = WINNING_QUARTERS // 4
    left = f"{(WINNING_QUARTERS - view.exited) / 4:g} more to win at once" if view.exited else ""
    ahead = RESULTS[view.over or final_level(w, view)].winner
    german, allied = SIDES[GERMAN], SIDES[ALLIED]
    out = f"Exit {counted(most, 'division')} in supply over the Meuse: wins at once."
    towns = f"Hold {listed(w.german_places)} after the last turn."
    keep = f"Prevent the break-out and hold {listed(w.german_places, 'or')} after the last turn."
    seven = f"Hold {listed(w.allied_places)} after the last turn: a strategic victory."
    aims = [
        Aim(german, out, "TIA-VIC-1", view.exited >= WINNING_QUARTERS),
        Aim(german, towns, "TIA-VIC-5", all(holds(w, view, GERMAN, place) for place in w.german_places)),
        Aim(allied, keep, "TIA-VIC-6", ahead == ALLIED),
        Aim(allied, seven, "TIA-VIC-7", allied_seven(w, view)),
    ]
    exits = Tally("Exits", f"{view.exited / 4:g} of {most}", left)
    words = "Germans ahead" if ahead == GERMAN else "Allies ahead"
    places = _places(w)
    return Stand(
        "German goals", [exits], places, SIDES[ahead] if ahead is not None else "", words, aims, "or"
    )


def arrows(w: World, view: f.TigersState) -> list[Arrow]:
    """Return arrows for the declared attacks that are still to be resolved."""
    result: list[Arrow] = []
    for attack in view.attacks:
        units = still_attacking(w, view, attack)
        if attack.status != f.PENDING or not units:
            continue
        label = w.tables.odds[known_odds(w, view, units, attack.targets).column]
        froms = dict.fromkeys(view.where[u] for u in units)
        for target in attack.targets:
            for cell in froms:
                result.append(Arrow(w.grid.labels[cell], w.grid.labels[target], "attack", label))
    return result


def battle(w: World, view: f.TigersState) -> Battle | None:
    """Return the combat being resolved: a chip for the map, a line for the card."""
    b = view.battle
    if b is None:
        return None
    column = w.tables.odds[b.column]
    words = f"{', '.join(w.units[u].short for u in b.attackers)} at {column}"
    words += (f": {b.result}" if b.result else "") + (" · No Retreat!" if b.no_retreat else "")
    return Battle(list(w.labels(b.targets)), list(w.ids(b.attackers)), b.result or column, words)


STRIP = {
    "hide dump": "Fuel dump",
    "set up": "Set-up",
    "hosts": "Tigers",
    "relocate": "1st Infantry",
    "drop": "Drop",
    "weather": "Weather",
    "reinforcements": "Arrivals",
    "movement": "Move",
    "stacking": "Move",
    "declaration": "Attack",
    "air": "Attack",
    "bombing": "Attack",
    "recovery": "Attack",
    "combat": "Battles",
    "victory": "Supply",
    "supply flights": "Supply",
    "supply": "Supply",
    "bridges": "Supply",
    "entrenching": "Supply",
    "end": "Supply",
}


def strip(w: World, view: f.TigersState) -> list[StripPart]:
    """Return the steps of this player-turn that have decisions; one of them is the present one."""
    if view.over:
        return []
    now = _step_of(current_phase(view))
    if not view.turn:
        return parts_of_strip([STRIP[p.name] for p in SETUP], now)
    side = phasing(view)
    later = [unit for unit in w.of_side[side] if view.arrival[unit]]
    idle = {"Weather"} | (set() if any(_comes(w, view, unit) for unit in later) else {"Arrivals"})
    return parts_of_strip([step for step in STEPS[side] if step not in idle or step == now], now)


def _comes(w: World, view: f.TigersState, unit: int) -> bool:
    """Does the unit enter this turn, or could it?"""
    due = due_turn(w, view, unit)
    return due == view.turn or (0 < due < view.turn and view.where[unit] == f.NOT_YET)


def _step_of(phase: Phase) -> str:
    """Return the label of a phase; the second movement and its battles are "Exploit", TIA-SEQ-2."""
    return "Exploit" if phase.second else STRIP[phase.name]


def _mover(phase: Phase) -> int:
    """Return the side in whose player-turn the phase is."""
    return 1 - phase.side if phase.name in ("recovery", "victory") else phase.side


STEPS = {side: [_step_of(phase) for phase in TURN if _mover(phase) == side] for side in (GERMAN, ALLIED)}
