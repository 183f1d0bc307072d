"""Wave of Terror's facts in words: units, formations, hexes, the turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.games.wave_of_terror.log import date
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.position import units_at
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.rules.supply import in_supply
from ardennes.games.wave_of_terror.rules.victory import by_points
from ardennes.games.wave_of_terror.schema.terms import (
    ALLIED,
    ENTRIES,
    GERMAN,
    HEXSIDES,
    KINDS,
    NATIONS,
    PLACES,
    SIDES,
    TERRAINS,
    TURNS,
    WEATHERS,
)
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table.panels import sheet, title
from ardennes.games.wave_of_terror.table.stage import factors
from ardennes.games.wave_of_terror.words import WORDING, place
from ardennes.hexes import OFF_MAP
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.wording import BadText
from ardennes.terminal.refusals import reworded, told
from ardennes.terminal.screen import Part
from ardennes.words import closest

Lines = list[list[Part]]
BOTH = (GERMAN, ALLIED)
CODES = ("G", "A")  # with which the ids of the sides begin
AWAY = {f.DEAD: "lost", f.EXITED: "left the map", f.ASIDE: "set aside"}
# Kinds of order as the game names them -> as they are typed, where that is not the same.
TYPED = {
    "auto_setup": "set up",
    "place_pol": "pol",
    "form_kg": "kg",
    "leave_kg": "leave kg",
    "show_top": "top",
    "choose_order": "move-fight, fight-move",
    "drop_supplies": "drop",
    "take_points": "points",
}


def short(w: World, unit: int) -> str:
    """A unit as it is typed: its id without the side, where the other side has none of that name."""
    name = w.units[unit].id
    tail = name.partition("-")[2]
    both = all(f"{code}-{tail}" in w.by_id for code in CODES)
    return name if both else tail


def typed(w: World, order: Order) -> str:
    """An order as a person would type it."""
    text = WORDING.write(order)
    return " ".join(short(w, w.by_id[word]) if word in w.by_id else word for word in text.split(" "))


def formation_named(w: World, side: int, word: str) -> list[int]:
    """The units of a side's formation."""
    found = [parent for parent in w.parents if parent.side == side and parent.id.lower() == word.lower()]
    if not found:
        known = [parent.id for parent in w.parents if parent.side == side]
        raise BadText(f"The {SIDES[side]} side has no formation {word!r}.{closest(word, known)}")
    return list(found[0].units)


def marks(w: World, s: WaveState, unit: int) -> str:
    """- reduced, ? out of supply, * has moved, fought or is DONE, K KG Peiper."""
    found = "-" if s.steps[unit] < w.units[unit].steps else ""
    found += "?" if not in_supply(w, s, unit) else ""
    found += "*" if s.marks[unit] & (f.DONE | f.CLOSED | f.STOPPED | f.ATTACKED) else ""
    return found + ("K" if unit in s.kg else "")


def brief(w: World, s: WaveState, unit: int) -> str:
    """A unit in a list: as it is typed, factors, marks."""
    return f"{short(w, unit)} {factors(w, unit, s.steps[unit])}{marks(w, s, unit)}"


def unseen_at(s: WaveState, cell: int) -> int:
    """How many enemy units lie there that are not seen, WOT-7.3."""
    return sum(number for hidden, number in s.unseen if hidden == cell)


def stack_words(w: World, s: WaveState, cell: int) -> str:
    hidden = unseen_at(s, cell)
    said = ", ".join(brief(w, s, unit) for unit in units_at(w, s, cell))
    return f"{said} and {hidden} not seen" if hidden else said


def stacks_of(w: World, s: WaveState, units: Iterable[int]) -> list[int]:
    """The hexes of some units, from north to south."""
    cells = {s.where[unit] for unit in units if s.where[unit] >= 0}
    return sorted(cells, key=lambda cell: (w.grid.row[cell], w.grid.column[cell]))


def hex_name(w: World, cell: int) -> str:
    return place(w, w.grid.label(cell))


