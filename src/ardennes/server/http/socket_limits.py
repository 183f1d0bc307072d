"""Limit what a client sends on its live socket: bytes and frames, counted below the ASGI application.

The websocket library answers pings and joins fragments before any application code runs, so the limits act
on the connection itself: bytes are counted before they are parsed, frames as they are parsed.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import websockets
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import DATA_OPCODES, CloseCode, Frame
from websockets.server import ServerProtocol

from ardennes.server.http.live_updates import NOT_FOR_TALKING, ONLY_TELLS
from ardennes.server.http.token_bucket import Bucket

if TYPE_CHECKING:
    from ardennes.server.http.connections import Doors

SENDER = "ardennes.sender"  # in the extensions of the scope
GOODBYE_SECONDS = 2.0  # for a client to read why its socket is closed
TOO_MUCH = "This socket sent too much; open no other for a while."
ONE = ""  # bucket key; each socket has separate buckets

log = logging.getLogger("ardennes.server")


class Sender:
    """The client at the other end of a socket. The application fills in the seat once it knows it."""

    def __init__(self) -> None:
        self.seat = ""


class LimitedProtocol(ServerProtocol):
    """Parse frames only while the socket is within its limit; reject fragments unread."""

    def __init__(self, frames: Bucket, **named: Any) -> None:
        super().__init__(**named)
        self._frames = frames
        self.flooded = False

    def recv_frame(self, frame: Frame) -> None:
        if self._frames.take(ONE):
            self.flooded = True
            self._refuse(CloseCode.POLICY_VIOLATION, TOO_MUCH)
        if frame.opcode in DATA_OPCODES and not frame.fin:  # the application rejects whole messages
            self._refuse(NOT_FOR_TALKING, ONLY_TELLS)
        super().recv_frame(frame)

    def _refuse(self, code: int, words: str) -> None:
        self.fail(code, words)
        raise ProtocolError(words)  # stops the parser; the close frame is already queued


class LiveSocket(WebSocketsSansIOProtocol):
    """A connection that has been upgraded to a WebSocket; it still counts as a connection."""

    def __init__(self, doors: Doors, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        limits = doors.settings
        self._doors = doors
        self._sender = Sender()
        self._head_read = False
        self._bytes = Bucket(limits.socket_bytes_a_second, limits.socket_bytes_burst)
        frames = Bucket(limits.socket_frames_a_second, limits.socket_frames_burst)
        self.conn = self._limited = LimitedProtocol(
            frames, max_size=self.config.ws_max_size, logger=logging.getLogger("uvicorn.error")
        )
        self._reader: asyncio.TimerHandle | None = None  # while the client does not read

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing() or self._limited.flooded:
            return
        if not self._head_read:  # the upgrade request, passed on by the HTTP protocol
            self._head_read = True
        elif self._bytes.take(ONE, len(data)):
            self._close_flooded()
            return
        super().data_received(data)

    def handle_connect(self, event: websockets.Request) -> None:
        super().handle_connect(event)
        if (scope := getattr(self, "scope", None)) is not None:  # the application task has not started yet
            scope["extensions"][SENDER] = self._sender

    def handle_parser_exception(self) -> None:
        if self._limited.flooded:
            self._close_flooded()
        elif self.conn.close_sent is None:  # not open yet, so there is no socket to close
            self.transport.abort()
        else:
            super().handle_parser_exception()
            self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)

    def _close_flooded(self) -> None:
        """Send the reason, stop reading, and close the connection once the client had time to read it.

        Closing at once would lose the close frame, since the system resets a connection with unread data.
        """
        self._limited.flooded = True
        scope = getattr(self, "scope", None)
        address = scope["client"][0] if scope is not None and scope["client"] else ""
        seconds = self._doors.penalties.strike(self._sender.seat, address)
        who = f"seat {self._sender.seat}" if self._sender.seat else "no seat"
        log.warning(
            "closed a socket of %s at %s: it sent too much; it may open another in %.0f s",
            who,
            address or "an unknown address",
            seconds,
        )
        self.stop_keepalive()
        if self.conn.close_sent is None:
            self.conn.fail(CloseCode.POLICY_VIOLATION, TOO_MUCH)
        self.transport.pause_reading()
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": int(CloseCode.POLICY_VIOLATION)})

    def pause_writing(self) -> None:
        """The client does not read: give it the same time as an HTTP client has for its response."""
        super().pause_writing()
        if self._reader is None:
            self._reader = self.loop.call_later(self._doors.settings.answer_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_waiting()

    def eof_received(self) -> None:
        self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._doors.go(self.transport)
        super().connection_lost(exc)

    def _stop_waiting(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
            self._reader = None
