"""Count how often the server computes the same thing while it answers one request."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from types import FrameType
from typing import Any

import msgspec
import pytest

import ardennes
from ardennes.games import GAMES, find_game
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.combat.odds import odds_of
from ardennes.games.tigers.rules.model.orders import Attack
from ardennes.kernel.contract import Order
from ardennes.kernel.facts import Facts
from ardennes.server.http.responses import Request, Response
from ardennes.server.matches import views
from ardennes.server.routes import match as routes
from ardennes.server.routes.context import Asking
from tests.server.running import Player, Running

Calls = Counter[object]
HOME = str(Path(ardennes.__file__).parent)
WARM = views.TAIL + 3  # orders given first, so that the end of the log is full


@contextmanager
def calls_of(names: dict[object, Callable[[FrameType], object]]) -> Iterator[Calls]:
    """Count the calls of functions, by their code object, under the key that `names` makes of the call."""
    calls: Calls = Counter()

    def note(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code in names:
            calls[names[frame.f_code](frame)] += 1

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


@contextmanager
def program_calls() -> Iterator[Calls]:
    """Count the calls of the program's own functions."""
    calls: Calls = Counter()

    def note(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(HOME):
            calls[frame.f_code] += 1

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def asking(player: Player, seat: str) -> Asking:
    return Asking(player.server.house, player.id, player.tokens[seat], held=player.held.get(seat, ""))


def hold(player: Player, seat: str, answer: Response | Awaitable[Response]) -> None:
    """Hold the view of an answer, as the page does."""
    assert isinstance(answer, Response)
    plain = msgspec.json.decode(answer.content)
    player.held[seat] = plain["patch"]["version"][0] if "patch" in plain else plain["version"]


def give(player: Player, seat: str, order: Order) -> None:
    """Call the route itself, in this thread, where its calls can be counted."""
    body = {"seq": player.number(seat), "order": msgspec.to_builtins(order)}
    hold(player, seat, routes.give_order(asking(player, seat), msgspec.json.encode(body)))


@pytest.mark.parametrize("name", GAMES)
def test_an_order_asks_for_the_result_once_and_tells_only_what_is_new(name: str, server: Running) -> None:
    game = find_game(name)
    sides = dict(zip(game.sides, ("me", "beside"), strict=True))
    player = server.make(game=name, seats=sides)
    rng = Random(3)
    for _ in range(WARM):
        give(player, *player.next_order(rng))
    looked: dict[str, int] = {}  # by seat: the order with which it last got a view
    names: dict[object, Callable[[FrameType], object]] = {
        type(game).result.__code__: lambda frame: "result",
        views.log_entry.__code__: lambda frame: "log entry",
    }
    for number in range(10):
        seat, order = player.next_order(rng)
        with calls_of(names) as calls:
            give(player, seat, order)
        # The result: in the match, and on the board, which is made from the view.
        assert calls["result"] <= 2
        if seat in looked:
            assert calls["log entry"] <= number - looked[seat]
        looked[seat] = number


def test_the_tail_of_the_log_is_that_of_the_whole_log(server: Running) -> None:
    player = server.make()
    rng = Random(4)
    room = server.house.room
    for number in range(60):
        seat, order = player.next_order(rng)
        give(player, seat, order)
        with room.at(player.id) as live:
            side = live.game.sides.index(seat)
            if number % 7 == 3 and not live.match.why_no_undo(side):
                room.take_back(live, side, whole_phase=False)
            for eyes in (0, 1, None):
                known = live.known(eyes, open_=False)
                last = range(max(1, len(known) - views.TAIL + 1), len(known) + 1)
                whole = [views.log_entry(live, known, at, eyes, open_=False) for at in last]
                assert views.tail_of(live, known, eyes, open_=False) == whole


def _next_attack(player: Player, rng: Random) -> tuple[str, Attack]:
    for _ in range(400):
        seat, order = player.next_order(rng)
        if isinstance(order, Attack):
            return seat, order
        give(player, seat, order)
    raise AssertionError("nobody attacked")


def test_an_attack_takes_fewer_calls_than_its_view_made_from_nothing(server: Running) -> None:
    """The order is checked, carried out and saved in addition; everything unchanged is reused."""
    player = server.make(seed=11)
    player.opening()
    rng, orders, views = Random(5), 0, 0
    for number in range(3):
        seat, attack = _next_attack(player, rng)
        with program_calls() as calls:
            give(player, seat, attack)
        orders += calls.total()
        if number:  # the first one shows what has changed since
            assert calls[Facts.sheet.__code__] == 0, "nothing has moved"
        server.house.room.drop(player.id)
        with server.house.room.at(player.id):
            pass
        player.held.clear()
        with program_calls() as calls:
            hold(player, seat, routes.see(request(server), asking(player, seat)))
        views += calls.total()
    assert orders < 0.8 * views


MOST_CALLS = {"tigers": 1_750, "breakthrough": 7_700, "wave_of_terror": 7_200, "playsheet": 18_000}
MOST_BYTES = 2_000


@pytest.mark.parametrize("name", GAMES)
def test_an_order_stays_within_its_calls_and_bytes(name: str, server: Running) -> None:
    """Counts, not times: the median order of a random game, calls of the program and bytes of the answer."""
    game = find_game(name)
    player = server.make(game=name, seats=dict(zip(game.sides, ("me", "beside"), strict=True)), seed=11)
    rng, calls, sizes = Random(3), list[int](), list[int]()
    for _ in range(120):
        seat, order = player.next_order(rng)
        body = msgspec.json.encode({"seq": player.number(seat), "order": msgspec.to_builtins(order)})
        asked = asking(player, seat)
        with program_calls() as counted:
            answer = routes.give_order(asked, body)
        assert isinstance(answer, Response)
        hold(player, seat, answer)
        calls.append(counted.total())
        sizes.append(len(answer.content))
    print(f"{name}: {median(calls):.0f} calls, {median(sizes):.0f} bytes an order")
    assert median(calls) < MOST_CALLS[name]
    assert median(sizes) < MOST_BYTES


def request(server: Running) -> Request:
    async def read(_: int) -> bytes:
        return b""

    return Request(server.house, {}, "", read)


def test_odds_are_computed_once(server: Running) -> None:
    player = server.make()
    player.opening()
    seat, attack = _next_attack(player, Random(5))
    asks = Asking(server.house, player.id, player.tokens[seat])

    def question(frame: FrameType) -> object:
        return tuple(frame.f_locals["attackers"]), tuple(frame.f_locals["targets"])

    world = Tigers().world
    itself = tuple(world.by_id[unit] for unit in attack.attackers)
    targets = tuple(map(world.grid.at, attack.targets))
    for propose in (False, True):
        asked: dict[str, Any] = {"targets": attack.targets, "attackers": attack.attackers}
        with calls_of({odds_of.__code__: question}) as calls:
            routes.odds(asks, msgspec.json.encode({**asked, "propose": propose}))
        # The attack itself also in the position in which it has been declared, for its chances.
        assert calls.pop((itself, targets), 0) <= 2
        assert all(count == 1 for count in calls.values())
