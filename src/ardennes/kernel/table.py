"""What a table in a browser (or any other client) needs from a game.

The client shows `stage` and `board`, highlights `choices`, and asks `reach`, `route`, `odds` and `why`. It
decides no rule and knows no game: whatever a game shows besides counters, hexes and hexsides is a panel, an
arrow or a sheet. Every method takes a seat's view, so that no hidden fact can leak. `kernel.wire` describes
the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec

from ardennes.hexes import bits
from ardennes.kernel.contract import Decision, Event, Order, Refusal, State
from ardennes.kernel.flow import put_flow
from ardennes.kernel.head import DecidingGame
from ardennes.kernel.wire import (
    BattleShow,
    BoardState,
    Choice,
    Choices,
    Comer,
    Due,
    Entry,
    FormationLook,
    Layer,
    March,
    Odds,
    OddsChance,
    OffMap,
    Panel,
    ResultLook,
    Route,
    Row,
    Stage,
    StripPart,
    Way,
)
from ardennes.kernel.wording import Spots

Plain = dict[str, Any]  # an order as JSON
# History of 1944 may be shown during a match if both sides' counters and arrivals are public. In other games
# it would reveal which units arrive, and where.
HISTORY = Layer("history", "1944", "Y")
EDGES = {"N": "northern", "S": "southern", "W": "western", "E": "eastern", "NW": "north-western"}


class Table(Protocol):
    def stage(self) -> Stage:
        """Return what never changes: map, hexes, counters, names of phases, and how marks and events look."""
        ...

    def board(self, view: Any, side: int | None) -> BoardState:
        """Return what is on the table now, as the side may know it."""
        ...

    def choices(self, view: Any, side: int) -> Choices:
        """Return what the side may do now, grouped by what the player clicks: a button, a unit, a hex, a
        panel.
        """
        ...

    def reach(self, view: Any, side: int, unit: str) -> list[Way]:
        """Return where the unit may go in the open decision, as orders ready to give."""
        ...

    def doings(self, view: Any, side: int, unit: str) -> list[Panel]:
        """Return what else the unit may do in that decision: amounts, orders, and why not."""
        ...

    def route(self, view: Any, side: int, unit: str, path: Sequence[str], mode: str) -> Route:
        """Judge a path drawn by hand: how far it can go, the orders for it, or why not."""
        ...

    def why(self, view: Any, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        """Return why a unit may not go or attack there; empty if nothing forbids it."""
        ...

    def odds(self, view: Any, side: int, targets: Sequence[str], attackers: Sequence[str]) -> Odds:
        """Return the arithmetic of an attack, its chances, and the effect of one attacker more or less."""
        ...

    def propose(self, view: Any, side: int, targets: Sequence[str], by: Sequence[str]) -> list[str]:
        """Suggest attackers, including those named; `kernel.attackers` defines the measure."""
        ...

    def words(self, view: Any, side: int, order: Plain) -> str:
        """Return an order as players would say it."""
        ...


@runtime_checkable
class Marches(Protocol):
    """A table with many units: several may be sent at once, and one question lists the units that can reach a
    hex.
    """

    def march(self, view: Any, side: int, units: Sequence[str], hex_: str, mode: str) -> March:
        """Return orders that bring each of the units as near to the hex as possible, and why others stay.

        They are given one by one, each checked when it is given.
        """
        ...

    def comers(self, view: Any, side: int, hex_: str) -> list[Comer]:
        """Return the units that can reach the hex in the open decision."""
        ...


@runtime_checkable
class ShowsBattles(Protocol):
    """A table that reports how a battle went, so that a client can show it."""

    def battles(self, events: Sequence[Event], before: Iterable[Event]) -> list[BattleShow]:
        """Return the battles whose result is among the events of an order; `before` has earlier events,
        newest first.

        Both are as a seat saw them.
        """
        ...


@runtime_checkable
class Discreet(Protocol):
    """A table that knows which descriptions of the other side's orders reveal nothing.

    No other description is sent while something is hidden.
    """

    def may_hear(self, view: Any, words: str, order: Order) -> bool:
        """Return whether a seat with this view may see the description of an order of the other side."""
        ...


@runtime_checkable
class SetsUp(Protocol):
    """A table whose setups can be saved and reused."""

    @property
    def setup_orders(self) -> tuple[type[Order], ...]:
        """Return the kinds of order in a setup: no other is accepted from a file."""
        ...

    def setup_order(self, order: Order) -> Order:
        """Return an order of a saved set-up as the present rules take it."""
        ...

    def sets_up(self, state: Any, side: int) -> bool:
        """Return whether the side is setting up now."""
        ...

    def placed(self, view: Any, side: int) -> list[Plain]:
        """Return the orders that make the present setup, in an order in which they can be given."""
        ...


def put_there(hex_: str, order: Order, label: str, mode: str = "") -> Way:
    """A hex where `reach` may place a unit at once, without a path or points."""
    return Way(hex_, "", msgspec.to_builtins(order), mode, label, path=[hex_])


def comers(table: Table, view: Any, side: int, hex_: str) -> list[Comer]:
    """Return the units that can reach the hex: from the game if it knows, else by asking for each unit."""
    if isinstance(table, Marches):
        return table.comers(view, side, hex_)
    result = []
    for unit in table.choices(view, side).units:
        ways = table.reach(view, side, unit)
        result += [Comer(unit, way.label) for way in ways if way.hex == hex_][:1]
    return result


def idle(decision: Decision | None) -> Choices:
    """Return the choices of a player with nothing to decide; a game's choices extend these."""
    return Choices(
        decision,
        mine=False,
        answers=False,
        buttons=[],
        units=[],
        card=[],
        arrange=[],
        targets=[],
        hexes={},
        sides={},
        panels=[],
        leaves="",
        end=None,
    )


