"""Where a Chromium is, and how it is started for measuring and for tests: no network of its own."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]
MISSING = "no Chromium on the PATH; Debian/Ubuntu: sudo apt install chromium"


def find_chromium() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)
