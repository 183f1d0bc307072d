"""What one of several commanders of a side may order, undo and see.

All checks use the predicate of `kernel.commanders`. A side that one person plays has no such limits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ardennes.kernel import commanders as commands
from ardennes.kernel.commanders import Commanded, Commander, Divides
from ardennes.kernel.contract import AnyGame, Order, Refusal, Refused
from ardennes.kernel.table import Plain, Table
from ardennes.kernel.wire import Attach, Choices, Entry, Odds, Panel, Route, Row
from ardennes.server.matches.session import Giver, Live, NotAllowed


class Command(NamedTuple):
    """A commander and their team; usable without the match's lock."""

    game: Divides
    team: tuple[Commander, ...]
    me: Commander

    def refuse(self, view: Any, order: Order) -> Refusal | None:
        return commands.refuse(self.game, view, self.team, self.me, order)

    def refuse_unit(self, view: Any, unit: str) -> Refusal | None:
        return commands.refuse_unit(self.game, view, self.team, self.me, unit)


def command_of(live: Live, side: int | None, number: int | None) -> Command | None:
    """Return the command a seat belongs to; None if one person plays the side or there is no side."""
    team = live.header.team(side)
    if not team:
        return None
    if number is None or not 0 <= number < len(team):
        raise NotAllowed("This seat is not one of its side's commanders.")
    assert isinstance(live.game, Divides), "only such a game is divided"
    return Command(live.game, team, team[number])


# Orders


def check(live: Live, side: int, by: int | None, order: Order) -> Giver | None:
    """Return who gives an order on a divided side, and for which units. Raise Refused if this commander may
    not give it.
    """
    command = command_of(live, side, by)
    if command is None:
        return None
    view = live.game.view(live.match.state, side)
    refusal = command.refuse(view, order)
    if refusal is not None:
        raise Refused(refusal)
    return command.me.number, tuple(what for what, _ in command.game.concerned(view, side, order))


def why_no_undo(live: Live, side: int, by: int | None) -> str:
    """Return why the last order cannot be undone; empty if it can. On a divided side only its giver may undo
    it.
    """
    reason = live.match.why_no_undo(side)
    command = command_of(live, side, by)
    if reason or command is None:
        return reason
    if command.me.ready:
        return "You are marked ready; take that back first."
    (last,) = live.match.to_take_back(side, whole_phase=False)
    giver = live.told[last].giver
    if giver is None or giver[0] == by:
        return ""
    return f"The last order was {command.team[giver[0]].name}'s. Delete yours on the order sheet instead."


def own_places(live: Live, places: Sequence[int], by: int | None) -> tuple[int, ...]:
    """Return the last orders in a row that this commander gave, of those that could be undone.

    Earlier ones stay, because later orders of other commanders may depend on them.
    """
    first = len(places)
    while first and (giver := live.told[places[first - 1]].giver) is not None and giver[0] == by:
        first -= 1
    return tuple(places[first:])


def givers(live: Live, side: int) -> Mapping[str, str]:
    """Return by unit or squadron the commander who last wrote an order for it."""
    team = live.header.team(side)
    pairs = zip(live.match.journal, live.told, strict=True)
    given = [each.giver for entry, each in pairs if entry.side == side and each.giver is not None]
    return commands.givers(team, given)


# The table


def choices(command: Command, table: Table, view: Any, wrote: Mapping[str, str]) -> Choices:
    """Return what the commander may do now. `wrote`: who gave the orders on the sheet."""
    assert isinstance(table, Commanded), "a game that divides its sides has such a table"
    me = command.me
    held = frozenset[str]() if me.ready else commands.held_by(command.game, command.team, me)
    result = table.choices_for(view, me.side, held)
    for line in result.sheet or ():
        line.by = wrote.get(line.unit, "") if line.written else ""
    for mission in result.air.missions if result.air is not None else ():
        mission.by = wrote.get(mission.squadrons[0], "")
    return result


def no_orders(refusal: Refusal) -> Panel:
    """Return the panel shown instead of orders for a unit of another commander."""
    why = Row("Orders", refusal.facts, refusal.rule, mark="no")
    return Panel("order", "No orders", "orders", [why])


def no_route(refusal: Refusal) -> Route:
    return Route([], [], refusal)


def his_buttons(command: Command, game: AnyGame, view: Any, panels: Sequence[Panel]) -> list[Panel]:
    """Return a unit's panels without orders that also concern other commanders' formations."""

    def allowed(entry: Entry) -> bool:
        return command.refuse(view, game.read_order(entry.order)) is None

    return [replace(panel, buttons=[*filter(allowed, panel.buttons)]) for panel in panels]


def his_part(command: Command, game: AnyGame, view: Any, odds: Odds) -> Odds:
    """Return an attack's odds with only those orders that this commander may give."""

    def allowed(orders: Sequence[Plain] | None) -> list[Plain]:
        return [order for order in orders or () if command.refuse(view, game.read_order(order)) is None]

    if not odds.orders:
        return odds
    own = allowed(odds.orders)
    attach = [Attach(one.label, mine[0], mine) for one in odds.attach if (mine := allowed(one.orders))]
    return replace(odds, order=own[0] if own else None, orders=own, attach=attach)
