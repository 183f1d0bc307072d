"""kill -9 at any moment: no acknowledged order is lost or doubled, and play continues."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from ardennes.dice import seed_from_number
from ardennes.games import find_game
from ardennes.kernel.match import new_match
from ardennes.kernel.offers import sample
from ardennes.server.matches.service import Room
from ardennes.server.settings import sqlite_address
from ardennes.server.storage.sql import Store
from tests.server.process import ROOT, Process
from tests.server.running import PATIENCE, PEOPLE, until

pytestmark = pytest.mark.long  # whole games, servers that are killed

FEW_KILLS = 2
STORE_KILLS = 6
SERVER_KILLS = 3


def often(kills: int) -> pytest.MarkDecorator:
    """A few every day, more in a long run."""
    return pytest.mark.parametrize("kills", [FEW_KILLS, pytest.param(kills, marks=pytest.mark.slow)])


def kept(store: Store, match: str) -> list[tuple[int, Any]]:
    return [(line.side, json.loads(line.given)) for line in store.load(match)[1]]


@often(STORE_KILLS)
def test_a_killed_writer_loses_and_doubles_nothing(tmp_path: Path, kills: int) -> None:
    address = sqlite_address(tmp_path)
    store = Store(address)
    match = Room(store).make("tigers", PEOPLE, seed=31)
    rng = Random(31)
    known: list[tuple[int, Any]] = []
    for round_ in range(kills):
        command = [sys.executable, "-m", "tests.server.orders_process", address, match, str(round_)]
        child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert child.stdout is not None
        said = [child.stdout.readline() for _ in range(rng.randrange(1, 45))]
        time.sleep(rng.random() * 0.02)
        child.kill()
        said += child.stdout.readlines()
        child.stdout.close()
        child.wait(PATIENCE)
        for line in said:
            if not line.endswith(b"\n"):
                continue  # killed in the middle of the line: it may be saved or not
            number, side, order = json.loads(line)
            assert number == len(known) + 1
            known.append((side, order))
        result = kept(store, match)
        assert result[: len(known)] == known
        assert len(result) - len(known) in (0, 1)  # saved, and killed before it could say so
        known = result
        with Room(store).at(match) as live:  # every order is replayed or covered by a snapshot
            assert live.match.seq == len(known)
    with Room(store).at(match) as live:
        assert live.match.verify() == len(known)
    assert len(known) > 50 * kills // STORE_KILLS
    store.close()


def some_orders(seed: int, count: int) -> list[tuple[str, Any]]:
    """Return the first orders of a match whose dice are known in advance."""
    game = find_game("tigers")
    match = new_match(game, seed=seed_from_number(seed))
    rng = Random(seed)
    result = []
    for _ in range(count):
        side = game.to_move(match.state)[0]
        order = sample(game.offers(game.view(match.state, side), side), rng)
        assert order is not None
        match.play(side, order)
        result.append((game.sides[side], json.loads(msgspec.json.encode(order))))
    return result


@often(SERVER_KILLS)
def test_a_killed_server_loses_no_acknowledged_order_and_players_come_back(
    tmp_path: Path, kills: int
) -> None:
    orders = some_orders(32, 300)
    rng = Random(32)
    server = Process(tmp_path)
    made = server.http.post("/api/matches", json={"game": "tigers", "seats": PEOPLE, "seed": 32}).json()
    address, tokens = f"/api/matches/{made['id']}", made["tokens"]
    done = 0
    for _ in range(kills):
        killer = threading.Timer(rng.uniform(0.1, 0.8), server.kill)
        killer.start()
        acknowledged = done
        try:
            while acknowledged < len(orders):
                seat, order = orders[acknowledged]
                headers = {"Authorization": f"Seat {tokens[seat]}"}
                body = {"seq": acknowledged, "order": order}
                answer = server.http.post(f"{address}/orders", json=body, headers=headers)
                assert answer.status_code == 200, answer.text
                acknowledged += 1
        except httpx.TransportError:
            pass
        killer.join()
        server.forget()
        server = Process(tmp_path)
        view = server.http.get(address, headers={"Authorization": f"Seat {tokens['german']}"}).json()
        assert view["seq"] - acknowledged in (0, 1)
        done = view["seq"]
        words = [Subprotocol("ardennes"), Subprotocol(f"seat.{tokens['german']}")]
        with connect(f"ws{server.address[4:]}{address}/live", subprotocols=words, open_timeout=30) as socket:
            assert json.loads(socket.recv(30)) == {"seq": done}
    server.kill()
    server.forget()
    store = Store(sqlite_address(tmp_path))
    sides = ("german", "allied")
    assert [(sides[side], order) for side, order in kept(store, made["id"])] == orders[:done]
    assert done > 0
    store.close()


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    result = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            result.append(int(stat.parent.name))
    return result


def test_computers_continue_after_a_kill_and_leave_no_process_behind(tmp_path: Path) -> None:
    server = Process(tmp_path)
    seats = {"german": "random", "allied": "random"}
    made = server.http.post("/api/matches", json={"game": "tigers", "seats": seats}).json()
    headers = {"Authorization": f"Seat {made['tokens']['watch']}"}
    address = f"/api/matches/{made['id']}"
    until(lambda: server.http.get(address, headers=headers).json()["orders"] >= 5)
    workers = children(server.child.pid)
    if sys.platform == "linux":
        assert workers
    acknowledged = server.http.get(address, headers=headers).json()["orders"]
    server.kill()
    server.forget()
    until(lambda: not [pid for pid in workers if Path(f"/proc/{pid}").exists()])
    server = Process(tmp_path)
    until(lambda: server.http.get(address, headers=headers).json()["orders"] >= acknowledged + 5)
    server.kill()
    server.forget()
