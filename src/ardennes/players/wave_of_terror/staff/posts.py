"""Posts: hexes that need a number of units, which the nearest units fill and hold from turn to turn."""

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
    """A hex that needs units; the first of a list are filled first."""

    cell: int
    number: int
    why: str  # ends with a preposition if it needs one: "holds", "to guard St. Vith from"
    far: int = 60  # most movement points to it
    parent: int = -1  # only units of this parent
    strong: float = 0.0  # movement points that a defense factor is worth


ON_THE_WAY = 4.0  # movement points by which another unit must be nearer to take over a post
Posted = dict[int, int]  # unit -> hex of its post


class Entries:
    """The entry hexes of parents that wait off the map; all units of one use the same hex, WOT-8.3."""

    def __init__(self, look: Look) -> None:
        w, s = look.w, look.s
        self.w = w
        self.base: dict[int, int] = {parent: cell for parent, _, cell in s.entry_hex}
        free = ~look.d.occupied[look.enemy]
        self._entry_hexes = [list(bits(area & free & w.board.edge_roads)) for area in w.board.entries]

    def way(self, unit: int, field: Field) -> tuple[int, int]:
        """Return the movement points to the goal of a field, and the hex by which the unit would enter."""
        base = self.base.get(self.w.parent[unit], -1)
        if base >= 0:
            return field[base], base
        hexes = self._entry_hexes[self.w.units[unit].entry]
        return min(((field[hex_], hex_) for hex_ in hexes), default=(FAR, -1))

    def settle(self, unit: int, hex_: int) -> None:
        """Fix the entry hex of the unit's parent."""
        if self.w.parent[unit] >= 0:
            self.base.setdefault(self.w.parent[unit], hex_)

    def of(self, unit: int) -> int:
        return self.base.get(self.w.parent[unit], -1)


def fill(look: Look, posts: Sequence[Post], units: Iterable[int], before: Posted, entries: Entries) -> Posted:
    """Return the post of each unit; units already there come first, then the nearest."""
    w = look.w
    free = {u for u in units if not w.artillery[u]}
    result: Posted = {}
    had: dict[int, int] = {}  # units assigned to each hex, which may have several posts
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
        far, entry = (field[here], -1) if here >= 0 else entries.way(unit, field)
        if far <= post.far:
            bid = far * 6 / max(1, w.movement[unit]) - post.strong * w.defense[unit][look.s.steps[unit]]
            bids.append((bid - ON_THE_WAY * (before.get(unit) == post.cell), unit, entry))
    result = []
    for _, unit, entry in sorted(bids)[:count]:
        result.append(unit)
        if entry >= 0:
            entries.settle(unit, entry)
    return result


def wants_of(look: Look, posted: Posted, why: dict[int, str], entries: Entries) -> dict[int, Want]:
    return {
        unit: Want(1 << cell, f"{why[cell]} {look.place(cell)}", True, entries.of(unit))
        for unit, cell in posted.items()
    }
