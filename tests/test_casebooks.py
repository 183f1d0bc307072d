"""Case files of every game: each test vector is a case, errors are reported,
the document names every word.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ardennes import games
from ardennes.cases.parse import read_cases
from ardennes.cases.report import failure
from ardennes.commands.cases import casebook_of, run_one
from tests.case_words import GameCases, Write, told, writer
from tests.casebooks import breakthrough, playsheet, tigers, wave_of_terror

GAMES = (tigers.CASES, breakthrough.CASES, playsheet.CASES, wave_of_terror.CASES)
every_game = pytest.mark.parametrize("book", GAMES, ids=lambda book: book.game)
case_tables: Any = import_module("scripts.case_tables")  # a program, not a part of the package


def rows(table: str, *columns: str) -> pytest.MarkDecorator:
    """Return every row of a table of every game."""
    result = [
        pytest.param(book, *row, id=f"{book.game}-{number}")
        for book in GAMES
        for number, row in enumerate(getattr(book, table), 1)
    ]
    return pytest.mark.parametrize(("book", *columns), result)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


def test_every_game_with_cases_is_here() -> None:
    assert sorted(book.game for book in GAMES) == sorted(games.GAMES)


@every_game
def test_every_vector_of_the_digest_is_a_case(book: GameCases) -> None:
    result = {int(m[1]) for case in book.cases if (m := re.fullmatch(book.vector, case.id))}
    assert sorted(set(range(1, book.vectors + 1)) - result) == []


@rows("bad_positions", "given", "field", "remedy")
def test_a_bad_position_is_reported(
    write: Write, book: GameCases, given: str, field: str, remedy: str
) -> None:
    told(run_one(book.case(write, given)), field, remedy)


ENEMIES = {
    "tigers": '"US-30 at 806", "G-1SS at 806"',
    "breakthrough": '"US-99-394 at 20,10", "A: german vg 25 at 20,10"',
    "wave_of_terror": '"G-1SS-01 at E3020", "A: us infantry 4-4-5 at E3020"',
    "playsheet": '"A: german infantry 8 at 2010", "B: allied infantry 8 at 2010"',
}


@every_game
def test_enemies_cannot_stand_in_one_hex(write: Write, book: GameCases) -> None:
    told(run_one(book.case(write, f"units = [{ENEMIES[book.game]}]")), "given.units", "cannot be in one hex")


@rows("bad_questions", "when", "field", "remedy")
def test_a_bad_question_is_reported(
    write: Write, book: GameCases, when: str, field: str, remedy: str
) -> None:
    told(run_one(book.case(write, book.asked_of, f"[case.when]\n{when}")), field, remedy)


@rows("false", "expect", "field")
def test_a_false_expectation_fails(write: Write, book: GameCases, expect: str, field: str) -> None:
    """Each kind of fact can come out otherwise."""
    outcome = run_one(book.case(write, book.false_of, f"[case.expect]\n{expect}"))
    assert not outcome.bad
    assert [mismatch.field for mismatch in outcome.mismatches] == [field]


@rows("goals", "given", "goal", "there")
def test_until_goes_to_the_next_such_moment(
    write: Write, book: GameCases, given: str, goal: str, there: str
) -> None:
    rest = f'[case.when]\norders = ["until {goal}"]\n[case.expect]\nstate = {{ {there} }}'
    outcome = run_one(book.case(write, given, rest))
    assert outcome.passed, failure(outcome)


@every_game
def test_goals_and_decisions_are_named(book: GameCases) -> None:
    assert book.named_goals <= set(casebook_of(book.game).goals)


@every_game
def test_the_document_names_every_word(book: GameCases) -> None:
    words, text = book.every_word(), book.text + book.common_text
    assert {w for w in words if not re.search(rf"(?<![a-z_]){re.escape(w)}(?![a-z_])", text)} == set()


@every_game
def test_the_tables_of_orders_and_events_are_up_to_date(book: GameCases) -> None:
    """If this fails, run scripts/case_tables.py."""
    assert case_tables.PAGES[book.game] == book.document
    assert case_tables.with_tables(book.text, book.game) == book.text


@pytest.mark.long
@every_game
def test_the_document_names_every_result_of_a_calculation(book: GameCases) -> None:
    explained = book.results_explained()
    asked = {(c.when.text("calculate"), *c.when.values): c for c in book.cases if "calculate" in c.when}
    for (name, *_), case in asked.items():  # other arguments may bring other results
        assert [key for key in run_one(case).calculated if f"`{key}`" not in explained[name]] == [], name
    assert set(book.calculations) - {name for name, *_ in asked} == set(), "calculations without a case"


@every_game
def test_the_examples_of_the_document_hold(book: GameCases, write: Write) -> None:
    examples = book.examples()
    assert len(examples) >= 2
    for text in examples:
        for case in read_cases(write(text)):
            outcome = run_one(case)
            assert outcome.passed, failure(outcome)
