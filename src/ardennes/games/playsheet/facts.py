"""The facts of the playsheet, each described once: for case files, unit sheets and marks on counters."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ardennes.errors import UserError
from ardennes.games.playsheet import words
from ardennes.games.playsheet.rules.knowledge.reports import age, stale
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model import state
from ardennes.games.playsheet.rules.model.state import PlaysheetState, Report
from ardennes.games.playsheet.rules.orders.ground import has_guns, surprised
from ardennes.games.playsheet.rules.orders.routes import believed_blown, ground_of, modes_of
from ardennes.games.playsheet.schema import terms
from ardennes.games.playsheet.schema.names import division_name, formation_name
from ardennes.games.playsheet.schema.world import World
from ardennes.games.playsheet.words import WORDING
from ardennes.kernel.facts import Fact, Facts, flags, kept
from ardennes.kernel.names import at_hex, hex_text
from ardennes.kernel.wire import Carried, Mark
from ardennes.words import closest

# The words of cases for numbers in the state.
AWAY = {"waiting": state.NOT_YET, "dead": state.DEAD, "exited": state.EXITED}  # a unit in no hex
SQUADRONS = {"fit": state.FIT, "damaged": state.DAMAGED, "lost": state.LOST}
DUMPS = {"stands": state.STANDS, "taken": state.TAKEN, "burned": state.BURNED}
MARKS = {
    word: getattr(state, word.upper()) for word in (
        "dug_in", "immobilised", "retired", "adjacent", "defended", "rested", "moved", "attacked", "supplied",
        "retired_before", "marched", "was_attacked", "stopped", "suppressed",
    )
}  # fmt: skip
ON_COUNTER = {
    "dug_in": "dug in", "immobilised": "immobilised", "retired": "retired", "adjacent": "next to the enemy",
}  # fmt: skip
HIDDEN, SECRET, UNKNOWN = "hidden", "secret", "unknown"  # what a view has for the enemy
ROWS = ("on foot or horse-drawn", "motorised", "tanks", "motor-towed", "reconnaissance")  # for CLASSES


def word_of(known: Mapping[str, int], number: int, otherwise: str) -> str:
    """Return the word for a number of the state."""
    return next((word for word, meant in known.items() if meant == number), otherwise)


def _written(order: Any) -> str:
    return WORDING.write(order) if order else "none"


# The results of last turn's orders, as far as the side knows


def outcome(w: World, s: PlaysheetState, unit: int) -> Carried | None:
    """Return the result of a unit's order of last turn; None if it was to stay."""
    order = s.last_sheet[unit]
    if order is None or isinstance(order, o.Defend | o.Rest):
        return None
    came, mark = _came(w, s, unit, order)
    target = getattr(order, "target", getattr(order, "anchor", ""))
    return Carried(order.unit, words.doing(w, s, order), came, mark, target)


def _came(w: World, s: PlaysheetState, unit: int, order: o.GroundOrder) -> tuple[str, Mark]:
    where = s.where[unit]
    if where == state.DEAD:
        return "it was destroyed", "bad"
    if where == state.EXITED:
        return "it left the map", "good"
    here = w.label(where)
    match order:
        case o.Move(route=route):
            return _arrived(w, here, route[-1])
        case o.Attack(target=target):
            return f"it is {at_hex(w, here)}", "good" if here == target else ""
        case o.Prepare():
            ready = s.prepared[unit] != state.NOTHING
            return ("it is prepared", "good") if ready else ("it is not prepared", "bad")
        case o.Support(route=route) if route:
            return _arrived(w, here, route[-1])
        case o.Demolish(what=hexside) if hexside != terms.DUMP:
            return _bridge(w, s, unit, hexside, down=True)
        case o.Bridge(hexside=hexside):
            return _bridge(w, s, unit, hexside, down=False)
    return "", ""


def _arrived(w: World, here: str, end: str) -> tuple[str, Mark]:
    if here == end:
        return f"it is {at_hex(w, here)}", "good"
    return f"it got no farther than {hex_text(w, here)}", "bad"


