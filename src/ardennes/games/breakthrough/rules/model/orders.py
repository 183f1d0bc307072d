"""The orders of Breakthrough in the Ardennes. Units and hexes go by their printed names, hexes as "7,13",
bridges as "9,22/9,23"."""

from __future__ import annotations

from typing import Any, ClassVar

from ardennes.kernel import contract
from ardennes.kernel.contract import Order, Refusal


class Private(Order, frozen=True):
    """What only its side knows of until combat shows it, BTA-8.0b."""

    quiet: ClassVar[bool] = True


class Guarded(Private, frozen=True):
    """The same, unless strengths and fortifications lie open to both."""

    def quiet_in(self, state: Any) -> bool:
        return not state.variant.show_strengths


class End(contract.End, frozen=True, tag="end"):
    """No more in this phase; at the end of an operation phase the plotted combats are fought."""


class Interdict(Order, frozen=True, tag="interdict"):
    """One air point against the enemy's movement, BTA-3.3."""


class GroundAttack(Order, frozen=True, tag="ground_attack"):
    """One air point against the enemy units in a hex, BTA-3.4."""

    hex: str


class AirDrop(Order, frozen=True, tag="air_drop"):
    """One air point for the friendly units in a hex, BTA-3.5."""

    hex: str


class Artillery(Private, frozen=True, tag="artillery"):
    """Points from the corps pool to the unit; below 0: back to the pool, BTA-6.4a."""

    unit: str
    points: int


class Replace(Guarded, frozen=True, tag="replace"):
    """Replacement points for a unit, BTA-6.5; the kind may be left out, for a unit takes only one."""

    log_line: ClassVar[str] = "A {side} unit gets replacements."

    unit: str
    points: int
    kind: str = ""  # infantry, armored


class BuildUp(Order, frozen=True, tag="build_up"):
    """The unit gives the command; the partners in its hex join it, BTA-6.6a."""

    unit: str
    partners: tuple[str, ...]


class BreakDown(Order, frozen=True, tag="break_down"):
    unit: str


class Blow(Order, frozen=True, tag="blow"):
    unit: str
    bridge: str


class Build(Order, frozen=True, tag="build"):
    unit: str
    bridge: str


class Move(Order, frozen=True, tag="move"):
    """Hex by hex; the path leaves out the hex the unit stands in."""

    unit: str
    path: tuple[str, ...]


class ChangeMode(Order, frozen=True, tag="mode"):
    unit: str
    travel: bool


class Fortify(Guarded, frozen=True, tag="fortify"):
    """One level, BTA-7.8a."""

    log_line: ClassVar[str] = "A {side} unit fortifies."

    unit: str


class Plot(Private, frozen=True, tag="plot"):
    """An attack on a neighbouring hex, fought in the combat phase that follows, BTA-7.9a."""

    irrevocable: ClassVar[Refusal | None] = Refusal("BTA-7.9b", "A plotted attack cannot be taken back.")
    unit: str
    hex: str


class AdvanceFlag(Private, frozen=True, tag="advance"):
    unit: str
    on: bool


class Place(Order, frozen=True, tag="place"):
    """In a free set-up: the unit stands in this hex, BTA-2.2."""

    unit: str
    hex: str


class Exit(Order, frozen=True, tag="exit"):
    """Off the map for good, BTA-7.10a."""

    unit: str


END = End()
AnyOrder = (
    End | Interdict | GroundAttack | AirDrop | Artillery | Replace | BuildUp | BreakDown | Blow | Build
    | Move | ChangeMode | Fortify | Plot | AdvanceFlag | Exit | Place
)  # fmt: skip
