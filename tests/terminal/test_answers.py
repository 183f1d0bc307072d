"""What the terminal answers: odds, why, reach, lists, rules; and plain words for every kind of nonsense."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.dice import ScriptedDice, seed_from_number
from ardennes.games import find_game
from ardennes.games.tigers.words import WORDING
from ardennes.kernel.match import Match, Setting, new_match, settle_options
from ardennes.terminal.verbs import VERBS
from tests.terminal.sitting import SET_UP, Sitting

TO_THE_SECOND_STEP = [*SET_UP, "end", "end"]


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    monkeypatch.chdir(tmp_path)  # `save 1` among the words tried writes there


def answer(*lines: str, before: list[str] = SET_UP) -> str:
    """What is printed after the last line that sets the scene."""
    sitting = Sitting([*before, *lines])
    text = sitting.run()
    assert "Internal error" not in text
    return text.split(f"german> {before[-1]}")[-1] if before else text


def answered(asked: list[tuple[str, str]], before: list[str] = SET_UP) -> None:
    """Lines that change nothing are typed one after another; the answer to each has its words."""
    lines = [line for line, _ in asked]
    sitting = Sitting([*before, *lines])
    text = sitting.run()
    assert "Internal error" not in text
    assert "Traceback" not in text
    told = text.split("german> ")[-len(lines) :]
    wrong = []
    for (line, words), said in zip(asked, told, strict=True):
        assert said.startswith(line)
        if words not in said:
            wrong.append(f"{line!r} is not answered with {words!r} but: {said[-800:]}")
    assert not wrong, "\n".join(wrong)


def test_odds_show_every_factor_and_shift_with_its_rule_and_the_exact_chances() -> None:
    text = answer("odds 1206 with 18VG 62VG 116Pz 560VG")
    assert "attack       18VG 3 + 62VG 2 + 116Pz 4 + 560VG 2 = 11  [TIA-CRT-1]" in text
    assert "defence      106th 3 + 106th entrenched 1 = 4  [TIA-CRT-1, TIA-ENTR-1]" in text
    assert "ratio        11 : 4 = 2:1  [TIA-CRT-2]" in text
    assert "shift        +1 barrage  [TIA-SETUP-9]" in text
    assert "column       3:1  [TIA-CRT-6]" in text
    assert "1: D3  2: D2  3: D2  4: D1  5: D1  6: D  [TIA-CRT-5]" in text
    shares = [line.split()[:2] for line in text.splitlines() if "%" in line]
    assert shares == [["D3", "16.7%"], ["D2", "33.3%"], ["D1", "33.3%"], ["D", "16.7%"]]


def test_odds_of_named_attackers_and_of_several_hexes() -> None:
    assert "attack       18VG 3 = 3" in answer("odds 1206 with 18VG")
    text = answer("odds 1209,1210")
    assert "78th 3 + 102C 1 + town 1 + 9th 4 + 9th entrenched 1 = 10" in text
    assert "2 : 10 = 1:5" in text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("odds 1206 with 2Pz", "is not adjacent to 1 hex south of Buellingen (1206). [TIA-CRT-23]"),
        ("odds 804", "None of your units is beside Bastogne (804). [TIA-CRT-23]"),
        ("odds 1209 with 272VG 9th", "9th Infantry Division belongs to the other side. [TIA-SEQ-1]"),
        ("odds", "Write it as: odds HEX"),
    ],
)
def test_odds_that_cannot_be(line: str, words: str) -> None:
    assert words in answer(line)


def test_an_attack_below_one_to_five_is_reported() -> None:
    text = answer("odds 1209,1210 with 501", before=_tiger_in_the_north())
    assert "ratio        1 : 10 = below 1:5" in text
    assert "%" not in text  # no chance is told of what cannot be
    assert "[TIA-CRT-3]" in text


def _tiger_in_the_north() -> list[str]:
    return ["setup historical", "1310", "1406", "1407", "drop Spa", "no"]


def test_the_attack_proposed_is_legal_and_asked_for() -> None:
    text = answer("attack 1307", "n", "attack 1307", "with KGP", "attack 1209")
    assert "Plan this attack? [Y/n, or with ...]" in text
    assert "Not done." in text
    assert "KampfGruppe Peiper will attack 1 hex north of Pruem (1307)." in text
    assert "attack       KGP 4 = 4" in text, "one unit is enough"
    assert "(can join: 1SS 7:1, 12SS 7:1" in text


def test_where_one_hex_alone_cannot_be_attacked_the_pair_is_named() -> None:
    before = [*SET_UP, "attack 1208 with 277VG 326VG"]
    text = answer("attack 1209", "attack 1209,1210", "y", before=before)
    assert "[TIA-CRT-17]" in text
    assert "You can attack it together with others: attack 1209,1210" in text
    assert "272. Volksgrenadier Division will attack Monschau (1209) and" in text


def test_what_is_owed_is_said_before_and_when_declaring_ends() -> None:
    text = answer("attack 1208 with 277VG", "end")
    assert text.count("You must still attack Buellingen (1207). [TIA-CRT-17]") == 2


MOVING = [
    ("why Lehr 1309", "Panzer Lehr Division can't go to 1309:"),
    ("why 12SS 1207", "Buellingen (1207) holds an enemy unit. [TIA-MOVE-6] Attack it from an adjacent hex."),
    ("why 2Pz 1105", "2. Panzer Division needs an intact bridge between"),
    ("why 2Pz 804", "The nearest it can come is"),
    (
        "why 2Pz 1403",
        "can go to Bitburg (1403): move 2Pz 1304r 1403 (1 1/2 left); move 2Pz 1304r 1403r (2 left)",
    ),
    ("why 26VG 1105", "[TIA-ZOC-8]"),
    ("why 106th 1205", "106th Infantry Division belongs to the other side. [TIA-SEQ-1]"),
    ("why VdH 1009", "von der Heydte parachute group cannot move at all. [TIA-SETUP-8]"),
    ("why Lehr exit", "(1304) is not an exit. [TIA-VIC-1]"),
    ("why 1206", "1206 is held by 106th."),
    ("attack 1206", "[TIA-SEQ-2] Answer with: move, end."),
    ("why 1206", "18VG at Pruem (1306): 1 hex south of Buellingen (1206) holds an enemy unit. [TIA-MOVE-6]"),
    ("why 1403", "can be reached by "),
    ("why move 2Pz 1304 1404 1405", "That is legal now."),
    ("why attack 1206 with 18VG", "[TIA-SEQ-2]"),
    ("move 2Pz 1105", "2. Panzer Division needs an intact bridge between"),
    ("move 12SS 1207", "Buellingen (1207) holds an enemy unit. [TIA-MOVE-6]"),
    ("reach Lehr", "0 MF left, bonus: 1606, 1406"),
    ("reach Lehr", "2 1/2 MF left, road mode: Bitburg (1403)"),
    ("who 1403", "2Pz"),
    ("legal", "Lehr 4-4 at 1304: 1403"),
    ("map reach Lehr", "1303"),
]


def test_why_while_moving() -> None:
    answered(MOVING, TO_THE_SECOND_STEP)


DECLARING = [
    ("why 1206", "18VG at Pruem (1306) can attack it."),
    ("why 1104", "2Pz at 1204: 2. Panzer Division needs an intact bridge between"),
    ("why 1105", "No enemy is seen in Dasburg crossing (1105)"),
    ("why 12SS 1206", "is not adjacent to 1 hex south of Buellingen (1206). [TIA-CRT-23]"),
    ("reach Lehr", "No unit can move now: Declare your attacks, then end the declarations. [TIA-CRT-17]"),
    ("legal", "1307 by KGP, 1SS"),
    ("legal", "1206 by 18VG, 62VG, 116Pz, 560VG: 3:1"),
    ("where KGP", "KampfGruppe Peiper (G-KGP): armor - German, 4-4"),
    ("where KGP", "Stack: number 1 of 5 from the top"),
    ("where KGP", "Formation: SS armor, with 1SS at 1407, 12SS at 1308"),
    ("where KGP", "Movement allowance         4 MF  [TIA-MOVE-1]"),
    ("where Peiper", "Adjacent enemies: 14C at 1307"),
    ("where FBB", "not on the map yet: due on turn 2 (17 December 1944) at the eastern edge."),
    ("where Fuel", "not on the map, as far as you know"),
    ("stack 1206", "NW to St. Vith (1107): road; Our-Sauer, Allied bridge"),
    ("stack 1206", "In the zone of German units: Pruem (1306), 1205."),
    ("stack 1206", "adjacent Pruem (1306): 18VG 3-2, 62VG 2-2"),
    ("stack Bastogne", "Bastogne (804): town, open, Allied control."),
    ("stack 905", "Cost to enter: 1 on foot, 1 on wheels and tracks (MF); stacking limit 3"),
    ("supply", "German units out of supply (0 of 22): none."),
    ("supply 2Pz", "on a supply road  [TIA-SUPPLY-1]"),
    ("zoc", "  Monschau (1209) (78th, 102C): 1109, 1110, 1208, 1210, 1309, 1310"),
    ("units german", "1407                   KGP 4-4"),
    ("units allied", "due turn 2             10A 6-4 (S), 30th 5-2 (N), 7A 6-4 (N)"),
    ("score", "Bastogne                   no 804  [TIA-VIC-5]"),
    ("panels", "air              Air units"),
    ("air", "Luftwaffe unit 1 (SG 4), FW-190 ready"),
    ("setting", "German fuel limit          from turn"),
    ("attacks", "No attacks declared."),
    ("rule --tables", "7:1"),
    ("map terrain", "1206"),
    ("rule TIA-ZOC-8", "TIA-ZOC-8"),
    ("rule", "TIA-CRT-17"),
    ("rule prayer", "TIA-WX-6"),
    ("log 2", "Turn 1: Snow."),
    ("help", "why HEX | why UNIT HEX | why ORDER"),
    ("help move", "move UNIT HEX  or  move UNIT HEX ... [omb]"),
    ("?", "take back your last order"),
    ("hint", "passive would: end"),
    ("hint turtle", "turtle would: "),
    ("hint nobody", "no player 'nobody'; it has: random, staff"),
    ("board", "Turn 1 of 12, 16 December 1944, Snow: German declaration phase"),
    ("", "Declare your attacks, then end the declarations. [TIA-CRT-17]"),
]


def test_answers_while_declaring() -> None:
    answered(DECLARING)


def test_advice_can_be_followed_while_it_is_fresh() -> None:
    text = answer("follow", "hint", "follow", "follow")
    assert text.count("Type hint first: there is no current advice") == 2
    assert "Bomb hexes or bridges" in text


NONSENSE = [
    ("atack 1206", "Unknown command 'atack'. Did you mean attack or attacks or stack?"),
    ("xyzzy", "Unknown command 'xyzzy'. Type help"),
    ("7", "Unknown command '7'."),
    ("attack 9999", "'9999' is not a hex or place on the map."),
    ("attack", "Name the hex: attack HEX"),
    ("attack Bastonge", "Did you mean Bastogne"),
    ("attack 1206 with 12SX", "'12SX' is not a unit. Did you mean G-12SS"),
    ("attack 1206 with", "Write it as: attack HEX"),
    ("move", "Write it as: move UNIT HEX"),
    ("move 12SS", "Write it as: move UNIT HEX"),
    ("move 12SS 1307 1206 1107", "[TIA-SEQ-2]"),
    ("odds 12 06", "'12' is not a hex or place on the map."),
    ("why", "Write it as: why HEX"),
    ("why 12SS nowhere", "'nowhere' is not a hex"),
    ("where", "Write it as: where UNIT"),
    ("where Division", "fits several units"),
    ("stack", "Write it as: stack HEX"),
    ("map upside down", "Write it as: map"),
    ("map reach Lehr", "only while units move"),
    ("map reach", "Write it as: map"),
    ("units martian", "The german side has no formation 'martian'."),
    ("panels nothing", "There is no display 'nothing' now"),
    ("replay", "Replay is available once the match is over"),
    ("rule TIA-ZOC-99", "has no rule 'TIA-ZOC-99'"),
    ("rule flibbertigibbet", "No rule mentions 'flibbertigibbet'."),
    ("log much", "log takes a number of lines, not 'much'."),
    ("save", "Name the file:"),
    ("load", "Name the file:"),
    ("load nowhere.json", "There is no file nowhere.json."),
    ("save /no/such/folder/x", "cannot write in /no/such/folder"),
    ("fight", "Write it as: fight NUMBER|HEX"),
    ("fight 3", "[TIA-SEQ-2]"),
    ("retreat 12SS 1407", "[TIA-SEQ-2]"),
    ("advance 12SS 1206", "[TIA-SEQ-2]"),
    ("help xyzzy", "Unknown command 'xyzzy'."),
    ("yes", "Unknown command 'yes'."),
    ("attack ,,,", "Name the hex: attack HEX"),
]


def test_bad_input_gets_plain_words() -> None:
    answered(NONSENSE)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("more", "No more lines."),
        ("move \x00 \udcff", "is not a unit"),
        ("attack " + "1" * 5000, "is not a hex"),
    ],
)
def test_bad_input_alone_gets_plain_words(line: str, words: str) -> None:
    text = answer(line)
    assert words in text, text[-800:]
    assert "Traceback" not in text


@pytest.mark.long
def test_every_command_and_order_can_be_typed_alone_without_harm() -> None:
    """Each first word with nothing behind it, in three kinds of decision."""
    lines = [
        word
        for word in (*WORDING.forms, *VERBS, "map", "legal", "zoc")
        if word not in ("end", "quit", "undo", "follow")
    ]
    for before in ([], SET_UP, TO_THE_SECOND_STEP):
        sitting = Sitting(
            [*before, *(line for word in lines for line in (word, f"{word} 1", f"{word} 1206 1206"))]
        )
        text = sitting.run()
        assert "Traceback" not in text
        assert "Internal error" not in text
        assert sitting.match.state.turn <= 1


def test_short_answers() -> None:
    sitting = Sitting(["1", "1407", "Pruem", "1", "Spa", "n", "a 1307 with KGP", "u"])
    text = sitting.run()
    state, w = sitting.match.state, find_game("tigers").world  # type: ignore[attr-defined]
    assert state.where[w.tiger_506] == w.grid.at("1306")
    assert state.turn == 1
    assert not state.ruthless_turn
    assert "Taken back: attack 1307 with KGP" in text


def test_what_a_move_leads_to_is_said_at_once() -> None:
    lines = ["move 1SS 1308", "move 12VG 1308", "move 506 1405"]
    text = answer(*lines, before=TO_THE_SECOND_STEP)
    assert "1SS must attack Buellingen (1207) or 1 hex north of Buellingen (1208). [TIA-ZOC-12]" in text
    assert "(1SS, 12SS, 12VG, 277VG): you lose 2 units. [TIA-STACK-8]" in text


def test_why_a_unit_cannot_retreat_there() -> None:
    """The 106th is beaten out of 1206 and asks about the hexes around it."""
    game = find_game("tigers")
    dice = ScriptedDice([6, 1])  # the drop fails; D3 on 3:1
    match = Match(game, Setting("campaign", settle_options(game, {}), b"seed"), dice)
    lines = [
        "hide dump 1009",
        *SET_UP,
        "attack 1206 with 18VG 62VG 116Pz 560VG",
        "end",
        "end",
        "1",
        "",
        "no",
        "3",
        "",
    ]
    asked = ["why 106th 1106", "why 106th 1306", "why 106th 1107", "why 28th 1004"]
    text = Sitting([*lines, *asked], match=match, allied=None).run()
    assert "Choose where your beaten units retreat. [TIA-RET-12]" in text
    assert "(1106) is in the zone of an UnDisrupted enemy division. [TIA-RET-2]" in text
    assert "Pruem (1306) holds an enemy unit. [TIA-RET-11]" in text
    assert "St. Vith (1107) is on a legal route: retreat 106th 1107" in text
    assert "28th Infantry Division does not have to retreat now. [TIA-CRT-9]" in text


def test_the_die_is_shown_as_the_match_reads_it() -> None:
    game = find_game("tigers")
    match = new_match(game, options={"die_index": "B"}, seed=seed_from_number(1))
    text = Sitting([*SET_UP, "odds 1206 with 18VG 62VG 116Pz 560VG"], match=match).run()
    assert "1: D  2: D1  3: D1  4: D2  5: D2  6: D3  [TIA-CRT-5]" in text


def test_a_stack_without_a_division_has_no_zone() -> None:
    assert "  1307" not in answer("zoc")  # the 14th Cavalry


def test_a_tiger_that_goes_far_is_reported_that_it_may_break_down() -> None:
    text = answer("move 506 1509", before=TO_THE_SECOND_STEP)
    assert "(risk 17%: 506. Panzer Battalion (Tiger) breaks down " in text
    assert "go wrong" not in answer("move 506 1407", before=TO_THE_SECOND_STEP)
