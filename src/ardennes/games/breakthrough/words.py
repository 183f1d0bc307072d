"""Orders as short text, for the terminal and for case files: "move 116PZ-60 13,24 13,23", "end".

`parse` reads a text, `write` gives it back. Units go by id ("GE-116PZ-60"), by the id without its side or by
what the counter shows ("60/116PZ"); hexes by number or place ("Bastogne"); bridges by hexes or place. The
original's typed numbers and single keys (BTA-1.2) have their words here.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

from ardennes.games.breakthrough.rules import artillery, orders, replacements
from ardennes.games.breakthrough.rules.orders import AnyOrder
from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.schema.terms import POOL_WORDS, SIDE_CODES
from ardennes.games.breakthrough.schema.world import World
from ardennes.kernel.shorthand import Form, form_of
from ardennes.kernel.wording import BadText
from ardennes.words import closest, plain

Words = Sequence[str]
State = BreakthroughState | None
FILLERS = ("to", "with", "and", "via", "on", "in")
ON, OFF = ("on", "yes", "y"), ("off", "no", "n")  # the original asks Y or N
OTHER_NAMES = {
    "attack": "plot",
    "advance": "flag",
    "dig in": "fortify",
    "replacements": "replace",
    "build_up": "build up",
    "break_down": "break down",
    "air drop": "drop",
    "ground_attack": "ground attack",
    "interdiction": "interdict",
}


def parse(w: World, text: str, state: State = None) -> AnyOrder:
    """The order a text means; the state lets "max" stand for a number of points."""
    words = [word.strip(",;") for word in text.replace(" - ", " ").split()]
    form, rest = form_of(FORMS, _usual_words([word for word in words if word]))
    order: AnyOrder = form.read(w, rest, state)
    return order


def _usual_words(words: list[str]) -> list[str]:
    """The text with the usual name of the order, where it begins with another one."""
    for length in (2, 1):
        usual = OTHER_NAMES.get(" ".join(words[:length]).lower())
        if usual is not None and len(words) >= length:
            return [*usual.split(), *words[length:]]
    return words


# Names.


def unit_named(w: World, word: str) -> str:
    """The id of the unit a word means."""
    for names in (_written, _bare):
        found = [unit.id for unit in w.units if names(word) in map(names, _names_of(w, unit.index))]
        if len(found) == 1:
            return found[0]
        if found:
            raise BadText(f"{word!r} could be {' or '.join(found)}; write which.")
    known = {name.lower(): unit.id for unit in w.units for name in _names_of(w, unit.index)}
    near = [known[name] for name in difflib.get_close_matches(word.lower(), known, n=3, cutoff=0.5)]
    hint = f" Did you mean {' or '.join(dict.fromkeys(near))}?" if near else ""
    raise BadText(f"There is no unit {word!r}.{hint}")


def _names_of(w: World, unit: int) -> tuple[str, str, str]:
    """The id, the id without the side, and what the counter shows."""
    id_ = w.units[unit].id
    code, _, tail = id_.partition("-")
    return id_, tail if code in SIDE_CODES and tail else id_, w.units[unit].name


def _written(name: str) -> str:
    return name.lower()


def _bare(name: str) -> str:
    return plain(name)


def hex_named(w: World, word: str) -> str:
    """The number of the hex a word means, by number or by place."""
    if w.grid.find(word) is not None:
        return word
    for cell, place in enumerate(w.board.place):
        if place and plain(place) == plain(word):
            return w.grid.label(cell)
    raise BadText(
        f"There is no hex {word!r} on the map.{closest(word, [*w.grid.labels, *filter(None, w.board.place)])}"
    )


def bridge_named(w: World, word: str) -> str:
    """A bridge by the two hexes it joins, or by its place."""
    if word in w.bridge_by_name:
        return w.board.bridges[w.bridge_by_name[word]].name
    found = [bridge.name for bridge in w.board.bridges if plain(bridge.label) == plain(word) != ""]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadText(f"{word!r} has several bridges: {' or '.join(found)}; write which.")
    a, slash, b = word.partition("/")
    if not slash:
        raise BadText(f"A bridge is written as the two hexes it joins, like 9,22/9,23, not {word!r}.")
    name = f"{hex_named(w, a)}/{hex_named(w, b)}"
    if name not in w.bridge_by_name:
        return name  # for the rules to refuse, BTA-MAP-6
    return w.board.bridges[w.bridge_by_name[name]].name


def _need(words: Words, least: int, name: str, most: int | None = None) -> None:
    if len(words) < least or len(words) > (least if most is None else most):
        raise BadText(f"Write it as: {FORMS[name].usage}")


def _plain_words(words: Words) -> list[str]:
    return [word for word in words if word.lower() not in FILLERS]


# Kinds of order.

MANY = 10_000  # no limit to the number of words


def _move(w: World, words: Words, state: State) -> AnyOrder:
    rest = [word for word in _plain_words(words) if word]
    _need(rest, 2, "move", MANY)
    steps = [step for word in rest[1:] for step in (word.split("-") if "," in word else [word])]
    return orders.Move(unit_named(w, rest[0]), tuple(hex_named(w, step) for step in steps))


def _plot(w: World, words: Words, state: State) -> AnyOrder:
    rest = _plain_words(words)
    _need(rest, 2, "plot")
    if w.grid.find(rest[0]) is not None:  # "attack 25,28 with 12VG-27"
        rest.reverse()
    return orders.Plot(unit_named(w, rest[0]), hex_named(w, rest[1]))


def _place(w: World, words: Words, state: State) -> AnyOrder:
    rest = _plain_words(words)
    _need(rest, 2, "place")
    return orders.Place(unit_named(w, rest[0]), hex_named(w, rest[1]))


def _flag(w: World, words: Words, state: State) -> AnyOrder:
    _need(words, 2, "flag")
    if words[1].lower() not in (*ON, *OFF):
        raise BadText(f"Write it as: {FORMS['flag'].usage}")
    return orders.AdvanceFlag(unit_named(w, words[0]), words[1].lower() in ON)


def _count(w: World, words: Words, state: State, name: str) -> tuple[str, int]:
    """A unit and a number of points, or "max" for as many as it can take."""
    _need(words, 2, name)
    unit = unit_named(w, words[0])
    if words[1].lower() == "max" and state is not None:
        room = artillery.room if name == "artillery" else replacements.room
        return unit, room(w, state, w.by_id[unit])
    try:
        return unit, int(words[1])
    except ValueError:
        raise BadText(f"The points are a whole number, not {words[1]!r}: {FORMS[name].usage}") from None


def _artillery(w: World, words: Words, state: State) -> AnyOrder:
    return orders.Artillery(*_count(w, words, state, "artillery"))


def _replace(w: World, words: Words, state: State) -> AnyOrder:
    kinds = [word.lower() for word in words[2:]]
    if len(kinds) > 1 or not set(kinds) <= set(POOL_WORDS[1:]):
        raise BadText(f"Write it as: {FORMS['replace'].usage}")
    return orders.Replace(*_count(w, words[:2], state, "replace"), *kinds)


def _build_up(w: World, words: Words, state: State) -> AnyOrder:
    rest = _plain_words(words)
    _need(rest, 2, "build up", 3)
    units = [unit_named(w, word) for word in rest]
    return orders.BuildUp(units[0], tuple(sorted(units[1:], key=w.by_id.__getitem__)))


def _bridge_work(name: str, kind: type[orders.Blow] | type[orders.Build], about: str) -> Form:
    def read(w: World, words: Words, state: State) -> AnyOrder:
        _need(words, 2, name)
        return kind(unit_named(w, words[0]), bridge_named(w, words[1]))

    return Form(f"{name} UNIT BRIDGE", about, read)


def _one_unit(name: str, make: Callable[[str], AnyOrder], about: str) -> Form:
    def read(w: World, words: Words, state: State) -> AnyOrder:
        _need(words, 1, name)
        return make(unit_named(w, words[0]))

    return Form(f"{name} UNIT", about, read)


def _one_hex(name: str, make: Callable[[str], AnyOrder], about: str) -> Form:
    def read(w: World, words: Words, state: State) -> AnyOrder:
        rest = _plain_words(words)
        _need(rest, 1, name)
        return make(hex_named(w, rest[0]))

    return Form(f"{name} HEX", about, read)


def _alone(name: str, order: AnyOrder, about: str) -> Form:
    def read(w: World, words: Words, state: State) -> AnyOrder:
        _need(words, 0, name)
        return order

    return Form(name, about, read)


FORMS: dict[str, Form] = {
    "move": Form("move UNIT HEX HEX ...", "walk hex by hex", _move),
    "plot": Form("plot UNIT HEX", "attack a neighbouring hex in the combat phase that follows", _plot),
    "travel": _one_unit("travel", lambda unit: orders.ChangeMode(unit, True), "change to travel mode"),
    "normal": _one_unit("normal", lambda unit: orders.ChangeMode(unit, False), "change to normal mode"),
    "fortify": _one_unit("fortify", orders.Fortify, "dig in by one level"),
    "flag": Form("flag UNIT on|off", "advance after combat, or not", _flag),
    "exit": _one_unit("exit", orders.Exit, "leave the map for good"),
    "place": Form("place UNIT HEX", "put a unit elsewhere in a free set-up", _place),
    "artillery": Form("artillery UNIT POINTS|max", "draw from the corps pool; below 0: return", _artillery),
    "replace": Form("replace UNIT POINTS|max [infantry|armored]", "replacement points for a unit", _replace),
    "build up": Form("build up UNIT UNIT [UNIT]", "regiments become their divisional unit", _build_up),
    "break down": _one_unit("break down", orders.BreakDown, "a divisional unit becomes its regiments"),
    "blow": _bridge_work("blow", orders.Blow, "try to destroy a bridge"),
    "build": _bridge_work("build", orders.Build, "build a bridge"),
    "drop": _one_hex("drop", orders.AirDrop, "supplies from the air for the units in a hex"),
    "interdict": _alone("interdict", orders.Interdict(), "an air point against enemy movement"),
    "ground attack": _one_hex("ground attack", orders.GroundAttack, "an air point against a hex"),
    "end": _alone("end", orders.END, "no more in this phase"),
}


def write(order: AnyOrder) -> str:
    """The order as a text that `parse` reads back."""
    match order:
        case orders.End() | orders.Interdict():
            return str(order.__struct_config__.tag)
        case orders.GroundAttack(hex=hex):
            return f"ground attack {hex}"
        case orders.AirDrop(hex=hex):
            return f"drop {hex}"
        case orders.Artillery(unit, points):
            return f"artillery {unit} {points}"
        case orders.Replace(unit, points, kind):
            return f"replace {unit} {points} {kind}".strip()
        case orders.BuildUp(unit, partners):
            return f"build up {unit} {' '.join(partners)}"
        case orders.BreakDown(unit):
            return f"break down {unit}"
        case orders.Blow(unit, bridge):
            return f"blow {unit} {bridge}"
        case orders.Build(unit, bridge):
            return f"build {unit} {bridge}"
        case orders.Move(unit, path):
            return f"move {unit} {' '.join(path)}"
        case orders.ChangeMode(unit, travel):
            return f"{'travel' if travel else 'normal'} {unit}"
        case orders.Fortify(unit):
            return f"fortify {unit}"
        case orders.Plot(unit, hex):
            return f"plot {unit} {hex}"
        case orders.Place(unit, hex):
            return f"place {unit} {hex}"
        case orders.AdvanceFlag(unit, on):
            return f"flag {unit} {'on' if on else 'off'}"
        case orders.Exit(unit):
            return f"exit {unit}"
