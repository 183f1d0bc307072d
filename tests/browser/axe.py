"""Accessibility problems that axe finds on a page."""

from __future__ import annotations

from typing import Any, NamedTuple

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

AXE: str = Axe().axe_script
# A map has thousands of similar hexes (js/map/board.js): axe checks a few while the rest are hidden.
# Passed checks are not listed. A page that was not drawn (`UNSEEN` in sitting.py) is shown meanwhile.
RUN = """async within => {
  const { unseen } = window;
  if (unseen) unseen.disabled = true;
  const many = [...document.querySelectorAll(".hexhit:nth-child(n + 100)")];
  const alike = many.includes(document.activeElement) ? [] : many;
  const map = alike[0]?.parentNode;
  for (const hex of alike) hex.remove();
  try {
    return (await axe.run(within ?? document, { resultTypes: ["violations"] })).violations;
  } finally {
    map?.append(...alike);
    if (unseen) unseen.disabled = false;
  }
}"""


class Finding(NamedTuple):
    impact: str
    words: str  # what it is, and where


def findings(page: Page, within: str | None = None) -> list[Finding]:
    """In one part of a long page, or in all of it."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    result: list[dict[str, Any]] = page.evaluate(RUN, within)
    return [
        Finding(
            str(fault["impact"]),
            f"{fault['id']}: {fault['help']} at {[node['target'] for node in fault['nodes'][:3]]}",
        )
        for fault in result
    ]
