"""The orders of the playsheet. Players write ground and air orders on their side's sheet; SEAL hands it in.

Orders have the ids of units and squadrons, hexes as four digits ("2429"), hexsides as their two hexes, the
lower first ("2429/2430"). A unit or squadron has one order: a new one replaces the old.
"""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel.contract import Order


class Written(Order, frozen=True):
    """An order on the side's sheet, which the other side does not see."""

    quiet: ClassVar[bool] = True


class OfUnit(Written, frozen=True):
    """The ground order of one unit, OPS-ORD."""

    unit: str


class Move(OfUnit, frozen=True, tag="move"):
    mode: str  # tactical, non_tactical, road_column
    route: tuple[str, ...]  # the last may be EXIT, OPS-VIC-2
    on_contact: str = "halt"  # or attack


class Prepare(OfUnit, frozen=True, tag="prepare"):
    target: str
    route: tuple[str, ...] = ()


class Attack(OfUnit, frozen=True, tag="attack"):
    target: str
    route: tuple[str, ...] = ()
    breakthrough: bool = False
    onward: tuple[str, ...] = ()  # its first hex is the target
    fight_again: bool = True
    advance: bool = True


class Defend(OfUnit, frozen=True, tag="defend"):
    counter_attack: bool = False


class Support(OfUnit, frozen=True, tag="support"):
    target: str
    role: str  # attack, defence
    mode: str = ""  # of the route, where there is one
    route: tuple[str, ...] = ()


class Interdict(OfUnit, frozen=True, tag="interdict"):
    anchor: str


class Suppress(OfUnit, frozen=True, tag="suppress"):
    anchor: str


class Rest(OfUnit, frozen=True, tag="rest"): ...


class Demolish(OfUnit, frozen=True, tag="demolish"):
    what: str  # a hexside, or "dump"


class Bridge(OfUnit, frozen=True, tag="bridge"):
    hexside: str


class Attach(OfUnit, frozen=True, tag="attach"):
    """Attach a unit to a division, in addition to its order, OPS-UNIT-13."""

    division: str


class Fly(Written, frozen=True):
    """An air order for some squadrons."""

    squadrons: tuple[str, ...]


class Cover(Fly, frozen=True, tag="cover"):
    zone: int


class CloseSupport(Fly, frozen=True, tag="close_support"):
    target: str
    role: str


class AirInterdict(Fly, frozen=True, tag="air_interdict"):
    anchor: str


class AirSuppress(Fly, frozen=True, tag="air_suppress"):
    anchor: str


class Reconnoitre(Fly, frozen=True, tag="reconnoitre"):
    zone: int


class Transport(Fly, frozen=True, tag="transport"):
    load: str  # supplies, or GE-VDH
    target: str
    first: tuple[str, ...] = ()  # units supplied first, the others by id, OPS-DROP-2


class TakeBack(Written, frozen=True, tag="take_back"):
    """Cancel the orders of these units and squadrons."""

    units: tuple[str, ...] = ()
    squadrons: tuple[str, ...] = ()
    attachment: bool = False  # the ATTACH of the units, not their orders


class Copy(Written, frozen=True, tag="copy"):
    """Repeat last turn's orders that are still legal; written orders stay."""

    of: str = ""  # only those of this formation, as corps.formations names it


class Priority(Written, frozen=True, tag="priority"):
    """The order of supply, OPS-SUP-4: single units, then the four groups."""

    groups: tuple[str, ...]  # tanks, vehicles, infantry, artillery in any order
    first: tuple[str, ...] = ()


class Seal(Order, frozen=True, tag="seal"):
    """Hand in the sheet. When both sides have done so, the turn is resolved."""


class Resign(Order, frozen=True, tag="resign"):
    """Give up the game, OPS-VIC-3."""


GroundOrder = (
    Move | Prepare | Attack | Defend | Support | Interdict | Suppress | Rest | Demolish | Bridge
)  # fmt: skip
AirOrder = Cover | CloseSupport | AirInterdict | AirSuppress | Reconnoitre | Transport
AnyOrder = GroundOrder | Attach | AirOrder | TakeBack | Copy | Priority | Seal | Resign
