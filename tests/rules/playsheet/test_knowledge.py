"""Hidden facts change nothing that a side receives (OPS-SPOT-7): views, answers, and a turn's reports."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from ardennes.games.playsheet.rules.knowledge import views
from ardennes.games.playsheet.rules.knowledge.views import (
    COVERED,
    KNOWN,
    OF_SIDE,
    OF_SQUADRONS,
    OF_UNITS,
    OWN_SIGHT,
    UMPIRES,
)
from ardennes.games.playsheet.rules.model.events import Battle
from ardennes.games.playsheet.rules.model.orders import Cover, Defend, Rest
from ardennes.games.playsheet.rules.model.state import (
    BURNED,
    HIDDEN,
    LOST,
    STANDS,
    PlaysheetState,
    Report,
    SupplyOrder,
)
from ardennes.games.playsheet.schema.terms import ALLIED, GERMAN, SIDES
from ardennes.kernel.contract import Event
from tests.rules.playsheet.random_play import game, opening, resolve, write_sheets

STRANGE: dict[str, Any] = {
    "where": 1000, "began": 1001, "status": 29, "sp": 2, "marks": 2**14 - 1, "used": 17, "prepared": 1002,
    "division": "nowhere", "joining": "elsewhere", "sheet": Rest("x"), "last_sheet": Defend("x", True),
    "flights": Cover(("x",), 7), "last_flights": Cover(("y",), 8), "squadrons": LOST,
}  # fmt: skip


KIND_OF = {name: kind for kind, names in COVERED.items() for name in names}


def later(seed: int, count: int = 3) -> PlaysheetState:
    """Return a position a few turns into a random game, with both sheets written."""
    state, rng = opening(seed), Random(seed)
    for _ in range(count):
        write_sheets(state, rng)
        resolve(state, seed)
    write_sheets(state, rng)
    return state


def told(events: list[Event], side: int) -> list[bytes]:
    """Return every byte a side receives."""
    return [msgspec.json.encode(visible) for event in events if (visible := event.seen_by(side)) is not None]


def test_no_field_of_the_state_is_forgotten() -> None:
    named = [name for names in COVERED.values() for name in names]
    assert sorted(named) == sorted(PlaysheetState.__struct_fields__)


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_whatever_is_hidden_may_be_anything(side: int) -> None:
    """Scramble everything hidden from a side, field by field: its view stays byte for byte the same."""
    state, w = later(5), game().world
    view = game().view(state, side).record()
    for name, kind in KIND_OF.items():
        twin = state.clone()
        if kind in (OF_UNITS, OF_SQUADRONS):
            mine = w.of_side if kind == OF_UNITS else w.squadrons_of
            for index in mine[1 - side]:
                getattr(twin, name)[index] = STRANGE[name]
        elif kind in (UMPIRES, OWN_SIGHT, OF_SIDE):
            scramble(twin, name, side)
        assert game().view(twin, side).record() == view, name
        changed = getattr(twin, name) != getattr(state, name)
        assert changed == (kind != KNOWN and not mine_alone(name, side)), name


def mine_alone(name: str, side: int) -> bool:
    """Return this side's item of a field with one for each side."""
    return name.startswith(SIDES[side]) or (name in ("bonus", "exited") and side == GERMAN)


