"""The wording of Breakthrough: how orders are typed, written back, labelled and clicked on the map.

Units have an id ("GE-116PZ-60"), an id without side, or a counter label ("60/116PZ"). Hexes have a number or
a place ("Bastogne"), bridges their hexes or place. The numbers and single keys typed in the original
(BTA-1.2) are words here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from ardennes.games.breakthrough.rules.air.missions import interdiction_chance
from ardennes.games.breakthrough.rules.combat.declare import attack_cost
from ardennes.games.breakthrough.rules.model import orders as o
from ardennes.games.breakthrough.rules.model.position import parts_of, stack_at
from ardennes.games.breakthrough.rules.model.state import AIR, ORGANIZATION, SETTING_UP, BreakthroughState
from ardennes.games.breakthrough.rules.movement import bridges, exits, stance
from ardennes.games.breakthrough.rules.movement.reinforcements import cancellations_owed
from ardennes.games.breakthrough.rules.organization import artillery, formations, replacements
from ardennes.games.breakthrough.rules.outcome.victory import last_turn
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.names import at_hex, both_hexes, hex_text, only_one, places_named
from ardennes.kernel.names import unit_name as _name
from ardennes.kernel.parts import on_ground
from ardennes.kernel.wording import BadText, OrderWords, Slot, Unknown, Wording, choice, no_such, yes_no
from ardennes.numbers import LARGEST, whole_number
from ardennes.words import counted, listed, plain

FILLERS = ("to", "with", "and", "via", "on", "in")
OTHER_NAMES = {
    "attack": "plot",
    "leave": "exit",
    "advance": "flag",
    "dig in": "fortify",
    "replacements": "replace",
    "build_up": "build up",
    "break_down": "break down",
    "air drop": "drop",
    "ground_attack": "ground attack",
    "interdiction": "interdict",
}
Room = Callable[[World, BreakthroughState, int], int]


# Names.


def unit_named(w: World, word: str) -> str:
    """Return the id of the unit that a word means; raise Unknown if there is none."""
    for bare in (str.lower, plain):
        ids = [unit.id for unit in w.units if bare(word) in map(bare, _known_as(w, unit.index))]
        if id_ := only_one(word, ids):
            return id_
    known = {name.lower(): unit.id for unit in w.units for name in _known_as(w, unit.index)}
    raise Unknown(f"There is no unit {word!r}.", word, known, 0.5, known.__getitem__)


def _known_as(w: World, unit: int) -> tuple[str, str, str, str]:
    """Return the id, the id without the side, the counter label, and the name."""
    id_ = w.units[unit].id
    code, _, tail = id_.partition("-")
    return id_, tail if code in terms.SIDE_CODES and tail else id_, w.units[unit].label, w.units[unit].name


def hex_named(w: World, word: str) -> str:
    """Return the number of the hex that a word means, by number or by place; raise Unknown if there is
    none."""
    if w.grid.find(word) is not None:
        return word
    if cells := places_named(word, w.board.place):
        return w.grid.label(cells[0])
    known = [*w.grid.labels, *filter(None, w.board.place)]
    raise Unknown(f"There is no hex {word!r} on the map.", word, known)


def bridge_named(w: World, word: str) -> str:
    """Return the bridge named by its two hexes or its place; raise BadText if the word is ambiguous."""
    if word in w.bridge_by_name:
        return w.board.bridges[w.bridge_by_name[word]].name
    result = [bridge.name for bridge in w.board.bridges if plain(bridge.label) == plain(word) != ""]
    if len(result) == 1:
        return result[0]
    if result:
        raise BadText(f"{word!r} has several bridges. Write {' or '.join(result)}.")
    name = "/".join(both_hexes(word, "9,22/9,23", partial(hex_named, w)))
    if name not in w.bridge_by_name:
        return name  # for the rules to refuse, BTA-MAP-6
    return w.board.bridges[w.bridge_by_name[name]].name


# Slots.


def _points(room: Room) -> Slot[World]:
    """Return a slot for a number of points, or "max" for as many as the unit can take."""

    def read(w: World, word: str, s: BreakthroughState | None, before: Mapping[str, Any]) -> int:
        if word.lower() == "max" and s is not None:
            return room(w, s, w.by_id[before["unit"]])
        return _whole(word)

    return Slot("POINTS|max", lambda w, word, s: _whole(word), beside=read)


def _whole(word: str) -> int:
    points = whole_number(word, -LARGEST, LARGEST)
    if points is None:
        raise BadText(f"{word!r} is not a whole number of points.")
    return points


NO_UNIT = no_such(lambda w, name: name in w.by_id, "BTA-13.2", "There is no unit {}.")
NO_HEX = on_ground(no_such(
    lambda w, name: w.grid.find(name) is not None,
    "BTA-MAP-1", "There is no hex {}.", "Write it like 7,13.",
))  # fmt: skip
NO_BRIDGE = on_ground(
    no_such(
        lambda w, name: name in w.bridge_by_name,
        "BTA-MAP-6", "{} is not a bridge site: there is nothing to blow or build (BTA-6.7a).",
        "Write it like 9,22/9,23.",
    ),
    lambda name: name.split("/"),
)  # fmt: skip


def _by_counter(w: World, units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(units, key=w.by_id.__getitem__))


def _own_pool(w: World, x: o.Replace) -> o.Replace:
    """Leave out the kind if it is the unit's own."""
    own = terms.POOL_WORDS[w.units[w.by_id[x.unit]].replacements]
    return msgspec.structs.replace(x, kind="") if x.kind == own else x


