"""`ardennes analyse`: describes a finished match, and refuses anything else with a clear message."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from ardennes.after.account import Account
from ardennes.cli import USER_MISTAKE, run
from ardennes.kernel import savefile
from tests.after.playing import SHORT, finished, played


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    file = tmp_path / "match.json"
    savefile.write(finished(SHORT[0]), file)
    return file


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["analyse", *words]) == USER_MISTAKE
    return capsys.readouterr().err


def test_a_finished_match_is_reported(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out_file = saved.with_name("account.json")
    assert run(["analyse", str(saved), "--json", str(out_file)]) == 0
    out = capsys.readouterr().out
    for words in (
        "Chance that the German side wins",
        "fitted on",
        "Luck, in points",
        "with these throws",
        "The end",
    ):
        assert words in out
    account = msgspec.json.decode(out_file.read_bytes(), type=Account)
    assert account.curve[-1].order == finished(SHORT[0]).seq


def test_a_match_that_runs_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "running.json"
    savefile.write(played(SHORT[0], orders=30), file)
    assert "not over after 30 orders" in refused(capsys, str(file))


def test_a_damaged_file_is_refused(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = saved.read_bytes()
    saved.write_bytes(data[: len(data) // 2])
    assert "match.json" in refused(capsys, str(saved))
    assert "There is no file" in refused(capsys, str(saved.with_name("none.json")))


def test_a_match_that_goes_differently_under_these_rules_is_refused(
    saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = msgspec.json.decode(saved.read_bytes(), type=savefile.SaveFile)
    save.rules, save.journal[-1].digest = "0.1", "0" * 16
    save.checksum = savefile._checksum(save)
    saved.write_bytes(msgspec.json.encode(save))
    assert "rules version 0.1" in refused(capsys, str(saved))


def test_a_report_needs_its_page(
    saved: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ardennes.after.page", None)
    assert "no report page" in refused(capsys, str(saved), "--html", str(saved.with_suffix(".html")))
