"""The case files of Wave of Terror: their vocabulary, and the errors that must be reported."""

from __future__ import annotations

from typing import get_args

from ardennes.cases.ask import calculations_of
from ardennes.games.wave_of_terror.cases.board import HEX_WORDS, SIDE_WORDS
from ardennes.games.wave_of_terror.cases.calculations import Question
from ardennes.games.wave_of_terror.cases.given import GIVEN_FIELDS, SEGMENT_PHASES, SHARED_PHASES
from ardennes.games.wave_of_terror.cases.units import KIND_WORDS, NATION_WORDS, UNIT_FIELDS
from ardennes.games.wave_of_terror.facts import AWAY, FACTS
from ardennes.games.wave_of_terror.rules.model.events import AnyEvent
from ardennes.games.wave_of_terror.rules.sequence.decisions import DECISIONS
from ardennes.games.wave_of_terror.words import WORDING
from tests.case_words import GameCases

BAD_POSITIONS = (
    ('units = ["G-1SS-99 at E3020"]', "given.units[1].id", "G-1SS-"),
    ('units = ["G-1SS-01 at E9999"]', "given.units[1].hex", "not a hex"),
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
    # Positions that no play can reach.
    ('turn = 1\norder = "move-fight"', "given.order", "must fight first in couplet 1 of turn 1"),
    ('units = ["G-1SS-01 dead done"]', "given.units[1].done", "both dead and done"),
    ('units = ["G-1SS-01 at E3020 dead"]', "given.units[1].hex", "a hex, or one of"),
    (
        'units = ["G-1SS-01 at E3020"]\ncontrol = { allied = ["E3020"] }',
        "given.control.allied",
        "german side stands",
    ),
    (
        'units = ["G-1SS-01 at E3020 top", "G-1SS-02 at E3020 top"]',
        "given.units[2].top",
        "G-1SS-01 is already on top of this stack",
    ),
    (
        'units = ["G-12SS-06 at E3020", "G-12SS-07 at E3020", "G-12SS-08 at E3020", "G-12SS-09 at E3020", '
        '"G-1SS-01 at E3020"]',
        "given.units",
        "5 units; the limit is 4",
    ),
    ('units = ["A: us artillery at E3020", "B: us infantry 6-5 at E3020"]', "given.units", "Artillery"),
    ('map = { E3020 = "clear forest" }', "given.map.E3020", "both clear and forest"),
    ('sides = { "E3020/E3021" = "minor major" }', "given.sides.E3020/E3021", "both minor and major"),
)

ASKED_OF = 'terrain = "clear"\nunits = ["A: german infantry 6-7-6 at E3020", "X: us infantry 6-5 at E3021"]\n'
BAD_QUESTIONS = (
    ('calculate = "odds"\nattackers = []\nhex = "E3021"', "when.attackers", "at least one unit"),
    ('calculate = "step"\nunits = ["A"]\nto = "E9999"', "when.to", "not a hex"),
    ('calculate = "supply"\nunit = "Q"', "when.unit", "no unit"),
    ('calculate = "force"\nside = "german"\nparent = "1S"', "when.parent", "1SS"),
    ('calculate = "repair"\nbridge = "E3020/E3021"', "when.bridge", "no bridge"),
    ('orders = ["move Z E3021"]', "when.orders[1]", "no unit"),
    ('orders = ["until turn 2 tea"]', "when.orders[1]", "PHASE"),
    ('orders = ["until decision tea"]', "when.orders[1]", "advance"),
)

FALSE_OF = (
    'terrain = "clear"\n'
    'units = ["A: german infantry 6-7-6 at E3020 reduced"]\n'
    'sides = { "E3010/E3011" = "blown" }\n'
)
FALSE = (
    ("units = { A = { steps = 2 } }", "units.A.steps"),
    ('units = { A = "E3021" }', "units.A.hex"),
    ('hexes = { E3020 = "allied" }', "hexes.E3020.control"),
    ('bridges = { "E3010/E3011" = "intact" }', "bridges.E3010/E3011.intact"),
    ("state = { german = 1 }", "state.german"),
)

GOALS = (
    (ASKED_OF, "german movement", 'turn = 2, couplet = 2, acting = "german"'),
    (ASKED_OF, "allied movement", 'turn = 2, couplet = 1, acting = "allied"'),
    ('phase = "allied combat"\n' + ASKED_OF, "german combat", 'turn = 2, couplet = 2, acting = "german"'),
    (ASKED_OF, "turn 3", 'turn = 3, couplet = 1, acting = "german"'),
    (ASKED_OF, "couplet 2", 'turn = 2, couplet = 2, acting = "german"'),
    (ASKED_OF, "turn 3 couplet 2 allied movement", 'turn = 3, couplet = 2, acting = "allied"'),
)

WORDS = (
    *GIVEN_FIELDS, *UNIT_FIELDS, *KIND_WORDS, *NATION_WORDS, *HEX_WORDS, *SIDE_WORDS, *SHARED_PHASES,
    *SEGMENT_PHASES, *FACTS, *AWAY.values(), *WORDING.forms,
    *(deciding.kind for deciding in DECISIONS.values()),
)  # fmt: skip

CASES = GameCases(
    game="wave_of_terror",
    rule="WOT-9.1",
    fact="turn = 2",
    document="cases-wave-of-terror.md",
    vector=r"WV-(\d+)[a-z]?",
    vectors=105,
    words=WORDS,
    calculations=calculations_of(Question),
    events=get_args(AnyEvent),
    bad_positions=BAD_POSITIONS,
    asked_of=ASKED_OF,
    bad_questions=BAD_QUESTIONS,
    false_of=FALSE_OF,
    false=FALSE,
    goals=GOALS,
    named_goals=frozenset({"end", "german combat", "recovery", "decision losses"}),
)