UNIT = Slot[World]("UNIT", lambda w, word, s: unit_named(w, word), unknown=NO_UNIT)
HEX = Slot[World](
    "HEX",
    lambda w, word, s: hex_named(w, word),
    unknown=NO_HEX,
    fits=lambda w, word: w.grid.find(word) is not None,
    spot="hex",
)
BRIDGE = Slot[World](
    "BRIDGE",
    lambda w, word, s: bridge_named(w, word),
    unknown=NO_BRIDGE,
    tidy=lambda w, name: w.board.bridges[w.bridge_by_name[name]].name,
    spot="side",
)
SLOTS: dict[str, Slot[World]] = {
    "unit": UNIT,
    "partners": UNIT._replace(tidy=_by_counter),
    "hex": HEX,
    "path": HEX,
    "bridge": BRIDGE,
    "on": yes_no(("on", "yes", "y"), ("off", "no", "n")),  # the original asks Y or N
    "kind": choice(*terms.POOL_WORDS[1:])._replace(write=str),
}


# Labels, with the cost and effect of each order.


def names_of(w: World, units: Sequence[int]) -> str:
    """Return the names of units as one line."""
    return ", ".join(w.units[unit].name for unit in units)


def bridge_name(w: World, id_: str) -> str:
    """Return the short name of a bridge for a row: its place and its hexes."""
    site = w.board.bridges[w.bridge_by_name[id_]]
    return f"{site.label} ({site.name})" if site.label else site.name


def _end(w: World, s: BreakthroughState, x: o.End) -> str:
    left = s.air[s.acting] if s.acting >= 0 else 0
    if s.phase == AIR:
        return f"End air phase, keep {counted(left, 'point')}" if left else "End air phase"
    if s.phase == ORGANIZATION:
        return "End organization"
    if s.phase == SETTING_UP:
        return "End set-up"
    attacked = len({plot.target for plot in s.plots})
    return f"Resolve {counted(attacked, 'combat')}" if attacked else "End operations"


def _interdict(w: World, s: BreakthroughState, x: o.Interdict) -> str:
    spent = s.interdiction[s.acting]
    now, then = interdiction_chance(w, spent), interdiction_chance(w, spent + 1)
    return f"Interdict: {then} % of enemy units, now {now} % (1 air point)"


