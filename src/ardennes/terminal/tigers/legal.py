"""What is legal now, in a form people can read: grouped by unit or by target, not one line an order."""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules import state as f
from ardennes.games.tigers.rules.attacks import check_end, possible_targets
from ardennes.games.tigers.rules.movement import may_move, mf
from ardennes.games.tigers.rules.moves import begin, routes
from ardennes.games.tigers.rules.obligations import duties
from ardennes.games.tigers.rules.orders import Attack, Move
from ardennes.games.tigers.rules.reach import Route
from ardennes.games.tigers.rules.stacking import cures
from ardennes.games.tigers.rules.state import PENDING, TigersState
from ardennes.games.tigers.schema.world import EXIT, World
from ardennes.hexes import bits
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.offers import orders
from ardennes.terminal.screen import Part
from ardennes.terminal.tigers import battle
from ardennes.terminal.tigers.explain import refusal_line
from ardennes.terminal.tigers.words import brief, hex_name, hex_names, stacks_of, typed

Lines = list[list[Part]]
MOST_ORDERS = 3000  # listed one by one


def reach_note(route: Route) -> str:
    """Cost of a way with a mark: r ends in road mode, + spends the bonus."""
    return mf(route.spent) + ("r" if route.road_end else "" if route.can_attack else "+")


def best_ways(found: Iterable[Route]) -> dict[int, Route]:
    """One way to each hex: able to attack before not, not by road before by road."""
    best: dict[int, Route] = {}
    for route in sorted(found, key=lambda r: (not r.can_attack, r.road_end, r.spent)):
        best.setdefault(route.cell, route)
    return best


def reach_lines(w: World, view: TigersState, unit: int) -> Lines:
    """Where a unit can go, by cost."""
    info = w.units[unit]
    begun = begin(w, view, Move(info.id, ()))
    if isinstance(begun, Refusal):
        return [refusal_line(begun)]
    who, _ = begun
    best = best_ways(routes(w, view, unit))
    bonus = f" and up to {mf(who.limit - who.omf)} bonus" if who.limit > who.omf else ""
    lines: Lines = [[(f"{info.name}: {mf(who.omf)} OMF{bonus}", "heading")]]
    by_cost: dict[str, list[str]] = {}
    for cell in sorted(best, key=lambda c: (best[c].spent, c)):
        by_cost.setdefault(reach_note(best[cell]), []).append("exit" if cell == EXIT else hex_name(w, cell))
    for cost, hexes in by_cost.items():
        words = {"r": "MF, by road, ends Disrupted", "+": "MF with bonus, no attack"}.get(cost[-1], "MF")
        lines.append([f"  {cost.rstrip('r+'):>3} {words}: {', '.join(hexes)}"])
    if not best:
        lines.append(["  nowhere"])
    return lines


def declared_lines(game: Tigers, view: TigersState) -> Lines:
    """The attacks declared and still to be fought."""
    w = game.world
    lines: Lines = []
    for number, combat in enumerate(view.attacks):
        if combat.status == PENDING:
            order = Attack(w.labels(combat.targets), w.ids(combat.attackers))
            names = ", ".join(w.units[u].short for u in combat.attackers)
            odds = (
                battle.summary(game, view, order) if all(view.where[u] >= 0 for u in combat.attackers) else ""
            )
            lines.append([f"  attack {number + 1} on {', '.join(order.targets)} by {names}: {odds}"])
    return lines


def _move_lines(game: Tigers, view: TigersState, side: int) -> Lines:
    w = game.world
    lines: Lines = []
    for unit in w.of_side[side]:
        if view.where[unit] < 0 or may_move(w, view, unit) is not None:
            continue
        best = best_ways(routes(w, view, unit))
        if best:
            hexes = " ".join(
                "exit" if c == EXIT else w.grid.label(c) + reach_note(best[c]).lstrip("0123456789½")
                for c in sorted(best)
            )
            where = w.grid.label(view.where[unit])
            lines.append([(f"  {brief(w, view, unit)}", "bold"), f" in {where}: {hexes}"])
    head: list[Part] = [f"move UNIT HEX ({len(lines)} units can; r ends in road mode, + spends the bonus):"]
    return [head, *lines, ["end"]] if lines else [["end (no unit can move)"]]


