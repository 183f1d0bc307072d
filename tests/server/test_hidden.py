"""No byte that a seat receives depends on what is hidden.

Two matches are played in parallel. They differ only in the place of the fuel dump. Until it is seen, every
answer to the German seat must be the same in both, byte for byte.
"""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, ExitStack
from random import Random

import httpx
import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from ardennes.kernel.contract import Order
from ardennes.kernel.offers import sample
from ardennes.server.matches.session import Live
from tests.server.running import PATIENCE, Player, Running, dump_in

pytestmark = pytest.mark.long  # whole games, servers that are killed

PLACES = ("1007", "909")
QUESTIONS_EVERY = 150  # orders
SOME = 460  # orders after which questions are asked, four times
LOOK_EVERY = 12  # a view holds the last dozen orders, so none is missed
WHISPER = "WHISPERED"  # the reason of every Allied order


class Pair:
    """The two matches, and what the German seat has received of them."""

    def __init__(self, server: Running, seed: int) -> None:
        self.room = server.house.room
        self.tables = [server.make(seed=seed, name="Twin") for _ in PLACES]
        for table in self.tables:  # a watcher may know as little
            sat = server.http.post(f"/api/matches/{table.id}/sit", json={"seat": "watch"})
            table.tokens.update(sat.json()["tokens"])
        self.received = bytearray()
        self.refusals = 0
        self.patches = 0

    @property
    def lives(self) -> list[Live]:
        return [self.room._find(table.id) for table in self.tables]

    def german(self, answers: list[httpx.Response]) -> None:
        """Compare what the German seats received."""
        one, two = (
            (
                answer.status_code,
                {**answer.headers, "date": ""},
                answer.content.replace(table.id.encode(), b"ID"),
            )
            for answer, table in zip(answers, self.tables, strict=True)
        )
        assert one == two
        self.received += answers[0].content
        self.refusals += answers[0].status_code == 422
        self.patches += b'"patch":' in answers[0].content

    def ask(self, path: str = "", seat: str = "german", **query: object) -> httpx.Response:
        answers = [table.get(seat, path, **query) for table in self.tables]
        self.german(answers)
        return answers[0]

    def post(self, path: str, body: object, seat: str = "german") -> None:
        self.german([table.post(seat, path, body) for table in self.tables])

    def hide(self) -> None:
        """Hide the dump: in one place in one match, in another in the other."""
        for place, table in zip(PLACES, self.tables, strict=True):
            with self.room.at(table.id) as live:
                self.room.play(live, 1, live.game.read_order({"do": "hide_dump", "hex": place}), WHISPER)

    def to_move(self) -> int:
        return self.lives[0].game.to_move(self.lives[0].match.state)[0]

    def next_order(self, rng: Random) -> tuple[int, Order]:
        """Return an order that is possible in both; the German one must not depend on the dump."""
        one, two = self.lives
        side = self.to_move()
        view = one.game.view(one.match.state, side)
        while True:
            order = sample(one.game.offers(view, side), rng)
            assert order is not None
            if two.match.check(side, order) is None:
                return side, order
            assert side == 1

    def give(self, side: int, order: Order, over_http: bool) -> None:
        if side == 0 and over_http:
            body = {"seq": self.lives[0].seq, "order": msgspec.to_builtins(order)}
            version = self.ask().json()["version"]
            for table in self.tables:
                table.held["german"] = version
            self.post("/orders", body)
            for table in self.tables:
                table.held.clear()
            return
        for table in self.tables:
            with self.room.at(table.id) as live:
                self.room.play(live, side, order, WHISPER if side else "")

    def found(self) -> bool:
        """Return whether the dump has been seen in either match."""
        return any(live.match.state.dump_known for live in self.lives)

    def over(self) -> bool:
        return any(live.match.result() is not None for live in self.lives)

    def questions(self, rng: Random) -> None:
        """Send every request of a German seat."""
        view = self.ask().json()
        seq, orders = view["seq"], view["orders"]
        for seat in ("german", "watch"):
            self.ask("", seat)
            self.ask("/log", seat, after=max(0, seq - 30))
            self.ask("/replay", seat, at=rng.randrange(orders + 1))
            self.ask("/export", seat)
            self.post("/fork", {"at": orders}, seat)
            self.post("/orders", {"seq": seq, "order": {"do": "hide_dump", "hex": PLACES[0]}}, seat)
        units = [u["id"] for u in view["board"]["units"] if u["id"].startswith("G-")]
        for unit in rng.sample(units, min(2, len(units))):
            self.ask("/reach", unit=unit)
            self.ask("/why", unit=unit, hex=PLACES[0])
            self.post("/route", {"unit": unit, "path": [PLACES[0]]})
        for place in PLACES:
            self.ask("/why", hex=place)
            self.post("/odds", {"targets": [place], "attackers": units[:2]})
            for order in (
                {"do": "hide_dump", "hex": place},
                {"do": "bomb", "air": "AIR-LW1", "target": place},
                {"do": "move", "unit": units[0], "path": [place]},
            ):
                self.post(
                    "/orders",
                    {"seq": seq + (order["do"] == "move" and view["choices"]["mine"]), "order": order},
                )
        self.post("/orders", {"seq": seq, "order": {"do": "bomb", "air": "AIR-LW1", "target": "dump"}})
        self.post("/orders", {"seq": max(0, seq - 1), "order": {"do": "end"}})
        self.post("/undo", {"seq": seq + 1})


