"""Shared by the tests of each game's case files: the vocabulary of a game,
writing a file, checking errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ardennes.cases.ask import Calculation
from ardennes.cases.model import Case, Outcome
from ardennes.cases.parse import case_files, read_cases
from ardennes.kernel.contract import Event

HERE = Path(__file__).parent
Write = Callable[[str], Path]


@dataclass(frozen=True)
class GameCases:
    """The case files of one game: their vocabulary, and the errors that must be reported."""

    game: str
    rule: str  # any rule of the game, for cases with errors
    fact: str  # any fact of a state, likewise
    document: str
    vector: str  # how the id of a case names its test vector in the rules digest
    vectors: int
    words: tuple[str, ...]  # in addition to calculations and events
    calculations: Mapping[str, Calculation]
    events: tuple[type[Event], ...]
    # the `given` table, the wrong field, the remedy in the message
    bad_positions: Sequence[tuple[str, str, str]]
    asked_of: str  # the position for invalid questions
    bad_questions: Sequence[tuple[str, str, str]]
    false_of: str  # the position for false expectations
    false: Sequence[tuple[str, str]]  # the expectation, the field that differs
    goals: Sequence[tuple[str, str, str]] = ()  # the position, the goals of `until`, the state there
    named_goals: frozenset[str] = frozenset()

    @cached_property
    def cases(self) -> list[Case]:
        return [case for file in case_files([HERE / "cases" / self.game]) for case in read_cases(file)]

    @cached_property
    def text(self) -> str:
        return (HERE.parent / "docs" / "reference" / self.document).read_text(encoding="utf-8")

    @cached_property
    def common_text(self) -> str:
        return (HERE.parent / "docs" / "reference" / "cases.md").read_text(encoding="utf-8")

    def case(self, write: Write, given: str, rest: str = "") -> Case:
        """Return a case with these lines; without an expectation it expects the fact."""
        if "[case.expect]" not in rest:
            rest += f"\n[case.expect]\nstate = {{ {self.fact} }}"
        head = f'game = "{self.game}"\n[[case]]\nid = "x"\nrules = ["{self.rule}"]'
        return read_cases(write(f"{head}\n[case.given]\n{given}\n{rest}\n"))[0]

    def every_word(self) -> list[str]:
        """Return the whole vocabulary of the game's case files."""
        return [
            *self.words, *self.calculations,
            *(word for calculation in self.calculations.values() for word in calculation.arguments),
            *(str(event.__struct_config__.tag) for event in self.events),
            *(name for event in self.events for name in event.__struct_fields__),
        ]  # fmt: skip

    def results_explained(self) -> dict[str, str]:
        """Return, for each calculation, the text about its results."""
        rows: dict[str, str] = {}
        row = r"^\| ((?:`\w+`(?:, )?)+) \|[^|]*\| (.*) \|$"
        for names, results in re.findall(row, self.text, re.MULTILINE):
            rows |= dict.fromkeys(re.findall(r"\w+", names), results)
        return rows

    def examples(self) -> list[str]:
        """Return the complete cases in the document."""
        examples = re.findall(r"```toml\n(.*?)```", self.text, re.DOTALL)
        whole = [text for text in examples if "[[case]]" in text]
        return [text if text.startswith("game") else f'game = "{self.game}"\n{text}' for text in whole]


def writer(folder: Path) -> Write:
    """Return a function that writes a case file and returns its path."""

    def to_file(text: str) -> Path:
        path = folder / "my.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return to_file


def told(outcome: Outcome, field: str, remedy: str) -> None:
    """A case that cannot be run says where it is wrong and what would be right."""
    for part in ("case x", f"field {field}:", remedy):
        assert part in outcome.bad, outcome
