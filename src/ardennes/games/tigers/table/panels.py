"""What Tigers says beside its map: how things stand, the air, the bridges, victory, a unit's sheet."""

from __future__ import annotations

from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.attacks import still_attacking
from ardennes.games.tigers.rules.odds import odds_of
from ardennes.games.tigers.rules.sequence_of_play import SETUP, TURN, Phase, current_phase, phasing
from ardennes.games.tigers.rules.victory import ALLIED_PLACES, GERMAN_PLACES, WINNING_QUARTERS, holds
from ardennes.games.tigers.schema.terms import AIR_TYPES, ALLIED, GERMAN, SIDES, WEATHERS
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.wire import Arrow, Battle, Bridge, Goal, Mark, Panel, Row, StripPart

BRIDGES = {
    f.NO_BRIDGE: "gone",
    f.PRE_BUILT: "intact",
    f.GERMAN_ENGINEERS: "engineers",
    f.ALLIED_ENGINEERS: "engineers",
}


def panels(w: World, view: f.TigersState) -> list[Panel]:
    """Everything a player would look up beside the map."""
    found = [
        Panel("setting", "How things stand", "campaign", _setting(w, view)),
        Panel("air", "In the air", "campaign", _air(w, view)),
    ]
    changed = [row for r in w.board.rivers if (row := _bridge(w, view, r.index, r.road)) is not None]
    if changed:
        found.append(Panel("bridges", "Bridges", "campaign", changed))
    return found


def _setting(w: World, view: f.TigersState) -> list[Row]:
    """What else holds this turn, in words."""
    ruthless = "invoked this turn" if view.ruthless_turn == view.turn else f"turn {view.ruthless_turn}"
    pools = ", ".join(f"{SIDES[s].capitalize()} {view.markers[s]}" for s in (GERMAN, ALLIED))
    flights = " / ".join(str(n) for n in w.tables.air_limits[view.weather])
    dump = w.grid.label(view.where[w.dump]) if w.dump >= 0 and view.where[w.dump] >= 0 else ""
    where = f"{dump}, {SIDES[view.dump_owner]}" if dump else "not found"
    return [
        Row("Weather", WEATHERS[view.weather], "TIA-WX-1"),
        Row("Flights a side", flights, "TIA-AIR-2"),
        Row("German fuel limit", f"from turn {view.fuel_from}", "TIA-FUEL-1"),
        Row("Engineer bridges left", pools, "TIA-BRIDGE-2"),
        Row("Ruthlessness", ruthless if view.ruthless_turn else "not invoked", "TIA-SS-1"),
        Row("Fuel dump", where, "TIA-FUEL-2", dump),
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


def _bridge(w: World, view: f.TigersState, river: int, road: bool) -> Row | None:
    """A bridge that is not as the map shows it, or that has changed hands."""
    name, state = w.bridge_names[river], view.bridge[river]
    if state == f.PRE_BUILT or not (road or state):
        return None
    owner = SIDES[view.bridge_owner[river]].capitalize()
    value = "gone" if state == f.NO_BRIDGE else f"built by engineers, {owner}"
    return Row(name, value, "TIA-BRIDGE-1", name.split("/")[0])


def bridges(w: World, view: f.TigersState) -> list[Bridge]:
    return [
        Bridge(w.bridge_names[r.index], BRIDGES[view.bridge[r.index]], SIDES[view.bridge_owner[r.index]])
        for r in w.board.rivers
        if r.road or view.bridge[r.index]
    ]


def victory(w: World, view: f.TigersState) -> list[Goal]:
    exits = f"German exits: {view.exited / 4:g} of {WINNING_QUARTERS // 4} divisions"
    return [
        Goal(exits, view.exited >= WINNING_QUARTERS, "TIA-VIC-1", SIDES[GERMAN]),
        *(
            Goal(place, holds(w, view, side, place), rule, SIDES[side], w.grid.label(w.board.hex_of[place]))
            for side, places, rule in (
                (GERMAN, GERMAN_PLACES, "TIA-VIC-5"),
                (ALLIED, ALLIED_PLACES, "TIA-VIC-7"),
            )
            for place in places
        ),
    ]


def arrows(w: World, view: f.TigersState) -> list[Arrow]:
    """The attacks that are declared and still to be fought."""
    found: list[Arrow] = []
    for attack in view.attacks:
        units = still_attacking(w, view, attack)
        if attack.status != f.PENDING or not units:
            continue
        label = w.tables.odds[odds_of(w, view, units, attack.targets).column]
        froms = dict.fromkeys(view.where[u] for u in units)
        for target in attack.targets:
            for cell in froms:
                found.append(Arrow(w.grid.label(cell), w.grid.label(target), "attack", label))
    return found


def battle(w: World, view: f.TigersState) -> Battle | None:
    """The combat that is being settled: a chip for the map, a line for the card."""
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
    "declaration": "Declare",
    "air": "Air",
    "bombing": "Air",
    "recovery": "Air",
    "combat": "Combat",
    "victory": "Supply",
    "supply flights": "Supply",
    "supply": "Supply",
    "bridges": "Bridges",
    "entrenching": "Dig in",
    "end": "Dig in",
}


def strip(view: f.TigersState) -> list[StripPart]:
    """The phases of this player-turn in short, for the strip at the top; one of them is now."""
    if view.over:
        return []
    now = _step_of(current_phase(view))
    if not view.turn:
        return [StripPart(STRIP[p.name], _step_of(p) == now) for p in SETUP]
    side = phasing(view)
    found: dict[str, bool] = {}
    if current_phase(view).name == "weather":
        found["Weather"] = True
    for phase in TURN:
        mover = 1 - phase.side if phase.name in ("recovery", "victory") else phase.side
        if mover == side and phase.name != "weather":
            found.setdefault(_step_of(phase), False)
    found[now] = True
    return [StripPart(label, is_now) for label, is_now in found.items()]


def _step_of(phase: Phase) -> str:
    return STRIP[phase.name] + (" 2" if phase.second else "")
