"""The first page loads what it needs at once: one script, one style sheet and its fonts."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from ardennes.web.join import SCRIPT, SHEET

WEB = Path(str(files("ardennes.web")))
PAGE = (WEB / "index.html").read_text(encoding="utf-8")


def named(kind: str) -> set[str]:
    """Return the files that links of a kind name."""
    return set(re.findall(rf'<link rel="{kind}"[^>]* href="([^"]+)">', PAGE))


def test_the_page_is_one_script_and_one_sheet() -> None:
    """Otherwise the browser would find the many scripts one after the other, through imports."""
    assert named("stylesheet") == {SHEET}
    assert re.findall(r'<script[^>]* src="([^"]+)"', PAGE) == [SCRIPT]


def test_only_files_that_are_there_are_named() -> None:
    for kind in ("preload", "stylesheet"):
        assert named(kind)
        assert not [name for name in named(kind) if not (WEB / name).is_file()]
