"""Find every file and line that names a rule: code that enforces it, its cases and tests, pages about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import ardennes
from ardennes.cases.files import FOLDER
from ardennes.commands.rule_coverage import find_checkout
from ardennes.errors import UserError
from ardennes.kernel.datafile import read_text
from ardennes.kernel.rulebook import section_of

PACKAGE = Path(ardennes.__file__).parent
CODE = (".py", ".toml", ".csv", ".js")
TESTS = (".py", ".toml")
NOT_INSTALLED = (
    "This is an installed copy: its tests and docs are not here. "
    "Run the command in a checkout of the project to see them too."
)


@dataclass(frozen=True, slots=True)
class Place:
    file: str  # from the root of the checkout, or of the installed package
    lines: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.file}:{', '.join(map(str, self.lines))}"


@dataclass(frozen=True, slots=True)
class Places:
    """Where a rule is named, in groups."""

    groups: dict[str, list[Place]]
    complete: bool  # False in an installed copy, which has no tests and docs


def find_places(rule_id: str, game: str, package: Path = PACKAGE, cases: Path = FOLDER) -> Places:
    """Look for a rule, or for the whole section of a manual that it stands in."""
    try:
        checkout = find_checkout(package).root
    except UserError:
        checkout = None
    root = checkout or package.parent
    rules = package / "games" / game / "rules"
    code = [path for path in _files([package], CODE) if cases not in path.parents]
    groups = {
        "Enforced by": [path for path in code if rules in path.parents],
        "Also in": [path for path in code if rules not in path.parents],
        "Tested by": [
            *_files([cases / game], TESTS),
            *(path for path in _checked_out(checkout, TESTS, "tests", "bench") if cases not in path.parents),
        ],
        "Explained in": [
            *_files([package], (".md",)),
            *_checked_out(checkout, (".md",), "docs", "examples"),
            *(sorted(checkout.glob("*.md")) if checkout else ()),
        ],
    }
    names = "|".join(map(re.escape, sorted({rule_id, section_of(rule_id)}, reverse=True)))
    pattern = re.compile(rf"(?<![\w-])(?:{names})(?!\w)")
    return Places(
        {name: list(_places(files, pattern, root)) for name, files in groups.items()}, checkout is not None
    )


def _files(folders: Iterable[Path], suffixes: tuple[str, ...]) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in suffixes)


def _checked_out(root: Path | None, suffixes: tuple[str, ...], *names: str) -> list[Path]:
    return _files([root / name for name in names], suffixes) if root else []


def _places(files: Iterable[Path], pattern: re.Pattern[str], root: Path) -> Iterator[Place]:
    for path in files:
        text = read_text(path)
        if pattern.search(text):
            lines = (number for number, line in enumerate(text.split("\n"), 1) if pattern.search(line))
            yield Place(path.relative_to(root).as_posix(), tuple(lines))


def listing(places: Places) -> list[str]:
    """The groups as lines of text; an empty group says so."""
    lines: list[str] = []
    for name, group in places.groups.items():
        lines += [f"{name}:", *(f"  {place}" for place in group)] if group else [f"{name}: nothing"]
    return lines if places.complete else [*lines, NOT_INSTALLED]
