"""The live socket: it says that a match has moved, and nothing else. What moved, the seat asks for itself."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

GONE = 4404  # the match was deleted
NOT_FOR_TALKING = 1003
SPEAKS = "ardennes"  # the sub-protocol; a browser sends its token as a second one


class Watcher:
    """One socket: only the newest number matters, so a slow reader holds nobody up."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.news = asyncio.Event()
        self.news.set()

    def tell(self, seq: int) -> None:
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

    def changed(self, match: str, seq: int) -> None:
        """A match has moved; called from any thread. A number below 0: it is gone."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closing
                self._loop.call_soon_threadsafe(self._tell, match, seq)

    def _tell(self, match: str, seq: int) -> None:
        for watcher in self._watchers.get(match, ()):
            watcher.tell(seq)

    def join(self, match: str) -> Watcher:
        watcher = Watcher(0)
        watcher.news.clear()
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
            if watcher.seq < 0:
                await socket.close(GONE, "The match was deleted.")
                return
            await socket.send_text(f'{{"seq":{watcher.seq}}}')
    except WebSocketDisconnect:
        return
    finally:
        listening.cancel()
