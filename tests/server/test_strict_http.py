"""Ambiguous requests are refused over raw sockets, and the connection is closed."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ardennes.errors import UserError
from ardennes.server.http.hosts import parse_host
from ardennes.server.settings import Settings
from tests.server.running import Running, running

HOST = "Host: 127.0.0.1"
GAMES = "GET /api/games HTTP/1.1"
MAKE = "POST /api/matches HTTP/1.1"
JSON = "Content-Type: application/json"
HIDDEN = "GET /api/hidden HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"  # a second request inside a first one


class Said(NamedTuple):
    statuses: list[int]
    words: str  # all answers
    closed: bool  # by the server, before the client asked for it


def say(server: Running, data: bytes, *, patience: float = 30.0) -> Said:
    """Send bytes and a harmless request after them; if the connection is closed, that one is not answered."""
    last = b"GET /last HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=patience) as line:
        line.sendall(data)
        received = b""
        while b"\r\n\r\n" not in received and (part := line.recv(65536)):
            received += part
        try:
            line.sendall(last)
            while part := line.recv(65536):
                received += part
        except OSError:  # it had closed the connection
            pass
    statuses = [int(part[:3]) for part in received.split(b"HTTP/1.1 ")[1:]]
    return Said(statuses, received.decode("latin-1"), len(statuses) == 1)


def text(*lines: str, body: str = "") -> bytes:
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode("latin-1")


AMBIGUOUS = {
    "length and encoding": text(
        MAKE, HOST, JSON, "Content-Length: 5", "Transfer-Encoding: chunked", body=f"0\r\n\r\n{HIDDEN}"
    ),
    "encoding and length": text(
        MAKE, HOST, JSON, "Transfer-Encoding: chunked", "Content-Length: 5", body=f"0\r\n\r\n{HIDDEN}"
    ),
    "two lengths": text(MAKE, HOST, JSON, "Content-Length: 2", "Content-Length: 3", body="{} "),
    "the same length twice": text(MAKE, HOST, JSON, "Content-Length: 2", "Content-Length: 2", body="{}"),
    "two lengths in one header": text(MAKE, HOST, JSON, "Content-Length: 2, 2", body="{}"),
    "length with a sign": text(MAKE, HOST, JSON, "Content-Length: +2", body="{}"),
    "length with an underscore": text(MAKE, HOST, JSON, "Content-Length: 1_0", body="{}        "),
    "hexadecimal length": text(MAKE, HOST, JSON, "Content-Length: 0x2", body="{}"),
    "length of 5000 digits": text(MAKE, HOST, JSON, f"Content-Length: {'9' * 5000}", body="{}"),
    "two encodings": text(
        MAKE, HOST, JSON, "Transfer-Encoding: chunked", "Transfer-Encoding: identity", body="0\r\n\r\n"
    ),
    "an unknown encoding": text(MAKE, HOST, JSON, "Transfer-Encoding: xchunked", body="0\r\n\r\n"),
    "encodings in a row": text(MAKE, HOST, JSON, "Transfer-Encoding: gzip, chunked", body="0\r\n\r\n"),
    "an encoding in HTTP/1.0": text(
        "POST /api/matches HTTP/1.0", HOST, JSON, "Transfer-Encoding: chunked", body="0\r\n\r\n"
    ),
    "a blank before the colon": text(GAMES, HOST, "Content-Length : 0"),
    "a header on two lines": text(GAMES, HOST, "X-Long: a", " b"),
    "a fold before the first header": text(GAMES, f" {HOST}"),
    "bare line feeds": f"{GAMES}\n{HOST}\n\n".encode(),
    "one bare line feed": f"{GAMES}\r\nX-A: b\n{HOST}\r\n\r\n".encode(),
    "one bare carriage return": f"{GAMES}\r\nX-A: b\r{HOST}\r\n{HOST}\r\n\r\n".encode(),
    "a NUL in a header": text(GAMES, HOST, "X-A: b\0c"),
    "a chunk with an extension": text(
        MAKE, HOST, JSON, "Transfer-Encoding: chunked", body=f"2;a={'b' * 100}\r\n{{}}\r\n0\r\n\r\n"
    ),
    "a chunk of a negative size": text(MAKE, HOST, JSON, "Transfer-Encoding: chunked", body="-2\r\n{}\r\n"),
    "a chunk of an enormous size": text(
        MAKE, HOST, JSON, "Transfer-Encoding: chunked", body=f"{'f' * 30}\r\n{{}}"
    ),
    "a chunk longer than it says": text(
        MAKE, HOST, JSON, "Transfer-Encoding: chunked", body="1\r\n{}\r\n0\r\n\r\n"
    ),
    "very many headers": text(GAMES, HOST, *(f"X-{number}: a" for number in range(200))),
    "a very long header": text(GAMES, HOST, f"X-A: {'b' * 70_000}"),
    "two tokens": text("GET /api/matches HTTP/1.1", HOST, "Authorization: Lobby a", "Authorization: Lobby b"),
    "two media types": text(MAKE, HOST, JSON, "Content-Type: text/plain", "Content-Length: 2", body="{}"),
    "two hosts": text(GAMES, HOST, "Host: evil.example"),
    "the same host twice": text(GAMES, HOST, HOST),
    "no host": text(GAMES, "X-A: b"),
    "an absolute address": text("GET http://127.0.0.1/api/games HTTP/1.1", HOST),
    "an absolute address elsewhere": text("GET http://evil.example/api/games HTTP/1.1", HOST),
    "an authority": text("CONNECT 127.0.0.1:80 HTTP/1.1", HOST),
    "a star": text("OPTIONS * HTTP/1.1", HOST),
    "no version": f"GET /api/games\r\n{HOST}\r\n\r\n".encode(),
    "another version": text("GET /api/games HTTP/9.1", HOST),
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00",
}


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_a_request_with_two_readings_is_refused_and_the_connection_closed(server: Running, name: str) -> None:
    said = say(server, AMBIGUOUS[name])
    assert said.statuses[:1] in ([400], [431]), said.words
    assert len(said.statuses) == 1, said.words
    assert said.closed, said.words
    assert "connection: close" in said.words.lower()
    body = said.words.partition("\r\n\r\n")[2]
    assert json.loads(body)["error"], said.words


def test_ordinary_requests_are_answered_and_the_connection_stays(server: Running) -> None:
    body = '{"game": "nothing", "seats": {}}'
    ordinary = (
        text(GAMES, HOST),
        text(GAMES, "hOST:127.0.0.1"),
        text(GAMES, f"{HOST}  ", *(f"X-{number}: a" for number in range(60))),
        text(MAKE, HOST, JSON, f"Content-Length: {len(body)}", body=body),
        text(
            MAKE,
            HOST,
            JSON,
            "Transfer-Encoding: chunked",
            body=f"{len(body):X}\r\n{body}\r\n0\r\nX-Trailer: a\r\n\r\n",
        ),
    )
    for request in ordinary:
        said = say(server, request)
        assert said.statuses[0] in (200, 401), said.words
        assert not said.closed
        assert said.statuses[1:] == [404]


# Names

GOOD_HOSTS = {
    "127.0.0.1": ("127.0.0.1", None),
    "127.0.0.1:8044": ("127.0.0.1", 8044),
    "localhost": ("localhost", None),
    "LocalHost:80": ("localhost", 80),
    "localhost.": ("localhost", None),
    "localhost.:80": ("localhost", 80),
    "[::1]": ("[::1]", None),
    "[::1]:65535": ("[::1]", 65535),
    "[0:0:0:0:0:0:0:1]:1": ("[::1]", 1),
}
STRANGE_HOSTS = ("evil.example", "192.168.0.7", "127.0.0.1.evil.example", "[::2]:80", "127.1", "0", "xn--a")
BAD_HOSTS = (
    "",
    " ",
    ":80",
    "[::1]evil",
    "[::1].evil.example",
    "[::1]:80evil",
    "[::1]:",
    "[::1",
    "::1",
    "[]",
    "[localhost]",
    "[127.0.0.1]",
    "[::1%lo]",
    "[::1]]",
    "[[::1]]",
    "localhost:",
    "localhost:-1",
    "localhost:+80",
    "localhost:8 0",
    "localhost:65536",
    "localhost:" + "8" * 5000,
    "localhost:٨٠",
    "localhost:80:80",
    "localhost..",
    ".localhost",
    "local..host",
    "localhost@evil",
    "evil@localhost",
    "evil:80@localhost",
    "http://localhost",
    "localhost/",
    "localhost?a",
    "localhost#a",
    "localhost\\evil",
    "localhost,evil",
    "localhost, localhost",
    "local host",
    "local\thost",
    "%6cocalhost",
    "localhost%00",
    "-localhost",
    "ĺocalhost",
    "a" * 300,
)


@pytest.mark.parametrize("value", GOOD_HOSTS)
def test_a_good_host_is_read_and_answered(server: Running, value: str) -> None:
    assert parse_host(value) == GOOD_HOSTS[value]
    assert say(server, text(GAMES, f"Host: {value}")).statuses[0] == 200


@pytest.mark.parametrize("value", [*BAD_HOSTS, *STRANGE_HOSTS])
def test_a_bad_host_is_refused(server: Running, value: str) -> None:
    assert (parse_host(value) is None) == (value in BAD_HOSTS)
    line = f"Host: {value}".encode()
    said = say(server, GAMES.encode() + b"\r\n" + line + b"\r\n\r\n")
    assert said.statuses[0] in (400, 403), said.words


@pytest.mark.parametrize("name", ["[::1]evil", "http://table.example", "a b", ""])
def test_a_name_that_no_request_could_have_is_refused_in_the_settings(name: str) -> None:
    with pytest.raises(UserError, match="not a name of a server"):
        Settings(hosts=(name,))


ORIGINS = (
    "http://127.0.0.1/",
    "http://127.0.0.1#a",
    "http://127.0.0.1?a",
    "http://evil@127.0.0.1",
    "http://127.0.0.\t1",
    "http:127.0.0.1",
    "http://127.0.0.1:80",
    "ws://127.0.0.1",
    "127.0.0.1",
    "http://127.0.0.1 http://evil.example",
    "",
)


@pytest.mark.parametrize("origin", ORIGINS)
def test_an_origin_that_no_browser_sends_for_our_page_is_refused(server: Running, origin: str) -> None:
    assert say(server, text(GAMES, HOST, f"Origin: {origin}")).statuses[0] == 403
    assert say(server, text(GAMES, HOST, "Origin: http://127.0.0.1")).statuses[0] == 200


# The rate limit


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path, requests_a_second=0.001, burst=5) as server:
        yield server


@pytest.mark.parametrize(
    "head", ["Host: evil.example", "Host: 127.0.0.1\r\nOrigin: http://evil.example"], ids=["host", "origin"]
)
def test_refused_requests_count_against_the_rate_limit(slow: Running, head: str) -> None:
    statuses = [say_one(slow, head) for _ in range(12)]
    assert statuses == [403] * 5 + [429] * 7
    assert say_one(slow, HOST) == 429


def say_one(server: Running, head: str) -> int:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(text(GAMES, head, "Connection: close"))
        return int(line.recv(65536)[9:12])


def test_forwarded_addresses_of_strangers_are_not_believed(slow: Running) -> None:
    heads = [
        f"{HOST}\r\nX-Forwarded-For: 203.0.113.{number}\r\nForwarded: for=203.0.113.{number}"
        for number in range(8)
    ]
    assert [say_one(slow, head) for head in heads] == [200] * 5 + [429] * 3
