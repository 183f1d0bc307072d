"""The state of a game of Wave of Terror: columns by unit, control, bridges, open decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

import msgspec

from ardennes.kernel.contract import Numbers, State
from ardennes.kernel.variant import ChosenOptions

if TYPE_CHECKING:
    from ardennes.games.wave_of_terror.rules.model.position import Derived

# Places of units that are not in a hex.
NOT_YET, DEAD, EXITED, ASIDE, UNSEEN = -1, -2, -3, -4, -5  # UNSEEN: in a view, somewhere in an enemy stack

# Marks of a unit.
DONE = 1  # artillery that moved, bombarded or was attacked this couplet, WOT-5.7
MOVED = 2  # has moved in this phase
CLOSED = 4  # has finished its move: a unit from another hex has started, WOT-7.10
IN_COLUMN = 8  # moves in column this phase, WOT-9.17
STOPPED = 16  # cannot move farther after a blocked or unbridged hexside or a minimum move
ATTACKED = 32  # in this phase, WOT-10.3
TOP = 64  # lies on top of its stack, WOT-7.3
HUNGRY = 128  # was out of supply when its move began, WOT-6.3
PHASE_MARKS = MOVED | CLOSED | IN_COLUMN | STOPPED | ATTACKED | HUNGRY

# Steps of a turn; those of a segment also depend on couplet and side.
(
    SETUP,
    TURN_START,
    WEATHER,
    AIR,
    SUPPLY_PROBLEMS,
    DECLARATION,
    FIRST,
    SECOND,
    RESOLUTION,
    RECOVERY,
    TURN_END,
) = range(11)


class Variant(ChosenOptions, frozen=True):
    """The options of the match; data/options.toml explains each."""

    hashed_always = ("profile",)

    profile: str = "full"  # or basic
    bid: int = 0  # WOT-BID-1

    @property
    def full(self) -> bool:
        """Return whether the advanced rules are in play."""
        return self.profile == "full"


class Marker(msgspec.Struct, frozen=True):
    """An aerial supply marker: its hex and the steps it can still supply this turn."""

    cell: int
    left: int


class Depot(msgspec.Struct, frozen=True):
    """A POL marker: 1 real, 0 dummy, -1 hidden; only the Allied player knows its face."""

    cell: int
    real: int


class Battle(msgspec.Struct, frozen=True):
    """A battle from its declaration to its last advance."""

    target: int
    attackers: tuple[int, ...]
    hungry: tuple[int, ...] = ()  # attackers out of supply
    attack_guns: tuple[int, ...] = ()
    defence_guns: tuple[int, ...] = ()
    aircraft: bool = False
    attack_dice: tuple[int, ...] = ()
    defence_dice: tuple[int, ...] = ()
    attacker_loss: int = 0
    defender_loss: int = 0
    stage: int = 0  # the next stage, see resolve.py

    def due(self, attacker: bool) -> int:
        """Return the steps that a side must lose."""
        return self.attacker_loss if attacker else self.defender_loss


class Award(msgspec.Struct, frozen=True):
    """One line of the ledger of victory points."""

    turn: int
    side: int
    what: str
    points: int
    rule: str


# Frames are open decisions; the last one is decided now.
class Frame(msgspec.Struct, frozen=True, tag_field="frame"):
    side: int


class SettingUp(Frame, frozen=True, tag="setting_up"): ...


class Interdicting(Frame, frozen=True, tag="interdicting"): ...


class Dropping(Frame, frozen=True, tag="dropping"): ...


class Declaring(Frame, frozen=True, tag="declaring"): ...


class Moving(Frame, frozen=True, tag="moving"): ...


class Walking(Frame, frozen=True, tag="walking"):
    """A move or advance that continues after an interrupt; it is not a decision."""

    units: tuple[int, ...]
    path: tuple[int, ...]  # cells still to enter; -3 as the last leaves the map
    advance: bool = False


class Demolishing(Frame, frozen=True, tag="demolishing"):
    bridge: int
    abutment: int  # the hex the enemy has entered


class Overstacked(Frame, frozen=True, tag="overstacked"):
    """A hex holds too many units at the end of a phase: the owner chooses which are lost, WOT-7.2."""

    cell: int


class Fighting(Frame, frozen=True, tag="fighting"): ...


class Supporting(Frame, frozen=True, tag="supporting"):
    attack: bool


class Flying(Frame, frozen=True, tag="flying"): ...


class Losing(Frame, frozen=True, tag="losing"):
    attacker: bool


class Advancing(Frame, frozen=True, tag="advancing"): ...


class Reforming(Frame, frozen=True, tag="reforming"): ...


class ChoosingEnd(Frame, frozen=True, tag="choosing_end"): ...


AnyFrame = (
    SettingUp | Interdicting | Dropping | Declaring | Moving | Walking | Demolishing | Overstacked | Fighting
    | Supporting | Flying | Losing | Advancing | Reforming | ChoosingEnd
)  # fmt: skip


class WaveState(State):
    """A position."""

    boards: ClassVar[tuple[str, ...]] = (
        "german", "by_kg", "blown", "tried", "mending", "interdicted", "struck",
    )  # fmt: skip
    columns: ClassVar[tuple[str, ...]] = ("where", "steps", "marks", "spent")

    variant: Variant
    turn: int  # 1 to 17; 0 during set-up
    couplet: int
    acting: int  # the side whose segment it is; -1 outside a segment
    step: int
    fight_first: bool  # the order chosen for this segment, WOT-5.6
    stack: list[AnyFrame]
    where: Numbers  # by unit: cell, or NOT_YET, DEAD, EXITED, ASIDE, UNSEEN
    steps: bytearray  # by unit: steps left
    marks: bytearray
    spent: bytearray  # by unit: movement points spent in this phase
    origin: int  # hex in which the units now moving began the phase; -1: none, -2: arrivals
    german: int  # hexes that the Germans control, WOT-3.11
    by_kg: int  # of these, hexes that only the KG has entered, WOT-9.16
    blown: int  # bridges down, one bit each
    tried: int  # bridges tried this turn, WOT-9.14
    mending: int  # bridges being repaired in this segment
    repairs: int  # German repairs declared so far in the game, WOT-9.15
    repairs_now: int  # ... in this couplet
    weather: int
    baseplate: bool
    aircraft: int  # left this turn
    interdicted: int  # hexes
    markers: list[Marker]
    drawn: list[tuple[int, int]]  # (unit, hex of the marker) supplied by air this turn
    struck: int  # units out of supply by the table of WOT-6.16, one bit each
    rolls_stopped: bool  # WOT-6.16
    depots: list[Depot]
    kg: tuple[int, ...]  # units under the KG marker; empty: no marker
    kg_cell: int  # in the other side's view: the hex of the marker, which lies open; else -1
    committed: str  # the British division, "brigades", or ""
    free_entry: bool  # WOT-8.4 is met
    paid: tuple[str, ...]  # optional entries paid or scored: 10SS, 11, 5A-1, 5A-8, british
    entry_hex: list[tuple[int, int, int]]  # (parent, printed turn, cell) fixed by the first to enter, WOT-8.3
    files: list[tuple[int, int]]  # (entry hex, stacks that entered there in this phase)
    entered_now: list[tuple[int, int]]  # (parent, entry hex) used in this phase
    attacked: list[int]  # hexes attacked in this phase, WOT-10.3
    battle: Battle | None
    unseen: list[tuple[int, int]]  # in a view: (cell, number of hidden enemy units), WOT-7.3
    points: list[int]  # victory points by side
    ledger: tuple[Award, ...]
    over: str  # "", or the level of victory
    winner: int  # -1: draw or not over

    follows = cast("Derived | None", None)  # position.py alone fills it

    @property
    def fought(self) -> Battle:
        """Return the current battle."""
        assert self.battle is not None
        return self.battle