def ground_attack_about(w: World, s: BreakthroughState, cell: int) -> str:
    """Return the chances of one air point against each unit in the hex, BTA-3.4."""
    limits = w.limits
    result = []
    for unit in stack_at(w, s, cell):
        strafed = f", strafed {limits.ground_attack_strafe_pct} %" if s.mode[unit] == terms.TRAVEL else ""
        result.append(f"{w.units[unit].name}: disrupted {limits.ground_attack_disrupt_pct} %{strafed}")
    return "; ".join(result) + "."


def _artillery(w: World, s: BreakthroughState, x: o.Artillery) -> str:
    pool = w.pools[artillery.pool_of(w, w.by_id[x.unit])].name
    points = counted(abs(x.points), "artillery point")
    if x.points < 0:
        return f"{_name(w, x.unit)}: return {points} to {pool}"
    return f"{_name(w, x.unit)}: draw {points} from {pool}"


def _build_up(w: World, s: BreakthroughState, x: o.BuildUp) -> str:
    """Return the label with the unit that results, BTA-6.6c."""
    trial = s.clone()
    formations.do_build_up(w, trial, x, [])
    whole = formations.divisional_unit(w, w.by_id[x.unit])
    partners = listed([w.units[w.by_id[name]].own for name in x.partners])
    return f"Build up {w.units[whole].name} with {partners}: {figures(w, trial, whole)}"


def _break_down(w: World, s: BreakthroughState, x: o.BreakDown) -> str:
    unit = w.by_id[x.unit]
    parts, trial = parts_of(w, s, unit), s.clone()
    formations.do_break_down(w, trial, x, [])
    made = ", ".join(f"{w.units[part].own} {trial.strength[part]}" for part in parts)
    return f"Break down {w.units[unit].name} into {made}"


def figures(w: World, s: BreakthroughState, unit: int) -> str:
    """Return a unit's values as text."""
    return (
        f"strength {s.strength[unit]}, efficiency {s.efficiency[unit]}, fortification {s.fort[unit]}, "
        f"{counted(s.points[unit], 'point')}, {terms.MODES[s.mode[unit]]} mode"
    )


def _mode(w: World, s: BreakthroughState, x: o.ChangeMode) -> str:
    unit, trial = w.by_id[x.unit], s.clone()
    stance.change_mode(w, trial, unit, x.travel, [])
    cost = stance.mode_cost(w, s, unit, x.travel)
    wanted = terms.MODES[terms.TRAVEL if x.travel else terms.NORMAL].capitalize()
    return f"{wanted} mode: {counted(cost, 'point')}, {trial.points[unit]} left"


def _fortify(w: World, s: BreakthroughState, x: o.Fortify) -> str:
    unit = w.by_id[x.unit]
    cost = stance.fortify_cost(w, s, unit)
    left = s.points[unit] - cost
    return f"Dig in to level {s.fort[unit] + 1}: {counted(cost, 'point')}, {left} left"


def _exit(w: World, s: BreakthroughState, x: o.Exit) -> str:
    """Return the label with the points scored if the road home stays open, BTA-10.1c."""
    unit = w.by_id[x.unit]
    turns = last_turn(w, s) - s.turn + 1
    worth = s.strength[unit] // w.tables.points["exit"]
    trial = s.clone()
    exits.leave_map(w, trial, unit, [])
    more = cancellations_owed(w, trial) - cancellations_owed(w, s)
    cancels = f" and cancels {counted(more, 'American reinforcement')}" if more else ""
    return (
        f"Leave the map for {counted(exits.exit_cost(w), 'point')}: scores {worth * turns} if the road home "
        f"stays open ({worth} a day for {counted(turns, 'day')}){cancels}"
    )


def _blow(w: World, s: BreakthroughState, x: o.Blow) -> str:
    unit = w.by_id[x.unit]
    cost, chance = bridges.blow_cost(w, unit), bridges.blow_chance(w, unit)
    points = counted(cost, "point")
    return f"{w.units[unit].name}: blow the {w.bridge_text(x.bridge)} ({points}, {chance} % chance)"


