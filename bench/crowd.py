"""Fifty matches at once: how long an order takes while two hundred pages listen and look.

The other pages of a match are notified of an order over their sockets and request the view, as the real page
does. All orders are computed in advance, so that this program does not slow the server. `python -m
bench.crowd --matches 1000` measures something else: how long orders take when each is for a different match,
first on a server that has just started (cold), then after it has seen every match (warm).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec

from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import new_match
from ardennes.kernel.offers import sample
from ardennes.server.matches.service import Room
from ardennes.server.settings import sqlite_address
from ardennes.server.storage.models import NewMatch
from ardennes.server.storage.sql import Store
from bench.served import Served, Table, percentile, serving

MATCHES = 50
PAGES = 4  # pages of each match: one of each side, two that watch
PACE = 2.0  # seconds between two orders of a match
PLAYED = 150  # orders before the clock starts: the middle of a turn, with a log
DIFFERENT = 20  # matches played; the others are copies of them, with separate tokens
LINES = 64  # connections that stay open


@dataclass
class Times:
    """Milliseconds, over all matches."""

    orders: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)  # from giving an order until another page is notified


class Line:
    """A connection that stays open, as a browser's does."""

    def __init__(self, served: Served, token: str = "") -> None:
        self._served = served
        self._token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()
        # version of the last view by token, so that the server sends patches as to a page
        self._versions: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: Any = None, token: str = "") -> bytes:
        """Return the response body; raise UserError for any failure."""
        token = token or self._token
        async with self._turn:
            if self._streams is None:
                self._streams = await asyncio.open_connection(self._served.host, self._served.port)
            reader, writer = self._streams
            data = b"" if body is None else json.dumps(body).encode()
            head = [
                f"{method} {path} HTTP/1.1",
                f"Host: {self._served.host}:{self._served.port}",
                f"Authorization: Seat {token}",
                f"Ardennes-View: {self._versions.get(token, '')}",
                "Content-Type: application/json",
                f"Content-Length: {len(data)}",
            ]
            writer.write("\r\n".join([*head, "", ""]).encode() + data)
            reported = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = re.search(r"content-length: (\d+)", reported, re.IGNORECASE)
            answer = await reader.readexactly(int(length[1]) if length else 0)
        if not reported.startswith("HTTP/1.1 200"):
            raise UserError(f"the server answered {reported.splitlines()[0]} to {path}: {answer[:200]!r}")
        if (version := re.search(rb'"version":\[?"([^"]+)"', answer)) is not None:
            self._versions[token] = version[1].decode()
        return answer

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


@dataclass
class Played:
    """A match on the server, and the orders that will follow in it."""

    table: Table
    seq: int
    orders: list[tuple[str, Any]]  # (seat, order)
    sent: dict[int, float] = field(default_factory=dict)  # when each order was given, by number


def prepare(served: Served, matches: int, orders: int) -> list[Played]:
    """Play matches at random and import them into the server in the middle of the game."""
    game = find_game("tigers")
    made = []
    for number in range(matches):
        match = new_match(game, None, {}, seed_from_number(number))
        rng = Random(number)
        following = []
        data = b""
        for count in range(PLAYED + orders):
            if count == PLAYED:
                data = savefile.to_bytes(match)
            side = game.to_move(match.state)[0]
            order = sample(game.offers(game.view(match.state, side), side), rng)
            assert order is not None
            match.play(side, order)
            if count >= PLAYED:
                following.append((game.sides[side], msgspec.to_builtins(order)))
        body = {
            "match": json.loads(data),
            "seats": dict.fromkeys(game.sides, "me"),
            "name": f"Match {number}",
        }
        taken = served.post_patiently("/api/matches/import", body)
        made.append(Played(Table(taken["id"], taken["tokens"]), PLAYED, following))
    return made


async def listen(served: Served, played: Played, seat: str, times: Times) -> None:
    """A page: it is notified of a change and requests the view, unless it gave the order itself."""
    from websockets.asyncio.client import connect

    token = played.table.tokens[seat]
    address = f"ws://{served.host}:{served.port}/api/matches/{played.table.id}/live"
    line = Line(served, token)
    last_seq = played.seq
    try:
        async with connect(address, subprotocols=["ardennes", f"seat.{token}"], compression=None) as socket:  # type: ignore[list-item]
            async for message in socket:
                seq = int(json.loads(message)["seq"])
                if seq <= last_seq:
                    continue
                times.told.append(1000 * (perf_counter() - played.sent[seq]))
                if played.orders[seq - PLAYED - 1][0] != seat:
                    await line.ask("GET", f"/api/matches/{played.table.id}")
                last_seq = seq
    finally:
        line.close()


async def give(served: Served, played: Played, begin: float, times: Times) -> None:
    """Give the orders of a match, one after the other at its pace."""
    lines = {seat: Line(served, token) for seat, token in played.table.tokens.items()}
    path = f"/api/matches/{played.table.id}"
    loop = asyncio.get_running_loop()
    for count, (seat, order) in enumerate(played.orders):
        await asyncio.sleep(max(0.0, begin + count * PACE - loop.time()))
        played.sent[played.seq + 1] = began = perf_counter()
        await lines[seat].ask("POST", f"{path}/orders", {"seq": played.seq, "order": order})
        times.orders.append(1000 * (perf_counter() - began))
        played.seq += 1
    for line in lines.values():
        line.close()


