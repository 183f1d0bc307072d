"""The events of Breakthrough in the Ardennes.

Strengths, points and supply are visible to their owner only, except for what combat shows, BTA-8.0b.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from ardennes.kernel.contract import Event, Private, Rolled


class Drawn(Rolled, frozen=True, tag="drawn"):
    """A die that only its owner sees; owner -1 means both sides."""

    owner: int = -1

    def seen_by(self, side: int) -> Event | None:
        return self if self.owner in (-1, side) else None


class Shaded(Event, frozen=True):
    """An event that both sides see, with figures only for its owner; `shade` replaces them for the other
    side."""

    shade: ClassVar[Mapping[str, Any]]

    owner: int

    def seen_by(self, side: int) -> Event | None:
        return self if side == self.owner else msgspec.structs.replace(self, **self.shade)


class Revealing(Event, frozen=True):
    """An event that shows a side something it could not know before, so that it cannot be undone."""

    reveals: ClassVar[bool] = True


class TurnBegan(Event, frozen=True, tag="turn"):
    turn: int
    day: int
    weather: str
    frozen_ground: bool
    german_air: int
    american_air: int


class PhaseBegan(Event, frozen=True, tag="phase"):
    settles: ClassVar[bool] = True  # the side that acts now may plot unseen

    turn: int
    phase: str
    side: str  # empty if the program acts


class AirSpent(Event, frozen=True, tag="air_spent"):
    """A point spent on interdiction."""

    side: str
    left: int


class UnitsInterdicted(Private, frozen=True, tag="interdicted"):
    units: tuple[str, ...]


class GroundAttacked(Shaded, frozen=True, tag="ground_attacked"):
    """A ground attack on one unit, BTA-3.4."""

    shade: ClassVar[Mapping[str, Any]] = {"loss": -1}

    unit: str
    hex: str
    disrupted: bool
    strafed: bool
    loss: int


class Dropped(Shaded, frozen=True, tag="air_dropped"):
    """Supplies dropped from the air, and each unit's state after it. Both sides see that an air point was
    spent."""

    shade: ClassVar[Mapping[str, Any]] = {"hex": "", "units": (), "states": ()}

    hex: str
    units: tuple[str, ...]
    states: tuple[str, ...]


class SupplyFound(Private, frozen=True, tag="supply"):
    unsupplied: tuple[str, ...]
    isolated: tuple[str, ...]
    out_of_fuel: tuple[str, ...]


class Rested(Revealing, frozen=True, tag="rested"):
    """The efficiencies of a new day; where both sides see them, they show how many points were left."""

    day: int


class PoolChanged(Private, frozen=True, tag="pool"):
    corps: str
    points: int  # gained or lost
    left: int


class Arrived(Event, frozen=True, tag="arrived"):
    unit: str
    hex: str
    instead_of: str = ""


class Delayed(Event, frozen=True, tag="delayed"):
    unit: str
    why: str
    rule: str


class Cancelled(Revealing, frozen=True, tag="cancelled"):
    unit: str


class ArtilleryMoved(Private, frozen=True, tag="artillery"):
    unit: str
    points: int
    held: int
    pool: int


class Replaced(Private, frozen=True, tag="replaced"):
    unit: str
    points: int
    strength: int
    left: int


class BuiltUp(Event, frozen=True, tag="built_up"):
    unit: str
    parts: tuple[str, ...]
    hex: str


class BrokenDown(Event, frozen=True, tag="broken_down"):
    unit: str
    parts: tuple[str, ...]
    hex: str


class BridgeBlown(Event, frozen=True, tag="bridge_blown"):
    bridge: str
    unit: str
    down: bool


class BridgeBuilt(Event, frozen=True, tag="bridge_built"):
    bridge: str
    unit: str


class PointsGiven(Private, frozen=True, tag="points"):
    """A side received an allowance, BTA-7.4a; there is no second one on 16 December, BTA-7.4d."""

    second: bool
    none: bool = False


class Placed(Event, frozen=True, tag="placed"):
    """A unit was placed elsewhere in a free set-up, BTA-2.2."""

    unit: str
    left: str  # the hex it left
    hex: str


class Moved(Shaded, frozen=True, tag="moved"):
    """A move. `path` begins with the hex left; only the owner sees the cost."""

    shade: ClassVar[Mapping[str, Any]] = {"cost": -1, "left": -1}

    unit: str
    path: tuple[str, ...]
    cost: int
    left: int


class ModeChanged(Shaded, frozen=True, tag="mode_changed"):
    shade: ClassVar[Mapping[str, Any]] = {"left": -1, "why": ""}

    unit: str
    travel: bool
    left: int
    why: str = ""


class Fortified(Private, frozen=True, tag="fortified"):
    unit: str
    level: int
    left: int


class AttackPlotted(Private, frozen=True, tag="plotted"):
    unit: str
    hex: str
    left: int


class FlagSet(Private, frozen=True, tag="flag"):
    unit: str
    on: bool


class Exited(Shaded, frozen=True, tag="exited"):
    shade: ClassVar[Mapping[str, Any]] = {"strength": -1}

    unit: str
    hex: str
    strength: int


class Gone(Shaded, frozen=True):
    """A unit is gone for good. Only the owner sees `loss`: the strength lost that no earlier event has
    shown."""

    reveals: ClassVar[bool] = True
    shade: ClassVar[Mapping[str, Any]] = {"loss": -1}

    unit: str
    hex: str
    loss: int


class Surrendered(Gone, frozen=True, tag="surrendered"):
    """A unit surrendered before the combat against its hex, BTA-4.3b."""


class Fought(Revealing, frozen=True, tag="fought"):
    """A combat as both sides see it, BTA-8.0b."""

    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    odds: int  # hundredths, rounded down
    shown: int  # the defenders' strength as it is shown
    attacker_loss: int
    defender_loss: int
    exact: tuple[str, ...] = ()  # the `Stakes` of the losses, hidden from both sides, BTA-8.0b

    def seen_by(self, side: int) -> Event | None:
        return msgspec.structs.replace(self, exact=())


class StrengthsExplained(Private, frozen=True, tag="strengths"):
    """How the strength of a side's own units in a combat was computed: label, value, rule."""

    hex: str
    attacking: bool
    lines: tuple[tuple[str, str, str], ...]


