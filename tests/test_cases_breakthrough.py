"""Case files of Breakthrough: every vector is a case, mistakes are told, the document names every word."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from ardennes.cases.command import casebook_of, run_one
from ardennes.cases.model import Case, CaseDice
from ardennes.cases.parse import case_files, read_cases
from ardennes.dice import DiceError
from ardennes.games.breakthrough.casebook_board import SIDE_WORDS
from ardennes.games.breakthrough.casebook_calculations import CALCULATIONS
from ardennes.games.breakthrough.casebook_expect import AWAY, EXPECTATIONS
from ardennes.games.breakthrough.casebook_given import GIVEN_FIELDS, PHASES
from ardennes.games.breakthrough.casebook_units import KIND_WORDS, UNIT_FIELDS
from ardennes.games.breakthrough.events import AnyEvent
from ardennes.games.breakthrough.game import ANSWERS
from ardennes.games.breakthrough.shorthand import FORMS
from ardennes.games.breakthrough.terms import SIZES
from tests.case_words import Write, examples_hold, explains_results, told, unexplained, writer

FOLDER = Path(__file__).parent / "cases" / "breakthrough"
CASES = [case for file in case_files([FOLDER]) for case in read_cases(file)]
DOCUMENT = (Path(__file__).parents[1] / "docs" / "cases-breakthrough.md").read_text(encoding="utf-8")
VECTORS = 101


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


def test_every_vector_of_the_digest_is_a_case() -> None:
    found = {int(m[1]) for case in CASES if (m := re.fullmatch(r"BTA-T-(\d+)[a-z]?", case.id))}
    assert sorted(set(range(1, VECTORS + 1)) - found) == []


def case_with(write: Write, given: str, rest: str = "[case.expect]\nstate = { day = 20 }") -> Case:
    path = write(
        f'game = "breakthrough"\n[[case]]\nid = "x"\nrules = ["BTA-7.0"]\n[case.given]\n{given}\n{rest}\n'
    )
    return read_cases(path)[0]


BAD = [
    ('units = ["US-99-3944 at 20,10"]', "given.units[1].id", "US-99-394"),
    ('units = ["US-99-394 at 31,10"]', "given.units[1].hex", "no hex"),
    ('units = ["US-99-394 at 20,10 isolatd"]', "given.units[1]", "Did you mean isolated?"),
    ('units = ["US-99-394"]', "given.units[1].hex", "waiting"),
    ('units = ["A: german inf 25 at 20,10"]', "given.units[1].kind", "VG"),
    ('units = ["A: german vgg 25 at 20,10"]', "given.units[1]", "vg"),
    ('units = ["A: german vg at 20,10"]', "given.units[1].combat", "whole number"),
    ('units = ["US-99-394 at 20,10 eff=30"]', "given.units[1].efficiency", "40 to 100"),
    ('units = ["US-99-394 at 20,10", "US-99-394 at 20,9"]', "given.units[2].id", "placed twice"),
    ('units = ["US-99-394 at 20,10 parts=US-99-393"]', "given.units[1].parts", "no divisional unit"),
    ('units = ["US-99-DIV at 20,10 parts=US-2-9"]', "given.units[1].parts", "US-99-393"),
    ('units = ["A: us inf 40 division=99 at 20,10"]', "given.units[1].division", "printed division"),
    ('units = [{ id = "US-99-394", hex = "20,10", kind = "inf" }]', "given.units[1].kind", "printed unit"),
    ('phase = "german moving"', "given.phase", "german first operation"),
    ('weather = "snow"', "given.weather", "overcast"),
    ('terrain = "flat"', "given.terrain", "clear"),
    ('scenario = "campaign"', "given.scenario", "twelve"),
    ('map = { "20,10" = "swamp" }', "given.map.20,10", "forest"),
    ('sides = { "20,10/20,12" = "river" }', "given.sides.20,10/20,12", "do not touch"),
    ('sides = { "20,10/20,11" = "creek" }', "given.sides.20,10/20,11", "river"),
    ('sides = { "20,10/20,11" = "river road" }', "given.sides.20,10/20,11", "bridge"),
    ('bridges = { "20,10/20,11" = "intact" }', "given.bridges.20,10/20,11", "no road crosses"),
    ('bridges = { "9,22/9,23" = "built" }', "given.bridges.9,22/9,23", "blown"),
    ("options = { level = 5 }", "given.options", "level"),
    ("day = 28", "given.day", "16 to 27"),
    ('control = { allied = ["20,10"] }', "given.control.allied", "american"),
    ("pools = { XX = 3 }", "given.pools.XX", "V"),
    ("constants = { DEF_LOW = 1 }", "given.constants.DEF_LOW", "DEF_LO"),
    ('constants = { DEF_LO = "x" }', "given.constants.DEF_LO", "a number"),
    ("dice = [101]", "given.dice", "1 to 100"),
    ("dice = [1.5]", "given.dice", "0.0 to 0.999"),
    ("other_draws = 2", "given.other_draws", "0.999"),
    ('plots = ["US-99-394"]', "given.plots[1]", ""),
    ('exited = [{ unit = "GE-XX", hex = "14,0" }]', "given.exited[1].unit", "no unit"),
]


@pytest.mark.parametrize(("given", "field", "remedy"), BAD, ids=range(len(BAD)))
def test_a_bad_position_is_told(write: Write, given: str, field: str, remedy: str) -> None:
    told(run_one(case_with(write, given)), field, remedy)


BAD_QUESTIONS = [
    ('calculate = "odds"\nattackers = []\nhex = "20,10"', "when.attackers", "at least one unit"),
    ('calculate = "odds"\nattackers = ["A"]\nhex = "20,12"', "when.hex", "nobody stands there"),
    ('calculate = "losses"\nattackers = ["A"]\nhex = "20,10"\nu1 = 1\nu2 = 0.5', "when.u1", "0.999"),
    ('calculate = "step"\nunit = "A"\nto = "99,1"', "when.to", "no hex"),
    ('calculate = "river"\nname = "Rhine"', "when.name", "Our"),
    ('calculate = "forecast"\norder = "jump A"', "when.order", "jump"),
    ('calculate = "pool"\ncorps = "XX"', "when.corps", "LVIII"),
    ('orders = ["move Z 20,12"]', "when.orders[1]", "no unit"),
    ('orders = ["until day 20 tea"]', "when.orders[1]", "PHASE"),
    ('orders = ["until decision tea"]', "when.orders[1]", "organization"),
]


@pytest.mark.parametrize(("when", "field", "remedy"), BAD_QUESTIONS, ids=range(len(BAD_QUESTIONS)))
def test_a_bad_question_is_told(write: Write, when: str, field: str, remedy: str) -> None:
    given = 'units = ["A: german vg 25 at 20,11", "X: us inf 40 at 20,10"]'
    outcome = run_one(case_with(write, given, f"[case.when]\n{when}\n[case.expect]\nstate = {{ day = 20 }}"))
    told(outcome, field, remedy)


def test_a_false_expectation_fails(write: Write) -> None:
    """Each kind of fact can come out otherwise."""
    given = 'terrain = "clear"\ncontrol = "german"\nunits = ["A: german vg 25 at 20,11 fort=2"]\n'
    sides = 'sides = { "20,10/20,11" = "blown" }'
    for expect, field in (
        ("units = { A = { fort = 3 } }", "units.A.fort"),
        ('units = { A = "20,10" }', "units.A.hex"),
        ('hexes = { "20,10" = "american" }', "hexes.20,10.control"),
        ('bridges = { "20,10/20,11" = "intact" }', "bridges.20,10/20,11.intact"),
        ("pools = { V = 1 }", "pools.V"),
        ("state = { score = 1 }", "state.score"),
    ):
        outcome = run_one(case_with(write, given + sides, f"[case.expect]\n{expect}"))
        assert not outcome.bad
        assert [mismatch.field for mismatch in outcome.mismatches] == [field]


def test_dice_of_a_case_are_rolls_and_draws() -> None:
    dice = CaseDice([40, 0.5, 0.25], 7, 0.75)
    assert dice.roll(0, "a chance", 100) == 40
    assert dice.roll(1, "a draw", 1000) == 501
    with pytest.raises(DiceError, match="whole number from 1 to 100"):
        dice.roll(2, "a chance", 100)
    assert dice.roll(2, "a draw", 1000) == 251
    assert (dice.roll(3, "a chance", 100), dice.roll(4, "a draw", 1000)) == (7, 751)
    with pytest.raises(DiceError, match="a draw like"):
        CaseDice([40]).roll(0, "a draw", 1000)


def every_word() -> list[str]:
    """All words the case files of Breakthrough understand."""
    return [
        *GIVEN_FIELDS, *UNIT_FIELDS, *KIND_WORDS, *SIZES, *SIDE_WORDS, *PHASES, *EXPECTATIONS, *AWAY.values(),
        *CALCULATIONS, *(word for c in CALCULATIONS.values() for word in c.arguments), *FORMS, *ANSWERS,
        *(str(event.__struct_config__.tag) for event in get_args(AnyEvent)),
        *(name for event in get_args(AnyEvent) for name in event.__struct_fields__),
    ]  # fmt: skip


def test_the_document_names_every_word() -> None:
    assert unexplained(DOCUMENT, every_word()) == set()


def test_the_document_names_every_result_of_a_calculation() -> None:
    explains_results(DOCUMENT, CASES, CALCULATIONS)


def test_the_examples_of_the_document_hold(write: Write) -> None:
    examples_hold(DOCUMENT, "breakthrough", write, 3)


def test_goals_and_decisions_are_named() -> None:
    goals = casebook_of("breakthrough").goals
    assert {"end", "german second combat", "american air", "decision operations"} <= set(goals)
