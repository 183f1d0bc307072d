"""What can happen in Breakthrough in the Ardennes. Strengths, points and supply are the owner's to know;
what combat shows of them is public, BTA-8.0b."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from ardennes.kernel.contract import Event, Private, Rolled


class Drawn(Rolled, frozen=True, tag="drawn"):
    """A die whose meaning only its owner may know; -1: both."""

    owner: int = -1

    def seen_by(self, side: int) -> Event | None:
        return self if self.owner in (-1, side) else None


class Shaded(Event, frozen=True):
    """Something both see, with figures only the owner may know: what the other side sees instead."""

    shade: ClassVar[Mapping[str, Any]]

    owner: int

    def seen_by(self, side: int) -> Event | None:
        return self if side == self.owner else msgspec.structs.replace(self, **self.shade)


class Revealing(Event, frozen=True):
    """Something that tells a side what it could not know before: it cannot be taken back."""

    reveals: ClassVar[bool] = True


class TurnBegan(Event, frozen=True, tag="turn"):
    turn: int
    day: int
    weather: str
    frozen_ground: bool
    german_air: int
    american_air: int


class PhaseBegan(Event, frozen=True, tag="phase"):
    settles: ClassVar[bool] = True  # whose phase it is now may plot unseen

    turn: int
    phase: str
    side: str  # empty where the program acts


class AirSpent(Event, frozen=True, tag="air_spent"):
    """A point spent on interdiction."""

    side: str
    left: int


class UnitsInterdicted(Private, frozen=True, tag="interdicted"):
    units: tuple[str, ...]


class GroundAttacked(Shaded, frozen=True, tag="ground_attacked"):
    """One unit under a ground attack, BTA-3.4."""

    shade: ClassVar[Mapping[str, Any]] = {"loss": -1}

    unit: str
    hex: str
    disrupted: bool
    strafed: bool
    loss: int


class Dropped(Shaded, frozen=True, tag="air_dropped"):
    """Supplies from the air; states after it by unit. Both sides see that an air point was spent."""

    shade: ClassVar[Mapping[str, Any]] = {"hex": "", "units": (), "states": ()}

    hex: str
    units: tuple[str, ...]
    states: tuple[str, ...]


class SupplyFound(Private, frozen=True, tag="supply"):
    unsupplied: tuple[str, ...]
    isolated: tuple[str, ...]
    out_of_fuel: tuple[str, ...]


class Rested(Revealing, frozen=True, tag="rested"):
    """The efficiencies of a new day; where they are open to both, they tell what points were left."""

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
    """An allowance was handed out to a side, BTA-7.4a; on 16 December the second is none, BTA-7.4d."""

    second: bool
    none: bool = False


class Placed(Event, frozen=True, tag="placed"):
    """Put elsewhere in a free set-up, BTA-2.2."""

    unit: str
    left: str  # the hex it was in
    hex: str


class Moved(Shaded, frozen=True, tag="moved"):
    """A way walked: `path` begins with the hex left; the cost is the owner's to know."""

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
    """A unit is gone for good; `loss` is the strength that went with it and that no event before this one
    told, and its owner's to know."""

    reveals: ClassVar[bool] = True
    shade: ClassVar[Mapping[str, Any]] = {"loss": -1}

    unit: str
    hex: str
    loss: int


class Surrendered(Gone, frozen=True, tag="surrendered"):
    """Before the combat against its hex, BTA-4.3b."""


class Fought(Revealing, frozen=True, tag="fought"):
    """A combat: what both sides see of it, BTA-8.0b."""

    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    odds: int  # hundredths, rounded down
    shown: int  # the defenders' strength as it is shown
    attacker_loss: int
    defender_loss: int
    exact: tuple[str, ...] = ()  # what the losses follow from, `Stakes`; nobody's to know, BTA-8.0b

    def seen_by(self, side: int) -> Event | None:
        return msgspec.structs.replace(self, exact=())


class Reckoned(Private, frozen=True, tag="reckoned"):
    """How the strength of a side's own units in a combat was reckoned: what, how much, by which rule."""

    hex: str
    attacking: bool
    lines: tuple[tuple[str, str, str], ...]


class Worn(Private, frozen=True, tag="worn"):
    """What a combat cost one unit."""

    unit: str
    hex: str  # where it stood
    loss: int
    strength: int
    efficiency: int
    artillery: int  # lost for good


class Eliminated(Gone, frozen=True, tag="eliminated"):
    """Reduced to nothing; in combat its loss is told here, of retreats and air attacks by their events."""


class Retreated(Revealing, frozen=True, tag="retreated"):
    unit: str
    path: tuple[str, str]
    loss: int  # for falling back through an enemy zone


class StoodFast(Revealing, frozen=True, tag="stood_fast"):
    """It ought to have retreated and could not, BTA-8.4b."""

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
    | FlagSet | Exited | Surrendered | Fought | Reckoned | Worn | Eliminated | Retreated | StoodFast
    | Advanced | Scored | GameOver | Placed
)  # fmt: skip
