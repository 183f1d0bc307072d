"""Who may do what: every route and method, for every kind of visitor."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from socket import create_connection
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from tools.siege.client import LOOPBACK, Answer, Away, Client
from tools.siege.fort import Fort, needs_seat
from tools.siege.plan import OTHER_NAME, Round
from tools.siege.table import WATCH, Table, make

# The visitors. All except the owner and the visitor through a proxy use the server's other name.
OWNER, NOBODY, PROXIED, STRANGER = "owner", "nobody", "nobody, through a proxy", "stranger"
WATCHER, SEAT, OTHER, FOREIGN, UNSEATED = "watcher", "seat", "other seat", "seat elsewhere", "unseated"
LOCAL = "nobody, at this machine"
EVERYBODY = (NOBODY, LOCAL, PROXIED, STRANGER, FOREIGN, UNSEATED, WATCHER, OTHER, SEAT, OWNER)

# Who has access, by kind of route. All others must get 401 or 403.
KINDS: dict[str, tuple[str, ...]] = {
    "public": EVERYBODY,
    "lobby": (OWNER,),
    "link": (),  # nobody without the word of a link
    "look": (WATCHER, OTHER, SEAT),
    "play": (OTHER, SEAT),
    "move": (SEAT,),  # the side to move; the other side gets an error (any answer but 2xx)
    "command": (),  # a side shared by several players; this match has none
}

SEATED = ("look", "play", "move", "command")  # kinds of routes that need a seat's token
AFTER_THE_END = ("end", "account", "report")  # routes that answer after the match

MATCH = "/api/matches/{match_id}"
DRAWER = {"drawer": "a drawer of the siege"}
A_SETUP = {"game": "tigers", "side": "german", "name": "Siege", "orders": []}
Body = Callable[[Mapping[str, Any]], Any]


class Door(NamedTuple):
    """A route: who has access, and a request that succeeds for them."""

    kind: str
    body: Body | None = None
    query: str = ""


def _of(body: Any) -> Body:
    return lambda facts: body


# Every route of the API page; `compare_with_page` names the routes that only one of the two has.
DOORS: dict[str, Door] = {
    "GET /api/games": Door("public"),
    "GET /api/games/{game}/stage": Door("public"),
    "GET /api/games/{game}/openings": Door("public"),
    "GET /api/games/{game}/history": Door("public"),
    "GET /api/rules/{game}": Door("public"),
    "GET /api/rules/{game}/cases": Door("public"),
    "POST /api/rules/{game}/cases": Door("lobby", _of({"file": "odds", "id": "none"})),
    "GET /api/matches": Door("lobby"),
    "POST /api/matches": Door("lobby", _of({"game": "tigers", "seats": {"german": "me", "allied": "me"}})),
    "POST /api/matches/import": Door("lobby", _of({"match": {}, "seats": {}})),
    f"GET {MATCH}/miniature": Door("lobby"),
    f"PATCH {MATCH}": Door("lobby", _of({"name": "Siege"})),
    f"POST {MATCH}/continue": Door("lobby"),
    f"POST {MATCH}/sit": Door("lobby", _of({"seat": WATCH})),
    f"POST {MATCH}/invite": Door("lobby", _of({"seat": "german"})),
    f"POST {MATCH}/join": Door("link", _of({"invitation": "x" * 32})),
    f"GET {MATCH}": Door("look"),
    f"GET {MATCH}/log": Door("look"),
    f"GET {MATCH}/replay": Door("look", query="?at=0"),
    f"GET {MATCH}/export": Door("look"),
    f"GET {MATCH}/end": Door("look"),
    f"GET {MATCH}/account": Door("look"),
    f"GET {MATCH}/report": Door("look"),
    f"POST {MATCH}/report": Door("look", _of({})),
    f"GET {MATCH}/trial": Door("play"),
    f"GET {MATCH}/reach": Door("play", query="?unit=G-1"),
    f"POST {MATCH}/route": Door("play", _of({"unit": "G-1", "path": ["1206"]})),
    f"POST {MATCH}/march": Door("play", _of({"units": ["G-1"], "hex": "1206"})),
    f"GET {MATCH}/comers": Door("play", query="?hex=1206"),
    f"GET {MATCH}/why": Door("play", query="?hex=1206"),
    f"POST {MATCH}/odds": Door("play", _of({"targets": ["1206"], "attackers": ["G-1"]})),
    f"GET {MATCH}/hint": Door("play"),
    f"POST {MATCH}/staff": Door("play", _of({"units": []})),
    f"POST {MATCH}/orders": Door("move", lambda facts: {"seq": facts["seq"], "order": facts["order"]}),
    f"POST {MATCH}/undo": Door("play", lambda facts: {"seq": facts["seq"]}),
    f"POST {MATCH}/restart": Door("play", lambda facts: {"seq": facts["seq"]}),
    f"POST {MATCH}/dice": Door("play", _of({"promise": "0" * 64})),
    f"POST {MATCH}/fork": Door("play", _of({"at": 0})),
    f"POST {MATCH}/setups/list": Door("play", _of(DRAWER)),
    f"POST {MATCH}/setups/keep": Door("play", _of({**DRAWER, "name": "Siege"})),
    f"POST {MATCH}/setups/file": Door("play", _of({**DRAWER, "id": "none"})),
    f"POST {MATCH}/setups/import": Door("play", _of({**DRAWER, "file": A_SETUP})),
    f"POST {MATCH}/setups/delete": Door("play", _of({**DRAWER, "id": "none"})),
    f"POST {MATCH}/setups/use": Door("play", lambda facts: {**DRAWER, "id": "none", "seq": facts["seq"]}),
    f"POST {MATCH}/command/invite": Door("command", _of({"seat": "german"})),
    f"POST {MATCH}/ready": Door("command", lambda facts: {"seq": facts["seq"], "ready": True}),
    f"POST {MATCH}/command": Door("command", lambda facts: {"seq": facts["seq"], "formation": "x", "to": 0}),
    f"GET {MATCH}/messages": Door("command"),
    f"POST {MATCH}/messages": Door("command", _of({"words": "Siege", "to": None})),
    f"POST {MATCH}/messages/read": Door("command", _of({"upto": 0})),
    f"DELETE {MATCH}": Door("lobby"),  # last: after it the match does not exist
}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE")
NOT_IN = (401, 403)


def routes_of(page: Any) -> dict[str, Any]:
    """The operations of an API page by method and path."""
    return {
        f"{method.upper()} {path}": operation
        for path, operations in page["paths"].items()
        for method, operation in operations.items()
    }


def compare_with_page(page: Any) -> list[str]:
    """Compare `DOORS` with an API page; return the routes that only one of them has."""
    routes = routes_of(page)
    differences = [
        f"{name} is not in the table of who may do what (siege/doors.py: DOORS)"
        for name in sorted(routes.keys() - DOORS.keys())
    ]
    differences += [
        f"{name} is in the table of who may do what, but the server has no such route"
        for name in sorted(DOORS.keys() - routes.keys())
    ]
    for name in sorted(DOORS.keys() & routes.keys()):
        if needs_seat(routes[name]) != (DOORS[name].kind in SEATED):
            differences.append(f"{name}: the API page and DOORS differ on whether a seat is needed")
    return differences


def authorisation(now: Round) -> None:
    fort = now.keep
    for difference in compare_with_page(fort.page):
        now.broke(difference)
    routes = routes_of(fort.page)
    while now.go_on():
        knocking = Knocking(now, fort)
        knocking.after_the_end()
        knocking.at_every_door({name: door for name, door in DOORS.items() if name in routes})
        _divided(now, fort)
        _other_methods(now, fort)


class Knocking:
    """One match with all its visitors."""

    def __init__(self, now: Round, fort: Fort) -> None:
        self.now = now
        people = {"german": "me", "allied": "invited"}
        self.table = make(fort, "tigers", people, at="127.0.0.9")
        self.elsewhere = make(fort, "tigers", at="127.0.0.9").tokens["german"]
        self.join(self.table, "allied", self.table.links["allied"])
        self.unseated = self.table.tokens["allied"]
        link = fort.owner("POST", f"{self.table.path}/invite", {"seat": "allied"}).json()["invitation"]
        self.join(self.table, "allied", link)
        self.table.sit(WATCH)
        self.client = fort.client("127.0.0.9")
        # Without a lobby token, everybody on this machine is its owner.
        self.visitors = [one for one in EVERYBODY if one != LOCAL or fort.lobby]

    @staticmethod
    def join(table: Table, seat: str, link: str) -> None:
        answer = table.client.ask("POST", f"{table.path}/join", {"invitation": link})
        table.tokens[seat] = answer.json()["tokens"][seat]

    def tokens(self) -> dict[str, str]:
        """Return each visitor's seat token; in Tigers the Allied side hides its dump first."""
        return {
            STRANGER: "t" * 43,
            WATCHER: self.table.tokens[WATCH],
            SEAT: self.table.tokens["allied"],
            OTHER: self.table.tokens["german"],
            FOREIGN: self.elsewhere,
            UNSEATED: self.unseated,
        }

    def headers(self, visitor: str) -> dict[str, str]:
        if visitor == OWNER:
            return dict(self.table.fort.lobby)
        if visitor == LOCAL:
            return {}
        # a proxy on the same machine that sends its own host name instead of the client's
        if visitor == PROXIED:
            return {
                "X-Forwarded-For": "203.0.113.7",
                "X-Forwarded-Host": "table.example.org",
                "Via": "1.1 proxy",
            }
        sent = {"Host": f"{OTHER_NAME}:{self.table.fort.port}"}
        if visitor in self.tokens():
            sent["Authorization"] = f"Seat {self.tokens()[visitor]}"
        return sent

    def facts(self) -> dict[str, Any]:
        """Return what a request needs to succeed now: the number of the match, and a legal order."""
        view = self.table.view("allied")
        orders = self.table.offered("allied", view, self.now.rng) if view["to_move"] == ["allied"] else []
        return {"seq": view["seq"], "order": orders[0] if orders else {"do": "end"}}

    def let_in(self, name: str, door: Door) -> tuple[str, ...]:
        """Return who has access by the table; also the owner if the API page says that the lobby's token
        opens a seat's route.
        """
        method, path = name.split(" ")
        schemes = self.table.fort.page["paths"][path][method.lower()].get("security", [])
        return (*KINDS[door.kind], *([OWNER] if any("lobby" in scheme for scheme in schemes) else []))

    def after_the_end(self) -> None:
        """Check the routes of finished matches: they answer the seats of a finished match and nobody else."""
        table = make(self.table.fort, "playsheet", at="127.0.0.9")
        seat = table.view("german")["to_move"][0]
        table.give(seat, {"do": "resign"}, table.view(seat)["seq"])
        for visitor in self.visitors:
            for path in AFTER_THE_END:
                answer = self.client.ask("GET", f"{table.path}/{path}", headers=self.headers(visitor))
                self.now.count("doors tried")
                what = f"GET {MATCH}/{path} of a finished match does not refuse: {visitor}"
                self.now.expect(answer.status in NOT_IN, what, f"{visitor}: {path}", answer)
        answer = table.ask(seat, "GET", "/end")
        self.now.count("doors tried")
        self.now.count("let in", answer.status == 200)
        self.now.expect(answer.status == 200, f"GET {MATCH}/end keeps out a seat", "", answer)

    def at_every_door(self, doors: dict[str, Door]) -> None:
        for name, door in doors.items():
            method, path = name.split(" ")
            address = path.format(match_id=self.table.id, game="tigers") + door.query
            # those without access first, because those with access change the match
            for visitor in self.visitors:
                body = door.body(self.facts()) if door.body else None
                answer = self.client.ask(method, address, body, headers=self.headers(visitor))
                self.judge(name, door, visitor, f"{visitor}: {method} {address} {body}", answer)
            if path == f"{MATCH}/hint":
                self.sockets()

    def judge(self, name: str, door: Door, visitor: str, request: str, answer: Answer) -> None:
        self.now.count("doors tried")
        done = answer.status < 300
        self.now.expect(answer.status < 500, f"{name} answers {answer.status}", request, answer)
        if visitor in self.let_in(name, door):
            self.now.count("let in", done)
            wrong = answer.status in NOT_IN and door.kind in ("public", "look", "lobby", "move")
            self.now.expect(not wrong, f"{name} keeps out: {visitor}", request, answer)
            return
        self.now.expect(not done, f"{name} lets in: {visitor}", request, answer)
        seated = visitor in (SEAT, OTHER, WATCHER, OWNER) and door.kind in ("move", "command", "link")
        fits = answer.status in NOT_IN or seated
        self.now.expect(fits or done, f"{name} does not say to {visitor} that it is closed", request, answer)
        self.now.expect(
            done or bool(answer.words), f"{name} refuses {visitor} without a message", request, answer
        )

    def sockets(self) -> None:
        """Check the live socket, which is in no API page: everybody who may watch may listen."""
        for visitor in self.visitors:
            headers = self.headers(visitor)
            host = headers.pop("Host", "")
            let_in = hears(self.table.fort, f"{self.table.path}/live", headers, host)
            self.now.count("sockets tried")
            what = (
                f"the live socket lets in: {visitor}" if let_in else f"the live socket keeps out: {visitor}"
            )
            self.now.expect(let_in == (visitor in KINDS["look"]), what, visitor)


