"""Case files of the playsheet: every vector is a case, mistakes are told, the document names every word."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from ardennes.cases.command import run_one
from ardennes.cases.model import Case
from ardennes.cases.parse import case_files, read_cases
from ardennes.games.playsheet.casebook import CALCULATIONS, GOALS
from ardennes.games.playsheet.casebook_board import SIDE_WORDS
from ardennes.games.playsheet.casebook_expect import AWAY, DUMPS, EXPECTATIONS, MARKS, SQUADRONS
from ardennes.games.playsheet.casebook_given import GIVEN_FIELDS
from ardennes.games.playsheet.casebook_units import KINDS, UNIT_FIELDS
from ardennes.games.playsheet.events import AnyEvent
from ardennes.games.playsheet.shorthand import FORMS
from ardennes.games.playsheet.terms import TERRAINS
from tests.case_words import Write, examples_hold, explains_results, told, unexplained, writer

FOLDER = Path(__file__).parent / "cases" / "playsheet"
CASES = [case for file in case_files([FOLDER]) for case in read_cases(file)]
DOCUMENT = (Path(__file__).parents[1] / "docs" / "cases-playsheet.md").read_text(encoding="utf-8")
VECTORS = 90


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


def test_every_vector_of_the_digest_is_a_case() -> None:
    found = {int(m[1]) for case in CASES if (m := re.match(r"PV-(\d+)", case.id))}
    assert sorted(set(range(1, VECTORS + 1)) - found) == []


def test_no_two_cases_have_one_name() -> None:
    names = [case.id for case in CASES]
    assert [name for name in set(names) if names.count(name) > 1] == []


def case_with(write: Write, given: str, rest: str = '[case.expect]\nstate = { turn = "18D" }') -> Case:
    path = write(
        f'game = "playsheet"\n[[case]]\nid = "x"\nrules = ["OPS-MOVE-1"]\n[case.given]\n{given}\n{rest}\n'
    )
    return read_cases(path)[0]


BAD = [
    ('units = ["US-106-999 at 2010"]', "given.units[1].id", "US-106-"),
    ('units = ["US-106-422 at 9999"]', "given.units[1].hex", "no hex"),
    ('units = ["US-106-422 at 5014 dugin"]', "given.units[1]", "dug_in"),
    ('units = ["US-106-422"]', "given.units[1].hex", "waiting"),
    ('units = ["A: german infantry at 2010"]', "given.units[1].status", "1 to 30"),
    ('units = ["A: german infantri 4 at 2010"]', "given.units[1]", "infantry"),
    (
        'units = ["A: german tanks 4 at 2010", "A: german tanks 4 at 2010"]',
        "given.units[2].id",
        "placed twice",
    ),
    ('units = [{ id = "US-106-422", side = "german", hex = "2010" }]', "given.units[1].side", "printed unit"),
    ('units = ["A: german tanks 4 at 2010 sp=4"]', "given.units[1].sp", "0 to 3"),
    ('units = ["A: german tanks 4 at 2010 prepared=tea"]', "given.units[1].prepared", "no hex"),
    ('units = ["A: german tanks 4 waiting arrives=soon"]', "given.units[1].arrives", "22D"),
    ("units = [3]", "given.units[1]", "a table"),
    ('turn = "28D"', "given.turn", "27N"),
    ('weather = "snow"', "given.weather", "overcast"),
    ('terrain = "flat"', "given.terrain", "clear"),
    ('scenario = "campaign"', "given.scenario", "short"),
    ('map = { 2010 = "swamp" }', "given.map.2010", "marsh"),
    ('sides = { "2010/2012" = "river" }', "given.sides.2010/2012", "do not touch"),
    ('sides = { "2010" = "river" }', "given.sides.2010", "two hexes"),
    ('sides = { "2010/2011" = "creek" }', "given.sides.2010/2011", "river"),
    ('sides = { "2010/2011" = "river road" }', "given.sides.2010/2011", "bridge"),
    ('terrain = "clear"\nbridges = { "2010/2011" = "intact" }', "given.bridges.2010/2011", "no bridge"),
    ('reports = { german = ["2010 cavalry"] }', "given.reports.german", "recce"),
    ('reports = { us = ["2010"] }', "given.reports.us", "allied"),
    ('squadrons = { allied-fighter-99 = "lost" }', "given.squadrons.allied-fighter-99", "allied-fighter-"),
    ('places = ["2010"]', "given.places", "no place"),
    ('dumps = { 2010 = "burned" }', "given.dumps.2010", "no dump"),
    ('fought = ["A"]', "given.fought", "two ids"),
    ('held = "everything"', "given.held", "all"),
    ('options = { envelopment = "narrow" }', "given.options", "opposite"),
    ("dice = [7]", "given.dice", "1 to 6"),
]


@pytest.mark.parametrize(("given", "field", "remedy"), BAD, ids=range(len(BAD)))
def test_a_bad_position_is_told(write: Write, given: str, field: str, remedy: str) -> None:
    told(run_one(case_with(write, given)), field, remedy)


BAD_QUESTIONS = [
    ('calculate = "route"\nunit = "Q"\nroute = ["2011"]', "when.unit", "no unit"),
    ('calculate = "reach"\nunit = "A"\nmode = "road"', "when.mode", "road_column"),
    ('calculate = "distance"\nfrom = "2010"\nto = "9999"', "when.to", "no hex"),
    ('calculate = "may_fly"\nside = "german"\npool = "balloons"', "when.pool", "fighter"),
    ('orders = ["german: move Z tactical 2011"]', "when.orders[1]", "no unit"),
    ('orders = ["german: move A fast 2011"]', "when.orders[1]", "march"),
    ('orders = ["german: stroll A"]', "when.orders[1]", "no order"),
    ('orders = ["until tea"]', "when.orders[1]", "resolved"),
]


@pytest.mark.parametrize(("when", "field", "remedy"), BAD_QUESTIONS, ids=range(len(BAD_QUESTIONS)))
def test_a_bad_question_is_told(write: Write, when: str, field: str, remedy: str) -> None:
    given = 'terrain = "clear"\nunits = ["A: german infantry 4 at 2010"]'
    outcome = run_one(
        case_with(write, given, f'[case.when]\n{when}\n[case.expect]\nstate = {{ turn = "18D" }}')
    )
    told(outcome, field, remedy)


def test_a_false_expectation_fails(write: Write) -> None:
    """Each kind of fact can come out otherwise."""
    given = (
        'terrain = "clear"\nunits = ["A: german infantry 4 at 2010"]\n'
        'sides = { "2010/2011" = "blown" }\nreports = { german = ["2012 infantry"] }'
    )
    for expect, field in (
        ("units = { A = { status = 5 } }", "units.A.status"),
        ('units = { A = "2011" }', "units.A.hex"),
        ('hexes = { 2010 = { held = ["allied"] } }', "hexes.2010.held"),
        ('bridges = { "2010/2011" = "intact" }', "bridges.2010/2011.intact"),
        ("reports = { german = [] }", "reports.german"),
        ('squadrons = { allied-fighter-01 = "lost" }', "squadrons.allied-fighter-01.is"),
        ("state = { bonus = 1 }", "state.bonus"),
    ):
        outcome = run_one(case_with(write, given, f"[case.expect]\n{expect}"))
        assert not outcome.bad
        assert [mismatch.field for mismatch in outcome.mismatches] == [field]


def test_until_goes_to_a_turn_and_to_the_end(write: Write) -> None:
    given = 'other_dice = 1\nunits = ["A: german infantry 4 at 4010"]'
    for goal, turn in (("resolved", "18N"), ("turn 20N", "20N"), ("end", "27N")):
        expect = f'[case.expect]\nstate = {{ turn = "{turn}" }}'
        outcome = run_one(case_with(write, given, f'[case.when]\norders = ["until {goal}"]\n{expect}'))
        assert outcome.passed, (outcome.bad, outcome.mismatches)


def every_word() -> list[str]:
    """All words the case files of the playsheet understand."""
    return [
        *GIVEN_FIELDS, *UNIT_FIELDS, *KINDS, *SIDE_WORDS, *TERRAINS, *EXPECTATIONS, *AWAY.values(), *MARKS,
        *SQUADRONS.values(), *DUMPS.values(), *CALCULATIONS,
        *(word for c in CALCULATIONS.values() for word in c.arguments), *FORMS,
        *(goal.split()[0] for goal in GOALS),
        *(str(event.__struct_config__.tag) for event in get_args(AnyEvent)),
        *(name for event in get_args(AnyEvent) for name in event.__struct_fields__),
    ]  # fmt: skip


def test_the_document_names_every_word() -> None:
    assert unexplained(DOCUMENT, every_word()) == set()


def test_the_document_names_every_result_of_a_calculation() -> None:
    explains_results(DOCUMENT, CASES, CALCULATIONS)


def test_the_examples_of_the_document_hold(write: Write) -> None:
    examples_hold(DOCUMENT, "playsheet", write, 3)
