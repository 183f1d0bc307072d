"""The facts of Breakthrough, each described once. Case files ask for them by key; unit sheets and marks show
them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.games.breakthrough.rules.combat.odds import printed
from ardennes.games.breakthrough.rules.model import state as f
from ardennes.games.breakthrough.rules.model.knowledge import replacement_places
from ardennes.games.breakthrough.rules.model.position import parts_of, stack_at, stacking
from ardennes.games.breakthrough.rules.model.state import BreakthroughState
from ardennes.games.breakthrough.rules.movement.bridges import intact
from ardennes.games.breakthrough.rules.movement.roads import supplied_roads
from ardennes.games.breakthrough.rules.movement.supply import automatic, commanded, state_now, surrounded
from ardennes.games.breakthrough.rules.organization.artillery import maximum, pool_of
from ardennes.games.breakthrough.rules.outcome.victory import score
from ardennes.games.breakthrough.rules.sequence.phases import phase_title
from ardennes.games.breakthrough.schema import terms
from ardennes.games.breakthrough.schema.load import load_pools
from ardennes.games.breakthrough.schema.terms import AMERICAN, GERMAN, SIDES
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.words import bridge_named, hex_named, unit_named
from ardennes.hexes import COMPASS_WORDS, bits
from ardennes.kernel.facts import Fact, Facts, kept
from ardennes.kernel.wire import Mark, Row
from ardennes.kernel.wording import BadText

AWAY = {
    f.NOT_YET: "waiting", f.DEAD: "dead", f.EXITED: "exited", f.MERGED: "inside", f.CANCELLED: "cancelled",
    f.UNFORMED: "unformed",
}  # fmt: skip


# Units.


def _where(w: World, s: BreakthroughState, unit: int) -> str:
    cell = s.where[unit]
    return w.grid.label(cell) if cell >= 0 else AWAY[cell]


def _parts(w: World, s: BreakthroughState, unit: int) -> frozenset[str]:
    return frozenset(w.names(parts_of(w, s, unit))) if w.units[unit].divisional else frozenset()


def _part_names(w: World, s: BreakthroughState, unit: int) -> str:
    return ", ".join(w.units[part].name for part in parts_of(w, s, unit)) if w.units[unit].divisional else ""


def _attacks(w: World, s: BreakthroughState, unit: int) -> str:
    """Return the hex that the unit has plotted an attack on, or an empty text."""
    return next((w.grid.label(plot.target) for plot in s.plots if plot.unit == unit), "")


def _attack_direction(w: World, s: BreakthroughState, unit: int) -> str:
    """Return the compass direction and the hex of the unit's plot, as section 7.9 of the manual shows it."""
    target = next((plot.target for plot in s.plots if plot.unit == unit), -1)
    direction = w.grid.direction(s.where[unit], target) if s.where[unit] >= 0 else None
    if direction is None:
        return ""
    return f"{COMPASS_WORDS[w.grid.compass[direction]]}, {w.at_hex(target)}"


def _marked(bit: int) -> Callable[[World, BreakthroughState, int], bool]:
    return lambda w, s, unit: bool(s.marks[unit] & bit)


def _in_state(state: int) -> Callable[[World, BreakthroughState, int], bool]:
    return lambda w, s, unit: s.supply[unit] == state


def _fresh(efficiency: int) -> Mark:
    return "good" if efficiency >= 75 else "bad" if efficiency < 60 else ""


def _guns(w: World, s: BreakthroughState, unit: int) -> list[Row]:
    """Return a row for the artillery held, and one for the pool during the organization phase, BTA-13.3."""
    pool = pool_of(w, unit)
    if pool < 0:
        return []
    held = f"{s.artillery[unit]} of {maximum(w, s, unit)}"
    rows = [Row("Artillery", held, "BTA-6.4b")]
    if s.phase == f.ORGANIZATION:
        rows.append(Row(w.pools[pool].name, f"{s.pools[pool]} left", "BTA-6.4a"))
    return rows


def _supply(w: World, s: BreakthroughState, unit: int) -> list[Row]:
    """Return the supply state of the last Supply Phase and the one a trace would give now, with the
    reason."""
    state, now = s.supply[unit], state_now(w, s, unit)
    words, rule = supply_reason(w, s, unit, now)
    value = f"{terms.SUPPLY_STATES[now]}: {words}"
    tone: Mark = "" if state == terms.SUPPLIED else "bad"
    if state == now:
        return [Row("Supply", value, rule, mark=tone)]
    return [
        Row("Supply", terms.SUPPLY_STATES[state], "BTA-4.2a", mark=tone),
        Row("If traced now", value, rule, mark="good" if now == terms.SUPPLIED else "bad"),
    ]


