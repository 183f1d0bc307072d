"""Whole sittings fed line by line: a first turn, undo and its limit, files, two people at one screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from ardennes.games import find_game
from ardennes.games.tigers.schema.terms import ALLIED, GERMAN
from ardennes.kernel import savefile
from ardennes.players.api import make_player
from ardennes.terminal import saving
from tests.terminal.sitting import SET_UP, Hands, Passive, Sitting

DUMP_HEXES = ("1008", "1009", "1109", "1108", "1007", "908", "909")
FIRST_TURN = {
    "choose set-up": "setup historical",
    "place": "1",
    "drop": "Spa",
    "ruthlessness": "yes",
    "declare": ["attack 1307", "attack 1206", "legal", "end", "end"],
    "question": ["with KGP 501", "y"],
    "bomb": "end",
    "fight": ["legal", "1", "2"],
    "distance": "1",
    "retreat": "legal",
    "advance": ["legal", "end", "end"],
    "Peiper": "end",
    "move": ["reach 2Pz", "legal", "move Lehr 1303", "end"],
    "resupply": "end",
    "bridges": ["build 1105/1204", "end"],
    "entrench": "entrench all",
}


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Matches saved by themselves go here."""
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


def test_a_whole_german_first_turn(saves: Path) -> None:
    sitting = Sitting(Hands(FIRST_TURN), seed=4)
    text = sitting.run()
    state = sitting.match.state
    assert state.turn == 2, text[-2000:]
    assert "Traceback" not in text
    assert "Internal error" not in text
    assert sitting.match.commitment in text
    assert "Declare your attacks, then end the declarations. [TIA-CRT-17]" in text
    assert "Attack on 1307" in text
    assert "[TIA-SETUP-9]" in text  # the barrage
    assert "Allied: stand fast no" in text  # the computer's order, which the log does not tell
    assert re.search(r"\(1307\): 7:1, rolled \d: D[DE]", text)
    assert "Panzer Lehr Division moves from 1 hex north-west of Bitburg (1304)" in text
    assert "1105/1204" in text
    assert "entrenches" in text
    assert "The match is saved in" in text
    assert sitting.match.setting.seed.hex() not in text  # sealed while the game lasts
    kept = savefile.read(saving.autosave_path(sitting.match), find_game)
    assert kept.state.digest() == state.digest()


def test_a_move_finds_its_path_and_names_the_other_ways() -> None:
    lines = [
        *SET_UP,
        "end",
        "end",
        "move 2Pz 1403",
        "undo",
        "move 2Pz 1403 road",
        "reach 2Pz",
        "why 2Pz 1104",
    ]
    sitting = Sitting(lines)
    text = sitting.run()
    assert "to Bitburg (1403) (1 1/2 MF)" in text
    assert "(or: move 2Pz 1304r 1403r: 2 left, in road mode)" in text
    assert "to Bitburg (1403) (1 MF, in road mode)" in text
    assert "2. Panzer Division is Disrupted and cannot move. [TIA-DIS-1]" in text


def test_undo_and_its_limit() -> None:
    lines = [*SET_UP, "attack 1307 with KGP", "undo", "undo", "undo"]
    sitting = Sitting(lines)
    text = sitting.run()
    assert "Taken back: attack 1307 with KGP" in text
    assert "Taken back: ruthless no" in text
    # The drop rolled a die.
    assert "A die has been rolled or a hidden fact has come out: what is known cannot be unknown." in text
    assert sitting.match.journal[-1].final
    assert sitting.match.journal[-1].side == GERMAN


def test_restart_takes_back_the_phase() -> None:
    lines = [*SET_UP, "attack 1307 with KGP", "attack 1104 with 26VG 5FJ", "restart", "restart"]
    sitting = Sitting(lines)
    text = sitting.run()
    assert "Taken back: 2 orders of this phase." in text
    assert not sitting.match.state.attacks


@pytest.mark.long
def test_saved_and_loaded_it_continues_to_the_same_state(tmp_path: Path) -> None:
    file = tmp_path / "monday"
    rest = FIRST_TURN | {"declare": ["attack 1206", "end", "end"], "question": []}
    first = Sitting([*SET_UP, "attack 1307 with KGP", f"save {file}"], seed=9)
    first.run()
    played = Sitting(Hands(rest), match=first.match)
    played.run()
    saved = savefile.read(file.with_suffix(".json"), find_game)
    loaded = Sitting(Hands(rest), match=saved)
    loaded.run()
    assert loaded.match.seq > 20
    assert loaded.match.state.digest() == played.match.state.digest()


