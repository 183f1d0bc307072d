"""Write the table as a static site: the page, the responses that never change, and the engine."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import shutil
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple, cast

import msgspec

from ardennes.cases.files import FOLDER, PACKED
from ardennes.errors import UserError
from ardennes.games import GAMES
from ardennes.kernel.map_art import HEAD
from ardennes.server.http.rate_limit import PAGE_POLICY
from ardennes.site.front import Bridge, Front
from ardennes.site.pages import FIRST, document_pages
from ardennes.site.runtime import compiled, find_node, msgspec_files, python_files, started
from ardennes.web.join import MAPPED, SCRIPT, SHEET, joined

MARK = "ardennes-site.txt"  # marks a folder that contains a site and may be overwritten
POLICY = PAGE_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'")
# A page can set this policy itself, except for which sites may frame it.
IN_PAGE = POLICY.replace("; frame-ancestors 'none'", "")
# For hosts that read headers from a file.
HEADERS = f"/*\n  Content-Security-Policy: {POLICY}\n  X-Content-Type-Options: nosniff\n"
LICENCES = """The engine in this folder is part of Ardennes (MIT License). It runs on:
Pyodide 314.0.7 (the folder pyodide, memory-*.bin): Mozilla Public License 2.0
CPython 3.14 (in Pyodide): Python Software Foundation License Version 2
msgspec 0.22.0 (in the engine): BSD 3-Clause License
"""
# Parts of the package that the engine does not need.
LEFT_OUT = ("atlas", "commands", "env", "lab", "results", "terminal", "web")
LEFT_OUT_DEEPER = (
    "history/data/attacks.csv",
    "history/data/fronts.csv",
    "history/data/strengths.csv",
    "kernel/conformance/*",
    "site/page/*",
)
PAGE_FONTS = "*-latin-*.woff2"  # reports embed them

WITHOUT_NODE = (
    "node is not here (it comes with npm): the site will work, but its engine starts some seconds later. "
    "To prepare it, install node and write the site again."
)
PARTS = ("js/", "css/", "text/")
ALONE = ("js/without.js", "css/base.css", "css/pages.css")  # loaded before the others, and by the documents
# The site's other scripts run in workers.
IN_THE_PAGE = {"transport.js": "js/lib/transport.js", "without.js": "js/without.js"}

Files = dict[str, bytes]


def write_site(folder: Path, runtime: Path, say: Callable[[str], None] = lambda words: None) -> str:
    """Write the whole site into a folder and return its version. Other files in the folder are left alone."""
    _may_write(folder)
    python = python_parts(runtime, say)
    say("The page and its answers ...")
    return put_together(folder, python, asyncio.run(answers()) | document_pages(IN_PAGE))


class PythonParts(NamedTuple):
    """Return the files for the browser's workers by path, and the names the page needs to know."""

    files: Files
    names: dict[str, str]


def python_parts(runtime: Path, say: Callable[[str], None] = lambda words: None) -> PythonParts:
    """Return Python for the browser and the engine: prepared if node is available, else as they are."""
    say("Python for the browser ...")
    python = {f"engine/pyodide/{name}": data for name, data in python_files(runtime).items()}
    python["engine/pyodide/pyodide-lock.json"] = _without_packages(python["engine/pyodide/pyodide-lock.json"])
    parts, packed = engine_files() | msgspec_files(runtime), dict[str, bytes]()
    if find_node() is None:
        say(WITHOUT_NODE)
    else:
        packed["MEMORY"] = started(runtime)
        parts = compiled(parts, runtime)
    say("The engine ...")
    packed["ENGINE"] = bundle(parts)
    names = {part: f"{part.lower()}-{sha(data).hex()[:12]}-{len(data)}.bin" for part, data in packed.items()}
    return PythonParts(python | {f"engine/{names[part]}": squeezed(packed[part]) for part in packed}, names)


