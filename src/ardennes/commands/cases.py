"""`ardennes cases PATH...`: run case files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from ardennes.cases.fields import CaseError
from ardennes.cases.model import Case, Casebook, Outcome
from ardennes.cases.parse import case_files, read_cases
from ardennes.cases.report import report
from ardennes.cases.run import run_case
from ardennes.errors import UserError
from ardennes.games import GAMES, kit_of
from ardennes.kernel.kit import part
from ardennes.words import closest


def casebook_of(game: str) -> Casebook:
    """The casebook of a game; an unknown game is told with the valid ones."""
    if game not in GAMES:
        raise UserError(
            f"there is no game {game!r} with cases.{closest(game, GAMES)} There are: {', '.join(GAMES)}."
        )
    book: Casebook = part(kit_of(game).casebook)
    return book


def run_one(case: Case) -> Outcome:
    """Run a case with the casebook of its game."""
    try:
        book = casebook_of(case.game)
    except UserError as error:
        return Outcome(case, bad=str(CaseError(case.file, case.id, "game", str(error))))
    return run_case(case, book)


def wanted(case: Case, only: Iterable[str]) -> bool:
    """Is the case one of those asked for, by id (its beginning will do) or rule?"""
    words = [word.lower() for word in only]
    names = (case.id, *case.rules)
    return not words or any(case.id.lower().startswith(w) or w in map(str.lower, names) for w in words)


def command(
    paths: Annotated[
        list[Path], typer.Argument(help="Case files (*.toml) or folders of them.", metavar="PATH...")
    ],
    only: Annotated[
        list[str] | None,
        typer.Option("--only", help="Only cases of this rule, or whose id begins like this."),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also list the cases that passed.")
    ] = False,
) -> int:
    """Run rules cases: given a board, after these orders or this calculation, expect a result.

    To settle a rules question, write a case; docs/reference/cases.md lists every field.
    Ends with "N passed, M failed"; exit code 0 if all passed, 1 if some failed, 2 if a case itself is wrong.

    Examples:

    * `ardennes cases tests/cases/tigers`: all cases of Tigers in the Ardennes

    * `ardennes cases tests/cases/breakthrough`: all cases of Breakthrough in the Ardennes

    * `ardennes cases my_question.toml`: one file

    * `ardennes cases tests/cases/tigers --only TIA-ZOC-8`: the cases on one rule
    """
    outcomes: list[Outcome] = []
    unread: list[str] = []
    for file in case_files(paths):
        try:
            cases = read_cases(file)
        except CaseError as error:
            unread.append(str(error))
            continue
        outcomes += [run_one(case) for case in cases if wanted(case, only or [])]
    for line in report(outcomes, unread, verbose):
        typer.echo(line)
    if unread or any(outcome.bad for outcome in outcomes):
        return 2
    return 0 if all(outcome.passed for outcome in outcomes) else 1