def _bridge(w: World, s: PlaysheetState, unit: int, hexside: str, *, down: bool) -> tuple[str, Mark]:
    index = w.bridge_by_id.get(hexside)
    is_down = index is not None and bool(believed_blown(s, w.units[unit].side) >> index & 1)
    return "the bridge is down" if is_down else "the bridge is intact", "good" if is_down == down else "bad"


# Units


def _where(w: World, s: PlaysheetState, unit: int) -> str:
    cell = s.where[unit]
    return w.label(cell) if cell >= 0 else word_of(AWAY, cell, HIDDEN)


def _order(w: World, s: PlaysheetState, unit: int) -> str:
    order = s.sheet[unit]
    return (
        "no order; it defends" if order is None else words.doing(w, s, order) + words.when(w, s, unit, order)
    )


def _last_turn(w: World, s: PlaysheetState, unit: int) -> str:
    before = outcome(w, s, unit)
    if before is None:
        return ""
    return before.words + (before.came and f": {before.came}")


def _prepared(w: World, s: PlaysheetState, unit: int) -> str:
    known = {state.NOTHING: "none", state.EVERY_HEX: "every"}
    return known.get(s.prepared[unit]) or w.label(s.prepared[unit])


def _ready(w: World, s: PlaysheetState, unit: int) -> bool:
    return s.prepared[unit] != state.NOTHING and w.combat[unit]


UNITS = Facts(
    "units by id: hex, status, supply points, time used, order and marks",
    (
        Fact("hex", _where),
        Fact("order", lambda w, s, u: _written(s.sheet[u]), "Order", _order, "OPS-ORD-1"),
        Fact(
            "status", lambda w, s, u: s.status[u], "Status",
            lambda w, s, u: f"{s.status[u]} of {w.units[u].status}", "OPS-UNIT-2",
        ),
        Fact(
            "sp", lambda w, s, u: s.sp[u], "Supply points",
            lambda w, s, u: f"{s.sp[u]} of {w.limits.sp_limit}", "OPS-SUP-1",
        ),
        Fact(
            "division", lambda w, s, u: s.division[u], "Formation",
            lambda w, s, u: formation_name(w.units[u], s.division[u]), "OPS-UNIT-13",
        ),
        Fact("last_turn", _last_turn, "Last turn", rule="OPS-ORD-4"),
        Fact(
            "used", lambda w, s, u: Fraction(s.used[u], terms.TURN), "Moved last turn",
            lambda w, s, u: f"{words.percent(s.used[u])} % of the turn" if s.used[u] else "", "OPS-MOVE-4",
        ),
        *(
            fact._replace(mark=ON_COUNTER.get(fact.key, ""))
            for fact in flags(MARKS, lambda s, unit: s.marks[unit])
        ),
        Fact(
            "ready", _ready, "Prepared",
            lambda w, s, u: "against every hex" if w.combat[u] and s.prepared[u] == state.EVERY_HEX else "",
            "OPS-UNIT-6", mark="prepared",
        ),
        Fact(
            "prepared", _prepared, "Prepared",
            lambda w, s, u: f"against {w.hex_text(s.prepared[u])} and the hexes around it"
            if s.prepared[u] >= 0 else "",
            "OPS-COMBAT-1", hex=lambda w, s, u: w.label(s.prepared[u]),
        ),
        Fact(
            "joining", lambda w, s, u: s.joining[u] or "none", "Joins",
            lambda w, s, u: s.joining[u] and f"{division_name(s.joining[u])} next turn", "OPS-UNIT-13",
        ),
        Fact("surprised", surprised, mark="surprised"),
        Fact(
            "out_of_supply", lambda w, s, u: not s.marks[u] & state.SUPPLIED, "Out of supply",
            lambda w, s, u: "" if s.marks[u] & state.SUPPLIED else "receives no supply points", "OPS-SUP-3",
            tone=lambda out: "bad", mark="out of supply",
        ),
        Fact(
            "no_sp", lambda w, s, u: bool(s.marks[u] & state.SUPPLIED) and not s.sp[u],
            mark="no supply points",
        ),
        Fact("ordered", lambda w, s, u: s.sheet[u] is not None, mark="has an order"),
    ),
    find=lambda w, s, name: w.by_id[words.unit_named(w, name)],
    short="hex",
    number="04",
)  # fmt: skip


