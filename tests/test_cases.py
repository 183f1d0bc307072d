"""Case files: every case is a test; a wrong expectation fails; an error gives location and remedy."""

from __future__ import annotations

import functools
from fractions import Fraction
from pathlib import Path

import pytest

from ardennes.cases.fields import CaseError
from ardennes.cases.match import differences
from ardennes.cases.model import Case, CaseDice, Outcome
from ardennes.cases.parse import case_files, read_cases
from ardennes.cases.report import failure, report
from ardennes.cases.run import run_case
from ardennes.cli import run as run_command
from ardennes.commands.cases import casebook_of, run_one, wanted
from ardennes.dice import DiceError
from ardennes.errors import UserError
from tests.case_words import Write, writer
from tests.fast import SPARSE
from tests.outpost_cases import OutpostBook

FOLDER = Path(__file__).parent / "cases"
FILES = list(case_files([FOLDER]))


@functools.cache
def cases_in(file: Path) -> list[Case]:
    return list(read_cases(file))


@pytest.mark.samples_itself
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_cases_of_a_file(file: Path, pytestconfig: pytest.Config) -> None:
    """Report all failures at once; `ardennes cases FILE --only ID` runs one of them."""
    some = slice(None, None, SPARSE) if pytestconfig.getoption("--fast") else slice(None)
    outcomes = [run_one(case) for case in cases_in(file)[some]]
    assert outcomes
    assert not (failed := [failure(outcome) for outcome in outcomes if not outcome.passed]), "\n".join(failed)


def test_every_case_has_an_id_of_its_own() -> None:
    ids = [case.id for file in FILES for case in cases_in(file)]
    assert len(set(ids)) == len(ids)


# The common part, on a toy game.


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


def outpost(write: Write, body: str) -> Outcome:
    path = write(f'game = "outpost"\n[[case]]\nid = "one"\nrules = ["TOY-3"]\n{body}\n')
    return run_case(read_cases(path)[0], OutpostBook())


ORDERS = "[case.when]\norders = [{}]\n[case.expect]\n"
MOVE = ORDERS.format('"move R1 0201"')
TOO_FAR = ORDERS.format('"move R1 0501"')
DISTANCE = '[case.when]\ncalculate = "distance"\nfrom = "0101"\nto = "0501"\n[case.expect]\n'
FIGHT = '[case.given]\nunits = { R1 = "0401", B1 = "0501" }\ndice = [6]\n' + ORDERS.format('"attack B1 R1"')
MINES = "[case.given]\nmines = true\n" + ORDERS.format('"red: lay 0302"')
GOOD = [
    MOVE + 'units = { R1 = "0201", R2 = "0102" }',
    ORDERS.format('{ do = "move", unit = "R1", path = ["0201"] }') + 'units = { R1 = "0201" }',
    TOO_FAR + 'refusal = { rule = "TOY-3", facts = "not next to" }\nview_unchanged = ["blue"]',
    ORDERS.format('{ order = "retreat 0201", now = true }') + 'refusal = { rule = "TOY-1" }',
    ORDERS.format('"blue: move B1 0401"') + 'units = { B1 = "0401" }',
    ORDERS.format('{ order = "move R1 0201", side = "blue", now = true }') + 'refusal = { rule = "TOY-1" }',
    FIGHT + 'events = [{ event = "rolled", die = 6 }, { event = "fought", defender = "B1" }]\n'
    'events_anywhere = [{ event = "fought", attackers = ["R1"] }]\nno_events = [{ event = "moved" }]\n'
    "event_counts = { rolled = 1, moved = 0 }",
    MOVE + 'offered = ["move R2 0202"]\nnot_offered = ["move R1 0101"]\n'
    'refusals = [{ order = "move R1 0101", rule = "TOY-3" }]',
    ORDERS.format('"until fight"') + 'decision = { kind = "fight", side = "red" }',
    ORDERS.format('"done", "until fight"') + 'decision = { kind = "fight", side = "red" }',
    ORDERS.format('"until end"') + 'game_over = { winner = "draw" }\ndecision = "none"',
    MOVE + 'log_has = "R1"\nlog_lacks = "B1"\ngame_over = false',
    DISTANCE + "hexes = 4",
    DISTANCE + "hexes = { at_least = 4, at_most = 4, not = 5, one_of = [3, 4] }",
    MINES + 'hidden_from = ["blue"]\nseen_by = { blue = { log_lacks = "0302", turn = 1 } }',
    "[case.given]\ndice = [5]\n[case.expect]\nturn = 1\ndice_left = 1",
]


