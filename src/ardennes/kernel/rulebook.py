"""A rulebook page as data: its rules by number, their readings, its words.

The page is Markdown. `## ` opens a chapter; `### ID Title` opens a rule; the paragraphs below it are the
rule; list items `- **Reading:** ...` and so on are its notes. Other `### ` headings are plain text.
An ID counts within a named family (ABC-MOVE-1) or keeps the section of a printed manual (ABC-7.6, ABC-7.6b);
an "e" behind a section that has no letters marks its erratum (ABC-9.17e).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from string import ascii_lowercase

from ardennes.kernel.datafile import DataFileError, Source, read_text

_SECTION = r"\d+\.\d+"
RULE_ID = rf"[A-Z][A-Z0-9]*(?:(?:-[A-Z][A-Z0-9]*)+-\d+|-{_SECTION}[a-z]?)"
NOTES = ("Reading", "Printed", "Why", "Option", "Reconstructed", "Basis")

_HEADING = re.compile(rf"### ({RULE_ID})(?: +(.*))?$")
_NUMBERED = re.compile(r"### \S*-\d")
_NOTE = re.compile(r"- \*\*([^*]+):\*\* *(.*)$")
_KEY = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Reading:
    """A doubt that the printed rules leave: our choice, the printed text, and the reason."""

    chosen: str
    printed: str
    why: str


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    title: str
    text: str
    chapter: str
    line: int
    reading: Reading | None
    options: tuple[str, ...]  # keys of the options that change this rule
    reconstructed: str  # the part that is not in the original; usually empty
    basis: str  # the basis of a constraint on the data; empty for a rule of play

    @property
    def family(self) -> str:
        """Return the id without its number or letter; a section without letters is a separate family."""
        return section_of(self.id) if self.of_a_section else self.id.rpartition("-")[0]

    @property
    def of_a_section(self) -> bool:
        """Return whether the id is a manual's section: ABC-7.6b."""
        return "." in self.id

    @property
    def constrains_data(self) -> bool:
        """Return whether the rule constrains the map or other data, so that a test proves it, not code."""
        return bool(self.basis)


@dataclass(frozen=True, slots=True)
class Rulebook:
    title: str
    rules: dict[str, Rule]
    words: dict[str, str]
    chapters: tuple[str, ...]

    @property
    def prefix(self) -> str:
        """Return the prefix of all rule ids of the book."""
        return next(iter(self.rules)).partition("-")[0]

    @property
    def readings(self) -> dict[str, Reading]:
        return {rule.id: rule.reading for rule in self.rules.values() if rule.reading}


def section_of(rule_id: str) -> str:
    """Return the rule's section in a manual: ABC-7.6 for ABC-7.6b; other ids unchanged."""
    return rule_id.rstrip(ascii_lowercase) if "." in rule_id else rule_id


def load_rulebook(source: Source) -> Rulebook:
    return parse_rulebook(read_text(source), str(source))


@functools.cache
def rule_ids(package: str) -> frozenset[str]:
    """Return the ids of all rules of a game, by the package with its rulebook.md."""
    return frozenset(load_rulebook(resources.files(package) / "rulebook.md").rules)


def parse_rulebook(text: str, file: str = "rulebook") -> Rulebook:
    """Parse the page; an error names the line."""
    lines = text.split("\n")
    title, chapter = "", ""
    chapters: list[str] = []
    rules: dict[str, Rule] = {}
    for number, line in enumerate(lines, 1):
        if line.startswith("# ") and not title:
            title = line[2:].strip()
        elif line.startswith("## "):
            chapter = line[3:].strip()
            chapters.append(chapter)
        elif line.startswith("### "):
            rule = _rule(lines, number, chapter, file)
            if rule is None:
                continue
            _check_place(rule, rules, file)
            rules[rule.id] = rule
    if not rules:
        raise DataFileError(file, "", "no rule", "headings like '### ABC-MOVE-1 Title', one for each rule")
    return Rulebook(title, rules, _words(lines), tuple(chapters))


def _rule(lines: list[str], number: int, chapter: str, file: str) -> Rule | None:
    heading = lines[number - 1]
    match = _HEADING.match(heading)
    if match is None:
        if _NUMBERED.match(heading):
            raise DataFileError(
                file, f"line {number}", f"'{heading}'", "a number like ABC-MOVE-1 and a title"
            )
        return None
    rule_id, rule_title = match[1], (match[2] or "").strip()
    if not rule_title:
        raise DataFileError(file, f"line {number}", f"no title for {rule_id}", "a title after the number")
    body = _body(lines, number)
    text = "\n".join(line for _, line in body if not line.startswith("- **")).strip()
    if not text:
        raise DataFileError(file, f"line {number}", f"no text for {rule_id}", "the text of the rule")
    notes = _notes(body, rule_id, file)
    return Rule(
        id=rule_id,
        title=rule_title,
        text=re.sub(r"\n{3,}", "\n\n", text),
        chapter=chapter,
        line=number,
        reading=_reading(notes, rule_id, number, file),
        options=tuple(_KEY.findall(notes.get("Option", ""))),
        reconstructed=notes.get("Reconstructed", ""),
        basis=notes.get("Basis", ""),
    )


