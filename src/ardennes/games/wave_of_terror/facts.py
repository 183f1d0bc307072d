"""The facts of Wave of Terror. Case files ask for them by key; the page shows them on sheets and counters."""

from __future__ import annotations

from ardennes.games.wave_of_terror.rules.model import state as f
from ardennes.games.wave_of_terror.rules.model.position import holder, units_at
from ardennes.games.wave_of_terror.rules.model.state import WaveState
from ardennes.games.wave_of_terror.rules.movement.step import left_of
from ardennes.games.wave_of_terror.rules.movement.supply import in_supply, struck
from ardennes.games.wave_of_terror.rules.sequence.phases import phase_of
from ardennes.games.wave_of_terror.schema import terms
from ardennes.games.wave_of_terror.schema.terms import Unit
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.words import bridge_named, hexes_named, unit_named
from ardennes.hexes import bits
from ardennes.kernel.facts import Fact, Facts, kept
from ardennes.kernel.wording import BadText

AWAY = {f.NOT_YET: "waiting", f.DEAD: "dead", f.EXITED: "exited", f.ASIDE: "aside", f.UNSEEN: "unseen"}
FACES = {1: "real", 0: "dummy", -1: "hidden"}  # of a POL marker


def _hex_at(w: World, s: WaveState, name: str) -> int:
    result = hexes_named(w.board, name)
    if not result:
        raise BadText(f'{name!r} is not a hex of this map. Write its number in quotes, like "E3119".')
    return result[0]


# Units


def _where(w: World, s: WaveState, unit: int) -> str:
    cell = s.where[unit]
    return w.grid.label(cell) if cell >= 0 else AWAY[cell]


def _marked(key: str, marks: int, mark: str = "") -> Fact:
    bits = marks if marks.bit_count() == 1 else 0  # a fact of several bits is true if any of them is set
    column = "marks" if bits else ""
    return Fact(key, lambda w, s, unit: bool(s.marks[unit] & marks), mark=mark, column=column, bits=bits)


def _no_supply(w: World, s: WaveState, unit: int) -> str:
    """Return why the unit is out of supply, or an empty text."""
    if in_supply(w, s, unit):
        return ""
    return "supply problems this turn" if struck(s, unit) else "no supply line"


def _left(w: World, s: WaveState, unit: int) -> str:
    is_moving = s.marks[unit] & f.MOVED and not s.marks[unit] & f.CLOSED
    return str(left_of(w, s, unit)) if is_moving else ""


UNITS = Facts(
    "units by id: hex, steps, movement points left and marks",
    (
        Fact("hex", _where),
        Fact("steps", lambda w, s, unit: s.steps[unit], "Steps",
             lambda w, s, unit: f"{s.steps[unit]} of {w.units[unit].steps}", "WOT-10.9"),
        _marked("done", f.DONE, "DONE"),
        _marked("halted", f.CLOSED | f.STOPPED, "has moved"),
        _marked("attacked", f.ATTACKED, "has attacked"),
        _marked("column", f.IN_COLUMN, "in column"),
        _marked("moved", f.MOVED),
        _marked("stopped", f.STOPPED),
        _marked("top", f.TOP),
        Fact("reduced", lambda w, s, unit: s.steps[unit] < w.units[unit].steps, mark="reduced"),
        Fact("unsupplied", lambda w, s, unit: not in_supply(w, s, unit), "Out of supply", _no_supply,
             "WOT-6.3", lambda value: "bad", "out of supply"),
        Fact("struck", lambda w, s, unit: struck(s, unit)),
        Fact("left", left_of, "Movement points left", _left, "WOT-9.2"),
        Fact("kg", lambda w, s, unit: unit in s.kg or s.where[unit] == s.kg_cell >= 0, mark="KG Peiper"),
    ),
    find=lambda w, s, name: w.by_id[unit_named(w, name)],
    short="hex",
)  # fmt: skip


# Counters


def _parent(w: World, s: object, unit: Unit) -> str:
    return w.parents[unit.parent].id if unit.parent >= 0 else "none"


def _setup(w: World, s: object, unit: Unit) -> str:
    if unit.setup_hex == terms.ANYWHERE:
        return "A"
    return w.grid.label(unit.setup_hex) if unit.setup_hex >= 0 else "none"


def _enters(w: World, s: object, unit: Unit) -> str:
    return f"turn {unit.turn}, {terms.AREAS[unit.entry]}" if unit.turn else ""


