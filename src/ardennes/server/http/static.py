"""Serve the page's files: only files of the package, only by exact name, only of known types."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool

from ardennes.server.http.responses import Fixed, Response, refuse
from ardennes.web.join import JOINED, JoinError, joined

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
    ".map": "application/json",
}
FIRST_PAGE = "index.html"
FRESH = 1.0  # seconds


class Files:
    """A folder as a fixed list of names; a name that is not in the list does not exist.

    Files are read in a thread, so that the event loop never waits for the disk. They are checked for changes
    at most once a second, so that a developer sees edits. All scripts and all style sheets are joined into
    one file each.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._names = self._look()
        self._parts = {name: path for name, path in self._names.items() if path.suffix in (".js", ".css")}
        self._kept: dict[str, _Kept] = {}

    def _look(self) -> dict[str, Path]:
        """Return every file that may be served. Links are excluded, since they can lead elsewhere."""
        result = {}
        for path in sorted(self._folder.rglob("*")):
            name = path.relative_to(self._folder).as_posix()
            hidden = any(part.startswith((".", "_")) for part in name.split("/"))
            if path.suffix in KINDS and not hidden and path.is_file() and path.resolve() == path:
                result[name] = path
        return result

    async def serve(self, asked: Mapping[str, str], name: str) -> Response:
        name = name or FIRST_PAGE
        if name not in self._names and name not in JOINED:
            refuse(404, "There is no page at this address.")
        paths = self._parts if name in JOINED else {name: self._names[name]}
        cached = self._kept.get(name)
        if cached is None or time.monotonic() - cached.looked > FRESH:
            cached = self._kept[name] = await run_in_threadpool(_read, name, paths, cached)
        return cached.file.response(asked)


class _Kept(NamedTuple):
    looked: float
    version: tuple[int, int]
    file: Fixed


def _read(name: str, paths: Mapping[str, Path], before: _Kept | None) -> _Kept:
    """Return the file as it is now, joined from several if needed; unchanged files are not read again."""
    try:
        facts = [path.stat() for path in paths.values()]
        version = (max(fact.st_mtime_ns for fact in facts), sum(fact.st_size for fact in facts))
        if before is not None and before.version == version:
            return before._replace(looked=time.monotonic())
        body = {part: path.read_bytes() for part, path in paths.items()}
        if name in JOINED:
            body[name] = joined({part: data.decode() for part, data in body.items()})[name].encode()
        return _Kept(time.monotonic(), version, Fixed(body[name], KINDS[Path(name).suffix]))
    except JoinError as error:
        refuse(500, str(error))
    except OSError:
        refuse(404, "There is no page at this address.")
