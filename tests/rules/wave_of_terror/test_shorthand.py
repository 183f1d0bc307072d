"""Orders as short text: the text can be parsed back, and an error says what would be right."""

from __future__ import annotations

import pytest

from ardennes.games.wave_of_terror.rules.model import orders as o
from ardennes.games.wave_of_terror.schema.world import printed_world
from ardennes.games.wave_of_terror.words import WORDING, unit_named
from ardennes.kernel.wording import BadText

W = printed_world()
PAIR = ("G-1SS-01", "G-1SS-02")
BRIDGE = W.board.bridges[0].name
ORDERS: list[o.AnyOrder] = [
    o.END, o.Concede(), o.AutoSetup(), o.Place(PAIR, "E4217"), o.PlacePol("E2714", True),
    o.FormKampfgruppe((*PAIR, "G-1SS-03", "G-1SS-04")), o.ShowTop(PAIR[0]),
    o.ArrangeStack(PAIR[0]), o.Interdict("E2033"), o.DropSupplies("E2033"),
    o.ChooseOrder(True), o.ChooseOrder(False), o.Repair(BRIDGE),
    o.Move(PAIR, ("E4116", "E4015")), o.Move(PAIR, ("E4116",), True), o.Move(PAIR, ("W1805", "exit")),
    o.Move(("A-1-01", "A-1-02"), ("E2033",), False, ("A-1-02",)), o.LeaveKampfgruppe(PAIR),
    o.Enter(PAIR, "E4217"), o.Enter(PAIR, "E4217", True), o.Commit("43"), o.Commit("brigades"),
    o.Attack(PAIR, "E3920"), o.Attack(("A-1-01",), "E3920", ("A-1-01",)), o.Support(("G-ART-388",)),
    o.Fly(True), o.Lose((PAIR[0], *PAIR)), o.Advance(PAIR), o.Advance(PAIR, (PAIR[1],)), o.Demolish(False),
    o.Reform(True), o.TakePoints(False),
    o.Move(("A-1-01", "A-1-02"), ("E2034",), False, ("A-1-02",), (("A-1-01", "E2033"),)),
    o.Attack(("A-1-01", "A-1-02"), "E3920", (), (("A-1-01", "E2033"), ("A-1-02", "E2034"))),
    o.Support(("A-ART-5.1",), (("A-ART-5.1", "E2033"),)), o.Demolish(True, (), (("A-IND-51", "E2033"),)),
]  # fmt: skip


@pytest.mark.parametrize("order", ORDERS, ids=WORDING.write)
def test_there_and_back(order: o.AnyOrder) -> None:
    assert WORDING.parse(W, WORDING.write(order)) == order


def test_every_kind_is_there() -> None:
    kinds = {type(order) for order in ORDERS}
    assert kinds == set(o.AnyOrder.__args__)


def test_a_unit_goes_by_id_counter_or_name() -> None:
    for word in ("A-28-03", "28-03", "112-3 (28)", "3rd battalion 112th infantry (28th)"):
        assert unit_named(W, word) == "A-28-03"


def test_short_names_places_and_fillers() -> None:
    assert WORDING.parse(W, "move 1SS-02 and 1SS-01 to e4116, e4015") == o.Move(PAIR, ("E4116", "E4015"))
    assert WORDING.parse(W, "attack Bastogne with 1SS-01") == o.Attack(PAIR[:1], "E2033")
    assert WORDING.parse(W, "drop W3810") == o.DropSupplies("E1010")


def test_several_units_draw_on_one_marker() -> None:
    """WOT-6.15: units, then the hex of their marker."""
    read = WORDING.parse(W, "move 1-01 1-03 1-02 to E2034 draw 1-03 1-01 on Bastogne 1-02 on E2035")
    draw = (("A-1-01", "E2033"), ("A-1-02", "E2035"), ("A-1-03", "E2033"))
    assert read == o.Move(("A-1-01", "A-1-02", "A-1-03"), ("E2034",), draw=draw)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "Say what to do"),
        ("charge", "There is no order"),
        ("move", "Write it as: move"),
        ("move G-1SS-99 E4116", "There is no unit"),
        ("drop E9999", "There is no hex"),
        ("fly maybe", "Write it as: fly yes|no"),
        ("repair E3435", "written as the two hexes"),
        ("repair E2033/E2034", "is no bridge"),
        ("support ART-388 draw E2033", "Name the units that draw on E2033"),
        ("support ART-388 draw ART-388", "Name the hex of the marker"),
        ("end now", "Write it as: end"),
    ],
)
def test_bad_text(text: str, part: str) -> None:
    with pytest.raises(BadText, match=part.replace("|", r"\|")):
        WORDING.parse(W, text)


def test_every_form_says_how_it_is_written() -> None:
    assert all(form.usage.startswith(name) and form.about for name, form in WORDING.forms.items())
