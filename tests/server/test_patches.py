"""Patches of views: over whole recorded matches, a patched view equals the whole view, byte for byte."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

import msgspec
import pytest

from ardennes.games import GAMES, find_game
from ardennes.golden import rules
from ardennes.golden.file import FOLDER, RULES, Lines, check_order, find
from ardennes.server.api.patches import make_patch
from ardennes.server.http.responses import Request, Response
from ardennes.server.matches.service import WATCH
from ardennes.server.routes import match as routes
from ardennes.server.routes.context import Asking
from tests.server.dividing import CHIEF, EIGHTH, FIFTH, OF_EIGHTH, divided
from tests.server.patched import apply_patch
from tests.server.running import Player, Running, database_of, hurry

MOST_BYTES = 2000  # size of the median patch
SHORT = {  # a recorded match per game for every day, and how many of its orders
    "tigers": ("peiper_random", 40),
    "breakthrough": ("clervaux_staff", 20),
    "wave_of_terror": ("st_vith_staff", 25),
    "playsheet": ("xlvii_corps_staff", 20),
}
WHOLE = [
    path
    for path in find(kinds=[RULES])
    if path.stem in {"by_hand", "staff_random", "random_staff", "staff_short"}
]


def content_of(answer: Response | Awaitable[Response]) -> bytes:
    assert isinstance(answer, Response)
    return answer.content


class Client:
    """A seat that holds its last view and requests what changed since."""

    def __init__(self, player: Player, seat: str) -> None:
        self.player, self.seat = player, seat
        self.view: Any = None
        self.sizes: list[int] = []

    def asking(self, held: str) -> Asking:
        return Asking(self.player.server.house, self.player.id, self.player.tokens[self.seat], held=held)

    def look(self, held: str = "") -> bytes:
        async def read(_: int) -> bytes:
            return b""

        return content_of(routes.see(Request(self.player.server.house, {}, "", read), self.asking(held)))

    def take(self, content: bytes) -> None:
        """Update the view from an answer, and compare it with the whole view."""
        answer = msgspec.json.decode(content)
        if "patch" in answer:
            assert answer["base"] == self.view["version"]
            answer = apply_patch(self.view, answer["patch"])
            self.sizes.append(len(content))
        self.view = answer
        assert msgspec.json.encode(answer) == self.look(), self.seat

    def order(self, order: Any) -> None:
        body = {"seq": self.player.number(self.seat), "order": msgspec.to_builtins(order)}
        held = self.view["version"] if self.view else ""
        self.take(content_of(routes.give_order(self.asking(held), msgspec.json.encode(body))))

    def undo(self) -> None:
        body = msgspec.json.encode({"seq": self.player.number(self.seat)})
        self.take(content_of(routes.undo(self.asking(self.view["version"]), body)))

    def catch_up(self) -> None:
        self.take(self.look(self.view["version"] if self.view else ""))


def seats_of(server: Running, player: Player) -> list[Client]:
    """Return a client for each side and a watcher."""
    sat = server.http.post(f"/api/matches/{player.id}/sit", json={"seat": WATCH})
    player.tokens.update(sat.json()["tokens"])
    return [Client(player, seat) for seat in player.tokens]


def replayed(server: Running, game: str, name: str, orders: int | None = None) -> Iterator[list[Client]]:
    """Yield the clients of a recorded match after each of its orders; the side
    that gave it has its answer.
    """
    lines = Lines(FOLDER / RULES / game / f"{name}.golden")
    golden, rulebook = rules.read(lines), find_game(game)
    recipe = golden.golden.recipe
    player = server.make(
        dict(zip(rulebook.sides, ("me", "beside"), strict=True)),
        game=game,
        scenario=recipe.scenario,
        options=recipe.options,
        seed=recipe.seed,
    )
    clients = seats_of(server, player)
    by_seat = {client.seat: client for client in clients}
    for step in golden.steps[:orders]:
        by_seat[step.given.side].order(check_order(lines, rulebook, step.given))
        yield clients


def compare(server: Running, game: str, name: str, orders: int | None = None) -> None:
    hurry(database_of(server.house.room))
    rng = Random(1)
    clients: list[Client] = []
    for clients in replayed(server, game, name, orders):
        for client in clients:
            if rng.random() < 0.7:  # a client that missed some orders gets the whole view, or a longer patch
                client.catch_up()
    for client in clients:
        assert client.sizes, f"{client.seat} got no patch"
    assert median([size for client in clients for size in client.sizes]) < MOST_BYTES


@pytest.mark.parametrize("game", GAMES)
def test_patched_views_are_the_whole_views_in_a_recorded_match(server: Running, game: str) -> None:
    compare(server, game, *SHORT[game])


@pytest.mark.slow
@pytest.mark.parametrize("path", WHOLE, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_patched_views_are_the_whole_views_in_whole_matches(server: Running, path: Any) -> None:
    compare(server, path.parent.name, path.stem)


def test_a_client_with_an_unknown_version_gets_the_whole_view(server: Running) -> None:
    for clients in replayed(server, "tigers", "peiper_random", 3):
        for client in clients:
            client.catch_up()
            now = client.view["version"]
            for held in ("", "0-00000000", now + "0", "x" * 500):
                assert msgspec.json.decode(client.look(held)) == client.view
            assert msgspec.json.decode(client.look(now)) == {"base": now, "patch": {}}


def test_what_is_undone_is_patched_too(server: Running) -> None:
    taken_back = 0
    for clients in replayed(server, "tigers", "peiper_random", 30):
        for client in clients:
            client.catch_up()
            if client.view["side"] is not None and not client.view["undo"]:
                before, given = len(client.sizes), client.view["log_tail"][-1]["given"]
                client.undo()
                client.order(client.player.server.house.room.game("tigers").read_order(given))
                taken_back += len(client.sizes) == before + 2
    assert taken_back > 2


def test_a_version_of_another_seat_gives_no_patch(server: Running) -> None:
    """Otherwise a patch could reveal parts of the other side's view that it removes."""
    for clients in replayed(server, "breakthrough", "clervaux_staff", 6):
        for client in clients:
            client.catch_up()
            others = [other.view["version"] for other in clients if other is not client and other.view]
            for version in others:
                if version != client.view["version"]:
                    assert "board" in msgspec.json.decode(client.look(version))


