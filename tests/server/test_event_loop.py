"""No request blocks the event loop: every route is requested for long matches, running and finished."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from ardennes.kernel import savefile
from ardennes.server.api.openapi import describe
from tests.after.playing import finished, played
from tests.server.event_loop import LIMIT, unit, watching
from tests.server.running import PATIENCE, PEOPLE, Player, Running, running, until
from tools.siege.fuzz import value

LARGE = (
    "tigers/staff",
    "breakthrough/random_twelve",
    "wave_of_terror/random",
    "playsheet/staff_full",
)
# Bodies that have an effect; for routes without an entry, one is made from its schema.
BODIES: dict[str, dict[str, Any]] = {
    "/api/matches": {"game": "tigers", "seats": PEOPLE},
    "/api/matches/{match_id}/sit": {"seat": "german"},
    "/api/matches/{match_id}/fork": {"at": 1, "name": "A fork"},
    "/api/matches/{match_id}/report": {},
    "/api/matches/{match_id}/staff": {"units": []},
    "/api/matches/{match_id}": {"name": "Another name"},
    "/api/matches/{match_id}/undo": {"seq": 0},
    "/api/matches/{match_id}/restart": {"seq": 0},
    "/api/matches/{match_id}/orders": {"seq": 0, "order": {"do": "end"}},
}
LONGEST = 10.0  # seconds for an answer
LAST = "DELETE /api/matches/{match_id}"


class Target:
    """A match, with its own units and hexes for requests."""

    def __init__(self, server: Running, name: str, orders: int | None) -> None:
        match = finished(name) if orders is None else played(name, orders)
        data = savefile.to_bytes(match)
        self.name = f"{name} {'over' if orders is None else 'running'}"
        self.seats = dict(zip(match.game.sides, ("me", "invited"), strict=True))
        made = server.http.post(
            "/api/matches/import",
            content=msgspec.json.encode({"match": msgspec.Raw(data), "seats": self.seats, "name": name}),
            headers={"Content-Type": "application/json"},
        )
        assert made.status_code == 201, made.text
        self.player = Player(server, made.json()["id"], made.json()["tokens"])
        self.data = data
        self.seq = match.seq
        view = self.player.view("german")
        units = [one for one in view["board"]["units"] if one.get("hex")]
        self.units = [one["id"] for one in units][:64]
        self.hex = units[len(units) // 2]["hex"]
        self.seen = view["seq"]

    def query(self, parameters: list[dict[str, Any]]) -> dict[str, Any]:
        known = {"unit": self.units[0], "hex": self.hex, "at": self.seq // 2, "find": "river", "after": 0}
        return {one["name"]: known[one["name"]] for one in parameters if one["name"] in known}

    def body(self, path: str, operation: dict[str, Any], page: dict[str, Any]) -> dict[str, Any] | None:
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            return None
        known = {
            "/api/matches/{match_id}/invite": {"seat": [*self.seats][1]},
            "/api/matches/{match_id}/march": {"units": self.units, "hex": self.hex},
            "/api/matches/{match_id}/odds": {"targets": [self.hex], "attackers": self.units, "propose": True},
            "/api/matches/{match_id}/route": {"unit": self.units[0], "path": [self.hex], "mode": ""},
            "/api/matches/import": {
                "match": msgspec.json.decode(self.data),
                "seats": self.seats,
                "name": "Again",
            },
        }
        result = known.get(path) or BODIES.get(path)
        if result is None:
            made = value(content["schema"], page, Random(path))
            result = made if isinstance(made, dict) else {}
        return result | ({"seq": self.seen} if "seq" in result else {})


def ask(server: Running, target: Target, method: str, path: str, one: dict[str, Any]) -> int:
    """Make one request as the API page describes it; return its status, 0 if the answer takes long."""
    address = path.format(match_id=target.player.id, game=target.name.partition("/")[0], setup_id="1")
    headers = dict(server.lobby)
    if any("seat" in scheme for scheme in one.get("security", [])) and path != "/api/matches/{match_id}":
        headers = target.player.headers("german")
    if path == "/api/matches/{match_id}" and method == "GET":
        headers = target.player.headers("german")
    try:
        answer = server.http.request(
            method,
            address,
            params=target.query(one.get("parameters", [])),
            json=target.body(path, one, describe(server.app)),
            headers=headers,
            timeout=LONGEST,
        )
    except httpx.ReadTimeout:  # an analysis that takes minutes in its process
        return 0
    assert answer.status_code < 500 or answer.status_code == 503, (method, path, answer.text)
    return answer.status_code


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("loop")
    more = {"hints_a_second": 1e6, "hints_burst": 10**6, "marches_a_second": 1e6, "marches_burst": 10**6}
    with running(folder, **more) as started:
        yield started


def routes(page: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Return every method and path of the API page, with the deletion of the match last."""
    result = [
        (method.upper(), path, one) for path, ways in page["paths"].items() for method, one in ways.items()
    ]
    return sorted(result, key=lambda one: (f"{one[0]} {one[1]}" == LAST, one[1]))


def slow_callbacks(server: Running, targets: list[Target], chosen: tuple[str, ...]) -> list[str]:
    """Request the chosen routes (empty: all) for each match; return the loop's callbacks above the limit."""
    loop = server.house.push._loop
    assert loop is not None
    one_unit = unit()
    with watching(loop) as watch:
        for target in targets:
            for method, path, one in routes(describe(server.app)):
                if chosen and f"{method} {path}" not in chosen:
                    continue
                for turn in ("first", "again"):
                    watch.during = f"{method} {path}, {target.name}, {turn}"
                    ask(server, target, method, path, one)
        watch.during = ""
    assert len(watch.slowest()) > len(targets)
    return [
        f"{one.seconds / one_unit:.1f} units ({one.seconds * 1000:.1f} ms): {during}: {one.what}"
        for during, one in sorted(watch.slowest().items())
        if one.seconds > LIMIT * one_unit
    ]


MATCH = "/api/matches/{match_id}"
FEW = tuple(f"GET {MATCH}{path}" for path in ("", "/end", "/log", "/replay", "/export"))


@pytest.mark.long
def test_long_matches_do_not_hold_the_loop(server: Running) -> None:
    """A match of Wave of Terror with 3,600 orders, whose end is requested twice."""
    assert slow_callbacks(server, [Target(server, "wave_of_terror/random", None)], FEW) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_no_route_holds_the_loop(server: Running, name: str) -> None:
    orders = finished(name).seq
    assert slow_callbacks(server, [Target(server, name, None), Target(server, name, orders // 2)], ()) == []


def test_the_watch_finds_a_callback_that_computes(server: Running) -> None:
    """What the other tests rely on: work on the loop is measured, work in a thread is not."""
    loop = server.house.push._loop
    assert loop is not None
    one_unit = unit()

    def compute() -> None:
        end = time.thread_time() + 2 * LIMIT * one_unit
        while time.thread_time() < end:
            pass

    with watching(loop) as watch:
        watch.during = "on the loop"
        loop.call_soon_threadsafe(compute)
        until(lambda: "on the loop" in watch.slowest(), PATIENCE)
        until(lambda: watch.slowest()["on the loop"].seconds > LIMIT * one_unit, PATIENCE)
        watch.during = "in a thread"
        loop.call_soon_threadsafe(loop.run_in_executor, None, compute)
        until(lambda: "in a thread" in watch.slowest(), PATIENCE)
        time.sleep(0.05)
    assert watch.slowest()["in a thread"].seconds < LIMIT * one_unit
