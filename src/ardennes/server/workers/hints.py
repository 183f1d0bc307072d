"""Slow questions: hints, staff plans, and marches of many units.

Separate processes answer them, so that neither computer players nor other requests wait. A seat asks one
question at a time. Waiting requests take turns by person: a seat and all matches forked from it count as one,
so that forks do not help anybody fill the queue.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ardennes.kernel.contract import AnyGame, part_played
from ardennes.kernel.wire import March, StaffPlan
from ardennes.players.api import player_names
from ardennes.server.http.token_bucket import Bucket
from ardennes.server.settings import Settings
from ardennes.server.workers import main, staff_plan
from ardennes.server.workers import march as marching
from ardennes.server.workers.fair_queue import FairQueue, later
from ardennes.server.workers.main import Job, Thought
from ardennes.server.workers.pool import Thinker

ADVISERS = ("staff", "random")  # players that give hints; the first one available is used
SLOW = "veteran"  # player for patient hints, in games that have it
ENOUGH = 0.3  # share of the deadline after which an unfinished staff plan is returned
FEW = 8  # marches of up to this many units are planned in the request's thread, which takes milliseconds


class Asker(msgspec.Struct, frozen=True):
    """The seat that asks a question."""

    match: str
    side: int
    commander: int | None = None
    owner: str = ""  # the seat from which the match was forked

    @property
    def person(self) -> str:
        """Return the key for limits and turns; all matches forked from one seat share it."""
        return self.owner or f"{self.match}:{self.side}:{self.commander}"


class Advice:
    """Answer slow questions, within a rate limit per person."""

    def __init__(self, limits: Settings, adviser: Thinker, planner: Thinker) -> None:
        self._adviser = adviser
        self._seconds = limits.deadline * ENOUGH
        self._planner = planner
        self._hints = FairQueue(limits.most_hints_waiting, limits.most_hints_a_person)
        self._marches = FairQueue(limits.most_hints_waiting, limits.most_hints_a_person)
        self._hint_rate = Bucket(limits.hints_a_second, limits.hints_burst)
        self._march_rate = Bucket(limits.marches_a_second, limits.marches_burst)

    def stop(self) -> None:
        self._adviser.end()
        self._planner.end()

    async def hint(self, asker: Asker, game: AnyGame, view: Any, patient: bool) -> tuple[Thought, str]:
        """Return a good player's order for this view, and the player. The player keeps no memory between
        hints.
        """
        player = slow_adviser(game) if patient else adviser(game)
        job = Job(
            "", game.id, player, asker.side, asker.side, msgspec.json.encode(view.record()), part_played(game)
        )
        _not_too_often(self._hint_rate, asker, "Too many hints in a short time; wait a few seconds.")
        async with self._hints.turn(asker.person, asker):
            return await self._adviser.do(player, main.think, job), player

    async def rest(self, asker: Asker, game: AnyGame, view: Any, units: Sequence[str]) -> StaffPlan:
        """Return a good player's plan for the rest of the decision."""
        player, record = adviser(game), msgspec.json.encode(view.record())
        job = staff_plan.Job(
            game.id, player, asker.side, record, tuple(units), self._seconds, part_played(game)
        )
        _not_too_often(
            self._hint_rate, asker, "Too many questions to the staff in a short time; wait a few seconds."
        )
        async with self._hints.turn(asker.person, asker):
            result = await self._adviser.do(player, staff_plan.plan, job)
            return msgspec.json.decode(result, type=StaffPlan)

    def may_march(self, asker: Asker) -> None:
        _not_too_often(self._march_rate, asker, "Too many march plans in a short time; wait a few seconds.")

    async def march(
        self, asker: Asker, game: AnyGame, view: Any, units: Sequence[str], hex_: str, mode: str
    ) -> March:
        """Return a march plan for many units."""
        record = msgspec.json.encode(view.record())
        job = marching.Job(game.id, asker.side, record, tuple(units), hex_, mode, part_played(game))
        async with self._marches.turn(asker.person, asker):
            result = await self._planner.do("the march of so many units", marching.plan, job)
            return msgspec.json.decode(result, type=March)


def adviser(game: AnyGame) -> str:
    """Return the player that gives advice in a game."""
    names = player_names(game.id)
    return next(name for name in (*ADVISERS, *names) if name in names)


def slow_adviser(game: AnyGame) -> str:
    """Return the player for patient hints; the usual one if there is none."""
    return SLOW if SLOW in player_names(game.id) else adviser(game)


def _not_too_often(rate: Bucket, asker: Asker, words: str) -> None:
    if wait := rate.take(asker.person):
        raise later(429, words, wait)
