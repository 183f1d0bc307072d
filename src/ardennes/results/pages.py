"""Fill the tables of the documentation from the published figures.

A table stands between two comments, `<!-- figures: NAME -->` and `<!-- end of figures -->`; nothing between
them is written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ardennes.errors import UserError
from ardennes.results.data import Figures, Stamp
from ardennes.results.part import Part

PLACE = re.compile(
    r"^<!-- figures: (?P<name>[\w-]+) -->\n(?P<text>.*?)^<!-- end of figures -->$", re.MULTILINE | re.DOTALL
)


def caption(stamp: Stamp) -> str:
    """Return one line that says what a table was measured with."""
    rules = ", ".join(f"{game} rules {version}" for game, version in stamp.rules.items())
    players = ", ".join(f"{game} {version}" for game, version in stamp.players.items())
    seeds = f"seeds {stamp.seeds}; " if stamp.seeds else ""
    known = f"{rules}; players {players}; " if players else f"{rules}; " if rules else ""
    return f"*{seeds}{known}version {stamp.version} ({stamp.commit}), {stamp.date}: `{stamp.command}`*"


def render(parts: Sequence[Part], figures: Figures, name: str) -> str:
    """Return the text of the table called `name`; raise UserError where no part fills it."""
    for part in parts:
        if name in part.tables:
            if not figures.measured(part.name):
                return f"\n*Not measured yet: `python -m ardennes.results make {part.name}`.*\n\n"
            lines = part.tables[name](figures.rows(part.name))
            return "\n".join(["", *lines, "", caption(figures.stamp(part.name)), "", ""])
    known = ", ".join(sorted(name for part in parts for name in part.tables))
    raise UserError(f"no part fills a table {name!r}; the tables are: {known}")


def filled(parts: Sequence[Part], figures: Figures, text: str) -> str:
    """Return a page with all its tables filled; a table whose part is not measured yet says so."""

    def fill(place: re.Match[str]) -> str:
        table = render(parts, figures, place["name"])
        return f"<!-- figures: {place['name']} -->\n{table}<!-- end of figures -->"

    return PLACE.sub(fill, text)


def pages(root: Path) -> Iterator[Path]:
    """Find every page that has a table to fill."""
    for page in (root / "README.md", *sorted((root / "docs").rglob("*.md"))):
        if "<!-- figures: " in page.read_text(encoding="utf-8"):
            yield page


def outdated(parts: Sequence[Part], figures: Figures, root: Path) -> list[str]:
    """Return the tables that differ from their data, as "page: table"."""
    result = []
    for page in pages(root):
        text = page.read_text(encoding="utf-8")
        for place in PLACE.finditer(text):
            if place["text"] != render(parts, figures, place["name"]):
                result.append(f"{page.relative_to(root)}: {place['name']}")
    return result
