"""Offers: every legal order, as a tree that is computed only as far as it is opened.

An offer is an order, or a branch that leads to more offers (a unit, then its first step, then the next ...).
A client opens branches to highlight legal moves; a program samples a path down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar, Union

if TYPE_CHECKING:
    from ardennes.kernel.contract import Order

Offer = Union["Order", "Branch"]
T = TypeVar("T")


class Branch:
    """A branch of choices. `leads_to` may quickly rule out that an order is in this branch.

    Orders that are `aside`, such as giving up the game, are legal but never sampled.
    """

    __slots__ = ("_expand", "_leads_to", "aside", "key")

    def __init__(
        self,
        key: str,
        expand: Callable[[], Sequence[Offer]],
        leads_to: Callable[[Order], bool] | None = None,
        aside: bool = False,
    ) -> None:
        self.key = key
        self.aside = aside
        self._expand = expand
        self._leads_to = leads_to

    def offers(self) -> Sequence[Offer]:
        return self._expand()

    def may_hold(self, order: Order) -> bool:
        return self._leads_to is None or self._leads_to(order)

    def draw(self, rng: Random) -> Order | None:
        """Return one order of the branch, as `sample` draws it: none from an aside branch."""
        return None if self.aside else sample(self.offers(), rng)


class OwnBranch(Branch):
    """A branch that a game implements with its method `offers`. It is never aside."""

    __slots__ = ()
    aside = False

    def draw(self, rng: Random) -> Order | None:
        return sample(self.offers(), rng)


def of_kind(
    kind: type[Order], expand: Callable[[], Sequence[Offer]], key: str = "", aside: bool = False
) -> Branch:
    """Make a branch with all orders of a kind, named after the kind by default."""
    name = key or str(kind.__struct_config__.tag)
    return Branch(name, expand, lambda order: isinstance(order, kind), aside)


def leads_to(kind: type[Order], **begins: Any) -> Callable[[Order], bool]:
    """Make the test of a branch: whether an order has this kind and these fields, or tuples that begin so."""

    def leads(order: Order) -> bool:
        if not isinstance(order, kind):
            return False
        for name, value in begins.items():
            actual = getattr(order, name)
            if (actual[: len(value)] if isinstance(value, tuple) else actual) != value:
                return False
        return True

    return leads


class Choices(Sequence[Offer]):
    """Offers made on demand: `__len__` returns how many there are, `make` makes one."""

    __slots__ = ()

    def make(self, at: int) -> Offer:
        raise NotImplementedError

    def draw(self, rng: Random) -> Order | None:
        """Return an order as `sample` draws it."""
        return _draw(len(self), self.make, rng)

    def __getitem__(self, index: Any) -> Any:
        count = len(self)
        if isinstance(index, slice):
            return [self.make(at) for at in range(*index.indices(count))]
        if not -count <= index < count:
            raise IndexError(index)
        return self.make(index if index >= 0 else index + count)

    def __iter__(self) -> Iterator[Offer]:
        return map(self.make, range(len(self)))  # the inherited method counts them again at every place


class Joined(Choices):
    """Two lists of offers, one after the other."""

    __slots__ = ("_before", "_count", "_first", "_then")

    def __init__(self, first: Sequence[Offer], then: Sequence[Offer]) -> None:
        self._first, self._then, self._before = first, then, len(first)
        self._count = self._before + len(then)

    def __len__(self) -> int:
        return self._count

    def make(self, at: int) -> Offer:
        offers, at = (self._first, at) if at < self._before else (self._then, at - self._before)
        pick_at: Callable[[int], Offer] = getattr(offers, "make", offers.__getitem__)
        return pick_at(at)


class Each(Choices):
    """Offers made at once, then one made on demand for each of some subjects."""

    __slots__ = ("_first", "_make", "_things")

    def __init__(self, things: Sequence[T], make: Callable[[T], Offer], first: Sequence[Offer] = ()) -> None:
        self._things, self._make, self._first = things, make, first

    def __len__(self) -> int:
        return len(self._first) + len(self._things)

    def make(self, at: int) -> Offer:
        first = self._first
        return first[at] if at < len(first) else self._make(self._things[at - len(first)])


def sample(offers: Sequence[Offer], rng: Random) -> Order | None:
    """Return a random order, each choice on the way equally likely and never aside; None if no branch ends in
    an order.
    """
    if isinstance(offers, Choices):
        return offers.draw(rng)
    return _draw(len(offers), offers.__getitem__, rng)


def _draw(count: int, pick_at: Callable[[int], Offer], rng: Random) -> Order | None:
    for at in tries(count, rng):
        pick = pick_at(at)
        order = pick.draw(rng) if isinstance(pick, Branch) else pick
        if order is not None:
            return order
    return None


def tries(count: int, rng: Random) -> Iterator[int]:
    """Yield the places of several choices, each equally likely: one, and others if it leads nowhere."""
    if not count:
        return
    at = int(rng.random() * count)
    yield at
    left = list(range(count))
    del left[at]
    while left:
        yield left.pop(int(rng.random() * len(left)))


def only(offers: Sequence[Offer]) -> Order | None:
    """Return the only order of the tree, ignoring aside branches; None if there are none or several."""
    result: Order | None = None
    for order in _not_aside(offers):
        if result is not None:
            return None
        result = order
    return result


def _not_aside(offers: Sequence[Offer]) -> Iterator[Order]:
    for offer in offers:
        if not isinstance(offer, Branch):
            yield offer
        elif not offer.aside:
            yield from _not_aside(offer.offers())


def orders(offers: Sequence[Offer]) -> Iterator[Order]:
    """Yield every order of the tree, depth first."""
    for offer in offers:
        if isinstance(offer, Branch):
            yield from orders(offer.offers())
        else:
            yield offer


def holds(offers: Sequence[Offer], order: Order) -> bool:
    """Return whether the order is in the tree."""
    for offer in offers:
        if isinstance(offer, Branch):
            if offer.may_hold(order) and holds(offer.offers(), order):
                return True
        elif offer == order:
            return True
    return False
