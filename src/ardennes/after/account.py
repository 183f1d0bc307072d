"""The account of a finished match: everything the end page, the report and the replay graph show.

Chances run from 0 to 1 and are those of the first side unless a field says otherwise; gains and luck are
differences of such chances, seen from the side the field names. Every figure that is estimated carries its
spread. Nothing here is made for a match that still runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ardennes.kernel.wire import tells

Chance = Annotated[float, Meta(ge=0, le=1)]
NORMAL_95 = 1.96  # standard errors to either side of a 95 % interval


class Moment(msgspec.Struct, frozen=True):
    """A point of the curve: the position when a phase begins, and when the match is over."""

    order: Annotated[int, tells("orders given before it: the place in the replay")]
    turn: Annotated[int, tells("the turn")]
    day: Annotated[int, tells("of December 1944; 32 is 1 January")]
    phase: Annotated[str, tells("the phase that begins")]
    win: Annotated[Chance, tells("of the first side")]
    draw: Annotated[Chance, tells("of a draw")]
    low: Annotated[Chance, tells("of `win`: 8 of 10 refits lie between")]
    high: Annotated[Chance, tells("of `win`: the upper end")]
    believed: Annotated[
        tuple[Chance, ...], tells("`win` as each side's view has it; empty where nothing is hidden")
    ] = ()


class Throw(msgspec.Struct, frozen=True):
    """The dice of one order: a battle, or a decision that rolled."""

    order: Annotated[int, tells("the order that rolled them: its place in the journal")]
    turn: Annotated[int, tells("the turn")]
    day: Annotated[int, tells("of December 1944; 32 is 1 January")]
    side: Annotated[int, tells("that gave the order")]
    where: Annotated[str, tells('a place people know, as "Bastogne" or "near Wiltz"')]
    hex: Annotated[str, tells("the number of the hex it is about")]
    what: Annotated[str, tells('"2nd Panzer Division attacked at 3 : 1"')]
    came: Annotated[str, tells('"rolled 2: defender retreats"')]
    gain: Annotated[float, tells("chance of victory the dice brought this side beside their mean")]
    often: Annotated[Chance, tells("share of throws that do as well or better for this side")]
    as_bad: Annotated[Chance, tells("share of throws that do as badly or worse for this side")]
    exact: Annotated[bool, tells("every outcome was played; else drawn samples")]


class LuckDay(msgspec.Struct, frozen=True):
    """A side's luck up to the evening of a day."""

    day: Annotated[int, tells("of December 1944; 32 is 1 January")]
    total: Annotated[float, tells("added up from the start, from this side")]
    spread: Annotated[float, tells("8 of 10 redraws of the throws up to then lie within so much of 0")]


class Fortune(msgspec.Struct, frozen=True):
    """A side's luck over the match."""

    side: Annotated[int, tells("which side")]
    total: Annotated[float, tells("chance of victory, both sides' throws together, from this side")]
    error: Annotated[float, tells("standard error of the sampled part; 0 where all is exact")]
    rarity: Annotated[
        float,
        tells("share of redraws of this match's throws, with itself, at least as lucky (or unlucky)"),
    ]
    throws: Annotated[int, tells("orders of this side that rolled dice")]
    adjusted: Annotated[
        float,
        tells(
            "the result from this side (1, 0.5, 0) less its luck: a balance, not a chance; may leave 0 to 1"
        ),
    ]
    largest: Annotated[tuple[Throw, ...], tells("five, the largest first")]
    days: Annotated[tuple[LuckDay, ...], tells("evening by evening")] = ()
    redraws: Annotated[
        tuple[int, ...], tells("how many redraws came to what, in equal stretches from -reach to reach")
    ] = ()
    reach: Annotated[float, tells("the luckiest or unluckiest redraw")] = 0.0