async def _crowd(served: Served, matches: list[Played]) -> Times:
    times = Times()
    pages = [
        asyncio.create_task(listen(served, played, seat, times))
        for played in matches
        for seat in ("german", "allied") * (PAGES // 2)
    ]
    await asyncio.sleep(2.0)
    begin = asyncio.get_running_loop().time() + 0.5
    giving = [
        give(served, played, begin + PACE * number / len(matches), times)
        for number, played in enumerate(matches)
    ]
    await asyncio.gather(*giving)
    await asyncio.sleep(0.5)
    failed = [page.exception() for page in pages if page.done()]
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    if failed:
        raise UserError(f"a page of the crowd lost its connection: {failed[0]}")
    return times


def crowd(served: Served, orders: int, matches: int = MATCHES) -> Times:
    """Give so many orders in each of the matches."""
    return asyncio.run(_crowd(served, prepare(served, matches, orders)))


# Many matches, with few requests each


def keep(database: str, matches: int, orders: int, game_id: str, played: int) -> list[Played]:
    """Make matches in a database, and the orders that will follow in each."""
    store = Store(database)
    room, game = Room(store), find_game(game_id)
    made = []
    try:
        for number in range(min(DIFFERENT, matches)):
            match = room.make(game_id, dict.fromkeys(game.sides, "me"), seed=number)
            rng, following = Random(number), []
            with room.at(match) as live:
                for _ in range(played):
                    side, order = _any_order(live.match, rng)
                    room.play(live, side, order)
                ahead = live.match.fork(live.match.seq)
                seq = live.number(0)
            for _ in range(orders):
                side, order = _any_order(ahead, rng)
                ahead.play(side, order)
                following.append((game.sides[side], msgspec.to_builtins(order)))
            header, lines, snapshot = store.load(match)
            fields = set(NewMatch.__struct_fields__) - {"id"}
            plain = {name: getattr(header, name) for name in fields}
            for _ in range(number, matches, DIFFERENT):
                new = NewMatch(id=secrets.token_hex(10), **plain)
                store.add(new, lines, [] if snapshot is None else [snapshot])
                tokens = {word: secrets.token_urlsafe(32) for word in game.sides}
                for side, word in enumerate(game.sides):
                    store.add_token(tokens[word], new.id, side)
                made.append(Played(Table(new.id, tokens), seq, list(following)))
            store.remove(match)
    finally:
        store.close()
    return made


def _any_order(match: Any, rng: Random) -> tuple[int, Any]:
    game = match.game
    side = game.to_move(match.state)[0]
    order = sample(game.offers(game.view(match.state, side), side), rng)
    assert order is not None
    return side, order


async def rounds(served: Served, matches: list[Played], rate: float) -> Times:
    """Give one order in each match, at a fixed pace over all; after each, another seat requests the view."""
    times, lines = Times(), [Line(served) for _ in range(LINES)]
    begin = perf_counter()

    async def one(number: int, played: Played) -> None:
        line, path = lines[number % LINES], f"/api/matches/{played.table.id}"
        seat, order = played.orders.pop(0)
        other = next(word for word in played.table.tokens if word != seat)
        due = begin + number / rate
        await asyncio.sleep(max(0.0, due - perf_counter()))
        token = played.table.tokens[seat]
        await line.ask("POST", f"{path}/orders", {"seq": played.seq, "order": order}, token)
        times.orders.append(1000 * (perf_counter() - due))
        began = perf_counter()
        await line.ask("GET", path, token=played.table.tokens[other])
        times.told.append(1000 * (perf_counter() - began))
        played.seq += 1

    await asyncio.gather(*(one(number, played) for number, played in enumerate(matches)))
    for line in lines:
        line.close()
    return times


def many(matches: int, rate: float, game: str, played: int) -> None:
    """Print the time of orders, cold and warm."""
    with TemporaryDirectory(prefix="ardennes-crowd-") as folder:
        made = keep(sqlite_address(Path(folder)), matches + 1, 2, game, played)
        with serving("ardennes", "serve", "--no-open", "--port", "0", "--data", folder) as served:
            spare = made.pop()
            # warm up this program itself; only the matches stay cold
            asyncio.run(rounds(served, [spare], rate))
            for name in ("cold", "warm"):
                began, load, worked = perf_counter(), os.getloadavg()[0], served.worked()
                times = asyncio.run(rounds(served, made, rate))
                seconds = perf_counter() - began
                words = (
                    f"{what} p50 {percentile(result, 50):.0f} ms, p95 {percentile(result, 95):.0f} ms"
                    for what, result in (("order", times.orders), ("look", times.told))
                )
                print(
                    f"{matches} matches of {game}, {played} orders played, {name}: {'; '.join(words)}; "
                    f"{matches / seconds:.0f} orders/s of {rate:g}, "
                    f"{1000 * (served.worked() - worked) / matches:.1f} ms of processor an order and look "
                    f"(load {load:.1f} before)",
                    flush=True,
                )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.crowd")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=50.0, help="orders a second, of all matches together")
    parser.add_argument("--game", default="tigers", choices=("tigers", "wave_of_terror"))
    parser.add_argument("--played", type=int, default=PLAYED, help="orders of a match beforehand")
    asked = parser.parse_args()
    many(asked.matches, asked.rate, asked.game, asked.played)


if __name__ == "__main__":
    main()
