"""The case files of Tigers: their vocabulary, and the errors that must be reported."""

from __future__ import annotations

from typing import get_args

from ardennes.cases.ask import calculations_of
from ardennes.cases.expect import CHECKS
from ardennes.cases.match import OPERATORS
from ardennes.games.tigers.cases.board import HEX_WORDS, SIDE_WORDS
from ardennes.games.tigers.cases.calculations import Question
from ardennes.games.tigers.cases.given import GIVEN_FIELDS
from ardennes.games.tigers.cases.units import KIND_WORDS, UNIT_FIELDS
from ardennes.games.tigers.facts import BRIDGE_KINDS, FACTS
from ardennes.games.tigers.rules.model.events import AnyEvent
from ardennes.games.tigers.rules.sequence.decisions import DECISIONS
from ardennes.games.tigers.schema.units import SIZES
from ardennes.games.tigers.words import WORDING
from tests.case_words import GameCases

BAD_POSITIONS = (
    ('units = ["US-300 at 806"]', "given.units[1].id", "US-30"),
    ('units = ["US-30 at 1199"]', "given.units[1].hex", "not a hex"),
    ('units = ["US-30 at 806 disruptd"]', "given.units[1]", "Did you mean disrupted?"),
    ('units = ["US-30"]', "given.units[1].hex", "waiting"),
    ('units = ["A: german infantrie 4 at 806"]', "given.units[1]", "Did you mean infantry?"),
    ('units = ["A: german infantry at 806"]', "given.units[1].factor", "whole number"),
    ('units = [{ id = "US-30", hex = "806", disrupt = true }]', "given.units[1].disrupt", "disrupted"),
    ('units = ["US-30 at 806", "US-30 at 807"]', "given.units[2].id", "placed twice"),
    ('phase = "german moving"', "given.phase", "german movement"),
    ('weather = "sunny"', "given.weather", "Snow"),
    ('terrain = "flat"', "given.terrain", "clear"),
    ('map = { "806" = "swamp" }', "given.map.806", "forest"),
    ('sides = { "806/808" = "river" }', "given.sides.806/808", "do not touch"),
    ('sides = { "806/807" = "creek" }', "given.sides.806/807", "river"),
    ('bridges = { "806/807" = "none" }', "given.bridges.806/807", "no river"),
    ("options = { easy = true }", "given.options", "no option 'easy'"),
    ("turn = 13", "given.turn", "0 to 12"),
    ('control = { french = ["806"] }', "given.control.french", "german, allied"),
    ("air = { AIR-1 = { back = 3 } }", "given.air.AIR-1", "AIR-365"),
    ('dump = { hex = "806", owner = "french" }', "given.dump.owner", "allied"),
    ('peiper = { attached = ["US-30"] }', "given.peiper.attached", "G-501"),
    # Positions that no play can reach.
    (
        'units = ["US-30 at 806 supplied unsupplied"]',
        "given.units[1].unsupplied",
        "both supplied and unsupplied",
    ),
    ('units = ["US-30 dead disrupted"]', "given.units[1].disrupted", "both dead and disrupted"),
    ('units = ["US-30 at 806 dead"]', "given.units[1].hex", "a hex, or one of"),
    (
        'units = ["US-30 at 806"]\ncontrol = { german = ["806"] }',
        "given.control.german",
        "allied side stands",
    ),
    ('control = { german = ["1108"], allied = ["Malmedy"] }', "given.control.german", "has it too"),
    ('map = { "806" = "open forest" }', "given.map.806", "both open and forest"),
    ('sides = { "806/807" = "none road" }', "given.sides.806/807", "both none and road"),
)

ASKED_OF = 'terrain = "clear"\nunits = ["A: german infantry 9 at 907", "D: us infantry 4 at 806"]\n'
BAD_QUESTIONS = (
    ('calculate = "odds"\nattackers = ["Q"]\ntargets = ["806"]', "when.attackers", "'Q' is not a unit"),
    ('calculate = "odds"\nattackers = ["A"]\ntargets = ["9999"]', "when.targets", "not a hex"),
    ('orders = ["move Z 906"]', "when.orders[1]", "'Z' is not a unit"),
    ('orders = ["until tea"]', "when.orders[1]", "german movement"),
    ('orders = ["until decision tea"]', "when.orders[1]", "decision pray"),
)

FALSE_OF = 'terrain = "clear"\nunits = ["A: german infantry 9 at 907"]\nsides = { "806/807" = "river" }\n'
FALSE = (
    ("units = { A = { disrupted = true } }", "units.A.disrupted"),
    ('units = { A = "806" }', "units.A.hex"),
    ('hexes = { "806" = "german" }', "hexes.806.control"),
    ("state = { turn = 6 }", "state.turn"),
)

GOALS = (
    ("other_dice = 3\n" + ASKED_OF, "turn 6", "turn = 6"),
    ("other_dice = 3\n" + ASKED_OF, "end", "turn = 12"),
)

WORDS = (
    *GIVEN_FIELDS, *UNIT_FIELDS, *BRIDGE_KINDS, *KIND_WORDS, *SIZES, *HEX_WORDS, *SIDE_WORDS, *WORDING.forms,
    *CHECKS, *OPERATORS, *FACTS, *(deciding.kind for deciding in DECISIONS.values()),
)  # fmt: skip

CASES = GameCases(
    game="tigers",
    rule="TIA-CRT-1",
    fact="turn = 5",
    document="cases-tigers.md",
    vector=r"TIA-V-(\d+)[a-z]*",
    vectors=130,
    words=WORDS,
    calculations=calculations_of(Question),
    events=get_args(AnyEvent),
    bad_positions=BAD_POSITIONS,
    asked_of=ASKED_OF,
    bad_questions=BAD_QUESTIONS,
    false_of=FALSE_OF,
    false=FALSE,
    goals=GOALS,
    named_goals=frozenset({"end", "turn N PHASE", "german movement", "decision declare"}),
)
