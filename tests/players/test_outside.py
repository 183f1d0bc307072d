"""Players from outside: programs that speak the line protocol, Python objects, installed packages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ardennes import cli
from ardennes.commands import play as play_command
from ardennes.dice import seed_from_number
from ardennes.errors import UserError
from ardennes.games import find_game
from ardennes.kernel.contract import AnyGame, in_scenario
from ardennes.kernel.match import new_match
from ardennes.lab import arena
from ardennes.lab.experiment import read_experiment
from ardennes.lab.play import NotOver, play_game, play_on, set_table
from ardennes.lab.record import without_time
from ardennes.players.api import make_player
from ardennes.players.outside import line_player, names, process
from ardennes.players.outside.line_player import LinePlayer
from ardennes.players.outside.names import parse_program
from ardennes.players.stand_in import Seated
from ardennes.server.matches.service import seats_of
from ardennes.server.workers.main import Job, think

ROOT = Path(__file__).resolve().parents[2]
GAME = in_scenario(find_game("tigers"), "peiper")
PYTHON_EXAMPLE = f"cmd:{sys.executable} {ROOT / 'examples' / 'line_player.py'}"
SHELL_EXAMPLE = f"cmd:sh {ROOT / 'examples' / 'line_player.sh'}"
posix = pytest.mark.skipif(os.name != "posix", reason="limits of memory and process groups are POSIX")
HELLO = """
import json, os, sys, time
def say(**line): print(json.dumps(line), flush=True)
def hear(what):
    while True:
        line = json.loads(sys.stdin.readline())
        if line["do"] == what: return line
say(do="hello", protocol=1, name="test")
"""
FIRST = """
def first():
    path = []
    while True:
        say(do="offers", path=path)
        page = hear("offers")
        while page["path"] != path: page = hear("offers")
        offer = next(o for o in page["offers"] if not o.get("aside"))
        path.append(offer["at"])
        if "order" in offer: return path
"""


@pytest.fixture
def seat(tmp_path: Path) -> Iterator[Any]:
    """Make a seated player from the text of a program; its programs are ended after the test."""
    players: list[Seated] = []

    def make(text: str, seconds: int = 20, megabytes: int = 1024, side: int = 0) -> Seated:
        file = tmp_path / f"program{len(players)}.py"
        file.write_text(text, encoding="utf-8")
        name = f"cmd,seconds={seconds},megabytes={megabytes}:{sys.executable} -I -S {file}"
        names.check_any_player(name, GAME)
        players.append(names.seat_any_player(name, GAME, side, 3))
        return players[-1]

    yield make
    names.dismiss(players)


def opening(game: AnyGame = GAME, side: int = 0) -> tuple[Any, Any]:
    """Return the first position in which the side decides, and its view."""
    table = set_table(game, ["random", "random"], 1, scenario="peiper", options=None, dice="keyed")
    for orders in range(1, 200):
        with suppress(NotOver):
            play_on(table, orders)
        if table.game.to_move(table.state)[:1] == (side,):
            return table.state, table.game.view(table.state, side)
        table.journal.clear()
    raise AssertionError


def inner(player: Seated) -> LinePlayer:
    assert isinstance(player.player, LinePlayer)
    return player.player


HOSTILE = {
    "hangs": (HELLO + "time.sleep(1000)", 1, "time", "no answer within 1 second"),
    "never says hello": ("import time; time.sleep(1000)", 1, "time", "no answer within 1 second"),
    "closes its input": (HELLO + "os.close(0); time.sleep(1000)", 1, "time", "no"),
    "floods without a line": ("import sys\nwhile True: sys.stdout.write('x' * 9999)", 20, "flood", "longer"),
    "floods with lines": (
        HELLO + "while True: print('{\"do\":\"time\",\"x\":\"' + 'x' * 9000 + '\"}')",
        20, "flood", "1,000,000",
    ),
    "asks without end": (HELLO + "while True: say(do='time')", 20, "flood", "1,000 questions"),
    "writes a huge line": (HELLO + "say(do='time', x='x' * 200_000)", 20, "flood", "100,000 bytes"),
    "writes garbage": (HELLO + "print('my move is e4', flush=True); time.sleep(1000)", 20, "garbage", "JSON"),
    "nests deeply": (HELLO + "print('[' * 90_000, flush=True); time.sleep(1000)", 20, "garbage", "message"),
    "writes no text": (
        HELLO + "sys.stdout.buffer.write(b'\\xff\\x00\\n'); sys.stdout.flush(); time.sleep(1000)", 20,
        "garbage", "message",
    ),
    "crashes": (HELLO + "sys.exit(3)", 20, "crash", "ended"),
    "closes its output": (HELLO + "os.close(1); time.sleep(1000)", 20, "crash", "closed its output"),
    "speaks another version": ("print('{\"do\":\"hello\",\"protocol\":2}')", 20, "garbage", "version 2"),
    "says hello twice": (HELLO + "say(do='hello', protocol=1); time.sleep(1000)", 20, "garbage", "twice"),
    "answers another decision": (
        HELLO + "say(do='order', number=99, path=[0]); time.sleep(1000)", 20, "number", "decision 99",
    ),
    "invents an order": (
        HELLO + "say(do='order', number=1, order={'do': 'win'}); hear('stop')",
        20, "illegal", "cannot be read",
    ),
    "orders a unit of the enemy": (
        HELLO + "say(do='order', number=1, order={'do': 'set_up', 'unit': 'US-99', 'hex': '1308'})\n"
        "hear('stop')", 20, "illegal", "",
    ),
    "names a path that is not there": (
        HELLO + "say(do='order', number=1, path=[7, 10 ** 9]); hear('stop')", 20, "question", "branch",
    ),
    "names a path below zero": (
        HELLO + "say(do='order', number=1, path=[-1]); hear('stop')", 20, "question", "without an order",
    ),
    "asks for a page that is not there": (
        HELLO + "say(do='offers', page=1234); hear('stop')", 20, "question", "page 1234",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_stand_in_decides_for_a_program_that(kind: str, seat: Any) -> None:
    text, seconds, sort, words = HOSTILE[kind]
    player = seat(text, seconds)
    _, view = opening()
    before = view.digest()
    order, why = player.act(view, 0)
    assert GAME.check(view, 0, order) is None
    assert why.startswith(f"the staff in place of {player.name}, who ")
    assert words in why
    assert player.faults == {sort: 1}
    assert view.digest() == before
    assert (inner(player)._process is None) == (sort not in line_player.KEEPS_RUNNING)


@posix
def test_memory_is_limited(seat: Any) -> None:
    hungry = HELLO + "x = bytearray(512 << 20)\n" + FIRST + "say(do='order', number=1, path=first())"
    _, view = opening()
    starved, fed = seat(hungry, megabytes=64), seat(hungry, megabytes=2048)
    starved.act(view, 0)
    fed.act(view, 0)
    assert (starved.faults, fed.faults) == ({"crash": 1}, {})


def test_a_program_that_repeats_an_illegal_order_keeps_running(seat: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    player = seat(
        HELLO
        + f"""
