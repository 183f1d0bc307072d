"""The guide to the terminal says only what works: its words, its transcript."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ardennes.games.tigers.words import WORDING
from ardennes.terminal.verbs import ALIASES
from ardennes.terminal.verbs import VERBS as LOOP
from tests.terminal.sitting import SET_UP, Sitting

ROOT = Path(__file__).resolve().parents[2]


def test_words_of_the_terminal_exist() -> None:
    """Every first word in the tables of docs/terminal.md can be typed."""
    sitting = Sitting([])
    known = (
        {name.split()[0] for name in WORDING.forms}
        | set(LOOP)
        | set(ALIASES)
        | set(sitting.session.desk.questions)
    )
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