def _flag(key: str, title: str = "", rule: str = "") -> Fact:
    """Return a printed fact that is true or false."""

    def of(w: World, s: object, unit: int) -> bool:
        return bool(getattr(w.units[unit], key))

    return Fact(key, of, title, lambda w, s, unit: "yes" if of(w, s, unit) else "", rule)


def _arrives(w: World, s: object, unit: int) -> str:
    turn = w.units[unit].arrives
    return "start" if turn == 0 else "drop" if turn == terms.BY_AIR else w.turn_name(turn)


PRINTED = Facts(
    "a unit as printed",
    (
        Fact("side", lambda w, s, u: terms.SIDES[w.units[u].side]),
        Fact("formation", lambda w, s, u: w.units[u].formation),
        Fact("corps", lambda w, s, u: w.units[u].corps or "none"),
        Fact("type", lambda w, s, u: terms.REPORT_TYPES[w.units[u].report_type]),
        Fact("size", lambda w, s, u: terms.REPORT_SIZES[w.units[u].report_size]),
        Fact(
            "class", lambda w, s, u: terms.CLASSES[w.units[u].row], "Moves",
            lambda w, s, u: ROWS[w.units[u].row], "OPS-MOVE-1",
        ),
        Fact("status", lambda w, s, u: w.units[u].status, "Starting status", rule="OPS-UNIT-2"),
        Fact("modes", lambda w, s, u: frozenset(terms.MODES[mode] for mode in modes_of(w, u))),
        Fact("gun", lambda w, s, u: terms.GUNS[w.units[u].gun] or "none"),
        _flag("tank", "Tanks", "OPS-COMBAT-23"),
        _flag("infantry"),
        _flag("heavy", "Heavy tanks", "OPS-COMBAT-7"),
        _flag("light", "Light infantry", "OPS-COMBAT-5"),
        _flag("engineer", "Engineers", "OPS-BRDG-3"),
        _flag("light_flak", "Light flak", "OPS-UNIT-8"),
        _flag("heavy_flak"),
        _flag("trucks", "Trucks", "OPS-UNIT-7"),
        _flag("surprised"),
        _flag("combat"),
        Fact("infantry_guns", lambda w, s, u: has_guns(w, u)),
        Fact("arrives", _arrives),
        Fact("hex", lambda w, s, u: w.label(w.units[u].hex) if w.units[u].hex >= 0 else "none"),
    ),
)  # fmt: skip


# Hexes, bridges, reports


def report_facts(w: World, s: PlaysheetState, report: Report) -> dict[str, Any]:
    return {
        "hex": w.label(report.hex),
        "turn": w.turn_name(report.turn) if report.turn >= 0 else "before",
        "source": report.source,
        "type": terms.REPORT_TYPES[report.type] if report.type >= 0 else "none",
        "size": terms.REPORT_SIZES[report.size] if report.size >= 0 else "none",
        "direction": terms.POINTS[report.direction] if report.direction >= 0 else "none",
        "formation": report.formation or "none",
        "age": age(s, report),
        "stale": stale(w, s, report),
    }


def _reports(w: World, s: PlaysheetState, side: int) -> list[dict[str, Any]]:
    return [report_facts(w, s, report) for report in s.reports if report.to == side]


def _known(w: World, s: PlaysheetState, cell: int, side: int) -> list[str]:
    """Return the reports of a side in a hex, as short texts."""
    here = [facts for facts in _reports(w, s, side) if facts["hex"] == w.label(cell)]
    contents = [[facts[word] for word in ("type", "size", "direction", "formation")] for facts in here]
    return [" ".join(word for word in words if word != "none") or "spotted" for words in contents]


