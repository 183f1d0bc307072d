"""The words of the playsheet: how each order is typed, written on the sheet and told to the players.

Units go by id or by the id without its side ("106-422"), squadrons by id or as a run of them
("allied-fighter-01..04"), hexes by number or place ("Bastogne").
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Sequence

from ardennes.games.playsheet.names import unit_name
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.orders.air import SUPPLIES
from ardennes.games.playsheet.schema.terms import DUMP, EXIT, MODES, TURN
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Order
from ardennes.kernel.names import ids_by_word, only_one, places_named
from ardennes.kernel.wording import BadText, OrderWords, Slot, Unknown, Wording, between_signs, choice
from ardennes.numbers import whole_number
from ardennes.words import counted, hex_of_place, plain

FILLERS = ("to", "with", "and", "by", "at", "in", "on", "for", "against")
MODE_WORDS = ("tactical", "march", "road")  # for MODES, as orders are written
MODE_NAMES = dict(zip(MODES, ("tactical", "non-tactical", "road column"), strict=True))  # as players say it
SPELLINGS = {"nontactical": "non_tactical", "roadcolumn": "road_column", "column": "road_column"}  # plain
RUN = ".."
UNIT_ID = re.compile(r"\b[A-Z]{2}-[\w-]*\w")


# Names


def unit_named(w: World, word: str) -> str:
    """The id of the unit a word means."""
    if id_ := only_one(word, sorted(_by_word(w).get(word.lower(), ()))):
        return id_
    raise Unknown(f"There is no unit {word!r}.", word, {unit.id for unit in w.units})


@functools.lru_cache(maxsize=8)  # worlds: the log names every unit it tells of
def _by_word(w: World) -> dict[str, list[str]]:
    """Word -> ids of the units it may mean: the id, or the id without the side."""
    return ids_by_word((name, (name, name.partition("-")[2])) for name in {unit.id for unit in w.units})


def find_hex(w: World, word: str) -> str | None:
    """The number of the hex a word means, by number or by place; None when there is none, or several."""
    if word in w.cells:
        return word
    places = places_named(word, w.board.places)
    return w.label(places[0]) if len(places) == 1 else None


def hex_named(w: World, word: str) -> str:
    result = find_hex(w, word)
    if result is None:
        known = [*w.cells, *filter(None, w.board.places)]
        raise Unknown(f"There is no hex {word!r} on the map, or several.", word, known)
    return result


def _step_named(w: World, word: str) -> str:
    return EXIT if word.upper() == EXIT else hex_named(w, word)


def hexside_named(w: World, word: str) -> str:
    """A hexside by its two hexes, the lower first."""
    a, slash, b = word.partition("/")
    if not slash:
        raise BadText(f"A hexside is written as its two hexes, like 3108/3109, not {word!r}.")
    return "/".join(sorted((hex_named(w, a), hex_named(w, b))))


def bridge_named(w: World, word: str) -> int:
    name = hexside_named(w, word)
    if name not in w.bridge_by_id:
        raise BadText(f"There is no bridge {name}.")
    return w.bridge_by_id[name]


def _squadrons_named(w: World, words: Sequence[str], state: object) -> tuple[str, ...]:
    """Squadrons by id, or a run of them: "allied-fighter-01..04"."""
    result: list[str] = []
    for word in words:
        first, run, last = word.lower().partition(RUN)
        if first not in w.squadron_by_id:
            raise Unknown(f"There is no squadron {first!r}.", first, w.squadron_by_id)
        pool = first.rpartition("-")[0]
        end = f"{pool}-{last}" if run else first
        if end not in w.squadron_by_id:
            raise BadText(f"There is no squadron {end!r}; a run is written like {pool}-01{RUN}04.")
        numbers = range(w.squadron_by_id[first], w.squadron_by_id[end] + 1)
        result += [w.squadrons[number].id for number in numbers]
    return tuple(sorted(result))


def _is_squadron(w: World, word: str) -> bool:
    return word.lower().partition(RUN)[0] in w.squadron_by_id


def mode_named(word: str) -> str | None:
    """The mode a word means: as orders are written (march), or as the rules call it (non-tactical)."""
    said = plain(word)
    return MODES[MODE_WORDS.index(said)] if said in MODE_WORDS else SPELLINGS.get(said)


def _mode(w: World, word: str, state: object) -> str:
    result = mode_named(word)
    if result is None:
        raise BadText(f"{word!r} is no mode; modes are {', '.join(MODE_WORDS)}.")
    return result


def _zone(w: World, word: str, state: object) -> int:
    zone = whole_number(word)
    if zone is None:
        raise BadText(f"An air zone is a number from {w.zones[0]} to {w.zones[-1]}, not {word!r}.")
    return zone


# What fields hold


def _by_id(w: World, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(names))


def _bridge_id(w: World, name: str) -> str:
    """A bridge with the lower hex first, from whichever bank it was named."""
    bridge = w.bridge_by_id.get(name)
    return name if bridge is None else w.bridges[bridge].id


UNIT = Slot[World]("UNIT", lambda w, word, s: unit_named(w, word))
HEX = Slot[World]("HEX", lambda w, word, s: hex_named(w, word), spot="hex")
STEP = Slot[World]("HEX", lambda w, word, s: _step_named(w, word))
HEXSIDE = Slot[World]("HEX/HEX", lambda w, word, s: hexside_named(w, word), tidy=_bridge_id, spot="side")
LOWER = Slot[World]("GROUP", lambda w, word, s: word.lower())
SLOTS: dict[str, Slot[World]] = {
    "unit": UNIT,
    "units": UNIT._replace(tidy=_by_id),
    "first": UNIT,
    "target": HEX,
    "anchor": HEX,
    "route": STEP,
    "onward": STEP,
    "hexside": HEXSIDE,
    "what": Slot(
        "HEX/HEX|dump",
        lambda w, word, s: DUMP if word.lower() == DUMP else hexside_named(w, word),
        tidy=_bridge_id,
    ),
    "mode": Slot("|".join(MODE_WORDS), _mode, lambda mode: MODE_WORDS[MODES.index(mode)] if mode else ""),
    "role": choice("attack", "defence"),
    "division": Slot("DIVISION", lambda w, word, s: word),
    "of": Slot("CORPS|army|air", lambda w, word, s: word),
    "groups": LOWER,
    "zone": Slot("ZONE", _zone),
    "load": Slot(
        "supplies|GE-VDH", lambda w, word, s: SUPPLIES if word.lower() == SUPPLIES else word.upper()
    ),
    "squadrons": Slot(
        "SQUADRON",
        lambda w, word, s: _squadrons_named(w, [word], s),
        tidy=_by_id,
        fits=_is_squadron,
        read_all=_squadrons_named,
    ),
}


# What players say


def place(w: World, label: str) -> str:
    """A hex as players say it: with its place, where it has one."""
    cell = w.cell(label)
    return hex_of_place(label, w.board.places[cell] if cell is not None else "")


def bridge_name(w: World, hexside: str) -> str:
    """A bridge with the place it is near to, where it has a name."""
    index = w.bridge_by_id.get(hexside)
    name = w.bridges[index].name if index is not None else ""
    return f"{hexside} ({name})" if name else hexside


def squadrons(names: Sequence[str]) -> str:
    """3 ground attack squadrons, 1 transport serial: by the pool in their names."""
    kinds = Counter(name.split("-")[1].replace("_", " ") for name in names if name.count("-") == 2)
    said = (
        counted(number, kind if kind.endswith("serial") else f"{kind} squadron")
        for kind, number in sorted(kinds.items())
    )
    return ", ".join(said)


def in_names(w: World, text: str) -> str:
    """A text with the names of units for their ids."""
    return UNIT_ID.sub(lambda found: _called(w, found[0]), text)


def _called(w: World, word: str) -> str:
    unit = w.by_id.get(word)
    return word if unit is None else unit_name(w.units[unit])


def percent(time: int) -> str:
    """A time in hundredths of a turn, rounded up so that half a turn is never said of more."""
    return str(-(-100 * time // TURN))


def when(w: World, s: PlaysheetState, unit: int, order: o.GroundOrder | None) -> str:
    """When a unit gets where its order sends it, as it is added to the words of the order."""
    result = routes.times(w, s, unit, order)
    return f"; there at {percent(sum(result))} % of the turn" if result is not None else ""


def arrival(start: int, taken: int) -> str:
    """When a unit gets there, and what it can do then, OPS-MOVE-11, OPS-SIM-7."""
    said = f"there at {percent(start + taken)} % of the turn"
    if start:
        said += ", since it sets out at half time"
    return said + ("" if routes.in_time(taken) else ", too late to fight or fire")


def doing(w: World, s: object, order: Order) -> str:
    """What is to be done, without saying by whom."""
    return WORDING.label(w, s, order)


def words(w: World, s: object, order: Order) -> str:
    """An order as the players would say it."""
    said = doing(w, s, order)
    if isinstance(order, o.OfUnit):
        return f"{_called(w, order.unit)}: {said}"
    if isinstance(order, o.Fly):
        return f"{squadrons(order.squadrons)}: {said}"
    return said[:1].upper() + said[1:]


def _move(w: World, s: object, x: o.Move) -> str:
    end = "off the map" if x.route[-1] == EXIT else f"to {place(w, x.route[-1])}"
    contact = ", attack on contact" if x.on_contact == "attack" else ""
    return f"move {end}, {MODE_NAMES.get(x.mode, x.mode)}{contact}"


def _attack(w: World, s: object, x: o.Attack) -> str:
    parts = [f"attack {place(w, x.target)}{_from(w, x.route)}"]
    if x.breakthrough:
        parts.append("breakthrough")
    if len(x.onward) > 1:
        parts.append(f"then on to {place(w, x.onward[-1])}")
    if not x.advance:
        parts.append("no advance")
    if x.breakthrough and not x.fight_again:
        parts.append("no second fight")
    return ", ".join(parts)


def _from(w: World, route: Sequence[str]) -> str:
    return f" from {place(w, route[-1])}" if route else ""


def _support(w: World, s: object, x: o.Support | o.CloseSupport) -> str:
    moved = f",{_from(w, x.route)}" if isinstance(x, o.Support) and x.route else ""
    return f"support the {x.role} of {place(w, x.target)}{moved}"


def _interdict(w: World, s: object, x: o.Interdict | o.AirInterdict) -> str:
    return f"interdict the area of {place(w, x.anchor)}"


def _suppress(w: World, s: object, x: o.Suppress | o.AirSuppress) -> str:
    return f"suppress flak in the area of {place(w, x.anchor)}"


def _demolish(w: World, s: object, x: o.Demolish) -> str:
    return "burn the fuel dump" if x.what == DUMP else f"blow the bridge {bridge_name(w, x.what)}"


def _transport(w: World, s: object, x: o.Transport) -> str:
    what = "drop supplies at" if x.load == SUPPLIES else f"drop {x.load} at"
    first = f", first for {'; '.join(x.first)}" if x.first else ""
    return in_names(w, f"{what} {place(w, x.target)}{first}")


def _take_back(w: World, s: object, x: o.TakeBack) -> str:
    what = "the attachment of " if x.attachment else ""
    return in_names(w, f"strike {what}{'; '.join((*x.units, *x.squadrons))} from the sheet")


def _no_mode_without_route(w: World, x: o.Support) -> Order:
    return x if x.route or not x.mode else o.Support(x.unit, x.target, x.role)


ENTRIES = (
    OrderWords(
        o.Move, "move {unit} {mode} {route}+ [attack]", "along a route; attack on contact", _move,
        flags={"attack": ("on_contact", "attack")}, slots={"route": STEP._replace(word="HEX|exit")},
    ),
    OrderWords(
        o.Prepare, "prepare {unit} {target} [via {route}+]", "be ready to attack next turn",
        lambda w, s, x: f"prepare against {place(w, x.target)}{_from(w, x.route)}",
    ),
    OrderWords(
        o.Attack, "attack {unit} {target} [breakthrough] [once] [stay] [via {route}+] [onward {onward}+]",
        "once: no second fight; stay: no advance", _attack,
        flags={"once": ("fight_again", False), "stay": ("advance", False)},
    ),
    OrderWords(
        o.Defend, "defend {unit} [counter]", "hold, and counter-attack",
        lambda w, s, x: "defend, and counter-attack" if x.counter_attack else "defend",
        flags={"counter": ("counter_attack", True)},
    ),
    OrderWords(
        o.Support, "support {unit} {target} {role} {mode}? [via {route}+]",
        "guns for a battle; a mode and a way: they move first", _support,
        whole=lambda x: bool(x.mode) == bool(x.route), tidy=_no_mode_without_route,
    ),
    OrderWords(o.Interdict, "interdict {unit} {anchor}", "guns on an area", _interdict),
    OrderWords(o.Suppress, "suppress {unit} {anchor}", "guns on flak in an area", _suppress),
    OrderWords(o.Rest, "rest {unit}", "stay and recover", "rest"),
    OrderWords(o.Demolish, "demolish {unit} {what}", "blow a bridge, burn a dump", _demolish),
    OrderWords(
        o.Bridge, "bridge {unit} {hexside}", "engineers build a bridge",
        lambda w, s, x: f"build the bridge {bridge_name(w, x.hexside)}",
    ),
    OrderWords(
        o.Attach, "attach {unit} {division}", "from the next turn on", lambda w, s, x: f"join {x.division}"
    ),
    OrderWords(
        o.Cover, "cover {zone} {squadrons}+", "fighters over a zone", lambda w, s, x: f"cover zone {x.zone}"
    ),
    OrderWords(
        o.CloseSupport, "close support {target} {role} {squadrons}+", "aircraft for a battle", _support
    ),
    OrderWords(o.AirInterdict, "air interdict {anchor} {squadrons}+", "bomb an area", _interdict),
    OrderWords(o.AirSuppress, "air suppress {anchor} {squadrons}+", "bomb flak in an area", _suppress),
    OrderWords(
        o.Reconnoitre, "recce {zone} {squadrons}+", "look at a zone",
        lambda w, s, x: f"reconnoitre zone {x.zone}",
    ),
    OrderWords(
        o.Transport, "transport {load} {target} {squadrons}+ [first {first}+]", "drop supplies, or troops",
        _transport,
    ),
    OrderWords(
        o.TakeBack, "take back {units}* {squadrons}* [attachment]", "strike from the sheet", _take_back,
        whole=lambda x: bool(x.units or x.squadrons),
    ),
    OrderWords(
        o.Copy, "copy {of}?", "write last turn's orders again",
        lambda w, s, x: f"write last turn's orders{x.of and f' of {x.of}'} again",
    ),
    OrderWords(
        o.Priority, "priority {groups}+ [first {first}+]", "the order of supply",
        lambda w, s, x: f"supply {', then '.join(x.groups)}",
    ),
    OrderWords(o.Seal, "seal", "hand the sheet in", "seal the orders"),
    OrderWords(o.Resign, "resign", "give up the game", "resign the game"),
)  # fmt: skip

WORDING: Wording[World] = Wording(ENTRIES, SLOTS, fillers=FILLERS, split=between_signs)
