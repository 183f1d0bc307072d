"""What the tests of each game's case files share: writing a file, mistakes told, words explained."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ardennes.cases.command import run_one
from ardennes.cases.model import Case, Outcome
from ardennes.cases.parse import read_cases
from ardennes.cases.report import failure

Write = Callable[[str], Path]


def writer(folder: Path) -> Write:
    """A way to write a case file and get its path."""

    def to_file(text: str) -> Path:
        path = folder / "my.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return to_file


def told(outcome: Outcome, field: str, remedy: str) -> None:
    """A case that cannot be run says where it is wrong and what would be right."""
    for part in ("case x", f"field {field}:", remedy):
        assert part in outcome.bad, outcome


def unexplained(document: str, words: Iterable[str]) -> set[str]:
    """The words a document does not name."""
    return {w for w in words if not re.search(rf"(?<![a-z_]){re.escape(w)}(?![a-z_])", document)}


def explains_results(document: str, cases: Sequence[Case], calculations: Iterable[str]) -> None:
    """Each calculation has a case, and its row names every result."""
    rows: dict[str, str] = {}
    for names, results in re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|[^|]*\| (.*) \|$", document, re.MULTILINE):
        rows |= dict.fromkeys(re.findall(r"\w+", names), results)
    asked = {(c.when.text("calculate"), *c.when.values): c for c in cases if "calculate" in c.when}
    for (name, *_), case in asked.items():  # other arguments may bring other results
        assert [key for key in run_one(case).calculated if f"`{key}`" not in rows[name]] == [], name
    assert set(calculations) - {name for name, *_ in asked} == set(), "calculations without a case"


def examples_hold(document: str, game: str, write: Write, count: int) -> None:
    """The whole cases a document shows pass."""
    examples = re.findall(r"```toml\n(.*?)```", document, re.DOTALL)
    whole = [text for text in examples if "[[case]]" in text]
    assert len(whole) == count
    for text in whole:
        path = write(text if text.startswith("game") else f'game = "{game}"\n{text}')
        for case in read_cases(path):
            outcome = run_one(case)
            assert outcome.passed, failure(outcome)
