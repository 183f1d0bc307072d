"""What Tigers says beside its map: how things stand, the air, the bridges, victory, a unit's sheet."""

from __future__ import annotations

from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.attacks import still_attacking
from ardennes.games.tigers.rules.odds import odds_of
from ardennes.games.tigers.rules.sequence_of_play import SETUP, TURN, Phase, current_phase, phasing
from ardennes.games.tigers.rules.victory import ALLIED_PLACES, GERMAN_PLACES, WINNING_QUARTERS, holds
from ardennes.games.tigers.schema.terms import AIR_TYPES, ALLIED, GERMAN, SIDES, WEATHERS
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.table import Arrow, Panel, Plain, Row

BRIDGES = {
    f.NO_BRIDGE: "gone",
    f.PRE_BUILT: "intact",
    f.GERMAN_ENGINEERS: "engineers",
    f.ALLIED_ENGINEERS: "engineers",
}


def panels(w: World, view: f.TigersState) -> list[Panel]:
    """Everything a player would look up beside the map."""
    found: list[Panel] = [
        {"id": "setting", "title": "How things stand", "tab": "campaign", "rows": _setting(w, view)},
        {"id": "air", "title": "In the air", "tab": "campaign", "rows": _air(w, view)},
    ]
    changed = [row for r in w.board.rivers if (row := _bridge(w, view, r.index, r.road)) is not None]
    if changed:
        found.append({"id": "bridges", "title": "Bridges", "tab": "campaign", "rows": changed})
    return found


def _setting(w: World, view: f.TigersState) -> list[Row]:
    """What else holds this turn, in words."""
    ruthless = "invoked this turn" if view.ruthless_turn == view.turn else f"turn {view.ruthless_turn}"
    pools = ", ".join(f"{SIDES[s].capitalize()} {view.markers[s]}" for s in (GERMAN, ALLIED))
    known = dump(w, view)
    where = f"{known['hex']}, {known['owner']}" if known else "not found"
    rows: list[Row] = [
        {"what": "Weather", "value": WEATHERS[view.weather], "rule": "TIA-WX-1"},
        {
            "what": "Flights a side",
            "value": " / ".join(str(n) for n in w.tables.air_limits[view.weather]),
            "rule": "TIA-AIR-2",
        },
        {"what": "German fuel limit", "value": f"from turn {view.fuel_from}", "rule": "TIA-FUEL-1"},
        {"what": "Engineer bridges left", "value": pools, "rule": "TIA-BRIDGE-2"},
        {
            "what": "Ruthlessness",
            "value": ruthless if view.ruthless_turn else "not invoked",
            "rule": "TIA-SS-1",
        },
        {"what": "Fuel dump", "value": where, "rule": "TIA-FUEL-2"},
    ]
    if known:
        rows[-1]["hex"] = known["hex"]
    return rows


def _air(w: World, view: f.TigersState) -> list[Row]:
    rows: list[Row] = []
    for air in w.air_units:
        back = view.air_back[air.index]
        lost, away = back == f.LOST_FOR_GOOD, back > view.turn
        flown = view.air_flown[air.index] == view.turn
        state = "lost" if lost else f"back on turn {back}" if away else "flown" if flown else "ready"
        rows.append(
            {
                "what": f"{air.name}, {AIR_TYPES[air.type]}",
                "value": state,
                "group": SIDES[air.side].capitalize(),
                "mark": "bad" if lost or away else "" if flown else "good",
            }
        )
    return rows


def _bridge(w: World, view: f.TigersState, river: int, road: bool) -> Row | None:
    """A bridge that is not as the map shows it, or that has changed hands."""
    name, state = w.bridge_names[river], view.bridge[river]
    if state == f.PRE_BUILT or not (road or state):
        return None
    owner = SIDES[view.bridge_owner[river]].capitalize()
    value = "gone" if state == f.NO_BRIDGE else f"built by engineers, {owner}"
    return {"what": name, "value": value, "hex": name.split("/")[0], "rule": "TIA-BRIDGE-1"}


def bridges(w: World, view: f.TigersState) -> list[Plain]:
    return [
        {
            "id": w.bridge_names[r.index],
            "state": BRIDGES[view.bridge[r.index]],
            "owner": SIDES[view.bridge_owner[r.index]],
        }
        for r in w.board.rivers
        if r.road or view.bridge[r.index]
    ]


def dump(w: World, view: f.TigersState) -> Plain | None:
    """Where the fuel dump is, for those who may know it."""
    if w.dump < 0 or view.where[w.dump] < 0:
        return None
    return {
        "hex": w.grid.label(view.where[w.dump]),
        "owner": SIDES[view.dump_owner],
        "known": view.dump_known,
    }


def victory(w: World, view: f.TigersState) -> list[Plain]:
    exits = f"German exits: {view.exited / 4:g} of {WINNING_QUARTERS // 4} divisions"
    lines: list[Plain] = [
        {"text": exits, "met": view.exited >= WINNING_QUARTERS, "rule": "TIA-VIC-1", "side": "german"}
    ]
    for side, places, rule in (
        (GERMAN, GERMAN_PLACES, "TIA-VIC-5"),
        (ALLIED, ALLIED_PLACES, "TIA-VIC-7"),
    ):
        for place in places:
            met = holds(w, view, side, place)
            hex_ = w.grid.label(w.board.hex_of[place])
            lines.append({"text": place, "met": met, "rule": rule, "side": SIDES[side], "hex": hex_})
    return lines


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
                at, to = w.grid.label(cell), w.grid.label(target)
                found.append({"from": at, "to": to, "kind": "attack", "label": label})
    return found


def battle(w: World, view: f.TigersState) -> Plain | None:
    """The combat that is being settled: a chip for the map, a line for the card."""
    b = view.battle
    if b is None:
        return None
    column = w.tables.odds[b.column]
    words = f"{', '.join(w.units[u].short for u in b.attackers)} at {column}"
    words += f": {b.result}" if b.result else ""
    return {
        "targets": w.labels(b.targets),
        "attackers": w.ids(b.attackers),
        "chip": b.result or column,
        "words": words + (" · No Retreat!" if b.no_retreat else ""),
    }


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


def strip(view: f.TigersState) -> list[Plain]:
    """The phases of this player-turn in short, for the strip at the top; one of them is now."""
    if view.over:
        return []
    now = _step_of(current_phase(view))
    if not view.turn:
        return [{"label": STRIP[p.name], "now": _step_of(p) == now} for p in SETUP]
    side = phasing(view)
    found: dict[str, bool] = {}
    if current_phase(view).name == "weather":
        found["Weather"] = True
    for phase in TURN:
        mover = 1 - phase.side if phase.name in ("recovery", "victory") else phase.side
        if mover == side and phase.name != "weather":
            found.setdefault(_step_of(phase), False)
    found[now] = True
    return [{"label": label, "now": is_now} for label, is_now in found.items()]


def _step_of(phase: Phase) -> str:
    return STRIP[phase.name] + (" 2" if phase.second else "")
