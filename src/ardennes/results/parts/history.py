"""Compare games between two staffs with December 1944."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ardennes.games import GAMES
from ardennes.results.data import Row
from ardennes.results.part import Part, Work

EXAMPLES = Path(__file__).resolve().parents[4] / "examples"
SEEDS = "those of examples/campaign_GAME.toml"


def measure(work: Work) -> Sequence[Mapping[str, Any]]:
    from ardennes.lab import history_figures  # needs the extra `lab`

    rows = history_figures.facts_rows()
    for game in GAMES:
        result = work.experiment(EXAMPLES / f"campaign_{game}.toml", f"history-{game}")
        rows += history_figures.run_rows(result)
    return [history_figures.as_cells(row) for row in rows]


def _tables(rows: Sequence[Row]) -> list[str]:
    from ardennes.lab import history_figures

    return history_figures.tables([history_figures.row_of(row) for row in rows]).splitlines()


PART = Part(
    name="history",
    about="games between staffs compared with 1944: places, ground, losses, attacks (about an hour)",
    games=tuple(GAMES),
    seeds=SEEDS,
    measure=measure,
    tables={"history": _tables},
)
