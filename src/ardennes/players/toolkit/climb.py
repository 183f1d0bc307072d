"""Hill climbing over who attacks what from where: packages mended and sharpened one unit at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ardennes.hexes import board_of
from ardennes.players.toolkit.packages import Assault, Judge, Package, Post

Choice = tuple[int, int]  # (target, hex to attack from)
BAD = -40.0  # an attack that may not be made
DEBT = -25.0  # an attack that is owed and not made


class Climber:
    """A set of attacks as unit -> choice, and its value with all that is owed."""

    def __init__(
        self,
        judge: Judge,
        options: Mapping[int, Sequence[Choice]],
        bound: Iterable[int] = (),
        covered: Iterable[int] = (),
        work: int = 3000,
    ) -> None:
        self.judge = judge
        self.options = options
        self.bound = frozenset(bound)  # units that must take part
        self.covered = board_of(covered)  # targets already attacked by others
        self.work = work
        self.choice: dict[int, Choice] = {}
        self.against: dict[int, dict[int, Post]] = {}  # by target: who attacks it, and from where
        self._values: dict[int, float] = {}  # by target: the battle as it stands

    def take(self, packages: Iterable[Package]) -> None:
        """Start from packages."""
        for package in packages:
            for battle in package.battles:
                for post in battle.posts:
                    self._set(post.unit, (battle.target, post.cell))

    def _posts(self, target: int) -> tuple[Post, ...]:
        return tuple(sorted(self.against[target].values()))

    def _battle(self, target: int) -> float:
        if not self.against.get(target):
            return 0.0
        self.work -= 1
        value = self._values.get(target)
        if value is None:
            posts = self._posts(target)
            worth = self.judge.worth(target, posts)
            value = BAD if worth is None else worth - sum(map(self.judge.price, posts))
            self._values[target] = value
        return value

    def _debts(self) -> float:
        """What is owed: targets beside attackers that nobody attacks, units that must and do not."""
        targets, owed, entails = self.covered, 0, self.judge.entails
        for target, cell in self.choice.values():
            targets |= 1 << target
            owed |= entails(cell)
        idle = len(self.bound - self.choice.keys())
        return DEBT * ((owed & ~targets).bit_count() + idle)

    def _fits(self, unit: int, cell: int) -> bool:
        here = [u for u, (_, c) in self.choice.items() if c == cell and u != unit]
        gone = [u for u, (_, c) in self.choice.items() if c != cell]
        return self.judge.fits(cell, [*here, unit], gone)

    def value(self) -> float:
        return sum(self._battle(t) for t in {t for t, _ in self.choice.values()}) + self._debts()

    def climb(self, sweeps: int = 3) -> None:
        """Try every other choice of every unit until nothing gets better."""
        for _ in range(sweeps):
            gained = [self._better(unit) for unit in sorted(self.options)]  # everybody gets his try
            if not any(gained) or self.work <= 0:
                break

    def _better(self, unit: int) -> bool:
        now = self.choice.get(unit)
        best, best_gain = now, 0.01
        wanted: list[Choice | None] = [None, *self.options[unit]]
        debts, fits = self._debts(), dict[int, bool]()
        for other in wanted:
            if other == now or (other is None and unit in self.bound) or self.work <= 0:
                continue
            if other is not None:
                if other[1] not in fits:
                    fits[other[1]] = self._fits(unit, other[1])
                if not fits[other[1]]:
                    continue
            touched = {c[0] for c in (now, other) if c is not None}
            before = sum([self._battle(t) for t in touched]) + debts
            self._set(unit, other)
            gain = sum([self._battle(t) for t in touched]) + self._debts() - before
            self._set(unit, now)
            if gain > best_gain:
                best, best_gain = other, gain
        self._set(unit, best)
        return best != now

    def _set(self, unit: int, choice: Choice | None) -> None:
        if unit in self.choice:
            target = self.choice[unit][0]
            del self.against[target][unit]
            self._values.pop(target, None)
        if choice is None:
            self.choice.pop(unit, None)
        else:
            self.choice[unit] = choice
            self._values.pop(choice[0], None)
            self.against.setdefault(choice[0], {})[unit] = Post(unit, choice[1])

    def drop_bad(self) -> None:
        """Give up attacks that stay illegal or in debt, with those that depend on them."""
        while True:
            targets = {t for t, _ in self.choice.values()}
            attacked = self.covered | board_of(targets)
            bad = {t for t in targets if self._battle(t) <= BAD / 2}
            for unit, (target, cell) in list(self.choice.items()):
                if unit in self.bound:
                    continue
                if target in bad or self.judge.entails(cell) & ~attacked:
                    bad.add(target)
            gone = [u for u, (t, _) in self.choice.items() if t in bad and u not in self.bound]
            if not gone:
                return
            for unit in gone:
                self._set(unit, None)

    def package(self) -> Package | None:
        """Everything as one package."""
        targets = sorted({t for t, _ in self.choice.values()})
        battles = tuple(Assault(t, self._posts(t), self._battle(t)) for t in targets)
        if not battles:
            return None
        return Package(battles, self.value(), frozenset(self.choice))
