"""The end page, the account and the report of a finished match.

Each takes seconds to compute, so a separate process does it, one match at a time, and answers are cached by
the match's fingerprint. A worker gets the whole match with its seed, but only once nothing in it is hidden
any more.
"""

from __future__ import annotations

import asyncio
import functools
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ardennes.after.account import Account
from ardennes.after.analysis import best_account, deep_account
from ardennes.after.course import fingerprint
from ardennes.after.page import report_page
from ardennes.after.summary import summary_of
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import Match
from ardennes.server.api.schemas import ReportProgress
from ardennes.server.http.responses import refuse
from ardennes.server.settings import Settings
from ardennes.server.workers.fair_queue import FairQueue
from ardennes.server.workers.pool import Aside, Thinker
from ardennes.server.workers.single_flight import SingleFlight

MOST_KEPT = 64  # cached answers; older ones are recomputed
TOO_MANY_DEEP = (
    "{count} of your matches are being analysed in depth already: wait until one is done, or leave its page; "
    "an analysis that no page shows is cancelled after a while."
)
NEARLY = 0.999  # the most a worker may report; the rest is transferring the result


class Job(msgspec.Struct, frozen=True):
    """A finished match, the side that reads about it, and its account if it exists."""

    match: bytes
    side: int | None = None
    account: bytes = b""
    progress_file: str = ""  # file with the progress of a deep analysis
    folder: str = ""  # folder of saved deep accounts


# In the worker process


def _account(job: Job) -> Account | None:
    return msgspec.json.decode(job.account, type=Account) if job.account else None


def end(job: Job) -> bytes:
    """The summary as JSON."""
    return msgspec.json.encode(summary_of(_match(job), job.side, _account(job)))


def light(job: Job) -> bytes:
    """The account as JSON: the deep one if it is stored, else the light one."""
    return msgspec.json.encode(best_account(_match(job), _folder(job), _players(job)))


def write_progress(file: Path, share: float, words: str) -> None:
    """Write the progress of a deep account to a file, replaced atomically so that readers never see half a
    line.
    """
    fresh = file.with_suffix(".part")
    fresh.write_text(f"{share:.3f} {words}", encoding="utf-8")
    fresh.replace(file)


def deep(job: Job) -> bytes:
    """The deep account as JSON."""

    def say(share: float, words: str) -> None:
        write_progress(Path(job.progress_file), share, words)

    return msgspec.json.encode(deep_account(_match(job), say, 1, _folder(job), _players(job)))


def report(job: Job) -> bytes:
    """The report as a page."""
    match = _match(job)
    account = _account(job) or best_account(match, _folder(job), _players(job))
    return report_page(match, account, job.side).encode()


def _folder(job: Job) -> Path | None:
    return Path(job.folder) if job.folder else None


def _players(job: Job) -> tuple[str, ...]:
    return savefile.read_seats(job.match)


def _match(job: Job) -> Match[Any]:
    return savefile.from_bytes(job.match, find_game, "the match")


# In the server


class Ended(NamedTuple):
    """A finished match, its players by side, and the seat it was forked from."""

    match: Match[Any]
    players: tuple[str, ...] = ()
    owner: str = ""
    fingerprint: str = ""  # of the match, if computed before

    @property
    def mark(self) -> str:
        return "-".join((self.fingerprint or fingerprint(self.match), *self.players))

    @property
    def data(self) -> bytes:
        return savefile.to_bytes(self.match, self.players)

    def job(
        self, side: int | None = None, account: bytes = b"", progress_file: str = "", folder: str = ""
    ) -> Job:
        return Job(self.data, side, account, progress_file, folder)


class Working(msgspec.Struct):
    """A deep account in progress."""

    task: asyncio.Task[bytes]
    progress_file: Path  # file with the worker's progress
    owner: str
    asked: float  # loop time of a page's last request

    def progress(self) -> ReportProgress:
        if self.task.done() and (error := self.task.exception()) is not None:
            return ReportProgress(0.0, f"The analysis failed: {error}", failed=True)
        with suppress(OSError, ValueError):
            share, _, words = self.progress_file.read_text(encoding="utf-8").partition(" ")
            return ReportProgress(min(float(share), NEARLY), words)
        return ReportProgress(0.0, "Replaying the match")


async def directly(work: Callable[..., Any], *arguments: Any) -> Any:
    """Run the work in the caller's thread."""
    return work(*arguments)


