"""The case files of the playsheet: their vocabulary, and the errors that must be reported."""

from __future__ import annotations

from typing import get_args

from ardennes.cases.ask import calculations_of
from ardennes.games.playsheet.cases.board import SIDE_WORDS
from ardennes.games.playsheet.cases.calculations import Question
from ardennes.games.playsheet.cases.casebook import GOALS as GOAL_WORDS
from ardennes.games.playsheet.cases.given import GIVEN_FIELDS
from ardennes.games.playsheet.cases.units import KINDS, UNIT_FIELDS
from ardennes.games.playsheet.facts import AWAY, DUMPS, FACTS, HIDDEN, SECRET, SQUADRONS, UNKNOWN
from ardennes.games.playsheet.rules.model.events import AnyEvent
from ardennes.games.playsheet.schema.terms import TERRAINS
from ardennes.games.playsheet.words import WORDING
from tests.case_words import GameCases

BAD_POSITIONS = (
    ('units = ["US-106-999 at 2010"]', "given.units[1].id", "US-106-"),
    ('units = ["US-106-422 at 9999"]', "given.units[1].hex", "not a hex"),
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
    ('units = ["A: german tanks 4 at 2010 prepared=tea"]', "given.units[1].prepared", "not a hex"),
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
    ('places = ["2010"]', "given.places", "not a place"),
    ('dumps = { 2010 = "burned" }', "given.dumps.2010", "no fuel dump"),
    ('fought = ["A"]', "given.fought", "two ids"),
    ('held = "everything"', "given.held", "all"),
    ('options = { envelopment = "narrow" }', "given.options", "opposite"),
    ("dice = [7]", "given.dice", "1 to 6"),
    # Positions that no play can reach.
    ('units = ["US-106-422 dead dug_in"]', "given.units[1].dug_in", "both dead and dug_in"),
    ('units = ["US-106-422 at 5014 dead"]', "given.units[1].hex", "a hex, or one of"),
    (
        'units = ["A: german tanks 4 at 2010", "B: german tanks 4 at 2010", "C: german tanks 4 at 2010", '
        '"D: german tanks 4 at 2010", "E: german tanks 4 at 2010", "F: german field 4 at 2010"]',
        "given.units",
        "5 of them are combat units, but 4 is the limit",
    ),
    ('units = ["A: german field 4 at 2010", "B: us infantry 4 at 2010"]', "given.units", "enemies"),
    (
        'units = ["A: german tanks 4 at 2010", "B: german tanks 4 at 2011"]\nfought = ["A B"]',
        "given.fought",
        "units of one side",
    ),
    ('sides = { "2010/2011" = "none road" }', "given.sides.2010/2011", "both none and road"),
)

ASKED_OF = 'terrain = "clear"\nunits = ["A: german infantry 4 at 2010"]\n'
BAD_QUESTIONS = (
    ('calculate = "route"\nunit = "Q"\nroute = ["2011"]', "when.unit", "not a unit"),
    ('calculate = "reach"\nunit = "A"\nmode = "fast"', "when.mode", "road_column"),
    ('calculate = "distance"\nfrom = "2010"\nto = "9999"', "when.to", "not a hex"),
    ('calculate = "may_fly"\nside = "german"\npool = "balloons"', "when.pool", "fighter"),
    ('orders = ["german: move Z tactical 2011"]', "when.orders[1]", "not a unit"),
    ('orders = ["german: move A fast 2011"]', "when.orders[1]", "march"),
    ('orders = ["german: stroll A"]', "when.orders[1]", "no order"),
    ('orders = ["until tea"]', "when.orders[1]", "resolved"),
)

FALSE_OF = (
    'terrain = "clear"\n'
    'units = ["A: german infantry 4 at 2010"]\n'
    'sides = { "2010/2011" = "blown" }\n'
    'reports = { german = ["2012 infantry"] }\n'
)
FALSE = (
    ("units = { A = { status = 5 } }", "units.A.status"),
    ('units = { A = "2011" }', "units.A.hex"),
    ('hexes = { 2010 = { held = ["allied"] } }', "hexes.2010.held"),
    ('bridges = { "2010/2011" = "intact" }', "bridges.2010/2011.intact"),
    ("reports = { german = [] }", "reports.german"),
    ('squadrons = { allied-fighter-01 = "lost" }', "squadrons.allied-fighter-01.is"),
    ("state = { bonus = 1 }", "state.bonus"),
)

QUIET = 'other_dice = 1\nunits = ["A: german infantry 4 at 4010"]'
GOALS = (
    (QUIET, "resolved", 'turn = "18N"'),
    (QUIET, "turn 20N", 'turn = "20N"'),
    (QUIET, "end", 'turn = "27N"'),
)

WORDS = (
    *GIVEN_FIELDS, *UNIT_FIELDS, *KINDS, *SIDE_WORDS, *TERRAINS, *FACTS, *AWAY, *SQUADRONS, *DUMPS, HIDDEN,
    SECRET, UNKNOWN, *(key for book in FACTS.values() for key in book.named()), *WORDING.forms,
    *(goal.split()[0] for goal in GOAL_WORDS),
)  # fmt: skip

CASES = GameCases(
    game="playsheet",
    rule="OPS-MOVE-1",
    fact='turn = "18D"',
    document="cases-playsheet.md",
    vector=r"PV-(\d+).*",
    vectors=90,
    words=WORDS,
    calculations=calculations_of(Question),
    events=get_args(AnyEvent),
    bad_positions=BAD_POSITIONS,
    asked_of=ASKED_OF,
    bad_questions=BAD_QUESTIONS,
    false_of=FALSE_OF,
    false=FALSE,
    goals=GOALS,
    named_goals=frozenset({"end", "resolved", "turn 18N"}),
)
