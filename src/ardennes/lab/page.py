"""The frame of the lab's pages: one self-contained HTML file, with the numbers of its figures as CSV."""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from ardennes.charts.drawing import Drawing
from ardennes.charts.page import standalone
from ardennes.lab import charts

MOST_INSIDE = 30_000  # characters of CSV embedded in the page; longer ones are separate files


class Figure(NamedTuple):
    """A figure and its numbers."""

    name: str  # name of its CSV file
    title: str
    note: str
    drawings: Sequence[Drawing]
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]

    @property
    def csv(self) -> str:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return text.getvalue()


class Page(NamedTuple):
    """What is above and below the figures of a page."""

    file: str
    title: str
    about: tuple[str, str]  # small, above the title: left and right
    lead: str
    more: str = ""  # sections after the figures, as HTML
    link: tuple[str, str] = ("", "")  # link to another page, and its text
    art: str = ""  # a map for the figures, as SVG


def write(folder: Path, page: Page, figures: Sequence[Figure]) -> Path:
    """Write a page and the numbers of its figures; return its path."""
    for figure in figures:
        (folder / f"{figure.name}.csv").write_text(figure.csv, encoding="utf-8")
    (folder / page.file).write_text(_html(page, figures), encoding="utf-8")
    return folder / page.file


def _html(page: Page, figures: Sequence[Figure]) -> str:
    left, right = map(escape, page.about)
    where, words = map(escape, page.link)
    link = f' <a href="{where}">{words}</a>' if where else ""
    return standalone(
        page.title,
        page.art + f'<header><div class="about"><span>{left}</span><span>{right}</span></div>'
        f"<h1>{escape(page.title)}</h1>"
        f'<p class="lead">{escape(page.lead)}{link}</p></header>{"".join(map(_section, figures))}{page.more}',
    )


def _section(figure: Figure) -> str:
    text = figure.csv
    where = f"{figure.name}.csv"
    if len(text) <= MOST_INSIDE:
        where = f"data:text/csv;base64,{base64.b64encode(text.encode()).decode()}"
    drawings = "".join(map(str, figure.drawings))
    halves = any(drawing.width < charts.WIDE for drawing in figure.drawings)
    inside = f'<div class="grid">{drawings}</div>' if halves else drawings
    return (
        f'<section><figure><h2>{escape(figure.title)}</h2><figcaption>{escape(figure.note)} <a class="csv" '
        f'download="{figure.name}.csv" href="{where}">Numbers (CSV)</a></figcaption>'
        f"{inside}</figure></section>"
    )
