"""Measure a match turn by turn and battle by battle, for reports, lab and end page.

A `Measuring` observes one match and turns events into rows, the same in all games. It tracks every unit's
strength from the events alone, so that the losses of a side add up exactly to the strength that it no longer
has. Each game has a module `measures.py` that reads its events.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, Generic, TypeVar, cast

import msgspec
from msgspec import Meta

from ardennes.kernel.contract import AnyGame, Event, Result, State
from ardennes.kernel.datafile import Folder
from ardennes.kernel.mapfile import game_file
from ardennes.kernel.schema import Name, Record, Status, read_each
from ardennes.kernel.wire import Score

W = TypeVar("W")
S = TypeVar("S", bound=State)

# The cause of a loss.
COMBAT, RETREAT, SURRENDER, AIR = "combat", "retreat", "surrender", "air"
STACKING, OTHER = "stacking", "other"


class Loss(msgspec.Struct, frozen=True):
    """A loss of one unit."""

    turn: int
    day: int  # day of December 1944; 32 is 1 January
    side: int
    unit: str
    hex: str
    strength: int  # in the game's strength units
    cause: str  # combat, retreat, surrender, air, stacking, other
    why: str  # the rule, or the text of the event


class Battle(msgspec.Struct):
    """An attack on one hex or several."""

    turn: int
    day: int
    side: int  # the attacking side
    hexes: tuple[str, ...]
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int  # strength of the attackers as tracked, before any modifier
    defence: int
    odds: str = ""  # the column of the table, or the odds, as the game names them
    below_even: bool = False  # whether the odds were below 1:1
    shifts: int = 0  # total column shifts to the right
    dice: tuple[int, ...] = ()
    result: str = ""  # as the game's table names it; empty if it does not
    losses: tuple[int, int] = (0, 0)  # losses of attackers and defenders, retreats included
    means: tuple[float, float] = (0.0, 0.0)  # the table's average losses over all dice, without retreats
    chance: float | None = None  # of clearing the hexes, by the rules; None: the earlier position is unknown
    cleared: bool = False  # no defender remained in the hexes
    advanced: tuple[str, ...] = ()  # attackers that entered

    @property
    def taken(self) -> bool:
        """Return whether attackers ended in a hex that they attacked."""
        return bool(self.advanced)


class Standing(msgspec.Struct, frozen=True):
    """A side at the end of a turn."""

    turn: int
    day: int
    side: int
    points: int  # victory points by the rulebook, if the game ended now
    level: str  # level of victory, if the game ended now
    margin: int  # the higher, the better for the first side
    start: int  # strength at the start of the turn
    arrived: int
    replaced: int
    regrouped: int  # gained or lost when units replaced others
    exited: int
    lost: dict[str, int]  # strength lost, by cause
    men: int  # the same losses in men, at the game's rate
    strength: int  # on the map at the end of the turn
    units: int
    units_lost: int
    hexes: int  # places held
    places: tuple[str, ...]  # held places that count for victory


class Evening(msgspec.Struct, frozen=True):
    """The hexes held by the Germans at the end of a turn, one bit each."""

    turn: int
    day: int
    german: int


class Measures(msgspec.Struct):
    """All measurements of a match."""

    turns: list[Standing] = []
    battles: list[Battle] = []
    losses: list[Loss] = []
    evenings: list[Evening] = []

    def evening(self, day: int) -> Evening | None:
        """Return the last turn of each day."""
        return next((e for e in reversed(self.evenings) if e.day == day), None)

    def lost_on(self, day: int, side: int) -> int:
        return sum(sum(row.lost.values()) for row in self.turns if row.day == day and row.side == side)


class Rate(Record, frozen=True):
    """Return how many men a strength point of a side stands for."""

    side: Name
    men: Annotated[int, Meta(ge=1, le=9999)]
    status: Status
    why: Name


@functools.cache
def rates(package: str, sides: Sequence[str], folder: Folder | None = None) -> tuple[int, ...]:
    """Return the men per strength point, by side, from men.csv of the game or of a designer's folder."""
    result = read_each(game_file(package, "men.csv", folder), Rate, "side", sides)
    return tuple(rate.men for rate in result.values())