CHIEF, DEPUTY = "allied:0", "allied:1"
BOTH = (CHIEF, DEPUTY)
# Sides shared by several players: who may do what, besides the lobby and the table above.
COMMAND: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("GET", "/messages", BOTH),
    ("POST", "/messages", BOTH),
    ("POST", "/messages/read", BOTH),
    ("POST", "/ready", BOTH),
    ("POST", "/command/invite", (CHIEF,)),
    ("POST", "/command", (CHIEF,)),
)


def _divided(now: Round, fort: Fort) -> None:
    """Check the routes of a shared side, for its commanders and for everybody else."""
    games = fort.games
    corps = next(game for game in games if game["id"] == "playsheet")["formations"]["allied"][0]["id"]
    team = [{"name": "Chief", "me": True}, {"name": "Deputy", "formations": [corps], "me": True}]
    table = make(fort, "playsheet", at="127.0.0.9", commanders={"allied": team})
    table.sit(WATCH)
    elsewhere = make(fort, "tigers", at="127.0.0.9").tokens["german"]
    tokens = {"nobody": "", "stranger": "t" * 43, "elsewhere": elsewhere, **table.tokens}
    for method, path, allowed in COMMAND:
        for visitor in sorted(tokens, key=lambda one: (one in allowed, one)):
            seq = table.view(visitor if visitor in allowed else CHIEF)["seq"]
            bodies: dict[str, Any] = {
                "/messages": {"words": "Siege", "to": None},
                "/messages/read": {"upto": 0},
                "/ready": {"seq": seq, "ready": True},
                "/command/invite": {"seat": DEPUTY},
                "/command": {"seq": seq, "formation": corps, "to": 0},
            }
            body = bodies[path] if method == "POST" else None
            answer = table.client.ask(method, table.path + path, body, token=tokens[visitor])
            now.count("doors tried")
            done = answer.status < 300
            now.count("let in", done)
            what = f"{method} {MATCH}{path} of a divided side {'lets in' if done else 'keeps out'}: {visitor}"
            now.expect(done == (visitor in allowed), what, f"{visitor}: {body}", answer)
            now.expect(answer.status < 500, f"{method} {MATCH}{path} answers {answer.status}", body, answer)


