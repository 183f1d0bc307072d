"""A process that floods a server; it reads its task from standard input and prints its counts.

Not for use by hand: `floods.py` starts it, so that the flood's own work does not affect the measurement.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from ardennes.server.http.connections import files_for_all

READY = "ready"
WAIT = 20.0  # seconds for a connection or an answer


class Flood(msgspec.Struct):
    """Open `count` connections from the address `at` that send `first` and then `drip` every second; or, with
    `asks`, as many that send those requests one after the other.
    """

    port: int
    seconds: float
    count: int
    at: str = ""
    first: str = ""
    drip: str = ""
    asks: list[str] = []  # whole requests


class Flooding:
    def __init__(self, flood: Flood) -> None:
        self.flood = flood
        self.told: Counter[str] = Counter()
        self.end = time.monotonic() + flood.seconds

    async def run(self) -> None:
        one = self._ask if self.flood.asks else self._hold
        many: list[Coroutine[Any, Any, None]] = [one(number) for number in range(self.flood.count)]
        await asyncio.gather(self._ready(), *many)

    async def _ready(self) -> None:
        """Report when the flood has started."""
        for _ in range(100):
            await asyncio.sleep(0.05)
            if sum(self.told.values()) >= (1 if self.flood.asks else self.flood.count):
                break
        print(READY, flush=True)

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        source = (self.flood.at, 0) if self.flood.at else None
        try:
            opening = asyncio.open_connection("127.0.0.1", self.flood.port, local_addr=source)
            return await asyncio.wait_for(opening, WAIT)
        except (OSError, TimeoutError):
            self.told["connections refused"] += 1
            return None

    async def _hold(self, number: int) -> None:
        await asyncio.sleep(number * 0.0005)
        pair = await self._open()
        if pair is None:
            return
        self.told["connections"] += 1
        reader, writer = pair
        with suppress(OSError):
            writer.write(self.flood.first.encode())
            while time.monotonic() < self.end:
                await asyncio.sleep(min(1.0, self.flood.seconds))
                if reader.at_eof() or writer.is_closing():
                    self.told["connections closed by the server"] += 1
                    break
                writer.write(self.flood.drip.encode())
            writer.close()

    async def _ask(self, number: int) -> None:
        pair = None
        at = number
        while time.monotonic() < self.end:
            pair = pair or await self._open()
            if pair is None:
                await asyncio.sleep(0.2)
                continue
            at += 1
            request = self.flood.asks[at % len(self.flood.asks)].replace("NUMBER", str(at))
            status = None
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
                status = await asyncio.wait_for(_answered(pair, request), WAIT)
            self.told["requests"] += 1
            self.told[f"answered {status}"] += 1
            if status in (None, 429, 503):
                pair[1].close()
                pair = None
                await asyncio.sleep(0.02)


async def _answered(pair: tuple[asyncio.StreamReader, asyncio.StreamWriter], request: str) -> int:
    reader, writer = pair
    writer.write(request.encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = head.partition("content-length:")[2].partition("\r\n")[0].strip()
    await reader.readexactly(int(length or 0))
    return int(head.split(" ", 2)[1])


def main() -> None:
    flood = msgspec.json.decode(sys.stdin.buffer.read(), type=Flood)
    flood.count = min(flood.count, files_for_all(flood.count))
    flooding = Flooding(flood)
    asyncio.run(flooding.run())
    print(json.dumps(flooding.told))


if __name__ == "__main__":
    main()