def supply_reason(w: World, s: BreakthroughState, unit: int, state: int) -> tuple[str, str]:
    """Return why a trace made now gives the unit this state, and the rule."""
    side, cell = w.side[unit], s.where[unit]
    if automatic(w, s, side):
        return "all units are, on this day", "BTA-2.4f"
    reach = w.limits.supply_reach_hexes
    if state == terms.SUPPLIED:
        near = [hex_ for hex_ in bits(supplied_roads(w, s, side)) if w.grid.distance(hex_, cell) <= reach]
        at = min(near, key=lambda hex_: w.grid.distance(hex_, cell), default=cell)
        if at == cell:
            return "on a supplied road", "BTA-4.1a"
        return f"a supplied road runs through {w.hex_text(at)}", "BTA-4.1b"
    if surrounded(w, s, side, cell):
        if commanded(w, s, side) >> cell & 1:
            return "surrounded, but a divisional unit is near", "BTA-4.2c"
        return "every hex around it holds an enemy or is in an enemy zone", "BTA-4.2b"
    return f"no supplied road within {reach} hexes", "BTA-4.1b"


EFFICIENCY = Fact(
    "efficiency", lambda w, s, u: s.efficiency[u], "Efficiency", lambda w, s, u: f"{s.efficiency[u]} %",
    "BTA-8.1a", _fresh,
)  # fmt: skip
FORT = Fact(
    "fort", lambda w, s, u: s.fort[u], "Fortification",
    lambda w, s, u: f"{s.fort[u]} of {w.limits.fort_levels}", "BTA-7.8a", mark="dug in",
)  # fmt: skip
MODE = Fact("mode", lambda w, s, u: terms.MODES[s.mode[u]], "Mode", rule="BTA-7.7d")
STACK = Fact("stack", stacking, "Stacking points", rule="BTA-7.6j")
SUPPLY = Fact("supply", lambda w, s, u: terms.SUPPLY_STATES[s.supply[u]], rows=_supply)
PARTS = Fact("parts", _parts, "Made of", _part_names, "BTA-6.6a")
UNITS = Facts(
    "units by id: hex, strength, efficiency, fort, artillery, points, mode, supply and marks",
    (
        Fact("hex", _where),
        Fact("name", lambda w, s, u: w.units[u].label),
        Fact(
            "strength", lambda w, s, u: s.strength[u], "Strength",
            lambda w, s, u: f"{s.strength[u]} of {printed(w, s, u)}", "BTA-13.2",
        ),
        EFFICIENCY,
        Fact("points", lambda w, s, u: s.points[u], "Operation points", rule="BTA-7.4a"),
        Fact("unsupplied", _in_state(terms.UNSUPPLIED), mark="unsupplied"),
        Fact("isolated", _in_state(terms.ISOLATED), mark="isolated"),
        FORT,
        MODE,
        Fact("travel", lambda w, s, u: s.mode[u] == terms.TRAVEL, mark="travel mode"),
        Fact("artillery", lambda w, s, u: s.artillery[u], rows=_guns),
        STACK,
        Fact("plotted", _marked(f.PLOTTED)),
        Fact(
            "attacks", _attacks, "Attack plotted", _attack_direction, "BTA-7.9a", mark="attack plotted",
            hex=_attacks,
        ),
        Fact(
            "flag", _marked(f.ADVANCE), "Advance after combat",
            lambda w, s, u: "yes" if s.marks[u] & f.ADVANCE else "no", "BTA-7.9d", mark="advances",
            column="marks", bits=f.ADVANCE,
        ),
        SUPPLY,
        Fact(
            "interdicted", _marked(f.INTERDICTED), "Interdicted",
            lambda w, s, u: "half its points" if s.marks[u] & f.INTERDICTED else "", "BTA-3.3",
            lambda interdicted: "bad", "interdicted", column="marks", bits=f.INTERDICTED,
        ),
        Fact("moved", _marked(f.MOVED), mark="has moved", column="marks", bits=f.MOVED),
        Fact("blew", _marked(f.BLEW)),
        Fact("delayed", lambda w, s, u: u in s.waiting),
        Fact("known", lambda w, s, u: s.known[u]),
        Fact("inside", lambda w, s, u: w.units[s.inside[u]].id if s.inside[u] >= 0 else "none"),
        PARTS,
    ),
    lambda w, s, name: w.by_id[unit_named(w, name)],
    short="hex",
    other_keys={"eff": "efficiency", "op": "points", "combat": "strength"},
)  # fmt: skip
# What a side sees of enemy units: place, mode and the strength last shown, BTA-8.0b.
SEEN = Facts(
    "",
    (
        Fact(
            "strength", lambda w, s, u: s.strength[u], "Strength",
            lambda w, s, u: f"about {s.strength[u]}, as last seen", "BTA-8.0b",
        ),
        MODE,
        STACK,
        PARTS,
    ),
)  # fmt: skip
OPEN = Facts(
    "",
    (
        Fact("strength", lambda w, s, u: s.strength[u], "Strength", rule="BTA-8.0b"),
        MODE,
        STACK,
        EFFICIENCY._replace(tone=None),
        FORT._replace(words=None),
        SUPPLY._replace(title="Supply", rule="BTA-4.2a", rows=None),
        PARTS,
    ),
)


