"""What is told after a match: how it ended, its account, its report. To work it out takes seconds, so it is
done in a process of its own, one match at a time, and kept by the fingerprint of the match.

A worker is given the whole match with its seed: only one that is over, where nothing is hidden any more.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec

from ardennes.after.account import Account
from ardennes.after.analysis import light_account
from ardennes.after.course import fingerprint
from ardennes.after.page import report_page
from ardennes.after.summary import summary_of
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import Match
from ardennes.server.thinking import Thinker

MOST_KEPT = 64  # answers; an older one is worked out anew


class Job(msgspec.Struct, frozen=True):
    """A finished match, for whom it is told, and its account where there is one already."""

    match: bytes
    side: int | None = None
    account: bytes = b""


# Inside the worker


def _account(job: Job) -> Account | None:
    return msgspec.json.decode(job.account, type=Account) if job.account else None


def end(job: Job) -> bytes:
    """The summary as JSON."""
    return msgspec.json.encode(summary_of(_match(job), job.side, _account(job)))


def light(job: Job) -> bytes:
    """The light account as JSON."""
    return msgspec.json.encode(light_account(_match(job)))


def report(job: Job) -> bytes:
    """The report as a page."""
    match = _match(job)
    return report_page(match, _account(job) or light_account(match), job.side).encode()


def _match(job: Job) -> Match[Any]:
    return savefile.from_bytes(job.match, find_game, "the match")


# In the server


class Aftermath:
    """Who works it out, and what is kept of it."""

    def __init__(self, analyst: Thinker) -> None:
        self._analyst = analyst
        self._kept: OrderedDict[tuple[str, str, int | None], bytes] = OrderedDict()

    def stop(self) -> None:
        self._analyst.end()

    async def end(self, match: Match[Any], side: int | None) -> bytes:
        """How it ended; the luck in it once the account is there."""
        account = self._kept.get((fingerprint(match), light.__name__, None), b"")
        what = f"{end.__name__}{' with luck' if account else ''}"
        return await self._done(what, end, match, Job(savefile.to_bytes(match), side, account))

    async def account(self, match: Match[Any]) -> bytes:
        return await self._done(light.__name__, light, match, Job(savefile.to_bytes(match)))

    async def report(self, match: Match[Any], side: int | None) -> bytes:
        account = await self.account(match)
        return await self._done(report.__name__, report, match, Job(savefile.to_bytes(match), side, account))

    async def _done(self, what: str, work: Callable[[Job], bytes], match: Match[Any], job: Job) -> bytes:
        key = fingerprint(match), what, job.side
        if key not in self._kept:
            self._kept[key] = await self._analyst.do("the analysis", work, job)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]
