"""docs/api.md: its ten examples run as they stand, one after the other."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "api.md"


def test_the_examples_of_the_python_api_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    text = PAGE.read_text(encoding="utf-8")
    assert len(re.findall(r"^## \d+\. ", text, re.MULTILINE)) == 10
    # What an example prints ends at an empty line, not at the end of a code block.
    shown = text.replace("```", "\n")
    session = doctest.DocTestParser().get_doctest(shown, {}, PAGE.name, str(PAGE), 0)
    found = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session)
    assert found.attempted > 40
    assert not found.failed, capsys.readouterr().out