def known_sides(s: BreakthroughState, side: int | None) -> tuple[int, ...]:
    """Return the sides whose units a seat sees in full: its own, and both when the game is over,
    BTA-10.2a."""
    return (GERMAN, AMERICAN) if s.over else () if side is None else (side,)


def sheet(w: World, s: BreakthroughState, unit: int, known: tuple[int, ...]) -> list[Row]:
    """Return a unit's sheet: all of it for its own side, the visible part for the other, BTA-13.3."""
    if w.side[unit] in known:
        return UNITS.sheet(w, s, unit)
    return (OPEN if s.variant.show_strengths else SEEN).sheet(w, s, unit)


# Hexes, bridges, pools, the game.


def _standing(side: int) -> Callable[[World, BreakthroughState, int], frozenset[str]]:
    return lambda w, s, cell: frozenset(w.names([u for u in stack_at(w, s, cell) if w.side[u] == side]))


def _bridge(w: World, s: BreakthroughState, name: str) -> int:
    result = w.bridge_by_name.get(bridge_named(w, name))
    if result is None:
        raise BadText("There is no bridge site there: no road crosses a river. given.sides can add one.")
    return result


def _left(pool: int) -> Callable[[World, BreakthroughState, None], int]:
    return lambda w, s, _: s.pools[pool]


def _by_side(of: Callable[[BreakthroughState, int], Any]) -> Callable[[World, BreakthroughState, None], Any]:
    return lambda w, s, _: {name: of(s, side) for side, name in enumerate(SIDES)}


def _replacements(s: BreakthroughState, side: int) -> dict[str, int]:
    return {
        word: s.replacements[at]
        for word, at in zip(terms.POOL_WORDS[1:], replacement_places(side), strict=True)
    }


FACTS = {
    "units": UNITS,
    "hexes": Facts(
        "hexes by x,y or place: control and the units in them, in the order of the hex list",
        (
            Fact("control", lambda w, s, cell: SIDES[GERMAN if s.german >> cell & 1 else AMERICAN]),
            Fact("units", lambda w, s, cell: list(w.names(stack_at(w, s, cell)))),
            Fact("german", _standing(GERMAN)),
            Fact("american", _standing(AMERICAN)),
        ),
        lambda w, s, name: w.grid.at(hex_named(w, name)),
        short="control",
        other_keys={"owner": "control"},
    ),
    "bridges": Facts(
        "bridge sites: intact, crossings",
        (
            Fact("intact", lambda w, s, bridge: intact(s, bridge)),
            Fact("crossings", lambda w, s, bridge: s.crossings[bridge]),
        ),
        _bridge,
        short="intact",
        short_words={"intact": ("intact", True), "blown": ("intact", False)},
    ),
    "pools": Facts("artillery points by corps", tuple(Fact(p.corps, _left(p.index)) for p in load_pools())),
    "state": Facts(
        "day, phase, weather, air points, replacements, score and other facts of the game",
        (
            *kept("day", "turn", "cancelled", "rolls"),
            Fact("phase", lambda w, s, _: phase_title(s.phase)),
            Fact("acting", lambda w, s, _: SIDES[s.acting] if s.acting >= 0 else "none"),
            Fact("weather", lambda w, s, _: terms.WEATHERS[s.weather]),
            Fact("air", _by_side(lambda s, side: s.air[side])),
            Fact("interdiction", _by_side(lambda s, side: s.interdiction[side])),
            Fact("replacements", _by_side(_replacements)),
            Fact("waiting", lambda w, s, _: list(w.names(s.waiting))),
            Fact("exited", lambda w, s, _: {w.units[gone.unit].id: gone.strength for gone in s.gone}),
            Fact("plots", lambda w, s, _: [
                f"{w.units[plot.unit].id} {w.grid.label(plot.target)}" for plot in s.plots
            ]),
            Fact("score", lambda w, s, _: score(s)),
            Fact("ledger", lambda w, s, _: [
                {"day": a.turn + terms.FIRST_DAY - 1, "source": a.source, "what": a.what, "points": a.points}
                for a in s.ledger
            ]),
            Fact("over", lambda w, s, _: s.over or "none"),
        ),
    ),
}  # fmt: skip
