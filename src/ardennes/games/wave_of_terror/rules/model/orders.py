"""The orders of Wave of Terror, each with the rule it is given under. Units go by id, hexes by their printed
names (E3119, W2210), bridges by their two ends (E3435/E3534)."""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import contract
from ardennes.kernel.contract import Order

Draws = tuple[tuple[str, str], ...]  # units and the hexes of the aerial supply markers they draw on, WOT-6.15


class End(contract.End, frozen=True, tag="end"):
    """No more of this: the set-up stands, the phase is over, no artillery, nobody advances ..."""

    rule: ClassVar[str] = "WOT-5.2"


class Concede(Order, frozen=True, tag="concede"):
    """The game is given up."""

    rule: ClassVar[str] = "WOT-4.2"


class InSetUp(Order, frozen=True):
    """Nothing of it is known to the other side before the set-up is done."""

    quiet: ClassVar[bool] = True


class AutoSetup(InSetUp, frozen=True, tag="auto_setup"):
    """Every starting unit into its historical hex, markers too; what was placed before is placed anew."""

    rule: ClassVar[str] = "WOT-3.4"


class Place(InSetUp, frozen=True, tag="place"):
    """Starting units into a hex of their set-up area."""

    rule: ClassVar[str] = "WOT-3.3"
    units: tuple[str, ...]
    hex: str


class PlacePol(InSetUp, frozen=True, tag="place_pol"):
    """A POL marker, real or dummy."""

    rule: ClassVar[str] = "WOT-3.7"
    hex: str
    real: bool


class FormKampfgruppe(InSetUp, frozen=True, tag="form_kg"):
    """Four units of 1SS in one hex under the KG marker."""

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
    """An aircraft on a road hex for the turn."""

    rule: ClassVar[str] = "WOT-9.18"
    hex: str


class DropSupplies(Order, frozen=True, tag="drop_supplies"):
    """An aerial supply marker."""

    rule: ClassVar[str] = "WOT-6.15"
    hex: str


class ChooseOrder(Order, frozen=True, tag="choose_order"):
    """Move-fight, or fight-move."""

    rule: ClassVar[str] = "WOT-5.6"
    fight_first: bool


class Repair(Order, frozen=True, tag="repair"):
    rule: ClassVar[str] = "WOT-9.15"
    bridge: str


class Move(Order, frozen=True, tag="move"):
    """Units of one hex, hex by hex; "exit" as the last step leaves the map, WOT-4.3."""

    rule: ClassVar[str] = "WOT-9.1"
    units: tuple[str, ...]
    path: tuple[str, ...]
    column: bool = False  # WOT-9.17
    dry: tuple[str, ...] = ()  # units that do not draw on aerial supply, WOT-6.15
    draw: Draws = ()  # the marker a unit draws on; who is not named takes the nearest that has enough


class LeaveKampfgruppe(Order, frozen=True, tag="leave_kg"):
    """Units of the Kampfgruppe drop out where they stand; the others keep the marker."""

    rule: ClassVar[str] = "WOT-7.7"
    units: tuple[str, ...]


class Enter(Order, frozen=True, tag="enter"):
    """A stack of arrivals, next in the file behind the hex, WOT-8.3."""

    rule: ClassVar[str] = "WOT-8.1"
    units: tuple[str, ...]
    hex: str
    column: bool = False


class Commit(Order, frozen=True, tag="commit"):
    """The British division, or "brigades", that may cross the Meuse, WOT-8.5."""

    rule: ClassVar[str] = "WOT-8.5"
    what: str


class Attack(Order, frozen=True, tag="attack"):
    rule: ClassVar[str] = "WOT-10.1"
    units: tuple[str, ...]
    hex: str
    dry: tuple[str, ...] = ()
    draw: Draws = ()


class Support(Order, frozen=True, tag="support"):
    """Artillery for the battle."""

    rule: ClassVar[str] = "WOT-10.18"
    units: tuple[str, ...]
    draw: Draws = ()


class Fly(Order, frozen=True, tag="fly"):
    """An aircraft for the battle or none."""

    rule: ClassVar[str] = "WOT-10.14"
    yes: bool


class Lose(Order, frozen=True, tag="lose"):
    """Steps: a unit is named once for each step it loses."""

    rule: ClassVar[str] = "WOT-10.9"
    units: tuple[str, ...]


class Advance(Order, frozen=True, tag="advance"):
    """Those who advance into the empty hex; `keep`: who keeps the KG marker where its units part."""

    rule: ClassVar[str] = "WOT-10.26"
    units: tuple[str, ...]
    keep: tuple[str, ...] = ()


class Demolish(Order, frozen=True, tag="demolish"):
    """Roll for a bridge that the enemy has come to, or not; engineers without a line may need
    aerial supply to help."""

    rule: ClassVar[str] = "WOT-9.14"
    log_line: ClassVar[str] = "The {side} side does not try to blow the bridge."
    yes: bool
    dry: tuple[str, ...] = ()
    draw: Draws = ()


class Reform(Order, frozen=True, tag="reform"):
    """Three troops of the 14th Cavalry become the 4-9."""

    rule: ClassVar[str] = "WOT-8.7"
    yes: bool


class TakePoints(Order, frozen=True, tag="take_points"):
    """At the end: the points, or the victory of WOT-4.5."""

    rule: ClassVar[str] = "WOT-4.5"
    yes: bool


END = End()
AnyOrder = (
    End | Concede | AutoSetup | Place | PlacePol | FormKampfgruppe | ArrangeStack | ShowTop | Interdict
    | DropSupplies | ChooseOrder | Repair | Move | Enter | LeaveKampfgruppe | Commit | Attack | Support | Fly
    | Lose | Advance | Demolish | Reform | TakePoints
)  # fmt: skip