def _squadron(w: World, s: PlaysheetState, name: str) -> int:
    if name not in w.squadron_by_id:
        raise UserError(f"{name!r} is not a squadron.{closest(name, w.squadron_by_id)}")
    return w.squadron_by_id[name]


def _held(w: World, s: PlaysheetState, cell: int) -> frozenset[str]:
    return frozenset(name for side, name in enumerate(terms.SIDES) if ground_of(s, side) >> cell & 1)


def _by_side(key: str, of: Any) -> tuple[Fact, ...]:
    """Return a fact for each side; `side` in the key becomes the side's name."""

    def fact(side: int, name: str) -> Fact:
        return Fact(key.replace("side", name), lambda w, s, thing: of(w, s, thing, side))

    return tuple(fact(side, name) for side, name in enumerate(terms.SIDES))


# The game


def _places(w: World, german: Sequence[bool]) -> frozenset[str]:
    return frozenset(itertools.compress((place.name for place in w.objectives), german))


def _believed(w: World, s: PlaysheetState, thing: None, side: int) -> frozenset[str]:
    believed = s.german_thinks_german if side == terms.GERMAN else s.allied_thinks_german
    return _places(w, [bool(believed >> place.index & 1) for place in w.objectives])


FACTS: dict[str, Facts] = {
    "units": UNITS,
    "hexes": Facts(
        "hexes by number or place: the units in them, and which side holds them as far as each side knows",
        (
            Fact("units", lambda w, s, c: frozenset(u.id for u in w.units if s.where[u.index] == c)),
            Fact("held", _held),
            *_by_side("side_knows", _known),
        ),
        find=lambda w, s, name: w.cell_of(words.hex_named(w, name)),
    ),
    "bridges": Facts(
        "bridges by the hexes they join: their true state, and what each side believes",
        (
            Fact("intact", lambda w, s, bridge: not s.blown >> bridge & 1),
            *_by_side("side_believes", lambda w, s, bridge, side: not believed_blown(s, side) >> bridge & 1),
        ),
        find=lambda w, s, name: words.bridge_named(w, name),
        short="intact",
        short_words={"intact": ("intact", True), "blown": ("intact", False)},
    ),
    "reports": Facts(
        "by side: its reports", _by_side("side", lambda w, s, thing, side: _reports(w, s, side))
    ),
    "squadrons": Facts(
        "squadrons by id: fit, damaged or lost, and their mission",
        (
            Fact("is", lambda w, s, q: word_of(SQUADRONS, s.squadrons[q], SECRET)),
            Fact("mission", lambda w, s, q: _written(s.flights[q])),
        ),
        find=_squadron,
        short="is",
    ),
    "state": Facts(
        "turn, weather, places, points and other facts of the game",
        (
            Fact("turn", lambda w, s, _: w.turn_name(s.turn)),
            Fact("weather", lambda w, s, _: terms.WEATHERS[s.weather]),
            Fact("sealed", lambda w, s, _: frozenset(itertools.compress(terms.SIDES, s.sealed))),
            Fact("german_places", lambda w, s, _: _places(w, [side == terms.GERMAN for side in s.places])),
            *_by_side("side_sees_german", _believed),
            Fact("dumps", lambda w, s, _: {
                w.label(cell): word_of(DUMPS, dump, UNKNOWN)
                for cell, dump in zip(w.dumps, s.dumps, strict=True)
            }),
            *kept("bonus", "exited", "points", "rolls"),
            *_by_side("side_supply", lambda w, s, _, side: list(s.supply_order[side].groups)),
            *_by_side(
                "side_supply_first", lambda w, s, _, side: [w.units[u].id for u in s.supply_order[side].first]
            ),
            Fact("over", lambda w, s, _: s.over or "none"),
        ),
    ),
}  # fmt: skip
