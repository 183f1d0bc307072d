"""Reinforcements, the British, the 5th Armored, the 14th Cavalry (WOT-8, WOT-4.10, WOT-4.11, WOT-4.12)."""

from __future__ import annotations

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games import kit_of
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.events import Entered
from ardennes.games.wave_of_terror.rules.model.orders import Commit, End, Enter, Move, Reform
from ardennes.games.wave_of_terror.rules.model.position import lift, place
from ardennes.games.wave_of_terror.rules.model.state import ASIDE, DEAD, FIRST, Reforming
from ardennes.games.wave_of_terror.rules.model.state import Moving as MovingFrame
from ardennes.games.wave_of_terror.rules.movement import moves, reinforcements
from ardennes.games.wave_of_terror.rules.sequence.setup import set_up_all
from ardennes.games.wave_of_terror.rules.special import british
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.games.wave_of_terror.table.table import WaveOfTerrorTable
from ardennes.kernel.match import settle_options
from ardennes.players.api import make_player
from tests.rules.wave_of_terror.battlefield import Battlefield
from tests.rules.wave_of_terror.field import Field

NORTH_ROAD = [f"E18{r:02}/E18{r + 1:02}" for r in range(8)]


def thirtieth(*numbers: int) -> tuple[str, ...]:
    return tuple(f"A-30-{n}" for n in numbers)


def next_phase(field: Field) -> None:
    moves.end_phase(field.w, field.s, field.side)
    moves.begin_phase(field.w, field.s, field.side)


def test_a_file_of_stacks() -> None:
    """WV-79: the third stack pays 2 + 1."""
    field = Field(ALLIED, roads=NORTH_ROAD)
    spent = []
    stacks = (thirtieth(1, 2, 3, 4), thirtieth(5, 6, 7, 8), thirtieth(9))
    for stack, way in zip(stacks, ("E1801 E1802 E1803", "E1801 E1802", "E1801"), strict=True):
        [event] = field.do(Enter(stack, "E1800"))
        assert isinstance(event, Entered)
        spent.append(event.spent)
        field.do(Move(stack, tuple(way.split())))
    assert spent == [1, 2, 3]
    assert field.why_not(Move(thirtieth(9), ("E1901",))) == "WOT-9.2"  # one point left
    assert field.why_not(Move(thirtieth(1), ("E1804",))) == "WOT-7.10"  # finished by those behind


def test_one_hex_for_a_parent() -> None:
    """WV-80, WV-98, WOT-8.3."""
    field = Field(ALLIED)
    field.do(Enter(thirtieth(1), "E1800"))
    assert field.why_not(Enter(thirtieth(2), "E1600")) == "WOT-8.3"
    next_phase(field)
    field.s.couplet = 2
    assert field.why_not(Enter(thirtieth(2), "E1600")) == "WOT-8.3"
    assert field.why_not(Enter(thirtieth(2), "E1800")) == ""
    place(field.w, field.s, field.unit("A-30-1"), field.cell("E1803"))
    field.put("E1800", "G-26-1")
    assert field.why_not(Enter(thirtieth(2), "E1800")) == "WOT-8.2"
    assert field.why_not(Enter(thirtieth(2), "E1600")) == ""
    field.do(Enter(thirtieth(2), "E1600"))
    lift(field.w, field.s, field.unit("G-26-1"))
    assert field.why_not(Enter(thirtieth(3), "E1800")) == "WOT-8.3"


