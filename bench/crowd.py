"""Fifty matches at once: how long an order takes while two hundred pages listen and look.

The other pages of a match hear of an order by their sockets and ask for the view, as the real page does. All
orders are worked out beforehand, so that this program costs the server little.
"""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

import msgspec

from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import new_match
from ardennes.kernel.offers import sample
from bench.served import Served, Table

MATCHES = 50
PAGES = 4  # of each match: one of each side, two that watch
PACE = 2.0  # seconds between two orders of a match
PLAYED = 150  # orders before the clock starts: the middle of a turn, with a log


@dataclass
class Times:
    """Milliseconds, of all matches together."""

    orders: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)  # from giving an order to hearing of it at another page


class Line:
    """One connection that is kept open, as a browser does."""

    def __init__(self, served: Served, token: str) -> None:
        self._served = served
        self._token = token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()

    async def ask(self, method: str, path: str, body: Any = None) -> bytes:
        """The answer's body; UserError for any failure."""
        async with self._turn:
            if self._streams is None:
                self._streams = await asyncio.open_connection(self._served.host, self._served.port)
            reader, writer = self._streams
            data = b"" if body is None else json.dumps(body).encode()
            head = [
                f"{method} {path} HTTP/1.1",
                f"Host: {self._served.host}:{self._served.port}",
                f"Authorization: Seat {self._token}",
                "Content-Type: application/json",
                f"Content-Length: {len(data)}",
            ]
            writer.write("\r\n".join([*head, "", ""]).encode() + data)
            told = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = re.search(r"content-length: (\d+)", told, re.IGNORECASE)
            answer = await reader.readexactly(int(length[1]) if length else 0)
        if not told.startswith("HTTP/1.1 200"):
            raise UserError(f"the server answered {told.splitlines()[0]} to {path}: {answer[:200]!r}")
        return answer

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


@dataclass
class Played:
    """A match on the server, and the orders that are to follow in it."""

    table: Table
    seq: int
    orders: list[tuple[str, Any]]  # (seat, order)
    sent: dict[int, float] = field(default_factory=dict)  # when the order with this number was given


def prepare(served: Served, matches: int, orders: int) -> list[Played]:
    """Matches played at random, taken in by the server in the middle of the game."""
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
    """A page: it hears that its match has moved and looks, unless it gave the order itself."""
    from websockets.asyncio.client import connect

    token = played.table.tokens[seat]
    address = f"ws://{served.host}:{served.port}/api/matches/{played.table.id}/live"
    line = Line(served, token)
    seen = played.seq
    try:
        async with connect(address, subprotocols=["ardennes", f"seat.{token}"], compression=None) as socket:  # type: ignore[list-item]
            async for message in socket:
                seq = int(json.loads(message)["seq"])
                if seq <= seen:
                    continue
                times.told.append(1000 * (perf_counter() - played.sent[seq]))
                if played.orders[seq - PLAYED - 1][0] != seat:
                    await line.ask("GET", f"/api/matches/{played.table.id}")
                seen = seq
    finally:
        line.close()


async def give(served: Served, played: Played, begin: float, times: Times) -> None:
    """The orders of a match, one after the other at its pace."""
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
        raise UserError(f"a page of the crowd lost its line: {failed[0]}")
    return times


def crowd(served: Served, orders: int, matches: int = MATCHES) -> Times:
    """So many orders in each of the matches."""
    return asyncio.run(_crowd(served, prepare(served, matches, orders)))
