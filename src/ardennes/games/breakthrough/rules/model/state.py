"""The state of a game of Breakthrough: columns by unit, hex owners, bridges, pools, the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

import msgspec

from ardennes.kernel.contract import Numbers, State
from ardennes.kernel.variant import ChosenOptions

if TYPE_CHECKING:
    from ardennes.games.breakthrough.rules.model.position import Derived

# Places of units that are not in a hex.
NOT_YET, DEAD, EXITED, MERGED, CANCELLED, UNFORMED = -1, -2, -3, -4, -5, -6

# Marks of a unit.
ADVANCE = 1  # the advance flag, BTA-7.9d; kept until changed
MOVED = 2  # changed hex today, BTA-7.5b
BLEW = 4  # tried to blow a bridge today, BTA-6.7d
INTERDICTED = 8  # today, BTA-3.3
PLOTTED = 16  # in this operation phase, BTA-7.9b

BEFORE = -1  # the phase of a state that has none yet
# Phases, BTA-2.3; 0 is the start of the turn, 13 the final supply phase; 14 comes before all, BTA-2.2.
(
    TURN_START, AIR, SUPPLY, REINFORCEMENT, ORGANIZATION, AMERICAN_FIRST, AMERICAN_FIRST_COMBAT,
    GERMAN_FIRST, GERMAN_FIRST_COMBAT, AMERICAN_SECOND, AMERICAN_SECOND_COMBAT, GERMAN_SECOND,
    GERMAN_SECOND_COMBAT, FINAL_SUPPLY, SETTING_UP,
) = range(15)  # fmt: skip


class Variant(ChosenOptions, frozen=True):
    """The options of the match; data/options.toml explains each."""

    hashed_always = (
        "level",
        "historical",
        "two_player",
        "show_strengths",
        "corridor_from",
        "BLOWN_BRIDGE_CUTS_ROAD",
        "FUEL_MOBILE_ONLY",
    )

    level: int = 3
    historical: bool = True  # the corridor is closed, BTA-2.1c
    two_player: bool = False
    show_strengths: bool = False
    corridor_from: int = 11
    bridge_cuts_road: bool = msgspec.field(default=True, name="BLOWN_BRIDGE_CUTS_ROAD")
    fuel_mobile_only: bool = msgspec.field(default=False, name="FUEL_MOBILE_ONLY")
    bid: int = 0  # BTA-BID-1


class Plotted(msgspec.Struct, frozen=True):
    """A plotted attack; the state lists them in the order of plotting."""

    unit: int
    target: int


StrengthLines = tuple[tuple[str, str, str], ...]  # label, value, rule


class Fight(msgspec.Struct, frozen=True):
    """A combat of the last combat phase as both sides see it, BTA-8.0b."""

    side: int  # that attacked
    cell: int
    odds: int  # hundredths, rounded down
    shown: int  # the defenders' strength as the enemy sees it, BTA-8.0b
    losses: tuple[int, int]  # of attackers and defenders
    draws: tuple[int, int]  # faces out of a thousand, BTA-8.3a


class Gone(msgspec.Struct, frozen=True):
    """A German unit that left the map, BTA-7.10a."""

    unit: int
    turn: int
    strength: int
    cell: int


class Award(msgspec.Struct, frozen=True):
    """One line of the score ledger."""

    turn: int
    source: str  # a key of vp_schedule.csv, or "opening"
    what: str
    points: int


class BreakthroughState(State):
    """A position; its columns by unit hold what the display shows, BTA-1.5a, BTA-13.3."""

    boards: ClassVar[tuple[str, ...]] = ("german",)
    columns: ClassVar[tuple[str, ...]] = (
        "came", "strength", "efficiency", "fort", "supply", "mode", "artillery", "points", "marks", "inside",
        "known",
    )  # fmt: skip

    variant: Variant
    scenario: str
    turn: int  # a day each, BTA-1.1; 1 is 16 December
    phase: int
    acting: int  # the side that decides now; -1 for neither
    where: list[int]  # by unit: cell, or NOT_YET, DEAD, EXITED, MERGED, CANCELLED, UNFORMED
    came: Numbers  # by unit: a serial number of its arrival; orders the hex list
    strength: Numbers
    efficiency: bytearray
    fort: bytearray
    supply: bytearray
    mode: bytearray
    artillery: Numbers
    points: bytearray  # operation points left
    marks: bytearray
    inside: Numbers  # by unit: the divisional unit it is part of, or -1
    known: Numbers  # by unit: the strength that the enemy last saw, BTA-8.0b
    serial: int  # the next number of `came`
    german: int  # hexes that the Germans own
    bridges: int  # intact bridges, one bit each
    crossings: list[int]  # by bridge: German crossings today, BTA-6.7f
    pools: list[int]  # artillery points by pool
    weather: int
    air: list[int]  # air points left, by side
    interdiction: list[int]  # points spent this turn, by the side that spent them
    replacements: list[int]  # left this turn: German infantry, armored, American infantry, armored
    waiting: list[int]  # delayed reinforcements in the order of entry
    cancelled: int  # American reinforcements cancelled so far, BTA-5.2b
    gone: list[Gone]
    plots: list[Plotted]
    fights: list[Fight]  # the last combats, for the report
    reckonings: list[tuple[StrengthLines, ...]]  # by side: its strengths in each of them
    ledger: list[Award]
    over: str  # "", or the level of victory

    follows = cast("Derived | None", None)  # position.py alone fills it

    @property
    def day(self) -> int:
        """Return the day of December."""
        return self.turn + 15
