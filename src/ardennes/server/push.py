"""The live socket: it says that a match has moved, and nothing else. What moved, the seat asks for itself."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

GONE = 4404  # the match was deleted
LOST, UNTOLD = -1, -2  # the number of a match that is gone, and of one that nothing was told of yet
NOT_FOR_TALKING = 1003
SPEAKS = "ardennes"  # the sub-protocol; a browser sends its token as a second one


class Watcher:
    """One socket: only the newest number matters, so a slow reader holds nobody up."""

    def __init__(self, side: int | None) -> None:
        self.side = side
        self.seq = UNTOLD
        self.news = asyncio.Event()

    def tell(self, seq: int) -> None:
        """The newest number of the watcher's seat; the same again is no news to it."""
        if seq != self.seq:
            self.seq = seq
            self.news.set()


class Push:
    """Every open socket, by match."""

    def __init__(self, most: int, most_a_match: int) -> None:
        self._most = most
        self._most_a_match = most_a_match
        self._watchers: dict[str, set[Watcher]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def stop(self) -> None:
        self._loop = None

    def full(self, match: str) -> bool:
        everybody = sum(map(len, self._watchers.values()))
        return everybody >= self._most or len(self._watchers.get(match, ())) >= self._most_a_match

    def changed(self, match: str, numbers: tuple[int, ...]) -> None:
        """A match has moved, to these numbers by seat; called from any thread. Without numbers it is gone."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closing
                self._loop.call_soon_threadsafe(self._tell, match, numbers)

    def _tell(self, match: str, numbers: tuple[int, ...]) -> None:
        for watcher in self._watchers.get(match, ()):
            watcher.tell(numbers[-1 if watcher.side is None else watcher.side] if numbers else LOST)

    def join(self, match: str, side: int | None) -> Watcher:
        watcher = Watcher(side)
        self._watchers.setdefault(match, set()).add(watcher)
        return watcher

    def leave(self, match: str, watcher: Watcher) -> None:
        others = self._watchers.get(match, set())
        others.discard(watcher)
        if not others:
            self._watchers.pop(match, None)


async def serve_socket(socket: WebSocket, watcher: Watcher) -> None:
    """Tell the numbers until the client goes, talks, or the match is gone."""
    listening = asyncio.ensure_future(socket.receive())
    try:
        while True:
            news = asyncio.ensure_future(watcher.news.wait())
            await asyncio.wait({news, listening}, return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                news.cancel()
                if listening.result()["type"] == "websocket.receive":
                    await socket.close(NOT_FOR_TALKING, "This socket only tells; send orders by POST.")
                return
            watcher.news.clear()
            if watcher.seq == LOST:
                await socket.close(GONE, "The match was deleted.")
                return
            await socket.send_text(f'{{"seq":{watcher.seq}}}')
    except WebSocketDisconnect:
        return
    finally:
        listening.cancel()
