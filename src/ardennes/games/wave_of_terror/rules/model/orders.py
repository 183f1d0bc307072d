"""The orders of Wave of Terror, each with the rule that allows it.

Units have ids, hexes their printed names (E3119, W2210), bridges their two ends (E3435/E3534).
"""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import contract
from ardennes.kernel.contract import Order

Draws = tuple[tuple[str, str], ...]  # (unit, hex of the aerial supply marker it draws on), WOT-6.15


class End(contract.End, frozen=True, tag="end"):
    """End a decision or phase: set-up complete, no artillery, no advance, and so on."""

    rule: ClassVar[str] = "WOT-5.2"


class Concede(Order, frozen=True, tag="concede"):
    """Concede the game."""

    rule: ClassVar[str] = "WOT-4.2"


class InSetUp(Order, frozen=True):
    """An order during set-up, hidden from the other side until the set-up is complete."""

    quiet: ClassVar[bool] = True


class AutoSetup(InSetUp, frozen=True, tag="auto_setup"):
    """Place every starting unit in its historical hex, and all markers; earlier placements are replaced."""

    rule: ClassVar[str] = "WOT-3.4"


class Place(InSetUp, frozen=True, tag="place"):
    """Place starting units in a hex of their set-up area."""

    rule: ClassVar[str] = "WOT-3.3"
    units: tuple[str, ...]
    hex: str


class PlacePol(InSetUp, frozen=True, tag="place_pol"):
    """Place a POL marker, real or dummy."""

    rule: ClassVar[str] = "WOT-3.7"
    hex: str
    real: bool


class FormKampfgruppe(InSetUp, frozen=True, tag="form_kg"):
    """Form the Kampfgruppe from four units of 1SS in one hex."""

    rule: ClassVar[str] = "WOT-7.7"
    units: tuple[str, ...]


class ArrangeStack(InSetUp, frozen=True, tag="arrange_stack"):
    """Put a unit on top of its stack during the set-up."""

    rule: ClassVar[str] = "WOT-7.3"
    unit: str


class ShowTop(Order, frozen=True, tag="show_top"):
    """Put a unit on top of its stack during a phase of its side."""

    rule: ClassVar[str] = "WOT-7.3"
    unit: str


class Interdict(Order, frozen=True, tag="interdict"):
    """Send an aircraft to a road hex for the turn."""

    rule: ClassVar[str] = "WOT-9.18"
    hex: str


class DropSupplies(Order, frozen=True, tag="drop_supplies"):
    """Drop an aerial supply marker."""

    rule: ClassVar[str] = "WOT-6.15"
    hex: str


class ChooseOrder(Order, frozen=True, tag="choose_order"):
    """Choose move-fight or fight-move."""

    rule: ClassVar[str] = "WOT-5.6"
    fight_first: bool


class Repair(Order, frozen=True, tag="repair"):
    """Begin to repair a bridge."""

    rule: ClassVar[str] = "WOT-9.15"
    bridge: str


class Move(Order, frozen=True, tag="move"):
    """Move units of one hex, hex by hex; "exit" as the last step leaves the map, WOT-4.3."""

    rule: ClassVar[str] = "WOT-9.1"
    units: tuple[str, ...]
    path: tuple[str, ...]
    column: bool = False  # WOT-9.17
    dry: tuple[str, ...] = ()  # units that do not draw on aerial supply, WOT-6.15
    draw: Draws = ()  # units not named draw on the nearest marker that has enough


class LeaveKampfgruppe(Order, frozen=True, tag="leave_kg"):
    """Drop units of the Kampfgruppe in their hex; the others keep the marker."""

    rule: ClassVar[str] = "WOT-7.7"
    units: tuple[str, ...]


class Enter(Order, frozen=True, tag="enter"):
    """Bring in a stack of arrivals, next in the file behind the hex, WOT-8.3."""

    rule: ClassVar[str] = "WOT-8.1"
    units: tuple[str, ...]
    hex: str
    column: bool = False


class Commit(Order, frozen=True, tag="commit"):
    """Commit the British division, or "brigades", that may cross the Meuse, WOT-8.5."""

    rule: ClassVar[str] = "WOT-8.5"
    what: str


class Attack(Order, frozen=True, tag="attack"):
    """Declare a battle."""

    rule: ClassVar[str] = "WOT-10.1"
    units: tuple[str, ...]
    hex: str
    dry: tuple[str, ...] = ()
    draw: Draws = ()


class Support(Order, frozen=True, tag="support"):
    """Declare artillery for the battle."""

    rule: ClassVar[str] = "WOT-10.18"
    units: tuple[str, ...]
    draw: Draws = ()


class Fly(Order, frozen=True, tag="fly"):
    """Send an aircraft to the battle, or none."""

    rule: ClassVar[str] = "WOT-10.14"
    yes: bool


class Lose(Order, frozen=True, tag="lose"):
    """Lose steps; a unit is named once for each step."""

    rule: ClassVar[str] = "WOT-10.9"
    units: tuple[str, ...]


class Advance(Order, frozen=True, tag="advance"):
    """Advance units into the empty hex; `keep` names the units that keep the KG marker if it splits."""

    rule: ClassVar[str] = "WOT-10.26"
    units: tuple[str, ...]
    keep: tuple[str, ...] = ()


class Demolish(Order, frozen=True, tag="demolish"):
    """Roll for a bridge that the enemy has reached, or not.

    Engineers without a supply line may need aerial supply to help.
    """

    rule: ClassVar[str] = "WOT-9.14"
    log_line: ClassVar[str] = "The {side} player does not try to blow the bridge."
    yes: bool
    dry: tuple[str, ...] = ()
    draw: Draws = ()


class Reform(Order, frozen=True, tag="reform"):
    """Replace three troops of the 14th Cavalry by the 4-9, or not."""

    rule: ClassVar[str] = "WOT-8.7"
    yes: bool


class TakePoints(Order, frozen=True, tag="take_points"):
    """At the end of the game: take the points, or the victory of WOT-4.5."""

    rule: ClassVar[str] = "WOT-4.5"
    yes: bool


END = End()
AnyOrder = (
    End | Concede | AutoSetup | Place | PlacePol | FormKampfgruppe | ArrangeStack | ShowTop | Interdict
    | DropSupplies | ChooseOrder | Repair | Move | Enter | LeaveKampfgruppe | Commit | Attack | Support | Fly
    | Lose | Advance | Demolish | Reform | TakePoints
)  # fmt: skip
