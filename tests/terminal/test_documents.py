"""The newcomer's documents say only what works: commands, options, links, transcripts."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from ardennes.cli import COMMANDS, load
from ardennes.games import find_game
from ardennes.games.tigers.shorthand import FORMS
from ardennes.kernel.match import settle_options
from ardennes.terminal.commands import ALIASES
from ardennes.terminal.commands import COMMANDS as LOOP
from ardennes.terminal.play import read_options
from tests.terminal.sitting import SET_UP, Sitting

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    ROOT / name for name in ("README.md", "docs/how-to.md", "docs/terminal.md", "docs/architecture.md")
]


def calls(text: str) -> list[str]:
    """Every command line a document shows, in code spans and code blocks."""
    spans = re.findall(r"`([^`\n]+)`", text)
    blocks = [
        line.removeprefix("$ ")
        for block in re.findall(r"```\n(.*?)```", text, re.S)
        for line in block.splitlines()
    ]
    found = [part.strip() for part in (*spans, *blocks)]
    return [part for part in found if re.match(r"(\./play|\./test|ardennes)( |$)", part)]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_commands_and_their_options_exist(path: Path) -> None:
    for call in calls(path.read_text(encoding="utf-8")):
        words = re.split(r"  +", call)[0].split()  # what follows two blanks explains the line
        if words[0] == "./test" or words[1:2] in (["COMMAND"], ["--help"], []):
            continue
        name = "play" if words[0] == "./play" else words[1]
        assert name in COMMANDS, call
        known = {option for parameter in load(name).params for option in parameter.opts}
        for word in words:
            if word.startswith("--"):
                assert word in known, f"{call}: {word}"
        chosen = [words[at + 1] for at, word in enumerate(words) if word == "--option"]
        game = find_game("tigers")
        settle_options(
            game, read_options(game, [choice for choice in chosen if choice not in ("list", "key=value")])
        )


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / link).exists(), link


def test_words_of_the_terminal_exist() -> None:
    """Every first word in the tables of docs/terminal.md can be typed."""
    sitting = Sitting([])
    known = {name.split()[0] for name in FORMS} | set(LOOP) | set(ALIASES) | set(sitting.session.desk.queries)
    text = (ROOT / "docs/terminal.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1] for row in text.splitlines() if row.startswith("| `")]
    typed = [span for row in rows for span in re.findall(r"`([^`]+)`", row)]
    assert len(typed) > 30
    assert [span for span in typed if span.split()[0] not in known] == []


def test_the_transcript_in_the_guide_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    text = (ROOT / "docs/terminal.md").read_text(encoding="utf-8")
    found = re.search(r"```\n(german> why 1104\n.*?)```", text, re.S)
    assert found is not None
    assert found[1] in Sitting([*SET_UP, "why 1104"]).run()


def test_the_case_in_the_how_to_passes(tmp_path: Path) -> None:
    from ardennes.cli import run

    text = (ROOT / "docs/how-to.md").read_text(encoding="utf-8")
    block = re.search(r"```toml\n(.*?)```", text, re.S)
    assert block is not None
    assert tomllib.loads(block[1])["game"] == "tigers"
    file = tmp_path / "my_question.toml"
    file.write_text(block[1], encoding="utf-8")
    assert run(["cases", str(file)]) == 0
