"""Hidden information: two matches that differ only in what a seat may not know give it the same answers."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from websockets.sync.client import connect

from tools.siege.client import Answer
from tools.siege.fort import needs_seat
from tools.siege.plan import Round
from tools.siege.table import WATCH, Order, Table, make, sides_of

# By game: the orders that the other side does not know of until the hiding side continues. None: all except
# public ones.
PRIVATE: dict[str, tuple[str, ...] | None] = {
    "tigers": ("hide_dump",),
    "breakthrough": ("artillery", "replace", "fortify", "plot", "advance"),
    "wave_of_terror": ("place", "place_pol", "form_kg"),
    "playsheet": None,
}
PUBLIC = ("seal", "resign")
SECRET = "US-DUMP"  # Tigers: once the Germans see it, the twins may differ
COMMON = {
    "tigers": 40,
    "breakthrough": 30,
    "wave_of_terror": 0,
    "playsheet": 2,
}  # orders given in both at most
HIDDEN = 12  # orders given in one of the two
DRAWER = {"drawer": "a drawer of the twins"}
# Seat routes that are not requested: they store or delete something under its own id, or exist only for a
# case on trial.
NOT_ASKED = ("trial", "setups/keep", "setups/import", "setups/delete", "setups/use")

# Routes that start a computer player are requested rarely, and not for every pair.
ADVICE: tuple[tuple[str, str, Any], ...] = (("GET", "/hint", None), ("POST", "/staff", {"units": []}))
SELDOM = tuple(path[1:] for _, path, _ in ADVICE)


class Pair:
    """Two matches of one seed, and the differences between them."""

    def __init__(self, now: Round, game: str) -> None:
        self.now, self.game = now, game
        fort = now.keep
        self.sides = sides_of(fort)[game]
        self.hider = "allied" if game == "tigers" else now.rng.choice(self.sides)
        more: dict[str, Any] = {}
        if game == "playsheet" and now.rng.random() < 0.5:
            more["commanders"] = {self.hider: self._team()}
        seed = now.rng.randrange(10**6)
        at = [f"127.0.0.{now.rng.randrange(40, 60)}" for _ in range(2)]
        self.tables = [make(fort, game, at=one, seed=seed, name="Twin", **more) for one in at]
        for table in self.tables:
            table.sit(WATCH)
        self.hands = [seat for seat in self.tables[0].tokens if seat.split(":")[0] == self.hider]
        self.looks = [*(side for side in self.sides if side != self.hider), WATCH]
        self.words: set[str] = set()  # hexes and units that private orders named
        self.asked: set[str] = set()
        self.moved = False
        self.given: list[Order] = []  # private ones, each in one of the two matches only

    def _team(self) -> list[dict[str, Any]]:
        games = self.now.keep.games
        corps = next(game for game in games if game["id"] == self.game)["formations"][self.hider]
        return [{"name": "Chief", "me": True}, {"name": "Deputy", "formations": [corps[0]["id"]], "me": True}]

    def is_private(self, order: Order) -> bool:
        private = PRIVATE[self.game]
        return order["do"] not in PUBLIC if private is None else order["do"] in private

    # Orders

    def hide(self) -> int:
        """Give private orders: some in the first match, others or none in the second."""
        given = 0
        loud, still = self.tables
        for table, many in ((loud, HIDDEN), (still, self.now.rng.choice((0, 3)))):
            for _ in range(many if self.game != "tigers" else 1):
                given += self._one_private(table)
        if len(self.hands) > 1:
            self._talk(loud)
        return given

    def _one_private(self, table: Table) -> int:
        rng = self.now.rng
        seat = rng.choice(self.hands)
        view = table.view(seat)
        if self.hider not in view["to_move"]:
            return 0
        offered = table.offered(seat, view, rng)
        orders = [order for order in offered if self.is_private(order) and order not in self.given]
        if self.game != "tigers" and view["undo"] and self.now.rng.random() < 0.1 and self.words:
            return int(table.ask(seat, "POST", "/undo", {"seq": view["seq"]}).status == 200)
        for order in orders[:4]:
            if table.give(seat, order, view["seq"]).status == 200:
                self.given.append(order)
                for part in order.values():
                    self.words.update(
                        [part] if isinstance(part, str) else map(str, part) if isinstance(part, list) else []
                    )
                return 1
        return 0

    def _talk(self, table: Table) -> None:
        """Let the commanders of the hiding side write to each other, and report ready."""
        chief, deputy = self.hands[:2]
        table.ask(chief, "POST", "/messages", {"words": "Hold until the fog lifts.", "to": None})
        table.ask(deputy, "POST", "/ready", {"seq": table.view(deputy)["seq"], "ready": True})

    def alike(self, count: int) -> None:
        """Give the same orders in both matches; compare the answers of those who must not know."""
        first = self.tables[0]
        self.moved = True
        for _ in range(count):
            to_move = first.view(WATCH)["to_move"]
            seat = next((seat for seat in first.tokens if seat.split(":")[0] in to_move), None)
            if seat is None or self.found():
                return
            view = first.view(seat)
            orders = first.offered(seat, view, self.now.rng)
            if self.game == "playsheet":
                orders.sort(key=lambda order: order["do"] not in PUBLIC)
            for order in orders[:6]:
                seqs = [table.view(seat)["seq"] for table in self.tables]
                answers = [table.give(seat, order, seq) for table, seq in zip(self.tables, seqs, strict=True)]
                if seat in self.looks:
                    self.compare(f"{seat}: POST /orders {order}", answers)
                if all(answer.status == 200 for answer in answers):
                    break

    def found(self) -> bool:
        """Tigers: return whether the dump may have been seen, since the Germans moved."""
        if self.game != "tigers" or not self.moved:
            return False
        seat = self.looks[0]
        return any(SECRET in str(table.view(seat)["board"]["units"]) for table in self.tables)

    # Requests

    def compare(self, request: str, answers: list[Answer]) -> Answer:
        self.now.count("answers compared")
        one, two = (
            (answer.status, answer.headers.get("etag"), answer.body.replace(table.id.encode(), b"ID"))
            for answer, table in zip(answers, self.tables, strict=True)
        )
        if one != two and not self.found():
            at = next((n for n, (a, b) in enumerate(zip(one[2], two[2], strict=False)) if a != b), 0)
            shown = [(part[0], part[1], part[2][max(0, at - 80) : at + 120]) for part in (one, two)]
            route = request.split("?")[0].split(" {")[0].strip()
            self.now.broke(f"{self.game}: {route} reveals what is hidden", request, shown)
        return answers[0]

    def ask(self, seat: str, method: str, path: str, body: Any = None) -> Any:
        self.asked.add(path.split("?")[0].removeprefix("/"))
        answers = [table.ask(seat, method, path, body) for table in self.tables]
        return self.compare(f"{seat}: {method} {path} {'' if body is None else body}", answers).json()

    def questions(self) -> None:
        for seat in self.looks:
            self._of(seat)
            self._socket(seat)
        self._lobby()

    def _of(self, seat: str) -> None:
        rng = self.now.rng
        view = self.ask(seat, "GET", "")
        seq, orders = view["seq"], view["orders"]
        for path in (
            "/log",
            f"/log?after={max(0, seq - 3)}&limit=2",
            "/export",
            "/end",
            "/account",
            "/report",
            f"/replay?at={orders}",
            "/messages",
        ):
            self.ask(seat, "GET", path)
        self.ask(seat, "GET", f"/replay?at={rng.randint(0, orders)}")
        self._log(seat)
        units = [unit["id"] for unit in view["board"]["units"]]
        some = [
            *view["choices"]["units"][:1],
            *rng.sample(units, min(2, len(units))),
            *sorted(self.words)[:2],
        ]
        places = rng.sample(sorted(self.words), min(3, len(self.words))) or ["1206"]
        for unit in some:
            self.ask(seat, "GET", f"/reach?unit={quote(unit)}")
            self.ask(seat, "GET", f"/why?unit={quote(unit)}&hex={quote(places[0])}")
            self.ask(seat, "POST", "/route", {"unit": unit, "path": places[:1]})
        for place in places:
            self.ask(seat, "GET", f"/comers?hex={quote(place)}")
            self.ask(seat, "POST", "/odds", {"targets": [place], "attackers": units[:2]})
        self.ask(seat, "POST", "/march", {"units": units[:3], "hex": places[0]})
        # Changes with a number that does not exist yet: always refused.
        later = {"seq": seq + 1}
        for path, body in (
            ("/orders", {**later, "order": {"do": "end"}}),
            ("/undo", later),
            ("/restart", later),
            ("/ready", {**later, "ready": True}),
            ("/command", {**later, "formation": "x", "to": 0}),
            ("/command/invite", {"seat": self.hider}),
            ("/fork", {"at": orders + 1}),
            ("/dice", {"promise": "0" * 64}),
            ("/report", {}),
            ("/messages", {"words": "Hello", "to": None}),
            ("/messages/read", {"upto": 0}),
            ("/setups/list", DRAWER),
            ("/setups/file", {**DRAWER, "id": "none"}),
        ):
            self.ask(seat, "POST", path, body)
        for method, path, body in ADVICE:
            if path[1:] not in self.asked and (seat not in view["to_move"] or rng.random() < 0.25):
                self.ask(seat, method, path, body)

    def _log(self, seat: str) -> None:
        """Check that no log entry is empty: it would reveal that something happened."""
        have, more = 0, True
        while more:
            page = self.ask(seat, "GET", f"/log?have={have}")
            for entry in page["entries"]:
                self.now.count("entries of logs read")
                worded = entry["lines"] and all(line.strip() for line in entry["lines"])
                self.now.expect(worded, f"{self.game}: an entry of the log has no words", seat, entry)
            have, more = have + len(page["entries"]), page["more"]

    def _socket(self, seat: str) -> None:
        messages = []
        for table in self.tables:
            headers = {"Authorization": f"Seat {table.tokens[seat]}"}
            address = f"ws://127.0.0.1:{table.fort.port}{table.path}/live"
            with connect(address, additional_headers=headers, open_timeout=20, close_timeout=1) as socket:
                messages.append(Answer(200, {}, str(socket.recv(20)).encode()))
        self.compare(f"{seat}: the live socket", messages)

    def _lobby(self) -> None:
        """Return the lobby's list, without the times at which the two were made and changed."""
        listed = self.now.keep.owner("GET", "/api/matches", at=self.tables[0].at).json()["matches"]
        rows = [next(row for row in listed if row["id"] == table.id) for table in self.tables]
        for row in rows:
            row["made"] = row["changed"] = 0
        self.compare("the lobby", [Answer(200, {}, str(row).encode()) for row in rows])

    def end(self) -> None:
        for table in self.tables:
            self.now.keep.owner("DELETE", table.path, at=table.at)


def twins(now: Round) -> None:
    games = list(sides_of(now.keep))
    for game in sorted(set(games) - set(PRIVATE)):
        now.broke(f"{game}: the siege does not know its private orders", game)
    known = [game for game in games if game in PRIVATE]
    turn = now.number
    while now.go_on():
        pair = Pair(now, known[turn % len(known)])
        turn += 1
        if pair.game != "tigers":
            pair.alike(now.rng.randint(0, COMMON[pair.game]))
        if pair.hide():
            now.count("pairs of matches")
            now.count(f"of {pair.game}")
            pair.questions()
            if pair.game == "tigers":
                pair.alike(now.rng.randint(5, COMMON["tigers"]))
                pair.questions()
            _all_asked(now, pair)
        pair.end()


def _all_asked(now: Round, pair: Pair) -> None:
    """Check that every route of a seat is requested."""
    for path, ways in now.keep.page["paths"].items():
        short = path.removeprefix("/api/matches/{match_id}").removeprefix("/")
        seats = any(map(needs_seat, ways.values()))
        if seats and short not in NOT_ASKED and short not in pair.asked and short not in SELDOM:
            now.broke(f"{path} is not requested from the twins", path)
