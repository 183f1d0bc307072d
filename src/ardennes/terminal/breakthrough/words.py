"""Breakthrough's facts in words: units, hexes, the day, the score."""

from __future__ import annotations

from ardennes.games.breakthrough.facts import Knowing, sheet
from ardennes.games.breakthrough.rules.bridges import intact
from ardennes.games.breakthrough.rules.phases import WHEREABOUTS
from ardennes.games.breakthrough.rules.position import on_map
from ardennes.games.breakthrough.rules.sequence import phase_title
from ardennes.games.breakthrough.rules.state import NOT_YET, PLOTTED, BreakthroughState
from ardennes.games.breakthrough.rules.strength import printed
from ardennes.games.breakthrough.rules.victory import german_towns, last_turn, level_of, score
from ardennes.games.breakthrough.rules.weather import frozen
from ardennes.games.breakthrough.schema.terms import (
    AMERICAN,
    EDGES,
    GERMAN,
    KINDS,
    SIDE_CODES,
    SIDES,
    SIZES,
    SUPPLIED,
    TERRAINS,
    TRAVEL,
    WEATHERS,
)
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.words import WORDING
from ardennes.hexes import OFF_MAP
from ardennes.kernel.contract import Order, Refusal
from ardennes.terminal.refusals import reworded, told
from ardennes.terminal.screen import Part

Lines = list[list[Part]]
BOTH = (GERMAN, AMERICAN)
# Kinds of order as the game names them -> as they are typed, where that is not the same.
TYPED = {"air_drop": "drop", "mode": "travel, normal", "advance": "flag"}


def hex_name(w: World, cell: int) -> str:
    """A hex with its place: "19,23 St. Vith"."""
    place = w.board.place[cell]
    return f"{w.grid.label(cell)} {place}" if place else w.grid.label(cell)


def short(w: World, unit: int) -> str:
    """A unit as it is typed: its id without the side."""
    code, _, tail = w.units[unit].id.partition("-")
    return tail if code in SIDE_CODES and tail else w.units[unit].id


def typed(w: World, order: Order) -> str:
    """An order as a person would type it."""
    text = WORDING.write(order)
    return " ".join(short(w, w.by_id[word]) if word in w.by_id else word for word in text.split(" "))


def marks(s: BreakthroughState, unit: int) -> str:
    """T travel mode, = dug in, ? not supplied, * attack plotted."""
    found = "T" if s.mode[unit] == TRAVEL else ""
    found += f"={s.fort[unit]}" if s.fort[unit] else ""
    found += "?" if s.supply[unit] != SUPPLIED else ""
    return found + ("*" if s.marks[unit] & PLOTTED else "")


def brief(w: World, s: BreakthroughState, unit: int, known: Knowing) -> str:
    """A unit in a list: name, strength and, of one's own, operation points and artillery."""
    text = f"{short(w, unit)} {s.strength[unit]}"
    if w.side[unit] not in known.sides:
        return f"{text}{marks(s, unit)}"
    guns = f"+{s.artillery[unit]}" if s.artillery[unit] else ""
    return f"{text}{guns}/{s.points[unit]}p{marks(s, unit)}"


def stacks_of(w: World, s: BreakthroughState, side: int) -> list[tuple[int, list[int]]]:
    """(hex, units) of a side, from north to south."""
    found: dict[int, list[int]] = {}
    for unit in on_map(w, s, side):
        found.setdefault(s.where[unit], []).append(unit)
    return sorted(found.items(), key=lambda item: (-w.grid.column[item[0]], w.grid.row[item[0]]))


