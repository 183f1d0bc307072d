"""What a game's table says beside its map, as lines of the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.kernel.table import Panel
from ardennes.terminal.screen import Part

Rows = Sequence[tuple[str, str, str]]


def table_lines(heading: str, rows: Rows) -> list[list[Part]]:
    """Rows of (what, value, rule) under a heading."""
    lines: list[list[Part]] = [[(heading, "heading")]]
    for what, value, rule in rows:
        lines.append([f"  {what:<26} {value}  ", (f"[{rule}]" if rule else "", "rule")])
    return lines


def panel_lines(panel: Panel) -> list[list[Part]]:
    """A panel, group by group."""
    rows = panel.get("rows", [])
    lines: list[list[Part]] = []
    for group in dict.fromkeys(row.get("group", "") for row in rows):
        mine = [row for row in rows if row.get("group", "") == group]
        told = [(row["what"], row.get("value", ""), row.get("rule", "")) for row in mine]
        lines += table_lines(group or panel["title"], told)
    return lines
