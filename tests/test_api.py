"""The Python API: its doctests and docs/api.md run as they are, the import is cheap, positions round-trip."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import ardennes
import ardennes.api

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "api.md"
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
PUBLIC = [ardennes.LegalOrders, ardennes.Match, ardennes.Player, ardennes.View]


@pytest.mark.parametrize("module", [ardennes, ardennes.api], ids=lambda module: str(module.__name__))
def test_the_doctests_of_the_python_api_run(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted > 2
    assert not outcome.failed, capsys.readouterr().out


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
