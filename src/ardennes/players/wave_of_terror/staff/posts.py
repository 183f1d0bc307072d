"""Posts: hexes that want so many units, filled by those nearest and kept from turn to turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ardennes.games.wave_of_terror.schema.terms import BRITISH
from ardennes.hexes import bits
from ardennes.players.toolkit.fields import FAR
from ardennes.players.wave_of_terror.ground import WHEELS, Field
from ardennes.players.wave_of_terror.look import Look
from ardennes.players.wave_of_terror.march import Want


class Post(NamedTuple):
    """A hex that wants units; the first of a list are filled first."""

    cell: int
    number: int
    why: str
    far: int = 60  # points of march beyond which nobody comes
    parent: int = -1  # only units of this parent
    strong: float = 0.0  # points of march a defense factor is worth


ON_THE_WAY = 4.0  # points of march by which another must be nearer to take over a post
Posted = dict[int, int]  # unit -> hex of its post


class Entries:
    """Where the parents that wait off the map come in: all units of one by one hex, WOT-8.3."""

    def __init__(self, look: Look) -> None:
        w, s = look.w, look.s
        self.w = w
        self.base: dict[int, int] = {parent: cell for parent, _, cell in s.entry_hex}
        free = ~look.d.occupied[look.enemy]
        self._doors = [list(bits(area & free & w.board.edge_roads)) for area in w.board.entries]

    def way(self, unit: int, field: Field) -> tuple[int, int]:
        """(points of march to the goal of a field, the hex by which the unit would come in)."""
        base = self.base.get(self.w.parent[unit], -1)
        if base >= 0:
            return field[base], base
        doors = self._doors[self.w.units[unit].entry]
        return min(((field[door], door) for door in doors), default=(FAR, -1))

    def settle(self, unit: int, door: int) -> None:
        if self.w.parent[unit] >= 0:
            self.base.setdefault(self.w.parent[unit], door)

    def of(self, unit: int) -> int:
        return self.base.get(self.w.parent[unit], -1)


def fill(look: Look, posts: Sequence[Post], units: Iterable[int], before: Posted, entries: Entries) -> Posted:
    """Who stands where: those who did so before, then the nearest."""
    w = look.w
    free = {u for u in units if not w.artillery[u]}
    result: Posted = {}
    had: dict[int, int] = {}  # by hex: how many are there already, of several posts in it
    for post in posts:
        count = post.number - had.get(post.cell, 0)
        if count <= 0:
            continue
        able = free if post.parent < 0 else {u for u in free if w.parent[u] == post.parent}
        mine = [u for u in look.d.stacks.get(post.cell, ()) if u in able][:count]
        if len(mine) < count:
            mine += _nearest(look, post, able - set(mine), count - len(mine), before, entries)
        for unit in mine:
            result[unit] = post.cell
        free -= set(mine)
        had[post.cell] = had.get(post.cell, 0) + len(mine)
    return result


def _nearest(
    look: Look, post: Post, free: set[int], count: int, before: Posted, entries: Entries
) -> list[int]:
    w = look.w
    field = look.marches.to(1 << post.cell, WHEELS, limit=post.far)
    east = not w.board.west_of_meuse >> post.cell & 1
    bids = []
    for unit in free:
        if east and w.units[unit].nation == BRITISH:
            continue
        here = look.s.where[unit]
        far, door = (field[here], -1) if here >= 0 else entries.way(unit, field)
        if far <= post.far:
            bid = far * 6 / max(1, w.movement[unit]) - post.strong * w.defense[unit][look.s.steps[unit]]
            bids.append((bid - ON_THE_WAY * (before.get(unit) == post.cell), unit, door))
    result = []
    for _, unit, door in sorted(bids)[:count]:
        result.append(unit)
        if door >= 0:
            entries.settle(unit, door)
    return result


def wants_of(look: Look, posted: Posted, why: dict[int, str], entries: Entries) -> dict[int, Want]:
    return {
        unit: Want(1 << cell, f"{why[cell]} {look.place(cell)}", True, entries.of(unit))
        for unit, cell in posted.items()
    }
