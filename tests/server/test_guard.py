"""Access control: names, other sites, policies, files, sizes, malformed bodies, limits."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from ardennes.games.tigers.rules.model.orders import AnyOrder
from ardennes.server.http.responses import Problem
from ardennes.server.http.static import Files
from ardennes.server.http.token_bucket import Bucket
from tests.server.running import PEOPLE, Player, Running, in_a_loop, running

HIDE = {"do": "hide_dump", "hex": "1008"}


@pytest.fixture(scope="module")
def table(server: Running) -> Player:
    return server.make()


def raw(
    server: Running, method: str, target: str, headers: dict[str, str], body: bytes = b""
) -> tuple[int, bytes]:
    """Send a request exactly as written: no client normalizes its path or headers."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    if body:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body or None)
    answer = connection.getresponse()
    result = (answer.status, answer.read())
    connection.close()
    return result


# Who has access


@pytest.mark.parametrize(
    "name",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1.evil.example",
        "192.168.0.7",
        "",
        "localhost@evil",
        "0",
    ],
)
def test_a_server_called_by_another_name_does_not_answer(server: Running, table: Player, name: str) -> None:
    """DNS rebinding: a foreign name that leads to this machine."""
    host = name.format(port=server.port)
    for target in ("/", "/api/games", "/api/matches", f"/api/matches/{table.id}"):
        status, body = raw(server, "GET", target, {"Host": host, **table.headers("german")})
        assert status in (400, 403), target
        assert table.id.encode() not in body


@pytest.mark.parametrize(
    "name", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST", "[::1]:{port}", "localhost."]
)
def test_its_own_names_are_answered(server: Running, name: str) -> None:
    assert raw(server, "GET", "/api/games", {"Host": name.format(port=server.port)})[0] == 200


def test_two_names_are_one_too_many(server: Running) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest("GET", "/api/games", skip_host=True)
    connection.putheader("Host", f"127.0.0.1:{server.port}")
    connection.putheader("Host", "evil.example")
    connection.endheaders()
    assert connection.getresponse().status in (400, 403)
    connection.close()


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},  # another program's page on this machine
        {"Origin": "http://127.0.0.1"},
        {"Origin": "file://"},
        {"Origin": "http://[bad"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},  # a form submitted from another site
    ],
)
def test_a_foreign_page_can_change_nothing(server: Running, table: Player, headers: dict[str, str]) -> None:
    """CSRF: even with the right token, and for the lobby, which needs none."""
    before = server.house.room.store.count()
    body = {"game": "tigers", "seats": PEOPLE}
    assert server.http.post("/api/matches", json=body, headers=headers).status_code == 403
    assert server.http.delete(f"/api/matches/{table.id}", headers=headers).status_code == 403
    given = server.http.post(
        f"/api/matches/{table.id}/orders",
        json={"seq": 0, "order": HIDE},
        headers={**headers, **table.headers("allied")},
    )
    assert given.status_code == 403
    assert server.house.room.store.count() == before
    assert table.view("german")["seq"] == 0


def test_the_servers_own_page_may_ask(server: Running) -> None:
    own = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    made = server.http.post("/api/matches", json={"game": "tigers", "seats": PEOPLE}, headers=own)
    assert made.status_code == 201


def test_a_link_from_elsewhere_may_be_followed(server: Running) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert server.http.get("/api/games", headers=headers).status_code == 200


def test_a_plain_form_is_no_body(server: Running) -> None:
    """A form on a foreign page can be sent without the server's consent, so it is not accepted."""
    for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = server.http.post("/api/matches", content=b"{}", headers={"Content-Type": media})
        assert answer.status_code == 415


def test_no_page_elsewhere_is_given_leave(server: Running) -> None:
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    answer = server.http.options("/api/matches", headers=headers)
    assert answer.status_code == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_a_foreign_page_gets_no_socket(server: Running, table: Player) -> None:
    words = [Subprotocol("ardennes"), Subprotocol(f"seat.{table.tokens['german']}")]
    address = f"ws://127.0.0.1:{server.port}/api/matches/{table.id}/live"
    with pytest.raises(InvalidStatus) as refused:
        connect(address, subprotocols=words, origin=Origin("https://evil.example"), open_timeout=30)
    assert refused.value.response.status_code == 403
    with connect(
        address, subprotocols=words, origin=Origin(f"http://127.0.0.1:{server.port}"), open_timeout=30
    ) as socket:
        assert json.loads(socket.recv(30)) == {"seq": 0}


LOBBY = (
    ("GET", ""),
    ("POST", ""),
    ("POST", "/import"),
    ("POST", "/{match}/sit"),
    ("POST", "/{match}/invite"),
    ("PATCH", "/{match}"),
    ("DELETE", "/{match}"),
)


