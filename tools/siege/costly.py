"""Expensive requests: the end, replay and analysis of a long match, and hints from many forks."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from random import Random

from ardennes.dice import seed_from_number
from ardennes.games import find_game
from ardennes.kernel import savefile
from ardennes.kernel.match import new_match
from ardennes.kernel.offers import sample
from tools.siege.client import Away, can_be
from tools.siege.flooder import Flood
from tools.siege.floods import FLOODER_AT, request
from tools.siege.fort import Fort
from tools.siege.load import SHORTEST, Player, expect_quick, process, report_of
from tools.siege.plan import Round
from tools.siege.table import Table, make

GAME = "wave_of_terror"  # its random matches are long: 3,300 orders
MOST_ORDERS = 20_000
FORKS = 12
CONNECTIONS = 6
HINT_SECONDS = 10.0  # for another player's hint, while one player asks from all its forks


def long_match(game_id: str, seed: int) -> bytes:
    """Play a whole match at random in this process; return its file."""
    game = find_game(game_id)
    match, rng = new_match(game, None, None, seed_from_number(seed)), Random(seed)
    while match.result() is None and match.seq < MOST_ORDERS:
        side = game.to_move(match.state)[0]
        order = sample(game.offers(game.view(match.state, side), side), rng)
        assert order is not None
        match.play(side, order)
    return savefile.to_bytes(match)


def take_in(fort: Fort, data: bytes, at: str) -> Table:
    """Import the match into the server, with a seat for the attacker."""
    body = {"match": json.loads(data), "seats": {"german": "me", "allied": "invited"}, "name": "Long"}
    made = fort.owner("POST", "/api/matches/import", body).json()
    return Table(fort, made["id"], made["tokens"], at)


def floods_of(fort: Fort, table: Table, seconds: float) -> Iterator[tuple[str, Flood]]:
    """Return every flood by name; all use one seat."""

    def asking(*paths: str, count: int = CONNECTIONS) -> Flood:
        asks = [request(fort, "GET", table.path + path, table.tokens["german"]) for path in paths]
        return Flood(fort.port, seconds, count, table.at, asks=asks)

    yield "ends of a finished match", asking("/end")
    yield "replays of a long match", asking("/replay?at=NUMBER")
    yield "views and logs of a long match", asking("", "/log?after=NUMBER", "/export")
    yield "accounts and reports", asking("/account", "/report", count=12)


def costly(now: Round) -> None:
    """Flood with expensive requests of one seat; another player must be answered."""
    with now.fort() as fort:
        at = FLOODER_AT if can_be(FLOODER_AT) else ""
        player = Player(now, fort)
        table = take_in(fort, long_match(GAME, now.seed), at)
        seconds = max(SHORTEST, now.left / 8)
        table.ask("german", "GET", "/end")  # so that the flood requests cached results
        calm, _ = player.play(seconds)
        while now.go_on():
            for name, flood in floods_of(fort, table, seconds + 0.5):
                with process("flooder", flood) as child:
                    slow, wrong = player.play(seconds)
                    result = report_of(child)
                now.count("floods of costly requests")
                expect_quick(now, name, calm, slow, wrong, result)
            _hints_of_forks(now, fort, player, calm, seconds, at)


def _hints_of_forks(now: Round, fort: Fort, player: Player, calm: float, seconds: float, at: str) -> None:
    """Request hints for one seat from all its forks at once; another player must still get a hint."""
    name = "hints from the forks of one seat"
    table = make(fort, "tigers", {"german": "invited", "allied": "me"})
    mine = [(table.path, table.tokens["allied"])]
    for number in range(FORKS):
        forked = fort.client(at).ask(
            "POST", f"{table.path}/fork", {"at": 0, "name": f"Fork {number}"}, token=table.tokens["allied"]
        )
        if now.expect(forked.status == 201, "a seat within its quota cannot fork", table.path, forked):
            made = forked.json()
            mine.append((f"/api/matches/{made['id']}", made["tokens"]["allied"]))
    asks = [request(fort, "GET", f"{path}/hint", token) for path, token in mine]
    with process("flooder", Flood(fort.port, seconds + 0.5, len(asks), at, asks=asks)) as child:
        other = make(fort, "tigers")
        began = time.monotonic()
        try:
            hint = str(other.ask("allied", "GET", "/hint").status)
        except Away as error:
            hint = str(error)
        took = time.monotonic() - began
        slow, wrong = player.play(seconds)
        result = report_of(child)
    now.count("floods of costly requests")
    expect_quick(now, name, calm, slow, wrong, result)
    now.expect(
        hint == "200" and took < HINT_SECONDS,
        "a flood of hints from forks: another player gets no hint",
        result,
        f"{hint} after {took:.1f} s",
    )
