"""A process that floods a server's live socket; it reads its task from standard input.

Not for use by hand: `socket_floods.py` starts it in a separate process, so that it does not affect the
measurement.
"""

from __future__ import annotations

import json
import socket
import sys
import time
from collections import Counter
from contextlib import suppress

import msgspec

from tools.siege.client import LOOPBACK

READY = "ready"
MASK = b"\x00\x00\x00\x00"  # leaves the payload as it is
CHUNK = 2000  # frames in one write
PAUSE = 0.02  # seconds between two attempts to open a socket
READ_SECONDS = 0.5


def frame(head: int, payload: bytes = b"") -> bytes:
    """A masked frame; `head` is its first byte."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return bytes([head]) + length + MASK + payload


KINDS = {
    "empty pings": frame(0x89) * CHUNK,
    "full pings": frame(0x89, b"x" * 125) * (CHUNK // 10),
    "pongs": frame(0x8A) * CHUNK,
    "empty fragments": frame(0x01) + frame(0x00) * CHUNK,
    "messages": frame(0x82, b"x" * 2000) * (CHUNK // 50),
    "oversized frames": frame(0x82, b"x" * 60_000),
    "nothing read": frame(0x89, b"x" * 125) * (CHUNK // 10),
}


class SocketFlood(msgspec.Struct):
    """Open `count` sockets, each with `request`, and flood each with one kind of frame until it is closed."""

    port: int
    seconds: float
    kind: str
    request: str
    count: int = 1
    at: str = ""


class Line:
    """One socket that sends as fast as the server accepts, and reopens when it is closed."""

    def __init__(self, flood: SocketFlood, result: Counter[str]) -> None:
        self.flood, self.result = flood, result
        self._socket: socket.socket | None = None
        self._retry = 0.0
        self._left = b""  # rest of the last write: frames must follow each other complete

    def step(self) -> None:
        """Open the socket, or write to it once."""
        if self._socket is None:
            if time.monotonic() >= self._retry:
                self._open()
            return
        try:
            self._left = self._left or KINDS[self.flood.kind]
            sent = self._socket.send(self._left)
            self._left = self._left[sent:]
            self.result["bytes"] += sent
            if self.flood.kind != "nothing read":
                self._read()
        except BlockingIOError:
            with suppress(BlockingIOError):
                self._read()
        except OSError:
            self._closed()

    def _open(self) -> None:
        source = (self.flood.at, 0) if self.flood.at else None
        try:
            line = socket.create_connection((LOOPBACK, self.flood.port), READ_SECONDS, source)
            line.sendall(self.flood.request.encode())
            answer = line.recv(4096)
        except OSError:
            self.result["connections refused"] += 1
            self._retry = time.monotonic() + PAUSE
            return
        if b" 101 " not in answer:
            self.result["sockets refused"] += 1
            line.close()
            self._retry = time.monotonic() + PAUSE
            return
        self.result["sockets opened"] += 1
        line.setblocking(False)
        self._socket = line

    def _read(self) -> None:
        assert self._socket is not None
        data = self._socket.recv(65536)
        if not data:
            raise ConnectionResetError
        at = data.rfind(b"\x88")
        if at >= 0 and len(data) >= at + 4:
            code = int.from_bytes(data[at + 2 : at + 4], "big")
            if 1000 <= code < 5000:
                self.result[f"closed with {code}"] += 1
                self._closed()

    def _closed(self) -> None:
        assert self._socket is not None
        self._socket.close()
        self._socket, self._left = None, b""
        self.result["sockets closed by the server"] += 1


def main() -> None:
    flood = msgspec.json.decode(sys.stdin.buffer.read(), type=SocketFlood)
    result: Counter[str] = Counter()
    lines = [Line(flood, result) for _ in range(flood.count)]
    end = time.monotonic() + flood.seconds
    for line in lines:
        line.step()
    print(READY, flush=True)
    while time.monotonic() < end:
        before = result["bytes"]
        for line in lines:
            line.step()
        if result["bytes"] == before:
            time.sleep(0.002)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
