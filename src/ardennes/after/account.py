"""The account of a finished match: everything the end page, the report and the replay graph show.

Chances run from 0 to 1 and are those of the first side unless a field says otherwise; gains and luck are
differences of such chances, seen from the side the field names. Every figure that is estimated carries its
spread. Nothing here is made for a match that still runs.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Chance = Annotated[float, Meta(ge=0, le=1)]


class Moment(msgspec.Struct, frozen=True):
    """A point of the curve: the position when a phase begins, and when the match is over."""

    order: int  # orders given before it: the place in the replay
    turn: int
    day: int  # of December 1944; 32 is 1 January
    phase: str
    win: Chance  # of the first side
    draw: Chance
    low: Chance  # of `win`: 8 of 10 refits lie between
    high: Chance
    believed: tuple[Chance, ...] = ()  # `win` as each side's view has it; empty where nothing is hidden


class Throw(msgspec.Struct, frozen=True):
    """The dice of one order: a battle, or a decision that rolled."""

    order: int  # the order that rolled them: its place in the journal
    turn: int
    day: int
    side: int  # that gave the order
    where: str  # a place people know, as "Bastogne" or "near Wiltz"
    hex: str
    what: str  # "2nd Panzer Division attacked at 3 : 1"
    came: str  # "rolled 2: defender retreats"
    gain: float  # chance of victory the dice brought this side beside their mean
    often: Chance  # share of throws that do as well or better for this side
    exact: bool  # every outcome was played; else drawn samples


class Fortune(msgspec.Struct, frozen=True):
    """A side's luck over the match."""

    side: int
    total: float  # chance of victory, both sides' throws together, from this side
    error: float  # standard error of the sampled part; 0 where all is exact
    rarity: float  # share of redraws of this match's own throws at least as lucky (or unlucky)
    throws: int
    adjusted: float  # the result from this side (1, 0.5, 0) less its luck
    largest: tuple[Throw, ...]  # five, the largest first


class Swing(msgspec.Struct, frozen=True):
    """A turning point, and whose it was; the parts add up to `after - before`, seen from the first side."""

    order: int  # where it begins in the replay
    until: int
    day: int
    name: str  # "24 December, the northern shoulder"
    why: str  # what happened there, in one or two sentences
    before: Chance
    after: Chance
    orders: tuple[float, ...]  # by side
    dice: float


class Judgement(msgspec.Struct, frozen=True):
    """A decision that was tried again: an attack or a phase, judged on the view of who decided."""

    order: int
    side: int
    day: int
    where: str
    kind: Literal["missed chance", "attack made at a loss", "no clear difference"]
    given: str  # what was done
    better: str  # what the alternative was, with its units and places
    why: str
    worth: float  # chance of victory the alternative brings, for this side
    error: float  # standard error over the pairs
    pairs: int  # rollouts with the same dice, fresh ones that confirm it
    plan: tuple[str, ...] = ()  # the orders of the alternative as they are typed
    hexes: tuple[str, ...] = ()  # for the small map: targets first
    units: tuple[str, ...] = ()


class Trust(msgspec.Struct, frozen=True):
    """How far the chances can be trusted: the model's sample and its test on games it never saw."""

    model: str  # name and version
    games: int  # fitted on
    players: str  # who played them
    held_out: int
    brier: float
    average: float  # Brier score of the bare average of all games
    doubtful_until: int  # the last day on which it is no better than that; 0: none


class Verdicts(msgspec.Struct, frozen=True):
    """What a deep look at the decisions came to."""

    tried: int  # decisions looked at
    decided: int  # not judged, since the match was decided then
    found: tuple[Judgement, ...]
    why_not: str = ""  # nothing was judged, and why


class Account(msgspec.Struct, frozen=True):
    """What is told after a match; `verdicts` is None in the light account."""

    match: str  # fingerprint of the journal
    versions: dict[str, str]  # game, rules, engine, model, players
    curve: tuple[Moment, ...]
    trust: Trust | None  # None: no model for this scenario; then curve, luck and swings are empty
    luck: tuple[Fortune, ...]
    swings: tuple[Swing, ...]
    verdicts: Verdicts | None = None
