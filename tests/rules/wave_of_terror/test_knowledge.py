"""What each side sees (WOT-7.3, WOT-3.7)."""

from __future__ import annotations

from ardennes.dice import SealedDice
from ardennes.games import find_game
from ardennes.games.wave_of_terror.game import WaveOfTerror
from ardennes.games.wave_of_terror.rules.model.events import TopChosen
from ardennes.games.wave_of_terror.rules.model.orders import END, Attack, Move, Reform, ShowTop
from ardennes.games.wave_of_terror.rules.model.state import (
    UNSEEN,
    Demolishing,
    Depot,
    Marker,
    Moving,
    Reforming,
    Supporting,
    Walking,
    WaveState,
)
from ardennes.games.wave_of_terror.rules.movement.reinforcements import due
from ardennes.games.wave_of_terror.schema.terms import ALLIED, GERMAN
from ardennes.kernel.contract import Event
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import orders
from tests.rules.wave_of_terror.battlefield import AROUND, HERE, Battlefield

A, B, FOE, FRIEND, THIRD = "G-1SS-3", "G-1SS-4", "A-1-1", "A-1-2", "A-1-3"
THIRD_GERMAN, LAST = "G-1SS-5", "G-1SS-6"


def stacked(profile: str = "full") -> Battlefield:
    field = Battlefield(factors={FRIEND: (6, 9)}, profile=profile)
    field.put(HERE, FOE, FRIEND, THIRD)
    field.put(AROUND[0], A)
    return field


def test_only_the_top_of_an_enemy_stack() -> None:
    """The count is visible, units below the top and their steps are not; a side's own units are."""
    field = stacked()
    field.s.steps[field.unit(THIRD)] = 1
    assert field.refused(ShowTop(A)) == "WOT-7.3"  # it is alone
    view = field.game.view(field.s, GERMAN)
    top = field.top(HERE)
    hidden = [name for name in (FOE, FRIEND, THIRD) if name not in top]
    assert len(hidden) == 2
    assert all(view.where[field.unit(name)] == UNSEEN for name in hidden)
    assert view.steps[field.unit(THIRD)] == 2
    assert (field.cell(HERE), 2) in view.unseen
    own = field.game.view(field.s, ALLIED)
    assert [own.where[field.unit(name)] for name in (FOE, FRIEND, THIRD)] == [field.cell(HERE)] * 3
    bystander = field.game.view(field.s, None)
    assert bystander.where[field.unit(hidden[0])] == UNSEEN


def test_open_stacks_in_the_basic_game() -> None:
    field = stacked("basic")
    view = field.game.view(field.s, GERMAN)
    assert view.where == field.s.where
    assert field.game.hidden_twins(field.s, GERMAN) == []


def test_a_view_forgets_who_is_due() -> None:
    """A unit low in an enemy stack may be off the map as far as a side can see, even if the true list of due
    units was made before.
    """
    field = stacked()
    due(field.w, field.s, ALLIED)
    view = field.game.view(field.s, GERMAN)
    afresh = WaveState.from_record(view.record())
    assert due(field.w, view, ALLIED) == due(field.w, afresh, ALLIED)
    assert due(field.w, view, ALLIED) != due(field.w, field.s, ALLIED)


def test_a_battle_opens_the_stack() -> None:
    """From its declaration until it is over."""
    field = stacked()
    field.put("E2004", "G-ART-1")
    field.order(Attack((A,), HERE))
    assert field.s.battle is not None
    view = field.game.view(field.s, GERMAN)
    assert view.where[field.unit(FOE)] == view.where[field.unit(THIRD)] == field.cell(HERE)


def test_who_comes_to_light_is_reported() -> None:
    """A unit that was below and is visible now is a revelation: undo stops there."""
    field = Battlefield(factors={A: (6, 9)})
    field.put("E2204", A, B)
    field.s.stack = [Moving(GERMAN)]
    assert field.top("E2204") == [A]
    events = field.order(Move((A,), ("E2304",)))
    assert TopChosen(B, "E2204") in events
    again = Battlefield(factors={A: (6, 9)})
    again.put("E2204", A, B)
    again.s.stack = [Moving(GERMAN)]
    assert not [e for e in again.order(Move((A, B), ("E2304",))) if isinstance(e, TopChosen)]
    assert again.top("E2304") == [A]


