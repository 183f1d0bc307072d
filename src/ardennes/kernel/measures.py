"""What a match comes to, turn by turn and battle by battle: one stream for reports, lab and end page.

A `Measuring` looks on at one match and turns what happens into rows, the same in all games. It keeps its own
book of every unit's strength by the events alone, so that what a side lost, and why, adds up exactly to the
strength it no longer has. Each game has a module `measures.py` that reads its events.
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

# Why strength was lost.
COMBAT, RETREAT, SURRENDER, AIR = "combat", "retreat", "surrender", "air"
STACKING, OTHER = "stacking", "other"


class Loss(msgspec.Struct, frozen=True):
    """What a unit lost at once."""

    turn: int
    day: int  # of December 1944; 32 is 1 January
    side: int
    unit: str
    hex: str
    strength: int  # in the game's own units
    cause: str  # combat, retreat, surrender, air, stacking, other
    why: str  # the rule, or the words of the event


class Battle(msgspec.Struct):
    """An attack on a hex, or on several at once."""

    turn: int
    day: int
    side: int  # that attacked
    hexes: tuple[str, ...]
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: int  # strength of the attackers as the book has it, before any modifier
    defence: int
    odds: str = ""  # the column of the table, or the odds, as the game says them
    below_even: bool = False  # were the odds below 1:1?
    shifts: int = 0  # columns to the right, all together
    dice: tuple[int, ...] = ()
    result: str = ""  # as the game's table calls it; empty where it has no such word
    losses: tuple[int, int] = (0, 0)  # of attackers and defenders, retreats included
    means: tuple[float, float] = (0.0, 0.0)  # what the table costs on average over its dice, retreats apart
    chance: float | None = (
        None  # of clearing the hexes, by the rules; None: the position before was not given
    )
    cleared: bool = False  # no defender was left in the hexes
    advanced: tuple[str, ...] = ()  # attackers that went in

    @property
    def taken(self) -> bool:
        """Did attackers end in a hex they had attacked?"""
        return bool(self.advanced)


class Standing(msgspec.Struct, frozen=True):
    """A side when a turn has ended."""

    turn: int
    day: int
    side: int
    points: int  # as the rulebook counts them, if the game ended now
    level: str  # of victory, if the game ended now
    margin: int  # the higher, the better the first side stands
    start: int  # strength when the turn began
    arrived: int
    replaced: int
    regrouped: int  # gained or lost by units that took the place of others
    exited: int
    lost: dict[str, int]  # strength by cause
    men: int  # the same losses in men, at the game's rate
    strength: int  # on the map when the turn ended
    units: int
    units_lost: int
    hexes: int  # held
    places: tuple[str, ...]  # held, of those that count for victory


class Evening(msgspec.Struct, frozen=True):
    """Whose ground it was when a turn ended: the hexes the Germans held, one bit each."""

    turn: int
    day: int
    german: int


class Measures(msgspec.Struct):
    """Everything measured of a match."""

    turns: list[Standing] = []
    battles: list[Battle] = []
    losses: list[Loss] = []
    evenings: list[Evening] = []

    def evening(self, day: int) -> Evening | None:
        """The last of a day."""
        return next((e for e in reversed(self.evenings) if e.day == day), None)

    def lost_on(self, day: int, side: int) -> int:
        return sum(sum(row.lost.values()) for row in self.turns if row.day == day and row.side == side)


class Rate(Record, frozen=True):
    """How many men a strength point of a side stands for."""

    side: Name
    men: Annotated[int, Meta(ge=1, le=9999)]
    status: Status
    why: Name


@functools.cache
def rates(package: str, sides: Sequence[str], folder: Folder | None = None) -> tuple[int, ...]:
    """Men a strength point, by side, from the game's men.csv or that of a designer's folder."""
    result = read_each(game_file(package, "men.csv", folder), Rate, "side", sides)
    return tuple(rate.men for rate in result.values())


class Measuring(Generic[W, S]):
    """Looks on at one match from its start; a game's own class reads the events."""

    package: ClassVar[str]
    german: ClassVar[int]  # the side
    unit: ClassVar[str]  # what strength is counted in: one of it

    def __init__(self, game: AnyGame, state: S) -> None:
        self._world: Any = game.world  # type: ignore[attr-defined]  # what the worlds of most games share
        self.w: W = self._world
        self.sides = game.sides
        self.men = rates(self.package, game.sides, self._world.folder)
        self.found = Measures()
        self.book = self.strengths(state)  # by unit on the map
        self.turn = int(cast(Any, state).turn)
        self._done = False
        self._begin()

    # What a game says

    def strengths(self, s: S) -> dict[str, int]:
        """By unit on the map: its strength."""
        raise NotImplementedError

    def side_of(self, unit: str) -> int:
        return int(self._world.side[self._world.by_id[unit]])

    def turn_begun(self, event: Event) -> int | None:
        """The number of the turn that an event begins."""
        raise NotImplementedError

    def day(self, turn: int) -> int:
        return turn + 15

    def read(self, s: S, event: Event) -> None:
        """Enter an event into the book; `s` is the state after the whole order."""
        raise NotImplementedError

    def ended_now(self, s: S, turn: int) -> Result:
        """How the game would end with this turn, or has ended."""
        raise NotImplementedError

    def ground(self, s: S) -> tuple[int, int]:
        """(hexes the Germans hold, all hexes)."""
        raise NotImplementedError

    def score(self, s: S) -> Score:
        """What the score is made of, if the game ended now."""
        raise NotImplementedError

    def where(self, s: S) -> dict[str, str]:
        """By unit on the map: its hex."""
        w, at = self._world, cast(Any, s).where
        return {w.units[unit].id: w.grid.label(cell) for unit, cell in enumerate(at) if cell >= 0}

    def places(self, s: S, side: int) -> tuple[str, ...]:
        """The places that count for victory and that the side holds."""
        raise NotImplementedError

    def cell(self, label: str) -> int | None:
        """The hex of a label; None where it is not in play."""
        cell: int | None = self._world.grid.find(label)
        return cell if cell is not None and self._world.grid.mask >> cell & 1 else None

    def in_set_up(self, turn: int) -> bool:
        """Before the first turn nobody is lost or arrives: the armies are laid out."""
        return turn < 1

    # What is noted

    before: S | None = None  # the position before an order, for whoever wants the chance of each battle

    def happened(self, s: S, events: Iterable[Event], over: bool) -> None:
        """What came of an order, the state after it, and whether the match is over."""
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
        """The rows of a turn that has ended."""
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

    # The book, for the game's `read`

    def stands(self, unit: str, strength: int, how: str = "arrived") -> None:
        """A unit is on the map with so much; one that was there already has gained or lost the difference."""
        self._flow[self.side_of(unit)][how] += strength - self.book.get(unit, 0)
        self.book[unit] = strength

    def goes(self, unit: str, how: str) -> None:
        """A unit is no longer on the map, and its strength is not lost."""
        strength = self.book.pop(unit, 0)
        self._flow[self.side_of(unit)][how] += strength if how == "exited" else -strength

    def regroup(self, gone: Iterable[str], come: Iterable[tuple[str, int]]) -> None:
        """Units took the place of others."""
        for unit in gone:
            self.goes(unit, "regrouped")
        for unit, strength in come:
            self.stands(unit, strength, "regrouped")

    def loses(self, unit: str, hex_: str, strength: int, cause: str, why: str) -> None:
        """A unit lost strength; with the last of it, it is gone."""
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
        """A unit is gone with all it had."""
        self.loses(unit, hex_, self.book.get(unit, 0), cause, why)
        self.gone(unit)

    def gone(self, unit: str) -> None:
        """A unit is lost."""
        if self.book.pop(unit, None) is not None:
            self._flow[self.side_of(unit)]["units lost"] += 1

    # Battles, one after the other; a game that fights them all at once keeps its own

    fight: Battle | None = None

    def battle(
        self, side: int, hexes: tuple[str, ...], attackers: tuple[str, ...], defenders: tuple[str, ...]
    ) -> Battle:
        """A battle begins, and the one before it is over."""
        self.battle_over()
        strengths = [sum(self.book.get(unit, 0) for unit in units) for units in (attackers, defenders)]
        self.fight = Battle(
            self.turn, self.day(self.turn), side, hexes, attackers, defenders, strengths[0], strengths[1]
        )
        self._left = set(defenders)
        self.found.battles.append(self.fight)
        return self.fight

    def in_battle(self, unit: str, strength: int) -> None:
        """The loss of a unit that fights now is a loss of that battle."""
        if self.fight is not None:
            attackers, defenders = self.fight.losses
            attackers += strength * (unit in self.fight.attackers)
            self.fight.losses = attackers, defenders + strength * (unit in self.fight.defenders)

    def leaves_hex(self, unit: str) -> None:
        """A defender is out of the hex; when all are, it is cleared."""
        if self.fight is not None and unit in self._left:
            self._left.discard(unit)
            self.fight.cleared = not self._left

    def goes_in(self, units: Iterable[str], path: Iterable[str]) -> None:
        """Attackers advance."""
        if self.fight is not None and set(path) & set(self.fight.hexes):
            more = (unit for unit in units if unit in self.fight.attackers)
            self.fight.advanced = tuple(dict.fromkeys((*self.fight.advanced, *more)))

    def battle_over(self) -> None:
        self.fight = None