# Shared by the tables of all games


class Parts(NamedTuple):
    """The parts of a game's table in separate modules; most take the game as their first argument."""

    choices: Callable[[Any, Any, int], Choices]
    reach: Callable[[Any, Any, int, str], list[Way]]
    route: Callable[[Any, Any, int, str, Sequence[str], str], Route]
    odds: Callable[[Any, Any, int, Sequence[str], Sequence[str]], Odds]
    propose: Callable[[Any, Any, int, Sequence[str], Sequence[str]], list[str]]
    battles: Callable[[Any, Sequence[Event], Iterable[Event]], list[BattleShow]]  # fields of the world
    doings: Callable[[Any, Any, int, str], list[Panel]] = lambda game, view, side, unit: []


G = TypeVar("G", bound=DecidingGame[Any, Any])
S = TypeVar("S", bound=State)


class GameTable(Generic[G, S]):
    """A table made of parts; a game adds its stage, its board and its `why`. It has no changing data."""

    parts: Parts
    odds_rules = ("", "")  # shown after the odds before the shifts, and after the column

    def __init__(self, game: G) -> None:
        self.game, self.world = game, game.world

    def choices(self, view: S, side: int) -> Choices:
        result = self.parts.choices(self.game, view, side)
        put_flow(self.game, view, side, result, choice)
        return result

    def reach(self, view: S, side: int, unit: str) -> list[Way]:
        return self.parts.reach(self.game, view, side, unit)

    def doings(self, view: S, side: int, unit: str) -> list[Panel]:
        return self.parts.doings(self.game, view, side, unit)

    def route(self, view: S, side: int, unit: str, path: Sequence[str], mode: str) -> Route:
        return self.parts.route(self.game, view, side, unit, path, mode)

    def odds(self, view: S, side: int, targets: Sequence[str], attackers: Sequence[str]) -> Odds:
        return self.parts.odds(self.game, view, side, targets, attackers)

    def propose(self, view: S, side: int, targets: Sequence[str], by: Sequence[str]) -> list[str]:
        return self.parts.propose(self.game, view, side, targets, by)

    def battles(self, events: Sequence[Event], before: Iterable[Event]) -> list[BattleShow]:
        return self.parts.battles(self.world, events, before)

    def setup_order(self, order: Order) -> Order:
        return order

    def words(self, view: S, side: int, order: Plain) -> str:
        return self.game.label(view, self.game.read_order(order))

    def labels(self, hexes: int) -> list[str]:
        names: list[str] = self.world.grid.labels_of(hexes)
        return names

    def by_side(self, hexes: Callable[[Any, S, int], int], view: S) -> dict[str, list[str]]:
        """Return the hexes where each side has something: supply, zones."""
        return {name: self.labels(hexes(self.world, view, at)) for at, name in enumerate(self.game.sides)}

    def control(self, held: int, at_first: int, side: int) -> dict[str, str]:
        """Return who holds the hexes that have changed hands; both bitboards say which are the side's."""
        names, changed = self.game.sides, (held ^ at_first) & self.world.grid.mask
        return {
            self.world.grid.label(cell): names[side if held >> cell & 1 else 1 - side]
            for cell in bits(changed)
        }

    def gone(self, where: Sequence[int], dead: int, exited: int, due: Iterable[Due]) -> OffMap:
        """Return the units off the map, as `where` lists them; future arrivals by turn."""
        units = self.world.units
        return OffMap(
            dead=[unit.id for unit in units if where[unit.index] == dead],
            exited=[unit.id for unit in units if where[unit.index] == exited],
            due=sorted(due, key=attrgetter("turn", "unit")),
        )

    def refused(self, view: S, side: int, order: Order) -> list[Refusal]:
        """Return what forbids an order, as `why` reports it."""
        return listed(self.game.check(view, side, order))

    def not_here(self, view: S, where: str, way_out: str) -> list[Refusal]:
        """Say that the open decision does not concern the hex."""
        rule = self.game.decisions(view)[0].rule
        return [Refusal(rule, f"There is nothing to decide {where} now.", way_out)]

    # what a page draws or leaves out, as text

    def date(self, turn: int) -> str:
        """Return the date of a turn."""
        raise NotImplementedError

    def enters(self, unit: str) -> str:
        """Return where an arriving unit enters: at the eastern edge."""
        raise NotImplementedError

    def needs_supply(self, unit: str) -> bool:
        """Return whether it makes a difference to the unit."""
        return True

    def zones(self, view: Any, side: int) -> dict[str, list[str]]:
        """Return, by hex with a stack or a report of one, the hexes in its zone, usually all
        adjacent hexes.
        """
        w = self.world
        stacks = sorted({view.where[unit] for unit in w.of_side[side] if view.where[unit] >= 0})
        return {w.grid.label(cell): self.labels(w.grid.near[cell]) for cell in stacks}