def test_area_turn_and_who() -> None:
    """WOT-8.1, WOT-8.2, WV-82."""
    field = Field(ALLIED, turn=1)
    assert field.why_not(Enter(("A-5A-1",), "E1800")) == "WOT-5.8"
    field.s.couplet = 2
    assert field.why_not(Enter(("A-5A-1",), "E1800")) == ""
    assert field.why_not(Enter(thirtieth(1), "E1800")) == "WOT-8.1"
    assert field.why_not(Enter(("A-5A-1",), "E1014")) == "WOT-8.2"
    assert field.why_not(Enter(("A-1-1",), "E1800")) == "WOT-8.1"  # starts on the map
    assert field.why_not(Enter(("G-FGB-1",), "E1800")) == "WOT-8.1"
    german = Field(turn=7)
    assert german.why_not(Enter(("G-FGB-1",), "E2405")) == ""
    assert german.why_not(Enter(("G-FGB-1",), "E2305")) == "WOT-8.2"


@pytest.mark.parametrize(
    ("kind", "road", "spent"), [("clear", False, 2), ("ridge", False, 3), ("ridge", True, 1)]
)
def test_what_the_entry_hex_costs(kind: str, road: bool, spent: int) -> None:
    """WOT-8.3, WOT-9.18."""
    field = Field(ALLIED, terrain={"E1800": kind}, roads=NORTH_ROAD if road else ())
    field.s.interdicted = 0
    [event] = field.do(Enter(thirtieth(1), "E1800"))
    assert isinstance(event, Entered)
    assert event.spent == spent
    interdicted = Field(ALLIED, terrain={"E1800": kind}, roads=NORTH_ROAD)
    interdicted.s.interdicted = 1 << interdicted.cell("E1800")
    [event] = interdicted.do(Enter(thirtieth(1), "E1800"))
    assert isinstance(event, Entered)
    assert event.spent == (3 if kind == "ridge" else 2)


def test_marsh_without_a_road_is_closed_to_fast_arrivals() -> None:
    field = Field(ALLIED, terrain={"E1800": "marsh"})
    assert field.why_not(Enter(thirtieth(1), "E1800")) == "WOT-9.7"


def test_arrivals_in_column() -> None:
    """WOT-8.3, WOT-9.17."""
    field = Field(ALLIED, roads=NORTH_ROAD)
    assert field.why_not(Enter(thirtieth(1), "E1600", column=True)) == "WOT-9.17"
    field.do(Enter(thirtieth(1), "E1800", column=True))
    path = tuple(f"E18{r:02}" for r in range(1, 9))
    assert field.why_not(Move(thirtieth(1), path)) == "WOT-9.17"
    assert field.why_not(Move(thirtieth(1), path, column=True)) == ""


def test_a_stack_that_cannot_reach_the_map_waits() -> None:
    """WOT-8.3: the minimum move helps only the first stack."""
    field = Field(ALLIED, roads=NORTH_ROAD)
    field.s.files = [(field.cell("E1800"), 5)]
    assert field.why_not(Enter(thirtieth(1), "E1800")) == "WOT-8.3"
    field.s.files = [(field.cell("E1800"), 4)]
    assert field.why_not(Enter(thirtieth(1), "E1800")) == ""


def test_stacking_of_arrivals() -> None:
    """WOT-7.1, WOT-7.4."""
    field = Field(ALLIED)
    assert field.why_not(Enter(thirtieth(1, 2, 3, 4, 5), "E1800")) == "WOT-7.1"
    field.put("E1800", "A-1-1")
    assert field.why_not(Enter(thirtieth(1, 2, 3, 4), "E1800")) == "WOT-7.1"
    field.put("E1600", "A-ART-1")
    assert field.why_not(Enter(thirtieth(1), "E1600")) == "WOT-7.4"


def test_the_price_of_10ss_and_11() -> None:
    """WV-83, WV-84, WOT-8.4, WOT-4.11."""
    for free, points in ((False, 15), (True, 0)):
        field = Field(turn=5)
        field.s.free_entry = free
        field.do(Enter(("G-10SS-1",), "E2405"))
        field.do(Enter(("G-11-1",), "E2407"))
        field.do(Enter(("G-10SS-2",), "E2405"))
        assert field.s.points == [0, points]


