"""A rulebook for the page: chapters as HTML with an anchor for each rule, and search."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from ardennes.cases.files import cases_about
from ardennes.games import rulebook_of
from ardennes.kernel.datafile import read_text
from ardennes.kernel.rulebook import NOTES, RULE_ID, Rulebook, parse_rulebook, search
from ardennes.server.api.schemas import Chapter, FoundRule, FoundRules, RulebookPage, RuleEntry
from ardennes.server.http.responses import JSON, Fixed

_TAG = re.compile(r"(<[^>]*>)")
_RULE = re.compile(rf"\b({RULE_ID})\b")
_HEADING = re.compile(rf"<h3>({RULE_ID})( [^<]*)?</h3>")
_NOTE = re.compile(rf"<li>(\s*(?:<p>)?\s*)<strong>({'|'.join(NOTES)}):</strong>")


@cache
def _book(game: str) -> tuple[Rulebook, str]:
    source = rulebook_of(game)
    text = read_text(source)
    return parse_rulebook(text, str(source)), text


@cache
def page(game: str) -> Fixed:
    """Return the whole rulebook as a cached response."""
    book, text = _book(game)
    about = cases_about(game)
    rules = [
        RuleEntry(
            rule.id,
            rule.title,
            rule.chapter,
            rule.reading is not None,
            bool(rule.reconstructed),
            list(rule.options),
            about(rule.id),
        )
        for rule in book.rules.values()
    ]
    rulebook = RulebookPage(game, book.title, chapters(text, set(book.rules)), rules, book.words)
    return Fixed(msgspec.json.encode(rulebook), JSON)


def chapters(text: str, known: set[str]) -> list[Chapter]:
    """Split a rulebook at its `## ` headings and render each part as HTML; the text before them is the
    opening.
    """
    from markdown_it import MarkdownIt  # the static site has its rulebooks rendered in advance

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    result = []
    for part in re.split(r"^## ", text, flags=re.MULTILINE):
        title, _, body = part.partition("\n")
        if title.startswith("# "):
            title = ""
        result.append(Chapter(title.strip(), dress(markdown.render(body), known)))
    return result


def dress(html: str, known: set[str]) -> str:
    """Add anchors to the rules, classes to their notes, and links wherever a rule is named."""
    html = _NOTE.sub(lambda m: f'<li class="note {m[2].lower()}">{m[1]}<strong>{m[2]}:</strong>', html)
    parts = _TAG.split(html)
    inside = ""
    for at, part in enumerate(parts):
        if part.startswith("<"):
            inside = part
        elif inside != "<h3>":
            parts[at] = _RULE.sub(lambda m: _link(m[1]) if m[1] in known else m[1], part)
    heading = r'<h3 id="\1" class="rule"><a href="#\1" data-rule="\1">\1</a>\2</h3>'
    return _HEADING.sub(heading, "".join(parts))


def _link(rule: str) -> str:
    return f'<a class="rule" href="#{rule}" data-rule="{rule}">{rule}</a>'


def found(game: str, text: str) -> FoundRules:
    """Return the rules and glossary entries that contain the text."""
    book, _ = _book(game)
    rules, words = search(book, text)
    return FoundRules(text, [FoundRule(rule.id, rule.title, rule.chapter) for rule in rules], words)
