"""The case files of Breakthrough: their vocabulary, and the errors that must be reported."""

from __future__ import annotations

from typing import get_args

from ardennes.cases.ask import calculations_of
from ardennes.games.breakthrough.cases.board import SIDE_WORDS
from ardennes.games.breakthrough.cases.calculations import Question
from ardennes.games.breakthrough.cases.given import GIVEN_FIELDS, PHASES
from ardennes.games.breakthrough.cases.units import KIND_WORDS, UNIT_FIELDS
from ardennes.games.breakthrough.facts import AWAY, FACTS
from ardennes.games.breakthrough.game import ANSWERS
from ardennes.games.breakthrough.rules.model.events import AnyEvent
from ardennes.games.breakthrough.schema.terms import SIZES
from ardennes.games.breakthrough.words import WORDING
from tests.case_words import GameCases

BAD_POSITIONS = (
    ('units = ["US-99-3944 at 20,10"]', "given.units[1].id", "US-99-394"),
    ('units = ["US-99-394 at 31,10"]', "given.units[1].hex", "not a hex"),
    ('units = ["US-99-394 at 20,10 isolatd"]', "given.units[1]", "Did you mean isolated?"),
    ('units = ["US-99-394"]', "given.units[1].hex", "waiting"),
    ('units = ["A: german inf 25 at 20,10"]', "given.units[1].kind", "VG"),
    ('units = ["A: german vgg 25 at 20,10"]', "given.units[1]", "vg"),
    ('units = ["A: german vg at 20,10"]', "given.units[1].combat", "whole number"),
    ('units = ["US-99-394 at 20,10 eff=30"]', "given.units[1].efficiency", "40 to 100"),
    ('units = ["US-99-394 at 20,10", "US-99-394 at 20,9"]', "given.units[2].id", "placed twice"),
    ('units = ["US-99-394 at 20,10 parts=US-99-393"]', "given.units[1].parts", "is not a divisional unit"),
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
    # Positions that no play can reach.
    (
        'units = ["US-99-394 at 20,10 supplied isolated"]',
        "given.units[1].isolated",
        "both supplied and isolated",
    ),
    ('units = ["US-99-394 at 20,10 travel normal"]', "given.units[1].normal", "both travel and normal"),
    ('units = ["US-99-394 dead moved"]', "given.units[1].moved", "both dead and moved"),
    ('units = ["US-99-394 at 20,10 dead"]', "given.units[1].hex", "a hex, or one of"),
    (
        'units = ["US-99-394 at 20,10"]\ncontrol = { german = ["20,10"] }',
        "given.control.german",
        "american side stands there",
    ),
    (
        'units = ["US-99-DIV at 20,10", "US-106-422 at 20,10"]',
        "given.units",
        "4 stacking points, and the limit is 3",
    ),
    (
        'units = ["US-99-DIV at 20,10 parts=US-99-393,US-99-394", "US-99-394 at 20,9"]',
        "given.units[1].parts",
        "also placed in a hex",
    ),
    (
        'units = ["US-99-394 at 20,10"]\nexited = [{ unit = "US-99-394", hex = "14,0" }]',
        "given.exited[1].unit",
        "is on the map; remove it here or there",
    ),
    ('plots = ["US-99-394 20,10"]', "given.plots[1]", "not on the map"),
    ('sides = { "20,10/20,11" = "none road" }', "given.sides.20,10/20,11", "both none and road"),
)

ASKED_OF = 'units = ["A: german vg 25 at 20,11", "X: us inf 40 at 20,10"]\n'
BAD_QUESTIONS = (
    ('calculate = "odds"\nattackers = []\nhex = "20,10"', "when.attackers", "at least one unit"),
    ('calculate = "odds"\nattackers = ["A"]\nhex = "20,12"', "when.hex", "there are no units in this hex"),
    ('calculate = "losses"\nattackers = ["A"]\nhex = "20,10"\nu1 = 1\nu2 = 0.5', "when.u1", "0.999"),
    ('calculate = "step"\nunit = "A"\nto = "99,1"', "when.to", "not a hex"),
    ('calculate = "river"\nname = "Rhine"', "when.name", "Our"),
    ('calculate = "forecast"\norder = "jump A"', "when.order", "jump"),
    ('calculate = "pool"\ncorps = "XX"', "when.corps", "LVIII"),
    ('orders = ["move Z 20,12"]', "when.orders[1]", "no unit"),
    ('orders = ["until day 20 tea"]', "when.orders[1]", "PHASE"),
    ('orders = ["until decision tea"]', "when.orders[1]", "organization"),
)

FALSE_OF = (
    'terrain = "clear"\n'
    'control = "german"\n'
    'units = ["A: german vg 25 at 20,11 fort=2"]\n'
    'sides = { "20,10/20,11" = "blown" }\n'
)
FALSE = (
    ("units = { A = { fort = 3 } }", "units.A.fort"),
    ('units = { A = "20,10" }', "units.A.hex"),
    ('hexes = { "20,10" = "american" }', "hexes.20,10.control"),
    ('bridges = { "20,10/20,11" = "intact" }', "bridges.20,10/20,11.intact"),
    ("pools = { V = 1 }", "pools.V"),
    ("state = { score = 1 }", "state.score"),
)

QUIET = "other_dice = 50\n" + ASKED_OF
GOALS = (
    (QUIET, "day 21", "day = 21"),
    (QUIET, "german second operation", 'day = 20, phase = "german second operation"'),
    (QUIET, "day 21 american organization", 'day = 21, phase = "organization"'),
    (QUIET, "end", "day = 27"),
)

WORDS = (
    *GIVEN_FIELDS, *UNIT_FIELDS, *KIND_WORDS, *SIZES, *SIDE_WORDS, *PHASES, *FACTS, *AWAY.values(),
    *(key for facts in FACTS.values() for key in facts.named()), *WORDING.forms, *ANSWERS,
)  # fmt: skip

CASES = GameCases(
    game="breakthrough",
    rule="BTA-7.0",
    fact="day = 20",
    document="cases-breakthrough.md",
    vector=r"BTA-T-(\d+)[a-z]?",
    vectors=101,
    words=WORDS,
    calculations=calculations_of(Question),
    events=get_args(AnyEvent),
    bad_positions=BAD_POSITIONS,
    asked_of=ASKED_OF,
    bad_questions=BAD_QUESTIONS,
    false_of=FALSE_OF,
    false=FALSE,
    goals=GOALS,
    named_goals=frozenset({"end", "german second combat", "american air", "decision operations"}),
)
