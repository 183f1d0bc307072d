"""Case files of Wave of Terror: every vector is a case, mistakes are told, the document names every word."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from ardennes.cases.command import casebook_of, run_one
from ardennes.cases.model import Case
from ardennes.cases.parse import case_files, read_cases
from ardennes.games.wave_of_terror.casebook import ANSWERS
from ardennes.games.wave_of_terror.casebook_board import HEX_WORDS, SIDE_WORDS
from ardennes.games.wave_of_terror.casebook_calculations import CALCULATIONS
from ardennes.games.wave_of_terror.casebook_expect import AWAY, EXPECTATIONS
from ardennes.games.wave_of_terror.casebook_given import GIVEN_FIELDS, SEGMENT_PHASES, SHARED_PHASES
from ardennes.games.wave_of_terror.casebook_units import KIND_WORDS, NATION_WORDS, UNIT_FIELDS
from ardennes.games.wave_of_terror.events import AnyEvent
from ardennes.games.wave_of_terror.shorthand import FORMS
from tests.case_words import Write, examples_hold, explains_results, told, unexplained, writer

FOLDER = Path(__file__).parent / "cases" / "wave_of_terror"
CASES = [case for file in case_files([FOLDER]) for case in read_cases(file)]
DOCUMENT = (Path(__file__).parents[1] / "docs" / "cases-wave-of-terror.md").read_text(encoding="utf-8")
VECTORS = 105


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


def test_every_vector_of_the_digest_is_a_case() -> None:
    found = {int(m[1]) for case in CASES if (m := re.fullmatch(r"WV-(\d+)[a-z]?", case.id))}
    assert sorted(set(range(1, VECTORS + 1)) - found) == []


def case_with(write: Write, given: str, rest: str = "[case.expect]\nstate = { turn = 2 }") -> Case:
    path = write(
        f'game = "wave_of_terror"\n[[case]]\nid = "x"\nrules = ["WOT-9.1"]\n[case.given]\n{given}\n{rest}\n'
    )
    return read_cases(path)[0]


BAD = [
    ('units = ["G-1SS-99 at E3020"]', "given.units[1].id", "G-1SS-"),
    ('units = ["G-1SS-01 at E9999"]', "given.units[1].hex", "no hex"),
    ('units = ["G-1SS-01 at E3020 reducd"]', "given.units[1]", "Did you mean reduced?"),
    ('units = ["G-1SS-01"]', "given.units[1].hex", "waiting"),
    ('units = ["A: german infantry at E3020"]', "given.units[1].factors", "a text"),
    ('units = [{ id = "A", nation = "us", factors = "6", hex = "E3020" }]', "given.units[1].factors", "6-5"),
    ('units = ["A: german infantri 6-5 at E3020"]', "given.units[1]", "infantry"),
    ('units = ["G-1SS-01 at E3020", "G-1SS-01 at E3021"]', "given.units[2].id", "placed twice"),
    ('units = ["G-1SS-01 at E3020 heavy"]', "given.units[1].heavy", "printed unit"),
    ('units = ["A-14R-01 at E3020 reduced"]', "given.units[1].reduced", "one step"),
    ('units = ["A: us inf 6-5 turn=3 waiting"]', "given.units[1].entry", "a text"),
    ("units = [3]", "given.units[1]", "a table"),
    ('phase = "german moving"', "given.phase", "german movement"),
    ('weather = "snow"', "given.weather", "overcast"),
    ('terrain = "flat"', "given.terrain", "clear"),
    ('scenario = "twelve"', "given.scenario", "campaign"),
    ('order = "fight"', "given.order", "fight-move"),
    ('map = { E3020 = "swamp" }', "given.map.E3020", "marsh"),
    ('sides = { "E3020/E3022" = "minor" }', "given.sides.E3020/E3022", "do not touch"),
    ('sides = { "E3020" = "minor" }', "given.sides.E3020", "two hexes"),
    ('sides = { "E3020/E3021" = "creek" }', "given.sides.E3020/E3021", "minor"),
    ('sides = { "E3020/E3021" = "minor road" }', "given.sides.E3020/E3021", "bridge"),
    ('bridges = { "E3020/E3021" = "intact" }', "given.bridges.E3020/E3021", "no bridge"),
    ('bridges = { "E3435/E3534" = "built" }', "given.bridges.E3435/E3534", "blown"),
    ('options = { profile = "expert" }', "given.options", "basic"),
    ("turn = 18", "given.turn", "1 to 17"),
    ("couplet = 3", "given.couplet", "1 to 2"),
    ('control = { american = ["E3020"] }', "given.control.american", "allied"),
    ("markers = { E3020 = 31 }", "given.markers.E3020", "0 to 30"),
    ('depots = { E3020 = "full" }', "given.depots.E3020", "dummy"),
    ('kg = ["G-1SS-99"]', "given.kg", "no unit"),
    ('struck = ["1S"]', "given.struck", "1SS"),
    ('committed = "7"', "given.committed", "43"),
    ("dice = [7]", "given.dice", "1 to 6"),
]


@pytest.mark.parametrize(("given", "field", "remedy"), BAD, ids=range(len(BAD)))
def test_a_bad_position_is_told(write: Write, given: str, field: str, remedy: str) -> None:
    told(run_one(case_with(write, given)), field, remedy)


BAD_QUESTIONS = [
    ('calculate = "odds"\nattackers = []\nhex = "E3021"', "when.attackers", "at least one unit"),
    ('calculate = "step"\nunits = ["A"]\nto = "E9999"', "when.to", "no hex"),
    ('calculate = "supply"\nunit = "Q"', "when.unit", "no unit"),
    ('calculate = "force"\nside = "german"\nparent = "1S"', "when.parent", "1SS"),
    ('calculate = "repair"\nbridge = "E3020/E3021"', "when.bridge", "no bridge"),
    ('orders = ["move Z E3021"]', "when.orders[1]", "no unit"),
    ('orders = ["until turn 2 tea"]', "when.orders[1]", "PHASE"),
    ('orders = ["until decision tea"]', "when.orders[1]", "advance"),
]


@pytest.mark.parametrize(("when", "field", "remedy"), BAD_QUESTIONS, ids=range(len(BAD_QUESTIONS)))
def test_a_bad_question_is_told(write: Write, when: str, field: str, remedy: str) -> None:
    given = 'terrain = "clear"\nunits = ["A: german infantry 6-7-6 at E3020", "X: us infantry 6-5 at E3021"]'
    outcome = run_one(case_with(write, given, f"[case.when]\n{when}\n[case.expect]\nstate = {{ turn = 2 }}"))
    told(outcome, field, remedy)


def test_a_false_expectation_fails(write: Write) -> None:
    """Each kind of fact can come out otherwise."""
    given = 'terrain = "clear"\nunits = ["A: german infantry 6-7-6 at E3020 reduced"]\n'
    sides = 'sides = { "E3010/E3011" = "blown" }'
    for expect, field in (
        ("units = { A = { steps = 2 } }", "units.A.steps"),
        ('units = { A = "E3021" }', "units.A.hex"),
        ('hexes = { E3020 = "allied" }', "hexes.E3020.control"),
        ('bridges = { "E3010/E3011" = "intact" }', "bridges.E3010/E3011.intact"),
        ("state = { german = 1 }", "state.german"),
    ):
        outcome = run_one(case_with(write, given + sides, f"[case.expect]\n{expect}"))
        assert not outcome.bad
        assert [mismatch.field for mismatch in outcome.mismatches] == [field]


GOALS = [
    ("german movement", "german movement", (2, 2, "german")),
    ("german movement", "allied movement", (2, 1, "allied")),
    ("allied combat", "german combat", (2, 2, "german")),
    ("german movement", "turn 3", (3, 1, "german")),
    ("german movement", "couplet 2", (2, 2, "german")),
    ("german movement", "turn 3 couplet 2 allied movement", (3, 2, "allied")),
]


@pytest.mark.parametrize(("phase", "goal", "there"), GOALS, ids=range(len(GOALS)))
def test_until_goes_to_the_next_such_phase(
    write: Write, phase: str, goal: str, there: tuple[int, int, str]
) -> None:
    units = 'units = ["A: german infantry 6-7-6 at E3020", "X: us infantry 6-5 at E3021"]'
    turn, couplet, acting = there
    expect = f'[case.expect]\nstate = {{ turn = {turn}, couplet = {couplet}, acting = "{acting}" }}'
    given = f'terrain = "clear"\nphase = "{phase}"\n{units}'
    outcome = run_one(case_with(write, given, f'[case.when]\norders = ["until {goal}"]\n{expect}'))
    assert outcome.passed, (outcome.bad, outcome.mismatches)


def every_word() -> list[str]:
    """All words the case files of Wave of Terror understand."""
    return [
        *GIVEN_FIELDS, *UNIT_FIELDS, *KIND_WORDS, *NATION_WORDS, *HEX_WORDS, *SIDE_WORDS, *SHARED_PHASES,
        *SEGMENT_PHASES, *EXPECTATIONS, *AWAY.values(), *CALCULATIONS,
        *(word for c in CALCULATIONS.values() for word in c.arguments), *FORMS, *ANSWERS,
        *(str(event.__struct_config__.tag) for event in get_args(AnyEvent)),
        *(name for event in get_args(AnyEvent) for name in event.__struct_fields__),
    ]  # fmt: skip


def test_the_document_names_every_word() -> None:
    assert unexplained(DOCUMENT, every_word()) == set()


def test_the_document_names_every_result_of_a_calculation() -> None:
    explains_results(DOCUMENT, CASES, CALCULATIONS)


def test_the_examples_of_the_document_hold(write: Write) -> None:
    examples_hold(DOCUMENT, "wave_of_terror", write, 3)


def test_goals_and_decisions_are_named() -> None:
    goals = casebook_of("wave_of_terror").goals
    assert {"end", "german combat", "recovery", "decision losses"} <= set(goals)
