"""The words of the playsheet: how each order is typed, written back and labelled.

Players type a unit by its id or by the id without its side ("106-422"), squadrons by id or as a range
("allied-fighter-01..04"), and a hex by its number or place ("Bastogne").
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Sequence

from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders import routes
from ardennes.games.playsheet.rules.orders.air import SUPPLIES
from ardennes.games.playsheet.rules.orders.corps import name_of
from ardennes.games.playsheet.schema.names import pool_name
from ardennes.games.playsheet.schema.terms import DUMP, EXIT, MODES, POINTS, POOLS, TURN
from ardennes.games.playsheet.schema.world import World
from ardennes.kernel.contract import Order
from ardennes.kernel.names import WINDS as WIND_NAMES
from ardennes.kernel.names import at_hex, hex_text, ids_by_word, only_one, places_named
from ardennes.kernel.wording import BadText, OrderWords, Slot, Unknown, Wording, between_signs, choice
from ardennes.numbers import whole_number
from ardennes.words import counted, listed, plain

FILLERS = ("to", "with", "and", "by", "at", "in", "on", "for", "against")
MODE_WORDS = ("tactical", "march", "road")  # for MODES, as orders are written
MODE_NAMES = dict(zip(MODES, ("tactical", "non-tactical", "road column"), strict=True))  # as players say it
MODE_HOW = dict(zip(MODES, ("tactically", "non-tactically", "in road column"), strict=True))
WINDS = dict(zip(POINTS, WIND_NAMES, strict=True))  # "NW" is north-west
ARMS = {"armour": "armoured", "recce": "reconnaissance"}  # types of report, before the size of a unit
SPELLINGS = {"nontactical": "non_tactical", "roadcolumn": "road_column", "column": "road_column"}  # plain
RUN = ".."
MET = re.compile(r"(.+) \((.*)\)")  # an enemy met in battle: "infantry (106)"


# Names


def unit_named(w: World, word: str) -> str:
    """Return the id of the unit that a word means; raise Unknown if there is none, or BadText if several."""
    if id_ := only_one(word, sorted(_by_word(w).get(word.lower(), ()))):
        return id_
    raise Unknown(f"{word!r} is not a unit.", word, {unit.id for unit in w.units})


@functools.lru_cache(maxsize=8)  # by world
def _by_word(w: World) -> dict[str, list[str]]:
    """By word: the ids of the units it may mean. A word is the id, or the id without the side."""
    return ids_by_word((name, (name, name.partition("-")[2])) for name in {unit.id for unit in w.units})


def find_hex(w: World, word: str) -> str | None:
    """Return the number of the hex that a number or place means; None if there is none, or several."""
    if word in w.cells:
        return word
    places = places_named(word, w.board.places)
    return w.label(places[0]) if len(places) == 1 else None


def hex_named(w: World, word: str) -> str:
    """Return the number of the hex that a number or place means; raise Unknown if there is none."""
    result = find_hex(w, word)
    if result is None:
        known = [*w.cells, *filter(None, w.board.places)]
        raise Unknown(f"{word!r} is not a hex or the name of one place on the map.", word, known)
    return result


def _step_named(w: World, word: str) -> str:
    return EXIT if word.upper() == EXIT else hex_named(w, word)


def hexside_named(w: World, word: str) -> str:
    """Return a hexside as its two hexes, the lower first, from a text like "3108/3109"."""
    a, slash, b = word.partition("/")
    if not slash:
        raise BadText(f"A hexside is written as its two hexes, like 3108/3109, not {word!r}.")
    return "/".join(sorted((hex_named(w, a), hex_named(w, b))))


def bridge_named(w: World, word: str) -> int:
    """Return the bridge on a hexside; raise BadText if there is none."""
    name = hexside_named(w, word)
    if name not in w.bridge_by_id:
        raise BadText(f"{name} is not a bridge.")
    return w.bridge_by_id[name]


def _squadrons_named(w: World, words: Sequence[str], state: object) -> tuple[str, ...]:
    """Return the ids of squadrons from ids and ranges like "allied-fighter-01..04"."""
    result: list[str] = []
    for word in words:
        first, run, last = word.lower().partition(RUN)
        if first not in w.squadron_by_id:
            raise Unknown(f"{first!r} is not a squadron.", first, w.squadron_by_id)
        pool = first.rpartition("-")[0]
        end = f"{pool}-{last}" if run else first
        if end not in w.squadron_by_id:
            raise BadText(f"{end!r} is not a squadron. Write a range like {pool}-01{RUN}04.")
        numbers = range(w.squadron_by_id[first], w.squadron_by_id[end] + 1)
        result += [w.squadrons[number].id for number in numbers]
    return tuple(sorted(result))


def _is_squadron(w: World, word: str) -> bool:
    return word.lower().partition(RUN)[0] in w.squadron_by_id


def mode_named(word: str) -> str | None:
    """Return the mode that a word means: as orders write it (march), or as rules do (non-tactical)."""
    said = plain(word)
    return MODES[MODE_WORDS.index(said)] if said in MODE_WORDS else SPELLINGS.get(said)


def _mode(w: World, word: str, state: object) -> str:
    result = mode_named(word)
    if result is None:
        raise BadText(f"{word!r} is not a mode. Write {', '.join(MODE_WORDS[:-1])} or {MODE_WORDS[-1]}.")
    return result


def _zone(w: World, word: str, state: object) -> int:
    zone = whole_number(word)
    if zone is None:
        raise BadText(f"{word!r} is not an air zone. Write a number from {w.zones[0]} to {w.zones[-1]}.")
    return zone


# What fields hold


def _by_id(w: World, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(names))


def _bridge_id(w: World, name: str) -> str:
    """Return the id of a bridge that was named from either bank."""
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


# Names and sentences for players


def zone_text(zone: object) -> str:
    return f"air zone {zone}"


def target_text(w: World, task: str, target: str) -> str:
    """Return where a mission flies, as it follows the name of the mission."""
    if target.startswith("zone "):
        return zone_text(target.removeprefix("zone "))
    area = task in ("AIR_INTERDICT", "AIR_SUPPRESS")
    return f"the area {at_hex(w, target)}" if area else at_hex(w, target)


def reported(w: World, kind: str, size: str, direction: str, formation: str) -> str:
    """Return a reported enemy: "enemy infantry regiment of the 106th Infantry Division, moving west"."""
    unit = " ".join(filter(None, ("enemy", ARMS.get(kind, kind), size or "unit")))
    of = f" of {w.formation_text(formation)}" if formation else ""
    return unit + of + (f", moving {WINDS[direction]}" if direction else "")


def enemies_met(w: World, enemy: Sequence[str]) -> str:
    """Return the enemies met in a battle: "2 infantry units of the 106th Infantry Division"."""
    parts = []
    for one, number in sorted(Counter(enemy).items()):
        match = MET.fullmatch(one)
        assert match is not None, one
        unit = counted(number, f"{ARMS.get(match[1], match[1])} unit")
        parts.append(f"{unit} of {w.formation_text(match[2])}")
    return listed(parts) or "an unknown enemy"


def squadrons(names: Sequence[str]) -> str:
    """Return squadrons by number and pool: "3 ground-attack squadrons and 1 transport serial"."""
    kinds = [name.split("-")[1] for name in names if name.count("-") == 2]
    pools = Counter(POOLS.index(kind) for kind in kinds if kind in POOLS)
    return listed([f"{number} {pool_name(pool, number)}" for pool, number in sorted(pools.items())])


def percent(time: int) -> str:
    """Return a time in hundredths of a turn, rounded up: more than half a turn is never shown as 50."""
    return str(-(-100 * time // TURN))


def when(w: World, s: PlaysheetState, unit: int, order: o.GroundOrder | None) -> str:
    """Return when a unit arrives by its order, as a text to follow the order; empty without a route."""
    result = routes.times(w, s, unit, order)
    return f"; arrives at {percent(sum(result))} % of the turn" if result is not None else ""


def arrival(start: int, taken: int) -> str:
    """Return when a unit arrives and what it can do then, OPS-MOVE-11, OPS-SIM-7."""
    text = f"arrives at {percent(start + taken)} % of the turn"
    if start:
        text += " (leaves at half time)"
    return text + ("" if routes.in_time(taken) else ", too late to attack or fire")


def doing(w: World, s: object, order: Order) -> str:
    """Return what an order says, without its unit or squadrons."""
    return WORDING.label(w, s, order)


def words(w: World, s: object, order: Order) -> str:
    """Return an order in a sentence, with its unit or squadrons."""
    text = doing(w, s, order)
    if isinstance(order, o.OfUnit):
        unit = w.by_id.get(order.unit)
        return f"{order.unit if unit is None else w.name(unit)}: {text}"
    if isinstance(order, o.Fly):
        return f"{squadrons(order.squadrons)}: {text}"
    return text[:1].upper() + text[1:]


def _move(w: World, s: object, x: o.Move) -> str:
    end = "off the map" if x.route[-1] == EXIT else f"to {hex_text(w, x.route[-1])}"
    contact = ", attack on contact" if x.on_contact == "attack" else ""
    return f"move {MODE_HOW.get(x.mode, x.mode)} {end}{contact}"


def _attack(w: World, s: object, x: o.Attack) -> str:
    parts = [f"attack {hex_text(w, x.target)}{_from(w, x.route)}"]
    if x.breakthrough:
        parts.append("break through")
    if len(x.onward) > 1:
        parts.append(f"continue to {hex_text(w, x.onward[-1])}")
    if not x.advance:
        parts.append("do not advance")
    if x.breakthrough and not x.fight_again:
        parts.append("do not fight again")
    return ", ".join(parts)


def _from(w: World, route: Sequence[str]) -> str:
    return f" from {hex_text(w, route[-1])}" if route else ""


def _support(w: World, s: object, x: o.Support | o.CloseSupport) -> str:
    moved = _from(w, x.route) if isinstance(x, o.Support) else ""
    return f"support the {x.role} {at_hex(w, x.target)}{',' if moved else ''}{moved}"


def _interdict(w: World, s: object, x: o.Interdict | o.AirInterdict) -> str:
    return f"interdict the area {at_hex(w, x.anchor)}"


def _suppress(w: World, s: object, x: o.Suppress | o.AirSuppress) -> str:
    return f"suppress flak in the area {at_hex(w, x.anchor)}"


def _demolish(w: World, s: object, x: o.Demolish) -> str:
    return "burn the fuel dump" if x.what == DUMP else f"blow up the {w.bridge_text(x.what)}"


def _transport(w: World, s: object, x: o.Transport) -> str:
    load = x.load if x.load == SUPPLIES else w.name_of(x.load)
    first = f", first for {listed([*map(w.name_of, x.first)])}" if x.first else ""
    return f"drop {load} {at_hex(w, x.target)}{first}"


def _take_back(w: World, s: object, x: o.TakeBack) -> str:
    what = "attachment" if x.attachment else "orders"
    return (
        f"cancel the {what} of {listed([*map(w.name_of, x.units), *filter(None, [squadrons(x.squadrons)])])}"
    )


def _priority(w: World, s: object, x: o.Priority) -> str:
    return f"supply {', then '.join((*map(w.name_of, x.first), *x.groups))}"


def _no_mode_without_route(w: World, x: o.Support) -> Order:
    return x if x.route or not x.mode else o.Support(x.unit, x.target, x.role)


ENTRIES = (
    OrderWords(
        o.Move, "move {unit} {mode} {route}+ [attack]", "follow a route; attack: attack on contact", _move,
        flags={"attack": ("on_contact", "attack")}, slots={"route": STEP._replace(word="HEX|exit")},
    ),
    OrderWords(
        o.Prepare, "prepare {unit} {target} [via {route}+]", "prepare to attack a hex next turn",
        lambda w, s, x: f"prepare to attack {hex_text(w, x.target)}{_from(w, x.route)}",
    ),
    OrderWords(
        o.Attack, "attack {unit} {target} [breakthrough] [once] [stay] [via {route}+] [onward {onward}+]",
        "attack a hex; once: do not fight again; stay: do not advance", _attack,
        flags={"once": ("fight_again", False), "stay": ("advance", False)},
    ),
    OrderWords(
        o.Defend, "defend {unit} [counter]", "hold the hex; counter: counter-attack",
        lambda w, s, x: "defend and counter-attack" if x.counter_attack else "defend",
        flags={"counter": ("counter_attack", True)},
    ),
    OrderWords(
        o.Support, "support {unit} {target} {role} {mode}? [via {route}+]",
        "support a battle with guns; with a mode and a route they move first", _support,
        whole=lambda x: bool(x.mode) == bool(x.route), tidy=_no_mode_without_route,
    ),
    OrderWords(o.Interdict, "interdict {unit} {anchor}", "fire at an area", _interdict),
    OrderWords(o.Suppress, "suppress {unit} {anchor}", "fire at flak in an area", _suppress),
    OrderWords(o.Rest, "rest {unit}", "stay and recover", "rest"),
    OrderWords(o.Demolish, "demolish {unit} {what}", "blow up a bridge or burn a fuel dump", _demolish),
    OrderWords(
        o.Bridge, "bridge {unit} {hexside}", "build a bridge with engineers",
        lambda w, s, x: f"build the {w.bridge_text(x.hexside)}",
    ),
    OrderWords(
        o.Attach, "attach {unit} {division}", "join a division from the next turn on",
        lambda w, s, x: f"join {w.formation_text(x.division)}"
    ),
    OrderWords(
        o.Cover, "cover {zone} {squadrons}+", "send fighters over a zone",
        lambda w, s, x: f"cover {zone_text(x.zone)}"
    ),
    OrderWords(
        o.CloseSupport, "close support {target} {role} {squadrons}+", "support a battle by air", _support
    ),
    OrderWords(o.AirInterdict, "air interdict {anchor} {squadrons}+", "bomb an area", _interdict),
    OrderWords(o.AirSuppress, "air suppress {anchor} {squadrons}+", "bomb flak in an area", _suppress),
    OrderWords(
        o.Reconnoitre, "recce {zone} {squadrons}+", "search a zone from the air",
        lambda w, s, x: f"reconnoitre {zone_text(x.zone)}",
    ),
    OrderWords(
        o.Transport, "transport {load} {target} {squadrons}+ [first {first}+]", "drop supplies or troops",
        _transport,
    ),
    OrderWords(
        o.TakeBack, "take back {units}* {squadrons}* [attachment]", "cancel orders, attachments", _take_back,
        whole=lambda x: bool(x.units or x.squadrons),
    ),
    OrderWords(
        o.Copy, "copy {of}?", "repeat last turn's orders",
        lambda w, s, x: f"repeat last turn's orders{x.of and f' of {name_of(x.of)}'}",
    ),
    OrderWords(
        o.Priority, "priority {groups}+ [first {first}+]", "set the order of supply", _priority,
    ),
    OrderWords(o.Seal, "seal", "hand in the order sheet", "seal the orders"),
    OrderWords(o.Resign, "resign", "give up the game", "resign the game"),
)  # fmt: skip

WORDING: Wording[World] = Wording(ENTRIES, SLOTS, fillers=FILLERS, split=between_signs)
