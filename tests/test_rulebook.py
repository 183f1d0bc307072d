"""The rulebook page, the command that reads it, and rule coverage with holes planted in each direction."""

from __future__ import annotations

import csv
import re
from importlib import resources
from pathlib import Path

import pytest

from ardennes.cli import run
from ardennes.commands.rule_coverage import Checkout, Coverage, cases_citing, cover, find_checkout
from ardennes.commands.rules import lookup, shown
from ardennes.errors import UserError
from ardennes.games import GAMES, rulebook_of
from ardennes.games.tigers.game import Tigers
from ardennes.kernel.datafile import DataFileError
from ardennes.kernel.rulebook import Rulebook, cited, load_rulebook, parse_rulebook, search

DATA = resources.files("ardennes.games.tigers") / "data"

PAGE = """# Skirmish

## Words

| term | meaning |
|---|---|
| step | half a unit |

## Moving (SK-MOVE)

### SK-MOVE-1 Cost

A hex costs 1 (SK-MOVE-2).

- **Reading:** roads cost nothing.
- **Printed:** nothing on roads.
- **Why:** they are short.
- **Option:** `free_roads`, `toll`

### SK-MOVE-2 Limit

Two hexes.

Never more.

## Tables

### Losses

| die | loss |

## The map (SK-MAP)

### SK-MAP-1 Size

Ten hexes.

- **Basis:** the printed map.
"""


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook(rulebook_of("tigers"))


def test_a_page_is_read_into_rules_readings_and_words() -> None:
    page = parse_rulebook(PAGE)
    assert page.title == "Skirmish"
    assert list(page.rules) == ["SK-MOVE-1", "SK-MOVE-2", "SK-MAP-1"]
    assert page.prefix == "SK"
    assert page.words == {"step": "half a unit"}
    first, second, third = page.rules.values()
    assert (first.title, first.text, first.chapter) == (
        "Cost",
        "A hex costs 1 (SK-MOVE-2).",
        "Moving (SK-MOVE)",
    )
    assert first.reading is not None
    assert (first.reading.chosen, first.reading.why) == ("roads cost nothing.", "they are short.")
    assert first.options == ("free_roads", "toll")
    assert second.text == "Two hexes.\n\nNever more."
    assert (second.reading, second.options, second.constrains_data) == (None, (), False)
    assert third.constrains_data
    assert list(page.readings) == ["SK-MOVE-1"]


@pytest.mark.parametrize(
    ("old", "new", "where", "expected"),
    [
        ("### SK-MOVE-2 Limit", "### SK-MOVE-1 Limit", "line 20: found SK-MOVE-1 again", "line 11 has it"),
        ("### SK-MOVE-2 Limit", "### SK-MOVE-3 Limit", "line 20: found SK-MOVE-3", "SK-MOVE-2, the next"),
        ("### SK-MOVE-2 Limit", "### SK-MOVE-2", "line 20: found no title", "a title"),
        ("### SK-MOVE-2 Limit", "### sk-move-2 Limit", "line 20: found '### sk-move-2", "a number like"),
        ("Two hexes.\n\nNever more.\n", "", "line 20: found no text", "the text of the rule"),
        ("- **Why:** they are short.\n", "", "SK-MOVE-1: found only a part", "Printed and Why together"),
        ("**Why:** they", "**Because:** they", "line 17, SK-MOVE-1", "a name out of Reading, Printed, Why"),
        ("**Why:** they", "**Printed:** they", "line 17, SK-MOVE-1: found a second Printed", "one of a kind"),
    ],
)
def test_a_broken_page_is_reported_by_line(old: str, new: str, where: str, expected: str) -> None:
    assert old in PAGE
    with pytest.raises(DataFileError) as caught:
        parse_rulebook(PAGE.replace(old, new), "page.md")
    assert str(caught.value).startswith("page.md, ")
    assert where in str(caught.value)
    assert expected in str(caught.value)


