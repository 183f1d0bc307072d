"""Tigers' facts in words: units, hexes, the turn, victory."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.tigers.rules.position import bridged
from ardennes.games.tigers.rules.reinforcements import due_turn
from ardennes.games.tigers.rules.sequence_of_play import current_phase
from ardennes.games.tigers.rules.state import (
    ATTACKED,
    BROKEN_DOWN,
    DEAD,
    DISRUPTED,
    ENTRENCHED,
    EXITED,
    MOVED,
    NOT_YET,
    OMB_SPENT,
    SPLIT,
    TigersState,
)
from ardennes.games.tigers.rules.supply import in_supply
from ardennes.games.tigers.rules.victory import ALLIED_PLACES, GERMAN_PLACES, WINNING_QUARTERS
from ardennes.games.tigers.schema.terms import ALLIED, DUMP, GERMAN, KINDS, SIDES, VDH, WEATHERS
from ardennes.games.tigers.schema.world import World
from ardennes.games.tigers.words import WORDING
from ardennes.hexes import OFF_MAP
from ardennes.kernel.contract import Order, Refusal
from ardennes.terminal.refusals import reworded
from ardennes.terminal.screen import Part

KIND_WORDS = {
    "para": "parachute or airborne",
    "panzergrenadier": "panzer grenadier",
    "combat_command": "combat command",
    "tiger": "Tiger battalion",
    "skorzeny": "special unit",
    "vdh": "parachute group",
    "dump": "fuel dump",
}
# Kinds of order as the game names them -> as they are typed, where that is not the same.
TYPED = {
    "choose_setup": "setup",
    "name_distance": "distance",
    "blow_up": "blow",
    "bridge": "build, dismantle, demolish",
    "order_stack": "order",
    "choose_effect": "effect",
}
NEED_NOTHING = (DUMP, VDH)  # supply means nothing to them
EDGES = {"N": "northern", "S": "southern", "W": "western", "E": "eastern", "NW": "north-western"}


def hex_name(w: World, cell: int) -> str:
    """A hex with its place: "1108 Malmedy"."""
    place = w.board.place_of.get(cell, "")
    return f"{w.grid.label(cell)} {place}" if place else w.grid.label(cell)


def hex_names(w: World, cells: Sequence[int]) -> str:
    return ", ".join(w.grid.label(c) for c in cells) or "none"


def typed(w: World, order: Order) -> str:
    """An order as a person would type it: units by what the counter shows, air units by number."""
    words = WORDING.write(order).split(" ")
    return " ".join(_short_name(w, word) for word in words)


def _short_name(w: World, word: str) -> str:
    if word in w.by_id:
        return w.units[w.by_id[word]].short
    return word.removeprefix("AIR-") if word in w.air_by_id else word


def date(turn: int) -> str:
    return f"{15 + turn} December" if turn else "set-up"


def unit_marks(s: TigersState, unit: int) -> str:
    """Disrupted and entrenched as the map shows them."""
    flags = s.status[unit]
    return ("!" if flags & DISRUPTED else "") + ("=" if flags & ENTRENCHED else "")


def brief(w: World, s: TigersState, unit: int) -> str:
    """A unit in a list: short name, factor, marks."""
    info = w.units[unit]
    return f"{info.short} {info.factor}{unit_marks(s, unit)}"


def on_map(w: World, s: TigersState, side: int) -> list[int]:
    return [u for u in w.of_side[side] if s.where[u] >= 0]


def stacks_of(w: World, s: TigersState, side: int) -> list[tuple[int, list[int]]]:
    """(hex, units, strongest first) of a side, from east to west for Germans, north to south within."""
    found: dict[int, list[int]] = {}
    for unit in on_map(w, s, side):
        found.setdefault(s.where[unit], []).append(unit)
    order = sorted(found, key=lambda c: (-w.grid.column[c], -w.grid.row[c]))
    return [(c, sorted(found[c], key=lambda u: (-w.factor[u], u))) for c in order]


def condition(w: World, s: TigersState, unit: int) -> list[str]:
    """Everything about a unit's state, in words."""
    flags = s.status[unit]
    found = []
    for flag, word in (
        (DISRUPTED, "Disrupted"),
        (ENTRENCHED, "entrenched"),
        (MOVED, "has moved"),
        (OMB_SPENT, "has spent its bonus (no attack this turn)"),
        (ATTACKED, "has attacked"),
        (BROKEN_DOWN, "broke down"),
    ):
        if flags & flag:
            found.append(word)
    if s.where[unit] >= 0 and w.units[unit].kind not in NEED_NOTHING:
        found.append("in supply" if in_supply(w, s, unit) else "OUT OF SUPPLY")
    return found


def description(w: World, unit: int) -> str:
    """What the counter says, in words."""
    info = w.units[unit]
    kind = KIND_WORDS.get(KINDS[info.kind], KINDS[info.kind])
    size = ("division", "below division", "small")[info.size]
    return f"{info.name} ({info.id}): {kind}, {size}, factor {info.factor}, OMF {info.omf}"


