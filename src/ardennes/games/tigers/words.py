"""The words of Tigers: how each order is typed, written back, labelled on a button and clicked on the map.

Players type a unit by its id ("G-12SS"), its counter ("12SS") or a part of its name that fits no other
("Peiper"), and a hex by its number or place ("Bastogne").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from ardennes.games.tigers.rules.combat.declare import still_attacking
from ardennes.games.tigers.rules.combat.odds import known_odds
from ardennes.games.tigers.rules.model import events as e
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.bridges import chance_of_work
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Event
from ardennes.kernel.names import at_hex, between, both_hexes, hex_text, hex_texts, only_one
from ardennes.kernel.names import unit_names as _names
from ardennes.kernel.parts import on_ground
from ardennes.kernel.wording import (
    BadText,
    OrderWords,
    Slot,
    Spots,
    Unknown,
    Wording,
    choice,
    no_such,
    yes_no,
)
from ardennes.numbers import whole_number
from ardennes.words import counted, plain

PATH = re.compile(r"(?<!\S)\d{3,4}r?(-(\d{3,4}r?|exitr?))+(?!\S)")  # 907-806-706r
FILLERS = (",", "to", "via", "and", "stay")
HIGHEST_NUMBER = 99  # of a declared attack; larger numbers are hexes


# Names.


def unit_named(w: World, word: str) -> str:
    """Return the id of the unit that a word means; raise BadText if there is none, or several."""
    lower = word.lower()
    for unit in w.units:
        if lower in (unit.id.lower(), unit.short.lower()):
            return unit.id
    if tail := only_one(word, [u.id for u in w.units if u.id.lower().partition("-")[2] == lower]):
        return tail
    parts = [u for u in w.units if len(lower) > 2 and lower in u.name.lower()]
    if len(parts) == 1:
        return parts[0].id
    if parts:
        could = ", ".join(f"{u.id} ({u.name})" for u in parts[:6])
        raise BadText(f"{word!r} fits several units: {could}. Type the one you mean.")
    known = {name: f"{u.id} ({u.name})" for u in w.units for name in (u.id, u.short)}
    raise Unknown(f"{word!r} is not a unit.", word, known, 0.5, known.__getitem__)


def air_named(w: World, word: str) -> str:
    """Return the id of the air unit a word means: "AIR-365", "365" or a part of its name.

    Raises BadText if there is none, or several.
    """
    lower = word.lower()
    for air in w.air_units:
        if lower in (air.id.lower(), air.id.lower().partition("-")[2]):
            return air.id
    parts = [air.id for air in w.air_units if len(lower) > 2 and lower in air.name.lower()]
    if len(parts) == 1:
        return parts[0]
    raise BadText(f"{word!r} is not an air unit. Type one of {', '.join(a.id for a in w.air_units)}.")


def hex_named(w: World, word: str) -> str:
    """Return the number of the hex that a number or place means; raise BadText if there is none."""
    if w.grid.find(word) is not None:
        return word
    for place, cell in w.board.hex_of.items():
        if plain(place) == plain(word):
            return w.grid.label(cell)
    raise Unknown(f"{word!r} is not a hex or place on the map.", word, [*w.grid.labels, *w.board.hex_of])


def _step_named(w: World, word: str) -> str:
    """Return a step of a path: a hex, followed by r at road rate, or exit."""
    lower = word.lower()
    if lower in ("exit", "exitr"):
        return lower
    if w.grid.find(word) is None and lower.endswith("r") and w.grid.find(word[:-1]) is not None:
        return word[:-1] + "r"
    return hex_named(w, word)


def bridge_named(w: World, word: str) -> str:
    """Return a hexside from its two hexes, "1105/1204"; a river side as the map names it."""
    name = "/".join(both_hexes(word, "1105/1204", partial(hex_named, w)))
    river = w.bridge_by_name.get(name)
    return name if river is None else w.bridge_names[river]


def _attack_number(w: World, word: str, state: TigersState | None) -> int:
    """Return the index of a declared attack, from its number (1 is the first) or a target hex."""
    number = whole_number(word, 1, HIGHEST_NUMBER)
    if number is not None:
        return number - 1
    label = hex_named(w, word)
    if state is None:
        raise BadText("An attack is not known by its hex here. Type its number.")
    cell = w.grid.at(label)
    result = [n for n, attack in enumerate(state.attacks) if cell in attack.targets]
    if not result:
        raise BadText(f"No attack on {hex_text(w, label)} has been declared. Type its number.")
    return result[-1]


def _distance(w: World, word: str, state: object) -> int:
    distance = whole_number(word)
    if distance is None:
        raise BadText(f"{word!r} is not a distance. Type a number of hexes.")
    return distance


def _bomb_target(w: World, word: str, state: object) -> str:
    """Return the target of a bombing: a hex, a bridge or the dump."""
    if word.lower() == "dump":
        return "dump"
    return bridge_named(w, word) if "/" in word else hex_named(w, word)


# What fields hold.

NO_UNIT = no_such(lambda w, name: name in w.by_id, "TIA-UNIT-1", "{} is not a unit.")
NO_AIR = no_such(lambda w, name: name in w.air_by_id, "TIA-UNIT-1", "{} is not an air unit.")
NO_HEX = on_ground(
    no_such(lambda w, name: w.grid.find(name) is not None, "TIA-MAP-1", "{} is not a hex on the map.")
)
NO_STEP = on_ground(
    no_such(lambda w, name: name in w.steps, "TIA-MAP-1", "{} is not a hex on the map."),
    lambda name: (name.removesuffix("r"),),
)
NO_BRIDGE = on_ground(
    no_such(
        lambda w, name: name in w.bridge_by_name,
        "TIA-BRIDGE-1", "{} is not a river hexside.", "Write it like 308/309.",
    ),
    lambda name: name.split("/"),
)  # fmt: skip
NO_TARGET = on_ground(lambda w, name: None, lambda name: name.split("/"))


def _printed(w: World, name: str) -> str:
    """Return a bridge by its printed name, whichever hex was named first."""
    river = w.bridge_by_name.get(name)
    return name if river is None else w.bridge_names[river]


def _by_counter(w: World, units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(units, key=w.by_id.__getitem__))


def _by_map(w: World, hexes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(hexes, key=w.grid.at))


UNIT = Slot[World]("UNIT", lambda w, word, s: unit_named(w, word), unknown=NO_UNIT)
ANY_ORDER = UNIT._replace(tidy=_by_counter)  # units named in no order that matters
AIR = Slot[World]("AIR", lambda w, word, s: air_named(w, word), unknown=NO_AIR)
HEX = Slot[World]("HEX", lambda w, word, s: hex_named(w, word), unknown=NO_HEX, spot="hex")
STEP = Slot[World]("HEX", lambda w, word, s: _step_named(w, word), unknown=NO_STEP)
ENTRY = STEP._replace(unknown=lambda w, name: NO_HEX(w, name.removesuffix("r")))
BRIDGE = Slot[World](
    "HEX/HEX", lambda w, word, s: bridge_named(w, word), unknown=NO_BRIDGE, tidy=_printed, spot="side"
)
TARGET = Slot[World]("HEX|HEX/HEX|dump", _bomb_target, unknown=NO_TARGET, tidy=_printed)
ATTACK = Slot[World]("NUMBER|HEX", _attack_number, write=lambda number: str(number + 1))
SLOTS: dict[str, Slot[World]] = {
    "unit": UNIT,
    "units": ANY_ORDER,
    "attackers": ANY_ORDER,
    "attach": ANY_ORDER,
    "commands": ANY_ORDER,
    "into": UNIT,
    "air": AIR,
    "enemy": AIR._replace(word="ENEMY"),
    "hex": HEX,
    "targets": HEX._replace(tidy=_by_map),
    "path": HEX,
    "bridge": BRIDGE,
    "target": TARGET,
    "attack": ATTACK,
    "hexes": Slot("HEXES", _distance),
    "yes": yes_no(),
    "effect": choice("D", "AE"),
    "kind": choice("historical", "free"),
}


# What buttons say.


def _short(w: World, name: str) -> str:
    return w.units[w.by_id[name]].short


def _air(w: World, name: str) -> str:
    return w.air_units[w.air_by_id[name]].name


def _battle(does: str) -> Any:
    """Return a label for an order about a declared attack: targets, attackers, odds."""

    def label(w: World, s: TigersState, x: o.Fight | o.Cancel) -> str:
        attack = s.attacks[x.attack]
        units = still_attacking(w, s, attack)
        where = w.places(attack.targets)
        if not units:
            return f"{does} {where}"
        column = known_odds(w, s, units, attack.targets).column
        odds = w.tables.odds[column] if column >= 0 else "below 1:5"
        return f"{does} {where}: {', '.join(w.units[u].short for u in units)} at {odds}"

    return label


def _work(does: str) -> Any:
    def label(w: World, s: TigersState, x: o.BridgeWork) -> str:
        chance = chance_of_work(w, s, s.stack[-1].side, w.bridge_by_name[x.bridge])
        return f"{does} {between(w, x.bridge)} ({chance} in 6)"

    return label


def _bomb(w: World, s: TigersState, x: o.Bomb) -> str:
    target = f"the bridge {between(w, x.target)}" if "/" in x.target else hex_text(w, x.target)
    return f"{_air(w, x.air)} bombs {'the fuel dump' if x.target == 'dump' else target}"


def _move(w: World, s: TigersState, x: o.Move) -> str:
    """Return the label of a move: the unit, its goal, its way."""
    how = ", with its bonus" if x.omb else f", {_names(w, x.attach)} attached" if x.attach else ""
    return f"{_short(w, x.unit)} {_way(w, x.path)}{how}"


def _way(w: World, path: Sequence[str]) -> str:
    """Return where a way ends, and its hexes in between."""
    *others, last = [step.removesuffix("r") for step in path]
    end = "off the map" if last == "exit" else f"to {hex_text(w, last)}"
    return end + (
        f" by road via {hex_texts(w, others)}"
        if others and path[-1].endswith("r")
        else f" via {hex_texts(w, others)}"
        if others
        else ""
    )


def _attack(w: World, s: TigersState, x: o.Attack) -> str:
    where = hex_texts(w, x.targets)
    return f"Attack {where} with {', '.join(_short(w, u) for u in x.attackers)}"


def _retreat(w: World, s: TigersState, x: o.Retreat) -> str:
    return f"{_short(w, x.unit)} retreats {_way(w, x.path)}" if x.path else f"{_short(w, x.unit)} stays"


# Where they are clicked.


def _attacked(w: World, s: TigersState, x: o.Fight | o.Cancel) -> Spots:
    return Spots(w.labels(s.attacks[x.attack].targets))


def _standing(w: World, s: TigersState, x: o.Entrench) -> Spots:
    return Spots([w.grid.label(s.where[w.by_id[x.unit]])])


def _bombed(w: World, s: TigersState, x: o.Bomb) -> Spots:
    if x.target in w.bridge_by_name:
        return Spots(sides=[x.target])
    return Spots([w.grid.label(s.where[w.dump]) if x.target == "dump" else x.target])


def _entry(w: World, s: TigersState, x: o.Enter) -> str:
    hex_ = x.hex.removesuffix("r")
    by_road = " by road" if hex_ != x.hex else ""
    return f"{_short(w, x.unit)} enters {at_hex(w, hex_)}{by_road}"


# Which event says that just this was done.


def _lost(x: o.Lose | o.Remove, event: Event) -> bool:
    return isinstance(event, e.Eliminated) and event.unit in x.units


def _went(kind: type[e.Retreated] | type[e.Advanced]) -> Any:
    return lambda x, event: isinstance(event, kind) and (x.unit, x.path) == (event.unit, event.path[1:])


ENTRIES = (
    OrderWords(
        o.Move, "move {unit} {path}+ [omb] [attach {attach}+]",
        "move hex by hex; 1107r enters a hex at road rate; exit or exitr leaves the map; omb: a Tiger uses "
        "its bonus; attach: units that move with Peiper", _move, slots={"path": STEP, "attach": UNIT},
    ),
    OrderWords(
        o.Attack, "attack {targets}+ with {attackers}+ [attach {attach}+]",
        "declare an attack on one or more hexes", _attack,
    ),
    OrderWords(
        o.Bomb, "bomb {air} {target}", "bomb a hex, a bridge or the dump", _bomb,
        spots=_bombed,
    ),
    OrderWords(
        o.Intercept, "intercept {air} {enemy}", "intercept an enemy mission",
        lambda w, s, x: f"{_air(w, x.air)} intercepts {_air(w, x.enemy)}",
    ),
    OrderWords(
        o.Resupply, "resupply {air} {hex}", "fly supplies to a hex",
        lambda w, s, x: f"{_air(w, x.air)} supplies {hex_text(w, x.hex)}",
    ),
    OrderWords(
        o.Fight, "fight {attack}", "resolve this declared attack next", _battle("Attack"), spots=_attacked,
        told=lambda x, event: isinstance(event, e.OddsSet | e.AttackVoid),
    ),
    OrderWords(
        o.Cancel,
        "cancel {attack}",
        "cancel a declared attack",
        _battle("Cancel the attack on"),
        spots=_attacked,
    ),
    OrderWords(
        o.StandFast, "stand fast {yes}", "answer the No Retreat! question",
        lambda w, s, x: "No Retreat!" if x.yes else "Let them retreat",
    ),
    OrderWords(
        o.ChooseEffect, "effect {effect}", "choose the result of D/AE, under an option",
        lambda w, s, x: "D: Disrupt the defenders" if x.effect == "D" else "AE: Lose attackers",
    ),
    OrderWords(
        o.Lose, "lose {units}+", "choose the attackers lost on AE", lambda w, s, x: f"Lose "
                                                                                    f"{_names(w, x.units)}",
        told=_lost,
    ),
    OrderWords(
        o.BlowUp, "blow {bridge}", "destroy the bridge used in a failed attack",
        lambda w, s, x: f"Blow up the bridge {between(w, x.bridge)}",
        told=lambda x, event: isinstance(event, e.BridgeGone) and event.bridge == x.bridge,
    ),
    OrderWords(
        o.NameDistance, "distance {hexes}", "choose how far the defenders must retreat",
        lambda w, s, x: counted(x.hexes, "hex", "hexes"),
        told=lambda x, event: isinstance(event, e.DistanceNamed) and event.hexes == x.hexes,
    ),
    OrderWords(
        o.Retreat, "retreat {unit} {path}*", "choose a unit's retreat; without hexes it stays", _retreat,
        told=_went(e.Retreated),
    ),
    OrderWords(
        o.Advance, "advance {unit} {path}+", "advance after combat",
        lambda w, s, x: f"{_short(w, x.unit)} advances {_way(w, x.path)}", told=_went(e.Advanced),
    ),
    OrderWords(
        o.BridgeWork, "build {bridge}", "engineers try to bridge a river hexside", _work("Build a bridge"),
        fixed={"work": "build"},
    ),
    OrderWords(
        o.BridgeWork, "dismantle {bridge}", "engineers try to dismantle one of your engineer bridges",
        _work("Dismantle the bridge"), fixed={"work": "dismantle"},
    ),
    OrderWords(
        o.BridgeWork, "demolish {bridge}", "engineers try to blow up a bridge", _work("Blow up the bridge"),
        fixed={"work": "blow"},
    ),
    OrderWords(
        o.Entrench, "entrench {unit}", "entrench a division", lambda w, s, x: f"Entrench {_short(w, x.unit)}",
        spots=_standing,
        told=lambda x, event: isinstance(event, e.Entrenched) and event.unit == x.unit,
    ),
    OrderWords(o.EntrenchAll, "entrench all", "entrench every division that may", "Entrench all"),
    OrderWords(
        o.Enter, "enter {unit} {hex}",
        "bring in a reinforcement at an edge hex; 102r: a foot division pays road rate", _entry,
        slots={"hex": ENTRY}, spots=lambda w, s, x: Spots([x.hex.removesuffix("r")]),
    ),
    OrderWords(
        o.OtherEdge, "other edge {unit}", "let a reinforcement enter by another edge from the next turn on",
        lambda w, s, x: f"{_short(w, x.unit)} enters by another edge",
    ),
    OrderWords(
        o.BreakDown, "break down {unit}", "replace an armored division by three combat commands",
        lambda w, s, x: f"Break down {_short(w, x.unit)}",
    ),
    OrderWords(
        o.Combine, "combine {commands}+ into {into}", "combine three combat commands into a division",
        lambda w, s, x: f"Combine {_names(w, x.commands)} into {_short(w, x.into)}",
    ),
    OrderWords(
        o.Remove, "remove {units}+", "choose the excess units of a stack that are lost",
        lambda w, s, x: f"Lose {_names(w, x.units)}", told=_lost,
    ),
    OrderWords(
        o.OrderStack, "order {units}+", "choose the order in which the units of a bombed stack are attacked",
        lambda w, s, x: "First " + ", then ".join(_short(w, u) for u in x.units), slots={"units": UNIT},
        told=lambda x, event: isinstance(event, e.AirResult),
    ),
    OrderWords(
        o.Pray, "pray {yes}", "decide about Patton's prayer",
        lambda w, s, x: "Pray" if x.yes else "Do not pray yet",
    ),
    OrderWords(
        o.Ruthless, "ruthless {yes}", "invoke Ruthlessness",
        lambda w, s, x: "Invoke Ruthlessness" if x.yes else "Not this turn",
    ),
    OrderWords(
        o.HideDump, "hide dump {hex}", "choose the fuel dump's hex",
        lambda w, s, x: f"Hide the dump {at_hex(w, x.hex)}",
    ),
    OrderWords(
        o.ChooseSetup, "setup {kind}", "choose the kind of German set-up",
        lambda w, s, x: "Free set-up" if x.kind == "free" else "Historical set-up",
    ),
    OrderWords(
        o.SetUp, "set up {unit} {hex}",
        "place a unit in a free set-up, or a Tiger battalion or Skorzeny with its host",
        lambda w, s, x: f"Place {_short(w, x.unit)} {at_hex(w, x.hex)}",
    ),
    OrderWords(
        o.Relocate, "relocate {hex}", "move the 1st Infantry Division after a free German set-up",
        lambda w, s, x: f"Move it to {hex_text(w, x.hex)}",
    ),
    OrderWords(
        o.Drop, "drop {hex}", "choose von der Heydte's target hex",
        lambda w, s, x: f"Drop on {hex_text(w, x.hex)}"
    ),
    OrderWords(o.End, "end", "end the phase or the choice", ""),
)  # fmt: skip


def _split(text: str) -> list[str]:
    words = PATH.sub(lambda path: path[0].replace("-", " "), text.replace(",", " , ")).split()
    return [word for word in words if word.lower() != "bridge"]  # bomb 365 bridge 308/309


WORDING: Wording[World] = Wording(ENTRIES, SLOTS, fillers=FILLERS, split=_split)
