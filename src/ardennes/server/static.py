"""The page's own files: only what is in the package, only by exact name, only of kinds a page is made of."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from ardennes.server.answers import Fixed, refuse

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
FIRST_PAGE = "index.html"


class Files:
    """A folder as a list of names. A name that is not in the list is no file, whatever it looks like."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._names = self._look()
        self._kept: dict[str, tuple[tuple[int, int], Fixed]] = {}

    def _look(self) -> dict[str, Path]:
        """Every file that may be served. Links are left out: they can lead elsewhere."""
        found = {}
        for path in sorted(self._folder.rglob("*")):
            name = path.relative_to(self._folder).as_posix()
            hidden = any(part.startswith((".", "_")) for part in name.split("/"))
            if path.suffix in KINDS and not hidden and path.is_file() and path.resolve() == path:
                found[name] = path
        return found

    def serve(self, request: Request, name: str) -> Response:
        name = name or FIRST_PAGE
        if name not in self._names:
            self._names = self._look()  # the page may have been added to while the server runs
        path = self._names.get(name)
        if path is None or not path.is_file():
            refuse(404, "There is no such page.")
        facts = path.stat()
        version = (facts.st_mtime_ns, facts.st_size)
        kept = self._kept.get(name)
        if kept is None or kept[0] != version:
            kept = self._kept[name] = (version, Fixed(path.read_bytes(), KINDS[path.suffix]))
        return kept[1].response(request)