@pytest.mark.parametrize("body", GOOD, ids=range(len(GOOD)))
def test_a_true_expectation_passes(write: Write, body: str) -> None:
    outcome = outpost(write, body)
    assert outcome.passed, failure(outcome)


FALSE = [
    (MOVE + 'units = { R1 = "0101" }', "units.R1"),
    (MOVE + 'refusal = { rule = "TOY-3" }', "refusal"),
    (TOO_FAR + "turn = 1", "when.orders[1]"),
    (TOO_FAR + 'refusal = { rule = "TOY-4" }', "refusal.rule"),
    (TOO_FAR + 'refusal = { facts = "mud" }', "refusal.facts"),
    (FIGHT + 'events = [{ event = "fought" }, { event = "rolled" }]', "events[2]"),
    (FIGHT + 'events = [{ event = "fought", defender = "B2" }]', "events[1]"),
    (FIGHT + 'events_anywhere = [{ event = "moved" }]', "events_anywhere"),
    (FIGHT + 'no_events = [{ event = "fought" }]', "no_events"),
    (FIGHT + "event_counts = { rolled = 2 }", "event_counts.rolled"),
    (MOVE + 'offered = ["move R1 0101"]', "offered: move R1 0101"),
    (MOVE + 'not_offered = ["move R2 0202"]', "not_offered: move R2 0202"),
    (MOVE + 'refusals = [{ order = "move R2 0202", rule = "TOY-3" }]', "refusals: move R2 0202"),
    (MOVE + 'decision = "fight"', "decision"),
    (MOVE + 'decision = "none"', "decision"),
    (MOVE + "game_over = true", "game_over"),
    (
        '[case.when]\norders = ["until end"]\n[case.expect]\ngame_over = { winner = "red" }',
        "game_over.winner",
    ),
    (MOVE + 'log_has = "B1"', "log_has"),
    (MOVE + 'log_lacks = "R1"', "log_lacks"),
    (MOVE + 'view_unchanged = ["blue"]', "view_unchanged"),
    (MINES + 'view_unchanged = ["red"]', "view_unchanged"),
    (MOVE + 'hidden_from = ["blue"]', "hidden_from"),
    (MINES + "seen_by = { blue = { turn = 2 } }", "seen_by.blue.turn"),
    (MINES + 'seen_by = { red = { log_lacks = "0302" } }', "seen_by.red.log_lacks"),
    ("[case.given]\ndice = [5]\n[case.expect]\nturn = 1", "dice_left"),
    (FIGHT.replace("dice = [6]\n", "") + "turn = 1", "given.dice"),
    (ORDERS.format('"retreat 0201"') + "turn = 1", "when.orders[1]"),
    (DISTANCE + "hexes = 3", "hexes"),
    (DISTANCE.replace("0501", "0999") + "hexes = 3", "engine"),
]


@pytest.mark.parametrize(("body", "field"), FALSE, ids=range(len(FALSE)))
def test_a_false_expectation_fails(write: Write, body: str, field: str) -> None:
    outcome = outpost(write, body)
    assert not outcome.bad
    assert [mismatch.field for mismatch in outcome.mismatches] == [field]
    assert field in failure(outcome)