class Aftermath:
    """Compute what is shown after a match, each answer once, even if several clients ask.

    Light answers are cached in memory, deep accounts also in a folder. Slow preparations, such as encoding
    the match for a worker, run through `aside`, and only if no cache has the answer.
    """

    def __init__(
        self,
        analyst: Thinker,
        deep_analyst: Thinker,
        folder: Path | None = None,
        aside: Aside = directly,
        limits: Settings | None = None,
    ) -> None:
        self._analyst, self._deep_analyst = analyst, deep_analyst
        self._folder = folder
        self._aside = aside
        self._limits = limits = limits or Settings()
        self._kept: OrderedDict[tuple[str, str, int | None], bytes] = OrderedDict()
        self._flights: SingleFlight[bytes] = SingleFlight()
        self._queue = FairQueue(limits.most_reports_waiting, limits.most_reports_a_person)
        self._deep_queue = FairQueue(limits.most_reports_waiting, limits.most_deep_reports_a_person)
        self._working: dict[str, Working] = {}
        self._private: Path | None = None

    def stop(self) -> None:
        for one in self._working.values():
            one.task.cancel()
        self._flights.stop()
        self._analyst.end()
        self._deep_analyst.end()
        if self._private is not None:
            shutil.rmtree(self._private, ignore_errors=True)

    def _deep_account(self, mark: str) -> bytes:
        """Return the deep account of a match; empty if there is none."""
        return self._kept.get((mark, deep.__name__, None), b"")

    def _account_of(self, ended: Ended) -> bytes:
        """Return the best account so far; empty if there is none."""
        return self._deep_account(ended.mark) or self._kept.get((ended.mark, light.__name__, None), b"")

    async def end(self, ended: Ended, side: int | None) -> bytes:
        """Return how the match ended; with luck once the account exists."""
        account = self._account_of(ended)
        in_depth = self._deep_account(ended.mark)
        what = f"{end.__name__}{' in depth' if in_depth else ' with luck' if account else ''}"
        return await self._done(what, end, ended, side, account)

    async def account(self, ended: Ended) -> bytes:
        return self._deep_account(ended.mark) or await self._done(light.__name__, light, ended)

    async def report(self, ended: Ended, side: int | None) -> bytes:
        account = await self.account(ended)
        what = f"{report.__name__}{' in depth' if self._deep_account(ended.mark) else ''}"
        return await self._done(what, report, ended, side, account)

    def look_deep(self, ended: Ended) -> ReportProgress:
        """Start a deep account or return its progress. A failed one is started again.

        Raise Problem 429 if the owner has too many in progress.
        """
        mark = ended.mark
        if self._deep_account(mark):
            return ReportProgress(1.0, "Done")
        loop = asyncio.get_running_loop()
        working = self._working.get(mark)
        if working is None:
            self._check_deep(ended.owner)
            progress_file = self._progress_folder() / f"{mark}.progress"
            task = asyncio.ensure_future(self._look(ended, progress_file))
            working = self._working[mark] = Working(task, progress_file, ended.owner, loop.time())
            task.add_done_callback(lambda done: self._finish(mark, progress_file, done))
            loop.call_later(self._limits.deep_report_idle_seconds, self._end_if_idle, mark, working)
        working.asked = loop.time()
        result = working.progress()
        if result.failed:
            del self._working[mark]
        return result

    def _check_deep(self, owner: str) -> None:
        count = sum(one.owner == owner and not one.task.done() for one in self._working.values())
        if count >= self._limits.most_deep_reports_a_person:
            refuse(429, TOO_MANY_DEEP.format(count=count))
        if len(self._working) >= self._limits.most_reports_waiting:
            refuse(503, "Too many matches are being analysed in depth; try again in a few minutes.")

    async def _look(self, ended: Ended, progress_file: Path) -> bytes:
        async with self._deep_queue.turn(ended.owner, progress_file):
            job = await self._aside(
                functools.partial(ended.job, progress_file=str(progress_file), folder=str(self._folder or ""))
            )
            return await self._deep_analyst.do("the deep analysis", deep, job)

    def _end_if_idle(self, mark: str, working: Working) -> None:
        """Cancel a deep account that no page asks about any more."""
        if self._working.get(mark) is not working or working.task.done():
            return
        loop = asyncio.get_running_loop()
        left = working.asked + self._limits.deep_report_idle_seconds - loop.time()
        if left > 0:
            loop.call_later(left, self._end_if_idle, mark, working)
        else:
            working.task.cancel()

    def _progress_folder(self) -> Path:
        """Return a folder that only this user can enter; the system's folder for temporary files is
        shared.
        """
        if self._private is None:
            self._private = Path(tempfile.mkdtemp(prefix="ardennes-"))
        return self._private

    def _finish(self, mark: str, progress_file: Path, task: asyncio.Task[bytes]) -> None:
        progress_file.unlink(missing_ok=True)
        if task.cancelled():
            self._working.pop(mark, None)
        elif task.exception() is None:
            self._kept[mark, deep.__name__, None] = task.result()
            del self._working[mark]

    async def _done(
        self,
        what: str,
        work: Callable[[Job], bytes],
        ended: Ended,
        side: int | None = None,
        account: bytes = b"",
    ) -> bytes:
        """Return an answer from the cache, from a running computation, or from a new one."""
        key = ended.mark, what, side

        async def compute() -> bytes:
            async with self._queue.turn(ended.owner, key):
                job = await self._aside(
                    functools.partial(ended.job, side, account, folder=str(self._folder or ""))
                )
                result = await self._analyst.do("the analysis", work, job)
            self._kept[key] = result
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return result

        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        return await self._flights.do(key, compute)


def accounts_folder(database: str) -> Path | None:
    """Return the folder of saved accounts next to a SQLite file; None for other databases."""
    path = database.removeprefix("sqlite:///")
    return Path(path).parent / "accounts" if path != database else None
