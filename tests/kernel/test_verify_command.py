"""`ardennes verify`: an honest match is verified, everything else gets a clear message."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ardennes import games
from ardennes.cli import run
from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.kernel import conformance, savefile
from ardennes.kernel.contract import AnyGame
from ardennes.kernel.match import SERVER, Fork, Match, new_match
from ardennes.kernel.savefile import SaveFile
from tests.kernel.planted_secrets import TooHopeful
from tests.kernel.playing import play_on, random_match
from tests.kernel.toygame import Outpost


@pytest.fixture(autouse=True)
def only_outpost(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_game(name: str) -> AnyGame:
        if name != "outpost":
            raise UserError(f"there is no game {name!r}; there is: outpost")
        return Outpost()

    monkeypatch.setattr(games, "find_game", find_game, raising=False)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    file = tmp_path / "match.json"
    savefile.write(random_match(1), file)
    return file


def verify(file: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str, str]:
    code = run(["verify", str(file), *more])
    output = capsys.readouterr()
    return code, output.out, output.err


def test_an_honest_match_is_proved(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = random_match(1)
    code, out, err = verify(saved, capsys)
    assert (code, err) == (0, "")
    assert "match.json: VERIFIED" in out
    assert "Outpost, rules version 1" in out
    assert f"{match.seq}, every one legal" in out
    assert f"{match.state.rolls}, every one rolled again" in out
    assert match.commitment[:16] in out
    assert match.setting.seed.hex() not in out
    result = match.result()
    assert result is not None
    assert result.summary in out
    assert f"ardennes analyse {saved}" in out


def test_a_match_in_play_without_dice_is_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "new.json"
    match = new_match(Outpost(), nonces=("rose", "tulip"), seed=bytes(32))
    savefile.write(match, file)
    code, out, _ = verify(file, capsys, "--promise", match.commitment)
    assert code == 0
    assert "not over yet" in out
    assert "of 2 players in the dice from die 1 on" in out


def test_a_fork_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = random_match(1)
    seq = next(n for n, entry in enumerate(match.journal, 1) if entry.rolls == 2)
    file = tmp_path / "fork.json"
    fork = match.fork(seq, seed_from_number(9))
    savefile.write(fork, file)
    code, out, _ = verify(file, capsys, "--promise", fork.commitment[:16].upper())
    assert code == 0
    assert "another seed from die 3 on" in out
    assert "fork.json: VERIFIED" in out


def test_dice_put_in_by_a_fork_or_by_shares_are_not_proved(
    saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Search for a seed, or for players' shares, that show the desired faces."""
    match = random_match(1)
    dice = [(Fork(0, bytes([7] * 32))), Fork(0, match.setting.seed, ("rose", "tulip"))]
    for fork in dice:
        forged = Match(match.game, msgspec.structs.replace(match.setting, forks=(fork,)))
        play_on(forged, Random(1))
        savefile.write(forged, saved)
        for more in ((), ("--promise", match.commitment[:20])):
            code, out, _ = verify(saved, capsys, *more)
            assert code == 1
            assert out.startswith("NOT VERIFIED: match.json replays, but ")
        forge(saved, commitment=match.commitment)
        assert "has been changed" in verify(saved, capsys)[1]
        forge(saved, format_version=1)
        assert "nothing was promised of its dice from die 1 on" in verify(saved, capsys)[1]


def test_a_file_of_before_with_a_fork_opens_but_is_not_proved(
    saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fork = random_match(1).fork(20, bytes([7] * 32))
    savefile.write(fork, saved)
    forge(saved, format_version=1, commitment=random_match(1).commitment)
    assert savefile.read(saved, lambda _: Outpost()).journal == fork.journal
    assert verify(saved, capsys)[0] == 1


@pytest.mark.long
def test_it_is_said_that_a_number_as_seed_can_be_found(
    saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed, words in (
        (seed_from_number(314159), "everybody: a seed is the number 314159"),
        (bytes([7] * 32), "the server's owner alone"),
    ):
        savefile.write(new_match(Outpost(), seed=seed, known=SERVER), saved)
        assert words in verify(saved, capsys)[1]


@pytest.mark.parametrize("promise", ["abc", "not a promise at all"])
def test_a_promise_that_is_none_is_the_users_mistake(
    promise: str, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = verify(saved, capsys, "--promise", promise)
    assert (code, "at least its first 16 characters" in err) == (2, True)


def forge(file: Path, **changes: Any) -> None:
    save = msgspec.json.decode(file.read_bytes(), type=SaveFile)
    for name, value in changes.items():
        setattr(save, name, value)
    save.checksum = savefile._checksum(save)
    file.write_bytes(msgspec.json.encode(save))


def forge_line(file: Path, at: int, **changes: Any) -> None:
    save = msgspec.json.decode(file.read_bytes(), type=SaveFile)
    for name, value in changes.items():
        setattr(save.journal[at], name, value)
    forge(file, journal=save.journal)


def test_another_seed_breaks_the_promise(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forge(saved, seed="11" * 32)
    code, out, err = verify(saved, capsys)
    assert (code, err) == (1, "")
    assert "NOT VERIFIED: match.json has been changed: its seed is not the one promised" in out


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"digest": "0" * 16}, "after order 5 the position differs"),
        ({"order": {"do": "done"}, "side": 1}, "order 5 is not legal: It is not your decision. [TOY-1]"),
        ({"rolls": 50}, "50 recorded"),
    ],
)
def test_a_forged_order_is_reported(
    changes: dict[str, Any], words: str, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forge_line(saved, 4, **changes)
    code, out, _ = verify(saved, capsys)
    assert code == 1
    assert words in out


def test_a_better_die_is_found_out(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Change the result of a battle and everything that follows from it in the file."""
    match = random_match(1)
    at = next(n for n, entry in enumerate(match.journal) if entry.final)
    forge_line(saved, at, digest=match.journal[at - 1].digest)
    code, out, _ = verify(saved, capsys)
    assert code == 1
    assert f"after order {at + 1} the position differs" in out


@pytest.mark.parametrize("data", [b"", b"{}", b'{"format": "chess"}', b"\x00\xff", b"[1, 2"])
def test_a_foreign_or_damaged_file_is_reported(
    data: bytes, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved.write_bytes(data)
    code, out, err = verify(saved, capsys)
    assert (code, err) == (1, "")
    assert out.startswith("NOT VERIFIED: match.json is not")
    assert saved.read_bytes() == data


def test_an_unknown_game_is_reported(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forge(saved, game="chess")
    code, out, _ = verify(saved, capsys)
    assert code == 1
    assert "no game 'chess'; there is: outpost" in out


def test_no_such_file_is_the_users_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        code, out, err = verify(path, capsys)
        assert (code, out) == (2, "")
        assert f"There is no file {path}" in err


@pytest.mark.long
def test_the_case_of_a_fault_can_be_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = conformance.run(TooHopeful(), seeds=range(12), folder=tmp_path)
    fault = report.faults[0]
    code, out, _ = verify(tmp_path / fault.save, capsys)
    assert code == 0
    assert f"{fault.shortened_to}, every one legal" in out


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "--help"]) == 0
    assert "ardennes verify match.json" in capsys.readouterr().out
