"""Orders as text and events as lines of the log."""

from __future__ import annotations

from random import Random

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games.breakthrough.game import Breakthrough
from ardennes.games.breakthrough.log import LINES
from ardennes.games.breakthrough.rules.model import events as e
from ardennes.games.breakthrough.rules.model.events import AnyEvent
from ardennes.games.breakthrough.rules.model.orders import (
    END,
    AdvanceFlag,
    AirDrop,
    AnyOrder,
    Artillery,
    Blow,
    BreakDown,
    Build,
    BuildUp,
    ChangeMode,
    Exit,
    Fortify,
    GroundAttack,
    Interdict,
    Move,
    Place,
    Plot,
    Replace,
)
from ardennes.games.breakthrough.words import WORDING, unit_named
from ardennes.kernel.offers import sample
from ardennes.kernel.wording import BadText

GAME = Breakthrough()
W = GAME.world
R60 = "GE-116PZ-60"

TEXTS = {
    "move 116PZ-60 13,24 13,23": Move(R60, ("13,24", "13,23")),
    "move 60/116PZ 13,24-13,23": Move(R60, ("13,24", "13,23")),
    "move GE-116PZ-60 to 13,24, Houffalize": Move(R60, ("13,24", "13,15")),
    "plot 116PZ-60 on 9,22": Plot(R60, "9,22"),
    "travel 116PZ-60": ChangeMode(R60, True),
    "normal 116pz-60": ChangeMode(R60, False),
    "fortify 116PZ-60": Fortify(R60),
    "flag 116PZ-60 on": AdvanceFlag(R60, True),
    "flag 116PZ-60 off": AdvanceFlag(R60, False),
    "exit 116PZ-60": Exit(R60),
    "place 116PZ-60 in 13,28": Place(R60, "13,28"),
    "artillery 116PZ-60 30": Artillery(R60, 30),
    "artillery 116PZ-60 -4": Artillery(R60, -4),
    "replace 116PZ-60 5": Replace(R60, 5),
    "build up 116PZ-60 116PZ-16 and 116PZ-156": BuildUp(R60, ("GE-116PZ-16", "GE-116PZ-156")),
    "break down 116PZDIV": BreakDown("GE-116PZ-DIV"),
    "blow 116PZ-60 9,23/9,22": Blow(R60, "9,22/9,23"),
    "build 116PZ-60 7,23/7,24": Build(R60, "7,23/7,24"),
    "drop Bastogne": AirDrop("7,13"),
    "interdict": Interdict(),
    "ground attack 7,13": GroundAttack("7,13"),
    "End": END,
}
OTHER_TEXTS = {
    "attack 116PZ-60 9,22": Plot(R60, "9,22"),
    "attack 9,22 with 116PZ-60": Plot(R60, "9,22"),
    "advance 116PZ-60 Y": AdvanceFlag(R60, True),
    "flag 116PZ-60 no": AdvanceFlag(R60, False),
    "dig in 116PZ-60": Fortify(R60),
    "replacements 116PZ-60 5": Replace(R60, 5),
    "air drop 7,13": AirDrop("7,13"),
    "interdiction": Interdict(),
    "blow 116PZ-60 7,13/7,14": Blow(R60, "7,13/7,14"),  # no bridge there, as the rules will say
}


@pytest.mark.parametrize(("text", "order"), [*TEXTS.items(), *OTHER_TEXTS.items()])
def test_texts_are_read(text: str, order: AnyOrder) -> None:
    assert WORDING.parse(W, text) == order


def test_every_kind_of_order_has_a_form() -> None:
    assert {type(order) for order in TEXTS.values()} == set(AnyOrder.__args__)
    assert len(WORDING.forms) == len({form.usage for form in WORDING.forms.values()})


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "Say what to do"),
        ("mvoe 116PZ-60 13,24", "Did you mean move"),
        ("move 116PZ-60", "move UNIT HEX ..."),
        ("move 116PZ-61 13,24", "Did you mean"),
        ("plot 116PZ-60 99,1", "no hex '99,1'"),
        ("blow 116PZ-60 somewhere", "like 9,22/9,23"),
        ("artillery 116PZ-60 many", "whole number"),
        ("flag 116PZ-60 perhaps", "flag UNIT on|off"),
        ("end now", "Write it as: end"),
    ],
)
def test_what_is_no_order_is_reported_why(text: str, hint: str) -> None:
    with pytest.raises(BadText, match=r".*") as error:
        WORDING.parse(W, text)
    assert hint in str(error.value)


def test_max_stands_for_as_many_points_as_there_are() -> None:
    dice = SealedDice(seed_from_number(1))
    state = GAME.start("twelve", {}, dice)
    assert WORDING.parse(W, "artillery 26VG-39 max", state) == Artillery("GE-26VG-39", 33)
    assert WORDING.parse(W, "replace 26VG-39 max", state) == Replace("GE-26VG-39", 0)
    with pytest.raises(BadText):
        WORDING.parse(W, "artillery 26VG-39 max")


def test_every_unit_is_found_by_its_id_and_a_name_of_two_is_asked_back() -> None:
    for unit in W.units:
        assert unit_named(W, unit.id) == unit.id
    shared = [u.label for u in W.units if sum(other.label == u.label for other in W.units) > 1]
    for name in shared:
        with pytest.raises(BadText, match="write which"):
            unit_named(W, name)


@pytest.mark.long
def test_orders_of_random_games_are_written_and_read_back_and_everything_is_reported() -> None:
    for seed, scenario in enumerate(("twelve", "last_seven")):
        rng, dice = Random(seed), SealedDice(seed_from_number(seed))
        state = GAME.start(scenario, {}, dice)
        while GAME.to_move(state):
            side = state.acting
            order = sample(GAME.offers(state, side), rng)
            assert order is not None
            assert WORDING.parse(W, WORDING.write(order), state) == order
            for event in GAME.apply(state, side, order, dice):
                for version in (event, event.seen_by(0), event.seen_by(1)):
                    if version is not None:
                        assert GAME.tell(version).strip()
                        assert " -1 " not in GAME.tell(version)


def test_every_event_has_a_line() -> None:
    assert set(AnyEvent.__args__) == set(LINES)


def test_figures_of_the_other_side_are_not_reported() -> None:
    moved = e.Moved(0, R60, ("13,25", "13,24"), 6, 4)
    name = "60th Panzergrenadier Regiment (116th Panzer)"
    path = "from 2 hexes east of Ouren (13,25) to 1 hex east of Ouren (13,24)"
    assert GAME.tell(moved) == f"{name} moves {path} (6 points, 4 left)."
    enemy_view = moved.seen_by(1)
    assert enemy_view is not None
    assert GAME.tell(enemy_view) == f"{name} moves {path}."
    pool = e.PoolChanged(1, "XVII", 90, 90)
    assert GAME.tell(pool) == "XVIII Airborne Corps receives 90 artillery points; its pool has 90."
    assert pool.seen_by(0) is None
