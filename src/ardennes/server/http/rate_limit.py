"""Filter requests by host name, origin and rate, and add security headers to every response.

Any web page open in a browser can reach a server on the same machine. So the host name must be one of the
server's (DNS rebinding), requests from other sites are refused (CSRF, also for sockets and plain reads), and
our pages may not load or call anything outside.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from email.utils import formatdate

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ardennes.server.http.hosts import parse_host
from ardennes.server.http.penalties import Penalties
from ardennes.server.http.responses import JSON
from ardennes.server.http.token_bucket import Bucket
from ardennes.server.settings import LOOPBACK_NAMES
from ardennes.server.workers.single_flight import ClientGone

PAGE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
# Map art includes its styles and fonts. Opened as a page, it may not load or run anything.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; sandbox"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
FOREIGN_SITES = ("cross-site", "same-site")  # Sec-Fetch-Site of a request made for another page

log = logging.getLogger("ardennes.server")


class Guard:
    """Wrap the application. Refusals are sent before anything reads the request's body."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Sequence[str],
        requests: Bucket,
        penalties: Penalties,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`clock` sets the Date header; the page compares it with the ends of timed turns."""
        self._clock = clock
        self._app = app
        named = [*LOOPBACK_NAMES, *hosts]
        self._names = {result.name for host in named if (result := parse_host(host)) is not None}
        self._requests = requests
        self._penalties = penalties

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        client = scope["client"][0] if scope.get("client") else ""
        wait = self._requests.take(client)  # first, so that refused requests count too
        if scope["type"] == "websocket":
            wait = max(wait, self._penalties.address_wait(client))
        wrong = "" if wait else self._wrong(headers, scope.get("method", ""))
        if not wrong and not wait:
            await self._let_in(scope, receive, self._adding(scope, send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": wrong or "Too many requests."})
        elif wrong:
            await _refuse(self._adding(scope, send), 403, wrong)
        else:
            await _refuse(self._adding(scope, send), 429, "Too many requests; slow down.", wait)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on. Log an unexpected exception and answer it without details."""
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except (ClientDisconnect, ClientGone):
            return  # the client closed the connection during its request
        except Exception:
            if begun or scope["type"] != "http":
                raise
            log.exception("%s %s failed", scope["method"], scope["path"])
            await _refuse(
                send, 500, "The server failed because of a bug; its log has the details. Nothing was changed."
            )

    def _wrong(self, headers: Headers, method: str) -> str:
        """Return why a request is refused; empty if it is not."""
        hosts = headers.getlist("host")
        host = parse_host(hosts[0]) if len(hosts) == 1 else None
        if host is None or host.name not in self._names:
            return "This server has another host name; use http://127.0.0.1 with its port."
        origins = headers.getlist("origin")
        if origins and (len(origins) > 1 or not self._same(origins[0], hosts[0])):
            return "Requests from other sites are refused."
        followed = headers.get("sec-fetch-mode") == "navigate" and method in ("GET", "HEAD")
        if headers.get("sec-fetch-site") in FOREIGN_SITES and not followed:  # following a link is allowed
            return "Requests from other sites are refused."
        return ""

    @staticmethod
    def _same(origin: str, host: str) -> bool:
        """Return whether the requesting page is ours: same host name, same port."""
        return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")

    def _adding(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that adds the security headers to every response."""
        if scope["type"] != "http":
            return send

        async def adding(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                picture = headers.get("content-type", "").startswith("image/svg")
                headers["Date"] = formatdate(self._clock(), usegmt=True)
                headers["Content-Security-Policy"] = PICTURE_POLICY if picture else PAGE_POLICY
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        return adding


async def _refuse(send: Send, status: int, words: str, wait: float = 0.0) -> None:
    headers = [(b"content-type", JSON.encode()), (b"cache-control", b"no-store")]
    if wait:
        headers.append((b"retry-after", str(int(wait) + 1).encode()))
    body = msgspec.json.encode({"error": words})
    headers.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
