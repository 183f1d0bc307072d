"""What the unit picked at Breakthrough's table may be ordered to do: sliders and buttons with what each
costs and brings, and in place of those that are refused the reason."""

from __future__ import annotations

from ardennes.games.breakthrough.rules import artillery, bridges, formations, organization, replacements
from ardennes.games.breakthrough.rules import orders as o
from ardennes.games.breakthrough.rules.air import check_drop
from ardennes.games.breakthrough.rules.exits import check_exit
from ardennes.games.breakthrough.rules.fortifying import check_fortify
from ardennes.games.breakthrough.rules.knowledge import replacement_places
from ardennes.games.breakthrough.rules.modes import check_mode
from ardennes.games.breakthrough.rules.moves import may_move
from ardennes.games.breakthrough.rules.plotting import check_flag, targets_of
from ardennes.games.breakthrough.rules.reinforcements import unit_limit
from ardennes.games.breakthrough.rules.sequence import OPERATIONS
from ardennes.games.breakthrough.rules.state import ADVANCE, ORGANIZATION, BreakthroughState
from ardennes.games.breakthrough.schema.terms import GERMAN, POOL_WORDS, SUPPLIED, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.table.choices import entry
from ardennes.games.breakthrough.words import bridge_name
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.table import Entry, Panel, Row, Slider


def doings(w: World, s: BreakthroughState, side: int, unit: int) -> list[Panel]:
    """The panels of a unit under the decision that is open."""
    if s.phase == ORGANIZATION:
        found = [
            _guns(w, s, unit),
            _men(w, s, side, unit),
            _formation(w, s, side, unit),
            _bridges(w, s, side, unit),
            _drop(w, s, side, unit),
        ]
        return [panel for panel in found if panel is not None]
    return [_operations(w, s, unit)] if s.phase in OPERATIONS else []


def _entry(w: World, s: BreakthroughState, order: Order) -> Entry:
    made = entry(w, s, order)
    return {"label": made["label"], "order": made["order"]}


def _no(what: str, refusal: Refusal) -> Row:
    """What cannot be done, and why not."""
    value = f"{refusal.facts} {refusal.way_out}".strip()
    return {"what": what, "value": value, "rule": refusal.rule, "mark": "no"}


def _operations(w: World, s: BreakthroughState, unit: int) -> Panel:
    """Mode, digging in, the advance flag and leaving the map; moves and attacks are on the map itself."""
    name, buttons, rows = w.units[unit].id, list[Entry](), list[Row]()
    travel = s.mode[unit] != TRAVEL
    flag = not s.marks[unit] & ADVANCE
    tried: list[tuple[str, Order, Refusal | None]] = [
        ("Mode", o.ChangeMode(name, travel), check_mode(w, s, unit, travel)),
        ("Dig in", o.Fortify(name), check_fortify(w, s, unit)),
        ("Advance", o.AdvanceFlag(name, flag), check_flag(w, s, unit, flag)),
    ]
    if w.side[unit] == GERMAN and w.board.exits >> s.where[unit] & 1:
        tried.append(("Leave the map", o.Exit(name), check_exit(w, s, unit)))
    for what, order, refusal in tried:
        if refusal is None:
            buttons.append(_entry(w, s, order))
        else:
            rows.append(_no(what, refusal))
    buttons += [_entry(w, s, o.Plot(name, w.grid.label(cell))) for cell in targets_of(w, s, unit)]
    stays = may_move(w, s, unit)
    if stays is not None:
        rows.insert(0, _no("Move", stays))
    return {"id": "doings", "title": "Its orders", "tab": "orders", "rows": rows, "buttons": buttons}


def _guns(w: World, s: BreakthroughState, unit: int) -> Panel:
    """Artillery between the corps pool and the unit, BTA-6.4a, -b."""
    panel: Panel = {"id": "artillery", "title": "Artillery", "tab": "orders"}
    refusal = artillery.may_transfer(w, s, unit)
    if refusal is not None:
        panel["rows"] = [_no("Not now", refusal)]
        return panel
    pool = artillery.pool_of(w, unit)
    held, room, name = s.artillery[unit], artillery.room(w, s, unit), w.units[unit].id
    corps, left = w.pools[pool].name, s.pools[pool]
    if not held and not room:
        why = "its pool is empty" if not left else "it may hold no more"
        panel["rows"] = [{"what": corps, "value": why, "rule": "BTA-6.4a"}]
        return panel
    slider: Slider = {
        "label": f"Points of {corps}",
        "at": held,
        "rule": "BTA-6.4b",
        "stops": [
            {
                "label": f"{n} held, {left + held - n} in the pool",
                "order": _plain(w, s, o.Artillery(name, n - held)) if n != held else None,
            }
            for n in range(held + room + 1)
        ],
    }
    panel["sliders"] = [slider]
    if room:
        most: Entry = {
            "label": f"Maximum: {held + room} points",
            "order": _plain(w, s, o.Artillery(name, room)),
        }
        panel["buttons"] = [most]
    return panel


