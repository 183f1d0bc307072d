"""The page's own files: only what is in the package, only by exact name, only of kinds a page is made of."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool

from ardennes.server.answers import Fixed, Response, refuse

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
FRESH = 1.0  # seconds


class Files:
    """A folder as a list of names, made once. A name that is not in the list is no file, whatever it looks
    like.

    Nothing is read from the disk while everybody waits: a file that is asked for is looked at in a thread, at
    most once in a while, so that a page that is being worked on shows what changed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._names = self._look()
        self._kept: dict[str, _Kept] = {}

    def _look(self) -> dict[str, Path]:
        """Every file that may be served. Links are left out: they can lead elsewhere."""
        found = {}
        for path in sorted(self._folder.rglob("*")):
            name = path.relative_to(self._folder).as_posix()
            hidden = any(part.startswith((".", "_")) for part in name.split("/"))
            if path.suffix in KINDS and not hidden and path.is_file() and path.resolve() == path:
                found[name] = path
        return found

    async def serve(self, asked: Mapping[str, str], name: str) -> Response:
        name = name or FIRST_PAGE
        path = self._names.get(name)
        if path is None:
            refuse(404, "There is no such page.")
        kept = self._kept.get(name)
        if kept is None or time.monotonic() - kept.looked > FRESH:
            kept = self._kept[name] = await run_in_threadpool(_read, path, kept)
        return kept.file.response(asked)


class _Kept(NamedTuple):
    looked: float
    version: tuple[int, int]
    file: Fixed


def _read(path: Path, before: _Kept | None) -> _Kept:
    """The file as it is now; what has not changed is not read again."""
    try:
        facts = path.stat()
        version = (facts.st_mtime_ns, facts.st_size)
        if before is not None and before.version == version:
            return before._replace(looked=time.monotonic())
        return _Kept(time.monotonic(), version, Fixed(path.read_bytes(), KINDS[path.suffix]))
    except OSError:
        refuse(404, "There is no such page.")
