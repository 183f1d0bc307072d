"""The case files that come with Ardennes, by game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from ardennes.cases.model import Case
from ardennes.cases.parse import case_files, read_cases
from ardennes.kernel.rulebook import section_of

# A built package has them next to this module (pyproject.toml puts them there), a checkout among its tests.
PACKED = Path(__file__).with_name("book")
FOLDER = PACKED if PACKED.is_dir() else Path(__file__).resolve().parents[3] / "tests" / "cases"


@cache
def cases_of(game: str) -> tuple[Case, ...]:
    """All cases of a game, file by file."""
    return tuple(case for file in case_files([FOLDER / game]) for case in read_cases(file))


def find_case(game: str, file: str, id_: str) -> Case | None:
    """Return a case by the name of its file, without extension, and its id."""
    path = next((one for one in case_files([FOLDER / game]) if one.stem == file), None)
    return next((case for case in read_cases(path) if case.id == id_), None) if path else None


def is_about(case: Case, rule: str) -> bool:
    """Return whether the case cites the rule, or its section of a manual."""
    return rule in case.rules or section_of(rule) in case.rules


def cases_about(game: str) -> Callable[[str], int]:
    """Return how many cases cite a rule. Cached: searching every case for every rule takes a second."""
    named: dict[str, set[int]] = {}
    for number, case in enumerate(cases_of(game)):
        for rule in case.rules:
            named.setdefault(rule, set()).add(number)
    none: set[int] = set()
    return lambda rule: len(named.get(rule, none) | named.get(section_of(rule), none))
