"""Environments for machine learning: PettingZoo, Gymnasium, and the staff's knobs (docs/reference/env.md).
Needs the extra `env`: pip install 'ardennes[env]'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ardennes.errors import UserError
from ardennes.games import find_game

try:
    from ardennes.env.against import Against
    from ardennes.env.knobs import Plan
    from ardennes.env.play import Play, side_named
    from ardennes.env.sealed import Sealed
    from ardennes.env.turns import Turns
except ModuleNotFoundError as error:
    if error.name not in ("gymnasium", "numpy", "pettingzoo"):
        raise
    raise UserError(
        f"ardennes.env needs {error.name}, which is not installed; the extra env brings it: "
        "pip install 'ardennes[env]'"
    ) from error

__all__ = ["aec", "parallel", "gym", "plan"]

Options = Mapping[str, Any]


def aec(
    game: str,
    scenario: str | None = None,
    options: Options | None = None,
    *,
    render_mode: str | None = None,
    **settings: Any,
) -> Turns:
    """Make a PettingZoo AEC environment: each step chooses one branch of the tree of offers."""
    return Turns(Play(game, scenario, options, **settings), render_mode)


def parallel(
    game: str = "playsheet",
    scenario: str | None = None,
    options: Options | None = None,
    *,
    render_mode: str | None = None,
    **settings: Any,
) -> Sealed:
    """Make a PettingZoo parallel environment, for a game whose sides write their orders at the same time."""
    return Sealed(Play(game, scenario, options, **settings), render_mode)


def gym(
    game: str,
    side: str = "german",
    opponent: str = "staff",
    scenario: str | None = None,
    options: Options | None = None,
    *,
    render_mode: str | None = None,
    **settings: Any,
) -> Against:
    """Make a Gymnasium environment: one side, against a computer player."""
    own, others = _seats(game, side, opponent)
    return Against(Play(game, scenario, options, opponents=others, **settings), own, render_mode)


def plan(
    game: str,
    side: str = "german",
    opponent: str = "staff",
    scenario: str | None = None,
    options: Options | None = None,
    *,
    knobs: Sequence[str] | None = None,
    levels: int | None = None,
    render_mode: str | None = None,
    **settings: Any,
) -> Plan:
    """Make a Gymnasium environment whose actions are the staff's knobs, or some of them: one
    turn per step.
    """
    own, others = _seats(game, side, opponent)
    play = Play(game, scenario, options, opponents=others, **settings)
    return Plan(play, own, levels, render_mode, knobs)


def _seats(game: str, side: str, opponent: str) -> tuple[int, dict[int, str]]:
    """Return the learning side, and the players of the others."""
    own = side_named(find_game(game), side)
    return own, {1 - own: opponent}
