"""Code of a worker process: the staff plans the rest of a decision on a copy of the seat's view.

Its orders are played on the copy. Before the first order that would roll dice or reveal something hidden, the
plan stops and says so.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from time import monotonic
from typing import Any

import msgspec

from ardennes.games import find_game, table_of
from ardennes.kernel.flow import tried
from ardennes.kernel.wire import StaffPlan, StaffStep
from ardennes.players.api import make_player

MOST = 200  # orders of one plan
UNITS = ("unit", "units", "attackers", "partners")  # fields of orders that name units
PLACES = ("path", "route", "hex", "targets", "target")  # fields of orders that name hexes

_game = cache(find_game)


class Job(msgspec.Struct, frozen=True):
    game: str
    player: str
    side: int
    view: bytes
    units: tuple[str, ...]  # only orders to these; empty: to all
    seconds: float
    scenario: str = ""  # if played on a part of the map


def plan(job: Job) -> bytes:
    """Return the plan as JSON."""
    game, until = _game(job.game, job.scenario), monotonic() + job.seconds
    table = table_of(game)
    view = game.read_state(msgspec.json.decode(job.view))
    player = make_player(job.player, game, job.side, job.side)
    asked = game.decisions(view)
    steps: list[StaffStep] = []
    stopped = ""
    while len(steps) < MOST:
        order, why = player.act(view, job.side)
        step = _step(msgspec.to_builtins(order), table.words(view, job.side, msgspec.to_builtins(order)), why)
        if step.order["do"] in ("end", "seal") or game.check(view, job.side, order) is not None:
            break
        after = tried(game, view, job.side, order)
        if after is None:
            stopped = f"Next, dice are rolled: {step.label}. Give that order yourself."
            break
        steps.append(step)
        view = game.view(after, job.side)
        now = game.decisions(view)
        if not any(one.side == job.side and one.kind == asked[0].kind for one in now):
            break
        if monotonic() > until:
            stopped = "Time is up for now; ask again for the rest."
            break
    return msgspec.json.encode(StaffPlan(_only(steps, job.units), stopped, job.player))


def _only(steps: list[StaffStep], units: Collection[str]) -> list[StaffStep]:
    return [step for step in steps if not units or (step.units and set(step.units) <= set(units))]


def _step(order: dict[str, Any], label: str, why: str) -> StaffStep:
    return StaffStep(label, order, why, _named(order, UNITS), _named(order, PLACES))


def _named(order: dict[str, Any], fields: Collection[str]) -> list[str]:
    """Return the names in the first of these fields that the order has."""
    for field in fields:
        if result := order.get(field):
            return [result] if isinstance(result, str) else list(result)
    return []
