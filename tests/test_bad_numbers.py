"""Numbers and texts that break careless parsers: every input of a person's text answers with a message.

Each is put wherever a number is expected: in case files, data files, experiments, match files, the terminal,
the command line, and requests to the server and the site. The only result may be a message.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest

from ardennes import cli
from ardennes.cases.parse import read_cases
from ardennes.commands.cases import run_one
from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.games import GAMES, find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import Match, new_match
from ardennes.kernel.offers import sample
from ardennes.lab.experiment import read_experiment
from ardennes.numbers import whole_number, whole_percents
from ardennes.toml_lines import TomlFault, read_toml_text
from tests.server.running import Running, in_a_loop, running
from tests.site.bridge import Browser, Tab
from tests.terminal.sitting import Sitting

LONG = "9" * 5000
DEEP = "[" * 2000 + "]" * 2000
BAD = (
    LONG,
    f"-{LONG}",
    "1" + "0" * 300,
    "1e999",
    "-1e999",
    "nan",
    "-0",
    "٣",
    "1_000",
    "0x10",
    "²",
    "\0",
    "½",
)
NUMBER = re.compile(r"(?<![\w.-])\d+(?![\w.])")
CASES = Path(__file__).parent / "cases"
EXAMPLES = Path(__file__).parents[1] / "examples"


def with_bad_numbers(text: str, rng: Random, count: int) -> list[tuple[int, str]]:
    """Yield the text with one of its numbers replaced, several times, and where that was."""
    places = [result.span() for result in NUMBER.finditer(text)]
    result = []
    for number in range(count):
        first, last = rng.choice(places)
        result.append((first, text[:first] + BAD[number % len(BAD)] + text[last:]))
    return result


def complaint(read: Callable[[Path], Any], path: Path) -> str:
    """Return the message about a file that cannot be read; empty if it can."""
    try:
        read(path)
    except UserError as error:
        return str(error)
    return ""


# The helpers


@pytest.mark.parametrize("text", [*BAD, "", " ", "+", "-", "1 ", " 1", "1.0", "+5", "\ud800", "०", "1" * 19])
def test_only_plain_whole_numbers_within_the_range_are_read(text: str) -> None:
    assert whole_number(text) is None


def test_whole_numbers_are_read() -> None:
    assert [whole_number(text) for text in ("0", "007", "1000000000")] == [0, 7, 10**9]
    assert [whole_number(text, -5, 5) for text in ("-5", "+5", "-0", "-6", "6")] == [-5, 5, 0, None, None]
    assert whole_number("-5", 0, 5) is None


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (f"a = 1\nb = {LONG}\n", 2, "too many digits"),
        (f"a = 1\n\nb = [1, {'1' * 30}]\n", 3, "b[2] is a number with too many digits"),
        ("a = 1\n[t]\nb = 1e999\n", 3, "t.b is inf"),
        ("a = 1\nb = { c = nan }\n", 2, "nan, not a finite number"),
        (f"a = {DEEP}\n", 0, "nested too deeply"),
        ("a = ٣\n", 1, "invalid TOML"),
        ("a = 1\nb = \0\n", 2, "invalid TOML"),
        ("a = 1\nb = [\n", 2, "invalid TOML"),
    ],
)
def test_a_faulty_toml_text_gives_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(TomlFault) as error:
        read_toml_text(text)
    assert (error.value.line, words in str(error.value)) == (line, True), (error.value.line, str(error.value))


# Case files


@pytest.mark.parametrize("game", GAMES)
def test_a_case_file_with_a_bad_number_is_reported_or_run(game: str, tmp_path: Path) -> None:
    rng, path = Random(game), tmp_path / "case.toml"
    sources = [one for one in sorted((CASES / game).glob("*.toml")) if one.stat().st_size < 20_000]
    outcome = 0
    for source in rng.sample(sources, 2):
        for at, text in with_bad_numbers(source.read_text(encoding="utf-8"), rng, len(BAD)):
            path.write_text(text, encoding="utf-8")
            words = complaint(read_cases, path)
            if words:
                outcome += 1
                assert str(path) in words
                assert re.search(r"line \d+", words), words[:300]
                continue
            changed = max(0, text.count("[[case]]", 0, at) - 1)
            outcome += run_one(read_cases(path)[changed]).bad != ""
    assert outcome > 10


def test_the_command_tells_a_long_number_with_file_and_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "long.toml"
    path.write_text(f'game = "tigers"\n[given]\nturn = {LONG}\n[[case]]\nid = "a"\n', encoding="utf-8")
    assert cli.run(["cases", str(path)]) == 2
    said = "".join(capsys.readouterr())
    assert f"{path}, line 3: this is not valid TOML: a number with too many digits" in said
    for data in (DEEP.encode(), b"a = '\xed\xa0\x80'", b"a = '\0'"):
        path.write_bytes(b'game = "tigers"\n' + data)
        assert cli.run(["cases", str(path)]) == 2
        assert str(path) in "".join(capsys.readouterr())


# Experiments


def test_an_experiment_with_a_bad_number_is_reported(tmp_path: Path) -> None:
    rng, path, outcome = Random(3), tmp_path / "experiment.toml", 0
    for source in sorted(EXAMPLES.glob("*.toml"))[:4]:
        for _, text in with_bad_numbers(source.read_text(encoding="utf-8"), rng, len(BAD)):
            path.write_text(text, encoding="utf-8")
            words = complaint(read_experiment, path)
            outcome += words != ""
            assert not words or str(path) in words, words[:300]
    assert outcome > 10


# Match files


def played(game: str, orders: int = 6) -> Match[Any]:
    match, rng = new_match(find_game(game), seed=seed_from_number(5)), Random(5)
    for _ in range(orders):
        side = match.game.to_move(match.state)[0]
        order = sample(match.game.offers(match.game.view(match.state, side), side), rng)
        assert order is not None
        match.play(side, order)
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_match_file_with_a_bad_number_is_refused_with_words(game: str) -> None:
    text, rng, refused = savefile.to_bytes(played(game)).decode(), Random(game), 0
    worse = [
        *(one for _, one in with_bad_numbers(text, rng, 4 * len(BAD))),
        text.replace("[", DEEP, 1),
        text + "\0",
    ]
    for one in worse:
        try:
            savefile.from_bytes(one.encode(), find_game)
        except UserError:
            refused += 1
    assert refused > len(worse) * 0.8
    with pytest.raises(UserError):
        savefile.from_bytes(text.replace('"', '"\\ud800', 1).encode(), find_game)


# The terminal


VERBS = (
    "log",
    "replay",
    "odds",
    "why",
    "reach",
    "where",
    "stack",
    "map",
    "units",
    "rule",
    "hint",
    "undo",
    "end",
)


@pytest.mark.parametrize("game", GAMES)
def test_no_bad_number_at_the_terminal_is_more_than_a_message(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARDENNES_SAVES", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    match = played(game, 2)
    forms = sorted(import_module(f"ardennes.games.{game}.words").WORDING.forms)
    lines = [f"{verb} {bad}" for verb in (*VERBS, *forms) for bad in (*BAD, f"1 {LONG}", "\ud800", DEEP)]
    sitting = Sitting(lines, match=match, allied=None)
    text = sitting.run()
    assert not (tmp_path / "fault.txt").exists()
    assert "Traceback" not in text
    assert text.count(LONG[:40]) > len(VERBS)


# The command line and the umpire


@pytest.mark.parametrize("bad", [*BAD, DEEP])
def test_a_bad_number_on_the_command_line_is_reported(
    bad: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = (
        ["umpire", "fight", "--attacker", f"tank {bad}", "--defender", "infantry 8", "--die", "3"],
        ["umpire", "fight", "--attacker", "tank 9", "--defender", "infantry 8", "--die", bad],
        ["umpire", "move", "--troops", "mech", "--mode", "tactical", "--leg", f"{bad} forest"],
        ["umpire", "dogfight", "--allied", bad, "--german", "4", "--what-if"],
        ["umpire", "score", "--score", bad, "--ground", "forest", "--die", "5"],
        ["simulate", "tigers", "--games", "1", "--seed", bad, "--german", "nobody"],
        ["serve", "--no-open", "--data", str(tmp_path), "--set", f"most_matches={bad}", "--set", "x=1"],
        ["rules", "tigers", bad],
    )
    for command in commands:
        code = cli.run([word.replace("\0", "0") for word in command])
        said = "".join(capsys.readouterr())
        assert "Traceback" not in said
        assert code in (0, 1, 2), (command, code)
        assert said.strip(), command


# The server and the site


QUESTIONS = (
    "/replay?at={}",
    "/log?after={}",
    "/log?limit={}",
    "/log?have={}",
    "/messages?after={}",
    "/reach?unit={}",
)
BODIES = ("/undo", "/restart", "/fork", "/ready", "/orders")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(tmp_path_factory.mktemp("matches")) as started:
        yield started


def bodies() -> list[bytes]:
    fields = ("seq", "at", "order", "ready", "to")
    values = [*BAD, DEEP, '"\\ud800"', '"\\u0000"', "-1", "1.5", "9223372036854775808", '{"a":' * 2000]
    return [f'{{"{field}": {value}}}'.encode() for field in fields for value in values]


def test_no_question_to_the_server_is_a_failure_of_its_own(server: Running) -> None:
    table = server.make(seed=1)
    for question in QUESTIONS:
        for bad in (*BAD, "-1", "1.5", "\ud800", DEEP[:3000]):
            path = question.format(quote(bad, safe="", errors="surrogatepass"))
            answer = server.http.get(f"/api/matches/{table.id}{path}", headers=table.headers("german"))
            assert answer.status_code in (200, 400, 403, 404, 422), (path[:80], answer.text[:200])
            assert answer.status_code == 200 or answer.json().get("error") or answer.json().get("facts")
    media = {**table.headers("german"), "Content-Type": "application/json"}
    for number, body in enumerate(bodies()):
        path = f"/api/matches/{table.id}{BODIES[number % len(BODIES)]}"
        answer = server.http.post(path, content=body, headers=media)
        assert answer.status_code in (400, 403, 409, 422), (path, body[:80], answer.text[:200])
        assert answer.json()
    for bad in (LONG, "1e999", "nan", DEEP):
        made = server.http.post(
            "/api/matches",
            content=f'{{"game": "tigers", "seats": {{}}, "seed": {bad}}}'.encode(),
            headers={"Content-Type": "application/json"},
        )
        assert made.status_code == 400
        tried = server.http.post(
            "/api/rules/tigers/cases",
            content=json.dumps({"file": bad, "id": bad}).encode(),
            headers={"Content-Type": "application/json"},
        )
        assert tried.status_code in (400, 404)


def test_no_question_to_the_site_is_a_failure_of_its_own() -> None:
    async def scene() -> None:
        tab = Tab(Browser())
        match, tokens = await tab.make("tigers", {"german": "me", "allied": "beside"})
        for question in QUESTIONS:
            for bad in (*BAD, "-1", "1.5", DEEP[:3000]):
                path = f"/api/matches/{match}{question.format(quote(bad, safe=''))}"
                status, said = await tab.ask("GET", path, token=tokens["german"])
                assert status in (200, 400, 403, 404, 422), (path[:80], said)
        headers = json.dumps({"authorization": f"Seat {tokens['german']}"})
        for number, body in enumerate(bodies()):
            path = f"/api/matches/{match}{BODIES[number % len(BODIES)]}"
            status, _, text = await tab.front.ask("POST", path, headers, body.decode())
            assert status in (400, 403, 404, 409, 422), (path, body[:80], text[:200])

    in_a_loop(scene())


@pytest.mark.parametrize(
    ("shares", "percents"),
    [
        ("1/3 1/3 1/3", [34, 33, 33]),
        ("1/6 1/6 4/6", [17, 17, 66]),
        ("1/8 7/8", [13, 87]),
        ("1/1", [100]),
        ("", []),
    ],
)
def test_percentages_add_up_to_a_hundred(shares: str, percents: list[int]) -> None:
    assert whole_percents([Fraction(share) for share in shares.split()]) == percents
