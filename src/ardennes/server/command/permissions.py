"""One of several commanders of a side: what he may order, take back and see of the table.

Everything here asks the one predicate of `kernel.commanders`; a side that one person plays is not concerned.
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
    """A commander among his own, to be worked on without the match's lock."""

    game: Divides
    team: tuple[Commander, ...]
    me: Commander

    def refuse(self, view: Any, order: Order) -> Refusal | None:
        return commands.refuse(self.game, view, self.team, self.me, order)

    def refuse_unit(self, view: Any, unit: str) -> Refusal | None:
        return commands.refuse_unit(self.game, view, self.team, self.me, unit)


def command_of(live: Live, side: int | None, number: int | None) -> Command | None:
    """The command a seat has a part in; None where one person plays the side, or nobody's is asked for."""
    team = live.header.team(side)
    if not team:
        return None
    if number is None or not 0 <= number < len(team):
        raise NotAllowed("This seat has no part in the command of its side.")
    assert isinstance(live.game, Divides), "only such a game is divided"
    return Command(live.game, team, team[number])


# Orders


def check(live: Live, side: int, by: int | None, order: Order) -> Giver | None:
    """Whom an order is for, where several share the side; Refused where it is not this one's to give."""
    command = command_of(live, side, by)
    if command is None:
        return None
    view = live.game.view(live.match.state, side)
    refusal = command.refuse(view, order)
    if refusal is not None:
        raise Refused(refusal)
    return command.me.number, tuple(what for what, _ in command.game.concerned(view, side, order))


def why_no_undo(live: Live, side: int, by: int | None) -> str:
    """Empty when the last order may be taken back; among several, only by whoever gave it."""
    reason = live.match.why_no_undo(side)
    command = command_of(live, side, by)
    if reason or command is None:
        return reason
    if command.me.ready:
        return "You have said that you are ready; take that back first."
    (last,) = live.match.to_take_back(side, whole_phase=False)
    giver = live.told[last].giver
    if giver is None or giver[0] == by:
        return ""
    return f"The last order was {command.team[giver[0]].name}'s. Strike yours on the sheet instead."


def own_places(live: Live, places: Sequence[int], by: int | None) -> tuple[int, ...]:
    """Of the orders that could be taken back, the last ones that are this commander's.

    Only those: what another gave since may rest on what would be struck from under it.
    """
    first = len(places)
    while first and (giver := live.told[places[first - 1]].giver) is not None and giver[0] == by:
        first -= 1
    return tuple(places[first:])


def givers(live: Live, side: int) -> Mapping[str, str]:
    """By unit or squadron: who wrote for it last."""
    team = live.header.team(side)
    told = zip(live.match.journal, live.told, strict=True)
    given = [each.giver for entry, each in told if entry.side == side and each.giver is not None]
    return commands.givers(team, given)


# The table


def choices(command: Command, table: Table, view: Any, wrote: Mapping[str, str]) -> Choices:
    """What he may do now; `wrote` says who gave the orders on the sheet."""
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
    """What stands beside the map instead of the orders of a unit that is not his."""
    why = Row("Orders", refusal.facts, refusal.rule, mark="no")
    return Panel("order", "No orders", "orders", [why])


def no_route(refusal: Refusal) -> Route:
    return Route([], [], refusal)


def his_buttons(command: Command, game: AnyGame, view: Any, panels: Sequence[Panel]) -> list[Panel]:
    """The panels of a unit of his, without orders that concern more than his formations."""

    def his(entry: Entry) -> bool:
        return command.refuse(view, game.read_order(entry.order)) is None

    return [replace(panel, buttons=[*filter(his, panel.buttons)]) for panel in panels]


def his_part(command: Command, game: AnyGame, view: Any, odds: Odds) -> Odds:
    """The arithmetic of an attack of several; of the orders that make it only his own."""

    def his(orders: Sequence[Plain] | None) -> list[Plain]:
        return [order for order in orders or () if command.refuse(view, game.read_order(order)) is None]

    if not odds.orders:
        return odds
    own = his(odds.orders)
    attach = [Attach(one.label, mine[0], mine) for one in odds.attach if (mine := his(one.orders))]
    return replace(odds, order=own[0] if own else None, orders=own, attach=attach)
