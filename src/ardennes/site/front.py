"""Answer the server's routes in a browser; this runs in a worker, and `page/engine.js` wraps it.

Requests are handled one at a time: read what other tabs have written, run the route on rows in memory, write
the changes in one transaction, and only then answer. If the browser cannot write, memory is discarded and the
answer says so. If another tab was faster, the request runs again.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol, TypeVar, cast
from urllib.parse import parse_qsl, urlsplit

import msgspec

from ardennes.errors import UserError
from ardennes.kernel.match import BROWSER
from ardennes.server.http.errors import FAILURES, problem_of
from ardennes.server.http.live_updates import CLOSED, GONE, LOST, Push
from ardennes.server.http.responses import Problem, Request, Response, answer, refuse
from ardennes.server.http.router import Route, call, find
from ardennes.server.http.token_bucket import Bucket
from ardennes.server.matches.service import Room
from ardennes.server.matches.trials import Trials
from ardennes.server.matches.views import number_now
from ardennes.server.routes import after, cases, lobby, setups
from ardennes.server.routes import match as match_routes
from ardennes.server.routes.context import House, place_of
from ardennes.server.settings import Settings
from ardennes.server.storage.integrity import CannotOpen, Damaged
from ardennes.server.storage.models import NoSuchMatch
from ardennes.server.workers.hints import Advice
from ardennes.server.workers.players import Computers
from ardennes.server.workers.reports import Aftermath
from ardennes.site.apart import Apart, Carries
from ardennes.site.saved_setups import BrowserSetups
from ardennes.site.store import BrowserStore, Missing, StoredNumber, StoredText

HERE = "this-browser-is-the-lobby"  # the lobby's token; page/transport.js has it too
ROUTES = [route for part in (lobby, cases, match_routes, after, setups) for route in part.router.routes]
MOST_TRIALS = 4  # each document has a separate map
TRIES = 20  # attempts against faster tabs
FULL, OVERTAKEN = "full", "overtaken"  # how page/keep.js reports a failed transaction
NO_ROOM = (
    "This browser has no room left for matches. Nothing was changed, and stored matches are safe. "
    "Export and delete matches you no longer play, or free space on the disk."
)
MISTAKE = "The engine failed; the browser's console has the details. Nothing was changed."
DAMAGED = (
    "This match is damaged: {what}. Nothing was deleted, and other matches are not affected. "
    "In the lobby you can save its data as a file, or delete it."
)
# Why stored matches became unavailable while the page was open, as page/keep.js reports it.
TAKEN_AWAY = {
    "cleared": "The browser deleted the matches stored for this page, or closed their storage",
    "newer": "A newer version of this page, open in another tab, has taken over the stored matches",
}
STILL_HERE = "{what}. You can still view and export an open match. Then reload the page."

T = TypeVar("T")
Stored = tuple[StoredNumber, StoredText]
StoredMatch = tuple[int | None, StoredText, list[Stored], list[Stored]]
log = logging.getLogger("ardennes.site")


class Bridge(Carries, Protocol):
    """What the browser does for the engine: page/engine.js. Texts are JSON."""

    async def numbers(self) -> str:
        """Return by match the number of its row, null if that is damaged; or a key of TAKEN_AWAY."""
        ...

    async def rows(self, matches: str) -> str:
        """Return [match, number, row] for those that exist; null for a damaged one."""
        ...

    async def orders(self, match: str) -> str:
        """Return [number, row, [[number, line], ...], [[number, snapshot], ...]], read at one moment; null if
        there is no such match.
        """
        ...

    async def write(self, writes: str) -> str:
        """Write in one transaction; return "" on success, else FULL or OVERTAKEN, and nothing was written."""
        ...

    def tell(self, watcher: int, words: str, code: int) -> None:
        """Notify a page that watches a match; a code means that no more will come."""
        ...


class UnlimitedForks:
    """A `ForkQuota` without a limit: the matches belong to the player."""

    def origin(self, match: str, side: int | None, commander: int | None) -> str:
        return match

    def fork(self, origin: str, make: Callable[[], str]) -> str:
        return make()


class BesideComputers(Computers):
    """Computer players whose questions and orders take turns with the requests."""

    def __init__(self, front: Front, room: Room, desk: Apart) -> None:
        super().__init__(room, [desk])
        self._front = front

    async def _in_thread(self, work: Any, *arguments: Any) -> Any:
        return await self._front.do(work, *arguments)


class Front:
    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._turn = asyncio.Lock()
        self._watching: dict[int, asyncio.Task[None]] = {}
        self._lost = ""  # why nothing can be read or written any more; memory remains
        self.store = BrowserStore()
        room = Room(self.store, live_bytes=64 * 1024 * 1024, remedy="", dice=BROWSER)
        settings = Settings(hints_a_second=1e6, marches_a_second=1e6, made_a_second=1e6)
        thinker = Apart(bridge, settings.deadline)
        self.house = House(
            settings,
            HERE,
            room,
            BesideComputers(self, room, thinker),
            Advice(settings, thinker, thinker),
            Aftermath(analyst := Apart(bridge, settings.report_deadline), analyst),
            Push(settings),
            Bucket(settings.made_a_second, settings.made_burst),
            BrowserSetups(self.store),
            UnlimitedForks(),
            Trials(MOST_TRIALS, settings.trial_seconds),
            self.do,
            remote=None,
        )
        self.house.push.start()
        for played in (room, self.house.trials):
            played.listeners.append(self.house.push.changed)

    # Requests

    async def ask(self, method: str, address: str, headers: str, body: str) -> tuple[int, str, str]:
        """Return the answer to a request: status, headers as JSON, body."""
        result = await self._answer(
            method, address, msgspec.json.decode(headers, type=dict[str, str]), body.encode()
        )
        outcome = result.headers | ({"content-type": result.media_type} if result.media_type else {})
        return result.status_code, msgspec.json.encode(outcome).decode(), result.content.decode()

    async def _answer(self, method: str, address: str, headers: dict[str, str], body: bytes) -> Response:
        path: dict[str, str] = {}
        try:
            parts = urlsplit(address)
            route, path = find(ROUTES, method, parts.path)
            query = dict(parse_qsl(parts.query, keep_blank_values=True))

            async def read(limit: int) -> bytes:
                if len(body) > limit:
                    refuse(413, f"The body is longer than {limit} bytes.")
                return body

            request = Request(self.house, headers, "", read)
            return await self._carry_out(route, request, path, query, method == "GET")
        except Damaged as error:
            problem = Problem(410, DAMAGED.format(what=error.what))
        except FAILURES as error:
            problem = problem_of(error)
        except Exception:
            log.exception("%s %s failed", method, address)
            problem = Problem(500, MISTAKE)
        if problem.status == 401 and (what := self.store.damage(path.get("match_id", ""))):
            problem = Problem(410, DAMAGED.format(what=what))  # its tokens are in the row
        return answer(problem.body, problem.status, headers=problem.headers)

    async def _carry_out(
        self, route: Route, request: Request, path: dict[str, str], query: dict[str, str], reads: bool
    ) -> Response:
        """Let other requests run while a route waits for a thinking worker; `do` runs its own
        work in turn.
        """
        arguments = (route.handler, request, path, query)
        if inspect.iscoroutinefunction(route.handler):
            result: Response = await call(*arguments)
            return result
        return cast(Response, await self._in_turn(lambda: call(*arguments), reads))

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run one piece of work in its turn."""

        async def done() -> T:
            return work(*arguments)

        return cast(T, await self._in_turn(done))

    async def _in_turn(self, work: Callable[[], Any], reads: bool = False) -> Any:
        async with self._turn:
            await self._read()
            if self._lost:
                return await self._from_memory(work, reads)
            for _ in range(TRIES):
                failed: Exception | None = None
                result = None
                try:
                    result = await work()
                except Missing as missing:
                    self._throw_away()
                    await self._fetch(missing.match)
                    continue
                except Exception as error:  # earlier changes remain, as in a database
                    failed = error
                if await self._write():
                    if failed is not None:
                        raise failed
                    return result
            raise Problem(503, "Another tab is changing the same matches. Try again.")

    async def _from_memory(self, work: Callable[[], Any], reads: bool) -> Any:
        """Work on what this tab has read before; change nothing."""
        lost = Problem(503, STILL_HERE.format(what=self._lost))
        if not reads:
            raise lost
        try:
            return await work()
        except Missing:
            raise lost from None
        finally:
            self.store.written()  # there is no storage to write to

    async def _numbers_now(self) -> dict[str, int | None] | None:
        """Return by match the number of its row; None if nothing can be read any more."""
        if not self._lost:
            result = msgspec.json.decode(await self._bridge.numbers(), type=dict[str, int | None] | str)
            if not isinstance(result, str):
                return result
            self._lost = TAKEN_AWAY[result]
        return None

    async def _read(self) -> None:
        """Read what other tabs have written since."""
        numbers = await self._numbers_now()
        if numbers is None:
            return
        stale = self.store.stale(numbers)
        if not stale:
            return
        text = await self._bridge.rows(msgspec.json.encode(stale).decode())
        rows = {
            one[0]: one for one in msgspec.json.decode(text, type=list[tuple[str, int | None, str | None]])
        }
        for match in stale:
            self.house.room.drop(match)
            if match in rows:
                self.store.put(*rows[match])
            else:  # another tab has just deleted it
                self.store.forget(match)

    async def _fetch(self, match: str) -> None:
        """Read the orders of a match; mark a damaged match, so that every request gets the same answer."""
        result = msgspec.json.decode(await self._bridge.orders(match), type=StoredMatch | None)
        if result is None:  # another tab has just deleted it
            self.store.forget(match)
            return
        number, row, lines, snapshots = result
        if number != self.store.number(match):  # another tab has just changed it
            self.house.room.drop(match)
            self.store.put(match, number, row)
        try:
            self.store.put_orders(match, lines, snapshots)
        except Damaged as error:
            self.house.room.report_damage(error)
            raise

    async def _write(self) -> bool:
        """Write the changes; return False if another tab was faster, after reading everything again."""
        writes = self.store.writes()
        if not writes:
            return True
        failed = await self._bridge.write(msgspec.json.encode(writes).decode())
        if not failed:
            self.store.written()
            return True
        if await self._numbers_now() is None:
            self.store.written()  # memory is the only storage now, so it stays
            raise Problem(503, STILL_HERE.format(what=self._lost))
        self._throw_away()
        await self._read()
        if failed == OVERTAKEN:
            return False
        other = f"This browser could not store the match: {failed}. Nothing was changed."
        raise Problem(503, NO_ROOM if failed == FULL else other)

    def _throw_away(self) -> None:
        for write in self.store.writes():
            self.store.forget(write.match)
            self.house.room.drop(write.match)

    # Background work

    async def drive(self) -> None:
        """Let this tab, and no other, run the computer players."""
        await self.house.computers.start()

    async def heard(self, matches: str) -> None:
        """Read these matches again, which another tab has changed."""
        for match in msgspec.json.decode(matches, type=list[str]):
            with suppress(NoSuchMatch, UserError, Problem):
                self.house.push.changed(match, await self.do(self._numbers, match))
            self.house.computers.nudge(match, ())

    def _numbers(self, match: str) -> tuple[int, ...]:
        try:
            with self.house.room.at(match) as live:
                return live.numbers()
        except NoSuchMatch:
            return ()

    def watch(self, watcher: int, match: str, token: str) -> None:
        """Notify a page from now on whenever a match changes."""
        self._watching[watcher] = asyncio.ensure_future(self._watch(watcher, match, token))

    def leave(self, watcher: int) -> None:
        if task := self._watching.pop(watcher, None):
            task.cancel()

    async def _watch(self, number: int, match: str, token: str) -> None:
        tell, push = self._bridge.tell, self.house.push
        try:
            place = await self.do(place_of, self.house, match, token)
            watcher = push.join(match, place.side)
            try:
                watcher.tell(await self.do(number_now, self.house.room_of(match), match, place.side))
                while True:
                    await watcher.news.wait()
                    watcher.news.clear()
                    if watcher.seq == LOST:
                        tell(number, "", GONE)
                        return
                    tell(number, watcher.words(), 0)
            finally:
                push.leave(match, watcher)
        except NoSuchMatch:
            tell(number, "", GONE)
        except (CannotOpen, Problem):
            tell(number, "", CLOSED)
