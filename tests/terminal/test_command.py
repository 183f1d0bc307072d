"""`ardennes play` from the command line: who plays, options, saved matches, and mistakes in plain words."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from ardennes.cli import run
from ardennes.commands.play import adviser_of, favourite, names_of, seats_of
from ardennes.dice import commitment, seed_from_number
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import new_match
from ardennes.kernel.options import parse_options
from ardennes.kernel.savefile import HUMAN
from ardennes.players.api import player_names
from ardennes.terminal import saving
from tests.kernel.playing import play_on
from tests.terminal.sitting import SET_UP

GAME = find_game("tigers")
Typing = Callable[..., None]


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path / "saves"))
    monkeypatch.setenv("TERM", "dumb")
    return tmp_path / "saves"


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Lines that will be typed."""

    def feed(*lines: str) -> None:
        left: Iterator[str] = iter(lines)

        def read(prompt: str = "") -> str:
            print(prompt, end="")
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", read)

    return feed


def test_the_default_is_a_german_person_against_the_computer(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(*SET_UP, "quit")
    assert run(["play", "tigers", "--seed", "7"]) == 0
    text = capsys.readouterr().out
    assert f"German: you against Allied: {favourite(GAME)}" in text
    assert commitment(seed_from_number(7)) in text
    assert "Declare your attacks" in text


def test_a_match_continues_where_it_was_left(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    typing(*SET_UP, "quit")
    assert run(["play", "tigers", "--seed", "7", "--allied", "random"]) == 0
    left = saving.open_match("last", "tigers")
    typing("attack 1307 with KGP", "quit")
    assert run(["play", "tigers", "--load", "last", "--allied", "random"]) == 0
    assert saving.open_match("last", "tigers").seq == left.seq + 1
    assert "KampfGruppe Peiper will attack 1 hex north of Pruem (1307)." in capsys.readouterr().out


def test_a_saved_match_comes_back_with_those_who_played_it(
    typing: Typing, saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typing("hide dump 1109", "setup historical", "quit")
    assert run(["play", "tigers", "--seed", "7", "--german", "human", "--allied", "human"]) == 0
    left = saving.open_match("last", "tigers")
    capsys.readouterr()
    typing("quit")
    assert run(["play", "tigers", "--load", "last"]) == 0
    assert "German: a person against Allied: a person" in capsys.readouterr().out
    assert saving.open_match("last", "tigers").seq == left.seq  # no computer has played at once
    typing("quit")
    assert run(["play", "tigers", "--load", "last", "--allied", "random"]) == 0  # unless it is asked to
    assert "German: you against Allied: random" in capsys.readouterr().out


def test_who_plays_is_no_part_of_the_match(
    typing: Typing, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match, old, new = new_match(GAME, seed=seed_from_number(3)), tmp_path / "old.json", tmp_path / "new.json"
    savefile.write(match, old)
    savefile.write(match, new, ["human", "human"])
    assert savefile.read_header(old.read_bytes(), "old") == savefile.read_header(new.read_bytes(), "new")
    assert savefile.read_seats(old.read_bytes()) == ()
    assert savefile.read_seats(new.read_bytes()) == ("human", "human")
    typing("quit", "quit")
    assert run(["play", "tigers", "--load", str(old)]) == 0  # as it was before saves told who plays
    assert "German: you against Allied: staff" in capsys.readouterr().out
    assert run(["verify", str(saving.autosave_path(match))]) == 0
    assert "VERIFIED" in capsys.readouterr().out


def test_two_computers_play_to_the_end_by_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "tigers", "--german", "random", "--allied", "random", "--seed", "5"]) == 0
    text = capsys.readouterr().out
    assert "Victory" in text
    assert seed_from_number(5).hex() in text


@pytest.mark.parametrize(
    ("german", "allied", "people"),
    [
        ("", "", [0]),
        ("human", "", [0]),
        ("", "human", [1]),
        ("random", "", [1]),
        ("", "random", [0]),
        ("human", "human", [0, 1]),
        ("random", "random", []),
        ("human", "random", [0]),
    ],
)
def test_who_plays(german: str, allied: str, people: list[int]) -> None:
    seats = seats_of(new_match(GAME), names_of(GAME, german, allied))
    assert [side for side, player in seats.items() if player is None] == people


def test_the_favourite_is_staff_when_there_is_one() -> None:
    names = player_names("tigers")
    assert favourite(GAME) == ("staff" if "staff" in names else "random")
    assert adviser_of(GAME, 0).name


def test_options_are_read_by_their_choices() -> None:
    assert parse_options(GAME, ["dae_choice=Attacker", "peiper_strict=yes"]) == {
        "dae_choice": "attacker",
        "peiper_strict": True,
    }
    match = new_match(GAME, options=parse_options(GAME, ["exit_110_half=on"]))
    assert match.setting.options["exit_110_half"] is True


def test_the_options_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "tigers", "--option", "list"]) == 0
    text = capsys.readouterr().out
    assert "dae_choice=both  or attacker, defender  [TIA-CRT-15]" in text
    assert "peiper_strict=no  or yes" in text