@pytest.mark.parametrize(
    ("turn", "count", "free"), [(4, 5, False), (5, 4, False), (5, 5, True), (6, 5, True)]
)
def test_five_supplied_units_west_of_the_meuse(turn: int, count: int, free: bool) -> None:
    """WOT-8.4."""
    field = Field(turn=turn, meuse=14, roads=[f"E{c}06/E{c + 1}06" for c in range(13, 24)])
    for n in range(1, count + 1):
        field.put("E1306" if n < 5 else "E1406", f"G-26-{n}")
    field.put("E1412", "G-12SS-1")  # out of supply
    reinforcements.test_free_entry(field.w, field.s)
    assert field.s.free_entry == free


def test_the_fifth_armored() -> None:
    """WV-90, WOT-4.12, WOT-8.6."""
    field = Field(ALLIED, turn=8)
    field.do(Enter(("A-5A-3",), "E1800"))
    field.do(Enter(("A-5A-4",), "E1800"))
    assert field.s.points == [8, 0]
    assert field.why_not(Enter(("A-5A-1",), "E1600")) == "WOT-8.3"  # one hex for a parent in a phase
    next_phase(field)
    field.put("E1603", "G-26-1")
    field.do(Enter(("A-5A-1",), "E1600"))
    assert field.s.points == [8, 0]
    field.do(Move(("A-5A-1",), ("E1601", "E1602")))
    assert field.s.points == [12, 0]
    field = Field(turn=3)
    field.put("E1906", "A-5A-2")
    field.put("E2104", "G-12SS-1", "G-12SS-2")
    field.do(Move(("G-12SS-1",), ("E2005",)))
    assert field.s.points == [0, 0]
    field.do(Move(("G-12SS-2",), ("E2005", "E2006", "E2106")))  # next to it in passing
    assert field.s.points == [4, 0]
    field.do(Move(("G-12SS-1",), ("E2006",)))
    assert field.s.points == [4, 0]


def test_the_british_and_the_meuse() -> None:
    """WV-85, WOT-8.5, WOT-4.10: columns up to 14 are west of the river."""
    field = Field(ALLIED, turn=9, meuse=14, dice=[3, 5])
    field.put("E1406", "A-43-1", "A-43-2", "A-51-1", "A-1-1")
    field.put("E1404", "A-BART-1")
    assert field.why_not(Move(("A-43-1",), ("E1506",))) == "WOT-8.5"
    assert field.why_not(Move(("A-1-1",), ("E1506",))) == ""
    assert field.why_not(Commit("43")) == "WOT-8.5"
    field.s.turn = 10
    assert field.why_not(Commit("1")) == "WOT-8.5"
    field.do(Commit("43"))
    assert field.why_not(Commit("51")) == "WOT-8.5"
    assert field.s.points == [0, 0]
    field.do(Move(("A-43-1",), ("E1506",)))
    assert field.s.points == [8, 0]
    field.do(Move(("A-43-2",), ("E1506",)))
    assert field.s.points == [8, 0]
    assert field.why_not(Move(("A-51-1",), ("E1506",))) == "WOT-8.5"
    assert field.why_not(Move(("A-BART-1",), ("E1504",))) == "WOT-8.5"


def test_the_three_brigades_are_committed_together() -> None:
    """WOT-8.5."""
    field = Field(ALLIED, turn=10, meuse=14)
    assert british.choices(field.w) == ["43", "51", "brigades"]
    field.do(Commit("brigades"))
    assert british.may_cross_meuse(field.w, field.s, field.unit("A-29B-1"))
    assert not british.may_cross_meuse(field.w, field.s, field.unit("A-43-1"))


