"""Findings of the second reading of the rules: each test failed before its fault was mended."""

from __future__ import annotations

from typing import Any

from ardennes.cases.fields import Fields
from ardennes.games.tigers import orders as o
from ardennes.games.tigers.casebook_given import lay_out
from ardennes.games.tigers.shorthand import parse
from ardennes.games.tigers.state import Frame
from ardennes.kernel.contract import Event, Order, Refusal
from ardennes.kernel.offers import orders as all_orders


class Play:
    """A situation on the table, with the words of the case files."""

    def __init__(self, **given: Any) -> None:
        given.setdefault("terrain", "clear")
        table = lay_out(Fields("review", "situation", "given", given))
        self.game, self.state, self.dice = table.game, table.state, table.dice
        self.world = self.game.world

    def _order(self, order: str | Order) -> Order:
        return parse(self.world, order, self.state) if isinstance(order, str) else order

    @property
    def side(self) -> int:
        side: int = self.game.to_move(self.state)[0]
        return side

    def refusal(self, order: str | Order) -> Refusal | None:
        found: Refusal | None = self.game.check(
            self.game.view(self.state, self.side), self.side, self._order(order)
        )
        return found

    def rule(self, order: str | Order) -> str:
        """The rule a refusal names; empty when the order may be given."""
        refusal = self.refusal(order)
        return refusal.rule if refusal else ""

    def do(self, *orders: str | Order) -> list[Event]:
        """Give orders that must be legal; what happened."""
        events: list[Event] = []
        for order in orders:
            assert self.refusal(order) is None, f"{order}: {self.refusal(order)}"
            events += self.game.apply(self.state, self.side, self._order(order), self.dice)
        return events

    def hex(self, unit: str) -> str:
        cell = self.state.where[self.world.by_id[unit]]
        return self.world.grid.label(cell) if cell >= 0 else ""

    def has(self, unit: str, flag: int) -> bool:
        return bool(self.state.status[self.world.by_id[unit]] & flag)

    @property
    def asked(self) -> type[Frame] | None:
        return type(self.state.stack[-1]) if self.state.stack else None

    def offers(self) -> list[Order]:
        return list(all_orders(self.game.offers(self.game.view(self.state, self.side), self.side)))


def kinds(events: list[Event]) -> list[str]:
    return [str(event.__struct_config__.tag) for event in events]


# KampfGruppe Peiper and the Tigers


def test_attached_tigers_move_into_contact_with_peiper() -> None:
    """TIA-KGP-8, TIA-ZOC-12: those attached owe nothing of their own, they attack with him."""
    play = Play(
        phase="german movement",
        units=["G-KGP at 1007", "G-501 at 1007", "D: us infantry 3 at 806"],
        dice=[6],
    )
    play.do(o.Move("G-KGP", ("907",), attach=("G-501",)))
    assert play.hex("G-501") == "907"
    assert play.rule("end") == "TIA-ZOC-12"
    assert play.rule(o.Attack(("806",), ("G-KGP",))) == "TIA-KGP-8"
    assert play.rule(o.Attack(("806",), ("G-KGP", "G-501"))) == ""


# Obligations


LAPSED = ["A: german infantry 1 at 907 moved_now", "D: us infantry 9 at 806"]


def test_a_lapsed_obligation_does_not_freeze_the_others() -> None:
    """TIA-ZOC-15: an attack that cannot be made any more lapses; other units still move."""
    play = Play(phase="german movement", units=[*LAPSED, "B: german infantry 3 at 1404"])
    assert play.rule("move B 1304") == ""


def test_a_lapsed_obligation_leaves_the_others_binding() -> None:
    """TIA-ZOC-12, -15: only what is impossible lapses."""
    units = [*LAPSED, "B: german infantry 3 at 1404 moved_now", "E: us infantry 3 at 1304"]
    play = Play(phase="german declaration", units=units)
    assert play.rule("end") == "TIA-ZOC-12"
    play.do("attack 1304 with B")
    assert play.state.attacks[0].owed


def test_too_weak_a_unit_may_come_close_but_binds_nobody() -> None:
    """Option weak_contact_lapses: TIA-CRT-17 still binds those that attack."""
    units = [
        "A: german infantry 4 at 907",
        "D: us infantry 3 at 806",
        "E: us infantry 9 at 908 entrenched",
        "F: us infantry 9 at 908 entrenched",
        "H: us infantry 5 at 908",
    ]
    play = Play(phase="german declaration", units=units, options={"weak_contact_lapses": True})
    assert play.rule("attack 806 with A") == "TIA-CRT-17"
