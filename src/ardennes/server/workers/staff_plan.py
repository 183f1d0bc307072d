"""Inside a worker process: the staff thinks through the rest of a decision, on a copy of the seat's own view.

Its orders are given to the copy one after the other, with dice that nobody may throw; before the first order
that would throw one, or bring out something hidden, the plan stops and says so.
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
UNITS = ("unit", "units", "attackers", "partners")  # where orders name their units
PLACES = ("path", "route", "hex", "targets", "target")  # ... and their hexes

_game = cache(find_game)


class Job(msgspec.Struct, frozen=True):
    game: str
    player: str
    side: int
    view: bytes
    units: tuple[str, ...]  # only orders to these; empty: to all
    seconds: float
    scenario: str = ""  # where it is played on a part of the map


def plan(job: Job) -> bytes:
    """The plan as JSON."""
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
            stopped = f"Then dice are thrown: {step.label}. Give that order yourself."
            break
        steps.append(step)
        view = game.view(after, job.side)
        now = game.decisions(view)
        if not any(one.side == job.side and one.kind == asked[0].kind for one in now):
            break
        if monotonic() > until:
            stopped = "So far for now; ask again for the rest."
            break
    return msgspec.json.encode(StaffPlan(_only(steps, job.units), stopped, job.player))


def _only(steps: list[StaffStep], units: Collection[str]) -> list[StaffStep]:
    return [step for step in steps if not units or (step.units and set(step.units) <= set(units))]


def _step(order: dict[str, Any], label: str, why: str) -> StaffStep:
    return StaffStep(label, order, why, _named(order, UNITS), _named(order, PLACES))


def _named(order: dict[str, Any], fields: Collection[str]) -> list[str]:
    """What the first of these fields that is there names."""
    for field in fields:
        if result := order.get(field):
            return [result] if isinstance(result, str) else list(result)
    return []
