"""Rules are cited in full everywhere, and `ardennes rules ID` finds every place that cites one."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

from ardennes.cli import run
from ardennes.commands.rule_places import NOT_INSTALLED, Place, find_places, listing
from ardennes.games import GAMES, rulebook_of
from ardennes.kernel.rulebook import load_rulebook, section_of

ROOT = Path(__file__).resolve().parents[1]
SUFFIXES = (".py", ".toml", ".csv", ".md", ".js", ".html", ".svg", ".sh", ".yml", "")
PLANTED = (Path(__file__), ROOT / "tests" / "test_rulebook.py")  # name made-up rules, also in shorthand


def shorthand() -> re.Pattern[str]:
    """An id followed by a part of another: 'ABC-X-1 to -3', 'ABC-7.6a, c', 'ABC-7.1 to ABC-7.6'."""
    ids = {rule_id for game in GAMES for rule_id in load_rulebook(rulebook_of(game)).rules}
    families = "|".join(sorted({re.escape(i.rpartition("-")[0]) for i in ids if "." not in i}))
    prefixes = "|".join(sorted({i.partition("-")[0] for i in ids}))
    rule = rf"(?<![\w-])(?:(?:{families})-\d+|(?:{prefixes})-\d+\.\d+[a-z]?)(?!\w)"
    gap = r"[\s#]*"
    joint = rf"{gap}(?:,|/|–|\+|&)?{gap}(?:\b(?:and|or|to|until|through)\b)?{gap}"
    ends = r"(?=[).,;:\"']|\s(?:and|or|to)\b|\s*$)"
    return re.compile(
        rf"{rule}(?:{joint}[-–](?:\d+|[a-z])\b"  # , -3
        rf"|{gap}[-–/](?:\d+|[a-z])(?!\w)"  # -3, /4
        rf"|{gap}(?:,|\bto\b|\band\b|\bor\b){gap}\d+(?:\.\d+)?[a-z]?{ends}"  # and 8, to 6.3
        rf"|(?<=[a-z]){gap}(?:,|\bto\b|\band\b|\bor\b){gap}[a-z]{ends}"  # 7.6a, c
        rf"|{gap}(?:-|–|\bto\b|\bthrough\b|\buntil\b){gap}(?:{prefixes})-[A-Z\d])"  # to TIA-X-9
    )


@functools.cache
def citing_texts() -> dict[Path, str]:
    """Return the text of every file of the tree that cites a rule."""
    folders = ("src", "tests", "bench", "scripts", "docs", "examples")
    files = [*ROOT.glob("*.md"), *(path for folder in folders for path in (ROOT / folder).rglob("*"))]
    texts = {
        path: path.read_text(encoding="utf-8") for path in files if path.suffix in SUFFIXES and path.is_file()
    }
    prefixes = [f"{load_rulebook(rulebook_of(game)).prefix}-" for game in GAMES]
    return {path: text for path, text in texts.items() if any(prefix in text for prefix in prefixes)}


def test_no_rule_is_cited_in_shorthand() -> None:
    pattern = shorthand()
    wrong = []
    for path, text in citing_texts().items():
        for match in pattern.finditer(text) if path not in PLANTED else ():
            line = text.count("\n", 0, match.start()) + 1
            wrong.append(f"{path.relative_to(ROOT)}:{line}: '{match[0]}': name each rule in full")
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    ["TIA-SEQ-1 to -3", "OPS-A2A-6, -8", "TIA-ZOC-13/-14", "TIA-RET-1 and -3", "BTA-7.6a, -b",
     "BTA-7.6f to -k", "(BTA-7.6a, c)", "BTA-6.0 to 6.3:", "WOT-8.7 and 8.8.", "TIA-CRT-7, 8)", "TIA-CRT-7/8",
     "TIA-CRT-7-9",
     "WOT-7.1 to WOT-7.6", "OPS-ADV-1 – OPS-ADV-5", "TIA-MAP-1 to TIA-MAP-32", "# TIA-AIR-2,\n    # -3"],
)  # fmt: skip
def test_shorthand_is_recognized(text: str) -> None:
    assert shorthand().search(f"as in {text}"), text


@pytest.mark.parametrize(
    "text",
    ["TIA-SEQ-1, TIA-SEQ-2", "OPS-COMBAT-14 d, e", "BTA-MAP-42, x = 0 to 30", "TIA-CRT-3, 4 hexes away",
     "WOT-5.8 c", "TIA-V-28f", "BTA-T-51 to BTA-T-65", "from TIA-ZOC-8 to the next", "BTA-6.4 and a unit",
     "TIA-ZOC-8 - a note"],
)  # fmt: skip
def test_full_ids_are_not_shorthand(text: str) -> None:
    assert not shorthand().search(text), text


# --- where a rule is named ---------------------------------------------------------------------------


def lines_of(places: list[Place]) -> set[tuple[str, int]]:
    return {(place.file, line) for place in places for line in place.lines}


@pytest.mark.parametrize(
    ("game", "rule_id"),
    [
        ("tigers", "TIA-ZOC-8"),
        ("breakthrough", "BTA-7.6b"),
        ("wave_of_terror", "WOT-8.7"),
        ("playsheet", "OPS-A2A-6"),
    ],
)
def test_places_of_a_rule_are_all_its_citations(game: str, rule_id: str) -> None:
    """Compared with a search of the whole tree that ignores the groups."""
    places = find_places(rule_id, game)
    assert places.complete
    assert list(places.groups) == ["Enforced by", "Also in", "Tested by", "Explained in"]
    result = [entry for group in places.groups.values() for entry in lines_of(group)]
    assert len(result) == len(set(result)), "a line is in two groups"
    word = re.compile(rf"(?<![\w-]){re.escape(rule_id)}(?!\w)")
    everywhere = {
        (path.relative_to(ROOT).as_posix(), number)
        for path, text in citing_texts().items()
        if rule_id in text and "scripts" not in path.parts
        for number, line in enumerate(text.split("\n"), 1)
        if word.search(line)
    }
    assert everywhere <= set(result)
    section = section_of(rule_id)
    for file, number in set(result) - everywhere:
        assert section in citing_texts()[ROOT / file].split("\n")[number - 1]
    for name, folders in {
        "Enforced by": (f"src/ardennes/games/{game}/rules/",),
        "Also in": ("src/ardennes/",),
        "Tested by": ("tests/", "bench/"),
    }.items():
        assert all(place.file.startswith(folders) for place in places.groups[name])
    assert places.groups["Enforced by"]
    assert places.groups["Tested by"]
    assert all(place.file.endswith(".md") for place in places.groups["Explained in"])


def test_the_command_prints_the_places_of_one_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "tigers", "zoc-8"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("TIA-ZOC-8 ")
    assert out.endswith("\n".join(listing(find_places("TIA-ZOC-8", "tigers"))) + "\n")
    assert re.search(r"^  src/ardennes/games/tigers/rules/movement/zones\.py:\d+", out, re.MULTILINE)
    assert run(["rules", "tigers", "TIA-ARMD"]) == 0
    assert "Enforced by" not in capsys.readouterr().out


def test_an_installed_copy_shows_its_code_and_cases_and_says_what_is_missing(tmp_path: Path) -> None:
    package, cases = tmp_path / "ardennes", tmp_path / "ardennes" / "cases" / "book"
    for name, text in {
        "games/skirmish/rules/move.py": "# SK-MOVE-1\n# SK-MOVE-10\n# SK-MOVE-1: again\n",
        "games/skirmish/data/costs.csv": "# SK-MOVE-1\n",
        "games/skirmish/rulebook.md": "### SK-MOVE-1 Cost\n",
        "cases/book/skirmish/moving.toml": 'rules = ["SK-MOVE-1"]\n',
    }.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert listing(find_places("SK-MOVE-1", "skirmish", package, cases)) == [
        "Enforced by:",
        "  ardennes/games/skirmish/rules/move.py:1, 3",
        "Also in:",
        "  ardennes/games/skirmish/data/costs.csv:1",
        "Tested by:",
        "  ardennes/cases/book/skirmish/moving.toml:1",
        "Explained in:",
        "  ardennes/games/skirmish/rulebook.md:1",
        NOT_INSTALLED,
    ]
