"""The wording of Wave of Terror: how orders are typed, written back, labelled and clicked.

Units have an id ("G-1SS-01"), or an id without side if only one side has it ("1SS-01"); hexes a number or
place ("Bastogne"); bridges the two hexes they join.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial

from ardennes.games.wave_of_terror.rules.combat.chances import FACES
from ardennes.games.wave_of_terror.rules.combat.losses import points_for
from ardennes.games.wave_of_terror.rules.model import events as e
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model.state import Demolishing, WaveState
from ardennes.games.wave_of_terror.rules.movement.bridges import needed
from ardennes.games.wave_of_terror.rules.movement.moves import EXIT_WORD
from ardennes.games.wave_of_terror.rules.special.aerial_supply import draw_in, dry_in, wishes_of
from ardennes.games.wave_of_terror.rules.special.british import committed_text
from ardennes.games.wave_of_terror.schema.terms import Board
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.names import (
    at_hex,
    between,
    both_hexes,
    hex_text,
    ids_by_word,
    only_one,
    places_named,
    unit_name,
)
from ardennes.kernel.parts import on_ground
from ardennes.kernel.wording import (
    BadText,
    OrderWords,
    Slot,
    Unknown,
    Wording,
    between_signs,
    choice,
    no_such,
    yes_no,
)
from ardennes.words import counted, does, listed

FILLERS = ("to", "with", "and", "via", "on", "by", "at", "in")


# Names


def unit_named(w: World, word: str) -> str:
    """Return the id of the unit that a word means; raise Unknown if there is none."""
    if id_ := only_one(word, _by_word(w).get(word.lower(), ())):
        return id_
    raise Unknown(f"There is no unit {word!r}.", word, w.by_id)


@lru_cache(maxsize=8)  # worlds: the terminal asks for hundreds of units to draw one answer
def _by_word(w: World) -> dict[str, list[str]]:
    """Return word -> ids of the units it may mean."""
    return ids_by_word((unit.id, _known_as(unit.id, unit.label, unit.name)) for unit in w.units)


@lru_cache(maxsize=4096)  # units; every case has a separate world, mostly with the same units
def _known_as(name: str, label: str, full: str) -> tuple[str, ...]:
    """Return the id, the id without side, the counter label and the name, each once."""
    return tuple(dict.fromkeys(map(str.lower, (name, name.partition("-")[2], label, full))))


def hexes_named(board: Board, word: str) -> list[int]:
    """Return the hexes that a word may mean: by number on either sheet, or by place."""
    number = word.upper()
    cell = board.grid.find(board.alias.get(number, number))
    if cell is not None:
        return [cell]
    return places_named(word, board.names)


def find_hex(w: World, word: str) -> str | None:
    """Return the number of the only hex that a word means, or None."""
    result = hexes_named(w.board, word)
    return w.grid.label(result[0]) if len(result) == 1 else None


def hex_named(w: World, word: str) -> str:
    """Return the number of the only hex that a word means; raise Unknown otherwise."""
    result = find_hex(w, word)
    if result is None:
        known = [*w.grid.labels, *filter(None, w.board.names)]
        if len(hexes_named(w.board, word)) > 1:
            raise Unknown(f"{word!r} means several hexes.", word, known)
        raise Unknown(f"There is no hex {word!r} on this map.", word, known)
    return result


def bridge_named(w: World, word: str) -> str:
    """Return the bridge that joins two hexes; raise Unknown if there is none."""
    name = "/".join(both_hexes(word, "E3435/E3534", partial(hex_named, w)))
    if name not in w.bridge_by_name:
        raise Unknown(f"There is no bridge {name!r}.", name, w.bridge_by_name)
    return _printed(w, name)


def _units_named(w: World, words: Sequence[str], state: object) -> tuple[str, ...]:
    return _by_counter(w, tuple(unit_named(w, word) for word in words))


def _draws_named(w: World, words: Sequence[str], state: object) -> o.Draws:
    """Return (unit, hex of its marker) from units followed by a hex, repeated for each marker."""
    result, names = list[tuple[str, str]](), list[str]()
    for word in words:
        hex_ = find_hex(w, word)
        if hex_ is None:
            names.append(unit_named(w, word))
        elif not names:
            raise BadText(f"Name the units that draw on {word} before it: draw UNIT ... HEX.")
        else:
            result += [(name, hex_) for name in names]
            names = []
    if names:
        name = unit_name(w, names[0])
        raise BadText(f"Name the hex of the marker that {name} draws on: draw UNIT ... HEX.")
    return _known_draws(w, tuple(result))


# Slots


NO_UNIT = no_such(lambda w, name: name in w.by_id, "WOT-2.4", "There is no unit {}.")
# A hex has its name, or that of the other sheet where both overlap, WOT-MAP-6.
NO_HEX = on_ground(no_such(
    lambda w, name: w.grid.find(name) is not None or name in w.board.alias,
    "WOT-2.3", "There is no hex {}.", "Write it like E3119 or W2210.",
))  # fmt: skip
NO_BRIDGE = on_ground(
    no_such(
        lambda w, name: name in w.bridge_by_name,
        "WOT-9.13", "There is no bridge {}.", "Write it like E3435/E3534.",
    ),
    lambda name: name.split("/"),
)  # fmt: skip


def _no_step(w: World, name: str) -> Refusal | None:
    return None if name == EXIT_WORD else NO_HEX(w, name)


def _no_draw(w: World, pair: tuple[str, str]) -> Refusal | None:
    return NO_UNIT(w, pair[0]) or NO_HEX(w, pair[1])


def _by_counter(w: World, units: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(units, key=w.by_id.__getitem__)) if len(units) > 1 else units


def _known_hex(w: World, name: str) -> str:
    return w.board.alias.get(name, name)


def _known_path(w: World, path: tuple[str, ...]) -> tuple[str, ...]:
    alias = w.board.alias
    return path if alias.keys().isdisjoint(path) else tuple(alias.get(name, name) for name in path)


def _known_draws(w: World, draws: o.Draws) -> o.Draws:
    if not draws:
        return draws
    named = sorted(draws, key=lambda pair: w.by_id[pair[0]])
    return tuple((unit, _known_hex(w, hex_)) for unit, hex_ in named)


def _printed(w: World, name: str) -> str:
    """Return a bridge's printed name, named from either bank."""
    return w.board.bridges[w.bridge_by_name[name]].name


