"""The siege itself: a correct server passes, and each attack detects the faults planted for it.

The faults are put into the server's own process: a script breaks one function of each kind and then starts
it. No attack detects another's fault, so one server has them all; only acknowledged orders that are not saved
would disturb every attack.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.server.running import Running
from tools.siege import __main__ as command
from tools.siege import doors
from tools.siege.attacks import ATTACKS
from tools.siege.fort import SERVE, lobby_headers, read_start
from tools.siege.fuzz import value
from tools.siege.plan import (
    BROKEN,
    HELD,
    SKIPPED,
    Attack,
    Result,
    Round,
    as_json,
    besiege,
    lines,
    markdown,
)

RUN = "\nimport sys\nfrom ardennes.cli import run\nsys.exit(run(sys.argv[1:]))"
SPOILED = {
    # Every fifth order is acknowledged but not saved.
    "kills": """
from ardennes.server.storage import sql
sound = sql.Store.append
def append(self, match, seq, number, *more):
    if number % 5:
        sound(self, match, seq, number, *more)
sql.Store.append = append
""",
    # A watcher receives what only a side may know.
    "twins": """
from ardennes.kernel import visibility
visibility.visible_event = lambda game, event, reader: event
from ardennes.games.tigers.game import Tigers
Tigers.view = lambda self, state, side: state
""",
    # Checksum, promise and positions of a match file are trusted.
    "forged": """
from ardennes.commands import verify
verify.why_not_proved = lambda match, header, promise: ""
""",
    # A token of any match opens a seat of every match.
    "authorisation": """
from ardennes.server.routes import context
sound_place = context.place_of
def place_of(found, match, token):
    kept = found.room.store.find_token(token) if token else None
    return context.Place(match, *kept[1:]) if kept is not None else sound_place(found, match, token)
context.place_of = place_of
""",
    # A link opens its seat any number of times.
    "races": """
from ardennes.server.matches import seats
sound_take = seats._take
def take(room, taking):
    sound_take(room, taking._replace(link=""))
seats._take = take
""",
    # The host enters every seat without a message to anybody.
    "seats": """
from ardennes.server.storage import seat_rows
def take_silently(db, taking, add_token):
    if taking.link:
        seat_rows._use_link(db, taking.link)
    add_token(db, taking)
    return False
seat_rows.take = take_silently
""",
    # Ambiguous requests are accepted.
    "requests": """
from ardennes.server.http import connections
import h11
class Lenient(h11.Connection):
    fault = ""
    def __init__(self):
        super().__init__(h11.SERVER, 65536)
connections.StrictConnection = Lenient
""",
    # One request gets an internal error.
    "fuzz": """
from ardennes.server.routes import match
match.who_comes = lambda *_: 1 / 0
""",
}

LOAD = ("sockets", "costly")
UNLIMITED_SOCKETS = """
from ardennes.server.http import socket_limits
class Unlimited(socket_limits.Bucket):
    def take(self, client, many=1):
        return 0.0
