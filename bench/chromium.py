"""Where a Chromium is, and how it is started for measuring and for tests: no network of its own."""

from __future__ import annotations

import os
import shutil
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
    "--disable-gpu",  # there is none; to pretend one costs a seventh of the time of a page
]
MISSING = "no Chromium on the PATH; ./test fetches one; Debian/Ubuntu: sudo apt install chromium"


def find_shell() -> str | None:
    """A Chromium without a window, the machine's or the fetched one; a page costs it half the time."""
    name = "chrome-headless-shell" + (".exe" if sys.platform == "win32" else "")
    fetched = sorted(map(str, FETCHED.glob(f"*/*/{name}")))
    return shutil.which("chromium-headless-shell") or (fetched[-1] if fetched else None)


def find_chromium() -> str | None:
    """The one that was named, else best one without a window."""
    return os.environ.get("ARDENNES_BROWSER") or find_shell() or find_browser()