def put_together(folder: Path, python: PythonParts, pages: Files) -> str:
    """Write the site from its parts and return its version; `pages` are the responses and the documents."""
    made = python.files | pages

    def with_page(version: str) -> Files:
        documents = FIRST if FIRST in pages else ""
        known = {"VERSION": version, "MEMORY": "", **python.names, "DOCUMENTS": documents}
        words = "".join(f'export const {key} = "{value}";\n' for key, value in known.items()).encode()
        return made | page_files(words)

    unnamed = with_page("")
    version = hashlib.sha256(b"".join(p.encode() + sha(unnamed[p]) for p in sorted(unnamed))).hexdigest()[:12]
    made = with_page(version)
    made["sw.js"] = _service_worker(version, made)
    made["_headers"] = HEADERS.encode()
    made["engine/licences.txt"] = LICENCES.encode()
    made[MARK] = f"Written by ardennes site, version {version}.\n".encode()
    _write(folder, made)
    return version


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _may_write(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is not a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise UserError(f"{folder} is not empty and does not contain a site of Ardennes; name a new folder")


def _write(folder: Path, made: Files) -> None:
    """Delete the old parts, so that no file of another version remains."""
    for part in {path.partition("/")[0] for path in made if "/" in path}:
        shutil.rmtree(folder / part, ignore_errors=True)
    for path, data in made.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def engine_files() -> Files:
    """Return by path the Python code that answers in the browser, with the games' data."""
    package = Path(str(files("ardennes")))
    result = {}
    for path, data in _files(package):
        left_out = path.partition("/")[0] in LEFT_OUT or any(Path(path).match(p) for p in LEFT_OUT_DEEPER)
        if not left_out:
            result[f"ardennes/{path}"] = data
    for path, data in _files(package / "web" / "maps"):  # most are only read for their frames
        whole = path.endswith("-quiet.svg")  # reports embed it
        result[f"ardennes/web/maps/{path}"] = data if whole else data.decode()[:HEAD].encode()
    for path, data in _files(package / "web" / "fonts"):
        if Path(path).match(PAGE_FONTS):
            result[f"ardennes/web/fonts/{path}"] = data
    for path, data in _files(FOLDER):
        result[f"ardennes/cases/{PACKED.name}/{path}"] = data
    return result | {"ardennes/web/__init__.py": b""}


def bundle(all_: Files) -> bytes:
    """Join all files into one: a line with paths and lengths, then their bytes. page/python.js splits it."""
    paths = sorted(all_)
    index = msgspec.json.encode([(path, len(all_[path])) for path in paths])
    return b"".join((index, b"\n", *(all_[path] for path in paths)))


def squeezed(data: bytes) -> bytes:
    """Compress, but not fully: the last one percent takes four times as long."""
    return gzip.compress(data, 7, mtime=0)


def page_files(version: bytes) -> Files:
    """Return the same page with the transport of the site; scripts and style sheets are joined."""
    web, own = Path(str(files("ardennes.web"))), Path(str(files("ardennes.site"))) / "page"
    result = {path: data for path, data in _files(web) if not path.endswith(".py")}
    for path, data in _files(own):
        if path in IN_THE_PAGE:
            result[IN_THE_PAGE[path]] = data
        elif path.endswith(".js") and path != "sw.js":
            result[f"engine/{path}"] = data
        elif path != "sw.js":
            result[path] = data
    result["index.html"] = _index(result["index.html"].decode()).encode()
    result |= {"js/lib/version.js": version, "engine/version.js": version}
    parts = {path: data.decode() for path, data in result.items() if path.startswith(PARTS)}
    one = joined(parts)
    one[SCRIPT] = one[SCRIPT].partition(MAPPED)[0]
    for path in parts:
        if path not in ALONE:
            del result[path]
    return result | {path: one[path].encode() for path in (SCRIPT, SHEET)}


def _index(page: str) -> str:
    head = f"""<meta http-equiv="Content-Security-Policy" content="{IN_PAGE}">
<link rel="manifest" href="manifest.webmanifest">
<meta name="theme-color" content="#2b2a26">
<script src="js/without.js"></script>
"""
    icon = '<link rel="icon" href="data:,">'
    assert icon in page
    page = page.replace(icon, '<link rel="icon" type="image/svg+xml" href="icon.svg">')
    return page.replace('<meta name="viewport"', head + '<meta name="viewport"', 1)


def _without_packages(lock: bytes) -> bytes:
    """Remove other packages: nothing is ever fetched from elsewhere."""
    plain = msgspec.json.decode(lock)
    return msgspec.json.encode({**plain, "packages": {}})


def _service_worker(version: str, made: Files) -> bytes:
    cached = [path for path in sorted(made) if not path.startswith("docs/pictures/")]
    hashes = {path: hashlib.sha256(made[path]).hexdigest() for path in cached}
    known = {"VERSION": version, "FILES": hashes, "POLICY": POLICY}
    head = "".join(
        f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in known.items()
    )
    own = Path(str(files("ardennes.site"))) / "page" / "sw.js"
    return head.encode() + own.read_bytes()


class _NoBrowser:
    """A browser that stores nothing: enough for responses that never change."""

    async def numbers(self) -> str:
        return "{}"


async def answers() -> Files:
    """Return the responses that are the same for every browser, as the routes give them."""
    front = Front(cast(Bridge, _NoBrowser()))
    asked = {"games": "/api/games"}
    for game in GAMES:
        asked |= {f"{game}-{what}": f"/api/games/{game}/{what}" for what in ("stage", "openings", "history")}
        asked |= {f"{game}-rules": f"/api/rules/{game}", f"{game}-cases": f"/api/rules/{game}/cases"}
    result = {}
    for name, path in asked.items():
        status, _, text = await front.ask("GET", path, "{}", "")
        assert status == 200, (path, text)
        result[f"answers/{name}.json"] = text.encode()
    return result
