"""Phrases and names that make text hard to read become fewer: no file has more of them than it is allowed.

`style_allowed.csv` has the counts of each file. The test fails if a file has more, and also if it has fewer,
so that the counts only fall. `python -m tests.test_style` lowers them. It never raises one, except when the
list is missing: then it records all.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = Path(__file__).with_name("style_allowed.csv")
FOLDERS = ("src", "tests", "bench", "scripts", "examples", "tools", "docs")
SUFFIXES = (".py", ".js", ".md", ".html")
# Recorded and generated files, and this one.
SKIPPED = re.compile(
    r"/golden/|/node_modules/|\.gen\.js$|docs/arena/README\.md$|docs/reference/protocol\.md$|tests/test_style\.py$"
)
PHRASES = re.compile(
    r"\b(?:"
    r"(?<!there )(?<!here )is no (?!longer\b|more\b|one\b)\w+"  # is not a
    r"|he|him|his|himself"  # it, they, the unit, the player
    r"|whoever"  # the player that
    r"|(?:is|are|be|was|were|been|not) told"  # sees, gets, is reported
    r"|(?:of|on) (?:its|his|their) own|of ours"  # separate, custom, by itself
    r"|anew"  # again, re-
    r"|mend(?:s|ed|ing)?"  # fix
    r"|(?:comes?|came) of (?:it|them|that)|what (?:comes|came) of"  # result
    r"|what is (?:left|kept)"  # the rest, saved data
    r"|by lot"  # at random
    r"|(?:refused|told|said|asked|answered) in words"  # with a clear message
    r"|(?:goes|went) on"  # continues
    r"|reckon(?:s|ed|ing)?"  # compute
    r"|wants (?:mending|doing|saying)"  # needs
    r"|worked out"  # computed
    r"|tells? (?:what|how|whether|who|why|of)"  # says
    r"|told (?:by|with|apart)"  # reported, distinguished
    r"|but for (?:the|a|what)"  # except
    r"|one's own"  # own
    r"|(?:as ever|by turns|without words|put right|hung up on)"  # as usual, alternately, empty, corrected
    r"|taken for"  # assumed to be
    r"|costs? (?:a|an|half|no|more|less) (?:day|second|third|quarter|seventh|time|while)"  # takes
    r")\b",
    re.IGNORECASE,
)
NAMES = re.compile(
    r"\b(?:def|class|function|const|let) (?:found|told|kept|seen|heard|comers|doors|house)\b"
    r"|\b(?:found|told|kept|seen|heard|comers|doors|house)(?=(?:: [\w\[\], .|]+)? (?:=|\+=|\|=) )"
)
Counts = dict[str, tuple[int, int]]  # by file: phrases, names


def files() -> Iterator[Path]:
    """Yield every file with text or code of ours."""
    yield from sorted(ROOT.glob("*.md"))
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and not SKIPPED.search(path.as_posix()):
                yield path


FORMER = re.compile(r"^.*# former names\b.*$", re.MULTILINE)  # names that saved files may still have


def hits(text: str) -> tuple[list[re.Match[str]], list[re.Match[str]]]:
    """Return the phrases and the names to avoid in a text."""
    text = FORMER.sub(lambda line: " " * len(line[0]), text)
    return [*PHRASES.finditer(text)], [*NAMES.finditer(text)]


def read_allowed() -> Counts:
    """Return the counts that files may have."""
    with ALLOWED.open(encoding="utf-8", newline="") as stream:
        return {row["file"]: (int(row["phrases"]), int(row["names"])) for row in csv.DictReader(stream)}


def write_allowed(counts: Counts) -> None:
    """Write the counts that files may have."""
    with ALLOWED.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("file", "phrases", "names"))
        writer.writerows((file, *count) for file, count in sorted(counts.items()) if any(count))


def complaints(file: str, text: str, allowed: tuple[int, int]) -> list[str]:
    """Return what is wrong with a file: each hit if there are too many, or an allowance that is too large."""
    result = []
    for what, found, most in zip(("phrases", "names"), hits(text), allowed, strict=True):
        if len(found) > most:
            result.append(f"{file}: {len(found)} {what} to avoid, {most} allowed:")
            result += [f"  line {text.count(chr(10), 0, hit.start()) + 1}: {hit[0]}" for hit in found]
        elif len(found) < most:
            result.append(
                f"{file}: {len(found)} {what} to avoid, {most} allowed; run: python -m tests.test_style"
            )
    return result


def test_no_file_has_more_phrases_to_avoid_than_before() -> None:
    allowed, result = read_allowed(), list[str]()
    for path in files():
        file = path.relative_to(ROOT).as_posix()
        result += complaints(file, path.read_text(encoding="utf-8"), allowed.pop(file, (0, 0)))
    result += [f"{file}: is gone; run: python -m tests.test_style" for file in allowed]
    assert result == []


def test_phrases_and_names_are_recognized() -> None:
    bad = "It is no tank. Whoever moves is told so. He goes on; it is fitted anew, in a file of its own. "
    bad += "It tells whether the sum, worked out as ever, costs a day; all count but for the last."
    good = "There is no tank. It is no longer there. The mender told me what was found, in other words."
    phrases, names = hits(f"{bad}\n{good}\n")
    assert [hit[0].lower() for hit in phrases] == [
        "is no tank", "whoever", "is told", "he", "goes on", "anew", "of its own",
        "tells whether", "worked out", "as ever", "costs a day", "but for the",
    ]  # fmt: skip
    assert names == []
    _, names = hits(
        "found = 1\ndef told(x):\n    kept: list[int] = []\nif found == 1: x(found)\nnot_found = 2\n"
    )
    assert [hit[0] for hit in names] == ["found", "def told", "kept"]


def test_counts_may_neither_grow_nor_stay_too_large() -> None:
    text = "He waits.\nfound = 1\n"
    assert complaints("a.py", text, (1, 1)) == []
    assert complaints("a.py", text, (0, 1)) == ["a.py: 1 phrases to avoid, 0 allowed:", "  line 1: He"]
    assert complaints("a.py", text, (1, 2)) == [
        "a.py: 1 names to avoid, 2 allowed; run: python -m tests.test_style"
    ]


def main() -> int:
    """Lower the allowed counts to the real ones."""
    real = {
        path.relative_to(ROOT).as_posix(): tuple(map(len, hits(path.read_text(encoding="utf-8"))))
        for path in files()
    }
    if not ALLOWED.is_file():
        write_allowed({file: (count[0], count[1]) for file, count in real.items()})
        return 0
    lowered: Counts = {}
    for file, (phrases, names) in read_allowed().items():
        if file in real:
            lowered[file] = (min(phrases, real[file][0]), min(names, real[file][1]))
    write_allowed(lowered)
    return 0


if __name__ == "__main__":
    sys.exit(main())