def test_load_in_the_loop(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    Sitting([*SET_UP, f"save {file}"], seed=9).run()
    sitting = Sitting(["setup free", f"load {file}", "attack 1307 with KGP"], seed=2)
    text = sitting.run()
    assert "Loaded" in text
    assert sitting.session.match.seq == 8
    assert "Declare your attacks" in text


def test_save_asks_before_it_overwrites_something_else(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear aunt", encoding="utf-8")
    text = Sitting([f"save {file}", "n", f"save {tmp_path}", "save", "load", f"load {file}"]).run()
    assert "is not a save of this match. Overwrite it?" in text
    assert "Not saved." in text
    assert file.read_text(encoding="utf-8") == "dear aunt"
    assert "is a folder" in text
    assert "is not a whole save file" in text


def test_leaving_keeps_the_match_and_says_how_to_continue(saves: Path) -> None:
    for lines in (["setup historical", "quit"], ["setup historical"], ["setup historical", "^C", ""]):
        sitting = Sitting(lines)
        text = sitting.run()
        path = saving.autosave_path(sitting.match)
        assert path.parent == saves
        assert f"ardennes play tigers --load {path}" in text
        assert saving.open_match("last", "tigers").seq == sitting.match.seq


def test_ctrl_c_may_be_thought_over() -> None:
    sitting = Sitting(["^C", "no", "setup historical"])
    text = sitting.run()
    assert "Leave the game?" in text
    assert sitting.match.seq == 2


def test_a_folder_that_cannot_be_written_is_reported_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path / "file"))
    text = Sitting(SET_UP).run()
    assert text.count("Autosave failed") == 1


def test_two_people_at_one_screen() -> None:
    lines = ["hide dump 1109", "setup historical", "1407", "1406", "1407", "drop Spa", "no"]
    lines += ["attack 1307 with KGP", "end", "end", "1", "", "log 3", "no"]
    sitting = Sitting(lines, allied=None)
    text = sitting.run()
    first, _, german = text.partition("=== The German player decides now ===")
    assert "Hide the 1st Army fuel dump" in first
    assert "hidden at Hohe Venn (Baraque Michel) (1109)" in first
    turn, _, allied = german.partition("=== The Allied player decides now ===")
    assert "The fuel dump is hidden." in turn
    assert "(1109)" not in turn
    assert "German player, look away. Allied player, press Enter" in allied
    assert 'Order "No Retreat!" for the defenders of 1 hex north of Pruem (1307)?' in allied
    assert "KampfGruppe Peiper" in allied  # what happened while he was away


def test_at_the_handover_the_last_order_can_be_undone() -> None:
    lines = ["hide dump 1109", *SET_UP, "attack 1307 with KGP", "end", "end", "1", "undo", "cancel 1"]
    sitting = Sitting(lines, allied=None)
    text = sitting.run()
    assert "Taken back: fight 1" in text
    assert "The attack on 1 hex north of Pruem (1307) is cancelled." in text


def test_a_german_may_not_take_back_what_the_ally_hid() -> None:
    text = Sitting(["hide dump 1109", "undo"], allied=None).run()
    assert "The last order was the other side's." in text


QUESTIONS = [
    "board",
    "map",
    "map compact",
    "map zoc",
    "map supply",
    "units",
    "more",
    "legal",
    "log 50",
    "hint",
]
QUESTIONS += [
    "where Fuel",
    "supply",
    "zoc",
    "why Spa",
    "stack Spa",
    "more",
    "odds 1206",
    "rule TIA-FUEL-2",
]
QUESTIONS += [f"stack {label}" for label in DUMP_HEXES] + [f"why {label}" for label in DUMP_HEXES]


