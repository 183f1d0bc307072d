"""`ardennes rules`: read and search a rulebook, and check that every rule is covered."""

from __future__ import annotations

import csv
import difflib
import re
import shutil
import textwrap
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from ardennes.commands.rule_coverage import Coverage, cover, find_checkout
from ardennes.commands.rule_places import find_places, listing
from ardennes.errors import UserError
from ardennes.games import rulebook_of
from ardennes.kernel.rulebook import Rule, Rulebook, load_rulebook, search

PRINTED = "# Printed:"  # begins the first line of a data file that is a printed chart
NO = 1  # the exit code for "ran, but the answer is no"


def command(
    game: Annotated[str, typer.Argument(help="Which game's rules, for example tigers.")],
    rules: Annotated[
        list[str] | None, typer.Argument(help="Rule numbers (TIA-ZOC-8) or whole chapters (TIA-ZOC).")
    ] = None,
    find: Annotated[str, typer.Option("--find", help="Print the rules and words that contain this.")] = "",
    readings: Annotated[
        bool, typer.Option("--readings", help="Print every reading: printed, chosen, why.")
    ] = False,
    as_tables: Annotated[
        bool, typer.Option("--tables", help="Print the tables and charts: combat results, terrain, weather.")
    ] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Print rule -> code -> cases -> tests; fails on a hole.")
    ] = False,
) -> int:
    """Read a game's rulebook, search it, or check that code and cases cover all of it.

    Examples:

    * `ardennes rules tigers` lists the chapters and rules

    * `ardennes rules tigers ZOC-8` prints a rule and every file and line that enforces, tests or explains it

    * `ardennes rules tigers TIA-ZOC-8 TIA-RET` prints one rule and one chapter

    * `ardennes rules tigers --find river` searches rules, readings and words

    * `ardennes rules tigers --tables` prints the combat table and all charts

    * `ardennes rules tigers --coverage` prints where each rule is enforced and proven
    """
    book = load_rulebook(rulebook_of(game))
    if coverage:
        return _print_coverage(cover(book, game, find_checkout(Path(__file__))))
    if rules:
        chosen: dict[str, Rule] = {}
        for word in rules:
            chosen.update({rule.id: rule for rule in lookup(book, word)})
        _print_rules(chosen.values())
        if len(chosen) == 1:
            typer.echo("\n" + "\n".join(listing(find_places(next(iter(chosen)), game))))
    elif as_tables:
        typer.echo("\n".join(tables(game)))
    elif find:
        return _print_found(book, find)
    elif readings:
        _print_rules(rule for rule in book.rules.values() if rule.reading)
    else:
        _print_contents(book)
    return 0


def lookup(book: Rulebook, word: str) -> list[Rule]:
    """The rule of that number or all of that chapter, whatever the capitals; the prefix may be left out."""
    wanted = word.upper()
    rules = book.rules.values()
    for name in (wanted, f"{book.prefix}-{wanted}"):
        exact = [rule for rule in rules if rule.id.upper() == name]
        family = [rule for rule in rules if rule.family == name]
        section = [rule for rule in rules if rule.of_a_section and rule.id.startswith(f"{name}.")]
        if result := exact or family or section:
            return result
    names = [*book.rules, *dict.fromkeys(rule.family for rule in rules)]
    near = difflib.get_close_matches(wanted, names, n=4, cutoff=0.6)
    hint = f"did you mean {', '.join(near)}?" if near else f"numbers look like {names[0]}."
    raise UserError(f"{book.title} has no rule '{word}'; {hint}")


def shown(rule: Rule) -> str:
    """A rule as plain text."""
    parts = [f"{rule.id}  {rule.title}", *_wrapped(rule.text)]
    if rule.reading:
        parts += _wrapped(f"Reading: {rule.reading.chosen}")
        parts += _wrapped(f"Printed: {rule.reading.printed}")
        parts += _wrapped(f"Why: {rule.reading.why}")
    if rule.reconstructed:
        parts += _wrapped(f"Reconstructed: {rule.reconstructed}")
    if rule.basis:
        parts += _wrapped(f"Basis: {rule.basis}")
    if rule.options:
        parts += _wrapped(f"Option: {', '.join(rule.options)}")
    return "\n".join(parts)


def tables(game: str) -> list[str]:
    """Every table of the rulebook page, and every printed chart among the game's data, as lines."""
    page = rulebook_of(game)
    result: list[str] = []
    heading, rows = "", list[list[str]]()
    for line in [*page.read_text(encoding="utf-8").split("\n"), ""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            rows += [cells] if not line.startswith("|---") else []
            continue
        if rows and heading != "Words":
            result += [heading, *_columns(rows), ""]
        rows = []
        heading = line.lstrip("#").strip() if line.startswith("#") else heading
    charts = [
        file for file in (resources.files("ardennes.games") / game / "data").iterdir() if file.is_file()
    ]
    for file in sorted(charts, key=lambda file: file.name):
        first, _, rest = file.read_text(encoding="utf-8").partition("\n")
        if first.startswith(PRINTED):
            body = [row for row in csv.reader(rest.splitlines()) if row and not row[0].startswith("#")]
            result += [*textwrap.wrap(first.removeprefix(PRINTED).strip()), *_columns(body), ""]
    return result[:-1]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their cells below each other; the last cell may be as long as it likes."""
    count = max(len(row) for row in rows)
    wide = [max(len(_bare(row[at])) for row in rows if at < len(row)) for at in range(count)]
    return [
        "  " + "  ".join(_bare(cell).ljust(width) for cell, width in zip(row, wide, strict=False)).rstrip()
        for row in rows
    ]


def _bare(text: str) -> str:
    """Words without the signs of the page."""
    return re.sub(r"\*\*([^*]+)\*\*|\*(\w[^*]*\w)\*|`([^`]+)`", r"\1\2\3", text)


def _wrapped(text: str) -> list[str]:
    width = max(40, min(100, shutil.get_terminal_size().columns))
    return textwrap.wrap(_bare(text), width, initial_indent="  ", subsequent_indent="  ")


def _print_rules(rules: Iterable[Rule]) -> None:
    typer.echo("\n\n".join(shown(rule) for rule in rules))


def _print_contents(book: Rulebook) -> None:
    typer.echo(book.title)
    chapter = ""
    for rule in book.rules.values():
        if rule.chapter != chapter:
            chapter = rule.chapter
            typer.echo(f"\n{chapter}")
        typer.echo(f"  {rule.id:<14} {rule.title}{' *' if rule.reading else ''}")
    typer.echo(f"\n{len(book.rules)} rules; * = with a reading ({len(book.readings)}).")


def _print_found(book: Rulebook, text: str) -> int:
    rules, words = search(book, text)
    if not rules and not words:
        typer.echo(f"Nothing in {book.title} contains '{text}'.")
        return NO
    for term, meaning in words.items():
        typer.echo("\n".join([term, *_wrapped(meaning), ""]))
    _print_rules(rules)
    count = f"{len(rules)} {'rule' if len(rules) == 1 else 'rules'}"
    typer.echo(f"\n{count} and {len(words)} of the words contain '{text}'.")
    return 0


def _print_coverage(coverage: Coverage) -> int:
    rows = [("rule", "code", "cases", "tests"), *coverage.matrix()]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        typer.echo("  ".join((*cells, row[3])).rstrip())
    holes = coverage.holes()
    typer.echo("")
    for hole in holes:
        typer.echo(f"HOLE  {hole}")
    typer.echo(coverage.totals())
    return NO if holes else 0