BAD = [
    ("[case.expect]\nturm = 1", "expect.turm", "Did you mean turn?"),
    ("[case.given]\nunit = {}\n[case.expect]\nturn = 1", "given.unit", "Did you mean units?"),
    ("[case.given]\nunits = { R9 = 1 }\n[case.expect]\nturn = 1", "given.units.R9", "R1"),
    ("[case.given]\nmines = 3\n[case.expect]\nturn = 1", "given.mines", "true or false"),
    ("[case.given]\ndice = [7]\n[case.expect]\nturn = 1", "given.dice", "from 1 to 6"),
    ('[case.when]\norder = ["done"]\n[case.expect]\nturn = 1', "when.order", "Did you mean orders?"),
    ('[case.when]\norders = ["jump R1"]\n[case.expect]\nturn = 1', "when.orders[1]", "no such order"),
    ('[case.when]\norders = ["green: done"]\n[case.expect]\nturn = 1', "when.orders[1]", "red, blue"),
    ("[case.when]\norders = [3]\n[case.expect]\nturn = 1", "when.orders[1]", "`do` or `order`"),
    ('[case.when]\norders = [{ do = "fly" }]\n[case.expect]\nturn = 1', "when.orders[1]", "fly"),
    ('[case.when]\norders = ["until dawn"]\n[case.expect]\nturn = 1', "when.orders[1]", "turn 2"),
    (
        '[case.when]\ncalculate = "distence"\n[case.expect]\nturn = 1',
        "when.calculate",
        "Did you mean distance?",
    ),
    ('[case.when]\ncalculate = "distance"\nvia = 1\n[case.expect]\nturn = 1', "when.via", "from, to"),
    (
        '[case.expect]\nevents = [{ event = "explosion" }]',
        "expect.events[1].event",
        "expected an event, one of blast",
    ),
    ('[case.expect]\nno_events = [{ event = "moved", unti = 1 }]', "expect.no_events[1].unti", "mean unit?"),
    ("[case.expect]\nevent_counts = { move = 1 }", "expect.event_counts.move", "Did you mean moved"),
    ('[case.expect]\nrefusal = { rule = "TOY-1" }', "expect.refusal", "when.orders is missing"),
    ('[case.expect]\nview_unchanged = ["green"]', "expect.view_unchanged", "red, blue"),
    ("[case.expect]\ndecision = 3", "expect.decision", "kind"),
    (ORDERS.format('"until fight", "until fight"') + "turn = 1", "when.orders[2]", "reached or past already"),
    (
        ORDERS.format('"until turn 2", "move R1 0201", "until turn 2"') + "turn = 2",
        "when.orders[3]",
        "leave it out, or name a later point",
    ),
    ('[case.given]\nunits = { R1 = "0401", B1 = "0401" }\n[case.expect]\nturn = 1', "given.units", "one hex"),
    (
        'given = { sides = { "0101/0201" = "", "0201/0101" = "" } }\nexpect = { turn = 1 }',
        "given.sides",
        "twice",
    ),
    (TOO_FAR + 'refusal = { rule = ["TOY-3", "TOY-33"] }', "expect.refusal.rule", "no rule TOY-33"),
    (TOO_FAR + "refusal = {}\nevents = []", "expect.events", "would always hold"),
    (MOVE + "units = {}", "expect.units", "would always hold"),
]


@pytest.mark.parametrize(("body", "field", "remedy"), BAD, ids=range(len(BAD)))
def test_a_bad_case_is_reported_by_place_and_remedy(write: Write, body: str, field: str, remedy: str) -> None:
    outcome = outpost(write, body)
    assert not outcome.passed
    for part in ("my.toml", "case one", f"field {field}:", remedy):
        assert part in outcome.bad


def test_a_refusal_counts_by_its_own_rule(write: Write) -> None:
    """Heavy units are of WOT-2.9, but the refusal is based on WOT-9.10."""
    wading = """game = "wave_of_terror"
[[case]]
id = "no heavy unit wades"
rules = ["WOT-9.10"]
[case.given]
sides = { "E3020/E3021" = "minor" }
units = ["A: german panzer 6-7-6 heavy at E3020"]
[case.when]
orders = ["move A E3021"]
[case.expect]
refusal = { rule = RULES, facts = "is heavy" }
"""
    for rules, fails in (
        ('"WOT-9.10"', []),
        ('["WOT-2.9", "WOT-9.10"]', []),
        ('"WOT-2.9"', ["refusal.rule"]),
    ):
        outcome = run_one(read_cases(write(wading.replace("RULES", rules)))[0])
        assert not outcome.bad
        assert [mismatch.field for mismatch in outcome.mismatches] == fails


