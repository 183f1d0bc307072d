"""Several commanders on one side: whom an order concerns, who may give it, and copying by formation."""

from __future__ import annotations

import msgspec
import pytest

from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.games.playsheet.game import Playsheet
from ardennes.games.playsheet.rules.model import orders as o
from ardennes.games.playsheet.rules.model.state import PlaysheetState
from ardennes.games.playsheet.rules.orders.sheet import sheet_keeping
from ardennes.games.playsheet.schema.terms import ALLIED
from ardennes.games.playsheet.words import WORDING
from ardennes.kernel.commanders import WHOLE, Commander, hand_over, make_team, refuse
from ardennes.kernel.match import new_match

EIGHTH, FIFTH, ARMY_UNIT, FIGHTER = "US-9A-CCB", "US-2-9", "US-IND", "allied-fighter-01"
GUNS_OF_FIFTH = "US-ART-V-F1"
ASKED = (("Bradley", ()), ("Middleton", ("VIII",)), ("Gerow", ("V", "air")))


@pytest.fixture(scope="module")
def game() -> Playsheet:
    return Playsheet()


@pytest.fixture(scope="module")
def state(game: Playsheet) -> PlaysheetState:
    return new_match(game, seed=bytes(32)).state


@pytest.fixture
def team(game: Playsheet) -> tuple[Commander, ...]:
    return make_team(game, ALLIED, ASKED)


def test_corps_army_troops_and_the_air_force_can_be_given_away(game: Playsheet) -> None:
    names = {formation.id: formation.name for formation in game.formations(ALLIED)}
    assert list(names) == ["III", "V", "VII", "VIII", "XII", "XVII", "army", "air"]
    assert (names["VIII"], names["army"], names["air"]) == ("VIII Corps", "Army troops", "Air force")


@pytest.mark.parametrize(
    ("order", "concerned"),
    [
        (o.Rest(EIGHTH), {"VIII"}),
        (o.Attach(ARMY_UNIT, "28"), {"army"}),
        (o.Cover((FIGHTER,), 7), {"air"}),
        (o.TakeBack((EIGHTH, FIFTH), (FIGHTER,)), {"VIII", "V", "air"}),
        (o.Priority(("tanks", "vehicles", "infantry", "artillery")), {WHOLE}),
        (o.Seal(), {WHOLE}),
        (o.Resign(), {WHOLE}),
        (o.Rest("GE-12VG-48"), set()),  # the rules say what is wrong with it
        (o.Rest("nobody"), set()),
    ],
)
def test_every_order_says_whom_it_concerns(
    game: Playsheet, state: PlaysheetState, order: o.AnyOrder, concerned: set[str]
) -> None:
    assert {formation for _, formation in game.concerned(state, ALLIED, order)} == concerned


def test_an_attached_unit_stands_under_the_corps_of_its_division(
    game: Playsheet, state: PlaysheetState
) -> None:
    attached = state.clone()
    attached.division[game.world.by_id[ARMY_UNIT]] = "28"
    assert game.under(state, ALLIED, ARMY_UNIT) == "army"
    assert game.under(attached, ALLIED, ARMY_UNIT) == "VIII"


def test_a_corps_commander_orders_its_own_and_the_chief_everything(
    game: Playsheet, state: PlaysheetState, team: tuple[Commander, ...]
) -> None:
    chief, eighth, fifth = team
    for order, may in (
        (o.Rest(EIGHTH), (chief, eighth)),
        (o.Rest(FIFTH), (chief, fifth)),
        (o.Rest(ARMY_UNIT), (chief,)),
        (o.Cover((FIGHTER,), 7), (chief, fifth)),
        (o.Seal(), (chief,)),
    ):
        assert [one for one in team if refuse(game, state, team, one, order) is None] == list(may), order
    refusal = refuse(game, state, team, eighth, o.Rest(FIFTH))
    assert refusal is not None
    assert refusal.rule == "COMMAND-1"
    assert refusal.facts == "US-2-9 stands under V Corps, which Gerow commands."


def test_anyone_who_is_ready_writes_nothing(
    game: Playsheet, state: PlaysheetState, team: tuple[Commander, ...]
) -> None:
    chief, eighth = (msgspec.structs.replace(one, ready=True) for one in team[:2])
    for one in (chief, eighth):
        refusal = refuse(game, state, team, one, o.Rest(EIGHTH))
        assert refusal is not None
        assert refusal.rule == "COMMAND-2"
    assert refuse(game, state, team, chief, o.Seal()) is None


def test_a_formation_is_given_and_undone(game: Playsheet, team: tuple[Commander, ...]) -> None:
    ready = (*team[:2], msgspec.structs.replace(team[2], ready=True))
    given = hand_over(game, ready, team[0], "VIII", 2)
    assert [one.formations for one in given] == [(), (), ("V", "air", "VIII")]
    assert [one.ready for one in given] == [False, False, False]  # the new commander has more to write
    back = hand_over(game, given, team[0], "V", 0)
    assert [one.formations for one in back] == [(), (), ("air", "VIII")]
    for formation, to in (("LVIII", 1), ("VIII", 3), ("VIII", -1)):
        with pytest.raises(UserError):
            hand_over(game, team, team[0], formation, to)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ((("A", ()),), "2 to 12"),
        ((("A", ("V",)), ("B", ())), "commander-in-chief"),
        ((("A", ()), ("B", ("LVIII",))), "has no 'LVIII'"),
        ((("A", ()), ("B", ("V",)), ("C", ("V",))), "V is given to B and to C"),
        ((("A", ()), ("A", ("V",))), "same name"),
    ],
)
def test_a_team_that_cannot_be_is_refused(
    game: Playsheet, asked: tuple[tuple[str, tuple[str, ...]], ...], words: str
) -> None:
    with pytest.raises(UserError, match=words):
        make_team(game, ALLIED, asked)


@pytest.mark.parametrize("other", ["tigers", "breakthrough", "wave_of_terror"])
def test_the_other_games_have_one_player_a_side(other: str) -> None:
    with pytest.raises(UserError, match="one commander for each side"):
        make_team(find_game(other), 0, (("A", ()), ("B", ())))


def test_last_turns_orders_are_copied_formation_by_formation(game: Playsheet) -> None:
    match = new_match(game, seed=bytes(32))
    match.play(ALLIED, o.Rest(EIGHTH))
    match.play(ALLIED, o.Rest(GUNS_OF_FIFTH))
    match.play(ALLIED, o.Seal())
    match.play(1 - ALLIED, o.Seal())
    view = game.view(match.state, ALLIED)
    (branch,) = [one for one in sheet_keeping(game.world, view, ALLIED) if one.key == "copy"]
    assert list(branch.offers()) == [o.Copy(), o.Copy("V"), o.Copy("VIII")]
    refusal = match.check(ALLIED, o.Copy("VII"))
    assert refusal is not None
    assert match.check(ALLIED, o.Copy("nothing")) is not None
    match.play(ALLIED, o.Copy("VIII"))
    world = game.world
    written = {world.units[u].corps for u in world.of_side[ALLIED] if match.state.sheet[u] is not None}
    assert written == {"VIII"}


def test_copying_is_written_as_words(game: Playsheet) -> None:
    for order in (o.Copy(), o.Copy("VIII"), o.Copy("air")):
        assert WORDING.parse(game.world, WORDING.write(order)) == order