def _body(lines: list[str], number: int) -> list[tuple[int, str]]:
    body = []
    for at in range(number, len(lines)):
        if lines[at].startswith("#"):
            break
        body.append((at + 1, lines[at].rstrip()))
    return body


def _notes(body: list[tuple[int, str]], rule_id: str, file: str) -> dict[str, str]:
    notes: dict[str, str] = {}
    for number, line in body:
        if not line.startswith("- **"):
            continue
        match = _NOTE.match(line)
        if match is None or match[1] not in NOTES or not match[2]:
            expected = "'- **Name:** text' with a name out of " + ", ".join(NOTES)
            raise DataFileError(file, f"line {number}, {rule_id}", f"'{line}'", expected)
        if match[1] in notes:
            raise DataFileError(file, f"line {number}, {rule_id}", f"a second {match[1]}", "one of a kind")
        notes[match[1]] = match[2].strip()
    return notes


def _reading(notes: dict[str, str], rule_id: str, number: int, file: str) -> Reading | None:
    parts = [notes.get(name, "") for name in ("Reading", "Printed", "Why")]
    if not any(parts):
        return None
    if not all(parts):
        expected = "Reading, Printed and Why together"
        raise DataFileError(file, f"line {number}, {rule_id}", "only a part of a reading", expected)
    return Reading(*parts)


def _check_place(rule: Rule, rules: dict[str, Rule], file: str) -> None:
    """Check that numbers and letters in each family have no gaps: a missing rule would go unnoticed."""
    where = f"line {rule.line}"
    if rule.id in rules:
        raise DataFileError(file, where, f"{rule.id} again", f"one entry (line {rules[rule.id].line} has it)")
    if rule.id == rule.family or (rule.family in rules and rule.id == f"{rule.family}e"):
        return  # a section without letters, or its erratum
    count = sum(other.family == rule.family != other.id for other in rules.values())
    due = rule.family + (ascii_lowercase[count] if rule.of_a_section else f"-{count + 1}")
    if rule.id != due and not _goes_on(rule, rules):
        raise DataFileError(file, where, rule.id, f"{due}, the next in its family")


def _goes_on(rule: Rule, rules: dict[str, Rule]) -> bool:
    """Return whether the rules of a chapter are numbered consecutively: WX-1, WX-2, then POOL-3."""
    before = next(reversed(rules.values()), None)
    if before is None or before.chapter != rule.chapter or rule.of_a_section or before.of_a_section:
        return False
    return int(rule.id.rpartition("-")[2]) == int(before.id.rpartition("-")[2]) + 1


def _words(lines: list[str]) -> dict[str, str]:
    """Return the table in the chapter `## Words`."""
    words: dict[str, str] = {}
    inside = False
    for line in lines:
        if line.startswith("## "):
            inside = line[3:].strip() == "Words"
        elif inside and line.startswith("| ") and not line.startswith("| term "):
            term, _, meaning = line.strip("| ").partition(" | ")
            words[term.strip()] = meaning.strip()
    return words


def cited(text: str, prefix: str) -> Iterator[tuple[int, str]]:
    """Yield every rule id in a text, with its line."""
    pattern = re.compile(rf"\b{prefix}-(?:(?:[A-Z][A-Z0-9]*-)+\d+|{_SECTION}[a-z]?)(?!\w)")
    for number, line in enumerate(text.split("\n"), 1):
        yield from ((number, rule_id) for rule_id in pattern.findall(line))


def search(book: Rulebook, text: str) -> tuple[list[Rule], dict[str, str]]:
    """Return rules and glossary entries that contain the text, ignoring case."""
    wanted = text.casefold()

    def told(rule: Rule) -> str:
        reading = rule.reading
        notes = (reading.chosen, reading.printed, reading.why) if reading else ()
        return "\n".join(
            (rule.id, rule.title, rule.text, *notes, *rule.options, rule.reconstructed, rule.basis)
        )

    rules = [rule for rule in book.rules.values() if wanted in told(rule).casefold()]
    words = {term: text for term, text in book.words.items() if wanted in f"{term} {text}".casefold()}
    return rules, words
