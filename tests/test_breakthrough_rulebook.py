"""The page of Breakthrough: every rule of the manual is on it, and its tables are the tables in use."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from importlib import resources

import pytest

from ardennes.commands.rules import lookup, shown
from ardennes.games import rulebook_of
from ardennes.kernel.rulebook import Rulebook, cited, load_rulebook

DATA = resources.files("ardennes.games") / "breakthrough" / "data"
PAGE = rulebook_of("breakthrough").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook(rulebook_of("breakthrough"))


def table(name: str) -> list[dict[str, str]]:
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def rows_under(heading: str, which: int = 0) -> list[list[str]]:
    """Return the rows of a table on the page: the first under its heading, or a later one."""
    section = PAGE.split(f"\n### {heading}\n")[1].split("\n### ")[0].split("\n## ")[0]
    tables = [part for part in section.split("\n\n") if part.strip().startswith("|")]
    lines = tables[which].strip().split("\n")[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_page_has_every_statement_of_every_section(book: Rulebook) -> None:
    sizes = {
        "1.1": 1, "1.2": 1, "1.3": 1, "1.4": 3, "1.5": 3,
        "2.1": 4, "2.2": 1, "2.3": 1, "2.4": 6,
        "3.1": 2, "3.2": 1, "3.3": 1, "3.4": 1, "3.5": 1,
        "4.0": 1, "4.1": 4, "4.2": 3, "4.3": 3, "4.4": 2,
        "5.0": 1, "5.1": 1, "5.2": 2,
        "6.0": 1, "6.1": 1, "6.2": 1, "6.3": 1, "6.4": 7, "6.5": 1, "6.6": 6, "6.7": 6,
        "7.0": 1, "7.1": 1, "7.2": 1, "7.3": 1, "7.4": 5, "7.5": 2, "7.6": 11, "7.7": 5, "7.8": 4, "7.9": 5,
        "7.10": 3,
        "8.0": 2, "8.1": 3, "8.2": 3, "8.3": 5, "8.4": 5,
        "9.0": 3, "10.1": 6, "10.2": 3,
        "13.1": 1, "13.2": 1, "13.3": 1, "13.4": 1, "13.5": 1, "13.6": 1, "13.7": 1, "MAP": 46, "SHORT": 5,
        "BID": 1,
    }  # fmt: skip
    assert Counter(rule.family.removeprefix("BTA-") for rule in book.rules.values()) == sizes
    assert len(book.rules) == 196


def test_a_rule_stands_in_the_chapter_of_its_section(book: Rulebook) -> None:
    for rule in book.rules.values():
        chapters = {"BTA-MAP": "The map (BTA-MAP)", "BTA-SHORT": "Short scenarios (BTA-SHORT)"}
        chapters["BTA-BID"] = "Bids (BTA-BID)"
        number = rule.id.removeprefix("BTA-").split(".")[0] + ".0 "
        opening = number if rule.of_a_section else chapters[rule.family]
        assert rule.chapter.startswith(opening), rule.id


def test_exactly_the_map_rules_rest_on_a_basis(book: Rulebook) -> None:
    assert {r.id for r in book.rules.values() if r.basis} == {f"BTA-MAP-{n}" for n in range(1, 47)}


def test_page_and_data_name_only_rules_that_exist(book: Rulebook) -> None:
    assert {rule_id for _, rule_id in cited(PAGE, "BTA")} - set(book.rules) == set()
    for entry in (*DATA.iterdir(), DATA / "map" / "map.toml"):
        if entry.is_file():
            named = {rule_id for _, rule_id in cited(entry.read_text(encoding="utf-8"), "BTA")}
            assert named - set(book.rules) == set(), entry.name


def test_every_constant_is_named_by_the_rule_it_serves(book: Rulebook) -> None:
    for row in table("constants.csv"):
        assert f"`{row['name']}`" in book.rules[row["rule"]].reconstructed, row["name"]
        assert row["status"] == "reconstructed"


def test_options_and_rules_name_each_other(book: Rulebook) -> None:
    options = tomllib.loads((DATA / "options.toml").read_text(encoding="utf-8"))
    by_rule = {(key, rule.id) for rule in book.rules.values() for key in rule.options}
    assert by_rule == {(key, rule_id) for key, option in options.items() for rule_id in option["rules"]}


def test_the_table_of_options_is_true() -> None:
    def word(choice: object) -> str:
        return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)

    text = PAGE.split("\n## Options\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in text.split("\n") if line.startswith("| `")]
    assert rows == [
        [
            f"`{key}`",
            ", ".join(option["rules"]),
            word(option["default"]),
            ", ".join(word(choice) for choice in option["choices"] if choice != option["default"]),
            option["about"],
        ]
        for key, option in tomllib.loads((DATA / "options.toml").read_text(encoding="utf-8")).items()
    ]


def test_operation_costs_on_the_page_are_those_in_use() -> None:
    costs = {row["key"]: row for row in table("op_costs.csv")}
    page = {row[0]: row[1:3] for row in rows_under("Operation costs")}

    def shown_cost(key: str, kind: str) -> str:
        plus = "+" if costs[key]["part"] == "plus" else ""
        value, other = costs[key][kind], costs[key][f"{kind}_alt"]
        first = value if value in ("no", "all") else plus + value
        # Wading engineers pay 3 in a column that is closed to the others, so it has no sign.
        return first + (f" ({other if value == 'no' else plus + other})" if other else "")

    named = {
        "clear (freeze)": "clear", "rough (freeze)": "rough", "town (freeze)": "town",
        "forest (freeze)": "forest", "road (town)": "road", "bridge": "bridge", "river (engineer)": "river",
        "enter enemy hex": "enemy_hex", "enter enemy ZOC": "zoc_enter",
        "leave enemy ZOC (travel mode)": "zoc_leave", "change mode (American)": "mode_to_travel",
        "construct bridge": "bridge_build", "destroy bridge": "bridge_blow", "defend in combat": "defend",
        "attack in combat": "attack", "fortify (engineer)": "fortify",
        "fortify next to an enemy (engineer)": "fortify_zoc",
        "travel-mode unit joins a normal-mode unit": "stack_travel",
    }  # fmt: skip
    assert set(page) - {"exit"} == set(named)
    for label, key in named.items():
        assert page[label] == [shown_cost(key, "mobile"), shown_cost(key, "nonmobile")], label
    assert set(costs) - set(named.values()) == {"river_pzgr", "mode_to_normal"}


def test_weather_and_air_points_on_the_page_are_those_in_use() -> None:
    weather = [
        [f"{r['from_day']}-{r['to_day']}", r["overcast"], r["fog"], r["clear"]] for r in table("weather.csv")
    ]
    assert rows_under("Weather and air points") == weather
    base = {row["weather"]: row for row in table("air_points.csv")}

    def points(column: str, bonus: int) -> str:
        values = (int(base[sky][column]) for sky in ("overcast", "fog", "clear"))
        return " / ".join(str(value + bonus if value else 0) for value in values)

    levels = [
        [
            level["level"],
            points("american", int(level["us_air_bonus"])),
            points("german", int(level["ge_air_bonus"])),
            str(int(base["fog"]["german_on_dec_18"]) + int(level["ge_air_bonus"])),
        ]
        for level in table("levels.csv")
    ]
    assert rows_under("Weather and air points", 1) == levels


def test_pools_on_the_page_are_those_in_use() -> None:
    page = rows_under("Artillery pools")
    pools = table("artillery_pools.csv")
    for row, pool in zip(page, pools, strict=True):
        due = f"{pool['reinforcement']} on {pool['day']} December" if pool["day"] else ""
        assert row[0].split(" (")[0] == f"{pool['side']} {pool['corps']}"
        assert row[2:] == [pool["start"], due]
    shares = {row["name"]: float(row["value"]) for row in table("constants.csv")}
    for row in rows_under("Artillery pools", 1):
        pool = next(pool for pool in pools if pool["corps"] == row[0])
        start, left = int(pool["start"]), [int(pool["start"])]
        for day in ("17", "18", "19"):
            left.append(left[-1] - int(shares[f"POOL_LOSS_DEC{day}"] * start))
            left[-1] += int(pool["reinforcement"]) if pool["day"] == day else 0
        assert row[1:] == [str(points) for points in left]


def test_levels_of_victory_on_the_page_are_those_in_use() -> None:
    page = rows_under("Victory points", 1)
    assert [row[2] for row in page] == [row["level"] for row in table("victory_levels.csv")]
    for column, key in enumerate(("first_seven", "twelve")):
        least = [row[column].split("-")[0].removesuffix(" and more") for row in page[1:]]
        assert least == [row[key] for row in table("victory_levels.csv")[1:]]


def test_rules_are_found_and_shown_without_markup(book: Rulebook) -> None:
    assert [rule.id for rule in lookup(book, "7.6c")] == ["BTA-7.6c"]
    assert len(lookup(book, "6.7")) == 6
    assert {rule.family for rule in lookup(book, "BTA-3")} == {
        "BTA-3.1",
        "BTA-3.2",
        "BTA-3.3",
        "BTA-3.4",
        "BTA-3.5",
    }
    for rule in book.rules.values():
        assert "**" not in shown(rule)
        assert "`" not in shown(rule)
