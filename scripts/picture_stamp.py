"""Find pictures of the documentation that show an outdated page; `scripts/pictures.py` takes them again."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

WEB = "src/ardennes/web"
SOURCES = {  # what each kind of picture shows, by files and folders
    "page": (f"{WEB}/js", f"{WEB}/css", f"{WEB}/text", f"{WEB}/index.html"),
    "terminal": ("src/ardennes/terminal",),
    "report": ("src/ardennes/charts", "src/ardennes/lab"),
    "map": (f"{WEB}/maps/tigers-paper.svg",),
}
SUFFIXES = (".js", ".css", ".html", ".toml", ".json", ".py", ".svg")
STAMP = Path("docs") / "pictures" / "pictures.json"
LARGE = 0.25  # of the bytes of the sources
Files = dict[str, list[Any]]  # by path: digest, size


def files_of(kind: str, root: Path) -> Files:
    """Return the digest and size of each source file of a kind of picture."""
    result: Files = {}
    for name in SOURCES[kind]:
        path = root / name
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file() and file.suffix in SUFFIXES:
                data = file.read_bytes().replace(b"\r\n", b"\n")
                digest = hashlib.sha256(data).hexdigest()[:12]
                result[file.relative_to(root).as_posix()] = [digest, len(data)]
    return result


def digest_of(files: Files) -> str:
    """Return one digest for all files."""
    return hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:12]


def changed_share(then: Files, now: Files) -> float:
    """Return the share of bytes in files that are new, changed or gone, from 0 to 1."""
    either = {**then, **now}
    changed: int = sum(either[path][1] for path in either if then.get(path) != now.get(path))
    total: int = sum(size for _, size in either.values())
    return changed / max(1, total)


def warnings(root: Path) -> list[str]:
    """Return a line for each kind of picture whose sources changed a lot since the pictures were taken."""
    stamp = root / STAMP
    if not stamp.is_file():
        return [f"{STAMP} is missing; run: python scripts/pictures.py"]
    recorded = json.loads(stamp.read_text(encoding="utf-8"))
    lines = []
    for kind in SOURCES:
        now = files_of(kind, root)
        outdated = []
        for name, picture in recorded["pictures"].items():
            if picture["kind"] == kind:
                share = changed_share(recorded["sources"][picture["sources"]], now)
                if share >= LARGE:
                    outdated.append((share, name))
        if outdated:
            share, _ = max(outdated)
            names = ", ".join(sorted(name for _, name in outdated))
            lines.append(
                f"{share:.0%} of the {kind}'s code changed since these pictures were taken: {names}. "
                "Take them again with: python scripts/pictures.py"
            )
    return lines