def whereabouts(w: World, s: TigersState, unit: int) -> str:
    """Where a unit is, also when it is not on the map."""
    info = w.units[unit]
    cell = s.where[unit]
    if cell >= 0:
        return f"in {hex_name(w, cell)}"
    if cell == NOT_YET:
        turn = due_turn(w, s, unit)
        if turn:
            return f"not here yet: due on turn {turn} ({date(turn)}) at the {EDGES[info.edge]} edge"
        return "not on the map"
    return {DEAD: "eliminated", EXITED: "left the map", SPLIT: "broken down into combat commands"}[cell]


def terrain_words(w: World, cell: int) -> str:
    board, bit = w.board, 1 << cell
    names = [
        name
        for name, have in (
            ("city", board.city),
            ("town", board.town),
            ("Hohe Venn", board.venn),
            ("forest", board.forest),
        )
        if have & bit
    ]
    return " and ".join(names) or "open ground"


def hexside_words(w: World, s: TigersState, cell: int) -> list[str]:
    """Roads, rivers and bridges around a hex."""
    found = []
    for direction, other in enumerate(w.grid.neighbours[cell]):
        if other == OFF_MAP:
            continue
        features = []
        if w.board.road_dirs[cell] >> direction & 1:
            features.append("road")
        river = w.board.river_at[cell][direction]
        if river >= 0:
            name = w.board.rivers[river].river or "river"
            state = "no bridge"
            if bridged(s, river):
                state = f"{SIDES[s.bridge_owner[river]].capitalize()} bridge"
            features.append(f"{name}, {state}")
        if w.board.siegfried_dirs[cell] >> direction & 1:
            features.append("Siegfried Line")
        if features:
            found.append(f"{w.grid.compass[direction]} to {w.grid.label(other)}: {'; '.join(features)}")
    return found


def reword(refusal: Refusal) -> Refusal:
    """A refusal whose way out names kinds of order names them as they are typed."""
    return reworded(refusal, TYPED)


def status_lines(w: World, s: TigersState) -> list[list[Part]]:
    """Turn, phase and weather; how victory stands."""
    when = f"Turn {s.turn} of 12, {date(s.turn)} 1944" if s.turn else "Set-up"
    sky = f", {WEATHERS[s.weather]}" if s.turn else ""
    phase = f"{current_phase(s).title} phase".capitalize() if not s.over else "the game is over"
    fuel = "limited" if s.turn >= s.fuel_from else f"limited from turn {s.fuel_from}"
    need = WINNING_QUARTERS // 4
    return [
        [(f"{when}{sky}: {phase}", "heading")],
        [
            ("German", "german"),
            f" goals: {_held(w, s, GERMAN_PLACES)}; or {need} divisions exited, {s.exited / 4:g} so far. "
            f"Fuel {fuel}.",
        ],
        [("Allied", "allied"), f" goals: {_held(w, s, ALLIED_PLACES)}."],
        [f"Forces: {_strength(w, s, GERMAN)}; {_strength(w, s, ALLIED)} (units lists them)."],
    ]


def _strength(w: World, s: TigersState, side: int) -> str:
    """What a side has on the map, and what comes this turn or the next."""
    units = [u for u in on_map(w, s, side) if w.units[u].kind != DUMP]
    factors = sum(w.factor[u] for u in units)
    waiting = [u for u in w.of_side[side] if s.where[u] == NOT_YET]
    soon = [w.units[u].short for u in waiting if 0 < due_turn(w, s, u) <= s.turn + 1]
    due = f", soon {' '.join(soon)}" if soon else ""
    return f"{side_word(side)} {factors} factors in {len(units)} units{due}"


def _held(w: World, s: TigersState, places: Sequence[str]) -> str:
    """Places with the side that holds each, by letter."""
    return ", ".join(f"{place} {'A' if s.held >> w.board.hex_of[place] & 1 else 'G'}" for place in places)


def force_lines(w: World, s: TigersState, side: int) -> list[list[Part]]:
    """A side's order of battle: stacks, what is to come, what is gone."""
    units = on_map(w, s, side)
    factors = sum(w.factor[u] for u in units if w.units[u].kind != DUMP)
    name = SIDES[side]
    lines: list[list[Part]] = [
        [(f"{name.capitalize()}: {len(units)} units on the map, {factors} factors", name)]
    ]
    for cell, stack in stacks_of(w, s, side):
        lines.append([f"  {hex_name(w, cell):<16} {', '.join(brief(w, s, u) for u in stack)}"])
    due: dict[int, list[str]] = {}
    for unit in w.of_side[side]:
        turn = due_turn(w, s, unit)
        if s.where[unit] == NOT_YET and turn:
            info = w.units[unit]
            due.setdefault(max(turn, s.turn), []).append(f"{info.short} {info.factor} ({info.edge})")
    for turn in sorted(due):
        lines.append([f"  due turn {turn:<7} {', '.join(due[turn])}"])
    for state, word in ((DEAD, "lost"), (EXITED, "exited"), (SPLIT, "split up")):
        gone = [w.units[u].short for u in w.of_side[side] if s.where[u] == state]
        if gone:
            lines.append([f"  {word:<16} {', '.join(gone)}"])
    return lines


def side_word(side: int) -> str:
    return {GERMAN: "German", ALLIED: "Allied"}[side]
