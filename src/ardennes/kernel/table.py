"""What a table in a browser (or any other client) needs of a game.

The client shows `stage` and `board`, highlights `choices`, and asks `reach`, `route`, `odds` and `why`;
it decides no rule itself and knows no game: whatever a game wants to say beyond counters, hexes and
hexsides it says as panels, arrows and sheets. Every method takes a seat's view, so that nothing hidden
can pass. `kernel.wire` describes what is told.
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
# What happened in 1944 may be told while a match runs: for games in which both sides' counters and arrivals
# lie open. Where they are hidden, history would tell who comes and where he stands.
HISTORY = Layer("history", "1944", "Y")
EDGES = {"N": "northern", "S": "southern", "W": "western", "E": "eastern", "NW": "north-western"}


class Table(Protocol):
    def stage(self) -> Stage:
        """What never changes: map, hexes, counters, names of phases, how marks and events look."""
        ...

    def board(self, view: Any, side: int | None) -> BoardState:
        """What lies on the table now, as the side may know it."""
        ...

    def choices(self, view: Any, side: int) -> Choices:
        """What the side may do now, grouped by what one clicks: buttons, units, hexes, panels."""
        ...

    def reach(self, view: Any, side: int, unit: str) -> list[Way]:
        """Where the unit may go under the decision that is open, as an order ready to give."""
        ...

    def doings(self, view: Any, side: int, unit: str) -> list[Panel]:
        """What else the unit may do under that decision: amounts, orders, and why not."""
        ...

    def route(self, view: Any, side: int, unit: str, path: Sequence[str], mode: str) -> Route:
        """A way drawn by hand: as far as it can be gone, the orders that go it, or why not."""
        ...

    def why(self, view: Any, side: int, unit: str | None, hex_: str | None) -> list[Refusal]:
        """Why a unit may not go or attack there; empty when nothing speaks against it."""
        ...

    def odds(self, view: Any, side: int, targets: Sequence[str], attackers: Sequence[str]) -> Odds:
        """The arithmetic of an attack, its chances, and what one attacker more or less would change."""
        ...

    def propose(self, view: Any, side: int, targets: Sequence[str], by: Sequence[str]) -> list[str]:
        """Who should attack, those named among them: `kernel.attackers` says by what measure."""
        ...

    def words(self, view: Any, side: int, order: Plain) -> str:
        """An order as the players would say it."""
        ...


@runtime_checkable
class Marches(Protocol):
    """A table of many units: several may be sent at once, and who can come to a hex is asked in one go."""

    def march(self, view: Any, side: int, units: Sequence[str], hex_: str, mode: str) -> March:
        """Orders that bring each of the units as near to the hex as it comes, and why others stay.
        They are given one by one, each judged when it is given."""
        ...

    def comers(self, view: Any, side: int, hex_: str) -> list[Comer]:
        """The units that can come to the hex under the decision that is open."""
        ...


@runtime_checkable
class ShowsBattles(Protocol):
    """A table that tells how a battle went, so that a client can show it."""

    def battles(self, events: Sequence[Event], before: Iterable[Event]) -> list[BattleShow]:
        """The battles whose result is among the events of an order; `before` has the events before them,
        the newest first. Both are as a seat saw them."""
        ...


@runtime_checkable
class Discreet(Protocol):
    """A table that can tell which words about the other side's orders give nothing away. Of the others
    nothing is passed on while something is hidden."""

    def may_hear(self, view: Any, words: str, order: Order) -> bool:
        """May somebody with this view hear the words about an order of the other side's?"""
        ...


@runtime_checkable
class SetsUp(Protocol):
    """A table whose set-ups can be kept and used again."""

    @property
    def setup_orders(self) -> tuple[type[Order], ...]:
        """The kinds of order a set-up is made of: no other is taken from a file."""
        ...

    def setup_order(self, order: Order) -> Order:
        """Return an order of a saved set-up as the present rules take it."""
        ...

    def sets_up(self, state: Any, side: int) -> bool:
        """Is the side setting up now?"""
        ...

    def placed(self, view: Any, side: int) -> list[Plain]:
        """The orders that make the set-up as it stands, in an order in which they can be given."""
        ...


def put_there(hex_: str, order: Order, label: str, mode: str = "") -> Way:
    """A hex a unit may be put in at once, by no way and for no points, as `reach` tells it."""
    return Way(hex_, "", msgspec.to_builtins(order), mode, label, path=[hex_])


def comers(table: Table, view: Any, side: int, hex_: str) -> list[Comer]:
    """The units that can come to the hex: as the game knows it, else by asking each of them."""
    if isinstance(table, Marches):
        return table.comers(view, side, hex_)
    result = []
    for unit in table.choices(view, side).units:
        ways = table.reach(view, side, unit)
        result += [Comer(unit, way.label) for way in ways if way.hex == hex_][:1]
    return result


def idle(decision: Decision | None) -> Choices:
    """The choices of somebody who has nothing to decide; a game's own choices start from here."""
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


# What the tables of all games do alike


class Parts(NamedTuple):
    """The parts of a game's table that stand in modules of their own; most are given the game first."""

    choices: Callable[[Any, Any, int], Choices]
    reach: Callable[[Any, Any, int, str], list[Way]]
    route: Callable[[Any, Any, int, str, Sequence[str], str], Route]
    odds: Callable[[Any, Any, int, Sequence[str], Sequence[str]], Odds]
    propose: Callable[[Any, Any, int, Sequence[str], Sequence[str]], list[str]]
    battles: Callable[[Any, Sequence[Event], Iterable[Event]], list[BattleShow]]  # of the world
    doings: Callable[[Any, Any, int, str], list[Panel]] = lambda game, view, side, unit: []


