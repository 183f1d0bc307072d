"""Write the tables of events in docs/cases*.md from the event classes of each game.

    python scripts/case_events.py

Run it after a change to a game's events; tests/test_casebooks.py fails on a stale table.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import get_args

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = {
    "tigers": "cases.md",
    "breakthrough": "cases-breakthrough.md",
    "wave_of_terror": "cases-wave-of-terror.md",
    "playsheet": "cases-playsheet.md",
}
START, END = "<!-- events: written by scripts/case_events.py -->\n", "<!-- end of events -->\n"
PLACE = re.compile(re.escape(START) + ".*?" + re.escape(END), re.DOTALL)


def event_table(game: str) -> str:
    """Return a Markdown table of the game's events and their fields."""
    events = get_args(import_module(f"ardennes.games.{game}.rules.model.events").AnyEvent)
    rows = [f"| `{event.__struct_config__.tag}` | {', '.join(event.__struct_fields__)} |" for event in events]
    return "\n".join(["| event | fields |", "|---|---|", *rows, ""])


def with_events(text: str, game: str) -> str:
    """Return the page with an up-to-date table between its two marks."""
    if not PLACE.search(text):
        raise ValueError(f"docs/{PAGES[game]} lacks the line {START.strip()}")
    return PLACE.sub(lambda _: f"{START}{event_table(game)}{END}", text)


def main() -> None:
    for game, name in PAGES.items():
        page = DOCS / name
        page.write_text(with_events(page.read_text(encoding="utf-8"), game), encoding="utf-8")


if __name__ == "__main__":
    main()