def own(game: DecidingGame[Any, Any], view: Any, side: int, unit: str) -> int | None:
    """Return the unit if it belongs to the side and the side may decide about it."""
    index: int | None = game.world.by_id.get(unit)
    mine = index is not None and game.world.units[index].side == side and side in game.to_move(view)
    return index if mine else None


def at_edge(edge: str) -> str:
    """Name an edge from its letters: N, NW, W/N."""
    return f"at the {' or '.join(EDGES[letters] for letters in edge.split('/'))} edge"


def parts_of_strip(steps: Iterable[str], now: str) -> list[StripPart]:
    """Return the steps of a turn for the strip, each once: those before the current one are done."""
    labels = list(dict.fromkeys(steps))
    at = labels.index(now) if now in labels else -1
    return [StripPart(label, place == at, done=place < at) for place, label in enumerate(labels)]


def listed(refusal: Refusal | None) -> list[Refusal]:
    return [] if refusal is None else [refusal]


def no_route(refusal: Refusal | None) -> Route:
    return Route([], [], refusal)


def entry(label: str, order: Order) -> Entry:
    """Make an order in a panel."""
    return Entry(label, msgspec.to_builtins(order))


def choice(label: str, order: Order, units: Sequence[str] | None = None, about: str = "") -> Choice:
    """Make a button for an order, with the units and hexes it concerns; the player confirms an irrevocable
    order.
    """
    plain = msgspec.to_builtins(order)
    about = " ".join(filter(None, (about, str(order.irrevocable or ""))))
    named = plain.get("units", []) if units is None else list(units)
    return Choice(label, plain, plain["do"] == "end", list(named), list(plain.get("path", [])), about)


def sort_in(choices: Choices, one: Choice, spots: Spots) -> bool:
    """List a choice under the hexes and hexsides where it is clicked; False if there are none."""
    for places, names in ((choices.hexes, spots.hexes), (choices.sides, spots.sides)):
        for name in names:
            places.setdefault(name, []).append(one)
    return bool(spots.hexes or spots.sides)


def cannot(what: str, refusal: Refusal) -> Row:
    """Make a row that says what cannot be done, and why."""
    return Row(what, f"{refusal.facts} {refusal.way_out}".strip(), refusal.rule, mark="no")


def chances(outcomes: Iterable[tuple[str, Fraction]]) -> list[OddsChance]:
    return [OddsChance(result, round(100 * float(chance), 2)) for result, chance in outcomes]


def bar(outcomes: Iterable[OddsChance], results: Mapping[str, ResultLook]) -> list[OddsChance]:
    """Return chances for a bar: the best for the attacker first."""
    return sorted(
        (one for one in outcomes if one.percent),
        key=lambda one: (-results[one.result].tone if one.result in results else 0.0, one.face),
    )


def share(what: str, chance: Fraction | float, rule: str = "") -> Row:
    """Return a figure in percent."""
    value = 100 * float(chance)
    return Row(what, f"{value:.0f} %" if value >= 1 or not value else "< 1 %", rule)


def looks(
    formation: str, title: str, size_mark: str, glyphs: Iterable[str], styles: Iterable[str]
) -> FormationLook:
    """Return the look of a formation from afar: that of most of its units."""
    glyph, style = (Counter(all_).most_common(1)[0][0] for all_ in (glyphs, styles))
    return FormationLook(formation, title, glyph, size_mark, style)
