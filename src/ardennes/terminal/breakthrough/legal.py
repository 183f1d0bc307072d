"""What is legal now and what an attack would bring, in a form people can read."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.games.breakthrough.facts import Knowing
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.rules import organization, setup
from ardennes.games.breakthrough.rules.forecast import outlook
from ardennes.games.breakthrough.rules.moves import may_move, routes
from ardennes.games.breakthrough.rules.orders import Artillery, Interdict, Replace
from ardennes.games.breakthrough.rules.plotting import targets_of
from ardennes.games.breakthrough.rules.position import occupied, on_map
from ardennes.games.breakthrough.rules.stance import check_fortify, check_mode
from ardennes.games.breakthrough.rules.state import AIR, ORGANIZATION, PLOTTED, SETTING_UP, BreakthroughState
from ardennes.games.breakthrough.schema.terms import TRAVEL
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.table.odds import odds, ratio
from ardennes.games.breakthrough.table.panels import plots
from ardennes.games.breakthrough.words import WORDING, ground_attack_about
from ardennes.hexes import bits
from ardennes.kernel.contract import Order
from ardennes.kernel.offers import orders
from ardennes.terminal.breakthrough.words import (
    Lines,
    brief,
    hex_name,
    refusal_line,
    short,
    typed,
)
from ardennes.terminal.panels import table_lines


def legal_lines(game: Breakthrough, view: BreakthroughState, side: int) -> Lines:
    """Everything that may be done now, grouped by unit."""
    w = game.world
    if view.phase == AIR:
        return _air(w, view, side)
    if view.phase == ORGANIZATION:
        return _organization(w, view, side)
    if view.phase == SETTING_UP:
        return _setting_up(w, view, side)
    return _operations(w, view, side)


def _setting_up(w: World, s: BreakthroughState, side: int) -> Lines:
    """Every unit with the columns it may be put in, BTA-2.2; `reach UNIT` tells the hexes."""
    known, column, most = Knowing.of(w, s, side), w.grid.column, w.limits.free_setup_columns
    lines: Lines = [
        ["place UNIT HEX puts a unit elsewhere; UNIT is the name in bold, reach UNIT tells its hexes:"]
    ]
    for unit in on_map(w, s, side):
        x = column[setup.listed(w, unit)]
        where = f" in {w.grid.label(s.where[unit])}: columns {max(0, x - most)} to {x + most}"
        lines.append([(f"  {brief(w, s, unit, known)}", "bold"), where])
    return [*lines, ["end"]]


def _air(w: World, s: BreakthroughState, side: int) -> Lines:
    lines: Lines = []
    if s.air[side]:
        lines.append(["interdict   ", WORDING.label(w, s, Interdict())])
        lines.append(["ground attack HEX, on any of:"])
        for cell in bits(occupied(w, s, 1 - side)):
            lines.append([(f"  {hex_name(w, cell)}", "bold"), f": {ground_attack_about(w, s, cell)}"])
    return [*lines, ["end"]]


def _organization(w: World, s: BreakthroughState, side: int) -> Lines:
    known = Knowing.of(w, s, side)
    lines: Lines = []
    for unit in on_map(w, s, side):
        said: list[str] = []
        for order in orders(organization.doings(w, s, unit)):
            text = _amount(order) or typed(w, order)
            if text not in said:
                said.append(text)
        if said:
            where = w.grid.label(s.where[unit])
            lines.append([(f"  {brief(w, s, unit, known)}", "bold"), f" in {where}: {'; '.join(said)}"])
    head = f"{len(lines)} units have something to organize; UNIT below is the name in bold:"
    return [[head], *lines, ["drop HEX for units without supply" if s.air[side] else ""], ["end"]]


def _amount(order: Order) -> str:
    """Amounts are named once, not one by one."""
    if isinstance(order, Artillery):
        return "artillery UNIT POINTS|max"
    return "replace UNIT POINTS|max" if isinstance(order, Replace) else ""


def _operations(w: World, s: BreakthroughState, side: int) -> Lines:
    known = Knowing.of(w, s, side)
    lines: Lines = []
    for unit in on_map(w, s, side):
        if s.marks[unit] & PLOTTED or not s.points[unit]:
            continue
        said = []
        if may_move(w, s, unit) is None:
            reached = len(routes(w, s, unit))
            said += [f"move to {reached} hexes"] if reached else []
        said += [f"attack {w.grid.label(cell)}" for cell in targets_of(w, s, unit)]
        travel = s.mode[unit] != TRAVEL
        if check_mode(w, s, unit, travel) is None:
            said.append("travel" if travel else "normal")
        if check_fortify(w, s, unit) is None:
            said.append("fortify")
        if said:
            where = w.grid.label(s.where[unit])
            lines.append([(f"  {brief(w, s, unit, known)}", "bold"), f" in {where}: {', '.join(said)}"])
    head = f"{len(lines)} units can act; also flag UNIT on|off, and exit UNIT from an exit hex:"
    return [[head], *lines, *plot_lines(w, s), ["end"]]


def plot_lines(w: World, s: BreakthroughState) -> Lines:
    """The attacks plotted so far, with their odds."""
    lines: Lines = []
    for target, units in plots(w, s).items():
        ahead = outlook(w, s, units, target)
        said = ratio(ahead.odds.odds) if ahead.odds is not None else "nobody is left there"
        names = ", ".join(short(w, unit) for unit in units)
        lines.append([f"  plotted: {hex_name(w, target)} by {names}, odds {said}"])
    return lines


def reach_lines(w: World, s: BreakthroughState, unit: int) -> Lines:
    """Where a unit can go, by the points it would have left."""
    if s.phase == SETTING_UP:
        hexes = ", ".join(hex_name(w, cell) for cell in setup.places(w, s, unit))
        return [[(f"{w.units[unit].name} may be put in:", "heading")], [f"  {hexes or 'no other hex'}"]]
    refusal = may_move(w, s, unit)
    if refusal is not None:
        return [refusal_line(refusal)]
    found = routes(w, s, unit)
    by_left: dict[int, list[str]] = {}
    for cell in sorted(found, key=lambda cell: (-found.left(cell), cell)):
        by_left.setdefault(found.left(cell), []).append(hex_name(w, cell))
    lines: Lines = [[(f"{w.units[unit].name}: {s.points[unit]} points", "heading")]]
    lines += [[f"  {left:>2} left: {', '.join(hexes)}"] for left, hexes in by_left.items()]
    return lines if by_left else [*lines, ["  nowhere"]]


def odds_lines(
    game: Breakthrough, view: BreakthroughState, side: int, target: int, units: Sequence[int]
) -> Lines:
    """Every factor with its rule, the odds, and what may come of it."""
    w = game.world
    found = odds(game, view, side, [w.grid.label(target)], list(w.names(list(units))))
    if not found["lines"]:
        no = found["refusal"] or {"facts": f"Nobody attacks {w.grid.label(target)}.", "rule": "BTA-7.9a"}
        return [[f"{no['facts']} ", (f"[{no['rule']}]", "rule")]]
    rows = []
    for side_word, total in (("attack", "Attack"), ("defence", "Defence")):
        mine = [line for line in found["lines"] if line["side"] == side_word]
        rows += [(line["what"], line["value"], line["rule"]) for line in mine]
        rows.append((total, found[side_word], "BTA-8.2a"))
    rows.append(("Odds", found["column"], "BTA-8.3a"))
    lines = table_lines(f"Attack on {hex_name(w, target)}", rows)
    told = [(row["what"], row.get("value", ""), row.get("rule", "")) for row in found["rows"]]
    return lines + table_lines("What may come of it", told)


def able(w: World, s: BreakthroughState, side: int, target: int) -> list[int]:
    """The units that may still plot on the hex, the strongest first."""
    found = [
        unit
        for unit in on_map(w, s, side)
        if w.grid.adjacent(s.where[unit], target) and target in targets_of(w, s, unit)
    ]
    return sorted(found, key=lambda unit: -s.strength[unit])
