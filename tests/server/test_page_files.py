"""The first page fetches what it will need at once: its modules and fonts are named there."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

WEB = Path(str(files("ardennes.web")))
PAGE = (WEB / "index.html").read_text(encoding="utf-8")


def named(kind: str) -> set[str]:
    """The files that links of a kind name."""
    return set(re.findall(rf'<link rel="{kind}"[^>]* href="([^"]+)">', PAGE))


def test_every_module_of_the_page_is_fetched_at_once() -> None:
    """Else the browser finds them one after the other, each in the one that imports it."""
    made = {f"js/{path.name}" for path in (WEB / "js").glob("*.js")}
    assert named("modulepreload") == made - {"js/main.js", "js/types.js"}, "see index.html"
    assert 'src="js/main.js"' in PAGE


def test_only_files_that_are_there_are_named() -> None:
    for kind in ("preload", "modulepreload", "stylesheet"):
        assert named(kind)
        assert not [name for name in named(kind) if not (WEB / name).is_file()]
