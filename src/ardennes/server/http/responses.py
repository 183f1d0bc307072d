"""Requests and responses as routes see them, without a web framework."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from ardennes import __version__

if TYPE_CHECKING:
    from ardennes.server.routes.context import House

JSON = "application/json"
SQUEEZE_FROM = 1400  # bytes; below that compressing gains nothing


async def never() -> None:
    """Wait forever: a client inside the same program never disconnects."""
    await asyncio.Event().wait()


@dataclass(frozen=True)
class Request:
    """A request as a route sees it, however it arrived."""

    house: House
    headers: Mapping[str, str]  # by lower-case name
    client: str  # its address
    read: Callable[[int], Awaitable[bytes]]  # read the body; argument: the most bytes it may have
    gone: Callable[[], Awaitable[None]] = never  # returns when the client has closed its connection


class Response:
    def __init__(
        self,
        content: bytes = b"",
        status_code: int = 200,
        headers: Mapping[str, str] | None = None,
        media_type: str | None = None,
    ) -> None:
        self.content = content
        self.status_code = status_code
        self.headers = dict(headers or {})
        self.media_type = media_type


class Problem(Exception):
    """An HTTP error: status and JSON body."""

    def __init__(self, status: int, words: str, **more: Any) -> None:
        super().__init__(words)
        self.status = status
        self.body = {"error": words, **more}
        self.headers: dict[str, str] = {}


def refuse(status: int, words: str, **more: Any) -> NoReturn:
    raise Problem(status, words, **more)


def answer(
    plain: Any, status: int = 200, *, headers: dict[str, str] | None = None, kept: str = "no-store"
) -> Response:
    """Return a value or struct as JSON. `kept` is the Cache-Control header."""
    body = msgspec.json.encode(plain)
    return Response(body, status, {"Cache-Control": kept, **(headers or {})}, JSON)


def etag(seq: int, seat: str, *more: object) -> str:
    """Return an ETag for what one seat sees; it also depends on the program's version."""
    rest = zlib.crc32(repr((__version__, *more)).encode())
    return f'"{seq}-{seat}-{rest:08x}"'


def has_already(asked: Mapping[str, str], tag: str) -> bool:
    """Return whether the client has this version cached."""
    held = asked.get("if-none-match", "")
    return tag in [word.strip().removeprefix("W/") for word in held.split(",")]


def unchanged(tag: str, cache_control: str) -> Response:
    return Response(status_code=304, headers={"ETag": tag, "Cache-Control": cache_control})


class Fixed:
    """A response that stays the same while the program runs, with its ETag and a compressed copy."""

    def __init__(self, body: bytes, media: str) -> None:
        self.body = body
        self.media = media
        self.tag = f'"{zlib.crc32(body):08x}-{len(body):x}"'
        squeezed = gzip.compress(body, 6, mtime=0) if len(body) >= SQUEEZE_FROM else body
        self.squeezed = squeezed if len(squeezed) < 0.9 * len(body) else None

    def response(self, asked: Mapping[str, str]) -> Response:
        """Return the response to a request with these headers; 304 if the client has it cached."""
        headers = {
            "ETag": self.tag,
            "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
        }
        if has_already(asked, self.tag):
            return Response(status_code=304, headers=headers)
        if self.squeezed is not None and "gzip" in asked.get("accept-encoding", ""):
            return Response(self.squeezed, 200, {**headers, "Content-Encoding": "gzip"}, self.media)
        return Response(self.body, 200, headers, self.media)
