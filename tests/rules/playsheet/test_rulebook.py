"""The page of the Operational Playsheet: every rule is on it, and its options are the options in use."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import pytest

from ardennes.commands.rules import shown
from ardennes.kernel.options import read_options
from ardennes.kernel.rulebook import Rulebook, cited, load_rulebook

GAME = resources.files("ardennes.games") / "playsheet"
PAGE = (GAME / "rulebook.md").read_text(encoding="utf-8")
# How many rules each family has: first those of the printed sheet, then those of the frame around it.
PRINTED = {"MOVE": 18, "COMBAT": 33, "ARTY": 6, "AIR": 9, "RECCE": 10, "A2A": 8, "FLAK": 8, "INT": 10}
FRAME = {"GRID": 8, "MAP": 9, "UNIT": 13, "WX": 2, "POOL": 2, "ADV": 5, "ORD": 4, "SIM": 9, "FIGHT": 9,
         "SUP": 8, "BRDG": 3, "DROP": 3, "SPOT": 7, "VIC": 4}  # fmt: skip
OURS = {"SHORT": 5, "BID": 1}  # the short scenarios, bids


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook(GAME / "rulebook.md")


def test_the_page_has_every_rule(book: Rulebook) -> None:
    families = Counter(rule.family.removeprefix("OPS-") for rule in book.rules.values())
    assert families == PRINTED | FRAME | OURS
    assert len(book.rules) == 194


def test_what_the_sheet_does_not_print_is_marked(book: Rulebook) -> None:
    for rule in book.rules.values():
        if rule.family.removeprefix("OPS-") in FRAME:
            assert rule.reconstructed or rule.basis, rule.id


def test_the_map_and_the_order_of_battle_rest_on_a_basis(book: Rulebook) -> None:
    units = {"OPS-UNIT-1", "OPS-UNIT-2", "OPS-UNIT-3", "OPS-UNIT-4"}
    maps = {f"OPS-MAP-{n}" for n in range(1, 10)}
    assert {rule.id for rule in book.rules.values() if rule.basis} == units | maps | {"OPS-VIC-4"}


def test_page_and_data_name_only_rules_that_exist(book: Rulebook) -> None:
    assert {rule_id for _, rule_id in cited(PAGE, "OPS")} - set(book.rules) == set()
    for entry in (GAME / "data").iterdir():
        if entry.is_file():
            named = {rule_id for _, rule_id in cited(entry.read_text(encoding="utf-8"), "OPS")}
            assert named - set(book.rules) == set(), entry.name


def test_options_and_rules_name_each_other(book: Rulebook) -> None:
    options = read_options(GAME / "data" / "options.toml")
    by_rule = {(key, rule.id) for rule in book.rules.values() for key in rule.options}
    assert by_rule == {(key, rule_id) for key, option in options.items() for rule_id in option.rules}
    assert len(options) == 14


def test_the_table_of_options_is_true() -> None:
    def word(choice: object) -> str:
        return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)

    text = PAGE.split("\n## Options\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in text.split("\n") if line.startswith("| `")]
    for row, option in zip(rows, read_options(GAME / "data" / "options.toml").values(), strict=True):
        other = ", ".join(word(choice) for choice in option.choices if choice != option.default)
        assert row == [
            f"`{option.key}`",
            ", ".join(option.rules),
            word(option.default),
            other,
            option.about,
        ]


def test_every_table_says_where_it_comes_from() -> None:
    tables = [entry for entry in (GAME / "data").iterdir() if entry.name.endswith(".csv")]
    for table in tables:
        remark, columns = table.read_text(encoding="utf-8").split("\n")[:2]
        by_table = remark.startswith(("# Printed", "# Reconstructed"))
        assert by_table or (remark.startswith("# ") and "status" in columns.split(",")), table.name


def test_rules_are_shown_without_markup(book: Rulebook) -> None:
    for rule in book.rules.values():
        assert "**" not in shown(rule)
        assert "`" not in shown(rule)
