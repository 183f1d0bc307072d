"""Attack packages: linked battles closed under a game's obligations, grown and packed by exact value."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ardennes.hexes import bits, board_of


class Post(NamedTuple):
    """A unit and the hex it would attack from."""

    unit: int
    cell: int


class Assault(NamedTuple):
    """One battle of a package."""

    target: int
    posts: tuple[Post, ...]
    value: float


@dataclass(frozen=True)
class Package:
    """Battles that stand or fall together."""

    battles: tuple[Assault, ...]
    value: float
    units: frozenset[int] = field(default_factory=frozenset)


class Judge(Protocol):
    """What a game knows about battles."""

    def strength(self, unit: int) -> int: ...
    def price(self, post: Post) -> float:
        """What it costs to use the unit here rather than elsewhere."""
        ...

    def worth(self, target: int, posts: tuple[Post, ...]) -> float | None:
        """The expected value of a battle; None when it may not be fought."""
        ...

    def entails(self, cell: int) -> int:
        """Bitboard of the targets that must be attacked too when somebody attacks from the hex."""
        ...

    def fits(self, cell: int, units: Sequence[int], gone: Collection[int]) -> bool:
        """May the units stand there together with whoever is there now, the gone ones left out?"""
        ...


class Packer:
    """Greedy packing of packages; counts its work so that the same position always takes the same."""

    def __init__(self, judge: Judge, posts: Mapping[int, Sequence[Post]], work: int) -> None:
        self.judge = judge
        self.posts = posts
        self.work = work
        self.used: set[int] = set()
        self.load: dict[int, list[int]] = {}
        self.covered: set[int] = set()

    def pack(self, least: float) -> list[Package]:
        """Packages worth at least so much, the best first, none sharing a unit."""
        result: list[Package] = []
        best: dict[int, Package | None] = {}
        while self.work > 0:
            for target in self.posts:
                if target not in best and target not in self.covered:
                    best[target] = self.best_for(target)
            ranked = [(p.value, -t, p) for t, p in best.items() if p is not None and p.value >= least]
            if not ranked:
                break
            package = max(ranked, key=lambda x: x[:2])[2]
            self.commit(package)
            result.append(package)
            done = {b.target for b in package.battles}
            best = {
                t: p
                for t, p in best.items()
                if t not in done and (p is None or not (p.units & package.units or _targets(p) & done))
            }
        return result

    def commit(self, package: Package) -> None:
        for battle in package.battles:
            self.covered.add(battle.target)
            for post in battle.posts:
                self.used.add(post.unit)
                self.load.setdefault(post.cell, []).append(post.unit)

    def best_for(self, target: int) -> Package | None:
        """The best closed package that attacks the target."""
        free = [p for p in self.posts[target] if p.unit not in self.used]
        if not free or self.work <= 0:
            return None
        settled = board_of(self.covered) | 1 << target
        beyond = {p.cell: self.judge.entails(p.cell) & ~settled for p in free}
        few = {0, *(board for board in beyond.values() if board.bit_count() <= 2)}
        closures = sorted(few, key=lambda board: [*bits(board)])
        best: Package | None = None
        for closure in closures[:6]:
            allowed = [p for p in free if not beyond[p.cell] & ~closure]
            package = self._close(target, allowed, closure, beyond)
            if package is not None and (best is None or package.value > best.value):
                best = package
        return best

    def _close(
        self, target: int, allowed: list[Post], closure: int, beyond: Mapping[int, int]
    ) -> Package | None:
        first = self.grow(target, allowed, set(), {}, forced=False)
        if first is None:
            return None
        battles = [first]
        busy = {p.unit for p in first.posts}
        load = _loads({}, first.posts)
        need = 0
        for post in first.posts:
            need |= beyond[post.cell]
        for other in bits(need):
            safe = closure | board_of(self.covered) | 1 << target | 1 << other
            posts = [
                p
                for p in self.posts.get(other, ())
                if p.unit not in self.used and p.unit not in busy and not self.judge.entails(p.cell) & ~safe
            ]
            more = self.grow(other, posts, busy, load, forced=True)
            if more is None:
                return None
            battles.append(more)
            busy |= {p.unit for p in more.posts}
            load = _loads(load, more.posts)
        return Package(tuple(battles), sum(b.value for b in battles), frozenset(busy))

    def grow(
        self, target: int, posts: Sequence[Post], busy: set[int], load: dict[int, list[int]], *, forced: bool
    ) -> Assault | None:
        """Add the strongest units one by one and keep the best group on the way."""
        by_unit: dict[int, list[int]] = {}
        for post in posts:
            if post.unit not in busy:
                by_unit.setdefault(post.unit, []).append(post.cell)
        order = sorted(by_unit, key=lambda u: (-self.judge.strength(u), u))
        group: tuple[Post, ...] = ()
        best: Assault | None = None
        for unit in order:
            step = self._add(target, group, unit, by_unit[unit], load)
            if step is None:
                continue
            group, value = step
            if value is not None and (best is None or value > best.value):
                best = Assault(target, group, value)
        if best is not None and len(best.posts) > 1:
            best = self._prune(best)
        if best is None or (best.value <= 0 and not forced):
            return None if not forced else best
        return best

    def _add(
        self, target: int, group: tuple[Post, ...], unit: int, cells: list[int], load: dict[int, list[int]]
    ) -> tuple[tuple[Post, ...], float | None] | None:
        """The group with one more unit, from the hex that suits best."""
        result: tuple[tuple[Post, ...], float | None] | None = None
        for cell in cells:
            here = [*self.load.get(cell, ()), *load.get(cell, ()), *[u for u, c in group if c == cell], unit]
            if not self.judge.fits(cell, here, self.used):
                continue
            bigger = (*group, Post(unit, cell))
            value = self.value(target, bigger)
            if result is None or (value is not None and (result[1] is None or value > result[1])):
                result = bigger, value
        return result

    def value(self, target: int, posts: tuple[Post, ...]) -> float | None:
        self.work -= 1
        worth = self.judge.worth(target, posts)
        return None if worth is None else worth - sum(map(self.judge.price, posts))

    def _prune(self, assault: Assault) -> Assault:
        """Send home whom the battle does not need."""
        for post in sorted(assault.posts, key=lambda p: (self.judge.strength(p.unit), p.unit)):
            rest = tuple(p for p in assault.posts if p is not post)
            value = self.value(assault.target, rest) if rest else None
            if value is not None and value >= assault.value:
                assault = Assault(assault.target, rest, value)
        return assault


def _targets(package: Package) -> set[int]:
    return {b.target for b in package.battles}


def _loads(load: Mapping[int, list[int]], posts: Sequence[Post]) -> dict[int, list[int]]:
    more = {cell: list(units) for cell, units in load.items()}
    for post in posts:
        more.setdefault(post.cell, []).append(post.unit)
    return more
