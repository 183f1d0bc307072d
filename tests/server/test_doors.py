"""Connections: silent, slow and numerous clients block nobody else; a real
server that may open 1,024 files.
"""

from __future__ import annotations

import http.client
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from ardennes.server.http.connections import Doors
from tests.server.running import PATIENCE, PEOPLE, Running, client, running, until

ROOT = Path(__file__).resolve().parents[2]
FILES = 1024
SERVE = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files}));"
    "from ardennes.cli import run; sys.exit(run(sys.argv[1:]))"
)
QUICK = {"header_seconds": 0.6, "body_seconds": 0.6, "answer_seconds": 0.6, "idle_seconds": 0.6}
REQUEST = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture(autouse=True)
def _many_files() -> Iterator[None]:
    """This process simulates the crowd, so it must be allowed more files than the server."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 8192 if hard == resource.RLIM_INFINITY else min(8192, hard)
    if wanted < 2 * FILES:
        pytest.skip(f"this system lets a process open {hard} files; {2 * FILES} are needed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def call(port: int, here: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(here, 0))


def told(line: socket.socket, wait: float = PATIENCE) -> bytes:
    """Return everything the server sends until it closes the connection."""
    line.settimeout(wait)
    result = b""
    try:
        while more := line.recv(65536):
            result += more
    except ConnectionError:
        pass
    return result


def drip(line: socket.socket, words: bytes) -> None:
    """Raise OSError if the server has closed the connection."""
    for byte in words:
        line.sendall(bytes([byte]))
        time.sleep(0.05)


@pytest.mark.long
@pytest.mark.parametrize("start", [b"", b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_1100_silent_connections_stop_nobody(tmp_path: Path, start: bytes) -> None:
    """With 1,024 files, from the crowd's own address. Without the limits, the server answered nobody any
    more.
    """
    words = [sys.executable, "-c", SERVE.format(files=FILES), "serve", "--no-open", "--port", "0"]
    child = subprocess.Popen(
        [*words, "--data", str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert child.stdout is not None
    assert child.stderr is not None
    silent = []
    try:
        address, _, token = child.stdout.readline().decode().split()[3].partition("/#/lobby/")
        port = int(address.rpartition(":")[2])
        lobby = {"Authorization": f"Lobby {token}"}
        asked = client(address, headers=lobby)
        made = asked.post("/api/matches", json={"game": "tigers", "seats": PEOPLE}).json()
        offered = [Subprotocol("ardennes"), Subprotocol(f"seat.{made['tokens']['german']}")]
        live = f"ws{address[4:]}/api/matches/{made['id']}/live"
        with connect(live, subprotocols=offered, open_timeout=PATIENCE) as earlier:
            earlier.recv(PATIENCE)
            for _ in range(1100):
                silent.append(call(port))
                silent[-1].sendall(start)
            slowest = 0.0
            for _ in range(20):  # each on a separate connection, like a new client
                begun = time.monotonic()
                with client(address, headers=lobby, timeout=10) as newcomer:
                    assert newcomer.get("/api/matches").status_code == 200
                slowest = max(slowest, time.monotonic() - begun)
            assert slowest < 3
            with connect(live, subprotocols=offered, open_timeout=10) as socket_:
                assert socket_.recv(10) == '{"seq":0}'
            given = {"seq": 0, "order": {"do": "hide_dump", "hex": "1008"}}
            seat = {"Authorization": f"Seat {made['tokens']['allied']}"}
            order = asked.post(f"/api/matches/{made['id']}/orders", json=given, headers=seat)
            assert order.status_code == 200
            assert earlier.recv(10) == '{"seq":1}'  # earlier clients are still connected
        assert b" 503 " in told(silent[0])  # the longest silent client was disconnected, with the reason
        asked.close()
    finally:
        for line in silent:
            line.close()
        child.terminate()
        complaints = child.communicate(timeout=PATIENCE)[1]
    assert b"out of system resource" not in complaints
    assert b"Traceback" not in complaints


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("quick"), **QUICK) as server:
        server.http.get("/api/games")  # the first time is slower
        yield server


def test_anyone_who_says_nothing_is_shown_out(quick: Running) -> None:
    with call(quick.port) as line:
        begun = time.monotonic()
        assert b" 408 " in told(line)
        assert 0.4 < time.monotonic() - begun < 10


@pytest.mark.long
def test_a_head_drop_by_drop_has_an_end(quick: Running) -> None:
    """Every slow byte comes too late to restart the timeout; also in the second request of a connection."""
    for first in (b"", REQUEST):
        with call(quick.port) as line:
            line.sendall(first)
            begun = time.monotonic()
            with pytest.raises(OSError, match=r"."):
                drip(line, b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"x" * 100)
            assert time.monotonic() - begun < 4


def test_a_body_drop_by_drop_has_an_end(quick: Running) -> None:
    head = (
        f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Content-Length: 60000\r\nAuthorization: Lobby {quick.house.token}\r\n\r\n"
    )
    with call(quick.port) as line:
        line.sendall(head.encode())
        begun = time.monotonic()
        with pytest.raises(OSError, match=r"."):
            drip(line, b" " * 100)
        assert time.monotonic() - begun < 4


def test_between_two_requests_one_may_be_silent_for_a_while(quick: Running) -> None:
    line = http.client.HTTPConnection("127.0.0.1", quick.port, timeout=PATIENCE)
    for _ in range(2):
        line.request("GET", "/api/games")
        answer = line.getresponse()
        assert (answer.status, bool(answer.read())) == (200, True)
        time.sleep(0.2)
    assert told(line.sock) == b""  # closed without a message: nothing was requested
    line.close()


def test_anyone_who_does_not_take_its_answer_is_left(tmp_path: Path) -> None:
    """Request several megabytes, and read no byte."""
    with running(tmp_path, **QUICK) as server:
        with call(server.port) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.sendall(b"GET /maps/tigers-paper.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 40)
            until(lambda: len(server.doors) == 1)
            until(lambda: len(server.doors) == 0)
        assert server.http.get("/api/games").status_code == 200


def test_an_address_has_its_share_and_a_clear_word_beyond(tmp_path: Path) -> None:
    """Sockets have no special treatment; another address can still connect."""
    with running(tmp_path, most_connections_an_address=8) as server, ExitStack() as open_:
        table = server.make()
        server.http.close()
        until(lambda: len(server.doors) == 0)
        words = [Subprotocol("ardennes"), Subprotocol(f"seat.{table.tokens['german']}")]
        address = f"ws://127.0.0.1:{server.port}/api/matches/{table.id}/live"
        for _ in range(8):
            open_.enter_context(connect(address, subprotocols=words, open_timeout=PATIENCE)).recv(30)
        with call(server.port) as line:
            line.sendall(REQUEST)
            said = told(line)
        assert said.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: " in said
        assert b"Too many connections are open" in said
        with call(server.port, "127.0.0.2") as line:
            line.sendall(REQUEST)
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
        open_.close()
        until(lambda: len(server.doors) == 0)  # closed connections no longer count
        with call(server.port) as line:
            line.sendall(REQUEST)
            assert line.recv(65536).startswith(b"HTTP/1.1 200")


def test_a_named_proxy_may_bring_everybody(tmp_path: Path) -> None:
    with running(tmp_path, most_connections_an_address=4, proxies=("127.0.0.1",)) as server:
        lines = [call(server.port) for _ in range(12)]
        until(lambda: len(server.doors) >= 12)
        for line in lines:
            line.sendall(REQUEST)
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
            line.close()


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",), ("10.9.9.9",)])
def test_only_a_named_proxy_is_believed(tmp_path: Path, proxies: tuple[str, ...]) -> None:
    """A client named in a header has its own limit, if the sender is a trusted proxy."""
    with running(tmp_path, proxies=proxies, requests_a_second=0.01, burst=3) as server:
        asked = [
            server.http.get("/api/games", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code
            for n in range(5)
        ]
        assert asked == ([200] * 5 if proxies == ("127.0.0.1",) else [200, 200, 200, 429, 429])


def test_no_proxy_opens_the_lobby(tmp_path: Path) -> None:
    with running(tmp_path, proxies=("127.0.0.1",)) as server:
        for claimed in ("127.0.0.1", "::1", "192.0.2.7"):
            headers = {"X-Forwarded-For": claimed, "Authorization": ""}
            assert server.http.get("/api/matches", headers=headers).status_code == 401


def test_half_of_all_is_the_most_of_one_address(tmp_path: Path) -> None:
    with running(tmp_path, most_connections=100) as server:
        result: Doors = server.doors
        assert (result.most, result.most_an_address) == (100, 50)