def hears(fort: Fort, path: str, headers: Mapping[str, str], host: str = "") -> bool:
    """Return whether anything is sent on this socket."""
    try:
        with connect(
            f"ws://{host or f'127.0.0.1:{fort.port}'}{path}",
            sock=create_connection((LOOPBACK, fort.port), timeout=20),
            additional_headers=dict(headers),
            open_timeout=20,
            close_timeout=1,
        ) as socket:
            socket.recv(20)
            return True
    except (InvalidHandshake, ConnectionClosed, OSError, EOFError):
        return False


def _other_methods(now: Round, fort: Fort) -> None:
    """Check that every method a path does not have is refused, with a list of those it has."""
    client = fort.client("127.0.0.9")
    for path, ways in fort.page["paths"].items():
        address = path.format(match_id="none", game="tigers")
        for method in METHODS:
            if method.lower() in ways:
                continue
            answer = client.ask(method, address, headers=fort.lobby)
            now.count("other methods tried")
            request = f"{method} {address}"
            refused = 400 <= answer.status < 500
            now.expect(refused, f"{method} of a path without it answers {answer.status}", request, answer)
            is_listed = answer.status != 405 or "allow" in answer.headers
            now.expect(is_listed, "405 does not say which methods there are (Allow)", request, answer.headers)