def test_a_match_shows_its_options(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    typing("options", "quit")
    assert run(["play", "tigers", "--option", "peiper_strict=yes", "--allied", "random"]) == 0
    assert "peiper_strict=yes (changed)  or no" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], "there is no game 'chess'; the games are: tigers"),
        (["tigers", "--german", "rommel"], "'rommel' cannot play the german side; there is: human"),
        (["tigers", "--option", "peiper_strict"], "written as key=value"),
        (["tigers", "--option", "snow=deep"], "has no option 'snow'; it has: "),
        (["tigers", "--option", "dae_choice=nobody"], "it can be: 'both', 'attacker', 'defender'"),
        (["tigers", "--scenario", "1940"], "has no scenario '1940'; it has: campaign"),
        (["tigers", "--load", "nothing.json"], "There is no file nothing.json."),
        (["tigers", "--load", "last"], "No match has been saved yet."),
        (["tigers", "--load", "x.json", "--seed", "3"], "Use --load without them"),
    ],
)
def test_mistakes_are_reported_with_a_clear_message(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken.json"
    savefile.write(new_match(GAME), file)
    data = file.read_bytes()[:-20]
    file.write_bytes(data)
    assert run(["play", "tigers", "--load", str(file)]) == 2
    assert "damaged or was cut short" in capsys.readouterr().err
    assert file.read_bytes() == data


def test_old_matches_make_room(saves: Path) -> None:
    for number in range(saving.KEPT + 3):
        saving.autosave(new_match(GAME, seed=seed_from_number(number)))
    assert len(list(saves.glob("*.json"))) == saving.KEPT


@pytest.fixture
def of_other_rules(tmp_path: Path) -> Path:
    """A save that another rules version made, whose ninth order gives another position now."""
    match = new_match(GAME, seed=seed_from_number(7))
    play_on(match, Random(7), 12)
    save = msgspec.json.decode(savefile.to_bytes(match, (HUMAN, HUMAN)), type=savefile.SaveFile)
    save.rules, save.journal[8].digest = "0.9", "0" * 16
    save.checksum = savefile._checksum(save)
    file = tmp_path / "monday.json"
    file.write_bytes(msgspec.json.encode(save))
    return file


def test_a_save_of_other_rules_says_how_to_continue_it(
    of_other_rules: Path, typing: Typing, saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = of_other_rules.read_bytes()
    assert run(["play", "tigers", "--load", str(of_other_rules)]) == 2
    told = capsys.readouterr().err
    assert "made under rules version 0.9" in told
    assert "--load monday.json --at 8" in told
    assert run(["play", "tigers", "--load", str(of_other_rules), "--at", "9"]) == 2
    assert run(["verify", str(of_other_rules)]) == 1
    assert "after order 9 the position differs" in capsys.readouterr().out
    typing("quit")
    assert run(["play", "tigers", "--load", str(of_other_rules), "--at", "8"]) == 0
    (kept,) = saves.glob("tigers-*.json")
    match = savefile.read(kept, find_game, replay=True)
    assert (match.seq, len(match.setting.forks)) == (8, 1)
    assert of_other_rules.read_bytes() == before


def test_a_save_of_other_rules_that_agrees_is_verified(
    of_other_rules: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = new_match(GAME, seed=seed_from_number(7))
    play_on(match, Random(7), 12)
    save = msgspec.json.decode(of_other_rules.read_bytes(), type=savefile.SaveFile)
    save.journal[8].digest = match.journal[8].digest
    save.checksum = savefile._checksum(save)
    of_other_rules.write_bytes(msgspec.json.encode(save))
    assert run(["verify", str(of_other_rules)]) == 0
    assert "made under rules version 0.9; every order gives the same" in capsys.readouterr().out


def test_a_place_in_a_match_needs_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "tigers", "--at", "3"]) == 2
    assert "--at needs a saved match" in capsys.readouterr().err


def test_load_takes_the_number_of_orders(
    typing: Typing, tmp_path: Path, saves: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = new_match(GAME, seed=seed_from_number(7))
    play_on(match, Random(7), 12)
    savefile.write(match, tmp_path / "tuesday.json", (HUMAN, HUMAN))
    typing(f"load {tmp_path / 'tuesday'} at 5", "quit")
    assert run(["play", "tigers", "--german", "human", "--allied", "human", "--seed", "1"]) == 0
    assert "5 orders" in capsys.readouterr().out
