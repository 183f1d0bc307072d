"""The example of docs/reference/lab.md: one column of a combat table, slightly better for the attacker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ardennes.results.data import Row
from ardennes.results.part import Part, Work, markdown

EXPERIMENT = Path(__file__).resolve().parents[4] / "examples" / "better_column.toml"
GAME = "tigers"


def measure(work: Work) -> Sequence[Mapping[str, Any]]:
    from ardennes.lab import findings  # needs the extra `lab`

    result = work.experiment(EXPERIMENT, f"lab-{GAME}")
    return [
        {
            "measure": difference.measure,
            "games": difference.pairs,
            "printed": round(difference.base, 4),
            "changed": round(difference.base + difference.mean, 4),
            "difference": round(difference.mean, 4),
            "half": round(difference.half, 4),
        }
        for difference in findings.differences(result.tables(), result.experiment)
    ]


def _table(rows: Sequence[Row]) -> list[str]:
    return markdown(
        ("mean of a game", "as printed", "as 4:1", "difference by seed, 95 %"), (_cells(row) for row in rows)
    )


def _cells(row: Row) -> tuple[str, ...]:
    values = [float(row[name]) for name in ("printed", "changed", "difference", "half")]
    digits = 0 if max(abs(value) for value in values[:2]) >= 100 else 2
    printed, changed, mean, half = (f"{value:,.{digits}f}" for value in values)
    clear = "" if abs(values[2]) > values[3] else ": no clear difference"
    return row["measure"], printed, changed, f"{mean} ± {half}{clear}"


PART = Part(
    name="lab_example",
    about="the experiment of docs/reference/lab.md, 800 games of Tigers (about ten minutes)",
    games=(GAME,),
    seeds="2001 to 2400",
    measure=measure,
    tables={"lab-example": _table},
)
