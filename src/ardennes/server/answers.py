"""What goes back over the wire: JSON made by msgspec, and errors that say what and why."""

from __future__ import annotations

import gzip
import zlib
from typing import Any, NoReturn

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ardennes import __version__

JSON = "application/json"
SQUEEZE_FROM = 1400  # bytes; below that compressing gains nothing


class Problem(Exception):
    """A request that is answered with an error."""

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
    """Any plain value or struct as JSON; `kept` says how long a browser may keep it."""
    body = msgspec.json.encode(plain)
    return Response(body, status, {"Cache-Control": kept, **(headers or {})}, JSON)


def etag(seq: int, seat: str, *more: object) -> str:
    """Names one version of what one seat sees; the program's own version is part of it."""
    rest = zlib.crc32(repr((__version__, *more)).encode())
    return f'"{seq}-{seat}-{rest:08x}"'


def has_already(request: Request, tag: str) -> bool:
    """Does the client hold this version?"""
    held = request.headers.get("if-none-match", "")
    return tag in [word.strip().removeprefix("W/") for word in held.split(",")]


def unchanged(tag: str, kept: str) -> Response:
    return Response(status_code=304, headers={"ETag": tag, "Cache-Control": kept})


class Fixed:
    """Bytes that do not change while the program runs, with their tag and a compressed copy."""

    def __init__(self, body: bytes, media: str) -> None:
        self.body = body
        self.media = media
        self.tag = f'"{zlib.crc32(body):08x}-{len(body):x}"'
        squeezed = gzip.compress(body, 6, mtime=0) if len(body) >= SQUEEZE_FROM else body
        self.squeezed = squeezed if len(squeezed) < 0.9 * len(body) else None

    def response(self, request: Request, headers: dict[str, str] | None = None) -> Response:
        headers = {
            "ETag": self.tag,
            "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
            **(headers or {}),
        }
        if has_already(request, self.tag):
            return Response(status_code=304, headers=headers)
        if self.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.squeezed, 200, {**headers, "Content-Encoding": "gzip"}, self.media)
        return Response(self.body, 200, headers, self.media)