while True:
    number = hear("time")["number"]
    say(do="order", number=number, order={{"do": "end"}})
    open({str(log)!r}, "a").write(hear("replaced")["reason"] + "\\n")
"""
    )
    _, view = opening()
    assert len({msgspec.json.encode(player.act(view, 0)[0]) for _ in range(3)}) == 1
    inner(player).close()
    assert player.faults == {"illegal": 3}
    assert inner(player).starts == 1
    assert log.read_text(encoding="utf-8").splitlines() == [player.examples["illegal"]] * 3


def test_a_program_that_failed_is_started_again_but_not_for_ever(seat: Any, tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    text = (
        HELLO
        + FIRST
        + f"""
if not os.path.exists({str(flag)!r}): open({str(flag)!r}, "w"); sys.exit(1)
say(do="order", number=hear("time")["number"], path=first(), why="all\\u001b[2J well")
hear("stop")
"""
    )
    _, view = opening()
    player = seat(text)
    assert "in place of" in player.act(view, 0)[1]
    assert player.act(view, 0)[1] == "all[2J well", "control characters are dropped"
    broken = seat("")
    for _ in range(5):
        broken.act(view, 0)
    assert inner(broken).starts == line_player.MOST_STARTS
    assert broken.faults == {"crash": 3, "stopped": 2}
    assert "failed 3 times" in broken.examples["stopped"]


@posix
def test_children_of_a_program_end_with_it(seat: Any, tmp_path: Path) -> None:
    flag = tmp_path / "pid"
    text = (
        HELLO
        + FIRST
        + f"""
