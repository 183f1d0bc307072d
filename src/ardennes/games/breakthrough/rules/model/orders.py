"""The orders of Breakthrough in the Ardennes.

Units and hexes have their printed names: hexes like "7,13", bridges like "9,22/9,23".
"""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes.kernel import contract
from ardennes.kernel.contract import Order, Refusal


class Private(Order, frozen=True):
    """An order that only its side knows of until combat shows it, BTA-8.0b."""

    quiet: ClassVar[bool] = True


class Guarded(Private, frozen=True):
    """A private order, unless strengths and fortifications are open to both sides."""

    def quiet_in(self, state: Any) -> bool:
        return not state.variant.show_strengths


class End(contract.End, frozen=True, tag="end"):
    """End the phase; the plotted combats are fought at the end of an operation phase."""


class Interdict(Order, frozen=True, tag="interdict"):
    """Spend one air point on the enemy's movement, BTA-3.3."""


class GroundAttack(Order, frozen=True, tag="ground_attack"):
    """Spend one air point on the enemy units in a hex, BTA-3.4."""

    hex: str


class AirDrop(Order, frozen=True, tag="air_drop"):
    """Spend one air point on supplies for the friendly units in a hex, BTA-3.5."""

    hex: str


class Artillery(Private, frozen=True, tag="artillery"):
    """Move points from the corps pool to the unit; below 0: back to the pool, BTA-6.4a."""

    unit: str
    points: int


class Replace(Guarded, frozen=True, tag="replace"):
    """Give a unit replacement points, BTA-6.5. The kind may be left out: a unit takes only one."""

    log_line: ClassVar[str] = "One {side} unit takes replacements."

    unit: str
    points: int
    kind: str = ""  # infantry, armored


class BuildUp(Order, frozen=True, tag="build_up"):
    """Build up a divisional unit; the partners in the hex join the unit that commands, BTA-6.6a."""

    unit: str
    partners: tuple[str, ...]


class BreakDown(Order, frozen=True, tag="break_down"):
    """Break a divisional unit down into its regiments."""

    unit: str


class Blow(Order, frozen=True, tag="blow"):
    """Try to blow a bridge."""

    unit: str
    bridge: str


class Build(Order, frozen=True, tag="build"):
    """Build a bridge."""

    unit: str
    bridge: str


class Move(Order, frozen=True, tag="move"):
    """Move hex by hex; the path leaves out the hex where the unit is."""

    unit: str
    path: tuple[str, ...]


class ChangeMode(Order, frozen=True, tag="mode"):
    """Change to travel mode, or to normal mode."""

    unit: str
    travel: bool


class Fortify(Guarded, frozen=True, tag="fortify"):
    """Dig in by one level, BTA-7.8a."""

    log_line: ClassVar[str] = "One {side} unit digs in."

    unit: str


class Plot(Private, frozen=True, tag="plot"):
    """Attack a neighbouring hex in the combat phase that follows, BTA-7.9a."""

    irrevocable: ClassVar[Refusal | None] = Refusal("BTA-7.9b", "A plotted attack cannot be taken back.")
    unit: str
    hex: str


class AdvanceFlag(Private, frozen=True, tag="advance"):
    """Set or clear the advance flag."""

    unit: str
    on: bool


class Place(Order, frozen=True, tag="place"):
    """Place the unit in this hex in a free set-up, BTA-2.2."""

    unit: str
    hex: str


class Exit(Order, frozen=True, tag="exit"):
    """Leave the map for good, BTA-7.10a."""

    unit: str


END = End()
AnyOrder = (
    End | Interdict | GroundAttack | AirDrop | Artillery | Replace | BuildUp | BreakDown | Blow | Build
    | Move | ChangeMode | Fortify | Plot | AdvanceFlag | Exit | Place
)  # fmt: skip
