"""Python for the browser: downloaded once with this machine's tools, checked against a pinned hash, and
cached.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ardennes.errors import UserError
from ardennes.server.settings import data_folder

PREPARE = Path(__file__).with_name("prepare.mjs")
NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")


class Pinned(NamedTuple):
    """A file to download: its name, source and hash."""

    file: str
    sha256: str
    command: tuple[str, ...]


PYODIDE = Pinned(
    "pyodide-314.0.7.tgz",
    "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
    ("npm", "pack", "--silent", "pyodide@314.0.7"),
)
MSGSPEC = Pinned(
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
    (
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:",
        "--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp",
        "--abi", "cp314", "msgspec==0.22.0",
    ),
)  # fmt: skip


def cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for downloaded files; ARDENNES_RUNTIME overrides it."""
    named = environ.get("ARDENNES_RUNTIME")
    return Path(named) if named else data_folder(environ) / "runtime"


def fetched(pinned: Pinned, folder: Path) -> Path:
    """Return the file, downloaded if needed; UserError says what is missing or wrong."""
    file = folder / pinned.file
    if not file.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        program = shutil.which(pinned.command[0])
        if program is None:
            raise UserError(f"{pinned.command[0]} is needed to fetch {pinned.file}; or put it into {folder}")
        done = subprocess.run(
            [program, *pinned.command[1:]], cwd=folder, capture_output=True, encoding="utf-8", check=False
        )
        if done.returncode != 0 or not file.is_file():
            output = (done.stderr or done.stdout).strip().splitlines()
            raise UserError(
                f"{pinned.file} could not be fetched: {output[-1] if output else 'no reason given'}"
            )
    if hashlib.sha256(file.read_bytes()).hexdigest() != pinned.sha256:
        raise UserError(f"{file} is not the expected file (its hash differs); delete it and try again")
    return file


def python_files(folder: Path) -> dict[str, bytes]:
    """Return by name the files that run Python in a browser."""
    return {name: (unpacked(folder) / name).read_bytes() for name in NEEDED}


def unpacked(folder: Path) -> Path:
    """Return the folder of Pyodide."""
    archive = fetched(PYODIDE, folder)
    there = folder / PYODIDE.file.removesuffix(".tgz")
    if not all((there / name).is_file() for name in NEEDED):
        there.mkdir(exist_ok=True)
        with tarfile.open(archive) as packed:
            for name in NEEDED:
                part = packed.extractfile(f"package/{name}")
                assert part is not None
                (there / name).write_bytes(part.read())
    return there


def msgspec_files(folder: Path) -> dict[str, bytes]:
    """Return by path the one library that the engine needs, without files that only type checkers read."""
    with zipfile.ZipFile(fetched(MSGSPEC, folder)) as packed:
        wanted = [name for name in packed.namelist() if not name.endswith((".pyi", ".typed"))]
        return {name: packed.read(name) for name in wanted}


def find_node() -> str | None:
    """Return the node program, which prepares Python for the browser; without it the site
    starts more slowly.
    """
    return shutil.which("node")


def _kept(folder: Path, what: str) -> Path:
    """Return the cache folder of something prepared, by version of Pyodide and of `prepare.mjs`."""
    script = hashlib.sha256(PREPARE.read_bytes()).hexdigest()[:12]
    return folder / f"{PYODIDE.file.removesuffix('.tgz')}-{script}.{what}"


def started(folder: Path) -> bytes:
    """Return the memory of a freshly started Python, made once."""
    file = _kept(folder, "memory")
    if not file.is_file():
        prepare("memory", unpacked(folder), file)
    return file.read_bytes()


def compiled(files: dict[str, bytes], folder: Path) -> dict[str, bytes]:
    """Return the same files with Python compiled for the browser; unchanged ones come from the cache."""
    names = {
        path: hashlib.sha256(path.encode() + b"\0" + data).hexdigest()
        for path, data in files.items()
        if path.endswith(".py")
    }
    file = _kept(folder, "compiled")
    known = _unpacked(file) if file.is_file() else {}
    if fresh := {path: files[path] for path, name in names.items() if name not in known}:
        known |= {names[path.removesuffix("c")]: code for path, code in _compiled_anew(fresh, folder).items()}
        with tempfile.NamedTemporaryFile(
            dir=folder, delete=False
        ) as half:  # a concurrent reader still has the old one
            half.write(_packed({name: known[name] for name in names.values()}))
        Path(half.name).replace(file)
    return {
        path + "c" if path in names else path: known[names[path]] if path in names else data
        for path, data in files.items()
    }


def _compiled_anew(files: dict[str, bytes], folder: Path) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as scratch:
        given, made = Path(scratch, "in.zip"), Path(scratch, "out.zip")
        given.write_bytes(_packed(files))
        prepare("compile", unpacked(folder), given, made)
        return _unpacked(made)


def _packed(files: dict[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as pack:
        for path, data in files.items():
            pack.writestr(path, data)
    return whole.getvalue()


def _unpacked(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as pack:
        return {name: pack.read(name) for name in pack.namelist()}


def prepare(*arguments: str | Path) -> None:
    """Run `prepare.mjs`."""
    node = find_node()
    assert node is not None
    done = subprocess.run([node, PREPARE, *arguments], capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise UserError(f"Python for the browser could not be prepared: {done.stderr[-300:].strip()}")