G = TypeVar("G", bound=DecidingGame[Any, Any])
S = TypeVar("S", bound=State)


class GameTable(Generic[G, S]):
    """A table made of its parts; a game adds its stage, its board and why not. It holds nothing that
    changes."""

    parts: Parts
    odds_rules = ("", "")  # behind the odds before the shifts, and behind the column

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
        """Hexes that each side has of something: supply, zones."""
        return {name: self.labels(hexes(self.world, view, at)) for at, name in enumerate(self.game.sides)}

    def control(self, held: int, at_first: int, side: int) -> dict[str, str]:
        """Who holds the hexes that have changed hands; both boards say what is the side's."""
        names, changed = self.game.sides, (held ^ at_first) & self.world.grid.mask
        return {
            self.world.grid.label(cell): names[side if held >> cell & 1 else 1 - side]
            for cell in bits(changed)
        }

    def gone(self, where: Sequence[int], dead: int, exited: int, due: Iterable[Due]) -> OffMap:
        """Who is not on the map, as `where` says by unit; those to come by the turn they come."""
        units = self.world.units
        return OffMap(
            dead=[unit.id for unit in units if where[unit.index] == dead],
            exited=[unit.id for unit in units if where[unit.index] == exited],
            due=sorted(due, key=attrgetter("turn", "unit")),
        )

    def refused(self, view: S, side: int, order: Order) -> list[Refusal]:
        """What speaks against an order, as `why` tells it."""
        return listed(self.game.check(view, side, order))

    def not_here(self, view: S, where: str, way_out: str) -> list[Refusal]:
        """The open decision has nothing to do with the hex."""
        rule = self.game.decisions(view)[0].rule
        return [Refusal(rule, f"Nothing of this decision is done {where}.", way_out)]

    # What a page draws or leaves out, in words

    def date(self, turn: int) -> str:
        """The day of a turn."""
        raise NotImplementedError

    def enters(self, unit: str) -> str:
        """Where a unit that is to come enters: at the eastern edge."""
        raise NotImplementedError

    def needs_supply(self, unit: str) -> bool:
        """Does it make a difference to the unit?"""
        return True

    def zones(self, view: Any, side: int) -> dict[str, list[str]]:
        """By hex of a side's stack, or of a report of one: the hexes in its zone, mostly all beside it."""
        w = self.world
        stacks = sorted({view.where[unit] for unit in w.of_side[side] if view.where[unit] >= 0})
        return {w.grid.label(cell): self.labels(w.grid.near[cell]) for cell in stacks}


def own(game: DecidingGame[Any, Any], view: Any, side: int, unit: str) -> int | None:
    """The unit, when it is one's own and one's own to decide about."""
    index: int | None = game.world.by_id.get(unit)
    mine = index is not None and game.world.units[index].side == side and side in game.to_move(view)
    return index if mine else None


def at_edge(edge: str) -> str:
    """An edge in words, from its letters: N, NW, W/N."""
    return f"at the {' or '.join(EDGES[letters] for letters in edge.split('/'))} edge"


def parts_of_strip(steps: Iterable[str], now: str) -> list[StripPart]:
    """The steps of a turn for the strip, each once: those before the one that is played are done."""
    labels = list(dict.fromkeys(steps))
    at = labels.index(now) if now in labels else -1
    return [StripPart(label, place == at, done=place < at) for place, label in enumerate(labels)]


def listed(refusal: Refusal | None) -> list[Refusal]:
    return [] if refusal is None else [refusal]


def no_route(refusal: Refusal | None) -> Route:
    return Route([], [], refusal)


def entry(label: str, order: Order) -> Entry:
    """An order in a panel."""
    return Entry(label, msgspec.to_builtins(order))


def choice(label: str, order: Order, units: Sequence[str] | None = None, about: str = "") -> Choice:
    """An order to press, with the units and hexes it concerns; the player confirms an irrevocable order."""
    plain = msgspec.to_builtins(order)
    about = " ".join(filter(None, (about, str(order.irrevocable or ""))))
    named = plain.get("units", []) if units is None else list(units)
    return Choice(label, plain, plain["do"] == "end", list(named), list(plain.get("path", [])), about)


def sort_in(found: Choices, one: Choice, spots: Spots) -> bool:
    """Put a choice under the hexes and hexsides where it is clicked; False where there are none."""
    for places, names in ((found.hexes, spots.hexes), (found.sides, spots.sides)):
        for name in names:
            places.setdefault(name, []).append(one)
    return bool(spots.hexes or spots.sides)


def cannot(what: str, refusal: Refusal) -> Row:
    """What cannot be done, and why not."""
    return Row(what, f"{refusal.facts} {refusal.way_out}".strip(), refusal.rule, mark="no")


def chances(found: Iterable[tuple[str, Fraction]]) -> list[OddsChance]:
    return [OddsChance(result, round(100 * float(chance), 2)) for result, chance in found]


def bar(found: Iterable[OddsChance], results: Mapping[str, ResultLook]) -> list[OddsChance]:
    """Chances as a bar has them: the best for the attacker first."""
    return sorted(
        (one for one in found if one.percent),
        key=lambda one: (-results[one.result].tone if one.result in results else 0.0, one.face),
    )


def share(what: str, chance: Fraction | float, rule: str = "") -> Row:
    """A figure in percent."""
    value = 100 * float(chance)
    return Row(what, f"{value:.0f} %" if value >= 1 or not value else "< 1 %", rule)


def looks(
    formation: str, title: str, size_mark: str, glyphs: Iterable[str], styles: Iterable[str]
) -> FormationLook:
    """A formation from afar looks like most of its units."""
    glyph, style = (Counter(all_).most_common(1)[0][0] for all_ in (glyphs, styles))
    return FormationLook(formation, title, glyph, size_mark, style)
