"""Published figures: measured once, continued after a stop, filled into pages, and checked against them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.results import __main__ as command
from ardennes.results.data import Figures, Row, as_csv, stale
from ardennes.results.pages import filled, outdated, pages
from ardennes.results.part import Matchup, Part, Work, markdown, share
from ardennes.results.parts import PARTS

ROOT = Path(__file__).resolve().parents[2]
PAGE = "# Page\n\n<!-- figures: made-up -->\n<!-- end of figures -->\n\nEnd.\n"
DUEL = Matchup("tigers", "peiper", "random", "random", 1_190_001, 2)


def measure(work: Work) -> Sequence[Mapping[str, Any]]:
    return [{"player": "a", "wins": 1}, {"player": "b", "wins": 2}]


def table(rows: Sequence[Row]) -> list[str]:
    return markdown(("player", "wins"), ((row["player"], row["wins"]) for row in rows))


MADE_UP = Part("made_up", "nothing real", ("tigers",), "1 to 2", measure, {"made-up": table})


def written(folder: Path) -> Figures:
    """A checkout with one page and the figures of one part."""
    (folder / "docs").mkdir()
    (folder / "README.md").write_text("# Project\n", encoding="utf-8")
    (folder / "docs" / "page.md").write_text(PAGE, encoding="utf-8")
    figures = Figures(folder / "docs" / "results")
    figures.write(command.stamp_for(MADE_UP, folder), measure(Work(folder, 1, print)))
    return figures


def test_a_table_is_filled_from_its_data_and_a_typed_figure_is_noticed(tmp_path: Path) -> None:
    figures, page = written(tmp_path), tmp_path / "docs" / "page.md"
    assert outdated([MADE_UP], figures, tmp_path) == ["docs/page.md: made-up"]
    page.write_text(filled([MADE_UP], figures, PAGE), encoding="utf-8")
    assert outdated([MADE_UP], figures, tmp_path) == []
    assert "| b | 2 |\n\n*seeds 1 to 2; tigers rules " in page.read_text(encoding="utf-8")
    assert page.read_text(encoding="utf-8").endswith("<!-- end of figures -->\n\nEnd.\n")
    page.write_text(page.read_text(encoding="utf-8").replace("| b | 2 |", "| b | 3 |"), encoding="utf-8")
    assert outdated([MADE_UP], figures, tmp_path) == ["docs/page.md: made-up"]


def test_a_table_that_is_not_measured_yet_says_so(tmp_path: Path) -> None:
    figures = written(tmp_path)
    (figures.folder / "made_up.csv").unlink()
    assert "*Not measured yet: `python -m ardennes.results make made_up`.*" in filled(
        [MADE_UP], figures, PAGE
    )


def test_a_page_that_names_an_unknown_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no part fills a table 'nothing'; the tables are: made-up"):
        filled([MADE_UP], written(tmp_path), PAGE.replace("made-up", "nothing"))


def test_figures_of_other_rules_or_players_are_stale(tmp_path: Path) -> None:
    stamp = written(tmp_path).stamp("made_up")
    assert stale(stamp) == []
    older = msgspec.structs.replace(stamp, rules={"tigers": "0"}, players={"tigers": 0})
    now = find_game("tigers").version
    assert stale(older)[0] == f"tigers: measured under rules version 0, now {now}"
    assert stale(older)[1].startswith("tigers: measured with players version 0, now ")


def test_missing_or_damaged_figures_are_refused_with_a_remedy(tmp_path: Path) -> None:
    figures = written(tmp_path)
    with pytest.raises(UserError, match=r"missing; write it with: python -m ardennes\.results make other"):
        figures.rows("other")
    (figures.folder / "made_up.json").write_text('{"part": 1}', encoding="utf-8")
    with pytest.raises(UserError, match=r"made_up\.json: "):
        figures.stamp("made_up")
    with pytest.raises(ValueError, match="no rows"):
        as_csv([])


def test_games_that_were_played_are_not_played_again(tmp_path: Path) -> None:
    said: list[str] = []
    work = Work(tmp_path, 1, said.append)
    first = work.play(DUEL)
    assert [record.seed for record in first] == [DUEL.first, DUEL.first + 1]
    assert said == [f"{DUEL.key}: 2 of 2 games to play"]
    assert work.play(DUEL) == first
    assert len(said) == 1

    # A process killed while writing leaves half a line: that game is played again, with the same result.
    file = tmp_path / f"{DUEL.key}.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    again = work.play(DUEL)
    assert said[-1] == f"{DUEL.key}: 1 of 2 games to play"
    assert [(game.winner, game.orders, game.margin) for game in again] == [
        (game.winner, game.orders, game.margin) for game in first
    ]
    assert work.play(DUEL) == again
    assert len(said) == 2


def test_a_share_is_written_with_its_interval() -> None:
    assert share(52, 100) == "52 of 100: 52 % (42 to 62)"


def test_the_command_names_the_parts_it_knows(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["make", "nothing"]) == 1
    assert "there is no part 'nothing'; the parts are: scenarios, " in capsys.readouterr().err


def test_every_published_table_agrees_with_its_data() -> None:
    figures = Figures(ROOT / "docs" / "results")
    assert outdated(PARTS, figures, ROOT) == []
    for part in PARTS:
        if figures.measured(part.name):
            assert figures.rows(part.name)
            assert figures.stamp(part.name).part == part.name


def test_every_table_is_published_somewhere() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in pages(ROOT))
    assert [name for part in PARTS for name in part.tables if f"<!-- figures: {name} -->" not in text] == []
