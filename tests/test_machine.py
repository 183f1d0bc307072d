"""Chromium and PostgreSQL are found, installed, or reported as missing; nothing is installed here."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ardennes.commands.map import find_browser, usual_places
from bench import chromium
from tests import machine


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine that has nothing; commands are recorded and fail."""
    steps: list[str] = []

    def ran(*command: str, **variables: str) -> bool:
        steps.append(" ".join(command))
        return False

    monkeypatch.setattr(machine, "ran", ran)
    monkeypatch.setattr(machine, "LOG", tmp_path / "log")
    monkeypatch.setattr(machine, "TRIED", tmp_path / "tried")
    monkeypatch.setattr(machine, "find_chromium", lambda: None)
    monkeypatch.setattr(machine, "find_shell", lambda: None)
    monkeypatch.delenv("ARDENNES_BROWSER", raising=False)
    monkeypatch.setattr(machine, "find_driver", lambda: None)
    monkeypatch.setattr(machine, "find_postgres", lambda: None)
    monkeypatch.setattr(machine, "fetch_runtime", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    return steps


def test_what_is_there_is_not_fetched(
    tried: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "find_chromium", lambda: "/usr/bin/chromium-headless-shell")
    monkeypatch.setattr(machine, "find_shell", lambda: "/usr/bin/chromium-headless-shell")
    monkeypatch.setattr(machine, "find_driver", lambda: "/node")
    monkeypatch.setattr(machine, "find_postgres", lambda: "/usr/bin/initdb")
    assert machine.main() == 0
    assert tried == []
    assert "Chromium: /usr/bin/chromium" in capsys.readouterr().out


@pytest.mark.parametrize(("root", "first"), [(True, "env "), (False, "playwright")])
def test_every_way_is_tried_and_then_it_is_said_loudly(
    root: bool,
    first: str,
    tried: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(machine, "is_root", lambda: root)
    assert machine.main() == 0  # the other tests are run all the same
    assert first in tried[0]
    assert any("playwright install" in step for step in tried)
    assert any("apt-get" in step for step in tried)
    assert all(root or "playwright" in step or step.startswith("sudo -n ") for step in tried)
    said = capsys.readouterr().out
    assert "!! NOT RUN: the tests with Chromium" in said
    assert "apt install chromium" in said
    assert "apt install libatomic1" in said
    assert "!! NOT RUN: the tests with PostgreSQL" in said
    assert "apt install postgresql" in said


def test_where_there_are_no_packages_of_debian_none_are_asked_for(
    tried: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    machine.main()
    assert all("playwright install" in step for step in tried)


def test_what_the_first_way_brings_ends_the_search(
    tried: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result: list[str] = []
    monkeypatch.setattr(machine, "is_root", lambda: True)
    monkeypatch.setattr(machine, "by_packages", lambda package: result.append(f"/usr/bin/{package}"))
    monkeypatch.setattr(machine, "find_chromium", lambda: next(iter(result), None))
    machine.main()
    assert tried == []
    assert "Chromium: /usr/bin/chromium" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("root", "way"),
    [(True, "--no-remove chromium-headless-shell"), (False, "install --only-shell chromium")],
)
def test_one_without_a_window_is_fetched_once_beside_another(
    root: bool, way: str, tried: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "is_root", lambda: root)
    monkeypatch.setattr(machine, "find_chromium", lambda: "/usr/bin/chromium")
    machine.main()
    assert tried[0].endswith(way)
    assert not any(step.endswith("--no-remove chromium") for step in tried), "there is one"
    tried.clear()
    machine.main()
    assert not any("shell" in step for step in tried)


def test_beside_a_browser_that_was_named_none_is_fetched(
    tried: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARDENNES_BROWSER", "/opt/my browser")
    monkeypatch.setattr(machine, "find_chromium", lambda: "/opt/my browser")
    machine.main()
    assert not any("shell" in step for step in tried)


def test_a_fetched_chromium_that_does_not_start_is_thrown_away(
    tried: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = tmp_path / "browsers" / "chromium_headless_shell-1" / "linux" / "chrome-headless-shell"
    shell.parent.mkdir(parents=True)
    shell.touch()
    for place in (machine, chromium):
        monkeypatch.setattr(place, "FETCHED", tmp_path / "browsers")
    monkeypatch.setattr(chromium, "find_browser", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(machine, "find_chromium", chromium.find_chromium)
    assert chromium.find_chromium() == str(shell)
    machine.by_playwright()
    assert tried[-1] == f"{shell} --version"
    assert chromium.find_chromium() is None


def test_a_step_says_what_went_wrong_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "LOG", tmp_path / "log")
    assert not machine.ran(str(tmp_path / "no such program"))
    assert "no such program" in (tmp_path / "log").read_text(encoding="utf-8")


def test_people_may_name_their_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARDENNES_BROWSER", "/opt/my browser")
    assert find_browser() == "/opt/my browser"


@pytest.mark.parametrize(("platform", "count"), [("win32", 3), ("darwin", 3), ("linux", 0)])
def test_other_systems_keep_their_browsers_elsewhere(platform: str, count: int) -> None:
    places = list(usual_places({"ProgramFiles": "C:/Program Files"}, platform))
    assert len(places) == count
    assert all("Edge" in str(place) or "Chrom" in str(place) for place in places)