@pytest.mark.parametrize(("method", "path"), LOBBY)
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "table.example"])
def test_the_lobby_opens_to_its_token_only(named_server: Running, method: str, path: str, name: str) -> None:
    """Not even on this machine: behind a reverse proxy with a default Host every client is local."""
    table = named_server.make()
    target = "/api/matches" + path.format(match=table.id)
    usual = {"Host": f"{name}:{named_server.port}", "Content-Type": "application/json"}
    token = named_server.house.token
    wrong = ("", "Lobby", "Lobby x", f"Lobby {token}x", f"Basic {token}", f"Seat {token}")
    for words in (*wrong, table.headers("german")["Authorization"]):
        status, body = raw(named_server, method, target, {**usual, "Authorization": words}, b"{}")
        assert status in (401, 403), words
        assert b"Ardennes printed" in body
    assert named_server.house.room.store.seq(table.id) == 0
    status, _ = raw(named_server, method, target, {**usual, **named_server.lobby}, b"{}")
    assert status in (200, 204, 400)  # 400: access was granted, but nothing was requested


@pytest.fixture(scope="module")
def named_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("named"), hosts=("table.example",)) as server:
        yield server


def test_a_seat_needs_no_lobby(named_server: Running) -> None:
    table = named_server.make()
    for name in ("127.0.0.1", "table.example"):
        headers = {"Host": name, **table.headers("german")}
        assert raw(named_server, "GET", f"/api/matches/{table.id}", headers)[0] == 200
        assert raw(named_server, "GET", "/api/games", {"Host": name})[0] == 200


# Headers of every answer


