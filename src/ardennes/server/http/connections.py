"""Limit connections: how many are open, from which addresses, and how long one may stay silent.

Every connection uses a file descriptor, and those are few. A client that sends nothing, sends its request
very slowly or does not read its response is disconnected after a timeout. When all connections are in use,
the longest silent one is closed for a new client. If none is silent, the new client gets a 503.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections import OrderedDict
from contextlib import suppress
from functools import partial
from typing import Any

import h11
import msgspec
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from ardennes.server.http.penalties import Penalties
from ardennes.server.http.responses import JSON
from ardennes.server.http.socket_limits import LiveSocket
from ardennes.server.http.strict_http import StrictConnection
from ardennes.server.routes.context import House
from ardennes.server.settings import Settings, proxies_of

OTHER_FILES = 256  # file descriptors for the database, workers, and connections being opened or closed
AT_ONCE = 32  # connections accepted at once; each uses a file descriptor before it is counted
QUEUE = 512  # more wait in the system's backlog
LAST_WORDS = 2.0  # seconds for a client to read the final response
FULL = "Too many connections are open; try again."
BAD_REQUEST = 400
SLOW = "The request did not arrive in time."


def files_for_all(wanted: int) -> int:
    """Return how many connections the limit of open files allows; raise the limit if the system permits
    it.
    """
    try:
        import resource
    except ImportError:  # this system has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft - min(OTHER_FILES, soft // 2))


class Doors:
    """The open connections of a server, by address; silent ones in the order in which they fell silent."""

    def __init__(self, settings: Settings, penalties: Penalties) -> None:
        self.settings = settings
        self.penalties = penalties  # for clients whose sockets flooded the server
        self.most = files_for_all(settings.most_connections)
        self.most_an_address = max(1, min(settings.most_connections_an_address, self.most // 2))
        self._proxies = proxies_of(settings)
        self._inside: dict[asyncio.BaseTransport, str] = {}
        self._by_address: dict[str, int] = {}
        self._silent: dict[str, OrderedDict[Guest, None]] = {}

    def __len__(self) -> int:
        return len(self._inside)

    def come(self, transport: asyncio.BaseTransport, address: str) -> bool:
        """Count a new connection if there is room, closing a silent one if needed. Return whether it may
        stay.
        """
        crowded = (
            self._by_address.get(address, 0) >= self.most_an_address
            and not self._is_proxy(address)
            and not self._spare(address)
        )
        if crowded or (len(self) >= self.most and not self._spare(self._most_silent())):
            return False
        self._inside[transport] = address
        self._by_address[address] = self._by_address.get(address, 0) + 1
        return True

    def _is_proxy(self, address: str) -> bool:
        return any(ipaddress.ip_address(address) in proxy for proxy in self._proxies)

    def go(self, transport: asyncio.BaseTransport) -> None:
        address = self._inside.pop(transport, None)
        if address is None:
            return
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def fall_silent(self, guest: Guest) -> None:
        """Note that the client owes a request, or the rest of one."""
        self.speak(guest)
        self._silent.setdefault(guest.address, OrderedDict())[guest] = None

    def speak(self, guest: Guest) -> None:
        others = self._silent.get(guest.address)
        if others is not None:
            others.pop(guest, None)
            if not others:
                del self._silent[guest.address]

    def _most_silent(self) -> str:
        return max(self._silent, key=lambda address: len(self._silent[address]), default="")

    def _spare(self, address: str) -> bool:
        """Close the connection of this address that has been silent longest. Return False if none is
        silent.
        """
        silent = self._silent.get(address)
        if not silent:
            return False
        next(iter(silent)).show_out(503, FULL)
        return True


class Guest(H11Protocol):
    """One connection. Its stage follows from what the client has sent so far."""

    def __init__(self, doors: Doors, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn: StrictConnection = StrictConnection()
        self.address = ""
        self._doors = doors
        self._stage: object = None
        self._timer: asyncio.TimerHandle | None = None
        self._reader: asyncio.TimerHandle | None = None  # while the client does not read its response

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if self._doors.come(transport, self.address):
            self._look()
        else:
            self.show_out(503, FULL)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stage = "socket"
        self._wait(None)
        self._doors.speak(self)
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        self.show_out(BAD_REQUEST, self.conn.fault or msg)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._reader is None:
            self._reader = self.loop.call_later(self._doors.settings.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection between two requests without a response."""
        self._close()

    def _look(self) -> None:
        """Update the stage of the connection; each stage has its timeout."""
        if self.transport.is_closing() or self._stage == "socket":
            return
        theirs = self.conn.their_state
        stage: object = theirs
        if theirs is h11.IDLE:  # uvicorn itself waits between two requests, until their first byte
            stage = "between" if self.timeout_keep_alive_task is not None else "head"
        if stage == self._stage:
            return
        self._stage = stage
        limits = self._doors.settings
        waits: dict[object, float] = {"head": limits.header_seconds, h11.SEND_BODY: limits.body_seconds}
        self._wait(waits.get(stage))
        if theirs in (h11.IDLE, h11.SEND_BODY):
            self._doors.fall_silent(self)
        else:
            self._doors.speak(self)

    def _wait(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self.show_out, 408, SLOW)

    def show_out(self, status: int, words: str) -> None:
        """Send an error unless a response is being sent, and close the connection."""
        answer: Any = self.cycle  # none before the first request
        begun = answer is not None and answer.response_started and not answer.response_complete
        if not begun and not self.transport.is_closing():
            self.transport.write(last_words(status, words))
        self._close()

    def _close(self) -> None:
        self._leave()
        self.transport.close()
        self.loop.call_later(LAST_WORDS, self.transport.abort)

    def _leave(self) -> None:
        self._wait(None)
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None
        self._doors.speak(self)
        self._doors.go(self.transport)


def last_words(status: int, words: str) -> bytes:
    """Return a whole HTTP response for a client that is disconnected."""
    body = msgspec.json.encode({"error": words})
    reason = {BAD_REQUEST: "Bad Request", 408: "Request Timeout", 503: "Service Unavailable"}[status]
    head = [
        f"HTTP/1.1 {status} {reason}",
        f"Content-Type: {JSON}",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        *(["Retry-After: 5"] if status != BAD_REQUEST else []),
        "Connection: close",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body


class Server(uvicorn.Server):
    """Accept few connections at once and let the rest queue, so that file descriptors never run out before
    connections are counted.
    """

    def __init__(self, config: uvicorn.Config, doors: Doors) -> None:
        super().__init__(config)
        self.doors = doors

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(QUEUE)


def server_of(app: FastAPI, **more: Any) -> Server:
    """Return the uvicorn server of an application, with limited connections."""
    house: House = app.state.house
    settings = house.settings
    doors = Doors(settings, house.push.penalties)
    usual: dict[str, Any] = {
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "date_header": False,  # RequestFilter adds the server's time, by which timed turns end
        # The client's address is that of the connection; only trusted proxies may name another.
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": list(settings.proxies),
        "http": partial(Guest, doors),
        "ws": partial(LiveSocket, doors),
        "ws_max_size": 4096,  # clients send nothing on the socket
        "ws_per_message_deflate": False,
        # longer than browsers reuse a connection, so none is cut off
        "timeout_keep_alive": settings.idle_seconds,
        "timeout_graceful_shutdown": 3,
        "backlog": AT_ONCE,
    }
    return Server(uvicorn.Config(app, **{**usual, **more}), doors)
