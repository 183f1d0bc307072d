"""Rows, buttons and panels of Breakthrough's table."""

from __future__ import annotations

from typing import Any

import msgspec

from ardennes.games.breakthrough.rules.state import BreakthroughState
from ardennes.games.breakthrough.schema.world import World
from ardennes.games.breakthrough.words import WORDING
from ardennes.kernel.contract import Order, Refusal
from ardennes.kernel.table import Entry, Panel, Plain, Row, Tab


def row(what: str, value: str = "", rule: str = "", **more: str) -> Row:
    """A fact; what is empty is left out."""
    told = {"what": what, "value": value, "rule": rule, **more}
    found: Any = {key: text for key, text in told.items() if text}
    return found  # type: ignore[no-any-return]


def grouped(rows: list[Row], group: str) -> list[Row]:
    return [{**line, "group": group} for line in rows]


def no(what: str, refusal: Refusal) -> Row:
    """What cannot be done, and why not."""
    return row(what, f"{refusal.facts} {refusal.way_out}".strip(), refusal.rule, mark="no")


def panel(id_: str, title: str, tab: Tab, rows: list[Row] | None = None, **more: Any) -> Panel:
    made: Any = {"id": id_, "title": title, "tab": tab, **({} if rows is None else {"rows": rows}), **more}
    return made  # type: ignore[no-any-return]


def plain(order: Order) -> Plain:
    found: Plain = msgspec.to_builtins(order)
    return found


def button(w: World, s: BreakthroughState, order: Order) -> Entry:
    """An order ready to give, and what to call it."""
    return {"label": WORDING.label(w, s, order), "order": plain(order)}
