"""Orders as short text, for the terminal and for case files: "move 12SS 1307 1207r", "attack 1206 with 18VG".

`parse` reads a text, `write` gives it back. Units go by id ("G-12SS"), by what the counter shows ("12SS")
or by a part of the name that fits one unit only ("Peiper"); hexes by number or place ("Bastogne").
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence

from ardennes.games.tigers.rules import orders
from ardennes.games.tigers.rules.orders import AnyOrder
from ardennes.games.tigers.rules.state import TigersState
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.shorthand import BadText, Form, closest, form_of, plain

Words = Sequence[str]
PATH = re.compile(r"(?<!\S)\d{3,4}r?(-(\d{3,4}r?|exitr?))+(?!\S)")  # 907-806-706r
FILLERS = (",", "to", "via", "and")
HIGHEST_NUMBER = 99  # of a declared attack; larger numbers are hexes


def parse(w: World, text: str, state: TigersState | None = None) -> AnyOrder:
    """The order a text means; the state lets `fight` and `cancel` name an attack by its hex."""
    words = PATH.sub(lambda path: path[0].replace("-", " "), text.replace(",", " , ")).split()
    form, rest = form_of(FORMS, words)
    order: AnyOrder = form.read(w, rest, state)
    return order


def usage(text: str) -> str:
    """How the order with this first word is written."""
    form = FORMS.get(text.lower())
    return f"{form.usage}: {form.about}" if form else ""


def _need(words: Words, count: int, name: str, most: int | None = None) -> None:
    if len(words) < count or (most is not None and len(words) > most):
        raise BadText(f"Write it as: {FORMS[name].usage}")


# Names.


def unit_named(w: World, word: str) -> str:
    """The id of the unit a word means."""
    lower = word.lower()
    for unit in w.units:
        if lower in (unit.id.lower(), unit.short.lower()):
            return unit.id
    tails = [u.id for u in w.units if u.id.lower().partition("-")[2] == lower]
    if len(tails) == 1:
        return tails[0]
    if tails:
        raise BadText(f"{word!r} could be {' or '.join(tails)}; write which.")
    parts = [u for u in w.units if len(lower) > 2 and lower in u.name.lower()]
    if len(parts) == 1:
        return parts[0].id
    if parts:
        could = ", ".join(f"{u.id} ({u.name})" for u in parts[:6])
        raise BadText(f"{word!r} fits several units: {could}; write which.")
    known = {name.lower(): u for u in w.units for name in (u.id, u.short)}
    near = [known[name] for name in difflib.get_close_matches(lower, known, n=3, cutoff=0.5)]
    hint = f" Did you mean {' or '.join(dict.fromkeys(f'{u.id} ({u.name})' for u in near))}?" if near else ""
    raise BadText(f"There is no unit {word!r}.{hint}")


def air_named(w: World, word: str) -> str:
    """The id of the air unit a word means: "AIR-365", "365" or a part of its name."""
    lower = word.lower()
    for air in w.air_units:
        if lower in (air.id.lower(), air.id.lower().partition("-")[2]):
            return air.id
    parts = [air.id for air in w.air_units if len(lower) > 2 and lower in air.name.lower()]
    if len(parts) == 1:
        return parts[0]
    raise BadText(f"There is no air unit {word!r}; there are: {', '.join(a.id for a in w.air_units)}.")


def hex_named(w: World, word: str) -> str:
    """The number of the hex a word means, by number or by place."""
    if w.grid.find(word) is not None:
        return word
    for place, cell in w.board.hex_of.items():
        if plain(place) == plain(word):
            return w.grid.label(cell)
    near = closest(word, [*w.grid.labels, *w.board.hex_of]) if word else ""
    raise BadText(f"There is no hex {word!r} on the map.{near}")


def _step_named(w: World, word: str) -> str:
    """A step of a path: a hex, with an r behind it at road rate, or exit."""
    lower = word.lower()
    if lower in ("exit", "exitr"):
        return lower
    if w.grid.find(word) is None and lower.endswith("r") and w.grid.find(word[:-1]) is not None:
        return word[:-1] + "r"
    return hex_named(w, word)


def bridge_named(w: World, word: str) -> str:
    """A hexside written as its two hexes, "1105/1204"; a river side gets its name on the map."""
    a, slash, b = word.partition("/")
    if not slash:
        raise BadText(f"A bridge is written as the two hexes it joins, like 1105/1204, not {word!r}.")
    name = f"{hex_named(w, a)}/{hex_named(w, b)}"
    river = w.bridge_by_name.get(name)
    return name if river is None else w.bridge_names[river]


def _units(w: World, words: Words) -> tuple[str, ...]:
    return tuple(unit_named(w, word) for word in words if word.lower() not in FILLERS)


def _yes(words: Words, name: str) -> bool:
    _need(words, 1, name, 1)
    word = words[0].lower()
    if word not in ("yes", "no", "y", "n"):
        raise BadText(f"Answer yes or no: {FORMS[name].usage}")
    return word[0] == "y"


def _attack_number(w: World, words: Words, name: str, state: TigersState | None) -> int:
    """Which declared attack: by number from 1, or by the hex attacked."""
    _need(words, 1, name, 1)
    word = words[0]
    if word.isdigit() and 1 <= int(word) <= HIGHEST_NUMBER:
        return int(word) - 1
    label = hex_named(w, word)
    if state is None:
        raise BadText(f"Name the attack by its number: {FORMS[name].usage}")
    cell = w.grid.at(label)
    found = [n for n, attack in enumerate(state.attacks) if cell in attack.targets]
    if not found:
        raise BadText(f"No attack on {label} has been declared.")
    return found[-1]


def _split(words: Words, at: str) -> tuple[list[str], list[str]]:
    """The words before and after a dividing word."""
    lower = [word.lower() for word in words]
    where = lower.index(at) if at in lower else len(words)
    return list(words[:where]), list(words[where + 1 :])


# Kinds of order.


def _move(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    rest, attached = _split(words, "attach")
    omb = [word for word in rest if word.lower() == "omb"]
    rest = [word for word in rest if word.lower() not in ("omb", *FILLERS)]
    _need(rest, 2, "move")
    unit = unit_named(w, rest[0])
    path = tuple(_step_named(w, word) for word in rest[1:])
    return orders.Move(unit, path, bool(omb), _units(w, attached))


def _attack(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    targets, rest = _split(words, "with")
    attackers, attached = _split(rest, "attach")
    _need(targets, 1, "attack")
    _need(attackers, 1, "attack")
    hexes = tuple(hex_named(w, word) for word in targets if word.lower() not in FILLERS)
    return orders.Attack(hexes, _units(w, attackers), _units(w, attached))


def _bomb(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    rest = [word for word in words if word.lower() != "bridge"]
    _need(rest, 2, "bomb", 2)
    target = rest[1]
    if target.lower() == "dump":
        named = "dump"
    else:
        named = bridge_named(w, target) if "/" in target else hex_named(w, target)
    return orders.Bomb(air_named(w, rest[0]), named)


def _intercept(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    _need(words, 2, "intercept", 2)
    return orders.Intercept(air_named(w, words[0]), air_named(w, words[1]))


def _resupply(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    _need(words, 2, "resupply", 2)
    return orders.Resupply(air_named(w, words[0]), hex_named(w, words[1]))


def _distance(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    _need(words, 1, "distance", 1)
    if not words[0].isdigit():
        raise BadText(f"The distance is a number of hexes, not {words[0]!r}.")
    return orders.NameDistance(int(words[0]))


def _retreat(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    _need(words, 1, "retreat")
    steps = [word for word in words[1:] if word.lower() not in ("stay", *FILLERS)]
    return orders.Retreat(unit_named(w, words[0]), tuple(hex_named(w, word) for word in steps))


def _advance(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    rest = [word for word in words if word.lower() not in FILLERS]
    _need(rest, 2, "advance")
    return orders.Advance(unit_named(w, rest[0]), tuple(hex_named(w, word) for word in rest[1:]))


def _effect(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    _need(words, 1, "effect", 1)
    if words[0].upper() not in ("D", "AE"):
        raise BadText(f"Write it as: {FORMS['effect'].usage}")
    return orders.ChooseEffect(words[0].upper())


def _combine(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    commands, into = _split(words, "into")
    _need(commands, 1, "combine")
    _need(into, 1, "combine", 1)
    return orders.Combine(_units(w, commands), unit_named(w, into[0]))


def _entrench(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    _need(words, 1, "entrench", 1)
    return orders.EntrenchAll() if words[0].lower() == "all" else orders.Entrench(unit_named(w, words[0]))


def _setup(w: World, words: Words, state: TigersState | None) -> AnyOrder:
    _need(words, 1, "setup", 1)
    if words[0].lower() not in ("free", "historical"):
        raise BadText(f"Write it as: {FORMS['setup'].usage}")
    return orders.ChooseSetup(words[0].lower())


def _unit_and_hex(name: str, make: Callable[[str, str], AnyOrder]) -> Form:
    def read(w: World, words: Words, state: TigersState | None) -> AnyOrder:
        _need(words, 2, name, 2)
        return make(unit_named(w, words[0]), hex_named(w, words[1]))

    return Form(f"{name} UNIT HEX", _ABOUT[name], read)


def _one_hex(name: str, make: Callable[[str], AnyOrder]) -> Form:
    def read(w: World, words: Words, state: TigersState | None) -> AnyOrder:
        _need(words, 1, name, 1)
        return make(hex_named(w, words[0]))

    return Form(f"{name} HEX", _ABOUT[name], read)


def _one_unit(name: str, make: Callable[[str], AnyOrder]) -> Form:
    def read(w: World, words: Words, state: TigersState | None) -> AnyOrder:
        _need(words, 1, name, 1)
        return make(unit_named(w, words[0]))

    return Form(f"{name} UNIT", _ABOUT[name], read)


def _some_units(name: str, make: Callable[[tuple[str, ...]], AnyOrder]) -> Form:
    def read(w: World, words: Words, state: TigersState | None) -> AnyOrder:
        _need(words, 1, name)
        return make(_units(w, words))

    return Form(f"{name} UNIT UNIT ...", _ABOUT[name], read)


def _one_bridge(name: str, make: Callable[[str], AnyOrder]) -> Form:
    def read(w: World, words: Words, state: TigersState | None) -> AnyOrder:
        _need(words, 1, name, 1)
        return make(bridge_named(w, words[0]))

    return Form(f"{name} HEX/HEX", _ABOUT[name], read)


def _yes_or_no(name: str, make: Callable[[bool], AnyOrder]) -> Form:
    return Form(f"{name} yes|no", _ABOUT[name], lambda w, words, state: make(_yes(words, name)))


def _numbered(name: str, make: Callable[[int], AnyOrder]) -> Form:
    return Form(
        f"{name} NUMBER|HEX",
        _ABOUT[name],
        lambda w, words, state: make(_attack_number(w, words, name, state)),
    )


_ABOUT = {
    "enter": "bring a reinforcement on at an edge hex",
    "set up": "place a unit in a free set-up, or a Tiger battalion or Skorzeny with its host",
    "hide dump": "choose the fuel dump's hex",
    "relocate": "move the 1st Infantry Division after a free German set-up",
    "drop": "von der Heydte's target hex",
    "other edge": "let a reinforcement use another edge from the next turn on",
    "break down": "replace an armored division by three combat commands",
    "remove": "give up the excess units of a stack",
    "order": "the order in which the units of a bombed stack are attacked",
    "lose": "the attackers that die on AE",
    "blow": "destroy the bridge used in a failed attack",
    "build": "engineers try to bridge a river hexside",
    "dismantle": "engineers try to take up an own engineer bridge",
    "demolish": "engineers try to blow a bridge",
    "pray": "Patton's prayer",
    "ruthless": "invoke Ruthlessness",
    "stand fast": "answer the No Retreat! question",
    "fight": "roll this declared attack next",
    "cancel": "call off a declared attack",
}

FORMS: dict[str, Form] = {
    "move": Form(
        "move UNIT HEX HEX ... [omb] [attach UNIT ...]",
        "move hex by hex; 1107r enters a hex at road rate; exit or exitr leaves the map; omb: a Tiger uses "
        "its bonus first; attach: units that go with Peiper",
        _move,
    ),
    "attack": Form(
        "attack HEX[,HEX] with UNIT UNIT ... [attach UNIT ...]",
        "declare an attack on one or more hexes",
        _attack,
    ),
    "bomb": Form("bomb AIR HEX|HEX/HEX|dump", "send an air unit against a hex, a bridge or the dump", _bomb),
    "intercept": Form("intercept AIR ENEMY", "send an air unit against an enemy mission", _intercept),
    "resupply": Form("resupply AIR HEX", "fly supplies to a hex", _resupply),
    "fight": _numbered("fight", orders.Fight),
    "cancel": _numbered("cancel", orders.Cancel),
    "stand fast": _yes_or_no("stand fast", orders.StandFast),
    "effect": Form("effect D|AE", "choose what D/AE does, under an option", _effect),
    "lose": _some_units("lose", orders.Lose),
    "blow": _one_bridge("blow", orders.BlowUp),
    "distance": Form("distance HEXES", "how far the defenders must retreat", _distance),
    "retreat": Form("retreat UNIT HEX ...|stay", "a unit's way back", _retreat),
    "advance": Form("advance UNIT HEX ...", "a unit's way forward after combat", _advance),
    "build": _one_bridge("build", lambda bridge: orders.BridgeWork("build", bridge)),
    "dismantle": _one_bridge("dismantle", lambda bridge: orders.BridgeWork("dismantle", bridge)),
    "demolish": _one_bridge("demolish", lambda bridge: orders.BridgeWork("blow", bridge)),
    "entrench": Form("entrench UNIT|all", "dig in", _entrench),
    "enter": _unit_and_hex("enter", orders.Enter),
    "other edge": _one_unit("other edge", orders.OtherEdge),
    "break down": _one_unit("break down", orders.BreakDown),
    "combine": Form("combine UNIT UNIT UNIT into UNIT", "three combat commands become a division", _combine),
    "remove": _some_units("remove", orders.Remove),
    "order": _some_units("order", orders.OrderStack),
    "pray": _yes_or_no("pray", orders.Pray),
    "ruthless": _yes_or_no("ruthless", orders.Ruthless),
    "hide dump": _one_hex("hide dump", orders.HideDump),
    "setup": Form("setup historical|free", "the kind of German set-up", _setup),
    "set up": _unit_and_hex("set up", orders.SetUp),
    "relocate": _one_hex("relocate", orders.Relocate),
    "drop": _one_hex("drop", orders.Drop),
    "end": Form("end", "no more of this: end the phase or the choice", lambda w, words, state: orders.END),
}


def write(order: AnyOrder) -> str:
    """The order as a text that `parse` reads back."""
    match order:
        case orders.End():
            return "end"
        case orders.Move(unit, path, omb, attach):
            tail = (" omb" if omb else "") + (f" attach {' '.join(attach)}" if attach else "")
            return f"move {unit} {' '.join(path)}{tail}"
        case orders.Attack(targets, attackers, attach):
            tail = f" attach {' '.join(attach)}" if attach else ""
            return f"attack {','.join(targets)} with {' '.join(attackers)}{tail}"
        case orders.Fight(attack):
            return f"fight {attack + 1}"
        case orders.Cancel(attack):
            return f"cancel {attack + 1}"
        case orders.Retreat(unit, path):
            return f"retreat {unit} {' '.join(path) or 'stay'}"
        case orders.Advance(unit, path):
            return f"advance {unit} {' '.join(path)}"
        case orders.Combine(commands, into):
            return f"combine {' '.join(commands)} into {into}"
        case orders.BridgeWork(work, bridge):
            return f"{'demolish' if work == 'blow' else work} {bridge}"
        case orders.Pray(yes) | orders.Ruthless(yes) | orders.StandFast(yes):
            return f"{_FIRST_WORDS[type(order)]} {'yes' if yes else 'no'}"
        case orders.Lose(units) | orders.Remove(units) | orders.OrderStack(units):
            return f"{_FIRST_WORDS[type(order)]} {' '.join(units)}"
        case orders.EntrenchAll():
            return "entrench all"
        case _:
            values = [str(getattr(order, name)) for name in order.__struct_fields__]
            return " ".join([_FIRST_WORDS[type(order)], *values])


_FIRST_WORDS: dict[type, str] = {
    orders.HideDump: "hide dump",
    orders.ChooseSetup: "setup",
    orders.SetUp: "set up",
    orders.Relocate: "relocate",
    orders.Drop: "drop",
    orders.Pray: "pray",
    orders.Ruthless: "ruthless",
    orders.Enter: "enter",
    orders.OtherEdge: "other edge",
    orders.BreakDown: "break down",
    orders.Remove: "remove",
    orders.Bomb: "bomb",
    orders.Intercept: "intercept",
    orders.OrderStack: "order",
    orders.Resupply: "resupply",
    orders.StandFast: "stand fast",
    orders.ChooseEffect: "effect",
    orders.Lose: "lose",
    orders.BlowUp: "blow",
    orders.NameDistance: "distance",
    orders.Entrench: "entrench",
}