def force_lines(w: World, s: WaveState, side: int, units: Sequence[int] | None = None) -> Lines:
    """A side's order of battle, or a formation's: stacks, what is to come, what is gone."""
    chosen = w.of_side[side] if units is None else units
    here = [unit for unit in chosen if s.where[unit] >= 0]
    lines: Lines = [[(f"{SIDES[side].capitalize()}: {len(here)} units on the map", SIDES[side])]]
    for cell in stacks_of(w, s, here):
        if units is None:
            said = stack_words(w, s, cell)
        else:
            said = ", ".join(brief(w, s, unit) for unit in here if s.where[unit] == cell)
        lines.append([f"  {hex_name(w, cell):<24} {said}"])
    due: dict[tuple[int, str], list[str]] = {}
    for unit in chosen:
        info = w.units[unit]
        if s.where[unit] == f.NOT_YET and info.turn:
            due.setdefault((info.turn, ENTRIES[info.entry]), []).append(short(w, unit))
    for (turn, edge), names in sorted(due.items()):
        lines.append([f"  due on turn {turn} ({edge}): {', '.join(names)}"])
    waiting = [short(w, u) for u in chosen if s.where[u] == f.NOT_YET and not w.units[u].turn]
    if waiting:
        lines.append([f"  still to be placed: {', '.join(waiting)}"])
    for state, word in AWAY.items():
        gone = [short(w, unit) for unit in chosen if s.where[unit] == state]
        if gone:
            lines.append([f"  {word}: {', '.join(gone)}"])
    return lines


def unit_lines(w: World, s: WaveState, unit: int) -> Lines:
    """Everything about a unit, line by line with its rules."""
    info = w.units[unit]
    parent = w.parents[info.parent].id if info.parent >= 0 else "independent"
    about = f"{KINDS[info.kind]}, {NATIONS[info.nation]}, {parent}, {factors(w, unit, s.steps[unit])}"
    lines: Lines = [[(f"{info.name} ({short(w, unit)}): {about}", "bold")]]
    if s.where[unit] < 0:
        due = f"due on turn {info.turn} ({ENTRIES[info.entry]})" if info.turn else "to be placed"
        return [*lines, [f"  It is {AWAY.get(s.where[unit], due)}."]]
    lines.append([f"  in {hex_name(w, s.where[unit])}"])
    for row in sheet(w, s, unit):
        lines.append([f"  {row['what']:<22} {row.get('value', '')}  ", (f"[{row.get('rule', '')}]", "rule")])
    return lines


def hex_lines(w: World, s: WaveState, cell: int) -> Lines:
    """A hex: ground, holder, roads, hexsides and bridges, markers, units."""
    board = w.board
    held = SIDES[GERMAN if s.german >> cell & 1 else ALLIED].capitalize()
    parts = [TERRAINS[board.terrain[cell]], PLACES[board.place[cell]]]
    parts += ["road"] if board.road >> cell & 1 else []
    parts += ["West Wall"] if board.west_wall >> cell & 1 else []
    parts += ["interdicted"] if s.interdicted >> cell & 1 else []
    parts += ["a POL marker" for depot in s.depots if depot.cell == cell]
    parts += [f"aerial supply, {m.left} steps" for m in s.markers if m.cell == cell]
    ground = ", ".join(part for part in parts if part)
    lines: Lines = [[(hex_name(w, cell), "bold"), f": {ground}, in {held} hands."]]
    for direction, other in enumerate(w.grid.neighbours[cell]):
        if other == OFF_MAP:
            continue
        way = w.ground.way_to[cell][other]
        found = ["road"] if way.link else []
        if HEXSIDES[way.side]:
            down = way.bridge >= 0 and s.blown >> way.bridge & 1
            bridge = "" if way.bridge < 0 else ", bridge down" if down else ", bridge"
            found.append(f"{HEXSIDES[way.side]}{bridge}")
        if found:
            lines.append([f"  {w.grid.compass[direction]} to {w.grid.label(other)}: {'; '.join(found)}"])
    for unit in units_at(w, s, cell):
        lines.append(["  ", (f"{w.units[unit].name} ", SIDES[w.side[unit]]), brief(w, s, unit)])
    hidden = unseen_at(s, cell)
    return [*lines, [f"  and {hidden} not seen"]] if hidden else lines


def status_lines(w: World, s: WaveState) -> Lines:
    """The day, the segment and the phase; how the points stand."""
    if not s.turn:
        return [[(f"Set-up of the {SIDES[s.acting]} side", "heading")]]
    whose = f"{SIDES[s.acting].capitalize()} segment, couplet {s.couplet}: " if s.acting >= 0 else ""
    sky = WEATHERS[s.weather]
    when = f"Turn {s.turn} of {TURNS}, {date(s.turn)}, {sky}: {whose}{title(s)}"
    winner, degree = by_points(w, s)
    level = "a draw" if winner is None else f"{SIDES[winner]} {degree} victory"
    return [
        [(when, "heading")],
        [f"Points: German {s.points[GERMAN]}, Allied {s.points[ALLIED]}; by these {level}."],
    ]


def refusal_line(refusal: Refusal, before: str = "") -> list[Part]:
    """A refusal as people read it: facts, rule, way out."""
    return told(reword(refusal), before)


def reword(refusal: Refusal) -> Refusal:
    """A refusal whose way out names kinds of order names them as they are typed."""
    return reworded(refusal, TYPED)
