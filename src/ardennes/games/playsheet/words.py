"""Orders as short text, for the terminal and for case files: "move US-28-112 road 3823 3724", "seal".

`parse` reads a text, `write` gives it back. Units go by id or by the id without its side ("106-422"),
squadrons by id or as a run of them ("allied-fighter-01..04"), hexes by number or place ("Bastogne").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ardennes.games.playsheet.rules import orders as o
from ardennes.games.playsheet.rules.state import PlaysheetState
from ardennes.games.playsheet.schema.terms import DUMP, EXIT, MODES
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.shorthand import Form, form_of
from ardennes.kernel.wording import BadText
from ardennes.words import closest, plain

Words = Sequence[str]
FILLERS = ("to", "with", "and", "by", "at", "in", "on", "for", "against")
MODE_WORDS = ("tactical", "march", "road")  # for MODES
SPELLINGS = {"nontactical": "non_tactical", "roadcolumn": "road_column", "column": "road_column"}  # plain
ROLES = ("attack", "defence")
VIA, ONWARD, FIRST, ATTACHMENT = "via", "onward", "first", "attachment"
BREAKTHROUGH, ONCE, STAY, COUNTER = "breakthrough", "once", "stay", "counter"
RUN = ".."


def parse(w: World, text: str, state: PlaysheetState | None = None) -> o.AnyOrder:
    """The order a text means."""
    words = [word.strip(",;:") for word in text.replace(" - ", " ").split()]
    form, rest = form_of(FORMS, [word for word in words if word])
    order: o.AnyOrder = form.read(w, [word for word in rest if word.lower() not in FILLERS])
    return order


# Names


def unit_named(w: World, word: str) -> str:
    """The id of the unit a word means."""
    ids = {unit.id for unit in w.units}
    found = [name for name in ids if word.lower() in (name.lower(), name.partition("-")[2].lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise BadText(f"{word!r} could be {' or '.join(sorted(found))}; write which.")
    raise BadText(f"There is no unit {word!r}.{closest(word, ids)}")


def find_hex(w: World, word: str) -> str | None:
    """The number of the hex a word means, by number or by place; None when there is none, or several."""
    if word in w.cells:
        return word
    places = [cell for cell, name in enumerate(w.board.places) if name and plain(name) == plain(word)]
    return w.label(places[0]) if len(places) == 1 else None


def hex_named(w: World, word: str) -> str:
    found = find_hex(w, word)
    if found is None:
        known = [*w.cells, *filter(None, w.board.places)]
        raise BadText(f"There is no hex {word!r} on the map, or several.{closest(word, known)}")
    return found


def hexside_named(w: World, word: str) -> str:
    """A hexside by its two hexes, the lower first."""
    a, slash, b = word.partition("/")
    if not slash:
        raise BadText(f"A hexside is written as its two hexes, like 3108/3109, not {word!r}.")
    return "/".join(sorted((hex_named(w, a), hex_named(w, b))))


def squadrons_named(w: World, words: Words) -> tuple[str, ...]:
    """Squadrons by id, or a run of them: "allied-fighter-01..04"."""
    found: list[str] = []
    for word in words:
        first, run, last = word.lower().partition(RUN)
        if first not in w.squadron_by_id:
            raise BadText(f"There is no squadron {first!r}.{closest(first, w.squadron_by_id)}")
        pool = first.rpartition("-")[0]
        end = f"{pool}-{last}" if run else first
        if end not in w.squadron_by_id:
            raise BadText(f"There is no squadron {end!r}; a run is written like {pool}-01{RUN}04.")
        numbers = range(w.squadron_by_id[first], w.squadron_by_id[end] + 1)
        found += [w.squadrons[number].id for number in numbers]
    return tuple(sorted(found))


def _wrong(name: str) -> BadText:
    return BadText(f"Write it as: {FORMS[name].usage}")


def _split(words: Words, *marks: str) -> dict[str, list[str]]:
    """The words after each mark, and under "" those before the first."""
    found: dict[str, list[str]] = {"": []}
    at = ""
    for word in words:
        if word.lower() in marks:
            at = word.lower()
            found[at] = []
        else:
            found[at].append(word)
    return found


def _route(w: World, words: Words) -> tuple[str, ...]:
    return tuple(EXIT if word.upper() == EXIT else hex_named(w, word) for word in words)


def mode_named(word: str) -> str | None:
    """The mode a word means: as orders are written (march), or as the rules call it (non-tactical)."""
    said = plain(word)
    return MODES[MODE_WORDS.index(said)] if said in MODE_WORDS else SPELLINGS.get(said)


def _mode(word: str, usage: str) -> str:
    found = mode_named(word)
    if found is None:
        raise BadText(f"{word!r} is no mode; modes are {', '.join(MODE_WORDS)}. Write it as: {usage}")
    return found


def _zone(word: str) -> int:
    if not word.isdecimal():
        raise BadText(f"An air zone is a number from 1 to 24, not {word!r}.")
    return int(word)


def _role(name: str, word: str) -> str:
    if word.lower() not in ROLES:
        raise _wrong(name)
    return word.lower()


# Kinds of order


def _move(w: World, words: Words) -> o.AnyOrder:
    attack = bool(words) and words[-1].lower() == ROLES[0]
    rest = words[:-1] if attack else words
    if len(rest) < 3:
        raise _wrong("move")
    mode = _mode(rest[1], FORMS["move"].usage)
    on_contact = "attack" if attack else "halt"
    return o.Move(unit_named(w, rest[0]), mode, _route(w, rest[2:]), on_contact)


def _prepare(w: World, words: Words) -> o.AnyOrder:
    parts = _split(words, VIA)
    if len(parts[""]) != 2:
        raise _wrong("prepare")
    unit, target = parts[""]
    return o.Prepare(unit_named(w, unit), hex_named(w, target), _route(w, parts.get(VIA, ())))


def _attack(w: World, words: Words) -> o.AnyOrder:
    flags = [word.lower() for word in words if word.lower() in (BREAKTHROUGH, ONCE, STAY)]
    parts = _split([word for word in words if word.lower() not in flags], VIA, ONWARD)
    if len(parts[""]) != 2:
        raise _wrong("attack")
    unit, target = parts[""]
    return o.Attack(
        unit_named(w, unit),
        hex_named(w, target),
        _route(w, parts.get(VIA, ())),
        BREAKTHROUGH in flags,
        _route(w, parts.get(ONWARD, ())),
        ONCE not in flags,
        STAY not in flags,
    )


def _defend(w: World, words: Words) -> o.AnyOrder:
    if len(words) not in (1, 2) or (words[1:] and words[1].lower() != COUNTER):
        raise _wrong("defend")
    return o.Defend(unit_named(w, words[0]), len(words) == 2)


def _support(w: World, words: Words) -> o.AnyOrder:
    parts = _split(words, VIA)
    head, route = parts[""], _route(w, parts.get(VIA, ()))
    if len(head) not in (3, 4) or (len(head) == 4) != bool(route):
        raise _wrong("support")
    mode = _mode(head[3], FORMS["support"].usage) if route else ""
    return o.Support(unit_named(w, head[0]), hex_named(w, head[1]), _role("support", head[2]), mode, route)


def _demolish(w: World, words: Words) -> o.AnyOrder:
    if len(words) != 2:
        raise _wrong("demolish")
    what = DUMP if words[1].lower() == DUMP else hexside_named(w, words[1])
    return o.Demolish(unit_named(w, words[0]), what)


def _transport(w: World, words: Words) -> o.AnyOrder:
    parts = _split(words, FIRST)
    head = parts[""]
    if len(head) < 3:
        raise _wrong("transport")
    load = head[0].lower() if head[0].lower() == "supplies" else head[0].upper()
    first = tuple(unit_named(w, word) for word in parts.get(FIRST, ()))
    return o.Transport(squadrons_named(w, head[2:]), load, hex_named(w, head[1]), first)


def _take_back(w: World, words: Words) -> o.AnyOrder:
    attachment = ATTACHMENT in [word.lower() for word in words]
    names = [word for word in words if word.lower() != ATTACHMENT]
    if not names:
        raise _wrong("take back")
    flying = [word for word in names if word.lower().partition(RUN)[0] in w.squadron_by_id]
    units = sorted(unit_named(w, word) for word in names if word not in flying)
    return o.TakeBack(tuple(units), squadrons_named(w, flying), attachment)


def _priority(w: World, words: Words) -> o.AnyOrder:
    parts = _split(words, FIRST)
    if not parts[""]:
        raise _wrong("priority")
    first = tuple(unit_named(w, word) for word in parts.get(FIRST, ()))
    return o.Priority(tuple(word.lower() for word in parts[""]), first)


def _two(
    name: str,
    usage: str,
    about: str,
    second: Callable[[World, str], str],
    make: Callable[[str, str], o.AnyOrder],
) -> Form:
    def read(w: World, words: Words) -> o.AnyOrder:
        if len(words) != 2:
            raise _wrong(name)
        return make(unit_named(w, words[0]), second(w, words[1]))

    return Form(usage, about, read)


def _mission(
    name: str, usage: str, about: str, make: Callable[[World, str, tuple[str, ...]], o.AnyOrder]
) -> Form:
    def read(w: World, words: Words) -> o.AnyOrder:
        if len(words) < 2:
            raise _wrong(name)
        return make(w, words[0], squadrons_named(w, words[1:]))

    return Form(usage, about, read)


def _close_support(w: World, words: Words) -> o.AnyOrder:
    if len(words) < 3:
        raise _wrong("close support")
    target, role = hex_named(w, words[0]), _role("close support", words[1])
    return o.CloseSupport(squadrons_named(w, words[2:]), target, role)


def _rest(w: World, words: Words) -> o.AnyOrder:
    if len(words) != 1:
        raise _wrong("rest")
    return o.Rest(unit_named(w, words[0]))


def _alone(name: str, order: o.AnyOrder, about: str) -> Form:
    def read(w: World, words: Words) -> o.AnyOrder:
        if words:
            raise _wrong(name)
        return order

    return Form(name, about, read)


def _copy(w: World, words: Words) -> o.AnyOrder:
    if len(words) > 1:
        raise _wrong("copy")
    return o.Copy(*words)


def _as_written(w: World, word: str) -> str:
    return word


FORMS: Mapping[str, Form] = {
    "move": Form(
        "move UNIT tactical|march|road HEX HEX ... [exit] [attack]", "along a route; attack on contact", _move
    ),
    "prepare": Form("prepare UNIT HEX [via HEX ...]", "be ready to attack next turn", _prepare),
    "attack": Form(
        "attack UNIT HEX [via HEX ...] [breakthrough] [onward HEX ...] [once] [stay]",
        "once: no second fight; stay: no advance",
        _attack,
    ),
    "defend": Form("defend UNIT [counter]", "hold, and counter-attack", _defend),
    "support": Form("support UNIT HEX attack|defence [MODE via HEX ...]", "guns for a battle", _support),
    "interdict": _two("interdict", "interdict UNIT HEX", "guns on an area", hex_named, o.Interdict),
    "suppress": _two("suppress", "suppress UNIT HEX", "guns on flak in an area", hex_named, o.Suppress),
    "rest": Form("rest UNIT", "stay and recover", _rest),
    "demolish": Form("demolish UNIT HEX/HEX|dump", "blow a bridge, burn a dump", _demolish),
    "bridge": _two("bridge", "bridge UNIT HEX/HEX", "engineers build a bridge", hexside_named, o.Bridge),
    "attach": _two("attach", "attach UNIT DIVISION", "from the next turn on", _as_written, o.Attach),
    "cover": _mission(
        "cover", "cover ZONE SQUADRON ...", "fighters over a zone", lambda w, x, q: o.Cover(q, _zone(x))
    ),
    "close support": Form(
        "close support HEX attack|defence SQUADRON ...", "aircraft for a battle", _close_support
    ),
    "air interdict": _mission(
        "air interdict", "air interdict HEX SQUADRON ...", "bomb an area",
        lambda w, x, q: o.AirInterdict(q, hex_named(w, x)),
    ),
    "air suppress": _mission(
        "air suppress", "air suppress HEX SQUADRON ...", "bomb flak in an area",
        lambda w, x, q: o.AirSuppress(q, hex_named(w, x)),
    ),
    "recce": _mission(
        "recce", "recce ZONE SQUADRON ...", "look at a zone", lambda w, x, q: o.Reconnoitre(q, _zone(x))
    ),
    "transport": Form(
        "transport supplies|GE-VDH HEX SQUADRON ... [first UNIT ...]", "drop supplies, or troops", _transport
    ),
    "take back": Form("take back UNIT|SQUADRON ... [attachment]", "strike from the sheet", _take_back),
    "copy": Form("copy [CORPS|army|air]", "write last turn's orders again", _copy),
    "priority": Form("priority GROUP GROUP GROUP GROUP [first UNIT ...]", "the order of supply", _priority),
    "seal": _alone("seal", o.Seal(), "hand the sheet in"),
    "resign": _alone("resign", o.Resign(), "give up the game"),
}  # fmt: skip


def _after(word: str, names: Words) -> str:
    return f" {word} {' '.join(names)}" if names else ""


def _if(flag: bool, word: str) -> str:
    return f" {word}" if flag else ""


def write(order: o.AnyOrder) -> str:
    """The order as a text that `parse` reads back."""
    match order:
        case o.Move(unit, mode, route, on_contact):
            how = MODE_WORDS[MODES.index(mode)]
            return f"move {unit} {how} {' '.join(route)}" + _if(on_contact == ROLES[0], ROLES[0])
        case o.Prepare(unit, target, route):
            return f"prepare {unit} {target}" + _after(VIA, route)
        case o.Attack(unit, target, route, breakthrough, onward, again, advance):
            flags = _if(breakthrough, BREAKTHROUGH) + _if(not again, ONCE) + _if(not advance, STAY)
            return f"attack {unit} {target}{flags}" + _after(VIA, route) + _after(ONWARD, onward)
        case o.Defend(unit, counter):
            return f"defend {unit}" + _if(counter, COUNTER)
        case o.Support(unit, target, role, mode, route):
            how = f" {MODE_WORDS[MODES.index(mode)]}" if route else ""
            return f"support {unit} {target} {role}{how}" + _after(VIA, route)
        case o.Interdict(unit, anchor) | o.Suppress(unit, anchor):
            return f"{order.__struct_config__.tag} {unit} {anchor}"
        case o.Rest(unit):
            return f"rest {unit}"
        case o.Demolish(unit, what) | o.Bridge(unit, what) | o.Attach(unit, what):
            return f"{order.__struct_config__.tag} {unit} {what}"
        case _:
            return _write_other(order)


def _write_other(order: o.AnyOrder) -> str:
    """Missions, and what is done to the sheet."""
    match order:
        case o.Cover(squadrons, zone):
            return f"cover {zone} {' '.join(squadrons)}"
        case o.Reconnoitre(squadrons, zone):
            return f"recce {zone} {' '.join(squadrons)}"
        case o.CloseSupport(squadrons, target, role):
            return f"close support {target} {role} {' '.join(squadrons)}"
        case o.AirInterdict(squadrons, anchor):
            return f"air interdict {anchor} {' '.join(squadrons)}"
        case o.AirSuppress(squadrons, anchor):
            return f"air suppress {anchor} {' '.join(squadrons)}"
        case o.Transport(squadrons, load, target, first):
            return f"transport {load} {target} {' '.join(squadrons)}" + _after(FIRST, first)
        case o.TakeBack(units, squadrons, attachment):
            return f"take back {' '.join((*units, *squadrons))}" + _if(attachment, ATTACHMENT)
        case o.Priority(groups, first):
            return f"priority {' '.join(groups)}" + _after(FIRST, first)
        case o.Copy(of) if of:
            return f"copy {of}"
        case _:
            return str(order.__struct_config__.tag)
