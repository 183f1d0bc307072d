"""The page of Wave of Terror: every rule of the rulebook is on it, and its tables are the tables in use."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import pytest

from ardennes.games.wave_of_terror.schema.load import load_tables
from ardennes.games.wave_of_terror.schema.terms import GERMAN, TERRAINS
from ardennes.kernel.rulebook import Rulebook, cited, load_rulebook

GAME = resources.files("ardennes.games") / "wave_of_terror"
PAGE = (GAME / "rulebook.md").read_text(encoding="utf-8")
# How many rules each chapter of the printed rulebook has.
CHAPTERS = {"1": 2, "2": 16, "3": 11, "4": 19, "5": 8, "6": 17, "7": 10, "8": 7, "9": 19, "10": 26, "11": 1}
ADVANCED = (
    {"3.7", "3.9", "5.4", "7.3", "7.4", "7.7", "9.14", "9.15", "9.16", "9.17", "9.17e", "9.18"}
    | {f"6.{n}" for n in range(1, 18)}
    | {f"10.{n}" for n in range(14, 25)}
)
CHAPTER_OF = {"WOT-MAP": "The map", "WOT-E": "Errata", "WOT-SHORT": "Short scenarios", "WOT-BID": "Bids"}


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook(GAME / "rulebook.md")


def rows_under(heading: str) -> list[list[str]]:
    """The rows of the table under a heading of the page."""
    section = PAGE.split(f"\n### {heading}\n")[1].split("\n### ")[0].split("\n## ")[0]
    table = next(part for part in section.split("\n\n") if part.strip().startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().split("\n")[2:]]


def test_the_page_has_every_rule(book: Rulebook) -> None:
    sections = Counter(id_.removeprefix("WOT-").split(".")[0] for id_ in book.rules if "." in id_)
    assert sections == CHAPTERS
    assert [id_ for id_ in book.rules if id_.startswith("WOT-MAP-")] == [f"WOT-MAP-{n}" for n in range(1, 47)]
    assert [id_ for id_ in book.rules if id_.startswith("WOT-E-")] == [f"WOT-E-{n}" for n in range(1, 7)]
    ours = [id_ for id_ in book.rules if id_.startswith(("WOT-SHORT-", "WOT-BID-"))]
    assert ours == ["WOT-BID-1", *(f"WOT-SHORT-{n}" for n in range(1, 7))]
    assert len(book.rules) == 195


def test_advanced_rules_are_marked(book: Rulebook) -> None:
    marked = {rule.id.removeprefix("WOT-") for rule in book.rules.values() if rule.title.endswith(" Ω")}
    assert marked == ADVANCED


def test_a_rule_stands_in_the_chapter_of_its_number(book: Rulebook) -> None:
    for rule in book.rules.values():
        if rule.of_a_section:
            chapter = rule.id.removeprefix("WOT-").split(".")[0] + ".0 "
        else:
            chapter = CHAPTER_OF[rule.family]
        assert rule.chapter.startswith(chapter), rule.id


def test_what_only_describes_the_map_or_the_counters_rests_on_a_basis(book: Rulebook) -> None:
    counters = {"WOT-2.5", "WOT-11.0", *(f"WOT-E-{n}" for n in range(1, 6))}
    map_rules = {f"WOT-MAP-{n}" for n in range(1, 47)}
    assert {r.id for r in book.rules.values() if r.basis} == map_rules | counters


def test_page_data_and_code_name_only_rules_that_exist(book: Rulebook) -> None:
    data = GAME / "data"
    pins = data / "map" / "pins"
    for entry in (*GAME.iterdir(), *data.iterdir(), *(data / "map").iterdir(), *pins.iterdir()):
        if entry.is_file():
            named = {rule for _, rule in cited(entry.read_text(encoding="utf-8"), "WOT")}
            assert named - set(book.rules) == set(), entry.name


def test_the_combat_table_of_the_page_is_the_one_in_use() -> None:
    tables = load_tables()
    printed = rows_under("Combat results")
    assert len(printed) == 6
    for die, row in enumerate(printed):
        assert row[0] == str(die + 1)
        assert row[1:] == [f"{tables.crt[k][die][0]}/{tables.crt[k][die][1]}" for k in sorted(tables.crt)]


def test_the_weather_of_the_page_is_the_one_in_use() -> None:
    overcast = load_tables().overcast
    for turn, _, words in rows_under("Weather"):
        dice = overcast[int(turn)]
        assert words == ("always" if dice is None else "1" if dice[1] == 1 else f"1-{dice[1]}")


def test_the_supply_problems_of_the_page_are_those_in_use() -> None:
    problems = load_tables().supply_problems
    assert {int(roll): names for roll, names in rows_under("Supply problems")} == {
        roll: ", ".join(names) or "none" for roll, names in problems.items()
    }


def test_the_terrain_of_the_page_is_the_one_in_use() -> None:
    tables = load_tables()
    rows = {row[0]: row for row in rows_under("Terrain")}
    for terrain, word in enumerate(TERRAINS):
        assert rows[word][1].startswith(str(tables.costs[terrain]))
        shift, _ = tables.natural_shift[terrain]
        assert rows[word][2] == (f"{shift}L" if shift else "no effect")
    assert [rows[word][2] for word in ("town", "city")] == [f"{n}L" for n, _ in tables.place_shift[1:]]
    assert rows["West Wall"][2].startswith(f"{tables.west_wall_shift[GERMAN]}L")
