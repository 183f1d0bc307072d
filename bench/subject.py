"""What is measured the same way for every game: random play, copies, offers, opening a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import Branch, sample
from bench import references
from bench.measure import Effort, Figure, seconds_a_call
from bench.positions import SEED, whole_match

MICRO, MILLI = 1e6, 1e3
COPIED_GAMES, COPIED_ORDERS = 3, 500  # orders of the plain random play, which is slow
BUDGETS = {  # DESIGN "Speed", one core
    "clone": 20.0,  # µs
    "offers": 5.0,  # ms
    "forecast": 5.0,  # ms
    "open": 1.0,  # s
}
PEERS = {
    "random play": "Rally the Troops' Waterloo 11,700; solo-wargame-ai 6,200; BotBowl 6,000; Atlatl 370",
    "clone": "480 units: deepcopy 3,600, eight lists 6, array columns 1.2 µs",
}

Benchmark = Callable[[Effort], Figure]


class Subject(NamedTuple):
    """A game and its specific measurements."""

    game: AnyGame
    title: str
    scenario: str
    orders: float  # budget: orders a second in random play
    middle: Callable[[], Any]  # a position in the middle of the game, which must not be changed
    own: Mapping[str, Benchmark]  # measurements for this game only

    @property
    def benchmarks(self) -> dict[str, Benchmark]:
        common: dict[str, Benchmark] = {
            "random": lambda effort: random_play(self, effort),
            "clone": lambda effort: clone(self, effort),
            "open": lambda effort: opening(self, effort),
        }
        return common | dict(self.own)


def random_play(subject: Subject, effort: Effort) -> Figure:
    """Play whole games of random legal orders, with offers and views."""
    ours = [orders_a_second(subject, SEED + n, copying=False) for n in range(effort.samples)]
    copied = [orders_a_second(subject, SEED + n, copying=True) for n in range(COPIED_GAMES)]
    return Figure(
        "random play",
        "orders/s",
        median(ours),
        median(copied),
        "the same with copy.deepcopy at every order",
        subject.orders,
        PEERS["random play"],
    )


def orders_a_second(subject: Subject, seed: int, *, copying: bool) -> float:
    """Play one game, or the beginning of one, with the state copied before each order."""
    game = subject.game
    dice, rng = SealedDice(seed_from_number(seed)), Random(seed)
    options = settle_options(game, {})
    began = process_time()
    s = game.start(subject.scenario, options, dice)
    orders = 0
    while sides := game.to_move(s):
        if copying:
            if orders == COPIED_ORDERS:
                break
            references.deep_copy(s)
        order = sample(game.offers(game.view(s, sides[0]), sides[0]), rng)
        assert order is not None
        game.apply(s, sides[0], order, dice)
        orders += 1
    return orders / (process_time() - began)


def clone(subject: Subject, effort: Effort) -> Figure:
    s = subject.middle()
    assert s.clone().digest() == references.deep_copy(s).digest() == s.digest()
    return Figure(
        "clone of a state",
        "µs",
        MICRO * seconds_a_call(s.clone, effort),
        MICRO * seconds_a_call(lambda: references.deep_copy(s), effort),
        "copy.deepcopy",
        BUDGETS["clone"],
        PEERS["clone"],
    )


def first_offers(subject: Subject, effort: Effort) -> Figure:
    """The offers of the side to move with every branch opened once, without caches."""
    game, s = subject.game, subject.middle()
    (side,) = game.to_move(s)

    def fresh() -> list[Any]:
        s.follows = None
        result = game.offers(s, side)
        return [offer.offers() if isinstance(offer, Branch) else offer for offer in result]

    count = len(fresh())
    return Figure(
        f"offers to the side on move, {count} branches",
        "ms",
        MILLI * seconds_a_call(fresh, effort),
        None,
        "",
        BUDGETS["offers"],
        "",
    )


def all_routes(
    state: Any, units: int, ours: Callable[[], object], plain: Callable[[], object], effort: Effort
) -> Figure:
    """All routes of several units, without caches, compared with a plain implementation."""

    def fresh(find: Callable[[], object]) -> Callable[[], object]:
        def found() -> object:
            state.follows = None
            return find()

        return found

    assert fresh(ours)() == fresh(plain)()
    return Figure(
        f"all routes of {units} units",
        "ms",
        MILLI * seconds_a_call(fresh(ours), effort),
        MILLI * seconds_a_call(fresh(plain), effort),
        "heapq and dicts, the same judge of a step",
        None,
        "",
    )


def opening(subject: Subject, effort: Effort) -> Figure:
    """A finished match from its save file to the position at the start of its slowest turn."""
    match = whole_match(subject.game, subject.scenario)
    data = savefile.to_bytes(match)
    firsts = first_orders_of_turns(match)
    few = Effort(min(3, effort.samples), 0.0)

    def open_at(seq: int) -> Any:
        return savefile.from_bytes(data, find_game).state_at(seq)

    slowest = max(seconds_a_call(lambda seq=seq: open_at(seq), few) for seq in firsts)  # type: ignore[misc]
    return Figure(
        "opening a match at any turn",
        "s",
        slowest,
        seconds_a_call(lambda: savefile.from_bytes(data, find_game, replay=True), few),
        "every order checked and played again",
        BUDGETS["open"],
        "18xx: from zero at every load",
    )


def first_orders_of_turns(match: Any) -> list[int]:
    """Return how many orders had been given when each third turn began, and at the end."""
    firsts: dict[int, int] = {}
    for number, (_, _, state) in enumerate(match.replay(), 1):
        firsts.setdefault(state.turn, number)
    return [firsts[turn] for turn in sorted(firsts) if turn % 3 == 0] + [match.seq]
