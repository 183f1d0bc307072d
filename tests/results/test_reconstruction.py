"""The part `reconstruction`: rows from the lab's findings, played once, and tables made from the rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from ardennes.lab import findings, run
from ardennes.results.data import Figures, as_csv
from ardennes.results.part import Work
from ardennes.results.parts import reconstruction
from ardennes.results.parts.reconstruction import CLEAR, FRESH, experiment_rows

HEAD = """
question = "?"
game = "tigers"
scenarios = ["peiper"]
measures = ["turns", "german_hexes"]
[[players]]
german = "random"
allied = "random"
[seeds]
first = 1190001
[stop]
games = 2
"""
ONE = """
[design]
kind = "one"
[[vary]]
name = "scenario"
[[vary.level]]
name = "Peiper"
[[vary.level]]
name = "Bastogne"
scenario = "bastogne"
[[vary]]
name = "German armour"
rows = ["units.csv", "side=german, kind=armor, status=reconstructed", "factor"]
add = [0, 1]
"""
MORRIS = """
[design]
kind = "morris"
draws = 2
seed = 1
[[vary]]
name = "German armour"
rows = ["units.csv", "side=german, kind=armor, status=reconstructed", "factor"]
add = [0, 1]
[[vary]]
name = "U.S. armour"
rows = ["units.csv", "nation=us, kind=armor, status=reconstructed", "factor"]
add = [0, 1]
"""


def written(folder: Path, design: str) -> Path:
    file = folder / "small.toml"
    file.write_text(HEAD + design, encoding="utf-8")
    return file


def test_rows_are_the_findings_and_clear_changes_are_repeated_on_fresh_seeds(tmp_path: Path) -> None:
    file, work = written(tmp_path, ONE), Work(tmp_path / "cache", 1, lambda text: None)
    rows = experiment_rows(work, file)
    first, fresh = ([row for row in rows if (row["round"] == FRESH) is again] for again in (False, True))
    folders = sorted((tmp_path / "cache").iterdir())
    assert len(folders) == 2
    (played,) = (run.open_run(folder) for folder in folders if "-first-" in folder.name)
    expected = findings.differences(played.tables(), played.experiment)
    assert [(row["change"], row["games"]) for row in first] == [(one.name, 6) for one in expected]
    turns = {row["change"]: row for row in first if row["measure"] == "turns"}
    assert [(name, row["verdict"] == CLEAR) for name, row in turns.items()] == [
        ("scenario Bastogne", True),  # a longer scenario: always the same number of turns more
        ("German armour +1", False),
    ]
    assert {row["change"] for row in fresh} == {row["change"] for row in first if row["verdict"] == CLEAR}
    assert {row["seeds"] for row in fresh} == {"1195001 to 1195002"}

    before = {path: path.read_bytes() for path in (tmp_path / "cache").rglob("*.parquet")}
    assert experiment_rows(work, file) == rows
    assert {path: path.read_bytes() for path in (tmp_path / "cache").rglob("*.parquet")} == before


def test_rows_of_a_morris_design_have_the_size_of_a_step_and_of_noise(tmp_path: Path) -> None:
    work = Work(tmp_path / "cache", 1, lambda text: None)
    rows = experiment_rows(work, written(tmp_path, MORRIS))
    assert [(row["change"], row["measure"]) for row in rows] == [
        (factor, measure)
        for measure in ("turns", "german_hexes")
        for factor in ("German armour", "U.S. armour")
    ]
    assert all(row["noise"] and row["spread"] and row["base"] for row in rows)
    folder = tmp_path / "published"
    folder.mkdir()
    (folder / "reconstruction.csv").write_text(as_csv(rows), encoding="utf-8")
    table = reconstruction.PART.tables["reconstruction-tigers"](Figures(folder).rows("reconstruction"))
    assert any(line.startswith("| German armour | ") for line in table)


@pytest.mark.parametrize("game", reconstruction.EXPERIMENTS)
def test_a_table_prints_what_is_clear_in_bold(game: str) -> None:
    published = Path(__file__).resolve().parents[2] / "docs" / "results"
    rows = [row for row in Figures(published).rows("reconstruction") if row["game"] == game]
    shown = [row for row in rows if row["measure"] in reconstruction.MEASURES and row["value"]]
    text = "\n".join(reconstruction.PART.tables[f"reconstruction-{game}"](rows))
    assert text.count("**") == 2 * sum(row["verdict"] == CLEAR for row in shown)
    assert all(row["change"] in text for row in rows)