import subprocess
open({str(flag)!r}, "w").write(str(subprocess.Popen(["sleep", "1000"]).pid))
say(do="order", number=hear("time")["number"], path=first())
hear("stop")
"""
    )
    player = seat(text.replace("-S", ""))
    _, view = opening()
    player.act(view, 0)
    assert player.faults == {}
    pid = int(flag.read_text())
    inner(player).close()
    ask = ["ps", "-o", "stat=", "-p", str(pid)]
    for _ in range(100):  # a killed process needs a moment to end
        state = subprocess.run(ask, capture_output=True, text=True, check=False).stdout.strip()
        if state[:1] in ("", "Z"):
            return
        time.sleep(0.05)
    pytest.fail(f"still there: {state}")


@pytest.mark.parametrize("name", [PYTHON_EXAMPLE, pytest.param(SHELL_EXAMPLE, marks=posix)])
@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("tigers", "peiper"),
        ("breakthrough", "losheim"),
        ("wave_of_terror", "skyline"),
        ("playsheet", "xlvii_corps"),
    ],
)
def test_the_examples_play_the_same_match_with_the_same_seed(name: str, game: str, scenario: str) -> None:
    results = []
    for _ in range(2):
        table = set_table(find_game(game), [name, "random"], 5, scenario=scenario, options=None, dice="keyed")
        try:
            with suppress(NotOver):
                play_on(table, 24)
        finally:
            names.dismiss(table.players)
        (player,) = (one for one in table.players if isinstance(one, Seated))
        assert player.examples == {}
        assert table.orders[0] > 0
        results.append((table.journal, table.state.digest()))
    assert results[0] == results[1]


def test_a_program_learns_nothing_that_is_hidden_from_its_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """In positions that differ in hidden facts only, the program gets the same bytes."""
    sent: list[bytes] = []
    real = process.LineProcess.send

    def send(self: process.LineProcess, line: bytes) -> None:
        sent.append(line)
        real(self, line)

    monkeypatch.setattr(process.LineProcess, "send", send)
    state, _ = opening()
    compared = 0
    for side in (0, 1):
        state, _ = opening(side=side)
        twins = GAME.hidden_twins(state, side)[:2]
        scripts = set()
        for world in (state, *twins):
            sent.clear()
            player = names.seat_any_player(PYTHON_EXAMPLE, GAME, side, 3)
            player.act(GAME.view(world, side), side)
            assert player.faults == {}
            scripts.add(tuple(sent))
            names.dismiss([player])
        assert len(scripts) == 1
        compared += len(twins)
    assert compared


def test_the_seed_of_the_dice_is_not_sent() -> None:
    player = names.seat_any_player(PYTHON_EXAMPLE, GAME, 1, 2 * 7 + 1)
    assert inner(player).seed not in (7, 14, 15)
    assert inner(player).seed == inner(names.seat_any_player(PYTHON_EXAMPLE, GAME, 1, 15)).seed


def test_the_transcript_in_the_documents_is_a_real_conversation() -> None:
    """Replay the program's lines of the page; the engine must write the lines shown."""
    text = (ROOT / "docs" / "reference" / "player-protocol.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"<!-- transcript -->\n\n```text\n(.*?)```", text, re.DOTALL)
    lines = shown.splitlines()
    given = [line[2:] for line in lines if line.startswith("< ")]
    assert [line if line[0] == "<" else f"> {line[2:]}" for line in conversation(given)] == lines


class Rehearsed:
    """In place of a process: says prepared lines and writes down the conversation."""

    def __init__(self, answers: list[str]) -> None:
        self.answers, self.lines = answers, list[str]()

    def send(self, line: bytes) -> None:
        plain = msgspec.json.decode(line)
        for long in {"view", "rules"} & set(plain):
            plain[long] = "..."
        self.lines.append("> " + msgspec.json.encode(plain).decode())

    def begin(self) -> None:
        pass

    def line(self, until: float, seconds: int) -> bytes:
        self.lines.append("< " + self.answers.pop(0))
        return self.lines[-1][2:].encode()

    def close(self) -> None:
        pass

    kill = close


def conversation(answers: list[str]) -> list[str]:
    """Return what both say in the first two decisions of the Allies in the campaign of Tigers."""
    rehearsed = Rehearsed(list(answers))
    game = find_game("tigers")
    match = new_match(game, None, {}, seed_from_number(7))
    player = LinePlayer("x", ["x"], process.Limits(), game, 1, 7)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_player, "LineProcess", lambda *_: rehearsed)
        view = game.view(match.state, 1)
        with suppress(Exception):
            player.act(view, 1)
        order, why = player.act(view, 1)
        assert game.check(view, 1, order) is None
        assert why
        player.close()
    return rehearsed.lines


