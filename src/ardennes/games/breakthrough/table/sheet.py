"""A unit's sheet at Breakthrough's table: every field of BTA-13.3, and why its supply is what it is."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.games.breakthrough.rules.artillery import maximum, pool_of
from ardennes.games.breakthrough.rules.position import parts_of, stacking
from ardennes.games.breakthrough.rules.roads import supplied_roads
from ardennes.games.breakthrough.rules.state import (
    ADVANCE,
    INTERDICTED,
    MOVED,
    ORGANIZATION,
    PLOTTED,
    BreakthroughState,
)
from ardennes.games.breakthrough.rules.strength import printed
from ardennes.games.breakthrough.rules.supply import automatic, commanded, states_of, surrounded
from ardennes.games.breakthrough.schema.terms import MODES, SUPPLIED, SUPPLY_STATES, TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.table import Mark, Row


@dataclass(frozen=True)
class Knowing:
    """Whose units a seat knows from inside, and what a supply phase would find of them now."""

    sides: tuple[int, ...]
    traced: dict[int, int]

    @staticmethod
    def of(w: World, s: BreakthroughState, side: int | None) -> Knowing:
        """A seat knows its own side; when the game is over everybody knows all, BTA-10.2a."""
        sides = (0, 1) if s.over else () if side is None else (side,)
        return Knowing(sides, {unit: state for own in sides for unit, state in states_of(w, s, own).items()})


def marks(w: World, s: BreakthroughState, unit: int) -> list[str]:
    """What a counter shows of the unit, as far as the view knows it."""
    found = [SUPPLY_STATES[s.supply[unit]]] if s.supply[unit] != SUPPLIED else []
    for shown, word in (
        (s.fort[unit] > 0, "dug in"),
        (s.mode[unit] == TRAVEL, "travel mode"),
        (s.marks[unit] & PLOTTED and any(p.unit == unit for p in s.plots), "attack plotted"),
        (s.marks[unit] & ADVANCE, "advances"),
        (s.marks[unit] & INTERDICTED, "interdicted"),
        (s.marks[unit] & MOVED, "has moved"),
    ):
        if shown:
            found.append(word)
    return found


def sheet(w: World, s: BreakthroughState, unit: int, known: Knowing) -> list[Row]:
    if w.side[unit] in known.sides:
        return _own(w, s, unit, known)
    return _enemy(w, s, unit)


def _own(w: World, s: BreakthroughState, unit: int, known: Knowing) -> list[Row]:
    flag = bool(s.marks[unit] & ADVANCE)
    full, eff = printed(w, s, unit), s.efficiency[unit]
    rows: list[Row] = [
        {"what": "Strength", "value": f"{s.strength[unit]} of {full}", "rule": "BTA-13.2"},
        {"what": "Efficiency", "value": f"{eff} %", "rule": "BTA-8.1a", "mark": _tone(eff >= 75, eff < 60)},
        {"what": "Operation points", "value": str(s.points[unit]), "rule": "BTA-7.4a"},
        {
            "what": "Fortification",
            "value": f"{s.fort[unit]} of {w.limits.fort_levels}",
            "rule": "BTA-7.8a",
        },
        {"what": "Mode", "value": MODES[s.mode[unit]], "rule": "BTA-7.7d"},
        *_guns(w, s, unit),
        {"what": "Stacking points", "value": str(stacking(w, s, unit)), "rule": "BTA-7.6j"},
        {"what": "Advance after combat", "value": "yes" if flag else "no", "rule": "BTA-7.9d"},
        *supply_rows(w, s, unit, known),
    ]
    if s.marks[unit] & INTERDICTED:
        rows.append({"what": "Interdicted", "value": "half its points", "rule": "BTA-3.3", "mark": "bad"})
    return rows + _parts(w, s, unit)


def _tone(good: bool, bad: bool) -> Mark:
    return "good" if good else "bad" if bad else ""


def _guns(w: World, s: BreakthroughState, unit: int) -> list[Row]:
    """Artillery held; the pool is shown in the organization phase, BTA-13.3."""
    pool = pool_of(w, unit)
    if pool < 0:
        return []
    held = f"{s.artillery[unit]} of at most {maximum(w, s, unit)}"
    rows: list[Row] = [{"what": "Artillery", "value": held, "rule": "BTA-6.4b"}]
    if s.phase == ORGANIZATION:
        rows.append({"what": w.pools[pool].name, "value": f"{s.pools[pool]} left", "rule": "BTA-6.4a"})
    return rows


def _parts(w: World, s: BreakthroughState, unit: int) -> list[Row]:
    if not w.units[unit].divisional:
        return []
    names = ", ".join(w.units[part].name for part in parts_of(w, s, unit))
    return [{"what": "Built up of", "value": names, "rule": "BTA-6.6a"}]


def _enemy(w: World, s: BreakthroughState, unit: int) -> list[Row]:
    """What may be seen of the other side: place, mode, and the strength last shown, BTA-8.0b."""
    open_table = s.variant.show_strengths
    word = str(s.strength[unit]) if open_table else f"about {s.strength[unit]}, as last seen"
    rows: list[Row] = [
        {"what": "Strength", "value": word, "rule": "BTA-8.0b"},
        {"what": "Mode", "value": MODES[s.mode[unit]], "rule": "BTA-7.7d"},
        {"what": "Stacking points", "value": str(stacking(w, s, unit)), "rule": "BTA-7.6j"},
    ]
    if open_table:
        state = SUPPLY_STATES[s.supply[unit]]
        rows += [
            {"what": "Efficiency", "value": f"{s.efficiency[unit]} %", "rule": "BTA-8.1a"},
            {"what": "Fortification", "value": str(s.fort[unit]), "rule": "BTA-7.8a"},
            {"what": "Supply", "value": state, "rule": "BTA-4.2a"},
        ]
    return rows + _parts(w, s, unit)


def supply_rows(w: World, s: BreakthroughState, unit: int, known: Knowing) -> list[Row]:
    """The state found this morning, and what a trace would find as things stand, with the reason."""
    state, now = s.supply[unit], known.traced.get(unit, s.supply[unit])
    words, rule = supply_reason(w, s, unit, now)
    first: Row = {
        "what": "Supply",
        "value": SUPPLY_STATES[state],
        "rule": "BTA-4.2a",
        "mark": "" if state == SUPPLIED else "bad",
    }
    if state == now:
        first["value"], first["rule"] = f"{SUPPLY_STATES[state]}: {words}", rule
        return [first]
    then: Row = {
        "what": "As things stand",
        "value": f"{SUPPLY_STATES[now]}: {words}",
        "rule": rule,
        "mark": "good" if now == SUPPLIED else "bad",
    }
    return [first, then]


def supply_reason(w: World, s: BreakthroughState, unit: int, state: int) -> tuple[str, str]:
    """Why a trace made now finds the unit in that state, and the rule."""
    side, cell = w.side[unit], s.where[unit]
    if automatic(w, s, side):
        return "everybody is, by the calendar", "BTA-2.4f"
    reach = w.limits.supply_reach_hexes
    if state == SUPPLIED:
        near = [hex_ for hex_ in bits(supplied_roads(w, s, side)) if w.grid.distance(hex_, cell) <= reach]
        at = min(near, key=lambda hex_: w.grid.distance(hex_, cell), default=cell)
        if at == cell:
            return "it stands on a supplied road", "BTA-4.1a"
        return f"a supplied road runs through {w.grid.label(at)}", "BTA-4.1b"
    if surrounded(w, s, side, cell):
        if commanded(w, s, side) >> cell & 1:
            return "surrounded, but a divisional unit is near", "BTA-4.2c"
        return "no way out: every hex around it is the enemy's or in his zone", "BTA-4.2b"
    return f"no supplied road within {reach} hexes", "BTA-4.1b"