class Measuring(Generic[W, S]):
    """Observe one match from its start; a game's subclass reads the events."""

    package: ClassVar[str]
    german: ClassVar[int]  # the side
    unit: ClassVar[str]  # what strength is counted in: the name of one unit of it

    def __init__(self, game: AnyGame, state: S) -> None:
        self._world: Any = game.world  # type: ignore[attr-defined]  # what the worlds of most games share
        self.w: W = self._world
        self.sides = game.sides
        self.men = rates(self.package, game.sides, self._world.folder)
        self.found = Measures()
        self.book = self.strengths(state)  # strength by unit on the map
        self.turn = int(cast(Any, state).turn)
        self._done = False
        self._begin()

    # Provided by the game

    def strengths(self, s: S) -> dict[str, int]:
        """Return the strength of each unit on the map."""
        raise NotImplementedError

    def side_of(self, unit: str) -> int:
        return int(self._world.side[self._world.by_id[unit]])

    def turn_begun(self, event: Event) -> int | None:
        """Return the number of the turn that an event begins."""
        raise NotImplementedError

    def day(self, turn: int) -> int:
        return turn + 15

    def read(self, s: S, event: Event) -> None:
        """Record an event; `s` is the state after the whole order."""
        raise NotImplementedError

    def ended_now(self, s: S, turn: int) -> Result:
        """Return how the game would end with this turn, or has ended."""
        raise NotImplementedError

    def ground(self, s: S) -> tuple[int, int]:
        """Return the hexes held by the Germans, and all hexes."""
        raise NotImplementedError

    def score(self, s: S) -> Score:
        """Return the parts of the score, if the game ended now."""
        raise NotImplementedError

    def where(self, s: S) -> dict[str, str]:
        """Return the hex of each unit on the map."""
        w, at = self._world, cast(Any, s).where
        return {w.units[unit].id: w.grid.label(cell) for unit, cell in enumerate(at) if cell >= 0}

    def places(self, s: S, side: int) -> tuple[str, ...]:
        """Return the places held by the side that count for victory."""
        raise NotImplementedError

    def cell(self, label: str) -> int | None:
        """Return the hex of a label; None if it is not in play."""
        cell: int | None = self._world.grid.find(label)
        return cell if cell is not None and self._world.grid.mask >> cell & 1 else None

    def in_set_up(self, turn: int) -> bool:
        """Before the first turn there are no losses or arrivals: the armies are being set up."""
        return turn < 1

    # Recording

    before: S | None = None  # the position before an order, to compute the chance of each battle

    def happened(self, s: S, events: Iterable[Event], over: bool) -> None:
        """Record the events of an order, the state after it, and whether the match is over."""
        for event in events:
            turn = self.turn_begun(event)
            if turn is not None and turn != self.turn:
                self._close(s)
                self.turn = turn
            self.read(s, event)
        if over and not self._done:
            self._close(s)
            self._done = True

    def _begin(self) -> None:
        self._start = self._totals()
        self._flow: list[Counter[str]] = [Counter() for _ in self.sides]
        self._lost: list[Counter[str]] = [Counter() for _ in self.sides]

    def _totals(self) -> list[int]:
        totals = [0 for _ in self.sides]
        for unit, strength in self.book.items():
            totals[self.side_of(unit)] += strength
        return totals

    def _close(self, s: S) -> None:
        """Add the rows of a turn that has ended."""
        self.battle_over()
        if not self.in_set_up(self.turn):
            result, day = self.ended_now(s, self.turn), self.day(self.turn)
            held, every = self.ground(s)
            totals, units = self._totals(), Counter(map(self.side_of, self.book))
            for side in range(len(self.sides)):
                mine = held if side == self.german else every & ~held
                flow, lost = self._flow[side], self._lost[side]
                self.found.turns.append(
                    Standing(
                        self.turn, day, side, result.points, result.level, result.margin, self._start[side],
                        flow["arrived"], flow["replaced"], flow["regrouped"], flow["exited"], dict(lost),
                        self.men[side] * sum(lost.values()), totals[side], units[side], flow["units lost"],
                        mine.bit_count(), self.places(s, side),
                    )
                )  # fmt: skip
            self.found.evenings.append(Evening(self.turn, day, held))
        self._begin()

    # Strength tracking, for the game's `read`

    def stands(self, unit: str, strength: int, how: str = "arrived") -> None:
        """Put a unit on the map with a strength; for one that is already there, record the difference."""
        self._flow[self.side_of(unit)][how] += strength - self.book.get(unit, 0)
        self.book[unit] = strength

    def goes(self, unit: str, how: str) -> None:
        """Take a unit off the map without losing its strength."""
        strength = self.book.pop(unit, 0)
        self._flow[self.side_of(unit)][how] += strength if how == "exited" else -strength

    def regroup(self, gone: Iterable[str], come: Iterable[tuple[str, int]]) -> None:
        """Replace units by others."""
        for unit in gone:
            self.goes(unit, "regrouped")
        for unit, strength in come:
            self.stands(unit, strength, "regrouped")

    def loses(self, unit: str, hex_: str, strength: int, cause: str, why: str) -> None:
        """Record the strength that a unit lost; without any left, it is eliminated."""
        if strength:
            side = self.side_of(unit)
            self.book[unit] -= strength
            if not self.book[unit]:
                self.gone(unit)
            self._lost[side][cause] += strength
            self.found.losses.append(
                Loss(self.turn, self.day(self.turn), side, unit, hex_, strength, cause, why)
            )
            self.in_battle(unit, strength)

    def dies(self, unit: str, hex_: str, cause: str, why: str) -> None:
        """Record a unit as eliminated with all its strength."""
        self.loses(unit, hex_, self.book.get(unit, 0), cause, why)
        self.gone(unit)

    def gone(self, unit: str) -> None:
        """Record a unit as lost."""
        if self.book.pop(unit, None) is not None:
            self._flow[self.side_of(unit)]["units lost"] += 1

    # Battles, one after the other; a game that resolves them all at once does its own bookkeeping

    fight: Battle | None = None

    def battle(
        self, side: int, hexes: tuple[str, ...], attackers: tuple[str, ...], defenders: tuple[str, ...]
    ) -> Battle:
        """Begin a battle and end the one before it."""
        self.battle_over()
        strengths = [sum(self.book.get(unit, 0) for unit in units) for units in (attackers, defenders)]
        self.fight = Battle(
            self.turn, self.day(self.turn), side, hexes, attackers, defenders, strengths[0], strengths[1]
        )
        self._left = set(defenders)
        self.found.battles.append(self.fight)
        return self.fight

    def in_battle(self, unit: str, strength: int) -> None:
        """Count a loss of a fighting unit as a loss of its battle."""
        if self.fight is not None:
            attackers, defenders = self.fight.losses
            attackers += strength * (unit in self.fight.attackers)
            self.fight.losses = attackers, defenders + strength * (unit in self.fight.defenders)

    def leaves_hex(self, unit: str) -> None:
        """Record that a defender left the hex; without any left, the hex is cleared."""
        if self.fight is not None and unit in self._left:
            self._left.discard(unit)
            self.fight.cleared = not self._left

    def goes_in(self, units: Iterable[str], path: Iterable[str]) -> None:
        """Record attackers that advance."""
        if self.fight is not None and set(path) & set(self.fight.hexes):
            more = (unit for unit in units if unit in self.fight.attackers)
            self.fight.advanced = tuple(dict.fromkeys((*self.fight.advanced, *more)))

    def battle_over(self) -> None:
        self.fight = None