# Names


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cmd:", "needs a program"),
        ("cmd:no-such-program-here x", "no program 'no-such-program-here'"),
        ("cmd:'", "cannot read the command"),
        ("cmd,seconds=0:sh", "'seconds=0' is not a limit"),
        ("cmd,minutes=1:sh", "'minutes=1' is not a limit"),
        ("cmd,seconds=99999999999:sh", "is not a limit"),
        ("no_such_module_here:Class", "ModuleNotFoundError"),
        ("json:no_such_name", "AttributeError"),
        ("json:__name__", "not a class or function"),
        ("stuff", "Did you mean staff?"),
        ("veteran:many", "has no player 'veteran:many'"),
    ],
)
def test_a_name_that_cannot_play_is_refused_with_the_reason(name: str, words: str) -> None:
    with pytest.raises(UserError, match=re.escape(words)):
        names.check_any_player(name, GAME)


def test_limits_are_part_of_the_name() -> None:
    assert parse_program(",seconds=30,megabytes=512", "sh -c 'a b'") == (["sh", "-c", "a b"], (30, 512))


def test_own_names_need_no_stand_in() -> None:
    assert type(names.make_any_player("veteran:15", GAME, 0, 1)) is type(make_player("veteran", GAME, 0, 1))


PACKAGE = """
import sys
from ardennes.players.random_player import RandomPlayer

class Lucky(RandomPlayer):
    def __init__(self, game, side, seed):
        super().__init__(game, seed)

class Leaving(Lucky):
    def act(self, view, side):
        sys.exit(3)

class Wordless(Lucky):
    def act(self, view, side):
        return "attack", ""

def broken(game, side, seed):
    raise ValueError("no maps")
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package that offers the player `lucky`."""
    (tmp_path / "lucky_players.py").write_text(PACKAGE, encoding="utf-8")
    info = tmp_path / "lucky_players-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lucky-players\nVersion: 1.0\n")
    entries = "lucky = lucky_players:Lucky\nstaff = lucky_players:Leaving\n"
    (info / "entry_points.txt").write_text(f"[ardennes.players]\n{entries}")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    sys.modules.pop("lucky_players", None)


@pytest.mark.usefixtures("package")
def test_an_installed_package_offers_players(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("lucky", "lucky_players:Lucky"):
        record = play_game(GAME, (name, "random"), 4, scenario="peiper")
        assert record.finished
        assert (record.sides[0].player, record.sides[0].refused) == (name, 0)
    assert type(names.make_any_player("staff", GAME, 0, 1)) is type(make_player("staff", GAME, 0, 1))
    assert cli.run(["player", "list"]) == 0
    assert "lucky  (lucky_players:Lucky)" in capsys.readouterr().out
    with pytest.raises(UserError, match="Installed packages have: lucky"):
        names.check_any_player("luck", GAME)


@pytest.mark.usefixtures("package")
def test_a_class_that_fails_is_replaced() -> None:
    _, view = opening()
    for name, words in (("Leaving", "tried to end the program"), ("Wordless", "str instead of an order")):
        order, why = names.make_any_player(f"lucky_players:{name}", GAME, 0, 1).act(view, 0)
        assert GAME.check(view, 0, order) is None
        assert words in why
    with pytest.raises(UserError, match="ValueError: no maps"):
        names.make_any_player("lucky_players:broken", GAME, 0, 1)


# Commands


@posix
def test_the_arena_takes_a_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", SHELL_EXAMPLE, "random", "--scenario", "peiper", "--pairs", "1", "--seed", "50"]
    words += ["--confirm-seed", "40000", "--workers", "1", "--folder", str(tmp_path)]
    assert cli.run(words) == 1
    (result,) = arena.read_results(tmp_path)
    assert result.head.players == (SHELL_EXAMPLE, "random")
    assert len(result.sound()) == 1
    assert result.pairs[0].replaced == 0
    assert "/" not in result.path.name
    assert "stand-in" not in capsys.readouterr().out


def test_results_of_outside_players_stay_out_of_the_projects_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["arena", PYTHON_EXAMPLE, "staff"]) == cli.USER_MISTAKE
    assert "--folder" in capsys.readouterr().err


def test_the_record_says_how_often_a_stand_in_decided(tmp_path: Path) -> None:
    def play() -> Any:
        bad = f"cmd:{sys.executable} -I -S -c 'print(1)'"
        return play_game(GAME, (bad, "random"), 4, scenario="peiper", faults=tmp_path)

    record = play()
    german = record.sides[0]
    assert record.finished
    assert german.refused == german.orders > 3
    assert record.refusals[0].startswith(
        f"seed 4, {german.player} (german) wrote a line that is not a message"
    )
    assert "replaced 3 times" in record.refusals[0]
    assert without_time(play()) == without_time(record)


def test_a_broken_game_with_a_program_is_saved(tmp_path: Path) -> None:
    record = play_game(GAME, (PYTHON_EXAMPLE, "random"), 4, scenario="peiper", max_orders=3, faults=tmp_path)
    assert not record.finished
    assert Path(record.save).parent == tmp_path


