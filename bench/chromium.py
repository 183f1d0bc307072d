"""Find Chromium and start it for benchmarks and tests, without background network access."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from ardennes.commands.map import find_browser

FETCHED = Path(sys.prefix) / "browsers"  # where ./test installs one
FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--disable-gpu",  # there is no GPU; emulating one takes a seventh of the time of a page
]
MISSING = "no Chromium on the PATH; ./test fetches one; Debian/Ubuntu: sudo apt install chromium"


def find_shell() -> str | None:
    """Start headless Chromium, the system's or the downloaded one; a page takes half the time in it."""
    name = "chrome-headless-shell" + (".exe" if sys.platform == "win32" else "")
    fetched = sorted(map(str, FETCHED.glob(f"*/*/{name}")))
    return shutil.which("chromium-headless-shell") or (fetched[-1] if fetched else None)


def find_chromium() -> str | None:
    """Return the named one, else preferably a headless one."""
    return os.environ.get("ARDENNES_BROWSER") or find_shell() or find_browser()
