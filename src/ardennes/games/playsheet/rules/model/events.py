"""The events of the playsheet, and which side may know each. Dice stay hidden until the game is over.

Events name units by id and hexes by label. Nothing reaches a side except through `seen_by`: `Umpires` events
reach neither side, `Private` events reach one, and a report holds only what that side learned.
"""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel.contract import Event, Rolled


class Umpires(Event, frozen=True):
    """An event that neither side sees while the game lasts."""

    def seen_by(self, side: int) -> Event | None:
        return None


class Private(Event, frozen=True):
    """An event that only one side sees."""

    to: int

    def seen_by(self, side: int) -> Event | None:
        return self if side == self.to else None


class Die(Rolled, frozen=True, tag="die"):
    """A die of the umpire, hidden until the game is over, OPS-SPOT-4."""

    def seen_by(self, side: int) -> Event | None:
        return None


# ORDERS
class Wrote(Private, frozen=True, tag="wrote"):
    """The side wrote an order on its sheet."""

    what: str  # the order as typed


class Struck(Private, frozen=True, tag="struck"):
    """The side cancelled orders on its sheet."""

    units: tuple[str, ...]
    squadrons: tuple[str, ...] = ()
    attachments: bool = False  # of the units, not their orders


class Sealed(Event, frozen=True, tag="sealed"):
    reveals: ClassVar[bool] = True  # a sealed sheet stays sealed, OPS-ORD-3
    side: str


# The turn
class TurnBegan(Event, frozen=True, tag="turn"):
    turn: str  # 16D
    weather: str


class PhaseBegan(Event, frozen=True, tag="phase"):
    """A phase began: AIR_FIGHT, AIR_STRIKE ... The replay follows these marks."""

    phase: str


class Arrived(Private, frozen=True, tag="arrived"):
    unit: str
    hex: str


class Delayed(Private, frozen=True, tag="delayed"):
    """A reinforcement could not enter: every entry hex was blocked, OPS-UNIT-11."""

    unit: str


class Replaced(Private, frozen=True, tag="replaced"):
    """A lost squadron returned with replacements, OPS-POOL-3."""

    squadron: str


class Stepped(Private, frozen=True, tag="stepped"):
    """A unit entered a hex, at a time of the turn's clock."""

    unit: str
    hex: str
    clock: int  # 1/50,400 turn
    how: str = "move"  # move, advance, overrun, retire, thrown_back, counter, drop


class Halted(Private, frozen=True, tag="halted"):
    """A unit stopped; only its owner sees the reason, OPS-SPOT-7."""

    unit: str
    hex: str
    why: str
    rule: str


class Lapsed(Private, frozen=True, tag="lapsed"):
    """An order could not be carried out, OPS-ORD-4."""

    unit: str
    why: str
    rule: str


class Left(Private, frozen=True, tag="left"):
    """A German unit left the map, OPS-VIC-2."""

    unit: str
    status: int
    counted: bool


class Sighted(Private, frozen=True, tag="sighted"):
    """A report of an enemy unit: only what was learned, OPS-SPOT."""

    hex: str
    source: str
    type: str = ""
    size: str = ""
    direction: str = ""
    formation: str = ""


class Fought(Private, frozen=True, tag="fought"):
    """A battle as one of its sides sees it, OPS-SPOT-4."""

    hex: str
    attacking: bool
    result: str
    own: tuple[str, ...]  # own units in it
    status_lost: tuple[int, ...]  # by own unit
    sp_lost: tuple[int, ...]
    enemy: tuple[str, ...]  # type and formation of the enemy's units
    retired: str = ""  # the direction in which the enemy retired, "NE", or several of them, "NE and S"
    going_back: tuple[int, ...] = ()  # by own unit: how much of the status it lost on the way back


class Battle(Umpires, frozen=True, tag="battle"):
    """A battle with everything the umpire knows."""

    hex: str
    step: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: str  # exact, as a fraction
    defence: str
    die: int
    score: int
    column: str
    result: str
    factors: tuple[tuple[str, str, str, str], ...]  # side, what, value, rule


