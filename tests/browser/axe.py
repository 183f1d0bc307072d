"""What axe finds on a page for those who cannot see it."""

from __future__ import annotations

from typing import Any, NamedTuple

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

AXE = Axe()


class Finding(NamedTuple):
    impact: str
    words: str  # what it is, and where


def findings(page: Page, within: str | None = None) -> list[Finding]:
    """In one part of a long page, or in all of it."""
    found: list[dict[str, Any]] = AXE.run(page, context=within).response["violations"]
    return [
        Finding(
            str(fault["impact"]),
            f"{fault['id']}: {fault['help']} at {[node['target'] for node in fault['nodes'][:3]]}",
        )
        for fault in found
    ]