@pytest.mark.long
@pytest.mark.parametrize(
    ("plain", "hexes"),
    [
        (True, DUMP_HEXES[:3]),
        (False, DUMP_HEXES[:2]),
        pytest.param(True, DUMP_HEXES, marks=pytest.mark.slow),
    ],
)
def test_nothing_the_german_sees_depends_on_where_the_dump_is(plain: bool, hexes: Sequence[str]) -> None:
    """The strongest way to say it: all that is printed is the same for all seven hexes."""
    answers = dict(FIRST_TURN)
    answers["declare"] = [*QUESTIONS, "attack 1307", "attack 1206", "end", "end"]
    answers["move"] = [*QUESTIONS, "end"]
    answers["entrench"] = [*QUESTIONS[:1], *QUESTIONS[-14:], "log 50", "entrench all"]
    told = {}
    for label in hexes:
        sitting = Sitting(Hands(answers), seed=4, dump=label, plain=plain)
        told[label] = sitting.run()
        assert sitting.match.state.turn == 2
        assert not sitting.match.state.dump_known
    for label in hexes:
        assert told[label].splitlines() == told["1008"].splitlines()
    assert "The fuel dump is hidden." in told["1008"]


def test_the_computer_says_why_but_not_what_it_hides() -> None:
    class Talker(Passive):
        def act(self, view: object, side: int) -> tuple[object, str]:  # type: ignore[override]
            order, _ = super().act(view, side)
            return order, "to hold the Meuse" if view.turn else "as far back as can be"  # type: ignore[attr-defined]

    game = find_game("tigers")
    text = Sitting(Hands(FIRST_TURN), seed=4, allied=Talker(game)).run()  # type: ignore[arg-type]
    assert "(to hold the Meuse)" in text
    assert "as far back as can be" not in text


def test_to_the_end_with_the_seed_shown_and_the_match_verified(capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game("tigers")
    players = [make_player("random", game, side, side) for side in (GERMAN, ALLIED)]
    sitting = Sitting([], seed=3, german=players[0], allied=players[1])
    text = sitting.run()
    match = sitting.match
    result = match.result()
    assert result is not None
    assert result.level in text
    assert match.setting.seed.hex() in text
    assert match.commitment in text
    from ardennes.cli import run

    assert run(["verify", str(saving.autosave_path(match))]) == 0
    assert "VERIFIED" in capsys.readouterr().out


def finished() -> Sitting:
    game = find_game("tigers")
    players = [make_player("random", game, side, side) for side in (GERMAN, ALLIED)]
    sitting = Sitting([], seed=3, german=players[0], allied=players[1])
    sitting.run()
    return sitting


def test_a_match_that_is_over_can_be_looked_at(tmp_path: Path) -> None:
    """Opened again by a person: both sides lie open, order by order; nothing can be done or taken back."""
    match = finished().match
    dump = next(u for u in find_game("tigers").world.units if u.id == "US-DUMP")  # type: ignore[attr-defined]
    hidden = match.state_at(1)
    asked = ["board", "units", "where Fuel", "map", "score", "log 5", "undo", "end", "hint", "move 12SS 1307"]
    seen = ["replay", "where Fuel", "next", "where Fuel", "next", "replay 3", "back", "units allied"]
    wrong = ["replay 99999", "back 1", "replay x", "rule TIA-ZOC-8", "help", "more", "legal", "why 1206"]
    saved = [f"save {tmp_path / 'over'}", "quit"]
    sitting = Sitting([*asked, *seen, *wrong, *saved], match=match, allied=None)
    text = sitting.run()
    assert "Internal error" not in text
    assert text.count("The game is over. Type help") == 4  # undo, end, hint, move
    assert match.setting.seed.hex() in text
    where = find_game("tigers").world.grid.label(hidden.where[dump.index])  # type: ignore[attr-defined]
    assert f"Order 1 of {match.seq}, Allied: hide dump {where}" in text
    after = text.split("order 1> where Fuel")[1]
    assert f"at {where}" in after.split("order 1>")[0]
    assert f"This match has orders 0 to {match.seq}, not 99999." in text
    assert "replay takes the number of an order, not 'x'." in text
    assert "The dice stay sealed" not in text
    assert sitting.match.seq == match.seq
    kept = savefile.read(tmp_path / "over.json", find_game)
    assert kept.result() is not None


def test_a_computer_that_fails_does_not_stop_the_game() -> None:
    class Broken:
        name = "broken"
        calls = 0

        def act(self, view: object, side: int) -> tuple[object, str]:
            self.calls += 1
            if self.calls % 2:
                raise ZeroDivisionError
            return object(), ""

    broken = Broken()
    text = Sitting(Hands(FIRST_TURN), seed=4, allied=broken).run()  # type: ignore[arg-type]
    assert broken.calls > 3
    assert "broken found no legal order, so a random one was chosen" in text
    assert "Traceback" not in text
    assert "fault.txt" in text
