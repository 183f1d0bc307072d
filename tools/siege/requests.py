"""Ambiguous requests: requests that a proxy could parse differently than the server must be refused."""

from __future__ import annotations

import socket

from tools.siege.client import LOOPBACK, PATIENCE
from tools.siege.plan import Attack, Round

GET = "GET /api/games HTTP/1.1"
POST = "POST /api/matches HTTP/1.1"
HOST = "Host: 127.0.0.1"
HIDDEN = f"GET /api/matches HTTP/1.1\r\n{HOST}\r\n\r\n"  # a second request inside a first one
# Heads and bodies; each must be answered once, with 400 or 431, and the connection closed.
AMBIGUOUS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    (POST, (HOST, "Content-Length: 5", "Transfer-Encoding: chunked"), f"0\r\n\r\n{HIDDEN}"),
    (POST, (HOST, "Transfer-Encoding: chunked", "Content-Length: 5"), f"0\r\n\r\n{HIDDEN}"),
    (POST, (HOST, "Content-Length: 0", f"Content-Length: {len(HIDDEN)}"), HIDDEN),
    (POST, (HOST, "Content-Length: 0", "Content-Length: 0"), HIDDEN),
    (POST, (HOST, "Transfer-Encoding: chunked", "Transfer-Encoding: identity"), f"0\r\n\r\n{HIDDEN}"),
    (POST, (HOST, "Transfer-Encoding: chunked"), f"0;a=b\r\n\r\n{HIDDEN}"),
    (GET, (HOST, "X-A: b", " c"), HIDDEN),
    (GET, (f"X-A: b\n{HOST}",), HIDDEN),
    (GET, (HOST, "Host: table.siege.test"), HIDDEN),
    (GET, (HOST, *(f"X-{number}: a" for number in range(500))), HIDDEN),
    ("GET http://127.0.0.1/api/games HTTP/1.1", (HOST,), HIDDEN),
    ("POST /api/matches HTTP/1.0", (HOST, "Transfer-Encoding: chunked"), f"0\r\n\r\n{HIDDEN}"),
)
NAMES = ("[::1]evil", "localhost@evil", "evil.siege.test", "localhost:", "localhost:80:80", "127.0.0.1,a", "")


def _answers(port: int, data: bytes) -> bytes:
    """Return what arrives until the server closes the connection or stops sending."""
    with socket.create_connection((LOOPBACK, port), timeout=PATIENCE) as line:
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        received = b""
        while part := line.recv(65536):
            received += part
        return received


def smuggle(now: Round) -> None:
    fort = now.keep
    while now.go_on():
        for first, headers, body in AMBIGUOUS:
            request = "\r\n".join((first, *headers)) + "\r\n\r\n" + body
            received = _answers(fort.port, request.encode())
            statuses = [part[:3] for part in received.split(b"HTTP/1.1 ")[1:]]
            now.count("ambiguous requests")
            fits = statuses in ([b"400"], [b"431"]) and b"close" in received.lower()
            now.expect(fits, "an ambiguous request is not refused and disconnected", request[:300], received)
        for name in NAMES:
            received = _answers(fort.port, f"{GET}\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
            now.count("names that are not the server's")
            refused = received.startswith((b"HTTP/1.1 400", b"HTTP/1.1 403"))
            now.expect(refused, "a server called by another name answers", name, received[:300])


REQUESTS = Attack(
    "requests",
    "A request that could be read in two ways, or that names another server, is refused.",
    "Content-Length with Transfer-Encoding, doubled and folded headers, bare line ends, absolute addresses, "
    "and names that only begin like the server's, over raw sockets.",
    smuggle,
    0.2,
    daily=True,
)
