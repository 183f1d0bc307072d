"""The movement phase: its orders, and all legal moves and entries as a tree that is expanded on demand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import ClassVar

from ardennes.dice import Dice
from ardennes.games.wave_of_terror.rules.model import knowledge
from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.rules.model.position import occupied, units_at
from ardennes.games.wave_of_terror.rules.model.set_offers import Chosen, later, sets, units_of
from ardennes.games.wave_of_terror.rules.model.state import IN_COLUMN, MOVED, Moving, Reforming, WaveState
from ardennes.games.wave_of_terror.rules.movement import moves, reinforcements, stacking
from ardennes.games.wave_of_terror.rules.movement.reinforcements import check_hex, first_step, waiting
from ardennes.games.wave_of_terror.rules.movement.step import Walk, Walker, walk_on
from ardennes.games.wave_of_terror.rules.movement.supply import AUTOMATIC, Wishes
from ardennes.games.wave_of_terror.rules.special import british, kampfgruppe_peiper
from ardennes.games.wave_of_terror.rules.special.aerial_supply import wish_offers, written
from ardennes.games.wave_of_terror.schema.ground import Way
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import World
from ardennes.hexes import bits
from ardennes.kernel.contract import Events, Order, Refusal
from ardennes.kernel.deciding import Deeds, UntilEnd, no_die
from ardennes.kernel.offers import Choices, Each, Joined, Offer, OwnBranch, of_kind, sample, tries


class MovementPhase(UntilEnd[World, WaveState, Moving]):
    """Move units; moving is voluntary, so the phase may end at any time, WOT-9.2."""

    kind, rule = "move", "WOT-9.1"
    answers = (o.Move, o.Enter, o.Commit, o.LeaveKampfgruppe, o.End, o.ShowTop)
    deeds: ClassVar[Deeds] = {
        o.Move: (moves.check_move, moves.make_move),
        o.Enter: (reinforcements.check_enter, reinforcements.enter),
        o.Commit: (british.check_commit, no_die(british.commit)),
        o.LeaveKampfgruppe: (kampfgruppe_peiper.check_leave, no_die(kampfgruppe_peiper.leave)),
        o.ShowTop: (stacking.check_top, no_die(stacking.apply_top)),
    }
    asks = "Move your units and bring in reinforcements, then end the movement phase."
    done = "End movement"

    def usual(self, w: World, s: WaveState, frame: Moving) -> o.End:
        return o.END

    def offers(self, w: World, s: WaveState, frame: Moving) -> Sequence[Offer]:
        """Offer the end of the phase, the few other orders, then a branch for every hex with units to
        move."""
        side = frame.side
        first: list[Offer] = [o.END]
        if reinforcements.waiting(w, s, side):
            first.append(of_kind(o.Enter, lambda: entries(w, s, side)))
        first += british.commit_offers(w, s, side)
        if s.kg and side == GERMAN:
            leave = kampfgruppe_peiper.leave_offers
            first.append(of_kind(o.LeaveKampfgruppe, lambda: leave(w, s), "leave KG Peiper"))
        by_hex = Each(moves.movable_hexes(w, s, side), lambda cell: HexMoves(w, s, cell), first)
        return Joined(by_hex, stacking.top_offers(w, s, side))

    def end(self, w: World, s: WaveState, frame: Moving, dice: Dice, events: Events) -> None:
        s.stack.pop()
        if knowledge.troops_may_be_together(w, s):  # after movement of either side, WOT-8.7
            s.stack.append(Reforming(ALLIED))
        moves.end_phase(w, s, frame.side)


Path = tuple[str, ...]


class HexMoves(OwnBranch):
    """All units that may leave a hex, in any combination, WOT-7.9."""

    __slots__ = ("_cell", "_s", "_w")

    def __init__(self, w: World, s: WaveState, cell: int) -> None:
        self._w, self._s, self._cell, self.key = w, s, cell, w.grid.labels[cell]

    def offers(self) -> Sequence[Offer]:
        w, s = self._w, self._s
        return Each(companies(w, s, self._cell), lambda units: StackMoves(w, s, units))

    def may_hold(self, order: Order) -> bool:
        if not isinstance(order, o.Move) or not order.units:
            return False
        unit = self._w.by_id.get(order.units[0])
        return unit is not None and self._s.where[unit] == self._cell


def companies(w: World, s: WaveState, cell: int) -> list[tuple[int, ...]]:
    """Return the sets of units of a hex that may move as one stack."""
    groups: dict[int, list[int]] = {}
    for unit in units_at(w, s, cell):
        if moves.halted(w, s, unit) is None:
            groups.setdefault(moves.began_in(s, unit), []).append(unit)
    return [
        units
        for group in groups.values()
        for size in range(1, len(group) + 1)
        for units in combinations(group, size)
        if not s.kg or moves.check_units(w, s, w.side[units[0]], units) is None
    ]


class StackMoves(OwnBranch):
    """All moves of some units together, with or without column and aerial supply."""

    __slots__ = ("_names", "_s", "_units", "_w")

    def __init__(self, w: World, s: WaveState, units: tuple[int, ...]) -> None:
        self._w, self._s, self._units = w, s, units
        self._names = w.names(units)
        self.key = " ".join(self._names)

    def offers(self) -> Sequence[Offer]:
        ways, wished = self._starts()
        return ways[0].offers() if len(ways) == 1 and not wished else [*ways, *wished]

    def draw(self, rng: Random) -> Order | None:
        ways, wished = self._starts()
        return ways[0].draw(rng) if len(ways) == 1 and not wished else sample([*ways, *wished], rng)

    def _starts(self) -> tuple[list[_Way], list[Offer]]:
        """Return the ways to set out, and those with orders about aerial supply."""
        w, s, units = self._w, self._s, self._units
        result: list[_Way] = []
        fresh = [unit for unit in units if not s.marks[unit] & MOVED]
        for column in (False, True):
            if len(fresh) < len(units) and column != any(s.marks[unit] & IN_COLUMN for unit in units):
                continue
            if column and not w.board.road >> s.where[units[0]] & 1:
                continue
            result += self._ways(column)
        if not s.markers:
            return result, []
        return result, wish_offers(w, s, fresh, self._wished, dry=True, holds=lambda order: True)

    def _ways(self, column: bool, wishes: Wishes = AUTOMATIC) -> list[_Way]:
        begun = moves.ready(self._w, self._s, self._units, column, wishes)
        if isinstance(begun, Refusal) or begun[1].left < 1:
            return []
        return [_Way(o.Move(self._names, (), column, *written(self._w, wishes)), *begun)]

    def _wished(self, wishes: Wishes) -> list[_Way]:
        """Return the ways to set out with these wishes; a unit that draws on a marker is never in column,
        WOT-9.17."""
        return self._ways(False, wishes)

    def may_hold(self, order: Order) -> bool:
        return isinstance(order, o.Move) and order.units == self._names


class _Way(OwnBranch):
    """A way to set out; its offers are steps."""

    __slots__ = ("_at", "_empty", "_who")

    def __init__(self, empty: o.Move, who: Walker, at: Walk) -> None:
        self._empty, self._who, self._at = empty, who, at  # `empty`: the order without its path
        self.key = "column" if who.column else "march"

    def offers(self) -> Sequence[Offer]:
        return _Onward(self._empty, self._who, self._at)

    def draw(self, rng: Random) -> Order | None:
        path = _draw(self._who, self._at, (), rng)
        return None if path is None else _with_path(self._empty, path)

    def may_hold(self, order: Order) -> bool:
        return isinstance(order, o.Move) and _with_path(order, ()) == self._empty


class _Onward(Choices):
    """The choices after a step: stop here, leave the map, or take one more step."""

    __slots__ = ("_at", "_ends", "_so_far", "_ways", "_who")

    def __init__(self, so_far: o.Move, who: Walker, at: Walk) -> None:
        self._so_far, self._who, self._at = so_far, who, at
        self._ways = _ways_on(who, at)
        self._ends = [_with_path(so_far, path) for path in _ends(who, at, so_far.path)]

    def __len__(self) -> int:
        return len(self._ends) + len(self._ways)

    def make(self, at: int) -> Offer:
        ends = self._ends
        if at < len(ends):
            return ends[at]
        return _Step(self._so_far, self._who, self._at, self._ways[at - len(ends)])


class _Step(OwnBranch):
    """One more step, checked when the branch is opened."""

    __slots__ = ("_at", "_so_far", "_way", "_who")

    def __init__(self, so_far: o.Move, who: Walker, at: Walk, way: Way) -> None:
        self._so_far, self._who, self._at, self._way = so_far, who, at, way
        self.key = who.w.grid.labels[way.to]

    def offers(self) -> Sequence[Offer]:
        on = walk_on(self._who, self._at, self._way)
        return (
            ()
            if isinstance(on, int)
            else _Onward(_with_path(self._so_far, (*self._so_far.path, self.key)), self._who, on)
        )

    def may_hold(self, order: Order) -> bool:
        path = (*self._so_far.path, self.key)
        return isinstance(order, o.Move) and order.path[: len(path)] == path


def _with_path(move: o.Move, path: tuple[str, ...]) -> o.Move:
    return o.Move(move.units, path, move.column, move.dry, move.draw)


def _ways_on(who: Walker, at: Walk) -> Sequence[Way]:
    """Return where one more step may lead if nothing bars it."""
    if at.left <= 0:
        return ()
    return (who.w.ground.roads if who.column else who.w.ground.ways)[at.cell]


def _ends(who: Walker, at: Walk, path: Path) -> list[Path]:
    """Return the paths that end here: by stopping or by leaving the map."""
    ends = [path] if path and (not who.kg or moves.check_halt(who, at.cell) is None) else []
    if at.cell in who.w.ground.exits and moves.check_exit(who, at) is None:
        ends.append((*path, moves.EXIT_WORD))
    return ends


def _draw(who: Walker, at: Walk, path: Path, rng: Random) -> Path | None:
    """Return the path of the order that `sample` draws from `_Onward`, without creating the branches."""
    ends, ways = _ends(who, at, path), _ways_on(who, at)
    for choice in tries(len(ends) + len(ways), rng):
        if choice < len(ends):
            return ends[choice]
        way = ways[choice - len(ends)]
        on = walk_on(who, at, way)
        if not isinstance(on, int):
            result = _draw(who, on, (*path, who.w.grid.labels[way.to]), rng)
            if result is not None:
                return result
    return None


# Arrivals


def entries(w: World, s: WaveState, side: int) -> Sequence[Offer]:
    """Return a branch for each hex where units may enter now."""
    units, board = waiting(w, s, side), 0
    for area in {w.units[unit].entry for unit in units}:
        board |= w.board.entries[area]
    cells = list(bits(board & ~occupied(w, s, 1 - side)))
    return Each(cells, lambda cell: EnterBy(w, s, units, cell))


class EnterBy(OwnBranch):
    """All stacks that may enter by a hex."""

    __slots__ = ("_cell", "_s", "_units", "_w")

    def __init__(self, w: World, s: WaveState, units: list[int], cell: int) -> None:
        self._w, self._s, self._units, self._cell = w, s, units, cell
        self.key = w.grid.labels[cell]

    def offers(self) -> Sequence[Offer]:
        w, s, cell, label = self._w, self._s, self._cell, self.key
        able = _able(w, s, self._units, cell)
        there = units_at(w, s, cell)

        def more(chosen: Chosen) -> list[int]:
            return [u for u in later(able, chosen) if not stacking.judge(w, [*chosen, u, *there])]

        def made(chosen: Chosen) -> list[Offer]:
            return [
                o.Enter(w.names(chosen), label, column)
                for column in (False, True)
                if chosen and not isinstance(first_step(w, s, chosen, cell, column), Refusal)
            ]

        return sets(w, more, made, units_of(o.Enter))

    def may_hold(self, order: Order) -> bool:
        return isinstance(order, o.Enter) and order.hex == self.key


def _able(w: World, s: WaveState, units: list[int], cell: int) -> list[int]:
    """Return the units that may use the hex; units of one parent and printed turn share an answer."""
    known: dict[tuple[int, int, int], bool] = {}
    result = []
    for unit in units:
        info = w.units[unit]
        key = info.parent, info.turn, info.entry
        if key not in known:
            known[key] = check_hex(w, s, info.side, (unit,), cell) is None
        if known[key]:
            result.append(unit)
    return result