UNIT = Slot[World]("UNIT", lambda w, word, s: unit_named(w, word), unknown=NO_UNIT)
UNITS = UNIT._replace(read_all=_units_named, tidy=_by_counter)  # named in no order that matters
HEX = Slot[World]("HEX", lambda w, word, s: hex_named(w, word), unknown=NO_HEX, tidy=_known_hex, spot="hex")
PATH = Slot[World](
    "HEX",
    lambda w, word, s: EXIT_WORD if word.lower() == EXIT_WORD else hex_named(w, word),
    unknown=_no_step,
    tidy=_known_path,
    fits=lambda w, word: word.lower() == EXIT_WORD or find_hex(w, word) is not None,
)
BRIDGE = Slot[World](
    "HEX/HEX", lambda w, word, s: bridge_named(w, word), unknown=NO_BRIDGE, tidy=_printed, spot="side"
)
DRAW = Slot[World](
    "UNIT ... HEX",
    lambda w, word, s: word,
    unknown=_no_draw,
    tidy=_known_draws,
    read_all=_draws_named,
    write_all=lambda draws: [word for pair in draws for word in pair],
)
SLOTS: dict[str, Slot[World]] = {
    "unit": UNIT,
    "units": UNITS,
    "dry": UNITS,
    "keep": UNITS,
    "draw": DRAW,
    "hex": HEX,
    "path": PATH,
    "bridge": BRIDGE,
    "yes": yes_no(),
    "real": choice("real", "dummy", values=(True, False)),
    "what": Slot("DIVISION|brigades", lambda w, word, s: word),
}
AERIAL = "[dry {dry}+] [draw {draw}+]"  # aerial supply, WOT-6.15