def scramble(twin: PlaysheetState, name: str, side: int) -> None:
    """Change the content of a field that is not a column of units."""
    if mine_alone(name, side):
        return
    match name:
        case "reported":
            twin.reported = [7] * len(twin.reported)
        case "fought":
            twin.fought = [*twin.fought, (0, 0)]
        case "reports":
            twin.reports = [
                *(msgspec.structs.replace(r, unit=0) for r in twin.reports if r.to == side),
                Report(1 - side, 3, 1000, 2, "air"),
            ]
        case "places":
            twin.places = [1 - holder for holder in twin.places]
        case "dumps":
            twin.dumps = [BURNED if side == GERMAN else STANDS for _ in twin.dumps]
            if side == ALLIED:
                twin.dumps[0] = 1  # taken, and nobody saw it
        case "supply_order":
            twin.supply_order[1 - side] = SupplyOrder(first=(3,))
        case _:
            setattr(twin, name, getattr(twin, name) ^ 5)


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_what_is_the_sides_own_is_in_its_view(side: int) -> None:
    state, w = later(6), game().world
    view = game().view(state, side)
    for name, kind in KIND_OF.items():
        if kind == OF_UNITS:
            own, truth = getattr(view, name), getattr(state, name)
            assert [own[unit] for unit in w.of_side[side]] == [truth[unit] for unit in w.of_side[side]], name
    assert all(view.where[unit] == HIDDEN for unit in w.of_side[1 - side])
    assert [r.hex for r in view.reports] == [r.hex for r in state.reports if r.to == side]
    assert all(r.unit == -1 for r in view.reports)
    assert view.rolls == 0 < state.rolls


def test_a_bystander_sees_the_calendar() -> None:
    state = later(7)
    view = game().view(state, None)
    assert set(view.where) == {HIDDEN}
    assert (view.reports, view.flights.count(None)) == ([], len(view.flights))
    assert (view.turn, view.weather, view.sealed) == (state.turn, state.weather, state.sealed)


def test_after_the_end_everything_is_open() -> None:
    state = later(8)
    state.over = "draw"
    assert game().view(state, ALLIED).record() == state.record()
    assert game().hidden_twins(state, ALLIED) == ()


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_twins_look_the_same(side: int) -> None:
    state = later(9)
    twins = game().hidden_twins(state, side)
    assert len(twins) == len(views._CHANGES)
    for twin in twins:
        assert twin.digest() != state.digest()
        assert game().view(twin, side).digest() == game().view(state, side).digest()


def unfought(state: PlaysheetState, events: list[Event], side: int) -> list[int]:
    """Enemy units that stay where they are and fight nobody in this turn."""
    w = game().world
    fought = {
        name for event in events if isinstance(event, Battle) for name in event.attackers + event.defenders
    }
    return [
        unit
        for unit in w.of_side[1 - side]
        if state.where[unit] >= 0 and state.sheet[unit] is None and w.units[unit].id not in fought
    ]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_a_turn_tells_nothing_of_what_nobody_met(seed: int, side: int) -> None:
    """Enemy units that nobody fights are stronger, rested and prepared elsewhere; squadrons on the ground are
    lost, beliefs and reports differ, and those that the side has are of other units. The side still gets the
    same bytes for the whole turn.
    """
    state, rng = opening(seed), Random(f"{seed} {side}")
    enemies, compared = game().world.of_side[1 - side], 0
    for _ in range(5):
        write_sheets(state, rng)
        twin = state.clone()
        events = resolve(state, seed)
        for unit in unfought(twin, events, side):
            twin.status[unit] += 3
            twin.sp[unit] = 1
            twin.prepared[unit] = 77
            twin.sheet[unit] = Rest(game().world.units[unit].id)
            compared += 1
        for squadron in game().world.squadrons_of[1 - side]:
            if twin.flights[squadron] is None:
                twin.squadrons[squadron] = LOST
        whose = dict(zip(enemies, enemies[1:] + enemies[:1], strict=True))
        twin.reports = [msgspec.structs.replace(r, unit=whose[r.unit]) for r in twin.reports if r.to == side]
        scramble(twin, "allied_thinks_german" if side == GERMAN else "german_thinks_german", side)
        others = resolve(twin, seed)
        assert told(events, side) == told(others, side)
        assert game().view(state, side).record() == game().view(twin, side).record()
    assert compared > 50


def test_the_umpires_dice_reach_nobody() -> None:
    state = opening(1)
    write_sheets(state, Random(1))
    events = resolve(state, 1)
    assert any(type(event).__name__ == "Die" for event in events)
    for side in (ALLIED, GERMAN):
        visible = [type(s).__name__ for event in events if (s := event.seen_by(side)) is not None]
        assert not {"Die", "Battle"} & set(visible)
