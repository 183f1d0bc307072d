"""How fast random legal orders are played through the documented interface, compared with other projects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from ardennes.errors import UserError
from ardennes.games import GAMES
from ardennes.results.data import Row
from ardennes.results.part import Part, Work, markdown

CHESS = "python-chess"


def measure(work: Work) -> Sequence[Mapping[str, Any]]:
    try:
        peers = import_module("bench.peers")
    except ImportError:
        raise UserError("the benchmarks are in the project's checkout; run this command there") from None
    figures = {figure.name: figure.ours for figure in peers.run(quick=False, say=lambda text: None)}
    if CHESS not in figures:
        raise UserError("python-chess is not installed; install it with: pip install chess catanatron")
    return [
        {
            "name": name,
            "unit": "orders" if name in GAMES else "plies",
            "a_second": round(rate),
            "of_python_chess": round(rate / figures[CHESS], 3),
        }
        for name, rate in figures.items()
    ]


def _table(rows: Sequence[Row]) -> list[str]:
    header = ("random play", "a second, on one busy core", "of python-chess")
    cells = ((row["name"], f"{int(row['a_second']):,} {row['unit']}", row["of_python_chess"]) for row in rows)
    return markdown(header, cells)


PART = Part(
    name="speed",
    about="random legal orders through the documented loop, compared with other projects (a minute)",
    games=tuple(GAMES),
    seeds="",
    measure=measure,
    tables={"speed": _table},
)