# Labels


def names(w: World, units: Iterable[str]) -> str:
    """Return the full names of units as "A, B and C"."""
    return listed([unit_name(w, unit) for unit in units])


def _aerial(w: World, x: Order) -> str:
    """Return the aerial supply that the order names, WOT-6.15."""
    parts = [f", {names(w, dry_in(x))} without aerial supply"] if dry_in(x) else []
    for hex_ in dict.fromkeys(hex_ for _, hex_ in draw_in(x)):
        supplied = [unit for unit, at in draw_in(x) if at == hex_]
        parts.append(f", {names(w, supplied)} supplied from {hex_text(w, hex_)}")
    return "".join(parts)


def _move(w: World, s: WaveState, x: o.Move) -> str:
    end = "off the map" if x.path[-1] == EXIT_WORD else f"to {hex_text(w, x.path[-1])}"
    return f"{names(w, x.units)} {end}{' in column' if x.column else ''}{_aerial(w, x)}"


def _enter(w: World, s: WaveState, x: o.Enter) -> str:
    column = " in column" if x.column else ""
    return f"{names(w, x.units)} {does(len(x.units), 'enter')} {at_hex(w, x.hex)}{column}"


def _lose(w: World, s: WaveState, x: o.Lose) -> str:
    """Return which units are reduced and eliminated, and the points for the other side, WOT-4.8."""
    overstacked = s.battle is None  # whole units go then, WOT-7.2
    fates, points = list[str](), 0
    for unit, steps in sorted(Counter(w.by_id[name] for name in x.units).items()):
        lost = s.steps[unit] if overstacked else steps
        points += points_for(w, unit, lost)
        fates.append(f"{w.units[unit].name} {'eliminated' if lost >= s.steps[unit] else 'reduced'}")
    return ", ".join(fates) + (f" ({counted(points, 'point')})" if w.part is None else "")


def _demolish(w: World, s: WaveState, x: o.Demolish) -> str:
    if not x.yes:
        return "Leave the bridge intact"
    frame = s.stack[-1]
    if not isinstance(frame, Demolishing):
        return "Try to blow the bridge"
    least = needed(w, s, frame, wishes_of(w, x))
    return f"Try to blow the bridge ({FACES + 1 - least} in {FACES}){_aerial(w, x)}"


def _advance(w: World, s: WaveState, x: o.Advance) -> str:
    keep = f"; {names(w, x.keep)} {does(len(x.keep), 'keep')} the marker of KG Peiper" if x.keep else ""
    return f"Advance {names(w, x.units)}{keep}"