class Check(msgspec.Struct, frozen=True):
    """A turning point checked by play: staffs played the positions before and after it on, many times."""

    before: Annotated[Chance, tells("mean result of the games played on from before it, for the first side")]
    after: Annotated[Chance, tells("the same from after it")]
    error: Annotated[float, tells("standard error of `after - before`")]
    games: Annotated[int, tells("played on from each of the two positions")]
    turns: Annotated[int, tells("turns played before the model valued the position; 0: to the end")] = 0

    @property
    def change(self) -> float:
        return self.after - self.before

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the change."""
        return self.change - NORMAL_95 * self.error, self.change + NORMAL_95 * self.error

    @property
    def clear(self) -> bool:
        """Does the interval leave out 0?"""
        low, high = self.interval
        return low > 0 or high < 0


class Swing(msgspec.Struct, frozen=True):
    """A turning point, and whose it was; the parts add up to `after - before`, seen from the first side.

    Chances are the model's; where play found the opposite, they are those of play, and there are no parts.
    """

    order: Annotated[int, tells("where it begins in the replay")]
    until: Annotated[int, tells("where it ends in the replay")]
    day: Annotated[int, tells("of December 1944; 32 is 1 January")]
    name: Annotated[str, tells('"24 December, the northern shoulder"')]
    why: Annotated[str, tells("what happened there, in a few sentences")]
    before: Annotated[Chance, tells("the chance before it; a draw counts as half a victory")]
    after: Annotated[Chance, tells("the chance after it")]
    orders: Annotated[tuple[float, ...], tells("by side; empty where the model was wrong")]
    dice: Annotated[float, tells("what the dice brought")]
    step: Annotated[int, tells("the order to look at: the one that changed the chance most")]
    step_text: Annotated[str, tells("that order, as its side gave it")]
    check: Annotated[Check | None, tells("what play found; null: estimated by the model alone")] = None


class Decided(msgspec.Struct, frozen=True):
    """The day that decided a match. Every page and command that names such a day takes it from here."""

    day: Annotated[int, tells("of December 1944; 32 is 1 January")]
    order: Annotated[int, tells("where it begins in the replay")]
    until: Annotated[int, tells("where it ends in the replay")]
    by: Annotated[
        Literal["chance", "score"], tells("the largest change of which; `score`: there is no model")
    ]


class Judgement(msgspec.Struct, frozen=True):
    """A decision that was tried again: an attack or a phase, judged on the view of who decided."""

    order: Annotated[int, tells("order")]
    side: Annotated[int, tells("which side")]
    day: Annotated[int, tells("of December 1944; 32 is 1 January")]
    where: Annotated[str, tells("a place people know")]
    kind: Annotated[
        Literal["missed chance", "attack made at a loss", "no clear difference"], tells("what it was")
    ]
    given: Annotated[str, tells("what was done")]
    better: Annotated[str, tells("what the alternative was, with its units and places")]
    why: Annotated[str, tells("why, in a sentence or two")]
    worth: Annotated[float, tells("chance of victory the alternative brings, for this side")]
    error: Annotated[float, tells("standard error over the pairs")]
    pairs: Annotated[int, tells("rollouts with the same dice, fresh ones that confirm it")]
    plan: Annotated[tuple[str, ...], tells("the orders of the alternative as they are typed")] = ()
    hexes: Annotated[tuple[str, ...], tells("for the small map: targets first")] = ()
    units: Annotated[tuple[str, ...], tells("the units of the alternative")] = ()


class Trust(msgspec.Struct, frozen=True):
    """How far the chances can be trusted: the model's sample and its test on games it never saw."""

    model: Annotated[str, tells("name and version")]
    games: Annotated[int, tells("fitted on")]
    players: Annotated[str, tells("who played them")]
    held_out: Annotated[int, tells("games it was tested on")]
    brier: Annotated[float, tells("its Brier score on them; 0 is perfect")]
    average: Annotated[float, tells("Brier score of the bare average of all games")]
    doubtful_until: Annotated[int, tells("the last day on which it is no better than that; 0: none")]
    taken_for: Annotated[
        tuple[str, ...],
        tells("by side: the computer player whose strength it is given; a person is taken for the staff"),
    ] = ()


def how_well(trust: Trust, sides: Sequence[str]) -> str:
    """Whose strength of play the chances rest on, in a sentence; empty where the account does not say."""
    names = trust.taken_for
    if not names:
        return ""
    if len(set(names)) == 1:
        return f"Both sides are assumed to play as well as the {names[0]}."
    first, second = (f"the {side} side" for side in sides)
    return f"T{first[1:]} is assumed to play as well as the {names[0]}, {second} as well as the {names[1]}."


class Verdicts(msgspec.Struct, frozen=True):
    """What a deep look at the decisions came to."""

    tried: Annotated[int, tells("decisions to which there was an alternative, and looked at")]
    decided: Annotated[int, tells("not judged, since the match was decided then")]
    found: Annotated[tuple[Judgement, ...], tells("what was found")]
    why_not: Annotated[str, tells("nothing was judged, and why")] = ""


class Account(msgspec.Struct, frozen=True):
    """What is told after a match; `verdicts` is None in the light account."""

    match: Annotated[str, tells("fingerprint of the journal")]
    versions: Annotated[dict[str, str], tells("game, rules, engine, model, players")]
    curve: Annotated[tuple[Moment, ...], tells("the chances, moment by moment")]
    trust: Annotated[
        Trust | None, tells("None: no model for this scenario; then curve, luck and swings are empty")
    ]
    luck: Annotated[tuple[Fortune, ...], tells("each side's luck")]
    swings: Annotated[tuple[Swing, ...], tells("turning points, the earliest first")]
    verdicts: Annotated[Verdicts | None, tells("what a deep look came to; null: nobody looked")] = None
    decided: Annotated[
        Decided | None, tells("the day that decided the match; null: a draw, or no single day did")
    ] = None
    dropped: Annotated[
        tuple[Swing, ...], tells("turning points of the model that play did not find: a deep account only")
    ] = ()
