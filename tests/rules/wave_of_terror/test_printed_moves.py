"""Moves, entries and supply on the printed map, where a test vector names its hexes."""

from __future__ import annotations

import pytest

from ardennes.games.wave_of_terror.rules.model.orders import Enter, Move
from ardennes.games.wave_of_terror.rules.movement import bridges, reinforcements, supply
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.schema.world import printed_world
from tests.rules.wave_of_terror.field import Field


def printed(side: int = GERMAN, **facts: int) -> Field:
    """Nobody on the printed map."""
    return Field(side, world=printed_world(), **facts)  # type: ignore[arg-type]


def test_supply_over_the_our() -> None:
    """WV-50: the bridge is down; E3435 traces over the river, E3335 behind it cannot."""
    field = printed()
    w, s = field.w, field.s
    for label in ("E3335", "E3435"):
        s.german |= 1 << field.cell(label)
    for n, label in enumerate(("E3334", "E3336", "E3235", "E3236", "E3434", "E3436"), 1):
        field.put(label, f"A-1-{n:02}")  # no other way
    assert s.blown >> w.bridge_by_name["E3435/E3534"] & 1
    assert supply.hex_in_supply(w, s, GERMAN, field.cell("E3435"))
    assert not supply.hex_in_supply(w, s, GERMAN, field.cell("E3335"))


def test_whom_the_corner_serves() -> None:
    """WV-101: E4244 both sides, E4241 the German alone; an enemy unit in it shuts it."""
    field = printed()
    w, s = field.w, field.s
    german, allied = w.board.sources
    corner, above = (1 << field.cell(label) for label in ("E4244", "E4241"))
    assert german & corner
    assert allied & corner
    assert german & above
    assert not allied & above
    field.put("E4244", "A-1-01")
    assert supply.passable(w, s, ALLIED) & corner
    assert not supply.passable(w, s, GERMAN) & corner


def test_crossing_the_our_on_turn_1() -> None:
    """WV-97: infantry wades to E3333, a heavy panzer does not, the bridge is not repaired yet."""
    field = printed(turn=1)
    infantry = next(u for u in field.w.units if u.id.startswith("G-5FJ"))
    heavy = next(u for u in field.w.units if u.heavy)
    field.put("E3433", infantry.id, heavy.id)
    assert field.why_not(Move((infantry.id,), ("E3333",))) == ""
    assert field.why_not(Move((heavy.id,), ("E3333",))) == "WOT-9.10"
    refusal = bridges.check_repair(field.w, field.s, GERMAN, field.w.bridge_by_name["E3333/E3433"])
    assert refusal is not None
    assert refusal.rule == "WOT-5.8"


@pytest.mark.parametrize(
    ("label", "rule"), [("E2000", ""), ("E2100", "WOT-8.2"), ("W1810", ""), ("W1811", "WOT-8.2")]
)
def test_where_the_british_enter(label: str, rule: str) -> None:
    """WV-81."""
    field = printed(ALLIED, turn=6)
    unit = next(u.id for u in field.w.units if u.id.startswith("A-43-"))
    assert field.why_not(Enter((unit,), label)) == rule


def test_the_thirtieth_enters_by_one_hex() -> None:
    """WV-98: in couplet 2 the other five come by the same hex."""
    field = printed(ALLIED, turn=2)
    units = tuple(u.id for u in field.w.units if u.id.startswith("A-30-"))
    assert len(units) == 9
    field.do(Enter(units[:4], "E2600"))
    path = next(w for w in field.w.ground.ways[field.cell("E2600")]).to
    field.do(Move(units[:4], (field.w.grid.label(path),)))
    field.s.couplet = 2
    field.s.entered_now, field.s.files = [], []
    assert field.why_not(Enter(units[4:8], "E2800")) == "WOT-8.3"
    assert field.why_not(Enter(units[4:8], "E2600")) == ""
    field.put("E2600", "G-26-01")
    assert field.why_not(Enter(units[4:8], "E2800")) == ""


def test_everybody_who_is_due_can_come_in() -> None:
    """WOT-8.1, WOT-8.2: each reinforcement has a hex of its area that lets it in on its turn."""
    for side in (GERMAN, ALLIED):
        field = printed(side, turn=17)
        waiting = reinforcements.waiting(field.w, field.s, side)
        assert len(waiting) == sum(u.side == side and u.turn > 0 for u in field.w.units)
        for unit in waiting:
            info = field.w.units[unit]
            area = field.w.board.entries[info.entry]
            assert any(
                area >> cell & 1 and not field.why_not(Enter((info.id,), field.w.grid.label(cell)))
                for cell in field.w.grid.cells
            ), info.id
