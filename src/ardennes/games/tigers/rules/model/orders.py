"""The orders of Tigers in the Ardennes. Units and hexes go by their printed names.

A step of a path is a hex, with an r behind it when it is entered at road rate: "1307", "1107r";
"exit" or "exitr" as the last step of a German move leaves the map.
"""

from __future__ import annotations

from typing import ClassVar

from ardennes.kernel import contract
from ardennes.kernel.contract import Order


class End(contract.End, frozen=True, tag="end"):
    """End the moves, the declarations, the flights, the advances ..."""


class HideDump(Order, frozen=True, tag="hide_dump"):
    hex: str


class ChooseSetup(Order, frozen=True, tag="choose_setup"):
    kind: str  # historical, free


class SetUp(Order, frozen=True, tag="set_up"):
    """Place a unit in a free set-up, or a Tiger battalion or Skorzeny with its host."""

    unit: str
    hex: str


class Relocate(Order, frozen=True, tag="relocate"):
    hex: str


class Drop(Order, frozen=True, tag="drop"):
    hex: str


class Pray(Order, frozen=True, tag="pray"):
    yes: bool


class Ruthless(Order, frozen=True, tag="ruthless"):
    log_line: ClassVar[str] = "The {side} side does not invoke Ruthlessness."
    yes: bool


class Enter(Order, frozen=True, tag="enter"):
    unit: str
    hex: str  # with an r behind it for a foot division that pays road rate, TIA-ROAD-4


class OtherEdge(Order, frozen=True, tag="other_edge"):
    unit: str


class BreakDown(Order, frozen=True, tag="break_down"):
    unit: str


class Combine(Order, frozen=True, tag="combine"):
    commands: tuple[str, ...]
    into: str


class Move(Order, frozen=True, tag="move"):
    unit: str
    path: tuple[str, ...]
    omb: bool = False  # a Tiger's choice, TIA-TIGER-5
    attach: tuple[str, ...] = ()  # units attached to Peiper, TIA-KGP-8


class Remove(Order, frozen=True, tag="remove"):
    """Eliminate the excess units of a stack, TIA-STACK-8."""

    units: tuple[str, ...]


class Attack(Order, frozen=True, tag="attack"):
    targets: tuple[str, ...]
    attackers: tuple[str, ...]
    attach: tuple[str, ...] = ()


class Bomb(Order, frozen=True, tag="bomb"):
    """Target: a hex ("1206"), a bridge ("308/309") or "dump"."""

    air: str
    target: str


class Intercept(Order, frozen=True, tag="intercept"):
    air: str
    enemy: str


class OrderStack(Order, frozen=True, tag="order_stack"):
    units: tuple[str, ...]


class Resupply(Order, frozen=True, tag="resupply"):
    air: str
    hex: str


class Fight(Order, frozen=True, tag="fight"):
    attack: int  # number of the declared attack, from 0


class Cancel(Order, frozen=True, tag="cancel"):
    attack: int


class StandFast(Order, frozen=True, tag="stand_fast"):
    """Answer to the No Retreat! question."""

    yes: bool


class ChooseEffect(Order, frozen=True, tag="choose_effect"):
    effect: str  # D, AE


class Lose(Order, frozen=True, tag="lose"):
    units: tuple[str, ...]


class BlowUp(Order, frozen=True, tag="blow_up"):
    bridge: str


class NameDistance(Order, frozen=True, tag="name_distance"):
    hexes: int


class Retreat(Order, frozen=True, tag="retreat"):
    log_line: ClassVar[str] = "A beaten {side} unit stays where it is."
    unit: str
    path: tuple[str, ...] = ()


class Advance(Order, frozen=True, tag="advance"):
    unit: str
    path: tuple[str, ...]


class BridgeWork(Order, frozen=True, tag="bridge"):
    work: str  # build, dismantle, blow
    bridge: str


class Entrench(Order, frozen=True, tag="entrench"):
    unit: str


class EntrenchAll(Order, frozen=True, tag="entrench_all"):
    """Entrench every division that may; the default."""


AnyOrder = (
    End | HideDump | ChooseSetup | SetUp | Relocate | Drop | Pray | Ruthless | Enter | OtherEdge
    | BreakDown | Combine | Move | Remove | Attack | Bomb | Intercept | OrderStack | Resupply | Fight
    | Cancel | StandFast | ChooseEffect | Lose | BlowUp | NameDistance | Retreat | Advance | BridgeWork
    | Entrench | EntrenchAll
)  # fmt: skip
END = End()