def test_a_commander_gets_no_patch_of_another_commanders_view(server: Running) -> None:
    table = divided(server)
    clients = [Client(table, seat) for seat in (CHIEF, EIGHTH, FIFTH)]
    for client in clients:
        client.catch_up()
    assert len({client.view["version"] for client in clients}) == len(clients)
    for client, other in pairwise([*clients, clients[0]]):
        assert msgspec.json.decode(client.look(other.view["version"])) == client.view
    clients[1].order(OF_EIGHTH)
    clients[0].catch_up()
    assert all(client.sizes for client in clients[:2])


JSON_VALUES = [
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ({"x": [{"id": "a", "n": {"p": 1, "q": 2}}]}, {"x": [{"id": "a", "n": {"q": 2, "p": 1}}]}),
    ([1, {"p": 1}], [True, {"p": 1.5}]),
    ({"a": 1, "c": 3}, {"z": 0, "a": 1, "b": 2, "c": 3, "d": [], "e": None}),
    ({"a": {"x": [1, 2]}, "b": 0}, {"a": {"x": []}}),
    ([], [1]),
    ([1, 1, 2], [1, 2, 2]),
    ([{"id": "a", "n": 1}, {"id": "b"}, {"id": "c"}], [{"id": "d"}, {"id": "a", "n": 2}, {"id": "c"}]),
    ([{"id": "a"}, {"id": "b"}], [{"id": "b"}, {"id": "a"}]),
    ([[1], [2]], [[1], [3]]),
    ([None, "a"], ["a", None]),
    ({"a": []}, {"a": {}}),
    ({"a": None}, {}),
    (1, "1"),
]


@pytest.mark.parametrize(("old", "new"), JSON_VALUES)
def test_any_value_is_patched_into_any_other(old: Any, new: Any) -> None:
    for before, after in ((old, new), (new, old)):
        text = msgspec.json.encode(before)
        patch = msgspec.json.decode(msgspec.json.encode(make_patch(before, after)))
        assert msgspec.json.encode(apply_patch(before, patch)) == msgspec.json.encode(after)
        assert msgspec.json.encode(before) == text, "the old value stays as it was"