class Lost(Private, frozen=True, tag="lost"):
    """A unit is destroyed, OPS-COMBAT-32."""

    unit: str
    hex: str
    why: str


class Shelled(Private, frozen=True, tag="shelled"):
    """Interdiction hit a unit of this side, OPS-INT-6."""

    unit: str
    hex: str
    immobilised: bool
    step: bool


# Bridges and dumps
class BridgeBlown(Private, frozen=True, tag="bridge_blown"):
    """A side blew the bridge or learns that it is down, OPS-BRDG-1."""

    hexside: str


class BridgeStands(Private, frozen=True, tag="bridge_stands"):
    """The side sees that the bridge is intact, or its charge failed."""

    hexside: str
    why: str


class BridgeBuilt(Private, frozen=True, tag="bridge_built"):
    hexside: str


class DumpBurned(Private, frozen=True, tag="dump_burned"):
    hex: str


class DumpTaken(Private, frozen=True, tag="dump_taken"):
    """The Germans captured the fuel. The Allies do not learn it: no unit of theirs may have seen it."""

    hex: str
    sp: int


# Air
class AirFought(Private, frozen=True, tag="air_fought"):
    """Fighters met over a zone, OPS-SPOT-5."""

    zone: int
    lost: tuple[str, ...]  # own squadrons
    claimed: int  # enemy squadrons destroyed, the true number


class AirLost(Private, frozen=True, tag="air_lost"):
    """Squadrons lost or damaged on their way, by fighters that broke through or by flak."""

    squadron: str
    lost: bool
    why: str


class Flew(Private, frozen=True, tag="flew"):
    """A mission reached its target or not. The effect of interdiction stays hidden, OPS-SPOT-5."""

    squadrons: tuple[str, ...]
    task: str
    target: str
    reached: bool


class AirClaimed(Private, frozen=True, tag="air_claimed"):
    """This side's fighters that broke through, or its flak, destroyed enemy squadrons."""

    zone: int
    squadrons: int


class Suppressed(Private, frozen=True, tag="suppressed"):
    """A flak unit of this side may not fire this turn, OPS-INT-9."""

    unit: str
    hex: str
    step: bool


class Delivered(Private, frozen=True, tag="delivered"):
    """Air supply, OPS-DROP-2."""

    hex: str
    brought: int  # SP that landed
    sp: tuple[tuple[str, int], ...]  # unit, SP drawn


class Landed(Private, frozen=True, tag="landed"):
    """The German drop, OPS-DROP-1."""

    hex: str
    status: int


class DropSeen(Private, frozen=True, tag="drop_seen"):
    """Transports dropped near a unit of this side."""

    hex: str


# Supply and the end
class Issued(Private, frozen=True, tag="issued"):
    """The night's supply: what each unit drew, OPS-SUP-4."""

    issue: int
    drawn: tuple[tuple[str, int], ...]
    out: tuple[str, ...]  # units out of supply


class OutOfSupply(Private, frozen=True, tag="out_of_supply"):
    units: tuple[str, ...]


class Recovered(Private, frozen=True, tag="recovered"):
    unit: str


class Joined(Private, frozen=True, tag="joined"):
    unit: str
    division: str


class PlaceTaken(Private, frozen=True, tag="place_taken"):
    """A unit of this side is in one of the places that count."""

    place: str
    hex: str


class GameOver(Event, frozen=True, tag="game_over"):
    reveals: ClassVar[bool] = True
    level: str
    points: int
    ledger: tuple[tuple[str, int], ...]


AnyEvent = (
    Die | Wrote | Struck | Sealed | TurnBegan | PhaseBegan | Arrived | Delayed | Replaced | Stepped | Halted
    | Lapsed | Left | Sighted | Fought | Battle | Lost | Shelled | BridgeBlown | BridgeStands | BridgeBuilt
    | DumpBurned | DumpTaken | AirFought | AirLost | Flew | AirClaimed | Suppressed | Delivered | Landed
    | DropSeen | Issued | OutOfSupply | Recovered | Joined | PlaceTaken | GameOver
)  # fmt: skip
