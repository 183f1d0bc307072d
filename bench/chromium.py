"""Where a Chromium is, and how it is started for measuring and for tests: no network of its own."""

from __future__ import annotations

import sys
from pathlib import Path

from ardennes.commands.map import find_browser

FETCHED = Path(sys.prefix) / "browsers"  # where ./test puts one of its own
FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]
MISSING = "no Chromium on the PATH; ./test fetches one; Debian/Ubuntu: sudo apt install chromium"


def find_chromium() -> str | None:
    """The machine's, or the one that was fetched for the tests."""
    name = "chrome-headless-shell" + (".exe" if sys.platform == "win32" else "")
    return find_browser() or next(map(str, sorted(FETCHED.glob(f"*/*/{name}"), reverse=True)), None)