socket_limits.Bucket = Unlimited
"""


def besieged(names: Sequence[str], seconds: float, serve: Sequence[str] = SERVE) -> list[Result]:
    return besiege([attack for attack in ATTACKS if attack.name in names], seconds, 5, serve)


@pytest.mark.long
def test_a_siege_of_one_round_is_held_off() -> None:
    """Every day: one round of each fast attack."""
    results = besieged([attack.name for attack in ATTACKS if attack.daily], 0.0)
    assert {"kills", "twins", "authorisation", "seats", "requests"} <= {one.attack.name for one in results}
    for result in results:
        assert (result.verdict in (HELD, SKIPPED), result.broken) == (True, []), result.attack.name
        assert result.rounds == 1
        assert sum(result.counts.values()) > 0 or result.skipped


@pytest.mark.slow
def test_a_complete_siege_is_held_off() -> None:
    """All attacks, including the floods, for some minutes."""
    results = besiege(ATTACKS, 180.0, 11)
    assert [(result.attack.name, result.broken) for result in results if result.verdict == BROKEN] == []
    assert all(result.rounds for result in results)


@pytest.mark.slow
def test_a_siege_by_load_is_held_off() -> None:
    """Minutes: every kind of flood lasts some seconds."""
    for result in besieged(LOAD, 1.0):
        assert (result.verdict, result.broken) == (HELD, [])


@pytest.mark.slow
def test_a_server_without_limits_of_its_sockets_is_found_out() -> None:
    (result,) = besieged(("sockets",), 1.0, [sys.executable, "-c", UNLIMITED_SOCKETS + RUN])
    assert result.verdict == BROKEN
    assert any("empty pings on 12 sockets is not closed" in what for what in result.kinds), result.kinds


FOUND = {
    "kills": "an acknowledged order is lost, doubled or another",
    "twins": "tigers: german: GET reveals what is hidden",
    "forged": "a forged file is VERIFIED",
    "authorisation": "GET /api/matches/{match_id} lets in: seat elsewhere",
    "seats": "the host sits in a guest's seat",
    "requests": "an ambiguous request is not refused and disconnected",
    "races": "not exactly one gets a seat by a link",
    "fuzz": "GET /api/matches/{match_id}/comers answers 500",
}


@pytest.mark.long
@pytest.mark.parametrize(
    "names",
    [("kills",), ("twins", "forged", "authorisation", "races", "fuzz"), ("seats", "requests")],
    ids="+".join,
)
def test_a_server_with_faults_is_found_out(names: Sequence[str]) -> None:
    spoiled = "".join(SPOILED[name] for name in names)
    results = besieged(names, 0.5, [sys.executable, "-c", spoiled + RUN])
    assert [result.attack.name for result in results] == [name for name in SPOILED if name in names]
    for result in results:
        name = result.attack.name
        assert result.verdict == BROKEN, name
        assert any(FOUND[name] in what for what in result.kinds), (name, result.kinds)
        assert not any("not understood" in what for what in result.kinds), (name, result.broken)
        assert all(broken.request or broken.answer for broken in result.broken), (name, result.broken)
        assert f"python -m tools.siege --only {name} --seed 5" in "\n".join(lines([result]))


def test_the_table_of_doors_has_every_route_of_the_api_page(server: Running) -> None:
    """Fails for a route without a row, and for a row without a route."""
    page = server.http.get("/api/openapi.json").json()
    assert doors.compare_with_page(page) == []
    assert {door.kind for door in doors.DOORS.values()} <= doors.KINDS.keys()


def test_a_difference_between_doors_and_routes_is_named(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = server.http.get("/api/openapi.json").json()
    monkeypatch.setitem(doors.DOORS, "PUT /api/games", doors.Door("public"))
    monkeypatch.setitem(doors.DOORS, "GET /api/games", doors.Door("look"))
    monkeypatch.delitem(doors.DOORS, "GET /api/matches")
    differences = "\n".join(doors.compare_with_page(page))
    assert "GET /api/matches is not in the table" in differences
    assert "PUT /api/games is in the table" in differences
    assert "GET /api/games: the API page and DOORS differ on whether a seat is needed" in differences
    assert differences.count("\n") == 2


def test_a_server_that_does_not_start_is_reported() -> None:
    (result,) = besieged(["races"], 1.0, [sys.executable, "-c", "print('no'); raise SystemExit(2)"])
    assert result.verdict == BROKEN
    assert "no" in result.broken[0].answer


# Command line


def _count(now: Round) -> None:
    while now.go_on():
        now.count("goes")
        if now.result.counts["goes"] >= 3:
            return


def _break(now: Round) -> None:
    now.count("goes")
    now.broke(f"promise {now.rng.randrange(10**6)}", "GET /", "500")


def test_every_attack_gets_a_round_however_short_the_time() -> None:
    held, broken = besiege([Attack("a", "", "", _count), Attack("b", "p", "", _break)], 0.0, 7)
    assert (held.rounds, held.verdict, held.counts["goes"]) == (1, HELD, 1)
    assert (broken.rounds, broken.verdict) == (1, BROKEN)
    again = besiege([Attack("b", "p", "", _break)], 0.0, 7)[0]
    assert again.broken == broken.broken  # the seed repeats it
    assert "**broken**: promise" in markdown([held, broken])
    assert json.loads(as_json([broken], 7))["attacks"][0]["broken"][0]["request"] == "GET /"


def test_the_command_lists_teaches_and_answers_by_its_exit_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert command.main(["--list"]) == 0
    listed = capsys.readouterr().out
    assert all(one.name in listed and one.promise in listed for one in ATTACKS)
    with pytest.raises(SystemExit):
        command.main(["--help"])
    assert "--only kills" in capsys.readouterr().out
    monkeypatch.setattr(command, "ATTACKS", (Attack("a", "", "", _count), Attack("b", "p", "", _break)))
    report = tmp_path / "siege.json"
    assert command.main(["--minutes", "0", "--seed", "7", "--json", str(report), "--markdown"]) == 1
    said = capsys.readouterr().out
    assert "1 of 2 attacks held off; broken: b." in said
    assert "| a | goes 1 | held |" in said
    assert json.loads(report.read_text())["seed"] == 7
    assert command.main(["--minutes", "0", "--only", "a"]) == 0


def test_the_lobbys_token_is_read_from_what_the_server_prints() -> None:
    assert read_start("Loading") is None
    assert read_start("Ardennes is at http://127.0.0.1:8044/ (stop with Ctrl-C)") == (8044, "")
    for printed in ("?token=0123456789abcdef", "#token=0123456789abcdef", "#/lobby/0123456789abcdef"):
        address = f"http://127.0.0.1:81/{printed}"
        assert read_start(f"Ardennes is at {address} (stop with Ctrl-C)") == (81, "0123456789abcdef")
    scheme = {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Owner <token>`, told.",
    }
    page = {"components": {"securitySchemes": {"seat": {"type": "apiKey"}, "lobby": scheme}}}
    assert lobby_headers(page, "abc") == {"Authorization": "Owner abc"}
    assert lobby_headers({}, "abc") == {"Authorization": "Lobby abc"}
    assert lobby_headers(page, "") == {}


def test_made_up_bodies_mostly_fit_their_schema() -> None:
    schema = {"type": "object", "properties": {"at": {"type": "integer", "maximum": 9}}, "required": ["at"]}
    made = [value(schema, {}, Random(seed)) for seed in range(200)]
    assert sum(isinstance(one, dict) and "at" in one for one in made) > 150
    assert any(not isinstance(one, dict) for one in made)