def test_every_answer_keeps_the_page_to_itself(server: Running, table: Player) -> None:
    answers = [
        server.http.get("/api/games"),
        server.http.get("/no/such/page"),
        server.http.get("/maps/tigers-paper.svg"),
        server.http.get("/api/matches", headers={"Origin": "https://evil.example"}),
        table.get("german"),
        server.http.put("/api/games"),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "http" not in policy
        assert "unsafe-eval" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "script-src 'self'" in answers[0].headers["content-security-policy"]
    assert "frame-ancestors 'none'" in answers[0].headers["content-security-policy"]
    assert answers[-1].status_code == 405


def test_no_page_of_the_package_loads_anything_from_outside() -> None:
    import re

    import ardennes.web

    folder = Path(str(ardennes.web.__path__[0]))
    pages = [p for p in folder.rglob("*") if p.suffix in (".html", ".js", ".mjs", ".css")]
    loads = re.compile(r"""(?:src|href|import|url|fetch|from)\s*[=(]?\s*["'(]\s*(?:https?:)?//""")
    assert not [page for page in pages if loads.search(page.read_text(encoding="utf-8"))]


def test_a_mistake_of_the_program_tells_nothing(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table = server.make()  # no view exists yet; later requests get the cached one

    def fail(*_: Any) -> None:
        raise RuntimeError("the seed is 1234")

    monkeypatch.setattr("ardennes.server.matches.views.moment", fail)
    answer = table.get("german")
    assert answer.status_code == 500
    assert "1234" not in answer.text
    assert "content-security-policy" in answer.headers


# Files


TRAVERSALS = [
    "/../pyproject.toml",
    "/maps/../../server/app.py",
    "/maps/..%2f..%2fserver/app.py",
    "/%2e%2e/%2e%2e/server/app.py",
    "/..%5c..%5cserver%5capp.py",
    "//etc/passwd",
    "/%2fetc%2fpasswd",
    "/maps/%00tigers-paper.svg",
    "/maps/tigers-paper.svg%00.html",
    "/maps/./tigers-paper.svg",
    "/maps//tigers-paper.svg",
    "/maps/tigers-paper.svg/",
    "/maps",
    "/maps/",
    "/__init__.py",
    "/__pycache__/",
    "/.git/config",
    "/api/../maps/tigers-paper.svg",
    "/~root/.ssh/id_rsa",
    "/C:/Windows/win.ini",
    "file:///etc/passwd",
    "/%ff%fe",
]


@pytest.mark.parametrize("target", TRAVERSALS)
def test_only_files_of_the_page_are_served(server: Running, target: str) -> None:
    status, body = raw(server, "GET", target, {"Host": f"127.0.0.1:{server.port}"})
    assert status in (400, 404)
    assert b"root:" not in body
    assert b"import" not in body


def test_a_file_is_served_with_its_kind_and_tag(server: Running) -> None:
    answer = server.http.get("/maps/tigers-paper.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<")
    again = server.http.get("/maps/tigers-paper.svg", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304
    plain = server.http.get("/maps/tigers-paper.svg", headers={"Accept-Encoding": "identity"})
    assert plain.content == answer.content
    head = server.http.head("/maps/tigers-paper.svg")
    assert (head.status_code, head.content) == (200, b"")


def test_links_and_hidden_files_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    (tmp_path / "page" / "link.txt").symlink_to(secret)
    (tmp_path / "page" / "folder").symlink_to(tmp_path)
    (tmp_path / "page" / ".hidden.txt").write_text("x")
    (tmp_path / "page" / "code.py").write_text("x")
    (tmp_path / "page" / "good.txt").write_text("x")
    assert set(Files(tmp_path / "page")._look()) == {"good.txt"}


def test_names_that_are_no_file_cost_nothing(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is read once, at the start. Earlier it was read for every unknown name."""
    assert server.http.get("/index.html").status_code == 200
    looked: list[str] = []

    def rglob(_: Path, pattern: str) -> list[Path]:
        looked.append(pattern)
        return []

    monkeypatch.setattr(Path, "rglob", rglob)
    for number in range(20):
        assert server.http.get(f"/no-such-page-{number}.html").status_code == 404
    assert looked == []
    assert server.http.get("/index.html").status_code == 200


def test_a_file_is_read_away_from_the_loop_and_again_when_it_changed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one")
    files, reading = Files(tmp_path), []
    read = Path.read_bytes

    def noted(path: Path) -> bytes:
        reading.append(threading.current_thread())
        return read(path)

    async def look() -> bytes:
        return (await files.serve({}, "a.txt")).content

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "read_bytes", noted)
        patch.setattr("ardennes.server.http.static.FRESH", -1.0)
        assert [in_a_loop(look()) for _ in range(3)] == [b"one"] * 3
        assert (len(reading), threading.main_thread() in reading) == (1, False)
        (tmp_path / "a.txt").write_text("another")
        assert in_a_loop(look()) == b"another"
        (tmp_path / "a.txt").unlink()
        with pytest.raises(Problem):
            in_a_loop(look())


# Methods


@pytest.mark.parametrize(
    ("method", "target", "allowed"),
    [
        ("PUT", "/api/matches", "GET, POST"),
        ("HEAD", "/api/games", "GET"),
        ("GET", "/api/matches/{match}/orders", "POST"),
        ("OPTIONS", "/api/matches/{match}", "DELETE, GET, PATCH"),
        ("DELETE", "/api/matches/{match}/messages", "GET, POST"),
        ("POST", "/index.html", "GET, HEAD"),
        ("DELETE", "/", "GET, HEAD"),
    ],
)
def test_a_wrong_method_is_reported_which_are_right(
    server: Running, table: Player, method: str, target: str, allowed: str
) -> None:
    answer = server.http.request(method, target.format(match=table.id))
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    assert method == "HEAD" or allowed.split(", ")[0] in answer.json()["error"]


def test_an_address_with_nothing_there_takes_no_method(server: Running) -> None:
    for method in ("GET", "POST", "DELETE"):
        answer = server.http.request(method, "/api/nothing")
        assert (answer.status_code, "allow" in answer.headers) == (404, False)


# Bodies


KINDS = [kind.__struct_config__.tag for kind in get_args(AnyOrder)]

MALFORMED: list[bytes] = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"\xff\xfe",
    b'{"seq": "0", "order": {}}',
    b'{"seq": -1, "order": {}}',
    b'{"seq": 1e400, "order": {}}',
    b'{"seq": 99999999999999999999999999, "order": {}}',
    b'{"seq": 0}',
    b'{"seq": 0, "order": null}',
    b'{"seq": 0, "order": []}',
    b'{"seq": 0, "order": {}}',
    b'{"seq": 0, "order": {"do": 7}}',
    b'{"seq": 0, "order": {"do": "fly"}}',
    b'{"seq": 0, "order": {"do": "hide_dump"}}',
    b'{"seq": 0, "order": {"do": "hide_dump", "hex": ["1008"]}}',
    b'{"seq": 0, "order": {"do": "hide_dump", "hex": "\\ud800"}}',
    b'{"seq": 0, "order": {"do": "hide_dump", "hex": "1008"}, "cheat": true}',
    b'{"seq": 0, "order": {"do": "hide_dump", "hex": "1008"}} trailing',
    b'{"seq": 0, "order": ' + b'{"a":' * 3000 + b"1" + b"}" * 3001,
    b'{"seq": 0, "order": {"do": ' + b"[" * 20000 + b"]" * 20000 + b"}}",
]


@pytest.mark.parametrize("body", MALFORMED, ids=[str(n) for n in range(len(MALFORMED))])
def test_a_malformed_order_is_answered_with_a_reason(server: Running, table: Player, body: bytes) -> None:
    headers = {**table.headers("allied"), "Content-Type": "application/json"}
    answer = server.http.post(f"/api/matches/{table.id}/orders", content=body, headers=headers)
    assert answer.status_code in (400, 422), answer.text
    assert len(answer.json()["error"]) > 10
    assert table.view("allied")["seq"] == 0


def nonsense(kind: str, view: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return an order of a kind, its fields filled with names that exist and names that do not."""
    units = [unit["id"] for unit in view["board"]["units"]]
    words = ["", "9999", "exit", "\x00", "½", "x" * 900, "308/309", "-1", "1008r"]
    words += [*rng.sample(units, min(6, len(units))), "1008", "1206", "1107", "AIR-365"]
    order: dict[str, Any] = {"do": kind}
    for field in ("unit", "hex", "air", "enemy", "target", "bridge", "work", "into", "effect", "kind"):
        order[field] = rng.choice(words)
    for field in ("path", "targets", "attackers", "units", "commands", "attach"):
        order[field] = rng.choices(words, k=rng.randrange(4))
    for field in ("attack", "hexes"):
        order[field] = rng.choice([-1, 0, 3, 10**12])
    return order


@pytest.mark.long
def test_orders_full_of_nonsense_are_refused_not_crashed_on(server: Running) -> None:
    """In the middle of play, at all kinds of decisions, by the side to move; a few are legal by chance."""
    table = server.make(seed=11)
    table.opening()
    rng = Random(4)
    asked = set()
    for step in range(300):
        seat, order = table.next_order(rng)
        side = int(seat == "allied")
        with server.house.room.at(table.id) as live:
            kind = live.game.decisions(live.match.state)[0].kind
            if kind in asked and step % 40:
                server.house.room.play(live, side, order)
                continue
        asked.add(kind)
        view = table.view(seat)
        answers = str(msgspec.to_builtins(order)["do"])
        for wrong in [answers] * 6 + rng.choices(KINDS, k=2):
            answer = table.give(seat, nonsense(wrong, view, rng), seq=view["seq"])
            assert answer.status_code in (200, 400, 422), answer.text[:500]
            if answer.status_code == 200:
                break  # legal by chance
        else:
            with server.house.room.at(table.id) as live:
                server.house.room.play(live, side, order)
    assert len(asked) > 8


WRONG_QUESTIONS = [
    "log?after=x",
    "log?after=-1",
    "log?limit=0",
    "log?limit=9999",
    f"log?after={10**30}",
    "replay",
    "replay?at=",
    "replay?at=1e3",
    "reach",
    f"reach?unit={'x' * 99}",
    f"why?hex={'x' * 99}",
]


@pytest.mark.parametrize("query", WRONG_QUESTIONS)
def test_a_wrong_question_is_answered_with_a_reason(server: Running, table: Player, query: str) -> None:
    answer = server.http.get(f"/api/matches/{table.id}/{query}", headers=table.headers("german"))
    assert answer.status_code == 400
    assert "not valid here" in answer.json()["error"]


def test_bodies_have_an_end(tmp_path: Path) -> None:
    with running(tmp_path, body_limit=1000, import_limit=2000) as server:
        table = server.make()
        long = {"seq": 0, "order": {"do": "x" * 1000}}
        assert table.post("allied", "/orders", long).status_code == 413
        headers = {"Content-Type": "application/json"}

        def drip() -> Any:
            for _ in range(100):
                yield b" " * 100

        sent = server.http.post("/api/matches", content=drip(), headers=headers)
        assert (sent.status_code, "longer than 1000" in sent.json()["error"]) == (413, True)
        assert (
            server.http.post("/api/matches/import", content=b" " * 2001, headers=headers).status_code == 413
        )
        assert (
            server.http.post("/api/matches/import", content=b" " * 1999, headers=headers).status_code == 400
        )


# Rate limits


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2, 3, lambda: now[0])
    assert [bucket.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take("b") == 0
    now[0] = 0.5
    assert [bucket.take("a") > 0 for _ in range(2)] == [False, True]
    now[0] = 100
    assert [bucket.take("a") > 0 for _ in range(4)] == [False, False, False, True]


def test_too_much_is_too_much(tmp_path: Path) -> None:
    with running(tmp_path, requests_a_second=1.0, burst=30, made_a_second=0.01, made_burst=2) as server:
        made = [
            server.http.post("/api/matches", json={"game": "tigers", "seats": PEOPLE}).status_code
            for _ in range(3)
        ]
        assert made == [201, 201, 429]
        answers = [server.http.get("/api/games") for _ in range(40)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert "slow down" in answers[-1].json()["error"]


def test_sockets_have_an_end(tmp_path: Path) -> None:
    with running(tmp_path, most_sockets_a_match=1) as server:
        table = server.make()
        words = [Subprotocol("ardennes"), Subprotocol(f"seat.{table.tokens['german']}")]
        address = f"ws://127.0.0.1:{server.port}/api/matches/{table.id}/live"
        with connect(address, subprotocols=words, open_timeout=30) as socket:
            socket.recv(30)
            with pytest.raises(InvalidStatus):
                connect(address, subprotocols=words, open_timeout=30)