def test_a_saved_match_cannot_start_a_program(tmp_path: Path) -> None:
    flag = tmp_path / "started"
    evil = f"cmd:{sys.executable} -c 'open({str(flag)!r}, \"w\")'"
    match = new_match(GAME, "peiper", {}, seed_from_number(1))
    names_now = play_command.names_kept(GAME, "", "", [evil, "human"])
    assert evil not in names_now
    with pytest.raises(UserError, match="on the command line"):
        play_command.seats_of(match, [evil, "human"])
    seats = play_command.seats_of(match, [evil, "human"], outside=[evil])
    assert seats[0] is not None
    assert not flag.exists()


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("name", ["cmd:sh -c true", "lucky_players:Lucky", "lucky"])
def test_servers_never_take_a_player_from_outside(name: str) -> None:
    assert names.is_outside(name, "tigers")
    with pytest.raises(UserError, match="choose one of"):
        seats_of(find_game("tigers"), {"german": name, "allied": "staff"}, 1)
    _, view = opening()
    job = Job("", "tigers", name, 1, 0, msgspec.json.encode(view.record()), "peiper")
    with pytest.raises(UserError, match="has no player"):
        think(job)


def test_the_server_does_not_import_them() -> None:
    for path in (ROOT / "src" / "ardennes").rglob("*.py"):
        if path.relative_to(ROOT / "src" / "ardennes").parts[0] in ("server", "site", "umpire", "kernel"):
            assert "players.outside" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize("name", [PYTHON_EXAMPLE, "lucky"])
@pytest.mark.usefixtures("package")
def test_check_praises_a_good_player(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["player", "check", name, "--orders", "12"]) == 0
    text = capsys.readouterr().out
    assert text.count("The same seed gave the same orders") == 2
    assert "no mistakes" in text


def test_check_names_mistakes_and_remedies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["player", "check", f"cmd:{sys.executable} -c print(1)", "--orders", "8"]) == 1
    text = capsys.readouterr().out
    assert "wrote a line that is not a message" in text
    assert "Write one JSON object per line" in text
    file = tmp_path / "dicey.py"
    example = (ROOT / "examples" / "line_player.py").read_text(encoding="utf-8")
    file.write_text(example.replace('random.Random(line["seed"])', "random.Random()"), encoding="utf-8")
    assert cli.run(["player", "check", f"cmd:{sys.executable} {file}", "--orders", "30"]) == 1
    assert "Draw random numbers only from the seed" in capsys.readouterr().out
    assert cli.run(["player", "check", "staff"]) == cli.USER_MISTAKE
    assert "one of the project's own players" in capsys.readouterr().err


def test_every_mistake_has_a_remedy() -> None:
    from ardennes.commands.player import REMEDIES

    players = ROOT / "src" / "ardennes" / "players"
    files = (*(players / "outside").glob("*.py"), players / "stand_in.py")
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    assert set(re.findall(r'Fault\(\s*"(\w+)"', source)) == set(REMEDIES)


@posix
def test_a_program_is_tried_on_tactical_positions(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["tactics", "tigers", "--player", SHELL_EXAMPLE, "--only", "the flank"]) == 0
    assert f"{SHELL_EXAMPLE}: the flank:" in capsys.readouterr().out


def test_an_experiment_takes_a_program_and_refuses_a_missing_one(tmp_path: Path) -> None:
    file = tmp_path / "question.toml"
    text = """
question = "Does the example play?"
game = "tigers"
scenarios = ["peiper"]
measures = ["german_wins"]
[[players]]
german = {name}
allied = "random"
[seeds]
first = 1
[stop]
games = 2
"""
    file.write_text(text.format(name=f"'{PYTHON_EXAMPLE}'"), encoding="utf-8")
    (configuration,) = read_experiment(file).configurations
    assert configuration.german == PYTHON_EXAMPLE
    file.write_text(text.format(name="'cmd:no-such-program-here'"), encoding="utf-8")
    with pytest.raises(UserError, match="no program 'no-such-program-here'"):
        read_experiment(file)


def test_the_arena_says_that_a_stand_in_decided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = f"cmd:{sys.executable} -I -S -c print(1)"
    words = ["arena", bad, "random", "--scenario", "peiper", "--pairs", "1", "--seed", "50"]
    assert cli.run([*words, "--workers", "1", "--folder", str(tmp_path)]) == 1
    (result,) = arena.read_results(tmp_path)
    assert result.pairs[0].replaced > 3
    assert f"A stand-in decided {result.pairs[0].replaced} times" in capsys.readouterr().out
