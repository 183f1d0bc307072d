"""Write the tables of orders, calculations and events in docs/reference/cases*.md from the code of each game.

    python scripts/case_tables.py

Run it after a change to a game's orders, their words, its calculations or its events.
tests/test_casebooks.py fails on a stale table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

from ardennes.cases.ask import calculations_of

DOCS = Path(__file__).resolve().parents[1] / "docs" / "reference"
PAGES = {
    "tigers": "cases-tigers.md",
    "breakthrough": "cases-breakthrough.md",
    "wave_of_terror": "cases-wave-of-terror.md",
    "playsheet": "cases-playsheet.md",
}
PLACE = re.compile(
    r"(?P<start>^<!-- (?P<name>orders|calculations|events): written by scripts/case_tables.py -->\n).*?"
    r"(?P<end>^<!-- end of table -->$)",
    re.MULTILINE | re.DOTALL,
)


def orders(game: str) -> Iterator[str]:
    """Yield the table of the game's orders: how each is typed, and what it does."""
    wording: Any = import_module(f"ardennes.games.{game}.words").WORDING
    yield from ("| order | meaning |", "|---|---|")
    for form in wording.forms.values():
        usage = form.usage.replace("|", "\\|")  # a plain bar would end the cell
        yield f"| `{usage}` | {form.about} |"


def events(game: str) -> Iterator[str]:
    """Yield the table of the game's events and their fields."""
    yield from ("| event | fields |", "|---|---|")
    for event in get_args(import_module(f"ardennes.games.{game}.rules.model.events").AnyEvent):
        yield f"| `{event.__struct_config__.tag}` | {', '.join(event.__struct_fields__)} |"


def calculations(game: str) -> Iterator[str]:
    """Yield the table of the game's calculations, their arguments and results, from their docstrings."""
    question: Any = import_module(f"ardennes.games.{game}.cases.calculations").Question
    yield from ("| name | arguments | results |", "|---|---|---|")
    for name, calculation in calculations_of(question).items():
        yield f"| `{name}` | {calculation.arguments_text()} | {calculation.results_text()} |"


TABLES = {"orders": orders, "calculations": calculations, "events": events}


def with_tables(text: str, game: str) -> str:
    """Return the page with up-to-date tables; raise ValueError if a place for one is missing."""
    missing = set(TABLES) - {place["name"] for place in PLACE.finditer(text)}
    if missing:
        tables = ", ".join(sorted(missing))
        raise ValueError(f"docs/reference/{PAGES[game]}: no place for the table of {tables}")

    def filled(place: re.Match[str]) -> str:
        table = "".join(f"{line}\n" for line in TABLES[place["name"]](game))
        return place["start"] + table + place["end"]

    return PLACE.sub(filled, text)


def main() -> None:
    for game, name in PAGES.items():
        page = DOCS / name
        page.write_text(with_tables(page.read_text(encoding="utf-8"), game), encoding="utf-8")


if __name__ == "__main__":
    main()