def test_paper() -> None:
    """The Germans see where POL markers are, not their faces, nor the markers drawn from the air."""
    field = stacked()
    field.s.depots = [Depot(field.cell("E1404"), 1), Depot(field.cell("E1405"), 0)]
    field.s.markers = [Marker(field.cell("E1204"), 12)]
    field.s.drawn = [(field.unit(FOE), field.cell("E1204"))]
    view = field.game.view(field.s, GERMAN)
    assert [depot.real for depot in view.depots] == [-1, -1]
    assert view.drawn == []
    assert view.markers[0].left == 30
    assert field.game.view(field.s, ALLIED).depots == field.s.depots
    twins = field.game.hidden_twins(field.s, GERMAN)
    assert len(twins) >= 2
    for twin in twins:
        assert field.game.view(twin, GERMAN).digest() == view.digest()
        assert twin.digest() != field.s.digest()


def test_the_kampfgruppe_marker_lies_open_its_units_do_not() -> None:
    field = Battlefield()
    group = ("G-1SS-3", "G-1SS-4", "G-1SS-5", "G-1SS-6")
    field.put("E2204", *group)
    field.s.kg = tuple(field.unit(name) for name in group)
    view = field.game.view(field.s, ALLIED)
    assert view.kg_cell == field.cell("E2204")
    assert len(view.kg) == 1
    assert field.game.view(view, ALLIED).digest() == view.digest()
    assert field.game.view(field.s, GERMAN).kg == field.s.kg


def test_who_can_be_nobody_else_is_seen() -> None:
    """At St. Vith the only stack of the Allies holds a battalion and a squadron of one step below it."""
    game = find_game("wave_of_terror", "st_vith")
    assert isinstance(game, WaveOfTerror)
    s = game.start("st_vith", settle_options(game, {}), SealedDice(bytes(32)))
    squadron = game.world.by_id["A-14R-03"]
    assert game.view(s, GERMAN).where[squadron] == s.where[squadron]
    s.where[game.world.by_id["A-106-09"]] = s.where[game.world.by_id["A-106-08"]]  # a second stack
    s.follows = None
    assert game.view(s, GERMAN).where[squadron] == UNSEEN


def interrupted(below: str, onward: str) -> tuple[Battlefield, list[Event]]:
    """The top unit and another march together and stop at a bridge that the Allies may blow, with a hex left
    to go; the third unit is below a fourth.
    """
    field = Battlefield(factors={A: (6, 9), LAST: (6, 9)}, bridges={"E1806/E1906": False})
    field.put("E2006", A, below)
    field.put("E2305", LAST, THIRD_GERMAN if below == B else B)
    field.s.stack = [Moving(GERMAN)]
    return field, field.order(Move((A, below), ("E1906", onward)))


def test_a_march_that_is_interrupted_keeps_its_secrets() -> None:
    """The side that may blow the bridge does not learn which units march below the top, nor where the march
    continues: not from its view, its log or its offers.
    """
    one, outcome = interrupted(B, "E1806")
    other, told_too = interrupted(THIRD_GERMAN, "E1907")
    assert isinstance(one.s.stack[-1], Demolishing)
    assert one.s.digest() != other.s.digest()
    views = [field.game.view(field.s, ALLIED) for field in (one, other)]
    assert views[0].digest() == views[1].digest()
    assert [event.seen_by(ALLIED) for event in outcome] == [event.seen_by(ALLIED) for event in told_too]
    offers = [list(orders(one.game.offers(view, ALLIED))) for view in views]
    assert offers[0] == offers[1] != []
    bystanders = [field.game.view(field.s, None).digest() for field in (one, other)]
    assert bystanders[0] == bystanders[1]
    assert any(isinstance(frame, Walking) for frame in one.game.view(one.s, GERMAN).stack)
    for twin in one.game.hidden_twins(one.s, ALLIED):
        assert one.game.view(twin, ALLIED).digest() == views[0].digest()