# Race conditions


def at_once(*work: Callable[[], Answer]) -> list[Answer]:
    """Run all at the same moment; return the answers in the given order."""
    barrier = threading.Barrier(len(work))
    result: list[Answer | Exception] = [Away("no answer")] * len(work)

    def run(number: int) -> None:
        barrier.wait()
        try:
            result[number] = work[number]()
        except Away as error:
            result[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(work))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in result:
        if isinstance(one, Exception):
            raise one
    return [one for one in result if isinstance(one, Answer)]


def races(now: Round) -> None:
    fort = now.keep
    clients = [fort.client(f"127.0.0.{20 + number}") for number in range(5)]
    table = make(fort, now.rng.choice(("tigers", "breakthrough")), at="127.0.0.20")
    while now.go_on():
        _same_number(now, table, clients)
        _undo_and_order(now, table, clients)
        _one_link(now, fort, clients)
        if not table.view(next(iter(table.tokens)))["to_move"]:
            table = make(fort, "tigers", at="127.0.0.20")


def _sender(table: Table, client: Client, seat: str, path: str, body: Any) -> Callable[[], Answer]:
    return lambda: client.ask("POST", table.path + path, body, token=table.tokens[seat])


def _seat_to_move(table: Table) -> tuple[str, dict[str, Any]]:
    seat = table.view(next(iter(table.tokens)))["to_move"][0]
    return seat, table.view(seat)