class Worn(Private, frozen=True, tag="worn"):
    """The losses of one unit in a combat."""

    unit: str
    hex: str  # of the unit
    loss: int
    strength: int
    efficiency: int
    artillery: int  # lost for good


class Eliminated(Gone, frozen=True, tag="eliminated"):
    """A unit was reduced to nothing. In combat `loss` shows its loss; other events show it otherwise."""


class Retreated(Revealing, frozen=True, tag="retreated"):
    unit: str
    path: tuple[str, str]
    loss: int  # for falling back into an enemy zone


class StoodFast(Revealing, frozen=True, tag="stood_fast"):
    """A unit that had to retreat and could not, BTA-8.4b."""

    unit: str
    hex: str
    loss: int
    why: str


class Advanced(Revealing, frozen=True, tag="advanced"):
    unit: str
    path: tuple[str, str]


class Scored(Event, frozen=True, tag="scored"):
    source: str
    what: str
    points: int


class GameOver(Revealing, frozen=True, tag="over"):
    score: int
    level: str


AnyEvent = (
    Rolled | Drawn | TurnBegan | PhaseBegan | AirSpent | UnitsInterdicted | GroundAttacked | Dropped
    | SupplyFound | Rested | PoolChanged | Arrived | Delayed | Cancelled | ArtilleryMoved | Replaced | BuiltUp
    | BrokenDown | BridgeBlown | BridgeBuilt | PointsGiven | Moved | ModeChanged | Fortified | AttackPlotted
    | FlagSet | Exited | Surrendered | Fought | StrengthsExplained | Worn | Eliminated | Retreated
    | StoodFast | Advanced | Scored | GameOver | Placed
)  # fmt: skip
