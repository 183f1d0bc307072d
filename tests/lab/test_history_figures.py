"""The figures of docs/explanation/history.md: rows survive CSV, and the tables match the data."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ardennes import cli
from ardennes.errors import UserError
from ardennes.history import chronicle
from ardennes.lab import history, history_figures
from ardennes.lab.history_figures import Row, facts_rows, figure_rows, read_csv, write_csv
from ardennes.lab.record import Campaign


def sample(game: str = "tigers") -> list[Campaign]:
    """Two games that covered the whole map: in one nothing moved, in one men were lost."""
    every = (1 << len(chronicle.hexes(game))) - 1
    ground = dict.fromkeys(chronicle.EVENINGS, "0")
    lost = {day: (1000 + 10 * day, 900) for day in range(16, 28)}
    present = dict.fromkeys(lost, (100_000, 90_000))
    attacks = ((2, 1), (3, 1), (0, 0), (4, 1))
    return [Campaign(f"{every:x}", ground, lost, present, attacks)] * 2


def test_every_figure_comes_back_from_the_file(tmp_path: Path) -> None:
    rows = [*facts_rows(), *figure_rows("tigers", "campaign", "4", sample())]
    file = tmp_path / "rows.csv"
    write_csv(rows, file)
    again = read_csv(file)
    assert [(row.figure, row.of, row.games, row.range) for row in again] == [
        (row.figure, row.of, row.games, row.range) for row in rows
    ]
    for row, other in zip(rows, again, strict=True):
        for value, read in ((row.value, other.value), (row.low, other.low), (row.in_1944, other.in_1944)):
            assert read == (pytest.approx(value, rel=1e-5, abs=1e-12) if value is not None else None)
    figures = {row.figure for row in rows}
    assert {
        "skill",
        "overreach",
        "shortfall",
        "ceiling",
        "men lost",
        "lost point",
        "exchange",
        "attacks failed",
    } <= figures


def test_the_later_exchange_over_32_days_is_computed() -> None:
    (later,) = (row for row in facts_rows() if (row.figure, row.of) == ("exchange after", "32 days"))
    assert f"{later.value:.1f}" == "1.7"
    assert "| 1944, 32 days |  |  |  | 21 Dec | 1.0 | 1.7 |" in history_figures.tables(facts_rows())


def test_what_a_lost_point_stands_for_is_the_ratio_of_the_losses() -> None:
    rows = figure_rows("tigers", "campaign", "4", sample())
    result = {(row.figure, row.of): row for row in rows}
    days, games = range(16, 21), sample()[0].lost
    was = sum(history.men_lost(day)[history.GERMAN] for day in days)
    share = was / sum(games[day][history.GERMAN] for day in days)
    assert result["lost point", "German, 16 to 20 Dec"].value == pytest.approx(share)
    total = result["men lost", "German"]
    assert total.in_1944 is not None
    cells = f"| Tigers, campaign | {100 * total.in_1944 / total.value:.0f} % | {100 * share:.0f} % |"
    assert cells in history_figures.tables(rows)


@pytest.mark.parametrize(
    "line", ["tigers,campaign,4,many,skill,,0.4,,,,", "tigers,campaign,4,2,skill,,x,,,,"]
)
def test_a_damaged_row_is_named_by_its_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "rows.csv"
    file.write_text(f"{','.join(Row._fields)}\n{line}\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"rows\.csv:2: not a row of figures"):
        read_csv(file)


def test_the_exchange_of_a_phase_is_that_of_all_games_together() -> None:
    """A game with almost no Allied losses does not outweigh the others."""
    even, odd = sample()
    odd = msgspec.structs.replace(odd, lost=dict.fromkeys(odd.lost, (100, 1)))
    rows = figure_rows("tigers", "campaign", "4", [even, odd])
    result = {row.figure: row.value for row in rows if row.of == "16 to 20 Dec"}
    men = [even.lost[day] for day in range(16, 21)]
    pooled = (sum(german for german, _ in men) + 500) / (sum(allied for _, allied in men) + 5)
    assert result["exchange"] == pytest.approx(pooled)
    assert result["exchange of single games"] > 20 * pooled


@pytest.mark.long
def test_the_command_writes_the_rows_of_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    experiment = tmp_path / "small.toml"
    experiment.write_text(
        'question = "?"\ngame = "tigers"\nscenarios = ["campaign"]\n[[players]]\ngerman = "random"\n'
        'allied = "random"\n[seeds]\nfirst = 3\n[stop]\ngames = 2\n',
        encoding="utf-8",
    )
    run, file = str(tmp_path / "run"), tmp_path / "rows.csv"
    assert cli.run(["lab", "run", str(experiment), "--out", run, "--workers", "1"]) == 0
    assert cli.run(["lab", "history", run, "--csv", str(file)]) == 0
    assert "1944, a day late" in capsys.readouterr().out
    rows = read_csv(file)
    assert {row.games for row in rows if row.figure == "skill"} == {2}
    assert cli.run(["lab", "history", run, "--csv", str(tmp_path / "none" / "rows.csv")]) == cli.USER_MISTAKE