def looks(field: Battlefield, side: int | None) -> tuple[object, ...]:
    """What somebody sees of a position: the view, and who decides what, in the words of that view."""
    view = field.game.view(field.s, side)
    return view.digest(), field.game.to_move(field.s), field.game.decisions(view)


def troops(together: bool) -> Battlefield:
    """Two Allied stacks; all troops of the 14th Cavalry are low in the first one, or one is in the second."""
    field = Battlefield(factors={FOE: (6, 9), THIRD: (6, 9)})
    low = ["A-14R-3", FRIEND] if together else [FRIEND, "A-14R-3"]
    field.put("E1605", FOE, "A-14R-1", "A-14R-2", low[0])
    field.put("E1705", THIRD, low[1])
    field.s.stack = [Moving(GERMAN)]
    return field


def test_the_question_about_the_14th_cavalry_tells_nobody_where_its_troops_are() -> None:
    """WOT-8.7: the Allied player is asked wherever the German cannot rule out that they are together."""
    one, other = troops(True), troops(False)
    for reader in (GERMAN, None):
        assert looks(one, reader) == looks(other, reader)
    reports = [[event.seen_by(GERMAN) for event in field.order(END)] for field in (one, other)]
    assert reports[0] == reports[1]
    for reader in (GERMAN, None):
        assert looks(one, reader) == looks(other, reader)
    assert [type(field.s.stack[-1]) for field in (one, other)] == [Reforming, Reforming]
    assert other.refused(Reform(True)) == "WOT-8.7"
    reports = [[event.seen_by(GERMAN) for event in field.order(Reform(False))] for field in (one, other)]
    assert reports[0] == reports[1]
    for reader in (GERMAN, None):
        assert looks(one, reader) == looks(other, reader)


def test_nobody_is_asked_about_the_14th_cavalry_when_all_can_see_that_it_is_apart() -> None:
    """WOT-8.7: two troops on top of two stacks, a stack with too few unseen units, the basic game."""
    fields = [Battlefield(), Battlefield(), Battlefield(profile="basic")]
    fields[0].put("E1605", "A-14R-1")
    fields[0].put("E1705", "A-14R-2")
    fields[0].put("E1805", FOE, FRIEND, "A-14R-3")
    fields[1].put("E1605", FOE, "A-14R-1", "A-14R-2")
    fields[1].put("E1705", THIRD, "A-14R-3")
    fields[2].put("E1605", FOE, "A-14R-1", "A-14R-2", FRIEND)
    fields[2].put("E1705", THIRD, "A-14R-3")
    for field in fields:
        field.s.stack = [Moving(GERMAN)]
        field.order(END)
        assert not isinstance(field.s.stack[-1], Reforming)


def cut_off_guns(left: int) -> Battlefield:
    """Allied artillery without a supply line, beside an aerial supply marker that has so many steps left."""
    field = Battlefield(roads=[])
    field.put(HERE, FOE)
    field.put(AROUND[0], A)
    field.put("E1908", "A-ART-1")
    field.s.markers = [Marker(field.cell("E1808"), left)]
    return field


def test_the_question_about_artillery_tells_nobody_what_a_marker_has_left() -> None:
    """WOT-6.15, WOT-10.18: the Allied player is asked though the marker is used up."""
    one, other = cut_off_guns(30), cut_off_guns(0)
    reports = [[event.seen_by(GERMAN) for event in field.order(Attack((A,), HERE))] for field in (one, other)]
    assert reports[0] == reports[1]
    assert [field.s.stack[-1] for field in (one, other)] == [Supporting(ALLIED, False)] * 2
    for reader in (GERMAN, None):
        assert looks(one, reader) == looks(other, reader)
    assert len(one.offered()) > len(other.offered()) > 0