def test_a_rule_that_does_not_exist_is_reported(write: Write) -> None:
    path = write('game = "outpost"\n[[case]]\nid = "x"\nrules = ["TOI-3"]\n[case.expect]\nturn = 1\n')
    outcome = run_case(read_cases(path)[0], OutpostBook())
    assert "field rules: there is no rule TOI-3. Did you mean TOY-3" in outcome.bad


BAD_FILES = [
    ("game = ", "not valid TOML"),
    ("game = " + "[" * 20_000 + "]" * 20_000, "nested too deeply"),
    ("game = " + "{a=" * 3_000 + "1" + "}" * 3_000, "nested too deeply"),
    (f"game = '{'x' * (16 * 1024 * 1024)}'", "16,777,216 at most"),
    ('game = "outpost"\n', "has no case"),
    ('game = "outpost"\ncases = []\n', "Did you mean case"),
    ('game = "outpost"\n[[case]]\nrules = ["TOY-1"]\nexpect = { turn = 1 }\n', "case number 1, field id"),
    (
        '[[case]]\nid = "a"\nrules = ["TOY-1"]\nexpect = { turn = 1 }\n',
        "field game: found nothing; expected game",
    ),
    (
        'game = "outpost"\n[[case]]\nid = "a"\nexpect = { turn = 1 }\n',
        "field rules: found nothing; expected a list",
    ),
    ('game = "outpost"\n[[case]]\nid = "a"\nrules = ["TOY-1"]\n', "a case must expect something"),
    ('game = "outpost"\n[[case]]\nid = "a"\nrule = ["TOY-1"]\nexpect = { turn = 1 }\n', "Did you mean rules"),
    (
        'game = "outpost"\n' + '[[case]]\nid = "a"\nrules = ["TOY-1"]\nexpect = { turn = 1 }\n' * 2,
        "two cases of this file have this id",
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD_FILES, ids=range(len(BAD_FILES)))
def test_a_bad_file_is_reported(write: Write, text: str, message: str) -> None:
    with pytest.raises(CaseError) as error:
        read_cases(write(text))
    assert message in str(error.value)
    assert "my.toml" in str(error.value)


MISTAKES = """game = "tigers"
[given]
turn = 77
[[case]]
id = "shared"
rules = ["TIA-CRT-1"]
[case.expect]
state = { turn = 5 }

[[case]]
id = "list"
rules = ["TIA-CRT-1"]
[case.given]
turn = 5
units = [
  "US-30 at 806", "US-99 at 807",
  { id = "US-84", hex = "1206" },
  "G-12SS at 1006 disruptd",
]
[case.expect]
state = { turn = 5 }

[[case]]
id = "table"
rules = ["TIA-CRT-1"]
[case.given]
turn = 5
[case.given.sides]
"806/807" = "river"
"806/808" = "river"
[case.expect]
state = { turn = 5 }
"""


@pytest.mark.parametrize(
    ("number", "at"),
    [
        (0, "line 3, case shared, field given.turn"),
        (1, "line 18, case list, field given.units[4]"),
        (2, "line 30, case table, field given.sides.806/808"),
    ],
)
def test_a_mistake_is_reported_by_its_line(write: Write, number: int, at: str) -> None:
    assert f"my.toml, {at}:" in run_one(read_cases(write(MISTAKES))[number]).bad


def test_a_file_that_is_not_text_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(b"game = \xff")
    with pytest.raises(CaseError, match="not UTF-8"):
        read_cases(path)


def test_what_all_cases_of_a_file_share_can_be_said_once(write: Write) -> None:
    path = write(
        'game = "outpost"\n[given]\nmines = true\ndice = [1]\n'
        '[[case]]\nid = "a"\nrules = ["TOY-1"]\nexpect = { turn = 1 }\n'
        '[[case]]\nid = "b"\nrules = ["TOY-1"]\ngiven = { mines = false }\nexpect = { turn = 1 }\n'
    )
    first, second = read_cases(path)
    assert first.given.values == {"mines": True, "dice": [1]}
    assert second.given.values == {"mines": False, "dice": [1]}


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        ([1, 2], frozenset({2, 1}), True),
        ([1], frozenset({2, 1}), False),
        (["a", "b"], ("a", "b"), True),
        (["b", "a"], ("a", "b"), False),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"c": 1}, {"a": 1}, False),
        (True, 1, False),
        (1, True, False),
        (0.5, 0.5, True),
        (1.2376, Fraction(1094, 884), True),
        (1.2375, Fraction(1094, 884), False),
        (1.2, Fraction(1094, 884), False),
        ("none", None, True),
        ({"has": "a"}, frozenset({"a", "b"}), True),
        ({"lacks": ["a"]}, frozenset({"a", "b"}), False),
        ({"at_least": 3}, "text", False),
    ],
)
def test_values_are_compared_as_a_case_means_them(expected: object, got: object, same: bool) -> None:
    assert (differences("x", expected, got) == []) is same