def _same_number(now: Round, table: Table, clients: list[Client]) -> None:
    """Send several orders of the same number at once: one is carried out, the others get the new state."""
    seat, view = _seat_to_move(table)
    orders = table.offered(seat, view, now.rng)
    if not orders:
        return
    bodies = [{"seq": view["seq"], "order": now.rng.choice(orders)} for _ in clients]
    answers = at_once(*(_sender(table, c, seat, "/orders", b) for c, b in zip(clients, bodies, strict=True)))
    now.count("races of orders")
    statuses = sorted(answer.status for answer in answers)
    won = statuses.count(200)
    after = table.view(seat)["seq"] - view["seq"]
    now.expect(won <= 1 and after == won, "of racing orders not exactly one is done", bodies, statuses)
    now.expect(set(statuses) <= {200, 409, 422}, "a racing order is answered otherwise", bodies, statuses)
    if won:
        lost = [answer for answer in answers if answer.status == 409]
        now.expect(
            all(answer.json()["seq"] == view["seq"] + 1 for answer in lost),
            "a loser is not shown what was done",
            bodies,
            lost,
        )


def _undo_and_order(now: Round, table: Table, clients: list[Client]) -> None:
    """Undo and order at once: numbers increase by one for each success."""
    seat, view = _seat_to_move(table)
    orders = table.offered(seat, view, now.rng)
    if not orders:
        return
    change = {"seq": view["seq"]}
    answers = at_once(
        _sender(table, clients[0], seat, "/orders", {**change, "order": orders[0]}),
        _sender(table, clients[1], seat, "/undo", change),
        _sender(table, clients[2], seat, "/restart", change),
    )
    now.count("races of undo and order")
    statuses = [answer.status for answer in answers]
    rose = table.view(seat)["seq"] - view["seq"]
    fits = rose == statuses.count(200) <= 1 and set(statuses) <= {200, 409, 422}
    now.expect(
        fits, "undo and order at once: not exactly one is done", orders[0], f"{statuses}, {rose} changes"
    )


def _one_link(now: Round, fort: Fort, clients: list[Client]) -> None:
    """Check that of several players with the same link, one gets the seat."""
    table = make(fort, "tigers", {"german": "me", "allied": "invited"}, at="127.0.0.20")
    body = {"invitation": table.links["allied"]}
    answers = at_once(*(_sender(table, client, "german", "/join", body) for client in clients))
    now.count("races for a seat")
    statuses = sorted(answer.status for answer in answers)
    now.expect(statuses == [201] + [403] * 4, "not exactly one gets a seat by a link", body, statuses)
    fort.owner("DELETE", table.path)
