"""The statements of the documents are true: links lead somewhere, commands exist, examples run."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest

from ardennes import cli
from ardennes.games import GAMES, find_game
from ardennes.games.tigers.game import Tigers
from ardennes.kernel.match import settle_options
from ardennes.kernel.options import parse_options

ROOT = Path(__file__).resolve().parents[1]
doc_words: Any = import_module("scripts.doc_words")  # a program, not part of the package
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"(?:\]\(|src=\")([^)#\s\"]*)(?:#([^)\"]*))?[)\"]")
CALL = re.compile(r"(\./play|(\.venv/bin/)?ardennes)( |$)")
NAMED_FILE = re.compile(r"`(?:[\w/]+/)?(\w+\.(?:py|js|css|toml|csv))`")
NAMED_PATH = re.compile(
    r"`((?:src|tests|docs|scripts|bench|examples|tools)/[\w./-]+|(?:kernel|games|atlas|players)/[\w./-]+)`"
)
MADE_UP = {"experiment.toml", "my_question.toml"}  # files a reader would write
HOW_TO = ROOT / "docs" / "how-to"
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda p: str(p.relative_to(ROOT)))


def blocks(document: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", document.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def anchors(document: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    headings = [heading.lower() for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)]
    return {re.sub(r"[^\w\- ]", "", heading).strip().replace(" ", "-") for heading in headings}


@every_document
def test_links_lead_somewhere(document: Path) -> None:
    for link, anchor in LINK.findall(document.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        target = document.parent / link if link else document
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), f"{link}#{anchor}"


def test_the_index_links_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link).resolve() for link, _ in LINK.findall(index.read_text(encoding="utf-8"))}
    pages = {path for path in (ROOT / "docs").rglob("*.md") if path.parent.name != "decisions"}
    assert {path.relative_to(ROOT).as_posix() for path in pages - linked - {index}} == set()


def test_the_documentation_stays_short() -> None:
    """If this fails, shorten a page; `python scripts/doc_words.py` lists their words."""
    words = {path: doc_words.count_words(path.read_text(encoding="utf-8")) for path in doc_words.pages()}
    assert sum(words.values()) <= doc_words.MOST_WORDS


def test_generated_tables_and_code_are_not_counted() -> None:
    table = "<!-- figures: x -->\n| a | b |\n<!-- end of figures -->\n"
    code = "```\nardennes play\n```\n"
    assert doc_words.count_words(f"Two words.\n{table}{code}- and | three more\n") == 5


def calls(text: str) -> Iterator[list[str]]:
    """Return every command that a document shows, in code spans and code blocks, word by word."""
    spans = re.findall(r"`([^`\n]+)`", text)
    lines = [
        line for block in re.findall(r"```(?:console)?\n(.*?)```", text, re.S) for line in block.splitlines()
    ]
    for part in (*spans, *(line.removeprefix("$ ") for line in lines)):
        if CALL.match(part.strip()):
            yield re.split(r"  +", part.strip())[0].split()  # what follows two blanks explains the line


@every_document
def test_commands_and_their_options_exist(document: Path) -> None:
    for first, *words in calls(document.read_text(encoding="utf-8")):
        if not words or words[0] in ("COMMAND", "--help", "..."):
            continue
        name = "play" if first == "./play" else words[0]
        assert name in cli.COMMANDS, words
        result = cli.load(name)
        if name == "lab":
            assert isinstance(result, click.Group)
            result = result.commands[words[1]]
        known = {"--help", *(option for parameter in result.params for option in parameter.opts)}
        if name != "umpire":  # its questions have separate flags; the tests of its page run them
            assert [word for word in words if word.startswith("--") and word not in known] == [], words
        game = find_game(next((word for word in words if word in GAMES), "tigers"))
        chosen = [words[at + 1] for at, word in enumerate(words) if word == "--option"]
        settle_options(game, parse_options(game, [c for c in chosen if c not in ("list", "key=value")]))


@every_document
def test_files_named_are_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8").replace("GAME", "tigers")
    for name in NAMED_PATH.findall(text):
        assert (ROOT / name).exists() or (ROOT / "src" / "ardennes" / name).exists(), name
    folders = [
        ROOT.glob("*.*"),
        *(
            (ROOT / name).rglob("*.*")
            for name in ("src", "tests", "bench", "scripts", "docs", "examples", "tools")
        ),
    ]
    there = {path.name for result in folders for path in result}
    assert set(NAMED_FILE.findall(text)) - there - MADE_UP == set()


def test_the_case_in_the_how_to_passes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (text,) = blocks(HOW_TO / "settle-a-rules-question.md", "toml")
    file = tmp_path / "my_question.toml"
    file.write_text(text, encoding="utf-8")
    assert cli.run(["cases", str(file)]) == 0
    assert "1 passed, 0 failed" in capsys.readouterr().out
    file.write_text(text.replace("at 907", "at 1107"), encoding="utf-8")  # the enemy is far away: it may move
    assert cli.run(["cases", str(file)]) == 1


def test_the_how_to_names_the_rules_version_of_today() -> None:
    text = (HOW_TO / "verify-a-match.md").read_text(encoding="utf-8")
    assert re.findall(r"Tigers in the Ardennes, rules version (\S+)", text) == [Tigers().version]


def test_the_data_example_in_extend_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = blocks(HOW_TO / "extend.md", "python")
    data = tmp_path / "my_data"
    shutil.copytree(ROOT / "src" / "ardennes" / "games" / "tigers" / "data", data)
    units = data / "units.csv"
    units.write_text(units.read_text(encoding="utf-8").replace("KampfGruppe Peiper", "Peiper's own"), "utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(code, "extend.md", "exec"), names)
    game = names["game"]
    assert isinstance(game, Tigers)
    assert game.world.units[game.world.peiper].name == "Peiper's own"