def _drop(w: World, s: BreakthroughState, x: o.AirDrop) -> str:
    cell = w.grid.at(x.hex)
    helped = [
        f"{w.units[u].name} becomes {terms.SUPPLY_STATES[s.supply[u] - 1]}"
        for u in stack_at(w, s, cell)
        if s.supply[u] != terms.SUPPLIED
    ]
    return f"Drop supplies {at_hex(w, x.hex)}: {', '.join(helped) or 'no unit needs them'}"


def _plot(w: World, s: BreakthroughState, x: o.Plot) -> str:
    cost = attack_cost(w, w.by_id[x.unit])
    return f"{_name(w, x.unit)}: attack {hex_text(w, x.hex)} ({counted(cost, 'point')})"


def _move(w: World, s: BreakthroughState, x: o.Move) -> str:
    places = w.places_on(x.path[:-1])
    via = f" via {listed(places)}" if places else ""
    return f"{_name(w, x.unit)}: move to {hex_text(w, x.path[-1])}{via}"


ENTRIES = (
    OrderWords(o.Move, "move {unit} {path}+", "move hex by hex", _move),
    OrderWords(
        o.Plot, "plot {unit} {hex}", "attack a neighbouring hex in the combat phase that follows", _plot
    ),
    OrderWords(o.ChangeMode, "travel {unit}", "change to travel mode", _mode, fixed={"travel": True}),
    OrderWords(o.ChangeMode, "normal {unit}", "change to normal mode", _mode, fixed={"travel": False}),
    OrderWords(o.Fortify, "fortify {unit}", "dig in by one level", _fortify),
    OrderWords(
        o.AdvanceFlag, "flag {unit} {on}", "advance after combat, or not",
        lambda w, s, x: "Advance after combat" if x.on else "Stay after combat",
    ),
    OrderWords(o.Exit, "exit {unit}", "leave the map for good", _exit),
    OrderWords(
        o.Place, "place {unit} {hex}", "place a unit elsewhere in a free set-up",
        lambda w, s, x: f"{_name(w, x.unit)}: place {at_hex(w, x.hex)}",
    ),
    OrderWords(
        o.Artillery, "artillery {unit} {points}", "draw from the corps pool; below 0: return", _artillery,
        slots={"points": _points(artillery.room)},
    ),
    OrderWords(
        o.Replace, "replace {unit} {points} {kind}?", "give a unit replacement points",
        lambda w, s, x: f"{_name(w, x.unit)}: take {counted(x.points, 'replacement point')}",
        slots={"points": _points(replacements.room)}, tidy=_own_pool,
    ),
    OrderWords(o.BuildUp, "build up {unit} {partners}+", "form a divisional unit from regiments", _build_up),
    OrderWords(o.BreakDown, "break down {unit}", "break a divisional unit down into regiments", _break_down),
    OrderWords(o.Blow, "blow {unit} {bridge}", "try to destroy a bridge", _blow),
    OrderWords(
        o.Build, "build {unit} {bridge}", "build a bridge",
        lambda w, s, x: f"{_name(w, x.unit)}: build the {w.bridge_text(x.bridge)} (all its points)",
    ),
    OrderWords(o.AirDrop, "drop {hex}", "drop supplies for the units in a hex", _drop),
    OrderWords(o.Interdict, "interdict", "spend an air point on interdiction", _interdict),
    OrderWords(
        o.GroundAttack, "ground attack {hex}", "spend an air point on an attack on a hex",
        lambda w, s, x: f"Attack {hex_text(w, x.hex)} from the air",
    ),
    OrderWords(o.End, "end", "end the phase", _end),
)  # fmt: skip


def _split(text: str) -> list[str]:
    """Return the words of a text; 13,24-13,23 is two hexes."""
    words = [word.strip(",;") for word in text.replace(" - ", " ").split()]
    return [part for word in words for part in (word.split("-") if "," in word else [word]) if part]


WORDING: Wording[World] = Wording(ENTRIES, SLOTS, fillers=FILLERS, split=_split, other_names=OTHER_NAMES)