MANUAL = """# Manual

## 7.0 Operations

### SK-7.0 Purse

Points.

### SK-7.6a Zones

Six hexes.

### SK-7.6b Their cost

Two points.

### SK-7.10 Exits

One point.
"""


def test_a_page_may_keep_the_sections_of_a_manual() -> None:
    page = parse_rulebook(MANUAL)
    assert [rule.family for rule in page.rules.values()] == ["SK-7.0", "SK-7.6", "SK-7.6", "SK-7.10"]
    result = {word: [rule.id for rule in lookup(page, word)] for word in ("7", "sk-7.6", "7.6B", "7.10")}
    assert result == {
        "7": list(page.rules),
        "sk-7.6": ["SK-7.6a", "SK-7.6b"],
        "7.6B": ["SK-7.6b"],
        "7.10": ["SK-7.10"],
    }


@pytest.mark.parametrize(
    ("old", "new", "due"),
    [
        ("SK-7.6b", "SK-7.6c", "SK-7.6b"),
        ("SK-7.6a", "SK-7.6", "SK-7.6a"),
        ("SK-7.10 ", "SK-7.10b ", "SK-7.10a"),
    ],
)
def test_letters_of_a_section_run_without_a_gap(old: str, new: str, due: str) -> None:
    with pytest.raises(DataFileError, match=f"{due}, the next in its family"):
        parse_rulebook(MANUAL.replace(old, new))


def test_an_erratum_stands_beside_a_section_without_letters() -> None:
    book = parse_rulebook(MANUAL + "\n### SK-7.10e Errata\n\nMore of it.\n")
    assert "SK-7.10e" in book.rules
    assert book.rules["SK-7.10e"].family == "SK-7.10"


def test_a_page_without_rules_is_refused() -> None:
    with pytest.raises(DataFileError, match="found no rule"):
        parse_rulebook("# Nothing\n")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("x SK-MOVE-1.", ["SK-MOVE-1"]),
        ("(SK-MOVE-1, SK-MOVE-3)", ["SK-MOVE-1", "SK-MOVE-3"]),
        ("SK-ZOC-13/SK-ZOC-14 or SK-RET-6", ["SK-ZOC-13", "SK-ZOC-14", "SK-RET-6"]),
        ("SK-WX-3 to -5, -8: each is named in full", ["SK-WX-3"]),
        ("SK-MOVE-1 -2 is less; OTHER-MOVE-1; SK-move-1; SK-MOVE; SK-V-28f", ["SK-MOVE-1"]),
        ("by SK-7.6b. Or SK-7.10, SK-2.4f.", ["SK-7.6b", "SK-7.10", "SK-2.4f"]),
        ("SK-7.6bis SK-7 SK-7.6B OTHER-7.6b", []),
    ],
)
def test_ids_named_in_a_text(text: str, ids: list[str]) -> None:
    assert [rule_id for _, rule_id in cited(text, "SK")] == ids


def test_ids_give_their_line() -> None:
    assert list(cited("a\nSK-MOVE-1\n\nSK-MOVE-2", "SK")) == [(2, "SK-MOVE-1"), (4, "SK-MOVE-2")]


# --- the Tigers page -------------------------------------------------------------------------------


def test_the_tigers_page_has_every_family_in_full(book: Rulebook) -> None:
    sizes = {
        "CRT": 26, "DIS": 9, "ZOC": 15, "RET": 12, "ADV": 10, "STACK": 9, "MOVE": 6, "KGP": 8, "TIGER": 6,
        "SKORZ": 4, "SS": 6, "ARMD": 2, "ROAD": 7, "ENTR": 5, "RIVER": 6, "TERR": 7, "BRIDGE": 13, "AIR": 21,
        "WX": 6, "REINF": 12, "SUPPLY": 9, "FUEL": 7, "SEQ": 8, "VIC": 8, "SETUP": 10, "SHORT": 6, "UNIT": 3,
        "MAP": 32, "BID": 1,
    }  # fmt: skip
    families = [rule.family.removeprefix("TIA-") for rule in book.rules.values()]
    assert {family: families.count(family) for family in families} == sizes