def crowded_lines(w: World, view: TigersState, side: int) -> Lines:
    """Stacks that would lose units if the movement ended now."""
    lines: Lines = []
    for cell, units in stacks_of(w, view, side):
        gone = cures(w, view, cell, side)
        if gone:
            count = len(gone[0])
            names = ", ".join(w.units[u].short for u in units)
            lines.append(
                [
                    (f"  Too many in {hex_name(w, cell)} ({names}): {count} will be lost ", "bad"),
                    ("[TIA-STACK-8]", "rule"),
                ]
            )
    return lines


def duty_lines(w: World, view: TigersState, side: int) -> Lines:
    """Attacks owed for having moved into contact."""
    owed = duties(w, view, side)
    if not owed:
        return []
    names = "; ".join(f"{w.units[u].short} on {hex_names(w, list(bits(hexes)))}" for u, hexes in owed)
    return [[f"  Attacks owed so far: {names} ", ("[TIA-ZOC-12]", "rule")]]


def _attack_lines(game: Tigers, view: TigersState, side: int) -> Lines:
    w = game.world
    lines: Lines = [["attack HEX [with UNIT ...]; each with everybody who could join:"]]
    for target, units in possible_targets(w, view, side).items():
        order = Attack((w.grid.label(target),), w.ids(units))
        names = ", ".join(brief(w, view, u) for u in units)
        lines.append(
            [(f"  {hex_name(w, target)}", "bold"), f" by {names}: {battle.summary(game, view, order)}"]
        )
    declared = declared_lines(game, view)
    if declared:
        lines += [["declared:"], *declared]
    return [*lines, *(owed_lines(game, view, side) or [["end"]])]


def owed_lines(game: Tigers, view: TigersState, side: int) -> Lines:
    """What must still be declared before declaring can end."""
    if not isinstance(view.stack[-1], f.Declaring):
        return []
    owed = check_end(game.world, view, side)
    return [refusal_line(owed, "  Not yet all: ")] if owed is not None else []


def legal_lines(game: Tigers, view: TigersState, side: int) -> Lines:
    """Everything that may be done now."""
    frame = view.stack[-1]
    if isinstance(frame, f.Moving):
        return _move_lines(game, view, side)
    if isinstance(frame, f.Declaring):
        return _attack_lines(game, view, side)
    if isinstance(frame, f.PeiperGoesOn):
        head: Lines = [] if frame.moved else reach_lines(game.world, view, game.world.peiper)
        return head + _attack_lines(game, view, side)
    if isinstance(frame, f.OnTheWay):
        return [*reach_lines(game.world, view, frame.unit), ["end"]]
    return listed(game.world, orders(game.offers(view, side)))


def listed(w: World, found: Iterable[Order]) -> Lines:
    """Orders that differ only in their last word share a line."""
    groups: dict[str, list[str]] = {}
    for number, order in enumerate(found):
        if number >= MOST_ORDERS:
            groups["and many more"] = []
            break
        head, _, last = typed(w, order).rpartition(" ")
        groups.setdefault(head, []).append(last)
    lines: Lines = []
    for head, lasts in groups.items():
        lines.append([f"  {head} {' | '.join(lasts)}".rstrip() if head else f"  {' | '.join(lasts)}"])
    return lines


def choices(game: Tigers, view: TigersState, side: int, most: int) -> list[Order]:
    """All legal orders when there are only a few; else none."""
    if isinstance(view.stack[-1], f.Moving | f.Declaring | f.PeiperGoesOn | f.OnTheWay | f.NamingDistance):
        return []
    found: list[Order] = []
    for order in orders(game.offers(view, side)):
        found.append(order)
        if len(found) > most:
            return []
    return found
