"""Rule coverage: for every rule of a game the code that enforces it and the cases and tests that prove it.

A rule of play needs code and a case (or a test under tests/rules); a constraint on data needs a case or a
test. Code and cases may only name rules that exist, and every option the rulebook names must be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ardennes.errors import UserError
from ardennes.kernel.datafile import read_text, read_toml
from ardennes.kernel.rulebook import Rulebook, cited, section_of


@dataclass(frozen=True, slots=True)
class Checkout:
    """Where the parts of a source tree are."""

    root: Path

    def code(self, game: str) -> list[Path]:
        """What enforces rules: modules, and the scenarios, of which each of ours names its rule."""
        folder = self.root / "src" / "ardennes" / "games" / game
        return [*sorted(folder.rglob("*.py")), *folder.glob("data/scenarios.toml")]

    def all_code(self) -> list[Path]:
        return sorted((self.root / "src" / "ardennes").rglob("*.py"))

    def cases(self, game: str) -> list[Path]:
        return sorted((self.root / "tests" / "cases" / game).rglob("*.toml"))

    def tests(self) -> list[Path]:
        return sorted((self.root / "tests" / "rules").rglob("*.py"))


def find_checkout(start: Path) -> Checkout:
    """The source tree around a module of the package; an installed copy has none."""
    for folder in start.resolve().parents:
        if (folder / "src" / "ardennes").is_dir() and (folder / "tests").is_dir():
            return Checkout(folder)
    raise UserError(
        "Coverage reads the source tree: code in src/ and cases in tests/. "
        "This is an installed copy; run the command in a checkout of the project."
    )


@dataclass(slots=True)
class Coverage:
    """Where each rule is named, and what is missing."""

    book: Rulebook
    code: dict[str, list[str]] = field(default_factory=dict)
    cases: dict[str, list[str]] = field(default_factory=dict)
    tests: dict[str, list[str]] = field(default_factory=dict)
    options_read: frozenset[str] = frozenset()

    def holes(self) -> list[str]:
        """What is missing, in both directions, as sentences."""
        return [*self._uncovered(), *self._unknown(), *self._idle_options()]

    def _uncovered(self) -> Iterator[str]:
        for rule in self.book.rules.values():
            if rule.id not in self.code and not rule.constrains_data:
                yield f"{rule.id} ({rule.title}): no code names it"
            if rule.id not in self.cases and rule.id not in self.tests:
                yield f"{rule.id} ({rule.title}): no case and no test names it"

    def _unknown(self) -> Iterator[str]:
        sections = set(map(section_of, self.book.rules))  # a case may name a whole section
        for what, places, also in (("code", self.code, set[str]()), ("case", self.cases, sections)):
            for rule_id in sorted(set(places) - set(self.book.rules) - also):
                yield f"{rule_id}: named by {what} ({places[rule_id][0]}) but not in the rulebook"

    def _idle_options(self) -> Iterator[str]:
        for key in self.options():
            if key not in self.options_read:
                yield f"option {key}: named by the rulebook but no code reads it"

    def options(self) -> list[str]:
        return sorted({key for rule in self.book.rules.values() for key in rule.options})

    def matrix(self) -> Iterator[tuple[str, str, str, str]]:
        """One row a rule: id, code, cases, tests."""
        for rule_id in self.book.rules:
            yield (
                rule_id,
                _shortened(self.code.get(rule_id, []), 2),
                _shortened(self.cases.get(rule_id, []), 3),
                _shortened(self.tests.get(rule_id, []), 1),
            )

    def totals(self) -> str:
        rules = self.book.rules
        constraints = sum(rule.constrains_data for rule in rules.values())
        coded = sum(rule.id in self.code for rule in rules.values() if not rule.constrains_data)
        proven = sum(rule_id in self.cases or rule_id in self.tests for rule_id in rules)
        holes = len(self.holes())
        return (
            f"{len(rules)} rules ({constraints} of them constraints on data): "
            f"{coded} of {len(rules) - constraints} in code, {proven} of {len(rules)} in cases or tests, "
            f"{len(self.options())} options, {holes} {'hole' if holes == 1 else 'holes'}"
        )


def cover(book: Rulebook, game: str, checkout: Checkout) -> Coverage:
    """Look through code, cases and tests for the rules they name."""
    coverage = Coverage(book)
    _cite(coverage.code, book.prefix, checkout.code(game))
    _cite(coverage.tests, book.prefix, checkout.tests())
    for path in checkout.cases(game):
        for case, rule_id in cases_citing(path):
            _add(coverage.cases, rule_id, case)
    coverage.options_read = _read_options(coverage.options(), checkout.all_code())
    return coverage


def _cite(places: dict[str, list[str]], prefix: str, files: Iterable[Path]) -> None:
    for path in files:
        for line, rule_id in cited(read_text(path), prefix):
            _add(places, rule_id, f"{path.name}:{line}")


def _add(places: dict[str, list[str]], rule_id: str, place: str) -> None:
    result = places.setdefault(rule_id, [])
    if place not in result:
        result.append(place)


def cases_citing(path: Path) -> Iterator[tuple[str, str]]:
    """(case, rule id) for every id in a `rules` list of a case file."""

    def walk(table: dict[str, Any], name: str) -> Iterator[tuple[str, str]]:
        name = next((table[key] for key in ("id", "name") if isinstance(table.get(key), str)), name)
        for key, value in table.items():
            if key == "rules" and isinstance(value, list):
                yield from ((name, rule_id) for rule_id in value if isinstance(rule_id, str))
            elif isinstance(value, dict):
                yield from walk(value, name)
            elif isinstance(value, list):
                for item in value:
                    if isinstance(item, dict):
                        yield from walk(item, name)

    yield from walk(dict(read_toml(path).values), path.name)


def _read_options(keys: list[str], files: Iterable[Path]) -> frozenset[str]:
    """The option keys that stand in code as a text or as an attribute."""
    texts = [read_text(path) for path in files]
    return frozenset(key for key in keys if any(re.search(rf"[\"'.]{key}\b", text) for text in texts))


def _shortened(places: list[str], shown: int) -> str:
    rest = len(places) - shown
    return (", ".join(places[:shown]) + (f" +{rest}" if rest > 0 else "")) or "-"