def test_the_14th_cavalry() -> None:
    """WV-86, WOT-8.7."""
    field = Field(ALLIED)
    assert field.s.where[field.unit("A-14R-4")] == ASIDE
    field.put("E1606", "A-14R-1", "A-14R-2")
    field.put("E1607", "A-14R-3")
    assert not reinforcements.may_reform(field.w, field.s)
    field.do(Move(("A-14R-3",), ("E1606",)))
    assert reinforcements.may_reform(field.w, field.s)
    field.s.stack.append(Reforming(ALLIED))
    field.answer(Reform(True))
    assert field.at("A-14R-4") == "E1606"
    assert field.at("A-14R-1") == ""
    assert field.s.points == [0, 0]
    assert not reinforcements.may_reform(field.w, field.s)
    lost = Field(ALLIED)
    lost.put("E1606", "A-14R-1", "A-14R-2", "A-14R-3")
    lift(lost.w, lost.s, lost.unit("A-14R-2"), DEAD)
    assert not reinforcements.may_reform(lost.w, lost.s)


def test_nobody_waits_whom_the_game_leaves_out() -> None:
    field = Field(ALLIED, turn=17)
    names = {field.w.units[unit].id for unit in reinforcements.waiting(field.w, field.s, ALLIED)}
    assert {"A-30-1", "A-5A-3"} <= names
    assert not names & {"A-14R-4", "A-1-1"}
    assert reinforcements.waiting(field.w, field.s, GERMAN)


TROOPS = ("A-14R-1", "A-14R-2", "A-14R-3")
TOGETHER, APART, LOST, RE_FORMED = "together", "apart", "lost", "re-formed"


def with_troops(side: int, troops: str) -> Battlefield:
    """A movement phase of the side with the three troops as told."""
    field = Battlefield(side)
    field.s.stack = [MovingFrame(side)]
    field.put("E1606", *TROOPS)
    if troops == APART:
        field.put("E1607", TROOPS[2])
    elif troops == LOST:
        lift(field.w, field.s, field.unit(TROOPS[1]), DEAD)
    elif troops == RE_FORMED:
        for troop in TROOPS:
            lift(field.w, field.s, field.unit(troop), ASIDE)
        field.put("E1606", "A-14R-4")
    return field


@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("troops", [TOGETHER, APART, LOST, RE_FORMED])
def test_the_squadron_is_asked_for_after_any_movement_that_leaves_the_troops_together(
    side: int, troops: str
) -> None:
    """WOT-8.7: after the movement phase of either side, and only when the three can merge."""
    field = with_troops(side, troops)
    field.order(End())
    frame = field.s.stack[-1]
    assert isinstance(frame, Reforming) == (troops == TOGETHER)
    if troops == TOGETHER:
        assert frame.side == ALLIED
        assert field.offered()[:2] == [Reform(True), Reform(False)]


def test_an_answer_for_the_whole_match_spares_the_question() -> None:
    """WOT-8.7 comes again after every movement phase, so it has answers that stand."""
    game = WaveOfTerror()
    state = game.start("campaign", settle_options(game, {}), SealedDice(seed_from_number(1)))
    for side in (ALLIED, GERMAN):
        set_up_all(game.world, state, side, [])
    state.turn, state.couplet = 2, 1
    troops = [game.world.by_id[f"A-14R-0{number}"] for number in (1, 2, 3)]
    for troop in troops[1:]:
        place(game.world, state, troop, state.where[troops[0]])
    state.step, state.acting, state.stack = FIRST, GERMAN, [MovingFrame(GERMAN), Reforming(ALLIED)]
    table = WaveOfTerrorTable(game)
    standing = table.choices(game.view(state, ALLIED), ALLIED).standing
    assert standing is not None
    assert [(answer.id, answer.order) for answer in standing.answers] == [
        ("yes", {"do": "reform", "yes": True}),
        ("no", {"do": "reform", "yes": False}),
    ]
    assert standing.unasked == ""
    for player in kit_of(game.id).players:
        order, _ = make_player(player, game, ALLIED, 1).act(game.view(state, ALLIED), ALLIED)
        assert isinstance(order, Reform)
        if player != "random":
            assert order.yes, player
