"""Find the bid that makes a scenario even between two players.

No player changes its play because of a bid (`kernel/bids.py`), so one set of games gives the whole curve:
every game is counted once for each possible bid. data/bids.csv has the results between two staffs, a line per
scenario.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from msgspec import Meta
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ardennes.charts.intervals import Interval
from ardennes.errors import UserError
from ardennes.kernel import bids
from ardennes.kernel.contract import AnyGame, in_scenario
from ardennes.kernel.mapfile import game_file
from ardennes.kernel.match import settle_options
from ardennes.kernel.schema import Name, Record, read_records
from ardennes.lab.record import DRAW
from ardennes.lab.report import percent
from ardennes.lab.sequential import share_interval, share_of

FOR = "german"  # side with positive bids


def signed(bid: int) -> str:
    return f"{bid:+d}" if bid else "0"


class Point(NamedTuple):
    """The effect of a bid: the German results and their share, with draws as halves."""

    bid: int
    wins: int
    draws: int
    share: float
    interval: Interval


class Even(NamedTuple):
    """Return the possible bid nearest to even, and the range of bids that may be even (95 %)."""

    bid: int
    low: int
    high: int


class OnRecord(Record, frozen=True):
    """A line of data/bids.csv: the bid that made a scenario even between two staffs."""

    game: Name
    scenario: Name
    options: tuple[str, ...]  # relevant options that are not at their default: key=value
    rules: Annotated[int, Meta(ge=1)]  # rules version when measured
    first: Annotated[int, Meta(ge=0)]  # seed
    games: Annotated[int, Meta(ge=1)]
    wins: Annotated[int, Meta(ge=0)]  # German results without a bid
    draws: Annotated[int, Meta(ge=0)]
    bid: int
    low: int  # range of bids that may be even, 95 %
    high: int

    def __post_init__(self) -> None:
        if not self.low <= self.bid <= self.high:
            self.fail("bid", f"a bid from low to high ({self.low} to {self.high})")
        if self.wins + self.draws > self.games:
            self.fail("wins", f"with the draws no more than the games ({self.games})")

    def told(self) -> str:
        """Describe the measurement for people."""
        bid = signed(self.bid) if self.bid else "none needed"
        span = f"{signed(self.low)} to {signed(self.high)}" if self.low < self.high else "that one alone"
        games = f"{self.games} games between staffs, seeds from {self.first}, rules {self.rules}"
        return f"{bid} (95 %: {span}) in {games}"


@functools.cache
def record() -> tuple[OnRecord, ...]:
    result = read_records(game_file("ardennes.lab", "bids.csv"), OnRecord, ("game", "scenario", "options"))
    return tuple(result)


def on_record(game: AnyGame, scenario: str, options: Mapping[str, Any]) -> OnRecord | None:
    """Return the recorded bid for a scenario, and for these options if it has several lines."""
    defaults = settle_options(game, {})
    other = {f"{key}={value}" for key, value in options.items() if value != defaults.get(key)}
    lines = [line for line in record() if (line.game, line.scenario) == (game.id, scenario)]
    fitting = [line for line in lines if other.issuperset(line.options)]
    return max(fitting, key=lambda line: len(line.options), default=None)


def choices(game: AnyGame, scenario: str) -> tuple[int, ...]:
    """Return the possible bids; none if a bid has no effect."""
    if in_scenario(game, scenario) is not game:
        return ()
    return tuple(sorted(next((spec.choices for spec in game.options if spec.key == bids.KEY), ())))


def asked(game: AnyGame, scenario: str) -> tuple[int, ...]:
    """Return the possible bids; UserError if there are none."""
    if result := choices(game, scenario):
        return result
    whole = [s.id for s in game.scenarios if choices(game, s.id)]
    if not whole:
        raise UserError(f"{game.name} does not support bids")
    raise UserError(
        f"in {scenario} only the places decide, so a bid has no effect; use a bid in: {', '.join(whole)}"
    )


def curve(done: Sequence[Mapping[int, str]]) -> list[Point]:
    """Return how often the Germans would have won with each bid, from the winners of every finished game."""
    result = []
    for bid in sorted(done[0]) if done else ():
        winners = [by_bid[bid] for by_bid in done]
        wins, draws = winners.count(FOR), winners.count(DRAW)
        counts = (len(done) - wins - draws, 0, draws, 0, wins)
        result.append(Point(bid, wins, draws, share_of(counts), share_interval(counts)))
    return result


def even(points: Sequence[Point]) -> Even | None:
    """Return the even range; None if no bid may be even."""
    may_be = [p.bid for p in points if p.interval.low <= 0.5 <= p.interval.high]
    if not may_be:
        return None
    best = min(points, key=lambda p: (abs(p.share - 0.5), abs(p.bid)))
    return Even(best.bid, min(may_be), max(may_be))


def shown(points: Sequence[Point], before: OnRecord | None = None) -> RenderableType:
    """Format the curve, the bid and the recorded bid for people."""
    if not points:
        return Text("No game was judged by bids.")
    table = Table(title="By bid", title_justify="left", title_style="bold", show_edge=False, pad_edge=False)
    for name in ("bid", f"{FOR} wins", "draws", "share, draws as halves", "95 % interval"):
        table.add_column(name, justify="right")
    for p in points:
        low, high = p.interval
        table.add_row(
            signed(p.bid),
            str(p.wins),
            str(p.draws),
            percent(p.share),
            f"{percent(low)} to {percent(high)}",
        )
    result = even(points)
    if result is None:
        text = "No bid makes it even."
    else:
        text = f"Even with a bid of {result.bid} (95 %: {result.low} to {result.high})."
        ends = {points[0].bid, points[-1].bid} & {result.low, result.high}
        text += " The interval reaches the end of the scale." if ends else ""
    recorded = [Text(f"On record: {before.told()}.")] if before is not None else []
    return Group(table, Text(text, "bold"), *recorded)
