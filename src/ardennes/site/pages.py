"""Render the documents of a checkout as pages in the style of the rulebooks; an installed
package has none.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from posixpath import normpath, relpath

from markdown_it import MarkdownIt

CHECKOUT = Path(__file__).resolve().parents[3]
FIRST = "docs/index.html"
_LINK = re.compile(r'<a href="([^"#:]+)(#[^"]*)?">(.*?)</a>', re.DOTALL)
_PICTURE = re.compile(r'(<img src=")([^":]+)"')
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
# The kinds of document, in the order of the list beside each page; a document is in the folder of its kind.
KINDS = {
    "tutorial": "Tutorials",
    "how-to": "How-to",
    "reference": "Reference",
    "explanation": "Explanation",
    "": "The project",
}


def document_pages(policy: str, checkout: Path = CHECKOUT) -> dict[str, bytes]:
    """Return by path every document as a page, and its pictures."""
    folder = checkout / "docs"
    if not folder.is_dir():
        return {}
    sources = [checkout / "README.md", checkout / "CONTRIBUTING.md", *sorted(folder.rglob("*.md"))]
    named = {_page(path.relative_to(checkout).as_posix()): path for path in sources if path.is_file()}
    texts = {page: path.read_text(encoding="utf-8") for page, path in named.items()}
    titles = {page: _title(text, page) for page, text in texts.items()}
    result, shown = {}, set[str]()
    for page, text in texts.items():
        source = named[page].relative_to(checkout).as_posix()
        body, pictures = _body(text, source, page, set(titles), checkout)
        shown |= pictures
        result[page] = _framed(page, titles, body, policy).encode()
    return result | {path: (checkout / path).read_bytes() for path in sorted(shown)}


def _page(source: str) -> str:
    """Return the path in the site of a document of the checkout."""
    if source == "README.md":
        return "docs/readme.html"
    path = source.removeprefix("docs/").removesuffix(".md").lower()
    folder, _, name = path.rpartition("/")
    return "/".join(filter(None, ("docs", folder, "index" if name == "readme" else name))) + ".html"


def _kind(page: str) -> str:
    """Return the kind of a page: its folder in docs, or the empty string if that is not a kind."""
    folder = page.split("/")[1]
    return folder if folder in KINDS else ""


def _title(text: str, page: str) -> str:
    result = _TITLE.search(text)
    return result[1].replace("`", "") if result else page


def _body(text: str, source: str, page: str, pages: set[str], checkout: Path) -> tuple[str, set[str]]:
    """Render a document as HTML, with links to other pages and pictures. A link to anything that is not in
    the site becomes plain text.
    """
    pictures: set[str] = set()
    here = source.rpartition("/")[0]

    def link(match: re.Match[str]) -> str:
        target = _page(normpath(f"{here}/{match[1]}" if here else match[1]))
        if not match[1].endswith(".md") or target not in pages:
            return match[3]
        return f'<a href="{relpath(target, page.rpartition("/")[0])}{match[2] or ""}">{match[3]}</a>'

    def picture(match: re.Match[str]) -> str:
        path = normpath(f"{here}/{match[2]}" if here else match[2])
        if path.startswith("docs/") and (checkout / path).is_file():
            pictures.add(path)
        return f'{match[1]}{relpath(path, page.rpartition("/")[0])}"'

    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    return _PICTURE.sub(picture, _LINK.sub(link, html)), pictures


def _framed(page: str, titles: dict[str, str], body: str, policy: str) -> str:
    """Return a page with its text and a list of all documents, grouped by kind."""
    up = "../" * page.count("/")
    folder = page.rpartition("/")[0]
    listed = ""
    for kind, heading in KINDS.items():
        links = "".join(
            f'<li><a href="{relpath(other, folder)}">{escape(title)}</a></li>'
            for other, title in titles.items()
            if _kind(other) == kind and other != FIRST
        )
        listed += f'<h2>{heading}</h2><ol class="plain">{links}</ol>' if links else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(titles[page])} – Ardennes</title>
<link rel="icon" type="image/svg+xml" href="{up}icon.svg">
<link rel="stylesheet" href="{up}css/base.css">
<link rel="stylesheet" href="{up}css/pages.css">
</head>
<body>
<div id="app"><main class="book document">
<nav aria-label="Documents"><p><a href="{up}">← Lobby</a></p>
<p><a href="{relpath(FIRST, folder)}">{escape(titles[FIRST])}</a></p>
<div class="groups">{listed}</div></nav>
<article>
{body}</article>
</main></div>
</body>
</html>
"""
