"""Refuse requests that a proxy in front of the server could parse differently.

h11 is lenient where RFC 9112 permits it. If two parsers disagree on where a request ends, a client can hide a
second request inside the first (request smuggling). So every ambiguous request is refused and its connection
closed. Browsers and ordinary clients never send one.
"""

from __future__ import annotations

import re
from collections import Counter

import h11
from h11._receivebuffer import ReceiveBuffer

MOST_HEADERS = 100
LONGEST_HEAD = 64 * 1024  # bytes of a request without its body
SINGLE = (  # headers that may come once; a second one could be read instead of the first
    b"host",
    b"transfer-encoding",
    b"content-type",
    b"authorization",
    b"origin",
    b"sec-fetch-site",
    b"sec-fetch-mode",
)
LENGTH = b"content-length:"
BARE_LINE_END = re.compile(rb"(?<!\r)\n|\r(?!\n)")
FOLDED = re.compile(rb"\n[ \t]+\S")


class StrictBuffer(ReceiveBuffer):
    """The received bytes; refuse unusual line ends and folded headers."""

    def maybe_extract_lines(self) -> list[bytearray] | None:
        waiting = bytes(self._data)
        lines = super().maybe_extract_lines()
        if lines is None:
            return None
        head = waiting[: len(waiting) - len(self._data)]
        if len(head) > LONGEST_HEAD:
            raise h11.RemoteProtocolError(f"The head of a request may have {LONGEST_HEAD} bytes.")
        if BARE_LINE_END.search(head):
            raise h11.RemoteProtocolError("Every line of a request's head must end with CR LF.")
        if FOLDED.search(head):
            raise h11.RemoteProtocolError("A header must not span several lines.")
        lengths = [line for line in lines if line[: len(LENGTH)].lower() == LENGTH]
        if len(lengths) > 1 or any(b"," in line for line in lengths):  # h11 merges equal ones
            raise h11.RemoteProtocolError("The header content-length may be sent once only.")
        return lines

    def maybe_extract_next_line(self) -> bytearray | None:
        """Return the line that begins or ends a chunk."""
        line = super().maybe_extract_next_line()
        if line is not None and b";" in line:
            raise h11.RemoteProtocolError("A chunk may not carry extensions.")
        return line


class StrictConnection(h11.Connection):
    """A connection that parses unambiguous requests only; `fault` says why it stopped."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, LONGEST_HEAD)
        self._receive_buffer = StrictBuffer()
        self.fault = ""

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        try:
            event = super().next_event()
        except h11.RemoteProtocolError as error:
            self.fault = self.fault or f"The request cannot be read: {error}"
            raise
        if isinstance(event, h11.Request) and (fault := find_fault(event)):
            self.fault = fault
            self._process_error(self.their_role)
            raise h11.RemoteProtocolError(fault)
        return event


def find_fault(request: h11.Request) -> str:
    """Return why a request is refused; empty if it is unambiguous."""
    if request.http_version not in (b"1.0", b"1.1"):
        return "This version of HTTP is not supported; use HTTP/1.1."
    names = Counter(name.lower() for name, _ in request.headers)
    if sum(names.values()) > MOST_HEADERS:
        return f"The request has more than {MOST_HEADERS} headers."
    twice = [name.decode() for name in SINGLE if names[name] > 1]
    if twice:
        return f"The header {twice[0]} may be sent once only."
    if b"transfer-encoding" in names and b"content-length" in names:
        return "A request has either Content-Length or Transfer-Encoding, not both."
    if b"transfer-encoding" in names and request.http_version != b"1.1":
        return "Transfer-Encoding needs HTTP/1.1."
    if not request.target.startswith(b"/"):
        return "The address in a request must begin with /."
    return ""
