"""Orders as short text, for the terminal and for case files: "move 1SS-01 1SS-02 E4116 E4015", "end".

`parse` reads a text, `write` gives it back. Units go by id ("G-1SS-01") or by the id without its side where
only one side has it ("1SS-01"); hexes by number or place ("Bastogne"); bridges by the hexes they join.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ardennes.games.wave_of_terror.rules import orders
from ardennes.games.wave_of_terror.rules.orders import AnyOrder
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.kernel.shorthand import Form, form_of
from ardennes.kernel.wording import BadText
from ardennes.words import closest, plain

Words = Sequence[str]
FILLERS = ("to", "with", "and", "via", "on", "by", "at", "in")
YES, NO = ("yes", "y"), ("no", "n")
COLUMN, DRY, DRAW, KEEP, EXIT = "column", "dry", "draw", "keep", "exit"
AERIAL = "[dry UNIT ...] [draw UNIT ... HEX ...]"  # what units draw on from the air, WOT-6.15


def parse(w: World, text: str, state: WaveState | None = None) -> AnyOrder:
    """The order a text means."""
    words = [word.strip(",;:") for word in text.replace(" - ", " ").split()]
    form, rest = form_of(FORMS, [word for word in words if word])
    order: AnyOrder = form.read(w, [word for word in rest if word.lower() not in FILLERS])
    return order


# Names


def unit_named(w: World, word: str) -> str:
    """The id of the unit a word means."""
    found = [unit.id for unit in w.units if word.lower() in (unit.id.lower(), _bare(unit.id).lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadText(f"{word!r} could be {' or '.join(found)}; write which.")
    raise BadText(f"There is no unit {word!r}.{closest(word, [unit.id for unit in w.units])}")


def _bare(name: str) -> str:
    """An id without the letter of its side."""
    return name.partition("-")[2]


def find_hex(w: World, word: str) -> str | None:
    """The number of the hex a word means, by number, by its number on the other sheet, or by place."""
    number = word.upper()
    number = w.board.alias.get(number, number)
    if w.grid.find(number) is not None:
        return number
    places = [
        cell for cell in w.grid.cells if w.board.names[cell] and plain(w.board.names[cell]) == plain(word)
    ]
    return w.grid.label(places[0]) if len(places) == 1 else None


def hex_named(w: World, word: str) -> str:
    found = find_hex(w, word)
    if found is None:
        known = [*w.grid.labels, *filter(None, w.board.names)]
        raise BadText(f"There is no hex {word!r} on the map, or several.{closest(word, known)}")
    return found


def bridge_named(w: World, word: str) -> str:
    """A bridge by the two hexes it joins."""
    a, slash, b = word.partition("/")
    if not slash:
        raise BadText(f"A bridge is written as the two hexes it joins, like E3435/E3534, not {word!r}.")
    name = f"{hex_named(w, a)}/{hex_named(w, b)}"
    if name not in w.bridge_by_name:
        raise BadText(f"{name} is no bridge.{closest(name, w.bridge_by_name)}")
    return w.board.bridges[w.bridge_by_name[name]].name


def _units(w: World, words: Words) -> tuple[str, ...]:
    """Units in the order of the counters."""
    return tuple(sorted((unit_named(w, word) for word in words), key=w.by_id.__getitem__))


def _wrong(name: str) -> BadText:
    return BadText(f"Write it as: {FORMS[name].usage}")


def _split(words: Words, *marks: str) -> list[Words]:
    """The words before any of those that open another list, and for each of these the words after it."""
    found: dict[str, list[str]] = {mark: [] for mark in ("", *marks)}
    at = ""
    for word in words:
        if word.lower() in marks:
            at = word.lower()
        else:
            found[at].append(word)
    return list(found.values())


def _draws(w: World, words: Words) -> orders.Draws:
    """Units, then the hex of the marker they draw on, as often as there are markers."""
    found, names = list[tuple[str, str]](), list[str]()
    for word in words:
        hex_ = find_hex(w, word)
        if hex_ is None:
            names.append(unit_named(w, word))
        elif not names:
            raise BadText(f"Say who draws on {word}: draw UNIT ... HEX.")
        else:
            found += [(name, hex_) for name in names]
            names = []
    if names:
        raise BadText(f"Say in which hex the marker is on which {names[0]} draws: draw UNIT ... HEX.")
    return tuple(sorted(found, key=lambda pair: w.by_id[pair[0]]))


# Kinds of order


def _move(w: World, words: Words) -> AnyOrder:
    rest, dry, draw = _split(words, DRY, DRAW)
    column = COLUMN in [word.lower() for word in rest]
    rest = [word for word in rest if word.lower() != COLUMN]
    start = next((i for i, word in enumerate(rest) if word.lower() == EXIT or find_hex(w, word)), 0)
    if not start:
        raise _wrong("move")
    path = tuple(EXIT if word.lower() == EXIT else hex_named(w, word) for word in rest[start:])
    return orders.Move(_units(w, rest[:start]), path, column, _units(w, dry), _draws(w, draw))


def _enter(w: World, words: Words) -> AnyOrder:
    column = bool(words) and words[-1].lower() == COLUMN
    rest = words[:-1] if column else words
    if len(rest) < 2:
        raise _wrong("enter")
    return orders.Enter(_units(w, rest[:-1]), hex_named(w, rest[-1]), column)


def _attack(w: World, words: Words) -> AnyOrder:
    rest, dry, draw = _split(words, DRY, DRAW)
    if len(rest) < 2:
        raise _wrong("attack")
    return orders.Attack(_units(w, rest[1:]), hex_named(w, rest[0]), _units(w, dry), _draws(w, draw))


def _support(w: World, words: Words) -> AnyOrder:
    rest, draw = _split(words, DRAW)
    if not rest:
        raise _wrong("support")
    return orders.Support(_units(w, rest), _draws(w, draw))


def _demolish(w: World, words: Words) -> AnyOrder:
    rest, dry, draw = _split(words, DRY, DRAW)
    if len(rest) != 1 or rest[0].lower() not in YES + NO:
        raise _wrong("demolish")
    return orders.Demolish(rest[0].lower() in YES, _units(w, dry), _draws(w, draw))


def _advance(w: World, words: Words) -> AnyOrder:
    rest, keep = _split(words, KEEP)
    if not rest:
        raise _wrong("advance")
    return orders.Advance(_units(w, rest), _units(w, keep))


def _place(w: World, words: Words) -> AnyOrder:
    if len(words) < 2:
        raise _wrong("place")
    return orders.Place(_units(w, words[:-1]), hex_named(w, words[-1]))


def _pol(w: World, words: Words) -> AnyOrder:
    if len(words) != 2 or words[1].lower() not in ("real", "dummy"):
        raise _wrong("pol")
    return orders.PlacePol(hex_named(w, words[0]), words[1].lower() == "real")


def _several(name: str, make: Callable[[tuple[str, ...]], AnyOrder], about: str) -> Form:
    def read(w: World, words: Words) -> AnyOrder:
        if not words:
            raise _wrong(name)
        return make(_units(w, words))

    return Form(f"{name} UNIT UNIT ...", about, read)


def _one(name: str, what: str, read_word: Callable[[World, str], AnyOrder], about: str) -> Form:
    def read(w: World, words: Words) -> AnyOrder:
        if len(words) != 1:
            raise _wrong(name)
        return read_word(w, words[0])

    return Form(f"{name} {what}", about, read)


def _yes_no(name: str, make: Callable[[bool], AnyOrder], about: str) -> Form:
    def read(w: World, word: str) -> AnyOrder:
        if word.lower() not in YES + NO:
            raise _wrong(name)
        return make(word.lower() in YES)

    return _one(name, "yes|no", read, about)


def _alone(name: str, order: AnyOrder, about: str) -> Form:
    def read(w: World, words: Words) -> AnyOrder:
        if words:
            raise _wrong(name)
        return order

    return Form(name, about, read)


FORMS: dict[str, Form] = {
    "move": Form(f"move UNIT ... HEX HEX ... [column] {AERIAL}", "walk hex by hex, or off the map", _move),
    "enter": Form("enter UNIT ... HEX [column]", "bring in reinforcements", _enter),
    "attack": Form(f"attack HEX UNIT ... {AERIAL}", "declare a battle", _attack),
    "support": Form("support UNIT ... [draw UNIT ... HEX ...]", "artillery for the battle", _support),
    "fly": _yes_no("fly", orders.Fly, "an aircraft for the battle"),
    "lose": _several("lose", orders.Lose, "steps: a unit is named once for each"),
    "advance": Form("advance UNIT ... [keep UNIT ...]", "advance after combat", _advance),
    "demolish": Form(f"demolish yes|no {AERIAL}", "try to blow the bridge", _demolish),
    "reform": _yes_no("reform", orders.Reform, "the 14th Cavalry becomes a squadron again"),
    "points": _yes_no("points", orders.TakePoints, "the points instead of the victory for St. Vith"),
    "repair": _one("repair", "HEX/HEX", lambda w, x: orders.Repair(bridge_named(w, x)), "mend a bridge"),
    "move-fight": _alone("move-fight", orders.ChooseOrder(False), "move first in this segment"),
    "fight-move": _alone("fight-move", orders.ChooseOrder(True), "fight first in this segment"),
    "interdict": _one("interdict", "HEX", lambda w, x: orders.Interdict(hex_named(w, x)), "close a road hex"),
    "drop": _one("drop", "HEX", lambda w, x: orders.DropSupplies(hex_named(w, x)), "aerial supply"),
    "commit": _one("commit", "DIVISION|brigades", lambda w, x: orders.Commit(x), "British across the Meuse"),
    "top": _one("top", "UNIT", lambda w, x: orders.ShowTop(unit_named(w, x)), "on top of its stack"),
    "place": Form("place UNIT ... HEX", "set up units in a hex", _place),
    "pol": Form("pol HEX real|dummy", "a POL marker", _pol),
    "kg": _several("kg", orders.FormKampfgruppe, "four units of 1SS become KG Peiper"),
    "leave kg": _several("leave kg", orders.LeaveKampfgruppe, "units drop out of KG Peiper"),
    "set up": _alone("set up", orders.AutoSetup(), "all units into their historical hexes"),
    "concede": _alone("concede", orders.Concede(), "give up the game"),
    "end": _alone("end", orders.END, "no more of this"),
}


def _after(word: str, names: Words) -> str:
    return f" {word} {' '.join(names)}" if names else ""


def _aerial(dry: Words, draw: orders.Draws) -> str:
    return _after(DRY, dry) + _after(DRAW, [word for pair in draw for word in pair])


def _word(yes: bool) -> str:
    return YES[0] if yes else NO[0]


def write(order: AnyOrder) -> str:
    """The order as a text that `parse` reads back."""
    match order:
        case orders.Move(units, path, column, dry, draw):
            way = f"move {' '.join(units)} {' '.join(path)}"
            return way + (f" {COLUMN}" if column else "") + _aerial(dry, draw)
        case orders.Enter(units, hex, column):
            return f"enter {' '.join(units)} {hex}" + (f" {COLUMN}" if column else "")
        case orders.Attack(units, hex, dry, draw):
            return f"attack {hex} {' '.join(units)}" + _aerial(dry, draw)
        case orders.Support(units, draw):
            return f"support {' '.join(units)}" + _aerial((), draw)
        case orders.Demolish(yes, dry, draw):
            return f"demolish {_word(yes)}" + _aerial(dry, draw)
        case orders.Advance(units, keep):
            return f"advance {' '.join(units)}" + _after(KEEP, keep)
        case orders.Place(units, hex):
            return f"place {' '.join(units)} {hex}"
        case orders.PlacePol(hex, real):
            return f"pol {hex} {'real' if real else 'dummy'}"
        case orders.Lose(units):
            return f"lose {' '.join(units)}"
        case orders.FormKampfgruppe(units):
            return f"kg {' '.join(units)}"
        case orders.LeaveKampfgruppe(units):
            return f"leave kg {' '.join(units)}"
        case orders.Fly(yes) | orders.Reform(yes):
            return f"{order.__struct_config__.tag} {_word(yes)}"
        case orders.TakePoints(yes):
            return f"points {_word(yes)}"
        case orders.ChooseOrder(fight_first):
            return "fight-move" if fight_first else "move-fight"
        case orders.DropSupplies(hex):
            return f"drop {hex}"
        case orders.ShowTop(unit):
            return f"top {unit}"
        case orders.AutoSetup():
            return "set up"
        case orders.Repair(what) | orders.Commit(what) | orders.Interdict(what):
            return f"{order.__struct_config__.tag} {what}"
        case orders.Concede() | orders.End():
            return str(order.__struct_config__.tag)