@pytest.mark.parametrize(
    "most", [SOME, pytest.param(10**6, marks=pytest.mark.slow)], ids=["much of it", "all of it"]
)
def test_nothing_the_german_seat_receives_over_a_whole_game_depends_on_what_is_hidden(
    server: Running, most: int
) -> None:
    pair = Pair(server, 21)
    pair.ask()
    pair.hide()
    rng = Random(21)
    given = 0
    while not pair.found() and given < most:
        if given % QUESTIONS_EVERY == 0:
            pair.questions(rng)
        if given % LOOK_EVERY == 0:
            pair.ask()
        side, order = pair.next_order(rng)
        pair.give(side, order, over_http=given % LOOK_EVERY == 1)
        given += 1
        if pair.over():
            break
    assert given > 150, "the dump was found too early for this to say much"
    assert len(pair.received) > 10**6
    assert pair.refusals > 20
    assert pair.patches > 5
    no_secret_in(pair)


def no_secret_in(pair: Pair) -> None:
    """Nothing sent to the seat contains a seed, a fingerprint or a reason of the other side."""
    for live in pair.lives:
        assert WHISPER.encode() not in pair.received
        secrets = [live.match.setting.seed.hex(), live.match.start_digest]
        secrets += [entry.digest for entry in live.match.journal]
        # They are long runs of hexadecimal digits; searching all data for each would take long.
        least = min(map(len, secrets))
        runs = b" ".join(re.findall(rb"[0-9a-f]{%d,}" % least, pair.received))
        assert all(re.fullmatch(r"[0-9a-f]+", secret) for secret in secrets)
        assert not [secret for secret in secrets if secret.encode() in runs]
    if pair.over():  # now everything is public
        assert WHISPER in pair.tables[0].get("german", "/log", limit=5).text


def test_a_hint_and_the_socket_tell_nothing_hidden_either(server: Running) -> None:
    pair = Pair(server, 8)
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(listening(table)) for table in pair.tables]
        pair.hide()
        rng = Random(8)
        while len(pair.lives[0].told) < 40 or pair.to_move() != 0:
            pair.give(*pair.next_order(rng), over_http=False)
        assert not pair.found()
        assert pair.ask("/hint").status_code == 200
        for line in lines:
            received = [line.recv(PATIENCE)]
            while received[-1] != f'{{"seq":{pair.lives[0].seq}}}':
                received.append(line.recv(PATIENCE))
            assert all(re.fullmatch(r'\{"seq":\d+\}', str(words)) for words in received)


def listening(table: Player) -> AbstractContextManager[ClientConnection]:
    """The German seat's socket."""
    address = f"ws://127.0.0.1:{table.server.port}/api/matches/{table.id}/live"
    return connect(address, additional_headers=table.headers("german"))


def test_the_allied_seat_does_receive_it(server: Running) -> None:
    """Check that the comparison above can fail."""
    table = server.make(seed=1)
    table.done("allied", {"do": "hide_dump", "hex": "1007"})
    assert dump_in(table.view("allied")["board"]) == "1007"
    assert table.get("allied", "/log").json()["entries"][0]["given"]["hex"] == "1007"


def whispering(server: Running) -> Player:
    """Return a match in which the Allied order has a reason."""
    table = server.make()
    room = server.house.room
    with room.at(table.id) as live:
        room.play(live, 1, live.game.read_order({"do": "hide_dump", "hex": "1008"}), WHISPER)
    return table


def test_a_reason_is_reported_to_its_own_side_only(server: Running) -> None:
    table = whispering(server)
    for path in ("", "/log", "/replay?at=1", "/export"):
        answer = server.http.get(f"/api/matches/{table.id}{path}", headers=table.headers("german"))
        assert answer.status_code == 200
        assert WHISPER not in answer.text
        own = server.http.get(f"/api/matches/{table.id}{path}", headers=table.headers("allied"))
        assert WHISPER in own.text