def test_only_map_constraints_rest_on_a_basis(book: Rulebook) -> None:
    constraints = {rule.family for rule in book.rules.values() if rule.constrains_data}
    assert constraints == {"TIA-MAP"}
    assert all(rule.constrains_data for rule in book.rules.values() if rule.family == "TIA-MAP")


def test_a_rule_stands_in_the_chapter_of_its_family(book: Rulebook) -> None:
    assert [rule.id for rule in book.rules.values() if f"({rule.family})" not in rule.chapter] == []


def test_the_page_names_only_rules_that_exist(book: Rulebook) -> None:
    text = rulebook_of("tigers").read_text(encoding="utf-8")
    named = {rule_id for _, rule_id in cited(text, "TIA")}
    assert named - set(book.rules) == set()


def test_data_names_only_rules_that_exist(book: Rulebook) -> None:
    for name in ("units.csv", "shifts.csv", "bridge_chances.csv", "terrain_effects.csv", "constants.toml"):
        named = {rule_id for _, rule_id in cited((DATA / name).read_text(encoding="utf-8"), "TIA")}
        assert named, name
        assert named - set(book.rules) == set(), name


def test_options_and_rules_name_each_other(book: Rulebook) -> None:
    by_rule = {(key, rule.id) for rule in book.rules.values() for key in rule.options}
    by_option = {(option.key, rule_id) for option in Tigers().options for rule_id in option.rules}
    assert by_rule == by_option


def test_every_option_of_the_table_on_the_page_is_true(book: Rulebook) -> None:
    text = rulebook_of("tigers").read_text(encoding="utf-8").split("\n## Options\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in text.split("\n") if line.startswith("| `")]

    def word(choice: object) -> str:
        return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)

    assert rows == [
        [
            f"`{option.key}`",
            ", ".join(option.rules),
            word(option.default),
            ", ".join(word(choice) for choice in option.choices if choice != option.default),
            option.about,
        ]
        for option in Tigers().options
    ]


@pytest.mark.parametrize(
    ("heading", "file", "columns"),
    [
        ("Ground combat", "crt.csv", ["die_a", "die_b", "1:5", "1:4", "1:3", "1:2", "1:1", "3:2", "2:1",
                                      "3:1", "4:1", "5:1", "6:1", "7:1"]),
        ("Column shifts", "shifts.csv", ["id", "shift", "attack_by", "condition", "rule"]),
        ("Air operations", "air_operations.csv",
         ["die_a", "die_b", "bridge", "clear", "cover", "interception", "resupply"]),
        ("Weather", "weather.csv", ["die_a", "die_b", "turns_3_8", "turns_9_12"]),
        ("Terrain", "terrain_effects.csv", ["terrain", "foot_mf", "mechanized_mf", "road_rate_mf",
                                            "road_normal_mf", "stack", "air_column", "defence"]),
        ("Bridge chances", "bridge_chances.csv", ["description", "chance_in_6", "rule"]),
    ],
)  # fmt: skip
def test_the_tables_on_the_page_are_the_tables_in_use(heading: str, file: str, columns: list[str]) -> None:
    text = rulebook_of("tigers").read_text(encoding="utf-8").split(f"\n### {heading}\n")[1]
    lines = [line for line in text.strip().split("\n\n")[0].split("\n") if line.startswith("|")]
    page = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    data = csv.DictReader((DATA / file).read_text(encoding="utf-8").splitlines())
    assert page == [[row[column] for column in columns] for row in data]


# --- the command -----------------------------------------------------------------------------------


def test_rules_prints_a_rule_with_its_reading(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "tigers", "TIA-CRT-3"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert out.startswith("TIA-CRT-3 No attack below 1:5")
    assert "Reading: both the unshifted odds" in out
    assert "Option: legality_on_final_column" in out


def test_a_chapter_and_a_short_number_are_understood(book: Rulebook) -> None:
    assert [rule.id for rule in lookup(book, "zoc-8")] == ["TIA-ZOC-8"]
    assert [rule.id for rule in lookup(book, "TIA-ARMD")] == ["TIA-ARMD-1", "TIA-ARMD-2"]
    with pytest.raises(UserError, match=r"no rule 'TIA-ZOK-8'; did you mean TIA-ZOC-8"):
        lookup(book, "TIA-ZOK-8")
    with pytest.raises(UserError, match=r"no rule 'xyz'; numbers look like TIA-CRT-1"):
        lookup(book, "xyz")


def test_rules_without_more_lists_every_rule(book: Rulebook, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "tigers"]) == 0
    out = capsys.readouterr().out
    assert set(re.findall(r"^  (\S+)", out, re.MULTILINE)) == set(book.rules)
    assert out.rstrip().endswith(f"{len(book.rules)} rules; * = with a reading ({len(book.readings)}).")


def test_find_looks_in_rules_readings_and_words(book: Rulebook, capsys: pytest.CaptureFixture[str]) -> None:
    rules, words = search(book, "RIVER")
    assert {"TIA-RIVER-5", "TIA-ZOC-9", "TIA-CRT-17"} <= {rule.id for rule in rules}
    assert "TIA-STACK-1" not in {rule.id for rule in rules}
    assert set(search(book, "half-strengths")[1]) == {"Disrupted"}
    assert set(words) == set()
    assert run(["rules", "tigers", "--find", "half-strengths"]) == 0
    assert "0 rules and 1 of the words" in capsys.readouterr().out
    assert run(["rules", "tigers", "--find", "zeppelin"]) == 1
    assert "Nothing in Tigers in the Ardennes contains 'zeppelin'" in capsys.readouterr().out


def test_readings_prints_exactly_the_rules_with_one(
    book: Rulebook, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", "tigers", "--readings"]) == 0
    out = capsys.readouterr().out
    assert re.findall(r"^(TIA-\S+)  ", out, re.MULTILINE) == list(book.readings)


def test_a_rule_is_shown_without_markup(book: Rulebook) -> None:
    for rule in book.rules.values():
        assert "**" not in shown(rule)
        assert "`" not in shown(rule)


def test_an_unknown_game_is_answered_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "panthers"]) == 2
    assert "no game 'panthers'" in capsys.readouterr().err
    with pytest.raises(UserError, match=r"there is: .*tigers"):
        rulebook_of("panthers")


