"""The events of Wave of Terror. Units below the top of an enemy stack are not named to the other side,
WOT-7.3."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Event, Private, Rolled


class InSetUp(Event, frozen=True):
    """An event in a side's set-up, hidden from the other side until the set-up is complete."""

    of: ClassVar[int]

    def seen_by(self, side: int) -> Event | None:
        return self if side == self.of else None


class PhaseBegan(Event, frozen=True, tag="phase"):
    turn: int
    couplet: int
    side: str
    phase: str


class WeatherSet(Event, frozen=True, tag="weather"):
    turn: int
    weather: str
    aircraft: int


class BaseplateLaunched(Event, frozen=True, tag="baseplate"):
    turn: int


class UnitsPlaced(Private, frozen=True, tag="placed"):
    units: tuple[str, ...]
    hex: str


class SetUpDone(Event, frozen=True, tag="set_up"):
    """A set-up is complete: now the other side sees where the units are."""

    reveals: ClassVar[bool] = True
    side: str


class DepotPlaced(InSetUp, frozen=True, tag="depot"):
    of: ClassVar[int] = ALLIED
    hex: str
    real: int


class DepotFound(Event, frozen=True, tag="depot_found"):
    reveals: ClassVar[bool] = True
    hex: str
    real: bool


class DepotsRemoved(Event, frozen=True, tag="depots_removed"):
    hexes: tuple[str, ...]


class KampfgruppeFormed(InSetUp, frozen=True, tag="kg"):
    of: ClassVar[int] = GERMAN
    units: tuple[str, ...]
    hex: str


class LeftKampfgruppe(Event, frozen=True, tag="left_kg", omit_defaults=True):
    """Units have left the KG marker.

    Both sides see that units are dropped on purpose, but not which (WOT-7.3). When a unit moves off alone,
    the other side sees only that a unit of the stack moved.
    """

    owner: int
    units: tuple[str, ...]
    hex: str
    dropped: bool = False

    def seen_by(self, side: int) -> Event | None:
        if side == self.owner:
            return self
        return msgspec.structs.replace(self, units=()) if self.dropped else None


class KampfgruppeGone(Event, frozen=True, tag="kg_gone"):
    why: str


class TopChosen(Event, frozen=True, tag="top"):
    reveals: ClassVar[bool] = True
    unit: str
    hex: str


class TopLaid(Private, frozen=True, tag="top_laid"):
    """A unit was put on top of its stack during the set-up, hidden from the other side."""

    unit: str
    hex: str


class Interdicted(Event, frozen=True, tag="interdicted"):
    hex: str
    left: int


class SuppliesDropped(Event, frozen=True, tag="supplies"):
    hex: str


class SuppliesLost(Event, frozen=True, tag="supplies_lost"):
    hex: str


class Drew(Private, frozen=True, tag="drew"):
    """A unit was supplied from the air."""

    unit: str
    hex: str
    steps: int
    left: int


class ParentsStruck(Event, frozen=True, tag="struck"):
    dice: tuple[int, int]
    parents: tuple[str, ...]


class SupplySecured(Event, frozen=True, tag="supply_secured"):
    """Supply Problems are no longer rolled, WOT-6.16."""

    hex: str
    why: str


class OrderChosen(Event, frozen=True, tag="order"):
    side: str
    fight_first: bool


class RepairBegun(Event, frozen=True, tag="repair"):
    bridge: str


class BridgeRepaired(Event, frozen=True, tag="repaired"):
    bridge: str


class DemolitionTried(Event, frozen=True, tag="demolition"):
    bridge: str
    down: bool
    needed: int


class OfStack(Event, frozen=True):
    """An action of a stack. Both sides see `count`; names below the top and points are the owner's."""

    owner: int
    units: tuple[str, ...]
    top: str  # the unit that the other side sees
    count: int

    def seen_by(self, side: int) -> Event | None:
        if side == self.owner:
            return self
        return msgspec.structs.replace(self, units=(self.top,) if self.top else (), spent=-1)


class Moved(OfStack, frozen=True, tag="moved"):
    path: tuple[str, ...]
    column: bool
    spent: int


class Entered(OfStack, frozen=True, tag="entered"):
    hex: str
    spent: int


class PlaceTaken(Event, frozen=True, tag="place_taken"):
    place: str
    hex: str
    by: str


class BritishCommitted(Event, frozen=True, tag="committed"):
    what: str


class BattleDeclared(Event, frozen=True, tag="battle"):
    """A battle was declared; its stacks are open from now on, WOT-7.3."""

    reveals: ClassVar[bool] = True
    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


class GunsDeclared(Event, frozen=True, tag="guns"):
    side: str
    units: tuple[str, ...]


class AircraftDeclared(Event, frozen=True, tag="aircraft"):
    left: int


class GunsRolled(Event, frozen=True, tag="guns_rolled"):
    side: str
    dice: tuple[int, ...]


class Shift(msgspec.Struct, frozen=True):
    what: str
    columns: int  # to the right
    rule: str


class OddsSet(Event, frozen=True, tag="odds"):
    hex: str
    attack: int
    defense: int
    raw: str
    shifts: tuple[Shift, ...]
    column: str


class BattleResult(Event, frozen=True, tag="result"):
    hex: str
    die: int  # 0: automatic
    attacker_loss: int
    defender_loss: int


class StepLost(Event, frozen=True, tag="step_lost"):
    unit: str
    hex: str
    left: int
    rule: str


class Eliminated(Event, frozen=True, tag="eliminated"):
    unit: str
    hex: str
    steps: int  # lost with it
    rule: str


class Advanced(Event, frozen=True, tag="advanced"):
    units: tuple[str, ...]
    hex: str


class Reformed(Event, frozen=True, tag="reformed"):
    reveals: ClassVar[bool] = True  # the troops may have been below the top of a stack
    hex: str


class Exited(Event, frozen=True, tag="exited"):
    unit: str
    hex: str


class Scored(Event, frozen=True, tag="scored"):
    side: str
    what: str
    points: int
    total: int
    rule: str


class Conceded(Event, frozen=True, tag="conceded"):
    side: str


class GameOver(Event, frozen=True, tag="over"):
    level: str
    german: int
    allied: int
    rule: str


AnyEvent = (
    Rolled | PhaseBegan | WeatherSet | BaseplateLaunched | UnitsPlaced | SetUpDone | DepotPlaced | DepotFound
    | DepotsRemoved | KampfgruppeFormed | LeftKampfgruppe | KampfgruppeGone | TopChosen | TopLaid
    | Interdicted | SuppliesDropped | SuppliesLost | Drew | ParentsStruck | SupplySecured | OrderChosen
    | RepairBegun | BridgeRepaired | DemolitionTried | Moved | Entered | PlaceTaken | BritishCommitted
    | BattleDeclared | GunsDeclared | AircraftDeclared | GunsRolled | OddsSet | BattleResult | StepLost
    | Eliminated | Advanced | Reformed | Exited | Scored | Conceded | GameOver
)  # fmt: skip