def _plain(w: World, s: BreakthroughState, order: Order) -> dict[str, object]:
    made: dict[str, object] = entry(w, s, order)["order"]
    return made


def _men(w: World, s: BreakthroughState, side: int, unit: int) -> Panel | None:
    """Replacements, with what both pools have left, BTA-6.5."""
    name = w.units[unit].id
    refusal = replacements.check_replace(w, s, side, o.Replace(name, 1))
    at = replacement_places(side)
    rows: list[Row] = [
        {"what": POOL_WORDS[k + 1].capitalize(), "value": f"{s.replacements[at[k]]} left", "rule": "BTA-6.5"}
        for k in range(2)
    ]
    if refusal is not None:
        rows.insert(0, _no("Not now", refusal))
        return {"id": "replacements", "title": "Replacements", "tab": "orders", "rows": rows[:1]}
    room, strength = replacements.room(w, s, unit), s.strength[unit]
    slider: Slider = {
        "label": "Replacement points",
        "at": 0,
        "rule": "BTA-6.5",
        "stops": [
            {
                "label": f"strength {strength + n}" if n else f"strength {strength} as it is",
                "order": _plain(w, s, o.Replace(name, n)) if n else None,
            }
            for n in range(room + 1)
        ],
    }
    most: Entry = {"label": f"All it can take: {room}", "order": _plain(w, s, o.Replace(name, room))}
    return {
        "id": "replacements",
        "title": "Replacements",
        "tab": "orders",
        "rows": rows,
        "sliders": [slider],
        "buttons": [most],
    }


def _formation(w: World, s: BreakthroughState, side: int, unit: int) -> Panel | None:
    """Build-ups with the unit that would come of each, breakdown, and the free slots, BTA-6.6a to -c."""
    name, info = w.units[unit].id, w.units[unit]
    orders: list[Order] = [
        o.BuildUp(name, w.names(partners)) for partners in formations.build_ups(w, s, unit)
    ]
    rows: list[Row] = []
    if info.divisional:
        refusal = formations.splits(w, s, unit)
        if refusal is None:
            orders.append(o.BreakDown(name))
        else:
            rows.append(_no("Break down", refusal))
    if not orders and not rows:
        return None
    on_map = sum(1 for other in w.of_side[side] if s.where[other] >= 0)
    slots = f"{on_map} of at most {unit_limit(w, side)}"
    rows.append({"what": "Units on the map", "value": slots, "rule": "BTA-5.2a"})
    buttons = [_entry(w, s, order) for order in orders]
    return {"id": "formation", "title": "Formation", "tab": "orders", "rows": rows, "buttons": buttons}


def _bridges(w: World, s: BreakthroughState, side: int, unit: int) -> Panel | None:
    """Every bridge site of its hex: to blow, to build, or why not, BTA-6.7a to -d."""
    name, buttons, rows = w.units[unit].id, list[Entry](), list[Row]()
    for bridge in bridges.sites(w, s, unit):
        site = w.board.bridges[bridge].name
        order = o.Blow(name, site) if bridges.intact(s, bridge) else o.Build(name, site)
        refusal = organization.check(w, s, side, order)
        if refusal is None:
            buttons.append(_entry(w, s, order))
        else:
            rows.append(_no(bridge_name(w, site), refusal))
    if not buttons and not rows:
        return None
    return {"id": "bridges", "title": "Bridges", "tab": "orders", "rows": rows, "buttons": buttons}


def _drop(w: World, s: BreakthroughState, side: int, unit: int) -> Panel | None:
    """Supplies from the air for the units of its hex, BTA-3.5."""
    order = o.AirDrop(w.grid.label(s.where[unit]))
    if s.supply[unit] == SUPPLIED or check_drop(w, s, side, order) is not None:
        return None
    left: Row = {"what": "Air points", "value": f"{s.air[side]} left", "rule": "BTA-3.5"}
    return {
        "id": "drop",
        "title": "Air drop",
        "tab": "orders",
        "rows": [left],
        "buttons": [_entry(w, s, order)],
    }