# The command.

QUESTION = """game = "tigers"
[[case]]
id = "odds"
rules = ["TIA-CRT-2"]
[case.given]
terrain = "clear"
units = ["A: german infantry 9 at 907", "D: us infantry 4 at 806"]
[case.when]
calculate = "odds"
attackers = ["A"]
targets = ["806"]
[case.expect]
column = "{column}"
"""


@pytest.mark.parametrize(
    ("text", "code", "lines"),
    [
        (QUESTION.replace("{column}", "2:1"), 0, ["1 passed, 0 failed"]),
        (QUESTION.replace("{column}", "3:1"), 1, ['expected "3:1"', 'got      "2:1"', "0 passed, 1 failed"]),
        (
            QUESTION.replace("targets", "target"),
            2,
            ["bad case", "Did you mean targets", "0 passed, 1 failed"],
        ),
        (QUESTION.replace('"tigers"', '"tiger"'), 2, ["Did you mean tigers", "0 passed, 1 failed"]),
        ("[[case", 2, ["BAD FILE", "0 passed, 1 failed"]),
    ],
)
def test_the_command_tells_and_counts(
    write: Write, capsys: pytest.CaptureFixture[str], text: str, code: int, lines: list[str]
) -> None:
    path = write(text)
    assert run_command(["cases", str(path)]) == code
    output = capsys.readouterr().out
    assert output.rstrip().splitlines()[-1] == lines[-1]
    for line in lines:
        assert line in output


def test_the_command_takes_folders_and_names_the_missing(
    tmp_path: Path, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write(QUESTION.replace("{column}", "2:1"))
    assert run_command(["cases", str(tmp_path), "--verbose"]) == 0
    assert "passed odds" in capsys.readouterr().out
    assert run_command(["cases", str(tmp_path / "nothing.toml")]) == 2
    assert "no such file or folder" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert run_command(["cases", str(tmp_path / "empty")]) == 2
    assert "holds no case file" in capsys.readouterr().err


def test_cases_can_be_chosen_by_id_or_rule() -> None:
    case = read_cases(FILES[0])[0]
    assert wanted(case, [])
    assert wanted(case, [case.rules[0]])
    assert wanted(case, [case.id[:-1]])
    assert not wanted(case, ["TIA-ZOC-99"])


def test_a_game_without_cases_gives_those_that_have_them() -> None:
    with pytest.raises(UserError, match="tigers"):
        casebook_of("chess")


def test_the_report_ends_with_the_count(write: Write) -> None:
    good, bad = outpost(write, GOOD[0]), outpost(write, FALSE[0][0])
    assert list(report([good, bad, good]))[-1] == "2 passed, 1 failed"


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
