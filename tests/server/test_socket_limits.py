"""Limits of a live socket: frames and bytes are counted on the connection, and a flooding seat must wait."""

from __future__ import annotations

import logging
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from ardennes.server.http.penalties import FIRST_WAIT, FORGOTTEN_AFTER, LONGEST_WAIT, Penalties
from tests.server.running import PATIENCE, Player, Running, running, until
from tools.siege.socket_flooder import frame

BURST = 12
PING, PONG = frame(0x89, b"siege"), b"\x8a\x05siege"
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: YSBiZXNpZWdlZCB0YWJsZQ==\r\n"
)


def open_raw(table: Player, seat: str = "german") -> socket.socket:
    """A socket whose frames the test writes itself; the handshake and the first message are read."""
    line = socket.create_connection(("127.0.0.1", table.server.port), PATIENCE)
    authorization = table.headers(seat)["Authorization"]
    head = f"GET /api/matches/{table.id}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: {authorization}"
    line.sendall(f"{head}\r\n{UPGRADE}\r\n".encode())
    answer = b""
    while b'"seq"' not in answer:
        part = line.recv(4096)
        assert part, answer
        answer += part
    return line


def rest(line: socket.socket) -> bytes:
    """Return everything up to the close frame, or until the server closes the connection."""
    data = b""
    try:
        while b"\x88" not in data[:-3] and (part := line.recv(65536)):
            data += part
    except ConnectionError:
        pass
    return data


def close_code(data: bytes) -> int:
    """Return the code of the close frame, which must be last."""
    at = data.rindex(b"\x88")
    return int.from_bytes(data[at + 2 : at + 4], "big")


def open_page(table: Player, seat: str = "german") -> ClientConnection:
    words = [Subprotocol("ardennes"), Subprotocol(f"seat.{table.tokens[seat]}")]
    address = f"ws://127.0.0.1:{table.server.port}/api/matches/{table.id}/live"
    return connect(address, subprotocols=words, open_timeout=PATIENCE)


STRICT = {"socket_frames_a_second": 0.1, "socket_frames_burst": BURST, "socket_bytes_a_second": 100.0}


def test_pings_beyond_the_limit_are_not_answered_and_close_the_socket(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """All pings arrive at once, so that only the parser can stop in the middle of them."""
    caplog.set_level(logging.WARNING, "ardennes.server")
    with running(tmp_path, **STRICT) as server:
        table = server.make()
        with open_raw(table) as line:
            line.sendall(PING * 400)
            data = rest(line)
        assert data.count(PONG) == BURST
        assert close_code(data) == 1008
        assert "closed a socket of seat" in caplog.text
        with pytest.raises(InvalidStatus), open_page(table):  # the seat must wait
            pass
        with open_page(table, "allied") as other:  # the other seat need not
            assert other.recv(PATIENCE) == '{"seq":0}'
        until(lambda: not server.house.push._watchers)


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (frame(0x8A) * 400, 1008),  # pongs
        (frame(0x89, b"x" * 125) * 400, 1008),  # more bytes than may be parsed
        (frame(0x01) + frame(0x00) * 400, 1003),  # a message in empty fragments
        (frame(0x81, b"hello"), 1003),
        (frame(0x82, b"x" * 8000), 1009),
        (frame(0x89, b"x" * 125)[:-1] + frame(0x09, b"y"), 1002),  # not a frame of the protocol
    ],
    ids=["pongs", "bytes", "fragments", "message", "oversized", "broken"],
)
def test_other_frames_close_the_socket_with_their_code(server: Running, frames: bytes, code: int) -> None:
    table = server.make()
    with open_raw(table) as line:
        line.sendall(frames)
        assert close_code(rest(line)) == code


def test_a_page_may_stay_open_and_come_back(tmp_path: Path) -> None:
    """The pongs of a page, several tabs, and reopening are far below the limits."""
    with running(tmp_path) as server:
        table = server.make()
        for _ in range(6):
            with ExitStack() as stack:
                for tab in [stack.enter_context(open_page(table)) for _ in range(4)]:
                    assert tab.recv(PATIENCE) == '{"seq":0}'
                    tab.ping().wait(PATIENCE)


def test_a_seat_opens_sockets_at_a_limited_rate(tmp_path: Path) -> None:
    with running(tmp_path, sockets_a_second=0.01, sockets_burst=3) as server:
        table = server.make()
        for _ in range(3):
            with open_page(table):
                pass
        with pytest.raises(InvalidStatus), open_page(table):
            pass
        with open_page(table, "allied") as other:
            assert other.recv(PATIENCE) == '{"seq":0}'


def test_the_forks_of_a_seat_share_its_sockets(tmp_path: Path) -> None:
    with running(tmp_path, most_sockets_a_person=3) as server, ExitStack() as stack:
        table, other = server.make(), server.make()
        made = table.post("german", "/fork", {"at": 0, "name": "A fork"}).json()
        fork = Player(server, made["id"], made["tokens"])
        for one, seat in ((table, "german"), (fork, "german"), (fork, "allied")):
            stack.enter_context(open_page(one, seat)).recv(PATIENCE)
        for one, seat in ((table, "german"), (fork, "allied")):
            with pytest.raises(InvalidStatus), open_page(one, seat):
                pass
        for one, seat in ((table, "allied"), (other, "german")):
            stack.enter_context(open_page(one, seat)).recv(PATIENCE)


def test_a_client_that_reads_nothing_is_cut_off(tmp_path: Path) -> None:
    """Its own pings have filled the way back."""
    more = {"socket_frames_a_second": 1e6, "socket_frames_burst": 10**6}
    more |= {"socket_bytes_a_second": 1e9, "socket_bytes_burst": 10**9, "answer_seconds": 0.5}
    with running(tmp_path, **more) as server:
        line = open_raw(server.make())
        server.http.close()
        line.setblocking(False)
        until(lambda: len(server.doors) == 1)
        end = time.monotonic() + PATIENCE
        while len(server.doors) and time.monotonic() < end:
            try:
                line.send(frame(0x89, b"x" * 125) * 500)
            except BlockingIOError:
                time.sleep(0.01)
            except OSError:
                break
        until(lambda: len(server.doors) == 0)
        line.close()


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_waits_double_and_are_forgotten() -> None:
    clock = Clock()
    penalties = Penalties(clock)
    waits = [penalties.strike("seat", "") for _ in range(12)]
    assert waits[:3] == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
    assert waits[-1] == LONGEST_WAIT
    assert penalties.seat_wait("seat") == LONGEST_WAIT
    assert penalties.seat_wait("other") == 0
    clock.now += LONGEST_WAIT
    assert penalties.seat_wait("seat") == 0
    clock.now += FORGOTTEN_AFTER
    assert penalties.strike("seat", "") == FIRST_WAIT


def test_an_address_waits_only_after_several_floods() -> None:
    penalties = Penalties(Clock())
    waits: list[float] = []
    for seat in ("a", "b", "c"):
        penalties.strike(seat, "192.0.2.1")
        waits.append(penalties.address_wait("192.0.2.1"))
    assert waits == [0, 0, FIRST_WAIT]
    assert penalties.address_wait("192.0.2.2") == 0
