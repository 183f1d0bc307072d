"""Read the page's catalogue of texts, and find texts in its scripts that are not in the catalogue."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SRC = Path(__file__).resolve().parents[1] / "src" / "ardennes"
WEB, SITE = SRC / "web", SRC / "site" / "page"
ENGLISH = WEB / "text" / "en"
ENTRY = re.compile(r'^  "([\w.-]+)": (?:("(?:[^"\\]|\\.)*")|\{ (.+) \}),$')
FORM = re.compile(r'(\w+): ("(?:[^"\\]|\\.)*")')
OTHER = re.compile(r"//|  //|export const \w+ = /\*\* @type \{const\} \*/ \(\{$|\}\);$|$")
PLACEHOLDER = re.compile(r"\{(\w+)\}")
Forms = dict[str, str]  # by plural form; a text without forms has the one form ""


def read_area(text: str) -> Iterator[tuple[str, Forms]]:
    """Yield the keys and texts of a file of the catalogue, which has one line for each key."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith('  "'):
            assert OTHER.match(line), f"line {number} is not a key and its text: {line}"
            continue
        entry = ENTRY.match(line)
        assert entry is not None, f"line {number} is not one key and its text: {line}"
        key, plain, forms = entry.groups()
        yield key, {"": json.loads(plain)} if plain else {k: json.loads(v) for k, v in FORM.findall(forms)}


def read_catalogue() -> dict[str, Forms]:
    """Return all texts by key."""
    result: dict[str, Forms] = {}
    for path in sorted(ENGLISH.glob("*.js")):
        for key, forms in read_area(path.read_text(encoding="utf-8")):
            assert key not in result, f"{path.name}: {key} is there twice"
            result[key] = forms
    return result


@functools.cache
def _catalogue() -> dict[str, Forms]:
    return read_catalogue()


def t(key: str, **values: object) -> str:
    """Return a text of the page as its scripts do: `t("common.rule", number=3)`."""
    forms = _catalogue()[key]
    text = forms.get("", forms.get("one" if values.get("n") == 1 else "other", ""))
    return PLACEHOLDER.sub(lambda name: str(values[name[1]]), text)


def scripts() -> dict[str, str]:
    """Return the page's own scripts by path from `src/ardennes`, without generated ones."""
    paths = [*WEB.glob("js/**/*.js"), *SITE.glob("*.js")]
    return {
        path.relative_to(SRC).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(paths)
        if not path.name.endswith(".gen.js")
    }


class Literal(NamedTuple):
    """A string or template in a script, and where it is."""

    line: int
    text: str  # `${}` stands for a value in a template
    place: str  # "h 2" is the third argument of h, "title:" the value of a field
    before: str  # the code before it


BRACKETS = {"(": ")", "[": "]", "{": "}"}
# A regular expression begins only where no value has just ended.
REGEX = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
CALL = re.compile(r"([\w$.]+)\??\.?\s*$")
FIELD = re.compile(r"""(?:^|[{,])\s*(?:\.\.\.)?["']?([\w-]+)["']?\s*:[^,]*$""", re.DOTALL)


class _Level(NamedTuple):
    bracket: str
    called: str  # the function whose arguments these are, or ""
    start: int


def literals(code: str) -> list[Literal]:
    """Return all strings and templates of a script, in order."""
    return list(_Scanner(code).scan())


