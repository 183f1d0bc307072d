"""What the documents say is so: links lead somewhere, commands exist, examples run."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from ardennes import cli
from ardennes.games.tigers.game import Tigers

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
NAMED_COMMAND = re.compile(r"(?:^|`)(?:\.venv/bin/)?ardennes ([a-z]+)\b", re.MULTILINE)
NAMED_PATH = re.compile(
    r"`((?:src|tests|docs|scripts|bench)/[\w./-]+|(?:kernel|games|atlas|players)/[\w./-]+)`"
)


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", document.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for link in LINK.findall(document.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (document.parent / link).exists(), link


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_commands_exist(document: Path) -> None:
    for name in NAMED_COMMAND.findall(document.read_text(encoding="utf-8")):
        assert name in cli.COMMANDS, f"ardennes {name}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))
def test_files_named_are_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8").replace("GAME", "tigers")
    for name in NAMED_PATH.findall(text):
        assert (ROOT / name).exists() or (ROOT / "src" / "ardennes" / name).exists(), name


def test_the_case_in_contributing_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (text,) = blocks(ROOT / "CONTRIBUTING.md", "toml")
    file = tmp_path / "question.toml"
    file.write_text(text, encoding="utf-8")
    assert cli.run(["cases", str(file)]) == 0
    assert "1 passed, 0 failed" in capsys.readouterr().out
    file.write_text(text.replace("at 806", "at 506"), encoding="utf-8")  # no enemy near: now it may go
    assert cli.run(["cases", str(file)]) == 1


def test_the_data_example_in_contributing_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = blocks(ROOT / "CONTRIBUTING.md", "python")
    data = tmp_path / "my_data"
    shutil.copytree(ROOT / "src" / "ardennes" / "games" / "tigers" / "data", data)
    units = data / "units.csv"
    units.write_text(units.read_text(encoding="utf-8").replace("KampfGruppe Peiper", "Peiper's own"), "utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(code, "CONTRIBUTING.md", "exec"), names)
    game = names["game"]
    assert isinstance(game, Tigers)
    assert game.world.units[game.world.peiper].name == "Peiper's own"