COUNTERS = Facts(
    "what is printed on a counter",
    (
        Fact("side", lambda w, s, unit: terms.SIDES[unit.side]),
        Fact("nation", lambda w, s, unit: terms.NATIONS[unit.nation]),
        Fact("parent", _parent),
        Fact("kind", lambda w, s, unit: terms.KINDS[unit.kind], "Kind", rule="WOT-2.4"),
        Fact("factors", lambda w, s, unit: f"{unit.attack}-{unit.defense}-{unit.movement}"),
        Fact("reduced", lambda w, s, unit: unit.reduced, "When reduced",
             lambda w, s, unit: unit.reduced if unit.steps > 1 else "", "WOT-10.9"),
        Fact("steps", lambda w, s, unit: unit.steps),
        Fact("heavy", lambda w, s, unit: unit.heavy, "Heavy",
             lambda w, s, unit: "crosses rivers only by bridge" if unit.heavy else "", "WOT-2.9"),
        Fact("motorized", lambda w, s, unit: unit.motorized, "Motorized",
             lambda w, s, unit: "on trucks" if unit.motorized else "", "WOT-2.10"),
        Fact("setup", _setup),
        Fact("radius", lambda w, s, unit: unit.radius),
        Fact("turn", lambda w, s, unit: unit.turn),
        Fact("entry", lambda w, s, unit: terms.ENTRIES[unit.entry] if unit.entry >= 0 else "none", "Enters",
             _enters, "WOT-8.1"),
        Fact("optional", lambda w, s, unit: unit.optional or "none"),
    ),
)  # fmt: skip


# Hexes, bridges, the game


HEXES = Facts(
    "hexes by number or place: control and the units in them",
    (
        Fact("control", lambda w, s, cell: terms.SIDES[holder(s, cell)]),
        Fact("units", lambda w, s, cell: frozenset(w.names(units_at(w, s, cell)))),
        Fact("count", lambda w, s, cell: len(units_at(w, s, cell)) + dict(s.unseen).get(cell, 0)),
        Fact("by_kg", lambda w, s, cell: bool(s.by_kg >> cell & 1)),
        Fact("interdicted", lambda w, s, cell: bool(s.interdicted >> cell & 1)),
    ),
    find=_hex_at,
    short="control",
)

BRIDGES = Facts(
    "bridges by the hexes that they join: intact, tried this turn, under repair",
    (
        Fact("intact", lambda w, s, bridge: not s.blown >> bridge & 1),
        Fact("tried", lambda w, s, bridge: bool(s.tried >> bridge & 1)),
        Fact("mending", lambda w, s, bridge: bool(s.mending >> bridge & 1)),
    ),
    find=lambda w, s, name: w.bridge_by_name[bridge_named(w, name)],
    short="intact",
    short_words={"intact": ("intact", True), "blown": ("intact", False)},
)

STATE = Facts(
    "turn, couplet, weather, aircraft, points and other facts of the game",
    (
        *kept("turn", "couplet", "aircraft", "baseplate", "repairs", "rolls_stopped", "free_entry", "rolls"),
        Fact("acting", lambda w, s, _: terms.SIDES[s.acting] if s.acting >= 0 else "none"),
        Fact("phase", lambda w, s, _: phase_of(s) or "other"),
        Fact("order", lambda w, s, _: "fight-move" if s.fight_first else "move-fight"),
        Fact("weather", lambda w, s, _: terms.WEATHERS[s.weather]),
        Fact("interdicted", lambda w, s, _: frozenset(w.labels(list(bits(s.interdicted))))),
        Fact("markers", lambda w, s, _: {w.grid.label(marker.cell): marker.left for marker in s.markers}),
        Fact("depots", lambda w, s, _: {w.grid.label(depot.cell): FACES[depot.real] for depot in s.depots}),
        Fact("kg", lambda w, s, _: frozenset(w.names(s.kg))),
        Fact("committed", lambda w, s, _: s.committed or "none"),
        Fact("paid", lambda w, s, _: frozenset(s.paid)),
        Fact("german", lambda w, s, _: s.points[terms.GERMAN]),
        Fact("allied", lambda w, s, _: s.points[terms.ALLIED]),
        Fact("ledger", lambda w, s, _: [
            {"turn": award.turn, "side": terms.SIDES[award.side], "points": award.points, "rule": award.rule}
            for award in s.ledger
        ]),
        Fact("over", lambda w, s, _: s.over or "none"),
    ),
)  # fmt: skip

FACTS = {"units": UNITS, "hexes": HEXES, "bridges": BRIDGES, "state": STATE}
