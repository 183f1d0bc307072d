"""Make orders that are probably illegal out of legal ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from ardennes.kernel.contract import AnyGame, Order

TAG = "do"  # the field that distinguishes the kinds of order
KEEP = 400  # words stored for each field, orders stored for each kind
ODD_NUMBERS = (-1, 0, 1, 7, 1_000_000)
ODD_WORDS = ("", "nowhere", "0", "-1")


def plain(order: Order) -> dict[str, Any]:
    """An order as decoded from a file."""
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(order))
    return decoded


class Vocabulary:
    """The words seen in orders so far, by field, and the orders themselves, by kind."""

    def __init__(self) -> None:
        self.words: dict[str, list[Any]] = defaultdict(list)
        self.orders: dict[str, list[Order]] = defaultdict(list)

    def learn(self, order: Order) -> None:
        known = self.orders[type(order).__name__]
        if len(known) < KEEP and order not in known:
            known.append(order)
            for _, _, name, value in spots(plain(order)):
                words = self.words[name]
                if not isinstance(value, list | dict) and len(words) < KEEP and value not in words:
                    words.append(value)

    def word(self, name: str, like: Any, rng: Random) -> Any:
        """Return a word of the same field, or occasionally one of the same type from any field."""
        if rng.random() < 0.7 and self.words[name]:
            return rng.choice(self.words[name])
        alike = [word for words in self.words.values() for word in words if type(word) is type(like)]
        return rng.choice(alike) if alike else like

    def earlier(self, rng: Random) -> Order | None:
        """Return a previously seen order, every kind equally likely."""
        kinds = [orders for orders in self.orders.values() if orders]
        return rng.choice(rng.choice(kinds)) if kinds else None


def spots(value: Any, name: str = "") -> Iterator[tuple[Any, Any, str, Any]]:
    """Return every place in a plain order that can be changed: container, key, field name, value."""
    items: Iterator[tuple[Any, Any]] = iter(())
    if isinstance(value, dict):
        items = iter(value.items())
    elif isinstance(value, list):
        items = enumerate(value)
    for key, inner in items:
        if key == TAG and isinstance(value, dict):
            continue
        field = key if isinstance(value, dict) else name
        yield value, key, field, inner
        yield from spots(inner, field)


def _change_list(items: list[Any], name: str, rng: Random, vocabulary: Vocabulary) -> list[Any]:
    """Drop, duplicate, shuffle, reverse, cut, empty or lengthen a list."""
    if not items:
        return [vocabulary.word(name, "", rng)]
    at = rng.randrange(len(items))
    shuffled = rng.sample(items, len(items))
    changes: tuple[Callable[[], list[Any]], ...] = (
        lambda: items[:at] + items[at + 1 :],
        lambda: items[: at + 1] + items[at:],
        lambda: shuffled,
        lambda: items[::-1],
        lambda: items[:at],
        list,
        lambda: [*items, vocabulary.word(name, items[-1], rng)],
        lambda: items + items,
    )
    return rng.choice(changes)()


def _change_leaf(value: Any, name: str, rng: Random, vocabulary: Vocabulary) -> Any:
    if isinstance(value, bool):
        return not value
    if rng.random() < 0.6 or value is None:
        return vocabulary.word(name, value, rng)
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, *ODD_NUMBERS))
    if isinstance(value, str):
        return rng.choice((*ODD_WORDS, value[::-1], value + value))
    return value


def mutant(order: Order, rng: Random, vocabulary: Vocabulary) -> dict[str, Any]:
    """Return a plain order that differs from the given one in one to three places."""
    changed = plain(order)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        places = list(spots(changed))
        if not places:
            break
        container, key, name, value = rng.choice(places)
        if isinstance(value, dict):
            continue
        change = _change_list if isinstance(value, list) else _change_leaf
        container[key] = change(value, name, rng, vocabulary)
    return changed


def turned_round(order: Order) -> dict[str, Any] | None:
    """Return the order with every list reversed; None if that changes nothing."""
    changed = plain(order)
    for container, key, _, value in list(spots(changed)):
        if isinstance(value, list):
            container[key] = value[::-1]
    return changed if changed != plain(order) else None


def strangers(
    game: AnyGame, seeds: list[Order], vocabulary: Vocabulary, rng: Random, count: int
) -> Iterator[Order]:
    """Return up to `count` orders that are mostly illegal; skip those that cannot be decoded."""
    made = [turned for order in seeds if (turned := turned_round(order)) is not None]
    while len(made) < count:
        base = rng.choice(seeds) if seeds and rng.random() < 0.75 else vocabulary.earlier(rng)
        if base is None:
            break
        made.append(plain(base) if rng.random() < 0.15 else mutant(base, rng, vocabulary))
    for order in made[:count]:
        with suppress(msgspec.ValidationError):
            yield game.read_order(order)