def force_lines(w: World, s: BreakthroughState, side: int, known: Knowing) -> Lines:
    """A side's order of battle: stacks, what is to come, what is gone."""
    units = on_map(w, s, side)
    name = SIDES[side]
    about = "" if side in known.sides else ", as far as known"
    total = sum(s.strength[unit] for unit in units)
    lines: Lines = [[(f"{name.capitalize()}: {len(units)} units, strength {total}{about}", name)]]
    for cell, stack in stacks_of(w, s, side):
        listed = ", ".join(brief(w, s, unit, known) for unit in stack)
        lines.append([f"  {hex_name(w, cell):<22} {listed}"])
    due: dict[int, list[str]] = {}
    last = w.scenarios[s.scenario].last_day
    for unit in w.of_side[side]:
        day = s.day if unit in s.waiting else w.units[unit].day
        if s.where[unit] == NOT_YET and w.units[unit].entry_edge >= 0 and day <= last:
            edge = EDGES[w.units[unit].entry_edge]
            due.setdefault(day, []).append(f"{short(w, unit)} {printed(w, s, unit)} ({edge})")
    for day in sorted(due):
        lines.append([f"  due {day} December: {', '.join(due[day])}"])
    for state, word in WHEREABOUTS.items():
        gone = [short(w, unit) for unit in w.of_side[side] if s.where[unit] == state]
        if gone:
            lines.append([f"  {word}: {', '.join(gone)}"])
    return lines


def unit_lines(w: World, s: BreakthroughState, unit: int, known: Knowing) -> Lines:
    """Everything about a unit, line by line with its rules."""
    info = w.units[unit]
    kind = f"{KINDS[info.kind]}, {SIZES[info.size]}, {'mobile' if info.mobile else 'on foot'}"
    lines: Lines = [[(f"{info.name} ({short(w, unit)}): {kind}", "bold")]]
    if s.where[unit] < 0:
        where = WHEREABOUTS.get(s.where[unit], "is not on the map")
        due = f"; it is due on {info.day} December" if s.where[unit] == NOT_YET and info.day else ""
        return [*lines, [f"  It {where}{due}."]]
    lines.append([f"  in {hex_name(w, s.where[unit])}"])
    for row in sheet(w, s, unit, known):
        lines.append([f"  {row['what']:<22} {row.get('value', '')}  ", (f"[{row.get('rule', '')}]", "rule")])
    return lines


def hex_lines(w: World, s: BreakthroughState, cell: int, known: Knowing) -> Lines:
    """A hex: ground, owner, roads, rivers and bridges, units."""
    owner = SIDES[GERMAN if s.german >> cell & 1 else AMERICAN].capitalize()
    road = ", road" if w.board.road >> cell & 1 else ""
    terrain = TERRAINS[w.board.terrain[cell]]
    lines: Lines = [[(hex_name(w, cell), "bold"), f": {terrain}{road}, in {owner} hands."]]
    for direction, other in enumerate(w.grid.neighbours[cell]):
        if other == OFF_MAP:
            continue
        found = ["road"] if w.board.links[direction] >> cell & 1 else []
        if w.board.rivers[direction] >> cell & 1:
            bridge = w.bridge_dirs[cell].get(other, -1)
            state = "no bridge" if bridge < 0 else "bridge" if intact(s, bridge) else "bridge down"
            found.append(f"river, {state}")
        if found:
            lines.append([f"  {w.grid.compass[direction]} to {w.grid.label(other)}: {'; '.join(found)}"])
    for side in BOTH:
        for unit in on_map(w, s, side):
            if s.where[unit] == cell:
                lines.append(["  ", (f"{w.units[unit].name} ", SIDES[side]), brief(w, s, unit, known)])
    return lines


def status_lines(w: World, s: BreakthroughState) -> Lines:
    """The day, the phase and the weather; how the score stands."""
    sky = WEATHERS[s.weather] + (", frozen ground" if frozen(w, s.day) else "")
    when = f"Turn {s.turn} of {last_turn(w, s)}, {s.day} December 1944, {sky}: {phase_title(s.phase)} phase"
    towns = ", ".join(town.name for town in german_towns(w, s)) or "none"
    now = score(s)
    return [
        [(when, "heading")],
        [f"German score {now} ({level_of(w, s.scenario, now)} so far). German towns: {towns}."],
    ]


def reword(refusal: Refusal) -> Refusal:
    """A refusal whose way out names kinds of order names them as they are typed."""
    return reworded(refusal, TYPED)


def refusal_line(refusal: Refusal, before: str = "") -> list[Part]:
    """A refusal as people read it: facts, rule, way out."""
    return told(reword(refusal), before)