ENTRIES = (
    OrderWords(
        o.Move, "move {units}+ {path}+ [column] " + AERIAL, "move hex by hex; exit leaves the map", _move
    ),
    OrderWords(o.Enter, "enter {units}+ {hex} [column]", "bring in reinforcements", _enter),
    OrderWords(
        o.Attack, "attack {hex} {units}+ " + AERIAL, "declare an attack",
        lambda w, s, x: f"Attack {hex_text(w, x.hex)} with {names(w, x.units)}{_aerial(w, x)}",
    ),
    OrderWords(
        o.Support, "support {units}+ [draw {draw}+]", "support the battle with artillery",
        lambda w, s, x: f"Bombard with {counted(len(x.units), 'unit')}: {names(w, x.units)}{_aerial(w, x)}",
    ),
    OrderWords(
        o.Fly, "fly {yes}", "send an aircraft to the battle",
        lambda w, s, x: f"Send an aircraft ({s.aircraft} left)" if x.yes else "No aircraft",
    ),
    OrderWords(o.Lose, "lose {units}+", "lose steps; name a unit once for each step", _lose),
    OrderWords(o.Advance, "advance {units}+ [keep {keep}+]", "advance after combat", _advance),
    OrderWords(o.Demolish, "demolish {yes} " + AERIAL, "try to blow the bridge", _demolish),
    OrderWords(
        o.Reform, "reform {yes}", "re-form the squadron of the 14th Cavalry from its troops",
        lambda w, s, x: "Re-form the squadron" if x.yes else "Keep the three troops",
    ),
    OrderWords(
        o.TakePoints, "points {yes}", "take the result by points instead of the victory for St. Vith",
        lambda w, s, x: "Take the result by points" if x.yes else "Take the victory for St. Vith",
    ),
    OrderWords(
        o.Repair, "repair {bridge}", "repair a bridge",
        lambda w, s, x: f"Repair the bridge {between(w, x.bridge)}",
    ),
    OrderWords(
        o.ChooseOrder, "move-fight", "move first in this segment", "Move first, then fight",
        fixed={"fight_first": False},
        told=lambda x, event: isinstance(event, e.OrderChosen) and not event.fight_first,
    ),
    OrderWords(
        o.ChooseOrder, "fight-move", "fight first in this segment", "Fight first, then move: +1 column",
        fixed={"fight_first": True},
        told=lambda x, event: isinstance(event, e.OrderChosen) and event.fight_first,
    ),
    OrderWords(
        o.Interdict, "interdict {hex}", "close a road hex for this turn",
        lambda w, s, x: f"Interdict the road {at_hex(w, x.hex)}",
    ),
    OrderWords(
        o.DropSupplies, "drop {hex}", "drop an aerial supply marker",
        lambda w, s, x: f"Drop aerial supply {at_hex(w, x.hex)}",
    ),
    OrderWords(
        o.Commit, "commit {what}", "let a British division, or the brigades, cross the Meuse",
        lambda w, s, x: f"Let the {committed_text(w, x.what)} cross the Meuse",
    ),
    OrderWords(
        o.ShowTop, "top {unit}", "put a unit on top of its stack",
        lambda w, s, x: f"Put {names(w, (x.unit,))} on top",
    ),
    OrderWords(
        o.ArrangeStack, "arrange {unit}", "put a unit on top of its stack in the set-up",
        lambda w, s, x: f"Put {names(w, (x.unit,))} on top",
    ),
    OrderWords(
        o.Place, "place {units}+ {hex}", "set up units in a hex",
        lambda w, s, x: f"Place {names(w, x.units)} {at_hex(w, x.hex)}",
    ),
    OrderWords(
        o.PlacePol, "pol {hex} {real}", "place a fuel depot (POL marker)",
        lambda w, s, x: f"Place a {'real' if x.real else 'dummy'} fuel depot {at_hex(w, x.hex)}",
    ),
    OrderWords(
        o.FormKampfgruppe, "kg {units}+", "form KG Peiper from four units of the 1st SS Panzer Division",
        lambda w, s, x: f"Form KG Peiper from {names(w, x.units)}",
    ),
    OrderWords(
        o.LeaveKampfgruppe, "leave kg {units}+", "let units leave KG Peiper",
        lambda w, s, x: f"Let {names(w, x.units)} leave KG Peiper",
    ),
    OrderWords(o.AutoSetup, "set up", "place all units as in history", "Set up all as in history"),
    OrderWords(o.Concede, "concede", "give up the game", "Concede the game"),
    OrderWords(o.End, "end", "end the phase or the choice", ""),
)  # fmt: skip

# By kind of order: what it does, to follow "to".
PURPOSES = {words.kind: words.about.partition(";")[0] for words in ENTRIES}

WORDING: Wording[World] = Wording(ENTRIES, SLOTS, fillers=FILLERS, split=between_signs)
