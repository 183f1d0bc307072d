"""The tree of legal moves: units, then step by step (TIA-MOVE); a branch is computed when it is opened."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ardennes.games.tigers.rules.model import state as st
from ardennes.games.tigers.rules.model.orders import Move
from ardennes.games.tigers.rules.model.position import derived, movers_here
from ardennes.games.tigers.rules.model.state import TigersState
from ardennes.games.tigers.rules.movement.moves import Going, attachments, begin, check_end, routes
from ardennes.games.tigers.rules.movement.search import next_steps
from ardennes.games.tigers.rules.movement.step import Walk, walk_on
from ardennes.games.tigers.schema.terms import TIGER
from ardennes.games.tigers.schema.world import World
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.offers import Choices, Offer, OwnBranch, tries

Start = tuple[int, bool, tuple[str, ...]]  # (unit, its bonus chosen, those attached to it)


def move_offers(w: World, s: TigersState, *more: Order) -> Sequence[Offer]:
    """Return a branch for every unit that may move, then other orders."""
    frame = s.stack[-1]
    if isinstance(frame, st.OnTheWay):
        return _Movers(w, s, [(frame.unit, frame.omb, ())], more)
    status, peiper = s.status, w.peiper
    acted = st.DISRUPTED | st.MOVED | st.ATTACKED
    if isinstance(frame, st.PeiperGoesOn):
        result: list[int | Start] = [peiper]
    else:
        result = [u for u in movers_here(w, s, frame.side) if not status[u] & acted or u == peiper]
    for unit in w.choosers:
        if w.side[unit] == frame.side and unit in result:
            how: list[Start] = [(unit, True, ())] if w.units[unit].kind == TIGER else []
            if unit == peiper:
                how += [(unit, False, joined) for joined in attachments(w, s)]
            at = result.index(unit) + 1
            result[at:at] = how
    return _Movers(w, s, result, more)


class _Movers(Choices):
    """The units that may move, then other orders."""

    __slots__ = ("_more", "_s", "_starts", "_w")

    def __init__(self, w: World, s: TigersState, starts: list[int | Start], more: tuple[Order, ...]) -> None:
        self._w, self._s, self._starts, self._more = w, s, starts, more

    def __len__(self) -> int:
        return len(self._starts) + len(self._more)

    def make(self, at: int) -> Offer:
        if at >= len(self._starts):
            return self._more[at - len(self._starts)]
        start = self._starts[at]
        if isinstance(start, int):
            return _SettingOut(self._w, self._s, start)
        return _SettingOut(self._w, self._s, *start)


class _SettingOut(OwnBranch):
    """A unit that may move; its steps are computed when the branch is opened."""

    __slots__ = ("_attach", "_omb", "_s", "_w")

    def __init__(
        self, w: World, s: TigersState, unit: int, omb: bool = False, attach: tuple[str, ...] = ()
    ) -> None:
        self._w, self._s, self._omb, self._attach, self.key = w, s, omb, attach, w.units[unit].id

    def _begin(self) -> tuple[Going, Walk] | None:
        stem = Move(self.key, (), self._omb, self._attach)
        begun = begin(self._w, self._s, stem)
        if isinstance(begun, Refusal):
            return None
        return Going(self._w, self._s, begun[0], stem), begun[1]

    def offers(self) -> Sequence[Offer]:
        begun = self._begin()
        return () if begun is None else _Ways(*begun, ())

    def draw(self, rng: Random) -> Order | None:
        begun = self._begin()
        return None if begun is None else _draw(*begun, (), rng)

    def may_hold(self, order: Order) -> bool:
        return (
            isinstance(order, Move)
            and order.unit == self.key
            and order.omb == self._omb
            and order.attach == self._attach
        )


class _Ways(Choices):
    """The choices at a hex: stop here (after at least one step), or take one more step."""

    __slots__ = ("_at", "_going", "_path", "_ways")

    def __init__(self, going: Going, at: Walk, path: tuple[str, ...]) -> None:
        self._going, self._at, self._path = going, at, path
        self._ways = going.ways_on(at)

    def __len__(self) -> int:
        return len(self._ways) + (1 if self._path else 0)

    def make(self, at: int) -> Offer:
        if self._path:
            if at == 0:
                return _Stop(self._going, self._at, self._path)
            at -= 1
        to, road, text = self._ways[at]
        return _Step(self._going, self._at, to, road, (*self._path, text))


class _Step(OwnBranch):
    """One more step, judged when the branch is opened."""

    __slots__ = ("_at", "_going", "_path", "_road", "_to")

    def __init__(self, going: Going, at: Walk, to: int, road: bool, path: tuple[str, ...]) -> None:
        self._going, self._at, self._to, self._road, self._path = going, at, to, road, path
        self.key = path[-1]

    def offers(self) -> Sequence[Offer]:
        going = self._going
        on = walk_on(going.w, going.s, going.who, self._at, self._to, self._road)
        if isinstance(on, int) or not going.leads(on):
            return ()
        return _Ways(going, on, self._path)

    def may_hold(self, order: Order) -> bool:
        return isinstance(order, Move) and order.path[: len(self._path)] == self._path


class _Stop(OwnBranch):
    """The move ends here, if it may."""

    __slots__ = ("_at", "_going", "_path")

    def __init__(self, going: Going, at: Walk, path: tuple[str, ...]) -> None:
        self._going, self._at, self._path, self.key = going, at, path, "stop"

    def offers(self) -> Sequence[Offer]:
        if not self._going.may_end(self._at):
            return ()
        return (self._going.to(self._path),)

    def may_hold(self, order: Order) -> bool:
        return isinstance(order, Move) and order.path == self._path


def _draw(going: Going, at: Walk, path: tuple[str, ...], rng: Random) -> Order | None:
    """Draw a move as `sample` does from `_Ways`, without making the branches in between."""
    ways, ends = going.ways_on(at), 1 if path else 0
    for choice in tries(len(ways) + ends, rng):
        if choice < ends:
            if going.may_end(at):
                rng.random()  # `sample` draws one of one
                return going.to(path)
            continue
        to, road, text = ways[choice - ends]
        on = walk_on(going.w, going.s, going.who, at, to, road)
        if not isinstance(on, int) and (not going.needed or going.leads(on)):
            order = _draw(going, on, (*path, text), rng)
            if order is not None:
                return order
    return None


def can_stir(w: World, s: TigersState, unit: int, omb: bool = False) -> bool:
    """Has the unit any legal move? Mostly the first step decides."""
    begun = begin(w, s, Move(w.units[unit].id, (), omb))
    if isinstance(begun, Refusal):
        return False
    who, at = begun
    stirs = False
    for _, on in next_steps(w, s, who, at):
        if check_end(w, s, who, on) is None:
            return True
        stirs = True
    return stirs and bool(routes(w, s, unit, omb))


def _away_from_enemy(w: World, s: TigersState, side: int) -> int:
    """Return the hexes neither with nor beside an enemy."""
    d = derived(w, s)
    away = d.away[1 - side]
    if away is None:
        enemy = d.fighters[1 - side]
        away = d.away[1 - side] = w.grid.mask & ~enemy & ~w.grid.ring(enemy)
    if s.dump_known and w.dump >= 0 and s.where[w.dump] >= 0:
        away &= ~(1 << s.where[w.dump] | w.grid.near[s.where[w.dump]])
    return away


def _walks_free(w: World, s: TigersState, unit: int, around: int, away: int) -> bool:
    """Can the unit surely move? A quick check that may miss some.

    It is away from the enemy, has a way without river that stays away, and has spent nothing: no attack needs
    it, and it can pay for one step.
    """
    cell = s.where[unit]
    if not away >> cell & 1 or not around & away or s.spent[unit] or w.units[unit].kind == TIGER:
        return False
    return not w.units[unit].mechanized or not w.rivers_of[cell]


def anybody_stirs(w: World, s: TigersState, side: int) -> bool:
    """May any unit of the side move?"""
    where, status = s.where, s.status
    doubtful = []
    near, away = w.grid.near, _away_from_enemy(w, s, side)
    for unit in movers_here(w, s, side):
        flags = status[unit]
        if not flags & (st.DISRUPTED | st.MOVED | st.ATTACKED):
            if _walks_free(w, s, unit, near[where[unit]], away):
                return True
            doubtful.append(unit)
        elif unit == w.peiper and not flags & (st.DISRUPTED | st.MOVED_NOW):
            doubtful.append(unit)
    return any(can_stir(w, s, unit) for unit in doubtful)
