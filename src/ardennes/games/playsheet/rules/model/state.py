"""The state of a match of the playsheet: columns by unit and squadron, each side's knowledge, the sheets.

The state holds the truth; `knowledge.view` removes what a side may not know. Orders are written and checked
on a view, the turn is resolved on the true state.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ardennes.games.playsheet.rules.model.orders import AirOrder, GroundOrder
from ardennes.games.playsheet.rules.tables.readings import Readings
from ardennes.kernel.contract import State

# The place of a unit that is not in a hex.
NOT_YET, DEAD, EXITED, HIDDEN = -1, -2, -3, -4  # HIDDEN: in a view, a unit of the other side

# Marks of a unit. Marks of the turn stay visible until the next turn is resolved.
DUG_IN = 1  # OPS-ADV-4
DEFENDED = 2  # carried out DEFEND, or an order that counts as it (DEMOLISH), in the turn before
RETIRED = 8  # this turn
RETIRED_BEFORE = 16  # in the turn before, OPS-ADV-3
RESTED = 32  # carried out REST in the Day turn before, in supply and not next to an enemy, OPS-SUP-7
SUPPLIED = 64  # at the last SUPPLY state (or at the start), OPS-SUP-3
MOVED = 128  # at least one hex this turn
MARCHED = 256  # ... in non-tactical or road-column mode, OPS-COMBAT-10
ATTACKED = 512  # took part in an attack this turn
WAS_ATTACKED = 1024
STOPPED = 2048  # by an enemy, OPS-SIM-3
IMMOBILISED = 4096  # OPS-INT-8
SUPPRESSED = 8192  # flak, OPS-INT-9
ADJACENT = 16384  # begins the turn next to an enemy combat unit; its owner sees it, OPS-SPOT-7
OF_TURN = RETIRED | MOVED | MARCHED | ATTACKED | WAS_ATTACKED | STOPPED | IMMOBILISED | SUPPRESSED

# What a unit is prepared against, if not one hex, OPS-COMBAT-1.
NOTHING, EVERY_HEX = -1, -2  # EVERY_HEX: the Germans of 16D, OPS-UNIT-6

# A squadron: fit, damaged (it may not fly this turn and is fit the next), or lost.
FIT, DAMAGED, LOST, SECRET = 0, 1, 2, 3  # SECRET: in a view, a squadron of the other side

# A dump: there, taken by the Germans, burned.
STANDS, TAKEN, BURNED, UNKNOWN = 0, 1, 2, 3

GROUPS = ("tanks", "vehicles", "infantry", "artillery")  # OPS-SUP-4, the default order


class Report(msgspec.Struct, frozen=True):
    """A report of an enemy unit to a side. `unit` is for the umpire only; views have -1."""

    to: int
    unit: int
    hex: int
    turn: int  # -1: before 16D, OPS-UNIT-12
    source: str  # opening, contact, recce, air, combat
    type: int = -1  # index into terms.REPORT_TYPES; -1: not known
    size: int = -1
    direction: int = -1  # index into terms.POINTS
    formation: str = ""


class SupplyOrder(msgspec.Struct, frozen=True):
    """A side's standing order of priority, OPS-SUP-4."""

    groups: tuple[str, ...] = GROUPS
    first: tuple[int, ...] = ()


class PlaysheetState(State):
    """A position at ORDERS, the only decision."""

    boards: ClassVar[tuple[str, ...]] = (
        "blown", "allied_thinks_blown", "german_thinks_blown", "allied_ground", "german_ground",
    )  # fmt: skip

    readings: Readings  # the options of the match
    last_turn: int  # 23; in the short game 7
    turn: int  # 0 is 16D, 1 is 16N ...
    weather: int
    where: list[int]  # by unit: hex, or NOT_YET, DEAD, EXITED, HIDDEN
    began: list[int]  # by unit: where the last turn began for it (directions, replays); -1
    status: list[int]
    sp: list[int]
    marks: list[int]
    used: list[int]  # time used in the last turn, in parts of it
    prepared: list[int]  # by unit: target hex, NOTHING, EVERY_HEX
    reported: list[int]  # by unit: bit n is set if it was reported to the other side n turns ago, OPS-ADV-2
    division: list[str]  # by unit: its formation now, OPS-UNIT-13
    joining: list[str]  # by unit: the ATTACH on the sheet, "" for none
    sheet: list[GroundOrder | None]  # by unit: this turn's order
    last_sheet: list[GroundOrder | None]
    flights: list[AirOrder | None]  # by squadron
    last_flights: list[AirOrder | None]
    squadrons: list[int]  # FIT, DAMAGED, LOST, SECRET
    sealed: list[bool]  # by side
    supply_order: list[SupplyOrder]  # by side
    blown: int  # bridges down
    allied_thinks_blown: int  # ... as each side believes, OPS-BRDG-1
    german_thinks_blown: int
    allied_ground: int  # hexes the side holds as far as it knows, OPS-SIM-8
    german_ground: int
    reports: list[Report]
    fought: list[tuple[int, int]]  # (Allied, German) units that have fought each other, OPS-SPOT-1
    places: list[int]  # by objective: the side whose combat unit entered last
    allied_thinks_german: int  # objectives, one bit each, that a side believes German; in its view `places`
    german_thinks_german: int
    dumps: list[int]  # by dump: STANDS, TAKEN, BURNED, UNKNOWN
    bonus: int  # SP the next German issue has on top, OPS-SUP-6
    exited: int  # status of the German units that have left, OPS-VIC-2
    over: str  # "" or the level of victory
    winner: int  # -1: draw or not over
    points: int  # German points, once it is over