# --- coverage --------------------------------------------------------------------------------------

CODE = '''"""Moving."""
COST = 1  # SK-MOVE-1, SK-MOVE-2
def cost(options): return 0 if options["free_roads"] or options.toll else COST
'''
CASES = """[[case]]
name = "a long march"
rules = ["SK-MOVE-1", "SK-MOVE-2"]
"""
TESTS = "def test_size(): ...  # SK-MAP-1\n"


def plant(tmp_path: Path, code: str = CODE, cases: str = CASES, tests: str = TESTS) -> Coverage:
    for name, text in {
        "src/ardennes/games/skirmish/move.py": code,
        "tests/cases/skirmish/moving.toml": cases,
        "tests/rules/test_map.py": tests,
        "tests/test_other.py": "# SK-MOVE-1 and SK-MAP-1, named in passing\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return cover(parse_rulebook(PAGE), "skirmish", Checkout(tmp_path))


def test_a_covered_book_has_no_hole(tmp_path: Path) -> None:
    coverage = plant(tmp_path)
    assert coverage.holes() == []
    assert list(coverage.matrix()) == [
        ("SK-MOVE-1", "move.py:2", "a long march", "-"),
        ("SK-MOVE-2", "move.py:2", "a long march", "-"),
        ("SK-MAP-1", "-", "-", "test_map.py:1"),
    ]
    assert coverage.totals() == (
        "3 rules (1 of them constraints on data): 2 of 2 in code, 3 of 3 in cases or tests, "
        "2 options, 0 holes"
    )


@pytest.mark.parametrize(
    ("part", "old", "new", "hole"),
    [
        ("code", ", SK-MOVE-2", "", "SK-MOVE-2 (Limit): no code names it"),
        ("cases", ', "SK-MOVE-2"', "", "SK-MOVE-2 (Limit): no case and no test names it"),
        ("tests", "SK-MAP-1", "", "SK-MAP-1 (Size): no case and no test names it"),
        (
            "code",
            "SK-MOVE-2",
            "SK-MOVE-2, SK-MOVE-3",
            "SK-MOVE-3: named by code (move.py:2) but not in the rulebook",
        ),
        ("cases", "SK-MOVE-2", 'SK-MOVE-2", "SK-MOV-2', "SK-MOV-2: named by case (a long march) but not"),
        ("code", "options.toll", "0", "option toll: named by the rulebook but no code reads it"),
        ("code", "options.toll", "options.tollgate", "option toll: named by the rulebook but no code"),
    ],
)
def test_a_planted_hole_is_found(tmp_path: Path, part: str, old: str, new: str, hole: str) -> None:
    parts = {"code": CODE, "cases": CASES, "tests": TESTS}
    assert old in parts[part]
    parts[part] = parts[part].replace(old, new)
    coverage = plant(tmp_path, **parts)
    (result,) = coverage.holes()
    assert result.startswith(hole)
    assert coverage.totals().endswith("1 hole")


@pytest.mark.parametrize(("code", "status"), [(CODE, 0), (CODE.replace(", SK-MOVE-2", ""), 1)])
def test_the_command_prints_the_matrix_and_ends_with_totals(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    code: str,
    status: int,
) -> None:
    coverage = plant(tmp_path, code=code)
    monkeypatch.setattr("ardennes.commands.rules.cover", lambda *_: coverage)
    assert run(["rules", "tigers", "--coverage"]) == status
    lines = capsys.readouterr().out.rstrip().split("\n")
    assert lines[0].split() == ["rule", "code", "cases", "tests"]
    assert lines[3].split() == ["SK-MAP-1", "-", "-", "test_map.py:1"]
    assert [line for line in lines if line.startswith("HOLE")] == [
        f"HOLE  {hole}" for hole in coverage.holes()
    ]
    assert lines[-1] == coverage.totals()


def test_cases_are_named_by_id_or_name_or_file(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text(
        'rules = ["SK-A-1"]\n[one]\nid = "V-1"\nrules = ["SK-A-2"]\n[[case]]\nrules = ["SK-A-3"]\n'
    )
    assert list(cases_citing(path)) == [("c.toml", "SK-A-1"), ("V-1", "SK-A-2"), ("c.toml", "SK-A-3")]


def test_a_broken_case_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"moving\.toml, line 1: found invalid TOML"):
        plant(tmp_path, cases="[[case]\n")


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_game_is_enforced_and_proven(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = run(["rules", game, "--coverage"])
    lines = capsys.readouterr().out.rstrip().split("\n")
    assert [line for line in lines if line.startswith("HOLE")] == []
    assert lines[-1].endswith(" 0 holes")
    assert status == 0


def test_coverage_needs_a_source_tree(tmp_path: Path) -> None:
    assert find_checkout(Path(__file__)).root == Path(__file__).resolve().parents[1]
    with pytest.raises(UserError, match="run the command in a checkout"):
        find_checkout(tmp_path / "site-packages" / "ardennes" / "rules_command.py")


def test_a_chapter_may_be_counted_through_its_families() -> None:
    page = "# S\n\n## Sky\n\n### SK-WX-1 Rain\n\nWet.\n\n### SK-AIR-2 Wings\n\nUp.\n"
    assert list(parse_rulebook(page).rules) == ["SK-WX-1", "SK-AIR-2"]
    for wrong in (page.replace("SK-AIR-2", "SK-AIR-3"), page.replace("### SK-AIR", "## Up\n\n### SK-AIR")):
        with pytest.raises(DataFileError, match="SK-AIR-1, the next in its family"):
            parse_rulebook(wrong)
