"""What is legal now, where units can go and what a battle would bring, in a form people can read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules import state as f
from ardennes.games.wave_of_terror.rules.routes import routes
from ardennes.games.wave_of_terror.rules.state import WaveState
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.games.wave_of_terror.table.choices import choices
from ardennes.games.wave_of_terror.table.odds import odds
from ardennes.kernel.contract import Order
from ardennes.terminal.panels import table_lines
from ardennes.terminal.wave_of_terror.words import (
    Lines,
    brief,
    hex_name,
    refusal_line,
    short,
    stacks_of,
    typed,
)

SHORT = (  # decisions with few answers: each has a number
    f.Declaring, f.Demolishing, f.Supporting, f.Flying, f.Losing, f.Advancing, f.Reforming, f.Overstacked,
    f.ChoosingEnd,
)  # fmt: skip
MOST = 9
SOME = 12  # hexes named of many


def answers(game: WaveOfTerror, view: WaveState, side: int) -> list[tuple[str, Order]]:
    """The first answers of a short decision, by number; the one mostly given first."""
    if not view.stack or not isinstance(view.stack[-1], SHORT) or view.stack[-1].side != side:
        return []
    listed = [entry["order"] for entry in choices(game, view, side)["buttons"]][:MOST]
    return [(str(at), game.read_order(order)) for at, order in enumerate(listed, 1)]


def legal_lines(game: WaveOfTerror, view: WaveState, side: int) -> Lines:
    """Everything that may be done now, by hex."""
    w = game.world
    found = choices(game, view, side)
    lines: Lines = [[str(found["decision"]["prompt"]) if found["decision"] else "Nothing is decided now."]]
    if not found["mine"]:
        return [*lines, ["It is not for you to decide now."]]
    lines += _units(w, view, found["units"])
    for target in found["targets"]:
        able = ", ".join(short(w, w.by_id[name]) for name in target["attackers"])
        lines.append([f"  attack {hex_name(w, w.grid.at(target['hex']))} with {able}"])
    if found["hexes"]:
        some = next(iter(found["hexes"].values()))[0]["order"]
        verb, named = typed(w, game.read_order(some)).split()[0], list(found["hexes"])
        lines.append([f"  {verb} HEX: {len(named)} hexes, {', '.join(named[:SOME])} ..."])
    for entry in found["buttons"]:
        lines.append([f"  {typed(w, game.read_order(entry['order']))}", (f"   {entry['label']}", "quiet")])
    return lines


def _units(w: World, s: WaveState, names: Sequence[str]) -> Lines:
    """The units with something to do, stack by stack."""
    units = [w.by_id[name] for name in names]
    lines: Lines = []
    for cell in stacks_of(w, s, units):
        said = ", ".join(brief(w, s, unit) for unit in units if s.where[unit] == cell)
        lines.append([f"  {hex_name(w, cell):<24} {said}"])
    away = [short(w, unit) for unit in units if s.where[unit] < 0]
    return [*lines, [f"  not on the map: {', '.join(away)}"]] if away else lines


def reach_lines(w: World, s: WaveState, units: tuple[int, ...], column: bool) -> Lines:
    """Where units can go together, by the points they would have left."""
    found = routes(w, s, units, column)
    by_left: dict[int, list[str]] = {}
    for cell in sorted(found, key=lambda cell: (-found.left(cell), cell)):
        if found.may_halt(cell):
            by_left.setdefault(found.left(cell), []).append(hex_name(w, cell))
    who = ", ".join(w.units[unit].name for unit in units)
    lines: Lines = [[(f"{who}{' in column' if column else ''}", "heading")]]
    lines += [[f"  {left:>2} left: {', '.join(hexes)}"] for left, hexes in by_left.items()]
    return lines if by_left else [*lines, ["  nowhere"]]


def odds_lines(
    game: WaveOfTerror, view: WaveState, side: int, target: int, units: Sequence[int]
) -> tuple[Lines, Order | None]:
    """Every factor with its rule, the odds, what may come of it; and the order that declares it."""
    w = game.world
    found: dict[str, Any] = odds(game, view, side, [w.grid.label(target)], list(w.names(list(units))))
    lines: Lines = []
    if found["lines"]:
        rows = []
        for side_word, total in (("attack", "Attack"), ("defence", "Defence")):
            mine = [line for line in found["lines"] if line["side"] == side_word]
            rows += [(line["what"], str(line["value"]), line["rule"]) for line in mine]
            rows.append((total, str(found[side_word]), "WOT-10.5"))
        rows.append(("Odds", found["raw"], "WOT-10.6"))
        rows += [(shift["what"], f"{shift['value']:+d}", shift["rule"]) for shift in found["shifts"]]
        rows.append(("Column", found["column"], "WOT-10.8"))
        lines += table_lines(f"Attack on {hex_name(w, target)}", rows)
        told = [(row["what"], row.get("value", ""), row.get("rule", "")) for row in found.get("rows", [])]
        told += [(chance["result"], f"{chance['percent']:.1f} %", "") for chance in found.get("chances", [])]
        lines += table_lines("What may come of it", told)
    order = found.get("order")
    if found["refusal"]:
        from_ = found["refusal"]
        lines.append([f"{from_['facts']} ", (f"[{from_['rule']}]", "rule")])
    return lines, None if order is None else game.read_order(order)


def why_order(game: WaveOfTerror, view: WaveState, side: int, order: Order) -> Lines:
    """Is the order legal now, and if not why?"""
    refusal = game.check(view, side, order)
    return [["That is legal now."]] if refusal is None else [refusal_line(refusal)]