class _Scanner:
    def __init__(self, code: str) -> None:
        self.code = code
        self.at = 0
        self.levels: list[_Level] = []
        self.commas: list[int] = []  # by level, arguments before this one
        self.comma_at: list[int] = []  # by level, where the current argument begins

    def scan(self, until: str = "") -> Iterator[Literal]:
        """Scan to the end, or to the closing bracket of a template's value."""
        code, depth = self.code, len(self.levels)
        while self.at < len(code):
            sign = code[self.at]
            if code.startswith("//", self.at):
                self.at = (code.find("\n", self.at) + 1 or len(code) + 1) - 1
            elif code.startswith("/*", self.at):
                self.at = code.index("*/", self.at) + 2
            elif sign in "\"'":
                yield self.quoted(sign)
            elif sign == "`":
                yield from self.template()
            elif sign == "/" and self.may_be_regex() and (regex := REGEX.match(code, self.at)):
                self.at = regex.end()
            elif sign in BRACKETS:
                self.open(sign)
            elif sign in ")]}":
                if sign == until and len(self.levels) == depth:
                    return
                self.close()
            else:
                if sign == "," and self.levels:
                    self.commas[-1] += 1
                    self.comma_at[-1] = self.at + 1
                self.at += 1

    def open(self, sign: str) -> None:
        before = CALL.search(self.code[max(0, self.at - 60) : self.at]) if sign == "(" else None
        called = before[1] if before and before[1] not in ("if", "while", "for", "return", "of", "in") else ""
        self.at += 1
        self.levels.append(_Level(sign, called, self.at))
        self.commas.append(0)
        self.comma_at.append(self.at)

    def close(self) -> None:
        if self.levels:
            self.levels.pop()
            self.commas.pop()
            self.comma_at.pop()
        self.at += 1

    def may_be_regex(self) -> bool:
        before = self.code[: self.at].rstrip()
        return not before or before[-1] in "(,=:[!&|?{};>+" or before.endswith("return")

    def place(self) -> str:
        for level, commas, start in zip(
            reversed(self.levels), reversed(self.commas), reversed(self.comma_at), strict=True
        ):
            if level.bracket == "{":
                field = FIELD.search("{" + self.code[start : self.at])
                if field:
                    return f"{field[1]}:"
            if level.bracket == "(" and level.called:
                return f"{level.called} {commas}"
        return ""

    def literal(self, start: int, text: str, place: str) -> Literal:
        line = self.code.count("\n", 0, start) + 1
        return Literal(line, text, place, self.code[max(0, start - 40) : start])

    def quoted(self, sign: str) -> Literal:
        start, place = self.at, self.place()
        self.at += 1
        while self.code[self.at] != sign:
            self.at += 2 if self.code[self.at] == "\\" else 1
        self.at += 1
        return self.literal(start, self.code[start + 1 : self.at - 1], place)

    def template(self) -> Iterator[Literal]:
        start, place, text = self.at, self.place(), ""
        inner: list[Literal] = []
        self.at += 1
        while self.code[self.at] != "`":
            if self.code.startswith("${", self.at):
                self.at += 2
                saved = self.levels, self.commas, self.comma_at
                self.levels, self.commas, self.comma_at = [*saved[0]], [*saved[1]], [*saved[2]]
                inner += self.scan("}")
                self.levels, self.commas, self.comma_at = saved
                self.at += 1
                text += "${}"
            else:
                step = 2 if self.code[self.at] == "\\" else 1
                text += self.code[self.at : self.at + step]
                self.at += step
        self.at += 1
        yield self.literal(start, text, place)
        yield from inner


SHOWN_FIELDS = {"title:", "aria-label:", "placeholder:", "alt:", "label:", "aria-description:", "text:"}
SHOWN_CALLS = re.compile(
    r"(?:(?:this\.)?\b(?:h|s) [2-9]\d*"
    r"|(?:notice|hold|ask|askText|Error|new Error|.*\.(?:append|replaceChildren|prepend)) \d+)$"
)
UNSHOWN_FIELDS = re.compile(
    r"(?:class|style|d|viewBox|transform|points|id|href|role|type|name|fill|stroke|font[\w-]*|data-[\w-]+"
    r"|[\w-]*(?:dash|line)[\w-]*|preserveAspectRatio|for|rel|sizes|durability|headers|tag):$"
)
UNSHOWN_CALLS = re.compile(
    r"(?:.*\b(?:querySelector(?:All)?|closest|matches|matchMedia|(?:add|remove)EventListener|getContext"
    r"|createElementNS|getElementById|(?:set|get|has|remove|toggle)Attribute|classList\.\w+|import|warn|error"
    r"|log|startsWith|endsWith|includes|split|join|replace|replaceAll|test|runPython|DOMException"
    r"|(?:get|set|remove)Item|t|parts|setProperty|getPropertyValue|parseFromString|toLocale\w+|digest"
    r"|request|Worker|BroadcastChannel|URL|RegExp|is) \d+|[hs] [01])$"
)
WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{2,}")
SENTENCE = re.compile(
    r"^[A-Z][a-z]+$|[\w,.;:!?)]['\"’)]? [\w(]|\$\{\} [a-z(]|[A-Za-z,.:;!?] \$\{\}"
    r"|^ ?[a-z]+[.,:;!?]$|^[.,:;!?] [a-z]+|…$"
)
KEY = re.compile(r"[a-z]+(?:\.[\w-]+)+$")


def is_text(literal: Literal) -> bool:
    """Whether a literal looks like text that people read."""
    text, place = literal.text, literal.place
    if not WORD.search(text.replace("${}", "")) or KEY.match(text):
        return False
    if re.search(r"(?:[=!]==?|\bcase|\bin) $|^\s*@|\[$", literal.before[-8:]) and " " not in text:
        return False
    if place in SHOWN_FIELDS or SHOWN_CALLS.match(place):
        return True
    if UNSHOWN_FIELDS.match(place) or UNSHOWN_CALLS.match(place):
        return False
    return bool(SENTENCE.search(text))
