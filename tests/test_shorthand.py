"""Orders as short text: the text can be parsed back, and an error gives the remedy."""

from __future__ import annotations

from random import Random

import pytest

from ardennes.dice import SealedDice, seed_from_number
from ardennes.games.tigers.game import Tigers
from ardennes.games.tigers.rules.model import orders as o
from ardennes.games.tigers.words import WORDING
from ardennes.kernel.match import settle_options
from ardennes.kernel.offers import sample
from ardennes.kernel.wording import BadText

GAME = Tigers()
WORLD = GAME.world

SAME = [
    ("move 12SS 1307 1207r", o.Move("G-12SS", ("1307", "1207r"))),
    ("move 12SS to 1307-1207r", o.Move("G-12SS", ("1307", "1207r"))),
    ("move 2Pz 210-110-exitr", o.Move("G-2PZ", ("210", "110", "exitr"))),
    ("move Peiper 1307 attach 501 Skorz", o.Move("G-KGP", ("1307",), False, ("G-501", "G-SKORZ"))),
    ("move 506 1307 1207 omb", o.Move("G-506", ("1307", "1207"), True)),
    ("move 2Pz exitr", o.Move("G-2PZ", ("exitr",))),
    ("attack 1206 with 18VG, 62VG", o.Attack(("1206",), ("G-18VG", "G-62VG"))),
    ("attack 1206,1207 with 12SS", o.Attack(("1206", "1207"), ("G-12SS",))),
    ("attack 1206 with KGP 501 attach 501", o.Attack(("1206",), ("G-KGP", "G-501"), ("G-501",))),
    ("bomb 365 bridge 308/309", o.Bomb("AIR-365", "308/309")),
    ("bomb AIR-365 dump", o.Bomb("AIR-365", "dump")),
    ("bomb LW1 Bastogne", o.Bomb("AIR-LW1", "804")),
    ("intercept lw1 365", o.Intercept("AIR-LW1", "AIR-365")),
    ("resupply 406 Bastogne", o.Resupply("AIR-406", "804")),
    ("fight 1", o.Fight(0)),
    ("cancel 3", o.Cancel(2)),
    ("stand fast yes", o.StandFast(True)),
    ("effect ae", o.ChooseEffect("AE")),
    ("lose 18VG 62VG", o.Lose(("G-18VG", "G-62VG"))),
    ("blow 1204/1105", o.BlowUp("1105/1204")),
    ("distance 2", o.NameDistance(2)),
    ("retreat 106th St.Vith", o.Retreat("US-106", ("1107",))),
    ("retreat 106th stay", o.Retreat("US-106")),
    ("advance KGP 1206 1106", o.Advance("G-KGP", ("1206", "1106"))),
    ("build 1105/1204", o.BridgeWork("build", "1105/1204")),
    ("dismantle 1105/1204", o.BridgeWork("dismantle", "1105/1204")),
    ("demolish 308/309", o.BridgeWork("blow", "308/309")),
    ("entrench 28th", o.Entrench("US-28")),
    ("entrench all", o.EntrenchAll()),
    ("enter 7A 1111", o.Enter("US-7A", "1111")),
    ("other edge 7A", o.OtherEdge("US-7A")),
    ("break down 7A", o.BreakDown("US-7A")),
    ("combine CC1 CC2 CC3 into 7A", o.Combine(("US-CC-01", "US-CC-02", "US-CC-03"), "US-7A")),
    ("remove 62VG", o.Remove(("G-62VG",))),
    ("order KGP 501", o.OrderStack(("G-KGP", "G-501"))),
    ("pray no", o.Pray(False)),
    ("ruthless yes", o.Ruthless(True)),
    ("hide dump Spa", o.HideDump("1008")),
    ("setup free", o.ChooseSetup("free")),
    ("set up KGP 1407", o.SetUp("G-KGP", "1407")),
    ("relocate 1207", o.Relocate("1207")),
    ("drop Spa", o.Drop("1008")),
    ("end", o.END),
]


@pytest.mark.parametrize(("text", "order"), SAME, ids=[text for text, _ in SAME])
def test_a_text_is_read_and_written_back(text: str, order: o.AnyOrder) -> None:
    assert WORDING.parse(WORLD, text) == order
    assert WORDING.parse(WORLD, WORDING.write(order)) == order


def test_every_form_is_tried_above_and_explained() -> None:
    for name in WORDING.forms:
        assert any(text.startswith(name) for text, _ in SAME), name
        assert name in WORDING.usage(name)


@pytest.mark.parametrize("seed", range(2))
def test_every_order_of_random_play_can_be_written_and_read(seed: int) -> None:
    rng, dice = Random(seed), SealedDice(seed_from_number(seed))
    state = GAME.start("campaign", settle_options(GAME, {}), dice)
    for _ in range(400):
        side = GAME.to_move(state)[0]
        order = sample(GAME.offers(GAME.view(state, side), side), rng)
        assert order is not None
        assert WORDING.parse(WORLD, WORDING.write(order), state) == order
        GAME.apply(state, side, order, dice)
        if GAME.result(state):
            break


def test_an_attack_goes_by_its_hex_when_the_position_is_known() -> None:
    state = GAME.start("campaign", settle_options(GAME, {}), SealedDice(seed_from_number(1)))
    with pytest.raises(BadText, match=r"No attack on 1 hex south of Büllingen \(1206\)"):
        WORDING.parse(WORLD, "fight 1206", state)
    with pytest.raises(BadText, match="number"):
        WORDING.parse(WORLD, "fight 1206")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Say what to do"),
        ("mvoe 12SS 1207", "Did you mean move"),
        ("move 13SS 1207", "12. SS Panzer Division"),
        ("move 12SS 1299", "'1299' is not a hex or place"),
        ("move 12SS", "move UNIT HEX"),
        ("move Panzer 1207", "fits several units"),
        ("attack 1206", "with UNIT"),
        ("bomb 999 1206", "AIR-365"),
        ("blow 1105", "1105/1204"),
        ("stand fast maybe", "yes|no"),
        ("distance far", "number of hexes"),
        ("setup quick", "historical|free"),
        ("effect DE", "D|AE"),
    ],
)
def test_a_mistake_gives_the_remedy(text: str, message: str) -> None:
    with pytest.raises(BadText) as error:
        WORDING.parse(WORLD, text)
    assert message in str(error.value)
